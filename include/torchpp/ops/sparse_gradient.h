// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The switch for sparse gradients.

#include <torchpp/core/export.h>

namespace torchpp {

namespace detail {
TORCHPP_API void register_sparse();
}

/// Whether a gradient is sparse: a bool that, made of true, brings the kernels of sparse tensors into the program.
/// Others are not made larger by them.
class SparseGradient {
 public:
  SparseGradient(bool on = false) : on_(on) {  // NOLINT: implicit, where libtorch has a bool
    if (on) detail::register_sparse();
  }
  operator bool() const { return on_; }  // NOLINT: implicit

 private:
  bool on_;
};

}  // namespace torchpp
