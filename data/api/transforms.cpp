// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/transforms/stack.h>
#include <torchpp/data/transforms/tensor.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/tensor_literal.h>

#include <utility>

namespace torchpp::data::transforms {

Example<> Stack<Example<>>::apply_batch(std::vector<Example<>> examples) {
  std::vector<Tensor> data, targets;
  data.reserve(examples.size());
  targets.reserve(examples.size());
  for (Example<>& example : examples) {
    data.push_back(std::move(example.data));
    targets.push_back(std::move(example.target));
  }
  return {stack(data), stack(targets)};
}

TensorExample Stack<TensorExample>::apply_batch(std::vector<TensorExample> examples) {
  std::vector<Tensor> data;
  data.reserve(examples.size());
  for (TensorExample& example : examples) data.push_back(std::move(example.data));
  return stack(data);
}

std::vector<Tensor> Stack<std::vector<Tensor>>::apply_batch(std::vector<std::vector<Tensor>> examples) {
  const size_t columns = examples.empty() ? 0 : examples.front().size();
  std::vector<Tensor> stacked, column;
  stacked.reserve(columns);
  for (size_t c = 0; c < columns; ++c) {
    column.clear();
    for (const std::vector<Tensor>& example : examples) {
      TORCHPP_CHECK(example.size() == columns, "Stack: got an example of ", example.size(), " tensors, expected ",
                    columns, " as in the batch's first one");
      column.push_back(example[c]);
    }
    stacked.push_back(stack(column));
  }
  return stacked;
}

namespace detail {

Tensor per_channel(ArrayRef<double> values) {
  return tensor(values, kFloat).unsqueeze(1).unsqueeze(2);
}

Tensor normalize(Tensor input, const Tensor& mean, const Tensor& stddev) { return input.sub(mean).div(stddev); }

}  // namespace detail
}  // namespace torchpp::data::transforms
