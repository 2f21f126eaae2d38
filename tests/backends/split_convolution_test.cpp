// SPDX-License-Identifier: BSD-3-Clause
// Convolutions by bfloat16 parts against plain loops in double.
#include <gtest/gtest.h>
#include <torchpp/core/memory.h>

#include <algorithm>
#include <limits>

#include "src/backends/cpu/convolution_algorithm.h"
#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/own/split_convolution.h"
#include "src/backends/cpu/workspace.h"
#include "tests/backends/kernel_oracles.h"

namespace torchpp::cpu {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();

// Numbers that have all bits of a float.
std::vector<float> random_floats(size_t n, std::mt19937& random) {
  std::normal_distribution<float> normal;
  std::vector<float> v(n);
  for (float& x : v) x = normal(random);
  return v;
}

struct Operands {
  std::vector<float> x, w, bias, dy;

  Operands(const ConvProblem& q, std::mt19937& random)
      : x(random_floats(ConvData{q}.x_numel(), random)),
        w(random_floats(q.weight_numel(), random)),
        bias(random_floats(q.out_channels, random)),
        dy(random_floats(ConvData{q}.y_numel(), random)) {}
  ConvExpected expected(const ConvProblem& q) const { return conv_oracle(q, x, w, bias, dy); }
  // The sums of the products' magnitudes.
  ConvExpected magnitudes(const ConvProblem& q) const {
    const auto abs = [](std::vector<float> v) {
      for (float& x : v) x = std::fabs(x);
      return v;
    };
    return conv_oracle(q, abs(x), abs(w), abs(bias), abs(dy));
  }
};

// The greatest error as a part of the sum of magnitudes.
double worst_part(const std::vector<float>& got, const std::vector<double>& expected,
                  const std::vector<double>& magnitudes) {
  double worst = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    const double error = std::fabs(static_cast<double>(got[i]) - expected[i]) / std::max(magnitudes[i], 1e-30);
    if (!(error <= worst)) worst = std::isnan(error) ? INFINITY : error;
  }
  return worst;
}

class SplitConvolution : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_amx_bfloat16()) GTEST_SKIP() << "this machine has no AMX";
  }
};

// Values, and the same bits for any number of threads and with kept weights.
void check(const ConvProblem& q, std::mt19937& random) {
  constexpr double kBound = 4e-7;                  // of direct sums in float: 3e-7
  constexpr uint64_t kNumber = uint64_t{1} << 41;  // no storage has counted so far
  const Operands o(q, random);
  const ConvExpected e = o.expected(q), magnitudes = o.magnitudes(q);
  const bool has_gradient = own::cannot_split(q, ConvDirection::kBackwardData) == nullptr;
  std::vector<float> first_y, first_dx;
  for (const int threads : {1, 2, 4, 8}) {
    const Threads scope(threads);
    for (const uint64_t weight_id : {uint64_t{0}, kNumber, kNumber, kNumber}) {
      std::vector<float> y(e.y.size(), kNan), dx(has_gradient ? e.dx.size() : 0, kNan);
      ASSERT_TRUE(own::split_forward(q, o.x.data(), o.w.data(), o.bias.data(), y.data(), weight_id)) << describe(q);
      if (has_gradient) {
        ASSERT_TRUE(own::split_backward_data(q, o.dy.data(), o.w.data(), dx.data(), weight_id)) << describe(q);
      }
      if (first_y.empty()) {
        first_y = y, first_dx = dx;
        ASSERT_LE(worst_part(y, e.y, magnitudes.y), kBound) << describe(q);
        ASSERT_LE(worst_part(dx, e.dx, magnitudes.dx), kBound) << describe(q);
      }
      ASSERT_TRUE(same_bits(first_y, y) && same_bits(first_dx, dx)) << describe(q) << " threads " << threads;
    }
  }
  memory::trim();  // the next problem's weights may lie at the same address
}

// Channels and pixels around whole tiles, every stride, holes in kernels, kernels wider than the image, padding beyond
// the kernel.
TEST_F(SplitConvolution, MatchesALoopOnRandomProblems) {
  std::mt19937 random(test_seed());
  const auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  int gradients = 0;
  for (int computed = 0; computed < 150;) {
    ConvProblem q;
    q.dims = static_cast<int>(pick(1, 2));
    q.n = pick(1, 4), q.in_channels = pick(0, 2) ? pick(1, 9) : pick(30, 70);
    q.out_channels = pick(0, 2) ? pick(1, 18) : pick(30, 70);
    const int64_t stride = pick(1, 4), dilation = pick(0, 2) ? 1 : pick(2, 4);
    for (int d = q.first_dim(); d < 3; ++d) {
      q.in[d] = pick(1, 20), q.kernel[d] = pick(1, 5), q.stride[d] = pick(0, 1) ? stride : pick(1, 3);
      q.dilation[d] = dilation;
      q.padding_left[d] = pick(0, (q.kernel[d] - 1) * dilation + (pick(0, 4) ? 0 : 2));
      q.padding_right[d] = pick(0, q.padding_left[d] + 1);
    }
    q.channels_last = pick(0, 1), q.bias = pick(0, 1);
    set_output(q);
    if (q.empty()) continue;
    ++computed;
    gradients += own::cannot_split(q, ConvDirection::kBackwardData) == nullptr;
    check(q, random);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GE(gradients, 10);
}

// More rows than a chunk holds, chunks of several images, and weights that are larger than the images.
TEST_F(SplitConvolution, MatchesALoopOnWholeLayers) {
  std::mt19937 random(test_seed());
  for (ConvProblem q :
       {square_conv(2, 3, 64, 40, 7, 2, 3), square_conv(1, 32, 56, 33, 3, 1, 1), square_conv(5, 128, 7, 130, 3, 1, 1),
        square_conv(3, 96, 28, 64, 1, 1, 0), square_conv(2, 64, 28, 48, 1, 2, 0), square_conv(2, 32, 29, 70, 3, 2, 1)})
    for (const bool last : {false, true}) {
      q.channels_last = last, q.bias = last;
      check(q, random);
      if (testing::Test::HasFatalFailure()) return;
    }
}

// What the memory held before reaches no result.
TEST_F(SplitConvolution, MemoryBesideTheImagesDoesNotCount) {
  const Threads scope(1);  // the memory is this thread's
  std::mt19937 random(test_seed());
  for (const ConvProblem& q : {square_conv(1, 3, 30, 17, 7, 2, 3), square_conv(1, 40, 9, 17, 3, 3, 0),
                               square_conv(2, 5, 12, 33, 3, 1, 1), square_conv(1, 33, 5, 3, 1, 1, 0)}) {
    for (size_t nbytes = 4096; nbytes <= size_t{1} << 22; nbytes += nbytes / 4) {
      const Workspace space(nbytes);
      std::fill_n(space.as<float>(), nbytes / sizeof(float), kNan);
    }
    const Operands o(q, random);
    std::vector<float> y(ConvData{q}.y_numel());
    ASSERT_TRUE(own::split_forward(q, o.x.data(), o.w.data(), nullptr, y.data(), 0)) << describe(q);
    ASSERT_LE(worst_part(y, o.expected(q).y, o.magnitudes(q).y), 4e-7) << describe(q);
  }
}

// Magnitudes that bfloat16 parts do not have are left to another way, whichever operand has them and however many
// threads there are. Without AMX all are.
TEST(SplitConvolutionChoice, UnusualMagnitudesAreComputedAnotherWay) {
  const ConvProblem q = square_conv(1, 32, 16, 32, 5, 1, 2);
  const bool by_parts = has_amx_bfloat16();
  ASSERT_EQ(own::refuse_split(q, ConvDirection::kForward) == nullptr, by_parts);
  ASSERT_EQ(own::refuse_split(q, ConvDirection::kBackwardData) == nullptr, by_parts);
  std::mt19937 random(test_seed());
  const Operands usual(q, random);
  // A way that multiplies padding, zeros, by a weight that is not finite gives NaN; one that leaves padding out does
  // not. Both are right, and libtorch's backends differ in the same way.
  const auto reads_padding = [&](size_t i) {
    const auto row = static_cast<int64_t>(i) / q.out[2] % q.out[1], column = static_cast<int64_t>(i) % q.out[2];
    const int64_t padding = q.padding_left[2];
    return std::min(row, column) < padding || std::max(row, column) >= q.out[2] - padding;
  };
  const auto compare = [&](const std::vector<float>& got, const std::vector<double>& expected, bool may_read_padding) {
    for (size_t i = 0; i < got.size(); ++i) {
      const float e = static_cast<float>(expected[i]);
      if (std::isnan(e)) ASSERT_TRUE(std::isnan(got[i])) << i;
      else if (may_read_padding && std::isnan(got[i])) ASSERT_TRUE(reads_padding(i)) << i;
      else if (std::isinf(e)) ASSERT_EQ(got[i], e) << i;
      else ASSERT_NEAR(got[i], expected[i], 1e-4 * (1 + std::fabs(expected[i]))) << i;
    }
  };
  for (const float bad : {0.f, kInf, -kInf, kNan, 3e38f, 1e-35f, 1e-42f})
    for (const bool in_weights : {false, true}) {
      Operands o = usual;
      (in_weights ? o.w : o.x)[100] = bad;
      if (!in_weights) o.dy[100] = bad;
      for (const int threads : {1, 2, 4, 8}) {
        if (!by_parts) break;
        const Threads scope(threads);
        std::vector<float> y(o.dy.size()), dx(o.x.size());
        EXPECT_EQ(own::split_forward(q, o.x.data(), o.w.data(), nullptr, y.data(), 0), bad == 0) << bad;
        EXPECT_EQ(own::split_backward_data(q, o.dy.data(), o.w.data(), dx.data(), 0), bad == 0) << bad;
      }
      std::vector<float> y(o.dy.size()), dx(o.x.size());
      run_conv(q, choose_conv(q, ConvDirection::kForward), {o.x.data(), o.w.data(), y.data()});
      run_conv(q, choose_conv(q, ConvDirection::kBackwardData), {o.dy.data(), o.w.data(), dx.data()});
      const ConvExpected e = o.expected(q);
      compare(y, e.y, in_weights && !std::isfinite(bad));
      compare(dx, e.dx, false);
    }
}

TEST_F(SplitConvolution, SaysWhatItDoesNotCompute) {
  const ConvProblem usual = square_conv(1, 64, 56, 128, 3, 2, 1);
  const auto refuses = [](const ConvProblem& q, ConvDirection d) { return own::refuse_split(q, d) != nullptr; };
  EXPECT_FALSE(refuses(usual, ConvDirection::kForward));
  EXPECT_TRUE(refuses(usual, ConvDirection::kBackwardData));
  EXPECT_TRUE(refuses(usual, ConvDirection::kBackwardWeights));
  for (const ConvProblem& q : {square_conv(1, 64, 56, 128, 3, 2, 1, 2), square_conv(1, 64, 56, 64, 3, 1, 1),
                               square_conv(1, 512, 7, 512, 3, 1, 1), square_conv(1, 64, 56, 64, 1, 1, 0)})
    EXPECT_TRUE(refuses(q, ConvDirection::kForward)) << describe(q);
  ConvProblem q = usual;
  q.dtype = kDouble;
  EXPECT_TRUE(refuses(q, ConvDirection::kForward));
  q = square_conv(1, 32, 28, 32, 5, 1, 2);
  q.in[0] = q.out[0] = 2;
  EXPECT_TRUE(refuses(q, ConvDirection::kForward));
}

// Small numbers alone are no reason, nor is a bias that has no parts.
TEST_F(SplitConvolution, ScaledOperandsKeepTheirAccuracy) {
  ConvProblem q = square_conv(1, 20, 14, 24, 3, 1, 1);
  std::mt19937 random(test_seed());
  const Operands usual(q, random);
  for (const float scale : {1e-12f, 1e-6f, 1e6f, 1e15f}) {
    Operands o = usual;
    for (float& v : o.x) v *= scale;
    std::vector<float> y(o.dy.size());
    ASSERT_TRUE(own::split_forward(q, o.x.data(), o.w.data(), nullptr, y.data(), 0)) << scale;
    ASSERT_LE(worst_part(y, o.expected(q).y, o.magnitudes(q).y), 4e-7) << scale;
  }
  q.bias = true;
  Operands o = usual;
  std::fill(o.x.begin(), o.x.end(), 0.f);
  o.bias[0] = kInf, o.bias[1] = kNan, o.bias[2] = 1e-42f, o.bias[3] = 3e38f;
  std::vector<float> y(o.dy.size());
  ASSERT_TRUE(own::split_forward(q, o.x.data(), o.w.data(), o.bias.data(), y.data(), 0));
  for (size_t i = 0; i < y.size(); ++i) {
    const float bias = o.bias[ConvData{q}.channel_of(static_cast<int64_t>(i))];
    if (std::isnan(bias)) ASSERT_TRUE(std::isnan(y[i]));
    else ASSERT_EQ(y[i], bias) << i;
  }
}

}  // namespace
}  // namespace torchpp::cpu
