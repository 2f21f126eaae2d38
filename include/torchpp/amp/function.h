// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Functions with a derivative of their own, under autocast.

#include <torchpp/autograd/function.h>
#include <torchpp/core/optional.h>

namespace torchpp::amp {

namespace detail {

/// For which devices autocast is on, and with which dtypes, in one number; 0: for none.
TORCHPP_API int64_t autocast_setting();
/// The calling thread has this setting while it lives.
class TORCHPP_API AutocastScope {
 public:
  explicit AutocastScope(int64_t setting);
  ~AutocastScope();
  AutocastScope(const AutocastScope&) = delete;
  AutocastScope& operator=(const AutocastScope&) = delete;

 private:
  int64_t before_;
};

/// Arguments in another dtype where a setting would let autocast cast them; others as they are.
TORCHPP_API Tensor cast_argument(const Tensor& t, ScalarType to, int64_t setting);
TORCHPP_API optional<Tensor> cast_argument(const optional<Tensor>& t, ScalarType to, int64_t setting);
TORCHPP_API std::vector<Tensor> cast_argument(const std::vector<Tensor>& list, ScalarType to, int64_t setting);
template <class Other>
const Other& cast_argument(const Other& argument, ScalarType, int64_t) {
  return argument;
}

/// The functions of F as autograd calls them.
template <class F, ScalarType cast_inputs>
struct FunctionUnderAutocast {
  static constexpr const char* kSetting = "torchpp.autocast";  // its name among what the context saves

  template <class... Args>
  static auto forward(autograd::AutogradContext* ctx, Args&&... args) -> decltype(F::forward(ctx, args...)) {
    const int64_t setting = autocast_setting();
    if constexpr (cast_inputs == ScalarType::Undefined) {
      ctx->saved_data[kSetting] = setting;
      return F::forward(ctx, std::forward<Args>(args)...);
    } else {
      ctx->saved_data[kSetting] = int64_t{0};
      if (setting == 0) return F::forward(ctx, std::forward<Args>(args)...);
      const AutocastScope off(0);
      return F::forward(ctx, cast_argument(args, cast_inputs, setting)...);
    }
  }
  static autograd::variable_list backward(autograd::AutogradContext* ctx, autograd::variable_list grads) {
    const AutocastScope scope(ctx->saved_data.at(kSetting).toInt());
    return F::backward(ctx, grads);
  }
};
template <class F, ScalarType cast_inputs, class = void>
struct FunctionWithJvp : FunctionUnderAutocast<F, cast_inputs> {};
template <class F, ScalarType cast_inputs>
struct FunctionWithJvp<F, cast_inputs, std::void_t<decltype(&F::jvp)>> : FunctionUnderAutocast<F, cast_inputs> {
  static autograd::variable_list jvp(autograd::AutogradContext* ctx, autograd::variable_list tangents) {
    const AutocastScope scope(ctx->saved_data.at(FunctionUnderAutocast<F, cast_inputs>::kSetting).toInt());
    return F::jvp(ctx, tangents);
  }
};

}  // namespace detail

/// In place of autograd::Function: backward has the autocast setting that forward had. With a dtype, floating inputs of
/// devices for which autocast is on are converted to it, and both run with autocast off; outside of a region that does
/// nothing.
///
///     struct Square : amp::Function<Square, kFloat> { static Tensor forward(...); static variable_list backward(...);
///     }; Tensor y = Square::apply(x);
///
/// Gradients arrive in the dtypes of the inputs. Source: libtorch 1.13 (Python's custom_fwd and custom_bwd).
template <class T, ScalarType cast_inputs = ScalarType::Undefined>
struct Function {
  template <class X = T, class... Args>
  static auto apply(Args&&... args) -> decltype(X::forward(static_cast<autograd::AutogradContext*>(nullptr), args...)) {
    return autograd::Function<X>::template apply<detail::FunctionWithJvp<X, cast_inputs>>(std::forward<Args>(args)...);
  }
};

}  // namespace torchpp::amp
