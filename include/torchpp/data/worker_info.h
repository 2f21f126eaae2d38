// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace torchpp::data {

/// What a worker thread of a data loader is told about itself.
/// Source: Python's torch.utils.data.get_worker_info.
struct WorkerInfo {
  size_t id;           // from 0
  size_t num_workers;  // of the loader
  uint64_t seed;       // for random numbers of this worker in this epoch; that of worker 0 plus id

  /// The dataset that this worker reads, or null if it is not a D: its own copy, but for stateful ones, which all
  /// workers share.
  template <class D>
  D* dataset() const {
    return *dataset_type == typeid(D) ? static_cast<D*>(dataset_object) : nullptr;
  }

  void* dataset_object;
  const std::type_info* dataset_type;
};

/// That of the calling thread; null where it is not a data loader's worker.
TORCHPP_API const WorkerInfo* get_worker_info() noexcept;

namespace detail {

/// While it lives, get_worker_info() of its thread gives `info`.
class TORCHPP_API WorkerScope {
 public:
  explicit WorkerScope(const WorkerInfo& info) noexcept;
  WorkerScope(const WorkerScope&) = delete;
  WorkerScope& operator=(const WorkerScope&) = delete;
  ~WorkerScope();
};

}  // namespace detail

}  // namespace torchpp::data
