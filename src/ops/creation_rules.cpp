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

int64_t arange_size(const Scalar& start, const Scalar& end, const Scalar& step, ScalarType dtype) {
  const double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
  TORCHPP_CHECK(by != 0, "step must be nonzero");
  TORCHPP_CHECK(std::isfinite(from) && std::isfinite(to), "unsupported range: ", from, " -> ", to);
  TORCHPP_CHECK(by > 0 ? to >= from : to <= from, "upper bound and larger bound inconsistent with step sign");
  if (dtype == kLong) {  // exact, also beyond 2^53
    const int64_t first = start.toLong(), last = end.toLong(), stride = step.toLong();
    TORCHPP_CHECK(stride != 0, "step must be nonzero");
    const uint64_t distance = stride > 0 ? static_cast<uint64_t>(last) - static_cast<uint64_t>(first)
                                         : static_cast<uint64_t>(first) - static_cast<uint64_t>(last);
    const uint64_t width = stride > 0 ? static_cast<uint64_t>(stride) : 0 - static_cast<uint64_t>(stride);
    return static_cast<int64_t>(distance / width + (distance % width != 0 ? 1 : 0));
  }
  const double size = std::ceil((to - from) / by);
  TORCHPP_CHECK(size >= 0 && size < 0x1p63, "invalid size, possible overflow?");
  return static_cast<int64_t>(size);
}

DimVector dense_strides_like(IntArrayRef sizes, IntArrayRef strides) {
  // Dimensions from the innermost: by stride, where that does not tell (0, or equal) by size, else as they stand.
  DimVector order;
  for (size_t i = sizes.size(); i-- > 0;) order.push_back(static_cast<int64_t>(i));
  const auto steps_over = [&](int64_t inner, int64_t outer) {  // whether `inner` must lie outside of `outer`
    const size_t a = static_cast<size_t>(inner), b = static_cast<size_t>(outer);
    if (strides[a] == 0 || strides[b] == 0) return false;
    return strides[a] != strides[b] ? strides[a] > strides[b] : sizes[a] > sizes[b];
  };
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = i; j > 0 && steps_over(order[j - 1], order[j]); --j) std::swap(order[j], order[j - 1]);
  DimVector dense(sizes.size());
  int64_t step = 1;
  for (int64_t d : order) {
    dense[static_cast<size_t>(d)] = step;
    step *= sizes[static_cast<size_t>(d)] > 1 ? sizes[static_cast<size_t>(d)] : 1;
  }
  return dense;
}

std::optional<MemoryFormat> requested_format(const TensorOptions& options, std::optional<MemoryFormat> memory_format) {
  TORCHPP_CHECK(!(options.has_memory_format() && memory_format),
                "Cannot set memory_format both in TensorOptions and explicit argument; please delete the redundant "
                "setter.");
  return memory_format ? memory_format : options.memory_format_opt();
}

Tensor make_like(const Tensor& self, ScalarType dtype, Device device, std::optional<MemoryFormat> format) {
  if (format && *format != MemoryFormat::Preserve) return Tensor(make_tensor(self.sizes(), dtype, device, *format));
  if (self.is_contiguous()) return Tensor(make_tensor(self.sizes(), dtype, device));
  if (self.is_non_overlapping_and_dense())
    return Tensor(make_tensor_strided(self.sizes(), self.strides(), dtype, device));
  return Tensor(make_tensor_strided(self.sizes(), dense_strides_like(self.sizes(), self.strides()), dtype, device));
}

}  // namespace torchpp
