// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

#include <vector>

namespace c10 {

/// A std::vector under libtorch's name; N, the elements that libtorch keeps inside the object, has no effect.
template <class T, unsigned N = 4>
class SmallVector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  SmallVector() = default;
  explicit SmallVector(ArrayRef<T> items) : std::vector<T>(items.begin(), items.end()) {}
  template <class Iterator>
  void append(Iterator begin, Iterator end) {
    this->insert(this->end(), begin, end);
  }
  void append(std::initializer_list<T> items) { append(items.begin(), items.end()); }
  void append(size_t count, const T& item) { this->insert(this->end(), count, item); }
  void append(const SmallVector& items) { append(items.begin(), items.end()); }
  T pop_back_val() {
    T last = std::move(this->back());
    this->pop_back();
    return last;
  }
  void pop_back_n(size_t count) { this->erase(this->end() - static_cast<std::ptrdiff_t>(count), this->end()); }
};

constexpr size_t kDimVectorStaticSize = 5;
using DimVector = SmallVector<int64_t, kDimVectorStaticSize>;

}  // namespace c10

namespace at {
using c10::DimVector;
using c10::SmallVector;
}  // namespace at
