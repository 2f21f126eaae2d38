// SPDX-License-Identifier: BSD-3-Clause
#include <execinfo.h>
#include <torchpp/autograd/node.h>
#include <torchpp/core/backend.h>

#include <typeinfo>

#include "src/autograd/meta.h"
#include "src/core/allocator.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/creation.h"

namespace torchpp::autograd {

FunctionPreHook::~FunctionPreHook() = default;
FunctionPostHook::~FunctionPostHook() = default;

// ---- InputMetadata

InputMetadata::InputMetadata(InputMetadata&& o) noexcept
    : dtype_(o.dtype_), layout_(o.layout_), device_(o.device_), dim_(o.dim_) {
  if (dim_ > kInlineDims) heap_ = o.heap_;
  else
    for (int32_t i = 0; i < dim_; ++i) inline_[i] = o.inline_[i];
  o.dim_ = -1;
}

InputMetadata& InputMetadata::operator=(InputMetadata&& o) noexcept {
  if (this == &o) return *this;
  this->~InputMetadata();
  return *new (this) InputMetadata(std::move(o));
}

Tensor InputMetadata::zeros_like() const {
  Tensor t = op::empty(shape(), options(), nullopt);
  op::fill(Out::in_place(t), t, 0);
  return t;
}

// ---- memory

void* Node::operator new(size_t size) { return allocate_node(size); }
void Node::operator delete(void* p) {
  if (p != nullptr) free_node_memory(p);
}

// ---- Node

Node::Node(uint64_t sequence_nr, edge_list&& next_edges) : sequence_nr_(sequence_nr), thread_id_(thread_number()) {
  set_next_edges(std::move(next_edges));
  if (TORCHPP_UNLIKELY(thread_state.anomaly)) note_trace(*this, std::string());
}
Node::Node() : Node(edge_list()) {}
Node::Node(uint64_t sequence_nr) : Node(sequence_nr, edge_list()) {}
Node::Node(edge_list&& next_edges) : Node(thread_state.own.sequence_number++, std::move(next_edges)) {}

Node::~Node() {
  release_edges();
  if (TORCHPP_LIKELY(extras_ == nullptr && more_inputs_ == nullptr)) return;
  delete extras_;
  delete[] more_inputs_;
}

void Node::release_resources() {
  release_edges();
  release_variables();
}

void Node::release_edges() noexcept {
  Edge* const edges = edges_;
  for (Edge *e = edges, *end = edges + num_edges_; e != end; ++e) drop_node(e->function);
  if (owns_edges_ && edges != nullptr) memory::free_block(edges, num_edges_ * sizeof(Edge));
  edges_ = nullptr;
  num_edges_ = 0;
}

namespace {

// Nodes that wait to be freed, in the hands of the thread's outermost free_node(). Few at a time unless the graph is
// wide; what does not fit is chained through cells of the thread's cache.
class DyingNodes {
 public:
  void push(Node* node) {
    if (TORCHPP_LIKELY(count_ < kFew)) few_[count_++] = node;
    else more_ = new (memory::allocate_block(sizeof(Cell))) Cell{node, more_};
  }
  // Null when none is left.
  Node* pop() {
    if (TORCHPP_UNLIKELY(more_ != nullptr)) {
      const Cell cell = *more_;
      memory::free_block(more_, sizeof(Cell));
      more_ = cell.next;
      return cell.node;
    }
    return count_ != 0 ? few_[--count_] : nullptr;
  }

 private:
  static constexpr uint32_t kFew = 8;
  struct Cell {
    Node* node;
    Cell* next;
  };
  Node* few_[kFew];
  uint32_t count_ = 0;
  Cell* more_ = nullptr;
};

}  // namespace

void free_node(Node* node) noexcept {
  if (auto* waiting = static_cast<DyingNodes*>(thread_state.own.dying_nodes)) return waiting->push(node);
  DyingNodes mine;
  thread_state.own.dying_nodes = &mine;
  do node->intrusive_ptr_target::release();
  while ((node = mine.pop()) != nullptr);
  thread_state.own.dying_nodes = nullptr;
}

void deleteNode(Node* node) {
  if (node == nullptr) return;
  if (node->use_count() == 0) node->retain_first();
  intrusive_ptr<Node> last = intrusive_ptr<Node>::reclaim(node);
  drop_node(last);
}

void NodeAccess::reserve_outputs(Node& node, uint32_t count) {
  if (count <= node.more_inputs_room_ + 1) return;
  auto* grown = new InputMetadata[count - 1];
  for (uint32_t i = 0; i + 1 < node.num_inputs_; ++i) grown[i] = std::move(node.more_inputs_[i]);
  delete[] node.more_inputs_;
  node.more_inputs_ = grown;
  node.more_inputs_room_ = count - 1;
}

void NodeAccess::note_stream(Node& node, Device device) {
  const DeviceHooks* hooks = device_hooks(device.type());
  if (hooks != nullptr && hooks->stream != nullptr) node.stream_ = hooks->stream(device.index());
}

InputMetadata& NodeAccess::add_another_output(Node& node) {
  const uint32_t have = node.num_inputs_ - 1;  // entries of more_inputs_
  if (have == node.more_inputs_room_) reserve_outputs(node, 2 * (have + 1));
  ++node.num_inputs_;
  return node.more_inputs_[have];
}

void NodeAccess::replace_input_metadata(Node& node, uint32_t nr, const TensorBase& t) {
  (nr == 0 ? node.first_input_ : node.more_inputs_[nr - 1]) = InputMetadata(t);
}

uint32_t Node::add_input_metadata(const Tensor& t) {
  NodeAccess::add_output(*this, t);
  return num_inputs_ - 1;
}
uint32_t Node::add_undefined_input_metadata() {
  NodeAccess::add_no_output(*this);
  return num_inputs_ - 1;
}

void Node::set_next_edge(size_t i, Edge edge) {
  TORCHPP_CHECK_INDEX(i < num_edges_, name(), ": edge ", i, " of ", num_edges_);
  note_next(edge.function.get());
  edges_[i] = std::move(edge);
}

void Node::set_next_edges(edge_list&& edges) {
  release_edges();
  owns_edges_ = true;
  num_edges_ = static_cast<uint32_t>(edges.size());
  if (num_edges_ == 0) return;
  edges_ = static_cast<Edge*>(memory::allocate_block(num_edges_ * sizeof(Edge)));
  for (uint32_t i = 0; i < num_edges_; ++i) {
    note_next(edges[i].function.get());
    new (edges_ + i) Edge(std::move(edges[i]));
  }
}

void Node::add_next_edge(Edge edge) {
  edge_list all(edges_, edges_ + num_edges_);
  all.push_back(std::move(edge));
  set_next_edges(std::move(all));
}

std::string Node::name() const { return torchpp::detail::type_name(typeid(*this)); }

void Node::evaluate(Tensor* grads, Tensor* result) {
  variable_list in(num_inputs_);
  for (uint32_t i = 0; i < num_inputs_; ++i) in[i] = std::move(grads[i]);
  variable_list out = apply(std::move(in));
  for (size_t i = num_edges_; i < out.size(); ++i)
    TORCHPP_CHECK(!out[i].defined(), "Function ", name(), " returned an incorrect number of gradients (expected ",
                  num_edges_, ", got ", out.size(), ")");
  TORCHPP_CHECK(out.size() >= num_edges_, "Function ", name(), " returned an incorrect number of gradients (expected ",
                num_edges_, ", got ", out.size(), ")");
  for (uint32_t i = 0; i < num_edges_; ++i) result[i] = std::move(out[i]);
}

NodeExtras& Node::extras() {
  if (extras_ == nullptr) extras_ = new NodeExtras;
  return *extras_;
}

namespace {

template <class H>
uintptr_t add_hook(std::vector<std::unique_ptr<H>>& hooks, std::unique_ptr<H>&& hook) {
  hooks.push_back(std::move(hook));
  return reinterpret_cast<uintptr_t>(hooks.back().get());
}
template <class H>
bool del_hook(std::vector<std::unique_ptr<H>>& hooks, uintptr_t key) {
  for (auto it = hooks.begin(); it != hooks.end(); ++it) {
    if (reinterpret_cast<uintptr_t>(it->get()) != key) continue;
    hooks.erase(it);
    return true;
  }
  return false;
}

}  // namespace

uintptr_t Node::add_post_hook(std::unique_ptr<FunctionPostHook>&& hook) {
  return add_hook(extras().post_hooks, std::move(hook));
}
bool Node::del_post_hook(uintptr_t key) { return del_hook(extras().post_hooks, key); }
uintptr_t Node::add_pre_hook(std::unique_ptr<FunctionPreHook>&& hook) {
  return add_hook(extras().pre_hooks, std::move(hook));
}
bool Node::del_pre_hook(uintptr_t key) { return del_hook(extras().pre_hooks, key); }

void note_trace(Node& node, const std::string& inputs) {
  auto trace = std::make_unique<NodeTrace>();
  trace->num_frames = backtrace(trace->frames, NodeTrace::kMaxFrames);
  trace->inputs = inputs;
  if (thread_state.anomaly_parent != nullptr)
    trace->parent = intrusive_ptr<Node>::share(static_cast<Node*>(thread_state.anomaly_parent));
  node.extras().trace = std::move(trace);
}

}  // namespace torchpp::autograd
