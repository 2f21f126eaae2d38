// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/utils/weight_norm.h>
#include <torchpp/ops/linalg.h>

#include "modules/module_private.h"

namespace torchpp::nn::utils {

namespace {

const char kWeightNorm[] = "weight_norm";

Tensor scaled_direction(const Tensor& length, const Tensor& direction, int64_t dim) {
  return direction * (length / norm_except_dim(direction, 2, dim));
}

}  // namespace

void weight_norm(Module& module, const std::string& name, optional<int64_t> dim) {
  const Tensor weight = nn::detail::own_tensor(module, name).detach();
  // norm_except_dim takes -1 for no dimension.
  const int64_t kept = dim.value_or(-1);
  TORCHPP_CHECK_INDEX(kept >= -1 && kept < weight.dim(), "weight_norm: dim is ", kept, " for a tensor of ",
                      weight.dim(), " dimensions");
  const Tensor length = norm_except_dim(weight, 2, kept).detach();
  const auto compute = [name, kept](Module& m) {
    return scaled_direction(nn::detail::own_tensor(m, name + "_g"), nn::detail::own_tensor(m, name + "_v"), kept);
  };
  nn::detail::add_computed(module, name, {"_g", "_v"}, kWeightNorm, compute, Tensor());
  module.register_parameter(name + "_g", length);
  module.register_parameter(name + "_v", weight);
  nn::detail::update_computed(module, *nn::detail::find_computed(module, name));
}

void remove_weight_norm(Module& module, const std::string& name) {
  nn::detail::ComputedTensor* computed = nn::detail::find_computed(module, name);
  TORCHPP_CHECK_VALUE(computed != nullptr && computed->method == kWeightNorm, "weight_norm of '", name,
                      "' not found in ", module.name());
  const Tensor weight = computed->compute(module).detach();
  const Tensor originals[] = {nn::detail::own_tensor(module, name + "_g"), nn::detail::own_tensor(module, name + "_v")};
  nn::detail::forget_tensor(module, name + "_g");
  nn::detail::forget_tensor(module, name + "_v");
  nn::detail::remove_computed(module, name, weight, /*requires_grad=*/true, originals);
}

}  // namespace torchpp::nn::utils
