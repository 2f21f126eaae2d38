// SPDX-License-Identifier: BSD-3-Clause
// Connectionist temporal classification. 16-bit numbers are converted to float.
#include "src/backends/cuda/ctc.h"

#include <vector>

#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/wide_result.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cuda {
namespace {

// What the kernels read, on the device.
class Sequences {
 public:
  Sequences(const CtcShape& s, const Tensor& log_probs, const Tensor& targets, IntArrayRef steps, IntArrayRef labels,
            int64_t blank, const OnDevice& on)
      : probs_(log_probs, compute_type(log_probs.scalar_type())),
        targets_(targets, kLong),
        lengths_(make_tensor({3, s.batch}, kLong, log_probs.device())) {
    const size_t n = static_cast<size_t>(s.batch);
    std::vector<int64_t> lengths(3 * n);
    for (size_t b = 0, joined = 0; b < n; ++b) {
      lengths[b] = s.joined ? static_cast<int64_t>(joined) : static_cast<int64_t>(b) * targets.size(1);
      lengths[n + b] = steps[b];
      lengths[2 * n + b] = labels[b];
      joined += static_cast<size_t>(labels[b]);
    }
    auto* const first = static_cast<int64_t*>(lengths_.impl()->data());
    if (n > 0) copy_from_host(first, lengths.data(), lengths.size() * sizeof(int64_t), on);
    work_ = {probs_.tensor().scalar_type(),
             probs_.data(),
             targets_.data<int64_t>(),
             first,
             first + n,
             first + 2 * n,
             s.steps,
             s.batch,
             s.classes,
             2 * s.longest + 1,
             blank};
  }
  const CtcWork& work() const { return work_; }

 private:
  const DenseOperand probs_, targets_;
  const Tensor lengths_;
  CtcWork work_;
};

}  // namespace

void ctc_loss_forward(const CtcPlan& plan, const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                      IntArrayRef target_lengths, int64_t blank, bool) {
  const OnDevice on(log_probs);
  const Sequences sequences(plan.shape, log_probs, targets, input_lengths, target_lengths, blank, on);
  const ScalarType compute = sequences.work().dtype;
  const Tensor losses = computed(plan, compute, 0), alpha = computed(plan, compute, 1);
  ctc_forward(sequences.work(), losses.impl()->data(), alpha.impl()->data(), on);
  deliver(plan, losses, 0);
  deliver(plan, alpha, 1);
}

void ctc_loss_backward(const CtcBackwardPlan& plan, const Tensor& grad, const Tensor& log_probs, const Tensor& targets,
                       IntArrayRef input_lengths, IntArrayRef target_lengths, const Tensor& neg_log_likelihood,
                       const Tensor& log_alpha, int64_t blank, bool zero_infinity) {
  const OnDevice on(log_probs);
  const Sequences sequences(plan.shape, log_probs, targets, input_lengths, target_lengths, blank, on);
  const ScalarType compute = sequences.work().dtype;
  const DenseOperand scale(grad, compute), losses(neg_log_likelihood, compute), alpha(log_alpha, compute);
  const Tensor beta(make_tensor(log_alpha.sizes(), compute, log_alpha.device()));
  const Tensor result = computed(plan, compute);
  ctc_backward(sequences.work(), scale.data(), losses.data(), alpha.data(), zero_infinity, beta.impl()->data(),
               result.impl()->data(), on);
  deliver(plan, result);
}

}  // namespace torchpp::cuda
