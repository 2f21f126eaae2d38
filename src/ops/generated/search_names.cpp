// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/search.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/search.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::median),
    detail::entry_of(op::median_dim),
    detail::entry_of(op::nanmedian),
    detail::entry_of(op::nanmedian_dim),
    detail::entry_of(op::mode),
    detail::entry_of(op::quantile),
    detail::entry_of(op::quantile_scalar),
    detail::entry_of(op::nanquantile),
    detail::entry_of(op::nanquantile_scalar),
    detail::entry_of(op::searchsorted),
    detail::entry_of(op::searchsorted_Scalar),
    detail::entry_of(op::bucketize),
    detail::entry_of(op::bucketize_Scalar),
    detail::entry_of(op::isin_Tensor_Tensor),
    detail::entry_of(op::isin_Tensor_Scalar),
    detail::entry_of(op::isin_Scalar_Tensor),
    detail::entry_of(op::histc),
    detail::entry_of(op::bincount),
    detail::entry_of(op::histogram_bins_tensor),
    detail::entry_of(op::histogram_bin_ct),
    detail::entry_of(op::histogramdd),
    detail::entry_of(op::histogramdd_int_bins),
    detail::entry_of(op::histogramdd_TensorList_bins),
    detail::entry_of(op::_histogramdd_from_bin_tensors),
    detail::entry_of(op::_unique2),
    detail::entry_of(op::unique_dim),
    detail::entry_of(op::unique_consecutive),
    detail::entry_of(op::unique_dim_consecutive),
};

}  // namespace

OperatorTable search() {
  return {"search", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
