// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/pooling.h"

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/ops/operand.h"
#include "src/ops/pooling_rules.h"

namespace torchpp::cuda {
namespace {

bool is_last(const Output& o) { return o.format == MemoryFormat::ChannelsLast; }

template <class P>
PoolProblem problem_of(const P& plan) {
  const PoolShape& s = plan.shape;
  PoolProblem p;
  p.batch = s.batch, p.channels = s.channels, p.last = is_last(plan.outputs[0]);
  for (int d = 0; d < 2; ++d) {
    p.in[d] = s.in[d + 1], p.out[d] = s.out[d + 1], p.kernel[d] = s.kernel[d + 1];
    p.stride[d] = s.stride[d + 1], p.padding[d] = s.padding[d + 1], p.dilation[d] = s.dilation[d + 1];
  }
  return p;
}
PoolProblem averages_of(const PoolPlan& plan) {
  PoolProblem p = problem_of(plan);
  p.count_padding = plan.count_padding, p.divisor = plan.divisor;
  return p;
}
// Windows that divide the image evenly have no other numbers.
PoolProblem problem_of(const AdaptivePoolPlan& plan) {
  PoolProblem p;
  p.batch = plan.batch, p.channels = plan.channels, p.last = is_last(plan.outputs[0]);
  for (int d = 0; d < 2; ++d) {
    p.in[d] = plan.in[d + 1], p.out[d] = plan.out[d + 1];
    p.kernel[d] = p.stride[d] = p.dilation[d] = 1, p.padding[d] = 0;
  }
  return p;
}

template <class P>
void max_pool(const P& plan, const Tensor& self, int64_t* indices) {
  const OnDevice on(self);
  const Tensor x = dense(self, plan.outputs[0].format);
  max_pool_forward(x.scalar_type(), problem_of(plan), x.impl()->data(), plan.result().impl()->data(), indices, on);
}

}  // namespace

void pool_maxima(const PoolPlan& plan, const Tensor& self) { max_pool(plan, self, nullptr); }

void pool_maxima_with_indices(const PoolIndicesPlan& plan, const Tensor& self) {
  max_pool(plan, self, static_cast<int64_t*>(plan.result(1).impl()->data()));
}

void pool_maxima_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& indices) {
  const OnDevice on(self);
  const MemoryFormat format = plan.outputs[0].format;
  const Tensor dy = dense(grad_output, format), at = dense(indices, format);
  max_pool_backward(dy.scalar_type(), problem_of(plan), dy.impl()->data(),
                    static_cast<const int64_t*>(at.impl()->data()), plan.result().impl()->data(), on);
}

void pool_averages(const PoolPlan& plan, const Tensor& self) {
  const OnDevice on(self);
  const Tensor x = dense(self, plan.outputs[0].format);
  avg_pool_forward(x.scalar_type(), averages_of(plan), x.impl()->data(), plan.result().impl()->data(), on);
}

void pool_averages_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self) {
  const OnDevice on(self);
  const Tensor dy = dense(grad_output, plan.outputs[0].format);
  avg_pool_backward(dy.scalar_type(), averages_of(plan), dy.impl()->data(), plan.result().impl()->data(), on);
}

void adaptive_averages(const AdaptivePoolPlan& plan, const Tensor& self) {
  const OnDevice on(self);
  if (plan.result().numel() == 0) return;
  const Tensor x = dense(self, plan.outputs[0].format);
  adaptive_pool_forward(x.scalar_type(), problem_of(plan), x.impl()->data(), plan.result().impl()->data(), on);
}

void adaptive_averages_gradient(const AdaptivePoolPlan& plan, const Tensor& grad_output, const Tensor& self) {
  const OnDevice on(self);
  const Tensor& dx = plan.result();
  if (grad_output.numel() == 0) {
    const char zero[16] = {};
    return fill_elements(dx, zero);
  }
  const Tensor dy = dense(grad_output, plan.outputs[0].format);
  adaptive_pool_backward(dx.scalar_type(), problem_of(plan), dy.impl()->data(), dx.impl()->data(), on);
}

}  // namespace torchpp::cuda
