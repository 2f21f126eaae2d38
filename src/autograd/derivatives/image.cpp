// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/image.ops. Padding, resampling and windows are linear: the gradient of a
// gradient is the operator itself.
#include "src/ops/generated/image.h"

#include "src/autograd/derivative.h"
#include "src/ops/image_rules.h"

namespace torchpp::derivative {

Tensor constant_pad_nd(Out out, const Tensor& self, IntArrayRef pad, const Scalar& value) {
  Record r("constant_pad_nd", out, self);
  const DimVector amounts(pad);
  return r.done(
      r.call(op::constant_pad_nd, out, self, pad, value),
      [=](Backward& g) {
        DimVector cropped(amounts);
        for (int64_t& n : cropped) n = -n;
        g[0] = op::constant_pad_nd(Out(), g.grad(), cropped, 0);
      },
      [=](Forward& t) { t[0] = op::constant_pad_nd(Out(), t.tangent(), amounts, 0); });
}

#define TORCHPP_DERIVATIVE_PAD(name)                                                                    \
  Tensor name(Out out, const Tensor& self, IntArrayRef padding) {                                       \
    Record r(#name, out, self);                                                                         \
    const Saved x = r.save(self);                                                                       \
    const DimVector amounts(padding);                                                                   \
    return r.done(                                                                                      \
        r.call(op::name, out, self, padding),                                                           \
        [=](Backward& g) { g[0] = op::name##_backward(Out(), g.grad(), g(x), amounts); },               \
        [=](Forward& t) { t[0] = op::name(Out(), t.tangent(), amounts); });                             \
  }                                                                                                     \
  Tensor name##_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef padding) { \
    Record r(#name "_backward", out, grad_output, self);                                                \
    const DimVector amounts(padding);                                                                   \
    return r.done(                                                                                      \
        r.call(op::name##_backward, out, grad_output, self, padding),                                   \
        [=](Backward& g) {                                                                              \
          if (g.needs(0)) g[0] = op::name(Out(), g.grad(), amounts);                                    \
          if (g.needs(1)) g[1] = autograd::full_like(g.grad(), g.input_sizes(1), 0);                    \
        },                                                                                              \
        [&](Forward& t) {                                                                               \
          if (t.has(0)) t[0] = op::name##_backward(Out(), t.tangent(0), self, amounts);                 \
        });                                                                                             \
  }
TORCHPP_DERIVATIVE_PAD(circular_pad)
TORCHPP_DERIVATIVE_PAD(reflection_pad1d)
TORCHPP_DERIVATIVE_PAD(reflection_pad2d)
TORCHPP_DERIVATIVE_PAD(reflection_pad3d)
TORCHPP_DERIVATIVE_PAD(replication_pad1d)
TORCHPP_DERIVATIVE_PAD(replication_pad2d)
TORCHPP_DERIVATIVE_PAD(replication_pad3d)
#undef TORCHPP_DERIVATIVE_PAD

namespace {

// Both directions of a resampling; `name` is the row's, `how` are align_corners, if there is such an argument, and the
// scales.
template <auto& forward, auto& backward, class... A>
Tensor upsample(const char* name, Out out, const Tensor& self, IntArrayRef output_size, A... how) {
  Record r(name, out, self);
  const DimVector to(output_size), from(self.sizes());
  return r.done(
      r.call(forward, out, self, output_size, how...),
      [=](Backward& g) { g[0] = backward(Out(), g.grad(), to, from, how...); },
      [=](Forward& t) { t[0] = forward(Out(), t.tangent(), to, how...); });
}
template <auto& forward, auto& backward, class... A>
Tensor upsample_backward(const char* name, Out out, const Tensor& grad_output, IntArrayRef output_size,
                         IntArrayRef input_size, A... how) {
  Record r(name, out, grad_output);
  const DimVector to(output_size), from(input_size);
  return r.done(
      r.call(backward, out, grad_output, output_size, input_size, how...),
      [=](Backward& g) { g[0] = forward(Out(), g.grad(), to, how...); },
      [=](Forward& t) { t[0] = backward(Out(), t.tangent(), to, from, how...); });
}

}  // namespace

Tensor upsample_nearest1d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> w) {
  return upsample<op::upsample_nearest1d, op::upsample_nearest1d_backward>("upsample_nearest1d", out, self, output_size,
                                                                           w);
}
Tensor upsample_nearest1d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> w) {
  return upsample_backward<op::upsample_nearest1d, op::upsample_nearest1d_backward>(
      "upsample_nearest1d_backward", out, grad_output, output_size, input_size, w);
}
Tensor upsample_nearest2d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> h,
                          optional<double> w) {
  return upsample<op::upsample_nearest2d, op::upsample_nearest2d_backward>("upsample_nearest2d", out, self, output_size,
                                                                           h, w);
}
Tensor upsample_nearest2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> h, optional<double> w) {
  return upsample_backward<op::upsample_nearest2d, op::upsample_nearest2d_backward>(
      "upsample_nearest2d_backward", out, grad_output, output_size, input_size, h, w);
}
Tensor upsample_nearest3d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> d, optional<double> h,
                          optional<double> w) {
  return upsample<op::upsample_nearest3d, op::upsample_nearest3d_backward>("upsample_nearest3d", out, self, output_size,
                                                                           d, h, w);
}
Tensor upsample_nearest3d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   optional<double> d, optional<double> h, optional<double> w) {
  return upsample_backward<op::upsample_nearest3d, op::upsample_nearest3d_backward>(
      "upsample_nearest3d_backward", out, grad_output, output_size, input_size, d, h, w);
}
Tensor upsample_nearest_exact1d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> w) {
  return upsample<op::upsample_nearest_exact1d, op::upsample_nearest_exact1d_backward>("_upsample_nearest_exact1d", out,
                                                                                       self, output_size, w);
}
Tensor upsample_nearest_exact1d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, optional<double> w) {
  return upsample_backward<op::upsample_nearest_exact1d, op::upsample_nearest_exact1d_backward>(
      "_upsample_nearest_exact1d_backward", out, grad_output, output_size, input_size, w);
}
Tensor upsample_nearest_exact2d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> h,
                                optional<double> w) {
  return upsample<op::upsample_nearest_exact2d, op::upsample_nearest_exact2d_backward>("_upsample_nearest_exact2d", out,
                                                                                       self, output_size, h, w);
}
Tensor upsample_nearest_exact2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, optional<double> h, optional<double> w) {
  return upsample_backward<op::upsample_nearest_exact2d, op::upsample_nearest_exact2d_backward>(
      "_upsample_nearest_exact2d_backward", out, grad_output, output_size, input_size, h, w);
}
Tensor upsample_nearest_exact3d(Out out, const Tensor& self, IntArrayRef output_size, optional<double> d,
                                optional<double> h, optional<double> w) {
  return upsample<op::upsample_nearest_exact3d, op::upsample_nearest_exact3d_backward>("_upsample_nearest_exact3d", out,
                                                                                       self, output_size, d, h, w);
}
Tensor upsample_nearest_exact3d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size,
                                         IntArrayRef input_size, optional<double> d, optional<double> h,
                                         optional<double> w) {
  return upsample_backward<op::upsample_nearest_exact3d, op::upsample_nearest_exact3d_backward>(
      "_upsample_nearest_exact3d_backward", out, grad_output, output_size, input_size, d, h, w);
}
Tensor upsample_linear1d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> w) {
  return upsample<op::upsample_linear1d, op::upsample_linear1d_backward>("upsample_linear1d", out, self, output_size,
                                                                         align_corners, w);
}
Tensor upsample_linear1d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                  bool align_corners, optional<double> w) {
  return upsample_backward<op::upsample_linear1d, op::upsample_linear1d_backward>(
      "upsample_linear1d_backward", out, grad_output, output_size, input_size, align_corners, w);
}
Tensor upsample_bilinear2d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> h,
                           optional<double> w) {
  return upsample<op::upsample_bilinear2d, op::upsample_bilinear2d_backward>("upsample_bilinear2d", out, self,
                                                                             output_size, align_corners, h, w);
}
Tensor upsample_bilinear2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                    bool align_corners, optional<double> h, optional<double> w) {
  return upsample_backward<op::upsample_bilinear2d, op::upsample_bilinear2d_backward>(
      "upsample_bilinear2d_backward", out, grad_output, output_size, input_size, align_corners, h, w);
}
Tensor upsample_trilinear3d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                            optional<double> d, optional<double> h, optional<double> w) {
  return upsample<op::upsample_trilinear3d, op::upsample_trilinear3d_backward>("upsample_trilinear3d", out, self,
                                                                               output_size, align_corners, d, h, w);
}
Tensor upsample_trilinear3d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size,
                                     IntArrayRef input_size, bool align_corners, optional<double> d, optional<double> h,
                                     optional<double> w) {
  return upsample_backward<op::upsample_trilinear3d, op::upsample_trilinear3d_backward>(
      "upsample_trilinear3d_backward", out, grad_output, output_size, input_size, align_corners, d, h, w);
}
Tensor upsample_bicubic2d(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners, optional<double> h,
                          optional<double> w) {
  return upsample<op::upsample_bicubic2d, op::upsample_bicubic2d_backward>("upsample_bicubic2d", out, self, output_size,
                                                                           align_corners, h, w);
}
Tensor upsample_bicubic2d_backward(Out out, const Tensor& grad_output, IntArrayRef output_size, IntArrayRef input_size,
                                   bool align_corners, optional<double> h, optional<double> w) {
  return upsample_backward<op::upsample_bicubic2d, op::upsample_bicubic2d_backward>(
      "upsample_bicubic2d_backward", out, grad_output, output_size, input_size, align_corners, h, w);
}
Tensor upsample_bilinear2d_aa(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                              optional<double> h, optional<double> w) {
  return upsample<op::upsample_bilinear2d_aa, op::upsample_bilinear2d_aa_backward>("_upsample_bilinear2d_aa", out, self,
                                                                                   output_size, align_corners, h, w);
}
Tensor upsample_bilinear2d_aa_backward(Out out, const Tensor& grad_output, IntArrayRef output_size,
                                       IntArrayRef input_size, bool align_corners, optional<double> h,
                                       optional<double> w) {
  return upsample_backward<op::upsample_bilinear2d_aa, op::upsample_bilinear2d_aa_backward>(
      "_upsample_bilinear2d_aa_backward", out, grad_output, output_size, input_size, align_corners, h, w);
}
Tensor upsample_bicubic2d_aa(Out out, const Tensor& self, IntArrayRef output_size, bool align_corners,
                             optional<double> h, optional<double> w) {
  return upsample<op::upsample_bicubic2d_aa, op::upsample_bicubic2d_aa_backward>("_upsample_bicubic2d_aa", out, self,
                                                                                 output_size, align_corners, h, w);
}
Tensor upsample_bicubic2d_aa_backward(Out out, const Tensor& grad_output, IntArrayRef output_size,
                                      IntArrayRef input_size, bool align_corners, optional<double> h,
                                      optional<double> w) {
  return upsample_backward<op::upsample_bicubic2d_aa, op::upsample_bicubic2d_aa_backward>(
      "_upsample_bicubic2d_aa_backward", out, grad_output, output_size, input_size, align_corners, h, w);
}

Tensor pixel_shuffle(Out out, const Tensor& self, int64_t upscale_factor) {
  Record r("pixel_shuffle", out, self);
  return r.done(
      r.call(op::pixel_shuffle, out, self, upscale_factor),
      [=](Backward& g) { g[0] = op::pixel_unshuffle(Out(), g.grad(), upscale_factor); },
      [=](Forward& t) { t[0] = op::pixel_shuffle(Out(), t.tangent(), upscale_factor); });
}
Tensor pixel_unshuffle(Out out, const Tensor& self, int64_t downscale_factor) {
  Record r("pixel_unshuffle", out, self);
  return r.done(
      r.call(op::pixel_unshuffle, out, self, downscale_factor),
      [=](Backward& g) { g[0] = op::pixel_shuffle(Out(), g.grad(), downscale_factor); },
      [=](Forward& t) { t[0] = op::pixel_unshuffle(Out(), t.tangent(), downscale_factor); });
}

Tensor im2col(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
              IntArrayRef stride) {
  Record r("im2col", out, self);
  const DimVector kernel(kernel_size), gap(dilation), edge(padding), step(stride);
  return r.done(
      r.call(op::im2col, out, self, kernel_size, dilation, padding, stride),
      [=](Backward& g) {
        const IntArrayRef sizes = g.input_sizes();
        g[0] = op::col2im(Out(), g.grad(), sizes.slice(sizes.size() - 2), kernel, gap, edge, step);
      },
      [=](Forward& t) { t[0] = op::im2col(Out(), t.tangent(), kernel, gap, edge, step); });
}
Tensor col2im(Out out, const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation,
              IntArrayRef padding, IntArrayRef stride) {
  Record r("col2im", out, self);
  const DimVector image(output_size), kernel(kernel_size), gap(dilation), edge(padding), step(stride);
  return r.done(
      r.call(op::col2im, out, self, output_size, kernel_size, dilation, padding, stride),
      [=](Backward& g) { g[0] = op::im2col(Out(), g.grad(), kernel, gap, edge, step); },
      [=](Forward& t) { t[0] = op::col2im(Out(), t.tangent(), image, kernel, gap, edge, step); });
}

namespace {

constexpr std::array<bool, 2> kGridOnly = {false, true};

struct SamplerNumbers {
  int64_t mode, padding;
  bool align_corners;
};

// How the values at the points change when these move by `moves`. The gradient by the grid is a sum over channels,
// which are images of their own here.
template <auto& backward>
Tensor moved(const SamplerNumbers& n, const Tensor& input, const Tensor& grid, const Tensor& moves) {
  const int64_t batch = input.size(0), channels = input.size(1);
  const auto per_channel = [&](const Tensor& t) {
    DimVector sizes(t.sizes());
    sizes.insert(1, channels);
    return t.unsqueeze(1).expand(sizes).flatten(0, 1);
  };
  const Tensor points = per_channel(grid);
  DimVector sizes(points.sizes());
  sizes.back() = 1;
  const Tensor ones = autograd::full_like(input, sizes, 1).movedim(-1, 1);
  const Tensor slopes = std::get<1>(
      backward(Out(), ones, input.flatten(0, 1).unsqueeze(1), points, n.mode, n.padding, n.align_corners, kGridOnly));
  const Tensor sums = (slopes * per_channel(moves)).sum(IntArrayRef(-1));
  return sums.unflatten(0, {batch, channels});
}

template <auto& forward, auto& backward>
Tensor grid_sampler(const char* name, Out out, const Tensor& input, const Tensor& grid, const SamplerNumbers& n) {
  Record r(name, out, input, grid);
  const Saved x = r.save(input), at = r.save(grid);
  return r.done(
      r.call(forward, out, input, grid, n.mode, n.padding, n.align_corners),
      [=](Backward& g) {
        std::tie(g[0], g[1]) = backward(Out(), g.grad(), g(x), g(at), n.mode, n.padding, n.align_corners, g.mask<2>());
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? forward(Out(), t.tangent(0), t(at), n.mode, n.padding, n.align_corners) : Tensor(),
                      t.has(1) ? moved<backward>(n, t(x), t(at), t.tangent(1)) : Tensor());
      });
}

[[noreturn]] TORCHPP_COLD void fail_second(const char* name) {
  TORCHPP_FAIL_KIND(kNotImplemented, "the derivative of ", name,
                    "'s gradient by the grid is implemented by grad_output alone");
}

// The gradient of the gradient by the input; that of the gradient by the grid is known by grad_output alone.
template <auto& forward, auto& backward>
TensorPair grid_sampler_backward(const char* name, Out out, const Tensor& grad_output, const Tensor& input,
                                 const Tensor& grid, const SamplerNumbers& n, std::array<bool, 2> mask) {
  Record r(name, out, grad_output, input, grid);
  const Saved dy = r.save(grad_output), x = r.save(input), at = r.save(grid);
  return r.done(
      r.call(backward, out, grad_output, input, grid, n.mode, n.padding, n.align_corners, mask),
      [=](Backward& g) {
        const Tensor &ggx = g.grad(0), &ggat = g.grad(1);
        if (ggat.defined() && (g.needs(1) || g.needs(2))) fail_second(name);
        if (g.needs(0))
          g[0] = sum_of(ggx.defined() ? forward(Out(), ggx, g(at), n.mode, n.padding, n.align_corners) : Tensor(),
                        ggat.defined() ? moved<backward>(n, g(x), g(at), ggat) : Tensor());
        if (g.needs(2) && ggx.defined())
          g[2] = std::get<1>(backward(Out(), g(dy), ggx, g(at), n.mode, n.padding, n.align_corners, kGridOnly));
      },
      [=](Forward& t) {
        if (t.has(1) || t.has(2)) fail_second(name);
        std::tie(t[0], t[1]) = backward(Out(), t.tangent(0), t(x), t(at), n.mode, n.padding, n.align_corners, mask);
      });
}

}  // namespace

Tensor affine_grid_generator(Out out, const Tensor& theta, IntArrayRef size, bool align_corners) {
  Record r("affine_grid_generator", out, theta);
  const DimVector sizes(size);
  return r.done(
      r.call(op::affine_grid_generator, out, theta, size, align_corners),
      [=](Backward& g) { g[0] = op::affine_grid_generator_backward(g.grad(), sizes, align_corners); },
      [=](Forward& t) { t[0] = op::affine_grid_generator(Out(), t.tangent(), sizes, align_corners); });
}
Tensor grid_sampler_2d(Out out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                       int64_t padding_mode, bool align_corners) {
  return grid_sampler<op::grid_sampler_2d, op::grid_sampler_2d_backward>(
      "grid_sampler_2d", out, input, grid, {interpolation_mode, padding_mode, align_corners});
}
TensorPair grid_sampler_2d_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& grid,
                                    int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
                                    std::array<bool, 2> output_mask) {
  return grid_sampler_backward<op::grid_sampler_2d, op::grid_sampler_2d_backward>(
      "grid_sampler_2d_backward", out, grad_output, input, grid, {interpolation_mode, padding_mode, align_corners},
      output_mask);
}
Tensor grid_sampler_3d(Out out, const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                       int64_t padding_mode, bool align_corners) {
  return grid_sampler<op::grid_sampler_3d, op::grid_sampler_3d_backward>(
      "grid_sampler_3d", out, input, grid, {interpolation_mode, padding_mode, align_corners});
}
TensorPair grid_sampler_3d_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& grid,
                                    int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
                                    std::array<bool, 2> output_mask) {
  return grid_sampler_backward<op::grid_sampler_3d, op::grid_sampler_3d_backward>(
      "grid_sampler_3d_backward", out, grad_output, input, grid, {interpolation_mode, padding_mode, align_corners},
      output_mask);
}

}  // namespace torchpp::derivative
