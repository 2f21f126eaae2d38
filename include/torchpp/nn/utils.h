// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Helpers on parameters and gradients. Source: libtorch 1.13.

#include <torchpp/tensor.h>

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

}  // namespace utils
}  // namespace nn
}  // namespace torchpp
