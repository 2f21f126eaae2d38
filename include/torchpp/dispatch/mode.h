// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Layers over all operators: fallbacks and the guards that switch keys on and off.

#include <torchpp/dispatch/op.h>

namespace torchpp {

/// Handles every operator that has no kernel for the key, which may be any but Profiler. Null removes the handler. A
/// handler reads the arguments, excludes its key with ExcludeDispatchKeyGuard, and calls `op.call_boxed(stack)`.
TORCHPP_API void set_fallback(DispatchKey key, BoxedKernel kernel);

/// Adds the keys to every call of this thread while it lives: switches a layer on.
class TORCHPP_API IncludeDispatchKeyGuard {
 public:
  explicit IncludeDispatchKeyGuard(DispatchKeySet keys);
  ~IncludeDispatchKeyGuard();
  IncludeDispatchKeyGuard(const IncludeDispatchKeyGuard&) = delete;
  IncludeDispatchKeyGuard& operator=(const IncludeDispatchKeyGuard&) = delete;

 private:
  DispatchKeySet previous_;
};

/// Removes the keys from every call of this thread while it lives: a layer uses it to call the layer below.
class TORCHPP_API ExcludeDispatchKeyGuard {
 public:
  explicit ExcludeDispatchKeyGuard(DispatchKeySet keys);
  ~ExcludeDispatchKeyGuard();
  ExcludeDispatchKeyGuard(const ExcludeDispatchKeyGuard&) = delete;
  ExcludeDispatchKeyGuard& operator=(const ExcludeDispatchKeyGuard&) = delete;

 private:
  DispatchKeySet previous_;
};

/// Calls below the autograd layer: no history is recorded, even if an argument requires grad.
class TORCHPP_API AutoDispatchBelowAutograd : public ExcludeDispatchKeyGuard {
 public:
  AutoDispatchBelowAutograd() : ExcludeDispatchKeyGuard(DispatchKey::Autograd) {}
};

}  // namespace torchpp
