// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include <cmath>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

using forward_ad::DualLevel;
using forward_ad::make_dual;
using forward_ad::unpack_dual;

Tensor row(const std::vector<double>& values) { return tensor(values, kDouble); }
std::vector<double> tangent(const Tensor& t) { return values(std::get<1>(unpack_dual(t))); }

TEST(ForwardMode, CarriesTangents) {
  const DualLevel level;
  const Tensor x = make_dual(row({1, 2}), row({10, 20})), c = row({3, 4});
  EXPECT_EQ(tangent(x * c), (std::vector<double>{30, 80}));
  EXPECT_EQ(tangent(c * x + x), (std::vector<double>{40, 100}));
  EXPECT_EQ(tangent((x * x).sum()), std::vector<double>{20 + 80});
  EXPECT_FALSE(std::get<1>(unpack_dual(c * c)).defined());
  EXPECT_EQ(tangent(x.view({2, 1}).expand({2, 2})), (std::vector<double>{10, 10, 20, 20}));
}

TEST(ForwardMode, EndsWithTheLevel) {
  Tensor y;
  {
    const DualLevel level;
    y = make_dual(row({1}), row({1})) * 2;
    EXPECT_TRUE(y._fw_grad(0).defined());
  }
  EXPECT_FALSE(y._fw_grad(0).defined());
}

TEST(ForwardMode, InPlaceAndViews) {
  const DualLevel level;
  const Tensor base = zeros({3}, kDouble);
  const Tensor view = base.slice(0, 1, 3);
  view.copy_(make_dual(row({1, 2}), row({5, 6})));
  EXPECT_EQ(tangent(base), (std::vector<double>{0, 5, 6}));
  EXPECT_EQ(tangent(base.slice(0, 0, 2)), (std::vector<double>{0, 5}));
  base.mul_(base);
  EXPECT_EQ(tangent(base), (std::vector<double>{0, 10, 24}));
  EXPECT_EQ(tangent(view), (std::vector<double>{10, 24}));
  base.fill_(1);
  EXPECT_EQ(tangent(view), (std::vector<double>{0, 0}));
}

TEST(ForwardMode, ResultsDoNotShareTangents) {
  const DualLevel level;
  const Tensor x = make_dual(row({1}), row({1}));
  Tensor y = x + 1;
  y.mul_(5);
  EXPECT_EQ(tangent(x), std::vector<double>{1});
  EXPECT_EQ(tangent(y), std::vector<double>{5});
}

TEST(ForwardMode, OverReverse) {
  const DualLevel level;
  const Tensor x = row({2, 3}).requires_grad_();
  const Tensor dual = make_dual(x, row({1, 1}));
  const Tensor g = autograd::grad({(dual * dual * dual).sum()}, {dual}, {}, true, true)[0];
  EXPECT_EQ(values(g), (std::vector<double>{12, 27}));
  EXPECT_EQ(tangent(g), (std::vector<double>{12, 18}));
}

TEST(ForwardMode, TangentsCanBeDifferentiated) {
  const Tensor x = row({2}).requires_grad_();
  const DualLevel level;
  const Tensor t = std::get<1>(unpack_dual((make_dual(x, row({1})).exp())));
  EXPECT_NEAR(autograd::grad({t}, {x})[0].item<double>(), 7.38905609893065, 1e-13);
}

// The formula of an in-place operator keeps its own copy of the tangent that the operator overwrites.
TEST(ForwardMode, TangentsOfInPlaceResultsCanBeDifferentiated) {
  const DualLevel level;
  const Tensor x = row({0.5, 2}).requires_grad_();
  const Tensor dual = make_dual(x, row({3, 5})), y = dual * 1.0, z = dual * 1.0;
  y.slice(0, 0, 1).exp_();
  const Tensor ty = std::get<1>(unpack_dual(y));  // 3 exp(x), 5
  EXPECT_NEAR(ty[0].item<double>(), 3 * std::exp(0.5), 1e-12);
  const std::vector<double> gy = values(autograd::grad({ty.sum()}, {x})[0]);
  EXPECT_NEAR(gy[0], 3 * std::exp(0.5), 1e-12);
  EXPECT_EQ(gy[1], 0);
  z.slice(0, 1, 2).mul_(dual.slice(0, 1, 2));
  const Tensor tz = std::get<1>(unpack_dual(z));  // 3, 10 x
  EXPECT_EQ(values(tz), (std::vector<double>{3, 20}));
  EXPECT_EQ(values(autograd::grad({tz.sum()}, {x})[0]), (std::vector<double>{0, 10}));
}

TEST(ForwardMode, Errors) {
  EXPECT_ERROR(make_dual(row({1}), row({1})), "no level exists");
  const DualLevel level;
  EXPECT_ERROR(forward_ad::enter_dual_level(), "Nested forward mode AD is not supported");
  EXPECT_ERROR(make_dual(row({1}), row({1, 2})), "has a different size than that of the original Tensor");
  EXPECT_ERROR(make_dual(ones({1}, kInt), row({1})), "Expected primal to be floating point or complex");
  EXPECT_ERROR(make_dual(ones({1}), row({1})), "dtype of the primal");
}

TEST(ForwardMode, OffUnderItsGuard) {
  const DualLevel level;
  const Tensor x = make_dual(row({1}), row({1}));
  const NoGradGuard no_grad;  // turns reverse mode off, not this one
  EXPECT_TRUE((x * 2)._fw_grad(0).defined());
  const AutoFwGradMode off(false);
  EXPECT_FALSE((x * 2)._fw_grad(0).defined());
}

}  // namespace
}  // namespace torchpp
