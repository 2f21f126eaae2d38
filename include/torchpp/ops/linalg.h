// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Products of matrices and vectors. The operands of one product have one dtype, any but bool; sums are taken in
/// \file it, those of f16 and bf16 in f32. Strides are free. out= has the dtype of the operands unless it is said
/// \file otherwise, and in-place forms need a tensor of the size of the result. Differentiable in all operands. Throws
/// \file Error when shapes do not fit. Source: libtorch 1.13.

#include <torchpp/tensor.h>

namespace torchpp {

/// Matrix product by the ranks of its operands: two vectors give their dot product, matrix and vector a vector, two
/// matrices a matrix. With more dimensions the leading ones are batches, which broadcast.
TORCHPP_API Tensor matmul(const Tensor& self, const Tensor& other);
TORCHPP_API Tensor& matmul_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Product of the matrices (n, k) and (k, m).
TORCHPP_API Tensor mm(const Tensor& self, const Tensor& mat2);
TORCHPP_API Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
/// Products of the matrices in two batches (b, n, k) and (b, k, m).
TORCHPP_API Tensor bmm(const Tensor& self, const Tensor& mat2);
TORCHPP_API Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
/// Product of a matrix (n, k) and a vector (k).
TORCHPP_API Tensor mv(const Tensor& self, const Tensor& vec);
TORCHPP_API Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec);
/// Sum of the products of two vectors' elements, 0-dimensional. Complex numbers are not conjugated.
TORCHPP_API Tensor dot(const Tensor& self, const Tensor& tensor);
TORCHPP_API Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& tensor);
/// Every product of an element of (n) with one of (m), as a matrix (n, m). The vectors may have several dtypes, and
/// out= any dtype to which the result can be cast.
TORCHPP_API Tensor outer(const Tensor& self, const Tensor& vec2);
TORCHPP_API Tensor& outer_out(Tensor& out, const Tensor& self, const Tensor& vec2);
/// Another name of outer.
TORCHPP_API Tensor ger(const Tensor& self, const Tensor& vec2);
TORCHPP_API Tensor& ger_out(Tensor& out, const Tensor& self, const Tensor& vec2);
/// beta * self + alpha * (mat1 mat2), where self broadcasts. With beta 0 self is not read: its NaN do not count.
TORCHPP_API Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1,
                         const Scalar& alpha = 1);
TORCHPP_API Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                              const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * self + alpha * (mat vec), where self broadcasts. With beta 0 self is not read.
TORCHPP_API Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1,
                         const Scalar& alpha = 1);
TORCHPP_API Tensor& addmv_(Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1,
                           const Scalar& alpha = 1);
TORCHPP_API Tensor& addmv_out(Tensor& out, const Tensor& self, const Tensor& mat, const Tensor& vec,
                              const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * self + alpha * (batch1 batch2), matrix by matrix, where self broadcasts. With beta 0 self is not read.
TORCHPP_API Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1,
                           const Scalar& alpha = 1);
TORCHPP_API Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                                const Scalar& beta = 1, const Scalar& alpha = 1);
/// input weight^T + bias. Shapes: input (*, in), weight (out, in) or (in), bias (out) or what broadcasts to the result;
/// result (*, out), or (*) with a weight (in).
TORCHPP_API Tensor linear(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {});
TORCHPP_API Tensor& linear_out(Tensor& out, const Tensor& input, const Tensor& weight,
                               const std::optional<Tensor>& bias = {});

}  // namespace torchpp
