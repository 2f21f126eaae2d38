// SPDX-License-Identifier: BSD-3-Clause
// Runs one node of a backward call: its hooks, its function on its stream, and the delivery of its results.

#include <execinfo.h>
#include <torchpp/core/grad_mode.h>

#include <cstdlib>

#include "src/autograd/engine.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"

namespace torchpp::autograd::engine {
namespace {

bool has_nan(const Tensor& t) {
  if (!isDifferentiableType(t.dtype()) || t.numel() == 0) return false;
  return op::item(op::any(Out(), op::isnan(Out(), t), nullopt, false)).toBool();
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

void call_hook(const GradientHooks::Hook& hook, Tensor& grad) {
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
  kept = kept.defined() ? op::add(Out(), kept, grad, 1) : op::clone(grad, nullopt);
}

// Hooks and retain_grad() act in the order in which they were registered.
void run_tensor_hooks(NodeExtras& extras, Tensor* grads) {
  // A hook may add or remove hooks, so the lists are copied: the hooks registered at the start are called.
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
    const std::vector<GradientHooks::Hook> entries = on_output.hooks->entries;
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

// Runs the node's function, recorded as one range of the profiler.
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

// The hooks of the node's device, and its index, if the device has streams; else null.
const DeviceHooks* streams_of(const Node& fn, DeviceIndex* device) {
  const Device d = device_of(fn);
  const DeviceHooks* hooks = hooks_of(d);
  *device = d.index();
  return hooks != nullptr && hooks->stream != nullptr ? hooks : nullptr;
}

// While this object lives, the node's stream is the thread's current one.
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

void check_nan(Node& fn, const Tensor* result) {
  const NoGradGuard no_grad;
  for (uint32_t i = 0; i < fn.num_outputs(); ++i)
    TORCHPP_CHECK(!result[i].defined() || !fn.next_edge(i).is_valid() || !has_nan(result[i]), "Function '", fn.name(),
                  "' returned nan values in its ", i, "th output.");
}

inline void add_gradient(Tensor& sum, Tensor& grad) {
  if (sum.defined()) accumulate_gradient(sum, std::move(grad));
  else sum = std::move(grad);
}

// Adds the node's results to the gradients of the next nodes, and dispatches those that now have all of them.
void deliver(BackwardTask& task, const NodeState& state, Tensor* result, std::vector<ReadyNode>* heap) {
  NodeState* const states = task.table.states().data();
  for (uint32_t i = 0; i < state.num_edges; ++i) {
    const uint32_t at = task.next[state.first_edge + i];
    if (at == kNoState) continue;
    NodeState& next = states[at];
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

// Fast path: whether validate_gradient() would change nothing.
inline bool looks_as_expected(const InputMetadata& expected, const Tensor& grad) {
  return expected.defined() && grad.dtype() == expected.dtype() && grad.device() == expected.device() &&
         grad.sizes() == expected.shape();
}

// Takes the captures of a node that has all its gradients, calls its tensor hooks, and runs it.
void run_state(BackwardTask& task, const NodeState& state, Tensor* grads, Tensor* result) {
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

}  // namespace

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

void dispatch(BackwardTask& task, uint32_t at, std::vector<ReadyNode>* heap) {
  const Node& fn = *task.table.states()[at].fn;
  const ReadyNode ready{&task, at, task.depth, fn.sequence_nr()};
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

void evaluate(BackwardTask& task, uint32_t at, std::vector<ReadyNode>* heap) {
  const NodeState& state = task.table.states()[at];
  Node& fn = *state.fn;
  optional<RecordFunction> range;
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

void run_alone(BackwardTask& task, const std::vector<uint32_t>& first) {
  std::vector<ReadyNode> heap;
  for (uint32_t at : first) dispatch(task, at, &heap);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const uint32_t at = heap.back().state;
    heap.pop_back();
    evaluate(task, at, &heap);
  }
}

}  // namespace torchpp::autograd::engine
