// SPDX-License-Identifier: BSD-3-Clause

// The block driver: operands that are strided or 16-bit floats pass through blocks in the first-level cache.

#include "src/backends/cpu/isa/element_loop.h"
#include "src/backends/cpu/isa/kernel.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kBlockBytes = 2048;
constexpr int kMaxOperands = 4;

template <class T>
void copy_strided(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  constexpr int64_t kSize = sizeof(T);
  if (to_stride == kSize && from_stride == -kSize) {  // backwards: vectorises where the steps are constants
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) __builtin_memcpy(to + i * kSize, from - i * kSize, sizeof(T));
    return;
  }
  for (int64_t i = 0; i < n; ++i) __builtin_memcpy(to + i * to_stride, from + i * from_stride, sizeof(T));
}
struct Bytes16 {
  uint64_t low, high;
};
void copy_elements(unsigned width, char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  switch (width) {
    case 1: return copy_strided<uint8_t>(to, to_stride, from, from_stride, n);
    case 2: return copy_strided<uint16_t>(to, to_stride, from, from_stride, n);
    case 4: return copy_strided<uint32_t>(to, to_stride, from, from_stride, n);
    case 8: return copy_strided<uint64_t>(to, to_stride, from, from_stride, n);
    default: return copy_strided<Bytes16>(to, to_stride, from, from_stride, n);
  }
}

template <class H>
void widen(float* to, const H* from, int64_t n) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) to[i] = math::to_float(from[i]);
}

// Brings n elements of memory into the block at `to`.
void gather(unsigned kind, char* to, const char* from, int64_t stride, int64_t n) {
  if (kind != kF16 && kind != kBF16) return copy_elements(kind, to, kind, from, stride, n);
  uint16_t packed[kBlockBytes / sizeof(float)];
  const char* bits = from;
  if (stride != 2) {
    copy_elements(2, reinterpret_cast<char*>(packed), 2, from, stride, n);
    bits = reinterpret_cast<const char*>(packed);
  }
  float* out = reinterpret_cast<float*>(to);
  if (kind == kF16) return widen(out, reinterpret_cast<const math::f16*>(bits), n);
  return widen(out, reinterpret_cast<const math::bf16*>(bits), n);
}

void scatter(unsigned kind, char* to, int64_t stride, const char* from, int64_t n) {
  if (kind != kF16 && kind != kBF16) return copy_elements(kind, to, stride, from, kind, n);
  uint16_t packed[kBlockBytes / sizeof(float)];
  uint16_t* bits = stride == 2 ? reinterpret_cast<uint16_t*>(to) : packed;
  const float* in = reinterpret_cast<const float*>(from);
  if (kind == kF16) {
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) bits[i] = math::to_f16(in[i]).bits;
  } else {
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i) bits[i] = math::to_bf16(in[i]).bits;
  }
  if (stride != 2) copy_elements(2, to, stride, reinterpret_cast<const char*>(packed), 2, n);
}

}  // namespace

int TORCHPP_SET_NAME(run_blocks)(Kernel kernel, uint64_t kinds, int operands, char* const* data, const int64_t* strides,
                                 int64_t n, const Scalars* scalars) {
  alignas(64) char blocks[kMaxOperands][kBlockBytes];
  char* block_data[kMaxOperands];
  bool passes[kMaxOperands];  // the kernel works on the operand's own memory
  unsigned kind[kMaxOperands];
  int64_t widest = 4;
  for (int k = 0; k < operands; ++k) {
    kind[k] = kinds >> (8 * k) & 0xff;
    const int64_t width = raw_size(kind[k]);
    widest = width > widest ? width : widest;
    passes[k] = kind[k] != kF16 && kind[k] != kBF16 && strides[k] == width;
  }
  const int64_t block = kBlockBytes / widest;
  for (int k = 1; k < operands; ++k)
    if (strides[k] == 0 && n > 0) gather(kind[k], blocks[k], data[k], 0, n < block ? n : block);
  int status = kLoopDone;
  for (int64_t start = 0; start < n; start += block) {
    const int64_t length = n - start < block ? n - start : block;
    for (int k = 0; k < operands; ++k) {
      char* here = data[k] + start * strides[k];
      block_data[k] = passes[k] ? here : blocks[k];
      if (k > 0 && !passes[k] && strides[k] != 0) gather(kind[k], blocks[k], here, strides[k], length);
    }
    const int failed = kernel(block_data, length, 0, scalars);
    status |= failed;
    if (!passes[0] && failed == kLoopDone)
      scatter(kind[0], data[0] + start * strides[0], strides[0], blocks[0], length);
  }
  return status;
}

int TORCHPP_SET_NAME(run_bfloat16)(Kernel kernel, Kernel by_blocks, char* const* data, const int64_t* strides,
                                   int64_t n, const Scalars* scalars) {
  constexpr int64_t kLeast = 4 * kBfloat16Block, kSize = sizeof(uint16_t);
  constexpr int kOperands = 3;
  uint16_t values[kOperands][kBfloat16Block];
  char *at[kOperands], *rest[kOperands];
  unsigned scalar = 0;
  bool direct = n >= kLeast;
  const int64_t whole = n - n % kBfloat16Block;
  for (int k = 0; k < kOperands && direct; ++k) {
    at[k] = data[k];
    rest[k] = data[k] + whole * strides[k];
    if (k > 0 && strides[k] == 0) {
      scalar |= 1u << k;
      for (uint16_t& value : values[k]) __builtin_memcpy(&value, data[k], kSize);
      at[k] = reinterpret_cast<char*>(values[k]);
    } else {
      direct = strides[k] == kSize;
    }
  }
  constexpr uint64_t kKinds = kinds(kBF16, kBF16, kBF16);
  if (!direct) return TORCHPP_SET_NAME(run_blocks)(by_blocks, kKinds, kOperands, data, strides, n, scalars);
  kernel(at, whole, scalar, scalars);
  return whole == n ? kLoopDone
                    : TORCHPP_SET_NAME(run_blocks)(by_blocks, kKinds, kOperands, rest, strides, n - whole, scalars);
}

}  // namespace torchpp::cpu
