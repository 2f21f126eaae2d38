// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

namespace torchpp::data::transforms {

/// Makes a batch of another batch.
/// Source: libtorch 1.13.
template <class InputBatch, class OutputBatch>
class BatchTransform {
 public:
  using InputBatchType = InputBatch;
  using OutputBatchType = OutputBatch;

  virtual ~BatchTransform() = default;
  virtual OutputBatch apply_batch(InputBatch input_batch) = 0;
};

/// Makes an example of an example, for each of a batch.
/// Source: libtorch 1.13.
template <class Input, class Output>
class Transform : public BatchTransform<std::vector<Input>, std::vector<Output>> {
 public:
  using InputType = Input;
  using OutputType = Output;

  virtual OutputType apply(InputType input) = 0;

  std::vector<Output> apply_batch(std::vector<Input> input_batch) override {
    std::vector<Output> output_batch;
    output_batch.reserve(input_batch.size());
    for (auto&& input : input_batch) output_batch.push_back(apply(std::move(input)));
    return output_batch;
  }
};

/// Whether a dataset's First and then Second are computed at once, by apply_fused(first, second, batch), which gives
/// the values of both one after the other. For transforms whose intermediate result would only be moved about.
template <class First, class Second>
inline constexpr bool kFused = false;

}  // namespace torchpp::data::transforms
