// SPDX-License-Identifier: BSD-3-Clause
// The two operators that keep the scale of a loss.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <limits>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using test::expect_error;

constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();

Tensor number(double x) { return full({1}, x, kFloat); }

// Gradients of all layouts and floating dtypes; one is longer than what one thread takes at a time.
std::vector<Tensor> gradients() {
  std::vector<Tensor> list;
  for (const ScalarType t : {kFloat, kDouble, kHalf, kBFloat16})
    for (const int64_t n : {0, 1, 7, 64, 2049}) list.push_back(randn({n}).to(t));
  list.push_back(randn({}));
  list.push_back(randn({70001}));
  list.push_back(randn({5, 4}).t());
  list.push_back(randn({4, 6}).narrow(1, 1, 3));
  list.push_back(randn({33}).narrow(0, 1, 32));
  return list;
}

TEST(LossScale, UnscaleMultipliesInTheWidthOfFloat) {
  manual_seed(7);
  const std::vector<Tensor> list = gradients();
  std::vector<Tensor> expected;
  const float factor = 1.f / 3;
  for (const Tensor& t : list) {
    Tensor e = t.clone();
    if (t.scalar_type() == kDouble) e = e * static_cast<double>(factor);
    else e = (e.to(kFloat) * factor).to(t.scalar_type());
    expected.push_back(e);
  }
  const Tensor found = zeros({1});
  const int64_t version = list[2]._version();
  _amp_foreach_non_finite_check_and_unscale_(list, found, number(factor));
  EXPECT_EQ(found.item<float>(), 0);
  EXPECT_EQ(list[2]._version(), version + 1);
  for (size_t i = 0; i < list.size(); ++i) EXPECT_TRUE(list[i].equal(expected[i])) << i;
}

TEST(LossScale, UnscaleFindsWhatIsNotFinite) {
  manual_seed(8);
  const std::vector<Tensor> list = gradients();
  for (size_t i = 0; i < list.size(); ++i) {
    const int64_t n = list[i].numel();
    for (const int64_t at : {int64_t{0}, n / 2, n - 1}) {
      if (n == 0) continue;
      for (const float bad : {kInf, -kInf, kNan}) {
        const Tensor flat = list[i].as_strided({n}, {1}), found = zeros({1});
        const bool whole = list[i].is_non_overlapping_and_dense();
        const Tensor element = whole ? flat[at] : list[i][at / 3][at % 3];
        const Tensor kept = element.clone();
        element.fill_(bad);
        _amp_foreach_non_finite_check_and_unscale_(list, found, number(1));
        EXPECT_EQ(found.item<float>(), 1) << i << " " << at;
        element.copy_(kept);
      }
    }
  }
  const Tensor found = number(1);  // is not cleared
  _amp_foreach_non_finite_check_and_unscale_(list, found, number(1));
  EXPECT_EQ(found.item<float>(), 1);
  const Tensor largest = full({3}, std::numeric_limits<float>::max()), none = zeros({1});
  _amp_foreach_non_finite_check_and_unscale_(std::vector<Tensor>{largest}, none, number(4));  // what comes in counts
  EXPECT_EQ(none.item<float>(), 0);
  EXPECT_TRUE(std::isinf(largest[0].item<float>()));
  _amp_foreach_non_finite_check_and_unscale_(std::vector<Tensor>(), none, number(4));
}

TEST(LossScale, UnscaleChecksItsArguments) {
  const auto call = [](const std::vector<Tensor>& list, const Tensor& found, const Tensor& inv) {
    return [=] { _amp_foreach_non_finite_check_and_unscale_(list, found, inv); };
  };
  const std::vector<Tensor> list = {ones({2})};
  expect_error(call(list, zeros({2}), number(1)), "found_inf must be a 1-element tensor");
  expect_error(call(list, zeros({1}, kDouble), number(1)), "found_inf must be a Float tensor");
  expect_error(call(list, zeros({1}), ones({1}, kHalf)), "inv_scale must be a Float tensor");
  expect_error(call(list, zeros({1}), Tensor()), "inv_scale must be a 1-element tensor");
  expect_error(call({ones({2}, kLong)}, zeros({1}), number(1)), "expected a floating dtype");
  expect_error(call({ones({2}, kComplexFloat)}, zeros({1}), number(1)), "expected a floating dtype");
  expect_error(call({Tensor()}, zeros({1}), number(1)), "undefined");
  expect_error(call({ones({1}).expand({3})}, zeros({1}), number(1)), "single memory location");
  expect_error(call({ones({2}, TensorOptions().device(kMeta))}, zeros({1}), number(1)), "same device");
}

TEST(LossScale, UpdateGrowsBacksOffAndCounts) {
  Tensor scale = number(8);
  const Tensor tracker = zeros({1}, kInt), fine = zeros({1}), found = number(1);
  const auto step = [&](const Tensor& found_inf) {
    _amp_update_scale_(scale, tracker, found_inf, 2, 0.5, 3);
    return std::make_pair(scale.item<float>(), tracker.item<int>());
  };
  EXPECT_EQ(step(fine), std::make_pair(8.f, 1));
  EXPECT_EQ(step(fine), std::make_pair(8.f, 2));
  EXPECT_EQ(step(found), std::make_pair(4.f, 0));
  EXPECT_EQ(step(number(3)), std::make_pair(2.f, 0));  // of several optimizers
  EXPECT_EQ(step(fine), std::make_pair(2.f, 1));
  EXPECT_EQ(step(fine), std::make_pair(2.f, 2));
  EXPECT_EQ(step(fine), std::make_pair(4.f, 0));
  tracker.fill_(5);  // beyond the interval, which was shortened: it counts on, as libtorch's does
  EXPECT_EQ(step(fine), std::make_pair(4.f, 6));
  expect_error([&] { _amp_update_scale_(scale, fine, fine, 2, 0.5, 3); }, "growth_tracker must be a Int tensor");
  expect_error([&] { _amp_update_scale_(scale, tracker, zeros({2}), 2, 0.5, 3); }, "found_inf must be a 1-element");
}

}  // namespace
}  // namespace torchpp
