// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/random.h>

#include <torchpp/ops/creation.h>

#include "src/core/shape.h"
#include "src/ops/ops.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

Generator given(const std::optional<Generator>& generator) { return generator ? *generator : Generator(); }

Tensor& self_of(const Tensor* t) { return const_cast<Tensor&>(*t); }

// The elements of a Meta tensor are not known.
void check_deviations(const Tensor& std) {
  TORCHPP_CHECK(!std.is_complex(), "normal expects standard deviation to be non-complex, got ", std.dtype());
  if (std.numel() == 0 || std.is_meta()) return;
  const double least = std.detach().min().to(kDouble).item<double>();  // NaN where there is one
  TORCHPP_CHECK(least >= 0, "normal expects all elements of std >= 0.0, but found ", least);
}

}  // namespace

Tensor& Tensor::uniform_(double from, double to, const std::optional<Generator>& generator) const {
  op::uniform(Out::in_place(*this), *this, from, to, given(generator));
  return self_of(this);
}
Tensor& Tensor::normal_(double mean, double std, const std::optional<Generator>& generator) const {
  op::normal(Out::in_place(*this), *this, mean, std, given(generator));
  return self_of(this);
}
Tensor& Tensor::random_(const std::optional<Generator>& generator) const {
  op::random(Out::in_place(*this), *this, std::nullopt, std::nullopt, given(generator));
  return self_of(this);
}
Tensor& Tensor::random_(int64_t to, const std::optional<Generator>& generator) const {
  op::random(Out::in_place(*this), *this, 0, to, given(generator));
  return self_of(this);
}
Tensor& Tensor::random_(int64_t from, std::optional<int64_t> to, const std::optional<Generator>& generator) const {
  op::random(Out::in_place(*this), *this, from, to, given(generator));
  return self_of(this);
}
Tensor& Tensor::bernoulli_(double p, const std::optional<Generator>& generator) const {
  op::bernoulli_float(Out::in_place(*this), *this, p, given(generator));
  return self_of(this);
}
Tensor& Tensor::bernoulli_(const Tensor& p, const std::optional<Generator>& generator) const {
  op::bernoulli_tensor(Out::in_place(*this), *this, p, given(generator));
  return self_of(this);
}
Tensor Tensor::bernoulli(const std::optional<Generator>& generator) const {
  // libtorch's result is contiguous; that of op::bernoulli_tensor has the order of its first argument.
  const Tensor dense = contiguous();
  return op::bernoulli_tensor(Out(), dense, dense, given(generator));
}
Tensor Tensor::bernoulli(double p, const std::optional<Generator>& generator) const {
  return op::bernoulli_float(Out(), *this, p, given(generator));
}
Tensor& Tensor::exponential_(double lambd, const std::optional<Generator>& generator) const {
  op::exponential(Out::in_place(*this), *this, lambd, given(generator));
  return self_of(this);
}
Tensor& Tensor::geometric_(double p, const std::optional<Generator>& generator) const {
  op::geometric(Out::in_place(*this), *this, p, given(generator));
  return self_of(this);
}
Tensor& Tensor::cauchy_(double median, double sigma, const std::optional<Generator>& generator) const {
  op::cauchy(Out::in_place(*this), *this, median, sigma, given(generator));
  return self_of(this);
}
Tensor& Tensor::log_normal_(double mean, double std, const std::optional<Generator>& generator) const {
  op::log_normal(Out::in_place(*this), *this, mean, std, given(generator));
  return self_of(this);
}

Tensor& bernoulli_out(Tensor& out, const Tensor& self, const std::optional<Generator>& generator) {
  op::bernoulli_tensor(Out::to(out), self, self, given(generator));
  return out;
}

// As libtorch: standard normal numbers are drawn, then scaled and shifted.
Tensor normal(const Tensor& mean, double std, const std::optional<Generator>& generator) {
  TORCHPP_CHECK(std >= 0.0, "normal expects std >= 0.0, but found std ", std);
  Tensor result = empty_like(mean, {}, MemoryFormat::Contiguous);
  return result.normal_(0, std, generator).add_(mean);
}

Tensor normal(double mean, const Tensor& std, const std::optional<Generator>& generator) {
  check_deviations(std);
  Tensor result = empty_like(std, {}, MemoryFormat::Contiguous);
  return result.normal_(0, 1, generator).mul_(std).add_(Scalar(mean));
}
Tensor normal(const Tensor& mean, const Tensor& std, const std::optional<Generator>& generator) {
  check_deviations(std);
  Tensor result = empty(broadcast_sizes(mean.sizes(), std.sizes()), mean.options());
  return result.normal_(0, 1, generator).mul_(std).add_(mean);
}
Tensor normal(double mean, double std, IntArrayRef size, const std::optional<Generator>& generator,
              TensorOptions options) {
  Tensor result = empty(size, options.requires_grad(std::nullopt));
  result.normal_(mean, std, generator);
  if (!result.is_inference()) result.impl()->version_counter().set(0);
  if (options.requires_grad()) result.requires_grad_(true);
  return result;
}

}  // namespace torchpp
