// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The declarations of <torch/script.h> without TorchScript itself: tensors, autograd, custom operators.

#include <torch/library.h>
#include <torch/torch.h>
