// SPDX-License-Identifier: BSD-3-Clause
// Normalisations against the formula in double, and against values that libtorch 1.13.1 gave.
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/ops/nn.h>

#include <functional>
#include <limits>

#include "tests/ops/nn_support.h"

namespace {

using namespace torchpp;
using namespace nn_test;
using List = autograd::variable_list;

// (x - mean) / sqrt(variance + eps) w + b with everything broadcast
Tensor formula(const Tensor& x, IntArrayRef over, const Tensor& w, const Tensor& b, double eps) {
  const Tensor d = x.to(kDouble), mean = d.mean(over, true), var = d.var(over, false, true);
  Tensor y = (d - mean) / torchpp::sqrt(var + eps);
  if (w.defined()) y = y * w.to(kDouble);
  return b.defined() ? y + b.to(kDouble) : y;
}
Tensor channels_last(const Tensor& t) {
  return t.dim() == 4   ? t.contiguous(MemoryFormat::ChannelsLast)
         : t.dim() == 5 ? t.contiguous(MemoryFormat::ChannelsLast3d)
                        : t;
}
Tensor along(const Tensor& t, int64_t dims) {
  std::vector<int64_t> sizes(static_cast<size_t>(dims), 1);
  sizes[1] = t.numel();
  return t.view(sizes);
}
// Channels of short runs, some of them taken together and some left over, are among them; and more images than one
// partial sum holds.
const std::vector<std::vector<int64_t>> kShapes = {{7, 5},          {1200, 3},       {3, 6, 11},      {4, 3, 9, 7},
                                                   {2, 20, 33, 32}, {2, 3, 4, 5, 6}, {3, 70, 7, 7},   {5, 70, 7, 7},
                                                   {9, 21, 10, 10}, {2, 5, 10, 10},  {130, 17, 2, 3}, {2, 17, 16, 16}};

std::vector<int64_t> all_but_channels(int64_t dims) {
  std::vector<int64_t> over = {0};
  for (int64_t d = 2; d < dims; ++d) over.push_back(d);
  return over;
}

TEST(BatchNorm, TrainingAndEvaluation) {
  NN_TEST_SEED(1);
  for (const auto& shape : kShapes)
    for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
      for (bool last : {false, true}) {
        SCOPED_TRACE(str(IntArrayRef(shape), " ", t, last));
        Tensor x = random_of(shape, t) + 3;
        if (last) x = channels_last(x);
        const ScalarType p = t == kDouble ? kDouble : kFloat;
        const int64_t n = shape[1], dims = x.dim();
        const Tensor w = random_of({n}, p), b = random_of({n}, p);
        Tensor mean = torchpp::zeros({n}, p), var = torchpp::ones({n}, p);
        const auto over = all_but_channels(dims);
        const Tensor y = torchpp::batch_norm(x, w, b, mean, var, true, 0.25, 1e-3);
        EXPECT_TRUE(close(y, formula(x, over, along(w, dims), along(b, dims), 1e-3), 10));
        EXPECT_EQ(y.strides(), x.strides());
        EXPECT_TRUE(close(mean, x.to(kDouble).mean(IntArrayRef(over)) * 0.25, 10));
        EXPECT_TRUE(close(var, x.to(kDouble).var(IntArrayRef(over), true) * 0.25 + 0.75, 10));
        EXPECT_EQ(mean._version(), 1);
        const Tensor e = torchpp::batch_norm(x, w, b, mean, var, false, 0.25, 1e-3);
        const Tensor scale = along(w.to(kDouble) / torchpp::sqrt(var.to(kDouble) + 1e-3), dims);
        EXPECT_TRUE(close(e, (x.to(kDouble) - along(mean.to(kDouble), dims)) * scale + along(b.to(kDouble), dims), 10));
        EXPECT_TRUE(close(torchpp::batch_norm(x, {}, {}, {}, {}, true, 0.1, 1e-5),
                          formula(x, over, Tensor(), Tensor(), 1e-5), 10));
      }
}

// The gradients of the input, the weight and the bias against the formula in double, all together and each alone.
TEST(BatchNorm, GradientsAgainstTheFormula) {
  NN_TEST_SEED(8);
  std::vector<std::vector<int64_t>> shapes = kShapes;
  shapes.push_back({1100, 9, 2, 2});
  for (const auto& shape : shapes)
    for (const ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
      for (const bool train : {true, false}) {
        SCOPED_TRACE(str(IntArrayRef(shape), " ", t, train));
        const ScalarType p = t == kDouble ? kDouble : kFloat;
        const int64_t n = shape[1];
        const Tensor x = random_of(shape, t) + 3, dy = random_of(shape, t), w = random_of({n}, p);
        const int64_t dims = x.dim();
        const auto over = all_but_channels(dims);
        const Tensor d = x.to(kDouble), g = dy.to(kDouble);
        const Tensor mean = train ? d.mean(IntArrayRef(over)) : torchpp::rand({n}, kDouble) + 2;
        const Tensor var = train ? d.var(IntArrayRef(over), false) : torchpp::rand({n}, kDouble) + 1;
        const Tensor invstd = 1 / torchpp::sqrt(var + 1e-3);
        const Tensor m = mean.to(p), s = (train ? invstd : var).to(p);
        const auto gradient = [&](std::array<bool, 3> wanted) {
          const auto [dx, dw, db] =
              torchpp::native_batch_norm_backward(dy, x, w, train ? Tensor() : m, train ? Tensor() : s,
                                                  train ? m : Tensor(), train ? s : Tensor(), train, 1e-3, wanted);
          return List{dx, dw, db};
        };
        const Tensor normal = (d - along(mean, dims)) * along(invstd, dims);
        const Tensor db = g.sum(IntArrayRef(over)), dw = (g * normal).sum(IntArrayRef(over));
        const double count = static_cast<double>(x.numel() / n);
        const Tensor centered = train ? g - along(db, dims) / count - normal * along(dw, dims) / count : g;
        const List expected = {centered * along(invstd * w.to(kDouble), dims), dw, db};
        const List all = gradient({true, true, true});
        for (size_t i = 0; i < 3; ++i) {
          EXPECT_TRUE(torchpp::allclose(all[i].to(kDouble), expected[i],
                                        t == kDouble  ? 1e-9
                                        : t == kFloat ? 1e-4
                                                      : 2e-2,
                                        t == kDouble  ? 1e-9
                                        : t == kFloat ? 1e-3
                                                      : 2e-2))
              << i;
          EXPECT_TRUE(same_bits(gradient({i == 0, i == 1, i == 2})[i], all[i])) << i;
        }
      }
}

// In evaluation the gradient of the input does not depend on the input.
TEST(BatchNorm, GradientOfInfiniteInputs) {
  NN_TEST_SEED(10);
  const Tensor w = random_of({16}, kFloat), mean = torchpp::zeros({16}), var = torchpp::ones({16});
  for (const int64_t side : {7, 20})
    for (const bool last : {false, true}) {
      const Tensor dy = random_of({5, 16, side, side}, kFloat);
      const Tensor x = torchpp::full(dy.sizes(), std::numeric_limits<float>::infinity());
      const auto [dx, dw, db] =
          torchpp::native_batch_norm_backward(last ? channels_last(dy) : dy, last ? channels_last(x) : x, w, mean, var,
                                              {}, {}, false, 0, {true, false, false});
      EXPECT_TRUE(close(dx, dy.to(kDouble) * along(w.to(kDouble), 4), 10)) << side << last;
    }
}

// Statistics of short runs whose deviations are tiny against their mean, of one number, huge or tiny.
TEST(BatchNorm, StatisticsOfShortRuns) {
  NN_TEST_SEED(9);
  for (const ScalarType t : {kFloat, kDouble}) {
    Tensor x = random_of({70, 16, 3, 3}, t);
    const auto channel = [&](int64_t c) { return x.select(1, c); };
    channel(0).fill_(3.3);
    channel(1).zero_();
    channel(2).mul_(1e17);
    channel(3).mul_(1e-17);
    channel(4).add_(1000);
    channel(5).add_(torchpp::arange(70.0).to(t).view({70, 1, 1}) * 100);
    channel(6)[0].add_(1e4);
    channel(7)[3].mul_(1e15);
    const auto [y, mean, invstd] = torchpp::native_batch_norm(x, {}, {}, {}, {}, true, 0.1, 0);
    const std::vector<int64_t> over = {0, 2, 3};
    const Tensor d = x.to(kDouble), m = d.mean(IntArrayRef(over)),
                 s = 1 / torchpp::sqrt(d.var(IntArrayRef(over), false));
    for (int64_t c = 0; c < 16; ++c) {
      EXPECT_NEAR(mean[c].item<double>(), m[c].item<double>(), 1e-6 * d.select(1, c).abs().max().item<double>()) << c;
      if (c <= 1) continue;  // of one number: no deviations but of a rounded mean
      EXPECT_NEAR(invstd[c].item<double>() / s[c].item<double>(), 1, 1e-5) << c;
    }
    EXPECT_EQ(invstd[1].item<double>(), std::numeric_limits<double>::infinity());
  }
}

// torch.native_batch_norm(torch.arange(12.).view(2,3,2)**1.5, [1,2,3], [.5,0,-.5], [0,1,2], [1,2,3], True, .25, 1e-3)
TEST(BatchNorm, ValuesOfLibtorch) {
  const Tensor x = torchpp::pow(torchpp::arange(12.0).to(kFloat), 1.5).view({2, 3, 2});
  Tensor mean = values({0, 1, 2}, {3}), var = values({1, 2, 3}, {3});
  auto [y, m, i] =
      torchpp::native_batch_norm(x, values({1, 2, 3}, {3}), values({.5, 0, -.5}, {3}), mean, var, true, .25, 1e-3);
  EXPECT_TRUE(close(y.view({12}),
                    values({-0.5464417934, -0.4241124392, -2.1964831352, -1.7475526333, -3.8432233334, -3.0739443302,
                            1.2514250278, 1.719129324, 1.5574877262, 2.3865475655, 1.8707896471, 3.0463776588},
                           {12})));
  EXPECT_TRUE(close(m, values({8.5542993546, 14.4129991531, 21.821496963500977}, {3})));
  EXPECT_TRUE(close(i, values({0.122329339385, 0.0948020815849, 0.0806285813451}, {3})));
  EXPECT_TRUE(close(mean, values({2.1385748386, 4.3532495499, 6.955374240875244}, {3})));
  EXPECT_TRUE(close(var, values({23.0246562958, 38.58848190307617, 53.52408218383789}, {3})));
}

// The strides of dimensions of one element do not hide the order of the others. libtorch 1.13.1 on the CPU.
TEST(BatchNorm, OrderOfSingleImages) {
  const Tensor numbers = arange(60, kFloat), w = torchpp::ones({3}), v = torchpp::ones({3});
  const struct {
    std::vector<int64_t> sizes, strides, expected;
  } rows[] = {{{1, 3, 2, 1}, {3, 1, 3, 3}, {6, 1, 3, 3}},
              {{1, 3, 2, 2}, {60, 1, 6, 3}, {12, 1, 6, 3}},
              {{1, 3, 2, 2}, {3, 4, 2, 1}, {12, 4, 2, 1}},
              {{1, 3, 2, 2}, {3, 1, 12, 3}, {12, 4, 2, 1}},
              {{1, 3, 1, 2, 2}, {3, 1, 3, 6, 3}, {12, 4, 4, 2, 1}}};
  for (const auto& row : rows) {
    const Tensor x = numbers.as_strided(row.sizes, row.strides);
    for (const bool training : {false, true}) {
      const Tensor y = torchpp::batch_norm(x, w, v, v.clone(), v.clone(), training, 0.1, 1e-3);
      EXPECT_EQ(y.strides(), IntArrayRef(row.expected)) << IntArrayRef(row.strides);
      EXPECT_TRUE(y.allclose(torchpp::batch_norm(x.contiguous(), w, v, v.clone(), v.clone(), training, 0.1, 1e-3)));
    }
  }
}

// libtorch 1.13.1: images that are dense are taken as what they are, unless a parameter has gaps; then the strides of
// dimensions of one element count.
TEST(BatchNorm, FormatOfImagesOfOneColumn) {
  const auto strides = [](IntArrayRef sizes, IntArrayRef strides, bool gaps) {
    const Tensor x = torchpp::rand({10000}).as_strided(sizes, strides), weight = torchpp::ones({2 * sizes[1]});
    const Tensor w = gaps ? weight.slice(0, 0, 2 * sizes[1], 2) : weight.slice(0, 0, sizes[1]);
    const Tensor zeros = torchpp::zeros({sizes[1]}), ones = torchpp::ones({sizes[1]});
    const Tensor trained = torchpp::batch_norm(x, w, zeros, {}, {}, true, 0.1, 1e-5);
    const Tensor evaluated = torchpp::batch_norm(x, w, zeros, zeros, ones, false, 0.1, 1e-5);
    EXPECT_EQ(trained.strides(), evaluated.strides());
    return trained.strides().vec();
  };
  using S = std::vector<int64_t>;
  EXPECT_EQ(strides({4, 3, 4, 1}, {12, 1, 3, 100}, false), (S{12, 1, 3, 3}));
  EXPECT_EQ(strides({4, 3, 4, 1}, {12, 1, 3, 100}, true), (S{12, 4, 1, 1}));
  EXPECT_EQ(strides({2, 3, 1, 1}, {3, 1, 3, 3}, false), (S{3, 1, 1, 1}));
  EXPECT_EQ(strides({2, 3, 1, 1}, {3, 1, 3, 3}, true), (S{3, 1, 3, 3}));
  EXPECT_EQ(strides({1, 3, 4, 5}, {1, 1, 15, 3}, false), (S{60, 1, 15, 3}));
  EXPECT_EQ(strides({1, 3, 4, 5}, {1, 1, 15, 3}, true), (S{60, 20, 5, 1}));
  EXPECT_EQ(strides({2, 3, 4, 5, 1}, {60, 1, 15, 3, 99}, false), (S{60, 20, 5, 1, 1}));
}

// libtorch 1.13.1: where the strides of input and gradient suggest the same format, the result of dense images has that
// of the input, otherwise the suggested one.
TEST(BatchNorm, FormatOfGradientsOfImagesOfOneColumn) {
  NN_TEST_SEED(3);
  const struct {
    std::vector<int64_t> sizes, input, gradient, expected;
  } rows[] = {{{2, 4, 2, 1}, {8, 1, 4, 8}, {8, 1, 4, 16}, {8, 1, 4, 4}},
              {{2, 4, 2, 1}, {8, 1, 4, 8}, {8, 2, 1, 1}, {8, 1, 4, 4}},
              {{2, 4, 2, 1}, {8, 1, 4, 8}, {8, 1, 4, 4}, {8, 2, 1, 1}},
              {{2, 4, 2, 1}, {8, 1, 4, 4}, {8, 1, 4, 16}, {8, 1, 4, 4}},
              {{2, 4, 2, 1}, {8, 2, 1, 1}, {8, 1, 4, 8}, {8, 2, 1, 1}},
              {{2, 4, 2, 1}, {16, 1, 4, 4}, {8, 1, 4, 8}, {8, 1, 4, 4}},
              {{2, 4, 1, 1}, {4, 1, 4, 4}, {4, 1, 4, 4}, {4, 1, 1, 1}},
              {{2, 4, 1, 1}, {4, 1, 4, 4}, {4, 1, 1, 1}, {4, 1, 4, 4}},
              {{2, 1, 3, 2}, {6, 1, 2, 1}, {6, 1, 2, 1}, {6, 6, 2, 1}},
              {{2, 1, 3, 2}, {6, 1, 2, 1}, {6, 6, 2, 1}, {6, 1, 2, 1}},
              {{2, 3, 2, 2, 1}, {12, 1, 6, 3, 12}, {12, 1, 6, 3, 12}, {12, 4, 2, 1, 1}}};
  const auto gradient = [](const Tensor& g, const Tensor& x) {
    const Tensor mean = torchpp::zeros({x.size(1)}), one = torchpp::ones({x.size(1)});
    return std::get<0>(
        torchpp::native_batch_norm_backward(g, x, one, {}, {}, mean, one, true, 1e-5, {true, false, false}));
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(str(IntArrayRef(row.sizes), IntArrayRef(row.input), IntArrayRef(row.gradient)));
    const Tensor x = random_of({100}, kFloat).as_strided(row.sizes, row.input);
    const Tensor g = random_of({100}, kFloat).as_strided(row.sizes, row.gradient);
    const Tensor result = gradient(g, x);
    EXPECT_EQ(result.strides(), IntArrayRef(row.expected));
    EXPECT_TRUE(close(result, gradient(g.contiguous(), x.contiguous()), 10));
  }
}

TEST(BatchNorm, Gradients) {
  NN_TEST_SEED(2);
  autograd::GradcheckOptions both;
  both.check_forward_ad = true;
  const auto r = [](IntArrayRef s) { return random_of(s, kDouble).requires_grad_(); };
  const Tensor mean = random_of({3}, kDouble), var = torchpp::rand({3}, kDouble) + 0.5;
  for (bool training : {true, false})
    for (const auto& shape : std::vector<std::vector<int64_t>>{{4, 3}, {2, 3, 4}, {2, 3, 2, 2}}) {
      SCOPED_TRACE(str(IntArrayRef(shape), training));
      const auto f = [&](const List& v) {
        const optional<Tensor> m = training ? nullopt : optional<Tensor>(mean),
                               s = training ? nullopt : optional<Tensor>(var);
        return List{torchpp::batch_norm(v[0], v[1], v[2], m, s, training, 0.1, 1e-2)};
      };
      Tensor x = r(shape);
      EXPECT_TRUE(autograd::gradcheck(f, {x, r({3}), r({3})}, both));
      EXPECT_TRUE(autograd::gradgradcheck(f, {x, r({3}), r({3})}));
      if (shape.size() != 4) continue;
      const Tensor last = channels_last(x.detach()).requires_grad_();
      EXPECT_TRUE(autograd::gradcheck(f, {last, r({3}), r({3})}, both));
    }
}

TEST(LayerNorm, AgainstTheFormula) {
  NN_TEST_SEED(3);
  for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
    for (size_t dims : {1, 2})
      for (int64_t width : {1, 7, 300}) {
        SCOPED_TRACE(str(t, " ", dims, " ", width));
        const Tensor x = random_of({4, 5, width}, t) + 2;
        const std::vector<int64_t> shape = dims == 1 ? std::vector<int64_t>{width} : std::vector<int64_t>{5, width};
        const std::vector<int64_t> over = dims == 1 ? std::vector<int64_t>{2} : std::vector<int64_t>{1, 2};
        const Tensor w = random_of(shape, t), b = random_of(shape, t);
        EXPECT_TRUE(close(torchpp::layer_norm(x, shape, w, b), formula(x, over, w, b, 1e-5), 10));
        EXPECT_TRUE(close(torchpp::layer_norm(strided(x), shape, w), formula(x, over, w, Tensor(), 1e-5), 10));
        EXPECT_TRUE(close(torchpp::layer_norm(x, shape), formula(x, over, Tensor(), Tensor(), 1e-5), 10));
        auto [y, mean, rstd] = torchpp::native_layer_norm(x, shape, w, b, 1e-5);
        EXPECT_TRUE(same_bits(y, torchpp::layer_norm(x, shape, w, b)));
        EXPECT_TRUE(close(mean, x.to(kDouble).mean(IntArrayRef(over), true), 10));
        EXPECT_EQ(rstd.sizes(), mean.sizes());
      }
  EXPECT_EQ(torchpp::layer_norm(torchpp::zeros({0, 4}), {4}).sizes(), IntArrayRef({0, 4}));
}

TEST(LayerNorm, Gradients) {
  NN_TEST_SEED(4);
  autograd::GradcheckOptions both;
  both.check_forward_ad = true;
  const auto r = [](IntArrayRef s) { return random_of(s, kDouble).requires_grad_(); };
  const auto with = [](const List& v) { return List{torchpp::layer_norm(v[0], {2, 3}, v[1], v[2])}; };
  const auto without = [](const List& v) { return List{torchpp::layer_norm(v[0], {3})}; };
  EXPECT_TRUE(autograd::gradcheck(with, {r({3, 2, 3}), r({2, 3}), r({2, 3})}, both));
  EXPECT_TRUE(autograd::gradgradcheck(with, {r({3, 2, 3}), r({2, 3}), r({2, 3})}));
  EXPECT_TRUE(autograd::gradcheck(without, {r({3, 2, 3})}, both));
}

// Rows enough that few threads compute the gradients of the input and of the parameters together, and many do not.
TEST(LayerNorm, GradientsOfAnyNumberOfThreads) {
  NN_TEST_SEED(5);
  const int before = get_num_threads();
  for (const ScalarType dtype : {kFloat, kDouble, kBFloat16}) {
    const int64_t rows = 1100, width = 37;
    const Tensor x = random_of({rows, width}, dtype), dy = random_of({rows, width}, dtype);
    const Tensor w = random_of({width}, dtype), b = random_of({width}, dtype);
    const auto [y, mean, rstd] = torchpp::native_layer_norm(x, {width}, w, b, 1e-5);
    const auto gradients = [&, m = mean, s = rstd](int threads, std::array<bool, 3> wanted) {
      set_num_threads(threads);
      const auto [dx, dw, db] = torchpp::native_layer_norm_backward(dy, x, {width}, m, s, w, b, wanted);
      return List{dx, dw, db};
    };
    const List parameters = gradients(1, {false, true, true});
    const List alone = {gradients(1, {true, false, false})[0], parameters[1], parameters[2]};
    for (const int threads : {1, 2, 4, 8}) {
      const List all = gradients(threads, {true, true, true});
      for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(same_bits(all[i], alone[i])) << i << " on " << threads;
    }
  }
  set_num_threads(before);
}

// F.group_norm, F.instance_norm of torch.arange(n).view(...)**1.5
TEST(GroupAndInstanceNorm, ValuesOfLibtorch) {
  const auto powers = [](int64_t n) { return torchpp::pow(torchpp::arange(static_cast<double>(n)).to(kFloat), 1.5); };
  const Tensor g =
      torchpp::group_norm(powers(16).view({2, 4, 2}), 2, values({1, 2, 3, 4}, {4}), values({0, 1, 2, 3}, {4}));
  EXPECT_TRUE(
      close(g.view({16}), values({-1.1410076618, -0.635274291, 1.5788445473, 3.9737198353, -1.8975534439, 0.533239007,
                                  4.6280531883, 8.5243663788, -1.317548275, -0.4710574448, 1.8477365971, 3.7294740677,
                                  -1.9744348526, 0.6082401276, 4.7230129242, 8.4319114685},
                                 {16})));
  Tensor mean = torchpp::zeros({3}), var = torchpp::ones({3});
  const Tensor i = torchpp::instance_norm(powers(12).view({2, 3, 2}), {}, {}, mean, var, true, 0.1, 1e-5);
  EXPECT_TRUE(close(i.view({6, 2}).select(1, 0),
                    values({-0.999979973, -0.999996305, -0.999998093, -0.999998808, -0.999998987, -0.999999642}, {6})));
  EXPECT_TRUE(close(mean, values({0.8554299474, 1.4412999153, 2.1821498871}, {3})));
  EXPECT_TRUE(close(var, values({1.2904446125, 1.5181401968, 1.7433772087}, {3})));
}

// Channels shorter and longer than those that have a factor for each element; groups of one chunk and of several.
TEST(GroupNorm, AgainstTheFormula) {
  NN_TEST_SEED(6);
  for (const ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
    for (const int64_t size : {1, 3, 63, 64, 300, 1500})
      for (const int64_t groups : {1, 2, 6}) {
        SCOPED_TRACE(str(t, " ", size, " ", groups));
        const Tensor x = size == 1 ? random_of({3, 6}, t) + 2 : random_of({3, 6, size}, t) + 2;
        const Tensor w = random_of({6}, t), b = random_of({6}, t), rows = x.reshape({3, groups, 6 / groups * size});
        const auto expected = [&](const Tensor& weight, const Tensor& bias) {
          const Tensor h = formula(rows, {2}, Tensor(), Tensor(), 1e-5).view(x.sizes());
          const Tensor scaled = weight.defined() ? h * along(weight, x.dim()).to(kDouble) : h;
          return bias.defined() ? scaled + along(bias, x.dim()).to(kDouble) : scaled;
        };
        EXPECT_TRUE(close(torchpp::group_norm(x, groups, w, b), expected(w, b), 10));
        EXPECT_TRUE(close(torchpp::group_norm(strided(x), groups, strided(w)), expected(w, Tensor()), 10));
        EXPECT_TRUE(close(torchpp::group_norm(x, groups, {}, b), expected(Tensor(), b), 10));
        EXPECT_TRUE(close(torchpp::group_norm(x, groups), expected(Tensor(), Tensor()), 10));
        const auto [y, mean, rstd] = torchpp::native_group_norm(x, w, b, 3, 6, size, groups, 1e-5);
        EXPECT_TRUE(same_bits(y, torchpp::group_norm(x, groups, w, b)));
        EXPECT_EQ(mean.scalar_type(), t);
        EXPECT_TRUE(close(mean, rows.to(kDouble).mean(IntArrayRef(2), false), 10));
        EXPECT_TRUE(close(rstd, (rows.to(kDouble).var(IntArrayRef(2), false, false) + 1e-5).rsqrt(), 10));
      }
  // Far from zero the statistics cancel nothing.
  const Tensor far = random_of({2, 4, 500}, kFloat) + 3000;
  EXPECT_LT((torchpp::group_norm(far, 2).view({4, 1000}) - formula(far.view({4, 1000}), {1}, Tensor(), Tensor(), 1e-5))
                .abs()
                .max()
                .item<double>(),
            2e-3);
}

// libtorch 1.13.1: images that lie channels last stay so.
TEST(GroupNorm, OfImagesChannelsLast) {
  NN_TEST_SEED(9);
  for (const ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
    for (const std::vector<int64_t>& sizes :
         {std::vector<int64_t>{2, 6, 1, 3}, {3, 6, 9, 7}, {1, 36, 40, 31}, {2, 1200, 3, 2}, {2, 6, 3, 4, 5}})
      for (const int64_t groups : {1, 3, 6}) {
        SCOPED_TRACE(str(t, " ", IntArrayRef(sizes), " ", groups));
        const Tensor plain = random_of(sizes, t) + 2, x = channels_last(plain);
        const Tensor w = random_of({sizes[1]}, t), b = random_of({sizes[1]}, t);
        const Tensor y = torchpp::group_norm(x, groups, w, b);
        EXPECT_EQ(y.strides(), x.strides());
        EXPECT_TRUE(close(y, torchpp::group_norm(plain, groups, w, b).to(kDouble), 10));
        EXPECT_TRUE(close(torchpp::group_norm(x, groups), torchpp::group_norm(plain, groups).to(kDouble), 10));
        const int64_t pixels = x.numel() / sizes[0] / sizes[1];
        const auto [z, mean, rstd] = torchpp::native_group_norm(x, w, b, sizes[0], sizes[1], pixels, groups, 1e-5);
        const auto [u, m, r] = torchpp::native_group_norm(plain, w, b, sizes[0], sizes[1], pixels, groups, 1e-5);
        EXPECT_TRUE(same_bits(z, y));
        EXPECT_TRUE(close(mean, m.to(kDouble), 10));
        EXPECT_TRUE(close(rstd, r.to(kDouble), 10));
      }
  // What is no number, and what overflows in float alone, stays in its group.
  for (const double bad : {std::nan(""), HUGE_VAL, 1e30}) {
    Tensor x = channels_last(random_of({2, 4, 10, 7}, kFloat));
    x.select(0, 1).select(0, 0).select(0, 9).select(0, 6).fill_(bad);
    const Tensor y = torchpp::group_norm(x, 2), of_plain = torchpp::group_norm(x.contiguous(), 2);
    EXPECT_TRUE(torchpp::equal(y.isnan(), of_plain.isnan())) << bad;
    EXPECT_FALSE(y.select(0, 0).isnan().any().item<bool>());
  }
  // The numbers of samples and of channels need not be the image's.
  const Tensor x = channels_last(random_of({2, 6, 4, 4}, kFloat));
  EXPECT_TRUE(same_bits(std::get<0>(torchpp::native_group_norm(x, {}, {}, 4, 3, 16, 1, 1e-5)),
                        std::get<0>(torchpp::native_group_norm(x.contiguous(), {}, {}, 4, 3, 16, 1, 1e-5))));
}

TEST(GroupNorm, Edges) {
  NN_TEST_SEED(7);
  // Statistics of nothing as in libtorch 1.13.1.
  const auto [y, mean, rstd] = torchpp::native_group_norm(torchpp::zeros({2, 4, 0}), {}, {}, 2, 4, 0, 2, 1e-5);
  EXPECT_EQ(y.sizes(), IntArrayRef({2, 4, 0}));
  EXPECT_TRUE(torchpp::equal(mean, torchpp::zeros({2, 2})));
  EXPECT_TRUE(rstd.isnan().all().item<bool>());
  EXPECT_EQ(torchpp::group_norm(torchpp::zeros({0, 4, 3}), 2, torchpp::ones({4})).sizes(), IntArrayRef({0, 4, 3}));
  // What is no number stays in its group.
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    Tensor x = random_of({2, 4, 70}, kFloat);
    x.select(0, 1).select(0, 0).select(0, 69).fill_(bad);
    const Tensor wrong = torchpp::group_norm(x, 2).isnan().view({4, 140});
    EXPECT_TRUE(torchpp::equal(wrong.all(1), torchpp::tensor({false, false, true, false})));
    EXPECT_FALSE(wrong.select(0, 3).any().item<bool>());
  }
  // 16-bit images may have parameters of float, which are those that count.
  const Tensor narrow = random_of({2, 4, 70}, kBFloat16), w = random_of({4}, kFloat);
  const Tensor out = torchpp::group_norm(narrow, 2, w);
  EXPECT_EQ(out.scalar_type(), kBFloat16);
  EXPECT_TRUE(close(out, torchpp::group_norm(narrow.to(kFloat), 2, w), 10));
  EXPECT_ERROR(torchpp::group_norm(random_of({2, 4, 3}, kFloat), 2, w.to(kDouble)),
               "expect parameter to have scalar type of Float");
  EXPECT_ERROR(torchpp::group_norm(torchpp::ones({2, 4, 3}, kInt), 2),
               "\"GroupNormKernelImpl\" not implemented for 'Int'");
  EXPECT_ERROR(torchpp::group_norm(torchpp::ones({2, 4, 3}), 0), "Expected num groups to be greater than 0, got 0");
  EXPECT_ERROR(torchpp::native_group_norm(torchpp::ones({2, 4, 3}), {}, {}, 2, 4, 2, 2, 1e-5),
               "does not have 2 x 4 x 2");
  // The overloads with destinations convert.
  Tensor to = torchpp::empty({0}, kDouble), m = torchpp::empty({0}, kDouble), s = torchpp::empty({0}, kFloat);
  torchpp::native_group_norm_out(to, m, s, narrow, w, {}, 2, 4, 70, 2, 1e-5);
  EXPECT_TRUE(same_bits(to.to(kBFloat16), out));
  EXPECT_EQ(m.sizes(), IntArrayRef({2, 2}));
}

// By the saved statistics, which are of the input's dtype; against the formula in double.
TEST(GroupNorm, GradientsOfAllLayouts) {
  NN_TEST_SEED(9);
  struct Shape {
    std::vector<int64_t> sizes;
    int64_t groups;
  };
  const Shape shapes[] = {{{5, 6}, 2},        {{3, 6, 11}, 3},     {{2, 8, 1, 1}, 2},    {{2, 1100, 1}, 1},
                          {{2, 64, 7, 5}, 2}, {{2, 6, 30, 40}, 2}, {{2, 4, 3, 4, 5}, 4}, {{1, 2, 9, 70}, 1}};
  for (const Shape& s : shapes)
    for (const ScalarType t : {kFloat, kDouble, kBFloat16, kHalf})
      for (const bool last : {false, true}) {
        SCOPED_TRACE(str(IntArrayRef(s.sizes), " ", t, last));
        const int64_t n = s.sizes[0], c = s.sizes[1];
        const Tensor plain = random_of(s.sizes, t) + 1, x = last ? channels_last(plain) : plain;
        const Tensor dy = random_of(s.sizes, t), w = random_of({c}, t);
        const int64_t size = x.numel() / n / c;
        const auto [y, mean, rstd] = torchpp::native_group_norm(x, w, {}, n, c, size, s.groups, 1e-5);
        const auto split = [&](const Tensor& v) { return v.to(kDouble).reshape({n, s.groups, c / s.groups, size}); };
        const Tensor r = rstd.to(kDouble).view({n, s.groups, 1, 1}), m = mean.to(kDouble).view({n, s.groups, 1, 1});
        const Tensor h = (split(x) - m) * r, factors = w.to(kDouble).view({s.groups, c / s.groups, 1});
        for (const bool weighted : {true, false}) {
          const Tensor g = weighted ? split(dy) * factors : split(dy);
          const Tensor expected = r * (g - g.mean({2, 3}, true) - h * (g * h).mean({2, 3}, true));
          const optional<Tensor> weight = weighted ? optional<Tensor>(w) : nullopt;
          const auto gradients = [&](const Tensor& dy, const Tensor& x, std::array<bool, 3> wanted) {
            const auto [dx, dw, db] =
                torchpp::native_group_norm_backward(dy, x, mean, rstd, weight, n, c, size, s.groups, wanted);
            return List{dx, dw, db};
          };
          const List all = gradients(dy, x, {true, true, true});
          EXPECT_TRUE(close(all[0], expected.view(s.sizes), 10));
          EXPECT_TRUE(close(all[1], (split(dy) * h).sum({0, 3}).view({c}), 10));
          EXPECT_TRUE(close(all[2], split(dy).sum({0, 3}).view({c}), 10));
          EXPECT_EQ(all[0].strides(), y.strides());
          const List of_strided = gradients(strided(dy), strided(plain), {true, true, true});
          for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(close(of_strided[i], all[i].to(kDouble), 10));
          for (size_t i = 0; i < 3; ++i) {
            const List one = gradients(dy, x, {i == 0, i == 1, i == 2});
            for (size_t k = 0; k < 3; ++k) ASSERT_EQ(one[k].defined(), k == i);
            EXPECT_TRUE(same_bits(one[i], all[i])) << i;
          }
        }
      }
}

TEST(GroupNorm, GradientOfNothingAndErrors) {
  const auto gradients = [](const Tensor& x, const Tensor& grad, const Tensor& rows, const Tensor& w, int64_t n,
                            int64_t size) {
    return torchpp::native_group_norm_backward(grad, x, rows, rows, w, n, 4, size, 2, {true, true, true});
  };
  const Tensor w = torchpp::ones({4}), x = torchpp::ones({2, 4, 3}), rows = torchpp::ones({2, 2});
  for (const std::vector<int64_t>& sizes : {std::vector<int64_t>{0, 4, 3}, {2, 4, 0}}) {
    const Tensor none = torchpp::zeros(sizes);
    const auto [dx, dw, db] = gradients(none, none, torchpp::zeros({sizes[0], 2}), w, sizes[0], sizes[2]);
    EXPECT_EQ(dx.sizes(), IntArrayRef(sizes));
    EXPECT_TRUE(dw.equal(torchpp::zeros({4})) && db.equal(torchpp::zeros({4})));
  }
  EXPECT_ERROR(gradients(x, torchpp::ones({2, 4, 2}), rows, w, 2, 3), "grad_out is Float of size [2, 4, 2], expected");
  EXPECT_ERROR(gradients(x, x.to(kDouble), rows, w, 2, 3), "grad_out is Double of size [2, 4, 3], expected Float");
  EXPECT_ERROR(gradients(x, x, torchpp::ones({3}), w, 2, 3), "expected statistics of 4 groups");
  EXPECT_ERROR(gradients(x, x, rows, torchpp::ones({3}), 2, 3), "Expected weight to be a vector of size equal to");
  EXPECT_ERROR(gradients(x, x, rows, w, 2, 5), "does not have 2 x 4 x 5 elements");
  const Tensor i = torchpp::ones({2, 4, 3}, kInt);
  EXPECT_ERROR(gradients(i, i, rows, {}, 2, 3), "\"GroupNormBackwardKernelImpl\" not implemented for 'Int'");
}

TEST(GroupNorm, Gradients) {
  NN_TEST_SEED(8);
  autograd::GradcheckOptions both;
  both.check_forward_ad = true;
  const auto r = [](IntArrayRef s) { return random_of(s, kDouble).requires_grad_(); };
  const auto of = [](const List& v) {
    return List{torchpp::group_norm(v[0], 2, v.size() > 1 ? v[1] : Tensor(), v.size() > 2 ? v[2] : Tensor())};
  };
  for (const std::vector<int64_t>& sizes : {std::vector<int64_t>{3, 4}, {2, 4, 3}, {2, 4, 2, 3}}) {
    const Tensor x = r(sizes);
    for (const List& inputs : {List{x}, List{x, r({4})}, List{x, r({4}), r({4})}}) {
      EXPECT_TRUE(autograd::gradcheck(of, inputs, both));
      EXPECT_TRUE(autograd::gradgradcheck(of, inputs));
    }
  }
  // Only the parameters are asked for.
  const Tensor x = random_of({2, 4, 3}, kDouble);
  EXPECT_TRUE(autograd::gradcheck([&](const List& v) { return List{torchpp::group_norm(x, 2, v[0], v[1])}; },
                                  {r({4}), r({4})}, both));
}

TEST(Norms, SameBitsForAnyNumberOfThreads) {
  NN_TEST_SEED(5);
  const Tensor x = random_of({40, 12, 20, 20}, kFloat), w = random_of({12}, kFloat),
               rows = random_of({700, 128}, kFloat), v = random_of({128}, kFloat),
               short_runs = random_of({90, 70, 7, 7}, kFloat), u = random_of({70}, kFloat);
  const auto gradient = [](const Tensor& in, const Tensor& p, bool of_parameter, auto f) {
    const Tensor a = in.detach().requires_grad_(), b = p.detach().requires_grad_();
    const Tensor y = f(a, b);
    (y * y * y).sum().backward();
    return of_parameter ? b.grad() : a.grad();
  };
  using Norm = std::function<Tensor(const Tensor&, const Tensor&)>;
  const Norm bn = [](const Tensor& a, const Tensor& b) { return torchpp::batch_norm(a, b, b, {}, {}, true, .1, 1e-5); };
  const Norm bn_eval = [](const Tensor& a, const Tensor& b) {
    const Tensor mean = torchpp::zeros({b.numel()}), var = torchpp::ones({b.numel()});
    return torchpp::batch_norm(a, b, b, mean, var, false, .1, 1e-5);
  };
  const auto gn = [](const Tensor& a, const Tensor& b) { return torchpp::group_norm(a, 3, b, b); };
  const auto ln = [](const Tensor& a, const Tensor& b) { return torchpp::layer_norm(a, {128}, b, b); };
  for (bool parameter : {false, true}) {
    for (const Tensor& in : {x, channels_last(x)})
      expect_same_for_any_threads([&] { return gradient(in, w, parameter, bn); });
    for (const Tensor& in : {short_runs, short_runs.slice(1, 0, 9)})
      for (const ScalarType t : {kFloat, kBFloat16})
        for (const auto& f : {bn, bn_eval})
          expect_same_for_any_threads([&] { return gradient(in.to(t), u.slice(0, 0, in.size(1)), parameter, f); });
    for (const Tensor& in : {x, channels_last(x)}) {
      expect_same_for_any_threads([&] { return torchpp::group_norm(in, 3, w, w); });
      expect_same_for_any_threads([&] { return gradient(in, w, parameter, gn); });
    }
    expect_same_for_any_threads([&] { return gradient(rows, v, parameter, ln); });
  }
}

// The phrases are those of libtorch 1.13.1.
TEST(Norms, Errors) {
  const auto r = [](IntArrayRef s) { return torchpp::ones(s); };
  const auto bn = [&](const Tensor& x, optional<Tensor> m, optional<Tensor> v, optional<Tensor> w, optional<Tensor> b,
                      bool training) { return torchpp::batch_norm(x, w, b, m, v, training, .1, 1e-5); };
  EXPECT_ERROR(bn(r({2, 3, 4}), r({4}), r({3}), {}, {}, true), "running_mean should contain 3 elements not 4");
  EXPECT_ERROR(bn(r({2, 3, 4}), r({3}), r({4}), {}, {}, true), "running_var should contain 3 elements not 4");
  EXPECT_ERROR(bn(r({2, 3, 4}), {}, {}, r({4}), {}, true), "weight should contain 3 elements not 4");
  EXPECT_ERROR(bn(r({2, 3, 4}), {}, {}, {}, r({4}), true), "bias should contain 3 elements not 4");
  EXPECT_ERROR(bn(r({2, 3, 4}), {}, {}, {}, {}, false), "running_mean must be defined in evaluation mode");
  EXPECT_ERROR(bn(r({2, 3}), r({3}).to(kDouble), r({3}).to(kDouble), {}, {}, true),
               "mixed dtype (CPU): expect parameter to have scalar type of Float");
  EXPECT_ERROR(bn(torchpp::ones({2, 3}, kLong), {}, {}, {}, {}, true), "\"batch_norm\" not implemented for 'Long'");
  EXPECT_ERROR(torchpp::layer_norm(r({2, 3}), {4}),
               "Given normalized_shape=[4], expected input with shape [*, 4], but got input of size[2, 3]");
  EXPECT_ERROR(torchpp::layer_norm(r({2, 3}), IntArrayRef()), "Expected normalized_shape to be at least 1-dimensional");
  EXPECT_ERROR(torchpp::layer_norm(r({2, 3}), {3}, r({4})),
               "Expected weight to be of same shape as normalized_shape, but got weight of shape [4] and "
               "normalized_shape = [3]");
  EXPECT_ERROR(torchpp::group_norm(r({2, 3, 4}), 2),
               "Expected number of channels in input to be divisible by num_groups, but got input of shape [2, 3, 4] "
               "and num_groups=2");
  EXPECT_ERROR(torchpp::group_norm(r({2, 4, 4}), 2, r({3})),
               "Expected weight to be a vector of size equal to the number of channels in input, but got weight of "
               "shape [3] and input of shape [2, 4, 4]");
  EXPECT_ERROR(torchpp::instance_norm(r({2, 3, 4}), {}, {}, {}, {}, false, .1, 1e-5),
               "Expected running_mean and running_var to be defined when use_input_stats is false");
}

TEST(InstanceNorm, StatisticsThatCannotBeWrittenStayBoth) {
  const Tensor x = torchpp::arange(12).to(kFloat).view({2, 3, 2}), mean = torchpp::full({3}, 2.0f),
               one = torchpp::full({1}, 5.0f);
  const char* phrase = "more than one element of the written-to tensor refers to a single memory location";
  EXPECT_ERROR(torchpp::instance_norm(x, {}, {}, mean, one.expand({3}), true, 0.1, 1e-5), phrase);
  EXPECT_ERROR(torchpp::instance_norm(x, {}, {}, one.expand({3}), mean, true, 0.1, 1e-5), phrase);
  EXPECT_TRUE(mean.eq(2).all().item<bool>() && one.eq(5).all().item<bool>());
}

// libtorch 1.13.1: the statistics stay, the gradient of each parameter is zero; a parameter without a first element is
// refused.
TEST(BatchNorm, WithoutElements) {
  for (const std::vector<int64_t>& sizes :
       std::vector<std::vector<int64_t>>{{0, 3}, {0, 3, 4}, {2, 3, 0}, {0, 3, 2, 2}, {2, 3, 2, 2, 0}})
    for (bool training : {false, true})
      for (bool tracked : {false, true}) {
        SCOPED_TRACE(str(IntArrayRef(sizes), " training ", training, " tracked ", tracked));
        const Tensor x = torchpp::zeros(sizes).requires_grad_(), w = torchpp::ones({3}).requires_grad_(),
                     b = torchpp::ones({3}).requires_grad_();
        const optional<Tensor> mean = tracked ? torchpp::full({3}, 2.0f) : optional<Tensor>(),
                               var = tracked ? torchpp::full({3}, 5.0f) : optional<Tensor>();
        const Tensor y = torchpp::batch_norm(x, w, b, mean, var, training, 0.1, 1e-5, false);
        EXPECT_EQ(y.sizes(), x.sizes());
        EXPECT_FALSE(y.is_view());
        y.sum().backward();
        EXPECT_EQ(x.grad().sizes(), x.sizes());
        EXPECT_TRUE(w.grad().equal(torchpp::zeros({3})) && b.grad().equal(torchpp::zeros({3})));
        if (tracked) {
          EXPECT_TRUE(mean->eq(2).all().item<bool>() && var->eq(5).all().item<bool>());
        }
        if (!training && !tracked) continue;
        const Tensor z = torchpp::instance_norm(x, {}, {}, mean, var, training, 0.1, 1e-5);
        EXPECT_EQ(z.sizes(), x.sizes());
      }
  EXPECT_EQ(torchpp::batch_norm(torchpp::zeros({0}), {}, {}, {}, {}, true, 0.1, 1e-5, false).dim(), 1);
  EXPECT_EQ(nn::functional::batch_norm(torchpp::zeros({0}), {}, {}).dim(), 1);
  EXPECT_ERROR(torchpp::batch_norm(torchpp::zeros({2, 0}), torchpp::ones({0}), {}, {}, {}, true, 0.1, 1e-5, false),
               "select(): index 0 out of range");
  const auto [y, mean, invstd] = torchpp::native_batch_norm(torchpp::zeros({2, 3, 0}), {}, {}, {}, {}, true, 0.1, 1e-5);
  EXPECT_TRUE(mean.isnan().all().item<bool>() && invstd.isnan().all().item<bool>());
  EXPECT_EQ(invstd.numel(), 3);
  const auto [z, row_mean, rstd] = torchpp::native_layer_norm(torchpp::zeros({2, 0}), 0, {}, {}, 1e-5);
  EXPECT_TRUE(row_mean.equal(torchpp::zeros({2, 1})) && rstd.isnan().all().item<bool>());
}

// libtorch 1.13.1 on the CPU: of the parameters' dtype, else of the input's; parameters and statistics agree.
TEST(Norms, DtypeOfSavedStatistics) {
  const Tensor x = torchpp::arange(24, kFloat).view({4, 3, 2}).to(kBFloat16);
  const Tensor wide = torchpp::ones({3}), narrow = wide.to(kBFloat16);
  struct Row {
    optional<Tensor> weight, running;
    ScalarType expected;
  };
  for (const Row& row : {Row{{}, {}, kBFloat16}, Row{{}, narrow, kBFloat16}, Row{{}, wide, kFloat},
                         Row{narrow, {}, kBFloat16}, Row{wide, {}, kFloat}, Row{wide, wide, kFloat}})
    for (bool training : {true, false}) {
      if (!training && !row.running) continue;
      const optional<Tensor> mean = row.running ? row.running->clone() : row.running,
                             var = row.running ? row.running->clone() : row.running;
      const auto [y, m, s] = torchpp::native_batch_norm(x, row.weight, row.weight, mean, var, training, 0.1, 1e-5);
      EXPECT_EQ(y.scalar_type(), kBFloat16);
      EXPECT_EQ(m.scalar_type(), row.expected);
      EXPECT_EQ(s.scalar_type(), row.expected);
      EXPECT_EQ(m.numel(), training ? 3 : 0);
    }
  EXPECT_ERROR(torchpp::native_batch_norm(x, narrow, narrow, wide.clone(), wide.clone(), true, 0.1, 1e-5),
               "mixed dtype");
  const auto [y, mean, rstd] = torchpp::native_layer_norm(x, 2, {}, {}, 1e-5);
  EXPECT_EQ(mean.scalar_type(), kBFloat16);
  EXPECT_EQ(rstd.scalar_type(), kBFloat16);
}

// Twice differentiated, with every choice of operands that need a gradient.
// libtorch 1.13.1: "expected scalar type Float but found ComplexDouble".
TEST(Norms, ComplexStatisticsAreRefused) {
  const Tensor x = ones({3, 2}), real = ones({2}), complex = ones({2}, kComplexDouble), rows = ones({3}, kComplexFloat);
  EXPECT_ERROR(native_batch_norm_backward(x, x, {}, {}, {}, real, complex, true, 0.01, {true, true, true}),
               "expected real numbers");
  EXPECT_ERROR(native_batch_norm_backward(x, x, {}, complex, real, {}, {}, false, 0.01, {true, true, true}),
               "mixed dtype");
  EXPECT_ERROR(native_layer_norm_backward(x, x, {2}, rows, ones({3}), {}, {}, {true, true, true}),
               "expected real numbers");
}
TEST(Norms, SecondDerivatives) {
  const Tensor x = (torchpp::arange(24, kDouble) * 1.7).sin().view({4, 3, 2}),
               w = torchpp::linspace(0.5, 2, 3, kDouble), b = torchpp::linspace(-1, 1, 3, kDouble), mean = b * 0.3,
               var = w + 0.2, w2 = torchpp::linspace(0.5, 2, 6, kDouble).view({3, 2}), b2 = w2 * 0.1;
  for (int affine = 0; affine < 4; ++affine)
    for (int needs = 1; needs < 8; ++needs) {
      if (((needs & 2) != 0 && (affine & 1) == 0) || ((needs & 4) != 0 && (affine & 2) == 0)) continue;
      const auto operand = [&](const Tensor& t, int bit) { return t.clone().requires_grad_((needs & bit) != 0); };
      const auto with = [affine](const List& in, size_t i, int bit) {
        return (affine & bit) != 0 ? optional<Tensor>(in[i]) : optional<Tensor>();
      };
      const List in = {operand(x, 1), operand(w, 2), operand(b, 4)}, rows = {in[0], operand(w2, 2), operand(b2, 4)};
      SCOPED_TRACE(str("affine ", affine, " needs ", needs));
      for (bool training : {true, false})
        EXPECT_TRUE(autograd::gradgradcheck(
            [&](const List& t) {
              return List{torchpp::batch_norm(t[0], with(t, 1, 1), with(t, 2, 2), mean.clone(), var.clone(), training,
                                              0.1, 1e-5, false)};
            },
            in));
      EXPECT_TRUE(autograd::gradgradcheck(
          [&](const List& t) {
            return List{torchpp::layer_norm(t[0], {3, 2}, with(t, 1, 1), with(t, 2, 2), 1e-5, false)};
          },
          rows));
      EXPECT_TRUE(autograd::gradgradcheck(
          [&](const List& t) { return List{torchpp::group_norm(t[0], 3, with(t, 1, 1), with(t, 2, 2), 1e-5, false)}; },
          in));
    }
}

// In evaluation the gradient of the input does not depend on it; libtorch 1.13.1 differentiates it all the same.
TEST(BatchNorm, FirstDerivativeIsPartOfTheGraph) {
  const Tensor x = torchpp::ones({2, 3}, kDouble).requires_grad_();
  const Tensor y = torchpp::batch_norm(x, {}, {}, torchpp::zeros({3}, kDouble), torchpp::ones({3}, kDouble), false, 0.1,
                                       1e-5, false);
  const Tensor dx = autograd::grad({y.sum()}, {x}, {}, true, true)[0];
  EXPECT_TRUE(dx.requires_grad());
  EXPECT_FALSE(autograd::grad({dx.sum()}, {x}, {}, true, false, true)[0].defined());
}

}  // namespace
