// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdint.h>

namespace torchpp::cpu {

// Rows are contiguous. "Compute type" is float for float, f16 and bf16, double for double; weights, statistics and
// accumulators are of that type.

/// out = f(in), rows of n after each other. softmax, log_softmax.
using RowsFn = void (*)(void* out, const void* in, int64_t rows, int64_t n);
/// grad_in from grad_out and the forward's output. softmax_backward, log_softmax_backward.
using RowsBackwardFn = void (*)(void* grad_in, const void* grad_out, const void* out, int64_t rows, int64_t n);
/// out = (in - mean) rstd weight + bias; writes mean and rstd. weight, bias, mean and rstd may be null.
using LayerNormFn = void (*)(void* out, const void* in, const void* weight, const void* bias, void* mean, void* rstd,
                             double eps, int64_t n);
/// Gradients of the input, of rows of n > 0 elements with a mean and an rstd each; weight may be null.
using LayerNormBackwardFn = void (*)(void* grad_in, const void* grad_out, const void* in, const void* weight,
                                     const void* mean, const void* rstd, int64_t rows, int64_t n);
/// grad_weight += grad_out (in - mean) rstd, grad_bias += grad_out, row after row of n > 0 elements; each may be null.
using LayerNormParamsFn = void (*)(void* grad_weight, void* grad_bias, const void* grad_out, const void* in,
                                   const void* mean, const void* rstd, int64_t rows, int64_t n);

/// Count, mean and sum of squared deviations; two of them combine by Chan's formula.
struct Moments {
  double count, mean, m2;
};
/// Adds a contiguous run to the moments.
using MomentsFn = void (*)(Moments* moments, const void* in, int64_t n);
/// Adds `rows` rows (row_stride in bytes) to the moments of each column, which so far hold `count` rows.
using ColumnMomentsFn = void (*)(double* mean, double* m2, int64_t count, const void* in, int64_t row_stride,
                                 int64_t rows, int64_t columns);
/// out = in scale + shift with one scale and shift for the run (batch norm of a channel).
using AffineFn = void (*)(void* out, const void* in, double scale, double shift, int64_t n);
/// out = in scale + shift with a scale and a shift per element (batch norm of a channels-last row); these are of the
/// compute type.
using AffineRowFn = void (*)(void* out, const void* in, const void* scale, const void* shift, int64_t n);
/// sums[0] = sum of grad, sums[1] = sum of grad (in - mean): all that batch norm's backward needs of a run.
using CenteredSumsFn = void (*)(double* sums, const void* grad, const void* in, double mean, int64_t n);
/// The same of channels-last rows, all of whose arguments but grad and in are of the compute type and hold an element
/// per column: sums += grad, products += grad (in - mean), row after row.
using CenteredColumnsFn = void (*)(void* sums, void* products, const void* grad, const void* in, const void* mean,
                                   int64_t rows, int64_t columns);
/// out = a grad + b in + c: batch norm's gradient of the input.
using Affine2Fn = void (*)(void* out, const void* grad, const void* in, double a, double b, double c, int64_t n);
/// The same with an a, b and c per element, of the compute type.
using Affine2RowFn = void (*)(void* out, const void* grad, const void* in, const void* a, const void* b, const void* c,
                              int64_t n);
/// out = in scale where the mask is true, in 0 elsewhere, which is NaN of an infinity or a NaN (dropout).
using MaskedScaleFn = void (*)(void* out, const void* in, const bool* mask, double scale, int64_t n);

/// data *= factor; sets *not_finite where an element was infinite or NaN, and leaves it alone else.
using UnscaleFn = void (*)(void* data, float factor, int64_t n, bool* not_finite);

/// sum = the rows (of `width` elements) that `count` indices name, added in their order, without those of the index
/// `skipped`. `readable` indices, all of rows of the table, may be read: rows are asked for before they are due.
using BagSumFn = void (*)(void* sum, const void* rows, const int64_t* index, int64_t count, int64_t readable,
                          int64_t width, int64_t skipped);

constexpr int64_t kSampledTogether = 256;
/// Points of one image of fewer than 2^31 pixels, at most kSampledTogether of them: `grid` has x and y of each, `out`
/// a row of points for each channel, channel_step elements apart.
struct SampledBlock {
  const void *image, *grid;
  void* out;
  int64_t rows, columns, channels, points, channel_step;
  bool align_corners, border;  ///< border: what lies outside counts as the border, else as zero
};
using SampleFn = void (*)(const SampledBlock& block);

}  // namespace torchpp::cpu
