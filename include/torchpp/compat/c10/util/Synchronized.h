// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <utility>

namespace c10 {

/// A value that is only reached under its lock.
template <class T>
class Synchronized {
 public:
  Synchronized() = default;
  Synchronized(const T& value) : value_(value) {}        // NOLINT: implicit
  Synchronized(T&& value) : value_(std::move(value)) {}  // NOLINT: implicit
  Synchronized(const Synchronized&) = delete;
  Synchronized& operator=(const Synchronized&) = delete;
  template <class F>
  auto withLock(F f) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return f(value_);
  }
  template <class F>
  auto withLock(F f) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return f(value_);
  }

 private:
  mutable std::mutex mutex_;
  T value_;
};

}  // namespace c10
