// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/ops.h"

#if defined(__clang__)
#define TORCHPP_CONSTINIT [[clang::require_constant_initialization]]
#else
#define TORCHPP_CONSTINIT __constinit
#endif

namespace torchpp::op {

#define TORCHPP_OP(name, schema, Result, args) \
  TORCHPP_CONSTINIT OwnOp<Result args> name(schema, &cpu::name, &derivative::name);
#define TORCHPP_OP_ND(name, schema, Result, args) \
  TORCHPP_CONSTINIT OwnOp<Result args> name(schema, &cpu::name, nullptr);
#define TORCHPP_OP_ALL(name, schema, Result, args)                                                           \
  TORCHPP_CONSTINIT OwnOp<Result args> name(OwnOp<Result args>::AllBackends(), schema, &every_backend::name, \
                                            &derivative::name);
#define TORCHPP_OP_ALL_ND(name, schema, Result, args) \
  TORCHPP_CONSTINIT OwnOp<Result args> name(OwnOp<Result args>::AllBackends(), schema, &every_backend::name, nullptr);
#include <torchpp/ops/table.def>

}  // namespace torchpp::op
