// SPDX-License-Identifier: BSD-3-Clause
// The random operators. Elements are drawn in the order of the tensor's memory, independent of its strides, as on the
// CPU.
#include "src/backends/cuda/random.h"

#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/search.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"
#include "src/ops/random_rules.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

// Takes the words of n elements from the generator, which goes on behind them.
PhiloxStream take(const Generator& given, Device device, int64_t n, int words_each) {
  Generator generator = generator_for(given, device);
  const std::lock_guard<GeneratorMutex> lock(generator.mutex());
  const uint64_t offset = generator.get_offset();
  generator.set_offset(offset + static_cast<uint64_t>((n * words_each + 3) / 4 * 4));
  return {generator.current_seed(), offset / 4};
}

// Draws the elements in the order of the tensor's memory by draw(fill, on), which is false for a wrong dtype.
// `drawn` is how many elements use up words when there are n.
template <class Draw>
void fill_in_memory_order(const char* op, const Tensor& to, const Generator& generator, int words_each,
                          const Draw& draw, int64_t multiple = 1) {
  const OnDevice on(to);
  const int64_t n = to.numel();
  const Tensor memory = to.is_non_overlapping_and_dense() ? to : dense_like(to, to.dtype());
  const RandomFill empty{nullptr, 0, to.dtype(), {}};
  if (!draw(empty, on)) fail_dtype(op, to.dtype());
  const PhiloxStream stream = take(generator, to.device(), (n + multiple - 1) / multiple * multiple, words_each);
  draw({memory.impl()->data(), n, to.dtype(), stream}, on);
  if (!memory.is_same(to)) copy_values(to, memory);
}

// A parameter of each element, in the order of the memory of the elements.
Tensor ordered_as(const Tensor& result, const Tensor& p) {
  const Tensor expanded = p.expand(result.sizes());
  if (expanded.is_contiguous() && result.is_contiguous() && !expanded.is_neg()) return expanded;
  const Tensor ordered = dense_like(result, p.dtype());
  copy_values(ordered, expanded);
  return ordered;
}

// A random operator, of whose tensor the elements are drawn so.
template <class Draw>
Tensor draw(const char* op, const Out& out, const Tensor& self, const Generator& generator, int words_each,
            const Draw& draw_elements, int64_t multiple = 1) {
  const Tensor result = random_destination(out, self);
  fill_in_memory_order(op, result, generator, words_each, draw_elements, multiple);
  return finish_write(out, result);
}

int words_per_uniform(ScalarType t) { return t == kDouble ? 2 : 1; }

double rounded(double x, ScalarType t) {
  switch (t) {
    case kFloat: return static_cast<double>(static_cast<float>(x));
    case kHalf: return static_cast<double>(Half(static_cast<float>(x)));
    case kBFloat16: return static_cast<double>(BFloat16(static_cast<float>(x)));
    default: return x;
  }
}

}  // namespace

Tensor uniform(Out out, const Tensor& self, double from, double to, const Generator& generator) {
  const Tensor result = random_destination(out, self), real = real_parts(result);
  const ScalarType t = real.scalar_type();
  if (!isFloatingType(t)) fail_dtype("check_uniform_bounds", t);
  check_uniform(t, from, to);
  const double low = rounded(from, t), range = rounded(rounded(to, t) - low, t);
  fill_in_memory_order("check_uniform_bounds", real, generator, words_per_uniform(t),
                       [&](const RandomFill& fill, const OnDevice& on) { return draw_uniform(fill, low, range, on); });
  return finish_write(out, result);
}

Tensor normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  check_normal(std);
  const Tensor result = random_destination(out, self), real = real_parts(result);
  // As in libtorch, the parts of a complex number share its variance, and each has the mean.
  if (result.is_complex()) std /= 1.4142135623730951;
  if (real.is_contiguous())
    fill_in_memory_order(
        "normal_kernel_cuda", real, generator, words_per_uniform(real.scalar_type()),
        [&](const RandomFill& fill, const OnDevice& on) { return draw_normal(fill, mean, std, on); }, 16);
  else
    fill_in_memory_order(
        "normal_kernel_cuda", real, generator, 2,
        [&](const RandomFill& fill, const OnDevice& on) { return draw_normal_pairs(fill, mean, std, false, on); }, 2);
  return finish_write(out, result);
}

namespace {

Tensor draw_range(const Out& out, const Tensor& self, optional<int64_t> from, optional<int64_t> to,
                  const Generator& generator) {
  const Tensor result = random_destination(out, self);
  const IntegerRange r = random_rule(result.scalar_type(), from, to);
  const bool wide = r.size == 0 || r.size >= uint64_t{1} << 32;
  fill_in_memory_order("random_", result, generator, wide ? 2 : 1, [&](const RandomFill& fill, const OnDevice& on) {
    return draw_integers(fill, r.size, r.least, on);
  });
  return finish_write(out, result);
}

}  // namespace

Tensor random(Out out, const Tensor& self, const Generator& generator) {
  return draw_range(out, self, nullopt, nullopt, generator);
}
Tensor random_from(Out out, const Tensor& self, int64_t from, optional<int64_t> to, const Generator& generator) {
  return draw_range(out, self, from, to, generator);
}

Tensor bernoulli_float(Out out, const Tensor& self, double p, const Generator& generator) {
  check_bernoulli(p);
  const Tensor result = bernoulli_destination(out, self);
  fill_in_memory_order("bernoulli_scalar_cuda_", result, generator, 2,
                       [&](const RandomFill& fill, const OnDevice& on) { return draw_bernoulli(fill, p, on); });
  return finish_write(out, result);
}

Tensor bernoulli_tensor(Out out, const Tensor& self, const Tensor& p, const Generator& generator) {
  const Tensor result = random_destination(out, self);
  if (!isFloatingType(p.scalar_type())) fail_dtype("bernoulli_tensor_cuda_p_", p.scalar_type());
  const Tensor ordered = ordered_as(result, p.to(result.device()));
  fill_in_memory_order("bernoulli_tensor_cuda_self_", result, generator, words_per_uniform(p.scalar_type()),
                       [&](const RandomFill& fill, const OnDevice& on) {
                         return draw_bernoulli(fill, ordered.impl()->data(), p.scalar_type(), on);
                       });
  return finish_write(out, result);
}

Tensor exponential(Out out, const Tensor& self, double lambd, const Generator& generator) {
  check_exponential(lambd);
  return draw("exponential_cuda", out, self, generator, 2,
              [&](const RandomFill& fill, const OnDevice& on) { return draw_exponential(fill, lambd, on); });
}

Tensor geometric(Out out, const Tensor& self, double p, const Generator& generator) {
  check_geometric(p);
  return draw("geometric_cuda", out, self, generator, 2,
              [&](const RandomFill& fill, const OnDevice& on) { return draw_geometric(fill, p, on); });
}

Tensor cauchy(Out out, const Tensor& self, double median, double sigma, const Generator& generator) {
  return draw("cauchy_cuda", out, self, generator, 2,
              [&](const RandomFill& fill, const OnDevice& on) { return draw_cauchy(fill, median, sigma, on); });
}

Tensor log_normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  check_log_normal(std);
  return draw(
      "log_normal_cuda", out, self, generator, 2,
      [&](const RandomFill& fill, const OnDevice& on) { return draw_normal_pairs(fill, mean, std, true, on); }, 2);
}

void poisson(const DrawPlan& plan, const Tensor& self, const Generator& generator) {
  const Tensor& result = plan.result();
  const DenseOperand rates(self);
  const PhiloxStream stream = take(generator, result.device(), result.numel(), 4);
  draw_poisson({result.impl()->data(), result.numel(), result.dtype(), stream}, rates.data(), OnDevice(result));
}
void standard_gamma(const DrawPlan& plan, const Tensor& self, const Generator& generator) {
  const Tensor& result = plan.result();
  const DenseOperand shapes(self);
  const PhiloxStream stream = take(generator, result.device(), result.numel(), 4);
  draw_standard_gamma({result.impl()->data(), result.numel(), result.dtype(), stream}, shapes.data(), OnDevice(result));
}
void binomial(const DrawPlan& plan, const Tensor& count, const Tensor& prob, const Generator& generator) {
  const Tensor &result = plan.result(), counts = ordered_as(result, count), probs = ordered_as(result, prob);
  const PhiloxStream stream = take(generator, result.device(), result.numel(), 4);
  draw_binomial({result.impl()->data(), result.numel(), result.dtype(), stream}, counts.impl()->data(),
                probs.impl()->data(), OnDevice(result));
}

namespace {

// The weights' extremes and the least sum of a row.
struct WeightFacts {
  double least, most, least_sum;
};
WeightFacts facts_of(const Tensor& weights, const Tensor& sums) {
  const auto in_double = [](const Tensor& t) { return t.to(kDouble); };
  const Tensor facts =
      torchpp::stack({in_double(weights.min()), in_double(weights.max()), in_double(sums.min())}).to(Device(kCPU));
  const double* of = static_cast<const double*>(facts.impl()->data());
  return {of[0], of[1], of[2]};
}

// Draws with replacement: where numbers drawn evenly fall among the running sums of each row.
Tensor drawn_from_rows(const Tensor& weights, int64_t samples, const Generator& generator) {
  // In double, so that a weight of zero adds nothing in whichever order a scan adds.
  Tensor sums = weights.to(kDouble).cumsum(-1);
  const Tensor last = sums.narrow(-1, weights.size(-1) - 1, 1);
  const WeightFacts facts = facts_of(weights, last);
  TORCHPP_CHECK(!(facts.least < 0), "invalid multinomial distribution (encountering probability entry < 0)");
  TORCHPP_CHECK(std::isfinite(facts.most),
                "invalid multinomial distribution (encountering probability entry = infinity or NaN)");
  TORCHPP_CHECK(facts.least_sum > 0, "invalid multinomial distribution (sum of probabilities <= 0)");
  sums = sums / last;
  sums.narrow(-1, weights.size(-1) - 1, 1).fill_(1);
  DimVector sizes(weights.sizes());
  sizes.back() = samples;
  const Tensor numbers(make_tensor(sizes, kDouble, weights.device()));
  uniform(Out::in_place(numbers), numbers, 0, 1, generator);
  return torchpp::searchsorted(sums, numbers);
}

}  // namespace

void multinomial(const MultinomialPlan& plan, const Tensor& self, int64_t num_samples, bool replacement,
                 const Generator& generator) {
  const NoGradGuard no_grad;
  TORCHPP_CHECK(self.size(-1) != 0, "invalid multinomial distribution (sum of probabilities <= 0)");
  if (self.numel() == 0) return;
  if (replacement) return copy_values(plan.result(), drawn_from_rows(self, num_samples, generator));
  const WeightFacts facts = facts_of(self, self.sum(IntArrayRef(-1)));
  TORCHPP_CHECK(facts.most < std::numeric_limits<double>::infinity() && facts.least >= 0,
                "probability tensor contains either `inf`, `nan` or element < 0");
  TORCHPP_CHECK(facts.least_sum > 0, "invalid multinomial distribution (sum of probabilities <= 0)");
  // The greatest of the weights over exponentially distributed numbers are a sample without replacement (Efraimidis and
  // Spirakis 2006).
  const Tensor keys(make_tensor(self.sizes(), self.scalar_type(), self.device()));
  exponential(Out::in_place(keys), keys, 1, generator);
  const Tensor chances = self / keys;
  copy_values(plan.result(), num_samples == 1 ? chances.argmax(-1, true) : std::get<1>(chances.topk(num_samples)));
}

void native_dropout(const DropoutPlan& plan, const Tensor& input, double p, optional<bool> train) {
  const ScalarType dtype = input.scalar_type();
  const Tensor &result = plan.result(0), &mask = plan.result(1);
  if (train && !*train) {  // result 0 has the elements of the input already
    const char one[16] = {1};
    return fill_elements(mask, one);
  }
  const double scale = dropout_scale(p, dtype);
  if (!input.is_non_overlapping_and_dense() || input.is_neg() || input.is_complex()) {
    const Tensor drawn(make_tensor_like(mask.body(), kBool));
    bernoulli_float(Out::in_place(drawn), drawn, plan.kept, Generator());
    copy_values(mask, drawn);
    return copy_values(result, input.mul(drawn.to(dtype).mul_(scale)));
  }
  const OnDevice on(input);
  const PhiloxStream stream = take(Generator(), input.device(), input.numel(), 2);
  draw_dropout({result.impl()->data(), input.numel(), dtype, stream}, input.impl()->data(), mask.impl()->data(),
               plan.kept, scale, on);
}

void native_dropout_backward(const DropoutBackwardPlan& plan, const Tensor& grad, const Tensor& mask, double scale) {
  const Tensor& result = plan.result();
  const ScalarType dtype = result.scalar_type();
  const LoopFn loop = masked_scale_loop(dtype);
  if (loop == nullptr || grad.scalar_type() != dtype || grad.is_neg() || mask.scalar_type() != kBool)
    return copy_values(result, grad.mul(mask).mul(scale));
  const OnDevice on(result);
  const Scalars scalars = make_scalars(scale);
  Iterator it(result.sizes());
  it.add(result);
  it.add(grad);
  it.add(mask);
  it.build();
  for_operands(it, nullptr, nullptr, [&](const Operands& o) { loop(o, &scalars, on.stream()); });
}

Tensor randperm(int64_t n, const Generator& generator, TensorOptions options) {
  TORCHPP_CHECK(n >= 0, "n must be non-negative, got ", n);
  const ScalarType dtype = long_unless_set(options).dtype();
  if (!isFloatingType(dtype) && !isIntegralType(dtype, false)) fail_dtype("randperm", dtype);
  check_randperm(dtype, n);
  Tensor result = make_vector(n, dtype, options);
  if (n == 0) return result;
  // A permutation: the order of random keys. Keys have 64 bits, so that equal keys, which would bias it, are too rare
  // to matter.
  const Tensor keys(make_tensor({n}, kLong, options.device()));
  random_from(Out::in_place(keys), keys, std::numeric_limits<int64_t>::min(), nullopt, generator);
  copy_values(result, std::get<1>(keys.sort(0)));
  return result;
}

}  // namespace torchpp::cuda
