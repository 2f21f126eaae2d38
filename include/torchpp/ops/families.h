// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file The library's operators by name, a table per family: `find_op(families::reduction(), "sum.dim_IntList")` links
/// the operators of that family alone, find_op without a table all.

#include <torchpp/dispatch/library.h>

namespace torchpp::families {

/// New tensors: by size, by range, like another one; copies, conversions, changes of a tensor's memory. Functions take
/// the properties of a new tensor as TensorOptions; what is not set has the default that TensorOptions names, or is
/// taken from `self` where there is one. requires_grad makes the tensor a leaf. Sizes must not be negative. The out=
/// forms compute in the dtype of the destination and give it the sizes. Source: libtorch 1.13, from which names,
/// defaults and messages are.
TORCHPP_API OperatorTable creation();
/// Indexing by tensors, masks and positions; indices of other kinds stand in torchpp/ops/tensor_index.h. Index tensors
/// are int64 unless said otherwise. Out of range: IndexError or Error with libtorch's words, and nothing is written.
/// All are differentiable but in the index. Source: libtorch 1.13.
TORCHPP_API OperatorTable index();
/// Steps of optimizers on whole lists of parameters.
TORCHPP_API OperatorTable optim();
/// Reductions, running sums, softmax, sorting. `dim` counts from the end when negative; a list that is absent or empty
/// means all dimensions; with `keepdim` reduced dimensions stay as ones. `dtype` converts the input first; without it
/// sums and products of integers and bool are int64. f16 and bf16 are added in f32. Long sums are cut into the same
/// pieces whatever the number of threads, so that results are equal to the last bit. Differentiable where the values
/// are. Source: libtorch 1.13.
TORCHPP_API OperatorTable reduction();

}  // namespace torchpp::families
