// SPDX-License-Identifier: BSD-3-Clause
// Pooling against plain loops in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/isa/pooling_abi.h"
#include "src/backends/cpu/pooling.h"
#include "tests/backends/kernel_oracles.h"

namespace torchpp {
namespace cpu {
namespace {

PoolProblem random_pool(std::mt19937& random, bool dilate) {
  const auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  PoolProblem q;
  for (bool fits = false; !fits;) {
    fits = true;
    q = PoolProblem();
    q.planes = pick(1, 6);
    const bool ceil_mode = pick(0, 1);
    for (auto d = static_cast<int>(pick(0, 2)); d < 3; ++d) {
      q.in[d] = pick(1, d == 2 ? 70 : 20), q.kernel[d] = pick(1, 7), q.stride[d] = pick(1, 3),
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
