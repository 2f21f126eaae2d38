// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/ATen.h>
#include <torchpp/dispatch/library.h>

#define TORCH_LIBRARY TORCHPP_LIBRARY
#define TORCH_LIBRARY_IMPL TORCHPP_LIBRARY_IMPL
#define TORCH_FN(function) (&function)
