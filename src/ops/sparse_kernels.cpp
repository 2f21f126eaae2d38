// SPDX-License-Identifier: BSD-3-Clause
// Operators on sparse tensors, as operators on their indices and values.
#include <torchpp/dispatch/mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cstring>

#include "src/ops/generated/creation.h"
#include "src/ops/generated/foreach.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/nested.h"
#include "src/ops/generated/optim.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/search.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/sparse.h"
#include "src/ops/generated/view.h"
#include "src/ops/pointwise_kernels.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"
#include "src/ops/sparse_kernels.h"

namespace torchpp {

namespace {

// The sparse dimensions as one. The tensor must be contiguous.
DimVector with_flat_rows(IntArrayRef sizes, size_t sparse_dim) {
  DimVector flat{multiply_integers(sizes.slice(0, sparse_dim))};
  for (int64_t size : sizes.slice(sparse_dim)) flat.push_back(size);
  return flat;
}

// A copy of the values of one index after the other, those of equal indices added. `group` says to which of the
// `count` results each belongs.
Tensor added_values(const Tensor& values, const Tensor& order, const Tensor& group, int64_t count) {
  const Tensor sorted = op::index_select(Out(), values, 0, order);
  if (count == values.size(0)) return sorted;
  DimVector sizes(values.sizes());
  sizes[0] = count;
  const Tensor sums = op::zeros(sizes, values.options());
  op::index_add(Out::in_place(sums), sums, 0, group, sorted, 1);
  return sums;
}

}  // namespace

Tensor coalesced_copy(const Tensor& self) {
  const SparseImpl& s = sparse_impl_of("_coalesce", self);
  if (s.nnz() < 2) {
    const auto copy = [](const Tensor& t) { return op::clone(t, MemoryFormat::Contiguous); };
    return make_sparse(copy(s.indices()), copy(s.values()), s.sizes(), true);
  }
  const auto [sorted, order] = op::sort(Out(), flat_indices(s.indices(), s.sizes()), true, 0, false);
  const int64_t n = s.nnz();
  // Which of the sorted indices differs from the one before it.
  const Tensor starts = op::cat(Out(),
                                {op::ones(1, sorted.options().dtype(kBool)),
                                 op::ne(Out(), op::narrow(sorted, 0, 1, n - 1), op::narrow(sorted, 0, 0, n - 1))},
                                0);
  const Tensor first = op::index(Out(), order, TensorList(starts));
  const Tensor group = op::sub(Out(), op::cumsum(Out(), starts, 0, kLong), wrapped_number(1), 1);
  return make_sparse(op::index_select(Out(), s.indices(), 1, first),
                     added_values(s.values(), order, group, first.size(0)), s.sizes(), true);
}

Tensor coalesced(const Tensor& sparse) {
  return sparse_impl_of("coalesce", sparse).coalesced() ? sparse : coalesced_copy(sparse);
}

Tensor picked(const Tensor& dense, const Tensor& indices) {
  const auto sparse_dim = static_cast<size_t>(indices.size(0));
  if (sparse_dim == 0) {
    DimVector sizes(dense.sizes());
    sizes.insert(0, indices.size(1));
    return op::clone(op::expand(op::unsqueeze(dense, 0), sizes, false), MemoryFormat::Contiguous);
  }
  if (sparse_dim > 1 && !dense.is_contiguous()) return op::index(Out(), dense, rows_of_indices(indices));
  const Tensor rows = sparse_dim == 1 ? dense : op::view(dense, with_flat_rows(dense.sizes(), sparse_dim));
  return op::index_select(Out(), rows, 0, flat_indices(indices, dense.sizes()));
}

namespace {

// Adds alpha times the sparse tensor to a dense one of its sizes.
void add_sparse_to(const Tensor& dense, const SparseImpl& sparse, const Scalar& alpha) {
  const auto sparse_dim = static_cast<size_t>(sparse.sparse_dim());
  const Tensor values = sparse.values().to(dense.scalar_type());
  if (sparse_dim == 0) {
    op::add(Out::in_place(dense), dense, op::sum(Out(), values, IntArrayRef(0), false, values.scalar_type()), alpha);
  } else if (sparse_dim > 1 && !dense.is_contiguous()) {
    op::index_put(Out::in_place(dense), dense, rows_of_indices(sparse.indices()),
                  op::mul(Out(), values, wrapped_number(alpha)), true);
  } else {
    const Tensor rows = sparse_dim == 1 ? dense : op::view(dense, with_flat_rows(dense.sizes(), sparse_dim));
    op::index_add(Out::in_place(rows), rows, 0, flat_indices(sparse.indices(), dense.sizes()), values, alpha);
  }
}

// Where in the sorted `keys` each of the `wanted` stands: a place, and whether it is there. There is a key.
struct FoundKeys {
  Tensor place, found;
};
FoundKeys find_keys(const Tensor& keys, const Tensor& wanted) {
  const Tensor place =
      op::searchsorted(Out(), keys, wanted, false, false, nullopt, Tensor()).clamp_max(keys.size(0) - 1);
  return {place, op::eq(Out(), op::index_select(Out(), keys, 0, place), wanted)};
}

}  // namespace

namespace {

// ---- results

Tensor contiguous_copy(const Tensor& t) { return op::clone(t, MemoryFormat::Contiguous); }

// A result that was computed apart, where the call wants it: returned, or in the destination, which is of its layout.
Tensor deliver(const char* op, const Out& out, const Tensor& result) {
  if (out.functional()) return result;
  const Tensor& to = out.tensor();
  check_can_cast(result.scalar_type(), to.scalar_type());
  TORCHPP_CHECK_NOT_IMPLEMENTED(to.layout() == result.layout(), op, ": the result is ",
                                result.is_sparse() ? "sparse" : "dense",
                                ", expected a destination that is, too; got layout ", to.layout());
  TORCHPP_CHECK(!out.is_in_place() || to.sizes() == result.sizes(), "output with shape ", to.sizes(),
                " doesn't match the broadcast shape ", result.sizes());
  if (!result.is_sparse()) {
    detail::assign(out, result);
    return Tensor();
  }
  SparseImpl& destination = sparse_impl_of(op, to);
  const SparseImpl& s = sparse_impl_of(op, result);
  const Tensor indices = s.indices().to(to.device()), values = s.values().to(to.device(), to.scalar_type());
  if (to.sizes() == result.sizes()) destination.assign(indices, values, s.coalesced());
  else destination.assign(indices, values, s.coalesced(), s.sizes());
  bump_version(to);
  return Tensor();
}

}  // namespace

Tensor finish_sparse(const char* op, const Out& out, const Tensor& result) {
  if (!out.functional() && out.tensor().is_sparse() && out.tensor().sizes() != result.sizes())
    out.tensor().sparse_resize_and_clear_(result.sizes(), result.sparse_dim(), result.dense_dim());
  return finish_composite(op, out, result);
}

namespace {

bool is_number(const Tensor& t) { return !t.is_sparse() && t.dim() == 0; }

// ---- sums of tensors

// In dense memory. A destination that is no other operand is written directly.
Tensor add_to_dense(const Out& out, const Tensor& self, const SparseImpl& other, const Scalar& alpha,
                    ScalarType dtype) {
  TORCHPP_CHECK(self.sizes() == other.sizes(), "add: expected 'self' and 'other' to have same size, but self has size ",
                self.sizes(), " while other has size ", other.sizes(),
                " (FYI: dense-sparse addition does not currently support broadcasting)");
  if (out.is_in_place()) {
    TORCHPP_CHECK(can_cast(dtype, self.scalar_type()), "Can't convert result type ", dtype, " to output ",
                  self.scalar_type(), " in add operation");
    if (other.nnz() == 0) bump_version(self);
    else if (self.scalar_type() == dtype || !isIntegralType(self.scalar_type(), true))
      add_sparse_to(self, other, alpha);
    return Tensor();
  }
  const Tensor sum = op::to_copy(self, TensorOptions(dtype).device(self.device()), false, nullopt);
  add_sparse_to(sum, other, alpha);
  if (!sum.is_inference()) sum.impl()->version_counter().set(0);
  return deliver("add", out, sum);
}

// All elements of both: one after the other, unless indices are known to be sorted or there must be duplicates.
Tensor joined(const SparseImpl& a, const SparseImpl& b, const Scalar& alpha, ScalarType dtype) {
  Tensor more = b.values().to(dtype);
  if (!alpha.equal(1)) more = op::mul(Out(), more, wrapped_number(alpha));
  if (b.nnz() == 0) return make_sparse_like(a, a.values().to(dtype));
  if (a.nnz() == 0) return make_sparse(b.indices(), more, b.sizes(), b.coalesced());
  Tensor both = make_sparse(op::cat(Out(), {a.indices(), b.indices()}, 1),
                            op::cat(Out(), {a.values().to(dtype), more}, 0), a.sizes(), false);
  int64_t places = 1;
  const bool countable = !std::any_of(a.sizes().begin(), a.sizes().begin() + a.sparse_dim(),
                                      [&](int64_t size) { return __builtin_mul_overflow(places, size, &places); });
  const bool crowded = countable && a.nnz() + b.nnz() > places;
  return (a.coalesced() && b.coalesced()) || crowded ? coalesced_copy(both) : both;
}

Tensor add_kernel(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  const ScalarType dtype = pointwise::check_alpha(self, other, alpha);
  if (!self.is_sparse()) return add_to_dense(out, self, sparse_impl_of("add", other), alpha, dtype);
  TORCHPP_CHECK(other.is_sparse(), "add(sparse, dense) is not supported. Use add(dense, sparse) instead.");
  const SparseImpl &a = sparse_impl_of("add", self), &b = sparse_impl_of("add", other);
  TORCHPP_CHECK(self.sizes() == other.sizes(), "add: expected sizes of 'self' and 'other' to match, but ", self.sizes(),
                " != ", other.sizes());
  TORCHPP_CHECK(a.sparse_dim() == b.sparse_dim(),
                "add: expected 'self' and 'other' to have same density, but 'self' has ", a.sparse_dim(),
                " sparse dimensions while 'other' has ", b.sparse_dim(), " sparse dimensions");
  TORCHPP_CHECK(self.device() == other.device(), "add: expected 'other' to be on ", self.device(), ", but got ",
                other.device());
  Tensor sum = joined(a, b, alpha, dtype);
  // What was taken over from an operand is the operand's memory.
  if (a.nnz() == 0 || b.nnz() == 0) sum = contiguous_copy(sum);
  return deliver("add", out, sum);
}

Tensor sub_kernel(Out out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  TORCHPP_CHECK(self.scalar_type() != kBool && other.scalar_type() != kBool,
                "Subtraction, the `-` operator, with a bool tensor is not supported.");
  pointwise::check_alpha(self, other, alpha);
  return add_kernel(out, self, other, -alpha);
}

// ---- products with elements

Tensor to_dense_kernel(const Tensor& self, optional<ScalarType> dtype) {
  const SparseImpl& s = sparse_impl_of("_to_dense", self);
  const Tensor dense = op::zeros(s.sizes(), s.values().options());
  add_sparse_to(dense, s, 1);
  if (!dense.is_inference()) dense.impl()->version_counter().set(0);
  return dtype ? dense.to(*dtype) : dense;
}

Tensor dense_zero_dim(const Tensor& t) { return t.is_sparse() && t.dim() == 0 ? to_dense_kernel(t, nullopt) : t; }

// The values times a number, in their memory where the call is in place.
template <class F>
Tensor scaled(const char* op, const Out& out, const Tensor& self, const F& scale) {
  const SparseImpl& s = sparse_impl_of(op, self);
  if (out.is_in_place()) {
    const Tensor values = without_history(s.values());
    scale(Out::in_place(values), values);
    bump_version(self);
    return Tensor();
  }
  return deliver(op, out,
                 make_sparse(contiguous_copy(s.indices()), scale(Out(), s.values()), s.sizes(), s.coalesced()));
}

Tensor multiplied(const SparseImpl& a, const SparseImpl& b) {
  TORCHPP_CHECK(
      a.sizes() == b.sizes() && a.sparse_dim() == b.sparse_dim(),
      "mul: expects sparse inputs with equal dimensionality, number of sparse dimensions, and shape of sparse "
      "dimensions; got ",
      a.sizes(), " with ", a.sparse_dim(), " sparse dimensions and ", b.sizes(), " with ", b.sparse_dim());
  if (a.nnz() == 0 || b.nnz() == 0) {
    const auto none = [](const Tensor& t, int64_t dim) { return op::narrow(t, dim, 0, 0); };
    return make_sparse(none(a.indices(), 1), op::mul(Out(), none(a.values(), 0), none(b.values(), 0)), a.sizes(), true);
  }
  const auto [place, found] = find_keys(flat_indices(b.indices(), b.sizes()), flat_indices(a.indices(), a.sizes()));
  const Tensor of_a = op::select(op::transpose(op::nonzero(Out(), found), 0, 1), 0, 0);
  const Tensor of_b = op::index_select(Out(), place, 0, of_a);
  return make_sparse(
      op::index_select(Out(), a.indices(), 1, of_a),
      op::mul(Out(), op::index_select(Out(), a.values(), 0, of_a), op::index_select(Out(), b.values(), 0, of_b)),
      a.sizes(), true);
}

// Sparse tensors with new sparse dimensions of size 1 in front of the others, up to `dim` of them.
Tensor with_leading_dims(const SparseImpl& s, int64_t dim) {
  const int64_t further = dim - s.dim();
  DimVector sizes(s.sizes());
  for (int64_t i = 0; i < further; ++i) sizes.insert(0, 1);
  const Tensor front = op::zeros({further, s.nnz()}, s.indices().options());
  return make_sparse(op::cat(Out(), {front, s.indices()}, 0), s.values(), sizes, s.coalesced());
}

Tensor multiplied_by_dense(const Tensor& sparse, const Tensor& dense) {
  const DimVector sizes = broadcast_sizes(sparse.sizes(), dense.sizes());
  const auto rank = static_cast<int64_t>(sizes.size());
  const Tensor whole = sparse.dim() < rank ? with_leading_dims(sparse_impl_of("mul", sparse), rank) : sparse;
  TORCHPP_CHECK_NOT_IMPLEMENTED(whole.sizes() == IntArrayRef(sizes), "mul: a sparse tensor of size ", sparse.sizes(),
                                " cannot be broadcast to ", IntArrayRef(sizes), "; only dense tensors are broadcast");
  const SparseImpl& s = sparse_impl_of("mul", whole);
  const Tensor factors = picked(op::expand(dense, sizes, false), s.indices());
  return make_sparse(contiguous_copy(s.indices()), op::mul(Out(), s.values(), factors), sizes, s.coalesced());
}

Tensor mul_kernel(Out out, const Tensor& given_self, const Tensor& given_other) {
  const Tensor self = dense_zero_dim(given_self), other = dense_zero_dim(given_other);
  if (!self.is_sparse() && !other.is_sparse())
    return deliver("mul", out, op::to_sparse(op::mul(Out(), self, other), 0));
  if (is_number(other))
    return scaled("mul", out, self, [&](const Out& to, const Tensor& values) { return op::mul(to, values, other); });
  if (is_number(self) && !out.is_in_place())
    return scaled("mul", out, other, [&](const Out& to, const Tensor& values) { return op::mul(to, self, values); });
  if (!self.is_sparse() || !other.is_sparse())
    return deliver("mul", out, self.is_sparse() ? multiplied_by_dense(self, other) : multiplied_by_dense(other, self));
  const Tensor a = coalesced(self), b = coalesced(other);
  return deliver("mul", out, multiplied(sparse_impl_of("mul", a), sparse_impl_of("mul", b)));
}

void check_divisor(const Tensor& other) {
  TORCHPP_CHECK(is_number(other), "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape ",
                other.sizes(), " for divisor)");
}

Tensor div_kernel(Out out, const Tensor& self, const Tensor& other) {
  check_divisor(other);
  return scaled("div", out, self, [&](const Out& to, const Tensor& values) { return op::div(to, values, other); });
}

// Rounded quotients of the sums of duplicates, not the sums of rounded quotients.
Tensor div_mode_kernel(Out out, const Tensor& self, const Tensor& other, optional<std::string_view> rounding_mode) {
  check_divisor(other);
  const Tensor whole = rounding_mode ? coalesced(self) : self;
  const SparseImpl& s = sparse_impl_of("div", whole);
  return deliver("div", out,
                 make_sparse(contiguous_copy(s.indices()), op::div_mode(Out(), s.values(), other, rounding_mode),
                             s.sizes(), s.coalesced()));
}

Tensor neg_kernel(Out out, const Tensor& self) {
  return scaled("neg", out, self, [](const Out& to, const Tensor& values) { return op::neg(to, values); });
}

// ---- copies

Tensor clone_kernel(const Tensor& self, optional<MemoryFormat> memory_format) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(
      !memory_format || *memory_format == MemoryFormat::Preserve || *memory_format == MemoryFormat::Contiguous,
      "clone: unsupported memory format option ", *memory_format, " of a sparse tensor");
  const SparseImpl& s = sparse_impl_of("clone", self);
  return make_sparse(contiguous_copy(s.indices()), contiguous_copy(s.values()), s.sizes(), s.coalesced());
}

Tensor to_copy_kernel(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat>) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(!options.has_layout() || options.layout() == kSparse, "_to_copy: got layout ",
                                options.layout(), ", expected Sparse (to_dense changes it)");
  const SparseImpl& s = sparse_impl_of("_to_copy", self);
  const Device device = options.has_device() ? options.device() : self.device();
  const ScalarType dtype = options.has_dtype() ? options.dtype().toScalarType() : self.scalar_type();
  return make_sparse(op::to_copy(s.indices(), TensorOptions(kLong).device(device), non_blocking, nullopt),
                     op::to_copy(s.values(), TensorOptions(dtype).device(device), non_blocking, nullopt), s.sizes(),
                     s.coalesced());
}

Tensor copy_kernel(Out out, const Tensor& self, const Tensor& src, bool non_blocking) {
  TORCHPP_CHECK(self.is_sparse() && src.is_sparse(),
                "copy_() between dense and sparse Tensors is not implemented! Found self type = ", self.toString(),
                " and src type = ", src.toString());
  if (!out.functional() && out.tensor().is_same(src)) return Tensor();
  const Tensor copy =
      to_copy_kernel(src, TensorOptions(self.scalar_type()).device(self.device()), non_blocking, nullopt);
  if (!out.is_in_place() || self.sizes() == src.sizes()) return deliver("copy", out, copy);
  const SparseImpl& s = sparse_impl_of("copy", copy);
  sparse_impl_of("copy", self).assign(s.indices(), s.values(), s.coalesced(), s.sizes());
  bump_version(self);
  return Tensor();
}

Tensor empty_kernel(IntArrayRef size, TensorOptions options, optional<MemoryFormat> memory_format) {
  TORCHPP_CHECK(!memory_format && !options.has_memory_format(),
                "memory format option is only supported by strided tensors");
  return composite::sparse_coo_tensor_size(size, options);
}

Tensor fill_kernel(Out out, const Tensor& self, const Scalar& value) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(value.equal(0), "fill: a sparse tensor can be filled with 0 only, got ", value,
                                "; to_dense() can be filled");
  const SparseImpl& s = sparse_impl_of("fill", self);
  const Tensor zero = make_sparse(op::narrow(s.indices(), 1, 0, 0), op::narrow(s.values(), 0, 0, 0), s.sizes(), true);
  return deliver("fill", out, contiguous_copy(zero));
}

// ---- reductions

bool is_every_dim(OptionalIntArrayRef dims, int64_t rank, const char* op) {
  if (!dims || dims->empty() || rank == 0) return true;
  const uint64_t mask = dim_mask(*dims, rank, op);
  return rank < 64 && mask == (uint64_t{1} << rank) - 1;
}
// A reduction of all elements to one, with a dimension for each that it had where the call asks for it.
Tensor kept_dims(const Tensor& one, int64_t rank, bool keepdim) {
  return keepdim ? op::view(one, DimVector(static_cast<size_t>(rank), 1)) : one;
}

Tensor sum_of_dims(const Tensor& self, IntArrayRef dims) {
  const Tensor whole = coalesced(self);
  const SparseImpl& s = sparse_impl_of("_sparse_sum", whole);
  const uint64_t summed = dim_mask(dims, self.dim(), "_sparse_sum");
  DimVector kept_lines, sizes, of_values;
  for (int64_t d = 0; d < self.dim(); ++d) {
    const bool kept = (summed >> d & 1) == 0;
    if (kept) sizes.push_back(self.sizes()[static_cast<size_t>(d)]);
    if (d < s.sparse_dim() && kept) kept_lines.push_back(d);
    if (d >= s.sparse_dim() && !kept) of_values.push_back(d - s.sparse_dim() + 1);
  }
  const ScalarType dtype = self.scalar_type();
  Tensor values = s.values();
  if (!of_values.empty()) values = op::sum(Out(), values, IntArrayRef(of_values), false, dtype);
  if (kept_lines.empty()) return op::sum(Out(), values, IntArrayRef(0), false, dtype);
  const Tensor indices =
      op::index_select(Out(), s.indices(), 0, torchpp::tensor(IntArrayRef(kept_lines), kLong).to(self.device()));
  return coalesced_copy(make_sparse(indices, values, sizes, false));
}

Tensor sum_kernel(Out out, const Tensor& self, OptionalIntArrayRef dims, bool keepdim, optional<ScalarType> dtype) {
  if (is_every_dim(dims, self.dim(), "sum"))
    return deliver(
        "sum", out,
        kept_dims(op::sum(Out(), sparse_impl_of("sum", self).values(), nullopt, false, dtype), self.dim(), keepdim));
  const Tensor in = dtype ? self.to(*dtype) : isIntegralType(self.scalar_type(), true) ? self.to(kLong) : self;
  Tensor sums = sum_of_dims(in, *dims);
  const uint64_t summed = dim_mask(*dims, self.dim(), "sum");
  for (int64_t d = 0; keepdim && d < self.dim(); ++d)
    if ((summed >> d & 1) != 0) sums = op::unsqueeze(sums, d);
  return deliver("sum", out, sums);
}

Tensor any_kernel(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(!dim, "any: sparse tensors have no any() of a dimension");
  return deliver(
      "any", out,
      kept_dims(op::any(Out(), sparse_impl_of("any", coalesced(self)).values(), nullopt, false), self.dim(), keepdim));
}

Tensor vector_norm_kernel(Out out, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dims, bool keepdim,
                          optional<ScalarType> dtype) {
  TORCHPP_CHECK(is_every_dim(dims, self.dim(), "norm"),
                "norm of a sparse tensor currently only supports full reductions, so 'dim' must either be empty or "
                "contain all dimensions of the input");
  TORCHPP_CHECK(!keepdim, "norm of a sparse tensor currently does not support keepdim=True");
  const Tensor whole = coalesced(self);
  Tensor values = sparse_impl_of("norm", whole).values();
  // The elements that are not stored are zeros, of which one says all.
  if (values.numel() < self.numel() && values.numel() == 0) values = op::zeros({1}, values.options());
  return deliver("norm", out, op::vector_norm(Out(), values, ord, nullopt, false, dtype));
}

Scalar item_kernel(const Tensor& self) {
  const SparseImpl& s = sparse_impl_of("item", self);
  return op::item(op::sum(Out(), s.values(), nullopt, false, self.scalar_type()));
}

// ---- shapes

Tensor permuted(const char* op, const Tensor& self, IntArrayRef order) {
  const SparseImpl& s = sparse_impl_of(op, self);
  const auto sparse_dim = static_cast<size_t>(s.sparse_dim());
  DimVector sizes, of_indices, of_values{0};
  for (size_t d = 0; d < order.size(); ++d) {
    const auto from = static_cast<size_t>(order[d]);
    TORCHPP_CHECK((d < sparse_dim) == (from < sparse_dim), op,
                  ": transpositions between sparse and dense dimensions are not allowed. Only transpositions within "
                  "sparse and dense dimensions are supported; transposed dimensions must be sparse or dense, got "
                  "sparse_dim ",
                  sparse_dim, " and dimensions ", from, " and ", d);
    sizes.push_back(self.sizes()[from]);
    if (d < sparse_dim) of_indices.push_back(order[d]);
    else of_values.push_back(order[d] - s.sparse_dim() + 1);
  }
  const bool same_places = std::is_sorted(of_indices.begin(), of_indices.end());
  const Tensor places =
      op::index_select(Out(), s.indices(), 0, torchpp::tensor(IntArrayRef(of_indices), kLong).to(self.device()));
  return make_sparse(places, contiguous_copy(op::permute(s.values(), of_values)), sizes, s.coalesced() && same_places);
}

Tensor permute_kernel(const Tensor& self, IntArrayRef dims) {
  TORCHPP_CHECK(
      static_cast<int64_t>(dims.size()) == self.dim(),
      "permute: number of dimensions in the tensor input does not match the length of the desired ordering of "
      "dimensions i.e. input.dim() = ",
      self.dim(), " is not equal to len(dims) = ", dims.size());
  DimVector order;
  dim_mask(dims, self.dim(), "permute");
  for (int64_t d : dims) order.push_back(wrap_dim(d, self.dim()));
  return permuted("permute", self, order);
}

Tensor transpose_kernel(const Tensor& self, int64_t dim0, int64_t dim1) {
  DimVector order;
  for (int64_t d = 0; d < self.dim(); ++d) order.push_back(d);
  const int64_t a = wrap_dim(dim0, self.dim()), b = wrap_dim(dim1, self.dim());
  if (self.dim() > 0) std::swap(order[static_cast<size_t>(a)], order[static_cast<size_t>(b)]);
  return permuted("sparse transpose", self, order);
}

Tensor unsqueeze_kernel(const Tensor& self, int64_t dim) {
  const SparseImpl& s = sparse_impl_of("unsqueeze", self);
  const int64_t d = wrap_dim(dim, self.dim() + 1);
  DimVector sizes(self.sizes());
  sizes.insert(static_cast<size_t>(d), 1);
  if (d > s.sparse_dim())
    return make_sparse(s.indices(), contiguous_copy(op::unsqueeze(s.values(), d - s.sparse_dim() + 1)), sizes,
                       s.coalesced());
  const Tensor line = op::zeros({1, s.nnz()}, s.indices().options());
  const Tensor before = op::narrow(s.indices(), 0, 0, d), behind = op::narrow(s.indices(), 0, d, s.sparse_dim() - d);
  return make_sparse(op::cat(Out(), {before, line, behind}, 0), contiguous_copy(s.values()), sizes, s.coalesced());
}

// For each of the wanted keys in order: the places at which it stands in `keys`, and which of the wanted it is.
struct Matches {
  Tensor place, wanted;
};
Matches all_matches(const Tensor& keys, const Tensor& wanted) {
  const auto [sorted, order] = op::sort(Out(), keys, true, 0, false);
  const auto bound = [&, &sorted = sorted](bool right) {
    return op::searchsorted(Out(), sorted, wanted, false, right, nullopt, Tensor());
  };
  const Tensor from = bound(false), count = bound(true).sub(from);
  const Tensor of = torchpp::arange(wanted.size(0), wanted.options()).repeat_interleave(count);
  // How many matches stand before those of the same key.
  const Tensor before = op::cumsum(Out(), count, 0, kLong).sub(count).index_select(0, of);
  const Tensor within = torchpp::arange(of.size(0), wanted.options()).sub(before);
  return {order.index_select(0, from.index_select(0, of).add(within)), of};
}

Tensor index_select_kernel(Out out, const Tensor& self, int64_t dim, const Tensor& index) {
  const SparseImpl& s = sparse_impl_of("index_select", self);
  TORCHPP_CHECK_INDEX(self.dim() > 0, "index_select() cannot be applied to a 0-dim tensor.");
  TORCHPP_CHECK_INDEX(index.dim() == 1 && isIntegralType(index.scalar_type(), false) && !index.is_sparse(),
                      "index_select() argument index must be 1-D long-tensor.");
  const int64_t d = wrap_dim(dim, self.dim()), size = self.size(d);
  DimVector sizes(self.sizes());
  sizes[static_cast<size_t>(d)] = index.size(0);
  if (d >= s.sparse_dim())
    return deliver(
        "index_select", out,
        make_sparse(contiguous_copy(s.indices()), op::index_select(Out(), s.values(), d - s.sparse_dim() + 1, index),
                    sizes, s.coalesced()));
  const Tensor wanted = index.to(kLong);
  if (wanted.numel() > 0) {
    const int64_t low = wanted.min().item<int64_t>(), high = wanted.max().item<int64_t>();
    TORCHPP_CHECK_INDEX(low >= 0 && high < size, "index_select(): index contains ", low < 0 ? low : high,
                        " that is out of range for tensor of size ", self.sizes(), " at dimension ", d);
  }
  const Matches m = all_matches(op::select(s.indices(), 0, d), wanted);
  const Tensor indices = op::index_select(Out(), s.indices(), 1, m.place);
  const Tensor line = op::select(indices, 0, d);
  op::copy(Out::in_place(line), line, m.wanted, false);
  return deliver("index_select", out,
                 make_sparse(indices, op::index_select(Out(), s.values(), 0, m.place), sizes, false));
}

Tensor select_kernel(const Tensor& self, int64_t dim, int64_t index) {
  const SparseImpl& s = sparse_impl_of("select", self);
  const int64_t d = wrap_existing_dim(dim, self.dim()), size = self.size(d);
  TORCHPP_CHECK_INDEX(index >= -size && index < size, "select(): index ", index, " out of range for tensor of size ",
                      self.sizes(), " at dimension ", d);
  const int64_t at = index < 0 ? index + size : index;
  DimVector sizes(self.sizes());
  sizes.erase(static_cast<size_t>(d));
  if (d >= s.sparse_dim())
    return make_sparse(s.indices(), contiguous_copy(op::select(s.values(), d - s.sparse_dim() + 1, at)), sizes,
                       s.coalesced());
  const Tensor here = op::eq_Scalar(Out(), op::select(s.indices(), 0, d), at);
  const Tensor place = op::select(op::transpose(op::nonzero(Out(), here), 0, 1), 0, 0);
  const Tensor values = op::index_select(Out(), s.values(), 0, place);
  // Without sparse dimensions the tensor is dense.
  if (s.sparse_dim() == 1) return op::sum(Out(), values, IntArrayRef(0), false, values.scalar_type());
  const Tensor indices = op::index_select(Out(), s.indices(), 1, place);
  const Tensor others =
      op::cat(Out(), {op::narrow(indices, 0, 0, d), op::narrow(indices, 0, d + 1, s.sparse_dim() - d - 1)}, 0);
  return make_sparse(others, values, sizes, s.coalesced());
}

Tensor cat_kernel(Out out, TensorList tensors, int64_t dim) {
  const SparseImpl& first = sparse_impl_of("cat: the tensor at position 0", tensors[0]);
  const int64_t d = wrap_dim(dim, first.dim());
  DimVector sizes(first.sizes());
  int64_t end = 0;
  std::vector<Tensor> indices, values;
  for (size_t i = 0; i < tensors.size(); ++i) {
    TORCHPP_CHECK(tensors[i].is_sparse(), "Concatenating sparse tensors, but a dense tensor was found at position ", i,
                  ".");
    const SparseImpl& s = sparse_impl_of("cat", tensors[i]);
    bool same = s.dim() == first.dim();
    for (size_t k = 0; same && k < sizes.size(); ++k)
      same = static_cast<int64_t>(k) == d || s.sizes()[k] == first.sizes()[k];
    TORCHPP_CHECK(same, "All tensors must have the same shape: ", first.sizes(),
                  " (except in the concatenating dimension), but found shape: ", s.sizes(), " at position ", i, ".");
    TORCHPP_CHECK(s.sparse_dim() == first.sparse_dim(),
                  "All tensors must have the same sparse_dim and dense_dim: ", first.sparse_dim(), ", ",
                  first.dense_dim(), ", but tensor at position ", i, " has ", s.sparse_dim(), ", ", s.dense_dim(), ".");
    indices.push_back(contiguous_copy(s.indices()));
    values.push_back(s.values());
    if (d < s.sparse_dim()) {
      const Tensor line = op::select(indices.back(), 0, d);
      op::add(Out::in_place(line), line, wrapped_number(end), 1);
    }
    end = add_sizes("cat", end, s.sizes()[static_cast<size_t>(d)]);
  }
  sizes[static_cast<size_t>(d)] = end;
  if (d >= first.sparse_dim()) {  // values as long as those of the result, with zeros around them
    const int64_t along = d - first.sparse_dim() + 1;
    for (int64_t i = 0, at = 0; i < static_cast<int64_t>(values.size()); ++i) {
      Tensor& own = values[static_cast<size_t>(i)];
      DimVector longer(own.sizes());
      longer[static_cast<size_t>(along)] = end;
      const Tensor padded = op::zeros(longer, own.options()), part = op::narrow(padded, along, at, own.size(along));
      op::copy(Out::in_place(part), part, own, false);
      at += own.size(along);
      own = padded;
    }
  }
  return deliver("cat", out, make_sparse(op::cat(Out(), indices, 1), op::cat(Out(), values, 0), sizes, false));
}

Tensor sparse_mask_kernel(const Tensor& self, const Tensor& mask) {
  const SparseImpl& m = sparse_impl_of("sparse_mask: mask", mask);
  TORCHPP_CHECK_NOT_IMPLEMENTED(!self.is_sparse(), "sparse_mask: expected a dense self, got a sparse one");
  TORCHPP_CHECK(m.coalesced(), "sparse_mask: mask is uncoalesced");
  TORCHPP_CHECK(self.sizes() == mask.sizes(), "sparse_mask: operands have incompatible sizes; self has size ",
                self.sizes(), " but mask has size ", mask.sizes());
  return make_sparse(m.indices(), picked(self, m.indices()), m.sizes(), true);
}

// In the order of the indices, of which any may be missing.
Tensor values_at_kernel(const Tensor& t, const Tensor& indices) {
  const SparseImpl& s = sparse_impl_of("_sparse_mask_helper", t);
  TORCHPP_CHECK(s.coalesced(), "_sparse_mask_helper: the tensor is uncoalesced");
  TORCHPP_CHECK(indices.dim() == 2 && indices.size(0) == s.sparse_dim(), "_sparse_mask_helper: got indices of size ",
                indices.sizes(), " for ", s.sparse_dim(), " sparse dimensions");
  DimVector sizes(s.values().sizes()), column(sizes.size(), 1);
  sizes[0] = column[0] = indices.size(1);
  if (s.nnz() == 0) return op::zeros(sizes, s.values().options());
  const auto [place, found] = find_keys(flat_indices(s.indices(), s.sizes()), flat_indices(indices, s.sizes()));
  const Tensor values = op::index_select(Out(), s.values(), 0, place);
  return op::mul(Out(), values, op::view(found.to(values.scalar_type()), column));
}

Tensor stack_kernel(Out out, TensorList tensors, int64_t dim) {
  std::vector<Tensor> rows;
  for (const Tensor& t : tensors) rows.push_back(op::unsqueeze(t, dim));
  return cat_kernel(out, rows, wrap_dim(dim, tensors[0].dim() + 1));
}

Tensor values_kernel(const Tensor& self) {
  const SparseImpl& s = sparse_impl_of("values", self);
  TORCHPP_CHECK(s.coalesced(), "Cannot get values on an uncoalesced tensor, please call .coalesce() first");
  return without_history(s.values());
}

// ---- products of matrices

void check_matrices(const char* op, const Tensor& a, const Tensor& b) {
  TORCHPP_CHECK(a.dim() == 2, op, ": Argument #2 (sparse): Expected a matrix, got ", a.sizes());
  TORCHPP_CHECK(b.dim() == 2, op, ": Argument #3 (dense): Expected a matrix, got ", b.sizes());
  TORCHPP_CHECK(a.size(1) == b.size(0), op, ": Argument #3 (dense): Expected dim 0 size ", a.size(1), ", got ",
                b.size(0));
  TORCHPP_CHECK(a.scalar_type() == b.scalar_type(), op, ": expected scalar type ", a.scalar_type(), " but found ",
                b.scalar_type());
  TORCHPP_CHECK(a.device() == b.device(), op, ": expected both matrices on ", a.device(), ", but got ", b.device());
}

// result += alpha * sparse mat, by blocks of values whose rows of `mat` fit a cache.
void add_product(const Tensor& result, const SparseImpl& sparse, const Tensor& mat, const Scalar& alpha) {
  constexpr int64_t kBlock = 1 << 16;
  TORCHPP_CHECK_NOT_IMPLEMENTED(sparse.sparse_dim() == 2, "mm: expected a matrix of two sparse dimensions, got ",
                                sparse.sparse_dim());
  const int64_t width = mat.size(1), step = std::max<int64_t>(1, kBlock / std::max<int64_t>(width, 1));
  const Tensor rows = op::select(sparse.indices(), 0, 0), columns = op::select(sparse.indices(), 0, 1);
  for (int64_t at = 0; at < sparse.nnz(); at += step) {
    const int64_t n = std::min(step, sparse.nnz() - at);
    const Tensor terms = op::index_select(Out(), mat, 0, op::narrow(columns, 0, at, n));
    op::mul(Out::in_place(terms), terms, op::unsqueeze(op::narrow(sparse.values(), 0, at, n), 1));
    op::index_add(Out::in_place(result), result, 0, op::narrow(rows, 0, at, n), terms, alpha);
  }
}

Tensor addmm_kernel(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                    const Scalar& alpha) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(mat1.is_sparse() && !mat2.is_sparse() && !self.is_sparse(),
                                "addmm: of sparse tensors mat1 alone may be one (sspaddmm takes a sparse self)");
  check_matrices("addmm", mat1, mat2);
  TORCHPP_CHECK(self.scalar_type() == mat1.scalar_type(), "addmm: expected scalar type ", mat1.scalar_type(),
                " but found ", self.scalar_type());
  const DimVector sizes{mat1.size(0), mat2.size(1)};
  const SparseImpl& s = sparse_impl_of("addmm", mat1);
  Tensor sum = op::zeros(sizes, mat2.options());
  if (!beta.equal(0)) op::add(Out::in_place(sum), sum, op::expand(self, sizes, false), beta);
  add_product(sum, s, mat2, alpha);
  if (!sum.is_inference()) sum.impl()->version_counter().set(0);
  return deliver("addmm", out, sum);
}

Tensor sparse_product(const Tensor& self, const Tensor& other) {
  const SparseImpl &a = sparse_impl_of("_sparse_sparse_matmul", self),
                   &b = sparse_impl_of("_sparse_sparse_matmul", other);
  check_matrices("_sparse_sparse_matmul", self, other);
  TORCHPP_CHECK(a.dense_dim() == 0 && b.dense_dim() == 0, "_sparse_sparse_matmul: expected sparse dimensions only");
  // Each element of a meets those of b whose row is its column.
  const Matches m = all_matches(op::select(b.indices(), 0, 0), op::select(a.indices(), 0, 1));
  const Tensor rows = op::index_select(Out(), op::select(a.indices(), 0, 0), 0, m.wanted);
  const Tensor columns = op::index_select(Out(), op::select(b.indices(), 0, 1), 0, m.place);
  const Tensor products =
      op::mul(Out(), op::index_select(Out(), a.values(), 0, m.wanted), op::index_select(Out(), b.values(), 0, m.place));
  return coalesced_copy(
      make_sparse(op::stack(Out(), {rows, columns}, 0), products, {self.size(0), other.size(1)}, false));
}

Tensor mm_kernel(Out out, const Tensor& self, const Tensor& mat2) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(self.is_sparse(),
                                "mm: Could not run 'aten::mm' with a sparse second matrix and a dense "
                                "first one, expected the sparse one first");
  if (mat2.is_sparse()) return deliver("mm", out, sparse_product(self, mat2));
  check_matrices("mm", self, mat2);
  const Tensor none = op::zeros({self.size(0), mat2.size(1)}, mat2.options());
  add_product(none, sparse_impl_of("mm", self), mat2, 1);
  if (!none.is_inference()) none.impl()->version_counter().set(0);
  return deliver("mm", out, none);
}

Tensor sparse_addmm_kernel(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                           const Scalar& alpha) {
  return addmm_kernel(Out(), self, mat1, mat2, beta, alpha);
}

Tensor mv_kernel(Out out, const Tensor& self, const Tensor& vec) {
  TORCHPP_CHECK(self.is_sparse() && !vec.is_sparse() && vec.dim() == 1,
                "mv: expected a sparse matrix and a dense vector, got ", self.sizes(), " and ", vec.sizes());
  return deliver("mv", out, op::select(mm_kernel(Out(), self, op::unsqueeze(vec, 1)), 1, 0));
}

// The matrices of a batch as the blocks of one matrix.
Tensor bmm_kernel(Out out, const Tensor& self, const Tensor& mat2) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(self.is_sparse() && !mat2.is_sparse(),
                                "bmm: expected sparse matrices first and dense ones second");
  const SparseImpl& s = sparse_impl_of("bmm", self);
  TORCHPP_CHECK(self.dim() == 3 && s.dense_dim() == 0,
                "bmm_sparse: Tensor 'self' must have 3 dims, all of them sparse");
  TORCHPP_CHECK(mat2.dim() == 3, "bmm_sparse: Tensor 'mat2' must have 3 dims");
  TORCHPP_CHECK(self.size(0) == mat2.size(0) && self.size(2) == mat2.size(1), "bmm_sparse: got matrices of sizes ",
                self.sizes(), " and ", mat2.sizes(), ", which do not fit");
  const int64_t batch = self.size(0), n = self.size(1), k = self.size(2), m = mat2.size(2);
  const std::vector<Tensor> at = rows_of_indices(s.indices());
  const Tensor blocks = op::stack(Out(), {at[0].mul(n).add(at[1]), at[0].mul(k).add(at[2])}, 0);
  const Tensor matrix =
      make_sparse(blocks, s.values(), {multiply_sizes("bmm", batch, n), multiply_sizes("bmm", batch, k)}, false);
  return deliver("bmm", out, mm_kernel(Out(), matrix, mat2.reshape({batch * k, m})).view({batch, n, m}));
}

// ---- lists

std::vector<Tensor> values_of(TensorList list) {
  std::vector<Tensor> values;
  for (const Tensor& t : list) values.push_back(t.is_sparse() ? sparse_impl_of("foreach", t).values() : t);
  return values;
}

void foreach_zero_kernel(TensorList self) {
  for (const Tensor& t : self) op::fill(Out::in_place(t), t, 0);
}

void foreach_mul_kernel(TensorList self, const Tensor& scalar) {
  for (const Tensor& t : self) check_writable(t);
  op::foreach_mul(values_of(self), scalar);
  for (const Tensor& t : self)
    if (t.is_sparse()) bump_version(t);
}

Tensor foreach_norm_squared_kernel(TensorList tensors) {
  std::vector<Tensor> whole;
  for (const Tensor& t : tensors) whole.push_back(t.is_sparse() ? coalesced(t) : t);
  return op::foreach_norm_squared(values_of(whole));
}

// ---- element-wise functions with f(0) = 0, and all others

// By their names, so that a program does not link those that it does not call.
constexpr const char* kKeepZero[] = {"abs",
                                     "asin",
                                     "asinh",
                                     "atan",
                                     "atanh",
                                     "ceil",
                                     "conj_physical",
                                     "deg2rad",
                                     "erf",
                                     "erfinv",
                                     "expm1",
                                     "floor",
                                     "frac",
                                     "isinf",
                                     "isnan",
                                     "isneginf",
                                     "isposinf",
                                     "log1p",
                                     "positive",
                                     "rad2deg",
                                     "relu",
                                     "round",
                                     "round.decimals",
                                     "sgn",
                                     "sign",
                                     "signbit",
                                     "sin",
                                     "sinh",
                                     "sqrt",
                                     "tan",
                                     "tanh",
                                     "trunc",
                                     "nan_to_num",
                                     "pow.Tensor_Tensor"};

bool keeps_zero(const std::string& name) {
  return std::any_of(std::begin(kKeepZero), std::end(kKeepZero), [&](const char* k) { return name == k; });
}

void check_exponent(const Tensor& exponent) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(is_number(exponent), "pow: of a sparse tensor the exponent must be a number");
  TORCHPP_CHECK(op::item(exponent).toComplexDouble() != ComplexDouble(0),
                "pow: cannot raise to zeroth power on sparse tensor; it would make the result tensor dense");
}

void elementwise(const OperatorHandle& op, Stack& stack) {
  const detail::Signature& s = op.op->signature();
  const size_t first = stack.size() - s.value_count - (op.form == Out::Form::kOut ? s.result_count : 0);
  const Tensor self = stack[first].toTensor();
  if (op.op->name() == "pow.Tensor_Tensor") check_exponent(stack[first + 1].toTensor());
  const SparseImpl& given = sparse_impl_of(op.name().c_str(), self);
  TORCHPP_CHECK(op.form != Out::Form::kInPlace || given.coalesced(), op.name(), " requires coalesced input");
  const Tensor whole = coalesced(self), destination = op.form == Out::Form::kOut ? stack.back().toTensor() : Tensor();
  const SparseImpl& from = sparse_impl_of(op.name().c_str(), whole);
  Stack inner(stack.begin() + static_cast<std::ptrdiff_t>(first),
              stack.begin() + static_cast<std::ptrdiff_t>(first + s.value_count));
  const bool in_place = op.form == Out::Form::kInPlace;
  inner[0] = IValue(in_place ? without_history(from.values()) : from.values());
  op.op->handle(in_place ? Out::Form::kInPlace : Out::Form::kFunctional).call_boxed(inner);
  Tensor result = self;
  if (in_place) bump_version(self);
  else result = make_sparse(contiguous_copy(from.indices()), inner.back().toTensor(), from.sizes(), true);
  if (destination.defined()) {
    deliver(op.name().c_str(), Out::to(destination), result);
    result = destination;
  }
  stack.resize(first);
  stack.push_back(IValue(std::move(result)));
}

// All operators that have no kernel for sparse tensors end here.
void fallback(const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
  // A composite may consist of operators that take sparse tensors.
  if (op.op->traits().composite) return op.redispatch_boxed(keys - DispatchKey::Sparse, stack);
  if (keeps_zero(op.op->name())) return elementwise(op, stack);
  TORCHPP_FAIL_KIND(
      kNotImplemented, op.name(), ": Could not run 'aten::", op.name(),
      "' with arguments from the 'Sparse' backend: the operator has no kernel for sparse tensors; call it "
      "with to_dense(), or with the values() of coalesce()");
}

}  // namespace

namespace composite {

Tensor sparse_sum_all(const Tensor& self) { return coalesce(self).values().sum(); }
Tensor sparse_sum_all_dtype(const Tensor& self, ScalarType dtype) { return coalesce(self).values().sum(dtype); }
Tensor sparse_sum_dtype(const Tensor& self, IntArrayRef dim, ScalarType dtype) {
  return op::sparse_sum(self.to(dtype), dim);
}

Tensor sparse_mm(const Tensor& sparse, const Tensor& dense) {
  if (sparse.is_sparse() && dense.is_sparse()) return op::sparse_sparse_matmul(sparse, dense);
  const Tensor none = op::zeros({sparse.size(0), dense.size(-1)}, dense.options());
  return op::sparse_addmm(none, sparse, dense, 0, 1);
}

Tensor hspmm(Out out, const Tensor& mat1, const Tensor& mat2) {
  check_matrices("hspmm", mat1, mat2);
  const SparseImpl& s = sparse_impl_of("hspmm", mat1);
  const Tensor rows = std::get<0>(op::_unique2(Out(), op::select(s.indices(), 0, 0), true, false, false));
  const Tensor product = mm_kernel(Out(), mat1.detach(), mat2.detach());
  const Tensor values = op::index_select(Out(), product, 0, rows);
  return finish_sparse("hspmm", out, make_sparse(op::unsqueeze(rows, 0), values, product.sizes(), false));
}

Tensor smm(const Tensor& self, const Tensor& mat2) {
  const Tensor zero = sparse_coo_tensor_with_dims(2, 0, {self.size(0), mat2.size(1)}, mat2.options().layout(kSparse));
  return sspaddmm(Out(), zero, self, mat2, 1, 1);
}

Tensor sspaddmm(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                const Scalar& alpha) {
  sparse_impl_of("sspaddmm", self);
  check_matrices("sspaddmm", mat1, mat2);
  const SparseImpl& s = sparse_impl_of("sspaddmm", mat1);
  // Every element of the rows in which mat1 has any.
  const int64_t width = mat2.size(1);
  const Tensor rows = std::get<0>(op::_unique2(Out(), op::select(s.indices(), 0, 0), true, false, false));
  const Tensor values = op::index_select(Out(), mm_kernel(Out(), mat1.detach(), mat2.detach()), 0, rows);
  const Tensor at =
      op::stack(Out(), {rows.repeat_interleave(width), torchpp::arange(width, rows.options()).repeat(rows.size(0))}, 0);
  const Tensor product = make_sparse(at, values.reshape({-1}), {mat1.size(0), width}, true);
  const Tensor scaled = beta.equal(1) ? self.detach() : self.detach().mul(beta);
  return finish_sparse("sspaddmm", out, add_kernel(Out(), scaled, product, alpha));
}

}  // namespace composite

void register_sparse_kernels() {
  static const bool registered = [] {
    constexpr DispatchKey key = DispatchKey::Sparse;
    op::add.set_kernel(key, &add_kernel);
    op::sub.set_kernel(key, &sub_kernel);
    op::mul.set_kernel(key, &mul_kernel);
    op::div.set_kernel(key, &div_kernel);
    op::div_mode.set_kernel(key, &div_mode_kernel);
    op::neg.set_kernel(key, &neg_kernel);
    op::clone.set_kernel(key, &clone_kernel);
    op::to_copy.set_kernel(key, &to_copy_kernel);
    op::copy.set_kernel(key, &copy_kernel);
    op::empty.set_kernel(key, &empty_kernel);
    op::fill.set_kernel(key, &fill_kernel);
    op::sum.set_kernel(key, &sum_kernel);
    op::any.set_kernel(key, &any_kernel);
    op::vector_norm.set_kernel(key, &vector_norm_kernel);
    op::item.set_kernel(key, &item_kernel);
    op::permute.set_kernel(key, &permute_kernel);
    op::transpose.set_kernel(key, &transpose_kernel);
    op::unsqueeze.set_kernel(key, &unsqueeze_kernel);
    op::select.set_kernel(key, &select_kernel);
    op::index_select.set_kernel(key, &index_select_kernel);
    op::cat.set_kernel(key, &cat_kernel);
    op::stack.set_kernel(key, &stack_kernel);
    op::values.set_kernel(key, &values_kernel);
    op::mm.set_kernel(key, &mm_kernel);
    op::mv.set_kernel(key, &mv_kernel);
    op::bmm.set_kernel(key, &bmm_kernel);
    op::addmm.set_kernel(key, &addmm_kernel);
    op::foreach_zero.set_kernel(key, &foreach_zero_kernel);
    op::foreach_mul.set_kernel(key, &foreach_mul_kernel);
    op::foreach_norm_squared.set_kernel(key, &foreach_norm_squared_kernel);
    // Of the family itself.
    op::coalesce_copy.set_kernel(key, &coalesced_copy);
    op::sparse_mask.set_kernel(key, &sparse_mask_kernel);
    op::sparse_values_at.set_kernel(key, &values_at_kernel);
    op::sparse_to_dense.set_kernel(key, &to_dense_kernel);
    op::sparse_sum.set_kernel(key, &sum_of_dims);
    op::sparse_addmm.set_kernel(key, &sparse_addmm_kernel);
    op::sparse_sparse_matmul.set_kernel(key, &sparse_product);
    set_fallback(key, &fallback);
    static constexpr SparseGradients kGradients = {&composite::embedding_sparse_backward,
                                                   &composite::embedding_bag_sparse_backward,
                                                   &composite::gather_sparse_backward};
    registered_sparse_gradients.store(&kGradients, std::memory_order_release);
    registered_make_sparse.store(&checked_sparse, std::memory_order_release);
    return true;
  }();
  static_cast<void>(registered);
}

}  // namespace torchpp
