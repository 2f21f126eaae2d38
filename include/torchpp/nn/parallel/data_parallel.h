// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file One module on several devices at once. Source: libtorch 1.13.

#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/nn/module.h>

namespace torchpp {
namespace nn {
namespace parallel {

namespace detail {
/// Copies of a module on the devices; gradients of their parameters flow to the module's.
TORCHPP_API std::vector<std::shared_ptr<Module>> replicate(const Module& module, const std::vector<Device>& devices);
/// Calls task(0), ..., task(count - 1), each in a thread of its own with this thread's gradient mode, and throws what
/// the first one of those that failed threw.
TORCHPP_API void run_in_threads(size_t count, const Callable<void(size_t)>& task);
/// What data_parallel works on: the given devices or else all of CUDA; Error if there are none.
TORCHPP_API std::vector<Device> devices_or_all(const optional<std::vector<Device>>& devices);
/// The input in equal parts along dim, each on its device; no more parts than it has elements there.
TORCHPP_API std::vector<Tensor> scatter(const Tensor& input, const std::vector<Device>& devices, int64_t dim);
/// The parts as one tensor on the device.
TORCHPP_API Tensor gather(const std::vector<Tensor>& parts, Device device, int64_t dim);
// A call through a handle, so that hooks run.
template <class M>
Tensor call(const std::shared_ptr<M>& module, const Tensor& input) {
  return ModuleHolder<M>(module)(input);
}
template <class M>
Tensor call(const ModuleHolder<M>& module, const Tensor& input) {
  return call(module.ptr(), input);
}
}  // namespace detail

/// Copies of a module, one per device. Gradients of their parameters are added up in the module's own.
template <class ModuleType>
std::vector<std::shared_ptr<ModuleType>> replicate(const std::shared_ptr<ModuleType>& module,
                                                   const std::vector<Device>& devices) {
  std::vector<std::shared_ptr<ModuleType>> replicas;
  for (auto& replica : detail::replicate(*module, devices))
    replicas.push_back(std::dynamic_pointer_cast<ModuleType>(replica));
  return replicas;
}
template <class ModuleType>
std::vector<ModuleHolder<ModuleType>> replicate(const ModuleHolder<ModuleType>& module,
                                                const std::vector<Device>& devices) {
  std::vector<ModuleHolder<ModuleType>> replicas;
  for (auto& replica : replicate(module.ptr(), devices)) replicas.emplace_back(replica);
  return replicas;
}

/// Calls each module with its input, each in a thread of its own; the results in order, on the devices if they are
/// given. If any fails, the first failure is thrown when all have ended.
template <class ModuleType>
std::vector<Tensor> parallel_apply(std::vector<ModuleType>& modules, const std::vector<Tensor>& inputs,
                                   const optional<std::vector<Device>>& devices = nullopt) {
  TORCHPP_CHECK(modules.size() == inputs.size(), "Must have as many inputs as modules, got ", inputs.size(), " and ",
                modules.size());
  TORCHPP_CHECK(!devices || modules.size() == devices->size(), "Must have as many devices as modules");
  std::vector<Tensor> outputs(modules.size());
  detail::run_in_threads(modules.size(), [&](size_t i) {
    const Tensor output = detail::call(modules[i], inputs[i]);
    outputs[i] = devices ? output.to((*devices)[i]) : output;
  });
  return outputs;
}

/// Calls the module with parts of the input along `dim`, each on one of the devices (default: all of CUDA), and returns
/// the results put together on the output device (default: the first one). With one device it is a plain call. The
/// module must be on the first device. Error if there is no device.
template <class ModuleType>
Tensor data_parallel(ModuleType module, Tensor input, optional<std::vector<Device>> devices = nullopt,
                     optional<Device> output_device = nullopt, int64_t dim = 0) {
  std::vector<Device> used = detail::devices_or_all(devices);
  const Device target = output_device.value_or(used.front());
  if (used.size() == 1) {
    module->to(used.front());
    return detail::call(module, input.to(used.front())).to(target);
  }
  const std::vector<Tensor> inputs = detail::scatter(input, used, dim);
  used.erase(used.begin() + static_cast<std::ptrdiff_t>(inputs.size()), used.end());
  auto replicas = replicate(module, used);
  return detail::gather(parallel_apply(replicas, inputs, used), target, dim);
}

}  // namespace parallel
}  // namespace nn
}  // namespace torchpp
