// SPDX-License-Identifier: BSD-3-Clause

// Running sums along a dimension.

#include <torchpp/core/parallel.h>

#include "src/backends/cpu/reduction.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

// Strides of a tensor along the scan and from one line to the next.
struct Steps {
  int64_t along, across;
};

// Each line is one chain of additions; four chains at a time hide their latency.
template <class T, class A>
void scan_lines(char* out, Steps to, const char* in, Steps from, int64_t n, int64_t lines) {
  constexpr int64_t kLines = 4;
  int64_t line = 0;
  for (; line + kLines <= lines; line += kLines) {
    A acc[kLines] = {};
    const char* x = in + line * from.across;
    char* y = out + line * to.across;
    for (int64_t i = 0; i < n; ++i, x += from.along, y += to.along)
      for (int64_t k = 0; k < kLines; ++k) {
        acc[k] = acc[k] + static_cast<A>(*reinterpret_cast<const T*>(x + k * from.across));
        *reinterpret_cast<T*>(y + k * to.across) = static_cast<T>(acc[k]);
      }
  }
  for (; line < lines; ++line) {
    A acc{};
    const char* x = in + line * from.across;
    char* y = out + line * to.across;
    for (int64_t i = 0; i < n; ++i, x += from.along, y += to.along) {
      acc = acc + static_cast<A>(*reinterpret_cast<const T*>(x));
      *reinterpret_cast<T*>(y) = static_cast<T>(acc);
    }
  }
}

// Lines side by side in memory are added as rows.
template <class T, class A>
void scan_columns(char* out, int64_t out_stride, const char* in, int64_t in_stride, int64_t n, int64_t columns) {
  constexpr int64_t kTile = 128;
  for (int64_t c0 = 0; c0 < columns; c0 += kTile) {
    const int64_t width = columns - c0 < kTile ? columns - c0 : kTile;
    A acc[kTile];
    for (int64_t j = 0; j < width; ++j) acc[j] = A();
    for (int64_t i = 0; i < n; ++i) {
      const T* x = reinterpret_cast<const T*>(in + i * in_stride) + c0;
      T* y = reinterpret_cast<T*>(out + i * out_stride) + c0;
      for (int64_t j = 0; j < width; ++j) {
        acc[j] = acc[j] + static_cast<A>(x[j]);
        y[j] = static_cast<T>(acc[j]);
      }
    }
  }
}

template <class T, class A>
void scan(const ReduceGeometry& g, int64_t out_along) {
  const int64_t n = g.reduced.size[0], run = g.kept.size[0];
  const int64_t size = static_cast<int64_t>(sizeof(T));
  const bool columns = g.by_columns() && g.kept.out[0] == size;
  const int64_t width = columns ? 128 : 4, units_per_run = (run + width - 1) / width;
  parallel_for(0, g.kept.count / run * units_per_run, 1 + kReduceGrain / (width * n), [&](int64_t begin, int64_t end) {
    for (int64_t u = begin; u < end; ++u) {
      const int64_t first = u % units_per_run * width, outer = u / units_per_run;
      const int64_t count = run - first < width ? run - first : width;
      const char* in = g.in + first * g.kept.in[0] + ReduceGeometry::offset(g.kept, g.kept.in, outer, 1);
      char* out = g.out + first * g.kept.out[0] + ReduceGeometry::offset(g.kept, g.kept.out, outer, 1);
      if (columns) scan_columns<T, A>(out, out_along, in, g.reduced.in[0], n, count);
      else scan_lines<T, A>(out, {out_along, g.kept.out[0]}, in, {g.reduced.in[0], g.kept.in[0]}, n, count);
    }
  });
}

void scan(ScalarType dtype, const ReduceGeometry& g, int64_t out_along) {
  switch (dtype) {
    case kFloat: return scan<float, double>(g, out_along);
    case kDouble: return scan<double, double>(g, out_along);
    case kHalf: return scan<Half, float>(g, out_along);
    case kBFloat16: return scan<BFloat16, float>(g, out_along);
    case kByte: return scan<uint8_t, uint64_t>(g, out_along);
    case kChar: return scan<int8_t, uint64_t>(g, out_along);
    case kShort: return scan<int16_t, uint64_t>(g, out_along);
    case kInt: return scan<int32_t, uint64_t>(g, out_along);
    case kLong: return scan<int64_t, uint64_t>(g, out_along);
    case kComplexFloat: return scan<ComplexFloat, ComplexDouble>(g, out_along);
    case kComplexDouble: return scan<ComplexDouble, ComplexDouble>(g, out_along);
    default: fail_dtype("cumsum_out_cpu", dtype);
  }
}

}  // namespace

void cumsum(const LinePlan& plan, const Tensor& self, int64_t, std::optional<ScalarType>) {
  const ScalarType dtype = plan.outputs[0].dtype;
  const Tensor& to = plan.result();
  const Tensor in = converted(self, dtype);
  if (in.numel() == 0) return;
  DimVector strides(to.strides());
  for (int64_t& s : strides) s *= static_cast<int64_t>(to.itemsize());
  const ReduceGeometry g(in.impl()->data(), in.sizes(), in.strides(), static_cast<int64_t>(in.itemsize()),
                         uint64_t{1} << plan.dim, to.impl()->data(), strides);
  scan(dtype, g, in.dim() == 0 ? 0 : strides[static_cast<size_t>(plan.dim)]);
}

}  // namespace torchpp::cpu
