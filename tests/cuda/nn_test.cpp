// SPDX-License-Identifier: BSD-3-Clause
// Pooling, normalisation and embedding against the CPU's kernels.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include "src/core/shape.h"
#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

using Mask = std::array<bool, 3>;

class CudaNN : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(11);
  }
};

constexpr ScalarType kFloats[] = {kFloat, kDouble, kHalf, kBFloat16};

// Expects equal values and the same order of dimensions in memory.
void expect_same(const Tensor& got, const Tensor& expected, double times = 1) {
  expect_close(got, expected, times);
  if (!got.defined() || got.numel() <= 1) return;
  for (int64_t d = 0; d < got.dim(); ++d)
    EXPECT_TRUE(got.size(d) == 1 || got.stride(d) == expected.stride(d)) << "stride of dimension " << d;
}
// Statistics that a normalisation saves of 16-bit floats: in float on CUDA, in the parameters' dtype on the CPU, as
// those of libtorch.
Tensor as_on_cpu(const Tensor& got, const Tensor& expected) {
  if (!got.defined() || !expected.defined() || got.scalar_type() == expected.scalar_type()) return got;
  EXPECT_EQ(got.scalar_type(), kFloat);
  return got.to(expected.scalar_type());
}
void expect_same_norm(const TensorTriple& got, const TensorTriple& expected, double times) {
  expect_same(std::get<0>(got), std::get<0>(expected), times);
  expect_same(as_on_cpu(std::get<1>(got), std::get<1>(expected)), std::get<1>(expected), times);
  expect_same(as_on_cpu(std::get<2>(got), std::get<2>(expected)), std::get<2>(expected), times);
}
void expect_same(const TensorTriple& got, const TensorTriple& expected, double times = 1) {
  expect_same(std::get<0>(got), std::get<0>(expected), times);
  expect_same(std::get<1>(got), std::get<1>(expected), times);
  expect_same(std::get<2>(got), std::get<2>(expected), times);
}

// ---- pooling

struct PoolCase {
  DimVector sizes, kernel, stride, padding, dilation;
  bool ceil_mode;
};
const PoolCase kPools[] = {
    {{2, 3, 8, 8}, {2}, {}, {0}, {1}, false},         {{2, 3, 9, 7}, {3, 2}, {2, 1}, {1, 1}, {1}, false},
    {{3, 10, 11}, {3}, {2}, {1}, {1}, true},          {{1, 2, 12, 9}, {3}, {1}, {1}, {2, 3}, false},
    {{2, 1, 3, 3}, {2, 3}, {3, 2}, {1}, {1}, true},   {{1, 1, 3, 3}, {2}, {1}, {1}, {3}, false},
    {{2, 5, 23, 19}, {5, 3}, {3}, {2, 1}, {1}, true}, {{0, 3, 4, 4}, {2}, {}, {0}, {1}, false},
};

// Inputs of both memory formats where there are two.
template <class F>
void for_formats(const Tensor& x, const F& f) {
  f(x);
  if (x.dim() == 4 && x.numel() > 0) f(x.contiguous(MemoryFormat::ChannelsLast));
}

TEST_F(CudaNN, MaxPool) {
  for (const PoolCase& c : kPools)
    for (ScalarType t : kFloats) {
      // Few values, so that equal ones meet.
      for_formats(randint(-3, 4, c.sizes, kLong).to(t), [&](const Tensor& x) {
        const Tensor d = on_device(x);
        const auto [y, at] =
            op::max_pool2d_with_indices(Out(), x, c.kernel, c.stride, c.padding, c.dilation, c.ceil_mode);
        const auto [yd, atd] =
            op::max_pool2d_with_indices(Out(), d, c.kernel, c.stride, c.padding, c.dilation, c.ceil_mode);
        expect_same(yd, y, 0);
        expect_same(atd, at, 0);
        expect_same(op::max_pool2d(d, c.kernel, c.stride, c.padding, c.dilation, c.ceil_mode), y, 0);
        const Tensor g = randn(y.sizes()).to(t);
        expect_same(op::max_pool2d_with_indices_backward(Out(), on_device(g), d, c.kernel, c.stride, c.padding,
                                                         c.dilation, c.ceil_mode, atd),
                    op::max_pool2d_with_indices_backward(Out(), g, x, c.kernel, c.stride, c.padding, c.dilation,
                                                         c.ceil_mode, at));
      });
    }
}

TEST_F(CudaNN, MaxPoolOfNaNAndInfinity) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  Tensor x = zeros({1, 2, 4, 4});
  x[0][0][0][1] = nan;
  x[0][0][1][0] = nan;
  x[0][1].fill_(-inf);
  for_formats(x, [&](const Tensor& in) {
    const auto [y, at] = op::max_pool2d_with_indices(Out(), in, {2}, {}, {0}, {1}, false);
    const auto [yd, atd] = op::max_pool2d_with_indices(Out(), on_device(in), {2}, {}, {0}, {1}, false);
    expect_same(atd, at, 0);
    EXPECT_TRUE(yd.cpu().isnan().equal(y.isnan()));
    EXPECT_TRUE(yd.cpu().masked_fill(y.isnan(), 0).equal(y.masked_fill(y.isnan(), 0)));
  });
  // A window that sees nothing but padding.
  for_formats(ones({1, 3, 2, 2}), [&](const Tensor& in) {
    const auto [y, at] = op::max_pool2d_with_indices(Out(), in, {2}, {1}, {1}, {3}, false);
    const auto [yd, atd] = op::max_pool2d_with_indices(Out(), on_device(in), {2}, {1}, {1}, {3}, false);
    expect_same(atd, at, 0);
    EXPECT_TRUE(yd.cpu().equal(y));
    EXPECT_EQ(y[0][0].item<float>(), -inf);
    const Tensor g = ones({1, 3, 1, 1});
    expect_same(
        op::max_pool2d_with_indices_backward(Out(), on_device(g), on_device(in), {2}, {1}, {1}, {3}, false, atd),
        op::max_pool2d_with_indices_backward(Out(), g, in, {2}, {1}, {1}, {3}, false, at), 0);
  });
}

TEST_F(CudaNN, AveragePool) {
  for (const PoolCase& c : kPools) {
    if (c.dilation[0] != 1) continue;
    for (ScalarType t : kFloats)
      for (bool count_pad : {true, false})
        for (optional<int64_t> divisor : {optional<int64_t>(), optional<int64_t>(5)})
          for_formats(randn(c.sizes).to(t), [&](const Tensor& x) {
            const Tensor y = op::avg_pool2d(Out(), x, c.kernel, c.stride, c.padding, c.ceil_mode, count_pad, divisor);
            expect_same(
                op::avg_pool2d(Out(), on_device(x), c.kernel, c.stride, c.padding, c.ceil_mode, count_pad, divisor), y);
            const Tensor g = randn(y.sizes()).to(t);
            expect_same(
                op::avg_pool2d_backward(Out(), on_device(g), on_device(x), c.kernel, c.stride, c.padding, c.ceil_mode,
                                        count_pad, divisor),
                op::avg_pool2d_backward(Out(), g, x, c.kernel, c.stride, c.padding, c.ceil_mode, count_pad, divisor));
          });
  }
}

TEST_F(CudaNN, AdaptiveAveragePool) {
  for (const DimVector& sizes : {DimVector{2, 3, 7, 7}, DimVector{3, 10, 5}, DimVector{2, 5, 13, 9}})
    for (const DimVector& out : {DimVector{1, 1}, DimVector{3, 2}, DimVector{9, 14}, DimVector{0, 2}})
      for (ScalarType t : kFloats)
        for_formats(randn(sizes).to(t), [&](const Tensor& x) {
          const Tensor y = op::adaptive_avg_pool2d(Out(), x, out);
          expect_same(op::adaptive_avg_pool2d(Out(), on_device(x), out), y);
          const Tensor g = randn(y.sizes()).to(t);
          expect_same(op::adaptive_avg_pool2d_backward(Out(), on_device(g), on_device(x)),
                      op::adaptive_avg_pool2d_backward(Out(), g, x));
        });
}

// ---- batch normalisation

struct Parameters {
  Tensor weight, bias, mean, var;
};
Parameters parameters(int64_t channels, ScalarType dtype) {
  return {randn({channels}).to(dtype), randn({channels}).to(dtype), randn({channels}).to(dtype),
          (rand({channels}) + 0.5).to(dtype)};
}

TEST_F(CudaNN, BatchNorm) {
  for (const DimVector& sizes : {DimVector{4, 3, 5, 7}, DimVector{2, 36, 8, 8}, DimVector{50, 6}, DimVector{3, 5, 11},
                                 DimVector{2, 3, 4, 3, 5}, DimVector{600, 40}, DimVector{3, 2, 70, 60}})
    for (ScalarType t : kFloats)
      for (ScalarType p : {t, t == kDouble ? kDouble : kFloat}) {
        if (p != t && sizes.size() != 4) continue;
        for_formats((randn(sizes) * 2 + 3).to(t), [&](const Tensor& x) {
          const Parameters q = parameters(sizes[1], p);
          for (bool training : {true, false}) {
            const Tensor mean = q.mean.clone(), var = q.var.clone(), meand = on_device(mean), vard = on_device(var);
            const int64_t written = meand._version() - mean._version();
            const TensorTriple y = op::native_batch_norm(Out(), x, q.weight, q.bias, mean, var, training, 0.3, 1e-5);
            const TensorTriple yd = op::native_batch_norm(Out(), on_device(x), on_device(q.weight), on_device(q.bias),
                                                          meand, vard, training, 0.3, 1e-5);
            expect_same_norm(yd, y, 4);
            expect_same(meand, mean);
            expect_same(vard, var);
            EXPECT_EQ(meand._version() - mean._version(), written);
            const Tensor g = randn(sizes).to(t);
            for (Mask mask : {Mask{true, true, true}, Mask{true, false, false}, Mask{false, true, true}})
              expect_same(op::native_batch_norm_backward(Out(), on_device(g), on_device(x), on_device(q.weight), meand,
                                                         vard, std::get<1>(yd), std::get<2>(yd), training, 1e-5, mask),
                          op::native_batch_norm_backward(Out(), g, x, q.weight, mean, var, std::get<1>(y),
                                                         std::get<2>(y), training, 1e-5, mask),
                          8);
          }
        });
      }
}

TEST_F(CudaNN, BatchNormWithoutParameters) {
  const Tensor x = randn({6, 5, 3, 3}) + 100, none;
  const TensorTriple y = op::native_batch_norm(Out(), x, none, none, none, none, true, 0.1, 1e-5);
  const TensorTriple yd = op::native_batch_norm(Out(), on_device(x), none, none, none, none, true, 0.1, 1e-5);
  expect_same(yd, y, 8);
  const Tensor g = randn(x.sizes());
  expect_same(op::native_batch_norm_backward(Out(), on_device(g), on_device(x), none, none, none, std::get<1>(yd),
                                             std::get<2>(yd), true, 1e-5, {true, true, true}),
              op::native_batch_norm_backward(Out(), g, x, none, none, none, std::get<1>(y), std::get<2>(y), true, 1e-5,
                                             {true, true, true}),
              8);
  const Tensor empty = zeros({0, 5, 3, 3});
  expect_same(op::native_batch_norm(Out(), on_device(empty), none, none, none, none, true, 0.1, 1e-5),
              op::native_batch_norm(Out(), empty, none, none, none, none, true, 0.1, 1e-5));
  expect_same(op::native_batch_norm_backward(Out(), on_device(empty), on_device(empty), none, none, none, none, none,
                                             true, 1e-5, {true, true, true}),
              op::native_batch_norm_backward(Out(), empty, empty, none, none, none, none, none, true, 1e-5,
                                             {true, true, true}));
}

TEST_F(CudaNN, BatchNormTakesParametersWithGaps) {
  const Tensor x = randn({4, 3, 5}), w = randn({3, 2}).select(1, 1), mean = zeros({3, 2}).select(1, 0),
               meand = on_device(mean), none;
  op::native_batch_norm(Out(), x, w, none, mean, none, true, 0.5, 1e-5);
  op::native_batch_norm(Out(), on_device(x), on_device(w), none, meand, none, true, 0.5, 1e-5);
  expect_close(meand, mean);
}

// ---- layer normalisation

TEST_F(CudaNN, LayerNorm) {
  for (const DimVector& sizes : {DimVector{7, 1}, DimVector{5, 32}, DimVector{3, 2, 100}, DimVector{4, 1024},
                                 DimVector{2, 9001}, DimVector{90, 17}, DimVector{0, 8}, DimVector{3, 0}})
    for (ScalarType t : kFloats)
      for (ScalarType p : {t, t == kDouble ? kDouble : kFloat}) {
        const int64_t width = sizes[sizes.size() - 1];
        const Tensor x = (randn(sizes) + 1).to(t), w = randn({width}).to(p), b = randn({width}).to(p);
        const TensorTriple y = op::native_layer_norm(Out(), x, {width}, w, b, 1e-5);
        const TensorTriple yd = op::native_layer_norm(Out(), on_device(x), {width}, on_device(w), on_device(b), 1e-5);
        if (width > 0) expect_same_norm(yd, y, 4);
        expect_same(op::layer_norm(on_device(x), {width}, Tensor(), Tensor(), 1e-5, true),
                    op::layer_norm(x, {width}, Tensor(), Tensor(), 1e-5, true), 4);
        if (width == 0) continue;
        const Tensor g = randn(sizes).to(t);
        for (Mask mask : {Mask{true, true, true}, Mask{true, false, false}, Mask{false, true, false}})
          expect_same(op::native_layer_norm_backward(Out(), on_device(g), on_device(x), {width}, std::get<1>(yd),
                                                     std::get<2>(yd), on_device(w), on_device(b), mask),
                      op::native_layer_norm_backward(Out(), g, x, {width}, std::get<1>(y), std::get<2>(y), w, b, mask),
                      8);
      }
  const Tensor x = randn({4, 6, 8}), none;
  expect_same(op::layer_norm(on_device(x).transpose(0, 2), {6, 4}, none, none, 1e-5, true),
              op::layer_norm(x.transpose(0, 2), {6, 4}, none, none, 1e-5, true));
  // Rows that begin anywhere.
  expect_same(op::layer_norm(on_device(x.view({-1})).slice(0, 1, 65).view({2, 32}), {32}, none, none, 1e-5, true),
              op::layer_norm(x.view({-1}).slice(0, 1, 65).view({2, 32}), {32}, none, none, 1e-5, true));
  const Tensor w = on_device(x.view({-1})).slice(0, 1, 25), b = on_device(x.view({-1})).slice(0, 4, 28);
  expect_same(op::layer_norm(on_device(x.view({-1, 24})), {24}, w, b, 1e-5, true),
              op::layer_norm(x.view({-1, 24}), {24}, w.cpu(), b.cpu(), 1e-5, true));
}

TEST_F(CudaNN, GroupNormGradient) {
  struct Shape {
    DimVector sizes;
    int64_t groups;
  };
  const Shape shapes[] = {{{5, 6}, 2}, {{3, 6, 11}, 3}, {{2, 80, 1, 1}, 1}, {{2, 8, 33, 32}, 4}, {{70, 4, 2, 3}, 2}};
  for (const Shape& s : shapes)
    for (ScalarType t : kFloats)
      for (bool last : {false, true}) {
        if (last && s.sizes.size() != 4) continue;
        const int64_t n = s.sizes[0], c = s.sizes[1];
        Tensor x = (randn(s.sizes) + 1).to(t);
        if (last) x = x.contiguous(MemoryFormat::ChannelsLast);
        const Tensor w = randn({c}).to(t), g = randn(s.sizes).to(t);
        const int64_t size = x.numel() / n / c;
        const TensorTriple y = op::native_group_norm(Out(), x, w, Tensor(), n, c, size, s.groups, 1e-5);
        const auto gradients = [&](const auto& place, const Tensor& weight, Mask mask) {
          return op::native_group_norm_backward(Out(), place(g), place(x), place(std::get<1>(y)), place(std::get<2>(y)),
                                                weight, n, c, size, s.groups, mask);
        };
        const auto here = [](const Tensor& t) { return t; };
        const auto there = [](const Tensor& t) { return on_device(t); };
        for (Mask mask : {Mask{true, true, true}, Mask{true, false, false}, Mask{false, true, false}})
          expect_same(gradients(there, on_device(w), mask), gradients(here, w, mask), 8);
        expect_same(gradients(there, Tensor(), {true, true, true}), gradients(here, Tensor(), {true, true, true}), 8);
      }
  const Tensor empty = zeros({0, 4, 3}), rows = zeros({0, 2});
  expect_same(
      op::native_group_norm_backward(Out(), on_device(empty), on_device(empty), on_device(rows), on_device(rows),
                                     Tensor(), 0, 4, 3, 2, {true, true, true}),
      op::native_group_norm_backward(Out(), empty, empty, rows, rows, Tensor(), 0, 4, 3, 2, {true, true, true}));
}

// ---- embedding

TEST_F(CudaNN, Embedding) {
  for (ScalarType t : kFloats)
    for (int64_t width : {1, 6, 32}) {
      const Tensor w = randn({20, width}).to(t), at = randint(0, 20, {6, 9}, kLong), g = randn({6, 9, width}).to(t);
      expect_same(op::embedding(Out(), on_device(w), on_device(at), -1, false, false),
                  op::embedding(Out(), w, at, -1, false, false), 0);
      expect_same(op::embedding(Out(), on_device(w), on_device(at.to(kInt)), -1, false, false),
                  op::embedding(Out(), w, at, -1, false, false), 0);
      for (int64_t padding : {-1, 3})
        for (bool by_frequency : {false, true})
          expect_same(op::embedding_dense_backward(Out(), on_device(g), on_device(at), 20, padding, by_frequency),
                      op::embedding_dense_backward(Out(), g, at, 20, padding, by_frequency), 2);
    }
  const Tensor w = randn({4, 5});
  for (const DimVector& sizes : {DimVector{}, DimVector{0}, DimVector{2, 0}})
    expect_same(op::embedding(Out(), on_device(w), on_device(zeros(sizes, kLong)), -1, false, false),
                op::embedding(Out(), w, zeros(sizes, kLong), -1, false, false), 0);
  expect_same(op::embedding_dense_backward(Out(), on_device(zeros({0, 5})), on_device(zeros({0}, kLong)), 4, -1, false),
              op::embedding_dense_backward(Out(), zeros({0, 5}), zeros({0}, kLong), 4, -1, false), 0);
  // Places that go through many chunks.
  const Tensor at = cat({full({1500}, 2, kLong), randint(0, 3, {900}, kLong)}), g = randn({2400, 3});
  for (bool by_frequency : {false, true})
    expect_same(op::embedding_dense_backward(Out(), on_device(g), on_device(at), 5, -1, by_frequency),
                op::embedding_dense_backward(Out(), g.to(kDouble), at, 5, -1, by_frequency).to(kFloat), 2);
}

TEST_F(CudaNN, EmbeddingRenorm) {
  for (ScalarType t : kFloats)
    for (double norm : {1., 2., 3., std::numeric_limits<double>::infinity()}) {
      const Tensor w = (randn({12, 40}) * 2).to(t), at = tensor({{3, 3, 0}, {7, 3, 11}});
      expect_same(op::embedding_renorm(Out(), on_device(w), on_device(at), 1.5, norm),
                  op::embedding_renorm(Out(), w, at, 1.5, norm), 2);
      Tensor in_place = w.t(), in_place_d = on_device(w).t();
      const int64_t written = in_place_d._version() - in_place._version();
      embedding_renorm_(in_place, tensor({39, 1}), 0.5, norm);
      embedding_renorm_(in_place_d, on_device(tensor({39, 1})), 0.5, norm);
      expect_same(in_place_d, in_place, 2);
      EXPECT_EQ(in_place_d._version() - in_place._version(), written);
    }
}

TEST_F(CudaNN, Errors) {
  const Tensor x = randn({2, 3, 4, 4}), d = on_device(x), none;
  EXPECT_THROW(op::max_pool2d(d, {9}, {}, {0}, {1}, false), Error);
  EXPECT_THROW(op::max_pool2d(d.to(kLong), {2}, {}, {0}, {1}, false), Error);
  EXPECT_THROW(op::avg_pool2d(Out(), d, {2}, {}, {0}, false, true, 0), Error);
  EXPECT_THROW(op::avg_pool2d_backward(Out(), d, d, {2}, {2}, {0}, false, true, nullopt), Error);
  EXPECT_THROW(op::adaptive_avg_pool2d(Out(), d.to(kInt), {2, 2}), Error);
  EXPECT_THROW(op::native_batch_norm(Out(), d, on_device(randn({4})), none, none, none, true, 0.1, 1e-5), Error);
  EXPECT_THROW(op::native_batch_norm(Out(), d, randn({3}), none, none, none, true, 0.1, 1e-5), Error) << "on the host";
  EXPECT_THROW(op::native_batch_norm(Out(), d, none, none, none, none, false, 0.1, 1e-5), Error);
  EXPECT_THROW(op::layer_norm(d, {5}, none, none, 1e-5, true), Error);
  EXPECT_THROW(op::layer_norm(d.to(kLong), {4}, none, none, 1e-5, true), Error);
  EXPECT_THROW(op::embedding(Out(), d, on_device(tensor({1})), -1, false, false), Error);
  EXPECT_THROW(op::embedding(Out(), d[0][0], tensor({1}), -1, false, false), Error) << "indices on the host";
  if (std::string(cuda::get_device_properties(0).name) != "emulated") return;  // a trap ends the process' device
  EXPECT_DEATH(op::embedding(Out(), d[0][0], on_device(tensor({4})), -1, false, false), "index out of range");
  const Tensor no_bags = on_device(zeros({0}, kLong));
  EXPECT_DEATH(
      op::embedding_bag_dense_backward(on_device(ones({1, 2})), on_device(tensor({0, 1})), no_bags,
                                       on_device(tensor({2})), on_device(tensor({{0, 7}})), 7, false, 2, Tensor(), -1),
      "index out of range");
  const Tensor y = op::max_pool2d(d, {2}, {}, {0}, {1}, false);
  for (int64_t index : {-1, 1, 4, 16}) {  // of another window, or of none
    const Tensor at = on_device(std::get<1>(op::max_pool2d_with_indices(Out(), x, {2}, {}, {0}, {1}, false)));
    at[1][2][1][1].fill_(index);
    EXPECT_DEATH(op::max_pool2d_with_indices_backward(Out(), y, d, {2}, {2}, {0}, {1}, false, at),
                 "index out of range");
  }
}

}  // namespace
}  // namespace torchpp
