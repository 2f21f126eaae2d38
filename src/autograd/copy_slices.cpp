// SPDX-License-Identifier: BSD-3-Clause
#include "src/autograd/copy_slices.h"

#include "src/autograd/derivative.h"
#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/view.h"
#include "src/ops/result.h"

namespace torchpp::autograd {

ViewGeometry::ViewGeometry(const TensorBase& base, const TensorBase& view)
    : base_sizes_(base.sizes()),
      base_strides_(base.strides()),
      sizes_(view.sizes()),
      strides_(view.strides()),
      base_offset_(base.storage_offset()),
      offset_(view.storage_offset()),
      replay_(view.impl()->view_info()->replay) {
  if (replay_ == nullptr) return;
  shape_ = view.impl()->shallow_copy();
  // Counted from the base's first element, in elements of the view's type.
  const int64_t skipped = base_offset_ * base.element_size() / view.element_size();
  shape_->set_storage_offset(offset_ - skipped);
}

Tensor ViewGeometry::of(const Tensor& like_base) const {
  if (replay_ != nullptr) return Tensor(replay_(*shape_, *like_base.impl()));
  return op::as_strided(like_base, sizes_, strides_, offset_ - base_offset_ + like_base.storage_offset());
}

Tensor ViewGeometry::backward(const Tensor& grad) const {
  if (replay_ == nullptr)
    return as_strided_backward(grad, base_sizes_, base_strides_, base_offset_, sizes_, strides_, offset_);
  Tensor whole = op::empty_strided(base_sizes_, base_strides_, grad.options().dtype(shape_->dtype()));
  op::fill(Out::in_place(whole), whole, 0);
  const Tensor part = of(whole);
  op::copy(Out::in_place(part), part, grad, false);
  return whole;
}

ViewOfBase::ViewOfBase(const TensorBase& base, const TensorBase& view)
    : Node({gradient_edge(Tensor(base))}), geometry_(base, view) {}

variable_list ViewOfBase::apply(variable_list&& grads) {
  if (!grads[0].defined() || !task_should_compute_output(0)) return {Tensor()};
  return {geometry_.backward(grads[0])};
}

namespace {

edge_list edges_of(const TensorBase& base, const Node& fn) {
  edge_list edges(fn.next_edges().begin(), fn.next_edges().end());
  if (edges.empty()) edges.resize(1);
  edges[0] = gradient_edge(Tensor(base));
  return edges;
}

}  // namespace

CopySlices::CopySlices(const TensorBase& base, const TensorBase& view, intrusive_ptr<Node> fn)
    : Node(edges_of(base, *fn)), geometry_(base, view), base_(base), fn_(std::move(fn)) {}

CopySlices::~CopySlices() { drop_node(fn_); }

void CopySlices::release_variables() {
  intrusive_ptr<Node> fn;
  lock_.lock();
  fn.swap(fn_);
  lock_.unlock();
  if (!fn) return;
  fn->release_variables();
  drop_node(fn);
}

variable_list CopySlices::apply(variable_list&& grads) {
  variable_list result(num_outputs());
  if (!grads[0].defined()) return result;
  lock_.lock();
  const intrusive_ptr<Node> fn = fn_;
  lock_.unlock();
  TORCHPP_CHECK(fn.defined(),
                "Trying to backward through the graph a second time: the node of an in-place operation on a view was "
                "freed. Specify retain_graph=True to go through it again.");
  const Tensor whole =
      op::empty_strided(geometry_.base_sizes(), geometry_.base_strides(), grads[0].options().dtype(base_.dtype()));
  op::copy(Out::in_place(whole), whole, grads[0], false);
  const Tensor part = geometry_.of(whole);
  std::vector<Tensor> in(fn->num_inputs()), out(fn->num_outputs());
  in[0] = op::clone(part, nullopt);
  {
    // The operator's node is not in this backward's task, so the edges of this node decide which gradients are needed.
    void* const task = thread_state.autograd_task;
    struct Restore {
      void* task;
      ~Restore() { thread_state.autograd_task = task; }
    } restore{task};
    thread_state.autograd_task = nullptr;
    fn->evaluate(in.data(), out.data());
  }
  for (size_t i = 1; i < result.size(); ++i) result[i] = std::move(out[i]);
  if (!task_should_compute_output(0)) return result;
  if (!out.empty() && out[0].defined()) op::copy(Out::in_place(part), part, out[0], false);
  else op::fill(Out::in_place(part), part, 0);
  result[0] = whole;
  return result;
}

namespace {

int64_t elements_reached(IntArrayRef sizes, IntArrayRef strides) {
  int64_t reach = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return 0;
    reach += strides[i] * (sizes[i] - 1);
  }
  return reach;
}

DimVector without(DimVector values, size_t dim) {
  values.erase(dim);
  return values;
}

// A dimension of several indices without which the rest does not overlap, if there is one; of these the smallest.
size_t dim_to_split(IntArrayRef sizes, IntArrayRef strides) {
  size_t best = sizes.size();
  bool best_parts = false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    const bool parts = !may_overlap(without(sizes, d), without(strides, d));
    if (best < sizes.size() && (parts != best_parts ? best_parts : sizes[d] >= sizes[best])) continue;
    best = d;
    best_parts = parts;
  }
  return best;
}

// Adds the gradient of a view to the buffer that it is a view of. Elements of the view that share a place are added one
// after the other: views that overlap are split into slices that do not, and stride 0 is a sum. The few operators that
// this takes are in every program that differentiates; index_add with its kernels is not.
void add_to_view(const Tensor& buffer, const Tensor& grad, IntArrayRef sizes, IntArrayRef strides, int64_t offset) {
  if (!may_overlap(sizes, strides)) {
    const Tensor part = op::as_strided(buffer, sizes, strides, offset);
    op::add(Out::in_place(part), part, grad, 1);
    return;
  }
  const size_t d = dim_to_split(sizes, strides);
  const DimVector rest_sizes = without(sizes, d), rest_strides = without(strides, d);
  const auto dim = static_cast<int64_t>(d);
  if (strides[d] == 0)
    return add_to_view(buffer, op::sum(Out(), grad, dim, false, nullopt), rest_sizes, rest_strides, offset);
  for (int64_t i = 0; i < sizes[d]; ++i)
    add_to_view(buffer, op::select(grad, dim, i), rest_sizes, rest_strides, offset + i * strides[d]);
}

}  // namespace

// Source: the transpose of the map from storage to view. A buffer takes the place of the storage that both share. The
// gradients of view elements that share a place are summed; the gradient of a place that several base elements share is
// divided among them.
Tensor as_strided_backward(const Tensor& grad, IntArrayRef base_sizes, IntArrayRef base_strides, int64_t base_offset,
                           IntArrayRef sizes, IntArrayRef strides, int64_t offset) {
  // A view may show storage behind a base without elements.
  if (elements_reached(base_sizes, base_strides) == 0) return full_like(grad, base_sizes, 0);
  const int64_t begin = std::min(base_offset, offset);
  const int64_t end =
      std::max(base_offset + elements_reached(base_sizes, base_strides), offset + elements_reached(sizes, strides));
  const int64_t count = end - begin;
  const Tensor buffer = full_like(grad, {count}, 0);
  if (may_overlap(sizes, strides)) {
    add_to_view(buffer, grad, sizes, strides, offset - begin);
  } else {
    const Tensor part = op::as_strided(buffer, sizes, strides, offset - begin);
    op::copy(Out::in_place(part), part, grad, false);
  }
  Tensor result = op::as_strided(buffer, base_sizes, base_strides, base_offset - begin);
  if (!may_overlap(base_sizes, base_strides)) return result;
  const Tensor shares = full_like(grad, {count}, 0);
  add_to_view(shares, full_like(grad, base_sizes, 1), base_sizes, base_strides, base_offset - begin);
  return result / op::as_strided(shares, base_sizes, base_strides, base_offset - begin);
}

}  // namespace torchpp::autograd
