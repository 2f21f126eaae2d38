// SPDX-License-Identifier: BSD-3-Clause

#include "src/backends/cpu/cpu_level.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif
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
  bool amx_bfloat16() const {
    constexpr uint32_t kAmx = 1u << 22 | 1u << 24;  // of leaf 7 edx: bfloat16, tiles
    constexpr uint64_t kTiles = 0x60000;
    return (leaf7_edx & kAmx) == kAmx && (saved_registers & kTiles) == kTiles;
  }
  bool avx512_bfloat16() const { return leaf7_1_eax & 1u << 5; }
  bool fast_bfloat16() const { return amx_bfloat16() || (avx512_bfloat16() && !intel); }
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

namespace {

// The answer of detect(), asked for once: every thread that finds -1 computes the same value.
template <class F>
bool answer_of(signed char& cached, const F& detect) {
  signed char answer = __atomic_load_n(&cached, __ATOMIC_RELAXED);
  if (answer < 0) {
    answer = detect() ? 1 : 0;
    __atomic_store_n(&cached, answer, __ATOMIC_RELAXED);
  }
  return answer != 0;
}

}  // namespace

bool has_fast_bfloat16() {
#if defined(__x86_64__)
  static signed char cached = -1;
  return answer_of(cached, [] { return Features().fast_bfloat16(); });
#else
  return true;
#endif
}

bool has_avx512_bfloat16() {
#if defined(__x86_64__)
  static signed char cached = -1;
  return answer_of(cached, [] {
    const Features features;
    return cpu_level() == kCpuLevels - 1 && features.v4() && features.avx512_bfloat16();
  });
#else
  return false;
#endif
}

bool has_amx_bfloat16() {
#if defined(__x86_64__) && defined(__linux__)
  static signed char cached = -1;
  return answer_of(cached, [] {
    constexpr long kRequestPermission = 0x1023, kTileData = 18;  // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
    return has_avx512_bfloat16() && Features().amx_bfloat16() &&
           syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
  });
#else
  return false;
#endif
}

}  // namespace torchpp::cpu
