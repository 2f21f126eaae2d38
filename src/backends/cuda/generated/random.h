// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/random.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct DrawPlan;
struct MultinomialPlan;

}  // namespace torchpp

namespace torchpp::cuda {

Tensor uniform(Out out, const Tensor& self, double from, double to, const Generator& generator);
Tensor normal(Out out, const Tensor& self, double mean, double std, const Generator& generator);
Tensor log_normal(Out out, const Tensor& self, double mean, double std, const Generator& generator);
Tensor exponential(Out out, const Tensor& self, double lambd, const Generator& generator);
Tensor cauchy(Out out, const Tensor& self, double median, double sigma, const Generator& generator);
Tensor geometric(Out out, const Tensor& self, double p, const Generator& generator);
Tensor random(Out out, const Tensor& self, const Generator& generator);
Tensor random_from(Out out, const Tensor& self, int64_t from, optional<int64_t> to, const Generator& generator);
Tensor bernoulli_tensor(Out out, const Tensor& self, const Tensor& p, const Generator& generator);
Tensor bernoulli_float(Out out, const Tensor& self, double p, const Generator& generator);
void poisson(const DrawPlan& plan, const Tensor& self, const Generator& generator);
void binomial(const DrawPlan& plan, const Tensor& count, const Tensor& prob, const Generator& generator);
void standard_gamma(const DrawPlan& plan, const Tensor& self, const Generator& generator);
void multinomial(const MultinomialPlan& plan, const Tensor& self, int64_t num_samples, bool replacement, const Generator& generator);

}  // namespace torchpp::cuda

