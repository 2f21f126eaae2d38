// SPDX-License-Identifier: BSD-3-Clause
// Bodies of sparse tensors, and the operators that make sparse tensors and take them apart.
#include "src/ops/sparse.h"

#include <torchpp/ops/creation.h>
#include <torchpp/ops/view.h>

#include "src/core/thread_state.h"
#include "src/core/view.h"
#include "src/dispatch/state.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/search.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/sparse.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"
#include "src/ops/sequence_rules.h"

namespace torchpp {

// ---- the body

SparseImpl::SparseImpl(intrusive_ptr<SparseParts> parts, IntArrayRef sizes)
    : TensorImpl(Storage(), DispatchKeySet(backend_key(parts->values.device().type())) | DispatchKey::Sparse,
                 parts->values.scalar_type(), parts->values.device()),
      parts_(std::move(parts)) {
  set_layout(kSparse);
  detach_version_counter();  // there is no storage that counts versions
  set_geometry(sizes);
}

void SparseImpl::set_geometry(IntArrayRef sizes) { set_ragged_sizes(sizes, checked_numel(sizes), true); }

void SparseImpl::assign(const Tensor& indices, const Tensor& values, bool coalesced) {
  parts_->indices = without_history(indices);
  parts_->values = without_history(values);
  parts_->coalesced = coalesced;
}

void SparseImpl::assign(const Tensor& indices, const Tensor& values, bool coalesced, IntArrayRef sizes) {
  set_geometry(sizes);
  parts_ = make_intrusive<SparseParts>();
  assign(indices, values, coalesced);
}

void SparseImpl::clear(IntArrayRef sizes, int64_t dense_dim) {
  const int64_t sparse_dim = static_cast<int64_t>(sizes.size()) - dense_dim;
  DimVector of_values{0};
  for (int64_t size : sizes.slice(static_cast<size_t>(sparse_dim))) of_values.push_back(size);
  assign(Tensor(make_tensor({sparse_dim, 0}, kLong, device())), Tensor(make_tensor(of_values, dtype(), device())), true,
         sizes);
}

intrusive_ptr<TensorImpl> SparseImpl::shallow_copy() const {
  auto copy = make_intrusive<SparseImpl>(parts_, sizes());
  copy->set_inference(is_inference());
  copy->share_version_counter(*this);
  return copy;
}

void SparseImpl::shallow_copy_from(const TensorImpl& other) {
  const auto& sparse = static_cast<const SparseImpl&>(other);  // set_data has asked
  TensorImpl::shallow_copy_from(other);
  parts_ = sparse.parts_;
  set_geometry(sparse.sizes());
}

void SparseImpl::release_resources() {
  parts_.reset();
  TensorImpl::release_resources();
}

SparseImpl& sparse_impl_of(const char* op, const Tensor& t) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(t.defined() && t.is_sparse(), op, ": expected a sparse tensor, got ",
                                t.defined() ? str("a dense one of size ", t.sizes()) : "an undefined one");
  return static_cast<SparseImpl&>(*t.impl());
}

Tensor without_history(const Tensor& t) { return Tensor(t.body().shallow_copy()); }

// ---- for kernels

Tensor make_sparse(const Tensor& indices, const Tensor& values, IntArrayRef sizes, bool coalesced) {
  register_sparse_kernels();
  auto parts = make_intrusive<SparseParts>();
  parts->indices = without_history(indices);
  parts->values = without_history(values);
  parts->coalesced = coalesced;
  auto sparse = make_intrusive<SparseImpl>(std::move(parts), sizes);
  sparse->set_inference(thread_state.inference);
  return Tensor(std::move(sparse));
}

Tensor make_sparse_like(const SparseImpl& like, const Tensor& values) {
  return make_sparse(like.indices(), values, like.sizes(), like.coalesced());
}

Tensor flat_indices(const Tensor& indices, IntArrayRef sizes) {
  const int64_t sparse_dim = indices.size(0);
  if (sparse_dim == 1) return op::select(indices, 0, 0);
  Tensor flat = op::zeros(indices.size(1), indices.options());
  for (int64_t d = 0; d < sparse_dim; ++d) {
    if (d > 0) op::mul(Out::in_place(flat), flat, wrapped_number(sizes[static_cast<size_t>(d)]));
    op::add(Out::in_place(flat), flat, op::select(indices, 0, d), 1);
  }
  return flat;
}

std::vector<Tensor> rows_of_indices(const Tensor& indices) {
  std::vector<Tensor> rows;
  for (int64_t d = 0; d < indices.size(0); ++d) rows.push_back(op::select(indices, 0, d));
  return rows;
}

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

Tensor coalesced(const Tensor& sparse) {
  const SparseImpl& s = sparse_impl_of("coalesce", sparse);
  return s.coalesced() ? sparse : every_backend::coalesce_copy(sparse);
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

FoundKeys find_keys(const Tensor& keys, const Tensor& wanted) {
  const Tensor place =
      op::searchsorted(Out(), keys, wanted, false, false, nullopt, Tensor()).clamp_max(keys.size(0) - 1);
  return {place, op::eq(Out(), op::index_select(Out(), keys, 0, place), wanted)};
}

// ---- kernels of the operators that make sparse tensors and take them apart

namespace every_backend {

Tensor sparse_tensor(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, const Tensor& indices,
                     const Tensor& values, TensorOptions) {
  const char* const op = "_sparse_coo_tensor_with_dims_and_tensors";
  TORCHPP_CHECK(indices.dim() == 2, "indices must be sparse_dim x nnz, but got: ", indices.sizes());
  TORCHPP_CHECK(
      indices.layout() == kStrided && !indices.is_nested() && values.layout() == kStrided && !values.is_nested(), op,
      ": expected dense indices and values");
  TORCHPP_CHECK(indices.scalar_type() == kLong, "indices must be an int64 tensor: expected scalar type Long but found ",
                indices.scalar_type());
  TORCHPP_CHECK(indices.device() == values.device(), "device of indices (", indices.device(),
                ") must match device of values (", values.device(), ")");
  TORCHPP_CHECK(values.dim() > 0 && indices.size(1) == values.size(0),
                "indices and values must have same nnz, but got nnz from indices: ", indices.size(1),
                ", nnz from values: ", values.dim() > 0 ? values.size(0) : 1);
  TORCHPP_CHECK(sparse_dim >= 0 && dense_dim >= 0 && static_cast<size_t>(sparse_dim + dense_dim) == size.size(),
                "number of dimensions must be sparse_dim (", sparse_dim, ") + dense_dim (", dense_dim, "), but got ",
                size.size());
  TORCHPP_CHECK(indices.size(0) == sparse_dim, "indices has incorrect first dimension, expected ", sparse_dim, ", got ",
                indices.size(0));
  const IntArrayRef dense_sizes = size.slice(static_cast<size_t>(sparse_dim));
  if (values.sizes().slice(1) != dense_sizes) {
    DimVector expected(dense_sizes);
    expected.insert(0, values.size(0));
    TORCHPP_FAIL_KIND(kError, "values has incorrect size, expected ", IntArrayRef(expected), ", got ", values.sizes());
  }
  return make_sparse(indices, values, size, false);
}

Tensor coalesce_copy(const Tensor& self) {
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

Tensor to_sparse(const Tensor& self, int64_t sparse_dim) {
  const int64_t dim = self.dim();
  TORCHPP_CHECK(sparse_dim > 0 || dim == 0, "sparse_dim must be >0 if dimensionality > 0");
  TORCHPP_CHECK(sparse_dim >= 0 && sparse_dim <= dim, "sparse_dim must be less than or equal to self.dim()");
  const Tensor plain = resolved(self);
  Tensor present = op::ne_Scalar(Out(), plain, 0);
  if (dim == 0) present = op::unsqueeze(present, 0);
  else if (sparse_dim < dim) present = present.flatten(sparse_dim).any(-1);
  Tensor places = op::nonzero(Out(), present);  // (nnz, sparse_dim)
  if (dim == 0) places = op::narrow(places, 1, 0, 0);
  const Tensor indices = op::clone(op::transpose(places, 0, 1), MemoryFormat::Contiguous);
  return make_sparse(indices, picked(plain, indices), self.sizes(), true);
}

Tensor sparse_mask(const Tensor& self, const Tensor& mask) {
  const SparseImpl& m = sparse_impl_of("sparse_mask: mask", mask);
  TORCHPP_CHECK_NOT_IMPLEMENTED(!self.is_sparse(), "sparse_mask: expected a dense self, got a sparse one");
  TORCHPP_CHECK(m.coalesced(), "sparse_mask: mask is uncoalesced");
  TORCHPP_CHECK(self.sizes() == mask.sizes(), "sparse_mask: operands have incompatible sizes; self has size ",
                self.sizes(), " but mask has size ", mask.sizes());
  return make_sparse(m.indices(), picked(self, m.indices()), m.sizes(), true);
}

Tensor sparse_to_dense(const Tensor& self, optional<ScalarType> dtype) {
  const SparseImpl& s = sparse_impl_of("_to_dense", self);
  const Tensor dense = op::zeros(s.sizes(), s.values().options());
  add_sparse_to(dense, s, 1);
  if (!dense.is_inference()) dense.impl()->version_counter().set(0);
  return dtype ? dense.to(*dtype) : dense;
}

}  // namespace every_backend

// ---- compositions

namespace composite {
namespace {

void check_layout(const TensorOptions& options) {
  TORCHPP_CHECK(!options.has_layout() || options.layout() == kSparse, "expected sparse layout, but got layout ",
                options.layout());
}

// Values with the properties that the options ask for. A number stands for one value.
Tensor values_with(const Tensor& values, const TensorOptions& options) {
  const Tensor list = values.dim() == 0 ? values.expand({1}) : values;
  TensorOptions wanted;
  if (options.has_dtype()) wanted = wanted.dtype(options.dtype());
  if (options.has_device()) wanted = wanted.device(options.device());
  return list.to(wanted);
}

// Throws unless indices lie within the sizes, of which `known` says that they were given.
void check_range(const Tensor& indices, optional<IntArrayRef> size) {
  if (indices.numel() == 0) return;
  const Tensor least = indices.amin(1).to(kCPU), greatest = indices.amax(1).to(kCPU);
  const auto* low = least.const_data_ptr<int64_t>();
  const auto* high = greatest.const_data_ptr<int64_t>();
  for (int64_t d = 0; d < indices.size(0); ++d) {
    TORCHPP_CHECK(low[d] >= 0, "found negative index ", low[d], " for dim ", d);
    const int64_t end = size ? (*size)[static_cast<size_t>(d)] : 0;
    TORCHPP_CHECK(!size || high[d] < end, "size is inconsistent with indices: for dim ", d, ", size is ", end,
                  " but found index ", high[d]);
  }
}

Tensor sized(const Tensor& indices, const Tensor& values, IntArrayRef size) {
  TORCHPP_CHECK(indices.dim() == 2, "indices must be sparse_dim x nnz, but got: ", indices.sizes());
  return op::sparse_tensor(indices.size(0), values.dim() - 1, size, indices, values, values.options().layout(kSparse));
}

void check_resize(const SparseImpl& s, IntArrayRef size, int64_t sparse_dim, int64_t dense_dim) {
  TORCHPP_CHECK(sparse_dim >= 0 && dense_dim >= 0 && static_cast<size_t>(sparse_dim + dense_dim) == size.size(),
                "number of dimensions must be sparse_dim (", sparse_dim, ") + dense_dim (", dense_dim, "), but got ",
                size.size());
  checked_numel(size);
  if (s.nnz() == 0) return;
  TORCHPP_CHECK(sparse_dim == s.sparse_dim(), "changing the number of sparse dimensions (from ", s.sparse_dim(), " to ",
                sparse_dim, ") on a non-empty sparse tensor is not supported.");
  TORCHPP_CHECK(dense_dim == s.dense_dim(), "changing the number of dense dimensions (from ", s.dense_dim(), " to ",
                dense_dim, ") on a non-empty sparse tensor is not supported.");
  bool shrinks[2] = {false, false};
  for (size_t d = 0; d < size.size(); ++d)
    shrinks[d < static_cast<size_t>(sparse_dim) ? 0 : 1] |= size[d] < s.sizes()[d];
  for (int i = 0; i < 2; ++i)
    TORCHPP_CHECK(!shrinks[i], "shrinking the size of ", i == 0 ? "sparse" : "dense", " dimensions (from ", s.sizes(),
                  " to ", size, ") on a non-empty sparse tensor is not supported.");
}

void check_no_gradient(const char* op, const Tensor& self) {
  TORCHPP_CHECK(!self.requires_grad(), op, ": cannot resize variables that require grad");
  check_writable(self);
}

}  // namespace

Tensor sparse_coo_tensor_with_dims(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, TensorOptions options) {
  check_layout(options);
  TORCHPP_CHECK(sparse_dim >= 0 && dense_dim >= 0 && static_cast<size_t>(sparse_dim + dense_dim) == size.size(),
                "number of dimensions must be sparse_dim (", sparse_dim, ") + dense_dim (", dense_dim, "), but got ",
                size.size());
  DimVector of_values(size.slice(static_cast<size_t>(sparse_dim)));
  of_values.insert(0, 0);
  const TensorOptions dense = options.layout(kStrided).requires_grad(false);
  return make_sparse(op::empty({sparse_dim, 0}, dense.dtype(kLong), nullopt), op::empty(of_values, dense, nullopt),
                     size, true);
}
Tensor sparse_coo_tensor_size(IntArrayRef size, TensorOptions options) {
  return sparse_coo_tensor_with_dims(static_cast<int64_t>(size.size()), 0, size, options);
}

Tensor sparse_coo_tensor_sized(const Tensor& indices, const Tensor& values, IntArrayRef size, TensorOptions options) {
  check_layout(options);
  const Tensor list = values_with(values, options), places = indices.to(list.device());
  Tensor sparse = sized(places, list, size);
  check_range(places.detach(), size);
  return sparse;
}
Tensor sparse_coo_tensor_unchecked(const Tensor& indices, const Tensor& values, IntArrayRef size,
                                   TensorOptions options) {
  check_layout(options);
  const Tensor list = values_with(values, options);
  return sized(indices.to(list.device()), list, size);
}
Tensor sparse_coo_tensor_indices(const Tensor& indices, const Tensor& values, TensorOptions options) {
  check_layout(options);
  TORCHPP_CHECK(indices.dim() == 2, "indices must be sparse_dim x nnz, but got: ", indices.sizes());
  const Tensor list = values_with(values, options), places = indices.to(list.device());
  check_range(places, nullopt);
  DimVector size(list.sizes());
  size.erase(0);
  const Tensor greatest = places.numel() == 0 ? Tensor() : places.amax(1).to(kCPU);
  for (int64_t d = 0; d < places.size(0); ++d)
    size.insert(static_cast<size_t>(d), greatest.defined() ? greatest.const_data_ptr<int64_t>()[d] + 1 : 0);
  return sized(places, list, size);
}
void check_sparse_arguments(const Tensor& indices, const Tensor& values, IntArrayRef size) {
  sparse_coo_tensor_sized(indices.detach(), values.detach(), size, TensorOptions());
}
Tensor to_sparse_all(const Tensor& self) { return op::to_sparse(self, self.dim()); }

int64_t sparse_dim(const Tensor& self) { return sparse_impl_of("sparse_dim", self).sparse_dim(); }
int64_t dense_dim(const Tensor& self) { return sparse_impl_of("dense_dim", self).dense_dim(); }
int64_t sparse_nnz(const Tensor& self) { return sparse_impl_of("_nnz", self).nnz(); }
bool is_coalesced(const Tensor& self) { return sparse_impl_of("is_coalesced", self).coalesced(); }

Tensor sparse_own_indices(const Tensor& self) { return without_history(sparse_impl_of("_indices", self).indices()); }
Tensor sparse_own_values(const Tensor& self) { return without_history(sparse_impl_of("_values", self).values()); }
Tensor sparse_indices(const Tensor& self) {
  const SparseImpl& s = sparse_impl_of("indices", self);
  TORCHPP_CHECK(s.coalesced(), "Cannot get indices on an uncoalesced tensor, please call .coalesce() first");
  return without_history(s.indices());
}

Tensor set_coalesced(const Tensor& self, bool coalesced) {
  SparseImpl& s = sparse_impl_of("_coalesced_", self);
  check_writable(self);
  s.set_coalesced(coalesced);
  bump_version(self);
  return self;
}
Tensor coalesce(const Tensor& self) {
  return sparse_impl_of("coalesce", self).coalesced() ? self : op::coalesce_copy(self);
}

Tensor sparse_resize_(const Tensor& self, IntArrayRef size, int64_t sparse_dim, int64_t dense_dim) {
  SparseImpl& s = sparse_impl_of("sparse_resize_", self);
  check_no_gradient("sparse_resize_", self);
  check_resize(s, size, sparse_dim, dense_dim);
  if (s.nnz() == 0) {
    s.clear(size, dense_dim);
  } else if (s.sizes() != size) {
    const Tensor indices = s.indices();
    Tensor values = s.values();
    DimVector of_values(size.slice(static_cast<size_t>(sparse_dim)));
    of_values.insert(0, s.nnz());
    if (values.sizes() != IntArrayRef(of_values)) {  // further elements of grown dense dimensions are zero
      Tensor grown = op::zeros(of_values, values.options()), part = grown;
      for (int64_t d = 1; d <= dense_dim; ++d) part = op::narrow(part, d, 0, values.size(d));
      op::copy(Out::in_place(part), part, values, false);
      values = grown;
    }
    s.assign(indices, values, s.coalesced(), size);
  }
  bump_version(self);
  return self;
}
Tensor sparse_resize_and_clear_(const Tensor& self, IntArrayRef size, int64_t sparse_dim, int64_t dense_dim) {
  SparseImpl& s = sparse_impl_of("sparse_resize_and_clear_", self);
  check_no_gradient("sparse_resize_and_clear_", self);
  TORCHPP_CHECK(sparse_dim >= 0 && dense_dim >= 0 && static_cast<size_t>(sparse_dim + dense_dim) == size.size(),
                "number of dimensions must be sparse_dim (", sparse_dim, ") + dense_dim (", dense_dim, "), but got ",
                size.size());
  s.clear(size, dense_dim);
  bump_version(self);
  return self;
}
Tensor resize_as_sparse_(const Tensor& self, const Tensor& the_template) {
  const SparseImpl& like = sparse_impl_of("resize_as_sparse_", the_template);
  return sparse_resize_(self, like.sizes(), like.sparse_dim(), like.dense_dim());
}
Tensor copy_sparse_to_sparse_(const Tensor& self, const Tensor& src, bool non_blocking) {
  sparse_impl_of("copy_sparse_to_sparse_", self);
  sparse_impl_of("copy_sparse_to_sparse_", src);
  op::copy(Out::in_place(self), self, src, non_blocking);
  return self;
}

Tensor to_dense(const Tensor& self, optional<ScalarType> dtype) {
  if (self.is_sparse()) return op::sparse_to_dense(self, dtype);
  return dtype ? self.to(*dtype) : self;
}

// ---- sparse gradients

Tensor embedding_sparse_backward(const Tensor& grad, const Tensor& indices, int64_t num_weights, int64_t padding_idx,
                                 bool scale_grad_by_freq) {
  TORCHPP_CHECK(!scale_grad_by_freq, "embedding_backward: scale_grad_by_freq not supported with sparse gradients");
  const int64_t width = grad.size(-1);
  Tensor index = indices.reshape({-1}), values = grad.reshape({index.numel(), width});
  if (padding_idx != -1) {
    const Tensor kept = index.ne(padding_idx);
    index = index.index({kept});
    values = values.index({kept});
  }
  return sized(index.to(kLong).unsqueeze(0), values, {num_weights, width});
}

Tensor embedding_bag_sparse_backward(const Tensor& grad, const Tensor& indices, const Tensor& offsets,
                                     const Tensor& offset2bag, const Tensor& bag_size, int64_t num_weights,
                                     bool scale_grad_by_freq, int64_t mode, const Tensor& per_sample_weights,
                                     int64_t padding_idx) {
  static_cast<void>(offsets);
  TORCHPP_CHECK(mode != static_cast<int64_t>(BagMode::kMax), "embedding_bag: max mode does not support sparse weights");
  Tensor index = indices, bag = offset2bag, scale = per_sample_weights;
  const Tensor in_a_bag = bag.lt(grad.size(0));
  if (!in_a_bag.all().item<bool>()) {  // indices behind the end of the last bag are in none
    index = index.index({in_a_bag});
    bag = bag.index({in_a_bag});
    if (scale.defined()) scale = scale.index({in_a_bag});
  }
  const Tensor rows = grad.index_select(0, bag);
  if (mode == static_cast<int64_t>(BagMode::kMean))
    rows.mul_(bag_size.clamp_min(1).to(grad.scalar_type()).reciprocal().index_select(0, bag).unsqueeze(1));
  if (per_sample_weights.defined()) rows.mul_(scale.unsqueeze(1));
  return embedding_sparse_backward(rows, index, num_weights, padding_idx, scale_grad_by_freq);
}

Tensor gather_sparse_backward(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& grad) {
  const TensorOptions options = TensorOptions(kLong).device(index.device());
  const int64_t rank = self.dim(), n = index.numel();
  if (rank == 0) return sized(torchpp::empty({0, n}, options), grad.reshape({-1}), self.sizes());
  if (index.dim() == 0) return sized(index.view({1, 1}), grad.reshape({1}), self.sizes());
  const int64_t along = wrap_dim(dim, rank);
  std::vector<Tensor> rows;
  for (int64_t d = 0; d < rank; ++d) {
    DimVector line(static_cast<size_t>(rank), 1);
    line[static_cast<size_t>(d)] = index.size(d);
    const Tensor places =
        d == along ? index.to(kLong) : torchpp::arange(index.size(d), options).view(line).expand(index.sizes());
    rows.push_back(places.reshape({-1}));
  }
  return sized(op::stack(Out(), rows, 0), grad.reshape({-1}), self.sizes());
}

}  // namespace composite
}  // namespace torchpp
