// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/shape.h"

#include <new>

namespace torchpp {

int64_t* DimVector::new_entries(size_t n) {
  int64_t* p = n <= SIZE_MAX / 16 ? new (std::nothrow) int64_t[n] : nullptr;
  TORCHPP_CHECK_KIND(kOutOfMemory, p != nullptr, "can't allocate memory: you tried to allocate a list of ", n,
                     " sizes");
  return p;
}

void fail_dim(int64_t dim, int64_t rank) {
  const int64_t n = rank == 0 ? 1 : rank;
  TORCHPP_FAIL_KIND(kIndex, "Dimension out of range (expected to be in range of [", -n, ", ", n - 1, "], but got ", dim,
                    ")");
}

void fail_no_dims(int64_t dim) {
  TORCHPP_FAIL_KIND(kIndex, "Dimension specified as ", dim, " but tensor has no dimensions");
}

uint64_t dim_mask(IntArrayRef dims, int64_t rank, const char* op) {
  TORCHPP_CHECK(rank <= 64, op, ": got a tensor with ", rank, " dims, expected at most 64");
  uint64_t mask = 0;
  for (int64_t d : dims) {
    const uint64_t bit = uint64_t{1} << wrap_dim(d, rank);
    TORCHPP_CHECK((mask & bit) == 0, op, ": dim ", wrap_dim(d, rank), " appears multiple times in the list of dims");
    mask |= bit;
  }
  return rank == 0 ? 0 : mask;
}

namespace {

void check_no_negative(IntArrayRef sizes) {
  for (int64_t s : sizes) TORCHPP_CHECK(s >= 0, "Trying to create tensor with negative dimension ", s, ": ", sizes);
}

}  // namespace

void fail_numel(IntArrayRef sizes) {
  TORCHPP_FAIL_KIND(kError, "numel: integer multiplication overflow: got sizes ", sizes,
                    ", expected a product below 2^63");
}

int64_t checked_numel(IntArrayRef sizes) {
  check_no_negative(sizes);
  return multiply_integers(sizes);
}

void fail_dense_bytes(IntArrayRef sizes, ScalarType dtype) {
  check_no_negative(sizes);
  TORCHPP_FAIL_KIND(kError, "Storage size calculation overflowed with sizes=", sizes, " of dtype ", dtype,
                    ", expected fewer than 2^63 bytes");
}

void fail_size(const char* op, int64_t a, char sign, int64_t b) {
  TORCHPP_FAIL_KIND(kError, op, ": a size of the result overflowed: got ", a, " ", sign, " ", b,
                    ", expected less than 2^63");
}

DimVector contiguous_strides(IntArrayRef sizes) {
  DimVector strides(sizes.size());
  int64_t step = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = step;
    step = multiply_stride(step, sizes[i] > 1 ? sizes[i] : 1);
  }
  return strides;
}

namespace {

// Dimensions of channels-last memory, innermost first.
constexpr int kOrder2d[] = {1, 3, 2, 0};
constexpr int kOrder3d[] = {1, 4, 3, 2, 0};

bool matches_order(IntArrayRef sizes, IntArrayRef strides, const int* order, size_t rank) {
  if (sizes.size() != rank) return false;
  // Strides must not decrease in this order; with one channel, N111 and NCHW memory are told apart as libtorch does.
  int64_t least = 0;
  if (strides[1] == 0) return false;
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = static_cast<size_t>(order[i]);
    if (sizes[d] == 0 || strides[d] < least) return false;
    if (d == 0 && least == strides[1]) return false;
    least = strides[d];
    if (sizes[d] > 1) least *= sizes[d];
  }
  return true;
}

}  // namespace

bool is_channels_last_strides(IntArrayRef sizes, IntArrayRef strides) {
  return matches_order(sizes, strides, kOrder2d, 4);
}
bool is_channels_last_3d_strides(IntArrayRef sizes, IntArrayRef strides) {
  return matches_order(sizes, strides, kOrder3d, 5);
}

DimVector dense_strides(IntArrayRef sizes, MemoryFormat format) {
  if (format == MemoryFormat::Contiguous || format == MemoryFormat::Preserve) return contiguous_strides(sizes);
  const bool is_2d = format == MemoryFormat::ChannelsLast;
  const size_t rank = is_2d ? 4 : 5;
  TORCHPP_CHECK(sizes.size() == rank, "required rank ", rank, " tensor to use ",
                is_2d ? "channels_last" : "channels_last_3d", " format, got sizes ", sizes);
  DimVector strides(rank);
  int64_t step = 1;
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = static_cast<size_t>((is_2d ? kOrder2d : kOrder3d)[i]);
    strides[d] = step;
    step = multiply_stride(step, sizes[d] > 1 ? sizes[d] : 1);
  }
  return strides;
}

DimVector broadcast_sizes(IntArrayRef a, IntArrayRef b) {
  const size_t rank = a.size() > b.size() ? a.size() : b.size();
  DimVector out(rank);
  for (size_t i = 0; i < rank; ++i) {  // from the last dimension on
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1, y = i < b.size() ? b[b.size() - 1 - i] : 1;
    TORCHPP_CHECK(x == y || x == 1 || y == 1, "The size of tensor a (", x, ") must match the size of tensor b (", y,
                  ") at non-singleton dimension ", rank - 1 - i, ": got ", a, " and ", b);
    out[rank - 1 - i] = x == 1 ? y : x;
  }
  return out;
}

size_t storage_bytes(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, int64_t offset) {
  int64_t last = offset;
  bool overflow = false, empty = false;
  check_no_negative(sizes);
  for (size_t i = 0; i < sizes.size(); ++i) {
    empty = empty || sizes[i] == 0;
    int64_t step = 0;
    overflow = __builtin_mul_overflow(sizes[i] - 1, strides[i], &step) || overflow;
    overflow = __builtin_add_overflow(last, step, &last) || overflow;
  }
  if (empty) return 0;
  int64_t bytes = 0;
  overflow = overflow || __builtin_add_overflow(last, 1, &last) ||
             __builtin_mul_overflow(last, static_cast<int64_t>(elementSize(dtype)), &bytes);
  TORCHPP_CHECK(!overflow, "Storage size calculation overflowed with sizes=", sizes, " and strides=", strides,
                " of dtype ", dtype, ", expected fewer than 2^63 bytes");
  return static_cast<size_t>(bytes);
}

DimVector infer_size(IntArrayRef sizes, int64_t numel) {
  DimVector out(sizes);
  int64_t product = 1;
  size_t unknown = sizes.size();
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1) {
      TORCHPP_CHECK(unknown == sizes.size(), "only one dimension can be inferred, got ", sizes);
      unknown = i;
      continue;
    }
    TORCHPP_CHECK(sizes[i] >= 0, "invalid shape dimension ", sizes[i], " in ", sizes);
    TORCHPP_CHECK(!__builtin_mul_overflow(product, sizes[i], &product), "shape '", sizes,
                  "' is invalid for input of size ", numel);
  }
  if (unknown == sizes.size()) {
    TORCHPP_CHECK(product == numel, "shape '", sizes, "' is invalid for input of size ", numel);
    return out;
  }
  TORCHPP_CHECK(product != 0, "cannot reshape tensor of ", numel, " elements into shape ", sizes,
                " because the unspecified dimension size -1 can be any value and is ambiguous");
  TORCHPP_CHECK(numel % product == 0, "shape '", sizes, "' is invalid for input of size ", numel);
  out[unknown] = numel / product;
  return out;
}

bool view_strides(IntArrayRef sizes, IntArrayRef strides, IntArrayRef new_sizes, DimVector& out) {
  out.resize(new_sizes.size());
  const int64_t numel = multiply_integers(sizes);
  if (numel == 0) {
    if (sizes == new_sizes) {
      out.assign(strides);
      return true;
    }
    out = contiguous_strides(new_sizes);
    return true;
  }
  // Walk from the last dimension: a run of old dimensions that lie in one piece must be the product of a run of new
  // dimensions.
  int64_t view_dim = static_cast<int64_t>(new_sizes.size()) - 1;
  int64_t run_stride = sizes.empty() ? 1 : strides[sizes.size() - 1];
  int64_t run_numel = 1, view_numel = 1;
  for (int64_t d = static_cast<int64_t>(sizes.size()) - 1; d >= 0; --d) {
    run_numel *= sizes[static_cast<size_t>(d)];
    const bool run_ends = d == 0 || (sizes[static_cast<size_t>(d - 1)] != 1 &&
                                     strides[static_cast<size_t>(d - 1)] != run_numel * run_stride);
    if (!run_ends) continue;
    while (view_dim >= 0 && (view_numel < run_numel || new_sizes[static_cast<size_t>(view_dim)] == 1)) {
      out[static_cast<size_t>(view_dim)] = view_numel * run_stride;
      view_numel *= new_sizes[static_cast<size_t>(view_dim)];
      --view_dim;
    }
    if (view_numel != run_numel) return false;
    if (d > 0) {
      run_stride = strides[static_cast<size_t>(d - 1)];
      run_numel = 1;
      view_numel = 1;
    }
  }
  for (; view_dim >= 0; --view_dim) out[static_cast<size_t>(view_dim)] = 1;  // a 0-dim tensor seen as (1, 1, ...)
  return true;
}

}  // namespace torchpp
