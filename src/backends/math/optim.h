// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One element's step of the optimizers. Each operation rounds where libtorch's sequence of tensor ops rounds:
// add(alpha) and addcmul by one fma where the machine has it, all else separately; scalar operands are formed in double
// and rounded to the parameter's type.

#include "src/backends/math/elementary.h"

namespace torchpp::math {

/// One step of stochastic gradient descent; `first_step` makes the momentum buffer a copy of the (decayed) gradient,
/// undamped.
struct SgdStep {
  double lr, momentum, dampening, weight_decay;
  bool nesterov, first_step, maximize;
};
/// One step of Adam. The two bias corrections are 1 - beta^t. With `decoupled` (AdamW) the parameter first shrinks by
/// 1 - lr weight_decay, otherwise weight_decay param is added to the gradient.
struct AdamStep {
  double lr, beta1, beta2, eps, weight_decay, bias_correction1, bias_correction2;
  bool decoupled, maximize;
};

enum class Momentum { kNone, kFirst, kNext };

/// The numbers of a step in the type of the parameter, and what they do to an element.
template <class T>
struct Sgd {
  T minus_lr, momentum, decay, fresh, sign;

  TORCHPP_HD explicit Sgd(const SgdStep& s)
      : minus_lr(static_cast<T>(-s.lr)),
        momentum(static_cast<T>(s.momentum)),
        decay(static_cast<T>(s.weight_decay)),
        fresh(static_cast<T>(1 - s.dampening)),
        sign(s.maximize ? T(-1) : T(1)) {}

  template <Momentum kMomentum, bool kNesterov, bool kDecay>
  TORCHPP_HD void apply(T& p, T grad, T& buffer) const {
    T g = grad * sign;
    if constexpr (kDecay) g = mul_add(p, decay, g);
    if constexpr (kMomentum != Momentum::kNone) {
      const T b = kMomentum == Momentum::kFirst ? g : mul_add(g, fresh, buffer * momentum);
      buffer = b;
      g = kNesterov ? mul_add(b, momentum, g) : b;
    }
    p = mul_add(g, minus_lr, p);
  }
};

template <class T>
struct Adam {
  T beta1, beta2, eps, fresh1, fresh2, sign, root2, minus_step, l2, shrink;

  TORCHPP_HD explicit Adam(const AdamStep& s)
      : beta1(static_cast<T>(s.beta1)),
        beta2(static_cast<T>(s.beta2)),
        eps(static_cast<T>(s.eps)),
        fresh1(static_cast<T>(1 - s.beta1)),
        fresh2(static_cast<T>(1 - s.beta2)),
        sign(s.maximize ? T(-1) : T(1)),
        root2(static_cast<T>(__builtin_sqrt(s.bias_correction2))),
        minus_step(static_cast<T>(-(s.lr / s.bias_correction1))),
        l2(static_cast<T>(s.weight_decay)),
        shrink(s.decoupled ? static_cast<T>(1 - s.lr * s.weight_decay) : T(1)) {}

  template <bool kAmsgrad, bool kL2>
  TORCHPP_HD void apply(T& p, T grad, T& avg, T& sq, T& max_sq) const {
    const T param = p * shrink;
    T g = grad * sign;
    if constexpr (kL2) g = mul_add(param, l2, g);
    const T m = mul_add(g, fresh1, avg * beta1), v = mul_add(fresh2 * g, g, sq * beta2);
    avg = m;
    sq = v;
    T root = v;
    if constexpr (kAmsgrad) {
      root = ((max_sq > v) | (max_sq != max_sq)) ? max_sq : v;
      max_sq = root;
    }
    const T denominator = fn::sqrt(root) / root2 + eps;
    p = param + minus_step * m / denominator;
  }
};

}  // namespace torchpp::math
