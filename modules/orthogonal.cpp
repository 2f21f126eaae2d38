// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/utils/parametrize.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/decomposition.h>
#include <torchpp/ops/shape.h>

#include <limits>
#include <ostream>

#include "modules/module_private.h"

namespace torchpp::nn::utils::parametrizations {

namespace {

enum class Map { kMatrixExp, kCayley, kHouseholder };

// The factor Q of the QR decomposition whose R has a positive diagonal.
Tensor orthogonal_factor(const Tensor& value) {
  const auto [q, r] = torchpp::linalg_qr(value);
  return q * r.diagonal(0, -2, -1).sgn().unsqueeze(-2);
}
bool is_orthogonal(const Tensor& q) {
  const double epsilon = toRealValueType(q.scalar_type()) == kDouble ? std::numeric_limits<double>::epsilon()
                                                                     : std::numeric_limits<float>::epsilon();
  const Tensor one = torchpp::eye(q.size(-1), q.options());
  return q.mH().matmul(q).allclose(one.expand_as(q), 1e-5, 10 * static_cast<double>(q.size(-1)) * epsilon);
}

class OrthogonalImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  OrthogonalImpl(Map map, bool has_base) : map_(map), has_base_(has_base) { OrthogonalImpl::reset(); }
  void reset() override {
    if (has_base_) base_ = register_buffer("base", torchpp::empty({0}));
  }
  void pretty_print(std::ostream& stream) const override {
    stream << "torch::nn::utils::parametrizations::Orthogonal()";
  }
  Tensor forward(const Tensor& original) {
    const bool wide = original.size(-2) < original.size(-1);
    const Tensor x = wide ? original.mT() : original;
    Tensor q = map_ == Map::kHouseholder ? by_reflections(x) : by_skew_matrix(x);
    if (has_base_) q = base_.matmul(q);
    return wide ? q.mT() : q;
  }

 protected:
  Map map_;
  bool has_base_;
  Tensor base_;

 private:
  // The columns of exp(A), or of (I + A / 2) (I - A / 2)^-1, with the skew-Hermitian A that x has below its diagonal.
  Tensor by_skew_matrix(const Tensor& x) const {
    const int64_t n = x.size(-2), k = x.size(-1);
    Tensor lower = x.tril();
    if (n != k) {
      std::vector<int64_t> more = x.sizes().vec();
      more.back() = n - k;
      lower = torchpp::cat({lower, torchpp::zeros(more, x.options())}, -1);
    }
    const Tensor a = lower - lower.mH();
    Tensor q;
    if (map_ == Map::kMatrixExp) {
      q = torchpp::linalg_matrix_exp(a);
    } else {
      const Tensor one = torchpp::eye(n, x.options());
      q = torchpp::linalg_solve(one.sub(a, 0.5), one.add(a, 0.5));
    }
    return n == k ? q : q.slice(-1, 0, k);
  }
  // The columns of the product of the reflections that x has below its diagonal, where there are signs.
  static Tensor by_reflections(const Tensor& x) {
    const Tensor v = x.tril(-1), tau = (v * v).sum(IntArrayRef(-2)).add(1).reciprocal().mul(2);
    return torchpp::linalg_householder_product(v, tau) * x.detach().diagonal(0, -2, -1).trunc().unsqueeze(-2);
  }
};
TORCHPP_DEFINE_CLONE(OrthogonalImpl)

// One that can be given a value.
class InvertibleOrthogonalImpl : public OrthogonalImpl {
  TORCHPP_DECLARE_CLONE;

 public:
  using OrthogonalImpl::OrthogonalImpl;
  Tensor right_inverse(const Tensor& value) {
    const bool wide = value.size(-2) < value.size(-1);
    const Tensor columns = wide ? value.mT() : value;
    if (has_base_) return on_base(columns, value);
    const auto [a, tau] = columns.geqrf();
    // R of an orthogonal matrix has 1 and -1 on its diagonal. A reflection that does nothing (tau = 0) is computed here
    // with tau = 2, which turns the sign.
    const Tensor diagonal = a.diagonal(0, -2, -1);
    diagonal.copy_(diagonal.sign());
    diagonal.copy_(diagonal.masked_fill(tau.eq(0), 0) - diagonal.masked_fill(tau.ne(0), 0));
    return wide ? a.mT() : a;
  }

 private:
  // Moves the base to the value, completed to a square matrix, and returns what maps to the identity's columns.
  Tensor on_base(const Tensor& columns, const Tensor& value) {
    const int64_t n = columns.size(-2), k = columns.size(-1);
    Tensor base;
    if (n != k) {
      std::vector<int64_t> more = columns.sizes().vec();
      more.back() = n - k;
      base = orthogonal_factor(torchpp::cat({columns, torchpp::randn(more, columns.options())}, -1));
    } else {
      base = is_orthogonal(columns) ? columns.clone() : orthogonal_factor(columns);
    }
    base_.set_data(base.contiguous());
    const Tensor start = torchpp::zeros_like(value);
    start.diagonal(0, -2, -1).fill_(-1);
    return start;
  }
};
TORCHPP_DEFINE_CLONE(InvertibleOrthogonalImpl)

}  // namespace

void orthogonal(Module& module, const std::string& name, const optional<std::string>& orthogonal_map,
                bool use_trivialization) {
  const Tensor weight = nn::detail::own_tensor(module, name);
  TORCHPP_CHECK_VALUE(weight.dim() >= 2, "Expected a matrix or batch of matrices. Got a tensor of ", weight.dim(),
                      " dimensions.");
  Map map = weight.size(-2) == weight.size(-1) || weight.is_complex() ? Map::kMatrixExp : Map::kHouseholder;
  if (orthogonal_map) {
    TORCHPP_CHECK_VALUE(
        *orthogonal_map == "matrix_exp" || *orthogonal_map == "cayley" || *orthogonal_map == "householder",
        "orthogonal_map has to be one of \"matrix_exp\", \"cayley\", \"householder\". Got: ", *orthogonal_map);
    map = *orthogonal_map == "matrix_exp" ? Map::kMatrixExp
          : *orthogonal_map == "cayley"   ? Map::kCayley
                                          : Map::kHouseholder;
  }
  TORCHPP_CHECK_VALUE(map != Map::kHouseholder || !weight.is_complex(),
                      "The householder parametrization does not support complex tensors.");
  if (use_trivialization || map == Map::kHouseholder)
    parametrize::register_parametrization(module, name,
                                          std::make_shared<InvertibleOrthogonalImpl>(map, use_trivialization), true);
  else parametrize::register_parametrization(module, name, std::make_shared<OrthogonalImpl>(map, false), true);
}

}  // namespace torchpp::nn::utils::parametrizations
