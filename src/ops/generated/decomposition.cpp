// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/decomposition.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/decomposition.h>

#include "src/ops/forward.h"
#include "src/ops/generated/decomposition.h"
#include "src/ops/decomposition_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

Tensor orgqr(Out out, const Tensor& self, const Tensor& input2) {
  return detail::modes_listen()
      ? op::linalg_householder_product.call_cold(out, self, input2)
      : composite::linalg_householder_product(out, self, input2);
}
Tensor matrix_exp(const Tensor& self) { return op::linalg_matrix_exp(Out(), self); }

}  // namespace composite

namespace op {

inline namespace TT_of_out_T {
TORCHPP_CONSTINIT decltype(op::geqrf) geqrf(
    "geqrf|a(Tensor self) -> (Tensor a, Tensor tau)",
    &Structured<&rule::geqrf, &cpu::geqrf>::call, &derivative::geqrf, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::linalg_householder_product) linalg_householder_product(decltype(op::linalg_householder_product)::AllBackends(),
    "linalg_householder_product(Tensor input, Tensor tau) -> Tensor",
    &composite::linalg_householder_product, &composite::linalg_householder_product, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::orgqr) orgqr(decltype(op::orgqr)::AllBackends(),
    "orgqr(Tensor self, Tensor input2) -> Tensor",
    &composite::orgqr, &composite::orgqr, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace TT_of_out_T_s {
TORCHPP_CONSTINIT decltype(op::linalg_qr) linalg_qr(decltype(op::linalg_qr)::AllBackends(),
    "linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)",
    &every_backend::linalg_qr, &derivative::linalg_qr, OpTraits{false, true, false, true, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace TT_of_out_T_b {
TORCHPP_CONSTINIT decltype(op::qr) qr(decltype(op::qr)::AllBackends(),
    "qr|Q(Tensor self, bool some=True) -> (Tensor Q, Tensor R)",
    &composite::qr, &composite::qr, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_b_b_b {
TORCHPP_CONSTINIT decltype(op::linalg_solve_triangular) linalg_solve_triangular(
    "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor",
    &Structured<&rule::linalg_solve_triangular, &cpu::linalg_solve_triangular>::call, &derivative::linalg_solve_triangular, OpTraits{false, true, true, false, false});
}
inline namespace TTTT_of_out_T_T_b_b {
TORCHPP_CONSTINIT decltype(op::solve_factored) solve_factored(
    "_linalg_solve_ex|result(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, Tensor pivots, Tensor info)",
    &Structured<&rule::solve_factored, &cpu::solve_factored>::call, &derivative::solve_factored, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_T_T_b {
TORCHPP_CONSTINIT decltype(op::lu_solve) lu_solve(
    "_lu_solve(Tensor LU, Tensor pivots, Tensor B, bool adjoint) -> Tensor",
    &Structured<&rule::lu_solve, &cpu::lu_solve>::functional, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace TT_of_out_T_T_b_b {
TORCHPP_CONSTINIT decltype(op::linalg_solve_ex) linalg_solve_ex(decltype(op::linalg_solve_ex)::AllBackends(),
    "linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)",
    &composite::linalg_solve_ex, &composite::linalg_solve_ex, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_b {
TORCHPP_CONSTINIT decltype(op::linalg_solve) linalg_solve(decltype(op::linalg_solve)::AllBackends(),
    "linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor",
    &composite::linalg_solve, &composite::linalg_solve, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::linalg_matrix_exp) linalg_matrix_exp(decltype(op::linalg_matrix_exp)::AllBackends(),
    "linalg_matrix_exp(Tensor self) -> Tensor",
    &every_backend::linalg_matrix_exp, &derivative::linalg_matrix_exp, OpTraits{false, true, false, true, false});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::matrix_exp) matrix_exp(decltype(op::matrix_exp)::AllBackends(),
    "matrix_exp(Tensor self) -> Tensor",
    &composite::matrix_exp, &composite::matrix_exp, OpTraits{false, false, false, true, true});
}

}  // namespace op

std::tuple<Tensor, Tensor> Tensor::geqrf() const { return op::geqrf(Out(), *this); }
std::tuple<Tensor, Tensor> geqrf(const Tensor& self) { return op::geqrf(Out(), self); }
std::tuple<Tensor&, Tensor&> geqrf_out(Tensor& a, Tensor& tau, const Tensor& self) {
  const Tensor* const outs[] = {&a, &tau};
  op::geqrf(Out::to(outs), self);
  return {a, tau};
}
Tensor linalg_householder_product(const Tensor& input, const Tensor& tau) {
  return detail::modes_listen()
      ? op::linalg_householder_product.call_cold(Out(), input, tau)
      : composite::linalg_householder_product(Out(), input, tau);
}
Tensor& linalg_householder_product_out(Tensor& out, const Tensor& input, const Tensor& tau) {
  detail::modes_listen()
      ? op::linalg_householder_product.call_cold(Out::to(out), input, tau)
      : composite::linalg_householder_product(Out::to(out), input, tau);
  return out;
}
Tensor Tensor::orgqr(const Tensor& input2) const {
  return detail::modes_listen() ? op::orgqr.call_cold(Out(), *this, input2) : composite::orgqr(Out(), *this, input2);
}
Tensor orgqr(const Tensor& self, const Tensor& input2) {
  return detail::modes_listen() ? op::orgqr.call_cold(Out(), self, input2) : composite::orgqr(Out(), self, input2);
}
Tensor& orgqr_out(Tensor& out, const Tensor& self, const Tensor& input2) {
  detail::modes_listen()
      ? op::orgqr.call_cold(Out::to(out), self, input2)
      : composite::orgqr(Out::to(out), self, input2);
  return out;
}
std::tuple<Tensor, Tensor> linalg_qr(const Tensor& A, std::string_view mode) { return op::linalg_qr(Out(), A, mode); }
std::tuple<Tensor&, Tensor&> linalg_qr_out(Tensor& Q, Tensor& R, const Tensor& A, std::string_view mode) {
  const Tensor* const outs[] = {&Q, &R};
  op::linalg_qr(Out::to(outs), A, mode);
  return {Q, R};
}
std::tuple<Tensor, Tensor> Tensor::qr(bool some) const {
  return detail::modes_listen() ? op::qr.call_cold(Out(), *this, some) : composite::qr(Out(), *this, some);
}
std::tuple<Tensor, Tensor> qr(const Tensor& self, bool some) {
  return detail::modes_listen() ? op::qr.call_cold(Out(), self, some) : composite::qr(Out(), self, some);
}
std::tuple<Tensor&, Tensor&> qr_out(Tensor& Q, Tensor& R, const Tensor& self, bool some) {
  const Tensor* const outs[] = {&Q, &R};
  detail::modes_listen()
      ? op::qr.call_cold(Out::to(outs), self, some)
      : composite::qr(Out::to(outs), self, some);
  return {Q, R};
}
Tensor linalg_solve_triangular(const Tensor& self, const Tensor& B, bool upper, bool left, bool unitriangular) {
  return op::linalg_solve_triangular(Out(), self, B, upper, left, unitriangular);
}
Tensor& linalg_solve_triangular_out(Tensor& out, const Tensor& self, const Tensor& B, bool upper, bool left,
                                    bool unitriangular) {
  op::linalg_solve_triangular(Out::to(out), self, B, upper, left, unitriangular);
  return out;
}
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_solve_ex(const Tensor& A, const Tensor& B, bool left,
                                                            bool check_errors) {
  return op::solve_factored(Out(), A, B, left, check_errors);
}
std::tuple<Tensor&, Tensor&, Tensor&, Tensor&> _linalg_solve_ex_out(Tensor& result, Tensor& LU, Tensor& pivots,
                                                                    Tensor& info, const Tensor& A, const Tensor& B,
                                                                    bool left, bool check_errors) {
  const Tensor* const outs[] = {&result, &LU, &pivots, &info};
  op::solve_factored(Out::to(outs), A, B, left, check_errors);
  return {result, LU, pivots, info};
}
std::tuple<Tensor, Tensor> linalg_solve_ex(const Tensor& A, const Tensor& B, bool left, bool check_errors) {
  return detail::modes_listen()
      ? op::linalg_solve_ex.call_cold(Out(), A, B, left, check_errors)
      : composite::linalg_solve_ex(Out(), A, B, left, check_errors);
}
std::tuple<Tensor&, Tensor&> linalg_solve_ex_out(Tensor& result, Tensor& info, const Tensor& A, const Tensor& B,
                                                 bool left, bool check_errors) {
  const Tensor* const outs[] = {&result, &info};
  detail::modes_listen()
      ? op::linalg_solve_ex.call_cold(Out::to(outs), A, B, left, check_errors)
      : composite::linalg_solve_ex(Out::to(outs), A, B, left, check_errors);
  return {result, info};
}
Tensor linalg_solve(const Tensor& A, const Tensor& B, bool left) {
  return detail::modes_listen()
      ? op::linalg_solve.call_cold(Out(), A, B, left)
      : composite::linalg_solve(Out(), A, B, left);
}
Tensor& linalg_solve_out(Tensor& out, const Tensor& A, const Tensor& B, bool left) {
  detail::modes_listen()
      ? op::linalg_solve.call_cold(Out::to(out), A, B, left)
      : composite::linalg_solve(Out::to(out), A, B, left);
  return out;
}
Tensor linalg_matrix_exp(const Tensor& self) { return op::linalg_matrix_exp(Out(), self); }
Tensor& linalg_matrix_exp_out(Tensor& out, const Tensor& self) {
  op::linalg_matrix_exp(Out::to(out), self);
  return out;
}
Tensor Tensor::matrix_exp() const {
  return detail::modes_listen() ? op::matrix_exp.call_cold(*this) : composite::matrix_exp(*this);
}
Tensor matrix_exp(const Tensor& self) {
  return detail::modes_listen() ? op::matrix_exp.call_cold(self) : composite::matrix_exp(self);
}

namespace linalg {
Tensor householder_product(const Tensor& input, const Tensor& tau) {
  return torchpp::linalg_householder_product(input, tau);
}
Tensor& householder_product_out(Tensor& out, const Tensor& input, const Tensor& tau) {
  return torchpp::linalg_householder_product_out(out, input, tau);
}
std::tuple<Tensor, Tensor> qr(const Tensor& A, std::string_view mode) { return torchpp::linalg_qr(A, mode); }
std::tuple<Tensor&, Tensor&> qr_out(Tensor& Q, Tensor& R, const Tensor& A, std::string_view mode) {
  return torchpp::linalg_qr_out(Q, R, A, mode);
}
Tensor solve_triangular(const Tensor& self, const Tensor& B, bool upper, bool left, bool unitriangular) {
  return torchpp::linalg_solve_triangular(self, B, upper, left, unitriangular);
}
Tensor& solve_triangular_out(Tensor& out, const Tensor& self, const Tensor& B, bool upper, bool left,
                             bool unitriangular) {
  return torchpp::linalg_solve_triangular_out(out, self, B, upper, left, unitriangular);
}
std::tuple<Tensor, Tensor> solve_ex(const Tensor& A, const Tensor& B, bool left, bool check_errors) {
  return torchpp::linalg_solve_ex(A, B, left, check_errors);
}
std::tuple<Tensor&, Tensor&> solve_ex_out(Tensor& result, Tensor& info, const Tensor& A, const Tensor& B, bool left,
                                          bool check_errors) {
  return torchpp::linalg_solve_ex_out(result, info, A, B, left, check_errors);
}
Tensor solve(const Tensor& A, const Tensor& B, bool left) { return torchpp::linalg_solve(A, B, left); }
Tensor& solve_out(Tensor& out, const Tensor& A, const Tensor& B, bool left) {
  return torchpp::linalg_solve_out(out, A, B, left);
}
Tensor matrix_exp(const Tensor& self) { return torchpp::linalg_matrix_exp(self); }
Tensor& matrix_exp_out(Tensor& out, const Tensor& self) { return torchpp::linalg_matrix_exp_out(out, self); }
}  // namespace linalg

namespace kernels {

TORCHPP_API void set_geqrf(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self)) { op::geqrf.set_kernel(key, kernel); }
TORCHPP_API void set_linalg_solve_triangular(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& B, bool upper, bool left, bool unitriangular)) { op::linalg_solve_triangular.set_kernel(key, kernel); }
TORCHPP_API void set_solve_factored(DispatchKey key, std::tuple<Tensor, Tensor, Tensor, Tensor> (*kernel)(Out out, const Tensor& A, const Tensor& B, bool left, bool check_errors)) { op::solve_factored.set_kernel(key, kernel); }
TORCHPP_API void set_lu_solve(DispatchKey key, Tensor (*kernel)(const Tensor& LU, const Tensor& pivots, const Tensor& B, bool adjoint)) { op::lu_solve.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
