// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/amp/autocast.h>
#include <torchpp/core/cuda.h>
#include <torchpp/core/log.h>

#include "src/amp/casts.h"
#include "src/amp/layer.h"
#include "src/core/thread_state.h"

namespace torchpp {

namespace {

bool is_enabled_for(DispatchKey backend) {
  return thread_state.autocast.devices.has(backend) && !thread_state.excluded.has(DispatchKey::Autocast);
}

void set_enabled_for(DispatchKey backend, bool enabled) {
  ThreadState& s = thread_state;
  if (enabled) amp::install_layer();
  s.autocast.devices = enabled ? s.autocast.devices | backend : s.autocast.devices - backend;
  s.included = s.autocast.devices.empty() ? s.included - DispatchKey::Autocast : s.included | DispatchKey::Autocast;
}

}  // namespace

namespace autocast {

bool is_enabled() { return is_enabled_for(DispatchKey::CUDA); }
void set_enabled(bool enabled) { set_enabled_for(DispatchKey::CUDA, enabled); }
bool is_cpu_enabled() { return is_enabled_for(DispatchKey::CPU); }
void set_cpu_enabled(bool enabled) { set_enabled_for(DispatchKey::CPU, enabled); }

ScalarType get_autocast_gpu_dtype() { return thread_state.autocast.cuda; }
void set_autocast_gpu_dtype(ScalarType dtype) {
  TORCHPP_CHECK(isFloatingType(dtype), "autocast: got ", toString(dtype), " for CUDA, expected a floating dtype");
  thread_state.autocast.cuda = dtype;
}
ScalarType get_autocast_cpu_dtype() { return thread_state.autocast.cpu; }
void set_autocast_cpu_dtype(ScalarType dtype) {
  TORCHPP_CHECK(dtype == kBFloat16, "Currently, AutocastCPU only support Bfloat16 as the autocast_cpu_dtype: got ",
                toString(dtype));
  thread_state.autocast.cpu = dtype;
}
ScalarType get_lower_precision_fp_from_device_type(DeviceType device) {
  TORCHPP_CHECK(device == kCPU || device == kCUDA, "autocast: got the device ", Device(device),
                ", expected cpu or cuda");
  return amp::lower_dtype(device);
}

bool is_autocast_cache_enabled() { return thread_state.autocast.caches; }
void set_autocast_cache_enabled(bool enabled) { thread_state.autocast.caches = enabled; }
int increment_nesting() { return ++thread_state.own.autocast_nesting; }
int decrement_nesting() { return --thread_state.own.autocast_nesting; }
void clear_cache() { amp::clear_casts(); }

Tensor cached_cast(ScalarType to_type, const Tensor& arg, DeviceType device) {
  return amp::is_converted(arg, to_type, device) ? amp::converted(arg, to_type) : arg;
}
optional<Tensor> cached_cast(ScalarType to_type, const optional<Tensor>& arg, DeviceType device) {
  if (!arg) return nullopt;
  return cached_cast(to_type, *arg, device);
}
std::vector<Tensor> cached_cast(ScalarType to_type, TensorList arg, DeviceType device) {
  return amp::converted_list(arg, to_type, device);
}

}  // namespace autocast

namespace amp {

namespace {

// Whether a region with this dtype can be entered; warns, or throws, where it cannot.
bool is_usable(DeviceType device, ScalarType dtype) {
  if (device == kCPU) {
    if (dtype == kBFloat16) return true;
    TORCHPP_WARN("In CPU autocast, but the target dtype is not supported. Disabling autocast: got ", toString(dtype),
                 ", expected BFloat16");
    return false;
  }
  if (!cuda::is_available()) {
    TORCHPP_WARN("User provided device_type of 'cuda', but CUDA is not available. Disabling autocast: ",
                 cuda::why_unavailable());
    return false;
  }
  TORCHPP_CHECK(dtype != kBFloat16 || cuda::get_device_properties().major >= 8,
                "Current CUDA Device does not support bfloat16. Please switch dtype to float16.");
  return true;
}

}  // namespace

autocast::autocast(Device device, optional<ScalarType> dtype, bool enabled, optional<bool> cache_enabled)
    : device_(device.type()),
      enabled_before_(false),
      caches_before_(thread_state.autocast.caches),
      dtype_before_(torchpp::autocast::get_lower_precision_fp_from_device_type(device_)) {
  const ScalarType lower = dtype.value_or(dtype_before_);
  TORCHPP_CHECK(isFloatingType(lower), "autocast: got ", toString(lower), ", expected a floating dtype");
  const bool on = enabled && is_usable(device_, lower);
  AutocastState& state = thread_state.autocast;
  const DispatchKey backend = backend_key(device_);
  enabled_before_ = state.devices.has(backend);
  set_enabled_for(backend, on);
  if (on || device_ == kCUDA) (device_ == kCPU ? state.cpu : state.cuda) = lower;
  state.caches = cache_enabled.value_or(caches_before_);
  torchpp::autocast::increment_nesting();
}

autocast::~autocast() {
  if (torchpp::autocast::decrement_nesting() == 0) clear_casts();
  AutocastState& state = thread_state.autocast;
  set_enabled_for(backend_key(device_), enabled_before_);
  (device_ == kCPU ? state.cpu : state.cuda) = dtype_before_;
  state.caches = caches_before_;
}

}  // namespace amp
}  // namespace torchpp
