// SPDX-License-Identifier: BSD-3-Clause
// Linear regression of one column of a table by the others, and a polynomial through noisy points, both with L-BFGS:
// a closure that computes the loss, parameters without a module, and a plot in the terminal.

#include <torchpp/torchpp.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "iris/table.h"
#include "support/arguments.h"

namespace {

namespace nn = torchpp::nn;
using torchpp::Tensor;

struct {
  int64_t points = 60, degree = 5, seed = 1;
  double noise = .1;
} options;

/// Brings the parameters to the least of the loss. Returns it.
template <class Loss>
double minimize(const std::vector<Tensor>& parameters, const Loss& loss) {
  torchpp::optim::LBFGS optimizer(parameters,
                                  torchpp::optim::LBFGSOptions(1).max_iter(100).line_search_fn("strong_wolfe"));
  for (int i = 0; i < 5; ++i)
    optimizer.step([&] {
      optimizer.zero_grad();
      Tensor value = loss();
      value.backward();
      return value;
    });
  return loss().template item<double>();
}

void linear() {
  auto* bytes = const_cast<unsigned char*>(&iris::kTable[0][0]);
  const Tensor table =
      torchpp::from_blob(bytes, {iris::kFlowers, iris::kNumbers}, torchpp::kByte).to(torchpp::kDouble) / 10;
  const Tensor x = table.slice(1, 0, 3), y = table.slice(1, 3);
  nn::Linear net(3, 1);
  net->to(torchpp::kDouble);
  const double error = minimize(net->parameters(), [&] { return torchpp::mse_loss(net(x), y); });
  const double variance = y.var(/*unbiased=*/false).item<double>();
  std::printf("Linear: petal width = %.4f", net->bias.item<double>());
  for (int64_t i = 0; i < 3; ++i) std::printf(" %+.4f * %s", net->weight[0][i].item<double>(), iris::kNumberNames[i]);
  std::printf("\nThis explains %.2f %% of the variance; the deviation that is left is %.3f cm.\n",
              100 * (1 - error / variance), std::sqrt(error));
}

double truth(double x) { return std::sin(3 * x) - x / 2; }

void polynomial() {
  const Tensor x = torchpp::linspace(-1, 1, options.points, torchpp::kDouble);
  const Tensor y = torchpp::sin(3 * x) - x / 2 + options.noise * torchpp::randn_like(x);
  // 1, x, x^2, ...; the weights start at 0.
  const Tensor powers = torchpp::vander(x, options.degree + 1, /*increasing=*/true);
  const Tensor weights = torchpp::zeros({options.degree + 1}, x.options().requires_grad(true));
  const double error = minimize({weights}, [&] { return torchpp::mse_loss(torchpp::mv(powers, weights), y); });
  std::printf("\nPolynomial of degree %lld through %lld points of sin(3x) - x/2, with noise of deviation %g:\n",
              static_cast<long long>(options.degree), static_cast<long long>(options.points), options.noise);
  for (int64_t i = 0; i <= options.degree; ++i)
    std::printf("%s%+.4f x^%lld", i == 0 ? "  y = " : " ", weights[i].item<double>(), static_cast<long long>(i));

  const torchpp::NoGradGuard no_grad;
  const Tensor fitted = torchpp::mv(powers, weights);
  constexpr int kRows = 17, kColumns = 61;
  std::vector<std::string> plot(kRows, std::string(kColumns, ' '));
  const auto mark = [&](double at, double value, char c) {
    const long row = std::lround((1.2 - value) / 2.4 * (kRows - 1)),
               column = std::lround((at + 1) / 2 * (kColumns - 1));
    if (row >= 0 && row < kRows) plot[static_cast<size_t>(row)][static_cast<size_t>(column)] = c;
  };
  double worst = 0;
  for (int64_t i = 0; i < options.points; ++i) {
    const double at = x[i].item<double>(), value = fitted[i].item<double>();
    mark(at, y[i].item<double>(), '.');
    mark(at, value, 'o');
    worst = std::max(worst, std::abs(value - truth(at)));
  }
  std::puts("\n");
  for (const std::string& row : plot) std::printf("  %s\n", row.c_str());
  std::printf(
      "Deviation of the points (.) from the curve (o): %.4f. Greatest distance of the curve from the truth: %.4f.\n",
      std::sqrt(error), worst);
}

void run() {
  torchpp::set_num_threads(1);  // a few small rows: nothing to share
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  linear();
  polynomial();
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(argc, argv, "Fits a plane to measured flowers and a polynomial to noisy points.",
                               {{"points", &options.points, "points of the polynomial", 2},
                                {"degree", &options.degree, "its degree"},
                                {"noise", &options.noise, "standard deviation of the noise"},
                                {"seed", &options.seed, "of noise and weights"}},
                               run);
}
