// SPDX-License-Identifier: BSD-3-Clause

// Quantiles, searches and histograms that are made of other operators.

#include <torchpp/ops/search.h>

#include <cmath>

#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/search.h"
#include "src/ops/generated/shape.h"
#include "src/ops/result.h"
#include "src/ops/search_rules.h"

namespace torchpp::composite {
namespace {

// ---- quantiles

enum class Between { kLinear, kLower, kHigher, kMidpoint, kNearest };

Between between_of(std::string_view interpolation) {
  if (interpolation == "linear") return Between::kLinear;
  if (interpolation == "lower") return Between::kLower;
  if (interpolation == "higher") return Between::kHigher;
  if (interpolation == "midpoint") return Between::kMidpoint;
  TORCHPP_CHECK(interpolation == "nearest",
                "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got ",
                std::string(interpolation));
  return Between::kNearest;
}

void check_quantile(const Out& out, const Tensor& self, const Tensor& q) {
  TORCHPP_CHECK(self.numel() > 0, "quantile() input tensor must be non-empty");
  TORCHPP_CHECK(q.dim() <= 1, "quantile() q must be a scalar or 1D tensor");
  TORCHPP_CHECK(self.scalar_type() == kFloat || self.scalar_type() == kDouble,
                "quantile() input tensor must be either float or double dtype");
  TORCHPP_CHECK(self.scalar_type() == q.scalar_type(), "quantile() q tensor must be same dtype as the input tensor");
  TORCHPP_CHECK(self.device() == q.device(), "quantile() q tensor must be on the same device as the input tensor");
  if (out.functional()) return;
  TORCHPP_CHECK(out.tensor().scalar_type() == self.scalar_type(),
                "quantile() out tensor must be same dtype as the input tensor");
  TORCHPP_CHECK(out.tensor().device() == self.device(),
                "quantile() out tensor must be on the same device as the input tensor");
}

// `rank` may have a fraction; where each lies among the elements of the sorted lines.
Tensor at_ranks(const Tensor& sorted, const Tensor& rank, Between between) {
  switch (between) {
    case Between::kLower: return sorted.gather(-1, rank.floor().to(kLong));
    case Between::kHigher: return sorted.gather(-1, rank.ceil().to(kLong));
    case Between::kNearest: return sorted.gather(-1, rank.round().to(kLong));
    default: break;
  }
  const Tensor below = rank.to(kLong);
  const Tensor from = sorted.gather(-1, below), to = sorted.gather(-1, rank.ceil().to(kLong));
  return between == Between::kMidpoint ? from.lerp(to, 0.5) : from.lerp(to, rank - below);
}

Tensor quantile_of(Out out, const Tensor& self, const Tensor& q, optional<int64_t> given, bool keepdim,
                   std::string_view interpolation, bool skip_nan) {
  const int64_t dim = given ? wrap_dim(*given, self.dim()) : 0;
  const Between between = between_of(interpolation);
  check_quantile(out, self, q);
  // As libtorch: elements of other devices are not looked at here.
  if (self.device().is_cpu())
    TORCHPP_CHECK(q.ge(0).logical_and(q.le(1)).all().item().toBool(),
                  "quantile() q values must be in the range [0, 1]");
  // Lines stand in the last dimension; a dimension of 1 is where they were.
  Tensor lines;
  if (!given || self.dim() == 0) lines = self.reshape(DimVector{-1});
  else lines = self.unsqueeze(-1).transpose(dim, -1);
  const Tensor sorted = std::get<0>(lines.sort());
  TORCHPP_CHECK(sorted.size(-1) <= int64_t{1} << 24, "quantile() input tensor is too large");
  const int64_t last = sorted.size(-1) - 1;
  Tensor rank;
  if (skip_nan) {
    rank = (q * (sorted.isnan().logical_not().sum({-1}, true) - 1)).clamp_min(0);
  } else {
    // NaN are at the end: the last rank finds one.
    const Tensor has_nan = sorted.isnan().any(-1, true);
    rank = (q * last).expand(0 < q.dim() ? DimVector{q.size(0)} : DimVector{1}).masked_fill(has_nan, last);
  }
  Tensor result = at_ranks(sorted, rank, between);
  const DimVector kept(static_cast<size_t>(self.dim()), 1);
  if (!given || self.dim() == 0) {  // the ranks are the only dimension
    if (keepdim) {
      DimVector sizes(kept);
      sizes.push_back(result.size(-1));
      result = result.reshape(sizes);
    }
  } else if (!keepdim) {
    result = result.squeeze(dim);
  }
  result = q.dim() == 0 ? result.squeeze(-1) : result.movedim(-1, 0);
  return finish_composite("quantile", out, std::move(result));
}

Tensor one_quantile(const Tensor& self, double q) {
  TORCHPP_CHECK(q >= 0 && q <= 1, "quantile() q must be in the range [0, 1] but got ", q);
  return op::full(DimVector(), q, TensorOptions(self.scalar_type()).device(self.device()));
}

// ---- searches

// A number as a 0-dimensional tensor on the device of `t`, in the dtype to which both are promoted.
Tensor number_beside(const Tensor& t, const Scalar& value) {
  const Tensor number = wrapped_number(value);
  const TensorBase* const both[] = {&t, &number};
  return number.to(promoted_dtype(both, 2)).to(t.device());
}

Tensor buckets(const Out& out, const Tensor& self, const Tensor& boundaries, bool out_int32, bool right) {
  TORCHPP_CHECK(boundaries.dim() == 1, "boundaries tensor must be 1 dimension, but got dim(", boundaries.dim(), ")");
  return op::searchsorted(out, boundaries, self, out_int32, right, nullopt, Tensor());
}

void check_member_dtype(ScalarType t) {
  TORCHPP_CHECK(t != kBool && t != kBFloat16 && !isComplexType(t),
                "Unsupported input type encountered for isin(): ", t);
}

// Whether each element is among those of a row of the same dtype.
Tensor members(const Tensor& elements, const Tensor& row) {
  constexpr int64_t kFew = 8;  // comparing with each is faster than searching
  const int64_t n = row.numel();
  if (n <= kFew) {
    Tensor found = op::full(elements.sizes(), false, TensorOptions(kBool).device(elements.device()));
    for (int64_t i = 0; i < n; ++i) found.logical_or_(elements.eq(row.select(0, i)));
    return found;
  }
  const Tensor sorted = std::get<0>(row.sort());
  // A search needs an order, which NaN at the end do not have; there the element that is found is compared.
  const Tensor steps = sorted.is_floating_point() ? sorted.masked_fill(sorted.isnan(), HUGE_VAL) : sorted;
  const Tensor places = op::searchsorted(Out(), steps, elements, false, false, nullopt, Tensor());
  return sorted.take(places.clamp_max(n - 1)).eq(elements);
}

Tensor membership(const Out& out, const Tensor& elements, const Tensor& tests, bool invert) {
  check_member_dtype(elements.scalar_type());
  check_member_dtype(tests.scalar_type());
  check_out_dtype(out, kBool);
  const TensorBase* const both[] = {&elements, &tests};
  const ScalarType common = promoted_dtype(both, 2);
  const Tensor found = members(elements.to(common).contiguous(), tests.reshape({-1}).to(common));
  return finish_composite("isin", out, invert ? found.logical_not() : found);
}

// ---- histograms

using Range = optional<ArrayRef<double>>;

// The edges of so many bins of equal width for each column of the points.
std::vector<Tensor> even_edges(const Tensor& points, IntArrayRef bins, const Range& range) {
  constexpr const char* kOp = "torch.histogramdd: ";
  const int64_t columns = points.size(1);
  TORCHPP_CHECK(!range || static_cast<int64_t>(range->size()) == 2 * columns, kOp, "for a ", columns,
                "-dimensional histogram range should have ", 2 * columns, " elements, but got ", range->size());
  std::vector<Tensor> edges;
  for (int64_t d = 0; d < columns; ++d) {
    const size_t at = static_cast<size_t>(d);
    TORCHPP_CHECK(at < bins.size() && bins[at] > 0, "torch.histogram(): bins must be > 0, but got ",
                  at < bins.size() ? bins[at] : 0, " for dimension ", d);
    double least = 0, most = 1;
    if (range) {
      least = (*range)[2 * at];
      most = (*range)[2 * at + 1];
    } else if (points.numel() > 0) {
      const auto [low, high] = points.select(1, d).aminmax();
      least = low.item().toDouble();
      most = high.item().toDouble();
    }
    TORCHPP_CHECK(std::isfinite(least) && std::isfinite(most), kOp, "dimension ", d, "'s range [", least, ", ", most,
                  "] is not finite");
    TORCHPP_CHECK(least <= most, kOp, "min should not exceed max, but got min ", least, " max ", most,
                  " for dimension ", d);
    if (least == most) {
      least -= 0.5;
      most += 0.5;
    }
    edges.push_back(
        op::linspace(least, most, bins[at] + 1, TensorOptions(points.scalar_type()).device(points.device())));
  }
  return edges;
}

// The points as rows.
Tensor rows_of_points(const Tensor& self) {
  TORCHPP_CHECK(self.dim() >= 2, "torch.histogramdd: input tensor should have at least 2 dimensions");
  return self.reshape({-1, self.size(-1)});
}

TensorPair histogram_of(const Out& out, const Tensor& self, const Tensor& edges, const Tensor& weight, bool density) {
  if (out.is_out()) {
    check_destination("hist", &out.tensor(0), self);
    check_destination("bin_edges", &out.tensor(1), self);
  }
  const Tensor hist = op::_histogramdd_from_bin_tensors(self.reshape({-1, 1}), TensorList(edges),
                                                        weight.defined() ? weight.reshape({-1}) : weight, density);
  return finish_composite("histogram", out, {hist, edges});
}

}  // namespace

Tensor quantile(Out out, const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim,
                std::string_view interpolation) {
  return quantile_of(out, self, q, dim, keepdim, interpolation, false);
}
Tensor quantile_scalar(Out out, const Tensor& self, double q, optional<int64_t> dim, bool keepdim,
                       std::string_view interpolation) {
  return quantile_of(out, self, one_quantile(self, q), dim, keepdim, interpolation, false);
}
Tensor nanquantile(Out out, const Tensor& self, const Tensor& q, optional<int64_t> dim, bool keepdim,
                   std::string_view interpolation) {
  return quantile_of(out, self, q, dim, keepdim, interpolation, true);
}
Tensor nanquantile_scalar(Out out, const Tensor& self, double q, optional<int64_t> dim, bool keepdim,
                          std::string_view interpolation) {
  return quantile_of(out, self, one_quantile(self, q), dim, keepdim, interpolation, true);
}

Tensor searchsorted_Scalar(Out out, const Tensor& sorted_sequence, const Scalar& self, bool out_int32, bool right,
                           optional<std::string_view> side, const Tensor& sorter) {
  return op::searchsorted(out, sorted_sequence, number_beside(sorted_sequence, self), out_int32, right, side, sorter);
}
Tensor bucketize(Out out, const Tensor& self, const Tensor& boundaries, bool out_int32, bool right) {
  return buckets(out, self, boundaries, out_int32, right);
}
Tensor bucketize_Scalar(Out out, const Scalar& self, const Tensor& boundaries, bool out_int32, bool right) {
  return buckets(out, number_beside(boundaries, self), boundaries, out_int32, right);
}

// Knowing that elements are unique would not make the search faster.
Tensor isin_Tensor_Tensor(Out out, const Tensor& elements, const Tensor& test_elements, bool, bool invert) {
  return membership(out, elements, test_elements, invert);
}
Tensor isin_Tensor_Scalar(Out out, const Tensor& elements, const Scalar& test_element, bool, bool invert) {
  check_member_dtype(elements.scalar_type());
  check_member_dtype(test_element.type());
  check_out_dtype(out, kBool);
  const Tensor in = elements.contiguous();
  return finish_composite("isin", out, invert ? in.ne(test_element) : in.eq(test_element));
}
Tensor isin_Scalar_Tensor(Out out, const Scalar& element, const Tensor& test_elements, bool, bool invert) {
  check_member_dtype(element.type());
  return membership(out, number_beside(test_elements, element), test_elements, invert);
}

TensorPair histogram_bins_tensor(Out out, const Tensor& self, const Tensor& bins, const Tensor& weight, bool density) {
  return histogram_of(out, self, bins.clone(), weight, density);
}
TensorPair histogram_bin_ct(Out out, const Tensor& self, int64_t bins, optional<ArrayRef<double>> range,
                            const Tensor& weight, bool density) {
  const std::vector<Tensor> edges = even_edges(self.detach().reshape({-1, 1}), bins, range);
  return histogram_of(out, self, edges[0], weight, density);
}

std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, IntArrayRef bins,
                                                    optional<ArrayRef<double>> range, const Tensor& weight,
                                                    bool density) {
  std::vector<Tensor> edges = even_edges(rows_of_points(self.detach()), bins, range);
  return {op::_histogramdd_from_bin_tensors(self, edges, weight, density), std::move(edges)};
}
std::tuple<Tensor, std::vector<Tensor>> histogramdd_int_bins(const Tensor& self, int64_t bins,
                                                             optional<ArrayRef<double>> range, const Tensor& weight,
                                                             bool density) {
  const Tensor points = rows_of_points(self.detach());
  return histogramdd(self, DimVector(static_cast<size_t>(points.size(1)), bins), range, weight, density);
}
std::tuple<Tensor, std::vector<Tensor>> histogramdd_TensorList_bins(const Tensor& self, TensorList bins,
                                                                    optional<ArrayRef<double>>, const Tensor& weight,
                                                                    bool density) {
  return {op::_histogramdd_from_bin_tensors(self, bins, weight, density), bins.vec()};
}

}  // namespace torchpp::composite
