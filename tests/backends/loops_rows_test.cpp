// SPDX-License-Identifier: BSD-3-Clause

// Reductions, fused rows and optimizer steps of every instruction set that this machine runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/math/bits.h"
#include "src/backends/math/optim.h"

namespace torchpp::cpu {
namespace {

constexpr uint32_t kSeed = 7771;
const std::vector<int64_t> kLengths = {1, 2, 31, 63, 64, 65, 130, 1000, 2048, 2049, 6144, 100003};

template <class T>
std::vector<T> random_values(int64_t n, double lo = -1, double hi = 1) {
  std::mt19937 random(kSeed);
  std::vector<T> x(static_cast<size_t>(n));
  for (T& v : x) v = static_cast<T>(std::uniform_real_distribution<double>(lo, hi)(random));
  return x;
}
std::vector<uint16_t> packed(const std::vector<float>& x, ScalarType t) {
  std::vector<uint16_t> bits;
  for (float v : x) bits.push_back(t == kHalf ? math::to_f16(v).bits : math::to_bf16(v).bits);
  return bits;
}
std::vector<float> unpacked(const std::vector<uint16_t>& bits, ScalarType t) {
  std::vector<float> x;
  for (uint16_t b : bits) x.push_back(t == kHalf ? math::to_float(math::f16{b}) : math::to_float(math::bf16{b}));
  return x;
}
const char* bytes(const void* p) { return static_cast<const char*>(p); }

TEST(Reductions, SumsAreNearExactAndEqualInAllSets) {
  for (int64_t n : kLengths) {
    const std::vector<float> f = random_values<float>(2 * n);
    const std::vector<double> d = random_values<double>(n);
    for (int64_t step : {1, 2}) {
      long double sum = 0, squares = 0, magnitude = 0;
      for (int64_t i = 0; i < n; ++i) {
        const long double x = f[i * step];
        sum += x, squares += x * x, magnitude += std::fabs(x);
      }
      float first = 0, first_squares = 0;
      for (int level = 0; level <= cpu_level(); ++level) {
        float got, got_squares;
        select(sum_loops, kFloat, level)(&got, bytes(f.data()), 4 * step, n);
        select(sum_squares_loops, kFloat, level)(&got_squares, bytes(f.data()), 4 * step, n);
        EXPECT_LE(std::fabs(got - sum), 1e-6L * magnitude / std::sqrt((long double)n) + 1e-6L)
            << n << " seed " << kSeed;
        EXPECT_LE(std::fabs(got_squares - squares), 1e-6L * squares);
        if (level == 0) first = got, first_squares = got_squares;
        EXPECT_EQ(math::to_bits(got), math::to_bits(first)) << "n " << n << " level " << level;
        EXPECT_EQ(math::to_bits(got_squares), math::to_bits(first_squares));
      }
    }
    double first = 0;
    for (int level = 0; level <= cpu_level(); ++level) {
      double got;
      select(sum_loops, kDouble, level)(&got, bytes(d.data()), 8, n);
      long double sum = 0;
      for (double x : d) sum += x;
      EXPECT_NEAR(got, (double)sum, 1e-13 * std::sqrt((double)n));
      if (level == 0) first = got;
      EXPECT_EQ(math::to_bits(got), math::to_bits(first));
    }
  }
}

TEST(Reductions, HalfAccumulatesInFloat) {
  for (ScalarType t : {kHalf, kBFloat16})
    for (int64_t n : kLengths) {
      const std::vector<uint16_t> bits = packed(random_values<float>(n, 0, 1), t);
      const std::vector<float> wide = unpacked(bits, t);
      for (int level = 0; level <= cpu_level(); ++level) {
        float got, expected;
        select(sum_loops, t, level)(&got, bytes(bits.data()), 2, n);
        select(sum_loops, kFloat, level)(&expected, bytes(wide.data()), 4, n);
        EXPECT_EQ(got, expected);
        select(max_loops, t, level)(&got, bytes(bits.data()), 2, n);
        EXPECT_EQ(got, *std::max_element(wide.begin(), wide.end()));
      }
    }
}

template <class T>
void check_extremes(ScalarType t) {
  for (int64_t n : kLengths)
    for (int variant = 0; variant < 5; ++variant) {
      std::vector<T> f = random_values<T>(n);
      if (variant == 1) f[n / 2] = NAN, f[n - 1] = NAN;
      if (variant == 3) f[n / 2] = INFINITY, f[n - 1] = -INFINITY;                         // their sum is NaN
      if (variant == 4) std::fill(f.begin(), f.end(), std::numeric_limits<T>::max() / 2);  // their sum is infinite
      if (variant == 2) std::fill(f.begin(), f.end(), T(2));                               // ties: the first index
      const auto nan = std::find_if(f.begin(), f.end(), [](T x) { return std::isnan(x); });
      const auto top = nan != f.end() ? nan : std::max_element(f.begin(), f.end());
      const auto bottom = nan != f.end() ? nan : std::min_element(f.begin(), f.end());
      for (int level = 0; level <= cpu_level(); ++level) {
        T value;
        int64_t at;
        select(max_loops, t, level)(&value, bytes(f.data()), sizeof(T), n);
        EXPECT_TRUE(value == *top || (std::isnan(value) && std::isnan(*top)));
        select(min_loops, t, level)(&value, bytes(f.data()), sizeof(T), n);
        EXPECT_TRUE(value == *bottom || (std::isnan(value) && std::isnan(*bottom)));
        select(argmax_loops, t, level)(&at, bytes(f.data()), sizeof(T), n);
        EXPECT_EQ(at, top - f.begin()) << n << " variant " << variant;
        select(argmin_loops, t, level)(&at, bytes(f.data()), sizeof(T), n);
        EXPECT_EQ(at, bottom - f.begin());
      }
    }
}
TEST(Reductions, ExtremesAndTheirIndices) {
  check_extremes<float>(kFloat);
  check_extremes<double>(kDouble);
  const float lowest[] = {-INFINITY, -INFINITY};
  for (int level = 0; level <= cpu_level(); ++level) {
    int64_t at = 9;
    select(argmax_loops, kFloat, level)(&at, bytes(lowest), 4, 2);
    EXPECT_EQ(at, 0);
  }
}

template <class T>
void check_integers(ScalarType t) {
  for (int64_t n : kLengths) {
    const std::vector<T> x = random_values<T>(n, t == kByte ? 0 : -100, 100);
    uint64_t sum = 0, product = 1;
    for (T v : x) sum += static_cast<uint64_t>(int64_t(v)), product *= static_cast<uint64_t>(int64_t(v));
    for (int level = 0; level <= cpu_level(); ++level) {
      int64_t got;
      T extreme;
      uint8_t truth;
      select(sum_loops, t, level)(&got, bytes(x.data()), sizeof(T), n);
      EXPECT_EQ((uint64_t)got, sum);
      select(prod_loops, t, level)(&got, bytes(x.data()), sizeof(T), n);
      EXPECT_EQ((uint64_t)got, product);
      select(max_loops, t, level)(&extreme, bytes(x.data()), sizeof(T), n);
      EXPECT_EQ(extreme, *std::max_element(x.begin(), x.end()));
      select(argmin_loops, t, level)(&got, bytes(x.data()), sizeof(T), n);
      EXPECT_EQ(got, std::min_element(x.begin(), x.end()) - x.begin());
      select(any_loops, t, level)(&truth, bytes(x.data()), sizeof(T), n);
      EXPECT_EQ(truth, std::any_of(x.begin(), x.end(), [](T v) { return v != 0; }));
      select(all_loops, t, level)(&truth, bytes(x.data()), sizeof(T), n);
      EXPECT_EQ(truth, std::all_of(x.begin(), x.end(), [](T v) { return v != 0; }));
    }
  }
}
TEST(Reductions, Integers) {
  check_integers<uint8_t>(kByte);
  check_integers<int8_t>(kChar);
  check_integers<int16_t>(kShort);
  check_integers<int32_t>(kInt);
  check_integers<int64_t>(kLong);
}

TEST(Reductions, Columns) {
  for (int64_t columns : {1, 5, 64, 515, 1100})
    for (int64_t rows : {0, 1, 2, 7, 128, 300}) {
      const std::vector<float> x = random_values<float>(rows * columns);
      std::vector<int32_t> k = random_values<int32_t>(rows * columns, -9, 9);
      std::vector<float> first(columns), got(columns), most(columns);
      std::vector<int64_t> sums(columns);
      for (int level = 0; level <= cpu_level(); ++level) {
        select(sum_columns_loops, kFloat, level)(got.data(), bytes(x.data()), columns * 4, rows, columns);
        select(max_columns_loops, kFloat, level)(most.data(), bytes(x.data()), columns * 4, rows, columns);
        select(sum_columns_loops, kInt, level)(sums.data(), bytes(k.data()), columns * 4, rows, columns);
        if (level == 0) first = got;
        EXPECT_EQ(std::memcmp(first.data(), got.data(), columns * 4), 0);
        for (int64_t c = 0; c < columns; ++c) {
          double sum = 0;
          float m = -INFINITY;
          int64_t s = 0;
          for (int64_t r = 0; r < rows; ++r) {
            sum += x[r * columns + c], m = std::max(m, x[r * columns + c]);
            s += k[r * columns + c];
          }
          ASSERT_NEAR(got[c], sum, 2e-5);
          ASSERT_EQ(most[c], m);
          ASSERT_EQ(sums[c], s);
        }
      }
    }
}

// Few columns are reduced in registers; to the bits of those of the same floats. The rows may lie apart, and nothing
// after the last of them may be read.
TEST(Reductions, FewColumnsOfBFloat16) {
  const std::vector<const LoopTable<ReduceColumnsFn>*> loops = {&sum_columns_loops,         &sum_squares_columns_loops,
                                                                &sum_numbers_columns_loops, &prod_columns_loops,
                                                                &max_columns_loops,         &min_columns_loops};
  for (int64_t columns : {1, 3, 8, 15, 16, 17, 33, 64, 65})
    for (int64_t rows : {0, 1, 3, 127, 129, 512, 1300})
      for (int64_t gap : {0, 5})
        for (bool nan : {false, true}) {
          const int64_t step = columns + gap, n = rows == 0 ? 0 : (rows - 1) * step + columns;
          std::vector<float> values = random_values<float>(n, -1.5, 1.5);
          if (nan && rows > 1) values[static_cast<size_t>(n - 1)] = values[static_cast<size_t>(n / 2)] = NAN;
          const std::vector<uint16_t> bits = packed(values, kBFloat16);
          const std::vector<float> wide = unpacked(bits, kBFloat16);
          std::vector<float> got(columns), expected(columns);
          for (const auto* loop : loops)
            for (int level = 0; level <= cpu_level(); ++level) {
              select(*loop, kBFloat16, level)(got.data(), bytes(bits.data()), 2 * step, rows, columns);
              select(*loop, kFloat, level)(expected.data(), bytes(wide.data()), 4 * step, rows, columns);
              for (int64_t c = 0; c < columns; ++c)
                ASSERT_TRUE(math::to_bits(got[c]) == math::to_bits(expected[c]) ||
                            (std::isnan(got[c]) && std::isnan(expected[c])))
                    << rows << " rows of " << columns << " in " << step << ", level " << level << ", column " << c
                    << ": got " << got[c] << ", expected " << expected[c];
            }
        }
}

// Short rows, of which many are reduced by one call, give the bits of each row alone in all sets: dense ones and those
// that lie apart, with NaN or infinities in some.
template <class T, class M>
void check_short_rows(ScalarType t, const std::vector<M>& memory, int64_t n, int64_t rows, int64_t step) {
  struct Loops {
    const LoopTable<ReduceRowsFn>& rows;
    const LoopTable<ReduceFn>& row;
  };
  const Loops loops[] = {{sum_rows_loops, sum_loops},   {sum_numbers_rows_loops, sum_numbers_loops},
                         {prod_rows_loops, prod_loops}, {sum_squares_rows_loops, sum_squares_loops},
                         {max_rows_loops, max_loops},   {min_rows_loops, min_loops}};
  const int64_t row_stride = step * static_cast<int64_t>(sizeof(M));
  for (int which = 0; which < 6; ++which)
    for (int level = 0; level <= cpu_level(); ++level) {
      if (select(loops[which].rows, t, level) == nullptr) continue;  // not in this set
      std::vector<T> got(static_cast<size_t>(rows + 1), T(-77));
      select(loops[which].rows, t, level)(got.data(), bytes(memory.data()), row_stride, rows, n);
      for (int64_t r = 0; r < rows; ++r) {
        T expected;
        select(loops[which].row, t, 0)(&expected, bytes(memory.data()) + r * row_stride, sizeof(M), n);
        const T value = got[static_cast<size_t>(r)];
        ASSERT_TRUE(math::to_bits(value) == math::to_bits(expected) || (std::isnan(value) && std::isnan(expected)))
            << "operation " << which << ", row " << r << " of " << rows << " of " << n << " elements in " << step
            << ", level " << level << ": got " << value << ", expected " << expected;
      }
      ASSERT_EQ(got[static_cast<size_t>(rows)], T(-77)) << "written after the results";
    }
  for (bool max : {false, true})
    for (int level = 0; level <= cpu_level(); ++level) {
      if (select(argmax_rows_loops, t, level) == nullptr) continue;
      std::vector<int64_t> got(static_cast<size_t>(rows + 1), -77);
      select(max ? argmax_rows_loops : argmin_rows_loops, t, level)(got.data(), bytes(memory.data()), row_stride, rows,
                                                                    n);
      for (int64_t r = 0; r < rows; ++r) {
        int64_t expected;
        select(max ? argmax_loops : argmin_loops, t, 0)(&expected, bytes(memory.data()) + r * row_stride, sizeof(M), n);
        ASSERT_EQ(got[static_cast<size_t>(r)], expected)
            << (max ? "argmax" : "argmin") << ", row " << r << " of " << rows << " of " << n << ", level " << level;
      }
      ASSERT_EQ(got[static_cast<size_t>(rows)], -77) << "written after the results";
    }
}
TEST(Reductions, ShortRowsAreThoseOfEachRow) {
  std::vector<int64_t> lengths = {256, 257, 511, kMostInRow};
  for (int64_t n = 1; n <= 130; ++n) lengths.push_back(n);
  for (int64_t n : lengths)
    for (int64_t rows : {1, 3, 8, 16, 21, 37})
      for (int64_t gap : {0, 3})
        for (int variant = 0; variant < 4; ++variant) {
          if (variant > 0 && rows != 21) continue;  // variant 3: equal elements
          const int64_t step = n + gap, all = (rows - 1) * step + n;
          std::vector<float> f = random_values<float>(all, -1.5, 1.5);
          if (variant == 3) std::fill(f.begin(), f.end(), 1.5f);
          else if (variant > 0) {  // in the second row and in the last element
            f[static_cast<size_t>(step + n / 2)] = variant == 1 ? NAN : INFINITY;
            f[static_cast<size_t>(all - 1)] = variant == 1 ? NAN : -INFINITY;
          }
          check_short_rows<float>(kFloat, f, n, rows, step);
          check_short_rows<double>(kDouble, std::vector<double>(f.begin(), f.end()), n, rows, step);
          for (ScalarType t : {kHalf, kBFloat16}) check_short_rows<float>(t, packed(f, t), n, rows, step);
          if (HasFatalFailure()) return;
        }
}

template <class T>
void check_complex_sums(ScalarType t) {
  std::vector<int64_t> lengths = {500, kMostInRow};
  for (int64_t n = 1; n <= 70; ++n) lengths.push_back(n);
  for (int64_t n : lengths)
    for (int64_t gap : {0, 3})
      for (int level = 0; level <= cpu_level(); ++level) {
        const ReduceRowsFn loop = select(sum_rows_loops, t, level);
        if (loop == nullptr) continue;
        const int64_t rows = 11, step = n + gap, size = 2 * static_cast<int64_t>(sizeof(T));
        const std::vector<T> x = random_values<T>(2 * ((rows - 1) * step + n));
        std::vector<T> got(2 * rows);
        loop(got.data(), bytes(x.data()), step * size, rows, n);
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t part : {0, 1}) {
            long double sum = 0, magnitude = 0;
            for (int64_t i = 0; i < n; ++i) {
              sum += x[2 * (r * step + i) + part];
              magnitude += std::fabs(x[2 * (r * step + i) + part]);
            }
            ASSERT_LE(std::fabs(got[2 * r + part] - sum), 4 * std::numeric_limits<T>::epsilon() * magnitude) << n;
          }
      }
}
TEST(Reductions, SumsOfComplexRows) {
  check_complex_sums<float>(kComplexFloat);
  check_complex_sums<double>(kComplexDouble);
}

// Runs a row function on f32, f64, f16 and bf16 copies of the same values.
struct Rows {
  ScalarType t;
  int64_t n;
  std::vector<float> f;
  std::vector<double> d;
  std::vector<uint16_t> h;
  Rows(ScalarType type, std::vector<float> values) : t(type), n((int64_t)values.size()), f(values) {
    if (t == kHalf || t == kBFloat16) h = packed(f, t), f = unpacked(h, t);
    d.assign(f.begin(), f.end());
  }
  void* data() { return t == kFloat ? (void*)f.data() : t == kDouble ? (void*)d.data() : (void*)h.data(); }
  double at(int64_t i) const {
    if (t == kFloat) return f[i];
    if (t == kDouble) return d[i];
    return t == kHalf ? math::to_float(math::f16{h[i]}) : math::to_float(math::bf16{h[i]});
  }
};
double tolerance(ScalarType t) { return t == kDouble ? 1e-13 : t == kFloat ? 3e-6 : t == kHalf ? 2e-3 : 1.6e-2; }
constexpr ScalarType kFloats[] = {kFloat, kDouble, kHalf, kBFloat16};

TEST(Rows, Softmax) {
  for (ScalarType t : kFloats)
    for (int64_t n : {1, 2, 3, 4, 8, 16, 64, 100, 5000})
      for (int level = 0; level <= cpu_level(); ++level) {
        Rows x(t, random_values<float>(n, -8, 8)), g(t, random_values<float>(n));
        Rows y = x, log_y = x, dx = x, log_dx = x;
        select(softmax_loops, t, level)(y.data(), x.data(), 1, n);
        select(log_softmax_loops, t, level)(log_y.data(), x.data(), 1, n);
        select(softmax_backward_loops, t, level)(dx.data(), g.data(), y.data(), 1, n);
        select(log_softmax_backward_loops, t, level)(log_dx.data(), g.data(), log_y.data(), 1, n);
        double m = x.at(0), sum = 0, dot = 0, g_sum = 0;
        for (int64_t i = 1; i < n; ++i) m = std::max(m, x.at(i));
        for (int64_t i = 0; i < n; ++i) sum += std::exp(x.at(i) - m);
        for (int64_t i = 0; i < n; ++i) dot += g.at(i) * y.at(i), g_sum += g.at(i);
        for (int64_t i = 0; i < n; ++i) {
          const double e = std::exp(x.at(i) - m) / sum;
          ASSERT_NEAR(y.at(i), e, tolerance(t) * e + 1e-7) << n << " dtype " << int(t);
          ASSERT_NEAR(log_y.at(i), x.at(i) - m - std::log(sum), tolerance(t) * (1 + std::fabs(std::log(e))));
          ASSERT_NEAR(dx.at(i), y.at(i) * (g.at(i) - dot), tolerance(t) * (1 + std::fabs(dot)));
          ASSERT_NEAR(log_dx.at(i), g.at(i) - std::exp(log_y.at(i)) * g_sum, tolerance(t) * (1 + std::fabs(g_sum)));
        }
      }
}

// The gradient may be the result itself, whose elements then are converted once.
TEST(Rows, SoftmaxBackwardOfOneTensor) {
  for (ScalarType t : kFloats)
    for (int64_t n : {1, 3, 4, 16, 100, 5000})
      for (int level = 0; level <= cpu_level(); ++level)
        for (const auto* loops : {&softmax_backward_loops, &log_softmax_backward_loops}) {
          Rows y(t, random_values<float>(n, -2, 0)), same = y, once = y, twice = y;
          select(*loops, t, level)(once.data(), y.data(), y.data(), 1, n);
          select(*loops, t, level)(twice.data(), y.data(), same.data(), 1, n);
          for (int64_t i = 0; i < n; ++i)
            ASSERT_EQ(once.at(i), twice.at(i)) << n << " elements, dtype " << int(t) << ", level " << level;
        }
}

// Rows are taken together; each must be what it is alone, and nothing behind the last may be written.
TEST(Rows, SoftmaxOfManyRowsIsThatOfEach) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  for (ScalarType t : kFloats)
    for (int64_t n : {1, 2, 5, 7, 8, 9, 15, 16, 17, 31, 33, 48, 64, 65, 100, 127, 257, 300, 1000, 2047, 2048, 2049})
      for (int64_t rows : {2, 7, 8, 9, 16, 17, n <= 16 ? 530 : 35})
        for (int level = 0; level <= cpu_level(); ++level) {
          std::vector<float> values = random_values<float>((rows + 1) * n, -8, 8);
          values[0] = inf, values[static_cast<size_t>(n)] = nan;
          for (int64_t i = 2 * n; i < 3 * n && rows > 2; ++i) values[static_cast<size_t>(i)] = -inf;
          if (rows > 3) values[static_cast<size_t>(4 * n - 1)] = -inf;
          const std::vector<float> grads = random_values<float>((rows + 1) * n);
          Rows x(t, values), g(t, grads);
          std::vector<Rows> all(4, x), alone(4, x);
          const int64_t bytes = n * (t == kDouble ? 8 : t == kFloat ? 4 : 2);
          const auto run = [&](std::vector<Rows>& y, int64_t first, int64_t count) {
            const auto at = [&](Rows& r) { return static_cast<char*>(r.data()) + first * bytes; };
            select(softmax_loops, t, level)(at(y[0]), at(x), count, n);
            select(log_softmax_loops, t, level)(at(y[1]), at(x), count, n);
            select(softmax_backward_loops, t, level)(at(y[2]), at(g), at(y[0]), count, n);
            select(log_softmax_backward_loops, t, level)(at(y[3]), at(g), at(y[1]), count, n);
          };
          run(all, 0, rows);
          for (int64_t r = 0; r < rows; ++r) run(alone, r, 1);
          for (size_t k = 0; k < 4; ++k)
            ASSERT_EQ(0, std::memcmp(all[k].data(), alone[k].data(), static_cast<size_t>((rows + 1) * bytes)))
                << "function " << k << ", " << rows << " rows of " << n << ", dtype " << int(t) << ", level " << level;
          ASSERT_TRUE(std::isnan(all[0].at(0)) && std::isnan(all[1].at(n)));
        }
}

TEST(Rows, LayerNorm) {
  for (ScalarType t : {kFloat, kDouble, kHalf})
    for (int64_t n : {1, 7, 64, 768, 5000})
      for (bool affine : {false, true})
        for (int level = 0; level <= cpu_level(); ++level) {
          const double eps = 1e-5;
          Rows x(t, random_values<float>(n, 2, 6)), g(t, random_values<float>(n)), y = x, dx = x;
          // Weights and statistics are in the compute type.
          const ScalarType c = t == kDouble ? kDouble : kFloat;
          Rows w(c, random_values<float>(n, 0.5, 1.5)), b(c, random_values<float>(n)), mean(c, {0}), rstd(c, {0});
          Rows dw(c, std::vector<float>(n)), db(c, std::vector<float>(n));
          void *weight = affine ? w.data() : nullptr, *bias = affine ? b.data() : nullptr;
          select(layer_norm_loops, t, level)(y.data(), x.data(), weight, bias, mean.data(), rstd.data(), eps, n);
          select(layer_norm_backward_loops, t, level)(dx.data(), g.data(), x.data(), weight, mean.data(), rstd.data(),
                                                      1, n);
          select(layer_norm_params_loops, t, level)(dw.data(), db.data(), g.data(), x.data(), mean.data(), rstd.data(),
                                                    1, n);
          double mu = 0, var = 0, d_mean = 0, dh_mean = 0;
          for (int64_t i = 0; i < n; ++i) mu += x.at(i) / n;
          for (int64_t i = 0; i < n; ++i) var += (x.at(i) - mu) * (x.at(i) - mu) / n;
          const double r = 1 / std::sqrt(var + eps);
          const auto hat = [&](int64_t i) { return (x.at(i) - mu) * r; };
          const auto d = [&](int64_t i) { return g.at(i) * (affine ? w.at(i) : 1); };
          for (int64_t i = 0; i < n; ++i) d_mean += d(i) / n, dh_mean += d(i) * hat(i) / n;
          const double tol = tolerance(t) * (n == 1 ? 400 : 4);
          EXPECT_NEAR(mean.at(0), mu, 1e-5);
          EXPECT_NEAR(rstd.at(0) / r, 1, 1e-5);
          for (int64_t i = 0; i < n; ++i) {
            ASSERT_NEAR(y.at(i), affine ? hat(i) * w.at(i) + b.at(i) : hat(i), tol * 2);
            ASSERT_NEAR(dx.at(i), r * (d(i) - d_mean - hat(i) * dh_mean), tol * 4);
            ASSERT_NEAR(dw.at(i), g.at(i) * hat(i), tol * 2);
            ASSERT_NEAR(db.at(i), g.at(i), tol);
          }
        }
}

// Rows together have the bits of each row, in every instruction set.
TEST(Rows, LayerNormGradientsOfManyRows) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16})
    for (int64_t n : {1, 3, 8, 16, 50, 64, 100, 255, 256, 300, 513, 2048, 2049, 5000})
      for (int64_t rows : {1, 2, 5, 37})
        for (bool affine : {false, true}) {
          const ScalarType c = t == kDouble ? kDouble : kFloat;
          const int64_t size = elementSize(t), step = elementSize(c);
          Rows x(t, random_values<float>(rows * n, 2, 6)), g(t, random_values<float>(rows * n, -1, 1)), first = x;
          Rows w(c, random_values<float>(n, 0.5, 1.5)), mean(c, random_values<float>(rows, 3, 5)),
              rstd(c, random_values<float>(rows, 0.5, 1.5));
          Rows first_dw(c, std::vector<float>(n)), first_db = first_dw;
          const auto at = [](Rows& all, int64_t bytes) { return static_cast<char*>(all.data()) + bytes; };
          void* const weight = affine ? w.data() : nullptr;
          for (int64_t r = 0; r < rows; ++r) {
            const int64_t here = r * n * size;
            select(layer_norm_backward_loops, t, 0)(at(first, here), at(g, here), at(x, here), weight,
                                                    at(mean, r * step), at(rstd, r * step), 1, n);
            select(layer_norm_params_loops, t, 0)(first_dw.data(), first_db.data(), at(g, here), at(x, here),
                                                  at(mean, r * step), at(rstd, r * step), 1, n);
          }
          for (int level = 0; level <= cpu_level(); ++level) {
            Rows dx = x, dw(c, std::vector<float>(n)), db = dw;
            select(layer_norm_backward_loops, t, level)(dx.data(), g.data(), x.data(), weight, mean.data(), rstd.data(),
                                                        rows, n);
            select(layer_norm_params_loops, t, level)(affine ? dw.data() : nullptr, db.data(), g.data(), x.data(),
                                                      mean.data(), rstd.data(), rows, n);
            const auto same = [](Rows& a, Rows& b, int64_t bytes) { return !std::memcmp(a.data(), b.data(), bytes); };
            ASSERT_TRUE(same(dx, first, rows * n * size)) << rows << " x " << n << ", level " << level;
            ASSERT_TRUE(!affine || same(dw, first_dw, n * step)) << rows << " x " << n << ", level " << level;
            ASSERT_TRUE(same(db, first_db, n * step)) << rows << " x " << n << ", level " << level;
          }
        }
}

TEST(Rows, BatchNormGradientsOfChannelsLastRows) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16})
    for (int64_t n : {1, 3, 16, 32, 50, 100, 2048, 2100})
      for (int64_t rows : {1, 5, 130}) {
        const ScalarType c = t == kDouble ? kDouble : kFloat;
        Rows x(t, random_values<float>(rows * n, 2, 6)), g(t, random_values<float>(rows * n, -1, 1));
        Rows mean(c, random_values<float>(n, 3, 5)), a(c, random_values<float>(n, 0.5, 1.5)), b = mean, shift = a;
        Rows first_sums = mean, first_products = mean, first = x;
        for (int level = 0; level <= cpu_level(); ++level) {
          Rows sums(c, std::vector<float>(n, 1)), products = sums, dx = x;
          select(centered_columns_loops, t, level)(sums.data(), products.data(), g.data(), x.data(), mean.data(), rows,
                                                   n);
          for (int64_t r = 0; r < rows; ++r) {
            const int64_t at = r * n * elementSize(t);
            select(affine2_row_loops, t, level)(static_cast<char*>(dx.data()) + at, bytes(g.data()) + at,
                                                bytes(x.data()) + at, a.data(), b.data(), shift.data(), n);
          }
          for (int64_t j = 0; j < n; ++j) {
            double sum = 1, product = 1;
            for (int64_t i = j; i < rows * n; i += n) {
              sum += g.at(i), product += g.at(i) * (x.at(i) - mean.at(j));
              const double expected = a.at(j) * g.at(i) + b.at(j) * x.at(i) + shift.at(j);
              ASSERT_NEAR(dx.at(i), expected, tolerance(t) * 100);
            }
            ASSERT_NEAR(sums.at(j), sum, tolerance(c) * rows);
            ASSERT_NEAR(products.at(j), product, tolerance(c) * 4 * rows);
          }
          if (level == 0) first_sums = sums, first_products = products, first = dx;
          const int64_t bytes_of = n * elementSize(c);
          ASSERT_EQ(0, std::memcmp(sums.data(), first_sums.data(), bytes_of)) << n << ", level " << level;
          ASSERT_EQ(0, std::memcmp(products.data(), first_products.data(), bytes_of)) << n << ", level " << level;
          ASSERT_EQ(0, std::memcmp(dx.data(), first.data(), rows * n * elementSize(t))) << n << ", level " << level;
        }
      }
}

TEST(Rows, BatchNormPieces) {
  for (ScalarType t : {kFloat, kDouble, kBFloat16})
    for (int64_t n : {1, 100, 5000})
      for (int level = 0; level <= cpu_level(); ++level) {
        Rows x(t, random_values<float>(n, 99, 101)), g(t, random_values<float>(n)), y = x, z = x;
        Moments whole{}, left{}, right{};
        const int64_t cut = n / 3, width = t == kDouble ? 8 : t == kFloat ? 4 : 2;
        select(moments_loops, t, level)(&whole, x.data(), n);
        select(moments_loops, t, level)(&left, x.data(), cut);
        select(moments_loops, t, level)(&right, (char*)x.data() + cut * width, n - cut);
        const Moments joined = combine(left, right);
        double mu = 0, m2 = 0, sums[2], g_sum = 0, gx = 0;
        for (int64_t i = 0; i < n; ++i) mu += x.at(i) / n;
        for (int64_t i = 0; i < n; ++i) m2 += (x.at(i) - mu) * (x.at(i) - mu);
        for (const Moments& m : {whole, joined}) {
          EXPECT_EQ(m.count, n);
          EXPECT_NEAR(m.mean, mu, 2e-5);
          EXPECT_NEAR(m.m2, m2, 1e-4 * m2 + 1e-5);
        }
        select(centered_sums_loops, t, level)(sums, g.data(), x.data(), 100, n);
        for (int64_t i = 0; i < n; ++i) g_sum += g.at(i), gx += g.at(i) * (x.at(i) - 100);
        EXPECT_NEAR(sums[0], g_sum, 1e-5 * std::sqrt(n) + 1e-6);
        EXPECT_NEAR(sums[1], gx, 1e-5 * std::sqrt(n) + 1e-6);
        select(affine_loops, t, level)(y.data(), x.data(), 2, -3, n);
        select(affine2_loops, t, level)(z.data(), g.data(), x.data(), 2, 0.5, 1, n);
        for (int64_t i = 0; i < n; ++i) {
          ASSERT_NEAR(y.at(i), 2 * x.at(i) - 3, 200 * tolerance(t));
          ASSERT_NEAR(z.at(i), 2 * g.at(i) + x.at(i) / 2 + 1, 60 * tolerance(t));
        }
        if (n < 100) continue;
        // The moments of 50 columns, added in two calls.
        const int64_t columns = 50, rows = n / columns, head = rows / 2;
        std::vector<double> mean(columns), dev(columns);
        const auto* f = &column_moments_loops;
        select(*f, t, level)(mean.data(), dev.data(), 0, x.data(), columns * width, head, columns);
        select(*f, t, level)(mean.data(), dev.data(), head, (char*)x.data() + head * columns * width, columns * width,
                             rows - head, columns);
        for (int64_t j = 0; j < columns; ++j) {
          double mj = 0, vj = 0;
          for (int64_t r = 0; r < rows; ++r) mj += x.at(r * columns + j) / rows;
          for (int64_t r = 0; r < rows; ++r) vj += std::pow(x.at(r * columns + j) - mj, 2);
          ASSERT_NEAR(mean[j], mj, 5e-5);
          ASSERT_NEAR(dev[j], vj, 1e-3 * vj + 1e-5);
        }
      }
}

// Bits after three steps of torch.optim 1.13.1 (AVX2) in float from the same start and gradients:
// linspace(-1, 1, 19); sin(0.7 i + step) linspace(0.1, 2, 19).
constexpr uint32_t kStart[19] = {0xbf800000, 0xbf638e39, 0xbf471c72, 0xbf2aaaaa, 0xbf0e38e4, 0xbee38e38, 0xbeaaaaaa,
                                 0xbe638e38, 0xbde38e38, 0x32000000, 0x3de38e3a, 0x3e638e3a, 0x3eaaaaab, 0x3ee38e3a,
                                 0x3f0e38e4, 0x3f2aaaab, 0x3f471c72, 0x3f638e39, 0x3f800000};
constexpr uint32_t kGradients[3][19] = {
    {0x00000000, 0x3e0799c5, 0x3e9cf8a0, 0x3eb826bd, 0x3e332304, 0xbe617fc3, 0xbf239fb3, 0xbf52fcb7, 0xbf18a052,
     0x3c90a05f, 0x3f4259eb, 0x3f9f8327, 0x3f957f72, 0x3ef0877e, 0xbf140666, 0xbfbd8b8d, 0xbfe035bf, 0xbf95e432,
     0x3d89b852},
    {0x3dac5550, 0x3e50bc04, 0x3e573005, 0x3c8dedbc, 0xbea398e2, 0xbf1d1997, 0xbf25da99, 0xbea0958e, 0x3e96a5c6,
     0x3f6498ee, 0x3f92564b, 0x3f560933, 0x3d0ab085, 0xbf6b950b, 0xbfc61b04, 0xbfbca17a, 0xbf240d97, 0x3f1ed15d,
     0x3fdbf207},
    {0x3dba395f, 0x3db3eadd, 0xbda2d1c7, 0xbeae90d7, 0xbf052d18, 0xbee2c6bf, 0xbd799413, 0x3ef87242, 0x3f6a057f,
     0x3f7280fa, 0x3ef3d3df, 0xbeaf790a, 0xbf90d07f, 0xbfbb6afd, 0xbf8c0fae, 0xbde4a47d, 0x3f879259, 0x3febb376,
     0x3fe51109},
};
constexpr uint32_t kAfter[6][19] = {
    {0xbf823db1, 0xbf6e69b4, 0xbf524dda, 0xbf2b96e7, 0xbefa6808, 0xbea22ed6, 0xbe4b4d83, 0xbe20bbad, 0xbe307722,
     0xbe3e3f91, 0xbe01cc43, 0x3d45b420, 0x3ea70f48, 0x3f22cb0a, 0x3f60a879, 0x3f7928ee, 0x3f693e7d, 0x3f428309,
     0x3f2479e2},  // sgd
    {0xbf823541, 0xbf7676eb, 0xbf62a89d, 0xbf3b9544, 0xbeff3dc2, 0xbe736ef9, 0xbd2d7972, 0x3c43fc1e, 0xbda75bfa,
     0xbe787b20, 0xbeaa9c51, 0xbe69c95a, 0x3de45041, 0x3f1a9f82, 0x3f893b0f, 0x3fa9b556, 0x3fa1876e, 0x3f6de9d3,
     0x3f058fe7},  // sgd momentum
    {0xbf841911, 0xbf7fbf18, 0xbf6b1d3f, 0xbf397b64, 0xbed9fc90, 0xbdebc906, 0x3d9a6f86, 0x3d609902, 0xbe22f00d,
     0xbedafc45, 0xbf0ccb4e, 0xbebc6b04, 0x3e0b41df, 0x3f4e9ad8, 0x3fb024a7, 0x3fcb6734, 0x3fac1258, 0x3f43f719,
     0x3e27c63c},  // sgd nesterov
    {0xbf820d7f, 0xbf6b0b49, 0xbf4db45b, 0xbf2eeb62, 0xbf0e380e, 0xbed4d1b8, 0xbe9c418f, 0xbe4d2b8e, 0xbdd193ab,
     0xbcd6ec68, 0x3da7af1c, 0x3e495608, 0x3ea2518a, 0x3ee3c29f, 0x3f159b5d, 0x3f31d978, 0x3f4ca6b5, 0x3f65b14e,
     0x3f793c1b},  // adam
    {0xbf79d245, 0xbf6a50a5, 0xbf4cdfb3, 0xbf2de465, 0xbf0d91c3, 0xbed4b350, 0xbe9c2b9e, 0xbe4cc9a8, 0xbdd0dfde,
     0xbcd6ecc6, 0x3da7a6d1, 0x3e492f56, 0x3ea20bd5, 0x3ee35886, 0x3f1592ae, 0x3f31cc93, 0x3f4c7783, 0x3f654fd2,
     0x3f791b45},  // adam amsgrad l2
    {0xbf81ab0c, 0xbf6a5abd, 0xbf4d19a5, 0xbf2e66ac, 0xbf0dc9d8, 0xbed426f8, 0xbe9bc28d, 0xbe4c848b, 0xbdd0f0fc,
     0xbcd6b29a, 0x3da71033, 0x3e48af3b, 0x3ea1d220, 0x3ee31630, 0x3f152c53, 0x3f315490, 0x3f4c0c0e, 0x3f65013f,
     0x3f787983},  // adamw
};
TEST(Optimizers, ThreeStepsAsLibtorch) {
  for (int level = 0; level <= cpu_level(); ++level)
    for (int row = 0; row < 6; ++row) {
      float p[19], g[19], a[19] = {}, b[19] = {}, c[19] = {};
      std::memcpy(p, kStart, sizeof p);
      for (int step = 1; step <= 3; ++step) {
        std::memcpy(g, kGradients[step - 1], sizeof g);
        if (row < 3) {
          const math::Sgd s[] = {{0.1, 0, 0, 0, false, false, false},
                                 {0.1, 0.9, 0.1, 0.01, false, false, step == 1},
                                 {0.1, 0.9, 0, 0.01, true, false, step == 1}};
          void* const data[] = {p, g, row == 0 ? nullptr : a};
          select(fused_sgd_loops, kFloat, level)(data, 19, &s[row], nullptr);
        } else {
          const double decay = row == 3 ? 0 : 0.1;
          const math::Adam s = {0.01, 0.9, 0.999, decay, 1e-8, row == 4, false, row == 5};
          double numbers[math::kMaxNumbers];
          const double given[] = {static_cast<double>(step)};
          s.numbers(given, numbers);
          void* const data[] = {p, g, a, b, row == 4 ? c : nullptr};
          select(fused_adam_loops, kFloat, level)(data, 19, &s, numbers);
        }
      }
      for (int i = 0; i < 19; ++i) {
        const float expected = math::from_bits(kAfter[row][i]);
        if (level == 0 && kCpuLevels > 1) {
          EXPECT_NEAR(p[i], expected, 3e-7) << row << " at " << i;  // two roundings where libtorch's fma has one
        } else {
          EXPECT_EQ(p[i], expected) << row << " at " << i << " level " << level;
        }
      }
    }
}

}  // namespace
}  // namespace torchpp::cpu
