// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the tests of products and network operators share: random inputs, memory layouts, comparisons.

#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "tests/support/error_of.h"

namespace nn_test {

using torchpp::IntArrayRef;
using torchpp::Tensor;

/// Seeds the default generator and says so in every failure of the scope.
#define NN_TEST_SEED(number)    \
  torchpp::manual_seed(number); \
  SCOPED_TRACE("seed " #number)

/// Small numbers that every dtype holds: whole ones for integers.
inline Tensor random_of(IntArrayRef sizes, torchpp::ScalarType dtype) {
  if (torchpp::isComplexType(dtype)) {
    const Tensor re = torchpp::randn(sizes, torchpp::kDouble), im = torchpp::randn(sizes, torchpp::kDouble);
    return (re + im * torchpp::Scalar(torchpp::ComplexDouble(0, 1))).to(dtype);
  }
  if (torchpp::isIntegralType(dtype, false))
    return torchpp::randint(0, dtype == torchpp::kByte ? 2 : 4, sizes, torchpp::kLong).to(dtype);
  return torchpp::randn(sizes, torchpp::kDouble).to(dtype);
}
/// A tensor of equal values with other strides: every second element of a larger tensor, dimensions reversed.
inline Tensor strided(const Tensor& t) {
  std::vector<int64_t> sizes, order;
  for (int64_t d = t.dim() - 1; d >= 0; --d) sizes.push_back(2 * t.size(d)), order.push_back(d);
  Tensor s = torchpp::zeros(sizes, t.options());
  for (int64_t d = 0; d < t.dim(); ++d) s = s.slice(d, 0, s.size(d), 2);
  s = s.permute(order);
  s.copy_(t);
  return s;
}

inline double tolerance(torchpp::ScalarType t) {
  switch (t) {
    case torchpp::kFloat:
    case torchpp::kComplexFloat: return 2e-5;
    case torchpp::kHalf: return 4e-3;
    case torchpp::kBFloat16: return 3e-2;
    case torchpp::kDouble:
    case torchpp::kComplexDouble: return 1e-12;
    default: return 0;
  }
}
/// The largest |a - b| / (1 + |b|), infinity when sizes differ.
inline double distance(const Tensor& a, const Tensor& b) {
  if (a.sizes() != b.sizes()) return HUGE_VAL;
  if (a.numel() == 0) return 0;
  if (b.is_complex()) {
    const Tensor x = a.to(torchpp::kComplexDouble), y = b.to(torchpp::kComplexDouble);
    return ((x - y).abs() / (y.abs() + 1)).max().item<double>();
  }
  const Tensor x = a.to(torchpp::kDouble), y = b.to(torchpp::kDouble);
  return ((x - y).abs() / (y.abs() + 1)).max().item<double>();
}
inline ::testing::AssertionResult close(const Tensor& a, const Tensor& b, double factor = 1) {
  const double d = distance(a, b), allowed = tolerance(a.scalar_type()) * factor;
  if (d <= allowed) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "distance " << d << ", allowed " << allowed << ", sizes "
                                       << torchpp::to_string(a.sizes()) << " and " << torchpp::to_string(b.sizes());
}
inline bool same_bits(const Tensor& a, const Tensor& b) {
  if (a.sizes() != b.sizes() || a.scalar_type() != b.scalar_type()) return false;
  const Tensor x = a.contiguous(), y = b.contiguous();
  return x.numel() == 0 || std::memcmp(x.data_ptr(), y.data_ptr(), x.nbytes()) == 0;
}
/// A tensor of these values.
inline Tensor values(std::vector<double> v, IntArrayRef sizes, torchpp::ScalarType dtype = torchpp::kFloat) {
  return torchpp::tensor(v, torchpp::kDouble).view(sizes).to(dtype);
}
#define EXPECT_ERROR(expression, text)                                                          \
  EXPECT_NE(torchpp::test::error_of([&] { (void)(expression); }).find(text), std::string::npos) \
      << "got: " << torchpp::test::error_of([&] { (void)(expression); })

/// Runs f with 1, 2, 4 and 8 threads and expects the same bits.
template <class F>
void expect_same_for_any_threads(const F& f) {
  const int before = torchpp::get_num_threads();
  torchpp::set_num_threads(1);
  const Tensor one = f();
  for (int threads : {2, 4, 8}) {
    torchpp::set_num_threads(threads);
    EXPECT_TRUE(same_bits(one, f())) << threads << " threads";
  }
  torchpp::set_num_threads(before);
}

}  // namespace nn_test
