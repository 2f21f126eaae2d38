// SPDX-License-Identifier: BSD-3-Clause
// Optimizers with sparse gradients. The stored values and messages are those of Python's torch.optim 1.13.1.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>

#include "tests/support/error_of.h"

namespace torchpp::optim {
namespace {

Tensor table() { return tensor({1., -2., .5, .25, -1.5, .75, 2., -.125}, kDouble).view({4, 2}).requires_grad_(); }

// Three rows, of which some coincide: the gradient of a parabola with a disturbance that is exact in binary.
Tensor gradient_of(const Tensor& p, int64_t step) {
  const std::vector<int64_t> rows = {step % 4, (3 * step + 1) % 4, (step / 3) % 4};
  const Tensor values = empty({3, 2}, kDouble);
  for (int64_t k = 0; k < 3; ++k)
    for (int64_t j = 0; j < 2; ++j)
      values[k][j] = 0.3 * p[rows[static_cast<size_t>(k)]][j].item<double>() +
                     static_cast<double>((step * (2 * k + j + 3)) % 17 - 8) / 8;
  return sparse_coo_tensor(tensor(rows, kLong).view({1, 3}), values, {4, 2});
}

// The sums of (i + 1) p[i] after 1, 10 and 100 steps.
template <class O, class Options>
void expect_trajectory(const char* name, const Options& options, const double (&expected)[3]) {
  SCOPED_TRACE(name);
  const Tensor p = table();
  O optimizer({p}, options);
  size_t stored = 0;
  for (int64_t n = 1; n <= 100; ++n) {
    p.mutable_grad() = gradient_of(p.detach(), n);
    optimizer.step();
    if (n != 1 && n != 10 && n != 100) continue;
    const double sum = (p.detach() * arange(1, 9, kDouble).view({4, 2})).sum().item<double>();
    EXPECT_NEAR(sum, expected[stored++], 1e-12) << "after step " << n;
  }
}

TEST(SparseGradients, Sgd) {
  expect_trajectory<SGD>("plain", SGDOptions(.1), {10.092499999999999, 6.4840598780719976, 0.7588177651862833});
  expect_trajectory<SGD>("momentum", SGDOptions(.05).momentum(.9).dampening(.1),
                         {9.7962500000000006, 5.4810103486385611, -0.90418017927541872});
  expect_trajectory<SGD>("nesterov", SGDOptions(.05).momentum(.8).nesterov(true),
                         {10.033250000000001, 5.1374017574501316, -1.2373828480321594});
  expect_trajectory<SGD>("maximize", SGDOptions(.01).maximize(true),
                         {9.4407499999999995, 9.8238453469260492, 11.820501489365864});
}

TEST(SparseGradients, Adagrad) {
  expect_trajectory<Adagrad>("decay", AdagradOptions(.2).lr_decay(.01).initial_accumulator_value(.1),
                             {10.971778411049135, 4.6562906286387067, 3.2674915617069824});
  expect_trajectory<Adagrad>("maximize", AdagradOptions(.05).maximize(true),
                             {9.1000000000355321, 11.02075649350515, 13.000816859217011});
}

TEST(SparseGradients, SparseAdam) {
  expect_trajectory<SparseAdam>("defaults", SparseAdamOptions(.02),
                                {9.6599999550521147, 8.9199976558913221, 4.9234830662853337});
  expect_trajectory<SparseAdam>("maximize",
                                SparseAdamOptions(.01).betas(std::make_tuple(.8, .95)).eps(1e-4).maximize(true),
                                {9.4200319092601266, 9.824915475995752, 12.192474147819405});
}

// A table and a vector: the gradients of both in one group.
TEST(SparseGradients, BesideDenseOnes) {
  const Tensor a = table(), b = ones(3, kDouble).requires_grad_();
  const auto step = [&](Optimizer& optimizer) {
    a.mutable_grad() = gradient_of(a.detach(), 1);
    b.mutable_grad() = full({3}, 2., kDouble);
    optimizer.step();
  };
  SGD sgd({a, b}, SGDOptions(.1).momentum(.5));
  step(sgd);
  EXPECT_NEAR(b[0].item<double>(), .8, 1e-15);
  step(sgd);
  EXPECT_NEAR(b[0].item<double>(), .5, 1e-15);
  Adagrad adagrad({a, b}, AdagradOptions(.1));
  step(adagrad);
  EXPECT_NEAR(b[0].item<double>(), .4, 1e-9);
}

TEST(SparseGradients, AreRefusedByOthers) {
  const Tensor p = table();
  p.mutable_grad() = gradient_of(p.detach(), 1);
  const auto message = [](Optimizer&& optimizer) { return test::error_of([&] { optimizer.step(); }); };
  const auto expect_phrase = [](const std::string& got, const char* phrase) {
    EXPECT_NE(got.find(phrase), std::string::npos) << got;
  };
  expect_phrase(message(Adam({p})), "Adam does not support sparse gradients, please consider SparseAdam instead");
  expect_phrase(message(AdamW({p})), "AdamW does not support sparse gradients");
  expect_phrase(message(Adamax({p})), "Adamax does not support sparse gradients");
  expect_phrase(message(Adadelta({p})), "Adadelta does not support sparse gradients");
  expect_phrase(message(ASGD({p})), "ASGD does not support sparse gradients");
  expect_phrase(message(NAdam({p})), "NAdam does not support sparse gradients");
  expect_phrase(message(RAdam({p})), "RAdam does not support sparse gradients");
  expect_phrase(message(RMSprop({p})), "RMSprop does not support sparse gradients");
  expect_phrase(message(Rprop({p})), "Rprop does not support sparse gradients");
  expect_phrase(message(SGD({p}, SGDOptions(1).weight_decay(1))), "add(sparse, dense) is not supported");
  expect_phrase(message(Adagrad({p}, AdagradOptions().weight_decay(1))),
                "weight_decay option is not compatible with sparse gradients");
  EXPECT_TRUE(p.detach().equal(table().detach()));
  p.mutable_grad() = ones_like(p);
  expect_phrase(message(SparseAdam({p})), "SparseAdam does not support dense gradients, please consider Adam instead");
  EXPECT_TRUE(p.detach().equal(table().detach()));
}

TEST(SparseGradients, BadHyperParameters) {
  const auto refuses = [](const SparseAdamOptions& options, const char* phrase) {
    const std::string got = test::error_of([&] { SparseAdam({table()}, options); });
    EXPECT_NE(got.find(phrase), std::string::npos) << got;
  };
  refuses(SparseAdamOptions(0), "Invalid learning rate: 0");
  refuses(SparseAdamOptions().eps(0), "Invalid epsilon value: 0");
  refuses(SparseAdamOptions().betas(std::make_tuple(1., 0.)), "Invalid beta parameter at index 0: 1");
  const std::string got = test::error_of([] { SparseAdam({table().detach().to_sparse().requires_grad_()}); });
  EXPECT_NE(got.find("Sparse params at indices [0]: SparseAdam requires dense parameter tensors"), std::string::npos)
      << got;
}

TEST(SparseGradients, StateOfSparseAdamIsPythons) {
  const Tensor w = zeros({2, 2}).requires_grad_();
  w.mutable_grad() = eye(2).to_sparse();
  SparseAdam optimizer({w});
  optimizer.step();
  const OptimizerStateDict dict = optimizer.state_dict();
  ASSERT_EQ(dict.state.size(), 1u);
  const auto& state = dict.state.begin()->second;
  ASSERT_EQ(state.size(), 3u);
  EXPECT_EQ(state[0].first, "step");
  EXPECT_EQ(state[0].second.toInt(), 1);
  EXPECT_EQ(state[1].first, "exp_avg");
  EXPECT_TRUE(state[1].second.toTensor().allclose(eye(2) * .1));
  EXPECT_EQ(state[2].first, "exp_avg_sq");
  EXPECT_TRUE(state[2].second.toTensor().allclose(eye(2) * .001));
  std::vector<std::string> options;
  for (const auto& [name, value] : dict.param_groups[0].options) options.push_back(name);
  EXPECT_EQ(options, (std::vector<std::string>{"lr", "betas", "eps", "maximize"}));
  SparseAdam other({zeros({2, 2}).requires_grad_()}, SparseAdamOptions(1));
  other.load_state_dict(dict);
  EXPECT_EQ(static_cast<SparseAdamOptions&>(other.param_groups()[0].options()).lr(), 1e-3);
}

TEST(SparseGradients, LbfgsMakesThemDense) {
  const Tensor sparse = table(), dense = table();
  LBFGS a({sparse}, LBFGSOptions(.1).max_iter(3)), b({dense}, LBFGSOptions(.1).max_iter(3));
  const auto loss = [](const Tensor& w, bool sparsely) {
    return embedding(w, tensor({1, 3, 1}), -1, false, sparsely).square().sum();
  };
  for (int n = 0; n < 3; ++n) {
    a.step([&] {
      a.zero_grad(true);
      const Tensor l = loss(sparse, true);
      l.backward();
      return l;
    });
    b.step([&] {
      b.zero_grad(true);
      const Tensor l = loss(dense, false);
      l.backward();
      return l;
    });
  }
  EXPECT_TRUE(sparse.detach().allclose(dense.detach(), 1e-12, 1e-12));
}

TEST(SparseGradients, ASparseBufferIsNotSaved) {
  const Tensor p = table();
  SGD sgd({p}, SGDOptions(.1).momentum(.9));
  p.mutable_grad() = gradient_of(p.detach(), 1);
  sgd.step();
  EXPECT_TRUE(static_cast<SGDParamState&>(*sgd.state().find(p)).momentum_buffer().is_sparse());
  SGD copy({table()}, SGDOptions(1));
  copy.load_state_dict(sgd.state_dict());
  EXPECT_TRUE(static_cast<SGDParamState&>(*copy.state().find(copy.param_groups()[0].params()[0]))
                  .momentum_buffer()
                  .is_sparse());
  EXPECT_THROW(save(sgd, "unused.safetensors"), Error);
}

}  // namespace
}  // namespace torchpp::optim
