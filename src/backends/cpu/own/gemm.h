// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Matrix products written here: for float and double, where oneDNN's are not faster (onednn/matmul.h) or not
/// there, and for bfloat16 on AMX, which multiplies large float matrices too (split_gemm.h).

#include <torchpp/core/array_ref.h>
#include <torchpp/core/half.h>

#include <cstdint>

#include "src/backends/cpu/isa/gemm_abi.h"

namespace torchpp {
namespace cpu {
namespace own {

/// The sizes of a product and where the elements of its operands lie.
struct GemmShape {
  int64_t m = 0, n = 0, k = 0;
  int64_t a_row = 0, a_col = 1, b_row = 0, b_col = 1, c_row = 0;
};

/// c = a * b, or c + a * b with add, or a * b + bias (n elements, added to every row; not together with add).
/// Element (i, p) of a is a[i * a_row + p * a_col], so a transposed operand is one with exchanged strides; any strides
/// are right, those with a 1 among them are fast. c has unit column stride and overlaps no operand.
template <class T>
struct GemmArguments : GemmShape {
  const T* a = nullptr;
  const T* b = nullptr;
  T* c = nullptr;
  bool add = false;
  const T* bias = nullptr;
  const T* packed_b = nullptr;  ///< what pack_b() wrote, if that was called before
  /// Many products have this b, and all of them but the first its packed form: whether packing it pays is of no matter.
  bool keeps_b = false;
  /// The caller cuts a product by the number of threads, and this is a part: floats are multiplied as such. Whether
  /// bfloat16 parts are exact and faster (split_gemm.h) is a matter of the whole product.
  bool is_part = false;
};

/// Runs on the pool. The order of every sum does not depend on the number of threads. T is float or double, or, where
/// has_amx_bfloat16(), BFloat16, whose sums are floats that are rounded once; has_avx512_bfloat16() is enough for
/// products that multiplies_vectors() is true of.
template <class T>
void gemm(const GemmArguments<T>& product);

/// Products in a batch of any number of dimensions, each with its strides of a and b in elements (0 shares an operand).
/// Results follow each other, c_stride elements apart.
template <class T>
void gemm_batched(const GemmArguments<T>& first, IntArrayRef sizes, IntArrayRef a_strides, IntArrayRef b_strides,
                  int64_t c_stride);

/// Like gemm(), with bitwise equal results, but on the calling thread only: for kernels that run in slices themselves.
template <class T>
void gemm_serial(const GemmArguments<T>& product);

/// The elements that pack_b() writes of a right operand for products with this one's m, n and k; 0 where keeping them
/// gains little: they are packed in each call, or not at all.
template <class T>
int64_t packed_size(const GemmArguments<T>& product);
template <class T>
void pack_b(const GemmArguments<T>& product, T* to);
/// Which of the forms pack_b() writes: the same b has one for products by bfloat16 parts (1), and another (0).
template <class T>
int packed_form(const GemmArguments<T>& product);

#if defined(__x86_64__)
/// Whether b is multiplied by a row, or by a column that is one element for each row of C, and b is not packed.
bool multiplies_vectors(const GemmArguments<BFloat16>& product);
template <>
void gemm<BFloat16>(const GemmArguments<BFloat16>& product);
template <>
void gemm_batched<BFloat16>(const GemmArguments<BFloat16>& first, IntArrayRef sizes, IntArrayRef a_strides,
                            IntArrayRef b_strides, int64_t c_stride);
template <>
int64_t packed_size<BFloat16>(const GemmArguments<BFloat16>& product);
template <>
void pack_b<BFloat16>(const GemmArguments<BFloat16>& product, BFloat16* to);
template <>
int packed_form<BFloat16>(const GemmArguments<BFloat16>& product);
#endif

/// Sum of x[i] * y[i], both dense. Partial sums of a fixed length, added in order.
template <class T>
T dot(int64_t n, const T* x, const T* y);

/// Tiles and packing for the instruction set in use, of which kernels compose products of their own.
template <class T>
const GemmKernels<T>& gemm_kernels();

/// For the verbose log: the instruction set in use, "gemm_float_v4".
template <class T>
const char* gemm_name();

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
