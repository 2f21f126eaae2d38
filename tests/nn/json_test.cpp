// SPDX-License-Identifier: BSD-3-Clause
// Models as JSON: every stock module, the containers, and documents that are wrong.
#include <gtest/gtest.h>
#include <torchpp/nn/json.h>

#include <nlohmann/json.hpp>

#include "tests/module_cases/module_case.h"
#include "tests/support/error_of.h"

namespace torchpp::tests {
namespace {

using Json = nlohmann::ordered_json;
using nn::from_json;
using nn::Module;
using nn::to_json;
using test::error_of;

class JsonModules : public testing::TestWithParam<size_t> {
 protected:
  const ModuleCase& row() const { return module_cases()[GetParam()]; }
  // The row's module; in place of a class of the tests' own that is derived from SequentialImpl, a Sequential.
  std::shared_ptr<Module> make() const {
    manual_seed(20);
    const std::shared_ptr<Module> module = row().make().ptr();
    const auto* chain = dynamic_cast<const nn::SequentialImpl*>(module.get());
    if (chain == nullptr) return module;
    auto sequential = std::make_shared<nn::SequentialImpl>();
    sequential->extend(*chain);
    return sequential;
  }
  bool is_function() const { return std::string(row().name) == "Functional"; }
};

const std::type_info& class_of(const Module& module) { return typeid(module); }

std::string printed(const Module& module) {
  std::ostringstream out;
  out << module;
  return out.str();
}

TEST_P(JsonModules, RoundTrip) {
  const auto module = make();
  if (is_function()) {
    EXPECT_EQ(error_of([&] { to_json(*module); }),
              "to_json: the module: got class torchpp::nn::FunctionalImpl, expected a module of the library with "
              "options that are data");
    return;
  }
  const std::string text = to_json(*module);
  EXPECT_EQ(Json::parse(text)["type"], row().name);
  const std::shared_ptr<Module> made = from_json(text);
  EXPECT_EQ(class_of(*made), class_of(*module));
  EXPECT_EQ(to_json(*made), text);
  EXPECT_EQ(printed(*made), printed(*module));
  // Strict: the same names and sizes.
  made->load_state_dict(module->state_dict());
  for (const auto& parameter : made->named_parameters())
    EXPECT_TRUE(parameter->equal(module->named_parameters()[parameter.key()])) << parameter.key();
}

// The module that was made is the row's also in what it computes.
TEST_P(JsonModules, ComputesTheSame) {
  const auto module = make();
  if (is_function() || module->as<nn::Sequential>() != nullptr) return;
  manual_seed(21);
  const Inputs x = row().inputs();
  Inputs y;
  for (const Tensor& input : x) y.push_back(input.detach().clone());
  const std::shared_ptr<Module> made = from_json(to_json(*module));
  made->load_state_dict(module->state_dict());
  manual_seed(22);
  const Tensor expected = row().reference(*module, x);
  manual_seed(22);
  EXPECT_TRUE(row().reference(*made, y).equal(expected));
}

// The parameters are counted before they are made: not less than there are, and not many times as many.
TEST_P(JsonModules, CountsElementsBefore) {
  if (is_function()) return;
  const auto module = make();
  int64_t elements = 0;
  for (const Tensor& t : module->parameters()) elements += t.numel();
  for (const Tensor& t : module->buffers()) elements += t.numel();
  const std::string text = to_json(*module);
  if (elements > 0) {
    EXPECT_THROW(from_json(text, elements - 1), FileError);
  }
  from_json(text, 8 * elements + 64);
}

// Whatever stands in the place of an option is accepted by the module or is an error that says where.
TEST_P(JsonModules, WrongOptions) {
  if (is_function() || make()->as<nn::Sequential>() != nullptr) return;
  const Json document = Json::parse(to_json(*make()));
  if (!document.contains("options")) return;
  const Json wrong[] = {nullptr,       true,           "x",        1.5,      -1,           0,
                        INT64_MAX,     INT64_MIN,      UINT64_MAX, 1e300,    "nan",        Json(),
                        Json::array(), Json::object(), {1, 2},     {-1, -1}, {0, 0, 0, 0}, {{"type", "Linear"}}};
  for (const auto& option : document["options"].items())
    for (const Json& value : wrong) {
      Json changed = document;
      changed["options"][option.key()] = value;
      try {
        const auto module = from_json(changed.dump(), 1 << 20);
        EXPECT_EQ(class_of(*from_json(to_json(*module))), class_of(*module));
      } catch (const FileError& error) {
        const std::string what = error.what();
        EXPECT_TRUE(what.find("from_json: at /options") == 0 || what.find("from_json: at the document: ") == 0) << what;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(All, JsonModules, testing::Range(size_t{0}, module_cases().size()),
                         [](const testing::TestParamInfo<size_t>& info) {
                           return std::string(module_cases()[info.param].name) + "_" + std::to_string(info.param);
                         });

// The written form, which files depend on.
TEST(Json, Text) {
  nn::Sequential net({{"conv", nn::Conv2d(nn::Conv2dOptions(1, 8, 3).padding(kSame))}});
  net->push_back(nn::ReLU());
  net->push_back(nn::Linear(nn::LinearOptions(8, 2).bias(false)));
  EXPECT_EQ(to_json(net, -1),
            R"({"type":"Sequential","modules":[{"name":"conv","type":"Conv2d","options":{"in_channels":1,)"
            R"("out_channels":8,"kernel_size":[3,3],"stride":[1,1],"padding":"kSame","dilation":[1,1],"groups":1,)"
            R"("bias":true,"padding_mode":"kZeros"}},{"type":"ReLU","options":{"inplace":false}},)"
            R"({"type":"Linear","options":{"in_features":8,"out_features":2,"bias":false}}]})");
  auto made = from_json<nn::Sequential>(to_json(net));
  EXPECT_EQ(made->named_children().keys(), (std::vector<std::string>{"conv", "1", "2"}));
  EXPECT_EQ(made->forward(zeros({4, 1, 6, 8})).sizes(), (IntArrayRef{4, 8, 6, 2}));
}

TEST(Json, DefaultsOfOptionsThatAreLeftOut) {
  const auto linear = from_json<nn::Linear>(R"({"type": "Linear", "options": {"in_features": 3, "out_features": 2}})");
  EXPECT_TRUE(linear->options.bias());
  const auto pool = from_json<nn::MaxPool2d>(R"({"type": "MaxPool2d", "options": {"kernel_size": [2, 3]}})");
  EXPECT_EQ((*pool->options.stride())[1], 3) << "the stride is the kernel's size";
  const auto fractional = from_json<nn::FractionalMaxPool3d>(
      R"({"type": "FractionalMaxPool3d", "options": {"kernel_size": 2, "output_size": null, "output_ratio": 0.25}})");
  EXPECT_FALSE(fractional->options.output_size());
  EXPECT_EQ(**fractional->options.output_ratio(), (std::array<double, 3>{0.25, 0.25, 0.25}));
  const auto attention =
      from_json<nn::MultiheadAttention>(R"({"type":"MultiheadAttention","options":{"embed_dim":4,"num_heads":2}})");
  EXPECT_EQ(attention->options.kdim(), 4);
  EXPECT_EQ(from_json<nn::Tanh>(R"({"type":"Tanh"})")->parameters().size(), 0U);
}

TEST(Json, Containers) {
  nn::ModuleDict dict;
  dict->insert("blocks", nn::ModuleList(nn::Linear(2, 3), nn::Sequential(nn::Tanh(), nn::Dropout(.25))).ptr());
  dict->insert("b", nn::Linear(1, 1).ptr());
  dict->insert("a", nn::ParameterList(zeros({2, 3}).set_requires_grad(true), ones({4}, kDouble)).ptr());
  OrderedDict<std::string, Tensor> named;
  named.insert("scale", ones({}).set_requires_grad(true));
  dict->insert("tensors", std::make_shared<nn::ParameterDictImpl>(named));
  const std::string text = to_json(dict);
  const auto made = from_json<nn::ModuleDict>(text);
  EXPECT_EQ(to_json(made), text);
  EXPECT_EQ(printed(*made), printed(*dict));
  EXPECT_EQ(made->keys(), dict->keys());
  ASSERT_EQ(made->named_parameters().keys(), dict->named_parameters().keys());
  for (const auto& parameter : dict->named_parameters()) {
    const Tensor other = made->named_parameters()[parameter.key()];
    EXPECT_EQ(other.sizes(), parameter->sizes());
    EXPECT_EQ(other.scalar_type(), parameter->scalar_type());
    EXPECT_EQ(other.requires_grad(), parameter->requires_grad());
  }
  EXPECT_EQ(made->at<nn::ModuleListImpl>("blocks").at<nn::SequentialImpl>(1).at<nn::DropoutImpl>(1).options.p(), .25);
}

TEST(Json, NumbersThatJsonHasNot) {
  nn::Embedding table(nn::EmbeddingOptions(3, 2).max_norm(1).norm_type(HUGE_VAL));
  EXPECT_EQ(from_json<nn::Embedding>(to_json(table))->options.norm_type(), HUGE_VAL);
  nn::ConstantPad1d pad(1, -HUGE_VAL);
  EXPECT_EQ(from_json<nn::ConstantPad1d>(to_json(pad))->options.value(), -HUGE_VAL);
  nn::Threshold threshold(std::nan(""), 0.1);
  const auto made = from_json<nn::Threshold>(to_json(threshold));
  EXPECT_TRUE(std::isnan(made->options.threshold()));
  EXPECT_EQ(made->options.value(), 0.1);
}

TEST(Json, WeightsOfLosses) {
  const Tensor weight = tensor({0.1F, 2.0F, HUGE_VALF});
  nn::NLLLoss loss(nn::NLLLossOptions().weight(weight).reduction(kSum));
  const auto made = from_json<nn::NLLLoss>(to_json(loss));
  EXPECT_TRUE(made->options.weight().equal(weight));
  EXPECT_EQ(made->options.weight().scalar_type(), kFloat);
  EXPECT_TRUE(enumtype::holds_alternative<enumtype::kSum>(made->options.reduction()));
  EXPECT_FALSE(from_json<nn::NLLLoss>(to_json(nn::NLLLoss()))->options.weight().defined());
}

struct NetImpl : Module {};
TORCH_MODULE(Net);

TEST(Json, WhatIsNoData) {
  nn::ModuleList list(nn::Linear(1, 1));
  list->push_back(std::make_shared<NetImpl>());
  EXPECT_NE(error_of([&] { to_json(list); }).find("to_json: module '1': got class "), std::string::npos);
  nn::TransformerEncoderLayer layer(
      nn::TransformerEncoderLayerOptions(4, 2).activation([](const Tensor& x) { return x.sin(); }));
  EXPECT_THROW(to_json(layer), TypeError);
  EXPECT_NE(error_of([&] { to_json(layer); }).find("the module: activation is a function"), std::string::npos);
  nn::TripletMarginWithDistanceLoss loss(nn::TripletMarginWithDistanceLossOptions().distance_function(
      [](const Tensor& a, const Tensor& b) { return (a - b).abs().sum(-1); }));
  EXPECT_NE(error_of([&] { to_json(loss); }).find("distance_function is a function"), std::string::npos);
}

// The custom parts of transformers are modules in their options.
TEST(Json, ModulesInOptions) {
  nn::Transformer model(
      nn::TransformerOptions(4, 2, 1, 1)
          .dim_feedforward(6)
          .custom_encoder(nn::AnyModule(nn::TransformerEncoder(
              nn::TransformerEncoderOptions(nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(3), 2)
                  .norm(nn::AnyModule(nn::LayerNorm(nn::LayerNormOptions({4}))))))));
  auto made = from_json<nn::Transformer>(to_json(model));
  EXPECT_EQ(printed(*made), printed(*model));
  const Tensor x = randn({3, 1, 4}), y = randn({2, 1, 4});
  made->load_state_dict(model->state_dict());
  model->eval();
  made->eval();
  EXPECT_TRUE(made->forward(x, y).equal(model->forward(x, y)));
}

TEST(Json, Errors) {
  const auto expect = [](const std::string& text, const std::string& message) {
    EXPECT_EQ(error_of([&] { from_json(text); }), "from_json: " + message) << text;
  };
  expect("[]", "at the document: got [], expected an object");
  expect("{}", "at the document: got no 'type', expected it");
  expect(R"({"type": 3})", "at /type: got 3, expected a text");
  expect(R"({"type": "Lin"})",
         R"(at /type: got "Lin", expected the name of a module class of the library, as "Linear")");
  expect(R"({"type": "Functional"})",
         R"(at /type: got "Functional", expected the name of a module class of the library, as "Linear")");
  expect(R"({"type": "Linear"})", "at /options: got no 'in_features', expected it, which has no default");
  expect(R"({"type": "ReLU", "option": {}})",
         R"(at the document: got the name "option", expected one of name, type, options)");
  expect(R"({"type": "ReLU", "options": {"inPlace": true}})",
         R"(at /options: got an option "inPlace", expected one of inplace)");
  expect(R"({"type": "Tanh", "options": {"x": 1}})", R"(at /options: got an option "x", expected none)");
  expect(R"({"type": "ReLU", "options": 1})", "at /options: got 1, expected an object of options");
  expect(R"({"type": "Sequential"})", "at the document: got no 'modules', expected it");
  expect(R"({"type": "Sequential", "modules": [{"type": "Tanh"}, {"type": "ReLU", "options": {"inplace": 1}}]})",
         "at /modules/1/options/inplace: got 1, expected true or false");
  expect(R"({"type": "Sequential", "modules": [{"type": "Sequential", "modules": []}]})",
         R"(at /modules/0/type: got "Sequential", expected a class that a Sequential can call)");
  expect(R"({"type": "Sequential", "modules": [{"name": "a.b", "type": "Tanh"}]})",
         "at the document: Sequential refuses its options: Submodule name must not contain a dot (got 'a.b')");
  expect(R"({"type": "ModuleDict", "modules": [{"type": "Tanh"}]})", "at /modules/0: got no 'name', expected it");
  expect(R"({"type": "ModuleDict", "modules": [{"name": "a", "type": "Tanh"}, {"name": "a", "type": "Tanh"}]})",
         R"(at /modules/1/name: got "a", expected each name once)");
  expect(R"({"type": "MSELoss", "options": {"reduction": "mean"}})",
         R"(at /options/reduction: got "mean", expected one of "kNone", "kMean", "kSum")");
  expect(R"({"type": "MaxPool2d", "options": {"kernel_size": [2]}})",
         "at /options/kernel_size: got a list of 1, expected one of 2");
  expect(R"({"type": "MaxPool2d", "options": {"kernel_size": [2, 1.5]}})",
         "at /options/kernel_size/1: got 1.5, expected an integer of 64 bits");
  expect(R"({"type": "FractionalMaxPool2d", "options": {"kernel_size": 2, "output_ratio": [0.5, 0.5, 0.5]}})",
         "at /options/output_ratio: got a list of 3, expected one of 2");
  expect(R"({"type": "FractionalMaxPool3d", "options": {"kernel_size": 2, "output_ratio": null}})",
         "at the document: FractionalMaxPool3d refuses its options: FractionalMaxPool3d requires specifying either an "
         "output size, or a pooling ratio");
  expect(
      R"({"type": "Hardtanh", "options": {"min_val": 2}})",
      "at the document: Hardtanh refuses its options: Hardtanh: max_val must be greater than min_val, but got 1 and 2");
  expect(R"({"type": "Conv1d", "options": {"in_channels": 1, "out_channels": 1, "kernel_size": 3, "padding": "kSame",)"
         R"( "dilation": 9223372036854775807}})",
         "at the document: Conv1d refuses its options: padding='same': got a dilation of 9223372036854775807, which is "
         "too "
         "large for the kernel");
  expect(R"({"type": "Linear", "options": {"in_features": 4000000000, "out_features": 4000000000}})",
         "at /options: got parameters of about 1.6e+19 elements up to here, expected at most 4.29497e+09, the caller's "
         "max_elements");
  expect(R"({"type": "ParameterList", "parameters": [{"dtype": "Float", "sizes": [2, -1]}]})",
         "at /parameters/0/sizes: got [2,-1], expected at most 64 sizes, none of them negative");
  expect(R"({"type": "ParameterList", "parameters": [{"dtype": "Long", "sizes": [2]}]})",
         R"(at /parameters/0/dtype: got "Long", expected the name of a floating dtype, as "Float")");
  expect(R"({"type": "NLLLoss", "options": {"weight": {"dtype": "Float", "sizes": [2], "data": [1]}}})",
         "at /options/weight/data: got a list of 1, expected one of 2, as sizes say");
  expect(R"({"type": "Tanh", "type": "ReLU"})", "got the name 'type' twice in an object, expected it once");
  EXPECT_NE(error_of([&] { from_json("{\"type\": \"Tanh\""); }).find("from_json: no JSON: "), std::string::npos);
  EXPECT_NE(error_of([&] { from_json("{\"type\": \"\xff\"}"); }).find("from_json: no JSON: "), std::string::npos);
  EXPECT_EQ(error_of([&] { from_json<nn::Linear>(R"({"type": "Tanh"})"); }),
            "from_json: at /type: got torchpp::nn::TanhImpl, expected torchpp::nn::LinearImpl");
}

// A document that would use up stack or time is refused.
TEST(Json, Bounds) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += R"({"type":"ModuleList","modules":[)";
  EXPECT_NE(error_of([&] { from_json(deep); }).find("deep, expected at most that many"), std::string::npos);
  const std::string layers = R"({"type":"GRU","options":{"input_size":0,"hidden_size":0,"num_layers":4000000000000}})";
  EXPECT_NE(error_of([&] { from_json(layers); }).find("max_elements"), std::string::npos);
  std::string names = R"({"type":"ReLU","options":{)";
  for (int i = 0; i < 300; ++i) names += str("\"", i, "\":1,");
  EXPECT_NE(error_of([&] { from_json(names + "\"x\":1}}"); }).find("an object of more than 256 names"),
            std::string::npos);
}

}  // namespace
}  // namespace torchpp::tests
