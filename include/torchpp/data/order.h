// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages that choose which items come, in which order and how often.

#include <torchpp/data/batch.h>
#include <torchpp/data/link.h>
#include <torchpp/data/nbytes.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/rewind.h>

#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

namespace torchpp::data {

template <class T>
class ShardStage final : public Link<T, T> {
 public:
  ShardStage(StagePtr<T> source, const char* name) : Link<T, T>(std::move(source)), name_(name) {}

  optional<T> next() override {
    while (optional<T> item = this->take())
      if (this->index() % this->epoch_.world == this->epoch_.rank) return item;
    return nullopt;
  }
  void reset(const Epoch& epoch) override {
    TORCHPP_CHECK_VALUE(epoch.world >= 1 && epoch.rank >= 0 && epoch.rank < epoch.world, name_, ": got rank ",
                        epoch.rank, " of ", epoch.world, ", expected a rank from 0 to world - 1");
    // What comes before the division is the same for all processes.
    Link<T, T>::reset({epoch.seed, epoch.epoch, 0, 1, epoch.workers});
    this->epoch_ = epoch;
  }
  optional<int64_t> size() const override {
    const optional<int64_t> items = this->source_->size();
    if (!items) return nullopt;
    return (*items + this->epoch_.world - 1 - this->epoch_.rank) / this->epoch_.world;
  }
  const char* name() const override { return name_; }

 private:
  const char* name_;
};

/// Of `world` processes, each takes every world-th item, beginning with item number `rank`; both are the loader's or
/// reset()'s. Items before it are read by all processes, so it belongs directly behind the source; one for a chain.
///
///     auto samples = data::list_files("train").shard().map(decode);
///
/// Source: torch 1.13 IterDataPipe.sharding_filter.
template <class T>
auto Pipe<T>::shard() && {
  return std::move(*this).template then<ShardStage<T>>("shard");
}
/// Torch's name of shard().
template <class T>
auto Pipe<T>::sharding_filter() && {
  return std::move(*this).template then<ShardStage<T>>("sharding_filter");
}

namespace detail {

/// Which of the source's items stand in a shuffle's buffer, as their indices. It depends on the seed and on how many
/// items came and went alone, so that it can be made again without the items.
class TORCHPP_API ShuffleOrder {
 public:
  explicit ShuffleOrder(int64_t buffer_size);
  void reset(const Epoch& epoch);

  int64_t buffer_size() const noexcept { return buffer_size_; }
  int64_t count() const noexcept { return static_cast<int64_t>(indices_.size()); }
  bool full() const noexcept { return count() >= buffer_size_; }
  /// Item `index` goes to the buffer's end.
  void add(int64_t index) { indices_.push_back(index); }
  /// The place of the item that leaves. The buffer's last item is to be moved there.
  int64_t remove();
  /// The least index in the buffer; `none` if it is empty.
  int64_t oldest(int64_t none) const;
  int64_t removed() const noexcept { return removed_; }
  /// Makes the arrangement after `taken` items, but those that failed, and `removed` of them gone.
  void replay(int64_t taken, int64_t removed, const std::vector<int64_t>& failed);
  /// The places in the order of their items.
  std::vector<int64_t> places() const;
  const std::vector<int64_t>& indices() const noexcept { return indices_; }

 private:
  const int64_t buffer_size_;
  Random random_;
  int64_t removed_ = 0;
  std::vector<int64_t> indices_;
};

}  // namespace detail

template <class T>
class ShuffleStage final : public Stage<T> {
 public:
  ShuffleStage(StagePtr<T> source, int64_t buffer_size)
      : source_(std::move(source), buffer_size / 4), order_(buffer_size) {}

  optional<T> next() override {
    while (!ended_ && !order_.full()) {
      const int64_t index = source_.taken();
      optional<T> item;
      try {
        item = source_.next();
      } catch (...) {
        failed_.push_back(index);
        throw;
      }
      if (!item) {
        ended_ = true;
        break;
      }
      order_.add(index);
      items_.push_back(std::move(*item));
    }
    if (items_.empty()) return nullopt;
    // Going back needs marks only from the oldest item on; they are dropped once a buffer's length.
    if (order_.removed() % order_.buffer_size() == 0) source_.release(order_.oldest(source_.taken()));
    const auto place = static_cast<size_t>(order_.remove());
    T item = std::move(items_[place]);
    if (place + 1 != items_.size()) items_[place] = std::move(items_.back());
    items_.pop_back();
    return item;
  }
  void reset(const Epoch& epoch) override {
    epoch_ = epoch;
    source_.reset(epoch.below());
    clear();
  }
  // The items of the buffer are not stored but taken again; where they stood is computed again.
  State state() const override {
    return state_of(*this, source_.state(order_.oldest(source_.taken())))
        .set("given", order_.removed())
        .set("taken", source_.taken())
        .set("failed", std::vector<State>(failed_.begin(), failed_.end()))
        .set("ended", ended_);
  }
  void load_state(const State& state) override {
    clear();
    source_.load_state(source_of(*this, state));
    const int64_t taken = state.at("taken").to_int();
    for (const State& index : state.at("failed").to_list()) failed_.push_back(index.to_int());
    ended_ = state.at("ended").to_bool();
    order_.replay(taken, state.at("given").to_int(), failed_);
    std::vector<optional<T>> items(order_.indices().size());
    const std::vector<int64_t> places = order_.places();  // of the buffer, by rising index
    size_t found = 0;
    source_.take_again(taken - source_.taken(), [&](int64_t index, T&& item) {
      if (found == places.size()) return;
      const auto place = static_cast<size_t>(places[found]);
      if (order_.indices()[place] != index) return;  // it has left the buffer since
      items[place] = std::move(item);
      ++found;
    });
    TORCHPP_CHECK(found == places.size(), name(), ": the source ended after ", source_.taken(),
                  " items, expected at least the ", taken, " that it had when the state was taken");
    for (optional<T>& item : items) items_.push_back(std::move(*item));
  }
  optional<int64_t> size() const override { return source_.source()->size(); }
  const char* name() const override { return "shuffle"; }

 private:
  void clear() {
    order_.reset(epoch_);
    items_.clear();
    failed_.clear();
    ended_ = false;
  }

  Rewind<T> source_;
  detail::ShuffleOrder order_;
  Epoch epoch_;
  std::vector<T> items_;         // in the places of order_
  std::vector<int64_t> failed_;  // items of the source that were exceptions
  bool ended_ = false;
};

/// The items in a random order: each is one of `buffer_size` that were read in advance. A buffer of all items gives
/// every order with the same probability. The order depends on seed and epoch. Of items that are batches,
/// `unbatch_level` levels are taken out first, as by unbatch(): -1 for all.
///
///     auto samples = data::range(60000).shuffle(60000).map(read);
///     auto mixed = std::move(batches).shuffle<1>(10000).batch(32);   // between batches, too
///
/// Source: torch 1.13 IterDataPipe.shuffle; its random numbers are others.
template <class T>
template <int unbatch_level>
auto Pipe<T>::shuffle(int64_t buffer_size) && {
  if constexpr (unbatch_level == 0) return std::move(*this).template then<ShuffleStage<T>>(buffer_size);
  else return std::move(*this).template unbatch<unbatch_level>().shuffle(buffer_size);
}

template <class T>
class HeaderStage final : public Link<T, T> {
 public:
  HeaderStage(StagePtr<T> source, int64_t limit) : Link<T, T>(std::move(source)), limit_(limit) {
    TORCHPP_CHECK_VALUE(limit >= 0, "header: got limit ", limit, ", expected at least 0");
  }
  optional<T> next() override { return this->index_ < limit_ ? this->take() : nullopt; }
  optional<int64_t> size() const override {
    const optional<int64_t> items = this->source_->size();
    if (!items) return nullopt;
    return *items < limit_ ? *items : limit_;
  }
  const char* name() const override { return "header"; }

 private:
  const int64_t limit_;
};

/// The first `limit` items.
///
///     auto few = data::from(list).header(100);
///
/// Source: torchdata 0.3 header.
template <class T>
auto Pipe<T>::header(int64_t limit) && {
  return std::move(*this).template then<HeaderStage<T>>(limit);
}

template <class T>
class CycleStage final : public Link<T, T> {
 public:
  CycleStage(StagePtr<T> source, optional<int64_t> count) : Link<T, T>(std::move(source)), count_(count) {
    TORCHPP_CHECK_VALUE(count.value_or(0) >= 0, "cycle: Expected non-negative count, got ", *count);
  }

  optional<T> next() override {
    while (!count_ || round_ < *count_) {
      const int64_t before = this->index_;
      if (optional<T> item = this->take()) return item;
      // A source without items would be asked for ever.
      if (before == first_of_round_ && !count_) return nullopt;
      begin_round(round_ + 1);
    }
    return nullopt;
  }
  void reset(const Epoch& epoch) override {
    Link<T, T>::reset(epoch);
    round_ = first_of_round_ = 0;
  }
  State state() const override { return Link<T, T>::state().set("round", round_).set("first", first_of_round_); }
  void load_state(const State& state) override {
    const int64_t round = state.at("round").to_int();
    if (round != round_) begin_round(round);
    Link<T, T>::load_state(state);
    first_of_round_ = state.at("first").to_int();
  }
  optional<int64_t> size() const override {
    const optional<int64_t> items = this->source_->size();
    if (!items || !count_) return nullopt;
    return *items * *count_;
  }
  const char* name() const override { return "cycle"; }

 private:
  // Each round is an epoch of the source with a seed of its own, so that it is shuffled anew.
  void begin_round(int64_t round) {
    round_ = round;
    first_of_round_ = this->index_;
    this->source_->reset(this->epoch_.round(round));
  }

  const optional<int64_t> count_;
  int64_t round_ = 0;
  int64_t first_of_round_ = 0;  // items taken before the round
};

/// The items `count` times, or without end; a shuffled source has another order each time.
///
///     auto samples = data::from(list).shuffle().cycle(3);
///
/// Source: torchdata 0.3 cycle.
template <class T>
auto Pipe<T>::cycle(optional<int64_t> count) && {
  return std::move(*this).template then<CycleStage<T>>(count);
}

template <class T>
class RepeatStage final : public Stage<T> {
 public:
  RepeatStage(StagePtr<T> source, int64_t times) : source_(std::move(source)), times_(times) {
    TORCHPP_CHECK_VALUE(times > 1, "repeat: The number of repetition must be > 1, got ", times);
  }

  optional<T> next() override {
    if (!item_ || given_ == times_) {
      given_ = 0;
      source_.release(source_.taken());
      item_ = source_.next();
      if (!item_) return nullopt;
    }
    if (++given_ < times_) return item_;
    optional<T> last = std::move(item_);
    item_ = nullopt;
    return last;
  }
  void reset(const Epoch& epoch) override {
    source_.reset(epoch);
    item_ = nullopt;
  }
  State state() const override {
    return state_of(*this, source_.state(item_ ? source_.taken() - 1 : source_.taken()))
        .set("given", item_ ? given_ : 0);
  }
  void load_state(const State& state) override {
    item_ = nullopt;
    source_.load_state(source_of(*this, state));
    for (int64_t i = state.at("given").to_int(); i > 0; --i) next();
  }
  optional<int64_t> size() const override {
    const optional<int64_t> items = source_.source()->size();
    if (!items) return nullopt;
    return *items * times_;
  }
  const char* name() const override { return "repeat"; }

 private:
  Rewind<T> source_;
  const int64_t times_;
  optional<T> item_;   // the present one, while it is to be given again
  int64_t given_ = 0;  // how often it was
};

/// Each item `times` times in a row.
///
///     auto views = data::from(images).repeat(2).map(augment);
///
/// Source: torchdata 0.5 repeat.
template <class T>
auto Pipe<T>::repeat(int64_t times) && {
  return std::move(*this).template then<RepeatStage<T>>(times);
}

template <class T>
class EnumerateStage final : public Link<T, std::pair<int64_t, T>> {
 public:
  EnumerateStage(StagePtr<T> source, int64_t start)
      : Link<T, std::pair<int64_t, T>>(std::move(source)), start_(start) {}

  optional<std::pair<int64_t, T>> next() override {
    optional<T> item = this->take();
    if (!item) return nullopt;
    return std::pair<int64_t, T>(start_ + this->index(), std::move(*item));
  }
  optional<int64_t> size() const override { return this->source_->size(); }
  const char* name() const override { return "enumerate"; }

 private:
  const int64_t start_;
};

/// Pairs of a number and the item; the first number is `starting_index`.
///
///     auto numbered = data::from(list).enumerate();
///
/// Source: torchdata 0.3 enumerate.
template <class T>
auto Pipe<T>::enumerate(int64_t starting_index) && {
  return std::move(*this).template then<EnumerateStage<T>>(starting_index);
}

template <class T>
class LengthStage final : public Link<T, T> {
 public:
  LengthStage(StagePtr<T> source, int64_t length) : Link<T, T>(std::move(source)), length_(length) {
    TORCHPP_CHECK_VALUE(length >= 0, "set_length: got length ", length, ", expected at least 0");
  }
  optional<T> next() override { return this->take(); }
  optional<int64_t> size() const override { return length_; }
  const char* name() const override { return "set_length"; }

 private:
  const int64_t length_;
};

/// Says how many items there are, where the stages before it cannot know. Items are neither counted nor cut off.
///
///     auto lines = data::from(files).open_files().readlines().set_length(60000);
///
/// Source: torchdata 0.5 set_length.
template <class T>
auto Pipe<T>::set_length(int64_t length) && {
  return std::move(*this).template then<LengthStage<T>>(length);
}

template <class T>
class MemoryCacheStage final : public Stage<T> {
 public:
  MemoryCacheStage(StagePtr<T> source, optional<int64_t> size) : source_(std::move(source), kMarkInterval) {
    TORCHPP_CHECK_VALUE(size.value_or(0) >= 0 && size.value_or(0) <= kMostMegabytes, name(), ": got size ", *size,
                        " MB, expected 0 to ", kMostMegabytes);
    if (size) most_bytes_ = *size << 20;
  }

  optional<T> next() override {
    if (complete_ && position_ >= first_) {
      if (position_ == first_ + items_.size()) return nullopt;
      return items_[position_++ - first_];
    }
    optional<T> item = source_.next();
    if (complete_) {
      TORCHPP_CHECK(item.has_value(), name(), ": the source ended after ", position_, " items, expected at least the ",
                    first_, " that are not kept");
    } else if (item) {
      keep(*item);
    } else {
      complete_ = true;
      filled_ = source_.taken();
      return nullopt;
    }
    ++position_;
    return item;
  }
  // The source is read in the first epoch, or in the first that reaches its end; later, for what is not kept.
  void reset(const Epoch& epoch) override {
    position_ = 0;
    if (!complete_) fill_in(epoch);
    else if (first_ > 0) source_.reset(filled_in_);
  }
  State state() const override {
    return state_of(*this)
        .set("index", static_cast<int64_t>(position_))
        .set("taken", source_.taken())
        .set("filled", filled_)
        .set("complete", complete_)
        .set("epoch", filled_in_.epoch)
        .set("seed", filled_in_.seed);
  }
  void load_state(const State& state) override {
    detail::check_state(name(), state);
    const int64_t epoch = state.at("epoch").to_int(), taken = state.at("taken").to_int();
    const uint64_t seed = state.at("seed").to_uint64();
    if (!complete_ || filled_in_.epoch != epoch || filled_in_.seed != seed) {
      Epoch then = filled_in_;
      then.epoch = epoch;
      then.seed = seed;
      fill_in(then);
      const bool complete = state.at("complete").to_bool();
      source_.take_again(complete ? state.at("filled").to_int() : taken,
                         [this](int64_t, T&& item) { keep(std::move(item)); });
      complete_ = complete;
      filled_ = source_.taken();
    }
    position_ = static_cast<size_t>(state.at("index").to_int());
    TORCHPP_CHECK(position_ <= first_ + items_.size(), name(), ": the source ended after ", first_ + items_.size(),
                  " items, expected at least the ", position_, " that it had when the state was taken");
    if (complete_ && position_ < first_) {
      source_.reset(filled_in_);
      source_.take_again(taken, [](int64_t, T&&) {});
    }
  }
  optional<int64_t> size() const override {
    return complete_ ? optional<int64_t>(static_cast<int64_t>(first_ + items_.size())) : source_.source()->size();
  }
  const char* name() const override { return "in_memory_cache"; }

 private:
  static constexpr int64_t kMarkInterval = std::numeric_limits<int64_t>::max();  // it goes back to the beginning alone
  static constexpr int64_t kMostMegabytes = std::numeric_limits<int64_t>::max() >> 20;

  void fill_in(const Epoch& epoch) {
    items_.clear();
    first_ = 0;
    bytes_ = filled_ = 0;
    complete_ = false;
    filled_in_ = epoch;
    source_.reset(epoch);
  }
  // The last items are kept, so that a later epoch can leave the source where they begin.
  void keep(T item) {
    if (most_bytes_ >= 0) bytes_ += detail::bytes_in_memory(item);
    items_.push_back(std::move(item));
    for (; most_bytes_ >= 0 && bytes_ > most_bytes_; ++first_) {
      bytes_ -= detail::bytes_in_memory(items_.front());
      items_.pop_front();
    }
  }

  Rewind<T> source_;
  int64_t most_bytes_ = -1;  // -1: no limit
  std::deque<T> items_;
  int64_t bytes_ = 0;  // of items_; counted where there is a limit
  size_t first_ = 0;   // number of the first item in items_
  size_t position_ = 0;
  Epoch filled_in_;
  int64_t filled_ = 0;  // how many items the source had, with those that failed
  bool complete_ = false;
};

/// Keeps copies of the items, so that later epochs do not read them again. They have the first epoch's order: what
/// draws random numbers belongs behind it. Resuming reads the source from its beginning.
///
///     auto samples = data::list_files("small").map(read).in_memory_cache().shuffle();
///     auto most = data::list_files("large").map(read).in_memory_cache(4096);
///
/// `size`: megabytes that the items may take. Where they are more, the last ones are kept, and each epoch reads those
/// before them again. Elements of containers, pairs, tuples and Examples are counted, and of a type of the program's
/// own what its nbytes() returns.
/// Source: torchdata 0.3 in_memory_cache; end_of_epoch caches of other libraries are the same.
template <class T>
auto Pipe<T>::in_memory_cache(optional<int64_t> size) && {
  return std::move(*this).template then<MemoryCacheStage<T>>(size);
}

}  // namespace torchpp::data
