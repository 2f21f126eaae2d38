// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The keys by which an operator chooses its kernel.

#include <torchpp/core/device.h>

#include <cstdint>
#include <string>

namespace torchpp {

/// The layers that can handle a call, lowest first. A call's key set is the union of the keys of its arguments and of
/// the thread's modes. The kernel of its highest key is called; a layer calls the next lower one by excluding its own
/// key.
enum class DispatchKey : uint8_t {
  // Backends: where the memory is and who computes.
  CPU,
  CUDA,
  Meta,
  PrivateUse1,
  // Layouts and wrappers whose kernels unpack what a backend then computes.
  Sparse,
  Quantized,
  // Layers.
  Autograd,
  Nested,  ///< operators on the constituents of nested tensors, which autograd sees as operators on dense ones
  Autocast,
  Batched,
  GradTracking,
  Functionalize,
  Tracer,
  Mode,  ///< a layer that a program puts over every operator by set_mode_fallback
  Profiler,
  NumKeys,
  // One backend's part of a layer, for registrations: the layer's kernel for arguments of that backend. The low five
  // bits are the layer's, so that as sets they are the layer.
  AutogradCPU = 1 << 5 | Autograd,
  AutogradCUDA = 2 << 5 | Autograd,
  AutogradMeta = 3 << 5 | Autograd,
  AutogradPrivateUse1 = 4 << 5 | Autograd,
  AutocastCPU = 1 << 5 | Autocast,
  AutocastCUDA = 2 << 5 | Autocast,
  // Keys that only registrations name; their bit is in no call.
  CompositeImplicitAutograd = 31,           ///< composite kernels, for backends without one of their own
  CompositeExplicitAutograd = 1 << 5 | 31,  ///< the same, with a derivative of its own
  BackendSelect = 2 << 5 | 31,              ///< no layer here: a call's options bring the backend's key themselves
  ADInplaceOrView = 3 << 5 | 31             ///< no layer here: views and versions need no kernel
};
constexpr int kNumDispatchKeys = static_cast<int>(DispatchKey::NumKeys);
/// The key of which this one names a backend's part; other keys themselves.
constexpr DispatchKey whole_key(DispatchKey key) {
  const auto low = static_cast<uint8_t>(static_cast<uint8_t>(key) & 31);
  return low < kNumDispatchKeys ? static_cast<DispatchKey>(low) : key;
}

/// A set of keys: one bit each.
class DispatchKeySet {
 public:
  constexpr DispatchKeySet() : bits_(0) {}
  constexpr DispatchKeySet(DispatchKey key) : bits_(uint32_t{1} << (static_cast<int>(key) & 31)) {}  // NOLINT: implicit
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
/// The backends of which a key like AutogradCPU names the part; none for other keys.
constexpr DispatchKeySet backends_of(DispatchKey key) {
  const int part = static_cast<int>(key) >> 5;
  if (part == 0 || whole_key(key) == key) return DispatchKeySet();
  return DispatchKeySet::from_bits(uint32_t{1} << (part - 1));
}
/// Whether the key names a backend, which has no layer below it.
constexpr bool is_backend_key(DispatchKey key) { return key < DispatchKey::Autograd; }

TORCHPP_API std::string to_string(DispatchKey key);
TORCHPP_API std::string to_string(DispatchKeySet keys);

}  // namespace torchpp
