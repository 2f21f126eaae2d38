// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

constexpr const char* kFile = "tests/ops/nested_test.cpp";
constexpr const char* kNested = "the sweep has no view of tensors without sizes: tests/ops/nested_test.cpp has it";
const IValue kNo;

// Rows with nested arguments or results: what the sweep does to tensors wants sizes.
OpCase& nested_row(OpCase& row) {
  for (Check check :
       {Check::kLayout, Check::kThreads, Check::kDtypes, Check::kGradient, Check::kComplexGradient, Check::kSecondOrder,
        Check::kForward, Check::kUnchanged, Check::kDevices, Check::kStrides, Check::kUndefined, Check::kMeta})
    row.without(check, kNested);
  row.no_strides = true;
  return row.dtypes("?BbhilegfdFD").by(kFile);
}

Tensor sample_of(Sample& s) { return nested::nested_tensor({s.real({2, 3}), s.real({4, 3}), s.real({1, 3})}); }
Tensor first_rows(Sample& s) {
  Tensor mask = s.mask({2, 4});
  return std::get<0>(mask.to(kInt).sort(1, true)).to(kBool);
}

void add_nested_tensors(OpCases& t) {
  nested_row(t.add("_nested_tensor_from_tensor_list", [](Sample& s) {
    return Stack{std::vector<Tensor>{s.real({2, 3}), s.real({4, 3})}, kNo, kNo, kNo, kNo};
  }));
  nested_row(t.add("_nested_tensor_from_mask",
                   [](Sample& s) {
                     return Stack{s.real({2, 4, 3}), first_rows(s), true};
                   }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 4, 3}), s.real({2, 4}), true};
          },
          "Expected mask to be of ScalarType Bool");
  nested_row(t.add("_nested_tensor_from_mask_left_aligned",
                   [](Sample& s) {
                     return Stack{s.real({2, 4, 3}), first_rows(s)};
                   }))
      .dtypes("nnnnnnnnnnnn")
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 3}), first_rows(s)};
          },
          "Input should be a 3D tensor, N * L * D");
  nested_row(t.add("_nested_from_padded",
                   [](Sample& s) {
                     return Stack{s.real({2, 4, 3}), tensor({2, 3, 4, 1}).view({2, 2}), false};
                   }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 4, 3}), tensor({2, 3, 5, 1}).view({2, 2}), false};
          },
          "constituent 1 has size 5 in dimension 0, padded 4");
  nested_row(t.add("_nested_from_padded_and_nested_example", [](Sample& s) {
    return Stack{s.real({3, 4, 3}), sample_of(s)};
  }));
  nested_row(t.add("_nested_tensor_size", [](Sample& s) { return Stack{sample_of(s)}; }))
      .dtypes("llllllllllll")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3})};
          },
          "expected a nested tensor, got a dense one of size [2, 3]");
  nested_row(t.add("_nested_tensor_strides", [](Sample& s) { return Stack{sample_of(s)}; })).dtypes("llllllllllll");
  nested_row(t.add("_nested_view_from_buffer",
                   [](Sample& s) {
                     return Stack{s.real({9}), tensor({2, 3, 1, 3}).view({2, 2}), tensor({1, 2, 3, 1}).view({2, 2}),
                                  std::vector<int64_t>{0, 6}};
                   }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({9}), tensor({2, 3, 1, 3}).view({2, 2}), tensor({1, 2, 3, 1}).view({2, 2}),
                         std::vector<int64_t>{0, 7}};
          },
          "out of the bounds of 9 elements");
  nested_row(t.add("values", [](Sample& s) { return Stack{sample_of(s)}; }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3})};
          },
          "expected a nested tensor");
  for (const char* name : {"to_padded_tensor", "nested_to_padded_tensor"})
    nested_row(t.add(name, [](Sample& s) {
      return Stack{sample_of(s), 0.5, kNo};
    })).expects([](const Stack& a) {
      const std::vector<Tensor> parts = a[0].toTensor().unbind();
      Tensor padded = torchpp::full({3, 4, 3}, 0.5, kDouble);
      for (int64_t b = 0; b < 3; ++b)
        for (int64_t l = 0; l < parts[b].size(0); ++l)
          for (int64_t e = 0; e < 3; ++e) padded[b][l][e] = parts[b][l][e].item<double>();
      return padded;
    });
}

// ---- the inference path, row by row

using Row = std::vector<double>;
using Rows = std::vector<Row>;

Rows rows_of(const Tensor& t) {
  const std::vector<double> v = elements(t);
  const size_t width = static_cast<size_t>(t.size(-1));
  Rows rows;
  for (size_t i = 0; i < v.size(); i += width) rows.emplace_back(v.begin() + i, v.begin() + i + width);
  return rows;
}
Row mapped(const Row& x, const Tensor& weight, const Tensor& bias) {
  const Rows w = rows_of(weight);
  Row y = elements(bias);
  for (size_t o = 0; o < y.size(); ++o)
    for (size_t i = 0; i < x.size(); ++i) y[o] += w[o][i] * x[i];
  return y;
}
Row normed(const Row& x, const Tensor& weight, const Tensor& bias, double eps) {
  double mean = 0, square = 0;
  for (double v : x) mean += v / static_cast<double>(x.size());
  for (double v : x) square += (v - mean) * (v - mean) / static_cast<double>(x.size());
  const Row w = elements(weight), b = elements(bias);
  Row y;
  for (size_t i = 0; i < x.size(); ++i) y.push_back((x[i] - mean) / std::sqrt(square + eps) * w[i] + b[i]);
  return y;
}
// softmax of the scores that are not blocked.
Row weights_of(Row scores, const std::vector<bool>& blocked) {
  double sum = 0;
  for (size_t i = 0; i < scores.size(); ++i) sum += scores[i] = blocked[i] ? 0 : std::exp(scores[i]);
  for (double& s : scores) s /= sum;
  return scores;
}

struct Attended {
  Rows results;  // B * L rows
  std::vector<double> weights;
};
// Self-attention of B sequences of L rows; blocked(b, l, s) says which keys are not seen.
template <class Blocked>
Attended attention(const Rows& x, int64_t batch, int64_t heads, const Stack& a, size_t weights_from, bool average,
                   const Blocked& blocked) {
  const Tensor qkv_weight = a[weights_from].toTensor(), qkv_bias = a[weights_from + 1].toTensor();
  const size_t length = x.size() / static_cast<size_t>(batch), features = x[0].size(),
               width = features / static_cast<size_t>(heads), count = static_cast<size_t>(heads);
  Rows projected;
  for (const Row& row : x) projected.push_back(mapped(row, qkv_weight, qkv_bias));
  Attended y;
  y.results.assign(x.size(), Row(features));
  std::vector<double> all(x.size() * count * length);
  for (size_t b = 0; b < static_cast<size_t>(batch); ++b)
    for (size_t h = 0; h < count; ++h)
      for (size_t l = 0; l < length; ++l) {
        Row scores(length);
        std::vector<bool> hidden(length);
        for (size_t s = 0; s < length; ++s) {
          for (size_t e = 0; e < width; ++e)
            scores[s] += projected[b * length + l][h * width + e] *
                         projected[b * length + s][features + h * width + e] / std::sqrt(static_cast<double>(width));
          hidden[s] = blocked(b, l, s);
        }
        const Row w = weights_of(scores, hidden);
        for (size_t s = 0; s < length; ++s) {
          all[((b * count + h) * length + l) * length + s] = w[s];
          for (size_t e = 0; e < width; ++e)
            y.results[b * length + l][h * width + e] += w[s] * projected[b * length + s][2 * features + h * width + e];
        }
      }
  for (Row& row : y.results) row = mapped(row, a[weights_from + 2].toTensor(), a[weights_from + 3].toTensor());
  if (!average) return y.weights = all, y;
  y.weights.assign(x.size() * length, 0);
  for (size_t i = 0; i < all.size(); ++i) {
    const size_t inner = i % (length * length), b = i / (length * length) / count;
    y.weights[b * length * length + inner] += all[i] / static_cast<double>(count);
  }
  return y;
}
auto blocked_by(const IValue& mask) {
  const std::vector<double> values = mask.isNone() ? std::vector<double>() : elements(mask.toTensor().to(kDouble));
  const size_t width = mask.isNone() ? 0 : static_cast<size_t>(mask.toTensor().size(1));
  return [=](size_t b, size_t, size_t s) { return !values.empty() && values[b * width + s] != 0; };
}

Tensor tensor_of(const Rows& rows, IntArrayRef sizes) {
  std::vector<double> all;
  for (const Row& r : rows) all.insert(all.end(), r.begin(), r.end());
  return from_elements(all, sizes);
}

void add_inference(OpCases& t) {
  const auto masks = [](int64_t type) {
    return [=](Sample& s) {
      const Tensor x = s.real({2, 2, 4, 4});
      const Tensor mask = type == 0 ? s.mask({4, 4}) : type == 1 ? s.mask({2, 4}) : s.mask({2, 2, 4, 4});
      // In each row some element is left: a row without one is NaN.
      return Stack{x, mask.logical_and(arange(4).ne(1)), 3, type};
    };
  };
  t.add("_masked_softmax", masks(2))
      .also(masks(0))
      .also(masks(1))
      .expects([](const Stack& a) {
        const Tensor x = a[0].toTensor(), mask = a[1].toTensor();
        const int64_t type = a[3].toInt();
        const Tensor whole = (type == 0   ? mask.view({1, 1, 4, 4})
                              : type == 1 ? mask.view({2, 1, 1, 4})
                                          : mask)
                                 .expand({2, 2, 4, 4})
                                 .contiguous();
        const Rows rows = rows_of(x), blocked = rows_of(whole.to(kDouble));
        Rows y;
        for (size_t i = 0; i < rows.size(); ++i) {
          std::vector<bool> hidden;
          for (double b : blocked[i]) hidden.push_back(b != 0);
          y.push_back(weights_of(rows[i], hidden));
        }
        return tensor_of(y, x.sizes());
      })
      .throws(
          [=](Sample& s) {
            Stack a = masks(2)(s);
            a[3] = kNo;
            return a;
          },
          "Mask Type should be defined")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("_transform_bias_rescale_qkv",
        [](Sample& s) {
          return Stack{s.real({2, 3, 12}), s.real({12}), 2};
        })
      .expects_all([](const Stack& a) {
        const Rows x = rows_of(a[0].toTensor());
        const Row bias = elements(a[1].toTensor());
        std::vector<Tensor> all;
        for (size_t part = 0; part < 3; ++part) {
          std::vector<double> y;
          for (size_t b = 0; b < 2; ++b)
            for (size_t h = 0; h < 2; ++h)
              for (size_t l = 0; l < 3; ++l)
                for (size_t e = 0; e < 2; ++e) {
                  const size_t at = part * 4 + h * 2 + e;
                  y.push_back((x[b * 3 + l][at] + bias[at]) / (part == 0 ? std::sqrt(2.0) : 1));
                }
          all.push_back(from_elements(y, {2, 2, 3, 2}));
        }
        return all;
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3, 12}), s.real({11}), 2};
          },
          "got qkv of size [2, 3, 12]")
      .dtypes("......egfd..");

  const auto attention_arguments = [](bool masked, bool average) {
    return [=](Sample& s) {
      const Tensor x = s.real({2, 3, 4}, -1, 1);
      return Stack{x,
                   x,
                   x,
                   4,
                   2,
                   s.real({12, 4}, -1, 1),
                   s.real({12}),
                   s.real({4, 4}),
                   s.real({4}),
                   masked ? IValue(s.mask({2, 3}).logical_and(arange(3).ne(0))) : kNo,
                   true,
                   average,
                   masked ? IValue(1) : kNo};
    };
  };
  t.add("_native_multi_head_attention", attention_arguments(false, true))
      .also(attention_arguments(true, false))
      .expects_all([](const Stack& a) {
        const Tensor x = a[0].toTensor();
        const bool average = a[11].toBool();
        const Attended y = attention(rows_of(x), 2, 2, a, 5, average, blocked_by(a[9]));
        return std::vector<Tensor>{
            tensor_of(y.results, x.sizes()),
            from_elements(y.weights, average ? IntArrayRef({2, 3, 3}) : IntArrayRef({2, 2, 3, 3}))};
      })
      .throws(
          [=](Sample& s) {
            Stack a = attention_arguments(false, true)(s);
            a[4] = 3;
            return a;
          },
          "embed_dim 4 must be divisible by num_heads 3")
      .throws(
          [=](Sample& s) {
            Stack a = attention_arguments(false, true)(s);
            a[6] = s.real({1});
            return a;
          },
          "qkv_bias has size [1], expected [12]")
      .without(Check::kUndefined, "projections and norms may have no weight or bias, as the modules that call it")
      .dtypes(".......gfd..", "......egfd..", kNarrow);

  const auto layer_arguments = [](bool gelu, bool norm_first, bool masked) {
    return [=](Sample& s) {
      const auto scale = [&] { return s.real({4}, 0.5, 1.5); };
      return Stack{s.real({2, 3, 4}, -1, 1),
                   4,
                   2,
                   s.real({12, 4}, -1, 1),
                   s.real({12}, -0.5, 0.5),
                   s.real({4, 4}, -0.5, 0.5),
                   s.real({4}, -0.5, 0.5),
                   gelu,
                   norm_first,
                   1e-3,
                   scale(),
                   s.real({4}, -0.5, 0.5),
                   scale(),
                   s.real({4}, -0.5, 0.5),
                   s.real({5, 4}, -0.5, 0.5),
                   s.real({5}, -0.5, 0.5),
                   s.real({4, 5}, -0.5, 0.5),
                   s.real({4}, -0.5, 0.5),
                   masked ? IValue(s.mask({2, 3}).logical_and(arange(3).ne(0))) : kNo,
                   masked ? IValue(1) : kNo};
    };
  };
  t.add("_transformer_encoder_layer_fwd", layer_arguments(true, false, false))
      .also(layer_arguments(false, true, true))
      .also(layer_arguments(false, false, true))
      .expects([](const Stack& a) {
        const Tensor src = a[0].toTensor();
        const bool gelu = a[7].toBool(), first = a[8].toBool();
        const double eps = a[9].toDouble();
        const auto norm = [&](Rows rows, size_t at) {
          for (Row& r : rows) r = normed(r, a[at].toTensor(), a[at + 1].toTensor(), eps);
          return rows;
        };
        const auto plus = [](Rows x, const Rows& y) {
          for (size_t i = 0; i < x.size(); ++i)
            for (size_t e = 0; e < x[i].size(); ++e) x[i][e] += y[i][e];
          return x;
        };
        const auto feed = [&](Rows rows) {
          for (Row& r : rows) {
            r = mapped(r, a[14].toTensor(), a[15].toTensor());
            for (double& v : r) v = gelu ? v / 2 * (1 + std::erf(v / std::sqrt(2.0))) : std::max(v, 0.0);
            r = mapped(r, a[16].toTensor(), a[17].toTensor());
          }
          return rows;
        };
        const auto attend = [&](const Rows& rows) {
          return attention(rows, 2, 2, a, 3, true, blocked_by(a[18])).results;
        };
        Rows x = rows_of(src);
        if (first) {
          x = plus(x, attend(norm(x, 10)));
          x = plus(x, feed(norm(x, 12)));
        } else {
          x = norm(plus(x, attend(x)), 10);
          x = norm(plus(x, feed(x)), 12);
        }
        return tensor_of(x, src.sizes());
      })
      .throws(
          [=](Sample& s) {
            Stack a = layer_arguments(false, false, false)(s);
            a[0] = s.real({2, 3, 5});
            return a;
          },
          "expected (B, L, 4), got 3 dimensions, the last of size 5")
      .throws(
          [=](Sample& s) {
            Stack a = layer_arguments(false, false, false)(s);
            a[4] = s.real({});
            return a;
          },
          "expected 1-D `qkv_bias`, got 0-D tensor")
      .without(Check::kUndefined, "projections and norms may have no weight or bias, as the modules that call it")
      .dtypes(".......gfd..", "......egfd..", kNarrow);
}

}  // namespace

void add_nested_cases(OpCases& t) {
  add_nested_tensors(t);
  add_inference(t);
}

}  // namespace torchpp::tests
