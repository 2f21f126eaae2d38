// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running sums, products and extremes along a dimension.

#include "src/backends/cuda/reduction.h"

namespace torchpp::cuda {

constexpr int kScanItems = 4;  // neighbours along a line that a thread takes at once

struct ScanWork {
  const char* in;
  char* out;
  Walk lines;
  int64_t n, in_step, out_step;  ///< along the scan: in bytes, in elements
  int64_t parts, part;           ///< of a line, each done by a block: a multiple of kScanItems
  void* sums;                    ///< of each part of each line; null when there is one part
  int64_t* indices;              ///< of extremes, with the strides of `out`
};

enum class Running { kSum, kProduct, kLogSumExp, kMax, kMin };

/// Fills `sums` where it needs them. False where there is no kernel for the dtype. `columns`: a thread per line,
/// neighbours in memory side by side; otherwise a block per line or part of one.
bool run_scan(Running what, const char* name, ScanWork work, ScalarType dtype, bool columns, const OnDevice& on);

}  // namespace torchpp::cuda
