// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/mode.h>
#include <torchpp/dispatch/op.h>
#include <torchpp/tensor.h>

#include <cstring>

#include "src/core/thread_state.h"
#include "src/core/view.h"
#include "src/dispatch/conversions.h"
#include "src/dispatch/record_function.h"
#include "src/dispatch/state.h"

namespace torchpp {

std::atomic<uint32_t> process_included{DispatchKeySet(DispatchKey::Profiler).bits()};

namespace detail {

DispatchKeySet effective_keys(DispatchKeySet keys) { return effective_keys_inline(keys); }

DispatchKeySet keys_of_list(const TensorList& list) {
  DispatchKeySet keys;
  for (const Tensor& t : list) keys = keys | keys_of(t);
  return keys;
}
DispatchKeySet keys_of_out(const Out& out) {
  DispatchKeySet keys;
  for (size_t i = 0; i < out.count(); ++i) keys = keys | keys_of(out.tensor(i));
  return keys;
}

}  // namespace detail

namespace {

// The text of an operator's object in parts: see OpBase's constructor.
struct SchemaText {
  explicit SchemaText(const char* text) {
    std::string parts[3];
    const char* at = text;
    for (std::string& part : parts) {
      const size_t length = std::strcspn(at, "|(");
      part.assign(at, length);
      at += at[length] == '|' ? length + 1 : length;
    }
    const std::string rest = at;
    const size_t arrow = rest.rfind(" -> ");
    arguments = rest.substr(0, arrow);
    results = rest.substr(arrow + 4);
    functional = parts[0];
    of_in_place = parts[2];
    const size_t colon = parts[1].find(':');
    of_out = parts[1].substr(0, colon);
    if (colon != std::string::npos) destinations = split(parts[1].substr(colon + 1), ":");
  }
  static std::vector<std::string> split(const std::string& text, const std::string& separator) {
    std::vector<std::string> pieces;
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + separator.size()) {
      end = text.find(separator, begin);
      pieces.push_back(text.substr(begin, end - begin));
    }
    return pieces;
  }

  std::string functional;    // "add.Tensor"
  std::string of_out;        // overloads of the out= and the in-place form
  std::string of_in_place;
  std::vector<std::string> destinations;
  std::string arguments;     // "(Tensor self, ...)"
  std::string results;       // "Tensor"
};

// "Tensor(b!)", with the letter that stands for a destination's memory in the schemas of libtorch.
std::string written_tensor(size_t i) { return std::string("Tensor(") + static_cast<char>('a' + i) + "!)"; }

std::string schema_of_in_place(const SchemaText& text) {  // "(Tensor self" becomes "(Tensor(a!) self"
  std::string arguments = text.arguments;
  arguments.replace(1, sizeof("Tensor") - 1, written_tensor(0));
  return arguments + " -> " + written_tensor(0);
}

std::string schema_of_out(const SchemaText& text) {
  const bool tuple = text.results.front() == '(';
  const std::vector<std::string> types =
      SchemaText::split(tuple ? text.results.substr(1, text.results.size() - 2) : text.results, ", ");
  std::string arguments = text.arguments, results;
  arguments.pop_back();
  arguments += arguments == "(" ? "*" : arguments.find('*') == std::string::npos ? ", *" : "";
  for (size_t i = 0; i < types.size(); ++i) {
    const size_t space = types[i].find(' ');
    const std::string result = space == std::string::npos ? "" : types[i].substr(space + 1);
    const std::string destination = i < text.destinations.size() ? text.destinations[i]
                                    : !tuple                     ? "out"
                                    : result.empty()             ? str("out", i)
                                                                 : result;
    arguments += ", " + written_tensor(i) + " " + destination;
    results += (i == 0 ? "" : ", ") + written_tensor(i) + (result.empty() ? "" : " " + result);
  }
  return arguments + ") -> " + (tuple ? "(" + results + ")" : results);
}

}  // namespace

std::string OpBase::name(Out::Form form) const {
  const SchemaText text(schema_);
  if (form == Out::Form::kFunctional) return text.functional;
  const size_t dot = text.functional.find('.');
  std::string base = text.functional.substr(0, dot);
  const std::string overload = dot == std::string::npos ? "" : text.functional.substr(dot);
  // libtorch tells the functional form of `normal_` from normal(mean, std) by its name, normal_functional.
  constexpr size_t kSuffix = sizeof("_functional") - 1;
  if (base.size() > kSuffix && base.compare(base.size() - kSuffix, kSuffix, "_functional") == 0)
    base.resize(base.size() - kSuffix);
  if (form == Out::Form::kInPlace) return base + "_" + (text.of_in_place.empty() ? overload : "." + text.of_in_place);
  if (!text.of_out.empty()) return base + "." + text.of_out;
  return base + (overload.empty() ? ".out" : overload + "_out");
}

std::string OpBase::schema(Out::Form form) const {
  const SchemaText text(schema_);
  return name(form) + (form == Out::Form::kFunctional ? text.arguments + " -> " + text.results
                       : form == Out::Form::kInPlace  ? schema_of_in_place(text)
                                                      : schema_of_out(text));
}

std::string OperatorHandle::name() const { return op->name(form); }
std::string OperatorHandle::schema() const { return op->schema(form); }

// The slots of every Op lie in one place and hold function pointers, so they are read and written as Op<void()>'s.
void (*OpBase::kernel_in_slot(DispatchKey key) const)() { return static_cast<const Op<void()>*>(this)->kernel(key); }

// Moves a slot's kernel aside, so that an override for the key or for one backend's part of it is asked first.
void OpBase::empty_slot(DispatchKey key) {
  const DispatchKey whole = whole_key(key);
  if (const auto kept = kernel_in_slot(whole); kept != nullptr && key != whole)
    add_override({whole, Out::Form::kFunctional, true, signature_, kept, nullptr, nullptr});
  static_cast<Op<void()>*>(this)->set_kernel(whole, nullptr);
}

bool OpBase::has_kernel(DispatchKey key) const {
  return kernel_in_slot(key) != nullptr || find_override(key, Out::Form::kFunctional, key) != nullptr;
}

bool OpBase::is_natural(Out::Form form, const detail::Signature& signature) const {
  return detail::NaturalSignature(*signature_, form).get() == signature;
}

void OpBase::set_natural_kernel(DispatchKey key, Out::Form form, const detail::Signature& signature,
                                void (*kernel)()) {
  const bool whole = !signature_->has_out();
  if (whole && !has_overrides() && key == whole_key(key))
    return static_cast<Op<void()>*>(this)->set_kernel(key, kernel);
  empty_slot(key);
  add_override({key, form, whole, &signature, kernel, nullptr, nullptr});
}

void OpBase::set_boxed_kernel(DispatchKey key, BoxedKernel kernel) {
  empty_slot(key);
  add_override({key, Out::Form::kFunctional, false, nullptr, nullptr, kernel, nullptr});
}

const OpBase::Override* OpBase::find_override(DispatchKey key, Out::Form form, DispatchKeySet keys) const {
  // The newest for the form, else the newest functional one; those for the call's backend before those for all.
  const Override *for_backend = nullptr, *for_all = nullptr;
  const auto better = [form](const Override* o, const Override* than) {
    const bool fits = o->boxed != nullptr || o->whole || o->form == form;
    if (than == nullptr) return fits || o->form == Out::Form::kFunctional;
    return fits && !(than->boxed != nullptr || than->whole || than->form == form);
  };
  for (const Override* o = overrides_.load(std::memory_order_acquire); o != nullptr; o = o->next) {
    if (whole_key(o->key) != key) continue;
    const bool one_backend = o->key != key;
    if (one_backend && (keys & backends_of(o->key)).empty()) continue;
    const Override*& best = one_backend ? for_backend : for_all;
    if (better(o, best)) best = o;
  }
  for (const Override* o : {for_backend, for_all})
    if (o != nullptr && (o->natural != nullptr || o->boxed != nullptr)) return o;
  return nullptr;
}

void OpBase::add_override(Override added) {
  // Newest first. One that a concurrent call may still read is never freed; programs set few kernels.
  auto* o = new Override(added);
  o->next = overrides_.load(std::memory_order_relaxed);
  while (!overrides_.compare_exchange_weak(o->next, o, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

void OpBase::fail_no_kernel(Out::Form form, DispatchKey key, DispatchKeySet keys) const {
  TORCHPP_FAIL_KIND(kNotImplemented, name(form), ": Could not run with arguments from the '", to_string(key),
                    "' backend (keys ", to_string(keys),
                    "): no kernel is registered for it. Move the tensors to a device that has "
                    "one (x.to(\"cpu\")), or register a kernel or a fallback for the key");
}

void OpBase::fail_no_keys(Out::Form form) const {
  TORCHPP_FAIL_KIND(kError, name(form), ": got only undefined tensors, expected at least one defined tensor");
}

void OpBase::fail_form(Out::Form form) const {
  TORCHPP_FAIL_KIND(kError, name(), ": there is no ",
                    form == Out::Form::kInPlace ? "in-place" : "out=", " form of this operator (", name(form), ")");
}

void OpBase::check_on_meta(const Tensor& t) const {
  TORCHPP_CHECK(t.is_meta(), name(), ": Expected all tensors to be on the same device, but found at least two ",
                "devices, meta and ", t.device());
}

const Tensor& OpBase::on_meta(const Tensor& t, Tensor& number) const {
  // A number that has no dtype of its own keeps its value, which rules may ask for.
  if (!t.defined() || t.is_meta() || t.impl()->is_wrapped_number()) return t;
  if (!t.is_cpu() || t.dim() != 0) check_on_meta(t);
  number = Tensor(make_tensor({}, t.scalar_type(), Device(kMeta)));
  return number;
}

namespace {

std::atomic<BoxedKernel> fallbacks[kNumDispatchKeys];

}  // namespace

void set_fallback(DispatchKey key, BoxedKernel kernel) {
  TORCHPP_CHECK_VALUE(key != DispatchKey::Profiler,
                      "set_fallback: got Profiler, whose layer is the library's own: see RecordFunction");
  TORCHPP_CHECK_VALUE(key < DispatchKey::NumKeys, "set_fallback: got ", to_string(key),
                      ", expected a layer of its own, not a backend's part of one");
  fallbacks[static_cast<int>(key)].store(kernel, std::memory_order_release);
}

BoxedKernel detail::fallback(DispatchKey key) {
  if (key == DispatchKey::Profiler) return profiler_wants_call() ? &profile_call : nullptr;
  return fallbacks[static_cast<int>(key)].load(std::memory_order_acquire);
}

IncludeDispatchKeyGuard::IncludeDispatchKeyGuard(DispatchKeySet keys) : previous_(thread_state.included) {
  TORCHPP_CHECK_VALUE((keys.bits() >> kNumDispatchKeys) == 0, "IncludeDispatchKeyGuard: got ", to_string(keys),
                      " and a key that only registrations name");
  thread_state.included = previous_ | keys;
}
IncludeDispatchKeyGuard::~IncludeDispatchKeyGuard() { thread_state.included = previous_; }

ExcludeDispatchKeyGuard::ExcludeDispatchKeyGuard(DispatchKeySet keys) : previous_(thread_state.guarded) {
  thread_state.guarded = previous_ | keys;
  thread_state.refresh();
}
ExcludeDispatchKeyGuard::~ExcludeDispatchKeyGuard() {
  thread_state.guarded = previous_;
  thread_state.refresh();
}

}  // namespace torchpp
