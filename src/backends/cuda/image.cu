// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/image.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

// Takes the last of a number's digits, whose bases are sizes.
__device__ __forceinline__ int64_t take_digit(int64_t& number, const LongDivisor& size) {
  const int64_t rest = divide(number, size), digit = number - rest * size.divisor;
  number = rest;
  return digit;
}

template <class T>
__global__ void resample_kernel(ResampledLine line, LongDivisor inner, LongDivisor out, int64_t n, const T* x, T* y) {
  const int64_t i = thread_index();
  if (i >= n) return;
  int64_t rest = i;
  const int64_t column = take_digit(rest, inner), at = take_digit(rest, out);
  const T *from = x + rest * line.in * line.inner + column, *weight = static_cast<const T*>(line.weight);
  T sum = 0;
  for (int64_t k = line.begin[at]; k < line.begin[at + 1]; ++k) sum += weight[k] * from[line.source[k] * line.inner];
  y[i] = sum;
}

struct Windows {
  WindowsProblem p;
  LongDivisor columns, rows, kernel_columns, kernel_rows;  // of the written side
  int64_t n;
};

template <class M>
__global__ void gather_windows_kernel(Windows w, const M* images, M* columns) {
  const int64_t i = thread_index();
  if (i >= w.n) return;
  const WindowsProblem& p = w.p;
  int64_t plane = i;
  const int64_t window_column = take_digit(plane, w.columns), window_row = take_digit(plane, w.rows);
  const int64_t kernel_column = take_digit(plane, w.kernel_columns), kernel_row = take_digit(plane, w.kernel_rows);
  const int64_t row = window_row * p.stride[0] - p.padding[0] + kernel_row * p.dilation[0],
                column = window_column * p.stride[1] - p.padding[1] + kernel_column * p.dilation[1];
  const bool inside = row >= 0 && row < p.image[0] && column >= 0 && column < p.image[1];
  columns[i] = inside ? images[(plane * p.image[0] + row) * p.image[1] + column] : M{};
}

// The window whose element `k` of the kernel lies at `at`, or -1.
__device__ __forceinline__ int64_t window_at(const WindowsProblem& p, int d, int64_t at, int64_t k) {
  const int64_t first = at + p.padding[d] - k * p.dilation[d], window = first / p.stride[d];
  return first >= 0 && window * p.stride[d] == first && window < p.windows[d] ? window : -1;
}

template <class M>
__global__ void add_windows_kernel(Windows w, const M* columns, M* images) {
  using C = Compute<M>;
  const int64_t i = thread_index();
  if (i >= w.n) return;
  const WindowsProblem& p = w.p;
  int64_t plane = i;
  const int64_t column = take_digit(plane, w.columns), row = take_digit(plane, w.rows);
  C sum{};
  for (int64_t k = 0; k < p.kernel[0]; ++k) {
    const int64_t window_row = window_at(p, 0, row, k);
    if (window_row < 0) continue;
    for (int64_t l = 0; l < p.kernel[1]; ++l) {
      const int64_t window_column = window_at(p, 1, column, l);
      if (window_column < 0) continue;
      const int64_t tap = (plane * p.kernel[0] + k) * p.kernel[1] + l;
      sum = plus(sum, widen(columns[(tap * p.windows[0] + window_row) * p.windows[1] + window_column]));
    }
  }
  images[i] = narrow<M>(sum);
}

template <int mode, int dims, class T>
using Taps = math::PointTaps<mode, dims, T>;

template <int mode, int dims, class T>
__global__ void sample_kernel(SamplingProblem p, LongDivisor points, const T* input, const T* grid, T* output) {
  const int64_t i = thread_index();
  if (i >= p.batch * p.points) return;
  int64_t image = i;
  const int64_t point = take_digit(image, points);
  Taps<mode, dims, T> taps;
  taps.find(p.lines, grid + i * dims, nullptr);
  for (int64_t c = image * p.channels; c < (image + 1) * p.channels; ++c) {
    const T* x = input + c * p.pixels;
    T sum = 0;
    for (int k = 0; k < taps.kCount; ++k) sum += taps.weight[k] * (taps.at[k] < 0 ? T(0) : x[taps.at[k]]);
    output[c * p.points + point] = sum;
  }
}

template <int mode, int dims, class T>
__global__ void sample_by_grid_kernel(SamplingProblem p, LongDivisor points, const T* grad, const T* input,
                                      const T* grid, T* grad_grid) {
  const int64_t i = thread_index();
  if (i >= p.batch * p.points) return;
  int64_t image = i;
  const int64_t point = take_digit(image, points);
  if (mode == math::kSampleNearest) {  // constant around a point, also an infinite one
    for (int d = 0; d < dims; ++d) grad_grid[i * dims + d] = 0;
    return;
  }
  constexpr int kCount = Taps<mode, dims, T>::kCount;
  Taps<mode, dims, T> taps;
  T slopes[dims * kCount], sums[kCount];
  taps.find(p.lines, grid + i * dims, slopes);
  for (int k = 0; k < kCount; ++k) sums[k] = 0;
  for (int64_t c = image * p.channels; c < (image + 1) * p.channels; ++c) {
    const T* x = input + c * p.pixels;
    const T dy = grad[c * p.points + point];
    for (int k = 0; k < kCount; ++k)
      if (taps.at[k] >= 0) sums[k] += dy * x[taps.at[k]];
  }
  for (int d = 0; d < dims; ++d) {
    T sum = 0;
    for (int k = 0; k < kCount; ++k) sum += slopes[d * kCount + k] * sums[k];
    grad_grid[i * dims + dims - 1 - d] = sum;
  }
}

template <int mode, int dims, class T>
__global__ void sample_terms_kernel(SamplingProblem p, LongDivisor points, LongDivisor channels, const T* grad,
                                    const T* grid, int64_t* at, T* terms) {
  const int64_t i = thread_index();
  if (i >= p.batch * p.channels * p.points) return;
  int64_t image = i;
  const int64_t point = take_digit(image, points);
  take_digit(image, channels);
  Taps<mode, dims, T> taps;
  taps.find(p.lines, grid + (image * p.points + point) * dims, nullptr);
  for (int k = 0; k < taps.kCount; ++k) {
    at[i * taps.kCount + k] = taps.at[k] < 0 ? p.pixels : taps.at[k];
    terms[i * taps.kCount + k] = taps.weight[k] * grad[i];
  }
}

template <class T>
struct Type {
  using type = T;
};
template <int mode, int dims>
struct Kind {
  static constexpr int kMode = mode, kDims = dims;
};

// f(Kind, Type) of the problem.
template <class F>
void visit_sampling(ScalarType dtype, const SamplingProblem& p, const F& f) {
  const auto by_dtype = [&](auto kind) {
    if (dtype == kDouble) f(kind, Type<double>());
    else f(kind, Type<float>());
  };
  const bool nearest = p.mode == math::kSampleNearest;
  if (p.dims == 3) {
    if (nearest) by_dtype(Kind<math::kSampleNearest, 3>());
    else by_dtype(Kind<math::kSampleBilinear, 3>());
  } else {
    if (nearest) by_dtype(Kind<math::kSampleNearest, 2>());
    else if (p.mode == math::kSampleBilinear) by_dtype(Kind<math::kSampleBilinear, 2>());
    else by_dtype(Kind<math::kSampleBicubic, 2>());
  }
}

Windows windows_of(const WindowsProblem& p, const int64_t (&written)[2], int64_t n) {
  Windows w;
  w.p = p, w.n = n;
  w.rows = LongDivisor(written[0], n), w.columns = LongDivisor(written[1], n);
  w.kernel_rows = LongDivisor(p.kernel[0], n), w.kernel_columns = LongDivisor(p.kernel[1], n);
  return w;
}

}  // namespace

void resample(ScalarType dtype, const ResampledLine& line, const void* x, void* y, const OnDevice& on) {
  const int64_t n = line.outer * line.out * line.inner;
  if (n == 0) return;
  const LongDivisor inner(line.inner, n), out(line.out, n);
  const auto run = [&](auto type) {
    using T = typename decltype(type)::type;
    launch("resample", &resample_kernel<T>, spread(n), on.stream(), line, inner, out, n, static_cast<const T*>(x),
           static_cast<T*>(y));
  };
  if (dtype == kDouble) run(Type<double>());
  else run(Type<float>());
}

void gather_windows(size_t itemsize, const WindowsProblem& p, const void* images, void* columns, const OnDevice& on) {
  const int64_t n = p.planes * p.kernel[0] * p.kernel[1] * p.windows[0] * p.windows[1];
  if (n == 0) return;
  const Windows w = windows_of(p, p.windows, n);
  const auto run = [&](auto type) {
    using M = typename decltype(type)::type;
    launch("im2col", &gather_windows_kernel<M>, spread(n), on.stream(), w, static_cast<const M*>(images),
           static_cast<M*>(columns));
  };
  switch (itemsize) {
    case 2: return run(Type<uint16_t>());
    case 4: return run(Type<uint32_t>());
    case 8: return run(Type<uint64_t>());
    default: return run(Type<math::cplx<double>>());
  }
}

void add_windows(ScalarType dtype, const WindowsProblem& p, const void* columns, void* images, const OnDevice& on) {
  const int64_t n = p.planes * p.image[0] * p.image[1];
  if (n == 0) return;
  const Windows w = windows_of(p, p.image, n);
  const auto run = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    launch("col2im", &add_windows_kernel<M>, spread(n), on.stream(), w, static_cast<const M*>(columns),
           static_cast<M*>(images));
  };
  if (!visit_floats(dtype, run)) visit_complex(dtype, run);
}

void sample(ScalarType dtype, const SamplingProblem& p, const void* input, const void* grid, void* output,
            const OnDevice& on) {
  const int64_t n = p.batch * p.points;
  if (n == 0) return;
  visit_sampling(dtype, p, [&](auto kind, auto type) {
    using T = typename decltype(type)::type;
    launch("grid_sampler", &sample_kernel<kind.kMode, kind.kDims, T>, spread(n), on.stream(), p,
           LongDivisor(p.points, n), static_cast<const T*>(input), static_cast<const T*>(grid),
           static_cast<T*>(output));
  });
}

void sample_by_grid(ScalarType dtype, const SamplingProblem& p, const void* grad, const void* input, const void* grid,
                    void* grad_grid, const OnDevice& on) {
  const int64_t n = p.batch * p.points;
  if (n == 0) return;
  visit_sampling(dtype, p, [&](auto kind, auto type) {
    using T = typename decltype(type)::type;
    launch("grid_sampler_backward", &sample_by_grid_kernel<kind.kMode, kind.kDims, T>, spread(n), on.stream(), p,
           LongDivisor(p.points, n), static_cast<const T*>(grad), static_cast<const T*>(input),
           static_cast<const T*>(grid), static_cast<T*>(grad_grid));
  });
}

void sample_terms(ScalarType dtype, const SamplingProblem& p, const void* grad, const void* grid, int64_t* at,
                  void* terms, const OnDevice& on) {
  const int64_t n = p.batch * p.channels * p.points;
  if (n == 0) return;
  visit_sampling(dtype, p, [&](auto kind, auto type) {
    using T = typename decltype(type)::type;
    launch("grid_sampler_backward", &sample_terms_kernel<kind.kMode, kind.kDims, T>, spread(n), on.stream(), p,
           LongDivisor(p.points, n), LongDivisor(p.channels, n), static_cast<const T*>(grad),
           static_cast<const T*>(grid), at, static_cast<T*>(terms));
  });
}

int64_t sample_taps(const SamplingProblem& p) {
  int64_t taps = 1;
  for (int d = 0; d < p.dims; ++d) taps *= math::taps_along_line(p.mode);
  return taps;
}

}  // namespace torchpp::cuda
