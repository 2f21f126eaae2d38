// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/creation_rules.h"

#include <cmath>

#include "src/core/view.h"

namespace torchpp {

ScalarType arange_dtype(const Scalar& start, const Scalar& end, const Scalar& step, const TensorOptions& options) {
  if (options.has_dtype()) return options.dtype();
  const bool integers = start.isIntegral(true) && end.isIntegral(true) && step.isIntegral(true);
  return integers ? kLong : get_default_dtype();
}

namespace {

// Integers are counted from what the dtype makes of the numbers: a step of 0.5 is one of 0.
void check_range(const Scalar& start, const Scalar& end, const Scalar& step, ScalarType dtype, const char* wrong_way) {
  const double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
  const bool integers = isIntegralType(dtype, true);
  const bool up = integers ? step.toLong() > 0 : by > 0, down = integers ? step.toLong() < 0 : by < 0;
  TORCHPP_CHECK(up || down, "step must be nonzero");
  TORCHPP_CHECK(std::isfinite(from) && std::isfinite(to), "unsupported range: ", from, " -> ", to);
  if (integers) TORCHPP_CHECK(up ? end.toLong() >= start.toLong() : end.toLong() <= start.toLong(), wrong_way);
  else TORCHPP_CHECK(up ? to >= from : to <= from, wrong_way);
}

// How many steps lie between two integers, of which the second lies in the step's direction; exact, also where the
// distance does not fit 63 bits.
struct WholeSteps {
  uint64_t count, rest;
};
WholeSteps whole_steps(int64_t first, int64_t last, int64_t step) {
  const uint64_t a = static_cast<uint64_t>(first), b = static_cast<uint64_t>(last), by = static_cast<uint64_t>(step);
  const uint64_t distance = step > 0 ? b - a : a - b, width = step > 0 ? by : 0 - by;
  return {distance / width, distance % width};
}

}  // namespace

int64_t arange_size(const Scalar& start, const Scalar& end, const Scalar& step, ScalarType dtype) {
  const double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
  check_range(start, end, step, dtype, "upper bound and larger bound inconsistent with step sign");
  if (dtype == kLong) {  // exact, also beyond 2^53
    const WholeSteps steps = whole_steps(start.toLong(), end.toLong(), step.toLong());
    TORCHPP_CHECK(steps.count < uint64_t{INT64_MAX}, "invalid size, possible overflow?");
    return static_cast<int64_t>(steps.count) + (steps.rest != 0 ? 1 : 0);
  }
  const double size = std::ceil((to - from) / by);
  TORCHPP_CHECK(size >= 0 && size < 0x1p63, "invalid size, possible overflow?");
  return static_cast<int64_t>(size);
}

int64_t range_size(const Scalar& start, const Scalar& end, const Scalar& step, ScalarType dtype) {
  check_range(start, end, step, dtype, "upper bound and lower bound inconsistent with step sign");
  if (isIntegralType(dtype, true)) {
    const WholeSteps steps = whole_steps(start.toLong(), end.toLong(), step.toLong());
    TORCHPP_CHECK(steps.count < uint64_t{INT64_MAX}, "invalid size, possible overflow?");
    return static_cast<int64_t>(steps.count) + 1;
  }
  const double size = (end.toDouble() - start.toDouble()) / step.toDouble() + 1;
  TORCHPP_CHECK(size >= 0 && size < 0x1p63, "invalid size, possible overflow?");
  return static_cast<int64_t>(size);
}

ScalarType linspace_dtype(const Scalar& start, const Scalar& end, int64_t steps, const TensorOptions& options) {
  TORCHPP_CHECK(steps >= 0, "number of steps must be non-negative");
  if (options.has_dtype()) return options.dtype();
  return start.isComplex() || end.isComplex() ? get_default_complex_dtype() : get_default_dtype();
}

Tensor make_pinned(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, Device device) {
  if (device.is_meta()) return Tensor(make_tensor_strided(sizes, strides, dtype, device));
  TORCHPP_CHECK(device.is_cpu(), "Only dense CPU tensors can be pinned, got device ", device);
  return Tensor(make_pinned_tensor(sizes, strides, dtype));
}

DimVector dense_strides_like(IntArrayRef sizes, IntArrayRef strides) {
  DimVector order;
  order_dimensions(order, sizes.size(), [&](size_t a, size_t b) {
    if (strides[a] == 0 || strides[b] == 0) return 0;
    if (strides[a] != strides[b]) return strides[a] < strides[b] ? -1 : 1;
    return sizes[a] > sizes[b] ? 1 : 0;
  });
  DimVector dense(sizes.size());
  int64_t step = 1;
  for (int64_t d : order) {
    dense[static_cast<size_t>(d)] = step;
    step = multiply_stride(step, sizes[static_cast<size_t>(d)] > 1 ? sizes[static_cast<size_t>(d)] : 1);
  }
  return dense;
}

DimVector strides_like(const Tensor& self) {
  if (TORCHPP_LIKELY(self.body().is_plain())) return DimVector();
  if (self.is_non_overlapping_and_dense()) return self.strides();
  return dense_strides_like(self.sizes(), self.strides());
}

void fail_two_formats() {
  TORCHPP_FAIL_KIND(kError,
                    "Cannot set memory_format both in TensorOptions and explicit argument; please delete the redundant "
                    "setter.");
}

Tensor make_like(const Tensor& self, ScalarType dtype, Device device, optional<MemoryFormat> format) {
  if (format && *format != MemoryFormat::Preserve) return Tensor(make_tensor(self.sizes(), dtype, device, *format));
  if (self.body().is_plain()) return Tensor(make_tensor(self.sizes(), dtype, device));
  return Tensor(make_tensor_strided(self.sizes(), strides_like(self), dtype, device));
}

}  // namespace torchpp
