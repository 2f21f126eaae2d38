// SPDX-License-Identifier: BSD-3-Clause
// Masks from PyTorch 1.13.1 (Python), with parameters sin(0.7 * i + 0.3).
#include <gtest/gtest.h>
#include <torchpp/nn/utils/prune.h>
#include <torchpp/torchpp.h>

namespace torchpp::tests {
namespace {

namespace prune = nn::utils::prune;
using Strings = std::vector<std::string>;

nn::Linear filled(int64_t in, int64_t out) {
  nn::Linear l(in, out);
  const NoGradGuard no_grad;
  for (const Tensor& p : l->parameters()) p.copy_(arange(p.numel(), kFloat).mul(0.7).add(0.3).sin().reshape(p.sizes()));
  return l;
}

void expect_mask(nn::Module& module, const std::vector<float>& expected) {
  const Tensor mask = module.get_buffer("weight_mask");
  EXPECT_TRUE(mask.flatten().equal(tensor(expected))) << mask;
}

TEST(Prune, OneMethodAfterTheOther) {
  nn::Linear l = filled(4, 3);
  const Tensor original = l->weight.detach().clone();
  prune::l1_unstructured(*l, "weight", 0.3);
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "weight_orig", "weight_mask"}));
  expect_mask(*l, {0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1});
  EXPECT_TRUE(l->weight.equal(original * l->get_buffer("weight_mask")));
  prune::ln_structured(*l, "weight", 1, 2, 0);
  expect_mask(*l, {0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0});
  manual_seed(11);
  prune::random_unstructured(*l, "weight", 2);
  expect_mask(*l, {0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0});
  manual_seed(12);
  prune::random_structured(*l, "weight", 0.5, 1);
  expect_mask(*l, {0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(prune::is_pruned(*nn::Sequential(l)));
  EXPECT_TRUE(l->get_parameter("weight_orig").equal(original));

  l(ones({1, 4})).sum().backward();
  EXPECT_TRUE(l->get_parameter("weight_orig").grad().equal(l->get_buffer("weight_mask")));
  prune::remove(*l, "weight");
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "weight"}));
  EXPECT_TRUE(
      l->weight.equal(original * tensor({0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 0.f, 0.f}).view({3, 4})));
  EXPECT_TRUE(l->weight.is_leaf() && l->weight.requires_grad());
  EXPECT_FALSE(prune::is_pruned(*l));
  EXPECT_THROW(prune::remove(*l, "weight"), ValueError);
}

TEST(Prune, Global) {
  nn::Linear a = filled(2, 2), b = filled(2, 3);
  prune::global_unstructured({{a.ptr(), "weight"}, {b.ptr(), "weight"}}, prune::PruningMethod::l1_unstructured(4));
  expect_mask(*a, {0, 1, 1, 1});
  expect_mask(*b, {0, 1, 1, 1, 0, 0});
  EXPECT_THROW(prune::global_unstructured({{a.ptr(), "weight"}}, prune::PruningMethod::random_structured(1)),
               TypeError);
}

TEST(Prune, IdentityMasksAndScores) {
  nn::Linear l = filled(2, 2);
  prune::identity(*l, "weight");
  expect_mask(*l, {1, 1, 1, 1});
  prune::custom_from_mask(*l, "weight", tensor({1.f, 0.f, 1.f, 1.f}).view({2, 2}));
  expect_mask(*l, {1, 0, 1, 1});
  prune::l1_unstructured(*l, "weight", 1, tensor({3.f, 0.f, 1.f, 2.f}).view({2, 2}));
  expect_mask(*l, {1, 0, 0, 1});
  prune::l1_unstructured(*l, "bias", 0.5);
  EXPECT_EQ(l->bias.ne(0).sum().item<int64_t>(), 1);
}

TEST(Prune, RefusesWhatDoesNotFit) {
  nn::Linear l = filled(2, 2);
  EXPECT_THROW(prune::Amount(1.5), ValueError);
  EXPECT_THROW(prune::Amount(-1), ValueError);
  EXPECT_THROW(prune::l1_unstructured(*l, "weight", 5), ValueError);
  EXPECT_THROW(prune::l1_unstructured(*l, "kernel", 1), Error);
  EXPECT_THROW(prune::ln_structured(*l, "bias", 1, 2, 0), ValueError);
  EXPECT_THROW(prune::ln_structured(*l, "weight", 1, 2, 2), IndexError);
  EXPECT_THROW(prune::l1_unstructured(*l, "weight", 1, ones({3})), Error);
  EXPECT_EQ(l->state_dict().keys(), (Strings{"weight", "bias"})) << "nothing is changed";
}

TEST(Prune, ACloneHasMasksOfItsOwn) {
  nn::Linear l = filled(2, 2);
  prune::l1_unstructured(*l, "weight", 1);
  nn::Linear copy = std::dynamic_pointer_cast<nn::LinearImpl>(l->clone());
  prune::l1_unstructured(*copy, "weight", 3);
  EXPECT_EQ(l->get_buffer("weight_mask").sum().item<float>(), 3);
  EXPECT_EQ(copy->get_buffer("weight_mask").sum().item<float>(), 0);
  EXPECT_TRUE(copy(ones({1, 2})).flatten().equal(copy->bias));
}

}  // namespace
}  // namespace torchpp::tests
