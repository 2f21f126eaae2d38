// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/error.h>
#include <torchpp/data/dataloader_options.h>
#include <torchpp/data/detail/data_shuttle.h>
#include <torchpp/data/detail/epoch_seed.h>
#include <torchpp/data/detail/monitor.h>
#include <torchpp/data/detail/pin_memory.h>
#include <torchpp/data/detail/sequencers.h>
#include <torchpp/data/iterator.h>
#include <torchpp/data/worker_exception.h>
#include <torchpp/data/worker_info.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

namespace torchpp::data {

/// What data loaders have in common: an epoch is what lies between begin() and end(). Requests for batches are made on
/// the thread that iterates; workers turn them into batches, or that thread itself if there are none.
///
/// After an exception the iterator can go on: the batch that failed is left out.
/// Source: libtorch 1.13.
template <class Dataset, class Batch, class BatchRequest>
class DataLoaderBase : private detail::BatchSource<Batch> {
 public:
  using BatchType = Batch;
  using BatchRequestType = BatchRequest;

  explicit DataLoaderBase(DataLoaderOptions options, std::unique_ptr<Dataset> main_thread_dataset = nullptr)
      : options_(std::move(options)),
        main_thread_dataset_(std::move(main_thread_dataset)),
        sequencer_(new_sequencer()) {}
  DataLoaderBase(const DataLoaderBase&) = delete;
  DataLoaderBase& operator=(const DataLoaderBase&) = delete;
  virtual ~DataLoaderBase() { join(); }

  /// Begins an epoch. Throws Error while batches of another one are being read, that is, with workers and before its
  /// iterator has reached end().
  Iterator<Batch> begin() {
    TORCHPP_CHECK(shuttle_.in_flight_jobs() == 0,
                  "Attempted to get a new DataLoader iterator while another iterator is not yet exhausted");
    TORCHPP_CHECK(!joined_ || options_.workers == 0, "DataLoader: begin() got called after join(), which ended the ",
                  options_.workers, " workers");
    seed_ = detail::epoch_seed(options_.generator, epoch_++);
    reset();
    return Iterator<Batch>(static_cast<detail::BatchSource<Batch>&>(*this));
  }
  Iterator<Batch> end() { return Iterator<Batch>(); }

  /// Ends the workers, after the batches that they are reading. The loader then has no further epochs.
  void join() {
    if (joined_) return;
    stop_workers();
    joined_ = true;
  }

  const FullDataLoaderOptions& options() const noexcept { return options_; }

 protected:
  /// The request for the next batch; nullopt at the end of the epoch.
  virtual optional<BatchRequestType> get_batch_request() = 0;
  /// What the thread of worker `id` does: run_worker() with the dataset that it is to read.
  virtual Callable<void()> worker(size_t id) = 0;

  /// Begins an epoch: whatever was read in advance is dropped.
  virtual void reset() {
    shuttle_.drain();
    if (!options_.persistent_workers) stop_workers();
    sequence_number_ = 0;
    sequencer_ = new_sequencer();
    start_workers();
    request_batches(options_.max_jobs);
  }

  /// The workers that options().workers asks for and that do not run yet.
  void start_workers() {
    while (threads_.count() < options_.workers) threads_.start(worker(threads_.count()));
  }

  /// What worker() calls on its thread.
  void run_worker(size_t id, Dataset& dataset) {
    WorkerInfo info{id, options_.workers, 0, &dataset, &typeid(Dataset)};
    const detail::WorkerScope scope(info);
    std::exception_ptr failed_start = nullptr;
    try {
      if (options_.worker_init) options_.worker_init(id);
    } catch (...) {
      failed_start = std::current_exception();
    }
    while (true) {
      Job job = shuttle_.pop_job();
      if (!job.request) return;
      info.seed = job.seed + id;
      Result result{job.sequence_number, nullopt, std::exchange(failed_start, nullptr)};
      try {
        if (result.exception == nullptr) result.batch = read(dataset, std::move(*job.request));
      } catch (...) {
        result.exception = std::current_exception();
      }
      shuttle_.push_result(std::move(result));
    }
  }

  const FullDataLoaderOptions options_;
  /// What is read without workers; what stateless workers copy; what stateful ones share.
  std::unique_ptr<Dataset> main_thread_dataset_;

 private:
  struct Job {
    optional<BatchRequest> request;  // none: the worker shall end
    size_t sequence_number;
    uint64_t seed;
  };
  struct Result {
    size_t sequence_number;
    optional<Batch> batch;
    std::exception_ptr exception;
  };
  using Sequencer = detail::sequencers::Sequencer<Result>;

  optional<Batch> read(Dataset& dataset, BatchRequest&& request) {
    optional<Batch> batch = dataset.get_batch(std::move(request));
    if (options_.pin_memory && batch) detail::pin_memory(*batch);
    return batch;
  }

  void request_batches(size_t count) {
    for (; count > 0; --count) {
      optional<BatchRequest> request = get_batch_request();
      if (!request) return;
      shuttle_.push_job(Job{std::move(request), sequence_number_++, seed_});
    }
  }

  optional<Batch> next() override {
    if (options_.workers == 0) {
      optional<BatchRequest> request = get_batch_request();
      if (!request) return nullopt;
      return read(*main_thread_dataset_, std::move(*request));
    }
    while (true) {
      optional<Result> result = sequencer_->next([this] { return shuttle_.pop_result(options_.timeout); });
      if (!result) return nullopt;
      if (result->exception != nullptr) {
        request_batches(1);
        throw WorkerException(std::move(result->exception));
      }
      if (result->batch) {
        request_batches(1);
        return std::move(result->batch);
      }
      // A stateful dataset has ended; other workers may still have batches of it.
    }
  }

  std::unique_ptr<Sequencer> new_sequencer() const {
    if (options_.enforce_ordering)
      return std::make_unique<detail::sequencers::OrderedSequencer<Result>>(options_.max_jobs);
    return std::make_unique<detail::sequencers::NoSequencer<Result>>();
  }

  void stop_workers() {
    shuttle_.drain();
    for (size_t i = threads_.count(); i > 0; --i) shuttle_.push_quit(Job{nullopt, 0, 0});
    threads_.join();
  }

  size_t sequence_number_ = 0;
  uint64_t epoch_ = 0, seed_ = 0;
  detail::DataShuttle<Job, Result> shuttle_;
  std::unique_ptr<Sequencer> sequencer_;
  detail::Threads threads_;
  bool joined_ = false;
};

}  // namespace torchpp::data
