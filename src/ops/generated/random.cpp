// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/random.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/random.h>

#include "src/ops/forward.h"
#include "src/ops/generated/random.h"
#include "src/ops/random_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

Tensor random_to(Out out, const Tensor& self, int64_t to, const Generator& generator) {
  return op::random_from(out, self, 0, to, generator);
}

}  // namespace composite

namespace op {

inline namespace T_of_out_T_d_d_g {
TORCHPP_CONSTINIT decltype(op::uniform) uniform(
    "uniform(Tensor self, float from=0, float to=1, *, Generator? generator=None) -> Tensor",
    &cpu::uniform, &derivative::uniform, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_d_d_g {
TORCHPP_CONSTINIT decltype(op::normal) normal(
    "normal_functional(Tensor self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor",
    &cpu::normal, &derivative::normal, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_d_g {
TORCHPP_CONSTINIT decltype(op::normal_Tensor_float) normal_Tensor_float(decltype(op::normal_Tensor_float)::AllBackends(),
    "normal.Tensor_float(Tensor mean, float std=1, *, Generator? generator=None) -> Tensor",
    &every_backend::normal_Tensor_float, &derivative::normal_Tensor_float, OpTraits{false, true, false, true, false});
}
inline namespace T_of_out_d_T_g {
TORCHPP_CONSTINIT decltype(op::normal_float_Tensor) normal_float_Tensor(decltype(op::normal_float_Tensor)::AllBackends(),
    "normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor",
    &every_backend::normal_float_Tensor, &derivative::normal_float_Tensor, OpTraits{false, true, false, true, false});
}
inline namespace T_of_out_T_T_g {
TORCHPP_CONSTINIT decltype(op::normal_Tensor_Tensor) normal_Tensor_Tensor(decltype(op::normal_Tensor_Tensor)::AllBackends(),
    "normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor",
    &every_backend::normal_Tensor_Tensor, &derivative::normal_Tensor_Tensor, OpTraits{false, true, false, true, false});
}
inline namespace T_of_d_d_is_g_p {
TORCHPP_CONSTINIT decltype(op::normal_float_float) normal_float_float(decltype(op::normal_float_float)::AllBackends(),
    "normal.float_float(float mean, float std, int[] size, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::normal_float_float, &composite::normal_float_float, OpTraits{false, false, false, true, true});
}
inline namespace T_of_d_d_is_g_T {
TORCHPP_CONSTINIT decltype(op::normal_float_float_out) normal_float_float_out(decltype(op::normal_float_float_out)::AllBackends(),
    "normal.float_float_out(float mean, float std, int[] size, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::normal_float_float_out, &composite::normal_float_float_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_d_d_g {
TORCHPP_CONSTINIT decltype(op::log_normal) log_normal(
    "log_normal(Tensor self, float mean=1, float std=2, *, Generator? generator=None) -> Tensor",
    &cpu::log_normal, &derivative::log_normal, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_d_g {
TORCHPP_CONSTINIT decltype(op::exponential) exponential(
    "exponential(Tensor self, float lambd=1, *, Generator? generator=None) -> Tensor",
    &cpu::exponential, &derivative::exponential, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_d_d_g {
TORCHPP_CONSTINIT decltype(op::cauchy) cauchy(
    "cauchy(Tensor self, float median=0, float sigma=1, *, Generator? generator=None) -> Tensor",
    &cpu::cauchy, &derivative::cauchy, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_d_g {
TORCHPP_CONSTINIT decltype(op::geometric) geometric(
    "geometric(Tensor self, float p, *, Generator? generator=None) -> Tensor",
    &cpu::geometric, &derivative::geometric, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_g {
TORCHPP_CONSTINIT decltype(op::random) random(
    "random(Tensor self, *, Generator? generator=None) -> Tensor",
    &cpu::random, &derivative::random, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_i_g {
TORCHPP_CONSTINIT decltype(op::random_to) random_to(decltype(op::random_to)::AllBackends(),
    "random.to(Tensor self, int to, *, Generator? generator=None) -> Tensor",
    &composite::random_to, &composite::random_to, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_i_io_g {
TORCHPP_CONSTINIT decltype(op::random_from) random_from(
    "random.from(Tensor self, int from, int? to, *, Generator? generator=None) -> Tensor",
    &cpu::random_from, &derivative::random_from, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_g {
TORCHPP_CONSTINIT decltype(op::bernoulli) bernoulli(decltype(op::bernoulli)::AllBackends(),
    "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor",
    &composite::bernoulli, &composite::bernoulli, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_g {
TORCHPP_CONSTINIT decltype(op::bernoulli_tensor) bernoulli_tensor(
    "bernoulli.Tensor(Tensor self, Tensor p, *, Generator? generator=None) -> Tensor",
    &cpu::bernoulli_tensor, &derivative::bernoulli_tensor, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_d_g {
TORCHPP_CONSTINIT decltype(op::bernoulli_float) bernoulli_float(
    "bernoulli.p|float_out|float(Tensor self, float p=0.5, *, Generator? generator=None) -> Tensor",
    &cpu::bernoulli_float, &derivative::bernoulli_float, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_g {
TORCHPP_CONSTINIT decltype(op::poisson) poisson(
    "poisson(Tensor self, Generator? generator=None) -> Tensor",
    &Structured<&rule::poisson, &cpu::poisson>::call, &derivative::poisson, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_g {
TORCHPP_CONSTINIT decltype(op::binomial) binomial(
    "binomial(Tensor count, Tensor prob, Generator? generator=None) -> Tensor",
    &Structured<&rule::binomial, &cpu::binomial>::call, &derivative::binomial, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_g {
TORCHPP_CONSTINIT decltype(op::standard_gamma) standard_gamma(
    "_standard_gamma(Tensor self, Generator? generator=None) -> Tensor",
    &Structured<&rule::standard_gamma, &cpu::standard_gamma>::call, &derivative::standard_gamma, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_g {
TORCHPP_CONSTINIT decltype(op::sample_dirichlet) sample_dirichlet(decltype(op::sample_dirichlet)::AllBackends(),
    "_sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor",
    &every_backend::sample_dirichlet, &derivative::sample_dirichlet, OpTraits{false, true, false, true, false});
}
inline namespace T_of_out_T_S_S_b_g {
TORCHPP_CONSTINIT decltype(op::rrelu) rrelu(decltype(op::rrelu)::AllBackends(),
    "rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor",
    &composite::rrelu, &composite::rrelu, OpTraits{true, false, false, true, true});
}
inline namespace T_of_out_T_T_S_S_b_g {
TORCHPP_CONSTINIT decltype(op::rrelu_with_noise) rrelu_with_noise(decltype(op::rrelu_with_noise)::AllBackends(),
    "rrelu_with_noise(Tensor self, Tensor noise, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor",
    &composite::rrelu_with_noise, &composite::rrelu_with_noise, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_i_b_g {
TORCHPP_CONSTINIT decltype(op::multinomial) multinomial(
    "multinomial(Tensor self, int num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor",
    &Structured<&rule::multinomial, &cpu::multinomial>::call, nullptr, OpTraits{false, true, true, false, false});
}

}  // namespace op

Tensor& Tensor::uniform_(double from, double to, const optional<Generator>& generator) const {
  op::uniform(Out::in_place(*this), *this, from, to, or_undefined(generator));
  return writable(*this);
}
Tensor uniform(const Tensor& self, double from, double to, const optional<Generator>& generator) {
  return op::uniform(Out(), self, from, to, or_undefined(generator));
}
Tensor& uniform_out(Tensor& out, const Tensor& self, double from, double to, const optional<Generator>& generator) {
  op::uniform(Out::to(out), self, from, to, or_undefined(generator));
  return out;
}
Tensor& Tensor::normal_(double mean, double std, const optional<Generator>& generator) const {
  op::normal(Out::in_place(*this), *this, mean, std, or_undefined(generator));
  return writable(*this);
}
Tensor normal_functional(const Tensor& self, double mean, double std, const optional<Generator>& generator) {
  return op::normal(Out(), self, mean, std, or_undefined(generator));
}
Tensor& normal_out(Tensor& out, const Tensor& self, double mean, double std, const optional<Generator>& generator) {
  op::normal(Out::to(out), self, mean, std, or_undefined(generator));
  return out;
}
Tensor normal(const Tensor& mean, double std, const optional<Generator>& generator) {
  return op::normal_Tensor_float(Out(), mean, std, or_undefined(generator));
}
Tensor& normal_out(Tensor& out, const Tensor& mean, double std, const optional<Generator>& generator) {
  op::normal_Tensor_float(Out::to(out), mean, std, or_undefined(generator));
  return out;
}
Tensor normal(double mean, const Tensor& std, const optional<Generator>& generator) {
  return op::normal_float_Tensor(Out(), mean, std, or_undefined(generator));
}
Tensor& normal_out(Tensor& out, double mean, const Tensor& std, const optional<Generator>& generator) {
  op::normal_float_Tensor(Out::to(out), mean, std, or_undefined(generator));
  return out;
}
Tensor normal(const Tensor& mean, const Tensor& std, const optional<Generator>& generator) {
  return op::normal_Tensor_Tensor(Out(), mean, std, or_undefined(generator));
}
Tensor& normal_out(Tensor& out, const Tensor& mean, const Tensor& std, const optional<Generator>& generator) {
  op::normal_Tensor_Tensor(Out::to(out), mean, std, or_undefined(generator));
  return out;
}
Tensor normal(double mean, double std, IntArrayRef size, const optional<Generator>& generator, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::normal_float_float.call_cold(mean, std, size, or_undefined(generator), options)
      : composite::normal_float_float(mean, std, size, or_undefined(generator), options), options);
}
Tensor& normal_out(Tensor& out, double mean, double std, IntArrayRef size, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::normal_float_float_out.call_cold(mean, std, size, or_undefined(generator), out)
      : composite::normal_float_float_out(mean, std, size, or_undefined(generator), out);
  return out;
}
Tensor& Tensor::log_normal_(double mean, double std, const optional<Generator>& generator) const {
  op::log_normal(Out::in_place(*this), *this, mean, std, or_undefined(generator));
  return writable(*this);
}
Tensor log_normal(const Tensor& self, double mean, double std, const optional<Generator>& generator) {
  return op::log_normal(Out(), self, mean, std, or_undefined(generator));
}
Tensor& log_normal_out(Tensor& out, const Tensor& self, double mean, double std, const optional<Generator>& generator) {
  op::log_normal(Out::to(out), self, mean, std, or_undefined(generator));
  return out;
}
Tensor& Tensor::exponential_(double lambd, const optional<Generator>& generator) const {
  op::exponential(Out::in_place(*this), *this, lambd, or_undefined(generator));
  return writable(*this);
}
Tensor exponential(const Tensor& self, double lambd, const optional<Generator>& generator) {
  return op::exponential(Out(), self, lambd, or_undefined(generator));
}
Tensor& exponential_out(Tensor& out, const Tensor& self, double lambd, const optional<Generator>& generator) {
  op::exponential(Out::to(out), self, lambd, or_undefined(generator));
  return out;
}
Tensor& Tensor::cauchy_(double median, double sigma, const optional<Generator>& generator) const {
  op::cauchy(Out::in_place(*this), *this, median, sigma, or_undefined(generator));
  return writable(*this);
}
Tensor cauchy(const Tensor& self, double median, double sigma, const optional<Generator>& generator) {
  return op::cauchy(Out(), self, median, sigma, or_undefined(generator));
}
Tensor& cauchy_out(Tensor& out, const Tensor& self, double median, double sigma, const optional<Generator>& generator) {
  op::cauchy(Out::to(out), self, median, sigma, or_undefined(generator));
  return out;
}
Tensor& Tensor::geometric_(double p, const optional<Generator>& generator) const {
  op::geometric(Out::in_place(*this), *this, p, or_undefined(generator));
  return writable(*this);
}
Tensor geometric(const Tensor& self, double p, const optional<Generator>& generator) {
  return op::geometric(Out(), self, p, or_undefined(generator));
}
Tensor& geometric_out(Tensor& out, const Tensor& self, double p, const optional<Generator>& generator) {
  op::geometric(Out::to(out), self, p, or_undefined(generator));
  return out;
}
Tensor& Tensor::random_(const optional<Generator>& generator) const {
  op::random(Out::in_place(*this), *this, or_undefined(generator));
  return writable(*this);
}
Tensor random(const Tensor& self, const optional<Generator>& generator) {
  return op::random(Out(), self, or_undefined(generator));
}
Tensor& random_out(Tensor& out, const Tensor& self, const optional<Generator>& generator) {
  op::random(Out::to(out), self, or_undefined(generator));
  return out;
}
Tensor& Tensor::random_(int64_t to, const optional<Generator>& generator) const {
  detail::modes_listen()
      ? op::random_to.call_cold(Out::in_place(*this), *this, to, or_undefined(generator))
      : composite::random_to(Out::in_place(*this), *this, to, or_undefined(generator));
  return writable(*this);
}
Tensor random(const Tensor& self, int64_t to, const optional<Generator>& generator) {
  return detail::modes_listen()
      ? op::random_to.call_cold(Out(), self, to, or_undefined(generator))
      : composite::random_to(Out(), self, to, or_undefined(generator));
}
Tensor& random_out(Tensor& out, const Tensor& self, int64_t to, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::random_to.call_cold(Out::to(out), self, to, or_undefined(generator))
      : composite::random_to(Out::to(out), self, to, or_undefined(generator));
  return out;
}
Tensor& Tensor::random_(int64_t from, optional<int64_t> to, const optional<Generator>& generator) const {
  op::random_from(Out::in_place(*this), *this, from, to, or_undefined(generator));
  return writable(*this);
}
Tensor random(const Tensor& self, int64_t from, optional<int64_t> to, const optional<Generator>& generator) {
  return op::random_from(Out(), self, from, to, or_undefined(generator));
}
Tensor& random_out(Tensor& out, const Tensor& self, int64_t from, optional<int64_t> to,
                   const optional<Generator>& generator) {
  op::random_from(Out::to(out), self, from, to, or_undefined(generator));
  return out;
}
Tensor Tensor::bernoulli(const optional<Generator>& generator) const {
  return detail::modes_listen()
      ? op::bernoulli.call_cold(Out(), *this, or_undefined(generator))
      : composite::bernoulli(Out(), *this, or_undefined(generator));
}
Tensor bernoulli(const Tensor& self, const optional<Generator>& generator) {
  return detail::modes_listen()
      ? op::bernoulli.call_cold(Out(), self, or_undefined(generator))
      : composite::bernoulli(Out(), self, or_undefined(generator));
}
Tensor& bernoulli_out(Tensor& out, const Tensor& self, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::bernoulli.call_cold(Out::to(out), self, or_undefined(generator))
      : composite::bernoulli(Out::to(out), self, or_undefined(generator));
  return out;
}
Tensor& Tensor::bernoulli_(const Tensor& p, const optional<Generator>& generator) const {
  op::bernoulli_tensor(Out::in_place(*this), *this, p, or_undefined(generator));
  return writable(*this);
}
Tensor bernoulli(const Tensor& self, const Tensor& p, const optional<Generator>& generator) {
  return op::bernoulli_tensor(Out(), self, p, or_undefined(generator));
}
Tensor& bernoulli_out(Tensor& out, const Tensor& self, const Tensor& p, const optional<Generator>& generator) {
  op::bernoulli_tensor(Out::to(out), self, p, or_undefined(generator));
  return out;
}
Tensor Tensor::bernoulli(double p, const optional<Generator>& generator) const {
  return op::bernoulli_float(Out(), *this, p, or_undefined(generator));
}
Tensor& Tensor::bernoulli_(double p, const optional<Generator>& generator) const {
  op::bernoulli_float(Out::in_place(*this), *this, p, or_undefined(generator));
  return writable(*this);
}
Tensor bernoulli(const Tensor& self, double p, const optional<Generator>& generator) {
  return op::bernoulli_float(Out(), self, p, or_undefined(generator));
}
Tensor& bernoulli_out(Tensor& out, const Tensor& self, double p, const optional<Generator>& generator) {
  op::bernoulli_float(Out::to(out), self, p, or_undefined(generator));
  return out;
}
Tensor& Tensor::bernoulli_() const {
  composite::bernoulli_half(*this);
  return writable(*this);
}
Tensor poisson(const Tensor& self, const optional<Generator>& generator) {
  return op::poisson(Out(), self, or_undefined(generator));
}
Tensor& poisson_out(Tensor& out, const Tensor& self, const optional<Generator>& generator) {
  op::poisson(Out::to(out), self, or_undefined(generator));
  return out;
}
Tensor binomial(const Tensor& count, const Tensor& prob, const optional<Generator>& generator) {
  return op::binomial(Out(), count, prob, or_undefined(generator));
}
Tensor& binomial_out(Tensor& out, const Tensor& count, const Tensor& prob, const optional<Generator>& generator) {
  op::binomial(Out::to(out), count, prob, or_undefined(generator));
  return out;
}
Tensor _standard_gamma(const Tensor& self, const optional<Generator>& generator) {
  return op::standard_gamma(Out(), self, or_undefined(generator));
}
Tensor& _standard_gamma_out(Tensor& out, const Tensor& self, const optional<Generator>& generator) {
  op::standard_gamma(Out::to(out), self, or_undefined(generator));
  return out;
}
Tensor _sample_dirichlet(const Tensor& self, const optional<Generator>& generator) {
  return op::sample_dirichlet(Out(), self, or_undefined(generator));
}
Tensor& _sample_dirichlet_out(Tensor& out, const Tensor& self, const optional<Generator>& generator) {
  op::sample_dirichlet(Out::to(out), self, or_undefined(generator));
  return out;
}
Tensor rrelu(const Tensor& self, const Scalar& lower, const Scalar& upper, bool training,
             const optional<Generator>& generator) {
  return detail::modes_listen()
      ? op::rrelu.call_cold(Out(), self, lower, upper, training, or_undefined(generator))
      : composite::rrelu(Out(), self, lower, upper, training, or_undefined(generator));
}
Tensor& rrelu_(Tensor& self, const Scalar& lower, const Scalar& upper, bool training,
               const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::rrelu.call_cold(Out::in_place(self), self, lower, upper, training, or_undefined(generator))
      : composite::rrelu(Out::in_place(self), self, lower, upper, training, or_undefined(generator));
  return self;
}
Tensor rrelu_with_noise(const Tensor& self, const Tensor& noise, const Scalar& lower, const Scalar& upper,
                        bool training, const optional<Generator>& generator) {
  return detail::modes_listen()
      ? op::rrelu_with_noise.call_cold(Out(), self, noise, lower, upper, training, or_undefined(generator))
      : composite::rrelu_with_noise(Out(), self, noise, lower, upper, training, or_undefined(generator));
}
Tensor& rrelu_with_noise_(Tensor& self, const Tensor& noise, const Scalar& lower, const Scalar& upper, bool training,
                          const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::rrelu_with_noise.call_cold(Out::in_place(self), self, noise, lower, upper, training, or_undefined(generator))
      : composite::rrelu_with_noise(Out::in_place(self), self, noise, lower, upper, training, or_undefined(generator));
  return self;
}
Tensor& rrelu_with_noise_out(Tensor& out, const Tensor& self, const Tensor& noise, const Scalar& lower,
                             const Scalar& upper, bool training, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::rrelu_with_noise.call_cold(Out::to(out), self, noise, lower, upper, training, or_undefined(generator))
      : composite::rrelu_with_noise(Out::to(out), self, noise, lower, upper, training, or_undefined(generator));
  return out;
}
Tensor Tensor::multinomial(int64_t num_samples, bool replacement, const optional<Generator>& generator) const {
  return op::multinomial(Out(), *this, num_samples, replacement, or_undefined(generator));
}
Tensor multinomial(const Tensor& self, int64_t num_samples, bool replacement, const optional<Generator>& generator) {
  return op::multinomial(Out(), self, num_samples, replacement, or_undefined(generator));
}
Tensor& multinomial_out(Tensor& out, const Tensor& self, int64_t num_samples, bool replacement,
                        const optional<Generator>& generator) {
  op::multinomial(Out::to(out), self, num_samples, replacement, or_undefined(generator));
  return out;
}

namespace kernels {

TORCHPP_API void set_uniform(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double from, double to, const Generator& generator)) { op::uniform.set_kernel(key, kernel); }
TORCHPP_API void set_normal(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double mean, double std, const Generator& generator)) { op::normal.set_kernel(key, kernel); }
TORCHPP_API void set_log_normal(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double mean, double std, const Generator& generator)) { op::log_normal.set_kernel(key, kernel); }
TORCHPP_API void set_exponential(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double lambd, const Generator& generator)) { op::exponential.set_kernel(key, kernel); }
TORCHPP_API void set_cauchy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double median, double sigma, const Generator& generator)) { op::cauchy.set_kernel(key, kernel); }
TORCHPP_API void set_geometric(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double p, const Generator& generator)) { op::geometric.set_kernel(key, kernel); }
TORCHPP_API void set_random(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Generator& generator)) { op::random.set_kernel(key, kernel); }
TORCHPP_API void set_random_from(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t from, optional<int64_t> to, const Generator& generator)) { op::random_from.set_kernel(key, kernel); }
TORCHPP_API void set_bernoulli_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& p, const Generator& generator)) { op::bernoulli_tensor.set_kernel(key, kernel); }
TORCHPP_API void set_bernoulli_float(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, double p, const Generator& generator)) { op::bernoulli_float.set_kernel(key, kernel); }
TORCHPP_API void set_poisson(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Generator& generator)) { op::poisson.set_kernel(key, kernel); }
TORCHPP_API void set_binomial(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& count, const Tensor& prob, const Generator& generator)) { op::binomial.set_kernel(key, kernel); }
TORCHPP_API void set_standard_gamma(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Generator& generator)) { op::standard_gamma.set_kernel(key, kernel); }
TORCHPP_API void set_multinomial(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t num_samples, bool replacement, const Generator& generator)) { op::multinomial.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
