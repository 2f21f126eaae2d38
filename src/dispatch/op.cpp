// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/mode.h>
#include <torchpp/dispatch/op.h>

#include <algorithm>
#include <atomic>
#include <string_view>

#include "src/core/thread_state.h"
#include "src/dispatch/conversions.h"
#include "src/dispatch/record_function.h"
#include "src/dispatch/state.h"

namespace torchpp {

std::atomic<uint32_t> process_included{DispatchKeySet(DispatchKey::Profiler).bits()};

namespace detail {

std::atomic<AutocastLayer> autocast_layer{nullptr};

DispatchKeySet effective_keys(DispatchKeySet keys) { return effective_keys_inline(keys); }

DispatchKeySet keys_of_out(const Out& out) {
  DispatchKeySet keys;
  for (size_t i = 0; i < out.count(); ++i) keys = keys | keys_of_any(out.tensor(i));
  return keys;
}

}  // namespace detail

namespace {

// The parts of an operator's schema text; its syntax is described at OpBase's constructor.
struct SchemaText {
  explicit SchemaText(std::string_view text) {
    const size_t open = std::min(text.find('('), text.size()), arrow = std::min(text.rfind(" -> "), text.size());
    arguments = text.substr(open, arrow - open);
    results = text.substr(std::min(arrow + sizeof(" -> ") - 1, text.size()));
    std::string_view head = text.substr(0, open);
    for (std::string_view* part : {&functional, &of_out, &of_in_place}) {
      const size_t bar = std::min(head.find('|'), head.size());
      *part = head.substr(0, bar);
      head.remove_prefix(std::min(bar + 1, head.size()));
    }
    const size_t colon = of_out.find(':');
    if (colon == std::string_view::npos) return;
    destinations = of_out.substr(colon + 1);
    of_out = of_out.substr(0, colon);
  }

  std::string_view functional;    // "max.dim"
  std::string_view of_out;        // overload of the out= form: "dim_max"
  std::string_view destinations;  // "max:max_values"
  std::string_view of_in_place;   // overload of the in-place form
  std::string_view arguments;     // "(Tensor self, int dim, bool keepdim=False)"
  std::string_view results;       // "(Tensor values, Tensor indices)"
};

// Removes and returns the text before the first separator, or all of it.
std::string_view next_piece(std::string_view& text, std::string_view separator) {
  const size_t end = text.find(separator);
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return piece;
}

// "Tensor(a!)" for 0, "Tensor(b!)" for 1: libtorch's notation for a tensor that the operator writes to.
std::string written_tensor(size_t i) { return std::string("Tensor(") + static_cast<char>('a' + i) + "!)"; }

std::string schema_of_in_place(const SchemaText& text) {  // "(Tensor self" becomes "(Tensor(a!) self"
  std::string schema(text.arguments);
  schema.replace(1, sizeof("Tensor") - 1, written_tensor(0));
  return schema + " -> " + written_tensor(0);
}

std::string schema_of_out(const SchemaText& text) {
  std::string_view types = text.results, destinations = text.destinations;
  const bool tuple = types.substr(0, 1) == "(";
  if (tuple) types = types.substr(1, types.size() - 2);
  std::string arguments(text.arguments), results;
  arguments.pop_back();
  arguments += arguments == "(" ? "*" : arguments.find('*') == std::string::npos ? ", *" : "";
  for (size_t i = 0; !types.empty(); ++i) {
    std::string_view type = next_piece(types, ", ");
    next_piece(type, " ");
    const std::string result(type);  // its name
    const std::string destination = !destinations.empty() ? std::string(next_piece(destinations, ":"))
                                    : !tuple              ? "out"
                                    : result.empty()      ? str("out", i)
                                                          : result;
    arguments += ", " + written_tensor(i) + " " + destination;
    results += (i == 0 ? "" : ", ") + written_tensor(i) + (result.empty() ? "" : " " + result);
  }
  return arguments + ") -> " + (tuple ? "(" + results + ")" : results);
}

}  // namespace

std::string OpBase::name(Out::Form form) const {
  const SchemaText text(schema_);
  if (form == Out::Form::kFunctional) return std::string(text.functional);
  std::string_view overload = text.functional, base = next_piece(overload, ".");
  // libtorch calls the functional form of normal_() normal_functional, because normal(mean, std) is another operator.
  constexpr std::string_view kSuffix = "_functional";
  if (base.size() > kSuffix.size() && base.substr(base.size() - kSuffix.size()) == kSuffix)
    base.remove_suffix(kSuffix.size());
  std::string name(base);
  if (form == Out::Form::kInPlace) {
    name += '_';
    if (!text.of_in_place.empty()) overload = text.of_in_place;
    return overload.empty() ? name : name.append(1, '.').append(overload);
  }
  name += '.';
  if (!text.of_out.empty()) return name.append(text.of_out);
  return overload.empty() ? name + "out" : name.append(overload).append("_out");
}

std::string OpBase::schema(Out::Form form) const {
  const SchemaText text(schema_);
  return name(form) + (form == Out::Form::kFunctional ? std::string(text.arguments).append(" -> ").append(text.results)
                       : form == Out::Form::kInPlace  ? schema_of_in_place(text)
                                                      : schema_of_out(text));
}

std::string OperatorHandle::name() const { return op->name(form); }
std::string OperatorHandle::schema() const { return op->schema(form); }

// All Op<...> have the same layout: their slots hold function pointers and begin at the same offset. Functions that
// know no signature therefore access them as those of Op<void()>.
void (*OpBase::kernel_in_slot(DispatchKey key) const)() { return static_cast<const Op<void()>*>(this)->kernel(key); }

// Empties the slot of a key, so that calls look for overrides. Where the override is for one backend only, the slot's
// kernel becomes an override itself and keeps serving the other backends.
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

void OpBase::set_natural_kernel(DispatchKey key, Out::Form form, const detail::Signature& signature, void (*kernel)()) {
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
  // Overrides for the call's backend take precedence over those for all backends. Among each, the newest one for the
  // form is used, else the newest functional one.
  const Override *for_backend = nullptr, *for_all = nullptr;
  const auto better = [form](const Override* o, const Override* than) {
    const bool fits = o->boxed != nullptr || o->whole || o->form == form;
    if (than == nullptr) return fits || o->form == Out::Form::kFunctional;
    return fits && !(than->boxed != nullptr || than->whole || than->form == form);
  };
  for (const Override* o = overrides_.load(detail::Order::kAcquire); o != nullptr; o = o->next) {
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
  // The list is sorted newest first. Elements are never freed, because concurrent calls may read them; programs add
  // few.
  auto* o = new Override(added);
  o->next = overrides_.load(detail::Order::kRelaxed);
  while (!overrides_.compare_exchange_weak(o->next, o, detail::Order::kRelease)) {
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
