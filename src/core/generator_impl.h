// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/cpu_generator.h>

#include <mutex>

#include "src/core/mt19937.h"

namespace torchpp {

enum class RandomEngine : uint8_t { kMt19937, kPhilox };

/// The state of a Generator. Functions that draw numbers must hold `mutex`.
class GeneratorImpl final : public CPUGeneratorImpl {
 public:
  struct Mutex final : GeneratorMutex {
    std::mutex native;
  };
  /// The second number of a Box-Muller pair, which the next single draw uses up.
  template <class T>
  struct Pending {
    bool valid = false;
    T value = 0;
  };

  GeneratorImpl(RandomEngine engine, Device device, uint64_t seed)
      : CPUGeneratorImpl(mutex), engine(engine), device(device), seed(seed), mt(static_cast<uint32_t>(seed)) {}

  mutable Mutex mutex;
  const RandomEngine engine;
  const Device device;  // whose operators draw from it
  uint64_t seed;
  detail::Mt19937 mt;
  // mt19937 only. No CPU distribution of libtorch 1.13 draws normals in float; its state carries one all the same.
  Pending<double> next_double_normal;
  Pending<float> next_float_normal;
  // Philox only: words used, a multiple of 4.
  uint64_t philox_offset = 0;
};

/// The last seed given to manual_seed(), which seeds the default generators of devices that are first used later.
TORCHPP_API uint64_t initial_seed() noexcept;

/// A new generator with the Philox engine for the operators of a device.
TORCHPP_API Generator make_philox(uint64_t seed, Device device);

}  // namespace torchpp
