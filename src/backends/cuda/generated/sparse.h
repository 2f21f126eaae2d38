// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/sparse.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

