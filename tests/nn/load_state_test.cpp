// SPDX-License-Identifier: BSD-3-Clause
// Files of weights loaded into modules.
#include <torchpp/nn/load_state.h>

#include <fstream>

#include "tests/support/error_of.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

using nn::LoadReport;
using nn::LoadStateOptions;

// 0: a linear layer of 3 to 4 numbers; 1: normalisation of 4; 2: a linear layer of 4 to 2.
nn::Sequential make_net() { return nn::Sequential(nn::Linear(3, 4), nn::BatchNorm1d(4), nn::Linear(4, 2)); }

class LoadState : public testing::Test {
 protected:
  LoadState() {
    manual_seed(1);
    trained_ = make_net();
    for (const auto& item : trained_->state_dict()) weights_.emplace_back("module." + item.key(), item.value());
    save_safetensors(path_, weights_);
    net_ = make_net();
    before_ = copies(*net_);
  }

  static std::vector<Tensor> copies(const nn::Module& module) {
    std::vector<Tensor> tensors;
    for (const auto& item : module.state_dict()) tensors.push_back(item.value().clone());
    return tensors;
  }
  static void expect_equal(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(equal(a[i], b[i])) << i;
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/weights";
  nn::Sequential trained_{nullptr}, net_{nullptr};
  NamedTensors weights_;
  std::vector<Tensor> before_;
};

TEST_F(LoadState, PrefixesAreRenamed) {
  LoadStateOptions options;
  options.rename_prefix("module.", "");
  const LoadReport report = nn::load_state(*net_, path_, options);
  expect_equal(copies(*net_), copies(*trained_));
  EXPECT_TRUE(report.missing_keys.empty() && report.unexpected_keys.empty() && report.mismatched_keys.empty());
  EXPECT_EQ(report.loaded_keys.size(), weights_.size());
  EXPECT_EQ(report.loaded_keys[0], "0.weight");
}

TEST_F(LoadState, AllThatDoesNotFitIsSaidAtOnceAndNothingChanges) {
  NamedTensors wrong = {
      {"0.weight", zeros({4, 5})}, {"0.bias", zeros({4})}, {"2.weight", zeros({})}, {"extra", zeros({1})}};
  save_safetensors(path_, wrong);
  const std::string text = error_of([&] { nn::load_state(*net_, path_); });
  for (const char* phrase : {"Unexpected key(s) in state_dict: \"extra\"", "Missing key(s) in state_dict: \"1.weight\"",
                             "\"2.bias\"", "size mismatch for 0.weight: copying a param with shape [4, 5]",
                             "the shape in current model is [4, 3]", "size mismatch for 2.weight"})
    EXPECT_NE(text.find(phrase), std::string::npos) << text;
  expect_equal(copies(*net_), before_);

  LoadStateOptions options;
  options.strict = false;
  EXPECT_NE(error_of([&] { nn::load_state(*net_, path_, options); }).find("size mismatch"), std::string::npos);
  options.skip_mismatched = true;
  const LoadReport report = nn::load_state(*net_, path_, options);
  EXPECT_EQ(report.loaded_keys, std::vector<std::string>{"0.bias"});
  EXPECT_EQ(report.unexpected_keys, std::vector<std::string>{"extra"});
  ASSERT_EQ(report.mismatched_keys.size(), 2u);
  EXPECT_EQ(report.mismatched_keys[0].key, "0.weight");
  EXPECT_EQ(report.mismatched_keys[0].got, (std::vector<int64_t>{4, 5}));
  EXPECT_EQ(report.mismatched_keys[0].expected, (std::vector<int64_t>{4, 3}));
  std::vector<Tensor> expected = before_;
  expected[1] = zeros({4});
  expect_equal(copies(*net_), expected);
}

TEST_F(LoadState, PatternsRenameAndFilter) {
  LoadStateOptions options;
  options.only_prefix("module.")
      .rename("^module\\.(\\d)\\.", "$1.")
      .skip("1\\..*")
      .only(".*(weight|bias)")
      .rule([](std::string& name) { return name != "2.bias"; });
  options.strict = false;
  const LoadReport report = nn::load_state(*net_, path_, options);
  EXPECT_EQ(report.loaded_keys, (std::vector<std::string>{"0.weight", "0.bias", "2.weight"}));
  EXPECT_EQ(report.filtered_keys.size(), weights_.size() - 3);
  EXPECT_EQ(report.filtered_keys[0], "module.1.weight");
  EXPECT_TRUE(equal(net_->state_dict()["0.weight"], weights_[0].second));
  EXPECT_TRUE(equal(net_->state_dict()["2.bias"], before_.back()));

  LoadStateOptions same;
  same.rename(".+", "x");
  expect_error<ValueError>([&] { nn::load_state(*net_, path_, same); },
                           "'module.0.weight' and 'module.0.bias' both got the name 'x'");
  expect_error<ValueError>([] { LoadStateOptions().skip("("); }, "got the pattern '('");
  expect_error<ValueError>([] { LoadStateOptions().skip("(a)\\1"); }, "without back-references");
}

TEST_F(LoadState, LongNamesAreMatched) {
  // A search that goes back for every character overflows the stack with the first name and never ends with the second.
  LoadStateOptions options;
  options.skip("(.|x)*y").skip("(a+)+b");
  std::string name(1000000, 'x');
  EXPECT_TRUE(options.apply_rules(name));
  name.assign(2000, 'a');
  EXPECT_TRUE(options.apply_rules(name));
}

TEST_F(LoadState, DtypeAndDevices) {
  LoadStateOptions options;
  options.rename_prefix("module.", "");
  options.dtype = kHalf;
  nn::load_state(*net_, path_, options);
  EXPECT_EQ(net_->state_dict()["0.weight"].scalar_type(), kHalf);
  EXPECT_EQ(net_->state_dict()["1.running_mean"].scalar_type(), kHalf);
  EXPECT_EQ(net_->state_dict()["1.num_batches_tracked"].scalar_type(), kLong);
  EXPECT_TRUE(equal(net_->state_dict()["0.weight"], weights_[0].second.to(kHalf)));
  EXPECT_TRUE(net_->parameters()[0].requires_grad());

  options.dtype = nullopt;
  options.device_map = {{"", kCPU}, {"2", kMeta}, {"2.bias", kCPU}, {"1.weigh", kMeta}};
  nn::load_state(*net_, path_, options);
  EXPECT_EQ(net_->state_dict()["2.weight"].device().type(), kMeta);
  EXPECT_EQ(net_->state_dict()["2.bias"].device().type(), kCPU);
  EXPECT_EQ(net_->state_dict()["1.weight"].device().type(), kCPU);
  EXPECT_EQ(net_->state_dict()["0.weight"].scalar_type(), kHalf);
}

TEST_F(LoadState, ADictionaryOrAnOpenFileOfAnyFormat) {
  LoadStateOptions options;
  options.rename_prefix("module.", "");
  nn::StateDict state("State");
  for (const auto& [name, value] : weights_) state.insert(name, value);
  nn::load_state(*net_, state, options);
  expect_equal(copies(*net_), copies(*trained_));

  // The file has quantized and other tensors that the module does not ask for.
  nn::Linear linear(2, 1);
  const std::string text = "1,2\n";
  TensorFile table = TensorFile::parse(text.data(), text.size());
  LoadStateOptions rows;
  rows.strict = false;
  rows.rename("values", "weight");
  nn::load_state(*linear, table, rows);
  EXPECT_TRUE(equal(linear->weight, tensor({{1.F, 2.F}})));
}

TEST_F(LoadState, WhatHasNoPlaceIsNotRead) {
  // The bool's byte is neither 0 nor 1, which shows when it is read.
  save_safetensors(path_, {{"weight", zeros({1, 2})}, {"bias", zeros({1})}, {"odd", tensor({true}, kBool)}});
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-1, std::ios::end);
    file.put(7);
  }
  nn::Linear linear(2, 1);
  LoadStateOptions options;
  options.strict = false;
  EXPECT_EQ(nn::load_state(*linear, path_, options).unexpected_keys, std::vector<std::string>{"odd"});
  EXPECT_EQ(linear->weight.sum().item<float>(), 0);
  // A hook may ask for it.
  const Tensor ones = torchpp::ones({1, 2});
  {
    NoGradGuard no_grad;
    linear->weight.copy_(ones);
  }
  linear->register_load_state_dict_pre_hook([](nn::Module&, nn::StateDict&, const std::string&) {});
  expect_error<FileError>([&] { nn::load_state(*linear, path_, options); }, "expected 0 or 1 for BOOL");
  EXPECT_TRUE(equal(linear->weight, ones));
}

}  // namespace
}  // namespace torchpp::test
