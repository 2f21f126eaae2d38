// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sparse COO tensors: their bodies, and how kernels take them apart and make them.
///
/// The kernels of sparse tensors are functions of their indices and values, which are dense tensors: they call
/// operators of these, so they serve every backend. The layer of the key Sparse stands below autograd: a sparse tensor
/// has gradients as a dense one has, by the derivatives of the operators that it passes through.

#include <torchpp/tensor.h>

#include <atomic>

#include "src/core/shape.h"

namespace torchpp {

/// The elements of a sparse tensor. Tensors that detach() makes of one share them, so that all see what changes in
/// place.
struct SparseParts final : intrusive_ptr_target {
  Tensor indices;  ///< (sparse_dim, nnz), int64, without history
  Tensor values;   ///< (nnz, sizes of the dense dimensions), without history
  bool coalesced = false;
};

class SparseImpl final : public TensorImpl {
 public:
  /// The parts must fit the sizes.
  SparseImpl(intrusive_ptr<SparseParts> parts, IntArrayRef sizes);

  const Tensor& indices() const { return parts_->indices; }
  const Tensor& values() const { return parts_->values; }
  int64_t sparse_dim() const { return indices().sizes()[0]; }
  int64_t dense_dim() const { return values().dim() - 1; }
  int64_t nnz() const { return values().sizes()[0]; }
  bool coalesced() const { return parts_->coalesced; }
  /// Whether the values have contiguous memory that no other tensor has, so that they may be written.
  bool owns_values() const {
    return parts_.use_count() == 1 && values().storage().use_count() == 1 && values().is_contiguous();
  }
  void set_coalesced(bool coalesced) { parts_->coalesced = coalesced; }
  /// Replaces the elements of this tensor, and of those that share them.
  void assign(const Tensor& indices, const Tensor& values, bool coalesced);
  /// Replaces sizes and elements of this tensor alone.
  void assign(const Tensor& indices, const Tensor& values, bool coalesced, IntArrayRef sizes);
  /// The sizes, without elements.
  void clear(IntArrayRef sizes, int64_t dense_dim);

  intrusive_ptr<TensorImpl> shallow_copy() const override;
  void shallow_copy_from(const TensorImpl& other) override;

 private:
  void release_resources() override;
  void set_geometry(IntArrayRef sizes);

  intrusive_ptr<SparseParts> parts_;
};

/// The body of a sparse tensor. Throws NotImplementedError, naming the operator, for others.
SparseImpl& sparse_impl_of(const char* op, const Tensor& t);
/// The tensor without history, in the same memory.
Tensor without_history(const Tensor& t);

/// A sparse tensor that shares the memory of the parts, which must fit the sizes, without a history.
Tensor make_sparse(const Tensor& indices, const Tensor& values, IntArrayRef sizes, bool coalesced);
/// A sparse tensor with the indices of another one.
Tensor make_sparse_like(const SparseImpl& like, const Tensor& values);
/// One index for each value: the place of the element, or of the slice of elements, in row-major order.
Tensor flat_indices(const Tensor& indices, IntArrayRef sizes);
/// The rows of the indices, as index() takes them.
std::vector<Tensor> rows_of_indices(const Tensor& indices);

/// The functions that make sparse gradients.
struct SparseGradients {
  Tensor (*embedding)(const Tensor& grad, const Tensor& indices, int64_t num_weights, int64_t padding_idx,
                      bool scale_grad_by_freq);
  Tensor (*embedding_bag)(const Tensor& grad, const Tensor& indices, const Tensor& offsets, const Tensor& offset2bag,
                          const Tensor& bag_size, int64_t num_weights, bool scale_grad_by_freq, int64_t mode,
                          const Tensor& per_sample_weights, int64_t padding_idx);
  Tensor (*gather)(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& grad);
};
/// Throws, naming the operator, in a program whose sparse kernels nobody has registered. Derivatives call these
/// functions so, because every program that has the operator has its derivative.
const SparseGradients& sparse_gradients(const char* op);
/// What register_sparse_kernels() sets.
extern std::atomic<const SparseGradients*> registered_sparse_gradients;
/// Makes a sparse tensor over the memory of indices and values. Throws Error for parts that do not fit each other or
/// the sizes, and for indices out of range; `coalesced` must be true to say that they rise in row-major order.
using MakeSparse = Tensor (*)(const Tensor& indices, const Tensor& values, IntArrayRef sizes, bool coalesced);
/// For those who make sparse tensors of what they find in files, and would not link the kernels for it. Null in a
/// program that holds none: a static one that nowhere makes a sparse tensor by itself, or has not yet. Defined in init.
MakeSparse find_make_sparse();
/// What register_sparse_kernels() sets.
extern std::atomic<MakeSparse> registered_make_sparse;
/// Fills the slots of the key Sparse. What makes the first sparse tensor of a program calls it: a SparseGradient, the
/// table of names of a family whose operators take one, load_pt, or an operator that makes sparse tensors of dense
/// ones. All else that takes sparse tensors finds the kernels in the slots, and links none of them.
void register_sparse_kernels();

}  // namespace torchpp
