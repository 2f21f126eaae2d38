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

}  // namespace torchpp::cpu
