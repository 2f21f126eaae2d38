// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/linalg.h>

#include "src/ops/forward.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

Tensor ger(Out out, const Tensor& self, const Tensor& vec2) {
  return detail::modes_listen() ? op::outer.call_cold(out, self, vec2) : composite::outer(out, self, vec2);
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
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::bmm) bmm(
    "bmm(Tensor self, Tensor mat2) -> Tensor",
    &Structured<&rule::bmm, &cpu::bmm>::call, &derivative::bmm, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kLower, Autocast::kLower});
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
Tensor linear(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias) {
  return op::linear(Out(), input, weight, or_undefined(bias));
}
Tensor& linear_out(Tensor& out, const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias) {
  op::linear(Out::to(out), input, weight, or_undefined(bias));
  return out;
}

namespace kernels {

TORCHPP_API void set_mm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2)) { op::mm.set_kernel(key, kernel); }
TORCHPP_API void set_bmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat2)) { op::bmm.set_kernel(key, kernel); }
TORCHPP_API void set_mv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& vec)) { op::mv.set_kernel(key, kernel); }
TORCHPP_API void set_dot(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& tensor)) { op::dot.set_kernel(key, kernel); }
TORCHPP_API void set_addmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha)) { op::addmm.set_kernel(key, kernel); }
TORCHPP_API void set_addmv(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha)) { op::addmv.set_kernel(key, kernel); }
TORCHPP_API void set_baddbmm(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha)) { op::baddbmm.set_kernel(key, kernel); }
TORCHPP_API void set_linear(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias)) { op::linear.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
