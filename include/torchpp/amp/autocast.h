// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Autocast: within a region, operators get the floating arguments of a device in the dtype that suits them.

#include <torchpp/core/optional.h>
#include <torchpp/tensor.h>

#include <vector>

namespace torchpp {

/// The state of the calling thread, one part after another. Source of the names: libtorch 1.13, at::autocast.
namespace autocast {

/// Whether it is on for CUDA, or for the CPU; off in a new thread. False, too, while an operator computes whose
/// arguments were cast.
TORCHPP_API bool is_enabled();
TORCHPP_API void set_enabled(bool enabled);
TORCHPP_API bool is_cpu_enabled();
TORCHPP_API void set_cpu_enabled(bool enabled);
/// The lower dtype. float16 and bfloat16 at first; the CPU's can be bfloat16 only, anything else is an Error.
TORCHPP_API ScalarType get_autocast_gpu_dtype();
TORCHPP_API void set_autocast_gpu_dtype(ScalarType dtype);
TORCHPP_API ScalarType get_autocast_cpu_dtype();
TORCHPP_API void set_autocast_cpu_dtype(ScalarType dtype);
TORCHPP_API ScalarType get_lower_precision_fp_from_device_type(DeviceType device);
/// Whether weights that were cast are kept for later calls; yes at first.
TORCHPP_API bool is_autocast_cache_enabled();
TORCHPP_API void set_autocast_cache_enabled(bool enabled);
/// Counts regions; returns how many there are now. The guard clears the cache when it leaves the outermost.
TORCHPP_API int increment_nesting();
TORCHPP_API int decrement_nesting();
TORCHPP_API void clear_cache();

/// The argument in another dtype where autocast casts it: a floating tensor of that device that is not double. Others
/// are returned as they are. For kernels that a program registers for AutocastCPU or AutocastCUDA.
TORCHPP_API Tensor cached_cast(ScalarType to_type, const Tensor& arg, DeviceType device = kCUDA);
TORCHPP_API optional<Tensor> cached_cast(ScalarType to_type, const optional<Tensor>& arg, DeviceType device = kCUDA);
TORCHPP_API std::vector<Tensor> cached_cast(ScalarType to_type, TensorList arg, DeviceType device = kCUDA);

}  // namespace autocast

namespace amp {

/// Switches autocast on for a type of device while it lives, or off; then that device's state is as before. Belongs to
/// the thread that makes it: threads that this one starts must enter regions of their own.
///
/// What happens to an operator is written in its row of the operator table (Autocast in torchpp/dispatch/op.h, from the
/// lists of libtorch 1.13). In-place and out= forms compute in the dtypes of their tensors. Gradients arrive in the
/// dtype of the tensor that they are of. Run backward outside of the region.
///
/// Casts of weights (float leaves that require grad) to the lower dtype are kept until the outermost region ends. A
/// weight that an operator changes in place is cast anew, unless the change goes past its version counter, as one
/// through `data()` does; clear_cache() helps there.
class TORCHPP_API autocast {
 public:
  /// Without dtype the thread's lower dtype of the device; without cache_enabled, the cache's switch stays as it is.
  /// Warns and stays off for the CPU with another dtype than bfloat16, and for CUDA where that cannot be used. Throws
  /// Error for other devices, and for bfloat16 on a CUDA device without it.
  explicit autocast(Device device, optional<ScalarType> dtype = nullopt, bool enabled = true,
                    optional<bool> cache_enabled = nullopt);
  ~autocast();
  autocast(const autocast&) = delete;
  autocast& operator=(const autocast&) = delete;

 private:
  DeviceType device_;
  bool enabled_before_, caches_before_;
  ScalarType dtype_before_;
};

}  // namespace amp
}  // namespace torchpp
