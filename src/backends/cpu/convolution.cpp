// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of convolution and its gradients: tensors in, ConvProblem out. A transposed convolution is the data
// gradient of an ordinary one, whose input is the transposed one's result.

#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>

#include "src/backends/cpu/convolution_kernels.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/core/view.h"
#include "src/dispatch/verbose.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

ConvProblem problem_of(const ConvShape& s, IntArrayRef input, IntArrayRef weight, ScalarType dtype) {
  const IntArrayRef output = s.output, from = s.transposed ? output : input, to = s.transposed ? input : output;
  ConvProblem q;
  q.dims = s.dims;
  q.n = input[0], q.in_channels = from[1], q.out_channels = to[1], q.groups = s.groups;
  for (int d = 0; d < s.dims; ++d) {
    const size_t at = static_cast<size_t>(d) + 2;
    q.in[d] = from[at], q.kernel[d] = weight[at];
    q.stride[d] = s.stride[d], q.dilation[d] = s.dilation[d];
    q.padding_left[d] = q.padding_right[d] = s.padding[d];
    // Where an output padding of a stride or more would give results that the transposed input does not have.
    if (s.output_padding[d] >= s.stride[d]) q.padding_right[d] -= s.output_padding[d];
  }
  q.dtype = dtype;
  q.channels_last_input = q.channels_last_output = s.format != MemoryFormat::Contiguous;
  return q;
}

Tensor new_like(IntArrayRef sizes, const Tensor& like, MemoryFormat format) {
  return Tensor(make_tensor(sizes, like.scalar_type(), like.device(), format));
}
void zero(const Tensor& t) {
  if (t.numel() != 0) __builtin_memset(t.impl()->data(), 0, t.nbytes());
}
void check_dtype(ScalarType t) {
  if (TORCHPP_UNLIKELY(t == kBool || isQIntType(t) || t == kComplexHalf)) fail_dtype("convolution_cpu", t);
}
bool is_narrow(ScalarType t) { return t == kHalf || t == kBFloat16; }

void add_channel_bias(const Tensor& y, const Tensor& bias) {
  DimVector sizes(y.sizes().size(), 1);
  sizes[1] = bias.numel();
  op::add(Out::in_place(y), y, bias.reshape(sizes), 1);
}

// Sum over all but the channels.
Tensor bias_gradient(const Tensor& grad, const ConvShape& s) {
  const ScalarType t = grad.scalar_type();
  if (t != kFloat && t != kDouble && t != kBFloat16) {
    DimVector dims = {0};
    for (int64_t d = 2; d < grad.dim(); ++d) dims.push_back(d);
    return grad.sum(IntArrayRef(dims));
  }
  Tensor db = new_like(grad.size(1), grad, MemoryFormat::Contiguous);
  ConvProblem q;  // whose result the gradient could be
  q.dims = s.dims;
  q.n = grad.size(0), q.in_channels = 1, q.out_channels = grad.size(1);
  for (int d = 0; d < s.dims; ++d) q.in[d] = grad.size(d + 2);
  q.dtype = t;
  q.channels_last_output = s.format != MemoryFormat::Contiguous;
  own::bias_gradient(q, grad.impl()->data(), db.impl()->data());
  return db;
}

Tensor compute_convolution(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                           IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                           int64_t groups) {
  const ConvShape s = conv_rule(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  const ScalarType dtype = input.scalar_type();
  check_dtype(dtype);
  ConvProblem q = problem_of(s, input.sizes(), weight.sizes(), dtype);
  q.bias = bias.defined() && !transposed;
  Tensor y = new_like(s.output, input, s.format);
  if (y.numel() == 0 || y.is_meta()) return y;
  if (input.numel() == 0 || weight.numel() == 0) {  // sums of nothing
    zero(y);
    if (bias.defined()) add_channel_bias(y, bias);
    return y;
  }
  if (is_narrow(dtype)) {
    if (const char* reason = conv_reason_to_widen(q, transposed ? kConvData : kConvForward)) {
      if (verbose::on()) verbose::refused("onednn", reason);
      return compute_convolution(input.to(kFloat), weight.to(kFloat), bias.defined() ? bias.to(kFloat) : bias, stride,
                                 padding, dilation, transposed, output_padding, groups)
          .to(dtype);
    }
  }
  const Tensor x = dense(input, s.format), w = dense(weight, MemoryFormat::Contiguous);
  // In training they are written before the next call.
  const uint64_t weight_id = !GradMode::is_enabled() && w.is_same(weight) ? w.storage()->contents_number() : 0;
  if (!transposed) {
    Tensor b;
    if (q.bias) b = dense(bias, MemoryFormat::Contiguous);
    conv_forward(q, x.impl()->data(), w.impl()->data(), q.bias ? b.impl()->data() : nullptr, y.impl()->data(),
                 weight_id);
  } else {
    conv_backward_data(q, x.impl()->data(), w.impl()->data(), y.impl()->data(), weight_id);
    if (bias.defined()) add_channel_bias(y, bias);
  }
  return y;
}

TensorTriple compute_gradients(const Tensor& grad_output, const Tensor& input, const Tensor& weight, IntArrayRef stride,
                               IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                               int64_t groups, std::array<bool, 3> output_mask) {
  const ConvShape s = conv_rule(input, weight, Tensor(), stride, padding, dilation, transposed, output_padding, groups);
  check_conv_gradient(s, grad_output, input);
  const ScalarType dtype = input.scalar_type();
  check_dtype(dtype);
  const auto [wants_input, wants_weight, wants_bias] = output_mask;
  if (input.is_meta())
    return {wants_input ? new_like(input.sizes(), input, s.format) : Tensor(),
            wants_weight ? new_like(weight.sizes(), weight, MemoryFormat::Contiguous) : Tensor(),
            wants_bias ? new_like(s.output[1], input, MemoryFormat::Contiguous) : Tensor()};
  const ConvProblem q = problem_of(s, input.sizes(), weight.sizes(), dtype);
  const int directions = (wants_input ? transposed ? kConvForward : kConvData : 0) | (wants_weight ? kConvWeights : 0);
  if (is_narrow(dtype) && conv_reason_to_widen(q, directions) != nullptr) {
    auto [dx, dw, db] = compute_gradients(grad_output.to(kFloat), input.to(kFloat), weight.to(kFloat), stride, padding,
                                          dilation, transposed, output_padding, groups, output_mask);
    const auto back = [dtype](const Tensor& t) { return t.defined() ? t.to(dtype) : t; };
    return {back(dx), back(dw), back(db)};
  }

  const Tensor dy = dense(grad_output, s.format);
  Tensor dx, dw, db;
  if (wants_input) dx = new_like(input.sizes(), input, s.format);
  if (wants_weight) dw = new_like(weight.sizes(), weight, MemoryFormat::Contiguous);
  const bool empty = dy.numel() == 0 || input.numel() == 0 || weight.numel() == 0;
  if (empty) {
    if (wants_input) zero(dx);
    if (wants_weight) zero(dw);
    if (wants_bias) db = bias_gradient(dy, s);
    return {dx, dw, db};
  }
  if (wants_input) {
    const Tensor w = dense(weight, MemoryFormat::Contiguous);
    if (transposed) conv_forward(q, dy.impl()->data(), w.impl()->data(), nullptr, dx.impl()->data(), 0);
    else conv_backward_data(q, dy.impl()->data(), w.impl()->data(), dx.impl()->data(), 0);
  }
  if (wants_weight) {
    const Tensor x = dense(input, s.format);
    const Tensor &from = transposed ? dy : x, &to = transposed ? x : dy;
    conv_backward_weights(q, from.impl()->data(), to.impl()->data(), dw.impl()->data(), nullptr);
  }
  if (wants_bias) db = bias_gradient(dy, s);
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

}  // namespace torchpp::cpu
