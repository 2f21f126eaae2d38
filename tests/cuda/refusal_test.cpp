// SPDX-License-Identifier: BSD-3-Clause
// Convolutions for which cuDNN has no algorithm, as which and for which order of memory differs between its versions.
#include <gtest/gtest.h>
#include <torchpp/core/cuda.h>
#include <torchpp/torchpp.h>

#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/cuda_emulation/vendor.h"

namespace torchpp {
namespace {

using cuda::ConvolutionProblem;

class CudaRefusedConvolution : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
  void TearDown() override { cuda::emulation::refuses = nullptr; }
};

Tensor forward(const Tensor& x, const Tensor& w) { return op::convolution(x, w, {}, 1, 1, 1, false, 0, 1); }
TensorTriple backward(const Tensor& dy, const Tensor& x, const Tensor& w) {
  return op::convolution_backward(dy, x, w, false, 1, 1, 1, false, 0, 1, 3);
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
    EXPECT_EQ(gw.strides(), dw.strides());
  }
}

TEST_F(CudaRefusedConvolution, GoesInThePlainOrder) {
  cuda::emulation::refuses = [](const ConvolutionProblem& p) { return p.channels_last; };
  for (const ScalarType t : {kFloat, kHalf, kBFloat16}) expect_as_on_the_cpu(t);
}

TEST_F(CudaRefusedConvolution, GoesInFloat) {
  cuda::emulation::refuses = [](const ConvolutionProblem& p) { return p.channels_last || p.dtype != kFloat; };
  for (const ScalarType t : {kHalf, kBFloat16}) expect_as_on_the_cpu(t);
}

TEST_F(CudaRefusedConvolution, IsAnErrorAtLast) {
  cuda::emulation::refuses = [](const ConvolutionProblem&) { return true; };
  const Tensor x = on_device(randn({2, 3, 5, 4})), w = on_device(randn({4, 3, 3, 3}));
  for (const ScalarType t : {kFloat, kHalf}) try {
      forward(x.to(t), w.to(t));
      ADD_FAILURE() << "no error";
    } catch (const NotImplementedError& e) {
      EXPECT_NE(
          std::string(e.what()).find("cuDNN has no algorithm for batch 2, channels 3 to 4, 1 group(s), kernel [3, "
                                     "3], input [5, 4], float"),
          std::string::npos)
          << e.what();
    }
}

}  // namespace
}  // namespace torchpp
