// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/random.def: what is drawn does not depend on what was there.
#include "src/autograd/derivative.h"

namespace torchpp::derivative {

using autograd::Record;

Tensor uniform(Out out, const Tensor& self, double from, double to, const Generator& generator) {
  Record r("uniform", out, self);
  return r.zero_gradient(r.call(op::uniform, out, self, from, to, generator));
}
Tensor normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  Record r("normal", out, self);
  return r.zero_gradient(r.call(op::normal, out, self, mean, std, generator));
}
Tensor random(Out out, const Tensor& self, std::optional<int64_t> from, std::optional<int64_t> to,
              const Generator& generator) {
  Record r(!from && !to ? "random.2" : from && *from == 0 ? "random.1" : "random", out, self);
  return r.zero_gradient(r.call(op::random, out, self, from, to, generator));
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

}  // namespace torchpp::derivative
