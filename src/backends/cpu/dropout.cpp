// SPDX-License-Identifier: BSD-3-Clause

// Dropout on the CPU. The mask is drawn as libtorch draws it: one Bernoulli number per element, in the order of
// the input's memory.

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/random.h"
#include "src/ops/nn_rules.h"

namespace torchpp::cpu {
namespace {

// y = x * (mask ? scale : 0) for n elements in the order of memory.
void scale_kept(ScalarType dtype, const Tensor& y, const Tensor& x, const bool* mask, double scale, int64_t n) {
  const MaskedScaleFn apply = select(masked_scale_loops, dtype);
  const auto size = static_cast<int64_t>(elementSize(dtype));
  const char* from = static_cast<const char*>(x.impl()->data());
  char* to = static_cast<char*>(y.impl()->data());
  parallel_for(0, n, 32768, [&](int64_t begin, int64_t end) {
    apply(to + begin * size, from + begin * size, mask + begin, scale, end - begin);
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
  scale_kept(dtype, y, input, at, scale, n);
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

void native_dropout_backward(const DropoutBackwardPlan& plan, const Tensor& grad, const Tensor& mask, double scale) {
  const Tensor& result = plan.result();
  const ScalarType dtype = result.scalar_type();
  if (plan.in_order && mask.scalar_type() == kBool && grad.scalar_type() == dtype && isFloatingType(dtype) &&
      !grad.is_neg())
    return scale_kept(dtype, result, grad, static_cast<const bool*>(mask.impl()->data()), scale, grad.numel());
  copy_values(result, grad.mul(mask).mul(scale));
}

}  // namespace torchpp::cpu
