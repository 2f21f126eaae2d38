// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Functions whose derivative the user writes.

#include <torchpp/autograd/node.h>
#include <torchpp/core/owned.h>
#include <torchpp/dispatch/ivalue.h>

#include <typeinfo>

namespace torchpp {
struct OperatorHandle;
}

namespace torchpp::autograd {

/// Values that forward leaves for backward, by name; few, so in a list.
class TORCHPP_API SavedData {
 public:
  using value_type = std::pair<std::string, IValue>;
  using iterator = value_type*;
  using const_iterator = const value_type*;

  SavedData();
  SavedData(const SavedData& o);
  SavedData& operator=(SavedData o) noexcept;
  ~SavedData();

  /// The value of that name; a none is made when there is no such.
  IValue& operator[](const std::string& name);
  /// Throws IndexError when there is no such.
  const IValue& at(const std::string& name) const;
  size_t count(const std::string& name) const;
  size_t erase(const std::string& name);
  iterator find(const std::string& name);
  bool empty() const;
  size_t size() const;
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;

 private:
  struct Items;
  torchpp::detail::Owned<Items> items_;  // none before the first one: most functions save tensors alone
};

namespace detail {
class CustomNode;
struct SavedTensors;
}  // namespace detail

/// State of one call, shared by its forward and backward.
class TORCHPP_API AutogradContext {
 public:
  AutogradContext();
  ~AutogradContext();
  AutogradContext(const AutogradContext&) = delete;
  AutogradContext& operator=(const AutogradContext&) = delete;

  /// Anything but tensors that backward needs. Tensors of the call must be saved by save_for_backward, or they and the
  /// graph keep each other alive.
  SavedData saved_data;

  /// Keeps inputs, outputs or other tensors for backward. Call it once, in forward.
  void save_for_backward(variable_list to_save);
  /// Tensors that jvp() needs; those of save_for_backward are there, too.
  void save_for_forward(variable_list to_save);
  /// In backward. Throws when the graph was freed or a tensor was changed in place.
  variable_list get_saved_variables() const;
  variable_list get_saved_for_forward() const;
  /// Inputs that forward changed in place; each must be returned.
  void mark_dirty(const variable_list& inputs);
  /// Outputs that no gradient flows from.
  void mark_non_differentiable(const variable_list& outputs);
  /// Whether backward gets zeros where no gradient came; on by default.
  void set_materialize_grads(bool value) { materialize_ = value; }
  /// In backward: whether the gradient of the i-th tensor among forward's arguments is wanted.
  bool needs_input_grad(size_t i) const;

 private:
  friend class detail::CustomNode;
  friend class FunctionCall;
  variable_list to_save_, to_save_forward_, dirty_, non_differentiable_;
  bool materialize_ = true;
  detail::SavedTensors* saved_ = nullptr;
  const Node* node_ = nullptr;
};

/// The user's functions behind a node, for FunctionCall.
struct FunctionTraits {
  const std::type_info* type;
  variable_list (*backward)(AutogradContext*, variable_list);
  variable_list (*jvp)(AutogradContext*, variable_list);  // null when there is none
};

/// The arguments of forward: their tensors, and for each argument whether it is one of them.
class TORCHPP_API FunctionArguments {
 public:
  void add(const Tensor& t);
  void add(const optional<Tensor>& t);
  void add(TensorList list);
  void add(const std::vector<Tensor>& list);
  void add(const std::vector<optional<Tensor>>& list);
  // A std::optional<Tensor> goes to the overload above.
  template <class Other>
  static constexpr bool kIsOptionalTensor =
      torchpp::detail::kIsOptional<const Other&>&& std::is_convertible_v<const Other&, optional<Tensor>>;
  template <class Other, std::enable_if_t<!std::is_base_of_v<TensorBase, Other> && !kIsOptionalTensor<Other>, int> = 0>
  void add(const Other&) {
    add_no_tensor();
  }

 private:
  friend class FunctionCall;
  void add_no_tensor();
  variable_list tensors_;
  std::vector<int64_t> is_tensor_;  // 1 or 0; no std::vector<bool>, which takes longer to compile
};

/// One call of a custom function: what of it does not depend on types.
class TORCHPP_API FunctionCall {
 public:
  FunctionCall(const FunctionTraits& traits, FunctionArguments&& arguments);
  ~FunctionCall();
  FunctionCall(const FunctionCall&) = delete;
  FunctionCall& operator=(const FunctionCall&) = delete;
  AutogradContext* context();
  /// Runs forward without recording.
  class TORCHPP_API Unrecorded {
   public:
    Unrecorded();
    ~Unrecorded();

   private:
    bool no_grad_, no_forward_grad_;
  };
  /// Gives forward's results their history.
  variable_list finish(variable_list outputs);

 private:
  FunctionTraits traits_;
  variable_list inputs_;
  bool records_, has_tangents_;
  intrusive_ptr<detail::CustomNode> node_;
};

/// Base of a function with a derivative of its own:
///
///     struct Square : Function<Square> {
///       static Tensor forward(AutogradContext* ctx, const Tensor& x) {
///         ctx->save_for_backward({x});
///         return x * x;
///       }
///       static variable_list backward(AutogradContext* ctx, variable_list grads) {
///         return {grads[0] * 2 * ctx->get_saved_variables()[0]};
///       }
///       static variable_list jvp(AutogradContext* ctx, variable_list tangents);   // optional: forward mode
///     };
///     Tensor y = Square::apply(x);
///
/// forward takes tensors, optional tensors, lists of tensors and anything else, and returns a Tensor or a
/// variable_list. It runs without recording. backward returns one gradient per argument of forward (one per element of
/// a list), undefined for what is no tensor. jvp gets one tangent per tensor (undefined where there is none) and
/// returns one per output. Each may take its list by value or by reference.
template <class T>
struct Function {
  template <class X = T, class... Args>
  static auto apply(Args&&... args) -> decltype(X::forward(static_cast<AutogradContext*>(nullptr), args...));

 private:
  template <class X>
  static variable_list backward_of(AutogradContext* ctx, variable_list grads) {
    if constexpr (std::is_invocable_v<decltype(&X::backward), AutogradContext*, variable_list>)
      return X::backward(ctx, std::move(grads));
    else return X::backward(ctx, grads);
  }
  template <class X, class = void>
  struct JvpOf {
    static constexpr variable_list (*value)(AutogradContext*, variable_list) = nullptr;
  };
  template <class X>
  struct JvpOf<X, std::void_t<decltype(&X::jvp)>> {
    static variable_list value(AutogradContext* ctx, variable_list tangents) {
      if constexpr (std::is_invocable_v<decltype(&X::jvp), AutogradContext*, variable_list>)
        return X::jvp(ctx, std::move(tangents));
      else return X::jvp(ctx, tangents);
    }
  };
};

template <class T>
template <class X, class... Args>
auto Function<T>::apply(Args&&... args) -> decltype(X::forward(static_cast<AutogradContext*>(nullptr), args...)) {
  using Result = decltype(X::forward(static_cast<AutogradContext*>(nullptr), args...));
  FunctionArguments found;
  (found.add(args), ...);
  FunctionCall call({&typeid(T), &backward_of<X>, JvpOf<X>::value}, std::move(found));
  auto run = [&] {
    const FunctionCall::Unrecorded unrecorded;
    return X::forward(call.context(), std::forward<Args>(args)...);
  };
  if constexpr (std::is_same_v<Result, variable_list>) return call.finish(run());
  else return std::move(call.finish({run()})[0]);
}

/// The return value of a backward that cannot be differentiated: the given tensors, with a history that throws an error
/// when it is differentiated.
TORCHPP_API variable_list once_differentiable(variable_list outputs);
/// A kernel for the autograd key of operators without derivative: calls what lies below and attaches to the results a
/// node that throws when backward reaches it.
TORCHPP_API void not_implemented_fallback(const OperatorHandle& op, DispatchKeySet keys, Stack& stack);

}  // namespace torchpp::autograd
