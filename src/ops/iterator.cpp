// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/iterator.h"

namespace torchpp {

void Iterator::add(void* data, IntArrayRef sizes, IntArrayRef strides, int64_t itemsize) {
  DimVector& bytes = strides_[operands_];
  bytes.resize(shape_.size());
  const size_t missing = shape_.size() - sizes.size();
  for (size_t d = 0; d < sizes.size(); ++d) bytes[missing + d] = sizes[d] == 1 ? 0 : strides[d] * itemsize;
  data_[operands_++] = static_cast<char*>(data);
}

void Iterator::build() {
  numel_ = multiply_integers(shape_);
  // Innermost first: a stable sort by the output's stride, then by the inputs' where the output's says nothing.
  const size_t rank = shape_.size();
  DimVector order(rank);
  for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(rank - 1 - i);
  auto before = [&](int64_t a, int64_t b) {
    for (int k = 0; k < operands_; ++k) {
      const int64_t x = strides_[k][static_cast<size_t>(a)], y = strides_[k][static_cast<size_t>(b)];
      if (x == 0 || y == 0 || x == y) continue;
      return x < y;
    }
    return false;
  };
  for (size_t i = 1; i < rank; ++i)
    for (size_t j = i; j > 0 && before(order[j], order[j - 1]); --j) std::swap(order[j], order[j - 1]);

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
