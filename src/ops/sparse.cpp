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

std::atomic<const SparseGradients*> registered_sparse_gradients{nullptr};
std::atomic<MakeSparse> registered_make_sparse{nullptr};

const SparseGradients& sparse_gradients(const char* op) {
  const SparseGradients* const registered = registered_sparse_gradients.load(std::memory_order_acquire);
  TORCHPP_CHECK_NOT_IMPLEMENTED(registered != nullptr, op,
                                ": the kernels of sparse gradients are not registered; make a SparseGradient(true) "
                                "before the call");
  return *registered;
}

// ---- kernels of the operators that make sparse tensors and take them apart. Those of sparse tensors are in the slots
// of the key Sparse.

namespace every_backend {
namespace {

[[noreturn]] void fail_dense(const char* op, const Tensor& t) {
  sparse_impl_of(op, t);
  TORCHPP_FAIL_KIND(kInternal, op, ": a sparse tensor came to the kernel of dense ones");
}

}  // namespace

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

Tensor coalesce_copy(const Tensor& self) { fail_dense("_coalesce", self); }
Tensor sparse_mask(const Tensor&, const Tensor& mask) { fail_dense("sparse_mask: mask", mask); }
Tensor sparse_values_at(const Tensor& t, const Tensor&) { fail_dense("_sparse_mask_helper", t); }
Tensor sparse_to_dense(const Tensor& self, optional<ScalarType>) { fail_dense("_to_dense", self); }
Tensor sparse_sum(const Tensor& self, IntArrayRef) { fail_dense("_sparse_sum", self); }
Tensor sparse_addmm(const Tensor&, const Tensor& mat1, const Tensor&, const Scalar&, const Scalar&) {
  fail_dense("_sparse_addmm: mat1", mat1);
}
Tensor sparse_sparse_matmul(const Tensor& self, const Tensor&) { fail_dense("_sparse_sparse_matmul", self); }

}  // namespace every_backend

// ---- compositions

namespace composite {
namespace {

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

}  // namespace composite
}  // namespace torchpp
