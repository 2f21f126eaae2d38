// SPDX-License-Identifier: BSD-3-Clause

// Group normalisation on the CPU: a group is read for its moments and, from the second-level cache, once more for the
// result. Moments are taken in double of chunks in the compute type, as batch norm takes them.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/workspace.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kGrain = 16384;      // elements worth a thread's while
constexpr int64_t kShortChannel = 64;  // elements: below, a factor for each costs less than a call for each channel

// The factor and the summand of each of a group's channels, and how they are applied.
template <class C>
class Channels {
 public:
  Channels(const GroupNormPlan& plan, ScalarType dtype)
      : plan_(plan),
        is_short_(plan.size < kShortChannel),
        itemsize_(static_cast<int64_t>(elementSize(dtype))),
        affine_(select(affine_loops, dtype)),
        affine_row_(select(affine_row_loops, dtype)),
        space_(is_short_ ? 2 * static_cast<size_t>(plan.width()) * sizeof(C) : 0) {}

  // Parameters are those of the group; either may be null.
  void apply(char* to, const char* from, double mean, double rstd, const C* weight, const C* bias) const {
    C *scales = space_.template as<C>(), *shifts = scales + (is_short_ ? plan_.width() : 0);
    for (int64_t c = 0; c < plan_.channels; ++c) {
      const double scale = weight != nullptr ? rstd * static_cast<double>(weight[c]) : rstd;
      const double shift = (bias != nullptr ? static_cast<double>(bias[c]) : 0.0) - mean * scale;
      if (is_short_) {
        std::fill_n(scales + c * plan_.size, plan_.size, static_cast<C>(scale));
        std::fill_n(shifts + c * plan_.size, plan_.size, static_cast<C>(shift));
      } else {
        const int64_t at = c * plan_.size * itemsize_;
        affine_(to + at, from + at, scale, shift, plan_.size);
      }
    }
    if (is_short_) affine_row_(to, from, scales, shifts, plan_.width());
  }

 private:
  const GroupNormPlan& plan_;
  const bool is_short_;
  const int64_t itemsize_;
  const AffineFn affine_;
  const AffineRowFn affine_row_;
  const Workspace space_;
};

template <class C>
void normalise(const GroupNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias, C* means,
               C* rstds, double eps) {
  const ScalarType dtype = input.scalar_type(), compute = CppTypeToScalarType<C>::value;
  const DenseOperand x(input), w(weight, compute), b(bias, compute);
  const MomentsFn moments = select(moments_loops, dtype);
  const int64_t width = plan.width(), step = width * static_cast<int64_t>(input.itemsize());
  const char* from = x.data<char>();
  char* to = static_cast<char*>(plan.result(0).impl()->data());
  const auto of_group = [&plan](const C* parameters, int64_t row) {
    return parameters == nullptr ? nullptr : parameters + row % plan.groups * plan.channels;
  };
  parallel_for(0, plan.rows(), std::max<int64_t>(1, kGrain / width), [&](int64_t begin, int64_t end) {
    const Channels<C> channels(plan, dtype);
    for (int64_t row = begin; row < end; ++row) {
      Moments m = {0, 0, 0};
      moments(&m, from + row * step, width);
      // A sum or a variance that overflows in the compute type does so here, too, as in libtorch.
      const C sum = static_cast<C>(m.mean * static_cast<double>(width));
      const C variance = static_cast<C>(m.m2 / static_cast<double>(width));
      const C mean = means[row] = std::isfinite(sum) ? static_cast<C>(m.mean) : sum;
      const C rstd = rstds[row] = C(1) / std::sqrt(variance + static_cast<C>(eps));
      channels.apply(to + row * step, from + row * step, static_cast<double>(mean), static_cast<double>(rstd),
                     of_group(w.data<C>(), row), of_group(b.data<C>(), row));
    }
  });
}

void fill(const Tensor& t, double value) {
  alignas(16) char bits[16];
  store_number(value, t.scalar_type(), bits);
  fill_elements(t, bits);
}

}  // namespace

void native_group_norm(const GroupNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
                       int64_t, int64_t, int64_t, int64_t, double eps) {
  const Tensor &mean = plan.result(1), &rstd = plan.result(2);
  if (plan.width() == 0) {  // the statistics of no elements, as libtorch gives them
    fill(mean, 0);
    fill(rstd, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const bool narrow = input.scalar_type() != kFloat && input.scalar_type() != kDouble;
  const auto statistic = [&](const Tensor& t) {
    return narrow ? Tensor(make_tensor(t.sizes(), kFloat, Device(kCPU))) : t;
  };
  const Tensor means = statistic(mean), rstds = statistic(rstd);
  const auto run = [&](auto zero) {
    using C = decltype(zero);
    normalise<C>(plan, input, weight, bias, static_cast<C*>(means.impl()->data()),
                 static_cast<C*>(rstds.impl()->data()), eps);
  };
  if (input.scalar_type() == kDouble) run(double());
  else run(float());
  if (!narrow) return;
  copy_values(mean, means);
  copy_values(rstd, rstds);
}

}  // namespace torchpp::cpu
