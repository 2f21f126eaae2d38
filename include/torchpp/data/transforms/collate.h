// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/example.h>
#include <torchpp/data/transforms/lambda.h>

#include <vector>

namespace torchpp::data::transforms {

/// Makes one T of the examples of a batch.   Source: libtorch 1.13.
template <class T, class BatchType = std::vector<T>>
using Collation = BatchTransform<BatchType, T>;

/// A function that does so.   Source: libtorch 1.13.
template <class T, class BatchType = std::vector<T>>
using Collate = BatchLambda<BatchType, T>;

}  // namespace torchpp::data::transforms
