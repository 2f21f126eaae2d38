// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The objects of all operators, for the CUDA backend and tests. Other files include the families that they use,
/// so that a new row of the table does not compile them again.

#include "src/ops/generated/creation.h"
#include "src/ops/generated/foreach.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/loss.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/optim.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/pooling.h"
#include "src/ops/generated/random.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/sequence.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
