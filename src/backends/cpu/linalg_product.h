// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of matrices without tensors: one description, the implementations in order of rank.

#include <torchpp/core/array_ref.h>
#include <torchpp/core/dtype.h>

#include <cstdint>

namespace torchpp::cpu {

/// A matrix in memory; strides in elements, any.
struct MatrixRef {
  const void* data = nullptr;
  int64_t row = 0, col = 1;
  int64_t batch = 0;  ///< from one matrix of a batch to the next; 0 shares it
};

/// c = a b, or c + a b with add, or a b + bias (n elements, to every row; not with add, not with a batch).
struct MatrixProduct {
  ScalarType dtype = kFloat;
  int64_t m = 0, n = 0, k = 0;
  MatrixRef a, b;
  void* c = nullptr;  ///< unit column stride; overlaps no operand
  int64_t c_row = 0, c_batch = 0;
  bool add = false;
  const void* bias = nullptr;
  int64_t batch = 1;
  uint64_t b_id = 0;  ///< contents_number of the weights' storage, under which packed forms of b may be cached
};

/// Computes with the first implementation that can; which one and why not the others goes to the verbose log. Every
/// dtype but bool and the quantized ones. Bitwise equal for any number of threads.
void multiply(const MatrixProduct& product);

/// The same for one product of 16-bit numbers whose c is of floats, without add and bias.
void multiply_to_float(const MatrixProduct& product);

/// Products of float or double whose batch has these sizes, at least one, with these strides of a and b in elements, 0
/// to share an operand. Results follow each other, c_batch elements apart; the product's other fields of the batch are
/// not used. Bitwise equal to multiply() of each.
void multiply_batches(const MatrixProduct& product, IntArrayRef sizes, IntArrayRef a_strides, IntArrayRef b_strides);

/// Sum of x[i] y[i] over n elements of the dtype, strides in elements, to `to` of the same dtype.
void dot_product(ScalarType dtype, int64_t n, const void* x, int64_t x_stride, const void* y, int64_t y_stride,
                 void* to);

}  // namespace torchpp::cpu
