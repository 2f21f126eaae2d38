// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/channels_last_convolution.h"

#include <algorithm>

#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp::cpu::own {
namespace {

// A convolution as products of matrices: the windows of an image (pixels of the output x taps and channels) times the
// weights. Gradients take some channels at a time where there are few images. All sizes depend on the problem alone,
// since they decide where sums are rounded.
template <class T>
struct Windows {
  static constexpr int64_t kBytes = 262144, kLeastPixels = 64;  // of a block

  explicit Windows(const ConvProblem& problem) : q(problem) {
    const int64_t pixels = std::max<int64_t>(kLeastPixels, kBytes / (taps * ic * static_cast<int64_t>(sizeof(T))));
    block = std::min(lines, std::max<int64_t>(1, pixels / line));
  }

  const ConvProblem& q;
  const int64_t ic = q.in_channels, oc = q.out_channels, in_pixels = q.in_size(), out_pixels = q.out_size();
  const int64_t taps = q.kernel_size(), line = q.out[2], lines = q.out[0] * q.out[1];
  int64_t block;  // lines of the output

  int64_t blocks() const { return ceil_div(lines, block); }
  int64_t block_numel(int64_t channels) const { return block * line * taps * channels; }
  // Channels of a slice of `images` images, of which there are this many slices.
  int64_t width(int64_t images) const {
    constexpr int64_t kSlices = 8, kLeastChannels = 32;
    return ceil_div(ic, std::max<int64_t>(1, std::min(ic / kLeastChannels, ceil_div(kSlices, images))));
  }

  // Calls f(row, count, pixel) for all taps of the windows of lines [first, last): rows of a window follow each other,
  // and `count` of them are of pixels of the input that do, or lie outside, where `pixel` is negative.
  template <class F>
  void for_each_run(int64_t first, int64_t last, const F& f) const {
    const int64_t width = q.kernel[2];
    int64_t row = 0;
    for (int64_t l = first; l < last; ++l)
      for (int64_t at = 0; at < line; ++at)
        for (int64_t kd = 0; kd < q.kernel[0]; ++kd)
          for (int64_t kh = 0; kh < q.kernel[1]; ++kh, row += width) {
            const int64_t d = l / q.out[1] * q.stride[0] - q.padding_left[0] + kd * q.dilation[0];
            const int64_t h = l % q.out[1] * q.stride[1] - q.padding_left[1] + kh * q.dilation[1];
            const int64_t x = at * q.stride[2] - q.padding_left[2], start = (d * q.in[1] + h) * q.in[2] + x;
            if (d < 0 || d >= q.in[0] || h < 0 || h >= q.in[1]) {
              f(row, width, -1);
            } else if (q.dilation[2] == 1) {
              const int64_t begin = std::min(width, std::max<int64_t>(0, -x));
              const int64_t end = std::max(begin, std::min(width, q.in[2] - x));
              if (begin > 0) f(row, begin, -1);
              if (end > begin) f(row + begin, end - begin, start + begin);
              if (end < width) f(row + end, width - end, -1);
            } else {
              for (int64_t kw = 0; kw < width; ++kw) {
                const int64_t to = kw * q.dilation[2];
                f(row + kw, 1, x + to >= 0 && x + to < q.in[2] ? start + to : -1);
              }
            }
          }
  }

  // The windows of lines [first, last) with channels [channel, channel + channels): `to` (pixels x taps x channels).
  void unroll(const T* image, int64_t channel, int64_t channels, int64_t first, int64_t last, T* to) const {
    for_each_run(first, last, [&](int64_t row, int64_t count, int64_t pixel) {
      T* run = to + row * channels;
      if (pixel < 0) {
        std::fill_n(run, count * channels, T(0));
      } else if (channels == ic) {
        std::copy_n(image + pixel * ic, count * ic, run);
      } else {
        for (; count > 0; --count, ++pixel, run += channels) std::copy_n(image + pixel * ic + channel, channels, run);
      }
    });
  }

  // Adds windows, as unroll() would write them, to the image they are of.
  void roll_up(const T* from, int64_t channel, int64_t channels, int64_t first, int64_t last, T* image) const {
    for_each_run(first, last, [&](int64_t row, int64_t count, int64_t pixel) {
      const T* run = from + row * channels;
      for (; count > 0 && pixel >= 0; --count, ++pixel, run += channels) {
        T* const to = image + pixel * ic + channel;
        for (int64_t c = 0; c < channels; ++c) to[c] += run[c];
      }
    });
  }
};

}  // namespace

template <class T>
void channels_last_forward(const ConvProblem& q, const T* x, const T* w, const T* bias, T* y) {
  const Windows<T> g(q);
  const int64_t depth = g.taps * g.ic;
  GemmArguments<T> p;
  p.n = g.oc, p.k = depth, p.a_row = depth, p.c_row = g.oc, p.bias = q.bias ? bias : nullptr;
  if (q.pointwise()) {
    p.m = q.n * g.out_pixels, p.a = x, p.b = w, p.b_row = 1, p.b_col = depth, p.c = y;
    return gemm(p);
  }
  // (taps x channels of the input x those of the output), of which products copy rows, if anything.
  const Workspace weights(depth * g.oc * sizeof(T));
  T* const turned = weights.as<T>();
  if (g.taps == 1) transpose(g.oc, g.ic, w, depth, turned, g.oc);
  for (int64_t c = 0; c < g.ic && g.taps != 1; ++c)
    transpose(g.oc, g.taps, w + c * g.taps, depth, turned + c * g.oc, g.ic * g.oc);
  p.b = turned, p.b_row = g.oc;
  detail::run_slices(q.n * g.blocks(), [&](int64_t s) {
    const int64_t image = s / g.blocks(), first = s % g.blocks() * g.block, last = std::min(g.lines, first + g.block);
    const Workspace space(g.block_numel(g.ic) * sizeof(T));
    g.unroll(x + image * g.in_pixels * g.ic, 0, g.ic, first, last, space.as<T>());
    GemmArguments<T> part = p;
    part.m = (last - first) * g.line, part.a = space.as<T>();
    part.c = y + (image * g.out_pixels + first * g.line) * g.oc;
    gemm_serial(part);
  });
}

template <class T>
void channels_last_backward_data(const ConvProblem& q, const T* dy, const T* w, T* dx) {
  const Windows<T> g(q);
  GemmArguments<T> p;
  p.k = g.oc, p.a_row = g.oc;
  if (q.pointwise()) {
    p.m = q.n * g.out_pixels, p.n = p.b_row = p.c_row = g.ic, p.a = dy, p.b = w, p.c = dx;
    return gemm(p);
  }
  const int64_t width = g.width(q.n), parts = ceil_div(g.ic, width);
  // Of each part (channels of the output x taps x those of the part).
  const Workspace weights(g.oc * g.taps * g.ic * sizeof(T));
  for (int64_t channel = 0; channel < g.ic; channel += width) {
    const int64_t channels = std::min(width, g.ic - channel);
    T* const to = weights.as<T>() + channel * g.oc * g.taps;
    for (int64_t o = 0; o < g.oc; ++o)
      transpose(channels, g.taps, w + (o * g.ic + channel) * g.taps, g.taps, to + o * g.taps * channels, channels);
  }
  detail::run_slices(q.n * parts, [&](int64_t s) {
    const int64_t image = s / parts, channel = s % parts * width, channels = std::min(width, g.ic - channel);
    T* const to = dx + image * g.in_pixels * g.ic;
    for (int64_t i = 0; i < g.in_pixels; ++i) std::fill_n(to + i * g.ic + channel, channels, T(0));
    const Workspace space(g.block_numel(channels) * sizeof(T));
    GemmArguments<T> part = p;
    part.n = part.b_row = part.c_row = g.taps * channels;
    part.b = weights.as<T>() + channel * g.oc * g.taps, part.c = space.as<T>();
    for (int64_t first = 0; first < g.lines; first += g.block) {
      const int64_t last = std::min(g.lines, first + g.block);
      part.m = (last - first) * g.line, part.a = dy + (image * g.out_pixels + first * g.line) * g.oc;
      gemm_serial(part);
      g.roll_up(part.c, channel, channels, first, last, to);
    }
  });
}

template <class T>
void channels_last_backward_weights(const ConvProblem& q, const T* x, const T* dy, T* dw) {
  constexpr int64_t kMostSums = 8,
                    kPartialBytes = int64_t{1} << 20;  // of several images; of the weights that have them
  const Windows<T> g(q);
  GemmArguments<T> p;
  p.m = g.oc, p.a_row = 1, p.a_col = g.oc;
  if (q.pointwise()) {
    p.n = p.b_row = p.c_row = g.ic, p.k = q.n * g.out_pixels, p.a = dy, p.b = x, p.c = dw;
    return gemm(p);
  }
  const int64_t numel = g.oc * g.taps * g.ic;
  const bool partial = numel * static_cast<int64_t>(sizeof(T)) <= kPartialBytes;
  const int64_t images = ceil_div(q.n, partial ? std::min(q.n, kMostSums) : 1), sums = ceil_div(q.n, images);
  const int64_t width = g.width(sums), parts = ceil_div(g.ic, width);
  const Workspace space(sums * numel * sizeof(T));
  detail::run_slices(sums * parts, [&](int64_t s) {
    const int64_t sum = s / parts, channel = s % parts * width, channels = std::min(width, g.ic - channel);
    const Workspace windows(g.block_numel(channels) * sizeof(T));
    GemmArguments<T> part = p;
    part.n = part.b_row = part.c_row = g.taps * channels;
    part.b = windows.as<T>(), part.c = space.as<T>() + sum * numel + channel * g.oc * g.taps;
    for (int64_t i = sum * images; i < std::min(q.n, (sum + 1) * images); ++i)
      for (int64_t first = 0; first < g.lines; first += g.block, part.add = true) {
        const int64_t last = std::min(g.lines, first + g.block);
        g.unroll(x + i * g.in_pixels * g.ic, channel, channels, first, last, windows.as<T>());
        part.k = (last - first) * g.line, part.a = dy + (i * g.out_pixels + first * g.line) * g.oc;
        gemm_serial(part);
      }
  });
  T* const total = space.as<T>();
  for (int64_t s = 1; s < sums; ++s)
    for (int64_t i = 0; i < numel; ++i) total[i] += total[s * numel + i];
  for (int64_t channel = 0; channel < g.ic; channel += width) {
    const int64_t channels = std::min(width, g.ic - channel);
    for (int64_t o = 0; o < g.oc; ++o)
      transpose(g.taps, channels, total + (channel * g.oc + o * channels) * g.taps, channels,
                dw + (o * g.ic + channel) * g.taps, g.taps);
  }
}

#define TORCHPP_INSTANTIATE(T)                                                                  \
  template void channels_last_forward<T>(const ConvProblem&, const T*, const T*, const T*, T*); \
  template void channels_last_backward_data<T>(const ConvProblem&, const T*, const T*, T*);     \
  template void channels_last_backward_weights<T>(const ConvProblem&, const T*, const T*, T*);
TORCHPP_INSTANTIATE(float)
TORCHPP_INSTANTIATE(double)
#undef TORCHPP_INSTANTIATE

}  // namespace torchpp::cpu::own
