// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>
#include <torchpp/data/milliseconds.h>

#include <cstddef>
#include <utility>

namespace torchpp::data::detail {

/// One value in a NodeQueue.
struct TORCHPP_API QueueNode {
  virtual ~QueueNode();
  QueueNode* next = nullptr;
};

/// A queue between threads of values of any type.
class TORCHPP_API NodeQueue {
 public:
  NodeQueue();
  NodeQueue(const NodeQueue&) = delete;
  NodeQueue& operator=(const NodeQueue&) = delete;
  ~NodeQueue();

  /// Takes the node over.
  void push(QueueNode* node);
  /// Waits for a node and gives it away. Throws Error if none came within the timeout.
  QueueNode* pop(optional<Milliseconds> timeout);
  /// Deletes all nodes; returns how many there were.
  size_t clear();

 private:
  struct State;
  torchpp::detail::Owned<State> state_;
};

/// A queue between threads, first in, first out, without a bound.
/// Source: libtorch 1.13.
template <class T>
class Queue {
 public:
  void push(T value) { nodes_.push(new Node(std::move(value))); }
  /// Waits for a value. Throws Error if none came within the timeout.
  T pop(optional<Milliseconds> timeout = nullopt) {
    const torchpp::detail::Owned<Node> node(static_cast<Node*>(nodes_.pop(timeout)));
    return std::move(node->value);
  }
  /// Drops all values; returns how many there were.
  size_t clear() { return nodes_.clear(); }

 private:
  struct Node final : QueueNode {
    explicit Node(T&& v) : value(std::move(v)) {}
    T value;
  };

  NodeQueue nodes_;
};

}  // namespace torchpp::data::detail
