// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file All of torchpp.

#include <torchpp/amp.h>
#include <torchpp/autograd.h>
#include <torchpp/core/finfo.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/memory.h>
#include <torchpp/core/parallel.h>
#include <torchpp/core/settings.h>
#include <torchpp/cuda.h>
#include <torchpp/dispatch/record_function.h>
#include <torchpp/nn.h>
#include <torchpp/ops.h>
#include <torchpp/optim.h>
#include <torchpp/serialize.h>
#include <torchpp/version.h>
