// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/direct_convolution.h"

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <type_traits>

#include "src/backends/cpu/isa/convolution_abi.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace own {
namespace {

template <class T, class E>
const DirectConvKernels<T, E>& kernels() {
#if defined(__x86_64__)
  if constexpr (std::is_same_v<E, math::bf16>) return direct_conv_bfloat16_v4;
#endif
  if constexpr (std::is_same_v<E, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(direct_conv_float));
  if constexpr (std::is_same_v<E, double>) return at_level(cpu_level(), TORCHPP_ALL_SETS(direct_conv_double));
}

constexpr int64_t kBandBytes = 32768;    // of the planes that a slice holds at once
constexpr int64_t kSliceCost = 1000000;  // some 30 us
constexpr int64_t kImageParts = 8;       // partial sums of a weight gradient at most

int64_t floor_div(int64_t a, int64_t b) { return -ceil_div(-a, b); }

// A run of positions; those on the image begin at `start`.
struct Run : DirectConvRows {
  int64_t start;
};
// Positions (first + i) * step + shift, i < length, on an image of `size`.
Run run_of(int64_t size, int64_t step, int64_t first, int64_t shift, int64_t length) {
  const int64_t at = first * step + shift;
  const int64_t lead = std::min(length, std::max<int64_t>(0, ceil_div(-at, step)));
  const int64_t end = std::min(length, std::max<int64_t>(lead, ceil_div(size - at, step)));
  return {{lead, end - lead, length - end}, at + lead * step};
}

// One spatial direction.
struct Axis {
  int64_t in, out, kernel, stride, dilation, padding;

  Axis(const ConvProblem& q, int d)
      : in(q.in[d]),
        out(q.out[d]),
        kernel(q.kernel[d]),
        stride(q.stride[d]),
        dilation(q.dilation[d]),
        padding(q.padding_left[d]) {}
  // Tap k sees position residue(k) + stride * (o + shift(k)) of the padded image for result o. Positions of one residue
  // are kept together, so that neighbouring results see neighbouring elements for any stride.
  int64_t residue(int64_t k) const { return k * dilation % stride; }
  int64_t shift(int64_t k) const { return k * dilation / stride; }
  int64_t reach() const { return shift(kernel - 1); }
  bool sees(int64_t residue_) const {
    for (int64_t k = 0; k < kernel; ++k)
      if (residue(k) == residue_) return true;
    return false;
  }
};

struct Geometry {
  const ConvProblem& q;
  const Axis h, w;
  const int64_t groups = q.groups, ic = q.in_channels / groups, oc = q.out_channels / groups;
  const int64_t in_plane = q.in_size(), out_plane = q.out_size(), taps = q.kernel_size();

  explicit Geometry(const ConvProblem& problem) : q(problem), h(problem, 1), w(problem, 2) {}
};

// Runs f(task, memory) for all tasks; those of a slice share `nbytes` of memory. The cost of a task is a number of
// multiplications and additions.
template <class F>
void for_tasks(int64_t tasks, int64_t cost, size_t nbytes, const F& f) {
  const int64_t handful = std::max<int64_t>(1, kSliceCost / std::max<int64_t>(1, cost));
  const int64_t slices = ceil_div(tasks, handful);
  const auto slice = [&](int64_t s) {
    const Workspace space(nbytes);
    for (int64_t i = s * handful; i < std::min(tasks, (s + 1) * handful); ++i) f(i, space);
  };
  if (slices == 1) return slice(0);
  detail::run_slices(slices, slice);
}
// Of the whole problem: copying an element of the images costs as much as eight products.
int64_t cost_of(const ConvProblem& q) {
  return q.flops() + 16 * q.n * (q.in_channels * q.in_size() + q.out_channels * q.out_size());
}

// How many of `rows` rows form a band whose planes, `row_bytes` per row and `more` rows for the kernel, fit the cache.
int64_t band_of(int64_t rows, int64_t row_bytes, int64_t more) {
  const int64_t most = std::max<int64_t>({1, 2 * more, kBandBytes / row_bytes - more});
  return ceil_div(rows, ceil_div(rows, most));
}

// The input planes of a group with their padding, for a band of rows of the result: for each channel, row residue and
// column residue a plane of `height` rows of `pitch` elements.
template <class T, class E>
struct PaddedInput {
  const Geometry& g;
  const DirectConvKernels<T, E>& isa;
  const int64_t pitch = g.w.out + g.w.reach();
  const int64_t band, height, plane_size;

  PaddedInput(const Geometry& geometry, const DirectConvKernels<T, E>& kernels)
      : g(geometry),
        isa(kernels),
        band(band_of(g.h.out, pitch * sizeof(T) * (g.ic * g.h.stride * g.w.stride + g.oc), g.h.reach())),
        height(band + g.h.reach()),
        plane_size(height * pitch + (splits() ? isa.lanes : 0)) {}

  int64_t bands() const { return ceil_div(g.h.out, band); }
  int64_t rows(int64_t b) const { return std::min(band, g.h.out - b * band); }
  int64_t plane(int64_t channel, int64_t row_residue, int64_t residue) const {
    return ((channel * g.h.stride + row_residue) * g.w.stride + residue) * plane_size;
  }
  size_t nbytes() const { return aligned_size((plane(g.ic, 0, 0) + isa.lanes) * sizeof(T)); }

  // What follows from the problem and is needed for every band: fill it before the tasks run.
  size_t table_bytes() const {
    return aligned_size(g.ic * g.taps * sizeof(int64_t)) + (bands() * g.h.stride + g.w.stride) * sizeof(Run);
  }
  void make_tables(const Workspace& space) {
    int64_t* to = space.as<int64_t>();
    offset = to;
    for (int64_t c = 0; c < g.ic; ++c)
      for (int64_t i = 0; i < g.h.kernel; ++i)
        for (int64_t j = 0; j < g.w.kernel; ++j)
          *to++ = plane(c, g.h.residue(i), g.w.residue(j)) + g.h.shift(i) * pitch + g.w.shift(j);
    row_runs = space.as<Run>(aligned_size(g.ic * g.taps * sizeof(int64_t)));
    col_runs = row_runs + bands() * g.h.stride;
    for (int64_t b = 0; b < bands(); ++b)
      for (int64_t i = 0; i < g.h.stride; ++i)
        row_runs[b * g.h.stride + i] = run_of(g.h.in, g.h.stride, b * band, i - g.h.padding, height);
    for (int64_t j = 0; j < g.w.stride; ++j) col_runs[j] = run_of(g.w.in, g.w.stride, 0, j - g.w.padding, pitch);
    for (int64_t i = 0; i < g.h.stride; ++i)
      if (!g.h.sees(i)) row_runs[i].start = kUnseen;  // the mark of the first band stands for all
    for (int64_t j = 0; j < g.w.stride; ++j)
      if (!g.w.sees(j)) col_runs[j].start = kUnseen;
  }

  // Writes in the order of the memory: take_plane() may write past the plane.
  void fill(const E* x, int64_t b, T* to) const {
    for (int64_t c = 0; c < g.ic; ++c)
      for (int64_t i = 0; i < g.h.stride; ++i) {
        if (row_runs[i].start == kUnseen) continue;
        const Run& these = row_runs[b * g.h.stride + i];
        const E* plane_of_x = x + c * g.in_plane + these.start * g.w.in;
        if (splits()) {
          isa.split_plane(these, g.w.padding, g.w.in, plane_of_x, g.h.stride * g.w.in, to + plane(c, i, 0),
                          to + plane(c, i, 1), pitch);
          continue;
        }
        for (int64_t j = 0; j < g.w.stride; ++j)
          if (col_runs[j].start != kUnseen)
            isa.take_plane(these, col_runs[j], plane_of_x + col_runs[j].start, g.h.stride * g.w.in, g.w.stride,
                           to + plane(c, i, j), pitch);
      }
  }

  const int64_t* offset = nullptr;  // where each tap of each channel sees result 0

 private:
  static constexpr int64_t kUnseen = INT64_MIN;  // no tap sees the residue

  // Both column residues are taken at once. Each plane then has room for what is written past it.
  bool splits() const { return g.w.stride == 2; }

  Run *row_runs = nullptr, *col_runs = nullptr;
};

// The gradient of the output with zeros around it. Input position s * m + a - padding, a < s, sees output m - shift(k)
// through the taps k of residue a: the data gradient is an ordinary convolution for each residue.
template <class T, class E>
struct DataGradient {
  const Geometry& g;
  const DirectConvKernels<T, E>& isa;
  const int64_t first_row = floor_div(g.h.padding, g.h.stride), first_col = floor_div(g.w.padding, g.w.stride);
  const int64_t rows_of_m = floor_div(g.h.in - 1 + g.h.padding, g.h.stride) - first_row + 1;
  const int64_t cols = floor_div(g.w.in - 1 + g.w.padding, g.w.stride) - first_col + 1;
  const int64_t pitch = cols + g.w.reach();
  const int64_t band, height, result_stride;
  const int64_t weights = g.oc * g.ic * g.taps;

  DataGradient(const Geometry& geometry, const DirectConvKernels<T, E>& kernels)
      : g(geometry),
        isa(kernels),
        band(band_of(rows_of_m, pitch * sizeof(T) * (g.ic + g.oc), g.h.reach())),
        height(band + g.h.reach()),
        result_stride(aligned_size((band * pitch + isa.lanes) * sizeof(T)) / sizeof(T)) {}

  int64_t bands() const { return ceil_div(rows_of_m, band); }
  size_t source_bytes() const { return aligned_size((g.oc * height * pitch + isa.lanes) * sizeof(T)); }

  // What follows from the problem and the weights: fill it before the tasks run.
  size_t table_bytes() const {
    return offset_bytes() + residue_bytes() + order_bytes() + g.groups * weights * sizeof(T);
  }
  void make_tables(const T* w, const Workspace& space) {
    int64_t* to = space.as<int64_t>();
    offset = to;
    residues = space.as<Residue>(offset_bytes());
    int64_t* order = space.as<int64_t>(offset_bytes() + residue_bytes());  // of the taps, by residue
    turned = space.as<T>(offset_bytes() + residue_bytes() + order_bytes());
    Residue* r = residues;
    int64_t tap = 0;
    for (int64_t i = 0; i < g.h.stride; ++i)
      for (int64_t j = 0; j < g.w.stride; ++j, ++r) {
        *r = {i, tap, 0, run_of(g.w.in, g.w.stride, first_col, j - g.w.padding, cols)};
        for_taps(i, j, [&](int64_t a, int64_t b) { order[tap++] = a * g.w.kernel + b; });
        r->taps = tap - r->tap;
        for (int64_t o = 0; o < g.oc; ++o)
          for_taps(i, j, [&](int64_t a, int64_t b) {
            *to++ = (o * height + g.h.reach() - g.h.shift(a)) * pitch + g.w.reach() - g.w.shift(b);
          });
      }
    const int64_t count = g.h.stride * g.w.stride;
    T* turn = turned;
    for (int64_t group = 0; group < g.groups; ++group, w += weights)
      for (r = residues; r < residues + count; ++r)
        for (int64_t c = 0; c < g.ic; ++c)
          for (int64_t o = 0; o < g.oc; ++o)
            for (int64_t t = r->tap; t < r->tap + r->taps; ++t) *turn++ = w[(o * g.ic + c) * g.taps + order[t]];
  }

  void fill(const E* dy, int64_t b, T* to) const {
    const Run rows = run_of(g.h.out, 1, first_row + b * band, -g.h.reach(), height);
    const Run columns = run_of(g.w.out, 1, first_col, -g.w.reach(), pitch);
    for (int64_t o = 0; o < g.oc; ++o)
      isa.take_plane(rows, columns, dy + o * g.out_plane + rows.start * g.w.out + columns.start, g.w.out, 1,
                     to + o * height * pitch, pitch);
  }

  void band_of_image(int64_t b, int64_t group, const T* source, T* result, E* dx) const {
    const int64_t count = std::min(band, rows_of_m - b * band);
    const T* w = turned + group * weights;
    for (const Residue* r = residues; r < residues + g.h.stride * g.w.stride; ++r) {
      const Run rows = run_of(g.h.in, g.h.stride, first_row + b * band, r->row - g.h.padding, count);
      if (rows.count == 0 || r->columns.count == 0) continue;
      isa.apply((rows.count - 1) * pitch + cols, g.ic, g.oc * r->taps, source + rows.lead * pitch,
                offset + r->tap * g.oc, w + r->tap * g.oc * g.ic, result, result_stride, nullptr);
      for (int64_t c = 0; c < g.ic; ++c)
        isa.spread_rows(rows.count, r->columns.count, result + c * result_stride + r->columns.lead, pitch,
                        dx + c * g.in_plane + rows.start * g.w.in + r->columns.start, g.h.stride * g.w.in, g.w.stride);
    }
  }

 private:
  // Input positions with one remainder of rows and one of columns; their taps in the order of the remainders.
  struct Residue {
    int64_t row, tap, taps;
    Run columns;
  };

  size_t offset_bytes() const { return aligned_size(g.oc * g.taps * sizeof(int64_t)); }
  size_t residue_bytes() const { return aligned_size(g.h.stride * g.w.stride * sizeof(Residue)); }
  size_t order_bytes() const { return aligned_size(g.taps * sizeof(int64_t)); }
  // Calls f(tap's row, tap's column).
  template <class F>
  void for_taps(int64_t i, int64_t j, const F& f) const {
    for (int64_t a = 0; a < g.h.kernel; ++a)
      for (int64_t b = 0; b < g.w.kernel; ++b)
        if (g.h.residue(a) == i && g.w.residue(b) == j) f(a, b);
  }

  const int64_t* offset = nullptr;  // for each residue: of (output channel, tap)
  Residue* residues = nullptr;
  T* turned = nullptr;  // weights: for each group and residue (input channel, output channel, tap)
};

}  // namespace

const char* refuse_direct(const ConvProblem& q, ConvDirection direction) {
  if (q.dtype != kFloat && q.dtype != kDouble) return "dtype is neither float nor double";
  if (q.channels_last) return "channels are last";
  if (q.in[0] != 1 || q.out[0] != 1 || q.kernel[0] != 1 || q.padding_left[0] != 0) return "three dimensions";
  // The other ways gain on this one with the number of sums that share an element, at different rates in the three
  // directions: times of one thread with AVX-512, this to oneDNN with its reorders, forward / data / weights.
  // Depthwise 3x3 32@112 0.68 / 0.73 / 0.35, 144@56 0.55 / 0.22 / 0.22, 5x5 stride 2 240@28 0.77 / 1.1 / 0.18;
  // 32 groups 4>4@28 0.32 / 0.36 / 0.62, 8>8@28 0.55 / 0.38 / 1.1, 16>16@14 0.9 / 0.9 / 2.7; one group 1>6@28 0.27 /
  // 0.45 / 0.87, 8>8@32 0.52 / 0.63 / 1.4, 3>64@32 0.78 / 2.0 / 2.0, 1>32@28 0.71 / 1.8 / 1.5, 7x7 stride 2 3>64@224
  // 0.75 forward.
  const int64_t ic = q.in_channels / q.groups, oc = q.out_channels / q.groups;
  bool few = ic * oc <= 64;
  if (direction == ConvDirection::kForward) few = few || (ic <= 4 && q.kernel_size() <= 49);
  if (direction == ConvDirection::kBackwardData) few = few && oc <= 16;
  if (direction == ConvDirection::kBackwardWeights) few = ic * oc <= 16;
  return few ? nullptr : "groups of many channels";
}

bool is_direct_slow(const ConvProblem& q) {
  return q.in_channels == q.groups && q.out_channels == q.groups && q.out_size() < 100;
}

template <class T, class E>
void direct_forward(const ConvProblem& q, const E* x, const T* w, const T* bias, E* y) {
  const Geometry g(q);
  const DirectConvKernels<T, E>& isa = kernels<T, E>();
  PaddedInput<T, E> input(g, isa);
  const Workspace tables(input.table_bytes());
  input.make_tables(tables);
  const int64_t bands = input.bands(), pitch = input.pitch, tasks = q.n * g.groups * bands;
  const int64_t result_stride = aligned_size((input.band * pitch + isa.lanes) * sizeof(T)) / sizeof(T);
  // Rows of whole vectors go to the image as they are computed. Where few results share a row, longer runs than a row
  // gain more than the copy costs.
  const bool straight = std::is_same_v<T, E> && g.w.out % isa.lanes == 0 && g.w.out >= (g.oc >= 8 ? 2 : 6) * isa.lanes;
  const size_t nbytes = input.nbytes() + (straight ? 0 : g.oc * result_stride * sizeof(T));
  for_tasks(tasks, cost_of(q) / tasks, nbytes, [&](int64_t task, const Workspace& space) {
    // `at` counts images and groups. Most planes are one band: divisions take as long as a small plane.
    const int64_t b = bands == 1 ? 0 : task % bands, at = bands == 1 ? task : task / bands, group = at % g.groups;
    T *padded = space.as<T>(), *result = space.as<T>(input.nbytes());
    input.fill(x + at * g.ic * g.in_plane, b, padded);
    const int64_t rows = input.rows(b);
    const auto apply = [&](int64_t n, const T* from, T* to, int64_t to_stride) {
      isa.apply(n, g.oc, g.ic * g.taps, from, input.offset, w + group * g.oc * g.ic * g.taps, to, to_stride,
                q.bias ? bias + group * g.oc : nullptr);
    };
    E* to = y + at * g.oc * g.out_plane + b * input.band * g.w.out;
    if constexpr (std::is_same_v<T, E>) {
      for (int64_t r = 0; straight && r < rows; ++r) apply(g.w.out, padded + r * pitch, to + r * g.w.out, g.out_plane);
      if (straight) return;
    }
    apply((rows - 1) * pitch + g.w.out, padded, result, result_stride);
    for (int64_t o = 0; o < g.oc; ++o)
      isa.spread_rows(rows, g.w.out, result + o * result_stride, pitch, to + o * g.out_plane, g.w.out, 1);
  });
}

template <class T, class E>
void direct_backward_data(const ConvProblem& q, const E* dy, const T* w, E* dx) {
  const Geometry g(q);
  DataGradient<T, E> gradient(g, kernels<T, E>());
  const Workspace tables(gradient.table_bytes());
  gradient.make_tables(w, tables);
  const int64_t bands = gradient.bands(), tasks = q.n * g.groups * bands;
  const size_t nbytes = gradient.source_bytes() + g.ic * gradient.result_stride * sizeof(T);
  for_tasks(tasks, cost_of(q) / tasks, nbytes, [&](int64_t task, const Workspace& space) {
    const int64_t b = bands == 1 ? 0 : task % bands, at = bands == 1 ? task : task / bands;
    T *source = space.as<T>(), *result = space.as<T>(gradient.source_bytes());
    gradient.fill(dy + at * g.oc * g.out_plane, b, source);
    gradient.band_of_image(b, at % g.groups, source, result, dx + at * g.ic * g.in_plane);
  });
}

template <class T, class E>
void direct_backward_weights(const ConvProblem& q, const E* x, const E* dy, T* dw) {
  const Geometry g(q);
  const DirectConvKernels<T, E>& isa = kernels<T, E>();
  PaddedInput<T, E> input(g, isa);
  // Few groups are cut into parts of the images as well, whose sums are added in order.
  const int64_t wanted = g.groups >= 32 ? 1 : std::min(q.n, kImageParts);
  const int64_t images = ceil_div(q.n, wanted), parts = ceil_div(q.n, images), tasks = parts * g.groups;
  const int64_t per_group = g.oc * g.ic * g.taps, numel = g.groups * per_group;
  const Workspace tables(input.table_bytes()), partial(parts * numel * sizeof(double));
  input.make_tables(tables);
  double* sums = partial.as<double>();
  std::fill(sums, sums + parts * numel, 0.);
  for_tasks(tasks, cost_of(q) / tasks, input.nbytes(), [&](int64_t task, const Workspace& space) {
    const int64_t part = task / g.groups, group = task % g.groups;
    T* padded = space.as<T>();
    for (int64_t image = part * images; image < std::min(q.n, (part + 1) * images); ++image)
      for (int64_t b = 0; b < input.bands(); ++b) {
        const int64_t at = image * g.groups + group;
        input.fill(x + at * g.ic * g.in_plane, b, padded);
        for (int64_t o = 0; o < g.oc; ++o)
          isa.correlate(input.rows(b), g.w.out, g.ic * g.taps,
                        dy + (at * g.oc + o) * g.out_plane + b * input.band * g.w.out, padded, input.pitch,
                        input.offset, sums + part * numel + group * per_group + o * g.ic * g.taps);
      }
  });
  for (int64_t i = 0; i < numel; ++i) {
    double sum = 0;
    for (int64_t part = 0; part < parts; ++part) sum += sums[part * numel + i];
    dw[i] = static_cast<T>(sum);
  }
}

bool reads_bfloat16() {
#if defined(__x86_64__)
  return cpu_level() == kCpuLevels - 1;
#else
  return false;
#endif
}

#define TORCHPP_INSTANTIATE(T, E)                                                           \
  template void direct_forward<T, E>(const ConvProblem&, const E*, const T*, const T*, E*); \
  template void direct_backward_data<T, E>(const ConvProblem&, const E*, const T*, E*);     \
  template void direct_backward_weights<T, E>(const ConvProblem&, const E*, const E*, T*);
TORCHPP_INSTANTIATE(float, float)
TORCHPP_INSTANTIATE(double, double)
#if defined(__x86_64__)
TORCHPP_INSTANTIATE(float, math::bf16)
#endif
#undef TORCHPP_INSTANTIATE

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
