// SPDX-License-Identifier: BSD-3-Clause
// Searching in sorted sequences; order statistics, which are found in sorted lines.
#include "src/backends/cuda/search.h"

#include <torchpp/ops/creation.h>

#include <limits>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/sort.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/search_rules.h"

namespace torchpp::cuda {
namespace {

void write(const Tensor& to, const Tensor& values) { copy_values(to, values.view(to.sizes())); }

// The middle elements of the lines along a dimension, which stays as one, and the first places where they are.
std::pair<Tensor, Tensor> middles(const Tensor& in, int64_t dim, bool skip_nan) {
  const int64_t n = in.size(dim);
  const Tensor sorted = std::get<0>(in.sort(true, dim, false));
  const bool has_nan = in.is_floating_point();
  Tensor rank = sorted.narrow(dim, 0, 1).to(kLong).fill_((n - 1) / 2);
  if (has_nan) {  // which are at the end
    const Tensor numbers = sorted.isnan().logical_not().sum({dim}, true);
    if (skip_nan) rank = (numbers - 1).clamp_min(0).div(2, "floor");
    else rank = rank.where(numbers.eq(n), numbers.clamp_max(n - 1));
  }
  const Tensor values = sorted.gather(dim, rank);
  Tensor found = in.eq(values);
  if (has_nan) found = found.logical_or(in.isnan().logical_and(values.isnan()));
  return {values, found.to(kByte).argmax(dim, true)};
}

void write_middles(const SelectionPlan& plan, const Tensor& self, bool skip_nan) {
  if (plan.result().numel() == 0 || middle_of_lines(plan, self, skip_nan)) return;
  const Tensor in = self.dim() == 0 ? self.unsqueeze(0) : self;
  const auto [values, indices] = middles(in, plan.dim, skip_nan);
  write(plan.result(0), values);
  write(plan.result(1), indices);
}
void middle_of_all(const ReductionPlan& plan, const Tensor& self, bool skip_nan) {
  if (self.numel() == 0) {
    // What the CPU gives: NaN, converted.
    const ScalarType t = self.scalar_type();
    const Scalar none = self.is_floating_point() ? Scalar(std::numeric_limits<double>::quiet_NaN())
                                                 : Scalar(t == kLong  ? INT64_MIN
                                                          : t == kInt ? INT32_MIN
                                                                      : int64_t{0});
    return write(plan.result(), full({}, none, TensorOptions(t).device(self.device())));
  }
  write(plan.result(), middles(row_of(self), 0, skip_nan).first);
}

// The ends of the longest runs of equal elements of sorted lines, the first of several.
Tensor ends_of_longest_runs(const Tensor& sorted, int64_t dim) {
  const int64_t n = sorted.size(dim);
  DimVector sizes(static_cast<size_t>(sorted.dim()), 1);
  sizes[static_cast<size_t>(dim)] = n;
  const Tensor places = arange(n, TensorOptions(kLong).device(sorted.device())).view(sizes);
  // The place where each element's run starts.
  Tensor starts = places.expand(sorted.sizes()).contiguous();
  starts.narrow(dim, 1, n - 1).masked_fill_(sorted.narrow(dim, 1, n - 1).eq(sorted.narrow(dim, 0, n - 1)), 0);
  return (places - std::get<0>(starts.cummax(dim))).argmax(dim, true);
}

}  // namespace

void median(const ReductionPlan& plan, const Tensor& self) { middle_of_all(plan, self, false); }
void nanmedian(const ReductionPlan& plan, const Tensor& self) { middle_of_all(plan, self, true); }
void median_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { write_middles(plan, self, false); }
void nanmedian_dim(const SelectionPlan& plan, const Tensor& self, int64_t, bool) { write_middles(plan, self, true); }

void mode(const SelectionPlan& plan, const Tensor& self, int64_t, bool) {
  if (plan.result().numel() == 0) return;
  const auto [sorted, order] = (self.dim() == 0 ? self.unsqueeze(0) : self).sort(true, plan.dim, false);
  const Tensor ends = ends_of_longest_runs(sorted, plan.dim);
  write(plan.result(0), sorted.gather(plan.dim, ends));
  write(plan.result(1), order.gather(plan.dim, ends));
}

void searchsorted(const SearchPlan& plan, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool,
                  optional<std::string_view>, const Tensor& sorter) {
  if (self.numel() == 0) return;
  const DenseOperand sequences(sorted_sequence, plan.compute), values(self, plan.compute), orders(sorter);
  SearchWork w{};
  w.sequences = sequences.data();
  w.values = values.data();
  w.orders = orders.data<const int64_t>();
  w.positions = plan.result().impl()->data();
  w.n = sorted_sequence.size(-1);
  w.count = self.numel();
  w.per_sequence = sorted_sequence.dim() == 1 ? w.count : self.size(-1);
  w.right = plan.right;
  w.narrow = out_int32;
  if (!search_sorted(w, plan.compute, OnDevice(self))) fail_dtype("searchsorted_out_cuda", plan.compute);
}

}  // namespace torchpp::cuda
