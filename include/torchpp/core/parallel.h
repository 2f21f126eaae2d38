// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Running loops on the library's pool of threads.
///
/// One pool serves the whole process. A region (one call of parallel_for or parallel_reduce) runs on the calling thread
/// and on the pool's workers; the caller's modes (grad mode, autocast, ...) and floating-point control word hold on all
/// of them. A region that starts inside a region, or while another thread's region occupies the pool, runs on its own
/// thread alone and gives the same result. The first exception of a region reaches its caller after all of it stopped.
///
/// Not inside f: fork() with anything but exec or _exit in the child; waiting for another chunk of the same region.

#include <torchpp/core/export.h>

#include <cstdint>
#include <vector>

namespace torchpp {

/// The number of threads, the caller's included, that a region may use from now on, in the whole process.
/// Safe at any time; a region that is running keeps its own number. Throws Error if num_threads < 1.
TORCHPP_API void set_num_threads(int num_threads);

/// The value given to set_num_threads(), else TORCHPP_NUM_THREADS, else OMP_NUM_THREADS, else the number of processors
/// that the process may run on. A variable that is not a positive number is ignored.
TORCHPP_API int get_num_threads();

/// Kept for programs written for libtorch: get returns what set said, by default the number of processors.
/// Throws Error if num_threads < 1.
TORCHPP_API void set_num_interop_threads(int num_threads);
TORCHPP_API int get_num_interop_threads();

/// Whether this thread is inside a region that was cut into more than one piece.
TORCHPP_API bool in_parallel_region();

/// The number of the running chunk inside parallel_for: in [0, get_num_threads()), each used by one chunk of the
/// region. 0 outside of regions and inside a nested one.
TORCHPP_API int get_thread_num();

namespace detail {

using RangeFn = void (*)(void* ctx, int64_t begin, int64_t end);

// At most one chunk per thread.
TORCHPP_API void parallel_for(int64_t begin, int64_t end, int64_t grain_size, RangeFn fn, void* ctx);
// Chunks of exactly chunk_size (the last may be shorter), whatever the number of threads.
TORCHPP_API void parallel_chunks(int64_t begin, int64_t end, int64_t chunk_size, RangeFn fn, void* ctx);
// The chunk of a reduction: a function of the problem alone; at most 4096 of them.
TORCHPP_API int64_t reduce_chunk_size(int64_t range, int64_t grain_size);

// f may be a function; only objects have addresses that void* can hold, hence the closures that the callers below make.
template <class Closure>
void call_closure(void* ctx, int64_t begin, int64_t end) {
  (*static_cast<const Closure*>(ctx))(begin, end);
}
template <class Closure>
void* closure_ctx(const Closure& closure) {
  return const_cast<void*>(static_cast<const void*>(&closure));
}

// std::vector<bool> would pack the partial results of neighbouring chunks into one word.
template <class T>
struct Partial {
  T value;
};

}  // namespace detail

/// Calls f(b, e) on disjoint chunks that together cover [begin, end), from several threads at once.
///
/// A range of at most grain_size indices is one call on this thread. A longer one is cut into equal chunks (the last
/// may be shorter): get_num_threads() of them, or ceil(range / grain_size) if that is less. For a given number of
/// threads the cut is always the same. Throws what f threw first, chunks that had not started by then are skipped.
/// Throws Error if grain_size < 0. Source: libtorch at::parallel_for.
template <class F>
void parallel_for(int64_t begin, int64_t end, int64_t grain_size, const F& f) {
  if (begin >= end) return;
  const auto run_chunk = [&f](int64_t b, int64_t e) { f(b, e); };
  detail::parallel_for(begin, end, grain_size, &detail::call_closure<decltype(run_chunk)>,
                       detail::closure_ctx(run_chunk));
}

/// Reduces [begin, end): the partial results f(b, e, ident) of consecutive chunks are combined in order,
/// sf(sf(ident, first), second) and so on. An empty range gives ident.
///
/// A range of at most grain_size indices is the one call f(begin, end, ident). Otherwise chunks hold grain_size
/// indices, or more where that would give over 4096 chunks. The cut does not depend on the number of threads, so
/// neither does the result, to the last bit. Throws as parallel_for does. Source: libtorch at::parallel_reduce, which
/// cuts by the number of threads.
template <class T, class F, class SF>
T parallel_reduce(int64_t begin, int64_t end, int64_t grain_size, const T ident, const F& f, const SF& sf) {
  if (begin >= end) return ident;
  const int64_t chunk = detail::reduce_chunk_size(end - begin, grain_size);
  if (end - begin <= chunk) return f(begin, end, ident);

  std::vector<detail::Partial<T>> partials((end - begin - 1) / chunk + 1, detail::Partial<T>{ident});
  const auto reduce_chunk = [&](int64_t b, int64_t e) { partials[(b - begin) / chunk].value = f(b, e, ident); };
  detail::parallel_chunks(begin, end, chunk, &detail::call_closure<decltype(reduce_chunk)>,
                          detail::closure_ctx(reduce_chunk));

  T result = ident;
  for (detail::Partial<T>& partial : partials) result = sf(result, partial.value);
  return result;
}

}  // namespace torchpp
