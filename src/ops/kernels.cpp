// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/kernels.h>
#include "src/ops/ops.h"
namespace torchpp::kernels {
#define TORCHPP_OP(name, schema, Result, args) \
  void set_##name(DispatchKey key, Result(*kernel) args) { op::name.set_kernel(key, kernel); }
#include <torchpp/ops/table.def>
}
