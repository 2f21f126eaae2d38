// SPDX-License-Identifier: BSD-3-Clause
// The CUDA kernels of convolution and its gradients.
#include "src/backends/cuda/convolution.h"

#include <torchpp/core/cuda.h>
#include <torchpp/ops/view.h>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/launch.h"
#include "src/backends/cuda/loops.h"
#include "src/backends/cuda/same_device.h"
#include "src/backends/cuda/vendor.h"
#include "src/core/view.h"
#include "src/dispatch/verbose.h"
#include "src/ops/convolution_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

void check_dtype(ScalarType t) {
  if (TORCHPP_UNLIKELY(!isFloatingType(t) && t != kComplexFloat && t != kComplexDouble))
    fail_dtype("convolution_cuda", t);
}

// The problem as the library is given it.
struct VendorProblem {
  ConvProblem p;
  MemoryFormat format;
  DimVector output;  // sizes on the output's side of the problem
};

VendorProblem problem_of(const ConvShape& s) {
  VendorProblem q{s.problem, s.format, {s.problem.n, s.problem.out_channels}};
  ConvProblem& p = q.p;
  p.dtype = toRealValueType(p.dtype);
  p.bias = false;
  if (p.dtype == kDouble) q.format = MemoryFormat::Contiguous;  // the library has no double in another order
  p.channels_last = q.format != MemoryFormat::Contiguous;
  for (int d = p.first_dim(); d < 3; ++d) {
    // The library pads both sides alike. With more padding on the right, the output is larger than the transposed
    // input.
    if (p.padding_right[d] != p.padding_left[d]) {
      p.padding_right[d] = p.padding_left[d];
      p.out[d] = p.extent_of_output(d);
    }
    q.output.push_back(p.out[d]);
  }
  return q;
}

Tensor new_like(IntArrayRef sizes, const Tensor& like, MemoryFormat format) {
  return Tensor(make_tensor(sizes, like.scalar_type(), like.device(), format));
}
void zero(const OnDevice& on, const Tensor& t) {
  if (t.numel() > 0) check(driver().fill(t.impl()->data(), 0, t.nbytes(), on.stream()), "cudaMemsetAsync");
}
// The tensor, padded with zeros at the end of each spatial dimension to the sizes.
Tensor padded(const OnDevice& on, const Tensor& t, IntArrayRef sizes, MemoryFormat format) {
  if (t.sizes() == sizes) return dense(t, format);
  const Tensor result = new_like(sizes, t, format);
  zero(on, result);
  Tensor part = result;
  for (int64_t d = 2; d < t.dim(); ++d) part = part.narrow(d, 0, t.size(d));
  copy_values(part, t);
  return result;
}
// The first elements of each spatial dimension, as many as the sizes say.
Tensor cut(const Tensor& t, IntArrayRef sizes, MemoryFormat format) {
  if (t.sizes() == sizes) return dense(t, format);
  Tensor part = t;
  for (int64_t d = 2; d < t.dim(); ++d) part = part.narrow(d, 0, sizes[static_cast<size_t>(d)]);
  const Tensor result = new_like(sizes, t, format);
  copy_values(result, part);
  return result;
}

// The three directions; each is linear in both operands.
using Direction = bool (*)(const ConvProblem&, const void*, const void*, void*, StreamHandle);

Tensor compute(const OnDevice& on, Direction f, const VendorProblem& q, const Tensor& a, const Tensor& b,
               IntArrayRef sizes);

// Fallback for problems for which the library has no algorithm: contiguous memory format and, if that is not enough,
// float.
Tensor compute_otherwise(const OnDevice& on, Direction f, VendorProblem q, const Tensor& a, const Tensor& b,
                         IntArrayRef sizes) {
  const char* const refused = q.format != MemoryFormat::Contiguous ? "no algorithm for channels last" : "no algorithm";
  if (verbose_level() > 0) verbose::refused("cudnn", refused);
  if (q.format != MemoryFormat::Contiguous) {
    const MemoryFormat wanted = q.format;
    q.format = MemoryFormat::Contiguous;
    q.p.channels_last = false;
    return dense(compute(on, f, q, dense(a, q.format), dense(b, q.format), sizes), wanted);
  }
  const ConvProblem& p = q.p;
  const auto spatial = [&](const int64_t* sizes) {
    return IntArrayRef(sizes + p.first_dim(), static_cast<size_t>(p.dims));
  };
  TORCHPP_CHECK_NOT_IMPLEMENTED(p.dtype == kHalf || p.dtype == kBFloat16, "convolution: cuDNN has no ",
                                is_convolution_deterministic() ? "deterministic " : "", "algorithm for batch ", p.n,
                                ", channels ", p.in_channels, " to ", p.out_channels, ", ", p.groups,
                                " group(s), kernel ", spatial(p.kernel), ", input ", spatial(p.in), ", ",
                                toString(p.dtype));
  q.p.dtype = kFloat;
  return compute(on, f, q, a.to(kFloat), b.to(kFloat), sizes).to(a.dtype());
}

Tensor compute(const OnDevice& on, Direction f, const VendorProblem& q, const Tensor& a, const Tensor& b,
               IntArrayRef sizes) {
  Tensor result = new_like(sizes, a, q.format);
  if (!a.is_complex()) {
    const bool done = f(q.p, a.impl()->data(), b.impl()->data(), result.impl()->data(), on.stream());
    return TORCHPP_LIKELY(done) ? result : compute_otherwise(on, f, q, a, b, sizes);
  }
  const auto part = [&](const Tensor& t, int64_t i) { return view_as_real(t).select(-1, i).contiguous(q.format); };
  const Tensor a_re = part(a, 0), a_im = part(a, 1), b_re = part(b, 0), b_im = part(b, 1);
  const Tensor re = compute(on, f, q, a_re, b_re, sizes), im = compute(on, f, q, a_re, b_im, sizes);
  const Scalars one{{1, 0, 0, 0}, {1, 0, 0, 0}};
  binary("sub", Out::in_place(re), re, compute(on, f, q, a_im, b_im, sizes), ElementwiseRule::kPromote, sub_loops,
         &one);
  binary("add", Out::in_place(im), im, compute(on, f, q, a_im, b_re, sizes), ElementwiseRule::kPromote, add_loops,
         &one);
  copy_values(view_as_real(result).select(-1, 0), re);
  copy_values(view_as_real(result).select(-1, 1), im);
  return result;
}

Images images_of(const Tensor& t, MemoryFormat format) {
  const IntArrayRef s = t.sizes();
  int64_t pixels = 1;
  for (size_t d = 2; d < s.size(); ++d) pixels *= s[d];
  return {t.scalar_type(), s[0], s[1], pixels, format != MemoryFormat::Contiguous};
}
void add_bias(const OnDevice& on, const Tensor& y, const Tensor& bias, MemoryFormat format) {
  const Tensor b = dense(bias, MemoryFormat::Contiguous);
  if (y.numel() > 0) add_channel_bias(on, images_of(y, format), y.impl()->data(), b.impl()->data());
}
Tensor bias_gradient(const OnDevice& on, const Tensor& grad, MemoryFormat format) {
  Tensor result = new_like(grad.size(1), grad, MemoryFormat::Contiguous);
  if (grad.numel() == 0) zero(on, result);
  else sum_channels(on, images_of(grad, format), grad.impl()->data(), result.impl()->data());
  return result;
}

bool must_widen(const OnDevice& on, ScalarType dtype) {
  if (dtype != kBFloat16 || properties_of(on.device()).major >= 8) return false;
  if (verbose_level() > 0) verbose::refused("cudnn", "it multiplies bfloat16 from compute capability 8 on");
  return true;
}

Tensor compute_convolution(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                           IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                           int64_t groups) {
  check_same_device("convolution", input, {&weight, &bias});
  const ConvShape s = conv_rule(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  check_dtype(input.scalar_type());
  const OnDevice on(input);
  if (must_widen(on, input.scalar_type()))
    return compute_convolution(input.to(kFloat), weight.to(kFloat), bias.defined() ? bias.to(kFloat) : bias, stride,
                               padding, dilation, transposed, output_padding, groups)
        .to(kBFloat16);
  const VendorProblem q = problem_of(s);
  Tensor y;
  if (input.numel() == 0 || weight.numel() == 0 || multiply_integers(s.output) == 0) {  // sums of nothing
    y = new_like(s.output, input, q.format);
    zero(on, y);
  } else if (!transposed) {
    y = compute(on, &convolve, q, dense(input, q.format), dense(weight, q.format), s.output);
  } else {
    y = compute(on, &convolve_backward_input, q, padded(on, input, q.output, q.format), dense(weight, q.format),
                s.output);
  }
  if (bias.defined()) add_bias(on, y, bias, q.format);
  return dense(y, s.format);
}

TensorTriple compute_gradients(const Tensor& grad_output, const Tensor& input, const Tensor& weight, IntArrayRef stride,
                               IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                               int64_t groups, std::array<bool, 3> output_mask) {
  check_same_device("convolution_backward", input, {&grad_output, &weight});
  const ConvShape s = conv_rule(input, weight, Tensor(), stride, padding, dilation, transposed, output_padding, groups);
  check_conv_gradient(s, grad_output, input);
  check_dtype(input.scalar_type());
  const OnDevice on(input);
  if (must_widen(on, input.scalar_type())) {
    auto [dx, dw, db] = compute_gradients(grad_output.to(kFloat), input.to(kFloat), weight.to(kFloat), stride, padding,
                                          dilation, transposed, output_padding, groups, output_mask);
    const auto back = [](const Tensor& t) { return t.defined() ? t.to(kBFloat16) : t; };
    return {back(dx), back(dw), back(db)};
  }
  const auto [wants_input, wants_weight, wants_bias] = output_mask;
  const VendorProblem q = problem_of(s);
  const Tensor dy = dense(grad_output, q.format);
  Tensor dx, dw, db;
  if (wants_bias) db = bias_gradient(on, dy, q.format);
  if (dy.numel() == 0 || input.numel() == 0 || weight.numel() == 0) {
    if (wants_input) zero(on, dx = new_like(input.sizes(), input, s.format));
    if (wants_weight) zero(on, dw = new_like(weight.sizes(), weight, MemoryFormat::Contiguous));
    return {dx, dw, db};
  }
  if (wants_input) {
    const Tensor w = dense(weight, q.format);
    dx = transposed ? cut(compute(on, &convolve, q, dy, w, q.output), input.sizes(), s.format)
                    : dense(compute(on, &convolve_backward_input, q, dy, w, input.sizes()), s.format);
  }
  if (wants_weight) {
    const Tensor x = padded(on, input, transposed ? IntArrayRef(q.output) : input.sizes(), q.format);
    const Tensor &from = transposed ? dy : x, &to = transposed ? x : dy;
    // The gradient has the memory format of the weights.
    dw = dense(compute(on, &convolve_backward_weight, q, to, from, weight.sizes()),
               weight.is_contiguous() ? MemoryFormat::Contiguous : q.format);
  }
  return {dx, dw, db};
}

}  // namespace

Tensor convolution(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                   IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                   int64_t groups) {
  return finish_converted(
      out, compute_convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups));
}

TensorTriple convolution_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& weight,
                                  OptionalIntArrayRef, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                  bool transposed, IntArrayRef output_padding, int64_t groups,
                                  std::array<bool, 3> output_mask) {
  return finish_converted(out, compute_gradients(grad_output, input, weight, stride, padding, dilation, transposed,
                                                 output_padding, groups, output_mask));
}

}  // namespace torchpp::cuda
