// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/shape.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct CatPlan;
struct FlipPlan;
struct TrianglePlan;

namespace op {

inline namespace T_of_out_Ts_i { extern OwnOp<Tensor(Out, TensorList, int64_t)> cat; }
inline namespace T_of_out_Ts_i { extern OwnOp<Tensor(Out, TensorList, int64_t)> concat; }
inline namespace T_of_out_Ts_i { extern OwnOp<Tensor(Out, TensorList, int64_t)> concatenate; }
inline namespace T_of_out_Ts_i { extern OwnOp<Tensor(Out, TensorList, int64_t)> stack; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> hstack; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> vstack; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> row_stack; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> dstack; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> column_stack; }
inline namespace T_of_out_Ts { extern OwnOp<Tensor(Out, TensorList)> block_diag; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> repeat; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> tile; }
inline namespace T_of_out_T_io { extern OwnOp<Tensor(Out, const Tensor&, optional<int64_t>)> repeat_interleave; }
inline namespace T_of_T_T_io_io { extern OwnOp<Tensor(const Tensor&, const Tensor&, optional<int64_t>, optional<int64_t>)> repeat_interleave_self_Tensor; }
inline namespace T_of_T_i_io_io { extern OwnOp<Tensor(const Tensor&, int64_t, optional<int64_t>, optional<int64_t>)> repeat_interleave_self_int; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> flip; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> fliplr; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> flipud; }
inline namespace T_of_out_T_is_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef)> roll; }
inline namespace T_of_out_T_i_is { extern OwnOp<Tensor(Out, const Tensor&, int64_t, IntArrayRef)> rot90; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> tril; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> triu; }
inline namespace T_of_out_T_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t)> diag; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> diagflat; }
inline namespace T_of_out_T_i_i_i { extern OwnOp<Tensor(Out, const Tensor&, int64_t, int64_t, int64_t)> diag_embed; }
inline namespace Ts_of_Ts { extern OwnOp<std::vector<Tensor>(TensorList)> meshgrid; }
inline namespace Ts_of_Ts_s { extern OwnOp<std::vector<Tensor>(TensorList, std::string_view)> meshgrid_indexing; }
inline namespace T_of_Ts { extern OwnOp<Tensor(TensorList)> cartesian_prod; }
inline namespace T_of_T_i_b { extern OwnOp<Tensor(const Tensor&, int64_t, bool)> combinations; }
inline namespace T_of_T_i { extern OwnOp<Tensor(const Tensor&, int64_t)> one_hot; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> sum_to_size; }
inline namespace T_of_out_T_T_i_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, int64_t)> select_scatter; }
inline namespace T_of_out_T_T_i_io_io_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, optional<int64_t>, optional<int64_t>, int64_t)> slice_scatter; }
inline namespace T_of_out_T_T_i_i_i { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, int64_t, int64_t, int64_t)> diagonal_scatter; }
inline namespace T_of_out_T_T_is_is_io { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, optional<int64_t>)> as_strided_scatter; }
inline namespace T_of_Ts { extern OwnOp<Tensor(TensorList)> flatten_dense_tensors; }
inline namespace Ts_of_T_Ts { extern OwnOp<std::vector<Tensor>(const Tensor&, TensorList)> unflatten_dense_tensors; }

}  // namespace op

namespace cpu {

void cat(const CatPlan& plan, TensorList tensors, int64_t dim);
Tensor cat_direct(Out out, TensorList tensors, int64_t dim);
void flip(const FlipPlan& plan, const Tensor& self, IntArrayRef dims);
void tril(const TrianglePlan& plan, const Tensor& self, int64_t diagonal);
void triu(const TrianglePlan& plan, const Tensor& self, int64_t diagonal);

}  // namespace cpu

namespace rule {

TORCHPP_API CatPlan cat(const Out& out, TensorList tensors, int64_t dim);
TORCHPP_API FlipPlan flip(const Out& out, const Tensor& self, IntArrayRef dims);
TORCHPP_API TrianglePlan tril(const Out& out, const Tensor& self, int64_t diagonal);
TORCHPP_API TrianglePlan triu(const Out& out, const Tensor& self, int64_t diagonal);

}  // namespace rule

namespace every_backend {

Tensor stack(Out out, TensorList tensors, int64_t dim);
Tensor repeat(Out out, const Tensor& self, IntArrayRef repeats);
Tensor roll(Out out, const Tensor& self, IntArrayRef shifts, IntArrayRef dims);
Tensor rot90(Out out, const Tensor& self, int64_t k, IntArrayRef dims);
Tensor diag(Out out, const Tensor& self, int64_t diagonal);
Tensor diag_embed(Out out, const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2);

}  // namespace every_backend

namespace composite {

Tensor concat(Out out, TensorList tensors, int64_t dim);
Tensor concatenate(Out out, TensorList tensors, int64_t dim);
Tensor hstack(Out out, TensorList tensors);
Tensor vstack(Out out, TensorList tensors);
Tensor row_stack(Out out, TensorList tensors);
Tensor dstack(Out out, TensorList tensors);
Tensor column_stack(Out out, TensorList tensors);
Tensor block_diag(Out out, TensorList tensors);
Tensor tile(const Tensor& self, IntArrayRef dims);
Tensor repeat_interleave(Out out, const Tensor& repeats, optional<int64_t> output_size);
Tensor repeat_interleave_self_Tensor(const Tensor& self, const Tensor& repeats, optional<int64_t> dim, optional<int64_t> output_size);
Tensor repeat_interleave_self_int(const Tensor& self, int64_t repeats, optional<int64_t> dim, optional<int64_t> output_size);
Tensor fliplr(const Tensor& self);
Tensor flipud(const Tensor& self);
Tensor diagflat(const Tensor& self, int64_t offset);
std::vector<Tensor> meshgrid(TensorList tensors);
std::vector<Tensor> meshgrid_indexing(TensorList tensors, std::string_view indexing);
Tensor cartesian_prod(TensorList tensors);
Tensor combinations(const Tensor& self, int64_t r, bool with_replacement);
Tensor one_hot(const Tensor& self, int64_t num_classes);
Tensor sum_to_size(const Tensor& self, IntArrayRef size);
Tensor select_scatter(Out out, const Tensor& self, const Tensor& src, int64_t dim, int64_t index);
Tensor slice_scatter(Out out, const Tensor& self, const Tensor& src, int64_t dim, optional<int64_t> start, optional<int64_t> end, int64_t step);
Tensor diagonal_scatter(Out out, const Tensor& self, const Tensor& src, int64_t offset, int64_t dim1, int64_t dim2);
Tensor as_strided_scatter(Out out, const Tensor& self, const Tensor& src, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset);
Tensor flatten_dense_tensors(TensorList tensors);
std::vector<Tensor> unflatten_dense_tensors(const Tensor& flat, TensorList tensors);

}  // namespace composite

namespace derivative {

Tensor cat(Out out, TensorList tensors, int64_t dim);
Tensor stack(Out out, TensorList tensors, int64_t dim);
Tensor repeat(Out out, const Tensor& self, IntArrayRef repeats);
Tensor flip(Out out, const Tensor& self, IntArrayRef dims);
Tensor roll(Out out, const Tensor& self, IntArrayRef shifts, IntArrayRef dims);
Tensor rot90(Out out, const Tensor& self, int64_t k, IntArrayRef dims);
Tensor tril(Out out, const Tensor& self, int64_t diagonal);
Tensor triu(Out out, const Tensor& self, int64_t diagonal);
Tensor diag(Out out, const Tensor& self, int64_t diagonal);
Tensor diag_embed(Out out, const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2);

}  // namespace derivative

}  // namespace torchpp
