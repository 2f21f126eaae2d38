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
  EXPECT_EQ(error_of([&] { net->forward(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)") << "by the tree alone";
  EXPECT_EQ(error_of([&] { net->layer1(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)");
  EXPECT_EQ(error_of([&] { net->layer1->at<BlockImpl>(0).conv1(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)");
  EXPECT_EQ(error_of([&] { net(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)") << "each error for itself";
  EXPECT_EQ(error_of([&] { nn::Conv2d(3, 4, 3)(wrong); }), alone + "\n  in Conv2d");
  nn::AnyModule any(net);
  EXPECT_EQ(error_of([&] { any.forward(wrong); }), alone + "\n  in layer1.0.conv1 (Conv2d)");
  EXPECT_EQ(net(ones({1, 3, 5, 5})).sizes(), IntArrayRef({1, 4, 3, 3})) << "the module works on";
}

// What the last name in the error of a direct call of forward is: the path within the tree.
std::string path_of(BlockImpl& block) {
  const std::string message = error_of([&] { block.forward(ones({1, 2, 5, 5})); });
  const size_t at = message.rfind("\n  in ");
  return at == std::string::npos ? "none" : message.substr(at + 6);
}

TEST(ModuleErrors, FollowChangesOfTheTree) {
  Net net;
  const auto block = net->layer1->ptr<BlockImpl>(0);
  EXPECT_EQ(path_of(*block), "layer1.0.conv1 (Conv2d)");
  {
    // The module it was last registered with counts, while it is there.
    nn::ModuleDict other;
    other->insert("shared", block);
    EXPECT_EQ(path_of(*block), "shared.conv1 (Conv2d)");
    EXPECT_NE(error_of([&] {
                net(ones({1, 2, 5, 5}));
              }).find("\n  in layer1.0.conv1 (Conv2d)"),
              std::string::npos)
        << "what was called comes first";
    other->insert("shared", std::make_shared<BlockImpl>());
    EXPECT_EQ(path_of(*block), "conv1 (Conv2d)") << "replaced";
    EXPECT_EQ(path_of(other->at<BlockImpl>("shared")), "shared.conv1 (Conv2d)");
    other->insert("again", block);
    other->pop("again");
    EXPECT_EQ(path_of(*block), "conv1 (Conv2d)") << "taken out";
    other->insert("again", block);
  }
  EXPECT_EQ(path_of(*block), "conv1 (Conv2d)") << "the module above is gone";
}

struct CopiedImpl : nn::Cloneable<CopiedImpl> {
  CopiedImpl() { reset(); }
  void reset() override {
    list = register_module("list", nn::ModuleList());
    list->push_back(nn::Conv2d(3, 4, 3));
    chain = register_module("chain", nn::Sequential(nn::Conv2d(3, 4, 3)));
  }
  Tensor forward(const Tensor& x) { return nn::Conv2d(list->ptr<nn::Conv2dImpl>(0))(x); }
  nn::ModuleList list{nullptr};
  nn::Sequential chain{nullptr};
};

// clone() assigns the children's copies, so they change their place.
TEST(ModuleErrors, NamePathsInClones) {
  struct HolderImpl : nn::Cloneable<HolderImpl> {
    HolderImpl() { reset(); }
    void reset() override { copied = register_module("copied", std::make_shared<CopiedImpl>()); }
    std::shared_ptr<CopiedImpl> copied;
  };
  const HolderImpl original;
  const auto clone = std::dynamic_pointer_cast<HolderImpl>(original.clone());
  for (CopiedImpl* copied : {original.copied.get(), clone->copied.get()}) {
    const std::string in_list = error_of([&] { copied->forward(ones({1, 2, 5, 5})); });
    EXPECT_NE(in_list.find("\n  in copied.list.0 (Conv2d)"), std::string::npos) << in_list;
    const std::string in_chain = error_of([&] { copied->chain->forward(ones({1, 2, 5, 5})); });
    EXPECT_NE(in_chain.find("\n  in copied.chain.0 (Conv2d)"), std::string::npos) << in_chain;
  }
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
