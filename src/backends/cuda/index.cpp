// SPDX-License-Identifier: BSD-3-Clause
// Indexing by lists of tensors, and by a vector along one dimension.
#include "src/backends/cuda/index.h"

#include <limits>
#include <numeric>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cuda {

#include "src/ops/index_lists.inc"
#include "src/ops/update.inc"

namespace {

// The offsets of a list of indices: one index is used directly, several are summed as offsets.
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

// Sums of positions times strides of `self`, in units of so many elements, dense in the broadcast shape of the indices.
Tensor keys_of(const Tensor& self, const std::vector<Entry>& entries, const IndexPlan& plan, int64_t unit,
               const OnDevice& on) {
  Tensor keys(make_tensor(plan.index_sizes, kLong, self.device()));
  if (keys.numel() == 0) return keys;
  int64_t* to = static_cast<int64_t*>(keys.impl()->data());
  check(driver().fill(to, 0, keys.nbytes(), on.stream()), "cudaMemsetAsync");
  for (const Entry& e : entries) {
    const Tensor index = e.index.expand(plan.index_sizes);
    add_keys(plan.index_sizes, to, {index.impl()->data(), DimVector(index.strides())},
             {self.sizes()[e.dim], self.strides()[e.dim] / unit, true}, self.itemsize(),
             {nullptr, DimVector(plan.index_sizes.size(), 0)}, on);
  }
  return keys;
}

// The largest number of elements that every step of an index is a multiple of.
int64_t unit_of(const Tensor& self, const std::vector<Entry>& entries) {
  int64_t unit = 0;
  for (const Entry& e : entries)
    if (self.sizes()[e.dim] > 1) unit = std::gcd(unit, self.strides()[e.dim]);
  return unit == 0 ? 1 : unit;
}

Places places_of(const Tensor& self, const std::vector<Entry>& entries, const IndexPlan& plan, const OnDevice& on) {
  const DimVector none(plan.kept.size(), 0);
  const int64_t itemsize = static_cast<int64_t>(self.itemsize());
  if (entries.size() == 1) {
    const Entry& e = entries[0];
    return {e.index,
            {e.index.impl()->data(), result_strides(plan, none, e.index.strides())},
            {self.sizes()[e.dim], self.strides()[e.dim] * itemsize, true}};
  }
  const int64_t unit = unit_of(self, entries);  // leaves rows that can be moved by wide words recognisable
  const Tensor keys = keys_of(self, entries, plan, unit, on);
  return {keys,
          {keys.impl()->data(), result_strides(plan, none, keys.strides())},
          {std::numeric_limits<int64_t>::max(), unit * itemsize, false}};
}

Side named_side(const Tensor& self, const IndexPlan& plan) {
  return {self.impl()->data(), result_strides(plan, kept_strides(self, plan), DimVector(plan.index_sizes.size(), 0))};
}
Side side_of(const Tensor& t) { return {t.impl()->data(), DimVector(t.strides())}; }

// Indices may lie on the host, as with libtorch.
std::vector<Tensor> on_device(const Tensor& self, TensorList indices) {
  std::vector<Tensor> there;
  for (const Tensor& t : indices) there.push_back(t.defined() && t.is_cpu() ? t.to(self.device()) : t);
  return there;
}

// One more than the largest key.
int64_t bound_of(const Tensor& self, const std::vector<Entry>& entries, int64_t unit) {
  int64_t bound = 1;
  for (const Entry& e : entries) bound += (self.sizes()[e.dim] - 1) * (self.strides()[e.dim] / unit);
  return bound;
}

void accumulate(const Tensor& result, const std::vector<Entry>& entries, const IndexPlan& plan, const Tensor& values,
                const OnDevice& on) {
  const int64_t unit = unit_of(result, entries), itemsize = static_cast<int64_t>(result.itemsize());
  const Tensor keys = keys_of(result, entries, plan, unit, on);
  Side from = {values.impl()->data(), DimVector(plan.kept.size(), 0)};
  int64_t step = 0;
  Tensor dense;
  if (values.numel() != 1) {
    dense = clone(values.expand(plan.result_sizes), MemoryFormat::Contiguous);
    from.data = dense.impl()->data();
    const DimVector strides = contiguous_strides(plan.result_sizes);
    for (size_t i = 0; i < plan.kept.size(); ++i)
      from.strides[i] = strides[i < plan.index_at ? i : i + plan.index_sizes.size()];
    step = 1;
    for (size_t d = plan.index_at + plan.index_sizes.size(); d < plan.result_sizes.size(); ++d)
      step *= plan.result_sizes[d];
  }
  add_rows(result.dtype(), static_cast<int64_t*>(keys.impl()->data()), keys.numel(), bound_of(result, entries, unit),
           plan.kept_sizes, {{result.impl()->data(), kept_strides(result, plan)}, unit * itemsize},
           {from, step * itemsize}, {}, on);
}

}  // namespace

Tensor index(Out out, const Tensor& self, TensorList indices) {
  const OnDevice on(self);
  const std::vector<Tensor> there = on_device(self, indices);
  const std::vector<Entry> entries = read_indices(self, there);
  const Tensor source = resolved(self);
  const IndexPlan plan = plan_index(source, entries);
  Tensor result = picked(out, plan.result_sizes, self, there);
  if (result.numel() == 0) return finish_write(out, std::move(result));
  const Places at = places_of(source, entries, plan, on);
  gather_elements(plan.result_sizes, self.itemsize(), side_of(result), named_side(source, plan), at.side, at.positions,
                  on);
  return finish_write(out, std::move(result));
}

Tensor index_put(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulates) {
  const OnDevice on(self);
  check_put_dtypes(self, values);
  const std::vector<Tensor> there = on_device(self, indices);
  std::vector<Entry> entries = read_indices(self, there);
  const IndexPlan plan = plan_index(self, entries);
  check_put_values(plan, values);
  const Tensor source = values.is_cpu()               ? values.to(self.device())
                        : is_overwritten(out, values) ? clone(values, std::nullopt)
                                                      : resolved(values);
  for (Entry& e : entries) e.index = kept_for(out, e.index);
  const Update update(out, self, read_by_put(indices, values), /*converts=*/true, MemoryFormat::Preserve);
  const Tensor& result = update.tensor();
  if (multiply_integers(plan.result_sizes) == 0) return update.finish();
  if (accumulates) {
    accumulate(result, entries, plan, source, on);
    return update.finish();
  }
  const Places at = places_of(result, entries, plan, on);
  assign_elements(plan.result_sizes, self.itemsize(), side_of(source.expand(plan.result_sizes)),
                  named_side(result, plan), at.side, at.positions, on);
  return update.finish();
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
// The tensor to write, its elements along the dimension named by an index.
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

}  // namespace

Tensor index_select(Out out, const Tensor& self, int64_t dim, const Tensor& index) {
  const OnDevice on(self);
  check_same_device("index_select", self, {&index});
  DimVector sizes;
  const AlongDim a = index_select_rule(self, dim, index, sizes);
  const Tensor source = resolved(self), at = as_long(index);
  Tensor result = picked(out, sizes, self, index);
  if (result.numel() == 0) return finish_write(out, std::move(result));
  gather_elements(sizes, self.itemsize(), side_of(result), along_none(source, a.dim),
                  vector_side(at, sizes.size(), a.dim),
                  {a.size, stride_of(source, a.dim) * static_cast<int64_t>(self.itemsize()), false}, on);
  return finish_write(out, std::move(result));
}

Tensor index_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                 const Scalar& alpha) {
  const OnDevice on(self);
  check_same_device("index_add", self, {&index, &source});
  const Sides sides = index_add_rule(self, dim, index, source);
  alignas(16) char factor[16];
  store_number(alpha, self.dtype(), factor);  // throws before anything is written
  const AlongDim &a = sides.to, &b = sides.from;
  const Tensor from = is_overwritten(out, source) ? clone(source, std::nullopt) : resolved(source),
               at = as_long(kept_for(out, index));
  const Update update(out, self, {&index, &source}, /*converts=*/false);
  const Tensor& result = update.tensor();
  if (from.numel() == 0) return update.finish();
  const Tensor keys(make_tensor(at.sizes(), kLong, self.device()));
  int64_t* key = static_cast<int64_t*>(keys.impl()->data());
  check(driver().fill(key, 0, keys.nbytes(), on.stream()), "cudaMemsetAsync");
  add_keys(at.sizes(), key, side_of(at), {a.size, 1, false}, self.itemsize(),
           {nullptr, DimVector(at.sizes().size(), 0)}, on);
  const int64_t itemsize = static_cast<int64_t>(self.itemsize());
  add_rows(self.dtype(), key, keys.numel(), a.size, a.sizes,
           {without_dim(result, a.dim), stride_of(result, a.dim) * itemsize},
           {without_dim(from, b.dim), stride_of(from, b.dim) * itemsize}, {alpha, false}, on);
  return update.finish();
}

Tensor index_copy(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  const OnDevice on(self);
  check_same_device("index_copy", self, {&index, &source});
  const Sides sides = index_copy_rule(self, dim, index, source);
  const AlongDim& a = sides.to;
  const Tensor from = is_overwritten(out, source) ? clone(source, std::nullopt) : resolved(source),
               at = as_long(kept_for(out, index));
  const Update update(out, self, {&index, &source}, /*converts=*/false);
  const Tensor& result = update.tensor();
  const DimVector sizes = sizes_beside(self, a.dim, at);
  if (multiply_integers(sizes) == 0) return update.finish();
  Side beside = side_of(from);
  // A 0-dim source counts as one element along the dimension, and a 0-dim self likewise.
  beside.strides.resize(sizes.size());
  assign_elements(sizes, self.itemsize(), beside, along_none(result, a.dim), vector_side(at, sizes.size(), a.dim),
                  {a.size, stride_of(result, a.dim) * static_cast<int64_t>(self.itemsize()), false}, on);
  return update.finish();
}

Tensor index_fill(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  const OnDevice on(self);
  check_same_device("index_fill", self, {&index});
  const AlongDim a = index_fill_rule(self, dim, index, value);
  alignas(16) char bits[16] = {};
  store_number(value, self.dtype(), bits);
  const Tensor at = as_long(kept_for(out, index));
  const Update update(out, self, {&index}, /*converts=*/true, MemoryFormat::Preserve);
  const Tensor& result = update.tensor();
  const DimVector sizes = sizes_beside(self, a.dim, at);
  if (multiply_integers(sizes) == 0) return update.finish();
  fill_elements(sizes, self.itemsize(), bits, along_none(result, a.dim), vector_side(at, sizes.size(), a.dim),
                {a.size, stride_of(result, a.dim) * static_cast<int64_t>(self.itemsize()), true}, on);
  return update.finish();
}

}  // namespace torchpp::cuda
