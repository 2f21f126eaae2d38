// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The profiler's layer, which the verbose log and RecordFunction share.

#include <torchpp/dispatch/record_function.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace detail {

/// Whether the log or a callback is to be notified of the operator call that begins. Counts the call for callbacks that
/// sample.
bool profiler_wants_call();
/// Sets or clears the profiler's bit of all threads, according to the log and the global callbacks.
void update_profiler_key();

/// Whether this thread's ranges may have listeners; inline, because it costs only loads and a branch.
inline bool may_record() { return effective_keys_inline(DispatchKeySet()).has(DispatchKey::Profiler); }

}  // namespace detail

/// A callback, with the state that one thread keeps for it.
struct Listener {
  RecordFunctionCallback callback;
  CallbackHandle handle;
  bool enabled;
  int64_t ranges_left;  ///< before the next range of the sample: 0 for this one; negative for none at all
};

/// The thread-local callbacks of a thread, for threads that compute on its behalf.
class LocalCallbacks {
 public:
  static LocalCallbacks of_this_thread();

  /// Installs them in this thread during its lifetime.
  class Scope {
   public:
    explicit Scope(const LocalCallbacks& callbacks);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    void exchange();
    std::vector<Listener> other_;
    bool other_off_;
  };

 private:
  std::vector<Listener> list_;
  bool off_ = false;
};

}  // namespace torchpp
