// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The history of base and view after in-place operators on views.

#include "src/autograd/meta.h"
#include "src/core/shape.h"

namespace torchpp::autograd {

/// The geometry of a view in its base.
class ViewGeometry {
 public:
  ViewGeometry(const TensorBase& base, const TensorBase& view);
  IntArrayRef base_sizes() const { return base_sizes_; }
  IntArrayRef base_strides() const { return base_strides_; }
  /// The corresponding view of a tensor that has the base's sizes and strides and starts at the begin of its storage.
  Tensor of(const Tensor& like_base) const;
  /// The gradient of the base from that of the view.
  Tensor backward(const Tensor& grad) const;

 private:
  DimVector base_sizes_, base_strides_, sizes_, strides_;
  int64_t base_offset_, offset_;
  // For views that sizes and strides do not describe, such as views of another dtype.
  intrusive_ptr<TensorImpl> shape_;
  intrusive_ptr<TensorImpl> (*replay_)(const TensorImpl& view, TensorImpl& base);
};

/// The grad_fn of a view whose base was changed since the view was made.
class ViewOfBase final : public Node {
 public:
  ViewOfBase(const TensorBase& base, const TensorBase& view);
  /// A grad_fn of this kind for a base whose history is the given edge.
  ViewOfBase(ViewGeometry geometry, Edge base) : Node(edge_list{std::move(base)}), geometry_(std::move(geometry)) {}
  std::string name() const override { return "AsStridedBackward0"; }

 protected:
  variable_list apply(variable_list&& grads) override;

 private:
  ViewGeometry geometry_;
};

/// The grad_fn of a base after an in-place operator on a view: runs the operator's node on the view's part of the
/// gradient, and passes the other elements through. Edge 0 leads to the base's history before the operator, the other
/// edges are the operator's.
class CopySlices final : public Node {
 public:
  CopySlices(const TensorBase& base, const TensorBase& view, intrusive_ptr<Node> fn);
  std::string name() const override { return "torch::autograd::CopySlices"; }
  void release_variables() override;

 protected:
  variable_list apply(variable_list&& grads) override;
  ~CopySlices() override;

 private:
  ViewGeometry geometry_;
  InputMetadata base_;
  SpinLock lock_;  // guards fn_
  intrusive_ptr<Node> fn_;
};

/// Gradient of as_strided: the base's geometry from the view's, overlaps in the view summed.
Tensor as_strided_backward(const Tensor& grad, IntArrayRef base_sizes, IntArrayRef base_strides, int64_t base_offset,
                           IntArrayRef sizes, IntArrayRef strides, int64_t offset);

}  // namespace torchpp::autograd
