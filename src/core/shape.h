// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Arithmetic on sizes, strides and dimensions.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/dtype.h>
#include <torchpp/core/layout.h>

namespace torchpp {

/// A list of sizes or strides that stays inside the object up to 8 entries.
class DimVector {
 public:
  DimVector() : data_(inline_), size_(0), capacity_(kInline) {}
  explicit DimVector(size_t n, int64_t value = 0) : DimVector() { resize(n, value); }
  DimVector(IntArrayRef v) : DimVector() { assign(v); }  // NOLINT: implicit
  DimVector(std::initializer_list<int64_t> v) : DimVector(IntArrayRef(v)) {}
  DimVector(const DimVector& o) : DimVector(IntArrayRef(o)) {}
  DimVector& operator=(const DimVector& o) {
    if (this != &o) assign(o);
    return *this;
  }
  ~DimVector() {
    if (data_ != inline_) delete[] data_;
  }

  operator IntArrayRef() const { return IntArrayRef(data_, size_); }  // NOLINT: implicit
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t* data() { return data_; }
  const int64_t* data() const { return data_; }
  int64_t* begin() { return data_; }
  int64_t* end() { return data_ + size_; }
  const int64_t* begin() const { return data_; }
  const int64_t* end() const { return data_ + size_; }
  int64_t& operator[](size_t i) { return data_[i]; }
  int64_t operator[](size_t i) const { return data_[i]; }
  int64_t& back() { return data_[size_ - 1]; }

  void resize(size_t n, int64_t value = 0) {
    reserve(n);
    for (size_t i = size_; i < n; ++i) data_[i] = value;
    size_ = n;
  }
  void push_back(int64_t v) {
    if (size_ == capacity_) reserve(size_ + 1);
    data_[size_++] = v;
  }
  void insert(size_t at, int64_t v) {
    push_back(0);
    for (size_t i = size_ - 1; i > at; --i) data_[i] = data_[i - 1];
    data_[at] = v;
  }
  void erase(size_t at) {
    for (size_t i = at; i + 1 < size_; ++i) data_[i] = data_[i + 1];
    --size_;
  }
  void assign(IntArrayRef v) {
    reserve(v.size());
    if (!v.empty()) __builtin_memcpy(data_, v.data(), v.size() * sizeof(int64_t));
    size_ = v.size();
  }

 private:
  static constexpr size_t kInline = 8;
  static TORCHPP_API int64_t* new_entries(size_t n);  // throws OutOfMemoryError
  void reserve(size_t n) {
    if (n <= capacity_) return;
    const size_t capacity = n > 2 * capacity_ ? n : 2 * capacity_;
    int64_t* p = new_entries(capacity);
    for (size_t i = 0; i < size_; ++i) p[i] = data_[i];
    if (data_ != inline_) delete[] data_;
    data_ = p;
    capacity_ = capacity;
  }

  int64_t* data_;
  size_t size_;
  size_t capacity_;
  int64_t inline_[kInline];
};

[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_dim(int64_t dim, int64_t rank);
/// A dimension counted from the front; a tensor without dimensions counts as having one.
inline int64_t wrap_dim(int64_t dim, int64_t rank) {
  const int64_t n = rank == 0 ? 1 : rank;
  if (TORCHPP_UNLIKELY(dim < -n || dim >= n)) fail_dim(dim, rank);
  return dim < 0 ? dim + n : dim;
}
/// A dimension counted from the front, for functions that refuse tensors without dimensions.
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_no_dims(int64_t dim);
inline int64_t wrap_existing_dim(int64_t dim, int64_t rank) {
  if (TORCHPP_UNLIKELY(rank == 0)) fail_no_dims(dim);
  return wrap_dim(dim, rank);
}
/// The bit of a dimension in masks of them; none for a tensor without dimensions, which takes the dims 0 and -1.
inline uint64_t dim_bit(int64_t dim, int64_t rank) {
  const int64_t d = wrap_dim(dim, rank);
  return rank == 0 ? 0 : uint64_t{1} << d;
}
/// The bits of the listed dimensions. Throws when one is listed twice.
TORCHPP_API uint64_t dim_mask(IntArrayRef dims, int64_t rank, const char* op);

[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_numel(IntArrayRef sizes);
/// Product of the sizes, none of which is negative. Throws Error when it does not fit.
inline int64_t multiply_integers(IntArrayRef sizes) {
  int64_t n = 1;
  bool overflow = false;
  for (int64_t s : sizes) overflow = __builtin_mul_overflow(n, s, &n) || overflow;
  if (TORCHPP_UNLIKELY(overflow)) fail_numel(sizes);
  return n;
}
/// The number of elements; throws Error when the product overflows or a size is negative.
TORCHPP_API int64_t checked_numel(IntArrayRef sizes);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_dense_bytes(IntArrayRef sizes, ScalarType dtype);
/// Bytes of a tensor without gaps. Throws Error when a size is negative or the bytes do not fit.
inline size_t dense_bytes(IntArrayRef sizes, ScalarType dtype) {
  int64_t n = 1;
  bool wrong = false;
  for (int64_t s : sizes) wrong = __builtin_mul_overflow(n, s, &n) || s < 0 || wrong;
  wrong = __builtin_mul_overflow(n, static_cast<int64_t>(elementSize(dtype)), &n) || wrong;
  if (TORCHPP_UNLIKELY(wrong)) fail_dense_bytes(sizes, dtype);
  return static_cast<size_t>(n);
}
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_size(const char* op, int64_t a, char sign, int64_t b);
/// Sums and products of which a size is made. Throw Error, naming the operator, when the size does not fit.
inline int64_t add_sizes(const char* op, int64_t a, int64_t b) {
  int64_t sum = 0;
  if (TORCHPP_UNLIKELY(__builtin_add_overflow(a, b, &sum))) fail_size(op, a, '+', b);
  return sum;
}
inline int64_t multiply_sizes(const char* op, int64_t a, int64_t b) {
  int64_t product = 0;
  if (TORCHPP_UNLIKELY(__builtin_mul_overflow(a, b, &product))) fail_size(op, a, '*', b);
  return product;
}
/// A stride that is stepped over so often. Where no element lies so far away the number has no meaning and may wrap.
inline int64_t multiply_stride(int64_t stride, int64_t by) {
  return static_cast<int64_t>(static_cast<uint64_t>(stride) * static_cast<uint64_t>(by));
}
/// Row-major strides.
TORCHPP_API DimVector contiguous_strides(IntArrayRef sizes);
/// Dense strides of a memory format; throws when the format needs another rank.
DimVector dense_strides(IntArrayRef sizes, MemoryFormat format);
/// The shape both broadcast to. Throws with `op` in the message when they do not.
TORCHPP_API DimVector broadcast_sizes(IntArrayRef a, IntArrayRef b);
/// Bytes from the first to behind the last element that sizes and strides reach, with the offset before it. Throws
/// Error when a size is negative or the bytes do not fit.
size_t storage_bytes(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, int64_t offset);
/// Replaces the one -1 in `sizes` so that the product is `numel`. Throws as libtorch's view does.
DimVector infer_size(IntArrayRef sizes, int64_t numel);
/// Strides with which memory of (sizes, strides) shows `new_sizes`; false when a copy is needed.
bool view_strides(IntArrayRef sizes, IntArrayRef strides, IntArrayRef new_sizes, DimVector& out);

bool is_channels_last_strides(IntArrayRef sizes, IntArrayRef strides);
bool is_channels_last_3d_strides(IntArrayRef sizes, IntArrayRef strides);

}  // namespace torchpp
