// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The profiler's layer, which the verbose log and RecordFunction share.

#include <torchpp/dispatch/record_function.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace detail {

/// Whether log or callbacks want the operator call that begins. Counts it for callbacks that sample.
bool profiler_wants_call();
/// Sets the profiler's bit of all threads as log and global callbacks need it.
void update_profiler_key();

/// Whether anybody may listen to this thread's ranges: loads and a branch.
inline bool may_record() { return effective_keys_inline(DispatchKeySet()).has(DispatchKey::Profiler); }

}  // namespace detail

/// A callback in a list of one thread.
struct Listener {
  RecordFunctionCallback callback;
  CallbackHandle handle;
  bool enabled;
  int64_t ranges_left;  ///< until one is wanted: 0 for the present one; negative if none ever is
};

/// A thread's own callbacks, for another one that works for it.
class LocalCallbacks {
 public:
  static LocalCallbacks of_this_thread();

  /// While this object lives, they are this thread's callbacks.
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
