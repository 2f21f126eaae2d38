// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Layers over all operators: fallbacks and the guards that switch keys on and off.

#include <torchpp/dispatch/op.h>

namespace torchpp {

/// Sets the kernel for all operators that have none for the key, which may be any but Profiler; null removes it. A
/// layer typically reads the arguments, excludes its key with ExcludeDispatchKeyGuard, and calls
/// `op.call_boxed(stack)`.
TORCHPP_API void set_fallback(DispatchKey key, BoxedKernel kernel);

/// Adds the keys to every call of this thread during its lifetime: switches layers on.
class TORCHPP_API IncludeDispatchKeyGuard {
 public:
  explicit IncludeDispatchKeyGuard(DispatchKeySet keys);
  ~IncludeDispatchKeyGuard();
  IncludeDispatchKeyGuard(const IncludeDispatchKeyGuard&) = delete;
  IncludeDispatchKeyGuard& operator=(const IncludeDispatchKeyGuard&) = delete;

 private:
  DispatchKeySet previous_;
};

/// Removes the keys from every call of this thread during its lifetime: a layer calls the kernels below it in this way.
class TORCHPP_API ExcludeDispatchKeyGuard {
 public:
  explicit ExcludeDispatchKeyGuard(DispatchKeySet keys);
  ~ExcludeDispatchKeyGuard();
  ExcludeDispatchKeyGuard(const ExcludeDispatchKeyGuard&) = delete;
  ExcludeDispatchKeyGuard& operator=(const ExcludeDispatchKeyGuard&) = delete;

 private:
  DispatchKeySet previous_;
};

/// Excludes the autograd layer: no history is recorded, whether or not arguments require grad.
class TORCHPP_API AutoDispatchBelowAutograd : public ExcludeDispatchKeyGuard {
 public:
  AutoDispatchBelowAutograd() : ExcludeDispatchKeyGuard(DispatchKey::Autograd) {}
};

}  // namespace torchpp
