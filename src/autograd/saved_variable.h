// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file A tensor kept for backward.

#include <torchpp/autograd/node.h>

#include "src/autograd/meta.h"
#include "src/core/thread_state.h"

namespace torchpp::autograd {

/// A reference to a tensor, with the version that it had. An output of the node that saves it is kept without its
/// history, which would be a reference cycle. Hooks of the thread, if any, decide what is kept instead.
class SavedVariable {
 public:
  /// The tensor's relation to the node that saves it.
  enum class Role : uint8_t { kInput, kOutput, kOutputOnView };

  SavedVariable() noexcept : held_(nullptr), version_(0), kind_(Kind::kNone), output_nr_(0) {}
  /// The history of an output must be set before. Throws for inference tensors.
  explicit SavedVariable(const Tensor& t, Role role = Role::kInput);
  /// Saves an input together with the version at which its value is the required one.
  SavedVariable(intrusive_ptr<TensorImpl> t, uint32_t version) : SavedVariable() {
    const AutogradMeta* const m = t->autograd_meta();
    if (TORCHPP_UNLIKELY(thread_state.saved_tensor_hooks != nullptr || t->is_inference() ||
                         (m != nullptr && m->rebound))) {
      save_slow(Tensor(std::move(t)), version, Role::kInput);
      return;
    }
    version_ = version;
    kind_ = Kind::kOriginal;
    held_ = t.release();
  }
  SavedVariable(SavedVariable&& o) noexcept
      : held_(o.held_), version_(o.version_), kind_(o.kind_), output_nr_(o.output_nr_) {
    o.held_ = nullptr;
    o.kind_ = Kind::kNone;
  }
  SavedVariable& operator=(SavedVariable&& o) noexcept {
    if (this == &o) return *this;
    this->~SavedVariable();
    return *new (this) SavedVariable(std::move(o));
  }
  ~SavedVariable() {
    if (held_ != nullptr) held_->release();
  }

  /// The tensor; undefined when an undefined one was saved. `owner` is the node that saved it. Throws when the values
  /// were changed meanwhile, and when they were released already.
  Tensor unpack(const Node* owner) const;
  bool released() const noexcept { return kind_ == Kind::kReleased; }
  /// Whether something is kept.
  bool defined() const noexcept { return held_ != nullptr; }
  /// Gives a saved output, which was kept before it had a tangent, the tangent of `t`.
  void adopt_tangent(const Tensor& t) const;
  /// Another reference to what is kept.
  SavedVariable share() const noexcept;
  /// Moves the saved value to the caller; unpacking is an error from then on.
  SavedVariable take() noexcept;

 private:
  enum class Kind : uint32_t { kNone, kReleased, kOriginal, kOutput, kPacked };
  struct Packed;

  void save_slow(const Tensor& t, uint32_t version, Role role);
  [[noreturn]] TORCHPP_COLD void fail_modified(const TensorImpl& impl, const Node* owner) const;

  intrusive_ptr_target* held_;  // a TensorImpl, or Packed
  uint32_t version_;
  Kind kind_ : 3;
  uint32_t output_nr_ : 29;  // a node with more outputs does not fit into memory
};

[[noreturn]] TORCHPP_COLD void fail_released();

}  // namespace torchpp::autograd
