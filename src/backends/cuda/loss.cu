// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/loss.h"

#include <torchpp/core/reduction.h>

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"
#include "src/backends/math/binary.h"

namespace torchpp::cuda {
namespace {

constexpr int kThreads = 256;

// ---- values

/// Binary cross entropy of a probability and a target. The logarithm is clamped to at least -100.
struct CrossEntropy {
  template <class T>
  __device__ __forceinline__ T operator()(T p, T y) const {
    device_check(p >= T(0) && p <= T(1), "binary_cross_entropy: all elements of input should be between 0 and 1");
    const T yes = math::fn::log(p), no = math::fn::log1p(-p);
    return (y - T(1)) * (no > T(-100) ? no : T(-100)) - y * (yes > T(-100) ? yes : T(-100));
  }
  template <class T>
  __device__ __forceinline__ T operator()(T p, T y, T w) const {
    return (*this)(p, y) * w;
  }
};

template <class M, int kCount, class F>
__device__ __forceinline__ Compute<M> add_losses(const LossSum& s, const F& f, int64_t i) {
  using P = Pack<M, kCount>;
  const P a = *reinterpret_cast<const P*>(static_cast<const M*>(s.input) + i);
  const P b = *reinterpret_cast<const P*>(static_cast<const M*>(s.target) + i);
  P w{};
  if (s.weight != nullptr) w = *reinterpret_cast<const P*>(static_cast<const M*>(s.weight) + i);
  Compute<M> sum = 0;
#pragma unroll
  for (int j = 0; j < kCount; ++j) {
    const Compute<M> value = f(widen(a.at[j]), widen(b.at[j]));
    sum += s.weight != nullptr ? value * widen(w.at[j]) : value;
  }
  return sum;
}

// Each thread adds in the type of computation, the block in double.
template <class M, class F>
__global__ void loss_partials(LossSum s, F f, bool aligned) {
  __shared__ double scratch[kWarp];
  constexpr int kCount = 16 / sizeof(M);
  const int64_t packs = aligned ? s.n / kCount : 0;
  Compute<M> sum = 0;
  for (int64_t p = thread_index(); p < packs; p += thread_count()) sum += add_losses<M, kCount>(s, f, p * kCount);
  for (int64_t i = packs * kCount + thread_index(); i < s.n; i += thread_count()) sum += add_losses<M, 1>(s, f, i);
  const double total = reduce_block(static_cast<double>(sum), Sum(), 0.0, scratch);
  if (threadIdx.x == 0) s.partial[blockIdx.x] = total;
}
template <class M>
__global__ void loss_total(LossSum s, int partials) {
  __shared__ double scratch[kWarp];
  double sum = 0;
  for (int p = static_cast<int>(threadIdx.x); p < partials; p += static_cast<int>(blockDim.x)) sum += s.partial[p];
  sum = reduce_block(sum, Sum(), 0.0, scratch);
  if (threadIdx.x != 0) return;
  if (s.mean) sum /= static_cast<double>(s.n);
  *static_cast<M*>(s.out) = narrow<M>(static_cast<Compute<M>>(sum));
}

Geometry partial_blocks(int64_t elements, DeviceIndex device) {
  Geometry g = resident(elements, device, kThreads, 1);
  if (g.blocks[0] > LossSum::kMostPartials) g.blocks[0] = LossSum::kMostPartials;
  g.cooperates = true;
  return g;
}
Geometry one_block() {
  Geometry g = spread(1, 1, kThreads);
  g.cooperates = true;
  return g;
}

template <class M, class F>
void sum_of(const LossSum& s, const F& f, const OnDevice& on) {
  bool aligned = true;
  for (const void* p : {s.input, s.target, s.weight}) aligned = aligned && reinterpret_cast<uintptr_t>(p) % 16 == 0;
  const Geometry g = partial_blocks((s.n + 3) / 4, on.device());
  launch("loss", &loss_partials<M, F>, g, on.stream(), s, f, aligned);
  launch("loss", &loss_total<M>, one_block(), on.stream(), s, static_cast<int>(g.blocks[0]));
}

// ---- slopes

struct Slope {
  LossKind kind;
  double parameter;

  template <class T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    const T z = a - b, edge = static_cast<T>(parameter);
    switch (kind) {
      case LossKind::kMse: return 2 * z;
      case LossKind::kSmoothL1: return z <= -edge ? T(-1) : z >= edge ? T(1) : z / edge;
      case LossKind::kHuber: return z <= -edge ? -edge : z >= edge ? edge : z;
      case LossKind::kCrossEntropy: break;
    }
    const T spread = (T(1) - a) * a;
    return z / (spread > T(1e-12) ? spread : T(1e-12));
  }
};
// The gradient of the loss is one number, which the device knows.
template <class C>
struct SlopeOfOne {
  Slope slope;
  const C* grad;
  C share;
  __device__ __forceinline__ C operator()(C a, C b) const { return *grad * share * slope(a, b); }
  __device__ __forceinline__ C operator()(C a, C b, C w) const { return *grad * share * (slope(a, b) * w); }
};
template <class C>
struct SlopeOfEach {
  Slope slope;
  C share;
  __device__ __forceinline__ C operator()(C g, C a, C b) const { return g * share * slope(a, b); }
};
struct TimesWeight {
  template <class T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    return a * b;
  }
};

// ---- classes

// The class of element i, or -1 if it does not count.
__device__ __forceinline__ int64_t class_of(const NllWork& w, int64_t i) {
  const int64_t t = w.bytes ? static_cast<const uint8_t*>(w.target)[i] : static_cast<const int64_t*>(w.target)[i];
  if (t == w.ignored) return -1;
  device_check(t >= 0 && t < w.classes, "nll_loss: Target is out of bounds.");
  return t;
}
__device__ __forceinline__ int64_t score_of(const NllWork& w, int64_t i, int64_t t) {
  const int64_t inner = w.inner.divisor, outer = divide(i, w.inner);
  return (outer * w.classes + t) * inner + (i - outer * inner);
}
template <class M>
__device__ __forceinline__ Compute<M> weight_of(const NllWork& w, int64_t t) {
  return w.weight != nullptr ? widen(static_cast<const M*>(w.weight)[t]) : Compute<M>(1);
}

template <class M>
__global__ void nll_values(NllWork w, const M* scores, M* out, M* total_weight) {
  const int64_t i = thread_index();
  if (i == 0) *total_weight = narrow<M>(Compute<M>(0));
  if (i >= w.n) return;
  const int64_t t = class_of(w, i);
  out[i] = narrow<M>(t < 0 ? Compute<M>(0) : -widen(scores[score_of(w, i, t)]) * weight_of<M>(w, t));
}
template <class M>
__global__ void nll_partials(NllWork w, const M* scores, double* partial) {
  __shared__ double scratch[kWarp];
  double sum = 0, weight = 0;
  for (int64_t i = thread_index(); i < w.n; i += thread_count()) {
    const int64_t t = class_of(w, i);
    if (t < 0) continue;
    const double own = static_cast<double>(weight_of<M>(w, t));
    sum -= static_cast<double>(widen(scores[score_of(w, i, t)])) * own;
    weight += own;
  }
  sum = reduce_block(sum, Sum(), 0.0, scratch);
  weight = reduce_block(weight, Sum(), 0.0, scratch);
  if (threadIdx.x != 0) return;
  partial[2 * blockIdx.x] = sum;
  partial[2 * blockIdx.x + 1] = weight;
}
template <class M>
__global__ void nll_total(const double* partial, int partials, bool mean, M* out, M* total_weight) {
  __shared__ double scratch[kWarp];
  double sum = 0, weight = 0;
  for (int p = static_cast<int>(threadIdx.x); p < partials; p += static_cast<int>(blockDim.x)) {
    sum += partial[2 * p];
    weight += partial[2 * p + 1];
  }
  sum = reduce_block(sum, Sum(), 0.0, scratch);
  weight = reduce_block(weight, Sum(), 0.0, scratch);
  if (threadIdx.x != 0) return;
  *out = narrow<M>(static_cast<Compute<M>>(mean ? sum / weight : sum));
  *total_weight = narrow<M>(static_cast<Compute<M>>(weight));
}
template <class M>
__global__ void nll_slopes(NllWork w, const M* grad, const M* total_weight, M* grad_in) {
  using C = Compute<M>;
  const int64_t i = thread_index();
  if (i >= w.n) return;
  const int64_t t = class_of(w, i);
  if (t < 0) return;
  C scale = widen(grad[w.reduction == Reduction::None ? i : 0]);
  if (w.reduction == Reduction::Mean) scale = scale / widen(*total_weight);
  grad_in[score_of(w, i, t)] = narrow<M>(-scale * weight_of<M>(w, t));
}

template <class M>
void cross_entropy(const Operands& o, const Scalars*, StreamHandle stream) {
  launch_elementwise<M, M, M>("binary_cross_entropy", o, CrossEntropy{}, stream);
}
template <class M>
void weighted_cross_entropy(const Operands& o, const Scalars*, StreamHandle stream) {
  launch_elementwise<M, M, M, M>("binary_cross_entropy", o, CrossEntropy{}, stream);
}

// ---- several classes of a line

// A target's class; -1 where the list ends.
__device__ __forceinline__ int64_t listed_class(const MultilabelWork& w, const int64_t* targets, int64_t i) {
  const int64_t t = i < w.classes ? targets[i] : -1;
  device_check(t >= -1 && t < w.classes, "multilabel_margin_loss: argument #2 'target' is out of range");
  return t;
}

// A block per line, in which each thread takes some of the classes.
template <class M>
__global__ void multilabel_kernel(MultilabelWork w, Compute<M>* losses, M* is_target) {
  using C = Compute<M>;
  __shared__ C scratch[kWarp];
  const int64_t line = blockIdx.x, first = line * w.classes;
  const M* const x = static_cast<const M*>(w.scores) + first;
  const int64_t* const targets = w.targets + first;
  C sum = 0;
  for (int64_t c = threadIdx.x; c < w.classes; c += blockDim.x) {
    bool is = false;
    for (int64_t i = 0, t; (t = listed_class(w, targets, i)) >= 0; ++i) is = is || t == c;
    is_target[first + c] = narrow<M>(C(is));
    if (is) continue;
    const C own = widen(x[c]);
    for (int64_t i = 0, t; (t = listed_class(w, targets, i)) >= 0; ++i) {
      const C z = C(1) - widen(x[t]) + own;
      sum += z > C(0) ? z : C(0);
    }
  }
  sum = reduce_block(sum, Sum(), C(0), scratch);
  if (threadIdx.x == 0) losses[line] = sum / static_cast<C>(w.classes);
}

// A thread per score. A class that is no target gains from each target that it comes near to; a target loses, as often
// as it is listed, what it gives.
template <class M>
__global__ void multilabel_slopes_kernel(MultilabelWork w, const M* grad, bool grad_of_lines, Compute<M> share,
                                         const M* is_target, M* grad_in) {
  using C = Compute<M>;
  const int64_t element = thread_index();
  if (element >= w.batch * w.classes) return;
  const int64_t line = element / w.classes, c = element - line * w.classes, first = line * w.classes;
  const M* const x = static_cast<const M*>(w.scores) + first;
  const int64_t* const targets = w.targets + first;
  const C own = widen(x[c]);
  int64_t listed = 0, near = 0;
  for (int64_t i = 0, t; (t = listed_class(w, targets, i)) >= 0; ++i) {
    listed += t == c;
    near += C(1) - widen(x[t]) + own > C(0);
  }
  if (widen(is_target[element]) != C(0)) near = 0;
  if (listed > 0) {
    int64_t given = 0;
    for (int64_t other = 0; other < w.classes; ++other)
      given += widen(is_target[first + other]) == C(0) && C(1) - own + widen(x[other]) > C(0);
    near -= listed * given;
  }
  grad_in[element] = narrow<M>(static_cast<C>(near) * (widen(grad[grad_of_lines ? line : 0]) * share));
}

}  // namespace

LoopFn cross_entropy_loop(ScalarType dtype, bool weighted) {
  LoopFn loop = nullptr;
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    loop = weighted ? &weighted_cross_entropy<M> : &cross_entropy<M>;
  });
  return loop;
}

void sum_losses(const LossSum& s, ScalarType dtype, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    const C parameter = static_cast<C>(s.parameter);
    switch (s.kind) {
      case LossKind::kMse: return sum_of<M>(s, math::mse(), on);
      case LossKind::kSmoothL1: return sum_of<M>(s, math::smooth_l1<C>{parameter}, on);
      case LossKind::kHuber: return sum_of<M>(s, math::huber<C>{parameter}, on);
      case LossKind::kCrossEntropy: return sum_of<M>(s, CrossEntropy{}, on);
    }
  });
}

void run_slope(const Operands& o, const LossSlope& s, ScalarType dtype, StreamHandle stream) {
  const Slope slope{s.kind, s.parameter};
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    const C share = static_cast<C>(s.share);
    if (s.grad != nullptr) {
      const SlopeOfOne<C> one{slope, static_cast<const C*>(s.grad), share};
      if (s.weighted) launch_elementwise<M, M, M, M>("loss_backward", o, one, stream);
      else launch_elementwise<M, M, M>("loss_backward", o, one, stream);
    } else {
      const SlopeOfEach<C> each{slope, share};
      if (s.weighted) launch_elementwise<C, M, M, M>("loss_backward", o, each, stream);
      else launch_elementwise<M, M, M, M>("loss_backward", o, each, stream);
    }
  });
}

void multiply_by_weight(const Operands& o, ScalarType dtype, StreamHandle stream) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    launch_elementwise<M, Compute<M>, M>("loss_backward", o, TimesWeight{}, stream);
  });
}

void nll_forward(const NllWork& w, const void* scores, void* out, void* total_weight, double* partial, ScalarType dtype,
                 const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    const M* x = static_cast<const M*>(scores);
    M *to = static_cast<M*>(out), *total = static_cast<M*>(total_weight);
    if (w.reduction == Reduction::None)
      return launch("nll_loss", &nll_values<M>, spread(w.n), on.stream(), w, x, to, total);
    const Geometry g = partial_blocks(w.n, on.device());
    launch("nll_loss", &nll_partials<M>, g, on.stream(), w, x, partial);
    launch("nll_loss", &nll_total<M>, one_block(), on.stream(), partial, static_cast<int>(g.blocks[0]),
           w.reduction == Reduction::Mean, to, total);
  });
}

void nll_backward(const NllWork& w, const void* grad, const void* total_weight, void* grad_in, ScalarType dtype,
                  const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    launch("nll_loss_backward", &nll_slopes<M>, spread(w.n), on.stream(), w, static_cast<const M*>(grad),
           static_cast<const M*>(total_weight), static_cast<M*>(grad_in));
  });
}

void multilabel_losses(const MultilabelWork& w, void* losses, void* is_target, const OnDevice& on) {
  if (w.batch == 0) return;
  visit_floats(w.dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    launch("multilabel_margin_loss", &multilabel_kernel<M>, per_row(w.batch, w.classes, kThreads), on.stream(), w,
           static_cast<Compute<M>*>(losses), static_cast<M*>(is_target));
  });
}
void multilabel_slopes(const MultilabelWork& w, const void* grad, bool grad_of_lines, double share,
                       const void* is_target, void* grad_in, const OnDevice& on) {
  if (w.batch == 0) return;
  visit_floats(w.dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    launch("multilabel_margin_loss_backward", &multilabel_slopes_kernel<M>, spread(w.batch * w.classes), on.stream(), w,
           static_cast<const M*>(grad), grad_of_lines, static_cast<Compute<M>>(share), static_cast<const M*>(is_target),
           static_cast<M*>(grad_in));
  });
}

}  // namespace torchpp::cuda
