// SPDX-License-Identifier: BSD-3-Clause

// Searching in sorted sequences.

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/dtype_switch.h"
#include "src/ops/operand.h"
#include "src/ops/search_rules.h"

namespace torchpp::cpu {
namespace {

// Searches that are worth a thread.
constexpr int64_t kSearchGrain = 2048;

// How many elements of a sequence come before the value. A NaN among them comes before every number, as in libtorch,
// where a value goes behind each element that is not known to be greater.
template <bool right, bool sorted, class T>
int64_t position(const T* sequence, const int64_t* order, int64_t n, T value) {
  using C = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
  const C v = static_cast<C>(value);
  int64_t start = 0, end = n;
  while (start < end) {
    const int64_t middle = start + ((end - start) >> 1);
    const C x = static_cast<C>(sequence[sorted ? middle : order[middle]]);
    const bool behind = right ? !(x > v) : !(x >= v);
    start = behind ? middle + 1 : start;
    end = behind ? end : middle;
  }
  return start;
}

// The positions of kAtOnce values. All searches take the same steps, without a branch, and so run side by side; the
// sequence has no NaN.
constexpr int64_t kAtOnce = 8;
template <bool right, class T>
void positions_at_once(const T* sequence, int64_t n, const T* values, int64_t* at) {
  using C = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
  const auto behind = [](T element, C v) {
    const C x = static_cast<C>(element);
    return static_cast<int64_t>(right ? !(x > v) : !(x >= v));
  };
  C v[kAtOnce];
  for (int64_t k = 0; k < kAtOnce; ++k) {
    v[k] = static_cast<C>(values[k]);
    at[k] = 0;
  }
  for (int64_t length = n; length > 1; length -= length / 2) {
    const int64_t half = length / 2;
    for (int64_t k = 0; k < kAtOnce; ++k) at[k] += -behind(sequence[at[k] + half - 1], v[k]) & half;
  }
  for (int64_t k = 0; k < kAtOnce; ++k) at[k] += behind(sequence[at[k]], v[k]);
}

template <bool right, bool sorted, class T, class Index>
void positions(const T* sequences, const int64_t* orders, int64_t n, const T* values, Index* to, int64_t count,
               int64_t per_sequence) {
  parallel_for(0, count, kSearchGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end;) {
      const int64_t line = i / per_sequence, base = line * n, stop = std::min(end, (line + 1) * per_sequence);
      const T* const sequence = sequences + base;
      if (sorted && n > 0 && sequence[n - 1] == sequence[n - 1])
        for (int64_t at[kAtOnce]; i + kAtOnce <= stop; i += kAtOnce) {
          positions_at_once<right>(sequence, n, values + i, at);
          for (int64_t k = 0; k < kAtOnce; ++k) to[i + k] = static_cast<Index>(at[k]);
        }
      for (; i < stop; ++i)
        to[i] = static_cast<Index>(position<right, sorted>(sequence, sorted ? nullptr : orders + base, n, values[i]));
    }
  });
}

void check_order(const int64_t* order, int64_t count, int64_t n) {
  for (int64_t i = 0; i < count; ++i)
    TORCHPP_CHECK(order[i] >= 0 && order[i] < n, "torch.searchsorted(): sorter index out of range: got ", order[i],
                  ", expected 0 to ", n - 1);
}

}  // namespace

void searchsorted(const SearchPlan& plan, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool,
                  optional<std::string_view>, const Tensor& sorter) {
  const int64_t count = self.numel(), n = sorted_sequence.size(-1);
  if (count == 0) return;
  const DenseOperand sequences(sorted_sequence, plan.compute), values(self, plan.compute), orders(sorter);
  const int64_t per_sequence = sorted_sequence.dim() == 1 ? count : self.size(-1);
  const int64_t* const order = orders.data<const int64_t>();
  if (order != nullptr) check_order(order, sorter.numel(), n);
  void* const to = plan.result().impl()->data();
  visit_real(plan.compute, "searchsorted_out_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *const x = sequences.data<const T>(), *const v = values.data<const T>();
    const auto run = [&](auto right, auto sorted) {
      constexpr bool kRight = decltype(right)::value, kSorted = decltype(sorted)::value;
      if (out_int32) positions<kRight, kSorted>(x, order, n, v, static_cast<int32_t*>(to), count, per_sequence);
      else positions<kRight, kSorted>(x, order, n, v, static_cast<int64_t*>(to), count, per_sequence);
    };
    if (order == nullptr)
      plan.right ? run(std::true_type(), std::true_type()) : run(std::false_type(), std::true_type());
    else plan.right ? run(std::true_type(), std::false_type()) : run(std::false_type(), std::false_type());
  });
}

}  // namespace torchpp::cpu
