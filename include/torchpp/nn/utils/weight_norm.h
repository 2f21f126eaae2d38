// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Weights that are computed anew for every call: by length and direction, and divided by their spectral norm.
/// Source: PyTorch 1.13's Python front end, with its names of parameters and buffers.
///
/// The tensor that the module's forward reads (`weight`) is no parameter of the module any more: it is computed from
/// others whenever the module is called through a handle, and shows the value of the last call in between. An optimizer
/// that was made before trains `weight_orig` of spectral_norm; after weight_norm it refuses to step, because two
/// parameters stand in the place of one, and must be made anew.

#include <torchpp/core/optional.h>
#include <torchpp/nn/module.h>

namespace torchpp {
namespace nn {
namespace utils {

/// weight = NAME_g * NAME_v / |NAME_v|: the length and the direction are parameters of their own. Source: T. Salimans,
/// D. Kingma (2016). The length is one number per index of `dim`; without dim one for the whole tensor. Error if the
/// module has no such parameter.
TORCHPP_API void weight_norm(Module& module, const std::string& name = "weight", optional<int64_t> dim = 0);
/// The parameter has its present value and is trained itself again. ValueError without weight_norm.
TORCHPP_API void remove_weight_norm(Module& module, const std::string& name = "weight");

/// weight = NAME_orig / sigma, sigma the greatest singular value of the tensor as a matrix with the rows of `dim`. It
/// is estimated from the buffers NAME_u and NAME_v, which each call in training improves by `n_power_iterations` steps.
/// `dim` is 1 for transposed convolutions and else 0. Source: T. Miyato et al. (2018).
TORCHPP_API void spectral_norm(Module& module, const std::string& name = "weight", int64_t n_power_iterations = 1,
                               double eps = 1e-12, optional<int64_t> dim = nullopt);
/// The parameter has its present value and is trained itself again. ValueError without spectral_norm.
TORCHPP_API void remove_spectral_norm(Module& module, const std::string& name = "weight");

/// The same for handles, which are returned: `auto layer = weight_norm(Linear(3, 4));`
template <class Holder, std::enable_if_t<nn::detail::is_module_holder<Holder>, int> = 0>
Holder weight_norm(Holder module, const std::string& name = "weight", optional<int64_t> dim = 0) {
  weight_norm(static_cast<Module&>(*module), name, dim);
  return module;
}
template <class Holder, std::enable_if_t<nn::detail::is_module_holder<Holder>, int> = 0>
Holder spectral_norm(Holder module, const std::string& name = "weight", int64_t n_power_iterations = 1,
                     double eps = 1e-12, optional<int64_t> dim = nullopt) {
  spectral_norm(static_cast<Module&>(*module), name, n_power_iterations, eps, dim);
  return module;
}

}  // namespace utils
}  // namespace nn
}  // namespace torchpp
