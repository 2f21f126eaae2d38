// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Transforms: what `dataset.map(...)` does to examples and batches.

#include <torchpp/data/transforms/base.h>
#include <torchpp/data/transforms/collate.h>
#include <torchpp/data/transforms/lambda.h>
#include <torchpp/data/transforms/stack.h>
#include <torchpp/data/transforms/tensor.h>
