// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>

#include "tests/cuda/support.h"
#include "tests/cuda_emulation/driver.h"
#include "tests/cuda_emulation/emulation.h"

namespace torchpp::cuda {
namespace {

// Tells what else the result of a failed test followed from.
class TellSeed : public ::testing::EmptyTestEventListener {
  void OnTestEnd(const ::testing::TestInfo& test) override {
    if (test.result()->Failed())
      std::printf("%s.%s: the order of threads was that of TORCHPP_TEST_SEED=%" PRIu64 "\n", test.test_suite_name(),
                  test.name(), emulation::seed_of_environment());
  }
};

}  // namespace

void use_cuda() {
  emulation::register_emulated();
  static const bool told [[maybe_unused]] =
      (::testing::UnitTest::GetInstance()->listeners().Append(new TellSeed), true);
  emulation::restart_draws(emulation::seed_of_environment());
}
bool has_vendor_libraries() { return false; }

}  // namespace torchpp::cuda
