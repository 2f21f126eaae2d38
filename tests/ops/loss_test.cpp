// SPDX-License-Identifier: BSD-3-Clause
// Losses and their gradients. The expected numbers are libtorch 1.13.1's, in double, for the same inputs: the loss, and
// the sum of its gradient times sample(shape, 8).
#include <gtest/gtest.h>
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/loss.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/view.h>

#include <cmath>
#include <functional>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using test::expect_error;

Tensor sample(IntArrayRef sizes, int64_t seed) {
  const Tensor d = empty(sizes, kDouble);
  for (int64_t i = 0; i < d.numel(); ++i)
    d.data_ptr<double>()[i] = static_cast<double>((i * 37 + seed * 11) % 101 - 50) / 8;
  return d;
}
Tensor probabilities(int64_t seed) { return sample({4, 6}, seed) / 13 + 0.5; }

struct Case {
  const char* name;
  double loss, gradient;
  Tensor input;
  std::function<Tensor(const Tensor&)> f;
};

std::vector<Case> cases() {
  const Tensor x = sample({4, 6}, 1), t = sample({4, 6}, 5), p = probabilities(2), q = probabilities(3);
  const Tensor classes = tensor({1, 5, 0, 3}, kLong), some = tensor({1, -100, 0, 3}, kLong),
               w = arange(1, 7).to(kDouble);
  const Tensor planes = sample({2, 3, 4, 5}, 7), pixels = arange(40).remainder(Scalar(3)).reshape({2, 4, 5});
  const Tensor sign = tensor({1.0, -1.0, 1.0, -1.0}, kDouble);
  const Tensor signs = (sample({4, 6}, 4) > 0).to(kDouble) * 2 - 1;
  constexpr int64_t kMean = Reduction::Mean, kSum = Reduction::Sum;
  return {
      {"mse", 38.798177083333336, 4.8528645833333339, x, [=](const Tensor& v) { return mse_loss(v, t); }},
      {"mse sum", 931.15625, 116.46875, x, [=](const Tensor& v) { return mse_loss(v, t, kSum); }},
      {"l1", 6.177083333333333, 0.37499999999999989, x, [=](const Tensor& v) { return l1_loss(v, t); }},
      {"smooth l1", 5.177083333333333, 0.37499999999999989, x,
       [=](const Tensor& v) { return smooth_l1_loss(v, t, kMean, 2); }},
      {"huber", 14.03125, 1.125, x, [=](const Tensor& v) { return huber_loss(v, t, kMean, 3); }},
      {"bce", 0.85201773622767163, 3.1635882241429614, p, [=](const Tensor& v) { return binary_cross_entropy(v, q); }},
      {"bce weight", 67.420179921052764, 157.22423270087407, p,
       [=](const Tensor& v) { return binary_cross_entropy(v, q, w, kSum); }},
      {"bce logits", 1.7065014640765923, 0.41045775792462968, x,
       [=](const Tensor& v) { return binary_cross_entropy_with_logits(v, q); }},
      {"bce logits weights", 14.432096624545602, 2.3604185576502519, x,
       [=](const Tensor& v) { return binary_cross_entropy_with_logits(v, q, w, w); }},
      {"nll", 0.1875, 0.03125, x, [=](const Tensor& v) { return nll_loss(v, classes); }},
      {"nll weight", -2.1607142857142856, 0.83928571428571419, x,
       [=](const Tensor& v) { return nll_loss(v, some, w); }},
      {"nll 2d", -0.078125, 0.12499999999999997, planes, [=](const Tensor& v) { return nll_loss_nd(v, pixels); }},
      {"ce", 5.2054283861430006, 1.4414748480575705, x,
       [=](const Tensor& v) { return cross_entropy_loss(v, classes); }},
      {"ce weight smoothing", 3.2275095524970583, 2.2016543089692102, x,
       [=](const Tensor& v) { return cross_entropy_loss(v, some, w, kMean, -100, 0.1); }},
      {"ce smoothing", 4.27823213386589, 3.3819862498692363, x,
       [=](const Tensor& v) { return cross_entropy_loss(v, some, {}, kMean, -100, 0.1); }},
      {"ce probabilities", 15.146251150089096, 6.6965073410479823, x,
       [=](const Tensor& v) { return cross_entropy_loss(v, q); }},
      {"ce probabilities weight", 44.410194130177956, 17.471066499979159, x,
       [=](const Tensor& v) { return cross_entropy_loss(v, q, w, kMean, -100, 0.2); }},
      {"ce planes", 4.047918332866475, 1.0050096570745159, planes,
       [=](const Tensor& v) { return cross_entropy_loss(v, pixels, arange(1, 4).to(kDouble)); }},
      {"kl", -0.19699505888696342, 0.46809895833333326, x, [=](const Tensor& v) { return kl_div(v, q); }},
      {"kl log", 2.6266399880045772, 2.152808264255035, x,
       [=](const Tensor& v) { return kl_div(v, t / 4, kMean, true); }},
      {"poisson", 41.966016847645683, 95.992783470141845, x,
       [=](const Tensor& v) { return poisson_nll_loss(v, q * 3, true, true, 1e-8, kMean); }},
      {"poisson rate", 1.5489035429217883, -1.2413575044107124, p,
       [=](const Tensor& v) { return poisson_nll_loss(v, q * 3, false, false, 1e-8, kMean); }},
      {"hinge", 0.90625, -2.2604166666666665, x, [=](const Tensor& v) { return hinge_embedding_loss(v, signs, 1.5); }},
      {"cosine", 0.79936515737142988, -0.21000635612587706, x,
       [=](const Tensor& v) { return cosine_embedding_loss(v, t, sign, -0.6); }},
      {"ranking", 4.6499999999999995, 1.5052083333333333, x,
       [=](const Tensor& v) { return margin_ranking_loss(v, t, signs, 0.3); }},
      {"soft margin", 2.076443371127874, 1.2236087995912963, x,
       [=](const Tensor& v) { return soft_margin_loss(v, signs); }},
      {"multi margin", 2.2395833333333335, -0.28125, x, [=](const Tensor& v) { return multi_margin_loss(v, classes); }},
      {"multi margin squared", 45.42578125, -56.8203125, x,
       [=](const Tensor& v) { return multi_margin_loss(v, classes, 2, 0.5, w); }},
      {"triplet", 8.5701598631294758, 5.1065886163391117, x,
       [=](const Tensor& v) {
         return triplet_margin_loss(v, t, sample({4, 6}, 9), 3, 2, 1e-6, true);
       }},
  };
}

TEST(Loss, ValuesAndGradientsOfLibtorch) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Tensor x = c.input.detach().clone().requires_grad_();
    const Tensor loss = c.f(x);
    EXPECT_NEAR(loss.item<double>(), c.loss, 1e-12 * (1 + std::fabs(c.loss)));
    loss.backward();
    EXPECT_NEAR((x.grad() * sample(x.sizes(), 8)).sum().item<double>(), c.gradient,
                1e-11 * (1 + std::fabs(c.gradient)));
  }
}

TEST(Loss, OtherLayoutsAndDtypes) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    std::vector<int64_t> turn(static_cast<size_t>(c.input.dim()));
    for (size_t d = 0; d < turn.size(); ++d) turn[d] = static_cast<int64_t>(turn.size() - 1 - d);
    const Tensor strided = c.input.permute(turn).contiguous().permute(turn);
    EXPECT_NEAR(c.f(strided).item<double>(), c.loss, 1e-12 * (1 + std::fabs(c.loss)));
  }
  const Tensor x = sample({4, 6}, 1), t = sample({4, 6}, 5);
  for (const auto& [dtype, tolerance] : {std::pair{kFloat, 1e-6}, {kHalf, 1e-3}, {kBFloat16, 1e-2}}) {
    const Tensor loss = mse_loss(x.to(dtype), t.to(dtype));
    EXPECT_EQ(loss.scalar_type(), dtype);
    EXPECT_NEAR(loss.item<double>(), 38.798177083333336, 39 * tolerance);
    const Tensor ce = nll_loss(x.to(dtype), tensor({1, 5, 0, 3}, kByte));
    EXPECT_EQ(ce.scalar_type(), dtype);
    EXPECT_NEAR(ce.item<double>(), 0.1875, tolerance);
  }
  // libtorch 1.13.1: log_softmax is taken in the dtype of the scores, whatever that of the probabilities.
  const struct {
    ScalarType scores, probabilities, loss;
  } rows[] = {{kDouble, kFloat, kDouble}, {kFloat, kDouble, kDouble}, {kBFloat16, kFloat, kFloat}};
  for (const auto& row : rows)
    EXPECT_EQ(cross_entropy_loss(x.to(row.scores), t.to(row.probabilities)).scalar_type(), row.loss);
}

TEST(Loss, WithoutReduction) {
  const Tensor x = sample({4, 6}, 1), t = sample({4, 6}, 5);
  EXPECT_EQ(mse_loss(x, t, Reduction::None).sizes(), x.sizes());
  EXPECT_NEAR(mse_loss(x, t, Reduction::None).sum().item<double>(), 931.15625, 1e-9);
  EXPECT_EQ(mse_loss(x, t.select(0, 0), Reduction::None).sizes(), x.sizes());
  const Tensor y = sample({4, 6}, 1).requires_grad_();
  const Tensor terms = nll_loss(y, tensor({1, -100, 0, 3}, kLong), {}, Reduction::None);
  EXPECT_EQ(terms.sizes(), IntArrayRef(4));
  EXPECT_EQ(terms.select(0, 1).item<double>(), 0);
  terms.backward(tensor({1.0, 2.0, 3.0, 4.0}, kDouble));
  EXPECT_EQ(y.grad().select(0, 3).select(0, 3).item<double>(), -4);
  EXPECT_EQ(y.grad().sum().item<double>(), -8);
  // libtorch 1.13.1: logarithms stop at -100
  const Tensor edge = binary_cross_entropy(tensor({0.0, 1.0}), tensor({1.0, 0.0}), {}, Reduction::None);
  EXPECT_EQ(edge.select(0, 0).item<double>(), 100);
  EXPECT_EQ(edge.select(0, 1).item<double>(), 100);
  EXPECT_TRUE(std::isnan(nll_loss(x, full({4}, -100, kLong)).item<double>()));
  EXPECT_TRUE(std::isnan(mse_loss(empty({0}), empty({0})).item<double>()));
  // Without a batch the loss is a number, also of a list of one class.
  EXPECT_EQ(nll_loss(sample({1}, 1), zeros({1}, kLong), {}, Reduction::None).sizes(), IntArrayRef());
  EXPECT_NEAR(nll_loss_nd(sample({3}, 1), full({}, 2, kLong)).item<double>(),
              -sample({3}, 1).select(0, 2).item<double>(), 0);
  Tensor out = empty({0}, kDouble);
  mse_loss_out(out, x, t);
  EXPECT_EQ(out.dim(), 0);
  EXPECT_NEAR(out.item<double>(), 38.798177083333336, 1e-12);
}

// Strides are libtorch 1.13.1's.
TEST(Loss, LieAsTheirInputsDo) {
  const Tensor turned = rand({2, 3, 4}).permute({2, 0, 1}), straight = rand({4, 2, 3}), one = ones({}), no;
  const auto expect = [&](const auto& f, IntArrayRef strides) {
    const Tensor x = f(turned, straight), y = f(straight, turned), z = f(turned, turned);
    EXPECT_EQ(x.strides(), strides);
    EXPECT_EQ(y.strides(), straight.strides());
    EXPECT_EQ(z.strides(), strides);
    EXPECT_TRUE(x.equal(f(turned.contiguous(), straight)));
    EXPECT_TRUE(y.equal(f(straight, turned.contiguous())));
    EXPECT_TRUE(z.equal(f(turned.contiguous(), turned.contiguous())));
  };
  const int64_t kNone = Reduction::None;
  using In = const Tensor&;
  expect([&](In x, In t) { return mse_loss(x, t, kNone); }, {1, 12, 4});
  expect([&](In x, In t) { return smooth_l1_loss(x, t, kNone); }, {1, 12, 4});
  expect([&](In x, In t) { return huber_loss(x, t, kNone); }, {1, 12, 4});
  expect([&](In x, In t) { return binary_cross_entropy(x, t, {}, kNone); }, {1, 12, 4});
  expect([&](In x, In t) { return binary_cross_entropy(x, t, straight, kNone); }, {1, 12, 4});
  expect([&](In x, In t) { return binary_cross_entropy_backward(one, x, t, no, Reduction::Sum); }, {1, 12, 4});
  expect([&](In x, In t) { return binary_cross_entropy_backward(straight, x, t, turned, kNone); }, {1, 12, 4});
  expect([&](In x, In t) { return mse_loss_backward(one, x, t, Reduction::Sum); }, {6, 3, 1});
  expect([&](In x, In t) { return smooth_l1_loss_backward(straight, x, t, kNone, 1); }, {6, 3, 1});
  expect([&](In x, In t) { return huber_loss_backward(one, x, t, Reduction::Sum, 1); }, {6, 3, 1});
  EXPECT_EQ(mse_loss(turned.to(kHalf), straight.to(kHalf), kNone).strides(), IntArrayRef({1, 12, 4}));
  EXPECT_EQ(mse_loss(turned, one, kNone).strides(), turned.strides());
  EXPECT_EQ(mse_loss(one, turned, kNone).strides(), turned.strides());
  EXPECT_EQ(mse_loss_backward(one, one, turned, Reduction::Sum).strides(), turned.strides());
  const Tensor spread = rand({4, 1, 3}).expand({4, 2, 3});
  EXPECT_EQ(huber_loss(spread, turned, kNone).strides(), straight.strides());
  EXPECT_EQ(mse_loss(spread, turned, kNone).strides(), IntArrayRef({3, 12, 1}));
  Tensor resized = empty({0}), fits = empty({4, 2, 3}), gradient = empty({0});
  mse_loss_out(resized, turned, straight, kNone);
  mse_loss_out(fits, turned, straight, kNone);
  mse_loss_backward_out(gradient, one, turned, straight, Reduction::Sum);
  EXPECT_EQ(resized.strides(), turned.strides());
  EXPECT_EQ(fits.strides(), straight.strides());
  EXPECT_EQ(gradient.strides(), turned.strides());
  EXPECT_TRUE(resized.equal(fits));
  EXPECT_TRUE(gradient.equal((turned - straight) * 2));
}

TEST(Loss, UnsignedTargets) {  // libtorch 1.13.1
  EXPECT_NEAR(soft_margin_loss(full({1}, 6, kFloat), full({1}, 8, kByte), Reduction::Sum).item<float>(), 0, 1e-12);
  // The dtype of the input, also of complex numbers.
  EXPECT_EQ(soft_margin_loss(ones({3}, kComplexFloat), ones({3}, kDouble)).scalar_type(), kComplexFloat);
  EXPECT_EQ(soft_margin_loss(ones({3}, kFloat), ones({3}, kDouble)).scalar_type(), kFloat);
}

// libtorch 1.13.1
TEST(Loss, TargetsOfADoubleDoNotWidenComplexNumbers) {
  const Tensor x = tensor({ComplexDouble(1, 1), ComplexDouble(0, -0.5)}).to(kComplexFloat);
  const Tensor y = soft_margin_loss(x, tensor({1., -1.}, kDouble), Reduction::None);
  ASSERT_EQ(y.scalar_type(), kComplexFloat);
  const Tensor expected = tensor({ComplexDouble(0.2136, -0.2527), ComplexDouble(0.6616, -0.25)}).to(kComplexFloat);
  EXPECT_TRUE(y.allclose(expected, 0, 1e-4));
}
// libtorch 1.13.1.
TEST(Loss, IntegralTargetsDoNotDecideTheDtype) {
  const Tensor x = ones({2}, kBFloat16), t = full({2}, 3, kByte);
  EXPECT_EQ(poisson_nll_loss(x, t, true, true, 1e-8, Reduction::None).scalar_type(), kBFloat16);
}
TEST(Loss, WiderTargetsDoNotDecideTheDtype) {  // libtorch 1.13.1
  const Tensor target = tensor({1., -1.}, kDouble);
  for (const ScalarType t : {kFloat, kComplexFloat})
    EXPECT_EQ(soft_margin_loss(ones({2}, t), target, Reduction::None).scalar_type(), t);
}
// The weight of positives less 1 is a number, though there is no such uint8, or int8: values of weights of double.
TEST(Loss, IntegralWeightsOfPositives) {
  const Tensor x = tensor({0.5, -1., 2.}, kDouble), target = tensor({1., 0.25, -1.}, kDouble);
  for (const auto& [weights, t] : {std::pair(std::vector<double>{0, 1, 3}, kByte), {{-128, 1, 3}, kChar}}) {
    const Tensor w = tensor(weights, kDouble);
    EXPECT_TRUE(binary_cross_entropy_with_logits(x, target, {}, w.to(t), Reduction::None)
                    .equal(binary_cross_entropy_with_logits(x, target, {}, w, Reduction::None)))
        << t;
  }
}
// An incoming gradient of integers is divided by the number of terms in the dtype of the others.
TEST(Loss, IntegralGradientOfAMean) {
  const Tensor x = tensor({0.25, 3., -0.5}, kDouble), none = zeros({3}, kDouble), one = ones({3}, kLong);
  const auto derivative = [&](const Tensor& grad) {
    const Tensor y = x.clone().requires_grad_();
    smooth_l1_loss_backward(grad, y, none, Reduction::Mean, 1).backward(ones({3}, kDouble));
    return y.grad();
  };
  EXPECT_TRUE(derivative(one).equal(derivative(one.to(kDouble))));
}
TEST(Loss, GradientOfASampleWithoutBatchMayBeAVector) {
  const Tensor grad = nll_loss_backward(full({1}, 2, kFloat), ones({2}), full({}, 1, kLong), Tensor(), Reduction::None,
                                        -100, ones({}, kFloat));
  EXPECT_EQ(grad[1].item<float>(), -2);
}

// Gradients by the incoming gradient, whatever it is to be broadcast to.
TEST(Loss, GradientsOfGradients) {
  using List = autograd::variable_list;
  const Tensor x = rand({3, 4}, kDouble), t = rand({3, 4}, kDouble), no;
  for (const int64_t how : {Reduction::None, Reduction::Mean, Reduction::Sum})
    for (const Tensor& first : {rand({3, 4}, kDouble), rand({1, 4}, kDouble), rand({}, kDouble)}) {
      const auto check = [&](const auto& f) {
        EXPECT_TRUE(
            autograd::gradcheck([&](const List& v) { return List{f(v[0])}; }, {first.clone().requires_grad_()}));
      };
      check([&](const Tensor& g) { return mse_loss_backward(g, x, t, how); });
      check([&](const Tensor& g) { return huber_loss_backward(g, x, t, how, 0.5); });
      check([&](const Tensor& g) { return binary_cross_entropy_backward(g, x, t, no, how); });
    }
}

TEST(Loss, LogitsDoNotOverflow) {
  const Tensor x = tensor({-1000.0, 0.0, 1000.0}, kFloat).requires_grad_(), t = tensor({1.0, 0.5, 0.0}, kFloat);
  const Tensor loss = binary_cross_entropy_with_logits(x, t, {}, {}, Reduction::Sum);
  EXPECT_NEAR(loss.item<double>(), 2000 + std::log(2.0), 1e-3);
  loss.backward();
  EXPECT_EQ(x.grad().select(0, 0).item<double>(), -1);
  EXPECT_EQ(x.grad().select(0, 1).item<double>(), 0);
  EXPECT_EQ(x.grad().select(0, 2).item<double>(), 1);
}

// Of images, whose parts begin and end in the middle of one.
TEST(Loss, OfImagesInParts) {
  const int before = get_num_threads();
  const Tensor x = sample({7, 3, 130, 70}, 3), at = arange(7 * 130 * 70).remainder(Scalar(4)).reshape({7, 130, 70});
  const Tensor w = tensor({0.5, 2.0, 1.25}, kDouble), classes = at.where(at < 3, torchpp::full({}, 1, kLong));
  const Tensor scores = -x.gather(1, classes.unsqueeze(1)).squeeze(1), weights = w.index({classes}) * (at < 3);
  for (const int threads : {1, 3, 4}) {
    set_num_threads(threads);
    const Tensor terms = nll_loss2d(x, at, w, Reduction::None, 3);
    EXPECT_TRUE(terms.equal(scores * weights)) << threads;
    EXPECT_NEAR(nll_loss2d(x, at, w, Reduction::Sum, 3).item<double>(), terms.sum().item<double>(), 1e-7);
    EXPECT_NEAR(nll_loss2d(x, at, w, Reduction::Mean, 3).item<double>(), (terms.sum() / weights.sum()).item<double>(),
                1e-10);
    const Tensor leaf = x.clone().requires_grad_();
    nll_loss2d(leaf, at, w, Reduction::Sum, 3).backward();
    EXPECT_TRUE(leaf.grad().equal(zeros_like(x).scatter_(1, classes.unsqueeze(1), -weights.unsqueeze(1)))) << threads;
  }
  set_num_threads(before);
}

TEST(Loss, SameBitsForAnyNumberOfThreads) {
  const Tensor x = (sample({500009}, 1) * 1.1).to(kFloat), t = (sample({500009}, 2) * 1.3).to(kFloat);
  const int before = get_num_threads();
  set_num_threads(1);
  const double one = mse_loss(x, t).item<double>();
  for (int n : {2, 4, 8}) {
    set_num_threads(n);
    EXPECT_EQ(mse_loss(x, t).item<double>(), one);
  }
  set_num_threads(before);
}

// A refused call leaves its destination as it was.
TEST(Loss, DestinationsOfRefusedCalls) {
  const Tensor x = sample({3, 5}, 1), far = tensor({1, 12, 2}, kLong), one = ones({}, kDouble);
  Tensor out = zeros({2}, kDouble);
  expect_error([&] { nll_loss_out(out, x, far); }, "Target 12 is out of bounds.");
  expect_error([&] { nll_loss_backward_out(out, one, x, far, Tensor(), Reduction::Sum, -100, one); },
               "Target 12 is out of bounds.");
  expect_error([&] { mse_loss_backward_out(out, ones({4}), x, x, Reduction::None); }, "must match");
  expect_error(
      [&] {
        binary_cross_entropy_out(out, tensor({0.5, 2.0}, kDouble), ones({2}, kDouble));
      },
      "all elements of input should be between 0 and 1");
  EXPECT_EQ(out.sizes(), IntArrayRef({2}));
  EXPECT_EQ(out._version(), 0);
  EXPECT_EQ(out.sum().item<double>(), 0);
}

// libtorch 1.13.1 refuses the same ones.
TEST(Loss, DestinationsThatShareSomeElementsWithAnArgument) {
  Tensor memory = rand({20}, kDouble), out = memory.slice(0, 0, 6), x = memory.slice(0, 3, 9), one = memory[4];
  const Tensor t = rand({6}, kDouble), no;
  const int64_t kNone = Reduction::None;
  const char* phrase = "some elements of the input tensor and the written-to tensor refer to a single memory location";
  expect_error([&] { mse_loss_out(out, x, t, kNone); }, phrase);
  expect_error([&] { mse_loss_out(out, t, x, kNone); }, phrase);
  expect_error([&] { mse_loss_out(one, x, t); }, phrase);
  expect_error([&] { smooth_l1_loss_out(out, t, x, kNone); }, phrase);
  expect_error([&] { huber_loss_out(out, x, t, kNone); }, phrase);
  expect_error([&] { binary_cross_entropy_out(out, x, t, {}, kNone); }, phrase);
  expect_error([&] { binary_cross_entropy_out(out, t, t, x, kNone); }, phrase);
  expect_error([&] { mse_loss_backward_out(out, x, t, t, kNone); }, phrase);
  expect_error([&] { huber_loss_backward_out(out, t, x, t, kNone, 1); }, phrase);
  expect_error([&] { binary_cross_entropy_backward_out(out, t, t, x, no, kNone); }, phrase);
  const Tensor expected = mse_loss(t, x, kNone);
  mse_loss_out(x, t, x, kNone);
  EXPECT_TRUE(x.equal(expected));
}

TEST(Loss, Errors) {  // key phrases of libtorch 1.13.1
  const Tensor x = sample({3, 5}, 1);
  const auto classes = [](const std::vector<int64_t>& c) { return tensor(c, kLong); };
  expect_error([&] { nll_loss(x, classes({1, 12, 2})); }, "Target 12 is out of bounds.");
  expect_error([&] { nll_loss(x, classes({1, 1, 2}).to(kInt)); }, "expected scalar type Long but found Int");
  expect_error([&] { nll_loss(x, classes({1, 1})); }, "size mismatch (got input: [3, 5], target: [2])");
  expect_error([&] { nll_loss(x[0], classes({1})); }, "size mismatch (got input: [5], target: [1])");
  expect_error(
      [&] {
        nll_loss_backward(ones({}), x, classes({1, 1, 2}), Tensor(), Reduction::Mean, -100, ones({}, kFloat));
      },
      "expected scalar type Double but found Float");
  expect_error([&] { kl_div(x, zeros({3, 5}, kLong)); }, "kl_div: Integral inputs not supported");
  expect_error([&] { kl_div(x.to(kComplexFloat), x); }, "kl_div: Complex inputs not supported");
  expect_error([&] { cross_entropy_loss(zeros({3, 5}, kLong), x); }, "not implemented for 'Long'");
  expect_error(
      [&] {
        nll_loss_nd(x, classes({1, 1}));
      },
      "Expected input batch_size (3) to match target batch_size (2).");
  expect_error(
      [&] {
        nll_loss_nd(sample({2, 3, 4}, 1), zeros({2, 5}, kLong));
      },
      "Expected target size [2, 4], got [2, 5]");
  expect_error(
      [&] {
        nll_loss(x, classes({1, 1, 2}), ones({4}, kDouble));
      },
      "weight tensor should be defined either for all 5 classes or no classes but got weight tensor of shape: [4]");
  expect_error(
      [&] {
        nll_loss(x, zeros({3, 2}, kLong));
      },
      "0D or 1D target tensor expected, multi-target not supported");
  expect_error([&] { nll_loss(sample({3, 5, 2}, 1), zeros({3}, kLong)); }, "input tensor should be 1D or 2D");
  expect_error([&] { binary_cross_entropy(x, x); }, "all elements of input should be between 0 and 1");
  expect_error([&] { mse_loss(x.to(kLong), x.to(kLong)); }, "\"mse_cpu\" not implemented for 'Long'");
  expect_error([&] { huber_loss(x, x, Reduction::Mean, -1); },
               "huber_loss does not support non-positive values for delta.");
  expect_error([&] { smooth_l1_loss(x, x, Reduction::Mean, -1); },
               "smooth_l1_loss does not support negative values for beta.");
  expect_error(
      [&] {
        cross_entropy_loss(x, classes({1, 2, 3}), {}, Reduction::Mean, -100, 2);
      },
      "label_smoothing must be between 0.0 and 1.0. Got: 2");
  expect_error(
      [&] {
        cross_entropy_loss(x, zeros({3, 5}, kLong));
      },
      "Expected floating point type for target with class probabilities, got Long");
  expect_error([&] { cross_entropy_loss(x, x, {}, Reduction::Mean, 3); },
               "ignore_index is not supported for floating point target");
  expect_error([&] { multi_margin_loss(x, classes({1, 2, 7})); }, "target out of range");
  expect_error([&] { multi_margin_loss(x, classes({1, 2, 3}), 3); }, "only p == 1 and p == 2 supported");
}

// libtorch 1.13.1, torch.binary_cross_entropy_with_logits: at -inf the loss is NaN, its gradient that of the sigmoid.
TEST(Loss, LogitsAtInfinity) {
  const double inf = HUGE_VAL;
  for (double target : {0.0, 0.3, 1.0})
    for (double logit : {-inf, inf, -1000.0, 1000.0, 0.0}) {
      SCOPED_TRACE(str("target ", target, " logit ", logit));
      const Tensor x = torchpp::full({}, logit, kDouble).requires_grad_();
      const Tensor loss = torchpp::binary_cross_entropy_with_logits(x, torchpp::full({}, target, kDouble));
      loss.backward();
      const double sigmoid = logit == 0 ? 0.5 : logit > 0 ? 1 : 0;
      EXPECT_DOUBLE_EQ(x.grad().item<double>(), sigmoid - target);
      EXPECT_EQ(loss.isnan().item<bool>(), logit == -inf || (logit == inf && target == 1));
    }
}

// libtorch 1.13.1: the loss of each element is of the target's shape, a 0-dim input has one class.
TEST(Loss, MultiMarginOfOneSample) {
  const Tensor row = torchpp::tensor({0.1, -0.4, 0.7}, kDouble);
  const auto loss = [](const Tensor& x, const Tensor& target) {
    return torchpp::multi_margin_loss(x, target, 1, 0.7, {}, Reduction::None);
  };
  const Tensor one = loss(row, torchpp::tensor(2));
  EXPECT_EQ(one.dim(), 0);
  EXPECT_NEAR(one.item<double>(), 0.1 / 3, 1e-12);
  EXPECT_EQ(loss(row, torchpp::tensor({2})).sizes(), IntArrayRef({1}));
  EXPECT_EQ(loss(row.view({1, 3}), torchpp::tensor(2)).dim(), 0);
  const Tensor x = torchpp::full({}, 3.0, kDouble).requires_grad_();
  const Tensor y = loss(x, torchpp::tensor(0));
  EXPECT_EQ(y.item<double>(), 0);
  y.backward();
  EXPECT_EQ(x.grad().item<double>(), 0);
  EXPECT_THROW(loss(torchpp::zeros({0}), torchpp::zeros({0}, kLong)), Error);
}

// libtorch 1.13.1 looks at the number of weights alone.
TEST(Loss, MultiMarginOfOneClassWithANumberAsWeight) {
  const Tensor x = torchpp::tensor({0.5, 1.0}, kDouble).view({2, 1}), weight = torchpp::full({}, 3.0, kDouble);
  const Tensor loss = torchpp::multi_margin_loss(x, torchpp::zeros({2}, kLong), 1, 1.25, weight, Reduction::None);
  EXPECT_TRUE(loss.equal(torchpp::zeros({2}, kDouble)));
}

// libtorch 1.13.1: neither a tie nor NaN is more than the margin allows.
TEST(Loss, MultiMarginOfTiesAndNan) {
  const Tensor x = torchpp::tensor({{1.0, 1.0, 2.0}, {0.5, std::nan(""), -1.0}}, kDouble).requires_grad_();
  const Tensor loss = torchpp::multi_margin_loss(x, torchpp::tensor({0, 0}), 1, 0, {}, Reduction::None);
  EXPECT_NEAR(loss[0].item<double>(), 1.0 / 3, 1e-12);
  EXPECT_EQ(loss[1].item<double>(), 0);
  loss.sum().backward();
  EXPECT_TRUE(x.grad().allclose(torchpp::tensor({{-1.0, 0.0, 1.0}, {0.0, 0.0, 0.0}}, kDouble) / 3));
}

// libtorch 1.13.1, torch.kl_div: -0.5 has no logarithm.
TEST(Loss, DivergenceOfANegativeTarget) {
  const Tensor loss =
      torchpp::kl_div(torchpp::tensor({.1, .2, .3}, kDouble), torchpp::tensor({-.5, 0., .5}, kDouble), Reduction::None);
  EXPECT_TRUE(loss[0].isnan().item<bool>());
  EXPECT_EQ(loss[1].item<double>(), 0);
  EXPECT_NEAR(loss[2].item<double>(), -0.49657359, 1e-8);
}

// libtorch 1.13.1: with beta 0 the loss is linear, so its second derivative is zero.
TEST(Loss, SecondDerivativeOfSmoothL1WithoutBeta) {
  const Tensor x = torchpp::tensor({1.0, -2.0}, kDouble).requires_grad_();
  const Tensor y = torchpp::smooth_l1_loss(x, torchpp::zeros({2}, kDouble), Reduction::Sum, 0);
  const Tensor dx = autograd::grad({y}, {x}, {}, true, true)[0];
  EXPECT_TRUE(autograd::grad({dx.sum()}, {x})[0].equal(torchpp::zeros({2}, kDouble)));
}

// libtorch 1.13.1: the margin is added to the nearer distance before the other one is subtracted. A rounded difference
// of 0 lets the gradient through, one below 0 does not.
TEST(Loss, TripletMarginTies) {
  const struct {
    double anchor, positive, negative, gradient;
  } rows[] = {{1.875, 0.125, -0.375, -1}, {-0.25, -1.875, -2.375, -1}, {-2.625, -3, -3.5, 0}, {-3.125, -1.5, -1, 1}};
  for (const auto& row : rows) {
    const auto vector = [](double x) { return torchpp::full({1, 1}, x, kDouble); };
    Tensor positive = vector(row.positive).requires_grad_();
    torchpp::triplet_margin_loss(vector(row.anchor), positive, vector(row.negative), 0.5).sum().backward();
    EXPECT_EQ(positive.grad().item<double>(), row.gradient) << row.anchor;
  }
}

}  // namespace
}  // namespace torchpp
