// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file torchpp::nn::functional: what the modules compute, with options but without state.

#include <torchpp/nn/modules/activation.h>
#include <torchpp/nn/modules/attention.h>
#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/distance.h>
#include <torchpp/nn/modules/dropout.h>
#include <torchpp/nn/modules/embedding.h>
#include <torchpp/nn/modules/fold.h>
#include <torchpp/nn/modules/linear.h>
#include <torchpp/nn/modules/loss.h>
#include <torchpp/nn/modules/normalization.h>
#include <torchpp/nn/modules/padding.h>
#include <torchpp/nn/modules/pooling.h>
#include <torchpp/nn/modules/upsampling.h>
#include <torchpp/nn/modules/vision.h>
