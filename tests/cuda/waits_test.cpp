// SPDX-License-Identifier: BSD-3-Clause
// What makes the program wait for the device, and what does not: counted by the emulated machine.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/cuda_emulation/driver.h"

namespace torchpp {
namespace {

class CudaWaits : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
};

template <class F>
uint64_t waits(const F& f) {
  const uint64_t before = cuda::emulation::machine().synchronisations;
  f();
  return cuda::emulation::machine().synchronisations - before;
}

TEST_F(CudaWaits, CopiesOfPinnedMemoryDoNot) {
  const Tensor p = arange(6, kFloat).pin_memory();
  EXPECT_EQ(waits([&] { p.to(kCUDA, /*non_blocking=*/true); }), 0u);
  EXPECT_EQ(waits([&] { arange(6, kFloat).to(kCUDA); }), 1u) << "memory that may be gone at the next line";
}

TEST_F(CudaWaits, TheReceivingDeviceWaitsForACopy) {
  const Tensor x = on_device(arange(6, kFloat));
  ASSERT_EQ(x.to(Device(kCUDA, 1)).device(), Device(kCUDA, 1));
  EXPECT_EQ(cuda::emulation::machine().waiting_device, 1) << "both default streams are called null";
}

TEST_F(CudaWaits, OfIndexingOnlyCountsDo) {
  const Tensor x = on_device(randn({30, 4})), at = on_device(randint(0, 30, {40}, kLong)),
               rows = on_device(ones({40, 4})), mask = x.gt(0);
  EXPECT_EQ(waits([&] { x.index({at}); }), 0u);
  EXPECT_EQ(waits([&] { index_put(x, {at}, rows, true); }), 0u);
  EXPECT_EQ(waits([&] { x.index_add(0, at, rows); }), 0u);
  EXPECT_EQ(waits([&] { x.masked_fill(mask, 3); }), 0u);
  EXPECT_EQ(waits([&] { op::embedding_dense_backward(Out(), rows, at, 30, -1, true); }), 0u);
  EXPECT_EQ(waits([&] { x.masked_select(mask); }), 1u);
  EXPECT_EQ(waits([&] { mask.nonzero(); }), 1u);
}

}  // namespace
}  // namespace torchpp
