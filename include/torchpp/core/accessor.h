// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Element access for loops in user code, on the CPU and in a program's own CUDA kernels.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/export.h>

namespace torchpp {

/// How an accessor keeps its pointer. RestrictPtrTraits promises that the memory is reached through no other pointer.
template <class T>
struct DefaultPtrTraits {
  using PtrType = T*;
};
template <class T>
struct RestrictPtrTraits {
  using PtrType = T* __restrict__;
};

/// `a[i][j]` on a tensor of N dimensions without any per-element check. Valid while the tensor's memory is.
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class index_t = int64_t>
class TensorAccessor {
 public:
  using PtrType = typename PtrTraits<T>::PtrType;
  TORCHPP_HOST_DEVICE TensorAccessor(PtrType data, const index_t* sizes, const index_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  ArrayRef<index_t> sizes() const { return ArrayRef<index_t>(sizes_, N); }
  ArrayRef<index_t> strides() const { return ArrayRef<index_t>(strides_, N); }
  TORCHPP_HOST_DEVICE index_t size(index_t i) const { return sizes_[i]; }
  TORCHPP_HOST_DEVICE index_t stride(index_t i) const { return strides_[i]; }
  TORCHPP_HOST_DEVICE PtrType data() const { return data_; }
  TORCHPP_HOST_DEVICE decltype(auto) operator[](index_t i) const {
    if constexpr (N == 1) return (data_[strides_[0] * i]);
    else return TensorAccessor<T, N - 1, PtrTraits, index_t>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }

 private:
  PtrType data_;
  const index_t* sizes_;
  const index_t* strides_;
};

/// An accessor that carries copies of sizes and strides: an argument of kernels, and a value to hand to other threads.
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class index_t = int64_t>
class GenericPackedTensorAccessor {
 public:
  using PtrType = typename PtrTraits<T>::PtrType;
  GenericPackedTensorAccessor(PtrType data, const int64_t* sizes, const int64_t* strides) : data_(data) {
    for (size_t i = 0; i < N; ++i) {
      sizes_[i] = static_cast<index_t>(sizes[i]);
      strides_[i] = static_cast<index_t>(strides[i]);
    }
  }
  TORCHPP_HOST_DEVICE index_t size(index_t i) const { return sizes_[i]; }
  TORCHPP_HOST_DEVICE index_t stride(index_t i) const { return strides_[i]; }
  TORCHPP_HOST_DEVICE PtrType data() const { return data_; }
  TORCHPP_HOST_DEVICE decltype(auto) operator[](index_t i) const {
    return TensorAccessor<T, N, PtrTraits, index_t>(data_, sizes_, strides_)[i];
  }

 private:
  PtrType data_;
  index_t sizes_[N];
  index_t strides_[N];
};
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, PtrTraits, int32_t>;
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, PtrTraits, int64_t>;
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class index_t = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, PtrTraits, index_t>;

}  // namespace torchpp
