// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/example.h>
#include <torchpp/data/transforms/collate.h>
#include <torchpp/data/transforms/tensor.h>

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

/// Normalised examples are written where the batch has them.
template <>
inline constexpr bool kFused<Normalize<>, Stack<>> = true;
TORCHPP_API Example<> apply_fused(Normalize<>& normalize, Stack<>& stack, std::vector<Example<>> examples);

}  // namespace torchpp::data::transforms
