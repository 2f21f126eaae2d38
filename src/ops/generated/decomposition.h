// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/decomposition.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct GeqrfPlan;
struct LuSolvePlan;
struct SolvePlan;
struct TriangularPlan;

namespace op {

inline namespace TT_of_out_T { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&)> geqrf; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> linalg_householder_product; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> orgqr; }
inline namespace TT_of_out_T_s { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, std::string_view)> linalg_qr; }
inline namespace TT_of_out_T_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, bool)> qr; }
inline namespace T_of_out_T_T_b_b_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, bool, bool, bool)> linalg_solve_triangular; }
inline namespace TTTT_of_out_T_T_b_b { extern OwnOp<std::tuple<Tensor, Tensor, Tensor, Tensor>(Out, const Tensor&, const Tensor&, bool, bool)> solve_factored; }
inline namespace T_of_T_T_T_b { extern OwnOp<Tensor(const Tensor&, const Tensor&, const Tensor&, bool)> lu_solve; }
inline namespace TT_of_out_T_T_b_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, const Tensor&, bool, bool)> linalg_solve_ex; }
inline namespace T_of_out_T_T_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, bool)> linalg_solve; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> linalg_matrix_exp; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> matrix_exp; }

}  // namespace op

namespace cpu {

void geqrf(const GeqrfPlan& plan, const Tensor& self);
void linalg_solve_triangular(const TriangularPlan& plan, const Tensor& self, const Tensor& B, bool upper, bool left, bool unitriangular);
void solve_factored(const SolvePlan& plan, const Tensor& A, const Tensor& B, bool left, bool check_errors);
void lu_solve(const LuSolvePlan& plan, const Tensor& LU, const Tensor& pivots, const Tensor& B, bool adjoint);

}  // namespace cpu

namespace rule {

TORCHPP_API GeqrfPlan geqrf(const Out& out, const Tensor& self);
TORCHPP_API TriangularPlan linalg_solve_triangular(const Out& out, const Tensor& self, const Tensor& B, bool upper, bool left, bool unitriangular);
TORCHPP_API SolvePlan solve_factored(const Out& out, const Tensor& A, const Tensor& B, bool left, bool check_errors);
TORCHPP_API LuSolvePlan lu_solve(const Out& out, const Tensor& LU, const Tensor& pivots, const Tensor& B, bool adjoint);

}  // namespace rule

namespace every_backend {

std::tuple<Tensor, Tensor> linalg_qr(Out out, const Tensor& A, std::string_view mode);
Tensor linalg_matrix_exp(Out out, const Tensor& self);

}  // namespace every_backend

namespace composite {

Tensor linalg_householder_product(Out out, const Tensor& input, const Tensor& tau);
Tensor orgqr(Out out, const Tensor& self, const Tensor& input2);
std::tuple<Tensor, Tensor> qr(Out out, const Tensor& self, bool some);
std::tuple<Tensor, Tensor> linalg_solve_ex(Out out, const Tensor& A, const Tensor& B, bool left, bool check_errors);
Tensor linalg_solve(Out out, const Tensor& A, const Tensor& B, bool left);
Tensor matrix_exp(const Tensor& self);

}  // namespace composite

namespace derivative {

std::tuple<Tensor, Tensor> geqrf(Out out, const Tensor& self);
std::tuple<Tensor, Tensor> linalg_qr(Out out, const Tensor& A, std::string_view mode);
Tensor linalg_solve_triangular(Out out, const Tensor& self, const Tensor& B, bool upper, bool left, bool unitriangular);
std::tuple<Tensor, Tensor, Tensor, Tensor> solve_factored(Out out, const Tensor& A, const Tensor& B, bool left, bool check_errors);
Tensor linalg_matrix_exp(Out out, const Tensor& self);

}  // namespace derivative

}  // namespace torchpp
