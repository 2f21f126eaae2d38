// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda/host_memory.h"

#include <cstdlib>
#include <new>

static thread_local int count = 0;

void* operator new(size_t nbytes) {
  ++count;
  if (void* p = std::malloc(nbytes > 0 ? nbytes : 1)) return p;
  throw std::bad_alloc();
}
// The address sanitizer's would not be followed by the operator delete below.
void* operator new(size_t nbytes, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(nbytes > 0 ? nbytes : 1);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }

namespace torchpp::cuda {

int host_allocations() { return count; }

}  // namespace torchpp::cuda
