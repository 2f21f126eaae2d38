// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Walks in which an index beside each element names an element of another tensor.

#include <torchpp/tensor.h>

#include "src/backends/cuda/index_sort.h"
#include "src/core/shape.h"

namespace torchpp {
enum class ScatterReduce : uint8_t;
}

namespace torchpp::cuda {

/// An operand of a walk: an address, and strides in elements for the dimensions of the common shape.
struct Side {
  void* data;
  DimVector strides;
};

/// Converts an int64 index to an offset from the address of the named tensor. An index out of range is a device-side
/// error.
struct Positions {
  int64_t size;  ///< of the named dimension
  int64_t step;  ///< from one position to the next; the functions say in which unit
  bool wraps;    ///< negative ones count from the end
};

/// beside = named[index], element by element of the shape. Steps in bytes.
void gather_elements(IntArrayRef shape, size_t itemsize, const Side& beside, const Side& named, const Side& index,
                     const Positions& positions, const OnDevice& on);
/// named[index] = beside. Where indices repeat, one of the elements is taken: the last one while deterministic
/// algorithms are asked for, else which one is not said.
void assign_elements(IntArrayRef shape, size_t itemsize, const Side& beside, const Side& named, const Side& index,
                     const Positions& positions, const OnDevice& on);
/// named[index] = the number whose bits these are, 16 bytes in host memory.
void fill_elements(IntArrayRef shape, size_t itemsize, const void* bits, const Side& named, const Side& index,
                   const Positions& positions, const OnDevice& on);
/// named[index] += beside, of int32 or int64. Sums of integers are the same in every order, so that they are not
/// sorted.
void add_integers(IntArrayRef shape, ScalarType dtype, const Side& beside, const Side& named, const Side& index,
                  const Positions& positions, const OnDevice& on);
inline bool adds_in_any_order(ScalarType dtype) { return dtype == kInt || dtype == kLong; }

/// Memory for keys below `bound`, of 4 bytes each where those hold them.
Tensor make_keys(IntArrayRef sizes, int64_t bound, Device device);
PositionList list_of(const Tensor& keys);
/// keys[i] = index[i] * step, and how far element i of `named` lies from its first, in elements; the keys are dense in
/// the order of the shape. Steps in elements. `named` is without data where positions are all that counts.
void set_keys(IntArrayRef shape, const PositionList& keys, const Side& index, const Positions& positions,
              size_t itemsize, const Side& named, const OnDevice& on);
/// Adds the same to the keys.
void add_keys(IntArrayRef shape, const PositionList& keys, const Side& index, const Positions& positions,
              size_t itemsize, const Side& named, const OnDevice& on);

/// The factor of each sum of rows.
struct RowScale {
  Scalar factor = 1;
  bool by_frequency = false;  ///< floating dtypes: 1 / how many rows were added
};
/// Rows that lie so many bytes apart.
struct RowsOf {
  Side side;
  int64_t step;
};
/// to[key] += scale * (sum of the rows of `from` that have the key), for `n` keys, rows of `to` from 0 to `bound` - 1,
/// which are written over; a row has the elements of `shape`. The order of additions depends on the operands alone.
void add_rows(ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape, const RowsOf& to,
              const RowsOf& from, const RowScale& scale, const OnDevice& on);
/// Rows of `from` that are of bags; arrays on the device.
struct BagRows {
  const int64_t* bag_of;  ///< of each key
  int64_t count;          ///< of bags; keys of others add nothing
  const int64_t* sizes;   ///< what the row of each bag that is not empty is divided by; may be null
  const void* weights;    ///< of each key, in the type of computation; may be null
};
/// As add_rows(), where each key adds the row of its bag.
void add_bag_rows(ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape,
                  const RowsOf& to, const RowsOf& from, const BagRows& bags, bool by_frequency, const OnDevice& on);
/// to[key] *= the product of the rows of `from` that have the key; else as add_rows().
void multiply_rows(ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape,
                   const RowsOf& to, const RowsOf& from, const OnDevice& on);

/// to[key] = the greatest (least) of it and the rows of `from` that have the key; NaN is both. Of bool and real
/// numbers.
void extreme_rows(ScalarType dtype, bool least, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape,
                  const RowsOf& to, const RowsOf& from, const OnDevice& on);
/// The function of these that the reduction means; means are sums.
void reduce_rows(ScatterReduce reduce, ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound,
                 IntArrayRef shape, const RowsOf& to, const RowsOf& from, const OnDevice& on);

}  // namespace torchpp::cuda
