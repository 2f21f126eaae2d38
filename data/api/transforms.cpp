// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/transforms/stack.h>
#include <torchpp/data/transforms/tensor.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
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

namespace {

// Whether nobody else sees the tensor's memory, so that it may take the result: a dataset that keeps its examples, or
// shows memory of the program, is left as it is.
bool is_alone(const Tensor& t) {
  return t.defined() && t.use_count() == 1 && t.scalar_type() == kFloat && t.layout() == kStrided && !t.is_view() &&
         !t.is_inference() && !t.requires_grad() && t.has_storage() && t.storage().unique() && t.storage()->resizable();
}

// Whether the result with values (C, 1, 1) has the tensor's sizes and dtype.
bool fits(const Tensor& t, const Tensor& values) {
  return values.dim() == 3 && values.size(1) == 1 && values.size(2) == 1 && values.scalar_type() == kFloat &&
         t.dim() >= 3 && (values.size(0) == 1 || t.size(-3) == values.size(0));
}

}  // namespace

namespace detail {

Tensor per_channel(ArrayRef<double> values) { return tensor(values, kFloat).unsqueeze(1).unsqueeze(2); }

Tensor normalize(Tensor input, const Tensor& mean, const Tensor& stddev) {
  Tensor difference = is_alone(input) && fits(input, mean) ? input.sub_(mean) : input.sub(mean);
  return fits(difference, stddev) ? difference.div_(stddev) : difference.div(stddev);
}

}  // namespace detail

namespace {

// Whether all are float tensors of the same sizes, of which nobody wants a gradient, that values per channel fit.
bool are_alike(const std::vector<Example<>>& examples, const Normalize<>& normalize) {
  if (examples.empty() || !examples[0].data.defined()) return false;
  const Tensor& first = examples[0].data;
  if (!fits(first, normalize.mean) || !fits(first, normalize.stddev)) return false;
  for (const Example<>& example : examples) {
    const Tensor& t = example.data;
    if (!t.defined() || t.scalar_type() != kFloat || t.layout() != kStrided || t.device() != first.device() ||
        t.sizes() != first.sizes() || t.requires_grad())
      return false;
  }
  return true;
}

}  // namespace

Example<> apply_fused(Normalize<>& normalize, Stack<>& stack, std::vector<Example<>> examples) {
  if (!are_alike(examples, normalize)) return stack.apply_batch(normalize.apply_batch(std::move(examples)));
  std::vector<int64_t> sizes = examples[0].data.sizes().vec();
  sizes.insert(sizes.begin(), static_cast<int64_t>(examples.size()));
  const Tensor batch = empty(sizes, examples[0].data.options());
  std::vector<Tensor> targets;
  targets.reserve(examples.size());
  for (size_t i = 0; i < examples.size(); ++i) {
    Tensor row = batch.select(0, static_cast<int64_t>(i));
    sub_out(row, examples[i].data, normalize.mean);
    row.div_(normalize.stddev);
    examples[i].data.reset();
    targets.push_back(std::move(examples[i].target));
  }
  return {batch, torchpp::stack(targets)};
}

}  // namespace torchpp::data::transforms
