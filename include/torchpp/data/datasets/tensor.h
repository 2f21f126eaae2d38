// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/data/datasets/base.h>

#include <cstddef>
#include <vector>

namespace torchpp::data::datasets {

/// The rows of a tensor.   Source: libtorch 1.13.
struct TORCHPP_API TensorDataset : Dataset<TensorDataset, TensorExample> {
  explicit TensorDataset(Tensor tensor) : tensor(std::move(tensor)) {}
  /// Tensors of the same shape, which are stacked: each is an example.
  explicit TensorDataset(const std::vector<Tensor>& tensors);

  TensorExample get(size_t index) override;
  optional<size_t> size() const override;

  Tensor tensor;
};

/// The rows of two tensors: data and targets.
struct TORCHPP_API TensorPairDataset : Dataset<TensorPairDataset> {
  /// Throws ValueError unless both have the same number of rows.
  TensorPairDataset(Tensor data, Tensor targets);

  Example<> get(size_t index) override;
  optional<size_t> size() const override;

  Tensor data, targets;
};

/// The rows of any number of tensors: an example is the list of the rows of one index.
/// Source: Python's torch.utils.data.TensorDataset.
struct TORCHPP_API TensorListDataset : Dataset<TensorListDataset, std::vector<Tensor>> {
  /// Throws ValueError unless all have the same number of rows, and if there are none.
  explicit TensorListDataset(std::vector<Tensor> tensors);

  std::vector<Tensor> get(size_t index) override;
  optional<size_t> size() const override;

  std::vector<Tensor> tensors;
};

}  // namespace torchpp::data::datasets
