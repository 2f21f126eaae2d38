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
//   kGiven              the names of the numbers that the operator is given for each parameter, such as its step count;
//                       none for an optimizer that needs none
//   kNumbers            how many numbers of the arithmetic depend on these, which numbers() computes
//   Element<T, kFlags>  the functor: made from the step, given what numbers() computed by set_numbers(), and called
//   with
//                       one element of each list

#include "src/backends/math/elementary.h"

namespace torchpp::math {

constexpr int kMaxLists = 5;
constexpr int kMaxGiven = 3;
constexpr int kMaxNumbers = 3;

/// What a step does with a list of tensors.
struct ListRole {
  bool written;
  unsigned needs = 0;          ///< the list is used only in steps that have all of these flags
  unsigned not_read_with = 0;  ///< steps that have one of these flags write the list without reading it
};
constexpr ListRole kParameter{true}, kGradient{false}, kState{true};
constexpr ListRole state_if(unsigned needs, unsigned not_read_with = 0) { return {true, needs, not_read_with}; }

// -- parts that steps share

/// The gradient along which a step goes: turned round where the objective is maximized, plus the decayed parameter.
template <class T>
struct Slope {
  T sign, decay;

  TORCHPP_HD Slope(bool maximize, double weight_decay)
      : sign(maximize ? T(-1) : T(1)), decay(static_cast<T>(weight_decay)) {}

  template <bool kDecays>
  TORCHPP_HD T at(T p, T grad) const {
    const T g = grad * sign;
    if constexpr (kDecays) return mul_add(p, decay, g);
    else return g;
  }
};

/// A running average: old * rate + new * (1 - rate).
template <class T>
struct Average {
  T rate, fresh;

  TORCHPP_HD explicit Average(double r) : rate(static_cast<T>(r)), fresh(static_cast<T>(1 - r)) {}

  TORCHPP_HD T of(T old, T x) const { return mul_add(x, fresh, old * rate); }
  TORCHPP_HD T of_square(T old, T x) const { return mul_add(fresh * x, x, old * rate); }
};

/// Division by a number that many elements have in common. Gives what x / value gives for every x that is 0, infinite,
/// NaN, or as far from the smallest numbers as the square roots of all are: a quotient that is corrected twice by its
/// exact remainder is the correctly rounded one. It costs a quarter of a division where there is one fma.
/// Source: Markstein 1990; Cornea, Harrison, Tang 1999.
template <class T>
struct Divisor {
  T value = 1, reciprocal = 1;

  Divisor() = default;
  TORCHPP_HD explicit Divisor(T v) : value(v), reciprocal(T(1) / v) {}

  TORCHPP_HD T divide(T x) const {
#if (defined(__FMA__) || defined(__ARM_FEATURE_FMA)) && !defined(__CUDA_ARCH__)
    const T guess = x * reciprocal;
    const T close = mul_add(mul_add(-guess, value, x), reciprocal, guess);
    const T quotient = mul_add(mul_add(-close, value, x), reciprocal, close);
    return quotient == quotient ? quotient : guess;  // infinite numbers have no remainder
#else
    return x / value;
#endif
  }
};

// -- the steps

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
    Slope<T> slope;
    T minus_lr, momentum, fresh;

    TORCHPP_HD explicit Element(const Sgd& s)
        : slope(s.maximize, s.weight_decay),
          minus_lr(static_cast<T>(-s.lr)),
          momentum(static_cast<T>(s.momentum)),
          fresh(static_cast<T>(1 - s.dampening)) {}

    TORCHPP_HD void operator()(T& p, T grad, T& buffer) const {
      T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
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
  static constexpr const char* kGiven[] = {"steps"};
  static constexpr int kNumbers = 2;

  double lr, beta1, beta2, weight_decay, eps;
  bool amsgrad, maximize, decoupled;

  TORCHPP_HD unsigned flags() const { return (amsgrad ? kAmsgrad : 0) | (!decoupled && weight_decay != 0 ? kL2 : 0); }
  static constexpr bool possible(unsigned) { return true; }

  // The root of the second bias correction, and minus the step size over the first.
  TORCHPP_HD void numbers(const double* given, double* to) const {
    const double t = given[0], correction1 = 1 - __builtin_pow(beta1, t), correction2 = 1 - __builtin_pow(beta2, t);
    to[0] = __builtin_sqrt(correction2);
    to[1] = -(lr / correction1);
  }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    Average<T> first, second;
    T eps, shrink, minus_step = 0;
    Divisor<T> root2;

    TORCHPP_HD explicit Element(const Adam& s)
        : slope(s.maximize, s.weight_decay),
          first(s.beta1),
          second(s.beta2),
          eps(static_cast<T>(s.eps)),
          shrink(s.decoupled ? static_cast<T>(1 - s.lr * s.weight_decay) : T(1)) {}

    TORCHPP_HD void set_numbers(const double* numbers) {
      root2 = Divisor<T>(static_cast<T>(numbers[0]));
      minus_step = static_cast<T>(numbers[1]);
    }
    TORCHPP_HD void operator()(T& p, T grad, T& avg, T& sq, T& max_sq) const {
      const T param = p * shrink, g = slope.template at<(kFlags & kL2) != 0>(param, grad);
      avg = first.of(avg, g);
      sq = second.of_square(sq, g);
      T root = sq;
      if constexpr ((kFlags & kAmsgrad) != 0) {
        root = ((max_sq > sq) | (max_sq != max_sq)) ? max_sq : sq;
        max_sq = root;
      }
      const T denominator = root2.divide(fn::sqrt(root)) + eps;
      p = param + minus_step * avg / denominator;
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
  bool centered, maximize;

  TORCHPP_HD unsigned flags() const {
    return (centered ? kCentered : 0) | (momentum > 0 ? kMomentum : 0) | (weight_decay != 0 ? kDecay : 0);
  }
  static constexpr bool possible(unsigned) { return true; }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    Average<T> average;
    T minus_lr, eps, momentum;

    TORCHPP_HD explicit Element(const RMSprop& s)
        : slope(s.maximize, s.weight_decay),
          average(s.alpha),
          minus_lr(static_cast<T>(-s.lr)),
          eps(static_cast<T>(s.eps)),
          momentum(static_cast<T>(s.momentum)) {}

    TORCHPP_HD void operator()(T& p, T grad, T& sq, T& avg, T& buffer) const {
      const T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
      sq = average.of_square(sq, g);
      T variance = sq;
      if constexpr ((kFlags & kCentered) != 0) {
        avg = average.of(avg, g);
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
  static constexpr const char* kGiven[] = {"steps"};
  static constexpr int kNumbers = 1;

  double lr, lr_decay, weight_decay, eps;
  bool maximize;

  TORCHPP_HD unsigned flags() const { return weight_decay != 0 ? kDecay : 0; }
  static constexpr bool possible(unsigned) { return true; }

  TORCHPP_HD void numbers(const double* given, double* to) const { to[0] = -(lr / (1 + (given[0] - 1) * lr_decay)); }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    T eps, minus_step = 0;

    TORCHPP_HD explicit Element(const Adagrad& s) : slope(s.maximize, s.weight_decay), eps(static_cast<T>(s.eps)) {}

    TORCHPP_HD void set_numbers(const double* numbers) { minus_step = static_cast<T>(numbers[0]); }
    TORCHPP_HD void operator()(T& p, T grad, T& sum) const {
      const T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
      sum = mul_add(g, g, sum);
      p = p + minus_step * g / (fn::sqrt(sum) + eps);
    }
  };
};

/// Adadelta. `acc_delta` is the average of the squared changes.
struct Adadelta {
  static constexpr const char* kName = "fused_adadelta";
  static constexpr unsigned kDecay = 1, kFlagsEnd = 2;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState, kState};
  static constexpr int kNumbers = 0;

  double lr, rho, eps, weight_decay;
  bool maximize;

  TORCHPP_HD unsigned flags() const { return weight_decay != 0 ? kDecay : 0; }
  static constexpr bool possible(unsigned) { return true; }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    Average<T> average;
    T minus_lr, eps;

    TORCHPP_HD explicit Element(const Adadelta& s)
        : slope(s.maximize, s.weight_decay),
          average(s.rho),
          minus_lr(static_cast<T>(-s.lr)),
          eps(static_cast<T>(s.eps)) {}

    TORCHPP_HD void operator()(T& p, T grad, T& sq, T& acc_delta) const {
      const T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
      sq = average.of_square(sq, g);
      const T delta = fn::sqrt(acc_delta + eps) / fn::sqrt(sq + eps) * g;
      acc_delta = average.of_square(acc_delta, delta);
      p = mul_add(delta, minus_lr, p);
    }
  };
};

/// Adamax: Adam with the largest gradient so far, which fades, in place of the second moment.
struct Adamax {
  static constexpr const char* kName = "fused_adamax";
  static constexpr unsigned kDecay = 1, kFlagsEnd = 2;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState, kState};
  static constexpr const char* kGiven[] = {"steps"};
  static constexpr int kNumbers = 1;

  double lr, beta1, beta2, weight_decay, eps;
  bool maximize;

  TORCHPP_HD unsigned flags() const { return weight_decay != 0 ? kDecay : 0; }
  static constexpr bool possible(unsigned) { return true; }

  TORCHPP_HD void numbers(const double* given, double* to) const {
    to[0] = -(lr / (1 - __builtin_pow(beta1, given[0])));
  }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    Average<T> first;
    T beta2, eps, minus_step = 0;

    TORCHPP_HD explicit Element(const Adamax& s)
        : slope(s.maximize, s.weight_decay),
          first(s.beta1),
          beta2(static_cast<T>(s.beta2)),
          eps(static_cast<T>(s.eps)) {}

    TORCHPP_HD void set_numbers(const double* numbers) { minus_step = static_cast<T>(numbers[0]); }
    TORCHPP_HD void operator()(T& p, T grad, T& avg, T& greatest) const {
      const T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
      avg = first.of(avg, g);
      const T old = greatest * beta2, own = fn::abs(g) + eps;
      greatest = ((old > own) | (old != old)) ? old : own;
      p = p + minus_step * avg / greatest;
    }
  };
};

/// Averaged stochastic gradient descent: eta is the step size, mu the part of the parameter in its average.
struct Asgd {
  static constexpr const char* kName = "fused_asgd";
  static constexpr unsigned kDecay = 1, kFlagsEnd = 2;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState};
  static constexpr const char* kGiven[] = {"etas", "mus"};
  static constexpr int kNumbers = 3;

  double lambd, weight_decay;
  bool maximize;

  TORCHPP_HD unsigned flags() const { return weight_decay != 0 ? kDecay : 0; }
  static constexpr bool possible(unsigned) { return true; }

  TORCHPP_HD void numbers(const double* given, double* to) const {
    to[0] = 1 - lambd * given[0];
    to[1] = -given[0];
    to[2] = given[1];
  }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    T shrink = 1, minus_eta = 0, mu = 1;

    TORCHPP_HD explicit Element(const Asgd& s) : slope(s.maximize, s.weight_decay) {}

    TORCHPP_HD void set_numbers(const double* numbers) {
      shrink = static_cast<T>(numbers[0]);
      minus_eta = static_cast<T>(numbers[1]);
      mu = static_cast<T>(numbers[2]);
    }
    TORCHPP_HD void operator()(T& p, T grad, T& average) const {
      const T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
      p = mul_add(g, minus_eta, p * shrink);
      average = mu == T(1) ? p : average + (p - average) * mu;
    }
  };
};

/// Adam with Nesterov momentum. Given are the second bias corrections and the factors, both negative, of the gradients
/// and of the first moments.
struct NAdam {
  static constexpr const char* kName = "fused_nadam";
  static constexpr unsigned kDecay = 1, kFlagsEnd = 2;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState, kState};
  static constexpr const char* kGiven[] = {"bias_corrections", "grad_factors", "exp_avg_factors"};
  static constexpr int kNumbers = 3;

  double beta1, beta2, weight_decay, eps;

  TORCHPP_HD unsigned flags() const { return weight_decay != 0 ? kDecay : 0; }
  static constexpr bool possible(unsigned) { return true; }

  TORCHPP_HD void numbers(const double* given, double* to) const {
    for (int k = 0; k < kNumbers; ++k) to[k] = given[k];
  }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    Average<T> first, second;
    T eps, correction2 = 1, of_gradient = 0, of_moment = 0;

    TORCHPP_HD explicit Element(const NAdam& s)
        : slope(false, s.weight_decay), first(s.beta1), second(s.beta2), eps(static_cast<T>(s.eps)) {}

    TORCHPP_HD void set_numbers(const double* numbers) {
      correction2 = static_cast<T>(numbers[0]);
      of_gradient = static_cast<T>(numbers[1]);
      of_moment = static_cast<T>(numbers[2]);
    }
    TORCHPP_HD void operator()(T& p, T grad, T& avg, T& sq) const {
      const T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
      avg = first.of(avg, g);
      sq = second.of_square(sq, g);
      const T denominator = fn::sqrt(sq / correction2) + eps;
      p = p + of_gradient * g / denominator;
      p = p + of_moment * avg / denominator;
    }
  };
};

/// Rectified Adam: the second moment counts only from the step on at which its variance is known well enough.
struct RAdam {
  static constexpr const char* kName = "fused_radam";
  static constexpr unsigned kDecay = 1, kFlagsEnd = 2;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState, kState};
  static constexpr const char* kGiven[] = {"steps"};
  static constexpr int kNumbers = 2;

  double lr, beta1, beta2, weight_decay, eps;

  TORCHPP_HD unsigned flags() const { return weight_decay != 0 ? kDecay : 0; }
  static constexpr bool possible(unsigned) { return true; }

  // Minus the step size with its corrections, and 1 where the step is rectified, else 0.
  TORCHPP_HD void numbers(const double* given, double* to) const {
    const double t = given[0], decayed = __builtin_pow(beta2, t), correction2 = 1 - decayed;
    const double longest = 2 / (1 - beta2) - 1, length = longest - 2 * t * decayed / correction2;
    const bool rectified = length > 5;
    const double rectification = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length);
    to[0] = -(lr / (1 - __builtin_pow(beta1, t)) * (rectified ? __builtin_sqrt(rectification * correction2) : 1));
    to[1] = rectified ? 1 : 0;
  }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    Average<T> first, second;
    T eps, minus_step = 0, rectified = 0;

    TORCHPP_HD explicit Element(const RAdam& s)
        : slope(false, s.weight_decay), first(s.beta1), second(s.beta2), eps(static_cast<T>(s.eps)) {}

    TORCHPP_HD void set_numbers(const double* numbers) {
      minus_step = static_cast<T>(numbers[0]);
      rectified = static_cast<T>(numbers[1]);
    }
    TORCHPP_HD void operator()(T& p, T grad, T& avg, T& sq) const {
      const T g = slope.template at<(kFlags & kDecay) != 0>(p, grad);
      avg = first.of(avg, g);
      sq = second.of_square(sq, g);
      p = p + minus_step * avg / (rectified != T(0) ? fn::sqrt(sq) + eps : T(1));
    }
  };
};

/// Resilient backpropagation: each element has a step size, which grows while its gradient keeps its sign.
struct Rprop {
  static constexpr const char* kName = "fused_rprop";
  static constexpr unsigned kFlagsEnd = 1;
  static constexpr ListRole kLists[] = {kParameter, kGradient, kState, kState};
  static constexpr int kNumbers = 0;

  double eta_minus, eta_plus, step_size_min, step_size_max;
  bool maximize;

  TORCHPP_HD unsigned flags() const { return 0; }
  static constexpr bool possible(unsigned) { return true; }

  template <class T, unsigned kFlags>
  struct Element {
    Slope<T> slope;
    T eta_minus, eta_plus, least, most;

    TORCHPP_HD explicit Element(const Rprop& s)
        : slope(s.maximize, 0),
          eta_minus(static_cast<T>(s.eta_minus)),
          eta_plus(static_cast<T>(s.eta_plus)),
          least(static_cast<T>(s.step_size_min)),
          most(static_cast<T>(s.step_size_max)) {}

    TORCHPP_HD void operator()(T& p, T grad, T& previous, T& step_size) const {
      const T g = slope.template at<false>(p, grad), agreement = g * previous;
      const T factor = agreement > T(0) ? eta_plus : agreement < T(0) ? eta_minus : T(1);
      step_size = fn::clamp_keep_nan(step_size * factor, least, most);
      previous = agreement < T(0) ? T(0) : g;  // a step that went too far is not followed by one back
      const T direction = previous > T(0) ? T(-1) : previous < T(0) ? T(1) : T(0);
      p = mul_add(direction, step_size, p);
    }
  };
};

// -- what the backends ask of every step

template <class Step>
constexpr int kListCount = static_cast<int>(sizeof Step::kLists / sizeof(ListRole));

/// The numbers of parameter i, from the lists that the operator is given.
template <class Step, class Lists>
TORCHPP_HD void numbers_of(const Step& step, const Lists& given, size_t i, double* numbers) {
  if constexpr (Step::kNumbers > 0) {
    double own[kMaxGiven];
    int k = 0;
    for (const auto& list : given) own[k++] = list[i];
    step.numbers(own, numbers);
  }
}
/// Whether two parameters have the same numbers, as most have.
template <class Lists>
bool same_given(const Lists& given, size_t i, size_t j) {
  for (const auto& list : given)
    if (list[i] != list[j]) return false;
  return true;
}

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
