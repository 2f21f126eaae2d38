// SPDX-License-Identifier: BSD-3-Clause
// Convolutions and products for which cuDNN and cuBLASLt have no algorithm: which ones differs between versions.
#include <gtest/gtest.h>
#include <torchpp/core/cuda.h>
#include <torchpp/torchpp.h>

#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/cuda_emulation/vendor.h"

namespace torchpp {
namespace {

class CudaRefusedConvolution : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
  void TearDown() override { cuda::emulation::refuses = nullptr; }
};

Tensor forward(const Tensor& x, const Tensor& w) { return op::convolution(Out(), x, w, {}, 1, 1, 1, false, 0, 1); }
TensorTriple backward(const Tensor& dy, const Tensor& x, const Tensor& w) {
  return op::convolution_backward(Out(), dy, x, w, {}, 1, 1, 1, false, 0, 1, {true, true, false});
}

void expect_as_on_the_cpu(ScalarType t) {
  for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
    const Tensor x = randn({2, 3, 5, 4}).to(t).contiguous(format), w = randn({4, 3, 3, 3}).to(t).contiguous(format);
    const Tensor y = forward(x, w), there = forward(on_device(x), on_device(w));
    expect_close(there, y, 4);
    EXPECT_EQ(there.strides(), y.strides());
    const auto [dx, dw, db] = backward(y, x, w);
    const auto [gx, gw, gb] = backward(on_device(y), on_device(x), on_device(w));
    expect_close(gx, dx, 8);
    expect_close(gw, dw, 8);
    EXPECT_EQ(gx.strides(), dx.strides());
  }
}

TEST_F(CudaRefusedConvolution, GoesInThePlainOrder) {
  cuda::emulation::refuses = [](const ConvProblem& p) { return p.channels_last; };
  for (const ScalarType t : {kFloat, kHalf, kBFloat16}) expect_as_on_the_cpu(t);
}

TEST_F(CudaRefusedConvolution, GoesInFloat) {
  cuda::emulation::refuses = [](const ConvProblem& p) { return p.channels_last || p.dtype != kFloat; };
  for (const ScalarType t : {kHalf, kBFloat16}) expect_as_on_the_cpu(t);
}

TEST_F(CudaRefusedConvolution, IsAnErrorAtLast) {
  cuda::emulation::refuses = [](const ConvProblem&) { return true; };
  const Tensor x = on_device(randn({2, 3, 5, 4})), w = on_device(randn({4, 3, 3, 3}));
  for (const ScalarType t : {kFloat, kHalf}) try {
      forward(x.to(t), w.to(t));
      ADD_FAILURE() << "no error";
    } catch (const NotImplementedError& e) {
      EXPECT_NE(
          std::string(e.what()).find("cuDNN has no algorithm for batch 2, channels 3 to 4, 1 group(s), kernel [3, "
                                     "3], input [5, 4], Float"),
          std::string::npos)
          << e.what();
    }
}

class CudaRefusedProduct : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
  void TearDown() override { cuda::emulation::refuses_product = nullptr; }
};

constexpr ScalarType kProductDtypes[] = {kFloat, kDouble, kHalf, kBFloat16, kComplexFloat};
Tensor numbers(IntArrayRef sizes, ScalarType t) { return randn(sizes, isComplexType(t) ? t : kFloat).to(t); }

TEST_F(CudaRefusedProduct, BiasIsAddedApart) {
  cuda::emulation::refuses_product = [](const cuda::Product& p) { return p.bias != nullptr; };
  for (const ScalarType t : kProductDtypes) {
    const Tensor x = numbers({2, 3, 5}, t), w = numbers({8, 5}, t), b = numbers({8}, t);
    expect_close(linear(on_device(x), on_device(w), on_device(b)), linear(x, w, b));
    const Tensor rows = x.view({6, 5}), columns = w.t();
    expect_close(addmm(on_device(b), on_device(rows), on_device(columns), 1, 3), addmm(b, rows, columns, 1, 3));
    Tensor out = empty({6, 8}, TensorOptions(kCUDA).dtype(t));
    addmm_out(out, on_device(b), on_device(rows), on_device(columns));
    expect_close(out, addmm(b, rows, columns));
  }
}

TEST_F(CudaRefusedProduct, BatchGoesInParts) {
  cuda::emulation::refuses_product = [](const cuda::Product& p) { return p.batch > 2; };
  for (const ScalarType t : kProductDtypes) {
    const Tensor a = numbers({7, 3, 5}, t), b = numbers({7, 5, 4}, t), c = numbers({7, 3, 4}, t);
    expect_close(bmm(on_device(a), on_device(b)), bmm(a, b));
    expect_close(baddbmm(on_device(c), on_device(a), on_device(b), 2, 3), baddbmm(c, a, b, 2, 3));
    const Tensor one = numbers({5, 4}, t);  // of stride 0
    expect_close(bmm(on_device(a), on_device(one).expand({7, 5, 4})), bmm(a, one.expand({7, 5, 4})));
  }
}

TEST_F(CudaRefusedProduct, IsAnErrorAtLast) {
  cuda::emulation::refuses_product = [](const cuda::Product&) { return true; };
  const Tensor a = on_device(randn({3, 2, 5})), b = on_device(randn({3, 5, 4}));
  const auto expect_error = [](const auto& f) {
    try {
      f();
      ADD_FAILURE() << "no error";
    } catch (const NotImplementedError& e) {
      EXPECT_NE(std::string(e.what()).find("cuBLASLt has no algorithm for (2, 5) and (5, 4), rows 5 and 4 elements "
                                           "apart, Float"),
                std::string::npos)
          << e.what();
    }
  };
  expect_error([&] { bmm(a, b); });
  expect_error([&] { addmm(on_device(randn({4})), a[0], b[0]); });
}

}  // namespace
}  // namespace torchpp
