// SPDX-License-Identifier: BSD-3-Clause
#include "vision/draw.h"

#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/random.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace torchpp::vision::transforms {
namespace {

// A number from the gamma distribution of scale 1, in double. Source: Marsaglia and Tsang, "A simple method for
// generating gamma variables", 2000; for alpha below 1 by their section 6. Numbers are drawn in libtorch's order.
double draw_gamma(double alpha, const OptionalGenerator& generator) {
  const Tensor number = torchpp::empty({1}, kDouble);
  const auto uniform = [&] { return number.uniform_(0, 1, generator).item<double>(); };
  const auto normal = [&] { return number.normal_(0, 1, generator).item<double>(); };
  double scale = 1;
  if (alpha < 1) {
    scale = std::pow(1 - uniform(), 1 / alpha);
    alpha += 1;
  }
  const double d = alpha - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    double x = 0, y = 0;
    do {
      x = normal();
      y = 1 + c * x;
    } while (y <= 0);
    const double v = y * y * y, u = 1 - uniform(), xx = x * x;
    // The first test, which needs no logarithms, holds for most.
    if (u < 1 - 0.0331 * xx * xx || std::log(u) < 0.5 * xx + d * (1 - v + std::log(v))) return scale * d * v;
  }
}

}  // namespace

bool draw_chance(double p, const OptionalGenerator& generator) {
  return torchpp::rand({1}, generator, kFloat).item<float>() < static_cast<float>(p);
}
double draw_uniform(Range range, const OptionalGenerator& generator) {
  return torchpp::empty({1}, kFloat).uniform_(range.least, range.greatest, generator).item<float>();
}
int64_t draw_integer(int64_t low, int64_t high, const OptionalGenerator& generator) {
  return torchpp::randint(low, high, {1}, generator).item<int64_t>();
}

Tensor draw_dirichlet(int64_t rows, int64_t k, double alpha, const OptionalGenerator& generator) {
  TORCHPP_CHECK_VALUE(alpha > 0, "got alpha ", alpha, ", expected a positive number");
  const Tensor result = torchpp::empty({rows, k}, kFloat);
  float* out = result.data_ptr<float>();
  std::vector<double> gamma(static_cast<size_t>(k));
  for (int64_t i = 0; i < rows; ++i, out += k) {
    double sum = 0;
    for (double& g : gamma) sum += g = std::max(std::numeric_limits<double>::min(), draw_gamma(alpha, generator));
    for (int64_t j = 0; j < k; ++j)
      out[j] = std::min(std::nextafter(1.0f, 0.0f), std::max(std::numeric_limits<float>::min(),
                                                             static_cast<float>(gamma[static_cast<size_t>(j)] / sum)));
  }
  return result;
}

}  // namespace torchpp::vision::transforms
