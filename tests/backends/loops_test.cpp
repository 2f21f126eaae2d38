// SPDX-License-Identifier: BSD-3-Clause

// Every loop of every instruction set that this machine runs, against long double formulas and naive loops.

#include "src/backends/cpu/loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "src/backends/cpu/element_loops.h"
#include "src/backends/math/bits.h"

namespace torchpp::cpu {
namespace {

using Real = long double;
constexpr uint32_t kSeed = 20240607;
const Real kInf = std::numeric_limits<Real>::infinity(), kNaN = std::numeric_limits<Real>::quiet_NaN();
constexpr ScalarType kFloats[] = {kFloat, kDouble, kHalf, kBFloat16};
constexpr ScalarType kInts[] = {kByte, kChar, kShort, kInt, kLong};

int64_t size_of(ScalarType t) {
  switch (t) {
    case kByte:
    case kChar:
    case kBool: return 1;
    case kShort:
    case kHalf:
    case kBFloat16: return 2;
    case kInt:
    case kFloat: return 4;
    case kComplexDouble: return 16;
    default: return 8;
  }
}
template <class T>
T peek(const char* p) {
  T x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
Real load_element(ScalarType t, const char* p) {
  switch (t) {
    case kFloat: return peek<float>(p);
    case kDouble: return peek<double>(p);
    case kHalf: return math::to_float(math::f16{peek<uint16_t>(p)});
    case kBFloat16: return math::to_float(math::bf16{peek<uint16_t>(p)});
    case kByte:
    case kBool: return peek<uint8_t>(p);
    case kChar: return peek<int8_t>(p);
    case kShort: return peek<int16_t>(p);
    case kInt: return peek<int32_t>(p);
    default: return peek<int64_t>(p);
  }
}
template <class T>
void poke(char* p, T x) {
  std::memcpy(p, &x, sizeof x);
}
void save(ScalarType t, char* p, Real x) {
  switch (t) {
    case kFloat: return poke(p, static_cast<float>(x));
    case kDouble: return poke(p, static_cast<double>(x));
    case kHalf: return poke(p, math::to_f16(static_cast<float>(x)).bits);
    case kBFloat16: return poke(p, math::to_bf16(static_cast<float>(x)).bits);
    case kByte:
    case kBool: return poke(p, static_cast<uint8_t>(static_cast<int64_t>(x)));
    case kChar: return poke(p, static_cast<int8_t>(static_cast<int64_t>(x)));
    case kShort: return poke(p, static_cast<int16_t>(static_cast<int64_t>(x)));
    case kInt: return poke(p, static_cast<int32_t>(static_cast<int64_t>(x)));
    default: return poke(p, static_cast<int64_t>(x));
  }
}
// One unit in the last place of the dtype at x.
Real ulp(ScalarType t, Real x) {
  const int digits = t == kDouble ? 53 : t == kFloat ? 24 : t == kHalf ? 11 : 8;
  const int least = t == kDouble ? -1021 : t == kHalf ? -13 : -125;
  const int e = x == 0 || !std::isfinite(x) ? least : std::max(std::ilogb(x) + 1, least);
  return std::ldexp(Real(1), e - digits);
}
Real largest(ScalarType t) { return t == kDouble ? DBL_MAX : t == kHalf ? 65504 : t == kFloat ? FLT_MAX : 0x1.FEp127L; }

std::string where(const char* op, ScalarType t, int level, int64_t n, const std::string& layout) {
  return std::string(op) + " dtype " + std::to_string(int(t)) + " level " + std::to_string(level) + " n " +
         std::to_string(n) + " " + layout + " seed " + std::to_string(kSeed);
}

// A strided operand in its own memory, guarded by a pattern on both sides of every element.
struct Operand {
  ScalarType dtype;
  int64_t stride, count;
  std::vector<char> memory;
  Operand(ScalarType t, int64_t step, int64_t n) : dtype(t), stride(step * size_of(t)), count(n) {
    memory.assign(static_cast<size_t>(std::max<int64_t>(1, step * n + 1) * size_of(t)), char(0x5a));
  }
  char* data() { return memory.data(); }
  Real get(int64_t i) const { return load_element(dtype, memory.data() + i * stride); }
  void set(int64_t i, Real x) { save(dtype, memory.data() + i * stride, x); }
};

struct Layout {
  const char* name;
  int64_t out, in[3];
};
constexpr Layout kLayouts[] = {{"contiguous", 1, {1, 1, 1}},   {"strided", 3, {2, 5, 1}},
                               {"strided in", 1, {3, 1, 2}},   {"last scalar", 1, {1, 0, 0}},
                               {"first scalar", 1, {0, 1, 1}}, {"all scalar", 2, {0, 0, 0}}};
std::vector<int64_t> sizes(bool all) {
  std::vector<int64_t> s;
  for (int64_t n = 0; n <= 70; n += all ? 1 : 7) s.push_back(n);
  s.push_back(1000);
  return s;
}

using Reference = std::function<Real(Real, Real, Real)>;

// A reference sees the inputs as the dtype holds them. `tolerance` is in ulps of the exact result, beyond the rounding
// to 16 bits; `slack` is an absolute error in units of the largest input's ulp, for formulas that cancel.
struct Case {
  const char* name;
  const LoopTable<LoopFn>* table;
  int inputs;
  Real lo, hi;
  Reference reference;
  Real tolerance = 1, slack = 0;
  Scalars scalars = {{1, 1, 1, 0}, {1, 1, 1, 0}};
  bool truth = false;  // writes bytes
};

void check(const Case& c, ScalarType t, Real lo, Real hi, const std::vector<Real>& extra) {
  std::mt19937 random(kSeed);
  for (int level = 0; level <= cpu_level(); ++level) {
    const LoopFn loop = c.table->fn[int(t)][level];
    ASSERT_NE(loop, nullptr) << where(c.name, t, level, 0, "");
    for (const Layout& layout : kLayouts) {
      for (int64_t n : sizes(t == kFloat && layout.out == 1 && layout.in[0] == 1)) {
        Operand out(c.truth ? kBool : t, layout.out, n);
        std::vector<Operand> in;
        char* data[4] = {out.data()};
        int64_t strides[4] = {out.stride};
        for (int k = 0; k < c.inputs; ++k) {
          in.emplace_back(t, layout.in[k], n);
          for (int64_t i = 0; i < n; ++i) {
            const Real u = std::uniform_real_distribution<double>(0, 1)(random);
            const bool edge = !extra.empty() && random() % 5 == 0;
            in[k].set(i, edge ? extra[random() % extra.size()] : lo + (hi - lo) * u);
          }
        }
        for (int k = 0; k < c.inputs; ++k) {
          data[k + 1] = in[k].data();
          strides[k + 1] = in[k].stride;
        }
        const std::vector<char> guard = out.memory;
        ASSERT_EQ(loop(data, strides, n, &c.scalars), kLoopDone);
        for (int64_t i = 0; i < n; ++i) {
          Real x[3] = {};
          for (int k = 0; k < c.inputs; ++k) x[k] = in[k].get(i);
          const Real expected = c.reference(x[0], x[1], x[2]), got = out.get(i);
          const std::string at = where(c.name, t, level, n, layout.name) + " at " + std::to_string((double)x[0]) +
                                 ", " + std::to_string((double)x[1]) + ", " + std::to_string((double)x[2]);
          if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(got)) << at << " got " << got;
          } else if (std::fabs(expected) > largest(t) || c.truth) {
            // Just above the largest number both infinity and that number are within rounding.
            const bool rounds_down = !c.truth && std::isfinite(expected) && std::fabs(got) == largest(t);
            const bool infinite = !c.truth && std::isinf(got) && std::signbit(got) == std::signbit(expected);
            ASSERT_TRUE(infinite || rounds_down || got == expected) << at << " got " << got << " expected " << expected;
          } else {
            const Real input = std::max({std::fabs(x[0]), std::fabs(x[1]), std::fabs(x[2])});
            const bool half = t == kHalf || t == kBFloat16;
            const Real allowed =
                (half ? 0.51L + c.tolerance / 32 : c.tolerance + 0.01L) * ulp(t, expected) +
                (c.slack != 0 ? c.slack * ulp(half ? kFloat : t, std::isfinite(input) ? input : 0) : 0);
            ASSERT_LE(std::fabs(got - expected), allowed) << at << " got " << got << " expected " << expected;
          }
          std::fill_n(out.data() + i * out.stride, size_of(out.dtype), char(0x5a));
        }
        ASSERT_EQ(std::memcmp(out.memory.data(), guard.data(), guard.size()), 0)
            << where(c.name, t, level, n, layout.name) << " wrote beside its elements";
      }
    }
  }
}

#define U(op, lo, hi, ...)                                                              \
  Case {                                                                                \
#op, &op##_loops, 1, lo, hi, [](Real x, Real, Real) -> Real { return __VA_ARGS__; } \
  }
#define B(op, lo, hi, ...)                                                                \
  Case {                                                                                  \
#op, &op##_loops, 2, lo, hi, [](Real a, Real b, Real) -> Real { return __VA_ARGS__; } \
  }
Case with(Case c, Real tolerance, Real slack = 0) {
  c.tolerance = tolerance;
  c.slack = slack;
  return c;
}
Case scalars(Case c, double a, double b = 0, double d = 0) {
  c.scalars = {{a, b, d, 0}, {(int64_t)a, (int64_t)b, (int64_t)d, 0}};
  return c;
}
Case truth(Case c) {
  c.truth = true;
  return c;
}
Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }
Real phi(Real x) { return std::erfc(-x / std::sqrt(Real(2))) / 2; }
Real density(Real x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(Real(-1))); }
Real tanh_u(Real x) { return std::tanh(std::sqrt(2 / std::acos(Real(-1))) * (x + 0.044715L * x * x * x)); }
Real six(Real x) { return std::min(std::max(x + 3, Real(0)), Real(6)); }

TEST(Loops, UnaryFloats) {
  const std::vector<Real> edges = {0, -0.0L, kInf, -kInf, kNaN, 1, -1, 0.5L, 1e-40L, -1e-40L, 100, -100, 3e38L};
  const Case cases[] = {
      U(abs, -5, 5, std::fabs(x)),
      U(neg, -5, 5, -x),
      U(square, -5, 5, x * x),
      U(sign, -5, 5,
        x > 0   ? 1
        : x < 0 ? -1
                : 0),
      U(relu, -5, 5, x < 0 ? 0 : x),
      with(U(exp, -100, 90, std::exp(x)), 1.02L),
      U(exp2, -150, 129, std::exp2(x)),
      U(expm1, -20, 90, std::expm1(x)),
      U(log, -0.1L, 10, std::log(x)),
      U(log2, -0.1L, 10, std::log2(x)),
      with(U(log10, -0.1L, 10, std::log10(x)), 2),
      U(log1p, -1.1L, 3, std::log1p(x)),
      U(sqrt, -1, 1000, std::sqrt(x)),
      with(U(rsqrt, 0, 1000, 1 / std::sqrt(x)), 1.5L),
      U(reciprocal, -5, 5, 1 / x),
      with(U(sigmoid, -80, 80, x < -88 ? sigmoid(x) < 1e-37L ? sigmoid(x) : 0 : sigmoid(x)), 2.5L, 1e-30L),
      with(U(tanh, -12, 12, std::tanh(x)), 2.5L),
      with(U(sin, -50, 50, std::sin(x)), 2.4L),
      with(U(cos, -50, 50, std::cos(x)), 2.4L),
      with(U(tan, -50, 50, std::tan(x)), 1.1L),
      U(asin, -1.1L, 1.1L, std::asin(x)),
      U(acos, -1.1L, 1.1L, std::acos(x)),
      U(atan, -50, 50, std::atan(x)),
      with(U(sinh, -20, 20, std::sinh(x)), 2),
      with(U(cosh, -20, 20, std::cosh(x)), 2),
      with(U(asinh, -50, 50, std::asinh(x)), 2),
      with(U(acosh, 0.5L, 50, std::acosh(x)), 2),
      with(U(atanh, -1.1L, 1.1L, std::atanh(x)), 2),
      with(U(lgamma, -9, 9, std::lgamma(x)), 4, 4),
      with(U(erf, -5, 5, std::erf(x)), 1.4L),
      with(U(erfc, -5, 10, std::erfc(x)), 4),
      U(floor, -9, 9, std::floor(x)),
      U(ceil, -9, 9, std::ceil(x)),
      U(round, -9, 9, std::nearbyint(x)),
      U(trunc, -9, 9, std::trunc(x)),
      U(frac, -9, 9, x - std::trunc(x)),
  };
  for (const Case& c : cases)
    for (ScalarType t : kFloats) check(c, t, c.lo, c.hi, edges);
}

TEST(Loops, Activations) {
  const std::vector<Real> edges = {0, -0.0L, kNaN, 1, -1, 3, -3, 30, -30};
  const Case cases[] = {
      with(U(silu, -20, 20, x * sigmoid(x)), 4),
      with(U(gelu, -6, 6, x * phi(x)), 4, 2),
      with(U(gelu_tanh, -6, 6, x * (1 + tanh_u(x)) / 2), 4, 2),
      with(U(mish, -20, 25, x * std::tanh(std::log1p(std::exp(x)))), 6),
      with(U(hardswish, -6, 6, x * six(x) / 6), 3, 1),
      with(U(hardsigmoid, -6, 6, std::isnan(x) ? x : six(x) / 6), 2, 1),
      scalars(with(U(elu, -9, 9, x > 0 ? 1.5L * x : 1.5L * 0.5L * std::expm1(2 * x)), 4), 0.5, 1.5, 2),
      scalars(U(leaky_relu, -9, 9, x > 0 ? x : x * 0.25L), 0.25),
      scalars(U(clamp, -9, 9,
                x < -2  ? -2
                : x > 3 ? 3
                        : x),
              -2, 3),
      scalars(U(threshold, -9, 9, x <= 1 ? -7 : x), 1, -7),
      scalars(U(hardshrink, -3, 3, std::fabs(x) <= 1 ? 0 : x), 1),
      scalars(U(softshrink, -3, 3,
                x > 1    ? x - 1
                : x < -1 ? x + 1
                         : x * 0),
              1),
      scalars(with(U(softplus, -20, 25, 2 * x > 20 ? x : std::log1p(std::exp(2 * x)) / 2), 4), 2, 20),
      truth(U(isnan, -1, 1, std::isnan(x))),
      truth(U(isinf, -1, 1, std::isinf(x))),
      truth(U(isfinite, -1, 1, std::isfinite(x))),
      truth(U(logical_not, -1, 1, x == 0)),
  };
  for (const Case& c : cases)
    for (ScalarType t : kFloats) check(c, t, c.lo, c.hi, edges);
}

TEST(Loops, BinaryFloats) {
  const std::vector<Real> edges = {0, -0.0L, kInf, -kInf, kNaN, 1, -1, 2, -3, 0.5L};
  const auto maximum = [](Real a, Real b) { return std::isnan(a) || std::isnan(b) ? kNaN : std::max(a, b); };
  const auto minimum = [](Real a, Real b) { return std::isnan(a) || std::isnan(b) ? kNaN : std::min(a, b); };
  Case max_case{"maximum", &maximum_loops, 2, -5, 5, [&](Real a, Real b, Real) { return maximum(a, b); }};
  Case min_case{"minimum", &minimum_loops, 2, -5, 5, [&](Real a, Real b, Real) { return minimum(a, b); }};
  const Case cases[] = {
      scalars(with(B(add, -5, 5, a + 0.75L * b), 1, 2), 0.75),
      scalars(with(B(sub, -5, 5, a - 0.75L * b), 1, 2), 0.75),
      B(mul, -5, 5, a * b),
      B(div, -5, 5, a / b),
      max_case,
      min_case,
      B(fmod, -9, 9, std::fmod(a, b)),
      with(B(remainder, -9, 9,
             [&] {
               const Real m = std::fmod(a, b);
               return m != 0 && (b < 0) != (m < 0) ? m + b : m;
             }()),
           1, 1),
      with(B(pow, -4, 4, std::pow(a, b)), 1),
      B(atan2, -5, 5, std::atan2(a, b)),
      with(B(hypot, -5, 5, std::hypot(a, b)), 1.3L),
      with(B(logaddexp, -5, 5, std::isinf(a) && a == b ? a : std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)))),
           2, 2),
      B(copysign, -5, 5, std::copysign(a, b)),
      B(prelu_kernel, -5, 5, a > 0 ? a : a * b),
      truth(B(eq, -2, 2, a == b)),
      truth(B(ne, -2, 2, a != b)),
      truth(B(lt, -2, 2, a < b)),
      truth(B(le, -2, 2, a <= b)),
      truth(B(gt, -2, 2, a > b)),
      truth(B(ge, -2, 2, a >= b)),
      truth(B(logical_and, -2, 2, a != 0 && b != 0)),
      truth(B(logical_or, -2, 2, a != 0 || b != 0)),
      truth(B(logical_xor, -2, 2, (a != 0) != (b != 0))),
  };
  for (const Case& c : cases)
    for (ScalarType t : kFloats) check(c, t, c.lo, c.hi, edges);
}

TEST(Loops, Gradients) {
  const Case cases[] = {
      with(B(sigmoid_backward, -2, 2, a * b * (1 - b)), 4, 4),
      with(B(tanh_backward, -2, 2, a * (1 - b * b)), 4, 16),
      with(B(silu_backward, -9, 9, a * sigmoid(b) * (1 + b * (1 - sigmoid(b)))), 8, 8),
      with(B(gelu_backward, -5, 5, a * (phi(b) + b * density(b))), 8, 16),
      with(B(gelu_tanh_backward, -5, 5,
             [&] {
               const Real t = tanh_u(b), s = std::sqrt(2 / std::acos(Real(-1))) * (1 + 3 * 0.044715L * b * b);
               return a * ((1 + t) / 2 + b * (1 - t * t) * s / 2);
             }()),
           8, 128),
      with(B(mish_backward, -9, 25,
             [&] {
               const Real t = std::tanh(std::log1p(std::exp(b)));
               return a * (b > 20 ? 1 : t + b * sigmoid(b) * (1 - t * t));
             }()),
           8, 64),
      with(B(hardswish_backward, -6, 6,
             b < -3   ? 0
             : b <= 3 ? a * (b / 3 + 0.5L)
                      : a),
           4, 4),
      with(B(hardsigmoid_backward, -6, 6, b > -3 && b < 3 ? a / 6 : 0), 1),
      scalars(B(shrink_backward, -5, 5, std::fabs(b) <= 1 ? 0 : a), 1),
      scalars(B(threshold_backward, -5, 5, b <= 0.5L ? 0 : a), 0.5),
      scalars(with(B(elu_backward, -5, 5, b <= 0 ? a * 2 * 0.75L * std::exp(2 * b) : a * 1.5L), 4), 0.5, 1.5, 2),
      scalars(with(B(elu_backward_result, -5, 5, b <= 0 ? a * 2 * (b + 0.75L) : a * 1.5L), 4, 8), 0.5, 1.5, 2),
      scalars(with(B(logit_between_backward, -0.2L, 1.2L, b < 0.25L || b > 0.75L ? 0 : a / (b * (1 - b))), 2), 0.25),
      scalars(with(B(logit_between_backward, -0.2L, 1.2L, b < 0 || b > 1 ? kNaN : a / (b * (1 - b))), 2), -1),
      scalars(B(leaky_relu_backward, -5, 5, b > 0 ? a : a * 0.25L), 0.25),
      scalars(B(hardtanh_backward, -5, 5, b <= -2 || b >= 3 ? 0 : a), -2, 3),
      scalars(with(B(softplus_backward, -9, 15, 2 * b > 20 ? a : a * sigmoid(2 * b)), 5), 2, 20),
      with(B(mse, -5, 5, (a - b) * (a - b)), 4, 8),
      scalars(with(B(smooth_l1, -5, 5, std::fabs(a - b) < 2 ? (a - b) * (a - b) / 4 : std::fabs(a - b) - 1), 4, 4), 2),
      scalars(with(B(huber, -5, 5, std::fabs(a - b) <= 2 ? (a - b) * (a - b) / 2 : 2 * (std::fabs(a - b) - 1)), 4, 4),
              2),
  };
  for (const Case& c : cases)
    for (ScalarType t : kFloats) check(c, t, c.lo, c.hi, {1, -1, 2});
  Case addcmul{"addcmul", &addcmul_loops, 3, -3, 3, [](Real a, Real b, Real c) { return a + 0.5L * b * c; }, 2, 8};
  Case addcdiv{"addcdiv", &addcdiv_loops, 3, 1, 3, [](Real a, Real b, Real c) { return a + 0.5L * b / c; }, 2, 8};
  Case lerp{"lerp", &lerp_tensor_loops, 3, -1, 2, [](Real a, Real b, Real w) { return a + w * (b - a); }, 4, 16};
  Case clamp{"clamp_tensor", &clamp_tensor_loops, 3, -1, 2, [](Real x, Real lo, Real hi) {
               return std::isnan(x) || std::isnan(lo) || std::isnan(hi) ? kNaN : std::min(std::max(x, lo), hi);
             }};
  for (ScalarType t : kFloats) {
    check(scalars(addcmul, 0.5), t, -3, 3, {});
    check(scalars(addcdiv, 0.5), t, 1, 3, {});
    check(lerp, t, -1, 2, {0, 1});
    check(clamp, t, -1, 2, {kNaN});
  }
}

// Integers are compared exactly, in 128 bits cut to the dtype.
Real wrap(ScalarType t, __int128 x) {
  char bytes[8];
  const int64_t low = static_cast<int64_t>(static_cast<unsigned __int128>(x));
  std::memcpy(bytes, &low, 8);
  return load_element(t, bytes);  // little endian: the low bytes come first
}
TEST(Loops, Integers) {
  using Wide = __int128;
  for (ScalarType t : kInts) {
    const Real least = t == kByte ? 0 : -std::ldexp(Real(1), 8 * size_of(t) - 1);
    const Real most = std::ldexp(Real(1), 8 * size_of(t) - (t == kByte ? 0 : 1)) - 1;
    const auto unary = [&](const char* name, const LoopTable<LoopFn>& table, std::function<Wide(Wide)> f) {
      Case c{name, &table, 1, least, most, [&, f](Real x, Real, Real) { return wrap(t, f(static_cast<Wide>(x))); }, 0};
      check(c, t, -20, 20, {least, most});
    };
    const auto binary = [&](const char* name, const LoopTable<LoopFn>& table, std::function<Wide(Wide, Wide)> f,
                            Real lo = -20, Real hi = 20, std::vector<Real> extra = {}) {
      Case c{name, &table,
             2,    lo,
             hi,   [&, f](Real a, Real b, Real) { return wrap(t, f(static_cast<Wide>(a), static_cast<Wide>(b))); },
             0};
      c.scalars = {{3, 0, 0, 0}, {3, 0, 0, 0}};
      check(c, t, t == kByte ? std::max(lo, Real(0)) : lo, hi, extra);
    };
    unary("abs", abs_loops, [](Wide x) { return x < 0 ? -x : x; });
    unary("neg", neg_loops, [](Wide x) { return -x; });
    unary("square", square_loops, [](Wide x) { return x * x; });
    unary("sign", sign_loops, [](Wide x) { return x > 0 ? 1 : x < 0 ? -1 : 0; });
    unary("relu", relu_loops, [](Wide x) { return x > 0 ? x : 0; });
    unary("bitwise_not", bitwise_not_loops, [](Wide x) { return ~x; });
    const std::vector<Real> ends = {least, most};
    binary(
        "add", add_loops, [](Wide a, Wide b) { return a + 3 * b; }, -20, 20, ends);
    binary(
        "sub", sub_loops, [](Wide a, Wide b) { return a - 3 * b; }, -20, 20, ends);
    binary(
        "mul", mul_loops, [](Wide a, Wide b) { return a * b; }, -20, 20, ends);
    binary(
        "maximum", maximum_loops, [](Wide a, Wide b) { return std::max(a, b); }, -20, 20, ends);
    binary(
        "minimum", minimum_loops, [](Wide a, Wide b) { return std::min(a, b); }, -20, 20, ends);
    binary(
        "bitwise_xor", bitwise_xor_loops, [](Wide a, Wide b) { return a ^ b; }, -20, 20, ends);
    binary(
        "bitwise_and", bitwise_and_loops, [](Wide a, Wide b) { return a & b; }, -20, 20, ends);
    binary(
        "bitwise_or", bitwise_or_loops, [](Wide a, Wide b) { return a | b; }, -20, 20, ends);
    const auto floor_div = [](Wide a, Wide b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); };
    std::vector<Real> divisors = {1, 2, 3, most, least == 0 ? Real(5) : least, least == 0 ? Real(7) : Real(-1)};
    for (Real d : divisors) {
      binary(
          "div_trunc", div_trunc_loops, [](Wide a, Wide b) { return a / b; }, d, d, divisors);
      binary("div_floor", div_floor_loops, floor_div, d, d, divisors);
      binary(
          "fmod", fmod_loops, [](Wide a, Wide b) { return a % b; }, d, d, divisors);
      binary(
          "remainder", remainder_loops, [&](Wide a, Wide b) { return a - floor_div(a, b) * b; }, d, d, divisors);
    }
    binary("pow", pow_loops,
           [](Wide a, Wide b) {
             if (b < 0) return a == 1 ? Wide(1) : a == -1 ? (b % 2 != 0 ? Wide(-1) : Wide(1)) : Wide(0);
             unsigned __int128 r = 1;
             for (Wide k = 0; k < b; ++k) r *= static_cast<unsigned __int128>(a);
             return static_cast<Wide>(r);
           },
           -4, 30, {1, 0});
    const int bits = static_cast<int>(8 * size_of(t));
    binary("bitwise_left_shift", bitwise_left_shift_loops,
           [&](Wide a, Wide b) {
             return b < 0 || b >= bits ? 0 : static_cast<Wide>(static_cast<unsigned __int128>(a) << int(b));
           },
           -3, 70, {1, -8});
    binary("bitwise_right_shift", bitwise_right_shift_loops,
           [&](Wide a, Wide b) { return a >> int(b < 0 || b >= bits ? 127 : b); }, -3, 70, {1, 100});
    for (const auto* table : {&div_trunc_loops, &div_floor_loops, &fmod_loops, &remainder_loops}) {
      std::vector<char> a(80, 1), b(80, 0), out(80);
      char* data[] = {out.data(), a.data(), b.data()};
      const int64_t s = size_of(t), contiguous[] = {s, s, s}, strided[] = {s, s, 2 * s};
      for (int level = 0; level <= cpu_level(); ++level) {
        EXPECT_EQ(table->fn[int(t)][level](data, contiguous, 5, nullptr), kLoopZeroDivision);
        EXPECT_EQ(table->fn[int(t)][level](data, strided, 5, nullptr), kLoopZeroDivision);
        EXPECT_EQ(table->fn[int(t)][level](data, contiguous, 0, nullptr), kLoopDone);
      }
    }
  }
}

// libtorch 1.13.1: torch.div(a, b, rounding_mode='floor' / 'trunc') and torch.remainder of these values.
TEST(Loops, DivisionEdgesAsLibtorch) {
  const float inf = INFINITY, nan = NAN;
  float a[] = {5, -5, 5, -5, 0, 1, inf, 1, -1, 1}, b[] = {3, 3, -3, -3, 2, 0, 2, inf, inf, -inf};
  const float floor[] = {1, -2, -2, 1, 0, inf, nan, 0, -1, -1}, trunc[] = {1, -1, -1, 1, 0, inf, inf, 0, -0.0f, -0.0f};
  const float remainder[] = {2, 1, -1, -2, 0, nan, nan, 1, inf, -inf};
  for (int level = 0; level <= cpu_level(); ++level) {
    const auto same = [&](const LoopTable<LoopFn>& table, const float* expected) {
      float out[10];
      char* data[] = {(char*)out, (char*)a, (char*)b};
      const int64_t strides[] = {4, 4, 4};
      table.fn[int(kFloat)][level](data, strides, 10, nullptr);
      for (int i = 0; i < 10; ++i)
        EXPECT_TRUE((std::isnan(expected[i]) && std::isnan(out[i])) || out[i] == expected[i]) << i << " got " << out[i];
    };
    same(div_floor_loops, floor);
    same(div_trunc_loops, trunc);
    same(remainder_loops, remainder);
  }
}

// Quotients of all sizes: those of a block are divided in vectors or by the library, with the same result.
TEST(Loops, RemaindersAreExact) {
  const auto check = [](auto zero, ScalarType type) {
    using T = decltype(zero);
    std::mt19937_64 random(kSeed);
    for (int round = 0; round < 60; ++round) {
      std::vector<T> a, b;
      const int spread = round % 4 == 0 ? 60 : 12;
      for (int i = 0; i < 700; ++i) {
        const T divisor = std::ldexp(T(1 + random() % 1000), int(random() % 30) - 15) * (random() % 2 ? 1 : -1);
        T x =
            i % 3 == 0 ? divisor * T(random() % 4000) : std::ldexp(divisor * T(random() % 997), int(random() % spread));
        if (i % 5 == 0) x = std::nextafter(x, T(0));
        if (i % 7 == 0) x = -x;
        a.push_back(x), b.push_back(divisor);
      }
      if (round % 3 == 1) a[300] = std::numeric_limits<T>::infinity(), b[301] = 0, a[302] = -T(0), b[303] = NAN;
      if (round % 3 == 2) b[600] = std::numeric_limits<T>::infinity(), a[0] = std::numeric_limits<T>::denorm_min();
      for (int level = 0; level <= cpu_level(); ++level) {
        std::vector<T> m(a.size()), r(a.size());
        const int64_t step = sizeof(T), strides[] = {step, step, step};
        char* const of_m[] = {(char*)m.data(), (char*)a.data(), (char*)b.data()};
        char* const of_r[] = {(char*)r.data(), (char*)a.data(), (char*)b.data()};
        select(fmod_loops, type, level)(of_m, strides, int64_t(a.size()), nullptr);
        select(remainder_loops, type, level)(of_r, strides, int64_t(a.size()), nullptr);
        for (size_t i = 0; i < a.size(); ++i) {
          const T want = std::fmod(a[i], b[i]), rest = want != 0 && (b[i] < 0) != (want < 0) ? want + b[i] : want;
          ASSERT_TRUE(m[i] == want || (m[i] != m[i] && want != want)) << a[i] << " " << b[i] << " level " << level;
          ASSERT_TRUE(want != want || std::signbit(m[i]) == std::signbit(want)) << a[i] << " " << b[i];
          ASSERT_TRUE(r[i] == rest || (r[i] != r[i] && rest != rest)) << a[i] << " " << b[i] << " level " << level;
        }
      }
    }
  };
  check(0.0f, kFloat);
  check(0.0, kDouble);
}

// Results that are written past the cache, at all distances from a line.
TEST(Loops, PastTheCache) {
  for (int64_t n : {0, 1, 15, 16, 17, 2047, 2048, 2049, 10000})
    for (int64_t off : {0, 1, 3, 15, 16}) {
      std::vector<float> a(size_t(n + off)), b = a, got(size_t(n + off + 64), -1), want = got;
      for (size_t i = 0; i < a.size(); ++i) a[i] = float(i), b[i] = 1 / float(i + 1);
      const int64_t strides[] = {4, 4, 4}, still[] = {4, 4, 0};
      char* const to_got[] = {(char*)(got.data() + off), (char*)(a.data() + off), (char*)(b.data() + off)};
      char* const to_want[] = {(char*)(want.data() + off), to_got[1], to_got[2]};
      if (n == 0 && off == 0) continue;
      for (const int64_t* s : {strides, still}) {
        EXPECT_EQ(run_streamed(select(mul_loops, kFloat), to_got, s, 3, n, nullptr), kLoopDone);
        select(mul_loops, kFloat)(to_want, s, n, nullptr);
        ASSERT_EQ(got, want) << n << " elements from " << off;
      }
    }
}

TEST(Loops, LargeArgumentsOfSine) {
  const float x[] = {1e7f, -3e20f, 0.5f, INFINITY, NAN, 1048577.f};
  for (int level = 0; level <= cpu_level(); ++level) {
    float out[6];
    char* data[] = {(char*)out, (char*)x};
    const int64_t strides[] = {4, 4};
    sin_loops.fn[int(kFloat)][level](data, strides, 6, nullptr);
    for (int i : {0, 1, 2, 5}) EXPECT_NEAR(out[i], std::sin((long double)x[i]), 1e-7) << x[i];
    EXPECT_TRUE(std::isnan(out[3]) && std::isnan(out[4]));
  }
}

// A prime stride over all floats, denormals included; the limits are those stated in elementary.h.
TEST(Loops, FloatSweep) {
  struct Row {
    const char* name;
    const LoopTable<LoopFn>* table;
    double (*reference)(double);
    double limit;
  };
  const Row rows[] = {{"exp", &exp_loops, std::exp, 1.02},       {"log", &log_loops, std::log, 0.9},
                      {"tanh", &tanh_loops, std::tanh, 1.32},    {"erf", &erf_loops, std::erf, 1.35},
                      {"exp2", &exp2_loops, std::exp2, 0.51},    {"expm1", &expm1_loops, std::expm1, 0.51},
                      {"log1p", &log1p_loops, std::log1p, 0.51}, {"log2", &log2_loops, std::log2, 0.51},
                      {"atan", &atan_loops, std::atan, 0.51},    {"asin", &asin_loops, std::asin, 0.51},
                      {"acos", &acos_loops, std::acos, 0.51},    {"sinh", &sinh_loops, std::sinh, 0.51},
                      {"cosh", &cosh_loops, std::cosh, 0.51},    {"erfc", &erfc_loops, std::erfc, 0.51}};
  std::vector<float> x, y;
  for (uint64_t bits = 0; bits < 0x100000000u; bits += 10007) x.push_back(math::from_bits(static_cast<uint32_t>(bits)));
  y.resize(x.size());
  for (const Row& row : rows) {
    for (int level = 0; level <= cpu_level(); ++level) {
      char* data[] = {(char*)y.data(), (char*)x.data()};
      const int64_t strides[] = {4, 4};
      row.table->fn[int(kFloat)][level](data, strides, static_cast<int64_t>(x.size()), nullptr);
      double worst = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        const double e = row.reference(x[i]);
        if (std::isnan(e) || std::fabs(e) > FLT_MAX) {
          ASSERT_TRUE(std::isnan(e) ? std::isnan(y[i]) : y[i] == float(e))
              << row.name << " of " << x[i] << " is " << y[i];
        } else {
          const double error = std::fabs(y[i] - e) / double(ulp(kFloat, e));
          ASSERT_LE(error, row.limit) << row.name << " of " << x[i] << " level " << level;
          worst = std::max(worst, error);
        }
      }
      EXPECT_GT(worst, 0.3);  // the comparison itself works
    }
  }
}

// The C library's results where they are no numbers, infinite or zero; else those of long double, to the limit.
bool agrees(double got, Real exact, double library, double limit) {
  if (std::isnan(library)) return std::isnan(got);
  if (std::isinf(library) || library == 0) return got == library && std::signbit(got) == std::signbit(library);
  return std::fabs(got - exact) <= limit * ulp(kDouble, exact);
}
const std::vector<double> kDoubleEdges = {
    0.0,          -0.0,       INFINITY, -INFINITY, NAN,      DBL_TRUE_MIN, -DBL_TRUE_MIN, 0x1.8p-1030,
    -0x1.8p-1030, DBL_MIN,    -DBL_MIN, DBL_MAX,   -DBL_MAX, 1e-300,       1e300,         1e-20,
    -1e-20,       0.5,        -0.5,     1,         -1,       1 - 0x1p-53,  -1 + 0x1p-53,  1 + 0x1p-52,
    -1 - 0x1p-52, 2,          -2,       3,         -3,       709.78,       709.79,        710.47,
    710.48,       -745.1,     -745.2,   1023.99,   1024,     -1022.5,      -1074,         -1075.5,
    26.5,         28,         1048576,  1e7,       0x1p52,   0x1p52 + 1,   -0x1p52 - 1,   0x1p53 - 1,
    0x1p53,       0x1p53 + 2, 0x1p65};

// The edges, numbers of all magnitudes, and those from `lo` to `hi`; the limits are those stated in elementary.h.
TEST(Loops, DoubleSweep) {
  struct Row {
    const char* name;
    const LoopTable<LoopFn>* table;
    Real (*exact)(Real);
    double (*library)(double);
    double lo, hi, limit;
  };
#define F(f) #f, &f##_loops, std::f, std::f
  const Row rows[] = {
      {F(exp), -2, 2, 1.02},      {F(exp2), -2, 2, 0.75},      {F(expm1), -1, 2, 0.95},   {F(log), 0.5, 2, 0.9},
      {F(log2), 0.5, 2, 0.8},     {F(log10), 0.5, 2, 0.8},     {F(log1p), -0.9, 2, 0.81}, {F(sin), -7, 7, 1.5},
      {F(cos), -7, 7, 1.5},       {F(tan), -7, 7, 1},          {F(tan), -1e6, 1e6, 1},    {F(asin), -1, 1, 0.8},
      {F(acos), -1, 1, 0.7},      {F(atan), -3, 3, 0.65},      {F(sinh), -3, 3, 1.25},    {F(sinh), 1, 710, 1.25},
      {F(cosh), -3, 3, 1.25},     {F(tanh), -3, 3, 2.5},       {F(asinh), -3, 3, 1.2},    {F(acosh), 1, 2, 1.8},
      {F(atanh), -1, 1, 1.9},     {F(erf), -3, 3, 1.4},        {F(erfc), -1, 1, 1.95},    {F(erfc), 0.5, 27, 2.5},
      {F(expm1), -40, 700, 0.95}, {F(exp2), -1070, 1020, 0.75}};
#undef F
  for (const Row& row : rows) {
    std::mt19937_64 random(kSeed);
    std::vector<double> x = kDoubleEdges;
    for (int i = 0; i < 20000; ++i) x.push_back(std::uniform_real_distribution<>(row.lo, row.hi)(random));
    for (int i = 0; i < 20000; ++i) x.push_back(math::from_bits(uint64_t{random()}));
    std::vector<double> y(x.size());
    for (int level = 0; level <= cpu_level(); ++level) {
      char* data[] = {(char*)y.data(), (char*)x.data()};
      const int64_t strides[] = {8, 8};
      select(*row.table, kDouble, level)(data, strides, static_cast<int64_t>(x.size()), nullptr);
      for (size_t i = 0; i < x.size(); ++i)
        ASSERT_TRUE(agrees(y[i], row.exact(x[i]), row.library(x[i]), row.limit))
            << row.name << " of " << std::hexfloat << x[i] << " is " << y[i] << ", level " << level;
    }
  }
}

// All pairs of edges, and numbers whose powers are of all magnitudes.
TEST(Loops, DoublePairs) {
  struct Row {
    const char* name;
    const LoopTable<LoopFn>* table;
    Real (*exact)(Real, Real);
    double (*library)(double, double);
    double limit;
  };
  const Row rows[] = {{"pow", &pow_loops, std::pow, std::pow, 0.95},
                      {"atan2", &atan2_loops, std::atan2, std::atan2, 0.65}};
  std::mt19937_64 random(kSeed);
  std::vector<double> x, y;
  for (const double a : kDoubleEdges)
    for (const double b : kDoubleEdges) {
      x.push_back(a);
      y.push_back(b);
    }
  for (const double span : {1e-6, 0.01, 1.0, 20.0, 700.0})
    for (int i = 0; i < 20000; ++i) {
      x.push_back(std::exp(std::uniform_real_distribution<>(-span, span)(random)));
      y.push_back(std::uniform_real_distribution<>(-700 / span, 700 / span)(random));
    }
  std::vector<double> z(x.size());
  for (const Row& row : rows)
    for (int level = 0; level <= cpu_level(); ++level) {
      char* data[] = {(char*)z.data(), (char*)x.data(), (char*)y.data()};
      const int64_t strides[] = {8, 8, 8};
      select(*row.table, kDouble, level)(data, strides, static_cast<int64_t>(x.size()), nullptr);
      for (size_t i = 0; i < x.size(); ++i)
        ASSERT_TRUE(agrees(z[i], row.exact(x[i], y[i]), row.library(x[i], y[i]), row.limit))
            << row.name << " of " << std::hexfloat << x[i] << " and " << y[i] << " is " << z[i] << ", level " << level;
    }
}

// Neither rounding nor the change of base shows where the result is an integer.
TEST(Loops, DoubleLogarithmsOfPowersAreExact) {
  std::vector<double> twos, tens, y(2098);
  for (int n = -1074; n < 1024; ++n) twos.push_back(std::ldexp(1.0, n));
  for (int n = 0; n <= 22; ++n) tens.push_back(std::pow(10.0, n));
  for (int level = 0; level <= cpu_level(); ++level) {
    const int64_t strides[] = {8, 8};
    char *of_twos[] = {(char*)y.data(), (char*)twos.data()}, *of_tens[] = {(char*)y.data(), (char*)tens.data()};
    select(log2_loops, kDouble, level)(of_twos, strides, static_cast<int64_t>(twos.size()), nullptr);
    for (size_t i = 0; i < twos.size(); ++i) ASSERT_EQ(y[i], static_cast<double>(i) - 1074) << "level " << level;
    select(log10_loops, kDouble, level)(of_tens, strides, static_cast<int64_t>(tens.size()), nullptr);
    for (size_t i = 0; i < tens.size(); ++i) ASSERT_EQ(y[i], static_cast<double>(i)) << "level " << level;
  }
}

// It is computed from the bits.
TEST(Loops, ReluOfSixteenBitNumbersExhaustively) {
  for (int level = 0; level <= cpu_level(); ++level)
    for (const ScalarType t : {kHalf, kBFloat16}) {
      std::vector<uint16_t> in(65536), out(2 * 65536);
      for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<uint16_t>(i);
      for (const int64_t step : {2, 4}) {
        char* data[] = {reinterpret_cast<char*>(out.data()), reinterpret_cast<char*>(in.data())};
        const int64_t strides[] = {step, 2};
        select(relu_loops, t, level)(data, strides, 65536, nullptr);
        for (size_t i = 0; i < in.size(); ++i) {
          const float x = t == kHalf ? static_cast<float>(Half(in[i], Half::from_bits()))
                                     : static_cast<float>(BFloat16(in[i], BFloat16::from_bits()));
          ASSERT_EQ(out[i * static_cast<size_t>(step) / 2], x < 0 ? 0 : in[i]) << i;  // NaN and -0 stay
        }
      }
    }
}

// It passes bits on.
TEST(Loops, ThresholdBackwardOfSixteenBitNumbersExhaustively) {
  Scalars scalars;
  scalars.f[0] = 0.5;
  for (int level = 0; level <= cpu_level(); ++level)
    for (const ScalarType t : {kHalf, kBFloat16}) {
      std::vector<uint16_t> x(65536), g(65536), out(2 * 65536);
      for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<uint16_t>(i), g[i] = static_cast<uint16_t>(i * 40503);
      for (const int64_t step : {2, 4}) {
        char* data[] = {reinterpret_cast<char*>(out.data()), reinterpret_cast<char*>(g.data()),
                        reinterpret_cast<char*>(x.data())};
        const int64_t strides[] = {step, 2, 2};
        select(threshold_backward_loops, t, level)(data, strides, 65536, &scalars);
        for (size_t i = 0; i < x.size(); ++i) {
          const float value = t == kHalf ? static_cast<float>(Half(x[i], Half::from_bits()))
                                         : static_cast<float>(BFloat16(x[i], BFloat16::from_bits()));
          ASSERT_EQ(out[i * static_cast<size_t>(step) / 2], value <= 0.5f ? 0 : g[i])
              << i;  // of NaN the gradient stays
        }
      }
    }
}

// Dense operands and single values of bfloat16 are computed in pairs, the rest, strided ones and float16 in blocks of
// floats; float16 has instructions on most machines.
TEST(Loops, LightFunctionsOfSixteenBitNumbersAreTheRoundedOnesOfFloats) {
  const struct {
    const char* name;
    const LoopTable<LoopFn>* table;
  } rows[] = {{"add", &add_loops},         {"sub", &sub_loops},         {"mul", &mul_loops},
              {"div", &div_loops},         {"fmax", &fmax_loops},       {"fmin", &fmin_loops},
              {"maximum", &maximum_loops}, {"minimum", &minimum_loops}, {"copysign", &copysign_loops}};
  const size_t n = 65536 - 5;
  std::vector<uint16_t> a(n), b(n);
  std::vector<float> wide_a(n), wide_b(n), expected(n);
  for (size_t i = 0; i < n; ++i) {
    a[i] = static_cast<uint16_t>(i);  // every number, and beside it another that is as often NaN, infinite or 0
    b[i] = static_cast<uint16_t>(i * 40503 + i / 97);
  }
  const Scalars scalars = {{0.75, 1, 1, 0}, {1, 1, 1, 0}};
  const struct {
    int64_t out, a, b, in_place;  // in_place: which input the result is written over
  } layouts[] = {{1, 1, 1, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}, {2, 1, 1, 0},
                 {1, 1, 1, 1}, {1, 1, 1, 2}, {1, 1, 0, 1}, {1, 0, 1, 2}};
  for (const ScalarType t : {kHalf, kBFloat16}) {
    for (size_t i = 0; i < n; ++i) {
      wide_a[i] = static_cast<float>(load_element(t, reinterpret_cast<const char*>(&a[i])));
      wide_b[i] = static_cast<float>(load_element(t, reinterpret_cast<const char*>(&b[i])));
    }
    for (const auto& row : rows)
      for (int level = 0; level <= cpu_level(); ++level)
        for (const auto& l : layouts)
          for (const size_t first : {size_t{0}, size_t{1}, n - 200, n - 40}) {
            const int64_t count = static_cast<int64_t>(n - first);
            std::vector<uint16_t> out(2 * n), x(a), y(b);
            const auto bytes = [&](std::vector<uint16_t>& v) { return reinterpret_cast<char*>(v.data() + first); };
            const auto floats = [&](std::vector<float>& v) { return reinterpret_cast<char*>(v.data() + first); };
            std::vector<uint16_t>& result = l.in_place == 0 ? out : l.in_place == 1 ? x : y;
            char* data[] = {bytes(result), bytes(x), bytes(y)};
            char* wide[] = {floats(expected), floats(wide_a), floats(wide_b)};
            const int64_t strides[] = {2 * l.out, 2 * l.a, 2 * l.b}, wide_strides[] = {4, 4 * l.a, 4 * l.b};
            select(*row.table, kFloat, level)(wide, wide_strides, count, &scalars);
            select(*row.table, t, level)(data, strides, count, &scalars);
            for (size_t i = 0; i < n - first; ++i) {
              // The sign of a NaN depends on which of two the compiler takes first.
              const uint16_t sign = std::isnan(expected[first + i]) ? 0x8000 : 0;
              const uint16_t rounded =
                  t == kHalf ? math::to_f16(expected[first + i]).bits : math::to_bf16(expected[first + i]).bits;
              ASSERT_EQ(result[first + i * static_cast<size_t>(l.out)] | sign, rounded | sign)
                  << row.name << " level " << level << " of " << wide_a[first + (l.a != 0 ? i : 0)] << " and "
                  << wide_b[first + (l.b != 0 ? i : 0)] << ", element " << i << " of " << count;
            }
          }
  }
}

// Vectors of ordinary numbers take another way than those that hold a NaN or a denormal number, and the rest another.
TEST(Loops, RoundingToBfloat16InEveryLane) {
  const float special[] = {NAN,
                           -NAN,
                           math::from_bits(0x7f800001u),
                           math::from_bits(0xffc12345u),
                           INFINITY,
                           -INFINITY,
                           0x1p-130f,
                           -0x1.8p-127f,
                           0x1p-149f,
                           0x1.fffffep-127f,
                           FLT_MAX,
                           -FLT_MAX,
                           0.0f,
                           -0.0f};
  uint32_t random = 1;
  for (int level = 0; level <= cpu_level(); ++level) {
    const LoopFn loop = cast_loop(kBFloat16, kFloat, level);
    for (int64_t n : {1, 31, 32, 33, 64, 100, 1000}) {
      for (const float unusual : special) {
        const int64_t at = n > 64 ? (random >> 8) % n : n - 1;
        std::vector<float> in(static_cast<size_t>(n));
        for (float& x : in)
          x = math::from_bits(((random = random * 1664525u + 1013904223u) & 0xbfffffffu) | 0x20000000u);
        in[static_cast<size_t>(at)] = unusual;
        std::vector<uint16_t> out(in.size() * 2, 7);
        for (const int64_t step : {2, 4}) {
          char* data[] = {reinterpret_cast<char*>(out.data()), reinterpret_cast<char*>(in.data())};
          const int64_t strides[] = {step, 4};
          loop(data, strides, n, nullptr);
          for (int64_t i = 0; i < n; ++i)
            ASSERT_EQ(out[static_cast<size_t>(i * step / 2)], math::to_bf16(in[static_cast<size_t>(i)]).bits)
                << "level " << level << " n " << n << " element " << i << " of bits " << std::hex
                << math::to_bits(in[static_cast<size_t>(i)]);
        }
      }
    }
  }
}

TEST(Loops, SixteenBitConversionsExhaustively) {
  for (int level = 0; level <= cpu_level(); ++level) {
    for (ScalarType t : {kHalf, kBFloat16}) {
      std::vector<uint16_t> bits(65536), back(65536);
      std::vector<float> wide(65536);
      for (int i = 0; i < 65536; ++i) bits[i] = static_cast<uint16_t>(i);
      char *there[] = {(char*)wide.data(), (char*)bits.data()}, *home[] = {(char*)back.data(), (char*)wide.data()};
      const int64_t s42[] = {4, 2}, s24[] = {2, 4};
      cast_loop(kFloat, t, level)(there, s42, 65536, nullptr);
      cast_loop(t, kFloat, level)(home, s24, 65536, nullptr);
      for (int i = 0; i < 65536; ++i) {
        const float expected = t == kHalf ? static_cast<float>(Half(bits[i], Half::from_bits()))
                                          : static_cast<float>(BFloat16(bits[i], BFloat16::from_bits()));
        if (std::isnan(expected)) {
          ASSERT_TRUE(std::isnan(wide[i])) << i;
        } else {
          ASSERT_EQ(math::to_bits(wide[i]), math::to_bits(expected)) << i;
          ASSERT_EQ(back[i], bits[i]);
        }
      }
      // Ties and their neighbours between all consecutive finite numbers.
      const int last = t == kHalf ? 0x7bff : 0x7f7f;
      for (int i = 0; i < last; ++i) {
        const float middle = (wide[i] + wide[i + 1]) / 2;
        if (!std::isfinite(wide[i + 1]) || !std::isfinite(middle)) continue;
        const float x[3] = {std::nextafter(middle, 0.0f), middle, std::nextafter(middle, INFINITY)};
        uint16_t out[3];
        char* data[] = {(char*)out, (char*)x};
        cast_loop(t, kFloat, level)(data, s24, 3, nullptr);
        ASSERT_EQ(out[1], i % 2 == 0 ? i : i + 1);
        if (t == kHalf || i > 1) {
          ASSERT_EQ(out[0], i);
          ASSERT_EQ(out[2], i + 1);
        }
      }
    }
  }
}

// Results of x.to(dtype) in libtorch 1.13.1 on x86.
TEST(Loops, FloatToIntegerAsLibtorch) {
  const float x[] = {NAN, INFINITY, -INFINITY, 1e10f, -1e10f, 3e9f, 300.7f, -1.5f, -300.f, 1e20f};
  const int64_t min32 = INT32_MIN, min64 = INT64_MIN;
  const struct {
    ScalarType to;
    int64_t expected[10];
  } rows[] = {{kChar, {0, 0, 0, 0, 0, 0, 44, -1, -44, 0}},
              {kShort, {0, 0, 0, 0, 0, 0, 300, -1, -300, 0}},
              {kInt, {min32, min32, min32, min32, min32, min32, 300, -1, -300, min32}},
              {kLong, {min64, min64, min64, 10000000000, -10000000000, 3000000000, 300, -1, -300, min64}},
              {kByte, {0, 0, 0, 0, 0, 0, 44, 255, 212, 0}},
              {kBool, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}};
  for (const auto& row : rows)
    for (int level = 0; level <= cpu_level(); ++level)
      for (ScalarType from : {kFloat, kDouble}) {
        double wide[10];
        for (int i = 0; i < 10; ++i) wide[i] = x[i];
        char out[80];
        char* data[] = {out, from == kFloat ? (char*)x : (char*)wide};
        const int64_t strides[] = {size_of(row.to), size_of(from)};
        cast_loop(row.to, from, level)(data, strides, 10, nullptr);
        for (int i = 0; i < 10; ++i)
          EXPECT_EQ((int64_t)load_element(row.to, out + i * strides[0]), row.expected[i])
              << int(row.to) << " of " << x[i];
      }
}

TEST(Loops, CastsBetweenAllRealTypes) {
  const ScalarType types[] = {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong, kBool};
  std::mt19937 random(kSeed);
  for (ScalarType from : types)
    for (ScalarType to : types)
      for (int level = 0; level <= cpu_level(); ++level)
        for (const Layout& layout : kLayouts)
          for (int64_t n : {0, 1, 7, 33, 1000}) {
            Operand in(from, layout.in[0], n), out(to, layout.out, n);
            for (int64_t i = 0; i < n; ++i) in.set(i, from == kBool ? random() % 2 : random() % 120);
            char* data[] = {out.data(), in.data()};
            const int64_t strides[] = {out.stride, in.stride};
            const LoopFn loop = cast_loop(to, from, level);
            ASSERT_NE(loop, nullptr);
            loop(data, strides, n, nullptr);
            for (int64_t i = 0; i < n; ++i)
              ASSERT_EQ(out.get(i), to == kBool ? Real(in.get(i) != 0) : in.get(i))
                  << where("cast", to, level, n, layout.name);
          }
}

TEST(Loops, WhereAndTransposedCopies) {
  std::mt19937 random(kSeed);
  for (int level = 0; level <= cpu_level(); ++level)
    for (int64_t width : {1, 2, 4, 8, 16}) {
      const int64_t rows = 37, columns = 70;
      std::vector<char> in(rows * columns * width), out(in.size()), other(in.size());
      for (char& c : in) c = static_cast<char>(random());
      for (char& c : other) c = static_cast<char>(random());
      transposed_copy(width, level)(out.data(), columns * width, in.data(), rows * width, rows, columns);
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < columns; ++c)
          ASSERT_EQ(std::memcmp(&out[(r * columns + c) * width], &in[(c * rows + r) * width], width), 0);
      std::vector<uint8_t> condition(100);
      for (auto& b : condition) b = random() % 2;
      char* data[] = {out.data(), (char*)condition.data(), in.data(), other.data()};
      for (int64_t step : {0, 1, 2}) {
        const int64_t strides[] = {width, 1, width * step, width};
        where_loop(width, level)(data, strides, 100, nullptr);
        for (int64_t i = 0; i < 100; ++i)
          ASSERT_EQ(std::memcmp(&out[i * width], condition[i] ? &in[i * width * step] : &other[i * width], width), 0);
      }
    }
}

TEST(Loops, Ranges) {
  for (int level = 0; level <= cpu_level(); ++level) {
    float f[10];
    int64_t k[10];
    const Scalars s = {{0.5, 0.1, 0, 0}, {-7, 3, 0, 0}}, ends = {{-1, 1, 0, 0}, {}};
    select(arange_loops, kFloat, level)((char*)f, 2, 10, &s);
    select(arange_loops, kLong, level)((char*)k, 2, 10, &s);
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(f[i], static_cast<float>(0.5 + 0.1 * (i + 2)));
      EXPECT_EQ(k[i], -7 + 3 * (i + 2));
    }
    select(linspace_loops, kFloat, level)((char*)f, 0, 10, 10, &ends);
    for (int i = 0; i < 10; ++i) EXPECT_NEAR(f[i], -1 + 2.0 * i / 9, 1e-7);
    EXPECT_EQ(f[0], -1);
    EXPECT_EQ(f[9], 1);
  }
}

TEST(Loops, Complex) {
  std::mt19937 random(kSeed);
  using C = std::complex<long double>;
  const auto run3 = [&](const char* name, const LoopTable<LoopFn>& table, std::function<C(C, C, C)> f) {
    for (int64_t step : {1, 3}) {
      std::vector<std::complex<double>> a(60), b(60), c(60), out(60);
      for (auto& z : a)
        z = {std::uniform_real_distribution<>(-3, 3)(random), std::uniform_real_distribution<>(-3, 3)(random)};
      for (auto& z : b)
        z = {std::uniform_real_distribution<>(-3, 3)(random), std::uniform_real_distribution<>(-3, 3)(random)};
      for (auto& z : c)
        z = {std::uniform_real_distribution<>(-3, 3)(random), std::uniform_real_distribution<>(-3, 3)(random)};
      c[0] = 0.3;
      c[1] = 1;
      char* data[] = {(char*)out.data(), (char*)a.data(), (char*)b.data(), (char*)c.data()};
      const int64_t strides[] = {16, 16 * step, 16, 16};
      const Scalars s = {{2, -1, 0, 0}, {}};
      ASSERT_EQ(select(table, kComplexDouble)(data, strides, 20, &s), kLoopDone);
      for (int i = 0; i < 20; ++i) {
        const C e = f(C(a[i * step]), C(b[i]), C(c[i]));
        ASSERT_LE(std::abs(C(out[i]) - e), 1e-13L * (1 + std::abs(e))) << name << a[i * step] << " got " << out[i];
      }
    }
  };
  const auto run = [&](const char* name, const LoopTable<LoopFn>& table, int, std::function<C(C, C)> f) {
    run3(name, table, [f](C a, C b, C) { return f(a, b); });
  };
  run("add", add_loops, 2, [](C a, C b) { return a + C(2, -1) * b; });
  run("sub", sub_loops, 2, [](C a, C b) { return a - C(2, -1) * b; });
  run("mul", mul_loops, 2, [](C a, C b) { return a * b; });
  run("div", div_loops, 2, [](C a, C b) { return a / b; });
  run("pow", pow_loops, 2, [](C a, C b) { return std::pow(a, b); });
  run("neg", neg_loops, 1, [](C a, C) { return -a; });
  run("conj", conj_loops, 1, [](C a, C) { return std::conj(a); });
  run("square", square_loops, 1, [](C a, C) { return a * a; });
  run("reciprocal", reciprocal_loops, 1, [](C a, C) { return C(1) / a; });
  run("sgn", sgn_loops, 1, [](C a, C) { return a / std::abs(a); });
  run("exp", exp_loops, 1, [](C a, C) { return std::exp(a); });
  run("log", log_loops, 1, [](C a, C) { return std::log(a); });
  run("sqrt", sqrt_loops, 1, [](C a, C) { return std::sqrt(a); });
  run("rsqrt", rsqrt_loops, 1, [](C a, C) { return C(1) / std::sqrt(a); });
  run("sigmoid", sigmoid_loops, 1, [](C a, C) { return C(1) / (C(1) + std::exp(-a)); });
  run("tanh", tanh_loops, 1, [](C a, C) { return std::tanh(a); });
  run("sin", sin_loops, 1, [](C a, C) { return std::sin(a); });
  run("cos", cos_loops, 1, [](C a, C) { return std::cos(a); });
  run("tan", tan_loops, 1, [](C a, C) { return std::tan(a); });
  run("asin", asin_loops, 1, [](C a, C) { return std::asin(a); });
  run("acos", acos_loops, 1, [](C a, C) { return std::acos(a); });
  run("atan", atan_loops, 1, [](C a, C) { return std::atan(a); });
  run("sinh", sinh_loops, 1, [](C a, C) { return std::sinh(a); });
  run("cosh", cosh_loops, 1, [](C a, C) { return std::cosh(a); });
  run("log2", log2_loops, 1, [](C a, C) { return std::log(a) / std::log(2.0L); });
  run("log10", log10_loops, 1, [](C a, C) { return std::log10(a); });
  const auto sigmoid = [](C a) { return C(1) / (C(1) + std::exp(-a)); };
  run("silu", silu_loops, 1, [=](C a, C) { return a * sigmoid(a); });
  run("sigmoid_backward", sigmoid_backward_loops, 2, [](C a, C b) { return a * std::conj(b * (C(1) - b)); });
  run("tanh_backward", tanh_backward_loops, 2, [](C a, C b) { return a * std::conj(C(1) - b * b); });
  run("silu_backward", silu_backward_loops, 2, [=](C a, C b) {
    const C s = sigmoid(b);
    return a * std::conj(s * (C(1) + b * (C(1) - s)));
  });
  run3("addcmul", addcmul_loops, [](C a, C b, C c) { return a + C(2, -1) * b * c; });
  run3("addcdiv", addcdiv_loops, [](C a, C b, C c) { return a + C(2, -1) * b / c; });
  run3("lerp", lerp_tensor_loops, [](C a, C b, C c) { return a + c * (b - a); });
}

// Where squares overflow, on the cuts, and at the ends of the range.
TEST(Loops, ComplexAtTheEdges) {
  using C = std::complex<double>;
  const double inf = HUGE_VAL;
  const auto at = [](const LoopTable<LoopFn>& table, C z) {
    C out;
    char* data[] = {(char*)&out, (char*)&z};
    const int64_t strides[] = {16, 16};
    EXPECT_EQ(select(table, kComplexDouble)(data, strides, 1, nullptr), kLoopDone);
    return out;
  };
  const auto expect = [&](const LoopTable<LoopFn>& table, C z, C expected) {
    const C got = at(table, z);
    for (const auto& [g, e] : {std::pair(got.real(), expected.real()), std::pair(got.imag(), expected.imag())}) {
      EXPECT_TRUE(g == e || std::fabs(g - e) <= 1e-15 * std::fabs(e)) << z << " gives " << got << ", not " << expected;
      EXPECT_EQ(std::signbit(g), std::signbit(e)) << z << " gives " << got << ", not " << expected;
    }
  };
  for (const C z : {C(2, 0.0), C(2, -0.0), C(-2, 0.0), C(-2, -0.0), C(1e200, 1e200), C(-1e200, 3)}) {
    expect(asin_loops, z, std::asin(z));
    expect(acos_loops, z, std::acos(z));
  }
  for (const C z : {C(0.0, 2), C(-0.0, 2), C(0.0, -2), C(1e200, 1e200), C(-inf, 1), C(3, inf), C(1e17, -1), C(0, 0)})
    expect(atan_loops, z, std::atan(z));
  for (const C z : {C(inf, 0.0), C(-inf, -0.0), C(inf, 1), C(800, 1), C(-3, -0.0)}) {
    expect(sinh_loops, z, std::sinh(z));
    expect(cosh_loops, z, std::cosh(z));
  }
  expect(tan_loops, C(1, 800), C(0, 1));
  expect(tan_loops, C(1, -800), C(0, -1));
}

}  // namespace
}  // namespace torchpp::cpu
