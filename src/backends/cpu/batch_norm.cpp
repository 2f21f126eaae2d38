// SPDX-License-Identifier: BSD-3-Clause

// Batch normalisation on the CPU: statistics per channel, then one multiply-add per element. All is computed in the
// compute type, float for 16-bit images; saved statistics are rounded to the dtype of the parameters.
//
// Where a channel of an image is a short run, neighbouring channels are taken together, as one row with a factor for
// each element: entering a loop costs more than such a run, and memory is read in longer pieces. A block of channels
// goes through all its passes while it is in the cache.

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
constexpr int64_t kMomentRows = 64;  // the same, of partial moments
constexpr int64_t kShortRun = 256;   // elements: runs below may be short
constexpr int64_t kBlock = 1024;     // elements of short runs that are taken as one row

// How the channels lie: runs of pixels of one channel, or rows of all channels.
struct Channels {
  int64_t images, channels, pixels;
  bool last, has_short_runs;

  Channels(const Tensor& t, MemoryFormat format) : images(t.sizes()[0]), channels(t.sizes()[1]), pixels(1) {
    for (size_t d = 2; d < t.sizes().size(); ++d) pixels *= t.sizes()[d];
    last = format != MemoryFormat::Contiguous || pixels == 1;
    // Factors and sums of single pixels are made once for all images: few images do not repay that. Of 16 bits the
    // calls that they save cost more.
    has_short_runs = !last && pixels < kShortRun && pixels <= images * (t.itemsize() == 2 ? 25 : 14);
  }
  int64_t count() const { return images * pixels; }
  int64_t rows() const { return images * pixels; }
  int64_t chunks() const { return (rows() + kChunkRows - 1) / kChunkRows; }

  // Neighbouring channels that are taken together; fewer where that would leave too few parts for the threads.
  int64_t together() const {
    return has_short_runs ? std::max<int64_t>(1, std::min(kBlock / std::max<int64_t>(1, pixels), channels / 8)) : 1;
  }
  // f(first channel, channels), all runs of these on one thread in order
  template <class F>
  void for_blocks(const F& f) const {
    const int64_t each = together();
    parallel_for(0, (channels + each - 1) / each, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, each * count())),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i) f(i * each, std::min(each, channels - i * each));
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

// Asks for memory before it is due: the channels of the next image lie too far away to be foreseen by the processor.
inline void prefetch(const char* from, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i += 64) __builtin_prefetch(from + i);
}

// A factor of each of `count` channels, for each of their pixels.
template <class C>
void repeat(const C* factors, int64_t count, int64_t pixels, C* to) {
  for (int64_t c = 0; c < count; ++c) std::fill_n(to + c * pixels, pixels, factors[c]);
}

template <class C>
double sum_of(const C* x, int64_t n) {
  double sums[4] = {0, 0, 0, 0};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int64_t j = 0; j < 4; ++j) sums[j] += static_cast<double>(x[i + j]);
  for (; i < n; ++i) sums[0] += static_cast<double>(x[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

Moments moments_of_channel(const Channels& g, const Tensor& x, int64_t channel, MomentsFn moments) {
  const char* data = static_cast<const char*>(x.impl()->data());
  Moments m = {0, 0, 0};
  for (int64_t i = 0; i < g.images; ++i)
    moments(&m, data + g.run(i, channel) * static_cast<int64_t>(x.itemsize()), g.pixels);
  return m;
}

// The moments of neighbouring channels, from the deviations of the elements from an origin, which is the mean of their
// channel in the first image of each chunk. Squares of these are added in the compute type, pixel by pixel, those of
// pixels and chunks in double.
template <class C>
class ShortMoments {
 public:
  ShortMoments(const Channels& g, const Tensor& x, int64_t first, int64_t count)
      : g_(g),
        x_(x),
        first_(first),
        count_(count),
        n_(count * g.pixels),
        is_narrow_(x.scalar_type() != kCompute),
        affine_(select(affine_row_loops, kCompute)),
        columns_(select(centered_columns_loops, kCompute)),
        space_(static_cast<size_t>(count) * sizeof(Moments) + 6 * static_cast<size_t>(n_) * sizeof(C)),
        totals_(space_.as<Moments>()),
        values_(space_.as<C>(static_cast<size_t>(count) * sizeof(Moments))) {}

  void compute(C* mean, C* m2) const {
    std::fill_n(totals_, count_, Moments{0, 0, 0});
    if (!is_narrow_) std::fill_n(ones(), n_, C(1)), std::fill_n(zeros(), n_, C(0));
    for (int64_t i = 0; i < g_.images; i += kMomentRows) add(i, std::min(g_.images, i + kMomentRows));
    for (int64_t c = 0; c < count_; ++c) {
      const Moments m = is_usable(totals_[c].m2)
                            ? totals_[c]
                            : moments_of_channel(g_, x_, first_ + c, select(moments_loops, x_.scalar_type()));
      mean[c] = static_cast<C>(m.mean), m2[c] = static_cast<C>(m.m2);
    }
  }

 private:
  static constexpr ScalarType kCompute = CppTypeToScalarType<C>::value;

  C* origins() const { return values_ + n_; }
  C* sums() const { return values_ + 2 * n_; }
  C* squares() const { return values_ + 3 * n_; }
  C* ones() const { return values_ + 4 * n_; }
  C* zeros() const { return values_ + 5 * n_; }

  // Whether squares neither overflowed nor lost terms that underflowed, as in rows of one number.
  static bool is_usable(double squares) { return squares < 0x1p120 && squares >= 0x1p-100; }

  const char* data(int64_t image) const {
    return static_cast<const char*>(x_.impl()->data()) + g_.run(image, first_) * static_cast<int64_t>(x_.itemsize());
  }
  // In the compute type.
  const C* image(int64_t i) const {
    if (i + 1 < g_.images) prefetch(data(i + 1), n_ * static_cast<int64_t>(x_.itemsize()));
    if (!is_narrow_) return reinterpret_cast<const C*>(data(i));
    convert_elements(kCompute, values_, 1, x_.scalar_type(), data(i), 1, n_);
    return values_;
  }
  // Origins have the sign that affine_ needs, which adds.
  void set_origins(const C* x) const {
    const double share = (is_narrow_ ? 1 : -1) / static_cast<double>(g_.pixels);
    for (int64_t c = 0; c < count_; ++c)
      std::fill_n(origins() + c * g_.pixels, g_.pixels, static_cast<C>(share * sum_of(x + c * g_.pixels, g_.pixels)));
  }

  void add(int64_t begin, int64_t end) const {
    std::fill_n(sums(), 2 * n_, C(0));
    for (int64_t i = begin; i < end; ++i) {
      const C* const x = image(i);
      if (i == begin) set_origins(x);
      if (is_narrow_) {
        columns_(sums(), squares(), x, x, origins(), 1, n_);
      } else {
        affine_(values_, x, ones(), origins(), n_);
        columns_(sums(), squares(), values_, values_, zeros(), 1, n_);
      }
    }
    for (int64_t c = 0; c < count_; ++c)
      totals_[c] = combine(totals_[c], moments(c * g_.pixels, static_cast<double>((end - begin) * g_.pixels)));
  }
  // Of n elements of the channel whose first pixel is this one.
  Moments moments(int64_t first, double n) const {
    double sum = sum_of(sums() + first, g_.pixels), square = sum_of(squares() + first, g_.pixels);
    double origin = static_cast<double>(origins()[first]);
    if (is_narrow_) {
      // The sum of x (x - origin), and that of x, in which the compute type rounds little: where the mean is far above
      // the deviations, a sum of so few elements of 16 bits is exact.
      sum -= n * origin;
      square -= origin * sum;
    } else {
      origin = -origin;
    }
    const double shift = sum / n;
    return {n, origin + shift, is_usable(square) ? square - sum * shift : std::numeric_limits<double>::quiet_NaN()};
  }

  const Channels& g_;
  const Tensor& x_;
  const int64_t first_, count_, n_;
  const bool is_narrow_;
  const AffineRowFn affine_;
  const CenteredColumnsFn columns_;
  const Workspace space_;
  Moments* const totals_;
  C* const values_;  // of an image, or their deviations
};

// Of long runs.
template <class C>
void run_statistics(const Channels& g, const Tensor& x, C* mean, C* m2) {
  const MomentsFn moments = select(moments_loops, x.scalar_type());
  g.for_blocks([&](int64_t c, int64_t) {
    const Moments m = moments_of_channel(g, x, c, moments);
    mean[c] = static_cast<C>(m.mean), m2[c] = static_cast<C>(m.m2);
  });
}

// Of channels-last rows.
template <class C>
void column_statistics(const Channels& g, const Tensor& x, C* mean, C* m2) {
  const char* data = static_cast<const char*>(x.impl()->data());
  const int64_t size = static_cast<int64_t>(x.itemsize());
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

// The same of `count` neighbouring channels of short runs.
template <class C>
void scale_and_shift_block(const Channels& g, const Tensor& x, int64_t first, int64_t count, const C* scale,
                           const C* shift, const Tensor& y) {
  const char* from = static_cast<const char*>(x.impl()->data());
  char* to = static_cast<char*>(y.impl()->data());
  const AffineRowFn affine = select(affine_row_loops, x.scalar_type());
  const int64_t n = count * g.pixels;
  const int64_t size = static_cast<int64_t>(x.itemsize());
  const Workspace space(2 * static_cast<size_t>(n) * sizeof(C));
  C *const scales = space.as<C>(), *const shifts = scales + n;
  repeat(scale + first, count, g.pixels, scales);
  repeat(shift + first, count, g.pixels, shifts);
  for (int64_t i = 0; i < g.images; ++i) {
    const int64_t at = g.run(i, first) * size;
    if (i + 1 < g.images) prefetch(from + g.run(i + 1, first) * size, n * size);
    affine(to + at, from + at, scales, shifts, n);
  }
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
  const Workspace space(static_cast<size_t>(5 * n) * sizeof(C));
  C *const mean = space.as<C>(), *const m2 = mean + n, *const invstd = m2 + n, *const scale = invstd + n,
           *const shift = scale + n;
  load(weight, n, C(1), scale);
  load(bias, n, C(0), shift);
  if (!training) {
    load(running_mean, n, C(0), mean);
    load(running_var, n, C(1), invstd);
  }
  const double count = static_cast<double>(g.count());
  const auto set_factors = [&](int64_t first, int64_t end) {
    for (int64_t c = first; c < end; ++c) {
      invstd[c] = training ? static_cast<C>(1 / std::sqrt(static_cast<double>(m2[c]) / count + eps))
                           : C(1) / std::sqrt(invstd[c] + static_cast<C>(eps));
      scale[c] *= invstd[c], shift[c] -= mean[c] * scale[c];
    }
  };
  if (g.has_short_runs) {
    g.for_blocks([&](int64_t first, int64_t channels) {
      if (training) ShortMoments<C>(g, x.tensor(), first, channels).compute(mean + first, m2 + first);
      set_factors(first, first + channels);
      scale_and_shift_block(g, x.tensor(), first, channels, scale, shift, y);
    });
  } else {
    if (training && g.last) column_statistics(g, x.tensor(), mean, m2);
    if (training && !g.last) run_statistics(g, x.tensor(), mean, m2);
    set_factors(0, n);
    scale_and_shift(g, x.tensor(), scale, shift, y);
  }
  if (!training) return;
  update_running(running_mean, mean, 1, momentum, n);
  update_running(running_var, m2, 1 / (count - 1), momentum, n);
  store(mean, n, save_mean);
  store(invstd, n, save_invstd);
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

struct GradientLoops {
  explicit GradientLoops(ScalarType dtype)
      : sums(select(centered_sums_loops, dtype)),
        columns(select(centered_columns_loops, dtype)),
        affine(select(affine_loops, dtype)),
        affine_row(select(affine_row_loops, dtype)),
        affine2(select(affine2_loops, dtype)),
        affine2_row(select(affine2_row_loops, dtype)),
        itemsize(static_cast<int64_t>(elementSize(dtype))) {}

  const CenteredSumsFn sums;
  const CenteredColumnsFn columns;
  const AffineFn affine;
  const AffineRowFn affine_row;
  const Affine2Fn affine2;
  const Affine2RowFn affine2_row;
  const int64_t itemsize;
};

// The gradient of neighbouring channels, one of long runs or several of short ones.
template <class C>
class BlockGradient {
 public:
  BlockGradient(const Channels& g, const GradientLoops& loops, int64_t first, int64_t count, const C* mean)
      : g_(g),
        loops_(loops),
        first_(first),
        count_(count),
        n_(g.has_short_runs ? count * g.pixels : 0),
        means_(mean + first),
        space_(n_ == 0 ? 0 : 2 * static_cast<size_t>(count) * sizeof(double) + 6 * static_cast<size_t>(n_) * sizeof(C)),
        totals_(n_ == 0 ? totals_of_one_ : space_.as<double>()),
        rows_(n_ == 0 ? nullptr : space_.as<C>(2 * static_cast<size_t>(count) * sizeof(double))) {
    std::fill_n(totals_, 2 * count_, 0.0);
    if (n_ == 0) return;
    std::fill_n(rows_, 2 * n_, C(0));
    repeat(means_, count_, g.pixels, rows_ + 2 * n_);
  }

  int64_t offset(int64_t image) const { return g_.run(image, first_) * loops_.itemsize; }

  // Adds an image to the sums.
  void add(int64_t image, const char* grad, const char* x) {
    const int64_t at = offset(image);
    if (n_ == 0) {
      double part[2];
      loops_.sums(part, grad + at, x + at, static_cast<double>(means_[0]), g_.pixels);
      totals_[0] += part[0], totals_[1] += part[1];
      return;
    }
    loops_.columns(rows_, rows_ + n_, grad + at, x + at, rows_ + 2 * n_, 1, n_);
    if ((image + 1) % kChunkRows != 0 && image + 1 != g_.images) return;
    for (int64_t c = 0; c < 2 * count_; ++c) totals_[c] += sum_of(rows_ + c * g_.pixels, g_.pixels);
    if (image + 1 != g_.images) std::fill_n(rows_, 2 * n_, C(0));
  }
  void store_sums(C* sum, C* product) const {
    for (int64_t c = 0; c < count_; ++c)
      sum[first_ + c] = static_cast<C>(totals_[c]), product[first_ + c] = static_cast<C>(totals_[count_ + c]);
  }

  // dx = a dy + b x + shift, and without b. The factors are those of all channels.
  void set_factors(const C* a, const C* b, const C* shift) {
    a_ = a + first_, b_ = b + first_, shift_ = shift + first_;
    if (n_ == 0) return;
    repeat(a_, count_, g_.pixels, rows_ + 3 * n_);
    repeat(b_, count_, g_.pixels, rows_ + 4 * n_);
    repeat(shift_, count_, g_.pixels, rows_ + 5 * n_);
  }
  void apply(int64_t image, char* to, const char* grad, const char* x) const {
    const int64_t at = offset(image);
    if (n_ == 0)
      loops_.affine2(to + at, grad + at, x + at, static_cast<double>(*a_), static_cast<double>(*b_),
                     static_cast<double>(*shift_), g_.pixels);
    else loops_.affine2_row(to + at, grad + at, x + at, rows_ + 3 * n_, rows_ + 4 * n_, rows_ + 5 * n_, n_);
  }
  void apply(int64_t image, char* to, const char* grad) const {
    const int64_t at = offset(image);
    if (n_ == 0) loops_.affine(to + at, grad + at, static_cast<double>(*a_), static_cast<double>(*shift_), g_.pixels);
    else loops_.affine_row(to + at, grad + at, rows_ + 3 * n_, rows_ + 5 * n_, n_);
  }

 private:
  const Channels& g_;
  const GradientLoops& loops_;
  const int64_t first_, count_, n_;  // n_: elements of a row of short runs, else 0
  const C *const means_, *a_ = nullptr, *b_ = nullptr, *shift_ = nullptr;
  const Workspace space_;
  double totals_of_one_[2];
  double* const totals_;  // of grad, then of the products
  C* const rows_;         // sums, products, means, a, b, shift of each element of a row
};

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
  char* const to = dx.defined() ? static_cast<char*>(dx.impl()->data()) : nullptr;
  const bool needs_sums = train || dw.defined() || db.defined();
  load(weight, n, C(1), a);
  // dx = w invstd (dy - mean(dy) - (x - mean) invstd^2 mean(dy (x - mean))); in evaluation the first term alone.
  const C share = C(1) / static_cast<C>(g.count());
  const auto set_factors = [&](int64_t first, int64_t end) {
    for (int64_t c = first; c < end; ++c) {
      a[c] *= invstd[c];
      b[c] = train ? -a[c] * invstd[c] * invstd[c] * product[c] * share : C(0);
      shift[c] = train ? -a[c] * sum[c] * share - b[c] * mean[c] : C(0);
    }
  };
  if (g.last) {
    if (needs_sums) column_sums(g, dtype, grad, from, mean, sum, product);
    set_factors(0, n);
    if (to != nullptr && train) {
      const Affine2RowFn affine = select(affine2_row_loops, dtype);
      const RepeatedFactors<C, 3> factors(g, {a, b, shift});
      factors.for_runs([&](int64_t first, int64_t count) {
        const int64_t at = first * size;
        affine(to + at, grad + at, from + at, factors[0], factors[1], factors[2], count);
      });
    } else if (to != nullptr) {
      const AffineRowFn affine = select(affine_row_loops, dtype);
      const RepeatedFactors<C, 2> factors(g, {a, shift});
      factors.for_runs([&](int64_t first, int64_t count) {
        affine(to + first * size, grad + first * size, factors[0], factors[1], count);
      });
    }
  } else {
    const GradientLoops loops(dtype);
    g.for_blocks([&](int64_t first, int64_t count) {
      BlockGradient<C> block(g, loops, first, count, mean);
      if (!train) {  // factors do not depend on the sums: one pass gives both
        set_factors(first, first + count);
        block.set_factors(a, b, shift);
      }
      for (int64_t i = 0; i < g.images; ++i) {
        if (needs_sums) block.add(i, grad, from);
        if (!train && to != nullptr) block.apply(i, to, grad);
      }
      if (needs_sums) block.store_sums(sum, product);
      if (!train || to == nullptr) return;
      set_factors(first, first + count);
      block.set_factors(a, b, shift);
      for (int64_t i = 0; i < g.images; ++i) block.apply(i, to, grad, from);
    });
  }
  if (dw.defined()) {
    for (int64_t c = 0; c < n; ++c) product[c] *= invstd[c];
    store(product, n, dw);
  }
  if (db.defined()) store(sum, n, db);
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
