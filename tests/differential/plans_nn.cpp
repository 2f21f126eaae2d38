// SPDX-License-Identifier: BSD-3-Clause
// Arguments of layers and of random numbers.
#include <algorithm>

#include "tests/differential/plan.h"

namespace differential {
namespace {

using Domain = OperatorTraits::Domain;

void time_convolution(Plan& p) {
  const int64_t in = p.random.between(1, 3), out = p.random.between(1, 3), kernel = p.random.between(1, 3);
  p.set_sizes("self", {p.random.between(kernel, 6), p.random.between(1, 3), in});
  p.set_sizes("weight", {kernel, in, out});
  p.set_sizes("bias", {out});
  p.set("pad", p.random.between(0, 2));
}

void bilinear(Plan& p) {
  const int64_t left = p.size(), right = p.size(), out = p.size();
  Sizes input = p.sizes(p.random.between(0, 2));
  p.set_sizes("weight", {out, left, right});
  p.set_sizes("bias", {out});
  input.push_back(left);
  p.set_sizes("input1", input);
  input.back() = right;
  p.set_sizes("input2", input);
}

void of_channels(Plan& p, int64_t channels) {
  for (const char* name : {"weight", "bias", "running_mean", "running_var"}) {
    p.set_sizes(name, {channels});
    if (p.random.chance(0.97)) p.set_dtype(name, p.dtype);
  }
  p.set_range("running_var", 0.1, 3);
  p.constant({"running_mean", "running_var"});
  p.set("momentum", 0.1);
  p.set("eps", p.random.one_of({1e-5, 1e-2}));
}

void normalization_of_channels(Plan& p) {
  p.limit_rank(p.schema.name == "instance_norm" ? 3 : 2, 5);
  for (int64_t& n : p.shape) n = p.random.chance(0.97) ? std::max<int64_t>(n, 1) : n;
  p.set_sizes("input", p.shape);
  of_channels(p, p.shape[1]);
  const bool statistics = p.random.chance(0.5);
  p.set("training", !statistics);
  p.set("use_input_stats", !statistics);
  if (statistics || p.random.chance(0.5)) p["running_mean"].present = p["running_var"].present = true;
  else p.absent("running_mean"), p.absent("running_var");
  p.set("cudnn_enabled", false);
}

void group_norm(Plan& p) {
  const int64_t groups = p.random.between(1, 3), channels = groups * p.random.between(1, 3);
  p.limit_rank(2, 5);
  p.shape[1] = channels;
  for (const char* name : {"input", "grad_out"}) p.set_sizes(name, p.shape);
  of_channels(p, channels);
  for (const char* name : {"mean", "rstd"}) {
    p.set_sizes(name, {p.shape[0], groups});
    p.set_dtype(name, p.dtype);
  }
  p.set_range("rstd", 0.1, 3);
  p.constant({"mean", "rstd"});
  int64_t spatial = 1;
  for (size_t d = 2; d < p.shape.size(); ++d) spatial *= p.shape[d];
  for (const char* name : {"num_groups", "group"}) p.set(name, groups);
  p.set("N", p.shape[0]);
  p.set("C", channels);
  p.set("HxW", spatial);
}

void feature_dropout(Plan& p) {
  p.limit_rank(2, 5);
  p.set_range("p", 0, 1);
}

void counts_and_probabilities(Plan& p) {
  if (p.schema.name == "poisson") p.set_range("self", 0, 8);
  p.set_range("count", 0, 12);
  for (int64_t i = 0; i < count_of(p.shape); ++i) p["count"].values.push_back(double(p.random.between(0, 12)));
  p.set_range("prob", 0, 1);
  for (const char* name : {"count", "prob"}) p.set_sizes(name, p.shape);
}

void parameters_of_gamma(Plan& p) {
  p.set_range("self", 0.1, 8);
  p.set_range("output", 0.1, 8);
  p.set_range("x", 0.05, 0.95);
  p.set_range("alpha", 0.1, 3);
  p.set_range("total", 3.5, 6);
}

void random_slope(Plan& p) {
  p.set_sizes("self", p.shape);
  p.set_sizes("noise", p.shape);
  p.set_dtype("noise", p.dtype);
  p.constant({"noise"});
  p.set_range("lower", 0, 0.3);
  p.set_range("upper", 0.3, 0.9);
}

void multinomial(Plan& p) {
  const int64_t classes = p.random.between(1, 6);
  p.set_sizes("self", p.random.chance(0.5) ? Sizes{classes} : Sizes{p.size(), classes});
  p.set_range("self", 0.01, 2);
  const bool replacement = p.random.chance(0.5);
  p.set("replacement", replacement);
  p.set("num_samples", p.random.between(1, replacement ? 9 : classes));
}

}  // namespace

PlanRows nn_rows() {
  return {
      {"conv_tbc", Domain::kFloating, kSums, time_convolution},
      {"bilinear", Domain::kFloatingOrComplex, kSums, bilinear},
      {"batch_norm instance_norm", Domain::kFloating, kSums | kCancels, normalization_of_channels},
      {"group_norm native_group_norm native_group_norm_backward", Domain::kFloating, kSums | kCancels, group_norm},
      {"feature_dropout feature_alpha_dropout", Domain::kFloating, kRandom, feature_dropout},

      {"poisson binomial", Domain::kFloating, kRandom, counts_and_probabilities},
      {"_standard_gamma _sample_dirichlet", Domain::kFloating, kRandom, parameters_of_gamma},
      {"_standard_gamma_grad _dirichlet_grad", Domain::kFloating, 0, parameters_of_gamma},
      {"rrelu rrelu_with_noise", Domain::kFloating, kRandom, random_slope},
      {"multinomial", Domain::kFloating, kRandom, multinomial},
  };
}

}  // namespace differential
