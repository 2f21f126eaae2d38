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

}  // namespace

void native_dropout(const DropoutPlan& plan, const Tensor& input, double p, std::optional<bool> train) {
  const ScalarType dtype = input.scalar_type();
  const Tensor &y = plan.result(0), &mask = plan.result(1);
  bool* at = static_cast<bool*>(mask.impl()->data());
  const int64_t n = input.numel();
  if (train && !*train) {  // result 0 has the elements of the input already
    std::fill(at, at + n, true);
    return;
  }
  fill_bernoulli<bool>(Generator(), at, n, plan.kept);
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

}  // namespace torchpp::cpu
