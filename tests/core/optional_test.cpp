// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/optional.h>
#include <torchpp/ops.h>

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace {

using torchpp::bad_optional_access;
using torchpp::make_optional;
using torchpp::nullopt;
using torchpp::optional;

// Counts how many of it live, and how they came to be.
struct Counted {
  static inline int alive = 0, copies = 0, moves = 0;
  static void reset() { alive = copies = moves = 0; }
  explicit Counted(int v) : value(v) { ++alive; }
  Counted(const Counted& o) : value(o.value) { ++alive, ++copies; }
  Counted(Counted&& o) noexcept : value(o.value) { ++alive, ++moves; }
  Counted& operator=(const Counted& o) = default;
  Counted& operator=(Counted&& o) noexcept = default;
  ~Counted() { --alive; }
  bool operator==(const Counted& o) const { return value == o.value; }
  int value;
};
struct Throws {
  explicit Throws(bool now) {
    if (now) throw 1;
  }
  ~Throws() { ++destroyed; }
  static inline int destroyed = 0;
};

TEST(Optional, IsAsCheapAsItsValue) {
  static_assert(std::is_trivially_copyable_v<optional<int64_t>> && std::is_trivially_destructible_v<optional<double>>);
  static_assert(!std::is_trivially_copyable_v<optional<std::string>>);
  static_assert(sizeof(optional<int64_t>) == sizeof(std::optional<int64_t>) && sizeof(optional<bool>) == 2);
  static_assert(std::is_nothrow_move_constructible_v<optional<std::string>> &&
                std::is_nothrow_move_assignable_v<optional<std::vector<int>>>);
}

TEST(Optional, IsAConstant) {
  constexpr optional<int> none, five = 5;
  static_assert(!none && !none.has_value() && five && *five == 5 && five.value() == 5);
  static_assert(none.value_or(3) == 3 && five.value_or(3) == 5);
  static_assert(none == nullopt && nullopt != five && five == 5 && none < five && five > 4 && none != five);
  static_assert(make_optional(2) == optional<long>(2));
}

TEST(Optional, EmptyAndFull) {
  optional<std::string> s;
  EXPECT_FALSE(s.has_value());
  EXPECT_FALSE(s);
  EXPECT_THROW(s.value(), bad_optional_access);
  EXPECT_THROW(static_cast<const optional<std::string>&>(s).value(), std::exception);
  EXPECT_EQ(s.value_or("none"), "none");
  s = "some";
  EXPECT_TRUE(s);
  EXPECT_EQ(*s, "some");
  EXPECT_EQ(s->size(), 4u);
  EXPECT_EQ(s.value_or("none"), "some");
  s.value() += "thing";
  EXPECT_EQ(s, "something");
  const std::string taken = *std::move(s);
  EXPECT_EQ(taken, "something");
  s = nullopt;
  EXPECT_EQ(s, nullopt);
  s.emplace(3, 'x');
  EXPECT_EQ(s, "xxx");
  s.emplace({'a', 'b'});
  EXPECT_EQ(s, "ab");
  s = {};
  EXPECT_FALSE(s);
  s.reset();
  EXPECT_FALSE(s);
  optional<int> number = 4;
  number = {};
  EXPECT_FALSE(number);
}

TEST(Optional, IsMadeOfWhatMakesItsValue) {
  const optional<double> number = 1;
  EXPECT_EQ(number, 1.0);
  const optional<std::string> text = "text", in_place(std::in_place, 2, 'y');
  EXPECT_EQ(text, "text");
  EXPECT_EQ(in_place, "yy");
  const optional<std::vector<int>> list(std::in_place, {1, 2, 3});
  EXPECT_EQ(list->size(), 3u);
  const optional<std::tuple<int, std::string>> pair{{1, "a"}};
  EXPECT_EQ(std::get<1>(*pair), "a");
  static_assert(!std::is_convertible_v<size_t, optional<std::vector<int>>>, "a vector is made of a size explicitly");
  const optional<std::vector<int>> sized(size_t{4});
  EXPECT_EQ(sized->size(), 4u);
  static_assert(!std::is_constructible_v<optional<int>, std::string>);
  const auto made = make_optional<std::string>(size_t{2}, 'z');
  EXPECT_EQ(made, "zz");
  const optional deduced = 5L;
  static_assert(std::is_same_v<decltype(deduced), const optional<long>>);
  const optional<std::any> any = 3;
  EXPECT_EQ(std::any_cast<int>(*any), 3);
}

TEST(Optional, IsMadeOfOtherOptionals) {
  const optional<int> three = 3, none;
  const optional<int64_t> wide = three, nothing = none;
  EXPECT_EQ(wide, 3);
  EXPECT_EQ(nothing, nullopt);
  const std::optional<std::string> theirs = "theirs";
  optional<std::string> ours = theirs;
  EXPECT_EQ(ours, "theirs");
  ours = std::optional<std::string>();
  EXPECT_FALSE(ours);
  ours = std::optional<const char*>("converted");
  EXPECT_EQ(ours, "converted");
  std::optional<std::unique_ptr<int>> moved = std::make_unique<int>(7);
  const optional<std::unique_ptr<int>> pointer = std::move(moved);
  EXPECT_EQ(**pointer, 7);
  // A bool is made of an optional as such, but what counts is its value.
  const optional<bool> flag = optional<int>(0), their_flag = std::optional<bool>(false);
  EXPECT_EQ(flag, false);
  EXPECT_EQ(their_flag, false);
  static_assert(!std::is_convertible_v<optional<size_t>, optional<std::vector<int>>>);
  EXPECT_EQ(optional<std::vector<int>>(optional<size_t>(2))->size(), 2u);
}

TEST(Optional, ArgumentsOfOperators) {
  const torchpp::Tensor x = torchpp::arange(6.0).reshape({2, 3});
  const std::optional<torchpp::ScalarType> dtype = torchpp::kDouble;
  EXPECT_EQ(x.sum(0, false, dtype).scalar_type(), torchpp::kDouble);
  EXPECT_EQ(torchpp::clamp(x, std::optional<torchpp::Scalar>(2), nullopt).min().item<double>(), 2);
  const std::optional<torchpp::Tensor> weight = torchpp::ones({3});
  EXPECT_TRUE(torchpp::layer_norm(x, {3}, weight).equal(torchpp::layer_norm(x, {3})));
}

TEST(Optional, KeepsTheLifeOfItsValue) {
  Counted::reset();
  {
    optional<Counted> a(std::in_place, 1), none;
    optional<Counted> b = a, c = std::move(a);
    EXPECT_EQ(Counted::alive, 3);
    EXPECT_TRUE(a.has_value());
    EXPECT_EQ(Counted::copies, 1);
    EXPECT_EQ(Counted::moves, 1);
    b = none;
    EXPECT_EQ(Counted::alive, 2);
    b = c;
    EXPECT_EQ(Counted::alive, 3);
    b.emplace(9);
    EXPECT_EQ(Counted::alive, 3);
    swap(b, none);
    EXPECT_FALSE(b);
    EXPECT_EQ(none->value, 9);
    EXPECT_EQ(Counted::alive, 3);
    none = *&none;
    EXPECT_EQ(none->value, 9);
    std::vector<optional<Counted>> many(4);
    many.push_back(c);
    EXPECT_EQ(Counted::alive, 4);
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST(Optional, IsEmptyAfterAnExceptionOfEmplace) {
  Throws::destroyed = 0;
  {
    optional<Throws> t(std::in_place, false);
    EXPECT_THROW(t.emplace(true), int);
    EXPECT_FALSE(t);
    EXPECT_EQ(Throws::destroyed, 1);
  }
  EXPECT_EQ(Throws::destroyed, 1);
}

TEST(Optional, Compares) {
  const optional<int> none, one = 1, two = 2;
  EXPECT_TRUE(none == none && one == one && one != two && none != one && one == optional<long>(1));
  EXPECT_TRUE(one == 1 && 1 == one && one != 2 && none != 1 && 2 != none);
  EXPECT_TRUE(none == nullopt && nullopt == none && one != nullopt && nullopt != one);
  EXPECT_TRUE(none < one && one < two && !(two < two) && two <= two && none <= none && two > none && two >= one);
  EXPECT_TRUE(one < 2 && 0 < one && none < 0 && one <= 1 && one >= 1 && two > 1 && 3 > two && 2 >= two && 2 <= two);
}

}  // namespace
