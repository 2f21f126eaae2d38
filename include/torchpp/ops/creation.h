// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/creation.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file New tensors: by size, by range, like another one; copies, conversions, changes of a tensor's memory. Functions
/// \file take the properties of a new tensor as TensorOptions; what is not set has the default that TensorOptions
/// \file names, or is taken from `self` where there is one. requires_grad makes the tensor a leaf. Sizes must not be
/// \file negative. The out= forms compute in the dtype of the destination and give it the sizes. Source: libtorch 1.13,
/// \file from which names, defaults and messages are.

#include <torchpp/ops/from_blob.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// Uninitialised memory. `memory_format` may also stand in the options, but not in both.
Tensor empty(IntArrayRef size, TensorOptions options = {}, optional<MemoryFormat> memory_format = nullopt);
/// Gives `out` the sizes; elements that it had are kept as far as there is room for them.
Tensor& empty_out(Tensor& out, IntArrayRef size, optional<MemoryFormat> memory_format = nullopt);
/// Uninitialised memory that sizes and strides reach. Strides must not be negative.
Tensor empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options = {});
/// Gives `out` the sizes.
Tensor& empty_strided_out(Tensor& out, IntArrayRef size, IntArrayRef stride);
/// Zeros.
Tensor zeros(IntArrayRef size, TensorOptions options = {});
/// Zeros, of the dtype of `out`.
Tensor& zeros_out(Tensor& out, IntArrayRef size);
/// Ones.
Tensor ones(IntArrayRef size, TensorOptions options = {});
/// Ones, of the dtype of `out`.
Tensor& ones_out(Tensor& out, IntArrayRef size);
/// One value everywhere. Without a dtype it follows the kind of the value: bool, int64, or the default floating or
/// complex dtype.
Tensor full(IntArrayRef size, const Scalar& fill_value, TensorOptions options = {});
/// One value everywhere. Throws if the dtype of `out` cannot hold it.
Tensor& full_out(Tensor& out, IntArrayRef size, const Scalar& fill_value);
/// A 0-dim tensor, of the default dtype unless asked otherwise.
Tensor scalar_tensor(const Scalar& s, TensorOptions options = {});
/// A 0-dim tensor of the dtype of `out`.
Tensor& scalar_tensor_out(Tensor& out, const Scalar& s);
/// Uninitialised memory with sizes, dtype, device and, unless a memory format is asked for, order of dimensions in
/// memory of `self`. `memory_format` may also stand in the options, but not in both.
Tensor empty_like(const Tensor& self, TensorOptions options = {}, optional<MemoryFormat> memory_format = nullopt);
/// Gives `out` the sizes of `self`.
Tensor& empty_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format = nullopt);
/// Zeros, with the other properties of empty_like().
Tensor zeros_like(const Tensor& self, TensorOptions options = {}, optional<MemoryFormat> memory_format = nullopt);
/// Zeros, as many as `self` has elements.
Tensor& zeros_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format = nullopt);
/// Ones, with the other properties of empty_like().
Tensor ones_like(const Tensor& self, TensorOptions options = {}, optional<MemoryFormat> memory_format = nullopt);
/// Ones, as many as `self` has elements.
Tensor& ones_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format = nullopt);
/// One value everywhere, with the properties of empty_like(): the dtype is that of `self`, whatever the value.
Tensor full_like(const Tensor& self, const Scalar& fill_value, TensorOptions options = {},
                 optional<MemoryFormat> memory_format = nullopt);
/// One value in as many places as `self` has elements.
Tensor& full_like_out(Tensor& out, const Tensor& self, const Scalar& fill_value,
                      optional<MemoryFormat> memory_format = nullopt);
/// Uniform numbers in [0, 1), with the other properties of empty_like(). Floating dtypes only.
Tensor rand_like(const Tensor& self, TensorOptions options = {}, optional<MemoryFormat> memory_format = nullopt);
/// Uniform numbers in [0, 1), as many as `self` has elements.
Tensor& rand_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format = nullopt);
/// Standard normal numbers, with the other properties of empty_like(). Floating and complex dtypes only.
Tensor randn_like(const Tensor& self, TensorOptions options = {}, optional<MemoryFormat> memory_format = nullopt);
/// Standard normal numbers, as many as `self` has elements.
Tensor& randn_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format = nullopt);
/// Integers in [0, high), with the properties of empty_like(): the dtype is that of `self`.
Tensor randint_like(const Tensor& self, int64_t high, TensorOptions options = {},
                    optional<MemoryFormat> memory_format = nullopt);
/// Integers in [0, high), as many as `self` has elements.
Tensor& randint_like_out(Tensor& out, const Tensor& self, int64_t high, optional<MemoryFormat> memory_format = nullopt);
/// Integers in [low, high), with the properties of empty_like(): the dtype is that of `self`.
Tensor randint_like(const Tensor& self, int64_t low, int64_t high, TensorOptions options = {},
                    optional<MemoryFormat> memory_format = nullopt);
/// Integers in [low, high), as many as `self` has elements.
Tensor& randint_like_out(Tensor& out, const Tensor& self, int64_t low, int64_t high,
                         optional<MemoryFormat> memory_format = nullopt);
/// Gives `out` the sizes.
Tensor& new_empty_out(Tensor& out, const Tensor& self, IntArrayRef size);
/// Gives `out` the sizes.
Tensor& new_empty_strided_out(Tensor& out, const Tensor& self, IntArrayRef size, IntArrayRef stride);
/// Zeros of the dtype of `out`.
Tensor& new_zeros_out(Tensor& out, const Tensor& self, IntArrayRef size);
/// Ones of the dtype of `out`.
Tensor& new_ones_out(Tensor& out, const Tensor& self, IntArrayRef size);
/// One value everywhere, of the dtype of `out`.
Tensor& new_full_out(Tensor& out, const Tensor& self, IntArrayRef size, const Scalar& fill_value);
/// 0, 1, ... below end.
Tensor arange(const Scalar& end, TensorOptions options = {});
/// start, start + 1, ... below end.
Tensor arange(const Scalar& start, const Scalar& end, TensorOptions options = {});
/// start, start + step, ... below (with a negative step above) end: ceil((end - start) / step) numbers. int64 when all
/// three are integers, else the default dtype. Throws for a step of 0 and for one that leads away from the end.
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options = {});
/// 0, 1, ... below end, counted in the dtype of `out`.
Tensor& arange_out(Tensor& out, const Scalar& end);
/// start, start + step, ... below (with a negative step above) end, counted in the dtype of `out`.
Tensor& arange_out(Tensor& out, const Scalar& start, const Scalar& end, const Scalar& step = 1);
/// arange() that takes the end in: floor((end - start) / step) + 1 numbers of the default dtype.
Tensor range(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options = {});
/// start, start + 1, ... up to end, which is taken in.
Tensor range(const Scalar& start, const Scalar& end, TensorOptions options = {});
/// start, start + step, ... up to end, which is taken in, counted in the dtype of `out`.
Tensor& range_out(Tensor& out, const Scalar& start, const Scalar& end, const Scalar& step);
/// start, start + 1, ... up to end, which is taken in, counted in the dtype of `out`.
Tensor& range_out(Tensor& out, const Scalar& start, const Scalar& end);
/// `steps` numbers at equal distances, both ends hit exactly. Of the default dtype, complex where an end is.
Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options = {});
/// `steps` numbers at equal distances, computed in the dtype of `out`.
Tensor& linspace_out(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps);
/// The (n, n) identity matrix.
Tensor eye(int64_t n, TensorOptions options = {});
/// Ones on the diagonal of an (n, m) matrix of zeros.
Tensor eye(int64_t n, int64_t m, TensorOptions options = {});
/// The (n, n) identity matrix, of the dtype of `out`.
Tensor& eye_out(Tensor& out, int64_t n);
/// Ones on the diagonal of an (n, m) matrix of zeros, of the dtype of `out`.
Tensor& eye_out(Tensor& out, int64_t n, int64_t m);
/// Rows and columns, a (2, *) tensor, of the elements of a (row, col) matrix below and on the diagonal.
Tensor tril_indices(int64_t row, int64_t col, int64_t offset = 0, TensorOptions options = kLong);
/// Rows and columns of the elements of a (row, col) matrix below and on the diagonal. Throws unless `out` is int32 or
/// int64.
Tensor& tril_indices_out(Tensor& out, int64_t row, int64_t col, int64_t offset = 0);
/// Rows and columns, a (2, *) tensor, of the elements of a (row, col) matrix above and on the diagonal.
Tensor triu_indices(int64_t row, int64_t col, int64_t offset = 0, TensorOptions options = kLong);
/// Rows and columns of the elements of a (row, col) matrix above and on the diagonal. Throws unless `out` is int32 or
/// int64.
Tensor& triu_indices_out(Tensor& out, int64_t row, int64_t col, int64_t offset = 0);
/// Powers of the base with `steps` exponents at equal distances from start to end. Of the default dtype, complex where
/// an end is.
Tensor logspace(const Scalar& start, const Scalar& end, int64_t steps, double base = 10.0, TensorOptions options = {});
/// Powers of the base with `steps` exponents at equal distances, computed in the dtype of `out`.
Tensor& logspace_out(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps, double base = 10.0);
/// Triangle from 0 to 1 and back: the periodic window. Floating dtypes only.
Tensor bartlett_window(int64_t window_length, TensorOptions options = {});
/// Triangle from 0 to 1 and back: the periodic window, of the dtype of `out`.
Tensor& bartlett_window_out(Tensor& out, int64_t window_length);
/// Triangle from 0 to 1 and back.
Tensor bartlett_window(int64_t window_length, bool periodic, TensorOptions options = {});
/// Triangle from 0 to 1 and back, of the dtype of `out`.
Tensor& bartlett_window_out(Tensor& out, int64_t window_length, bool periodic);
/// 0.42 - 0.5 cos(t) + 0.08 cos(2 t) over one turn: the periodic window. Floating dtypes only.
Tensor blackman_window(int64_t window_length, TensorOptions options = {});
/// 0.42 - 0.5 cos(t) + 0.08 cos(2 t) over one turn: the periodic window, of the dtype of `out`.
Tensor& blackman_window_out(Tensor& out, int64_t window_length);
/// 0.42 - 0.5 cos(t) + 0.08 cos(2 t) over one turn.
Tensor blackman_window(int64_t window_length, bool periodic, TensorOptions options = {});
/// 0.42 - 0.5 cos(t) + 0.08 cos(2 t) over one turn, of the dtype of `out`.
Tensor& blackman_window_out(Tensor& out, int64_t window_length, bool periodic);
/// 0.5 - 0.5 cos(t) over one turn: the periodic window. Floating dtypes only.
Tensor hann_window(int64_t window_length, TensorOptions options = {});
/// 0.5 - 0.5 cos(t) over one turn: the periodic window, of the dtype of `out`.
Tensor& hann_window_out(Tensor& out, int64_t window_length);
/// 0.5 - 0.5 cos(t) over one turn.
Tensor hann_window(int64_t window_length, bool periodic, TensorOptions options = {});
/// 0.5 - 0.5 cos(t) over one turn, of the dtype of `out`.
Tensor& hann_window_out(Tensor& out, int64_t window_length, bool periodic);
/// alpha - beta cos(t) over one turn, with alpha 0.54 and beta 0.46: the periodic window. Floating dtypes only.
Tensor hamming_window(int64_t window_length, TensorOptions options = {});
/// alpha - beta cos(t) over one turn, with alpha 0.54 and beta 0.46: the periodic window, of the dtype of `out`.
Tensor& hamming_window_out(Tensor& out, int64_t window_length);
/// alpha - beta cos(t) over one turn, with alpha 0.54 and beta 0.46.
Tensor hamming_window(int64_t window_length, bool periodic, TensorOptions options = {});
/// alpha - beta cos(t) over one turn, with alpha 0.54 and beta 0.46.
Tensor& hamming_window_out(Tensor& out, int64_t window_length, bool periodic);
/// alpha - beta cos(t) over one turn, with beta 0.46.
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, TensorOptions options = {});
/// alpha - beta cos(t) over one turn, with beta 0.46.
Tensor& hamming_window_out(Tensor& out, int64_t window_length, bool periodic, double alpha);
/// alpha - beta cos(t) over one turn.
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, double beta, TensorOptions options = {});
/// alpha - beta cos(t) over one turn.
Tensor& hamming_window_out(Tensor& out, int64_t window_length, bool periodic, double alpha, double beta);
/// I0(beta sqrt(1 - x^2)) / I0(beta) for x from -1 to 1, with the modified Bessel function I0 and beta 12: the periodic
/// window. Floating dtypes only.
Tensor kaiser_window(int64_t window_length, TensorOptions options = {});
/// I0(beta sqrt(1 - x^2)) / I0(beta) for x from -1 to 1, with the modified Bessel function I0 and beta 12: the periodic
/// window, of the dtype of `out`.
Tensor& kaiser_window_out(Tensor& out, int64_t window_length);
/// I0(beta sqrt(1 - x^2)) / I0(beta) for x from -1 to 1, with the modified Bessel function I0 and beta 12.
Tensor kaiser_window(int64_t window_length, bool periodic, TensorOptions options = {});
/// I0(beta sqrt(1 - x^2)) / I0(beta) for x from -1 to 1, with the modified Bessel function I0 and beta 12.
Tensor& kaiser_window_out(Tensor& out, int64_t window_length, bool periodic);
/// I0(beta sqrt(1 - x^2)) / I0(beta) for x from -1 to 1, with the modified Bessel function I0.
Tensor kaiser_window(int64_t window_length, bool periodic, double beta, TensorOptions options = {});
/// I0(beta sqrt(1 - x^2)) / I0(beta) for x from -1 to 1, with the modified Bessel function I0, of the dtype of `out`.
Tensor& kaiser_window_out(Tensor& out, int64_t window_length, bool periodic, double beta);
/// Uniform numbers in [0, 1). Floating dtypes only.
Tensor rand(IntArrayRef size, TensorOptions options = {});
/// Uniform numbers in [0, 1), drawn from the generator.
Tensor rand(IntArrayRef size, const optional<Generator>& generator, TensorOptions options = {});
/// Uniform numbers in [0, 1), of the dtype of `out`, which is floating.
Tensor& rand_out(Tensor& out, IntArrayRef size);
/// Uniform numbers in [0, 1), drawn from the generator.
Tensor& rand_out(Tensor& out, IntArrayRef size, const optional<Generator>& generator);
/// Standard normal numbers. Floating and complex dtypes only.
Tensor randn(IntArrayRef size, TensorOptions options = {});
/// Standard normal numbers, drawn from the generator.
Tensor randn(IntArrayRef size, const optional<Generator>& generator, TensorOptions options = {});
/// Standard normal numbers, of the dtype of `out`, which is floating or complex.
Tensor& randn_out(Tensor& out, IntArrayRef size);
/// Standard normal numbers, drawn from the generator.
Tensor& randn_out(Tensor& out, IntArrayRef size, const optional<Generator>& generator);
/// Integers in [0, high), int64 without options; options without a dtype mean the default one.
Tensor randint(int64_t high, IntArrayRef size, TensorOptions options = kLong);
/// Integers in [0, high), drawn from the generator.
Tensor randint(int64_t high, IntArrayRef size, const optional<Generator>& generator, TensorOptions options = kLong);
/// Integers in [low, high), int64 without options; options without a dtype mean the default one.
Tensor randint(int64_t low, int64_t high, IntArrayRef size, TensorOptions options = kLong);
/// Integers in [low, high), drawn from the generator.
Tensor randint(int64_t low, int64_t high, IntArrayRef size, const optional<Generator>& generator,
               TensorOptions options = kLong);
/// Integers in [0, high), of the dtype of `out`.
Tensor& randint_out(Tensor& out, int64_t high, IntArrayRef size);
/// Integers in [0, high), drawn from the generator.
Tensor& randint_out(Tensor& out, int64_t high, IntArrayRef size, const optional<Generator>& generator);
/// Integers in [low, high), of the dtype of `out`.
Tensor& randint_out(Tensor& out, int64_t low, int64_t high, IntArrayRef size);
/// Integers in [low, high), drawn from the generator.
Tensor& randint_out(Tensor& out, int64_t low, int64_t high, IntArrayRef size, const optional<Generator>& generator);
/// A permutation of 0 .. n - 1, int64 unless asked otherwise. Throws for a dtype that does not hold n - 1.
Tensor randperm(int64_t n, TensorOptions options = kLong);
/// A permutation of 0 .. n - 1, drawn from the generator.
Tensor randperm(int64_t n, const optional<Generator>& generator, TensorOptions options = kLong);
/// A permutation of 0 .. n - 1, of the dtype of `out`.
Tensor& randperm_out(Tensor& out, int64_t n);
/// A permutation of 0 .. n - 1, drawn from the generator.
Tensor& randperm_out(Tensor& out, int64_t n, const optional<Generator>& generator);
/// `self` with the elements of `src`, which is broadcast to its sizes, converted, and may lie on another device. With
/// `non_blocking` a copy between pinned memory of the host and a CUDA device may end after the call.
Tensor copy(const Tensor& self, const Tensor& src, bool non_blocking = false);
Tensor& copy_out(Tensor& out, const Tensor& self, const Tensor& src, bool non_blocking = false);
/// `self` with one value everywhere. Throws if the dtype cannot hold it.
Tensor fill(const Tensor& self, const Scalar& value);
Tensor& fill_(Tensor& self, const Scalar& value);
Tensor& fill_out(Tensor& out, const Tensor& self, const Scalar& value);
/// `self` with the value of a 0-dim tensor everywhere.
Tensor fill(const Tensor& self, const Tensor& value);
Tensor& fill_(Tensor& self, const Tensor& value);
Tensor& fill_out(Tensor& out, const Tensor& self, const Tensor& value);
/// `self` with zeros everywhere.
Tensor zero(const Tensor& self);
Tensor& zero_(Tensor& self);
Tensor& zero_out(Tensor& out, const Tensor& self);
/// A copy in memory of its own. Without a memory format, or with Preserve, its dimensions stand in memory as those of
/// `self` do.
Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format = nullopt);
/// A copy, converted to the dtype of `out`.
Tensor& clone_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format = nullopt);
/// A copy with these properties; what is not set is taken from `self`.
Tensor _to_copy(const Tensor& self, TensorOptions options = {}, bool non_blocking = false,
                optional<MemoryFormat> memory_format = nullopt);
/// A copy, converted to dtype and device of `out`.
Tensor& _to_copy_out(Tensor& out, const Tensor& self, bool non_blocking = false,
                     optional<MemoryFormat> memory_format = nullopt);
/// The only element, read from the device.
Scalar _local_scalar_dense(const Tensor& self);
/// A copy with other sizes: the elements in the order of memory, further ones uninitialised. Not differentiable.
Tensor resize(const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format = nullopt);
Tensor& resize_out(Tensor& out, const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format = nullopt);
/// resize() to the sizes of the template; with Preserve, in its memory format, too.
Tensor resize_as(const Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format = nullopt);
Tensor& resize_as_out(Tensor& out, const Tensor& self, const Tensor& the_template,
                      optional<MemoryFormat> memory_format = nullopt);
/// resize_() to the sizes of the template; with Preserve, in its memory format, too.
Tensor& resize_as_(Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format = nullopt);
/// A tensor of sizes (0,) with dtype and device of `self`. In place, `self` gives up its memory and becomes such a
/// tensor.
Tensor set(const Tensor& self);
Tensor& set_out(Tensor& out, const Tensor& self);
/// A tensor with memory, sizes and strides of the source. In place, `self` becomes it and loses its history. Throws if
/// dtype or device of the two differ.
Tensor set(const Tensor& self, const Tensor& source);
Tensor& set_out(Tensor& out, const Tensor& self, const Tensor& source);
/// The same memory without history; writes are seen by both.
Tensor detach(const Tensor& self);
/// Takes the history away: a leaf that requires no gradient. Throws for views.
Tensor& detach_(Tensor& self);

}  // namespace torchpp
TORCHPP_API_END
