// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/core/generator.h>

#include <cstdint>

namespace torchpp::data::detail {

/// The seed of worker 0 in an epoch: drawn from the generator as Python's DataLoader draws it, or, if that is
/// undefined, made of the default generator's seed and the number of the epoch.
TORCHPP_API uint64_t epoch_seed(const Generator& generator, uint64_t epoch);

}  // namespace torchpp::data::detail
