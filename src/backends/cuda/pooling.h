// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pooling of dense images on raw memory: one thread per element that is written, so that gradients need no
/// atomic additions and are added in the order of the windows.

#include <torchpp/core/dtype.h>

#include "src/backends/cuda/stream.h"

namespace torchpp::cuda {

/// A window that moves over images (batch, channels, in[0], in[1]); `last`: channels are the innermost dimension.
struct PoolProblem {
  int64_t batch, channels, in[2], out[2], kernel[2], stride[2], padding[2], dilation[2];
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

}  // namespace torchpp::cuda
