// SPDX-License-Identifier: BSD-3-Clause
// Indexing element by element: gather and scatter along a dimension, masks, positions of non-zeros.
#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/backends/cuda/select.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/index_rules.h"
#include "src/ops/iterator.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cuda {

void reduce_rows(ScatterReduce reduce, ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound,
                 IntArrayRef shape, const RowsOf& to, const RowsOf& from, const OnDevice& on) {
  switch (reduce) {
    case ScatterReduce::kMultiply: return multiply_rows(dtype, keys, n, bound, shape, to, from, on);
    case ScatterReduce::kMax: return extreme_rows(dtype, false, keys, n, bound, shape, to, from, on);
    case ScatterReduce::kMin: return extreme_rows(dtype, true, keys, n, bound, shape, to, from, on);
    default: return add_rows(dtype, keys, n, bound, shape, to, from, {}, on);
  }
}

namespace {

Side side_of(const Tensor& t) { return {t.impl()->data(), DimVector(t.strides())}; }
// A tensor of which an index names the elements along the dimension.
Side named_side(const Tensor& t, const ElementIndexPlan& plan) {
  Side s = side_of(t);
  s.strides[plan.dim] = 0;
  return s;
}
// Positions with steps in units of so many bytes.
Positions positions_in(const Tensor& t, const ElementIndexPlan& plan, int64_t unit) {
  return {plan.size, t.strides()[plan.dim] * unit, false};
}

// Reduces the elements that the index names with rows of one element, in the order of the index. The
// rows lie `step` elements apart.
void reduce_elements(const ElementIndexPlan& plan, const Tensor& to, const Tensor& at, void* rows, int64_t step,
                     const OnDevice& on) {
  const int64_t itemsize = static_cast<int64_t>(to.itemsize()), n = at.numel();
  int64_t bound = 1;
  for (size_t d = 0; d < to.sizes().size(); ++d) bound += (to.sizes()[d] - 1) * to.strides()[d];
  const Tensor keys = make_keys({n}, bound, to.device());
  set_keys(at.sizes(), list_of(keys), side_of(at), positions_in(to, plan, 1), to.itemsize(), named_side(to, plan), on);
  const RowsOf written = {{to.impl()->data(), {}}, itemsize}, read = {{rows, {}}, step * itemsize};
  reduce_rows(plan.reduce, to.dtype(), list_of(keys), n, bound, {}, written, read, on);
}

void scatter_tensor(const ElementIndexPlan& plan, const Tensor& index, const Tensor& src) {
  if (index.numel() == 0) return;
  Tensor keep_to, keep_index, keep_from;
  const Tensor &to = at_least_1d(plan.result(), keep_to), &at = at_least_1d(index, keep_index);
  const Tensor source = resolved(src), &from = at_least_1d(source, keep_from);
  const OnDevice on(to);
  if (plan.reduce == ScatterReduce::kAssign)
    return assign_elements(at.sizes(), to.itemsize(), side_of(from), named_side(to, plan), side_of(at),
                           positions_in(to, plan, static_cast<int64_t>(to.itemsize())), on);
  if (plan.reduce == ScatterReduce::kAdd && adds_in_any_order(to.dtype()))
    return add_integers(at.sizes(), to.dtype(), side_of(from), named_side(to, plan), side_of(at),
                        positions_in(to, plan, static_cast<int64_t>(to.itemsize())), on);
  // The part of the source beside the indices, in their order.
  Tensor beside = from;
  for (size_t d = 0; d < at.sizes().size(); ++d) beside = beside.narrow(static_cast<int64_t>(d), 0, at.sizes()[d]);
  beside = beside.contiguous();
  reduce_elements(plan, to, at, beside.impl()->data(), 1, on);
}

void scatter_number(const ElementIndexPlan& plan, const Tensor& index) {
  if (index.numel() == 0) return;
  Tensor keep_to, keep_index;
  const Tensor &to = at_least_1d(plan.result(), keep_to), &at = at_least_1d(index, keep_index);
  const OnDevice on(to);
  if (plan.reduce == ScatterReduce::kAssign)
    return fill_elements(at.sizes(), to.itemsize(), plan.value, named_side(to, plan), side_of(at),
                         positions_in(to, plan, static_cast<int64_t>(to.itemsize())), on);
  const Tensor number(make_tensor({}, to.dtype(), to.device()));
  fill_elements(number, plan.value);
  reduce_elements(plan, to, at, number.impl()->data(), 0, on);
}

}  // namespace

void gather(const ElementIndexPlan& plan, const Tensor& self, int64_t, const Tensor& index, bool) {
  if (index.numel() == 0) return;
  const OnDevice on(self);
  Tensor keep, keep_1d, keep_index;
  const Tensor &source = at_least_1d(resolved(self, keep), keep_1d), &at = at_least_1d(index, keep_index);
  gather_elements(at.sizes(), source.itemsize(), {plan.result().impl()->data(), contiguous_strides(at.sizes())},
                  named_side(source, plan), side_of(at),
                  positions_in(source, plan, static_cast<int64_t>(source.itemsize())), on);
}

void scatter(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& src) {
  scatter_tensor(plan, index, src);
}
void scatter_value(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Scalar&) {
  scatter_number(plan, index);
}
void scatter_reduce(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& src,
                    std::string_view) {
  scatter_tensor(plan, index, src);
}
void scatter_value_reduce(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Scalar&,
                          std::string_view) {
  scatter_number(plan, index);
}
void scatter_add(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& src) {
  scatter_tensor(plan, index, src);
}

void scatter_reduce_two(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index,
                        const Tensor& src, std::string_view, bool include_self) {
  if (!include_self) {
    ElementIndexPlan start = plan;
    start.reduce = ScatterReduce::kAssign;
    store_number(reduction_start(plan.reduce, self.scalar_type()), self.scalar_type(), start.value);
    scatter_number(start, index);
  }
  scatter_tensor(plan, index, src);
  if (plan.reduce == ScatterReduce::kMean)
    divide_by_counts(plan.result(), added_elements(self, dim, index, include_self));
}

void masked_fill(const MaskedFillPlan& plan, const Tensor& self, const Tensor& mask, const Scalar&) {
  const OnDevice on(self);
  const Tensor &to = plan.result(), source = resolved(self);
  const LoopFn loop = where_loop(static_cast<int64_t>(to.itemsize()));
  Iterator it(to.sizes());
  it.add(to);
  it.add(mask);
  it.add_value(plan.value);
  it.add(source);
  it.build();
  for_operands(it, plan.value, plan.value + sizeof plan.value,
               [&](const Operands& o) { loop(o, nullptr, on.stream()); });
}

namespace {

// Dense, in row-major order, of these sizes and this dtype.
Tensor dense(const Tensor& t, IntArrayRef sizes, ScalarType dtype) {
  if (t.is_contiguous() && t.sizes() == sizes && t.dtype() == dtype && !t.is_conj() && !t.is_neg()) return t;
  Tensor result(make_tensor(sizes, dtype, t.device()));
  copy_values(result, t);
  return result;
}

}  // namespace

Tensor masked_select(Out out, const Tensor& self, const Tensor& mask) {
  const OnDevice on(self);
  check_same_device("masked_select", self, {&mask});
  check_select_mask(mask);
  const DimVector shape = broadcast_sizes(self.sizes(), mask.sizes());
  const Tensor flags = dense(mask, shape, mask.dtype()), source = dense(self, shape, self.dtype());
  const Selection selected(static_cast<const uint8_t*>(flags.impl()->data()), flags.numel(), on);
  Tensor result = selection_result(out, selected.count(), self, mask);
  selected.write_elements(self.itemsize(), source.impl()->data(), result.impl()->data());
  return finish_write(out, std::move(result));
}

void masked_scatter(const MaskedScatterPlan& plan, const Tensor& self, const Tensor& mask, const Tensor& source) {
  const Tensor& to = plan.result();
  if (to.sizes() != self.sizes()) copy_values(to, self);
  const OnDevice on(to);
  const Tensor flags = dense(mask, to.sizes(), kBool), from = dense(source, source.sizes(), source.dtype());
  const int64_t n = flags.numel();
  const Selection selected(static_cast<const uint8_t*>(flags.impl()->data()), n, on);
  const int64_t count = selected.count();
  check_scattered(from, count);
  if (count == 0) return;
  const Tensor places(make_tensor({count}, kLong, to.device()));
  selected.write_positions(&n, 1, static_cast<int64_t*>(places.impl()->data()));
  const DimVector one(1, 1), none(1, 0);
  assign_elements({count}, to.itemsize(), {from.impl()->data(), one}, {to.impl()->data(), none}, side_of(places),
                  {n, static_cast<int64_t>(to.itemsize()), false}, on);
}

Tensor nonzero(Out out, const Tensor& self) {
  const OnDevice on(self);
  const Tensor flags = dense(self, self.sizes(), kBool);
  const Selection selected(static_cast<const uint8_t*>(flags.impl()->data()), flags.numel(), on);
  Tensor result = positions_result(out, selected.count(), self);
  selected.write_positions(self.sizes().data(), static_cast<int>(self.dim()),
                           static_cast<int64_t*>(result.impl()->data()));
  return finish_write(out, std::move(result));
}

}  // namespace torchpp::cuda
