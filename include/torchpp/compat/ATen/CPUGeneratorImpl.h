// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file make_generator<at::CPUGeneratorImpl>(seed).

#include <ATen/core/ATenGeneral.h>

namespace at {
/// Names the CPU's kind of generator.
struct CPUGeneratorImpl;
}  // namespace at

namespace torchpp {
using at::CPUGeneratorImpl;
template <class Impl, class = std::enable_if_t<std::is_same_v<Impl, at::CPUGeneratorImpl>>>
Generator make_generator(uint64_t seed = default_rng_seed_val) {
  return make_generator(seed);
}
}  // namespace torchpp
