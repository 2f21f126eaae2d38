// SPDX-License-Identifier: BSD-3-Clause

// Group normalisation on the CPU: a group is read for its moments and, from the second-level cache, once more for the
// result. Moments are taken in double of chunks in the compute type, as batch norm takes them. Of images that lie
// channels last they are those of the channels, together.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>

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
    const int64_t grain = std::max<int64_t>(1, kGrain / (channels_ * std::min(plan_.size, kChunkRows)));
    parallel_for(0, plan_.samples * chunks_, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        double* const means = parts + 2 * i * channels_;
        const int64_t first = i % chunks_ * kChunkRows;
        moments(means, means + channels_, 0, from_ + (i / chunks_ * plan_.size + first) * row_, row_,
                rows_of_chunk(i % chunks_), channels_);
      }
    });
    for (int64_t group = 0; group < plan_.rows(); ++group) statistics.set(group, of_group(parts, group));
  }

  void apply(const Statistics<C>& statistics, const C* weight, const C* bias) const {
    constexpr int64_t kRow = 1024;  // several rows at a time, as one: entering the loop costs more than few channels
    const int64_t together = std::min(plan_.size, std::max<int64_t>(1, kRow / channels_));
    const AffineRowFn affine = select(affine_row_loops, dtype_);
    char* const to = static_cast<char*>(plan_.result(0).impl()->data());
    const int64_t rows = plan_.samples * plan_.size;
    parallel_for(0, rows, std::max<int64_t>(1, kGrain / channels_), [&](int64_t begin, int64_t end) {
      const Workspace space(static_cast<size_t>(2 * together * channels_) * sizeof(C));
      C *const scales = space.as<C>(), *const shifts = scales + together * channels_;
      while (begin < end) {
        const int64_t sample = begin / plan_.size, last = std::min(end, (sample + 1) * plan_.size);
        factors(statistics, sample, weight, bias, scales, shifts);
        for (int64_t i = 1; i < together; ++i) {
          std::copy_n(scales, channels_, scales + i * channels_);
          std::copy_n(shifts, channels_, shifts + i * channels_);
        }
        for (; begin < last; begin += together)
          affine(to + begin * row_, from_ + begin * row_, scales, shifts, std::min(together, last - begin) * channels_);
        begin = last;
      }
    });
  }

 private:
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

}  // namespace torchpp::cpu
