// SPDX-License-Identifier: BSD-3-Clause
// Both forms of spectral normalisation: by a hook, and as a parametrization.
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/normalization.h>
#include <torchpp/nn/utils/parametrize.h>
#include <torchpp/nn/utils/weight_norm.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/linalg.h>

#include <ostream>

#include "modules/module_private.h"

namespace torchpp::nn::utils {

namespace {

const char kSpectralNorm[] = "spectral_norm";

Tensor unit(const Tensor& vector, double eps) {
  return functional::normalize(vector, functional::NormalizeFuncOptions().dim(0).eps(eps));
}

// The tensor as a matrix whose rows are those of `dim`.
Tensor as_matrix(const Tensor& weight, int64_t dim) {
  const Tensor rows_first = dim == 0 ? weight : weight.movedim(dim, 0);
  return rows_first.reshape({rows_first.size(0), -1});
}

int64_t default_dim(Module& module) {
  return module.as<ConvTranspose1d>() || module.as<ConvTranspose2d>() || module.as<ConvTranspose3d>() ? 1 : 0;
}

int64_t checked_dim(int64_t dim, const Tensor& weight) {
  TORCHPP_CHECK_INDEX(dim >= -weight.dim() && dim < weight.dim(),
                      "Dimension out of range (expected to be in range of [", -weight.dim(), ", ", weight.dim() - 1,
                      "] but got ", dim, ")");
  return dim < 0 ? dim + weight.dim() : dim;
}

// Copies of the vectors take part in the graph: the buffers change with the next call.
Tensor over_sigma(const Tensor& weight, const Tensor& matrix, const Tensor& u, const Tensor& v) {
  return weight / u.clone().dot(matrix.mv(v.clone()));
}

}  // namespace

void spectral_norm(Module& module, const std::string& name, int64_t n_power_iterations, double eps,
                   optional<int64_t> dim) {
  TORCHPP_CHECK_VALUE(n_power_iterations > 0,
                      "Expected n_power_iterations to be positive, but got n_power_iterations=", n_power_iterations);
  const Tensor present = nn::detail::own_tensor(module, name);
  const int64_t rows = checked_dim(dim.value_or(default_dim(module)), present);
  const Tensor matrix = as_matrix(present.detach(), rows);
  const Tensor u = unit(matrix.new_empty({matrix.size(0)}).normal_(0, 1), eps);
  const Tensor v = unit(matrix.new_empty({matrix.size(1)}).normal_(0, 1), eps);
  const Tensor original = present.detach();
  const bool requires_grad = present.requires_grad();
  const auto compute = [=](Module& m) {
    const Tensor weight = nn::detail::own_tensor(m, name + "_orig"), rows_of = as_matrix(weight, rows);
    const Tensor left = nn::detail::own_tensor(m, name + "_u"), right = nn::detail::own_tensor(m, name + "_v");
    if (m.is_training()) {
      const NoGradGuard no_grad;
      for (int64_t i = 0; i < n_power_iterations; ++i) {
        right.copy_(unit(rows_of.t().mv(left), eps));
        left.copy_(unit(rows_of.mv(right), eps));
      }
    }
    return over_sigma(weight, rows_of, left, right);
  };
  nn::detail::add_computed(module, name, {"_orig", "_u", "_v"}, kSpectralNorm, compute, original);
  module.register_parameter(name + "_orig", original, requires_grad);
  module.register_buffer(name + "_u", u);
  module.register_buffer(name + "_v", v);
}

void remove_spectral_norm(Module& module, const std::string& name) {
  nn::detail::ComputedTensor* computed = nn::detail::find_computed(module, name);
  TORCHPP_CHECK_VALUE(computed != nullptr && computed->method == kSpectralNorm, "spectral_norm of '", name,
                      "' not found in ", module.name());
  const NoGradGuard no_grad;
  const bool was_training = module.is_training();
  const Tensor original = nn::detail::own_tensor(module, name + "_orig");
  nn::ModuleAccess::set_training(module, false);  // no further step of the estimate
  const Tensor weight = computed->compute(module);
  nn::ModuleAccess::set_training(module, was_training);
  for (const char* part : {"_orig", "_u", "_v"}) nn::detail::forget_tensor(module, name + part);
  nn::detail::remove_computed(module, name, weight, original.requires_grad(), original);
}

namespace parametrizations {

namespace {

class SpectralNormImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  SpectralNormImpl(const Tensor& weight, int64_t n_power_iterations, int64_t dim, double eps)
      : n_power_iterations_(n_power_iterations), dim_(dim), eps_(eps), is_vector_(weight.dim() == 1) {
    SpectralNormImpl::reset();
    if (is_vector_) return;
    const NoGradGuard no_grad;
    const Tensor matrix = as_matrix(weight, dim);
    u_.set_data(unit(matrix.new_empty({matrix.size(0)}).normal_(0, 1), eps));
    v_.set_data(unit(matrix.new_empty({matrix.size(1)}).normal_(0, 1), eps));
    improve(matrix, 15);
  }
  void reset() override {
    if (is_vector_) return;
    u_ = register_buffer("_u", torchpp::empty({0}));
    v_ = register_buffer("_v", torchpp::empty({0}));
  }
  void pretty_print(std::ostream& stream) const override {
    stream << "torch::nn::utils::parametrizations::SpectralNorm()";
  }
  Tensor forward(const Tensor& weight) {
    if (is_vector_) return unit(weight, eps_);
    const Tensor matrix = as_matrix(weight, dim_);
    if (is_training()) improve(matrix, n_power_iterations_);
    return over_sigma(weight, matrix, u_, v_);
  }
  // The value may have any spectral norm: the next call divides by it.
  Tensor right_inverse(const Tensor& value) { return value; }

 private:
  void improve(const Tensor& matrix, int64_t steps) {
    const NoGradGuard no_grad;
    for (int64_t i = 0; i < steps; ++i) {
      u_.copy_(unit(matrix.mv(v_), eps_));
      v_.copy_(unit(matrix.t().mv(u_), eps_));
    }
  }

  int64_t n_power_iterations_, dim_;
  double eps_;
  bool is_vector_;
  Tensor u_, v_;  // estimates of the first singular vectors
};
TORCHPP_DEFINE_CLONE(SpectralNormImpl)

}  // namespace

void spectral_norm(Module& module, const std::string& name, int64_t n_power_iterations, double eps,
                   optional<int64_t> dim) {
  TORCHPP_CHECK_VALUE(n_power_iterations > 0,
                      "Expected n_power_iterations to be positive, but got n_power_iterations=", n_power_iterations);
  nn::detail::ComputedTensor* computed = nn::detail::find_computed(module, name);
  const Tensor weight = (computed != nullptr ? computed->place : nn::detail::own_tensor(module, name)).detach();
  const int64_t rows = checked_dim(dim.value_or(default_dim(module)), weight);
  parametrize::register_parametrization(module, name,
                                        std::make_shared<SpectralNormImpl>(weight, n_power_iterations, rows, eps));
}

}  // namespace parametrizations
}  // namespace torchpp::nn::utils
