// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running element-wise operators on CUDA: from a plan's iterator to what a kernel gets by value.

#include "src/backends/cuda/launch.h"
#include "src/backends/math/scalars.h"
#include "src/ops/elementwise.h"

namespace torchpp::cuda {

using math::make_scalars;
using math::Scalars;

/// Division by a number known before the launch, as a product: q = (mulhi(n, multiplier) + n) >> shift. Exact for
/// n < 2^31.   Source: Granlund, Montgomery, Division by invariant integers using multiplication, 1994.
struct Divisor {
  uint32_t divisor = 1, multiplier = 0, shift = 0;
  Divisor() = default;
  explicit Divisor(uint32_t d);
};

/// Division of numbers up to `most` by one from 1 on: by a product where that is exact.
struct LongDivisor {
  int64_t divisor = 1;
  Divisor narrow;
  bool wide = false;
  LongDivisor() = default;
  LongDivisor(int64_t d, int64_t most);
};

constexpr int kMaxDims = 25;

/// The operands of one launch; operand 0 is the output. At most 2^31 - 1 elements, offsets in bytes below 2^31. Entries
/// of operands and dimensions that an operator does not have are not set.
struct Operands {
  char* data[Iterator::kMaxOperands];
  // Operands that are one number come by value: their memory is the host's.
  alignas(16) char values[Iterator::kMaxOperands][16];
  bool is_value[Iterator::kMaxOperands] = {};
  uint32_t numel;
  int dims;
  Divisor sizes[kMaxDims];
  uint32_t strides[Iterator::kMaxOperands][kMaxDims];  // in bytes; of values 0, [0] also where there are no dimensions
  bool aligned16 = true;  // every operand that is not a value starts at a multiple of 16 bytes
  uint32_t rest = 0;      // of work counted in packs: elements behind the last whole one

  /// Operand k lies in the device's memory.
  void set(int k, char* at) {
    data[k] = at;
    aligned16 = aligned16 && reinterpret_cast<uintptr_t>(at) % 16 == 0;
  }
  /// Operand k is the number there, of at most 16 bytes that may be read.
  void set_value(int k, const void* number) {
    is_value[k] = true;
    __builtin_memcpy(values[k], number, 16);
  }
};

/// Counts the work in packs of `pack` elements, at most 16 bytes each, along the innermost dimension: `numel`, its size
/// and its strides then are those of packs. An operand that has one element for the whole innermost dimension keeps the
/// stride 0. False, and nothing changes, where a pack of some operand would lie across rows or not at a multiple of its
/// size. `sizes`: of the operands' elements in bytes, that of the output first.
bool count_in_packs(Operands& operands, int count, const uint32_t* sizes, int pack);

/// A loop of one operator for one dtype: launches the work on the stream of the current device.
using LoopFn = void (*)(const Operands& operands, const Scalars* scalars, StreamHandle stream);

/// Loops by ScalarType; null where the operator has none.
struct LoopTable {
  LoopFn fn[kNumScalarTypes];
};
inline LoopFn select(const LoopTable& table, ScalarType dtype) { return table.fn[static_cast<int>(dtype)]; }

/// Calls launch(operands) for the iterator's work, cut where one launch cannot address it all.
/// Operands whose data lies between `host_begin` and `host_end` are numbers in host memory.
void for_operands(const Iterator& iterator, const void* host_begin, const void* host_end,
                  void (*launch)(const Operands& operands, void* context), void* context);
template <class F>
void for_operands(const Iterator& iterator, const void* host_begin, const void* host_end, const F& f) {
  for_operands(
      iterator, host_begin, host_end, [](const Operands& o, void* context) { (*static_cast<const F*>(context))(o); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

using ElementLoops = LoopTable;

/// Runs a loop over a plan's iterator.
void run_plan(const ElementwisePlan& plan, LoopFn loop, const Scalars* scalars, const char* op);

/// An element-wise operator of one, two or three inputs by its table of loops. `layout` says, as for
/// plan_elementwise, which of them decide the strides of a new result.
Tensor unary(const char* op, Out out, const TensorBase& a, ElementwiseRule rule, const LoopTable& loops,
             const Scalars* scalars = nullptr);
Tensor binary(const char* op, Out out, const TensorBase& a, const TensorBase& b, ElementwiseRule rule,
              const LoopTable& loops, const Scalars* scalars = nullptr, int layout = kLayoutOfAll);
Tensor ternary(const char* op, Out out, const TensorBase& a, const TensorBase& b, const TensorBase& c,
               ElementwiseRule rule, const LoopTable& loops, const Scalars* scalars = nullptr);

}  // namespace torchpp::cuda
