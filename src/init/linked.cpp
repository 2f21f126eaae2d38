// SPDX-License-Identifier: BSD-3-Clause
// How the static libraries find the optional backends: the program links and registers them.
#include "src/core/cuda_backend.h"

namespace torchpp::cuda {

const char* open_backend() noexcept {
  return "the program is linked with a static torchpp and has not registered the backend; link torchpp::cuda and call "
         "torchpp::register_cuda() first";
}

}  // namespace torchpp::cuda
