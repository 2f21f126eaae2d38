// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Modules, functions over tensors with options, initial values, helpers on parameters. What few programs use has
/// headers of its own: lazy modules (nn/modules/lazy.h), parametrizations and pruning (nn/utils/parametrize.h, prune.h)
/// and data_parallel (nn/parallel/data_parallel.h).

#include <torchpp/nn/any_module.h>
#include <torchpp/nn/cloneable.h>
#include <torchpp/nn/enum.h>
#include <torchpp/nn/expanding_array.h>
#include <torchpp/nn/functional.h>
#include <torchpp/nn/init.h>
#include <torchpp/nn/json.h>
#include <torchpp/nn/module.h>
#include <torchpp/nn/modules/adaptive.h>
#include <torchpp/nn/modules/container.h>
#include <torchpp/nn/modules/rnn.h>
#include <torchpp/nn/modules/transformer.h>
#include <torchpp/nn/ordered_dict.h>
#include <torchpp/nn/utils.h>
#include <torchpp/nn/utils/rnn.h>
#include <torchpp/nn/utils/stateless.h>
#include <torchpp/nn/utils/weight_norm.h>
