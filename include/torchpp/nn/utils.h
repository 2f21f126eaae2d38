// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Helpers on parameters, gradients and modules. Source: libtorch 1.13; fusion, skip_init and the functions
/// behind it: PyTorch 1.13's Python front end.

#include <torchpp/nn/module.h>

namespace torchpp {
namespace nn {
namespace utils {

/// Scales the gradients by max_norm / (norm + 1e-6), but not up, where norm is that of all of them as one vector
/// (norm_type: 2 by default; infinity is the greatest). Returns the norm; 0 without gradients.
/// Error, with nothing changed, if the norm is not finite and error_if_nonfinite.
TORCHPP_API double clip_grad_norm_(const std::vector<Tensor>& parameters, double max_norm, double norm_type = 2.0,
                                   bool error_if_nonfinite = false);
TORCHPP_API double clip_grad_norm_(std::initializer_list<Tensor> parameters, double max_norm, double norm_type = 2.0,
                                   bool error_if_nonfinite = false);
TORCHPP_API double clip_grad_norm_(const Tensor& parameter, double max_norm, double norm_type = 2.0,
                                   bool error_if_nonfinite = false);

/// Holds each element of the gradients within [-clip_value, clip_value].
TORCHPP_API void clip_grad_value_(const std::vector<Tensor>& parameters, double clip_value);
TORCHPP_API void clip_grad_value_(std::initializer_list<Tensor> parameters, double clip_value);
TORCHPP_API void clip_grad_value_(const Tensor& parameter, double clip_value);

/// All elements, one parameter after the other, with gradients. Error if they are on several devices.
TORCHPP_API Tensor parameters_to_vector(const std::vector<Tensor>& parameters);
/// Makes the parameters parts of the vector, which they share memory with. Error if the sizes do not add up.
TORCHPP_API void vector_to_parameters(const Tensor& vec, const std::vector<Tensor>& parameters);

/// Weight and bias of a convolution (`transpose`: a transposed one) that does the batch norm behind it, too, with its
/// running statistics: weight * g / sqrt(var + eps) and (bias - mean) * g / sqrt(var + eps) + b. Undefined tensors mean
/// no bias and a batch norm without parameters.
TORCHPP_API std::tuple<Tensor, Tensor> fuse_conv_bn_weights(const Tensor& conv_w, const Tensor& conv_b,
                                                            const Tensor& bn_rm, const Tensor& bn_rv, double bn_eps,
                                                            const Tensor& bn_w, const Tensor& bn_b,
                                                            bool transpose = false);
/// The same of a linear map.
TORCHPP_API std::tuple<Tensor, Tensor> fuse_linear_bn_weights(const Tensor& linear_w, const Tensor& linear_b,
                                                              const Tensor& bn_rm, const Tensor& bn_rv, double bn_eps,
                                                              const Tensor& bn_w, const Tensor& bn_b);

namespace detail {
TORCHPP_API void check_fusible(const Module& module, const Module& batch_norm);
TORCHPP_API void set_fused(Module& module, Tensor& weight, Tensor& bias, const std::tuple<Tensor, Tensor>& fused);

// Modules that are made while one lives have any values instead of initial ones.
class TORCHPP_API SkipInit {
 public:
  SkipInit();
  ~SkipInit();
  SkipInit(const SkipInit&) = delete;
  SkipInit& operator=(const SkipInit&) = delete;

 private:
  bool outer_;
};
}  // namespace detail

/// A copy of the convolution that does the batch norm behind it, too. Error unless both are in evaluation.
template <class Conv, class BatchNorm>
Conv fuse_conv_bn_eval(const Conv& conv, const BatchNorm& bn, bool transpose = false) {
  detail::check_fusible(*conv, *bn);
  Conv fused = std::dynamic_pointer_cast<typename Conv::ContainedType>(conv->clone());
  fused->options.bias(true);
  detail::set_fused(*fused, fused->weight, fused->bias,
                    fuse_conv_bn_weights(fused->weight, fused->bias, bn->running_mean, bn->running_var,
                                         bn->options.eps(), bn->weight, bn->bias, transpose));
  return fused;
}
/// The same of a linear layer.
template <class Linear, class BatchNorm>
Linear fuse_linear_bn_eval(const Linear& linear, const BatchNorm& bn) {
  detail::check_fusible(*linear, *bn);
  Linear fused = std::dynamic_pointer_cast<typename Linear::ContainedType>(linear->clone());
  fused->options.bias(true);
  detail::set_fused(*fused, fused->weight, fused->bias,
                    fuse_linear_bn_weights(fused->weight, fused->bias, bn->running_mean, bn->running_var,
                                           bn->options.eps(), bn->weight, bn->bias));
  return fused;
}

/// A module whose parameters have any values: for one whose values are loaded next. `skip_init<Linear>(3, 4)`
template <class Holder, class... Args>
Holder skip_init(Args&&... args) {
  const detail::SkipInit scope;
  return Holder(std::forward<Args>(args)...);
}

/// Lays the weights of all Conv2d and ConvTranspose2d in the tree out so.
TORCHPP_API void convert_conv2d_weight_memory_format(Module& module, MemoryFormat memory_format);

/// Takes the prefix off all names that begin with it ("module." of a model that was trained in parallel).
TORCHPP_API void consume_prefix_in_state_dict_if_present(StateDict& state_dict, const std::string& prefix);

}  // namespace utils
}  // namespace nn
}  // namespace torchpp
