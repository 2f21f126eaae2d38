// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/view.h>

#include <limits>

#include "src/backends/cpu/elementwise.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"

namespace torchpp::cpu {

namespace {

// Whether all of a dense bool tensor is true.
bool all_true(const Tensor& t) {
  return t.numel() == 0 || __builtin_memchr(t.impl()->data(), 0, static_cast<size_t>(t.numel())) == nullptr;
}

}  // namespace

#include "src/ops/pointwise_kernels.inc"

}  // namespace torchpp::cpu
