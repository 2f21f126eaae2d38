// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What a new tensor shall be: element type, device, layout, gradient.

#include <torchpp/core/device.h>
#include <torchpp/core/dtype.h>
#include <torchpp/core/layout.h>

#include <iosfwd>
#include <optional>

namespace torchpp {

/// The properties of a tensor to be made, each with a default: the default dtype, the CPU, strided, no gradient.
/// Built by chained calls: `TensorOptions().dtype(kDouble).requires_grad(true)`, or implicitly from one property.
class TORCHPP_API TensorOptions {
 public:
  constexpr TensorOptions() = default;
  constexpr TensorOptions(ScalarType t) : dtype_(t), has_dtype_(true) {}  // NOLINT: implicit
  constexpr TensorOptions(Device d) : device_(d), has_device_(true) {}    // NOLINT: implicit
  constexpr TensorOptions(DeviceType d) : TensorOptions(Device(d)) {}     // NOLINT: implicit
  // A template, because a literal 0 would also do for a plain const char*.
  template <class T, std::enable_if_t<std::is_same_v<T, const char*> || std::is_same_v<T, char*>, int> = 0>
  TensorOptions(T device) : TensorOptions(Device(device)) {}                                // NOLINT: implicit
  TensorOptions(const std::string& device) : TensorOptions(Device(device)) {}               // NOLINT: implicit
  constexpr TensorOptions(Layout l) : layout_(l), has_layout_(true) {}                      // NOLINT: implicit
  constexpr TensorOptions(MemoryFormat f) : memory_format_(f), has_memory_format_(true) {}  // NOLINT: implicit

  [[nodiscard]] TensorOptions dtype(std::optional<ScalarType> t) const {
    TensorOptions r = *this;
    r.has_dtype_ = t.has_value();
    r.dtype_ = t.value_or(kFloat);
    return r;
  }
  [[nodiscard]] TensorOptions device(std::optional<Device> d) const {
    TensorOptions r = *this;
    r.has_device_ = d.has_value();
    r.device_ = d.value_or(Device(kCPU));
    return r;
  }
  [[nodiscard]] TensorOptions device(DeviceType type, DeviceIndex index = -1) const {
    return device(Device(type, index));
  }
  [[nodiscard]] TensorOptions layout(std::optional<Layout> l) const {
    TensorOptions r = *this;
    r.has_layout_ = l.has_value();
    r.layout_ = l.value_or(kStrided);
    return r;
  }
  [[nodiscard]] TensorOptions requires_grad(std::optional<bool> value) const {
    TensorOptions r = *this;
    r.has_requires_grad_ = value.has_value();
    r.requires_grad_ = value.value_or(false);
    return r;
  }
  [[nodiscard]] TensorOptions pinned_memory(std::optional<bool> value) const {
    TensorOptions r = *this;
    r.has_pinned_memory_ = value.has_value();
    r.pinned_memory_ = value.value_or(false);
    return r;
  }
  [[nodiscard]] TensorOptions memory_format(std::optional<MemoryFormat> f) const {
    TensorOptions r = *this;
    r.has_memory_format_ = f.has_value();
    r.memory_format_ = f.value_or(MemoryFormat::Contiguous);
    return r;
  }

  ScalarType dtype() const { return has_dtype_ ? dtype_ : get_default_dtype(); }
  Device device() const { return device_; }
  Layout layout() const { return layout_; }
  bool requires_grad() const { return requires_grad_; }
  bool pinned_memory() const { return pinned_memory_; }

  bool has_dtype() const { return has_dtype_; }
  bool has_device() const { return has_device_; }
  bool has_layout() const { return has_layout_; }
  bool has_requires_grad() const { return has_requires_grad_; }
  bool has_pinned_memory() const { return has_pinned_memory_; }
  bool has_memory_format() const { return has_memory_format_; }
  std::optional<ScalarType> dtype_opt() const { return has_dtype_ ? std::optional<ScalarType>(dtype_) : std::nullopt; }
  std::optional<Device> device_opt() const { return has_device_ ? std::optional<Device>(device_) : std::nullopt; }
  std::optional<Layout> layout_opt() const { return has_layout_ ? std::optional<Layout>(layout_) : std::nullopt; }
  std::optional<bool> requires_grad_opt() const {
    return has_requires_grad_ ? std::optional<bool>(requires_grad_) : std::nullopt;
  }
  std::optional<bool> pinned_memory_opt() const {
    return has_pinned_memory_ ? std::optional<bool>(pinned_memory_) : std::nullopt;
  }
  std::optional<MemoryFormat> memory_format_opt() const {
    return has_memory_format_ ? std::optional<MemoryFormat>(memory_format_) : std::nullopt;
  }
  /// These options, with what `other` sets taking its place.
  TensorOptions merge_in(TensorOptions other) const;

 private:
  ScalarType dtype_ = kFloat;
  Device device_ = Device(kCPU);
  Layout layout_ = kStrided;
  MemoryFormat memory_format_ = MemoryFormat::Contiguous;
  bool requires_grad_ = false;
  bool pinned_memory_ = false;
  bool has_dtype_ = false;
  bool has_device_ = false;
  bool has_layout_ = false;
  bool has_requires_grad_ = false;
  bool has_pinned_memory_ = false;
  bool has_memory_format_ = false;
};

inline TensorOptions dtype(ScalarType t) { return TensorOptions(t); }
inline TensorOptions device(Device d) { return TensorOptions(d); }
inline TensorOptions layout(Layout l) { return TensorOptions(l); }
inline TensorOptions requires_grad(bool value = true) { return TensorOptions().requires_grad(value); }

TORCHPP_API std::string to_string(const TensorOptions& options);

TORCHPP_API std::ostream& operator<<(std::ostream& out, const TensorOptions& options);

}  // namespace torchpp
