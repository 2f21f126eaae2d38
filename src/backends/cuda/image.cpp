// SPDX-License-Identifier: BSD-3-Clause
// Kernels of ops/table/image.ops but for padding: tensors become problems on raw memory. 16-bit floats are resampled
// and sampled in float.
#include "src/backends/cuda/image.h"

#include <torchpp/ops/creation.h>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/image_rules.h"
#include "src/ops/operand.h"
#include "src/ops/resampling.h"

namespace torchpp::cuda {
namespace {

ScalarType wide_dtype(ScalarType dtype) { return isReducedFloatingType(dtype) ? kFloat : dtype; }

template <class T = void>
T* data(const Tensor& t) {
  return static_cast<T*>(t.impl()->data());
}
Tensor uploaded(const void* values, int64_t n, ScalarType dtype, const Tensor& like, const OnDevice& on) {
  const Tensor t(make_tensor({n}, dtype, like.device()));
  if (n != 0) copy_from_host(data(t), values, t.nbytes(), on);
  return t;
}
template <class T>
int64_t count(const std::vector<T>& values) {
  return static_cast<int64_t>(values.size());
}

// The dimensions one after the other, the innermost first.
template <class T>
void resample_as(const UpsamplePlan& plan, const Tensor& source, bool backward) {
  const ScalarType dtype = std::is_same_v<T, double> ? kDouble : kFloat;
  const OnDevice on(source);
  Tensor x = dense(converted(source, dtype));
  for (int d = plan.dims - 1; d >= 0; --d) {
    const Taps<T> taps = taps_of<T>(plan, d, backward);
    if (taps.copies) continue;
    DimVector sizes(x.sizes());
    const size_t at = static_cast<size_t>(d) + 2;
    sizes[at] = taps.out;
    const Tensor begin = uploaded(taps.begin.data(), count(taps.begin), kLong, x, on),
                 from = uploaded(taps.source.data(), count(taps.source), kLong, x, on),
                 weight = uploaded(taps.weight.data(), count(taps.weight), dtype, x, on),
                 y(make_tensor(sizes, dtype, x.device()));
    const IntArrayRef all(sizes);
    resample(dtype,
             {multiply_integers(all.slice(0, at)), taps.in, taps.out, multiply_integers(all.slice(at + 1)),
              data<int64_t>(begin), data<int64_t>(from), data(weight)},
             data(x), data(y), on);
    x = y;
  }
  copy_values(plan.result(), x);
}
void resample(const UpsamplePlan& plan, const Tensor& source, bool backward) {
  if (plan.result().numel() == 0) return;
  if (source.scalar_type() == kDouble) resample_as<double>(plan, source, backward);
  else resample_as<float>(plan, source, backward);
}

WindowsProblem problem_of(const WindowsPlan& plan) {
  WindowsProblem p;
  p.planes = plan.batch * plan.channels;
  for (int d = 0; d < 2; ++d) {
    p.image[d] = plan.image[d], p.kernel[d] = plan.kernel[d], p.dilation[d] = plan.dilation[d];
    p.padding[d] = plan.padding[d], p.stride[d] = plan.stride[d], p.windows[d] = plan.windows[d];
  }
  return p;
}

SamplingProblem problem_of(const SamplerShape& s) {
  SamplingProblem p{};
  p.mode = static_cast<int>(s.mode), p.dims = s.dims;
  p.batch = s.batch, p.channels = s.channels, p.points = s.points;
  p.pixels = 1;
  for (int d = 0; d < s.dims; ++d) {
    p.lines[d] = {s.in[d], static_cast<int>(s.padding), s.align_corners};
    p.pixels *= s.in[d];
  }
  return p;
}

// What a kernel writes that computes in the dtype, and its delivery.
Tensor computed(const Output& o, ScalarType dtype) {
  return o.dtype == dtype ? o.tensor : Tensor(make_tensor(o.sizes, dtype, o.tensor.device()));
}
void deliver(const Output& o, const Tensor& computed) {
  if (!computed.is_same(o.tensor)) copy_values(o.tensor, computed);
}

}  // namespace

void im2col(const WindowsPlan& plan, const Tensor& self, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef) {
  const OnDevice on(self);
  const Tensor x = dense(self);
  gather_windows(x.itemsize(), problem_of(plan), data(x), data(plan.result()), on);
}
void col2im(const WindowsPlan& plan, const Tensor& self, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef,
            IntArrayRef) {
  const OnDevice on(self);
  const Tensor x = dense(self);
  add_windows(x.scalar_type(), problem_of(plan), data(x), data(plan.result()), on);
}

void grid_sampler(const SamplerPlan& plan, const Tensor& input, const Tensor& grid) {
  const OnDevice on(input);
  const Output& o = plan.outputs[0];
  const ScalarType dtype = wide_dtype(o.dtype);
  const Tensor x = dense(converted(input, dtype)), at = dense(converted(grid, dtype)), y = computed(o, dtype);
  sample(dtype, problem_of(plan.shape), data(x), data(at), data(y), on);
  deliver(o, y);
}

void grid_sampler_backward(const SamplerBackwardPlan& plan, const Tensor& grad, const Tensor& input,
                           const Tensor& grid) {
  const OnDevice on(input);
  const ScalarType dtype = wide_dtype(input.scalar_type());
  const SamplingProblem p = problem_of(plan.shape);
  const Tensor dy = dense(converted(grad, dtype)), at = dense(converted(grid, dtype));
  if (plan.outputs[1].wanted) {
    const Tensor x = dense(converted(input, dtype)), d_grid = computed(plan.outputs[1], dtype);
    sample_by_grid(dtype, p, data(dy), data(x), data(at), data(d_grid), on);
    deliver(plan.outputs[1], d_grid);
  }
  if (!plan.outputs[0].wanted || plan.result().numel() == 0) return;
  // The terms of each element are added in the order of the points.
  const int64_t planes = p.batch * p.channels, terms = p.points * sample_taps(p);
  const Tensor places(make_tensor({planes, terms}, kLong, input.device())),
      values(make_tensor({planes, terms}, dtype, input.device()));
  sample_terms(dtype, p, data(dy), data(at), data<int64_t>(places), data(values), on);
  const Tensor sums = zeros({planes, p.pixels + 1}, values.options());
  if (terms != 0) sums.scatter_add_(1, places, values);
  copy_values(plan.result().view({planes, p.pixels}), sums.narrow(1, 0, p.pixels));
}

void upsample_nearest(const UpsamplePlan& plan, const Tensor& self) {
  if (plan.result().numel() == 0) return;
  const OnDevice on(self);
  Tensor x = self;
  for (int d = 0; d < plan.dims; ++d) {
    const std::vector<int64_t> at = nearest_sources(plan, d, self.scalar_type());
    x = x.index_select(d - plan.dims, uploaded(at.data(), count(at), kLong, self, on));
  }
  copy_values(plan.result(), x);
}

void upsample(const UpsamplePlan& plan, const Tensor& self) { resample(plan, self, false); }
void upsample_gradient(const UpsamplePlan& plan, const Tensor& grad_output) { resample(plan, grad_output, true); }

}  // namespace torchpp::cuda
