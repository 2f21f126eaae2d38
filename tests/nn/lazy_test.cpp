// SPDX-License-Identifier: BSD-3-Clause
// Modules that take sizes from their first input; behaviour and printing as PyTorch 1.13.1's (Python).
#include <gtest/gtest.h>
#include <torchpp/nn/modules/lazy.h>
#include <torchpp/torchpp.h>

#include <sstream>

#include "tests/nn/memory_archive.h"

namespace torchpp::tests {
namespace {

std::string printed(const nn::Module& module) {
  std::ostringstream out;
  out << module;
  return out.str();
}

TEST(Lazy, LinearTakesSizesAndTheValuesOfALinear) {
  manual_seed(4);
  nn::LazyLinear lazy(2);
  EXPECT_TRUE(lazy->has_uninitialized_params());
  EXPECT_EQ(printed(*lazy), "torch::nn::LazyLinear(in_features=0, out_features=2, bias=true)");
  EXPECT_EQ(lazy->state_dict().keys(), (std::vector<std::string>{"weight", "bias"}));
  const auto before = lazy->parameters();
  lazy->to(kDouble);
  const Tensor y = lazy(ones({5, 3}, kDouble));
  EXPECT_FALSE(lazy->has_uninitialized_params());
  EXPECT_EQ(y.sizes(), IntArrayRef({5, 2}));
  EXPECT_EQ(printed(*lazy), "torch::nn::Linear(in_features=3, out_features=2, bias=true)");
  ASSERT_TRUE(lazy->weight.is_same(before[0])) << "an optimizer that was made before trains it";
  EXPECT_EQ(lazy->weight.scalar_type(), kDouble);
  EXPECT_TRUE(lazy->weight.requires_grad() && lazy->weight.is_leaf());

  manual_seed(4);
  nn::LazyLinear again(2);
  again(ones({1, 3}));
  manual_seed(4);
  EXPECT_TRUE(again->weight.equal(nn::Linear(3, 2)->weight)) << "no numbers are drawn before";
  EXPECT_THROW(again(ones({1, 4})), Error);
  EXPECT_NE(again->as<nn::Linear>(), nullptr);
  nn::LazyLinear scalar(2);
  EXPECT_THROW(scalar(ones({})), Error);
}

TEST(Lazy, Convolutions) {
  nn::LazyConv2d conv(nn::Conv2dOptions(0, 4, 3).groups(2).padding(1));
  EXPECT_EQ(printed(*conv), "torch::nn::LazyConv2d(0, 4, kernel_size=[3, 3], stride=[1, 1], padding=[1, 1], groups=2)");
  EXPECT_THROW(conv(ones({2, 5})), Error);
  EXPECT_THROW(conv(ones({1, 3, 5, 5})), Error) << "groups must divide the channels";
  EXPECT_TRUE(conv->has_uninitialized_params());
  EXPECT_EQ(conv(ones({2, 6, 5, 5})).sizes(), IntArrayRef({2, 4, 5, 5}));
  EXPECT_EQ(conv->weight.sizes(), IntArrayRef({4, 3, 3, 3}));
  EXPECT_EQ(conv->options.in_channels(), 6);
  nn::LazyConv1d without_batch(4, 2);
  EXPECT_EQ(without_batch(ones({3, 5})).sizes(), IntArrayRef({4, 4}));
  nn::LazyConv3d volume(2, 1);
  EXPECT_EQ(volume(ones({1, 3, 2, 2, 2})).sizes(), IntArrayRef({1, 2, 2, 2, 2}));
  nn::LazyConvTranspose2d transposed(4, 3);
  EXPECT_EQ(transposed(ones({1, 2, 3, 3})).sizes(), IntArrayRef({1, 4, 5, 5}));
  EXPECT_EQ(transposed->weight.sizes(), IntArrayRef({2, 4, 3, 3}));
  EXPECT_EQ(nn::LazyConvTranspose1d(4, 3)(ones({1, 2, 3})).sizes(), IntArrayRef({1, 4, 5}));
  EXPECT_EQ(nn::LazyConvTranspose3d(4, 1)(ones({1, 2, 3, 3, 3})).sizes(), IntArrayRef({1, 4, 3, 3, 3}));
}

TEST(Lazy, Normalisations) {
  nn::LazyBatchNorm1d norm;
  EXPECT_EQ(printed(*norm),
            "torch::nn::LazyBatchNorm1d(0, eps=1e-05, momentum=0.1, affine=true, track_running_stats=true)");
  norm(randn({4, 3}));
  EXPECT_EQ(norm->running_mean.sizes(), IntArrayRef({3}));
  EXPECT_EQ(norm->num_batches_tracked.item<int64_t>(), 1);
  EXPECT_TRUE(norm->weight.equal(ones({3})));
  nn::LazyBatchNorm2d plain(nn::BatchNormOptions(0).affine(false).track_running_stats(false));
  EXPECT_EQ(plain(randn({2, 3, 4, 4})).sizes(), IntArrayRef({2, 3, 4, 4}));
  nn::LazyInstanceNorm1d sample(nn::InstanceNormOptions(0).affine(true));
  sample(randn({3, 6}));
  EXPECT_EQ(sample->weight.sizes(), IntArrayRef({3}));
  EXPECT_EQ(nn::LazyBatchNorm3d()(randn({2, 3, 2, 2, 2})).size(1), 3);
  EXPECT_EQ(nn::LazyInstanceNorm2d()(randn({2, 3, 4, 4})).size(1), 3);
  EXPECT_EQ(nn::LazyInstanceNorm3d()(randn({2, 3, 2, 2, 2})).size(1), 3);
}

TEST(Lazy, LoadsBeforeTheFirstInput) {
  nn::Sequential trained(nn::Linear(3, 4), nn::BatchNorm1d(4));
  trained(randn({5, 3}));
  nn::LazyLinear linear(4);
  nn::LazyBatchNorm1d norm;
  nn::Sequential lazy(linear, norm);
  auto state = trained->state_dict();
  state.erase("1.running_var");
  EXPECT_THROW(lazy->load_state_dict(state), Error);
  EXPECT_TRUE(linear->has_uninitialized_params() && norm->has_uninitialized_params()) << "nothing is changed";
  lazy->load_state_dict(trained->state_dict());
  EXPECT_EQ(linear->options.in_features(), 3);
  EXPECT_EQ(norm->options.num_features(), 4);
  lazy->eval();
  trained->eval();
  const Tensor x = randn({2, 3});
  EXPECT_TRUE(lazy(x).equal(trained(x)));

  serialize::OutputArchive archive;
  archive << std::shared_ptr<nn::Module>(trained.ptr());
  auto memory = std::make_shared<MemoryArchive>();
  archive.write_to(*memory);
  nn::Sequential read(nn::LazyLinear(4), nn::LazyBatchNorm1d());
  serialize::InputArchive input(memory);
  input >> std::shared_ptr<nn::Module>(read.ptr());
  read->eval();
  EXPECT_TRUE(read(x).equal(trained(x)));
}

TEST(Lazy, ClonesBeforeAndAfter) {
  nn::LazyConv2d conv(4, 3);
  nn::LazyConv2d early = std::dynamic_pointer_cast<nn::LazyConv2dImpl>(conv->clone());
  EXPECT_TRUE(early->has_uninitialized_params());
  EXPECT_EQ(early(ones({1, 2, 3, 3})).size(1), 4);
  conv(ones({1, 3, 3, 3}));
  nn::LazyConv2d late = std::dynamic_pointer_cast<nn::LazyConv2dImpl>(conv->clone());
  EXPECT_FALSE(late->has_uninitialized_params());
  EXPECT_TRUE(late->weight.equal(conv->weight));
}

TEST(Lazy, AnOptimizerMadeBeforeTrainsIt) {
  nn::Sequential net(nn::LazyLinear(4), nn::ReLU(), nn::LazyLinear(1));
  optim::SGD sgd(net->parameters(), 0.1);
  const Tensor x = randn({8, 3});
  net(x).sum().backward();
  const Tensor before = net->parameters()[0].detach().clone();
  sgd.step();
  EXPECT_FALSE(net->parameters()[3].equal(zeros({1})));
  EXPECT_EQ(net->parameters()[0].sizes(), before.sizes());
}

}  // namespace
}  // namespace torchpp::tests
