// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/iterator.h"

#include "src/ops/creation_rules.h"

namespace torchpp {

void Iterator::add(void* data, IntArrayRef sizes, IntArrayRef strides, int64_t itemsize) {
  DimVector& bytes = strides_[operands_];
  bytes.resize(shape_.size());
  const size_t missing = shape_.size() - sizes.size();
  for (size_t d = 0; d < sizes.size(); ++d)
    bytes[missing + d] = sizes[d] == 1 && shape_[missing + d] != 1 ? 0 : strides[d] * itemsize;
  itemsizes_[operands_] = itemsize;
  data_[operands_++] = static_cast<char*>(data);
}

void Iterator::build() {
  numel_ = multiply_integers(shape_);
  // Innermost first, by the output's strides, then by the inputs' where the output's say nothing.
  DimVector order;
  order_dimensions(order, shape_.size(), [&](size_t a, size_t b) {
    for (int k = 0; k < operands_; ++k) {
      const int64_t x = strides_[k][a], y = strides_[k][b];
      if (x == 0 || y == 0) continue;
      if (x != y) return x < y ? -1 : 1;
      if (shape_[a] > shape_[b]) return 1;
    }
    return 0;
  });

  DimVector shape;
  DimVector strides[kMaxOperands];
  for (int64_t d : order) {
    const size_t from = static_cast<size_t>(d);
    if (shape_[from] == 1) continue;
    bool merges = !shape.empty();
    for (int k = 0; k < operands_ && merges; ++k) merges = strides_[k][from] == shape.back() * strides[k].back();
    if (merges) {
      shape.back() *= shape_[from];
      continue;
    }
    shape.push_back(shape_[from]);
    for (int k = 0; k < operands_; ++k) strides[k].push_back(strides_[k][from]);
  }
  shape_ = shape;
  for (int k = 0; k < operands_; ++k) strides_[k] = strides[k];
}

}  // namespace torchpp
