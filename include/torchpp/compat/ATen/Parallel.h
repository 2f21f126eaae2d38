// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Threads: torchpp's parallel.h under libtorch's names.

#include <ATen/core/ATenGeneral.h>

#include <functional>
#include <string>
#include <thread>

namespace at {

inline int64_t divup(int64_t x, int64_t y) { return (x + y - 1) / y; }
/// The pool needs no start in a thread.
inline void init_num_threads() {}
inline std::string get_parallel_info() {
  return ::torchpp::str("ATen/Parallel:\n\tat::get_num_threads() : ", ::torchpp::get_num_threads(),
                        "\n\tat::get_num_interop_threads() : ", ::torchpp::get_num_interop_threads(),
                        "\nstd::thread::hardware_concurrency() : ", std::thread::hardware_concurrency(),
                        "\nParallel backend: torchpp's pool of threads\n");
}
/// Runs the task on a thread of its own.
inline void launch(std::function<void()> task) { std::thread(std::move(task)).detach(); }
namespace internal {
constexpr int64_t GRAIN_SIZE = 32768;
inline void lazy_init_num_threads() {}
}  // namespace internal

}  // namespace at

namespace torchpp {
using at::get_parallel_info;
using at::init_num_threads;
}  // namespace torchpp
