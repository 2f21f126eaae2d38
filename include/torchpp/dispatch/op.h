// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operator objects: how one call finds its kernel.

#include <torchpp/core/atomic.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/dispatch/signature.h>

namespace torchpp {

using TensorList = ArrayRef<Tensor>;
using TensorPair = std::tuple<Tensor, Tensor>;
using TensorTriple = std::tuple<Tensor, Tensor, Tensor>;
class OpBase;
struct OperatorHandle;

/// A kernel that can serve any operator: it takes the arguments from the stack and leaves the results there. A kernel
/// of a layer calls the kernels below it by `op.redispatch_boxed(keys - its_key, stack)`, or by `op.call_boxed(stack)`
/// while its key is excluded, which computes the keys anew.
using BoxedKernel = void (*)(const OperatorHandle& op, DispatchKeySet keys, Stack& stack);

/// One form of an operator, without its C++ signature.
struct TORCHPP_API OperatorHandle {
  const OpBase* op;
  Out::Form form;

  /// Name with overload, as in a schema: "add.Tensor", "add_.Tensor", "add.out".
  std::string name() const;
  /// Schema of this form.
  std::string schema() const;
  /// Calls the operator with the arguments at the end of the stack and replaces them by the results. The arguments are
  /// in the order of the schema; those of the out= form end with one tensor for each result. The keys are computed from
  /// the arguments and the thread. Throws TypeError for too few values or a value of another type; the stack then keeps
  /// its values.
  void call_boxed(Stack& stack) const;
  /// Like call_boxed(), with the given keys: a layer removes its own and passes the call on.
  void redispatch_boxed(DispatchKeySet keys, Stack& stack) const;
};

/// How one call of an operator, or of one overload, computes it for a batch of samples that are stacked in a dimension
/// 0 of their own. Dimensions counted from the end and sizes of the end stay what they are for one sample.
enum class Batching : uint8_t {
  kEach,       ///< it does not: one call per sample. A composite consists of operators that have classes
  kPointwise,  ///< any tensors may be batched; behind the batch they get dimensions of size 1 up to those of the result
  kDims,       ///< all tensors are batched, and dimensions counted from the start move by 1; an argument of dimensions
               ///< that is absent or empty means all of a sample. A sample without dimensions beside others that have
               ///< some counts as a vector of one element
  kLeading,    ///< the first argument alone may be batched: it has any number of leading dimensions
  kSamples     ///< the first argument alone may be batched: its dimension 0 is one of samples and takes the batch in
};

/// What automatic mixed precision does with the floating arguments of an operator on one type of device. Arguments of
/// Double are never converted. Source: the operator lists of libtorch 1.13.
enum class Autocast : uint8_t {
  kNone,          ///< it computes in the dtypes that come
  kLower,         ///< they are converted to the lower dtype: Half or BFloat16
  kFp32,          ///< they are converted to Float
  kFp32Dtype,     ///< its argument `dtype` becomes Float where it is not given
  kFp32Overload,  ///< the overload with an argument `dtype` is called with Float
  kPromote,       ///< they are converted to the widest dtype among them
  kBanned         ///< the call throws, because the operator overflows in Half
};

/// Properties of an operator beside its kernels.
struct OpTraits {
  bool in_place = false;  ///< has an in-place form
  bool out = false;       ///< has an out= form
  /// The CPU's kernel also serves Meta tensors: for those it returns after its rule has created the result.
  bool meta = false;
  bool mixed = false;  ///< tensors on several devices may come together
  /// Implemented by calls of other operators: its kernel is used for every backend, for the autograd layer, and for
  /// calls whose arguments have no key.
  bool composite = false;
  Batching batching = Batching::kEach;
  Autocast autocast_cpu = Autocast::kNone;
  Autocast autocast_cuda = Autocast::kNone;
};

/// The part of an operator object that does not depend on its signature.
class TORCHPP_API OpBase {
 public:
  /// `schema` is the schema of the functional form. Its name may be followed by the names of the other forms:
  ///     name.overload|out_overload:destination:...|inplace_overload(arguments) -> results
  /// Each part may be empty or absent. Defaults: the out= form has the overload "out", or "Tensor_out" where the
  /// functional form has "Tensor". A single destination is called "out"; several have the names of the results, or
  /// "out0", "out1", ... The in-place form has the overload of the functional form.
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
  /// Whether `signature` is the natural one of a form: `R(args...)` of the functional form, `Tensor&(Tensor& self,
  /// args...)` in place, `Tensor&(args..., Tensor& out)` or, for several results, `std::tuple<Tensor&, ...>(args...,
  /// Tensor& out0, ...)` of the out= form.
  bool is_natural(Out::Form form, const detail::Signature& signature) const;
  /// Sets the kernel of a key for one form; is_natural(form, signature) must hold. A form without a kernel of its own
  /// calls the functional one and copies the results. May run while other threads call the operator.
  void set_natural_kernel(DispatchKey key, Out::Form form, const detail::Signature& signature, void (*kernel)());
  /// Sets the kernel of a key for all forms; null removes it.
  void set_boxed_kernel(DispatchKey key, BoxedKernel kernel);

 protected:
  /// Finds the kernel for these keys in slots, overrides and fallbacks, calls it with the arguments at the given
  /// addresses, and assigns the results to the objects at the given addresses.
  void dispatch(DispatchKeySet keys, void* const* arguments, void* const* results) const;

 private:
  friend struct OperatorHandle;

  // A kernel with the natural signature of a form, or a boxed kernel. Stored outside the slots because few operators
  // have any.
  struct Override {
    DispatchKey key;  // may name one backend's part of a layer: AutogradCPU
    Out::Form form;
    bool whole;                          // whether `natural` has the signature of the operator and serves every form
    const detail::Signature* signature;  // of `natural`
    void (*natural)();
    BoxedKernel boxed;
    const Override* next;
  };
  bool has_overrides() const { return overrides_.load(detail::Order::kRelaxed) != nullptr; }
  const Override* find_override(DispatchKey key, Out::Form form, DispatchKeySet keys) const;
  void add_override(Override added);
  void (*kernel_in_slot(DispatchKey key) const)();
  void empty_slot(DispatchKey key);

  void call_boxed(Out::Form form, const DispatchKeySet* keys, Stack& stack) const;
  void call_natural(const Override& o, const Out& out, void* const* arguments, void* const* results) const;
  // Calls the CPU's kernel, which for Meta tensors only creates the result. Defined in src/ops.
  void call_on_meta(void (*rule)(), void* const* arguments, void* const* results) const;
  void call_with_stack(BoxedKernel kernel, const Out& out, DispatchKeySet keys, void* const* arguments,
                       void* const* results) const;
  [[noreturn]] TORCHPP_COLD void fail_no_kernel(Out::Form form, DispatchKey key, DispatchKeySet keys) const;
  [[noreturn]] TORCHPP_COLD void fail_no_keys(Out::Form form) const;
  [[noreturn]] TORCHPP_COLD void fail_form(Out::Form form) const;

  const char* schema_;
  const detail::Signature* signature_;
  OpTraits traits_;
  detail::Atomic<const Override*> overrides_;
};

namespace detail {

/// Resizes the destination and copies the result into it. Defined in src/ops, which has copy and resize.
TORCHPP_API void assign(const Out& out, const Tensor& result);

/// The keys with the thread's modes applied.
TORCHPP_API DispatchKeySet effective_keys(DispatchKeySet keys);
/// The fallback that serves all operators for a key, or null.
TORCHPP_API BoxedKernel fallback(DispatchKey key);

// -- keys of arguments
inline DispatchKeySet keys_of(const TensorBase& t) { return t.defined() ? t.impl()->keys() : DispatchKeySet(); }
inline DispatchKeySet keys_of(const TensorOptions& o) { return backend_key(o.device().type()); }
TORCHPP_API DispatchKeySet keys_of_list(const TensorList& list);  // defined in src/ops
TORCHPP_API DispatchKeySet keys_of_out(const Out& out);
TORCHPP_API DispatchKeySet keys_of_value(const IValue& v);

template <class T>
constexpr bool kBringsKeys =
    std::is_same_v<T, Tensor> || std::is_same_v<T, TensorBase> || std::is_same_v<T, optional<Tensor>> ||
    std::is_same_v<T, TensorList> || std::is_same_v<T, std::vector<Tensor>> || std::is_same_v<T, TensorOptions> ||
    std::is_same_v<T, Out> || std::is_same_v<T, IValue>;
template <class T>
DispatchKeySet keys_of_any(const T& arg) {
  if constexpr (std::is_same_v<T, Tensor> || std::is_same_v<T, TensorBase>)
    return keys_of(reinterpret_cast<const TensorBase&>(arg));
  else if constexpr (std::is_same_v<T, optional<Tensor>>) return arg ? keys_of_any(*arg) : DispatchKeySet();
  else if constexpr (std::is_same_v<T, TensorList> || std::is_same_v<T, std::vector<Tensor>>) return keys_of_list(arg);
  else if constexpr (std::is_same_v<T, TensorOptions>) return keys_of(arg);
  else if constexpr (std::is_same_v<T, Out>)
    return arg.is_out() ? keys_of_out(arg) : DispatchKeySet();  // in place it is an argument, too
  else if constexpr (std::is_same_v<T, IValue> || kIsValueView<T>) return keys_of_value(arg);
  else return DispatchKeySet();
}

template <class T>
void* address_of(const T& argument) {
  return const_cast<void*>(static_cast<const void*>(&argument));
}

}  // namespace detail

template <class Signature>
class Op;

/// An operator with one slot for the kernel of each key. Objects are constant-initialised. Callers refer to them by
/// name, so that a static program contains only those that it calls, and their kernels.
///
/// Arguments and results have the types of detail::BoxedTypes; an undefined Tensor represents None. An operator whose
/// first argument is Out has forms with destinations: in-place, out=, or both, according to its traits.
template <class R, class... A>
class Op<R(A...)> : public OpBase {
 public:
  using Kernel = R (*)(A...);
  static constexpr bool kHasOut = std::is_same_v<std::tuple_element_t<0, std::tuple<A..., int>>, Out>;
  /// The destination of the in-place form is the argument after Out.
  static constexpr bool kMayBeInPlace =
      kHasOut && std::is_same_v<detail::bare_t<std::tuple_element_t<1, std::tuple<A..., int, int>>>, Tensor>;

  /// The kernel of the CPU and the derivative are linked by naming them here; other backends call set_kernel. Without a
  /// derivative (null), calls go on to the backend and the result does not require grad.
  constexpr Op(const char* schema, Kernel cpu, Kernel autograd, OpTraits traits = {true, true})
      : Op(schema, cpu, nullptr, autograd, traits) {}
  struct AllBackends {};
  /// The same kernel for every backend.
  constexpr Op(AllBackends, const char* schema, Kernel all, Kernel autograd, OpTraits traits = OpTraits())
      : Op(schema, all, all, autograd, traits) {}

  /// Calls the kernel of the highest key of the arguments and the thread.
  R operator()(A... args) const {
    return call_any(detail::effective_keys(keys_of_all(args...)), static_cast<A>(args)...);
  }
  /// Calls the kernel of the highest of these keys; the set must not be empty.
  R call(DispatchKeySet keys, A... args) const {
    const Kernel k = kernel(keys.highest());
    if (TORCHPP_LIKELY(k != nullptr)) return k(static_cast<A>(args)...);
    return slow(keys, static_cast<A>(args)...);
  }

  Kernel kernel(DispatchKey key) const { return slots_[static_cast<size_t>(key)].load(detail::Order::kRelaxed); }
  /// Sets the kernel of a key for all forms; null removes it. May run while other threads call the operator.
  void set_kernel(DispatchKey key, Kernel kernel) {
    slots_[static_cast<size_t>(key)].store(kernel, detail::Order::kRelaxed);
  }

 protected:
  /// The union of the keys of the arguments.
  static DispatchKeySet keys_of_all(const A&... args) {
    return (detail::keys_of_any<detail::bare_t<A>>(args) | ... | DispatchKeySet());
  }
  /// Like call(); the set may be empty.
  TORCHPP_INLINE R call_any(DispatchKeySet keys, A... args) const {
    const Kernel k = TORCHPP_LIKELY(!keys.empty()) ? kernel(keys.highest()) : nullptr;
    if (TORCHPP_LIKELY(k != nullptr)) return k(static_cast<A>(args)...);
    return slow(keys, static_cast<A>(args)...);
  }

 private:
  constexpr Op(const char* schema, Kernel cpu, Kernel others, Kernel autograd, OpTraits traits)
      : OpBase(schema,
               {kMayBeInPlace && traits.in_place, kHasOut && traits.out, traits.meta, traits.mixed, traits.composite,
                traits.batching, traits.autocast_cpu, traits.autocast_cuda},
               detail::SignatureOf<R(A...)>::value),
        slots_{{{cpu},
                {others},
                {others},
                {others},
                {nullptr},
                {nullptr},
                {autograd},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr},
                {nullptr}}} {
    static_assert(kNumDispatchKeys == 15 && static_cast<int>(DispatchKey::Autograd) == 6, "a slot per key");
  }

  // Taken when the slot of the highest key is empty.
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

  std::array<detail::Atomic<Kernel>, kNumDispatchKeys> slots_;
};

}  // namespace torchpp
