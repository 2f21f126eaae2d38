// SPDX-License-Identifier: BSD-3-Clause

// histc, bincount and histogramdd: elements are cut into pieces whose number depends on their number alone, each piece
// counts for itself, and the counts are added in order; so the results are equal for any number of threads.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"
#include "src/ops/search_rules.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kLeastPiece = 32768, kMostPieces = 16;

// More bins than elements of a piece are not worth sums of their own.
int64_t pieces_of(int64_t n, int64_t bins) {
  return std::max<int64_t>(1, std::min(kMostPieces, n / std::max(kLeastPiece, bins)));
}
// Sums per bin, where add(sums, begin, end) adds elements begin to end.
template <class A, class F>
std::vector<A> count_in_pieces(int64_t n, int64_t bins, const F& add) {
  const int64_t pieces = pieces_of(n, bins);
  std::vector<A> sums(static_cast<size_t>(pieces * bins));
  parallel_for(0, pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) add(sums.data() + p * bins, n * p / pieces, n * (p + 1) / pieces);
  });
  for (int64_t p = 1; p < pieces; ++p)
    for (int64_t b = 0; b < bins; ++b)
      sums[static_cast<size_t>(b)] = sums[static_cast<size_t>(b)] + sums[static_cast<size_t>(p * bins + b)];
  sums.resize(static_cast<size_t>(bins));
  return sums;
}

// 16-bit floats are computed in float.
template <class T>
using Computed = std::conditional_t<sizeof(T) == 2, float, T>;

// The rising edges of bins along one dimension.
template <class T>
struct Edges {
  std::vector<T> at;
  T per_unit = 0;  ///< bins per unit where they are about equally wide, else 0

  explicit Edges(std::vector<T> values) : at(std::move(values)) {
    const T width = (at.back() - at.front()) / static_cast<T>(bins());
    for (int64_t i = 0; i <= bins(); ++i) {
      const T off = at[static_cast<size_t>(i)] - (at.front() + width * static_cast<T>(i));
      if (!(off < width / 2 && off > -width / 2)) return;
    }
    per_unit = 1 / width;
  }
  int64_t bins() const { return static_cast<int64_t>(at.size()) - 1; }
};

// The bin of a value between the edges, the last of which belongs to the last bin, as a NaN does; -1 outside.
template <class T>
int64_t bin_of(T value, const Edges<T>& all) {
  const T* const edges = all.at.data();
  const int64_t bins = all.bins();
  if (value < edges[0] || value > edges[bins]) return -1;
  if (value != value) return bins - 1;
  if (all.per_unit > 0) {  // a guess that is wrong by a bin or two
    int64_t bin = std::min(static_cast<int64_t>((value - edges[0]) * all.per_unit), bins - 1);
    while (bin > 0 && value < edges[bin]) --bin;
    while (bin + 1 < bins && value >= edges[bin + 1]) ++bin;
    return bin;
  }
  const int64_t behind = std::upper_bound(edges, edges + bins + 1, value) - edges;
  return std::max<int64_t>(std::min(behind, bins), 1) - 1;
}

// Divides each sum by that of all and by the volume of its bin.
template <class C>
void divide_by_volumes(std::vector<double>& sums, const std::vector<Edges<C>>& edges) {
  double total = 0;
  for (double sum : sums) total += sum;
  for (size_t i = 0; i < sums.size(); ++i) {
    double volume = 1;
    size_t rest = i;
    for (size_t d = edges.size(); d-- > 0;) {
      const size_t count = edges[d].at.size() - 1, bin = rest % count;
      volume *= static_cast<double>(edges[d].at[bin + 1]) - static_cast<double>(edges[d].at[bin]);
      rest /= count;
    }
    sums[i] = sums[i] / total / volume;
  }
}

template <class A>
void store(const std::vector<A>& sums, const Tensor& to) {
  const Tensor counts(make_tensor({static_cast<int64_t>(sums.size())}, CppTypeToScalarType<A>::value, kCPU));
  std::copy(sums.begin(), sums.end(), static_cast<A*>(counts.impl()->data()));
  copy_values(to, counts.view(to.sizes()));
}

}  // namespace

void histc(const HistogramPlan& plan, const Tensor& self, int64_t bins, const Scalar&, const Scalar&) {
  const DenseOperand in(self);
  visit_floating(self.scalar_type(), "histogram_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    using C = Computed<T>;
    const C low = static_cast<C>(static_cast<T>(plan.least)), high = static_cast<C>(static_cast<T>(plan.most));
    const C count = static_cast<C>(bins);
    const T* const x = in.data<const T>();
    store(count_in_pieces<int64_t>(self.numel(), bins,
                                   [&](int64_t* sums, int64_t begin, int64_t end) {
                                     for (int64_t i = begin; i < end; ++i) {
                                       const C v = static_cast<C>(x[i]);
                                       if (v < low || v > high) continue;
                                       const C at = (v - low) * count / (high - low);
                                       const int64_t bin = at == at ? static_cast<int64_t>(at) : 0;
                                       ++sums[bin < bins ? bin : bins - 1];
                                     }
                                   }),
          plan.result());
  });
}

void _histogramdd_from_bin_tensors(const HistogramPlan& plan, const Tensor& self, TensorList bins, const Tensor& weight,
                                   bool density) {
  const Tensor& to = plan.result();
  const int64_t columns = self.size(-1), points = columns == 0 ? 0 : self.numel() / columns;
  const DenseOperand in(self), weights(weight);
  visit_floating(self.scalar_type(), "histogram_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    using C = Computed<T>;
    std::vector<Edges<C>> edges;
    for (const Tensor& e : bins) {
      const DenseOperand dense_edges(e);
      const T* const values = dense_edges.data<const T>();
      edges.emplace_back(std::vector<C>(values, values + e.numel()));
    }
    const T *const x = in.data<const T>(), *const w = weights.data<const T>();
    const auto add = [&](double* sums, int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        int64_t at = 0;
        for (size_t d = 0; d < edges.size() && at >= 0; ++d) {
          const int64_t bin = bin_of(static_cast<C>(x[i * columns + static_cast<int64_t>(d)]), edges[d]);
          at = bin < 0 ? -1 : at * edges[d].bins() + bin;
        }
        if (at >= 0) sums[at] += w == nullptr ? 1 : static_cast<double>(static_cast<C>(w[i]));
      }
    };
    std::vector<double> sums = count_in_pieces<double>(points, to.numel(), add);
    if (density) divide_by_volumes(sums, edges);
    store(sums, to);
  });
}

Tensor bincount(Out out, const Tensor& self, const Tensor& weights, int64_t minlength) {
  const ScalarType own = self.scalar_type(), dtype = bincount_dtype(out, self, weights, minlength);
  const bool weighs = weights.defined() && self.numel() > 0;
  const int64_t n = self.numel();
  int64_t bins = minlength;
  const DenseOperand in(self);
  visit_real(own, "bincount_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* const x = in.data<const T>();
    if (n == 0) return;
    T least = x[0], most = x[0];
    for (int64_t i = 1; i < n; ++i) {
      least = std::min(least, x[i]);
      most = std::max(most, x[i]);
    }
    bins = bincount_size(static_cast<int64_t>(least), static_cast<int64_t>(most), minlength);
  });
  const Tensor result = resize_output(out, IntArrayRef(bins), dtype, self.device());
  const Tensor used = weighs ? weights : Tensor();
  const DenseOperand given(used, kDouble);
  const double* const w = given.data<const double>();
  visit_real(own, "bincount_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* const x = in.data<const T>();
    const auto add = [&](auto* sums, int64_t begin, int64_t end) {
      using A = std::remove_pointer_t<decltype(sums)>;
      for (int64_t i = begin; i < end; ++i) {
        const int64_t bin = static_cast<int64_t>(x[i]);
        sums[bin] += w == nullptr ? A(1) : static_cast<A>(w[i]);
      }
    };
    if (weighs) {
      store(count_in_pieces<double>(n, bins, add), result);
    } else if (out.functional() && pieces_of(n, bins) == 1) {  // no counts beside the result
      int64_t* const counts = static_cast<int64_t*>(result.impl()->data());
      std::fill_n(counts, bins, 0);
      add(counts, 0, n);
    } else {
      store(count_in_pieces<int64_t>(n, bins, add), result);
    }
  });
  return finish_write(out, result);
}

}  // namespace torchpp::cpu
