// SPDX-License-Identifier: BSD-3-Clause
// The backward engine: finds the nodes that a call of backward() or grad() runs, and runs each of them after all nodes
// that contribute to its gradients.

#include <torchpp/autograd/autograd.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>

#include <algorithm>
#include <thread>

#include "src/autograd/engine.h"
#include "src/ops/generated/creation.h"

namespace torchpp::autograd {
namespace engine {
namespace {

// Depth of backward calls within backward calls on one stack.
constexpr int kMaxDepth = 60;

// Depth-first search from the roots: counts the edges into each node and, in a selective task, marks the nodes from
// which a target can be reached.
void explore(BackwardTask& task, const std::vector<uint32_t>& roots) {
  struct Visit {
    uint32_t at, edge;
  };
  std::vector<Visit> path;
  auto& states = task.table.states();
  auto enter = [&](uint32_t at) {
    NodeState& s = states[at];
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
      const NodeState& s = states[v.at];
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
      // The states of all next nodes are final.
      if (task.selective)
        for (uint32_t i = 0; i < s.num_edges; ++i)
          if (const uint32_t next = task.next[s.first_edge + i]; next != kNoState && states[next].wanted())
            states[v.at].run = true;
      path.pop_back();
    }
  }
}

void order_root(BackwardTask& task, uint32_t root) {
  const NodeState& s = task.table.states()[root];
  const Tensor* const grads = task.table.inputs(s);
  for (uint32_t i = 0; i < s.fn->num_inputs(); ++i)
    if (grads[i].defined()) order_streams(nullptr, *s.fn, grads[i]);
}

void run_task(BackwardTask& task, const std::vector<uint32_t>& roots) {
  std::vector<uint32_t> first;
  for (uint32_t root : roots) {
    const NodeState& s = task.table.states()[root];
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

// Beyond kMaxDepth the call runs on a new thread, because its stack is empty.
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
  Tensor one = op::empty(root.sizes(), root.options(), nullopt);
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
    NodeState& s = task.table.states()[enter(edge.function.get())];
    s.target = true;
    if (accumulate && t.is_leaf()) s.run = true;
  }
  std::vector<uint32_t> root_states;
  for (size_t i = 0; i < roots.edges.size(); ++i) root_states.push_back(enter(roots.edges[i].function.get()));
  explore(task, root_states);

  task.captures.resize(accumulate ? 0 : targets.size());
  for (size_t i = 0; i < task.captures.size(); ++i) {
    if (!targets[i].is_valid()) continue;
    NodeState& s = *task.table.find(targets[i].function.get());
    task.captures[i].input_nr = targets[i].input_nr;
    task.captures[i].next = s.first_capture;
    s.first_capture = static_cast<int32_t>(i);
  }
  for (size_t i = 0; i < roots.edges.size(); ++i) {
    const Edge& e = roots.edges[i];
    NodeState& s = task.table.states()[root_states[i]];
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
}  // namespace engine

using engine::BackwardTask, engine::NodeState, engine::current_task;

// ---- queries of nodes and hooks during a backward call

bool Node::task_should_compute_output(size_t i) const {
  if (!should_compute_output(i)) return false;
  BackwardTask* task = current_task();
  if (task == nullptr || !task->selective) return true;
  const NodeState* next = task->table.find(edges_[i].function.get());
  return next != nullptr && next->wanted();
}

Tensor take_sum(const Node& node, size_t i, const Tensor& grad) {
  BackwardTask* task = current_task();
  // A node that a program calls itself, hooks, and the search for NaN get results of the node alone.
  if (task == nullptr || task->shared || thread_state.anomaly || current_evaluating_node() != &node ||
      node.extras_if_any() != nullptr || !node.should_compute_output(i))
    return Tensor();
  const Edge& edge = node.next_edge(i);
  const NodeState* next = task->table.find(edge.function.get());
  if (next == nullptr || !next->wanted()) return Tensor();
  Tensor& sum = task->table.inputs(*next)[edge.input_nr];
  return sum.defined() && can_add_in_place(sum, grad) ? std::move(sum) : Tensor();
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
  const NodeState* s = task->table.find(&node);
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

void backward(const variable_list& tensors, const variable_list& grad_tensors, optional<bool> retain_graph,
              bool create_graph, const variable_list& inputs) {
  if (create_graph)
    TORCHPP_WARN_ONCE(
        "Using backward() with create_graph=true creates a reference cycle between a leaf and its gradient, which "
        "keeps "
        "memory. Use autograd::grad() instead, or reset .grad after use.");
  engine::run_backward(tensors, grad_tensors, retain_graph.value_or(create_graph), create_graph, inputs, true, true);
}

variable_list grad(const variable_list& outputs, const variable_list& inputs, const variable_list& grad_outputs,
                   optional<bool> retain_graph, bool create_graph, bool allow_unused) {
  TORCHPP_CHECK_VALUE(!inputs.empty(), "grad requires non-empty inputs.");
  return engine::run_backward(outputs, grad_outputs, retain_graph.value_or(create_graph), create_graph, inputs,
                              allow_unused, false);
}

}  // namespace torchpp::autograd

namespace torchpp {

void Tensor::backward(const Tensor& gradient, optional<bool> retain_graph, bool create_graph,
                      optional<TensorList> inputs) const {
  TORCHPP_CHECK(!inputs || !inputs->empty(), "'inputs' argument to backward cannot be empty");
  autograd::backward({*this}, gradient.defined() ? autograd::variable_list{gradient} : autograd::variable_list{},
                     retain_graph, create_graph, inputs ? inputs->vec() : autograd::variable_list());
}

}  // namespace torchpp
