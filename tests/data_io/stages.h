// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/sources.h>
#include <torchpp/data/stream.h>

#include <string>
#include <utility>
#include <vector>

namespace torchpp::test {

/// Files in memory, made anew in each epoch.
inline data::Pipe<data::File> files_of(const std::vector<data::Text>& texts) {
  return data::generate(
      [texts](int64_t i) {
        const data::Text& text = texts[static_cast<size_t>(i)];
        return optional<data::File>(data::File(text.first, data::memory_stream(text.second, text.first)));
      },
      static_cast<int64_t>(texts.size()));
}

template <class T>
std::vector<T> rest_of(data::Pipe<T>& pipe) {
  std::vector<T> items;
  while (optional<T> item = pipe.next()) items.push_back(std::move(*item));
  EXPECT_FALSE(pipe.next().has_value()) << "after the end";
  return items;
}
/// Files are compared by what is in them.
template <class T>
const T& readable(const T& items) {
  return items;
}
inline std::vector<data::Text> readable(std::vector<data::File> files) {
  std::vector<data::Text> texts;
  for (data::File& file : files) texts.emplace_back(file.first, file.second.read_all());
  return texts;
}

/// The pipes that `make` gives have these items: at first, in a second epoch, and after any state, loaded into another.
template <class Make, class T>
void expect_items(const Make& make, const std::vector<T>& expected) {
  auto pipe = make();
  EXPECT_EQ(readable(rest_of(pipe)), expected);
  pipe.reset();
  EXPECT_EQ(readable(rest_of(pipe)), expected) << "in the second epoch";
  for (size_t taken = 0; taken <= expected.size(); ++taken) {
    auto first = make(), second = make();
    first.reset();
    for (size_t i = 0; i < taken; ++i) first.next();
    second.load_state(data::State::from_json(first.state().to_json()));
    EXPECT_EQ(readable(rest_of(second)), std::vector<T>(expected.begin() + static_cast<int64_t>(taken), expected.end()))
        << "after " << taken;
  }
}

}  // namespace torchpp::test
