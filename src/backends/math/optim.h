// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Optimizer steps on one element. Each operation rounds where libtorch's sequence of tensor ops rounds: add(alpha) and
// addcmul by one fma where the machine has it, all else separately; scalar operands are formed in double and rounded to
// the parameter's type.
//
// A step is a struct with
//   kName               the operator's name in messages
//   kLists              the roles of its lists of tensors: parameters, gradients, then the state buffers
//   data members        its scalars, in the order of the operator's arguments
//   flags()             which arithmetic the step needs, as bits below kFlagsEnd; possible() says which combinations
//                       there are, so that no others are compiled
//   kNumbers            how many numbers depend on the parameter's step count, which at_step() computes; 0 for an
//                       optimizer that counts no steps
//   Element<T, kFlags>  the functor: made from the step, given the numbers of at_step() by set_numbers(), and called
//                       with one element of each list

#include "src/backends/math/elementary.h"

namespace torchpp::math {

constexpr int kMaxLists = 5;
constexpr int kMaxNumbers = 2;

/// What a step does with a list of tensors.
struct ListRole {
  bool written;
  unsigned needs = 0;          ///< the list is used only in steps that have all of these flags
  unsigned not_read_with = 0;  ///< steps that have one of these flags write the list without reading it
};
constexpr ListRole kParameter{true}, kGradient{false}, kState{true};
constexpr ListRole state_if(unsigned needs, unsigned not_read_with = 0) { return {true, needs, not_read_with}; }

/// Stochastic gradient descent. The first step makes the momentum buffer a copy of the (decayed) gradient, undamped.
struct Sgd {
  static constexpr const char* kName = "fused_sgd";
  static constexpr unsigned kMomentum = 1, kFirst = 2, kNesterov = 4, kDecay = 8, kFlagsEnd = 16;
  static constexpr ListRole kLists[] = {kParameter, kGradient, state_if(kMomentum, kFirst)};
  static constexpr int kNumbers = 0;

  double lr, momentum, dampening, weight_decay;
  bool nesterov, maximize, first_step;

  TORCHPP_HD unsigned flags() const {
    const unsigned decay = weight_decay != 0 ? kDecay : 0;
    return momentum == 0 ? decay : decay | kMomentum | (first_step ? kFirst : 0) | (nesterov ? kNesterov : 0);
  }
  static constexpr bool possible(unsigned flags) {
    return (flags & kMomentum) != 0 || (flags & (kFirst | kNesterov)) == 0;
  }

  template <class T, unsigned kFlags>
  struct Element {
    T minus_lr, momentum, decay, fresh, sign;

    TORCHPP_HD explicit Element(const Sgd& s)
        : minus_lr(static_cast<T>(-s.lr)),
          momentum(static_cast<T>(s.momentum)),
          decay(static_cast<T>(s.weight_decay)),
          fresh(static_cast<T>(1 - s.dampening)),
          sign(s.maximize ? T(-1) : T(1)) {}

    TORCHPP_HD void operator()(T& p, T grad, T& buffer) const {
      T g = grad * sign;
      if constexpr ((kFlags & kDecay) != 0) g = mul_add(p, decay, g);
      if constexpr ((kFlags & kMomentum) != 0) {
        const T b = (kFlags & kFirst) != 0 ? g : mul_add(g, fresh, buffer * momentum);
        buffer = b;
        g = (kFlags & kNesterov) != 0 ? mul_add(b, momentum, g) : b;
      }
      p = mul_add(g, minus_lr, p);
    }
  };
};

/// Adam and AdamW. With `decoupled` (AdamW) the parameter first shrinks by 1 - lr weight_decay, otherwise
/// weight_decay param is added to the gradient.
struct Adam {
  static constexpr const char* kName = "fused_adam";
  static constexpr unsigned kAmsgrad = 1, kL2 = 2, kFlagsEnd = 4;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState, kState, state_if(kAmsgrad)};
  static constexpr int kNumbers = 2;

  double lr, beta1, beta2, weight_decay, eps;
  bool amsgrad, maximize, decoupled;

  TORCHPP_HD unsigned flags() const { return (amsgrad ? kAmsgrad : 0) | (!decoupled && weight_decay != 0 ? kL2 : 0); }
  static constexpr bool possible(unsigned) { return true; }

  // The root of the second bias correction, and minus the step size over the first.
  TORCHPP_HD void at_step(double t, double (&numbers)[kMaxNumbers]) const {
    const double correction1 = 1 - __builtin_pow(beta1, t), correction2 = 1 - __builtin_pow(beta2, t);
    numbers[0] = __builtin_sqrt(correction2);
    numbers[1] = -(lr / correction1);
  }

  template <class T, unsigned kFlags>
  struct Element {
    T beta1, beta2, eps, fresh1, fresh2, sign, l2, shrink, root2, minus_step;

    TORCHPP_HD explicit Element(const Adam& s)
        : beta1(static_cast<T>(s.beta1)),
          beta2(static_cast<T>(s.beta2)),
          eps(static_cast<T>(s.eps)),
          fresh1(static_cast<T>(1 - s.beta1)),
          fresh2(static_cast<T>(1 - s.beta2)),
          sign(s.maximize ? T(-1) : T(1)),
          l2(static_cast<T>(s.weight_decay)),
          shrink(s.decoupled ? static_cast<T>(1 - s.lr * s.weight_decay) : T(1)),
          root2(1),
          minus_step(0) {}

    TORCHPP_HD void set_numbers(const double* numbers) {
      root2 = static_cast<T>(numbers[0]);
      minus_step = static_cast<T>(numbers[1]);
    }
    TORCHPP_HD void operator()(T& p, T grad, T& avg, T& sq, T& max_sq) const {
      const T param = p * shrink;
      T g = grad * sign;
      if constexpr ((kFlags & kL2) != 0) g = mul_add(param, l2, g);
      const T m = mul_add(g, fresh1, avg * beta1), v = mul_add(fresh2 * g, g, sq * beta2);
      avg = m;
      sq = v;
      T root = v;
      if constexpr ((kFlags & kAmsgrad) != 0) {
        root = ((max_sq > v) | (max_sq != max_sq)) ? max_sq : v;
        max_sq = root;
      }
      const T denominator = fn::sqrt(root) / root2 + eps;
      p = param + minus_step * m / denominator;
    }
  };
};

/// RMSprop. The buffer of the momentum holds gradients that are divided already.
struct RMSprop {
  static constexpr const char* kName = "fused_rmsprop";
  static constexpr unsigned kCentered = 1, kMomentum = 2, kDecay = 4, kFlagsEnd = 8;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState, state_if(kCentered), state_if(kMomentum)};
  static constexpr int kNumbers = 0;

  double lr, alpha, eps, weight_decay, momentum;
  bool centered;

  TORCHPP_HD unsigned flags() const {
    return (centered ? kCentered : 0) | (momentum > 0 ? kMomentum : 0) | (weight_decay != 0 ? kDecay : 0);
  }
  static constexpr bool possible(unsigned) { return true; }

  template <class T, unsigned kFlags>
  struct Element {
    T minus_lr, alpha, fresh, eps, decay, momentum;

    TORCHPP_HD explicit Element(const RMSprop& s)
        : minus_lr(static_cast<T>(-s.lr)),
          alpha(static_cast<T>(s.alpha)),
          fresh(static_cast<T>(1 - s.alpha)),
          eps(static_cast<T>(s.eps)),
          decay(static_cast<T>(s.weight_decay)),
          momentum(static_cast<T>(s.momentum)) {}

    TORCHPP_HD void operator()(T& p, T g, T& sq, T& avg, T& buffer) const {
      if constexpr ((kFlags & kDecay) != 0) g = mul_add(p, decay, g);
      sq = mul_add(fresh * g, g, sq * alpha);
      T variance = sq;
      if constexpr ((kFlags & kCentered) != 0) {
        avg = mul_add(g, fresh, avg * alpha);
        variance = mul_add(-avg, avg, sq);
      }
      const T denominator = fn::sqrt(variance) + eps;
      if constexpr ((kFlags & kMomentum) != 0) {
        buffer = buffer * momentum + g / denominator;
        p = mul_add(buffer, minus_lr, p);
      } else {
        p = p + minus_lr * g / denominator;
      }
    }
  };
};

struct Adagrad {
  static constexpr const char* kName = "fused_adagrad";
  static constexpr unsigned kDecay = 1, kFlagsEnd = 2;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState};
  static constexpr int kNumbers = 1;

  double lr, lr_decay, weight_decay, eps;

  TORCHPP_HD unsigned flags() const { return weight_decay != 0 ? kDecay : 0; }
  static constexpr bool possible(unsigned) { return true; }

  TORCHPP_HD void at_step(double t, double (&numbers)[kMaxNumbers]) const {
    numbers[0] = -(lr / (1 + (t - 1) * lr_decay));
  }

  template <class T, unsigned kFlags>
  struct Element {
    T decay, eps, minus_step;

    TORCHPP_HD explicit Element(const Adagrad& s)
        : decay(static_cast<T>(s.weight_decay)), eps(static_cast<T>(s.eps)), minus_step(0) {}

    TORCHPP_HD void set_numbers(const double* numbers) { minus_step = static_cast<T>(numbers[0]); }
    TORCHPP_HD void operator()(T& p, T g, T& sum) const {
      if constexpr ((kFlags & kDecay) != 0) g = mul_add(p, decay, g);
      sum = mul_add(g, g, sum);
      p = p + minus_step * g / (fn::sqrt(sum) + eps);
    }
  };
};

// -- what the backends ask of every step

template <class Step>
constexpr int kListCount = static_cast<int>(sizeof Step::kLists / sizeof(ListRole));

/// Bits of the lists that a step with these flags uses, reads and writes.
template <class Step>
constexpr unsigned used_lists(unsigned flags) {
  unsigned lists = 0;
  for (int r = 0; r < kListCount<Step>; ++r)
    if ((Step::kLists[r].needs & ~flags) == 0) lists |= 1U << r;
  return lists;
}
template <class Step>
constexpr unsigned read_lists(unsigned flags) {
  unsigned lists = used_lists<Step>(flags);
  for (int r = 0; r < kListCount<Step>; ++r)
    if ((Step::kLists[r].not_read_with & flags) != 0) lists &= ~(1U << r);
  return lists;
}
template <class Step>
constexpr unsigned written_lists(unsigned flags) {
  unsigned lists = used_lists<Step>(flags);
  for (int r = 0; r < kListCount<Step>; ++r)
    if (!Step::kLists[r].written) lists &= ~(1U << r);
  return lists;
}

/// Flags as a type, for with_flags().
template <unsigned kFlags>
struct Flags {
  static constexpr unsigned value = kFlags;
};
/// Calls f(Flags<flags>()). For a lambda of the calling file: an instance is then no symbol of the program.
template <class Step, unsigned kFlags = 0, class F>
void with_flags(unsigned flags, const F& f) {
  if constexpr (Step::possible(kFlags))
    if (flags == kFlags) return f(Flags<kFlags>());
  if constexpr (kFlags + 1 < Step::kFlagsEnd) with_flags<Step, kFlags + 1>(flags, f);
}

/// The indices 0 ... count - 1 as a type.
template <int... kIndex>
struct Indices {};
template <int kCount, int... kIndex>
struct IndicesBelow : IndicesBelow<kCount - 1, kCount - 1, kIndex...> {};
template <int... kIndex>
struct IndicesBelow<0, kIndex...> {
  using type = Indices<kIndex...>;
};
template <class Step>
using ListIndices = typename IndicesBelow<kListCount<Step>>::type;

}  // namespace torchpp::math
