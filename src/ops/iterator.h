// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The geometry of element-wise work: one common shape, merged dimensions, byte strides per operand.

#include <torchpp/core/tensor_base.h>

#include "src/core/shape.h"

namespace torchpp {

/// Operands that are walked together; operand 0 is the output. Dimensions are ordered so that the output's memory is
/// walked forward, and merged where all operands step evenly, so that most work is one or two loops deep.
class TORCHPP_API Iterator {
 public:
  static constexpr int kMaxOperands = 4;

  /// All operands broadcast to `shape`.
  explicit Iterator(IntArrayRef shape) : shape_(shape) {}
  /// Sizes must broadcast to the shape; missing and expanded dimensions get stride 0.
  void add(const TensorBase& t) { add(t.impl()->data(), t.sizes(), t.strides(), static_cast<int64_t>(t.itemsize())); }
  void add(void* data, IntArrayRef sizes, IntArrayRef strides, int64_t itemsize);
  /// One value for all elements.
  void add_value(const void* value) { add(const_cast<void*>(value), {}, {}, 0); }
  /// Orders and merges the dimensions; after all operands were added.
  void build();

  int operands() const { return operands_; }
  int64_t numel() const { return numel_; }
  size_t dim() const { return shape_.size(); }
  /// Innermost dimension first.
  const DimVector& shape() const { return shape_; }
  const DimVector& strides(int operand) const { return strides_[operand]; }
  /// Bytes of an element; 0 for a single value.
  int64_t itemsize(int operand) const { return itemsizes_[operand]; }
  char* data(int operand) const { return data_[operand]; }

  /// Calls row(data, strides, n) for runs of the innermost dimension that cover elements [begin, end) in walking order;
  /// `data` holds a pointer per operand, `strides` a byte stride per operand.
  template <class F>
  void rows(int64_t begin, int64_t end, const F& row) const {
    if (begin >= end) return;
    int64_t inner[kMaxOperands];
    char* data[kMaxOperands];
    for (int k = 0; k < operands_; ++k) {
      inner[k] = shape_.empty() ? 0 : strides_[k][0];
      data[k] = data_[k];
    }
    if (shape_.size() <= 1) {
      for (int k = 0; k < operands_; ++k) data[k] += begin * inner[k];
      row(static_cast<char* const*>(data), static_cast<const int64_t*>(inner), end - begin);
      return;
    }
    DimVector at(shape_.size());
    int64_t rest = begin;
    for (size_t d = 0; d < shape_.size(); ++d) {
      at[d] = rest % shape_[d];
      rest /= shape_[d];
      for (int k = 0; k < operands_; ++k) data[k] += at[d] * strides_[k][d];
    }
    while (begin < end) {
      const int64_t left = shape_[0] - at[0], n = left < end - begin ? left : end - begin;
      row(static_cast<char* const*>(data), static_cast<const int64_t*>(inner), n);
      begin += n;
      for (int k = 0; k < operands_; ++k) data[k] -= at[0] * inner[k];
      at[0] = 0;
      for (size_t d = 1; d < shape_.size(); ++d) {
        for (int k = 0; k < operands_; ++k) data[k] += strides_[k][d];
        if (++at[d] < shape_[d]) break;
        for (int k = 0; k < operands_; ++k) data[k] -= at[d] * strides_[k][d];
        at[d] = 0;
      }
    }
  }

 private:
  DimVector shape_;
  DimVector strides_[kMaxOperands];
  char* data_[kMaxOperands];
  int64_t itemsizes_[kMaxOperands];
  int operands_ = 0;
  int64_t numel_ = 0;
};

}  // namespace torchpp
