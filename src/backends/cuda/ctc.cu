// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/ctc.h"

#include "src/backends/cuda/device.h"
#include "src/backends/math/ctc.h"

namespace torchpp::cuda {
namespace {

template <class C>
__device__ __forceinline__ math::CtcSequence<C> sequence_of(const CtcWork& w, int64_t b) {
  return {static_cast<const C*>(w.log_probs) + b * w.classes,
          w.batch * w.classes,
          w.steps[b],
          w.labels[b],
          w.targets + w.starts[b],
          w.blank};
}

// A block per sequence: its threads take the symbols of one step after the other.
template <class C>
__global__ void alpha_kernel(CtcWork w, C* losses, C* alphas) {
  const int64_t b = blockIdx.x;
  const math::CtcSequence<C> q = sequence_of<C>(w, b);
  for (int64_t i = threadIdx.x; i < q.labels; i += blockDim.x)
    device_check(q.target[i] >= 0 && q.target[i] < w.classes, "ctc_loss: a label is out of range");
  C* const alpha = alphas + b * w.most_steps * w.width;
  for (int64_t t = 0; t < w.most_steps; ++t) {
    C* const now = alpha + t * w.width;
    const C* const before = t == 0 ? nullptr : now - w.width;
    for (int64_t s = threadIdx.x; s < w.width; s += blockDim.x)
      now[s] = t < q.steps && s < q.symbols() ? q.alpha(t, s, before) : math::never<C>();
    __syncthreads();
  }
  if (threadIdx.x == 0) losses[b] = q.loss(q.steps == 0 ? nullptr : alpha + (q.steps - 1) * w.width);
}
template <class C>
__global__ void beta_kernel(CtcWork w, C* betas) {
  const int64_t b = blockIdx.x;
  const math::CtcSequence<C> q = sequence_of<C>(w, b);
  C* const beta = betas + b * w.most_steps * w.width;
  for (int64_t t = q.steps - 1; t >= 0; --t) {
    C* const now = beta + t * w.width;
    for (int64_t s = threadIdx.x; s < q.symbols(); s += blockDim.x) now[s] = q.beta(t, s, now + w.width);
    __syncthreads();
  }
}

// A block per step and sequence. The classes of symbols are written once more by the thread of the first of the symbols
// that are one class, which adds all of these in their order.
template <class C>
__global__ void ctc_slopes_kernel(CtcWork w, const C* grad, const C* losses, const C* alphas, const C* betas,
                                  bool zero_infinity, C* to) {
  const int64_t line = blockIdx.x, t = line / w.batch, b = line - t * w.batch;
  const math::CtcSequence<C> q = sequence_of<C>(w, b);
  const C loss = losses[b], scale = grad[b];
  const C* const log_probs = q.log_probs + t * q.step;
  C* const slopes = to + line * w.classes;
  const bool counts = t < q.steps && !(zero_infinity && loss == -math::never<C>());
  for (int64_t k = threadIdx.x; k < w.classes; k += blockDim.x)
    slopes[k] = counts ? q.slope(log_probs[k], math::never<C>(), loss, scale) : C(0);
  if (!counts) return;
  __syncthreads();
  const int64_t first = (b * w.most_steps + t) * w.width;
  for (int64_t s = threadIdx.x; s < q.symbols(); s += blockDim.x) {
    const int64_t k = q.symbol(s);
    int64_t other = 0;
    while (q.symbol(other) != k) ++other;
    if (other != s) continue;
    C share = math::never<C>();
    for (; other < q.symbols(); ++other)
      if (q.symbol(other) == k) share = math::log_sum(share, alphas[first + other] + betas[first + other]);
    slopes[k] = q.slope(log_probs[k], share, loss, scale);
  }
}

template <class F>
void with_type(ScalarType dtype, const F& f) {
  if (dtype == kDouble) f(double());
  else f(float());
}

}  // namespace

void ctc_forward(const CtcWork& w, void* losses, void* alpha, const OnDevice& on) {
  if (w.batch == 0) return;
  with_type(w.dtype, [&](auto zero) {
    using C = decltype(zero);
    launch("ctc_loss", &alpha_kernel<C>, per_row(w.batch, w.width), on.stream(), w, static_cast<C*>(losses),
           static_cast<C*>(alpha));
  });
}

void ctc_backward(const CtcWork& w, const void* grad, const void* losses, const void* alpha, bool zero_infinity,
                  void* beta, void* to, const OnDevice& on) {
  if (w.batch == 0 || w.most_steps == 0) return;
  with_type(w.dtype, [&](auto zero) {
    using C = decltype(zero);
    launch("ctc_loss_backward", &beta_kernel<C>, per_row(w.batch, w.width), on.stream(), w, static_cast<C*>(beta));
    launch("ctc_loss_backward", &ctc_slopes_kernel<C>, per_row(w.batch * w.most_steps, w.classes, 256), on.stream(), w,
           static_cast<const C*>(grad), static_cast<const C*>(losses), static_cast<const C*>(alpha),
           static_cast<const C*>(beta), zero_infinity, static_cast<C*>(to));
  });
}

}  // namespace torchpp::cuda
