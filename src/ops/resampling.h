// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Of which elements the elements of a resampled dimension are made. No backend code.

#include <vector>

#include "src/ops/image_rules.h"

namespace torchpp {

/// The source of each element of dimension `d` in the modes of nearest neighbours, for a tensor of the dtype.
TORCHPP_API std::vector<int64_t> nearest_sources(const UpsamplePlan& p, int d, ScalarType dtype);

/// Of each element of a dimension the source elements that it is made of, and their weights, float or double.
template <class T>
struct Taps {
  int64_t in, out;
  std::vector<int64_t> begin;  ///< of each element's taps; one more for the end
  std::vector<int64_t> source;
  std::vector<T> weight;
  int64_t per_element = 0;  ///< taps, where all elements have as many
  bool copies = false;      ///< each element is the source's element in its place

  Taps(int64_t in, int64_t out) : in(in), out(out), begin{0} {}
  void add(int64_t at, T w) { source.push_back(at), weight.push_back(w); }
  void end_element() { begin.push_back(static_cast<int64_t>(source.size())); }
  void finish();
  /// With source and result exchanged.
  Taps transposed() const;
};
/// Those of a resampling, or of its gradient.
template <class T>
Taps<T> taps_of(const UpsamplePlan& p, int d, bool backward);
extern template TORCHPP_API Taps<float> taps_of<float>(const UpsamplePlan&, int, bool);
extern template TORCHPP_API Taps<double> taps_of<double>(const UpsamplePlan&, int, bool);

}  // namespace torchpp
