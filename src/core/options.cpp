// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/array_ref.h>
#include <torchpp/core/device.h>
#include <torchpp/core/layout.h>
#include <torchpp/core/tensor_options.h>

#include <cstdlib>
#include <cstring>

namespace torchpp {
namespace {

struct DeviceName {
  DeviceType type;
  const char* name;
};
constexpr DeviceName kDeviceNames[] = {
    {kCPU, "cpu"}, {kCUDA, "cuda"}, {kMeta, "meta"},     {kPrivateUse1, "privateuseone"},
    {kHIP, "hip"}, {kXLA, "xla"},   {kVulkan, "vulkan"}, {kXPU, "xpu"},
    {kMPS, "mps"}};

}  // namespace

Device::Device(const std::string& text) : type_(kCPU), index_(-1) {
  const size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const DeviceName* found = nullptr;
  for (const DeviceName& d : kDeviceNames)
    if (name == d.name) found = &d;
  TORCHPP_CHECK(
      found != nullptr, "Device: got \"", text,
      "\", expected one of cpu, cuda, meta, privateuseone at the start of device string, with :INDEX or without");
  type_ = found->type;
  if (colon == std::string::npos) return;
  const std::string digits = text.substr(colon + 1);
  const bool number =
      !digits.empty() && digits.size() <= 3 && digits.find_first_not_of("0123456789") == std::string::npos;
  const long index = number ? std::strtol(digits.c_str(), nullptr, 10) : -1;
  TORCHPP_CHECK(index >= 0 && index < 128 && (digits.size() == 1 || digits[0] != '0'),
                "Device: Invalid device string: '", text, "', expected an index from 0 to 127 after the colon");
  index_ = static_cast<DeviceIndex>(index);
}

std::string Device::str() const { return to_string(*this); }

std::string to_string(DeviceType type) {
  for (const DeviceName& d : kDeviceNames)
    if (type == d.type) return d.name;
  return torchpp::str("device type ", static_cast<int>(type));
}

std::string to_string(const Device& device) {
  std::string text = to_string(device.type());
  if (device.has_index()) text += ":" + std::to_string(device.index());
  return text;
}

std::string DeprecatedTypeProperties::toString() const {
  const char* backend = device_ == kCPU ? "CPU" : device_ == kCUDA ? "CUDA" : device_ == kMeta ? "Meta" : "PrivateUse1";
  return torchpp::str(backend, torchpp::toString(dtype_), "Type");
}

std::string to_string(Layout layout) {
  switch (layout) {
    case Layout::Strided: return "Strided";
    case Layout::Sparse: return "Sparse";
    case Layout::SparseCsr: return "SparseCsr";
    case Layout::SparseCsc: return "SparseCsc";
    case Layout::SparseBsr: return "SparseBsr";
    case Layout::SparseBsc: return "SparseBsc";
    case Layout::Mkldnn: return "Mkldnn";
  }
  return torchpp::str("layout ", static_cast<int>(layout));
}

std::string to_string(MemoryFormat format) {
  switch (format) {
    case MemoryFormat::Contiguous: return "Contiguous";
    case MemoryFormat::Preserve: return "Preserve";
    case MemoryFormat::ChannelsLast: return "ChannelsLast";
    case MemoryFormat::ChannelsLast3d: return "ChannelsLast3d";
  }
  return torchpp::str("memory format ", static_cast<int>(format));
}

TensorOptions TensorOptions::merge_in(TensorOptions other) const {
  TensorOptions r = *this;
  if (other.has_dtype()) r = r.dtype(other.dtype_);
  if (other.has_device()) r = r.device(other.device_);
  if (other.has_layout()) r = r.layout(other.layout_);
  if (other.has_requires_grad()) r = r.requires_grad(other.requires_grad_);
  if (other.has_pinned_memory()) r = r.pinned_memory(other.pinned_memory_);
  if (other.has_memory_format()) r = r.memory_format(other.memory_format_);
  return r;
}

std::string to_string(const TensorOptions& options) {
  const auto word = [](bool value) { return value ? "true" : "false"; };
  const auto unset = [](bool is_set) { return is_set ? "" : " (default)"; };
  const optional<MemoryFormat> format = options.memory_format_opt();
  return torchpp::str("TensorOptions(dtype=", std::string(options.dtype().name()), unset(options.has_dtype()),
                      ", device=", options.device(), unset(options.has_device()), ", layout=", options.layout(),
                      unset(options.has_layout()), ", requires_grad=", word(options.requires_grad()),
                      unset(options.has_requires_grad()), ", pinned_memory=", word(options.pinned_memory()),
                      unset(options.has_pinned_memory()),
                      ", memory_format=", format ? to_string(*format) : std::string("(nullopt)"), ")");
}

std::string to_string(IntArrayRef values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i != 0) text += ", ";
    text += std::to_string(values[i]);
  }
  return text += "]";
}

}  // namespace torchpp
