// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
const IValue kNo;
constexpr ScalarType kComplex[] = {kComplexFloat, kComplexDouble};
constexpr const char* kRealRows = "CUDA's kernels are of real rows";
const IValue kAllThree = std::vector<bool>{true, true, true};

// Images, of which the large ones are more than a thread's share.
Tensor images(Sample& s) { return s.real({s.n(2, 8), 3, s.n(4, 32), s.n(6, 34)}); }

// The convolution of a batch [n, channels, *], by sums over the definition. A transposed one puts each input element at
// stride times its place. `d` is the number of spatial dimensions.
struct Convolution {
  Ints stride, padding, dilation;
  bool transposed = false;
  Ints output_padding;
  int64_t groups = 1;
};
Tensor convolved(const Tensor& input, const Tensor& weight, const Tensor& bias, Convolution c) {
  const size_t d = static_cast<size_t>(input.dim()) - 2;
  for (Ints* list : {&c.stride, &c.padding, &c.dilation, &c.output_padding})
    if (list->size() == 1) list->resize(d, list->front());
  const Ints in(input.sizes().begin() + 2, input.sizes().end()),
      kernel(weight.sizes().begin() + 2, weight.sizes().end());
  const int64_t batch = input.size(0), from = input.size(1),
                to = c.transposed ? weight.size(1) * c.groups : weight.size(0);
  Ints out(d);
  for (size_t i = 0; i < d; ++i) {
    const int64_t reach = c.dilation[i] * (kernel[i] - 1);
    out[i] = c.transposed ? (in[i] - 1) * c.stride[i] - 2 * c.padding[i] + reach + c.output_padding[i] + 1
                          : (in[i] + 2 * c.padding[i] - reach - 1) / c.stride[i] + 1;
  }
  const auto count = [](const Ints& sizes) {
    int64_t n = 1;
    for (const int64_t size : sizes) n *= size;
    return n;
  };
  const std::vector<double> x = elements(input), w = elements(weight);
  const std::vector<double> b = bias.defined() ? elements(bias) : std::vector<double>(static_cast<size_t>(to));
  const int64_t whole = count(in), taps = count(kernel), places = count(out);
  const int64_t from_group = from / c.groups, to_group = to / c.groups;
  std::vector<double> y;
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t o = 0; o < to; ++o) y.insert(y.end(), static_cast<size_t>(places), b[static_cast<size_t>(o)]);
  // Each element of the input side meets each tap of the kernel at one place of the other side, or beside it.
  const Ints& near = c.transposed ? in : out;
  const Ints& far = c.transposed ? out : in;
  for (int64_t p = 0; p < count(near); ++p)
    for (int64_t k = 0; k < taps; ++k) {
      int64_t at = 0, rest_p = p, rest_k = k, step = 1;
      bool inside = true;
      for (size_t i = d; i-- > 0;) {
        const int64_t place = rest_p % near[i] * c.stride[i] - c.padding[i] + rest_k % kernel[i] * c.dilation[i];
        rest_p /= near[i], rest_k /= kernel[i];
        inside = inside && place >= 0 && place < far[i];
        at += place * step;
        step *= far[i];
      }
      if (!inside) continue;
      const int64_t from_at = c.transposed ? p : at, to_at = c.transposed ? at : p;
      for (int64_t n = 0; n < batch; ++n)
        for (int64_t o = 0; o < to; ++o)
          for (int64_t i = 0; i < from_group; ++i) {
            const int64_t channel = o / to_group * from_group + i;
            const int64_t tap =
                c.transposed ? (channel * to_group + o % to_group) * taps + k : (o * from_group + i) * taps + k;
            y[static_cast<size_t>((n * to + o) * places + to_at)] +=
                x[static_cast<size_t>((n * from + channel) * whole + from_at)] * w[static_cast<size_t>(tap)];
          }
    }
  Ints sizes{batch, to};
  sizes.insert(sizes.end(), out.begin(), out.end());
  return from_elements(y, sizes);
}

void add_composite_nn_cases(OpCases& t) {
  // An input of 2 channels and a kernel of sizes 3, 2 and 1 in the first `d` dimensions.
  const auto with_kernel = [](size_t d, int64_t groups, bool transposed, auto... rest) {
    return [=](Sample& s) {
      Ints input{1, 2}, weight{2, 2 / groups};
      if (transposed) weight = {2, 2 / groups};
      for (size_t i = 0; i < d; ++i) {
        input.push_back(i == 0 ? 4 : 3);
        weight.push_back(3 - static_cast<int64_t>(i));
      }
      const Tensor x = s.real(input), w = s.real(weight);
      return Stack{x, w, s.real({2}), rest...};
    };
  };
  const auto unbatched = [](std::function<Stack(Sample&)> of) {
    return [=](Sample& s) {
      Stack a = of(s);
      a[0] = a[0].toTensor().select(0, 0).clone();
      return a;
    };
  };
  const auto without_bias = [](std::function<Stack(Sample&)> of) {
    return [=](Sample& s) {
      Stack a = of(s);
      a[2] = kNo;
      return a;
    };
  };
  const auto result_of = [](const Stack& a, const Convolution& c) {
    const Tensor x = a[0].toTensor(), w = a[1].toTensor(), bias = a[2].isNone() ? Tensor() : a[2].toTensor();
    const bool batch = x.dim() == w.dim();
    const Tensor y = convolved(batch ? x : x.unsqueeze(0), w, bias, c);
    return batch ? y : y.squeeze(0);
  };
  const auto plain = [=](const Stack& a) {
    return result_of(a, {a[3].toIntVector(), a[4].toIntVector(), a[5].toIntVector(), false, {0}, a[6].toInt()});
  };
  const auto named = [=](const Stack& a) {  // "same" of kernels 3, 2 and 1, which pads a kernel of 2 behind alone
    if (a[4].toStringRef() == "valid")
      return result_of(a, {a[3].toIntVector(), {0}, a[5].toIntVector(), false, {0}, a[6].toInt()});
    const Tensor w = a[1].toTensor();
    Ints padding, extra;
    for (int64_t d = 2; d < w.dim(); ++d) padding.push_back(w.size(d) / 2);
    Tensor y = result_of(a, {a[3].toIntVector(), padding, a[5].toIntVector(), false, {0}, a[6].toInt()});
    for (int64_t d = 2; d < w.dim(); ++d)
      if (w.size(d) == 2) y = y.narrow(d, 1, y.size(d) - 1);
    return y.contiguous();
  };
  const auto transposed = [=](const Stack& a) {
    return result_of(
        a, {a[3].toIntVector(), a[4].toIntVector(), a[7].toIntVector(), true, a[5].toIntVector(), a[6].toInt()});
  };
  const Ints one{1}, two{2}, none{0};
  const auto convolution = [=, &t](const char* name, size_t d) -> OpCase& {
    const auto with = [=](int64_t groups, auto... rest) { return with_kernel(d, groups, false, rest..., groups); };
    return t.add(name, with(1, two, one, one))
        .also(with(2, one, one, two))
        .also(unbatched(with(1, one, one, one)))
        .also(without_bias(with(1, one, one, one)))
        .expects(plain)
        .differs(kIntegers, kNoIntegers)
        .throws(
            [=](Sample& s) {
              Stack a = with(1, one, none, one)(s);
              a[0] = a[0].toTensor().narrow(1, 0, 1).clone();
              return a;
            },
            "to have 2 channels, but got 1 channels instead");
  };
  convolution("conv1d", 1).dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  convolution("conv2d", 2).dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  convolution("conv3d", 3).dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  const auto padded = [=, &t](const char* name, size_t d) -> OpCase& {
    const auto with = [=](auto... rest) { return with_kernel(d, 1, false, rest...); };
    return t.add(name, with(one, "same", one, 1))
        .also(with(one, "valid", one, 1))
        .expects(named)
        .differs(kIntegers, kNoIntegers)
        .throws(with(two, "same", one, 1), "padding='same' is not supported for strided convolutions")
        .throws(with(one, "full", one, 1), "Invalid padding string: 'full'");
  };
  padded("conv1d.padding", 1).dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  padded("conv2d.padding", 2).dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  padded("conv3d.padding", 3).dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  const auto conv_transpose = [=, &t](const char* name, size_t d) -> OpCase& {
    const auto with = [=](Ints stride, Ints padding, Ints output_padding, int64_t groups, Ints dilation) {
      return with_kernel(d, groups, true, stride, padding, output_padding, groups, dilation);
    };
    return t.add(name, with(two, none, none, 1, one))
        .also(with(two, none, one, 2, one))
        .also(with(one, none, none, 1, two))
        .also(unbatched(with(two, none, none, 1, one)))
        .expects(transposed)
        .differs(kIntegers, kNoIntegers);
  };
  conv_transpose("conv_transpose1d", 1).dtypes(".....l..fdFD", ".BbhilegfdFD", kOneConvolution);
  conv_transpose("conv_transpose2d.input", 2).dtypes(".....l..fd..", ".BbhilegfdFD", kOneConvolution);
  conv_transpose("conv_transpose3d.input", 3).dtypes(".....l..fd..", ".BbhilegfdFD", kOneConvolution);

  // Norms over images [n, 4, *].
  const char* statistics = "writes the running statistics";
  const auto normed = [](bool affine, bool running, auto... rest) {
    return [=](Sample& s) {
      const Tensor x = s.real({s.n(2, 8), 4, 5, s.n(3, 40)});
      const IValue weight = affine ? IValue(s.real({4})) : kNo, bias = affine ? IValue(s.real({4})) : kNo;
      const IValue mean = running ? IValue(s.real({4})) : kNo, var = running ? IValue(s.real({4}, 0.5, 2)) : kNo;
      return Stack{x, weight, bias, mean, var, rest...};
    };
  };
  // Each set of elements with its mean taken away and divided by its deviation; `set_of` says which set an element is
  // in.
  const auto standardized = [](const Stack& a, size_t weight_at, auto set_of) {
    const Tensor x = a[0].toTensor();
    std::vector<double> v = elements(x);
    const size_t inner = static_cast<size_t>(x.size(2) * x.size(3));
    const auto set = [&](size_t i) { return set_of(i / inner / 4, i / inner % 4); };
    size_t sets = 0;
    for (size_t i = 0; i < v.size(); ++i) sets = std::max(sets, set(i) + 1);
    std::vector<long double> sum(sets), square(sets), n(sets);
    for (size_t i = 0; i < v.size(); ++i) sum[set(i)] += v[i], n[set(i)] += 1;
    for (size_t i = 0; i < v.size(); ++i) {
      const long double from_mean = v[i] - sum[set(i)] / n[set(i)];
      square[set(i)] += from_mean * from_mean;
    }
    const std::vector<double> weight =
        a[weight_at].isNone() ? std::vector<double>(4, 1) : elements(a[weight_at].toTensor());
    const std::vector<double> bias =
        a[weight_at].isNone() ? std::vector<double>(4, 0) : elements(a[weight_at + 1].toTensor());
    for (size_t i = 0; i < v.size(); ++i) {
      const size_t c = i / inner % 4, k = set(i);
      v[i] = static_cast<double>((v[i] - sum[k] / n[k]) / std::sqrt(square[k] / n[k] + 1e-5L)) * weight[c] + bias[c];
    }
    return from_elements(v, x.sizes());
  };
  const auto by_statistics = [](const Stack& a) {
    const Tensor x = a[0].toTensor();
    std::vector<double> v = elements(x);
    const std::vector<double> weight = elements(a[1].toTensor()), bias = elements(a[2].toTensor()),
                              mean = elements(a[3].toTensor()), var = elements(a[4].toTensor());
    const size_t inner = static_cast<size_t>(x.size(2) * x.size(3));
    for (size_t i = 0; i < v.size(); ++i) {
      const size_t c = i / inner % 4;
      v[i] = (v[i] - mean[c]) / std::sqrt(var[c] + 1e-5) * weight[c] + bias[c];
    }
    return from_elements(v, x.sizes());
  };
  const auto by_channel = [=](const Stack& a) {
    return a[5].toBool() ? standardized(a, 1, [](size_t, size_t channel) { return channel; }) : by_statistics(a);
  };
  t.add("batch_norm", normed(true, true, true, 0.1, 1e-5, false))
      .also(normed(false, false, true, 0.1, 1e-5, false))
      .also(normed(true, true, false, 0.1, 1e-5, false))
      .constant({3, 4})
      .expects(by_channel)
      .without(Check::kUnchanged, statistics)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(normed(true, false, false, 0.1, 1e-5, false), "running_mean");
  t.add("native_batch_norm", normed(true, true, true, 0.1, 1e-5))
      .also(normed(false, false, true, 0.1, 1e-5))
      .also(normed(true, true, false, 0.1, 1e-5))
      .constant({3, 4})
      .expects(by_channel)
      .without(Check::kUnchanged, statistics)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("instance_norm", normed(true, true, true, 0.1, 1e-5, false))
      .also(normed(false, false, true, 0.1, 1e-5, false))
      .also(normed(true, true, false, 0.1, 1e-5, false))
      .constant({3, 4})
      .expects([=](const Stack& a) {
        return a[5].toBool() ? standardized(a, 1, [](size_t n, size_t channel) { return n * 4 + channel; })
                             : by_statistics(a);
      })
      .without(Check::kUnchanged, statistics)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(normed(true, false, false, 0.1, 1e-5, false),
              "Expected running_mean and running_var to be defined when use_input_stats is false");
  const auto groups = [](int64_t n, bool affine) {
    return [=](Sample& s) {
      const Tensor x = s.real({s.n(2, 8), 4, 5, s.n(3, 40)});
      const IValue weight = affine ? IValue(s.real({4})) : kNo, bias = affine ? IValue(s.real({4})) : kNo;
      return Stack{x, n, weight, bias, 1e-5, false};
    };
  };
  t.add("group_norm", groups(2, true))
      .also(groups(4, false))
      .expects([=](const Stack& a) {
        const size_t in_group = 4 / static_cast<size_t>(a[1].toInt());
        return standardized(a, 2, [=](size_t n, size_t channel) { return n * 4 + channel / in_group; });
      })
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(groups(3, true), "Expected number of channels in input to be divisible by num_groups");

  // Dropout.
  const char* order = "as in libtorch, the mask is drawn in the order of memory";
  const char* cpu_order = "as in libtorch, the CPU draws in the order of the indices where memory is not dense";
  const char* draws = "tests/ops/random_layout_test.cpp";
  const char* steps = "draws of another dtype are other numbers";
  const auto image = [](auto... rest) {
    return [=](Sample& s) { return Stack{s.real({s.n(3, 131), s.n(4, 1021), 2}), rest...}; };
  };
  const auto drops = [=, &t](const char* name, bool in_place) -> OpCase& {
    OpCase& row = t.add(name, image(0.5, true))
                      .also(image(0.5, false))
                      .also(image(1.0, true))
                      .by(draws)
                      .without(Check::kLayout, order)
                      .without(Check::kDtypes, steps)
                      .without(Check::kUndefined, kComesBack)
                      .throws(image(1.5, true), "dropout probability has to be between 0 and 1, but got 1.5");
    return in_place ? row.without(Check::kUnchanged, "writes self") : row;
  };
  drops("dropout", false).without(Check::kDevices, cpu_order).dtypes(".......gfd..", "......egfdFD", kWider);
  drops("dropout_", true).dtypes(".......gfd..", "......egfd..", kNarrow);
  drops("feature_dropout", false).dtypes(".......gfd..", "......egfd..", kNarrow);
  drops("feature_dropout_", true).dtypes(".......gfd..", "......egfd..", kNarrow);
  drops("alpha_dropout", false).dtypes(".......gfd..", "......egfd..", kNarrow);
  drops("alpha_dropout_", true).dtypes(".......gfd..", "......egfd..", kNarrow);
  drops("feature_alpha_dropout", false).dtypes(".......gfd..", "......egfd..", kNarrow);
  drops("feature_alpha_dropout_", true).dtypes(".......gfd..", "......egfd..", kNarrow);
}

}  // namespace

void add_nn_cases(OpCases& t) {
  const char* convolution = "tests/ops/convolution_test.cpp";
  const char* norm = "tests/ops/norm_test.cpp";
  const char* embedding = "tests/ops/embedding_test.cpp";

  t.add("convolution",
        [](Sample& s) {
          const Tensor x = images(s);
          return Stack{x,
                       s.real({s.n(2, 16), 3, 3, 3}),
                       s.real({s.n(2, 16)}),
                       Ints{2, 2},
                       Ints{1, 1},
                       Ints{1, 1},
                       false,
                       Ints{0, 0},
                       1};
        })
      .also([](Sample& s) {  // groups and dilation
        const Tensor x = s.real({2, 4, 7, 6}), w = s.real({6, 2, 3, 2});
        return Stack{x, w, kNo, Ints{1, 1}, Ints{2, 1}, Ints{2, 1}, false, Ints{0, 0}, 2};
      })
      .also([](Sample& s) {  // transposed
        const Tensor x = s.real({2, 4, 4, 3}), w = s.real({4, 3, 3, 2});
        return Stack{x, w, s.real({6}), Ints{2, 2}, Ints{1, 0}, Ints{1, 1}, true, Ints{1, 0}, 2};
      })
      .also([](Sample& s) {  // of three dimensions
        const Tensor x = s.real({1, 2, 3, 4, 5}), w = s.real({2, 2, 2, 2, 2});
        return Stack{x, w, kNo, Ints{1, 2, 1}, Ints{0, 1, 0}, Ints{1, 1, 1}, false, Ints{0, 0, 0}, 1};
      })
      .by(convolution)
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfd..", ".BbhilegfdFD", kOneConvolution);
  t.add("convolution_backward",
        [](Sample& s) {
          const Tensor grad = s.real({s.n(2, 8), s.n(2, 16), s.n(4, 32), s.n(6, 34)}), x = images(s);
          return Stack{
              grad, x,        s.real({s.n(2, 16), 3, 3, 3}), kNo, Ints{1, 1}, Ints{1, 1}, Ints{1, 1}, false, Ints{0, 0},
              1,    kAllThree};
        })
      .throws(
          [](Sample& s) {
            const Tensor y = s.real({1, 1, 4}), x = s.real({1, 3, 6}), w = s.real({1, 3, 3});
            return Stack{y, x, w, kNo, Ints{1}, Ints{0}, Ints{1}, false, Ints{3}, 1, kAllThree};
          },
          "output_padding is not supported for non-transposed convolutions; got: ")  // libtorch 1.13.1
      .by(convolution)
      .without(Check::kStrides, "cuDNN leaves the gradient of channels-last weights so, also in libtorch")
      .differs(kIntegers, kNoIntegers)
      .dtypes(".......gfd..", ".BbhilegfdFD", kOneConvolution);
  t.add("native_batch_norm.given_statistics",
        [](Sample& s) {
          const Tensor x = images(s), weight = s.real({3}), bias = s.real({3}), mean = s.real({3});
          return Stack{x, weight, bias, mean, s.real({3}, 0.5, 2), true, 0.1, 1e-5};
        })
      .constant({3, 4})
      .by(norm)
      .without(Check::kUnchanged, "writes the running statistics")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("native_batch_norm_backward",
        [](Sample& s) {
          const Tensor x = images(s), weight = s.real({3}), grad = s.real(x.sizes());
          Stack forward{x, weight, kNo, kNo, kNo, true, 0.1, 1e-5};
          find_op("native_batch_norm").call_boxed(forward);
          return Stack{grad, x, weight, kNo, kNo, forward[1], forward[2], true, 1e-5, kAllThree};
        })
      .constant({1, 5, 6})  // see native_layer_norm_backward
      .by(norm)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("layer_norm",
        [](Sample& s) {
          const Tensor x = s.real(), weight = s.real({x.size(1)});
          return Stack{x, Ints{x.size(1)}, weight, s.real({x.size(1)}), 1e-5, true};
        })
      .by(norm)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("native_layer_norm",
        [](Sample& s) {
          const Tensor x = s.real(), weight = s.real({x.size(1)});
          return Stack{x, Ints{x.size(1)}, weight, s.real({x.size(1)}), 1e-5};
        })
      .by(norm)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("native_layer_norm_backward",
        [](Sample& s) {
          const Tensor x = s.real(), weight = s.real({x.size(1)}), grad = s.real(x.sizes());
          Stack forward{x, Ints{x.size(1)}, weight, weight, 1e-5};
          find_op("native_layer_norm").call_boxed(forward);
          return Stack{grad, x, Ints{x.size(1)}, forward[1], forward[2], weight, s.real({x.size(1)}), kAllThree};
        })
      // The saved statistics count as functions of the input, but finite differences hold them fixed: the gradient of
      // the input is checked in tests/autograd/gradcheck_test.cpp, where they follow it.
      .constant({1, 3, 4, 6})
      .by(norm)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("embedding",
        [](Sample& s) {
          const Tensor weight = s.real({7, s.n(3, 64)});
          return Stack{weight, s.index({2, s.n(3, 3000)}, 7), -1, false, false};
        })
      .expects([](const Stack& a) {
        const Tensor weight = a[0].toTensor(), indices = a[1].toTensor();
        const std::vector<double> w = elements(weight);
        std::vector<double> result;
        for (double row : elements(indices))
          for (int64_t c = 0; c < weight.size(1); ++c)
            result.push_back(w[static_cast<size_t>(row) * weight.size(1) + c]);
        return from_elements(result, {indices.size(0), indices.size(1), weight.size(1)});
      })
      .without(Check::kComplexGradient, "the gradient of complex rows is an error, as in libtorch")
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("embedding_dense_backward",
        [](Sample& s) {
          const int64_t n = s.n(3, 3000);
          const Tensor grad = s.real({2, n, s.n(3, 64)});
          return Stack{grad, s.index({2, n}, 7), 7, -1, false};
        })
      .by(embedding)
      .dtypes("?BbhilegfdFD", "......egfdFD", kFloatingGradient);
  t.add("embedding_renorm",
        [](Sample& s) {
          const Tensor weight = s.real({7, s.n(3, 64)});
          return Stack{weight, s.index({2, s.n(3, 300)}, 7), 1.0, 2.0};
        })
      .by(embedding)
      .without(Check::kGradient, "libtorch has the in-place form alone, and no derivative")
      .differs(kComplex, kRealRows)
      .dtypes("......egfdFD");
  t.add("native_dropout",
        [](Sample& s) {
          return Stack{s.real(), 0.5, true};
        })
      .by("tests/ops/random_layout_test.cpp")
      .without(Check::kLayout, "as in libtorch, the mask is drawn in the order of memory")
      .dtypes("......egfdFD");
  t.add("native_dropout_backward",
        [](Sample& s) {
          const Tensor grad = s.real();
          return Stack{grad, s.real().gt(0), 1.75};
        })
      .expects([](const Stack& a) {
        std::vector<double> result = elements(a[0].toTensor());
        const std::vector<double> mask = elements(a[1].toTensor());
        for (size_t i = 0; i < result.size(); ++i) result[i] *= mask[i] * 1.75;
        return from_elements(result, a[0].toTensor().sizes());
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), s.real({4}).gt(0), 2.0};
          },
          "must match the size of tensor b")
      .dtypes("ffffffegfdFD");
  t.add("bilinear",
        [](Sample& s) {
          const int64_t rows = s.n(3, 300), n = s.n(2, 20), m = s.n(4, 30), out = s.n(2, 9);
          const Tensor x = s.real({rows, n}), y = s.real({rows, m}), weight = s.real({out, n, m});
          return Stack{x, y, weight, s.real({out})};
        })
      .expects([](const Stack& a) {
        const Tensor weight = a[2].toTensor();
        const std::vector<double> x = elements(a[0].toTensor()), y = elements(a[1].toTensor()), w = elements(weight),
                                  b = elements(a[3].toTensor());
        const size_t out = b.size(), n = weight.size(1), m = weight.size(2), rows = x.size() / n;
        std::vector<double> result;
        for (size_t r = 0; r < rows; ++r)
          for (size_t k = 0; k < out; ++k) {
            double sum = b[k];
            for (size_t i = 0; i < n; ++i)
              for (size_t j = 0; j < m; ++j) sum += x[r * n + i] * w[(k * n + i) * m + j] * y[r * m + j];
            result.push_back(sum);
          }
        return from_elements(result, {static_cast<int64_t>(rows), static_cast<int64_t>(out)});
      })
      .throws(
          [](Sample& s) {
            const Tensor x = s.real({3, 2}), y = s.real({2, 4});
            return Stack{x, y, s.real({2, 2, 4}), IValue()};
          },
          "bilinear(): input batch dimensions do not match at dim 0: got 3 and 2")
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  const auto sequence = [](int64_t pad) {
    return [=](Sample& s) {
      const int64_t in = s.n(3, 20), out = s.n(2, 30);
      const Tensor x = s.real({5, s.n(2, 40), in}), weight = s.real({3, in, out});
      return Stack{x, weight, s.real({out}), pad};
    };
  };
  t.add("conv_tbc", sequence(1))
      .also(sequence(0))
      .also(sequence(3))
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor(), weight = a[1].toTensor();
        const std::vector<double> u = elements(x), w = elements(weight), bias = elements(a[2].toTensor());
        const int64_t steps = x.size(0), batch = x.size(1), in = x.size(2), out = weight.size(2), pad = a[3].toInt();
        std::vector<double> result;
        for (int64_t t = -pad; t + 3 <= steps + pad; ++t)
          for (int64_t b = 0; b < batch; ++b)
            for (int64_t o = 0; o < out; ++o) {
              double sum = bias[static_cast<size_t>(o)];
              for (int64_t k = 0; k < 3; ++k)
                for (int64_t i = 0; i < in && t + k >= 0 && t + k < steps; ++i)
                  sum += u[((t + k) * batch + b) * in + i] * w[(k * in + i) * out + o];
              result.push_back(sum);
            }
        return from_elements(result, {steps + 2 * pad - 2, batch, out});
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({5, 3}), s.real({3, 3, 2}), s.real({2}), 0};
          },
          "Input must have 3 dims: time, batch, in_channel")
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("native_group_norm",
        [](Sample& s) {
          const int64_t n = s.n(2, 30), size = s.n(3, 400);
          const Tensor x = s.real({n, 4, size}), weight = s.real({4});
          return Stack{x, weight, s.real({4}), n, 4, size, 2, 1e-5};
        })
      .expects_all([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        const std::vector<double> v = elements(x), w = elements(a[1].toTensor()), b = elements(a[2].toTensor());
        const size_t size = x.size(2), width = 2 * size;
        std::vector<double> result, means, scales;
        for (size_t g = 0; g < v.size(); g += width) {
          double mean = 0, variance = 0;
          for (size_t i = g; i < g + width; ++i) mean += v[i] / static_cast<double>(width);
          for (size_t i = g; i < g + width; ++i) variance += (v[i] - mean) * (v[i] - mean) / static_cast<double>(width);
          means.push_back(mean);
          scales.push_back(1 / std::sqrt(variance + 1e-5));
          for (size_t i = g; i < g + width; ++i)
            result.push_back((v[i] - mean) * scales.back() * w[i / size % 4] + b[i / size % 4]);
        }
        return std::vector<Tensor>{from_elements(result, x.sizes()), from_elements(means, {x.size(0), 2}),
                                   from_elements(scales, {x.size(0), 2})};
      })
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("native_group_norm_backward",
        [](Sample& s) {
          const int64_t n = s.n(2, 30), size = s.n(3, 400);
          const Tensor x = s.real({n, 4, size}), weight = s.real({4}), grad = s.real(x.sizes());
          Stack forward{x, weight, kNo, n, 4, size, 2, 1e-5};
          find_op("native_group_norm").call_boxed(forward);
          return Stack{grad, x, forward[1], forward[2], weight, n, 4, size, 2, kAllThree};
        })
      .constant({1, 2, 3})  // see native_layer_norm_backward
      .by(norm)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  add_composite_nn_cases(t);
}

}  // namespace torchpp::tests
