// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <functional>

#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaLoss : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(0);
  }
};

constexpr int64_t kReductions[] = {Reduction::None, Reduction::Mean, Reduction::Sum};

using Loss = std::function<Tensor(const Tensor&, const Tensor&, int64_t)>;
using Backward = std::function<Tensor(const Tensor&, const Tensor&, const Tensor&, int64_t)>;

void check_loss(const Tensor& a, const Tensor& b, const Loss& loss, const Backward& backward) {
  SCOPED_TRACE(str(a.scalar_type(), " ", a.sizes(), " ", b.scalar_type(), " ", b.sizes()));
  const Tensor x = on_device(a), y = on_device(b);
  for (int64_t reduction : kReductions) {
    SCOPED_TRACE(reduction);
    const Tensor value = loss(a, b, reduction), got = loss(x, y, reduction);
    if (a.numel() == 0 && reduction == Reduction::Mean) {
      EXPECT_TRUE(std::isnan(got.item<double>()));
      continue;
    }
    expect_close(got, value);
    const Tensor grad = reduction == Reduction::None ? randn(value.sizes(), kDouble).to(value.scalar_type())
                                                     : full({}, 1.5, value.scalar_type());
    expect_close(backward(on_device(grad), x, y, reduction), backward(grad, a, b, reduction));
  }
}

Tensor sample(IntArrayRef sizes, ScalarType t) { return randn(sizes, kDouble).to(t); }

void check_difference(const Loss& loss, const Backward& backward) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16}) {
    check_loss(sample({}, t), sample({}, t), loss, backward);
    check_loss(sample({7, 31}, t), sample({7, 31}, t), loss, backward);
    check_loss(sample({7, 31}, t), sample({31, 7}, t).t(), loss, backward);
    check_loss(sample({5, 8, 3}, t), sample({8, 1}, t), loss, backward);
    check_loss(sample({0, 3}, t), sample({0, 3}, t), loss, backward);
  }
  check_loss(sample({5, 6}, kFloat), sample({5, 6}, kDouble), loss, backward);
  check_loss(sample({9000}, kFloat).slice(0, 1), sample({8999}, kFloat), loss, backward);
}

TEST_F(CudaLoss, Differences) {
  check_difference([](const Tensor& a, const Tensor& b, int64_t r) { return op::mse_loss(Out(), a, b, r); },
                   [](const Tensor& g, const Tensor& a, const Tensor& b, int64_t r) {
                     return op::mse_loss_backward(Out(), g, a, b, r);
                   });
  for (double edge : {1.0, 0.3}) {
    check_difference(
        [edge](const Tensor& a, const Tensor& b, int64_t r) { return op::smooth_l1_loss(Out(), a, b, r, edge); },
        [edge](const Tensor& g, const Tensor& a, const Tensor& b, int64_t r) {
          return op::smooth_l1_loss_backward(Out(), g, a, b, r, edge);
        });
    check_difference(
        [edge](const Tensor& a, const Tensor& b, int64_t r) { return op::huber_loss(Out(), a, b, r, edge); },
        [edge](const Tensor& g, const Tensor& a, const Tensor& b, int64_t r) {
          return op::huber_loss_backward(Out(), g, a, b, r, edge);
        });
  }
}

TEST_F(CudaLoss, CrossEntropyOfProbabilities) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16}) {
    Tensor p = rand({6, 10}, kDouble).mul(0.98).add(0.01).to(t);
    const Tensor y = rand({6, 10}, kDouble).to(t);
    for (const Tensor& w : {Tensor(), rand({6, 10}, kDouble).to(t), rand({10}, kDouble).to(t)}) {
      const Tensor on = w.defined() ? on_device(w) : w;
      check_loss(
          p, y,
          [&](const Tensor& a, const Tensor& b, int64_t r) {
            return op::binary_cross_entropy(Out(), a, b, a.is_cpu() ? w : on, r);
          },
          [&](const Tensor& g, const Tensor& a, const Tensor& b, int64_t r) {
            return op::binary_cross_entropy_backward(Out(), g, a, b, a.is_cpu() ? w : on, r);
          });
    }
  }
  // log is not taken below e^-100.
  const Tensor edge = tensor({0.f, 1.f, 0.f, 1.f}), came = tensor({0.f, 0.f, 1.f, 1.f});
  expect_close(op::binary_cross_entropy(Out(), on_device(edge), on_device(came), Tensor(), Reduction::None),
               tensor({0.f, 100.f, 100.f, 0.f}));
}

void check_nll(const Tensor& x, const Tensor& target, const Tensor& weight, int64_t ignored) {
  SCOPED_TRACE(str(x.scalar_type(), " ", x.sizes()));
  const Tensor dx = on_device(x), dt = on_device(target), dw = weight.defined() ? on_device(weight) : weight;
  for (int64_t r : kReductions) {
    SCOPED_TRACE(r);
    const TensorPair got = op::nll_loss_forward(Out(), dx, dt, dw, r, ignored),
                     expected = op::nll_loss_forward(Out(), x, target, weight, r, ignored);
    expect_close(std::get<0>(got), std::get<0>(expected));
    expect_close(std::get<1>(got), std::get<1>(expected));
    const Tensor grad =
        r == Reduction::None ? sample(std::get<0>(expected).sizes(), x.scalar_type()) : full({}, 0.7, x.scalar_type());
    expect_close(op::nll_loss_backward(Out(), on_device(grad), dx, dt, dw, r, ignored, std::get<1>(got)),
                 op::nll_loss_backward(Out(), grad, x, target, weight, r, ignored, std::get<1>(expected)));
  }
}

TEST_F(CudaLoss, Classes) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16}) {
    const Tensor w = rand({5}, kDouble).to(t);
    for (const Tensor& weight : {Tensor(), w}) {
      check_nll(sample({40, 5}, t), randint(0, 5, {40}, kLong), weight, -100);
      check_nll(sample({40, 5}, t), randint(0, 5, {40}, kLong), weight, 2);
      check_nll(sample({40, 5}, t), randint(0, 5, {40}, kLong).to(kByte), weight, 2);
      check_nll(sample({5}, t), full({}, 3, kLong), weight, -100);
      check_nll(sample({3, 5, 4, 6}, t), randint(0, 5, {3, 4, 6}, kLong), weight, 1);
      check_nll(sample({2, 5, 3, 0}, t), zeros({2, 3, 0}, kLong), weight, -100);
      check_nll(sample({0, 5, 3, 4}, t), zeros({0, 3, 4}, kLong), weight, -100);
      check_nll(sample({3, 4, 6, 5}, t).permute({0, 3, 1, 2}), randint(0, 5, {3, 6, 4}, kLong).transpose(1, 2), weight,
                1);
    }
  }
}

// More symbols than a block has threads, sequences of no steps, targets of no labels, labels that repeat or are blanks,
// and targets that are longer than their input.
TEST_F(CudaLoss, Sequences) {
  const int64_t steps = 700, batch = 6, classes = 5;
  const std::vector<int64_t> inputs{700, 0, 0, 9, 3, 650}, labels{300, 0, 2, 0, 5, 7};
  const Tensor targets = randint(0, classes, {batch, 300}, kLong);
  targets[5].fill_(2);
  for (ScalarType t : {kFloat, kDouble}) {
    const Tensor probs = randn({steps, batch, classes}, kDouble).log_softmax(2).to(t);
    const auto [losses, alpha] = _ctc_loss(probs, targets, inputs, labels, 1);
    const auto [got, got_alpha] = _ctc_loss(on_device(probs), on_device(targets), inputs, labels, 1);
    const auto finite = [](const Tensor& x) { return x.masked_fill(x.isinf(), -7); };
    EXPECT_TRUE(equal(got.isinf().cpu(), losses.isinf()));
    EXPECT_TRUE(equal(got_alpha.isinf().cpu(), alpha.isinf()));
    expect_close(finite(got), finite(losses));
    expect_close(finite(got_alpha), finite(alpha));
    const Tensor grad = rand({batch}, t);
    for (const bool zero_infinity : {true, false})
      expect_close(_ctc_loss_backward(on_device(grad), on_device(probs), on_device(targets), inputs, labels,
                                      on_device(losses), on_device(alpha), 1, zero_infinity),
                   _ctc_loss_backward(grad, probs, targets, inputs, labels, losses, alpha, 1, zero_infinity), 100);
  }
}

TEST_F(CudaLoss, SeveralClasses) {
  for (ScalarType t : {kFloat, kDouble})
    for (int64_t classes : {1, 7, 600}) {
      const Tensor x = randn({5, classes}, kDouble).to(t), y = randint(-1, classes, {5, classes}, kLong);
      const Tensor lists = y.where(arange(classes, kLong).lt(classes / 2), full_like(y, -1));
      for (int64_t reduction : kReductions) {
        const auto [value, marks] = multilabel_margin_loss_forward(x, lists, reduction);
        const auto [got, got_marks] = multilabel_margin_loss_forward(on_device(x), on_device(lists), reduction);
        expect_close(got, value);
        EXPECT_TRUE(equal(got_marks.cpu(), marks));
        const Tensor grad = randn(value.sizes(), kDouble).to(t);
        expect_close(multilabel_margin_loss_backward(on_device(grad), on_device(x), on_device(lists), reduction,
                                                     on_device(marks)),
                     multilabel_margin_loss_backward(grad, x, lists, reduction, marks), 10);
      }
    }
}

TEST_F(CudaLoss, Destinations) {
  const Tensor a = sample({4, 6}, kFloat), b = sample({4, 6}, kFloat);
  Tensor to = zeros({6, 4}, TensorOptions(kDouble).device(Device(kCUDA))).t();
  op::mse_loss(Out::to(to), on_device(a), on_device(b), Reduction::None);
  expect_close(to.cpu().to(kFloat), op::mse_loss(Out(), a, b, Reduction::None));
  Tensor in_place = on_device(a);
  op::mse_loss(Out::to(in_place), in_place, on_device(b), Reduction::None);
  expect_close(in_place.cpu(), op::mse_loss(Out(), a, b, Reduction::None));
}

TEST_F(CudaLoss, Errors) {
  const Tensor x = zeros({3, 4}, Device(kCUDA)), t = zeros({2}, TensorOptions(kLong).device(Device(kCUDA)));
  EXPECT_THROW(op::smooth_l1_loss(Out(), x, x, Reduction::Mean, -1), Error);
  EXPECT_THROW(op::huber_loss(Out(), x, x, Reduction::Mean, 0), Error);
  EXPECT_THROW(op::mse_loss(Out(), x.to(kInt), x.to(kInt), Reduction::Mean), Error);
  EXPECT_THROW(op::nll_loss_forward(Out(), x, t, Tensor(), Reduction::Mean, -100), Error);
  // What lies on the host is not read there.
  const Tensor scores = on_device(rand({2, 3})), host = scores.cpu(), classes = on_device(tensor({0, 2}).to(kLong));
  const auto says = [](const std::function<void()>& f) {
    try {
      f();
      ADD_FAILURE() << "expected an error";
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("at least two devices"), std::string::npos) << e.what();
    }
  };
  for (int64_t reduction : kReductions) {
    says([&] { op::mse_loss(Out(), scores, host, reduction); });
    says([&] { op::mse_loss(Out(), host, scores, reduction); });
    says([&] { op::binary_cross_entropy(Out(), scores, scores, host, reduction); });
    says([&] { op::mse_loss_backward(Out(), host, scores, scores, reduction); });
    says([&] { op::nll_loss_forward(Out(), scores, classes.cpu(), Tensor(), reduction, -100); });
    says([&] { op::nll_loss_forward(Out(), host, classes, Tensor(), reduction, -100); });
    says([&] { op::nll_loss_forward(Out(), scores, classes, rand({3}), reduction, -100); });
  }
}

TEST_F(CudaLoss, WhatIsOutOfRangeStopsTheDevice) {
  if (std::string(cuda::get_device_properties(0).name) != "emulated") GTEST_SKIP() << "a trap ends the process' device";
  const Tensor x = zeros({3, 4}, Device(kCUDA)), t = full({3}, 4, TensorOptions(kLong).device(Device(kCUDA)));
  EXPECT_DEATH(op::nll_loss_forward(Out(), x, t, Tensor(), Reduction::Mean, -100), "Target is out of bounds");
  const Tensor p = full({3}, 1.5, Device(kCUDA));
  EXPECT_DEATH(op::binary_cross_entropy(Out(), p, p, Tensor(), Reduction::Mean), "between 0 and 1");
}

}  // namespace
}  // namespace torchpp
