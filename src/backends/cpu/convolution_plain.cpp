// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/convolution_plain.h"

#include <torchpp/core/complex.h>
#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/dtype_switch.h"

namespace torchpp::cpu::plain {
namespace {

// Offsets of elements of dense images.
struct Strides {
  int64_t image, channel, pixel;
  Strides(int64_t channels, int64_t pixels, bool last)
      : image(channels * pixels), channel(last ? 1 : pixels), pixel(last ? channels : 1) {}
  int64_t at(int64_t i, int64_t c, int64_t p) const { return i * image + c * channel + p * pixel; }
};

struct Loops {
  const ConvProblem& q;
  const int64_t ic = q.in_channels / q.groups, oc = q.out_channels / q.groups;  // channels of one group
  const int64_t in_pixels = q.in_size(), out_pixels = q.out_size(), taps = q.kernel_size();
  const Strides input{q.in_channels, in_pixels, q.channels_last}, output{q.out_channels, out_pixels, q.channels_last};

  // Calls f(tap, pixel of the input) for every tap through which pixel p of the result sees the input.
  template <class F>
  void for_taps(int64_t p, const F& f) const {
    const int64_t at[3] = {p / (q.out[1] * q.out[2]), p / q.out[2] % q.out[1], p % q.out[2]};
    for (int64_t tap = 0; tap < taps; ++tap) {
      const int64_t k[3] = {tap / (q.kernel[1] * q.kernel[2]), tap / q.kernel[2] % q.kernel[1], tap % q.kernel[2]};
      int64_t pixel = 0;
      bool inside = true;
      for (int d = 0; d < 3; ++d) {
        const int64_t x = at[d] * q.stride[d] - q.padding_left[d] + k[d] * q.dilation[d];
        inside = inside && x >= 0 && x < q.in[d];
        pixel = pixel * q.in[d] + x;
      }
      if (inside) f(tap, pixel);
    }
  }
};

template <class T>
void add_product(T& sum, T a, T b) {
  sum = static_cast<T>(sum + a * b);
}

template <class T>
void forward(const Loops& g, const T* x, const T* w, const T* bias, T* y) {
  parallel_for(0, g.q.n * g.q.groups * g.oc, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / (g.q.groups * g.oc), o = i % (g.q.groups * g.oc), group = o / g.oc;
      const T *from = x + g.input.at(image, group * g.ic, 0), *weights = w + o * g.ic * g.taps;
      T* to = y + g.output.at(image, o, 0);
      for (int64_t p = 0; p < g.out_pixels; ++p) {
        T sum = bias != nullptr ? bias[o] : T(0);
        g.for_taps(p, [&](int64_t tap, int64_t pixel) {
          for (int64_t c = 0; c < g.ic; ++c)
            add_product(sum, from[c * g.input.channel + pixel * g.input.pixel], weights[c * g.taps + tap]);
        });
        to[p * g.output.pixel] = sum;
      }
    }
  });
}
template <class T>
void backward_data(const Loops& g, const T* dy, const T* w, T* dx) {
  parallel_for(0, g.q.n * g.q.groups * g.ic, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / (g.q.groups * g.ic), channel = i % (g.q.groups * g.ic), group = channel / g.ic;
      const T *from = dy + g.output.at(image, group * g.oc, 0),
              *weights = w + (group * g.oc * g.ic + channel % g.ic) * g.taps;
      T* to = dx + g.input.at(image, channel, 0);
      for (int64_t p = 0; p < g.in_pixels; ++p) to[p * g.input.pixel] = T(0);
      for (int64_t p = 0; p < g.out_pixels; ++p)
        g.for_taps(p, [&](int64_t tap, int64_t pixel) {
          for (int64_t o = 0; o < g.oc; ++o)
            add_product(to[pixel * g.input.pixel], from[o * g.output.channel + p * g.output.pixel],
                        weights[o * g.ic * g.taps + tap]);
        });
    }
  });
}
template <class T>
void backward_weights(const Loops& g, const T* x, const T* dy, T* dw) {
  parallel_for(0, g.q.groups * g.oc * g.ic, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t o = i / g.ic, channel = o / g.oc * g.ic + i % g.ic;
      std::fill(dw + i * g.taps, dw + (i + 1) * g.taps, T(0));
      for (int64_t image = 0; image < g.q.n; ++image)
        for (int64_t p = 0; p < g.out_pixels; ++p)
          g.for_taps(p, [&](int64_t tap, int64_t pixel) {
            add_product(dw[i * g.taps + tap], x[g.input.at(image, channel, pixel)], dy[g.output.at(image, o, p)]);
          });
    }
  });
}

}  // namespace

const char* can_run(const ConvProblem& q) {
  return with_plain_type(q.dtype, [](auto) {}) ? nullptr : "dtype is neither integral nor complex";
}
void conv_forward(const ConvProblem& q, const void* x, const void* w, const void* bias, void* y) {
  with_plain_type(q.dtype, [&](auto zero) {
    using T = decltype(zero);
    forward(Loops{q}, static_cast<const T*>(x), static_cast<const T*>(w),
            static_cast<const T*>(q.bias ? bias : nullptr), static_cast<T*>(y));
  });
}
void conv_backward_data(const ConvProblem& q, const void* dy, const void* w, void* dx) {
  with_plain_type(q.dtype, [&](auto zero) {
    using T = decltype(zero);
    backward_data(Loops{q}, static_cast<const T*>(dy), static_cast<const T*>(w), static_cast<T*>(dx));
  });
}
void conv_backward_weights(const ConvProblem& q, const void* x, const void* dy, void* dw) {
  with_plain_type(q.dtype, [&](auto zero) {
    using T = decltype(zero);
    backward_weights(Loops{q}, static_cast<const T*>(x), static_cast<const T*>(dy), static_cast<T*>(dw));
  });
}

}  // namespace torchpp::cpu::plain
