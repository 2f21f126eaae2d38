// SPDX-License-Identifier: BSD-3-Clause
// Values that libtorch 1.13.1 gave, where they depend on the order and the precision of each step.
#include <torchpp/torchpp.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

// Elements differ by at most `rounding` of the greater of 1 and their size.
void expect_near(const V& got, const V& expected, double rounding) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], expected[i], rounding * std::max(1., std::abs(expected[i]))) << "element " << i;
}

TEST(LibtorchValues, AffineGrid) {
  const Tensor theta = tensor({1.25f, -.5f, .3f, .75f, 2.f, -.6f}).view({1, 2, 3});
  const auto grid = [&](ScalarType t, bool align) {
    return values(affine_grid_generator(theta.to(t), {1, 1, 2, 3}, align));
  };
  EXPECT_EQ(grid(kFloat, false), V({-0.28333336114883423, -2.0999999046325684, 0.550000011920929, -1.600000023841858,
                                    1.383333444595337, -1.100000023841858, -0.7833333611488342, -0.10000002384185791,
                                    0.050000011920928955, 0.3999999761581421, 0.8833333849906921, 0.8999999761581421}));
  // libtorch also rounds the sums to 16 bits between two terms.
  constexpr double kRounding = 0x1p-7;
  expect_near(grid(kBFloat16, false),
              {-0.28515625, -2.09375, 0.55078125, -1.6015625, 1.390625, -1.1015625, -0.78515625, -0.1015625, 0.05078125,
               0.3984375, 0.88671875, 0.8984375},
              kRounding);
  EXPECT_EQ(grid(kFloat, true), V({-0.44999998807907104, -3.3499999046325684, 0.800000011920929, -2.5999999046325684,
                                   2.049999952316284, -1.850000023841858, -1.4500000476837158, 0.6499999761581421,
                                   -0.19999998807907104, 1.399999976158142, 1.0499999523162842, 2.1500000953674316}));
  expect_near(grid(kBFloat16, true),
              {-0.44921875, -3.34375, 0.80078125, -2.59375, 2.046875, -1.8515625, -1.453125, 0.6484375, -0.19921875,
               1.3984375, 1.046875, 2.15625},
              kRounding);
  const Tensor turned = tensor({1.25f, -.5f, .3f, .1f, .75f, 2.f, -.6f, .2f, .5f, .25f, -1.f, .7f}).view({1, 3, 4});
  EXPECT_EQ(values(affine_grid_generator(turned, {1, 1, 2, 1, 2}, false)),
            V({-0.6749999523162842, 0.1250000149011612, 0.949999988079071, 0.574999988079071, 0.875, 1.4500000476837158,
               -0.375, -0.4750000238418579, -0.050000011920928955, 0.875, 0.2749999761581421, 0.44999998807907104}));
  EXPECT_EQ(values(affine_grid_generator(turned, {1, 1, 2, 1, 2}, true)),
            V({-1.4499999284744263, 0.05000002682209015, 1.2000000476837158, 1.0499999523162842, 1.5500000715255737,
               2.200000047683716, -0.8499999642372131, -1.149999976158142, -0.800000011920929, 1.649999976158142,
               0.34999996423721313, 0.19999998807907104}));
  EXPECT_EQ(affine_grid_generator_backward(ones({2, 1, 2, 2}), {2, 1, 1, 2}, false).strides(), IntArrayRef({6, 1, 2}));
}

// The gradient of `pool` weighted by 1, 2, 3 ... in the order of the results.
template <class Pool>
V pooled_gradient(IntArrayRef sizes, ScalarType dtype, const Pool& pool) {
  const Tensor x = zeros(sizes, dtype).requires_grad_(), y = pool(x);
  y.backward(arange(1, y.numel() + 1).view(y.sizes()).to(dtype));
  return values(x.grad());
}

TEST(LibtorchValues, GradientsOfAdaptiveMeansOfOverlappingWindows) {
  const auto plane = [](const Tensor& x) { return adaptive_avg_pool2d(x, {2, 3}); };
  // Each window is divided by its size; libtorch divides by its height, then by its width.
  expect_near(pooled_gradient({1, 1, 5, 7}, kFloat, plane),
              {0.1111111119389534,
               0.1111111119389534,
               0.3333333432674408,
               0.2222222238779068,
               0.5555555820465088,
               0.3333333432674408,
               0.3333333432674408,
               0.1111111119389534,
               0.1111111119389534,
               0.3333333432674408,
               0.2222222238779068,
               0.5555555820465088,
               0.3333333432674408,
               0.3333333432674408,
               0.5555555820465088,
               0.5555555820465088,
               1.3333332538604736,
               0.7777777314186096,
               1.777777910232544,
               1.0,
               1.0,
               0.4444444477558136,
               0.4444444477558136,
               1.0,
               0.555555522441864,
               1.2222222089767456,
               0.6666666865348816,
               0.6666666865348816,
               0.4444444477558136,
               0.4444444477558136,
               1.0,
               0.555555522441864,
               1.2222222089767456,
               0.6666666865348816,
               0.6666666865348816},
              2e-7);
  expect_near(pooled_gradient({1, 1, 7}, kDouble, [](const Tensor& x) { return adaptive_avg_pool1d(x, 3); }),
              {0.3333333333333333, 0.3333333333333333, 1.0, 0.6666666666666666, 1.6666666666666665, 1.0, 1.0}, 4e-16);
  expect_near(pooled_gradient({1, 1, 3, 2, 5}, kDouble,
                              [](const Tensor& x) {
                                return adaptive_avg_pool3d(x, {2, 1, 3});
                              }),
              {0.125, 0.29166666666666663, 0.16666666666666666, 0.5416666666666666, 0.375,
               0.125, 0.29166666666666663, 0.16666666666666666, 0.5416666666666666, 0.375,
               0.625, 1.2083333333333333,  0.5833333333333334,  1.7083333333333333, 1.125,
               0.625, 1.2083333333333333,  0.5833333333333334,  1.7083333333333333, 1.125,
               0.5,   0.9166666666666667,  0.4166666666666667,  1.1666666666666667, 0.75,
               0.5,   0.9166666666666667,  0.4166666666666667,  1.1666666666666667, 0.75},
              4e-16);
  EXPECT_EQ(pooled_gradient({1, 1, 3, 2}, kFloat,
                            [](const Tensor& x) {
                              return adaptive_avg_pool2d(x, {5, 3});
                            }),
            V({5.25, 8.25, 22.0, 26.0, 27.75, 30.75}));
  // Here the sums are taken in float and rounded once, where libtorch rounds each.
  const V narrow = pooled_gradient({1, 1, 5, 7}, kBFloat16, plane),
          once = values(tensor(pooled_gradient({1, 1, 5, 7}, kFloat, plane)).to(kBFloat16));
  EXPECT_EQ(narrow, once);
}

TEST(LibtorchValues, LongRangesOfFractionalSteps) {
  struct Row {
    ScalarType dtype;
    double start, end, step;
    int64_t count;
    V values;  // elements 1, 2, the middle one and the last one
  };
  const int before = get_num_threads();
  for (const Row& r :
       {Row{kFloat, 0, 1000, .1, 10000, {0.10000000149011612, 0.20000000298023224, 500.0, 999.9000244140625}},
        Row{kFloat,
            -3.7,
            50,
            .013,
            4131,
            {-3.687000036239624, -3.6740000247955322, 23.145000457763672, 49.9900016784668}},
        Row{kFloat,
            5,
            -5,
            -.0007,
            14286,
            {4.999300003051758, 4.998600006103516, -9.999977191910148e-05, -4.999499797821045}},
        Row{kHalf, 0, 1000, .1, 10000, {0.0999755859375, 0.199951171875, 500.0, 1000.0}},
        Row{kHalf, -3.7, 50, .013, 4131, {-3.685546875, -3.673828125, 23.140625, 50.0}},
        Row{kHalf, 5, -5, -.0007, 14286, {5.0, 5.0, -0.0001010894775390625, -5.0}},
        Row{kBFloat16, 0, 1000, .1, 10000, {0.10009765625, 0.2001953125, 500.0, 1000.0}},
        Row{kBFloat16, -3.7, 50, .013, 4131, {-3.6875, -3.671875, 23.125, 50.0}},
        Row{kBFloat16, 5, -5, -.0007, 14286, {5.0, 5.0, -0.0001087188720703125, -5.0}},
        Row{kDouble, 0, 1000, .1, 10000, {0.1, 0.2, 500.0, 999.9}},
        Row{kDouble, -3.7, 50, .013, 4131, {-3.6870000000000003, -3.6740000000000004, 23.145, 49.989999999999995}},
        Row{kDouble, 5, -5, -.0007, 14286, {4.9993, 4.9986, -9.99999999999492e-05, -4.9995}}}) {
    set_num_threads(1);
    const Tensor t = arange(r.start, r.end, r.step, r.dtype);
    ASSERT_EQ(t.numel(), r.count) << r.dtype << ' ' << r.step;
    const Tensor picked = t.index_select(0, tensor({int64_t{1}, int64_t{2}, r.count / 2, r.count - 1}));
    expect_near(values(picked), r.values,
                r.dtype == kDouble  ? 0x1p-50
                : r.dtype == kFloat ? 0x1p-21
                : r.dtype == kHalf  ? 0x1p-10
                                    : 0x1p-7);
    for (const int threads : {2, 4, 8}) {
      set_num_threads(threads);
      EXPECT_TRUE(arange(r.start, r.end, r.step, r.dtype).equal(t));
    }
  }
  set_num_threads(before);
}

TEST(LibtorchValues, RenormOf16BitNumbersRoundsTheFactor) {
  const Tensor x = tensor({3.f, -4.f, 1.5f, .25f, .5f, -.125f, 7.f, 9.f, -11.f}).view({3, 3});
  EXPECT_EQ(values(renorm(x.to(kBFloat16), 2, 0, 2.)),
            V({1.1484375, -1.53125, 0.57421875, 0.25, 0.5, -0.125, 0.8828125, 1.1328125, -1.3828125}));
  EXPECT_EQ(values(renorm(x.to(kBFloat16), 1, 1, 3.)), V({0.87890625, -0.890625, 0.35546875, 0.0732421875, 0.111328125,
                                                          -0.0296630859375, 2.046875, 2.0, -2.609375}));
  EXPECT_EQ(values(renorm(x.to(kHalf), 2, 0, 2.)), V({1.1494140625, -1.5322265625, 0.57470703125, 0.25, 0.5, -0.125,
                                                      0.8837890625, 1.1357421875, -1.388671875}));
  EXPECT_EQ(values(x.to(kHalf).renorm_(2, 0, 2.)), values(renorm(x.to(kHalf), 2, 0, 2.)));
}

TEST(LibtorchValues, AdaptiveMaximaInEitherLayout) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  // Ties give the first position, NaN the last one.
  const Tensor x = stack({tensor({{1.f, 3.f, 3.f, 0.f, 2.f}, {3.f, nan, 0.f, nan, 1.f}, {5.f, -1.f, 5.f, 2.f, 2.f}}),
                          full({3, 5}, -INFINITY),
                          tensor({{0.f, -0.f, 1.f, 1.f, 9.f}, {2.f, 2.f, 2.f, 9.f, 9.f}, {4.f, 4.f, 4.f, 4.f, 4.f}})})
                       .unsqueeze(0);
  for (const ScalarType t : {kFloat, kDouble, kBFloat16})
    for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
      const auto [y, at] = adaptive_max_pool2d(x.to(t).contiguous(format), {2, 2});
      const V got = values(y.contiguous());
      EXPECT_TRUE(std::isnan(got[0]) && std::isnan(got[1]) && std::isnan(got[2]) && std::isnan(got[3]));
      EXPECT_EQ(V(got.begin() + 4, got.end()), V({-INFINITY, -INFINITY, -INFINITY, -INFINITY, 2, 9, 4, 9}));
      EXPECT_EQ(values(at), V({6, 8, 6, 8, 0, 2, 5, 7, 5, 4, 10, 8}));
    }
}

TEST(LibtorchValues, DistinctTruthValues) {
  const auto distinct = [](const Tensor& t) { return values(std::get<0>(_unique2(t))); };
  EXPECT_EQ(distinct(tensor({true, true, false, true})), V({0, 1}));
  EXPECT_EQ(distinct(zeros({3, 2}, kBool)), V({0}));
  EXPECT_EQ(distinct(ones({3, 2}, kBool)), V({1}));
  EXPECT_EQ(distinct(ones({0}, kBool)), V());
  EXPECT_EQ(distinct(tensor({true, false, true, false}).slice(0, 0, 4, 2)), V({1}));
}

// Operands of 16 bits are widened block by block; those that lie otherwise, whole.
TEST(LibtorchValues, LossesOf16BitNumbers) {
  manual_seed(1);
  const Tensor p = rand({70, 50}).to(kBFloat16), q = rand({70, 50}).to(kBFloat16), w = rand({70, 50}).to(kBFloat16);
  const auto check = [&](const char* name, const auto& f) {
    SCOPED_TRACE(name);
    for (const bool turned : {false, true})
      for (const int64_t reduction : {Reduction::None, Reduction::Mean, Reduction::Sum}) {
        const Tensor a = (turned ? p.t().contiguous().t() : p).detach().clone().requires_grad_();
        const Tensor b = p.to(kFloat).requires_grad_();
        const Tensor y = f(a, q, w, reduction), z = f(b, q.to(kFloat), w.to(kFloat), reduction);
        y.backward(ones_like(y)), z.backward(ones_like(z));
        EXPECT_TRUE(y.equal(z.to(kBFloat16)));
        EXPECT_TRUE(a.grad().equal(b.grad().to(kBFloat16)));
      }
  };
  check("mse", [](const Tensor& x, const Tensor& y, const Tensor&, int64_t r) { return mse_loss(x, y, r); });
  check("smooth_l1",
        [](const Tensor& x, const Tensor& y, const Tensor&, int64_t r) { return smooth_l1_loss(x, y, r, .3); });
  check("huber", [](const Tensor& x, const Tensor& y, const Tensor&, int64_t r) { return huber_loss(x, y, r, .2); });
  check("bce",
        [](const Tensor& x, const Tensor& y, const Tensor&, int64_t r) { return binary_cross_entropy(x, y, {}, r); });
  check("weighted bce",
        [](const Tensor& x, const Tensor& y, const Tensor& w, int64_t r) { return binary_cross_entropy(x, y, w, r); });
}

}  // namespace
}  // namespace torchpp::test
