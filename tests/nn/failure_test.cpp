// SPDX-License-Identifier: BSD-3-Clause
// Errors from inside a module name its path and class behind the operator's own text.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <stdexcept>

namespace torchpp::tests {
namespace {

template <class F>
std::string error_of(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "none";
}

struct BlockImpl : nn::Module {
  BlockImpl() : conv1(register_module("conv1", nn::Conv2d(3, 4, 3))) {}
  Tensor forward(const Tensor& x) { return conv1(x); }
  nn::Conv2d conv1;
};
TORCH_MODULE(Block);
struct NetImpl : nn::Module {
  NetImpl() : layer1(register_module("layer1", nn::Sequential(Block()))) {}
  Tensor forward(const Tensor& x) { return layer1(x); }
  nn::Sequential layer1;
};
TORCH_MODULE(Net);

TEST(ModuleErrors, NameThePath) {
  Net net;
  const Tensor wrong = ones({1, 2, 5, 5});
  const std::string alone = error_of([&] { conv2d(wrong, net->parameters()[0], net->parameters()[1]); });
  ASSERT_NE(alone, "none");
  EXPECT_EQ(error_of([&] { net(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)");
  EXPECT_EQ(error_of([&] { net->forward(wrong); }), alone + "\n  in 0.conv1 (Conv2d)") << "from what was called";
  EXPECT_EQ(error_of([&] { net(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)") << "each error for itself";
  EXPECT_EQ(error_of([&] { nn::Conv2d(3, 4, 3)(wrong); }), alone + "\n  in Conv2d");
  nn::AnyModule any(net);
  EXPECT_EQ(error_of([&] { any.forward(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)");
  EXPECT_EQ(net(ones({1, 3, 5, 5})).sizes(), IntArrayRef({1, 4, 3, 3})) << "the module works on";
}

TEST(ModuleErrors, NamePathsWithHooksAndInLists) {
  Net net;
  net->register_forward_pre_hook([](nn::Module&, std::vector<nn::AnyValue>&) {});
  const std::string message = error_of([&] { net(ones({1, 2, 5, 5})); });
  EXPECT_NE(message.find("\n  in layer1.0.conv1 (Conv2d)"), std::string::npos) << message;
  nn::TransformerEncoder encoder(nn::TransformerEncoderLayer(4, 2), 2);
  const std::string deep = error_of([&] { encoder(ones({3, 1, 5})); });
  EXPECT_NE(deep.find("\n  in layers.0.self_attn (MultiheadAttention)"), std::string::npos) << deep;
}

TEST(ModuleErrors, KeepTheirClass) {
  nn::Functional fails([](Tensor) -> Tensor { TORCHPP_FAIL_KIND(kIndex, "out of range"); });
  EXPECT_THROW(nn::AnyModule(fails).forward(ones({1})), IndexError);
  nn::Sequential chain{fails};
  EXPECT_THROW(chain(ones({1})), IndexError);
  nn::Functional foreign([](Tensor) -> Tensor { throw std::runtime_error("foreign"); });
  nn::Sequential foreign_chain{foreign};
  EXPECT_THROW(foreign_chain(ones({1})), std::runtime_error);
}

}  // namespace
}  // namespace torchpp::tests
