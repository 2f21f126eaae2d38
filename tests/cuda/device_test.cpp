// SPDX-License-Identifier: BSD-3-Clause
// Devices, streams, events, and what is said when there are none.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cstdlib>
#include <thread>

#include "src/backends/cuda/backend.h"
#include "src/backends/cuda/elementwise.h"
#include "src/backends/cuda/launch.h"
#include "src/core/cuda_backend.h"
#include "tests/cuda_emulation/driver.h"

namespace torchpp {
namespace {

using cuda::emulation::machine;

class CudaDevice : public ::testing::Test {
 protected:
  void SetUp() override { cuda::emulation::register_emulated(); }
};

// As libtorch's, whose generators of devices exist from the start.
TEST(CudaSeed, GivenBeforeTheFirstUse) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // a process of its own, in which nobody used CUDA
  EXPECT_EXIT(
      {
        manual_seed(77);
        cuda::emulation::register_emulated();
        std::_Exit(cuda::default_generator(1).current_seed() == 77 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(CudaDevice, ThreadsHaveTheirOwn) {
  EXPECT_TRUE(cuda::is_available());
  EXPECT_EQ(cuda::device_count(), 2);
  EXPECT_STREQ(cuda::why_unavailable(), "");
  EXPECT_EQ(cuda::current_device(), 0);
  {
    const cuda::CUDAGuard guard(1);
    EXPECT_EQ(cuda::current_device(), 1);
    EXPECT_EQ(empty({2}, kCUDA).device(), Device(kCUDA, 1));
    EXPECT_EQ(empty({2}, Device(kCUDA, 0)).device(), Device(kCUDA, 0));
    EXPECT_EQ(cuda::current_device(), 1) << "operators put the thread's device back";
    std::thread([] { EXPECT_EQ(cuda::current_device(), 0); }).join();
  }
  EXPECT_EQ(cuda::current_device(), 0);
  EXPECT_THROW(cuda::set_device(2), Error);
  EXPECT_THROW(empty({2}, Device(kCUDA, 7)), Error);
  EXPECT_EQ(cuda::get_device_properties(0).major, 9);
  EXPECT_EQ(cuda::get_device_properties(1).major, 7);
}

// CUDA code of the program's own sets the device by cudaSetDevice.
TEST_F(CudaDevice, MayBeSetByOthers) {
  EXPECT_EQ(cuda::current_device(), 0);
  cuda::driver().set_device(1);
  EXPECT_EQ(cuda::current_device(), 1);
  const Tensor second = ones({2}, kCUDA), first = ones({2}, Device(kCUDA, 0));
  EXPECT_EQ(second.device(), Device(kCUDA, 1));
  int now = 0;
  cuda::driver().get_device(&now);
  EXPECT_EQ(now, 1) << "operators put it back";
  cuda::driver().set_device(0);
}

// A null stream is that of the device that is the current one.
TEST_F(CudaDevice, TheReceiverOfACopyWaits) {
  const Tensor x = ones({2}, Device(kCUDA, 0));
  const uint64_t waits = machine().waits;
  x.to(Device(kCUDA, 1));
  EXPECT_EQ(machine().waits, waits + 2);
  EXPECT_EQ(machine().waiting_device, 1);
  x.to(Device(kCUDA, 1)).to(Device(kCUDA, 0));
  EXPECT_EQ(machine().waiting_device, 0);
}

TEST_F(CudaDevice, Streams) {
  const cuda::CUDAStream first = cuda::getStreamFromPool(), high = cuda::getStreamFromPool(true);
  EXPECT_NE(first, high);
  EXPECT_EQ(cuda::getCurrentCUDAStream(), cuda::getDefaultCUDAStream());
  {
    const cuda::CUDAStreamGuard guard(first);
    EXPECT_EQ(cuda::getCurrentCUDAStream(), first);
    std::thread([] { EXPECT_EQ(cuda::getCurrentCUDAStream(), cuda::getDefaultCUDAStream()); }).join();
    const cuda::CUDAStream other = cuda::getStreamFromPool(false, 1);
    {
      const cuda::CUDAStreamGuard second(other);
      EXPECT_EQ(cuda::current_device(), 1);
      EXPECT_EQ(cuda::getCurrentCUDAStream(), other);
      EXPECT_EQ(cuda::getCurrentCUDAStream(0), first);
    }
    EXPECT_EQ(cuda::current_device(), 0);
  }
  EXPECT_EQ(cuda::getCurrentCUDAStream(), cuda::getDefaultCUDAStream());
  // 32 streams of a priority, then the first again.
  std::vector<cuda::CUDAStream> all;
  for (int i = 0; i < 32; ++i) all.push_back(cuda::getStreamFromPool());
  EXPECT_EQ(cuda::getStreamFromPool(), all[0]);
  for (size_t i = 1; i < all.size(); ++i) EXPECT_NE(all[i], all[0]);
}

TEST_F(CudaDevice, Events) {
  cuda::CUDAEvent event, timed(true), end(true);
  EXPECT_TRUE(event.query()) << "nothing was recorded";
  EXPECT_THROW(timed.elapsed_time(end), Error);
  event.record();
  timed.record(cuda::getStreamFromPool());
  end.record();
  EXPECT_TRUE(event.isCreated());
  const uint64_t waits = machine().waits;
  event.block(cuda::getStreamFromPool());
  EXPECT_EQ(machine().waits, waits + 1);
  event.synchronize();
  EXPECT_EQ(timed.elapsed_time(end), 0.f);
  EXPECT_THROW(event.elapsed_time(end), Error) << "made without timing";
  EXPECT_THROW(event.record(cuda::getDefaultCUDAStream(1)), Error) << "an event belongs to one device";
}

TEST_F(CudaDevice, FaultsAreNamed) {
  Tensor t = empty({8}, kCUDA);
  machine().next_launch_error = 719;
  try {
    t.fill_(1);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("CUDA error"), std::string::npos) << e.what();
  }
  t.fill_(2);  // the next launch is not blamed
  EXPECT_EQ(t.cpu()[3].item<float>(), 2.f);
}

// The message of register_backend() for each reason why there is no device. The devices are restored at the end.
TEST_F(CudaDevice, EachReasonForNoneHasItsText) {
  struct Case {
    int status, devices, driver;
    const char* text;
  };
  const Case cases[] = {
      {cuda::kErrorInsufficientDriver, 0, 11040, "driver is too old: it supports CUDA 11.4"},
      {cuda::kErrorInsufficientDriver, 0, 0, "no NVIDIA driver was found"},
      {cuda::kErrorNoDevice, 0, 13000, "no CUDA device was found"},
      {0, 0, 13000, "no CUDA device was found"},
      {999, 0, 13000, "the CUDA driver reports: emulated fault"},
  };
  for (const Case& c : cases) {
    machine().count_status = c.status;
    machine().devices = c.devices;
    machine().driver_version = c.driver;
    cuda::register_backend();
    EXPECT_FALSE(cuda::is_available());
    EXPECT_EQ(cuda::device_count(), 0);
    EXPECT_NE(std::string(cuda::why_unavailable()).find(c.text), std::string::npos) << cuda::why_unavailable();
    try {
      cuda::synchronize();
      ADD_FAILURE() << "expected an error";
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(c.text), std::string::npos) << e.what();
    }
  }
  machine().count_status = 0;
  machine().devices = 2;
  machine().driver_version = 13000;
  cuda::register_backend();
  EXPECT_TRUE(cuda::is_available());
}

// Not of every device's tests: the program that runs those on a GPU sets the first.
TEST_F(CudaDevice, Switches) {
  EXPECT_FALSE(cuda::is_tf32_allowed());
  EXPECT_TRUE(cuda::is_tf32_convolution_allowed());
  EXPECT_FALSE(cuda::is_convolution_deterministic());
  EXPECT_FALSE(cuda::is_convolution_benchmark());
  cuda::set_convolution_benchmark(true);
  EXPECT_TRUE(cuda::is_convolution_benchmark());
  cuda::set_convolution_benchmark(false);
  cuda::allow_tf32(true);
  cuda::allow_tf32_convolution(false);
  cuda::set_deterministic_convolution(true);
  EXPECT_TRUE(cuda::is_tf32_allowed());
  EXPECT_FALSE(cuda::is_tf32_convolution_allowed());
  EXPECT_TRUE(cuda::is_convolution_deterministic());
  cuda::allow_tf32(false);
  cuda::allow_tf32_convolution(true);
  cuda::set_deterministic_convolution(false);
}

// ---- launch geometry

TEST_F(CudaDevice, Geometry) {
  using cuda::Geometry;
  Geometry g = cuda::spread(1, 4);
  EXPECT_EQ(g.blocks[0], 1u);
  g = cuda::spread(4 * 256 + 1, 4);
  EXPECT_EQ(g.blocks[0], 2u);
  EXPECT_EQ(cuda::spread(0).blocks[0], 1u);
  EXPECT_THROW(cuda::spread(int64_t{1} << 50), Error);
  g = cuda::resident(int64_t{1} << 40, 0);
  EXPECT_EQ(g.blocks[0], 2u * (1024 / 256) * 4);
  g = cuda::per_row(10, 33);
  EXPECT_EQ(g.threads[0], 64u);
  EXPECT_EQ(g.blocks[0], 10u);
  EXPECT_EQ(cuda::per_row(1, 100000).threads[0], 512u);
}

TEST_F(CudaDevice, DivisorsDivide) {
  uint32_t state = 5;
  for (int i = 0; i < 200000; ++i) {
    state = state * 1664525 + 1013904223;
    const uint32_t shift = state >> 27, d = 1 + (state * 2654435761u >> 1) % (uint32_t{1} << (shift % 31 + 1));
    if (d > 0x7fffffffu) continue;
    const cuda::Divisor by(d);
    for (const uint32_t n : {state & 0x7fffffffu, 0u, d - 1, d, 0x7fffffffu, (0x7fffffffu / d) * d}) {
      const uint32_t q = (static_cast<uint32_t>((static_cast<uint64_t>(n) * by.multiplier) >> 32) + n) >> by.shift;
      ASSERT_EQ(q, n / d) << n << " / " << d;
    }
  }
}

// Work beyond 2^31 elements or bytes is cut into launches that cover it once.
TEST_F(CudaDevice, LargeWorkIsCut) {
  Iterator it({int64_t{5} << 20, 3000});
  char* const base = reinterpret_cast<char*>(uintptr_t{1} << 40);
  it.add(base, {int64_t{5} << 20, 3000}, {3000, 1}, 4);
  it.add(base + (int64_t{1} << 42), {int64_t{5} << 20, 3000}, {1, int64_t{5} << 20}, 4);
  it.build();
  int64_t total = 0;
  cuda::for_operands(it, nullptr, nullptr, [&](const cuda::Operands& o) {
    total += o.numel;
    EXPECT_GT(o.numel, 0u);
    EXPECT_LT(o.numel, 0x80000000u);
    int64_t reach[2] = {};
    for (int k = 0; k < 2; ++k)
      for (int d = 0; d < o.dims; ++d) reach[k] += int64_t{o.strides[k][d]} * (o.sizes[d].divisor - 1);
    EXPECT_LT(reach[0], int64_t{1} << 31);
    EXPECT_LT(reach[1], int64_t{1} << 31);
  });
  EXPECT_EQ(total, (int64_t{5} << 20) * 3000);
}

// A long dimension is left whole where a short one steps over gigabytes.
TEST_F(CudaDevice, LargeWorkIsCutIntoFewLaunches) {
  constexpr int64_t kLong = 300000000;
  Iterator it({4, kLong});
  char* const base = reinterpret_cast<char*>(uintptr_t{1} << 40);
  it.add(base, {4, kLong}, {kLong, 1}, 4);
  it.add(base + (int64_t{1} << 42), {4, kLong}, {1, 4}, 4);
  it.build();
  int launches = 0;
  int64_t total = 0;
  cuda::for_operands(it, nullptr, nullptr, [&](const cuda::Operands& o) {
    total += o.numel;
    ASSERT_LE(++launches, 16);
  });
  EXPECT_EQ(total, 4 * kLong);
}

}  // namespace
}  // namespace torchpp
