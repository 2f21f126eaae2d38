// SPDX-License-Identifier: BSD-3-Clause
// Averaged models and their batch statistics. The stored values are those of torch.optim.swa_utils of libtorch 1.13.1
// (Debian), in double.
#include <gtest/gtest.h>
#include <torchpp/nn/averaging.h>
#include <torchpp/torchpp.h>

#include "tests/support/error_of.h"

namespace torchpp::nn {
namespace {

using test::error_of;

struct NetImpl : Cloneable<NetImpl> {
  NetImpl() { NetImpl::reset(); }
  void reset() override {
    linear = register_module("linear", Linear(2, 1));
    norm = register_module("norm", BatchNorm1d(2));
    to(kDouble);
  }
  Tensor forward(const Tensor& x) { return linear(norm(x)); }
  Linear linear = nullptr;
  BatchNorm1d norm = nullptr;
};
TORCH_MODULE(Net);

// Step n of a training: parameters and running statistics that follow from n.
void set(const Net& net, double n) {
  const NoGradGuard no_grad;
  net->linear->weight.copy_(tensor({n, 1 / n}, kDouble).view({1, 2}));
  net->linear->bias.fill_(n * n);
  net->norm->running_mean.fill_(n / 8);
}
Net new_net() {
  Net net;
  set(net, 1);
  return net;
}

// Without a function: means of 1, 2, ... n. Python: torch.optim.swa_utils.AveragedModel(net).
TEST(AveragedModel, Mean) {
  const Net net = new_net();
  AveragedModel<Net> averaged(net);
  for (int n = 1; n <= 5; ++n) {
    set(net, n);
    averaged->update_parameters(*net);
  }
  EXPECT_EQ(averaged->n_averaged.item<int64_t>(), 5);
  const Tensor& weight = averaged->module->linear->weight;
  EXPECT_NEAR(weight.data_ptr<double>()[0], 3.0, 1e-15);
  EXPECT_NEAR(weight.data_ptr<double>()[1], 0.45666666666666667, 1e-15);
  EXPECT_NEAR(averaged->module->linear->bias.item<double>(), 11.0, 1e-14);
  EXPECT_EQ(averaged->module->norm->running_mean.data_ptr<double>()[0], 0.125) << "buffers stay those of the copy";
  EXPECT_EQ(averaged->named_buffers().keys(),
            (std::vector<std::string>{"n_averaged", "module.norm.running_mean", "module.norm.running_var",
                                      "module.norm.num_batches_tracked"}));
  EXPECT_TRUE(weight.requires_grad() && weight.is_leaf());
  EXPECT_FALSE(weight.is_same(net->linear->weight));
}

TEST(AveragedModel, Buffers) {
  const Net net = new_net();
  AveragedModel<Net> averaged(net, &mean_average, /*use_buffers=*/true);
  for (int n = 1; n <= 4; ++n) {
    set(net, n);
    net->norm->num_batches_tracked.fill_(n);
    averaged->update_parameters(*net);
  }
  EXPECT_NEAR(averaged->module->norm->running_mean.data_ptr<double>()[1], 0.3125, 1e-15);
  EXPECT_EQ(averaged->module->norm->num_batches_tracked.item<int64_t>(), 1) << "integers are cut, as in Python";
}

// Python: avg_fn=lambda a, p, n: 0.75 * a + 0.25 * p.
TEST(AveragedModel, ExponentialMovingAverage) {
  const Net net = new_net();
  AveragedModel<Net> averaged(net, ema_average(.75));
  for (int n = 1; n <= 5; ++n) {
    set(net, n);
    averaged->update_parameters(*net);
  }
  EXPECT_NEAR(averaged->module->linear->weight.data_ptr<double>()[0], 2.94921875, 1e-14);
  EXPECT_NEAR(averaged->module->linear->bias.item<double>(), 11.25390625, 1e-13);
  EXPECT_NE(error_of([] { ema_average(1.5); }).find("decay got 1.5"), std::string::npos);
}

TEST(AveragedModel, FunctionsGetTheNumberOfModels) {
  const Net net = new_net();
  std::vector<int64_t> counts;
  AveragedModel<Net> averaged(net, [&](const Tensor& average, const Tensor&, int64_t count) {
    counts.push_back(count);
    return average;
  });
  for (int n = 0; n < 3; ++n) averaged->update_parameters(*net);
  EXPECT_EQ(counts, (std::vector<int64_t>{1, 1, 1, 1, 2, 2, 2, 2})) << "four parameters, from the second model on";
}

TEST(AveragedModel, IsCalledAndSavedAsAModule) {
  Net net = new_net();
  AveragedModel<Net> averaged(net);
  net->eval();
  averaged->eval();
  const Tensor x = ones({3, 2}, kDouble);
  EXPECT_TRUE(averaged(x).equal(net(x)));
  set(net, 3);
  averaged->update_parameters(*net);
  AveragedModel<Net> other(net);
  other->load_state_dict(averaged->state_dict());
  EXPECT_EQ(other->n_averaged.item<int64_t>(), 1);
  EXPECT_EQ(other->module->linear->bias.item<double>(), 9);
  // Only models of the same sizes.
  Sequential narrow(Linear(2, 1));
  EXPECT_NE(error_of([&] { averaged->update_parameters(*narrow); }).find("the model has 2 parameters"),
            std::string::npos);
  Sequential wide(Linear(3, 1), BatchNorm1d(2));
  EXPECT_NE(error_of([&] { averaged->update_parameters(*wide); }).find("0 got sizes [1, 3], expected [1, 2]"),
            std::string::npos);
  EXPECT_EQ(averaged->n_averaged.item<int64_t>(), 1);
}

// Statistics of all batches together, each counting the same: momentum None in Python.
TEST(UpdateBn, CollectsTheStatisticsOfTheLoader) {
  Net net = new_net();
  net->norm->options.momentum(.3);
  net->eval();
  const Tensor first = tensor({1., 2., 3., 4., 5., 9.}, kDouble).view({3, 2}),
               second = tensor({0., 1., 2., 7.}, kDouble).view({2, 2});
  const std::vector<Tensor> loader = {first, second};
  update_bn(loader, net);
  EXPECT_FALSE(net->is_training() || net->norm->is_training());
  EXPECT_EQ(*net->norm->options.momentum(), .3);
  EXPECT_EQ(net->norm->num_batches_tracked.item<int64_t>(), 2);
  // Means 3, 5 and 1, 4; variances 4, 13 and 2, 18.
  EXPECT_TRUE(net->norm->running_mean.allclose(tensor({2., 4.5}, kDouble), 0, 1e-14));
  EXPECT_TRUE(net->norm->running_var.allclose(tensor({3., 15.5}, kDouble), 0, 1e-14));

  // Pairs and lists: their first tensor.
  Net of_pairs = new_net(), of_lists = new_net();
  update_bn(std::vector<std::pair<Tensor, Tensor>>{{first, Tensor()}, {second, Tensor()}}, of_pairs);
  update_bn(std::vector<std::vector<Tensor>>{{first, second}, {second}}, of_lists);
  EXPECT_TRUE(of_pairs->norm->running_var.equal(net->norm->running_var));
  EXPECT_TRUE(of_lists->norm->running_mean.equal(net->norm->running_mean));
  EXPECT_TRUE(of_pairs->is_training());
}

TEST(UpdateBn, RestoresWhenTheModelThrows) {
  Net net = new_net();
  net->eval();
  EXPECT_THROW(update_bn(std::vector<Tensor>{ones({2, 5}, kDouble)}, net), Error);
  EXPECT_EQ(*net->norm->options.momentum(), .1);
  EXPECT_FALSE(net->is_training());
}

TEST(UpdateBn, ModelsWithoutBatchNormAreNotCalled) {
  int calls = 0;
  Functional function([&](const Tensor& x) {
    ++calls;
    return x;
  });
  update_bn(std::vector<Tensor>{ones({2, 2})}, function);
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace torchpp::nn
