// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file All operators as functions.

#include <torchpp/ops/boxing.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/decomposition.h>
#include <torchpp/ops/foreach.h>
#include <torchpp/ops/from_blob.h>
#include <torchpp/ops/image.h>
#include <torchpp/ops/index.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/loss.h>
#include <torchpp/ops/nested.h>
#include <torchpp/ops/nested_tensor.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/pooling.h>
#include <torchpp/ops/promotion.h>
#include <torchpp/ops/random.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/search.h>
#include <torchpp/ops/sequence.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/sparse.h>
#include <torchpp/ops/tensor_copy.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>
