// SPDX-License-Identifier: BSD-3-Clause
// The chain with which PyTorch 1.11's release notes show DataPipes for text: the Stanford Sentiment Treebank as
// tab-separated values -> tokens -> indices -> batches -> tensors, on a small file of its form.
#include <gtest/gtest.h>
#include <torchpp/data/batch.h>
#include <torchpp/data/collate.h>
#include <torchpp/data/files.h>
#include <torchpp/data/loader.h>
#include <torchpp/data/map.h>
#include <torchpp/data/order.h>
#include <torchpp/data/parse.h>
#include <torchpp/data/workers.h>
#include <torchpp/ops.h>
#include <torchpp/text.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace {

namespace data = torchpp::data;
namespace text = torchpp::text;
using torchpp::Tensor;

constexpr char kTrain[] =
    "sentence\tlabel\n"
    "a gorgeous , witty film\t1\n"
    "dull and far too long\t0\n"
    "witty and gorgeous\t1\n"
    "too dull\t0\n"
    "the film is \"long\" .\t0\n";

struct Sample {
  std::vector<std::string> tokens;
  int64_t label;
};

struct Batch {
  Tensor tokens, labels;
};

class Sst2 : public testing::Test {
 protected:
  Sst2() { std::ofstream(folder_.path() + "/train.tsv", std::ios::binary) << kTrain; }

  // Quotes are text in these files, as with Python's csv.QUOTE_NONE.
  data::Pipe<Sample> samples() const {
    return data::list_files(folder_.path(), data::ListFilesOptions().masks({"*.tsv"}))
        .open_files()
        .parse_csv(data::CsvOptions().delimiter('\t').quote(0).skip_lines(1))
        .map([](const data::Row& row) {
          return Sample{text::basic_english(row.at(0)), std::stoll(row.at(1))};
        });
  }
  text::Vocab vocab() const {
    data::Pipe<std::vector<std::string>> tokens = samples().map([](Sample sample) { return std::move(sample.tokens); });
    text::Vocab vocab = text::build_vocab_from_iterator(tokens, text::VocabOptions().specials({"<pad>", "<unk>"}));
    vocab.set_default_index(vocab["<unk>"]);
    return vocab;
  }
  data::Pipe<Batch> batches(const text::Vocab& vocab) const {
    const text::Sequential transform(text::VocabTransform(vocab), text::Truncate(4), text::ToTensor(vocab["<pad>"]));
    return samples().shard().shuffle(100).batch(2).parallel_map([=](const std::vector<Sample>& batch) {
      std::vector<std::vector<std::string>> tokens;
      std::vector<int64_t> labels;
      for (const Sample& sample : batch) {
        tokens.push_back(sample.tokens);
        labels.push_back(sample.label);
      }
      return Batch{transform(tokens), text::ToTensor()(labels)};
    });
  }

  torchpp::test::TemporaryFolder folder_;
};

TEST_F(Sst2, Vocabulary) {
  EXPECT_EQ(vocab().get_itos(), (std::vector<std::string>{"<pad>", "<unk>", "and", "dull", "film", "gorgeous", "long",
                                                          "too", "witty", ",", ".", "a", "far", "is", "the"}));
}

TEST_F(Sst2, BatchesHoldEachSampleOnce) {
  const text::Vocab words = vocab();
  data::Loader<Batch> loader(batches(words), data::LoaderOptions().seed(3).workers(2));
  for (int epoch = 0; epoch < 2; ++epoch) {
    std::vector<std::string> seen;
    for (Batch& batch : loader) {
      EXPECT_EQ(batch.tokens.size(0), batch.labels.size(0));
      EXPECT_LE(batch.tokens.size(1), 4);
      for (int64_t i = 0; i < batch.labels.size(0); ++i) {
        std::string line;
        for (int64_t j = 0; j < batch.tokens.size(1); ++j)
          if (const auto id = batch.tokens[i][j].item<int64_t>(); id != 0)
            line += std::string(words.lookup_token(id)) + ' ';
        seen.push_back(line + std::to_string(batch.labels[i].item<int64_t>()));
      }
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, (std::vector<std::string>{"a gorgeous , witty 1", "dull and far too 0", "the film is long 0",
                                              "too dull 0", "witty and gorgeous 1"}));
  }
}

TEST_F(Sst2, ResumesInTheMiddleOfAnEpoch) {
  const text::Vocab words = vocab();
  const auto options = data::LoaderOptions().seed(5);
  const auto rest_of = [&](data::Loader<Batch>& loader) {
    std::vector<Tensor> tokens;
    while (auto batch = loader.next()) tokens.push_back(batch->tokens);
    return tokens;
  };
  data::Loader<Batch> loader(batches(words), options), resumed(batches(words), options);
  loader.next();
  resumed.load_state(loader.state());
  const std::vector<Tensor> expected = rest_of(loader), found = rest_of(resumed);
  ASSERT_EQ(expected.size(), 2u);
  ASSERT_EQ(found.size(), 2u);
  for (size_t i = 0; i < 2; ++i) EXPECT_TRUE(torchpp::equal(expected[i], found[i]));
}

TEST_F(Sst2, AMalformedRowIsToldWithItsPlace) {
  std::ofstream(folder_.path() + "/train.tsv", std::ios::app) << "a line without a label\n";
  data::Pipe<Sample> pipe = samples();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(pipe.next().has_value());
  try {
    pipe.next();
    ADD_FAILURE() << "no error";
  } catch (const torchpp::Error& e) {
    EXPECT_NE(std::string(e.what()).find("map"), std::string::npos) << e.what();
  }
  EXPECT_FALSE(pipe.next().has_value()) << "the bad row is left out";
}

}  // namespace
