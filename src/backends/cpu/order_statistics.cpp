// SPDX-License-Identifier: BSD-3-Clause

// median, nanmedian and mode.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/cpu/sort_keys.h"
#include "src/core/view.h"
#include "src/ops/operand.h"
#include "src/ops/search_rules.h"

namespace torchpp::cpu {
namespace {

template <class T>
constexpr bool kHasNan = std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

// The place of the middle element of a line, of two the lower one; with `skip_nan` among those that are no NaN, else
// the place of a NaN if there is one. `keys` has room for n of them.
template <class T>
int64_t middle(const T* x, int64_t stride, int64_t n, bool skip_nan, typename KeyOf<T>::Key* keys) {
  using K = typename KeyOf<T>::Key;
  constexpr K kNan = static_cast<K>(~K{0});
  const auto find = [&](K key) {
    int64_t at = 0;
    while (key_at(x + at * stride) != key) ++at;
    return at;
  };
  int64_t count = 0;  // of numbers; the keys of NaN are at the end of all orders
  for (int64_t i = 0; i < n; ++i) {
    keys[i] = key_at(x + i * stride);
    count += !kHasNan<T> || keys[i] != kNan;
  }
  if (count == 0 || (count < n && !skip_nan)) return find(kNan);
  K* const wanted = keys + (count - 1) / 2;
  std::nth_element(keys, wanted, keys + n);
  return find(*wanted);
}

template <class T>
void middles(const Tensor& in, const SortLines& l, bool skip_nan, T* values, int64_t* indices) {
  const T* const data = static_cast<const T*>(in.impl()->data());
  parallel_for(0, l.count, 1 + kReduceGrain / (4 * l.n), [&](int64_t begin, int64_t end) {
    using K = typename KeyOf<T>::Key;
    const std::unique_ptr<K[]> keys(new K[static_cast<size_t>(l.n)]);
    for (int64_t line = begin; line < end; ++line) {
      const SortLines::Offsets at = l.of(line);
      const int64_t place = middle(data + at.in, l.stride, l.n, skip_nan, keys.get());
      values[at.out] = data[at.in + place * l.stride];
      if (indices != nullptr) indices[at.out] = place;
    }
  });
}

// What libtorch gives where there is no element: NaN, converted.
template <class T>
T middle_of_none() {
  if constexpr (kHasNan<T>) return static_cast<T>(std::numeric_limits<float>::quiet_NaN());
  else return sizeof(T) >= 4 ? std::numeric_limits<T>::min() : T{};
}

void middle_of_all(const ReductionPlan& plan, const Tensor& self, bool skip_nan) {
  visit_real(self.scalar_type(), "median_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* const to = static_cast<T*>(plan.result().impl()->data());
    if (self.numel() == 0) {
      *to = middle_of_none<T>();
      return;
    }
    const Tensor row = row_of(self);
    SortLines line(row, row, 0);
    line.out_stride = 0;
    middles<T>(row, line, skip_nan, to, nullptr);
  });
}

void middle_of_lines(const SelectionPlan& plan, const Tensor& self, bool skip_nan) {
  if (plan.result().numel() == 0) return;
  const Tensor in = resolved(self);
  visit_real(self.scalar_type(), "median_out", [&](auto tag) {
    using T = typename decltype(tag)::type;
    middles<T>(in, SortLines(in, plan.with_dim(), plan.dim), skip_nan, static_cast<T*>(plan.result(0).impl()->data()),
               static_cast<int64_t*>(plan.result(1).impl()->data()));
  });
}

// The end of the longest run of equal elements of a sorted line, the first of several. No NaN equals another one.
template <class T>
int64_t end_of_longest_run(const T* x, int64_t stride, int64_t n) {
  int64_t end = 0, longest = 0, start = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (i + 1 < n && x[i * stride] == x[(i + 1) * stride]) continue;
    if (i + 1 - start > longest) {
      longest = i + 1 - start;
      end = i;
    }
    start = i + 1;
  }
  return end;
}

}  // namespace

void median(const ReductionPlan& plan, const Tensor& self) { middle_of_all(plan, self, false); }
void nanmedian(const ReductionPlan& plan, const Tensor& self) { middle_of_all(plan, self, true); }
void median_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { middle_of_lines(plan, self, false); }
void nanmedian_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { middle_of_lines(plan, self, true); }

void mode(const SelectionPlan& plan, const Tensor& self, int64_t, bool) {
  if (plan.result().numel() == 0) return;
  const auto [sorted, order] = op::sort(Out(), self, true, plan.dim, false);
  const Tensor places = dense(order), in = dense(sorted);
  const SortLines l(in, plan.with_dim(), plan.dim);
  const int64_t* const from = static_cast<const int64_t*>(places.impl()->data());
  int64_t* const indices = static_cast<int64_t*>(plan.result(1).impl()->data());
  visit_ordered(self.scalar_type(), "mode_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* const x = static_cast<const T*>(in.impl()->data());
    T* const values = static_cast<T*>(plan.result(0).impl()->data());
    parallel_for(0, l.count, 1 + kReduceGrain / l.n, [&](int64_t begin, int64_t end) {
      for (int64_t line = begin; line < end; ++line) {
        const SortLines::Offsets at = l.of(line);
        const int64_t place = at.in + end_of_longest_run(x + at.in, l.stride, l.n) * l.stride;
        values[at.out] = x[place];
        indices[at.out] = from[place];
      }
    });
  });
}

}  // namespace torchpp::cpu
