// SPDX-License-Identifier: BSD-3-Clause

// Losses and their gradients: a value per element, or added up without storing them.

#include "src/backends/cuda/loss.h"

#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/wide_result.h"

#include "src/core/view.h"
#include "src/ops/loss_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

const void* data_of(const Tensor& t) { return t.defined() ? t.impl()->data() : nullptr; }

template <class F>
void for_elements(const Tensor& result, std::initializer_list<const Tensor*> inputs, const F& f) {
  const OnDevice on(result);
  Iterator it(result.sizes());
  it.add(result);
  for (const Tensor* t : inputs)
    if (t->defined()) it.add(*t);
  it.build();
  for_operands(it, nullptr, nullptr, [&](const Operands& o) { f(o, on.stream()); });
}

void loss(const LossPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
          LossKind kind, double parameter) {
  const ScalarType dtype = plan.outputs[0].dtype;
  const Tensor& result = plan.result();
  const Tensor input = converted(self, dtype), goal = converted(target, dtype),
               weights = weight.defined() ? converted(weight, dtype) : weight;
  if (reduction == Reduction::None) {
    const LoopFn loop = kind == LossKind::kMse        ? select(mse_loops, dtype)
                        : kind == LossKind::kSmoothL1 ? select(smooth_l1_loops, dtype)
                        : kind == LossKind::kHuber    ? select(huber_loops, dtype)
                                                      : cross_entropy_loop(dtype, weights.defined());
    Scalars scalars{};
    scalars.f[0] = parameter;
    for_elements(result, {&input, &goal, &weights},
                 [&](const Operands& o, StreamHandle stream) { loop(o, &scalars, stream); });
    return;
  }
  const Tensor a = spread_over(input, plan.sizes), b = spread_over(goal, plan.sizes),
               w = weights.defined() ? spread_over(weights, plan.sizes) : Tensor();
  const Tensor partial(make_tensor({LossSum::kMostPartials}, kDouble, self.device()));
  LossSum sum{kind,    parameter, data_of(a), data_of(b), data_of(w), plan.n, reduction == Reduction::Mean,
              nullptr, nullptr};
  sum.partial = static_cast<double*>(partial.impl()->data());
  sum.out = result.impl()->data();
  sum_losses(sum, dtype, OnDevice(result));
}

void loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                   const Tensor& weight, int64_t reduction, LossKind kind, double parameter) {
  const ScalarType dtype = plan.outputs[0].dtype;
  const Tensor& result = plan.result();
  const Tensor input = converted(self, dtype), goal = converted(target, dtype),
               weights = weight.defined() ? converted(weight, dtype) : weight;
  LossSlope slope{kind, parameter, reduction == Reduction::Mean ? 1 / static_cast<double>(plan.n) : 1, nullptr,
                  weight.defined()};
  const auto run = [&](const Operands& o, StreamHandle stream) { run_slope(o, slope, dtype, stream); };
  if (grad.numel() == 1 && plan.n != 1) {
    const Tensor g = converted(grad, plan.compute);
    slope.grad = data_of(g);
    for_elements(result, {&input, &goal, &weights}, run);
    return;
  }
  const Tensor g = converted(grad, dtype);
  if (!slope.weighted) return for_elements(result, {&g, &input, &goal}, run);
  // One operand more than a launch takes.
  const Tensor unweighted(make_tensor(plan.sizes, plan.compute, self.device()));
  for_elements(unweighted, {&g, &input, &goal}, run);
  for_elements(result, {&unweighted, &weights},
               [&](const Operands& o, StreamHandle stream) { multiply_by_weight(o, dtype, stream); });
}

NllWork nll_work(const NllShape& shape, const Tensor& targets, const Tensor& weights, int64_t reduction,
                 int64_t ignored) {
  NllWork w;
  w.target = data_of(targets);
  w.bytes = targets.scalar_type() == kByte;
  w.weight = data_of(weights);
  w.classes = shape.classes;
  w.ignored = ignored;
  w.n = shape.batch * shape.inner;
  if (w.n > 0) w.inner = LongDivisor(shape.inner, w.n);  // else nothing is divided, and `inner` may be zero
  w.reduction = reduction;
  return w;
}

}  // namespace

void mse_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction) {
  loss(plan, self, target, Tensor(), reduction, LossKind::kMse, 0);
}
void mse_loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                       int64_t reduction) {
  loss_backward(plan, grad, self, target, Tensor(), reduction, LossKind::kMse, 0);
}
void smooth_l1_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  loss(plan, self, target, Tensor(), reduction, LossKind::kSmoothL1, beta);
}
void smooth_l1_loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                             int64_t reduction, double beta) {
  loss_backward(plan, grad, self, target, Tensor(), reduction, LossKind::kSmoothL1, beta);
}
void huber_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  loss(plan, self, target, Tensor(), reduction, LossKind::kHuber, delta);
}
void huber_loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                         int64_t reduction, double delta) {
  loss_backward(plan, grad, self, target, Tensor(), reduction, LossKind::kHuber, delta);
}
void binary_cross_entropy(const LossPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight,
                          int64_t reduction) {
  loss(plan, self, target, weight, reduction, LossKind::kCrossEntropy, 0);
}
void binary_cross_entropy_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                                   const Tensor& weight, int64_t reduction) {
  loss_backward(plan, grad, self, target, weight, reduction, LossKind::kCrossEntropy, 0);
}

void nll_loss_forward(const NllPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight,
                      int64_t reduction, int64_t ignore_index) {
  const Tensor in = dense(self), targets = dense(target), weights = weight.defined() ? dense(weight) : weight;
  const Tensor partial(make_tensor({2 * LossSum::kMostPartials}, kDouble, self.device()));
  nll_forward(nll_work(plan.shape, targets, weights, reduction, ignore_index), data_of(in),
              plan.result(0).impl()->data(), plan.result(1).impl()->data(),
              static_cast<double*>(partial.impl()->data()), self.scalar_type(), OnDevice(self));
}

void nll_loss_backward(const NllBackwardPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                       const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight) {
  const Tensor targets = dense(target), weights = weight.defined() ? dense(weight) : weight;
  const Tensor g = dense(converted(grad, self.scalar_type())), total = dense(total_weight);
  const Tensor& result = plan.result();
  const OnDevice on(result);
  if (result.numel() > 0)
    check(driver().fill(result.impl()->data(), 0, result.nbytes(), on.stream()), "cudaMemsetAsync");
  nll_backward(nll_work(plan.shape, targets, weights, reduction, ignore_index), data_of(g), data_of(total),
               result.impl()->data(), self.scalar_type(), on);
}

void multilabel_margin_loss_forward(const MultilabelMarginPlan& plan, const Tensor& self, const Tensor& target,
                                    int64_t reduction) {
  const ScalarType dtype = self.scalar_type();
  const DenseOperand scores(self), targets(target);
  const OnDevice on(self);
  const Tensor losses(make_tensor({plan.shape.batch}, compute_type(dtype), self.device()));
  multilabel_losses({dtype, scores.data(), targets.data<int64_t>(), plan.shape.batch, plan.shape.classes},
                    losses.impl()->data(), plan.result(1).impl()->data(), on);
  const Tensor& result = plan.result(0);
  copy_values(result, reduction == Reduction::None   ? losses.view(result.sizes())
                      : reduction == Reduction::Mean ? losses.mean()
                                                     : losses.sum());
}
void multilabel_margin_loss_backward(const MultilabelMarginBackwardPlan& plan, const Tensor& grad, const Tensor& self,
                                     const Tensor& target, int64_t reduction, const Tensor& is_target) {
  const ScalarType dtype = self.scalar_type();
  const DenseOperand scores(self), targets(target), marks(is_target), slope(grad);
  const int64_t batch = plan.shape.batch, classes = plan.shape.classes;
  const double share = 1 / static_cast<double>(reduction == Reduction::Mean ? batch * classes : classes);
  multilabel_slopes({dtype, scores.data(), targets.data<int64_t>(), batch, classes}, slope.data(), grad.numel() != 1,
                    share, marks.data(), plan.result().impl()->data(), OnDevice(self));
}

}  // namespace torchpp::cuda
