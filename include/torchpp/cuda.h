// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file CUDA devices.

#include <torchpp/core/cuda.h>
