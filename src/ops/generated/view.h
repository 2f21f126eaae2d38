// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/view.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace op {

inline namespace T_of_T_is_is_io { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, optional<int64_t>)> as_strided; }
inline namespace T_of_T_is_is_io { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, optional<int64_t>)> as_strided_; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> alias; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> view; }
inline namespace T_of_T_t { extern OwnOp<Tensor(const Tensor&, ScalarType)> view_dtype; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> view_as; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> unsafe_view; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> reshape; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> reshape_as; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> flatten; }
inline namespace T_of_T_i_is { extern OwnOp<Tensor(const Tensor&, int64_t, IntArrayRef)> unflatten; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> ravel; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> squeeze; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> squeeze_dim; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> squeeze_; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> squeeze_dim_; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> unsqueeze; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> unsqueeze_; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> transpose; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> transpose_; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> swapdims_; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> swapdims; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> swapaxes; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> swapaxes_; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> t; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> t_; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> mT; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> adjoint; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> mH; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> matrix_H; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> numpy_T; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> permute; }
inline namespace T_of_T_is_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef)> movedim; }
inline namespace T_of_T_is_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef)> moveaxis_intlist; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> movedim_int; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> moveaxis_int; }
inline namespace T_of_T_is_b { extern OwnOp<Tensor(const Tensor&, IntArrayRef, bool)> expand; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> expand_as; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> broadcast_to; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> broadcast_tensors; }
inline namespace T_of_T_i_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t, int64_t)> narrow; }
inline namespace T_of_T_i_T_i { extern OwnOp<Tensor(const Tensor&, int64_t, const Tensor&, int64_t)> narrow_Tensor; }
inline namespace T_of_T_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t)> select; }
inline namespace T_of_T_i_io_io_i { extern OwnOp<Tensor(const Tensor&, int64_t, optional<int64_t>, optional<int64_t>, int64_t)> slice; }
inline namespace Ts_of_T_i_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t, int64_t)> split; }
inline namespace Ts_of_T_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef, int64_t)> split_sizes; }
inline namespace Ts_of_T_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef, int64_t)> split_with_sizes; }
inline namespace Ts_of_T_i_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t, int64_t)> chunk; }
inline namespace Ts_of_T_i_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t, int64_t)> tensor_split_sections; }
inline namespace Ts_of_T_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef, int64_t)> tensor_split_indices; }
inline namespace Ts_of_T_T_i { extern OwnOp<std::vector<Tensor>(const Tensor&, const Tensor&, int64_t)> tensor_split_tensor; }
inline namespace Ts_of_T_i_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t, int64_t)> unsafe_chunk; }
inline namespace Ts_of_T_i_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t, int64_t)> unsafe_split; }
inline namespace void_of_T_i_i_Ts { extern OwnOp<void(const Tensor&, int64_t, int64_t, TensorList)> unsafe_split_Tensor_out; }
inline namespace Ts_of_T_is_i { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef, int64_t)> unsafe_split_with_sizes; }
inline namespace void_of_T_is_i_Ts { extern OwnOp<void(const Tensor&, IntArrayRef, int64_t, TensorList)> unsafe_split_with_sizes_out; }
inline namespace Ts_of_T_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t)> hsplit_int; }
inline namespace Ts_of_T_is { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef)> hsplit_array; }
inline namespace Ts_of_T_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t)> vsplit_int; }
inline namespace Ts_of_T_is { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef)> vsplit_array; }
inline namespace Ts_of_T_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t)> dsplit_int; }
inline namespace Ts_of_T_is { extern OwnOp<std::vector<Tensor>(const Tensor&, IntArrayRef)> dsplit_array; }
inline namespace Ts_of_T_i { extern OwnOp<std::vector<Tensor>(const Tensor&, int64_t)> unbind; }
inline namespace T_of_T_i_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t, int64_t)> diagonal; }
inline namespace T_of_T_i_i_i { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t, int64_t)> unfold; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> atleast_1d; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> atleast_1d_Sequence; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> atleast_2d; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> atleast_2d_Sequence; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> atleast_3d; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> atleast_3d_Sequence; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> conj; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> conj_view; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> neg_view; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> conj_physical; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> resolve_conj; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> resolve_neg; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> view_as_real; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> view_as_complex; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> real; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> imag; }
inline namespace b_of_T_T { extern OwnOp<bool(const Tensor&, const Tensor&)> is_same_size; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_nonzero; }
inline namespace i_of_T { extern OwnOp<int64_t(const Tensor&)> output_nr; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> retains_grad; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_complex; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_floating_point; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_signed; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_conj; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_neg; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_inference; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_distributed; }
inline namespace b_of { extern OwnOp<bool()> is_vulkan_available; }
inline namespace b_of_T { extern OwnOp<bool(const Tensor&)> is_leaf; }
inline namespace T_of_T_b { extern OwnOp<Tensor(const Tensor&, bool)> requires_grad_; }
inline namespace void_of_T { extern OwnOp<void(const Tensor&)> retain_grad; }
inline namespace i_of_T_i { extern OwnOp<int64_t(const Tensor&, int64_t)> size; }
inline namespace i_of_T_i { extern OwnOp<int64_t(const Tensor&, int64_t)> stride; }
inline namespace b_of_t_t { extern OwnOp<bool(ScalarType, ScalarType)> can_cast; }
inline namespace t_of_T_T { extern OwnOp<ScalarType(const Tensor&, const Tensor&)> result_type; }
inline namespace t_of_T_S { extern OwnOp<ScalarType(const Tensor&, const Scalar&)> result_type_Scalar; }
inline namespace t_of_S_T { extern OwnOp<ScalarType(const Scalar&, const Tensor&)> result_type_Scalar_Tensor; }
inline namespace t_of_S_S { extern OwnOp<ScalarType(const Scalar&, const Scalar&)> result_type_Scalar_Scalar; }

}  // namespace op

namespace cpu {

Tensor conj_physical(Out out, const Tensor& self);

}  // namespace cpu

namespace every_backend {

Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset);
Tensor alias(const Tensor& self);
Tensor view(const Tensor& self, IntArrayRef size);
Tensor view_dtype(const Tensor& self, ScalarType dtype);
Tensor unsafe_view(const Tensor& self, IntArrayRef size);
Tensor squeeze(const Tensor& self);
Tensor squeeze_dim(const Tensor& self, int64_t dim);
Tensor unsqueeze(const Tensor& self, int64_t dim);
Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor permute(const Tensor& self, IntArrayRef dims);
Tensor expand(const Tensor& self, IntArrayRef size, bool implicit);
Tensor select(const Tensor& self, int64_t dim, int64_t index);
Tensor slice(const Tensor& self, int64_t dim, optional<int64_t> start, optional<int64_t> end, int64_t step);
std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim);
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim);
std::vector<Tensor> unbind(const Tensor& self, int64_t dim);
Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2);
Tensor unfold(const Tensor& self, int64_t dimension, int64_t size, int64_t step);
Tensor conj_view(const Tensor& self);
Tensor neg_view(const Tensor& self);
Tensor view_as_real(const Tensor& self);
Tensor view_as_complex(const Tensor& self);

}  // namespace every_backend

namespace composite {

Tensor as_strided_(const Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset);
Tensor view_as(const Tensor& self, const Tensor& other);
Tensor reshape(const Tensor& self, IntArrayRef shape);
Tensor reshape_as(const Tensor& self, const Tensor& other);
Tensor flatten(const Tensor& self, int64_t start_dim, int64_t end_dim);
Tensor unflatten(const Tensor& self, int64_t dim, IntArrayRef sizes);
Tensor ravel(const Tensor& self);
Tensor squeeze_(const Tensor& self);
Tensor squeeze_dim_(const Tensor& self, int64_t dim);
Tensor unsqueeze_(const Tensor& self, int64_t dim);
Tensor transpose_(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor swapdims_(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor swapdims(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1);
Tensor swapaxes_(const Tensor& self, int64_t axis0, int64_t axis1);
Tensor t(const Tensor& self);
Tensor t_(const Tensor& self);
Tensor mT(const Tensor& self);
Tensor adjoint(const Tensor& self);
Tensor mH(const Tensor& self);
Tensor matrix_H(const Tensor& self);
Tensor numpy_T(const Tensor& self);
Tensor movedim(const Tensor& self, IntArrayRef source, IntArrayRef destination);
Tensor moveaxis_intlist(const Tensor& self, IntArrayRef source, IntArrayRef destination);
Tensor movedim_int(const Tensor& self, int64_t source, int64_t destination);
Tensor moveaxis_int(const Tensor& self, int64_t source, int64_t destination);
Tensor expand_as(const Tensor& self, const Tensor& other);
Tensor broadcast_to(const Tensor& self, IntArrayRef size);
std::vector<Tensor> broadcast_tensors(TensorList tensors);
Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length);
Tensor narrow_Tensor(const Tensor& self, int64_t dim, const Tensor& start, int64_t length);
std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim);
std::vector<Tensor> split_sizes(const Tensor& self, IntArrayRef split_size, int64_t dim);
std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim);
std::vector<Tensor> tensor_split_sections(const Tensor& self, int64_t sections, int64_t dim);
std::vector<Tensor> tensor_split_indices(const Tensor& self, IntArrayRef indices, int64_t dim);
std::vector<Tensor> tensor_split_tensor(const Tensor& self, const Tensor& tensor_indices_or_sections, int64_t dim);
std::vector<Tensor> unsafe_chunk(const Tensor& self, int64_t chunks, int64_t dim);
std::vector<Tensor> unsafe_split(const Tensor& self, int64_t split_size, int64_t dim);
void unsafe_split_Tensor_out(const Tensor& self, int64_t split_size, int64_t dim, TensorList out);
void unsafe_split_with_sizes_out(const Tensor& self, IntArrayRef split_sizes, int64_t dim, TensorList out);
std::vector<Tensor> hsplit_int(const Tensor& self, int64_t sections);
std::vector<Tensor> hsplit_array(const Tensor& self, IntArrayRef indices);
std::vector<Tensor> vsplit_int(const Tensor& self, int64_t sections);
std::vector<Tensor> vsplit_array(const Tensor& self, IntArrayRef indices);
std::vector<Tensor> dsplit_int(const Tensor& self, int64_t sections);
std::vector<Tensor> dsplit_array(const Tensor& self, IntArrayRef indices);
Tensor atleast_1d(const Tensor& self);
std::vector<Tensor> atleast_1d_Sequence(TensorList tensors);
Tensor atleast_2d(const Tensor& self);
std::vector<Tensor> atleast_2d_Sequence(TensorList tensors);
Tensor atleast_3d(const Tensor& self);
std::vector<Tensor> atleast_3d_Sequence(TensorList tensors);
Tensor conj(const Tensor& self);
Tensor resolve_conj(const Tensor& self);
Tensor resolve_neg(const Tensor& self);
Tensor real(const Tensor& self);
Tensor imag(const Tensor& self);
bool is_same_size(const Tensor& self, const Tensor& other);
bool is_nonzero(const Tensor& self);
int64_t output_nr(const Tensor& self);
bool retains_grad(const Tensor& self);
bool is_complex(const Tensor& self);
bool is_floating_point(const Tensor& self);
bool is_signed(const Tensor& self);
bool is_conj(const Tensor& self);
bool is_neg(const Tensor& self);
bool is_inference(const Tensor& self);
bool is_distributed(const Tensor& self);
bool is_vulkan_available();
bool is_leaf(const Tensor& self);
Tensor requires_grad_(const Tensor& self, bool requires_grad);
void retain_grad(const Tensor& self);
int64_t size(const Tensor& self, int64_t dim);
int64_t stride(const Tensor& self, int64_t dim);
bool can_cast(ScalarType from, ScalarType to);
ScalarType result_type(const Tensor& tensor, const Tensor& other);
ScalarType result_type_Scalar(const Tensor& tensor, const Scalar& other);
ScalarType result_type_Scalar_Tensor(const Scalar& scalar, const Tensor& tensor);
ScalarType result_type_Scalar_Scalar(const Scalar& scalar1, const Scalar& scalar2);

}  // namespace composite

namespace derivative {

Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset);
Tensor alias(const Tensor& self);
Tensor view(const Tensor& self, IntArrayRef size);
Tensor view_dtype(const Tensor& self, ScalarType dtype);
Tensor unsafe_view(const Tensor& self, IntArrayRef size);
Tensor squeeze(const Tensor& self);
Tensor squeeze_dim(const Tensor& self, int64_t dim);
Tensor unsqueeze(const Tensor& self, int64_t dim);
Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor permute(const Tensor& self, IntArrayRef dims);
Tensor expand(const Tensor& self, IntArrayRef size, bool implicit);
Tensor select(const Tensor& self, int64_t dim, int64_t index);
Tensor slice(const Tensor& self, int64_t dim, optional<int64_t> start, optional<int64_t> end, int64_t step);
std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim);
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim);
std::vector<Tensor> unbind(const Tensor& self, int64_t dim);
Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2);
Tensor unfold(const Tensor& self, int64_t dimension, int64_t size, int64_t step);
Tensor conj_view(const Tensor& self);
Tensor neg_view(const Tensor& self);
Tensor conj_physical(Out out, const Tensor& self);
Tensor view_as_real(const Tensor& self);
Tensor view_as_complex(const Tensor& self);

}  // namespace derivative

}  // namespace torchpp
