// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Automatic differentiation.

#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/autograd/function.h>
#include <torchpp/autograd/node.h>
#include <torchpp/autograd/saved_tensor_hooks.h>
