// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda_emulation/emulation.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

#include "src/backends/cuda/launch.h"
#include "tests/cuda_emulation/fiber.h"

// Around all __shared__ variables: of shared_memory.ld.
extern "C" unsigned char torchpp_shared_begin[], torchpp_shared_end[];

namespace torchpp::cuda::emulation {

Index thread_index, block_index, block_size, grid_size;

namespace {

constexpr unsigned char kGarbage = 0xcd;
constexpr uint64_t kGarbageWord = 0xcdcdcdcdcdcdcdcd;
constexpr size_t kMostThreads = 1024;
constexpr unsigned kLanes = kWarp;

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014: SplitMix64.
class Draws {
 public:
  Draws(uint64_t seed, uint64_t sequence) : state_(seed) { state_ = next() + sequence; }
  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  /// n > 0; below 2^32.
  uint64_t below(uint64_t n) { return (next() >> 32) * n >> 32; }

 private:
  uint64_t state_;
};

// The numbers below n, each once: forwards, backwards, or by a step that has no divisor in common with n.
class Order {
 public:
  Order(Draws& draws, uint64_t n) : n_(n) {
    switch (draws.below(4)) {
      case 0: at_ = 0, step_ = 1; break;
      case 1: at_ = n - 1, step_ = n - 1; break;
      default:
        at_ = draws.below(n);
        do step_ = 1 + draws.below(n);
        while (std::gcd(step_, n) != 1);
    }
  }
  uint64_t next() {
    const uint64_t i = at_;
    at_ = (at_ + step_) % n_;
    return i;
  }

 private:
  uint64_t n_, at_, step_;
};

// One exchange between lanes: all of them must call the same function, with the same size and mask.
struct Meeting {
  const char* name = nullptr;
  size_t nbytes = 0;
  unsigned mask = 0;
};

struct Thread {
  explicit Thread(void (*body)()) : fiber(body) {}
  Fiber fiber;
  Meeting meeting;
  Value brought = {}, result = {};
  unsigned from = 0;  // the lane whose value it wants
  bool predicate = false;
  unsigned votes = 0;
  // For the thread sanitizer: where this thread came to a __syncwarp, every other one, and where to the last that it
  // passed. That of one which it has already reached beyond would order too much.
  char barrier[2];
  unsigned barriers = 0;
  char *came_at = nullptr, *passed_at = nullptr;
};

// The lanes of a warp by what they do; those in none of the sets have ended.
struct Warp {
  unsigned ready, meeting, at_barrier;
};

uint64_t seed = 1;
uint64_t launches;  // since the seed was set
std::vector<std::unique_ptr<Thread>> threads;
Warp warps[kMostThreads / kWarp];
size_t running;  // number of the thread in the block
size_t count;    // of the block's threads
bool cooperates;
unsigned barriers;       // that the block has passed
char barrier_passed[2];  // every other barrier's, for the thread sanitizer
char started, ended;     // blocks, likewise
void (*thread_body)(void*);
void* thread_context;
unsigned char* dynamic_bytes;

std::mutex& grid_mutex() {
  static std::mutex& m = *new std::mutex;
  return m;
}

[[noreturn]] void fail(const char* message) {
  std::fprintf(stderr, "CUDA emulation: %s (block %u %u %u, thread %u %u %u; TORCHPP_TEST_SEED=%llu)\n", message,
               block_index.x, block_index.y, block_index.z, thread_index.x, thread_index.y, thread_index.z,
               static_cast<unsigned long long>(seed));
  std::abort();
}

void set_running(size_t i) {
  running = i;
  const auto n = static_cast<unsigned>(i);
  thread_index = {n % block_size.x, n / block_size.x % block_size.y, n / (block_size.x * block_size.y)};
}

Warp& warp_of(size_t thread) { return warps[thread / kWarp]; }
unsigned bit_of(size_t thread) { return 1u << thread % kWarp; }

// The life of a thread: that of one after another block.
void live() {
  go_on(&started);
  thread_body(thread_context);
  came(&ended);
  Fiber::leave();
}

// The running thread, where threads have lives of their own.
Thread& this_thread() {
  if (!cooperates) fail("a thread waits for others in a launch whose Geometry does not say that they cooperate");
  return *threads[running];
}

// Leaves the running thread until it is ready again. Meanwhile it is in the other set.
void wait(unsigned Warp::*set) {
  warp_of(running).*set |= bit_of(running);
  Fiber::leave();
}

void meet(Thread& t, const Meeting& m) {
  if ((m.mask & bit_of(running)) == 0) fail("a lane is not named in its own mask");
  t.meeting = m;
  wait(&Warp::meeting);
}

void check_meeting(size_t first, const Warp& warp, const Meeting& m) {
  for (unsigned l = 0; l < kLanes; ++l) {
    const unsigned bit = 1u << l;
    if ((m.mask & bit) == 0) continue;
    if ((warp.at_barrier & bit) != 0) fail("one lane waits at a barrier, another for a value of it");
    if ((warp.meeting & bit) == 0) fail("a mask names a lane that has ended, or that the block does not have");
    const Meeting& other = threads[first + l]->meeting;
    if (other.mask != m.mask) fail("lanes meet whose masks differ");
    if (other.name != m.name || other.nbytes != m.nbytes) fail("lanes meet in different exchanges");
  }
}

// All lanes that can run have run: those in meetings get what they came for.
void end_meetings(size_t first, Warp& warp) {
  while (warp.meeting != 0) {
    const unsigned some = static_cast<unsigned>(__builtin_ctz(warp.meeting));
    set_running(first + some);
    const Meeting m = threads[first + some]->meeting;
    check_meeting(first, warp, m);
    unsigned votes = 0;
    for (unsigned l = 0; l < kLanes; ++l)
      if ((m.mask >> l & 1) != 0 && threads[first + l]->predicate) votes |= 1u << l;
    for (unsigned l = 0; l < kLanes; ++l) {
      if ((m.mask >> l & 1) == 0) continue;
      Thread& t = *threads[first + l];
      t.votes = votes;
      t.passed_at = t.came_at;
      t.result = (m.mask >> t.from & 1) != 0 ? threads[first + t.from]->brought : Value{{kGarbageWord, kGarbageWord}};
    }
    warp.meeting &= ~m.mask;
    warp.ready |= m.mask;
  }
}

// Runs the lanes of a warp that are ready until each waits or has ended. False if there is none.
bool advance(size_t number, Draws& draws) {
  Warp& warp = warps[number];
  if (warp.ready == 0) return false;
  const size_t first = number * kWarp, lanes = count - first < kWarp ? count - first : kWarp;
  Order order(draws, lanes);
  for (size_t k = 0; k < lanes; ++k) {
    const size_t l = order.next();
    if ((warp.ready >> l & 1) == 0) continue;
    warp.ready &= ~(1u << l);
    set_running(first + l);
    threads[first + l]->fiber.resume();
  }
  end_meetings(first, warp);
  return true;
}

void run_block(Draws& draws) {
  while (threads.size() < count) threads.push_back(std::make_unique<Thread>(&live));
  const size_t number = (count + kWarp - 1) / kWarp;
  for (size_t w = 0; w < number; ++w) {
    const size_t lanes = count - w * kWarp;
    warps[w] = {lanes < kWarp ? (1u << lanes) - 1 : ~0u, 0, 0};
  }
  barriers = 0;
  came(&started);
  const bool lock_step = draws.below(2) == 0;
  for (bool waiting = true; waiting;) {
    for (bool ran = true; ran;) {
      ran = false;
      Order order(draws, number);
      for (size_t k = 0; k < number; ++k) {
        const size_t w = order.next();
        while (advance(w, draws)) {
          ran = true;
          if (lock_step) break;
        }
      }
    }
    // Threads that have ended need not reach the barrier.
    waiting = false;
    for (size_t w = 0; w < number; ++w) {
      waiting |= warps[w].at_barrier != 0;
      warps[w].ready = warps[w].at_barrier;
      warps[w].at_barrier = 0;
    }
    ++barriers;
  }
  go_on(&ended);
}

// By hand: the address sanitizer guards the gaps between variables. By words, since it is done for each block.
using Word __attribute__((may_alias)) = uint64_t;
__attribute__((no_sanitize("address", "thread"))) void fill_with_garbage(unsigned char* begin, unsigned char* end) {
  volatile unsigned char* p = begin;
  for (; p < end && reinterpret_cast<uintptr_t>(p) % sizeof(Word) != 0; ++p) *p = kGarbage;
  for (; p + sizeof(Word) <= end; p += sizeof(Word)) *reinterpret_cast<volatile Word*>(p) = kGarbageWord;
  for (; p < end; ++p) *p = kGarbage;
}

// A device refuses what is not so.
void check_geometry(const Geometry& g) {
  const auto is = [](uint32_t n, uint32_t most) { return n > 0 && n <= most; };
  if (!is(g.threads[0], kMostThreads) || !is(g.threads[1], kMostThreads) || !is(g.threads[2], 64) ||
      count > kMostThreads)
    fail("got a block of no threads or of more than 1024");
  if (!is(g.blocks[0], 0x7fffffff) || !is(g.blocks[1], 65535) || !is(g.blocks[2], 65535))
    fail("got a grid of no blocks or of more than 2147483647 x 65535 x 65535");
  if (g.shared_bytes > 48 << 10) fail("got more than 48 KiB of dynamic shared memory");
}

}  // namespace

uint64_t seed_of_environment() {
  const char* text = std::getenv("TORCHPP_TEST_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

void restart_draws(uint64_t s) {
  const std::lock_guard<std::mutex> lock(grid_mutex());
  seed = s;
  launches = 0;
}

unsigned char* shared_memory() { return dynamic_bytes; }

void block_barrier() {
  this_thread();
  char* const at = &barrier_passed[barriers % 2];
  came(at);
  wait(&Warp::at_barrier);
  go_on(at);
}

void stop(const char* text) { fail(text); }

unsigned lane() { return static_cast<unsigned>(running % kWarp); }

Value exchange(unsigned mask, const Value& value, size_t nbytes, unsigned from) {
  Thread& t = this_thread();
  t.brought = value;
  t.from = from;
  meet(t, {"shuffle", nbytes, mask});
  return t.result;
}

unsigned ballot(unsigned mask, bool predicate) {
  Thread& t = this_thread();
  t.predicate = predicate;
  meet(t, {"ballot", 0, mask});
  return t.votes;
}

void warp_barrier(unsigned mask) {
  const size_t first = running / kWarp * kWarp;
  Thread& t = this_thread();
  t.came_at = &t.barrier[t.barriers++ % 2];
  came(t.came_at);
  meet(t, {"__syncwarp", 0, mask});
  for (unsigned l = 0; l < kLanes; ++l)
    if ((mask >> l & 1) != 0) go_on(threads[first + l]->passed_at);
}

void run_grid(const Geometry& g, void (*thread)(void*), void* context) {
  const std::lock_guard<std::mutex> lock(grid_mutex());
  Draws draws(seed, launches++);
  thread_body = thread;
  thread_context = context;
  grid_size = {g.blocks[0], g.blocks[1], g.blocks[2]};
  block_size = {g.threads[0], g.threads[1], g.threads[2]};
  count = static_cast<size_t>(g.threads[0]) * g.threads[1] * g.threads[2];
  cooperates = g.cooperates;
  check_geometry(g);
  // To the byte: the address sanitizer sees what is behind it.
  const std::unique_ptr<unsigned char[]> dynamic(new unsigned char[g.shared_bytes]);
  dynamic_bytes = dynamic.get();
  const uint64_t blocks = uint64_t{grid_size.x} * grid_size.y * grid_size.z;
  Order order(draws, blocks);
  for (uint64_t k = 0; k < blocks; ++k) {
    const uint64_t b = order.next();
    block_index = {static_cast<unsigned>(b % grid_size.x), static_cast<unsigned>(b / grid_size.x % grid_size.y),
                   static_cast<unsigned>(b / grid_size.x / grid_size.y)};
    if (cooperates) {
      fill_with_garbage(dynamic_bytes, dynamic_bytes + g.shared_bytes);
      fill_with_garbage(torchpp_shared_begin, torchpp_shared_end);
      run_block(draws);
      continue;
    }
    Order lanes(draws, count);
    for (size_t i = 0; i < count; ++i) {
      set_running(lanes.next());
      thread(context);
    }
  }
}

}  // namespace torchpp::cuda::emulation
