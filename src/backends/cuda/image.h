// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Resampling, windows as columns and sampling at points on raw memory: one thread per element that is written.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"
#include "src/backends/math/sampling.h"

namespace torchpp::cuda {

/// One dimension of a contiguous tensor (outer, in, inner) resampled to (outer, out, inner), in float or double:
/// element i is the sum over k from begin[i] on, before begin[i + 1], of weight[k] times the source's element
/// source[k].
struct ResampledLine {
  int64_t outer, in, out, inner;
  const int64_t *begin, *source;
  const void* weight;
};
void resample(ScalarType dtype, const ResampledLine& line, const void* x, void* y, const OnDevice& on);

/// Windows of two dimensions over planes (batch and channels); fields as in WindowsPlan.
struct WindowsProblem {
  int64_t planes, image[2], kernel[2], dilation[2], padding[2], stride[2], windows[2];
};
/// Elements of so many bytes.
void gather_windows(size_t itemsize, const WindowsProblem& p, const void* images, void* columns, const OnDevice& on);
void add_windows(ScalarType dtype, const WindowsProblem& p, const void* columns, void* images, const OnDevice& on);

/// Sampling of images of `dims` dimensions at points, in float or double.
struct SamplingProblem {
  int mode, dims;
  math::SampleLine lines[3];
  int64_t batch, channels, pixels, points;
};
void sample(ScalarType dtype, const SamplingProblem& p, const void* input, const void* grid, void* output,
            const OnDevice& on);
void sample_by_grid(ScalarType dtype, const SamplingProblem& p, const void* grad, const void* input, const void* grid,
                    void* grad_grid, const OnDevice& on);
/// What each tap of each point of image and channel adds to the gradient by the input, and where: pixel `pixels` stands
/// for the outside. Both (batch * channels, points * taps), as many taps as sample_taps says.
void sample_terms(ScalarType dtype, const SamplingProblem& p, const void* grad, const void* grid, int64_t* at,
                  void* terms, const OnDevice& on);
int64_t sample_taps(const SamplingProblem& p);

}  // namespace torchpp::cuda
