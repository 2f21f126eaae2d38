// SPDX-License-Identifier: BSD-3-Clause
// Operators that make sparse tensors of dense ones. They register the kernels of sparse tensors.
#include <torchpp/ops/creation.h>
#include <torchpp/ops/sparse_gradient.h>
#include <torchpp/ops/view.h>

#include "src/ops/generated/creation.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/sparse.h"
#include "src/ops/generated/view.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"
#include "src/ops/sparse_kernels.h"

namespace torchpp {

namespace every_backend {

Tensor to_sparse(const Tensor& self, int64_t sparse_dim) {
  register_sparse_kernels();
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

}  // namespace every_backend

Tensor checked_sparse(const Tensor& indices, const Tensor& values, IntArrayRef sizes, bool coalesced) {
  const Tensor sparse = composite::sparse_coo_tensor_sized(indices, values, sizes, TensorOptions());
  sparse_impl_of("sparse_coo_tensor", sparse).set_coalesced(coalesced);
  return sparse;
}

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
  register_sparse_kernels();
  TORCHPP_CHECK(indices.dim() == 2, "indices must be sparse_dim x nnz, but got: ", indices.sizes());
  return op::sparse_tensor(indices.size(0), values.dim() - 1, size, indices, values, values.options().layout(kSparse));
}

}  // namespace

Tensor sparse_coo_tensor_with_dims(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, TensorOptions options) {
  register_sparse_kernels();
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
Tensor sparse_coo_tensor_size_out(IntArrayRef size, const Tensor& out) {
  return out.sparse_resize_and_clear_(size, static_cast<int64_t>(size.size()), 0);
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
Tensor to_sparse_out(const Tensor& self, int64_t sparse_dim, const Tensor& out) {
  finish_sparse("to_sparse", Out::to(out), op::to_sparse(self, sparse_dim));
  return out;
}
Tensor to_sparse_all(Out out, const Tensor& self) {
  return finish_sparse("to_sparse", out, op::to_sparse(self, self.dim()));
}
Tensor sparse_mask_out(const Tensor& self, const Tensor& mask, const Tensor& out) {
  finish_sparse("sparse_mask", Out::to(out), op::sparse_mask(self, mask));
  return out;
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
  // An index without elements may have any number of dimensions.
  if (rank == 0 || n == 0) return sized(torchpp::empty({rank, n}, options), grad.reshape({-1}), self.sizes());
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

namespace detail {
void register_sparse() { register_sparse_kernels(); }
}  // namespace detail

}  // namespace torchpp
