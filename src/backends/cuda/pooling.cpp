// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/pooling.h"

#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

MemoryFormat format_of(const Tensor& t) {
  return t.dim() == 4 && t.suggest_memory_format() == MemoryFormat::ChannelsLast ? MemoryFormat::ChannelsLast
                                                                                 : MemoryFormat::Contiguous;
}
bool is_last(const Tensor& t) { return format_of(t) == MemoryFormat::ChannelsLast; }
// Dense, channels where `like` has them.
Tensor packed(const Tensor& t, const Tensor& like) { return t.resolve_neg().contiguous(format_of(like)); }
Tensor new_tensor(IntArrayRef sizes, ScalarType dtype, const Tensor& like) {
  return Tensor(make_tensor(sizes, dtype, like.device(), format_of(like)));
}

PoolProblem problem_of(const PoolShape& s, const Tensor& self) {
  PoolProblem p;
  p.batch = s.batch, p.channels = s.channels, p.last = is_last(self);
  for (int d = 0; d < 2; ++d) {
    p.in[d] = s.in[d], p.out[d] = s.out[d], p.kernel[d] = s.kernel[d];
    p.stride[d] = s.stride[d], p.padding[d] = s.padding[d], p.dilation[d] = s.dilation[d];
  }
  return p;
}
PoolProblem problem_of(const PoolShape& s, const Tensor& self, bool count_padding, std::optional<int64_t> divisor) {
  PoolProblem p = problem_of(s, self);
  p.count_padding = count_padding, p.divisor = divisor.value_or(0);
  return p;
}
// Windows that divide the image evenly have no other numbers.
PoolProblem even_problem(const Tensor& self, IntArrayRef output) {
  const IntArrayRef x = self.sizes();
  PoolProblem p;
  p.batch = x.size() == 4 ? x[0] : 1, p.channels = x[x.size() - 3], p.last = is_last(self);
  for (size_t d = 0; d < 2; ++d) {
    p.in[d] = x[x.size() - 2 + d], p.out[d] = output[output.size() - 2 + d];
    p.kernel[d] = p.stride[d] = p.dilation[d] = 1, p.padding[d] = 0;
  }
  return p;
}

Tensor max_pool(const Tensor& self, const PoolShape& s, const Tensor& indices) {
  const OnDevice on(self);
  const Tensor x = packed(self, self), y = new_tensor(s.output, x.scalar_type(), self);
  max_pool_forward(x.scalar_type(), problem_of(s, self), x.impl()->data(), y.impl()->data(),
                   indices.defined() ? static_cast<int64_t*>(indices.impl()->data()) : nullptr, on);
  return y;
}

}  // namespace

Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  return max_pool(self, max_pool_rule(self, kernel_size, stride, padding, dilation, ceil_mode), Tensor());
}

TensorPair max_pool2d_with_indices(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  const PoolShape s = max_pool_rule(self, kernel_size, stride, padding, dilation, ceil_mode);
  const Tensor indices = new_tensor(s.output, kLong, self);
  return finish_kernel(out, {max_pool(self, s, indices), indices});
}

Tensor max_pool2d_with_indices_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices) {
  const OnDevice on(self);
  const PoolShape s =
      max_pool_backward_rule(grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
  check_same_device("max_pool2d_with_indices_backward", self, {&grad_output, &indices});
  const Tensor dy = packed(grad_output, self), at = indices.contiguous(format_of(self)),
               dx = new_tensor(self.sizes(), self.scalar_type(), self);
  max_pool_backward(dx.scalar_type(), problem_of(s, self), dy.impl()->data(),
                    static_cast<const int64_t*>(at.impl()->data()), dx.impl()->data(), on);
  return finish_kernel(out, dx);
}

Tensor avg_pool2d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override) {
  const OnDevice on(self);
  const PoolShape s = avg_pool_rule(self, kernel_size, stride, padding, ceil_mode, divisor_override);
  if (!isFloatingType(self.scalar_type())) fail_dtype("avg_pool2d", self.scalar_type());
  const Tensor x = packed(self, self), y = new_tensor(s.output, self.scalar_type(), self);
  avg_pool_forward(y.scalar_type(), problem_of(s, self, count_include_pad, divisor_override), x.impl()->data(),
                   y.impl()->data(), on);
  return finish_kernel(out, y);
}

Tensor avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                           IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           std::optional<int64_t> divisor_override) {
  const OnDevice on(self);
  const PoolShape s =
      avg_pool_backward_rule(grad_output, self, kernel_size, stride, padding, ceil_mode, divisor_override);
  check_same_device("avg_pool2d_backward", self, {&grad_output});
  const Tensor dy = packed(grad_output, self), dx = new_tensor(self.sizes(), self.scalar_type(), self);
  avg_pool_backward(dx.scalar_type(), problem_of(s, self, count_include_pad, divisor_override), dy.impl()->data(),
                    dx.impl()->data(), on);
  return finish_kernel(out, dx);
}

Tensor adaptive_avg_pool2d(Out out, const Tensor& self, IntArrayRef output_size) {
  const OnDevice on(self);
  const DimVector sizes = adaptive_pool_rule(self, output_size);
  const Tensor x = packed(self, self), y = new_tensor(sizes, self.scalar_type(), self);
  if (y.numel() == 0) return finish_converted(out, y);
  if (!isFloatingType(self.scalar_type())) fail_dtype("adaptive_avg_pool2d", self.scalar_type());
  adaptive_pool_forward(y.scalar_type(), even_problem(self, sizes), x.impl()->data(), y.impl()->data(), on);
  return finish_converted(out, y);
}

Tensor adaptive_avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self) {
  const OnDevice on(self);
  adaptive_pool_backward_rule(grad_output, self);
  check_same_device("adaptive_avg_pool2d_backward", self, {&grad_output});
  const Tensor dy = packed(grad_output, self), dx = new_tensor(self.sizes(), self.scalar_type(), self);
  if (dy.numel() == 0) return finish_converted(out, fill(Out(), dx, 0));
  if (!isFloatingType(self.scalar_type())) fail_dtype("adaptive_avg_pool2d", self.scalar_type());
  adaptive_pool_backward(dx.scalar_type(), even_problem(self, dy.sizes()), dy.impl()->data(), dx.impl()->data(), on);
  return finish_converted(out, dx);
}

}  // namespace torchpp::cuda
