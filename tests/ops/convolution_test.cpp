// SPDX-License-Identifier: BSD-3-Clause
// Convolutions against their definition in double, over dtypes, layouts and all the numbers that describe them.
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/ops/nn.h>

#include "tests/ops/nn_support.h"

namespace {

using namespace torchpp;
using namespace nn_test;

struct Case {
  const char* name;
  std::vector<int64_t> input, weight;
  std::vector<int64_t> stride, padding, dilation, output_padding;
  int64_t groups;
  bool transposed;
};

// Every product goes where the definition says: out[o] += in[i] w over i = o * stride - padding + k * dilation; of the
// transposed kind in[i] w goes to o = i * stride - padding + k * dilation.
Tensor definition(const Case& c, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef sizes) {
  const Tensor x = input.to(kDouble).contiguous(), w = weight.to(kDouble).contiguous();
  Tensor y = torchpp::zeros(sizes, kDouble);
  if (bias.defined()) {
    std::vector<int64_t> along(sizes.size(), 1);
    along[1] = bias.numel();
    y = y + bias.to(kDouble).view(along);
  }
  const size_t dims = c.weight.size() - 2;
  auto at3 = [&](IntArrayRef s, int64_t flat, int64_t* to) {
    for (size_t d = 3; d-- > 0;) {
      const int64_t size = d < 3 - dims ? 1 : s[2 + d - (3 - dims)];
      to[d] = flat % size, flat /= size;
    }
  };
  auto number = [&](const std::vector<int64_t>& v, size_t d, int64_t none) {
    return d < 3 - dims ? none : v[v.size() == 1 ? 0 : d - (3 - dims)];
  };
  auto pixels = [&](IntArrayRef s) {
    int64_t n = 1;
    for (size_t d = 2; d < s.size(); ++d) n *= s[d];
    return n;
  };
  const int64_t xp = pixels(x.sizes()), yp = pixels(sizes), taps = pixels(w.sizes());
  const int64_t xc = x.size(1), yc = sizes[1];
  const double *px = x.data_ptr<double>(), *pw = w.data_ptr<double>();
  double* py = y.data_ptr<double>();
  for (int64_t n = 0; n < x.size(0); ++n)
    for (int64_t i = 0; i < (c.transposed ? xp : yp); ++i)
      for (int64_t t = 0; t < taps; ++t) {
        int64_t from[3], tap[3], to[3], flat = 0;
        at3(c.transposed ? x.sizes() : sizes, i, from);
        at3(w.sizes(), t, tap);
        const IntArrayRef other = c.transposed ? sizes : x.sizes();
        bool inside = true;
        for (size_t d = 0; d < 3; ++d) {
          const int64_t size = d < 3 - dims ? 1 : other[2 + d - (3 - dims)];
          to[d] = from[d] * number(c.stride, d, 1) - number(c.padding, d, 0) + tap[d] * number(c.dilation, d, 1);
          inside = inside && to[d] >= 0 && to[d] < size;
          flat = flat * size + to[d];
        }
        if (!inside) continue;
        const int64_t xat = c.transposed ? i : flat, yat = c.transposed ? flat : i;
        for (int64_t a = 0; a < xc; ++a)
          for (int64_t b = 0; b < yc; ++b) {
            if (a / (xc / c.groups) != b / (yc / c.groups)) continue;
            const int64_t k = c.transposed ? (a * (yc / c.groups) + b % (yc / c.groups)) * taps + t
                                           : (b * (xc / c.groups) + a % (xc / c.groups)) * taps + t;
            py[(n * yc + b) * yp + yat] += px[(n * xc + a) * xp + xat] * pw[k];
          }
      }
  return y;
}

const std::vector<Case> kCases = {
    {"lenet1", {3, 1, 28, 28}, {6, 1, 5, 5}, {1}, {2}, {1}, {0}, 1, false},
    {"lenet2", {3, 6, 14, 14}, {16, 6, 5, 5}, {1}, {0}, {1}, {0}, 1, false},
    {"stride", {2, 3, 17, 15}, {16, 3, 3, 3}, {2}, {1}, {1}, {0}, 1, false},
    {"uneven", {2, 4, 9, 11}, {5, 4, 3, 2}, {2, 1}, {1, 0}, {1, 2}, {0}, 1, false},
    {"groups", {2, 6, 8, 8}, {9, 2, 3, 3}, {1}, {1}, {1}, {0}, 3, false},
    {"depthwise", {2, 16, 9, 9}, {16, 1, 3, 3}, {1}, {1}, {1}, {0}, 16, false},
    {"pointwise", {2, 5, 6, 7}, {8, 5, 1, 1}, {1}, {0}, {1}, {0}, 1, false},
    {"dilated", {1, 3, 12, 12}, {4, 3, 3, 3}, {1}, {2}, {3}, {0}, 1, false},
    {"line", {2, 3, 20}, {4, 3, 5}, {2}, {2}, {1}, {0}, 1, false},
    {"volume", {2, 2, 5, 6, 7}, {4, 2, 3, 2, 3}, {1, 2, 1}, {1, 0, 1}, {1}, {0}, 1, false},
    {"large", {1, 32, 16, 16}, {64, 32, 3, 3}, {1}, {1}, {1}, {0}, 1, false},
    {"transposed", {2, 6, 5, 6}, {6, 4, 3, 3}, {2}, {1}, {1}, {1}, 1, true},
    {"transposed groups", {2, 6, 5, 5}, {6, 2, 3, 3}, {2}, {0}, {1}, {0}, 3, true},
    {"transposed odd", {1, 3, 4, 4}, {3, 6, 3, 3}, {1}, {0}, {2}, {1}, 1, true},
    {"transposed line", {2, 3, 9}, {3, 5, 4}, {3}, {1}, {1}, {2}, 1, true},
    {"transposed volume", {1, 2, 3, 3, 3}, {2, 3, 2, 2, 2}, {2}, {0}, {1}, {0}, 1, true},
};

Tensor run(const Case& c, const Tensor& x, const Tensor& w, const Tensor& b) {
  return torchpp::convolution(x, w, b.defined() ? optional<Tensor>(b) : nullopt, c.stride, c.padding, c.dilation,
                              c.transposed, c.output_padding, c.groups);
}
Tensor channels_last(const Tensor& t) {
  return t.contiguous(t.dim() == 4   ? MemoryFormat::ChannelsLast
                      : t.dim() == 5 ? MemoryFormat::ChannelsLast3d
                                     : MemoryFormat::Contiguous);
}

TEST(Convolution, AllCasesTypesAndLayouts) {
  NN_TEST_SEED(1);
  for (const Case& c : kCases)
    for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf, kLong}) {
      SCOPED_TRACE(str(c.name, " ", t));
      const Tensor x = random_of(c.input, t), w = random_of(c.weight, t);
      const Tensor b = random_of({c.transposed ? c.weight[1] * c.groups : c.weight[0]}, t);
      const Tensor y = run(c, x, w, b);
      const Tensor expected = definition(c, x, w, b, y.sizes());
      EXPECT_EQ(y.scalar_type(), t);
      EXPECT_TRUE(close(y, expected, 10));
      EXPECT_TRUE(close(run(c, strided(x), strided(w), strided(b)), expected, 10));
      EXPECT_TRUE(close(run(c, x, w, Tensor()), definition(c, x, w, Tensor(), y.sizes()), 10));
      const Tensor last = run(c, channels_last(x), w, b);
      EXPECT_TRUE(close(last, expected, 10));
      if (x.dim() == 4 && x.size(1) > 1) {
        EXPECT_TRUE(last.is_contiguous(MemoryFormat::ChannelsLast));
      }
      EXPECT_TRUE(y.is_contiguous());
    }
}

TEST(Convolution, BackwardIsTheAdjoint) {
  NN_TEST_SEED(2);
  // <conv(x, w), g> is linear in x and in w: <x, dx> and <w, dw> must be the same number. Every element of the
  // gradients is compared with the derivative along it for small cases below.
  for (const Case& c : kCases)
    for (ScalarType t : {kFloat, kDouble, kBFloat16})
      for (bool last : {false, true}) {
        SCOPED_TRACE(str(c.name, " ", t, last ? " channels last" : ""));
        Tensor x = random_of(c.input, t), w = random_of(c.weight, t);
        if (last) x = channels_last(x);
        Tensor xr = x.detach().requires_grad_(), wr = w.detach().requires_grad_();
        Tensor b = random_of({c.transposed ? c.weight[1] * c.groups : c.weight[0]}, t).requires_grad_();
        const Tensor y = run(c, xr, wr, b);
        const Tensor g = random_of(y.sizes(), t);
        y.backward(g);
        const Tensor yd = definition(c, x, w, Tensor(), y.sizes()), gd = g.to(kDouble);
        const double inner = (yd * gd).sum().item<double>();
        const double scale = (yd.abs() * gd.abs()).sum().item<double>() + 1;
        const double slack = t == kBFloat16 ? 1e-2 : t == kFloat ? 1e-6 : 1e-13;
        EXPECT_NEAR((xr.grad().to(kDouble) * x.to(kDouble)).sum().item<double>(), inner, slack * scale);
        EXPECT_NEAR((wr.grad().to(kDouble) * w.to(kDouble)).sum().item<double>(), inner, slack * scale);
        std::vector<int64_t> others = {0};
        for (int64_t d = 2; d < g.dim(); ++d) others.push_back(d);
        EXPECT_TRUE(close(b.grad(), gd.sum(IntArrayRef(others)), 30));
      }
}

TEST(Convolution, Gradients) {
  NN_TEST_SEED(3);
  using autograd::gradcheck;
  using List = autograd::variable_list;
  autograd::GradcheckOptions both;
  both.check_forward_ad = true;
  const Case small[] = {
      {"plain", {2, 2, 5, 5}, {3, 2, 3, 3}, {2}, {1}, {1}, {0}, 1, false},
      {"groups", {1, 4, 4, 4}, {4, 2, 3, 3}, {1}, {1}, {1}, {0}, 2, false},
      {"dilated line", {2, 2, 8}, {3, 2, 3}, {1}, {1}, {2}, {0}, 1, false},
      {"transposed", {2, 2, 3, 3}, {2, 2, 3, 3}, {2}, {1}, {1}, {1}, 1, true},
  };
  for (const Case& c : small) {
    SCOPED_TRACE(c.name);
    const auto r = [](IntArrayRef s) { return random_of(s, kDouble).requires_grad_(); };
    const List inputs = {r(c.input), r(c.weight), r({c.transposed ? c.weight[1] * c.groups : c.weight[0]})};
    const auto f = [&](const List& v) { return List{run(c, v[0], v[1], v[2])}; };
    EXPECT_TRUE(gradcheck(f, inputs, both));
    EXPECT_TRUE(autograd::gradgradcheck(f, inputs));
  }
}

TEST(Convolution, OnlyWantedGradientsAreComputed) {
  const Tensor x = torchpp::ones({1, 2, 4, 4}), w = torchpp::ones({3, 2, 3, 3}).requires_grad_();
  torchpp::conv2d(x, w).sum().backward();
  EXPECT_FALSE(x.grad().defined());
  EXPECT_TRUE(w.grad().equal(torchpp::full({3, 2, 3, 3}, 4.f)));
}

TEST(Convolution, FunctionsOfOneTwoAndThreeDimensions) {
  NN_TEST_SEED(4);
  const Tensor x = random_of({2, 3, 8, 9}, kFloat), w = random_of({4, 3, 3, 3}, kFloat), b = random_of({4}, kFloat);
  const Tensor y = torchpp::conv2d(x, w, b, 1, 1);
  EXPECT_EQ(y.sizes(), x.select(1, 0).unsqueeze(1).expand({2, 4, 8, 9}).sizes());
  EXPECT_TRUE(close(torchpp::conv2d(x[0], w, b, {1, 1}, {1, 1}), y[0].to(kDouble)));
  EXPECT_TRUE(same_bits(torchpp::conv2d(x, w, b, 1, "same"), y));
  EXPECT_TRUE(same_bits(torchpp::conv2d(x, w, b, 1, "valid"), torchpp::conv2d(x, w, b)));
  // An even kernel pads one more on the right.
  const Tensor even = random_of({4, 3, 4, 2}, kFloat);
  Tensor padded = torchpp::zeros({2, 3, 11, 10});
  padded.slice(2, 1, 9).slice(3, 0, 9).copy_(x);
  EXPECT_TRUE(close(torchpp::conv2d(x, even, b, 1, std::string("same")), torchpp::conv2d(padded, even, b).to(kDouble)));
  EXPECT_TRUE(close(torchpp::conv1d(x.select(2, 0), w.select(2, 0), b),
                    torchpp::conv2d(x.slice(2, 0, 1), w.slice(2, 0, 1), b).squeeze(2).to(kDouble)));
  EXPECT_TRUE(
      close(torchpp::conv3d(x.unsqueeze(2), w.unsqueeze(2), b), torchpp::conv2d(x, w, b).unsqueeze(2).to(kDouble)));
  const Tensor v = random_of({3, 4, 3, 3}, kFloat);
  EXPECT_TRUE(close(torchpp::conv_transpose3d(x.unsqueeze(2), v.unsqueeze(2), b, {1, 2, 2}),
                    torchpp::conv_transpose2d(x, v, b, 2).unsqueeze(2).to(kDouble)));
  EXPECT_TRUE(close(torchpp::conv_transpose1d(x.select(2, 0), v.select(2, 0), b),
                    torchpp::conv_transpose2d(x.slice(2, 0, 1), v.slice(2, 0, 1), b).squeeze(2).to(kDouble)));
}

TEST(Convolution, EmptyBatchesAndChannels) {
  EXPECT_EQ(torchpp::conv2d(torchpp::zeros({0, 3, 6, 6}), torchpp::zeros({6, 3, 4, 4})).sizes(),
            IntArrayRef({0, 6, 3, 3}));
  Tensor w = torchpp::ones({6, 3, 4, 4}).requires_grad_();
  torchpp::conv2d(torchpp::zeros({0, 3, 6, 6}), w).sum().backward();
  EXPECT_TRUE(w.grad().equal(torchpp::zeros({6, 3, 4, 4})));
  const Tensor b = values({1, 2}, {2});
  EXPECT_TRUE(
      torchpp::conv2d(torchpp::zeros({1, 0, 4, 4}), torchpp::zeros({2, 0, 4, 4}), b).equal(b.view({1, 2, 1, 1})));
}

TEST(Convolution, ComplexIsFourRealOnes) {
  NN_TEST_SEED(5);
  const auto part = [] { return random_of({2, 3, 6, 6}, kDouble); };
  const auto kernel = [] { return random_of({4, 3, 3, 3}, kDouble); };
  const Tensor a = part(), b = part(), c = kernel(), d = kernel();
  const Scalar i(ComplexDouble(0, 1));
  const Tensor y = torchpp::conv2d(a + b * i, c + d * i);
  EXPECT_TRUE(
      close(y, torchpp::conv2d(a, c) - torchpp::conv2d(b, d) + (torchpp::conv2d(a, d) + torchpp::conv2d(b, c)) * i));
}

// libtorch 1.13.1: the result has the dtype of input, whatever that of bias.
TEST(Convolution, BiasOfConvTbcIsConverted) {
  for (const ScalarType dtype : {kFloat, kDouble, kBFloat16, kLong, kComplexFloat})
    for (const ScalarType of_bias : {kBFloat16, kDouble, kLong, kComplexDouble}) {
      const Tensor x = torchpp::ones({3, 2, 4}, dtype), w = torchpp::ones({2, 4, 5}, dtype);
      const Tensor bias = torchpp::ones({5}, of_bias);
      EXPECT_TRUE(torchpp::conv_tbc(x, w, bias, 0).equal(torchpp::full({2, 2, 5}, 9, dtype))) << dtype << of_bias;
    }
  const Tensor x = torchpp::ones({3, 2, 4}), w = torchpp::ones({2, 4, 5});
  Tensor bias = torchpp::ones({5}, kDouble).requires_grad_();
  torchpp::conv_tbc(x, w, bias, 0).sum().backward();
  EXPECT_TRUE(bias.grad().equal(torchpp::full({5}, 4, kDouble)));
}

// libtorch 1.13.1: also where no step meets the kernel, as the result is the bias alone.
TEST(Convolution, ResultOfConvTbcHasMemoryOfItsOwn) {
  const Tensor w = torchpp::ones({2, 3, 2}), bias = torchpp::ones({2});
  const Tensor y = torchpp::conv_tbc(torchpp::zeros({0, 1, 3}), w, bias, 1);
  EXPECT_TRUE(y.equal(torchpp::ones({1, 1, 2})));
  EXPECT_NE(y.data_ptr(), bias.data_ptr());
  EXPECT_FALSE(torchpp::conv_tbc(torchpp::zeros({3, 1, 3}), w, bias._neg_view(), -1).is_neg());
}

TEST(Convolution, SameBitsForAnyNumberOfThreads) {
  NN_TEST_SEED(6);
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    std::vector<int64_t> input = c.input;
    input[0] = 9;
    const Tensor x = random_of(input, kFloat), w = random_of(c.weight, kFloat);
    const Tensor g = random_of(run(c, x, w, Tensor()).sizes(), kFloat);
    expect_same_for_any_threads([&] { return run(c, x, w, Tensor()); });
    for (bool weight : {false, true})
      expect_same_for_any_threads([&] {
        const Tensor xr = x.detach().requires_grad_(), wr = w.detach().requires_grad_();
        run(c, xr, wr, Tensor()).backward(g);
        return (weight ? wr : xr).grad();
      });
  }
}

// The phrases are those of libtorch 1.13.1.
TEST(Convolution, Errors) {
  const auto r = [](IntArrayRef s) { return torchpp::ones(s); };
  const Tensor x = r({1, 3, 4, 4}), w = r({6, 3, 3, 3});
  EXPECT_ERROR(torchpp::conv2d(r({1, 3, 28, 28}), r({6, 1, 5, 5})),
               "Given groups=1, weight of size [6, 1, 5, 5], expected input[1, 3, 28, 28] to have 1 channels, but got "
               "3 channels instead");
  EXPECT_ERROR(torchpp::conv2d(r({3, 28}), w),
               "Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [3, 28]");
  EXPECT_ERROR(torchpp::conv2d(r({1, 3, 2, 2}), r({6, 3, 5, 5}), {}, 1, 1),
               "Calculated padded input size per channel: (4 x 4). Kernel size: (5 x 5). Kernel size can't be greater "
               "than actual input size");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, 1, -1), "negative padding is not supported");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, 0), "non-positive stride is not supported");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, 1, 0, 0), "dilation should be greater than zero, but got [0, 0]");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, {1, 1, 1}),
               "expected stride to be a single integer value or a list of 2 values to match the convolution "
               "dimensions, but got stride=[1, 1, 1]");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, 1, {1, 1, 1}),
               "expected padding to be a single integer value or a list of 2 values");
  EXPECT_ERROR(torchpp::conv2d(x, w, r({5})),
               "Given weight of size [6, 3, 3, 3], expected bias to be 1-dimensional with 6 elements, but got bias of "
               "size [5] instead");
  EXPECT_ERROR(torchpp::conv2d(x, w.to(kDouble)), "expected scalar type Float but found Double");
  EXPECT_ERROR(torchpp::conv2d(x, w, r({6}).to(kDouble)),
               "Input type (float) and bias type (double) should be the same");
  EXPECT_ERROR(torchpp::conv2d(r({1, 4, 4, 4}), r({6, 2, 3, 3}), {}, 1, 0, 1, 4),
               "Given groups=4, expected weight to be divisible by 4 at dimension 0, but got weight of size [[6, 2, 3, "
               "3]] instead");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, 1, 0, 1, 0), "non-positive groups is not supported");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, 2, "same"), "padding='same' is not supported for strided convolutions");
  EXPECT_ERROR(torchpp::conv2d(x, w, {}, 1, "foo"), "Invalid padding string: 'foo'");
  EXPECT_ERROR(torchpp::conv_transpose2d(x, r({4, 6, 3, 3})),
               "Given transposed=1, weight of size [4, 6, 3, 3], expected input[1, 3, 4, 4] to have 4 channels, but "
               "got 3 channels instead");
  EXPECT_ERROR(torchpp::conv_transpose2d(x, r({3, 6, 3, 3}), {}, 1, 0, 1),
               "output padding must be smaller than either stride or dilation");
  EXPECT_ERROR(
      torchpp::conv_transpose2d(r({1, 3, 1, 1}), r({3, 6, 1, 1}), {}, 1, 2),
      "Given input size per channel: (1 x 1). Calculated output size per channel: (-3 x -3). Output size is too small");
}

// libtorch 1.13.1 refuses each of these, also for a batch without images.
TEST(Convolution, KernelsOfSizeZero) {
  const Tensor x = torchpp::ones({1, 2, 5, 5});
  for (const std::vector<int64_t>& kernel :
       std::vector<std::vector<int64_t>>{{3, 2, 0, 2}, {3, 2, 2, 0}, {3, 2, 0, 0}}) {
    const Tensor w = torchpp::ones(kernel);
    EXPECT_ERROR(torchpp::conv2d(x, w), "kernel size should be greater than zero");
    EXPECT_ERROR(torchpp::conv2d(x, w, {}, 1, 1), "kernel size should be greater than zero");
    EXPECT_ERROR(torchpp::conv2d(x.slice(0, 0, 0), w), "kernel size should be greater than zero");
    EXPECT_ERROR(torchpp::conv_transpose2d(x, w.transpose(0, 1)), "kernel size should be greater than zero");
  }
  EXPECT_ERROR(torchpp::conv1d(x[0], torchpp::ones({3, 5, 0})), "kernel size should be greater than zero");
  EXPECT_ERROR(torchpp::conv3d(torchpp::ones({1, 2, 3, 3, 3}), torchpp::ones({3, 2, 0, 2, 2})),
               "kernel size should be greater than zero");
}

// Geometries for which kernels of oneDNN read memory that nothing was written to, or write past their buffers.
TEST(Convolution, WeightGradientsAtThePadding) {
  NN_TEST_SEED(31);
  const struct {
    std::vector<int64_t> input, weight, stride, padding, dilation;
  } rows[] = {{{3, 4, 1}, {19, 4, 2}, {3}, {1}, {1}},
              {{2, 2, 6, 1}, {1, 2, 2, 3}, {3, 3}, {0, 2}, {1, 1}},
              {{4, 1, 3, 4, 4}, {1, 1, 3, 1, 2}, {2, 1, 1}, {1, 0, 0}, {1, 2, 1}},
              {{2, 16, 7, 4, 4}, {16, 16, 7, 2, 2}, {2, 1, 1}, {3, 0, 0}, {1, 1, 1}},
              {{1, 29, 6, 2, 5}, {10, 29, 4, 4, 4}, {1, 2, 3}, {0, 1, 0}, {1, 1, 1}},
              {{2, 19, 8, 1, 8}, {20, 19, 1, 3, 2}, {3, 3, 1}, {0, 1, 0}, {1, 1, 1}},
              {{1, 38, 7, 7}, {18, 38, 3, 3}, {1, 1}, {1, 1}, {2, 1}}};
  for (const auto& r : rows) {
    const Tensor x = random_of(r.input, kBFloat16), w = random_of(r.weight, kBFloat16);
    const std::vector<int64_t> none(r.stride.size(), 0);
    const Tensor y = torchpp::convolution(x, w, {}, r.stride, r.padding, r.dilation, false, none, 1);
    const Tensor grad = random_of(y.sizes(), kBFloat16);
    const auto gradient = [&](ScalarType t) {
      return std::get<1>(torchpp::convolution_backward(grad.to(t), x.to(t), w.to(t), nullopt, r.stride, r.padding,
                                                       r.dilation, false, none, 1, {false, true, false}))
          .to(kDouble);
    };
    const Tensor expected = gradient(kDouble);
    const double most = expected.abs().max().item<double>();
    EXPECT_LE((gradient(kFloat) - expected).abs().max().item<double>(), 1e-4 * most) << IntArrayRef(r.input);
    for (int time = 0; time < 3; ++time) {
      for (const int64_t n : {100, 1000, 10000, 100000}) torchpp::full({n}, NAN, kBFloat16);  // left in freed memory
      const double error = (gradient(kBFloat16) - expected).abs().max().item<double>();
      EXPECT_LE(error, 0.02 * most) << IntArrayRef(r.input) << IntArrayRef(r.weight);
    }
  }
}

}  // namespace
