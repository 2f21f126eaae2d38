// SPDX-License-Identifier: BSD-3-Clause
// Float products by bfloat16 parts on AMX: against sums in double, and against the products of floats they stand for.
#if defined(__x86_64__)
#include "src/backends/cpu/own/split_gemm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/own/convolution.h"
#include "tests/backends/kernel_oracles.h"

namespace torchpp {
namespace cpu {
namespace {

using Arguments = own::GemmArguments<float>;

FloatRange range_of(float least, float most) {
  FloatRange range;
  std::memcpy(&range.least, &least, sizeof(least));
  std::memcpy(&range.most, &most, sizeof(most));
  return range;
}

float part_value(uint16_t bits) {
  const uint32_t word = uint32_t{bits} << 16;
  float value;
  std::memcpy(&value, &word, sizeof(value));
  return value;
}

TEST(SplitRange, SaysWhatIsExact) {
  const auto exact = [](float a_least, float a_most, float b_least, float b_most, int64_t k) {
    return own::is_exact_by_parts(range_of(a_least, a_most), range_of(b_least, b_most), k);
  };
  const float tiny = std::ldexp(1.f, -100), huge = std::ldexp(1.f, 126), inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(exact(1, 1, 1, 1, 1 << 20));
  EXPECT_TRUE(own::is_exact_by_parts({}, {}, 1000));  // zeros
  EXPECT_TRUE(own::is_exact_by_parts({}, range_of(tiny, huge), 1000));
  EXPECT_FALSE(own::is_exact_by_parts({}, range_of(1, inf), 1000));  // 0 * infinity
  EXPECT_TRUE(own::is_splittable(range_of(tiny, huge)));
  EXPECT_FALSE(own::is_splittable(range_of(std::nextafter(tiny, 0.f), 1)));
  EXPECT_FALSE(own::is_splittable(range_of(1, 2 * huge)));
  EXPECT_FALSE(own::is_splittable(range_of(1, std::numeric_limits<float>::quiet_NaN())));
  EXPECT_FALSE(own::is_splittable(range_of(std::numeric_limits<float>::denorm_min(), 1)));
  EXPECT_TRUE(exact(std::ldexp(1.f, -48), 1, std::ldexp(1.f, -48), 1, 32));
  EXPECT_FALSE(exact(std::ldexp(1.f, -48), 1, std::ldexp(1.f, -49), 1, 32));
  EXPECT_TRUE(exact(1, std::ldexp(1.f, 60), 1, std::ldexp(1.f, 54), 1024));
  EXPECT_FALSE(exact(1, std::ldexp(1.f, 60), 1, std::ldexp(1.f, 54), 1025));
}

class SplitGemm : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_amx_bfloat16()) GTEST_SKIP() << "this machine has no AMX";
  }
};

// Numbers of any of 2^8 mantissas for each part, with exponents from -90 to 90.
std::vector<float> wide_numbers(size_t n, std::mt19937& random) {
  std::vector<float> v(n);
  for (float& x : v) {
    const float mantissa = 1 + static_cast<float>(random() % (1 << 23)) / (1 << 23);
    x = std::ldexp(random() % 2 ? mantissa : -mantissa, static_cast<int>(random() % 181) - 90);
  }
  return v;
}

TEST_F(SplitGemm, PartsAddUpToTheNumber) {
  std::mt19937 random(test_seed());
  for (const int64_t n : {1, 15, 16, 17, 31, 32, 33, 64, 100, 4096}) {
    std::vector<float> x = wide_numbers(n, random);
    x[n / 2] = 0;
    FloatRange expected, got, scanned;
    for (const float value : x) {
      const FloatRange one = range_of(std::fabs(value), std::fabs(value));
      if (value != 0) expected.least = std::min(expected.least, one.least);
      expected.most = std::max(expected.most, one.most);
    }
    const int64_t step = n + 3;
    std::vector<uint16_t> parts(3 * step, 0x1234);
    split_gemm_amx.split(n, x.data(), parts.data(), step, got);
    split_gemm_amx.scan(n, x.data(), scanned);
    for (const FloatRange& range : {got, scanned}) {
      EXPECT_EQ(range.least, expected.least) << n;
      EXPECT_EQ(range.most, expected.most) << n;
    }
    for (int64_t i = 0; i < n; ++i) {
      const float first = part_value(parts[i]), second = part_value(parts[step + i]),
                  third = part_value(parts[2 * step + i]);
      ASSERT_EQ(first + (second + third), x[i]);
      ASSERT_LE(std::fabs(second), std::fabs(x[i]) / 256);
      ASSERT_LE(std::fabs(third), std::fabs(x[i]) / 65536 / 2);
    }
    for (int64_t part = 0; part < 3; ++part)
      for (int64_t i = n; i < step; ++i) ASSERT_EQ(parts[part * step + i], 0x1234) << "written behind the end";
  }
}

// Tiles that are read from planes are those that are packed.
TEST_F(SplitGemm, PlanesGiveTheProductsOfPackedTiles) {
  std::mt19937 random(test_seed());
  constexpr int64_t kSteps = 3, kDepth = kSteps * SplitKernels::kDepth, kRow = kDepth + 32;
  const SplitKernels& isa = split_gemm_amx;
  const std::vector<float> a = random_values<float>(32 * kRow, random), b = random_values<float>(32 * kDepth, random);
  std::vector<uint16_t> packed_a(kSteps * SplitKernels::kElements), packed_b(packed_a), planes(3 * a.size());
  std::vector<float> from_packed(32 * 32), from_planes(32 * 32);
  FloatRange range;
  int64_t packed_steps[kSteps], plane_steps[kSteps];
  for (int64_t s = 0; s < kSteps; ++s) {
    packed_steps[s] = s * SplitKernels::kElements, plane_steps[s] = s * SplitKernels::kDepth;
    isa.pack_left(32, 32, a.data() + s * 32, kRow, 1, packed_a.data() + packed_steps[s], range);
    isa.pack_right(32, 32, b.data() + s * 32, kDepth, 1, packed_b.data() + packed_steps[s], range);
  }
  const int64_t plane = static_cast<int64_t>(a.size());
  isa.split(plane, a.data(), planes.data(), plane, range);
  for (const int64_t row_tiles : {1, 2}) {
    bfloat16_gemm_amx.begin();
    isa.multiply(row_tiles, false, kSteps, packed_a.data(), 32, packed_steps, SplitKernels::kPairElements / 2,
                 SplitKernels::kPairElements, packed_b.data(), from_packed.data());
    isa.multiply(row_tiles, false, kSteps, planes.data(), kRow, plane_steps, 16 * kRow, plane, packed_b.data(),
                 from_planes.data());
    bfloat16_gemm_amx.end();
    ASSERT_TRUE(same_bits(from_packed, from_planes));
    for (int64_t i = 0; i < row_tiles * 16; ++i)
      for (int64_t j = 0; j < 32; ++j) {
        double sum = 0;
        for (int64_t p = 0; p < kDepth; ++p) sum += static_cast<double>(a[i * kRow + p]) * b[j * kDepth + p];
        ASSERT_NEAR(from_planes[i * 32 + j], sum, 1e-5) << i << " " << j;
      }
  }
}

// A product whose left operand lies in rows and whose right one lies in rows or in columns.
struct Product {
  int64_t m, n, k;
  bool transposed;
  std::vector<float> a, b;

  Arguments arguments(std::vector<float>& c) const {
    Arguments q;
    q.m = m, q.n = n, q.k = k, q.a = a.data(), q.b = b.data(), q.c = c.data();
    q.a_row = k, q.c_row = n;
    q.b_row = transposed ? 1 : n, q.b_col = transposed ? k : 1;
    return q;
  }
  float b_at(int64_t p, int64_t j) const { return transposed ? b[j * k + p] : b[p * n + j]; }
};

struct Errors {
  double rms = 0, most = 0;
};
// Of some elements, in units of 2^-24 of the sum of the products' magnitudes.
Errors errors_of(const Product& x, const std::vector<float>& c, double scale) {
  Errors e;
  int64_t count = 0;
  for (int64_t i = 0; i < x.m; i += 7)
    for (int64_t j = i % 5; j < x.n; j += 5, ++count) {
      double sum = 0, magnitudes = 0;
      for (int64_t p = 0; p < x.k; ++p) {
        const double product = static_cast<double>(x.a[i * x.k + p]) * x.b_at(p, j);
        sum += product, magnitudes += std::fabs(product);
      }
      const double error = std::ldexp(std::fabs(c[i * x.n + j] * scale - sum) / magnitudes, 24);
      e.rms += error * error, e.most = std::max(e.most, error);
    }
  e.rms = std::sqrt(e.rms / static_cast<double>(count));
  return e;
}

// The same product by multiplying floats: a power of two less on the left, exactly, it is too small for parts, and each
// rounding is the same.
std::vector<float> product_of_floats(Product x, int exponent) {
  for (float& v : x.a) v = std::ldexp(v, exponent);
  std::vector<float> c(x.m * x.n);
  const Arguments q = x.arguments(c);
  EXPECT_FALSE(own::try_split_product(q, true));
  own::gemm(q);
  return c;
}

TEST_F(SplitGemm, IsAsAccurateAsProductsOfFloats) {
  std::mt19937 random(test_seed());
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> uniform(0.f, 1.f);
  const std::pair<const char*, std::function<float()>> kinds[] = {
      {"normal", [&] { return normal(random); }},
      {"uniform", [&] { return uniform(random); }},
      {"scaled", [&] { return std::ldexp(normal(random), static_cast<int>(random() % 41) - 20); }},
  };
  std::printf("errors in 2^-24 sum |a b|\n%-8s %5s  %10s %10s  %10s %10s\n", "numbers", "k", "parts rms", "most",
              "floats rms", "most");
  for (const auto& kind : kinds)
    for (const int64_t k : {160, 256, 1000, 2048, 8192}) {
      Product x{250, 260, k, k % 64 != 0, std::vector<float>(250 * k), std::vector<float>(260 * k)};
      for (float& v : x.a) v = kind.second();
      for (float& v : x.b) v = kind.second();
      for (std::vector<float>* v : {&x.a, &x.b})
        for (float& y : *v)
          if (std::fabs(y) < 0x1p-30f) y = 0x1p-30f;  // a rare number must not decide
      std::vector<float> c(x.m * x.n);
      ASSERT_TRUE(own::try_split_product(x.arguments(c), true)) << kind.first << " " << k;
      const Errors parts = errors_of(x, c, 1), floats = errors_of(x, product_of_floats(x, -72), 0x1p72);
      std::printf("%-8s %5d  %10.3f %10.3f  %10.3f %10.3f\n", kind.first, static_cast<int>(k), parts.rms, parts.most,
                  floats.rms, floats.most);
      EXPECT_LE(parts.rms, 1.5 * floats.rms) << kind.first << " " << k;
      // The products that are left out, a rounding of each of the six sums for a tile's depth, each of 32 terms and of
      // what was summed before.
      EXPECT_LE(parts.most, 1 + 6 * (std::ceil(static_cast<double>(k) / 32) + 17)) << kind.first << " " << k;
      EXPECT_LE(parts.most, 2 * floats.most + 1) << kind.first << " " << k;
    }
}

// Sums that cancel to what a rounding leaves: 24 bits of both numbers count.
TEST_F(SplitGemm, IntegersAreExact) {
  std::mt19937 random(test_seed());
  Product x{224, 224, 224, false, std::vector<float>(224 * 224), std::vector<float>(224 * 224)};
  for (const int bits : {1, 3, 8}) {  // of a; products have 15 more, and sums stay below 2^24 or cancel
    for (float& v : x.a) v = 0;
    for (int64_t i = 0; i < 224; ++i) x.a[i * 224 + i] = static_cast<float>(random() % (1 << bits));
    for (float& v : x.b) v = static_cast<float>(random() % (1 << 16)) * (random() % 2 ? 1.f : -1.f);
    std::vector<float> c(x.m * x.n);
    ASSERT_TRUE(own::try_split_product(x.arguments(c), true));
    for (int64_t i = 0; i < 224; ++i)
      for (int64_t j = 0; j < 224; ++j) ASSERT_EQ(c[i * 224 + j], x.a[i * 224 + i] * x.b[i * 224 + j]);
  }
}

TEST_F(SplitGemm, SpecialNumbersAnywhereGiveWhatFloatsGive) {
  std::mt19937 random(test_seed());
  constexpr int64_t kSide = 507;  // that prefers parts, and is no multiple of a tile
  const float inf = std::numeric_limits<float>::infinity(), most = std::numeric_limits<float>::max();
  const float least = std::numeric_limits<float>::denorm_min();
  for (const bool transposed : {false, true})
    for (const float special : {std::numeric_limits<float>::quiet_NaN(), inf, -inf, most, -most, least, -least,
                                std::numeric_limits<float>::min(), 1e-36f, 0.f, -0.f})
      for (const bool in_a : {false, true}) {
        Product x{kSide,
                  kSide,
                  kSide,
                  transposed,
                  std::vector<float>(kSide * kSide, 1.f),
                  std::vector<float>(kSide * kSide, 1.f)};
        const int64_t at = random() % (kSide * kSide);
        (in_a ? x.a : x.b)[at] = special;
        if (special == least) std::fill(x.a.begin(), x.a.end(), 0.f), x.a[at] = in_a ? special : 1.f;
        std::vector<float> c(kSide * kSide);
        const Arguments q = x.arguments(c);
        ASSERT_TRUE(own::prefers_split(q));
        std::vector<float> kept(own::packed_size(q));
        own::gemm(q);
        for (int64_t i = at / kSide % 16; i < kSide; i += 16)  // the special number's row, and others
          for (int64_t j = 0; j < kSide; ++j) {
            float sum = 0;
            for (int64_t p = 0; p < kSide; ++p) sum += x.a[i * kSide + p] * x.b_at(p, j);
            if (std::isnan(sum)) ASSERT_TRUE(std::isnan(c[i * kSide + j])) << special;
            else ASSERT_EQ(c[i * kSide + j], sum) << special << " at " << at << " in " << (in_a ? "a" : "b");
          }
        if (kept.empty()) continue;
        own::pack_b(q, kept.data());
        std::vector<float> again(kSide * kSide);
        Arguments r = x.arguments(again);
        r.packed_b = kept.data();
        own::gemm(r);
        ASSERT_TRUE(same_bits(c, again)) << special;
      }
}

// More than is packed at once, and parts of k.
TEST_F(SplitGemm, GreatProductsHaveTheSameBitsForAnyNumberOfThreads) {
  std::mt19937 random(test_seed());
  std::normal_distribution<float> normal;
  Product x{1020, 1110, 2700, true, std::vector<float>(1020 * 2700), std::vector<float>(1110 * 2700)};
  for (float& v : x.a) v = normal(random);
  for (float& v : x.b) v = normal(random);
  std::vector<float> bias(x.n, 0.5f), first;
  for (const bool kept : {false, true})
    for (const int threads : {1, 3, 8}) {
      const Threads scope(threads);
      std::vector<float> c(x.m * x.n, 1.f), packed;
      Arguments q = x.arguments(c);
      q.bias = bias.data();
      if (kept) {
        packed.resize(own::split_size(q));
        own::pack_split(q, packed.data());
        q.packed_b = packed.data();
      }
      ASSERT_TRUE(own::try_split_product(q, true));
      if (first.empty()) {
        first = c;
        for (float& v : c) v -= 0.5f;
        EXPECT_LE(errors_of(x, c, 1).most, 4);
        continue;
      }
      ASSERT_TRUE(same_bits(first, c)) << threads << (kept ? " kept" : "");
    }
  x.a[12345] = std::numeric_limits<float>::infinity();
  std::vector<float> c(x.m * x.n);
  EXPECT_FALSE(own::try_split_product(x.arguments(c), true));
}

// Slices find the ranges as they go: what each of them would multiply by parts may not suit parts together.
TEST_F(SplitGemm, TheWholeProductsRangesDecide) {
  std::mt19937 random(test_seed());
  constexpr int64_t kSide = 384;
  Product x{kSide, kSide, kSide, false, std::vector<float>(kSide * kSide), std::vector<float>(kSide * kSide)};
  std::normal_distribution<float> normal;
  for (std::vector<float>* v : {&x.a, &x.b})
    for (float& value : *v) value = normal(random) < 0 ? -1.5f : 1.25f;
  x.a.front() = 0x1p-60f;  // of the first rows
  x.b.back() = 0x1p-60f;   // of the last columns
  std::vector<float> first;
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    std::vector<float> c(kSide * kSide), untouched;
    Arguments q = x.arguments(c);
    ASSERT_TRUE(own::prefers_split(q));
    EXPECT_FALSE(own::try_split_product(q, true)) << threads;
    own::gemm(q);
    if (first.empty()) first = c;
    EXPECT_TRUE(same_bits(first, c)) << threads;
    q.add = true;
    untouched = c;
    EXPECT_FALSE(own::try_split_product(q, true)) << threads;
    EXPECT_TRUE(same_bits(untouched, c)) << threads;
  }
  EXPECT_LE(errors_of(x, first, 1).most, 4);
}

TEST_F(SplitGemm, AddsToWhatIsThereForAnyNumberOfThreads) {
  std::mt19937 random(test_seed());
  std::normal_distribution<float> normal;
  constexpr int64_t kRows = 200, kColumns = 330, kDepth = 1100;  // two parts of k
  Product x{kRows, kColumns, kDepth, true, std::vector<float>(kRows * kDepth), std::vector<float>(kDepth * kColumns)};
  for (std::vector<float>* v : {&x.a, &x.b})
    for (float& value : *v) value = normal(random);
  std::vector<float> first;
  for (const int threads : {1, 2, 8}) {
    const Threads scope(threads);
    std::vector<float> c(kRows * kColumns, 0.75f);
    Arguments q = x.arguments(c);
    q.add = true;
    ASSERT_TRUE(own::try_split_product(q, true)) << threads;
    if (first.empty()) first = c;
    EXPECT_TRUE(same_bits(first, c)) << threads;
  }
  for (float& v : first) v -= 0.75f;
  EXPECT_LE(errors_of(x, first, 1).most, 4);
}

// Operands whose lines of k lie apart are turned.
TEST_F(SplitGemm, PackedBlocksDoNotDependOnTheStrides) {
  std::mt19937 random(test_seed());
  constexpr int64_t kLines = 32, kWide = 80, kElements = 3 * SplitKernels::kElements;
  const std::vector<float> by_lines = random_values<float>(kLines * kWide, random);
  std::vector<float> by_depth(kWide * kLines), sparse(2 * kLines * kWide);
  for (int64_t i = 0; i < kLines; ++i)
    for (int64_t p = 0; p < kWide; ++p)
      by_depth[p * kLines + i] = sparse[2 * (i * kWide + p)] = by_lines[i * kWide + p];
  for (const auto pack : {split_gemm_amx.pack_left, split_gemm_amx.pack_right})
    for (const int64_t lines : {1, 15, 16, 17, 32})
      for (const int64_t depth : {1, 31, 32, 33, 64, 70}) {
        std::vector<uint16_t> to[3];
        FloatRange ranges[3];
        for (std::vector<uint16_t>& each : to) each.assign(kElements, 0);
        pack(lines, depth, by_lines.data(), kWide, 1, to[0].data(), ranges[0]);
        pack(lines, depth, by_depth.data(), 1, kLines, to[1].data(), ranges[1]);
        pack(lines, depth, sparse.data(), 2 * kWide, 2, to[2].data(), ranges[2]);
        for (const int i : {1, 2}) {
          ASSERT_EQ(to[0], to[i]) << lines << " x " << depth;
          ASSERT_EQ(ranges[0].least, ranges[i].least);
          ASSERT_EQ(ranges[0].most, ranges[i].most);
        }
      }
}

// Their gradients are products that the number of threads cuts, into some that would prefer parts and some that would
// not.
TEST_F(SplitGemm, ConvolutionsHaveTheSameBitsForAnyNumberOfThreads) {
  std::mt19937 random(test_seed());
  std::normal_distribution<float> normal;
  const ConvProblem q = square_conv(2, 256, 28, 64, 3, 1, 1);
  const ConvData data{q};
  std::vector<float> x(data.x_numel()), w(q.weight_numel()), dy(data.y_numel());
  for (std::vector<float>* v : {&x, &w, &dy})
    for (float& value : *v) value = normal(random);
  std::vector<float> first_y, first_dx, first_dw;
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    std::vector<float> y(dy.size()), dx(x.size()), dw(w.size());
    own::conv_forward<float>(q, x.data(), w.data(), nullptr, y.data());
    own::conv_backward_data<float>(q, dy.data(), w.data(), dx.data());
    own::conv_backward_weights<float>(q, x.data(), dy.data(), dw.data());
    if (threads == 1) first_y = y, first_dx = dx, first_dw = dw;
    EXPECT_TRUE(same_bits(first_y, y)) << threads;
    EXPECT_TRUE(same_bits(first_dx, dx)) << threads;
    EXPECT_TRUE(same_bits(first_dw, dw)) << threads;
  }
}

TEST_F(SplitGemm, KeptWeightsCountInTheChoice) {
  std::vector<float> c(1);
  Product x{64, 768, 768, true, {}, {}};
  Arguments q = x.arguments(c);
  EXPECT_FALSE(own::prefers_split(q));
  q.keeps_b = true;
  EXPECT_TRUE(own::prefers_split(q));
  q.m = 1;
  EXPECT_FALSE(own::prefers_split(q));
  q.m = 64, q.b_row = 2, q.b_col = 2000;
  EXPECT_FALSE(own::prefers_split(q));
}

}  // namespace
}  // namespace cpu
}  // namespace torchpp
#endif
