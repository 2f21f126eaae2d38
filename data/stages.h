// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The two shapes that the stages about files have: one item of each item, and several of each.

#include <torchpp/core/callable.h>
#include <torchpp/core/error.h>
#include <torchpp/data/stage.h>

#include <string>
#include <utility>

namespace torchpp::data {

template <class In, class Out>
class ConvertStage final : public Stage<Out> {
 public:
  ConvertStage(const char* name, StagePtr<In> source, Callable<Out(In)> convert)
      : name_(name), source_(std::move(source)), convert_(std::move(convert)) {}

  optional<Out> next() override {
    optional<In> item = source_->next();
    if (!item) return nullopt;
    const int64_t index = index_++;
    const std::string key = key_of(*item);
    return in_stage(name_, index, key, [&] { return convert_(std::move(*item)); });
  }
  void reset(const Epoch& epoch) override {
    source_->reset(epoch);
    index_ = 0;
  }
  State state() const override {
    State state = state_of(*this, source_->state());
    state.set("index", index_);
    return state;
  }
  void load_state(const State& state) override {
    source_->load_state(source_of(*this, state));
    index_ = state.at("index").to_int();
  }
  optional<int64_t> size() const override { return source_->size(); }
  const char* name() const override { return name_; }

 private:
  const char* name_;
  StagePtr<In> source_;
  Callable<Out(In)> convert_;
  int64_t index_ = 0;
};

/// Makes one item of each item of the source; `name` is the stage's.
template <class In, class Out>
StagePtr<Out> convert(const char* name, StagePtr<In> source, Callable<Out(In)> convert) {
  return StagePtr<Out>(new ConvertStage<In, Out>(name, std::move(source), std::move(convert)));
}

// What is made of one item: the next of it each time, nothing at the end.
template <class Out>
using Reader = Callable<optional<Out>()>;

template <class In, class Out>
class ExpandStage final : public Stage<Out> {
 public:
  ExpandStage(const char* name, StagePtr<In> source, Callable<Reader<Out>(In)> open)
      : name_(name), source_(std::move(source)), open_(std::move(open)) {}

  optional<Out> next() override {
    for (;;) {
      if (!reader_ && !open_next()) return nullopt;
      // Counted before it is made: an error is one item of those that are passed over when a state is loaded.
      ++taken_;
      optional<Out> item = in_stage(name_, index_ - 1, key_, [&] { return reader_(); });
      if (item) return item;
      reader_ = nullptr;
    }
  }
  void reset(const Epoch& epoch) override {
    source_->reset(epoch);
    reader_ = nullptr;
    index_ = 0;
  }
  // The state of the source before the present item, and how many were made of it.
  State state() const override {
    State state = state_of(*this, reader_ ? before_ : source_->state());
    state.set("index", reader_ ? index_ - 1 : index_);
    state.set("taken", reader_ ? taken_ : -1);
    return state;
  }
  void load_state(const State& state) override {
    source_->load_state(source_of(*this, state));
    index_ = state.at("index").to_int();
    reader_ = nullptr;
    const int64_t taken = state.at("taken").to_int();
    if (taken < 0 || !open_next()) return;
    for (taken_ = 0; taken_ < taken; ++taken_) {
      try {
        reader_();
      } catch (const std::exception&) {  // as it was then
      }
    }
  }
  const char* name() const override { return name_; }

 private:
  // False at the end of the source.
  bool open_next() {
    before_ = source_->state();
    optional<In> item = source_->next();
    if (!item) return false;
    const int64_t index = index_++;
    key_ = key_of(*item);
    taken_ = 0;
    reader_ = in_stage(name_, index, key_, [&] { return open_(std::move(*item)); });
    return true;
  }

  const char* name_;
  StagePtr<In> source_;
  Callable<Reader<Out>(In)> open_;
  Reader<Out> reader_;  // of the present item
  std::string key_;     // its key, for errors
  State before_;        // of the source, before it gave the item
  int64_t index_ = 0;   // of the source's next item
  int64_t taken_ = 0;   // how often the present item was asked
};

/// Makes the items that a reader gives, one reader for each item of the source; `name` is the stage's.
template <class In, class Out>
StagePtr<Out> expand(const char* name, StagePtr<In> source, Callable<Reader<Out>(In)> open) {
  return StagePtr<Out>(new ExpandStage<In, Out>(name, std::move(source), std::move(open)));
}

}  // namespace torchpp::data
