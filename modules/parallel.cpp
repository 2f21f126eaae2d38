// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/cuda.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/parallel/data_parallel.h>
#include <torchpp/ops/shape.h>

#include <exception>
#include <thread>

#include "modules/module_private.h"
#include "src/autograd/meta.h"

namespace torchpp::nn::parallel::detail {

namespace {

// Both trees are of one shape. The replica's parameters show the module's, moved, with the history of the move.
void connect(Module& replica, const Module& module, Device device) {
  auto& own = ModuleAccess::parameters(replica);
  for (const auto& item : ModuleAccess::parameters(module))
    if (item.value().defined()) autograd::rebind(own[item.key()], item.value().to(device));
  const auto& children = ModuleAccess::children(replica);
  for (const auto& child : ModuleAccess::children(module)) connect(*children[child.key()], *child.value(), device);
}

}  // namespace

std::vector<std::shared_ptr<Module>> replicate(const Module& module, const std::vector<Device>& devices) {
  std::vector<std::shared_ptr<Module>> replicas;
  for (const Device device : devices) {
    replicas.push_back(module.clone(device));
    connect(*replicas.back(), module, device);
  }
  return replicas;
}

void run_in_threads(size_t count, const Callable<void(size_t)>& task) {
  const bool records = GradMode::is_enabled();
  std::vector<std::exception_ptr> failures(count);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      const AutoGradMode mode(records);
      try {
        task(i);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

std::vector<Device> devices_or_all(const optional<std::vector<Device>>& devices) {
  std::vector<Device> all;
  if (devices) all = *devices;
  else
    for (int i = 0; i < static_cast<int>(cuda::device_count()); ++i)
      all.emplace_back(kCUDA, static_cast<DeviceIndex>(i));
  TORCHPP_CHECK(!all.empty(), devices ? "Expected at least one device to be given"
                                      : "Expected at least one CUDA device to be available");
  return all;
}

std::vector<Tensor> scatter(const Tensor& input, const std::vector<Device>& devices, int64_t dim) {
  std::vector<Tensor> parts = input.chunk(static_cast<int64_t>(devices.size()), dim);
  for (size_t i = 0; i < parts.size(); ++i) parts[i] = parts[i].to(devices[i]);
  return parts;
}

Tensor gather(const std::vector<Tensor>& parts, Device device, int64_t dim) {
  std::vector<Tensor> moved;
  for (const Tensor& part : parts) moved.push_back(part.to(device));
  return cat(moved, dim);
}

}  // namespace torchpp::nn::parallel::detail
