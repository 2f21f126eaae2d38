// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/kernels.h"

#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
#define SET(name) kernels::set_##name(DispatchKey::CUDA, &name);
  SET(copy)
  SET(fill)
  SET(fill_tensor)
  SET(to_copy)
  SET(clone)
  SET(item)
  SET(conj_physical)
}

}  // namespace torchpp::cuda
