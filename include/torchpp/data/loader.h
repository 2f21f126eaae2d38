// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Loader: the epochs of a pipeline, which a training run can leave and resume at any batch.

#include <torchpp/core/arg.h>
#include <torchpp/data/pipe.h>

#include <cstdint>
#include <string>
#include <utility>

namespace torchpp::data {

struct LoaderOptions {
  /// Decides the order of shuffles and the random numbers of samples, together with the number of the epoch.
  TORCHPP_ARG(uint64_t, seed) = 0;
  /// The place of this process among those that share the data; see Pipe::shard().
  TORCHPP_ARG(int64_t, rank) = 0;
  TORCHPP_ARG(int64_t, world) = 1;
  /// Threads of parallel_map() stages that do not say how many they have; 0: the calling thread. No item depends on it.
  TORCHPP_ARG(int64_t, workers) = 0;
};

namespace detail {
TORCHPP_API void check_loader(const LoaderOptions& options);
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_stale_iterator();
TORCHPP_API State loader_state(const LoaderOptions& options, int64_t epoch, bool running, State pipe);
/// The seed, rank and world of a state must be the loader's. Returns the state of the pipe, null between two epochs.
TORCHPP_API State read_loader_state(const LoaderOptions& options, const State& state, int64_t& epoch);
}  // namespace detail

/// Reads a pipeline epoch after epoch. Each range-based for loop over it is one epoch:
///
///     data::Loader loader(data::range(n).shard().shuffle(n).parallel_map(read).batch(32).collate(),
///                         data::LoaderOptions().seed(1).workers(4));
///     for (int epoch = 0; epoch < 10; ++epoch)
///       for (auto& batch : loader) step(batch);
///
/// state(), at any batch, is where the next batch begins, as small JSON. A loader of the same stages that loads it goes
/// on with exactly the batches that would have followed, whatever number of workers either has: its next loop reads the
/// rest of the epoch. At the end of an epoch it is the beginning of the next one.
template <class T>
class Loader {
 public:
  explicit Loader(Pipe<T> pipe, LoaderOptions options = {}) : pipe_(std::move(pipe)), options_(std::move(options)) {
    detail::check_loader(options_);
  }

  class Iterator {
   public:
    Iterator() = default;
    explicit Iterator(Loader& loader) : loader_(&loader), loop_(loader.loop_) { ++*this; }
    T& operator*() { return *item_; }
    /// Throws Error once another loop over the loader has begun.
    Iterator& operator++() {
      if (loop_ != loader_->loop_) detail::fail_stale_iterator();
      item_ = loader_->next();
      if (!item_) loader_ = nullptr;
      return *this;
    }
    bool operator!=(const Iterator& o) const noexcept { return loader_ != o.loader_; }
    bool operator==(const Iterator& o) const noexcept { return loader_ == o.loader_; }

   private:
    Loader* loader_ = nullptr;
    uint64_t loop_ = 0;
    optional<T> item_;
  };

  /// Begins an epoch: the next one, or the rest of the one whose state was loaded. The loop before it is given up.
  Iterator begin() {
    ++loop_;
    if (resumed_) resumed_ = false;
    else {
      if (running_) ++epoch_;
      start();
    }
    return Iterator(*this);
  }
  Iterator end() { return Iterator(); }

  /// The next item, without a loop; nullopt once at the end of each epoch.
  optional<T> next() {
    resumed_ = false;
    if (!running_) start();
    optional<T> item = pipe_.next();
    if (!item) {
      running_ = false;
      ++epoch_;
    }
    return item;
  }
  /// The number of the epoch that is read, or of the next one.
  int64_t epoch() const noexcept { return epoch_; }
  /// The next epoch has this number; what is read of another is given up.
  void set_epoch(int64_t epoch) {
    ++loop_;
    epoch_ = epoch;
    running_ = resumed_ = false;
  }
  /// Items of an epoch, if the stages know it.
  optional<int64_t> size() const { return pipe_.size(); }
  const LoaderOptions& options() const noexcept { return options_; }

  std::string state() const {
    return detail::loader_state(options_, epoch_, running_, running_ ? pipe_.state() : State()).to_json();
  }
  /// Throws Error for the state of a loader with another seed, rank or world, or of other stages; the loader is then at
  /// the beginning of its epoch.
  void load_state(const std::string& json) {
    int64_t epoch = 0;
    const State pipe = detail::read_loader_state(options_, State::from_json(json), epoch);
    set_epoch(epoch);
    if (pipe.is_null()) return;
    pipe_.reset(epoch_options());
    pipe_.load_state(pipe);
    running_ = resumed_ = true;
  }

 private:
  Epoch epoch_options() const {
    return {options_.seed(), epoch_, options_.rank(), options_.world(), options_.workers()};
  }
  void start() {
    pipe_.reset(epoch_options());
    running_ = true;
  }

  Pipe<T> pipe_;
  const LoaderOptions options_;
  int64_t epoch_ = 0;
  uint64_t loop_ = 0;     // counts loops; an iterator of an earlier one is stale
  bool running_ = false;  // an epoch was begun and has not ended
  bool resumed_ = false;  // it was begun by load_state()
};

}  // namespace torchpp::data
