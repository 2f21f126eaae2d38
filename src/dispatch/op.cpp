// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/mode.h>
#include <torchpp/dispatch/op.h>
#include <torchpp/tensor.h>

#include <cstring>

#include "src/core/thread_state.h"
#include "src/core/view.h"
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

std::string OpBase::schema() const { return name() + std::strchr(schema_, '('); }

// "add.Tensor|out(Tensor self, ...) -> Tensor" in parts.
std::string OpBase::name(Out::Form form) const {
  std::string parts[3];  // name and overload of the functional form, overloads of the out= and the in-place form
  const char* at = schema_;
  for (std::string& part : parts) {
    const size_t length = std::strcspn(at, "|(");
    part.assign(at, length);
    at += at[length] == '|' ? length + 1 : length;
  }
  const auto& [functional, of_out, of_in_place] = parts;
  if (form == Out::Form::kFunctional) return functional;
  const size_t dot = functional.find('.');
  std::string base = functional.substr(0, dot);
  const std::string overload = dot == std::string::npos ? "" : functional.substr(dot);
  // libtorch sets the functional form of `normal_` apart from normal(mean, std) by its name.
  constexpr size_t kSuffix = sizeof("_functional") - 1;
  if (base.size() > kSuffix && base.compare(base.size() - kSuffix, kSuffix, "_functional") == 0)
    base.resize(base.size() - kSuffix);
  if (form == Out::Form::kInPlace) return base + "_" + (of_in_place.empty() ? overload : "." + of_in_place);
  if (!of_out.empty()) return base + "." + of_out;
  return base + (overload.empty() ? ".out" : overload + "_out");
}

std::string OperatorHandle::name() const { return op->name(form); }

std::string OperatorHandle::schema() const {
  const std::string whole = op->schema();
  const std::string rest = whole.substr(whole.find('('));
  if (form == Out::Form::kFunctional) return whole;
  const size_t arrow = rest.rfind(" -> ");
  std::string args = rest.substr(0, arrow);
  if (form == Out::Form::kInPlace) {  // "(Tensor self" becomes "(Tensor(a!) self"
    args.replace(1, 6, "Tensor(a!)");
  } else {
    // libtorch calls the overload after its argument where that is not "out".
    const bool is_gradient = name().find(".grad_input") != std::string::npos;
    args.insert(args.size() - 1, str(args.find('*') != std::string::npos ? ", " : ", *, ", "Tensor(a!) ",
                                     is_gradient ? "grad_input" : "out"));
  }
  return name() + args + " -> Tensor(a!)";
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

void OpBase::add_override(DispatchKey key, Out::Form form, void (*natural)(), BoxedKernel boxed, bool whole) {
  // Newest first; what a concurrent call may still read is never freed. Setting kernels is a matter of loading a
  // library.
  auto* o = new Override{key, form, whole, natural, boxed, overrides_.load(std::memory_order_relaxed)};
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

namespace {

[[noreturn]] TORCHPP_COLD void fail_device(const OpBase& op, const TensorBase& t) {
  TORCHPP_FAIL_KIND(kError, op.name(), ": Expected all tensors to be on the same device, but found at least two ",
                    "devices, meta and ", t.device());
}

}  // namespace

const Tensor& OpBase::on_meta(const Tensor& t, Tensor& number) const {
  // A number that has no dtype of its own keeps its value, which rules may ask for.
  if (!t.defined() || t.is_meta() || t.impl()->is_wrapped_number()) return t;
  if (!t.is_cpu() || t.dim() != 0) fail_device(*this, t);
  number = Tensor(make_tensor({}, t.scalar_type(), Device(kMeta)));
  return number;
}

detail::MetaArgument<TensorList>::MetaArgument(const OpBase& op, const TensorList& list) : tensors(list.vec()) {
  Tensor number;
  for (Tensor& t : tensors) t = op.on_meta(t, number);
  value = tensors;
}

detail::MetaArgument<Out>::MetaArgument(const OpBase& op, const Out& out) : value(out) {
  if (!out.functional() && !out.tensor().is_meta()) fail_device(op, out.tensor());
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
