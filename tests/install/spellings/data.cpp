// SPDX-License-Identifier: BSD-3-Clause
// Programs on torch::data: the loop of the tutorials, datasets of their own, with state and in chunks, samplers.
#include <torch/data.h>
#include <torch/data/dataloader.h>
#include <torch/data/datasets/base.h>
#include <torch/data/example.h>
#include <torch/data/samplers/sequential.h>
#include <torch/data/transforms/stack.h>
#include <torch/torch.h>

#include "spelling.h"

// ---- a dataset of the program's own, with labels
class DataSquares : public torch::data::datasets::Dataset<DataSquares> {
 public:
  explicit DataSquares(int64_t n)
      : inputs_(torch::arange(n, torch::kFloat32).view({n, 1, 1, 1}).expand({n, 1, 1, 2}).clone()),
        labels_(torch::arange(n, torch::kLong).square()) {}
  torch::data::Example<> get(size_t index) override { return {inputs_[index], labels_[index]}; }
  torch::optional<size_t> size() const override { return labels_.size(0); }

 private:
  torch::Tensor inputs_, labels_;
};
SPELLING(data_training_loop, "[2, 1, 1, 2] 1 -2 -1 5 5 -2 14 2 0 | 5 1") {
  auto dataset =
      DataSquares(5).map(torch::data::transforms::Normalize<>(2.0, 0.5)).map(torch::data::transforms::Stack<>());
  const size_t size = dataset.size().value();
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(
      std::move(dataset), torch::data::DataLoaderOptions().batch_size(2).workers(2));
  size_t batches = 0;
  for (auto& batch : *loader) {
    auto data = batch.data.to(torch::kCPU), target = batch.target.to(torch::kCPU);
    if (batches == 0) out << data.sizes() << " ";
    if (batches == 0) out << target.sum().template item<int64_t>() << " ";
    if (batches == 0) out << (data[0][0][0][0] / 2).template item<float>() << " ";
    if (batches == 0) out << (data[1][0][0][0] / 2).template item<float>() << " ";
    batches += 1;
  }
  out << size << " ";
  auto one = *torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(
                  DataSquares(4).map(torch::data::transforms::Stack<>()), 4)
                  ->begin();
  out << one.data.size(0) + 1 << " " << one.data[0][0][0][0].item<float>() - 2 << " "
      << one.target.sum().item<int64_t>() << " " << one.target.dim() + 1 << " " << one.target[0].item<int64_t>()
      << " | " << loader->options().batch_size + 3 << " " << loader->options().enforce_ordering;
}
SPELLING(data_random_order, "4 1 7 5 3 9 0 8 6 2 | 1") {
  torch::manual_seed(0);
  torch::data::samplers::RandomSampler sampler(10);
  while (auto indices = sampler.next(3))
    for (size_t i : *indices) out << i << " ";
  sampler.reset(1);
  out << "| " << sampler.next(5)->size();
}
SPELLING(data_default_sampler, "45 10") {
  auto loader = torch::data::make_data_loader(DataSquares(10), torch::data::DataLoaderOptions(3));
  float sum = 0;
  size_t count = 0;
  for (std::vector<torch::data::Example<>>& batch : *loader)
    for (auto& example : batch) {
      sum += example.data[0][0][0].item<float>();
      ++count;
    }
  out << sum << " " << count;
}
SPELLING(data_mnist_without_files, "Error") {
  auto dataset = torch::data::datasets::MNIST("./no/such/folder", torch::data::datasets::MNIST::Mode::kTest)
                     .map(torch::data::transforms::Normalize<>(0.1307, 0.3081))
                     .map(torch::data::transforms::Stack<>());
  out << dataset.size().value();
}

// ---- other types of examples and batches
struct DataWords : torch::data::datasets::Dataset<DataWords, std::string> {
  std::string get(size_t index) override { return std::string(index + 1, 'a'); }
  torch::optional<size_t> size() const override { return 4; }
};
SPELLING(data_lambdas, "1 2 3 4 | 10 | aaaa!") {
  namespace transforms = torch::data::transforms;
  auto lengths = DataWords().map(transforms::Lambda<std::string, size_t>([](std::string word) { return word.size(); }));
  for (size_t n : lengths.get_batch({0, 1, 2, 3})) out << n << " ";
  auto sums = lengths.map(transforms::BatchLambda<std::vector<size_t>, size_t>(
      [](std::vector<size_t> batch) { return std::accumulate(batch.begin(), batch.end(), size_t(0)); }));
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(sums, 4);
  for (size_t n : *loader) out << "| " << n << " ";
  auto marked = DataWords().map(
      transforms::Collate<std::string>([](std::vector<std::string> words) { return words.back() + "!"; }));
  out << "| " << marked.get_batch({0, 3});
}
SPELLING(data_tensor_dataset, "[3] [2, 3] 5") {
  torch::data::datasets::TensorDataset dataset(torch::arange(6).view({2, 3}));
  torch::Tensor row = dataset.get(1);
  auto stacked = dataset.map(torch::data::transforms::Stack<torch::data::TensorExample>()).get_batch({0, 1});
  out << row.sizes() << " " << stacked.data.sizes() << " " << row[2].item<int64_t>();
}
struct DataScale : torch::data::transforms::TensorTransform<int> {
  torch::Tensor operator()(torch::Tensor input) override { return input * 3; }
};
SPELLING(data_tensor_transform, "6 7 8 7") {
  torch::data::Example<torch::Tensor, int> example(torch::tensor(2), 7);
  auto scaled = DataScale().apply(example);
  auto shifted = torch::data::transforms::TensorLambda<int>([](torch::Tensor t) { return t + 6; }).apply(example);
  out << scaled.data.item<int64_t>() << " " << scaled.target << " " << shifted.data.item<int64_t>() << " "
      << shifted.target;
}

// ---- datasets with state
struct DataCountdown : torch::data::datasets::StatefulDataset<DataCountdown, int, size_t> {
  torch::optional<int> get_batch(size_t) override {
    if (left_ == 0) return torch::nullopt;
    return left_--;
  }
  torch::optional<size_t> size() const override { return 3; }
  void reset() override { left_ = 3; }
  void save(torch::serialize::OutputArchive&) const override {}
  void load(torch::serialize::InputArchive&) override {}
  int left_ = 0;
};
SPELLING(data_stateful, "3 2 1 3 2 1 ") {
  auto loader = torch::data::make_data_loader(DataCountdown(), torch::data::DataLoaderOptions(1));
  for (int epoch = 0; epoch < 2; ++epoch)
    for (int batch : *loader) out << batch << " ";
}
struct DataChunks : torch::data::datasets::ChunkDataReader<int> {
  using BatchType = torch::data::datasets::ChunkDataReader<int>::ChunkType;
  BatchType read_chunk(size_t index) override { return BatchType(3, static_cast<int>(index)); }
  size_t chunk_count() override { return 4; }
  void reset() override {}
};
SPELLING(data_chunks, "5 5 2 | 18") {
  using namespace torch::data::datasets;
  namespace samplers = torch::data::samplers;
  auto dataset = make_shared_dataset<ChunkDataset<DataChunks, samplers::SequentialSampler, samplers::RandomSampler>>(
      DataChunks(), samplers::SequentialSampler(0), samplers::RandomSampler(0), ChunkDatasetOptions(2, 5));
  auto loader = torch::data::make_data_loader(dataset, torch::data::DataLoaderOptions(5).workers(1));
  int sum = 0;
  for (auto& batch : *loader) {
    out << batch.size() << " ";
    sum = std::accumulate(batch.begin(), batch.end(), sum);
  }
  out << "| " << sum;
}

// ---- samplers and requests of the program's own
struct DataRange : torch::data::samplers::CustomBatchRequest {
  DataRange(size_t from, size_t count) : begin(from), n(count) {}
  size_t size() const override { return n; }
  size_t begin, n;
};
struct DataRangeSampler : torch::data::samplers::Sampler<DataRange> {
  void reset(torch::optional<size_t> = torch::nullopt) override { at_ = 0; }
  torch::optional<DataRange> next(size_t size) override {
    if (at_ >= 6) return torch::nullopt;
    DataRange range(at_, std::min(size, size_t(6) - at_));
    at_ += range.n;
    return range;
  }
  void save(torch::serialize::OutputArchive&) const override {}
  void load(torch::serialize::InputArchive&) override {}
  size_t at_ = 0;
};
struct DataRanges : torch::data::datasets::BatchDataset<DataRanges, std::string, DataRange> {
  std::string get_batch(DataRange range) override {
    return std::to_string(range.begin) + "+" + std::to_string(range.n);
  }
  torch::optional<size_t> size() const override { return torch::nullopt; }
};
SPELLING(data_custom_request, "0+4 4+2 ") {
  auto loader = torch::data::make_data_loader(DataRanges(), DataRangeSampler(), torch::data::DataLoaderOptions(4));
  for (auto& batch : *loader) out << batch << " ";
}
SPELLING(data_stream_sampler, "2 2 1 0") {
  torch::data::samplers::StreamSampler sampler(5);
  while (auto request = sampler.next(2)) {
    size_t n = *request;
    out << n << " ";
  }
  out << sampler.next(2).has_value();
}
SPELLING(data_distributed, "0 1 2 3 | 8 9 0 1 | 3 1") {
  torch::data::samplers::DistributedSequentialSampler first(10, 3, 0), last(10, 3, 2);
  auto of_first = first.next(10), of_last = last.next(10);
  for (size_t i : *of_first) out << i << " ";
  out << "| ";
  for (size_t i : of_last.value()) out << i << " ";
  torch::data::samplers::DistributedRandomSampler random(10, 3, 0, /*allow_duplicates=*/false);
  random.set_epoch(1);
  random.reset();
  out << "| " << random.next(10)->size() << " " << random.epoch();
}
SPELLING(data_sampler_archive, "3 4") {
  torch::data::samplers::SequentialSampler sampler(5), other(5);
  sampler.next(3);
  std::stringstream stream;
  torch::serialize::OutputArchive saved;
  saved << sampler;
  saved.save_to(stream);
  torch::serialize::InputArchive read;
  read.load_from(stream);
  read >> other;
  std::vector<size_t> rest = other.next(9).value();
  for (size_t i : rest) out << i << (i == 3 ? " " : "");
}

// ---- workers
struct DataFailing : torch::data::datasets::Dataset<DataFailing, int> {
  int get(size_t) override { throw std::invalid_argument("no such row"); }
  torch::optional<size_t> size() const override { return 1; }
};
SPELLING(data_worker_exception, "Caught exception in DataLoader worker thread. Original message: no such row 1") {
  auto loader = torch::data::make_data_loader(DataFailing(), torch::data::DataLoaderOptions(1).workers(1));
  try {
    (*loader->begin()).size();
  } catch (const torch::data::WorkerException& e) {
    out << e.what() << " ";
    try {
      std::rethrow_exception(e.original_exception);
    } catch (const std::invalid_argument&) {
      out << 1;
    }
  }
}
SPELLING(data_options, "8 4 6 100 0 1 2") {
  auto options = torch::data::DataLoaderOptions()
                     .batch_size(8)
                     .workers(4)
                     .max_jobs(6)
                     .timeout(std::chrono::milliseconds(100))
                     .enforce_ordering(false)
                     .drop_last(true);
  torch::data::FullDataLoaderOptions full(options);
  std::chrono::milliseconds timeout = *full.timeout;
  out << full.batch_size << " " << full.workers << " " << full.max_jobs << " " << timeout.count() << " "
      << full.enforce_ordering << " " << full.drop_last << " "
      << torch::data::FullDataLoaderOptions(torch::data::DataLoaderOptions().workers(1)).max_jobs;
}
SPELLING(data_past_the_end, "Error") {
  auto loader = torch::data::make_data_loader(DataWords());
  *loader->end();
}
SPELLING(data_two_iterators, "Error") {
  auto loader = torch::data::make_data_loader(DataWords(), torch::data::DataLoaderOptions().workers(1));
  auto first = loader->begin();
  loader->begin();
}
