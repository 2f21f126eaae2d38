// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/toolkit/convolution_descriptors.h"

#include <vector>

#include "src/backends/cuda/toolkit/library.h"
#include "tests/cuda_toolkit/support.h"

namespace torchpp::cuda {
namespace {

class ConvolutionDescriptorsTest : public OfLibrary {
 protected:
  ConvolutionDescriptorsTest() : OfLibrary("libcudnn.so.", CUDNN_MAJOR) {}
};

TEST_F(ConvolutionDescriptorsTest, EveryFunctionIsFound) {
  EXPECT_TRUE(cudnn_is_found());
  const Cudnn& dnn = cudnn();
#define TORCHPP_EXPECT(name) EXPECT_NE(dnn.name, nullptr) << #name;
  TORCHPP_CUDNN_FUNCTIONS(TORCHPP_EXPECT)
#undef TORCHPP_EXPECT
}

struct Sizes {
  int64_t batch, in_channels, out_channels, groups;
  std::vector<int64_t> input, kernel, stride, padding, dilation;
};
const std::vector<Sizes>& cases() {
  static const std::vector<Sizes> all = {
      {2, 3, 4, 1, {6, 5}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
      {1, 1, 1, 1, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {1, 1}},
      {3, 2, 5, 1, {1, 1}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},  // a kernel larger than the image
      {3, 2, 5, 1, {2, 3}, {7, 5}, {2, 3}, {3, 4}, {1, 1}},
      {2, 3, 4, 1, {9}, {3}, {2}, {1}, {3}},
      {3, 4, 8, 4, {7, 8}, {3, 2}, {2, 1}, {1, 0}, {1, 2}},
      {3, 8, 8, 8, {7, 8}, {3, 3}, {3, 2}, {2, 5}, {2, 4}},  // one channel per group
      {64, 512, 2048, 1, {7, 7}, {1, 1}, {1, 1}, {0, 0}, {1, 1}},
      {1, 16, 32, 2, {1024, 3000}, {11, 1}, {4, 1}, {5, 0}, {1, 1}},
      {70000, 1, 2, 1, {4, 4}, {2, 2}, {2, 2}, {0, 0}, {1, 1}},
      {1, 2, 3, 1, {4, 5, 3}, {2, 3, 2}, {1, 2, 1}, {0, 1, 1}, {1, 1, 1}},
      {2, 4, 2, 2, {3, 3, 4}, {2, 1, 2}, {1, 1, 1}, {1, 1, 1}, {2, 2, 2}},
      {2, 1, 1, 1, {1, 1, 1}, {3, 3, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
      {1, 6, 6, 6, {9, 8, 7}, {3, 3, 3}, {2, 2, 2}, {1, 0, 2}, {1, 2, 1}},
  };
  return all;
}

ConvProblem problem_of(const Sizes& s) {
  ConvProblem p;
  p.dims = static_cast<int>(s.input.size());
  p.n = s.batch, p.in_channels = s.in_channels, p.out_channels = s.out_channels, p.groups = s.groups;
  for (size_t i = 0; i < s.input.size(); ++i) {
    const int d = p.first_dim() + static_cast<int>(i);
    p.in[d] = s.input[i], p.kernel[d] = s.kernel[i], p.stride[d] = s.stride[i], p.dilation[d] = s.dilation[i];
    p.padding_left[d] = p.padding_right[d] = s.padding[i];
    p.out[d] = p.extent_of_output(d);
  }
  return p;
}

// The entries of a spatial array that the library is told.
const int64_t* used(const ConvProblem& p, const int64_t* sizes) { return sizes + 3 - cudnn_dims(p); }

// Calls f(problem) for all that convolution.cpp makes of the cases. It has no double with channels last.
template <class F>
void for_problems(const F& f) {
  for (const ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16})
    for (const bool channels_last : {false, true})
      for (size_t i = 0; i < cases().size(); ++i) {
        if (dtype == kDouble && channels_last) continue;
        SCOPED_TRACE(testing::Message() << "case " << i << " " << toString(dtype) << " channels last "
                                        << channels_last);
        ConvProblem p = problem_of(cases()[i]);
        p.dtype = dtype, p.channels_last = channels_last;
        f(p);
      }
}

TEST_F(ConvolutionDescriptorsTest, GiveTheSizesOfTheResult) {
  const auto sizes_of = function(&::cudnnGetConvolutionNdForwardOutputDim, "cudnnGetConvolutionNdForwardOutputDim");
  ASSERT_NE(sizes_of, nullptr);
  for_problems([&](const ConvProblem& p) {
    for (const cudnnMathType_t math : {CUDNN_DEFAULT_MATH, CUDNN_TENSOR_OP_MATH, CUDNN_FMA_MATH}) {
      const ConvolutionDescriptors d(p, math);
      int sizes[5] = {};
      ASSERT_EQ(sizes_of(d.convolution, d.x, d.w, cudnn_dims(p) + 2, sizes), CUDNN_STATUS_SUCCESS);
      EXPECT_EQ(sizes[0], p.n);
      EXPECT_EQ(sizes[1], p.out_channels);
      for (int i = 0; i < cudnn_dims(p); ++i) EXPECT_EQ(sizes[2 + i], used(p, p.out)[i]);
    }
  });
}

// Where an element lies in memory, by the library's account.
TEST_F(ConvolutionDescriptorsTest, AreReadBack) {
  const auto of_tensor = function(&::cudnnGetTensorNdDescriptor, "cudnnGetTensorNdDescriptor");
  const auto of_filter = function(&::cudnnGetFilterNdDescriptor, "cudnnGetFilterNdDescriptor");
  ASSERT_TRUE(of_tensor != nullptr && of_filter != nullptr);
  for_problems([&](const ConvProblem& p) {
    const ConvolutionDescriptors d(p, CUDNN_DEFAULT_MATH);
    cudnnDataType_t type{};
    int count = 0, sizes[5] = {}, strides[5] = {};
    const auto images = [&](cudnnTensorDescriptor_t of, int64_t channels, const int64_t* pixels) {
      ASSERT_EQ(of_tensor(of, 5, &type, &count, sizes, strides), CUDNN_STATUS_SUCCESS);
      EXPECT_EQ(count, cudnn_dims(p) + 2);
      EXPECT_EQ(sizes[0], p.n);
      EXPECT_EQ(sizes[1], channels);
      int64_t all = 1;
      for (int i = cudnn_dims(p) - 1; i >= 0; --i) {
        EXPECT_EQ(sizes[2 + i], pixels[i]);
        EXPECT_EQ(strides[2 + i], p.channels_last ? all * channels : all);
        all *= pixels[i];
      }
      EXPECT_EQ(strides[1], p.channels_last ? 1 : all);
      EXPECT_EQ(strides[0], all * channels);
    };
    images(d.x, p.in_channels, used(p, p.in));
    images(d.y, p.out_channels, used(p, p.out));
    cudnnTensorFormat_t format{};
    ASSERT_EQ(of_filter(d.w, 5, &type, &format, &count, sizes), CUDNN_STATUS_SUCCESS);
    EXPECT_EQ(format, p.channels_last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW);
    EXPECT_EQ(sizes[0], p.out_channels);
    EXPECT_EQ(sizes[1], p.in_channels / p.groups);
    for (int i = 0; i < cudnn_dims(p); ++i) EXPECT_EQ(sizes[2 + i], used(p, p.kernel)[i]);
  });
}

TEST_F(ConvolutionDescriptorsTest, SizesBeyondTheLibrarysIndicesAreRefused) {
  ConvProblem p = problem_of({1, 1, 1, 1, {1, 3000000000}, {1, 1}, {1, 1}, {0, 0}, {1, 1}});
  try {
    const ConvolutionDescriptors d(p, CUDNN_DEFAULT_MATH);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("got a size of 3000000000, expected at most 2147483647"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace torchpp::cuda
