// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/core/owned.h>

#include <cstddef>
#include <cstdint>

namespace torchpp::data::detail {

/// A mutex with a condition variable, behind a pointer: <mutex> and <thread> stay out of the public headers.
class TORCHPP_API Monitor {
 public:
  Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;
  ~Monitor();

  /// Holds the mutex as long as it lives.
  class TORCHPP_API Lock {
   public:
    explicit Lock(Monitor& monitor);
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock();

    /// Gives the mutex up until notify_all(), or by chance: call it in a loop over the condition.
    void wait();
    /// Wakes everybody who waits.
    void notify_all() noexcept;

   private:
    Monitor& monitor_;
  };

 private:
  struct State;
  torchpp::detail::Owned<State> state_;
};

/// Threads that end before this object does.
class TORCHPP_API Threads {
 public:
  Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads();

  /// Starts a thread that calls body, which must not throw and must return when asked to in the caller's way.
  /// Throws Error if the system gives no thread.
  void start(Callable<void()> body);
  size_t count() const noexcept;
  /// Waits until all have ended; then there are none.
  void join();

 private:
  struct State;
  torchpp::detail::Owned<State> state_;
};

}  // namespace torchpp::data::detail
