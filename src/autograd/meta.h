// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The autograd metadata of a tensor and of a node.

#include <torchpp/autograd/node.h>

#include <atomic>

#include "src/core/allocator.h"

namespace torchpp {
namespace autograd {

/// A lock that is held for a few instructions; a waiting thread yields.
class SpinLock {
 public:
  void lock() noexcept {
    while (held_.exchange(true, std::memory_order_acquire)) yield();
  }
  void unlock() noexcept { held_.store(false, std::memory_order_release); }

 private:
  static void yield() noexcept;
  std::atomic<bool> held_{false};
};

/// The hooks that were registered on a tensor while it had one grad_fn. Shared by tensor and node, so that a later
/// in-place operator leaves them with the value that they were registered on.
struct GradientHooks : intrusive_ptr_target {
  struct Hook {
    unsigned position;
    Callable<Tensor(const Tensor&)> call;
  };
  std::vector<Hook> entries;
};

/// All hooks of a tensor, oldest grad_fn first, and its name.
struct TensorHooks {
  std::vector<intrusive_ptr<GradientHooks>> lists;
  unsigned next_position = 0;
  // The last list is on no node yet: the tensor is a leaf without accumulator (a view whose base alone requires grad).
  bool waiting = false;
  std::string name;  // which the program gave the tensor; here because hardly any tensor has one
};

/// Where and from what a node was made, for anomaly mode.
struct NodeTrace {
  static constexpr int kMaxFrames = 48;
  void* frames[kMaxFrames];
  int num_frames = 0;
  std::string inputs;
  intrusive_ptr<Node> parent;  // whose backward made it
};

/// Members that few nodes need.
struct NodeExtras {
  struct OutputHooks {
    uint32_t output_nr;
    intrusive_ptr<GradientHooks> hooks;
  };
  struct Retained {
    uint32_t output_nr;
    unsigned position;  // hooks of the tensor with smaller positions have changed the gradient that is kept
    weak_intrusive_ptr<TensorImpl> tensor;
  };
  std::vector<OutputHooks> output_hooks;
  std::vector<Retained> retained;
  std::vector<std::unique_ptr<FunctionPreHook>> pre_hooks;
  std::vector<std::unique_ptr<FunctionPostHook>> post_hooks;
  std::unique_ptr<NodeTrace> trace;
};

/// Access of the library to nodes beyond their public interface.
struct NodeAccess {
  static constexpr uint64_t kRunFirst = UINT64_MAX;
  static void add_output(Node& node, const TensorBase& t) {
    new (&add_no_output(node)) InputMetadata(t);
    if (TORCHPP_UNLIKELY(!t.device().is_cpu())) note_stream(node, t.device());
  }
  static void* stream(const Node& node) { return node.stream_; }
  /// Returns the place of its metadata, which is undefined.
  static InputMetadata& add_no_output(Node& node) {
    if (TORCHPP_UNLIKELY(node.num_inputs_ != 0)) return add_another_output(node);
    node.num_inputs_ = 1;
    return node.first_input_;
  }
  /// Makes room for so many outputs in all.
  static void reserve_outputs(Node& node, uint32_t count);
  static void replace_input_metadata(Node& node, uint32_t nr, const TensorBase& t);
  /// Room for the edges of a node that does not own them, and how many of them stand there.
  static Edge* edge_room(Node& node) { return node.edges_; }
  static void set_edges(Node& node, uint32_t count, uint64_t topological_nr) {
    node.num_edges_ = count;
    node.topological_nr_ = topological_nr;
  }

 private:
  static InputMetadata& add_another_output(Node& node);
  static void note_stream(Node& node, Device device);
};

/// Memory of a node. The block knows its size, because a node's last part is as long as its class likes.
inline void* allocate_node(size_t size) {
  constexpr size_t kHeader = 16;
  auto* block = static_cast<char*>(memory::allocate_block(size + kHeader));
  *reinterpret_cast<size_t*>(block) = size + kHeader;
  return block + kHeader;
}
inline void free_node_memory(void* node) noexcept {
  constexpr size_t kHeader = 16;
  char* const block = static_cast<char*>(node) - kHeader;
  memory::free_block(block, *reinterpret_cast<size_t*>(block));
}

/// Gives up the last reference to a node, which is freed by a loop of the thread's outermost caller.
void free_node(Node* node) noexcept;
/// Gives up a reference to a node; a graph of any length is freed without recursion.
inline void drop_reference(Node* node) noexcept {
  if (node->use_count() == 1) free_node(node);
  else node->intrusive_ptr_target::release();
}
inline void drop_node(intrusive_ptr<Node>& node) noexcept {
  if (Node* const n = node.release()) drop_reference(n);
}

/// Notes in anomaly mode where a node was made.
void note_trace(Node& node, const std::string& inputs);

}  // namespace autograd

struct AutogradMeta {
  Tensor grad;
  Tensor tangent;  // at the open dual level
  intrusive_ptr<autograd::Node> grad_fn;
  // The leaf's AccumulateGrad, created on first use. It refers to the tensor weakly, so that no gradient is accumulated
  // for a tensor that is gone.
  std::atomic<autograd::Node*> accumulator{nullptr};
  autograd::TensorHooks* hooks = nullptr;
  uint32_t output_nr = 0;
  bool requires_grad = false;  // asked for by the user, of a leaf
  bool retains_grad = false;
  bool rebound = false;     // see rebind(): what is saved of the tensor must not follow it
  autograd::SpinLock lock;  // guards grad_fn of views and the making of the accumulator

  AutogradMeta() = default;
  ~AutogradMeta();
  /// Whether grad_fn is the only member that must be released.
  bool has_history_alone() const {
    const auto bits = [](const void* p) { return reinterpret_cast<uintptr_t>(p); };
    return (bits(grad.impl()) | bits(tangent.impl()) | bits(accumulator.load(std::memory_order_relaxed)) |
            bits(hooks)) == 0;
  }
  static void* operator new(size_t size);
  static void operator delete(void* p, size_t size);
};

namespace autograd {

inline AutogradMeta* meta_of(const TensorBase& t) { return t.impl()->autograd_meta(); }
/// Gives the body an empty meta.
AutogradMeta& make_meta(TensorImpl& impl);
/// The tensor's meta, made when it has none; sets the autograd key.
inline AutogradMeta& ensure_meta(const TensorBase& t) {
  TensorImpl& impl = *t.impl();
  impl.set_keys(impl.keys() | DispatchKey::Autograd);
  AutogradMeta* const m = impl.autograd_meta();
  return m != nullptr ? *m : make_meta(impl);
}

bool requires_grad_of(const TensorImpl& impl);
/// The node of the operator that computed the tensor; for a view the node that belongs to the base's present version.
/// Null for leaves.
intrusive_ptr<Node> grad_fn_of(const TensorBase& t);
/// Makes the node, whose output number is given, the grad_fn of a fresh result.
inline void set_history(const TensorBase& t, intrusive_ptr<Node> node, uint32_t output_nr) {
  AutogradMeta& m = ensure_meta(t);
  m.grad_fn = std::move(node);
  m.output_nr = output_nr;
}
/// Sets the history after an in-place operator; if the tensor is a view, its base gets a node that runs `node` on the
/// view's part only.
void rebase_history(const TensorBase& self, intrusive_ptr<Node> node, uint32_t output_nr = 0);
/// Gives a tensor that is no view the values and the history of another one. It stays the same tensor, so all who hold
/// it see the new values, but what was saved of it for backward keeps those of its time.
void rebind(const Tensor& place, const Tensor& value);
/// Ends what rebind() began: the tensor becomes a leaf of these values.
void make_leaf(const Tensor& place, const Tensor& value, bool requires_grad);
/// Throws if an in-place operator whose result will require grad must not change the tensor.
void check_inplace(const TensorBase& self, const char* op);

/// Whether the tensor has a tangent at the open level.
bool has_tangent(const TensorBase& t);
const Tensor& tangent_of(const TensorBase& t);
/// Copies the tangent of `from` to `to`, which is another handle of the same value.
void copy_tangent(const TensorBase& from, const TensorBase& to);
/// Sets the tangent of a result, or updates that of a tensor changed in place together with its base's.
void set_tangent(const TensorBase& t, Tensor tangent, bool in_place);

/// The incoming gradient made to look like what the metadata says: summed, converted; throws when that is impossible.
void validate_gradient(const InputMetadata& expected, Tensor& grad, const Node& from, size_t index);
/// Whether nothing but this handle, of a tensor or of the only view of one, refers to the memory, which holds each
/// element once.
bool is_sole(const Tensor& t);
/// Whether the accumulated sum may be changed in place by adding the gradient, or a part of one: nothing else refers to
/// it, and gradients are not recorded.
bool can_add_in_place(const Tensor& sum, const Tensor& grad);
/// Adds b to the accumulated a, in place where that is possible.
void accumulate_gradient(Tensor& a, Tensor b);
/// Whether an operator of a gradient and another argument may write its result over the gradient, which is large and to
/// which nothing else refers; the result has the gradient's shape.
bool can_overwrite(const Tensor& grad, const Tensor& other);
/// Moves out the sum of the gradients that the node at the end of edge i of `node` has so far, if `grad` may be added
/// to it in place; else undefined. The node is the one that the thread's backward evaluates, and gives the sum back as
/// the result of edge i.
Tensor take_sum(const Node& node, size_t i, const Tensor& grad);
/// Whether the backward in progress computes chosen gradients only.
bool backward_is_selective();
/// Sums to a shape that broadcasts to the tensor's.
Tensor sum_to(const Tensor& t, IntArrayRef sizes);

}  // namespace autograd
}  // namespace torchpp
