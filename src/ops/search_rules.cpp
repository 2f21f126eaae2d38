// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/search_rules.h"

#include <algorithm>
#include <cmath>

#include "src/ops/elementwise.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

// Throws "median_cpu" not implemented for 'Bool'.
[[noreturn]] void refuse_dtype(const char* loop, const TensorBase& self) {
  fail_dtype(str(loop, self.is_cuda() ? "_cuda" : "_cpu").c_str(), self.scalar_type());
}
constexpr const char* kOnlyCounts = "bincount only supports 1-d non-negative integral inputs.";
bool is_ordered(const TensorBase& self) { return !isComplexType(self.scalar_type()); }

void check_line(const char* op, const Tensor& self, int64_t dim) {
  TORCHPP_CHECK_INDEX(self.dim() == 0 || self.size(dim) != 0, op, "(): Expected reduction dim ", dim,
                      " to have non-zero size.");
}

ReductionPlan middle_of_all(const Tensor& self) {
  if (!is_ordered(self) || self.scalar_type() == kBool) refuse_dtype("median", self);
  ReductionPlan p;
  p.mask = reduced_dims(nullopt, self.dim(), "median");
  p.outputs[0].dtype = self.scalar_type();
  return p;
}

SelectionPlan one_of_line(const Tensor& self, int64_t dim, bool keepdim) {
  SelectionPlan p;
  p.dim = dim;
  p.k = 1;
  p.keepdim = keepdim || self.dim() == 0;
  p.outputs[0].sizes = p.outputs[1].sizes = reduced_sizes(self.sizes(), dim_bit(dim, self.dim()), keepdim);
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[1].dtype = kLong;
  // Kernels walk both by the same offsets.
  p.outputs[0].dense = p.outputs[1].dense = true;
  return p;
}

SelectionPlan middle_of_line(const char* op, const Tensor& self, int64_t dim, bool keepdim) {
  const int64_t d = wrap_dim(dim, self.dim());
  check_line(op, self, d);
  if (!is_ordered(self) || self.scalar_type() == kBool) fail_dtype("median_out", self.scalar_type());
  return one_of_line(self, d, keepdim);
}

// Whether a sequence for each line of the elements, or one for all, is given.
bool sequences_fit(IntArrayRef sequences, IntArrayRef elements) {
  if (sequences.size() == 1) return true;
  return sequences.size() == elements.size() &&
         sequences.slice(0, sequences.size() - 1) == elements.slice(0, elements.size() - 1);
}

void check_sorter(const Tensor& sequence, const Tensor& sorter) {
  TORCHPP_CHECK(sorter.sizes() == sequence.sizes(),
                "torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor ",
                sequence.sizes(), "and got sorter tensor ", sorter.sizes());
  TORCHPP_CHECK(sorter.scalar_type() == kLong,
                "torch.searchsorted(): sorter must be a tensor of long dtype but got dtype ", sorter.scalar_type());
}

// The range of histc: as given, or that of the elements; never empty.
std::pair<double, double> histc_range(const Tensor& self, const Scalar& min, const Scalar& max) {
  double least = min.toDouble(), most = max.toDouble();
  if (least == most && self.numel() > 0) {
    const auto [low, high] = self.detach().aminmax();
    least = low.item().toDouble();
    most = high.item().toDouble();
  }
  if (least == most) {
    least -= 1;
    most += 1;
  }
  TORCHPP_CHECK(std::isfinite(least) && std::isfinite(most), "torch.histc: range of [", least, ", ", most,
                "] is not finite");
  TORCHPP_CHECK(least < most, "torch.histc: max must be larger than min");
  return {least, most};
}

void check_bins(int64_t bins, size_t dim) {
  TORCHPP_CHECK(bins > 0, "torch.histogram(): bins must be > 0, but got ", bins, " for dimension ", dim);
}

}  // namespace

void check_destination(const char* name, const Tensor* out, const Tensor& self) {
  TORCHPP_CHECK(out == nullptr || out->scalar_type() == self.scalar_type(), "torch.histogram: input tensor and ", name,
                " tensor should have the same dtype, but got input ", self.scalar_type(), " and ", name, " ",
                out->scalar_type());
}

void check_unique_slices(const Tensor& self, int64_t dim) {
  const int64_t none = std::count(self.sizes().begin(), self.sizes().end(), 0);
  if (self.size(dim) == 0)
    TORCHPP_CHECK(none == 1, "Number of zero sized dimensions is more than one, so unique cannot be applied ");
  else TORCHPP_CHECK(none == 0, "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied");
}

ScalarType bincount_dtype(const Out& out, const Tensor& self, const Tensor& weights, int64_t minlength) {
  if (!isIntegralType(self.scalar_type(), false)) refuse_dtype("bincount", self);
  TORCHPP_CHECK(minlength >= 0, "minlength should be >= 0");
  TORCHPP_CHECK(self.dim() == 1, kOnlyCounts);
  const bool weighs = weights.defined() && self.numel() > 0;
  TORCHPP_CHECK(!weighs || (weights.dim() == 1 && weights.size(0) == self.size(0)),
                "weights should be 1-d and have the same length as input");
  const ScalarType dtype = !weighs ? kLong : weights.scalar_type() == kFloat ? kFloat : kDouble;
  check_out_dtype(out, dtype);
  return dtype;
}
int64_t bincount_size(int64_t least, int64_t most, int64_t minlength) {
  TORCHPP_CHECK(least >= 0, kOnlyCounts);
  return std::max(minlength, most + 1);
}

// Parameters that a rule does not need have no name.
namespace rule {

ReductionPlan median(const Out&, const Tensor& self) { return middle_of_all(self); }
ReductionPlan nanmedian(const Out&, const Tensor& self) { return middle_of_all(self); }
SelectionPlan median_dim(const Out&, const Tensor& self, int64_t dim, bool keepdim) {
  return middle_of_line("median", self, dim, keepdim);
}
SelectionPlan nanmedian_dim(const Out&, const Tensor& self, int64_t dim, bool keepdim) {
  return middle_of_line("nanmedian", self, dim, keepdim);
}
SelectionPlan mode(const Out&, const Tensor& self, int64_t dim, bool keepdim) {
  const int64_t d = wrap_dim(dim, self.dim());
  check_line("mode", self, d);
  if (!is_ordered(self)) refuse_dtype("mode", self);
  return one_of_line(self, d, keepdim);
}

SearchPlan searchsorted(const Out& out, const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right,
                        optional<std::string_view> side, const Tensor& sorter) {
  if (side) {
    TORCHPP_CHECK(*side == "left" || *side == "right",
                  "torch.searchsorted(): side can only be 'left' or 'right' but got ", std::string(*side));
    TORCHPP_CHECK(!right || *side == "right",
                  "torch.searchsorted(): side and right can't be set to opposites, got side of ", std::string(*side),
                  " while right was True");
  }
  TORCHPP_CHECK(sorted_sequence.device() == self.device(),
                "torch.searchsorted(): boundaries and input value tensors should have same device type, but got "
                "boundaries tensor device type ",
                sorted_sequence.device(), " and input value tensor device type ", self.device());
  if (sorter.defined()) check_sorter(sorted_sequence, sorter);
  TORCHPP_CHECK(self.dim() > 0 || sorted_sequence.dim() == 1,
                "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we "
                "got boundaries tensor dim(",
                sorted_sequence.dim(), ") and input value's dim(", self.dim(), ") numel(", self.numel(), ")");
  TORCHPP_CHECK(sorted_sequence.dim() != 0,
                "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension");
  TORCHPP_CHECK(sequences_fit(sorted_sequence.sizes(), self.sizes()),
                "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of "
                "boundaries tensor and input value tensor must match, but we got boundaries tensor ",
                sorted_sequence.sizes(), " and input value tensor ", self.sizes());
  const ScalarType wanted = out_int32 ? kInt : kLong;
  TORCHPP_CHECK(out.functional() || out.tensor().scalar_type() == wanted,
                "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) "
                "depending on whether out_int32 flag is True, but we got output tensor's dtype ",
                out.tensor().scalar_type(), " and out_int32 flag is ", out_int32 ? "True" : "False");
  TORCHPP_CHECK(!out_int32 || sorted_sequence.size(-1) < INT32_MAX,
                "torch.searchsorted(): the size of boundaries' last dimension should be less than ", INT32_MAX,
                ", but we got ", sorted_sequence.size(-1));
  const TensorBase* const both[] = {&sorted_sequence, &self};
  SearchPlan p;
  p.compute = promoted_dtype(both, 2);
  if (isComplexType(p.compute) || p.compute == kBool)
    fail_dtype(self.is_cuda() ? "searchsorted_out_cuda" : "searchsorted_out_cpu", p.compute);
  p.right = right || (side && *side == "right");
  p.outputs[0].sizes = self.sizes();
  p.outputs[0].dtype = wanted;
  p.outputs[0].dense = true;
  return p;
}

HistogramPlan histc(const Out& out, const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max) {
  if (!isFloatingType(self.scalar_type())) refuse_dtype("histogram", self);
  check_bins(bins, 0);
  check_destination("hist", out.is_out() ? &out.tensor() : nullptr, self);
  HistogramPlan p;
  if (!self.device().is_meta()) std::tie(p.least, p.most) = histc_range(self, min, max);
  p.outputs[0].sizes = {bins};
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[0].dense = true;
  return p;
}

HistogramPlan _histogramdd_from_bin_tensors(const Out&, const Tensor& self, TensorList bins, const Tensor& weight,
                                            bool) {
  constexpr const char* kOp = "torch.histogramdd: ";
  const ScalarType dtype = self.scalar_type();
  TORCHPP_CHECK(self.dim() >= 2, kOp, "input tensor should have at least 2 dimensions");
  TORCHPP_CHECK(static_cast<int64_t>(bins.size()) == self.size(-1), kOp, "expected ", self.size(-1),
                " sequences of bin edges for a ", self.size(-1), "-dimensional histogram but got ", bins.size());
  HistogramPlan p;
  for (size_t d = 0; d < bins.size(); ++d) {
    TORCHPP_CHECK(bins[d].scalar_type() == dtype, kOp,
                  "input tensor and bins tensors should have the same dtype, but got input with dtype ", dtype,
                  " and bins for dimension ", d, " with dtype ", bins[d].scalar_type());
    TORCHPP_CHECK(bins[d].dim() == 1, kOp, "bins tensor should have one dimension, but got ", bins[d].dim(),
                  " dimensions in the bins tensor for dimension ", d);
    TORCHPP_CHECK(bins[d].numel() > 0, kOp,
                  "bins tensor should have at least 1 element, but got 0 elements in the bins tensor for dimension ",
                  d);
    check_bins(bins[d].numel() - 1, d);
    p.outputs[0].sizes.push_back(bins[d].numel() - 1);
  }
  if (weight.defined()) {
    TORCHPP_CHECK(weight.scalar_type() == dtype, kOp,
                  "if weight tensor is provided, input tensor and weight tensor should have the same dtype, but got "
                  "input(",
                  dtype, "), and weight(", weight.scalar_type(), ")");
    const IntArrayRef points = self.sizes().slice(0, self.sizes().size() - 1);
    const bool is_number = weight.dim() == 0 && points.size() == 1 && points[0] == 1;  // of a single point
    TORCHPP_CHECK(is_number || weight.sizes() == points, kOp,
                  "if weight tensor is provided it should have the same shape as the input tensor excluding its "
                  "innermost dimension, but got input with shape ",
                  self.sizes(), " and weight with shape ", weight.sizes());
  }
  if (!isFloatingType(dtype)) refuse_dtype("histogram", self);
  p.outputs[0].dtype = dtype;
  return p;
}

}  // namespace rule

}  // namespace torchpp
