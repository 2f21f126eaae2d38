// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/init.h>
#include <torchpp/nn/utils.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/decomposition.h>

#include <algorithm>
#include <cmath>

namespace torchpp::nn {

namespace {
thread_local bool skips_init = false;  // see utils::skip_init
}  // namespace

utils::detail::SkipInit::SkipInit() : outer_(skips_init) { skips_init = true; }
utils::detail::SkipInit::~SkipInit() { skips_init = outer_; }

namespace init {

namespace {

double fan_of(const Tensor& tensor, const FanModeType& mode) {
  const auto [fan_in, fan_out] = _calculate_fan_in_and_fan_out(tensor);
  return static_cast<double>(enumtype::holds_alternative<enumtype::kFanIn>(mode) ? fan_in : fan_out);
}

double xavier_std(const Tensor& tensor, double gain) {
  const auto [fan_in, fan_out] = _calculate_fan_in_and_fan_out(tensor);
  return gain * std::sqrt(2.0 / static_cast<double>(fan_in + fan_out));
}

}  // namespace

double calculate_gain(NonlinearityType nonlinearity, double param) {
  if (enumtype::holds_alternative<enumtype::kTanh>(nonlinearity)) return 5.0 / 3.0;
  if (enumtype::holds_alternative<enumtype::kReLU>(nonlinearity)) return std::sqrt(2.0);
  if (enumtype::holds_alternative<enumtype::kLeakyReLU>(nonlinearity)) return std::sqrt(2.0 / (1 + param * param));
  if (enumtype::holds_alternative<enumtype::kSELU>(nonlinearity)) return 0.75;
  return 1;
}

Tensor constant_(Tensor tensor, Scalar value) {
  if (skips_init) return tensor;
  NoGradGuard no_grad;
  return tensor.fill_(value);
}

Tensor ones_(Tensor tensor) { return constant_(std::move(tensor), 1); }

Tensor zeros_(Tensor tensor) {
  if (skips_init) return tensor;
  NoGradGuard no_grad;
  return tensor.zero_();
}

Tensor uniform_(Tensor tensor, double low, double high) {
  if (skips_init) return tensor;
  NoGradGuard no_grad;
  return tensor.uniform_(low, high);
}

Tensor normal_(Tensor tensor, double mean, double std) {
  if (skips_init) return tensor;
  NoGradGuard no_grad;
  return tensor.normal_(mean, std);
}

namespace {

// Inverse error function: the logarithmic first guess of S. Winitzki, then Newton steps, which double the digits.
double inverse_erf(double y) {
  if (y <= -1) return -HUGE_VAL;
  if (y >= 1) return HUGE_VAL;
  const double l = std::log1p(-y * y), t = 2 / (M_PI * 0.147) + l / 2;
  double x = std::copysign(std::sqrt(std::sqrt(t * t - l / 0.147) - t), y);
  for (int i = 0; i < 4; ++i) x -= (std::erf(x) - y) * std::sqrt(M_PI) / 2 * std::exp(x * x);
  return x;
}

template <class T>
void erfinv_inplace(T* values, int64_t n) {
  for (int64_t i = 0; i < n; ++i) values[i] = static_cast<T>(inverse_erf(static_cast<double>(values[i])));
}

}  // namespace

Tensor trunc_normal_(Tensor tensor, double mean, double std, double a, double b) {
  NoGradGuard no_grad;
  const auto below = [&](double x) { return (1 + std::erf((x - mean) / std / std::sqrt(2.0))) / 2; };
  tensor.uniform_(2 * below(a) - 1, 2 * below(b) - 1);
  // The inverse in double and on the CPU, for all dtypes and devices: accurate in the tails.
  Tensor wide = tensor.to(Device(kCPU), kDouble, /*non_blocking=*/false, /*copy=*/true).contiguous();
  erfinv_inplace(wide.data_ptr<double>(), wide.numel());
  return tensor.copy_(wide.mul_(std * std::sqrt(2.0)).add_(mean).clamp_(Scalar(a), Scalar(b)));
}

Tensor eye_(Tensor matrix) {
  NoGradGuard no_grad;
  TORCHPP_CHECK(matrix.dim() == 2, "Only tensors with 2 dimensions are supported, got ", matrix.dim());
  matrix.zero_();
  matrix.diagonal().fill_(1);
  return matrix;
}

Tensor dirac_(Tensor tensor, int64_t groups) {
  NoGradGuard no_grad;
  TORCHPP_CHECK(tensor.dim() >= 3 && tensor.dim() <= 5, "Only tensors with 3, 4, or 5 dimensions are supported, got ",
                tensor.dim());
  TORCHPP_CHECK(groups > 0 && tensor.size(0) % groups == 0, "dim 0 must be divisible by groups, got ", tensor.size(0),
                " and ", groups);
  const int64_t per_group = tensor.size(0) / groups;
  tensor.zero_();
  for (int64_t g = 0; g < groups; ++g) {
    for (int64_t d = 0; d < std::min(per_group, tensor.size(1)); ++d) {
      Tensor centre = tensor.select(0, g * per_group + d).select(0, d);
      while (centre.dim() > 0) centre = centre.select(0, centre.size(0) / 2);
      centre.fill_(1);
    }
  }
  return tensor;
}

Tensor sparse_(Tensor tensor, double sparsity, double std) {
  NoGradGuard no_grad;
  TORCHPP_CHECK(tensor.dim() == 2, "Only tensors with 2 dimensions are supported, got ", tensor.dim());
  const int64_t rows = tensor.size(0);
  const auto zeros = static_cast<int64_t>(std::ceil(sparsity * static_cast<double>(rows)));
  tensor.normal_(0, std);
  for (int64_t column = 0; column < tensor.size(1); ++column) {
    const Tensor chosen = randperm(rows, kLong).narrow(0, 0, zeros).to(tensor.device());
    tensor.select(1, column).index_fill_(0, chosen, 0);
  }
  return tensor;
}

Tensor orthogonal_(Tensor tensor, double gain) {
  NoGradGuard no_grad;
  TORCHPP_CHECK(tensor.dim() >= 2, "Only tensors with 2 or more dimensions are supported, got ", tensor.dim());
  if (skips_init || tensor.numel() == 0) return tensor;
  const int64_t rows = tensor.size(0), columns = tensor.numel() / rows;
  const bool wide = rows < columns;
  Tensor normal = torchpp::empty({rows, columns}, tensor.options()).normal_(0, 1);
  // In double and on the CPU, for all dtypes and devices. Positive numbers on the diagonal of R make Q unique.
  const Tensor matrix = normal.to(Device(kCPU), kDouble);
  const auto [q, r] = linalg_qr(wide ? matrix.t() : matrix);
  const Tensor columns_of_q = q * r.diagonal().sign();
  return tensor.copy_((wide ? columns_of_q.t() : columns_of_q).reshape(tensor.sizes())).mul_(gain);
}

Tensor xavier_uniform_(Tensor tensor, double gain) {
  const double bound = std::sqrt(3.0) * xavier_std(tensor, gain);
  return uniform_(std::move(tensor), -bound, bound);
}

Tensor xavier_normal_(Tensor tensor, double gain) {
  const double std = xavier_std(tensor, gain);
  return normal_(std::move(tensor), 0, std);
}

Tensor kaiming_uniform_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  const double std = calculate_gain(nonlinearity, a) / std::sqrt(fan_of(tensor, mode));
  const double bound = std::sqrt(3.0) * std;
  return uniform_(std::move(tensor), -bound, bound);
}

Tensor kaiming_normal_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  const double std = calculate_gain(nonlinearity, a) / std::sqrt(fan_of(tensor, mode));
  return normal_(std::move(tensor), 0, std);
}

std::tuple<int64_t, int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor) {
  TORCHPP_CHECK(tensor.dim() >= 2,
                "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions, got ", tensor.dim());
  int64_t kernel = 1;
  for (int64_t d = 2; d < tensor.dim(); ++d) kernel *= tensor.size(d);
  return {tensor.size(1) * kernel, tensor.size(0) * kernel};
}

}  // namespace init
}  // namespace torchpp::nn
