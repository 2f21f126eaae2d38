// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Adding the bias of a convolution, and its gradient. Images are dense: (N, C, pixels), or (N, pixels, C) with
/// channels_last.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

struct Images {
  ScalarType dtype;
  int64_t batch, channels, pixels;
  bool channels_last;
};
/// Adds a number per channel to all its pixels.
void add_channel_bias(const OnDevice& on, const Images& shape, void* images, const void* bias);
/// Sums all pixels of each channel, in the same order of operations each time.
void sum_channels(const OnDevice& on, const Images& shape, const void* images, void* sums);

}  // namespace torchpp::cuda
