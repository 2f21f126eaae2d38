// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/core/Allocator.h>

namespace c10 {
inline Allocator* GetDefaultCPUAllocator() { return ::torchpp::GetAllocator(::torchpp::kCPU); }
}  // namespace c10
