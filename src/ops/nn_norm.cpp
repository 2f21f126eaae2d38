// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/nn.h>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/nn_rules.h"
#include "src/ops/ops.h"

namespace torchpp {
namespace {

Tensor or_none(const std::optional<Tensor>& t) { return t ? *t : Tensor(); }
bool given(const std::optional<Tensor>& t) { return t && t->defined(); }

// Without elements there are no statistics to take or to update. The first number of each parameter ties the result to
// it, so that its gradient is zero instead of missing. Source: libtorch 1.13.
Tensor batch_norm_of_nothing(const Tensor& input, const std::optional<Tensor>& weight,
                             const std::optional<Tensor>& bias) {
  Tensor y = input.clone();
  if (given(weight)) y = y * weight->select(0, 0);
  return given(bias) ? y + bias->select(0, 0) : y;
}

}  // namespace

Tensor batch_norm(const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                  const std::optional<Tensor>& running_mean, const std::optional<Tensor>& running_var, bool training,
                  double momentum, double eps, bool) {
  if (TORCHPP_UNLIKELY(input.numel() == 0)) return batch_norm_of_nothing(input, weight, bias);
  return std::get<0>(op::native_batch_norm(input, or_none(weight), or_none(bias), or_none(running_mean),
                                           or_none(running_var), training, momentum, eps));
}
std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input, const std::optional<Tensor>& weight,
                                                     const std::optional<Tensor>& bias,
                                                     const std::optional<Tensor>& running_mean,
                                                     const std::optional<Tensor>& running_var, bool training,
                                                     double momentum, double eps) {
  auto [y, mean, invstd] = op::native_batch_norm(input, or_none(weight), or_none(bias), or_none(running_mean),
                                                 or_none(running_var), training, momentum, eps);
  const ScalarType statistics =
      parameter_dtype(input, {or_none(weight), or_none(bias), or_none(running_mean), or_none(running_var)});
  const auto or_empty = [&](const Tensor& t) {
    return t.defined() ? t : Tensor(make_tensor(0, statistics, input.device()));
  };
  return {y, or_empty(mean), or_empty(invstd)};
}

Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const std::optional<Tensor>& weight,
                  const std::optional<Tensor>& bias, double eps, bool) {
  return op::layer_norm(input, normalized_shape, or_none(weight), or_none(bias), eps);
}
std::tuple<Tensor, Tensor, Tensor> native_layer_norm(const Tensor& input, IntArrayRef normalized_shape,
                                                     const std::optional<Tensor>& weight,
                                                     const std::optional<Tensor>& bias, double eps) {
  return op::native_layer_norm(input, normalized_shape, or_none(weight), or_none(bias), eps);
}

// A group's channels are one row of a layer norm.
Tensor group_norm(const Tensor& input, int64_t num_groups, const std::optional<Tensor>& weight,
                  const std::optional<Tensor>& bias, double eps, bool) {
  TORCHPP_CHECK(input.dim() >= 2, "group_norm: Expected at least 2 dimensions for input tensor but received ",
                input.dim());
  const int64_t channels = input.size(1);
  TORCHPP_CHECK(num_groups > 0, "Expected num groups to be greater than 0, got ", num_groups);
  TORCHPP_CHECK(channels % num_groups == 0,
                "Expected number of channels in input to be divisible by num_groups, but got input of shape ",
                input.sizes(), " and num_groups=", num_groups);
  const auto check = [&](const char* name, const std::optional<Tensor>& t) {
    TORCHPP_CHECK(!given(t) || (t->dim() == 1 && t->numel() == channels), "Expected ", name,
                  " to be a vector of size equal to the number of channels in input, but got ", name, " of shape ",
                  (given(t) ? *t : input).sizes(), " and input of shape ", input.sizes());
  };
  check("weight", weight);
  check("bias", bias);
  const int64_t rows = input.size(0) * num_groups;
  const int64_t width =
      input.numel() == 0 ? multiply_integers(input.sizes().slice(1)) / num_groups : input.numel() / rows;
  Tensor y =
      op::unsafe_view(op::layer_norm(input.reshape({rows, width}), width, Tensor(), Tensor(), eps), input.sizes());
  DimVector along(static_cast<size_t>(input.dim()), 1);
  along[1] = channels;
  if (given(weight)) y = given(bias) ? y * weight->view(along) + bias->view(along) : y * weight->view(along);
  else if (given(bias)) y = y + bias->view(along);
  return y;
}

// Every channel of every sample is a channel of one batch norm.
Tensor instance_norm(const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                     const std::optional<Tensor>& running_mean, const std::optional<Tensor>& running_var,
                     bool use_input_stats, double momentum, double eps, bool) {
  TORCHPP_CHECK(use_input_stats || (given(running_mean) && given(running_var)),
                "Expected running_mean and running_var to be defined when use_input_stats is false");
  TORCHPP_CHECK(input.dim() >= 2, "instance_norm: expected at least 2D input, got input of size ", input.sizes());
  const int64_t batch = input.size(0), channels = input.size(1);
  DimVector sizes(input.sizes());
  sizes[0] = 1, sizes[1] = batch * channels;
  const auto repeated = [batch](const std::optional<Tensor>& t) { return given(t) ? t->repeat(batch) : Tensor(); };
  if (TORCHPP_UNLIKELY(input.numel() == 0))
    return batch_norm_of_nothing(input.contiguous().view(sizes), repeated(weight), repeated(bias)).view(input.sizes());
  const Tensor mean = repeated(running_mean), var = repeated(running_var);
  const Tensor y = std::get<0>(op::native_batch_norm(input.contiguous().view(sizes), repeated(weight), repeated(bias),
                                                     mean, var, use_input_stats, momentum, eps));
  const auto keep = [&](const std::optional<Tensor>& running, const Tensor& each) {
    if (use_input_stats && given(running))
      running->detach().copy_(each.view({batch, channels}).mean(IntArrayRef(0), false));
  };
  keep(running_mean, mean);
  keep(running_var, var);
  return y.view(input.sizes());
}

}  // namespace torchpp
