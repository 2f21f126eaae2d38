// SPDX-License-Identifier: BSD-3-Clause

// softmax, log_softmax, their gradients, and logsumexp: functions of whole lines along a dimension.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>

#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/reduction.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

// Lines of n elements of up to three contiguous tensors of one shape (operand 0 is written): `inner` lines lie side by
// side, `outer` groups of them follow each other.
struct Lines {
  int64_t outer = 1, n = 1, inner = 1, itemsize;

  Lines(const TensorBase& t, int64_t dim) : itemsize(static_cast<int64_t>(t.itemsize())) {
    const IntArrayRef sizes = t.sizes();
    for (size_t d = 0; d < sizes.size(); ++d) {
      const int64_t at = static_cast<int64_t>(d);
      (at < dim ? outer : at == dim ? n : inner) *= sizes[d];
    }
  }
};

// Calls rows(data, count) for runs of contiguous lines. Lines that are not contiguous are turned in and out of a small
// buffer, many at a time.
template <int kOperands, class F>
void for_lines(const Lines& l, char* const (&data)[kOperands], const F& rows) {
  if (l.outer * l.n * l.inner == 0) return;
  const int64_t bytes = l.n * l.itemsize;
  if (l.inner == 1) {
    parallel_for(0, l.outer, 1 + kReduceGrain / (4 * l.n), [&](int64_t begin, int64_t end) {
      char* at[kOperands];
      for (int k = 0; k < kOperands; ++k) at[k] = data[k] + begin * bytes;
      rows(at, end - begin);
    });
    return;
  }
  const int64_t fitting = 65536 / bytes, most = fitting < 1 ? 1 : fitting < 64 ? fitting : 64;
  const int64_t width = most < l.inner ? most : l.inner, tiles = (l.inner + width - 1) / width;
  const TransposedFn turn = transposed_copy(l.itemsize);
  parallel_for(0, l.outer * tiles, 1 + kReduceGrain / (4 * l.n * width), [&](int64_t begin, int64_t end) {
    const std::unique_ptr<char[]> buffer(new char[static_cast<size_t>(kOperands * width * bytes)]);
    char* turned[kOperands];
    for (int k = 0; k < kOperands; ++k) turned[k] = buffer.get() + k * width * bytes;
    const int64_t row = l.inner * l.itemsize;
    for (int64_t t = begin; t < end; ++t) {
      const int64_t first = t % tiles * width, count = l.inner - first < width ? l.inner - first : width;
      const int64_t start = t / tiles * l.n * row + first * l.itemsize;
      for (int k = 1; k < kOperands; ++k) turn(turned[k], bytes, data[k] + start, row, count, l.n);
      rows(turned, count);
      turn(data[0] + start, row, turned[0], bytes, l.n, count);
    }
  });
}

// Lines of a tile. A tile of the least width stays in the cache, where long lines lie far apart in memory; the hardware
// prefetches rows of the greatest width, so that passes which compute little read them again sooner.
constexpr int64_t kLeastWidth = 16, kMostWidth = 256;

// Many lines side by side, in loops over rows of neighbours: `rows` rows of `width` elements in T, `stride` bytes
// apart. The cost of entering a loop is shared by all lines.
template <class T>
class SideBySide {
 public:
  SideBySide(int64_t rows, int64_t width, int64_t stride) : rows_(rows), width_(width), stride_(stride) {}

  void softmax(char* out, const char* in) const {
    alignas(64) T top[kMostWidth], total[kMostWidth];
    reduce(max_columns_loops, top, in);
    for (int64_t i = 0; i < rows_; ++i) {
      apply(sub_loops, at(out, i), at(in, i), top);
      apply(exp_loops, at(out, i), at(out, i));
    }
    reduce(sum_columns_loops, total, out);
    for (int64_t j = 0; j < width_; ++j) total[j] = T(1) / total[j];
    for (int64_t i = 0; i < rows_; ++i) apply(mul_loops, at(out, i), at(out, i), total);
  }
  void log_softmax(char* out, const char* in) const {
    alignas(64) T top[kMostWidth], total[kMostWidth] = {}, term[kMostWidth];
    reduce(max_columns_loops, top, in);
    for (int64_t i = 0; i < rows_; ++i) {
      apply(sub_loops, at(out, i), at(in, i), top);
      apply(exp_loops, term, at(out, i));
      for (int64_t j = 0; j < width_; ++j) total[j] += term[j];
    }
    apply(log_loops, total, total);
    for (int64_t i = 0; i < rows_; ++i) apply(sub_loops, at(out, i), at(out, i), total);
  }
  void softmax_backward(char* to, const char* grad, const char* out) const {
    T dot[kMostWidth] = {};
    for (int64_t i = 0; i < rows_; ++i) {
      const T *g = at(grad, i), *y = at(out, i);
      for (int64_t j = 0; j < width_; ++j) dot[j] += g[j] * y[j];
    }
    for (int64_t i = 0; i < rows_; ++i) {
      const T *g = at(grad, i), *y = at(out, i);
      T* d = at(to, i);
      for (int64_t j = 0; j < width_; ++j) d[j] = y[j] * (g[j] - dot[j]);
    }
  }
  void log_softmax_backward(char* to, const char* grad, const char* out) const {
    alignas(64) T total[kMostWidth], term[kMostWidth];
    reduce(sum_columns_loops, total, grad);
    for (int64_t i = 0; i < rows_; ++i) {
      apply(exp_loops, term, at(out, i));
      const T* g = at(grad, i);
      T* d = at(to, i);
      for (int64_t j = 0; j < width_; ++j) d[j] = g[j] - term[j] * total[j];
    }
  }

 private:
  static constexpr ScalarType kType = CppTypeToScalarType<T>::value;
  T* at(char* p, int64_t row) const { return reinterpret_cast<T*>(p + row * stride_); }
  const T* at(const char* p, int64_t row) const { return reinterpret_cast<const T*>(p + row * stride_); }
  void reduce(const LoopTable<ReduceColumnsFn>& loops, T* to, const char* in) const {
    select(loops, kType)(to, in, stride_, rows_, width_);
  }
  void apply(const LoopTable<LoopFn>& loops, T* to, const T* a, const T* b = nullptr) const {
    static constexpr Scalars kOne = {{1}, {1}};  // what a difference multiplies its second operand by
    char* const data[] = {reinterpret_cast<char*>(to), reinterpret_cast<char*>(const_cast<T*>(a)),
                          reinterpret_cast<char*>(const_cast<T*>(b))};
    const int64_t strides[] = {sizeof(T), sizeof(T), sizeof(T)};
    select(loops, kType)(data, strides, width_, &kOne);
  }

  int64_t rows_, width_, stride_;
};

constexpr int64_t kShortLine = 6;

// Runs columns() over a tile of 16-bit floats, `rows` rows of `width` elements that lie `stride` bytes apart, as dense
// floats: one operand less than there are, because the first is written row by row as the second is read.
TORCHPP_NOINLINE void run_as_floats(ScalarType dtype, int64_t rows, int64_t width, int64_t stride, char* const* data,
                                    int operands, void (*columns)(const SideBySide<float>& tile, char* const* data)) {
  constexpr int64_t kHalf = 2, kFull = sizeof(float);
  const int64_t float_stride = width * kFull, bytes = rows * float_stride;
  const std::unique_ptr<char[]> buffer(new char[static_cast<size_t>((operands - 1) * bytes)]);
  const auto convert = [rows, width](LoopFn loop, char* to, int64_t to_stride, int64_t to_size, const char* from,
                                     int64_t from_stride, int64_t from_size) {
    const int64_t steps[] = {to_size, from_size};
    for (int64_t i = 0; i < rows; ++i) {
      char* const row[] = {to + i * to_stride, const_cast<char*>(from) + i * from_stride};
      loop(row, steps, width, nullptr);
    }
  };
  char* floats[] = {buffer.get(), buffer.get(), buffer.get() + (operands > 2 ? bytes : 0)};
  for (int k = 1; k < operands; ++k)
    convert(cast_loop(kFloat, dtype), floats[k], float_stride, kFull, data[k], stride, kHalf);
  columns(SideBySide<float>(rows, width, float_stride), floats);
  convert(cast_loop(dtype, kFloat), data[0], stride, kHalf, floats[0], float_stride, kFull);
}

// Runs columns(tile, at) over tiles of lines side by side: where they lie so in memory, and where they are so short
// that turning them costs less than entering a loop for each. False where neither is so.
template <class T, int kOperands, class F>
bool side_by_side(ScalarType dtype, const Lines& l, char* const (&data)[kOperands], int64_t least, const F& columns) {
  const int64_t size = l.itemsize;
  if (l.outer * l.n * l.inner == 0) return true;
  if (l.inner >= 16) {
    const int64_t fitting = 131072 / (l.n * size), most = kMostWidth;
    const int64_t width = fitting < least ? least : fitting < most ? fitting : most, row = l.inner * size;
    const int64_t tiles = (l.inner + width - 1) / width;
    parallel_for(0, l.outer * tiles, 1 + kReduceGrain / (4 * l.n * width), [&](int64_t begin, int64_t end) {
      for (int64_t t = begin; t < end; ++t) {
        const int64_t first = t % tiles * width, left = l.inner - first;
        char* at[kOperands];
        for (int k = 0; k < kOperands; ++k) at[k] = data[k] + t / tiles * l.n * row + first * size;
        const int64_t count = left < width ? left : width;
        if (std::is_same_v<T, double> || size == sizeof(T)) columns(SideBySide<T>(l.n, count, row), at);
        else run_as_floats(dtype, l.n, count, row, at, kOperands, columns);
      }
    });
    return true;
  }
  const bool narrow = l.n > 1 && (l.n & (l.n - 1)) == 0;  // several are one vector
  if (l.inner > 1 || l.n > kShortLine || narrow || l.outer < 4 || size != sizeof(T)) return false;
  constexpr int64_t kWidth = 64;
  const TransposedFn turn = transposed_copy(size);
  const int64_t line = l.n * size, tiles = (l.outer + kWidth - 1) / kWidth;
  parallel_for(0, tiles, 1 + kReduceGrain / (4 * l.n * kWidth), [&](int64_t begin, int64_t end) {
    alignas(64) char buffers[kOperands][kShortLine * kWidth * sizeof(T)];
    for (int64_t t = begin; t < end; ++t) {
      const int64_t first = t * kWidth, left = l.outer - first, count = left < kWidth ? left : kWidth,
                    row = count * size;
      char* at[kOperands];
      for (int k = 0; k < kOperands; ++k) {
        at[k] = buffers[k];
        if (k > 0) turn(at[k], row, data[k] + first * line, line, l.n, count);
      }
      columns(SideBySide<T>(l.n, count, row), at);
      turn(data[0] + first * line, line, at[0], row, count, l.n);
    }
  });
  return true;
}

// Lines by tiles, those of 16-bit floats in float; false where tiles do not pay.
template <int kOperands, class F>
bool by_tiles(ScalarType dtype, const Lines& l, char* const (&data)[kOperands], int64_t least, const F& columns) {
  return dtype == kDouble ? side_by_side<double>(dtype, l, data, least, columns)
                          : side_by_side<float>(dtype, l, data, least, columns);
}

template <class T>
T* contiguous_data(const Tensor& t) {
  return static_cast<T*>(t.impl()->data());
}

template <class F>
void softmax_lines(const Tensor& to, const Tensor& in, int64_t dim, RowsFn loop, const F& columns) {
  const Lines lines(in, dim);
  char* const data[] = {contiguous_data<char>(to), contiguous_data<char>(in)};
  if (TORCHPP_LIKELY(lines.outer * lines.inner == 1 && lines.n != 0)) loop(data[0], data[1], 1, lines.n);
  else if (!by_tiles(to.scalar_type(), lines, data, kLeastWidth, columns))
    for_lines(lines, data, [&](char* const* at, int64_t rows) { loop(at[0], at[1], rows, lines.n); });
}

// Whether nothing has to be planned: a new result of a plain tensor.
bool is_direct(const Out& out, const Tensor& self, bool half_to_float) {
  return out.functional() && !half_to_float && self.impl()->is_plain() && self.is_cpu();
}

template <class F>
Tensor softmax_directly(const char* op, const Tensor& self, int64_t dim, const LoopTable<RowsFn>& loops,
                        const F& columns) {
  const int64_t d = wrap_dim(dim, self.dim());
  const ScalarType dtype = softmax_dtype(op, self, false);
  Tensor result(make_tensor_like(*self.impl(), dtype));
  softmax_lines(result, self, d, select(loops, dtype), columns);
  return result;
}

template <class F>
void softmax_planned(const LinePlan& plan, const Tensor& self, const LoopTable<RowsFn>& loops, const F& columns) {
  const ScalarType dtype = plan.outputs[0].dtype;
  softmax_lines(plan.result(), dense(converted(self, dtype)), plan.dim, select(loops, dtype), columns);
}

// softmax_backward() of 16-bit floats side by side. Rows are converted where they are read, twice: floats of all rows
// would fill the second-level cache.
void narrow_softmax_gradient(ScalarType dtype, const Lines& l, int64_t width, char* const (&data)[3]) {
  const LoopFn widen = cast_loop(kFloat, dtype), narrow = cast_loop(dtype, kFloat);
  const int64_t row = l.inner * l.itemsize, tiles = (l.inner + width - 1) / width;
  parallel_for(0, l.outer * tiles, 1 + kReduceGrain / (4 * l.n * width), [&](int64_t begin, int64_t end) {
    alignas(64) float g[kMostWidth], y[kMostWidth], dot[kMostWidth];
    for (int64_t t = begin; t < end; ++t) {
      const int64_t first = t % tiles * width, count = std::min(width, l.inner - first);
      const int64_t start = t / tiles * l.n * row + first * l.itemsize;
      const auto convert = [count](LoopFn loop, void* to, int64_t to_size, void* from, int64_t from_size) {
        char* const at[] = {static_cast<char*>(to), static_cast<char*>(from)};
        const int64_t steps[] = {to_size, from_size};
        loop(at, steps, count, nullptr);
      };
      const auto read = [&](int64_t i) {
        convert(widen, g, sizeof(float), data[1] + start + i * row, l.itemsize);
        convert(widen, y, sizeof(float), data[2] + start + i * row, l.itemsize);
      };
      std::fill_n(dot, count, 0.f);
      for (int64_t i = 0; i < l.n; ++i) {
        read(i);
        for (int64_t j = 0; j < count; ++j) dot[j] += g[j] * y[j];
      }
      for (int64_t i = 0; i < l.n; ++i) {
        read(i);
        for (int64_t j = 0; j < count; ++j) g[j] = y[j] * (g[j] - dot[j]);
        convert(narrow, data[0] + start + i * row, l.itemsize, g, sizeof(float));
      }
    }
  });
}

template <class F>
void softmax_gradient(const LinePlan& plan, const Tensor& grad, const Tensor& output,
                      const LoopTable<RowsBackwardFn>& loops, const F& columns) {
  const ScalarType dtype = output.scalar_type();
  const Tensor g = dense(grad), y = dense(output);
  const bool narrowed = plan.outputs[0].dtype != dtype;  // the forward widened half to float
  const Tensor to = narrowed ? Tensor(make_tensor(output.sizes(), dtype, kCPU)) : plan.result();
  const RowsBackwardFn loop = select(loops, dtype);
  const Lines lines(y, plan.dim);
  char* const data[] = {contiguous_data<char>(to), contiguous_data<char>(g), contiguous_data<char>(y)};
  const int64_t share = lines.outer * lines.inner / get_num_threads();
  const int64_t least = lines.itemsize == 2 || share < kLeastWidth ? kLeastWidth : std::min(share, kMostWidth);
  if (&loops == &softmax_backward_loops && lines.itemsize == 2 && lines.inner >= kLeastWidth && lines.n > 0)
    narrow_softmax_gradient(dtype, lines, std::clamp(share, kLeastWidth, kMostWidth), data);
  else if (!by_tiles(dtype, lines, data, least, columns))
    for_lines(lines, data, [&](char* const* at, int64_t rows) { loop(at[0], at[1], at[2], rows, lines.n); });
  if (narrowed) cpu::copy(Out::in_place(plan.result()), plan.result(), to, false);
}

constexpr auto kSoftmaxColumns = [](const auto& tile, char* const* at) { tile.softmax(at[0], at[1]); };
constexpr auto kLogSoftmaxColumns = [](const auto& tile, char* const* at) { tile.log_softmax(at[0], at[1]); };

// log(sum(e^x)) of one contiguous line in blocks that stay in the cache; T computes, as all its loops do.
template <class T>
T log_sum_exp(const T* x, int64_t n) {
  constexpr ScalarType kType = CppTypeToScalarType<T>::value;
  constexpr int64_t kBlock = 1024, kSize = sizeof(T);
  T top;
  if (n == 0) return -static_cast<T>(INFINITY);
  select(max_loops, kType)(&top, reinterpret_cast<const char*>(x), kSize, n);
  // All -inf, or some +inf: the sum of e^(x - 0) says it, where x - top would be NaN.
  if (top == static_cast<T>(INFINITY) || top == -static_cast<T>(INFINITY)) return top;
  const LoopFn subtract = select(sub_loops, kType), exponential = select(exp_loops, kType);
  const ReduceFn add = select(sum_loops, kType);
  const Scalars one = {{1}, {1}};
  alignas(64) T terms[kBlock];
  T total = 0;
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t count = n - i < kBlock ? n - i : kBlock;
    char* const data[] = {reinterpret_cast<char*>(terms), reinterpret_cast<char*>(const_cast<T*>(x + i)),
                          reinterpret_cast<char*>(&top)};
    const int64_t strides[] = {kSize, kSize, 0};
    subtract(data, strides, count, &one);
    char* const in_place[] = {reinterpret_cast<char*>(terms), reinterpret_cast<char*>(terms)};
    exponential(in_place, strides, count, nullptr);
    T part;
    add(&part, reinterpret_cast<const char*>(terms), kSize, count);
    total += part;
  }
  char* const data[] = {reinterpret_cast<char*>(&total), reinterpret_cast<char*>(&total)};
  const int64_t strides[] = {kSize, kSize};
  select(log_loops, kType)(data, strides, 1, nullptr);
  return total + top;
}

template <class T>
void log_sum_exp_lines(const Tensor& in, char* out, int64_t n) {
  const T* x = contiguous_data<T>(in);
  const int64_t lines = n == 0 ? 0 : in.numel() / n;
  parallel_for(0, lines, 1 + kReduceGrain / (4 * n + 1), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) reinterpret_cast<T*>(out)[i] = log_sum_exp(x + i * n, n);
  });
}

}  // namespace

Tensor softmax_direct(Out out, const Tensor& self, int64_t dim, bool half_to_float) {
  if (TORCHPP_UNLIKELY(!is_direct(out, self, half_to_float)))
    return Structured<&rule::softmax, &softmax>::call(out, self, dim, half_to_float);
  return softmax_directly("softmax_kernel_impl", self, dim, softmax_loops, kSoftmaxColumns);
}
Tensor log_softmax_direct(Out out, const Tensor& self, int64_t dim, bool half_to_float) {
  if (TORCHPP_UNLIKELY(!is_direct(out, self, half_to_float)))
    return Structured<&rule::log_softmax, &log_softmax>::call(out, self, dim, half_to_float);
  return softmax_directly("log_softmax_kernel_impl", self, dim, log_softmax_loops, kLogSoftmaxColumns);
}
void softmax(const LinePlan& plan, const Tensor& self, int64_t, bool) {
  softmax_planned(plan, self, softmax_loops, kSoftmaxColumns);
}
void log_softmax(const LinePlan& plan, const Tensor& self, int64_t, bool) {
  softmax_planned(plan, self, log_softmax_loops, kLogSoftmaxColumns);
}
void softmax_backward(const LinePlan& plan, const Tensor& grad, const Tensor& output, int64_t, ScalarType) {
  softmax_gradient(plan, grad, output, softmax_backward_loops,
                   [](const auto& tile, char* const* at) { tile.softmax_backward(at[0], at[1], at[2]); });
}
void log_softmax_backward(const LinePlan& plan, const Tensor& grad, const Tensor& output, int64_t, ScalarType) {
  softmax_gradient(plan, grad, output, log_softmax_backward_loops,
                   [](const auto& tile, char* const* at) { tile.log_softmax_backward(at[0], at[1], at[2]); });
}

void logsumexp(const ReductionPlan& plan, const Tensor& self, IntArrayRef, bool) {
  const uint64_t mask = plan.mask;
  const ScalarType dtype = plan.outputs[0].dtype, compute = dtype == kDouble ? kDouble : kFloat;
  const Tensor& to = plan.result();
  Tensor in = converted(self, compute);
  // The reduced dimensions go last, then lines are contiguous.
  DimVector order_sizes, order_strides;
  int64_t n = 1;
  for (const bool last : {false, true})
    for (int64_t d = 0; d < in.dim(); ++d) {
      if (static_cast<bool>(mask >> d & 1) != last) continue;
      order_sizes.push_back(in.size(d));
      order_strides.push_back(in.stride(d));
      if (last) n *= in.size(d);
    }
  in = dense(Tensor(make_view(in, order_sizes, order_strides, in.storage_offset())));

  const Tensor wide = dtype == compute ? to : Tensor(make_tensor(to.sizes(), compute, kCPU));
  if (n == 0) cpu::fill(Out::in_place(wide), wide, Scalar(-static_cast<double>(INFINITY)));
  else if (compute == kDouble) log_sum_exp_lines<double>(in, contiguous_data<char>(wide), n);
  else log_sum_exp_lines<float>(in, contiguous_data<char>(wide), n);
  if (!wide.is_same(to)) cpu::copy(Out::in_place(to), to, wide, false);
}

}  // namespace torchpp::cpu
