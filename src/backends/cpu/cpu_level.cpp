// SPDX-License-Identifier: BSD-3-Clause

#include "src/backends/cpu/cpu_level.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace torchpp::cpu {
namespace {

#if defined(__x86_64__)
// Read with the cpuid instruction: the compiler's __builtin_cpu_supports would link a static constructor of its
// run-time library.
struct Features {
  uint32_t leaf1_ecx = 0, leaf7_ebx = 0, leaf7_edx = 0, leaf7_1_eax = 0;
  bool intel = false;
  uint64_t saved_registers = 0;  // which of them the operating system keeps for a thread (XCR0)
  Features() {
    uint32_t a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d)) leaf1_ecx = c;
    if (__get_cpuid(0, &a, &b, &c, &d)) intel = b == signature_INTEL_ebx;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) leaf7_ebx = b, leaf7_edx = d;
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d)) leaf7_1_eax = a;
    if (leaf1_ecx & bit_OSXSAVE) {
      uint32_t low, high;
      __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
      saved_registers = static_cast<uint64_t>(high) << 32 | low;
    }
  }
  bool v3() const {
    constexpr uint32_t kLeaf1 = bit_FMA | bit_AVX | bit_MOVBE | bit_F16C, kLeaf7 = bit_AVX2 | bit_BMI | bit_BMI2;
    constexpr uint64_t kYmm = 0x6;
    return (leaf1_ecx & kLeaf1) == kLeaf1 && (leaf7_ebx & kLeaf7) == kLeaf7 && (saved_registers & kYmm) == kYmm;
  }
  bool v4() const {
    constexpr uint32_t kLeaf7 = bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
    constexpr uint64_t kZmm = 0xe6;
    return v3() && (leaf7_ebx & kLeaf7) == kLeaf7 && (saved_registers & kZmm) == kZmm;
  }
  bool fast_bfloat16() const {
    constexpr uint32_t kAmxBf16 = 1u << 22 /* of leaf 7 edx */, kAvx512Bf16 = 1u << 5 /* of leaf 7.1 eax */;
    constexpr uint64_t kTiles = 0x60000;
    if ((leaf7_edx & kAmxBf16) && (saved_registers & kTiles) == kTiles) return true;
    return (leaf7_1_eax & kAvx512Bf16) && !intel;
  }
};
#endif

int detect() {
#if defined(__x86_64__)
  const Features features;
  int level = features.v4() ? 2 : features.v3() ? 1 : 0;
  static const char kNames[kCpuLevels][3] = {"v2", "v3", "v4"};
  if (const char* asked = std::getenv("TORCHPP_CPU_LEVEL"))
    for (int k = 0; k < level; ++k)
      if (std::strcmp(asked, kNames[k]) == 0) level = k;
  return level;
#else
  return 0;
#endif
}

}  // namespace

int cpu_level() {
  static int cached = -1;  // every thread that finds -1 computes the same value
  int level = __atomic_load_n(&cached, __ATOMIC_RELAXED);
  if (level < 0) {
    level = detect();
    __atomic_store_n(&cached, level, __ATOMIC_RELAXED);
  }
  return level;
}

bool has_fast_bfloat16() {
#if defined(__x86_64__)
  static signed char cached = -1;  // every thread that finds -1 computes the same value
  signed char fast = __atomic_load_n(&cached, __ATOMIC_RELAXED);
  if (fast < 0) {
    fast = Features().fast_bfloat16() ? 1 : 0;
    __atomic_store_n(&cached, fast, __ATOMIC_RELAXED);
  }
  return fast != 0;
#else
  return true;
#endif
}

}  // namespace torchpp::cpu
