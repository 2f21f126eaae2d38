// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/view.h>

#include <limits>

#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/loops.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"

namespace torchpp::cuda {

namespace {

bool all_true(const Tensor& t) { return t.numel() == 0 || item(t.all()).toBool(); }

}  // namespace

#include "src/ops/pointwise_kernels.inc"

}  // namespace torchpp::cuda
