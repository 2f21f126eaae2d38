// SPDX-License-Identifier: BSD-3-Clause
// Arguments of searches, histograms and order statistics.
#include <algorithm>
#include <numeric>

#include "tests/differential/plan.h"

namespace differential {
namespace {

using Domain = OperatorTraits::Domain;

// Rising elements, some of them equal, for each row of the shape.
std::vector<double> rising(Plan& p, const Sizes& shape, bool distinct = false) {
  std::vector<double> values;
  const int64_t count = count_of(shape), row = shape.empty() ? 1 : shape.back();
  for (int64_t i = 0; i < count; ++i) {
    if (i % row == 0) values.push_back(static_cast<double>(p.random.between(-5, 0)));
    else values.push_back(values.back() + static_cast<double>(p.random.between(distinct ? 1 : 0, 3)));
    if (p.dtype == DType::kByte && values.back() < 0) values.back() = 0;
  }
  return values;
}

void search(Plan& p) {
  Sizes values = p.sizes(p.random.between(0, 3)), sequence = values.empty() ? Sizes{p.size()} : values;
  sequence.back() = p.size();
  if (values.empty() || p.random.chance(0.4)) sequence = {sequence.back()};
  p.set_sizes("sorted_sequence", sequence);
  p["sorted_sequence"].values = rising(p, sequence);
  p.set_sizes("self", values);
  if (p.random.chance(0.97)) p["self"].dtypes = p["sorted_sequence"].dtypes = {p.dtype};
  const bool right = p.random.chance(0.5), named = p.random.chance(0.5);
  p.set("right", right);
  if (named) p.set("side", right ? "right" : "left");
  else p.absent("side");
  p.set_index("sorter", sequence, std::max<int64_t>(sequence.back(), 1));
  for (int64_t i = 0; i < count_of(sequence); ++i)
    p["sorter"].values.push_back(static_cast<double>(i % sequence.back()));
  if (p.random.chance(0.7)) p.absent("sorter");
}

void bucketize(Plan& p) {
  const Sizes boundaries{p.size()};
  p.set_sizes("boundaries", boundaries);
  p["boundaries"].values = rising(p, boundaries);
  if (p.random.chance(0.97)) p["boundaries"].dtypes = {p.dtype};
}

void histogram_of_range(Plan& p) {
  p.set("bins", p.random.between(1, 8));
  const bool whole = p.random.chance(0.3);
  p["min"].value = whole ? Argument::of_int(0) : Argument::of_int(p.random.between(-6, 0));
  p["max"].value = whole ? Argument::of_int(0) : Argument::of_int(p.random.between(1, 8));
  if (p.random.chance(0.8)) p.set_range("self", -5, 7);
}

void bincount(Plan& p) {
  const int64_t n = p.size();
  p.set_index("self", {n}, 6);
  p["self"].dtypes = {DType::kLong, DType::kInt, DType::kByte, DType::kShort, DType::kChar};
  p.set_sizes("weights", {n});
  p.set("minlength", p.random.between(0, 8));
}

void histogram(Plan& p) {
  const std::string name = p.schema.full_name();
  const bool flat = name.compare(0, 11, "histogramdd") != 0 && name[0] != '_';
  const int64_t dims = p.random.between(1, 3), points = p.size();
  if (!flat) p.shape = {points, dims};
  p.set_sizes("self", p.shape);
  if (p.random.chance(0.9)) p.set_range("self", -4, 8);
  p.set_sizes("weight", flat ? p.shape : Sizes{points});
  if (p.random.chance(0.95)) p.set_dtype("weight", p.dtype);
  std::vector<Wish> edges(static_cast<size_t>(dims));
  for (Wish& w : edges) {
    w.sizes = Sizes{p.random.between(2, 6)};
    w.values = rising(p, *w.sizes, true);
    w.dtypes = {p.dtype};
  }
  std::vector<int64_t> counts(static_cast<size_t>(dims));
  for (int64_t& n : counts) n = p.random.between(1, 5);
  if (p.schema.overload.compare(0, 11, "bins_tensor") == 0) p["bins"] = edges[0];
  else if (p.schema.overload == "TensorList_bins" || name[0] == '_') p["bins"].list = edges;
  else if (p.schema.overload.empty()) p.set("bins", counts);
  else p.set("bins", counts[0]);
  std::vector<double> range;
  for (int64_t d = 0; d < (flat ? 1 : dims); ++d) {
    range.push_back(static_cast<double>(p.random.between(-5, 0)));
    range.push_back(static_cast<double>(p.random.between(1, 8)));
  }
  if (p.random.chance(0.5)) p.set("range", range);
  else p.absent("range");
}

// One dimension, which has elements.
void along(Plan& p) {
  for (int64_t& n : p.shape) n = p.random.chance(0.97) ? std::max<int64_t>(n, 1) : n;
  const int64_t dim = p.dim(p.rank()), n = p.shape.empty() ? 1 : p.shape[at(dim, p.rank())];
  p.set_sizes("self", p.shape);
  p.set("dim", dim);
  p.set("k", p.random.between(1, n));
}

void quantile(Plan& p) {
  along(p);
  if (p.random.chance(0.3)) p.absent("dim");
  if (p.random.chance(0.98)) p.set_dtype("self", p.dtype);
  p.set_sizes("q", p.sizes(p.random.between(0, 1)));
  p.set_dtype("q", p.dtype);
  p.set_range("q", 0, 1);
  p.set("interpolation", p.random.one_of({"linear", "lower", "higher", "midpoint", "nearest"}));
}

// Distances of points, one for all or one for each dimension, or the points themselves.
void gradient(Plan& p) {
  p.limit_rank(1, 3);
  for (int64_t& n : p.shape) n = p.random.between(p.random.chance(0.05) ? 1 : 3, 5);
  p.set_sizes("self", p.shape);
  p.set("edge_order", p.random.between(1, 2));
  Sizes dims;
  for (int64_t d = 0; d < p.rank(); ++d)
    if (p.random.chance(0.6)) dims.push_back(d);
  const bool is_list =
      p.schema.overload.size() >= 5 && p.schema.overload.substr(p.schema.overload.size() - 5) == "array";
  if (is_list) {
    p.set("dim", dims);
  } else {
    dims = {p.dim(p.rank())};
    p.set("dim", dims[0]);
    if (p.random.chance(0.5)) {
      p.absent("dim");
      dims.resize(p.shape.size());
      std::iota(dims.begin(), dims.end(), 0);
    }
  }
  std::vector<Wish> spacing;
  for (const int64_t d : dims) {
    Wish w;
    w.sizes = Sizes{p.shape[at(d, p.rank())]};
    w.low = 0.5, w.high = 2;
    spacing.push_back(w);
  }
  p["spacing"].list = spacing;
  p["spacing"].low = 0.5, p["spacing"].high = 2;
}

}  // namespace

PlanRows search_rows() {
  return {
      {"gradient", Domain::kFloatingOrComplex, kSums, gradient},
      {"searchsorted", Domain::kNumber, 0, search},
      {"bucketize", Domain::kNumber, 0, bucketize},
      {"isin", Domain::kNumber, 0, nullptr},
      {"histc", Domain::kFloating, kSums, histogram_of_range},
      {"bincount", Domain::kNumber, kSums, bincount},
      {"histogram histogramdd _histogramdd_from_bin_tensors", Domain::kFloating, kSums, histogram},
      {"kthvalue median nanmedian mode", Domain::kNumber, 0, along},
      {"unique_dim unique_dim_consecutive unique_consecutive", Domain::kNumber, 0, along},
      {"_unique2", Domain::kNumber, 0, nullptr},
      {"quantile nanquantile", Domain::kFloating, kSums, quantile},
  };
}

}  // namespace differential
