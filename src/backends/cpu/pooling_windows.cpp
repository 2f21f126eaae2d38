// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of pooling whose windows depend on the sizes of the result (adaptive and fractional pooling), and
// of unpooling. 16-bit numbers are pooled in float.

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/pooled_images.h"
#include "src/backends/cpu/pooling.h"

namespace torchpp::cpu {
namespace {

// What a window covers, as depth, height and width.
struct Box {
  int64_t begin[3], end[3];

  int64_t length(int d) const { return end[d] - begin[d]; }
  int64_t count() const { return length(0) * length(1) * length(2); }
};

// f(result, window) for the windows of adaptive pooling.
template <class F>
void for_windows(const PoolVolume& v, const F& f) {
  Box box;
  const auto set = [&](int d, int64_t i) {
    // Divisions take as long as the sum of a small window.
    if (v.out[d] == 1) box.begin[d] = 0, box.end[d] = v.in[d];
    else box.begin[d] = i * v.in[d] / v.out[d], box.end[d] = ((i + 1) * v.in[d] + v.out[d] - 1) / v.out[d];
  };
  int64_t result = 0;
  for (int64_t d = 0; d < v.out[0]; ++d) {
    set(0, d);
    for (int64_t h = 0; h < v.out[1]; ++h) {
      set(1, h);
      for (int64_t w = 0; w < v.out[2]; ++w) {
        set(2, w);
        f(result++, static_cast<const Box&>(box));
      }
    }
  }
}

// f(first element, number of elements) for what of a window lies one element after the other in a plane or volume.
template <class F>
void for_runs(const PoolVolume& v, const Box& box, const F& f) {
  const bool whole_rows = box.length(2) == v.in[2];
  for (int64_t d = box.begin[0]; d < box.end[0]; ++d) {
    const int64_t first = (d * v.in[1] + box.begin[1]) * v.in[2] + box.begin[2];
    if (whole_rows) f(first, box.length(1) * v.in[2]);
    else
      for (int64_t h = 0; h < box.length(1); ++h) f(first + h * v.in[2], box.length(2));
  }
}
// f(element) for all of a window, in their order.
template <class F>
void for_elements(const PoolVolume& v, const Box& box, const F& f) {
  for_runs(v, box, [&](int64_t first, int64_t count) {
    for (int64_t i = first; i < first + count; ++i) f(i);
  });
}

int64_t first_of(const PoolVolume& v, const Box& box) {
  return (box.begin[0] * v.in[1] + box.begin[1]) * v.in[2] + box.begin[2];
}
// f(first element of the window, first of its result, window for the kernels, index of its first pixel) for the windows
// of channels-last images.
template <class F>
void for_last_windows(const PoolVolume& v, const F& f) {
  const int64_t in = v.in_size(), out = v.out_size(), channels = v.channels;
  parallel_for(0, v.batch, grain(in * channels), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for_windows(v, [&](int64_t p, const Box& box) {
        const int64_t pixel = first_of(v, box);
        f((i * in + pixel) * channels, (i * out + p) * channels,
          PoolBox{box.length(1), box.length(2), v.in[2], channels}, pixel);
      });
  });
}

}  // namespace

void adaptive_averages(const AdaptivePoolPlan& plan, const Tensor& self) {
  if (plan.result().numel() == 0) return;
  const PoolVolume& v = plan;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType dtype = memory_type(plan);
  const DenseOperand x(self, dtype, format);
  const Tensor y = computed(plan, dtype);
  const int64_t in = v.in_size(), out = v.out_size();
  with_memory_type("adaptive_avg_pool", dtype, [&](auto zero) {
    using M = decltype(zero);
    using C = std::conditional_t<std::is_same_v<M, BFloat16>, float, M>;
    if (is_last(format))
      return for_last_windows(v, [&](int64_t from, int64_t to, const PoolBox& box, int64_t) {
        box_kernels<M>().mean(data<Bits<M>>(y) + to, x.data<Bits<M>>() + from, box);
      });
    const M* const images = x.data<M>();
    M* const means = data<M>(y);
    const ReduceFn sum = select(sum_loops, dtype);
    constexpr int64_t kFew = 256;  // elements in a run that take less time than calling the loop
    parallel_for(0, v.batch * v.channels, grain(in), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        for_windows(v, [&](int64_t p, const Box& box) {
          const M* from = images + i * in;
          WindowSum<C> few;
          C total = 0;
          for_runs(v, box, [&](int64_t first, int64_t count) {
            if (count <= kFew) return few.add(from + first, count);
            C part = 0;
            sum(&part, reinterpret_cast<const char*>(from + first), sizeof(M), count);
            total += part;
          });
          total += few.total();
          means[i * out + p] = static_cast<M>(total / static_cast<C>(box.count()));
        });
    });
  });
  deliver(plan, y);
}

void adaptive_averages_gradient(const AdaptivePoolPlan& plan, const Tensor& grad_output, const Tensor&) {
  if (grad_output.numel() == 0) return zero(plan.result());
  const PoolVolume& v = plan;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, false);
  const DenseOperand dy(grad_output, compute, format);
  const Tensor dx = computed(plan, compute);
  const int64_t in = v.in_size(), out = v.out_size();
  const bool is_whole = out == 1 && !is_last(format);  // each window is a plane, of which all elements are the same
  if (!is_whole) zero(dx);
  with_float_type("adaptive_avg_pool_backward", compute, [&](auto zero_value) {
    using T = decltype(zero_value);
    const int64_t images = is_last(format) ? v.batch : v.batch * v.channels,
                  channels = is_last(format) ? v.channels : 1;
    const T* gradients = dy.data<T>();
    T* all = data<T>(dx);
    parallel_for(0, images, grain(in * channels), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end && is_whole; ++i)
        std::fill_n(all + i * in, in, gradients[i] / static_cast<T>(in));
      if (is_whole) return;
      std::vector<T> shares(static_cast<size_t>(channels));
      T* const share = shares.data();
      for (int64_t i = begin; i < end; ++i)
        for_windows(v, [&](int64_t p, const Box& box) {
          const T* from = gradients + (i * out + p) * channels;
          T* const image = all + i * in * channels;
          const T count = static_cast<T>(box.count());
          for (int64_t c = 0; c < channels; ++c) share[c] = from[c] / count;
          if (channels == 1)
            for_runs(v, box, [value = share[0], image](int64_t first, int64_t length) {
              for (int64_t j = first; j < first + length; ++j) image[j] += value;
            });
          else
            for_elements(v, box, [&](int64_t pixel) {
              T* to = image + pixel * channels;
              for (int64_t c = 0; c < channels; ++c) to[c] += share[c];
            });
        });
    });
  });
  deliver(plan, dx);
}

namespace {

// The greatest element of a window and where it is: the last NaN, where there is one, else the first of equals.
template <class T>
struct Greatest {
  T value = -std::numeric_limits<T>::infinity();
  int64_t at;

  explicit Greatest(int64_t first) : at(first) {}
  void see(T x, int64_t i) {
    if (x > value || std::isnan(x)) value = x, at = i;
  }
  // x[first] and so many after it. The copy stays in registers.
  void see_run(const T* x, int64_t first, int64_t count) {
    Greatest g = *this;
    for (int64_t i = first; i < first + count; ++i) g.see(x[i], i);
    *this = g;
  }
};

}  // namespace

void adaptive_maxima(const AdaptivePoolIndicesPlan& plan, const Tensor& self) {
  if (plan.result().numel() == 0) return;
  const PoolVolume& v = plan;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType dtype = is_last(format) ? memory_type(plan) : compute_type(plan, false);
  const DenseOperand x(self, dtype, format);
  const Tensor y = computed(plan, dtype);
  auto* const indices = data<int64_t>(plan.result(1));
  if (is_last(format)) {
    TORCHPP_CHECK(v.in_size() <= INT32_MAX, "adaptive_max_pool2d: planes got ", v.in_size(),
                  " elements, expected at most ", INT32_MAX);
    with_memory_type("adaptive_max_pool", dtype, [&](auto zero) {
      using M = Bits<decltype(zero)>;
      for_last_windows(v, [&](int64_t from, int64_t to, const PoolBox& box, int64_t first) {
        box_kernels<decltype(zero)>().max(data<M>(y) + to, indices + to, x.data<M>() + from, box, first);
      });
    });
    return deliver(plan, y);
  }
  const int64_t in = v.in_size(), out = v.out_size();
  with_float_type("adaptive_max_pool", dtype, [&](auto zero) {
    using T = decltype(zero);
    T* const maxima = data<T>(y);
    parallel_for(0, v.batch * v.channels, grain(in), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        for_windows(v, [&](int64_t p, const Box& box) {
          const T* from = x.data<T>() + i * in;
          Greatest<T> greatest(first_of(v, box));
          for_runs(v, box, [&](int64_t first, int64_t count) { greatest.see_run(from, first, count); });
          maxima[i * out + p] = greatest.value, indices[i * out + p] = greatest.at;
        });
    });
  });
  deliver(plan, y);
}

namespace {

// Where the windows of fractional pooling begin along one dimension: the sample shifts them between its ends. Source:
// libtorch 1.13, which computes in the dtype of what is pooled. Samples outside [0, 1) leave no window out of the
// range.
template <class T>
void place_windows(T sample, int64_t in, int64_t out, int64_t kernel, std::vector<int64_t>& begins) {
  begins.clear();
  const int64_t last = in - kernel;
  const T step = out > 1 ? static_cast<T>(last) / static_cast<T>(out - 1) : T(0), shift = std::trunc(sample * step);
  for (int64_t i = 0; i < out; ++i) {
    const T begin = std::trunc((static_cast<T>(i) + sample) * step) - shift;
    begins.push_back(i + 1 == out || begin > static_cast<T>(last) ? last : begin > 0 ? static_cast<int64_t>(begin) : 0);
  }
}

}  // namespace

void fractional_maxima(const FractionalPoolPlan& plan, const Tensor& self, const Tensor& samples) {
  const PoolVolume& v = plan;
  const ScalarType compute = compute_type(plan, false);
  const DenseOperand x(self, compute), where(samples, compute);
  const Tensor y = computed(plan, compute);
  auto* const indices = data<int64_t>(plan.result(1));
  const int64_t in = v.in_size(), out = v.out_size();
  with_float_type("fractional_max_pool", compute, [&](auto zero) {
    using T = decltype(zero);
    // Samples of a plane are those of its width and its height; of a volume those of its depth, height and width.
    const int order[2][3] = {{2, 1, 0}, {0, 1, 2}};
    parallel_for(0, v.batch * v.channels, grain(in + out), [&](int64_t begin, int64_t end) {
      std::vector<int64_t> begins[3] = {{0}, {}, {}};
      for (int64_t i = begin; i < end; ++i) {
        const T* from = x.data<T>() + i * in;
        for (int s = 0; s < plan.dims; ++s) {
          const int d = order[plan.dims - 2][s];
          place_windows(where.data<T>()[i * plan.dims + s], v.in[d], v.out[d], plan.kernel[d], begins[d]);
        }
        int64_t to = i * out;
        Box box;
        const auto set = [&](int d, int64_t first) { box.begin[d] = first, box.end[d] = first + plan.kernel[d]; };
        for (const int64_t depth : begins[0])
          for (const int64_t row : begins[1])
            for (const int64_t column : begins[2]) {
              set(0, depth), set(1, row), set(2, column);
              Greatest<T> greatest((depth * v.in[1] + row) * v.in[2] + column);
              for_elements(v, box, [&](int64_t element) { greatest.see(from[element], element); });
              data<T>(y)[to] = greatest.value, indices[to] = greatest.at;
              ++to;
            }
      }
    });
  });
  deliver(plan, y);
}

// The rule has checked the indices.
void unpool(const IndexedPoolPlan& plan, const Tensor& self, const Tensor& indices) {
  const PoolVolume& v = plan;
  const MemoryFormat format = plan.outputs[0].format;
  const ScalarType compute = compute_type(plan, false);
  const DenseOperand x(self, compute, format), where(indices, format);
  const int64_t in = v.in_size(), out = v.out_size();
  const auto* const places = where.data<int64_t>();
  const Tensor y = computed(plan, compute);
  zero(y);
  with_float_type("max_unpool", compute, [&](auto zero_value) {
    using T = decltype(zero_value);
    const int64_t images = is_last(format) ? v.batch : v.batch * v.channels,
                  channels = is_last(format) ? v.channels : 1;
    parallel_for(0, images, grain((in + out) * channels), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* from = x.data<T>() + i * out * channels;
        const int64_t* at = places + i * out * channels;
        T* to = data<T>(y) + i * in * channels;
        for (int64_t p = 0; p < out; ++p)
          for (int64_t c = 0; c < channels; ++c) to[at[p * channels + c] * channels + c] = from[p * channels + c];
      }
    });
  });
  deliver(plan, y);
}

}  // namespace torchpp::cpu
