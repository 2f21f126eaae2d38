// SPDX-License-Identifier: BSD-3-Clause
// histc, bincount and histogramdd. Counts are integers; weights are added in double, those of a bin in the order of the
// elements.
#include "src/backends/cuda/histogram.h"

#include <torchpp/ops/creation.h>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"
#include "src/ops/search_rules.h"

namespace torchpp::cuda {
namespace {

Tensor zeros_of(int64_t n, ScalarType dtype, const Tensor& like) {
  return zeros({n}, TensorOptions(dtype).device(like.device()));
}
int64_t* longs(const Tensor& t) { return static_cast<int64_t*>(t.impl()->data()); }

// How many of the keys, or the sum of the weights of those, each bin has. Keys of -1 do not count; the keys are written
// over.
Tensor count_keys(const Tensor& keys, int64_t bins, const Tensor& weights, const OnDevice& on) {
  const int64_t n = keys.numel();
  if (!weights.defined()) {
    const Tensor counts = zeros_of(bins, kLong, keys);
    count_integers(kLong, longs(keys), n, bins, longs(counts), on);
    return counts;
  }
  const Tensor sums = zeros_of(bins + 1, kDouble, keys);  // one bin more for those that do not count
  const DenseOperand added(weights, kDouble);
  keys.masked_fill_(keys.lt(0), bins);
  constexpr int64_t kStep = sizeof(double);
  add_rows(kDouble, longs(keys), n, bins + 1, {}, {{sums.impl()->data(), {}}, kStep}, {{added.data(), {}}, kStep}, {},
           on);
  return sums.narrow(0, 0, bins);
}

}  // namespace

void histc(const HistogramPlan& plan, const Tensor& self, int64_t bins, const Scalar&, const Scalar&) {
  const OnDevice on(self);
  const DenseOperand x(self);
  const Tensor counts = zeros_of(bins, kLong, self);
  count_in_range(self.scalar_type(), x.data(), self.numel(), bins, plan.least, plan.most, longs(counts), on);
  copy_values(plan.result(), counts);
}

void _histogramdd_from_bin_tensors(const HistogramPlan& plan, const Tensor& self, TensorList bins, const Tensor& weight,
                                   bool density) {
  const OnDevice on(self);
  const Tensor& to = plan.result();
  const int64_t columns = self.size(-1), points = columns == 0 ? 0 : self.numel() / columns;
  const DenseOperand x(self);
  const Tensor keys = zeros_of(points, kLong, self);
  Tensor volumes = ones({}, TensorOptions(kDouble).device(self.device()));
  for (int64_t d = 0; d < columns; ++d) {
    const DenseOperand edges(bins[static_cast<size_t>(d)]);
    const int64_t count = edges.tensor().numel() - 1;
    const char* first = x.data<const char>();
    if (points > 0) first += d * static_cast<int64_t>(self.itemsize());
    append_bins({self.scalar_type(), first, edges.data(), points, columns, count}, longs(keys), on);
    if (!density) continue;
    const Tensor at = converted(edges.tensor(), kDouble);
    volumes = volumes.unsqueeze(-1) * (at.narrow(0, 1, count) - at.narrow(0, 0, count));
  }
  Tensor sums = count_keys(keys, to.numel(), weight.defined() ? weight.reshape({points}) : weight, on).view(to.sizes());
  if (density) sums = sums.to(kDouble).div(sums.sum().to(kDouble)).div(volumes);
  copy_values(to, sums);
}

Tensor bincount(Out out, const Tensor& self, const Tensor& weights, int64_t minlength) {
  const OnDevice on(self);
  check_same_device("bincount", self, {&weights});
  const ScalarType dtype = bincount_dtype(out, self, weights, minlength);
  int64_t bins = minlength;
  if (self.numel() > 0) {
    const auto [least, most] = self.aminmax();
    bins = bincount_size(least.item<int64_t>(), most.item<int64_t>(), minlength);
  }
  const Tensor result = resize_output(out, IntArrayRef(bins), dtype, self.device());
  if (dtype != kLong) {
    const Tensor keys = self.to(kLong, false, /*copy=*/true).contiguous();
    copy_values(result, count_keys(keys, bins, weights, on));
  } else {
    const DenseOperand x(self);
    const Tensor counts = zeros_of(bins, kLong, self);
    count_integers(self.scalar_type(), x.data(), self.numel(), bins, longs(counts), on);
    copy_values(result, counts);
  }
  return finish_write(out, result);
}

}  // namespace torchpp::cuda
