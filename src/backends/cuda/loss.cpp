// SPDX-License-Identifier: BSD-3-Clause

// Losses and their gradients: a value per element, or added up without storing them.

#include "src/backends/cuda/loss.h"

#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/loss_rules.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

// The operands in the dtype of the result.
struct LossInputs : LossShape {
  LossInputs(const char* op, const Tensor& self, const Tensor& target, const Tensor& w = Tensor())
      : LossShape(op, self, target, w),
        input(converted(self, dtype)),
        target(converted(target, dtype)),
        weight(w.defined() ? converted(w, dtype) : w) {}
  const Tensor input, target, weight;
};

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

Tensor loss(const Out& out, const Tensor& self, const LossInputs& x, int64_t reduction, LossKind kind,
            double parameter) {
  check_same_device("loss", x.input, {&x.target, &x.weight});
  const Tensor result(make_tensor(loss_sizes(x.sizes, reduction), x.dtype, self.device()));
  if (reduction == Reduction::None) {
    const LoopFn loop = kind == LossKind::kMse        ? select(mse_loops, x.dtype)
                        : kind == LossKind::kSmoothL1 ? select(smooth_l1_loops, x.dtype)
                        : kind == LossKind::kHuber    ? select(huber_loops, x.dtype)
                                                      : cross_entropy_loop(x.dtype, x.weight.defined());
    Scalars scalars{};
    scalars.f[0] = parameter;
    for_elements(result, {&x.input, &x.target, &x.weight},
                 [&](const Operands& o, StreamHandle stream) { loop(o, &scalars, stream); });
    return deliver_loss(out, self, result, x.dtype);
  }
  const Tensor a = spread_over(x.input, x.sizes), b = spread_over(x.target, x.sizes),
               w = x.weight.defined() ? spread_over(x.weight, x.sizes) : Tensor();
  const Tensor partial(make_tensor({LossSum::kMostPartials}, kDouble, self.device()));
  LossSum sum{kind, parameter, data_of(a), data_of(b), data_of(w), x.n, reduction == Reduction::Mean, nullptr, nullptr};
  sum.partial = static_cast<double*>(partial.impl()->data());
  sum.out = result.impl()->data();
  sum_losses(sum, x.dtype, OnDevice(result));
  return deliver_loss(out, self, result, x.dtype);
}

Tensor loss_backward(const Out& out, const Tensor& grad, const Tensor& self, const LossInputs& x, int64_t reduction,
                     LossKind kind, double parameter) {
  check_same_device("loss_backward", x.input, {&grad, &x.target, &x.weight});
  const Tensor result(make_tensor(x.sizes, x.dtype, self.device()));
  LossSlope slope{kind, parameter, reduction == Reduction::Mean ? 1 / static_cast<double>(x.n) : 1, nullptr,
                  x.weight.defined()};
  const auto run = [&](const Operands& o, StreamHandle stream) { run_slope(o, slope, x.dtype, stream); };
  if (grad.numel() == 1 && x.n != 1) {
    const Tensor g = converted(grad, x.compute);
    slope.grad = data_of(g);
    for_elements(result, {&x.input, &x.target, &x.weight}, run);
    return deliver_loss(out, self, result, x.dtype);
  }
  const Tensor g = converted(grad, x.dtype);
  if (!slope.weighted) {
    for_elements(result, {&g, &x.input, &x.target}, run);
    return deliver_loss(out, self, result, x.dtype);
  }
  // One operand more than a launch takes.
  const Tensor unweighted(make_tensor(x.sizes, x.compute, self.device()));
  for_elements(unweighted, {&g, &x.input, &x.target}, run);
  for_elements(result, {&unweighted, &x.weight},
               [&](const Operands& o, StreamHandle stream) { multiply_by_weight(o, x.dtype, stream); });
  return deliver_loss(out, self, result, x.dtype);
}

NllWork nll_work(const NllShape& shape, const Tensor& targets, const Tensor& weights, int64_t reduction,
                 int64_t ignored) {
  NllWork w;
  w.target = data_of(targets);
  w.bytes = targets.scalar_type() == kByte;
  w.weight = data_of(weights);
  w.classes = shape.classes;
  w.inner = LongDivisor(shape.inner, shape.batch * shape.inner);
  w.ignored = ignored;
  w.n = shape.batch * shape.inner;
  w.reduction = reduction;
  return w;
}

}  // namespace

Tensor mse_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction) {
  return loss(out, self, LossInputs("mse_cuda", self, target), reduction, LossKind::kMse, 0);
}
Tensor mse_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction) {
  return loss_backward(out, grad, self, LossInputs("mse_backward_cuda", self, target), reduction, LossKind::kMse, 0);
}

Tensor smooth_l1_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  check_smooth_l1(beta);
  return loss(out, self, LossInputs("smooth_l1_cuda", self, target), reduction, LossKind::kSmoothL1, beta);
}
Tensor smooth_l1_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction,
                               double beta) {
  check_smooth_l1(beta);
  return loss_backward(out, grad, self, LossInputs("smooth_l1_backward_cuda", self, target), reduction,
                       LossKind::kSmoothL1, beta);
}

Tensor huber_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  check_huber(delta);
  return loss(out, self, LossInputs("huber_cuda", self, target), reduction, LossKind::kHuber, delta);
}
Tensor huber_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction,
                           double delta) {
  check_huber(delta);
  return loss_backward(out, grad, self, LossInputs("huber_backward_cuda", self, target), reduction, LossKind::kHuber,
                       delta);
}

Tensor binary_cross_entropy(Out out, const Tensor& self, const Tensor& target, const Tensor& weight,
                            int64_t reduction) {
  return loss(out, self, LossInputs("binary_cross_entropy", self, target, weight), reduction, LossKind::kCrossEntropy,
              0);
}
Tensor binary_cross_entropy_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target,
                                     const Tensor& weight, int64_t reduction) {
  return loss_backward(out, grad, self, LossInputs("binary_cross_entropy_backward", self, target, weight), reduction,
                       LossKind::kCrossEntropy, 0);
}

TensorPair nll_loss_forward(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                            int64_t ignore_index) {
  const NllShape shape = nll_shape(self, target, weight);
  check_same_device("nll_loss", self, {&target, &weight});
  if (!isFloatingType(self.scalar_type())) fail_dtype("nll_loss_forward_cuda", self.scalar_type());
  const Tensor in = dense(self), targets = dense(target), weights = weight.defined() ? dense(weight) : weight;
  Tensor output(make_tensor(loss_sizes(shape.target, reduction), self.scalar_type(), self.device()));
  Tensor total_weight(make_tensor({}, self.scalar_type(), self.device()));
  const Tensor partial(make_tensor({2 * LossSum::kMostPartials}, kDouble, self.device()));
  nll_forward(nll_work(shape, targets, weights, reduction, ignore_index), data_of(in), output.impl()->data(),
              total_weight.impl()->data(), static_cast<double*>(partial.impl()->data()), self.scalar_type(),
              OnDevice(self));
  return finish_kernel(out, {std::move(output), std::move(total_weight)});
}

Tensor nll_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, const Tensor& weight,
                         int64_t reduction, int64_t ignore_index, const Tensor& total_weight) {
  const NllShape shape = nll_shape(self, target, weight);
  check_same_device("nll_loss_backward", self, {&grad, &target, &weight, &total_weight});
  if (!isFloatingType(self.scalar_type())) fail_dtype("nll_loss_backward_cuda", self.scalar_type());
  const Tensor targets = dense(target), weights = weight.defined() ? dense(weight) : weight;
  const Tensor g = dense(converted(grad, self.scalar_type())), total = dense(total_weight);
  check_nll_backward(shape, g, reduction, total_weight);
  Tensor result(make_tensor(self.sizes(), self.scalar_type(), self.device()));
  const OnDevice on(result);
  if (result.numel() > 0)
    check(driver().fill(result.impl()->data(), 0, result.nbytes(), on.stream()), "cudaMemsetAsync");
  nll_backward(nll_work(shape, targets, weights, reduction, ignore_index), data_of(g), data_of(total),
               result.impl()->data(), self.scalar_type(), on);
  return finish_kernel(out, std::move(result));
}

}  // namespace torchpp::cuda
