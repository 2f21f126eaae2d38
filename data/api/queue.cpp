// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/detail/queue.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace torchpp::data::detail {

QueueNode::~QueueNode() = default;

struct NodeQueue::State {
  std::mutex mutex;
  std::condition_variable filled;
  QueueNode* first = nullptr;
  QueueNode** end = &first;  // where the next one is linked in
};

NodeQueue::NodeQueue() : state_(new State) {}
NodeQueue::~NodeQueue() { clear(); }

void NodeQueue::push(QueueNode* node) {
  State& s = *state_;
  const std::lock_guard<std::mutex> lock(s.mutex);
  *s.end = node;
  s.end = &node->next;
  s.filled.notify_one();
}

QueueNode* NodeQueue::pop(optional<Milliseconds> timeout) {
  State& s = *state_;
  std::unique_lock<std::mutex> lock(s.mutex);
  const auto has_node = [&s] { return s.first != nullptr; };
  if (timeout) {
    TORCHPP_CHECK(s.filled.wait_for(lock, std::chrono::milliseconds(timeout->count()), has_node),
                  "Timeout in DataLoader queue while waiting for next batch (timeout was ", timeout->count(), " ms)");
  } else {
    s.filled.wait(lock, has_node);
  }
  QueueNode* node = s.first;
  s.first = node->next;
  if (s.first == nullptr) s.end = &s.first;
  node->next = nullptr;
  return node;
}

size_t NodeQueue::clear() {
  State& s = *state_;
  QueueNode* node = nullptr;
  {
    const std::lock_guard<std::mutex> lock(s.mutex);
    node = s.first;
    s.first = nullptr;
    s.end = &s.first;
  }
  size_t count = 0;
  for (; node != nullptr; ++count) {
    QueueNode* next = node->next;
    delete node;
    node = next;
  }
  return count;
}

}  // namespace torchpp::data::detail
