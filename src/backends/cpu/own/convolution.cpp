// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/convolution.h"

#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/own/channels_last_convolution.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace own {
namespace {

constexpr int64_t kUnrolledBytes = 262144;  // of an unrolled image that a slice works on, at least kUnrolledPixels
constexpr int64_t kUnrolledPixels = 256;
constexpr int64_t kImageParts = 8;                   // partial sums of a weight gradient at most
constexpr int64_t kPartialBytes = int64_t{1} << 20;  // weights up to this size have them

// Transposes each image, (rows x cols) to (cols x rows): between channels last and channels first.
template <class T>
void reorder(int64_t images, int64_t rows, int64_t cols, const T* from, T* to) {
  detail::run_slices(
      images, [&](int64_t i) { transpose(rows, cols, from + i * rows * cols, cols, to + i * rows * cols, rows); });
}

// The caller's activations with channels first: the memory itself, or a copy.
template <class T>
class Plain {
 public:
  Plain(bool last, int64_t images, int64_t channels, int64_t pixels, const T* data)
      : space_(last ? images * channels * pixels * sizeof(T) : 0), data_(data) {
    if (!last) return;
    reorder(images, pixels, channels, data, space_.as<T>());
    data_ = space_.as<T>();
  }
  const T* data() const { return data_; }

 private:
  const Workspace space_;
  const T* data_;
};

// Images of several groups are turned: the rows of their windows would be short.
bool reads_windows(const ConvProblem& q) { return q.channels_last && q.groups == 1 && !q.empty(); }

// A kernel of one tap with a stride sees the first of every few pixels: the problem on those pixels alone, which has no
// stride and is a product of matrices without any unrolling. Other problems stay as they are.
bool is_thinned(const ConvProblem& q) { return q.single_tap() && !q.pointwise(); }
ConvProblem thinned(const ConvProblem& q) {
  ConvProblem t = q;
  for (int d = 0; d < 3 && is_thinned(q); ++d) t.in[d] = q.out[d], t.stride[d] = 1;
  return t;
}
// Calls f(line of the seen pixels, line of all pixels they lie on) for the lines of plane p; both are elements.
template <class F>
void for_thinned_lines(const ConvProblem& q, int64_t p, const F& f) {
  for (int64_t d = 0; d < q.out[0]; ++d)
    for (int64_t h = 0; h < q.out[1]; ++h)
      f(((p * q.out[0] + d) * q.out[1] + h) * q.out[2],
        ((p * q.in[0] + d * q.stride[0]) * q.in[1] + h * q.stride[1]) * q.in[2]);
}
// The pixels of planes that a thinned problem sees: the memory itself, or a copy.
template <class T>
class Seen {
 public:
  Seen(const ConvProblem& q, const T* data)
      : space_(is_thinned(q) ? q.n * q.in_channels * q.out_size() * sizeof(T) : 0), data_(data) {
    if (!is_thinned(q)) return;
    T* to = space_.as<T>();
    data_ = to;
    parallel_for(0, q.n * q.in_channels, 65536 / q.in_size() + 1, [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p)
        for_thinned_lines(q, p, [&](int64_t line, int64_t from) {
          const int64_t step = q.stride[2];
          if (step == 2)
            for (int64_t j = 0; j < q.out[2]; ++j) to[line + j] = data[from + 2 * j];
          else
            for (int64_t j = 0; j < q.out[2]; ++j) to[line + j] = data[from + step * j];
        });
    });
  }
  const T* data() const { return data_; }

 private:
  const Workspace space_;
  const T* data_;
};
// Planes with zeros but at the pixels that a thinned problem sees.
template <class T>
void spread_seen(const ConvProblem& q, const T* from, T* to) {
  parallel_for(0, q.n * q.in_channels, 65536 / q.in_size() + 1, [&](int64_t begin, int64_t end) {
    std::fill(to + begin * q.in_size(), to + end * q.in_size(), T(0));
    for (int64_t p = begin; p < end; ++p)
      for_thinned_lines(q, p, [&](int64_t line, int64_t at) {
        for (int64_t j = 0; j < q.out[2]; ++j) to[at + q.stride[2] * j] = from[line + j];
      });
  });
}

// A convolution as products of matrices: per image and group, the weights (oc x depth) times the unrolled image (depth
// x pixels of the output), of which a slice unrolls `block` lines.
struct Im2col {
  const ConvProblem& q;
  const int64_t n = q.n, groups = q.groups, ic = q.in_channels / groups, oc = q.out_channels / groups;
  const int64_t in_pixels = q.in_size(), out_pixels = q.out_size(), taps = q.kernel_size();
  const int64_t line = q.out[2], lines = q.out[0] * q.out[1], depth = ic * taps;
  const bool pointwise = q.pointwise();
  const int64_t block;  // lines

  Im2col(const ConvProblem& problem, size_t size) : q(problem), block(lines_of_slice(size)) {}
  int64_t blocks() const { return ceil_div(lines, block); }
  int64_t lines_of_slice(size_t size) const {
    if (depth == 0 || lines * line == 0) return 1;  // nothing will be unrolled
    const int64_t pixels = std::max<int64_t>(kUnrolledPixels, kUnrolledBytes / static_cast<int64_t>(depth * size));
    return std::min(lines, std::max<int64_t>(1, pixels / line));
  }

  // Calls f(row of the unrolled matrix, first pixel there, first valid column, end of valid columns, input element of
  // column 0) for every run of a line, channels [channel, channel_end), lines [first, last).
  template <class F>
  void for_each_run(int64_t channel, int64_t channel_end, int64_t first, int64_t last, const F& f) const {
    int64_t row = 0;
    for (int64_t c = channel; c < channel_end; ++c)
      for (int64_t kd = 0; kd < q.kernel[0]; ++kd)
        for (int64_t kh = 0; kh < q.kernel[1]; ++kh)
          for (int64_t kw = 0; kw < q.kernel[2]; ++kw, ++row) {
            const int64_t shift = kw * q.dilation[2] - q.padding_left[2];
            const int64_t begin = std::min(line, shift >= 0 ? 0 : ceil_div(-shift, q.stride[2]));
            const int64_t end =
                std::max(begin, std::min(line, q.in[2] <= shift ? 0 : (q.in[2] - 1 - shift) / q.stride[2] + 1));
            for (int64_t l = first; l < last; ++l) {
              const int64_t d = l / q.out[1] * q.stride[0] - q.padding_left[0] + kd * q.dilation[0];
              const int64_t h = l % q.out[1] * q.stride[1] - q.padding_left[1] + kh * q.dilation[1];
              const bool inside = d >= 0 && d < q.in[0] && h >= 0 && h < q.in[1];
              f(row, (l - first) * line, inside ? begin : 0, inside ? end : 0,
                ((c * q.in[0] + d) * q.in[1] + h) * q.in[2] + shift);
            }
          }
  }
};

// to (depth x pixels) holds, for each tap, the pixel that each result sees through it.
template <class T>
void unroll(const Im2col& g, const T* image, int64_t channel, int64_t channel_end, int64_t first, int64_t last, T* to) {
  const int64_t pixels = (last - first) * g.line, stride = g.q.stride[2];
  g.for_each_run(channel, channel_end, first, last,
                 [&](int64_t row, int64_t at, int64_t begin, int64_t end, int64_t from) {
                   T* run = to + row * pixels + at;
                   std::fill(run, run + begin, T(0));
                   if (stride == 1) std::copy(image + from + begin, image + from + end, run + begin);
                   else
                     for (int64_t j = begin; j < end; ++j) run[j] = image[from + j * stride];
                   std::fill(run + end, run + g.line, T(0));
                 });
}

// The transposed operation of unroll(): adds each element of the unrolled matrix to the pixel it would be read from.
template <class T>
void roll_up(const Im2col& g, const T* from, int64_t channel, int64_t channel_end, int64_t first, int64_t last,
             T* image) {
  const int64_t pixels = (last - first) * g.line, stride = g.q.stride[2];
  g.for_each_run(channel, channel_end, first, last,
                 [&](int64_t row, int64_t at, int64_t begin, int64_t end, int64_t to) {
                   const T* run = from + row * pixels + at;
                   for (int64_t j = begin; j < end; ++j) image[to + j * stride] += run[j];
                 });
}

template <class T>
void plain_forward(const Im2col& g, const T* x, const T* w, const T* bias, T* y) {
  const int64_t blocks = g.pointwise ? 1 : g.blocks();
  const auto one = [&](int64_t image, int64_t group, int64_t first, int64_t last, GemmArguments<T>& q) {
    q.m = g.oc, q.n = (last - first) * g.line, q.k = g.depth;
    q.a = w + group * g.oc * g.depth, q.a_row = g.depth;
    q.c = y + (image * g.groups + group) * g.oc * g.out_pixels + first * g.line, q.c_row = g.out_pixels;
    q.add = bias != nullptr;
    for (int64_t c = 0; bias && c < g.oc; ++c)
      std::fill(q.c + c * q.c_row, q.c + c * q.c_row + q.n, bias[group * g.oc + c]);
  };
  const auto source = [&](int64_t image, int64_t group) { return x + (image * g.groups + group) * g.ic * g.in_pixels; };
  if (g.pointwise && g.groups == 1) {  // the images share the weights, which are packed once for several of them
    if (bias)
      parallel_for(0, g.n * g.oc, 32768 / g.out_pixels + 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          std::fill(y + i * g.out_pixels, y + (i + 1) * g.out_pixels, bias[i % g.oc]);
      });
    GemmArguments<T> q;
    q.m = g.oc, q.n = g.out_pixels, q.k = g.ic;
    q.a = w, q.a_row = g.ic, q.b = x, q.b_row = g.in_pixels, q.c = y, q.c_row = g.out_pixels, q.add = bias != nullptr;
    return gemm_batched(q, g.n, 0, g.ic * g.in_pixels, g.oc * g.out_pixels);
  }
  if (g.pointwise && g.n * g.groups < 2 * get_num_threads()) {  // few large products, each cut itself
    for (int64_t i = 0; i < g.n * g.groups; ++i) {
      GemmArguments<T> q;
      one(i / g.groups, i % g.groups, 0, g.lines, q);
      q.b = source(i / g.groups, i % g.groups), q.b_row = g.in_pixels;
      gemm(q);
    }
    return;
  }
  if (g.n * g.groups * blocks == 1) {  // one product, cut itself
    GemmArguments<T> q;
    one(0, 0, 0, g.lines, q);
    const Workspace space(g.depth * q.n * sizeof(T));
    const int64_t parts = std::min<int64_t>(g.ic, 4 * get_num_threads());
    detail::run_slices(parts, [&](int64_t s) {
      const int64_t channel = s * g.ic / parts;
      unroll(g, x, channel, (s + 1) * g.ic / parts, 0, g.lines, space.as<T>() + channel * g.taps * q.n);
    });
    q.b = space.as<T>(), q.b_row = q.n;
    return gemm(q);
  }
  detail::run_slices(g.n * g.groups * blocks, [&](int64_t s) {
    const int64_t image = s / blocks / g.groups, group = s / blocks % g.groups;
    const int64_t first = g.pointwise ? 0 : s % blocks * g.block;
    const int64_t last = g.pointwise ? g.lines : std::min(g.lines, first + g.block);
    GemmArguments<T> q;
    one(image, group, first, last, q);
    const Workspace space(g.pointwise ? 0 : g.depth * q.n * sizeof(T));
    if (g.pointwise) {
      q.b = source(image, group), q.b_row = g.in_pixels;
    } else {
      unroll(g, source(image, group), 0, g.ic, first, last, space.as<T>());
      q.b = space.as<T>(), q.b_row = q.n;
    }
    gemm_serial(q);
  });
}

template <class T>
void plain_backward_data(const Im2col& g, const T* dy, const T* w, T* dx) {
  const auto one = [&](int64_t image, int64_t group, int64_t channel, int64_t channel_end, int64_t first,
                       int64_t last) {
    GemmArguments<T> q;
    q.m = (channel_end - channel) * g.taps, q.n = (last - first) * g.line, q.k = g.oc;
    q.a = w + group * g.oc * g.depth + channel * g.taps, q.a_row = 1, q.a_col = g.depth;
    q.b = dy + (image * g.groups + group) * g.oc * g.out_pixels + first * g.line, q.b_row = g.out_pixels;
    return q;
  };
  const auto target = [&](int64_t image, int64_t group) {
    return dx + (image * g.groups + group) * g.ic * g.in_pixels;
  };
  if (g.pointwise) {
    const auto product = [&](int64_t i) {
      GemmArguments<T> q = one(i / g.groups, i % g.groups, 0, g.ic, 0, g.lines);
      q.c = target(i / g.groups, i % g.groups), q.c_row = g.in_pixels;
      return q;
    };
    if (g.groups == 1) return gemm_batched(product(0), g.n, 0, g.oc * g.out_pixels, g.ic * g.in_pixels);
    if (g.n * g.groups >= 2 * get_num_threads())
      return detail::run_slices(g.n * g.groups, [&](int64_t i) { gemm_serial(product(i)); });
    for (int64_t i = 0; i < g.n * g.groups; ++i) gemm(product(i));
    return;
  }
  // Each slice computes some channels of dx, so results do not depend on the number of slices. The blocks of lines, in
  // whose order sums are taken, depend on the problem alone.
  const int64_t parts = std::max<int64_t>(1, std::min(g.ic / 16, ceil_div(4 * get_num_threads(), g.n * g.groups)));
  const int64_t width = ceil_div(g.ic, parts);
  detail::run_slices(g.n * g.groups * parts, [&](int64_t s) {
    const int64_t image = s / parts / g.groups, group = s / parts % g.groups;
    const int64_t channel = s % parts * width, channel_end = std::min(g.ic, channel + width);
    if (channel >= channel_end) return;
    T* to = target(image, group);
    std::fill(to + channel * g.in_pixels, to + channel_end * g.in_pixels, T(0));
    const Workspace space(width * g.taps * g.block * g.line * sizeof(T));
    for (int64_t first = 0; first < g.lines; first += g.block) {
      const int64_t last = std::min(g.lines, first + g.block);
      GemmArguments<T> q = one(image, group, channel, channel_end, first, last);
      q.c = space.as<T>(), q.c_row = q.n, q.is_part = true;
      gemm_serial(q);
      roll_up(g, space.as<T>(), channel, channel_end, first, last, to);
    }
  });
}

// dw of input channels [channel, channel_end) from images [image, image_end), summed over their blocks of lines.
template <class T>
void add_weights(const Im2col& g, const T* x, const T* dy, int64_t group, int64_t image, int64_t image_end,
                 int64_t channel, int64_t channel_end, T* dw) {
  const int64_t rows = (channel_end - channel) * g.taps;
  const int64_t block = g.pointwise ? g.lines : g.block;
  const Workspace space(g.pointwise ? 0 : rows * block * g.line * sizeof(T));
  bool add = false;
  for (int64_t i = image; i < image_end; ++i)
    for (int64_t first = 0; first < g.lines; first += block) {
      const int64_t last = std::min(g.lines, first + block);
      const T* source = x + (i * g.groups + group) * g.ic * g.in_pixels;
      GemmArguments<T> q;
      q.m = g.oc, q.n = rows, q.k = (last - first) * g.line;
      q.a = dy + (i * g.groups + group) * g.oc * g.out_pixels + first * g.line, q.a_row = g.out_pixels;
      q.b = source + channel * g.in_pixels, q.b_row = 1, q.b_col = g.in_pixels;
      if (!g.pointwise) {
        unroll(g, source, channel, channel_end, first, last, space.as<T>());
        q.b = space.as<T>(), q.b_col = q.k;
      }
      q.c = dw + group * g.oc * g.depth + channel * g.taps, q.c_row = g.depth;
      q.add = add, q.is_part = true;
      add = true;
      gemm_serial(q);
    }
}

template <class T>
void plain_backward_weights(const Im2col& g, const T* x, const T* dy, T* dw) {
  const int64_t numel = g.groups * g.oc * g.depth;
  const bool partial = g.n > 1 && numel * static_cast<int64_t>(sizeof(T)) <= kPartialBytes;
  const int64_t images = ceil_div(g.n, partial ? std::min(g.n, kImageParts) : 1), sums = ceil_div(g.n, images);
  const int64_t parts = std::max<int64_t>(1, std::min(g.ic / 16, ceil_div(4 * get_num_threads(), sums * g.groups)));
  const int64_t width = ceil_div(g.ic, parts);
  const Workspace space((sums - 1) * numel * sizeof(T));
  detail::run_slices(sums * g.groups * parts, [&](int64_t s) {
    const int64_t sum = s / parts / g.groups, channel = s % parts * width;
    if (channel >= g.ic) return;
    add_weights(g, x, dy, s / parts % g.groups, sum * images, std::min(g.n, (sum + 1) * images), channel,
                std::min(g.ic, channel + width), sum == 0 ? dw : space.as<T>() + (sum - 1) * numel);
  });
  for (int64_t s = 0; s < sums - 1; ++s) {
    const T* part = space.as<T>() + s * numel;
    for (int64_t i = 0; i < numel; ++i) dw[i] += part[i];
  }
}

// Sixteen running sums over a line, so that the loop is a vector loop and its order is fixed.
template <class T, class Acc>
Acc sum_of(const T* p, int64_t n) {
  Acc lanes[16] = {};
  int64_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (int64_t l = 0; l < 16; ++l) lanes[l] += static_cast<Acc>(p[i + l]);
  for (; i < n; ++i) lanes[i % 16] += static_cast<Acc>(p[i]);
  Acc total = 0;
  for (const Acc lane : lanes) total += lane;
  return total;
}

template <class T, class Acc>
void sum_channels(int64_t n, int64_t channels, int64_t pixels, bool last, const T* images, T* sums) {
  const int64_t step = last ? 64 : 1;
  detail::run_slices(ceil_div(channels, step), [&](int64_t s) {
    const int64_t c = s * step, count = std::min(step, channels - c);
    Acc sum[64] = {};
    if (!last)
      for (int64_t i = 0; i < n; ++i) sum[0] += sum_of<T, Acc>(images + (i * channels + c) * pixels, pixels);
    else
      for (int64_t p = 0; p < n * pixels; ++p)
        for (int64_t j = 0; j < count; ++j) sum[j] += static_cast<Acc>(images[p * channels + c + j]);
    for (int64_t j = 0; j < count; ++j) sums[c + j] = static_cast<T>(sum[j]);
  });
}

}  // namespace

template <class T>
void conv_forward(const ConvProblem& q, const T* x, const T* w, const T* bias, T* y) {
  if (q.n == 0 || q.out_channels == 0 || q.out_size() == 0) return;
  if (reads_windows(q)) return channels_last_forward(q, x, w, bias, y);
  const ConvProblem problem = thinned(q);
  const Im2col g(problem, sizeof(T));
  const Plain<T> planes(q.channels_last, q.n, q.in_channels, q.in_size(), x);
  const Seen<T> from(q, planes.data());
  if (!q.channels_last) return plain_forward(g, from.data(), w, q.bias ? bias : nullptr, y);
  const Workspace space(q.n * q.out_channels * g.out_pixels * sizeof(T));
  plain_forward(g, from.data(), w, q.bias ? bias : nullptr, space.as<T>());
  reorder(q.n, q.out_channels, g.out_pixels, space.as<T>(), y);
}

template <class T>
void conv_backward_data(const ConvProblem& q, const T* dy, const T* w, T* dx) {
  const int64_t planes = q.n * q.in_channels;
  if (q.empty()) {
    std::fill(dx, dx + planes * q.in_size(), T(0));
    return;
  }
  if (reads_windows(q)) return channels_last_backward_data(q, dy, w, dx);
  const ConvProblem problem = thinned(q);
  const Im2col g(problem, sizeof(T));
  const Plain<T> from(q.channels_last, q.n, q.out_channels, g.out_pixels, dy);
  const Workspace turned(q.channels_last ? planes * q.in_size() * sizeof(T) : 0);
  T* to = q.channels_last ? turned.as<T>() : dx;
  if (is_thinned(q)) {
    const Workspace seen(planes * g.in_pixels * sizeof(T));
    plain_backward_data(g, from.data(), w, seen.as<T>());
    spread_seen(q, seen.as<T>(), to);
  } else {
    plain_backward_data(g, from.data(), w, to);
  }
  if (q.channels_last) reorder(q.n, q.in_channels, q.in_size(), to, dx);
}

template <class T>
void conv_backward_weights(const ConvProblem& q, const T* x, const T* dy, T* dw) {
  if (q.empty()) {
    std::fill(dw, dw + q.weight_numel(), T(0));
    return;
  }
  if (reads_windows(q)) return channels_last_backward_weights(q, x, dy, dw);
  const ConvProblem problem = thinned(q);
  const Im2col g(problem, sizeof(T));
  const Plain<T> planes(q.channels_last, q.n, q.in_channels, q.in_size(), x);
  const Seen<T> input(q, planes.data());
  const Plain<T> output(q.channels_last, q.n, q.out_channels, g.out_pixels, dy);
  plain_backward_weights(g, input.data(), output.data(), dw);
}

void sum_channels(ScalarType dtype, int64_t n, int64_t channels, int64_t pixels, bool channels_last, const void* images,
                  void* sums) {
  const auto run = [&](auto element, auto accumulator) {
    using T = decltype(element);
    sum_channels<T, decltype(accumulator)>(n, channels, pixels, channels_last, static_cast<const T*>(images),
                                           static_cast<T*>(sums));
  };
  if (dtype == kFloat) return run(float(), float());
  if (dtype == kDouble) return run(double(), double());
  TORCHPP_CHECK(dtype == kBFloat16, "sum_channels: dtype got ", toString(dtype),
                ", expected float, double or bfloat16");
  run(BFloat16(), float());
}

#define TORCHPP_INSTANTIATE(T)                                                         \
  template void conv_forward<T>(const ConvProblem&, const T*, const T*, const T*, T*); \
  template void conv_backward_data<T>(const ConvProblem&, const T*, const T*, T*);     \
  template void conv_backward_weights<T>(const ConvProblem&, const T*, const T*, T*);
TORCHPP_INSTANTIATE(float)
TORCHPP_INSTANTIATE(double)
#undef TORCHPP_INSTANTIATE

}  // namespace own
}  // namespace cpu
}  // namespace torchpp
