// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace torchpp::cpu {

/// How many times the loops are compiled: x86-64-v2, v3, v4; elsewhere once.
#if defined(__x86_64__)
constexpr int kCpuLevels = 3;
#else
constexpr int kCpuLevels = 1;
#endif

/// The widest set that this machine runs: an index below kCpuLevels.
/// The environment variable TORCHPP_CPU_LEVEL=v2|v3|v4, read once, asks for a narrower one.
int cpu_level();

/// Whether bfloat16 products run faster than float ones here: on AMX, and on AVX512_BF16 but for Intel's (85 against
/// 174 GFLOP/s on Emerald Rapids; 480 against 235 on Zen 5). True where that is not known.
bool has_fast_bfloat16();

/// Whether those kernels of isa/bf16 run here that need no tiles: at the widest cpu_level().
bool has_avx512_bfloat16();

/// Whether all kernels of isa/bf16 run here: on AVX512_BF16, with the system's permission to use tiles, which the first
/// call asks for.
bool has_amx_bfloat16();

/// The objects that isa/*.cpp define as TORCHPP_SET_NAME(name), by level: a list for declarations and for at_level().
/// FIRST: of those that the widest set does not have.
#if defined(__x86_64__)
#define TORCHPP_ALL_SETS(name) name##_v2, name##_v3, name##_v4
#define TORCHPP_FIRST_SETS(name) name##_v2, name##_v3
#else
#define TORCHPP_ALL_SETS(name) name##_v2
#define TORCHPP_FIRST_SETS(name) name##_v2
#endif

/// The object for a level: at_level(cpu_level(), TORCHPP_ALL_SETS(name)).
template <class T>
const T& at_level(int, const T& last) {
  return last;
}
template <class T, class... Wider>
const T& at_level(int level, const T& first, const T& next, const Wider&... wider) {
  return level == 0 ? first : at_level(level - 1, next, wider...);
}

}  // namespace torchpp::cpu
