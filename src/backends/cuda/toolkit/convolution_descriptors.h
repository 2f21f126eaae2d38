// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file cuDNN's descriptors of a convolution. Nothing here needs a device.

#include <cudnn.h>
#include <torchpp/core/error.h>

#include "src/backends/cuda/vendor.h"

namespace torchpp::cuda {

/// Throws Error that names the call, the library's status and what it says about it.
[[noreturn]] TORCHPP_COLD void fail(const char* call, cudnnStatus_t status);
inline void check(cudnnStatus_t status, const char* call) {
  if (TORCHPP_UNLIKELY(status != CUDNN_STATUS_SUCCESS)) fail(call, status);
}

/// The number of spatial dimensions that the library is told: it has no convolutions of one, which get a height of 1.
inline int cudnn_dims(const ConvProblem& p) { return p.dims == 3 ? 3 : 2; }

struct ConvolutionDescriptors {
  ConvolutionDescriptors(const ConvProblem& p, cudnnMathType_t math);
  ~ConvolutionDescriptors() { destroy(); }
  ConvolutionDescriptors(const ConvolutionDescriptors&) = delete;
  ConvolutionDescriptors& operator=(const ConvolutionDescriptors&) = delete;

  cudnnTensorDescriptor_t x = nullptr, y = nullptr;
  cudnnFilterDescriptor_t w = nullptr;
  cudnnConvolutionDescriptor_t convolution = nullptr;

 private:
  void describe(const ConvProblem& p, cudnnMathType_t math);
  void destroy() noexcept;
};

}  // namespace torchpp::cuda
