// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The indices of Tensor::index and index_put_: Slice, None, Ellipsis, numbers, masks and index tensors.

#include <torchpp/tensor.h>

#include <string>
#include <type_traits>

namespace torchpp {
namespace indexing {

/// Every step-th position from start up to stop, as Python's start:stop:step. The step must be positive.
struct TORCHPP_API Slice {
  // Implicit, as in libtorch, whose clients write Slice({None, 2}).
  Slice(optional<int64_t> start = nullopt, optional<int64_t> stop = nullopt, optional<int64_t> step = nullopt);
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
constexpr nullopt_t None = nullopt;

enum class TensorIndexType { None, Ellipsis, SymInt, Integer = SymInt, Boolean, Slice, Tensor };

/// One entry of an index.
struct TORCHPP_API TensorIndex {
  TensorIndex(nullopt_t) : type_(TensorIndexType::None) {}              // NOLINT: implicit
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

}  // namespace torchpp
