// SPDX-License-Identifier: BSD-3-Clause
// Switches of the process. The phrases of messages are libtorch 1.13.1's.
#include <gtest/gtest.h>
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>
#include <torchpp/core/log.h>
#include <torchpp/core/settings.h>

#include <string>
#include <vector>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

TEST(DeterministicAlgorithms, Switches) {
  EXPECT_FALSE(are_deterministic_algorithms_enabled());
  EXPECT_FALSE(is_deterministic_algorithms_warn_only_enabled());
  use_deterministic_algorithms(true);
  EXPECT_TRUE(are_deterministic_algorithms_enabled());
  EXPECT_FALSE(is_deterministic_algorithms_warn_only_enabled());
  EXPECT_TRUE(cuda::is_convolution_deterministic());
  use_deterministic_algorithms(true, true);
  EXPECT_TRUE(are_deterministic_algorithms_enabled());
  EXPECT_TRUE(is_deterministic_algorithms_warn_only_enabled());
  // As in libtorch, the second switch is kept without the first.
  use_deterministic_algorithms(false, true);
  EXPECT_FALSE(are_deterministic_algorithms_enabled());
  EXPECT_TRUE(is_deterministic_algorithms_warn_only_enabled());
  use_deterministic_algorithms(false);
  EXPECT_FALSE(cuda::is_convolution_deterministic());
}

TEST(DeterministicAlgorithms, AlertsThrowOrWarn) {
  EXPECT_NO_THROW(alert_not_deterministic("my_kernel"));
  use_deterministic_algorithms(true);
  const std::string message = test::error_of([] { alert_not_deterministic("my_kernel"); });
  EXPECT_NE(message.find("my_kernel does not have a deterministic implementation, but you set"), std::string::npos)
      << message;
  EXPECT_NE(message.find("warn_only"), std::string::npos) << message;
  use_deterministic_algorithms(true, true);
  std::vector<std::string> warnings;
  set_warning_handler([](void* context, const char* text, const char*,
                         int) { static_cast<std::vector<std::string>*>(context)->push_back(text); },
                      &warnings);
  EXPECT_NO_THROW(alert_not_deterministic("my_kernel"));
  set_warning_handler(nullptr);
  use_deterministic_algorithms(false);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("my_kernel does not have a deterministic implementation, but you set"), std::string::npos)
      << warnings[0];
}

}  // namespace
}  // namespace torchpp
