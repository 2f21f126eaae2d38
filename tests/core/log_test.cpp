// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/log.h>

#include <string>
#include <vector>

TEST(Warnings, GoToTheHandlerOncePerPlaceIfAsked) {
  std::vector<std::string> got;
  torchpp::set_warning_handler(
      [](void* context, const char* message, const char* file, int line) {
        EXPECT_NE(std::string(file).find("log_test"), std::string::npos);
        EXPECT_GT(line, 0);
        static_cast<std::vector<std::string>*>(context)->push_back(message);
      },
      &got);
  for (int i = 0; i < 3; ++i) {
    TORCHPP_WARN("size got ", i);
    TORCHPP_WARN_ONCE("once, at ", i);
  }
  torchpp::set_warning_handler(nullptr);
  EXPECT_EQ(got, (std::vector<std::string>{"size got 0", "once, at 0", "size got 1", "size got 2"}));
}

TEST(Warnings, DefaultWritesALineToStandardError) {
  testing::internal::CaptureStderr();
  TORCHPP_WARN("a tensor was resized");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "Warning: a tensor was resized\n");
}
