// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/optional.h>

#include <ATen/core/ATenGeneral.h>

namespace c10 {

/// A T of its own, or somebody else's, which must outlive it.
template <class T>
class MaybeOwned {
 public:
  MaybeOwned() : own_(std::in_place) {}
  static MaybeOwned borrowed(const T& value) {
    MaybeOwned m;
    m.own_.reset();
    m.borrowed_ = &value;
    return m;
  }
  static MaybeOwned owned(T&& value) {
    MaybeOwned m;
    m.own_.emplace(std::move(value));
    return m;
  }
  const T& operator*() const& { return own_ ? *own_ : *borrowed_; }
  T operator*() && { return own_ ? std::move(*own_) : *borrowed_; }
  const T* operator->() const { return &**this; }

 private:
  optional<T> own_;
  const T* borrowed_ = nullptr;
};

}  // namespace c10
