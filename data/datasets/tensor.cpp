// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/tensor.h>
#include <torchpp/ops/shape.h>

#include <utility>

namespace torchpp::data::datasets {

TensorDataset::TensorDataset(const std::vector<Tensor>& tensors) : TensorDataset(stack(tensors)) {}

TensorExample TensorDataset::get(size_t index) { return tensor[static_cast<int64_t>(index)]; }
optional<size_t> TensorDataset::size() const { return static_cast<size_t>(tensor.size(0)); }

TensorPairDataset::TensorPairDataset(Tensor d, Tensor t) : data(std::move(d)), targets(std::move(t)) {
  TORCHPP_CHECK_VALUE(data.size(0) == targets.size(0), "Size mismatch between tensors: got ", data.size(0),
                      " rows of data and ", targets.size(0), " of targets, expected as many");
}
Example<> TensorPairDataset::get(size_t index) {
  return {data[static_cast<int64_t>(index)], targets[static_cast<int64_t>(index)]};
}
optional<size_t> TensorPairDataset::size() const { return static_cast<size_t>(data.size(0)); }

TensorListDataset::TensorListDataset(std::vector<Tensor> list) : tensors(std::move(list)) {
  TORCHPP_CHECK_VALUE(!tensors.empty(), "TensorListDataset: got no tensors, expected at least one");
  for (const Tensor& t : tensors)
    TORCHPP_CHECK_VALUE(t.size(0) == tensors[0].size(0), "Size mismatch between tensors: got ", t.size(0),
                        " rows in one and ", tensors[0].size(0), " in the first, expected as many");
}
std::vector<Tensor> TensorListDataset::get(size_t index) {
  std::vector<Tensor> rows;
  rows.reserve(tensors.size());
  for (const Tensor& t : tensors) rows.push_back(t[static_cast<int64_t>(index)]);
  return rows;
}
optional<size_t> TensorListDataset::size() const { return static_cast<size_t>(tensors[0].size(0)); }

}  // namespace torchpp::data::datasets
