// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/reduction.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/reduction.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::sum_all),
    detail::entry_of(op::sum),
    detail::entry_of(op::mean_all),
    detail::entry_of(op::mean),
    detail::entry_of(op::nansum),
    detail::entry_of(op::nanmean),
    detail::entry_of(op::prod),
    detail::entry_of(op::prod_dim),
    detail::entry_of(op::amax),
    detail::entry_of(op::amin),
    detail::entry_of(op::aminmax),
    detail::entry_of(op::max),
    detail::entry_of(op::max_dim),
    detail::entry_of(op::min),
    detail::entry_of(op::min_dim),
    detail::entry_of(op::argmax),
    detail::entry_of(op::argmin),
    detail::entry_of(op::any),
    detail::entry_of(op::any_all),
    detail::entry_of(op::any_dim),
    detail::entry_of(op::all),
    detail::entry_of(op::all_all),
    detail::entry_of(op::all_dim),
    detail::entry_of(op::count_nonzero_dim_IntList),
    detail::entry_of(op::count_nonzero),
    detail::entry_of(op::var_all),
    detail::entry_of(op::var_dim),
    detail::entry_of(op::var),
    detail::entry_of(op::std_all),
    detail::entry_of(op::std_dim),
    detail::entry_of(op::std),
    detail::entry_of(op::var_mean_all),
    detail::entry_of(op::var_mean_dim),
    detail::entry_of(op::var_mean),
    detail::entry_of(op::std_mean_all),
    detail::entry_of(op::std_mean_dim),
    detail::entry_of(op::std_mean),
    detail::entry_of(op::norm_Scalar),
    detail::entry_of(op::norm_ScalarOpt_dtype),
    detail::entry_of(op::norm_ScalarOpt_dim),
    detail::entry_of(op::norm_ScalarOpt_dim_dtype),
    detail::entry_of(op::dist),
    detail::entry_of(op::frobenius_norm),
    detail::entry_of(op::frobenius_norm_dim),
    detail::entry_of(op::vector_norm),
    detail::entry_of(op::cumsum),
    detail::entry_of(op::cumprod),
    detail::entry_of(op::cummax),
    detail::entry_of(op::cummin),
    detail::entry_of(op::logcumsumexp),
    detail::entry_of(op::logsumexp),
    detail::entry_of(op::special_logsumexp),
    detail::entry_of(op::softmax_int),
    detail::entry_of(op::log_softmax_int),
    detail::entry_of(op::special_softmax),
    detail::entry_of(op::special_log_softmax),
    detail::entry_of(op::softmax),
    detail::entry_of(op::softmax_backward),
    detail::entry_of(op::log_softmax),
    detail::entry_of(op::log_softmax_backward),
    detail::entry_of(op::sort_default),
    detail::entry_of(op::sort),
    detail::entry_of(op::argsort),
    detail::entry_of(op::argsort_stable),
    detail::entry_of(op::msort),
    detail::entry_of(op::kthvalue),
    detail::entry_of(op::topk),
    detail::entry_of(op::trapezoid_x),
    detail::entry_of(op::trapezoid_dx),
    detail::entry_of(op::trapz_x),
    detail::entry_of(op::trapz_dx),
    detail::entry_of(op::cumulative_trapezoid_x),
    detail::entry_of(op::cumulative_trapezoid_dx),
    detail::entry_of(op::diff),
    detail::entry_of(op::gradient_scalarint),
    detail::entry_of(op::gradient_scalararray),
    detail::entry_of(op::gradient_array),
    detail::entry_of(op::gradient_scalarrayint),
    detail::entry_of(op::gradient_scalarrayarray),
    detail::entry_of(op::gradient_tensorarrayint),
    detail::entry_of(op::gradient_tensorarray),
};

}  // namespace

OperatorTable reduction() {
  return {"reduction", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
