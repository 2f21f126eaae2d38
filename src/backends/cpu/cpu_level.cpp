// SPDX-License-Identifier: BSD-3-Clause

#include "src/backends/cpu/cpu_level.h"

#include <cstdlib>
#include <cstring>

namespace torchpp::cpu {
namespace {

int detect() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  int level = v4 ? 2 : v3 ? 1 : 0;
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

}  // namespace torchpp::cpu
