// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages that call a function of the program: map, filter, flatmap, map_batches, parallel_map.
///
/// A function may take the item's random numbers behind the item: f(item, data::Random& random).

#include <torchpp/core/arg.h>
#include <torchpp/data/link.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/rewind.h>
#include <torchpp/data/workers.h>

#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace torchpp::data {

template <class T, class F>
class MapStage final : public Link<T, detail::ResultOf<F, T>> {
 public:
  using Out = detail::ResultOf<F, T>;
  MapStage(StagePtr<T> source, F f, const char* name = "map")
      : Link<T, Out>(std::move(source)), f_(std::move(f)), name_(name) {}

  optional<Out> next() override {
    optional<T> item = this->take();
    if (!item) return nullopt;
    return detail::call_on(name_, f_, std::move(*item), this->epoch_, this->index());
  }
  void reset(const Epoch& epoch) override {
    Link<T, Out>::reset(detail::epoch_below<F, T>(epoch));
    this->epoch_ = epoch;
  }
  optional<int64_t> size() const override { return this->source_->size(); }
  const char* name() const override { return name_; }

 private:
  F f_;
  const char* name_;
};

/// f(item) in place of each item.
///
///     auto lengths = data::from(words).map([](const std::string& word) { return word.size(); });
///
/// Source: torch 1.13 IterDataPipe.map.
template <class T>
template <class F>
auto Pipe<T>::map(F f) && {
  return std::move(*this).template then<MapStage<T, F>>(std::move(f));
}

template <class T, class F>
class FilterStage final : public Link<T, T> {
 public:
  FilterStage(StagePtr<T> source, F f, const char* name = "filter")
      : Link<T, T>(std::move(source)), f_(std::move(f)), name_(name) {}

  optional<T> next() override {
    while (optional<T> item = this->take()) {
      if (detail::call_on(name_, f_, std::as_const(*item), this->epoch_, this->index())) return item;
    }
    return nullopt;
  }
  void reset(const Epoch& epoch) override {
    Link<T, T>::reset(detail::epoch_below<F, const T&>(epoch));
    this->epoch_ = epoch;
  }
  const char* name() const override { return name_; }

 private:
  F f_;
  const char* name_;
};

/// The items for which f(item) is true.
///
///     auto short_ones = data::from(words).filter([](const std::string& word) { return word.size() < 10; });
///
/// Source: torch 1.13 IterDataPipe.filter.
template <class T>
template <class F>
auto Pipe<T>::filter(F f) && {
  return std::move(*this).template then<FilterStage<T, F>>(std::move(f));
}

template <class T, class F>
class FlatMapStage final : public Stage<typename detail::ResultOf<F, T>::value_type> {
 public:
  using Range = detail::ResultOf<F, T>;
  using Out = typename Range::value_type;
  FlatMapStage(StagePtr<T> source, F f) : source_(std::move(source)), f_(std::move(f)) {}

  optional<Out> next() override {
    while (!within_item()) {
      clear();
      source_.release(source_.taken());
      optional<T> item = source_.next();
      if (!item) return nullopt;
      Range range = detail::call_on(name(), f_, std::move(*item), epoch_, source_.taken() - 1);
      results_.assign(std::make_move_iterator(range.begin()), std::make_move_iterator(range.end()));
    }
    return std::move(results_[position_++]);
  }
  void reset(const Epoch& epoch) override {
    epoch_ = epoch;
    source_.reset(detail::epoch_below<F, T>(epoch));
    clear();
  }
  // Within an item's results: where that item begins, and how many of them were given.
  State state() const override {
    const bool within = within_item();
    return state_of(*this, source_.state(source_.taken() - (within ? 1 : 0)))
        .set("given", within ? static_cast<int64_t>(position_) : 0);
  }
  void load_state(const State& state) override {
    clear();
    source_.load_state(source_of(*this, state));
    for (int64_t given = state.at("given").to_int(); given > 0; --given) next();
  }
  const char* name() const override { return "flatmap"; }

 private:
  bool within_item() const noexcept { return position_ < results_.size(); }
  void clear() {
    results_.clear();
    position_ = 0;
  }

  Rewind<T> source_;
  F f_;
  Epoch epoch_;
  std::vector<Out> results_;
  size_t position_ = 0;  // of the next one
};

/// The elements of f(item), a container, in place of each item.
///
///     auto letters = data::from(words).flatmap([](const std::string& word) { return word; });
///
/// Source: torchdata 0.3 flatmap.
template <class T>
template <class F>
auto Pipe<T>::flatmap(F f) && {
  return std::move(*this).template then<FlatMapStage<T, F>>(std::move(f));
}

/// f(items) of `batch_size` items each, a std::vector that may have fewer at the end; the elements of the results
/// follow one another.
///
///     auto scores = data::from(texts).map_batches([&](std::vector<std::string> some) { return score(some); }, 32);
///
/// Source: torchdata 0.4 map_batches.
template <class T>
template <class F>
auto Pipe<T>::map_batches(F f, int64_t batch_size) && {
  return std::move(*this).batch(batch_size).flatmap(std::move(f));
}

struct ParallelMapOptions {
  /// Threads; none: as many as the loader's workers. 0: the calling thread.
  TORCHPP_ARG(optional<int64_t>, workers);
  /// Results in the order of the items; else as they are ready, so that a slow item delays no other.
  TORCHPP_ARG(bool, ordered) = true;
  /// Items that are taken in advance for each thread.
  TORCHPP_ARG(int64_t, ahead) = 2;
};

template <class T, class F>
class ParallelMapStage final : public Stage<detail::ResultOf<F, T>> {
 public:
  using Out = detail::ResultOf<F, T>;
  ParallelMapStage(StagePtr<T> source, F f, const ParallelMapOptions& options, const char* name = "parallel_map")
      : source_(std::move(source)), f_(std::move(f)), options_(options), name_(name) {
    TORCHPP_CHECK_VALUE(options.workers().value_or(0) >= 0, name, ": got ", *options.workers(),
                        " workers, expected at least 0");
    TORCHPP_CHECK_VALUE(options.ahead() >= 1, name, ": got ", options.ahead(),
                        " items to take in advance, expected at least 1");
  }
  ~ParallelMapStage() override { stop(); }

  optional<Out> next() override {
    if (workers_ == 0) {
      optional<T> item = take();
      if (!item) return nullopt;
      delivered_.add(source_.taken() - 1);
      return detail::call_on(name(), f_, std::move(*item), epoch_, source_.taken() - 1);
    }
    if (!crew_) start();
    const torchpp::detail::Owned<detail::Result> result(crew_->next());
    if (!result) return nullopt;
    if (result->error != nullptr) std::rethrow_exception(result->error);
    return std::move(static_cast<Done*>(result.get())->value);
  }
  void reset(const Epoch& epoch) override {
    stop();
    epoch_ = epoch;
    workers_ = options_.workers().value_or(epoch.workers);
    source_.reset(detail::epoch_below<F, T>(epoch));
    delivered_ = detail::Delivered();
  }
  State state() const override {
    if (!crew_) return state_of(*this, source_.state(delivered_.next)).set("delivered", delivered_.to_state());
    return crew_->locked([this](const detail::Delivered& delivered) {
      return state_of(*this, source_.state(delivered.next)).set("delivered", delivered.to_state());
    });
  }
  void load_state(const State& state) override {
    stop();
    source_.load_state(source_of(*this, state));
    delivered_ = detail::Delivered(state.at("delivered"));
  }
  optional<int64_t> size() const override { return source_.source()->size(); }
  const char* name() const override { return name_; }

 private:
  struct Done final : detail::Result {
    optional<Out> value;
  };
  struct Taken final : detail::Job {
    explicit Taken(T&& i) : item(std::move(i)) {}
    T item;
  };

  // The next item that was not delivered before the state was taken that was loaded.
  optional<T> take() {
    if (workers_ == 0) source_.release(source_.taken());
    while (true) {
      try {
        optional<T> item = source_.next();
        if (!item || !delivered_.had(source_.taken() - 1)) return item;
      } catch (...) {
        if (!delivered_.had(source_.taken() - 1)) throw;
      }
    }
  }
  void start() {
    crew_ = torchpp::detail::Owned<detail::Crew>(new detail::Crew(
        workers_, workers_ * (1 + options_.ahead()), options_.ordered(), delivered_,
        // Called by one thread at a time.
        [this](int64_t oldest) -> detail::Job* {
          source_.release(oldest);
          optional<T> item = take();
          if (!item) return nullptr;
          auto* job = new Taken(std::move(*item));
          job->index = source_.taken() - 1;
          return job;
        },
        [this] { return source_.taken() - 1; },
        [this](detail::Job& job) -> detail::Result* {
          torchpp::detail::Owned<Done> done(new Done);
          done->value = detail::call_on(name(), f_, std::move(static_cast<Taken&>(job).item), epoch_, job.index);
          return done.release();
        }));
  }
  void stop() {
    if (!crew_) return;
    delivered_ = crew_->stop();
    crew_ = torchpp::detail::Owned<detail::Crew>();
  }

  Rewind<T> source_;
  F f_;
  const ParallelMapOptions options_;
  const char* name_;
  Epoch epoch_;
  int64_t workers_ = 0;
  detail::Delivered delivered_;  // before the crew was started
  torchpp::detail::Owned<detail::Crew> crew_;
};

/// map() by several threads, which call f on different items at the same time. Order and values do not depend on their
/// number. Results wait in a bounded queue: threads pause while the consumer is slower. An exception of f reaches the
/// consumer in the failed item's place. Destroying or resetting the pipe waits only for the calls of f that run.
///
///     auto images = data::list_files("images").parallel_map(vision::read_image);
///
template <class T>
template <class F>
auto Pipe<T>::parallel_map(F f) && {
  return std::move(*this).template then<ParallelMapStage<T, F>>(std::move(f), ParallelMapOptions());
}
template <class T>
template <class F, class Options>
auto Pipe<T>::parallel_map(F f, const Options& options) && {
  if constexpr (std::is_integral_v<Options>)
    return std::move(*this).template then<ParallelMapStage<T, F>>(std::move(f), ParallelMapOptions().workers(options));
  else return std::move(*this).template then<ParallelMapStage<T, F>>(std::move(f), options);
}

namespace detail {
struct Identity {
  template <class T>
  T operator()(T&& item) const {
    return std::forward<T>(item);
  }
};
}  // namespace detail

/// Reads items in a thread of its own while the consumer works with those before; at most `buffer_size` wait.
///
///     auto batches = data::from(files).map(read).batch(32).prefetch(2);
///
/// Source: torchdata 0.5 prefetch.
template <class T>
auto Pipe<T>::prefetch(int64_t buffer_size) && {
  return std::move(*this).template then<ParallelMapStage<T, detail::Identity>>(
      detail::Identity(), ParallelMapOptions().workers(1).ahead(buffer_size), "prefetch");
}

}  // namespace torchpp::data
