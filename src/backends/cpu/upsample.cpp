// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of resampling. All but nearest neighbours are one engine: along each dimension an element of the
// result is a weighted sum of a few elements of the source, and the dimensions are done one after the other, in the
// order that leaves the fewest elements between them. Gradients are sums of the same kind, with the weights of each
// source element gathered.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/wide_result.h"
#include "src/ops/image_rules.h"
#include "src/ops/operand.h"
#include "src/ops/resampling.h"

namespace torchpp::cpu {
namespace {

// y[i]: the sum of w[k] * x[k][i].
template <class T, class Row>
void combine(T* __restrict y, const Row& x, const T* w, int64_t count, int64_t n) {
  if (count == 0) return static_cast<void>(std::fill_n(y, n, T(0)));
  const T* __restrict a = x(0);
  const T wa = w[0];
  if (count == 1) {
    for (int64_t i = 0; i < n; ++i) y[i] = wa * a[i];
    return;
  }
  const T* __restrict b = x(1);
  const T wb = w[1];
  if (count == 4) {
    const T* __restrict c = x(2), * __restrict d = x(3);
    const T wc = w[2], wd = w[3];
    for (int64_t i = 0; i < n; ++i) y[i] = wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i];
    return;
  }
  for (int64_t i = 0; i < n; ++i) y[i] = wa * a[i] + wb * b[i];
  for (int64_t k = 2; k < count; ++k) {
    const T* __restrict c = x(k);
    const T wc = w[k];
    for (int64_t i = 0; i < n; ++i) y[i] += wc * c[i];
  }
}

template <class T>
class Resampler {
 public:
  Resampler(std::vector<Taps<T>> taps, int64_t inner) : taps_(std::move(taps)), inner_(inner) {
    in_size_ = out_size_ = inner;
    for (const Taps<T>& t : taps_) in_size_ *= t.in, out_size_ *= t.out;
  }
  // Images one after the other.
  void run(const T* x, T* y, int64_t images) const {
    // A task's rows stay in the nearest caches until they are summed.
    constexpr int64_t kBlock = 32768;
    const int64_t rows = taps_[0].out, below = out_size_ / rows;
    const int64_t block = taps_.size() == 1 ? rows : std::max<int64_t>(1, std::min(rows, kBlock / below)),
                  blocks = (rows + block - 1) / block;
    const int64_t grain = std::max<int64_t>(1, kBlock / (block * below));
    parallel_for(0, images * blocks, grain, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) {
        const int64_t begin = i % blocks * block;
        fill(0, x + i / blocks * in_size_, y + i / blocks * out_size_, begin, std::min(rows, begin + block), in_size_,
             out_size_);
      }
    });
  }

 private:
  // Positions [begin, end) along dimension `d` of a part whose source and result have so many elements.
  void fill(size_t d, const T* x, T* y, int64_t begin, int64_t end, int64_t in_size, int64_t out_size) const {
    const Taps<T>& t = taps_[d];
    if (d + 1 == taps_.size()) return fill_row(t, x, y, begin, end);
    const int64_t from = in_size / t.in, to = out_size / t.out;
    if (t.copies) {
      for (int64_t i = begin; i < end; ++i) fill(d + 1, x + i * from, y + i * to, 0, taps_[d + 1].out, from, to);
      return;
    }
    if (t.in > t.out) return fill_fewer(d, x, y, begin, end, from, to);
    const int64_t *first = t.source.data() + t.begin[static_cast<size_t>(begin)],
                  *last = t.source.data() + t.begin[static_cast<size_t>(end)];
    if (first == last) return static_cast<void>(std::fill_n(y + begin * to, (end - begin) * to, T(0)));
    const int64_t low = *std::min_element(first, last), high = *std::max_element(first, last) + 1;
    std::vector<char> needed(static_cast<size_t>(high - low));
    for (const int64_t* s = first; s < last; ++s) needed[static_cast<size_t>(*s - low)] = 1;
    const std::unique_ptr<T[]> rows(new T[static_cast<size_t>((high - low) * to)]);
    for (int64_t s = low; s < high; ++s)
      if (needed[static_cast<size_t>(s - low)] != 0)
        fill(d + 1, x + s * from, rows.get() + (s - low) * to, 0, taps_[d + 1].out, from, to);
    for (int64_t i = begin; i < end; ++i)
      sum_rows(
          t, i, y + i * to, [&](int64_t source) { return rows.get() + (source - low) * to; }, to);
  }
  // Where there are fewer rows after than before this dimension is done before those below it.
  void fill_fewer(size_t d, const T* x, T* y, int64_t begin, int64_t end, int64_t from, int64_t to) const {
    const std::unique_ptr<T[]> row(new T[static_cast<size_t>(from)]);
    for (int64_t i = begin; i < end; ++i) {
      sum_rows(
          taps_[d], i, row.get(), [&](int64_t source) { return x + source * from; }, from);
      fill(d + 1, row.get(), y + i * to, 0, taps_[d + 1].out, from, to);
    }
  }
  // Element `i` of a dimension: y, of n elements, from those at row(source).
  template <class Row>
  static void sum_rows(const Taps<T>& t, int64_t i, T* y, const Row& row, int64_t n) {
    const int64_t k = t.begin[static_cast<size_t>(i)], count = t.begin[static_cast<size_t>(i) + 1] - k;
    const int64_t* source = t.source.data() + k;
    combine(
        y, [&](int64_t j) { return row(source[j]); }, t.weight.data() + k, count, n);
  }
  void fill_row(const Taps<T>& t, const T* x, T* y, int64_t begin, int64_t end) const {
    if (t.copies) {
      __builtin_memcpy(y + begin * inner_, x + begin * inner_, static_cast<size_t>((end - begin) * inner_) * sizeof(T));
      return;
    }
    const int64_t* s = t.source.data();
    const T* w = t.weight.data();
    if (inner_ != 1) {
      for (int64_t i = begin; i < end; ++i)
        sum_rows(
            t, i, y + i * inner_, [&](int64_t source) { return x + source * inner_; }, inner_);
    } else if (t.per_element == 2) {
      for (int64_t i = begin; i < end; ++i) y[i] = w[2 * i] * x[s[2 * i]] + w[2 * i + 1] * x[s[2 * i + 1]];
    } else if (t.per_element == 4) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t* at = s + 4 * i;
        const T* by = w + 4 * i;
        y[i] = by[0] * x[at[0]] + by[1] * x[at[1]] + by[2] * x[at[2]] + by[3] * x[at[3]];
      }
    } else {
      for (int64_t i = begin; i < end; ++i) {
        T sum = 0;
        for (int64_t k = t.begin[static_cast<size_t>(i)]; k < t.begin[static_cast<size_t>(i) + 1]; ++k)
          sum += w[k] * x[s[k]];
        y[i] = sum;
      }
    }
  }

  std::vector<Taps<T>> taps_;
  int64_t inner_, in_size_, out_size_;
};

bool is_last(const Output& o) { return o.format != MemoryFormat::Contiguous; }
// Parts of a tensor that are resampled alike, and the elements at each place of one.
int64_t images(const UpsamplePlan& p) { return is_last(p.outputs[0]) ? p.batch : p.batch * p.channels; }
int64_t elements_at_place(const UpsamplePlan& p) { return is_last(p.outputs[0]) ? p.channels : 1; }

void resample(const UpsamplePlan& plan, const Tensor& source, bool backward) {
  if (plan.result().numel() == 0) return;
  const ScalarType compute = wide_dtype(plan.outputs[0].dtype);
  const DenseOperand x(source, compute, plan.outputs[0].format);
  const Tensor y = computed(plan, compute);
  visit_floating(compute, "upsample", [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      std::vector<Taps<T>> taps;
      for (int d = 0; d < plan.dims; ++d) taps.push_back(taps_of<T>(plan, d, backward));
      Resampler<T>(std::move(taps), elements_at_place(plan))
          .run(x.data<T>(), static_cast<T*>(y.impl()->data()), images(plan));
    }
  });
  deliver(plan, y);
}

}  // namespace

void upsample(const UpsamplePlan& plan, const Tensor& self) { resample(plan, self, false); }
void upsample_gradient(const UpsamplePlan& plan, const Tensor& grad_output) { resample(plan, grad_output, true); }

// Copies of the nearest elements, row by row. Rows that repeat the one before are copied from it.
void upsample_nearest(const UpsamplePlan& p, const Tensor& self) {
  if (p.result().numel() == 0) return;
  const DenseOperand operand(self, p.outputs[0].format);
  int64_t out[3] = {1, 1, 1}, in[3] = {1, 1, 1};
  std::vector<int64_t> at[3] = {{0}, {0}, {0}};
  for (int d = 0; d < p.dims; ++d) {
    const int to = 3 - p.dims + d;
    out[to] = p.out[d], in[to] = p.in[d], at[to] = nearest_sources(p, d, self.scalar_type());
  }
  const int64_t inner = elements_at_place(p), rows = out[0] * out[1];
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = operand.data<T>();
    T* y = static_cast<T*>(p.result().impl()->data());
    const int64_t row = out[2] * inner;
    const size_t row_bytes = static_cast<size_t>(row) * sizeof(T), place_bytes = static_cast<size_t>(inner) * sizeof(T);
    const int64_t grain = std::max<int64_t>(1, kCopyGrainBytes / static_cast<int64_t>(row_bytes));
    parallel_for(0, images(p) * rows, grain, [&](int64_t begin, int64_t end) {
      const T* last = nullptr;
      for (int64_t r = begin; r < end; ++r) {
        const int64_t slice = at[0][static_cast<size_t>(r % rows / out[1])],
                      line = at[1][static_cast<size_t>(r % out[1])];
        const T* from = x + ((r / rows * in[0] + slice) * in[1] + line) * in[2] * inner;
        T* to = y + r * row;
        const int64_t* source = at[2].data();
        if (from == last) __builtin_memcpy(to, to - row, row_bytes);
        else if (inner == 1)
          for (int64_t i = 0; i < out[2]; ++i) to[i] = from[source[i]];
        else
          for (int64_t i = 0; i < out[2]; ++i) __builtin_memcpy(to + i * inner, from + source[i] * inner, place_bytes);
        last = from;
      }
    });
  });
}

}  // namespace torchpp::cpu
