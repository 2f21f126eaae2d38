// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What <torch/script.h> brings but for TorchScript itself: tensors, autograd, operators of a program's own.

#include <torch/library.h>
#include <torch/torch.h>
