// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/example.h>
#include <torchpp/data/transforms/collate.h>
#include <torchpp/data/transforms/tensor.h>

#include <cstddef>
#include <vector>

namespace torchpp::data::transforms {

/// Stacks the tensors of a batch's examples along a new first dimension.   Source: libtorch 1.13.
template <class T = Example<>>
struct Stack;

template <>
struct TORCHPP_API Stack<Example<>> : Collation<Example<>> {
  Example<> apply_batch(std::vector<Example<>> examples) override;
};

template <>
struct TORCHPP_API Stack<TensorExample> : Collation<TensorExample> {
  TensorExample apply_batch(std::vector<TensorExample> examples) override;
};

/// Of lists of tensors: the list of the first ones stacked, the second ones stacked, and so on.
template <>
struct TORCHPP_API Stack<std::vector<Tensor>> : Collation<std::vector<Tensor>> {
  std::vector<Tensor> apply_batch(std::vector<std::vector<Tensor>> examples) override;
};

template <>
inline constexpr bool kFused<Normalize<>, Stack<>> = true;

/// Writes normalised examples where the batch has them.
class TORCHPP_API NormalizedStack {
 public:
  /// For `count` examples.
  NormalizedStack(const Normalize<>& normalize, Stack<>& stack, size_t count)
      : normalize_(normalize), stack_(stack), count_(count) {}
  void add(Example<> example);
  Example<> finish();

 private:
  bool is_alike(const Tensor& data) const;

  const Normalize<>& normalize_;
  Stack<>& stack_;
  size_t count_;
  Tensor rows_;                      // of examples that are alike
  std::vector<Example<>> examples_;  // normalised; the data of the first ones, or of all, are rows
  bool are_alike_ = true;
};
inline NormalizedStack fuse(const Normalize<>& normalize, Stack<>& stack, size_t count) {
  return {normalize, stack, count};
}

}  // namespace torchpp::data::transforms
