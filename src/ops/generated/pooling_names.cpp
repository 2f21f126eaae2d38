// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pooling.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/pooling.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::max_pool1d),
    detail::entry_of(op::max_pool1d_with_indices),
    detail::entry_of(op::max_pool2d),
    detail::entry_of(op::max_pool2d_with_indices),
    detail::entry_of(op::max_pool2d_with_indices_backward),
    detail::entry_of(op::max_pool3d),
    detail::entry_of(op::max_pool3d_with_indices),
    detail::entry_of(op::max_pool3d_with_indices_backward),
    detail::entry_of(op::avg_pool1d),
    detail::entry_of(op::avg_pool2d),
    detail::entry_of(op::avg_pool2d_backward),
    detail::entry_of(op::avg_pool3d),
    detail::entry_of(op::avg_pool3d_backward),
    detail::entry_of(op::adaptive_avg_pool1d),
    detail::entry_of(op::adaptive_avg_pool2d_any),
    detail::entry_of(op::adaptive_avg_pool2d),
    detail::entry_of(op::adaptive_avg_pool2d_backward),
    detail::entry_of(op::adaptive_avg_pool3d_any),
    detail::entry_of(op::adaptive_avg_pool3d),
    detail::entry_of(op::adaptive_avg_pool3d_backward),
    detail::entry_of(op::adaptive_max_pool1d),
    detail::entry_of(op::adaptive_max_pool2d),
    detail::entry_of(op::adaptive_max_pool2d_backward),
    detail::entry_of(op::adaptive_max_pool3d),
    detail::entry_of(op::adaptive_max_pool3d_backward),
    detail::entry_of(op::fractional_max_pool2d),
    detail::entry_of(op::fractional_max_pool2d_backward),
    detail::entry_of(op::fractional_max_pool3d),
    detail::entry_of(op::fractional_max_pool3d_backward),
    detail::entry_of(op::max_unpool2d),
    detail::entry_of(op::max_unpool3d),
};

}  // namespace

OperatorTable pooling() {
  return {"pooling", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
