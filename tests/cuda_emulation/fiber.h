// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Stacks that take turns on one thread of the host, and what sanitizers have to be told about them.

#include <ucontext.h>
#include <memory>

namespace torchpp::cuda::emulation {

/// One fiber runs at a time, of all.
class Fiber {
 public:
  /// A fiber that calls `body` for ever: each call ends with a leave(), too.
  explicit Fiber(void (*body)());
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Runs the fiber until it leaves.
  void resume();
  /// Of the fiber that runs: goes on behind resume(), and comes back with the next one.
  static void leave();

 private:
  static void start();

  std::unique_ptr<char[]> stack_;
  ucontext_t begin_;
  bool begun_ = false;
  void* at_[5];                                  // of __builtin_setjmp
  [[maybe_unused]] void* fake_stack_ = nullptr;  // the address sanitizer's
  [[maybe_unused]] void* thread_ = nullptr;      // the thread sanitizer's: to it each fiber is a thread
  void (*body_)();
};

/// Tells the thread sanitizer that what fibers did before their `came` is done before what others do after their
/// `go_on` with the same address. Nothing else orders fibers: accesses between which there is neither barrier nor
/// exchange are races.
void came(void* at);
void go_on(void* at);

}  // namespace torchpp::cuda::emulation
