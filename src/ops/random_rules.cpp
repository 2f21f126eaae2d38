// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/random_rules.h"

#include <torchpp/core/backend.h>
#include <torchpp/core/error.h>
#include <torchpp/core/log.h>

#include <cmath>
#include <limits>
#include <type_traits>

#include "src/ops/elementwise.h"
#include "src/ops/generated/view.h"

namespace torchpp {

const Generator& generator_for(const Generator& generator, Device device) {
  if (generator.defined()) {
    TORCHPP_CHECK(generator.device().type() == device.type(), "Expected a '", device.type(),
                  "' device type for generator but found '", generator.device().type(), "'");
    return generator;
  }
  if (device.type() == kCPU) return default_generator();
  const DeviceInterface& interface = device_interface(device.type());
  return interface.default_generator == nullptr ? default_generator() : *interface.default_generator(device.index());
}

Tensor parts_of(const Tensor& complex) { return every_backend::view_as_real(complex); }

namespace {

template <class T>
constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
// What an integer becomes before it becomes a T.
template <class T>
using Whole = std::conditional_t<sizeof(T) == 2 && is_real<T>, float, int64_t>;

// The largest integer that T's random_() gives.
template <class T>
constexpr int64_t random_max() {
  if constexpr (is_real<T>) return int64_t{1} << std::numeric_limits<T>::digits;
  else return static_cast<int64_t>(std::numeric_limits<T>::max());
}

template <class T>
void check_bound(const char* name, int64_t bound) {
  bool fits = true;  // float, double and BFloat16 hold the order of magnitude of any int64_t
  if constexpr (std::is_same_v<T, Half>) fits = bound >= -65504 && bound <= 65504;
  else if constexpr (!is_real<T>)
    fits = bound >= static_cast<int64_t>(std::numeric_limits<T>::min()) &&
           bound <= static_cast<int64_t>(std::numeric_limits<T>::max());
  TORCHPP_CHECK(fits, name, " is out of bounds for ", to_string(CppTypeToScalarType<T>::value), ", got ", bound);
}

// Beyond these bounds T does not hold every integer, so that some are drawn more often than others.
template <class T>
void warn_of_gaps(const char* name, int64_t bound) {
  constexpr int64_t kMost = int64_t{1} << std::numeric_limits<T>::digits;
  if (bound < -kMost || bound > kMost)
    TORCHPP_WARN("random_: ", name, " is out of bounds [-(2^", std::numeric_limits<T>::digits, "), 2^",
                 std::numeric_limits<T>::digits, "], got ", bound, ". Due to precision limitations ",
                 CppTypeToScalarType<T>::value, " can support discrete uniform distribution only within this range.");
}

// The distance of the numbers of T around x.
template <class T>
int64_t spacing_at(int64_t x) {
  const uint64_t magnitude = x < 0 ? ~static_cast<uint64_t>(x) + 1 : static_cast<uint64_t>(x);
  return int64_t{1} << (64 - __builtin_clzll(magnitude) - std::numeric_limits<T>::digits);
}

// x as T holds it; beyond int64_t, the least one, which is what libtorch's conversion gives on x86.
template <class T>
int64_t rounded_to(int64_t x) {
  const double rounded = static_cast<double>(static_cast<T>(static_cast<Whole<T>>(x)));
  return rounded < 0x1p63 ? static_cast<int64_t>(rounded) : std::numeric_limits<int64_t>::min();
}

// libtorch moves a bound of [from, to) only if the neighbour within the interval is rounded to outside of it.
template <class T>
int64_t least_inside(int64_t from) {
  if (from == std::numeric_limits<int64_t>::max()) return from;
  const int64_t next = rounded_to<T>(from + 1);
  return next < from ? next + spacing_at<T>(from + 1) : from;
}
template <class T>
int64_t end_inside(int64_t to) {
  const int64_t previous = rounded_to<T>(to - 1);
  return previous >= to ? previous - spacing_at<T>(to - 1) : to;
}

template <class T>
IntegerRange range_of(optional<int64_t> first, optional<int64_t> to) {
  if (!first && !to) return {static_cast<uint64_t>(random_max<T>()) + 1, 0};
  int64_t from = first.value_or(0);
  if (!to && from == std::numeric_limits<int64_t>::min()) {
    constexpr bool kAllows = std::is_same_v<T, int64_t> || (is_real<T> && !std::is_same_v<T, Half>);
    TORCHPP_CHECK_NOT_IMPLEMENTED(kAllows,
                                  "random_: the full range of 64 bits handles only int64, double, float and "
                                  "bfloat16, got ",
                                  to_string(CppTypeToScalarType<T>::value));
    return {0, 0};
  }
  if (to) {
    TORCHPP_CHECK(from < *to, "random_ expects 'from' to be less than 'to', but got from=", from, " >= to=", *to);
    check_bound<T>("random_: to - 1", *to - 1);
  }
  check_bound<T>("random_: from", from);
  int64_t last = to ? *to - 1 : random_max<T>();
  if constexpr (is_real<T>) {
    from = least_inside<T>(from);
    if (to) last = end_inside<T>(*to) - 1;
    TORCHPP_CHECK(from <= last,
                  "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got from=", from,
                  " > to - 1 = ", last);
    if (to) {
      warn_of_gaps<T>("from", from);
      warn_of_gaps<T>("to - 1", last);
    }
  }
  // The whole of 2^64 wraps to range 0.
  return {static_cast<uint64_t>(last) - static_cast<uint64_t>(from) + 1, from};
}

double largest(ScalarType dtype) {
  switch (dtype) {
    case kFloat: return static_cast<double>(std::numeric_limits<float>::max());
    case kHalf: return static_cast<double>(std::numeric_limits<Half>::max());
    case kBFloat16: return static_cast<double>(std::numeric_limits<BFloat16>::max());
    default: return std::numeric_limits<double>::max();
  }
}

}  // namespace

void check_uniform(ScalarType dtype, double from, double to) {
  const double limit = largest(dtype);
  TORCHPP_CHECK(std::fabs(from) <= limit, "uniform_: from is out of bounds for ", dtype, ", got ", from);
  TORCHPP_CHECK(std::fabs(to) <= limit, "uniform_: to is out of bounds for ", dtype, ", got ", to);
  TORCHPP_CHECK(from <= to, "uniform_ expects to return a [from, to) range, but found from=", from, " > to=", to);
  TORCHPP_CHECK(to - from <= limit, "uniform_ expects to-from <= std::numeric_limits<", dtype,
                ">::max(), but found to=", to, " and from=", from, " which result in to-from to exceed the limit");
}
void check_normal(double std) { TORCHPP_CHECK(std >= 0.0, "normal expects std >= 0.0, but found std ", std); }
void check_log_normal(double std) { TORCHPP_CHECK(std > 0.0, "log_normal_ expects std > 0.0, but found std=", std); }
void check_exponential(double lambda) {
  TORCHPP_CHECK(lambda >= 0.0, "exponential_ expects lambda >= 0.0, but found lambda=", lambda);
}
void check_geometric(double p) { TORCHPP_CHECK(p > 0 && p < 1, "geometric_ expects p to be in (0, 1), but got p=", p); }
void check_bernoulli(double p) {
  TORCHPP_CHECK(p >= 0 && p <= 1, "bernoulli_ expects p to be in [0, 1], but got p=", p);
}

void check_randperm(ScalarType dtype, int64_t n) {
  int64_t most = std::numeric_limits<int64_t>::max();
  switch (dtype) {
    case kByte: most = random_max<uint8_t>() + 1; break;
    case kChar: most = random_max<int8_t>() + 1; break;
    case kShort: most = random_max<int16_t>() + 1; break;
    case kInt: most = random_max<int32_t>() + 1; break;
    case kHalf: most = random_max<Half>() + 1; break;
    case kFloat: most = random_max<float>() + 1; break;
    case kDouble: most = random_max<double>() + 1; break;
    default: break;
  }
  TORCHPP_CHECK(n <= most, "randperm: n cannot be greater than ", most, " for ", dtype, ", got ", n);
}

IntegerRange random_rule(ScalarType dtype, optional<int64_t> from, optional<int64_t> to) {
  switch (dtype) {
    case kBool: return range_of<bool>(from, to);
    case kByte: return range_of<uint8_t>(from, to);
    case kChar: return range_of<int8_t>(from, to);
    case kShort: return range_of<int16_t>(from, to);
    case kInt: return range_of<int32_t>(from, to);
    case kLong: return range_of<int64_t>(from, to);
    case kFloat: return range_of<float>(from, to);
    case kDouble: return range_of<double>(from, to);
    case kHalf: return range_of<Half>(from, to);
    case kBFloat16: return range_of<BFloat16>(from, to);
    default: fail_dtype("random_", dtype);
  }
}

namespace rule {

namespace {

DrawPlan draws_like(const Tensor& parameters) {
  DrawPlan p;
  p.outputs[0].sizes = parameters.sizes();
  p.outputs[0].dtype = parameters.scalar_type();
  p.outputs[0].dense = true;
  return p;
}

}  // namespace

// The parameters are read here, so that a destination stays as it is where one of them is wrong.
DrawPlan poisson(const Out&, const Tensor& self, const Generator&) {
  if (!isFloatingType(self.scalar_type())) fail_dtype("poisson_cpu", self.scalar_type());
  TORCHPP_CHECK(!self.is_cpu() || self.ge(0).all().item<bool>(),
                "invalid Poisson rate, expected rate to be non-negative");
  return draws_like(self);
}
DrawPlan standard_gamma(const Out&, const Tensor& self, const Generator&) {
  if (!isFloatingType(self.scalar_type())) fail_dtype("gamma_cpu", self.scalar_type());
  return draws_like(self);
}
DrawPlan binomial(const Out&, const Tensor& count, const Tensor& prob, const Generator&) {
  TORCHPP_CHECK(prob.scalar_type() == count.scalar_type(), "Found dtype ", prob.scalar_type(), " but expected ",
                count.scalar_type());
  if (!isFloatingType(count.scalar_type())) fail_dtype("binomial_cpu", count.scalar_type());
  DrawPlan p;
  p.outputs[0].sizes = broadcast_sizes(count.sizes(), prob.sizes());
  // As libtorch 1.13: what is of the size of the counts is made in row-major order, otherwise in that of an
  // element-wise operator.
  const TensorBase* const inputs[] = {&count, &prob};
  if (IntArrayRef(p.outputs[0].sizes) != count.sizes())
    p.outputs[0].strides = elementwise_strides(p.outputs[0].sizes, inputs, 2);
  p.outputs[0].dtype = count.scalar_type();
  p.outputs[0].dense = true;
  return p;
}

MultinomialPlan multinomial(const Out& out, const Tensor& self, int64_t num_samples, bool replacement,
                            const Generator&) {
  TORCHPP_CHECK(isFloatingType(self.scalar_type()),
                "multinomial only supports floating-point dtypes for input, got: ", self.scalar_type());
  TORCHPP_CHECK(num_samples > 0, "cannot sample n_sample <= 0 samples");
  TORCHPP_CHECK(self.dim() == 1 || self.dim() == 2, "prob_dist must be 1 or 2 dim");
  TORCHPP_CHECK(replacement || num_samples <= self.size(-1),
                "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  TORCHPP_CHECK(self.size(-1) <= int64_t{1} << 24, "number of categories cannot exceed 2^24");
  TORCHPP_CHECK(out.functional() || out.tensor().scalar_type() == kLong,
                "multinomial expects Long tensor out, got: ", out.functional() ? kLong : out.tensor().scalar_type());
  MultinomialPlan p;
  Output& o = p.outputs[0];
  if (self.dim() == 2) o.sizes = {self.size(0), num_samples};
  else o.sizes = {num_samples};
  o.dtype = kLong;
  o.dense = true;
  return p;
}

}  // namespace rule

}  // namespace torchpp
