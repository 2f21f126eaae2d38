// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/random.ops: what is drawn does not depend on what was there, but for gamma
// and Dirichlet numbers, which move with their parameters.
#include "src/ops/generated/random.h"
#include "src/autograd/derivative.h"
#include "src/ops/generated/pointwise.h"

namespace torchpp::derivative {

Tensor uniform(Out out, const Tensor& self, double from, double to, const Generator& generator) {
  Record r("uniform", out, self);
  return r.zero_gradient(r.call(op::uniform, out, self, from, to, generator));
}
Tensor normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  Record r("normal", out, self);
  return r.zero_gradient(r.call(op::normal, out, self, mean, std, generator));
}
Tensor normal_Tensor_float(Out out, const Tensor& mean, double std, const Generator& generator) {
  Record r("normal.1", out, mean);
  return r.zero_gradient(r.call(op::normal_Tensor_float, out, mean, std, generator));
}
Tensor normal_float_Tensor(Out out, double mean, const Tensor& std, const Generator& generator) {
  Record r("normal.2", out, std);
  return r.zero_gradient(r.call(op::normal_float_Tensor, out, mean, std, generator));
}
Tensor normal_Tensor_Tensor(Out out, const Tensor& mean, const Tensor& std, const Generator& generator) {
  Record r("normal.3", out, mean, std);
  return r.zero_gradient(r.call(op::normal_Tensor_Tensor, out, mean, std, generator));
}
Tensor random(Out out, const Tensor& self, const Generator& generator) {
  Record r("random.2", out, self);
  return r.zero_gradient(r.call(op::random, out, self, generator));
}
Tensor random_from(Out out, const Tensor& self, int64_t from, optional<int64_t> to, const Generator& generator) {
  Record r(from == 0 && to ? "random.1" : "random", out, self);  // random_(to) is random_(0, to)
  return r.zero_gradient(r.call(op::random_from, out, self, from, to, generator));
}
Tensor bernoulli_float(Out out, const Tensor& self, double p, const Generator& generator) {
  Record r("bernoulli.2", out, self);
  return r.zero_gradient(r.call(op::bernoulli_float, out, self, p, generator));
}
Tensor bernoulli_tensor(Out out, const Tensor& self, const Tensor& p, const Generator& generator) {
  Record r(out.is_in_place() ? "bernoulli.1" : "bernoulli", out, self, p);
  return r.zero_gradient(r.call(op::bernoulli_tensor, out, self, p, generator));
}
Tensor exponential(Out out, const Tensor& self, double lambd, const Generator& generator) {
  Record r("exponential", out, self);
  return r.zero_gradient(r.call(op::exponential, out, self, lambd, generator));
}
Tensor geometric(Out out, const Tensor& self, double p, const Generator& generator) {
  Record r("geometric", out, self);
  return r.zero_gradient(r.call(op::geometric, out, self, p, generator));
}
Tensor cauchy(Out out, const Tensor& self, double median, double sigma, const Generator& generator) {
  Record r("cauchy", out, self);
  return r.zero_gradient(r.call(op::cauchy, out, self, median, sigma, generator));
}
Tensor log_normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  Record r("log_normal", out, self);
  return r.zero_gradient(r.call(op::log_normal, out, self, mean, std, generator));
}
Tensor poisson(Out out, const Tensor& self, const Generator& generator) {
  Record r("poisson", out, self);
  return r.zero_gradient(r.call(op::poisson, out, self, generator));
}
Tensor standard_gamma(Out out, const Tensor& self, const Generator& generator) {
  Record r("_standard_gamma", out, self);
  const Saved alpha = r.save(self), drawn = r.save_result();
  return r.done(
      r.call(op::standard_gamma, out, self, generator),
      [=](Backward& g) { g[0] = g.grad() * op::standard_gamma_grad(Out(), g(alpha), g(drawn)); },
      [=](Forward& t) { t[0] = t.tangent() * op::standard_gamma_grad(Out(), t(alpha), t(drawn)); });
}
// With s the gradient of dirichlet_grad: d x_i / d alpha_j is s_j (1 - x_j) for i = j, else -s_j x_i.
Tensor sample_dirichlet(Out out, const Tensor& self, const Generator& generator) {
  Record r("_sample_dirichlet", out, self);
  const Saved alpha = r.save(self), drawn = r.save_result();
  const auto slope = [](const Tensor& alpha, const Tensor& x) {
    return op::dirichlet_grad(Out(), x, alpha, alpha.sum(IntArrayRef(-1), true));
  };
  return r.done(
      r.call(op::sample_dirichlet, out, self, generator),
      [=](Backward& g) {
        const Tensor x = g(drawn);
        g[0] = slope(g(alpha), x) * (g.grad() - (x * g.grad()).sum(IntArrayRef(-1), true));
      },
      [=](Forward& t) {
        const Tensor x = t(drawn), moved = slope(t(alpha), x) * t.tangent();
        t[0] = moved - x * moved.sum(IntArrayRef(-1), true);
      });
}
Tensor binomial(Out out, const Tensor& count, const Tensor& prob, const Generator& generator) {
  Record r("binomial", out, count, prob);
  return r.done(r.call(op::binomial, out, count, prob, generator),
                [](autograd::Backward&) { autograd::fail_formula("binomial"); });
}

}  // namespace torchpp::derivative
