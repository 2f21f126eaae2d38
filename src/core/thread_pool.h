// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The thread pool's interface for kernels: slices of work, claimed one by one.

#include <torchpp/core/parallel.h>

#include <cstdint>

namespace torchpp {
namespace detail {

/// The calling thread's modes as its workers must see them. Defined by the dispatcher, two floors up.
struct RegionState {
  uint64_t words[6];
};
RegionState capture_region_state() noexcept;
void install_region_state(const RegionState& state) noexcept;

using SliceFn = void (*)(void* ctx, int64_t slice);

/// Runs fn(ctx, i) once for each i in [0, count), on the caller and on at most get_num_threads() - 1 workers. Each
/// thread claims the next index of a block of its own, then those of the others' blocks, so slices may differ in cost
/// and neighbours mostly run on one thread; claiming costs some 20 ns, or 100 contended. get_thread_num() is the
/// running thread's seat, below min(count, get_num_threads()): good for scratch memory, not for anything that the
/// result depends on. Slices must not wait for one another: all of them may run on one thread. After an exception the
/// unclaimed slices are skipped; the first one is thrown to the caller once no slice runs. Allocates nothing but, on
/// first use, the workers.
void run_slices(int64_t count, SliceFn fn, void* ctx);

/// Runs a callable f(int64_t slice) in place of a function pointer.
template <class F>
void run_slices(int64_t count, const F& f) {
  run_slices(
      count, [](void* ctx, int64_t slice) { (*static_cast<const F*>(ctx))(slice); }, closure_ctx(f));
}
/// On the calling thread alone unless `parallel`.
template <class F>
void run_slices(bool parallel, int64_t count, const F& f) {
  if (parallel && count > 1) return run_slices(count, f);
  for (int64_t i = 0; i < count; ++i) f(i);
}

}  // namespace detail

/// a / b, rounded up, for b > 0: how many slices of b cover a.
constexpr int64_t ceil_div(int64_t a, int64_t b) { return a / b + static_cast<int64_t>(a % b > 0); }

}  // namespace torchpp
