// SPDX-License-Identifier: BSD-3-Clause
// Pooling on CUDA against the CPU: NaN, windows of many elements, places that several indices name.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>

#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaPooling : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(1);
  }
};

Tensor to_device(const Tensor& t) { return t.to(Device(kCUDA)); }
void expect_alike(const std::tuple<Tensor, Tensor>& got, const std::tuple<Tensor, Tensor>& expected) {
  expect_close(std::get<0>(got), std::get<0>(expected));
  EXPECT_TRUE(equal(std::get<1>(got).cpu(), std::get<1>(expected)));
}

// Few different numbers, so that windows have equal maxima, and some NaN.
Tensor volumes(ScalarType t) {
  const Tensor x = randint(0, 4, {2, 3, 7, 9, 11}, kLong).to(kFloat);
  return x.masked_fill_(rand({2, 3, 7, 9, 11}).lt(0.01), std::nan("")).to(t);
}

TEST_F(CudaPooling, MaximaOfVolumes) {
  for (ScalarType t : {kFloat, kDouble}) {
    const Tensor x = volumes(t), samples = rand({2, 3, 3}, t);
    const std::vector<int64_t> three(3, 3), two{2, 1, 2}, one(3, 1), sizes{3, 4, 5};
    expect_alike(max_pool3d_with_indices(to_device(x), three, two, one, two, true),
                 max_pool3d_with_indices(x, three, two, one, two, true));
    expect_alike(adaptive_max_pool3d(to_device(x), sizes), adaptive_max_pool3d(x, sizes));
    expect_alike(fractional_max_pool3d(to_device(x), three, sizes, to_device(samples)),
                 fractional_max_pool3d(x, three, sizes, samples));
    const Tensor image = x.select(2, 0), of_images = samples.narrow(2, 0, 2).contiguous();
    const std::vector<int64_t> plane{4, 5}, kernel{3, 2};
    expect_alike(adaptive_max_pool2d(to_device(image), plane), adaptive_max_pool2d(image, plane));
    expect_alike(fractional_max_pool2d(to_device(image), kernel, plane, to_device(of_images)),
                 fractional_max_pool2d(image, kernel, plane, of_images));
  }
}

// A warp adds the elements of one window.
TEST_F(CudaPooling, LargeEvenWindows) {
  const Tensor x = randn({2, 3, 8, 9, 10}, kDouble);
  for (const std::vector<int64_t>& sizes :
       {std::vector<int64_t>{1, 1, 1}, std::vector<int64_t>{3, 2, 2}, std::vector<int64_t>{5, 7, 3}}) {
    expect_close(adaptive_avg_pool3d(to_device(x), sizes), adaptive_avg_pool3d(x, sizes));
    const Tensor grad = randn({2, 3, sizes[0], sizes[1], sizes[2]}, kDouble);
    expect_close(_adaptive_avg_pool3d_backward(to_device(grad), to_device(x)), _adaptive_avg_pool3d_backward(grad, x));
  }
}

TEST_F(CudaPooling, PlacesThatSeveralIndicesName) {
  for (const bool last : {false, true}) {
    const MemoryFormat format = last ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;
    const Tensor x = randn({3, 5, 20, 30}, kDouble).contiguous(format),
                 index = randint(0, 50, {3, 5, 20, 30}, kLong).contiguous(format);
    const std::vector<int64_t> sizes{8, 9};
    EXPECT_TRUE(equal(max_unpool2d(to_device(x), to_device(index), sizes).cpu(), max_unpool2d(x, index, sizes)));
    const Tensor image = randn({3, 5, 8, 9}, kDouble).contiguous(format);
    expect_close(adaptive_max_pool2d_backward(to_device(x), to_device(image), to_device(index)),
                 adaptive_max_pool2d_backward(x, image, index));
  }
}

}  // namespace
}  // namespace torchpp
