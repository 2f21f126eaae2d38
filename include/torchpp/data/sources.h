// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Where a pipeline's items come from, beside files.

#include <torchpp/core/generator.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/samplers/base.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::data {

template <class T>
class VectorStage final : public Stage<T> {
 public:
  explicit VectorStage(std::shared_ptr<const std::vector<T>> items) : items_(std::move(items)) {}

  optional<T> next() override {
    if (index_ >= items_->size()) return nullopt;
    return (*items_)[index_++];
  }
  void reset(const Epoch&) override { index_ = 0; }
  State state() const override { return state_of(*this).set("index", static_cast<int64_t>(index_)); }
  void load_state(const State& state) override {
    detail::check_state(name(), state);
    const int64_t index = state.at("index").to_int();
    TORCHPP_CHECK(index >= 0 && static_cast<size_t>(index) <= items_->size(), "from: got the state of item ", index,
                  ", expected at most ", items_->size(), ", the number of items");
    index_ = static_cast<size_t>(index);
  }
  optional<int64_t> size() const override { return static_cast<int64_t>(items_->size()); }
  const char* name() const override { return "from"; }

 private:
  std::shared_ptr<const std::vector<T>> items_;
  size_t index_ = 0;
};

/// The elements of a list, copied one by one; the list itself is shared, not copied, if it comes as a pointer.
///
///     auto numbers = data::from(std::vector<int>{1, 2, 3});
///
/// Source: torch 1.13 IterableWrapper.
template <class T>
Pipe<T> from(std::shared_ptr<const std::vector<T>> items) {
  TORCHPP_CHECK_VALUE(items != nullptr, "from: got a null pointer, expected one to a list");
  return Pipe<T>(StagePtr<T>(new VectorStage<T>(std::move(items))));
}
template <class T>
Pipe<T> from(std::vector<T> items) {
  return from<T>(std::make_shared<const std::vector<T>>(std::move(items)));
}

template <class F>
class GeneratedStage final : public Stage<std::decay_t<decltype(*std::declval<F&>()(int64_t{}))>> {
 public:
  using T = std::decay_t<decltype(*std::declval<F&>()(int64_t{}))>;
  explicit GeneratedStage(F f, optional<int64_t> size) : f_(std::move(f)), size_(size) {}

  optional<T> next() override {
    if (ended_ || (size_ && index_ >= *size_)) return nullopt;
    const int64_t index = index_++;
    optional<T> item = in_stage(name(), index, "", [&]() -> optional<T> {
      auto&& made = f_(index);
      if (!made) return nullopt;
      return *std::forward<decltype(made)>(made);
    });
    ended_ = !item;
    return item;
  }
  void reset(const Epoch&) override {
    index_ = 0;
    ended_ = false;
  }
  State state() const override { return state_of(*this).set("index", index_).set("ended", ended_); }
  void load_state(const State& state) override {
    detail::check_state(name(), state);
    index_ = state.at("index").to_int();
    ended_ = state.at("ended").to_bool();
  }
  optional<int64_t> size() const override { return size_; }
  const char* name() const override { return "generate"; }

 private:
  F f_;
  const optional<int64_t> size_;
  int64_t index_ = 0;
  bool ended_ = false;  // f gave nothing
};

/// f(0), f(1), ..., each an optional item or a pointer to one; the first that is empty ends the epoch, or their number
/// if it is given. f must return the same for the same index, or resuming gives other items.
///
///     auto squares = data::generate([](int64_t i) { return optional<int64_t>(i * i); }, 100);
///
template <class F>
auto generate(F f, optional<int64_t> size = nullopt) {
  using S = GeneratedStage<F>;
  return Pipe<typename S::T>(StagePtr<typename S::T>(new S(std::move(f), size)));
}

class TORCHPP_API RangeStage final : public Stage<int64_t> {
 public:
  explicit RangeStage(int64_t size);
  optional<int64_t> next() override {
    if (index_ >= size_) return nullopt;
    return index_++;
  }
  void reset(const Epoch& epoch) override;
  State state() const override;
  void load_state(const State& state) override;
  optional<int64_t> size() const override { return size_; }
  const char* name() const override { return "range"; }

 private:
  const int64_t size_;
  int64_t index_ = 0;
};

/// 0, 1, ..., size - 1: the indices of a data set that can be asked for any of its samples.
///
///     auto samples = data::range(set.size()).shard().shuffle().map([&](int64_t i) { return set.get(i); });
///
inline Pipe<int64_t> range(int64_t size) { return Pipe<int64_t>(StagePtr<int64_t>(new RangeStage(size))); }

namespace detail {

template <class S, class = void>
inline constexpr bool kHasSetEpoch = false;
template <class S>
inline constexpr bool kHasSetEpoch<S, decltype(std::declval<S&>().set_epoch(size_t{}))> = true;

// The sampler of an epoch: make(generator), make() or a copy of a sampler. Samplers with set_epoch() learn its number.
template <class Make>
auto sampler_of(const Make& make, const Epoch& epoch) {
  auto sampler = [&] {
    if constexpr (std::is_invocable_v<const Make&, Generator>) return make(epoch.random(0).generator());
    else if constexpr (std::is_invocable_v<const Make&>) return make();
    else return make;
  }();
  using S = decltype(sampler);
  static_assert(std::is_same_v<typename S::BatchRequestType, std::vector<size_t>>,
                "from_sampler: the sampler must choose lists of indices");
  static_assert(!kMakesBatches<S>, "from_sampler: give the sampler of the indices, and batch() behind it");
  if constexpr (kHasSetEpoch<S>) {
    sampler.set_epoch(static_cast<size_t>(epoch.epoch));
    sampler.reset(nullopt);
  }
  return sampler;
}

}  // namespace detail

template <class Make>
class SamplerStage final : public Stage<int64_t> {
 public:
  explicit SamplerStage(Make make) : make_(std::move(make)) {}

  optional<int64_t> next() override {
    if (place_ == indices_.size()) {
      if (ended_) return nullopt;
      place_ = 0;
      indices_ =
          in_stage(name(), index_, "", [this] { return sampler_->next(kPiece).value_or(std::vector<size_t>()); });
      ended_ = indices_.empty();
      if (ended_) return nullopt;
    }
    ++index_;
    return static_cast<int64_t>(indices_[place_++]);
  }
  void reset(const Epoch& epoch) override {
    epoch_ = epoch;
    begin();
  }
  State state() const override { return state_of(*this).set("index", index_); }
  // The sampler makes the epoch again, as it did before.
  void load_state(const State& state) override {
    detail::check_state(name(), state);
    begin();
    for (const int64_t index = state.at("index").to_int(); index_ < index;)
      TORCHPP_CHECK(next().has_value(), name(), ": the sampler ended after ", index_,
                    " indices, expected at least the ", index, " that it gave before the state was taken");
  }
  const char* name() const override { return "from_sampler"; }

 private:
  static constexpr size_t kPiece = 1024;

  void begin() {
    sampler_.emplace(detail::sampler_of(make_, epoch_));
    indices_.clear();
    place_ = 0;
    index_ = 0;
    ended_ = false;
  }

  Make make_;
  Epoch epoch_;
  optional<decltype(detail::sampler_of(std::declval<const Make&>(), Epoch()))> sampler_;
  std::vector<size_t> indices_;  // that the sampler gave last
  size_t place_ = 0;             // in indices_
  int64_t index_ = 0;
  bool ended_ = false;
};

/// The indices that a sampler of torchpp::data::samplers chooses, an epoch of them each time. `make` returns the
/// epoch's sampler; it is given a generator whose seed is a function of the pipe's seed and epoch, for a sampler that
/// draws random numbers: only with it does a resumed pipe go on in the same order. A sampler that draws none can be
/// given itself. set_epoch() of samplers that have it is called with the number of the epoch.
///
///     auto samples = data::from_sampler([&](Generator generator) {
///                      return data::samplers::WeightedRandomSampler(weights, 1000, true, generator);
///                    }).map([&](int64_t i) { return set.get(i); });
///
/// Source: torch 1.13 SamplerIterDataPipe.
template <class Make>
auto from_sampler(Make make) {
  return Pipe<int64_t>(StagePtr<int64_t>(new SamplerStage<Make>(std::move(make))));
}

}  // namespace torchpp::data
