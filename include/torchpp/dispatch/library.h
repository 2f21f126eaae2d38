// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operators by name: defining them, registering kernels for a key, and calling them.
///
///     Tensor my_scale(const Tensor& x, double s) { return x * s; }
///     TORCHPP_LIBRARY(mine, m) { m.def("scale(Tensor x, float s) -> Tensor"); }
///     TORCHPP_LIBRARY_IMPL(mine, CPU, m) { m.impl("scale", my_scale); }
///     TORCHPP_LIBRARY_IMPL(mine, AutogradCPU, m) { m.impl("scale", my_scale_with_gradient); }
///     ... find_op("mine::scale").typed<Tensor(const Tensor&, double)>()(x, 2.0)
///
/// The macros define an object whose constructor runs the block at start-up. The linker may drop such an object from a
/// static library; there, let the program call a function such as `register_mine(Library&)`. A program that looks
/// operators up by name links all of them, unless it names the tables that it searches. A program that has the C++
/// object of its operator (an Op<...>) does not need to register it.

#include <torchpp/dispatch/mode.h>

namespace torchpp {

namespace detail {

/// Entry of a table of operators.
struct OperatorEntry {
  OpBase* op;
};
constexpr OperatorEntry entry_of(OpBase& op) { return {&op}; }

template <class F>
struct FunctionOf : FunctionOf<decltype(+std::declval<F>())> {};
template <class R, class... A>
struct FunctionOf<R (*)(A...)> {
  using Signature = R(A...);
};

template <class F>
using signature_of_function_t = typename FunctionOf<F>::Signature;

}  // namespace detail

/// A table of operators that can be found by name.
struct OperatorTable {
  const char* family;
  const detail::OperatorEntry* entries;
  size_t count;
};

namespace detail {

/// The tables of the library's own operators; defined in src/ops.
TORCHPP_API std::vector<OperatorTable> builtin_tables();

}  // namespace detail

/// An operator found by name.
class TORCHPP_API FoundOp {
 public:
  FoundOp(const detail::OperatorEntry& entry, Out::Form form) : op_(entry.op), form_(form) {}

  std::string name() const { return handle().name(); }
  std::string schema() const { return handle().schema(); }
  OperatorHandle handle() const { return op_->handle(form_); }
  void call_boxed(Stack& stack) const { handle().call_boxed(stack); }
  /// The operator's object, for calls with C++ arguments. Throws TypeError when it has another signature.
  template <class Signature>
  const Op<Signature>& typed() const {
    check_signature(detail::SignatureOf<Signature>::value);
    return static_cast<const Op<Signature>&>(*op_);
  }
  /// Whether the operator has a kernel for this key, in its slot or registered for one form or one backend.
  bool has_kernel(DispatchKey key) const { return op_->has_kernel(key); }
  /// Whether the operator's object has this signature, which typed() requires, and whether the form has this natural
  /// signature, which set_kernel() requires.
  template <class Signature>
  bool has_signature() const {
    return op_->signature() == detail::SignatureOf<Signature>::value;
  }
  template <class Signature>
  bool has_natural_signature() const {
    return op_->is_natural(form_, detail::SignatureOf<Signature>::value);
  }
  /// Sets a kernel of the form's natural signature for a key; for a composite key, of every backend that has no kernel.
  /// Throws NotImplementedError for the keys BackendSelect and ADInplaceOrView, which this library has no layers for.
  template <class F>
  void set_kernel(DispatchKey key, F kernel) const {
    set_natural(key, detail::SignatureOf<detail::signature_of_function_t<F>>::value,
                reinterpret_cast<void (*)()>(+kernel));
  }
  /// Null removes the kernel of the key, so that calls go on to the next lower key.
  void set_boxed_kernel(DispatchKey key, BoxedKernel kernel) const;

 private:
  friend class Library;
  void check_signature(const detail::Signature& asked) const;
  void set_natural(DispatchKey key, const detail::Signature& signature, void (*kernel)()) const;

  OpBase* op_;
  Out::Form form_;
};

/// Finds an operator by its name, "aten::add.Tensor" or "mine::scale". Names without a namespace are those of the
/// library's own operators. Throws Error when there is none; the message lists the other overloads of the name.
TORCHPP_API FoundOp find_op(const std::string& name);
/// Finds an operator in one table; the name may begin with "aten::". Takes time proportional to the size of the table.
/// A static program that only uses this function links the operators of its tables, and no others.
TORCHPP_API FoundOp find_op(const OperatorTable& table, const std::string& name);
/// Whether find_op() finds an operator of this name.
TORCHPP_API bool has_op(const std::string& name);
/// Names of all operators in all their forms, in alphabetical order.
TORCHPP_API std::vector<std::string> list_ops();

/// A boxed kernel, or none, which lets calls go on to the next lower key.
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

/// Registers operators of one namespace, or kernels for them. Names may include the namespace: "mine::scale".
class TORCHPP_API Library {
 public:
  enum class Kind : uint8_t { kDef, kImpl };
  Library(Kind kind, const char* ns, optional<DispatchKey> key = nullopt);

  /// Declares an operator; its C++ signature is that of the first kernel.
  Library& def(const char* schema);
  /// Declares an operator that is implemented by calls of other operators: the function is used for every backend, and
  /// gradients are computed through the operators that it calls.
  template <class F>
  Library& def(const char* schema_or_name, F function) {
    using Signature = detail::signature_of_function_t<F>;
    def_with(schema_or_name, &make<Signature>, detail::SignatureOf<Signature>::value,
             reinterpret_cast<void (*)()>(+function));
    return *this;
  }
  /// Registers a kernel for the key of this Library, or for the key given here.
  template <class F>
  Library& impl(const char* name, F kernel) {
    return impl(name, required_key(), kernel);
  }
  template <class F>
  Library& impl(const char* name, DispatchKey key, F kernel) {
    using Signature = detail::signature_of_function_t<F>;
    impl_with(name, key, &make<Signature>, detail::SignatureOf<Signature>::value,
              reinterpret_cast<void (*)()>(+kernel));
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
  /// Registers a kernel for all operators that have none for the key of this Library.
  Library& fallback(BoxedKernel kernel);
  Library& fallback(const CppFunction& function) { return fallback(function.kernel()); }

 private:
  using Maker = OpBase* (*)(const char* schema);
  template <class Signature>
  static OpBase* make(const char* schema) {
    return new Op<Signature>(schema, nullptr, nullptr);  // operators live as long as the process
  }
  DispatchKey required_key() const;
  std::string full_name(const std::string& name) const;
  void def_with(const char* schema_or_name, Maker maker, const detail::Signature& signature, void (*function)());
  void impl_with(const char* name, DispatchKey key, Maker maker, const detail::Signature& signature, void (*kernel)());

  Kind kind_;
  std::string ns_;
  optional<DispatchKey> key_;
};

namespace detail {

struct LibraryInit {
  LibraryInit(Library::Kind kind, const char* ns, optional<DispatchKey> key, void (*fill)(Library&)) {
    Library m(kind, ns, key);
    fill(m);
  }
};

}  // namespace detail
}  // namespace torchpp

/// Defines operators `ns::name` at the program's start.
#define TORCHPP_LIBRARY(ns, m)                                                             \
  static void torchpp_library_def_##ns(::torchpp::Library&);                               \
  static const ::torchpp::detail::LibraryInit torchpp_library_init_##ns(                   \
      ::torchpp::Library::Kind::kDef, #ns, ::torchpp::nullopt, &torchpp_library_def_##ns); \
  void torchpp_library_def_##ns(::torchpp::Library& m)
/// Gives operators of a namespace ("aten" for the library's own) kernels for one key at the program's start.
#define TORCHPP_LIBRARY_IMPL(ns, key, m)                                                                      \
  static void torchpp_library_impl_##ns##_##key(::torchpp::Library&);                                         \
  static const ::torchpp::detail::LibraryInit torchpp_library_init_##ns##_##key(                              \
      ::torchpp::Library::Kind::kImpl, #ns, ::torchpp::DispatchKey::key, &torchpp_library_impl_##ns##_##key); \
  void torchpp_library_impl_##ns##_##key(::torchpp::Library& m)
