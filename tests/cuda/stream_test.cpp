// SPDX-License-Identifier: BSD-3-Clause
// Streams and events as a program uses them, on any device.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaStreams : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
};

TEST_F(CudaStreams, AnEventOrdersTwo) {
  const cuda::CUDAStream first = cuda::getStreamFromPool(), second = cuda::getStreamFromPool(true);
  Tensor x, y;
  cuda::CUDAEvent ready;
  {
    const cuda::CUDAStreamGuard guard(first);
    x = full({1000, 1000}, 1.5, kCUDA);
    for (int i = 0; i < 8; ++i) x = x + 1;
    ready.record(first);
  }
  {
    const cuda::CUDAStreamGuard guard(second);
    ready.block(second);
    y = x * 2;
    x.record_stream(second);
  }
  second.synchronize();
  EXPECT_TRUE(second.query());
  EXPECT_TRUE(ready.query());
  EXPECT_TRUE(y.cpu().equal(full({1000, 1000}, 19.)));
}

TEST_F(CudaStreams, EventsTellTheTime) {
  cuda::CUDAEvent begin(true), end(true);
  begin.record();
  const Tensor x = ones({1000}, kCUDA) * 3;
  end.record();
  end.synchronize();
  EXPECT_GE(begin.elapsed_time(end), 0.f);
  EXPECT_EQ(x.sum().item<float>(), 3000.f);
}

TEST_F(CudaStreams, MemoryIsCounted) {
  const uint64_t before = cuda::memory_stats().allocated_bytes;
  {
    const Tensor x = empty({1 << 20}, kCUDA);
    EXPECT_GE(cuda::memory_stats().allocated_bytes, before + (4u << 20));
  }
  EXPECT_EQ(cuda::memory_stats().allocated_bytes, before);
  const cuda::MemoryInfo info = cuda::mem_get_info();
  EXPECT_GT(info.free, 0u);
  EXPECT_LE(info.free, info.total);
}

}  // namespace
}  // namespace torchpp
