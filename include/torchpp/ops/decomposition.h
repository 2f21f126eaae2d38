// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/decomposition.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Decompositions of matrices, linear equations and functions of matrices. The last two dimensions are rows and
/// \file columns, those before them batches. Floating and complex dtypes but f16 and bf16. Results lie column by
/// \file column, as LAPACK has them. out= has the dtype of the arguments. Differentiable unless it is said otherwise.
/// \file Throws Error when shapes do not fit. Source: libtorch 1.13.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// The QR decomposition (m, n) as LAPACK keeps it: R on and above the diagonal of `a`; below it, column by column, the
/// reflections' vectors v, whose diagonal elements are 1. tau has shape (min(m, n)). backward() throws: there is no
/// derivative.
std::tuple<Tensor, Tensor> geqrf(const Tensor& self);
std::tuple<Tensor&, Tensor&> geqrf_out(Tensor& a, Tensor& tau, const Tensor& self);
/// The first n columns of the product of k reflections of geqrf(): input (m, n), m >= n, tau (k), k <= n.
Tensor linalg_householder_product(const Tensor& input, const Tensor& tau);
Tensor& linalg_householder_product_out(Tensor& out, const Tensor& input, const Tensor& tau);
/// Another name of linalg_householder_product.
Tensor orgqr(const Tensor& self, const Tensor& input2);
Tensor& orgqr_out(Tensor& out, const Tensor& self, const Tensor& input2);
/// A = Q R with orthonormal columns of Q and upper triangular R. A is (m, n), k = min(m, n). mode "reduced": Q (m, k),
/// R (k, n); "complete": Q (m, m), R (m, n), differentiable only where m <= n; "r": R (k, n) alone, and an empty Q, not
/// differentiable.
std::tuple<Tensor, Tensor> linalg_qr(const Tensor& A, std::string_view mode = "reduced");
std::tuple<Tensor&, Tensor&> linalg_qr_out(Tensor& Q, Tensor& R, const Tensor& A, std::string_view mode = "reduced");
/// linalg_qr() with mode "reduced", or "complete" unless `some`.
std::tuple<Tensor, Tensor> qr(const Tensor& self, bool some = true);
std::tuple<Tensor&, Tensor&> qr_out(Tensor& Q, Tensor& R, const Tensor& self, bool some = true);
/// X with A X = B, or X A = B unless `left`, for the upper or lower triangle of A = self; with unitriangular its
/// diagonal is taken for 1. The other elements of A are not read. Batches broadcast. A zero on the diagonal is no
/// error.
Tensor linalg_solve_triangular(const Tensor& self, const Tensor& B, bool upper, bool left = true,
                               bool unitriangular = false);
Tensor& linalg_solve_triangular_out(Tensor& out, const Tensor& self, const Tensor& B, bool upper, bool left = true,
                                    bool unitriangular = false);
/// linalg_solve_ex() with the factors by which it solves: L and U of A (of its transpose unless `left`) with rows
/// exchanged as the numbers in pivots, int32 and counted from 1, say. LU has no gradient.
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_solve_ex(const Tensor& A, const Tensor& B, bool left = true,
                                                            bool check_errors = false);
std::tuple<Tensor&, Tensor&, Tensor&, Tensor&> _linalg_solve_ex_out(Tensor& result, Tensor& LU, Tensor& pivots,
                                                                    Tensor& info, const Tensor& A, const Tensor& B,
                                                                    bool left = true, bool check_errors = false);
/// linalg_solve() that says in info, int32 per matrix, at which diagonal element of U, counted from 1, a matrix is
/// singular; 0 where it is not. LinAlgError only with check_errors.
std::tuple<Tensor, Tensor> linalg_solve_ex(const Tensor& A, const Tensor& B, bool left = true,
                                           bool check_errors = false);
std::tuple<Tensor&, Tensor&> linalg_solve_ex_out(Tensor& result, Tensor& info, const Tensor& A, const Tensor& B,
                                                 bool left = true, bool check_errors = false);
/// X with A X = B, or X A = B unless `left`, for square A (n, n). B is a matrix (n, k), or a vector: 1-dimensional, or
/// of the sizes of A without the last. Batches broadcast. LinAlgError if a matrix is singular.
Tensor linalg_solve(const Tensor& A, const Tensor& B, bool left = true);
Tensor& linalg_solve_out(Tensor& out, const Tensor& A, const Tensor& B, bool left = true);
/// e^A, the sum of A^k / k!, of square matrices. f16 and bf16 are computed in f32.
Tensor linalg_matrix_exp(const Tensor& self);
Tensor& linalg_matrix_exp_out(Tensor& out, const Tensor& self);
/// Another name of linalg_matrix_exp.
Tensor matrix_exp(const Tensor& self);

namespace linalg {
Tensor householder_product(const Tensor& input, const Tensor& tau);
Tensor& householder_product_out(Tensor& out, const Tensor& input, const Tensor& tau);
std::tuple<Tensor, Tensor> qr(const Tensor& A, std::string_view mode = "reduced");
std::tuple<Tensor&, Tensor&> qr_out(Tensor& Q, Tensor& R, const Tensor& A, std::string_view mode = "reduced");
Tensor solve_triangular(const Tensor& self, const Tensor& B, bool upper, bool left = true, bool unitriangular = false);
Tensor& solve_triangular_out(Tensor& out, const Tensor& self, const Tensor& B, bool upper, bool left = true,
                             bool unitriangular = false);
std::tuple<Tensor, Tensor> solve_ex(const Tensor& A, const Tensor& B, bool left = true, bool check_errors = false);
std::tuple<Tensor&, Tensor&> solve_ex_out(Tensor& result, Tensor& info, const Tensor& A, const Tensor& B,
                                          bool left = true, bool check_errors = false);
Tensor solve(const Tensor& A, const Tensor& B, bool left = true);
Tensor& solve_out(Tensor& out, const Tensor& A, const Tensor& B, bool left = true);
Tensor matrix_exp(const Tensor& self);
Tensor& matrix_exp_out(Tensor& out, const Tensor& self);
}  // namespace linalg

}  // namespace torchpp
TORCHPP_API_END
