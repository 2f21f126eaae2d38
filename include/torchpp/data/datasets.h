// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Datasets: where examples come from. Those of certain files (cifar.h, folder.h, table.h, text.h) are headers of
/// their own, but for MNIST.

#include <torchpp/data/datasets/base.h>
#include <torchpp/data/datasets/chunk.h>
#include <torchpp/data/datasets/concat.h>
#include <torchpp/data/datasets/map.h>
#include <torchpp/data/datasets/mnist.h>
#include <torchpp/data/datasets/shared.h>
#include <torchpp/data/datasets/stateful.h>
#include <torchpp/data/datasets/subset.h>
#include <torchpp/data/datasets/tensor.h>
