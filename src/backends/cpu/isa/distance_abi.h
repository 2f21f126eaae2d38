// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Distances of one point from many, and their derivatives, which isa/distance.cpp defines for each instruction
/// set.

#include <stdint.h>

#include "src/backends/cpu/cpu_level.h"

namespace torchpp::cpu {

/// Points that lie side by side: coordinate k of point j is element k * kPointsTogether + j.
constexpr int64_t kPointsTogether = 64;

template <class T>
struct DistanceKernels {
  /// to[j] = the p-norm of a - point j, for kPointsTogether points of `width` coordinates.
  void (*distances)(T* to, const T* a, const T* points, int64_t width, double p);
  /// to[k] += sum over j of grad[j] times the derivative by a[k] of norm[j], the p-norm of a - (row j of b).
  void (*slopes)(T* to, const T* a, const T* b, int64_t rows, int64_t width, const T* grad, const T* norm, double p);
};

extern const DistanceKernels<float> TORCHPP_ALL_SETS(distance_float);
extern const DistanceKernels<double> TORCHPP_ALL_SETS(distance_double);

}  // namespace torchpp::cpu
