// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What a new tensor shall be: element type, device, layout, gradient.

#include <torchpp/core/device.h>
#include <torchpp/core/dtype.h>
#include <torchpp/core/layout.h>
#include <torchpp/core/optional.h>

#include <iosfwd>

namespace torchpp {

/// The properties of a tensor to be made, each with a default: the default dtype, the CPU, strided, no gradient.
/// Built by chained calls: `TensorOptions().dtype(kDouble).requires_grad(true)`, or implicitly from one property.
/// Eight bytes, which travel in one register.
class TORCHPP_API TensorOptions {
 public:
  constexpr TensorOptions() = default;
  constexpr TensorOptions(ScalarType t) : dtype_(t), set_(kDtypeSet) {}     // NOLINT: implicit
  constexpr TensorOptions(TypeMeta t) : TensorOptions(t.toScalarType()) {}  // NOLINT: implicit
  constexpr TensorOptions(Device d) : device_(d), set_(kDeviceSet) {}       // NOLINT: implicit
  constexpr TensorOptions(DeviceType d) : TensorOptions(Device(d)) {}       // NOLINT: implicit
  // A template, because a literal 0 would also do for a plain const char*.
  template <class T, std::enable_if_t<std::is_same_v<T, const char*> || std::is_same_v<T, char*>, int> = 0>
  TensorOptions(T device) : TensorOptions(Device(device)) {}                              // NOLINT: implicit
  TensorOptions(const std::string& device) : TensorOptions(Device(device)) {}             // NOLINT: implicit
  constexpr TensorOptions(Layout l) : layout_(l), set_(kLayoutSet) {}                     // NOLINT: implicit
  constexpr TensorOptions(MemoryFormat f) : memory_format_(f), set_(kMemoryFormatSet) {}  // NOLINT: implicit

  [[nodiscard]] TensorOptions dtype(optional<ScalarType> t) const {
    TensorOptions r = *this;
    r.mark(kDtypeSet, t.has_value());
    r.dtype_ = t.value_or(kFloat);
    return r;
  }
  [[nodiscard]] TensorOptions device(optional<Device> d) const {
    TensorOptions r = *this;
    r.mark(kDeviceSet, d.has_value());
    r.device_ = d.value_or(Device(kCPU));
    return r;
  }
  [[nodiscard]] TensorOptions device(DeviceType type, DeviceIndex index = -1) const {
    return device(Device(type, index));
  }
  [[nodiscard]] TensorOptions layout(optional<Layout> l) const {
    TensorOptions r = *this;
    r.mark(kLayoutSet, l.has_value());
    r.layout_ = l.value_or(kStrided);
    return r;
  }
  [[nodiscard]] TensorOptions requires_grad(optional<bool> value) const {
    TensorOptions r = *this;
    r.mark(kRequiresGradSet, value.has_value());
    r.requires_grad_ = value.value_or(false);
    return r;
  }
  [[nodiscard]] TensorOptions pinned_memory(optional<bool> value) const {
    TensorOptions r = *this;
    r.mark(kPinnedMemorySet, value.has_value());
    r.pinned_memory_ = value.value_or(false);
    return r;
  }
  [[nodiscard]] TensorOptions memory_format(optional<MemoryFormat> f) const {
    TensorOptions r = *this;
    r.mark(kMemoryFormatSet, f.has_value());
    r.memory_format_ = f.value_or(MemoryFormat::Contiguous);
    return r;
  }

  TypeMeta dtype() const { return has(kDtypeSet) ? TypeMeta::fromScalarType(dtype_) : get_default_dtype(); }
  Device device() const { return device_; }
  int32_t device_index() const { return device_.index(); }
  Layout layout() const { return layout_; }
  bool requires_grad() const { return requires_grad_; }
  bool pinned_memory() const { return pinned_memory_; }
  bool is_sparse() const { return layout_ == kSparse; }

  bool has_dtype() const { return has(kDtypeSet); }
  bool has_device() const { return has(kDeviceSet); }
  bool has_layout() const { return has(kLayoutSet); }
  bool has_requires_grad() const { return has(kRequiresGradSet); }
  bool has_pinned_memory() const { return has(kPinnedMemorySet); }
  bool has_memory_format() const { return has(kMemoryFormatSet); }
  optional<ScalarType> dtype_opt() const { return has(kDtypeSet) ? optional<ScalarType>(dtype_) : nullopt; }
  optional<Device> device_opt() const { return has(kDeviceSet) ? optional<Device>(device_) : nullopt; }
  optional<Layout> layout_opt() const { return has(kLayoutSet) ? optional<Layout>(layout_) : nullopt; }
  optional<bool> requires_grad_opt() const { return has(kRequiresGradSet) ? optional<bool>(requires_grad_) : nullopt; }
  optional<bool> pinned_memory_opt() const { return has(kPinnedMemorySet) ? optional<bool>(pinned_memory_) : nullopt; }
  optional<MemoryFormat> memory_format_opt() const {
    return has(kMemoryFormatSet) ? optional<MemoryFormat>(memory_format_) : nullopt;
  }
  /// These options, with what `other` sets taking its place.
  TensorOptions merge_in(TensorOptions other) const;

 private:
  enum Field : uint8_t {
    kDtypeSet = 1,
    kDeviceSet = 2,
    kLayoutSet = 4,
    kMemoryFormatSet = 8,
    kRequiresGradSet = 16,
    kPinnedMemorySet = 32
  };
  constexpr bool has(Field field) const { return (set_ & field) != 0; }
  void mark(Field field, bool value) { set_ = static_cast<uint8_t>(value ? set_ | field : set_ & ~field); }

  alignas(8) ScalarType dtype_ = kFloat;
  Device device_ = Device(kCPU);
  Layout layout_ = kStrided;
  MemoryFormat memory_format_ = MemoryFormat::Contiguous;
  bool requires_grad_ = false;
  bool pinned_memory_ = false;
  uint8_t set_ = 0;
};

static_assert(sizeof(TensorOptions) == 8, "an argument in one register");

/// Dtype and kind of device together, which libtorch's deprecated Tensor::type() tells.
class DeprecatedTypeProperties {
 public:
  constexpr DeprecatedTypeProperties(ScalarType dtype, DeviceType device) : dtype_(dtype), device_(device) {}
  constexpr ScalarType scalarType() const { return dtype_; }
  constexpr DeviceType device_type() const { return device_; }
  constexpr bool is_cuda() const { return device_ == kCUDA; }
  TensorOptions options() const { return TensorOptions(dtype_).device(device_); }
  operator TensorOptions() const { return options(); }  // NOLINT: implicit
  /// "CPUFloatType"
  TORCHPP_API std::string toString() const;
  constexpr bool operator==(DeprecatedTypeProperties o) const { return dtype_ == o.dtype_ && device_ == o.device_; }
  constexpr bool operator!=(DeprecatedTypeProperties o) const { return !(*this == o); }

 private:
  ScalarType dtype_;
  DeviceType device_;
};

inline TensorOptions dtype(ScalarType t) { return TensorOptions(t); }
inline TensorOptions device(Device d) { return TensorOptions(d); }
inline TensorOptions layout(Layout l) { return TensorOptions(l); }
inline TensorOptions requires_grad(bool value = true) { return TensorOptions().requires_grad(value); }

TORCHPP_API std::string to_string(const TensorOptions& options);
inline std::string to_string(DeprecatedTypeProperties type) { return type.toString(); }

TORCHPP_API std::ostream& operator<<(std::ostream& out, const TensorOptions& options);
TORCHPP_API std::ostream& operator<<(std::ostream& out, DeprecatedTypeProperties type);

}  // namespace torchpp
