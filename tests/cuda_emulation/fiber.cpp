// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda_emulation/fiber.h"

#include "tests/support/sanitizers.h"

#if TORCHPP_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#elif TORCHPP_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

// Functions that are left on one stack and returned from on another, or not at all. Clang's thread sanitizer would
// still count their calls and returns, of which jump() has only the first: 65,536 of them overflow a stack of its own.
#if defined(__clang__)
#define SWITCHES __attribute__((noinline, disable_sanitizer_instrumentation))
#else
#define SWITCHES __attribute__((noinline, no_sanitize("address", "thread", "undefined")))
#endif

namespace torchpp::cuda::emulation {
namespace {

// Sanitizers put code around everything, whose frames are larger.
#if TORCHPP_ADDRESS_SANITIZER || TORCHPP_THREAD_SANITIZER
constexpr size_t kStackBytes = size_t{256} << 10;
#else
constexpr size_t kStackBytes = size_t{64} << 10;
#endif

Fiber* running;
void* resumer[5];  // of __builtin_setjmp

#if TORCHPP_ADDRESS_SANITIZER
const void* resumer_stack;
size_t resumer_stack_bytes;
#elif TORCHPP_THREAD_SANITIZER
void* resumer_thread;
#endif

// The built-in jumps, unlike those of the library, do not tell the sanitizers that all frames of this stack are gone.
// May not stand in the function that sets them.
[[noreturn]] SWITCHES void jump(void** to) { __builtin_longjmp(to, 1); }

}  // namespace

Fiber::Fiber(void (*body)()) : stack_(new char[kStackBytes]), body_(body) {
  getcontext(&begin_);
  begin_.uc_stack.ss_sp = stack_.get();
  begin_.uc_stack.ss_size = kStackBytes;
  begin_.uc_link = nullptr;
  makecontext(&begin_, &Fiber::start, 0);
#if TORCHPP_THREAD_SANITIZER
  thread_ = __tsan_create_fiber(0);
#endif
}

SWITCHES void Fiber::start() {
#if TORCHPP_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(nullptr, &resumer_stack, &resumer_stack_bytes);
#endif
  for (;;) running->body_();
}

SWITCHES void Fiber::resume() {
  running = this;
#if TORCHPP_ADDRESS_SANITIZER
  void* fake_stack;
  __sanitizer_start_switch_fiber(&fake_stack, stack_.get(), kStackBytes);
#elif TORCHPP_THREAD_SANITIZER
  resumer_thread = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(thread_, __tsan_switch_to_fiber_no_sync);
#endif
  if (__builtin_setjmp(resumer) == 0) {
    if (begun_) jump(at_);
    begun_ = true;
    setcontext(&begin_);
  }
#if TORCHPP_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

SWITCHES void Fiber::leave() {
#if TORCHPP_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(&running->fake_stack_, resumer_stack, resumer_stack_bytes);
#elif TORCHPP_THREAD_SANITIZER
  __tsan_switch_to_fiber(resumer_thread, __tsan_switch_to_fiber_no_sync);
#endif
  if (__builtin_setjmp(running->at_) == 0) jump(resumer);
#if TORCHPP_ADDRESS_SANITIZER
  // Another thread of the host may have resumed it.
  __sanitizer_finish_switch_fiber(running->fake_stack_, &resumer_stack, &resumer_stack_bytes);
#endif
}

#if TORCHPP_THREAD_SANITIZER
void came(void* at) { __tsan_release(at); }
void go_on(void* at) { __tsan_acquire(at); }
#else
void came(void*) {}
void go_on(void*) {}
#endif

}  // namespace torchpp::cuda::emulation
