// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What products on AMX tiles share, of bfloat16 numbers (bfloat16_gemm.cpp) and of floats (split_gemm.cpp).

#include <algorithm>
#include <cstdint>

#include "src/backends/cpu/isa/bfloat16_gemm_abi.h"
#include "src/core/shape.h"

namespace torchpp::cpu::own {

constexpr int64_t kTileSide = Bfloat16Kernels::kSide, kTileDepth = Bfloat16Kernels::kDepth;
/// Rows and columns of C that are computed together. A strip is as many rows of a, a panel as many columns of b.
constexpr int64_t kTileBlock = 2 * kTileSide;
constexpr int64_t kMostPanels = 32;  ///< of a group that stays in the second cache: floats of C for each

inline int64_t tile_steps(int64_t k) { return ceil_div(k, kTileDepth); }

/// Calls pack(panel, step) for all of them, in the order in which a matrix is read in long runs, whose columns lie in
/// runs (by_columns) or else its rows.
template <class Pack>
void pack_panels(bool by_columns, int64_t panels, int64_t steps, const Pack& pack) {
  for (int64_t at = 0; at < steps * panels; ++at) {
    if (by_columns) pack(at / steps, at % steps);
    else pack(at % panels, at / panels);
  }
}

/// A strip times some panels over all steps of k: `run` steps at a time, so that these of a stay in the nearest cache
/// while the panels pass through; meanwhile c holds floats of C, kTileBlock * kTileBlock for each panel.
/// prepare(step, count) gets a ready, multiply(add, step, count, panel, c) adds its products with a panel, and
/// finish(panel, c) gets the sums.
template <class Prepare, class Multiply, class Finish>
void multiply_strip(int64_t steps, int64_t run, int64_t panels, float* c, const Prepare& prepare,
                    const Multiply& multiply, const Finish& finish) {
  for (int64_t step = 0; step < steps; step += run) {
    const int64_t count = std::min(run, steps - step);
    prepare(step, count);
    for (int64_t panel = 0; panel < panels; ++panel) {
      float* const to = c + panel * kTileBlock * kTileBlock;
      multiply(step > 0, step, count, panel, to);
      if (step + run >= steps) finish(panel, to);
    }
  }
}

}  // namespace torchpp::cpu::own
