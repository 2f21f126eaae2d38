// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Node: one step of the graph that backward walks.

#include <torchpp/tensor.h>

#include <memory>
#include <new>

namespace torchpp::autograd {

using Variable = Tensor;
using variable_list = std::vector<Tensor>;
using tensor_list = std::vector<Tensor>;

/// Where a gradient goes: an input of a node. Without a node the gradient is not needed.
struct Edge {
  Edge() noexcept = default;
  Edge(intrusive_ptr<Node> function, uint32_t input_nr) noexcept : function(std::move(function)), input_nr(input_nr) {}
  bool is_valid() const noexcept { return function.defined(); }
  friend bool operator==(const Edge& a, const Edge& b) noexcept {
    return a.function == b.function && a.input_nr == b.input_nr;
  }
  friend bool operator!=(const Edge& a, const Edge& b) noexcept { return !(a == b); }

  intrusive_ptr<Node> function;
  uint32_t input_nr = 0;
};
using edge_list = std::vector<Edge>;

/// Metadata of one output, which its gradient must match: shape, dtype and device.
class TORCHPP_API InputMetadata {
 public:
  InputMetadata() = default;
  explicit InputMetadata(const TensorBase& t)
      : dtype_(t.scalar_type()), layout_(t.layout()), device_(t.device()), dim_(static_cast<int32_t>(t.dim())) {
    int64_t* to = inline_;
    if (TORCHPP_UNLIKELY(dim_ > kInlineDims)) to = heap_ = new int64_t[static_cast<size_t>(dim_)];
    for (const int64_t size : t.sizes()) *to++ = size;
  }
  InputMetadata(InputMetadata&& o) noexcept;
  InputMetadata& operator=(InputMetadata&& o) noexcept;
  ~InputMetadata() {
    if (dim_ > kInlineDims) delete[] heap_;
  }

  /// Whether there is such an output; a node's unused outputs have none.
  bool defined() const { return dim_ >= 0; }
  IntArrayRef shape() const {
    return IntArrayRef(dim_ <= kInlineDims ? inline_ : heap_, static_cast<size_t>(dim_ < 0 ? 0 : dim_));
  }
  ScalarType dtype() const { return dtype_; }
  Device device() const { return device_; }
  Layout layout() const { return layout_; }
  TensorOptions options() const { return TensorOptions(dtype_).device(device_).layout(layout_); }
  Tensor zeros_like() const;

 private:
  static constexpr int kInlineDims = 5;
  ScalarType dtype_ = kFloat;
  Layout layout_ = kStrided;
  Device device_ = Device(kCPU);
  int32_t dim_ = -1;
  union {
    int64_t inline_[kInlineDims];
    int64_t* heap_;
  };
};

/// Called with a node's incoming gradients before it runs; returns those to use.
struct TORCHPP_API FunctionPreHook {
  virtual ~FunctionPreHook();
  virtual variable_list operator()(const variable_list& grads) = 0;
};
/// Called with what a node returned and what it was given, after it ran; returns the gradients to pass on.
struct TORCHPP_API FunctionPostHook {
  virtual ~FunctionPostHook();
  virtual variable_list operator()(const variable_list& outputs, const variable_list& inputs) = 0;
};

struct NodeExtras;

/// Represents the backward of one operator call: takes one gradient per output of the operator and returns one per
/// edge, in the order of the operator's differentiable inputs. Reference counted; a graph of any length is freed
/// without recursion.
struct TORCHPP_API Node : intrusive_ptr_target {
  Node();
  explicit Node(edge_list&& next_edges);
  explicit Node(uint64_t sequence_nr);
  Node(uint64_t sequence_nr, edge_list&& next_edges);

  /// Runs the node without its hooks. Undefined gradients mean zeros.
  variable_list operator()(variable_list&& inputs) { return apply(std::move(inputs)); }

  // -- the gradients that come in
  uint32_t add_input_metadata(const Tensor& t);
  /// For an output whose gradient is never computed.
  uint32_t add_undefined_input_metadata();
  uint32_t num_inputs() const noexcept { return num_inputs_; }
  const InputMetadata& input_metadata(size_t i) const { return i == 0 ? first_input_ : more_inputs_[i - 1]; }

  // -- the edges, one per gradient that goes out
  uint32_t num_outputs() const noexcept { return num_edges_; }
  const Edge& next_edge(size_t i) const noexcept { return edges_[i]; }
  ArrayRef<Edge> next_edges() const noexcept { return ArrayRef<Edge>(edges_, num_edges_); }
  void set_next_edge(size_t i, Edge edge);
  void set_next_edges(edge_list&& edges);
  void add_next_edge(Edge edge);
  /// Whether somebody needs the gradient of this edge; within backward, whether this backward needs it.
  bool task_should_compute_output(size_t i) const;
  bool should_compute_output(size_t i) const { return i < num_edges_ && edges_[i].is_valid(); }

  /// Nodes made later in a thread have greater numbers; backward runs them first.
  uint64_t sequence_nr() const noexcept { return sequence_nr_; }
  /// The thread that made the node, as RecordFunction numbers threads.
  uint64_t thread_id() const noexcept { return thread_id_; }
  /// Greater than that of every node that can be reached from here.
  uint64_t topological_nr() const noexcept { return topological_nr_; }

  /// "AddBackward0"; for a user's type its C++ name.
  virtual std::string name() const;
  /// Frees what was saved for backward.
  virtual void release_variables() {}
  /// Whether running it twice needs retain_graph.
  virtual bool is_traceable() { return false; }

  // -- hooks; each adder returns a key for the remover
  uintptr_t add_post_hook(std::unique_ptr<FunctionPostHook>&& hook);
  bool del_post_hook(uintptr_t key);
  uintptr_t add_pre_hook(std::unique_ptr<FunctionPreHook>&& hook);
  bool del_pre_hook(uintptr_t key);

  /// For the library: what the engine calls. `grads` has num_inputs() entries, `result` num_outputs(); entries of
  /// `grads` may be moved from.
  virtual void evaluate(Tensor* grads, Tensor* result);
  /// For the library: hooks and notes of the few nodes that have any; made when first asked for.
  NodeExtras& extras();
  NodeExtras* extras_if_any() const noexcept { return extras_; }

  static void* operator new(size_t size);
  static void operator delete(void* p);

 protected:
  /// The backward function. Gradient mode is on only when the function's own history is recorded (create_graph).
  virtual variable_list apply(variable_list&& inputs) = 0;
  ~Node() override;
  void release_resources() override;

  /// A node whose edges lie in memory of its own class, which fills them.
  struct Inline {};
  Node(Inline, uint64_t sequence_nr, uint64_t thread_id, Edge* edges) noexcept
      : sequence_nr_(sequence_nr), thread_id_(thread_id), edges_(edges), owns_edges_(false) {}

 private:
  friend struct NodeAccess;
  void release_edges() noexcept;
  void note_next(const Node* next) noexcept {
    if (next != nullptr && next->topological_nr_ >= topological_nr_) topological_nr_ = next->topological_nr_ + 1;
  }

  uint64_t sequence_nr_;
  uint64_t thread_id_;
  uint64_t topological_nr_ = 0;
  Edge* edges_ = nullptr;
  uint32_t num_edges_ = 0;
  uint32_t num_inputs_ = 0;
  bool owns_edges_ = true;         // else they lie in memory of the class
  uint32_t more_inputs_room_ = 0;  // entries of more_inputs_
  NodeExtras* extras_ = nullptr;
  InputMetadata* more_inputs_ = nullptr;
  void* stream_ = nullptr;  // the stream that was current when the node was made; null for devices without streams
  InputMetadata first_input_;
};

/// Deleter of a std::shared_ptr that holds one reference to a node, or the only pointer to one that no handle has seen.
TORCHPP_API void deleteNode(Node* node);

/// Where the gradient of a tensor goes: to the node that made it, or, for a leaf that requires grad, to the node that
/// accumulates into `.grad`.
TORCHPP_API Edge gradient_edge(const Tensor& t);
/// The accumulating node of a leaf that requires grad; null for other tensors.
TORCHPP_API intrusive_ptr<Node> grad_accumulator(const Tensor& t);
TORCHPP_API edge_list collect_next_edges(ArrayRef<Tensor> tensors);
/// Makes `t` output number `edge.input_nr` of the node.
TORCHPP_API void set_gradient_edge(const Tensor& t, Edge edge);
/// Adds the tensor as the node's next output and makes the node its grad_fn.
TORCHPP_API void create_gradient_edge(const Tensor& t, intrusive_ptr<Node> node);

}  // namespace torchpp::autograd
