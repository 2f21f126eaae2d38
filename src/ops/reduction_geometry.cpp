// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/reduction_geometry.h"

namespace torchpp {
namespace {

using Dims = ReduceGeometry::Dims;

int64_t magnitude(int64_t stride) { return stride < 0 ? -stride : stride; }

// Innermost first; dimensions that continue each other become one.
void order_and_merge(Dims& dims) {
  const size_t n = dims.size.size();
  for (size_t a = 1; a < n; ++a)
    for (size_t b = a; b > 0 && magnitude(dims.in[b]) < magnitude(dims.in[b - 1]); --b) {
      std::swap(dims.size[b], dims.size[b - 1]);
      std::swap(dims.in[b], dims.in[b - 1]);
      std::swap(dims.out[b], dims.out[b - 1]);
    }
  size_t to = 0;
  for (size_t d = 1; d < n; ++d) {
    if (dims.in[d] == dims.in[to] * dims.size[to] && dims.out[d] == dims.out[to] * dims.size[to]) {
      dims.size[to] *= dims.size[d];
      continue;
    }
    ++to;
    dims.size[to] = dims.size[d];
    dims.in[to] = dims.in[d];
    dims.out[to] = dims.out[d];
  }
  if (n == 0) {
    dims.size.push_back(1);
    dims.in.push_back(0);
    dims.out.push_back(0);
  } else {
    dims.size.resize(to + 1);
    dims.in.resize(to + 1);
    dims.out.resize(to + 1);
  }
  dims.count = 1;
  for (int64_t s : dims.size) dims.count *= s;
}

}  // namespace

ReduceGeometry::ReduceGeometry(const void* data, IntArrayRef sizes, IntArrayRef strides, int64_t itemsize_,
                               uint64_t mask, void* result, IntArrayRef result_strides)
    : in(static_cast<const char*>(data)), out(static_cast<char*>(result)), itemsize(itemsize_) {
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1) continue;
    Dims& dims = mask >> d & 1 ? reduced : kept;
    dims.size.push_back(sizes[d]);
    dims.in.push_back(strides[d] * itemsize);
    dims.out.push_back(mask >> d & 1 ? dims.in.back() : result_strides[d]);
  }
  order_and_merge(kept);
  order_and_merge(reduced);
  // Results of nothing: the input may have no memory, and C++ does not define offsets of a null pointer.
  if (reduced.count == 0)
    for (int64_t& stride : kept.in) stride = 0;
}

DimVector result_strides(const TensorBase& result, int64_t rank, uint64_t mask) {
  DimVector strides(static_cast<size_t>(rank));
  const int64_t itemsize = static_cast<int64_t>(result.itemsize());
  const bool kept_dims = result.dim() == rank;
  size_t from = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    const bool gone = mask >> d & 1;
    if (!gone) strides[d] = result.strides()[kept_dims ? d : from++] * itemsize;
  }
  return strides;
}

}  // namespace torchpp
