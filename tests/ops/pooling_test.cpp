// SPDX-License-Identifier: BSD-3-Clause
// Pooling against its definition, element by element.
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/ops/pooling.h>

#include "tests/ops/nn_support.h"

namespace {

using namespace torchpp;
using namespace nn_test;

struct Case {
  std::vector<int64_t> input;
  int64_t kernel[2], stride[2], padding[2], dilation[2];
  bool ceil_mode;
};
const std::vector<Case> kCases = {
    {{2, 3, 28, 28}, {2, 2}, {2, 2}, {0, 0}, {1, 1}, false}, {{2, 3, 10, 10}, {2, 2}, {2, 2}, {0, 0}, {1, 1}, false},
    {{1, 2, 9, 35}, {2, 2}, {2, 2}, {0, 0}, {1, 1}, false},  {{1, 2, 9, 11}, {2, 2}, {2, 2}, {0, 0}, {1, 1}, true},
    {{2, 3, 7, 9}, {3, 2}, {2, 1}, {1, 1}, {1, 1}, false},   {{3, 8, 9}, {3, 3}, {2, 2}, {1, 1}, {1, 1}, true},
    {{1, 2, 12, 13}, {3, 3}, {1, 3}, {1, 1}, {2, 3}, false}, {{1, 1, 5, 6}, {5, 6}, {1, 1}, {0, 0}, {1, 1}, false},
    {{2, 5, 16, 6}, {2, 2}, {2, 2}, {0, 0}, {1, 1}, false},  {{0, 3, 8, 8}, {2, 2}, {2, 2}, {0, 0}, {1, 1}, false},
};

// libtorch: a NaN is larger than all, of equal elements the first counts.
void check_max(const Case& c, const Tensor& input, const Tensor& output, const Tensor& at) {
  const Tensor x = input.to(kDouble).contiguous(), y = output.to(kDouble).contiguous(), i = at.contiguous();
  const int64_t h = x.size(-2), w = x.size(-1), oh = y.size(-2), ow = y.size(-1);
  for (int64_t p = 0; p < y.numel(); ++p) {
    const int64_t plane = p / (oh * ow), r = p / ow % oh, col = p % ow;
    double best = -HUGE_VAL;
    int64_t where = -1;
    for (int64_t a = 0; a < c.kernel[0]; ++a)
      for (int64_t b = 0; b < c.kernel[1]; ++b) {
        const int64_t u = r * c.stride[0] - c.padding[0] + a * c.dilation[0];
        const int64_t v = col * c.stride[1] - c.padding[1] + b * c.dilation[1];
        if (u < 0 || u >= h || v < 0 || v >= w) continue;
        const double value = x.data_ptr<double>()[(plane * h + u) * w + v];
        if (value > best || std::isnan(value) || where < 0) best = value, where = u * w + v;
      }
    ASSERT_EQ(i.data_ptr<int64_t>()[p], where) << p;
    const double got = y.data_ptr<double>()[p];
    ASSERT_TRUE(got == best || (std::isnan(got) && std::isnan(best))) << p;
  }
}

Tensor channels_last(const Tensor& t) { return t.dim() == 4 ? t.contiguous(MemoryFormat::ChannelsLast) : t; }

TEST(Pooling, MaximaAndTheirPlaces) {
  NN_TEST_SEED(1);
  for (const Case& c : kCases)
    for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf}) {
      SCOPED_TRACE(str(IntArrayRef(c.input), " ", t));
      Tensor x = random_of(c.input, t);
      if (x.numel() > 40) {  // ties, NaN and infinities
        x.view({-1}).slice(0, 0, x.numel(), 3).copy_(torchpp::round(x.view({-1}).slice(0, 0, x.numel(), 3)));
        x.view({-1}).slice(0, 5, x.numel(), 37).fill_(NAN);
        x.view({-1}).slice(0, 7, x.numel(), 11).fill_(-HUGE_VAL);
      }
      for (const Tensor& in : {x, channels_last(x), strided(x)}) {
        auto [y, at] = torchpp::max_pool2d_with_indices(in, c.kernel, c.stride, c.padding, c.dilation, c.ceil_mode);
        EXPECT_EQ(y.scalar_type(), t);
        check_max(c, x, y, at);
        EXPECT_TRUE(same_bits(torchpp::max_pool2d(in, c.kernel, c.stride, c.padding, c.dilation, c.ceil_mode), y));
        if (in.dim() == 4 && in.size(1) > 1 && in.suggest_memory_format() == MemoryFormat::ChannelsLast) {
          EXPECT_TRUE(y.is_contiguous(MemoryFormat::ChannelsLast));
        }
      }
    }
}

// Each gradient is added to the element that its index names, also where the indices are not those of the windows.
TEST(Pooling, GradientsGoWhereTheIndicesSay) {
  NN_TEST_SEED(7);
  for (const Case& c : kCases)
    for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf}) {
      SCOPED_TRACE(str(IntArrayRef(c.input), " ", t));
      const Tensor x = random_of(c.input, t);
      const auto [y, own] = torchpp::max_pool2d_with_indices(x, c.kernel, c.stride, c.padding, c.dilation, c.ceil_mode);
      Tensor dy = random_of(y.sizes().vec(), t);
      if (dy.numel() > 2) dy.view({-1})[1].fill_(-0.0), dy.view({-1})[2].fill_(NAN);
      const int64_t plane = x.size(-2) * x.size(-1), out = y.size(-2) * y.size(-1);
      const auto gradient = [&](const Tensor& at) {
        return torchpp::max_pool2d_with_indices_backward(dy, x, c.kernel, c.stride, c.padding, c.dilation, c.ceil_mode,
                                                         at);
      };
      for (const Tensor& at : {own, torchpp::randint(plane, own.sizes(), kLong), torchpp::zeros_like(own)}) {
        Tensor expected = torchpp::zeros({x.numel()}, kDouble);
        const Tensor from = dy.to(kDouble).contiguous();
        for (int64_t i = 0; i < y.numel(); ++i)
          expected.data_ptr<double>()[i / out * plane + at.data_ptr<int64_t>()[i]] += from.data_ptr<double>()[i];
        const Tensor got = gradient(at), want = expected.view(x.sizes());
        EXPECT_TRUE(torchpp::allclose(got.to(kDouble), want,
                                      t == kDouble  ? 1e-12
                                      : t == kFloat ? 1e-5
                                                    : 0.02,
                                      t == kDouble  ? 1e-12
                                      : t == kFloat ? 1e-5
                                                    : 0.02,
                                      true));
        if (at.is_same(own) && c.kernel[0] <= c.stride[0] && c.kernel[1] <= c.stride[1] && c.dilation[0] == 1) {
          EXPECT_TRUE(same_bits(got, want.to(t)));  // one addend each
        }
      }
      if (own.numel() == 0) continue;
      for (int64_t shift : {-plane, plane, int64_t{1} << 32}) {
        Tensor at = own.clone();
        at.view({-1})[at.numel() - 1].add_(shift);
        EXPECT_ERROR(gradient(at), "max_pool_backward: index got ");
      }
    }
}

TEST(Pooling, Averages) {
  NN_TEST_SEED(2);
  for (const Case& c : kCases)
    for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
      for (bool include : {true, false})
        for (int64_t divisor : {0, 3}) {
          if (c.dilation[0] != 1) continue;
          SCOPED_TRACE(str(IntArrayRef(c.input), " ", t, include, divisor));
          const Tensor x = random_of(c.input, t), in = x.to(kDouble).contiguous();
          const optional<int64_t> fixed = divisor ? optional<int64_t>(divisor) : nullopt;
          const Tensor y = torchpp::avg_pool2d(x, c.kernel, c.stride, c.padding, c.ceil_mode, include, fixed);
          Tensor expected = torchpp::zeros(y.sizes(), kDouble);
          const int64_t h = in.size(-2), w = in.size(-1), oh = y.size(-2), ow = y.size(-1);
          for (int64_t p = 0; p < y.numel(); ++p) {
            const int64_t plane = p / (oh * ow), top = p / ow % oh * c.stride[0] - c.padding[0],
                          left = p % ow * c.stride[1] - c.padding[1];
            double sum = 0;
            int64_t seen = 0, padded = 0;
            for (int64_t u = top; u < std::min(top + c.kernel[0], h + c.padding[0]); ++u)
              for (int64_t v = left; v < std::min(left + c.kernel[1], w + c.padding[1]); ++v) {
                ++padded;
                if (u < 0 || u >= h || v < 0 || v >= w) continue;
                ++seen;
                sum += in.data_ptr<double>()[(plane * h + u) * w + v];
              }
            expected.data_ptr<double>()[p] = seen == 0 ? 0
                                                       : sum / static_cast<double>(divisor   ? divisor
                                                                                   : include ? padded
                                                                                             : seen);
          }
          EXPECT_TRUE(close(y, expected));
          EXPECT_TRUE(
              close(torchpp::avg_pool2d(channels_last(x), c.kernel, c.stride, c.padding, c.ceil_mode, include, fixed),
                    expected));
        }
}

// bfloat16 images are summed in float, whatever the number of channels, and rounded once.
TEST(Pooling, AveragesOfAnyNumberOfChannels) {
  NN_TEST_SEED(12);
  for (const int64_t channels : {1, 3, 8, 15, 16, 17, 40}) {
    SCOPED_TRACE(str(channels));
    const Tensor x = channels_last(random_of({2, channels, 7, 9}, kBFloat16));
    const auto averages = [](const Tensor& t) { return torchpp::avg_pool2d(t, 3, 2, 1, true, false); };
    const Tensor y = averages(x), wide = averages(x.to(kFloat));
    EXPECT_TRUE(same_bits(y, wide.to(kBFloat16)));
    EXPECT_EQ(y.strides(), wide.strides());
    EXPECT_TRUE(close(averages(x.to(kDouble)), averages(x.to(kDouble).contiguous())));
    EXPECT_TRUE(same_bits(averages(x.to(kFloat)), averages(x.to(kFloat).contiguous())));
    expect_same_for_any_threads([&] { return averages(x); });
  }
}

TEST(Pooling, AdaptiveAverages) {
  NN_TEST_SEED(3);
  for (ScalarType t : {kFloat, kDouble, kBFloat16})
    for (const auto& size : std::vector<std::vector<int64_t>>{{1, 1}, {3, 4}, {7, 9}, {10, 2}, {7, 1}, {0, 3}}) {
      SCOPED_TRACE(str(t, " ", IntArrayRef(size)));
      const Tensor x = random_of({2, 3, 7, 9}, t);
      Tensor expected = torchpp::zeros({2, 3, size[0], size[1]}, kDouble);
      for (int64_t i = 0; i < size[0]; ++i)
        for (int64_t j = 0; j < size[1]; ++j)
          expected.select(2, i).select(2, j).copy_(x.to(kDouble)
                                                       .slice(2, i * 7 / size[0], ((i + 1) * 7 + size[0] - 1) / size[0])
                                                       .slice(3, j * 9 / size[1], ((j + 1) * 9 + size[1] - 1) / size[1])
                                                       .mean(IntArrayRef({2, 3})));
      EXPECT_TRUE(close(torchpp::adaptive_avg_pool2d(x, size), expected));
      EXPECT_TRUE(close(torchpp::adaptive_avg_pool2d(channels_last(x), size), expected));
      EXPECT_TRUE(close(torchpp::adaptive_avg_pool2d(x[0], size), expected[0]));
    }
}

// Channels-last images are pooled by vectors of channels.
TEST(Pooling, AdaptiveOfAnyNumberOfChannels) {
  NN_TEST_SEED(8);
  for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
    for (int64_t channels : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 70})
      for (const auto& size : std::vector<std::vector<int64_t>>{{1, 1}, {3, 4}, {5, 6}, {8, 2}}) {
        SCOPED_TRACE(str(t, " ", channels, " channels to ", IntArrayRef(size)));
        Tensor x = random_of({3, channels, 5, 6}, t);
        const Tensor flat = x.view({-1}), mean = torchpp::adaptive_avg_pool2d(channels_last(x), size);
        EXPECT_TRUE(close(mean, torchpp::adaptive_avg_pool2d(x.to(kDouble), size)));
        flat.slice(0, 0, flat.numel(), 3).copy_(torchpp::round(flat.slice(0, 0, flat.numel(), 3)));  // ties, -0
        flat.slice(0, 5, flat.numel(), 37).fill_(NAN);
        flat.slice(0, 7, flat.numel(), 11).fill_(-HUGE_VAL);
        if (channels > 1) x.select(1, 1).fill_(-HUGE_VAL);
        const auto [y, at] = torchpp::adaptive_max_pool2d(x, size);
        const auto [y_last, at_last] = torchpp::adaptive_max_pool2d(channels_last(x), size);
        EXPECT_TRUE(same_bits(y, y_last) && same_bits(at, at_last));
        EXPECT_EQ(y_last.scalar_type(), t);
        expect_same_for_any_threads([&] { return torchpp::adaptive_avg_pool2d(channels_last(x), size); });
        expect_same_for_any_threads([&] { return torchpp::adaptive_avg_pool2d(x, size); });
        expect_same_for_any_threads([&] { return std::get<1>(torchpp::adaptive_max_pool2d(channels_last(x), size)); });
      }
  // libtorch 1.13.1: the first of equals and the last NaN; a window of -inf has the index of its first element.
  for (ScalarType t : {kFloat, kDouble, kBFloat16}) {
    const double inf = HUGE_VAL;
    const Tensor x =
        channels_last(values({1, NAN, 3, NAN, 2, 2, 5, 5, -inf, -inf, -inf, -inf, -0.0, 0, 0, -0.0}, {1, 4, 2, 2}, t));
    const auto [y, at] = torchpp::adaptive_max_pool2d(x, {1, 1});
    EXPECT_TRUE(at.view({-1}).equal(torchpp::tensor(std::vector<int64_t>{3, 2, 0, 0})));
    const Tensor d = y.to(kDouble).view({-1});
    EXPECT_TRUE(std::isnan(d[0].item<double>()));
    EXPECT_TRUE(d.slice(0, 1).equal(values({5, -inf, 0}, {3}, kDouble)));
    EXPECT_TRUE(std::signbit(d[3].item<double>()));
  }
}

TEST(Pooling, OfLines) {
  NN_TEST_SEED(4);
  const Tensor x = random_of({2, 3, 11}, kFloat), image = x.unsqueeze(2);
  auto [y, at] = torchpp::max_pool1d_with_indices(x, 3, 2, 1, 1, true);
  auto [y2, at2] = torchpp::max_pool2d_with_indices(image, {1, 3}, {1, 2}, {0, 1}, 1, true);
  EXPECT_TRUE(y.equal(y2.squeeze(2)) && at.equal(at2.squeeze(2)));
  EXPECT_TRUE(torchpp::max_pool1d(x, 3, 2, 1, 1, true).equal(y));
  EXPECT_TRUE(torchpp::max_pool1d(x[0], 2).equal(torchpp::max_pool1d(x, 2)[0]));
  EXPECT_TRUE(torchpp::avg_pool1d(x, 3).equal(torchpp::avg_pool2d(image, {1, 3}).squeeze(2)));
  EXPECT_TRUE(torchpp::adaptive_avg_pool1d(x, 4).equal(torchpp::adaptive_avg_pool2d(image, {1, 4}).squeeze(2)));
}

TEST(Pooling, Gradients) {
  NN_TEST_SEED(5);
  using autograd::gradcheck;
  using List = autograd::variable_list;
  autograd::GradcheckOptions both;
  both.check_forward_ad = true;
  for (bool last : {false, true}) {
    // Distinct values, so that no maximum changes its place.
    Tensor x = torchpp::randperm(2 * 2 * 5 * 6).to(kDouble).view({2, 2, 5, 6});
    if (last) x = channels_last(x);
    x.requires_grad_();
    const auto max = [](const List& v) { return List{torchpp::max_pool2d(v[0], 3, 2, 1)}; };
    const auto avg = [](const List& v) { return List{torchpp::avg_pool2d(v[0], {3, 2}, 2, 1, true, false)}; };
    const auto adaptive = [](const List& v) { return List{torchpp::adaptive_avg_pool2d(v[0], {3, 4})}; };
    EXPECT_TRUE(gradcheck(max, {x}, both) && autograd::gradgradcheck(max, {x}));
    EXPECT_TRUE(gradcheck(avg, {x}, both) && autograd::gradgradcheck(avg, {x}));
    EXPECT_TRUE(gradcheck(adaptive, {x}, both) && autograd::gradgradcheck(adaptive, {x}));
  }
}

TEST(Pooling, SameBitsForAnyNumberOfThreads) {
  NN_TEST_SEED(6);
  const Tensor x = random_of({16, 8, 30, 30}, kFloat);
  for (const Tensor& in : {x, channels_last(x)}) {
    expect_same_for_any_threads([&] { return torchpp::max_pool2d(in, 2); });
    expect_same_for_any_threads([&] { return torchpp::avg_pool2d(in, 3, 1, 1); });
    expect_same_for_any_threads([&] {
      const Tensor leaf = in.detach().requires_grad_();
      (torchpp::max_pool2d(leaf, 3, 2, 1).sum() + torchpp::avg_pool2d(leaf, 3, 2, 1).sum()).backward();
      return leaf.grad();
    });
  }
}

// The phrases are those of libtorch 1.13.1.
TEST(Pooling, Errors) {
  const Tensor x = torchpp::ones({1, 1, 4, 4});
  EXPECT_ERROR(torchpp::max_pool2d(x[0][0], 2), "non-empty 3D or 4D (batch mode) tensor expected for input");
  EXPECT_ERROR(torchpp::max_pool2d(x, 5),
               "Given input size: (1x4x4). Calculated output size: (1x0x0). Output size is too small");
  EXPECT_ERROR(torchpp::max_pool2d(x, 2, {}, 2),
               "pad should be at most half of kernel size, but got pad=2 and kernel_size=2");
  EXPECT_ERROR(torchpp::max_pool2d(x, 2, 0), "stride should not be zero");
  EXPECT_ERROR(torchpp::max_pool2d(x, 2, {}, 0, 0),
               "dilation should be greater than zero, but got dilationH: 0 dilationW: 0");
  EXPECT_ERROR(torchpp::max_pool2d(x, {2, 2, 2}),
               "max_pool2d: kernel_size must either be a single int, or a tuple of two ints");
  EXPECT_ERROR(torchpp::max_pool2d(x, 2, {1, 1, 1}),
               "max_pool2d: stride must either be omitted, a single int, or a tuple of two ints");
  EXPECT_ERROR(torchpp::max_pool2d(torchpp::ones({1, 0, 4, 4}), 2),
               "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:[1, 0, 4, 4]");
  EXPECT_ERROR(torchpp::max_pool2d(torchpp::ones({1, 1, 4, 4}, kLong), 2), "\"max_pool2d\" not implemented for 'Long'");
  EXPECT_ERROR(torchpp::avg_pool2d(x, 2, {}, 0, false, true, 0), "divisor must be not zero");
  EXPECT_ERROR(torchpp::adaptive_avg_pool2d(x, {-2, 2}),
               "adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received {-2, 2}");
  EXPECT_ERROR(torchpp::adaptive_avg_pool2d(x[0][0], {2, 2}),
               "adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got [4, 4]");
  EXPECT_ERROR(torchpp::avg_pool1d(torchpp::ones({4}), 2),
               "Expected 2 to 3 dimensions, but got 1-dimensional tensor for argument #1 'self' (while checking "
               "arguments for avg_pool1d)");
}

// libtorch 1.13.1, torch.nn.functional.avg_pool2d of int64: cut off towards zero.
TEST(Pooling, AveragesOfWholeNumbers) {
  const Tensor x = torchpp::tensor({1, -2, 3, 4, 5, 6, -7, 8, 9, 10, 11, -12}, kLong).view({1, 1, 3, 4});
  const auto list = [](std::initializer_list<int64_t> v) { return torchpp::tensor(std::vector<int64_t>(v), kLong); };
  EXPECT_TRUE(torchpp::avg_pool2d(x, 2).flatten().equal(list({2, 2})));
  EXPECT_TRUE(torchpp::avg_pool2d(x, 2, 1, 1).flatten().equal(list({0, 0, 0, 1, 1,  1, 2, 0, 2, 3,
                                                                    3, 7, 5, 0, -1, 2, 4, 5, 0, -3})));
  EXPECT_TRUE(torchpp::avg_pool2d(x, 2, 1, 1, false, false).flatten().equal(list({1, 0, 0, 3, 4,  3, 2, 0,  2, 6,
                                                                                  7, 7, 5, 0, -2, 9, 9, 10, 0, -12})));
  EXPECT_TRUE(torchpp::avg_pool2d(x, 2, {}, 0, false, true, 3).flatten().equal(list({3, 2})));
  EXPECT_TRUE(torchpp::avg_pool1d(x[0], 2).flatten().equal(list({0, 3, 5, 0, 9, 0})));
  // The least number divided by -1 wraps around, as its negative does.
  const Tensor least = list({INT64_MIN, 5}).view({1, 1, 2, 1});
  EXPECT_TRUE(torchpp::avg_pool2d(least, 1, {}, 0, false, true, -1).flatten().equal(list({INT64_MIN, -5})));
  EXPECT_ERROR(torchpp::avg_pool2d(x.to(kInt), 2), "not implemented for 'Int'");
}

// libtorch 1.13.1: the average of a plane without elements is NaN, and its gradient has none.
TEST(Pooling, AdaptiveAverageOfNothing) {
  const Tensor x = torchpp::zeros({3, 0, 4}).requires_grad_();
  const Tensor y = torchpp::adaptive_avg_pool2d(x, {1, 1});
  EXPECT_EQ(y.sizes(), IntArrayRef({3, 1, 1}));
  EXPECT_TRUE(y.isnan().all().item<bool>());
  y.sum().backward();
  EXPECT_EQ(x.grad().sizes(), x.sizes());
  EXPECT_EQ(torchpp::adaptive_avg_pool1d(torchpp::zeros({5, 0}), 1).sizes(), IntArrayRef({5, 1}));
  EXPECT_ERROR(torchpp::adaptive_avg_pool2d(x, {2, 1}), "Expected input to have non-zero size");
}

TEST(Pooling, KernelsOfSizeZero) {
  const Tensor lines = torchpp::ones({1, 2, 5}), images = torchpp::ones({1, 2, 5, 5});
  EXPECT_ERROR(torchpp::max_pool1d(lines, 0, 1), "kernel size should be greater than zero");
  EXPECT_ERROR(torchpp::max_pool2d(images, 0, 1), "kernel size should be greater than zero");
  EXPECT_ERROR(torchpp::avg_pool1d(lines, 0, 1), "kernel size should be greater than zero");
  EXPECT_ERROR(torchpp::avg_pool2d(images, {2, 0}, 1), "kernel size should be greater than zero");
  EXPECT_ERROR(nn::functional::lp_pool2d(images, nn::functional::LPPool2dFuncOptions(2, 0).stride(1)),
               "kernel size should be greater than zero");
}

}  // namespace
