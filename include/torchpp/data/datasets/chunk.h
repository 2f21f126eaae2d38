// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/error.h>
#include <torchpp/core/owned.h>
#include <torchpp/data/datasets/stateful.h>
#include <torchpp/data/detail/chunk_buffer.h>
#include <torchpp/data/samplers/random.h>

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

namespace torchpp::data::datasets {

/// Reads the chunks (files, say) of a dataset; several threads call read_chunk() at the same time.
/// Source: libtorch 1.13.
template <class ExampleType_, class ChunkType_ = std::vector<ExampleType_>>
class ChunkDataReader {
 public:
  using ChunkType = ChunkType_;
  using BatchType = ChunkType_;
  using ExampleType = ExampleType_;

  virtual ~ChunkDataReader() = default;

  /// The examples of a chunk.
  virtual ChunkType read_chunk(size_t chunk_index) = 0;
  virtual size_t chunk_count() = 0;
  /// Called at the start of an epoch, before chunks are read.
  virtual void reset() = 0;
};

/// How a ChunkDataset reads. All must be positive.   Source: libtorch 1.13.
struct TORCHPP_API ChunkDatasetOptions {
  ChunkDatasetOptions() = delete;
  /// Throws Error for a value that is 0, and for a cache that cannot hold a batch.
  ChunkDatasetOptions(size_t preloader_count, size_t batch_size, size_t cache_size = 2048,
                      size_t cross_chunk_shuffle_count = 1);

  /// Threads that read chunks.
  TORCHPP_ARG(size_t, preloader_count);
  /// Examples in a batch, which get_batch() is asked for.
  TORCHPP_ARG(size_t, batch_size);
  /// No chunk is added while so many examples wait.
  TORCHPP_ARG(size_t, cache_size) = 2048;
  /// How many chunks are read together, to shuffle their examples among each other.
  TORCHPP_ARG(size_t, cross_chunk_shuffle_count) = 1;
};

/// A dataset that is read in chunks by threads of its own: a sampler chooses the chunks, another one the order of the
/// examples within what was read. Batches are filled across chunks. Exceptions of the reader, the samplers and the
/// preprocessing are thrown by get_batch() as WorkerException, in place of that chunk.
///
/// An epoch begins with reset(). save() writes the chunk sampler: the reset() after load() goes on with the chunks that
/// no thread had taken when it was saved, and the next one begins a new epoch.   Source: libtorch 1.13.
template <class ChunkReader, class ChunkSampler = samplers::RandomSampler,
          class ExampleSampler = samplers::RandomSampler>
class ChunkDataset final : public StatefulDataset<ChunkDataset<ChunkReader, ChunkSampler, ExampleSampler>,
                                                  typename ChunkReader::BatchType, size_t> {
 public:
  using BatchType = optional<typename ChunkReader::BatchType>;
  using UnwrappedBatchType = typename ChunkReader::BatchType;
  using BatchRequestType = size_t;
  using ChunkSamplerType = ChunkSampler;
  using ExampleSamplerType = ExampleSampler;

  /// preprocessing_policy changes what was read before its examples are shuffled; it is called on several threads.
  ChunkDataset(ChunkReader chunk_reader, ChunkSampler chunk_sampler, ExampleSampler example_sampler,
               ChunkDatasetOptions options, Callable<void(UnwrappedBatchType&)> preprocessing_policy = nullptr)
      : chunk_reader_(std::move(chunk_reader)),
        chunk_sampler_(std::move(chunk_sampler)),
        example_sampler_(std::move(example_sampler)),
        options_(std::move(options)),
        preprocessing_policy_(std::move(preprocessing_policy)),
        buffer_(options_.batch_size(), options_.cache_size()) {}
  ~ChunkDataset() override { stop(); }

  /// batch_size must be the one of the options.
  BatchType get_batch(size_t batch_size) override {
    TORCHPP_CHECK(is_begun_, "Dataset needs to call reset() before calling get_batch().");
    TORCHPP_CHECK(batch_size == options_.batch_size(),
                  "The requested batch size does not match with the initialized batch size.\n"
                  " The requested batch size is ",
                  batch_size, ", while the dataset is created with batch size equal to ", options_.batch_size());
    const torchpp::detail::Owned<Batch> batch(static_cast<Batch*>(buffer_.take()));
    if (!batch) return nullopt;
    return std::move(batch->examples);
  }
  BatchType get_batch() { return get_batch(options_.batch_size()); }

  void reset() override {
    stop();
    if (!std::exchange(is_loaded_, false)) {
      chunk_reader_.reset();
      chunk_sampler_.reset(chunk_reader_.chunk_count());
    }
    buffer_.start(options_.preloader_count());
    is_begun_ = true;
    while (preloaders_.count() < options_.preloader_count()) preloaders_.start([this] { preload(); });
  }

  /// Not known.
  optional<size_t> size() const override { return nullopt; }

  /// Not to be used while an epoch is read, because the preloaders do: before reset(), or when get_batch() gave
  /// nullopt.
  ChunkSamplerType& chunk_sampler() { return chunk_sampler_; }

  void save(serialize::OutputArchive& archive) const override {
    const data::detail::Monitor::Lock lock(chunk_sampler_lock_);
    chunk_sampler_.save(archive);
  }
  void load(serialize::InputArchive& archive) override {
    const data::detail::Monitor::Lock lock(chunk_sampler_lock_);
    chunk_sampler_.load(archive);
    is_loaded_ = true;
  }

 private:
  struct Batch final : data::detail::QueueNode {
    UnwrappedBatchType examples;
  };

  void stop() {
    buffer_.stop();
    preloaders_.join();
  }

  optional<std::vector<size_t>> next_chunks() {
    const data::detail::Monitor::Lock lock(chunk_sampler_lock_);
    return chunk_sampler_.next(options_.cross_chunk_shuffle_count());
  }

  // What a preloader does until the epoch ends.
  void preload() {
    bool at_end = false;
    while (!at_end) {
      std::exception_ptr error;  // passed on when this thread has let go of it
      try {
        at_end = true;  // also if the sampler fails, which would fail again
        const optional<std::vector<size_t>> chunks = next_chunks();
        if (chunks && !buffer_.is_stopped()) {
          at_end = false;
          add(read(*chunks));
        }
      } catch (...) {
        error = std::current_exception();
      }
      if (error != nullptr) buffer_.add_error(std::move(error));
    }
    buffer_.end_of_source();
  }

  UnwrappedBatchType read(const std::vector<size_t>& chunks) {
    UnwrappedBatchType data = chunk_reader_.read_chunk(chunks.at(0));
    for (size_t i = 1; i < chunks.size(); ++i)
      for (auto&& example : chunk_reader_.read_chunk(chunks[i])) data.push_back(std::move(example));
    if (preprocessing_policy_) preprocessing_policy_(data);
    return data;
  }

  // Deals the examples out to batches, the open one of the chunk before first.
  void add(UnwrappedBatchType data) {
    const size_t size = data.size();
    if (size == 0) return;
    data::detail::ChunkBuffer::Filling filling(buffer_);
    if (!filling) return;
    example_sampler_.reset(size);
    for (size_t left = size; left > 0;) {
      auto* batch = static_cast<Batch*>(filling.open());
      if (batch == nullptr) {
        batch = new Batch;
        filling.open(batch);
        batch->examples.reserve(options_.batch_size());
      }
      const size_t room = options_.batch_size() - batch->examples.size(), count = left < room ? left : room;
      const auto indices = example_sampler_.next(count);
      TORCHPP_CHECK(indices && indices->size() == count, "ChunkDataset: the example sampler gave ",
                    indices ? indices->size() : 0, " of ", count, " indices");
      for (const size_t i : *indices) {
        TORCHPP_CHECK(i < size, "Index out of range: the example sampler gave ", i, ", the chunk has ", size,
                      " examples");
        batch->examples.emplace_back(std::move(data[i]));
        filling.count_one();
      }
      left -= count;
    }
  }

  ChunkReader chunk_reader_;
  ChunkSamplerType chunk_sampler_;
  ExampleSamplerType example_sampler_;  // used by whoever fills the buffer
  const ChunkDatasetOptions options_;
  Callable<void(UnwrappedBatchType&)> preprocessing_policy_;
  mutable data::detail::Monitor chunk_sampler_lock_;
  data::detail::ChunkBuffer buffer_;
  data::detail::Threads preloaders_;
  bool is_begun_ = false;
  bool is_loaded_ = false;
};

}  // namespace torchpp::data::datasets
