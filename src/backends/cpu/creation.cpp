// SPDX-License-Identifier: BSD-3-Clause
// Fills, ranges, reading one element, triangles, mirrored copies.

#include <torchpp/core/parallel.h>

#include <cmath>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/random.h"
#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/shape.h"
#include "src/ops/operand.h"
#include "src/ops/random_rules.h"
#include "src/ops/shape_rules.h"

namespace torchpp::cpu {
Scalar item(const Tensor& self) {
  TORCHPP_CHECK(self.numel() == 1, "a Tensor with ", self.numel(), " elements cannot be converted to Scalar");
  return number_at(self, self.impl()->data());
}

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options) {
  const ScalarType dtype = arange_dtype(start, end, step, options);
  const int64_t n = arange_size(start, end, step, dtype);
  Tensor result = make_vector(n, dtype, options);
  visit_real(dtype, "arange_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (result.is_meta()) return;
    T* to = static_cast<T*>(result.impl()->data());
    if constexpr (std::is_integral_v<T> && sizeof(T) < 8) {
      const uint64_t first = static_cast<uint64_t>(start.toLong()), by = static_cast<uint64_t>(step.toLong());
      parallel_for(0, n, 1 << 15, [&](int64_t b, int64_t e) {
        for (int64_t i = b; i < e; ++i) to[i] = static_cast<T>(first + by * static_cast<uint64_t>(i));
      });
    } else {
      Scalars range = {};
      if constexpr (std::is_integral_v<T>) range.i[0] = start.toLong(), range.i[1] = step.toLong();
      else range.f[0] = start.toDouble(), range.f[1] = step.toDouble();
      const bool narrow = sizeof(T) == 2;  // by way of float
      const ArangeFn loop = select(arange_loops, narrow ? kFloat : dtype);
      const LoopFn round = narrow ? cast_loop(dtype, kFloat) : nullptr;
      parallel_for(0, n, 1 << 15, [&](int64_t b, int64_t e) {
        if (!narrow) return loop(reinterpret_cast<char*>(to + b), b, e - b, &range);
        constexpr int64_t kBlock = 1024, kSteps[] = {sizeof(T), sizeof(float)};
        alignas(64) float block[kBlock];
        for (int64_t count; b < e; b += count) {
          count = e - b < kBlock ? e - b : kBlock;
          loop(reinterpret_cast<char*>(block), b, count, &range);
          char* const data[] = {reinterpret_cast<char*>(to + b), reinterpret_cast<char*>(block)};
          round(data, kSteps, count, nullptr);
        }
      });
    }
  });
  return result;
}

namespace {

// The first half is counted from the start, the second from the end. Element by element, but for integers, float and
// double as libtorch's vectors of 32 bytes do it: they count from their first element, which has been rounded to T, in
// as many pairs of vectors as there are.
template <class T, class Step>
void fill_linspace(T* to, T first, T last, int64_t n) {
  constexpr bool kByVectors = std::is_integral_v<T> || std::is_floating_point_v<T>;
  constexpr int64_t kVector = kByVectors ? kLineVector / static_cast<int64_t>(sizeof(T)) : 1;
  const Step start = static_cast<Step>(first), end = static_cast<Step>(last);
  const Step step = (end - start) / static_cast<Step>(n - 1);
  const auto on_line = [&](int64_t i) {
    const Step from_start = static_cast<Step>(i), from_end = static_cast<Step>(n - i - 1);
    if constexpr (kByVectors)
      return static_cast<T>(i < n / 2 ? std::fma(step, from_start, start) : std::fma(-step, from_end, end));
    else return static_cast<T>(i < n / 2 ? start + step * from_start : end - step * from_end);
  };
  const int64_t vectors = kByVectors ? n / (2 * kVector) * 2 : 0;
  parallel_for(0, vectors, (1 << 15) / kVector, [&](int64_t b, int64_t e) {
    if constexpr (std::is_floating_point_v<T>) {
      Scalars ends = {};
      ends.f[0] = static_cast<double>(first), ends.f[1] = static_cast<double>(last);
      return select(linspace_loops, CppTypeToScalarType<T>::value)(reinterpret_cast<char*>(to + b * kVector),
                                                                   b * kVector, (e - b) * kVector, n, &ends);
    }
    for (int64_t v = b; v < e; ++v) {
      const Step base = static_cast<Step>(on_line(v * kVector));
      for (int64_t k = 0; k < kVector; ++k) to[v * kVector + k] = static_cast<T>(base + static_cast<Step>(k) * step);
    }
  });
  parallel_for(vectors * kVector, n, 1 << 15, [&](int64_t b, int64_t e) {
    for (int64_t i = b; i < e; ++i) to[i] = on_line(i);
  });
}

}  // namespace

Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options) {
  const ScalarType dtype = linspace_dtype(start, end, steps, options);
  Tensor result = make_vector(steps, dtype, options);
  if (steps == 1) {
    char bits[16];
    store_number(start, dtype, bits);
    fill_elements(result, bits);
  } else if (steps > 1) {
    visit_dtype(dtype, "linspace_cpu", [&](auto tag) {
      using T = typename decltype(tag)::type;
      if (result.is_meta()) return;
      T* to = static_cast<T*>(result.impl()->data());
      if constexpr (std::is_same_v<T, bool>)
        TORCHPP_FAIL_KIND(kNotImplemented, "\"linspace_cpu\" not implemented for 'Bool'");
      else if constexpr (std::is_integral_v<T>) fill_linspace<T, double>(to, start.to<T>(), end.to<T>(), steps);
      else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        fill_linspace<T, float>(to, start.to<T>(), end.to<T>(), steps);
      else fill_linspace<T, T>(to, start.to<T>(), end.to<T>(), steps);
    });
  }
  return result;
}

Tensor randperm(int64_t n, const Generator& generator, TensorOptions options) {
  TORCHPP_CHECK(n >= 0, "n must be non-negative, got ", n);
  const ScalarType dtype = long_unless_set(options).dtype();
  check_randperm(dtype, n);
  Tensor result = make_vector(n, dtype, options);
  visit_real(dtype, "randperm", [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (!result.is_meta()) fill_randperm<T>(generator, static_cast<T*>(result.impl()->data()), n);
  });
  return result;
}

namespace {

// Copies the elements of which the column lies on the wanted side of the diagonal, clears the others.
void triangle(const TrianglePlan& plan, const Tensor& self, bool upper) {
  Tensor keep;
  const Tensor &result = plan.result(), &source = resolved(self, keep);
  const int64_t diagonal = plan.diagonal;
  const size_t rank = self.sizes().size();
  const int64_t rows = self.sizes()[rank - 2], columns = self.sizes()[rank - 1];
  const int64_t matrices = self.numel() == 0 ? 0 : self.numel() / (rows * columns);
  const LoopFn loop = copy_loop(static_cast<int64_t>(self.itemsize()));
  const int64_t itemsize = static_cast<int64_t>(self.itemsize());
  const bool in_place = self.is_same(result);
  alignas(16) static const char zero[16] = {};
  const auto clamp = [columns](int64_t c) { return c < 0 ? 0 : c > columns ? columns : c; };
  parallel_for(0, matrices * rows, 1 + (1 << 15) / (columns + 1), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t at = i / rows, to_offset = 0, from_offset = 0;
      const int64_t row = i % rows;
      for (size_t d = rank - 2; d-- > 0;) {
        const int64_t k = at % self.sizes()[d];
        at /= self.sizes()[d];
        to_offset += k * result.strides()[d];
        from_offset += k * source.strides()[d];
      }
      to_offset += row * result.strides()[rank - 2];
      from_offset += row * source.strides()[rank - 2];
      char* to = static_cast<char*>(result.impl()->data()) + to_offset * itemsize;
      const char* from = static_cast<const char*>(source.impl()->data()) + from_offset * itemsize;
      const int64_t to_step = result.strides()[rank - 1] * itemsize, from_step = source.strides()[rank - 1] * itemsize;
      const int64_t border = clamp(row + diagonal + (upper ? 0 : 1));
      const int64_t keep_begin = upper ? border : 0, keep_end = upper ? columns : border;
      const auto write = [&](int64_t b, int64_t e, const char* src, int64_t step) {
        if (b >= e) return;
        char* data[2] = {to + b * to_step, const_cast<char*>(src)};
        const int64_t strides[2] = {to_step, step};
        loop(data, strides, e - b, nullptr);
      };
      if (!in_place) write(keep_begin, keep_end, from + keep_begin * from_step, from_step);
      write(0, keep_begin, zero, 0);
      write(keep_end, columns, zero, 0);
    }
  });
}

}  // namespace

void tril(const TrianglePlan& plan, const Tensor& self, int64_t) { triangle(plan, self, false); }
void triu(const TrianglePlan& plan, const Tensor& self, int64_t) { triangle(plan, self, true); }

void flip(const FlipPlan& plan, const Tensor& self, IntArrayRef) {
  Tensor keep;
  const Tensor &result = plan.result(), &source = resolved(self, keep);
  if (self.numel() == 0) return;
  // The source is walked from its last element backwards along the flipped dimensions.
  DimVector strides(source.strides());
  char* data = static_cast<char*>(source.impl()->data());
  for (size_t d = 0; d < strides.size(); ++d) {
    if ((plan.mask >> d & 1) == 0) continue;
    data += (source.sizes()[d] - 1) * strides[d] * static_cast<int64_t>(source.itemsize());
    strides[d] = -strides[d];
  }
  copy_strided({result.impl()->data(), result.strides(), result.dtype()}, {data, strides, source.dtype()},
               source.sizes());
}

}  // namespace torchpp::cpu
