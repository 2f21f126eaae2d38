// SPDX-License-Identifier: BSD-3-Clause

// Optimizer steps over contiguous arrays, one pass instead of one per op.

#include "src/backends/cpu/isa/optim_abi.h"

#include "src/backends/cpu/isa/kernel.h"

namespace torchpp::cpu {
namespace {

using math::Momentum;

template <class T, Momentum kMomentum, bool kNesterov, bool kDecay>
void sgd(T* p, const T* grad, T* buffer, int64_t n, const SgdStep& s) {
  const math::Sgd<T> step(s);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    T param = p[i], state = kMomentum == Momentum::kNext ? buffer[i] : T(0);
    step.template apply<kMomentum, kNesterov, kDecay>(param, grad[i], state);
    if constexpr (kMomentum != Momentum::kNone) buffer[i] = state;
    p[i] = param;
  }
}
template <class T, Momentum kMomentum, bool kNesterov>
void sgd(T* p, const T* g, T* b, int64_t n, const SgdStep& s) {
  return s.weight_decay != 0 ? sgd<T, kMomentum, kNesterov, true>(p, g, b, n, s)
                             : sgd<T, kMomentum, kNesterov, false>(p, g, b, n, s);
}
template <class T>
void sgd(T* p, const T* g, T* b, int64_t n, const SgdStep& s) {
  if (b == nullptr) return sgd<T, Momentum::kNone, false>(p, g, b, n, s);
  if (s.first_step)
    return s.nesterov ? sgd<T, Momentum::kFirst, true>(p, g, b, n, s) : sgd<T, Momentum::kFirst, false>(p, g, b, n, s);
  return s.nesterov ? sgd<T, Momentum::kNext, true>(p, g, b, n, s) : sgd<T, Momentum::kNext, false>(p, g, b, n, s);
}

template <class T, bool kAmsgrad, bool kL2>
void adam(T* p, const T* grad, T* avg, T* sq, T* max_sq, int64_t n, const AdamStep& s) {
  const math::Adam<T> step(s);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    T param = p[i], m = avg[i], v = sq[i], most = kAmsgrad ? max_sq[i] : T(0);
    step.template apply<kAmsgrad, kL2>(param, grad[i], m, v, most);
    avg[i] = m;
    sq[i] = v;
    if constexpr (kAmsgrad) max_sq[i] = most;
    p[i] = param;
  }
}
template <class T>
void adam(T* p, const T* g, T* m, T* v, T* max_v, int64_t n, const AdamStep& s) {
  const bool l2 = !s.decoupled && s.weight_decay != 0;
  if (max_v != nullptr)
    return l2 ? adam<T, true, true>(p, g, m, v, max_v, n, s) : adam<T, true, false>(p, g, m, v, max_v, n, s);
  return l2 ? adam<T, false, true>(p, g, m, v, max_v, n, s) : adam<T, false, false>(p, g, m, v, max_v, n, s);
}

}  // namespace

#define STEPS(tag, T)                                                                                                  \
  void TORCHPP_SET_NAME(sgd_##tag)(void* p, const void* g, void* b, int64_t n, const SgdStep* s);                      \
  void TORCHPP_SET_NAME(sgd_##tag)(void* p, const void* g, void* b, int64_t n, const SgdStep* s) {                     \
    sgd(static_cast<T*>(p), static_cast<const T*>(g), static_cast<T*>(b), n, *s);                                      \
  }                                                                                                                    \
  void TORCHPP_SET_NAME(adam_##tag)(void* p, const void* g, void* m, void* v, void* x, int64_t n, const AdamStep* s);  \
  void TORCHPP_SET_NAME(adam_##tag)(void* p, const void* g, void* m, void* v, void* x, int64_t n, const AdamStep* s) { \
    adam(static_cast<T*>(p), static_cast<const T*>(g), static_cast<T*>(m), static_cast<T*>(v), static_cast<T*>(x), n,  \
         *s);                                                                                                          \
  }
STEPS(f32, float)
STEPS(f64, double)

}  // namespace torchpp::cpu
