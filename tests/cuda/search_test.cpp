// SPDX-License-Identifier: BSD-3-Clause
// Histograms and distinct elements on CUDA against the CPU: sizes at which the kernels take another way, and NaN.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <limits>

#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaSearch : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(1);
  }
};

Tensor to_device(const Tensor& t) { return t.to(Device(kCUDA)); }

TEST_F(CudaSearch, Histograms) {
  for (int64_t n : {0, 1, 1000, 30000})
    for (int64_t bins : {1, 100, 8192, 20000}) {
      Tensor x = randn({n}, kFloat);
      if (n > 1) x[1] = std::nan("");
      EXPECT_TRUE(equal(histc(to_device(x), bins, -1, 1).cpu(), histc(x, bins, -1, 1)));
      const Tensor labels = randint(bins, {n}, kLong);
      EXPECT_TRUE(equal(bincount(to_device(labels), {}, 17).cpu(), bincount(labels, {}, 17)));
      const Tensor weights = rand({n}, kDouble);
      expect_close(bincount(to_device(labels), to_device(weights)), bincount(labels, weights));
    }
  const Tensor points = randn({5000, 2}, kDouble), weights = rand({5000}, kDouble);
  const Tensor edges = std::get<0>(randn({9}, kDouble).sort()), even = linspace(-2, 2, 31, kDouble);
  for (const bool density : {false, true})
    expect_close(_histogramdd_from_bin_tensors(to_device(points), {to_device(edges), to_device(even)},
                                               to_device(weights), density),
                 _histogramdd_from_bin_tensors(points, {edges, even}, weights, density));
}

void expect_alike(const std::tuple<Tensor, Tensor, Tensor>& got, const std::tuple<Tensor, Tensor, Tensor>& expected) {
  EXPECT_TRUE(equal(std::get<0>(got).cpu(), std::get<0>(expected)));
  EXPECT_TRUE(equal(std::get<1>(got).cpu(), std::get<1>(expected)));
  EXPECT_TRUE(equal(std::get<2>(got).cpu(), std::get<2>(expected)));
}

// Around the ends of the blocks' tiles; few, many and all elements set.
TEST_F(CudaSearch, SelectedElements) {
  for (int64_t n : {1, 15, 4095, 4096, 4097, 9000})
    for (int64_t below : {1, 2, 100}) {
      const Tensor set = randint(0, below, {n}, kLong).eq(0), x = randn({n}, kFloat);
      EXPECT_TRUE(equal(to_device(set).nonzero().cpu(), set.nonzero()));
      EXPECT_TRUE(equal(to_device(x).masked_select(to_device(set)).cpu(), x.masked_select(set)));
    }
  const Tensor set = randint(0, 3, {7, 30, 41}, kLong).eq(0);
  EXPECT_TRUE(equal(to_device(set).nonzero().cpu(), set.nonzero()));
}

// Lines of which the median is found at once, and longer ones; even and odd lengths, equal elements, both zeros, NaN in
// some lines, and nothing else in one.
TEST_F(CudaSearch, Medians) {
  const auto check = [](const Tensor& x, int64_t dim) {
    SCOPED_TRACE(str(x.scalar_type(), " ", x.sizes(), " along ", dim));
    for (const bool skip_nan : {false, true}) {
      const auto [got, got_at] = skip_nan ? to_device(x).nanmedian(dim) : to_device(x).median(dim);
      const auto [values, places] = skip_nan ? x.nanmedian(dim) : x.median(dim);
      const Tensor both_nan = got.cpu().isnan().logical_and(values.isnan());
      EXPECT_TRUE(got.cpu().eq(values).logical_or(both_nan).all().item<bool>());
      // The CPU names any place of the value, this the first one.
      const Tensor middle = values.unsqueeze(dim);
      const Tensor is = x.eq(middle).logical_or(x.isnan().logical_and(middle.isnan()));
      EXPECT_TRUE(equal(got_at.cpu(), is.to(kByte).argmax(dim, false)));
    }
  };
  for (ScalarType t : {kFloat, kDouble, kLong, kInt, kShort, kChar, kByte})
    for (int64_t n : {1, 2, 8, 9, 300, 2049, 4096, 4097}) {
      if (n > 300 && t != kFloat && !(t == kDouble && n == 2049)) continue;
      Tensor x = randint(0, 25, {4, n}, kLong).to(t);
      check(x, 1);
      if (!x.is_floating_point()) continue;
      x = x.sub(12);
      x.view({-1}).slice(0, 0, 4 * n, 3).mul_(-1.0);
      x[1][n / 2] = std::nan("");
      x[3].fill_(std::nan(""));
      check(x.t().contiguous(), 0);
    }
  check(randn({130, 9, 3}, kFloat).transpose(0, 2), 1);
}

TEST_F(CudaSearch, DistinctElements) {
  for (ScalarType t : {kBool, kByte, kChar, kInt, kLong, kFloat, kDouble})
    for (int64_t n : {0, 1, 2, 700, 5000}) {
      const Tensor x = randint(-30, 30, {n}, kLong).to(t);
      expect_alike(_unique2(to_device(x), true, true, true), _unique2(x, true, true, true));
      expect_alike(unique_consecutive(to_device(x), true, true), unique_consecutive(x, true, true));
    }
  Tensor x = tensor({1.0, std::nan(""), 0.0, std::nan(""), -0.0}, kDouble);
  const auto [values, places, counts] = _unique2(to_device(x), true, true, true);
  EXPECT_TRUE(equal(counts.cpu(), tensor({2, 1, 1, 1}, kLong)));
  EXPECT_TRUE(equal(places.cpu(), tensor({1, 2, 0, 3, 0}, kLong)));
  EXPECT_TRUE(values[2].isnan().item<bool>() && values[3].isnan().item<bool>());
}

TEST_F(CudaSearch, DistinctSlices) {
  for (ScalarType t : {kBool, kByte, kShort, kLong, kHalf, kBFloat16, kFloat, kDouble})
    for (int64_t n : {0, 1, 2, 3, 700, 4096, 5000}) {
      const Tensor x = randint(0, 3, {2, n, 3}, kLong).to(t);
      expect_alike(unique_dim(to_device(x), 1, true, true, true), unique_dim(x, 1, true, true, true));
      expect_alike(unique_dim_consecutive(to_device(x), 1, true, true), unique_dim_consecutive(x, 1, true, true));
    }
  // A NaN is above all else, and distinct.
  const double nan = std::nan("");
  const Tensor x = tensor({nan, 1.0, 0.0, 2.0, nan, 1.0, 0.0, nan}, kDouble).view({4, 2});
  const auto [values, places, counts] = unique_dim(to_device(x), 0, true, true, true);
  EXPECT_TRUE(equal(places.cpu(), tensor({2, 0, 3, 1}, kLong)));
  EXPECT_TRUE(equal(counts.cpu(), ones({4}, kLong)));
  EXPECT_TRUE(equal(values.nan_to_num(9).cpu(), tensor({0, 2, 0, 9, 9, 1, 9, 1}, kDouble).view({4, 2})));
}

}  // namespace
}  // namespace torchpp
