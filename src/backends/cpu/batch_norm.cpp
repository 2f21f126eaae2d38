// SPDX-License-Identifier: BSD-3-Clause

// Batch normalisation on the CPU: statistics per channel, then one multiply-add per element. All is computed in the
// compute type, float for 16-bit images; saved statistics are rounded to the dtype of the parameters.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kGrain = 32768;    // elements worth a thread's while
constexpr int64_t kChunkRows = 512;  // rows of one partial sum: part of the result's definition

// How the channels lie: runs of pixels of one channel, or rows of all channels.
struct Channels {
  int64_t images, channels, pixels;
  bool last;
  MemoryFormat format = MemoryFormat::Contiguous;

  explicit Channels(const Tensor& t) : images(t.size(0)), channels(t.size(1)), pixels(1) {
    for (int64_t d = 2; d < t.dim(); ++d) pixels *= t.size(d);
    if (t.dim() == 4 || t.dim() == 5) {
      const MemoryFormat f = t.suggest_memory_format();
      if (f != MemoryFormat::Contiguous) format = f;
    }
    last = format != MemoryFormat::Contiguous || pixels == 1;
  }
  int64_t count() const { return images * pixels; }
  int64_t rows() const { return images * pixels; }
  int64_t chunks() const { return (rows() + kChunkRows - 1) / kChunkRows; }

  // f(channel, offset of a run in elements), all runs of a channel on one thread in order
  template <class F>
  void for_channels(const F& f) const {
    parallel_for(0, channels, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, count())),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t c = begin; c < end; ++c) f(c);
                 });
  }
  int64_t run(int64_t image, int64_t channel) const { return (image * channels + channel) * pixels; }
  // f(first row, end row) for parts of the rows
  template <class F>
  void for_rows(const F& f) const {
    parallel_for(0, rows(), std::max<int64_t>(1, kGrain / std::max<int64_t>(1, channels)), f);
  }
  // f(chunk, first row, end row) for the fixed chunks
  template <class F>
  void for_chunks(const F& f) const {
    const int64_t few = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, channels * kChunkRows));
    parallel_for(0, chunks(), few, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) f(i, i * kChunkRows, std::min(rows(), (i + 1) * kChunkRows));
    });
  }
};

void convert(ScalarType to, void* out, ScalarType from, const void* in, int64_t in_stride, int64_t n) {
  char* data[2] = {static_cast<char*>(out), static_cast<char*>(const_cast<void*>(in))};
  const int64_t strides[2] = {static_cast<int64_t>(elementSize(to)),
                              in_stride * static_cast<int64_t>(elementSize(from))};
  if (to == from) copy_loop(strides[0])(data, strides, n, nullptr);
  else cast_loop(to, from)(data, strides, n, nullptr);
}
int64_t step_of(const Tensor& t) { return t.dim() == 0 ? 1 : t.strides()[static_cast<size_t>(t.dim()) - 1]; }

// A parameter in the compute type, or its neutral value.
template <class C>
void load(const Tensor& given, int64_t n, C neutral, C* to) {
  if (!given.defined()) return std::fill(to, to + n, neutral);
  const Tensor t = given.resolve_neg();
  convert(CppTypeToScalarType<C>::value, to, t.scalar_type(), t.impl()->data(), step_of(t), n);
}
template <class C>
void store(const C* from, int64_t n, const Tensor& to) {
  const ScalarType c = CppTypeToScalarType<C>::value;
  char* data[2] = {static_cast<char*>(to.impl()->data()), reinterpret_cast<char*>(const_cast<C*>(from))};
  const int64_t strides[2] = {step_of(to) * static_cast<int64_t>(to.itemsize()), sizeof(C)};
  (c == to.scalar_type() ? copy_loop(sizeof(C)) : cast_loop(to.scalar_type(), c))(data, strides, n, nullptr);
}

// The statistics of no elements.
template <class C>
void fill_with_nan(const Tensor& to, int64_t n) {
  const std::vector<C> values(static_cast<size_t>(n), std::numeric_limits<C>::quiet_NaN());
  store(values.data(), n, to);
}

template <class C>
void statistics(const Channels& g, const Tensor& x, C* mean, C* m2) {
  const char* data = static_cast<const char*>(x.impl()->data());
  const int64_t size = static_cast<int64_t>(x.itemsize());
  if (!g.last) {
    const MomentsFn moments = select(moments_loops, x.scalar_type());
    return g.for_channels([&](int64_t c) {
      Moments m = {0, 0, 0};
      for (int64_t i = 0; i < g.images; ++i) moments(&m, data + g.run(i, c) * size, g.pixels);
      mean[c] = static_cast<C>(m.mean), m2[c] = static_cast<C>(m.m2);
    });
  }
  const ColumnMomentsFn moments = select(column_moments_loops, x.scalar_type());
  const int64_t n = g.channels, chunks = g.chunks();
  const Workspace space(static_cast<size_t>(2 * n * chunks) * sizeof(double));
  double* parts = space.as<double>();
  g.for_chunks([&](int64_t i, int64_t first, int64_t end) {
    moments(parts + 2 * i * n, parts + (2 * i + 1) * n, 0, data + first * n * size, n * size, end - first, n);
  });
  for (int64_t c = 0; c < n; ++c) {
    Moments total = {0, 0, 0};
    for (int64_t i = 0; i < chunks; ++i)
      total = combine(total, {static_cast<double>(std::min(kChunkRows, g.rows() - i * kChunkRows)),
                              parts[2 * i * n + c], parts[(2 * i + 1) * n + c]});
    mean[c] = static_cast<C>(total.mean), m2[c] = static_cast<C>(total.m2);
  }
}

template <class C>
void scale_and_shift(const Channels& g, const Tensor& x, const C* scale, const C* shift, const Tensor& y) {
  const char* from = static_cast<const char*>(x.impl()->data());
  char* to = static_cast<char*>(y.impl()->data());
  const int64_t size = static_cast<int64_t>(x.itemsize());
  if (g.last) {
    const AffineRowFn affine = select(affine_row_loops, x.scalar_type());
    return g.for_rows([&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r)
        affine(to + r * g.channels * size, from + r * g.channels * size, scale, shift, g.channels);
    });
  }
  const AffineFn affine = select(affine_loops, x.scalar_type());
  parallel_for(0, g.images * g.channels, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, g.pixels)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) {
                   const int64_t c = i % g.channels, at = i * g.pixels * size;
                   affine(to + at, from + at, static_cast<double>(scale[c]), static_cast<double>(shift[c]), g.pixels);
                 }
               });
}

template <class C>
void update_running(const Tensor& running, const C* batch, double factor, double momentum, int64_t n) {
  if (!running.defined()) return;
  const Workspace space(static_cast<size_t>(n) * sizeof(C));
  C* r = space.as<C>();
  load(running, n, C(0), r);
  for (int64_t c = 0; c < n; ++c)
    r[c] = static_cast<C>(momentum * (static_cast<double>(batch[c]) * factor) +
                          (1 - momentum) * static_cast<double>(r[c]));
  store(r, n, running);
  bump_version(running);
}

template <class C>
TensorTriple forward(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean,
                     const Tensor& running_var, bool training, double momentum, double eps) {
  const Channels g(input);
  const Tensor x = input.resolve_neg().contiguous(g.format);
  Tensor y(make_tensor(input.sizes(), input.scalar_type(), input.device(), g.format)), save_mean, save_invstd;
  const int64_t n = g.channels;
  if (training) {
    const ScalarType saved = parameter_dtype(input, {weight, bias, running_mean, running_var});
    save_mean = Tensor(make_tensor(n, saved, input.device()));
    save_invstd = Tensor(make_tensor(n, saved, input.device()));
  }
  if (y.numel() == 0) {
    if (training && !input.is_meta()) fill_with_nan<C>(save_mean, n), fill_with_nan<C>(save_invstd, n);
    return {y, save_mean, save_invstd};
  }
  if (input.is_meta()) {
    if (training && running_mean.defined()) bump_version(running_mean);
    if (training && running_var.defined()) bump_version(running_var);
    return {y, save_mean, save_invstd};
  }
  const Workspace space(static_cast<size_t>(4 * n) * sizeof(C));
  C *const mean = space.as<C>(), *const invstd = mean + n, *const scale = invstd + n, *const shift = scale + n;
  if (training) {
    statistics(g, x, mean, invstd);
    const double count = static_cast<double>(g.count());
    update_running(running_mean, mean, 1, momentum, n);
    update_running(running_var, invstd, 1 / (count - 1), momentum, n);
    for (int64_t c = 0; c < n; ++c)
      invstd[c] = static_cast<C>(1 / std::sqrt(static_cast<double>(invstd[c]) / count + eps));
    store(mean, n, save_mean);
    store(invstd, n, save_invstd);
  } else {
    load(running_mean, n, C(0), mean);
    load(running_var, n, C(1), invstd);
    for (int64_t c = 0; c < n; ++c) invstd[c] = C(1) / std::sqrt(invstd[c] + static_cast<C>(eps));
  }
  load(weight, n, C(1), scale);
  load(bias, n, C(0), shift);
  for (int64_t c = 0; c < n; ++c) scale[c] *= invstd[c], shift[c] -= mean[c] * scale[c];
  scale_and_shift(g, x, scale, shift, y);
  return {y, save_mean, save_invstd};
}

// sum_grad[c] = sum of grad, sum_product[c] = sum of grad (x - mean)
template <class C, class M>
void column_sums(const Channels& g, const M* grad, const M* x, const C* mean, C* sum_grad, C* sum_product) {
  const int64_t n = g.channels, chunks = g.chunks();
  const Workspace space(static_cast<size_t>(2 * n * chunks) * sizeof(C));
  C* parts = space.as<C>();
  std::fill(parts, parts + 2 * n * chunks, C(0));
  g.for_chunks([&](int64_t i, int64_t first, int64_t end) {
    C *s = parts + 2 * i * n, *p = s + n;
    for (int64_t r = first; r < end; ++r)
      for (int64_t c = 0; c < n; ++c) {
        const C d = static_cast<C>(grad[r * n + c]);
        s[c] += d;
        p[c] += d * (static_cast<C>(x[r * n + c]) - mean[c]);
      }
  });
  for (int64_t c = 0; c < n; ++c) {
    double s = 0, p = 0;
    for (int64_t i = 0; i < chunks; ++i)
      s += static_cast<double>(parts[2 * i * n + c]), p += static_cast<double>(parts[(2 * i + 1) * n + c]);
    sum_grad[c] = static_cast<C>(s), sum_product[c] = static_cast<C>(p);
  }
}

template <class C, class M>
TensorTriple backward(const Tensor& grad_out, const Tensor& input, const Tensor& weight, const Tensor& mean_in,
                      const Tensor& deviation, bool train, double eps, std::array<bool, 3> output_mask) {
  const Channels g(input);
  const Tensor x = input.resolve_neg().contiguous(g.format), dy = grad_out.resolve_neg().contiguous(g.format);
  const int64_t n = g.channels;
  const ScalarType parameter = parameter_dtype(input, {weight, mean_in, deviation});
  Tensor dx, dw, db;
  if (output_mask[0]) dx = Tensor(make_tensor(input.sizes(), input.scalar_type(), input.device(), g.format));
  if (output_mask[1]) dw = Tensor(make_tensor(n, parameter, input.device()));
  if (output_mask[2]) db = Tensor(make_tensor(n, parameter, input.device()));
  if (input.is_meta()) return {dx, dw, db};
  const Workspace space(static_cast<size_t>(7 * n) * sizeof(C));
  C *mean = space.as<C>(), *invstd = mean + n, *sum = invstd + n, *product = sum + n;
  C *a = product + n, *b = a + n, *shift = b + n;
  std::fill(mean, mean + 7 * n, C(0));
  if (input.numel() == 0) {
    if (dw.defined()) store(sum, n, dw);
    if (db.defined()) store(sum, n, db);
    return {dx, dw, db};
  }
  load(mean_in, n, C(0), mean);
  load(deviation, n, C(1), invstd);
  if (!train)
    for (int64_t c = 0; c < n; ++c) invstd[c] = C(1) / std::sqrt(invstd[c] + static_cast<C>(eps));

  const M *from = static_cast<const M*>(x.impl()->data()), *grad = static_cast<const M*>(dy.impl()->data());
  if (train || output_mask[1] || output_mask[2]) {
    if (g.last) {
      column_sums(g, grad, from, mean, sum, product);
    } else {
      const CenteredSumsFn sums = select(centered_sums_loops, input.scalar_type());
      g.for_channels([&](int64_t c) {
        double total[2] = {0, 0};
        for (int64_t i = 0; i < g.images; ++i) {
          double part[2];
          sums(part, grad + g.run(i, c), from + g.run(i, c), static_cast<double>(mean[c]), g.pixels);
          total[0] += part[0], total[1] += part[1];
        }
        sum[c] = static_cast<C>(total[0]), product[c] = static_cast<C>(total[1]);
      });
    }
  }
  if (dw.defined()) {
    for (int64_t c = 0; c < n; ++c) a[c] = product[c] * invstd[c];
    store(a, n, dw);
  }
  if (db.defined()) store(sum, n, db);
  if (!dx.defined()) return {dx, dw, db};

  // dx = w invstd (dy - mean(dy) - (x - mean) invstd^2 mean(dy (x - mean))); in evaluation the first term alone.
  load(weight, n, C(1), a);
  const C share = C(1) / static_cast<C>(g.count());
  for (int64_t c = 0; c < n; ++c) {
    a[c] *= invstd[c];
    b[c] = train ? -a[c] * invstd[c] * invstd[c] * product[c] * share : C(0);
    shift[c] = train ? -a[c] * sum[c] * share - b[c] * mean[c] : C(0);
  }
  M* to = static_cast<M*>(dx.impl()->data());
  if (g.last) {
    g.for_rows([&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r)
        for (int64_t c = 0; c < n; ++c)
          to[r * n + c] = static_cast<M>(a[c] * static_cast<C>(grad[r * n + c]) +
                                         b[c] * static_cast<C>(from[r * n + c]) + shift[c]);
    });
    return {dx, dw, db};
  }
  const Affine2Fn affine = select(affine2_loops, input.scalar_type());
  g.for_channels([&](int64_t c) {
    for (int64_t i = 0; i < g.images; ++i)
      affine(to + g.run(i, c), grad + g.run(i, c), from + g.run(i, c), static_cast<double>(a[c]),
             static_cast<double>(b[c]), static_cast<double>(shift[c]), g.pixels);
  });
  return {dx, dw, db};
}

}  // namespace

TensorTriple native_batch_norm(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias,
                               const Tensor& running_mean, const Tensor& running_var, bool training, double momentum,
                               double eps) {
  batch_norm_rule(input, weight, bias, running_mean, running_var, training);
  const ScalarType t = input.scalar_type();
  if (!isFloatingType(t)) fail_dtype("batch_norm", t);
  const auto run = t == kDouble ? &forward<double> : &forward<float>;
  if (TORCHPP_LIKELY(out.functional()))
    return run(input, weight, bias, running_mean, running_var, training, momentum, eps);
  const ScalarType statistics = parameter_dtype(input, {weight, bias, running_mean, running_var});
  check_batch_norm_out(out, input, statistics);
  return finish_batch_norm(out, run(input, weight, bias, running_mean, running_var, training, momentum, eps), input,
                           statistics);
}

TensorTriple native_batch_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& weight,
                                        const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean,
                                        const Tensor& save_invstd, bool train, double eps,
                                        std::array<bool, 3> output_mask) {
  const Tensor &mean = train ? save_mean : running_mean, &deviation = train ? save_invstd : running_var;
  batch_norm_backward_rule(grad_out, input, weight, running_mean, running_var, mean, deviation, train);
  const auto run = [](ScalarType dtype) {
    switch (dtype) {
      case kDouble: return &backward<double, double>;
      case kFloat: return &backward<float, float>;
      case kHalf: return &backward<float, Half>;
      case kBFloat16: return &backward<float, BFloat16>;
      default: fail_dtype("batch_norm", dtype);
    }
  }(input.scalar_type());
  return finish_converted(out, run(grad_out, input, weight, mean, deviation, train, eps, output_mask));
}

}  // namespace torchpp::cpu
