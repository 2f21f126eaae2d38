// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <sstream>

#include "tests/nn/memory_archive.h"
#include "tests/support/error_of.h"

namespace torchpp::tests {
namespace {

namespace nn = torchpp::nn;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string printed(const nn::Module& module) {
  std::ostringstream out;
  out << module;
  return out.str();
}

struct NetImpl : nn::Cloneable<NetImpl> {
  NetImpl() { NetImpl::reset(); }
  void reset() override {
    fc = register_module("fc", nn::Linear(3, 4));
    body = register_module("body", nn::Sequential(nn::Linear(4, 4), nn::BatchNorm1d(4), nn::ReLU()));
    scale = register_parameter("scale", ones({4}));
    absent = register_parameter("absent", Tensor(), false);
    offset = register_buffer("offset", zeros({4}));
    scratch = register_buffer("scratch", zeros({2}), /*persistent=*/false);
  }
  Tensor forward(const Tensor& x) { return body->forward(fc(x)) * scale + offset; }
  nn::Linear fc = nullptr;
  nn::Sequential body = nullptr;
  Tensor scale, absent, offset, scratch;
};
TORCH_MODULE(Net);

const std::vector<std::string> kParameterNames = {"scale",       "fc.weight",     "fc.bias",    "body.0.weight",
                                                  "body.0.bias", "body.1.weight", "body.1.bias"};

TEST(Module, NamesInOrder) {
  Net net;
  EXPECT_EQ(net->named_parameters().keys(), kParameterNames);
  EXPECT_EQ(net->parameters().size(), kParameterNames.size());
  EXPECT_EQ(net->named_parameters(false).keys(), std::vector<std::string>{"scale"});
  EXPECT_EQ(net->named_buffers().keys(),
            (std::vector<std::string>{"offset", "scratch", "body.1.running_mean", "body.1.running_var",
                                      "body.1.num_batches_tracked"}));
  EXPECT_EQ(net->named_modules().keys(), (std::vector<std::string>{"", "fc", "body", "body.0", "body.1", "body.2"}));
  EXPECT_EQ(net->named_modules("net", false).keys().front(), "net.fc");
  EXPECT_EQ(net->modules(false).size(), 5u);
  EXPECT_EQ(net->named_children().keys(), (std::vector<std::string>{"fc", "body"}));
  EXPECT_TRUE(net->get_parameter("body.0.weight").is_same(net->body->at<nn::LinearImpl>(0).weight));
  EXPECT_TRUE(net->get_buffer("body.1.running_mean").defined());
  EXPECT_EQ(net->get_submodule("body.1").get(), net->body->ptr(1).get());
  EXPECT_TRUE(has(test::error_of([&] { net->get_submodule("body.7"); }), "has no child '7'"));
  EXPECT_TRUE(has(test::error_of([&] { net->get_parameter("body.0.w"); }), "has no parameter 'w'"));
}

TEST(Module, ApplyOverloads) {
  Net net;
  std::vector<std::string> order;
  net->apply([&](nn::Module& m) { order.push_back(m.name()); });
  ASSERT_EQ(order.size(), 6u);
  EXPECT_EQ(order[1], "torchpp::nn::LinearImpl");
  order.clear();
  net->apply([&](const std::string& name, nn::Module&) { order.push_back(name); }, "net");
  EXPECT_EQ(order, (std::vector<std::string>{"net", "net.fc", "net.body", "net.body.0", "net.body.1", "net.body.2"}));
  int count = 0;
  const nn::Module& constant = *net;
  constant.apply([&](const nn::Module&) { ++count; });
  constant.apply([&](const std::string&, const nn::Module&) { ++count; });
  net->apply([&](const std::shared_ptr<nn::Module>&) { ++count; });
  net->apply([&](const std::string&, const std::shared_ptr<nn::Module>&) { ++count; });
  EXPECT_EQ(count, 24);
  NetImpl on_stack;
  EXPECT_TRUE(has(test::error_of([&] { on_stack.modules(); }), "is not held by a shared_ptr"));
  EXPECT_EQ(on_stack.parameters().size(), kParameterNames.size());
}

// Texts: libtorch 1.13.1.
TEST(Module, RegistrationErrors) {
  nn::Module m;
  EXPECT_EQ(test::error_of([&] { m.register_parameter("", ones({1})); }), "Parameter name must not be empty");
  EXPECT_EQ(test::error_of([&] { m.register_parameter("a.b", ones({1})); }),
            "Parameter name must not contain a dot (got 'a.b')");
  m.register_parameter("a", ones({1}));
  EXPECT_EQ(test::error_of([&] { m.register_parameter("a", ones({1})); }), "Parameter 'a' already defined");
  EXPECT_EQ(test::error_of([&] { m.register_buffer("a.b", ones({1})); }),
            "Buffer name must not contain a dot (got 'a.b')");
  EXPECT_EQ(test::error_of([&] { m.register_module("a.b", nn::Linear(1, 2)); }),
            "Submodule name must not contain a dot (got 'a.b')");
  EXPECT_EQ(test::error_of([&] { m.register_module("", nn::Linear(1, 2)); }), "Submodule name must not be empty");
  m.register_module("c", nn::Linear(1, 2));
  EXPECT_EQ(test::error_of([&] { m.register_module("c", nn::Linear(1, 2)); }), "Submodule 'c' already defined");
  EXPECT_EQ(test::error_of([&] { m.replace_module("d", nn::Linear(1, 2)); }), "Submodule 'd' is not defined");
  EXPECT_EQ(test::error_of([&] { m.unregister_module("d"); }), "No Module with name `d` is registered");
  EXPECT_TRUE(has(test::error_of([&] { m.clone(); }), "clone() has not been implemented for torchpp::nn::Module"));
  m.replace_module("c", nn::Linear(5, 2));
  EXPECT_EQ(m.get_parameter("c.weight").size(1), 5);
  m.unregister_module("c");
  EXPECT_TRUE(m.children().empty());
}

TEST(Module, HolderIsAHandle) {
  nn::Linear a(2, 3), b = a;
  EXPECT_EQ(a.get(), b.get());
  nn::Linear empty = nullptr;
  EXPECT_TRUE(empty.is_empty());
  EXPECT_FALSE(empty);
  EXPECT_EQ(test::error_of([&] { empty->options.bias(); }), "Accessing empty ModuleHolder");
  EXPECT_EQ(test::error_of([&] { empty(ones({2})); }), "Accessing empty ModuleHolder");
  const std::shared_ptr<nn::Module> base = a.ptr();
  EXPECT_EQ(base->as<nn::Linear>(), a.get());
  EXPECT_EQ(base->as<nn::LinearImpl>(), a.get());
  EXPECT_EQ(base->as<nn::Conv2d>(), nullptr);
}

TEST(Module, PrintsTheTree) {
  EXPECT_EQ(printed(*Net()), R"(torchpp::tests::(anonymous namespace)::NetImpl(
  (fc): torch::nn::Linear(in_features=3, out_features=4, bias=true)
  (body): torch::nn::Sequential(
    (0): torch::nn::Linear(in_features=4, out_features=4, bias=true)
    (1): torch::nn::BatchNorm1d(4, eps=1e-05, momentum=0.1, affine=true, track_running_stats=true)
    (2): torch::nn::ReLU()
  )
))");
}

TEST(Module, CloneIsDeep) {
  Net net;
  net->fc->weight.requires_grad_(false);
  auto copy = std::dynamic_pointer_cast<NetImpl>(net->clone());
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->fc->weight.equal(net->fc->weight));
  EXPECT_FALSE(copy->fc->weight.requires_grad());
  EXPECT_TRUE(copy->scale.requires_grad());
  {
    NoGradGuard no_grad;
    copy->fc->weight.fill_(0);
  }
  EXPECT_FALSE(copy->fc->weight.equal(net->fc->weight));
  EXPECT_TRUE(copy->fc->weight.is_same(copy->get_parameter("fc.weight")));
  EXPECT_TRUE(copy->body->at<nn::LinearImpl>(0).weight.is_same(copy->get_parameter("body.0.weight")));
}

struct NoReset : nn::Cloneable<NoReset> {
  NoReset() { register_parameter("w", ones({2})); }
  void reset() override {}
};

TEST(Module, CloneNeedsReset) {
  const std::string text = test::error_of([] { std::make_shared<NoReset>()->clone(); });
  EXPECT_TRUE(has(text, "The cloned module does not have the same number of parameters as the original module"));
  EXPECT_TRUE(has(text, "register_parameter() inside reset()"));
}

TEST(Module, ZeroGradAndRequiresGrad) {
  nn::Linear l(2, 1);
  l(ones({1, 2})).sum().backward();
  ASSERT_TRUE(l->weight.grad().defined());
  l->zero_grad();
  EXPECT_EQ(l->weight.grad().abs().sum().item<float>(), 0);
  l->zero_grad(/*set_to_none=*/true);
  EXPECT_FALSE(l->weight.grad().defined());
  l->requires_grad_(false);
  EXPECT_FALSE(l->weight.requires_grad());
}

TEST(Module, ToMovesGradientsToo) {
  nn::Linear l(2, 1);
  l(ones({1, 2})).sum().backward();
  l->to(kDouble);
  EXPECT_EQ(l->weight.grad().scalar_type(), kDouble);
  nn::Conv2d conv(2, 3, 3);
  conv->to(MemoryFormat::ChannelsLast);
  EXPECT_TRUE(conv->weight.is_contiguous(MemoryFormat::ChannelsLast));
  EXPECT_FALSE(conv->bias.dim() == 4);
}

// PyTorch 1.13.1: BatchNorm1d(2).type(torch.float64).num_batches_tracked.dtype is torch.float64, unlike double()'s.
TEST(Module, TypeConvertsIntegersToo) {
  nn::Sequential net(nn::BatchNorm1d(2));
  const Tensor weight = net->parameters()[0];
  net->type(kDouble);
  for (const auto& item : net->state_dict()) EXPECT_EQ(item->scalar_type(), kDouble) << item.key();
  EXPECT_TRUE(net->parameters()[0].is_same(weight));
}

// What programs write in their own modules for what Python's extra_repr adds; printed by libtorch 1.13.1.
TEST(Module, PrintsWhatAnOverrideWrites) {
  struct ScaledImpl : nn::Module {
    ScaledImpl() { register_module("inner", nn::ReLU()); }
    void pretty_print(std::ostream& stream) const override { stream << "Scaled(factor=" << 2 << ")"; }
  };
  struct OuterImpl : nn::Module {
    OuterImpl() : nn::Module("Outer") { register_module("scaled", std::make_shared<ScaledImpl>()); }
  };
  std::ostringstream out;
  out << OuterImpl();
  EXPECT_EQ(out.str(), "Outer(\n  (scaled): Scaled(factor=2)(\n    (inner): torch::nn::ReLU()\n  )\n)");
}

// ---- state dictionaries

// Key names: PyTorch 1.13.1, Python, for the same tree.
TEST(StateDict, KeysAndSharing) {
  Net net;
  const auto state = net->state_dict();
  EXPECT_EQ(state.keys(),
            (std::vector<std::string>{"scale", "offset", "fc.weight", "fc.bias", "body.0.weight", "body.0.bias",
                                      "body.1.weight", "body.1.bias", "body.1.running_mean", "body.1.running_var",
                                      "body.1.num_batches_tracked"}));
  EXPECT_EQ(state["scale"].data_ptr(), net->scale.data_ptr());
  EXPECT_FALSE(state["scale"].requires_grad());
  EXPECT_TRUE(net->state_dict("", /*keep_vars=*/true)["scale"].is_same(net->scale));
  EXPECT_EQ(net->fc->state_dict("x.").keys(), (std::vector<std::string>{"x.weight", "x.bias"}));
}

TEST(StateDict, ErrorsAreCollectedAndNothingChanges) {
  Net net, other;
  auto state = other->state_dict();
  nn::StateDict wrong;
  for (const auto& item : state) {
    if (item.key() == "fc.bias") continue;
    wrong.insert(item.key(), item.key() == "body.0.weight" ? ones({1, 2}) : item.value());
  }
  wrong.insert("extra", ones({1}));
  const Tensor before = net->fc->weight.detach().clone();
  const std::string text = test::error_of([&] { net->load_state_dict(wrong); });
  EXPECT_TRUE(has(text, "Error(s) in loading state_dict for ")) << text;
  EXPECT_TRUE(has(text, "Missing key(s) in state_dict: \"fc.bias\".")) << text;
  EXPECT_TRUE(has(text, "Unexpected key(s) in state_dict: \"extra\".")) << text;
  EXPECT_TRUE(has(text,
                  "size mismatch for body.0.weight: copying a param with shape [1, 2] from checkpoint, the shape "
                  "in current model is [4, 4]."))
      << text;
  EXPECT_TRUE(net->fc->weight.equal(before));
  // Not strict: names may differ, sizes may not.
  EXPECT_TRUE(has(test::error_of([&] { net->load_state_dict(wrong, false); }), "size mismatch"));
  wrong.erase("body.0.weight");
  const auto keys = net->load_state_dict(wrong, false);
  EXPECT_EQ(keys.missing_keys, (std::vector<std::string>{"fc.bias", "body.0.weight"}));
  EXPECT_EQ(keys.unexpected_keys, std::vector<std::string>{"extra"});
  EXPECT_TRUE(net->fc->weight.equal(other->fc->weight));
}

// As PyTorch 1.13.1, Python, with dictionaries of version 2, 1 and none.
TEST(StateDict, OldBatchNormFilesLackTheCounter) {
  nn::BatchNorm1d norm(2);
  auto state = nn::BatchNorm1d(2)->state_dict();
  state.erase("num_batches_tracked");
  const std::string text = test::error_of([&] { norm->load_state_dict(state); });
  EXPECT_TRUE(has(text, "Missing key(s) in state_dict: \"num_batches_tracked\"")) << text;
  state.versions[""] = 1;
  norm->load_state_dict(state);
  state.versions.clear();
  norm->num_batches_tracked.fill_(5);
  EXPECT_TRUE(norm->load_state_dict(state).missing_keys.empty());
  EXPECT_EQ(norm->num_batches_tracked.item<int64_t>(), 0);
  norm->num_batches_tracked.fill_(5);
  EXPECT_EQ(norm->load_state_dict(nn::StateDict(), /*strict=*/false).missing_keys.size(), 4u);
  EXPECT_EQ(norm->num_batches_tracked.item<int64_t>(), 5) << "the dictionary is not of this module";
  state["weight"] = ones({3});
  EXPECT_THROW(norm->load_state_dict(state), Error);
  EXPECT_EQ(norm->num_batches_tracked.item<int64_t>(), 5);
}

// The versions are those that PyTorch 1.13.1, Python, writes into _metadata.
TEST(StateDict, VersionsOfModules) {
  using Versions = std::vector<std::pair<std::string, int64_t>>;
  nn::Sequential inner, net;
  inner->push_back(nn::InstanceNorm1d(1));
  net->push_back(nn::Linear(1, 1));
  net->push_back(nn::BatchNorm1d(1));
  net->register_module("inner", inner);
  const Versions expected = {{"", 1}, {"0", 1}, {"1", 2}, {"inner", 1}, {"inner.0", 2}};
  EXPECT_EQ(net->state_dict().versions.pairs(), expected);
  nn::StateDict state = net->state_dict("module.");
  EXPECT_EQ(state.versions.pairs().front(), (std::pair<std::string, int64_t>("module", 1)));
  state.versions.insert("", 7);  // of the module around it
  nn::utils::consume_prefix_in_state_dict_if_present(state, "module.");
  EXPECT_EQ(state.versions.pairs(), expected);
  net->load_state_dict(state);
  const OrderedDict<std::string, Tensor> tensors = state;
  EXPECT_TRUE(nn::StateDict(tensors).versions.is_empty());
}

// A class that renamed its parameter.
struct RenamedImpl : nn::Module {
  RenamedImpl() {
    weight = register_parameter("weight", zeros({1}));
    register_load_state_dict_pre_hook([](nn::Module&, nn::StateDict& state, const std::string& prefix) {
      const int64_t* version = state.versions.find(prefix.substr(0, prefix.size() - 1));
      if (version != nullptr && *version >= 3) return;
      state.insert(prefix + "weight", state[prefix + "w"]);
      state.erase(prefix + "w");
    });
  }
  int64_t state_version() const override { return 3; }
  Tensor weight;
};

TEST(StateDict, HooksReadOlderVersions) {
  auto top = std::make_shared<nn::Module>();
  const auto module = top->register_module("m", std::make_shared<RenamedImpl>());
  nn::StateDict state = {{"m.w", full({1}, 4)}};
  top->load_state_dict(state);
  EXPECT_EQ(module->weight.item<float>(), 4);
  state.versions.insert("m", 2);
  top->load_state_dict(state);
  state = top->state_dict();
  EXPECT_EQ(state.versions["m"], 3);
  top->load_state_dict(state);
}

struct ExtraImpl : nn::Module {
  Tensor get_extra_state() const override { return value; }
  void set_extra_state(const Tensor& state) override { value = state; }
  Tensor value = ones({1});
};

TEST(StateDict, ExtraStateAndHooks) {
  auto a = std::make_shared<ExtraImpl>(), b = std::make_shared<ExtraImpl>();
  a->value = full({1}, 5);
  auto handle = a->register_state_dict_hook([](const nn::Module&, nn::StateDict& state, const std::string& prefix) {
    state.insert(prefix + "more", ones({1}));
  });
  const auto state = a->state_dict();
  EXPECT_EQ(state.keys(), (std::vector<std::string>{"_extra_state", "more"}));
  b->register_load_state_dict_pre_hook(
      [](nn::Module&, nn::StateDict& s, const std::string& prefix) { s.erase(prefix + "more"); });
  int calls = 0;
  b->register_load_state_dict_post_hook([&](nn::Module&, nn::IncompatibleKeys&) { ++calls; });
  b->load_state_dict(state);
  EXPECT_EQ(b->value.item<float>(), 5);
  EXPECT_EQ(calls, 1);
  handle.remove();
  EXPECT_EQ(a->state_dict().size(), 1u);
}

// ---- archives

TEST(Archive, LoadChangesNothingOnError) {
  Net net, other;
  serialize::OutputArchive archive;
  other->save(archive);
  auto memory = std::make_shared<MemoryArchive>();
  archive.write_to(*memory);
  EXPECT_TRUE(memory->entries[1].is_buffer);  // offset
  EXPECT_EQ(memory->entries.back().key, "body.1.num_batches_tracked");
  memory->entries.pop_back();
  const Tensor before = net->fc->weight.detach().clone();
  serialize::InputArchive input(memory);
  EXPECT_EQ(test::error_of([&] { net->load(input); }), "No such serialized tensor 'body.1.num_batches_tracked'");
  EXPECT_TRUE(net->fc->weight.equal(before));
  memory->entries.push_back({"body.1.num_batches_tracked", ones({2}), true});
  EXPECT_TRUE(has(test::error_of([&] { net->load(input); }), "size mismatch for body.1.num_batches_tracked"));
  EXPECT_TRUE(net->fc->weight.equal(before));
  EXPECT_TRUE(net->fc->weight.requires_grad());
  memory->entries.back().tensor = full({}, 3, kLong);
  const Tensor weight = net->fc->weight;
  net->load(input);
  EXPECT_TRUE(weight.is_same(net->fc->weight));
  EXPECT_TRUE(weight.equal(other->fc->weight));
}

TEST(Archive, Nested) {
  serialize::OutputArchive inner, outer;
  inner.write("x", ones({2}));
  outer.write("a", inner);
  outer.write("b", zeros({1}), /*is_buffer=*/true);
  EXPECT_EQ(test::error_of([&] { outer.write("b", ones({1})); }), "save: 'b' was already written to this archive");
  auto memory = std::make_shared<MemoryArchive>();
  outer.write_to(*memory);
  serialize::InputArchive in(memory), nested;
  EXPECT_EQ(in.keys(), (std::vector<std::string>{"a", "b"}));
  in.read("a", nested);
  Tensor x;
  nested.read("x", x);
  EXPECT_EQ(x.sum().item<float>(), 2);
  EXPECT_FALSE(nested.try_read("y", x));
  EXPECT_EQ(test::error_of([&] { nested.read("y", x); }), "No such serialized tensor 'a.y'");
  EXPECT_EQ(test::error_of([&] { in.read("c", nested); }), "No such serialized submodule: 'c'");
}

// ---- hooks

TEST(Hooks, ForwardHooksSeeAndReplace) {
  nn::Linear l(2, 2);
  std::vector<std::string> order;
  auto pre = l->register_forward_pre_hook([&](nn::Module& m, std::vector<nn::AnyValue>& args) {
    order.push_back("pre " + m.name());
    args[0] = nn::AnyValue(args[0].get<Tensor>() * 0);
  });
  auto post = l->register_forward_hook([&](nn::Module&, const std::vector<nn::AnyValue>& args, nn::AnyValue& result) {
    order.push_back("post " + std::to_string(args.size()));
    result = nn::AnyValue(result.get<Tensor>() + 1);
  });
  const Tensor expected = l->bias + 1;
  EXPECT_TRUE(l(ones({2})).allclose(expected));
  EXPECT_EQ(order, (std::vector<std::string>{"pre torchpp::nn::LinearImpl", "post 1"}));
  // A Sequential calls its modules with their hooks; a direct call of forward has none.
  EXPECT_TRUE(nn::Sequential(l)->forward(ones({2})).allclose(expected));
  EXPECT_FALSE(l->forward(ones({2})).allclose(expected));
  pre.remove();
  post.remove();
  post.remove();
  order.clear();
  EXPECT_TRUE(l(ones({2})).equal(l->forward(ones({2}))));
  EXPECT_TRUE(order.empty());
}

TEST(Hooks, GlobalHooksRunBeforeOwn) {
  nn::ReLU relu;
  std::string order;
  auto all = nn::register_module_forward_hook(
      [&](nn::Module&, const std::vector<nn::AnyValue>&, nn::AnyValue&) { order += 'g'; });
  auto own =
      relu->register_forward_hook([&](nn::Module&, const std::vector<nn::AnyValue>&, nn::AnyValue&) { order += 'o'; });
  relu(ones({1}));
  nn::Tanh()(ones({1}));
  EXPECT_EQ(order, "gog");
  all.remove();
  nn::Tanh()(ones({1}));
  EXPECT_EQ(order, "gog");
}

TEST(Hooks, ACloneHasItsOwn) {
  nn::Linear l(1, 1);
  int calls = 0;
  auto handle =
      l->register_forward_hook([&](nn::Module&, const std::vector<nn::AnyValue>&, nn::AnyValue&) { ++calls; });
  nn::Linear copy(std::dynamic_pointer_cast<nn::LinearImpl>(l->clone()));
  handle.remove();
  l(ones({1}));
  EXPECT_EQ(calls, 0);
  copy(ones({1}));
  EXPECT_EQ(calls, 1);
}

// Values: PyTorch 1.13.1's register_full_backward_hook on the same calls, by hand from y = w x.
TEST(Hooks, FullBackwardHooksSeeAndReplace) {
  nn::Bilinear product(1, 1, 1);
  nn::init::constant_(product->weight, 3);
  nn::init::zeros_(product->bias);
  std::vector<std::vector<Tensor>> inputs, outputs;
  auto handle = product->register_full_backward_hook(
      [&](nn::Module& m, std::vector<Tensor>& grad_input, const std::vector<Tensor>& grad_output) {
        EXPECT_EQ(&m, product.get());
        inputs.push_back(grad_input);
        outputs.push_back(grad_output);
        if (grad_input[0].defined()) grad_input[0] = grad_input[0] * 10;
      });
  Tensor a = full({1, 1}, 2.0).requires_grad_(), b = full({1, 1}, 5.0).requires_grad_();
  (product(a, b) * 7).sum().backward();
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_EQ(outputs[0][0].item<float>(), 7);
  EXPECT_EQ(inputs[0][0].item<float>(), 7 * 3 * 5);
  EXPECT_EQ(inputs[0][1].item<float>(), 7 * 3 * 2);
  EXPECT_EQ(a.grad().item<float>(), 7 * 3 * 5 * 10);
  EXPECT_EQ(b.grad().item<float>(), 7 * 3 * 2);
  EXPECT_EQ(product->weight.grad().item<float>(), 7 * 2 * 5);
  // An input without gradient has none; with none at all the hook runs when the result's gradient is there.
  product(a.detach(), b).sum().backward();
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_FALSE(inputs[1][0].defined());
  EXPECT_EQ(inputs[1][1].item<float>(), 6);
  product(a.detach(), b.detach()).sum().backward();
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(outputs[2][0].item<float>(), 1);
  {
    NoGradGuard no_grad;
    EXPECT_FALSE(product(a, b).requires_grad());
  }
  handle.remove();
  product(a, b).sum().backward();
  EXPECT_EQ(inputs.size(), 3u);
}

// Arguments of any kind reach hooks, and references stay references.
struct KindsImpl : nn::Module {
  int& forward(int& a, const std::string& s) { return a += static_cast<int>(s.size()), last = a, last; }
  int last = 0;
};
TORCH_MODULE(Kinds);

TEST(Hooks, AnyKindOfForward) {
  Kinds kinds;
  kinds->register_forward_hook(
      [](nn::Module&, const std::vector<nn::AnyValue>& args, nn::AnyValue&) { EXPECT_EQ(args.size(), 2u); });
  int a = 2;
  EXPECT_EQ(&kinds(a, std::string("abc")), &kinds->last);
  EXPECT_EQ(kinds->last, 5);
}

class HeldImpl : public nn::Module {
 public:
  explicit HeldImpl(int value = 1) : value(value) {}
  int forward() { return value; }
  int value;
};
// A holder with methods of its own, which use impl_ as the std::shared_ptr that it is in libtorch.
class Held : public nn::ModuleHolder<HeldImpl> {
 public:
  using ModuleHolder::ModuleHolder;
  int sum() const { return impl_->value + (*impl_).value + impl_.get()->value; }
  bool present() const { return impl_ && impl_ != nullptr && !(impl_ == nullptr) && !!impl_; }
  std::shared_ptr<HeldImpl> share() const { return impl_; }
  std::shared_ptr<nn::Module> share_base() const { return impl_; }
  void replace(int value) { impl_ = std::make_shared<HeldImpl>(value); }
  void take_from(Held& other) { impl_ = std::move(other.impl_); }
  void clear() { impl_ = nullptr; }
  void drop() { impl_.reset(); }
};

TEST(ModuleHolder, SubclassesUseImplAsASharedPointer) {
  Held a(2);
  EXPECT_EQ(a.sum(), 6);
  EXPECT_TRUE(a.present());
  EXPECT_EQ(a.share(), a.ptr());
  EXPECT_EQ(a.share_base().get(), a.get());
  EXPECT_EQ(a.ptr().use_count(), 1);
  const Held b = a;
  EXPECT_EQ(a.ptr().use_count(), 2);
  a.replace(5);
  EXPECT_EQ(a(), 5);
  EXPECT_EQ(b->value, 2);
  Held c = nullptr;
  EXPECT_FALSE(c.present());
  c.take_from(a);
  EXPECT_TRUE(a.is_empty());
  EXPECT_EQ(c->value, 5);
  c.clear();
  EXPECT_TRUE(c.is_empty());
  a = b;
  EXPECT_EQ(b.ptr().use_count(), 2);
  a.drop();
  EXPECT_EQ(b.ptr().use_count(), 1);
  const std::shared_ptr<HeldImpl>& pointer = b.ptr();
  Held d = pointer, e(pointer);
  EXPECT_EQ(d.get(), e.get());
  EXPECT_EQ(pointer.use_count(), 3);
  d = std::move(e);
  EXPECT_TRUE(e.is_empty());
  EXPECT_EQ(pointer.use_count(), 2);
  auto& self = d;
  d = self;
  EXPECT_EQ(d.get(), b.get());
  EXPECT_EQ(pointer.use_count(), 2);
  const std::shared_ptr<HeldImpl> null;
  const Held empty = null;
  EXPECT_TRUE(empty.is_empty());
  EXPECT_EQ(empty.share(), nullptr);
}

}  // namespace
}  // namespace torchpp::tests
