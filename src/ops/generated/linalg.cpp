// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/linalg.h>

#include "src/ops/forward.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/view.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

Tensor ger(Out out, const Tensor& self, const Tensor& vec2) {
  return detail::modes_listen() ? op::outer.call_cold(out, self, vec2) : composite::outer(out, self, vec2);
}
Tensor linalg_diagonal(const Tensor& A, int64_t offset, int64_t dim1, int64_t dim2) {
  return op::diagonal(A, offset, dim1, dim2);
}
Tensor linalg_matmul(Out out, const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::matmul.call_cold(out, self, other) : composite::matmul(out, self, other);
}

}  // namespace composite

namespace op {

inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::matmul) matmul(decltype(op::matmul)::AllBackends(),
    "matmul(Tensor self, Tensor other) -> Tensor",
    &composite::matmul, &composite::matmul, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::mm) mm(
    "mm(Tensor self, Tensor mat2) -> Tensor",
    &cpu::mm_direct, &derivative::mm, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::mm_unrounded) mm_unrounded(
    "_mm_unrounded(Tensor self, Tensor mat2) -> Tensor",
    &Structured<&rule::mm_unrounded, &cpu::mm_unrounded>::functional, &derivative::mm_unrounded, OpTraits{false, false, true, false, false});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::bmm) bmm(
    "bmm(Tensor self, Tensor mat2) -> Tensor",
    &Structured<&rule::bmm, &cpu::bmm>::call, &derivative::bmm, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::matmul_of_batches) matmul_of_batches(
    "_matmul_of_batches(Tensor self, Tensor mat2) -> Tensor",
    &Structured<&rule::matmul_of_batches, &cpu::matmul_of_batches>::functional, &derivative::matmul_of_batches, OpTraits{false, false, true, false, false});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::mv) mv(
    "mv(Tensor self, Tensor vec) -> Tensor",
    &Structured<&rule::mv, &cpu::mv>::call, &derivative::mv, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::dot) dot(
    "dot(Tensor self, Tensor tensor) -> Tensor",
    &Structured<&rule::dot, &cpu::dot>::call, &derivative::dot, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::outer) outer(decltype(op::outer)::AllBackends(),
    "outer(Tensor self, Tensor vec2) -> Tensor",
    &composite::outer, &composite::outer, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::ger) ger(decltype(op::ger)::AllBackends(),
    "ger(Tensor self, Tensor vec2) -> Tensor",
    &composite::ger, &composite::ger, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::addmm) addmm(
    "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    &Structured<&rule::addmm, &cpu::addmm>::call, &derivative::addmm, OpTraits{true, true, true, false, false, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_out_T_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::addmv) addmv(
    "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    &Structured<&rule::addmv, &cpu::addmv>::call, &derivative::addmv, OpTraits{true, true, true, false, false, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_out_T_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::baddbmm) baddbmm(
    "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    &Structured<&rule::baddbmm, &cpu::baddbmm>::call, &derivative::baddbmm, OpTraits{true, true, true, false, false, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::linear) linear(
    "linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor",
    &cpu::linear_direct, &derivative::linear, OpTraits{false, true, true, false, false, Batching::kLeading, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_out_T_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::addbmm) addbmm(decltype(op::addbmm)::AllBackends(),
    "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    &composite::addbmm, &composite::addbmm, OpTraits{true, true, false, true, true, Batching::kEach, Autocast::kLower, Autocast::kLower});
}
inline namespace T_of_out_T_T_T_S_S {
TORCHPP_CONSTINIT decltype(op::addr) addr(decltype(op::addr)::AllBackends(),
    "addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    &composite::addr, &composite::addr, OpTraits{true, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::vdot) vdot(decltype(op::vdot)::AllBackends(),
    "vdot(Tensor self, Tensor other) -> Tensor",
    &composite::vdot, &composite::vdot, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::inner) inner(decltype(op::inner)::AllBackends(),
    "inner(Tensor self, Tensor other) -> Tensor",
    &composite::inner, &composite::inner, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_is_is {
TORCHPP_CONSTINIT decltype(op::tensordot) tensordot(decltype(op::tensordot)::AllBackends(),
    "tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor",
    &composite::tensordot, &composite::tensordot, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_s_Ts_iso {
TORCHPP_CONSTINIT decltype(op::einsum) einsum(decltype(op::einsum)::AllBackends(),
    "einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor",
    &composite::einsum, &composite::einsum, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::kron) kron(decltype(op::kron)::AllBackends(),
    "kron(Tensor self, Tensor other) -> Tensor",
    &composite::kron, &composite::kron, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::chain_matmul) chain_matmul(decltype(op::chain_matmul)::AllBackends(),
    "chain_matmul(Tensor[] matrices) -> Tensor",
    &composite::chain_matmul, &composite::chain_matmul, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::linalg_multi_dot) linalg_multi_dot(decltype(op::linalg_multi_dot)::AllBackends(),
    "linalg_multi_dot(Tensor[] tensors) -> Tensor",
    &composite::linalg_multi_dot, &composite::linalg_multi_dot, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kLower});
}
inline namespace T_of_out_T_T_io {
TORCHPP_CONSTINIT decltype(op::cross) cross(decltype(op::cross)::AllBackends(),
    "cross(Tensor self, Tensor other, int? dim=None) -> Tensor",
    &composite::cross, &composite::cross, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kPromote});
}
inline namespace T_of_out_T_T_i {
TORCHPP_CONSTINIT decltype(op::linalg_cross) linalg_cross(
    "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor",
    &Structured<&rule::linalg_cross, &cpu::linalg_cross>::call, &derivative::linalg_cross, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::trace) trace(decltype(op::trace)::AllBackends(),
    "trace(Tensor self) -> Tensor",
    &composite::trace, &composite::trace, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_T_io_b {
TORCHPP_CONSTINIT decltype(op::vander) vander(decltype(op::vander)::AllBackends(),
    "vander(Tensor x, int? N=None, bool increasing=False) -> Tensor",
    &composite::vander, &composite::vander, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_T_T {
TORCHPP_CONSTINIT decltype(op::cov) cov(decltype(op::cov)::AllBackends(),
    "cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor",
    &composite::cov, &composite::cov, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::corrcoef) corrcoef(decltype(op::corrcoef)::AllBackends(),
    "corrcoef(Tensor self) -> Tensor",
    &composite::corrcoef, &composite::corrcoef, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_S_i_S {
TORCHPP_CONSTINIT decltype(op::renorm) renorm(decltype(op::renorm)::AllBackends(),
    "renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor",
    &composite::renorm, &composite::renorm, OpTraits{true, true, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_T_i_i_i {
TORCHPP_CONSTINIT decltype(op::linalg_diagonal) linalg_diagonal(decltype(op::linalg_diagonal)::AllBackends(),
    "linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)",
    &composite::linalg_diagonal, &composite::linalg_diagonal, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T_i {
TORCHPP_CONSTINIT decltype(op::linalg_vecdot) linalg_vecdot(decltype(op::linalg_vecdot)::AllBackends(),
    "linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor",
    &composite::linalg_vecdot, &composite::linalg_vecdot, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::linalg_matmul) linalg_matmul(decltype(op::linalg_matmul)::AllBackends(),
    "linalg_matmul(Tensor self, Tensor other) -> Tensor",
    &composite::linalg_matmul, &composite::linalg_matmul, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_T_d_d_b {
TORCHPP_CONSTINIT decltype(op::pairwise_distance) pairwise_distance(decltype(op::pairwise_distance)::AllBackends(),
    "pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor",
    &composite::pairwise_distance, &composite::pairwise_distance, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_i_d {
TORCHPP_CONSTINIT decltype(op::cosine_similarity) cosine_similarity(decltype(op::cosine_similarity)::AllBackends(),
    "cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor",
    &composite::cosine_similarity, &composite::cosine_similarity, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_T_T_d_io {
TORCHPP_CONSTINIT decltype(op::cdist) cdist(decltype(op::cdist)::AllBackends(),
    "cdist(Tensor x1, Tensor x2, float p=2, int? compute_mode=None) -> Tensor",
    &composite::cdist, &composite::cdist, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kFp32});
}
inline namespace T_of_T_T_d_io {
TORCHPP_CONSTINIT decltype(op::cdist_forward) cdist_forward(
    "_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor",
    &Structured<&rule::cdist_forward, &cpu::cdist_forward>::functional, &derivative::cdist_forward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T_T_d_T {
TORCHPP_CONSTINIT decltype(op::cdist_backward) cdist_backward(
    "_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p, Tensor cdist) -> Tensor",
    &Structured<&rule::cdist_backward, &cpu::cdist_backward>::functional, &derivative::cdist_backward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::euclidean_dist) euclidean_dist(decltype(op::euclidean_dist)::AllBackends(),
    "_euclidean_dist(Tensor x1, Tensor x2) -> Tensor",
    &every_backend::euclidean_dist, &derivative::euclidean_dist, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_d {
TORCHPP_CONSTINIT decltype(op::pdist) pdist(decltype(op::pdist)::AllBackends(),
    "pdist(Tensor self, float p=2) -> Tensor",
    &composite::pdist, &composite::pdist, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kNone, Autocast::kFp32});
}
inline namespace T_of_T_d {
TORCHPP_CONSTINIT decltype(op::pdist_forward) pdist_forward(
    "_pdist_forward(Tensor self, float p=2) -> Tensor",
    &Structured<&rule::pdist_forward, &cpu::pdist_forward>::functional, &derivative::pdist_forward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_T_d_T {
TORCHPP_CONSTINIT decltype(op::pdist_backward) pdist_backward(
    "_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist) -> Tensor",
    &Structured<&rule::pdist_backward, &cpu::pdist_backward>::functional, &derivative::pdist_backward, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::norm_except_dim) norm_except_dim(decltype(op::norm_except_dim)::AllBackends(),
    "norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor",
    &composite::norm_except_dim, &composite::norm_except_dim, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor Tensor::matmul(const Tensor& other) const {
  return detail::modes_listen() ? op::matmul.call_cold(Out(), *this, other) : composite::matmul(Out(), *this, other);
}
Tensor matmul(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::matmul.call_cold(Out(), self, other) : composite::matmul(Out(), self, other);
}
Tensor& matmul_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::matmul.call_cold(Out::to(out), self, other)
      : composite::matmul(Out::to(out), self, other);
  return out;
}
Tensor Tensor::mm(const Tensor& mat2) const { return op::mm(Out(), *this, mat2); }
Tensor mm(const Tensor& self, const Tensor& mat2) { return op::mm(Out(), self, mat2); }
Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  op::mm(Out::to(out), self, mat2);
  return out;
}
Tensor Tensor::bmm(const Tensor& mat2) const { return op::bmm(Out(), *this, mat2); }
Tensor bmm(const Tensor& self, const Tensor& mat2) { return op::bmm(Out(), self, mat2); }
Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  op::bmm(Out::to(out), self, mat2);
  return out;
}
Tensor Tensor::mv(const Tensor& vec) const { return op::mv(Out(), *this, vec); }
Tensor mv(const Tensor& self, const Tensor& vec) { return op::mv(Out(), self, vec); }
Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec) {
  op::mv(Out::to(out), self, vec);
  return out;
}
Tensor Tensor::dot(const Tensor& tensor) const { return op::dot(Out(), *this, tensor); }
Tensor dot(const Tensor& self, const Tensor& tensor) { return op::dot(Out(), self, tensor); }
Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& tensor) {
  op::dot(Out::to(out), self, tensor);
  return out;
}
Tensor Tensor::outer(const Tensor& vec2) const {
  return detail::modes_listen() ? op::outer.call_cold(Out(), *this, vec2) : composite::outer(Out(), *this, vec2);
}
Tensor outer(const Tensor& self, const Tensor& vec2) {
  return detail::modes_listen() ? op::outer.call_cold(Out(), self, vec2) : composite::outer(Out(), self, vec2);
}
Tensor& outer_out(Tensor& out, const Tensor& self, const Tensor& vec2) {
  detail::modes_listen()
      ? op::outer.call_cold(Out::to(out), self, vec2)
      : composite::outer(Out::to(out), self, vec2);
  return out;
}
Tensor Tensor::ger(const Tensor& vec2) const {
  return detail::modes_listen() ? op::ger.call_cold(Out(), *this, vec2) : composite::ger(Out(), *this, vec2);
}
Tensor ger(const Tensor& self, const Tensor& vec2) {
  return detail::modes_listen() ? op::ger.call_cold(Out(), self, vec2) : composite::ger(Out(), self, vec2);
}
Tensor& ger_out(Tensor& out, const Tensor& self, const Tensor& vec2) {
  detail::modes_listen()
      ? op::ger.call_cold(Out::to(out), self, vec2)
      : composite::ger(Out::to(out), self, vec2);
  return out;
}
Tensor Tensor::addmm(const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha) const {
  return op::addmm(Out(), *this, mat1, mat2, beta, alpha);
}
Tensor& Tensor::addmm_(const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha) const {
  op::addmm(Out::in_place(*this), *this, mat1, mat2, beta, alpha);
  return writable(*this);
}
Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha) {
  return op::addmm(Out(), self, mat1, mat2, beta, alpha);
}
Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                  const Scalar& alpha) {
  op::addmm(Out::to(out), self, mat1, mat2, beta, alpha);
  return out;
}
Tensor Tensor::addmv(const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha) const {
  return op::addmv(Out(), *this, mat, vec, beta, alpha);
}
Tensor& Tensor::addmv_(const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha) const {
  op::addmv(Out::in_place(*this), *this, mat, vec, beta, alpha);
  return writable(*this);
}
Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha) {
  return op::addmv(Out(), self, mat, vec, beta, alpha);
}
Tensor& addmv_(Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha) {
  op::addmv(Out::in_place(self), self, mat, vec, beta, alpha);
  return self;
}
Tensor& addmv_out(Tensor& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta,
                  const Scalar& alpha) {
  op::addmv(Out::to(out), self, mat, vec, beta, alpha);
  return out;
}
Tensor Tensor::baddbmm(const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha) const {
  return op::baddbmm(Out(), *this, batch1, batch2, beta, alpha);
}
Tensor& Tensor::baddbmm_(const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha) const {
  op::baddbmm(Out::in_place(*this), *this, batch1, batch2, beta, alpha);
  return writable(*this);
}
Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
               const Scalar& alpha) {
  return op::baddbmm(Out(), self, batch1, batch2, beta, alpha);
}
Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
                    const Scalar& alpha) {
  op::baddbmm(Out::to(out), self, batch1, batch2, beta, alpha);
  return out;
}
Tensor linear(const Tensor& input, const Tensor& weight, const optional<Tensor>& bias) {
  return op::linear(Out(), input, weight, or_undefined(bias));
}
Tensor& linear_out(Tensor& out, const Tensor& input, const Tensor& weight, const optional<Tensor>& bias) {
  op::linear(Out::to(out), input, weight, or_undefined(bias));
  return out;
}
Tensor Tensor::addbmm(const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha) const {
  return detail::modes_listen()
      ? op::addbmm.call_cold(Out(), *this, batch1, batch2, beta, alpha)
      : composite::addbmm(Out(), *this, batch1, batch2, beta, alpha);
}
Tensor& Tensor::addbmm_(const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha) const {
  detail::modes_listen()
      ? op::addbmm.call_cold(Out::in_place(*this), *this, batch1, batch2, beta, alpha)
      : composite::addbmm(Out::in_place(*this), *this, batch1, batch2, beta, alpha);
  return writable(*this);
}
Tensor addbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::addbmm.call_cold(Out(), self, batch1, batch2, beta, alpha)
      : composite::addbmm(Out(), self, batch1, batch2, beta, alpha);
}
Tensor& addbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
                   const Scalar& alpha) {
  detail::modes_listen()
      ? op::addbmm.call_cold(Out::to(out), self, batch1, batch2, beta, alpha)
      : composite::addbmm(Out::to(out), self, batch1, batch2, beta, alpha);
  return out;
}
Tensor Tensor::addr(const Tensor& vec1, const Tensor& vec2, const Scalar& beta, const Scalar& alpha) const {
  return detail::modes_listen()
      ? op::addr.call_cold(Out(), *this, vec1, vec2, beta, alpha)
      : composite::addr(Out(), *this, vec1, vec2, beta, alpha);
}
Tensor& Tensor::addr_(const Tensor& vec1, const Tensor& vec2, const Scalar& beta, const Scalar& alpha) const {
  detail::modes_listen()
      ? op::addr.call_cold(Out::in_place(*this), *this, vec1, vec2, beta, alpha)
      : composite::addr(Out::in_place(*this), *this, vec1, vec2, beta, alpha);
  return writable(*this);
}
Tensor addr(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta, const Scalar& alpha) {
  return detail::modes_listen()
      ? op::addr.call_cold(Out(), self, vec1, vec2, beta, alpha)
      : composite::addr(Out(), self, vec1, vec2, beta, alpha);
}
Tensor& addr_out(Tensor& out, const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta,
                 const Scalar& alpha) {
  detail::modes_listen()
      ? op::addr.call_cold(Out::to(out), self, vec1, vec2, beta, alpha)
      : composite::addr(Out::to(out), self, vec1, vec2, beta, alpha);
  return out;
}
Tensor Tensor::vdot(const Tensor& other) const {
  return detail::modes_listen() ? op::vdot.call_cold(Out(), *this, other) : composite::vdot(Out(), *this, other);
}
Tensor vdot(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::vdot.call_cold(Out(), self, other) : composite::vdot(Out(), self, other);
}
Tensor& vdot_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::vdot.call_cold(Out::to(out), self, other)
      : composite::vdot(Out::to(out), self, other);
  return out;
}
Tensor Tensor::inner(const Tensor& other) const {
  return detail::modes_listen() ? op::inner.call_cold(Out(), *this, other) : composite::inner(Out(), *this, other);
}
Tensor inner(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::inner.call_cold(Out(), self, other) : composite::inner(Out(), self, other);
}
Tensor& inner_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::inner.call_cold(Out::to(out), self, other)
      : composite::inner(Out::to(out), self, other);
  return out;
}
Tensor tensordot(const Tensor& self, const Tensor& other, IntArrayRef dims_self, IntArrayRef dims_other) {
  return detail::modes_listen()
      ? op::tensordot.call_cold(Out(), self, other, dims_self, dims_other)
      : composite::tensordot(Out(), self, other, dims_self, dims_other);
}
Tensor& tensordot_out(Tensor& out, const Tensor& self, const Tensor& other, IntArrayRef dims_self,
                      IntArrayRef dims_other) {
  detail::modes_listen()
      ? op::tensordot.call_cold(Out::to(out), self, other, dims_self, dims_other)
      : composite::tensordot(Out::to(out), self, other, dims_self, dims_other);
  return out;
}
Tensor einsum(std::string_view equation, TensorList tensors, OptionalIntArrayRef path) {
  return detail::modes_listen()
      ? op::einsum.call_cold(equation, tensors, path)
      : composite::einsum(equation, tensors, path);
}
Tensor Tensor::kron(const Tensor& other) const {
  return detail::modes_listen() ? op::kron.call_cold(Out(), *this, other) : composite::kron(Out(), *this, other);
}
Tensor kron(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::kron.call_cold(Out(), self, other) : composite::kron(Out(), self, other);
}
Tensor& kron_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::kron.call_cold(Out::to(out), self, other)
      : composite::kron(Out::to(out), self, other);
  return out;
}
Tensor chain_matmul(TensorList matrices) {
  return detail::modes_listen()
      ? op::chain_matmul.call_cold(Out(), matrices)
      : composite::chain_matmul(Out(), matrices);
}
Tensor& chain_matmul_out(Tensor& out, TensorList matrices) {
  detail::modes_listen()
      ? op::chain_matmul.call_cold(Out::to(out), matrices)
      : composite::chain_matmul(Out::to(out), matrices);
  return out;
}
Tensor linalg_multi_dot(TensorList tensors) {
  return detail::modes_listen()
      ? op::linalg_multi_dot.call_cold(Out(), tensors)
      : composite::linalg_multi_dot(Out(), tensors);
}
Tensor& linalg_multi_dot_out(Tensor& out, TensorList tensors) {
  detail::modes_listen()
      ? op::linalg_multi_dot.call_cold(Out::to(out), tensors)
      : composite::linalg_multi_dot(Out::to(out), tensors);
  return out;
}
Tensor Tensor::cross(const Tensor& other, optional<int64_t> dim) const {
  return detail::modes_listen()
      ? op::cross.call_cold(Out(), *this, other, dim)
      : composite::cross(Out(), *this, other, dim);
}
Tensor cross(const Tensor& self, const Tensor& other, optional<int64_t> dim) {
  return detail::modes_listen()
      ? op::cross.call_cold(Out(), self, other, dim)
      : composite::cross(Out(), self, other, dim);
}
Tensor& cross_out(Tensor& out, const Tensor& self, const Tensor& other, optional<int64_t> dim) {
  detail::modes_listen()
      ? op::cross.call_cold(Out::to(out), self, other, dim)
      : composite::cross(Out::to(out), self, other, dim);
  return out;
}
Tensor linalg_cross(const Tensor& self, const Tensor& other, int64_t dim) {
  return op::linalg_cross(Out(), self, other, dim);
}
Tensor& linalg_cross_out(Tensor& out, const Tensor& self, const Tensor& other, int64_t dim) {
  op::linalg_cross(Out::to(out), self, other, dim);
  return out;
}
Tensor Tensor::trace() const {
  return detail::modes_listen() ? op::trace.call_cold(Out(), *this) : composite::trace(Out(), *this);
}
Tensor trace(const Tensor& self) {
  return detail::modes_listen() ? op::trace.call_cold(Out(), self) : composite::trace(Out(), self);
}
Tensor& trace_out(Tensor& out, const Tensor& self) {
  detail::modes_listen() ? op::trace.call_cold(Out::to(out), self) : composite::trace(Out::to(out), self);
  return out;
}
Tensor vander(const Tensor& x, optional<int64_t> N, bool increasing) {
  return detail::modes_listen() ? op::vander.call_cold(x, N, increasing) : composite::vander(x, N, increasing);
}
Tensor Tensor::cov(int64_t correction, const optional<Tensor>& fweights, const optional<Tensor>& aweights) const {
  return detail::modes_listen()
      ? op::cov.call_cold(*this, correction, or_undefined(fweights), or_undefined(aweights))
      : composite::cov(*this, correction, or_undefined(fweights), or_undefined(aweights));
}
Tensor cov(const Tensor& self, int64_t correction, const optional<Tensor>& fweights, const optional<Tensor>& aweights) {
  return detail::modes_listen()
      ? op::cov.call_cold(self, correction, or_undefined(fweights), or_undefined(aweights))
      : composite::cov(self, correction, or_undefined(fweights), or_undefined(aweights));
}
Tensor Tensor::corrcoef() const {
  return detail::modes_listen() ? op::corrcoef.call_cold(*this) : composite::corrcoef(*this);
}
Tensor corrcoef(const Tensor& self) {
  return detail::modes_listen() ? op::corrcoef.call_cold(self) : composite::corrcoef(self);
}
Tensor Tensor::renorm(const Scalar& p, int64_t dim, const Scalar& maxnorm) const {
  return detail::modes_listen()
      ? op::renorm.call_cold(Out(), *this, p, dim, maxnorm)
      : composite::renorm(Out(), *this, p, dim, maxnorm);
}
Tensor& Tensor::renorm_(const Scalar& p, int64_t dim, const Scalar& maxnorm) const {
  detail::modes_listen()
      ? op::renorm.call_cold(Out::in_place(*this), *this, p, dim, maxnorm)
      : composite::renorm(Out::in_place(*this), *this, p, dim, maxnorm);
  return writable(*this);
}
Tensor renorm(const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm) {
  return detail::modes_listen()
      ? op::renorm.call_cold(Out(), self, p, dim, maxnorm)
      : composite::renorm(Out(), self, p, dim, maxnorm);
}
Tensor& renorm_out(Tensor& out, const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm) {
  detail::modes_listen()
      ? op::renorm.call_cold(Out::to(out), self, p, dim, maxnorm)
      : composite::renorm(Out::to(out), self, p, dim, maxnorm);
  return out;
}
Tensor linalg_diagonal(const Tensor& A, int64_t offset, int64_t dim1, int64_t dim2) {
  return detail::modes_listen()
      ? op::linalg_diagonal.call_cold(A, offset, dim1, dim2)
      : composite::linalg_diagonal(A, offset, dim1, dim2);
}
Tensor linalg_vecdot(const Tensor& x, const Tensor& y, int64_t dim) {
  return detail::modes_listen()
      ? op::linalg_vecdot.call_cold(Out(), x, y, dim)
      : composite::linalg_vecdot(Out(), x, y, dim);
}
Tensor& linalg_vecdot_out(Tensor& out, const Tensor& x, const Tensor& y, int64_t dim) {
  detail::modes_listen()
      ? op::linalg_vecdot.call_cold(Out::to(out), x, y, dim)
      : composite::linalg_vecdot(Out::to(out), x, y, dim);
  return out;
}
Tensor linalg_matmul(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::linalg_matmul.call_cold(Out(), self, other)
      : composite::linalg_matmul(Out(), self, other);
}
Tensor& linalg_matmul_out(Tensor& out, const Tensor& self, const Tensor& other) {
  detail::modes_listen()
      ? op::linalg_matmul.call_cold(Out::to(out), self, other)
      : composite::linalg_matmul(Out::to(out), self, other);
  return out;
}
Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p, double eps, bool keepdim) {
  return detail::modes_listen()
      ? op::pairwise_distance.call_cold(x1, x2, p, eps, keepdim)
      : composite::pairwise_distance(x1, x2, p, eps, keepdim);
}
Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, int64_t dim, double eps) {
  return detail::modes_listen()
      ? op::cosine_similarity.call_cold(x1, x2, dim, eps)
      : composite::cosine_similarity(x1, x2, dim, eps);
}
Tensor cdist(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode) {
  return detail::modes_listen()
      ? op::cdist.call_cold(x1, x2, p, compute_mode)
      : composite::cdist(x1, x2, p, compute_mode);
}
Tensor _cdist_forward(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode) {
  return op::cdist_forward(x1, x2, p, compute_mode);
}
Tensor _cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist) {
  return op::cdist_backward(grad, x1, x2, p, cdist);
}
Tensor _euclidean_dist(const Tensor& x1, const Tensor& x2) { return op::euclidean_dist(x1, x2); }
Tensor pdist(const Tensor& self, double p) {
  return detail::modes_listen() ? op::pdist.call_cold(self, p) : composite::pdist(self, p);
}
Tensor _pdist_forward(const Tensor& self, double p) { return op::pdist_forward(self, p); }
Tensor _pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist) {
  return op::pdist_backward(grad, self, p, pdist);
}
Tensor norm_except_dim(const Tensor& v, int64_t pow, int64_t dim) {
  return detail::modes_listen() ? op::norm_except_dim.call_cold(v, pow, dim) : composite::norm_except_dim(v, pow, dim);
}

namespace linalg {
Tensor multi_dot(TensorList tensors) { return torchpp::linalg_multi_dot(tensors); }
Tensor& multi_dot_out(Tensor& out, TensorList tensors) { return torchpp::linalg_multi_dot_out(out, tensors); }
Tensor cross(const Tensor& self, const Tensor& other, int64_t dim) { return torchpp::linalg_cross(self, other, dim); }
Tensor& cross_out(Tensor& out, const Tensor& self, const Tensor& other, int64_t dim) {
  return torchpp::linalg_cross_out(out, self, other, dim);
}
Tensor diagonal(const Tensor& A, int64_t offset, int64_t dim1, int64_t dim2) {
  return torchpp::linalg_diagonal(A, offset, dim1, dim2);
}
Tensor vecdot(const Tensor& x, const Tensor& y, int64_t dim) { return torchpp::linalg_vecdot(x, y, dim); }
Tensor& vecdot_out(Tensor& out, const Tensor& x, const Tensor& y, int64_t dim) {
  return torchpp::linalg_vecdot_out(out, x, y, dim);
}
Tensor matmul(const Tensor& self, const Tensor& other) { return torchpp::linalg_matmul(self, other); }
Tensor& matmul_out(Tensor& out, const Tensor& self, const Tensor& other) {
  return torchpp::linalg_matmul_out(out, self, other);
}
}  // namespace linalg

namespace kernels {

TORCHPP_API void set_mm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2)) { op::mm.set_kernel(key, kernel); }
TORCHPP_API void set_mm_unrounded(DispatchKey key, Tensor (*kernel)(const Tensor& self, const Tensor& mat2)) { op::mm_unrounded.set_kernel(key, kernel); }
TORCHPP_API void set_bmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2)) { op::bmm.set_kernel(key, kernel); }
TORCHPP_API void set_matmul_of_batches(DispatchKey key, Tensor (*kernel)(const Tensor& self, const Tensor& mat2)) { op::matmul_of_batches.set_kernel(key, kernel); }
TORCHPP_API void set_mv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& vec)) { op::mv.set_kernel(key, kernel); }
TORCHPP_API void set_dot(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor)) { op::dot.set_kernel(key, kernel); }
TORCHPP_API void set_addmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha)) { op::addmm.set_kernel(key, kernel); }
TORCHPP_API void set_addmv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha)) { op::addmv.set_kernel(key, kernel); }
TORCHPP_API void set_baddbmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha)) { op::baddbmm.set_kernel(key, kernel); }
TORCHPP_API void set_linear(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias)) { op::linear.set_kernel(key, kernel); }
TORCHPP_API void set_linalg_cross(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& other, int64_t dim)) { op::linalg_cross.set_kernel(key, kernel); }
TORCHPP_API void set_cdist_forward(DispatchKey key, Tensor (*kernel)(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode)) { op::cdist_forward.set_kernel(key, kernel); }
TORCHPP_API void set_cdist_backward(DispatchKey key, Tensor (*kernel)(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist)) { op::cdist_backward.set_kernel(key, kernel); }
TORCHPP_API void set_pdist_forward(DispatchKey key, Tensor (*kernel)(const Tensor& self, double p)) { op::pdist_forward.set_kernel(key, kernel); }
TORCHPP_API void set_pdist_backward(DispatchKey key, Tensor (*kernel)(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist)) { op::pdist_backward.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
