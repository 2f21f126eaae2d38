// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Where random numbers come from.

#include <torchpp/core/device.h>
#include <torchpp/core/export.h>
#include <torchpp/core/intrusive_ptr.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace torchpp {

class CPUGeneratorImpl;
class GeneratorImpl;
class Tensor;

/// The seed of a new generator. Source: libtorch's default_rng_seed_val.
constexpr uint64_t default_rng_seed_val = 67280421310721u;

namespace detail {
/// Specialised, with a member type `allowed`, for the standard mutex by headers that may include it; there
/// `std::lock_guard<std::mutex> lock(generator.mutex())` compiles too.
template <class M>
struct NativeMutex;
}  // namespace detail

/// The lock of a generator, for `std::lock_guard lock(generator.mutex())`. It is not recursive.
class TORCHPP_API GeneratorMutex {
 public:
  GeneratorMutex(const GeneratorMutex&) = delete;
  GeneratorMutex& operator=(const GeneratorMutex&) = delete;
  void lock();
  bool try_lock();
  void unlock();
  template <class M, class = typename detail::NativeMutex<M>::allowed>
  operator M&() {  // NOLINT: implicit by design
    return *static_cast<M*>(native());
  }

 protected:
  GeneratorMutex() = default;
  ~GeneratorMutex() = default;

 private:
  void* native();
};

/// A handle to a random number engine; copies share the engine.
///
/// Two engines exist. mt19937, the default, draws the numbers that libtorch 1.13 draws on the CPU, in its order.
/// Philox 4x32-10 counts instead of iterating: a fill is split over threads and gives the same for any number of them.
///
/// Thread safety: every function that draws numbers takes mutex() once per fill. The functions of the handle that read
/// or write the state do not; hold mutex() around them while other threads draw.
class TORCHPP_API Generator {
 public:
  /// Undefined: functions that take a generator use the default one.
  Generator() noexcept;
  explicit Generator(intrusive_ptr<GeneratorImpl> impl);
  Generator(const Generator&) noexcept;
  Generator(Generator&&) noexcept;
  Generator& operator=(const Generator&) noexcept;
  Generator& operator=(Generator&&) noexcept;
  ~Generator();

  /// A new generator with the Philox engine.
  static Generator philox(uint64_t seed = default_rng_seed_val);

  bool defined() const noexcept { return impl_.defined(); }
  Device device() const;

  /// Starts the stream that belongs to the seed; mt19937 uses its low 32 bits, Philox all.
  void set_current_seed(uint64_t seed);
  /// The seed last set, be it by set_current_seed(), seed() or set_state().
  uint64_t current_seed() const;
  /// Seeds from the operating system's entropy and returns that seed (less than 2^53).
  uint64_t seed();

  /// The next 32 bits.
  uint32_t random();
  /// The next 64 bits; mt19937 gives the upper half first.
  uint64_t random64();

  /// Everything that decides the numbers to come. mt19937: the 5056 bytes of libtorch's CPU generator, which either
  /// library reads. Philox: seed and offset, 16 bytes, little endian, as libtorch's CUDA generator.
  std::vector<uint8_t> state_bytes() const;
  /// state_bytes() as a uint8 tensor.
  Tensor get_state() const;
  /// Goes on where the state was taken. mt19937 reads also the 5048 bytes of releases before 1.6.
  /// Throws Error, and changes nothing, if the state is not one of this engine's.
  void set_state(const std::vector<uint8_t>& state);
  /// As above; TypeError if it is no uint8 tensor on the CPU.
  void set_state(const Tensor& state);

  /// Philox: how many 32-bit numbers of the stream have been used, a multiple of 4. Throws Error for mt19937.
  uint64_t get_offset() const;
  void set_offset(uint64_t offset);

  /// A new generator in the same state.
  Generator clone() const;
  GeneratorMutex& mutex() const;

  GeneratorImpl* unsafe_impl() const noexcept { return impl_.get(); }
  /// The engine as an Impl, which is CPUGeneratorImpl (torchpp/core/cpu_generator.h); null when undefined.
  template <class Impl>
  Impl* get() const {
    static_assert(std::is_same_v<Impl, CPUGeneratorImpl>, "Generator::get: expected CPUGeneratorImpl");
    return cpu_impl();
  }
  friend bool operator==(const Generator& a, const Generator& b) noexcept { return a.impl_ == b.impl_; }
  friend bool operator!=(const Generator& a, const Generator& b) noexcept { return !(a == b); }

 private:
  GeneratorImpl& impl() const;
  CPUGeneratorImpl* cpu_impl() const noexcept;
  intrusive_ptr<GeneratorImpl> impl_;
};

/// The CPU's generator of the process (mt19937). fork() waits until no other thread draws from it, so a thread must
/// not hold its mutex() and fork; the child goes on from the parent's state.
TORCHPP_API Generator& default_generator();
/// A new CPU generator with libtorch's engine, mt19937.
TORCHPP_API Generator make_generator(uint64_t seed = default_rng_seed_val);
/// Seeds the default generators, the CPU's and those of the CUDA devices, also where CUDA is first used later; takes
/// their mutexes.
TORCHPP_API void manual_seed(uint64_t seed);

}  // namespace torchpp
