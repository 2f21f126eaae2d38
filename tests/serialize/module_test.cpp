// SPDX-License-Identifier: BSD-3-Clause
// Modules and optimizers through files.
#include <gtest/gtest.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/torchpp.h>

#include <sstream>

#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;

struct NetImpl : nn::Module {
  nn::Linear first{nullptr}, second{nullptr};
  nn::BatchNorm1d norm{nullptr};
  NetImpl(int64_t hidden = 6) {
    first = register_module("first", nn::Linear(4, hidden));
    norm = register_module("norm", nn::BatchNorm1d(hidden));
    second = register_module("second", nn::Linear(hidden, 2));
  }
  Tensor forward(const Tensor& x) { return second(relu(norm(first(x)))); }
};
TORCHPP_MODULE(Net);

bool same(const Tensor& a, const Tensor& b) { return a.sizes() == b.sizes() && a.eq(b).all().item<bool>(); }

TEST(ModuleFiles, NamesAreThoseOfPythonsStateDict) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/net";
  manual_seed(1);
  Net net;
  save(net, path);
  std::vector<std::string> names;
  for (const auto& item : load_safetensors(path).tensors) names.push_back(item.first);
  // torch 1.13.1: list(net.state_dict()) of the same net.
  EXPECT_EQ(names,
            (std::vector<std::string>{"first.weight", "first.bias", "norm.weight", "norm.bias", "norm.running_mean",
                                      "norm.running_var", "norm.num_batches_tracked", "second.weight", "second.bias"}));
}

TEST(ModuleFiles, RoundTripThroughHolderPointerAndModule) {
  manual_seed(2);
  Net net;
  const Tensor x = randn({8, 4});
  net(x);  // moves the running statistics
  net->eval();
  const Tensor expected = net(x);
  std::stringstream stream;
  save(net, stream);
  const std::string bytes = stream.str();

  Net holder;
  load(holder, bytes.data(), bytes.size());
  std::shared_ptr<NetImpl> pointer = std::make_shared<NetImpl>();
  load(pointer, bytes.data(), bytes.size());
  NetImpl module;
  load(module, bytes.data(), bytes.size());
  for (NetImpl* loaded : {holder.get(), pointer.get(), &module}) {
    loaded->eval();
    EXPECT_TRUE(same(loaded->forward(x), expected));
    for (const Tensor& p : loaded->parameters()) EXPECT_TRUE(p.requires_grad() && p.is_leaf());
  }
}

TEST(ModuleFiles, LoadedParametersTrainAndLeaveTheFile) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/net";
  manual_seed(3);
  Net net;
  save(net, path);
  const Tensor before = net->first->weight.detach().clone();
  load(net, path);
  optim::SGD optimizer(net->parameters(), optim::SGDOptions(.1));
  net(randn({8, 4})).sum().backward();
  optimizer.step();
  EXPECT_FALSE(same(net->first->weight, before));
  EXPECT_FALSE(same(net->second->bias, load_safetensors(path).tensors.back().second));
  EXPECT_TRUE(same(*load_safetensors(path).find("first.weight"), before));
}

TEST(ModuleFiles, LoadSafetensorsReadsWhatSaveWroteAndNoOtherFormat) {
  test::TemporaryFolder folder;
  const std::string path = folder.path() + "/net";
  manual_seed(3);
  Net net, holder;
  NetImpl module;
  std::vector<Tensor> list;
  save(net, path);
  LoadSafetensorsOptions mapped;
  mapped.map = true;
  load_safetensors(path, holder);
  load_safetensors(path, module, mapped);
  for (NetImpl* loaded : {holder.get(), &module}) {
    EXPECT_TRUE(same(loaded->first->weight, net->first->weight));
    EXPECT_TRUE(loaded->first->weight.requires_grad());
  }
  save(std::vector<Tensor>{arange(3), arange(5)}, path);
  load_safetensors(path, list);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_TRUE(same(list[1], arange(5)));
  EXPECT_NE(test::error_of([&] { load_safetensors(path, net); }).find("No such serialized tensor: 'first.weight'"),
            std::string::npos);
  save_pt(path, *net);
  EXPECT_THROW(load_safetensors(path, net), FileError);
  EXPECT_NO_THROW(load(net, path));
}

TEST(ModuleFiles, WrongFilesGiveOneMessageAndChangeNothing) {
  manual_seed(4);
  Net net, wide(7);
  const Tensor before = net->first->weight.detach().clone();
  std::stringstream stream;
  save(wide, stream);
  EXPECT_EQ(test::error_of([&] { load(net, stream); }),
            "load: 'first.weight' got sizes [7, 4], expected [6, 4]; 'first.bias' got sizes [7], expected [6]; "
            "'norm.weight' got sizes [7], expected [6]; 'norm.bias' got sizes [7], expected [6]; "
            "'norm.running_mean' got sizes [7], expected [6]; 'norm.running_var' got sizes [7], expected [6]; "
            "'second.weight' got sizes [2, 7], expected [2, 6]");
  std::stringstream part;
  save(net->second, part);
  EXPECT_NE(test::error_of([&] { load(net, part); }).find("No such serialized tensor: 'first.weight', 'first.bias'"),
            std::string::npos);
  EXPECT_TRUE(same(net->first->weight, before));
  EXPECT_EQ(net->first->weight.sizes(), IntArrayRef({6, 4}));

  // More than is asked for is no fault.
  serialize::OutputArchive archive;
  wide->second->save(archive);
  archive.write("more", ones({1}));
  std::stringstream more;
  archive.save_to(more);
  nn::Linear alone(7, 2);
  load(alone, more);
  EXPECT_TRUE(same(alone->weight, wide->second->weight));
}

TEST(OptimizerFiles, GoOnAsIfNothingHadHappened) {
  const auto make = [] { return optim::AdamOptions(.01).weight_decay(.1); };
  manual_seed(5);
  Net net;
  const Tensor x = randn({8, 4});
  optim::Adam optimizer(net->parameters(), make());
  const auto step = [&x](Net& n, optim::Adam& o) {
    o.zero_grad();
    n(x).pow(2).sum().backward();
    o.step();
  };
  for (int i = 0; i < 3; ++i) step(net, optimizer);
  std::stringstream weights, state;
  save(net, weights);
  save(optimizer, state);
  Net resumed;
  load(resumed, weights);
  optim::Adam other(resumed->parameters(), optim::AdamOptions(.5));
  load(other, state);
  for (int i = 0; i < 3; ++i) {
    step(net, optimizer);
    step(resumed, other);
  }
  EXPECT_TRUE(same(net->first->weight, resumed->first->weight));
  EXPECT_TRUE(same(net->second->bias, resumed->second->bias));
}

}  // namespace
