// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Element access on the CPU for loops in user code.

#include <torchpp/core/array_ref.h>

namespace torchpp {

/// `a[i][j]` on a tensor of N dimensions without any per-element check. Valid while the tensor's memory is.
template <class T, size_t N>
class TensorAccessor {
 public:
  using PtrType = T*;
  TensorAccessor(T* data, const int64_t* sizes, const int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  IntArrayRef sizes() const { return IntArrayRef(sizes_, N); }
  IntArrayRef strides() const { return IntArrayRef(strides_, N); }
  int64_t size(int64_t i) const { return sizes_[i]; }
  int64_t stride(int64_t i) const { return strides_[i]; }
  T* data() const { return data_; }
  TensorAccessor<T, N - 1> operator[](int64_t i) const {
    return TensorAccessor<T, N - 1>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }

 private:
  T* data_;
  const int64_t* sizes_;
  const int64_t* strides_;
};

template <class T>
class TensorAccessor<T, 1> {
 public:
  using PtrType = T*;
  TensorAccessor(T* data, const int64_t* sizes, const int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  IntArrayRef sizes() const { return IntArrayRef(sizes_, 1); }
  IntArrayRef strides() const { return IntArrayRef(strides_, 1); }
  int64_t size(int64_t i) const { return sizes_[i]; }
  int64_t stride(int64_t i) const { return strides_[i]; }
  T* data() const { return data_; }
  T& operator[](int64_t i) const { return data_[strides_[0] * i]; }

 private:
  T* data_;
  const int64_t* sizes_;
  const int64_t* strides_;
};

/// An accessor that carries copies of sizes and strides, for device code and for moving between threads.
template <class T, size_t N>
class PackedTensorAccessor {
 public:
  PackedTensorAccessor(T* data, const int64_t* sizes, const int64_t* strides) : data_(data) {
    for (size_t i = 0; i < N; ++i) {
      sizes_[i] = sizes[i];
      strides_[i] = strides[i];
    }
  }
  int64_t size(int64_t i) const { return sizes_[i]; }
  int64_t stride(int64_t i) const { return strides_[i]; }
  T* data() const { return data_; }
  decltype(auto) operator[](int64_t i) const { return TensorAccessor<T, N>(data_, sizes_, strides_)[i]; }

 private:
  T* data_;
  int64_t sizes_[N];
  int64_t strides_[N];
};

}  // namespace torchpp
