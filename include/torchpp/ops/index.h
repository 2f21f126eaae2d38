// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Indexing: Slice, None, Ellipsis, numbers, masks and index tensors, and the operators behind them.

#include <torchpp/tensor.h>

#include <string>
#include <type_traits>

namespace torchpp {
namespace indexing {

/// Every step-th position from start up to stop, as Python's start:stop:step. The step must be positive.
struct TORCHPP_API Slice {
  explicit Slice(std::optional<int64_t> start = std::nullopt, std::optional<int64_t> stop = std::nullopt,
                 std::optional<int64_t> step = std::nullopt);
  int64_t start() const { return start_; }
  int64_t stop() const { return stop_; }
  int64_t step() const { return step_; }

 private:
  int64_t start_, stop_, step_;
};

/// "1:4:2".
TORCHPP_API std::ostream& operator<<(std::ostream& out, const Slice& slice);

struct EllipsisIndexType {};
/// Stands for as many whole dimensions as the other indices leave.
constexpr EllipsisIndexType Ellipsis{};
/// A new dimension of size 1.
constexpr std::nullopt_t None = std::nullopt;

enum class TensorIndexType { None, Ellipsis, SymInt, Integer = SymInt, Boolean, Slice, Tensor };

/// One entry of an index.
struct TORCHPP_API TensorIndex {
  TensorIndex(std::nullopt_t) : type_(TensorIndexType::None) {}         // NOLINT: implicit
  TensorIndex(EllipsisIndexType) : type_(TensorIndexType::Ellipsis) {}  // NOLINT: implicit
  TensorIndex(const char* text);                                        // NOLINT: implicit; "..." alone
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  TensorIndex(T value) : integer_(static_cast<int64_t>(value)), type_(TensorIndexType::Integer) {}  // NOLINT: implicit
  template <class T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0>
  TensorIndex(T value) : integer_(value), type_(TensorIndexType::Boolean) {}                  // NOLINT: implicit
  TensorIndex(Slice slice) : slice_(slice), type_(TensorIndexType::Slice) {}                  // NOLINT: implicit
  TensorIndex(Tensor tensor) : tensor_(std::move(tensor)), type_(TensorIndexType::Tensor) {}  // NOLINT: implicit

  bool is_none() const { return type_ == TensorIndexType::None; }
  bool is_ellipsis() const { return type_ == TensorIndexType::Ellipsis; }
  bool is_integer() const { return type_ == TensorIndexType::Integer; }
  bool is_boolean() const { return type_ == TensorIndexType::Boolean; }
  bool is_slice() const { return type_ == TensorIndexType::Slice; }
  bool is_tensor() const { return type_ == TensorIndexType::Tensor; }
  int64_t integer() const { return integer_; }
  bool boolean() const { return integer_ != 0; }
  const Slice& slice() const { return slice_; }
  const Tensor& tensor() const { return tensor_; }
  /// Only for what is a TensorIndex itself, or everything that converts to one would print.
  friend std::ostream& operator<<(std::ostream& out, const TensorIndex& index) { return index.print(out); }

 private:
  std::ostream& print(std::ostream& out) const;
  int64_t integer_ = 0;
  Slice slice_;
  Tensor tensor_;
  TensorIndexType type_;
};

}  // namespace indexing

// Indices are int64 unless said otherwise. Out of range: IndexError or Error with libtorch's words, and nothing is
// written. All are differentiable but in the index. Source: libtorch 1.13.

/// Elements at the positions that the tensors, broadcast together, name in the leading dimensions; an undefined one
/// stands for a whole dimension, a bool mask for the positions of its true elements.
inline Tensor index(const Tensor& self, TensorList indices) { return self.index(indices); }
TORCHPP_API Tensor index_put(const Tensor& self, TensorList indices, const Tensor& values, bool accumulate = false);
inline Tensor& index_put_(Tensor& self, TensorList indices, const Tensor& values, bool accumulate = false) {
  return self.index_put_(indices, values, accumulate);
}
/// Slices of a dimension, in the order of a vector of int32 or int64.
inline Tensor index_select(const Tensor& self, int64_t dim, const Tensor& index) {
  return self.index_select(dim, index);
}
TORCHPP_API Tensor& index_select_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index);
/// self with alpha times the slices of source added at the indices; duplicates add up, in order.
inline Tensor index_add(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                        const Scalar& alpha = 1) {
  return self.index_add(dim, index, source, alpha);
}
TORCHPP_API Tensor& index_add_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index,
                                  const Tensor& source, const Scalar& alpha = 1);
TORCHPP_API Tensor index_copy(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
TORCHPP_API Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
TORCHPP_API Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value);
/// out[i][j][k] = self[i][index[i][j][k]][k] for dim 1; index may be smaller than self in the other dimensions.
inline Tensor gather(const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad = false) {
  return self.gather(dim, index, sparse_grad);
}
TORCHPP_API Tensor& gather_out(Tensor& out, const Tensor& self, int64_t dim, const Tensor& index,
                               bool sparse_grad = false);
/// self with self[i][index[i][j][k]][k] = src[i][j][k]; of duplicates the last wins.
inline Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  return self.scatter(dim, index, src);
}
inline Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  return self.scatter(dim, index, value);
}
/// The same, adding; duplicates add up in order, whatever the number of threads.
inline Tensor scatter_add(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  return self.scatter_add(dim, index, src);
}
/// self with the value where the mask, which is broadcast, is true.
inline Tensor masked_fill(const Tensor& self, const Tensor& mask, const Scalar& value) {
  return self.masked_fill(mask, value);
}
inline Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value) {
  return self.masked_fill(mask, value);
}
/// The elements where the mask is true, in a row.
inline Tensor masked_select(const Tensor& self, const Tensor& mask) { return self.masked_select(mask); }
/// Coordinates of the elements that are not zero: (n, dim) of int64.
inline Tensor nonzero(const Tensor& self) { return self.nonzero(); }
inline Tensor argwhere(const Tensor& self) { return self.nonzero(); }
/// The same, a vector per dimension, as index() takes them.
TORCHPP_API std::vector<Tensor> nonzero_numpy(const Tensor& self);
/// The elements at positions in the flattened tensor.
TORCHPP_API Tensor take(const Tensor& self, const Tensor& index);
/// gather() with broadcasting; without a dimension in the flattened tensors.
TORCHPP_API Tensor take_along_dim(const Tensor& self, const Tensor& indices, std::optional<int64_t> dim = std::nullopt);

}  // namespace torchpp
