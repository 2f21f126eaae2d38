// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/view.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/view.h>

#include "src/ops/forward.h"
#include "src/ops/generated/view.h"

namespace torchpp {

namespace composite {

Tensor swapdims_(const Tensor& self, int64_t dim0, int64_t dim1) {
  return detail::modes_listen() ? op::transpose_.call_cold(self, dim0, dim1) : composite::transpose_(self, dim0, dim1);
}
Tensor swapdims(const Tensor& self, int64_t dim0, int64_t dim1) { return op::transpose(self, dim0, dim1); }
Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1) { return op::transpose(self, axis0, axis1); }
Tensor swapaxes_(const Tensor& self, int64_t axis0, int64_t axis1) {
  return detail::modes_listen()
      ? op::transpose_.call_cold(self, axis0, axis1)
      : composite::transpose_(self, axis0, axis1);
}
Tensor moveaxis_intlist(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  return detail::modes_listen()
      ? op::movedim.call_cold(self, source, destination)
      : composite::movedim(self, source, destination);
}
Tensor movedim_int(const Tensor& self, int64_t source, int64_t destination) {
  return detail::modes_listen()
      ? op::movedim.call_cold(self, IntArrayRef(source), IntArrayRef(destination))
      : composite::movedim(self, IntArrayRef(source), IntArrayRef(destination));
}
Tensor moveaxis_int(const Tensor& self, int64_t source, int64_t destination) {
  return detail::modes_listen()
      ? op::movedim_int.call_cold(self, source, destination)
      : composite::movedim_int(self, source, destination);
}
Tensor broadcast_to(const Tensor& self, IntArrayRef size) { return op::expand(self, size, false); }
std::vector<Tensor> split_sizes(const Tensor& self, IntArrayRef split_size, int64_t dim) {
  return op::split_with_sizes(self, split_size, dim);
}

}  // namespace composite

namespace op {

inline namespace T_of_T_is_is_io {
TORCHPP_CONSTINIT decltype(op::as_strided) as_strided(decltype(op::as_strided)::AllBackends(),
    "as_strided(Tensor(a) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a)",
    &every_backend::as_strided, &derivative::as_strided, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_is_is_io {
TORCHPP_CONSTINIT decltype(op::as_strided_) as_strided_(decltype(op::as_strided_)::AllBackends(),
    "as_strided_(Tensor(a!) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a!)",
    &composite::as_strided_, &composite::as_strided_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::alias) alias(decltype(op::alias)::AllBackends(),
    "alias(Tensor(a) self) -> Tensor(a)",
    &every_backend::alias, &derivative::alias, OpTraits{false, false, false, true, false, Batching::kPointwise});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::view) view(decltype(op::view)::AllBackends(),
    "view(Tensor(a) self, int[] size) -> Tensor(a)",
    &every_backend::view, &derivative::view, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_t {
TORCHPP_CONSTINIT decltype(op::view_dtype) view_dtype(decltype(op::view_dtype)::AllBackends(),
    "view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)",
    &every_backend::view_dtype, &derivative::view_dtype, OpTraits{false, false, false, true, false, Batching::kLeading});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::view_as) view_as(decltype(op::view_as)::AllBackends(),
    "view_as(Tensor(a) self, Tensor other) -> Tensor(a)",
    &composite::view_as, &composite::view_as, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::unsafe_view) unsafe_view(decltype(op::unsafe_view)::AllBackends(),
    "_unsafe_view(Tensor self, int[] size) -> Tensor",
    &every_backend::unsafe_view, &derivative::unsafe_view, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::reshape) reshape(decltype(op::reshape)::AllBackends(),
    "reshape(Tensor(a) self, int[] shape) -> Tensor(a)",
    &composite::reshape, &composite::reshape, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::reshape_as) reshape_as(decltype(op::reshape_as)::AllBackends(),
    "reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)",
    &composite::reshape_as, &composite::reshape_as, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::flatten) flatten(decltype(op::flatten)::AllBackends(),
    "flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)",
    &composite::flatten, &composite::flatten, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_is {
TORCHPP_CONSTINIT decltype(op::unflatten) unflatten(decltype(op::unflatten)::AllBackends(),
    "unflatten.int(Tensor(a) self, int dim, int[] sizes) -> Tensor(a)",
    &composite::unflatten, &composite::unflatten, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::ravel) ravel(decltype(op::ravel)::AllBackends(),
    "ravel(Tensor(a) self) -> Tensor(a)",
    &composite::ravel, &composite::ravel, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::squeeze) squeeze(decltype(op::squeeze)::AllBackends(),
    "squeeze(Tensor(a) self) -> Tensor(a)",
    &every_backend::squeeze, &derivative::squeeze, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::squeeze_dim) squeeze_dim(decltype(op::squeeze_dim)::AllBackends(),
    "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)",
    &every_backend::squeeze_dim, &derivative::squeeze_dim, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::squeeze_) squeeze_(decltype(op::squeeze_)::AllBackends(),
    "squeeze_(Tensor(a!) self) -> Tensor(a!)",
    &composite::squeeze_, &composite::squeeze_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::squeeze_dim_) squeeze_dim_(decltype(op::squeeze_dim_)::AllBackends(),
    "squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)",
    &composite::squeeze_dim_, &composite::squeeze_dim_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::unsqueeze) unsqueeze(decltype(op::unsqueeze)::AllBackends(),
    "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
    &every_backend::unsqueeze, &derivative::unsqueeze, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::unsqueeze_) unsqueeze_(decltype(op::unsqueeze_)::AllBackends(),
    "unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)",
    &composite::unsqueeze_, &composite::unsqueeze_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::transpose) transpose(decltype(op::transpose)::AllBackends(),
    "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    &every_backend::transpose, &derivative::transpose, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::transpose_) transpose_(decltype(op::transpose_)::AllBackends(),
    "transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)",
    &composite::transpose_, &composite::transpose_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::swapdims_) swapdims_(decltype(op::swapdims_)::AllBackends(),
    "swapdims_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)",
    &composite::swapdims_, &composite::swapdims_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::swapdims) swapdims(decltype(op::swapdims)::AllBackends(),
    "swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    &composite::swapdims, &composite::swapdims, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::swapaxes) swapaxes(decltype(op::swapaxes)::AllBackends(),
    "swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)",
    &composite::swapaxes, &composite::swapaxes, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::swapaxes_) swapaxes_(decltype(op::swapaxes_)::AllBackends(),
    "swapaxes_(Tensor(a!) self, int axis0, int axis1) -> Tensor(a!)",
    &composite::swapaxes_, &composite::swapaxes_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::t) t(decltype(op::t)::AllBackends(),
    "t(Tensor(a) self) -> Tensor(a)",
    &composite::t, &composite::t, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::t_) t_(decltype(op::t_)::AllBackends(),
    "t_(Tensor(a!) self) -> Tensor(a!)",
    &composite::t_, &composite::t_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::mT) mT(decltype(op::mT)::AllBackends(),
    "mT(Tensor(a) self) -> Tensor(a)",
    &composite::mT, &composite::mT, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::adjoint) adjoint(decltype(op::adjoint)::AllBackends(),
    "adjoint(Tensor(a) self) -> Tensor(a)",
    &composite::adjoint, &composite::adjoint, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::mH) mH(decltype(op::mH)::AllBackends(),
    "mH(Tensor(a) self) -> Tensor(a)",
    &composite::mH, &composite::mH, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::matrix_H) matrix_H(decltype(op::matrix_H)::AllBackends(),
    "matrix_H(Tensor(a) self) -> Tensor(a)",
    &composite::matrix_H, &composite::matrix_H, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::numpy_T) numpy_T(decltype(op::numpy_T)::AllBackends(),
    "numpy_T(Tensor(a) self) -> Tensor(a)",
    &composite::numpy_T, &composite::numpy_T, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::permute) permute(decltype(op::permute)::AllBackends(),
    "permute(Tensor(a) self, int[] dims) -> Tensor(a)",
    &every_backend::permute, &derivative::permute, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_is_is {
TORCHPP_CONSTINIT decltype(op::movedim) movedim(decltype(op::movedim)::AllBackends(),
    "movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
    &composite::movedim, &composite::movedim, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_is {
TORCHPP_CONSTINIT decltype(op::moveaxis_intlist) moveaxis_intlist(decltype(op::moveaxis_intlist)::AllBackends(),
    "moveaxis.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
    &composite::moveaxis_intlist, &composite::moveaxis_intlist, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::movedim_int) movedim_int(decltype(op::movedim_int)::AllBackends(),
    "movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)",
    &composite::movedim_int, &composite::movedim_int, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::moveaxis_int) moveaxis_int(decltype(op::moveaxis_int)::AllBackends(),
    "moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a)",
    &composite::moveaxis_int, &composite::moveaxis_int, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_b {
TORCHPP_CONSTINIT decltype(op::expand) expand(decltype(op::expand)::AllBackends(),
    "expand(Tensor(a) self, int[] size, *, bool implicit=False) -> Tensor(a)",
    &every_backend::expand, &derivative::expand, OpTraits{false, false, false, true, false});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::expand_as) expand_as(decltype(op::expand_as)::AllBackends(),
    "expand_as(Tensor(a) self, Tensor other) -> Tensor(a)",
    &composite::expand_as, &composite::expand_as, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::broadcast_to) broadcast_to(decltype(op::broadcast_to)::AllBackends(),
    "broadcast_to(Tensor(a) self, int[] size) -> Tensor(a)",
    &composite::broadcast_to, &composite::broadcast_to, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::broadcast_tensors) broadcast_tensors(decltype(op::broadcast_tensors)::AllBackends(),
    "broadcast_tensors(Tensor[] tensors) -> Tensor[]",
    &composite::broadcast_tensors, &composite::broadcast_tensors, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i_i {
TORCHPP_CONSTINIT decltype(op::narrow) narrow(decltype(op::narrow)::AllBackends(),
    "narrow(Tensor(a) self, int dim, int start, int length) -> Tensor(a)",
    &composite::narrow, &composite::narrow, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_T_i {
TORCHPP_CONSTINIT decltype(op::narrow_Tensor) narrow_Tensor(decltype(op::narrow_Tensor)::AllBackends(),
    "narrow.Tensor(Tensor(a) self, int dim, Tensor start, int length) -> Tensor(a)",
    &composite::narrow_Tensor, &composite::narrow_Tensor, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::select) select(decltype(op::select)::AllBackends(),
    "select.int(Tensor(a) self, int dim, int index) -> Tensor(a)",
    &every_backend::select, &derivative::select, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace T_of_T_i_io_io_i {
TORCHPP_CONSTINIT decltype(op::slice) slice(decltype(op::slice)::AllBackends(),
    "slice.Tensor(Tensor(a) self, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor(a)",
    &every_backend::slice, &derivative::slice, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace Ts_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::split) split(decltype(op::split)::AllBackends(),
    "split.Tensor(Tensor(a -> *) self, int split_size, int dim=0) -> Tensor(a)[]",
    &composite::split, &composite::split, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is_i {
TORCHPP_CONSTINIT decltype(op::split_sizes) split_sizes(decltype(op::split_sizes)::AllBackends(),
    "split.sizes(Tensor(a -> *) self, int[] split_size, int dim=0) -> Tensor(a)[]",
    &composite::split_sizes, &composite::split_sizes, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is_i {
TORCHPP_CONSTINIT decltype(op::split_with_sizes) split_with_sizes(decltype(op::split_with_sizes)::AllBackends(),
    "split_with_sizes(Tensor(a -> *) self, int[] split_sizes, int dim=0) -> Tensor(a)[]",
    &every_backend::split_with_sizes, &derivative::split_with_sizes, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace Ts_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::chunk) chunk(decltype(op::chunk)::AllBackends(),
    "chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]",
    &composite::chunk, &composite::chunk, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::tensor_split_sections) tensor_split_sections(decltype(op::tensor_split_sections)::AllBackends(),
    "tensor_split.sections(Tensor(a -> *) self, int sections, int dim=0) -> Tensor(a)[]",
    &composite::tensor_split_sections, &composite::tensor_split_sections, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is_i {
TORCHPP_CONSTINIT decltype(op::tensor_split_indices) tensor_split_indices(decltype(op::tensor_split_indices)::AllBackends(),
    "tensor_split.indices(Tensor(a -> *) self, int[] indices, int dim=0) -> Tensor(a)[]",
    &composite::tensor_split_indices, &composite::tensor_split_indices, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_T_i {
TORCHPP_CONSTINIT decltype(op::tensor_split_tensor) tensor_split_tensor(decltype(op::tensor_split_tensor)::AllBackends(),
    "tensor_split.tensor_indices_or_sections(Tensor(a -> *) self, Tensor tensor_indices_or_sections, int dim=0) -> Tensor(a)[]",
    &composite::tensor_split_tensor, &composite::tensor_split_tensor, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::unsafe_chunk) unsafe_chunk(decltype(op::unsafe_chunk)::AllBackends(),
    "unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[]",
    &composite::unsafe_chunk, &composite::unsafe_chunk, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_i_i {
TORCHPP_CONSTINIT decltype(op::unsafe_split) unsafe_split(decltype(op::unsafe_split)::AllBackends(),
    "unsafe_split.Tensor(Tensor self, int split_size, int dim=0) -> Tensor[]",
    &composite::unsafe_split, &composite::unsafe_split, OpTraits{false, false, false, true, true});
}
inline namespace void_of_T_i_i_Ts {
TORCHPP_CONSTINIT decltype(op::unsafe_split_Tensor_out) unsafe_split_Tensor_out(decltype(op::unsafe_split_Tensor_out)::AllBackends(),
    "unsafe_split.Tensor_out(Tensor self, int split_size, int dim=0, *, Tensor(a!)[] out) -> ()",
    &composite::unsafe_split_Tensor_out, &composite::unsafe_split_Tensor_out, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is_i {
TORCHPP_CONSTINIT decltype(op::unsafe_split_with_sizes) unsafe_split_with_sizes(decltype(op::unsafe_split_with_sizes)::AllBackends(),
    "unsafe_split_with_sizes(Tensor self, int[] split_sizes, int dim=0) -> Tensor[]",
    &every_backend::unsafe_split_with_sizes, &derivative::unsafe_split_with_sizes, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace void_of_T_is_i_Ts {
TORCHPP_CONSTINIT decltype(op::unsafe_split_with_sizes_out) unsafe_split_with_sizes_out(decltype(op::unsafe_split_with_sizes_out)::AllBackends(),
    "unsafe_split_with_sizes.out(Tensor self, int[] split_sizes, int dim=0, *, Tensor(a!)[] out) -> ()",
    &composite::unsafe_split_with_sizes_out, &composite::unsafe_split_with_sizes_out, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_i {
TORCHPP_CONSTINIT decltype(op::hsplit_int) hsplit_int(decltype(op::hsplit_int)::AllBackends(),
    "hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
    &composite::hsplit_int, &composite::hsplit_int, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is {
TORCHPP_CONSTINIT decltype(op::hsplit_array) hsplit_array(decltype(op::hsplit_array)::AllBackends(),
    "hsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
    &composite::hsplit_array, &composite::hsplit_array, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_i {
TORCHPP_CONSTINIT decltype(op::vsplit_int) vsplit_int(decltype(op::vsplit_int)::AllBackends(),
    "vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
    &composite::vsplit_int, &composite::vsplit_int, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is {
TORCHPP_CONSTINIT decltype(op::vsplit_array) vsplit_array(decltype(op::vsplit_array)::AllBackends(),
    "vsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
    &composite::vsplit_array, &composite::vsplit_array, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_i {
TORCHPP_CONSTINIT decltype(op::dsplit_int) dsplit_int(decltype(op::dsplit_int)::AllBackends(),
    "dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
    &composite::dsplit_int, &composite::dsplit_int, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_is {
TORCHPP_CONSTINIT decltype(op::dsplit_array) dsplit_array(decltype(op::dsplit_array)::AllBackends(),
    "dsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
    &composite::dsplit_array, &composite::dsplit_array, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_i {
TORCHPP_CONSTINIT decltype(op::unbind) unbind(decltype(op::unbind)::AllBackends(),
    "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]",
    &every_backend::unbind, &derivative::unbind, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace T_of_T_i_i_i {
TORCHPP_CONSTINIT decltype(op::diagonal) diagonal(decltype(op::diagonal)::AllBackends(),
    "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)",
    &every_backend::diagonal, &derivative::diagonal, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace T_of_T_i_i_i {
TORCHPP_CONSTINIT decltype(op::unfold) unfold(decltype(op::unfold)::AllBackends(),
    "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)",
    &every_backend::unfold, &derivative::unfold, OpTraits{false, false, false, true, false, Batching::kDims});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::atleast_1d) atleast_1d(decltype(op::atleast_1d)::AllBackends(),
    "atleast_1d(Tensor self) -> Tensor",
    &composite::atleast_1d, &composite::atleast_1d, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::atleast_1d_Sequence) atleast_1d_Sequence(decltype(op::atleast_1d_Sequence)::AllBackends(),
    "atleast_1d.Sequence(Tensor[] tensors) -> Tensor[]",
    &composite::atleast_1d_Sequence, &composite::atleast_1d_Sequence, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::atleast_2d) atleast_2d(decltype(op::atleast_2d)::AllBackends(),
    "atleast_2d(Tensor self) -> Tensor",
    &composite::atleast_2d, &composite::atleast_2d, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::atleast_2d_Sequence) atleast_2d_Sequence(decltype(op::atleast_2d_Sequence)::AllBackends(),
    "atleast_2d.Sequence(Tensor[] tensors) -> Tensor[]",
    &composite::atleast_2d_Sequence, &composite::atleast_2d_Sequence, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::atleast_3d) atleast_3d(decltype(op::atleast_3d)::AllBackends(),
    "atleast_3d(Tensor self) -> Tensor",
    &composite::atleast_3d, &composite::atleast_3d, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::atleast_3d_Sequence) atleast_3d_Sequence(decltype(op::atleast_3d_Sequence)::AllBackends(),
    "atleast_3d.Sequence(Tensor[] tensors) -> Tensor[]",
    &composite::atleast_3d_Sequence, &composite::atleast_3d_Sequence, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::conj) conj(decltype(op::conj)::AllBackends(),
    "conj(Tensor(a) self) -> Tensor(a)",
    &composite::conj, &composite::conj, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::conj_view) conj_view(decltype(op::conj_view)::AllBackends(),
    "_conj(Tensor(a) self) -> Tensor(a)",
    &every_backend::conj_view, &derivative::conj_view, OpTraits{false, false, false, true, false, Batching::kPointwise});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::neg_view) neg_view(decltype(op::neg_view)::AllBackends(),
    "_neg_view(Tensor(a) self) -> Tensor(a)",
    &every_backend::neg_view, &derivative::neg_view, OpTraits{false, false, false, true, false, Batching::kPointwise});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::conj_physical) conj_physical(
    "conj_physical(Tensor self) -> Tensor",
    &cpu::conj_physical, &derivative::conj_physical, OpTraits{true, true, true, false, false, Batching::kPointwise});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::resolve_conj) resolve_conj(decltype(op::resolve_conj)::AllBackends(),
    "resolve_conj(Tensor(a) self) -> Tensor(a)",
    &composite::resolve_conj, &composite::resolve_conj, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::resolve_neg) resolve_neg(decltype(op::resolve_neg)::AllBackends(),
    "resolve_neg(Tensor(a) self) -> Tensor(a)",
    &composite::resolve_neg, &composite::resolve_neg, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::view_as_real) view_as_real(decltype(op::view_as_real)::AllBackends(),
    "view_as_real(Tensor(a) self) -> Tensor(a)",
    &every_backend::view_as_real, &derivative::view_as_real, OpTraits{false, false, false, true, false, Batching::kLeading});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::view_as_complex) view_as_complex(decltype(op::view_as_complex)::AllBackends(),
    "view_as_complex(Tensor(a) self) -> Tensor(a)",
    &every_backend::view_as_complex, &derivative::view_as_complex, OpTraits{false, false, false, true, false, Batching::kLeading, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::real) real(decltype(op::real)::AllBackends(),
    "real(Tensor(a) self) -> Tensor(a)",
    &composite::real, &composite::real, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::imag) imag(decltype(op::imag)::AllBackends(),
    "imag(Tensor(a) self) -> Tensor(a)",
    &composite::imag, &composite::imag, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T_T {
TORCHPP_CONSTINIT decltype(op::is_same_size) is_same_size(decltype(op::is_same_size)::AllBackends(),
    "is_same_size(Tensor self, Tensor other) -> bool",
    &composite::is_same_size, &composite::is_same_size, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_nonzero) is_nonzero(decltype(op::is_nonzero)::AllBackends(),
    "is_nonzero(Tensor self) -> bool",
    &composite::is_nonzero, &composite::is_nonzero, OpTraits{false, false, false, true, true});
}
inline namespace i_of_T {
TORCHPP_CONSTINIT decltype(op::output_nr) output_nr(decltype(op::output_nr)::AllBackends(),
    "output_nr(Tensor self) -> int",
    &composite::output_nr, &composite::output_nr, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::retains_grad) retains_grad(decltype(op::retains_grad)::AllBackends(),
    "retains_grad(Tensor self) -> bool",
    &composite::retains_grad, &composite::retains_grad, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_complex) is_complex(decltype(op::is_complex)::AllBackends(),
    "is_complex(Tensor self) -> bool",
    &composite::is_complex, &composite::is_complex, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_floating_point) is_floating_point(decltype(op::is_floating_point)::AllBackends(),
    "is_floating_point(Tensor self) -> bool",
    &composite::is_floating_point, &composite::is_floating_point, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_signed) is_signed(decltype(op::is_signed)::AllBackends(),
    "is_signed(Tensor self) -> bool",
    &composite::is_signed, &composite::is_signed, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_conj) is_conj(decltype(op::is_conj)::AllBackends(),
    "is_conj(Tensor self) -> bool",
    &composite::is_conj, &composite::is_conj, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_neg) is_neg(decltype(op::is_neg)::AllBackends(),
    "is_neg(Tensor self) -> bool",
    &composite::is_neg, &composite::is_neg, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_inference) is_inference(decltype(op::is_inference)::AllBackends(),
    "is_inference(Tensor self) -> bool",
    &composite::is_inference, &composite::is_inference, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_distributed) is_distributed(decltype(op::is_distributed)::AllBackends(),
    "is_distributed(Tensor self) -> bool",
    &composite::is_distributed, &composite::is_distributed, OpTraits{false, false, false, true, true});
}
inline namespace b_of {
TORCHPP_CONSTINIT decltype(op::is_vulkan_available) is_vulkan_available(decltype(op::is_vulkan_available)::AllBackends(),
    "is_vulkan_available() -> bool",
    &composite::is_vulkan_available, &composite::is_vulkan_available, OpTraits{false, false, false, true, true});
}
inline namespace b_of_T {
TORCHPP_CONSTINIT decltype(op::is_leaf) is_leaf(decltype(op::is_leaf)::AllBackends(),
    "is_leaf(Tensor self) -> bool",
    &composite::is_leaf, &composite::is_leaf, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_b {
TORCHPP_CONSTINIT decltype(op::requires_grad_) requires_grad_(decltype(op::requires_grad_)::AllBackends(),
    "requires_grad_(Tensor(a!) self, bool requires_grad=True) -> Tensor(a!)",
    &composite::requires_grad_, &composite::requires_grad_, OpTraits{false, false, false, true, true});
}
inline namespace void_of_T {
TORCHPP_CONSTINIT decltype(op::retain_grad) retain_grad(decltype(op::retain_grad)::AllBackends(),
    "retain_grad(Tensor(a!) self) -> ()",
    &composite::retain_grad, &composite::retain_grad, OpTraits{false, false, false, true, true});
}
inline namespace i_of_T_i {
TORCHPP_CONSTINIT decltype(op::size) size(decltype(op::size)::AllBackends(),
    "size.int(Tensor self, int dim) -> int",
    &composite::size, &composite::size, OpTraits{false, false, false, true, true});
}
inline namespace i_of_T_i {
TORCHPP_CONSTINIT decltype(op::stride) stride(decltype(op::stride)::AllBackends(),
    "stride.int(Tensor self, int dim) -> int",
    &composite::stride, &composite::stride, OpTraits{false, false, false, true, true});
}
inline namespace b_of_t_t {
TORCHPP_CONSTINIT decltype(op::can_cast) can_cast(decltype(op::can_cast)::AllBackends(),
    "can_cast(ScalarType from, ScalarType to) -> bool",
    &composite::can_cast, &composite::can_cast, OpTraits{false, false, false, true, true});
}
inline namespace t_of_T_T {
TORCHPP_CONSTINIT decltype(op::result_type) result_type(decltype(op::result_type)::AllBackends(),
    "result_type.Tensor(Tensor tensor, Tensor other) -> ScalarType",
    &composite::result_type, &composite::result_type, OpTraits{false, false, false, true, true});
}
inline namespace t_of_T_S {
TORCHPP_CONSTINIT decltype(op::result_type_Scalar) result_type_Scalar(decltype(op::result_type_Scalar)::AllBackends(),
    "result_type.Scalar(Tensor tensor, Scalar other) -> ScalarType",
    &composite::result_type_Scalar, &composite::result_type_Scalar, OpTraits{false, false, false, true, true});
}
inline namespace t_of_S_T {
TORCHPP_CONSTINIT decltype(op::result_type_Scalar_Tensor) result_type_Scalar_Tensor(decltype(op::result_type_Scalar_Tensor)::AllBackends(),
    "result_type.Scalar_Tensor(Scalar scalar, Tensor tensor) -> ScalarType",
    &composite::result_type_Scalar_Tensor, &composite::result_type_Scalar_Tensor, OpTraits{false, false, false, true, true});
}
inline namespace t_of_S_S {
TORCHPP_CONSTINIT decltype(op::result_type_Scalar_Scalar) result_type_Scalar_Scalar(decltype(op::result_type_Scalar_Scalar)::AllBackends(),
    "result_type.Scalar_Scalar(Scalar scalar1, Scalar scalar2) -> ScalarType",
    &composite::result_type_Scalar_Scalar, &composite::result_type_Scalar_Scalar, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor Tensor::as_strided(IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset) const {
  return op::as_strided(*this, size, stride, storage_offset);
}
Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset) {
  return op::as_strided(self, size, stride, storage_offset);
}
Tensor& Tensor::as_strided_(IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset) const {
  detail::modes_listen()
      ? op::as_strided_.call_cold(*this, size, stride, storage_offset)
      : composite::as_strided_(*this, size, stride, storage_offset);
  return writable(*this);
}
Tensor& as_strided_(Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset) {
  detail::modes_listen()
      ? op::as_strided_.call_cold(self, size, stride, storage_offset)
      : composite::as_strided_(self, size, stride, storage_offset);
  return self;
}
Tensor Tensor::alias() const { return op::alias(*this); }
Tensor alias(const Tensor& self) { return op::alias(self); }
Tensor Tensor::view(IntArrayRef size) const { return op::view(*this, size); }
Tensor Tensor::view(ScalarType dtype) const { return op::view_dtype(*this, dtype); }
Tensor Tensor::view_as(const Tensor& other) const {
  return detail::modes_listen() ? op::view_as.call_cold(*this, other) : composite::view_as(*this, other);
}
Tensor _unsafe_view(const Tensor& self, IntArrayRef size) { return op::unsafe_view(self, size); }
Tensor Tensor::reshape(IntArrayRef shape) const {
  return detail::modes_listen() ? op::reshape.call_cold(*this, shape) : composite::reshape(*this, shape);
}
Tensor reshape(const Tensor& self, IntArrayRef shape) {
  return detail::modes_listen() ? op::reshape.call_cold(self, shape) : composite::reshape(self, shape);
}
Tensor Tensor::reshape_as(const Tensor& other) const {
  return detail::modes_listen() ? op::reshape_as.call_cold(*this, other) : composite::reshape_as(*this, other);
}
Tensor Tensor::flatten(int64_t start_dim, int64_t end_dim) const {
  return detail::modes_listen()
      ? op::flatten.call_cold(*this, start_dim, end_dim)
      : composite::flatten(*this, start_dim, end_dim);
}
Tensor flatten(const Tensor& self, int64_t start_dim, int64_t end_dim) {
  return detail::modes_listen()
      ? op::flatten.call_cold(self, start_dim, end_dim)
      : composite::flatten(self, start_dim, end_dim);
}
Tensor Tensor::unflatten(int64_t dim, IntArrayRef sizes) const {
  return detail::modes_listen() ? op::unflatten.call_cold(*this, dim, sizes) : composite::unflatten(*this, dim, sizes);
}
Tensor unflatten(const Tensor& self, int64_t dim, IntArrayRef sizes) {
  return detail::modes_listen() ? op::unflatten.call_cold(self, dim, sizes) : composite::unflatten(self, dim, sizes);
}
Tensor Tensor::ravel() const { return detail::modes_listen() ? op::ravel.call_cold(*this) : composite::ravel(*this); }
Tensor ravel(const Tensor& self) { return detail::modes_listen() ? op::ravel.call_cold(self) : composite::ravel(self); }
Tensor Tensor::squeeze() const { return op::squeeze(*this); }
Tensor squeeze(const Tensor& self) { return op::squeeze(self); }
Tensor Tensor::squeeze(int64_t dim) const { return op::squeeze_dim(*this, dim); }
Tensor squeeze(const Tensor& self, int64_t dim) { return op::squeeze_dim(self, dim); }
Tensor& Tensor::squeeze_() const {
  detail::modes_listen() ? op::squeeze_.call_cold(*this) : composite::squeeze_(*this);
  return writable(*this);
}
Tensor& Tensor::squeeze_(int64_t dim) const {
  detail::modes_listen()
      ? op::squeeze_dim_.call_cold(*this, dim)
      : composite::squeeze_dim_(*this, dim);
  return writable(*this);
}
Tensor Tensor::unsqueeze(int64_t dim) const { return op::unsqueeze(*this, dim); }
Tensor unsqueeze(const Tensor& self, int64_t dim) { return op::unsqueeze(self, dim); }
Tensor& Tensor::unsqueeze_(int64_t dim) const {
  detail::modes_listen()
      ? op::unsqueeze_.call_cold(*this, dim)
      : composite::unsqueeze_(*this, dim);
  return writable(*this);
}
Tensor Tensor::transpose(int64_t dim0, int64_t dim1) const { return op::transpose(*this, dim0, dim1); }
Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1) { return op::transpose(self, dim0, dim1); }
Tensor& Tensor::transpose_(int64_t dim0, int64_t dim1) const {
  detail::modes_listen()
      ? op::transpose_.call_cold(*this, dim0, dim1)
      : composite::transpose_(*this, dim0, dim1);
  return writable(*this);
}
Tensor& Tensor::swapdims_(int64_t dim0, int64_t dim1) const {
  detail::modes_listen()
      ? op::swapdims_.call_cold(*this, dim0, dim1)
      : composite::swapdims_(*this, dim0, dim1);
  return writable(*this);
}
Tensor Tensor::swapdims(int64_t dim0, int64_t dim1) const {
  return detail::modes_listen() ? op::swapdims.call_cold(*this, dim0, dim1) : composite::swapdims(*this, dim0, dim1);
}
Tensor swapdims(const Tensor& self, int64_t dim0, int64_t dim1) {
  return detail::modes_listen() ? op::swapdims.call_cold(self, dim0, dim1) : composite::swapdims(self, dim0, dim1);
}
Tensor Tensor::swapaxes(int64_t axis0, int64_t axis1) const {
  return detail::modes_listen()
      ? op::swapaxes.call_cold(*this, axis0, axis1)
      : composite::swapaxes(*this, axis0, axis1);
}
Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1) {
  return detail::modes_listen() ? op::swapaxes.call_cold(self, axis0, axis1) : composite::swapaxes(self, axis0, axis1);
}
Tensor& Tensor::swapaxes_(int64_t axis0, int64_t axis1) const {
  detail::modes_listen()
      ? op::swapaxes_.call_cold(*this, axis0, axis1)
      : composite::swapaxes_(*this, axis0, axis1);
  return writable(*this);
}
Tensor Tensor::t() const { return detail::modes_listen() ? op::t.call_cold(*this) : composite::t(*this); }
Tensor t(const Tensor& self) { return detail::modes_listen() ? op::t.call_cold(self) : composite::t(self); }
Tensor& Tensor::t_() const {
  detail::modes_listen() ? op::t_.call_cold(*this) : composite::t_(*this);
  return writable(*this);
}
Tensor Tensor::mT() const { return detail::modes_listen() ? op::mT.call_cold(*this) : composite::mT(*this); }
Tensor Tensor::adjoint() const {
  return detail::modes_listen() ? op::adjoint.call_cold(*this) : composite::adjoint(*this);
}
Tensor adjoint(const Tensor& self) {
  return detail::modes_listen() ? op::adjoint.call_cold(self) : composite::adjoint(self);
}
Tensor Tensor::mH() const { return detail::modes_listen() ? op::mH.call_cold(*this) : composite::mH(*this); }
Tensor Tensor::matrix_H() const {
  return detail::modes_listen() ? op::matrix_H.call_cold(*this) : composite::matrix_H(*this);
}
Tensor Tensor::numpy_T() const {
  return detail::modes_listen() ? op::numpy_T.call_cold(*this) : composite::numpy_T(*this);
}
Tensor Tensor::permute(IntArrayRef dims) const { return op::permute(*this, dims); }
Tensor permute(const Tensor& self, IntArrayRef dims) { return op::permute(self, dims); }
Tensor Tensor::movedim(IntArrayRef source, IntArrayRef destination) const {
  return detail::modes_listen()
      ? op::movedim.call_cold(*this, source, destination)
      : composite::movedim(*this, source, destination);
}
Tensor movedim(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  return detail::modes_listen()
      ? op::movedim.call_cold(self, source, destination)
      : composite::movedim(self, source, destination);
}
Tensor Tensor::moveaxis(IntArrayRef source, IntArrayRef destination) const {
  return detail::modes_listen()
      ? op::moveaxis_intlist.call_cold(*this, source, destination)
      : composite::moveaxis_intlist(*this, source, destination);
}
Tensor moveaxis(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  return detail::modes_listen()
      ? op::moveaxis_intlist.call_cold(self, source, destination)
      : composite::moveaxis_intlist(self, source, destination);
}
Tensor Tensor::movedim(int64_t source, int64_t destination) const {
  return detail::modes_listen()
      ? op::movedim_int.call_cold(*this, source, destination)
      : composite::movedim_int(*this, source, destination);
}
Tensor movedim(const Tensor& self, int64_t source, int64_t destination) {
  return detail::modes_listen()
      ? op::movedim_int.call_cold(self, source, destination)
      : composite::movedim_int(self, source, destination);
}
Tensor Tensor::moveaxis(int64_t source, int64_t destination) const {
  return detail::modes_listen()
      ? op::moveaxis_int.call_cold(*this, source, destination)
      : composite::moveaxis_int(*this, source, destination);
}
Tensor moveaxis(const Tensor& self, int64_t source, int64_t destination) {
  return detail::modes_listen()
      ? op::moveaxis_int.call_cold(self, source, destination)
      : composite::moveaxis_int(self, source, destination);
}
Tensor Tensor::expand(IntArrayRef size, bool implicit) const { return op::expand(*this, size, implicit); }
Tensor Tensor::expand_as(const Tensor& other) const {
  return detail::modes_listen() ? op::expand_as.call_cold(*this, other) : composite::expand_as(*this, other);
}
Tensor Tensor::broadcast_to(IntArrayRef size) const {
  return detail::modes_listen() ? op::broadcast_to.call_cold(*this, size) : composite::broadcast_to(*this, size);
}
Tensor broadcast_to(const Tensor& self, IntArrayRef size) {
  return detail::modes_listen() ? op::broadcast_to.call_cold(self, size) : composite::broadcast_to(self, size);
}
std::vector<Tensor> broadcast_tensors(TensorList tensors) {
  return detail::modes_listen() ? op::broadcast_tensors.call_cold(tensors) : composite::broadcast_tensors(tensors);
}
Tensor Tensor::narrow(int64_t dim, int64_t start, int64_t length) const {
  return detail::modes_listen()
      ? op::narrow.call_cold(*this, dim, start, length)
      : composite::narrow(*this, dim, start, length);
}
Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  return detail::modes_listen()
      ? op::narrow.call_cold(self, dim, start, length)
      : composite::narrow(self, dim, start, length);
}
Tensor Tensor::narrow(int64_t dim, const Tensor& start, int64_t length) const {
  return detail::modes_listen()
      ? op::narrow_Tensor.call_cold(*this, dim, start, length)
      : composite::narrow_Tensor(*this, dim, start, length);
}
Tensor narrow(const Tensor& self, int64_t dim, const Tensor& start, int64_t length) {
  return detail::modes_listen()
      ? op::narrow_Tensor.call_cold(self, dim, start, length)
      : composite::narrow_Tensor(self, dim, start, length);
}
Tensor Tensor::select(int64_t dim, int64_t index) const { return op::select(*this, dim, index); }
Tensor select(const Tensor& self, int64_t dim, int64_t index) { return op::select(self, dim, index); }
Tensor Tensor::slice(int64_t dim, optional<int64_t> start, optional<int64_t> end, int64_t step) const {
  return op::slice(*this, dim, start, end, step);
}
Tensor slice(const Tensor& self, int64_t dim, optional<int64_t> start, optional<int64_t> end, int64_t step) {
  return op::slice(self, dim, start, end, step);
}
std::vector<Tensor> Tensor::split(int64_t split_size, int64_t dim) const {
  return detail::modes_listen()
      ? op::split.call_cold(*this, split_size, dim)
      : composite::split(*this, split_size, dim);
}
std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim) {
  return detail::modes_listen() ? op::split.call_cold(self, split_size, dim) : composite::split(self, split_size, dim);
}
std::vector<Tensor> Tensor::split(IntArrayRef split_size, int64_t dim) const {
  return detail::modes_listen()
      ? op::split_sizes.call_cold(*this, split_size, dim)
      : composite::split_sizes(*this, split_size, dim);
}
std::vector<Tensor> split(const Tensor& self, IntArrayRef split_size, int64_t dim) {
  return detail::modes_listen()
      ? op::split_sizes.call_cold(self, split_size, dim)
      : composite::split_sizes(self, split_size, dim);
}
std::vector<Tensor> Tensor::split_with_sizes(IntArrayRef split_sizes, int64_t dim) const {
  return op::split_with_sizes(*this, split_sizes, dim);
}
std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  return op::split_with_sizes(self, split_sizes, dim);
}
std::vector<Tensor> Tensor::chunk(int64_t chunks, int64_t dim) const {
  return detail::modes_listen() ? op::chunk.call_cold(*this, chunks, dim) : composite::chunk(*this, chunks, dim);
}
std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  return detail::modes_listen() ? op::chunk.call_cold(self, chunks, dim) : composite::chunk(self, chunks, dim);
}
std::vector<Tensor> Tensor::tensor_split(int64_t sections, int64_t dim) const {
  return detail::modes_listen()
      ? op::tensor_split_sections.call_cold(*this, sections, dim)
      : composite::tensor_split_sections(*this, sections, dim);
}
std::vector<Tensor> tensor_split(const Tensor& self, int64_t sections, int64_t dim) {
  return detail::modes_listen()
      ? op::tensor_split_sections.call_cold(self, sections, dim)
      : composite::tensor_split_sections(self, sections, dim);
}
std::vector<Tensor> Tensor::tensor_split(IntArrayRef indices, int64_t dim) const {
  return detail::modes_listen()
      ? op::tensor_split_indices.call_cold(*this, indices, dim)
      : composite::tensor_split_indices(*this, indices, dim);
}
std::vector<Tensor> tensor_split(const Tensor& self, IntArrayRef indices, int64_t dim) {
  return detail::modes_listen()
      ? op::tensor_split_indices.call_cold(self, indices, dim)
      : composite::tensor_split_indices(self, indices, dim);
}
std::vector<Tensor> Tensor::tensor_split(const Tensor& tensor_indices_or_sections, int64_t dim) const {
  return detail::modes_listen()
      ? op::tensor_split_tensor.call_cold(*this, tensor_indices_or_sections, dim)
      : composite::tensor_split_tensor(*this, tensor_indices_or_sections, dim);
}
std::vector<Tensor> tensor_split(const Tensor& self, const Tensor& tensor_indices_or_sections, int64_t dim) {
  return detail::modes_listen()
      ? op::tensor_split_tensor.call_cold(self, tensor_indices_or_sections, dim)
      : composite::tensor_split_tensor(self, tensor_indices_or_sections, dim);
}
std::vector<Tensor> Tensor::unsafe_chunk(int64_t chunks, int64_t dim) const {
  return detail::modes_listen()
      ? op::unsafe_chunk.call_cold(*this, chunks, dim)
      : composite::unsafe_chunk(*this, chunks, dim);
}
std::vector<Tensor> unsafe_chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  return detail::modes_listen()
      ? op::unsafe_chunk.call_cold(self, chunks, dim)
      : composite::unsafe_chunk(self, chunks, dim);
}
std::vector<Tensor> Tensor::unsafe_split(int64_t split_size, int64_t dim) const {
  return detail::modes_listen()
      ? op::unsafe_split.call_cold(*this, split_size, dim)
      : composite::unsafe_split(*this, split_size, dim);
}
std::vector<Tensor> unsafe_split(const Tensor& self, int64_t split_size, int64_t dim) {
  return detail::modes_listen()
      ? op::unsafe_split.call_cold(self, split_size, dim)
      : composite::unsafe_split(self, split_size, dim);
}
void unsafe_split_out(TensorList out, const Tensor& self, int64_t split_size, int64_t dim) {
  detail::modes_listen()
      ? op::unsafe_split_Tensor_out.call_cold(self, split_size, dim, out)
      : composite::unsafe_split_Tensor_out(self, split_size, dim, out);
}
std::vector<Tensor> Tensor::unsafe_split_with_sizes(IntArrayRef split_sizes, int64_t dim) const {
  return op::unsafe_split_with_sizes(*this, split_sizes, dim);
}
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  return op::unsafe_split_with_sizes(self, split_sizes, dim);
}
void unsafe_split_with_sizes_out(TensorList out, const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  detail::modes_listen()
      ? op::unsafe_split_with_sizes_out.call_cold(self, split_sizes, dim, out)
      : composite::unsafe_split_with_sizes_out(self, split_sizes, dim, out);
}
std::vector<Tensor> Tensor::hsplit(int64_t sections) const {
  return detail::modes_listen() ? op::hsplit_int.call_cold(*this, sections) : composite::hsplit_int(*this, sections);
}
std::vector<Tensor> hsplit(const Tensor& self, int64_t sections) {
  return detail::modes_listen() ? op::hsplit_int.call_cold(self, sections) : composite::hsplit_int(self, sections);
}
std::vector<Tensor> Tensor::hsplit(IntArrayRef indices) const {
  return detail::modes_listen() ? op::hsplit_array.call_cold(*this, indices) : composite::hsplit_array(*this, indices);
}
std::vector<Tensor> hsplit(const Tensor& self, IntArrayRef indices) {
  return detail::modes_listen() ? op::hsplit_array.call_cold(self, indices) : composite::hsplit_array(self, indices);
}
std::vector<Tensor> Tensor::vsplit(int64_t sections) const {
  return detail::modes_listen() ? op::vsplit_int.call_cold(*this, sections) : composite::vsplit_int(*this, sections);
}
std::vector<Tensor> vsplit(const Tensor& self, int64_t sections) {
  return detail::modes_listen() ? op::vsplit_int.call_cold(self, sections) : composite::vsplit_int(self, sections);
}
std::vector<Tensor> Tensor::vsplit(IntArrayRef indices) const {
  return detail::modes_listen() ? op::vsplit_array.call_cold(*this, indices) : composite::vsplit_array(*this, indices);
}
std::vector<Tensor> vsplit(const Tensor& self, IntArrayRef indices) {
  return detail::modes_listen() ? op::vsplit_array.call_cold(self, indices) : composite::vsplit_array(self, indices);
}
std::vector<Tensor> Tensor::dsplit(int64_t sections) const {
  return detail::modes_listen() ? op::dsplit_int.call_cold(*this, sections) : composite::dsplit_int(*this, sections);
}
std::vector<Tensor> dsplit(const Tensor& self, int64_t sections) {
  return detail::modes_listen() ? op::dsplit_int.call_cold(self, sections) : composite::dsplit_int(self, sections);
}
std::vector<Tensor> Tensor::dsplit(IntArrayRef indices) const {
  return detail::modes_listen() ? op::dsplit_array.call_cold(*this, indices) : composite::dsplit_array(*this, indices);
}
std::vector<Tensor> dsplit(const Tensor& self, IntArrayRef indices) {
  return detail::modes_listen() ? op::dsplit_array.call_cold(self, indices) : composite::dsplit_array(self, indices);
}
std::vector<Tensor> Tensor::unbind(int64_t dim) const { return op::unbind(*this, dim); }
std::vector<Tensor> unbind(const Tensor& self, int64_t dim) { return op::unbind(self, dim); }
Tensor Tensor::diagonal(int64_t offset, int64_t dim1, int64_t dim2) const {
  return op::diagonal(*this, offset, dim1, dim2);
}
Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  return op::diagonal(self, offset, dim1, dim2);
}
Tensor Tensor::unfold(int64_t dimension, int64_t size, int64_t step) const {
  return op::unfold(*this, dimension, size, step);
}
Tensor atleast_1d(const Tensor& self) {
  return detail::modes_listen() ? op::atleast_1d.call_cold(self) : composite::atleast_1d(self);
}
std::vector<Tensor> atleast_1d(TensorList tensors) {
  return detail::modes_listen() ? op::atleast_1d_Sequence.call_cold(tensors) : composite::atleast_1d_Sequence(tensors);
}
Tensor atleast_2d(const Tensor& self) {
  return detail::modes_listen() ? op::atleast_2d.call_cold(self) : composite::atleast_2d(self);
}
std::vector<Tensor> atleast_2d(TensorList tensors) {
  return detail::modes_listen() ? op::atleast_2d_Sequence.call_cold(tensors) : composite::atleast_2d_Sequence(tensors);
}
Tensor atleast_3d(const Tensor& self) {
  return detail::modes_listen() ? op::atleast_3d.call_cold(self) : composite::atleast_3d(self);
}
std::vector<Tensor> atleast_3d(TensorList tensors) {
  return detail::modes_listen() ? op::atleast_3d_Sequence.call_cold(tensors) : composite::atleast_3d_Sequence(tensors);
}
Tensor Tensor::conj() const { return detail::modes_listen() ? op::conj.call_cold(*this) : composite::conj(*this); }
Tensor conj(const Tensor& self) { return detail::modes_listen() ? op::conj.call_cold(self) : composite::conj(self); }
Tensor Tensor::_conj() const { return op::conj_view(*this); }
Tensor _conj(const Tensor& self) { return op::conj_view(self); }
Tensor Tensor::_neg_view() const { return op::neg_view(*this); }
Tensor _neg_view(const Tensor& self) { return op::neg_view(self); }
Tensor Tensor::conj_physical() const { return op::conj_physical(Out(), *this); }
Tensor& Tensor::conj_physical_() const {
  op::conj_physical(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor conj_physical(const Tensor& self) { return op::conj_physical(Out(), self); }
Tensor& conj_physical_(Tensor& self) {
  op::conj_physical(Out::in_place(self), self);
  return self;
}
Tensor& conj_physical_out(Tensor& out, const Tensor& self) {
  op::conj_physical(Out::to(out), self);
  return out;
}
Tensor Tensor::resolve_conj() const {
  return detail::modes_listen() ? op::resolve_conj.call_cold(*this) : composite::resolve_conj(*this);
}
Tensor resolve_conj(const Tensor& self) {
  return detail::modes_listen() ? op::resolve_conj.call_cold(self) : composite::resolve_conj(self);
}
Tensor Tensor::resolve_neg() const {
  return detail::modes_listen() ? op::resolve_neg.call_cold(*this) : composite::resolve_neg(*this);
}
Tensor resolve_neg(const Tensor& self) {
  return detail::modes_listen() ? op::resolve_neg.call_cold(self) : composite::resolve_neg(self);
}
Tensor view_as_real(const Tensor& self) { return op::view_as_real(self); }
Tensor view_as_complex(const Tensor& self) { return op::view_as_complex(self); }
Tensor real(const Tensor& self) { return detail::modes_listen() ? op::real.call_cold(self) : composite::real(self); }
Tensor imag(const Tensor& self) { return detail::modes_listen() ? op::imag.call_cold(self) : composite::imag(self); }
bool Tensor::is_same_size(const Tensor& other) const {
  return detail::modes_listen() ? op::is_same_size.call_cold(*this, other) : composite::is_same_size(*this, other);
}
bool is_same_size(const Tensor& self, const Tensor& other) {
  return detail::modes_listen() ? op::is_same_size.call_cold(self, other) : composite::is_same_size(self, other);
}
bool Tensor::is_nonzero() const {
  return detail::modes_listen() ? op::is_nonzero.call_cold(*this) : composite::is_nonzero(*this);
}
bool is_nonzero(const Tensor& self) {
  return detail::modes_listen() ? op::is_nonzero.call_cold(self) : composite::is_nonzero(self);
}
int64_t Tensor::output_nr() const {
  return detail::modes_listen() ? op::output_nr.call_cold(*this) : composite::output_nr(*this);
}
bool Tensor::retains_grad() const {
  return detail::modes_listen() ? op::retains_grad.call_cold(*this) : composite::retains_grad(*this);
}
bool is_complex(const Tensor& self) {
  return detail::modes_listen() ? op::is_complex.call_cold(self) : composite::is_complex(self);
}
bool is_floating_point(const Tensor& self) {
  return detail::modes_listen() ? op::is_floating_point.call_cold(self) : composite::is_floating_point(self);
}
bool is_signed(const Tensor& self) {
  return detail::modes_listen() ? op::is_signed.call_cold(self) : composite::is_signed(self);
}
bool is_conj(const Tensor& self) {
  return detail::modes_listen() ? op::is_conj.call_cold(self) : composite::is_conj(self);
}
bool is_neg(const Tensor& self) {
  return detail::modes_listen() ? op::is_neg.call_cold(self) : composite::is_neg(self);
}
bool is_inference(const Tensor& self) {
  return detail::modes_listen() ? op::is_inference.call_cold(self) : composite::is_inference(self);
}
bool Tensor::is_distributed() const {
  return detail::modes_listen() ? op::is_distributed.call_cold(*this) : composite::is_distributed(*this);
}
bool is_distributed(const Tensor& self) {
  return detail::modes_listen() ? op::is_distributed.call_cold(self) : composite::is_distributed(self);
}
bool is_vulkan_available() {
  return detail::modes_listen() ? op::is_vulkan_available.call_cold() : composite::is_vulkan_available();
}
int64_t size(const Tensor& self, int64_t dim) {
  return detail::modes_listen() ? op::size.call_cold(self, dim) : composite::size(self, dim);
}
int64_t stride(const Tensor& self, int64_t dim) {
  return detail::modes_listen() ? op::stride.call_cold(self, dim) : composite::stride(self, dim);
}

namespace kernels {

TORCHPP_API void set_conj_physical(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self)) { op::conj_physical.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
