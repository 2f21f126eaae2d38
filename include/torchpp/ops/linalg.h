// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Products of matrices and vectors. The operands of one product have one dtype, any but bool; sums are taken in
/// \file it, those of f16 and bf16 in f32. Strides are free. out= has the dtype of the operands unless it is said
/// \file otherwise, and in-place forms need a tensor of the size of the result. Differentiable in all operands. Throws
/// \file Error when shapes do not fit. Source: libtorch 1.13.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// Matrix product by the ranks of its operands: two vectors give their dot product, matrix and vector a vector, two
/// matrices a matrix. With more dimensions the leading ones are batches, which broadcast.
Tensor matmul(const Tensor& self, const Tensor& other);
Tensor& matmul_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Product of the matrices (n, k) and (k, m).
Tensor mm(const Tensor& self, const Tensor& mat2);
Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
/// Products of the matrices in two batches (b, n, k) and (b, k, m).
Tensor bmm(const Tensor& self, const Tensor& mat2);
Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
/// Product of a matrix (n, k) and a vector (k).
Tensor mv(const Tensor& self, const Tensor& vec);
Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec);
/// Sum of the products of two vectors' elements, 0-dimensional. Complex numbers are not conjugated.
Tensor dot(const Tensor& self, const Tensor& tensor);
Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& tensor);
/// Every product of an element of (n) with one of (m), as a matrix (n, m). The vectors may have several dtypes, and
/// out= any dtype to which the result can be cast.
Tensor outer(const Tensor& self, const Tensor& vec2);
Tensor& outer_out(Tensor& out, const Tensor& self, const Tensor& vec2);
/// Another name of outer.
Tensor ger(const Tensor& self, const Tensor& vec2);
Tensor& ger_out(Tensor& out, const Tensor& self, const Tensor& vec2);
/// beta * self + alpha * (mat1 mat2), where self broadcasts. With beta 0 self is not read: its NaN do not count.
Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1,
             const Scalar& alpha = 1);
Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1,
                  const Scalar& alpha = 1);
/// beta * self + alpha * (mat vec), where self broadcasts. With beta 0 self is not read.
Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1, const Scalar& alpha = 1);
Tensor& addmv_(Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1, const Scalar& alpha = 1);
Tensor& addmv_out(Tensor& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1,
                  const Scalar& alpha = 1);
/// beta * self + alpha * (batch1 batch2), matrix by matrix, where self broadcasts. With beta 0 self is not read.
Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1,
               const Scalar& alpha = 1);
Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1,
                    const Scalar& alpha = 1);
/// input weight^T + bias. Shapes: input (*, in), weight (out, in) or (in), bias (out) or what broadcasts to the result;
/// result (*, out), or (*) with a weight (in).
Tensor linear(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {});
Tensor& linear_out(Tensor& out, const Tensor& input, const Tensor& weight, const optional<Tensor>& bias = {});
/// beta * self + alpha * the sum over the batch of batch1 batch2, of shapes (b, n, k) and (b, k, m), where self
/// broadcasts to (n, m). With beta 0 self is not read.
Tensor addbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1,
              const Scalar& alpha = 1);
Tensor& addbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1,
                   const Scalar& alpha = 1);
/// beta * self + alpha * outer(vec1, vec2), where self broadcasts. dtypes are promoted; of bool "and" and "or" take the
/// place of product and sum. With beta 0 self is not read.
Tensor addr(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta = 1,
            const Scalar& alpha = 1);
Tensor& addr_out(Tensor& out, const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta = 1,
                 const Scalar& alpha = 1);
/// dot() of the conjugate of self and other.
Tensor vdot(const Tensor& self, const Tensor& other);
Tensor& vdot_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Sums of products over the last dimension of both: shapes (*a, n) and (*b, n) give (*a, *b). With a 0-dim tensor the
/// product.
Tensor inner(const Tensor& self, const Tensor& other);
Tensor& inner_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Sums of products over pairs of dimensions, of equal size or with one of them 1. The result has the other dimensions
/// of self, then those of other.
Tensor tensordot(const Tensor& self, const Tensor& other, IntArrayRef dims_self, IntArrayRef dims_other);
Tensor& tensordot_out(Tensor& out, const Tensor& self, const Tensor& other, IntArrayRef dims_self,
                      IntArrayRef dims_other);
/// Sums of products by subscripts, as "bij,bjk->bik": each letter names a dimension of the operands, and what is not to
/// the right of the arrow is summed. "..." stands for dimensions that broadcast; a letter that an operand has twice
/// takes its diagonal; without an arrow the letters that occur once remain, in alphabetical order. Two operands at a
/// time are contracted, from left to right or as the pairs of positions in `path` say.
Tensor einsum(std::string_view equation, TensorList tensors, OptionalIntArrayRef path = nullopt);
/// Kronecker product: every element of self times other as a block, dimension by dimension from the last one.
Tensor kron(const Tensor& self, const Tensor& other);
Tensor& kron_out(Tensor& out, const Tensor& self, const Tensor& other);
/// Product of matrices, in the order that takes the fewest multiplications.
Tensor chain_matmul(TensorList matrices);
Tensor& chain_matmul_out(Tensor& out, TensorList matrices);
/// Product of at least two matrices, in the order that takes the fewest multiplications. The first and the last may be
/// vectors, a row and a column, whose dimension of size 1 the result has not.
Tensor linalg_multi_dot(TensorList tensors);
Tensor& linalg_multi_dot_out(Tensor& out, TensorList tensors);
/// Vector products along a dimension of size 3, by default the first one of this size. The others broadcast.
Tensor cross(const Tensor& self, const Tensor& other, optional<int64_t> dim = nullopt);
Tensor& cross_out(Tensor& out, const Tensor& self, const Tensor& other, optional<int64_t> dim = nullopt);
/// Vector products along a dimension of size 3. The others broadcast. One dtype, any but bool.
Tensor linalg_cross(const Tensor& self, const Tensor& other, int64_t dim = -1);
Tensor& linalg_cross_out(Tensor& out, const Tensor& self, const Tensor& other, int64_t dim = -1);
/// Sum of the diagonal of a matrix; int64 of integers.
Tensor trace(const Tensor& self);
Tensor& trace_out(Tensor& out, const Tensor& self);
/// Powers of the elements of a vector as rows (n, N), falling from N - 1 to 0, or rising; N is n unless it is given.
Tensor vander(const Tensor& x, optional<int64_t> N = nullopt, bool increasing = false);
/// Covariances of variables, the rows of a matrix, over observations, its columns; a vector is one variable.
/// Observations count as often as fweights, integers, say, times the weights aweights. What the sums are divided by is
/// the number of observations less the correction.
Tensor cov(const Tensor& self, int64_t correction = 1, const optional<Tensor>& fweights = {},
           const optional<Tensor>& aweights = {});
/// Correlations of the rows of a matrix, in [-1, 1]; a vector is one variable.
Tensor corrcoef(const Tensor& self);
/// The slices of a dimension, each scaled so that its p-norm is at most maxnorm. For tensors of at least two
/// dimensions, floating or complex.
Tensor renorm(const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm);
Tensor& renorm_out(Tensor& out, const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm);
/// The elements whose index in dim2 is that in dim1 + offset, as a last dimension in place of the two. A view.
Tensor linalg_diagonal(const Tensor& A, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1);
/// Sums over a dimension of the conjugate of x times y, which broadcast. Floating and complex.
Tensor linalg_vecdot(const Tensor& x, const Tensor& y, int64_t dim = -1);
Tensor& linalg_vecdot_out(Tensor& out, const Tensor& x, const Tensor& y, int64_t dim = -1);
/// Another name of matmul.
Tensor linalg_matmul(const Tensor& self, const Tensor& other);
Tensor& linalg_matmul_out(Tensor& out, const Tensor& self, const Tensor& other);
/// |x1 - x2 + eps|_p over the last dimension. The arguments broadcast.
Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p = 2, double eps = 1e-06, bool keepdim = false);
/// x1 . x2 / (max(|x1|, eps) max(|x2|, eps)) along `dim` of what the arguments broadcast to.
Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, int64_t dim = 1, double eps = 1e-08);
/// |x1[.., i] - x2[.., j]|_p of every pair of rows: (.., n, k), (.., m, k) to (.., n, m); leading dimensions broadcast.
/// p is not negative; 0 counts the places that differ. compute_mode says whether euclidean distances are found by a
/// matrix product: 0 (or none) where there are more than 25 rows, 1 always, 2 never.
Tensor cdist(const Tensor& x1, const Tensor& x2, double p = 2, optional<int64_t> compute_mode = nullopt);
/// cdist of one pair of matrices or of batches of equal sizes, without the matrix product.
Tensor _cdist_forward(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode);
/// Gradient of _cdist_forward by x1; `cdist` is its result.
Tensor _cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist);
/// cdist with p = 2, by a matrix product: |a|^2 - 2 a . b + |b|^2.
Tensor _euclidean_dist(const Tensor& x1, const Tensor& x2);
/// |self[i] - self[j]|_p of every pair of rows i < j of a matrix (n, k), as a vector of n (n - 1) / 2 elements.
Tensor pdist(const Tensor& self, double p = 2);
/// pdist of a contiguous matrix.
Tensor _pdist_forward(const Tensor& self, double p = 2);
/// Gradient of _pdist_forward; `pdist` is its result.
Tensor _pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist);
/// Norms over all dimensions but `dim`, which is the first or the last; they stay as ones. dim = -1: the norm of all
/// elements.
Tensor norm_except_dim(const Tensor& v, int64_t pow = 2, int64_t dim = 0);

namespace linalg {
Tensor multi_dot(TensorList tensors);
Tensor& multi_dot_out(Tensor& out, TensorList tensors);
Tensor cross(const Tensor& self, const Tensor& other, int64_t dim = -1);
Tensor& cross_out(Tensor& out, const Tensor& self, const Tensor& other, int64_t dim = -1);
Tensor diagonal(const Tensor& A, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1);
Tensor vecdot(const Tensor& x, const Tensor& y, int64_t dim = -1);
Tensor& vecdot_out(Tensor& out, const Tensor& x, const Tensor& y, int64_t dim = -1);
Tensor matmul(const Tensor& self, const Tensor& other);
Tensor& matmul_out(Tensor& out, const Tensor& self, const Tensor& other);
}  // namespace linalg

}  // namespace torchpp
TORCHPP_API_END
