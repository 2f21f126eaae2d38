// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the library's own operator calls read inline.

#include <torchpp/dispatch/op.h>

#include "src/core/thread_state.h"

namespace torchpp {

/// Keys that every call of the process gets. The profiler's bit stands in it while a log is written, and until the
/// first call, which then looks whether the environment asks for one.
extern std::atomic<uint32_t> process_included;

namespace detail {

inline DispatchKeySet effective_keys_inline(DispatchKeySet keys) {
  const DispatchKeySet process = DispatchKeySet::from_bits(process_included.load(std::memory_order_relaxed));
  return (keys | thread_state.included | process) - thread_state.excluded;
}

/// Starts the log when TORCHPP_VERBOSE asks for it and this has not been looked at before.
void start_log_from_environment();

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
};

}  // namespace torchpp
