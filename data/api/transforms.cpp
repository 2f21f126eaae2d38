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

// Whether normalising gives a tensor like those before, without a gradient that somebody wants.
bool NormalizedStack::is_alike(const Tensor& data) const {
  if (!data.defined() || data.scalar_type() != kFloat || data.layout() != kStrided || data.requires_grad())
    return false;
  if (!rows_.defined()) return fits(data, normalize_.mean) && fits(data, normalize_.stddev);
  return data.device() == rows_.device() && data.sizes() == rows_.sizes().slice(1);
}

void NormalizedStack::add(Example<> example) {
  are_alike_ = are_alike_ && examples_.size() < count_ && is_alike(example.data);
  if (are_alike_) {
    if (!rows_.defined()) {
      std::vector<int64_t> sizes = example.data.sizes().vec();
      sizes.insert(sizes.begin(), static_cast<int64_t>(count_));
      rows_ = empty(sizes, example.data.options());
      examples_.reserve(count_);
    }
    Tensor row = rows_.select(0, static_cast<int64_t>(examples_.size()));
    // The row is not in the cache yet: it is written once if the difference can take the example's place.
    if (is_alone(example.data)) {
      div_out(row, example.data.sub_(normalize_.mean), normalize_.stddev);
    } else {
      sub_out(row, example.data, normalize_.mean);
      row.div_(normalize_.stddev);
    }
    example.data = std::move(row);
  } else {
    example.data = detail::normalize(std::move(example.data), normalize_.mean, normalize_.stddev);
  }
  examples_.push_back(std::move(example));
}

Example<> NormalizedStack::finish() {
  if (!are_alike_ || !rows_.defined()) return stack_.apply_batch(std::move(examples_));
  std::vector<Tensor> targets;
  targets.reserve(examples_.size());
  for (Example<>& example : examples_) targets.push_back(std::move(example.target));
  return {examples_.size() == count_ ? rows_ : rows_.slice(0, 0, static_cast<int64_t>(examples_.size())),
          stack(targets)};
}

}  // namespace torchpp::data::transforms
