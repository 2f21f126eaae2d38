// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes, dtypes and positions of indexing operators. No backend code.
///
/// Positions that lie on the CPU are checked by the rules, so that nothing is written where one is out of range; the
/// exception are gather() and the scatter family without a destination, whose kernels check them as they read them.
/// Positions on a device are checked by its kernels.

#include <torchpp/tensor.h>

#include <cstring>
#include <vector>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/result.h"
#include "src/ops/structured.h"

namespace torchpp {

/// int64 positions in one dimension of the indexed tensor.
struct DimIndex {
  size_t dim;
  Tensor positions;
};

/// What the rules of index() and index_put() find. The selected elements have the dimensions that no index takes, with
/// those of the indices, broadcast together, in the place of the indexed ones; where the indexed dimensions are not
/// neighbours, in front.
struct IndexPlan : Plan<1> {
  static constexpr bool kMixedDevices = true;
  std::vector<DimIndex> indices;  ///< by rising dimension; masks are replaced by the positions of their true elements
  DimVector index_sizes;          ///< the broadcast shape of the indices
  DimVector kept;                 ///< dimensions that no index takes
  DimVector kept_sizes;
  size_t index_at = 0;  ///< how many kept dimensions come before those of the indices
  DimVector selected_sizes;
};

/// What becomes of an element and the one that is written to its place.
enum class ScatterReduce : uint8_t { kAssign, kAdd, kMultiply, kMean, kMax, kMin };

/// What the rules of operators find in which a vector of positions selects slices of a dimension.
struct SlicePlan : Plan<1> {
  size_t dim = 0;         ///< counted from the front
  int64_t size = 1;       ///< of the dimension
  DimVector slice_sizes;  ///< of the other dimensions
  ScatterReduce reduce = ScatterReduce::kAssign;
  alignas(16) char value[16] = {};  ///< what index_fill writes, as an element of the dtype of self
};

/// What the rules of gather() and of the scatter family find: an index tensor has a position in one dimension for each
/// element.
struct ElementIndexPlan : Plan<1> {
  size_t dim = 0;              ///< counted from the front
  int64_t size = 1;            ///< of the dimension in the tensor that is read or written at the positions
  bool positions_fit = false;  ///< whether positions on the CPU were checked
  /// Whether they were not, and a kernel that refuses one must leave the destination as it was.
  bool keeps_on_error = false;
  ScatterReduce reduce = ScatterReduce::kAssign;
  alignas(16) char value[16] = {};  ///< a number that is scattered, as an element of the dtype of self
};

/// What the rule of masked_scatter() finds.
struct MaskedScatterPlan : Plan<1> {};

/// What the rule of masked_fill() finds.
struct MaskedFillPlan : Plan<1> {
  alignas(16) char value[16] = {};  ///< an element of the dtype of self
};

/// Throws "index 5 is out of bounds for dimension 0 with size 3".
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_position(int64_t position, size_t dim, int64_t size);
/// Throws "index out of range in self".
[[noreturn]] TORCHPP_COLD void fail_in_self(int64_t position, size_t dim, int64_t size);

/// Calls `fail`, which throws, for the first position that is less than `lowest`, or not less than `size`. Positions on
/// a device are passed over.
void check_positions(const Tensor& index, int64_t lowest, size_t dim, int64_t size,
                     void (*fail)(int64_t position, size_t dim, int64_t size));

/// Whether n positions are at least `lowest` and less than `size`.
inline bool positions_fit(const int64_t* at, int64_t n, int64_t lowest, int64_t size) {
  // With x the distance from the lowest position, the sign of x says that a position is too small, that of its distance
  // to the last one that it is too large.
  typedef uint64_t Pair __attribute__((vector_size(16)));
  const uint64_t first = static_cast<uint64_t>(lowest), last = static_cast<uint64_t>(size - 1) - first;
  const Pair firsts = {first, first}, lasts = {last, last};
  Pair signs = {0, 0}, others = {0, 0};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    Pair a, b;
    std::memcpy(&a, at + i, sizeof a);
    std::memcpy(&b, at + i + 2, sizeof b);
    a -= firsts;
    b -= firsts;
    signs |= a | (lasts - a);
    others |= b | (lasts - b);
  }
  uint64_t sign = signs[0] | signs[1] | others[0] | others[1];
  for (; i < n; ++i) {
    const uint64_t x = static_cast<uint64_t>(at[i]) - first;
    sign |= x | (last - x);
  }
  return sign >> 63 == 0;
}

/// The number with which a reduction of elements of the dtype begins.
TORCHPP_API Scalar reduction_start(ScatterReduce reduce, ScalarType dtype);

/// Of means over the elements that were added at the positions: how many those of each element of `self` are, which
/// itself counts with `include_self`.
TORCHPP_API Tensor added_elements(const Tensor& self, int64_t dim, const Tensor& index, bool include_self);
/// The number of slices that were added to each slice of `self`, in sizes that broadcast to its.
TORCHPP_API Tensor added_slices(const Tensor& self, const SlicePlan& plan, const Tensor& index, bool include_self);
/// Makes means of sums, those of integers rounded down; a count of 0 is one of 1.
TORCHPP_API void divide_by_counts(const Tensor& sums, const Tensor& counts);

/// The tensor; one of no dimensions as a vector of one element, a view in `keep`.
inline const Tensor& at_least_1d(const Tensor& t, Tensor& keep) {
  return TORCHPP_LIKELY(t.dim() != 0) ? t : (keep = t.unsqueeze(0));
}

/// Throws where masked_scatter's source has too few elements for so many true ones in the mask.
TORCHPP_API void check_scattered(const Tensor& source, int64_t count);
/// Throws unless the dtype of masked_select's mask is bool or uint8.
TORCHPP_API void check_select_mask(const Tensor& mask);
/// The vector that masked_select() fills when it has counted the elements that it takes.
TORCHPP_INLINE Tensor selection_result(const Out& out, int64_t n, const Tensor& self, const Tensor& mask) {
  if (TORCHPP_LIKELY(out.functional())) return Tensor(make_tensor({n}, self.dtype(), self.device()));
  return dense_destination(out, {n}, {1}, self.dtype(), self, mask);
}
/// The matrix that nonzero() fills when it has counted the elements. The positions in one dimension, a column, stand
/// side by side in memory: what index() and nonzero_numpy() take. Source: libtorch 1.13.
TORCHPP_INLINE Tensor positions_result(const Out& out, int64_t n, const Tensor& self) {
  if (TORCHPP_LIKELY(out.functional()))
    return Tensor(make_tensor_strided({n, self.dim()}, {1, n}, kLong, self.device()));
  return dense_destination(out, {n, self.dim()}, {1, n}, kLong, self, {});
}

}  // namespace torchpp
