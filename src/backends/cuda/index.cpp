// SPDX-License-Identifier: BSD-3-Clause
// Indexing by lists of tensors, and by a vector along one dimension.
#include "src/backends/cuda/index.h"

#include <limits>
#include <numeric>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
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

// Sums of positions times strides of `self`, in units of so many elements, dense in the broadcast shape of the indices.
Tensor keys_of(const Tensor& self, const IndexPlan& plan, int64_t unit, const OnDevice& on) {
  Tensor keys(make_tensor(plan.index_sizes, kLong, self.device()));
  if (keys.numel() == 0) return keys;
  int64_t* to = static_cast<int64_t*>(keys.impl()->data());
  check(driver().fill(to, 0, keys.nbytes(), on.stream()), "cudaMemsetAsync");
  for (const DimIndex& e : plan.indices) {
    const Tensor index = on_device_of(self, e.positions).expand(plan.index_sizes);
    add_keys(plan.index_sizes, to, {index.impl()->data(), DimVector(index.strides())},
             {self.sizes()[e.dim], self.strides()[e.dim] / unit, true}, self.itemsize(),
             {nullptr, DimVector(plan.index_sizes.size(), 0)}, on);
  }
  return keys;
}

// The largest number of elements that every step of an index is a multiple of.
int64_t unit_of(const Tensor& self, const IndexPlan& plan) {
  int64_t unit = 0;
  for (const DimIndex& e : plan.indices)
    if (self.sizes()[e.dim] > 1) unit = std::gcd(unit, self.strides()[e.dim]);
  return unit == 0 ? 1 : unit;
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
  const Tensor keys = keys_of(self, plan, unit, on);
  return {keys,
          {keys.impl()->data(), result_strides(plan, none, keys.strides())},
          {std::numeric_limits<int64_t>::max(), unit * itemsize, false}};
}

Side named_side(const Tensor& self, const IndexPlan& plan) {
  return {self.impl()->data(), result_strides(plan, kept_strides(self, plan), DimVector(plan.index_sizes.size(), 0))};
}
Side side_of(const Tensor& t) { return {t.impl()->data(), DimVector(t.strides())}; }

// One more than the largest key.
int64_t bound_of(const Tensor& self, const IndexPlan& plan, int64_t unit) {
  int64_t bound = 1;
  for (const DimIndex& e : plan.indices) bound += (self.sizes()[e.dim] - 1) * (self.strides()[e.dim] / unit);
  return bound;
}

void accumulate(const Tensor& result, const IndexPlan& plan, const Tensor& values, const OnDevice& on) {
  const int64_t unit = unit_of(result, plan), itemsize = static_cast<int64_t>(result.itemsize());
  const Tensor keys = keys_of(result, plan, unit, on);
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
  add_rows(result.dtype(), static_cast<int64_t*>(keys.impl()->data()), keys.numel(), bound_of(result, plan, unit),
           plan.kept_sizes, {{result.impl()->data(), kept_strides(result, plan)}, unit * itemsize},
           {from, step * itemsize}, {}, on);
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
  const Tensor keys(make_tensor(at.sizes(), kLong, to.device()));
  int64_t* key = static_cast<int64_t*>(keys.impl()->data());
  check(driver().fill(key, 0, keys.nbytes(), on.stream()), "cudaMemsetAsync");
  add_keys(at.sizes(), key, side_of(at), {plan.size, 1, false}, to.itemsize(),
           {nullptr, DimVector(at.sizes().size(), 0)}, on);
  const int64_t itemsize = static_cast<int64_t>(to.itemsize());
  reduce(key, keys.numel(), RowsOf{without_dim(to, plan.dim), stride_of(to, plan.dim) * itemsize},
         RowsOf{without_dim(from, plan.dim), stride_of(from, plan.dim) * itemsize});
}

}  // namespace

void index_add(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index, const Tensor& source,
               const Scalar& alpha) {
  if (source.numel() == 0) return;
  const OnDevice on(self);
  reduce_slices(plan, index, source, on, [&](int64_t* keys, int64_t n, const RowsOf& to, const RowsOf& from) {
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
  reduce_slices(plan, index, source, on, [&](int64_t* keys, int64_t n, const RowsOf& to, const RowsOf& from) {
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
  Side beside = side_of(from);
  // A 0-dim source counts as one element along the dimension, and a 0-dim self likewise.
  beside.strides.resize(sizes.size());
  assign_elements(sizes, to.itemsize(), beside, along_none(to, plan.dim), vector_side(at, sizes.size(), plan.dim),
                  positions_in(to, plan, false), on);
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
