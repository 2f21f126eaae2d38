// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct AddProductPlan;
struct CrossPlan;
struct DistancesPlan;
struct LinearPlan;
struct ProductPlan;

namespace op {

inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> matmul; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> mm; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> mm_unrounded; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> bmm; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> matmul_of_batches; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> mv; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> dot; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> outer; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> ger; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> addmm; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> addmv; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> baddbmm; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> linear; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> addbmm; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> addr; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> vdot; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> inner; }
inline namespace T_of_out_T_T_is_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef)> tensordot; }
inline namespace T_of_s_Ts_iso { extern OwnOp<Tensor(std::string_view, TensorList, OptionalIntArrayRef)> einsum; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> kron; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> chain_matmul; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> linalg_multi_dot; }
inline namespace T_of_out_T_T_io { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<int64_t>)> cross; }
inline namespace T_of_out_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t)> linalg_cross; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> trace; }
inline namespace T_of_T_io_b { extern OwnOp<Tensor(const Tensor&, optional<int64_t>, bool)> vander; }
inline namespace T_of_T_i_T_T { extern OwnOp<Tensor(const Tensor&, int64_t, const Tensor&, const Tensor&)> cov; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> corrcoef; }
inline namespace T_of_out_T_S_i_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, int64_t, const Scalar&)> renorm; }
inline namespace T_of_T_i_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t, int64_t)> linalg_diagonal; }
inline namespace T_of_out_T_T_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t)> linalg_vecdot; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> linalg_matmul; }
inline namespace T_of_T_T_d_d_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, double, double, bool)> pairwise_distance; }
inline namespace T_of_T_T_i_d { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t, double)> cosine_similarity; }
inline namespace T_of_T_T_d_io { extern OwnOp<Tensor(const Tensor&, const Tensor&, double, optional<int64_t>)> cdist; }
inline namespace T_of_T_T_d_io { extern OwnOp<Tensor(const Tensor&, const Tensor&, double, optional<int64_t>)> cdist_forward; }
inline namespace T_of_T_T_T_d_T { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, double, const Tensor&)> cdist_backward; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> euclidean_dist; }
inline namespace T_of_T_d { extern OwnOp<Tensor(const Tensor&, double)> pdist; }
inline namespace T_of_T_d { extern OwnOp<Tensor(const Tensor&, double)> pdist_forward; }
inline namespace T_of_T_T_d_T { extern OwnOp<Tensor(const Tensor&, const Tensor&, double, const Tensor&)> pdist_backward; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> norm_except_dim; }

}  // namespace op

namespace cpu {

void mm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
Tensor mm_direct(Out out, const Tensor& self, const Tensor& mat2);
void mm_unrounded(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
void bmm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
void matmul_of_batches(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
void mv(const ProductPlan& plan, const Tensor& self, const Tensor& vec);
void dot(const ProductPlan& plan, const Tensor& self, const Tensor& tensor);
void addmm(const AddProductPlan& plan, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
void addmv(const AddProductPlan& plan, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha);
void baddbmm(const AddProductPlan& plan, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
void linear(const LinearPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias);
Tensor linear_direct(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias);
void linalg_cross(const CrossPlan& plan, const Tensor& self, const Tensor& other, int64_t dim);
void cdist_forward(const DistancesPlan& plan, const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode);
void cdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist);
void pdist_forward(const DistancesPlan& plan, const Tensor& self, double p);
void pdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& self, double p, const Tensor& pdist);

}  // namespace cpu

namespace rule {

TORCHPP_API ProductPlan mm(const Out& out, const Tensor& self, const Tensor& mat2);
TORCHPP_API ProductPlan mm_unrounded(const Out& out, const Tensor& self, const Tensor& mat2);
TORCHPP_API ProductPlan bmm(const Out& out, const Tensor& self, const Tensor& mat2);
TORCHPP_API ProductPlan matmul_of_batches(const Out& out, const Tensor& self, const Tensor& mat2);
TORCHPP_API ProductPlan mv(const Out& out, const Tensor& self, const Tensor& vec);
TORCHPP_API ProductPlan dot(const Out& out, const Tensor& self, const Tensor& tensor);
TORCHPP_API AddProductPlan addmm(const Out& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
TORCHPP_API AddProductPlan addmv(const Out& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha);
TORCHPP_API AddProductPlan baddbmm(const Out& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
TORCHPP_API LinearPlan linear(const Out& out, const Tensor& input, const Tensor& weight, const Tensor& bias);
TORCHPP_API CrossPlan linalg_cross(const Out& out, const Tensor& self, const Tensor& other, int64_t dim);
TORCHPP_API DistancesPlan cdist_forward(const Out& out, const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode);
TORCHPP_API DistancesPlan cdist_backward(const Out& out, const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist);
TORCHPP_API DistancesPlan pdist_forward(const Out& out, const Tensor& self, double p);
TORCHPP_API DistancesPlan pdist_backward(const Out& out, const Tensor& grad, const Tensor& self, double p, const Tensor& pdist);

}  // namespace rule

namespace every_backend {

Tensor euclidean_dist(const Tensor& x1, const Tensor& x2);

}  // namespace every_backend

namespace composite {

Tensor matmul(Out out, const Tensor& self, const Tensor& other);
Tensor outer(Out out, const Tensor& self, const Tensor& vec2);
Tensor ger(Out out, const Tensor& self, const Tensor& vec2);
Tensor addbmm(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
Tensor addr(Out out, const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta, const Scalar& alpha);
Tensor vdot(Out out, const Tensor& self, const Tensor& other);
Tensor inner(Out out, const Tensor& self, const Tensor& other);
Tensor tensordot(Out out, const Tensor& self, const Tensor& other, IntArrayRef dims_self, IntArrayRef dims_other);
Tensor einsum(std::string_view equation, TensorList tensors, OptionalIntArrayRef path);
Tensor kron(Out out, const Tensor& self, const Tensor& other);
Tensor chain_matmul(Out out, TensorList matrices);
Tensor linalg_multi_dot(Out out, TensorList tensors);
Tensor cross(Out out, const Tensor& self, const Tensor& other, optional<int64_t> dim);
Tensor trace(Out out, const Tensor& self);
Tensor vander(const Tensor& x, optional<int64_t> N, bool increasing);
Tensor cov(const Tensor& self, int64_t correction, const Tensor& fweights, const Tensor& aweights);
Tensor corrcoef(const Tensor& self);
Tensor renorm(Out out, const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm);
Tensor linalg_diagonal(const Tensor& A, int64_t offset, int64_t dim1, int64_t dim2);
Tensor linalg_vecdot(Out out, const Tensor& x, const Tensor& y, int64_t dim);
Tensor linalg_matmul(Out out, const Tensor& self, const Tensor& other);
Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p, double eps, bool keepdim);
Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, int64_t dim, double eps);
Tensor cdist(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode);
Tensor pdist(const Tensor& self, double p);
Tensor norm_except_dim(const Tensor& v, int64_t pow, int64_t dim);

}  // namespace composite

namespace derivative {

Tensor mm(Out out, const Tensor& self, const Tensor& mat2);
Tensor mm_unrounded(const Tensor& self, const Tensor& mat2);
Tensor bmm(Out out, const Tensor& self, const Tensor& mat2);
Tensor matmul_of_batches(const Tensor& self, const Tensor& mat2);
Tensor mv(Out out, const Tensor& self, const Tensor& vec);
Tensor dot(Out out, const Tensor& self, const Tensor& tensor);
Tensor addmm(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
Tensor addmv(Out out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha);
Tensor baddbmm(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
Tensor linear(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias);
Tensor linalg_cross(Out out, const Tensor& self, const Tensor& other, int64_t dim);
Tensor cdist_forward(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode);
Tensor cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist);
Tensor euclidean_dist(const Tensor& x1, const Tensor& x2);
Tensor pdist_forward(const Tensor& self, double p);
Tensor pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist);

}  // namespace derivative

}  // namespace torchpp
