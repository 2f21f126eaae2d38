// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/kernels.h"

#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {

// A row without a kernel does not link, and the linker names it.
void register_rest() {
#define TORCHPP_OP(name, schema, Result, args) kernels::set_##name(DispatchKey::CUDA, &name);
#define TORCHPP_OP_ALL(name, schema, Result, args)
#define TORCHPP_OP_ALL_ND(name, schema, Result, args)
#include <torchpp/ops/table.def>
#undef TORCHPP_OP
#undef TORCHPP_OP_ALL
#undef TORCHPP_OP_ALL_ND
}

}  // namespace torchpp::cuda
