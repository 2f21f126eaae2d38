// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file New tensors: by size, by range, like another one; copies into given tensors.

#include <torchpp/ops/from_blob.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/tensor.h>

namespace torchpp {

// Every function takes the properties of the new tensor as TensorOptions; what is not set has the defaults that
// TensorOptions names, or is taken from `self` where there is one. requires_grad makes the tensor a leaf.
// Sizes must not be negative. Source: libtorch 1.13, from which names, defaults and messages are.

/// Uninitialised memory. `memory_format` may also stand in the options, but not in both.
TORCHPP_API Tensor empty(IntArrayRef size, TensorOptions options = {},
                         std::optional<MemoryFormat> memory_format = std::nullopt);
/// Uninitialised memory that sizes and strides reach.
TORCHPP_API Tensor empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options = {});
TORCHPP_API Tensor zeros(IntArrayRef size, TensorOptions options = {});
TORCHPP_API Tensor ones(IntArrayRef size, TensorOptions options = {});
/// The dtype follows the kind of the value: bool, int64, or the default floating or complex dtype.
TORCHPP_API Tensor full(IntArrayRef size, const Scalar& fill_value, TensorOptions options = {});
/// A 0-dim tensor of the default dtype.
TORCHPP_API Tensor scalar_tensor(const Scalar& s, TensorOptions options = {});

// Like another tensor: sizes, dtype, device and, unless a memory format is asked for, the order of its dimensions in
// memory.
TORCHPP_API Tensor empty_like(const Tensor& self, TensorOptions options = {},
                              std::optional<MemoryFormat> memory_format = std::nullopt);
TORCHPP_API Tensor zeros_like(const Tensor& self, TensorOptions options = {},
                              std::optional<MemoryFormat> memory_format = std::nullopt);
TORCHPP_API Tensor ones_like(const Tensor& self, TensorOptions options = {},
                             std::optional<MemoryFormat> memory_format = std::nullopt);
TORCHPP_API Tensor full_like(const Tensor& self, const Scalar& fill_value, TensorOptions options = {},
                             std::optional<MemoryFormat> memory_format = std::nullopt);
TORCHPP_API Tensor rand_like(const Tensor& self, TensorOptions options = {},
                             std::optional<MemoryFormat> memory_format = std::nullopt);
TORCHPP_API Tensor randn_like(const Tensor& self, TensorOptions options = {},
                              std::optional<MemoryFormat> memory_format = std::nullopt);
TORCHPP_API Tensor randint_like(const Tensor& self, int64_t high, TensorOptions options = {},
                                std::optional<MemoryFormat> memory_format = std::nullopt);
TORCHPP_API Tensor randint_like(const Tensor& self, int64_t low, int64_t high, TensorOptions options = {},
                                std::optional<MemoryFormat> memory_format = std::nullopt);

/// start, start + step, ... below (with a negative step above) end: ceil((end - start) / step) numbers. int64 when all
/// three are integers, else the default dtype.
TORCHPP_API Tensor arange(const Scalar& end, TensorOptions options = {});
TORCHPP_API Tensor arange(const Scalar& start, const Scalar& end, TensorOptions options = {});
TORCHPP_API Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options = {});
/// Like arange, with the end in it: floor((end - start) / step) + 1 numbers of the default dtype.
TORCHPP_API Tensor range(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options = {});
TORCHPP_API Tensor range(const Scalar& start, const Scalar& end, TensorOptions options = {});
/// `steps` numbers at equal distances, both ends hit exactly.
TORCHPP_API Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options = {});
/// Ones on the diagonal of an (n, m) matrix of zeros.
TORCHPP_API Tensor eye(int64_t n, TensorOptions options = {});
TORCHPP_API Tensor eye(int64_t n, int64_t m, TensorOptions options = {});
/// Rows and columns, a (2, *) tensor of int64, of the elements of a (row, col) matrix below and on, or above and on,
/// the diagonal.
TORCHPP_API Tensor tril_indices(int64_t row, int64_t col, int64_t offset = 0, TensorOptions options = kLong);
TORCHPP_API Tensor triu_indices(int64_t row, int64_t col, int64_t offset = 0, TensorOptions options = kLong);

/// Uniform in [0, 1).
TORCHPP_API Tensor rand(IntArrayRef size, TensorOptions options = {});
TORCHPP_API Tensor rand(IntArrayRef size, const std::optional<Generator>& generator, TensorOptions options = {});
/// Standard normal.
TORCHPP_API Tensor randn(IntArrayRef size, TensorOptions options = {});
TORCHPP_API Tensor randn(IntArrayRef size, const std::optional<Generator>& generator, TensorOptions options = {});
/// Integers in [low, high), int64 unless asked otherwise.
TORCHPP_API Tensor randint(int64_t high, IntArrayRef size, TensorOptions options = kLong);
TORCHPP_API Tensor randint(int64_t high, IntArrayRef size, const std::optional<Generator>& generator,
                           TensorOptions options = kLong);
TORCHPP_API Tensor randint(int64_t low, int64_t high, IntArrayRef size, TensorOptions options = kLong);
TORCHPP_API Tensor randint(int64_t low, int64_t high, IntArrayRef size, const std::optional<Generator>& generator,
                           TensorOptions options = kLong);
/// A permutation of 0 .. n - 1.
TORCHPP_API Tensor randperm(int64_t n, TensorOptions options = kLong);
TORCHPP_API Tensor randperm(int64_t n, const std::optional<Generator>& generator, TensorOptions options = kLong);

/// Copies of values into an existing tensor.
inline Tensor& fill_(Tensor& self, const Scalar& value) { return self.fill_(value); }
inline Tensor& fill_(Tensor& self, const Tensor& value) { return self.fill_(value); }
inline Tensor& zero_(Tensor& self) { return self.zero_(); }
inline Tensor clone(const Tensor& self, std::optional<MemoryFormat> memory_format = std::nullopt) {
  return self.clone(memory_format);
}
TORCHPP_API Tensor& zeros_out(Tensor& out, IntArrayRef size);
TORCHPP_API Tensor& ones_out(Tensor& out, IntArrayRef size);
TORCHPP_API Tensor& full_out(Tensor& out, IntArrayRef size, const Scalar& fill_value);
TORCHPP_API Tensor& arange_out(Tensor& out, const Scalar& start, const Scalar& end, const Scalar& step = 1);
TORCHPP_API Tensor& linspace_out(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps);
TORCHPP_API Tensor& eye_out(Tensor& out, int64_t n);
TORCHPP_API Tensor& eye_out(Tensor& out, int64_t n, int64_t m);

}  // namespace torchpp
