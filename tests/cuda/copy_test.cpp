// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

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
  EXPECT_TRUE(empty({3}, TensorOptions().pinned_memory(true)).is_pinned());
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
