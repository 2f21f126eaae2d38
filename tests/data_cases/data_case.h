// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The table of stages of data pipelines: a row each, swept by tests/data/sweep_test.cpp.

#include <torchpp/data/pipe.h>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace torchpp::test {

// How items are written in the rows.
inline std::string shown(int64_t item) { return std::to_string(item); }
inline std::string shown(int item) { return std::to_string(item); }
inline std::string shown(const std::string& item) { return item; }
std::string shown(double item);
std::string shown(const Tensor& item);
template <class A, class B>
std::string shown(const std::pair<A, B>& item);
template <class... Ts>
std::string shown(const std::tuple<Ts...>& item);
template <class T>
std::string shown(const optional<T>& item) {
  return item ? shown(*item) : "-";
}
template <class T>
std::string shown(const std::vector<T>& item) {
  std::string text;
  for (const T& element : item) text += (text.empty() ? "[" : " ") + shown(element);
  return text.empty() ? "[]" : text + "]";
}
template <class K, class T>
std::string shown(const std::map<K, T>& item) {
  std::string text;
  for (const auto& entry : item) text += (text.empty() ? "{" : " ") + shown(entry.first) + ":" + shown(entry.second);
  return text.empty() ? "{}" : text + "}";
}
template <class A, class B>
std::string shown(const std::pair<A, B>& item) {
  return "(" + shown(item.first) + " " + shown(item.second) + ")";
}
template <class... Ts>
std::string shown(const std::tuple<Ts...>& item) {
  std::string text = "(";
  std::apply([&](const auto&... column) { ((text += (text == "(" ? "" : " ") + shown(column)), ...); }, item);
  return text + ")";
}

using Lines = data::Pipe<std::string>;
using Numbers = data::Pipe<int64_t>;

/// Turns items into lines, behind the stages that a row is about.
template <class T>
Lines lines(data::Pipe<T> pipe) {
  return std::move(pipe).map([](const T& item) { return shown(item); });
}

/// One way to use a stage.
struct DataCase {
  std::string name;  ///< the stage's functional name, with "/" and more where there are several rows of it
  /// The stages behind a source of 0, 1, ..., size - 1.
  Lines (*make)(Numbers source);
  int64_t size;
  /// The items as lines: in this order, in any order (kRandom: another one in each epoch), or not compared (kAny).
  std::vector<std::string> expected;
  enum class Order { kFixed, kRandom, kAny } order = Order::kFixed;
};

const std::vector<DataCase>& data_cases();

}  // namespace torchpp::test
