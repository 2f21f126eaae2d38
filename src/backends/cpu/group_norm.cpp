// SPDX-License-Identifier: BSD-3-Clause

// Group normalisation on the CPU: a group is read for its moments and, from the second-level cache, once more for the
// result. Moments are taken in double of chunks in the compute type, as batch norm takes them. Of images that lie
// channels last they are those of the channels, together. The gradient reads a group as often, for the sums of its
// channels and for its result.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/workspace.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kGrain = 16384;      // elements worth a thread's while
constexpr int64_t kShortChannel = 64;  // elements: below, a factor for each costs less than a call for each channel
constexpr int64_t kChunkRows = 512;    // rows of one partial sum: part of the result's definition

// The factor and the summand of each of a group's channels, and how they are applied.
template <class C>
class Channels {
 public:
  Channels(const GroupNormPlan& plan, ScalarType dtype)
      : plan_(plan),
        is_short_(plan.size < kShortChannel),
        itemsize_(static_cast<int64_t>(elementSize(dtype))),
        affine_(select(affine_loops, dtype)),
        affine_row_(select(affine_row_loops, dtype)),
        space_(is_short_ ? 2 * static_cast<size_t>(plan.width()) * sizeof(C) : 0) {}

  // Parameters are those of the group; either may be null.
  void apply(char* to, const char* from, double mean, double rstd, const C* weight, const C* bias) const {
    C *scales = space_.template as<C>(), *shifts = scales + (is_short_ ? plan_.width() : 0);
    for (int64_t c = 0; c < plan_.channels; ++c) {
      const double scale = weight != nullptr ? rstd * static_cast<double>(weight[c]) : rstd;
      const double shift = (bias != nullptr ? static_cast<double>(bias[c]) : 0.0) - mean * scale;
      if (is_short_) {
        std::fill_n(scales + c * plan_.size, plan_.size, static_cast<C>(scale));
        std::fill_n(shifts + c * plan_.size, plan_.size, static_cast<C>(shift));
      } else {
        const int64_t at = c * plan_.size * itemsize_;
        affine_(to + at, from + at, scale, shift, plan_.size);
      }
    }
    if (is_short_) affine_row_(to, from, scales, shifts, plan_.width());
  }

 private:
  const GroupNormPlan& plan_;
  const bool is_short_;
  const int64_t itemsize_;
  const AffineFn affine_;
  const AffineRowFn affine_row_;
  const Workspace space_;
};

// The statistics of one group after the other, from its moments.
template <class C>
struct Statistics {
  C *means, *rstds;
  double eps;

  void set(int64_t group, const Moments& m) const {
    // A sum or a variance that overflows in the compute type does so here, too, as in libtorch.
    const C sum = static_cast<C>(m.mean * m.count), variance = static_cast<C>(m.m2 / m.count);
    means[group] = std::isfinite(sum) ? static_cast<C>(m.mean) : sum;
    rstds[group] = C(1) / std::sqrt(variance + static_cast<C>(eps));
  }
};

template <class C>
void normalise(const GroupNormPlan& plan, const Tensor& input, const C* weight, const C* bias,
               const Statistics<C>& statistics) {
  const ScalarType dtype = input.scalar_type();
  const MomentsFn moments = select(moments_loops, dtype);
  const int64_t width = plan.width(), step = width * static_cast<int64_t>(input.itemsize());
  const char* from = static_cast<const char*>(input.impl()->data());
  char* to = static_cast<char*>(plan.result(0).impl()->data());
  const auto of_group = [&plan](const C* parameters, int64_t row) {
    return parameters == nullptr ? nullptr : parameters + row % plan.groups * plan.channels;
  };
  parallel_for(0, plan.rows(), std::max<int64_t>(1, kGrain / width), [&](int64_t begin, int64_t end) {
    const Channels<C> channels(plan, dtype);
    for (int64_t row = begin; row < end; ++row) {
      Moments m = {0, 0, 0};
      moments(&m, from + row * step, width);
      statistics.set(row, m);
      channels.apply(to + row * step, from + row * step, static_cast<double>(statistics.means[row]),
                     static_cast<double>(statistics.rstds[row]), of_group(weight, row), of_group(bias, row));
    }
  });
}

// What a channel of a sample gives to the gradients: the sum of dy, and that of dy (x - mean).
struct ChannelSums {
  double dy, product;
};

// dx = a dy + b x + shift in a channel. With g = dy weight, and means over the group:
//   dx = rstd (g - mean(g) - (x - mean) rstd^2 mean(g (x - mean)))
struct ChannelGradient {
  double a, b, shift;
};

// The gradients of one sample and of the parameters, from the sums of the channels.
template <class C>
class Gradient {
 public:
  // The statistics are those of the groups.
  Gradient(const GroupNormPlan& plan, const C* mean, const C* rstd, const C* weight)
      : plan_(plan),
        channels_(plan.groups * plan.channels),
        means_(mean),
        rstds_(rstd),
        weight_(weight),
        space_(static_cast<size_t>(plan.samples * channels_) * sizeof(ChannelSums)),
        sums_(space_.as<ChannelSums>()) {}

  C mean(int64_t row) const { return means_[row]; }
  // Of the channels of a sample, or of a group.
  ChannelSums* sums_of_sample(int64_t sample) const { return sums_ + sample * channels_; }
  ChannelSums* sums_of_group(int64_t row) const { return sums_ + row * plan_.channels; }

  // f(channel of the group, its gradient) for each of a group's channels.
  template <class F>
  void for_channels(int64_t row, const F& f) const {
    const ChannelSums* const sums = sums_of_group(row);
    const double mean = static_cast<double>(means_[row]), rstd = static_cast<double>(rstds_[row]);
    ChannelSums total{0, 0};
    for (int64_t c = 0; c < plan_.channels; ++c) {
      const double w = weight(row, c);
      total.dy += sums[c].dy * w, total.product += sums[c].product * w;
    }
    const double share = rstd / static_cast<double>(plan_.width()), b = -share * rstd * rstd * total.product;
    const double shift = -share * total.dy - b * mean;
    for (int64_t c = 0; c < plan_.channels; ++c) f(c, ChannelGradient{rstd * weight(row, c), b, shift});
  }

  // The gradients of weight and bias, where they are wanted.
  void of_parameters(const Tensor& dw, const Tensor& db) const {
    if (!dw.defined() && !db.defined()) return;
    const Workspace space(static_cast<size_t>(2 * channels_) * sizeof(double));
    double *const by_weight = space.as<double>(), *const by_bias = by_weight + channels_;
    std::fill_n(by_weight, 2 * channels_, 0.0);
    for (int64_t i = 0; i < plan_.samples; ++i)
      for (int64_t c = 0; c < channels_; ++c) {
        const ChannelSums& s = sums_of_sample(i)[c];
        by_weight[c] += s.product * static_cast<double>(rstds_[i * plan_.groups + c / plan_.channels]);
        by_bias[c] += s.dy;
      }
    const auto deliver = [&](const Tensor& to, const double* from) {
      if (to.defined()) convert_elements(to.scalar_type(), to.impl()->data(), 1, kDouble, from, 1, channels_);
    };
    deliver(dw, by_weight);
    deliver(db, by_bias);
  }

 private:
  double weight(int64_t row, int64_t c) const {
    return weight_ == nullptr ? 1.0 : static_cast<double>(weight_[row % plan_.groups * plan_.channels + c]);
  }

  const GroupNormPlan& plan_;
  const int64_t channels_;
  const C *const means_, *const rstds_, *const weight_;
  const Workspace space_;
  ChannelSums* const sums_;
};

// The gradient of groups whose channels are runs.
template <class C>
class GroupGradient {
 public:
  GroupGradient(const GroupNormPlan& plan, ScalarType dtype)
      : plan_(plan),
        itemsize_(static_cast<int64_t>(elementSize(dtype))),
        together_(plan.size < kShortChannel ? std::max<int64_t>(1, kBlock / plan.size) : 0),
        sums_(select(centered_sums_loops, dtype)),
        columns_(select(centered_columns_loops, dtype)),
        affine_(select(affine2_loops, dtype)),
        affine_row_(select(affine2_row_loops, dtype)),
        space_(together_ == 0 ? 0 : static_cast<size_t>(3 * together_ * plan.size) * sizeof(C)) {}

  void sums(ChannelSums* to, const char* dy, const char* x, C mean) const {
    if (together_ == 0) {
      for (int64_t c = 0; c < plan_.channels; ++c) {
        double parts[2];
        sums_(parts, dy + c * plan_.size * itemsize_, x + c * plan_.size * itemsize_, static_cast<double>(mean),
              plan_.size);
        to[c] = {parts[0], parts[1]};
      }
      return;
    }
    C* const grads = space_.template as<C>();
    for (int64_t first = 0; first < plan_.channels; first += together_) {
      const int64_t count = std::min(together_, plan_.channels - first), n = count * plan_.size;
      const int64_t at = first * plan_.size * itemsize_;
      C *const products = grads + n, *const means = products + n;
      std::fill_n(grads, 2 * n, C(0));
      std::fill_n(means, n, mean);
      columns_(grads, products, dy + at, x + at, means, 1, n);
      for (int64_t c = 0; c < count; ++c) {
        ChannelSums s{0, 0};
        for (int64_t i = c * plan_.size; i < (c + 1) * plan_.size; ++i)
          s.dy += static_cast<double>(grads[i]), s.product += static_cast<double>(products[i]);
        to[first + c] = s;
      }
    }
  }

  // dx of the group in this row.
  void write(const Gradient<C>& gradient, int64_t row, char* to, const char* dy, const char* x) const {
    if (together_ == 0)
      return gradient.for_channels(row, [&](int64_t c, const ChannelGradient& g) {
        const int64_t at = c * plan_.size * itemsize_;
        affine_(to + at, dy + at, x + at, g.a, g.b, g.shift, plan_.size);
      });
    C *const a = space_.template as<C>(), *const b = a + together_ * plan_.size,
             *const shift = b + together_ * plan_.size;
    gradient.for_channels(row, [&](int64_t c, const ChannelGradient& g) {
      const int64_t first = c / together_ * together_, at = (c - first) * plan_.size;
      std::fill_n(a + at, plan_.size, static_cast<C>(g.a));
      std::fill_n(b + at, plan_.size, static_cast<C>(g.b));
      std::fill_n(shift + at, plan_.size, static_cast<C>(g.shift));
      if (c + 1 < first + together_ && c + 1 < plan_.channels) return;
      const int64_t from = first * plan_.size * itemsize_;
      affine_row_(to + from, dy + from, x + from, a, b, shift, at + plan_.size);
    });
  }

 private:
  static constexpr int64_t kBlock = 1024;  // elements of short channels that are taken as one row

  const GroupNormPlan& plan_;
  const int64_t itemsize_, together_;  // channels that are taken as one row; 0 where each is long enough
  const CenteredSumsFn sums_;
  const CenteredColumnsFn columns_;
  const Affine2Fn affine_;
  const Affine2RowFn affine_row_;
  const Workspace space_;
};

template <class C>
void differentiate_groups(const GroupNormPlan& plan, const Tensor& dy, const Tensor& x, const Gradient<C>& gradient) {
  const Tensor& dx = plan.result(0);
  const int64_t width = plan.width(), step = width * static_cast<int64_t>(x.itemsize());
  const char *grad = static_cast<const char*>(dy.impl()->data()), *from = static_cast<const char*>(x.impl()->data());
  char* const to = dx.defined() ? static_cast<char*>(dx.impl()->data()) : nullptr;
  parallel_for(0, plan.rows(), std::max<int64_t>(1, kGrain / width), [&](int64_t begin, int64_t end) {
    const GroupGradient<C> group(plan, x.scalar_type());
    for (int64_t row = begin; row < end; ++row) {
      group.sums(gradient.sums_of_group(row), grad + row * step, from + row * step, gradient.mean(row));
      if (to != nullptr) group.write(gradient, row, to + row * step, grad + row * step, from + row * step);
    }
  });
}

// Images that lie channels last: rows of all channels, one for each pixel.
template <class C>
class Images {
 public:
  Images(const GroupNormPlan& plan, const Tensor& input)
      : plan_(plan),
        dtype_(input.scalar_type()),
        channels_(plan.groups * plan.channels),
        row_(channels_ * static_cast<int64_t>(input.itemsize())),
        chunks_((plan.size + kChunkRows - 1) / kChunkRows),
        from_(static_cast<const char*>(input.impl()->data())) {}

  void statistics(const Statistics<C>& statistics) const {
    const ColumnMomentsFn moments = select(column_moments_loops, dtype_);
    const Workspace space(static_cast<size_t>(2 * channels_ * chunks_ * plan_.samples) * sizeof(double));
    double* const parts = space.as<double>();  // means and squares of a chunk, then those of the next
    for_chunks([&](int64_t i, int64_t first, int64_t rows) {
      double* const means = parts + 2 * i * channels_;
      moments(means, means + channels_, 0, from_ + first * row_, row_, rows, channels_);
    });
    for (int64_t group = 0; group < plan_.rows(); ++group) statistics.set(group, of_group(parts, group));
  }

  void apply(const Statistics<C>& statistics, const C* weight, const C* bias) const {
    const AffineRowFn affine = select(affine_row_loops, dtype_);
    char* const to = static_cast<char*>(plan_.result(0).impl()->data());
    for_rows<2>(
        [&](int64_t sample, C* scales, C* shifts) { factors(statistics, sample, weight, bias, scales, shifts); },
        [&](int64_t first, int64_t n, const C* scales, const C* shifts) {
          affine(to + first * row_, from_ + first * row_, scales, shifts, n);
        });
  }

  // The sums of the channels of all samples.
  void sums(const Gradient<C>& gradient, const char* dy) const {
    const CenteredColumnsFn add = select(centered_columns_loops, dtype_);
    const Workspace space(static_cast<size_t>((2 * chunks_ + 1) * channels_ * plan_.samples) * sizeof(C));
    C* const parts = space.as<C>();  // sums and products of a chunk, then those of the next
    C* const means = parts + 2 * chunks_ * channels_ * plan_.samples;
    std::fill(parts, means, C(0));
    for (int64_t row = 0; row < plan_.rows(); ++row)
      std::fill_n(means + row * plan_.channels, plan_.channels, gradient.mean(row));
    for_chunks([&](int64_t i, int64_t first, int64_t rows) {
      C* const to = parts + 2 * i * channels_;
      add(to, to + channels_, dy + first * row_, from_ + first * row_, means + i / chunks_ * channels_, rows,
          channels_);
    });
    for (int64_t sample = 0; sample < plan_.samples; ++sample) {
      ChannelSums* const to = gradient.sums_of_sample(sample);
      std::fill_n(to, channels_, ChannelSums{0, 0});
      for (int64_t i = sample * chunks_; i < (sample + 1) * chunks_; ++i)
        for (int64_t c = 0; c < channels_; ++c) {
          to[c].dy += static_cast<double>(parts[2 * i * channels_ + c]);
          to[c].product += static_cast<double>(parts[(2 * i + 1) * channels_ + c]);
        }
    }
  }

  void write(const Gradient<C>& gradient, const char* dy) const {
    const Affine2RowFn affine = select(affine2_row_loops, dtype_);
    char* const to = static_cast<char*>(plan_.result(0).impl()->data());
    for_rows<3>(
        [&](int64_t sample, C* a, C* b, C* shift) {
          for (int64_t group = 0; group < plan_.groups; ++group)
            gradient.for_channels(sample * plan_.groups + group, [&](int64_t c, const ChannelGradient& g) {
              const int64_t at = group * plan_.channels + c;
              a[at] = static_cast<C>(g.a), b[at] = static_cast<C>(g.b), shift[at] = static_cast<C>(g.shift);
            });
        },
        [&](int64_t first, int64_t n, const C* a, const C* b, const C* shift) {
          affine(to + first * row_, dy + first * row_, from_ + first * row_, a, b, shift, n);
        });
  }

 private:
  // f(chunk, its first row, rows) for the fixed chunks of all samples.
  template <class F>
  void for_chunks(const F& f) const {
    const int64_t grain = std::max<int64_t>(1, kGrain / (channels_ * std::min(plan_.size, kChunkRows)));
    parallel_for(0, plan_.samples * chunks_, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        f(i, i / chunks_ * plan_.size + i % chunks_ * kChunkRows, rows_of_chunk(i % chunks_));
    });
  }

  // set(sample, factors...) sets kCount vectors of an element for each channel, apply(first row, elements, factors...)
  // uses them for whole rows of that sample. Several short rows are taken as one, with the factors repeated: entering a
  // loop costs more than few channels.
  template <size_t kCount, class Set, class Apply>
  void for_rows(const Set& set, const Apply& apply) const {
    constexpr int64_t kRow = 1024;
    const int64_t together = std::min(plan_.size, std::max<int64_t>(1, kRow / channels_)), n = together * channels_;
    const int64_t rows = plan_.samples * plan_.size;
    parallel_for(0, rows, std::max<int64_t>(1, kGrain / channels_), [&](int64_t begin, int64_t end) {
      const Workspace space(kCount * static_cast<size_t>(n) * sizeof(C));
      std::array<C*, kCount> factors;
      for (size_t i = 0; i < kCount; ++i) factors[i] = space.as<C>() + static_cast<int64_t>(i) * n;
      while (begin < end) {
        const int64_t sample = begin / plan_.size, last = std::min(end, (sample + 1) * plan_.size);
        std::apply([&](auto... f) { set(sample, f...); }, factors);
        for (C* f : factors)
          for (int64_t i = 1; i < together; ++i) std::copy_n(f, channels_, f + i * channels_);
        for (; begin < last; begin += together)
          std::apply([&](auto... f) { apply(begin, std::min(together, last - begin) * channels_, f...); }, factors);
        begin = last;
      }
    });
  }

  int64_t rows_of_chunk(int64_t chunk) const { return std::min(kChunkRows, plan_.size - chunk * kChunkRows); }
  Moments of_group(const double* parts, int64_t group) const {
    Moments total = {0, 0, 0};
    const int64_t sample = group / plan_.groups, first = group % plan_.groups * plan_.channels;
    for (int64_t chunk = 0; chunk < chunks_; ++chunk) {
      const double* const means = parts + 2 * (sample * chunks_ + chunk) * channels_;
      const double count = static_cast<double>(rows_of_chunk(chunk));
      for (int64_t c = first; c < first + plan_.channels; ++c)
        total = combine(total, {count, means[c], means[channels_ + c]});
    }
    return total;
  }
  void factors(const Statistics<C>& statistics, int64_t sample, const C* weight, const C* bias, C* scales,
               C* shifts) const {
    for (int64_t c = 0; c < channels_; ++c) {
      const int64_t group = sample * plan_.groups + c / plan_.channels;
      const double mean = static_cast<double>(statistics.means[group]);
      const double rstd = static_cast<double>(statistics.rstds[group]);
      const double scale = weight != nullptr ? rstd * static_cast<double>(weight[c]) : rstd;
      scales[c] = static_cast<C>(scale);
      shifts[c] = static_cast<C>((bias != nullptr ? static_cast<double>(bias[c]) : 0.0) - mean * scale);
    }
  }

  const GroupNormPlan& plan_;
  const ScalarType dtype_;
  const int64_t channels_, row_, chunks_;  // row_ in bytes; chunks of a sample
  const char* const from_;
};

void fill(const Tensor& t, double value) {
  alignas(16) char bits[16];
  store_number(value, t.scalar_type(), bits);
  fill_elements(t, bits);
}

}  // namespace

void native_group_norm(const GroupNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
                       int64_t, int64_t, int64_t, int64_t, double eps) {
  const Tensor &mean = plan.result(1), &rstd = plan.result(2);
  if (plan.width() == 0) {  // the statistics of no elements, as libtorch gives them
    fill(mean, 0);
    fill(rstd, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const bool narrow = input.scalar_type() != kFloat && input.scalar_type() != kDouble;
  const auto statistic = [&](const Tensor& t) {
    return narrow ? Tensor(make_tensor(t.sizes(), kFloat, Device(kCPU))) : t;
  };
  const Tensor means = statistic(mean), rstds = statistic(rstd);
  const auto run = [&](auto zero) {
    using C = decltype(zero);
    constexpr ScalarType kCompute = CppTypeToScalarType<C>::value;
    const MemoryFormat format = plan.outputs[0].format;
    const DenseOperand x(input, format), w(weight, kCompute), b(bias, kCompute);
    const Statistics<C> statistics{static_cast<C*>(means.impl()->data()), static_cast<C*>(rstds.impl()->data()), eps};
    if (format == MemoryFormat::Contiguous) return normalise<C>(plan, x.tensor(), w.data<C>(), b.data<C>(), statistics);
    const Images<C> images(plan, x.tensor());
    images.statistics(statistics);
    images.apply(statistics, w.data<C>(), b.data<C>());
  };
  if (input.scalar_type() == kDouble) run(double());
  else run(float());
  if (!narrow) return;
  copy_values(mean, means);
  copy_values(rstd, rstds);
}

void native_group_norm_backward(const GroupNormPlan& plan, const Tensor& grad_out, const Tensor& input,
                                const Tensor& mean, const Tensor& rstd, const Tensor& weight, int64_t, int64_t, int64_t,
                                int64_t, std::array<bool, 3>) {
  const Tensor &dw = plan.result(1), &db = plan.result(2);
  if (input.numel() == 0) {
    for (const Tensor* t : {&dw, &db})
      if (t->defined()) fill(*t, 0);
    return;
  }
  const auto run = [&](auto zero) {
    using C = decltype(zero);
    constexpr ScalarType kCompute = CppTypeToScalarType<C>::value;
    const MemoryFormat format = plan.outputs[0].format;
    const DenseOperand dy(grad_out, format), x(input, format), m(mean, kCompute), r(rstd, kCompute),
        w(weight, kCompute);
    const Gradient<C> gradient(plan, m.data<C>(), r.data<C>(), w.data<C>());
    if (format == MemoryFormat::Contiguous) {
      differentiate_groups(plan, dy.tensor(), x.tensor(), gradient);
    } else {
      const Images<C> images(plan, x.tensor());
      images.sums(gradient, dy.data<char>());
      if (plan.result(0).defined()) images.write(gradient, dy.data<char>());
    }
    gradient.of_parameters(dw, db);
  };
  if (input.scalar_type() == kDouble) run(double());
  else run(float());
}

}  // namespace torchpp::cpu
