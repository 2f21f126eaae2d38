// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages that have several sources: zip, concat, mux and their like, joins by key.

#include <torchpp/data/pipe.h>
#include <torchpp/data/rewind.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace torchpp::data {

namespace detail {
/// The states of several sources in one; and back, checking that there are `count`.
TORCHPP_API State state_of_sources(const char* stage, std::vector<State> sources);
TORCHPP_API const std::vector<State>& sources_of(const char* stage, const State& state, size_t count);
TORCHPP_API void check_sources(const char* stage, size_t count);
}  // namespace detail

template <bool longest, class... Ts>
class ZipStage final : public Stage<std::tuple<std::conditional_t<longest, optional<Ts>, Ts>...>> {
 public:
  using Out = std::tuple<std::conditional_t<longest, optional<Ts>, Ts>...>;
  explicit ZipStage(StagePtr<Ts>... sources) : sources_(Source<Ts>(std::move(sources))...) {}

  optional<Out> next() override {
    if (ended_) return nullopt;
    bool all = true, any = false;
    each([&](auto& source) {
      // Items that were taken before an exception are still held.
      if (!source.item) source.item = source.rewind.next();
      if (source.item) any = true;
      else all = false;
    });
    optional<Out> out;
    if (longest ? any : all) {
      out = std::apply(
          [](auto&... source) {
            if constexpr (longest) return Out(std::move(source.item)...);
            else return Out(std::move(*source.item)...);
          },
          sources_);
    } else {
      ended_ = true;
    }
    each([](auto& source) { source.item = nullopt; });
    return out;
  }
  void reset(const Epoch& epoch) override {
    ended_ = false;
    int64_t branch = 0;
    each([&](auto& source) {
      source.item = nullopt;
      source.rewind.reset(epoch.branch(branch++));
    });
  }
  State state() const override {
    std::vector<State> states;
    std::apply(
        [&](const auto&... source) {
          (states.push_back(source.rewind.state(source.rewind.taken() - (source.item ? 1 : 0))), ...);
        },
        sources_);
    return detail::state_of_sources(name(), std::move(states)).set("ended", ended_);
  }
  void load_state(const State& state) override {
    const std::vector<State>& states = detail::sources_of(name(), state, sizeof...(Ts));
    size_t i = 0;
    each([&](auto& source) {
      source.item = nullopt;
      source.rewind.load_state(states[i++]);
    });
    ended_ = state.at("ended").to_bool();
  }
  optional<int64_t> size() const override {
    optional<int64_t> size;
    bool known = true;
    const auto look = [&](const optional<int64_t>& n) {
      known = known && n;
      if (n) size = !size ? *n : longest ? std::max(*size, *n) : std::min(*size, *n);
    };
    std::apply([&](const auto&... source) { (look(source.rewind.source()->size()), ...); }, sources_);
    return known ? size : nullopt;
  }
  const char* name() const override { return longest ? "zip_longest" : "zip"; }

 private:
  // Going back is needed only where an exception has interrupted a tuple.
  static constexpr int64_t kMarkInterval = 4096;

  template <class T>
  struct Source {
    explicit Source(StagePtr<T> source) : rewind(std::move(source), kMarkInterval) {}
    Rewind<T> rewind;
    optional<T> item;
  };
  template <class F>
  void each(const F& f) {
    std::apply([&](auto&... source) { (f(source), ...); }, sources_);
  }

  std::tuple<Source<Ts>...> sources_;
  bool ended_ = false;
};

/// Tuples of an item of each pipe, until the shortest ends.
///
///     auto pairs = data::from(images).zip(data::from(labels));   // std::tuple<Image, int64_t>
///
/// Source: torch 1.13 IterDataPipe.zip.
template <class T>
template <class... Us>
auto Pipe<T>::zip(Pipe<Us>... others) && {
  using S = ZipStage<false, T, Us...>;
  return std::move(*this).template then<S>(std::move(others).take()...);
}
/// Tuples of an optional item of each pipe, until the longest ends; those that have ended give nullopt.
///
///     auto pairs = data::from(a).zip_longest(data::from(b)).map([](auto t) { return std::get<1>(t).value_or(0); });
///
/// Source: torchdata 0.4 zip_longest, whose fill_value is value_or here.
template <class T>
template <class... Us>
auto Pipe<T>::zip_longest(Pipe<Us>... others) && {
  using S = ZipStage<true, T, Us...>;
  return std::move(*this).template then<S>(std::move(others).take()...);
}

/// Base of stages that take one item of one of their sources each time.
template <class T>
class ChoiceStage : public Stage<T> {
 public:
  void reset(const Epoch& epoch) override {
    for (size_t i = 0; i < sources_.size(); ++i) sources_[i]->reset(epoch.branch(static_cast<int64_t>(i)));
    ended_.assign(sources_.size(), 0);
    at_ = 0;
  }
  State state() const override {
    std::vector<State> states, ended(ended_.begin(), ended_.end());
    for (const StagePtr<T>& source : sources_) states.push_back(source->state());
    return detail::state_of_sources(this->name(), std::move(states))
        .set("at", static_cast<int64_t>(at_))
        .set("ended", std::move(ended));
  }
  void load_state(const State& state) override {
    const std::vector<State>& states = detail::sources_of(this->name(), state, sources_.size());
    for (size_t i = 0; i < sources_.size(); ++i) sources_[i]->load_state(states[i]);
    at_ = static_cast<size_t>(state.at("at").to_int());
    for (size_t i = 0; i < sources_.size(); ++i)
      ended_[i] = static_cast<char>(state.at("ended").to_list().at(i).to_int());
  }

 protected:
  explicit ChoiceStage(std::vector<StagePtr<T>> sources) : sources_(std::move(sources)), ended_(sources_.size(), 0) {}
  bool all_ended() const {
    return std::all_of(ended_.begin(), ended_.end(), [](char ended) { return ended != 0; });
  }
  optional<int64_t> sum_of_sizes() const {
    int64_t sum = 0;
    for (const StagePtr<T>& source : sources_) {
      const optional<int64_t> n = source->size();
      if (!n) return nullopt;
      sum += *n;
    }
    return sum;
  }
  /// The next item of a source, which is ended_ if there is none.
  optional<T> take(size_t i) {
    optional<T> item = sources_[i]->next();
    if (!item) ended_[i] = 1;
    return item;
  }

  std::vector<StagePtr<T>> sources_;
  std::vector<char> ended_;
  size_t at_ = 0;  // the source whose turn it is
};

template <class T>
class ConcatStage final : public ChoiceStage<T> {
 public:
  explicit ConcatStage(std::vector<StagePtr<T>> sources) : ChoiceStage<T>(std::move(sources)) {}

  optional<T> next() override {
    for (; this->at_ < this->sources_.size(); ++this->at_)
      if (optional<T> item = this->take(this->at_)) return item;
    return nullopt;
  }
  optional<int64_t> size() const override { return this->sum_of_sizes(); }
  const char* name() const override { return "concat"; }
};

template <class T>
class MuxStage final : public Stage<T> {
 public:
  explicit MuxStage(std::vector<StagePtr<T>> sources) {
    for (StagePtr<T>& source : sources) sources_.emplace_back(std::move(source));
  }

  optional<T> next() override {
    if (ended_) return nullopt;
    if (given_ == 0) {
      // Items that were taken before an exception are still held.
      while (round_.size() < sources_.size()) {
        optional<T> item = sources_[round_.size()].next();
        if (!item) {
          ended_ = true;
          return nullopt;
        }
        round_.push_back(std::move(*item));
      }
    }
    T item = std::move(round_[given_]);
    if (++given_ == round_.size()) {
      round_.clear();
      given_ = 0;
    }
    return item;
  }
  void reset(const Epoch& epoch) override {
    for (size_t i = 0; i < sources_.size(); ++i) sources_[i].reset(epoch.branch(static_cast<int64_t>(i)));
    clear();
  }
  State state() const override {
    std::vector<State> states;
    for (size_t i = 0; i < sources_.size(); ++i)
      states.push_back(sources_[i].state(sources_[i].taken() - (i < round_.size() ? 1 : 0)));
    return detail::state_of_sources(name(), std::move(states))
        .set("given", static_cast<int64_t>(given_))
        .set("ended", ended_);
  }
  void load_state(const State& state) override {
    clear();
    const std::vector<State>& states = detail::sources_of(name(), state, sources_.size());
    for (size_t i = 0; i < sources_.size(); ++i) sources_[i].load_state(states[i]);
    for (int64_t i = state.at("given").to_int(); i > 0; --i) next();
    ended_ = state.at("ended").to_bool();
  }
  optional<int64_t> size() const override {
    optional<int64_t> least;
    for (const Rewind<T>& source : sources_) {
      const optional<int64_t> n = source.source()->size();
      if (!n) return nullopt;
      if (!least || *n < *least) least = n;
    }
    return *least * static_cast<int64_t>(sources_.size());
  }
  const char* name() const override { return "mux"; }

 private:
  void clear() {
    round_.clear();
    given_ = 0;
    ended_ = false;
  }

  std::vector<Rewind<T>> sources_;
  std::vector<T> round_;  // an item of each source, or of those that were asked before an exception
  size_t given_ = 0;      // how many of a whole round
  bool ended_ = false;
};

template <class T>
class MuxLongestStage final : public ChoiceStage<T> {
 public:
  explicit MuxLongestStage(std::vector<StagePtr<T>> sources) : ChoiceStage<T>(std::move(sources)) {}

  optional<T> next() override {
    while (!this->all_ended()) {
      const size_t i = this->at_;
      optional<T> item;
      if (this->ended_[i] == 0) item = this->take(i);  // a source that throws keeps its turn
      this->at_ = (i + 1) % this->sources_.size();
      if (item) return item;
    }
    return nullopt;
  }
  optional<int64_t> size() const override { return this->sum_of_sizes(); }
  const char* name() const override { return "mux_longest"; }
};

/// When sample_mux() ends.
enum class SampleEnd : unsigned char {
  kAll,    ///< when all sources have ended; a source that has is drawn no more
  kFirst,  ///< when a source that was drawn has ended
  kCycle,  ///< never: a source that has ended begins anew, with another order if it is shuffled
};

namespace detail {
TORCHPP_API void check_weights(const std::vector<double>& weights, size_t sources);
/// The index of a source that has not ended, with a probability in proportion to its weight.
TORCHPP_API size_t draw_source(Random random, const std::vector<double>& weights, const std::vector<char>& ended);
}  // namespace detail

template <class T>
class SampleMuxStage final : public ChoiceStage<T> {
 public:
  SampleMuxStage(std::vector<StagePtr<T>> sources, std::vector<double> weights, SampleEnd end)
      : ChoiceStage<T>(std::move(sources)), weights_(std::move(weights)), end_(end), rounds_(this->sources_.size(), 0) {
    detail::check_weights(weights_, this->sources_.size());
  }

  optional<T> next() override {
    int fresh = 0;
    while (!this->all_ended()) {
      const size_t i = detail::draw_source(epoch_.random(draws_++), weights_, this->ended_);
      if (optional<T> item = this->take(i)) return item;
      if (end_ == SampleEnd::kFirst) this->ended_.assign(this->ended_.size(), 1);
      if (end_ == SampleEnd::kCycle && ++fresh <= kMostFresh) {
        this->ended_[i] = 0;
        begin_round(i, rounds_[i] + 1);
      }
    }
    return nullopt;
  }
  void reset(const Epoch& epoch) override {
    epoch_ = epoch;
    draws_ = 0;
    rounds_.assign(rounds_.size(), 0);
    ChoiceStage<T>::reset(epoch.below());
  }
  State state() const override {
    return ChoiceStage<T>::state()
        .set("draws", draws_)
        .set("rounds", std::vector<State>(rounds_.begin(), rounds_.end()));
  }
  void load_state(const State& state) override {
    detail::sources_of(name(), state, this->sources_.size());
    for (size_t i = 0; i < rounds_.size(); ++i) {
      const int64_t round = state.at("rounds").to_list().at(i).to_int();
      if (round != rounds_[i]) begin_round(i, round);
    }
    ChoiceStage<T>::load_state(state);
    draws_ = state.at("draws").to_int();
  }
  optional<int64_t> size() const override { return end_ == SampleEnd::kAll ? this->sum_of_sizes() : nullopt; }
  const char* name() const override { return "sample_mux"; }

 private:
  // A source that is empty in so many rounds in a row has no items.
  static constexpr int kMostFresh = 1000;

  void begin_round(size_t i, int64_t round) {
    rounds_[i] = round;
    this->sources_[i]->reset(epoch_.below().branch(static_cast<int64_t>(i)).round(round));
  }

  const std::vector<double> weights_;
  const SampleEnd end_;
  Epoch epoch_;
  int64_t draws_ = 0;
  std::vector<int64_t> rounds_;
};

namespace detail {
template <class T, class... Pipes>
std::vector<StagePtr<T>> stages_of(StagePtr<T> first, Pipes&&... others) {
  std::vector<StagePtr<T>> stages;
  stages.push_back(std::move(first));
  (stages.push_back(std::move(others).take()), ...);
  return stages;
}
template <class T>
std::vector<StagePtr<T>> stages_of(std::vector<Pipe<T>> pipes) {
  std::vector<StagePtr<T>> stages;
  for (Pipe<T>& pipe : pipes) stages.push_back(std::move(pipe).take());
  return stages;
}
}  // namespace detail

/// The items of this pipe, then those of the others.
///
///     auto all = data::list_files("a").concat(data::list_files("b"));
///
/// Source: torch 1.13 IterDataPipe.concat.
template <class T>
template <class... Pipes>
auto Pipe<T>::concat(Pipes... others) && {
  return Pipe(StagePtr<T>(new ConcatStage<T>(detail::stages_of(std::move(stage_), std::move(others)...))));
}
/// An item of each pipe in turn, in whole rounds: it ends with the shortest.
///
///     auto both = data::from(a).mux(data::from(b));   // a0, b0, a1, b1, ...
///
/// Source: torch 1.13 IterDataPipe.mux.
template <class T>
template <class... Pipes>
auto Pipe<T>::mux(Pipes... others) && {
  return Pipe(StagePtr<T>(new MuxStage<T>(detail::stages_of(std::move(stage_), std::move(others)...))));
}
/// An item of each pipe in turn, without those that have ended.
///
///     auto both = data::from(a).mux_longest(data::from(b));
///
/// Source: torchdata 0.4 mux_longest.
template <class T>
template <class... Pipes>
auto Pipe<T>::mux_longest(Pipes... others) && {
  return Pipe(StagePtr<T>(new MuxLongestStage<T>(detail::stages_of(std::move(stage_), std::move(others)...))));
}

/// A mixture: each item comes from a pipe that is drawn with a probability in proportion to its weight.
///
///     std::vector<data::Pipe<Sample>> sets;   // of three data sets
///     auto mixed = data::sample_mux(std::move(sets), {.7, .2, .1}, data::SampleEnd::kCycle);
///
/// Source: torchdata 0.3 SampleMultiplexer, which ends with kAll; its random numbers are others.
template <class T>
Pipe<T> sample_mux(std::vector<Pipe<T>> pipes, std::vector<double> weights, SampleEnd end = SampleEnd::kAll) {
  return Pipe<T>(StagePtr<T>(new SampleMuxStage<T>(detail::stages_of(std::move(pipes)), std::move(weights), end)));
}

}  // namespace torchpp::data
