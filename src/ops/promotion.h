// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The dtype of operators with several tensors.

#include <torchpp/tensor.h>

namespace torchpp {

/// Collects operands; tensors with dimensions outweigh 0-dim ones, and those numbers, as long as they are of the same
/// category or a higher one (libtorch 1.13's rule).
class TORCHPP_API ResultType {
 public:
  void add(const TensorBase& t);
  ScalarType get() const;

 private:
  ScalarType dim_ = ScalarType::Undefined;
  ScalarType zero_dim_ = ScalarType::Undefined;
  ScalarType number_ = ScalarType::Undefined;
};

}  // namespace torchpp
