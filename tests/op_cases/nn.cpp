// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
const IValue kNo;
const IValue kAllThree = std::vector<bool>{true, true, true};

// Images, of which the large ones are more than a thread's share.
Tensor images(Sample& s) { return s.real({s.n(2, 8), 3, s.n(4, 32), s.n(6, 34)}); }

}  // namespace

void add_nn_cases(OpCases& t) {
  const char* convolution = "tests/ops/convolution_test.cpp";
  const char* pooling = "tests/ops/pooling_test.cpp";
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
      .by(convolution)
      .without(Check::kStrides, "cuDNN leaves the gradient of channels-last weights so, also in libtorch")
      .differs(kIntegers, kNoIntegers)
      .dtypes(".......gfd..", ".BbhilegfdFD", kOneConvolution);
  const Ints two{2, 2}, zero{0, 0}, one{1, 1};
  t.add("max_pool2d", [=](Sample& s) { return Stack{images(s), two, two, zero, one, false}; })
      .by(pooling)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .exactly();
  t.add("max_pool2d_with_indices", [=](Sample& s) { return Stack{images(s), two, two, zero, one, false}; })
      .by(pooling)
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
      .by(pooling)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("avg_pool2d", [=](Sample& s) { return Stack{images(s), two, two, one, false, true, kNo}; })
      .by(pooling)
      .differs({kLong}, "libtorch averages integers on the CPU alone")
      .dtypes(".....l.gfd..", ".....legfd..", kNarrow);
  t.add("avg_pool2d_backward",
        [=](Sample& s) {
          const Tensor grad = s.real({s.n(2, 8), 3, s.n(2, 16), s.n(3, 17)});
          return Stack{grad, images(s), two, two, zero, false, true, kNo};
        })
      .constant({1})
      .by(pooling)
      .dtypes(".....l.gfd..", "......egfd..", kLongAlone);
  t.add("_adaptive_avg_pool2d",
        [](Sample& s) {
          return Stack{images(s), Ints{3, 2}};
        })
      .by(pooling)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("_adaptive_avg_pool2d_backward",
        [](Sample& s) {
          const Tensor grad = s.real({s.n(2, 8), 3, 3, 2});
          return Stack{grad, images(s)};
        })
      .constant({1})
      .by(pooling)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
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
      .dtypes("?BbhilegfdFD", "......egfd..", kNoComplexYet);
  t.add("embedding_renorm",
        [](Sample& s) {
          const Tensor weight = s.real({7, s.n(3, 64)});
          return Stack{weight, s.index({2, s.n(3, 300)}, 7), 1.0, 2.0};
        })
      .by(embedding)
      .without(Check::kGradient, "libtorch has the in-place form alone, and no derivative")
      .dtypes("......egfdFD", "......egfd..", kNoComplexYet);
  t.add("native_dropout",
        [](Sample& s) {
          return Stack{s.real(), 0.5, true};
        })
      .by("tests/ops/random_layout_test.cpp")
      .without(Check::kLayout, "as in libtorch, the mask is drawn in the order of memory")
      .dtypes("......egfdFD");
}

}  // namespace torchpp::tests
