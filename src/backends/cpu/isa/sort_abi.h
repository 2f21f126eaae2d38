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

/// The elements that words stand for, x[position], and where they go in the order of the words.
struct SortedElements {
  KeyKind kind;
  const void* x;
  bool descending;
  uint64_t least;  ///< what keys of 64 bits are above the words' (SortKernels::load)
  void* values;
  int64_t* positions;
};

struct SortKernels {
  /// The least and the greatest key of n elements of 64 bits, inverted for a descending order.
  void (*range)(KeyKind kind, const void* x, int64_t n, bool descending, uint64_t* least, uint64_t* greatest);
  /// The words of the elements [first, first + n) of x. Keys are inverted for a descending order. Of keys of 64 bits,
  /// which are `least` or more, the words have (key - least) >> shift.
  void (*load)(KeyKind kind, uint64_t* words, const void* x, int64_t first, int64_t n, bool descending, uint64_t least,
               int shift);
  /// Writes the elements that n words stand for, which were made without a shift.
  void (*store)(const uint64_t* words, int64_t n, const SortedElements& to);
  /// The first of the elements [first, n) whose key, inverted for a descending order, is below `limit`; n if none is.
  int64_t (*find_below)(KeyKind kind, const void* x, int64_t first, int64_t n, uint64_t limit, bool descending);
  /// Sorts words; `other` has room for as many. If `to` is not null, their elements are written as by store(), and no
  /// words: each part while it is in the nearest cache. Null where the instruction set has nothing for it, and so are
  /// the functions below.
  void (*sort)(uint64_t* words, uint64_t* other, int64_t n, const SortedElements* to);
  /// Moves the words that are below some word of the middle to the front; returns how many they are: neither none nor
  /// all of them, unless `whole_keys` asks that no key is on both sides. n is at least kLeastSplit.
  int64_t (*split)(uint64_t* words, uint64_t* other, int64_t n, bool whole_keys);
  /// The words of all n elements, as by load(), in four parts that follow each other in the order and have no key in
  /// common. Both arrays have room for n + kPartsGap words: counts[0] are at the front of `words` and counts[1] at its
  /// back, counts[2] at the front of `other` and counts[3] at its back. n is at least kLeastSplit.
  void (*load_parts)(KeyKind kind, uint64_t* words, uint64_t* other, const void* x, int64_t n, bool descending,
                     uint64_t least, int shift, int64_t* counts);
};
constexpr int64_t kLeastSplit = 128, kPartsGap = 16;

extern const SortKernels TORCHPP_ALL_SETS(sort_kernels);

}  // namespace torchpp::cpu
