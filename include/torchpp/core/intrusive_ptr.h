// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Reference counting inside the object: a handle is one pointer, a copy one atomic increment.

#include <torchpp/core/atomic.h>
#include <torchpp/core/export.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace torchpp {

/// Base class of the objects that intrusive_ptr and weak_intrusive_ptr manage. The object's resources are released
/// (release_resources) with the last strong reference, its memory with the last weak one.
class TORCHPP_API intrusive_ptr_target {
 public:
  intrusive_ptr_target(const intrusive_ptr_target&) = delete;
  intrusive_ptr_target& operator=(const intrusive_ptr_target&) = delete;

  /// Whether a handle that goes is mostly one of several; types that are handed around say so.
  static constexpr bool kOftenShared = false;

  uint32_t use_count() const noexcept { return strong(counts_.load(detail::Order::kAcquire)); }
  uint32_t weak_use_count() const noexcept { return weak(counts_.load(detail::Order::kAcquire)); }

  void retain() const noexcept { counts_.fetch_add(1, detail::Order::kRelaxed); }
  /// The first reference. No other thread can see the object yet, so no locked instruction is needed.
  void retain_first() const noexcept { counts_.store(kOneWeak | 1, detail::Order::kRelaxed); }
  /// For references that are mostly the last one: looks first, because an only owner needs no locked instruction.
  void release() const noexcept {
    if (counts_.load(detail::Order::kAcquire) == (kOneWeak | 1)) last_reference_gone();
    else release_shared();
  }
  /// For references that are mostly one of several: a look right behind another locked instruction costs a quarter
  /// of it.
  void release_shared() const noexcept {
    if (strong(counts_.fetch_sub(1, detail::Order::kAcquireRelease)) == 1) last_strong_gone();
  }
  void retain_weak() const noexcept { counts_.fetch_add(kOneWeak, detail::Order::kRelaxed); }
  void release_weak() const noexcept {
    if (weak(counts_.fetch_sub(kOneWeak, detail::Order::kAcquireRelease)) == 1) last_reference_gone();
  }
  /// Takes a strong reference unless the last one has gone.
  bool try_retain() const noexcept {
    uint64_t n = counts_.load(detail::Order::kRelaxed);
    while (strong(n) != 0)
      if (counts_.compare_exchange_weak(n, n + 1, detail::Order::kAcquire)) return true;
    return false;
  }

 protected:
  intrusive_ptr_target() noexcept : counts_(kOneWeak) {}
  virtual ~intrusive_ptr_target() = default;
  /// Gives back what the object holds while weak references may still keep its memory.
  virtual void release_resources() {}

 private:
  // Strong references in the lower half, weak ones in the upper, where all strong ones together hold one: in one word,
  // so that one load tells whether a reference is the only one of either kind.
  static constexpr uint64_t kOneWeak = uint64_t{1} << 32;
  static constexpr uint32_t strong(uint64_t counts) { return static_cast<uint32_t>(counts); }
  static constexpr uint32_t weak(uint64_t counts) { return static_cast<uint32_t>(counts >> 32); }
  void last_reference_gone() const noexcept { delete this; }
  void last_strong_gone() const noexcept;  // out of line: what every handle's end would carry otherwise

  mutable detail::Atomic<uint64_t> counts_;
};

/// How a handle to T and another kind of pointer P turn into each other: `P from(handle)` and `handle to(pointer)`.
/// Specialised where both are known (compat does for std::shared_ptr); without, there is no conversion.
template <class T, class P>
struct handle_conversion;

/// A strong reference to a T derived from intrusive_ptr_target.
template <class T>
class intrusive_ptr {
 public:
  using element_type = T;

  constexpr intrusive_ptr() noexcept : p_(nullptr) {}
  constexpr intrusive_ptr(std::nullptr_t) noexcept : p_(nullptr) {}  // NOLINT: implicit
  /// Takes a reference of its own.
  static intrusive_ptr share(T* p) noexcept {
    if (p != nullptr) p->retain();
    return intrusive_ptr(p, Adopt());
  }
  /// Takes over a reference that somebody else counted.
  static intrusive_ptr reclaim(T* p) noexcept { return intrusive_ptr(p, Adopt()); }
  template <class... Args>
  static intrusive_ptr make(Args&&... args) {
    T* p = new T(std::forward<Args>(args)...);
    p->retain_first();
    return reclaim(p);
  }

  intrusive_ptr(const intrusive_ptr& o) noexcept : p_(o.p_) {
    if (p_ != nullptr) p_->retain();
  }
  intrusive_ptr(intrusive_ptr&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  intrusive_ptr(const intrusive_ptr<U>& o) noexcept : p_(o.get()) {  // NOLINT: implicit
    if (p_ != nullptr) p_->retain();
  }
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  intrusive_ptr(intrusive_ptr<U>&& o) noexcept : p_(o.release()) {}  // NOLINT: implicit
  template <class P, class = decltype(handle_conversion<T, P>::to(std::declval<const P&>()))>
  intrusive_ptr(const P& p) : intrusive_ptr(handle_conversion<T, P>::to(p)) {}  // NOLINT: implicit
  ~intrusive_ptr() {
    if (p_ == nullptr) return;
    if constexpr (T::kOftenShared) p_->intrusive_ptr_target::release_shared();
    else p_->intrusive_ptr_target::release();
  }
  intrusive_ptr& operator=(const intrusive_ptr& o) noexcept {
    intrusive_ptr(o).swap(*this);
    return *this;
  }
  intrusive_ptr& operator=(intrusive_ptr&& o) noexcept {
    intrusive_ptr(std::move(o)).swap(*this);
    return *this;
  }

  void reset() noexcept { intrusive_ptr().swap(*this); }
  void swap(intrusive_ptr& o) noexcept {
    // Not std::swap, which costs the compiler a dozen classes for each type.
    T* p = p_;
    p_ = o.p_;
    o.p_ = p;
  }
  /// Gives the pointer and its reference away.
  T* release() noexcept {
    T* p = p_;
    p_ = nullptr;
    return p;
  }
  T* get() const noexcept { return p_; }
  T& operator*() const noexcept { return *p_; }
  T* operator->() const noexcept { return p_; }
  explicit operator bool() const noexcept { return p_ != nullptr; }
  template <class P, class = decltype(handle_conversion<T, P>::from(std::declval<const intrusive_ptr&>()))>
  operator P() const {  // NOLINT: implicit
    return handle_conversion<T, P>::from(*this);
  }
  bool defined() const noexcept { return p_ != nullptr; }
  uint32_t use_count() const noexcept { return p_ == nullptr ? 0 : p_->use_count(); }
  bool unique() const noexcept { return use_count() == 1; }

 private:
  struct Adopt {};
  constexpr intrusive_ptr(T* p, Adopt) noexcept : p_(p) {}
  T* p_;
};

template <class T, class U>
bool operator==(const intrusive_ptr<T>& a, const intrusive_ptr<U>& b) noexcept {
  return a.get() == b.get();
}
template <class T, class U>
bool operator!=(const intrusive_ptr<T>& a, const intrusive_ptr<U>& b) noexcept {
  return a.get() != b.get();
}
template <class T>
bool operator==(const intrusive_ptr<T>& a, std::nullptr_t) noexcept {
  return a.get() == nullptr;
}
template <class T>
bool operator!=(const intrusive_ptr<T>& a, std::nullptr_t) noexcept {
  return a.get() != nullptr;
}

template <class T, class... Args>
intrusive_ptr<T> make_intrusive(Args&&... args) {
  return intrusive_ptr<T>::make(std::forward<Args>(args)...);
}

/// A reference that does not keep the object alive.
template <class T>
class weak_intrusive_ptr {
 public:
  constexpr weak_intrusive_ptr() noexcept : p_(nullptr) {}
  explicit weak_intrusive_ptr(const intrusive_ptr<T>& strong) noexcept : p_(strong.get()) {
    if (p_ != nullptr) p_->retain_weak();
  }
  weak_intrusive_ptr(const weak_intrusive_ptr& o) noexcept : p_(o.p_) {
    if (p_ != nullptr) p_->retain_weak();
  }
  weak_intrusive_ptr(weak_intrusive_ptr&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
  weak_intrusive_ptr& operator=(weak_intrusive_ptr o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~weak_intrusive_ptr() {
    if (p_ != nullptr) p_->release_weak();
  }
  /// A strong reference, empty when the object has gone.
  intrusive_ptr<T> lock() const noexcept {
    return p_ != nullptr && p_->try_retain() ? intrusive_ptr<T>::reclaim(p_) : intrusive_ptr<T>();
  }
  bool expired() const noexcept { return p_ == nullptr || p_->use_count() == 0; }
  /// The address, for identity only.
  T* unsafe_get() const noexcept { return p_; }

 private:
  T* p_;
};

}  // namespace torchpp
