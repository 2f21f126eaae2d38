// SPDX-License-Identifier: BSD-3-Clause
// Embedding and dropout. The stored numbers are those of libtorch 1.13.1 after manual_seed(0).
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/ops/nn.h>

#include "tests/ops/nn_support.h"

namespace {

using namespace torchpp;
using namespace nn_test;
using List = autograd::variable_list;

Tensor indices(std::vector<int64_t> v, IntArrayRef sizes) { return torchpp::tensor(v, kLong).view(sizes); }
Tensor counted(int64_t n, ScalarType t = kFloat) { return torchpp::arange(1.0, static_cast<double>(n + 1)).to(t); }

TEST(Embedding, TakesRows) {
  NN_TEST_SEED(1);
  const Tensor at = indices({4, 0, 2, 2, 1, 4}, {2, 3});
  for (ScalarType t : {kFloat, kDouble, kBFloat16, kHalf, kLong}) {
    const Tensor w = random_of({5, 3}, t);
    const Tensor y = torchpp::embedding(w, at);
    ASSERT_EQ(y.sizes(), IntArrayRef({2, 3, 3}));
    for (int64_t i = 0; i < 6; ++i) EXPECT_TRUE(y.view({6, 3})[i].equal(w[at.view({6})[i].item<int64_t>()]));
    EXPECT_TRUE(torchpp::embedding(strided(w), strided(at)).equal(y));
    EXPECT_TRUE(torchpp::embedding(w, at.to(kInt)).equal(y));
  }
  EXPECT_EQ(torchpp::embedding(torchpp::zeros({3, 2}), torchpp::zeros({0}, kLong)).sizes(), IntArrayRef({0, 2}));
  EXPECT_EQ(torchpp::embedding(torchpp::zeros({3, 2}), indices({1}, {})).sizes(), IntArrayRef({2}));
}

TEST(Embedding, Gradients) {
  NN_TEST_SEED(2);
  // F.embedding([[1,2],[1,0]], arange(8).view(4,2), padding_idx=0, scale_grad_by_freq=True) times arange(1,9)
  Tensor w = torchpp::arange(8.0).to(kFloat).view({4, 2}).requires_grad_();
  (torchpp::embedding(w, indices({1, 2, 1, 0}, {2, 2}), 0, true) * counted(8).view({2, 2, 2})).sum().backward();
  EXPECT_TRUE(w.grad().equal(values({0, 0, 3, 4, 3, 4, 0, 0}, {4, 2})));

  const Tensor at = indices({3, 1, 1, 0, 3, 3}, {6});
  const auto f = [&](const List& v) { return List{torchpp::embedding(v[0], at, 1)}; };
  const auto g = [&](const List& v) { return List{torchpp::embedding(v[0], at)}; };
  const Tensor d = random_of({4, 2}, kDouble).requires_grad_();
  autograd::GradcheckOptions both;
  both.check_forward_ad = true;
  EXPECT_TRUE(autograd::gradcheck(g, {d}, both) && autograd::gradgradcheck(g, {d}));
  const Tensor grad = autograd::grad(f({d}), {d}, {torchpp::ones({6, 2}, kDouble)})[0];
  EXPECT_TRUE(grad.equal(values({1, 1, 0, 0, 0, 0, 3, 3}, {4, 2}, kDouble)));

  const Tensor many = torchpp::randint(0, 50, {4000}, kLong), big = random_of({50, 64}, kFloat),
               weight = random_of({4000, 64}, kFloat);
  expect_same_for_any_threads([&] {
    const Tensor leaf = big.detach().requires_grad_();
    torchpp::embedding(leaf, many).backward(weight);
    return leaf.grad();
  });
}

TEST(Embedding, Renorm) {
  Tensor w = torchpp::arange(8.0).to(kFloat).view({4, 2});
  torchpp::embedding_renorm_(w, indices({1, 3, 1}, {3}), 3, 2);
  EXPECT_TRUE(close(w, values({0, 1, 1.66410053, 2.49615073, 4, 5, 1.95237398, 2.2777698}, {4, 2})));
  EXPECT_EQ(w._version(), 1);
}

// The phrases are those of libtorch 1.13.1.
// By name alone: as in libtorch, embedding() of complex rows has no gradient.
TEST(Embedding, ComplexRows) {
  using Z = Complex<double>;
  const auto row = [](std::initializer_list<Z> values) {
    Tensor t = empty({static_cast<int64_t>(values.size())}, kComplexDouble);
    std::copy(values.begin(), values.end(), t.data_ptr<Z>());
    return t;
  };
  const Tensor grad = stack({row({{1, 2}, {0, -1}}), row({{3, 0}, {2, 2}}), row({{-1, 4}, {6, 0}})});
  const Tensor at = tensor({0, 1, 1}), nothing = zeros({2}, kComplexDouble);
  EXPECT_TRUE(equal(embedding_dense_backward(grad, at, 3, -1, false),
                    stack({row({{1, 2}, {0, -1}}), row({{2, 4}, {8, 2}}), nothing})));
  EXPECT_TRUE(equal(embedding_dense_backward(grad, at, 3, 0, true), stack({nothing, row({{1, 2}, {4, 1}}), nothing})));
  const Tensor weight = stack({row({{3, 4}, {0, 0}}), row({{0, 0.1}, {0, 0}})}).to(kComplexFloat);
  const Tensor expected = stack({row({{0.6, 0.8}, {0, 0}}), row({{0, 0.1}, {0, 0}})}).to(kComplexFloat);
  for (const double p : {1.0, 2.0, static_cast<double>(INFINITY)}) {
    Tensor table = weight.clone();
    EXPECT_TRUE(allclose(embedding_renorm_(table, tensor({0, 1}), 1, p), expected)) << p;
  }
}

// A row's gradients are added in float, in the order of the indices.
TEST(Embedding, GradientsOfNarrowRows) {
  NN_TEST_SEED(6);
  for (const auto dtype : {kHalf, kBFloat16})
    for (const int64_t count : {0, 1, 500})
      for (const int64_t width : {1, 37})
        for (const bool by_frequency : {false, true}) {
          const torchpp::Tensor grad = random_of({count, width}, dtype),
                                at = torchpp::arange(count).square().remainder(7);
          const torchpp::Tensor expected = embedding_dense_backward(grad.to(kFloat), at, 8, 2, by_frequency).to(dtype);
          EXPECT_TRUE(embedding_dense_backward(grad, at, 8, 2, by_frequency).equal(expected));
          EXPECT_TRUE(embedding_dense_backward(strided(grad), at.to(kInt), 8, 2, by_frequency).equal(expected));
          torchpp::Tensor turned = torchpp::empty({width, 8}, dtype).t();
          EXPECT_TRUE(embedding_dense_backward_out(turned, grad, at, 8, 2, by_frequency).equal(expected));
          EXPECT_EQ(expected[2].count_nonzero().item<int64_t>(), 0);
        }
}

TEST(Embedding, Errors) {
  const Tensor w = torchpp::ones({3, 2});
  EXPECT_ERROR(torchpp::embedding(w, indices({5}, {1})), "index out of range in self");
  EXPECT_ERROR(torchpp::embedding(w, indices({-1}, {1})), "index out of range in self");
  EXPECT_ERROR(torchpp::embedding(w[0], indices({1}, {1})), "'weight' must be 2-D");
  EXPECT_ERROR(
      torchpp::embedding(w, torchpp::ones({1})),
      "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got");
}

TEST(Embedding, DestinationsOfRefusedCalls) {
  Tensor w = torchpp::ones({3, 2}), out = torchpp::zeros({5});
  EXPECT_ERROR(torchpp::embedding_out(out, w, indices({5}, {1})), "index out of range in self");
  EXPECT_ERROR(torchpp::embedding_dense_backward_out(out, w, indices({0, 1, 5}, {3}), 3, -1, false),
               "index out of range in self");
  EXPECT_ERROR(torchpp::embedding_renorm_(w, indices({0, 5}, {2}), 1, 2), "index out of range in self");
  EXPECT_EQ(out.sizes(), torchpp::IntArrayRef({5}));
  EXPECT_EQ(out._version(), 0);
  EXPECT_TRUE(w.equal(torchpp::ones({3, 2})));
}

TEST(Dropout, DrawsAsLibtorch) {
  torchpp::manual_seed(0);
  EXPECT_TRUE(torchpp::dropout(counted(12), .3, true)
                  .equal(values({0, 0, 4.285714149475098, 0, 7.142857551574707, 0, 10, 11.428571701049805,
                                 12.85714340209961, 14.285715103149414, 15.714285850524902, 17.14285659790039},
                                {12})));
  torchpp::manual_seed(0);
  EXPECT_TRUE(torchpp::dropout(counted(12).view({3, 4}).t(), .5, true)
                  .equal(values({0, 0, 18, 0, 0, 0, 6, 14, 0, 8, 16, 24}, {4, 3})));
  torchpp::manual_seed(0);
  EXPECT_TRUE(torchpp::dropout(counted(6, kDouble), .3, true)
                  .equal(values({0, 0, 4.285714285714286, 0, 7.142857142857143, 0}, {6}, kDouble)));
  torchpp::manual_seed(0);
  EXPECT_TRUE(
      torchpp::dropout(counted(6, kBFloat16), .3, true).equal(values({0, 0, 4.28125, 0, 7.15625, 0}, {6}, kBFloat16)));
  torchpp::manual_seed(0);
  EXPECT_TRUE(torchpp::feature_dropout(torchpp::ones({2, 3, 2}), .5, true)
                  .equal(values({0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0}, {2, 3, 2})));
  torchpp::manual_seed(0);
  EXPECT_TRUE(close(torchpp::alpha_dropout(counted(6), .4, true),
                    values({-0.91064203, -0.91064203, 3.19694233, -0.91064203, -0.91064203, -0.91064203}, {6})));
  torchpp::manual_seed(0);
  EXPECT_TRUE(close(torchpp::feature_alpha_dropout(torchpp::ones({2, 3, 2}), .5, true).select(2, 0),
                    values({-0.77919394, -0.77919394, 1.66559887, -0.77919394, -0.77919394, -0.77919394}, {2, 3})));
  torchpp::manual_seed(0);
  Tensor x = counted(12);
  torchpp::dropout_(x, .3, true);
  torchpp::manual_seed(0);
  EXPECT_TRUE(close(x, torchpp::dropout(counted(12), .3, true).to(kDouble)));
}

TEST(Embedding, GradientsOfOtherSizes) {  // libtorch 1.13.1: as many rows as there are indices
  const Tensor rows = torchpp::rand({4, 5}), at = indices({0, 1, 2, 2}, {4, 1});
  const auto sum = [&](const Tensor& grad) { return torchpp::embedding_dense_backward(grad, at, 3, -1, false); };
  EXPECT_TRUE(sum(rows).equal(sum(rows.view({4, 1, 5}))));
  EXPECT_ERROR(sum(rows.flatten()), "does not fit indices of size [4, 1]");
}

TEST(Dropout, WhatIsLeftOut) {
  const Tensor x = counted(6);
  EXPECT_TRUE(torchpp::dropout(x, .5, false).is_same(x));
  EXPECT_TRUE(torchpp::dropout(x, 0, true).is_same(x));
  EXPECT_TRUE(torchpp::dropout(x, 1, true).equal(torchpp::zeros({6})));
  const Tensor turned = torchpp::rand({3, 2}).t();  // strides are libtorch 1.13.1's
  EXPECT_EQ(std::get<0>(torchpp::native_dropout(turned, .5, false)).strides(), turned.strides());
  EXPECT_EQ(std::get<1>(torchpp::native_dropout(turned, .5, false)).strides(), turned.strides());
  auto [y, mask] = torchpp::native_dropout(x, .5, false);
  EXPECT_TRUE(y.equal(x) && mask.all().item<bool>() && mask.scalar_type() == kBool);
  EXPECT_EQ(torchpp::dropout(torchpp::zeros({0}), .5, true).numel(), 0);
  EXPECT_ERROR(torchpp::dropout(x, 1.5, true), "dropout probability has to be between 0 and 1, but got 1.5");
  EXPECT_ERROR(torchpp::feature_dropout(x, .5, true), "Feature dropout requires at least 2 dimensions in the input");
}

// Values, dtypes and strides of libtorch 1.13.1's native_dropout_backward.
TEST(Dropout, BackwardTakesWhatProductsTake) {
  using torchpp::native_dropout_backward;
  const Tensor x = torchpp::arange(6, kFloat).view({2, 3}) + .5;
  const Tensor mask = torchpp::tensor({1, 0, 1, 0, 1, 1}).to(kBool).view({2, 3});
  const auto flat = [](const Tensor& t) { return t.to(kDouble).flatten(); };
  const Tensor whole = native_dropout_backward(x, mask, 1.75);
  EXPECT_TRUE(whole.equal(x * mask * 1.75));
  // In any order of memory: at once where both lie alike, and by products where they do not.
  for (const Tensor& grad : {x.t(), x.t().contiguous(), x.t().contiguous().neg().neg()})
    for (const Tensor& of : {mask.t(), mask.t().contiguous()}) {
      const Tensor got = native_dropout_backward(grad, of, 1.75);
      EXPECT_TRUE(got.equal(whole.t()));
      EXPECT_EQ(got.strides(), grad.strides());
    }
  EXPECT_TRUE(native_dropout_backward(x, mask[0], 1.75).equal(x * mask[0] * 1.75));
  EXPECT_TRUE(native_dropout_backward(x[0], mask, 1.75).equal(x[0] * mask * 1.75));
  const Tensor factors = mask.to(kFloat) * 2;
  EXPECT_TRUE(native_dropout_backward(x, factors, 1.75).equal(x * mask * 3.5));
  EXPECT_TRUE(factors.equal(mask.to(kFloat) * 2));
  EXPECT_TRUE(flat(native_dropout_backward(x.to(kBFloat16), mask, 1.7))
                  .equal(torchpp::tensor({.8515625, 0., 4.25, 0., 7.65625, 9.375}, kDouble)));
  EXPECT_EQ(native_dropout_backward(x.to(kInt), mask, 2).scalar_type(), kFloat);
  const Tensor z = torchpp::complex(x, -x);
  EXPECT_TRUE(native_dropout_backward(z.conj(), mask, 1.75).equal(z.conj() * mask * 1.75));
  // A mask of numbers has a gradient, too.
  const Tensor a = x[0].to(kDouble).requires_grad_(), b = factors.to(kDouble).requires_grad_();
  const auto both = autograd::grad({(native_dropout_backward(a, b, 1.75) * x).sum()}, {a, b});
  const auto expected = autograd::grad({(a * b * 1.75 * x).sum()}, {a, b});
  EXPECT_TRUE(both[0].equal(expected[0]) && both[1].equal(expected[1]));
  // Where the mask is false, NaN stays NaN.
  EXPECT_TRUE(
      native_dropout_backward(torchpp::full({3}, NAN), torchpp::zeros({3}, kBool), 2).isnan().all().item<bool>());
  // The destination may be the gradient itself.
  Tensor in_place = x.clone();
  EXPECT_TRUE(torchpp::native_dropout_backward_out(in_place, in_place, mask, 1.75).equal(whole));
  EXPECT_ERROR(native_dropout_backward(x, torchpp::ones({4}, kBool), 2),
               "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1");
}

TEST(Dropout, TheGradientIsDroppedAlike) {
  for (ScalarType t : {kFloat, kDouble, kBFloat16}) {
    torchpp::manual_seed(3);
    const Tensor x = torchpp::ones({1000}, t).requires_grad_();
    const Tensor y = torchpp::dropout(x, .3, true);
    y.sum().backward();
    EXPECT_TRUE(x.grad().equal(y.detach()));
  }
}

// libtorch 1.13.1: the first gradient is divided by how often its row was taken, the gradient of that is not.
TEST(Embedding, SecondDerivativeWithScalingByFrequency) {
  const Tensor w = torchpp::zeros({3, 2}, kDouble).requires_grad_(),
               c = (torchpp::arange(8, kDouble) + 1).view({4, 2}).requires_grad_();
  const Tensor e = torchpp::embedding(w, torchpp::tensor({0, 2, 2, 2}), -1, true, false);
  const Tensor dw = autograd::grad({(e * c).sum()}, {w}, {}, true, true)[0];
  EXPECT_TRUE(dw.equal(torchpp::tensor({1., 2., 0., 0., 5., 6.}, kDouble).view({3, 2})));
  EXPECT_TRUE(autograd::grad({dw.sum()}, {c})[0].equal(torchpp::ones({4, 2}, kDouble)));
}

}  // namespace
