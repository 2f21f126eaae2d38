// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The two shapes that the stages about files have: one item of each item, and several of each.

#include <torchpp/core/callable.h>
#include <torchpp/data/link.h>

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace torchpp::data {

template <class In, class Out>
class ConvertStage final : public Link<In, Out> {
 public:
  ConvertStage(const char* name, StagePtr<In> source, Callable<Out(In)> convert)
      : Link<In, Out>(std::move(source)), name_(name), convert_(std::move(convert)) {}

  optional<Out> next() override {
    optional<In> item = this->take();
    if (!item) return nullopt;
    return detail::call_on(name_, convert_, std::move(*item), this->epoch_, this->index());
  }
  optional<int64_t> size() const override { return this->source_->size(); }
  const char* name() const override { return name_; }

 private:
  const char* name_;
  Callable<Out(In)> convert_;
};

/// Makes one item of each item of the source; `name` is the stage's.
template <class In, class Out>
StagePtr<Out> convert(const char* name, StagePtr<In> source, Callable<Out(In)> convert) {
  return StagePtr<Out>(new ConvertStage<In, Out>(name, std::move(source), std::move(convert)));
}

/// What is made of one item: the next of it each time, nothing at the end.
template <class Out>
using Reader = Callable<optional<Out>()>;

template <class In, class Out>
class ExpandStage final : public Link<In, Out> {
 public:
  ExpandStage(const char* name, StagePtr<In> source, Callable<Reader<Out>(In)> open)
      : Link<In, Out>(std::move(source)), name_(name), open_(std::move(open)) {}

  optional<Out> next() override {
    while (reader_ || open_next()) {
      // Counted before it is made: an error is one of those that are passed over when a state is loaded.
      ++asked_;
      optional<Out> item = in_stage(name_, this->index(), key_, reader_);
      if (item) return item;
      reader_ = nullptr;
    }
    return nullopt;
  }
  void reset(const Epoch& epoch) override {
    Link<In, Out>::reset(epoch);
    reader_ = nullptr;
  }
  // Within an item: the state of the source before it, and how often its reader was asked.
  State state() const override {
    if (!reader_) return Link<In, Out>::state().set("asked", -1);
    return state_of(*this, before_).set("index", this->index()).set("asked", asked_);
  }
  void load_state(const State& state) override {
    Link<In, Out>::load_state(state);
    reader_ = nullptr;
    const int64_t asked = state.at("asked").to_int();
    if (asked < 0 || !open_next()) return;
    for (; asked_ < asked; ++asked_) {
      try {
        reader_();
      } catch (const std::exception&) {  // it failed the first time, too
      }
    }
  }
  const char* name() const override { return name_; }

 private:
  // Opens the source's next item; false at the end.
  bool open_next() {
    before_ = this->source_->state();
    optional<In> item = this->take();
    if (!item) return false;
    key_ = key_of(*item);
    asked_ = 0;
    reader_ = in_stage(name_, this->index(), key_, [&] { return open_(std::move(*item)); });
    return true;
  }

  const char* name_;
  Callable<Reader<Out>(In)> open_;
  Reader<Out> reader_;  // of the present item
  std::string key_;     // its key, for errors
  State before_;        // of the source, before it gave the item
  int64_t asked_ = 0;   // how often the present item's reader was called
};

/// Makes the items that a reader gives, one reader for each item of the source; `name` is the stage's.
template <class In, class Out>
StagePtr<Out> expand(const char* name, StagePtr<In> source, Callable<Reader<Out>(In)> open) {
  return StagePtr<Out>(new ExpandStage<In, Out>(name, std::move(source), std::move(open)));
}

}  // namespace torchpp::data
