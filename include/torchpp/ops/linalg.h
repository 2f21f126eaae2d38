// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of matrices and vectors. Operands of one product have one dtype (any but bool); sums are taken in it,
/// of 16-bit numbers in float. Strides are free. All are differentiable. Throw Error when shapes do not fit.

#include <torchpp/tensor.h>

namespace torchpp {

/// Matrix product by the ranks of its operands: two vectors give their dot product, matrix and vector a vector, two
/// matrices a matrix; with more dimensions the leading ones are batches, which broadcast.
inline Tensor matmul(const Tensor& self, const Tensor& other) { return self.matmul(other); }
TORCHPP_API Tensor& matmul_out(Tensor& out, const Tensor& self, const Tensor& other);
/// (n, k) times (k, m).
inline Tensor mm(const Tensor& self, const Tensor& mat2) { return self.mm(mat2); }
TORCHPP_API Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
/// (b, n, k) times (b, k, m), matrix by matrix.
inline Tensor bmm(const Tensor& self, const Tensor& mat2) { return self.bmm(mat2); }
TORCHPP_API Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
/// (n, k) times (k).
inline Tensor mv(const Tensor& self, const Tensor& vec) { return self.mv(vec); }
TORCHPP_API Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec);
/// Sum of products of two vectors, 0-dimensional. Complex numbers are not conjugated.
inline Tensor dot(const Tensor& self, const Tensor& other) { return self.dot(other); }
TORCHPP_API Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& other);
/// (n) and (m) give (n, m): every product of an element with an element.
inline Tensor outer(const Tensor& self, const Tensor& vec2) { return self.outer(vec2); }
inline Tensor ger(const Tensor& self, const Tensor& vec2) { return self.outer(vec2); }
/// beta * self + alpha * (mat1 mat2); self broadcasts. With beta 0 self is not read: its NaN do not count.
inline Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1,
                    const Scalar& alpha = 1) {
  return self.addmm(mat1, mat2, beta, alpha);
}
TORCHPP_API Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                              const Scalar& beta = 1, const Scalar& alpha = 1);
/// beta * self + alpha * (mat vec)
inline Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1,
                    const Scalar& alpha = 1) {
  return self.addmv(mat, vec, beta, alpha);
}
/// beta * self + alpha * (batch1 batch2), matrix by matrix; otherwise as addmm.
inline Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1,
                      const Scalar& alpha = 1) {
  return self.baddbmm(batch1, batch2, beta, alpha);
}
TORCHPP_API Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                                const Scalar& beta = 1, const Scalar& alpha = 1);

/// input weight^T + bias. Shapes: input (*, in), weight (out, in) or (in), bias (out); result (*, out) or (*).
TORCHPP_API Tensor linear(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias = {});

}  // namespace torchpp
