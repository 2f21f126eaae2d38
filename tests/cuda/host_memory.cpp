// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda/host_memory.h"

#include "tests/support/sanitizers.h"

static thread_local int count = 0;

#if TORCHPP_THREAD_SANITIZER  // Clang's defines the operators itself

#include <sanitizer/allocator_interface.h>

#include <cstddef>

namespace torchpp::cuda {

int host_allocations() {
  static const int hooks = __sanitizer_install_malloc_and_free_hooks([](const volatile void*, size_t) { ++count; },
                                                                     [](const volatile void*) {});
  static_cast<void>(hooks);
  return count;
}

}  // namespace torchpp::cuda

#else

#include <cstdlib>
#include <new>

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

#endif
