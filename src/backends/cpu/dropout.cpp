// SPDX-License-Identifier: BSD-3-Clause

// Dropout on the CPU. The mask is drawn as libtorch draws it: one Bernoulli number per element, in the order of
// the input's memory.

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/random.h"
#include "src/ops/nn_rules.h"

namespace torchpp::cpu {
namespace {

// As a product with the mask, so that NaN and infinity stay visible where they are dropped, as in libtorch.
template <class T>
void apply(const T* x, const bool* mask, T* y, int64_t n, double scale) {
  using C = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const C by[2] = {C(0), static_cast<C>(scale)};
  parallel_for(0, n, 32768, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = static_cast<T>(static_cast<C>(x[i]) * (mask[i] ? by[1] : by[0]));
  });
}

// Draws the mask, whose elements are true with the probability `kept`, and applies it.
void drop(const Tensor& input, double p, double kept, const Tensor& y, const Tensor& mask) {
  const ScalarType dtype = input.scalar_type();
  const int64_t n = input.numel();
  bool* at = static_cast<bool*>(mask.impl()->data());
  fill_bernoulli<bool>(Generator(), at, n, kept);
  const double scale = dropout_scale(p, dtype);
  if (!input.is_non_overlapping_and_dense() || input.is_neg() || input.is_complex())
    return copy_values(y, input.mul(mask.to(dtype).mul_(scale)));
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    apply(static_cast<const T*>(input.impl()->data()), at, static_cast<T*>(y.impl()->data()), n, scale);
  };
  if (dtype == kFloat) run(float());
  else if (dtype == kDouble) run(double());
  else if (dtype == kHalf) run(Half());
  else run(BFloat16());
}

}  // namespace

void native_dropout(const DropoutPlan& plan, const Tensor& input, double p, optional<bool> train) {
  if (!train || *train) return drop(input, p, plan.kept, plan.result(0), plan.result(1));
  // Result 0 has the elements of the input already.
  std::fill_n(static_cast<bool*>(plan.result(1).impl()->data()), input.numel(), true);
}
// Allocates its results itself, which takes fewer instructions than a plan.
TensorPair native_dropout_direct(Out out, const Tensor& input, double p, optional<bool> train) {
  const TensorImpl& x = input.body();
  const bool simple = out.functional() && (!train || *train) && x.is_plain() && x.device().is_cpu() &&
                      isFloatingType(x.dtype()) && p >= 0 && p <= 1;
  if (TORCHPP_UNLIKELY(!simple))
    return Structured<&rule::native_dropout, &cpu::native_dropout>::call(out, input, p, train);
  TensorPair results(make_tensor(x.sizes(), x.dtype(), kCPU), make_tensor(x.sizes(), kBool, kCPU));
  drop(input, p, 1 - p, std::get<0>(results), std::get<1>(results));
  return results;
}

}  // namespace torchpp::cpu
