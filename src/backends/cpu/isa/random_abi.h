// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The loops of random number generation, which isa/random.cpp defines for each instruction set.

#include <cstdint>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

/// `words` are the 32-bit numbers of an
/// engine; a 64-bit number takes two of them, upper half first.
struct RandomKernels {
  void (*mt_twist)(uint32_t* state);
  void (*mt_temper)(const uint32_t* state, uint32_t* words, int64_t n);
  /// Philox blocks [first_block, first_block + blocks) of the stream of `key`, four words each.
  void (*philox_words)(uint64_t key, uint64_t first_block, uint32_t* words, int64_t blocks);

  /// out[i] = u * range + from with one rounding, u the low `bits` bits of words[i] as a fraction in [0, 1).
  void (*uniform_f32)(const uint32_t* words, float* out, int64_t n, int bits, float range, float from);
  /// A uniform double from the low 53 bits of two words.
  void (*uniform_f64)(const uint32_t* words, double* out, int64_t n, double range, double from);

  /// out[i] = the low 53 bits of two words < threshold ? one : 0, for elements of 1, 2, 4 and 8 bytes.
  void (*less_u8)(const uint32_t* words, void* out, int64_t n, uint64_t threshold, uint8_t one);
  void (*less_u16)(const uint32_t* words, void* out, int64_t n, uint64_t threshold, uint16_t one);
  void (*less_u32)(const uint32_t* words, void* out, int64_t n, uint64_t threshold, uint32_t one);
  void (*less_u64)(const uint32_t* words, void* out, int64_t n, uint64_t threshold, uint64_t one);

  /// Box-Muller in place on blocks of 16 uniform numbers: number j of the first 8 and number j of the last 8 of a
  /// block give normals j and j + 8. Within 3 ulp of the radius.
  void (*box_muller_f32)(float* data, int64_t blocks, float mean, float std);
};

extern const RandomKernels TORCHPP_ALL_SETS(random_kernels);

}  // namespace torchpp::cpu
