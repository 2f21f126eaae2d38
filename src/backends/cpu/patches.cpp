// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of windows as columns, and of their sums: a row of columns is what one element of the kernel sees.

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/wide_result.h"
#include "src/ops/image_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

int64_t grain_of(int64_t elements) { return std::max<int64_t>(1, 32768 / std::max<int64_t>(1, elements)); }

// The windows whose element `k` of dimension `d` lies inside of the image, and where that of window 0 would lie.
struct Seen {
  int64_t begin, end, first;
  Seen(const WindowsPlan& p, int d, int64_t k) : first(k * p.dilation[d] - p.padding[d]) {
    const int64_t step = p.stride[d], n = p.windows[d];
    begin = std::min(n, first >= 0 ? 0 : (-first - 1) / step + 1);
    const int64_t room = p.image[d] - first;  // the first place behind the image
    end = std::max(begin, std::min(n, room <= 0 ? 0 : (room - 1) / step + 1));
  }
};

// f(kernel row, kernel column) of the kernel's elements.
template <class F>
void for_kernel(const WindowsPlan& p, const F& f) {
  for (int64_t i = 0; i < p.kernel[0]; ++i)
    for (int64_t j = 0; j < p.kernel[1]; ++j) f(i, j);
}

template <class T>
void gather_row(const WindowsPlan& p, const T* image, T* to, int64_t kernel_row, int64_t kernel_column) {
  const Seen rows(p, 0, kernel_row), columns(p, 1, kernel_column);
  const int64_t width = p.windows[1], step = p.stride[1];
  std::fill_n(to, rows.begin * width, T{});
  std::fill_n(to + rows.end * width, (p.windows[0] - rows.end) * width, T{});
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    const T* from = image + (rows.first + i * p.stride[0]) * p.image[1];
    T* y = to + i * width;
    std::fill_n(y, columns.begin, T{});
    if (step == 1 && columns.end > columns.begin)
      __builtin_memcpy(y + columns.begin, from + columns.first + columns.begin,
                       static_cast<size_t>(columns.end - columns.begin) * sizeof(T));
    else
      for (int64_t j = columns.begin; j < columns.end; ++j) y[j] = from[columns.first + j * step];
    std::fill_n(y + columns.end, width - columns.end, T{});
  }
}

template <class T>
void add_row(const WindowsPlan& p, const T* from, T* image, int64_t kernel_row, int64_t kernel_column) {
  const Seen rows(p, 0, kernel_row), columns(p, 1, kernel_column);
  const int64_t step = p.stride[1];
  for (int64_t i = rows.begin; i < rows.end; ++i) {
    T* to = image + (rows.first + i * p.stride[0]) * p.image[1];
    const T* x = from + i * p.windows[1];
    if (step == 1 && columns.end > columns.begin) {
      T* y = to + columns.first + columns.begin;
      for (int64_t j = columns.begin; j < columns.end; ++j) y[j - columns.begin] += x[j];
    } else {
      for (int64_t j = columns.begin; j < columns.end; ++j) to[columns.first + j * step] += x[j];
    }
  }
}

}  // namespace

void im2col(const WindowsPlan& p, const Tensor& self, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef) {
  if (p.result().numel() == 0) return;
  const DenseOperand x(self);
  const int64_t taps = p.kernel[0] * p.kernel[1], columns = p.windows[0] * p.windows[1];
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* images = x.data<T>();
    T* to = static_cast<T*>(p.result().impl()->data());
    parallel_for(0, p.batch * p.channels * taps, grain_of(columns), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t tap = row % taps;
        gather_row(p, images + row / taps * p.image[0] * p.image[1], to + row * columns, tap / p.kernel[1],
                   tap % p.kernel[1]);
      }
    });
  });
}

void col2im(const WindowsPlan& p, const Tensor& self, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef) {
  if (p.result().numel() == 0) return;
  const ScalarType compute = wide_dtype(p.outputs[0].dtype);
  const DenseOperand x(self, compute);
  const Tensor y = computed(p, compute);
  const int64_t taps = p.kernel[0] * p.kernel[1], columns = p.windows[0] * p.windows[1];
  const auto add = [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* from = x.data<T>();
    T* images = static_cast<T*>(y.impl()->data());
    const int64_t pixels = p.image[0] * p.image[1];
    parallel_for(0, p.batch * p.channels, grain_of(taps * columns), [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        T* image = images + plane * pixels;
        std::fill_n(image, pixels, T(0));
        for_kernel(p, [&](int64_t i, int64_t j) {
          add_row(p, from + (plane * taps + i * p.kernel[1] + j) * columns, image, i, j);
        });
      }
    });
  };
  switch (compute) {
    case kFloat: add(TypeTag<float>()); break;
    case kDouble: add(TypeTag<double>()); break;
    case kComplexFloat: add(TypeTag<ComplexFloat>()); break;
    default: add(TypeTag<ComplexDouble>()); break;
  }
  deliver(p, y);
}

}  // namespace torchpp::cpu
