// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Which of the library's implementations may run. cuda.h and parallel.h have the switches of their own.

#include <torchpp/core/export.h>

#include <string_view>

namespace torchpp {

/// Whether the library was built with oneDNN.
TORCHPP_API bool has_onednn() noexcept;
/// Whether the CPU's kernels may use it; at first yes. Off, convolutions and matrix products of the whole process are
/// computed by the library's own kernels, as in a library built without oneDNN. Source: libtorch's
/// setUserEnabledMkldnn.
TORCHPP_API void set_onednn_enabled(bool enabled) noexcept;
TORCHPP_API bool is_onednn_enabled() noexcept;

/// Whether operators must give the same bits each time, at first no. Most do so always. With the switch on
///   - writes at positions that repeat (index_put, put, index_copy, scatter) take the last of the elements on CUDA,
///   too,
///     which sorts the positions; the CPU takes the last one always;
///   - convolutions on CUDA use deterministic algorithms only (cuda::set_deterministic_convolution);
///   - an operator without a deterministic implementation throws, or warns with `warn_only`. The library has none; a
///     program's own kernels say so by alert_not_deterministic().
/// The switch is the process's. Source: libtorch 1.13's setDeterministicAlgorithms and
/// torch.use_deterministic_algorithms; those of libtorch that throw for want of an implementation (put_, max_unpool,
/// ...) do not throw here.
TORCHPP_API void use_deterministic_algorithms(bool enabled, bool warn_only = false) noexcept;
TORCHPP_API bool are_deterministic_algorithms_enabled() noexcept;
TORCHPP_API bool is_deterministic_algorithms_warn_only_enabled() noexcept;
/// What an operator does that may give other bits each time: nothing, unless deterministic algorithms are asked for;
/// then it throws Error, or warns with `warn_only`.
TORCHPP_API void alert_not_deterministic(std::string_view caller);

}  // namespace torchpp
