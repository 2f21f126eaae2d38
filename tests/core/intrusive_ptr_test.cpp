// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/intrusive_ptr.h>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace torchpp {
namespace {

struct Events {
  std::atomic<int> released{0}, destroyed{0};
};

class Target : public intrusive_ptr_target {
 public:
  explicit Target(Events& events) : events_(events) {}
  ~Target() override { ++events_.destroyed; }
  bool alive() const { return alive_.load(std::memory_order_relaxed); }

 protected:
  void release_resources() override {
    alive_.store(false, std::memory_order_relaxed);
    ++events_.released;
  }

 private:
  Events& events_;
  std::atomic<bool> alive_{true};
};

struct SharedTarget final : Target {
  static constexpr bool kOftenShared = true;
  using Target::Target;
};

template <class T>
void follow_counts() {
  Events events;
  {
    auto a = make_intrusive<T>(events);
    EXPECT_EQ(a.use_count(), 1u);
    EXPECT_EQ(a->weak_use_count(), 1u);
    intrusive_ptr<T> b = a;
    EXPECT_EQ(a.use_count(), 2u);
    a.reset();
    EXPECT_EQ(b.use_count(), 1u);
    EXPECT_EQ(events.destroyed, 0);
  }
  EXPECT_EQ(events.destroyed, 1);
  EXPECT_EQ(events.released, 0);  // no weak reference was left, so the destructor releases everything

  auto strong = make_intrusive<T>(events);
  weak_intrusive_ptr<T> weak(strong);
  EXPECT_EQ(strong->weak_use_count(), 2u);
  EXPECT_EQ(weak.lock().get(), strong.get());
  EXPECT_EQ(strong.use_count(), 1u);
  strong.reset();
  EXPECT_TRUE(weak.expired());
  EXPECT_FALSE(weak.lock());
  EXPECT_EQ(events.released, 1);
  EXPECT_EQ(events.destroyed, 1);
  weak = weak_intrusive_ptr<T>();
  EXPECT_EQ(events.destroyed, 2);
}

TEST(IntrusivePtr, CountsStrongAndWeakReferences) {
  follow_counts<Target>();
  follow_counts<SharedTarget>();
}

// The last handle goes while another thread turns its weak reference into a strong one: either it gets the living
// object, or none.
template <class T>
void lock_against_the_end() {
  Events events;
  constexpr int kRounds = 2000;
  std::atomic<int> turn{0}, at_work{0};
  weak_intrusive_ptr<T> weak;
  int dead = 0;
  std::thread other([&] {
    for (int round = 1; round <= kRounds; ++round) {
      while (turn.load(std::memory_order_acquire) != round) {
      }
      if (const intrusive_ptr<T> p = weak.lock())
        for (int i = 0; i < 20; ++i) dead += p->alive() ? 0 : 1;
      weak = weak_intrusive_ptr<T>();
      at_work.store(0, std::memory_order_release);
    }
  });
  for (int round = 1; round <= kRounds; ++round) {
    auto strong = make_intrusive<T>(events);
    weak = weak_intrusive_ptr<T>(strong);
    at_work.store(1, std::memory_order_relaxed);
    turn.store(round, std::memory_order_release);
    for (volatile int i = 0; i < round % 64; i = i + 1) {
    }
    strong.reset();
    while (at_work.load(std::memory_order_acquire) != 0) {
    }
  }
  other.join();
  EXPECT_EQ(dead, 0);
  EXPECT_EQ(events.destroyed, kRounds);
}

TEST(IntrusivePtr, WeakReferenceIsTakenWhileTheLastStrongOneGoes) {
  lock_against_the_end<Target>();
  lock_against_the_end<SharedTarget>();
}

}  // namespace
}  // namespace torchpp
