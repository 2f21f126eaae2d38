// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Memory with its deleter, and allocators. The library's own interface is torchpp/core/memory.h.

#include <c10/util/UniqueVoidPtr.h>

#include <functional>

namespace c10 {
using Allocator = ::torchpp::DataAllocator;

/// Holds a std::function as deleter.
struct InefficientStdFunctionContext {
  static DataPtr makeDataPtr(void* data, const std::function<void(void*)>& deleter, Device device) {
    using Owner = std::unique_ptr<void, std::function<void(void*)>>;
    return {data, new Owner(data, deleter), [](void* owner) { delete static_cast<Owner*>(owner); }, device};
  }
};
}  // namespace c10

namespace at {
using c10::Allocator;
}
