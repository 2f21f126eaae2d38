// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

namespace c10 {

using DeleterFnPtr = void (*)(void*);

namespace detail {

inline void deleteNothing(void*) {}

/// A pointer to data, and what is deleted with it: a context, often another object than the data.
class UniqueVoidPtr {
 public:
  UniqueVoidPtr() = default;
  explicit UniqueVoidPtr(void* data) : data_(data) {}
  UniqueVoidPtr(void* data, void* context, DeleterFnPtr deleter)
      : data_(data), context_(context, deleter != nullptr ? deleter : &deleteNothing) {}
  void* operator->() const { return data_; }
  void clear() {
    context_ = nullptr;
    data_ = nullptr;
  }
  void* get() const { return data_; }
  void* get_context() const { return context_.get(); }
  void* release_context() { return context_.release(); }
  std::unique_ptr<void, DeleterFnPtr>&& move_context() { return std::move(context_); }
  DeleterFnPtr get_deleter() const { return context_.get_deleter(); }
  /// False, without effect, when the deleter is another one.
  [[nodiscard]] bool compare_exchange_deleter(DeleterFnPtr expected, DeleterFnPtr wanted) {
    if (get_deleter() != expected) return false;
    context_ = std::unique_ptr<void, DeleterFnPtr>(context_.release(), wanted);
    return true;
  }
  /// Null when the deleter is another one.
  template <class T>
  T* cast_context(DeleterFnPtr expected) const {
    return get_deleter() == expected ? static_cast<T*>(get_context()) : nullptr;
  }
  operator bool() const { return data_ != nullptr || context_; }  // NOLINT: implicit
  friend bool operator==(const UniqueVoidPtr& p, std::nullptr_t) noexcept { return !p; }
  friend bool operator==(std::nullptr_t, const UniqueVoidPtr& p) noexcept { return !p; }
  friend bool operator!=(const UniqueVoidPtr& p, std::nullptr_t) noexcept { return p; }
  friend bool operator!=(std::nullptr_t, const UniqueVoidPtr& p) noexcept { return p; }

 private:
  void* data_ = nullptr;
  std::unique_ptr<void, DeleterFnPtr> context_{nullptr, &deleteNothing};
};

}  // namespace detail
}  // namespace c10
