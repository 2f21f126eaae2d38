// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/error.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace torchpp {
namespace {

/// Runs f and returns the E that it throws; anything else fails the test.
template <class E, class F>
E thrown(F f) {
  try {
    f();
  } catch (const E& e) {
    EXPECT_EQ(typeid(e), typeid(E)) << "thrown as a type derived from the expected one";
    return e;
  }
  ADD_FAILURE() << "nothing was thrown";
  return E("nothing was thrown");
}

TEST(Error, EachCheckThrowsItsKind) {
  EXPECT_EQ(thrown<Error>([] { TORCHPP_CHECK(1 > 2, "m"); }).msg(), "m");
  EXPECT_EQ(thrown<IndexError>([] { TORCHPP_CHECK_INDEX(1 > 2, "m"); }).msg(), "m");
  EXPECT_EQ(thrown<ValueError>([] { TORCHPP_CHECK_VALUE(1 > 2, "m"); }).msg(), "m");
  EXPECT_EQ(thrown<TypeError>([] { TORCHPP_CHECK_TYPE(1 > 2, "m"); }).msg(), "m");
  EXPECT_EQ(thrown<NotImplementedError>([] { TORCHPP_CHECK_NOT_IMPLEMENTED(1 > 2, "m"); }).msg(), "m");
  EXPECT_EQ(thrown<FileError>([] { TORCHPP_CHECK_FILE(1 > 2, "m"); }).msg(), "m");
  EXPECT_EQ(thrown<OutOfMemoryError>([] { TORCHPP_FAIL_KIND(kOutOfMemory, "m"); }).msg(), "m");
  EXPECT_EQ(thrown<LinAlgError>([] { TORCHPP_FAIL_KIND(kLinAlg, "m"); }).msg(), "m");
}

TEST(Error, EveryKindIsAnErrorAndAStandardException) {
  EXPECT_THROW(TORCHPP_CHECK_INDEX(false, "m"), Error);
  EXPECT_THROW(TORCHPP_CHECK_FILE(false, "m"), std::exception);
  try {
    TORCHPP_CHECK_VALUE(false, "as a standard exception");
    FAIL();
  } catch (const std::exception& e) {
    EXPECT_STREQ(e.what(), "as a standard exception");
  }
}

TEST(Error, ACheckThatHoldsBuildsNoMessage) {
  int formatted = 0;
  auto part = [&formatted] { return ++formatted; };
  TORCHPP_CHECK(formatted == 0, "never seen ", part());
  EXPECT_EQ(formatted, 0);
  EXPECT_THROW(TORCHPP_CHECK(formatted != 0, "seen ", part()), Error);
  EXPECT_EQ(formatted, 1);
}

TEST(Error, ACheckEvaluatesItsConditionOnceAndIsOneStatement) {
  int evaluated = 0;
  if (evaluated == 0) TORCHPP_CHECK(++evaluated, "m");
  else FAIL();
  EXPECT_EQ(evaluated, 1);
}

TEST(Error, MessageJoinsPartsOfEveryKind) {
  const std::string weight = "weight";
  const char* none = nullptr;
  EXPECT_EQ(thrown<Error>([&] {
              TORCHPP_CHECK(false, "conv2d: input has ", int64_t{4}, " channels, ", weight, " expects ", 3u);
            }).msg(),
            "conv2d: input has 4 channels, weight expects 3");
  EXPECT_EQ(str(true, ' ', false), "1 0");
  EXPECT_EQ(str(0.5, ' ', 1.0f, ' ', 1e-30), "0.5 1 1e-30");
  EXPECT_EQ(str(INT64_MIN, ' ', UINT64_MAX), "-9223372036854775808 18446744073709551615");
  EXPECT_EQ(str(int8_t{-7}, ' ', uint8_t{200}), "-7 200") << "small integers are numbers, not characters";
  EXPECT_EQ(str(none), "(null)");
  EXPECT_EQ(str(), "");
}

struct Shape {
  int rows, columns;
};
std::string to_string(const Shape& s) { return str('[', s.rows, ", ", s.columns, ']'); }

TEST(Error, MessageUsesToStringOfOtherTypes) { EXPECT_EQ(str("weight is ", Shape{8, 3}), "weight is [8, 3]"); }

TEST(Error, LineIsNamedForInternalFaultsOnly) {
  const Error user = thrown<Error>([] { TORCHPP_CHECK(false, "wrong shape"); });
  EXPECT_STREQ(user.what(), "wrong shape");
  const int line = __LINE__ + 1;
  const Error internal = thrown<Error>([] { TORCHPP_INTERNAL_ASSERT(1 > 2, "Slot ", 7, '.'); });
  EXPECT_EQ(internal.msg(), "internal fault, please report it: 1 > 2 does not hold. Slot 7.");
  const std::string place = str("error_test.cpp:", line, ')');
  EXPECT_NE(std::strstr(internal.what(), place.c_str()), nullptr) << internal.what();
  EXPECT_STREQ(internal.what_without_backtrace(), internal.msg().c_str());
}

TEST(Error, ContextIsAppendedLineByLine) {
  Error e("bad input", "f.cpp", 3);
  e.add_context("in layer 2");
  e.add_context("in net.pt");
  EXPECT_EQ(e.msg(), "bad input\nin layer 2\nin net.pt");
  EXPECT_STREQ(e.what(), "bad input (f.cpp:3)\nin layer 2\nin net.pt");
}

TEST(Error, CopiesOwnTheirText) {
  const Error copy = [] {
    Error e("first");
    Error c = e;
    e.add_context("after the copy");
    return c;
  }();
  EXPECT_EQ(copy.msg(), "first");
  EXPECT_STREQ(copy.what(), "first");
  static_assert(std::is_nothrow_destructible_v<Error>);
}

}  // namespace
}  // namespace torchpp
