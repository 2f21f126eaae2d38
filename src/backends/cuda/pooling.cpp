// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/pooling.h"

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/reduction_loops.h"
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
  for (int d = 0; d < 3; ++d) {
    p.in[d] = s.in[d], p.out[d] = s.out[d], p.kernel[d] = s.kernel[d];
    p.stride[d] = s.stride[d], p.padding[d] = s.padding[d], p.dilation[d] = s.dilation[d];
  }
  return p;
}
PoolProblem averages_of(const PoolPlan& plan) {
  PoolProblem p = problem_of(plan);
  p.count_padding = plan.count_padding, p.divisor = plan.divisor;
  return p;
}
// Windows that divide the image evenly have no other numbers.
template <class P>
PoolProblem even_problem_of(const P& plan) {
  PoolProblem p;
  p.batch = plan.batch, p.channels = plan.channels, p.last = is_last(plan.outputs[0]);
  for (int d = 0; d < 3; ++d) {
    p.in[d] = plan.in[d], p.out[d] = plan.out[d];
    p.kernel[d] = p.stride[d] = p.dilation[d] = 1, p.padding[d] = 0;
  }
  return p;
}
// Whether there is one window: the whole image.
bool is_mean(const AdaptivePoolPlan& plan) { return plan.out[0] == 1 && plan.out[1] == 1 && plan.out[2] == 1; }
NamedPlaces places_of(const IndexedPoolPlan& plan) {
  const bool last = is_last(plan.outputs[0]);
  return {last ? plan.batch : plan.batch * plan.channels, plan.out_size(), plan.in_size(), last ? plan.channels : 1};
}

int64_t* longs(const Tensor& t) { return static_cast<int64_t*>(t.impl()->data()); }
void clear(const Tensor& t, const OnDevice& on) {
  if (t.numel() > 0) check(driver().fill(t.impl()->data(), 0, t.nbytes(), on.stream()), "cudaMemsetAsync");
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
  max_pool(plan, self, longs(plan.result(1)));
}

void pool_maxima_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& indices) {
  const OnDevice on(self);
  const MemoryFormat format = plan.outputs[0].format;
  const Tensor dy = dense(grad_output, format), at = dense(indices, format);
  max_pool_backward(dy.scalar_type(), problem_of(plan), dy.impl()->data(), longs(at), plan.result().impl()->data(), on);
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
  if (is_mean(plan)) {
    const uint64_t last = plan.in[0] == 1 ? 3 : 7, mask = last << (self.dim() - (plan.in[0] == 1 ? 2 : 3));
    const auto count = static_cast<double>(plan.in[0] * plan.in[1] * plan.in[2]);
    Tensor keep;
    if (reduce_sum(resolved(self, keep), mask, plan.result(), count)) return;
  }
  const Tensor x = dense(self, plan.outputs[0].format);
  adaptive_pool_forward(x.scalar_type(), even_problem_of(plan), x.impl()->data(), plan.result().impl()->data(), on);
}

void adaptive_averages_gradient(const AdaptivePoolPlan& plan, const Tensor& grad_output, const Tensor& self) {
  const OnDevice on(self);
  const Tensor& dx = plan.result();
  if (grad_output.numel() == 0) {
    const char zero[16] = {};
    return fill_elements(dx, zero);
  }
  if (is_mean(plan)) return copy_values(dx, grad_output.div(plan.in[0] * plan.in[1] * plan.in[2]));
  const Tensor dy = dense(grad_output, plan.outputs[0].format);
  adaptive_pool_backward(dx.scalar_type(), even_problem_of(plan), dy.impl()->data(), dx.impl()->data(), on);
}

void adaptive_maxima(const AdaptivePoolIndicesPlan& plan, const Tensor& self) {
  if (plan.result().numel() == 0) return;
  const OnDevice on(self);
  const Tensor x = dense(self, plan.outputs[0].format);
  adaptive_max_pool_forward(x.scalar_type(), even_problem_of(plan), x.impl()->data(), plan.result(0).impl()->data(),
                            longs(plan.result(1)), on);
}

void fractional_maxima(const FractionalPoolPlan& plan, const Tensor& self, const Tensor& samples) {
  if (plan.result().numel() == 0) return;
  const OnDevice on(self);
  const Tensor x = dense(self), where = dense(samples);
  PoolProblem p = even_problem_of(plan);
  for (int d = 0; d < 3; ++d) p.kernel[d] = plan.kernel[d];
  fractional_max_pool_forward(x.scalar_type(), p, plan.dims, where.impl()->data(), x.impl()->data(),
                              plan.result(0).impl()->data(), longs(plan.result(1)), on);
}

void indexed_gradient(const IndexedPoolPlan& plan, const Tensor& grad_output, const Tensor&, const Tensor& indices) {
  const OnDevice on(grad_output);
  const Tensor& dx = plan.result();
  clear(dx, on);
  if (grad_output.numel() == 0) return;
  const MemoryFormat format = plan.outputs[0].format;
  const Tensor dy = dense(grad_output, format), at = dense(indices, format);
  add_to_named(dx.scalar_type(), places_of(plan), dy.impl()->data(), longs(at), dx.impl()->data(), on);
}

void unpool(const IndexedPoolPlan& plan, const Tensor& self, const Tensor& indices) {
  const OnDevice on(self);
  const Tensor& y = plan.result();
  clear(y, on);
  if (self.numel() == 0) return;
  const MemoryFormat format = plan.outputs[0].format;
  const Tensor x = dense(self, format), at = dense(indices, format);
  unpool_images(y.scalar_type(), places_of(plan), x.impl()->data(), longs(at), y.impl()->data(), on);
}

}  // namespace torchpp::cuda
