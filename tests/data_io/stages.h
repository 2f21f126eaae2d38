// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <torchpp/data/stage.h>
#include <torchpp/data/stream.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::test {

/// Gives what a function makes, number by number: items that can be read once, such as streams, are made anew each
/// time.
template <class T>
class MadeStage final : public data::Stage<T> {
 public:
  MadeStage(size_t count, std::function<T(size_t)> make) : count_(count), make_(std::move(make)) {}
  optional<T> next() override { return at_ < count_ ? optional<T>(make_(at_++)) : nullopt; }
  void reset(const data::Epoch&) override { at_ = 0; }
  data::State state() const override {
    data::State state = data::state_of(*this);
    state.set("at", static_cast<int64_t>(at_));
    return state;
  }
  void load_state(const data::State& state) override { at_ = static_cast<size_t>(state.at("at").to_int()); }
  const char* name() const override { return "made"; }

 private:
  size_t count_, at_ = 0;
  std::function<T(size_t)> make_;
};

template <class T>
data::StagePtr<T> source_of(std::vector<T> items) {
  const size_t count = items.size();
  return data::StagePtr<T>(new MadeStage<T>(count, [items = std::move(items)](size_t i) { return items[i]; }));
}
/// Files in memory.
inline data::StagePtr<data::File> files_of(const std::vector<data::Text>& texts) {
  return data::StagePtr<data::File>(new MadeStage<data::File>(texts.size(), [texts](size_t i) {
    return data::File(texts[i].first, data::memory_stream(texts[i].second, texts[i].first));
  }));
}

template <class T>
std::vector<T> rest_of(data::Stage<T>& stage) {
  std::vector<T> items;
  while (optional<T> item = stage.next()) items.push_back(std::move(*item));
  EXPECT_FALSE(stage.next().has_value()) << "after the end";
  return items;
}
/// Files with what is in them.
inline std::vector<data::Text> read_all(std::vector<data::File> files) {
  std::vector<data::Text> texts;
  for (data::File& file : files) texts.emplace_back(file.first, file.second.read_all());
  return texts;
}
template <class T>
const T& readable(const T& items) {
  return items;
}
inline std::vector<data::Text> readable(const std::vector<data::File>& files) { return read_all(files); }

/// The stages that `make` gives have these items: at first, after reset(), and after any state, loaded into another.
template <class Make, class T>
void expect_items(const Make& make, const std::vector<T>& expected) {
  auto stage = make();
  stage->reset(data::Epoch());
  EXPECT_EQ(readable(rest_of(*stage)), expected);
  stage->reset(data::Epoch());
  EXPECT_EQ(readable(rest_of(*stage)), expected) << "in the second epoch";
  for (size_t taken = 0; taken <= expected.size(); ++taken) {
    auto first = make();
    first->reset(data::Epoch());
    for (size_t i = 0; i < taken; ++i) first->next();
    auto second = make();
    second->load_state(first->state());
    EXPECT_EQ(readable(rest_of(*second)),
              std::vector<T>(expected.begin() + static_cast<int64_t>(taken), expected.end()))
        << "after " << taken;
  }
}

}  // namespace torchpp::test
