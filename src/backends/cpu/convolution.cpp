// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of convolution and its gradients.

#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>

#include "src/backends/cpu/convolution_algorithm.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/core/view.h"
#include "src/ops/convolution_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

Tensor new_like(IntArrayRef sizes, const Tensor& like, MemoryFormat format) {
  return Tensor(make_tensor(sizes, like.scalar_type(), like.device(), format));
}
void zero(const Tensor& t) {
  if (t.numel() != 0) __builtin_memset(t.impl()->data(), 0, t.nbytes());
}
void check_dtype(ScalarType t) {
  if (TORCHPP_UNLIKELY(t == kBool || isQIntType(t) || t == kComplexHalf)) fail_dtype("convolution_cpu", t);
}

void add_channel_bias(const Tensor& y, const Tensor& bias) {
  DimVector sizes(y.sizes().size(), 1);
  sizes[1] = bias.numel();
  op::add(Out::in_place(y), y, bias.reshape(sizes), 1);
}

// The gradient of the bias: the sum of each channel.
Tensor bias_gradient(const Tensor& grad, bool channels_last) {
  const ScalarType t = grad.scalar_type();
  if (t != kFloat && t != kDouble && t != kBFloat16) {
    DimVector dims = {0};
    for (int64_t d = 2; d < grad.dim(); ++d) dims.push_back(d);
    return grad.sum(IntArrayRef(dims));
  }
  const int64_t channels = grad.size(1);
  int64_t pixels = 1;
  for (int64_t d = 2; d < grad.dim(); ++d) pixels *= grad.size(d);
  Tensor db = new_like(channels, grad, MemoryFormat::Contiguous);
  own::sum_channels(t, grad.size(0), channels, pixels, channels_last, grad.impl()->data(), db.impl()->data());
  return db;
}

Tensor compute_convolution(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                           IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                           int64_t groups) {
  const ConvShape s = conv_rule(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  const ConvProblem& q = s.problem;
  check_dtype(q.dtype);
  if (input.is_meta()) return new_like(s.output, input, s.format);
  if (q.empty()) {  // sums of nothing
    Tensor y = new_like(s.output, input, s.format);
    zero(y);
    if (bias.defined() && y.numel() != 0) add_channel_bias(y, bias);
    return y;
  }
  const ConvAlgorithm algorithm = choose_conv(q, transposed ? ConvDirection::kBackwardData : ConvDirection::kForward);
  if (TORCHPP_UNLIKELY(!algorithm))
    return compute_convolution(input.to(kFloat), weight.to(kFloat), bias.defined() ? bias.to(kFloat) : bias, stride,
                               padding, dilation, transposed, output_padding, groups)
        .to(q.dtype);
  const Tensor x = dense(input, s.format), w = dense(weight, MemoryFormat::Contiguous),
               b = q.bias ? dense(bias, MemoryFormat::Contiguous) : Tensor();
  Tensor y = new_like(s.output, input, s.format);
  ConvOperands operands{x.impl()->data(), w.impl()->data(), y.impl()->data()};
  if (q.bias) operands.bias = b.impl()->data();
  // Not in training, where the weights change before the next call.
  if (!GradMode::is_enabled() && w.is_same(weight)) operands.weight_id = w.storage()->contents_number();
  run_conv(q, algorithm, operands);
  if (transposed && bias.defined()) add_channel_bias(y, bias);
  return y;
}

TensorTriple compute_gradients(const Tensor& grad_output, const Tensor& input, const Tensor& weight, IntArrayRef stride,
                               IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                               int64_t groups, std::array<bool, 3> output_mask) {
  const ConvShape s = conv_rule(input, weight, Tensor(), stride, padding, dilation, transposed, output_padding, groups);
  check_conv_gradient(s, grad_output, input);
  const ConvProblem& q = s.problem;
  check_dtype(q.dtype);
  const auto [wants_input, wants_weight, wants_bias] = output_mask;
  const auto new_input = [&] { return new_like(input.sizes(), input, s.format); };
  const auto new_weight = [&] { return new_like(weight.sizes(), weight, MemoryFormat::Contiguous); };
  if (input.is_meta())
    return {wants_input ? new_input() : Tensor(), wants_weight ? new_weight() : Tensor(),
            wants_bias ? new_like(s.output[1], input, MemoryFormat::Contiguous) : Tensor()};

  Tensor dx, dw, db;
  if (q.empty()) {
    if (wants_input) zero(dx = new_input());
    if (wants_weight) zero(dw = new_weight());
    if (wants_bias) db = bias_gradient(dense(grad_output, s.format), q.channels_last);
    return {dx, dw, db};
  }
  ConvAlgorithm to_input, to_weight;
  if (wants_input) to_input = choose_conv(q, transposed ? ConvDirection::kForward : ConvDirection::kBackwardData);
  bool widen = wants_input && !to_input;
  if (wants_weight && !widen) {
    to_weight = choose_conv(q, ConvDirection::kBackwardWeights);
    widen = !to_weight;
  }
  if (TORCHPP_UNLIKELY(widen)) {
    auto [gx, gw, gb] = compute_gradients(grad_output.to(kFloat), input.to(kFloat), weight.to(kFloat), stride, padding,
                                          dilation, transposed, output_padding, groups, output_mask);
    const auto back = [&](const Tensor& t) { return t.defined() ? t.to(q.dtype) : t; };
    return {back(gx), back(gw), back(gb)};
  }

  const Tensor dy = dense(grad_output, s.format);
  if (wants_input) {
    const Tensor w = dense(weight, MemoryFormat::Contiguous);
    dx = new_input();
    run_conv(q, to_input, {dy.impl()->data(), w.impl()->data(), dx.impl()->data()});
  }
  if (wants_weight) {
    const Tensor x = dense(input, s.format);
    // The tensors on the two sides of the ordinary convolution.
    const Tensor &from = transposed ? dy : x, &to = transposed ? x : dy;
    dw = new_weight();
    run_conv(q, to_weight, {from.impl()->data(), to.impl()->data(), dw.impl()->data()});
  }
  if (wants_bias) db = bias_gradient(dy, q.channels_last);
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
