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
/// Decompositions of matrices, linear equations and functions of matrices. The last two dimensions are rows and
/// columns, those before them batches. Floating and complex dtypes but f16 and bf16. Results lie column by column, as
/// LAPACK has them. out= has the dtype of the arguments. Differentiable unless it is said otherwise. Throws Error when
/// shapes do not fit. Source: libtorch 1.13.
TORCHPP_API OperatorTable decomposition();
/// Operators on whole lists of tensors: each works on every tensor of the list.
TORCHPP_API OperatorTable foreach();
/// Images and volumes: padding, resampling, sampling at points, windows as columns, shuffled pixels. N batch, C
/// channels, D, H, W lengths. Amounts of padding are given last dimension first: {left, right, top, bottom, front,
/// back}. f16 and bf16 are computed in f32. Functions are differentiable in their floating tensors and throw Error when
/// shapes do not fit. Source: libtorch 1.13.
TORCHPP_API OperatorTable image();
/// Indexing by tensors, masks and positions; indices of other kinds stand in torchpp/ops/tensor_index.h. Index tensors
/// are int64 unless said otherwise. Out of range: IndexError or Error with libtorch's words, and nothing is written.
/// All are differentiable but in the index. Source: libtorch 1.13.
TORCHPP_API OperatorTable index();
/// Products of matrices and vectors. The operands of one product have one dtype, any but bool; sums are taken in it,
/// those of f16 and bf16 in f32. Strides are free. out= has the dtype of the operands unless it is said otherwise, and
/// in-place forms need a tensor of the size of the result. Differentiable in all operands. Throws Error when shapes do
/// not fit. Source: libtorch 1.13.
TORCHPP_API OperatorTable linalg();
/// Losses. `reduction` is Reduction::None (a value per element), Mean or Sum. Input and target broadcast unless it is
/// said otherwise. f16 and bf16 are computed in f32. Differentiable in the input, and in the target where it is
/// floating. Source: libtorch 1.13.
TORCHPP_API OperatorTable loss();
/// Nested tensors: tensors of one dtype, device and number of dimensions whose sizes may differ (ragged dimensions), as
/// one tensor with one memory. B constituents, d of their dimensions. They have 1 + d dimensions; size(i) of a ragged
/// dimension throws, and sizes() has -1 there. Element-wise functions take nested tensors of equal sizes, and one
/// nested tensor with a number or with a tensor of one element; linear, matmul, bmm, softmax, layer_norm, sum,
/// embedding, dropout, transpose, reshape, view, select, unbind, clone and detach work on constituents. Other operators
/// throw NotImplementedError. All are differentiable. Source: libtorch 1.13.
TORCHPP_API OperatorTable nested();
/// Convolution, normalisation, embedding, dropout, as functions of tensors; the modules of the same names hold the
/// parameters. Lists of one number stand for that number in every spatial dimension. N batch, C channels, L, H, W
/// lengths. Images (N, C, H, W) may lie channels last; results then do, too. The batch dimension may be missing where
/// that is said. Functions are differentiable in their floating arguments and throw Error when shapes do not fit.
/// Source: libtorch 1.13.
TORCHPP_API OperatorTable nn();
/// Steps of optimizers on whole lists of parameters.
TORCHPP_API OperatorTable optim();
/// Element-wise functions of one or more tensors and numbers; in their descriptions x is self. Operands broadcast;
/// dtypes are promoted (see result_type); functions whose values are no integers (exp, sin, true division) convert
/// integers and bool to the default floating dtype. A result is converted to the dtype of its destination unless a
/// floating number would become an integer or a complex one real. Differentiable where the values are. Source: libtorch
/// 1.13.
TORCHPP_API OperatorTable pointwise();
/// Pooling, as functions of tensors: each result is the greatest element or the mean of a window. N batch, C channels,
/// L, D, H, W lengths; the batch dimension may be missing. Lists of one number stand for that number in every spatial
/// dimension, an empty stride for the kernel's size. Images (N, C, H, W) may lie channels last; results of max_pool2d,
/// avg_pool2d, adaptive pooling and max_unpool2d then do, too. NaN counts as greater than all numbers. Source: libtorch
/// 1.13.
TORCHPP_API OperatorTable pooling();
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
/// Order statistics, searching in sorted sequences, histograms, distinct elements. `dim` counts from the end when
/// negative. Of equal elements the index of any may be told. Differentiable where it is said. Source: libtorch 1.13.
TORCHPP_API OperatorTable search();
/// Recurrent networks and what else works on sequences. T steps, B sequences, I input features, H hidden features, P
/// features of an LSTM's projected state (otherwise H), G = 4 H (LSTM: gates i, f, g, o), 3 H (GRU: r, z, n) or H rows
/// of a weight. A packed sequence is the rows of all sequences that have a step 0, then those that have a step 1, and
/// so on; batch_sizes (int64, on the CPU) says how many these are and does not grow. All are differentiable. Source:
/// libtorch 1.13.
TORCHPP_API OperatorTable sequence();
/// Joining, repeating and rearranging: operators that copy. `dim` counts from the end when negative. All are
/// differentiable. Source: libtorch 1.13.
TORCHPP_API OperatorTable shape();
/// Sparse tensors in coordinate format (COO): elements are given by indices (sparse_dim, nnz), int64, and values (nnz,
/// sizes of the dense_dim last dimensions); all others are zero. An index that occurs several times counts with the sum
/// of its values; coalesce() adds these and sorts the indices. Sparse gradients, as those of embedding with sparse =
/// true, are such tensors. add, sub, mul, div, neg, the functions that map 0 to 0, sum, any, norm, mm, mv, addmm,
/// transpose, permute, index_select, cat, clone, copy_ and conversions take them; other operators throw
/// NotImplementedError. Source: libtorch 1.13, from which names and messages are.
TORCHPP_API OperatorTable sparse();
/// Views: other shapes of the same memory, so that a write to a view is a write to the tensor it was taken of. No
/// element is copied where the text does not say so. `dim` counts from the end when negative; a dimension out of range
/// throws IndexError. All are differentiable. Source: libtorch 1.13.
TORCHPP_API OperatorTable view();

}  // namespace torchpp::families
