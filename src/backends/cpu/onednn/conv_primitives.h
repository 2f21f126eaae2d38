// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How one convolution is cut into slices, and the primitives that compute them.

#include <cstdint>
#include <memory>
#include <vector>

#include "src/backends/cpu/onednn/convolution.h"
#include "src/backends/cpu/onednn/engine.h"

namespace torchpp {
namespace cpu {
namespace onednn {

/// A box of the problem: images, rows along the first spatial dimension, channels of the result (forward and weight
/// gradient: out_channels, data gradient: in_channels).
struct ConvSlice {
  int64_t image = 0, images = 0;
  int64_t x_row = 0, x_rows = 0, y_row = 0, y_rows = 0;
  int64_t padding_left = 0, padding_right = 0;  // of the first spatial dimension
  int64_t channel = 0, channels = 0;
  int kernel = 0;  // index into ConvPrimitives::kernels
};

struct ConvKernel {
  Primitive primitive;
  dnnl::memory::desc weights;  // the layout it wants, or, for the weight gradient, gives
};

struct ConvPrimitives {
  uint64_t number = 0;           // never used twice
  const char* reason = nullptr;  // why there are none
  std::vector<ConvSlice> slices;
  std::vector<ConvKernel> kernels;
  int64_t channel_parts = 1;

  /// One run of `reorder` takes plain weights at plain_offset to the kernels' layout at packed_offset, in bytes; for
  /// the weight gradient it goes from the kernels' layout to the plain one.
  struct Reorder {
    int64_t plain_offset, packed_offset;
  };
  std::unique_ptr<const Primitive> reorder;
  std::vector<Reorder> reorders;
  size_t packed_part = 0;      // bytes of the weights of one channel part
  bool plain_weights = false;  // the kernels take the weights as they are
};

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp
