// SPDX-License-Identifier: BSD-3-Clause
#include <cxxabi.h>
#include <execinfo.h>
#include <torchpp/autograd/node.h>

#include <cstdlib>
#include <typeinfo>

#include "src/autograd/meta.h"
#include "src/core/allocator.h"
#include "src/core/thread_state.h"
#include "src/ops/ops.h"

namespace torchpp::autograd {

FunctionPreHook::~FunctionPreHook() = default;
FunctionPostHook::~FunctionPostHook() = default;

// ---- InputMetadata

InputMetadata::InputMetadata(const TensorBase& t)
    : dtype_(t.scalar_type()), layout_(t.layout()), device_(t.device()), dim_(static_cast<int32_t>(t.dim())) {
  int64_t* to = inline_;
  if (dim_ > kInlineDims) to = heap_ = new int64_t[static_cast<size_t>(dim_)];
  const IntArrayRef sizes = t.sizes();
  for (size_t i = 0; i < sizes.size(); ++i) to[i] = sizes[i];
}

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
  Tensor t = op::empty(shape(), options(), std::nullopt);
  op::fill(Out::in_place(t), t, 0);
  return t;
}

// ---- memory: a block knows its size, because a node's last part is as long as its class likes

namespace {
constexpr size_t kHeader = 16;
}

void* Node::operator new(size_t size) {
  auto* p = static_cast<char*>(memory::allocate_block(size + kHeader));
  *reinterpret_cast<size_t*>(p) = size + kHeader;
  return p + kHeader;
}
void Node::operator delete(void* p) {
  if (p == nullptr) return;
  char* block = static_cast<char*>(p) - kHeader;
  memory::free_block(block, *reinterpret_cast<size_t*>(block));
}

// ---- Node

Node::Node(uint64_t sequence_nr, edge_list&& next_edges) : sequence_nr_(sequence_nr) {
  set_next_edges(std::move(next_edges));
  if (TORCHPP_UNLIKELY(thread_state.anomaly)) note_trace(*this, std::string());
}
Node::Node(edge_list&& next_edges) : Node(thread_state.sequence_number++, std::move(next_edges)) {}
Node::Node(Inline, Edge* edges, uint32_t count) noexcept
    : sequence_nr_(thread_state.sequence_number++), edges_(edges), num_edges_(count), owns_edges_(false) {}

Node::~Node() {
  release_edges();
  delete extras_;
  delete[] more_inputs_;
}

void Node::release_resources() {
  release_edges();
  release_variables();
}

void Node::release_edges() noexcept {
  for (uint32_t i = 0; i < num_edges_; ++i) {
    drop_node(edges_[i].function);
    if (!owns_edges_) edges_[i].~Edge();
  }
  if (owns_edges_) delete[] edges_;
  edges_ = nullptr;
  num_edges_ = 0;
}

namespace {

// A node that waits to be freed, in the list of the thread that frees.
struct Dying {
  Node* node;
  Dying* next;
};

}  // namespace

void drop_node(intrusive_ptr<Node>& node) noexcept {
  Node* const n = node.release();
  if (n == nullptr) return;
  if (n->use_count() != 1) {
    n->intrusive_ptr_target::release();
    return;
  }
  // The list's cells come from the thread's cache; they are few at a time unless the graph is wide.
  auto** list = static_cast<Dying**>(thread_state.dying_nodes);
  if (list != nullptr) {
    *list = new (memory::allocate_block(sizeof(Dying))) Dying{n, *list};
    return;
  }
  Dying* mine = nullptr;
  thread_state.dying_nodes = &mine;
  n->intrusive_ptr_target::release();
  while (mine != nullptr) {
    const Dying d = *mine;
    memory::free_block(mine, sizeof(Dying));
    mine = d.next;
    d.node->intrusive_ptr_target::release();
  }
  thread_state.dying_nodes = nullptr;
}

void deleteNode(Node* node) {
  if (node == nullptr) return;
  if (node->use_count() == 0) node->first_reference();
  intrusive_ptr<Node> last = intrusive_ptr<Node>::reclaim(node);
  drop_node(last);
}

namespace {

InputMetadata* grow(InputMetadata* old, uint32_t have) {
  auto* grown = new InputMetadata[have == 0 ? 1 : 2 * have];
  for (uint32_t i = 0; i < have; ++i) grown[i] = std::move(old[i]);
  delete[] old;
  return grown;
}

}  // namespace

void NodeAccess::add_no_output(Node& node) {
  const uint32_t nr = node.num_inputs_++;
  if (nr == 0) return;
  const uint32_t have = nr - 1;  // entries of more_inputs_, whose room is the next power of two
  if ((have & (have - 1)) == 0) node.more_inputs_ = grow(node.more_inputs_, have);
}

void NodeAccess::add_output(Node& node, const TensorBase& t) {
  add_no_output(node);
  replace_input_metadata(node, node.num_inputs_ - 1, t);
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
  note_edge(edge);
  edges_[i] = std::move(edge);
}

void Node::set_next_edges(edge_list&& edges) {
  release_edges();
  owns_edges_ = true;
  num_edges_ = static_cast<uint32_t>(edges.size());
  if (num_edges_ == 0) return;
  edges_ = new Edge[num_edges_];
  for (uint32_t i = 0; i < num_edges_; ++i) {
    note_edge(edges[i]);
    edges_[i] = std::move(edges[i]);
  }
}

void Node::add_next_edge(Edge edge) {
  edge_list all(edges_, edges_ + num_edges_);
  all.push_back(std::move(edge));
  set_next_edges(std::move(all));
}

std::string Node::name() const {
  int status = 0;
  char* text = abi::__cxa_demangle(typeid(*this).name(), nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : typeid(*this).name();
  std::free(text);
  return name;
}

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
