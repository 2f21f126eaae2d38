// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

constexpr const char* kFile = "tests/ops/loss_test.cpp";
const IValue kNo;

}  // namespace

void add_loss_cases(OpCases& t) {
  const auto pair = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor self = s.real(s.plane(), 0.1, 0.9);
      return Stack{self, s.real(s.plane(), 0.1, 0.9), rest...};
    };
  };
  const auto with_grad = [](bool weight, auto... rest) {
    return [=](Sample& s) {
      const Tensor grad = s.real({}), self = s.real(s.plane(), 0.1, 0.9);
      Stack a{grad, self, s.real(s.plane(), 0.1, 0.9)};
      if (weight) a.push_back(kNo);
      for (const IValue& v : {IValue(rest)...}) a.push_back(v);
      return a;
    };
  };
  const int64_t mean = Reduction::Mean, none = Reduction::None, sum = Reduction::Sum;
  t.add("mse_loss", pair(none)).by(kFile).dtypes("......e.fd..", "......egfd..", kNarrow);
  t.add("mse_loss_backward", with_grad(false, mean))
      .by(kFile)
      .dtypes(".Bbhil..fd..", "......egfd..", kFloatingGradient);
  t.add("smooth_l1_loss", pair(sum, 0.5)).by(kFile).dtypes("......egfd..");
  t.add("smooth_l1_loss_backward", with_grad(false, mean, 0.5))
      .by(kFile)
      .dtypes(".Bbhi..gfd..", "......egfd..", kFloatingGradient);
  t.add("huber_loss", pair(mean, 0.5)).by(kFile).dtypes("......egfd..");
  t.add("huber_loss_backward", with_grad(false, mean, 0.5)).by(kFile).dtypes("......egfd..");
  t.add("binary_cross_entropy", pair(kNo, mean)).by(kFile).dtypes("........fd..", "......egfd..", kNarrow);
  t.add("binary_cross_entropy_backward", with_grad(true, mean))
      .by(kFile)
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("nll_loss_forward",
        [=](Sample& s) {
          const int64_t rows = s.n(4, 40000);
          return Stack{s.real({rows, 3}, -3, -0.1), s.index({rows}, 3), s.real({3}, 0.5, 2), mean, -100};
        })
      .constant({2})
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("nll_loss_backward",
        [=](Sample& s) {
          const int64_t rows = s.n(4, 40000);
          const Tensor grad = s.real({});
          const Tensor self = s.real({rows, 3}, -3, -0.1), target = s.index({rows}, 3);
          return Stack{grad, self, target, kNo, mean, -100, scalar_tensor(rows, kDouble)};
        })
      .constant({1, 6})
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
}

}  // namespace torchpp::tests
