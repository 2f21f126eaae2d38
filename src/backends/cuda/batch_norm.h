// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Batch normalisation, and the gradient of group normalisation, on raw memory. A void* points to values of the
/// compute type (double for double, else float), or is null where there are none.

#include "src/backends/cuda/stream.h"
#include "src/backends/cuda/vector.h"

namespace torchpp::cuda {

/// Images (images, channels, pixels), dense; `last`: channels are the innermost dimension.
struct ChannelShape {
  int64_t images, channels, pixels;
  bool last;
};

/// Statistics of the batch: mean and 1 / sqrt(variance + eps), and updates the running ones. Also gives the scale and
/// the shift that normalise and apply the parameters.
struct BatchMoments {
  void *mean, *invstd;
  Vector running_mean, running_var, weight, bias;
  void *scale, *shift;
  double momentum, eps;
};
void batch_moments(ScalarType dtype, const ChannelShape& shape, const void* x, const BatchMoments& to,
                   const OnDevice& on);
/// Scale and shift by the running statistics.
void running_scale(ScalarType dtype, int64_t channels, const BatchMoments& to, const OnDevice& on);

/// The gradient's sums, and the coefficients of dx = a dy + b x + shift.
struct BatchGradient {
  const void *mean, *deviation;  ///< deviation: 1 / sqrt(variance + eps) when `train`, else the variance
  Vector weight, dw, db;
  void *a, *b, *shift;
  bool train;
  double eps;
};
void batch_gradient(ScalarType dtype, const ChannelShape& shape, const void* dy, const void* x, const BatchGradient& to,
                    const OnDevice& on);

/// Samples of groups of channels, dense.
struct GroupShape {
  int64_t samples, groups, channels, pixels;  ///< channels of a group
  int64_t rows() const { return samples * groups; }
  int64_t all_channels() const { return rows() * channels; }  ///< of all samples
};
/// The gradient of normalisation by groups: its sums, and the coefficients of dx = a dy + b x + shift.
struct GroupGradient {
  const void *mean, *rstd;   ///< of each group
  const void* channel_mean;  ///< of each channel of each sample, as are the coefficients
  Vector weight, dw, db;
  void *a, *b, *shift;
};
void group_gradient(ScalarType dtype, const GroupShape& shape, const void* dy, const void* x, const GroupGradient& to,
                    const OnDevice& on);

/// y = scale[channel] x + shift[channel]
void scale_and_shift(ScalarType dtype, const ChannelShape& shape, const void* x, const void* scale, const void* shift,
                     void* y, const OnDevice& on);
/// dx = a[channel] dy + b[channel] x + shift[channel]
void scale_and_shift(ScalarType dtype, const ChannelShape& shape, const void* dy, const void* x, const void* a,
                     const void* b, const void* shift, void* dx, const OnDevice& on);

}  // namespace torchpp::cuda
