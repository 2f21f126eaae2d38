// SPDX-License-Identifier: BSD-3-Clause
// What the rows of attention cannot say. Stored values are those of libtorch 1.13.1's _scaled_dot_product_attention on
// the CPU.
#include <gtest/gtest.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <limits>
#include <sstream>

namespace torchpp {
namespace {

using autograd::variable_list;

// Numbers between -0.8 and 0.9 that look random.
Tensor ramp(IntArrayRef sizes) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return arange(n, kDouble).mul(0.37).remainder(1.7).sub(0.8).view(sizes);
}

// Equal to `expected` up to the tolerance, NaN where that is NaN.
void expect_near(const Tensor& got, const Tensor& expected, double tolerance, const std::string& what = "") {
  ASSERT_EQ(got.sizes(), expected.sizes()) << what;
  EXPECT_TRUE(got.detach().to(kDouble).allclose(expected.detach().to(kDouble), tolerance, tolerance, true)) << what;
}
void expect_values(const Tensor& got, const std::vector<double>& expected) {
  expect_near(got.flatten(), tensor(expected, kDouble), 2e-6);
}

Tensor of_matrices(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask = {}, bool causal = false) {
  return std::get<0>(_scaled_dot_product_attention_math(q, k, v, mask, 0, false, causal));
}

struct Threads {
  explicit Threads(int n) : before(get_num_threads()) { set_num_threads(n); }
  ~Threads() { set_num_threads(before); }
  int before;
};

struct Example {
  Tensor q = ramp({2, 3, 4}), k = ramp({2, 5, 4}) * -0.9, v = ramp({2, 5, 2}) * 1.1;
  Tensor mask = tensor({1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0}, kInt).to(kBool).view({3, 5});
};

TEST(Attention, LibtorchsValues) {
  const Example e;
  const auto [y, weights] = _scaled_dot_product_attention(e.q, e.k, e.v);
  const std::vector<double> plain{0.107886,  0.051634, 0.016871, 0.038985, -0.11753, 0.051551,
                                  -0.062652, 0.00818,  0.019514, -0.01752, 0.022381, 0.003567};
  expect_values(y, plain);
  expect_values(weights[0], {0.117381, 0.196449, 0.247728, 0.224823, 0.213619, 0.217378, 0.127179, 0.205821, 0.202587,
                             0.247035, 0.299514, 0.224888, 0.127229, 0.13582, 0.212549});
  expect_values(scaled_dot_product_attention(e.q, e.k, e.v), plain);
  expect_values(scaled_dot_product_attention(e.q, e.k, e.v, {}, 0, true),
                {-0.88, -0.473, -0.579545, -0.172545, -0.281213, -0.239326, -0.55, -0.143, -0.044189, 0.362811,
                 -0.321699, 0.085301});
  expect_values(scaled_dot_product_attention(e.q, e.k, e.v, e.mask),
                {0.02163, -0.356633, 0.466454, 0.209898, -0.281213, -0.239326, -0.464367, -0.057367, 0.125824,
                 -0.146841, -0.321699, 0.085301});
  expect_values(scaled_dot_product_attention(e.q, e.k, e.v, ramp({2, 1, 5}) * 2),
                {0.27298, 0.419405, 0.287403, 0.483599, 0.271429, 0.522016, 0.319991, -0.22486, 0.390615, -0.256522,
                 0.380769, -0.236646});
}

// The division by the root of the width makes numbers of integers and truths, before a mask of truths becomes one.
TEST(Attention, QueriesOfIntegersAreMasked) {
  const Tensor q = tensor({1, 0, 1, 0, 1, 1}, kInt).view({2, 3}), k = ramp({3, 3}).to(kFloat),
               v = ramp({3, 2}).to(kFloat), mask = tensor({1, 0, 1, 1, 1, 0}, kInt).to(kBool).view({2, 3});
  const auto [y, weights] = _scaled_dot_product_attention(q.to(kBool), k, v, mask, 0, true);
  expect_values(y, {0.155722, -0.572067, -0.374872, -0.004872});
  expect_values(weights, {0.354242, 0, 0.645758, 0.425503, 0.574497, 0});
  expect_values(of_matrices(q * 2, k, v, mask), {0.337651, -0.599110, -0.322139, 0.047861});
}

// libtorch 1.13.1: a query of integers is floating once it is scaled, and so is the mask.
TEST(Attention, QueryOfIntegers) {
  const Tensor q = tensor({1, 2, 3, 0}).to(kByte).view({2, 2}), k = tensor({.5f, -1.f, 1.f, .25f}).view({2, 2});
  const auto [y, weights] =
      _scaled_dot_product_attention(q, k, tensor({1.f, 2.f, 3.f, 5.f}).view({2, 2}), {}, 0, true, true);
  expect_near(y, tensor({1., 2., 2.4856, 4.2284}).view({2, 2}), 1e-4);
  expect_near(weights, tensor({1., 0., .2572, .7428}).view({2, 2}), 1e-4);
}

TEST(Attention, QueryWithoutKeysIsNotANumber) {
  const Example e;
  e.mask.select(0, 1).fill_(false);
  const std::vector<double> expected{0.02163,   -0.356633, NAN, NAN, -0.281213, -0.239326,
                                     -0.464367, -0.057367, NAN, NAN, -0.321699, 0.085301};
  expect_values(scaled_dot_product_attention(e.q, e.k, e.v, e.mask), expected);
  expect_values(std::get<0>(_scaled_dot_product_attention(e.q, e.k, e.v, e.mask)), expected);
  const Tensor q = e.q.clone().set_requires_grad(true), k = e.k.clone().set_requires_grad(true);
  const auto gradients = [&](const Tensor& y) { return autograd::grad({y}, {q, k}, {ones_like(y)}); };
  const variable_list got = gradients(scaled_dot_product_attention(q, k, e.v, e.mask)),
                      expected_gradients = gradients(of_matrices(q, k, e.v, e.mask));
  for (size_t i = 0; i < 2; ++i) expect_near(got[i], expected_gradients[i], 1e-12);
  // A query whose first blocks of keys are all hidden.
  Tensor late = zeros({1, 400}, kBool);
  late.narrow(1, 300, 100).fill_(true);
  expect_near(scaled_dot_product_attention(ramp({3, 8}), ramp({400, 8}), ramp({400, 5}), late),
              of_matrices(ramp({3, 8}), ramp({400, 8}), ramp({400, 5}), late), 1e-12);
}

// As masks of the lowest finite number are made: they hide keys, but a query without others sees all alike.
TEST(Attention, MasksOfTheLowestFiniteNumber) {
  for (const ScalarType dtype : {kFloat, kDouble})
    for (const bool greatest : {false, true}) {
      const double most = dtype == kFloat ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
      const Tensor q = ramp({70, 8}).to(dtype), k = ramp({300, 8}).to(dtype) * -0.9, v = ramp({300, 5}).to(dtype);
      Tensor mask = zeros({70, 300}, dtype);
      mask.select(0, 3).fill_(-most);
      mask.select(0, 40).slice(0, 1).fill_(-most);
      mask.slice(0, 50, 60).slice(1, 0, 200).fill_(greatest ? most : -most);
      mask.slice(0, 60).slice(1, 100).fill_(-HUGE_VAL);
      expect_near(scaled_dot_product_attention(q, k, v, mask), of_matrices(q, k, v, mask),
                  dtype == kFloat ? 1e-5 : 1e-13);
    }
}

// Far above and below zero: probabilities that underflow are zero, and none is lost.
TEST(Attention, ScoresOfEverySize) {
  for (const ScalarType dtype : {kFloat, kDouble})
    for (const double scale : {1e-3, 1., 20., 300.}) {
      const Tensor q = (ramp({50, 16}) * scale).to(dtype), k = ramp({260, 16}).to(dtype), v = ramp({260, 7}).to(dtype);
      const Tensor expected = of_matrices(q.to(kDouble), k.to(kDouble), v.to(kDouble));
      expect_near(scaled_dot_product_attention(q, k, v), expected,
                  dtype == kDouble ? 1e-12 * (1 + scale) : 2e-6 * (1 + scale), str(toString(dtype), " ", scale));
      const Tensor a = q.clone().set_requires_grad(true), b = q.to(kDouble).set_requires_grad(true);
      scaled_dot_product_attention(a, k, v).sum().backward();
      of_matrices(b, k.to(kDouble), v.to(kDouble)).sum().backward();
      expect_near(a.grad(), b.grad(), dtype == kDouble ? 1e-11 * (1 + scale) : 1e-5 * (1 + scale));
    }
}

TEST(Attention, LibtorchsGradients) {
  Example e;
  for (Tensor* t : {&e.q, &e.k, &e.v}) *t = t->detach().set_requires_grad(true);
  scaled_dot_product_attention(e.q, e.k, e.v, {}, 0, true).backward(ramp({2, 3, 2}));
  expect_values(e.q.grad(),
                {0.0, 0.0, 0.0, 0.0, -0.031561, 0.004691, 0.004691, 0.004691, -0.058644, -0.119595, 0.031121, 0.031121,
                 0.0, 0.0, 0.0, 0.0, 0.024457,  0.024457, 0.024457, -0.16453, 0.008101,  0.008101,  0.008101, 0.03249});
  expect_values(e.k.grad(), {-0.0431,  -0.033295, 0.035969,  0.005495,  -0.002213, -0.048467, 0.013285,  0.007311,
                             0.045313, 0.081761,  -0.049254, -0.012806, 0.0,       0.0,       0.0,       0.0,
                             0.0,      0.0,       0.0,       0.0,       -0.005659, -0.045463, -0.085268, 0.057814,
                             0.017029, 0.035798,  0.054567,  -0.012899, -0.011371, 0.009665,  0.030701,  -0.044915,
                             0.0,      0.0,       0.0,       0.0,       0.0,       0.0,       0.0,       0.0});
  expect_values(e.v.grad(), {-0.5253,  -0.533188, 0.212532, -0.109901, 0.132768,  -0.126911, 0.0, 0.0, 0.0, 0.0,
                             -0.21667, 0.375431,  0.088558, 0.46446,   -0.191888, -0.049891, 0.0, 0.0, 0.0, 0.0});
}

TEST(Attention, DropoutDrawsWhatLibtorchDraws) {
  const Example e;
  const std::vector<double> expected{0.007993,  0.232521,  0.132112,  0.031548,  0.109528, 0.345839,
                                     -0.212613, -0.375601, -0.112686, -0.029298, 0.008584, 0.167387};
  manual_seed(11);
  expect_values(scaled_dot_product_attention(e.q, e.k, e.v, {}, 0.4), expected);
  manual_seed(11);
  expect_values(std::get<0>(_scaled_dot_product_attention(e.q, e.k, e.v, {}, 0.4)), expected);
  EXPECT_THROW(scaled_dot_product_attention(e.q, e.k, e.v, {}, 1.5), Error);
}

// Results and gradients of all sizes around those of blocks and panels, against attention by matrices of doubles.
TEST(Attention, EveryBlockBoundary) {
  manual_seed(3);
  for (const ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16})
    for (const auto& [queries, keys, features, values] : std::vector<std::array<int64_t, 4>>{{1, 1, 1, 1},
                                                                                             {5, 7, 3, 4},
                                                                                             {48, 128, 64, 64},
                                                                                             {49, 129, 65, 33},
                                                                                             {130, 70, 16, 100},
                                                                                             {3, 600, 8, 8},
                                                                                             {600, 3, 40, 20},
                                                                                             {20, 30, 1, 2},
                                                                                             {33, 17, 0, 5},
                                                                                             {5, 0, 4, 4},
                                                                                             {0, 5, 4, 4},
                                                                                             {5, 6, 4, 0}})
      for (const int kind : {0, 1, 2, 3}) {
        const auto make = [&](IntArrayRef sizes) { return randn(sizes).to(dtype).set_requires_grad(true); };
        const Tensor q = make({2, queries, features}), k = make({2, keys, features}), v = make({2, keys, values});
        Tensor mask;
        if (kind == 2) mask = rand({queries, keys}) < 0.7;
        if (kind == 2 && keys > 0) mask.select(1, 0).fill_(true);
        if (kind == 3) mask = randn({2, 1, keys});
        const Tensor y = scaled_dot_product_attention(q, k, v, mask, 0, kind == 1), grad = randn(y.sizes()).to(dtype);
        const variable_list got = autograd::grad({y}, {q, k, v}, {grad});
        variable_list wide;
        for (const Tensor& t : {q, k, v}) wide.push_back(t.detach().to(kDouble).set_requires_grad(true));
        const Tensor expected = of_matrices(wide[0], wide[1], wide[2], mask, kind == 1);
        const variable_list gradients = autograd::grad({expected}, wide, {grad.to(kDouble)});
        const double tolerance = dtype == kDouble ? 1e-11 : dtype == kFloat ? 2e-5 : dtype == kHalf ? 0.02 : 0.1;
        std::ostringstream what;
        what << toString(dtype) << " " << queries << " x " << keys << ", " << features << ", " << values << ", "
             << kind;
        expect_near(y, expected, tolerance, what.str());
        for (size_t i = 0; i < 3; ++i) expect_near(got[i], gradients[i], tolerance, what.str());
      }
}

// Blocks of keys start from the greatest scores of the blocks before them, which may grow, fall, be infinite or hidden.
TEST(Attention, ScoresThatGrowFromBlockToBlock) {
  manual_seed(5);
  const Tensor q = rand({2, 70, 16}).add(0.5), v = randn({2, 700, 24}), noise = randn({2, 700, 16});
  const Tensor rising = arange(700, kFloat).view({700, 1});
  for (const double step : {0.0, 0.002, 0.02, 0.5, 40.0, -0.02, -0.5, 1e33}) {
    const Tensor k = noise + rising * step;
    for (const int kind : {0, 1, 2, 3})
      for (const ScalarType dtype : {kFloat, kDouble}) {
        Tensor mask;
        if (kind >= 2) mask = rand({70, 700}) < 0.5;
        if (kind == 3) mask.slice(1, 0, 300).fill_(false);  // the first blocks are hidden
        const Tensor y = scaled_dot_product_attention(q.to(dtype), k.to(dtype), v.to(dtype), mask, 0, kind == 1);
        const Tensor expected = of_matrices(q.to(kDouble), k.to(kDouble), v.to(kDouble), mask, kind == 1);
        const double largest =
            700 * std::abs(step) * 4;  // of the scores, of whose error exponentials make a relative one
        const double tolerance = dtype == kDouble ? 1e-10 : 2e-5 + 1e-6 * std::min(largest, 1e5);
        if (step < 1e30) expect_near(y, expected, tolerance, std::to_string(step) + " " + std::to_string(kind));
        else EXPECT_TRUE(y.to(kDouble).isfinite().all().item<bool>());  // the last key that is seen has all the weight
      }
  }
  // Greatest scores that are infinite make their queries no numbers, and no others.
  Tensor k = noise.clone();
  k.select(1, 650).fill_(std::numeric_limits<float>::infinity());
  const Tensor y = scaled_dot_product_attention(q, k, v, {}, 0, true), whole = scaled_dot_product_attention(q, k, v);
  EXPECT_TRUE(whole.isnan().all().item<bool>());
  EXPECT_FALSE(y.isnan().any().item<bool>());
}

// One key has the weight 1, also where its score was rounded.
TEST(Attention, OneKeyGivesItsValue) {
  manual_seed(6);
  for (const ScalarType dtype : {kFloat, kDouble}) {
    const Tensor q = randn({3, 50, 19}).to(dtype), k = randn({3, 1, 19}).to(dtype), v = randn({3, 1, 8}).to(dtype);
    EXPECT_TRUE(scaled_dot_product_attention(q, k, v).equal(v.expand({3, 50, 8})));
  }
}

TEST(Attention, BitwiseEqualForAnyNumberOfThreads) {
  manual_seed(4);
  // Many heads, and fewer heads than threads, whose gradients are cut otherwise; greatest scores that grow.
  for (const int64_t heads : {1, 9})
    for (const bool causal : {false, true}) {
      variable_list inputs;
      for (const int64_t rows : {700, 400, 400})
        inputs.push_back(
            (randn({heads, rows, 40}) + arange(rows, kFloat).view({rows, 1}) * 0.005 * heads).set_requires_grad(true));
      const Tensor grad = randn({heads, 700, 40});
      const auto run = [&](int threads) {
        const Threads guard(threads);
        const Tensor y = scaled_dot_product_attention(inputs[0], inputs[1], inputs[2], {}, 0, causal);
        variable_list all = autograd::grad({y}, inputs, {grad});
        all.push_back(y);
        return all;
      };
      const variable_list one = run(1);
      for (const int threads : {2, 3, 8}) {
        const variable_list many = run(threads);
        for (size_t i = 0; i < one.size(); ++i)
          EXPECT_TRUE(one[i].equal(many[i])) << heads << " " << threads << " " << i;
      }
    }
}

// Heads as they lie between the rows and the features of a projection, and strides of all kinds.
TEST(Attention, ReadsStridedOperandsWithoutAnotherResult) {
  const Tensor joint = ramp({60, 2, 3, 4, 10});  // rows, batch, parts, heads, features
  const auto part = [&](int64_t i) { return joint.select(2, i).permute({1, 2, 0, 3}); };
  const Tensor y = scaled_dot_product_attention(part(0), part(1), part(2));
  EXPECT_TRUE(y.equal(scaled_dot_product_attention(part(0).contiguous(), part(1).contiguous(), part(2).contiguous())));
  // The result lies as the query does, so that joining the heads copies nothing.
  EXPECT_TRUE(y.permute({2, 0, 1, 3}).is_contiguous());
  const Tensor q = ramp({2, 7, 20}).slice(2, 0, 20, 2), k = ramp({2, 10, 9}).transpose(1, 2),
               v = ramp({1, 9, 6}).expand({2, 9, 6});
  EXPECT_TRUE(scaled_dot_product_attention(q, k, v).equal(
      scaled_dot_product_attention(q.contiguous(), k.contiguous(), v.contiguous())));
  // Rows of values further apart than those that are read where they lie, and columns side by side.
  const Tensor far = ramp({2, 300, 2000}), values = far.slice(2, 3, 67);
  for (const Tensor& t : {values, ramp({2, 300, 80}).slice(2, 1, 65), ramp({2, 64, 300}).transpose(1, 2),
                          ramp({2, 1, 64}).expand({2, 300, 64}), ramp({2, 300, 61})})
    EXPECT_TRUE(scaled_dot_product_attention(far.slice(2, 0, 16), far.slice(2, 100, 116), t)
                    .equal(scaled_dot_product_attention(far.slice(2, 0, 16).contiguous(),
                                                        far.slice(2, 100, 116).contiguous(), t.contiguous())));
  EXPECT_TRUE(scaled_dot_product_attention(q, k, v, ramp({9, 7}).t())
                  .equal(scaled_dot_product_attention(q, k, v, ramp({9, 7}).t().contiguous())));
}

TEST(Attention, LeadingSizesBroadcast) {
  const Tensor q = ramp({3, 1, 6, 4}), k = ramp({2, 5, 4}), v = ramp({3, 2, 5, 7}), mask = ramp({3, 1, 1, 5});
  expect_near(scaled_dot_product_attention(q, k, v, mask), of_matrices(q, k, v, mask), 1e-12);
  variable_list inputs{q, k, v};
  for (Tensor& t : inputs) t = t.detach().set_requires_grad(true);
  const auto gradients = [&](const Tensor& y) { return autograd::grad({y.sum()}, inputs); };
  const variable_list got = gradients(scaled_dot_product_attention(inputs[0], inputs[1], inputs[2], mask)),
                      expected = gradients(of_matrices(inputs[0], inputs[1], inputs[2], mask));
  for (size_t i = 0; i < 3; ++i) expect_near(got[i], expected[i], 1e-12);
}

TEST(Attention, GradientsOfEveryOrder) {
  const auto input = [](IntArrayRef sizes) { return ramp(sizes).set_requires_grad(true); };
  const variable_list inputs{input({2, 3, 2}), input({2, 4, 2}), input({2, 4, 3}), input({1, 3, 4})};
  autograd::GradcheckOptions o;
  o.check_forward_ad = true;
  for (const bool causal : {false, true}) {
    const auto f = [=](const variable_list& x) -> variable_list {
      return {scaled_dot_product_attention(x[0], x[1], x[2], x.size() > 3 ? x[3] : Tensor(), 0, causal)};
    };
    const variable_list used(inputs.begin(), inputs.end() - (causal ? 1 : 0));
    EXPECT_TRUE(autograd::gradcheck(f, used, o));
    EXPECT_TRUE(autograd::gradgradcheck(f, used));
  }
}

// The mask alone may need a gradient, and inputs may not.
TEST(Attention, GradientOfTheMaskAlone) {
  const Example e;
  const Tensor mask = ramp({3, 5}).set_requires_grad(true);
  const Tensor got = autograd::grad({scaled_dot_product_attention(e.q, e.k, e.v, mask).sum()}, {mask})[0];
  expect_near(got, autograd::grad({of_matrices(e.q, e.k, e.v, mask).sum()}, {mask})[0], 1e-12);
  const Tensor v = e.v.clone().set_requires_grad(true);
  expect_near(autograd::grad({scaled_dot_product_attention(e.q, e.k, v).sum()}, {v})[0],
              autograd::grad({of_matrices(e.q, e.k, v).sum()}, {v})[0], 1e-12);
}

TEST(Attention, Errors) {
  const Tensor q = ramp({2, 3, 4}), k = ramp({2, 5, 4});
  EXPECT_THROW(scaled_dot_product_attention(q, k, k, ones({3, 5}, kBool), 0, true), Error);
  EXPECT_THROW(scaled_dot_product_attention(q, k, k.to(kFloat)), Error);
  EXPECT_THROW(scaled_dot_product_attention(q.to(kLong), k.to(kLong), k.to(kLong)), Error);
  EXPECT_THROW(scaled_dot_product_attention(q.select(0, 0).select(0, 0), k, k), Error);
  EXPECT_THROW(scaled_dot_product_attention(q, k, k.slice(1, 0, 3)), Error);
  EXPECT_THROW(scaled_dot_product_attention(q, k, k, ones({3, 5}, kInt)), Error);
  EXPECT_THROW(scaled_dot_product_attention(q, k, k, ones({4, 5})), Error);
}

}  // namespace
}  // namespace torchpp
