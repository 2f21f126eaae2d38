// SPDX-License-Identifier: BSD-3-Clause
// What all optimizers share: parameter groups, gradients, checks of options, saving and loading.
#include <gtest/gtest.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn.h>
#include <torchpp/nn/utils/parametrize.h>
#include <torchpp/nn/utils/prune.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/optim.h>
#include <torchpp/serialize.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <typeinfo>

#include "tests/optim/training.h"
#include "tests/support/error_of.h"

namespace torchpp::optim {
namespace {

using test::error_of;
using test::parameter;

#define EXPECT_ERROR(call, text)                                                                            \
  do {                                                                                                      \
    const std::string message = error_of([&] { call; });                                                    \
    EXPECT_NE(message.find(text), std::string::npos) << "'" << message << "', expected '" << (text) << "'"; \
  } while (false)

// ---- groups

TEST(ParamGroups, TakeTheDefaultsOrTheirOwnOptions) {
  const Tensor a = parameter({1}), b = parameter({1}), c = parameter({1});
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{a});
  groups.emplace_back(std::vector<Tensor>{b}, std::make_unique<SGDOptions>(0.25));
  SGD optimizer(std::move(groups), SGDOptions(0.5));
  optimizer.add_param_group(OptimizerParamGroup({c}, std::make_unique<SGDOptions>(SGDOptions(0.5).maximize(true))));
  ASSERT_EQ(optimizer.param_groups().size(), 3U);
  for (const Tensor& p : {a, b, c}) p.mutable_grad() = ones({1}, kDouble);
  optimizer.step();
  EXPECT_EQ(a.item<double>(), 0.5);
  EXPECT_EQ(b.item<double>(), 0.75);
  EXPECT_EQ(c.item<double>(), 1.5);
  // Options of a group are a copy of the defaults, not the defaults themselves.
  optimizer.defaults().set_lr(100);
  static_cast<SGDOptions&>(optimizer.param_groups()[1].options()).lr(1);
  EXPECT_EQ(optimizer.param_groups()[0].options().get_lr(), 0.5);
  optimizer.step();
  EXPECT_EQ(a.item<double>(), 0);
  EXPECT_EQ(b.item<double>(), -0.25);
}

TEST(ParamGroups, OwnTheirOptions) {
  const Tensor a = parameter({1});
  OptimizerParamGroup group({a}, std::make_unique<SGDOptions>(0.25));
  OptimizerParamGroup copy = group;
  group.options().set_lr(1);
  EXPECT_EQ(copy.options().get_lr(), 0.25);
  OptimizerParamGroup moved = std::move(group);
  EXPECT_FALSE(group.has_options());
  EXPECT_EQ(moved.options().get_lr(), 1);
  moved = std::move(copy);
  EXPECT_EQ(moved.options().get_lr(), 0.25);
  moved.set_options(std::make_unique<SGDOptions>(0.5));
  EXPECT_EQ(moved.options().get_lr(), 0.5);
  moved.set_options(nullptr);
  EXPECT_FALSE(moved.has_options());
  EXPECT_FALSE(OptimizerParamGroup(moved).has_options());

  SGD optimizer({a}, SGDOptions(0.5));
  SGD other = std::move(optimizer);
  EXPECT_EQ(other.defaults().get_lr(), 0.5);
  EXPECT_EQ(other.param_groups().size(), 1U);
  a.mutable_grad() = ones({1}, kDouble);
  other.step();
  EXPECT_EQ(a.item<double>(), 0.5);
}

TEST(ParamGroups, TakeNoComputedParameters) {
  nn::Linear linear(2, 2);
  nn::utils::weight_norm(linear);
  EXPECT_ERROR(SGD({linear->weight}, SGDOptions(1)), "can't optimize a non-leaf Tensor");
  EXPECT_ERROR(SGD({parameter({1}) * 2}, SGDOptions(1)), "can't optimize a non-leaf Tensor");
  EXPECT_EQ(SGD(linear->parameters(), SGDOptions(1)).param_groups()[0].params().size(), 3U);
  // libtorch 1.13.1's Python takes what retains its gradient.
  const Tensor p = parameter({1}), y = p * 2;
  y.retain_grad();
  SGD optimizer({y}, SGDOptions(1));
  (y * 3).sum().backward();
  optimizer.step();
  EXPECT_EQ(y.item<double>(), -1);
}

struct Doubled : nn::Module {
  Tensor forward(const Tensor& x) { return x * 2; }
  Tensor right_inverse(const Tensor& x) { return x / 2; }
};
struct SumOfHalves : nn::Module {
  Tensor forward(const Tensor& a, const Tensor& b) { return a + b; }
  std::vector<Tensor> right_inverse(const Tensor& x) { return {x / 2, x / 2}; }
};

// PyTorch 1.13.1, Python: the parameter that a module begins to compute, and the one that it is computed from, are one
// object, so optimizers and their states go on, and also after its removal.
TEST(ParamGroups, FollowParametersThatAreComputedAfterwards) {
  using Change = void (*)(nn::Linear&);
  struct Row {
    const char* name;
    Change add, remove;
  };
  const Row rows[] = {
      {"weight_orig", [](nn::Linear& m) { nn::utils::prune::l1_unstructured(*m, "weight", int64_t{2}); },
       [](nn::Linear& m) { nn::utils::prune::remove(*m, "weight"); }},
      {"weight_orig", [](nn::Linear& m) { nn::utils::spectral_norm(*m); },
       [](nn::Linear& m) { nn::utils::remove_spectral_norm(*m); }},
      {"parametrizations.weight.original",
       [](nn::Linear& m) {
         nn::utils::parametrize::register_parametrization(*m, "weight", std::make_shared<Doubled>());
       },
       [](nn::Linear& m) { nn::utils::parametrize::remove_parametrizations(*m, "weight"); }},
      {"parametrizations.weight.original", [](nn::Linear& m) { nn::utils::parametrizations::spectral_norm(*m); },
       [](nn::Linear& m) { nn::utils::parametrize::remove_parametrizations(*m, "weight", false); }},
  };
  for (const Row& row : rows) {
    nn::Linear linear(3, 3);
    const auto loss = [&] { return linear(ones({1, 3})).pow(2).sum(); };
    SGD sgd(linear->parameters(), SGDOptions(0.1).momentum(0.5));
    loss().backward();
    sgd.step();
    sgd.zero_grad();
    loss().backward();
    const Tensor grad = linear->weight.grad().clone();
    row.add(linear);
    const Tensor original = linear->named_parameters()[row.name], before = original.detach().clone();
    EXPECT_TRUE(original.grad().equal(grad)) << row.name;
    sgd.zero_grad();
    EXPECT_EQ(original.grad().abs().sum().item<float>(), 0) << row.name;
    loss().backward();
    sgd.step();
    EXPECT_FALSE(original.equal(before)) << row.name;
    EXPECT_EQ(sgd.state().size(), 2U);
    EXPECT_ERROR(sgd.add_param_group(OptimizerParamGroup({original})), "some parameters appear in more than one");
    EXPECT_ERROR(sgd.add_param_group(OptimizerParamGroup({linear->weight})), "can't optimize a non-leaf Tensor");

    row.remove(linear);
    const Tensor removed = linear->weight.detach().clone();
    sgd.zero_grad();
    loss().backward();
    sgd.step();
    EXPECT_FALSE(linear->weight.equal(removed)) << row.name;
    EXPECT_EQ(sgd.state().size(), 2U);
  }
}

// In Python such an optimizer goes on without a word, with a parameter that is no tensor of the module any more.
TEST(ParamGroups, RefuseParametersThatSeveralHaveReplaced) {
  for (const bool parametrized : {false, true}) {
    nn::Linear first(2, 2), second(2, 2);
    std::vector<OptimizerParamGroup> groups;
    groups.emplace_back(first->parameters());
    groups.emplace_back(second->parameters());
    SGD sgd(std::move(groups), SGDOptions(1));
    LBFGS lbfgs(second->parameters());
    const auto closure = [&] {
      const Tensor loss = first(second(ones({1, 2}))).sum();
      loss.backward();
      return loss;
    };
    if (parametrized)
      nn::utils::parametrize::register_parametrization(*second, "weight", std::make_shared<SumOfHalves>());
    else nn::utils::weight_norm(second);
    const Tensor before = first->weight.detach().clone();
    closure();
    EXPECT_ERROR(sgd.step(), "can't optimize a non-leaf Tensor: parameter 0 of group 1 was replaced by several others");
    EXPECT_ERROR(sgd.step(closure), "parameter 0 of group 1 was replaced");
    EXPECT_ERROR(lbfgs.step(closure), "parameter 0 of group 0 was replaced");
    EXPECT_TRUE(first->weight.equal(before));
    SGD after(second->parameters(), SGDOptions(1));
    after.step();
    if (parametrized) nn::utils::parametrize::remove_parametrizations(*second, "weight");
    else nn::utils::remove_weight_norm(*second);
    sgd.step();  // the weight is a parameter again
    EXPECT_FALSE(first->weight.equal(before));
    EXPECT_ERROR(after.step(), "of group 0 was replaced by several others, or has left its module");
  }
}

TEST(ParamGroups, RefuseParametersThatCannotBeOptimized) {
  const Tensor a = parameter({1}), b = parameter({2});
  SGD optimizer({a}, SGDOptions(0.1));
  EXPECT_ERROR(optimizer.add_param_group({{a}}), "some parameters appear in more than one parameter group");
  EXPECT_ERROR(optimizer.add_param_group({{b, b}}), "a parameter group with duplicate parameters");
  EXPECT_ERROR(optimizer.add_param_group({{b * 2}}), "can't optimize a non-leaf Tensor");
  EXPECT_ERROR(optimizer.add_param_group({{Tensor()}}), "undefined parameter");
  EXPECT_ERROR(SGD(std::vector<Tensor>(), SGDOptions(0.1)), "empty parameter list");
  EXPECT_EQ(optimizer.param_groups().size(), 1U);
  EXPECT_ERROR(OptimizerParamGroup({b}).options(), "without options");
}

// libtorch's accessors from before there were groups.
TEST(ParamGroups, DeprecatedAccessors) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  const Tensor a = parameter({1}), b = parameter({2}), c = parameter({3});
  SGD optimizer({a}, SGDOptions(0.5));
  optimizer.add_param_group({{b}});
  optimizer.add_parameters({c});
  EXPECT_EQ(optimizer.size(), 3U);
  ASSERT_EQ(optimizer.parameters().size(), 2U);
  EXPECT_TRUE(optimizer.parameters()[1].is_same(c));
  EXPECT_EQ(optimizer.param_groups().size(), 2U);
  EXPECT_ERROR(optimizer.add_parameters({b}), "some parameters appear in more than one parameter group");
  const SGD& same = optimizer;
  EXPECT_EQ(same.parameters().size(), 2U);
#pragma GCC diagnostic pop
}

// ---- steps

TEST(Steps, PassOverParametersWithoutGradient) {
  const Tensor a = parameter({1}), b = parameter({1});
  AdamW optimizer({a, b}, AdamWOptions(0.1).weight_decay(0.5));
  optimizer.step();
  EXPECT_TRUE(optimizer.state().empty());
  a.mutable_grad() = ones({1}, kDouble);
  optimizer.step();
  EXPECT_NE(a.item<double>(), 1);
  EXPECT_EQ(b.item<double>(), 1);
  EXPECT_NE(optimizer.state().find(a), nullptr);
  EXPECT_EQ(optimizer.state().find(b), nullptr);
}

TEST(States, AreFoundByLibtorchsKeys) {
  const Tensor a = parameter({1}), b = parameter({2});
  Adam optimizer({a, b}, AdamOptions(0.1));
  EXPECT_TRUE(optimizer.state().begin() == optimizer.state().end());
  (a.sum() + b.sum()).backward();
  optimizer.step();
  const auto key = [](const Tensor& t) {
    std::ostringstream text;
    text << t.unsafeGetTensorImpl();
    return text.str();
  };
  size_t count = 0;
  for (const auto& [name, state] : optimizer.state()) {
    EXPECT_EQ(state, optimizer.state().at(name));
    EXPECT_EQ(static_cast<const AdamParamState&>(*state).step(), 1);
    ++count;
  }
  EXPECT_EQ(count, 2U);
  EXPECT_EQ(optimizer.state().at(key(b)).get(), optimizer.state().find(b));
  EXPECT_THROW(optimizer.state().at("0x1"), std::out_of_range);

  OptimizerStates& states = optimizer.state();
  OptimizerStates::iterator found = states.find(key(a));
  ASSERT_TRUE(found != states.end());
  EXPECT_EQ(found->first, key(a));
  EXPECT_EQ(found->second.get(), states.find(a));
  for (const char* no_key : {"0x1", "", "momentum", "0"}) {
    EXPECT_TRUE(states.find(no_key) == states.end()) << no_key;
    EXPECT_EQ(states.count(no_key), 0U);
    EXPECT_EQ(states.erase(no_key), 0U);
  }
  EXPECT_EQ(states.count(key(a)), 1U);
  EXPECT_EQ(states.erase(key(a)), 1U);
  EXPECT_EQ(states.find(a), nullptr);
  EXPECT_EQ(states.size(), 1U);
  std::unique_ptr<OptimizerParamState>& added = states[key(a)];
  EXPECT_EQ(added, nullptr);
  EXPECT_EQ(states.size(), 2U);
  added = std::make_unique<AdamParamState>();
  EXPECT_EQ(states.find(a), states[key(a)].get());
  found = states.find(key(b));  // iterators are assigned, too
  EXPECT_EQ(found->second.get(), states.find(b));
  EXPECT_THROW(states["momentum"], ValueError);
  states.clear();
  EXPECT_TRUE(states.empty());
  EXPECT_TRUE(states.begin() == states.end());
}

// A class that is written for libtorch: serialize() in place of fields().
struct SerializedOptions : OptimizerCloneableOptions<SerializedOptions> {
  TORCHPP_ARG(double, rate) = 0.5;

 public:
  void serialize(serialize::OutputArchive& archive) const override { archive.write("rate", full({}, rate())); }
  void serialize(serialize::InputArchive& archive) override {
    Tensor read;
    archive.read("rate", read);
    rate(read.item<double>());
  }
};
struct SerializedState : OptimizerCloneableParamState<SerializedState> {
  TORCHPP_ARG(Tensor, sum);

 public:
  void serialize(serialize::OutputArchive& archive) const override { archive.write("sum", sum()); }
  void serialize(serialize::InputArchive& archive) override { archive.read("sum", sum()); }
};
struct Serialized : Optimizer {
  Serialized(std::vector<Tensor> params, SerializedOptions options)
      : Optimizer(std::move(params), std::make_unique<SerializedOptions>(options)) {}
  Tensor step(LossClosure) override {
    const NoGradGuard no_grad;
    for (OptimizerParamGroup& group : param_groups_)
      for (Tensor& p : group.params()) {
        OptimizerParamState* state = state_.find(p);
        if (state == nullptr) {
          auto made = std::make_unique<SerializedState>();
          made->sum(zeros_like(p));
          state = made.get();
          state_.set(p, std::move(made));
        }
        Tensor& sum = static_cast<SerializedState&>(*state).sum();
        sum += p.grad();
        p -= sum * static_cast<SerializedOptions&>(group.options()).rate();
      }
    return {};
  }
  void load(serialize::InputArchive& archive) override {
    Optimizer::load(archive, [] { return std::unique_ptr<OptimizerParamState>(new SerializedState); });
  }
};
struct Bare : OptimizerCloneableOptions<Bare> {};

TEST(OwnClasses, SaveAndLoadBySerialize) {
  const Tensor a = parameter({1, 2}), b = parameter({1, 2});
  Serialized first({a}, SerializedOptions().rate(0.25)), second({b}, SerializedOptions());
  a.mutable_grad() = ones({2}, kDouble);
  first.step(nullptr);
  std::stringstream file;
  save(first, file);
  load(second, file);
  EXPECT_EQ(static_cast<SerializedOptions&>(second.param_groups()[0].options()).rate(), 0.25);
  ASSERT_NE(second.state().find(b), nullptr);
  EXPECT_TRUE(static_cast<SerializedState&>(*second.state().find(b)).sum().equal(ones({2}, kDouble)));
  const auto copy = first.state().find(a)->clone();  // shares its tensors, as in libtorch
  EXPECT_TRUE(
      static_cast<SerializedState&>(*copy).sum().is_same(static_cast<SerializedState&>(*first.state().find(a)).sum()));
}

TEST(OwnClasses, SayWhatTheyDoNotHave) {
  const Tensor a = parameter({1});
  Serialized optimizer({a}, SerializedOptions());
  OptimizerOptions& options = optimizer.param_groups()[0].options();
  EXPECT_ERROR(optimizer.state_dict(), "SerializedOptions: serialize() has not been implemented, nor fields()");
  EXPECT_ERROR(options.get_lr(), "SerializedOptions: get_lr() has not been overridden");
  EXPECT_ERROR(options.set_lr(1), "SerializedOptions: set_lr() has not been overridden");
  serialize::OutputArchive archive;
  EXPECT_ERROR(static_cast<const OptimizerOptions&>(Bare()).serialize(archive), "Bare: serialize() has not been");
  struct WithoutMakeState : Optimizer {
    using Optimizer::Optimizer;
    Tensor step(LossClosure closure) override {
      return step_groups(closure, [](const OptimizerOptions&, const Work&) {});
    }
  } without({a}, std::make_unique<SGDOptions>(1));
  a.mutable_grad() = ones({1}, kDouble);
  EXPECT_ERROR(without.step(nullptr), "make_state() has not been overridden");
}

// Parameters of one group on several devices are updated device by device, in their order.
TEST(Steps, GroupsOfSeveralDevices) {
  struct Lists : StockOptimizer<SGDOptions, SGDParamState> {
    using StockOptimizer::StockOptimizer;
    std::vector<std::vector<Tensor>> lists;
    void update(const SGDOptions&, const Work& work) override {
      lists.push_back(work.params);
      ASSERT_EQ(work.grads.size(), work.params.size());
      for (size_t i = 0; i < work.params.size(); ++i) {
        EXPECT_TRUE(work.grads[i].is_same(work.params[i].grad()));
        EXPECT_EQ(work.states[i], state().find(work.params[i]));
      }
    }
  };
  const auto meta = [] {
    return empty({2}, TensorOptions(kDouble).device(Device(DeviceType::Meta))).set_requires_grad(true);
  };
  const Tensor a = parameter({1}), b = meta(), c = parameter({2}), d = meta();
  for (const Tensor& p : {a, b, c, d}) p.mutable_grad() = empty_like(p);
  Lists optimizer({a, b, c, d}, SGDOptions(1));
  optimizer.step();
  ASSERT_EQ(optimizer.lists.size(), 2U);
  ASSERT_EQ(optimizer.lists[0].size(), 2U);
  EXPECT_TRUE(optimizer.lists[0][0].is_same(a) && optimizer.lists[0][1].is_same(c));
  ASSERT_EQ(optimizer.lists[1].size(), 2U);
  EXPECT_TRUE(optimizer.lists[1][0].is_same(b) && optimizer.lists[1][1].is_same(d));
}

// Parameters of several dtypes in one group.
TEST(Steps, GroupsOfSeveralDtypes) {
  const Tensor a = parameter({1, -2}), b = a.detach().to(kFloat).set_requires_grad(true),
               c = a.detach().to(kBFloat16).set_requires_grad(true);
  Adam optimizer({a, b, c}, AdamOptions(0.5));
  for (const Tensor& p : {a, b, c}) p.mutable_grad() = ones_like(p);
  optimizer.step();
  EXPECT_NEAR(a.data_ptr<double>()[1], -2.5, 1e-7);
  EXPECT_TRUE(b.to(kDouble).allclose(a.detach(), 0, 1e-6));
  EXPECT_TRUE(c.to(kDouble).allclose(a.detach(), 0, 1e-2));
}

// Lists for the steps borrow their tensors: every count of references is what it was, also after a step that failed.
TEST(Steps, HoldNoReferences) {
  const Tensor a = parameter({1, 2}), b = parameter({3});
  const std::vector<Tensor> both = {a, b};
  std::vector<std::unique_ptr<Optimizer>> optimizers;
  optimizers.push_back(std::make_unique<SGD>(both, SGDOptions(0.1).momentum(0.9)));
  optimizers.push_back(std::make_unique<Adam>(both, AdamOptions(0.1).amsgrad(true)));
  optimizers.push_back(std::make_unique<RMSprop>(both, RMSpropOptions(0.1).momentum(0.9).centered(true)));
  optimizers.push_back(std::make_unique<Adagrad>(both, AdagradOptions(0.1)));
  optimizers.push_back(std::make_unique<Adadelta>(both, AdadeltaOptions(0.1)));
  optimizers.push_back(std::make_unique<Adamax>(both, AdamaxOptions(0.1)));
  optimizers.push_back(std::make_unique<ASGD>(both, ASGDOptions(0.1)));
  optimizers.push_back(std::make_unique<NAdam>(both, NAdamOptions(0.1)));
  optimizers.push_back(std::make_unique<RAdam>(both, RAdamOptions(0.1)));
  optimizers.push_back(std::make_unique<Rprop>(both, RpropOptions(0.1)));
  const Tensor good = ones({2}, kDouble), wrong = ones({3}, kDouble);
  b.mutable_grad() = ones({1}, kDouble);
  const auto counts = [&] {
    return std::vector<size_t>{a.use_count(), b.use_count(), good.use_count(), wrong.use_count(), b.grad().use_count()};
  };
  for (const auto& pointer : optimizers) {
    Optimizer& optimizer = *pointer;
    SCOPED_TRACE(typeid(optimizer).name());
    a.mutable_grad() = wrong;
    const std::vector<size_t> before = counts();
    EXPECT_ERROR(optimizer.step(), "gradient of parameter 0 has sizes [3], expected [2]");
    EXPECT_EQ(counts(), before);
    a.mutable_grad() = good;
    const std::vector<size_t> with_good = counts();
    for (int i = 0; i < 2; ++i) {
      const Tensor was = a.detach().clone();
      optimizer.step();
      EXPECT_FALSE(a.equal(was));
      EXPECT_EQ(counts(), with_good);
    }
    a.mutable_grad().reset();
    EXPECT_EQ(good.use_count(), 1U);
  }
}

// An update of the program's own may drop gradients while it uses them.
TEST(Steps, GiveUpdatesOfProgramsHandles) {
  struct Dropping : Optimizer {
    Dropping(std::vector<Tensor> params) : Optimizer(std::move(params), std::make_unique<SGDOptions>(1)) {}
    Tensor step(LossClosure closure) override {
      return step_groups(closure, [](const OptimizerOptions&, const Work& work) {
        for (const Tensor& p : work.params) p.mutable_grad().reset();
        for (size_t i = 0; i < work.params.size(); ++i) work.params[i].sub_(work.grads[i]);
      });
    }
    std::unique_ptr<OptimizerParamState> make_state() const override { return std::make_unique<SGDParamState>(); }
  };
  const Tensor a = parameter({5}), b = parameter({7});
  a.mutable_grad() = ones({1}, kDouble);
  b.mutable_grad() = ones({1}, kDouble) * 2;
  Dropping({a, b}).step(nullptr);
  EXPECT_EQ(a.item<double>(), 4);
  EXPECT_EQ(b.item<double>(), 5);
}

TEST(Steps, FindTheStatesOfManyParameters) {
  std::vector<Tensor> params;
  OptimizerStates states;
  std::vector<const OptimizerParamState*> expected;
  const auto set = [&](size_t i) {
    states.set(params[i], std::make_unique<SGDParamState>());
    expected[i] = states.find(params[i]);
    EXPECT_NE(expected[i], nullptr);
  };
  const auto check = [&](size_t size) {
    EXPECT_EQ(states.size(), size);
    for (size_t i = 0; i < params.size(); ++i) EXPECT_EQ(states.find(params[i]), expected[i]) << i;
  };
  for (size_t i = 0; i < 500; ++i) {
    params.push_back(parameter({1}));
    expected.push_back(nullptr);
    if (i % 5 != 0) set(i);
  }
  check(400);
  for (size_t i = 0; i < 500; i += 3) {  // some of them have none
    states.erase(params[i]);
    expected[i] = nullptr;
  }
  check(267);
  for (size_t i = 0; i < 500; ++i) set(i);
  check(500);
}

TEST(Steps, EvaluateTheClosureWithGradients) {
  const Tensor p = parameter({3});
  SGD optimizer({p}, SGDOptions(0.25));
  EXPECT_FALSE(optimizer.step().defined());
  const NoGradGuard no_grad;
  const Tensor loss = optimizer.step([&] {
    optimizer.zero_grad();
    const Tensor value = (p * p).sum();
    value.backward();
    return value;
  });
  EXPECT_EQ(loss.item<double>(), 9);
  EXPECT_EQ(p.item<double>(), 1.5);
  EXPECT_TRUE(p.is_leaf() && p.requires_grad());
}

TEST(Steps, ZeroGradClearsOrRemoves) {
  const Tensor a = parameter({1, 2}), b = parameter({3}), untouched = parameter({4});
  SGD optimizer({a, b, untouched}, SGDOptions(0.1));
  ((a * a).sum() + b.sum()).backward();
  const Tensor kept = a.grad();
  optimizer.zero_grad();
  EXPECT_TRUE(a.grad().is_same(kept));
  EXPECT_EQ(a.grad().abs().sum().item<double>(), 0);
  EXPECT_EQ(b.grad().item<double>(), 0);
  EXPECT_FALSE(untouched.grad().defined());
  optimizer.zero_grad(/*set_to_none=*/true);
  EXPECT_FALSE(a.grad().defined());
}

// ---- options

TEST(Options, OutOfRangeAreRefused) {
  const Tensor p = parameter({1});
  const auto sgd = [&](const SGDOptions& o) { SGD({p}, o); };
  EXPECT_ERROR(sgd(SGDOptions(-1)), "Invalid learning rate: -1");
  EXPECT_ERROR(sgd(SGDOptions(std::nan(""))), "Invalid learning rate: nan");
  EXPECT_ERROR(sgd(SGDOptions(1).momentum(-0.5)), "Invalid momentum value: -0.5");
  EXPECT_ERROR(sgd(SGDOptions(1).weight_decay(-0.5)), "Invalid weight_decay value: -0.5");
  EXPECT_ERROR(sgd(SGDOptions(1).nesterov(true)), "Nesterov momentum requires a momentum and zero dampening");
  EXPECT_ERROR(sgd(SGDOptions(1).nesterov(true).momentum(0.9).dampening(0.1)), "Nesterov momentum requires");
  EXPECT_EQ(error_of([&] { sgd(SGDOptions(0).momentum(0.9).nesterov(true)); }), "");

  const auto adam = [&](const AdamOptions& o) { Adam({p}, o); };
  EXPECT_ERROR(adam(AdamOptions(-1)), "Invalid learning rate: -1");
  EXPECT_ERROR(adam(AdamOptions().eps(-1)), "Invalid epsilon value: -1");
  EXPECT_ERROR(adam(AdamOptions().betas({-0.1, 0.9})), "Invalid beta parameter at index 0: -0.1");
  EXPECT_ERROR(adam(AdamOptions().betas({1, 0.9})), "Invalid beta parameter at index 0: 1");
  EXPECT_ERROR(adam(AdamOptions().betas({0.9, 1})), "Invalid beta parameter at index 1: 1");
  EXPECT_ERROR(adam(AdamOptions().weight_decay(-1)), "Invalid weight_decay value: -1");
  EXPECT_ERROR(AdamW({p}, AdamWOptions().betas({0.9, 2})), "Invalid beta parameter at index 1: 2");
  EXPECT_ERROR(AdamW({p}, AdamWOptions().weight_decay(-1)), "Invalid weight_decay value: -1");
  EXPECT_THROW(adam(AdamOptions(-1)), ValueError);

  const auto rmsprop = [&](const RMSpropOptions& o) { RMSprop({p}, o); };
  EXPECT_ERROR(rmsprop(RMSpropOptions(-1)), "Invalid learning rate: -1");
  EXPECT_ERROR(rmsprop(RMSpropOptions().eps(-1)), "Invalid epsilon value: -1");
  EXPECT_ERROR(rmsprop(RMSpropOptions().momentum(-1)), "Invalid momentum value: -1");
  EXPECT_ERROR(rmsprop(RMSpropOptions().weight_decay(-1)), "Invalid weight_decay value: -1");
  EXPECT_ERROR(rmsprop(RMSpropOptions().alpha(-1)), "Invalid alpha value: -1");

  const auto adagrad = [&](const AdagradOptions& o) { Adagrad({p}, o); };
  EXPECT_ERROR(adagrad(AdagradOptions(-1)), "Invalid learning rate: -1");
  EXPECT_ERROR(adagrad(AdagradOptions().lr_decay(-1)), "Invalid lr_decay value: -1");
  EXPECT_ERROR(adagrad(AdagradOptions().weight_decay(-1)), "Invalid weight_decay value: -1");
  EXPECT_ERROR(adagrad(AdagradOptions().initial_accumulator_value(-1)), "Invalid initial_accumulator_value value: -1");
  EXPECT_ERROR(adagrad(AdagradOptions().eps(-1)), "Invalid epsilon value: -1");

  EXPECT_ERROR(Adadelta({p}, -1), "Invalid learning rate: -1");
  EXPECT_ERROR(Adadelta({p}, AdadeltaOptions().rho(1.5)), "Invalid rho value: 1.5");
  EXPECT_ERROR(Adadelta({p}, AdadeltaOptions().eps(-1)), "Invalid epsilon value: -1");
  EXPECT_ERROR(Adadelta({p}, AdadeltaOptions().weight_decay(-1)), "Invalid weight_decay value: -1");
  EXPECT_EQ(error_of([&] { Adadelta({p}, AdadeltaOptions().rho(1)); }), "");
  EXPECT_ERROR(Adamax({p}, -1), "Invalid learning rate: -1");
  EXPECT_ERROR(Adamax({p}, AdamaxOptions().betas({1, 0.9})), "Invalid beta parameter at index 0: 1");
  EXPECT_ERROR(Adamax({p}, AdamaxOptions().eps(-1)), "Invalid epsilon value: -1");
  EXPECT_ERROR(Adamax({p}, AdamaxOptions().weight_decay(-1)), "Invalid weight_decay value: -1");
  EXPECT_ERROR(ASGD({p}, -1), "Invalid learning rate: -1");
  EXPECT_ERROR(ASGD({p}, ASGDOptions().weight_decay(-1)), "Invalid weight_decay value: -1");
  EXPECT_ERROR(NAdam({p}, NAdamOptions().momentum_decay(-1)), "Invalid momentum_decay value: -1");
  EXPECT_ERROR(NAdam({p}, NAdamOptions().betas({0.1, 1})), "Invalid beta parameter at index 1: 1");
  EXPECT_ERROR(RAdam({p}, RAdamOptions().eps(-1)), "Invalid epsilon value: -1");
  EXPECT_ERROR(RAdam({p}, RAdamOptions().betas({0.1, 1})), "Invalid beta parameter at index 1: 1");
  EXPECT_ERROR(Rprop({p}, -1), "Invalid learning rate: -1");
  EXPECT_ERROR(Rprop({p}, RpropOptions().etas({1, 1.2})), "Invalid eta values: 1, 1.2");
  EXPECT_ERROR(Rprop({p}, RpropOptions().etas({0, 1.2})), "Invalid eta values: 0, 1.2");
  EXPECT_ERROR(Rprop({p}, RpropOptions().etas({0.5, 1})), "Invalid eta values: 0.5, 1");
}

TEST(Options, OfAGroupAreChecked) {
  const Tensor p = parameter({1}), q = parameter({1});
  SGD optimizer({p}, SGDOptions(0.1));
  EXPECT_ERROR(optimizer.add_param_group(OptimizerParamGroup({q}, std::make_unique<SGDOptions>(-2))),
               "Invalid learning rate: -2");
  EXPECT_EQ(optimizer.param_groups().size(), 1U);
}

// ---- saving and loading

// Three steps, then saving; an optimizer of other options that loads the file must go on with the same bits.
template <class O, class Options>
void expect_round_trip(const Options& options, const Options& others) {
  const auto make = [](const Tensor& a, const Tensor& b, const Options& first, const Options& second) {
    std::vector<OptimizerParamGroup> groups;
    groups.emplace_back(std::vector<Tensor>{a});
    groups.emplace_back(std::vector<Tensor>{b}, std::make_unique<Options>(second));
    return std::make_unique<O>(std::move(groups), first);
  };
  const auto steps = [](O& optimizer, const Tensor& a, const Tensor& b, int from, int to) {
    for (int n = from; n <= to; ++n) {
      test::set_gradient(a, n, 3);
      if (n > 1) test::set_gradient(b, n, 5);
      optimizer.step();
    }
  };
  const Tensor a = parameter({1, -2, 0.5}), b = parameter({0.25, -1.5});
  const auto saved = make(a, b, options, others);
  steps(*saved, a, b, 1, 3);
  std::stringstream file;
  save(*saved, file);

  const Tensor c = a.detach().clone().set_requires_grad(true), d = b.detach().clone().set_requires_grad(true);
  const auto loaded = make(c, d, others, options);
  load(*loaded, file);
  steps(*saved, a, b, 4, 8);
  steps(*loaded, c, d, 4, 8);
  EXPECT_TRUE(equal(a, c));
  EXPECT_TRUE(equal(b, d));
}

TEST(StateDict, RoundTrip) {
  expect_round_trip<SGD>(SGDOptions(0.1), SGDOptions(0.2).momentum(0.9).nesterov(true).weight_decay(0.1));
  expect_round_trip<Adam>(AdamOptions(0.1).betas({0.5, 0.75}), AdamOptions(0.01).amsgrad(true).eps(0.1).maximize(true));
  expect_round_trip<RMSprop>(RMSpropOptions(0.1).centered(true), RMSpropOptions(0.01).momentum(0.9).weight_decay(0.1));
  expect_round_trip<Adagrad>(AdagradOptions(0.1).lr_decay(0.5), AdagradOptions(0.2).weight_decay(0.1));
  expect_round_trip<AdamW>(AdamWOptions(0.1), AdamWOptions(0.01).amsgrad(true).weight_decay(0.5));
  expect_round_trip<Adadelta>(AdadeltaOptions(0.1).rho(0.5), AdadeltaOptions(0.2).eps(0.1).weight_decay(0.1));
  expect_round_trip<Adamax>(AdamaxOptions(0.1).betas({0.5, 0.75}), AdamaxOptions(0.2).eps(0.1).maximize(true));
  expect_round_trip<ASGD>(ASGDOptions(0.1).lambd(0.1).t0(2), ASGDOptions(0.2).alpha(0.5).weight_decay(0.1).t0(4));
  expect_round_trip<NAdam>(NAdamOptions(0.1).betas({0.5, 0.75}), NAdamOptions(0.2).momentum_decay(0.1).eps(0.1));
  expect_round_trip<RAdam>(RAdamOptions(0.1).betas({0.5, 0.75}), RAdamOptions(0.2).weight_decay(0.1).eps(0.1));
  expect_round_trip<Rprop>(RpropOptions(0.1).etas({0.4, 1.3}), RpropOptions(0.2).step_sizes({1e-3, 0.5}));
}

// Files of versions in which an option did not exist yet mean its default; others that lack an option are no files of
// this optimizer.
template <class O>
void expect_maximize_may_be_missing() {
  const Tensor p = parameter({1, 2});
  O optimizer({p}, 0.5);
  const auto write = [&](const std::vector<const char*>& left_out) {
    std::stringstream file;
    save(optimizer, file);
    const std::string bytes = file.str();
    const Safetensors content = parse_safetensors(bytes.data(), bytes.size());
    NamedTensors kept;
    for (const auto& item : content.tensors)
      if (std::none_of(left_out.begin(), left_out.end(),
                       [&](const char* name) { return item.first == str("param_groups.0.", name); }))
        kept.push_back(item);
    serialize::OutputArchive all;
    for (const auto& [name, tensor] : kept) all.write(name, tensor);
    std::stringstream cut;
    all.save_to(cut);
    return cut.str();
  };
  O other({p}, 0.25);
  std::stringstream old(write({"maximize"})), wrong(write({"lr"}));
  load(other, old);
  EXPECT_EQ(other.param_groups()[0].options().get_lr(), 0.5);
  EXPECT_ERROR(load(other, wrong), "No such serialized tensor 'param_groups.0.lr'");
}
TEST(StateDict, FilesFromBeforeMaximize) {
  expect_maximize_may_be_missing<SGD>();
  expect_maximize_may_be_missing<Adam>();
  expect_maximize_may_be_missing<RMSprop>();
  expect_maximize_may_be_missing<Adagrad>();
}

TEST(StateDict, ThroughOperators) {
  const Tensor p = parameter({1, 2});
  SGD optimizer({p}, SGDOptions(0.5).momentum(0.75)), other({p}, SGDOptions(0.25));
  serialize::OutputArchive written;
  written << optimizer;
  std::stringstream file;
  written.save_to(file);
  serialize::InputArchive read;
  read.load_from(file);
  read >> other;
  EXPECT_EQ(static_cast<const SGDOptions&>(other.param_groups()[0].options()).momentum(), 0.75);
}

// Names in the archive are those of Python's state_dict.
TEST(StateDict, Names) {
  const Tensor p = parameter({1, 2});
  Adam optimizer({p}, AdamOptions(0.25).amsgrad(true));
  test::set_gradient(p, 1, 1);
  optimizer.step();
  std::stringstream file;
  save(optimizer, file);
  serialize::InputArchive archive;
  archive.load_from(file);
  serialize::InputArchive state = archive.nested("state").nested("0"),
                          group = archive.nested("param_groups").nested("0");
  Tensor value;
  for (const char* name : {"exp_avg", "exp_avg_sq", "max_exp_avg_sq"}) {
    ASSERT_TRUE(state.try_read(name, value)) << name;
    EXPECT_EQ(value.sizes(), p.sizes());
  }
  ASSERT_TRUE(state.try_read("step", value));
  EXPECT_EQ(value.item<int64_t>(), 1);
  for (const char* name : {"beta1", "beta2", "eps", "weight_decay", "amsgrad", "maximize"})
    EXPECT_TRUE(group.try_read(name, value)) << name;
  ASSERT_TRUE(group.try_read("lr", value));
  EXPECT_EQ(value.item<double>(), 0.25);
}

TEST(StateDict, OfOtherGroupsOrSizesChangesNothing) {
  const Tensor p = parameter({1, 2}), q = parameter({3});
  SGD optimizer({p}, SGDOptions(0.5).momentum(0.9));
  test::set_gradient(p, 1, 1);
  optimizer.step();
  std::stringstream file;
  save(optimizer, file);
  const std::string bytes = file.str();
  const auto load_into = [&](SGD& other) {
    std::stringstream again(bytes);
    load(other, again);
  };
  SGD two({p, q}, SGDOptions(0.1));
  EXPECT_ERROR(load_into(two), "doesn't match the size of optimizer's group 0, expected 2 parameters");
  SGD short_one({q}, SGDOptions(0.1));
  EXPECT_ERROR(load_into(short_one), "state 0 field 'momentum_buffer' got sizes [2]");
  SGD more({p}, SGDOptions(0.1));
  more.add_param_group({{q}});
  EXPECT_ERROR(load_into(more), "loaded state dict has a different number of parameter groups");
  for (const SGD* o : {&two, &short_one, &more}) {
    EXPECT_EQ(o->param_groups()[0].options().get_lr(), 0.1);
    EXPECT_TRUE(o->state().empty());
  }
}

}  // namespace
}  // namespace torchpp::optim
