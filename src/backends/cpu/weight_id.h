// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Which weights a call has, so that packed forms of them can be kept.

#include <cstddef>
#include <cstdint>

namespace torchpp {
class StorageImpl;
class TensorBase;

namespace cpu {

/// Tells the contents of a call's weights from those of all other memory, before and after each write.
class WeightId {
 public:
  /// Of weights whose packed forms are not kept.
  WeightId() = default;
  /// A number that no other memory has and that changes with every write, or 0, as StorageImpl::contents_number()
  /// gives it.
  WeightId(uint64_t number) : number_(number) {}  // NOLINT: implicit
  /// Of weights without gaps, which outlive the id.
  explicit WeightId(const TensorBase& weights);

  /// Whether number() may be other than 0. Cheap.
  explicit operator bool() const { return number_ != 0 || unwatched_ != nullptr; }
  /// The number, or 0 where there is none. Memory that a program may write unseen, because it has a pointer to it or
  /// made it, is compared with a copy, which is made at the second call: the number is the copy's. There is none for
  /// more than 6 MiB, and for some calls after a change. Thread-safe.
  uint64_t number() const { return unwatched_ == nullptr ? number_ : number_of_copy(); }

 private:
  uint64_t number_of_copy() const;

  uint64_t number_ = 0;
  StorageImpl* unwatched_ = nullptr;  // memory that may be written unseen
  const void* data_ = nullptr;
  size_t nbytes_ = 0;
};

}  // namespace cpu
}  // namespace torchpp
