// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Generators by their kind, of which the CPU's is the only one here.

#include <ATen/core/ATenGeneral.h>
#include <torchpp/core/cpu_generator.h>

namespace torchpp {

/// A new generator: make_generator<at::CPUGeneratorImpl>(seed).
template <class Impl, class = std::enable_if_t<std::is_same_v<Impl, CPUGeneratorImpl>>>
Generator make_generator(uint64_t seed = default_rng_seed_val) {
  return make_generator(seed);
}
/// The engine of the generator. Throws Error if there is none, or it is for another device.
template <class Impl>
Impl* check_generator(const optional<Generator>& generator) {
  TORCHPP_CHECK(generator, "Expected Generator but received nullopt");
  TORCHPP_CHECK(generator->defined(), "Generator with undefined implementation is not allowed");
  TORCHPP_CHECK(generator->device().type() == Impl::device_type(), "Expected a '", Impl::device_type(),
                "' device type for generator but found '", generator->device().type(), "'");
  return generator->get<Impl>();
}
/// That of the generator if it is defined, else that of the default one.
template <class Impl>
Impl* get_generator_or_default(const optional<Generator>& generator, const Generator& default_generator) {
  return check_generator<Impl>(generator && generator->defined() ? *generator : default_generator);
}

}  // namespace torchpp
