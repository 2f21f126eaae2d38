// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/cuda/CUDAContext.h>

namespace at {
namespace cuda {

/// An event made with CUDA's flags, of which the one that turns timing off (2) counts; without flags it is off.
class CUDAEvent : public ::torchpp::cuda::CUDAEvent {
 public:
  CUDAEvent() = default;
  explicit CUDAEvent(unsigned flags) : ::torchpp::cuda::CUDAEvent((flags & 2u) == 0) {}

  void recordOnce(const CUDAStream& stream) {
    if (!isCreated()) record(stream);
  }
};

}  // namespace cuda
}  // namespace at
