// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Atomic values of public classes. <atomic> would take a thirtieth of the time that torchpp.h costs every file.

namespace torchpp::detail {

enum class Order : int {
  kRelaxed = __ATOMIC_RELAXED,
  kAcquire = __ATOMIC_ACQUIRE,
  kRelease = __ATOMIC_RELEASE,
  kAcquireRelease = __ATOMIC_ACQ_REL
};

/// As std::atomic<T>, for integers and pointers.
template <class T>
class Atomic {
 public:
  constexpr Atomic(T value) noexcept : value_(value) {}  // NOLINT: implicit
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order order) const noexcept { return __atomic_load_n(&value_, static_cast<int>(order)); }
  void store(T value, Order order) noexcept { __atomic_store_n(&value_, value, static_cast<int>(order)); }
  /// These return the value before.
  T fetch_add(T by, Order order) noexcept { return __atomic_fetch_add(&value_, by, static_cast<int>(order)); }
  T fetch_sub(T by, Order order) noexcept { return __atomic_fetch_sub(&value_, by, static_cast<int>(order)); }
  /// Stores `desired` if the value is `expected`, else reads it into `expected`; `order` is that of a success. The weak
  /// form may fail by chance.
  bool compare_exchange_weak(T& expected, T desired, Order order) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, desired, true, static_cast<int>(order), __ATOMIC_RELAXED);
  }
  bool compare_exchange_strong(T& expected, T desired, Order order) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, desired, false, static_cast<int>(order), __ATOMIC_RELAXED);
  }

 private:
  T value_;
};

}  // namespace torchpp::detail
