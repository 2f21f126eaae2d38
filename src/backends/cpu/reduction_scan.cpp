// SPDX-License-Identifier: BSD-3-Clause

// Running sums, products, extremes along a dimension.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/reduction.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

// Strides of a tensor along the scan and from one line to the next.
struct Steps {
  int64_t along, across;
};

// What a scan starts with, and how an element joins those before it.
template <class A>
struct Add {
  static A start() { return A(); }
  static A join(A sum, A x) { return sum + x; }
};
template <class A>
struct Multiply {
  static A start() { return A(1); }
  static A join(A product, A x) { return product * x; }
};
template <class A>
struct LogAddExp {
  static A start() { return -static_cast<A>(INFINITY); }
  static A join(A sum, A x) {
    if (sum != sum || x != x) return sum + x;
    const A least = sum < x ? sum : x, most = sum < x ? x : sum;
    // Of equal infinities the difference would be NaN.
    return least == most && std::isinf(least) ? most : most + std::log1p(std::exp(least - most));
  }
};

constexpr int64_t kShortLine = 128;  // lines of at most so many elements are short

// Each line is one chain; four chains at a time hide their latency. Of short lines the processor sees several at once,
// and reads memory in order; two of floats at a time still gain a fifth. Not inlined: among the variables of the caller
// the sum itself was kept in memory.
template <class In, class T, class A, class F>
TORCHPP_NOINLINE void scan_lines(char* out, Steps to, const char* in, Steps from, int64_t n, int64_t lines) {
  const auto load = [](const char* x) { return static_cast<A>(*reinterpret_cast<const In*>(x)); };
  const auto store = [](char* y, A value) { *reinterpret_cast<T*>(y) = static_cast<T>(value); };
  int64_t line = 0;
  for (; n > kShortLine && line + 4 <= lines; line += 4) {
    A a = F::start(), b = a, c = a, d = a;  // not an array, which would stay in memory
    const char* x = in + line * from.across;
    char* y = out + line * to.across;
    for (int64_t i = 0; i < n; ++i, x += from.along, y += to.along) {
      a = F::join(a, load(x));
      b = F::join(b, load(x + from.across));
      c = F::join(c, load(x + 2 * from.across));
      d = F::join(d, load(x + 3 * from.across));
      store(y, a);
      store(y + to.across, b);
      store(y + 2 * to.across, c);
      store(y + 3 * to.across, d);
    }
  }
  if constexpr (std::is_same_v<T, float>)
    for (; n <= kShortLine && line + 2 <= lines; line += 2) {
      A a = F::start(), b = a;
      const char* x = in + line * from.across;
      char* y = out + line * to.across;
      for (int64_t i = 0; i < n; ++i, x += from.along, y += to.along) {
        a = F::join(a, load(x));
        b = F::join(b, load(x + from.across));
        store(y, a);
        store(y + to.across, b);
      }
    }
  for (; line < lines; ++line) {
    A acc = F::start();
    const char* x = in + line * from.across;
    char* y = out + line * to.across;
    for (int64_t i = 0; i < n; ++i, x += from.along, y += to.along) {
      acc = F::join(acc, load(x));
      store(y, acc);
    }
  }
}

// Lines of 16-bit floats: those of up to kWideLine elements are converted a few at a time, in vectors. The result is
// rounded from the same float as element by element.
constexpr int64_t kWideLine = 2048;
template <class T, class F>
void scan_wide_lines(char* out, Steps to, const char* in, Steps from, int64_t n, int64_t lines) {
  constexpr ScalarType kType = CppTypeToScalarType<T>::value;
  constexpr int64_t kSize = sizeof(T), kWide = sizeof(float);
  alignas(64) float wide[4 * kWideLine];
  const auto is_dense = [=](Steps s) { return s.along == kSize && s.across == n * kSize; };
  const int64_t most = 4 * kWideLine / n;
  for (int64_t first = 0; first < lines; first += most) {
    const int64_t count = std::min(most, lines - first);
    const auto convert_lines = [&](Steps s, const auto& convert) {  // dense lines as one
      const bool dense = is_dense(s);
      for (int64_t i = 0; i < (dense ? 1 : count); ++i)
        convert(wide + i * n, (first + i) * s.across, s.along / kSize, dense ? count * n : n);
    };
    convert_lines(from, [&](float* buffer, int64_t at, int64_t step, int64_t length) {
      convert_elements(kFloat, buffer, 1, kType, in + at, step, length);
    });
    char* const data = reinterpret_cast<char*>(wide);
    scan_lines<float, float, float, F>(data, {kWide, n * kWide}, data, {kWide, n * kWide}, n, count);
    convert_lines(to, [&](const float* buffer, int64_t at, int64_t step, int64_t length) {
      convert_elements(kType, out + at, step, kFloat, buffer, 1, length);
    });
  }
}

// Lines side by side in memory are joined as rows.
template <class In, class T, class A, class F>
void scan_columns(char* out, int64_t out_stride, const char* in, int64_t in_stride, int64_t n, int64_t columns) {
  constexpr int64_t kTile = 128;
  for (int64_t c0 = 0; c0 < columns; c0 += kTile) {
    const int64_t width = columns - c0 < kTile ? columns - c0 : kTile;
    A acc[kTile];
    for (int64_t j = 0; j < width; ++j) acc[j] = F::start();
    for (int64_t i = 0; i < n; ++i) {
      const In* x = reinterpret_cast<const In*>(in + i * in_stride) + c0;
      T* y = reinterpret_cast<T*>(out + i * out_stride) + c0;
      for (int64_t j = 0; j < width; ++j) {
        acc[j] = F::join(acc[j], static_cast<A>(x[j]));
        y[j] = static_cast<T>(acc[j]);
      }
    }
  }
}

// f(input, result, number of lines, whether they are side by side) for groups of lines, on several threads. Strides of
// the results are in units of `unit` bytes.
template <class F>
void for_lines(const ReduceGeometry& g, int64_t unit, const F& f) {
  const int64_t n = g.reduced.size[0], run = g.kept.size[0];
  const bool columns = g.by_columns() && g.kept.out[0] == unit;
  const int64_t width = columns ? 128 : n <= kShortLine ? 64 : 4, units_per_run = (run + width - 1) / width;
  parallel_for(0, g.kept.count / run * units_per_run, 1 + kReduceGrain / (width * n), [&](int64_t begin, int64_t end) {
    for (int64_t u = begin; u < end; ++u) {
      const int64_t first = u % units_per_run * width, outer = u / units_per_run;
      const int64_t count = run - first < width ? run - first : width;
      f(g.in + first * g.kept.in[0] + ReduceGeometry::offset(g.kept, g.kept.in, outer, 1),
        first * g.kept.out[0] + ReduceGeometry::offset(g.kept, g.kept.out, outer, 1), count, columns);
    }
  });
}

// Elements of type In to sums of type T.
template <class In, class T, class A, template <class> class F>
void scan(const ReduceGeometry& g, int64_t out_along) {
  const int64_t n = g.reduced.size[0];
  for_lines(g, static_cast<int64_t>(sizeof(T)), [&](const char* in, int64_t at, int64_t count, bool columns) {
    char* const out = g.out + at;
    if (columns) return scan_columns<In, T, A, F<A>>(out, out_along, in, g.reduced.in[0], n, count);
    const Steps to{out_along, g.kept.out[0]}, from{g.reduced.in[0], g.kept.in[0]};
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
      if (n <= kWideLine) return scan_wide_lines<T, F<A>>(out, to, in, from, n, count);
    scan_lines<In, T, A, F<A>>(out, to, in, from, n, count);
  });
}

template <template <class> class F>
void scan(const char* op, ScalarType dtype, const ReduceGeometry& g, int64_t out_along) {
  switch (dtype) {
    case kByte: return scan<uint8_t, uint8_t, uint64_t, F>(g, out_along);
    case kChar: return scan<int8_t, int8_t, uint64_t, F>(g, out_along);
    case kShort: return scan<int16_t, int16_t, uint64_t, F>(g, out_along);
    case kInt: return scan<int32_t, int32_t, uint64_t, F>(g, out_along);
    case kLong: return scan<int64_t, int64_t, uint64_t, F>(g, out_along);
    case kComplexFloat: return scan<ComplexFloat, ComplexFloat, ComplexDouble, F>(g, out_along);
    case kComplexDouble: return scan<ComplexDouble, ComplexDouble, ComplexDouble, F>(g, out_along);
    default: fail_dtype(op, dtype);
  }
}
// Integers and truth values to int64, of which there is no conversion before.
template <template <class> class F>
void scan_to_long(ScalarType dtype, const ReduceGeometry& g, int64_t out_along) {
  switch (dtype) {
    case kBool:
    case kByte: return scan<uint8_t, int64_t, uint64_t, F>(g, out_along);
    case kChar: return scan<int8_t, int64_t, uint64_t, F>(g, out_along);
    case kShort: return scan<int16_t, int64_t, uint64_t, F>(g, out_along);
    case kInt: return scan<int32_t, int64_t, uint64_t, F>(g, out_along);
    default: return;
  }
}
template <template <class> class F>
bool scan_floats(ScalarType dtype, const ReduceGeometry& g, int64_t out_along) {
  switch (dtype) {
    case kFloat: return scan<float, float, double, F>(g, out_along), true;
    case kDouble: return scan<double, double, double, F>(g, out_along), true;
    case kHalf: return scan<Half, Half, float, F>(g, out_along), true;
    case kBFloat16: return scan<BFloat16, BFloat16, float, F>(g, out_along), true;
    default: return false;
  }
}

// Calls f(geometry, stride of the result along the scan in bytes) unless there is no element.
template <class F>
void scan_result(const LinePlan& plan, const Tensor& in, const F& f) {
  if (in.numel() == 0) return;
  const Tensor& to = plan.result();
  DimVector strides(to.strides());
  for (int64_t& s : strides) s *= static_cast<int64_t>(to.itemsize());
  f(ReduceGeometry(in.impl()->data(), in.sizes(), in.strides(), static_cast<int64_t>(in.itemsize()),
                   uint64_t{1} << plan.dim, to.impl()->data(), strides),
    in.dim() == 0 ? 0 : strides[static_cast<size_t>(plan.dim)]);
}

template <template <class> class F>
void scan_numbers(const char* op, const LinePlan& plan, const Tensor& self) {
  const ScalarType dtype = plan.outputs[0].dtype;
  if (dtype == kLong && isIntegralType(self.scalar_type(), true) && self.scalar_type() != kLong) {
    scan_result(plan, resolved(self),
                [&](const ReduceGeometry& g, int64_t out_along) { scan_to_long<F>(self.scalar_type(), g, out_along); });
    return;
  }
  scan_result(plan, converted(self, dtype), [&](const ReduceGeometry& g, int64_t out_along) {
    if (!scan_floats<F>(dtype, g, out_along)) scan<F>(op, dtype, g, out_along);
  });
}

// Whether the element takes the place of the extreme one so far: of equal ones the last, and every NaN, does.
template <bool kMax, class T>
bool takes_over(T x, T best) {
  using C = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
  const C v = static_cast<C>(x), b = static_cast<C>(best);
  return (kMax ? v >= b : v <= b) | (v != v);
}

// Strides of the results in elements; those of the input in bytes.
template <bool kMax, class T>
void extreme_lines(T* values, int64_t* indices, Steps to, const char* in, Steps from, int64_t n, int64_t lines) {
  for (int64_t line = 0; line < lines; ++line) {
    const char* x = in + line * from.across;
    T best = *reinterpret_cast<const T*>(x);
    int64_t at = 0, out = line * to.across;
    for (int64_t i = 0; i < n; ++i, x += from.along, out += to.along) {
      const T v = *reinterpret_cast<const T*>(x);
      if (takes_over<kMax>(v, best)) {
        best = v;
        at = i;
      }
      values[out] = best;
      indices[out] = at;
    }
  }
}
template <bool kMax, class T>
void extreme_columns(T* values, int64_t* indices, int64_t row, const char* in, int64_t in_stride, int64_t n,
                     int64_t columns) {
  const T* x = reinterpret_cast<const T*>(in);
  for (int64_t j = 0; j < columns; ++j) {
    values[j] = x[j];
    indices[j] = 0;
  }
  for (int64_t i = 1; i < n; ++i) {
    x = reinterpret_cast<const T*>(in + i * in_stride);
    const T* best = values;
    const int64_t* at = indices;
    values += row;
    indices += row;
    for (int64_t j = 0; j < columns; ++j) {
      const bool better = takes_over<kMax>(x[j], best[j]);
      values[j] = better ? x[j] : best[j];
      indices[j] = better ? i : at[j];
    }
  }
}

template <bool kMax>
void running_extremes(const char* op, const SelectionPlan& plan, const Tensor& self) {
  const Tensor in = resolved(self);
  if (in.numel() == 0) return;
  const DimVector strides = contiguous_strides(in.sizes());
  const ReduceGeometry g(in.impl()->data(), in.sizes(), in.strides(), static_cast<int64_t>(in.itemsize()),
                         uint64_t{1} << plan.dim, nullptr, strides);
  const int64_t n = g.reduced.size[0], along = in.dim() == 0 ? 0 : strides[static_cast<size_t>(plan.dim)];
  int64_t* const indices = static_cast<int64_t*>(plan.result(1).impl()->data());
  visit_ordered(self.scalar_type(), op, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* const values = static_cast<T*>(plan.result(0).impl()->data());
    for_lines(g, 1, [&](const char* from, int64_t at, int64_t count, bool columns) {
      if (columns) extreme_columns<kMax>(values + at, indices + at, along, from, g.reduced.in[0], n, count);
      else
        extreme_lines<kMax>(values + at, indices + at, {along, g.kept.out[0]}, from, {g.reduced.in[0], g.kept.in[0]}, n,
                            count);
    });
  });
}

}  // namespace

void cumsum(const LinePlan& plan, const Tensor& self, int64_t, optional<ScalarType>) {
  scan_numbers<Add>("cumsum_out_cpu", plan, self);
}
void cumprod(const LinePlan& plan, const Tensor& self, int64_t, optional<ScalarType>) {
  scan_numbers<Multiply>("cumprod_out_cpu", plan, self);
}
void logcumsumexp(const LinePlan& plan, const Tensor& self, int64_t) {
  scan_result(plan, resolved(self), [&](const ReduceGeometry& g, int64_t out_along) {
    scan_floats<LogAddExp>(self.scalar_type(), g, out_along);
  });
}
void cummax(const SelectionPlan& plan, const Tensor& self, int64_t) {
  running_extremes<true>("cummax_cpu", plan, self);
}
void cummin(const SelectionPlan& plan, const Tensor& self, int64_t) {
  running_extremes<false>("cummin_cpu", plan, self);
}

}  // namespace torchpp::cpu
