// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file The library's operators by name, a table per family: `find_op(families::reduction(), "sum.dim_IntList")` links
/// the operators of that family alone, find_op without a table all.

#include <torchpp/dispatch/library.h>

namespace torchpp::families {

/// Steps of optimizers on whole lists of parameters.
TORCHPP_API OperatorTable optim();
/// Element-wise functions of one or more tensors and numbers; in their descriptions x is self. Operands broadcast;
/// dtypes are promoted (see result_type); functions whose values are no integers (exp, sin, true division) convert
/// integers and bool to the default floating dtype. A result is converted to the dtype of its destination unless a
/// floating number would become an integer or a complex one real. Differentiable where the values are. Source: libtorch
/// 1.13.
TORCHPP_API OperatorTable pointwise();
/// Random numbers. Methods that end in `_` fill their tensor; functions without the `_` make a tensor like their first
/// argument. Without a generator the default one of the device is drawn from; seeds give the numbers of libtorch 1.13
/// on the CPU. Gradients are zero. rand, randn, randint and randperm stand in ops/creation.h.
TORCHPP_API OperatorTable random();
/// Reductions, running sums, softmax, sorting. `dim` counts from the end when negative; a list that is absent or empty
/// means all dimensions; with `keepdim` reduced dimensions stay as ones. `dtype` converts the input first; without it
/// sums and products of integers and bool are int64. f16 and bf16 are added in f32. Long sums are cut into the same
/// pieces whatever the number of threads, so that results are equal to the last bit. Differentiable where the values
/// are. Source: libtorch 1.13.
TORCHPP_API OperatorTable reduction();

}  // namespace torchpp::families
