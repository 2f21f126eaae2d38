// SPDX-License-Identifier: BSD-3-Clause
// The numbers are those of libtorch 1.13.1 after manual_seed(7).
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/core/log.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/random.h>
#include <torchpp/ops/reduction.h>

#include <cmath>
#include <limits>

#include "tests/ops/shapes_support.h"
#include "tests/support/error_of.h"

namespace torchpp::test {
namespace {

template <class F>
void expect_seeded(const F& f, const V& expected, const char* what) {
  manual_seed(7);
  const V got = values(f());
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 2e-6 * (1 + std::abs(expected[i]))) << what;
}
#define EXPECT_SEEDED(expression, ...) expect_seeded([] { return expression; }, V __VA_ARGS__, #expression)

TEST(Random, DrawsWhatLibtorchDraws) {
  EXPECT_SEEDED(rand({4}), {0.53492254, 0.198803186, 0.659211695, 0.656890273});
  EXPECT_SEEDED(randn({4}), {-0.146795094, 0.786141276, 0.94682163, -1.114344});
  EXPECT_SEEDED(randn({20}).slice(0, 0, 4), {-0.820134521, 0.395631164, 0.898908496, -1.38840389});
  EXPECT_SEEDED(randn({4}, kDouble), {-0.146795097, 0.786141299, 0.946821609, -1.11434402});
  EXPECT_SEEDED(randint(10, {6}), {5, 2, 1, 6, 3, 7});
  EXPECT_SEEDED(randperm(6), {3, 0, 1, 5, 2, 4});
  EXPECT_SEEDED(zeros({8}, kBool).random_(), {1, 0, 1, 0, 1, 1, 1, 1});
  EXPECT_SEEDED(zeros({6}).bernoulli_(.5), {1, 1, 0, 0, 0, 0});
  EXPECT_SEEDED(bernoulli(tensor({.1, .9, .5, .5})), {0, 1, 0, 0});
  EXPECT_SEEDED(zeros({4}).exponential_(), {0.327643931, 0.319783479, 1.98117542, 1.06911683});
  EXPECT_SEEDED(zeros({4}).cauchy_(), {-0.830555797, -0.861203074, 2.16189218, 0.536283314});
  EXPECT_SEEDED(zeros({4}).geometric_(.2), {6, 6, 1, 2});
  EXPECT_SEEDED(zeros({4}).log_normal_(), {2.02670193, 13.0956821, 18.0589828, 0.2926763});
  EXPECT_SEEDED(normal(tensor({1., 2.}), tensor({3., 4.})), {0.559614718, 5.14456511});
  EXPECT_SEEDED(view_as_real(randn({3}, kComplexFloat)),
                {-0.103799812, 0.555885851, 0.669503987, -0.787960231, 1.19556916, -0.632738888});
  EXPECT_SEEDED(view_as_real(rand({3}, kComplexFloat)),
                {0.53492254, 0.198803186, 0.659211695, 0.656890273, 0.232761562, 0.425061405});
}

// Answers of libtorch 1.13.1 to the same seed.
TEST(Random, PoissonAndBinomialNumbersAreLibtorchs) {
  manual_seed(5);
  EXPECT_EQ(values(poisson(tensor({0.f, 0.5f, 3.f, 9.9f, 10.f, 25.5f, 1000.f, 1e6f}))),
            (V{0, 1, 2, 11, 9, 26, 991, 999562}));
  manual_seed(5);
  EXPECT_EQ(values(poisson(full({12}, 12.0, kDouble))), (V{13, 10, 13, 16, 10, 15, 7, 10, 15, 14, 16, 8}));
  manual_seed(5);
  EXPECT_EQ(values(binomial(tensor({3.f, 10.f, 100.f, 1000.f, 50.f, 50.f, 20.f, 0.f}),
                            tensor({.5f, .2f, .5f, .3f, .05f, .95f, .7f, .5f}))),
            (V{2, 1, 56, 310, 2, 48, 13, 0}));
  manual_seed(5);
  EXPECT_EQ(values(binomial(full({12}, 100.0, kDouble), full({12}, 0.4, kDouble))),
            (V{42, 38, 41, 46, 38, 45, 33, 38, 44, 42, 46, 35}));
  EXPECT_EQ(binomial(tensor({-1.f, 3.f, 3.f}), tensor({.5f, 1.5f, -.5f})).sum().item<float>(), 3);
  EXPECT_TRUE(binomial(ones({1}), full({1}, std::nan(""))).isnan().item<bool>());
  EXPECT_EQ(error_of([] { (void)poisson(full({1}, std::nan(""))); }).find("invalid Poisson rate"), 0u);
  const Tensor x = ones({3}).requires_grad_(true);
  EXPECT_TRUE(autograd::grad({poisson(x).sum()}, {x})[0].eq(0).all().item<bool>());
  const Tensor y = binomial(x * 3, x * 0.5).sum();
  EXPECT_NE(error_of([&] { y.backward(); }).find("the derivative for 'binomial' is not implemented."),
            std::string::npos);
}

TEST(Random, GammaAndDirichletNumbersAreLibtorchs) {
  const Tensor shapes = tensor({.1, .5, 1., 2.5, 30., 1000.}, kDouble);
  const auto same = [](const Tensor& got, const std::vector<double>& expected) {
    EXPECT_TRUE(got.flatten().allclose(tensor(expected, kDouble), 1e-14, 0)) << got;
  };
  manual_seed(7);
  same(_standard_gamma(shapes), {0.020245175740131859, 0.02908570924213846, 0.41641629227650273, 4.5340431440443529,
                                 31.430826646287496, 1003.8715735885996});
  manual_seed(7);
  same(_sample_dirichlet(shapes.view({2, 3})), {0.04346816626842049, 0.062449566336240388, 0.89408226739533903,
                                                0.0043603426028338207, 0.030226702330371821, 0.96541295506679425});
  EXPECT_SEEDED(_standard_gamma(tensor({.1f, .5f, 1.f, 2.5f, 30.f, 1000.f})),
                {0.0202451758, 0.0290857088, 0.416416258, 4.53404331, 31.4308262, 1003.87158});
  EXPECT_SEEDED(_sample_dirichlet(tensor({.1f, .5f, 1.f, 2.5f, 30.f, 1000.f}).view({2, 3})),
                {0.0434681699, 0.062449567, 0.894082248, 0.0043603424, 0.0302267019, 0.965412974});
  // A normal number that one call leaves over is the next one's first.
  manual_seed(7);
  (void)randn({3});
  const Tensor drawn = _standard_gamma(tensor({.1f, .5f, 1.f, 2.5f, 30.f, 1000.f})), after = randn({3});
  EXPECT_TRUE(allclose(
      drawn, tensor({1.13956566e-12f, 0.0787867755f, 0.272399306f, 3.11158752f, 30.8486576f, 1002.63507f}), 2e-6, 0));
  EXPECT_TRUE(allclose(after, tensor({-0.133373871f, 2.45054126f, 2.02560186f}), 2e-6));

  constexpr float kLeast = std::numeric_limits<float>::min();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(values(_standard_gamma(tensor({0.f, -1.f, std::nanf(""), inf, 1e-3f}))),
            (V{kLeast, kLeast, kLeast, inf, kLeast}));
  manual_seed(7);
  EXPECT_EQ(values(_sample_dirichlet(tensor({1e-4f, 1e-4f, 1e-3f, 1.f, 0.f, 0.f}).view({3, 2}))),
            (V{.5, .5, kLeast, 1 - 0x1p-24, .5, .5}));
  EXPECT_EQ(values(_sample_dirichlet(tensor(2.f))), (V{1 - 0x1p-24}));
  EXPECT_EQ(_sample_dirichlet(zeros({3, 0})).sizes(), IntArrayRef({3, 0}));
  for (ScalarType t : {kHalf, kBFloat16}) {
    const Tensor x = _sample_dirichlet(full({50, 4}, 0.02, t)).to(kDouble);
    EXPECT_TRUE((x > 0).all().item<bool>() && (x < 1).all().item<bool>());
  }
  EXPECT_NE(error_of([] { (void)_standard_gamma(ones({2}, kLong)); }).find("\"gamma_cpu\" not implemented for 'Long'"),
            std::string::npos);
  EXPECT_NE(error_of([] { (void)_sample_dirichlet(ones({2}, kLong)); }).find("\"dirichlet\" not implemented for"),
            std::string::npos);
}

TEST(Random, WeightsOfNoClasses) {
  for (const Tensor& weights : {zeros({0}), zeros({3, 0})})
    EXPECT_NE(error_of([&] { (void)multinomial(weights, 2, true); }).find("(sum of probabilities <= 0)"),
              std::string::npos);
  EXPECT_EQ(multinomial(zeros({0, 0}), 2, true).sizes(), IntArrayRef({0, 2}));
}

TEST(Random, GammaAndDirichletNumbersHaveTheirMoments) {
  manual_seed(3);
  for (double a : {0.05, 0.7, 1.0, 4.0, 300.0}) {
    const Tensor x = _standard_gamma(full({40000}, a, kDouble));
    EXPECT_NEAR(x.mean().item<double>(), a, 5 * std::sqrt(a / 40000)) << a;
    EXPECT_NEAR(x.var().item<double>(), a, 5 * std::sqrt((2 + 6 / a) / 40000) * a) << a;
  }
  const Tensor alpha = tensor({0.3, 1.0, 5.0}, kDouble), x = _sample_dirichlet(alpha.expand({40000, 3}));
  EXPECT_TRUE(allclose(x.sum(1), ones({40000}, kDouble)));
  EXPECT_TRUE(allclose(x.mean(0), alpha / 6.3, 0, 0.01));
}

// The mean of gamma numbers is the shape, so that its derivative is 1 in the mean; and so for Dirichlet coordinates,
// whose means are alpha / total.
TEST(Random, GammaAndDirichletNumbersMoveWithTheirParameters) {
  manual_seed(4);
  for (double a : {0.05, 0.7, 4.0, 30.0, 2000.0}) {
    const Tensor alpha = full({40000}, a, kDouble).requires_grad_();
    const Tensor x = _standard_gamma(alpha), g = autograd::grad({x.sum()}, {alpha})[0];
    EXPECT_NEAR(g.mean().item<double>(), 1, 6 * g.std().item<double>() / 200) << a;
  }
  const Tensor alpha = tensor({0.3, 1.0, 5.0}, kDouble).requires_grad_();
  const Tensor means = _sample_dirichlet(alpha.expand({60000, 3})).mean(0);
  for (int64_t i = 0; i < 3; ++i) {
    const Tensor got = autograd::grad({means[i]}, {alpha}, {}, true)[0];
    const Tensor expected = autograd::grad({(alpha / alpha.sum())[i]}, {alpha})[0];
    EXPECT_TRUE(allclose(got, expected, 0, 0.004)) << i << got << expected;
  }
  // Forward and reverse mode: <u, J v> = <J^T u, v>.
  const Tensor leaf = (rand({4, 3}, kDouble) + 0.2).requires_grad_(), u = randn({4, 3}, kDouble),
               v = randn({4, 3}, kDouble);
  for (const auto draw :
       {+[](const Tensor& t) { return _sample_dirichlet(t); }, +[](const Tensor& t) { return _standard_gamma(t); }}) {
    manual_seed(9);
    const Tensor reverse = autograd::grad({draw(leaf)}, {leaf}, {u})[0];
    manual_seed(9);
    forward_ad::DualLevel level;
    const Tensor dual = forward_ad::make_dual(leaf.detach(), v);
    const Tensor forward = std::get<1>(forward_ad::unpack_dual(draw(dual)));
    EXPECT_NEAR((forward * u).sum().item<double>(), (reverse * v).sum().item<double>(), 1e-12);
  }
  const Tensor y = _standard_gamma_grad(leaf, leaf.detach()).sum();
  EXPECT_NE(error_of([&] { y.backward(); }).find("the derivative for '_standard_gamma_grad' is not implemented."),
            std::string::npos);
  const Tensor z = _dirichlet_grad(full({1}, 1.0, kDouble), full({1}, 2.0, kDouble), full({1}, 2.0, kDouble));
  EXPECT_NEAR(z.item<double>(), 0.644934066848226, 1e-14);  // one coordinate: trigamma(2), times 1 - x = 0
}

// Counts take as many numbers as they need; what follows goes on behind them. Answers of libtorch 1.13 to this seed.
TEST(Random, ManyCountsAndWhatIsDrawnBehindThem) {
  const auto near = [](const Tensor& got, const std::vector<double>& expected) {
    return got.to(kDouble).allclose(tensor(expected, kDouble), 0, 1e-7);
  };
  for (const ScalarType dtype : {kFloat, kDouble, kBFloat16}) {
    manual_seed(7);
    const Tensor rates = (arange(2000, kDouble).remainder(7) * 0.5).to(dtype);
    const Tensor counts = poisson(rates).to(kDouble);
    EXPECT_EQ(counts.sum().item<double>(), 2935);
    EXPECT_EQ((counts * arange(2000, kDouble)).sum().item<double>(), 2904755);
    EXPECT_TRUE(near(rand({2}), {0.4950805902481079, 0.35679304599761963}));
    EXPECT_EQ(binomial(full({600}, 5.0), full({600}, 0.3)).sum().item<float>(), 909);
    EXPECT_TRUE(near(rand({2}), {0.17494899034500122, 0.6653516292572021}));
  }
}

// libtorch 1.13.1: in row-major order where the counts have the size of the result, otherwise in the order of memory of
// an element-wise operator's.
TEST(Random, BinomialNumbersOfCountsThatBroadcast) {
  const auto expect = [](const Tensor& count, const Tensor& prob, IntArrayRef strides, const V& expected) {
    manual_seed(7);
    const Tensor drawn = binomial(count, prob);
    EXPECT_EQ(drawn.strides(), strides);
    EXPECT_EQ(values(drawn.flatten()), expected);
    manual_seed(7);
    Tensor out = zeros(prob.sizes());
    EXPECT_EQ(values(binomial_out(out, count, prob).flatten()), expected);
  };
  const Tensor sixths = arange(6.0).to(kFloat) / 6;
  expect(full({64}, 20, kFloat).as_strided({4, 2, 1, 1}, {1, 4, 4, 1}),
         (arange(64.0).to(kFloat) / 64).as_strided({4, 2, 2, 1}, {2, 1, 8, 16}), {1, 8, 4, 8},
         {0, 3, 3, 3, 0, 1, 0, 1, 0, 1, 4, 5, 4, 3, 2, 4});
  expect(full({2, 3}, 20, kFloat).t(), sixths.view({3, 2}), {2, 1}, {0, 5, 5, 7, 16, 11});
  expect(full({}, 20, kFloat), sixths.view({2, 3}).t(), {1, 3}, {0, 7, 5, 16, 5, 11});
}

TEST(Random, RreluDrawsASlopeForEachElementThatIsNotPositive) {
  const Tensor x = tensor({-1.f, 2.f, -3.f, 0.f, -4.f}), noise = full({5}, 7.f);
  manual_seed(0);
  const Tensor slopes = empty({4}, kDouble).uniform_(0.125, 1. / 3).to(kFloat);
  manual_seed(0);
  const Tensor y = rrelu_with_noise(x, noise, 0.125, 1. / 3, true);
  const Tensor expected = tensor({0.f, 1.f, 0.f, 0.f, 0.f});
  int64_t next = 0;
  for (const int64_t i : {0, 2, 3, 4}) expected[i].copy_(slopes[next++]);
  EXPECT_TRUE(noise.equal(expected));
  EXPECT_TRUE(y.equal(x * noise));
  manual_seed(0);
  EXPECT_TRUE(rrelu(x, 0.125, 1. / 3, true).equal(y));
  manual_seed(0);
  Tensor z = x.clone();
  EXPECT_TRUE(rrelu_(z, 0.125, 1. / 3, true).equal(y) && z.equal(y));
  const Tensor kept = noise.clone();
  EXPECT_TRUE(rrelu_with_noise(x, noise).allclose(leaky_relu(x, (0.125 + 1. / 3) / 2)));
  EXPECT_TRUE(noise.equal(kept));
}

// As in libtorch the gradient depends on the input, by which its derivative is zero.
TEST(Random, TheGradientOfRreluIsTheNoise) {
  Tensor x = tensor({-1.f, 2.f, -3.f, 0.f, -4.f}).requires_grad_(), noise = empty({5});
  const Tensor sum = rrelu_with_noise(x, noise, 0.125, 1. / 3, true).sum();
  const Tensor slopes = autograd::grad({sum}, {x}, {}, true, true)[0];
  EXPECT_TRUE(slopes.equal(noise) && slopes.requires_grad());
  EXPECT_TRUE(autograd::grad({slopes.sum()}, {x})[0].equal(zeros_like(x)));
  EXPECT_TRUE(autograd::grad({sum}, {x})[0].equal(noise));
}

TEST(Random, RreluOfOneNumber) {
  manual_seed(7);
  const Tensor slope = rrelu(full({}, -1, kDouble), 0.25, 0.5, true);
  EXPECT_EQ(slope.dim(), 0);
  manual_seed(7);
  EXPECT_EQ(slope.item<double>(), rrelu(full({1}, -1, kDouble), 0.25, 0.5, true).item<double>());
}

TEST(Random, OtherStridesAreFilledInTheOrderOfMemory) {
  EXPECT_SEEDED(zeros({2, 3}).t().normal_(),
                {-0.146795094, -1.114344, 0.786141276, 1.69079018, 0.94682163, -0.894827902});
  EXPECT_SEEDED(zeros({4, 4}).slice(1, 0, 4, 2).normal_(),
                {-0.146795094, 0.786141276, 0.94682163, -1.114344, 1.69079018, -0.894827902, -0.355625033, 1.23238575});
  // A dimension of size 1 between others, which says nothing of their order.
  EXPECT_SEEDED(zeros({40}).as_strided({3, 2, 1, 3}, {1, 3, 3, 13}).uniform_().flatten().slice(0, 0, 4),
                {0.53492254, 0.207086027, 0.286839008, 0.656890273});
  EXPECT_SEEDED(zeros({3, 2}).t().uniform_(),
                {0.53492254, 0.659211695, 0.232761562, 0.198803186, 0.656890273, 0.425061405});
  EXPECT_SEEDED(zeros({4, 4}).t().slice(1, 0, 4, 2).uniform_(), {0.53492254, 0.232761562, 0.198803186, 0.425061405,
                                                                 0.659211695, 0.207086027, 0.656890273, 0.629736364});
}

// A (3, 2) tensor that lies by columns, after it was written.
template <class F>
Tensor drawn(const F& write) {
  Tensor t = zeros({2, 3}).t();
  write(t);
  return t;
}

// libtorch 1.13.1
TEST(Random, NormalDestinationsAreFilledInTheOrderOfMemory) {
  EXPECT_SEEDED(drawn([](Tensor& t) {
                  normal_out(t, arange(6.).view({3, 2}), ones({3, 2}));
                }),
                {-0.146795094, -0.114344001, 2.7861414, 4.69079018, 4.94682169, 4.10517216});
  EXPECT_SEEDED(drawn([](Tensor& t) {
                  normal_out(t, arange(6.).view({3, 2}), 2., Generator());
                }),
                {-0.293590188, -1.228688, 3.57228255, 6.38158035, 5.89364338, 3.21034431});
  EXPECT_SEEDED(drawn([](Tensor& t) {
                  normal_out(t, 1., full({3, 2}, 2.));
                }),
                {0.706409812, -1.228688, 2.57228255, 4.38158035, 2.89364338, -0.789655805});
}

// libtorch 1.13.1: the parts of a complex number share the variance, and each has the mean.
TEST(Random, ComplexNormalNumbersWithAMean) {
  EXPECT_SEEDED(view_as_real(zeros({2}, kComplexFloat).normal_(1, 2)), {0.7924004, 2.111772, 2.339008, -0.5759204});
  EXPECT_SEEDED(view_as_real(zeros({2, 2}, kComplexFloat).t().normal_(1, 2)),
                {0.7924004, 2.111772, 3.391138, -0.2654777, 2.339008, -0.5759204, 0.4970703, 2.742857});
}

// libtorch 1.13.1: Half's scale is rounded once; evaluation takes every dtype.
TEST(Random, NativeDropoutOfOtherDtypes) {
  EXPECT_SEEDED(std::get<0>(native_dropout(full({4}, 1. / 7, kHalf), .4, true)), {0.2380371, 0.2380371, 0, 0});
  EXPECT_SEEDED(view_as_real(std::get<0>(native_dropout(tensor({1, 2, 3}).to(kComplexFloat), .4, true))),
                {1.666667, 0, 3.333333, 0, 0, 0});
  const auto [same, mask] = native_dropout(tensor({1, 2, 3}).to(kInt), .4, false);
  EXPECT_EQ(values(same), V({1, 2, 3}));
  EXPECT_EQ(values(mask), V({1, 1, 1}));
}

TEST(Random, Messages) {
  Tensor x = zeros({2});
  expect_error([&] { x.random_(5, 3); }, "random_ expects 'from' to be less than 'to', but got from=5 >= to=3");
  expect_error([&] { x.normal_(0, -1); }, "normal expects std >= 0.0, but found std -1");
  expect_error([&] { x.uniform_(1, 0); }, "uniform_ expects to return a [from, to) range, but found from=1 > to=0");
  expect_error([&] { x.bernoulli_(1.5); }, "bernoulli_ expects p to be in [0, 1], but got p=1.5");
  expect_error([&] { x.to(kLong).normal_(); }, "\"normal_kernel_cpu\" not implemented for 'Long'");
  expect_error([&] { x.expand({3, 2}).uniform_(); }, "refers to a single memory location");
  expect_error([&] { normal(1, x.to(kComplexFloat)); }, "normal expects standard deviation to be non-complex");
  expect_error([&] { randperm(257, kByte); }, "randperm: n cannot be greater than 256 for Byte, got 257");
  expect_error([&] { randperm(2050, kHalf); }, "n cannot be greater than 2049 for Half, got 2050");
  EXPECT_EQ(randperm(256, kByte).to(kLong).sum().item<int64_t>(), 255 * 128);
  EXPECT_EQ(randperm(2049, kHalf).numel(), 2049);
  expect_error([&] { randint(5, 5, {2}); }, "random_ expects 'from' to be less than 'to', but got from=5 >= to=5");
  EXPECT_EQ(values(x), V({0, 0}));
}

// Warned of where libtorch warns: bounds between which a floating dtype does not hold every integer.
TEST(Random, NegativeDeviationsAreRefused) {  // libtorch 1.13.1
  const auto refused = [](auto f, const char* phrase) {
    try {
      f();
      ADD_FAILURE() << "expected: " << phrase;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(phrase), std::string::npos) << e.what();
    }
  };
  const Tensor minus = full({2}, -1.), nan = full({2}, static_cast<double>(NAN));
  for (const Tensor& deviation : {minus, nan}) {
    refused([&] { normal(0., deviation); }, "normal expects all elements of std >= 0.0");
    refused([&] { normal(zeros({2}), deviation); }, "normal expects all elements of std >= 0.0");
  }
  refused([] { normal(0., zeros({2}, kComplexFloat)); }, "normal expects standard deviation to be non-complex");
  refused([] { normal(0, -1, {3}); }, "normal expects std >= 0.0, but found std -1");
  refused([] { normal(zeros({0}), -1.); }, "normal expects std >= 0.0, but found std -1");
  refused([] { zeros({0}).normal_(0, -1); }, "normal expects std >= 0.0, but found std -1");
  EXPECT_EQ(normal(0., zeros({0})).numel(), 0);
  EXPECT_EQ(normal(0., minus.to(kMeta)).numel(), 2) << "elements that are not known";
}

TEST(Random, BoundsWithGapsAreWarnedOf) {
  static std::vector<std::string> messages;
  set_warning_handler([](void*, const char* message, const char*, int) { messages.push_back(message); });
  const auto warnings = [](ScalarType dtype, int64_t from, int64_t to) {
    messages.clear();
    empty({3}, dtype).random_(from, to);
    std::string places;
    for (const std::string& m : messages) {
      EXPECT_NE(m.find(" is out of bounds [-(2^"), std::string::npos) << m;
      EXPECT_NE(m.find("can support discrete uniform distribution only within this range"), std::string::npos) << m;
      places += m.substr(9, m.find(" is") - 9) + ";";
    }
    return places;
  };
  const int64_t f = int64_t{1} << 24, d = int64_t{1} << 53;
  EXPECT_EQ(warnings(kFloat, f + 1, 2 * f + 3), "from;to - 1;");
  EXPECT_EQ(warnings(kFloat, 0, f + 1), "");
  EXPECT_EQ(warnings(kFloat, 0, f + 2), "to - 1;");
  EXPECT_EQ(warnings(kFloat, -f - 1, 0), "from;");
  EXPECT_EQ(warnings(kHalf, 0, 2049), "");
  EXPECT_EQ(warnings(kHalf, 0, 2050), "to - 1;");
  EXPECT_EQ(warnings(kBFloat16, -300, 300), "from;to - 1;");
  EXPECT_EQ(warnings(kDouble, 0, d + 2), "to - 1;");
  EXPECT_EQ(warnings(kLong, 0, d + 2), "");
  set_warning_handler(nullptr);
}

}  // namespace
}  // namespace torchpp::test
