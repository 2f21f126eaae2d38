// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>

#include <cstddef>

namespace torchpp::data::samplers {

/// Base of batch requests that are no lists of indices.
/// Source: libtorch 1.13.
struct TORCHPP_API CustomBatchRequest {
  virtual ~CustomBatchRequest();
  /// How many examples are asked for.
  virtual size_t size() const = 0;
};

}  // namespace torchpp::data::samplers
