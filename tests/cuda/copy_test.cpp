// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include "src/core/shape.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaCopy : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
};

TEST_F(CudaCopy, ThereAndBack) {
  const Tensor x = arange(24, kFloat).view({2, 3, 4});
  const Tensor d = x.to(kCUDA);
  EXPECT_EQ(d.device(), Device(kCUDA, 0));
  EXPECT_TRUE(d.cpu().equal(x));
  EXPECT_TRUE(d.transpose(0, 2).contiguous().cpu().equal(x.transpose(0, 2)));
  EXPECT_TRUE(d.transpose(0, 2).cpu().equal(x.transpose(0, 2)));
  EXPECT_TRUE(d.to(kHalf).to(kDouble).cpu().equal(x.to(kDouble)));
  EXPECT_EQ(d.select(0, 1).select(0, 2).select(0, 3).item<float>(), 23.f);
}

TEST_F(CudaCopy, Transposed) {
  const std::vector<DimVector> orders = {{1, 0, 2, 3}, {0, 1, 3, 2}, {0, 3, 1, 2}, {3, 2, 1, 0}, {2, 3, 0, 1}};
  for (ScalarType t : {kByte, kHalf, kFloat, kLong, kComplexDouble})
    for (const DimVector& sizes :
         {DimVector{1, 2, 33, 64}, DimVector{2, 3, 16, 45}, DimVector{17, 2, 3, 31}, DimVector{40, 1, 1, 15}}) {
      const Tensor x = arange(sizes[0] * sizes[1] * sizes[2] * sizes[3], kLong).to(t).view(sizes), d = x.to(kCUDA);
      for (const DimVector& order : orders) {
        EXPECT_TRUE(d.permute(order).contiguous().cpu().equal(x.permute(order)));
        const Tensor part = d.permute(order).slice(0, 1).slice(3, 3), to = x.permute(order).slice(0, 1).slice(3, 3);
        EXPECT_TRUE(part.contiguous().cpu().equal(to));
        Tensor apart = zeros(DimVector{to.size(0), to.size(1), to.size(2), 2 * to.size(3)}, d.options());
        apart.slice(3, 0, to.size(3)).copy_(part);  // rows with gaps
        EXPECT_TRUE(apart.slice(3, 0, to.size(3)).cpu().equal(to));
        EXPECT_FALSE(apart.slice(3, to.size(3)).to(kBool).any().item<bool>());
      }
    }
  const Tensor row = arange(40, kFloat);  // the same element for a whole dimension
  EXPECT_TRUE(row.to(kCUDA).expand({20, 40}).t().contiguous().cpu().equal(row.expand({20, 40}).t()));
}

TEST_F(CudaCopy, BetweenDevices) {
  if (cuda::device_count() < 2) GTEST_SKIP() << "one device";
  const Tensor x = arange(6, kFloat).view({2, 3});
  const Tensor second = x.to(Device(kCUDA, 0)).t().to(Device(kCUDA, 1));
  EXPECT_EQ(second.device(), Device(kCUDA, 1));
  EXPECT_TRUE(second.cpu().equal(x.t()));
}

TEST_F(CudaCopy, PinnedMemory) {
  const Tensor x = arange(6, kFloat).view({2, 3}).t();
  EXPECT_FALSE(x.is_pinned());
  const Tensor p = x.pin_memory();
  EXPECT_TRUE(p.is_pinned());
  EXPECT_TRUE(p.equal(x));
  EXPECT_TRUE(p.pin_memory().is_same(p));
  const TensorOptions pinned = TensorOptions().pinned_memory(true);
  for (const Tensor& t : {empty({3}, pinned), arange(3, pinned), linspace(0, 1, 3, pinned), randperm(3, pinned)})
    EXPECT_TRUE(t.is_pinned());
  const Tensor d = p.to(kCUDA, /*non_blocking=*/true);
  EXPECT_TRUE(d.cpu().equal(x));
  EXPECT_THROW(d.pin_memory(), Error);
  d.record_stream(cuda::getStreamFromPool());
  EXPECT_THROW(x.record_stream(cuda::getStreamFromPool()), Error);
}

TEST_F(CudaCopy, Fill) {
  Tensor d = empty({3, 5}, kCUDA);
  d.fill_(2.5);
  d.select(1, 2).fill_(7);
  EXPECT_EQ(d.cpu()[1][1].item<float>(), 2.5f);
  EXPECT_EQ(d.cpu()[1][2].item<float>(), 7.f);
}

}  // namespace
}  // namespace torchpp
