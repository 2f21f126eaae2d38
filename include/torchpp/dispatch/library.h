// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operators by name: defining new ones, giving existing ones kernels for a key, and calling them.
///
///     Tensor my_scale(const Tensor& x, double s) { return x * s; }
///     TORCHPP_LIBRARY(mine, m) { m.def("scale(Tensor x, float s) -> Tensor"); }
///     TORCHPP_LIBRARY_IMPL(mine, CPU, m) { m.impl("scale", my_scale); }
///     TORCHPP_LIBRARY_IMPL(mine, AutogradCPU, m) { m.impl("scale", my_scale_with_gradient); }
///     ... find_op("mine::scale").typed<Tensor(const Tensor&, double)>()(x, 2.0)
///
/// The macros make an object in the program whose constructor runs the block at start-up; a static library has no such
/// constructor to rely on and calls a function `register_mine(Library&)` of its own instead. Looking operators up by
/// name links all of them; a program that has the C++ object of its operator (an Op<...>) needs none of this.

#include <torchpp/dispatch/mode.h>

#include <typeinfo>

namespace torchpp {

namespace detail {

/// How an operator object of any signature is reached by name.
struct OperatorEntry {
  OpBase* op;
  void (*call)(const OpBase& op, Out::Form form, const DispatchKeySet* keys, Stack& stack);
  void (*set_natural)(OpBase& op, DispatchKey key, Out::Form form, void (*kernel)());
  void (*set_boxed)(OpBase& op, DispatchKey key, BoxedKernel kernel);
  bool (*has_kernel)(const OpBase& op, DispatchKey key);
  /// Type of the object's call, and of a form's natural kernel.
  const std::type_info& (*signature)();
  const std::type_info& (*natural_signature)(Out::Form form);
};

template <class Signature>
struct EntryOf;
template <class R, class... A>
struct EntryOf<R(A...)> {
  using O = Op<R(A...)>;
  template <class... B>
  struct Natural {
    using Functional = R(B...);
    using OutForm = Tensor&(B..., Tensor&);
    template <class First, class... C>
    static const std::type_info& in_place(void (*)(First, C...)) {
      return typeid(Tensor & (Tensor&, C...));
    }
  };
  template <class First, class... B>
  static const std::type_info& natural(Out::Form form, void (*)(First, B...)) {
    using N = Natural<B...>;
    if (form == Out::Form::kFunctional) return typeid(typename N::Functional);
    if (form == Out::Form::kOut) return typeid(typename N::OutForm);
    return N::in_place(static_cast<void (*)(B...)>(nullptr));
  }
  static const std::type_info& natural_signature(Out::Form form) {
    if constexpr (O::kHasOut) return natural(form, static_cast<void (*)(A...)>(nullptr));
    else return (void)form, typeid(R(A...));
  }
  static const std::type_info& signature() { return typeid(R(A...)); }
  static void set_natural(OpBase& op, DispatchKey key, Out::Form form, void (*kernel)()) {
    static_cast<O&>(op).set_natural_kernel(key, form, kernel);
  }
  static void set_boxed(OpBase& op, DispatchKey key, BoxedKernel kernel) {
    static_cast<O&>(op).set_boxed_kernel(key, kernel);
  }
  static bool has_kernel(const OpBase& op, DispatchKey key) { return static_cast<const O&>(op).has_kernel(key); }
};

template <class Signature>
constexpr OperatorEntry entry_of(Op<Signature>& op) {
  using E = EntryOf<Signature>;
  return {&op,           &Op<Signature>::call_boxed, &E::set_natural, &E::set_boxed, &E::has_kernel,
          &E::signature, &E::natural_signature};
}

/// The library's own operators; defined by ops, whose table it is.
TORCHPP_API const OperatorEntry* builtin_operators(size_t* count);

template <class F>
struct FunctionOf : FunctionOf<decltype(+std::declval<F>())> {};
template <class R, class... A>
struct FunctionOf<R (*)(A...)> {
  using Signature = R(A...);
};

}  // namespace detail

/// An operator found by name.
class TORCHPP_API FoundOp {
 public:
  FoundOp(const detail::OperatorEntry& entry, Out::Form form) : entry_(&entry), form_(form) {}

  std::string name() const { return handle().name(); }
  std::string schema() const { return handle().schema(); }
  OperatorHandle handle() const { return {entry_->op, form_, entry_->call}; }
  void call_boxed(Stack& stack) const { handle().call_boxed(stack); }
  /// The operator's object, to be called with C++ arguments. Throws TypeError when the signature is another one.
  template <class Signature>
  const Op<Signature>& typed() const {
    check_signature(typeid(Signature));
    return static_cast<const Op<Signature>&>(*entry_->op);
  }
  /// Whether the operator's object has this signature, and its form this natural one: typed() and kernels take those.
  bool has_signature(const std::type_info& type) const;
  bool has_natural_signature(const std::type_info& type) const;
  /// Gives the operator's form a kernel of its natural signature for a key. Of composite keys: for every backend that
  /// has none. Throws NotImplementedError for keys that stand for no layer here.
  template <class F>
  void set_kernel(DispatchKey key, F kernel) const {
    set_natural(key, typeid(typename detail::FunctionOf<F>::Signature), reinterpret_cast<void (*)()>(+kernel));
  }
  /// Null takes the key's kernel away: calls pass through to what lies below.
  void set_boxed_kernel(DispatchKey key, BoxedKernel kernel) const;

 private:
  friend class Library;
  void check_signature(const std::type_info& asked) const;
  void set_natural(DispatchKey key, const std::type_info& type, void (*kernel)()) const;

  const detail::OperatorEntry* entry_;
  Out::Form form_;
};

/// An operator by its name, "aten::add.Tensor" or "mine::scale"; without a namespace one of the library's own. Throws
/// Error, naming what there is of that name, when none exists.
TORCHPP_API FoundOp find_op(const std::string& name);
/// Whether find_op would find one.
TORCHPP_API bool has_op(const std::string& name);
/// Names of all operators in all their forms, in alphabetical order.
TORCHPP_API std::vector<std::string> list_ops();

/// A kernel whose C++ type does not depend on the operator: a boxed function, or a fallthrough, which skips the key.
class CppFunction {
 public:
  explicit CppFunction(BoxedKernel kernel) : kernel_(kernel) {}
  static CppFunction makeFallthrough() { return CppFunction(nullptr); }
  template <BoxedKernel kernel>
  static CppFunction makeFromBoxedFunction() {
    return CppFunction(kernel);
  }
  BoxedKernel kernel() const { return kernel_; }

 private:
  BoxedKernel kernel_;
};
/// A kernel with its key, for Library::impl.
template <class F>
struct KeyedKernel {
  DispatchKey key;
  F kernel;
};
template <class F>
KeyedKernel<F> dispatch(DispatchKey key, F kernel) {
  return {key, kernel};
}
template <class F>
KeyedKernel<F> dispatch(DeviceType device, F kernel) {
  return {backend_key(device), kernel};
}

/// A namespace of operators being filled. Names may repeat it: "mine::scale".
class TORCHPP_API Library {
 public:
  enum class Kind : uint8_t { kDef, kImpl };
  Library(Kind kind, const char* ns, std::optional<DispatchKey> key = std::nullopt);

  /// Declares an operator; its C++ signature comes with the first kernel.
  Library& def(const char* schema);
  /// Declares a composite operator: the function is the kernel of every backend, and gradients follow from the
  /// operators that it calls.
  template <class F>
  Library& def(const char* schema_or_name, F function) {
    using Signature = typename detail::FunctionOf<F>::Signature;
    def_with(schema_or_name, &make<Signature>, typeid(Signature), reinterpret_cast<void (*)()>(+function));
    return *this;
  }
  /// Gives an operator a kernel for a key: the library's own, or the one given here.
  template <class F>
  Library& impl(const char* name, F kernel) {
    return impl(name, required_key(), kernel);
  }
  template <class F>
  Library& impl(const char* name, DispatchKey key, F kernel) {
    using Signature = typename detail::FunctionOf<F>::Signature;
    impl_with(name, key, &make<Signature>, typeid(Signature), reinterpret_cast<void (*)()>(+kernel));
    return *this;
  }
  template <class F>
  Library& impl(const char* name, DeviceType device, F kernel) {
    return impl(name, backend_key(device), kernel);
  }
  template <class F>
  Library& impl(const char* name, KeyedKernel<F> keyed) {
    return impl(name, keyed.key, keyed.kernel);
  }
  Library& impl(const char* name, BoxedKernel kernel);
  Library& impl(const char* name, const CppFunction& function) { return impl(name, function.kernel()); }
  /// Handles all operators that have no kernel for the library's key.
  Library& fallback(BoxedKernel kernel);
  Library& fallback(const CppFunction& function) { return fallback(function.kernel()); }

 private:
  using Maker = detail::OperatorEntry (*)(const char* schema);
  template <class Signature>
  static detail::OperatorEntry make(const char* schema) {
    return detail::entry_of(*new Op<Signature>(schema, nullptr, nullptr));  // operators live as long as the process
  }
  DispatchKey required_key() const;
  std::string full_name(const std::string& name) const;
  void def_with(const char* schema_or_name, Maker maker, const std::type_info& type, void (*function)());
  void impl_with(const char* name, DispatchKey key, Maker maker, const std::type_info& type, void (*kernel)());

  Kind kind_;
  std::string ns_;
  std::optional<DispatchKey> key_;
};

namespace detail {

struct LibraryInit {
  LibraryInit(Library::Kind kind, const char* ns, std::optional<DispatchKey> key, void (*fill)(Library&)) {
    Library m(kind, ns, key);
    fill(m);
  }
};

}  // namespace detail
}  // namespace torchpp

/// Defines operators `ns::name` at the program's start.
#define TORCHPP_LIBRARY(ns, m)                                                                                    \
  static void torchpp_library_def_##ns(::torchpp::Library&);                                                      \
  static const ::torchpp::detail::LibraryInit torchpp_library_init_##ns(::torchpp::Library::Kind::kDef, #ns,      \
                                                                        std::nullopt, &torchpp_library_def_##ns); \
  void torchpp_library_def_##ns(::torchpp::Library& m)
/// Gives operators of a namespace ("aten" for the library's own) kernels for one key at the program's start.
#define TORCHPP_LIBRARY_IMPL(ns, key, m)                                                                      \
  static void torchpp_library_impl_##ns##_##key(::torchpp::Library&);                                         \
  static const ::torchpp::detail::LibraryInit torchpp_library_init_##ns##_##key(                              \
      ::torchpp::Library::Kind::kImpl, #ns, ::torchpp::DispatchKey::key, &torchpp_library_impl_##ns##_##key); \
  void torchpp_library_impl_##ns##_##key(::torchpp::Library& m)
