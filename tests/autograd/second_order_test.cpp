// SPDX-License-Identifier: BSD-3-Clause
// Second derivatives, and forward mode of first ones, of modules whose backward is an operator of its own.
#include <gtest/gtest.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/torchpp.h>

#include <functional>

namespace torchpp {
namespace {

using autograd::variable_list;

Tensor random_of(IntArrayRef sizes) { return randn(sizes, kDouble); }

// f of the tensors, all of which require grad.
void check(const std::function<Tensor(const variable_list&)>& f, const variable_list& inputs) {
  for (const Tensor& t : inputs) t.requires_grad_();
  const auto list = [&](const variable_list& x) -> variable_list { return {f(x)}; };
  autograd::GradcheckOptions options;
  options.check_forward_ad = true;
  EXPECT_TRUE(autograd::gradcheck(list, inputs, options));
  EXPECT_TRUE(autograd::gradgradcheck(list, inputs, {}, options));
}

class SecondOrder : public ::testing::Test {
 protected:
  void SetUp() override { manual_seed(11); }
};

TEST_F(SecondOrder, BatchNorm) {
  const Tensor mean = random_of({3}), var = rand({3}, kDouble).add(0.5);
  for (const bool training : {true, false})
    check(
        [&](const variable_list& x) {
          return batch_norm(x[0], x[1], x[2], mean.clone(), var.clone(), training, 0.1, 1e-5, false);
        },
        {random_of({3, 3, 2}), random_of({3}), random_of({3})});
}

TEST_F(SecondOrder, LayerNorm) {
  check(
      [](const variable_list& x) {
        return layer_norm(x[0], {2, 3}, x[1], x[2]);
      },
      {random_of({3, 2, 3}), random_of({2, 3}), random_of({2, 3})});
  check([](const variable_list& x) { return layer_norm(x[0], {4}); }, {random_of({2, 4})});
}

TEST_F(SecondOrder, GroupNorm) {
  check([](const variable_list& x) { return group_norm(x[0], 2, x[1], x[2]); },
        {random_of({2, 4, 3}), random_of({4}), random_of({4})});
}

TEST_F(SecondOrder, InstanceNorm) {
  check(
      [](const variable_list& x) {
        return instance_norm(x[0], x[1], x[2], Tensor(), Tensor(), true, 0.1, 1e-5, false);
      },
      {random_of({2, 2, 4}), random_of({2}), random_of({2})});
}

TEST_F(SecondOrder, Prelu) {
  check([](const variable_list& x) { return prelu(x[0], x[1]); }, {random_of({2, 3, 2}), random_of({3})});
  check([](const variable_list& x) { return prelu(x[0], x[1]); }, {random_of({4}), random_of({1})});
}

TEST_F(SecondOrder, Rrelu) {
  for (const bool training : {true, false})
    check(
        [=](const variable_list& x) {
          manual_seed(4);  // the same slopes in every call
          return rrelu(x[0], 0.1, 0.4, training);
        },
        {random_of({3, 4})});
}

// Bags of which one is empty, with a row that is left out; in mode 0 also with a weight for each index.
TEST_F(SecondOrder, EmbeddingBag) {
  const Tensor at = tensor({0, 2, 2, 1, 4, 2}), offsets = tensor({0, 2, 2, 5});
  const auto bag = [&](const variable_list& x, int64_t mode) {
    const optional<Tensor> weights = x.size() > 1 ? optional<Tensor>(x[1]) : nullopt;
    return std::get<0>(embedding_bag(x[0], at, offsets, false, mode, false, weights, false, 4));
  };
  for (const int64_t mode : {0, 1, 2}) check([&](const variable_list& x) { return bag(x, mode); }, {random_of({5, 3})});
  check([&](const variable_list& x) { return bag(x, 0); }, {random_of({5, 3}), random_of({6})});
}

}  // namespace
}  // namespace torchpp
