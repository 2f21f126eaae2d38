// SPDX-License-Identifier: BSD-3-Clause

// median, nanmedian and mode.

#include <torchpp/core/parallel.h>

#include <limits>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/cpu/sort_line.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/view.h"
#include "src/ops/operand.h"
#include "src/ops/search_rules.h"

namespace torchpp::cpu {
namespace {

template <class T>
constexpr bool kHasNan = std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

// Comparisons that vectorise; those of keys do not without AVX-512.
template <class T>
bool is_nan(T x) {
  if constexpr (kHasNan<T> && sizeof(T) == 2) return (x.x & 0x7fff) > std::numeric_limits<T>::infinity().x;
  else return x != x;
}
template <class T>
bool equal_numbers(T a, T b) {
  if constexpr (kHasNan<T> && sizeof(T) == 2) return (a.x == b.x) | (((a.x | b.x) & 0x7fff) == 0);
  else return a == b;
}

// The elements of a line are looked at in blocks, with counters of their own width.
constexpr int64_t kLookedAtTogether = 64;

template <class T>
int64_t count_nans(const T* x, int64_t stride, int64_t n) {
  int64_t count = 0, i = 0;
  for (; stride == 1 && i + kLookedAtTogether <= n; i += kLookedAtTogether) {
    typename KeyOf<T>::Key in_block = 0;
    for (int64_t j = 0; j < kLookedAtTogether; ++j) in_block += is_nan(x[i + j]);
    count += static_cast<int64_t>(in_block);
  }
  for (; i < n; ++i) count += is_nan(x[i * stride]);
  return count;
}
// The first element that is `wanted`, of which there is one.
template <class T>
int64_t place_of(const T* x, int64_t stride, int64_t n, T wanted) {
  int64_t i = 0;
  for (; stride == 1 && i + kLookedAtTogether <= n; i += kLookedAtTogether) {
    typename KeyOf<T>::Key found = 0;
    for (int64_t j = 0; j < kLookedAtTogether; ++j) found += equal_numbers(x[i + j], wanted);
    if (found != 0) break;
  }
  while (!equal_numbers(x[i * stride], wanted)) ++i;
  return i;
}

// The place of the middle element of a line, of two the lower one; with `skip_nan` among those that are no NaN, else
// the place of a NaN if there is one; of equal elements that of the first. `items` and `other` have room for n each.
template <class T>
int64_t middle(const T* x, int64_t stride, int64_t n, bool skip_nan, typename Line<T>::I* items,
               typename Line<T>::I* other) {
  int64_t numbers = n;  // whose keys are before those of NaN
  if constexpr (kHasNan<T>) numbers -= count_nans(x, stride, n);
  if (numbers == 0 || (numbers < n && !skip_nan)) {
    int64_t at = 0;
    while (!is_nan(x[at * stride])) ++at;
    return at;
  }
  const Line<T> line(x, stride, n, false, nullptr, nullptr, 0);
  const int64_t k = (numbers + 1) / 2;
  line.load(items, 0, n);
  select_item(line, items, other, k);
  return place_of(x, stride, n, x[items[k - 1].at() * stride]);
}

template <class T>
void middles(const Tensor& in, const SortLines& l, bool skip_nan, T* values, int64_t* indices) {
  using I = typename Line<T>::I;
  const T* const data = static_cast<const T*>(in.impl()->data());
  parallel_for(0, l.count, 1 + kReduceGrain / (4 * l.n), [&](int64_t begin, int64_t end) {
    const Workspace space(2 * static_cast<size_t>(l.n) * sizeof(I));
    I* const items = space.as<I>();
    for_dense_lines(data, l, begin, end, [&](const T* x, int64_t stride, int64_t out) {
      const int64_t place = middle(x, stride, l.n, skip_nan, items, items + l.n);
      values[out] = x[place * stride];
      if (indices != nullptr) indices[out] = place;
    });
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
