// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operator objects: how one call finds its kernel.

#include <torchpp/dispatch/boxing.h>
#include <torchpp/dispatch/signature.h>

#include <atomic>
#include <memory>

namespace torchpp {

class Tensor;
using TensorList = ArrayRef<Tensor>;
using TensorPair = std::tuple<Tensor, Tensor>;
using TensorTriple = std::tuple<Tensor, Tensor, Tensor>;
class OpBase;
struct OperatorHandle;

/// A kernel for any operator: takes its arguments from the stack and leaves the results there. `op.call_boxed(stack)`
/// calls the operator again, from below the layer when the layer's key is excluded; `op.redispatch_boxed(keys - mine,
/// stack)` hands the same call on.
using BoxedKernel = void (*)(const OperatorHandle& op, DispatchKeySet keys, Stack& stack);

/// An operator in one of its forms, without its C++ type.
struct TORCHPP_API OperatorHandle {
  const OpBase* op;
  Out::Form form;

  /// Name with overload, as in a schema: "add.Tensor", "add_.Tensor", "add.out".
  std::string name() const;
  /// Schema of this form.
  std::string schema() const;
  /// Calls the operator with the arguments on the stack; the results replace them. The keys are those of the arguments
  /// and the thread. Throws TypeError, and leaves the stack as it was, for too few values or one of another type.
  void call_boxed(Stack& stack) const;
  /// Calls it with these keys instead, which is how a layer hands its call on to the kernels below it.
  void redispatch_boxed(DispatchKeySet keys, Stack& stack) const;
};

/// What an operator is beside its kernels.
struct OpTraits {
  bool in_place = false;  ///< has an in-place form
  bool out = false;       ///< has an out= form
  /// The CPU's kernel also serves Meta tensors: there it ends where its rule has made the result.
  bool meta = false;
  bool mixed = false;  ///< tensors on several devices may come together
  /// Made of other operators: its kernel serves every backend and the autograd layer, and calls that bring no key.
  bool composite = false;
};

/// What all operator objects have, whatever their signature.
class TORCHPP_API OpBase {
 public:
  /// The schema is that of the functional form. Its name may say what libtorch calls the other forms:
  ///     name.overload|out_overload:destination:...|inplace_overload(arguments) -> results
  /// where each part may be empty or absent. The out= form's overload is else "out" for a functional form without one
  /// and "Tensor_out" for "Tensor"; its destinations are called "out", or after several results' names, or "out0",
  /// "out1", ... The in-place form's overload is else that of the functional form.
  constexpr OpBase(const char* schema, OpTraits traits, const detail::Signature& signature)
      : schema_(schema), signature_(&signature), traits_(traits), overrides_(nullptr) {}
  OpBase(const OpBase&) = delete;
  OpBase& operator=(const OpBase&) = delete;

  /// Schema of a form: "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor".
  std::string schema(Out::Form form = Out::Form::kFunctional) const;
  /// "add.Tensor".
  std::string name(Out::Form form = Out::Form::kFunctional) const;
  const OpTraits& traits() const { return traits_; }
  const detail::Signature& signature() const { return *signature_; }
  bool has_form(Out::Form form) const {
    return form == Out::Form::kFunctional || (form == Out::Form::kInPlace ? traits_.in_place : traits_.out);
  }
  OperatorHandle handle(Out::Form form = Out::Form::kFunctional) const { return {this, form}; }

  bool has_kernel(DispatchKey key) const;
  /// Whether a form's natural kernels have this signature: `R(args...)`, `Tensor&(Tensor& self, args...)`,
  /// `Tensor&(args..., Tensor& out)`, or with several results `std::tuple<Tensor&, ...>(args..., Tensor& out0, ...)`.
  bool is_natural(Out::Form form, const detail::Signature& signature) const;
  /// Sets a key's kernel for one form; the signature must be natural for it. Forms without a kernel of their own are
  /// computed by the functional one. Legal while other threads call.
  void set_natural_kernel(DispatchKey key, Out::Form form, const detail::Signature& signature, void (*kernel)());
  /// Sets a key's kernel for all forms; null takes the key's kernel away.
  void set_boxed_kernel(DispatchKey key, BoxedKernel kernel);

 protected:
  /// Calls the kernel of the highest key that has one, wherever it is registered, with the arguments at the addresses,
  /// and assigns the results to the objects at the addresses.
  void dispatch(DispatchKeySet keys, void* const* arguments, void* const* results) const;

 private:
  friend struct OperatorHandle;

  // Kernels with a form's natural signature, and boxed kernels, that a program set; kept apart from the slots because
  // few operators have any.
  struct Override {
    DispatchKey key;  // perhaps one backend's part of a key
    Out::Form form;
    bool whole;                          // `natural` has the type of the object's kernels and serves every form
    const detail::Signature* signature;  // of `natural`
    void (*natural)();
    BoxedKernel boxed;
    const Override* next;
  };
  bool has_overrides() const { return overrides_.load(std::memory_order_relaxed) != nullptr; }
  const Override* find_override(DispatchKey key, Out::Form form, DispatchKeySet keys) const;
  void add_override(Override added);
  void (*kernel_in_slot(DispatchKey key) const)();
  void empty_slot(DispatchKey key);

  void call_boxed(Out::Form form, const DispatchKeySet* keys, Stack& stack) const;
  void call_natural(const Override& o, const Out& out, void* const* arguments, void* const* results) const;
  void call_on_meta(void (*rule)(), void* const* arguments, void* const* results) const;
  void call_with_stack(BoxedKernel kernel, const Out& out, DispatchKeySet keys, void* const* arguments,
                       void* const* results) const;
  // The argument of a call on Meta tensors: `t`, or for a number on the CPU its like on Meta, made in `number`. Throws
  // when `t` is elsewhere and more than a number.
  const Tensor& on_meta(const Tensor& t, Tensor& number) const;
  void check_on_meta(const Tensor& t) const;
  [[noreturn]] TORCHPP_COLD void fail_no_kernel(Out::Form form, DispatchKey key, DispatchKeySet keys) const;
  [[noreturn]] TORCHPP_COLD void fail_no_keys(Out::Form form) const;
  [[noreturn]] TORCHPP_COLD void fail_form(Out::Form form) const;

  const char* schema_;
  const detail::Signature* signature_;
  OpTraits traits_;
  std::atomic<const Override*> overrides_;
};

namespace detail {

/// Writes a result that was computed elsewhere into its destination. Defined by ops, which has copy and resize.
TORCHPP_API void assign(const Out& out, const Tensor& result);

/// The keys with the thread's modes applied.
TORCHPP_API DispatchKeySet effective_keys(DispatchKeySet keys);
/// Fallback of a key for all operators, or null.
TORCHPP_API BoxedKernel fallback(DispatchKey key);

// -- keys of arguments
inline DispatchKeySet keys_of(const TensorBase& t) { return t.defined() ? t.impl()->keys() : DispatchKeySet(); }
inline DispatchKeySet keys_of(const TensorOptions& o) { return backend_key(o.device().type()); }
TORCHPP_API DispatchKeySet keys_of_list(const TensorList& list);
TORCHPP_API DispatchKeySet keys_of_out(const Out& out);

template <class T>
constexpr bool kBringsKeys =
    std::is_same_v<T, Tensor> || std::is_same_v<T, TensorBase> || std::is_same_v<T, std::optional<Tensor>> ||
    std::is_same_v<T, TensorList> || std::is_same_v<T, std::vector<Tensor>> || std::is_same_v<T, TensorOptions> ||
    std::is_same_v<T, Out>;
template <class T>
DispatchKeySet keys_of_any(const T& arg) {
  if constexpr (std::is_same_v<T, Tensor> || std::is_same_v<T, TensorBase>)
    return keys_of(reinterpret_cast<const TensorBase&>(arg));
  else if constexpr (std::is_same_v<T, std::optional<Tensor>>) return arg ? keys_of_any(*arg) : DispatchKeySet();
  else if constexpr (std::is_same_v<T, TensorList> || std::is_same_v<T, std::vector<Tensor>>) return keys_of_list(arg);
  else if constexpr (std::is_same_v<T, TensorOptions>) return keys_of(arg);
  else if constexpr (std::is_same_v<T, Out>) return arg.functional() ? DispatchKeySet() : keys_of_out(arg);
  else return DispatchKeySet();
}

template <class T>
void* address_of(const T& argument) {
  return const_cast<void*>(static_cast<const void*>(std::addressof(argument)));
}

}  // namespace detail

template <class Signature>
class Op;

/// An operator with its kernels, one slot per key. Objects are constant-initialised, named by whoever calls them, and
/// leave a static program together with their kernels when nobody does.
///
/// Arguments: Tensor (undefined stands for none), lists of tensors, numbers, dtypes, options, generators. An operator
/// whose first argument is Out has forms with a destination: in-place, out=, or both, as its traits say.
template <class R, class... A>
class Op<R(A...)> : public OpBase {
 public:
  using Kernel = R (*)(A...);
  static constexpr bool kHasOut = std::is_same_v<std::tuple_element_t<0, std::tuple<A..., int>>, Out>;

  /// The CPU's kernel and the derivative are named here, at link time; other backends call set_kernel. A null
  /// derivative lets calls pass through: the result does not require grad.
  constexpr Op(const char* schema, Kernel cpu, Kernel autograd, OpTraits traits = {true, true})
      : Op(schema, cpu, nullptr, autograd, traits) {}
  struct AllBackends {};
  /// One kernel for every backend.
  constexpr Op(AllBackends, const char* schema, Kernel all, Kernel autograd, OpTraits traits = OpTraits())
      : Op(schema, all, all, autograd, traits) {}

  /// Calls the kernel of the highest key that arguments and thread bring.
  R operator()(A... args) const {
    return call_any(detail::effective_keys(keys_of_all(args...)), static_cast<A>(args)...);
  }
  /// Calls the kernel of the highest of these keys, of which there must be one.
  R call(DispatchKeySet keys, A... args) const {
    const Kernel k = kernel(keys.highest());
    if (TORCHPP_LIKELY(k != nullptr)) return k(static_cast<A>(args)...);
    return slow(keys, static_cast<A>(args)...);
  }

  Kernel kernel(DispatchKey key) const { return slots_[static_cast<size_t>(key)].load(std::memory_order_relaxed); }
  /// Sets a key's kernel for all forms; null takes it away. Legal while other threads call.
  void set_kernel(DispatchKey key, Kernel kernel) {
    slots_[static_cast<size_t>(key)].store(kernel, std::memory_order_relaxed);
  }

 protected:
  /// Keys that the arguments bring.
  static DispatchKeySet keys_of_all(const A&... args) {
    return (detail::keys_of_any<detail::bare_t<A>>(args) | ... | DispatchKeySet());
  }
  /// Calls the kernel of the highest of these keys, which may be none.
  R call_any(DispatchKeySet keys, A... args) const {
    const Kernel k = TORCHPP_LIKELY(!keys.empty()) ? kernel(keys.highest()) : nullptr;
    if (TORCHPP_LIKELY(k != nullptr)) return k(static_cast<A>(args)...);
    return slow(keys, static_cast<A>(args)...);
  }

 private:
  constexpr Op(const char* schema, Kernel cpu, Kernel others, Kernel autograd, OpTraits traits)
      : OpBase(schema, {kHasOut && traits.in_place, kHasOut && traits.out, traits.meta, traits.mixed, traits.composite},
               detail::SignatureOf<R(A...)>::value),
        slots_{{{cpu},
                {others},
                {others},
                {others},
                {nullptr},
                {nullptr},
                {nullptr},
                {autograd},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr}}} {
    static_assert(kNumDispatchKeys == 15 && static_cast<int>(DispatchKey::Autograd) == 7, "a slot per key");
  }

  // For calls that find no kernel in the highest key's slot.
  TORCHPP_COLD R slow(DispatchKeySet keys, A... args) const {
    void* const arguments[] = {detail::address_of(args)..., nullptr};
    if constexpr (std::is_void_v<R>) {
      dispatch(keys, arguments, nullptr);
    } else {
      R result{};
      dispatch(keys, arguments, detail::ResultsOf<R>::addresses(result).data());
      return result;
    }
  }

  std::array<std::atomic<Kernel>, kNumDispatchKeys> slots_;
};

}  // namespace torchpp
