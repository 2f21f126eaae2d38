// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Which of the library's implementations may run. cuda.h and parallel.h have the switches of their own.

#include <torchpp/core/export.h>

namespace torchpp {

/// Whether the library was built with oneDNN.
TORCHPP_API bool has_onednn() noexcept;
/// Whether the CPU's kernels may use it; at first yes. Off, convolutions and matrix products of the whole process are
/// computed by the library's own kernels, as in a library built without oneDNN. Source: libtorch's
/// setUserEnabledMkldnn.
TORCHPP_API void set_onednn_enabled(bool enabled) noexcept;
TORCHPP_API bool is_onednn_enabled() noexcept;

}  // namespace torchpp
