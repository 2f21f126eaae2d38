// SPDX-License-Identifier: BSD-3-Clause
// The random operators. Elements are drawn in the order of the tensor's memory, independent of its strides, as in
// libtorch.

#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/random.h"
#include "src/core/view.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/random.h"
#include "src/ops/generated/view.h"
#include "src/ops/iterator.h"
#include "src/ops/operand.h"
#include "src/ops/random_rules.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

// Writes dense values to the tensor in the order of its memory.
void scatter_in_memory_order(const Tensor& to, const void* values) {
  Iterator it(to.sizes());
  it.add(to);
  it.build();
  const int64_t itemsize = static_cast<int64_t>(to.itemsize());
  const LoopFn loop = copy_loop(itemsize);
  const char* next = static_cast<const char*>(values);
  it.rows(0, it.numel(), [&](char* const* data, const int64_t* strides, int64_t n) {
    char* at[2] = {data[0], const_cast<char*>(next)};
    const int64_t steps[2] = {strides[0], itemsize};
    loop(at, steps, n, nullptr);
    next += n * itemsize;
  });
}

// Calls fill(pointer, n) with memory that takes the tensor's elements in the order of its memory.
template <class T, class Fill>
void fill_in_memory_order(const Tensor& to, const Fill& fill) {
  if (to.is_meta()) return;
  const int64_t n = to.numel();
  if (to.is_non_overlapping_and_dense()) return fill(static_cast<T*>(to.impl()->data()), n);
  const Tensor values(make_tensor({n}, to.dtype(), to.device()));
  fill(static_cast<T*>(values.impl()->data()), n);
  scatter_in_memory_order(to, values.impl()->data());
}

// An operator on floating tensors: fill(pointer, n).
template <class Fill>
Tensor draw_floating(const char* op, const Out& out, const Tensor& self, const Fill& fill) {
  const Tensor result = random_destination(out, self);
  visit_floating(result.dtype(), op,
                 [&](auto tag) { fill_in_memory_order<typename decltype(tag)::type>(result, fill); });
  return finish_write(out, result);
}

}  // namespace

Tensor uniform(Out out, const Tensor& self, double from, double to, const Generator& generator) {
  const Tensor result = random_destination(out, self), real = real_parts(result);
  visit_floating(real.dtype(), "check_uniform_bounds", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(real, [&](T* p, int64_t n) { fill_uniform<T>(generator, p, n, from, to); });
  });
  return finish_write(out, result);
}

Tensor normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  check_normal(std);
  const Tensor result = random_destination(out, self), real = real_parts(result);
  // As in libtorch, the parts of a complex number share its variance, and each has the mean.
  if (result.is_complex()) std /= 1.4142135623730951;
  visit_floating(real.dtype(), "normal_kernel_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (real.is_contiguous() && !real.is_meta())
      return fill_normal<T>(generator, static_cast<T*>(real.impl()->data()), real.numel(), mean, std);
    fill_in_memory_order<T>(real, [&](T* p, int64_t n) { fill_normal_serial<T>(generator, p, n, mean, std); });
  });
  return finish_write(out, result);
}

namespace {

// fill(pointer, n) draws integers.
template <class Fill>
Tensor draw_integers(const Out& out, const Tensor& self, const Fill& fill) {
  const Tensor result = random_destination(out, self);
  visit_ordered(result.dtype(), "random_",
                [&](auto tag) { fill_in_memory_order<typename decltype(tag)::type>(result, fill); });
  return finish_write(out, result);
}

}  // namespace

Tensor random(Out out, const Tensor& self, const Generator& generator) {
  return draw_integers(out, self, [&](auto* p, int64_t n) { fill_random(generator, p, n); });
}
Tensor random_from(Out out, const Tensor& self, int64_t from, optional<int64_t> to, const Generator& generator) {
  return draw_integers(out, self, [&](auto* p, int64_t n) { fill_random(generator, p, n, from, to); });
}

Tensor bernoulli_float(Out out, const Tensor& self, double p, const Generator& generator) {
  const Tensor result = bernoulli_destination(out, self);
  visit_ordered(result.dtype(), "bernoulli_scalar_cpu_", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* at, int64_t n) { fill_bernoulli<T>(generator, at, n, p); });
  });
  return finish_write(out, result);
}

namespace {

// `p` has the tensor's sizes and a probability per element, in the order of the tensor's memory.
template <class T>
void bernoulli_with(const Tensor& result, const Tensor& p, const Generator& generator) {
  const void* from = p.is_meta() ? nullptr : p.impl()->data();
  fill_in_memory_order<T>(result, [&](T* to, int64_t n) {
    switch (p.dtype()) {
      case kFloat: return fill_bernoulli<T, float>(generator, to, n, static_cast<const float*>(from));
      case kDouble: return fill_bernoulli<T, double>(generator, to, n, static_cast<const double*>(from));
      case kBFloat16: return fill_bernoulli<T, BFloat16>(generator, to, n, static_cast<const BFloat16*>(from));
      default: TORCHPP_FAIL_KIND(kNotImplemented, "\"bernoulli_tensor_cpu_p_\" not implemented for '", p.dtype(), "'");
    }
  });
}

// A parameter of each element, in the order of the memory of the elements.
Tensor ordered_as(const Tensor& result, const Tensor& p) {
  const Tensor expanded = every_backend::expand(p, result.sizes(), false);
  if (expanded.is_contiguous() && result.is_contiguous() && !expanded.is_neg()) return expanded;
  const Tensor ordered = dense_like(result, p.dtype());
  if (!p.is_meta()) copy_values(ordered, expanded);
  return ordered;
}

}  // namespace

Tensor bernoulli_tensor(Out out, const Tensor& self, const Tensor& p, const Generator& generator) {
  const Tensor result = random_destination(out, self), ordered = ordered_as(result, p);
  visit_ordered(result.dtype(), "bernoulli_tensor_cpu_self_",
                [&](auto tag) { bernoulli_with<typename decltype(tag)::type>(result, ordered, generator); });
  return finish_write(out, result);
}

Tensor exponential(Out out, const Tensor& self, double lambd, const Generator& generator) {
  return draw_floating("exponential_cpu", out, self,
                       [&](auto* p, int64_t n) { fill_exponential(generator, p, n, lambd); });
}

Tensor geometric(Out out, const Tensor& self, double p, const Generator& generator) {
  const Tensor result = random_destination(out, self);
  visit_real(result.dtype(), "geometric_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* at, int64_t n) { fill_geometric<T>(generator, at, n, p); });
  });
  return finish_write(out, result);
}

Tensor cauchy(Out out, const Tensor& self, double median, double sigma, const Generator& generator) {
  return draw_floating("cauchy_cpu", out, self,
                       [&](auto* p, int64_t n) { fill_cauchy(generator, p, n, median, sigma); });
}

Tensor log_normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  return draw_floating("log_normal_cpu", out, self,
                       [&](auto* p, int64_t n) { fill_log_normal(generator, p, n, mean, std); });
}

void poisson(const DrawPlan& plan, const Tensor& self, const Generator& generator) {
  const DenseOperand rates(self);
  visit_floating(self.scalar_type(), "poisson_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_poisson<T>(generator, static_cast<T*>(plan.result().impl()->data()), self.numel(), rates.data<T>());
  });
}
void standard_gamma(const DrawPlan& plan, const Tensor& self, const Generator& generator) {
  const DenseOperand shapes(self);
  visit_floating(self.scalar_type(), "gamma_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_standard_gamma<T>(generator, static_cast<T*>(plan.result().impl()->data()), self.numel(), shapes.data<T>());
  });
}
void binomial(const DrawPlan& plan, const Tensor& count, const Tensor& prob, const Generator& generator) {
  const Tensor &result = plan.result(), counts = ordered_as(result, count), probs = ordered_as(result, prob);
  visit_floating(count.scalar_type(), "binomial_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_binomial<T>(generator, static_cast<T*>(result.impl()->data()), result.numel(),
                     static_cast<const T*>(counts.impl()->data()), static_cast<const T*>(probs.impl()->data()));
  });
}

namespace {

template <class T>
void check_weights(const T* weight, int64_t n) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  int refused = 0;
  for (int64_t i = 0; i < n; ++i)
    if constexpr (sizeof(T) == 2)  // by bits: -0 is the only number with a sign
      refused |= (weight[i].x > std::numeric_limits<T>::max().x) & (weight[i].x != 0x8000);
    else refused |= !(weight[i] >= T(0)) | !(static_cast<float>(weight[i]) < kInfinity);
  for (int64_t i = 0; refused != 0 && i < n; ++i) {
    TORCHPP_CHECK(!(weight[i] < T(0)), "invalid multinomial distribution (encountering probability entry < 0)");
    TORCHPP_CHECK(std::isfinite(static_cast<float>(weight[i])),
                  "invalid multinomial distribution (encountering probability entry = infinity or NaN)");
  }
}

// The first of n ascending sums that is not less than x, for kCount numbers x of which the last sum is none: their
// searches go side by side without branches, which random numbers would mislead.
template <int kCount, class T>
void find_in_sums(const T* sums, int64_t n, const double* x, int64_t* to) {
  int64_t at[kCount] = {};
  for (; n > 1; n -= n / 2)
    for (int i = 0; i < kCount; ++i) at[i] += static_cast<double>(sums[at[i] + n / 2 - 1]) < x[i] ? n / 2 : 0;
  std::copy(at, at + kCount, to);
}

// The running sums of kLines rows of weights, side by side, because an addition waits for the one before it. Divided by
// their last, which becomes 1.
constexpr int64_t kSumsGrain = 1 << 14;  // weights for a thread
template <int kLines, class T>
void normalised_sums(const T* weights, int64_t classes, T* sums) {
  T sum[kLines] = {};
  for (int i = 0; i < kLines; ++i) check_weights(weights + i * classes, classes);
  for (int64_t j = 0; j < classes; ++j)
    for (int i = 0; i < kLines; ++i) sums[i * classes + j] = sum[i] = static_cast<T>(sum[i] + weights[i * classes + j]);
  for (int i = 0; i < kLines; ++i) {
    T* const line = sums + i * classes;
    TORCHPP_CHECK(sum[i] > T(0), "invalid multinomial distribution (sum of probabilities <= 0)");
    constexpr ScalarType kType = CppTypeToScalarType<T>::value;
    char* const data[] = {reinterpret_cast<char*>(line), reinterpret_cast<char*>(line),
                          reinterpret_cast<char*>(sum + i)};
    constexpr int64_t kSteps[] = {sizeof(T), sizeof(T), 0};
    select(div_loops, kType)(data, kSteps, classes, nullptr);
    line[classes - 1] = T(1);
  }
}

// Draws with replacement from rows of weights: where a number drawn evenly falls among their running sums, which are
// taken in the dtype of the weights. Source: libtorch 1.13, whose numbers these are.
template <class T>
void draw_from_rows(const Tensor& result, const Tensor& weights, const Generator& generator) {
  const DenseOperand rows(weights);
  const int64_t classes = weights.size(-1), lines = weights.dim() == 2 ? weights.size(0) : 1;
  const int64_t samples = result.size(-1);
  Tensor numbers(make_tensor({lines, samples}, kDouble, Device(kCPU)));
  op::uniform(Out::in_place(numbers), numbers, 0, 1, generator);
  const double* number = static_cast<const double*>(numbers.impl()->data());
  int64_t* to = static_cast<int64_t*>(result.impl()->data());
  const auto draw = [&](const T* sums, int64_t first, int64_t last) {  // samples of all lines are counted
    constexpr int kTogether = 8;
    for (; first + kTogether <= last; first += kTogether)
      find_in_sums<kTogether>(sums, classes, number + first, to + first);
    for (; first < last; ++first) find_in_sums<1>(sums, classes, number + first, to + first);
  };
  constexpr int64_t kLines = 4;
  const int64_t grain = 1 + kSumsGrain / (kLines * std::max<int64_t>(1, classes));
  parallel_for(0, (lines + kLines - 1) / kLines, grain, [&](int64_t begin, int64_t end) {
    const std::unique_ptr<T[]> sums(new T[static_cast<size_t>(kLines * classes)]);
    for (int64_t i = begin * kLines; i < std::min(end * kLines, lines); i += kLines) {
      const int64_t count = std::min(kLines, lines - i);
      const T* const weight = rows.data<T>() + i * classes;
      if (count == kLines) normalised_sums<kLines>(weight, classes, sums.get());
      else
        for (int64_t k = 0; k < count; ++k) normalised_sums<1>(weight + k * classes, classes, sums.get() + k * classes);
      for (int64_t k = 0; k < count; ++k)
        parallel_for((i + k) * samples, (i + k + 1) * samples, 4096,
                     [&](int64_t first, int64_t last) { draw(sums.get() + k * classes, first, last); });
    }
  });
}

}  // namespace

void multinomial(const MultinomialPlan& plan, const Tensor& self, int64_t num_samples, bool replacement,
                 const Generator& generator) {
  const NoGradGuard no_grad;
  if (replacement) {
    return visit_floating(self.scalar_type(), "multinomial_kernel_impl", [&](auto tag) {
      draw_from_rows<typename decltype(tag)::type>(plan.result(), self, generator);
    });
  }
  if (self.numel() != 0) {
    const bool finite = self.max().item<double>() < std::numeric_limits<double>::infinity();
    TORCHPP_CHECK(finite && self.min().item<double>() >= 0,
                  "probability tensor contains either `inf`, `nan` or element < 0");
    TORCHPP_CHECK(self.sum(IntArrayRef(-1)).min().item<double>() > 0,
                  "invalid multinomial distribution (sum of probabilities <= 0)");
  } else {
    TORCHPP_CHECK(self.size(-1) != 0, "invalid multinomial distribution (sum of probabilities <= 0)");
    return;
  }
  // The greatest of the weights over exponentially distributed numbers are a sample without replacement (Efraimidis and
  // Spirakis 2006).
  Tensor keys(make_tensor(self.sizes(), self.scalar_type(), Device(kCPU)));
  op::exponential(Out::in_place(keys), keys, 1, generator);
  op::div(Out::to(keys), self, keys);
  const Tensor drawn = num_samples == 1 ? keys.argmax(-1, true) : std::get<1>(keys.topk(num_samples));
  copy_values(plan.result(), drawn);
}

}  // namespace torchpp::cpu
