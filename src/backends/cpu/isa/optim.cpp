// SPDX-License-Identifier: BSD-3-Clause

// Optimizer steps over contiguous arrays, one pass instead of one per op. Each operation rounds where libtorch's
// sequence of tensor ops rounds: add(alpha) and addcmul by one fma where the machine has it, all else separately;
// scalar operands are formed in double and rounded to the parameter's type.

#include "src/backends/cpu/isa/optim_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cpu {
namespace {

using math::mul_add;

enum class Momentum { kNone, kFirst, kNext };

template <class T, Momentum kMomentum, bool kNesterov, bool kDecay>
void sgd(T* p, const T* grad, T* buffer, int64_t n, const SgdStep& s) {
  const T minus_lr = static_cast<T>(-s.lr), momentum = static_cast<T>(s.momentum),
          decay = static_cast<T>(s.weight_decay);
  const T fresh = static_cast<T>(1 - s.dampening), sign = s.maximize ? T(-1) : T(1);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    T g = grad[i] * sign;
    if constexpr (kDecay) g = mul_add(p[i], decay, g);
    if constexpr (kMomentum != Momentum::kNone) {
      const T b = kMomentum == Momentum::kFirst ? g : mul_add(g, fresh, buffer[i] * momentum);
      buffer[i] = b;
      g = kNesterov ? mul_add(b, momentum, g) : b;
    }
    p[i] = mul_add(g, minus_lr, p[i]);
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
  const T beta1 = static_cast<T>(s.beta1), beta2 = static_cast<T>(s.beta2), eps = static_cast<T>(s.eps);
  const T fresh1 = static_cast<T>(1 - s.beta1), fresh2 = static_cast<T>(1 - s.beta2), sign = s.maximize ? T(-1) : T(1);
  const T root2 = static_cast<T>(__builtin_sqrt(s.bias_correction2));
  const T minus_step = static_cast<T>(-(s.lr / s.bias_correction1));
  const T l2 = static_cast<T>(s.weight_decay);
  const T shrink = s.decoupled ? static_cast<T>(1 - s.lr * s.weight_decay) : T(1);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    const T param = p[i] * shrink;
    T g = grad[i] * sign;
    if constexpr (kL2) g = mul_add(param, l2, g);
    const T m = mul_add(g, fresh1, avg[i] * beta1), v = mul_add(fresh2 * g, g, sq[i] * beta2);
    avg[i] = m;
    sq[i] = v;
    T root = v;
    if constexpr (kAmsgrad) {
      root = ((max_sq[i] > v) | (max_sq[i] != max_sq[i])) ? max_sq[i] : v;
      max_sq[i] = root;
    }
    const T denominator = math::fn::sqrt(root) / root2 + eps;
    p[i] = param + minus_step * m / denominator;
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
