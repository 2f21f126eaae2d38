// SPDX-License-Identifier: BSD-3-Clause

// Distinct elements, and distinct slices of a dimension.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"
#include "src/ops/search_rules.h"

namespace torchpp::cpu {
namespace {

Tensor indices_of(IntArrayRef sizes) { return Tensor(make_tensor(sizes, kLong, kCPU)); }
int64_t* data_of(const Tensor& indices) { return static_cast<int64_t*>(indices.impl()->data()); }

// Where runs start becomes how long they are, of n items.
void starts_to_lengths(int64_t* starts, int64_t count, int64_t n) {
  for (int64_t r = 0; r < count; ++r) starts[r] = (r + 1 < count ? starts[r + 1] : n) - starts[r];
}

// All elements in a row; throws where they have no order.
Tensor row_of_ordered(const Tensor& self) {
  visit_ordered(self.body().dtype(), "unique", [](auto) {});
  return row_of(self);
}

// Writes the first element of each run of x and, where they are asked for, the run of each element, at its place in
// `order` if there is one, and where runs start. begins[i] is 1 where a run begins, 0 elsewhere, also up to the next
// multiple of eight elements. The lengths of runs are not predictable: among elements with a run in sight every element
// is written, and those that begin none are overwritten.
template <class T>
void write_runs(const uint8_t* begins, const T* x, int64_t n, int64_t count, T* to, int64_t* starts, int64_t* run_of,
                const int64_t* order) {
  constexpr int64_t kGroup = 8;
  constexpr uint64_t kAll = 0x0101010101010101;
  int64_t runs = 0;  // so far
  const auto set_run = [=](int64_t i, int64_t run) {
    if (run_of != nullptr) run_of[order == nullptr ? i : order[i]] = run;
  };
  const auto begins_in = [=](int64_t first) {
    uint64_t group;
    __builtin_memcpy(&group, begins + first, sizeof group);
    return group;
  };
  for (int64_t first = 0; first < n; first += kGroup) {
    const int64_t length = std::min(kGroup, n - first);
    const uint64_t any = begins_in(first);
    if (any == 0) {
      int64_t end = first + kGroup;
      while (end < n && begins_in(end) == 0) end += kGroup;
      if (run_of != nullptr && order == nullptr) std::fill(run_of + first, run_of + std::min(end, n), runs - 1);
      else
        for (int64_t i = first; i < std::min(end, n) && run_of != nullptr; ++i) set_run(i, runs - 1);
      first = end - kGroup;
    } else if (any == kAll) {
      std::copy(x + first, x + first + kGroup, to + runs);
      for (int64_t i = 0; i < kGroup && (starts != nullptr || run_of != nullptr); ++i) {
        if (starts != nullptr) starts[runs + i] = first + i;
        set_run(first + i, runs + i);
      }
      runs += kGroup;
    } else if (runs + kGroup < count) {  // then the group is whole, and what is written too much is overwritten
      for (int64_t i = first; i < first + kGroup; ++i) {
        to[runs] = x[i];
        if (starts != nullptr) starts[runs] = i;
        runs += begins[i];
        set_run(i, runs - 1);
      }
    } else {
      for (int64_t i = first; i < first + length; ++i) {
        if (begins[i] != 0) {
          to[runs] = x[i];
          if (starts != nullptr) starts[runs] = i;
          ++runs;
        }
        set_run(i, runs - 1);
      }
    }
  }
}

// How many of n bytes that are 0 or 1, with zeros up to a multiple of eight, are 1: eight sums side by side.
int64_t count_of_ones(const char* bytes, int64_t n) {
  constexpr int64_t kMost = 255 * 8;  // as a sum of 8 bits holds
  constexpr uint64_t kEven = 0x00ff00ff00ff00ff, kEach = 0x0001000100010001;
  int64_t count = 0;
  for (int64_t first = 0; first < n; first += kMost) {
    const int64_t end = std::min(n, first + kMost);
    uint64_t sums = 0;
    for (int64_t i = first; i < end; i += 8) {
      uint64_t group;
      __builtin_memcpy(&group, bytes + i, sizeof group);
      sums += group;
    }
    count += static_cast<int64_t>(((sums & kEven) + (sums >> 8 & kEven)) * kEach >> 48);
  }
  return count;
}

// Elements in a row: sorted, with the places where they were, or, where `order` is null, as they stand.
TensorTriple distinct_elements(const Tensor& self, const Tensor& row, const int64_t* order, bool inverse, bool counts) {
  const int64_t n = row.numel(), size = static_cast<int64_t>(row.itemsize());
  const ScalarType dtype = self.scalar_type(), number = dtype == kBool ? kByte : dtype;
  const Tensor run_of = indices_of(inverse ? self.sizes() : IntArrayRef(DimVector{0}));
  char* const x = static_cast<char*>(row.impl()->data());
  const Workspace space(static_cast<size_t>(n) + sizeof(uint64_t));
  char* const begins = space.as<char>();
  int64_t count = 0;
  if (n > 0) {
    begins[0] = 1;
    char* const data[] = {begins + 1, x + size, x};
    const int64_t strides[] = {1, size, size};
    select(ne_loops, number)(data, strides, n - 1, nullptr);
    std::fill_n(begins + n, sizeof(uint64_t), char{0});
    count = count_of_ones(begins, n);
  }
  const Tensor values(make_tensor({count}, dtype, kCPU)), lengths = indices_of({counts ? count : 0});
  int64_t* const starts = counts ? data_of(lengths) : nullptr;
  visit_width(row.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    write_runs(reinterpret_cast<const uint8_t*>(begins), reinterpret_cast<const T*>(x), n, count,
               static_cast<T*>(values.impl()->data()), starts, inverse ? data_of(run_of) : nullptr, order);
  });
  if (counts) starts_to_lengths(starts, count, n);
  return {values, run_of, lengths};
}

// Both truth values are mostly found at the begin.
TensorTriple distinct_bools(const Tensor& row) {
  const auto* const first = static_cast<const uint8_t*>(row.impl()->data());
  const auto* const last = first + row.numel();
  const bool has_false = std::find(first, last, uint8_t{0}) != last,
             has_true = std::any_of(first, last, [](uint8_t b) { return b != 0; });
  const Tensor values(make_tensor({has_false + has_true}, kBool, kCPU));
  bool* to = static_cast<bool*>(values.impl()->data());
  if (has_false) *to++ = false;
  if (has_true) *to = true;
  return {values, indices_of({0}), indices_of({0})};
}

// The greatest range of integers in which distinct ones are found by a table, for so many elements.
int64_t table_limit(int64_t n) { return std::max<int64_t>(1024, 4 * n); }

// Integers of a small range: counted in a table. False where the range is too large.
template <class T>
bool distinct_in_table(const Tensor& self, const Tensor& row, bool inverse, bool counts, TensorTriple& results) {
  const int64_t n = row.numel();
  const T* const x = static_cast<const T*>(row.impl()->data());
  if (n == 0) return false;
  T least = x[0], most = x[0];
  for (int64_t i = 1; i < n; ++i) {
    least = std::min(least, x[i]);
    most = std::max(most, x[i]);
  }
  const uint64_t range = static_cast<uint64_t>(most) - static_cast<uint64_t>(least);
  if (range >= static_cast<uint64_t>(table_limit(n))) return false;
  const auto place = [least](T v) {
    return static_cast<size_t>(static_cast<uint64_t>(v) - static_cast<uint64_t>(least));
  };
  std::vector<int64_t> table(static_cast<size_t>(range) + 1);
  for (int64_t i = 0; i < n; ++i) ++table[place(x[i])];
  const int64_t found = static_cast<int64_t>(table.size()) - std::count(table.begin(), table.end(), 0);
  const Tensor values(make_tensor({found}, self.scalar_type(), kCPU)), lengths = indices_of({counts ? found : 0});
  int64_t at = 0;
  for (size_t v = 0; v < table.size(); ++v) {
    if (table[v] == 0) continue;
    static_cast<T*>(values.impl()->data())[at] = static_cast<T>(static_cast<uint64_t>(least) + v);
    if (counts) data_of(lengths)[at] = table[v];
    table[v] = at++;
  }
  const Tensor run_of = indices_of(inverse ? self.sizes() : IntArrayRef(DimVector{0}));
  int64_t* const run = data_of(run_of);
  for (int64_t i = 0; inverse && i < n; ++i) run[i] = table[place(x[i])];
  results = {values, run_of, lengths};
  return true;
}

// Slices of a dimension as rows of memory: in lexicographic order, or as they stand.
TensorTriple distinct_slices(const Tensor& self, int64_t given, bool in_order) {
  const int64_t dim = wrap_existing_dim(given, self.dim());
  check_unique_slices(self, dim);
  const Tensor slices = dense(self.transpose(dim, 0));
  const int64_t n = self.size(dim), width = n == 0 ? 0 : self.numel() / n;
  const Tensor run_of = indices_of({n});
  TensorTriple results;
  visit_ordered(self.scalar_type(), "unique_dim", [&](auto tag) {
    using T = typename decltype(tag)::type;
    using C = std::conditional_t<sizeof(T) == 2 && !std::is_integral_v<T>, float, T>;
    const T* const x = static_cast<const T*>(slices.impl()->data());
    std::vector<int64_t> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    const auto before = [=](int64_t a, int64_t b) {
      for (int64_t i = 0; i < width; ++i) {
        const C u = static_cast<C>(x[a * width + i]), v = static_cast<C>(x[b * width + i]);
        if (u < v) return true;
        if (v < u) return false;
      }
      return false;
    };
    if (in_order) std::stable_sort(order.begin(), order.end(), before);
    const auto same = [&](int64_t i) {
      const T *a = x + order[static_cast<size_t>(i)] * width, *b = x + order[static_cast<size_t>(i - 1)] * width;
      return std::equal(a, a + width, b, [](T u, T v) { return static_cast<C>(u) == static_cast<C>(v); });
    };
    std::vector<int64_t> firsts;  // of the slices in order, those that begin a run
    int64_t* const run_at = data_of(run_of);
    for (int64_t i = 0; i < n; ++i) {
      if (i == 0 || !same(i)) firsts.push_back(i);
      run_at[order[static_cast<size_t>(i)]] = static_cast<int64_t>(firsts.size()) - 1;
    }
    const auto count = static_cast<int64_t>(firsts.size());
    // Slices lie one after the other in memory.
    DimVector sizes(self.sizes());
    sizes[static_cast<size_t>(dim)] = sizes[0];
    sizes[0] = count;
    DimVector strides = contiguous_strides(sizes);
    std::swap(sizes[0], sizes[static_cast<size_t>(dim)]);
    std::swap(strides[0], strides[static_cast<size_t>(dim)]);
    const Tensor found(make_tensor_strided(sizes, strides, self.scalar_type(), kCPU));
    T* const to = static_cast<T*>(found.impl()->data());
    const Tensor lengths = indices_of({count});
    for (int64_t r = 0; r < count; ++r) {
      const int64_t first = firsts[static_cast<size_t>(r)];
      const T* const from = x + order[static_cast<size_t>(first)] * width;
      std::copy(from, from + width, to + r * width);
      data_of(lengths)[r] = first;
    }
    starts_to_lengths(data_of(lengths), count, n);
    results = {found, run_of, lengths};
  });
  return results;
}

}  // namespace

TensorTriple _unique2(Out out, const Tensor& self, bool, bool return_inverse, bool return_counts) {
  const Tensor row = row_of_ordered(self);
  const bool inverse = return_inverse || return_counts;
  if (self.scalar_type() == kBool && !inverse) return finish_composite("_unique2", out, distinct_bools(row));
  TensorTriple found;
  bool counted = false;
  if (isIntegralType(self.scalar_type(), false))
    visit_real(self.scalar_type(), "unique", [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (std::is_integral_v<T>) counted = distinct_in_table<T>(self, row, inverse, return_counts, found);
    });
  if (counted) return finish_composite("_unique2", out, std::move(found));
  const auto [sorted, order] = op::sort(Out(), row, true, 0, false);
  return finish_composite("_unique2", out, distinct_elements(self, sorted, data_of(order), inverse, return_counts));
}
TensorTriple unique_dim(Out out, const Tensor& self, int64_t dim, bool, bool, bool) {
  return finish_composite("unique_dim", out, distinct_slices(self, dim, true));
}
TensorTriple unique_dim_consecutive(Out out, const Tensor& self, int64_t dim, bool, bool) {
  return finish_composite("unique_dim_consecutive", out, distinct_slices(self, dim, false));
}
TensorTriple unique_consecutive(Out out, const Tensor& self, bool return_inverse, bool return_counts,
                                optional<int64_t> dim) {
  const bool by_slices = dim && !(*dim == 0 && self.dim() == 1);  // as libtorch
  return finish_composite("unique_consecutive", out,
                          by_slices
                              ? distinct_slices(self, *dim, false)
                              : distinct_elements(self, row_of_ordered(self), nullptr, return_inverse, return_counts));
}

}  // namespace torchpp::cpu
