// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/error.h>

#include <functional>
#include <memory>
#include <string>

namespace torchpp::tests {
namespace {

int twice(int x) { return 2 * x; }

// Counts its objects; too large to be kept in place.
struct Counted {
  explicit Counted(int& alive) : alive(&alive) { ++alive; }
  Counted(const Counted& o) : alive(o.alive), calls(o.calls) { ++*alive; }
  ~Counted() { --*alive; }
  int operator()() { return ++calls; }
  int* alive;
  int calls = 0;
  char room[64] = {};
};

TEST(Callable, HoldsEveryKindOfFunction) {
  int three = 3;
  EXPECT_EQ(Callable<int(int)>(twice)(4), 8);
  EXPECT_EQ(Callable<int(int)>(&twice)(4), 8);
  EXPECT_EQ(Callable<int(int)>([three](int x) { return x + three; })(4), 7);
  EXPECT_EQ(Callable<int(int)>(std::function<int(int)>(twice))(4), 8);
  EXPECT_EQ(Callable<double(short)>(Callable<int(int)>(twice))(4), 8.0);
  const std::string text = "text";
  EXPECT_EQ(Callable<size_t(const std::string&)>(&std::string::size)(text), 4u);
  EXPECT_EQ(Callable<size_t(const std::string*)>(&std::string::size)(&text), 4u);
  EXPECT_EQ(Callable<size_t(std::shared_ptr<std::string>)>(&std::string::size)(std::make_shared<std::string>("abc")),
            3u);
  int seen = 0;
  Callable<void(int)> without_result = [&seen](int x) { return seen = x; };
  without_result(5);
  EXPECT_EQ(seen, 5);
  const std::function<int(int)> back = Callable<int(int)>(twice);
  EXPECT_EQ(back(1), 2);
}

TEST(Callable, PassesReferencesAndWhatCanOnlyBeMoved) {
  int x = 1;
  const Callable<int&(int&)> same = [](int& value) -> int& { return value; };
  same(x) = 7;
  EXPECT_EQ(x, 7);
  const Callable<int(std::unique_ptr<int>)> take = [](std::unique_ptr<int> p) { return *p; };
  EXPECT_EQ(take(std::make_unique<int>(6)), 6);
}

TEST(Callable, EmptyOnesCompareToNullAndThrowWhenCalled) {
  int (*null)(int) = nullptr;
  for (const Callable<int(int)>& f :
       {Callable<int(int)>(), Callable<int(int)>(nullptr), Callable<int(int)>(null),
        Callable<int(int)>(std::function<int(int)>()), Callable<int(int)>(Callable<int(short)>())}) {
    EXPECT_FALSE(f);
    EXPECT_TRUE(f == nullptr);
    EXPECT_TRUE(nullptr == f);
    EXPECT_THROW(f(1), Error);
  }
  Callable<int(int)> f = twice;
  EXPECT_TRUE(f);
  EXPECT_TRUE(f != nullptr);
  f = nullptr;
  EXPECT_FALSE(f);
}

TEST(Callable, CopiesHaveAnObjectEach) {
  int alive = 0;
  {
    Callable<int()> a = Counted(alive);
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(a(), 1);
    Callable<int()> b = a;
    EXPECT_EQ(alive, 2);
    EXPECT_EQ(a(), 2);
    EXPECT_EQ(b(), 2);
    Callable<int()> c = std::move(a);
    EXPECT_EQ(alive, 2);
    EXPECT_FALSE(a);  // NOLINT: the state after a move is specified
    EXPECT_EQ(c(), 3);
    b = c;
    EXPECT_EQ(b(), 4);
    const Callable<int()>& same = b;
    b = same;
    EXPECT_EQ(b(), 5);
    c = nullptr;
    EXPECT_EQ(alive, 1);
    b = [] { return 9; };
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(b(), 9);
  }
  EXPECT_EQ(alive, 0);
}

TEST(Callable, TakesOnlyWhatCanBeCalledSo) {
  static_assert(std::is_constructible_v<Callable<void(int)>, int (*)(int)>);
  static_assert(!std::is_constructible_v<Callable<void(int)>, int (*)(std::string)>);
  static_assert(!std::is_constructible_v<Callable<std::string(int)>, int* (*)(int)>);
  static_assert(!std::is_constructible_v<Callable<void(int)>, int>);
}

}  // namespace
}  // namespace torchpp::tests
