// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The modes of a thread, in one thread-local object: one access per operator call.

#include <torchpp/core/dispatch_key.h>
#include <torchpp/core/dtype.h>

#include <cstdint>

namespace torchpp {

/// What automatic mixed precision does with a thread's calls.
struct AutocastState {
  DispatchKeySet devices;  ///< backends for which it is on; while there are any, all calls get the key Autocast
  ScalarType cpu = ScalarType::BFloat16, cuda = ScalarType::Half;  ///< the lower dtypes
  bool caches = true;                                              ///< converted weights are kept for later calls
};

/// Constant-initialised and trivially destructible, so that reaching it costs one instruction and leaving a thread
/// nothing. Initial-exec: the whole library has 256 bytes of such memory.
struct ThreadState {
  DispatchKeySet included;  ///< keys that every call of this thread gets
  DispatchKeySet excluded;  ///< keys that no call gets; holds what grad mode asks for, too (see refresh)
  bool no_grad = false;
  bool inference = false;
  bool no_forward_grad = false;
  bool anomaly = false;
  bool anomaly_check_nan = false;
  DispatchKeySet guarded;  ///< keys excluded by guards alone. Not beside `excluded`: ExcludeKeys saves both, and
                           ///< compilers would read the saved words back as one, which waits for the two stores.
  AutocastState autocast;
  int8_t dual_level = -1;              ///< the open forward-mode level, or none
  uint8_t backward_depth = 0;          ///< backward calls nested in this thread's stack
  void* dual_tensors = nullptr;        ///< what has a tangent at that level, owned by the thread that opened it
  void* saved_tensor_hooks = nullptr;  ///< innermost pair of hooks of this thread, owned by its guard
  void* anomaly_parent = nullptr;      ///< node that backward is evaluating
  void* autograd_task = nullptr;       ///< the backward call that this thread works for

  /// State that belongs to the thread itself and is not inherited from the thread for which it works.
  struct Own {
    DispatchKeySet recorded;         ///< the profiler's key while the thread has RecordFunction callbacks
    bool record_off = false;         ///< callbacks are not called
    bool ended = false;              ///< its lists are gone
    void* callbacks = nullptr;       ///< lists of RecordFunction callbacks, made when first needed
    void* autocast_casts = nullptr;  ///< converted weights, made when first needed
    int32_t autocast_nesting = 0;    ///< number of autocast regions around the thread's calls
    void* dying_nodes = nullptr;     ///< list of graph nodes to free next, while this thread frees any
    uint64_t sequence_number = 0;    ///< of the next node that this thread makes
    uint64_t number = 0;             ///< see thread_number()
  } own;

  /// Gradient mode and dual level together decide whether calls enter the autograd layer.
  void refresh() {
    const bool reverse = !no_grad, forward = dual_level >= 0 && !no_forward_grad;
    excluded =
        guarded | (inference || (!reverse && !forward) ? DispatchKeySet(DispatchKey::Autograd) : DispatchKeySet());
  }
};

extern __thread ThreadState thread_state __attribute__((tls_model("initial-exec"), visibility("hidden")));

static_assert(sizeof(ThreadState) <= 256, "initial-exec memory is scarce");

/// This thread's number: 1, 2, ... in the order in which threads first ask for theirs.
uint64_t new_thread_number();
inline uint64_t thread_number() {
  return TORCHPP_LIKELY(thread_state.own.number != 0) ? thread_state.own.number : new_thread_number();
}

/// Excludes keys while it lives.
class ExcludeKeys {
 public:
  explicit ExcludeKeys(DispatchKeySet keys)
      : saved_guarded_(thread_state.guarded), saved_excluded_(thread_state.excluded) {
    thread_state.guarded = saved_guarded_ | keys;
    thread_state.excluded = saved_excluded_ | keys;
  }
  ~ExcludeKeys() {
    thread_state.guarded = saved_guarded_;
    thread_state.excluded = saved_excluded_;
  }
  ExcludeKeys(const ExcludeKeys&) = delete;
  ExcludeKeys& operator=(const ExcludeKeys&) = delete;

 private:
  DispatchKeySet saved_guarded_, saved_excluded_;
};

/// Includes keys while it lives.
class IncludeKeys {
 public:
  explicit IncludeKeys(DispatchKeySet keys) : saved_(thread_state.included) { thread_state.included = saved_ | keys; }
  ~IncludeKeys() { thread_state.included = saved_; }
  IncludeKeys(const IncludeKeys&) = delete;
  IncludeKeys& operator=(const IncludeKeys&) = delete;

 private:
  DispatchKeySet saved_;
};

}  // namespace torchpp
