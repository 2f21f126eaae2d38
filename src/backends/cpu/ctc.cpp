// SPDX-License-Identifier: BSD-3-Clause

// Connectionist temporal classification on the CPU: one thread per sequence.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/math/ctc.h"
#include "src/core/view.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cpu {
namespace {

using math::log_sum, math::never;
template <class C>
using Sequence = math::CtcSequence<C>;

// alpha[t * width + s] for each step t and symbol s. Returns the loss.
template <class C>
C forward_variables(const Sequence<C>& q, C* alpha, int64_t width) {
  const C* before = nullptr;
  for (int64_t t = 0; t < q.steps; ++t, before = alpha, alpha += width)
    for (int64_t s = 0; s < q.symbols(); ++s) alpha[s] = q.alpha(t, s, before);
  return q.loss(before);
}

// The gradient of every step and class.
template <class C>
void gradient(const Sequence<C>& q, const C* alpha, int64_t width, C loss, C scale, int64_t classes, C* to) {
  std::vector<C> beta(static_cast<size_t>(q.symbols())), next(beta), sums(static_cast<size_t>(classes));
  for (int64_t t = q.steps - 1; t >= 0; --t) {
    std::fill(sums.begin(), sums.end(), never<C>());
    for (int64_t s = 0; s < q.symbols(); ++s) {
      C &own = beta[static_cast<size_t>(s)], &sum = sums[static_cast<size_t>(q.symbol(s))];
      own = q.beta(t, s, next.data());
      sum = log_sum(sum, alpha[t * width + s] + own);
    }
    for (int64_t k = 0; k < classes; ++k)
      to[t * q.step + k] = Sequence<C>::slope(q.log_probs[t * q.step + k], sums[static_cast<size_t>(k)], loss, scale);
    std::swap(beta, next);
  }
}

// Calls f(b, sequence) for every sequence.
template <class C, class F>
void each_sequence(const CtcShape& s, const C* log_probs, const Tensor& targets, IntArrayRef input_lengths,
                   IntArrayRef target_lengths, int64_t blank, const F& f) {
  const DenseOperand dense_targets(targets, kLong);
  const int64_t* first = dense_targets.data<int64_t>();
  std::vector<int64_t> start(static_cast<size_t>(s.batch));
  for (int64_t b = 0, at = 0; b < s.batch; ++b) {
    start[static_cast<size_t>(b)] = s.joined ? at : b * targets.size(1);
    at += target_lengths[static_cast<size_t>(b)];
    for (int64_t i = 0; i < target_lengths[static_cast<size_t>(b)]; ++i) {
      const int64_t label = first[start[static_cast<size_t>(b)] + i];
      TORCHPP_CHECK(label >= 0 && label < s.classes, "ctc_loss: got label ", label, ", expected 0 to ", s.classes - 1);
    }
  }
  const int64_t work = s.steps * (2 * s.longest + 1 + s.classes) * 16;
  parallel_for(0, s.batch, std::max<int64_t>(1, 32768 / std::max<int64_t>(1, work)), [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      const size_t i = static_cast<size_t>(b);
      f(b, Sequence<C>{log_probs + b * s.classes, s.batch * s.classes, input_lengths[i], target_lengths[i],
                       first + start[i], blank});
    }
  });
}

// A tensor of the compute type that becomes the result.
class Computed {
 public:
  Computed(const Tensor& result, ScalarType compute)
      : result_(result),
        tensor_(result.scalar_type() == compute ? result : Tensor(make_tensor(result.sizes(), compute, Device(kCPU)))) {
  }
  template <class C>
  C* data() const {
    return static_cast<C*>(tensor_.impl()->data());
  }
  void finish() const {
    if (!tensor_.is_same(result_)) copy_values(result_, tensor_);
  }

 private:
  const Tensor& result_;
  Tensor tensor_;
};

template <class C>
void run_forward(const CtcPlan& plan, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                 IntArrayRef target_lengths, int64_t blank) {
  const CtcShape& s = plan.shape;
  const ScalarType compute = CppTypeToScalarType<C>::value;
  const DenseOperand probs(log_probs, compute);
  const Computed losses(plan.result(0), compute), alphas(plan.result(1), compute);
  const int64_t width = 2 * s.longest + 1;
  C *loss = losses.template data<C>(), *alpha = alphas.template data<C>();
  std::fill(alpha, alpha + s.batch * s.steps * width, never<C>());
  each_sequence<C>(
      s, probs.data<C>(), targets, input_lengths, target_lengths, blank,
      [&](int64_t b, const Sequence<C>& q) { loss[b] = forward_variables(q, alpha + b * s.steps * width, width); });
  losses.finish();
  alphas.finish();
}

template <class C>
void run_backward(const CtcBackwardPlan& plan, const Tensor& grad, const Tensor& log_probs, const Tensor& targets,
                  IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood,
                  const Tensor& log_alpha, int64_t blank, bool zero_infinity) {
  const CtcShape& s = plan.shape;
  const ScalarType compute = CppTypeToScalarType<C>::value;
  const DenseOperand probs(log_probs, compute), scale(grad, compute), losses(neg_log_likelihood, compute),
      alphas(log_alpha, compute);
  const Computed result(plan.result(), compute);
  const int64_t width = 2 * s.longest + 1;
  C* to = result.template data<C>();
  std::fill(to, to + s.steps * s.batch * s.classes, C(0));
  each_sequence<C>(s, probs.data<C>(), targets, input_lengths, target_lengths, blank,
                   [&](int64_t b, const Sequence<C>& q) {
                     const C nll = losses.data<C>()[b];
                     if (zero_infinity && nll == -never<C>()) return;
                     gradient(q, alphas.data<C>() + b * s.steps * width, width, nll, scale.data<C>()[b], s.classes,
                              to + b * s.classes);
                   });
  result.finish();
}

}  // namespace

void ctc_loss_forward(const CtcPlan& plan, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                      IntArrayRef target_lengths, int64_t blank, bool) {
  const auto run = log_probs.scalar_type() == kDouble ? &run_forward<double> : &run_forward<float>;
  run(plan, log_probs, targets, input_lengths, target_lengths, blank);
}

void ctc_loss_backward(const CtcBackwardPlan& plan, const Tensor& grad, const Tensor& log_probs, const Tensor& targets,
                       IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood,
                       const Tensor& log_alpha, int64_t blank, bool zero_infinity) {
  const auto run = log_probs.scalar_type() == kDouble ? &run_backward<double> : &run_backward<float>;
  run(plan, grad, log_probs, targets, input_lengths, target_lengths, neg_log_likelihood, log_alpha, blank,
      zero_infinity);
}

}  // namespace torchpp::cpu
