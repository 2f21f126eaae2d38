// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Operators by name, as libtorch's dispatcher finds and calls them.

#include <ATen/core/Formatting.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/ops/boxing.h>

namespace torch {
namespace jit {
using Stack = std::vector<::torchpp::IValue>;
}
}  // namespace torch

namespace c10 {

using Stack = ::torchpp::Stack;

/// An operator's declaration, which prints as text.
class FunctionSchema {
 public:
  explicit FunctionSchema(std::string text) : text_(std::move(text)) {}
  std::string name() const { return text_.substr(0, text_.find_first_of(".(")); }
  friend std::ostream& operator<<(std::ostream& out, const FunctionSchema& schema) { return out << schema.text_; }

 private:
  std::string text_;
};

template <class Signature>
class TypedOperatorHandle;

/// An operator that was found.
class OperatorHandle {
 public:
  explicit OperatorHandle(::torchpp::OperatorHandle handle) : handle_(handle) {}

  /// For calls with C++ arguments. Throws TypeError when the operator has another signature.
  template <class Signature>
  TypedOperatorHandle<Signature> typed() const;
  /// The arguments are on the stack, and the results take their place.
  void callBoxed(Stack* stack) const { handle_.call_boxed(*stack); }
  void callBoxed(Stack& stack) const { handle_.call_boxed(stack); }
  void redispatchBoxed(DispatchKeySet keys, Stack* stack) const { handle_.redispatch_boxed(keys, *stack); }
  FunctionSchema schema() const { return FunctionSchema(qualified(handle_.schema())); }
  OperatorName operator_name() const {
    const std::string name = qualified(handle_.name());
    const size_t dot = name.find('.');
    return dot == std::string::npos ? OperatorName{name, ""} : OperatorName{name.substr(0, dot), name.substr(dot + 1)};
  }

 private:
  template <class>
  friend class TypedOperatorHandle;
  static std::string qualified(const std::string& name) {
    const size_t end = name.find('(');
    return name.substr(0, end).find("::") == std::string::npos ? "aten::" + name : name;
  }
  ::torchpp::OperatorHandle handle_;
};

template <class R, class... A>
class TypedOperatorHandle<R(A...)> : public OperatorHandle {
 public:
  R call(A... args) const {
    if (object_ != nullptr) return (*object_)(static_cast<A>(args)...);
    return boxed(nullptr, static_cast<A>(args)...);
  }
  /// The call of a layer that hands it on to the keys below.
  R redispatch(DispatchKeySet keys, A... args) const { return boxed(&keys, static_cast<A>(args)...); }

 private:
  friend class OperatorHandle;
  TypedOperatorHandle(const OperatorHandle& op, const ::torchpp::Op<R(A...)>* object)
      : OperatorHandle(op), object_(object) {}
  R boxed(const DispatchKeySet* keys, A... args) const {
    Stack stack;
    (::torchpp::detail::push<std::decay_t<A>>(stack, args), ...);
    if (keys != nullptr) handle_.redispatch_boxed(*keys, stack);
    else handle_.call_boxed(stack);
    if constexpr (!std::is_void_v<R>) return ::torchpp::detail::Boxing<R>::get(stack.data());
  }
  const ::torchpp::Op<R(A...)>* object_;  // null where the object's signature has a destination in front
};

template <class Signature>
TypedOperatorHandle<Signature> OperatorHandle::typed() const {
  const FoundOp found = ::torchpp::find_op(qualified(handle_.name()));
  if (found.has_signature<Signature>() || !found.has_natural_signature<Signature>())
    return TypedOperatorHandle<Signature>(*this, &found.typed<Signature>());
  return TypedOperatorHandle<Signature>(*this, nullptr);
}

/// All operators of the process.
class Dispatcher {
 public:
  static Dispatcher& singleton() {
    static Dispatcher dispatcher;
    return dispatcher;
  }
  /// Throws Error when there is none.
  OperatorHandle findSchemaOrThrow(const char* name, const char* overload_name) const {
    return OperatorHandle(::torchpp::find_op(full_name({name, overload_name})).handle());
  }
  optional<OperatorHandle> findSchema(const OperatorName& name) const {
    if (!::torchpp::has_op(full_name(name))) return nullopt;
    return OperatorHandle(::torchpp::find_op(full_name(name)).handle());
  }
  optional<OperatorHandle> findOp(const OperatorName& name) const { return findSchema(name); }

 private:
  static std::string full_name(const OperatorName& name) {
    return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name;
  }
};

}  // namespace c10

namespace torchpp {
using c10::Dispatcher;
}
