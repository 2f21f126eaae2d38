// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/ops.h"

#if defined(__clang__)
#define TORCHPP_CONSTINIT [[clang::require_constant_initialization]]
#else
#define TORCHPP_CONSTINIT __constinit
#endif

namespace torchpp::op {

#define TORCHPP_ROW(name, schema, Result, args, derivative, ...) \
  TORCHPP_CONSTINIT OwnOp<Result args> name(schema, &cpu::name, derivative, OpTraits{__VA_ARGS__});
#define TORCHPP_OP(name, schema, Result, args) \
  TORCHPP_ROW(name, schema, Result, args, &derivative::name, true, true, true)
#define TORCHPP_OP_ND(name, schema, Result, args) TORCHPP_ROW(name, schema, Result, args, nullptr, true, true, true)
#define TORCHPP_OP_OUT(name, schema, Result, args) \
  TORCHPP_ROW(name, schema, Result, args, &derivative::name, false, true, true)
#define TORCHPP_OP_OUT_ND(name, schema, Result, args) \
  TORCHPP_ROW(name, schema, Result, args, nullptr, false, true, true)
#define TORCHPP_OP_DATA(name, schema, Result, args) TORCHPP_ROW(name, schema, Result, args, &derivative::name, true)
#define TORCHPP_OP_DATA_ND(name, schema, Result, args) TORCHPP_ROW(name, schema, Result, args, nullptr, true)
#define TORCHPP_OP_MIXED(name, schema, Result, args) \
  TORCHPP_ROW(name, schema, Result, args, &derivative::name, true, true, true, true)
#define TORCHPP_OP_ALL(name, schema, Result, args)                                                           \
  TORCHPP_CONSTINIT OwnOp<Result args> name(OwnOp<Result args>::AllBackends(), schema, &every_backend::name, \
                                            &derivative::name);
#define TORCHPP_OP_ALL_ND(name, schema, Result, args) \
  TORCHPP_CONSTINIT OwnOp<Result args> name(OwnOp<Result args>::AllBackends(), schema, &every_backend::name, nullptr);
#include <torchpp/ops/table.def>

}  // namespace torchpp::op
