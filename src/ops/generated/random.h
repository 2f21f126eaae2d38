// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/random.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct DrawPlan;
struct MultinomialPlan;

namespace op {

inline namespace T_of_out_T_d_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, double, const Generator&)> uniform; }
inline namespace T_of_out_T_d_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, double, const Generator&)> normal; }
inline namespace T_of_out_T_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, const Generator&)> normal_Tensor_float; }
inline namespace T_of_out_d_T_g { extern OwnOp<Tensor(Out, double, const Tensor&, const Generator&)> normal_float_Tensor; }
inline namespace T_of_out_T_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Generator&)> normal_Tensor_Tensor; }
inline namespace T_of_d_d_is_g_p { extern OwnOp<Tensor(double, double, IntArrayRef, const Generator&, TensorOptions)> normal_float_float; }
inline namespace T_of_d_d_is_g_T { extern OwnOp<Tensor(double, double, IntArrayRef, const Generator&, const Tensor&)> normal_float_float_out; }
inline namespace T_of_out_T_d_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, double, const Generator&)> log_normal; }
inline namespace T_of_out_T_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, const Generator&)> exponential; }
inline namespace T_of_out_T_d_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, double, const Generator&)> cauchy; }
inline namespace T_of_out_T_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, const Generator&)> geometric; }
inline namespace T_of_out_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Generator&)> random; }
inline namespace T_of_out_T_i_g { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Generator&)> random_to; }
inline namespace T_of_out_T_i_io_g { extern OwnOp<Tensor(Out, const Tensor&, int64_t, optional<int64_t>, const Generator&)> random_from; }
inline namespace T_of_out_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Generator&)> bernoulli; }
inline namespace T_of_out_T_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Generator&)> bernoulli_tensor; }
inline namespace T_of_out_T_d_g { extern OwnOp<Tensor(Out, const Tensor&, double, const Generator&)> bernoulli_float; }
inline namespace T_of_out_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Generator&)> poisson; }
inline namespace T_of_out_T_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Generator&)> binomial; }
inline namespace T_of_out_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Generator&)> standard_gamma; }
inline namespace T_of_out_T_g { extern OwnOp<Tensor(Out, const Tensor&, const Generator&)> sample_dirichlet; }
inline namespace T_of_out_T_S_S_b_g { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&, const Scalar&, bool, const Generator&)> rrelu; }
inline namespace T_of_out_T_T_S_S_b_g { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&, const Scalar&, bool, const Generator&)> rrelu_with_noise; }
inline namespace T_of_out_T_i_b_g { extern OwnOp<Tensor(Out, const Tensor&, int64_t, bool, const Generator&)> multinomial; }

}  // namespace op

namespace cpu {

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

}  // namespace cpu

namespace rule {

TORCHPP_API DrawPlan poisson(const Out& out, const Tensor& self, const Generator& generator);
TORCHPP_API DrawPlan binomial(const Out& out, const Tensor& count, const Tensor& prob, const Generator& generator);
TORCHPP_API DrawPlan standard_gamma(const Out& out, const Tensor& self, const Generator& generator);
TORCHPP_API MultinomialPlan multinomial(const Out& out, const Tensor& self, int64_t num_samples, bool replacement, const Generator& generator);

}  // namespace rule

namespace every_backend {

Tensor normal_Tensor_float(Out out, const Tensor& mean, double std, const Generator& generator);
Tensor normal_float_Tensor(Out out, double mean, const Tensor& std, const Generator& generator);
Tensor normal_Tensor_Tensor(Out out, const Tensor& mean, const Tensor& std, const Generator& generator);
Tensor sample_dirichlet(Out out, const Tensor& self, const Generator& generator);

}  // namespace every_backend

namespace composite {

Tensor normal_float_float(double mean, double std, IntArrayRef size, const Generator& generator, TensorOptions options);
Tensor normal_float_float_out(double mean, double std, IntArrayRef size, const Generator& generator, const Tensor& out);
Tensor random_to(Out out, const Tensor& self, int64_t to, const Generator& generator);
Tensor bernoulli(Out out, const Tensor& self, const Generator& generator);
Tensor bernoulli_half(const Tensor& self);
Tensor rrelu(Out out, const Tensor& self, const Scalar& lower, const Scalar& upper, bool training, const Generator& generator);
Tensor rrelu_with_noise(Out out, const Tensor& self, const Tensor& noise, const Scalar& lower, const Scalar& upper, bool training, const Generator& generator);

}  // namespace composite

namespace derivative {

Tensor uniform(Out out, const Tensor& self, double from, double to, const Generator& generator);
Tensor normal(Out out, const Tensor& self, double mean, double std, const Generator& generator);
Tensor normal_Tensor_float(Out out, const Tensor& mean, double std, const Generator& generator);
Tensor normal_float_Tensor(Out out, double mean, const Tensor& std, const Generator& generator);
Tensor normal_Tensor_Tensor(Out out, const Tensor& mean, const Tensor& std, const Generator& generator);
Tensor log_normal(Out out, const Tensor& self, double mean, double std, const Generator& generator);
Tensor exponential(Out out, const Tensor& self, double lambd, const Generator& generator);
Tensor cauchy(Out out, const Tensor& self, double median, double sigma, const Generator& generator);
Tensor geometric(Out out, const Tensor& self, double p, const Generator& generator);
Tensor random(Out out, const Tensor& self, const Generator& generator);
Tensor random_from(Out out, const Tensor& self, int64_t from, optional<int64_t> to, const Generator& generator);
Tensor bernoulli_tensor(Out out, const Tensor& self, const Tensor& p, const Generator& generator);
Tensor bernoulli_float(Out out, const Tensor& self, double p, const Generator& generator);
Tensor poisson(Out out, const Tensor& self, const Generator& generator);
Tensor binomial(Out out, const Tensor& count, const Tensor& prob, const Generator& generator);
Tensor standard_gamma(Out out, const Tensor& self, const Generator& generator);
Tensor sample_dirichlet(Out out, const Tensor& self, const Generator& generator);

}  // namespace derivative

}  // namespace torchpp
