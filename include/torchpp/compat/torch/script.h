// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The declarations of <torch/script.h> without TorchScript itself: tensors, autograd, custom operators.

#include <ATen/core/op_registration/op_registration.h>
#include <torch/library.h>
#include <torch/torch.h>
