// SPDX-License-Identifier: BSD-3-Clause

// Distinct elements, and distinct slices of a dimension.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/search.h"
#include "src/ops/operand.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

Tensor indices_of(IntArrayRef sizes) { return Tensor(make_tensor(sizes, kLong, kCPU)); }
int64_t* data_of(const Tensor& indices) { return static_cast<int64_t*>(indices.impl()->data()); }

// Runs of items that are equal to the one before them. `first` has the place of each run's first item; `run_of`, unless
// null, gets the run of each item at the item's place.
struct Runs {
  std::vector<int64_t> first, length;
};
template <class Same, class Place>
Runs find_runs(int64_t n, const Same& same_as_before, const Place& place, int64_t* run_of) {
  Runs runs;
  int64_t start = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (i == 0 || !same_as_before(i)) {
      if (i != 0) runs.length.push_back(i - start);
      start = i;
      runs.first.push_back(place(i));
    }
    if (run_of != nullptr) run_of[place(i)] = static_cast<int64_t>(runs.first.size()) - 1;
  }
  if (n != 0) runs.length.push_back(n - start);
  return runs;
}

Tensor vector_of(const std::vector<int64_t>& values) {
  Tensor t = indices_of({static_cast<int64_t>(values.size())});
  std::copy(values.begin(), values.end(), data_of(t));
  return t;
}

// All elements in a row; throws where they have no order.
Tensor row_of_ordered(const Tensor& self) {
  visit_ordered(self.body().dtype(), "unique", [](auto) {});
  return row_of(self);
}

// Elements in a row: sorted, with the places where they were, or, where `order` is null, as they stand.
TensorTriple distinct_elements(const Tensor& self, const Tensor& row, const int64_t* order, bool inverse, bool counts) {
  const int64_t n = row.numel();
  const Tensor run_of = indices_of(inverse ? self.sizes() : IntArrayRef(DimVector{0}));
  TensorTriple results;
  visit_ordered(self.scalar_type(), "unique", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* const x = static_cast<const T*>(row.impl()->data());
    int64_t* const run = inverse ? data_of(run_of) : nullptr;
    const auto same = [x](int64_t i) { return x[i] == x[i - 1]; };
    const Runs runs = order == nullptr ? find_runs(
                                             n, same, [](int64_t i) { return i; }, run)
                                       : find_runs(
                                             n, same, [order](int64_t i) { return order[i]; }, run);
    const Tensor values(make_tensor({static_cast<int64_t>(runs.first.size())}, self.scalar_type(), kCPU));
    T* const to = static_cast<T*>(values.impl()->data());
    int64_t at = 0;
    for (size_t r = 0; r < runs.first.size(); ++r) {
      to[r] = x[at];
      at += runs.length[r];
    }
    results = {values, run_of, counts ? vector_of(runs.length) : indices_of({0})};
  });
  return results;
}

void check_slices(const Tensor& self, int64_t dim) {
  const int64_t none = std::count(self.sizes().begin(), self.sizes().end(), 0);
  if (self.size(dim) == 0)
    TORCHPP_CHECK(none == 1, "Number of zero sized dimensions is more than one, so unique cannot be applied ");
  else TORCHPP_CHECK(none == 0, "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied");
}

// Slices of a dimension as rows of memory: in lexicographic order, or as they stand.
TensorTriple distinct_slices(const Tensor& self, int64_t given, bool in_order) {
  const int64_t dim = wrap_existing_dim(given, self.dim());
  check_slices(self, dim);
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
    const Runs runs = find_runs(
        n, same, [&](int64_t i) { return order[static_cast<size_t>(i)]; }, data_of(run_of));
    results = {slices.index_select(0, vector_of(runs.first)).transpose(0, dim), run_of, vector_of(runs.length)};
  });
  return results;
}

}  // namespace

TensorTriple _unique2(Out out, const Tensor& self, bool, bool return_inverse, bool return_counts) {
  const auto [sorted, order] = op::sort(Out(), row_of_ordered(self), true, 0, false);
  return finish_composite(
      "_unique2", out, distinct_elements(self, sorted, data_of(order), return_inverse || return_counts, return_counts));
}
TensorTriple unique_dim(Out out, const Tensor& self, int64_t dim, bool, bool, bool) {
  return finish_composite("unique_dim", out, distinct_slices(self, dim, true));
}
TensorTriple unique_dim_consecutive(Out out, const Tensor& self, int64_t dim, bool, bool) {
  return finish_composite("unique_dim_consecutive", out, distinct_slices(self, dim, false));
}
TensorTriple unique_consecutive(Out out, const Tensor& self, bool return_inverse, bool return_counts,
                                std::optional<int64_t> dim) {
  return finish_composite("unique_consecutive", out,
                          dim ? distinct_slices(self, *dim, false)
                              : distinct_elements(self, row_of_ordered(self), nullptr, return_inverse, return_counts));
}

}  // namespace torchpp::cpu
