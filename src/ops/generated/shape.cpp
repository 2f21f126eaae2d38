// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/shape.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/shape.h>

#include "src/ops/forward.h"
#include "src/ops/generated/shape.h"
#include "src/ops/shape_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace composite {

Tensor concat(Out out, TensorList tensors, int64_t dim) { return op::cat(out, tensors, dim); }
Tensor concatenate(Out out, TensorList tensors, int64_t dim) { return op::cat(out, tensors, dim); }
Tensor row_stack(Out out, TensorList tensors) {
  return detail::modes_listen() ? op::vstack.call_cold(out, tensors) : composite::vstack(out, tensors);
}
std::vector<Tensor> meshgrid(TensorList tensors) {
  return detail::modes_listen()
      ? op::meshgrid_indexing.call_cold(tensors, "ij")
      : composite::meshgrid_indexing(tensors, "ij");
}

}  // namespace composite

namespace op {

inline namespace T_of_out_Ts_i {
TORCHPP_CONSTINIT decltype(op::cat) cat(
    "cat(Tensor[] tensors, int dim=0) -> Tensor",
    &cpu::cat_direct, &derivative::cat, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_out_Ts_i {
TORCHPP_CONSTINIT decltype(op::concat) concat(decltype(op::concat)::AllBackends(),
    "concat(Tensor[] tensors, int dim=0) -> Tensor",
    &composite::concat, &composite::concat, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts_i {
TORCHPP_CONSTINIT decltype(op::concatenate) concatenate(decltype(op::concatenate)::AllBackends(),
    "concatenate(Tensor[] tensors, int dim=0) -> Tensor",
    &composite::concatenate, &composite::concatenate, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts_i {
TORCHPP_CONSTINIT decltype(op::stack) stack(decltype(op::stack)::AllBackends(),
    "stack(Tensor[] tensors, int dim=0) -> Tensor",
    &every_backend::stack, &derivative::stack, OpTraits{false, true, false, true, false, Batching::kDims, Autocast::kPromote, Autocast::kNone});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::hstack) hstack(decltype(op::hstack)::AllBackends(),
    "hstack(Tensor[] tensors) -> Tensor",
    &composite::hstack, &composite::hstack, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::vstack) vstack(decltype(op::vstack)::AllBackends(),
    "vstack(Tensor[] tensors) -> Tensor",
    &composite::vstack, &composite::vstack, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::row_stack) row_stack(decltype(op::row_stack)::AllBackends(),
    "row_stack(Tensor[] tensors) -> Tensor",
    &composite::row_stack, &composite::row_stack, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::dstack) dstack(decltype(op::dstack)::AllBackends(),
    "dstack(Tensor[] tensors) -> Tensor",
    &composite::dstack, &composite::dstack, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::column_stack) column_stack(decltype(op::column_stack)::AllBackends(),
    "column_stack(Tensor[] tensors) -> Tensor",
    &composite::column_stack, &composite::column_stack, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_Ts {
TORCHPP_CONSTINIT decltype(op::block_diag) block_diag(decltype(op::block_diag)::AllBackends(),
    "block_diag(Tensor[] tensors) -> Tensor",
    &composite::block_diag, &composite::block_diag, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::repeat) repeat(decltype(op::repeat)::AllBackends(),
    "repeat(Tensor self, int[] repeats) -> Tensor",
    &every_backend::repeat, &derivative::repeat, OpTraits{false, true, false, true, false});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::tile) tile(decltype(op::tile)::AllBackends(),
    "tile(Tensor self, int[] dims) -> Tensor",
    &composite::tile, &composite::tile, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_io {
TORCHPP_CONSTINIT decltype(op::repeat_interleave) repeat_interleave(decltype(op::repeat_interleave)::AllBackends(),
    "repeat_interleave.Tensor(Tensor repeats, *, int? output_size=None) -> Tensor",
    &composite::repeat_interleave, &composite::repeat_interleave, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_T_io_io {
TORCHPP_CONSTINIT decltype(op::repeat_interleave_self_Tensor) repeat_interleave_self_Tensor(decltype(op::repeat_interleave_self_Tensor)::AllBackends(),
    "repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, int? output_size=None) -> Tensor",
    &composite::repeat_interleave_self_Tensor, &composite::repeat_interleave_self_Tensor, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_io_io {
TORCHPP_CONSTINIT decltype(op::repeat_interleave_self_int) repeat_interleave_self_int(decltype(op::repeat_interleave_self_int)::AllBackends(),
    "repeat_interleave.self_int(Tensor self, int repeats, int? dim=None, *, int? output_size=None) -> Tensor",
    &composite::repeat_interleave_self_int, &composite::repeat_interleave_self_int, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::flip) flip(
    "flip(Tensor self, int[] dims) -> Tensor",
    &Structured<&rule::flip, &cpu::flip>::call, &derivative::flip, OpTraits{false, true, true, false, false, Batching::kDims});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::fliplr) fliplr(decltype(op::fliplr)::AllBackends(),
    "fliplr(Tensor self) -> Tensor",
    &composite::fliplr, &composite::fliplr, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::flipud) flipud(decltype(op::flipud)::AllBackends(),
    "flipud(Tensor self) -> Tensor",
    &composite::flipud, &composite::flipud, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_is_is {
TORCHPP_CONSTINIT decltype(op::roll) roll(decltype(op::roll)::AllBackends(),
    "roll(Tensor self, int[1] shifts, int[1] dims=[]) -> Tensor",
    &every_backend::roll, &derivative::roll, OpTraits{false, true, false, true, false});
}
inline namespace T_of_out_T_i_is {
TORCHPP_CONSTINIT decltype(op::rot90) rot90(decltype(op::rot90)::AllBackends(),
    "rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor",
    &every_backend::rot90, &derivative::rot90, OpTraits{false, true, false, true, false, Batching::kDims});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::tril) tril(
    "tril(Tensor self, int diagonal=0) -> Tensor",
    &Structured<&rule::tril, &cpu::tril>::call, &derivative::tril, OpTraits{true, true, true, false, false, Batching::kLeading});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::triu) triu(
    "triu(Tensor self, int diagonal=0) -> Tensor",
    &Structured<&rule::triu, &cpu::triu>::call, &derivative::triu, OpTraits{true, true, true, false, false, Batching::kLeading});
}
inline namespace T_of_out_T_i {
TORCHPP_CONSTINIT decltype(op::diag) diag(decltype(op::diag)::AllBackends(),
    "diag(Tensor self, int diagonal=0) -> Tensor",
    &every_backend::diag, &derivative::diag, OpTraits{false, true, false, true, false});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::diagflat) diagflat(decltype(op::diagflat)::AllBackends(),
    "diagflat(Tensor self, int offset=0) -> Tensor",
    &composite::diagflat, &composite::diagflat, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_i_i_i {
TORCHPP_CONSTINIT decltype(op::diag_embed) diag_embed(decltype(op::diag_embed)::AllBackends(),
    "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
    &every_backend::diag_embed, &derivative::diag_embed, OpTraits{false, true, false, true, false, Batching::kDims});
}
inline namespace Ts_of_Ts {
TORCHPP_CONSTINIT decltype(op::meshgrid) meshgrid(decltype(op::meshgrid)::AllBackends(),
    "meshgrid(Tensor[] tensors) -> Tensor[]",
    &composite::meshgrid, &composite::meshgrid, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_Ts_s {
TORCHPP_CONSTINIT decltype(op::meshgrid_indexing) meshgrid_indexing(decltype(op::meshgrid_indexing)::AllBackends(),
    "meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]",
    &composite::meshgrid_indexing, &composite::meshgrid_indexing, OpTraits{false, false, false, true, true});
}
inline namespace T_of_Ts {
TORCHPP_CONSTINIT decltype(op::cartesian_prod) cartesian_prod(decltype(op::cartesian_prod)::AllBackends(),
    "cartesian_prod(Tensor[] tensors) -> Tensor",
    &composite::cartesian_prod, &composite::cartesian_prod, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_b {
TORCHPP_CONSTINIT decltype(op::combinations) combinations(decltype(op::combinations)::AllBackends(),
    "combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor",
    &composite::combinations, &composite::combinations, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i {
TORCHPP_CONSTINIT decltype(op::one_hot) one_hot(decltype(op::one_hot)::AllBackends(),
    "one_hot(Tensor self, int num_classes=-1) -> Tensor",
    &composite::one_hot, &composite::one_hot, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::sum_to_size) sum_to_size(decltype(op::sum_to_size)::AllBackends(),
    "sum_to_size(Tensor self, int[] size) -> Tensor",
    &composite::sum_to_size, &composite::sum_to_size, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T_i_i {
TORCHPP_CONSTINIT decltype(op::select_scatter) select_scatter(decltype(op::select_scatter)::AllBackends(),
    "select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor",
    &composite::select_scatter, &composite::select_scatter, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_i_io_io_i {
TORCHPP_CONSTINIT decltype(op::slice_scatter) slice_scatter(decltype(op::slice_scatter)::AllBackends(),
    "slice_scatter(Tensor self, Tensor src, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor",
    &composite::slice_scatter, &composite::slice_scatter, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_i_i_i {
TORCHPP_CONSTINIT decltype(op::diagonal_scatter) diagonal_scatter(decltype(op::diagonal_scatter)::AllBackends(),
    "diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    &composite::diagonal_scatter, &composite::diagonal_scatter, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_T_is_is_io {
TORCHPP_CONSTINIT decltype(op::as_strided_scatter) as_strided_scatter(decltype(op::as_strided_scatter)::AllBackends(),
    "as_strided_scatter(Tensor self, Tensor src, int[] size, int[] stride, int? storage_offset=None) -> Tensor",
    &composite::as_strided_scatter, &composite::as_strided_scatter, OpTraits{false, true, false, true, true});
}
inline namespace T_of_Ts {
TORCHPP_CONSTINIT decltype(op::flatten_dense_tensors) flatten_dense_tensors(decltype(op::flatten_dense_tensors)::AllBackends(),
    "flatten_dense_tensors(Tensor[] tensors) -> Tensor",
    &composite::flatten_dense_tensors, &composite::flatten_dense_tensors, OpTraits{false, false, false, true, true});
}
inline namespace Ts_of_T_Ts {
TORCHPP_CONSTINIT decltype(op::unflatten_dense_tensors) unflatten_dense_tensors(decltype(op::unflatten_dense_tensors)::AllBackends(),
    "unflatten_dense_tensors(Tensor flat, Tensor[] tensors) -> Tensor[]",
    &composite::unflatten_dense_tensors, &composite::unflatten_dense_tensors, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor cat(TensorList tensors, int64_t dim) { return op::cat(Out(), tensors, dim); }
Tensor& cat_out(Tensor& out, TensorList tensors, int64_t dim) {
  op::cat(Out::to(out), tensors, dim);
  return out;
}
Tensor concat(TensorList tensors, int64_t dim) {
  return detail::modes_listen() ? op::concat.call_cold(Out(), tensors, dim) : composite::concat(Out(), tensors, dim);
}
Tensor& concat_out(Tensor& out, TensorList tensors, int64_t dim) {
  detail::modes_listen()
      ? op::concat.call_cold(Out::to(out), tensors, dim)
      : composite::concat(Out::to(out), tensors, dim);
  return out;
}
Tensor concatenate(TensorList tensors, int64_t dim) {
  return detail::modes_listen()
      ? op::concatenate.call_cold(Out(), tensors, dim)
      : composite::concatenate(Out(), tensors, dim);
}
Tensor& concatenate_out(Tensor& out, TensorList tensors, int64_t dim) {
  detail::modes_listen()
      ? op::concatenate.call_cold(Out::to(out), tensors, dim)
      : composite::concatenate(Out::to(out), tensors, dim);
  return out;
}
Tensor stack(TensorList tensors, int64_t dim) { return op::stack(Out(), tensors, dim); }
Tensor& stack_out(Tensor& out, TensorList tensors, int64_t dim) {
  op::stack(Out::to(out), tensors, dim);
  return out;
}
Tensor hstack(TensorList tensors) {
  return detail::modes_listen() ? op::hstack.call_cold(Out(), tensors) : composite::hstack(Out(), tensors);
}
Tensor& hstack_out(Tensor& out, TensorList tensors) {
  detail::modes_listen()
      ? op::hstack.call_cold(Out::to(out), tensors)
      : composite::hstack(Out::to(out), tensors);
  return out;
}
Tensor vstack(TensorList tensors) {
  return detail::modes_listen() ? op::vstack.call_cold(Out(), tensors) : composite::vstack(Out(), tensors);
}
Tensor& vstack_out(Tensor& out, TensorList tensors) {
  detail::modes_listen()
      ? op::vstack.call_cold(Out::to(out), tensors)
      : composite::vstack(Out::to(out), tensors);
  return out;
}
Tensor row_stack(TensorList tensors) {
  return detail::modes_listen() ? op::row_stack.call_cold(Out(), tensors) : composite::row_stack(Out(), tensors);
}
Tensor& row_stack_out(Tensor& out, TensorList tensors) {
  detail::modes_listen()
      ? op::row_stack.call_cold(Out::to(out), tensors)
      : composite::row_stack(Out::to(out), tensors);
  return out;
}
Tensor dstack(TensorList tensors) {
  return detail::modes_listen() ? op::dstack.call_cold(Out(), tensors) : composite::dstack(Out(), tensors);
}
Tensor& dstack_out(Tensor& out, TensorList tensors) {
  detail::modes_listen()
      ? op::dstack.call_cold(Out::to(out), tensors)
      : composite::dstack(Out::to(out), tensors);
  return out;
}
Tensor column_stack(TensorList tensors) {
  return detail::modes_listen() ? op::column_stack.call_cold(Out(), tensors) : composite::column_stack(Out(), tensors);
}
Tensor& column_stack_out(Tensor& out, TensorList tensors) {
  detail::modes_listen()
      ? op::column_stack.call_cold(Out::to(out), tensors)
      : composite::column_stack(Out::to(out), tensors);
  return out;
}
Tensor block_diag(TensorList tensors) {
  return detail::modes_listen() ? op::block_diag.call_cold(Out(), tensors) : composite::block_diag(Out(), tensors);
}
Tensor& block_diag_out(Tensor& out, TensorList tensors) {
  detail::modes_listen()
      ? op::block_diag.call_cold(Out::to(out), tensors)
      : composite::block_diag(Out::to(out), tensors);
  return out;
}
Tensor Tensor::repeat(IntArrayRef repeats) const { return op::repeat(Out(), *this, repeats); }
Tensor& repeat_out(Tensor& out, const Tensor& self, IntArrayRef repeats) {
  op::repeat(Out::to(out), self, repeats);
  return out;
}
Tensor Tensor::tile(IntArrayRef dims) const {
  return detail::modes_listen() ? op::tile.call_cold(*this, dims) : composite::tile(*this, dims);
}
Tensor tile(const Tensor& self, IntArrayRef dims) {
  return detail::modes_listen() ? op::tile.call_cold(self, dims) : composite::tile(self, dims);
}
Tensor repeat_interleave(const Tensor& repeats, optional<int64_t> output_size) {
  return detail::modes_listen()
      ? op::repeat_interleave.call_cold(Out(), repeats, output_size)
      : composite::repeat_interleave(Out(), repeats, output_size);
}
Tensor& repeat_interleave_out(Tensor& out, const Tensor& repeats, optional<int64_t> output_size) {
  detail::modes_listen()
      ? op::repeat_interleave.call_cold(Out::to(out), repeats, output_size)
      : composite::repeat_interleave(Out::to(out), repeats, output_size);
  return out;
}
Tensor Tensor::repeat_interleave(const Tensor& repeats, optional<int64_t> dim, optional<int64_t> output_size) const {
  return detail::modes_listen()
      ? op::repeat_interleave_self_Tensor.call_cold(*this, repeats, dim, output_size)
      : composite::repeat_interleave_self_Tensor(*this, repeats, dim, output_size);
}
Tensor repeat_interleave(const Tensor& self, const Tensor& repeats, optional<int64_t> dim,
                         optional<int64_t> output_size) {
  return detail::modes_listen()
      ? op::repeat_interleave_self_Tensor.call_cold(self, repeats, dim, output_size)
      : composite::repeat_interleave_self_Tensor(self, repeats, dim, output_size);
}
Tensor Tensor::repeat_interleave(int64_t repeats, optional<int64_t> dim, optional<int64_t> output_size) const {
  return detail::modes_listen()
      ? op::repeat_interleave_self_int.call_cold(*this, repeats, dim, output_size)
      : composite::repeat_interleave_self_int(*this, repeats, dim, output_size);
}
Tensor repeat_interleave(const Tensor& self, int64_t repeats, optional<int64_t> dim, optional<int64_t> output_size) {
  return detail::modes_listen()
      ? op::repeat_interleave_self_int.call_cold(self, repeats, dim, output_size)
      : composite::repeat_interleave_self_int(self, repeats, dim, output_size);
}
Tensor Tensor::flip(IntArrayRef dims) const { return op::flip(Out(), *this, dims); }
Tensor flip(const Tensor& self, IntArrayRef dims) { return op::flip(Out(), self, dims); }
Tensor& flip_out(Tensor& out, const Tensor& self, IntArrayRef dims) {
  op::flip(Out::to(out), self, dims);
  return out;
}
Tensor Tensor::fliplr() const {
  return detail::modes_listen() ? op::fliplr.call_cold(*this) : composite::fliplr(*this);
}
Tensor fliplr(const Tensor& self) {
  return detail::modes_listen() ? op::fliplr.call_cold(self) : composite::fliplr(self);
}
Tensor Tensor::flipud() const {
  return detail::modes_listen() ? op::flipud.call_cold(*this) : composite::flipud(*this);
}
Tensor flipud(const Tensor& self) {
  return detail::modes_listen() ? op::flipud.call_cold(self) : composite::flipud(self);
}
Tensor Tensor::roll(IntArrayRef shifts, IntArrayRef dims) const { return op::roll(Out(), *this, shifts, dims); }
Tensor roll(const Tensor& self, IntArrayRef shifts, IntArrayRef dims) { return op::roll(Out(), self, shifts, dims); }
Tensor& roll_out(Tensor& out, const Tensor& self, IntArrayRef shifts, IntArrayRef dims) {
  op::roll(Out::to(out), self, shifts, dims);
  return out;
}
Tensor Tensor::rot90(int64_t k, IntArrayRef dims) const { return op::rot90(Out(), *this, k, dims); }
Tensor rot90(const Tensor& self, int64_t k, IntArrayRef dims) { return op::rot90(Out(), self, k, dims); }
Tensor& rot90_out(Tensor& out, const Tensor& self, int64_t k, IntArrayRef dims) {
  op::rot90(Out::to(out), self, k, dims);
  return out;
}
Tensor Tensor::tril(int64_t diagonal) const { return op::tril(Out(), *this, diagonal); }
Tensor& Tensor::tril_(int64_t diagonal) const {
  op::tril(Out::in_place(*this), *this, diagonal);
  return writable(*this);
}
Tensor tril(const Tensor& self, int64_t diagonal) { return op::tril(Out(), self, diagonal); }
Tensor& tril_out(Tensor& out, const Tensor& self, int64_t diagonal) {
  op::tril(Out::to(out), self, diagonal);
  return out;
}
Tensor Tensor::triu(int64_t diagonal) const { return op::triu(Out(), *this, diagonal); }
Tensor& Tensor::triu_(int64_t diagonal) const {
  op::triu(Out::in_place(*this), *this, diagonal);
  return writable(*this);
}
Tensor triu(const Tensor& self, int64_t diagonal) { return op::triu(Out(), self, diagonal); }
Tensor& triu_out(Tensor& out, const Tensor& self, int64_t diagonal) {
  op::triu(Out::to(out), self, diagonal);
  return out;
}
Tensor Tensor::diag(int64_t diagonal) const { return op::diag(Out(), *this, diagonal); }
Tensor diag(const Tensor& self, int64_t diagonal) { return op::diag(Out(), self, diagonal); }
Tensor& diag_out(Tensor& out, const Tensor& self, int64_t diagonal) {
  op::diag(Out::to(out), self, diagonal);
  return out;
}
Tensor Tensor::diagflat(int64_t offset) const {
  return detail::modes_listen() ? op::diagflat.call_cold(*this, offset) : composite::diagflat(*this, offset);
}
Tensor diagflat(const Tensor& self, int64_t offset) {
  return detail::modes_listen() ? op::diagflat.call_cold(self, offset) : composite::diagflat(self, offset);
}
Tensor Tensor::diag_embed(int64_t offset, int64_t dim1, int64_t dim2) const {
  return op::diag_embed(Out(), *this, offset, dim1, dim2);
}
Tensor diag_embed(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  return op::diag_embed(Out(), self, offset, dim1, dim2);
}
Tensor& diag_embed_out(Tensor& out, const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  op::diag_embed(Out::to(out), self, offset, dim1, dim2);
  return out;
}
std::vector<Tensor> meshgrid(TensorList tensors) {
  return detail::modes_listen() ? op::meshgrid.call_cold(tensors) : composite::meshgrid(tensors);
}
std::vector<Tensor> meshgrid(TensorList tensors, std::string_view indexing) {
  return detail::modes_listen()
      ? op::meshgrid_indexing.call_cold(tensors, indexing)
      : composite::meshgrid_indexing(tensors, indexing);
}
Tensor cartesian_prod(TensorList tensors) {
  return detail::modes_listen() ? op::cartesian_prod.call_cold(tensors) : composite::cartesian_prod(tensors);
}
Tensor combinations(const Tensor& self, int64_t r, bool with_replacement) {
  return detail::modes_listen()
      ? op::combinations.call_cold(self, r, with_replacement)
      : composite::combinations(self, r, with_replacement);
}
Tensor one_hot(const Tensor& self, int64_t num_classes) {
  return detail::modes_listen() ? op::one_hot.call_cold(self, num_classes) : composite::one_hot(self, num_classes);
}
Tensor Tensor::sum_to_size(IntArrayRef size) const {
  return detail::modes_listen() ? op::sum_to_size.call_cold(*this, size) : composite::sum_to_size(*this, size);
}
Tensor Tensor::select_scatter(const Tensor& src, int64_t dim, int64_t index) const {
  return detail::modes_listen()
      ? op::select_scatter.call_cold(Out(), *this, src, dim, index)
      : composite::select_scatter(Out(), *this, src, dim, index);
}
Tensor select_scatter(const Tensor& self, const Tensor& src, int64_t dim, int64_t index) {
  return detail::modes_listen()
      ? op::select_scatter.call_cold(Out(), self, src, dim, index)
      : composite::select_scatter(Out(), self, src, dim, index);
}
Tensor& select_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, int64_t dim, int64_t index) {
  detail::modes_listen()
      ? op::select_scatter.call_cold(Out::to(out), self, src, dim, index)
      : composite::select_scatter(Out::to(out), self, src, dim, index);
  return out;
}
Tensor Tensor::slice_scatter(const Tensor& src, int64_t dim, optional<int64_t> start, optional<int64_t> end,
                             int64_t step) const {
  return detail::modes_listen()
      ? op::slice_scatter.call_cold(Out(), *this, src, dim, start, end, step)
      : composite::slice_scatter(Out(), *this, src, dim, start, end, step);
}
Tensor slice_scatter(const Tensor& self, const Tensor& src, int64_t dim, optional<int64_t> start, optional<int64_t> end,
                     int64_t step) {
  return detail::modes_listen()
      ? op::slice_scatter.call_cold(Out(), self, src, dim, start, end, step)
      : composite::slice_scatter(Out(), self, src, dim, start, end, step);
}
Tensor& slice_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, int64_t dim, optional<int64_t> start,
                          optional<int64_t> end, int64_t step) {
  detail::modes_listen()
      ? op::slice_scatter.call_cold(Out::to(out), self, src, dim, start, end, step)
      : composite::slice_scatter(Out::to(out), self, src, dim, start, end, step);
  return out;
}
Tensor Tensor::diagonal_scatter(const Tensor& src, int64_t offset, int64_t dim1, int64_t dim2) const {
  return detail::modes_listen()
      ? op::diagonal_scatter.call_cold(Out(), *this, src, offset, dim1, dim2)
      : composite::diagonal_scatter(Out(), *this, src, offset, dim1, dim2);
}
Tensor diagonal_scatter(const Tensor& self, const Tensor& src, int64_t offset, int64_t dim1, int64_t dim2) {
  return detail::modes_listen()
      ? op::diagonal_scatter.call_cold(Out(), self, src, offset, dim1, dim2)
      : composite::diagonal_scatter(Out(), self, src, offset, dim1, dim2);
}
Tensor& diagonal_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, int64_t offset, int64_t dim1,
                             int64_t dim2) {
  detail::modes_listen()
      ? op::diagonal_scatter.call_cold(Out::to(out), self, src, offset, dim1, dim2)
      : composite::diagonal_scatter(Out::to(out), self, src, offset, dim1, dim2);
  return out;
}
Tensor Tensor::as_strided_scatter(const Tensor& src, IntArrayRef size, IntArrayRef stride,
                                  optional<int64_t> storage_offset) const {
  return detail::modes_listen()
      ? op::as_strided_scatter.call_cold(Out(), *this, src, size, stride, storage_offset)
      : composite::as_strided_scatter(Out(), *this, src, size, stride, storage_offset);
}
Tensor as_strided_scatter(const Tensor& self, const Tensor& src, IntArrayRef size, IntArrayRef stride,
                          optional<int64_t> storage_offset) {
  return detail::modes_listen()
      ? op::as_strided_scatter.call_cold(Out(), self, src, size, stride, storage_offset)
      : composite::as_strided_scatter(Out(), self, src, size, stride, storage_offset);
}
Tensor& as_strided_scatter_out(Tensor& out, const Tensor& self, const Tensor& src, IntArrayRef size, IntArrayRef stride,
                               optional<int64_t> storage_offset) {
  detail::modes_listen()
      ? op::as_strided_scatter.call_cold(Out::to(out), self, src, size, stride, storage_offset)
      : composite::as_strided_scatter(Out::to(out), self, src, size, stride, storage_offset);
  return out;
}
Tensor flatten_dense_tensors(TensorList tensors) {
  return detail::modes_listen()
      ? op::flatten_dense_tensors.call_cold(tensors)
      : composite::flatten_dense_tensors(tensors);
}
std::vector<Tensor> unflatten_dense_tensors(const Tensor& flat, TensorList tensors) {
  return detail::modes_listen()
      ? op::unflatten_dense_tensors.call_cold(flat, tensors)
      : composite::unflatten_dense_tensors(flat, tensors);
}

namespace kernels {

TORCHPP_API void set_cat(DispatchKey key, Tensor (*kernel)(Out out, TensorList tensors, int64_t dim)) { op::cat.set_kernel(key, kernel); }
TORCHPP_API void set_flip(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef dims)) { op::flip.set_kernel(key, kernel); }
TORCHPP_API void set_tril(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t diagonal)) { op::tril.set_kernel(key, kernel); }
TORCHPP_API void set_triu(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, int64_t diagonal)) { op::triu.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
