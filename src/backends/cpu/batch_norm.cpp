// SPDX-License-Identifier: BSD-3-Clause

// Batch normalisation on the CPU: statistics per channel, then one multiply-add per element. All is computed in the
// compute type, float for 16-bit images; saved statistics are rounded to the dtype of the parameters.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/workspace.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kGrain = 32768;    // elements worth a thread's while
constexpr int64_t kChunkRows = 512;  // rows of one partial sum: part of the result's definition

// How the channels lie: runs of pixels of one channel, or rows of all channels.
struct Channels {
  int64_t images, channels, pixels;
  bool last;

  Channels(const Tensor& t, MemoryFormat format) : images(t.sizes()[0]), channels(t.sizes()[1]), pixels(1) {
    for (size_t d = 2; d < t.sizes().size(); ++d) pixels *= t.sizes()[d];
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

int64_t step_of(const Tensor& t) { return t.dim() == 0 ? 1 : t.strides()[static_cast<size_t>(t.dim()) - 1]; }

// A parameter in the compute type, or its neutral value.
template <class C>
void load(const Tensor& given, int64_t n, C neutral, C* to) {
  if (!given.defined()) return std::fill(to, to + n, neutral);
  constexpr ScalarType kType = CppTypeToScalarType<C>::value;
  if (TORCHPP_LIKELY(given.scalar_type() == kType && given.is_contiguous() && !given.is_neg())) {
    const C* from = static_cast<const C*>(given.impl()->data());
    std::copy(from, from + n, to);
    return;
  }
  const Tensor t = resolved(given);
  convert_elements(kType, to, 1, t.scalar_type(), t.impl()->data(), step_of(t), n);
}
template <class C>
void store(const C* from, int64_t n, const Tensor& to) {
  convert_elements(to.scalar_type(), to.impl()->data(), step_of(to), CppTypeToScalarType<C>::value, from, 1, n);
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

// Factors of the channels of channels-last rows. Several short rows are taken at a time, as one, with the factors
// repeated: entering a loop costs more than few channels.
template <class C, size_t kCount>
class RepeatedFactors {
 public:
  RepeatedFactors(const Channels& g, const std::array<const C*, kCount>& factors)
      : g_(g),
        together_(std::min(g.rows(), std::max<int64_t>(1, kRow / g.channels))),
        space_(together_ == 1 ? 0 : kCount * static_cast<size_t>(together_ * g.channels) * sizeof(C)),
        factors_(factors) {
    if (together_ == 1) return;
    C* to = space_.template as<C>();
    for (const C*& factor : factors_) {
      const C* const once = factor;
      factor = to;
      for (int64_t i = 0; i < together_; ++i) to = std::copy(once, once + g.channels, to);
    }
  }
  const C* operator[](size_t i) const { return factors_[i]; }
  // f(offset of the first element, elements) for runs of whole rows, on several threads.
  template <class F>
  void for_runs(const F& f) const {
    g_.for_rows([&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; r += together_) f(r * g_.channels, std::min(together_, end - r) * g_.channels);
    });
  }

 private:
  static constexpr int64_t kRow = 1024;
  const Channels& g_;
  const int64_t together_;
  const Workspace space_;
  std::array<const C*, kCount> factors_;
};

template <class C>
void scale_and_shift(const Channels& g, const Tensor& x, const C* scale, const C* shift, const Tensor& y) {
  const char* from = static_cast<const char*>(x.impl()->data());
  char* to = static_cast<char*>(y.impl()->data());
  const int64_t size = static_cast<int64_t>(x.itemsize());
  if (g.last) {
    const AffineRowFn affine = select(affine_row_loops, x.scalar_type());
    const RepeatedFactors<C, 2> factors(g, {scale, shift});
    return factors.for_runs(
        [&](int64_t at, int64_t n) { affine(to + at * size, from + at * size, factors[0], factors[1], n); });
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
void forward(const BatchNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
             const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps) {
  const MemoryFormat format = plan.outputs[0].format;
  const Channels g(input, format);
  const DenseOperand x(input, format);
  const Tensor &y = plan.result(0), &save_mean = plan.result(1), &save_invstd = plan.result(2);
  const int64_t n = g.channels;
  if (y.numel() == 0) {
    if (training) fill_with_nan<C>(save_mean, n), fill_with_nan<C>(save_invstd, n);
    return;
  }
  const Workspace space(static_cast<size_t>(4 * n) * sizeof(C));
  C *const mean = space.as<C>(), *const invstd = mean + n, *const scale = invstd + n, *const shift = scale + n;
  if (training) {
    statistics(g, x.tensor(), mean, invstd);
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
  scale_and_shift(g, x.tensor(), scale, shift, y);
}

// sum_grad[c] = sum of grad, sum_product[c] = sum of grad (x - mean)
template <class C>
void column_sums(const Channels& g, ScalarType dtype, const char* grad, const char* x, const C* mean, C* sum_grad,
                 C* sum_product) {
  const CenteredColumnsFn add = select(centered_columns_loops, dtype);
  const int64_t n = g.channels, chunks = g.chunks();
  const Workspace space(static_cast<size_t>(2 * n * chunks) * sizeof(C));
  C* parts = space.as<C>();
  std::fill(parts, parts + 2 * n * chunks, C(0));
  g.for_chunks([&](int64_t i, int64_t first, int64_t end) {
    const int64_t at = first * n * static_cast<int64_t>(elementSize(dtype));
    add(parts + 2 * i * n, parts + (2 * i + 1) * n, grad + at, x + at, mean, end - first, n);
  });
  for (int64_t c = 0; c < n; ++c) {
    double s = 0, p = 0;
    for (int64_t i = 0; i < chunks; ++i)
      s += static_cast<double>(parts[2 * i * n + c]), p += static_cast<double>(parts[(2 * i + 1) * n + c]);
    sum_grad[c] = static_cast<C>(s), sum_product[c] = static_cast<C>(p);
  }
}

template <class C>
void backward(const BatchNormPlan& plan, const Tensor& grad_out, const Tensor& input, const Tensor& weight,
              const Tensor& mean_in, const Tensor& deviation, bool train, double eps) {
  const MemoryFormat format = plan.outputs[0].format;
  const Channels g(input, format);
  const DenseOperand x(input, format), dy(grad_out, format);
  const int64_t n = g.channels;
  const Tensor &dx = plan.result(0), &dw = plan.result(1), &db = plan.result(2);
  const Workspace space(static_cast<size_t>(7 * n) * sizeof(C));
  C *mean = space.as<C>(), *invstd = mean + n, *sum = invstd + n, *product = sum + n;
  C *a = product + n, *b = a + n, *shift = b + n;
  std::fill(mean, mean + 7 * n, C(0));
  if (input.numel() == 0) {
    if (dw.defined()) store(sum, n, dw);
    if (db.defined()) store(sum, n, db);
    return;
  }
  load(mean_in, n, C(0), mean);
  load(deviation, n, C(1), invstd);
  if (!train)
    for (int64_t c = 0; c < n; ++c) invstd[c] = C(1) / std::sqrt(invstd[c] + static_cast<C>(eps));

  const ScalarType dtype = input.scalar_type();
  const int64_t size = static_cast<int64_t>(input.itemsize());
  const char *from = x.data<char>(), *grad = dy.data<char>();
  if (train || dw.defined() || db.defined()) {
    if (g.last) {
      column_sums(g, dtype, grad, from, mean, sum, product);
    } else {
      const CenteredSumsFn sums = select(centered_sums_loops, dtype);
      g.for_channels([&](int64_t c) {
        double total[2] = {0, 0};
        for (int64_t i = 0; i < g.images; ++i) {
          const int64_t at = g.run(i, c) * size;
          double part[2];
          sums(part, grad + at, from + at, static_cast<double>(mean[c]), g.pixels);
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
  if (!dx.defined()) return;

  // dx = w invstd (dy - mean(dy) - (x - mean) invstd^2 mean(dy (x - mean))); in evaluation the first term alone.
  load(weight, n, C(1), a);
  const C share = C(1) / static_cast<C>(g.count());
  for (int64_t c = 0; c < n; ++c) {
    a[c] *= invstd[c];
    b[c] = train ? -a[c] * invstd[c] * invstd[c] * product[c] * share : C(0);
    shift[c] = train ? -a[c] * sum[c] * share - b[c] * mean[c] : C(0);
  }
  char* to = static_cast<char*>(dx.impl()->data());
  if (g.last) {
    const Affine2RowFn affine = select(affine2_row_loops, dtype);
    const RepeatedFactors<C, 3> factors(g, {a, b, shift});
    return factors.for_runs([&](int64_t first, int64_t count) {
      const int64_t at = first * size;
      affine(to + at, grad + at, from + at, factors[0], factors[1], factors[2], count);
    });
  }
  const Affine2Fn affine = select(affine2_loops, dtype);
  g.for_channels([&](int64_t c) {
    for (int64_t i = 0; i < g.images; ++i) {
      const int64_t at = g.run(i, c) * size;
      affine(to + at, grad + at, from + at, static_cast<double>(a[c]), static_cast<double>(b[c]),
             static_cast<double>(shift[c]), g.pixels);
    }
  });
}

}  // namespace

void native_batch_norm(const BatchNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
                       const Tensor& running_mean, const Tensor& running_var, bool training, double momentum,
                       double eps) {
  const auto run = input.scalar_type() == kDouble ? &forward<double> : &forward<float>;
  run(plan, input, weight, bias, running_mean, running_var, training, momentum, eps);
}

void native_batch_norm_backward(const BatchNormPlan& plan, const Tensor& grad_out, const Tensor& input,
                                const Tensor& weight, const Tensor& running_mean, const Tensor& running_var,
                                const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps,
                                std::array<bool, 3>) {
  const Tensor &mean = train ? save_mean : running_mean, &deviation = train ? save_invstd : running_var;
  const auto run = input.scalar_type() == kDouble ? &backward<double> : &backward<float>;
  run(plan, grad_out, input, weight, mean, deviation, train, eps);
}

}  // namespace torchpp::cpu
