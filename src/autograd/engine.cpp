// SPDX-License-Identifier: BSD-3-Clause
// Backward: walks the graph from the roots, each node after all nodes that feed it.

#include <execinfo.h>
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/backend.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "src/autograd/accumulate_grad.h"
#include "src/autograd/meta.h"
#include "src/core/shape.h"
#include "src/core/thread_pool.h"
#include "src/core/thread_state.h"
#include "src/dispatch/record_function.h"
#include "src/ops/ops.h"

namespace torchpp::autograd {

namespace {

constexpr int kMaxDepth = 60;  // of backward calls within backward on one stack

class ReadyQueue;

// One node in one backward call.
struct State {
  Node* fn;
  uint32_t missing = 0;      // edges that have not delivered yet
  uint32_t first_input = 0;  // place of its incoming gradients in the task
  uint32_t first_edge = 0;   // place of its edges' targets in the task, once explored
  uint32_t num_edges = 0;
  int32_t first_capture = -1;
  bool run = true;       // backward goes through it
  bool target = false;   // its incoming gradients are asked for
  bool entered = false;  // by explore()

  bool wanted() const { return run || target; }
};

// A gradient that grad() returns.
struct Capture {
  uint32_t input_nr = 0;
  int32_t next = -1;  // of the same node
  Tensor grad;
};

// From node to state: open addressing, because a map's cells would cost more than the nodes' work.
class StateTable {
 public:
  // The node's place in states(); `fresh` tells whether it is new.
  uint32_t insert(Node* fn, bool* fresh) {
    if (2 * states_.size() >= cells_.size()) grow();
    uint32_t* cell = find_cell(fn);
    *fresh = *cell == kEmpty;
    if (!*fresh) return *cell;
    *cell = static_cast<uint32_t>(states_.size());
    State s{fn};
    s.first_input = static_cast<uint32_t>(inputs_.size());
    states_.push_back(s);
    inputs_.emplace_back();
    if (fn->num_inputs() > 1) inputs_.resize(inputs_.size() + fn->num_inputs() - 1);
    return *cell;
  }
  State* find(const Node* fn) {
    if (cells_.empty()) return nullptr;
    const uint32_t at = *find_cell(fn);
    return at == kEmpty ? nullptr : &states_[at];
  }
  std::vector<State>& states() { return states_; }
  // The gradients that have come in for a node.
  Tensor* inputs(const State& s) { return inputs_.data() + s.first_input; }

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
  std::vector<State> states_;
  std::vector<Tensor> inputs_;
};

constexpr uint32_t kNoState = 0xffffffff;

}  // namespace

/// One call of backward.
struct BackwardTask {
  bool keep_graph = false;
  bool create_graph = false;
  bool selective = false;  // only what leads to the targets is run
  bool accumulate = true;  // the targets' gradients are added to their .grad
  bool shared = false;     // other threads run some of the nodes
  int depth = 0;
  StateTable table;
  std::vector<uint32_t> next;  // of each node its edges' targets: a state, or kNoState
  std::vector<Capture> captures;
  std::vector<Callable<void()>> callbacks;

  // Of shared tasks alone.
  std::mutex mutex;
  ReadyQueue* local = nullptr;
  size_t outstanding = 0;  // nodes that are ready or run
  std::exception_ptr error;
  std::vector<Device> devices;
  torchpp::detail::RegionState region;
  LocalCallbacks listeners;
};

namespace {

struct Ready {
  BackwardTask* task;
  uint32_t state;
  int depth;
  uint64_t sequence_nr;
  friend bool operator<(const Ready& a, const Ready& b) {  // what runs later
    return a.depth != b.depth ? a.depth < b.depth : a.sequence_nr < b.sequence_nr;
  }
};

// What waits for one thread, later made nodes first.
class ReadyQueue {
 public:
  void push(const Ready& r) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      heap_.push_back(r);
      std::push_heap(heap_.begin(), heap_.end());
    }
    ready_.notify_one();
  }
  Ready pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    ready_.wait(lock, [&] { return !heap_.empty(); });
    std::pop_heap(heap_.begin(), heap_.end());
    const Ready r = heap_.back();
    heap_.pop_back();
    return r;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::vector<Ready> heap_;
};

BackwardTask* current_task() { return static_cast<BackwardTask*>(thread_state.autograd_task); }

// Sets what nodes see of this thread while it works for a task.
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

// ---- threads of devices

constexpr int kMaxDevices = 64;

struct Worker {
  Device device;
  ReadyQueue queue;
};

// Workers live as long as the process.
struct Workers {
  std::mutex mutex;
  std::vector<Worker*> list;
  pid_t pid = 0;
};
Workers& workers() {
  static Workers& all = *new Workers;
  return all;
}
__thread Worker* this_worker __attribute__((tls_model("initial-exec")));

void run_worker(Worker* worker);

ReadyQueue& queue_of(Device device) {
  Workers& all = workers();
  const std::lock_guard<std::mutex> lock(all.mutex);
  TORCHPP_CHECK(all.list.empty() || all.pid == getpid(),
                "Unable to handle autograd's threading in combination with fork-based multiprocessing: backward used "
                "the threads of ",
                device, " before fork()");
  for (Worker* w : all.list)
    if (w->device == device) return w->queue;
  TORCHPP_CHECK(all.list.size() < kMaxDevices, "backward: got more than ", kMaxDevices, " devices");
  auto* w = new Worker{device, {}};
  all.pid = getpid();
  std::thread(run_worker, w).detach();
  all.list.push_back(w);
  return w->queue;
}

// The device whose thread runs the node; none for those of the calling thread.
const DeviceHooks* hooks_of(Device device) { return device.is_cpu() ? nullptr : device_hooks(device.type()); }
Device device_of(const Node& fn) {
  for (uint32_t i = 0; i < fn.num_inputs(); ++i)
    if (fn.input_metadata(i).defined()) return fn.input_metadata(i).device();
  return Device(kCPU);
}

// ---- one node

bool has_nan(const Tensor& t) {
  if (!isDifferentiableType(t.dtype()) || t.numel() == 0) return false;
  return op::item(op::any(Out(), op::isnan(Out(), t), std::nullopt, false)).toBool();
}

void add_trace(Error& e, Node* fn) {
  for (Node* n = fn; n != nullptr && n->extras_if_any() != nullptr && n->extras_if_any()->trace;) {
    const NodeTrace& trace = *n->extras_if_any()->trace;
    e.add_context(str(n == fn ? "forward call of " : "which was made by the backward of ", n->name(),
                      trace.inputs.empty() ? "" : " with ", trace.inputs, ":"));
    char** symbols = backtrace_symbols(trace.frames, trace.num_frames);
    for (int i = 0; symbols != nullptr && i < trace.num_frames; ++i) e.add_context(std::string("  ") + symbols[i]);
    std::free(symbols);
    n = trace.parent.get();
  }
}

void call_hook(const GradientHooks::Entry& hook, Tensor& grad) {
  const Tensor replacement = hook.call(grad);
  if (!replacement.defined()) return;
  if (grad.defined()) {
    TORCHPP_CHECK(replacement.dtype() == grad.dtype(), "tensor hook ", hook.position,
                  " has changed the type of value (was ", grad.dtype(), " got ", replacement.dtype(), ")");
    TORCHPP_CHECK(replacement.device() == grad.device(), "tensor hook ", hook.position,
                  " has changed the type of value (was on ", grad.device(), " got ", replacement.device(), ")");
    TORCHPP_CHECK(replacement.sizes() == grad.sizes(), "tensor hook ", hook.position,
                  " has changed the size of value (was ", grad.sizes(), " got ", replacement.sizes(), ")");
  }
  grad = replacement;
}

void keep_retained(const NodeExtras::Retained& retained, const Tensor& grad) {
  if (!grad.defined()) return;
  const Tensor t(retained.tensor.lock());
  if (!t.defined()) return;
  Tensor& kept = t.mutable_grad();
  kept = kept.defined() ? op::add(Out(), kept, grad, 1) : op::clone(grad, std::nullopt);
}

// Hooks and retain_grad() act in the order in which they were asked for.
void run_tensor_hooks(NodeExtras& extras, Tensor* grads) {
  // A hook may add or remove hooks; what was there when the gradient came is called.
  const std::vector<NodeExtras::OutputHooks> hooks = extras.output_hooks;
  std::vector<NodeExtras::Retained> retained = extras.retained;
  const auto keep_those_before = [&](uint32_t output_nr, unsigned position) {
    for (size_t i = retained.size(); i-- > 0;) {
      if (retained[i].output_nr != output_nr || retained[i].position > position) continue;
      keep_retained(retained[i], grads[output_nr]);
      retained.erase(retained.begin() + static_cast<std::ptrdiff_t>(i));
    }
  };
  for (const auto& on_output : hooks) {
    const std::vector<GradientHooks::Entry> entries = on_output.hooks->entries;
    for (const auto& hook : entries) {
      keep_those_before(on_output.output_nr, hook.position);
      if (grads[on_output.output_nr].defined()) call_hook(hook, grads[on_output.output_nr]);
    }
  }
  for (const auto& r : retained) keep_retained(r, grads[r.output_nr]);
}

void move_list(Tensor* from, size_t n, variable_list& to) {
  to.resize(n);
  for (size_t i = 0; i < n; ++i) to[i] = std::move(from[i]);
}

// Runs the node itself, in a range of its own.
void call(Node& fn, Tensor* grads, Tensor* result) {
  if (TORCHPP_LIKELY(!torchpp::detail::may_record())) return fn.evaluate(grads, result);
  RecordFunction range(RecordScope::BACKWARD_FUNCTION);
  if (range.isActive()) {
    range.setForwardThreadId(fn.thread_id());
    Stack inputs;
    if (range.needsInputs()) inputs.assign(grads, grads + fn.num_inputs());
    range.before(fn.name(), inputs, static_cast<int64_t>(fn.sequence_nr()));
  }
  fn.evaluate(grads, result);
  if (range.needsOutputs()) range.setOutputs(Stack(result, result + fn.num_outputs()));
}

void run_node(BackwardTask& task, Node& fn, Tensor* grads, Tensor* result) {
  NodeExtras* const extras = fn.extras_if_any();
  if (TORCHPP_LIKELY(extras == nullptr || (extras->pre_hooks.empty() && extras->post_hooks.empty()))) {
    call(fn, grads, result);
  } else {
    variable_list in, out(fn.num_outputs());
    move_list(grads, fn.num_inputs(), in);
    for (size_t i = 0; i < extras->pre_hooks.size(); ++i) {
      const size_t n = in.size();
      in = (*extras->pre_hooks[i])(in);
      TORCHPP_CHECK(in.size() == n, fn.name(), ": a pre hook returned ", in.size(), " gradients, expected ", n);
    }
    variable_list seen = extras->post_hooks.empty() ? variable_list() : in;
    call(fn, in.data(), out.data());
    for (size_t i = 0; i < extras->post_hooks.size(); ++i) {
      const size_t n = out.size();
      out = (*extras->post_hooks[i])(out, seen);
      TORCHPP_CHECK(out.size() == n, fn.name(), ": a post hook returned ", out.size(), " gradients, expected ", n);
    }
    for (size_t i = 0; i < out.size(); ++i) result[i] = std::move(out[i]);
  }
  if (!task.keep_graph) fn.release_variables();
}

// The hooks of the node's device if it has streams, and then which device.
const DeviceHooks* streams_of(const Node& fn, DeviceIndex* device) {
  const Device d = device_of(fn);
  const DeviceHooks* hooks = hooks_of(d);
  *device = d.index();
  return hooks != nullptr && hooks->stream != nullptr ? hooks : nullptr;
}

// Makes the node's stream the thread's current one while it stands.
class OnStream {
 public:
  explicit OnStream(const Node& fn) : hooks_(streams_of(fn, &device_)) {
    if (hooks_ == nullptr) return;
    previous_ = hooks_->stream(device_);
    hooks_->set_stream(device_, NodeAccess::stream(fn));
  }
  ~OnStream() {
    if (hooks_ != nullptr) hooks_->set_stream(device_, previous_);
  }
  OnStream(const OnStream&) = delete;
  OnStream& operator=(const OnStream&) = delete;

 private:
  DeviceIndex device_ = 0;
  const DeviceHooks* hooks_;
  void* previous_ = nullptr;
};

// What the receiving node does with a gradient comes after what made it: the sender, or the calling thread, which
// copied a gradient of another device or was given that of a root.
void order_streams(const Node* sender, const Node& receiver, const Tensor& grad) {
  DeviceIndex from = 0, to = 0;
  const DeviceHooks* hooks = streams_of(receiver, &to);
  if (hooks == nullptr) return;
  const bool is_senders = sender != nullptr && streams_of(*sender, &from) == hooks && from == to;
  void *first = is_senders ? NodeAccess::stream(*sender) : hooks->stream(to), *then = NodeAccess::stream(receiver);
  if (first == then) return;
  hooks->order(to, first, then);
  hooks->keep(grad, then);
}

void check_nan(Node& fn, const Tensor* result) {
  const NoGradGuard no_grad;
  for (uint32_t i = 0; i < fn.num_outputs(); ++i)
    TORCHPP_CHECK(!result[i].defined() || !fn.next_edge(i).is_valid() || !has_nan(result[i]), "Function '", fn.name(),
                  "' returned nan values in its ", i, "th output.");
}

void dispatch(BackwardTask& task, uint32_t at, std::vector<Ready>* heap) {
  const Node& fn = *task.table.states()[at].fn;
  const Ready ready{&task, at, task.depth, fn.sequence_nr()};
  if (heap != nullptr) {
    heap->push_back(ready);
    std::push_heap(heap->begin(), heap->end());
    return;
  }
  ++task.outstanding;
  const Device device = device_of(fn);
  if (hooks_of(device) == nullptr) task.local->push(ready);
  else queue_of(device).push(ready);
}

inline void add_gradient(Tensor& sum, Tensor& grad) {
  if (sum.defined()) accumulate_gradient(sum, std::move(grad));
  else sum = std::move(grad);
}

// Hands the node's results on. With `heap`, the calling thread is alone with the task.
void deliver(BackwardTask& task, const State& state, Tensor* result, std::vector<Ready>* heap) {
  State* const states = task.table.states().data();
  for (uint32_t i = 0; i < state.num_edges; ++i) {
    const uint32_t at = task.next[state.first_edge + i];
    if (at == kNoState) continue;
    State& next = states[at];
    if (result[i].defined() && next.wanted()) {
      Tensor& sum = task.table.inputs(next)[state.fn->next_edge(i).input_nr];
      if (TORCHPP_UNLIKELY(task.shared)) {
        order_streams(state.fn, *next.fn, result[i]);
        const OnStream on(*next.fn);
        add_gradient(sum, result[i]);
      } else {
        add_gradient(sum, result[i]);
      }
    }
    if (--next.missing == 0 && next.wanted()) dispatch(task, at, heap);
  }
}

// Whether validate_gradient() has nothing to do.
inline bool looks_as_expected(const InputMetadata& expected, const Tensor& grad) {
  return expected.defined() && grad.dtype() == expected.dtype() && grad.device() == expected.device() &&
         grad.sizes() == expected.shape();
}

// Runs a node whose gradients have all come in.
void run_state(BackwardTask& task, const State& state, Tensor* grads, Tensor* result) {
  Node& fn = *state.fn;
  // Source: libtorch 1.13. What grad() returns is taken before the tensor's hooks see it; they are called when the
  // gradient flows on, or is kept in the tensor's .grad.
  for (int32_t c = state.first_capture; c >= 0; c = task.captures[static_cast<size_t>(c)].next) {
    Capture& capture = task.captures[static_cast<size_t>(c)];
    capture.grad = grads[capture.input_nr];
  }
  if (!state.run && !task.accumulate) return;
  if (NodeExtras* extras = fn.extras_if_any()) run_tensor_hooks(*extras, grads);
  if (!state.run) return;
  run_node(task, fn, grads, result);
  for (uint32_t i = 0; i < state.num_edges; ++i) {
    const Edge& edge = fn.next_edge(i);
    if (!result[i].defined() || !edge.is_valid()) continue;
    const InputMetadata& expected = edge.function->input_metadata(edge.input_nr);
    if (TORCHPP_UNLIKELY(!looks_as_expected(expected, result[i]))) validate_gradient(expected, result[i], fn, i);
  }
  if (TORCHPP_UNLIKELY(thread_state.anomaly && thread_state.anomaly_check_nan)) check_nan(fn, result);
}

void evaluate(BackwardTask& task, uint32_t at, std::vector<Ready>* heap) {
  const State& state = task.table.states()[at];
  Node& fn = *state.fn;
  std::optional<RecordFunction> range;
  if (TORCHPP_UNLIKELY(torchpp::detail::may_record())) {
    range.emplace();
    if (range->isActive()) range->before("autograd::engine::evaluate_function: " + fn.name());
  }
  Tensor* const grads = task.table.inputs(state);
  constexpr uint32_t kFew = 3;
  Tensor few[kFew];
  std::vector<Tensor> more(state.num_edges > kFew ? state.num_edges : 0);
  Tensor* const result = more.empty() ? few : more.data();
  void* const outer = thread_state.anomaly_parent;
  thread_state.anomaly_parent = &fn;
  try {
    if (TORCHPP_LIKELY(!task.shared)) {
      run_state(task, state, grads, result);
    } else {
      const OnStream on(fn);
      run_state(task, state, grads, result);
    }
  } catch (Error& e) {
    thread_state.anomaly_parent = outer;
    e.add_context("in the backward of " + fn.name());
    if (thread_state.anomaly) add_trace(e, &fn);
    throw;
  } catch (...) {
    thread_state.anomaly_parent = outer;
    throw;
  }
  thread_state.anomaly_parent = outer;
  for (uint32_t i = 0; i < fn.num_inputs(); ++i) grads[i].reset();
  if (!state.run) return;
  if (!task.shared) return deliver(task, state, result, heap);
  const std::lock_guard<std::mutex> lock(task.mutex);
  deliver(task, state, result, nullptr);
}

// ---- one task

// Counts the edges between the nodes that can be reached, and finds which of them lead to a target.
void explore(BackwardTask& task, const std::vector<uint32_t>& roots) {
  struct Visit {
    uint32_t at, edge;
  };
  std::vector<Visit> path;
  auto& states = task.table.states();
  auto enter = [&](uint32_t at) {
    State& s = states[at];
    if (s.entered) return;
    s.entered = true;
    s.num_edges = s.fn->num_outputs();
    s.first_edge = static_cast<uint32_t>(task.next.size());
    for (uint32_t i = 0; i < s.num_edges; ++i) task.next.push_back(kNoState);
    if (hooks_of(device_of(*s.fn)) != nullptr) task.shared = true;
    path.push_back({at, 0});
  };
  for (uint32_t root : roots) {
    enter(root);
    while (!path.empty()) {
      Visit& v = path.back();
      const State& s = states[v.at];
      if (v.edge < s.num_edges) {
        const uint32_t place = s.first_edge + v.edge;
        const Edge& edge = s.fn->next_edge(v.edge++);
        if (!edge.is_valid()) continue;
        bool fresh;
        const uint32_t next = task.table.insert(edge.function.get(), &fresh);
        task.next[place] = next;
        ++states[next].missing;
        if (fresh && task.selective) states[next].run = false;
        enter(next);
        continue;
      }
      // All that follow are known.
      if (task.selective)
        for (uint32_t i = 0; i < s.num_edges; ++i)
          if (const uint32_t next = task.next[s.first_edge + i]; next != kNoState && states[next].wanted())
            states[v.at].run = true;
      path.pop_back();
    }
  }
}

void run_alone(BackwardTask& task, const std::vector<uint32_t>& first) {
  std::vector<Ready> heap;
  for (uint32_t at : first) dispatch(task, at, &heap);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const uint32_t at = heap.back().state;
    heap.pop_back();
    evaluate(task, at, &heap);
  }
}

// Runs a node of a task that several threads share, and reports the task's end to the thread that waits for it.
void run_ready(const Ready& ready) {
  BackwardTask& task = *ready.task;
  bool failed;
  {
    const std::lock_guard<std::mutex> lock(task.mutex);
    failed = task.error != nullptr;
  }
  if (!failed) {
    try {
      evaluate(task, ready.state, nullptr);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(task.mutex);
      if (!task.error) task.error = std::current_exception();
    }
  }
  const std::lock_guard<std::mutex> lock(task.mutex);
  if (--task.outstanding == 0) task.local->push({nullptr, 0, INT32_MAX, 0});
}

void run_worker(Worker* worker) {
  this_worker = worker;
  if (const DeviceHooks* hooks = hooks_of(worker->device); hooks->enter_thread != nullptr)
    hooks->enter_thread(worker->device);
  for (;;) {
    const Ready ready = worker->queue.pop();
    if (ready.task == nullptr) continue;  // the end of a task that this thread waited for
    const TaskScope restore(*ready.task);
    torchpp::detail::install_region_state(ready.task->region);
    // A backward that the node calls is nested in this one, whichever thread it starts from.
    thread_state.backward_depth = static_cast<uint8_t>(ready.task->depth + 1);
    const TaskScope scope(*ready.task);
    const LocalCallbacks::Scope listening(ready.task->listeners);
    run_ready(ready);
  }
}

void run_shared(BackwardTask& task, const std::vector<uint32_t>& first) {
  ReadyQueue own;
  // A worker that waits for a task goes on with its device's nodes, or two workers could wait for each other.
  task.local = this_worker != nullptr ? &this_worker->queue : &own;
  task.region = torchpp::detail::capture_region_state();
  task.listeners = LocalCallbacks::of_this_thread();
  {
    const std::lock_guard<std::mutex> lock(task.mutex);
    for (uint32_t at : first) dispatch(task, at, nullptr);
  }
  for (bool done = first.empty(); !done;) {
    const Ready ready = task.local->pop();
    if (ready.task != nullptr) {
      const TaskScope scope(*ready.task);
      run_ready(ready);
    }
    const std::lock_guard<std::mutex> lock(task.mutex);
    done = task.outstanding == 0;
  }
  if (task.error) std::rethrow_exception(task.error);
}

void finish_devices(BackwardTask& task) {
  std::vector<Device> seen;
  std::vector<std::pair<DeviceIndex, void*>> ordered;
  for (State& s : task.table.states()) {
    const Device device = device_of(*s.fn);
    const DeviceHooks* hooks = hooks_of(device);
    if (hooks == nullptr) continue;
    if (hooks->stream != nullptr) {
      void *const used = NodeAccess::stream(*s.fn), *const callers = hooks->stream(device.index());
      const std::pair<DeviceIndex, void*> key(device.index(), used);
      if (used != callers && std::find(ordered.begin(), ordered.end(), key) == ordered.end()) {
        ordered.push_back(key);
        hooks->order(device.index(), used, callers);
      }
    }
    if (hooks->finish == nullptr || std::find(seen.begin(), seen.end(), device) != seen.end()) continue;
    seen.push_back(device);
    hooks->finish(device);
  }
}

void order_root(BackwardTask& task, uint32_t root) {
  const State& s = task.table.states()[root];
  const Tensor* const grads = task.table.inputs(s);
  for (uint32_t i = 0; i < s.fn->num_inputs(); ++i)
    if (grads[i].defined()) order_streams(nullptr, *s.fn, grads[i]);
}

void run_task(BackwardTask& task, const std::vector<uint32_t>& roots) {
  std::vector<uint32_t> first;
  for (uint32_t root : roots) {
    const State& s = task.table.states()[root];
    if (s.missing == 0 && s.wanted()) first.push_back(root);
  }
  std::sort(first.begin(), first.end());
  first.erase(std::unique(first.begin(), first.end()), first.end());
  const TaskScope scope(task);
  ++thread_state.backward_depth;
  if (task.shared) {
    for (uint32_t root : roots) order_root(task, root);
    run_shared(task, first);
  } else {
    run_alone(task, first);
  }
  for (size_t i = 0; i < task.callbacks.size(); ++i) {
    const Callable<void()> callback = task.callbacks[i];
    callback();
  }
  if (task.shared) finish_devices(task);
}

// Beyond kMaxDepth a thread of its own gives the call a fresh stack.
void run_task_somewhere(BackwardTask& task, const std::vector<uint32_t>& roots) {
  task.depth = thread_state.backward_depth;
  if (thread_state.backward_depth < kMaxDepth) return run_task(task, roots);
  const ThreadState caller = thread_state;
  const LocalCallbacks callbacks = LocalCallbacks::of_this_thread();
  std::exception_ptr error;
  std::thread([&] {
    thread_state = caller;
    thread_state.own = ThreadState::Own();
    thread_state.own.sequence_number = caller.own.sequence_number;
    thread_state.backward_depth = 0;
    const LocalCallbacks::Scope listening(callbacks);
    try {
      run_task(task, roots);
    } catch (...) {
      error = std::current_exception();
    }
  }).join();
  if (error) std::rethrow_exception(error);
}

// ---- roots and targets

Tensor implicit_gradient(const Tensor& root) {
  TORCHPP_CHECK(root.numel() == 1, "grad can be implicitly created only for scalar outputs, got an output of size ",
                root.sizes());
  TORCHPP_CHECK(!root.is_complex(), "grad can be implicitly created only for real scalar outputs but got ",
                root.dtype(), "; pass the gradient");
  Tensor one = op::empty(root.sizes(), root.options(), std::nullopt);
  op::fill(Out::in_place(one), one, 1);
  return one;
}

void check_gradient(const Tensor& root, const Tensor& grad, size_t i) {
  TORCHPP_CHECK(root.sizes() == grad.sizes(), "Mismatch in shape: grad_output[", i, "] has a shape of ", grad.sizes(),
                " and output[", i, "] has a shape of ", root.sizes(), ".");
  TORCHPP_CHECK(root.is_complex() == grad.is_complex() && (!root.is_complex() || root.dtype() == grad.dtype()),
                "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in "
                "dtype: grad_output[",
                i, "] has a dtype of ", grad.dtype(), " and output[", i, "] has a dtype of ", root.dtype(), ".");
}

struct Roots {
  std::vector<Edge> edges;
  std::vector<Tensor> grads;
};

Roots collect_roots(const variable_list& tensors, const variable_list& grad_tensors) {
  TORCHPP_CHECK(grad_tensors.empty() || grad_tensors.size() == tensors.size(), "got ", tensors.size(), " tensors and ",
                grad_tensors.size(), " gradients");
  Roots roots;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    TORCHPP_CHECK(t.defined(), "element ", i, " of tensors is undefined");
    Edge edge = gradient_edge(t);
    TORCHPP_CHECK(edge.is_valid(), "element ", i, " of tensors does not require grad and does not have a grad_fn");
    Tensor grad = i < grad_tensors.size() ? grad_tensors[i] : Tensor();
    if (grad.defined()) check_gradient(t, grad, i);
    else grad = implicit_gradient(t);
    roots.edges.push_back(std::move(edge));
    roots.grads.push_back(std::move(grad));
  }
  return roots;
}

variable_list run_backward(const variable_list& outputs, const variable_list& grad_outputs, bool keep_graph,
                           bool create_graph, const variable_list& inputs, bool allow_unused, bool accumulate) {
  Roots roots = collect_roots(outputs, grad_outputs);
  BackwardTask task;
  task.keep_graph = keep_graph;
  task.create_graph = create_graph;
  task.selective = !inputs.empty();
  task.accumulate = accumulate;

  auto enter = [&](Node* fn) {
    bool fresh;
    const uint32_t at = task.table.insert(fn, &fresh);
    if (fresh && task.selective) task.table.states()[at].run = false;
    return at;
  };
  std::vector<Edge> targets;
  for (const Tensor& t : inputs) {
    if (accumulate && t.defined()) t.retain_grad();
    TORCHPP_CHECK(t.defined() && t.requires_grad(), "One of the differentiated Tensors does not require grad");
    targets.push_back(gradient_edge(t));
    const Edge& edge = targets.back();
    if (!edge.is_valid()) continue;
    State& s = task.table.states()[enter(edge.function.get())];
    s.target = true;
    if (accumulate && t.is_leaf()) s.run = true;
  }
  std::vector<uint32_t> root_states;
  for (size_t i = 0; i < roots.edges.size(); ++i) root_states.push_back(enter(roots.edges[i].function.get()));
  explore(task, root_states);

  task.captures.resize(accumulate ? 0 : targets.size());
  for (size_t i = 0; i < task.captures.size(); ++i) {
    if (!targets[i].is_valid()) continue;
    State& s = *task.table.find(targets[i].function.get());
    task.captures[i].input_nr = targets[i].input_nr;
    task.captures[i].next = s.first_capture;
    s.first_capture = static_cast<int32_t>(i);
  }
  for (size_t i = 0; i < roots.edges.size(); ++i) {
    const Edge& e = roots.edges[i];
    State& s = task.table.states()[root_states[i]];
    validate_gradient(e.function->input_metadata(e.input_nr), roots.grads[i], *e.function, i);
    const AutoGradMode mode(create_graph);
    accumulate_gradient(task.table.inputs(s)[e.input_nr], std::move(roots.grads[i]));
  }
  run_task_somewhere(task, root_states);

  variable_list result;
  for (Capture& c : task.captures) {
    TORCHPP_CHECK(c.grad.defined() || allow_unused,
                  "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True "
                  "if this is the desired behavior.");
    result.push_back(std::move(c.grad));
  }
  return result;
}

}  // namespace

// ---- gradients between nodes

Tensor sum_to(const Tensor& t, IntArrayRef sizes) {
  const size_t lead = static_cast<size_t>(t.dim()) - sizes.size();
  DimVector dims;
  for (size_t i = 0; i < static_cast<size_t>(t.dim()); ++i)
    if (i < lead || (sizes[i - lead] == 1 && t.sizes()[i] != 1)) dims.push_back(static_cast<int64_t>(i));
  Tensor sum = dims.empty() ? t : op::sum(Out(), t, OptionalIntArrayRef(IntArrayRef(dims)), true, std::nullopt);
  return lead == 0 ? sum : op::view(sum, sizes);
}

namespace {

bool expands_to(IntArrayRef small, IntArrayRef large) {
  if (small.size() > large.size()) return false;
  const size_t lead = large.size() - small.size();
  for (size_t i = 0; i < small.size(); ++i)
    if (small[i] != large[i + lead] && small[i] != 1) return false;
  return true;
}

}  // namespace

void validate_gradient(const InputMetadata& expected, Tensor& grad, const Node& from, size_t index) {
  if (!expected.defined()) {
    grad = Tensor();
    return;
  }
  if (TORCHPP_UNLIKELY(grad.sizes() != expected.shape())) {
    TORCHPP_CHECK(expands_to(expected.shape(), grad.sizes()), "Function ", from.name(),
                  " returned an invalid gradient at index ", index, " - got ", grad.sizes(),
                  " but expected shape compatible with ", expected.shape());
    grad = sum_to(grad, expected.shape());
  }
  if (TORCHPP_UNLIKELY(grad.device() != expected.device())) {
    TORCHPP_CHECK(grad.dim() == 0, "Function ", from.name(), " returned an invalid gradient at index ", index,
                  " - expected device ", expected.device(), " but got ", grad.device());
    grad = op::to_copy(grad, TensorOptions(expected.device()), false, std::nullopt);
  }
  if (TORCHPP_UNLIKELY(grad.dtype() != expected.dtype())) {
    TORCHPP_CHECK(isDifferentiableType(grad.dtype()), "Function ", from.name(),
                  " returned an invalid gradient at index ", index, " - expected type ", expected.dtype(), " but got ",
                  grad.dtype());
    // What reaches a real number through complex ones is the real part.
    if (grad.is_complex() && !isComplexType(expected.dtype()))
      grad = op::select(op::view_as_real(grad.is_conj() ? grad.resolve_conj() : grad), -1, 0);
    if (grad.dtype() != expected.dtype())
      grad = op::to_copy(grad, TensorOptions(expected.dtype()), false, std::nullopt);
  }
}

void accumulate_gradient(Tensor& a, Tensor b) {
  if (!a.defined()) {
    a = std::move(b);
    return;
  }
  const bool alone = thread_state.no_grad && a.use_count() == 1 && !a.is_view() && a.layout() == kStrided &&
                     b.layout() == kStrided && a.has_storage() && a.storage().use_count() == 1 && !a.is_conj() &&
                     !a.is_neg() && a.dtype() == b.dtype() && a.is_non_overlapping_and_dense();
  if (alone) op::add(Out::in_place(a), a, b, 1);
  else if (a.layout() != kStrided && b.layout() == kStrided) a = op::add(Out(), b, a, 1);
  else a = op::add(Out(), a, b, 1);
}

// ---- what nodes and hooks ask

bool Node::task_should_compute_output(size_t i) const {
  if (!should_compute_output(i)) return false;
  BackwardTask* task = current_task();
  if (task == nullptr || !task->selective) return true;
  const State* next = task->table.find(edges_[i].function.get());
  return next != nullptr && next->wanted();
}

bool backward_is_selective() { return current_task() != nullptr && current_task()->selective; }

void queue_callback(Callable<void()> callback) {
  BackwardTask* task = current_task();
  TORCHPP_CHECK(task != nullptr, "Final callbacks can only be installed during backward pass.");
  const std::lock_guard<std::mutex> lock(task->mutex);
  task->callbacks.push_back(std::move(callback));
}

bool will_engine_execute_node(const Node& node) {
  BackwardTask* task = current_task();
  TORCHPP_CHECK(task != nullptr, "will_engine_execute_node: expected a backward pass in progress");
  const State* s = task->table.find(&node);
  return s != nullptr && s->run;
}

Node* current_evaluating_node() { return static_cast<Node*>(thread_state.anomaly_parent); }

// ---- anomaly mode

void set_detect_anomaly(bool enabled, bool check_nan) {
  thread_state.anomaly = enabled;
  thread_state.anomaly_check_nan = enabled && check_nan;
}
bool is_anomaly_enabled() { return thread_state.anomaly; }
DetectAnomalyGuard::DetectAnomalyGuard(bool check_nan)
    : previous_(thread_state.anomaly), previous_check_nan_(thread_state.anomaly_check_nan) {
  set_detect_anomaly(true, check_nan);
}
DetectAnomalyGuard::~DetectAnomalyGuard() { set_detect_anomaly(previous_, previous_check_nan_); }

// ---- entry points

void backward(const variable_list& tensors, const variable_list& grad_tensors, std::optional<bool> retain_graph,
              bool create_graph, const variable_list& inputs) {
  if (create_graph)
    TORCHPP_WARN_ONCE(
        "Using backward() with create_graph=true creates a reference cycle between a leaf and its gradient, which "
        "keeps "
        "memory. Use autograd::grad() instead, or reset .grad after use.");
  run_backward(tensors, grad_tensors, retain_graph.value_or(create_graph), create_graph, inputs, true, true);
}

variable_list grad(const variable_list& outputs, const variable_list& inputs, const variable_list& grad_outputs,
                   std::optional<bool> retain_graph, bool create_graph, bool allow_unused) {
  TORCHPP_CHECK_VALUE(!inputs.empty(), "grad requires non-empty inputs.");
  return run_backward(outputs, grad_outputs, retain_graph.value_or(create_graph), create_graph, inputs, allow_unused,
                      false);
}

}  // namespace torchpp::autograd

namespace torchpp {

void Tensor::backward(const Tensor& gradient, std::optional<bool> retain_graph, bool create_graph,
                      std::optional<TensorList> inputs) const {
  TORCHPP_CHECK(!inputs || !inputs->empty(), "'inputs' argument to backward cannot be empty");
  autograd::backward({*this}, gradient.defined() ? autograd::variable_list{gradient} : autograd::variable_list{},
                     retain_graph, create_graph, inputs ? inputs->vec() : autograd::variable_list());
}

}  // namespace torchpp
