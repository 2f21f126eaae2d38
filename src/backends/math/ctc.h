// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Connectionist temporal classification: the recurrences of forward and backward variables, in logarithms. A
/// target with blanks between, before and behind its labels has 2 n + 1 symbols.   Source: Graves et al. 2006.

#include "src/backends/math/elementary.h"
#include "src/backends/math/library.h"

namespace torchpp::math {

/// The logarithm of zero.
template <class C>
TORCHPP_HD C never() {
  return -static_cast<C>(fn::kInfF);
}

/// log(e^a + e^b + e^c), NaN if one of them is.
template <class C>
TORCHPP_HD C log_sum(C a, C b, C c) {
  C m = a < b ? b : a;
  m = m < c ? c : m;
  if (m == never<C>()) return a + b + c;  // where the greatest beside NaN is never(), too
  return m + library::log(library::exp(a - m) + library::exp(b - m) + library::exp(c - m));
}
template <class C>
TORCHPP_HD C log_sum(C a, C b) {
  return log_sum(a, b, never<C>());
}

/// One sequence and its target.
template <class C>
struct CtcSequence {
  const C* log_probs;     ///< of its first step
  int64_t step;           ///< from one step to the next
  int64_t steps, labels;  ///< of the input and the target
  const int64_t* target;
  int64_t blank;

  TORCHPP_HD int64_t symbols() const { return 2 * labels + 1; }
  TORCHPP_HD int64_t symbol(int64_t s) const { return s % 2 == 1 ? target[s / 2] : blank; }
  TORCHPP_HD C log_prob(int64_t t, int64_t s) const { return log_probs[t * step + symbol(s)]; }
  /// Whether the blank between symbol s and the label before may be left out.
  TORCHPP_HD bool skips(int64_t s) const { return s % 2 == 1 && s >= 3 && target[s / 2] != target[s / 2 - 1]; }

  /// Of all ways to spell the symbols up to s in the first steps, the last of which is t; `before`: those of step
  /// t - 1, of which the first step has none.
  TORCHPP_HD C alpha(int64_t t, int64_t s, const C* before) const {
    if (t == 0) return s <= 1 ? log_prob(0, s) : never<C>();
    return log_sum(before[s], s > 0 ? before[s - 1] : never<C>(), skips(s) ? before[s - 2] : never<C>()) +
           log_prob(t, s);
  }
  /// As alpha, from the end; `next`: those of step t + 1.
  TORCHPP_HD C beta(int64_t t, int64_t s, const C* next) const {
    const int64_t n = symbols();
    if (t == steps - 1) return s >= n - 2 ? log_prob(t, s) : never<C>();
    const C sum =
        log_sum(next[s], s + 1 < n ? next[s + 1] : never<C>(), s + 2 < n && skips(s + 2) ? next[s + 2] : never<C>());
    return sum == never<C>() ? sum : sum + log_prob(t, s);
  }
  /// -log of the probability of the target, from the alphas of the last step, unless there is no step.
  TORCHPP_HD C loss(const C* last) const {
    if (steps == 0) return labels == 0 ? C(0) : -never<C>();
    return -log_sum(last[2 * labels], labels > 0 ? last[2 * labels - 1] : never<C>());
  }
  /// The gradient by the logarithm of a probability; `share`: the sum of alpha beta over the symbols of this class.
  TORCHPP_HD static C slope(C log_prob, C share, C loss, C scale) {
    return (library::exp(log_prob) - library::exp(share + loss - log_prob)) * scale;
  }
};

}  // namespace torchpp::math
