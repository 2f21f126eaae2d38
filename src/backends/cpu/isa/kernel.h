// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Templates of the loops. Everything is in an anonymous namespace: each object of each instruction set keeps its own.
//
// A loop of an op is a thin entry (a symbol of its own, so that the linker keeps only what is called) over one kernel,
// which sees contiguous operands in the type of computation. Other operands (strided, 16-bit floats) go through
// run_blocks, which gathers and converts blocks that stay in the first-level cache. So strided and half operands are
// vectorised too, and an op's arithmetic exists once per type.

#include "src/backends/cpu/isa/abi.h"

#if defined(__clang__)
#define TORCHPP_NO_ALIAS _Pragma("clang loop vectorize(assume_safety)")
#else
#define TORCHPP_NO_ALIAS _Pragma("GCC ivdep")
#endif

// A kernel is called by its entry and by the block driver: one body for both.
#define TORCHPP_OUT_OF_LINE __attribute__((noinline))

namespace torchpp::cpu {

// How an operand lies in memory and in the block: raw copies by width, or conversions to and from float.
enum Kind : unsigned { kRaw1 = 1, kRaw2 = 2, kRaw4 = 4, kRaw8 = 8, kF16 = 9, kBF16 = 10, kRaw16 = 16 };

/// Runs `kernel` over blocks. `kinds` has one byte per operand, the output in the lowest.
int TORCHPP_SET_NAME(run_blocks)(Kernel kernel, uint64_t kinds, int operands, char* const* data, const int64_t* strides,
                                 int64_t n, const Scalars* scalars);

namespace {

// Memory: the type of an element; Compute: the type of arithmetic; kind: how the block driver converts between them.
template <class M, class C, unsigned kKind>
struct Tag {
  using Memory = M;
  using Compute = C;
  static constexpr unsigned kind = kKind;
};
using Tag_f32 = Tag<float, float, kRaw4>;
using Tag_f64 = Tag<double, double, kRaw8>;
using Tag_f16 = Tag<math::f16, float, kF16>;
using Tag_bf16 = Tag<math::bf16, float, kBF16>;
using Tag_u8 = Tag<uint8_t, uint8_t, kRaw1>;
using Tag_i8 = Tag<int8_t, int8_t, kRaw1>;
using Tag_i16 = Tag<int16_t, int16_t, kRaw2>;
using Tag_i32 = Tag<int32_t, int32_t, kRaw4>;
using Tag_i64 = Tag<int64_t, int64_t, kRaw8>;
using Tag_b8 = Tag<uint8_t, uint8_t, kRaw1>;

constexpr uint64_t kinds(unsigned out, unsigned a, unsigned b = 0, unsigned c = 0) {
  return out | static_cast<uint64_t>(a) << 8 | static_cast<uint64_t>(b) << 16 | static_cast<uint64_t>(c) << 24;
}
constexpr int64_t raw_size(unsigned kind) { return kind == kF16 || kind == kBF16 ? 2 : kind; }
constexpr bool converts(uint64_t kinds, int operands) {
  for (int k = 0; k < operands; ++k) {
    const unsigned kind = kinds >> (8 * k) & 0xff;
    if (kind == kF16 || kind == kBF16) return true;
  }
  return false;
}

// The entry behind every element-wise symbol.
template <Kernel kKernel, uint64_t kKinds, int kOperands, bool kTakesScalars>
inline int enter(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars) {
  if constexpr (!converts(kKinds, kOperands)) {
    bool direct = true;
    unsigned scalar = 0;
    for (int k = 0; k < kOperands; ++k) {
      const bool one_value = kTakesScalars && k > 0 && strides[k] == 0;
      scalar |= one_value ? 1u << k : 0u;
      direct &= one_value || strides[k] == raw_size(kKinds >> (8 * k) & 0xff);
    }
    if (direct) return kKernel(data, n, scalar, scalars);
  }
  return TORCHPP_SET_NAME(run_blocks)(kKernel, kKinds, kOperands, data, strides, n, scalars);
}

}  // namespace
}  // namespace torchpp::cpu

#define TORCHPP_LOOP_SYMBOL(name)                                                  \
  int TORCHPP_SET_NAME(name)(char* const* data, const int64_t* strides, int64_t n, \
                             const ::torchpp::math::Scalars* scalars)
