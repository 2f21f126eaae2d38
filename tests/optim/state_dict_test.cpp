// SPDX-License-Identifier: BSD-3-Clause
// State dictionaries as Python's optimizers have them: theirs continue here as they do there, and ours are equal to
// theirs, key by key.
#include <gtest/gtest.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>
#include <torchpp/optim.h>
#include <torchpp/serialize.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/optim/python_state_dicts.h"
#include "tests/optim/training.h"
#include "tests/support/error_of.h"

namespace torchpp::optim {
namespace {

using test::error_of;
using Json = nlohmann::json;
using Values = OptimizerStateDict::Values;

IValue value_of(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_object()) {
    const Tensor t = tensor(json["data"].get<std::vector<double>>(), TensorOptions(kDouble));
    return t.view(json["sizes"].get<std::vector<int64_t>>()).to(json["tensor"] == "float32" ? kFloat : kDouble);
  }
  if (!json.empty() && json[0].is_object()) {
    std::vector<Tensor> tensors;
    for (const Json& element : json) tensors.push_back(value_of(element).toTensor());
    return tensors;
  }
  return json.get<std::vector<double>>();
}
Values values_of(const Json& json) {
  Values values;
  for (const auto& item : json.items())
    if (item.key() != "params") values.emplace_back(item.key(), value_of(item.value()));
  return values;
}
OptimizerStateDict dict_of(const Json& json) {
  OptimizerStateDict dict;
  for (const auto& item : json["state"].items())
    dict.state.emplace_back(std::stoll(item.key()), values_of(item.value()));
  for (const Json& group : json["param_groups"])
    dict.param_groups.push_back({values_of(group), group["params"].get<std::vector<int64_t>>()});
  return dict;
}

// Python's numbers are equal also when one is an int and the other a float.
bool is_number(const IValue& v) { return v.isInt() || v.isDouble(); }
double number(const IValue& v) { return v.isInt() ? static_cast<double>(v.toInt()) : v.toDouble(); }
void expect_equal(const IValue& got, const IValue& expected) {
  if (is_number(expected)) {
    ASSERT_TRUE(is_number(got)) << got;
    EXPECT_NEAR(number(got), number(expected), 1e-12);
    return;
  }
  if (expected.isTensor() && expected.toTensor().dim() == 0 && got.isDouble()) {  // H_diag, of either kind in Python
    EXPECT_NEAR(got.toDouble(), expected.toTensor().item<double>(), 1e-9);
    return;
  }
  ASSERT_EQ(got.tagKind(), expected.tagKind());
  if (expected.isTensor()) {
    ASSERT_EQ(got.toTensor().sizes(), expected.toTensor().sizes());
    EXPECT_EQ(got.toTensor().scalar_type(), expected.toTensor().scalar_type());
    EXPECT_TRUE(got.toTensor().allclose(expected.toTensor(), 1e-9, 1e-12)) << got << expected;
  } else if (expected.isTensorList()) {
    ASSERT_EQ(got.toTensorVector().size(), expected.toTensorVector().size());
    for (size_t i = 0; i < got.toTensorVector().size(); ++i)
      expect_equal(got.toTensorVector()[i], expected.toTensorVector()[i]);
  } else if (expected.isDoubleList()) {
    EXPECT_EQ(got.toDoubleVector(), expected.toDoubleVector());
  } else if (expected.isBool()) {
    EXPECT_EQ(got.toBool(), expected.toBool());
  } else if (expected.isString()) {
    EXPECT_EQ(got.toStringRef(), expected.toStringRef());
  } else {
    EXPECT_TRUE(expected.isNone()) << expected;
  }
}
void expect_equal(const Values& got, const Values& expected) {
  std::set<std::string> names, expected_names;
  for (const auto& item : got) names.insert(item.first);
  for (const auto& item : expected) expected_names.insert(item.first);
  EXPECT_EQ(names, expected_names);
  for (const auto& [name, value] : got)
    for (const auto& [other, python] : expected)
      if (name == other) {
        SCOPED_TRACE(name);
        expect_equal(value, python);
      }
}
void expect_equal(const OptimizerStateDict& got, const OptimizerStateDict& expected) {
  ASSERT_EQ(got.state.size(), expected.state.size());
  for (size_t i = 0; i < got.state.size(); ++i) {
    SCOPED_TRACE(str("state ", i));
    EXPECT_EQ(got.state[i].first, expected.state[i].first);
    expect_equal(got.state[i].second, expected.state[i].second);
  }
  ASSERT_EQ(got.param_groups.size(), expected.param_groups.size());
  for (size_t g = 0; g < got.param_groups.size(); ++g) {
    SCOPED_TRACE(str("group ", g));
    EXPECT_EQ(got.param_groups[g].params, expected.param_groups[g].params);
    expect_equal(got.param_groups[g].options, expected.param_groups[g].options);
  }
}

struct Training {
  Tensor a, b, c = test::parameter({7});
  std::unique_ptr<Optimizer> optimizer;

  Training(const std::string& name, const std::vector<double>& a_values, const std::vector<double>& b_values)
      : a(test::parameter(a_values)), b(test::parameter(b_values)), optimizer(make(name)) {}
  void steps(int from, int to) const {
    for (int n = from; n <= to; ++n) {
      test::set_gradient(a, n, 3);
      test::set_gradient(b, n, 5);
      optimizer->step();
    }
  }

 private:
  // With options that the dictionaries replace.
  std::unique_ptr<Optimizer> make(const std::string& name) const {
    const std::vector<OptimizerParamGroup> groups = {OptimizerParamGroup({a, c}), OptimizerParamGroup({b})};
    if (name == "SGD") return std::make_unique<SGD>(groups, SGDOptions(1));
    if (name == "Adam") return std::make_unique<Adam>(groups, AdamOptions(1));
    if (name == "AdamW") return std::make_unique<AdamW>(groups, AdamWOptions(1));
    if (name == "RMSprop") return std::make_unique<RMSprop>(groups, RMSpropOptions(1));
    if (name == "Adagrad") return std::make_unique<Adagrad>(groups, AdagradOptions(1));
    if (name == "Adadelta") return std::make_unique<Adadelta>(groups, AdadeltaOptions(.5));
    if (name == "Adamax") return std::make_unique<Adamax>(groups, AdamaxOptions(1));
    if (name == "ASGD") return std::make_unique<ASGD>(groups, ASGDOptions(1));
    if (name == "NAdam") return std::make_unique<NAdam>(groups, NAdamOptions(1));
    if (name == "RAdam") return std::make_unique<RAdam>(groups, RAdamOptions(1));
    if (name == "Rprop") return std::make_unique<Rprop>(groups, RpropOptions(1));
    throw ValueError("no optimizer " + name);
  }
};

class StateDicts : public testing::TestWithParam<size_t> {
 protected:
  const Json json = Json::parse(test::kPythonStateDicts[GetParam()]);
  const std::string name = json["name"];
};

OptimizerStateDict through_a_file(const OptimizerStateDict& dict) {
  std::stringstream file;
  save(dict, file);
  OptimizerStateDict loaded;
  load(loaded, file);
  return loaded;
}

TEST_P(StateDicts, OfPythonContinueHere) {
  if (name == "LBFGS") return;
  const Training t(name, json["a"], json["b"]);
  t.optimizer->load_state_dict(dict_of(json["dict"]));
  t.steps(6, 40);
  EXPECT_NEAR(test::weighted_sum(t.a), json["after"][0].get<double>(), 1e-12);
  EXPECT_NEAR(test::weighted_sum(t.b), json["after"][1].get<double>(), 1e-12);
}

// The same steps here give the dictionary that they give in Python.
TEST_P(StateDicts, OfOursAreThoseOfPython) {
  if (name == "LBFGS") return;
  const OptimizerStateDict python = dict_of(json["dict"]);
  const Training t(name, {1, -2, .5}, {.25, -1.5});
  OptimizerStateDict options = python;
  options.state.clear();
  t.optimizer->load_state_dict(options);
  t.steps(1, 5);
  expect_equal(t.optimizer->state_dict(), python);
  expect_equal(through_a_file(t.optimizer->state_dict()), python);
}

TEST_P(StateDicts, OfLbfgs) {
  if (name != "LBFGS") return;
  const OptimizerStateDict python = dict_of(json["dict"]);
  const auto run = [&](const std::vector<double>& a_values, const std::vector<double>& b_values,
                       const OptimizerStateDict& start) {
    const Tensor a = test::parameter(a_values),
                 b = test::parameter(b_values).detach().view({2, 1}).set_requires_grad(true);
    LBFGS optimizer({a, b});
    optimizer.load_state_dict(start);
    for (int n = 0; n < 2; ++n)
      optimizer.step([&] {
        optimizer.zero_grad(true);
        const Tensor x = cat({a, b.reshape(-1)}), low = x.slice(0, 0, 4), high = x.slice(0, 1, 5);
        const Tensor loss = (100 * (high - low * low).pow(2) + (1 - low).pow(2)).sum();
        loss.backward();
        return loss;
      });
    return std::make_tuple(test::weighted_sum(a), test::weighted_sum(b.reshape(-1)), optimizer.state_dict());
  };
  const auto [of_a, of_b, after] = run(json["a"], json["b"], python);
  EXPECT_NEAR(of_a, json["after"][0].get<double>(), 1e-8);
  EXPECT_NEAR(of_b, json["after"][1].get<double>(), 1e-8);
  OptimizerStateDict options = python;
  options.state.clear();
  const OptimizerStateDict ours = std::get<2>(run({-1.2, 1, .5}, {.25, -1.5}, options));
  expect_equal(ours, python);
  expect_equal(through_a_file(ours), python);
}

INSTANTIATE_TEST_SUITE_P(All, StateDicts, testing::Range(size_t{0}, std::size(test::kPythonStateDicts)),
                         [](const testing::TestParamInfo<size_t>& info) {
                           return Json::parse(test::kPythonStateDicts[info.param])["name"].get<std::string>() + "_" +
                                  std::to_string(info.param);
                         });

OptimizerStateDict of_sgd() {
  OptimizerStateDict dict;
  dict.param_groups = {{{{"lr", 0.5}, {"momentum", 0.25}}, {0}}};
  dict.state = {{0, {{"momentum_buffer", ones({2})}}}};
  return dict;
}
const SGDOptions& options_of(const SGD& optimizer) {
  return static_cast<const SGDOptions&>(optimizer.param_groups()[0].options());
}

TEST(StateDict, OptionsThatAreLeftOutStay) {
  const Tensor p = test::parameter({1, 2});
  SGD optimizer({p}, SGDOptions(1).weight_decay(.125).maximize(true));
  const OptimizerStateDict dict = of_sgd();
  optimizer.load_state_dict(dict);
  EXPECT_EQ(options_of(optimizer).lr(), .5);
  EXPECT_EQ(options_of(optimizer).momentum(), .25);
  EXPECT_EQ(options_of(optimizer).weight_decay(), .125);
  EXPECT_TRUE(options_of(optimizer).maximize());
  const auto& state = static_cast<const SGDParamState&>(*optimizer.state().find(p));
  EXPECT_EQ(state.momentum_buffer().scalar_type(), kDouble) << "states have their parameter's dtype";
  state.momentum_buffer().fill_(3);
  EXPECT_EQ(dict.state[0].second[0].second.toTensor().sum().item<double>(), 2) << "and are copies";
}

TEST(StateDict, WrongOnesChangeNothing) {
  const Tensor p = test::parameter({1, 2}), q = test::parameter({3});
  SGD optimizer({p}, SGDOptions(1).momentum(.9));
  const auto expect = [&](const OptimizerStateDict& dict, const char* phrase) {
    const std::string message = error_of([&] { optimizer.load_state_dict(dict); });
    EXPECT_NE(message.find(phrase), std::string::npos) << message;
    EXPECT_EQ(options_of(optimizer).lr(), 1);
    EXPECT_TRUE(optimizer.state().empty());
  };
  OptimizerStateDict dict = of_sgd();
  dict.param_groups.push_back(dict.param_groups[0]);
  expect(dict, "loaded state dict has a different number of parameter groups: got 2, expected 1");
  dict = of_sgd();
  dict.param_groups[0].params = {0, 1};
  expect(dict, "doesn't match the size of optimizer's group 0: got 2 parameters, expected 1");
  dict = of_sgd();
  dict.state[0].second[0].second = ones({3});
  expect(dict, "state 0 field 'momentum_buffer' got sizes [3], expected those of its parameter, [2]");
  dict = of_sgd();
  dict.param_groups[0].options.emplace_back("decoupled_weight_decay", true);
  expect(dict, "option 'decoupled_weight_decay' got True; this optimizer does not have it");
  dict = of_sgd();
  dict.param_groups[0].options[0].second = -1.0;
  expect(dict, "Invalid learning rate: -1");
  dict = of_sgd();
  dict.param_groups[0].options[0].second = "fast";
  EXPECT_THROW(optimizer.load_state_dict(dict), TypeError);
  // What changes how Python computes, and not what.
  dict = of_sgd();
  for (const char* name : {"foreach", "capturable", "fused"}) dict.param_groups[0].options.emplace_back(name, true);
  dict.param_groups[0].options.emplace_back("differentiable", false);
  optimizer.load_state_dict(dict);
  EXPECT_EQ(options_of(optimizer).lr(), .5);

  Adam adam({p});
  OptimizerStateDict of_adam;
  of_adam.param_groups = {{{}, {0}}};
  of_adam.state = {{0, {{"exp_avg", zeros({2})}, {"exp_avg_sq", zeros({2})}}}};
  EXPECT_NE(error_of([&] { adam.load_state_dict(of_adam); }).find("the state of parameter 0 has no 'step'"),
            std::string::npos);
  of_adam.state[0].second.emplace_back("step", 2.5);
  EXPECT_NE(error_of([&] { adam.load_state_dict(of_adam); }).find("'step' got 2.5, expected an integer"),
            std::string::npos);
}

// Parameters are numbered by their place in the groups, whatever numbers the dictionary uses.
TEST(StateDict, NumbersOfParametersAreTheDictionarys) {
  const Tensor p = test::parameter({1, 2});
  SGD optimizer({p}, SGDOptions(1));
  OptimizerStateDict dict = of_sgd();
  dict.param_groups[0].params = {17};
  dict.state[0].first = 17;
  optimizer.load_state_dict(dict);
  EXPECT_NE(optimizer.state().find(p), nullptr);
}

TEST(StateDict, FilesAreSafetensorsWithValuesAsMetadata) {
  const Tensor p = test::parameter({1, 2});
  Adam optimizer({p}, AdamOptions(.5));
  test::set_gradient(p, 1, 1);
  optimizer.step();
  std::stringstream file;
  save(optimizer.state_dict(), file);
  const std::string bytes = file.str();
  const Safetensors content = parse_safetensors(bytes.data(), bytes.size());
  ASSERT_NE(content.find("state.0.exp_avg"), nullptr);
  EXPECT_EQ(content.find("state.0.step")->scalar_type(), kFloat);
  const auto value = [&](const std::string& name) {
    for (const auto& item : content.metadata)
      if (item.first == "value:param_groups.0." + name) return item.second;
    return std::string("absent");
  };
  EXPECT_EQ(value("lr"), "0.5");
  EXPECT_EQ(value("betas"), "[0.9,0.999]");
  EXPECT_EQ(value("weight_decay"), "0.0");
  EXPECT_EQ(value("amsgrad"), "false");
  EXPECT_EQ(value("foreach"), "null");
  EXPECT_EQ(value("params"), "[0]");
  std::stringstream other;
  save(p, other);
  OptimizerStateDict dict = of_sgd();
  EXPECT_NE(error_of([&] { load(dict, other); }).find("the archive has no param_groups"), std::string::npos);
  EXPECT_EQ(dict.param_groups.size(), 1U);
}

}  // namespace
}  // namespace torchpp::optim
