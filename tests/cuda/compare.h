// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Comparison of a result with the CPU's, for the tests of several families.

#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

namespace torchpp {

/// The tensor on the device, with the same strides.
inline Tensor on_device(const Tensor& t) {
  if (!t.defined() || t.numel() == 0) return t.defined() ? t.to(Device(kCUDA)) : t;
  int64_t reach = 1;
  for (int64_t d = 0; d < t.dim(); ++d) reach += (t.size(d) - 1) * t.stride(d);
  const Tensor resolved = t.resolve_conj().resolve_neg();
  const Tensor memory = empty({reach}, t.options().device(Device(kCUDA)));
  memory.copy_(resolved.as_strided({reach}, {1}, resolved.storage_offset()));
  return memory.as_strided(t.sizes(), t.strides());
}

inline double tolerance_of(ScalarType t) {
  switch (t) {
    case kHalf: return 4e-3;
    case kBFloat16: return 3e-2;
    case kDouble:
    case kComplexDouble: return 1e-12;
    default: return 2e-5;
  }
}

/// Same sizes and dtype, and values within the dtype's tolerance, relative to the largest; NaN equals NaN.
inline void expect_close(const Tensor& got, const Tensor& expected, double times = 1) {
  ASSERT_EQ(got.defined(), expected.defined());
  if (!got.defined()) return;
  ASSERT_EQ(got.sizes(), expected.sizes());
  ASSERT_EQ(got.scalar_type(), expected.scalar_type());
  if (got.numel() == 0) return;
  const ScalarType wide = got.is_complex() ? kComplexDouble : kDouble;
  const Tensor x = got.cpu().to(wide), y = expected.to(wide);
  const Tensor nan = (x != x).logical_and(y != y);
  const double scale = std::max(1.0, y.abs().masked_fill(nan, 0).max().item<double>());
  const double difference = (x - y).abs().masked_fill(nan, 0).max().item<double>();
  EXPECT_LE(difference, times * tolerance_of(got.scalar_type()) * scale)
      << "got " << got.cpu() << "\nexpected " << expected;
}

}  // namespace torchpp
