// SPDX-License-Identifier: BSD-3-Clause
// Indexing by lists of tensors, and by a vector along one dimension. The rules have checked the positions.

#include "src/backends/cpu/index.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/core/view.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

// The positions that the indices name together in a tensor, as byte offsets; negative positions count from the end.
class NamedOffsets {
 public:
  NamedOffsets(const Tensor& self, const IndexPlan& plan) : count_(multiply_integers(plan.index_sizes)) {
    for (const DimIndex& e : plan.indices) {
      Tensor at = e.positions;
      if (!at.is_contiguous() || at.sizes() != IntArrayRef(plan.index_sizes)) {
        at = Tensor(make_tensor(plan.index_sizes, kLong, Device(kCPU)));
        copy_values(at, e.positions);
      }
      const int64_t step = self.strides()[e.dim] * static_cast<int64_t>(self.itemsize());
      terms_.push_back({static_cast<const int64_t*>(at.impl()->data()), self.sizes()[e.dim], step});
      kept_.push_back(std::move(at));
    }
  }
  int64_t count() const { return count_; }
  // Those of the positions from `begin` up to `end`.
  void write(int64_t begin, int64_t end, int64_t* to) const {
    const int64_t n = end - begin;
    for (size_t k = 0; k < terms_.size(); ++k) {
      const Term t = terms_[k];
      const int64_t* at = t.at + begin;
      // A negative position's sign bits are all ones.
      if (k == 0)
        for (int64_t i = 0; i < n; ++i) to[i] = (at[i] + (at[i] >> 63 & t.size)) * t.step;
      else
        for (int64_t i = 0; i < n; ++i) to[i] += (at[i] + (at[i] >> 63 & t.size)) * t.step;
    }
    if (terms_.empty()) std::fill_n(to, n, 0);
  }
  // f(i, offset of position i) for those from `begin` up to `end`, where one index alone names them; the offsets are
  // handed to `ahead` before they are due.
  template <class F, class Ahead>
  void each_of_one(int64_t begin, int64_t end, const F& f, const Ahead& ahead) const {
    constexpr int64_t kAhead = 24;
    const Term t = terms_[0];
    const auto offset = [t](int64_t i) { return (t.at[i] + (t.at[i] >> 63 & t.size)) * t.step; };
    for (; begin + kAhead < end; ++begin) {
      ahead(offset(begin + kAhead));
      f(begin, offset(begin));
    }
    for (; begin < end; ++begin) f(begin, offset(begin));
  }
  bool is_one() const { return terms_.size() == 1; }
  Offsets all() const {
    Offsets offsets(count_);
    write(0, count_, offsets.data());
    return offsets;
  }

 private:
  struct Term {
    const int64_t* at;
    int64_t size, step;
  };
  int64_t count_;
  std::vector<Term> terms_;
  std::vector<Tensor> kept_;  // the positions' memory
};

// f.one(element of x at a position, element beside it) where nothing is walked but positions: a few offsets at a time,
// which stay in the cache. With `shared` several positions may be one place, which is written in their order; lines of
// such places are asked for ahead, because writes wait for each other: 0.7 of the time of a million in 4 MiB.
template <class T, class F>
void run_elements(void* x, void* beside, int64_t step, const NamedOffsets& offsets, bool shared, const F& f) {
  constexpr int64_t kBlock = 512;
  const auto work = [&](int64_t begin, int64_t end) {
    if (offsets.is_one() && (step == static_cast<int64_t>(sizeof(T)) || step == 0)) {  // offsets are made meanwhile
      char* const to_x = static_cast<char*>(x);
      T* const p = static_cast<T*>(beside);
      const F put = f;  // a copy, which the elements that are written cannot be
      const auto each = [&](auto step_of_p, const auto& ahead) {
        offsets.each_of_one(
            begin, end,
            [=](int64_t i, int64_t at) { put.one(*reinterpret_cast<T*>(to_x + at), p[i * step_of_p.value]); }, ahead);
      };
      const auto ask = [=](int64_t at) { __builtin_prefetch(to_x + at, 1); };
      if (step == 0) return each(std::integral_constant<int, 0>(), ask);
      if (shared) return each(std::integral_constant<int, 1>(), ask);
      return each(std::integral_constant<int, 1>(), [](int64_t) {});
    }
    int64_t offset[kBlock];
    for (; begin < end; begin += kBlock) {
      const int64_t n = end - begin < kBlock ? end - begin : kBlock;
      offsets.write(begin, begin + n, offset);
      char *to_x = static_cast<char*>(x), *to_p = static_cast<char*>(beside) + begin * step;
      if (step == static_cast<int64_t>(sizeof(T))) {
        T* const p = reinterpret_cast<T*>(to_p);
        for (int64_t i = 0; i < n; ++i) f.one(*reinterpret_cast<T*>(to_x + offset[i]), p[i]);
      } else {
        for (int64_t i = 0; i < n; ++i)
          f.one(*reinterpret_cast<T*>(to_x + offset[i]), *reinterpret_cast<T*>(to_p + i * step));
      }
    }
  };
  if (shared) work(0, offsets.count());
  else parallel_for(0, offsets.count(), kIndexGrain, work);
}

Walked indexed_side(const Tensor& t, const IndexPlan& plan) {
  Walked w{t.impl()->data(), DimVector(), 0};
  for (int64_t d : plan.kept) w.strides.push_back(t.strides()[static_cast<size_t>(d)]);
  return w;
}
// A tensor of the selected elements with these strides, in which the dimensions of the indices are dense: they lie in
// steps of the innermost one.
Walked selected_side(const Tensor& t, IntArrayRef strides, const IndexPlan& plan) {
  const size_t at = plan.index_at, width = plan.index_sizes.size();
  Walked w{t.impl()->data(), DimVector(), 0};
  for (size_t i = 0; i < plan.kept.size(); ++i) w.strides.push_back(strides[i < at ? i : i + width]);
  if (width != 0) w.step = strides[at + width - 1] * static_cast<int64_t>(t.itemsize());
  return w;
}

// Whether the dimensions of the indices are dense in the tensor of the selected elements, in row-major order.
bool is_row_major(const Tensor& selected, const IndexPlan& plan) {
  for (size_t d = plan.index_at + 1; d < plan.index_at + plan.index_sizes.size(); ++d)
    if (selected.strides()[d - 1] != selected.strides()[d] * selected.sizes()[d]) return false;
  return true;
}

void select(const IndexPlan& plan, const Tensor& source, const Tensor& to) {
  const NamedOffsets offsets(source, plan);
  const Walked selected = selected_side(to, to.strides(), plan);
  visit_width(source.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (plan.kept.empty())
      return run_elements<T>(source.impl()->data(), selected.data, selected.step, offsets, false, Select<T>());
    run_at_offsets<T>(indexed_side(source, plan), selected, plan.kept_sizes, offsets.all(), false, Select<T>());
  });
}

// As select(), with the dimensions of the indices in the order in which they lie in the memory of the result.
void select_in_order_of_memory(const IndexPlan& plan, const Tensor& source, const Tensor& to) {
  DimVector order(plan.index_sizes.size()), all(plan.selected_sizes.size());
  std::iota(all.begin(), all.end(), 0);
  int64_t* const dims = all.begin() + plan.index_at;
  std::sort(dims, dims + order.size(), [&](int64_t a, int64_t b) {
    return to.stride(a) != to.stride(b) ? to.stride(a) > to.stride(b) : to.size(a) > to.size(b);
  });
  IndexPlan ordered = plan;
  for (size_t i = 0; i < order.size(); ++i) {
    order[i] = dims[i] - static_cast<int64_t>(plan.index_at);
    ordered.index_sizes[i] = plan.index_sizes[static_cast<size_t>(order[i])];
  }
  for (DimIndex& e : ordered.indices) e.positions = e.positions.expand(plan.index_sizes).permute(order);
  const Tensor ordered_to = to.permute(all);
  if (is_row_major(ordered_to, plan)) return select(ordered, source, ordered_to);
  const Tensor row_major(make_tensor(plan.selected_sizes, to.dtype(), to.device()));  // a kept dimension lies between
  select(plan, source, row_major);
  copy_values(to, row_major);
}

}  // namespace

void index(const IndexPlan& plan, const Tensor& self, TensorList) {
  const Tensor& to = plan.result();
  if (to.numel() == 0) return;
  Tensor keep;
  const Tensor& source = resolved(self, keep);
  if (is_row_major(to, plan)) select(plan, source, to);
  else select_in_order_of_memory(plan, source, to);
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
  const NamedOffsets offsets(to, plan);
  Walked from = selected_side(source, contiguous_strides(plan.selected_sizes), plan);
  if (one) {
    from.strides = DimVector(from.strides.size(), 0);
    from.step = 0;
  }
  const auto write = [&](auto tag, const auto& f) {
    using T = typename decltype(tag)::type;
    if (plan.kept.empty()) return run_elements<T>(to.impl()->data(), from.data, from.step, offsets, true, f);
    run_at_offsets<T>(indexed_side(to, plan), from, plan.kept_sizes, offsets.all(), true, f);
  };
  if (accumulate) {
    visit_dtype(to.dtype(), "index_put", [&](auto tag) {
      using T = typename decltype(tag)::type;
      write(tag, Add<T>());
    });
  } else {
    visit_width(to.itemsize(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      write(tag, Assign<T>());
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
  if (multiply_integers(plan.slice_sizes) == 1 && index.dtype() == kLong && index.is_contiguous()) {
    const int64_t* at = static_cast<const int64_t*>(index.impl()->data());
    char *x = static_cast<char*>(to.data), *p = static_cast<char*>(from.data);
    const F put = f;  // a copy, which the elements that are written cannot be
    for (int64_t i = 0, n = index.numel(); i < n; ++i, p += from.step)  // a negative position's sign bits are all ones
      put.one(*reinterpret_cast<T*>(x + (at[i] + (at[i] >> 63 & plan.size)) * to.step), *reinterpret_cast<T*>(p));
    return;
  }
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
    const Walked beside = slice_side(from, plan);
    const T factor = alpha.to<T>();
    if (factor == T(1)) write_slices<T>(plan, index, beside, Add<T>());
    else write_slices<T>(plan, index, beside, AddScaled<T>{factor});
  });
}

void index_reduce(const SlicePlan& plan, const Tensor& self, int64_t, const Tensor& index, const Tensor& source,
                  std::string_view, bool include_self) {
  Tensor keep;
  const Tensor& from = resolved(source, keep);
  visit_real(from.dtype(), "index_reduce", [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (!include_self) {
      T start = reduction_start(plan.reduce, from.scalar_type()).to<T>();
      write_slices<T>(plan, index, Walked{&start, DimVector(plan.slice_sizes.size(), 0), 0}, Assign<T>());
    }
    const Walked beside = slice_side(from, plan);
    switch (plan.reduce) {
      case ScatterReduce::kMultiply: return write_slices<T>(plan, index, beside, Multiply<T>());
      case ScatterReduce::kMax: return write_slices<T>(plan, index, beside, Extreme<T, true>());
      case ScatterReduce::kMin: return write_slices<T>(plan, index, beside, Extreme<T, false>());
      default: return write_slices<T>(plan, index, beside, Add<T>());
    }
  });
  if (plan.reduce == ScatterReduce::kMean)
    divide_by_counts(plan.result(), added_slices(self, plan, index, include_self));
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
