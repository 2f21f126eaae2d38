// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Checkpointing: less memory for more computing.

#include <torchpp/autograd/node.h>

namespace torchpp::autograd {

using CheckpointFunction = Callable<variable_list(const variable_list&)>;

struct CheckpointOptions {
  /// Reentrant: forward records nothing, and backward runs it again and goes backward through that; needs an input that
  /// requires grad, and works with backward() but neither with grad() nor with `inputs`. Otherwise forward is recorded,
  /// but what it saves is thrown away and computed again when backward asks for it.
  bool use_reentrant = true;
  /// Makes the second run draw the same random numbers.
  bool preserve_rng_state = true;
};

/// Returns fn(inputs) without saving intermediate tensors for backward, which computes them again by a second call of
/// `fn`. Both calls of `fn` must do the same. Functions that need more than tensors capture it.
TORCHPP_API variable_list checkpoint(const CheckpointFunction& fn, const variable_list& inputs,
                                     const CheckpointOptions& options = {});
TORCHPP_API Tensor checkpoint(const Callable<Tensor(const Tensor&)>& fn, const Tensor& input,
                              const CheckpointOptions& options = {});
/// The functions one after the other, in `segments` parts of which all but the last are checkpointed.
TORCHPP_API Tensor checkpoint_sequential(const std::vector<Callable<Tensor(const Tensor&)>>& functions,
                                         int64_t segments, const Tensor& input, const CheckpointOptions& options = {});

}  // namespace torchpp::autograd
