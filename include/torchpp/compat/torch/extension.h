// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The C++ part of <torch/extension.h>; the library has no Python bindings.

#include <torch/library.h>
#include <torch/torch.h>
