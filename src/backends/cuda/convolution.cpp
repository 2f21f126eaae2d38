// SPDX-License-Identifier: BSD-3-Clause
// The CUDA kernels of convolution and its gradients.
#include "src/backends/cuda/convolution.h"

#include <torchpp/core/cuda.h>
#include <torchpp/ops/view.h>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/launch.h"
#include "src/backends/cuda/vendor.h"
#include "src/core/view.h"
#include "src/dispatch/verbose.h"
#include "src/ops/convolution_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

// The problem as the library is given it.
struct VendorProblem {
  ConvProblem p;
  MemoryFormat format;
  DimVector output;  // sizes on the output's side of the problem
};

VendorProblem problem_of(const ConvProblem& problem, MemoryFormat format) {
  VendorProblem q{problem, format, {problem.n, problem.out_channels}};
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
Tensor cut(Tensor t, IntArrayRef sizes) {
  for (int64_t d = 2; d < t.dim(); ++d) t = t.narrow(d, 0, sizes[static_cast<size_t>(d)]);
  return t;
}
// Calls fill(t) with the tensor, or, where that is not dense in the format, with one that is, which is copied then.
template <class F>
void fill_dense(const Tensor& to, MemoryFormat format, const F& fill) {
  if (TORCHPP_LIKELY(to.is_contiguous(format))) return fill(to);
  const Tensor t = new_like(to.sizes(), to, format);
  fill(t);
  copy_values(to, t);
}

// The three directions; each is linear in both operands.
using Direction = bool (*)(const ConvProblem&, const void*, const void*, void*, StreamHandle);

void compute(const OnDevice& on, Direction f, const VendorProblem& q, const Tensor& a, const Tensor& b,
             const Tensor& result);

// Fallback for problems for which the library has no algorithm: contiguous memory format and, if that is not enough,
// float.
void compute_otherwise(const OnDevice& on, Direction f, VendorProblem q, const Tensor& a, const Tensor& b,
                       const Tensor& result) {
  const char* const refused = q.format != MemoryFormat::Contiguous ? "no algorithm for channels last" : "no algorithm";
  if (verbose_level() > 0) verbose::refused("cudnn", refused);
  if (q.format != MemoryFormat::Contiguous) {
    q.format = MemoryFormat::Contiguous;
    q.p.channels_last = false;
    return fill_dense(result, q.format,
                      [&](const Tensor& t) { compute(on, f, q, dense(a, q.format), dense(b, q.format), t); });
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
  const Tensor wide(make_tensor_like(*result.impl(), kFloat));
  compute(on, f, q, a.to(kFloat), b.to(kFloat), wide);
  copy_values(result, wide);
}

// Writes the result, which is dense in the problem's format, as the operands are.
void compute(const OnDevice& on, Direction f, const VendorProblem& q, const Tensor& a, const Tensor& b,
             const Tensor& result) {
  if (!a.is_complex()) {
    const bool done = f(q.p, a.impl()->data(), b.impl()->data(), result.impl()->data(), on.stream());
    if (TORCHPP_UNLIKELY(!done)) compute_otherwise(on, f, q, a, b, result);
    return;
  }
  const auto part = [&](const Tensor& t, int64_t i) { return view_as_real(t).select(-1, i).contiguous(q.format); };
  const Tensor a_re = part(a, 0), a_im = part(a, 1), b_re = part(b, 0), b_im = part(b, 1);
  const auto product = [&](const Tensor& x, const Tensor& y) {
    const Tensor t = new_like(result.sizes(), x, q.format);
    compute(on, f, q, x, y, t);
    return t;
  };
  const Tensor re = product(a_re, b_re), im = product(a_re, b_im);
  const Scalars one{{1, 0, 0, 0}, {1, 0, 0, 0}};
  binary("sub", Out::in_place(re), re, product(a_im, b_im), ElementwiseRule::kPromote, sub_loops, &one);
  binary("add", Out::in_place(im), im, product(a_im, b_re), ElementwiseRule::kPromote, add_loops, &one);
  copy_values(view_as_real(result).select(-1, 0), re);
  copy_values(view_as_real(result).select(-1, 1), im);
}

Images images_of(const Tensor& t, bool channels_last) {
  const IntArrayRef s = t.sizes();
  int64_t pixels = 1;
  for (size_t d = 2; d < s.size(); ++d) pixels *= s[d];
  return {t.scalar_type(), s[0], s[1], pixels, channels_last};
}

bool must_widen(const OnDevice& on, ScalarType dtype) {
  if (dtype != kBFloat16 || properties_of(on.device()).major >= 8) return false;
  if (verbose_level() > 0) verbose::refused("cudnn", "it multiplies bfloat16 from compute capability 8 on");
  return true;
}

// A tensor in float that has the sizes and the format of `like`; undefined where that is.
Tensor float_like(const Tensor& like) {
  return like.defined() ? Tensor(make_tensor_like(*like.impl(), kFloat)) : Tensor();
}
Tensor widened(const Tensor& t) { return t.defined() ? t.to(kFloat) : t; }

// y, dense in the format, becomes the convolution of the operands.
void convolve_into(const OnDevice& on, ConvProblem problem, MemoryFormat format, const Tensor& input,
                   const Tensor& weight, const Tensor& bias, bool transposed, const Tensor& y) {
  if (must_widen(on, problem.dtype)) {
    problem.dtype = kFloat;
    const Tensor wide = float_like(y);
    convolve_into(on, problem, format, widened(input), widened(weight), widened(bias), transposed, wide);
    return copy_values(y, wide);
  }
  if (y.numel() == 0) return;
  const VendorProblem q = problem_of(problem, format);
  if (input.numel() == 0 || weight.numel() == 0) {  // sums of nothing
    zero(on, y);
  } else {
    fill_dense(y, q.format, [&](const Tensor& t) {
      const Tensor w = dense(weight, q.format);
      if (transposed) compute(on, &convolve_backward_input, q, padded(on, input, q.output, q.format), w, t);
      else compute(on, &convolve, q, dense(input, q.format), w, t);
    });
  }
  if (!bias.defined()) return;
  const Tensor b = dense(bias, MemoryFormat::Contiguous);
  add_channel_bias(on, images_of(y, format != MemoryFormat::Contiguous), y.impl()->data(), b.impl()->data());
}

// The gradients that are defined, dense: of the input in the format, of the weight in that or contiguous.
void gradients(const OnDevice& on, ConvProblem problem, MemoryFormat format, const Tensor& grad_output,
               const Tensor& input, const Tensor& weight, bool transposed, const Tensor& dx, const Tensor& dw,
               const Tensor& db) {
  if (must_widen(on, problem.dtype)) {
    problem.dtype = kFloat;
    const Tensor gx = float_like(dx), gw = float_like(dw), gb = float_like(db);
    gradients(on, problem, format, widened(grad_output), widened(input), widened(weight), transposed, gx, gw, gb);
    if (dx.defined()) copy_values(dx, gx);
    if (dw.defined()) copy_values(dw, gw);
    if (db.defined()) copy_values(db, gb);
    return;
  }
  const VendorProblem q = problem_of(problem, format);
  const Tensor dy = dense(grad_output, q.format);
  if (db.defined()) {
    if (dy.numel() == 0) zero(on, db);
    else sum_channels(on, images_of(dy, q.format != MemoryFormat::Contiguous), dy.impl()->data(), db.impl()->data());
  }
  if (dy.numel() == 0 || input.numel() == 0 || weight.numel() == 0) {
    if (dx.defined()) zero(on, dx);
    if (dw.defined()) zero(on, dw);
    return;
  }
  if (dx.defined()) {
    const Tensor w = dense(weight, q.format);
    if (transposed && dx.sizes() != IntArrayRef(q.output)) {
      const Tensor whole = new_like(q.output, dx, q.format);
      compute(on, &convolve, q, dy, w, whole);
      copy_values(dx, cut(whole, dx.sizes()));
    } else {
      fill_dense(dx, q.format,
                 [&](const Tensor& t) { compute(on, transposed ? &convolve : &convolve_backward_input, q, dy, w, t); });
    }
  }
  if (dw.defined()) {
    const Tensor x = padded(on, input, transposed ? IntArrayRef(q.output) : input.sizes(), q.format);
    const Tensor &from = transposed ? dy : x, &to = transposed ? x : dy;
    fill_dense(dw, q.format, [&](const Tensor& t) { compute(on, &convolve_backward_weight, q, to, from, t); });
  }
}

}  // namespace

void convolution(const ConvolutionPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
                 IntArrayRef, IntArrayRef, IntArrayRef, bool transposed, IntArrayRef, int64_t) {
  convolve_into(OnDevice(input), plan.problem, plan.format, input, weight, bias, transposed, plan.result());
}

void convolution_backward(const ConvolutionBackwardPlan& plan, const Tensor& grad_output, const Tensor& input,
                          const Tensor& weight, OptionalIntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef,
                          bool transposed, IntArrayRef, int64_t, std::array<bool, 3>) {
  gradients(OnDevice(input), plan.problem, plan.format, grad_output, input, weight, transposed, plan.result(0),
            plan.result(1), plan.result(2));
}

}  // namespace torchpp::cuda
