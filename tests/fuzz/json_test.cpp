// SPDX-License-Identifier: BSD-3-Clause
// Documents of models, and values in files, with faults in them give an error or something whole, and nothing else.
#include <gtest/gtest.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/nn/json.h>
#include <torchpp/nn/modules/container.h>
#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/loss.h>
#include <torchpp/nn/modules/rnn.h>
#include <torchpp/nn/modules/transformer.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/serialize.h>

#include "src/serialize/json_value.h"
#include "tests/fuzz/mutate.h"

namespace {

using namespace torchpp;

const std::vector<std::string> kWords = {"9223372036854775807",
                                         "-9223372036854775808",
                                         "4294967296",
                                         "-1",
                                         "1e308",
                                         "0",
                                         "[",
                                         "{",
                                         "\"",
                                         "null",
                                         "true",
                                         "]",
                                         "}",
                                         ":",
                                         ",",
                                         "\"inf\"",
                                         "\"type\"",
                                         "\"Sequential\"",
                                         "\"modules\"",
                                         "\"kNone\"",
                                         "\\u0000"};

std::string model() {
  nn::ModuleDict all;
  nn::Sequential net({{"conv", nn::Conv2d(nn::Conv2dOptions(1, 2, 3).groups(1).padding(kSame))}});
  net->push_back(nn::Linear(2, 3));
  all->insert("net", net.ptr());
  all->insert("loss", nn::CrossEntropyLoss(nn::CrossEntropyLossOptions().weight(tensor({1.F, 2.F}))).ptr());
  all->insert("rnn", nn::LSTM(nn::LSTMOptions(2, 3).num_layers(2).proj_size(2)).ptr());
  all->insert("encoder", nn::TransformerEncoder(nn::TransformerEncoderLayer(4, 2), 2).ptr());
  return nn::to_json(all, -1);
}

TEST(JsonFuzz, MutatedModelsGiveErrorsOnly) {
  const std::string good = model();
  test::Mutator mutator(test::seed(), good.size(), kWords);
  int refused = 0, made = 0;
  for (int i = 0; i < 1500; ++i) {
    const std::string bad = mutator(good);
    try {
      const auto module = nn::from_json(bad, 1 << 20);
      nn::from_json(nn::to_json(*module), 1 << 20);
      ++made;
    } catch (const FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(made, 0) << "some changes of a number make another model";
}

TEST(JsonFuzz, MutatedValuesGiveErrorsOnly) {
  const std::string good = R"([1,-2.5,null,true,"text",{"double":"inf"},{"complex":[1.0,2.0]},{"tuple":[1,[2.0,3.0]]},)"
                           R"({"dict":[["a",1],["b",[true,false]]]},{"device":"cpu"},{"tensors":1}])";
  test::Mutator mutator(test::seed(), good.size(), kWords);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    // Metadata are UTF-8, which the writer checks.
    std::string bad = mutator(good);
    for (char& c : bad) c = static_cast<char>(c & 0x7F);
    serialize::SafetensorsReader reader(Safetensors{{{"x.0", tensor({1.F})}}, {{"value:x", bad}}});
    IValue value;
    try {
      EXPECT_TRUE(reader.read_value("x", value, &serialize::parse_value));
      to_string(value);
    } catch (const FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1500);
}

}  // namespace
