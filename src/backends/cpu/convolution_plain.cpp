// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/convolution_plain.h"

#include <torchpp/core/complex.h>
#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/dtype_switch.h"

namespace torchpp::cpu::plain {
namespace {

// The problem with three spatial dimensions and the strides of both layouts.
struct Geometry {
  int64_t n, groups, ic, oc;  // channels of one group
  int64_t in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
  int64_t in_pixels = 1, out_pixels = 1, taps = 1;
  bool in_last, out_last;

  explicit Geometry(const ConvProblem& q)
      : n(q.n),
        groups(q.groups),
        ic(q.in_channels / q.groups),
        oc(q.out_channels / q.groups),
        in_last(q.channels_last_input),
        out_last(q.channels_last_output) {
    for (int d = 0; d < 3; ++d) {
      const int from = d - (3 - q.dims);
      const bool there = from >= 0;
      in[d] = there ? q.in[from] : 1, out[d] = there ? q.out(from) : 1, kernel[d] = there ? q.kernel[from] : 1;
      stride[d] = there ? q.stride[from] : 1, padding[d] = there ? q.padding_left[from] : 0;
      dilation[d] = there ? q.dilation[from] : 1;
      in_pixels *= in[d], out_pixels *= out[d], taps *= kernel[d];
    }
  }
  int64_t input(int64_t image, int64_t channel, int64_t pixel) const {
    return in_last ? (image * in_pixels + pixel) * ic * groups + channel
                   : (image * ic * groups + channel) * in_pixels + pixel;
  }
  int64_t output(int64_t image, int64_t channel, int64_t pixel) const {
    return out_last ? (image * out_pixels + pixel) * oc * groups + channel
                    : (image * oc * groups + channel) * out_pixels + pixel;
  }

  // Calls f(tap, pixel of the input) for every tap through which pixel p of the result sees the input.
  template <class F>
  void taps_of(int64_t p, const F& f) const {
    const int64_t at[3] = {p / (out[1] * out[2]), p / out[2] % out[1], p % out[2]};
    for (int64_t tap = 0; tap < taps; ++tap) {
      const int64_t k[3] = {tap / (kernel[1] * kernel[2]), tap / kernel[2] % kernel[1], tap % kernel[2]};
      int64_t pixel = 0;
      bool inside = true;
      for (int d = 0; d < 3; ++d) {
        const int64_t x = at[d] * stride[d] - padding[d] + k[d] * dilation[d];
        inside = inside && x >= 0 && x < in[d];
        pixel = pixel * in[d] + x;
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
void forward(const Geometry& g, const T* x, const T* w, const T* bias, T* y) {
  parallel_for(0, g.n * g.groups * g.oc, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / (g.groups * g.oc), o = i % (g.groups * g.oc), group = o / g.oc;
      for (int64_t p = 0; p < g.out_pixels; ++p) {
        T sum = bias != nullptr ? bias[o] : T(0);
        g.taps_of(p, [&](int64_t tap, int64_t pixel) {
          for (int64_t c = 0; c < g.ic; ++c)
            add_product(sum, x[g.input(image, group * g.ic + c, pixel)], w[(o * g.ic + c) * g.taps + tap]);
        });
        y[g.output(image, o, p)] = sum;
      }
    }
  });
}
template <class T>
void backward_data(const Geometry& g, const T* dy, const T* w, T* dx) {
  parallel_for(0, g.n * g.groups * g.ic, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / (g.groups * g.ic), channel = i % (g.groups * g.ic), group = channel / g.ic;
      for (int64_t p = 0; p < g.in_pixels; ++p) dx[g.input(image, channel, p)] = T(0);
      for (int64_t p = 0; p < g.out_pixels; ++p)
        g.taps_of(p, [&](int64_t tap, int64_t pixel) {
          for (int64_t o = group * g.oc; o < (group + 1) * g.oc; ++o)
            add_product(dx[g.input(image, channel, pixel)], dy[g.output(image, o, p)],
                        w[(o * g.ic + channel % g.ic) * g.taps + tap]);
        });
    }
  });
}
template <class T>
void backward_weights(const Geometry& g, const T* x, const T* dy, T* dw) {
  parallel_for(0, g.groups * g.oc * g.ic, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t o = i / g.ic, channel = o / g.oc * g.ic + i % g.ic;
      std::fill(dw + i * g.taps, dw + (i + 1) * g.taps, T(0));
      for (int64_t image = 0; image < g.n; ++image)
        for (int64_t p = 0; p < g.out_pixels; ++p)
          g.taps_of(p, [&](int64_t tap, int64_t pixel) {
            add_product(dw[i * g.taps + tap], x[g.input(image, channel, pixel)], dy[g.output(image, o, p)]);
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
    forward(Geometry(q), static_cast<const T*>(x), static_cast<const T*>(w),
            static_cast<const T*>(q.bias ? bias : nullptr), static_cast<T*>(y));
  });
}
void conv_backward_data(const ConvProblem& q, const void* dy, const void* w, void* dx) {
  with_plain_type(q.dtype, [&](auto zero) {
    using T = decltype(zero);
    backward_data(Geometry(q), static_cast<const T*>(dy), static_cast<const T*>(w), static_cast<T*>(dx));
  });
}
void conv_backward_weights(const ConvProblem& q, const void* x, const void* dy, void* dw) {
  with_plain_type(q.dtype, [&](auto zero) {
    using T = decltype(zero);
    backward_weights(Geometry(q), static_cast<const T*>(x), static_cast<const T*>(dy), static_cast<T*>(dw));
  });
}

}  // namespace torchpp::cpu::plain
