// SPDX-License-Identifier: BSD-3-Clause
// Image operators: what the rows of op_cases/image.cpp do not show. Values, strides and errors are those of libtorch
// 1.13.1, unless it is said otherwise.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

Tensor numbers(IntArrayRef sizes) {
  int64_t n = 1;
  for (const int64_t size : sizes) n *= size;
  return arange(n, kDouble).view(sizes);
}
Tensor last(IntArrayRef sizes) { return numbers(sizes).contiguous(MemoryFormat::ChannelsLast); }

// Channels in groups and the rest of them, points that share pixels, and points outside.
TEST(GridSampler, GradientsOfPointsThatSharePixels) {
  for (const ScalarType dtype : {kFloat, kDouble})
    for (const int64_t channels : {1, 3, 4, 5, 8, 11})
      for (const int64_t mode : {0, 1}) {
        const int64_t points = 300;
        const Tensor x = zeros({2, channels, 3, 4}, dtype);
        const Tensor at = (arange(2 * points * 2, kDouble).remainder(7) / 3 - 1.1).to(dtype).view({2, 1, points, 2});
        const Tensor dy =
            (arange(2 * channels * points, kDouble).remainder(13) - 6).to(dtype).view({2, channels, 1, points});
        const Tensor dx = std::get<0>(grid_sampler_2d_backward(dy, x, at, mode, 0, false, {true, false}));
        for (int64_t n = 0; n < 2; ++n)
          for (int64_t c = 0; c < channels; ++c) {
            const Tensor one = std::get<0>(grid_sampler_2d_backward(dy.narrow(0, n, 1).narrow(1, c, 1),
                                                                    x.narrow(0, n, 1).narrow(1, c, 1),
                                                                    at.narrow(0, n, 1), mode, 0, false, {true, false}));
            EXPECT_TRUE(dx[n][c].equal(one[0][0])) << channels << " " << mode;
          }
        // The gradient of a linear function: its inner product with any image is that of dy with the image's values.
        const Tensor image = (arange(2 * channels * 12, kDouble).remainder(5) - 2).to(dtype).view({2, channels, 3, 4});
        const double expected = (grid_sampler(image, at, mode, 0, false) * dy).sum(kDouble).item<double>();
        EXPECT_NEAR((dx * image).sum(kDouble).item<double>(), expected, dtype == kDouble ? 1e-9 : 1e-2);
      }
}

TEST(ConstantPad, StridesFollowTheInput) {
  EXPECT_EQ(constant_pad_nd(last({2, 3, 4, 5}), {1, 1, 1, 1}).strides(), IntArrayRef({126, 1, 21, 3}));
  EXPECT_EQ(constant_pad_nd(last({2, 3, 4, 5}), {-1, -1, -1, -1}).strides(), IntArrayRef({18, 1, 9, 3}));
  EXPECT_EQ(constant_pad_nd(numbers({4, 5}).t(), {-1, -1, -1, -1}).strides(), IntArrayRef({1, 3}));
  EXPECT_EQ(constant_pad_nd(numbers({4, 5}).t(), {1, 0}).strides(), IntArrayRef({5, 1}));
  EXPECT_EQ(constant_pad_nd(numbers({2, 3, 4, 5, 2}).contiguous(MemoryFormat::ChannelsLast3d), {1, 1, 1, 1}).strides(),
            IntArrayRef({336, 1, 84, 12, 3}));
  const Tensor x = numbers({4});
  EXPECT_FALSE(constant_pad_nd(x, {0, 0}).is_alias_of(x));
}

TEST(ConstantPad, ConvertsTheValue) {
  EXPECT_TRUE(constant_pad_nd(zeros({1}, kBool), {1, 0}, 2).equal(tensor({true, false})));
  EXPECT_TRUE(constant_pad_nd(zeros({1}, kByte), {1, 0}, -1).equal(tensor({255, 0}).to(kByte)));
  EXPECT_NE(test::error_of([] {
              constant_pad_nd(zeros({1}, kByte), {1, 1}, 300);
            }).find("without overflow"),
            std::string::npos);
  EXPECT_NE(test::error_of([] {
              constant_pad_nd(zeros({1}), {1, 1}, ComplexDouble(0, 1));
            }).find("without overflow"),
            std::string::npos);
  // libtorch 1.13.1 does not look at a number that pads nothing.
  EXPECT_TRUE(constant_pad_nd(tensor({1, 2, 3}).to(kByte), {-1, 0}, -0.5).equal(tensor({2, 3}).to(kByte)));
  const Tensor z = full({1}, ComplexDouble(1, 2), kComplexDouble).conj();
  EXPECT_EQ(constant_pad_nd(z, {0, 1})[0].item<ComplexDouble>(), ComplexDouble(1, -2));
  Tensor whole = zeros({3}, kLong);
  constant_pad_nd_out(whole, numbers({1}) + 2.5, {1, 1}, 7);
  EXPECT_TRUE(whole.equal(tensor({7, 2, 7})));
}

// More elements are cropped in front than there are.
TEST(ConstantPad, CropsNoMoreThanThereIs) {
  EXPECT_THROW(constant_pad_nd(numbers({2, 3}), {-4, 3}), IndexError);
  EXPECT_THROW(constant_pad_nd(numbers({2, 3}), {3, -4}), Error);
  EXPECT_EQ(constant_pad_nd(numbers({2, 3}), {-2, -1}).sizes(), IntArrayRef({2, 0}));
}

TEST(EdgePad, IsContiguous) {
  EXPECT_EQ(reflection_pad2d(last({2, 3, 4, 5}), {1, 1, 1, 1}).strides(), IntArrayRef({126, 42, 7, 1}));
  EXPECT_EQ(_pad_circular(last({2, 3, 4, 5}), {1, 1, 1, 1}).strides(), IntArrayRef({126, 42, 7, 1}));
  EXPECT_TRUE(reflection_pad1d(numbers({1, 4}), {-6, 3}).equal(tensor({{0.0}}, kDouble)));
}

// More dimensions than the kernel pads at once, some of them cropped, against the parts put together.
TEST(EdgePad, CircularInAnyNumberOfDimensions) {
  const int64_t amounts[] = {2, 1, 0, 3, -1, 2, 1, 1, 2, 0};
  for (const int64_t dims : {1, 2, 3, 4, 5}) {
    std::vector<int64_t> sizes(static_cast<size_t>(dims) + 1, 3);
    sizes.back() = 4;
    const Tensor x = numbers(sizes).requires_grad_();
    Tensor expected = x;
    for (int64_t i = 0; i < dims; ++i) {
      const int64_t d = dims - i, before = amounts[2 * i], after = amounts[2 * i + 1];
      if (before < 0) expected = expected.narrow(d, -before, expected.size(d) + before);
      const int64_t n = expected.size(d), front = std::max<int64_t>(before, 0);
      expected = cat({expected.narrow(d, n - front, front), expected, expected.narrow(d, 0, after)}, d);
    }
    const Tensor got = _pad_circular(x, IntArrayRef(amounts, static_cast<size_t>(2 * dims)));
    EXPECT_TRUE(got.equal(expected)) << dims;
    EXPECT_TRUE(got.is_contiguous()) << dims;
    const Tensor g = numbers(got.sizes()).sin();
    EXPECT_TRUE(autograd::grad({got}, {x}, {g})[0].allclose(autograd::grad({expected}, {x}, {g})[0])) << dims;
  }
  const Tensor turned = numbers({5, 4, 3}).transpose(0, 2);
  EXPECT_TRUE(_pad_circular(turned, {1, 2}).equal(_pad_circular(turned.contiguous(), {1, 2})));
  EXPECT_TRUE(_pad_circular(arange(6, kLong).view({1, 6}), {2, 1}).equal(tensor({{4, 5, 0, 1, 2, 3, 4, 5, 0}})));
}

TEST(EdgePad, RefusesOtherDtypesOfDestinations) {
  Tensor out = empty({1, 6});
  EXPECT_THROW(reflection_pad1d_out(out, numbers({1, 4}), {1, 1}), Error);
  EXPECT_THROW(reflection_pad1d_backward(zeros({1, 6}), numbers({1, 4}), {1, 1}), Error);
}

TEST(Upsample, FormatsAreThoseOfLibtorch) {
  const Tensor x = last({2, 4, 4, 4});
  const std::vector<int64_t> size = {2, 3}, turned = {24, 1, 12, 4}, plain = {24, 6, 3, 1};
  EXPECT_EQ(upsample_nearest2d(x, size).strides(), IntArrayRef(turned));
  EXPECT_EQ(_upsample_nearest_exact2d(x, size).strides(), IntArrayRef(turned));
  EXPECT_EQ(upsample_bilinear2d(x, size, false).strides(), IntArrayRef(turned));
  EXPECT_EQ(_upsample_bilinear2d_aa(x, size, false).strides(), IntArrayRef(turned));
  EXPECT_EQ(upsample_bicubic2d(x, size, false).strides(), IntArrayRef(plain));
  EXPECT_EQ(_upsample_bicubic2d_aa(x, size, false).strides(), IntArrayRef(plain));
  EXPECT_EQ(upsample_bilinear2d_backward(x, {4, 4}, {2, 4, 2, 3}, false).strides(), IntArrayRef(turned));
  EXPECT_TRUE(upsample_bilinear2d(x, size, false).allclose(upsample_bilinear2d(x.contiguous(), size, false)));
}

// libtorch does not read the scale for gradients, images that lie channels last, and uint8 where sizes are equal or one
// is twice the other: gradients are then not those of what was computed. Here all agree.
TEST(Upsample, NearestReadsTheScaleEverywhere) {
  const Tensor x = numbers({1, 2, 4, 4});
  const Tensor line = tensor({0.0, 0.0, 1.0, 2.0}, kDouble);
  EXPECT_TRUE(upsample_nearest2d(x, {4, 4}, 1.2, 1.2)[0][0][0].equal(line));
  EXPECT_TRUE(upsample_nearest2d(x.contiguous(MemoryFormat::ChannelsLast), {4, 4}, 1.2, 1.2)[0][0][0].equal(line));
  EXPECT_TRUE(upsample_nearest2d(x.to(kByte), {4, 4}, 1.2, 1.2)[0][0][0].equal(line.to(kByte)));
  EXPECT_TRUE(upsample_nearest1d_backward(numbers({1, 1, 4}), IntArrayRef(4), {1, 1, 4}, 1.2)
                  .equal(tensor({1.0, 2.0, 3.0, 0.0}, kDouble).view({1, 1, 4})));
}

TEST(Upsample, LinearModesOfEqualSizesCopy) {
  EXPECT_TRUE(upsample_bilinear2d(numbers({1, 1, 4, 4}), {4, 4}, false, 1.2, 1.2).equal(numbers({1, 1, 4, 4})));
}

TEST(Upsample, NegativeScalesDoNotCount) {
  const Tensor x = numbers({1, 1, 2, 2});
  EXPECT_TRUE(upsample_bilinear2d(x, {3, 3}, false, -1.0, 0.0).equal(upsample_bilinear2d(x, {3, 3}, false)));
}

TEST(Upsample, ByFactors) {
  const Tensor x = numbers({1, 1, 2, 2});
  const Tensor y = upsample_bilinear2d(x, nullopt, false, std::vector<double>{1.7, 2.9});
  EXPECT_EQ(y.sizes(), IntArrayRef({1, 1, 3, 5}));
  EXPECT_NEAR(y[0][0][1][2].item<double>(), 1.1267748, 1e-6);
  for (const double factor : {kNaN, kInf, 0.2, -1.0})
    EXPECT_THROW(upsample_bilinear2d(x, nullopt, false, std::vector<double>{factor, 2}), Error) << factor;
}

// Places far behind the input, where libtorch's arithmetic of indices is undefined.
TEST(Upsample, TinyScales) {
  const Tensor x = numbers({1, 1, 4, 4});
  for (const double scale : {1e-30, 1e-300, 1e-320}) {
    EXPECT_EQ(upsample_nearest2d(x, {2, 2}, scale, scale)[0][0][0][0].item<double>(), 0) << scale;
    EXPECT_EQ(upsample_nearest2d(x, {2, 2}, scale, scale)[0][0][1][1].item<double>(), 15) << scale;
    upsample_nearest2d(x.to(kFloat), {2, 2}, scale, scale);
    _upsample_nearest_exact2d(x, {2, 2}, scale, scale);
    upsample_bilinear2d(x, {2, 2}, false, scale, scale);
    upsample_bicubic2d(x, {2, 2}, false, scale, scale);
    _upsample_bilinear2d_aa(x, {2, 2}, false, scale, scale);
    upsample_bilinear2d_backward(x, {4, 4}, {1, 1, 3, 3}, false, scale, scale);
  }
}

TEST(Upsample, SixteenBitsAreComputedInFloat) {
  const Tensor x = rand({1, 3, 5, 7}).to(kBFloat16);
  EXPECT_TRUE(
      upsample_bicubic2d(x, {8, 9}, false).equal(upsample_bicubic2d(x.to(kFloat), {8, 9}, false).to(kBFloat16)));
}

TEST(GridSampler, CoordinatesThatAreNoNumbers) {
  const Tensor x = numbers({1, 1, 3, 3}) + 1,
               at = tensor({kNaN, 0.0, kInf, 0.0, -3.0, 0.7, 1e30, 0.0}, kDouble).view({1, 1, 4, 2});
  const auto values = [&](int64_t mode, int64_t padding) {
    return grid_sampler(x, at, mode, padding, false).flatten();
  };
  const auto expect = [](const Tensor& got, std::vector<double> wanted) {
    EXPECT_TRUE(got.allclose(tensor(wanted, kDouble), 1e-5, 1e-8, true)) << got;
  };
  expect(values(0, 0), {kNaN, kNaN, 0, 0});
  expect(values(1, 0), {0, 0, 0, 0});
  expect(values(2, 0), {kNaN, kNaN, 0, 0});
  expect(values(0, 1), {4, 6, 7, 6});
  expect(std::get<1>(grid_sampler_2d_backward(ones({1, 1, 1, 4}, kDouble), x, at, 0, 0, false, {true, true})).flatten(),
         {0, kNaN, 0, kNaN, 0, 0, 0, 0});
}

TEST(GridSampler, GradientsByTheMask) {
  const Tensor x = numbers({1, 2, 3, 3}), at = zeros({1, 2, 2, 2}, kDouble), dy = ones({1, 2, 2, 2}, kDouble);
  const auto [dx, none] = grid_sampler_2d_backward(dy, x, at, 0, 0, false, {true, false});
  EXPECT_TRUE(dx.defined());
  EXPECT_FALSE(none.defined());
  const auto [nothing, dat] = grid_sampler_2d_backward(dy, x, at, 0, 0, false, {false, true});
  EXPECT_FALSE(nothing.defined());
  EXPECT_EQ(dat.sizes(), at.sizes());
}

// libtorch has no second derivative at all.
TEST(GridSampler, SecondDerivativeOfTheGradientByTheInput) {
  const Tensor x = numbers({1, 1, 3, 3}).requires_grad_(), at = full({1, 1, 1, 2}, 0.3, kDouble).requires_grad_();
  const Tensor y = grid_sampler(x, at, 0, 0, false);
  const Tensor dx = autograd::grad({(y * y).sum()}, {x}, {}, true, true)[0];
  EXPECT_EQ(autograd::grad({dx.sum()}, {x}, {}, true)[0].sizes(), x.sizes());
  const Tensor dat = autograd::grad({y.sum()}, {at}, {}, true, true)[0];
  EXPECT_THROW(autograd::grad({dat.sum()}, {at}), NotImplementedError);
}

TEST(Windows, FoldingCountsTheWindowsOfEachPixel) {
  const Tensor ones_of = ones({1, 1, 3, 3}, kDouble);
  const Tensor counts = col2im(im2col(ones_of, {2, 2}, {1, 1}, {0, 0}, {1, 1}), {3, 3}, {2, 2}, {1, 1}, {0, 0}, {1, 1});
  EXPECT_TRUE(counts.flatten().equal(tensor({1, 2, 1, 2, 4, 2, 1, 2, 1}).to(kDouble)));
}

TEST(Windows, NumbersNearTheGreatest) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max(), kHalf = kMost / 2;
  const Tensor x = numbers({1, 3, 3});
  EXPECT_TRUE(im2col(x, {1, 1}, {1, 1}, {0, 0}, {kMost, kMost}).flatten().equal(tensor({0.0}, kDouble)));
  EXPECT_TRUE(im2col(x, {1, 1}, {1, 1}, {2, 2}, {kMost, kMost}).flatten().equal(tensor({0.0}, kDouble)));
  EXPECT_THROW(im2col(x, {1, 1}, {1, 1}, {kMost, 0}, {1, 1}), Error);
  EXPECT_THROW(im2col(x, {kHalf, 1}, {3, 1}, {0, 0}, {1, 1}), Error);
  EXPECT_THROW(constant_pad_nd(x, {kMost, 1}), Error);
  EXPECT_THROW(constant_pad_nd(x, {std::numeric_limits<int64_t>::min(), 1}), Error);
  EXPECT_THROW(_pad_circular(x, {std::numeric_limits<int64_t>::min(), 1}), Error);
  EXPECT_THROW(replication_pad1d(x, {kMost, kMost}), Error);
  EXPECT_THROW(upsample_nearest1d(x, IntArrayRef(kMost)), Error);
  EXPECT_THROW(pixel_unshuffle(x, kMost), Error);
}

// libtorch 1.13.1: the nearest pixel does not depend on the place, also if it is infinite.
TEST(Sampling, NearestPixelHasNoSlope) {
  const Tensor x = torchpp::full({1, 1, 2, 2}, std::numeric_limits<double>::infinity(), kDouble);
  const Tensor grid = torchpp::full({1, 1, 1, 2}, 0.5, kDouble).requires_grad_();
  const Tensor y = grid_sampler(x, grid, 1, 1, true);
  EXPECT_TRUE(y.isinf().all().item<bool>());
  y.backward(torchpp::ones_like(y));
  EXPECT_TRUE(grid.grad().equal(torchpp::zeros_like(grid)));
}

// libtorch 1.13.1: in the middle of two pixels the even one is taken in images, and in volumes the one further from 0.
TEST(Sampling, NearestInTheMiddle) {
  for (const ScalarType dtype : {kFloat, kDouble, kBFloat16})
    for (const int64_t dims : {2, 3}) {
      std::vector<int64_t> sizes(static_cast<size_t>(dims) + 2, 1), grid_sizes(sizes);
      sizes.back() = 5;
      grid_sizes[static_cast<size_t>(dims)] = 5, grid_sizes.back() = dims;
      const Tensor x = arange(5, dtype).view(sizes).requires_grad_(), at = zeros(grid_sizes, dtype);
      at.select(-1, 0).copy_(tensor({-0.75, -0.25, 0.25, 0.75, -1.25}, kDouble).view_as(at.select(-1, 0)));
      for (const int64_t padding : {0, 1, 2}) {
        const Tensor y = grid_sampler(x, at, 1, padding, true);
        // Outside at -0.5: rounded to 0, or to -1 and from there padded.
        const double outside = padding == 2 ? (dims == 2 ? 0 : 1) : 0;
        const Tensor expected =
            dims == 2 ? tensor({0., 2., 2., 4., outside}, kDouble) : tensor({1., 2., 3., 4., outside}, kDouble);
        EXPECT_TRUE(y.detach().to(kDouble).flatten().equal(expected))
            << y << dims << " dimensions, padding " << padding;
        x.mutable_grad() = Tensor();
        y.sum().backward();
        EXPECT_EQ(x.grad().flatten()[dims == 2 ? 1 : 3].item<double>(), dims == 2 ? 0 : 1);
      }
    }
}

TEST(Shuffles, ResultsAreNoViews) {
  const Tensor x = last({2, 4, 2, 3});
  EXPECT_FALSE(pixel_shuffle(x, 1).is_alias_of(x));
  EXPECT_FALSE(channel_shuffle(x, 1).is_alias_of(x));
  EXPECT_EQ(pixel_unshuffle(last({2, 4, 4, 4}), 2).strides(), IntArrayRef({64, 1, 32, 16}));
  EXPECT_EQ(channel_shuffle(last({2, 4, 4, 4}), 2).strides(), IntArrayRef({64, 1, 16, 4}));
}

// Images channels last give the same as others, and stay channels last, as libtorch 1.13.1's do.
TEST(Shuffles, OfImagesChannelsLast) {
  for (const ScalarType dtype : {kByte, kBFloat16, kFloat, kDouble, kComplexDouble})
    for (const int64_t r : {1, 2, 3})
      for (const std::vector<int64_t>& extra :
           {std::vector<int64_t>{1, 1, 1, 1}, {2, 1, 5, 3}, {1, 5, 1, 6}, {3, 8, 14, 11}}) {
        const int64_t n = extra[0], c = extra[1], h = extra[2], w = extra[3];
        const auto same = [&](const Tensor& x, auto shuffle) {
          const Tensor in = x.remainder(251).to(dtype), last_in = in.contiguous(MemoryFormat::ChannelsLast);
          const Tensor y = shuffle(last_in);
          EXPECT_TRUE(y.equal(shuffle(in))) << dtype << r << IntArrayRef(extra);
          EXPECT_TRUE(y.is_contiguous(last_in.suggest_memory_format())) << dtype << r << IntArrayRef(extra);
          EXPECT_FALSE(y.is_view()) << dtype << r << IntArrayRef(extra);
        };
        same(numbers({n, c * r * r, h, w}), [r](const Tensor& t) { return pixel_shuffle(t, r); });
        same(numbers({n, c, h * r, w * r}), [r](const Tensor& t) { return pixel_unshuffle(t, r); });
        same(numbers({n, c * r, h, w}), [r](const Tensor& t) { return channel_shuffle(t, r); });
        same(numbers({n, c * r, h, w}), [r](const Tensor& t) { return native_channel_shuffle(t, r); });
      }
  EXPECT_EQ(channel_shuffle(last({1, 4, 1, 4}).slice(3, 0, 1), 2).strides(), IntArrayRef({4, 1, 4, 4}));
  // Volumes, slices of images, and gradients.
  const Tensor x = numbers({2, 6, 3, 4, 5}), volume = x.contiguous(MemoryFormat::ChannelsLast3d);
  EXPECT_TRUE(channel_shuffle(volume, 3).equal(channel_shuffle(x, 3)));
  EXPECT_EQ(channel_shuffle(volume, 3).strides(), volume.strides());
  EXPECT_TRUE(pixel_shuffle(x.transpose(1, 2), 1).equal(x.transpose(1, 2)));
  const Tensor part = last({2, 8, 6, 4}).slice(2, 1, 5), plain = part.contiguous();
  EXPECT_TRUE(pixel_shuffle(part, 2).equal(pixel_shuffle(plain, 2)));
  EXPECT_TRUE(pixel_unshuffle(part, 2).equal(pixel_unshuffle(plain, 2)));
  EXPECT_TRUE(channel_shuffle(part, 2).equal(channel_shuffle(plain, 2)));
  const Tensor leaf = last({2, 8, 2, 3}).requires_grad_(), weight = last({2, 8, 2, 3}) * 3;
  (channel_shuffle(leaf, 2) * weight).sum().backward();
  EXPECT_TRUE(leaf.grad().equal(channel_shuffle(weight, 4)));
}

}  // namespace
}  // namespace torchpp
