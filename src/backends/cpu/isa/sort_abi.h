// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What sorting and selection do with many elements at a time, which isa/sort.cpp defines for each instruction
/// set. A word is the key of an element in the high half and its position in the low half, so that words differ.

#include <stddef.h>
#include <stdint.h>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

/// How the bits of elements become unsigned keys (math/order.h).
enum class KeyKind { kTruth, kU8, kI8, kI16, kI32, kI64, kHalf, kBFloat16, kFloat, kDouble };

struct SortKernels {
  /// The words of the elements [first, first + n) of x, whose keys have at most 32 bits. Keys are inverted for a
  /// descending order.
  void (*load)(KeyKind kind, uint64_t* words, const void* x, int64_t first, int64_t n, bool descending);
  /// The elements of x that n such words stand for, and their positions.
  void (*store)(KeyKind kind, const uint64_t* words, const void* x, int64_t n, bool descending, void* values,
                int64_t* positions);
  /// The first of the elements [first, n) whose key, inverted for a descending order, is below `limit`; n if none is.
  int64_t (*find_below)(KeyKind kind, const void* x, int64_t first, int64_t n, uint64_t limit, bool descending);
  /// Sorts words; `other` has room for as many. False where the words are such that this would take long: then they are
  /// in some order. Null where the instruction set has nothing for it, and so is `split`.
  bool (*sort)(uint64_t* words, uint64_t* other, int64_t n);
  /// Moves the words that are below some word of the middle to the front; returns how many they are: neither none nor
  /// all of them. n is at least kLeastSplit.
  int64_t (*split)(uint64_t* words, uint64_t* other, int64_t n);
};
constexpr int64_t kLeastSplit = 128;

extern const SortKernels TORCHPP_ALL_SETS(sort_kernels);

}  // namespace torchpp::cpu
