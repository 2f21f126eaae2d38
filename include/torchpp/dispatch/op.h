// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operator objects: how one call finds its kernel.

#include <torchpp/dispatch/ivalue.h>
#include <torchpp/dispatch/out.h>
#include <torchpp/tensor.h>

#include <array>
#include <atomic>
#include <tuple>

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
  void (*call)(const OpBase& op, Out::Form form, const DispatchKeySet* keys, Stack& stack);

  /// Name with overload, as in a schema: "add.Tensor", "add_.Tensor", "add.out".
  std::string name() const;
  /// Schema of this form.
  std::string schema() const;
  /// Calls the operator with the arguments on the stack; the results replace them.
  void call_boxed(Stack& stack) const { call(*op, form, nullptr, stack); }
  /// Calls the kernel of the highest of the given keys: a layer calls the layer below it.
  void redispatch_boxed(DispatchKeySet keys, Stack& stack) const { call(*op, form, &keys, stack); }
};

/// The properties of an operator that do not depend on its kernels.
struct OpTraits {
  bool in_place = false;  ///< has an in-place form
  bool out = false;       ///< has an out= form
  /// The CPU's kernel also serves Meta tensors: there it ends where its rule has made the result.
  bool meta = false;
  bool mixed = false;  ///< tensors on several devices may come together
};

/// The part of an operator object that does not depend on its signature.
class TORCHPP_API OpBase {
 public:
  /// Forms that libtorch gives overloads of their own name them in the schema: "add.Tensor|out(", or, with the in-place
  /// form's behind that of the out= form, "pow.Tensor_Tensor||Tensor(". Else they are ".out" for no overload,
  /// ".Tensor_out" for ".Tensor", and the functional form's.
  constexpr OpBase(const char* schema, OpTraits traits) : schema_(schema), traits_(traits), overrides_(nullptr) {}
  OpBase(const OpBase&) = delete;
  OpBase& operator=(const OpBase&) = delete;

  /// Schema of the functional form: "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor".
  std::string schema() const;
  /// "add.Tensor".
  std::string name() const { return name(Out::Form::kFunctional); }
  std::string name(Out::Form form) const;
  const OpTraits& traits() const { return traits_; }
  bool has_form(Out::Form form) const {
    return form == Out::Form::kFunctional || (form == Out::Form::kInPlace ? traits_.in_place : traits_.out);
  }
  /// The argument of a call on Meta tensors: `t`, or for a number on the CPU its like on Meta, made in `number`. Throws
  /// when `t` is elsewhere and more than a number.
  const Tensor& on_meta(const Tensor& t, Tensor& number) const;

 protected:
  // Kernels with a form's natural signature, and boxed kernels, that a program set; kept apart from the slots because
  // few operators have any.
  struct Override {
    DispatchKey key;  // perhaps one backend's part of a key
    Out::Form form;
    bool whole;  // `natural` has the type of the object's kernels and serves every form
    void (*natural)();
    BoxedKernel boxed;
    const Override* next;
  };
  bool has_overrides() const { return overrides_.load(std::memory_order_relaxed) != nullptr; }
  const Override* find_override(DispatchKey key, Out::Form form, DispatchKeySet keys) const;
  void add_override(DispatchKey key, Out::Form form, void (*natural)(), BoxedKernel boxed, bool whole = false);
  [[noreturn]] TORCHPP_COLD void fail_no_kernel(Out::Form form, DispatchKey key, DispatchKeySet keys) const;
  [[noreturn]] TORCHPP_COLD void fail_no_keys(Out::Form form) const;
  [[noreturn]] TORCHPP_COLD void fail_form(Out::Form form) const;

 private:
  const char* schema_;
  OpTraits traits_;
  mutable std::atomic<const Override*> overrides_;
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
DispatchKeySet keys_of_any(const T& arg) {
  if constexpr (std::is_same_v<T, Tensor> || std::is_same_v<T, TensorBase>)
    return keys_of(reinterpret_cast<const TensorBase&>(arg));
  else if constexpr (std::is_same_v<T, std::optional<Tensor>>) return arg ? keys_of_any(*arg) : DispatchKeySet();
  else if constexpr (std::is_same_v<T, TensorList> || std::is_same_v<T, std::vector<Tensor>>) return keys_of_list(arg);
  else if constexpr (std::is_same_v<T, TensorOptions>) return keys_of(arg);
  else if constexpr (std::is_same_v<T, Out>) return arg.functional() ? DispatchKeySet() : keys_of_out(arg);
  else return DispatchKeySet();
}

}  // namespace detail

namespace detail {

// -- arguments of a call on Meta tensors
template <class T>
struct MetaArgument {
  MetaArgument(const OpBase&, const T& v) : value(v) {}
  T value;
};
template <class T>
struct MetaArgument<const T&> {
  MetaArgument(const OpBase&, const T& v) : value(v) {}
  const T& value;
};
template <>
struct MetaArgument<const Tensor&> {
  MetaArgument(const OpBase& op, const Tensor& t) : value(op.on_meta(t, number)) {}
  Tensor number;
  const Tensor& value;
};
template <>
struct MetaArgument<TensorList> {
  TORCHPP_API MetaArgument(const OpBase& op, const TensorList& list);
  std::vector<Tensor> tensors;
  TensorList value;
};
template <>
struct MetaArgument<Out> {
  TORCHPP_API MetaArgument(const OpBase& op, const Out& out);
  Out value;
};

// -- boxing: how a type of argument or result travels on the stack
template <class T>
struct Boxing {  // types from which an IValue is constructed without conversion
  static constexpr size_t kCount = 1;
  static void push(Stack& stack, const T& v) { stack.emplace_back(v); }
};
template <class T>
using bare_t = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T>
auto unbox(const IValue* v) {
  if constexpr (std::is_same_v<T, Tensor>) return v->isNone() ? T() : v->toTensor();
  else if constexpr (std::is_same_v<T, Scalar>) return v->toScalar();
  else if constexpr (std::is_same_v<T, bool>) return v->toBool();
  else if constexpr (std::is_same_v<T, double>) return v->toDouble();
  else if constexpr (std::is_same_v<T, ScalarType> || std::is_same_v<T, Layout> || std::is_same_v<T, MemoryFormat>)
    return static_cast<T>(v->toInt());
  else if constexpr (std::is_integral_v<T>) return static_cast<T>(v->toInt());
  else if constexpr (std::is_same_v<T, std::string>) return v->toStringRef();
  else if constexpr (std::is_same_v<T, std::string_view>) return std::string_view(v->toStringRef());
  else if constexpr (std::is_same_v<T, std::vector<double>>) return v->toDoubleVector();
  else if constexpr (std::is_same_v<T, IntArrayRef>) return IntArrayRef(v->toIntVector());
  else if constexpr (std::is_same_v<T, std::vector<int64_t>>) return v->toIntVector();
  else if constexpr (std::is_same_v<T, ArrayRef<double>>) return ArrayRef<double>(v->toDoubleVector());
  else if constexpr (std::is_same_v<T, TensorList>) return TensorList(v->toTensorVector());
  else if constexpr (std::is_same_v<T, std::vector<Tensor>>) return v->toTensorVector();
  else if constexpr (std::is_same_v<T, Device>) return v->toDevice();
  else if constexpr (std::is_same_v<T, Generator>) return v->isNone() ? Generator() : v->toGenerator();
  else if constexpr (std::is_same_v<T, OptionalArrayRef<int64_t>>)
    return v->isNone() ? T() : T(IntArrayRef(v->toIntVector()));
  else return T::unboxable_type;  // no IValue holds this type
}

template <class T>
struct Boxing<std::optional<T>> {
  static constexpr size_t kCount = 1;
  static void push(Stack& stack, const std::optional<T>& v) {
    if (v) Boxing<T>::push(stack, *v);
    else stack.emplace_back();
  }
};
template <>
struct Boxing<TensorOptions> {  // dtype, layout, device, pin_memory, as schemas have them
  static constexpr size_t kCount = 4;
  TORCHPP_API static void push(Stack& stack, const TensorOptions& o);
  TORCHPP_API static TensorOptions get(const IValue* v);
};
template <>
struct Boxing<Out> {
  static constexpr size_t kCount = 0;
};
template <class... T>
struct Boxing<std::tuple<T...>> {
  static constexpr size_t kCount = sizeof...(T);
  static void push(Stack& stack, const std::tuple<T...>& v) {
    std::apply([&](const T&... e) { (Boxing<T>::push(stack, e), ...); }, v);
  }
};

template <class T>
struct Unboxer {
  static auto get(const IValue* v) { return unbox<T>(v); }
};
template <class T>
struct Unboxer<std::optional<T>> {
  static std::optional<T> get(const IValue* v) {
    if (v->isNone()) return std::nullopt;
    return Unboxer<T>::get(v);
  }
};
template <>
struct Unboxer<TensorOptions> {
  static TensorOptions get(const IValue* v) { return Boxing<TensorOptions>::get(v); }
};

}  // namespace detail
template <class T>
T IValue::to() const {
  return detail::Unboxer<T>::get(this);
}
namespace detail {

template <class R>
R unbox_result(Stack& stack) {
  if constexpr (std::is_void_v<R>) {
    stack.clear();
  } else {
    R r = Unboxer<R>::get(&stack.back());
    stack.clear();
    return r;
  }
}
template <class R, size_t... I>
R unbox_tuple(Stack& stack, std::index_sequence<I...>) {
  const IValue* first = stack.data() + (stack.size() - sizeof...(I));
  return R(Unboxer<std::tuple_element_t<I, R>>::get(first + I)...);
}
template <class T>
struct is_tuple : std::false_type {};
template <class... T>
struct is_tuple<std::tuple<T...>> : std::true_type {};

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
  constexpr Op(AllBackends, const char* schema, Kernel all, Kernel autograd)
      : Op(schema, all, all, autograd, OpTraits()) {}

  /// Calls the kernel of the highest key that arguments and thread bring.
  R operator()(A... args) const {
    return call_any(detail::effective_keys(keys_of_all(args...)), static_cast<A>(args)...);
  }
  /// Calls the kernel of the highest of these keys.
  R call(DispatchKeySet keys, A... args) const {
    const DispatchKey key = keys.highest();
    const Kernel kernel = slots_[static_cast<size_t>(key)].load(std::memory_order_relaxed);
    if (TORCHPP_LIKELY(kernel != nullptr)) return kernel(static_cast<A>(args)...);
    return slow(key, keys, static_cast<A>(args)...);
  }

  Kernel kernel(DispatchKey key) const { return slots_[static_cast<size_t>(key)].load(std::memory_order_relaxed); }
  /// Sets a key's kernel for all forms; null takes it away. Legal while other threads call.
  void set_kernel(DispatchKey key, Kernel kernel) {
    slots_[static_cast<size_t>(key)].store(kernel, std::memory_order_relaxed);
  }
  /// Sets a key's kernel for one form, with that form's natural signature: `R(args...)`, `Tensor&(Tensor& self,
  /// args...)` or `Tensor&(args..., Tensor& out)`. Forms without a kernel of their own are computed by the functional
  /// one.
  void set_natural_kernel(DispatchKey key, Out::Form form, void (*kernel)()) {
    if (!kHasOut && !has_overrides() && key == whole_key(key)) return set_kernel(key, reinterpret_cast<Kernel>(kernel));
    keep_slot(key);
    add_override(key, form, kernel, nullptr, !kHasOut);
  }
  void set_boxed_kernel(DispatchKey key, BoxedKernel kernel) {
    keep_slot(key);
    add_override(key, Out::Form::kFunctional, nullptr, kernel);
  }
  bool has_kernel(DispatchKey key) const {
    return kernel(key) != nullptr || find_override(key, Out::Form::kFunctional, key) != nullptr;
  }

  OperatorHandle handle(Out::Form form = Out::Form::kFunctional) const { return {this, form, &call_boxed}; }
  /// Calls with the arguments on the stack and leaves the results there. Without keys, those of arguments and thread
  /// count.
  static void call_boxed(const OpBase& base, Out::Form form, const DispatchKeySet* keys, Stack& stack) {
    call_boxed_impl(static_cast<const Op&>(base), form, keys, stack, std::index_sequence_for<A...>());
  }

 protected:
  /// Keys that the arguments bring.
  static DispatchKeySet keys_of_all(const A&... args) {
    return (detail::keys_of_any<detail::bare_t<A>>(args) | ... | DispatchKeySet());
  }
  /// Calls the kernel of the highest of these keys, which may be none.
  R call_any(DispatchKeySet keys, A... args) const {
    if (TORCHPP_UNLIKELY(keys.empty())) fail_no_keys(form_of(args...));
    return call(keys, static_cast<A>(args)...);
  }

 private:
  constexpr Op(const char* schema, Kernel cpu, Kernel others, Kernel autograd, OpTraits traits)
      : OpBase(schema, {kHasOut && traits.in_place, kHasOut && traits.out, traits.meta, traits.mixed}),
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

  static Out::Form form_of(const A&... args) {
    if constexpr (kHasOut) return std::get<0>(std::tie(args...)).form();
    else return Out::Form::kFunctional;
  }

  // Empties the slot for an override. A kernel for one backend leaves the key's kernel to the others.
  void keep_slot(DispatchKey key) {
    const DispatchKey whole = whole_key(key);
    if (const Kernel kept = kernel(whole); kept != nullptr && key != whole)
      add_override(whole, Out::Form::kFunctional, reinterpret_cast<void (*)()>(kept), nullptr, true);
    set_kernel(whole, nullptr);
  }

  template <size_t... I>
  static void call_boxed_impl(const Op& op, Out::Form form, const DispatchKeySet* keys, Stack& stack,
                              std::index_sequence<I...>) {
    constexpr size_t kCounts[] = {detail::Boxing<detail::bare_t<A>>::kCount..., 0};
    size_t total = 0;
    size_t starts[sizeof...(A) + 1] = {};
    for (size_t i = 0; i < sizeof...(A); ++i) {
      starts[i] = total;
      total += kCounts[i];
    }
    const bool to_out = form == Out::Form::kOut;
    if (TORCHPP_UNLIKELY(!op.has_form(form))) op.fail_form(form);
    TORCHPP_CHECK(stack.size() >= total + (to_out ? 1 : 0), op.name(form), ": got ", stack.size(),
                  " values on the stack, expected ", total + (to_out ? 1 : 0));
    const size_t first = stack.size() - total - (to_out ? 1 : 0);
    const IValue* args = stack.data() + first;
    Tensor destination;
    if (form != Out::Form::kFunctional) destination = args[to_out ? total : 0].toTensor();
    const Out out = form == Out::Form::kFunctional ? Out() : to_out ? Out::to(destination) : Out::in_place(destination);
    auto argument = [&](auto type, size_t at) {
      using T = typename decltype(type)::type;
      if constexpr (std::is_same_v<T, Out>) return (void)at, out;
      else return detail::Unboxer<T>::get(args + at);
    };
    if constexpr (std::is_void_v<R>) {
      op.call_with(keys, argument(Type<detail::bare_t<A>>(), starts[I])...);
      stack.resize(first);
    } else {
      R result = op.call_with(keys, argument(Type<detail::bare_t<A>>(), starts[I])...);
      stack.resize(first);
      if (form != Out::Form::kFunctional) stack.emplace_back(destination);
      else detail::Boxing<R>::push(stack, result);
    }
  }
  template <class T>
  struct Type {
    using type = T;
  };
  R call_with(const DispatchKeySet* keys, A... args) const {
    return call_any(keys != nullptr ? *keys : detail::effective_keys(keys_of_all(args...)), static_cast<A>(args)...);
  }

  // No slot: overrides, then the key's fallback, then the key below.
  TORCHPP_COLD R slow(DispatchKey key, DispatchKeySet keys, A... args) const {
    const Out::Form form = form_of(args...);
    for (;;) {
      if (const Override* o = find_override(key, form, keys)) {
        if (o->boxed != nullptr) return call_with_stack(o->boxed, keys, static_cast<A>(args)...);
        if (o->whole) return reinterpret_cast<Kernel>(o->natural)(static_cast<A>(args)...);
        if constexpr (kHasOut) return call_natural(*o, static_cast<A>(args)...);
      }
      if (const BoxedKernel f = detail::fallback(key)) return call_with_stack(f, keys, static_cast<A>(args)...);
      if (key == DispatchKey::Meta && traits().meta) return call_on_meta(static_cast<A>(args)...);
      if (is_backend_key(key)) fail_no_kernel(form, key, keys);
      keys = keys - key;
      if (keys.empty()) fail_no_keys(form);
      key = keys.highest();
      const Kernel kernel = slots_[static_cast<size_t>(key)].load(std::memory_order_relaxed);
      if (kernel != nullptr) return kernel(static_cast<A>(args)...);
    }
  }

  // There is no kernel to run: the CPU's says what its result would be.
  R call_on_meta(A... args) const {
    const Kernel rule = kernel(DispatchKey::CPU);
    if (traits().mixed) return rule(static_cast<A>(args)...);
    return rule(detail::MetaArgument<A>(*this, args).value...);
  }

  R call_with_stack(BoxedKernel kernel, DispatchKeySet keys, A... args) const {
    Stack stack;
    stack.reserve(sizeof...(A) + 4);
    const Tensor* destination = nullptr;
    auto push = [&](const auto& v) {
      using T = detail::bare_t<decltype(v)>;
      if constexpr (std::is_same_v<T, Out>) destination = v.functional() ? nullptr : &v.tensor();
      else detail::Boxing<T>::push(stack, v);
    };
    (push(args), ...);
    const Out::Form form = form_of(args...);
    if (form == Out::Form::kOut) stack.emplace_back(*destination);
    kernel(handle(form), keys, stack);
    if (form != Out::Form::kFunctional) return R();
    if constexpr (detail::is_tuple<R>::value)
      return detail::unbox_tuple<R>(stack, std::make_index_sequence<std::tuple_size_v<R>>());
    else return detail::unbox_result<R>(stack);
  }

  template <class... B>
  R call_natural(const Override& o, Out out, B... args) const {
    if (o.form == Out::Form::kFunctional) {
      R result = reinterpret_cast<R (*)(B...)>(o.natural)(static_cast<B>(args)...);
      if (out.functional()) return result;
      detail::assign(out, result);
      return R();
    }
    if (o.form == Out::Form::kOut)
      reinterpret_cast<Tensor& (*)(B..., Tensor&)>(o.natural)(static_cast<B>(args)...,
                                                              const_cast<Tensor&>(out.tensor()));
    else call_in_place(o, out, static_cast<B>(args)...);
    return R();
  }
  template <class First, class... B>
  static void call_in_place(const Override& o, Out out, First, B... args) {
    reinterpret_cast<Tensor& (*)(Tensor&, B...)>(o.natural)(const_cast<Tensor&>(out.tensor()), static_cast<B>(args)...);
  }

  std::array<std::atomic<Kernel>, kNumDispatchKeys> slots_;
};

}  // namespace torchpp
