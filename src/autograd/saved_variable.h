// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file A tensor kept for backward.

#include <torchpp/autograd/node.h>

namespace torchpp::autograd {

/// A reference to a tensor, with the version that it had. An output of the node that saves it is kept without its
/// history, which would be a circle. Hooks of the thread, if any, decide what is kept instead.
class SavedVariable {
 public:
  SavedVariable() noexcept : held_(nullptr), version_(0), kind_(Kind::kNone), output_nr_(0) {}
  /// An input, or with `is_output` the `output_nr`-th output, of the node that will be asked to unpack.
  explicit SavedVariable(const Tensor& t, bool is_output = false, bool is_inplace_on_view = false);
  SavedVariable(SavedVariable&& o) noexcept
      : held_(o.held_), version_(o.version_), kind_(o.kind_), output_nr_(o.output_nr_) {
    o.held_ = nullptr;
    o.kind_ = Kind::kNone;
  }
  SavedVariable& operator=(SavedVariable&& o) noexcept;
  ~SavedVariable() {
    if (held_ != nullptr) held_->release();
  }

  /// The tensor; undefined when an undefined one was saved. `owner` is the node that saved it. Throws when the values
  /// were changed meanwhile, and when they were released already.
  Tensor unpack(const intrusive_ptr<Node>& owner) const;
  void release() noexcept;
  bool released() const noexcept { return kind_ == Kind::kReleased; }

 private:
  enum class Kind : uint8_t { kNone, kReleased, kOriginal, kOutput, kPacked };
  struct Packed;

  intrusive_ptr_target* held_;  // TensorImpl, or Packed
  uint32_t version_;
  Kind kind_;
  uint16_t output_nr_;
};

}  // namespace torchpp::autograd
