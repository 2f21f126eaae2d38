// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/view.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

namespace torchpp::composite {
namespace {

// Without elements there are no statistics to take or to update. The first number of each parameter ties the result to
// it, so that its gradient is zero instead of missing. Source: libtorch 1.13.
Tensor batch_norm_of_nothing(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  Tensor y = input.clone();
  if (weight.defined()) y = y * weight.select(0, 0);
  return bias.defined() ? y + bias.select(0, 0) : y;
}

}  // namespace

Tensor batch_norm(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                  const Tensor& running_var, bool training, double momentum, double eps, bool) {
  if (TORCHPP_UNLIKELY(input.numel() == 0)) return batch_norm_of_nothing(input, weight, bias);
  return std::get<0>(
      op::native_batch_norm(Out(), input, weight, bias, running_mean, running_var, training, momentum, eps));
}
TensorTriple native_batch_norm_with_empty(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias,
                                          const Tensor& running_mean, const Tensor& running_var, bool training,
                                          double momentum, double eps) {
  TensorTriple results =
      op::native_batch_norm(out, input, weight, bias, running_mean, running_var, training, momentum, eps);
  if (!out.functional() || training) return results;
  const ScalarType dtype = batch_norm_statistics_dtype(input, weight, bias, running_mean, running_var);
  std::get<1>(results) = Tensor(make_tensor(0, dtype, input.device()));
  std::get<2>(results) = Tensor(make_tensor(0, dtype, input.device()));
  return results;
}

Tensor group_norm(const Tensor& input, int64_t num_groups, const Tensor& weight, const Tensor& bias, double eps, bool) {
  TORCHPP_CHECK(input.dim() >= 2, "group_norm: Expected at least 2 dimensions for input tensor but received ",
                input.dim());
  return std::get<0>(op::native_group_norm(Out(), input, weight, bias, input.size(0), input.size(1),
                                           multiply_integers(input.sizes().slice(2)), num_groups, eps));
}

// Every channel of every sample is a channel of one batch norm.
Tensor instance_norm(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                     const Tensor& running_var, bool use_input_stats, double momentum, double eps, bool) {
  TORCHPP_CHECK(use_input_stats || (running_mean.defined() && running_var.defined()),
                "Expected running_mean and running_var to be defined when use_input_stats is false");
  TORCHPP_CHECK(input.dim() >= 2, "instance_norm: expected at least 2D input, got input of size ", input.sizes());
  const int64_t batch = input.size(0), channels = input.size(1);
  DimVector sizes(input.sizes());
  sizes[0] = 1, sizes[1] = batch * channels;
  const auto repeated = [batch](const Tensor& t) { return t.defined() ? t.repeat(batch) : Tensor(); };
  if (TORCHPP_UNLIKELY(input.numel() == 0))
    return batch_norm_of_nothing(input.contiguous().view(sizes), repeated(weight), repeated(bias)).view(input.sizes());
  if (use_input_stats)  // before the first of them is written
    for (const Tensor* running : {&running_mean, &running_var})
      if (running->defined()) check_no_internal_overlap(*running);
  const Tensor mean = repeated(running_mean), var = repeated(running_var);
  const Tensor y = std::get<0>(op::native_batch_norm(Out(), input.contiguous().view(sizes), repeated(weight),
                                                     repeated(bias), mean, var, use_input_stats, momentum, eps));
  const auto keep = [&](const Tensor& running, const Tensor& each) {
    if (use_input_stats && running.defined())
      running.detach().copy_(each.view({batch, channels}).mean(IntArrayRef(0), false));
  };
  keep(running_mean, mean);
  keep(running_var, var);
  return y.view(input.sizes());
}

}  // namespace torchpp::composite
