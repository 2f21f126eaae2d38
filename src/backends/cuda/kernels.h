// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The backend's kernels: one for every row of the operator table that has a kernel per backend.

#include "src/backends/cuda/generated/creation.h"
#include "src/backends/cuda/generated/foreach.h"
#include "src/backends/cuda/generated/index.h"
#include "src/backends/cuda/generated/linalg.h"
#include "src/backends/cuda/generated/loss.h"
#include "src/backends/cuda/generated/nn.h"
#include "src/backends/cuda/generated/optim.h"
#include "src/backends/cuda/generated/pointwise.h"
#include "src/backends/cuda/generated/pooling.h"
#include "src/backends/cuda/generated/random.h"
#include "src/backends/cuda/generated/reduction.h"
#include "src/backends/cuda/generated/search.h"
#include "src/backends/cuda/generated/sequence.h"
#include "src/backends/cuda/generated/shape.h"
#include "src/backends/cuda/generated/view.h"
#include "src/ops/ops.h"
