// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cstdlib>

#include "tests/support/log.h"

namespace {

using torchpp::test::Log;

TEST(VerboseLog, SaysOperatorImplementationShapesAndTime) {
  const torchpp::Tensor a = torchpp::ones({2, 3}), b = torchpp::ones({3, 4});
  Log log(1);
  a.mm(b);
  a.add_(1);
  const std::string mm = log.find("torchpp, mm, ");
  ASSERT_FALSE(mm.empty());
  EXPECT_NE(mm.find("Tensor[2, 3]Float Tensor[3, 4]Float"), std::string::npos) << mm;
  EXPECT_NE(mm.find(" us"), std::string::npos) << mm;
  EXPECT_EQ(mm.find("torchpp, mm, plain"), std::string::npos)
      << "the ranked list did not say which product ran: " << mm;
  EXPECT_FALSE(log.find("torchpp, add_.Tensor, ").empty());
}

TEST(VerboseLog, SecondLevelSaysWhatWasPassedOver) {
  const torchpp::Tensor x = torchpp::ones({4, 4}, torchpp::kLong);
  Log log(2);
  x.mm(x);
  const std::string line = log.find("torchpp, mm, ");
  EXPECT_NE(line.find("; not "), std::string::npos) << line;
}

TEST(VerboseLog, OffWritesNothing) {
  Log log(0);
  torchpp::ones({2}).add(1);
  EXPECT_TRUE(log.lines.empty());
}

TEST(VerboseLog, EnvironmentStartsIt) {
  // In a program of its own, because the first call of a process decides.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        setenv("TORCHPP_VERBOSE", "1", 1);
        torchpp::ones({2}).add(1);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "torchpp, add.Tensor, ");
}

}  // namespace
