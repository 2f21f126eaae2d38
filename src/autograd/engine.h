// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Internals of the backward engine: the state of one backward call, and the queues of nodes that are ready.

#include <torchpp/autograd/autograd.h>
#include <torchpp/core/backend.h>

#include <torchpp/core/callable.h>
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "src/autograd/meta.h"
#include "src/core/thread_pool.h"
#include "src/core/thread_state.h"
#include "src/dispatch/record_function.h"

namespace torchpp::autograd::engine {

class ReadyQueue;

/// One node in one backward call.
struct NodeState {
  Node* fn;
  uint32_t missing = 0;      // incoming edges that have not delivered a gradient yet
  uint32_t first_input = 0;  // index of its first gradient in StateTable
  uint32_t first_edge = 0;   // index of its first edge in BackwardTask::next, set by explore()
  uint32_t num_edges = 0;
  int32_t first_capture = -1;
  bool run = true;       // its function is run
  bool target = false;   // an input of the call: its gradients are the result
  bool entered = false;  // visited by explore()

  bool wanted() const { return run || target; }
};

/// A gradient that grad() returns.
struct Capture {
  uint32_t input_nr = 0;
  int32_t next = -1;  // index of the node's next capture
  Tensor grad;
};

/// Hash table from node to state. Open addressing: allocating an std::unordered_map's entries took longer than running
/// small nodes.
class StateTable {
 public:
  /// The node's index in states(), where it is inserted if it is new; `fresh` says whether it was.
  uint32_t insert(Node* fn, bool* fresh) {
    if (2 * states_.size() >= cells_.size()) grow();
    uint32_t* cell = find_cell(fn);
    *fresh = *cell == kEmpty;
    if (!*fresh) return *cell;
    *cell = static_cast<uint32_t>(states_.size());
    NodeState s{fn};
    s.first_input = static_cast<uint32_t>(inputs_.size());
    states_.push_back(s);
    inputs_.emplace_back();
    if (fn->num_inputs() > 1) inputs_.resize(inputs_.size() + fn->num_inputs() - 1);
    return *cell;
  }
  NodeState* find(const Node* fn) {
    if (cells_.empty()) return nullptr;
    const uint32_t at = *find_cell(fn);
    return at == kEmpty ? nullptr : &states_[at];
  }
  std::vector<NodeState>& states() { return states_; }
  /// The sums of the gradients that were delivered to a node, one per input.
  Tensor* inputs(const NodeState& s) { return inputs_.data() + s.first_input; }

 private:
  static constexpr uint32_t kEmpty = 0xffffffff;
  uint32_t* find_cell(const Node* fn) {
    const size_t mask = cells_.size() - 1;
    size_t at = (reinterpret_cast<uintptr_t>(fn) >> 4) * 0x9E3779B97F4A7C15u >> 32;
    for (;; ++at) {
      uint32_t& cell = cells_[at & mask];
      if (cell == kEmpty || states_[cell].fn == fn) return &cell;
    }
  }
  void grow() {
    cells_.assign(cells_.empty() ? 64 : 4 * cells_.size(), kEmpty);
    for (uint32_t i = 0; i < states_.size(); ++i) *find_cell(states_[i].fn) = i;
  }
  std::vector<uint32_t> cells_;
  std::vector<NodeState> states_;
  std::vector<Tensor> inputs_;
};

constexpr uint32_t kNoState = 0xffffffff;

/// One call of backward.
struct BackwardTask {
  bool keep_graph = false;
  bool create_graph = false;
  bool selective = false;  // only nodes from which a target can be reached are run
  bool accumulate = true;  // the targets' gradients are added to their .grad
  bool shared = false;     // other threads run some of the nodes
  int depth = 0;
  StateTable table;
  std::vector<uint32_t> next;  // for each edge of each node the index of the next node's state, or kNoState
  std::vector<Capture> captures;
  std::vector<Callable<void()>> callbacks;

  // Used by shared tasks only.
  std::mutex mutex;
  ReadyQueue* local = nullptr;
  size_t outstanding = 0;  // nodes that are ready or running
  std::exception_ptr error;
  torchpp::detail::RegionState region;
  LocalCallbacks listeners;
};

/// A node that has all its gradients.
struct ReadyNode {
  BackwardTask* task;
  uint32_t state;
  int depth;
  uint64_t sequence_nr;
  /// Whether a runs after b.
  friend bool operator<(const ReadyNode& a, const ReadyNode& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.sequence_nr < b.sequence_nr;
  }
};

/// The ready nodes of one thread. Nodes of the innermost backward call come first, among them those created last.
class ReadyQueue {
 public:
  void push(const ReadyNode& r) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      heap_.push_back(r);
      std::push_heap(heap_.begin(), heap_.end());
    }
    ready_.notify_one();
  }
  ReadyNode pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    ready_.wait(lock, [&] { return !heap_.empty(); });
    std::pop_heap(heap_.begin(), heap_.end());
    const ReadyNode r = heap_.back();
    heap_.pop_back();
    return r;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::vector<ReadyNode> heap_;
};

inline BackwardTask* current_task() { return static_cast<BackwardTask*>(thread_state.autograd_task); }

/// While this object lives, the thread works for the task: gradient mode and current task are the task's.
class TaskScope {
 public:
  explicit TaskScope(BackwardTask& task) : saved_(thread_state) {
    thread_state.autograd_task = &task;
    thread_state.no_grad = !task.create_graph;
    thread_state.refresh();
  }
  ~TaskScope() {
    const ThreadState::Own own = thread_state.own;
    thread_state = saved_;
    thread_state.own = own;
  }
  TaskScope(const TaskScope&) = delete;
  TaskScope& operator=(const TaskScope&) = delete;

 private:
  ThreadState saved_;
};

/// The hooks of a device that has a thread of its own for its nodes; null for the CPU, whose nodes the calling thread
/// runs.
inline const DeviceHooks* hooks_of(Device device) { return device.is_cpu() ? nullptr : device_hooks(device.type()); }
/// The device of the node's first defined gradient.
inline Device device_of(const Node& fn) {
  for (uint32_t i = 0; i < fn.num_inputs(); ++i)
    if (fn.input_metadata(i).defined()) return fn.input_metadata(i).device();
  return Device(kCPU);
}

// ---- engine_node.cpp

/// Puts a node that has all its gradients into the heap or, without one, into the queue of its device's thread.
void dispatch(BackwardTask& task, uint32_t at, std::vector<ReadyNode>* heap);
/// Runs a node that has all its gradients, and delivers its results to the next nodes. With `heap`, the calling thread
/// is the only one that works for the task.
void evaluate(BackwardTask& task, uint32_t at, std::vector<ReadyNode>* heap);
/// Runs the nodes of a task that all belong to the calling thread. `first` are the nodes that are ready.
void run_alone(BackwardTask& task, const std::vector<uint32_t>& first);
/// Makes the work of the receiving node's stream wait for the stream on which the gradient was computed: the sender's
/// or, for the gradient of a root or of another device, the calling thread's.
void order_streams(const Node* sender, const Node& receiver, const Tensor& grad);

// ---- engine_threads.cpp

/// The queue of the device's thread, which is started on first use.
ReadyQueue& queue_of(Device device);
/// Runs a task whose nodes are of several devices: the nodes of the CPU on the calling thread, the others on their
/// device's. `first` are the nodes that are ready.
void run_shared(BackwardTask& task, const std::vector<uint32_t>& first);
/// Makes the calling thread's streams wait for those of the task's nodes, and ends the task's work on each device.
void finish_devices(BackwardTask& task);

}  // namespace torchpp::autograd::engine
