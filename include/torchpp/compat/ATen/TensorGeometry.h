// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/WrapDimUtils.h>
#include <ATen/core/ATenGeneral.h>
#include <c10/util/strides.h>

#include <utility>
#include <vector>

namespace at {

/// Whether the elements lie one behind the other in memory; dimensions of one element have no say.
inline bool geometry_is_contiguous(IntArrayRef sizes, IntArrayRef strides) {
  int64_t expected = 1;
  bool contiguous = true;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 0) return true;
    contiguous = contiguous && (sizes[d] == 1 || strides[d] == expected);
    expected *= sizes[d];
  }
  return contiguous;
}

/// Sizes and strides of a tensor without its data.
class TensorGeometry {
 public:
  TensorGeometry() = default;
  /// Of a contiguous tensor.
  explicit TensorGeometry(IntArrayRef sizes) : sizes_(sizes.vec()), strides_(sizes.size()), numel_(1) {
    for (size_t d = sizes_.size(); d-- > 0;) {
      strides_[d] = numel_;
      numel_ *= sizes_[d];
    }
  }
  explicit TensorGeometry(const TensorBase& t)
      : sizes_(t.sizes().vec()), strides_(t.strides().vec()), storage_offset_(t.storage_offset()), numel_(t.numel()) {}

  bool is_contiguous() const { return numel_ == 0 || geometry_is_contiguous(sizes_, strides_); }
  int64_t dim() const { return static_cast<int64_t>(sizes_.size()); }
  int64_t size(int64_t d) const { return sizes_.at(static_cast<size_t>(c10::maybe_wrap_dim(d, dim(), false))); }
  int64_t stride(int64_t d) const { return strides_.at(static_cast<size_t>(c10::maybe_wrap_dim(d, dim(), false))); }
  IntArrayRef sizes() const { return sizes_; }
  IntArrayRef strides() const { return strides_; }
  int64_t storage_offset() const { return storage_offset_; }
  int64_t numel() const { return numel_; }
  TensorGeometry transpose(int64_t a, int64_t b) const {
    TORCHPP_CHECK(a < dim(), "transpose: dim0=", a, " out of range (dim=", dim(), ")");
    TORCHPP_CHECK(b < dim(), "transpose: dim1=", b, " out of range (dim=", dim(), ")");
    TensorGeometry other = *this;
    std::swap(other.sizes_[static_cast<size_t>(a)], other.sizes_[static_cast<size_t>(b)]);
    std::swap(other.strides_[static_cast<size_t>(a)], other.strides_[static_cast<size_t>(b)]);
    return other;
  }

 private:
  std::vector<int64_t> sizes_, strides_;
  int64_t storage_offset_ = 0, numel_ = 0;
};

}  // namespace at
