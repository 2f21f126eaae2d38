// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The version of libtorch whose interface this is. TORCHPP_VERSION is the library's own.

#include <torchpp/version.h>

#define TORCH_VERSION_MAJOR 1
#define TORCH_VERSION_MINOR 13
#define TORCH_VERSION_PATCH 1
#define TORCH_VERSION "1.13.1"
