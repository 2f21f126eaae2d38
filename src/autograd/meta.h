// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What autograd knows of a tensor and of a node.

#include <torchpp/autograd/node.h>

#include <atomic>

namespace torchpp {
namespace autograd {

/// Held for a few instructions; a waiting thread gives its time away.
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
  struct Entry {
    unsigned position;
    std::function<Tensor(const Tensor&)> call;
  };
  std::vector<Entry> entries;
};

/// All hooks of a tensor, oldest grad_fn first.
struct TensorHooks {
  std::vector<intrusive_ptr<GradientHooks>> lists;
  unsigned next_position = 0;
};

/// Where and from what a node was made, for anomaly mode.
struct NodeTrace {
  static constexpr int kMaxFrames = 48;
  void* frames[kMaxFrames];
  int num_frames = 0;
  std::string inputs;
  intrusive_ptr<Node> parent;  // whose backward made it
};

/// What few nodes have.
struct NodeExtras {
  struct OutputHooks {
    uint32_t output_nr;
    intrusive_ptr<GradientHooks> hooks;
  };
  struct Retained {
    uint32_t output_nr;
    weak_intrusive_ptr<TensorImpl> tensor;
  };
  std::vector<OutputHooks> output_hooks;
  std::vector<Retained> retained;
  std::vector<std::unique_ptr<FunctionPreHook>> pre_hooks;
  std::vector<std::unique_ptr<FunctionPostHook>> post_hooks;
  std::unique_ptr<NodeTrace> trace;
};

/// What the library does to nodes beyond their public interface.
struct NodeAccess {
  static constexpr uint64_t kRunFirst = UINT64_MAX;
  static void add_output(Node& node, const TensorBase& t);
  static void add_no_output(Node& node);
  static uint32_t& num_inputs(Node& n) { return n.num_inputs_; }
  static void replace_input_metadata(Node& node, uint32_t nr, const TensorBase& t);
};

/// Gives a reference to a node up. The node, if that was the last one, is freed by a loop of the outermost caller.
void drop_node(intrusive_ptr<Node>& node) noexcept;

/// Notes in anomaly mode where a node was made.
void note_trace(Node& node, const std::string& inputs);

}  // namespace autograd

struct AutogradMeta {
  Tensor grad;
  Tensor tangent;  // at the open dual level
  intrusive_ptr<autograd::Node> grad_fn;
  // Of a leaf, once asked for. The node refers to the tensor weakly: what nobody can read is not accumulated.
  std::atomic<autograd::Node*> accumulator{nullptr};
  autograd::TensorHooks* hooks = nullptr;
  uint32_t output_nr = 0;
  bool requires_grad = false;  // asked for by the user, of a leaf
  bool retains_grad = false;
  autograd::SpinLock lock;  // guards grad_fn of views and the making of the accumulator

  AutogradMeta() = default;
  ~AutogradMeta();
  static void* operator new(size_t size);
  static void operator delete(void* p, size_t size);
};

namespace autograd {

inline AutogradMeta* meta_of(const TensorBase& t) { return t.impl()->autograd_meta(); }
/// The tensor's meta, made when it has none; sets the autograd key.
AutogradMeta& ensure_meta(const TensorBase& t);

/// The node that made the tensor, of a view the one that fits the base's present value. Null for leaves.
intrusive_ptr<Node> grad_fn_of(const TensorBase& t);
/// Makes the node, whose output number is given, the grad_fn of a fresh result.
void set_history(const TensorBase& t, intrusive_ptr<Node> node, uint32_t output_nr);
/// The same after an in-place operator; of a view the base gets a node that runs `node` on the view's part alone.
void rebase_history(const TensorBase& self, intrusive_ptr<Node> node, uint32_t output_nr = 0);
/// Throws if an in-place operator whose result will require grad must not change the tensor.
void check_inplace(const TensorBase& self, const char* op);

/// Whether the tensor has a tangent at the open level.
bool has_tangent(const TensorBase& t);
const Tensor& tangent_of(const TensorBase& t);
/// Gives `to`, which stands for the same value, the tangent that `from` has.
void copy_tangent(const TensorBase& from, const TensorBase& to);
/// Sets the tangent of a result, or updates that of a tensor changed in place together with its base's.
void set_tangent(const TensorBase& t, Tensor tangent, bool in_place);

/// The incoming gradient made to look like what the metadata says: summed, converted; throws when that is impossible.
void validate_gradient(const InputMetadata& expected, Tensor& grad, const Node& from, size_t index);
/// Adds b to the accumulated a, in place when nobody can see it.
void accumulate_gradient(Tensor& a, Tensor b);
/// Whether the backward in progress computes chosen gradients only.
bool backward_is_selective();
/// Sums to a shape that broadcasts to the tensor's.
Tensor sum_to(const Tensor& t, IntArrayRef sizes);

}  // namespace autograd
}  // namespace torchpp
