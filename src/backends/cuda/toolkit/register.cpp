// SPDX-License-Identifier: BSD-3-Clause
// What the program or the shared library calls to bring the backend in, over CUDA's own run-time.
#include <torchpp/core/cuda.h>

#include <mutex>

#include "src/backends/cuda/backend.h"
#include "src/backends/cuda/driver.h"

namespace torchpp {

void register_cuda() noexcept {
  static std::once_flag once;
  std::call_once(once, [] {
    cuda::set_driver(&cuda::runtime_driver());
    cuda::register_backend();
  });
}

}  // namespace torchpp

/// The symbol that the shared libtorchpp looks up in this library.
extern "C" TORCHPP_API void torchpp_register_cuda() { torchpp::register_cuda(); }
