// SPDX-License-Identifier: BSD-3-Clause
// Our own products, convolutions and pooling against plain loops in double.
#include <gtest/gtest.h>
#include <torchpp/core/memory.h>

#include <algorithm>
#include <array>
#include <limits>
#include <thread>

#include "src/backends/cpu/convolution_algorithm.h"
#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/isa/gemm_abi.h"
#include "src/backends/cpu/isa/narrow_gemm_abi.h"
#include "src/backends/cpu/isa/pooling_abi.h"
#include "src/backends/cpu/linalg_product.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/backends/cpu/own/direct_convolution.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/own/winograd.h"
#include "src/backends/cpu/pooling.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/workspace.h"
#include "src/backends/math/bits.h"
#include "tests/backends/kernel_oracles.h"
#include "tests/support/sanitizers.h"
#if TORCHPP_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace torchpp {
namespace cpu {
namespace {

using own::GemmArguments;

template <class T>
double tolerance() {
  return std::is_same_v<T, double> ? 1e-13 : 2e-5;
}

template <class T>
struct Matrices {
  GemmArguments<T> q;
  std::vector<T> a, b, c, bias;

  Matrices(int64_t m, int64_t n, int64_t k, int layout, std::mt19937& random)
      : a(random_values<T>(m * (k + 3) * 2, random)),
        b(random_values<T>(k * (n + 3) * 2, random)),
        c(random_values<T>(m * (n + 2), random)),
        bias(random_values<T>(n, random)) {
    q.m = m, q.n = n, q.k = k;
    const bool ta = layout & 1, tb = layout & 2, gaps = layout & 4;
    q.a_row = ta ? 1 : k + 3, q.a_col = ta ? m + 1 : 1;
    q.b_row = tb ? 1 : n + 1, q.b_col = tb ? k + 2 : 1;
    if (gaps) q.a_row *= 2, q.a_col *= 2;
    a.resize(m * q.a_row + k * q.a_col + 1), b.resize(k * q.b_row + n * q.b_col + 1);
    q.c_row = n + 2;
  }
  std::vector<T> run(bool add, bool with_bias, void (*gemm)(const GemmArguments<T>&) = own::gemm<T>) {
    std::vector<T> result = c;
    q.a = a.data(), q.b = b.data(), q.c = result.data(), q.add = add, q.bias = with_bias ? bias.data() : nullptr;
    gemm(q);
    return result;
  }
  std::vector<double> expected(bool add, bool with_bias) const {
    std::vector<double> e(c.begin(), c.end());
    for (int64_t i = 0; i < q.m; ++i)
      for (int64_t j = 0; j < q.n; ++j) {
        double& sum = e[i * q.c_row + j];
        if (!add) sum = with_bias ? static_cast<double>(bias[j]) : 0;
        for (int64_t p = 0; p < q.k; ++p)
          sum += static_cast<double>(a[i * q.a_row + p * q.a_col]) * b[p * q.b_row + j * q.b_col];
      }
    return e;
  }
};

template <class T>
class OwnGemm : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(OwnGemm, Floats);

TYPED_TEST(OwnGemm, MatchesALoopForEveryLayoutAndThreadCount) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  const int64_t shapes[][3] = {{1, 1, 1},       {1, 1, 70000},  {1, 37, 5},      {1, 700, 129},  {5, 1, 33},
                               {300, 1, 400},   {3, 4, 5},      {16, 16, 16},    {13, 31, 257},  {12, 32, 256},
                               {17, 33, 300},   {40, 70, 64},   {129, 65, 7},    {97, 4100, 3},  {64, 64, 600},
                               {150, 140, 513}, {7, 9, 0},      {0, 3, 4},       {6, 530, 70},   {300, 7, 90},
                               {10, 600, 90},   {1100, 50, 12}, {24, 50, 4000},  {64, 64, 2500},  // cut through k
                               {50, 130, 70},   {64, 200, 530}, {33, 300, 1500},                  // few rows
                               {150, 49, 300},  {70, 25, 600},                                    // a lone column
                               {40, 1100, 33},                                                    // groups of panels
                               {45, 6100, 40},                                                    // few sums of many
                               {500, 515, 545}};                                                  // by parts on AMX
  for (const auto& s : shapes)
    for (int layout = 0; layout < 8; ++layout)
      for (const bool add : {false, true})
        for (const bool bias : {false, true}) {
          if (add && bias) continue;
          Matrices<T> x(s[0], s[1], s[2], layout, random);
          std::vector<T> first;
          for (const int threads : {1, 2, 4, 8}) {
            const Threads scope(threads);
            const std::vector<T> got = x.run(add, bias);
            if (threads == 1) {
              first = got;
              ASSERT_LE(worst_error(got, x.expected(add, bias)), tolerance<T>())
                  << s[0] << "x" << s[1] << "x" << s[2] << " layout " << layout << " add " << add << " bias " << bias;
            }
            ASSERT_TRUE(same_bits(first, got)) << s[0] << "x" << s[1] << "x" << s[2] << " threads " << threads;
          }
          ASSERT_TRUE(same_bits(first, x.run(add, bias, own::gemm_serial<T>))) << s[0] << "x" << s[1] << "x" << s[2];
          // From the second call on, weights may be kept in packed form: nobody may see a difference.
          std::vector<T> packed(own::packed_size(x.q));
          if (packed.empty()) continue;
          own::pack_b(x.q, packed.data());
          x.q.packed_b = packed.data();
          for (const int threads : {1, 2, 4}) {
            const Threads scope(threads);
            ASSERT_TRUE(same_bits(first, x.run(add, bias))) << s[0] << "x" << s[1] << "x" << s[2] << " packed";
          }
        }
}

template <class T>
std::vector<const GemmKernels<T>*> instruction_sets() {
  std::vector<const GemmKernels<T>*> sets;
  for (int level = 0; level <= cpu_level(); ++level)
    if constexpr (std::is_same_v<T, float>) sets.push_back(&at_level(level, TORCHPP_ALL_SETS(gemm_float)));
    else sets.push_back(&at_level(level, TORCHPP_ALL_SETS(gemm_double)));
  return sets;
}

TYPED_TEST(OwnGemm, EveryInstructionSetOfThisMachineGivesTheSum) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  for (const GemmKernels<T>* isa : instruction_sets<T>())
    for (int64_t rows = 1; rows <= isa->rows; ++rows)
      for (int64_t cols = 1; cols <= isa->columns; ++cols) {
        const int64_t k = 1 + random() % 140;
        const std::vector<T> a = random_values<T>(rows * k, random), b = random_values<T>(k * cols, random);
        std::vector<T> pa(k * isa->rows), pb(k * isa->columns), pat(pa), pbt(pb);
        std::vector<T> at(rows * k), bt(k * cols), c = random_values<T>(rows * cols, random);
        const std::vector<T> before = c;
        for (int64_t p = 0; p < k; ++p) {
          for (int64_t j = 0; j < cols; ++j) bt[j * k + p] = b[p * cols + j];
          for (int64_t i = 0; i < rows; ++i) at[p * rows + i] = a[i * k + p];
        }
        isa->pack_a(rows, k, a.data(), k, 1, pa.data());
        isa->pack_a(rows, k, at.data(), 1, rows, pat.data());
        ASSERT_TRUE(same_bits(pa, pat));
        isa->pack_b(k, cols, b.data(), cols, 1, pb.data());
        isa->pack_b(k, cols, bt.data(), 1, k, pbt.data());
        ASSERT_TRUE(same_bits(pb, pbt));
        std::vector<T> plain = c;
        isa->tile(rows, cols, k, pa.data(), isa->rows, pb.data(), isa->columns, c.data(), cols, true, nullptr);
        isa->plain_tile(rows, cols, k, a.data(), k, pb.data(), isa->columns, plain.data(), cols, true, nullptr);
        ASSERT_TRUE(same_bits(c, plain)) << isa->name << " " << rows << "x" << cols << "x" << k;
        std::vector<T> turned = before;
        isa->tile(rows, cols, k, at.data(), rows, pb.data(), isa->columns, turned.data(), cols, true, nullptr);
        ASSERT_TRUE(same_bits(c, turned)) << isa->name << " " << rows << "x" << cols << "x" << k;
        std::vector<T> asking = before;  // lines that are asked for need not be there
        const Ahead ahead{reinterpret_cast<const char*>(pb.data()), 3, 64, 192};
        isa->asking_plain_tile(rows, cols, k, a.data(), k, pb.data(), isa->columns, asking.data(), cols, true, nullptr,
                               ahead);
        ASSERT_TRUE(same_bits(c, asking)) << isa->name << " " << rows << "x" << cols << "x" << k;
        asking = before;
        isa->asking_tile(rows, cols, k, at.data(), rows, pb.data(), isa->columns, asking.data(), cols, true, nullptr,
                         ahead);
        ASSERT_TRUE(same_bits(c, asking)) << isa->name << " " << rows << "x" << cols << "x" << k;
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t j = 0; j < cols; ++j) {
            double sum = before[i * cols + j];
            for (int64_t p = 0; p < k; ++p) sum += static_cast<double>(a[i * k + p]) * b[p * cols + j];
            ASSERT_NEAR(c[i * cols + j], sum, 1e-4) << isa->name << " " << rows << "x" << cols << "x" << k;
          }
      }
}

TYPED_TEST(OwnGemm, TransposesAnySize) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  for (const GemmKernels<T>* isa : instruction_sets<T>())
    for (int64_t rows = 1; rows <= 50; ++rows)
      for (const int64_t cols : {1, 3, 4, 7, 16, 17, 31, 64, 83}) {
        const int64_t from_stride = cols + 2, to_stride = rows + 1;
        const std::vector<T> from = random_values<T>(rows * from_stride, random);
        std::vector<T> to(cols * to_stride, T(7)), expected(to);
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t p = 0; p < cols; ++p) expected[p * to_stride + i] = from[i * from_stride + p];
        isa->transpose(rows, cols, from.data(), from_stride, to.data(), to_stride);
        ASSERT_TRUE(same_bits(to, expected)) << isa->name << " " << rows << "x" << cols;
      }
}

TYPED_TEST(OwnGemm, RowsTimesRowsDoNotDependOnTheirNeighbours) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  for (const GemmKernels<T>* isa : instruction_sets<T>())
    for (const int64_t k : {1, 3, 16, 64, 131})
      for (int64_t m = 1; m <= 9; ++m)
        for (int64_t n = 1; n <= 35; n += m == 1 ? 1 : 6) {
          const std::vector<T> x = random_values<T>(m * (k + 1), random), b = random_values<T>(n * (k + 2), random);
          const std::vector<T> before = random_values<T>(m * n, random), bias = random_values<T>(n, random);
          for (const bool add : {false, true}) {
            std::vector<T> y = before, one(1);
            isa->dots(m, n, k, x.data(), k + 1, b.data(), k + 2, y.data(), n, add, add ? nullptr : bias.data());
            for (int64_t i = 0; i < m; ++i)
              for (int64_t j = 0; j < n; ++j) {
                double sum = one[0] = add ? before[i * n + j] : bias[j];
                for (int64_t p = 0; p < k; ++p) sum += static_cast<double>(x[i * (k + 1) + p]) * b[j * (k + 2) + p];
                ASSERT_NEAR(y[i * n + j], sum, 1e-4) << isa->name << " " << m << "x" << n << "x" << k;
                isa->dots(1, 1, k, &x[i * (k + 1)], 0, &b[j * (k + 2)], 0, one.data(), 1, true, nullptr);
                ASSERT_EQ(y[i * n + j], one[0]) << isa->name << " " << m << "x" << n << "x" << k;
              }
          }
        }
}

TYPED_TEST(OwnGemm, BatchesAreTheirProducts) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  for (const int64_t size : {3, 8, 32, 130, 500}) {
    const int64_t count = size > 100 ? 3 : 50, area = size * size;
    const std::vector<T> a = random_values<T>(count * area, random), b = random_values<T>(area, random);
    std::vector<T> together(count * area), apart(count * area);
    GemmArguments<T> q;
    q.m = q.n = q.k = size, q.a_row = q.b_row = q.c_row = size;
    q.a = a.data(), q.b = b.data(), q.c = together.data();
    for (const int threads : {1, 2, 4}) {
      const Threads scope(threads);
      own::gemm_batched(q, count, area, 0, area);
      for (int64_t i = 0; i < count; ++i) {
        GemmArguments<T> one = q;
        one.a = a.data() + i * area, one.c = apart.data() + i * area;
        own::gemm_serial(one);
      }
      ASSERT_TRUE(same_bits(together, apart)) << size << " threads " << threads;
    }
  }
}

TYPED_TEST(OwnGemm, BatchesOfSeveralDimensionsAreTheirProducts) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  const int64_t sizes[] = {3, 2, 4}, count = 24;
  // Permuted, shared in one dimension, shared in all.
  const int64_t strides[][3] = {{7, 90, 23}, {0, 41, 1}, {5, 0, 60}, {0, 0, 0}};
  for (const int64_t size : {1, 5, 20, 130})
    for (const auto& a_steps : strides)
      for (const auto& b_steps : strides) {
        const int64_t area = size * size, gap = 200;
        const std::vector<T> a = random_values<T>(3 * area + 3 * gap, random),
                             b = random_values<T>(3 * area + 3 * gap, random);
        std::vector<T> together(count * (area + 1)), apart(count * (area + 1));
        GemmArguments<T> q;
        q.m = q.n = q.k = size, q.a_row = q.c_row = size, q.b_row = 1, q.b_col = size;
        q.a = a.data(), q.b = b.data();
        for (int64_t i = 0; i < count; ++i) {
          GemmArguments<T> one = q;
          one.a += i / 8 * a_steps[0] + i / 4 % 2 * a_steps[1] + i % 4 * a_steps[2];
          one.b += i / 8 * b_steps[0] + i / 4 % 2 * b_steps[1] + i % 4 * b_steps[2];
          one.c = apart.data() + i * (area + 1);
          own::gemm_serial(one);
        }
        q.c = together.data();
        for (const int threads : {1, 2, 4, 8, 16}) {
          const Threads scope(threads);
          std::fill(together.begin(), together.end(), T(0));
          own::gemm_batched(q, sizes, a_steps, b_steps, area + 1);
          ASSERT_TRUE(same_bits(together, apart)) << size << " threads " << threads;
        }
      }
}

TYPED_TEST(OwnGemm, NanAndInfinityPass) {
  using T = TypeParam;
  for (const int64_t m : {1, 40}) {
    std::vector<T> a(m * 40, 1), b(40 * 40, 1), c(m * 40);
    a[3] = std::numeric_limits<T>::quiet_NaN(), b[5] = std::numeric_limits<T>::infinity();
    GemmArguments<T> q;
    q.m = m, q.n = q.k = 40, q.a_row = q.b_row = q.c_row = 40, q.a = a.data(), q.b = b.data(), q.c = c.data();
    own::gemm(q);
    EXPECT_TRUE(std::isnan(c[0]));
    if (m > 1) {
      EXPECT_EQ(c[40], 40);
      EXPECT_EQ(c[45], std::numeric_limits<T>::infinity());
    }
  }
}

// Whichever way computes them, products of 16-bit numbers have float sums that are rounded once.
template <class T>
void check_sixteen_bit_product(const Matrices<T>& x, ScalarType dtype, bool add, bool with_bias) {
  const auto& s = x.q;
  const std::vector<double> e = x.expected(add, with_bias);
  std::vector<T> first;
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    std::vector<T> y = x.c;
    MatrixProduct q;
    q.dtype = dtype, q.m = s.m, q.n = s.n, q.k = s.k;
    q.a = {x.a.data(), s.a_row, s.a_col}, q.b = {x.b.data(), s.b_row, s.b_col};
    q.c = y.data(), q.c_row = s.c_row, q.add = add, q.bias = with_bias ? x.bias.data() : nullptr;
    multiply(q);
    if (first.empty()) first = y;
    ASSERT_TRUE(same_bits(first, y)) << s.m << "x" << s.n << "x" << s.k << " threads " << threads;
    for (size_t i = 0; i < e.size(); ++i)
      ASSERT_NEAR(y[i], e[i], std::fabs(e[i]) / 256 + 1e-6)
          << s.m << "x" << s.n << "x" << s.k << " layout " << s.a_col << " " << s.b_col << " at " << i;
  }
}
TEST(SixteenBitProducts, MatchALoopInEveryLayout) {
  std::mt19937 random(test_seed());
  const int64_t shapes[][3] = {{2, 40, 130}, {4, 120, 400}, {16, 37, 128}, {17, 37, 128}, {120, 400, 4},
                               {84, 33, 16}, {84, 33, 17},  {1, 64, 33},   {48, 40, 70},  {9, 1, 200},
                               {40, 300, 1}, {7, 9, 0},     {4, 400, 120}, {16, 130, 77}, {3, 31, 90},
                               {1, 32, 1},   {5, 33, 65},   {1, 1000, 70}, {6, 700, 300}, {13, 2000, 41}};
  for (const auto& s : shapes)
    for (int layout = 0; layout < 10; ++layout) {
      Matrices<BFloat16> x(s[0], s[1], s[2], layout % 8, random);
      Matrices<Half> y(s[0], s[1], s[2], layout % 8, random);
      const auto fill_dense = [&](auto& z) {  // layouts 8 and 9
        z.q.a_row = s[2], z.q.a_col = 1, z.q.c_row = s[1];
        z.q.b_row = layout == 8 ? s[1] : 1, z.q.b_col = layout == 8 ? 1 : s[2];
        z.c.resize(s[0] * s[1]);
      };
      if (layout >= 8) fill_dense(x), fill_dense(y);
      for (const bool add : {false, true})
        for (const bool bias : {false, true}) {
          if (add && bias) continue;
          check_sixteen_bit_product(x, kBFloat16, add, bias);
          check_sixteen_bit_product(y, kHalf, add, bias);
        }
    }
}

// Products whose floats would be more than 16 MB are computed in parts, of columns or of rows.
TEST(SixteenBitProducts, LargeOnesMatchALoop) {
  std::mt19937 random(test_seed());
  const int64_t shapes[][3] = {{17, 2100, 2050}, {16500, 240, 17}};
  for (const auto& s : shapes)
    for (const int layout : {0, 2}) {
      const Matrices<Half> x(s[0], s[1], s[2], layout, random);
      check_sixteen_bit_product(x, kHalf, false, true);
    }
}
TEST(SixteenBitProducts, BatchesAreTheirProducts) {
  std::mt19937 random(test_seed());
  const int64_t batch = 5, m = 6, n = 90, k = 70;
  const auto check = [&](ScalarType dtype, auto zero) {
    using T = decltype(zero);
    for (const bool shares_b : {false, true})
      for (const bool turned : {false, true}) {
        const std::vector<T> a = random_values<T>(batch * m * k, random), b = random_values<T>(batch * k * n, random);
        MatrixProduct q;
        q.dtype = dtype, q.m = m, q.n = n, q.k = k, q.batch = batch;
        q.a = {a.data(), k, 1, m * k}, q.c_row = n, q.c_batch = m * n;
        q.b = turned ? MatrixRef{b.data(), 1, k, k * n} : MatrixRef{b.data(), n, 1, k * n};
        if (shares_b) q.b.batch = 0;
        for (const int threads : {1, 3}) {
          const Threads scope(threads);
          std::vector<T> all(batch * m * n, zero), one(m * n, zero);
          q.c = all.data();
          multiply(q);
          for (int64_t i = 0; i < batch; ++i) {
            MatrixProduct single = q;
            single.batch = 1, single.c = one.data();
            single.a.data = a.data() + i * q.a.batch, single.b.data = b.data() + i * q.b.batch;
            multiply(single);
            for (int64_t j = 0; j < m * n; ++j)
              ASSERT_NEAR(all[i * m * n + j], one[j], std::fabs(static_cast<float>(one[j])) / 128 + 1e-4)
                  << i << " " << j;
          }
        }
      }
  };
  check(kHalf, Half(0.0f));
  check(kBFloat16, BFloat16(0.0f));
}
// What is not finite stays in its column, also beside columns that are computed twice.
TEST(SixteenBitProducts, NanAndInfinityStayInTheirColumns) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const int64_t n = 71, k = 67;
  for (const int64_t m : {1, 3, 16})
    for (const bool turned : {false, true}) {
      std::vector<Half> a(m * k, Half(1.0f)), b(k * n, Half(1.0f)), c(m * n);
      const auto at = [&](int64_t p, int64_t j) -> Half& { return turned ? b[j * k + p] : b[p * n + j]; };
      at(3, 5) = inf, at(66, 40) = nan, at(0, 70) = -inf;
      MatrixProduct q;
      q.dtype = kHalf, q.m = m, q.n = n, q.k = k;
      q.a = {a.data(), k, 1}, q.b = turned ? MatrixRef{b.data(), 1, k} : MatrixRef{b.data(), n, 1};
      q.c = c.data(), q.c_row = n;
      multiply(q);
      for (int64_t i = 0; i < m * n; ++i) {
        const float y = c[i];
        const int64_t j = i % n;
        if (j == 40) EXPECT_TRUE(std::isnan(y)) << i;
        else EXPECT_EQ(y, j == 5 ? inf : j == 70 ? -inf : 67.0f) << i;
      }
    }
}

#if defined(__x86_64__)
// Sums of small integers are exact.
TEST(NarrowGemm, EveryInstructionSetOfThisMachineGivesTheSum) {
  std::mt19937 random(test_seed());
  constexpr int64_t kRows = NarrowGemmKernels::kRows, kWidth = NarrowGemmKernels::kWidth;
  const NarrowGemmKernels* const sets[][2] = {{&narrow_gemm_bf16_v3, &narrow_gemm_f16_v3},
                                              {&narrow_gemm_bf16_v4, &narrow_gemm_f16_v4}};
  for (int level = 1; level <= cpu_level(); ++level)
    for (const bool half : {false, true})
      for (int64_t k = 1; k < 70; ++k) {
        const NarrowGemmKernels& isa = *sets[level - 1][half];
        const int64_t b_columns = k + 1, b_rows = kWidth + 3;  // strides
        std::vector<float> x(kRows * k), columns(isa.columns * b_columns), rows(k * b_rows);
        const auto fill = [&](std::vector<float>& v) {
          for (float& each : v) each = static_cast<float>(static_cast<int>(random() % 17) - 8);
        };
        fill(x), fill(columns), fill(rows);
        const auto bits = [&](const std::vector<float>& v) {
          std::vector<uint16_t> to;
          for (float each : v) to.push_back(half ? math::to_f16(each).bits : math::to_bf16(each).bits);
          return to;
        };
        const std::vector<uint16_t> narrow_columns = bits(columns), narrow_rows = bits(rows);
        for (int64_t n = 1; n <= isa.columns; ++n) {
          std::vector<float> y(kRows * (n + 1), 0.5f);
          isa.dots(n, k, x.data(), narrow_columns.data(), b_columns, y.data(), n + 1);
          for (int64_t i = 0; i < kRows; ++i)
            for (int64_t j = 0; j <= n; ++j) {
              float sum = j == n ? 0.5f : 0.0f;
              for (int64_t p = 0; p < k && j < n; ++p) sum += x[i * k + p] * columns[j * b_columns + p];
              ASSERT_EQ(y[i * (n + 1) + j], sum) << "level " << level << " k " << k << " n " << n << " at " << j;
            }
        }
        std::vector<float> y(kRows * b_rows, 0.5f);
        isa.add_rows(k, x.data(), k, narrow_rows.data(), b_rows, y.data(), b_rows);
        for (int64_t i = 0; i < kRows; ++i)
          for (int64_t j = 0; j < b_rows; ++j) {
            float sum = 0.5f;
            for (int64_t p = 0; p < k && j < kWidth; ++p) sum += x[i * k + p] * rows[p * b_rows + j];
            ASSERT_EQ(y[i * b_rows + j], sum) << "level " << level << " k " << k << " at " << j;
          }
      }
}

// The loop's result, the same for every number of threads, which `y` gets.
void check_bfloat16_product(Matrices<BFloat16>& x, bool add, bool with_bias, std::vector<BFloat16>& y) {
  const auto& s = x.q;
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    const std::vector<BFloat16> result = x.run(add, with_bias);
    if (threads == 1) y = result;
    ASSERT_TRUE(same_bits(y, result)) << s.m << "x" << s.n << "x" << s.k << " threads " << threads;
  }
  const std::vector<double> e = x.expected(add, with_bias);
  for (size_t i = 0; i < e.size(); ++i)
    ASSERT_NEAR(y[i], e[i], std::fabs(e[i]) / 256)
        << s.m << "x" << s.n << "x" << s.k << " layout " << s.a_col << " " << s.b_col << " at " << i;
}

TEST(Bfloat16Vectors, MatchALoopForEveryLayoutAndThreadCount) {
  if (!has_avx512_bfloat16()) GTEST_SKIP() << "this machine has no AVX512_BF16";
  std::mt19937 random(test_seed());
  const int64_t shapes[][3] = {{1, 1, 1},     {1, 64, 33},   {1, 400, 120}, {1, 120, 400},
                               {120, 400, 1}, {33, 1000, 1}, {1, 31, 5},    {1, 1100, 700}};
  for (const auto& s : shapes)
    for (int layout = 0; layout < 8; ++layout) {
      Matrices<BFloat16> x(s[0], s[1], s[2], layout, random);
      for (const bool add : {false, true})
        for (const bool bias : {false, true}) {
          if (add && bias) continue;
          if (!own::multiplies_vectors(x.q)) continue;
          std::vector<BFloat16> y;
          check_bfloat16_product(x, add, bias, y);
        }
    }
}

// Sums of these numbers are exact in float; they are rounded once.
class Bfloat16Gemm : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_amx_bfloat16()) GTEST_SKIP() << "this machine has no AMX";
  }
};

TEST_F(Bfloat16Gemm, MatchesALoopForEveryLayoutAndThreadCount) {
  std::mt19937 random(test_seed());
  const int64_t shapes[][3] = {{1, 1, 1},      {1, 64, 33},    {16, 16, 32},   {32, 32, 64},  {3, 4, 5},
                               {17, 33, 31},   {48, 40, 70},   {33, 65, 300},  {64, 96, 544}, {100, 1100, 40},
                               {7, 9, 0},      {0, 3, 4},      {129, 257, 96}, {300, 31, 1},  {40, 1, 600},
                               {96, 64, 1100}, {160, 320, 256}};
  for (const auto& s : shapes)
    for (int layout = 0; layout < 8; ++layout) {
      Matrices<BFloat16> x(s[0], s[1], s[2], layout, random);
      for (const bool add : {false, true})
        for (const bool bias : {false, true}) {
          if (add && bias) continue;
          std::vector<BFloat16> first;
          check_bfloat16_product(x, add, bias, first);
          std::vector<BFloat16> packed(own::packed_size(x.q));
          if (packed.empty()) continue;
          own::pack_b(x.q, packed.data());
          x.q.packed_b = packed.data();
          for (const int threads : {1, 2, 4}) {
            const Threads scope(threads);
            ASSERT_TRUE(same_bits(first, x.run(add, bias))) << s[0] << "x" << s[1] << "x" << s[2] << " packed";
          }
          x.q.packed_b = nullptr;
        }
    }
}

TEST_F(Bfloat16Gemm, BatchesAreTheirProducts) {
  std::mt19937 random(test_seed());
  for (const int64_t size : {5, 40, 170}) {
    const int64_t count = 6, area = size * size, sizes[] = {3, 2}, a_steps[] = {area, 0}, b_steps[] = {7, 3 * area};
    const std::vector<BFloat16> a = random_values<BFloat16>(count * area, random),
                                b = random_values<BFloat16>(count * area, random);
    std::vector<BFloat16> together(count * area), apart(count * area);
    GemmArguments<BFloat16> q;
    q.m = q.n = q.k = size, q.a_row = q.b_row = q.c_row = size;
    q.a = a.data(), q.b = b.data();
    for (int64_t i = 0; i < count; ++i) {
      GemmArguments<BFloat16> one = q;
      one.a += i / 2 * area, one.b += i / 2 * 7 + i % 2 * 3 * area, one.c = apart.data() + i * area;
      own::gemm(one);
    }
    q.c = together.data();
    for (const int threads : {1, 2, 8}) {
      const Threads scope(threads);
      own::gemm_batched(q, sizes, a_steps, b_steps, area);
      ASSERT_TRUE(same_bits(together, apart)) << size << " threads " << threads;
    }
  }
}

// Columns and steps that fill a tile up are not read, nor does what they multiply become NaN.
TEST_F(Bfloat16Gemm, NanAndInfinityStayInTheirRowsAndColumns) {
  const BFloat16 nan = std::numeric_limits<BFloat16>::quiet_NaN(), inf = std::numeric_limits<BFloat16>::infinity();
  for (const bool transposed : {false, true}) {
    const int64_t m = 35, n = 37, k = 41, ld = 50;
    std::vector<BFloat16> a(60 * ld, nan), b(60 * ld, nan), c(m * n, nan);
    GemmArguments<BFloat16> q;
    q.m = m, q.n = n, q.k = k, q.c_row = n, q.a = a.data(), q.b = b.data(), q.c = c.data();
    q.a_row = q.b_row = transposed ? 1 : ld, q.a_col = q.b_col = transposed ? ld : 1;
    for (int64_t p = 0; p < k; ++p) {
      for (int64_t i = 0; i < m; ++i) a[i * q.a_row + p * q.a_col] = 1.f;
      for (int64_t j = 0; j < n; ++j) b[p * q.b_row + j * q.b_col] = 1.f;
    }
    a[3 * q.a_row + 40 * q.a_col] = nan, b[2 * q.b_row + 36 * q.b_col] = inf;
    own::gemm(q);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        if (i == 3) EXPECT_TRUE(std::isnan(static_cast<float>(c[i * n + j])));
        else EXPECT_EQ(static_cast<float>(c[i * n + j]), j == 36 ? static_cast<float>(inf) : 41.f) << i << " " << j;
      }
  }
}
#endif

TYPED_TEST(OwnGemm, DotAddsFixedChunks) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  const std::vector<T> x = random_values<T>(200001, random), y = random_values<T>(200001, random);
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += static_cast<double>(x[i]) * y[i];
  T first = 0;
  for (const int threads : {1, 2, 4}) {
    const Threads scope(threads);
    const T got = own::dot<T>(x.size(), x.data(), y.data());
    if (threads == 1) first = got;
    EXPECT_EQ(got, first);
  }
  EXPECT_NEAR(first, sum, 1e-5 * (1 + std::fabs(sum)) + 1e-2);
}

template <class T>
class OwnConvolution : public testing::Test {};
TYPED_TEST_SUITE(OwnConvolution, Floats);

// The two ways to compute a convolution.
template <class T>
struct Im2colConv {
  static constexpr auto forward = own::conv_forward<T>;
  static constexpr auto backward_data = own::conv_backward_data<T>;
  static constexpr auto backward_weights = own::conv_backward_weights<T>;
};
template <class T>
struct DirectConv {
  static constexpr auto forward = own::direct_forward<T>;
  static constexpr auto backward_data = own::direct_backward_data<T>;
  static constexpr auto backward_weights = own::direct_backward_weights<T>;
};

template <class T, class Conv>
void check_own_conv(const ConvProblem& q, std::mt19937& random) {
  const ConvData data{q};
  const std::vector<T> x = random_values<T>(data.x_numel(), random), w = random_values<T>(q.weight_numel(), random),
                       bias = random_values<T>(q.out_channels, random), dy = random_values<T>(data.y_numel(), random);
  const ConvExpected e = conv_oracle(q, x, w, bias, dy);
  std::vector<std::vector<T>> first;
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    std::vector<T> y(e.y.size()), dx(e.dx.size()), dw(e.dw.size()), db(e.db.size());
    Conv::forward(q, x.data(), w.data(), bias.data(), y.data());
    Conv::backward_data(q, dy.data(), w.data(), dx.data());
    Conv::backward_weights(q, x.data(), dy.data(), dw.data());
    own::sum_channels(CppTypeToScalarType<T>::value, q.n, q.out_channels, q.out_size(), q.channels_last, dy.data(),
                      db.data());
    if (threads == 1) {
      first = {y, dx, dw, db};
      ASSERT_LE(worst_error(y, e.y), tolerance<T>()) << describe(q);
      ASSERT_LE(worst_error(dx, e.dx), tolerance<T>()) << describe(q);
      ASSERT_LE(worst_error(dw, e.dw), tolerance<T>()) << describe(q);
      ASSERT_LE(worst_error(db, e.db), tolerance<T>()) << describe(q);
    }
    ASSERT_TRUE(same_bits(first[0], y) && same_bits(first[1], dx) && same_bits(first[2], dw) && same_bits(first[3], db))
        << describe(q) << " threads " << threads;
  }
}

TYPED_TEST(OwnConvolution, MatchesALoopOnRandomProblems) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 150; ++i) check_own_conv<TypeParam, Im2colConv<TypeParam>>(random_conv(random), random);
}

TYPED_TEST(OwnConvolution, MatchesALoopOnWholeLayers) {
  std::mt19937 random(test_seed());
  for (const ConvProblem& q :
       {square_conv(4, 1, 28, 6, 5, 1, 2), square_conv(4, 6, 14, 16, 5, 1, 0), square_conv(2, 48, 20, 40, 3, 2, 1),
        square_conv(3, 64, 9, 33, 1, 1, 0), square_conv(2, 32, 11, 32, 3, 1, 1, 32), square_conv(1, 3, 60, 8, 7, 2, 3),
        square_conv(5, 48, 15, 70, 1, 1, 0), square_conv(3, 40, 14, 64, 1, 2, 0), square_conv(1, 6, 17, 9, 1, 3, 0, 3),
        square_conv(1, 30, 7, 70, 3, 1, 1), square_conv(1, 30, 14, 130, 3, 2, 1)})
    check_own_conv<TypeParam, Im2colConv<TypeParam>>(q, random);
  // Several blocks of windows, parts of the channels, one of them narrower, and several images in a sum of weights.
  for (ConvProblem q :
       {square_conv(1, 150, 19, 33, 3, 1, 1), square_conv(9, 70, 20, 24, 3, 2, 1), square_conv(17, 5, 12, 9, 5, 1, 2),
        square_conv(3, 40, 14, 64, 1, 2, 0), square_conv(2, 64, 28, 48, 1, 1, 0), square_conv(1, 40, 40, 7, 3, 3, 0)}) {
    q.channels_last = true;
    check_own_conv<TypeParam, Im2colConv<TypeParam>>(q, random);
  }
}

// Channels-last images of few channels in a group, which are turned.
TYPED_TEST(OwnConvolution, GroupsWithChannelsLast) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  for (ConvProblem q : {square_conv(3, 32, 13, 32, 3, 1, 1, 32), square_conv(2, 24, 11, 48, 3, 2, 1, 8),
                        square_conv(1, 12, 20, 9, 5, 1, 2, 3)}) {
    q.dtype = CppTypeToScalarType<T>::value, q.channels_last = q.bias = true;
    const ConvData data{q};
    const std::vector<T> x = random_values<T>(data.x_numel(), random), w = random_values<T>(q.weight_numel(), random),
                         bias = random_values<T>(q.out_channels, random), dy = random_values<T>(data.y_numel(), random);
    const ConvExpected e = conv_oracle(q, x, w, bias, dy);
    std::vector<T> first[3];
    for (const int threads : {1, 2, 4, 8}) {
      const Threads scope(threads);
      std::vector<T> y(e.y.size()), dx(e.dx.size()), dw(e.dw.size());
      run_conv(q, choose_conv(q, ConvDirection::kForward), {x.data(), w.data(), y.data(), bias.data()});
      run_conv(q, choose_conv(q, ConvDirection::kBackwardData), {dy.data(), w.data(), dx.data()});
      run_conv(q, choose_conv(q, ConvDirection::kBackwardWeights), {x.data(), dy.data(), dw.data()});
      if (threads == 1) {
        first[0] = y, first[1] = dx, first[2] = dw;
        ASSERT_LE(worst_error(y, e.y), tolerance<T>()) << describe(q);
        ASSERT_LE(worst_error(dx, e.dx), tolerance<T>()) << describe(q);
        ASSERT_LE(worst_error(dw, e.dw), tolerance<T>()) << describe(q);
      }
      ASSERT_TRUE(same_bits(first[0], y) && same_bits(first[1], dx) && same_bits(first[2], dw)) << describe(q);
    }
  }
}

// Widths around whole vectors, every stride, holes in kernels, kernels wider than the image, padding beyond the kernel,
// output padding, more or fewer results than channels in a group.
std::vector<ConvProblem> direct_problems(int count, std::mt19937& random) {
  const auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  std::vector<ConvProblem> problems = {square_conv(2, 40, 56, 40, 3, 1, 1, 40), square_conv(1, 6, 112, 6, 3, 1, 1, 6),
                                       square_conv(2, 36, 28, 36, 5, 2, 2, 36), square_conv(3, 32, 28, 32, 3, 1, 1, 8),
                                       square_conv(2, 8, 7, 8, 3, 1, 1, 8),     square_conv(12, 4, 15, 8, 3, 2, 1, 4),
                                       square_conv(2, 3, 64, 24, 7, 2, 3),      square_conv(1, 3, 50, 22, 7, 2, 3)};
  const size_t wanted = problems.size() + static_cast<size_t>(count);
  while (problems.size() < wanted) {
    ConvProblem q;
    q.dims = static_cast<int>(pick(1, 2));
    q.n = pick(1, 10), q.groups = pick(1, 5);
    q.in_channels = q.groups * pick(1, 4), q.out_channels = q.groups * pick(1, 13);
    for (int d = q.first_dim(); d < 3; ++d) {
      q.in[d] = pick(0, 3) ? pick(1, 20) : pick(28, 70), q.kernel[d] = pick(1, 6), q.stride[d] = pick(1, 4);
      q.dilation[d] = pick(0, 2) ? 1 : pick(2, 4);
      q.padding_left[d] = pick(0, q.kernel[d] * q.dilation[d]), q.padding_right[d] = pick(0, q.padding_left[d] + 1);
    }
    q.bias = pick(0, 1);
    set_output(q);
    if (!q.empty()) problems.push_back(q);
  }
  return problems;
}

TYPED_TEST(OwnConvolution, DirectMatchesALoop) {
  std::mt19937 random(test_seed());
  for (const ConvProblem& q : direct_problems(400, random)) {
    check_own_conv<TypeParam, DirectConv<TypeParam>>(q, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Images of bfloat16 give what their floats give, rounded where it is an image.
TEST(OwnConvolutionDirect, ImagesOfBfloat16AreThoseOfTheirFloats) {
  using math::bf16;
  if (!own::reads_bfloat16()) GTEST_SKIP() << "only with AVX-512";
  std::mt19937 random(test_seed());
  const auto rounded = [](const std::vector<float>& from) {
    std::vector<bf16> to(from.size());
    for (size_t i = 0; i < from.size(); ++i) to[i] = math::to_bf16(from[i]);
    return to;
  };
  const auto widened = [](const std::vector<bf16>& from) {
    std::vector<float> to(from.size());
    for (size_t i = 0; i < from.size(); ++i) to[i] = math::to_float(from[i]);
    return to;
  };
  for (const ConvProblem& q : direct_problems(200, random)) {
    const ConvData data{q};
    std::vector<float> images = random_values<float>(data.x_numel(), random);
    images[0] = NAN, images.back() = INFINITY;
    const std::vector<float> w = random_values<float>(q.weight_numel(), random),
                             bias = random_values<float>(q.out_channels, random);
    const std::vector<bf16> x = rounded(images), dy = rounded(random_values<float>(data.y_numel(), random));
    const std::vector<float> wide_x = widened(x), wide_dy = widened(dy);
    std::vector<float> wide_y(dy.size()), wide_dx(x.size()), wide_dw(w.size()), dw(w.size());
    std::vector<bf16> y(dy.size()), dx(x.size());
    own::direct_forward(q, wide_x.data(), w.data(), bias.data(), wide_y.data());
    own::direct_backward_data(q, wide_dy.data(), w.data(), wide_dx.data());
    own::direct_backward_weights(q, wide_x.data(), wide_dy.data(), wide_dw.data());
    own::direct_forward(q, x.data(), w.data(), bias.data(), y.data());
    own::direct_backward_data(q, dy.data(), w.data(), dx.data());
    own::direct_backward_weights(q, x.data(), dy.data(), dw.data());
    ASSERT_TRUE(same_bits(widened(rounded(wide_y)), widened(y))) << describe(q);
    ASSERT_TRUE(same_bits(widened(rounded(wide_dx)), widened(dx))) << describe(q);
    ASSERT_TRUE(same_bits(wide_dw, dw)) << describe(q);
  }
}

// An infinity in the image reaches the results that see it and no other; borders are not taken for part of the image.
TEST(OwnConvolutionDirect, InfinitiesStayWhereTheyBelong) {
  const ConvProblem q = square_conv(1, 2, 19, 2, 3, 1, 1, 2);
  const ConvData data{q};
  std::mt19937 random(test_seed());
  std::vector<float> x = random_values<float>(data.x_numel(), random), w(q.weight_numel(), 1.f),
                     dy(data.y_numel(), 1.f);
  for (const int64_t at : {0, 18, 19 * 9 + 18, 19 * 19 - 1}) x[at] = INFINITY;
  std::vector<float> y(data.y_numel()), dw(w.size());
  own::direct_forward<float>(q, x.data(), w.data(), nullptr, y.data());
  own::direct_backward_weights<float>(q, x.data(), dy.data(), dw.data());
  const ConvExpected e = conv_oracle(q, x, w, {}, dy);
  for (size_t i = 0; i < y.size(); ++i) ASSERT_EQ(std::isinf(y[i]), std::isinf(e.y[i])) << i;
  for (size_t i = 0; i < dw.size(); ++i) ASSERT_EQ(std::isinf(dw[i]), std::isinf(e.dw[i])) << i;
  for (const float v : y) ASSERT_FALSE(std::isnan(v));
}

// Values against sums in double, and the same bits for any number of threads and with kept weights.
void check_winograd(const ConvProblem& q, std::mt19937& random) {
  const ConvData data{q};
  const std::vector<float> x = random_values<float>(data.x_numel(), random),
                           w = random_values<float>(q.weight_numel(), random),
                           bias = random_values<float>(q.out_channels, random),
                           dy = random_values<float>(data.y_numel(), random);
  const ConvExpected e = conv_oracle(q, x, w, bias, dy);
  std::vector<float> first_y, first_dx, first_dw;
  constexpr uint64_t kNumber = uint64_t{1} << 40;  // no storage has counted so far
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    for (const uint64_t weight_id : {uint64_t{0}, kNumber, kNumber}) {
      std::vector<float> y(e.y.size(), NAN), dx(e.dx.size(), NAN), dw(e.dw.size(), NAN);
      ASSERT_TRUE(own::winograd_forward(q, x.data(), w.data(), bias.data(), y.data(), weight_id)) << describe(q);
      ASSERT_TRUE(own::winograd_backward_data(q, dy.data(), w.data(), dx.data(), weight_id)) << describe(q);
      ASSERT_TRUE(own::winograd_backward_weights(q, x.data(), dy.data(), dw.data())) << describe(q);
      if (first_y.empty()) {
        first_y = y, first_dx = dx, first_dw = dw;
        // The bound that winograd.h states, for products whose mean magnitude is a quarter.
        const auto bound = [](int64_t products) { return 4e-6 * (2 + static_cast<double>(products) / 4); };
        ASSERT_LE(worst_error(y, e.y), bound(9 * q.in_channels)) << describe(q);
        ASSERT_LE(worst_error(dx, e.dx), bound(9 * q.out_channels)) << describe(q);
        ASSERT_LE(worst_error(dw, e.dw), bound(q.n * q.out_size())) << describe(q);
      }
      ASSERT_TRUE(same_bits(first_y, y) && same_bits(first_dx, dx) && same_bits(first_dw, dw))
          << describe(q) << " threads " << threads;
    }
  }
  memory::trim();  // the next problem's weights may lie at the same address
}

// Channels around whole vectors and runs of 64, images smaller than a tile, every padding, parts of tiles at the edges.
TEST(OwnWinograd, MatchesALoopOnRandomProblems) {
  std::mt19937 random(test_seed());
  const auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  for (int computed = 0; computed < 40;) {
    ConvProblem q;
    q.n = pick(1, 4), q.in_channels = pick(0, 2) ? pick(1, 40) : pick(60, 135);
    q.out_channels = pick(0, 2) ? pick(1, 40) : pick(60, 135);
    for (int d = 1; d < 3; ++d) {
      q.in[d] = pick(1, 14), q.kernel[d] = 3;
      q.padding_left[d] = pick(0, 2), q.padding_right[d] = pick(0, 2);
    }
    q.channels_last = pick(0, 1), q.bias = pick(0, 1);
    set_output(q);
    if (q.empty()) continue;
    ++computed;
    check_winograd(q, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// More tiles than a chunk holds, and more chunks than threads.
TEST(OwnWinograd, MatchesALoopOnWholeLayers) {
  std::mt19937 random(test_seed());
  for (ConvProblem q : {square_conv(1, 16, 56, 17, 3, 1, 1), square_conv(3, 65, 29, 9, 3, 1, 1)})
    for (const bool last : {false, true}) {
      q.channels_last = last;
      check_winograd(q, random);
    }
}

// An algorithm that spreads an infinity or a NaN over a tile gives way to one that does not.
TEST(OwnWinograd, WhatIsNotFiniteStaysWhereItBelongs) {
  ConvProblem q = square_conv(1, 32, 28, 48, 3, 1, 1);
  ASSERT_EQ(own::refuse_winograd(q, ConvDirection::kForward), nullptr);
  ASSERT_EQ(own::refuse_winograd(q, ConvDirection::kBackwardData), nullptr);
  ASSERT_EQ(own::refuse_winograd(q, ConvDirection::kBackwardWeights), nullptr);
  const ConvData data{q};
  std::mt19937 random(test_seed());
  const std::vector<float> image = random_values<float>(data.x_numel(), random),
                           w = random_values<float>(q.weight_numel(), random),
                           grad = random_values<float>(data.y_numel(), random);
  const ConvProblem around = square_conv(1, 32, 30, 48, 3, 1, 0);
  const auto padded = [](const std::vector<float>& x) {
    std::vector<float> result(32 * 30 * 30);
    for (size_t row = 0; row < 32 * 28; ++row)
      std::copy_n(x.data() + row * 28, 28, result.data() + (row / 28 * 30 + row % 28 + 1) * 30 + 1);
    return result;
  };
  for (const float bad : {INFINITY, -INFINITY, NAN, 3e38f}) {
    std::vector<float> x = image, dy = grad, y(data.y_numel()), dx(data.x_numel()), dw(w.size());
    for (const int64_t at : {0, 27, 28 * 13 + 9, 28 * 28 * 31 + 28 * 28 - 1}) x[at] = dy[at] = bad;
    const ConvExpected e = conv_oracle(q, x, w, {}, dy);
    // Gradients of weights where padding is zeros that are multiplied, by a gradient that is not finite, too. That way
    // and the one that leaves padding out are both right, and libtorch's backends differ in the same way.
    const std::vector<double> dw_of_zeros = conv_oracle(around, padded(x), w, {}, dy).dw;
    if (!std::isfinite(bad)) {
      EXPECT_FALSE(own::winograd_forward(q, x.data(), w.data(), nullptr, y.data(), 0));
      EXPECT_FALSE(own::winograd_backward_data(q, dy.data(), w.data(), dx.data(), 0));
      EXPECT_FALSE(own::winograd_backward_weights(q, x.data(), dy.data(), dw.data()));
    }
    run_conv(q, choose_conv(q, ConvDirection::kForward), {x.data(), w.data(), y.data()});
    run_conv(q, choose_conv(q, ConvDirection::kBackwardData), {dy.data(), w.data(), dx.data()});
    run_conv(q, choose_conv(q, ConvDirection::kBackwardWeights), {x.data(), dy.data(), dw.data()});
    const auto compare = [&](const std::vector<float>& got, const std::vector<double>& expected,
                             const std::vector<double>& or_this) {
      for (size_t i = 0; i < got.size(); ++i) {
        if (std::isnan(got[i])) ASSERT_TRUE(std::isnan(expected[i]) || std::isnan(or_this[i])) << i;
        else if (std::isnan(expected[i])) ADD_FAILURE() << i << ": got " << got[i];
        else if (std::isinf(static_cast<float>(expected[i]))) ASSERT_EQ(got[i], static_cast<float>(expected[i])) << i;
        else ASSERT_NEAR(got[i], expected[i], 1e-4 * (1 + std::fabs(expected[i]))) << i;
      }
    };
    compare(y, e.y, e.y);
    compare(dx, e.dx, e.dx);
    // A great number beside a zero leaves its rounding errors in the gradients of all taps.
    if (!std::isfinite(bad)) compare(dw, e.dw, dw_of_zeros);
  }
}

// The lanes beside the last of 17 channels hold what the memory held before.
TEST(OwnWinograd, LanesBeyondTheLastChannelDoNotCount) {
  const int threads = get_num_threads();
  set_num_threads(1);  // the memory is this thread's
  std::mt19937 random(test_seed());
  const ConvProblem q = square_conv(1, 32, 28, 17, 3, 1, 1);
  const ConvData data{q};
  const std::vector<float> x = random_values<float>(data.x_numel(), random),
                           w = random_values<float>(q.weight_numel(), random),
                           dy = random_values<float>(data.y_numel(), random);
  std::vector<float> y(data.y_numel()), dw(w.size());
  for (size_t nbytes = 4096; nbytes <= size_t{1} << 23; nbytes += nbytes / 4) {
    const Workspace space(nbytes);
    std::fill_n(space.as<float>(), nbytes / sizeof(float), NAN);
  }
  EXPECT_TRUE(own::winograd_forward(q, x.data(), w.data(), nullptr, y.data(), 0));
  EXPECT_TRUE(own::winograd_backward_weights(q, x.data(), dy.data(), dw.data()));
  set_num_threads(threads);
}

TEST(OwnWinograd, SaysWhatItDoesNotCompute) {
  const ConvProblem usual = square_conv(1, 64, 28, 64, 3, 1, 1);
  const auto refuses = [](const ConvProblem& q, ConvDirection d) { return own::refuse_winograd(q, d) != nullptr; };
  EXPECT_FALSE(refuses(usual, ConvDirection::kForward));
  EXPECT_FALSE(refuses(usual, ConvDirection::kBackwardWeights));
  for (const ConvProblem& q : {square_conv(1, 64, 28, 64, 3, 2, 1), square_conv(1, 64, 28, 64, 5, 1, 2),
                               square_conv(1, 64, 28, 64, 3, 1, 3), square_conv(1, 64, 28, 64, 3, 1, 1, 2),
                               square_conv(1, 16, 28, 64, 3, 1, 1), square_conv(1, 64, 7, 64, 3, 1, 1)}) {
    EXPECT_TRUE(refuses(q, ConvDirection::kForward)) << describe(q);
    EXPECT_TRUE(refuses(q, ConvDirection::kBackwardWeights)) << describe(q);
  }
  ConvProblem q = usual;
  q.dtype = kDouble;
  EXPECT_TRUE(refuses(q, ConvDirection::kForward));
  q = usual, q.dilation[2] = 2, q.padding_left[2] = q.padding_right[2] = 2;
  set_output(q);
  EXPECT_TRUE(refuses(q, ConvDirection::kForward));
}

TEST(OwnConvolutionEmpty, ZeroesGradientsOfNothing) {
  ConvProblem q = square_conv(2, 3, 2, 4, 5, 1, 0);  // the kernel does not fit
  ASSERT_TRUE(q.empty());
  std::vector<float> dx(24, 7.f), dw(q.weight_numel(), 7.f), db(4, 7.f);
  own::conv_backward_data<float>(q, nullptr, nullptr, dx.data());
  own::conv_backward_weights<float>(q, nullptr, nullptr, dw.data());
  own::sum_channels(kFloat, q.n, q.out_channels, q.out_size(), false, nullptr, db.data());
  for (const float v : dx) EXPECT_EQ(v, 0.f);
  for (const float v : dw) EXPECT_EQ(v, 0.f);
  for (const float v : db) EXPECT_EQ(v, 0.f);
}

template <class W>
void check_transpose() {
  std::mt19937 random(test_seed());
  for (const int64_t rows : {1, 2, 3, 4, 7, 8, 16, 33, 70})
    for (const int64_t cols : {1, 3, 4, 8, 15, 64, 65}) {
      std::vector<W> from(rows * (cols + 1)), to(cols * (rows + 2), 0xAB);
      for (W& v : from) v = static_cast<W>(random());
      transpose(rows, cols, from.data(), cols + 1, to.data(), rows + 2);
      for (int64_t j = 0; j < cols; ++j) {
        for (int64_t i = 0; i < rows; ++i)
          ASSERT_EQ(to[j * (rows + 2) + i], from[i * (cols + 1) + j]) << rows << "x" << cols;
        ASSERT_EQ(to[j * (rows + 2) + rows], W(0xAB)) << "wrote past a row";
      }
    }
}
TEST(Transpose, EveryShapeAndWidth) {
  check_transpose<uint16_t>();
  check_transpose<float>();
  check_transpose<double>();
}

TEST(WorkspaceShelf, KeepsABoundedNumberOfBytesAndGivesThemBack) {
  trim_workspaces();
  EXPECT_EQ(workspace_bytes_kept(), 0u);
  void* first = nullptr;
  {
    const Workspace a(100000);
    first = a.as<void>();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
  }
  EXPECT_GE(workspace_bytes_kept(), 100000u);
  {
    const Workspace again(100000);
    EXPECT_EQ(again.as<void>(), first);
  }
  { const Workspace large(size_t{80} << 20); }
  EXPECT_LE(workspace_bytes_kept(), size_t{64} << 20);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 2000; ++i) {
        const size_t n = 64 << (i + t) % 12;
        const Workspace w(n);
        unsigned char* p = w.as<unsigned char>();
        std::memset(p, t, n);
        for (size_t j = 0; j < n; ++j) ASSERT_EQ(p[j], t);
      }
    });
  for (std::thread& t : threads) t.join();
  trim_workspaces();
  EXPECT_EQ(workspace_bytes_kept(), 0u);
}

#if TORCHPP_ADDRESS_SANITIZER
// A kernel that passes the end of its workspace would else only reach the rest of a block, and be found by nobody.
TEST(WorkspaceShelf, AddressSanitizerKnowsWhatWasAskedFor) {
  char* p = nullptr;
  for (size_t nbytes : {size_t{100000}, size_t{99993}, size_t{100001}}) {
    const Workspace w(nbytes);
    p = w.as<char>();
    EXPECT_EQ(__asan_region_is_poisoned(p, nbytes), nullptr);
    EXPECT_EQ(__asan_address_is_poisoned(p + nbytes), 1);
  }
  EXPECT_EQ(__asan_address_is_poisoned(p), 1) << "on the shelf";
}
#endif

PoolProblem random_pool(std::mt19937& random, bool dilate) {
  const auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  PoolProblem q;
  for (bool fits = false; !fits;) {
    fits = true;
    q = PoolProblem();
    q.planes = pick(1, 6);
    const bool ceil_mode = pick(0, 1);
    for (auto d = static_cast<int>(pick(0, 2)); d < 3; ++d) {
      q.in[d] = pick(1, d == 2 ? 70 : 20), q.kernel[d] = pick(1, 4), q.stride[d] = pick(1, 3),
      q.padding[d] = pick(0, q.kernel[d] / 2);
      q.dilation[d] = dilate ? pick(1, 2) : 1;
      const int64_t room = q.in[d] + 2 * q.padding[d] - q.dilation[d] * (q.kernel[d] - 1) - 1;
      q.out[d] = (room + (ceil_mode ? q.stride[d] - 1 : 0)) / q.stride[d] + 1;
      if (ceil_mode && (q.out[d] - 1) * q.stride[d] >= q.in[d] + q.padding[d]) --q.out[d];
      fits = fits && room >= 0 && q.out[d] > 0;
    }
  }
  q.count_include_pad = pick(0, 1), q.divisor_override = pick(0, 3) ? 0 : 5;
  return q;
}

// A kernel of one with more than a million weights and the pixels of one image that fill few vectors: what is read most
// are the weights.
TEST(ConvolutionChoice, OneImageAndLargeWeights) {
  std::mt19937 random(7);
  for (ConvProblem q : {square_conv(1, 1030, 7, 1030, 1, 1, 0), square_conv(1, 1030, 14, 1030, 1, 2, 0),
                        square_conv(1, 1030, 4, 1030, 1, 1, 0), square_conv(1, 1030, 6, 1030, 1, 1, 0)}) {
    q.bias = true;
    const ConvData data{q};
    const std::vector<float> x = random_values<float>(data.x_numel(), random),
                             w = random_values<float>(q.weight_numel(), random),
                             bias = random_values<float>(q.out_channels, random);
    const ConvExpected e = conv_oracle(q, x, w, bias, std::vector<float>(data.y_numel()));
    std::vector<float> first;
    for (const int threads : {1, 2, 4, 8}) {
      const Threads scope(threads);
      std::vector<float> y(data.y_numel());
      run_conv(q, choose_conv(q, ConvDirection::kForward), {x.data(), w.data(), y.data(), bias.data()});
      if (first.empty()) first = y;
      ASSERT_TRUE(same_bits(y, first)) << describe(q) << " threads " << threads;
      for (size_t i = 0; i < y.size(); ++i) ASSERT_NEAR(y[i], e.y[i], 1e-4) << describe(q) << " " << i;
    }
  }
}

// 16-bit operands are computed in float and the result is rounded once, with the bias of a transposed convolution, too.
template <class T>
void check_widened(ConvProblem q, std::mt19937& random) {
  const ConvData data{q};
  const std::vector<T> x = random_values<T>(data.x_numel(), random), w = random_values<T>(q.weight_numel(), random),
                       dy = random_values<T>(data.y_numel(), random), y_bias = random_values<T>(q.out_channels, random),
                       x_bias = random_values<T>(q.in_channels, random);
  const auto wide = [](const std::vector<T>& v) { return std::vector<float>(v.begin(), v.end()); };
  const std::vector<float> wide_x = wide(x), wide_w = wide(w), wide_dy = wide(dy), wide_bias = wide(y_bias);
  const auto compare = [&](ConvDirection direction, size_t numel, const ConvOperands& o, const ConvOperands& wide_o,
                           const auto& finish) {
    const ConvAlgorithm algorithm = choose_conv(q, direction);
    if (!adds_transposed_bias(algorithm)) return;  // oneDNN computes it in bfloat16
    std::vector<float> expected(numel);
    ConvProblem f = q;
    f.dtype = kFloat;
    ConvOperands to = wide_o;
    to.result = expected.data();
    run_conv(f, choose_conv(f, direction), to);
    finish(expected);
    const std::vector<T> rounded(expected.begin(), expected.end());
    for (const int threads : {1, 2, 4, 8}) {
      const Threads scope(threads);
      std::vector<T> result(numel);
      ConvOperands given = o;
      given.result = result.data();
      run_conv(q, algorithm, given);
      ASSERT_TRUE(same_bits(result, rounded)) << describe(q) << " direction " << static_cast<int>(direction);
    }
  };
  const auto as_it_is = [](std::vector<float>&) {};
  compare(ConvDirection::kForward, data.y_numel(), {x.data(), w.data(), nullptr, y_bias.data()},
          {wide_x.data(), wide_w.data(), nullptr, wide_bias.data()}, as_it_is);
  compare(ConvDirection::kBackwardWeights, w.size(), {x.data(), dy.data(), nullptr},
          {wide_x.data(), wide_dy.data(), nullptr}, as_it_is);
  compare(ConvDirection::kBackwardData, x.size(), {dy.data(), w.data(), nullptr, x_bias.data()},
          {wide_dy.data(), wide_w.data(), nullptr}, [&](std::vector<float>& dx) {
            const int64_t pixels = q.in_size();
            for (size_t i = 0; i < dx.size(); ++i) {
              const int64_t at = static_cast<int64_t>(i), channel = q.channels_last ? at : at / pixels;
              dx[i] += static_cast<float>(x_bias[channel % q.in_channels]);
            }
          });
}
TEST(WidenedConvolution, IsTheFloatOneRoundedOnce) {
  std::mt19937 random(test_seed());
  for (ConvProblem q : {square_conv(1, 1, 28, 6, 5, 1, 2), square_conv(1, 6, 14, 16, 5, 1, 0),
                        square_conv(3, 4, 9, 5, 3, 2, 1), square_conv(2, 8, 60, 8, 3, 1, 1, 4)})
    for (const bool last : {false, true}) {
      q.channels_last = last, q.bias = true;
      q.dtype = kHalf;
      check_widened<Half>(q, random);
      q.dtype = kBFloat16;
      check_widened<BFloat16>(q, random);
    }
}
// Many small images are converted some at a time.
TEST(WidenedConvolution, ManyImages) {
  std::mt19937 random(test_seed());
  for (ConvProblem q :
       {square_conv(13, 1, 28, 6, 5, 1, 2), square_conv(67, 6, 14, 16, 5, 1, 0), square_conv(40, 4, 9, 8, 3, 2, 1, 4)})
    for (const bool last : {false, true}) {
      q.channels_last = last, q.bias = true;
      q.dtype = kHalf;
      check_widened<Half>(q, random);
      q.dtype = kBFloat16;
      check_widened<BFloat16>(q, random);
    }
}

// Calls f(output, input, first) for every element of every window of one plane.
template <class F>
void for_each_window(const PoolProblem& q, const F& f) {
  const int64_t *in = q.in, *out = q.out, *k = q.kernel;
  for (int64_t o = 0; o < out[0] * out[1] * out[2]; ++o) {
    const int64_t at[3] = {o / (out[1] * out[2]), o / out[2] % out[1], o % out[2]};
    int64_t with_pad = 1, without = 1;
    for (int d = 0; d < 3; ++d) {
      const int64_t begin = at[d] * q.stride[d] - q.padding[d], end = std::min(begin + k[d], in[d] + q.padding[d]);
      with_pad *= end - begin, without *= std::min(end, in[d]) - std::max<int64_t>(0, begin);
    }
    const int64_t divisor = q.divisor_override ? q.divisor_override : q.count_include_pad ? with_pad : without;
    for (int64_t t = 0; t < k[0] * k[1] * k[2]; ++t) {
      const int64_t tap[3] = {t / (k[1] * k[2]), t / k[2] % k[1], t % k[2]};
      int64_t i[3];
      bool inside = true;
      for (int d = 0; d < 3; ++d) {
        i[d] = at[d] * q.stride[d] - q.padding[d] + tap[d] * q.dilation[d];
        inside = inside && i[d] >= 0 && i[d] < in[d];
      }
      if (inside) f(o, (i[0] * in[1] + i[1]) * in[2] + i[2], divisor);
    }
  }
}

TEST(Pooling, MatchesALoopOnRandomProblems) {
  std::mt19937 random(test_seed());
  for (int round = 0; round < 300; ++round) {
    PoolProblem q = random_pool(random, true);
    int64_t in = 1, out = 1;
    for (int d = 0; d < 3; ++d) in *= q.in[d], out *= q.out[d];
    std::vector<float> x = random_values<float>(q.planes * in, random), y(q.planes * out), dx(x.size(), 9.f);
    for (float& v : x)
      if (random() % 40 == 0) v = std::array<float, 4>{NAN, -INFINITY, 0.f, -0.f}[random() % 4];
    const std::vector<float> dy = random_values<float>(y.size(), random);
    std::vector<int64_t> index(y.size());
    const Threads scope(1 + round % 3);
    max_pool(q, x.data(), y.data(), index.data());
    std::vector<float> plain(y.size());
    max_pool(q, x.data(), plain.data(), nullptr);
    ASSERT_TRUE(same_bits(y, plain));
    max_pool_backward(q, dy.data(), index.data(), dx.data());
    std::vector<float> expected_dx(x.size());
    for (int64_t p = 0; p < q.planes; ++p) {
      std::vector<int64_t> best(out, -1);
      for_each_window(q, [&](int64_t o, int64_t i, int64_t) {
        const float v = x[p * in + i];
        if (best[o] < 0 || v > x[p * in + best[o]] || std::isnan(v)) best[o] = i;
      });
      for (int64_t o = 0; o < out; ++o) {
        if (best[o] < 0) {  // a dilated window that sees padding only
          ASSERT_EQ(y[p * out + o], -INFINITY);
          best[o] = index[p * out + o];
          ASSERT_TRUE(best[o] >= 0 && best[o] < in);
          expected_dx[p * in + best[o]] += dy[p * out + o];
          continue;
        }
        ASSERT_EQ(index[p * out + o], best[o]) << "round " << round;
        ASSERT_EQ(std::memcmp(&y[p * out + o], &x[p * in + best[o]], 4), 0);
        expected_dx[p * in + best[o]] += dy[p * out + o];
      }
    }
    ASSERT_TRUE(same_bits(dx, expected_dx));
  }
  for (int round = 0; round < 300; ++round) {
    PoolProblem q = random_pool(random, false);
    q.dtype = kDouble;
    int64_t in = 1, out = 1;
    for (int d = 0; d < 3; ++d) in *= q.in[d], out *= q.out[d];
    const std::vector<double> x = random_values<double>(q.planes * in, random),
                              dy = random_values<double>(q.planes * out, random);
    std::vector<double> y(dy.size()), dx(x.size(), 9.), ey(dy.size()), ex(x.size());
    avg_pool(q, x.data(), y.data());
    avg_pool_backward(q, dy.data(), dx.data());
    for (int64_t p = 0; p < q.planes; ++p)
      for_each_window(q, [&](int64_t o, int64_t i, int64_t divisor) {
        ey[p * out + o] += x[p * in + i] / divisor;
        ex[p * in + i] += dy[p * out + o] / divisor;
      });
    ASSERT_LE(worst_error(y, ey), 1e-13) << "round " << round;
    ASSERT_LE(worst_error(dx, ex), 1e-13) << "round " << round;
  }
}

// The squares of bfloat16 planes, which are not widened, against those of floats, on every instruction set.
TEST(Pooling, SquaresOfBfloat16AreThoseOfFloats) {
  std::mt19937 random(test_seed());
  for (int round = 0; round < 200; ++round) {
    const int64_t rows = 1 + static_cast<int64_t>(random() % 5), columns = 4 + static_cast<int64_t>(random() % 40),
                  stride = 2 * columns + static_cast<int64_t>(random() % 2);
    std::vector<BFloat16> x = random_values<BFloat16>(2 * rows * stride, random), y(rows * columns);
    for (BFloat16& v : x)
      if (random() % 10 == 0) v = BFloat16(std::array<float, 4>{NAN, -INFINITY, 0.f, -0.f}[random() % 4]);
    const std::vector<float> wide(x.begin(), x.end());
    std::vector<float> wide_y(y.size());
    std::vector<int64_t> index(y.size()), wide_index(y.size());
    const auto bits = [](auto* p) { return reinterpret_cast<uint16_t*>(p); };
    for (int level = 0; level <= cpu_level(); ++level) {
      at_level(0, TORCHPP_ALL_SETS(pool_squares))(wide_y.data(), wide_index.data(), wide.data(), stride, rows, columns);
      const auto compare = [&](int64_t* indices) {
        y.assign(y.size(), BFloat16(9.f));
        at_level(level, TORCHPP_ALL_SETS(pool_squares_bfloat16))(bits(y.data()), indices, bits(x.data()), stride, rows,
                                                                 columns);
        ASSERT_TRUE(same_bits(std::vector<float>(y.begin(), y.end()), wide_y)) << "level " << level;
      };
      compare(index.data());
      ASSERT_EQ(index, wide_index) << "level " << level;
      compare(nullptr);
    }
  }
}

// Asked of libtorch 1.13.1: F.max_pool2d(x, 3, 1, 1, return_indices=True).
TEST(Pooling, TheLastNanWinsAsInLibtorch) {
  const float n = NAN, i = INFINITY;
  const std::vector<float> x = {1, n, 3, n, 2, 2, 5, 5, n, 1, 0, -1, 0, 0, -i, -i};
  PoolProblem q;
  for (int d = 1; d < 3; ++d) q.in[d] = q.out[d] = 4, q.kernel[d] = 3, q.padding[d] = 1;
  std::vector<float> y(16);
  std::vector<int64_t> index(16);
  max_pool(q, x.data(), y.data(), index.data());
  EXPECT_EQ(index, (std::vector<int64_t>{1, 1, 3, 3, 8, 8, 3, 3, 8, 8, 6, 6, 8, 8, 9, 10}));
  const std::vector<float> low(16, -i);
  PoolProblem half;
  for (int d = 1; d < 3; ++d) half.in[d] = 4, half.out[d] = 3, half.kernel[d] = half.stride[d] = 2, half.padding[d] = 1;
  index.resize(9), y.resize(9);
  max_pool(half, low.data(), y.data(), index.data());
  EXPECT_EQ(index, (std::vector<int64_t>{0, 1, 3, 4, 5, 7, 12, 13, 15}));
}

// Asked of libtorch 1.13.1: F.avg_pool2d(arange(25).view(1, 1, 5, 5), 3, 2, 1, ceil_mode=True).
TEST(Pooling, CountsThePaddingAsLibtorch) {
  std::vector<float> x(25), y(9);
  for (int i = 0; i < 25; ++i) x[i] = static_cast<float>(i);
  PoolProblem q;
  for (int d = 1; d < 3; ++d) q.in[d] = 5, q.out[d] = 3, q.kernel[d] = 3, q.stride[d] = 2, q.padding[d] = 1;
  avg_pool(q, x.data(), y.data());
  const float expected[] = {1.3333f, 3.f, 2.6667f, 7.f, 12.f, 9.f, 8.f, 13.f, 9.3333f};
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(y[i], expected[i], 1e-4f);
}

TEST(Pooling, SixteenBitTypesAreWidened) {
  std::mt19937 random(test_seed());
  PoolProblem q;
  q.dtype = kBFloat16;
  for (int d = 1; d < 3; ++d) q.in[d] = 6, q.out[d] = 3, q.kernel[d] = q.stride[d] = 2;
  const std::vector<BFloat16> x = random_values<BFloat16>(36, random);
  std::vector<BFloat16> y(9);
  std::vector<int64_t> index(9);
  max_pool(q, x.data(), y.data(), index.data());
  for (int i = 0; i < 9; ++i) EXPECT_EQ(static_cast<float>(y[i]), static_cast<float>(x[index[i]]));
}

}  // namespace
}  // namespace cpu
}  // namespace torchpp
