// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
const IValue kNo;
constexpr const char* kFile = "tests/ops/pooling_test.cpp";

// Images and volumes, of which the large ones are more than a thread's share.
Tensor images(Sample& s) { return s.real({s.n(2, 8), 3, s.n(4, 32), s.n(6, 34)}); }
Tensor volumes(Sample& s) { return s.real({s.n(1, 4), 2, s.n(3, 9), s.n(4, 18), s.n(5, 21)}); }

// The elements along one dimension that a window covers, and its length with padding.
struct Span {
  int64_t begin, end, step, padded;
};
// The spans of all windows along one dimension.
using Spans = std::vector<Span>;

Spans even_spans(int64_t in, int64_t kernel, int64_t stride, int64_t padding, int64_t dilation, bool ceil) {
  const int64_t room = in + 2 * padding - dilation * (kernel - 1) - 1;
  int64_t n = (room + (ceil ? stride - 1 : 0)) / stride + 1;
  if (ceil && (n - 1) * stride >= in + padding) --n;
  Spans spans;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t first = i * stride - padding, end = first + dilation * (kernel - 1) + 1;
    int64_t begin = first;
    while (begin < 0) begin += dilation;
    spans.push_back({begin, std::min(end, in), dilation, std::min(end, in + padding) - first});
  }
  return spans;
}
Spans adaptive_spans(int64_t in, int64_t out) {
  Spans spans;
  for (int64_t i = 0; i < out; ++i) spans.push_back({i * in / out, ((i + 1) * in + out - 1) / out, 1, 0});
  return spans;
}
Spans fractional_spans(int64_t in, int64_t out, int64_t kernel, double sample) {
  Spans spans;
  const double step = out > 1 ? static_cast<double>(in - kernel) / static_cast<double>(out - 1) : 0;
  for (int64_t i = 0; i < out; ++i) {
    const double begin = std::floor((static_cast<double>(i) + sample) * step) - std::floor(sample * step);
    const int64_t first = i + 1 == out ? in - kernel : static_cast<int64_t>(begin);
    spans.push_back({first, first + kernel, 1, 0});
  }
  return spans;
}

// What a window of a plane or volume comes to.
struct Pooled {
  double greatest = -HUGE_VAL, sum = 0;
  int64_t at = 0, count = 0, padded = 1;
};
// f(Pooled) of every window; spans(plane) has those of each dimension.
template <class F>
void each_window(const Tensor& x, size_t dims, const std::function<std::vector<Spans>(size_t)>& spans, F f) {
  const std::vector<double> v = elements(x);
  const Ints in(x.sizes().end() - static_cast<int64_t>(dims), x.sizes().end());
  size_t size = 1;
  for (const int64_t n : in) size *= static_cast<size_t>(n);
  for (size_t plane = 0; plane * size < v.size(); ++plane) {
    std::vector<Spans> of = spans(plane);
    if (dims == 2) of.insert(of.begin(), Spans{{0, 1, 1, 1}});
    const int64_t height = in[dims - 2], width = in[dims - 1];
    for (const Span& d : of[0])
      for (const Span& h : of[1])
        for (const Span& w : of[2]) {
          Pooled p;
          p.padded = d.padded * h.padded * w.padded;
          for (int64_t i = d.begin; i < d.end; i += d.step)
            for (int64_t j = h.begin; j < h.end; j += h.step)
              for (int64_t k = w.begin; k < w.end; k += w.step) {
                const int64_t at = (i * height + j) * width + k;
                const double value = v[plane * size + static_cast<size_t>(at)];
                if (value > p.greatest) p.greatest = value, p.at = at;
                p.sum += value, ++p.count;
              }
          f(p);
        }
  }
}
// The sizes of x with other last dimensions.
Ints with_sizes(const Tensor& x, const std::vector<Spans>& spans) {
  Ints sizes = x.sizes().vec();
  for (size_t d = 0; d < spans.size(); ++d)
    sizes[sizes.size() - spans.size() + d] = static_cast<int64_t>(spans[d].size());
  return sizes;
}
// Maxima and their places.
std::vector<Tensor> maxima(const Tensor& x, size_t dims, const std::function<std::vector<Spans>(size_t)>& spans) {
  std::vector<double> values, places;
  each_window(x, dims, spans,
              [&](const Pooled& p) { values.push_back(p.greatest), places.push_back(static_cast<double>(p.at)); });
  const Ints sizes = with_sizes(x, spans(0));
  return {from_elements(values, sizes), from_elements(places, sizes).to(kLong)};
}
int64_t item_of(const Ints& list, size_t i) { return list[list.size() == 1 ? 0 : i]; }
// The spans that max_pool and avg_pool have by their arguments from `kernel_size` on.
std::vector<Spans> spans_of(const Stack& a, size_t dims, bool dilated) {
  std::vector<Spans> spans;
  const Tensor x = a[0].toTensor();
  const Ints kernel = a[1].toIntVector(), padding = a[3].toIntVector();
  Ints stride = a[2].toIntVector();
  if (stride.empty()) stride = kernel;
  for (size_t d = 0; d < dims; ++d)
    spans.push_back(even_spans(x.size(static_cast<int64_t>(d) - static_cast<int64_t>(dims)), item_of(kernel, d),
                               item_of(stride, d), item_of(padding, d), dilated ? item_of(a[4].toIntVector(), d) : 1,
                               a[dilated ? 5 : 4].toBool()));
  return spans;
}
std::function<std::vector<Tensor>(const Stack&)> max_windows(size_t dims) {
  return [=](const Stack& a) { return maxima(a[0].toTensor(), dims, [&](size_t) { return spans_of(a, dims, true); }); };
}
std::function<Tensor(const Stack&)> mean_windows(size_t dims) {
  return [=](const Stack& a) {
    std::vector<double> means;
    const std::vector<Spans> spans = spans_of(a, dims, false);
    each_window(
        a[0].toTensor(), dims, [&](size_t) { return spans; },
        [&](const Pooled& p) {
          const int64_t by = a[6].isNone() ? (a[5].toBool() ? p.padded : p.count) : a[6].toInt();
          means.push_back(p.sum / static_cast<double>(by));
        });
    return from_elements(means, with_sizes(a[0].toTensor(), spans));
  };
}
std::vector<Spans> adaptive_spans_of(const Stack& a, size_t dims) {
  std::vector<Spans> spans;
  const Ints out = a[1].toIntVector();
  for (size_t d = 0; d < dims; ++d)
    spans.push_back(
        adaptive_spans(a[0].toTensor().size(static_cast<int64_t>(d) - static_cast<int64_t>(dims)), item_of(out, d)));
  return spans;
}
std::function<Tensor(const Stack&)> adaptive_means(size_t dims) {
  return [=](const Stack& a) {
    std::vector<double> means;
    const std::vector<Spans> spans = adaptive_spans_of(a, dims);
    each_window(
        a[0].toTensor(), dims, [&](size_t) { return spans; },
        [&](const Pooled& p) { means.push_back(p.sum / static_cast<double>(p.count)); });
    return from_elements(means, with_sizes(a[0].toTensor(), spans));
  };
}
std::function<std::vector<Tensor>(const Stack&)> adaptive_maxima(size_t dims) {
  return
      [=](const Stack& a) { return maxima(a[0].toTensor(), dims, [&](size_t) { return adaptive_spans_of(a, dims); }); };
}
// Samples of a plane are those of W and H, of a volume those of D, H and W.
std::function<std::vector<Tensor>(const Stack&)> fractional_maxima(size_t dims) {
  return [=](const Stack& a) {
    const Tensor x = a[0].toTensor();
    const std::vector<double> samples = elements(a[3].toTensor());
    return maxima(x, dims, [&](size_t plane) {
      std::vector<Spans> spans;
      for (size_t d = 0; d < dims; ++d)
        spans.push_back(fractional_spans(x.size(static_cast<int64_t>(d) - static_cast<int64_t>(dims)),
                                         a[2].toIntVector()[d], a[1].toIntVector()[d],
                                         samples[plane * dims + (dims == 2 ? 1 - d : d)]));
      return spans;
    });
  };
}

// A gradient, and the results of a pooling of x, for its backward operator: {grad, x, rest..., indices}, without the
// rest where the gradient does not take it.
OpCase::Arguments gradient_of(const char* pooling, Tensor (*make)(Sample&), const Stack& rest, bool takes_rest) {
  return [=](Sample& s) {
    const Tensor x = make(s);
    Stack call{x};
    call.insert(call.end(), rest.begin(), rest.end());
    find_op(pooling).call_boxed(call);
    Stack a{s.real(call[0].toTensor().sizes()), x};
    if (takes_rest) a.insert(a.end(), rest.begin(), rest.end());
    a.push_back(call[1]);
    return a;
  };
}
// The gradient of a pooling by its input: each element of a[0] at the places that the last argument names.
std::function<Tensor(const Stack&)> at_indices(size_t dims) {
  return [=](const Stack& a) {
    const Tensor x = a[1].toTensor();
    const std::vector<double> g = elements(a[0].toTensor()), at = elements(a.back().toTensor());
    std::vector<double> to(static_cast<size_t>(x.numel()));
    size_t size = 1, count = 1;
    for (size_t d = 1; d <= dims; ++d) {
      size *= static_cast<size_t>(x.size(-static_cast<int64_t>(d)));
      count *= static_cast<size_t>(a[0].toTensor().size(-static_cast<int64_t>(d)));
    }
    for (size_t i = 0; i < g.size(); ++i) to[i / count * size + static_cast<size_t>(at[i])] += g[i];
    return from_elements(to, x.sizes());
  };
}

void add_lines(OpCases& t) {
  // Over a line of 7, of which the last window is cut with ceil_mode.
  const Ints one{1}, twice{2}, none{0};
  const auto line = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({s.n(2, 300), 3, 7}), rest...}; }; };
  const auto windows = [](const Stack& a, bool ceil, bool mean, bool count_pad) {
    const std::vector<double> v = elements(a[0].toTensor());
    const int64_t size = a[1].toIntVector()[0], step = a[2].toIntVector()[0], pad = a[3].toIntVector()[0];
    int64_t n = (7 + 2 * pad - size + (ceil ? step - 1 : 0)) / step + 1;
    if (ceil && (n - 1) * step >= 7 + pad) --n;
    std::vector<double> result;
    for (size_t row = 0; row < v.size(); row += 7)
      for (int64_t i = 0; i < n; ++i) {
        const int64_t first = i * step - pad, end = std::min(first + size, 7 + pad);
        double sum = 0, most = -HUGE_VAL;
        int64_t used = 0;
        for (int64_t at = std::max<int64_t>(first, 0); at < std::min<int64_t>(end, 7); ++at) {
          const double x = v[row + static_cast<size_t>(at)];
          sum += x, most = std::max(most, x), ++used;
        }
        result.push_back(mean ? sum / static_cast<double>(count_pad ? end - first : used) : most);
      }
    return from_elements(result, {a[0].toTensor().size(0), 3, n});
  };
  const auto greatest = [=](const Stack& a) { return windows(a, a[5].toBool(), false, false); };
  const char* too_wide = "should be at most half of kernel size";
  t.add("max_pool1d", line(twice, twice, none, one, false))
      .also(line(twice, twice, none, one, true))
      .also(line(Ints{3}, one, one, one, false))
      .expects(greatest)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly()
      .throws(line(twice, twice, twice, one, false), too_wide);
  t.add("max_pool1d_with_indices", line(twice, twice, none, one, false))
      .also(line(twice, twice, none, one, true))
      .expects(greatest)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly();
  t.add("avg_pool1d", line(twice, twice, none, false, true))
      .also(line(twice, twice, one, true, true))
      .also(line(Ints{3}, twice, one, true, false))
      .expects([=](const Stack& a) { return windows(a, a[4].toBool(), true, a[5].toBool()); })
      .differs({kLong}, "libtorch averages integers on the CPU alone")
      .dtypes(".....l.gfd..", ".....legfd..", kNarrow)
      .throws(line(twice, twice, twice, false, true), too_wide);
  t.add("adaptive_avg_pool1d", line(Ints{3}))
      .also(line(one))
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        const int64_t n = a[1].toIntVector()[0];
        std::vector<double> result;
        for (size_t row = 0; row < v.size(); row += 7)
          for (int64_t i = 0; i < n; ++i) {
            const int64_t first = i * 7 / n, end = ((i + 1) * 7 + n - 1) / n;
            double sum = 0;
            for (int64_t at = first; at < end; ++at) sum += v[row + static_cast<size_t>(at)];
            result.push_back(sum / static_cast<double>(end - first));
          }
        return from_elements(result, {a[0].toTensor().size(0), 3, n});
      })
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("adaptive_max_pool1d", line(Ints{3}))
      .also(line(one))
      .expects_all([](const Stack& a) {
        const Stack planes{a[0].toTensor().unsqueeze(-2), Ints{1, a[1].toIntVector()[0]}};
        std::vector<Tensor> r = adaptive_maxima(2)(planes);
        return std::vector<Tensor>{r[0].squeeze(-2), r[1].squeeze(-2)};
      })
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly();
}

void add_images(OpCases& t) {
  t.add("adaptive_avg_pool2d",
        [](Sample& s) {
          return Stack{images(s), Ints{3, 2}};
        })
      .also([](Sample& s) {
        return Stack{images(s), Ints{1, 1}};
      })
      .by("tests/ops/pooling_test.cpp")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  const Ints two{2, 2}, zero{0, 0}, one{1, 1};
  t.add("max_pool2d", [=](Sample& s) { return Stack{images(s), two, two, zero, one, false}; })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 5, 7}), two, two, zero, one, true};
      })
      .also([=](Sample& s) {
        return Stack{s.real({3, 5, 7}), Ints{3, 2}, one, one, Ints{1, 2}, false};
      })
      .throws([=](Sample& s) { return Stack{images(s), two, two, two, one, false}; },
              "should be at most half of kernel size")
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly();
  t.add("max_pool2d_with_indices", [=](Sample& s) { return Stack{images(s), two, two, zero, one, false}; })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 5, 7}), two, two, zero, one, true};
      })
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly();
  t.add("max_pool2d_with_indices_backward",
        [=](Sample& s) {
          const Tensor x = images(s);
          Stack forward{x, two, two, zero, one, false};
          find_op("max_pool2d_with_indices").call_boxed(forward);
          const Tensor grad = s.real(forward[0].toTensor().sizes());
          return Stack{grad, x, two, two, zero, one, false, forward[1]};
        })
      .constant({1})
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("avg_pool2d", [=](Sample& s) { return Stack{images(s), two, two, one, false, true, kNo}; })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 5, 7}), two, two, one, true, false, kNo};
      })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 5, 7}), two, two, zero, false, true, 3};
      })
      .throws([=](Sample& s) { return Stack{images(s), two, two, zero, false, true, 0}; }, "divisor must be not zero")
      .by(kFile)
      .differs({kLong}, "libtorch averages integers on the CPU alone")
      .dtypes(".....l.gfd..", ".....legfd..", kNarrow);
  t.add("avg_pool2d_backward",
        [=](Sample& s) {
          const Tensor grad = s.real({s.n(2, 8), 3, s.n(2, 16), s.n(3, 17)});
          return Stack{grad, images(s), two, two, zero, false, true, kNo};
        })
      .constant({1})
      .by(kFile)
      .dtypes(".....l.gfd..", "......egfd..", kLongAlone);
  t.add("_adaptive_avg_pool2d",
        [](Sample& s) {
          return Stack{images(s), Ints{3, 2}};
        })
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("_adaptive_avg_pool2d_backward",
        [](Sample& s) {
          const Tensor grad = s.real({s.n(2, 8), 3, 3, 2});
          return Stack{grad, images(s)};
        })
      .constant({1})
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("adaptive_max_pool2d",
        [](Sample& s) {
          return Stack{images(s), Ints{3, 2}};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 5, 7}), Ints{5, 4}};
      })
      .also([](Sample& s) {
        return Stack{s.real({0, 2, 5, 7}), Ints{2, 2}};
      })
      .throws(
          [](Sample& s) {
            return Stack{images(s), Ints{3}};
          },
          "output_size.size() must be 2")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3, 0, 4}), Ints{3, 2}};
          },
          "with dimension 2 being empty")
      .expects_all(adaptive_maxima(2))
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly();
  t.add("adaptive_max_pool2d_backward", gradient_of("adaptive_max_pool2d", images, {Ints{3, 2}}, false))
      .constant({1})
      .expects(at_indices(2))
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("fractional_max_pool2d",
        [](Sample& s) {
          const Tensor x = images(s);
          return Stack{x, Ints{2, 3}, Ints{3, 2}, s.real({x.size(0), 3, 2}, 0, 1)};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 9, 7}), Ints{2, 2}, Ints{1, 4}, s.real({1, 2, 2}, 0, 1)};
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 2, 4, 4}), Ints{2, 2}, Ints{4, 3}, s.real({1, 2, 2}, 0, 1)};
          },
          "pool height 2 too large relative to input height 4")
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 2, 4, 4}), Ints{2, 2}, Ints{2, 2}, s.real({1, 1, 2}, 0, 1)};
          },
          "Expected random_samples of size [1, 2, 2]")  // libtorch reads past the samples
      .constant({3})
      .expects_all(fractional_maxima(2))
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
  t.add("max_unpool2d",
        [](Sample& s) {
          const Tensor x = s.real({s.n(2, 8), 3, 2, 3});
          const Tensor at = s.order(20).slice(0, 0, 6).reshape({2, 3}).expand(x.sizes()).clone();
          return Stack{x, at, Ints{4, 5}};
        })
      .also([](Sample& s) {
        return Stack{s.real({3, 1, 2}), s.order(6).reshape({3, 1, 2}), Ints{2, 3}};
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 1, 2, 2}), s.index({1, 1, 2, 2}, 4), Ints{4}};
          },
          "There should be exactly two elements (height, width) in output_size, but got 1 elements.")
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 1, 2, 2}), s.index({1, 1, 2}, 4), Ints{4, 4}};
          },
          "Expected shape of indices to be same as that of the input tensor")
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 1, 2, 2}), s.index({1, 1, 2, 2}, 1).add(16), Ints{4, 4}};
          },
          "Found an invalid max index: 16 (output volumes are of size 4x4")
      .expects([](const Stack& a) {
        Ints sizes = a[0].toTensor().sizes().vec();
        sizes[sizes.size() - 2] = a[2].toIntVector()[0], sizes[sizes.size() - 1] = a[2].toIntVector()[1];
        return at_indices(2)({a[0], zeros(sizes, kDouble), a[1]});
      })
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
}

void add_volumes(OpCases& t) {
  const Ints two{2, 2, 2}, zero{0, 0, 0}, one{1, 1, 1};
  t.add("max_pool3d", [=](Sample& s) { return Stack{volumes(s), two, Ints{}, zero, one, false}; })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{3, 2, 2}, one, one, Ints{1, 2, 1}, true};
      })
      .throws([=](Sample& s) { return Stack{volumes(s), two, two, two, one, false}; },
              "should be at most half of kernel size")
      .expects([](const Stack& a) { return max_windows(3)(a)[0]; })
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
  t.add("max_pool3d_with_indices", [=](Sample& s) { return Stack{volumes(s), two, two, zero, one, false}; })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{3, 2, 2}, one, one, Ints{1, 2, 1}, true};
      })
      .throws(
          [=](Sample& s) {
            return Stack{s.real({2, 3, 4}), two, two, zero, one, false};
          },
          "non-empty 4D or 5D (batch mode) tensor expected for input")
      .throws(
          [=](Sample& s) {
            return Stack{volumes(s), Ints{2, 2}, two, zero, one, false};
          },
          "kernel_size must either be a single int, or a tuple of three ints")
      .expects_all(max_windows(3))
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
  t.add("max_pool3d_with_indices_backward",
        gradient_of("max_pool3d_with_indices", volumes, {two, two, one, one, false}, true))
      .constant({1})
      .expects(at_indices(3))
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("avg_pool3d", [=](Sample& s) { return Stack{volumes(s), two, two, one, false, true, kNo}; })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{2, 3, 2}, Ints{}, one, true, false, kNo};
      })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{2}, Ints{1}, Ints{0}, false, true, 3};
      })
      .throws([=](Sample& s) { return Stack{volumes(s), two, two, zero, false, true, 0}; }, "divisor must be not zero")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 2, 2, 2}), Ints{3}, one, one, false, true, kNo};
          },
          "smaller than kernel size (kT: 3 kH: 3 kW: 3)")
      .expects(mean_windows(3))
      .differs({kLong}, "libtorch averages integers on the CPU alone")
      .dtypes(".....l..fd..", ".....legfd..", kNarrow);
  t.add("avg_pool3d_backward",
        [=](Sample& s) {
          const Tensor x = volumes(s);
          const Tensor grad = s.real({x.size(0), 2, x.size(2) / 2, x.size(3) / 2, x.size(4) / 2});
          return Stack{grad, x, two, two, zero, false, true, kNo};
        })
      .constant({1})
      .by(kFile)
      .dtypes(".....l..fd..", "......egfd..", kLongAlone);
  t.add("adaptive_avg_pool3d",
        [](Sample& s) {
          return Stack{volumes(s), Ints{2, 3, 2}};
        })
      .also([](Sample& s) {
        return Stack{volumes(s), Ints{1}};
      })
      .throws(
          [](Sample& s) {
            return Stack{volumes(s), Ints{1, 2}};
          },
          "adaptive_avg_pool3d: output_size must be 3")
      .expects(adaptive_means(3))
      .dtypes("......e.fd..", "......egfd..", kNarrow);
  t.add("_adaptive_avg_pool3d",
        [](Sample& s) {
          return Stack{volumes(s), Ints{2, 3, 2}};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{4, 1, 5}};
      })
      .expects(adaptive_means(3))
      .dtypes("......e.fd..", "......egfd..", kNarrow);
  t.add("_adaptive_avg_pool3d_backward",
        [](Sample& s) {
          const Tensor x = volumes(s);
          return Stack{s.real({x.size(0), 2, 2, 3, 2}), x};
        })
      .constant({1})
      .by(kFile)
      .dtypes("......e.fd..", "......egfd..", kNarrow);
  t.add("adaptive_max_pool3d",
        [](Sample& s) {
          return Stack{volumes(s), Ints{2, 3, 2}};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{4, 1, 5}};
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), Ints{1, 1, 1}};
          },
          "adaptive_max_pool3d(): Expected 4D or 5D tensor, but got: [2, 3]")
      .expects_all(adaptive_maxima(3))
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
  t.add("adaptive_max_pool3d_backward", gradient_of("adaptive_max_pool3d", volumes, {Ints{2, 3, 2}}, false))
      .constant({1})
      .expects(at_indices(3))
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("fractional_max_pool3d",
        [](Sample& s) {
          const Tensor x = volumes(s);
          return Stack{x, Ints{2, 1, 2}, Ints{2, 3, 2}, s.real({x.size(0), 2, 3}, 0, 1)};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{1, 2, 2}, Ints{3, 1, 4}, s.real({1, 2, 3}, 0, 1)};
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 2, 2, 4, 4}), Ints{2, 2, 2}, Ints{2, 2, 2}, s.real({1, 2, 3}, 0, 1)};
          },
          "pool time 2 too large relative to input time 2")
      .constant({3})
      .expects_all(fractional_maxima(3))
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
  // The gradients of fractional pooling, whose samples the forward call alone needs.
  const auto fractional = [](const char* pooling, Tensor (*make)(Sample&), Ints kernel, Ints out) {
    return [=](Sample& s) {
      const Tensor x = make(s);
      Stack call{x, kernel, out, s.real({x.size(0), x.size(1), static_cast<int64_t>(out.size())}, 0, 1)};
      find_op(pooling).call_boxed(call);
      return Stack{s.real(call[0].toTensor().sizes()), x, kernel, out, call[1]};
    };
  };
  t.add("fractional_max_pool2d_backward", fractional("fractional_max_pool2d", images, {2, 3}, {3, 2}))
      .constant({1})
      .expects(at_indices(2))
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("fractional_max_pool3d_backward", fractional("fractional_max_pool3d", volumes, {2, 1, 2}, {2, 3, 2}))
      .constant({1})
      .expects(at_indices(3))
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("max_unpool3d",
        [=](Sample& s) {
          const Tensor x = s.real({s.n(2, 8), 3, 1, 2, 3});
          const Tensor at = s.order(24).slice(0, 0, 6).reshape({1, 2, 3}).expand(x.sizes()).clone();
          return Stack{x, at, Ints{2, 3, 4}, one, zero};
        })
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 1, 1, 2}), s.index({1, 1, 1, 2}, 2), Ints{1, 1, 2}, Ints{0, 1, 1}, zero};
          },
          "strides should be greater than zero, but got stride: [0, 1, 1]")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 1, 1, 2}), s.index({1, 1, 1, 2}, 1).sub(3), Ints{1, 1, 2}, one, zero};
          },
          "Found an invalid max index: -3 (output volumes are of size 1x1x2")
      .expects([](const Stack& a) {
        Ints sizes = a[0].toTensor().sizes().vec();
        for (size_t d = 0; d < 3; ++d) sizes[sizes.size() - 3 + d] = a[2].toIntVector()[d];
        return at_indices(3)({a[0], zeros(sizes, kDouble), a[1]});
      })
      .dtypes("........fd..", "......egfd..", kNarrow)
      .exactly();
}

}  // namespace

void add_pooling_cases(OpCases& t) {
  add_lines(t);
  add_images(t);
  add_volumes(t);
}

}  // namespace torchpp::tests
