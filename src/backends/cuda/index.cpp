// SPDX-License-Identifier: BSD-3-Clause
// Indexing by lists of tensors, and by a vector along one dimension.
#include "src/backends/cuda/index.h"

#include <numeric>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {

Tensor make_keys(IntArrayRef sizes, int64_t bound, Device device) {
  return Tensor(make_tensor(sizes, bound <= int64_t{1} << 32 ? kInt : kLong, device));
}
PositionList list_of(const Tensor& keys) { return {keys.impl()->data(), keys.dtype() == kInt}; }

namespace {

// The positions of an index, on the device of the indexed tensor; they may lie on the host, as with libtorch.
struct Places {
  Tensor index;
  Side side;
  Positions positions;
};

// Strides of the dimensions that the indices give and of those that are kept, in the order of the result.
DimVector result_strides(const IndexPlan& plan, IntArrayRef of_kept, IntArrayRef of_index) {
  DimVector strides(of_kept);
  for (size_t i = 0; i < of_index.size(); ++i) strides.insert(plan.index_at + i, of_index[i]);
  return strides;
}
DimVector kept_strides(const Tensor& t, const IndexPlan& plan) {
  DimVector strides;
  for (int64_t d : plan.kept) strides.push_back(t.strides()[static_cast<size_t>(d)]);
  return strides;
}

Tensor on_device_of(const Tensor& self, const Tensor& t) { return t.is_cpu() ? t.to(self.device()) : t; }

// Writes sums of positions times strides of `self`, in units of so many elements, dense in the broadcast shape of the
// indices.
void write_keys(const PositionList& keys, const Tensor& self, const IndexPlan& plan, int64_t unit, const OnDevice& on) {
  if (plan.indices.empty()) {  // one position, the first
    const size_t nbytes = static_cast<size_t>(multiply_integers(plan.index_sizes)) * keys.itemsize();
    check(driver().fill(keys.data, 0, nbytes, on.stream()), "cudaMemsetAsync");
  }
  auto* write = &set_keys;
  for (const DimIndex& e : plan.indices) {
    const Tensor index = on_device_of(self, e.positions).expand(plan.index_sizes);
    write(plan.index_sizes, keys, {index.impl()->data(), DimVector(index.strides())},
          {self.sizes()[e.dim], self.strides()[e.dim] / unit, true}, self.itemsize(),
          {nullptr, DimVector(plan.index_sizes.size(), 0)}, on);
    write = &add_keys;
  }
}

// The largest number of elements that every step of an index is a multiple of.
int64_t unit_of(const Tensor& self, const IndexPlan& plan) {
  int64_t unit = 0;
  for (const DimIndex& e : plan.indices)
    if (self.sizes()[e.dim] > 1) unit = std::gcd(unit, self.strides()[e.dim]);
  return unit == 0 ? 1 : unit;
}

// One more than the largest key.
int64_t bound_of(const Tensor& self, const IndexPlan& plan, int64_t unit) {
  int64_t bound = 1;
  for (const DimIndex& e : plan.indices) bound += (self.sizes()[e.dim] - 1) * (self.strides()[e.dim] / unit);
  return bound;
}

// One index is used directly, several are summed as offsets.
Places places_of(const Tensor& self, const IndexPlan& plan, const OnDevice& on) {
  const DimVector none(plan.kept.size(), 0);
  const int64_t itemsize = static_cast<int64_t>(self.itemsize());
  if (plan.indices.size() == 1) {
    const DimIndex& e = plan.indices[0];
    const Tensor index = on_device_of(self, e.positions);
    return {index,
            {index.impl()->data(), result_strides(plan, none, index.strides())},
            {self.sizes()[e.dim], self.strides()[e.dim] * itemsize, true}};
  }
  const int64_t unit = unit_of(self, plan);  // leaves rows that can be moved by wide words recognisable
  const Tensor keys(make_tensor(plan.index_sizes, kLong, self.device()));
  write_keys(list_of(keys), self, plan, unit, on);
  return {keys,
          {keys.impl()->data(), result_strides(plan, none, keys.strides())},
          {bound_of(self, plan, unit), unit * itemsize, false}};
}

Side named_side(const Tensor& self, const IndexPlan& plan) {
  return {self.impl()->data(), result_strides(plan, kept_strides(self, plan), DimVector(plan.index_sizes.size(), 0))};
}
Side side_of(const Tensor& t) { return {t.impl()->data(), DimVector(t.strides())}; }

void accumulate(const Tensor& result, const IndexPlan& plan, const Tensor& values, const OnDevice& on) {
  if (adds_in_any_order(result.dtype())) {
    const Places at = places_of(result, plan, on);
    return add_integers(plan.selected_sizes, result.dtype(), side_of(values.expand(plan.selected_sizes)),
                        named_side(result, plan), at.side, at.positions, on);
  }
  const int64_t unit = unit_of(result, plan), itemsize = static_cast<int64_t>(result.itemsize());
  const int64_t bound = bound_of(result, plan, unit);
  const Tensor keys = make_keys(plan.index_sizes, bound, result.device());
  write_keys(list_of(keys), result, plan, unit, on);
  Side from = {values.impl()->data(), DimVector(plan.kept.size(), 0)};
  int64_t step = 0;
  Tensor selected;
  if (values.numel() != 1) {
    selected = dense_copy(values.expand(plan.selected_sizes), MemoryFormat::Contiguous);
    from.data = selected.impl()->data();
    const DimVector strides = contiguous_strides(plan.selected_sizes);
    for (size_t i = 0; i < plan.kept.size(); ++i)
      from.strides[i] = strides[i < plan.index_at ? i : i + plan.index_sizes.size()];
    step = 1;
    for (size_t d = plan.index_at + plan.index_sizes.size(); d < plan.selected_sizes.size(); ++d)
      step *= plan.selected_sizes[d];
  }
  add_rows(result.dtype(), list_of(keys), keys.numel(), bound, plan.kept_sizes,
           {{result.impl()->data(), kept_strides(result, plan)}, unit * itemsize}, {from, step * itemsize}, {}, on);
}

}  // namespace

void index(const IndexPlan& plan, const Tensor& self, TensorList) {
  const Tensor& to = plan.result();
  if (to.numel() == 0) return;
  const OnDevice on(self);
  const Tensor source = resolved(self);
  const Places at = places_of(source, plan, on);
  gather_elements(to.sizes(), to.itemsize(), side_of(to), named_side(source, plan), at.side, at.positions, on);
}

void index_put(const IndexPlan& plan, const Tensor& self, TensorList, const Tensor& values, bool accumulates) {
  if (multiply_integers(plan.selected_sizes) == 0) return;
  const OnDevice on(self);
  const Tensor& to = plan.result();
  const Tensor source = resolved(on_device_of(self, values));
  if (accumulates) return accumulate(to, plan, source, on);
  const Places at = places_of(to, plan, on);
  assign_elements(plan.selected_sizes, to.itemsize(), side_of(source.expand(plan.selected_sizes)), named_side(to, plan),
                  at.side, at.positions, on);
}

namespace {

Tensor as_long(const Tensor& index) { return index.dtype() == kLong ? index : index.to(kLong); }
// A vector along one of the dimensions of the other operands; a number along none.
Side vector_side(const Tensor& index, size_t rank, size_t dim) {
  Side s = {index.impl()->data(), DimVector(rank, 0)};
  if (rank > 0 && index.dim() > 0) s.strides[dim] = index.strides()[0];
  return s;
}
int64_t stride_of(const Tensor& t, size_t dim) { return t.dim() == 0 ? 0 : t.strides()[dim]; }
Side without_dim(const Tensor& t, size_t dim) {
  Side s = side_of(t);
  if (t.dim() > 0) s.strides.erase(dim);
  return s;
}
// A tensor of which an index names the elements along the dimension.
Side along_none(const Tensor& t, size_t dim) {
  Side s = side_of(t);
  if (t.dim() > 0) s.strides[dim] = 0;
  return s;
}
// The sizes of the elements beside an index along the dimension.
DimVector sizes_beside(const Tensor& self, size_t dim, const Tensor& index) {
  DimVector sizes(self.sizes());
  if (self.dim() > 0) sizes[dim] = index.numel();
  return sizes;
}
// A 0-dim source counts as one element along the dimension, and a 0-dim self likewise.
Side beside_index(const Tensor& source, const DimVector& sizes) {
  Side s = side_of(source);
  s.strides.resize(sizes.size());
  return s;
}
Positions positions_in(const Tensor& t, const SlicePlan& plan, bool wraps) {
  return {plan.size, stride_of(t, plan.dim) * static_cast<int64_t>(t.itemsize()), wraps};
}

}  // namespace

void index_select(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index) {
  const Tensor& to = plan.result();
  if (to.numel() == 0) return;
  const OnDevice on(self);
  const Tensor source = resolved(self), at = as_long(index);
  gather_elements(to.sizes(), to.itemsize(), side_of(to), along_none(source, plan.dim),
                  vector_side(at, to.sizes().size(), plan.dim), positions_in(source, plan, false), on);
}

namespace {

// Calls reduce(keys, n, to, from) with the slices as rows, whose keys are the positions.
template <class Reduce>
void reduce_slices(const SlicePlan& plan, const Tensor& index, const Tensor& source, const OnDevice& on,
                   const Reduce& reduce) {
  const Tensor &to = plan.result(), from = resolved(source), at = as_long(index);
  const Tensor keys = make_keys(at.sizes(), plan.size, to.device());
  set_keys(at.sizes(), list_of(keys), side_of(at), {plan.size, 1, false}, to.itemsize(),
           {nullptr, DimVector(at.sizes().size(), 0)}, on);
  const int64_t itemsize = static_cast<int64_t>(to.itemsize());
  reduce(list_of(keys), keys.numel(), RowsOf{without_dim(to, plan.dim), stride_of(to, plan.dim) * itemsize},
         RowsOf{without_dim(from, plan.dim), stride_of(from, plan.dim) * itemsize});
}

}  // namespace

void index_add(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index, const Tensor& source,
               const Scalar& alpha) {
  if (source.numel() == 0) return;
  const OnDevice on(self);
  if (adds_in_any_order(self.dtype()) && alpha.equal(1)) {
    const Tensor &to = plan.result(), from = resolved(source), at = as_long(index);
    const DimVector sizes = sizes_beside(self, plan.dim, index);
    return add_integers(sizes, self.dtype(), beside_index(from, sizes), along_none(to, plan.dim),
                        vector_side(at, sizes.size(), plan.dim), positions_in(to, plan, false), on);
  }
  reduce_slices(plan, index, source, on,
                [&](const PositionList& keys, int64_t n, const RowsOf& to, const RowsOf& from) {
                  add_rows(self.dtype(), keys, n, plan.size, plan.slice_sizes, to, from, {alpha, false}, on);
                });
}

void index_reduce(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index, const Tensor& source,
                  std::string_view, bool include_self) {
  if (source.numel() == 0) return;
  const OnDevice on(self);
  if (!include_self) {
    SlicePlan start = plan;
    store_number(reduction_start(plan.reduce, self.scalar_type()), self.scalar_type(), start.value);
    index_fill(start, self, 0, index, 0);
  }
  reduce_slices(plan, index, source, on,
                [&](const PositionList& keys, int64_t n, const RowsOf& to, const RowsOf& from) {
                  reduce_rows(plan.reduce, self.dtype(), keys, n, plan.size, plan.slice_sizes, to, from, on);
                });
  if (plan.reduce == ScatterReduce::kMean)
    divide_by_counts(plan.result(), added_slices(self, plan, index, include_self));
}

void index_copy(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index, const Tensor& source) {
  const DimVector sizes = sizes_beside(self, plan.dim, index);
  if (multiply_integers(sizes) == 0) return;
  const OnDevice on(self);
  const Tensor &to = plan.result(), from = resolved(source), at = as_long(index);
  assign_elements(sizes, to.itemsize(), beside_index(from, sizes), along_none(to, plan.dim),
                  vector_side(at, sizes.size(), plan.dim), positions_in(to, plan, false), on);
}

void index_fill(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index, const Scalar&) {
  const DimVector sizes = sizes_beside(self, plan.dim, index);
  if (multiply_integers(sizes) == 0) return;
  const OnDevice on(self);
  const Tensor &to = plan.result(), at = as_long(index);
  fill_elements(sizes, to.itemsize(), plan.value, along_none(to, plan.dim), vector_side(at, sizes.size(), plan.dim),
                positions_in(to, plan, true), on);
}

}  // namespace torchpp::cuda
