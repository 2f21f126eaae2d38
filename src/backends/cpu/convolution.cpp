// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of convolution and its gradients.

#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>

#include "src/backends/cpu/convolution_algorithm.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/core/view.h"
#include "src/ops/convolution_rules.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

void zero(const Tensor& t) {
  if (t.numel() != 0) __builtin_memset(t.impl()->data(), 0, t.nbytes());
}

// The destination of a further operator: the tensor with a version counter of its own, because the driver of
// structured operators counts the one write.
Tensor uncounted(const Tensor& t) { return t.variable_data(); }

void add_channel_bias(const Tensor& y, const Tensor& bias) {
  DimVector sizes(y.sizes().size(), 1);
  sizes[1] = bias.numel();
  const Tensor to = uncounted(y);
  op::add(Out::in_place(to), to, bias.reshape(sizes), 1);
}

// The gradient of the bias: the sum of each channel.
void bias_gradient(const Tensor& grad, bool channels_last, const Tensor& db) {
  const ScalarType t = grad.scalar_type();
  if (t != kFloat && t != kDouble && t != kBFloat16) {
    DimVector dims = {0};
    for (int64_t d = 2; d < grad.dim(); ++d) dims.push_back(d);
    op::sum(Out::to(uncounted(db)), grad, IntArrayRef(dims), false, nullopt);
    return;
  }
  const int64_t channels = grad.size(1);
  int64_t pixels = 1;
  for (int64_t d = 2; d < grad.dim(); ++d) pixels *= grad.size(d);
  own::sum_channels(t, grad.size(0), channels, pixels, channels_last, grad.impl()->data(), db.impl()->data());
}

// y, dense in the format, becomes the convolution of the operands.
void convolve(const ConvProblem& q, MemoryFormat format, const Tensor& input, const Tensor& weight, const Tensor& bias,
              bool transposed, const Tensor& y) {
  if (q.empty()) {  // sums of nothing
    zero(y);
    if (bias.defined() && y.numel() != 0) add_channel_bias(y, bias);
    return;
  }
  const ConvAlgorithm algorithm = choose_conv(q, transposed ? ConvDirection::kBackwardData : ConvDirection::kForward);
  const bool adds_bias = q.bias || (transposed && bias.defined() && adds_transposed_bias(algorithm));
  const Tensor x = dense(input, format), w = dense(weight, MemoryFormat::Contiguous),
               b = adds_bias ? dense(bias, MemoryFormat::Contiguous) : Tensor();
  ConvOperands operands{x.impl()->data(), w.impl()->data(), y.impl()->data()};
  if (adds_bias) operands.bias = b.impl()->data();
  // Not in training, where the weights change before the next call.
  if (!GradMode::is_enabled() && w.is_same(weight)) operands.weight_id = WeightId(w);
  run_conv(q, algorithm, operands);
  if (transposed && bias.defined() && !adds_bias) add_channel_bias(y, bias);
}

// The gradients that are defined, dense: of the input in the format, of weight and bias contiguous.
void gradients(const ConvProblem& q, MemoryFormat format, const Tensor& grad_output, const Tensor& input,
               const Tensor& weight, bool transposed, const Tensor& dx, const Tensor& dw, const Tensor& db) {
  const bool wants_input = dx.defined(), wants_weight = dw.defined();
  if (q.empty()) {
    if (wants_input) zero(dx);
    if (wants_weight) zero(dw);
    if (db.defined()) bias_gradient(dense(grad_output, format), q.channels_last, db);
    return;
  }
  const Tensor dy = dense(grad_output, format);
  if (wants_input) {
    const Tensor w = dense(weight, MemoryFormat::Contiguous);
    const ConvAlgorithm to_input = choose_conv(q, transposed ? ConvDirection::kForward : ConvDirection::kBackwardData);
    run_conv(q, to_input, {dy.impl()->data(), w.impl()->data(), dx.impl()->data()});
  }
  if (wants_weight) {
    const Tensor x = dense(input, format);
    // The tensors on the two sides of the ordinary convolution.
    const Tensor &from = transposed ? dy : x, &to = transposed ? x : dy;
    run_conv(q, choose_conv(q, ConvDirection::kBackwardWeights),
             {from.impl()->data(), to.impl()->data(), dw.impl()->data()});
  }
  if (db.defined()) bias_gradient(dy, q.channels_last, db);
}

}  // namespace

void convolution(const ConvolutionPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
                 IntArrayRef, IntArrayRef, IntArrayRef, bool transposed, IntArrayRef, int64_t) {
  convolve(plan.problem, plan.format, input, weight, bias, transposed, plan.result());
}

void convolution_backward(const ConvolutionBackwardPlan& plan, const Tensor& grad_output, const Tensor& input,
                          const Tensor& weight, OptionalIntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef,
                          bool transposed, IntArrayRef, int64_t, std::array<bool, 3>) {
  gradients(plan.problem, plan.format, grad_output, input, weight, transposed, plan.result(0), plan.result(1),
            plan.result(2));
}

}  // namespace torchpp::cpu
