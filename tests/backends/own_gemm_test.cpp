// SPDX-License-Identifier: BSD-3-Clause
// Our own products of matrices against plain loops in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/isa/gemm_abi.h"
#include "src/backends/cpu/isa/narrow_gemm_abi.h"
#include "src/backends/cpu/linalg_product.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/math/bits.h"
#include "tests/backends/kernel_oracles.h"

namespace torchpp {
namespace cpu {
namespace {

using own::GemmArguments;

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

// From the second call on, weights may be kept in packed form: nobody may see a difference.
template <class T>
void check_packed(Matrices<T>& x, bool add, bool bias, const std::vector<T>& unpacked) {
  std::vector<T> packed(own::packed_size(x.q));
  if (packed.empty()) return;
  own::pack_b(x.q, packed.data());
  x.q.packed_b = packed.data();
  for (const int threads : {1, 2, 4}) {
    const Threads scope(threads);
    ASSERT_TRUE(same_bits(unpacked, x.run(add, bias))) << x.q.m << "x" << x.q.n << "x" << x.q.k << " packed";
  }
  x.q.packed_b = nullptr;
}

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
                               {500, 515, 545},                                                   // by parts on AMX
                               {1, 1, 3},       {1, 1, 30},     {1, 1, 100},     {1, 3, 90},      // vectors
                               {1, 4, 70},      {1, 7, 20},     {1, 7, 1100},    {1, 21, 530},   {2, 1, 29}};
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
          ASSERT_NO_FATAL_FAILURE(check_packed(x, add, bias, first));
        }
}

// Matrices that are read as they lie, some runs of k at a time, of widths that end with a group of panels or little
// behind it: the last vectors belong to one group alone, or they would be added twice.
TYPED_TEST(OwnGemm, WidthsAtTheEndsOfGroupsOfPanels) {
  using T = TypeParam;
  std::mt19937 random(test_seed());
  const GemmKernels<T>& isa = own::gemm_kernels<T>();
  const int64_t m = 9, k = 150, groups = 4400 / isa.columns;
  Matrices<T> x(m, groups * isa.columns + isa.lanes + 1, k, 0, random);
  const std::vector<double> expected = x.expected(false, false);
  for (int64_t group = 1; group <= groups; ++group)
    for (const int64_t more : {int64_t{0}, int64_t{1}, isa.lanes, isa.lanes + 1}) {
      x.q.n = group * isa.columns + more;
      const std::vector<T> got = x.run(false, false);
      for (int64_t i = 0; i < m; ++i) {
        const auto row = got.begin() + i * x.q.c_row;
        const auto sums = expected.begin() + i * x.q.c_row;
        ASSERT_LE(worst_error(std::vector<T>(row, row + x.q.n), std::vector<double>(sums, sums + x.q.n)),
                  tolerance<T>())
            << "row " << i << " of " << x.q.n << " columns";
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

struct VectorBatch {
  int64_t m, n, k;
  bool gaps, turned, add;  // between elements of a; b by columns; to c
};

template <class T>
void check_vector_batch(const VectorBatch& v, std::mt19937& random) {
  // Several slices of short products.
  const int64_t count = std::min<int64_t>(3500, 600000 / (v.k * (v.m + v.n))), area = v.m * v.n;
  GemmArguments<T> q;
  q.m = v.m, q.n = v.n, q.k = v.k, q.add = v.add, q.c_row = v.n;
  q.a_col = v.gaps ? 2 : 1, q.a_row = q.a_col * v.k;
  q.b_row = v.turned ? 1 : v.n, q.b_col = v.turned ? v.k : 1;
  const int64_t a_step = v.m * q.a_row, b_step = v.k * v.n;
  const std::vector<T> a = random_values<T>(count * a_step, random), b = random_values<T>(count * b_step, random),
                       before = random_values<T>(count * area, random);
  std::vector<T> apart = before;
  std::vector<double> expected(before.begin(), before.end());
  for (int64_t i = 0; i < count; ++i) {
    GemmArguments<T> one = q;
    one.a = a.data() + i * a_step, one.b = b.data() + i * b_step, one.c = apart.data() + i * area;
    own::gemm_serial(one);
    for (int64_t j = 0; j < area; ++j) {
      double& sum = expected[i * area + j];
      if (!v.add) sum = 0;
      for (int64_t p = 0; p < v.k; ++p)
        sum += static_cast<double>(one.a[j / v.n * q.a_row + p * q.a_col]) * one.b[p * q.b_row + j % v.n * q.b_col];
    }
  }
  const std::string what = std::to_string(v.m) + "x" + std::to_string(v.n) + "x" + std::to_string(v.k);
  ASSERT_LE(worst_error(apart, expected), tolerance<T>()) << what << " " << v.gaps << v.turned << v.add;
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    std::vector<T> together = before;
    q.a = a.data(), q.b = b.data(), q.c = together.data();
    own::gemm_batched(q, count, a_step, b_step, area);
    ASSERT_TRUE(same_bits(together, apart)) << what << " " << v.gaps << v.turned << v.add << " threads " << threads;
  }
}

TYPED_TEST(OwnGemm, BatchesOfVectorsAreTheirProducts) {
  std::mt19937 random(test_seed());
  const int64_t sides[][2] = {{1, 1}, {1, 2}, {1, 4}, {1, 7}, {1, 12}, {1, 24}, {2, 1}, {4, 1}, {17, 1}};
  for (const auto& side : sides)
    for (const int64_t k : {1, 3, 16, 33, 64, 256, 1030})
      for (int layout = 0; layout < 8; ++layout)
        ASSERT_NO_FATAL_FAILURE(check_vector_batch<TypeParam>(
            {side[0], side[1], k, (layout & 1) != 0, (layout & 2) != 0, (layout & 4) != 0}, random));
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
          ASSERT_NO_FATAL_FAILURE(check_packed(x, add, bias, first));
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

}  // namespace
}  // namespace cpu
}  // namespace torchpp
