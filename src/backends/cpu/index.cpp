// SPDX-License-Identifier: BSD-3-Clause
// Indexing by lists of tensors, and by a vector along one dimension. The rules have checked the positions.

#include "src/backends/cpu/index.h"

#include "src/backends/cpu/copy.h"
#include "src/core/view.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

// Byte offsets in `self` of the positions that the indices name together; negative positions count from the end.
Offsets offsets_of(const Tensor& self, const IndexPlan& plan) {
  Offsets offsets(multiply_integers(plan.index_sizes));
  for (const DimIndex& e : plan.indices) {
    const int64_t* at = static_cast<const int64_t*>(e.positions.impl()->data());
    Tensor spread;
    if (!e.positions.is_contiguous() || e.positions.sizes() != IntArrayRef(plan.index_sizes)) {
      spread = Tensor(make_tensor(plan.index_sizes, kLong, Device(kCPU)));
      copy_values(spread, e.positions);
      at = static_cast<const int64_t*>(spread.impl()->data());
    }
    const int64_t size = self.sizes()[e.dim], step = self.strides()[e.dim] * static_cast<int64_t>(self.itemsize());
    for (int64_t i = 0; i < offsets.size(); ++i) offsets.data()[i] += (at[i] < 0 ? at[i] + size : at[i]) * step;
  }
  return offsets;
}

Walked indexed_side(const Tensor& t, const IndexPlan& plan) {
  Walked w{t.impl()->data(), DimVector(), 0};
  for (int64_t d : plan.kept) w.strides.push_back(t.strides()[static_cast<size_t>(d)]);
  return w;
}
// A dense tensor of the selected elements.
Walked selected_side(const Tensor& t, const IndexPlan& plan) {
  const DimVector strides = contiguous_strides(plan.selected_sizes);
  Walked w{t.impl()->data(), DimVector(), 0};
  for (size_t i = 0; i < plan.kept.size(); ++i)
    w.strides.push_back(strides[i < plan.index_at ? i : i + plan.index_sizes.size()]);
  int64_t step = 1;
  for (size_t d = plan.index_at + plan.index_sizes.size(); d < plan.selected_sizes.size(); ++d)
    step *= plan.selected_sizes[d];
  w.step = step * static_cast<int64_t>(t.itemsize());
  return w;
}

}  // namespace

void index(const IndexPlan& plan, const Tensor& self, TensorList) {
  const Tensor& to = plan.result();
  if (to.numel() == 0) return;
  Tensor keep;
  const Tensor& source = resolved(self, keep);
  const Offsets offsets = offsets_of(source, plan);
  visit_width(source.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(indexed_side(source, plan), selected_side(to, plan), plan.kept_sizes, offsets, false,
                      Select<T>());
  });
}

void index_put(const IndexPlan& plan, const Tensor&, TensorList, const Tensor& values, bool accumulate) {
  const Tensor& to = plan.result();
  Tensor source = resolved(values);
  const bool one = source.numel() == 1;
  if (!one && (!source.is_contiguous() || source.sizes() != IntArrayRef(plan.selected_sizes))) {
    Tensor spread(make_tensor(plan.selected_sizes, values.dtype(), values.device()));
    copy_values(spread, source);
    source = std::move(spread);
  }
  const Offsets offsets = offsets_of(to, plan);
  Walked from = selected_side(source, plan);
  if (one) {
    from.strides = DimVector(from.strides.size(), 0);
    from.step = 0;
  }
  if (accumulate) {
    visit_dtype(to.dtype(), "index_put", [&](auto tag) {
      using T = typename decltype(tag)::type;
      run_at_offsets<T>(indexed_side(to, plan), from, plan.kept_sizes, offsets, true, Add<T>{T(1)});
    });
  } else {
    visit_width(to.itemsize(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      run_at_offsets<T>(indexed_side(to, plan), from, plan.kept_sizes, offsets, true, Assign<T>());
    });
  }
}

namespace {

Walked slice_side(const Tensor& t, const SlicePlan& plan) {
  Walked w{t.impl()->data(), DimVector(t.strides()), 0};
  if (!w.strides.empty()) {
    w.step = w.strides[plan.dim] * static_cast<int64_t>(t.itemsize());
    w.strides.erase(plan.dim);
  }
  return w;
}

// Byte offsets of a vector of positions that lie `step` bytes apart; negative ones count from the end.
Offsets offsets_of(const SlicePlan& plan, const Tensor& index, int64_t step) {
  Tensor keep;
  const Tensor& wide =
      TORCHPP_LIKELY(index.dtype() == kLong && index.is_contiguous()) ? index : (keep = index.to(kLong).contiguous());
  const int64_t* at = static_cast<const int64_t*>(wide.impl()->data());
  Offsets offsets(index.numel());
  for (int64_t i = 0; i < offsets.size(); ++i) offsets.data()[i] = (at[i] < 0 ? at[i] + plan.size : at[i]) * step;
  return offsets;
}

// Elements of a vector, not slices: needs no offsets.
void select_elements(const Tensor& source, const Tensor& index, const Tensor& result) {
  const int64_t* at = static_cast<const int64_t*>(index.impl()->data());
  visit_width(source.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = static_cast<const T*>(source.impl()->data());
    T* to = static_cast<T*>(result.impl()->data());
    const int64_t step = source.strides()[0];
    parallel_for(0, index.numel(), kIndexGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = x[at[i] * step];
    });
  });
}

// Writes slices of `to` at the positions: f(element of `to`, element of `from`).
template <class T, class F>
void write_slices(const SlicePlan& plan, const Tensor& index, const Walked& from, const F& f) {
  const Walked to = slice_side(plan.result(), plan);
  run_at_offsets<T>(to, from, plan.slice_sizes, offsets_of(plan, index, to.step), true, f);
}

}  // namespace

void index_select(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index) {
  Tensor keep;
  const Tensor &source = resolved(self, keep), &to = plan.result();
  if (self.dim() == 1 && index.dtype() == kLong && index.is_contiguous()) return select_elements(source, index, to);
  const Walked from = slice_side(source, plan);
  const Offsets offsets = offsets_of(plan, index, from.step);
  visit_width(source.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(from, slice_side(to, plan), plan.slice_sizes, offsets, false, Select<T>());
  });
}

void index_add(const SlicePlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& source,
               const Scalar& alpha) {
  Tensor keep;
  const Tensor& from = resolved(source, keep);
  visit_dtype(from.dtype(), "index_add", [&](auto tag) {
    using T = typename decltype(tag)::type;
    write_slices<T>(plan, index, slice_side(from, plan), Add<T>{alpha.to<T>()});
  });
}

void index_copy(const SlicePlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& source) {
  Tensor keep;
  const Tensor& from = resolved(source, keep);
  visit_width(from.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    write_slices<T>(plan, index, slice_side(from, plan), Assign<T>());
  });
}

void index_fill(const SlicePlan& plan, const Tensor&, int64_t, const Tensor& index, const Scalar&) {
  const Walked from{const_cast<char*>(plan.value), DimVector(plan.slice_sizes.size(), 0), 0};
  visit_width(plan.result().itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    write_slices<T>(plan, index, from, Assign<T>());
  });
}

}  // namespace torchpp::cpu
