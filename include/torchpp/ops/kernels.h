// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Giving the library's operators kernels for another backend, by C++ type: `kernels::set_add(key, fn)` for each
/// row of ops/table.def. Links only the operators that are named, which by-name registration does not. The kernel
/// serves the functional, in-place and out= forms where its first argument is Out: with a destination it writes there,
/// calls bump_version, and returns an undefined tensor. An undefined tensor argument stands for none. Null takes a
/// kernel away.

#include <torchpp/dispatch/op.h>

#include <optional>
#include <string>

namespace torchpp::kernels {

#define TORCHPP_OP(name, schema, Result, args) TORCHPP_API void set_##name(DispatchKey key, Result(*kernel) args);
#include <torchpp/ops/table.def>
#undef TORCHPP_OP

}  // namespace torchpp::kernels
