// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/view.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/view.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::as_strided),
    detail::entry_of(op::as_strided_),
    detail::entry_of(op::alias),
    detail::entry_of(op::view),
    detail::entry_of(op::view_dtype),
    detail::entry_of(op::view_as),
    detail::entry_of(op::unsafe_view),
    detail::entry_of(op::reshape),
    detail::entry_of(op::reshape_as),
    detail::entry_of(op::flatten),
    detail::entry_of(op::unflatten),
    detail::entry_of(op::ravel),
    detail::entry_of(op::squeeze),
    detail::entry_of(op::squeeze_dim),
    detail::entry_of(op::squeeze_),
    detail::entry_of(op::squeeze_dim_),
    detail::entry_of(op::unsqueeze),
    detail::entry_of(op::unsqueeze_),
    detail::entry_of(op::transpose),
    detail::entry_of(op::transpose_),
    detail::entry_of(op::swapdims_),
    detail::entry_of(op::swapdims),
    detail::entry_of(op::swapaxes),
    detail::entry_of(op::swapaxes_),
    detail::entry_of(op::t),
    detail::entry_of(op::t_),
    detail::entry_of(op::mT),
    detail::entry_of(op::adjoint),
    detail::entry_of(op::permute),
    detail::entry_of(op::movedim),
    detail::entry_of(op::moveaxis_intlist),
    detail::entry_of(op::movedim_int),
    detail::entry_of(op::moveaxis_int),
    detail::entry_of(op::expand),
    detail::entry_of(op::expand_as),
    detail::entry_of(op::broadcast_to),
    detail::entry_of(op::broadcast_tensors),
    detail::entry_of(op::narrow),
    detail::entry_of(op::narrow_Tensor),
    detail::entry_of(op::select),
    detail::entry_of(op::slice),
    detail::entry_of(op::split),
    detail::entry_of(op::split_sizes),
    detail::entry_of(op::split_with_sizes),
    detail::entry_of(op::chunk),
    detail::entry_of(op::tensor_split_sections),
    detail::entry_of(op::tensor_split_indices),
    detail::entry_of(op::tensor_split_tensor),
    detail::entry_of(op::unbind),
    detail::entry_of(op::diagonal),
    detail::entry_of(op::unfold),
    detail::entry_of(op::atleast_1d),
    detail::entry_of(op::atleast_1d_Sequence),
    detail::entry_of(op::atleast_2d),
    detail::entry_of(op::atleast_2d_Sequence),
    detail::entry_of(op::atleast_3d),
    detail::entry_of(op::atleast_3d_Sequence),
    detail::entry_of(op::conj),
    detail::entry_of(op::conj_view),
    detail::entry_of(op::neg_view),
    detail::entry_of(op::conj_physical),
    detail::entry_of(op::resolve_conj),
    detail::entry_of(op::resolve_neg),
    detail::entry_of(op::view_as_real),
    detail::entry_of(op::view_as_complex),
    detail::entry_of(op::real),
    detail::entry_of(op::imag),
    detail::entry_of(op::is_same_size),
    detail::entry_of(op::is_nonzero),
    detail::entry_of(op::output_nr),
    detail::entry_of(op::retains_grad),
};

}  // namespace

OperatorTable view() {
  return {"view", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families
