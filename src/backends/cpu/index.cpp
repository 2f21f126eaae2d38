// SPDX-License-Identifier: BSD-3-Clause
// Indexing by lists of tensors, and by a vector along one dimension.

#include "src/backends/cpu/index.h"

#include "src/backends/cpu/copy.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/index.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {

#include "src/ops/index_lists.inc"
#include "src/ops/update.inc"

namespace {

// Adds what an index contributes to the offsets; negative ones count from the end.
void add_offsets(const int64_t* index, int64_t n, int64_t size, int64_t step, size_t dim, int64_t* offsets) {
  for (int64_t i = 0; i < n; ++i) {
    const int64_t at = index[i];
    TORCHPP_CHECK_INDEX(at >= -size && at < size, "index ", at, " is out of bounds for dimension ", dim, " with size ",
                        size);
    offsets[i] += (at < 0 ? at + size : at) * step;
  }
}

Offsets offsets_of(const Tensor& self, const std::vector<Entry>& entries, const IndexPlan& plan) {
  Offsets offsets(multiply_integers(plan.index_sizes));
  for (const Entry& e : entries) {
    const int64_t* index = static_cast<const int64_t*>(e.index.impl()->data());
    Tensor spread;
    if (!e.index.is_contiguous() || e.index.sizes() != IntArrayRef(plan.index_sizes)) {
      spread = Tensor(make_tensor(plan.index_sizes, kLong, Device(kCPU)));
      copy_values(spread, e.index);
      index = static_cast<const int64_t*>(spread.impl()->data());
    }
    add_offsets(index, offsets.size(), self.sizes()[e.dim],
                self.strides()[e.dim] * static_cast<int64_t>(self.itemsize()), e.dim, offsets.data());
  }
  return offsets;
}

Walked indexed_side(const Tensor& t, const IndexPlan& plan) {
  Walked w{t.impl()->data(), DimVector(), 0};
  for (int64_t d : plan.kept) w.strides.push_back(t.strides()[static_cast<size_t>(d)]);
  return w;
}
// The side with the result's shape, dense.
Walked packed_side(const Tensor& t, const IndexPlan& plan) {
  const DimVector strides = contiguous_strides(plan.result_sizes);
  Walked w{t.impl()->data(), DimVector(), 0};
  for (size_t i = 0; i < plan.kept.size(); ++i)
    w.strides.push_back(strides[i < plan.index_at ? i : i + plan.index_sizes.size()]);
  int64_t step = 1;
  for (size_t d = plan.index_at + plan.index_sizes.size(); d < plan.result_sizes.size(); ++d)
    step *= plan.result_sizes[d];
  w.step = step * static_cast<int64_t>(t.itemsize());
  return w;
}

}  // namespace

Tensor index(Out out, const Tensor& self, TensorList indices) {
  const std::vector<Entry> entries = read_indices(self, indices);
  const Tensor source = resolved(self);
  const IndexPlan plan = plan_index(source, entries);
  if (self.is_meta()) return finish_write(out, picked(out, plan.result_sizes, self, indices));
  const Offsets offsets = offsets_of(source, entries, plan);  // throws before anything is written
  Tensor result = picked(out, plan.result_sizes, self, indices);
  if (result.numel() == 0) return finish_write(out, std::move(result));
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(indexed_side(source, plan), packed_side(result, plan), plan.kept_sizes, offsets, false,
                      Select<T>());
  });
  return finish_write(out, std::move(result));
}

Tensor index_put(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate) {
  check_put_dtypes(self, values);
  std::vector<Entry> entries = read_indices(self, indices);
  const IndexPlan plan = plan_index(self, entries);
  check_put_values(plan, values);
  const std::vector<const Tensor*> read = read_by_put(indices, values);
  if (self.is_meta()) return Update(out, self, read, /*converts=*/true, MemoryFormat::Preserve).finish();
  const bool copies = out.functional() || (out.is_out() && !out.tensor().is_same(self));
  if (!copies) offsets_of(self, entries, plan);  // throws before anything is written
  for (Entry& e : entries) e.index = kept_for(out, e.index);
  Tensor source = is_overwritten(out, values) ? clone(values, std::nullopt) : resolved(values);
  const bool one = source.numel() == 1;
  if (!one && (!source.is_contiguous() || source.sizes() != IntArrayRef(plan.result_sizes))) {
    Tensor spread(make_tensor(plan.result_sizes, values.dtype(), values.device()));
    copy_values(spread, source);
    source = std::move(spread);
  }
  const Update update(out, self, read, /*converts=*/true, MemoryFormat::Preserve);
  const Tensor& result = update.tensor();
  const Offsets offsets = offsets_of(result, entries, plan);
  Walked from = packed_side(source, plan);
  if (one) {
    from.strides = DimVector(from.strides.size(), 0);
    from.step = 0;
  }
  if (accumulate) {
    visit_dtype(self.dtype(), "index_put", [&](auto tag) {
      using T = typename decltype(tag)::type;
      run_at_offsets<T>(indexed_side(result, plan), from, plan.kept_sizes, offsets, true, Add<T>{T(1)});
    });
  } else {
    visit_width(self.itemsize(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      run_at_offsets<T>(indexed_side(result, plan), from, plan.kept_sizes, offsets, true, Assign<T>());
    });
  }
  return update.finish();
}

namespace {

Walked others(const Tensor& t, const AlongDim& a) {
  Walked w{t.impl()->data(), DimVector(t.strides()), 0};
  if (!w.strides.empty()) {
    w.step = w.strides[a.dim] * static_cast<int64_t>(t.itemsize());
    w.strides.erase(a.dim);
  }
  return w;
}

enum class Negative { kWraps, kFails };
// Offsets of a vector of positions; `message` for one that is out of range.
template <class Fail>
Offsets vector_offsets(const Tensor& index, int64_t size, int64_t step, Negative negative, const Fail& fail) {
  const Tensor wide =
      index.dtype() == kLong && index.is_contiguous() ? index : to_copy(index, kLong, false, MemoryFormat::Contiguous);
  const int64_t* at = static_cast<const int64_t*>(wide.impl()->data());
  Offsets offsets(index.numel());
  const int64_t lowest = negative == Negative::kWraps ? -size : 0;
  for (int64_t i = 0; i < offsets.size(); ++i) {
    if (TORCHPP_UNLIKELY(at[i] < lowest || at[i] >= size)) fail(at[i]);
    offsets.data()[i] = (at[i] < 0 ? at[i] + size : at[i]) * step;
  }
  return offsets;
}

[[noreturn]] void fail_in_self(int64_t) { TORCHPP_FAIL_KIND(kIndex, "index out of range in self"); }

}  // namespace

Tensor index_select(Out out, const Tensor& self, int64_t dim, const Tensor& index) {
  DimVector sizes;
  const AlongDim a = index_select_rule(self, dim, index, sizes);
  const Tensor source = resolved(self);
  if (self.is_meta()) return finish_write(out, picked(out, sizes, self, index));
  const Walked from = others(source, a);
  if (self.dim() == 1 && index.dtype() == kLong && index.is_contiguous()) {  // elements, not rows: no offsets to make
    const int64_t* at = static_cast<const int64_t*>(index.impl()->data());
    if (TORCHPP_UNLIKELY(!positions_fit(at, index.numel(), a.size))) fail_in_self(0);
    Tensor result = picked(out, sizes, self, index);
    visit_width(self.itemsize(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const T* x = static_cast<const T*>(from.data);
      T* to = static_cast<T*>(result.impl()->data());
      const int64_t step = from.step / static_cast<int64_t>(sizeof(T));
      parallel_for(0, index.numel(), kIndexGrain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) to[i] = x[at[i] * step];
      });
    });
    return finish_write(out, std::move(result));
  }
  const Offsets offsets = vector_offsets(index, a.size, from.step, Negative::kFails, fail_in_self);
  Tensor result = picked(out, sizes, self, index);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(from, others(result, a), a.sizes, offsets, false, Select<T>());
  });
  return finish_write(out, std::move(result));
}

Tensor index_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                 const Scalar& alpha) {
  const Sides sides = index_add_rule(self, dim, index, source);
  alignas(16) char factor[16];
  store_number(alpha, self.dtype(), factor);  // throws before anything is written
  const AlongDim &a = sides.to, &b = sides.from;
  if (self.is_meta()) return Update(out, self, {&index, &source}, /*converts=*/false).finish();
  const Tensor from = is_overwritten(out, source) ? clone(source, std::nullopt) : resolved(source),
               at = kept_for(out, index);
  vector_offsets(index, a.size, 1, Negative::kFails, fail_in_self);
  const Update update(out, self, {&index, &source}, /*converts=*/false);
  const Tensor& result = update.tensor();
  const Walked to = others(result, a);
  const Offsets offsets = vector_offsets(at, a.size, to.step, Negative::kFails, fail_in_self);
  visit_dtype(self.dtype(), "index_add", [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(to, others(from, b), a.sizes, offsets, true, Add<T>{alpha.to<T>()});
  });
  return update.finish();
}

Tensor index_copy(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  const Sides sides = index_copy_rule(self, dim, index, source);
  const AlongDim &a = sides.to, &b = sides.from;
  const auto fail = [&](int64_t at) {
    TORCHPP_FAIL_KIND(kIndex, "index_copy_(): index ", at, " is out of bounds for dimension ", a.dim, " with size ",
                      a.size);
  };
  if (self.is_meta()) return Update(out, self, {&index, &source}, /*converts=*/false).finish();
  const Tensor from = is_overwritten(out, source) ? clone(source, std::nullopt) : resolved(source),
               at = kept_for(out, index);
  vector_offsets(index, a.size, 1, Negative::kFails, fail);
  const Update update(out, self, {&index, &source}, /*converts=*/false);
  const Tensor& result = update.tensor();
  const Walked to = others(result, a);
  const Offsets offsets = vector_offsets(at, a.size, to.step, Negative::kFails, fail);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(to, others(from, b), a.sizes, offsets, true, Assign<T>());
  });
  return update.finish();
}

Tensor index_fill(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  const AlongDim a = index_fill_rule(self, dim, index, value);
  const auto fail = [&](int64_t position) {
    TORCHPP_FAIL_KIND(kIndex, "index ", position, " is out of bounds for dimension ", a.dim, " with size ", a.size);
  };
  alignas(16) char bits[16];
  store_number(value, self.dtype(), bits);
  if (self.is_meta()) return Update(out, self, {&index}, /*converts=*/true, MemoryFormat::Preserve).finish();
  const Tensor at = kept_for(out, index);
  vector_offsets(at, a.size, 1, Negative::kWraps, fail);
  const Update update(out, self, {&index}, /*converts=*/true, MemoryFormat::Preserve);
  const Tensor& result = update.tensor();
  const Walked to = others(result, a);
  const Offsets offsets = vector_offsets(at, a.size, to.step, Negative::kWraps, fail);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(to, Walked{bits, DimVector(a.sizes.size(), 0), 0}, a.sizes, offsets, true, Assign<T>());
  });
  return update.finish();
}

}  // namespace torchpp::cpu
