// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/batch_norm.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/column_kernel.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

// Mean and sum of squared distances from it, by groups.
// Source: Chan, Golub, LeVeque, Updating formulae and a pairwise algorithm for computing sample variances, 1979.
template <class M>
struct MomentsOp {
  using C = Compute<M>;
  using Item = C;
  struct State {
    C mean, m2, n;
  };
  static constexpr int kGroup = 8;
  const M* x;
  int64_t columns;

  __device__ __forceinline__ Item load_at(int64_t offset, int64_t) const { return widen(x[offset]); }
  __device__ __forceinline__ Item load(int64_t row, int64_t column) const { return widen(x[row * columns + column]); }
  __device__ __forceinline__ void add(State& s, const Item (&items)[kGroup], int count, int64_t) const {
    C sum = 0, m2 = 0;
#pragma unroll
    for (int k = 0; k < kGroup; ++k)
      if (k < count) sum += items[k];
    const C mean = sum / static_cast<C>(count);
#pragma unroll
    for (int k = 0; k < kGroup; ++k)
      if (k < count) m2 += (items[k] - mean) * (items[k] - mean);
    s = combine(s, {mean, m2, static_cast<C>(count)});
  }
  __device__ __forceinline__ static State combine(const State& a, const State& b) {
    if (b.n == 0) return a;
    const C n = a.n + b.n, share = b.n / n, d = b.mean - a.mean;
    return {a.mean + d * share, a.m2 + b.m2 + d * d * a.n * share, n};
  }
};

template <class C>
struct FinishMoments {
  BatchMoments to;
  double count;
  __device__ __forceinline__ static C& at(void* p, int64_t c) { return static_cast<C*>(p)[c]; }
  __device__ __forceinline__ static C at(const Vector& v, int64_t c, C missing) {
    return v.data != nullptr ? element<C>(v, c) : missing;
  }
  __device__ __forceinline__ void set_scale(C mean, C invstd, int64_t c) const {
    const C scale = at(to.weight, c, C(1)) * invstd;
    at(to.scale, c) = scale;
    at(to.shift, c) = at(to.bias, c, C(0)) - mean * scale;
  }
  __device__ __forceinline__ void update(const Vector& running, double value, int64_t c) const {
    if (running.data == nullptr) return;
    const double old = static_cast<double>(element<C>(running, c));
    set_element(running, c, static_cast<C>(to.momentum * value + (1 - to.momentum) * old));
  }
  template <class State>
  __device__ __forceinline__ void operator()(const State& s, int64_t, int64_t c) const {
    const C invstd = static_cast<C>(1 / __builtin_sqrt(static_cast<double>(s.m2) / count + to.eps));
    at(to.mean, c) = s.mean;
    at(to.invstd, c) = invstd;
    update(to.running_mean, static_cast<double>(s.mean), c);
    update(to.running_var, static_cast<double>(s.m2) * (1 / (count - 1)), c);
    set_scale(s.mean, invstd, c);
  }
};

template <class C>
__global__ void running_scale_kernel(int64_t channels, FinishMoments<C> f) {
  const int64_t c = thread_index();
  if (c >= channels) return;
  const C mean = element<C>(f.to.running_mean, c), var = element<C>(f.to.running_var, c);
  f.set_scale(mean, static_cast<C>(1 / __builtin_sqrt(static_cast<double>(var) + f.to.eps)), c);
}

// Sums of dy and of dy (x - mean).
template <class M>
struct GradientOp : TwoSums<Compute<M>> {
  using typename TwoSums<Compute<M>>::Item;
  const M *dy, *x;
  const Compute<M>* mean;
  int64_t columns;
  GradientOp(const void* dy, const void* x, const void* mean, int64_t columns)
      : dy(static_cast<const M*>(dy)),
        x(static_cast<const M*>(x)),
        mean(static_cast<const Compute<M>*>(mean)),
        columns(columns) {}

  __device__ __forceinline__ Item load_at(int64_t offset, int64_t channel) const {
    const Compute<M> g = widen(dy[offset]);
    return {g, g * (widen(x[offset]) - mean[channel])};
  }
  __device__ __forceinline__ Item load(int64_t row, int64_t column) const {
    return load_at(row * columns + column, column);
  }
};

// dx = w invstd (dy - mean(dy) - (x - mean) invstd^2 mean(dy (x - mean))); in evaluation the first term alone.
template <class C>
struct FinishGradient {
  BatchGradient to;
  C share;  // 1 / how many elements a channel has
  __device__ __forceinline__ static C& at(void* p, int64_t c) { return static_cast<C*>(p)[c]; }
  __device__ __forceinline__ static C at(const void* p, int64_t c) { return static_cast<const C*>(p)[c]; }
  template <class State>
  __device__ __forceinline__ void operator()(const State& s, int64_t, int64_t c) const {
    C invstd = at(to.deviation, c);
    if (!to.train) invstd = static_cast<C>(1 / __builtin_sqrt(static_cast<double>(invstd) + to.eps));
    if (to.dw.data != nullptr) set_element(to.dw, c, s.second * invstd);
    if (to.db.data != nullptr) set_element(to.db, c, s.first);
    const C a = (to.weight.data != nullptr ? element<C>(to.weight, c) : C(1)) * invstd;
    const C b = to.train ? -a * invstd * invstd * s.second * share : C(0);
    at(to.a, c) = a;
    at(to.b, c) = b;
    at(to.shift, c) = to.train ? -a * s.first * share - b * at(to.mean, c) : C(0);
  }
};

// With g = dy weight, and means over the group: dx = rstd (g - mean(g) - (x - mean) rstd^2 mean(g (x - mean))). A block
// has a group.
template <class C>
__global__ void group_coefficients_kernel(GroupShape s, const typename TwoSums<C>::State* sums, GroupGradient to) {
  const int64_t row = blockIdx.x, first = row * s.channels, channel = row % s.groups * s.channels;
  const auto weight = [&](int64_t c) { return to.weight.data != nullptr ? element<C>(to.weight, channel + c) : C(1); };
  C dy = 0, product = 0;
  for (int64_t c = threadIdx.x; c < s.channels; c += blockDim.x) {
    dy += weight(c) * sums[first + c].first;
    product += weight(c) * sums[first + c].second;
  }
  dy = reduce_block(dy, Sum(), C(0), dynamic_shared<C>());
  product = reduce_block(product, Sum(), C(0), dynamic_shared<C>());
  const C mean = static_cast<const C*>(to.mean)[row], rstd = static_cast<const C*>(to.rstd)[row];
  const C share = rstd / static_cast<C>(s.channels * s.pixels), b = -share * rstd * rstd * product;
  const C shift = -share * dy - b * mean;
  for (int64_t c = threadIdx.x; c < s.channels; c += blockDim.x) {
    static_cast<C*>(to.a)[first + c] = weight(c) * rstd;
    static_cast<C*>(to.b)[first + c] = b;
    static_cast<C*>(to.shift)[first + c] = shift;
  }
}

// Of the sums of a channel in each sample those by bias and weight, which are added over the samples.
template <class C>
struct GroupParametersOp : TwoSums<C> {
  using State = typename TwoSums<C>::State;
  const State* sums;
  const C* rstd;
  int64_t groups, channels;
  GroupParametersOp(const State* sums, const void* rstd, const GroupShape& s)
      : sums(sums), rstd(static_cast<const C*>(rstd)), groups(s.groups), channels(s.channels) {}

  __device__ __forceinline__ State load(int64_t sample, int64_t channel) const {
    const State s = sums[sample * groups * channels + channel];
    return {s.first, s.second * rstd[sample * groups + channel / channels]};
  }
};

// Elements in the order of memory, as many as 16 bytes hold per thread. Channels-last images are planes of one pixel.
template <class M, int kInputs>
struct Affine {
  using C = Compute<M>;
  static constexpr int kCount = kVector<M>;
  const M* in[kInputs];
  M* out;
  const C *scale[kInputs], *shift;  // each begins at a multiple of 16 bytes
  uint32_t n;
  Divisor pixels, channels;
  bool aligned;

  // The scale and shift of the elements of one thread.
  struct Coefficients {
    Pack<C, kCount> scale[kInputs], shift;
    __device__ __forceinline__ void load(const Affine& a, int k, uint32_t c) {
#pragma unroll
      for (int j = 0; j < kInputs; ++j) scale[j].at[k] = a.scale[j][c];
      shift.at[k] = a.shift[c];
    }
    __device__ __forceinline__ void load_pack(const Affine& a, uint32_t c) {
#pragma unroll
      for (int j = 0; j < kInputs; ++j) scale[j] = *reinterpret_cast<const Pack<C, kCount>*>(a.scale[j] + c);
      shift = *reinterpret_cast<const Pack<C, kCount>*>(a.shift + c);
    }
  };
  __device__ __forceinline__ void thread(uint32_t begin) const {
    const bool whole = aligned && begin + kCount <= n;
    Pack<M, kCount> x[kInputs], y;
#pragma unroll
    for (int j = 0; j < kInputs; ++j) {
      if (whole) x[j] = *reinterpret_cast<const Pack<M, kCount>*>(in[j] + begin);
      else
        for (int k = 0; k < kCount; ++k) x[j].at[k] = begin + k < n ? in[j][begin + k] : M{};
    }
    const uint32_t plane = divide(begin, pixels);
    uint32_t pixel = begin - plane * pixels.divisor, c = plane - divide(plane, channels) * channels.divisor;
    Coefficients f;
    if (pixel + kCount <= pixels.divisor) {
#pragma unroll
      for (int k = 0; k < kCount; ++k) f.load(*this, k, c);
    } else if (pixels.divisor == 1 && c % kCount == 0 && c + kCount <= channels.divisor) {
      f.load_pack(*this, c);
    } else {
#pragma unroll
      for (int k = 0; k < kCount; ++k) {
        f.load(*this, k, c);
        if (++pixel < pixels.divisor) continue;
        pixel = 0;
        if (++c == channels.divisor) c = 0;
      }
    }
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      C sum = f.shift.at[k];
#pragma unroll
      for (int j = 0; j < kInputs; ++j) sum += widen(x[j].at[k]) * f.scale[j].at[k];
      y.at[k] = narrow<M>(sum);
    }
    if (whole) {
      *reinterpret_cast<Pack<M, kCount>*>(out + begin) = y;
      return;
    }
    for (int k = 0; k < kCount && begin + k < n; ++k) out[begin + k] = y.at[k];
  }
};
template <class M, int kInputs>
__global__ void affine_kernel(Affine<M, kInputs> a) {
  const uint32_t begin = static_cast<uint32_t>(thread_index()) * Affine<M, kInputs>::kCount;
  if (begin < a.n) a.thread(begin);
}

template <class M, int kInputs>
void launch_affine(const ChannelShape& s, const void* const* in, void* out, const void* const* scale, const void* shift,
                   const OnDevice& on) {
  using A = Affine<M, kInputs>;
  A a;
  a.shift = static_cast<const typename A::C*>(shift);
  for (int j = 0; j < kInputs; ++j) a.scale[j] = static_cast<const typename A::C*>(scale[j]);
  a.pixels = Divisor(s.last ? 1 : static_cast<uint32_t>(s.pixels));
  a.channels = Divisor(static_cast<uint32_t>(s.channels));
  const int64_t image = s.last ? s.channels : s.channels * s.pixels, images = s.last ? s.images * s.pixels : s.images;
  constexpr int64_t kMost = 0x7fffffff;
  TORCHPP_CHECK(image <= kMost, "batch_norm: got images of ", image, " elements, expected at most 2^31 - 1");
  int64_t at_once = kMost / image;
  if (at_once >= A::kCount) at_once -= at_once % A::kCount;  // so that each launch begins at a multiple of 16 bytes
  for (int64_t first = 0; first < images; first += at_once) {
    const int64_t count = images - first < at_once ? images - first : at_once;
    a.n = static_cast<uint32_t>(count * image);
    a.out = static_cast<M*>(out) + first * image;
    a.aligned = reinterpret_cast<uintptr_t>(a.out) % 16 == 0;
    for (int j = 0; j < kInputs; ++j) {
      a.in[j] = static_cast<const M*>(in[j]) + first * image;
      a.aligned = a.aligned && reinterpret_cast<uintptr_t>(a.in[j]) % 16 == 0;
    }
    launch("batch norm kernel", &affine_kernel<M, kInputs>, spread(a.n, A::kCount), on.stream(), a);
  }
}

template <class Op, class Finish>
void sum_shape(const Op& op, const ChannelShape& s, const Finish& finish, const OnDevice& on) {
  if (s.last) return sum_columns(op, s.images * s.pixels, s.channels, finish, on);
  TORCHPP_CHECK(s.images * s.pixels <= 0x7fffffff, "batch_norm: got ", s.images * s.pixels,
                " elements of one channel, expected at most 2^31 - 1");
  sum_channels(op, s.images, s.channels, s.pixels, finish, on);
}

}  // namespace

void batch_moments(ScalarType dtype, const ChannelShape& s, const void* x, const BatchMoments& to, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    const FinishMoments<Compute<M>> finish = {to, static_cast<double>(s.images * s.pixels)};
    sum_shape(MomentsOp<M>{static_cast<const M*>(x), s.channels}, s, finish, on);
  });
}

void running_scale(ScalarType dtype, int64_t channels, const BatchMoments& to, const OnDevice& on) {
  const auto run = [&](auto zero) {
    using C = decltype(zero);
    launch("running scale kernel", &running_scale_kernel<C>, spread(channels), on.stream(), channels,
           FinishMoments<C>{to, 0});
  };
  if (dtype == kDouble) run(double());
  else run(float());
}

void batch_gradient(ScalarType dtype, const ChannelShape& s, const void* dy, const void* x, const BatchGradient& to,
                    const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    const FinishGradient<C> finish = {to, C(1) / static_cast<C>(s.images * s.pixels)};
    const GradientOp<M> op(dy, x, to.mean, s.channels);
    if (to.train || to.dw.data != nullptr || to.db.data != nullptr) sum_shape(op, s, finish, on);
    else combine_parts<GradientOp<M>>(nullptr, 0, s.channels, finish, on);
  });
}

void group_gradient(ScalarType dtype, const GroupShape& s, const void* dy, const void* x, const GroupGradient& to,
                    const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    using State = typename TwoSums<C>::State;
    const int64_t columns = s.all_channels();
    const Workspace space(on.device(), static_cast<size_t>(columns) * sizeof(State));
    State* const sums = static_cast<State*>(space.data());
    sum_shape(GradientOp<M>(dy, x, to.channel_mean, columns), {1, columns, s.pixels, s.pixels == 1},
              StoreParts<State>{sums, columns}, on);
    Geometry g = per_row(s.rows(), s.channels);
    g.shared_bytes = kWarp * sizeof(C);
    launch("group norm kernel", &group_coefficients_kernel<C>, g, on.stream(), s, sums, to);
    if (to.dw.data == nullptr && to.db.data == nullptr) return;
    sum_columns(GroupParametersOp<C>(sums, to.rstd, s), s.samples, s.groups * s.channels,
                StoreParameterGradients{to.dw, to.db}, on);
  });
}

void scale_and_shift(ScalarType dtype, const ChannelShape& s, const void* x, const void* scale, const void* shift,
                     void* y, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) { launch_affine<typename decltype(tag)::Memory, 1>(s, &x, y, &scale, shift, on); });
}
void scale_and_shift(ScalarType dtype, const ChannelShape& s, const void* dy, const void* x, const void* a,
                     const void* b, const void* shift, void* dx, const OnDevice& on) {
  const void *in[] = {dy, x}, *scale[] = {a, b};
  visit_floats(dtype, [&](auto tag) { launch_affine<typename decltype(tag)::Memory, 2>(s, in, dx, scale, shift, on); });
}

}  // namespace torchpp::cuda
