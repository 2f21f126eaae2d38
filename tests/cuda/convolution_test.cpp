// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/cuda.h>
#include <torchpp/torchpp.h>

#include "src/core/shape.h"
#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaConvolution : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(11);
  }
};

struct Case {
  DimVector input, weight;
  DimVector stride, padding, dilation;
  bool transposed = false;
  DimVector output_padding = {0};
  int64_t groups = 1;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {{2, 3, 9}, {4, 3, 3}, {1}, {1}, {1}},
      {{1, 4, 7}, {6, 2, 2}, {2}, {0}, {2}, false, {0}, 2},
      {{2, 3, 6, 5}, {4, 3, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {{3, 4, 7, 8}, {4, 1, 3, 2}, {2, 1}, {1, 0}, {1, 2}, false, {0}, 4},
      {{2, 2, 5, 5}, {3, 2, 1, 1}, {1}, {0}, {1}},
      {{1, 2, 4, 5, 3}, {3, 2, 2, 3, 2}, {1, 2, 1}, {0, 1, 1}, {1, 1, 1}},
      {{2, 4, 3, 3, 4}, {2, 2, 2, 1, 2}, {1}, {1}, {2}, false, {0}, 2},
      {{2, 3, 4}, {3, 2, 3}, {2}, {1}, {1}, true, {1}},
      {{2, 4, 3, 4}, {4, 3, 3, 2}, {2, 1}, {1, 0}, {1, 1}, true, {1, 0}},
      {{1, 4, 3, 3}, {4, 2, 2, 2}, {1}, {0}, {3}, true, {2}, 2},  // more than a stride
      {{1, 2, 3, 3}, {2, 3, 3, 3}, {1, 2}, {0, 1}, {4, 1}, true, {3, 1}},
      {{1, 2, 2, 3, 2}, {2, 3, 2, 2, 2}, {2}, {0}, {1}, true, {1}},
      {{0, 3, 6, 5}, {4, 3, 3, 3}, {1}, {1}, {1}},
      {{2, 0, 6, 5}, {4, 0, 3, 3}, {1}, {1}, {1}},
  };
  return all;
}

Tensor random(IntArrayRef sizes, ScalarType dtype) {
  return randn(sizes, isComplexType(dtype) ? dtype : kFloat).to(dtype);
}

void compare(const Case& c, const Tensor& x, const Tensor& w, const Tensor& bias) {
  const auto forward = [&](const Tensor& input, const Tensor& weight, const Tensor& b) {
    return op::convolution(Out(), input, weight, b, c.stride, c.padding, c.dilation, c.transposed, c.output_padding,
                           c.groups);
  };
  const Tensor y = forward(x, w, bias), there = forward(on_device(x), on_device(w), on_device(bias));
  EXPECT_TRUE(there.is_cuda());
  expect_close(there, y, 4);
  EXPECT_EQ(there.strides(), y.strides());

  const Tensor dy = random(y.sizes(), x.scalar_type()).contiguous(y.suggest_memory_format());
  for (int bits = 1; bits < 8; ++bits) {
    const std::array<bool, 3> mask = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
    const auto backward = [&](const Tensor& grad, const Tensor& input, const Tensor& weight) {
      return op::convolution_backward(Out(), grad, input, weight, nullopt, c.stride, c.padding, c.dilation,
                                      c.transposed, c.output_padding, c.groups, mask);
    };
    const auto [dx, dw, db] = backward(dy, x, w);
    const auto [gx, gw, gb] = backward(on_device(dy), on_device(x), on_device(w));
    expect_close(gx, dx, 4);
    expect_close(gw, dw, 8);
    expect_close(gb, db, 8);
    if (gx.defined() && gx.numel() > 0) {
      EXPECT_EQ(gx.strides(), dx.strides());
    }
  }
}

TEST_F(CudaConvolution, SameAsOnTheCpu) {
  for (const ScalarType t : {kFloat, kDouble, kHalf, kBFloat16, kComplexFloat})
    for (const Case& c : cases()) {
      SCOPED_TRACE(testing::Message() << t << " " << IntArrayRef(c.input) << " " << IntArrayRef(c.weight));
      const int64_t channels = c.transposed ? c.weight[1] * c.groups : c.weight[0];
      const Tensor x = random(c.input, t), w = random(c.weight, t);
      compare(c, x, w, Tensor());
      compare(c, x, w, random({channels}, t));
    }
}

// Whatever algorithm is the fastest.
TEST_F(CudaConvolution, Benchmark) {
  cuda::set_convolution_benchmark(true);
  for (const ScalarType t : {kFloat, kDouble, kBFloat16})
    for (const Case& c : cases()) {
      SCOPED_TRACE(testing::Message() << t << " " << IntArrayRef(c.input) << " " << IntArrayRef(c.weight));
      compare(c, random(c.input, t), random(c.weight, t), Tensor());
    }
  cuda::set_convolution_benchmark(false);
}

TEST_F(CudaConvolution, ChannelsLastAndStrides) {
  for (const ScalarType t : {kFloat, kDouble, kHalf})
    for (const Case& c : cases()) {
      if (c.input.size() < 4) continue;
      SCOPED_TRACE(testing::Message() << t << " " << IntArrayRef(c.input) << " " << IntArrayRef(c.weight));
      const MemoryFormat last = c.input.size() == 4 ? MemoryFormat::ChannelsLast : MemoryFormat::ChannelsLast3d;
      const int64_t channels = c.transposed ? c.weight[1] * c.groups : c.weight[0];
      const Tensor x = random(c.input, t), w = random(c.weight, t), b = random({channels}, t);
      compare(c, x.contiguous(last), w, b);
      compare(c, x, w.contiguous(last), b);
      compare(c, x.transpose(2, 3).contiguous().transpose(2, 3), w, b.expand({2, channels}).contiguous().select(0, 1));
    }
}

// A bias over more than one block, and its gradient over more than one slice.
TEST_F(CudaConvolution, Bias) {
  for (const ScalarType t : {kFloat, kHalf})
    for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
      const Tensor x = random({3, 1, 37, 41}, t).contiguous(format), w = random({5, 1, 1, 1}, t), b = random({5}, t);
      compare({{3, 1, 37, 41}, {5, 1, 1, 1}, {1}, {0}, {1}}, x, w, b);
      const Tensor even = random({3, 1, 36, 40}, t).contiguous(format);  // whole packs
      compare({{3, 1, 36, 40}, {5, 1, 1, 1}, {1}, {0}, {1}}, even, w, b);
      const Tensor wide = random({70, 1, 1, 1}, t), wide_bias = random({70}, t);
      const Tensor small = random({2, 1, 3, 5}, t).contiguous(format);
      compare({{2, 1, 3, 5}, {70, 1, 1, 1}, {1}, {0}, {1}}, small, wide, wide_bias);
    }
}

TEST_F(CudaConvolution, OfTheModules) {
  const Tensor x = random({3, 6, 6}, kFloat), w = random({2, 3, 2, 2}, kFloat);
  expect_close(conv2d(on_device(x), on_device(w), nullopt, 1, PaddingName("same")),
               conv2d(x, w, nullopt, 1, PaddingName("same")));
}

TEST_F(CudaConvolution, Errors) {
  const auto says = [](const auto& call, const char* text) {
    try {
      call();
      ADD_FAILURE() << "no error instead of " << text;
    } catch (const std::exception& e) {
      EXPECT_NE(std::string(e.what()).find(text), std::string::npos) << e.what() << " instead of " << text;
    }
  };
  const Tensor x = on_device(ones({1, 2, 4, 4})), w = on_device(ones({2, 2, 3, 3}));
  const Tensor long_x = on_device(ones({1, 2, 4, 4}, kLong)), long_w = on_device(ones({2, 2, 3, 3}, kLong));
  says([&] { conv2d(long_x, long_w); }, "\"convolution_cuda\" not implemented for 'Long'");
  says([&] { conv2d(x, on_device(ones({2, 3, 3, 3}))); }, "to have 3 channels, but got 2 channels instead");
  says([&] { conv2d(x, on_device(ones({2, 2, 3, 3}, kDouble))); }, "should be the same");
  says([&] { conv2d(x, on_device(ones({2, 2, 5, 5}))); }, "Kernel size can't be greater than actual input size");
  const char* const devices = "Expected all tensors to be on the same device, but found at least two devices";
  says([&] { conv2d(x, ones({2, 2, 3, 3})); }, devices);
  says([&] { conv2d(x, w, ones({2})); }, devices);
  says(
      [&] {
        op::convolution_backward(Out(), ones({1, 2, 2, 2}), x, w, {}, 1, 0, 1, false, 0, 1, {true, true, false});
      },
      devices);
  says(
      [&] {
        op::convolution_backward(Out(), x, x, w, {}, 1, 0, 1, false, 0, 1, {true, true, false});
      },
      "convolution_backward: grad_output has size [1, 2, 4, 4], expected [1, 2, 2, 2]");
}

}  // namespace
}  // namespace torchpp
