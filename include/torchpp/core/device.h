// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Where a tensor's memory lives.

#include <torchpp/core/export.h>

#include <cstdint>
#include <iosfwd>
#include <string>

namespace torchpp {

/// Kinds of devices. kPrivateUse1 is for a backend that a program brings itself. The kinds of libtorch that no backend
/// here serves have names only: programs that ask whether a tensor is on one compile.
enum class DeviceType : int8_t {
  CPU = 0,
  CUDA = 1,
  HIP = 6,
  XLA = 9,
  Vulkan = 10,
  XPU = 12,
  MPS = 13,
  Meta = 14,
  PrivateUse1 = 20
};

constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kMeta = DeviceType::Meta;
constexpr DeviceType kPrivateUse1 = DeviceType::PrivateUse1;
constexpr DeviceType kHIP = DeviceType::HIP, kXLA = DeviceType::XLA, kVulkan = DeviceType::Vulkan,
                     kXPU = DeviceType::XPU, kMPS = DeviceType::MPS;

using DeviceIndex = int8_t;

/// A kind of device and which one of its kind; index -1 is the current one.
class TORCHPP_API Device {
 public:
  using Type = DeviceType;
  constexpr Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}  // NOLINT: implicit
  /// From "cpu", "cuda", "cuda:1", "meta", "privateuseone:0". Throws Error on anything else.
  Device(const std::string& text);                         // NOLINT: implicit
  Device(const char* text) : Device(std::string(text)) {}  // NOLINT: implicit

  constexpr DeviceType type() const { return type_; }
  constexpr DeviceIndex index() const { return index_; }
  constexpr bool has_index() const { return index_ >= 0; }
  constexpr bool is_cpu() const { return type_ == kCPU; }
  constexpr bool is_cuda() const { return type_ == kCUDA; }
  constexpr bool is_meta() const { return type_ == kMeta; }
  constexpr bool is_mps() const { return type_ == kMPS; }
  constexpr bool is_xpu() const { return type_ == kXPU; }
  void set_index(DeviceIndex index) { index_ = index; }
  std::string str() const;

  friend constexpr bool operator==(Device a, Device b) { return a.type_ == b.type_ && a.index_ == b.index_; }
  friend constexpr bool operator!=(Device a, Device b) { return !(a == b); }

 private:
  DeviceType type_;
  DeviceIndex index_;
};

/// "cpu", "cuda", "meta", "privateuseone".
TORCHPP_API std::string to_string(DeviceType type);
TORCHPP_API std::string to_string(const Device& device);

TORCHPP_API std::ostream& operator<<(std::ostream& out, const Device& device);
TORCHPP_API std::ostream& operator<<(std::ostream& out, DeviceType type);

}  // namespace torchpp
