// SPDX-License-Identifier: BSD-3-Clause
// Attention in blocks where the device has tensor cores for it, else by operators for whole matrices.
#include "src/backends/cuda/attention.h"

#include <torchpp/ops/creation.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>

#include <limits>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/launch.h"
#include "src/backends/cuda/parameter.h"
#include "src/backends/cuda/wide_result.h"
#include "src/backends/cuda/workspace.h"
#include "src/dispatch/verbose.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cuda {
namespace {

// Whether the kernels' rules for addresses hold.
bool is_aligned(const Tensor& t) {
  const size_t n = t.sizes().size();
  if (t.sizes()[n - 1] != 1 && t.strides()[n - 1] != 1) return false;
  for (size_t d = 0; d + 1 < n; ++d)
    if (t.sizes()[d] != 1 && t.strides()[d] % 8 != 0) return false;
  return reinterpret_cast<uintptr_t>(t.impl()->data()) % 16 == 0;
}
Tensor fresh_like(const Tensor& t) { return Tensor(make_tensor(t.sizes(), t.scalar_type(), t.device())); }
// The tensor in the dtype, itself or a copy.
Tensor aligned(const Tensor& t, ScalarType dtype) {
  const Tensor x = converted(t, dtype);
  if (is_aligned(x)) return x;
  const Tensor copy = fresh_like(x);
  copy_values(copy, x);
  return copy;
}

HeadMatrices matrices_of(const Tensor& t) {
  HeadMatrices m;
  const size_t n = t.sizes().size();
  m.data = t.impl()->data();
  m.row = t.strides()[n - 2];
  m.column = t.strides()[n - 1];
  for (size_t d = 0; d + 2 < n; ++d) m.leading[d] = t.strides()[d];
  return m;
}

// A result, or memory that the kernels can write and that deliver() copies to it; nothing where none is wanted.
class Target {
 public:
  explicit Target(const Tensor& result)
      : result_(result), tensor_(!result.defined() || is_aligned(result) ? result : fresh_like(result)) {}
  HeadMatrices matrices() const { return tensor_.defined() ? matrices_of(tensor_) : HeadMatrices(); }
  void deliver() const {
    if (!tensor_.is_same(result_)) copy_values(result_, tensor_);
  }

 private:
  const Tensor result_, tensor_;
};

constexpr const char* kName = "attention in blocks";  // for the log
// Why the kernels do not take the problem, or null.
const char* reason_against(const AttentionShape& s, const Tensor& query, const OnDevice& on) {
  const auto are_vectors = [](int64_t n) { return n > 0 && n <= kMostFeatures && n % 8 == 0; };
  if (query.scalar_type() != kHalf && query.scalar_type() != kBFloat16) return "the dtype is not one of 16 bits";
  if (properties_of(on.device()).major < 8) return "the device's compute capability is below 8.0";
  if (!has_attention_kernels(on)) return "the library was compiled for a compute capability below 8.0";
  if (!are_vectors(s.features) || !are_vectors(s.value_features)) return "the number of features";
  if (query.dim() - 2 > kMostLeading) return "more than 6 leading dimensions";
  if (s.queries > 1 << 30 || s.keys > 1 << 30 || s.heads > 1 << 30) return "more than 2^30 queries, keys or heads";
  return nullptr;
}
bool in_blocks(const AttentionShape& s, const Tensor& query, const OnDevice& on) {
  const char* reason = reason_against(s, query, on);
  if (reason != nullptr && TORCHPP_UNLIKELY(verbose_level() > 0)) verbose::refused(kName, reason);
  return reason == nullptr;
}

// The inputs, of a dtype that the kernels take.
class Inputs {
 public:
  Inputs(const AttentionShape& s, const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
         bool is_causal)
      : query_(aligned(query, query.scalar_type())),
        key_(aligned(key, query.scalar_type())),
        value_(aligned(value, query.scalar_type())),
        mask_(mask.defined() && mask.scalar_type() == kDouble ? converted(mask, kFloat)
              : mask.defined()                                ? resolved(mask)
                                                              : mask) {
    work_.dtype = query.scalar_type();
    work_.heads = s.heads;
    work_.queries = static_cast<int>(s.queries);
    work_.keys = static_cast<int>(s.keys);
    work_.features = static_cast<int>(s.features);
    work_.value_features = static_cast<int>(s.value_features);
    work_.dims = static_cast<int>(query.dim() - 2);
    for (int d = 0; d < work_.dims; ++d) work_.sizes[d] = static_cast<uint32_t>(query.size(d));
    work_.scale = static_cast<float>(attention_scale(s.features));
    work_.causal = is_causal;
    work_.query = matrices_of(query_);
    work_.key = matrices_of(key_);
    work_.value = matrices_of(value_);
    if (!mask_.defined()) return;
    work_.mask = matrices_of(mask_);
    work_.mask_dtype = mask_.scalar_type();
  }
  const AttentionWork& work() const { return work_; }

 private:
  const Tensor query_, key_, value_, mask_;
  AttentionWork work_;
};

void clear(const Tensor& t) {
  if (t.defined() && t.numel() > 0) fill_numbers(t, 0);
}

// Scores of all queries and keys, in the dtype of computation.
Tensor scores_of(const Tensor& query, const Tensor& key, const Tensor& mask, bool is_causal) {
  Tensor scores = (query * attention_scale(query.size(-1))).matmul(key.transpose(-2, -1));
  const double hidden = -std::numeric_limits<double>::infinity();
  if (is_causal) {
    const Tensor seen = torchpp::ones({query.size(-2), key.size(-2)}, query.options().dtype(kBool)).tril();
    return scores.masked_fill_(seen.logical_not(), hidden);
  }
  if (!mask.defined()) return scores;
  return mask.scalar_type() == kBool ? scores.masked_fill_(mask.logical_not(), hidden) : scores.add_(mask);
}

}  // namespace

void attention_in_blocks(const AttentionPlan& plan, const Tensor& query, const Tensor& key, const Tensor& value,
                         const Tensor& attn_mask, bool is_causal) {
  const AttentionShape& s = plan.shape;
  const Tensor &result = plan.result(0), &log_sums = plan.result(1);
  if (result.numel() == 0 && log_sums.numel() == 0) return;
  if (s.keys == 0) {
    clear(result);
    clear(log_sums);
    return;
  }
  const OnDevice on(query);
  if (in_blocks(s, query, on)) {
    const Inputs inputs(s, query, key, value, attn_mask, is_causal);
    const Target target(result);
    attention_forward(inputs.work(), target.matrices(), static_cast<float*>(log_sums.impl()->data()), on);
    return target.deliver();
  }
  const ScalarType compute = compute_type(query.scalar_type());
  const Tensor scores = scores_of(converted(query, compute), converted(key, compute), attn_mask, is_causal);
  copy_values(log_sums, scores.logsumexp(-1));
  copy_values(result, scores.softmax(-1).matmul(converted(value, compute)));
}

void attention_in_blocks_backward(const AttentionBackwardPlan& plan, const Tensor& grad, const Tensor& query,
                                  const Tensor& key, const Tensor& value, const Tensor& attn_mask, const Tensor& output,
                                  const Tensor& log_sums, bool is_causal, std::array<bool, 3>) {
  const AttentionShape& s = plan.shape;
  const auto give = [&](size_t i, const Tensor& gradient) { copy_values(plan.result(i), gradient); };
  if (s.heads == 0 || s.keys == 0 || s.queries == 0) {
    for (size_t i = 0; i < 3; ++i) clear(plan.result(i));
    return;
  }
  const OnDevice on(query);
  if (in_blocks(s, query, on)) {
    const Inputs inputs(s, query, key, value, attn_mask, is_causal);
    const Tensor g = aligned(grad, query.scalar_type()), y = aligned(output, query.scalar_type());
    const Tensor sums = dense_of(log_sums, kFloat);
    const Workspace of_queries(on.device(), 2 * sums.nbytes());
    const Target dq(plan.result(0)), dk(plan.result(1)), dv(plan.result(2));
    AttentionSlopes slopes;
    slopes.grad = matrices_of(g);
    slopes.output = matrices_of(y);
    slopes.log_sums = static_cast<const float*>(sums.impl()->data());
    slopes.of_queries = static_cast<float*>(of_queries.data());
    slopes.query_grad = dq.matrices();
    slopes.key_grad = dk.matrices();
    slopes.value_grad = dv.matrices();
    attention_backward(inputs.work(), slopes, on);
    dq.deliver();
    dk.deliver();
    dv.deliver();
    return;
  }
  const ScalarType compute = compute_type(query.scalar_type());
  const Tensor q = converted(query, compute), k = converted(key, compute), v = converted(value, compute);
  const Tensor g = converted(grad, compute), y = converted(output, compute), sums = converted(log_sums, compute);
  const Tensor weights = scores_of(q, k, attn_mask, is_causal).sub_(sums.unsqueeze(-1)).exp_();
  if (plan.result(2).defined()) give(2, weights.transpose(-2, -1).matmul(g));
  if (!plan.result(0).defined() && !plan.result(1).defined()) return;
  const Tensor of_scores =
      g.matmul(v.transpose(-2, -1)).sub_((g * y).sum(-1, true)).mul_(weights).mul_(attention_scale(s.features));
  if (plan.result(0).defined()) give(0, of_scores.matmul(k));
  if (plan.result(1).defined()) give(1, of_scores.transpose(-2, -1).matmul(q));
}

}  // namespace torchpp::cuda
