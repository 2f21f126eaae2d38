// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/index.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct ElementIndexPlan;
struct IndexPlan;
struct MaskedFillPlan;
struct MaskedScatterPlan;
struct SlicePlan;

namespace op {

inline namespace T_of_out_T_Ts { extern OwnOp<Tensor(Out, const Tensor&, TensorList)> index; }
inline namespace T_of_out_T_Ts_T_b { extern OwnOp<Tensor(Out, const Tensor&, TensorList, const Tensor&, bool)> index_put; }
inline namespace T_of_out_T_i_T { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&)> index_select; }
inline namespace T_of_out_T_i_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&, const Scalar&)> index_add; }
inline namespace T_of_out_T_i_T_T_s_b { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&, std::string_view, bool)> index_reduce; }
inline namespace T_of_out_T_i_T_T { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&)> index_copy; }
inline namespace T_of_out_T_i_T_S { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Scalar&)> index_fill; }
inline namespace T_of_out_T_i_T_T { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&)> index_fill_tensor; }
inline namespace T_of_out_T_i_T_b { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, bool)> gather; }
inline namespace T_of_out_T_i_T_T { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&)> scatter; }
inline namespace T_of_out_T_i_T_S { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Scalar&)> scatter_value; }
inline namespace T_of_out_T_i_T_T_s { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&, std::string_view)> scatter_reduce; }
inline namespace T_of_out_T_i_T_S_s { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Scalar&, std::string_view)> scatter_value_reduce; }
inline namespace T_of_out_T_i_T_T { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&)> scatter_add; }
inline namespace T_of_out_T_i_T_T_s_b { extern OwnOp<Tensor(Out, const Tensor&, int64_t, const Tensor&, const Tensor&, std::string_view, bool)> scatter_reduce_two; }
inline namespace T_of_out_T_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Scalar&)> masked_fill; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> masked_fill_tensor; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> masked_scatter; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> masked_select; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> nonzero; }
inline namespace Ts_of_T { extern OwnOp<std::vector<Tensor>(const Tensor&)> nonzero_numpy; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> argwhere; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> take; }
inline namespace T_of_out_T_T_io { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<int64_t>)> take_along_dim; }
inline namespace T_of_out_T_T_T_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, bool)> put; }
inline namespace T_of_T_s_T_T_T_i_b_So { extern OwnOp<Tensor(const Tensor&, std::string_view, const Tensor&, const Tensor&, const Tensor&, int64_t, bool, const optional<Scalar>&)> segment_reduce; }
inline namespace T_of_T_s_T_T_T_i_b_So_T { extern OwnOp<Tensor(const Tensor&, std::string_view, const Tensor&, const Tensor&, const Tensor&, int64_t, bool, const optional<Scalar>&, const Tensor&)> segment_reduce_out; }

}  // namespace op

namespace cpu {

void index(const IndexPlan& plan, const Tensor& self, TensorList indices);
void index_put(const IndexPlan& plan, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate);
void index_select(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index);
void index_add(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha);
void index_reduce(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool include_self);
void index_copy(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
void index_fill(const SlicePlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
void gather(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad);
void scatter(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
void scatter_value(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
void scatter_reduce(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce);
void scatter_value_reduce(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce);
void scatter_add(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
void scatter_reduce_two(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool include_self);
void masked_fill(const MaskedFillPlan& plan, const Tensor& self, const Tensor& mask, const Scalar& value);
void masked_scatter(const MaskedScatterPlan& plan, const Tensor& self, const Tensor& mask, const Tensor& source);
Tensor masked_select(Out out, const Tensor& self, const Tensor& mask);
Tensor nonzero(Out out, const Tensor& self);

}  // namespace cpu

namespace rule {

TORCHPP_API IndexPlan index(const Out& out, const Tensor& self, TensorList indices);
TORCHPP_API IndexPlan index_put(const Out& out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate);
TORCHPP_API SlicePlan index_select(const Out& out, const Tensor& self, int64_t dim, const Tensor& index);
TORCHPP_API SlicePlan index_add(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha);
TORCHPP_API SlicePlan index_reduce(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool include_self);
TORCHPP_API SlicePlan index_copy(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
TORCHPP_API SlicePlan index_fill(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
TORCHPP_API ElementIndexPlan gather(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad);
TORCHPP_API ElementIndexPlan scatter(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
TORCHPP_API ElementIndexPlan scatter_value(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
TORCHPP_API ElementIndexPlan scatter_reduce(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce);
TORCHPP_API ElementIndexPlan scatter_value_reduce(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce);
TORCHPP_API ElementIndexPlan scatter_add(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
TORCHPP_API ElementIndexPlan scatter_reduce_two(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool include_self);
TORCHPP_API MaskedFillPlan masked_fill(const Out& out, const Tensor& self, const Tensor& mask, const Scalar& value);
TORCHPP_API MaskedScatterPlan masked_scatter(const Out& out, const Tensor& self, const Tensor& mask, const Tensor& source);

}  // namespace rule

namespace every_backend {

Tensor index_fill_tensor(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value);
Tensor masked_fill_tensor(Out out, const Tensor& self, const Tensor& mask, const Tensor& value);

}  // namespace every_backend

namespace composite {

std::vector<Tensor> nonzero_numpy(const Tensor& self);
Tensor argwhere(const Tensor& self);
Tensor take(Out out, const Tensor& self, const Tensor& index);
Tensor take_along_dim(Out out, const Tensor& self, const Tensor& indices, optional<int64_t> dim);
Tensor put(Out out, const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate);
Tensor segment_reduce(const Tensor& data, std::string_view reduce, const Tensor& lengths, const Tensor& indices, const Tensor& offsets, int64_t axis, bool unsafe, const optional<Scalar>& initial);
Tensor segment_reduce_out(const Tensor& data, std::string_view reduce, const Tensor& lengths, const Tensor& indices, const Tensor& offsets, int64_t axis, bool unsafe, const optional<Scalar>& initial, const Tensor& out);

}  // namespace composite

namespace derivative {

Tensor index(Out out, const Tensor& self, TensorList indices);
Tensor index_put(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate);
Tensor index_select(Out out, const Tensor& self, int64_t dim, const Tensor& index);
Tensor index_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha);
Tensor index_reduce(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool include_self);
Tensor index_copy(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source);
Tensor index_fill(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
Tensor index_fill_tensor(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value);
Tensor gather(Out out, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad);
Tensor scatter(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
Tensor scatter_value(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value);
Tensor scatter_reduce(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce);
Tensor scatter_value_reduce(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce);
Tensor scatter_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
Tensor scatter_reduce_two(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool include_self);
Tensor masked_fill(Out out, const Tensor& self, const Tensor& mask, const Scalar& value);
Tensor masked_fill_tensor(Out out, const Tensor& self, const Tensor& mask, const Tensor& value);
Tensor masked_scatter(Out out, const Tensor& self, const Tensor& mask, const Tensor& source);
Tensor masked_select(Out out, const Tensor& self, const Tensor& mask);

}  // namespace derivative

}  // namespace torchpp
