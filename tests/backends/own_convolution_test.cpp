// SPDX-License-Identifier: BSD-3-Clause
// Our own convolutions against plain loops in double.
#include <gtest/gtest.h>
#include <torchpp/core/memory.h>

#include <algorithm>

#include "src/backends/cpu/convolution_algorithm.h"
#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/backends/cpu/own/direct_convolution.h"
#include "src/backends/cpu/own/winograd.h"
#include "src/backends/cpu/workspace.h"
#include "src/backends/math/bits.h"
#include "tests/backends/kernel_oracles.h"

namespace torchpp {
namespace cpu {
namespace {

template <class T>
class OwnConvolution : public testing::Test {};
using Floats = testing::Types<float, double>;
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
void check_widened_of(const ConvProblem& q, std::mt19937& random) {
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
void check_widened(ConvProblem q, std::mt19937& random) {
  q.bias = true;
  for (const bool last : {false, true}) {
    q.channels_last = last;
    q.dtype = kHalf;
    check_widened_of<Half>(q, random);
    q.dtype = kBFloat16;
    check_widened_of<BFloat16>(q, random);
  }
}
TEST(WidenedConvolution, IsTheFloatOneRoundedOnce) {
  std::mt19937 random(test_seed());
  for (const ConvProblem& q : {square_conv(1, 1, 28, 6, 5, 1, 2), square_conv(1, 6, 14, 16, 5, 1, 0),
                               square_conv(3, 4, 9, 5, 3, 2, 1), square_conv(2, 8, 60, 8, 3, 1, 1, 4)})
    check_widened(q, random);
}
// Many small images are converted some at a time.
TEST(WidenedConvolution, ManyImages) {
  std::mt19937 random(test_seed());
  for (const ConvProblem& q :
       {square_conv(13, 1, 28, 6, 5, 1, 2), square_conv(67, 6, 14, 16, 5, 1, 0), square_conv(40, 4, 9, 8, 3, 2, 1, 4)})
    check_widened(q, random);
}

}  // namespace
}  // namespace cpu
}  // namespace torchpp
