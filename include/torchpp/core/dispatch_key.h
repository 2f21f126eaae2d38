// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The keys by which an operator chooses its kernel.

#include <torchpp/core/device.h>

#include <cstdint>
#include <string>

namespace torchpp {

/// Who may handle a call, lowest first. Of all keys that the arguments and the thread's modes bring, the highest one
/// is asked first; it hands the call down by excluding itself.
enum class DispatchKey : uint8_t {
  // Backends: where the memory is and who computes.
  CPU,
  CUDA,
  Meta,
  PrivateUse1,
  // Layouts and wrappers whose kernels unpack what a backend then computes.
  Sparse,
  Quantized,
  Nested,
  // Layers.
  Autograd,
  Autocast,
  Batched,
  GradTracking,
  Functionalize,
  Tracer,
  Mode,  ///< a layer that a program puts over every operator by set_mode_fallback
  Profiler,
  NumKeys
};
constexpr int kNumDispatchKeys = static_cast<int>(DispatchKey::NumKeys);

/// A set of keys: one bit each.
class DispatchKeySet {
 public:
  constexpr DispatchKeySet() : bits_(0) {}
  constexpr DispatchKeySet(DispatchKey key) : bits_(uint32_t{1} << static_cast<int>(key)) {}  // NOLINT: implicit
  static constexpr DispatchKeySet from_bits(uint32_t bits) {
    DispatchKeySet s;
    s.bits_ = bits;
    return s;
  }
  constexpr uint32_t bits() const { return bits_; }
  constexpr bool has(DispatchKey key) const { return (bits_ & DispatchKeySet(key).bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  /// The highest key; the set must not be empty.
  DispatchKey highest() const { return static_cast<DispatchKey>(31 - __builtin_clz(bits_)); }
  friend constexpr DispatchKeySet operator|(DispatchKeySet a, DispatchKeySet b) { return from_bits(a.bits_ | b.bits_); }
  friend constexpr DispatchKeySet operator&(DispatchKeySet a, DispatchKeySet b) { return from_bits(a.bits_ & b.bits_); }
  /// a without b.
  friend constexpr DispatchKeySet operator-(DispatchKeySet a, DispatchKeySet b) {
    return from_bits(a.bits_ & ~b.bits_);
  }
  friend constexpr bool operator==(DispatchKeySet a, DispatchKeySet b) { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(DispatchKeySet a, DispatchKeySet b) { return a.bits_ != b.bits_; }

 private:
  uint32_t bits_;
};

/// The key of a device's backend.
constexpr DispatchKey backend_key(DeviceType type) {
  return type == DeviceType::CPU    ? DispatchKey::CPU
         : type == DeviceType::CUDA ? DispatchKey::CUDA
         : type == DeviceType::Meta ? DispatchKey::Meta
                                    : DispatchKey::PrivateUse1;
}
/// Whether the key names a backend, which has no layer below it.
constexpr bool is_backend_key(DispatchKey key) { return key < DispatchKey::Autograd; }

TORCHPP_API std::string to_string(DispatchKey key);
TORCHPP_API std::string to_string(DispatchKeySet keys);

}  // namespace torchpp
