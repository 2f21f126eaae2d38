// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Hooks that decide how tensors are kept between forward and backward.

#include <torchpp/dispatch/ivalue.h>
#include <torchpp/tensor.h>

namespace torchpp::autograd {

namespace detail {
struct SavedHooksFrame;
}

/// While it stands, `pack` is called with every tensor of this thread that is saved for backward, and what it returns
/// is kept instead; `unpack` gets that when backward needs the tensor, and returns one of the same content. The
/// innermost pair is used. `pack` must not change its argument. Both may be called from other threads.
class TORCHPP_API saved_tensors_hooks {
 public:
  using Pack = Callable<IValue(const Tensor&)>;
  using Unpack = Callable<Tensor(const IValue&)>;
  /// Throws Error while disable_saved_tensors_hooks stands.
  saved_tensors_hooks(Pack pack, Unpack unpack);
  ~saved_tensors_hooks();
  saved_tensors_hooks(const saved_tensors_hooks&) = delete;
  saved_tensors_hooks& operator=(const saved_tensors_hooks&) = delete;

 private:
  intrusive_ptr<detail::SavedHooksFrame> frame_;
  void* outer_;
};

/// Keeps tensors that are saved for backward in CPU memory while it lives; with pin_memory, what comes from another
/// device in memory that the device copies faster. The flag means nothing for CPU tensors.
class TORCHPP_API save_on_cpu : public saved_tensors_hooks {
 public:
  explicit save_on_cpu(bool pin_memory = false);
};

/// Makes the use of saved_tensors_hooks an error with this message while it lives.
class TORCHPP_API disable_saved_tensors_hooks {
 public:
  explicit disable_saved_tensors_hooks(std::string message);
  ~disable_saved_tensors_hooks();
  disable_saved_tensors_hooks(const disable_saved_tensors_hooks&) = delete;
  disable_saved_tensors_hooks& operator=(const disable_saved_tensors_hooks&) = delete;

 private:
  intrusive_ptr<detail::SavedHooksFrame> frame_;
  void* outer_;
};

}  // namespace torchpp::autograd
