// SPDX-License-Identifier: BSD-3-Clause
// Distinct elements, and distinct slices of a dimension: items are sorted, and the first of each run of equal ones
// stays.
#include "src/backends/cuda/unique.h"

#include <torchpp/ops/creation.h>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"
#include "src/ops/search_rules.h"

namespace torchpp::cuda {
namespace {

Tensor longs_of(IntArrayRef sizes, const Tensor& like) { return Tensor(make_tensor(sizes, kLong, like.device())); }

// Runs of items that are equal to the one before them.
struct Runs {
  Tensor starts;   // of each run
  Tensor run_of;   // of each item; undefined unless wanted
  Tensor lengths;  // of each run; the same
};
// `begins` says of each item whether it differs from the one before it; that of the first one is written here.
Runs runs_from(const Tensor& begins, bool want_run_of, bool want_lengths) {
  const int64_t n = begins.numel();
  begins.narrow(0, 0, n == 0 ? 0 : 1).fill_(true);
  Runs runs;
  runs.starts = begins.nonzero().view({-1});
  if (want_run_of) runs.run_of = begins.cumsum(0) - 1;
  if (!want_lengths) return runs;
  const int64_t count = runs.starts.numel();
  runs.lengths = longs_of({count}, begins);
  if (count == 0) return runs;
  runs.lengths.narrow(0, 0, count - 1)
      .copy_(runs.starts.narrow(0, 1, count - 1))
      .sub_(runs.starts.narrow(0, 0, count - 1));
  runs.lengths.narrow(0, count - 1, 1).copy_(n - runs.starts.narrow(0, count - 1, 1));
  return runs;
}
// Whether each item differs from the one before it; of the first one nothing is said.
Tensor differences(const Tensor& items) {
  const int64_t n = items.size(0);
  const Tensor begins = empty({n}, TensorOptions(kBool).device(items.device()));
  if (n > 1) {
    const Tensor differs = items.narrow(0, 1, n - 1).ne(items.narrow(0, 0, n - 1));
    begins.narrow(0, 1, n - 1).copy_(items.dim() == 1 ? differs : differs.any(1));
  }
  return begins;
}
// What belongs to each of the sorted items, at the places where they stood.
Tensor unsorted(const Tensor& values, const Tensor& order) {
  return longs_of(values.sizes(), values).scatter_(0, order, values);
}

// All elements in a row; throws where they have no order.
Tensor row_of_ordered(const Tensor& self) {
  if (isComplexType(self.scalar_type())) fail_dtype("unique", self.scalar_type());
  return row_of(self);
}

// Elements in a row: sorted, with the places where they were, or, without `order`, as they stand.
TensorTriple distinct_elements(const Tensor& self, const Tensor& row, const Tensor& order, bool inverse, bool counts) {
  const Runs runs = runs_from(differences(row), inverse, counts);
  Tensor run_of = longs_of({0}, self);
  if (inverse) run_of = (order.defined() ? unsorted(runs.run_of, order) : runs.run_of).view(self.sizes());
  return {row.index_select(0, runs.starts), run_of, counts ? runs.lengths : longs_of({0}, self)};
}

// Slices of a dimension: in lexicographic order, or as they stand.
TensorTriple distinct_slices(const Tensor& self, int64_t given, bool in_order) {
  const OnDevice on(self);
  const int64_t dim = wrap_existing_dim(given, self.dim());
  check_unique_slices(self, dim);
  const ScalarType dtype = self.scalar_type();
  if (isComplexType(dtype)) fail_dtype("unique_dim", dtype);
  const Tensor slices = dense(self.transpose(dim, 0));
  const int64_t n = self.size(dim), width = n == 0 ? 0 : self.numel() / n;
  const Tensor rows = slices.view({n, width});
  Tensor order, items = rows;
  if (in_order) {
    order = longs_of({n}, self);
    const Tensor other = longs_of({n}, self);
    sort_rows({dtype, rows.impl()->data(), n, width}, static_cast<int64_t*>(order.impl()->data()),
              static_cast<int64_t*>(other.impl()->data()), on);
    items = rows.index_select(0, order);
  }
  const Runs runs = runs_from(differences(items), true, true);
  // Slices lie one after the other in memory.
  DimVector sizes(slices.sizes());
  sizes[0] = runs.starts.numel();
  const Tensor found = items.index_select(0, runs.starts).view(sizes).transpose(0, dim);
  return {found, in_order ? unsorted(runs.run_of, order) : runs.run_of, runs.lengths};
}

}  // namespace

TensorTriple _unique2(Out out, const Tensor& self, bool, bool return_inverse, bool return_counts) {
  const auto [sorted, order] = row_of_ordered(self).sort(true, 0, false);
  return finish_composite("_unique2", out,
                          distinct_elements(self, sorted, order, return_inverse || return_counts, return_counts));
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
                              : distinct_elements(self, row_of_ordered(self), Tensor(), return_inverse, return_counts));
}

}  // namespace torchpp::cuda
