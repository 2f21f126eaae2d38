// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pooling of dense images and volumes on raw memory: one thread per element that is written, so that gradients
/// need no atomic additions and are added in the order of the windows.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// A window that moves over volumes of a depth, height and width; images have a depth of 1. `last`: channels are the
/// innermost dimension.
struct PoolProblem {
  int64_t batch, channels, in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
  bool last;
  // The divisor of an average.
  bool count_padding = true;
  int64_t divisor = 0;  ///< 0: the number of elements in the window
};

/// indices may be null.
void max_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, int64_t* indices,
                      const OnDevice& on);
/// Each index must be of an element between the first and the last one of its window, as the forward's are: the thread
/// of an element reads only the windows that contain it. Any other index is a device-side error, while the CPU, as in
/// libtorch, adds the gradient at that index.
void max_pool_backward(ScalarType dtype, const PoolProblem& p, const void* dy, const int64_t* indices, void* dx,
                       const OnDevice& on);
void avg_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, const OnDevice& on);
void avg_pool_backward(ScalarType dtype, const PoolProblem& p, const void* dy, void* dx, const OnDevice& on);
/// Windows that divide the image evenly; of the problem only batch, channels, in, out and last count.
void adaptive_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, const OnDevice& on);
void adaptive_pool_backward(ScalarType dtype, const PoolProblem& p, const void* dy, void* dx, const OnDevice& on);

void adaptive_max_pool_forward(ScalarType dtype, const PoolProblem& p, const void* x, void* y, int64_t* indices,
                               const OnDevice& on);
/// Windows at random distances along `dims` dimensions, for each of which an image and channel has a sample; of the
/// problem also the kernel counts. Channels are not the innermost dimension.
void fractional_max_pool_forward(ScalarType dtype, const PoolProblem& p, int dims, const void* samples, const void* x,
                                 void* y, int64_t* indices, const OnDevice& on);

/// Elements of `units` images, of `out` pixels each, go to the pixels, of `in`, that indices name; in memory a pixel
/// has `channels` elements.
struct NamedPlaces {
  int64_t units, out, in, channels;
};
/// Writes the elements that indices name; of several elements for one place the last one stays.
void unpool_images(ScalarType dtype, const NamedPlaces& p, const void* x, const int64_t* indices, void* y,
                   const OnDevice& on);
/// Adds the elements of dy to those of dx, in an order that depends on the indices alone.
void add_to_named(ScalarType dtype, const NamedPlaces& p, const void* dy, const int64_t* indices, void* dx,
                  const OnDevice& on);

}  // namespace torchpp::cuda
