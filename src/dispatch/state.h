// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file State of the thread and process that the library's own operator calls read inline.

#include <torchpp/dispatch/op.h>

#include <atomic>

#include "src/core/thread_state.h"

namespace torchpp {

/// Keys that are added to every call of the process. The profiler's bit is set while a log is written or the process
/// has RecordFunction callbacks. It is also set until the first call, which reads the environment variable for the log.
extern std::atomic<uint32_t> process_included;

namespace detail {

/// A call of an operator for which automatic mixed precision has a rule.
struct AutocastCall {
  Autocast rule;  ///< never kNone
  DeviceType device;
  const OpBase& op;
  void* const* arguments;  ///< their addresses, in the order of the operator's signature
  /// Calls the operator with the arguments at the given addresses, below the autocast layer.
  void (*below)(const AutocastCall& call, void* const* arguments);
};
/// The autocast layer, which src/amp sets when it is first switched on.
using AutocastLayer = void (*)(const AutocastCall& call);
extern std::atomic<AutocastLayer> autocast_layer;

TORCHPP_INLINE DispatchKeySet effective_keys_inline(DispatchKeySet keys) {
  const DispatchKeySet process = DispatchKeySet::from_bits(process_included.load(std::memory_order_relaxed));
  return (keys | thread_state.included | thread_state.own.recorded | process) - thread_state.excluded;
}

/// Whether the thread or the process adds keys to every operator call. A composite is then called through the
/// dispatcher, so that the layers of those keys see it; otherwise it is called directly.
TORCHPP_INLINE bool modes_listen() { return TORCHPP_UNLIKELY(!effective_keys_inline(DispatchKeySet()).empty()); }

}  // namespace detail

template <class Signature>
class OwnOp;

/// An operator of the library itself: reads the keys of thread and process inline.
template <class R, class... A>
class OwnOp<R(A...)> : public Op<R(A...)> {
 public:
  using Op<R(A...)>::Op;
  // Files with many calls are beyond the size to which compilers inline by themselves.
  TORCHPP_INLINE R operator()(A... args) const {
    return this->call_any(detail::effective_keys_inline(this->keys_of_all(args...)), static_cast<A>(args)...);
  }
  /// A call out of line: for where it is the exception, and saving registers for it would cost every call.
  TORCHPP_COLD R call_cold(A... args) const { return (*this)(static_cast<A>(args)...); }
  /// For a layer that has excluded its key: passes the call on to the kernels below. The profiler's key is removed,
  /// since it has recorded the call already.
  R redispatch(A... args) const {
    const DispatchKeySet keys = detail::effective_keys_inline(this->keys_of_all(args...));
    return this->call_any(keys - DispatchKey::Profiler, static_cast<A>(args)...);
  }
};

}  // namespace torchpp
