// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The state that calls of the library's own operators read inline.

#include <torchpp/dispatch/op.h>

#include "src/core/thread_state.h"

namespace torchpp {

/// Keys that every call of the process gets. The profiler's bit is set while a log is written or the process has
/// RecordFunction callbacks. It is also set until the first call, which reads from the environment whether a log is
/// wanted.
extern std::atomic<uint32_t> process_included;

namespace detail {

inline DispatchKeySet effective_keys_inline(DispatchKeySet keys) {
  const DispatchKeySet process = DispatchKeySet::from_bits(process_included.load(std::memory_order_relaxed));
  return (keys | thread_state.included | thread_state.own.recorded | process) - thread_state.excluded;
}

}  // namespace detail

template <class Signature>
class OwnOp;

/// An operator of the library itself: the thread's modes are read inline.
template <class R, class... A>
class OwnOp<R(A...)> : public Op<R(A...)> {
 public:
  using Op<R(A...)>::Op;
  R operator()(A... args) const {
    return this->call_any(detail::effective_keys_inline(this->keys_of_all(args...)), static_cast<A>(args)...);
  }
  /// Calls the layer below, from a layer that has excluded its key. It is part of the same call, so it is not recorded
  /// again.
  R redispatch(A... args) const {
    const DispatchKeySet keys = detail::effective_keys_inline(this->keys_of_all(args...));
    return this->call_any(keys - DispatchKey::Profiler, static_cast<A>(args)...);
  }
};

}  // namespace torchpp
