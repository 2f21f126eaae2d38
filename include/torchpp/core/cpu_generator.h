// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The engine of a generator, for code that draws many numbers under one lock, as operators for libtorch do.

#include <torchpp/core/generator.h>

namespace torchpp {

/// The engine behind a Generator of the CPU. Unlike the functions of the handle, random() and random64() take no lock:
/// hold `mutex_` around them.
class TORCHPP_API CPUGeneratorImpl : public intrusive_ptr_target {
 public:
  static constexpr DeviceType device_type() { return kCPU; }
  Device device() const;
  void set_current_seed(uint64_t seed);
  uint64_t current_seed() const;
  uint64_t seed();
  uint32_t random();
  uint64_t random64();

  GeneratorMutex& mutex_;

 protected:
  explicit CPUGeneratorImpl(GeneratorMutex& mutex) : mutex_(mutex) {}
  ~CPUGeneratorImpl() override = default;
};

}  // namespace torchpp
