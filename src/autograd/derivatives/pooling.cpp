// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/pooling.ops.
#include "src/ops/generated/pooling.h"
#include "src/autograd/derivative.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/view.h"

namespace torchpp::derivative {

namespace {

// The elements of the last `dims` dimensions to which indices point.
Tensor pick(const Tensor& t, const Tensor& indices, int64_t dims) {
  return t.flatten(-dims).gather(-1, indices.flatten(-dims)).reshape(indices.sizes());
}

// The gradient of a pooling, which is linear in the first of its two inputs; the other one only says sizes, and so has
// the gradient zero.
template <class Reverse, class Tangent>
Tensor linear_gradient(Record& r, Tensor y, Reverse reverse, Tangent tangent) {
  return r.done(
      std::move(y),
      [reverse](Backward& g) {
        if (g.needs(0)) g[0] = reverse(g);
        if (g.needs(1)) g[1] = autograd::full_like(g.grad(), g.input_sizes(1), 0);
      },
      [&](Forward& t) {
        if (t.has(0)) t[0] = tangent(t.tangent(0));
      });
}

template <class Op, class Gradient>
TensorPair max_pooling(const char* name, int64_t dims, const Op& op, const Gradient& gradient, Out out,
                       const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                       IntArrayRef dilation, bool ceil_mode) {
  Record r(name, out, self);
  const Saved x = r.save(self), at = r.save_result(true, 1);
  return r.done(
      r.call(op, out, self, kernel_size, stride, padding, dilation, ceil_mode),
      [x, at, &gradient, kernel = DimVector(kernel_size), step = DimVector(stride), edge = DimVector(padding),
       gap = DimVector(dilation),
       ceil_mode](Backward& g) { g[0] = gradient(Out(), g.grad(), g(x), kernel, step, edge, gap, ceil_mode, g(at)); },
      [dims](Forward& t) { t[0] = pick(t.tangent(0), t.result(1), dims); });
}
template <class Op>
Tensor max_pooling_backward(const char* name, int64_t dims, const Op& op, Out out, const Tensor& grad_output,
                            const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                            IntArrayRef dilation, bool ceil_mode, const Tensor& indices) {
  Record r(name, out, grad_output, self);
  const Saved at = r.save(indices);
  return linear_gradient(
      r, r.call(op, out, grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices),
      [at, dims](Backward& g) { return pick(g.grad(), g(at), dims); },
      [&](const Tensor& t) { return op(Out(), t, self, kernel_size, stride, padding, dilation, ceil_mode, indices); });
}

template <class Op, class Gradient>
Tensor avg_pooling(const char* name, const Op& op, const Gradient& gradient, Out out, const Tensor& self,
                   IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                   bool count_include_pad, optional<int64_t> divisor_override) {
  Record r(name, out, self);
  const Saved x = r.save(self);
  const DimVector kernel(kernel_size), step(stride), edge(padding);
  return r.done(
      r.call(op, out, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override),
      [=, &gradient](Backward& g) {
        g[0] = gradient(Out(), g.grad(), g(x), kernel, step, edge, ceil_mode, count_include_pad, divisor_override);
      },
      [&](Forward& t) {
        t[0] = op(Out(), t.tangent(), kernel, step, edge, ceil_mode, count_include_pad, divisor_override);
      });
}
template <class Op, class Gradient>
Tensor avg_pooling_backward(const char* name, const Op& op, const Gradient& gradient, Out out,
                            const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                            IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                            optional<int64_t> divisor_override) {
  Record r(name, out, grad_output, self);
  const DimVector kernel(kernel_size), step(stride), edge(padding);
  return linear_gradient(
      r,
      r.call(gradient, out, grad_output, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
             divisor_override),
      [=, &op](Backward& g) {
        return op(Out(), g.grad(), kernel, step, edge, ceil_mode, count_include_pad, divisor_override);
      },
      [&](const Tensor& t) {
        return gradient(Out(), t, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
      });
}

template <class Op, class Gradient>
Tensor adaptive_avg_pooling(const char* name, const Op& op, const Gradient& gradient, Out out, const Tensor& self,
                            IntArrayRef output_size) {
  Record r(name, out, self);
  const Saved x = r.save(self);
  return r.done(
      r.call(op, out, self, output_size), [x, &gradient](Backward& g) { g[0] = gradient(Out(), g.grad(), g(x)); },
      [&](Forward& t) { t[0] = op(Out(), t.tangent(), output_size); });
}
template <class Op, class Gradient>
Tensor adaptive_avg_pooling_backward(const char* name, size_t dims, const Op& op, const Gradient& gradient, Out out,
                                     const Tensor& grad_output, const Tensor& self) {
  Record r(name, out, grad_output, self);
  const IntArrayRef sizes = grad_output.sizes();
  return linear_gradient(
      r, r.call(gradient, out, grad_output, self),
      [&op, size = DimVector(sizes.slice(sizes.size() - dims))](Backward& g) { return op(Out(), g.grad(), size); },
      [&](const Tensor& t) { return gradient(Out(), t, self); });
}

// A pooling whose gradient follows from the indices that it gives.
template <class Op, class Gradient, class... A>
TensorPair indexed_pooling(const char* name, int64_t dims, const Op& op, Out out, const Tensor& self,
                           const Gradient& gradient, const A&... rest) {
  Record r(name, out, self);
  const Saved x = r.save(self), at = r.save_result(true, 1);
  return r.done(
      r.call(op, out, self, rest...), [x, at, gradient](Backward& g) { g[0] = gradient(g.grad(), g(x), g(at)); },
      [dims](Forward& t) { t[0] = pick(t.tangent(0), t.result(1), dims); });
}
template <class Op, class... A>
Tensor indexed_gradient(const char* name, int64_t dims, const Op& op, Out out, const Tensor& grad_output,
                        const Tensor& self, const Tensor& indices, const A&... sizes) {
  Record r(name, out, grad_output, self);
  const Saved at = r.save(indices);
  return linear_gradient(
      r, r.call(op, out, grad_output, self, sizes..., indices),
      [at, dims](Backward& g) { return pick(g.grad(), g(at), dims); },
      [&](const Tensor& t) { return op(Out(), t, self, sizes..., indices); });
}
template <class Op, class... A>
Tensor unpooling(const char* name, int64_t dims, const Op& op, Out out, const Tensor& self, const Tensor& indices,
                 const A&... sizes) {
  Record r(name, out, self);
  const Saved at = r.save(indices);
  return r.done(
      r.call(op, out, self, indices, sizes...), [at, dims](Backward& g) { g[0] = pick(g.grad(), g(at), dims); },
      [&](Forward& t) { t[0] = op(Out(), t.tangent(), indices, sizes...); });
}

}  // namespace

TensorPair max_pool2d_with_indices(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return max_pooling("max_pool2d_with_indices", 2, op::max_pool2d_with_indices, op::max_pool2d_with_indices_backward,
                     out, self, kernel_size, stride, padding, dilation, ceil_mode);
}
TensorPair max_pool3d_with_indices(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return max_pooling("max_pool3d_with_indices", 3, op::max_pool3d_with_indices, op::max_pool3d_with_indices_backward,
                     out, self, kernel_size, stride, padding, dilation, ceil_mode);
}
Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  {
    Record r("max_pool2d_with_indices", self);
    if (!r.active()) return r.call(op::max_pool2d, self, kernel_size, stride, padding, dilation, ceil_mode);
  }
  // The gradient needs the indices.
  return std::get<0>(op::max_pool2d_with_indices(Out(), self, kernel_size, stride, padding, dilation, ceil_mode));
}
Tensor max_pool2d_with_indices_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices) {
  return max_pooling_backward("max_pool2d_with_indices_backward", 2, op::max_pool2d_with_indices_backward, out,
                              grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
}
Tensor max_pool3d_with_indices_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices) {
  return max_pooling_backward("max_pool3d_with_indices_backward", 3, op::max_pool3d_with_indices_backward, out,
                              grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
}

Tensor avg_pool2d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override) {
  return avg_pooling("avg_pool2d", op::avg_pool2d, op::avg_pool2d_backward, out, self, kernel_size, stride, padding,
                     ceil_mode, count_include_pad, divisor_override);
}
Tensor avg_pool3d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override) {
  return avg_pooling("avg_pool3d", op::avg_pool3d, op::avg_pool3d_backward, out, self, kernel_size, stride, padding,
                     ceil_mode, count_include_pad, divisor_override);
}
Tensor avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                           IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           optional<int64_t> divisor_override) {
  return avg_pooling_backward("avg_pool2d_backward", op::avg_pool2d, op::avg_pool2d_backward, out, grad_output, self,
                              kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}
Tensor avg_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                           IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           optional<int64_t> divisor_override) {
  return avg_pooling_backward("avg_pool3d_backward", op::avg_pool3d, op::avg_pool3d_backward, out, grad_output, self,
                              kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}

Tensor adaptive_avg_pool2d(Out out, const Tensor& self, IntArrayRef output_size) {
  return adaptive_avg_pooling("_adaptive_avg_pool2d", op::adaptive_avg_pool2d, op::adaptive_avg_pool2d_backward, out,
                              self, output_size);
}
Tensor adaptive_avg_pool3d(Out out, const Tensor& self, IntArrayRef output_size) {
  return adaptive_avg_pooling("_adaptive_avg_pool3d", op::adaptive_avg_pool3d, op::adaptive_avg_pool3d_backward, out,
                              self, output_size);
}
Tensor adaptive_avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self) {
  return adaptive_avg_pooling_backward("_adaptive_avg_pool2d_backward", 2, op::adaptive_avg_pool2d,
                                       op::adaptive_avg_pool2d_backward, out, grad_output, self);
}
Tensor adaptive_avg_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self) {
  return adaptive_avg_pooling_backward("_adaptive_avg_pool3d_backward", 3, op::adaptive_avg_pool3d,
                                       op::adaptive_avg_pool3d_backward, out, grad_output, self);
}

TensorPair adaptive_max_pool2d(Out out, const Tensor& self, IntArrayRef output_size) {
  return indexed_pooling(
      "adaptive_max_pool2d", 2, op::adaptive_max_pool2d, out, self,
      [](const Tensor& g, const Tensor& x, const Tensor& at) {
        return op::adaptive_max_pool2d_backward(Out(), g, x, at);
      },
      output_size);
}
TensorPair adaptive_max_pool3d(Out out, const Tensor& self, IntArrayRef output_size) {
  return indexed_pooling(
      "adaptive_max_pool3d", 3, op::adaptive_max_pool3d, out, self,
      [](const Tensor& g, const Tensor& x, const Tensor& at) {
        return op::adaptive_max_pool3d_backward(Out(), g, x, at);
      },
      output_size);
}
Tensor adaptive_max_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& indices) {
  return indexed_gradient("adaptive_max_pool2d_backward", 2, op::adaptive_max_pool2d_backward, out, grad_output, self,
                          indices);
}
Tensor adaptive_max_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& indices) {
  return indexed_gradient("adaptive_max_pool3d_backward", 3, op::adaptive_max_pool3d_backward, out, grad_output, self,
                          indices);
}

TensorPair fractional_max_pool2d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                                 const Tensor& random_samples) {
  return indexed_pooling(
      "fractional_max_pool2d", 2, op::fractional_max_pool2d, out, self,
      [kernel = DimVector(kernel_size), size = DimVector(output_size)](const Tensor& g, const Tensor& x,
                                                                       const Tensor& at) {
        return op::fractional_max_pool2d_backward(Out(), g, x, kernel, size, at);
      },
      kernel_size, output_size, random_samples);
}
TensorPair fractional_max_pool3d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                                 const Tensor& random_samples) {
  return indexed_pooling(
      "fractional_max_pool3d", 3, op::fractional_max_pool3d, out, self,
      [kernel = DimVector(kernel_size), size = DimVector(output_size)](const Tensor& g, const Tensor& x,
                                                                       const Tensor& at) {
        return op::fractional_max_pool3d_backward(Out(), g, x, kernel, size, at);
      },
      kernel_size, output_size, random_samples);
}
Tensor fractional_max_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                      IntArrayRef output_size, const Tensor& indices) {
  return indexed_gradient("fractional_max_pool2d_backward", 2, op::fractional_max_pool2d_backward, out, grad_output,
                          self, indices, kernel_size, output_size);
}
Tensor fractional_max_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                      IntArrayRef output_size, const Tensor& indices) {
  return indexed_gradient("fractional_max_pool3d_backward", 3, op::fractional_max_pool3d_backward, out, grad_output,
                          self, indices, kernel_size, output_size);
}

Tensor max_unpool2d(Out out, const Tensor& self, const Tensor& indices, IntArrayRef output_size) {
  return unpooling("max_unpool2d", 2, op::max_unpool2d, out, self, indices, output_size);
}
Tensor max_unpool3d(Out out, const Tensor& self, const Tensor& indices, IntArrayRef output_size, IntArrayRef stride,
                    IntArrayRef padding) {
  return unpooling("max_unpool3d", 3, op::max_unpool3d, out, self, indices, output_size, stride, padding);
}

}  // namespace torchpp::derivative
