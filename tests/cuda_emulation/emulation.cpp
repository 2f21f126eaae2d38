// SPDX-License-Identifier: BSD-3-Clause
#include "tests/cuda_emulation/emulation.h"

#include <ucontext.h>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <vector>

#include "src/backends/cuda/launch.h"

namespace torchpp::cuda::emulation {

Index thread_index, block_index, block_size, grid_size;

namespace {

[[noreturn]] void fail(const char* message) {
  std::fprintf(stderr, "CUDA emulation: %s (block %u, thread %u)\n", message, block_index.x, thread_index.x);
  std::abort();
}

constexpr size_t kStackBytes = size_t{64} << 10;

enum class State : unsigned char { kReady, kAtBarrier, kAtExchange, kDone };

// A thread of the block. Contexts make the stacks; jumps, which leave the signal mask alone, switch between them.
struct Fiber {
  std::unique_ptr<char[]> stack{new char[kStackBytes]};
  ucontext_t start;
  jmp_buf at;
  bool started = false;
  State state = State::kReady;
  unsigned mask = 0;           // of the exchange that it waits for
  alignas(16) char value[16];  // what it brings there
  bool predicate = false;
};

std::vector<std::unique_ptr<Fiber>> fibers;
jmp_buf scheduler;
size_t running;  // number of the fiber that runs
size_t count;    // of the block's threads
bool in_fiber = false;
void (*thread_body)(void*);
void* thread_context;
std::vector<unsigned char> shared_bytes;

std::mutex& grid_mutex() {
  static std::mutex& m = *new std::mutex;
  return m;
}

void set_thread_index(size_t i) {
  const auto n = static_cast<unsigned>(i);
  thread_index = {n % block_size.x, n / block_size.x % block_size.y, n / (block_size.x * block_size.y)};
}

void enter() {
  thread_body(thread_context);
  fibers[running]->state = State::kDone;
  longjmp(scheduler, 1);
}

void resume(size_t i) {
  running = i;
  set_thread_index(i);
  Fiber& f = *fibers[i];
  if (setjmp(scheduler) != 0) return;
  in_fiber = true;
  if (f.started) longjmp(f.at, 1);
  f.started = true;
  setcontext(&f.start);
}

// Leaves the fiber until the scheduler resumes it.
void wait(State state) {
  if (!in_fiber) fail("a thread waits for others in a launch whose Geometry does not say that they cooperate");
  Fiber& f = *fibers[running];
  f.state = state;
  if (setjmp(f.at) == 0) longjmp(scheduler, 1);
}

// Whether the lanes that lane `i` waits for have all come.
bool exchange_complete(size_t i) {
  const size_t first = i / kWarp * kWarp;
  for (size_t l = 0; l < kWarp && first + l < count; ++l)
    if ((fibers[i]->mask >> l & 1) != 0 && fibers[first + l]->state == State::kReady) return false;
  return true;
}

void run_block() {
  while (fibers.size() < count) fibers.push_back(std::make_unique<Fiber>());
  for (size_t i = 0; i < count; ++i) {
    Fiber& f = *fibers[i];
    f.started = false;
    f.state = State::kReady;
    getcontext(&f.start);
    f.start.uc_stack.ss_sp = f.stack.get();
    f.start.uc_stack.ss_size = kStackBytes;
    f.start.uc_link = nullptr;
    makecontext(&f.start, &enter, 0);
  }
  for (;;) {
    bool ran = false;
    for (size_t i = 0; i < count; ++i)
      if (fibers[i]->state == State::kReady) {
        resume(i);
        ran = true;
      }
    // Exchanges whose lanes have all come, then the barrier, which threads that ended need not reach.
    for (size_t i = 0; i < count; ++i)
      if (fibers[i]->state == State::kAtExchange && exchange_complete(i)) {
        const size_t first = i / kWarp * kWarp;
        const unsigned mask = fibers[i]->mask;
        for (size_t l = 0; l < kWarp && first + l < count; ++l)
          if ((mask >> l & 1) != 0 && fibers[first + l]->state == State::kAtBarrier)
            fail("one lane waits at a barrier, another for a value of it");
        for (size_t l = 0; l < kWarp && first + l < count; ++l)
          if ((mask >> l & 1) != 0 && fibers[first + l]->state == State::kAtExchange)
            fibers[first + l]->state = State::kReady;
        ran = true;
      }
    if (ran) continue;
    bool waiting = false;
    for (size_t i = 0; i < count; ++i) waiting |= fibers[i]->state == State::kAtBarrier;
    if (!waiting) break;
    for (size_t i = 0; i < count; ++i)
      if (fibers[i]->state == State::kAtBarrier) fibers[i]->state = State::kReady;
  }
  in_fiber = false;
}

}  // namespace

unsigned char* shared_memory() { return shared_bytes.data(); }

void block_barrier() { wait(State::kAtBarrier); }

void stop(const char* text) { fail(text); }

unsigned lane() { return static_cast<unsigned>(running % kWarp); }

void exchange(unsigned mask, void* value, size_t size, unsigned from) {
  if (!in_fiber) fail("a thread reads another's value in a launch whose Geometry does not say that they cooperate");
  const size_t me = running;
  Fiber& f = *fibers[me];
  f.mask = mask;
  std::memcpy(f.value, value, size);
  wait(State::kAtExchange);
  const size_t other = me / kWarp * kWarp + from;
  if (other < count && (mask >> from & 1) != 0 && fibers[other]->state != State::kDone)
    std::memcpy(value, fibers[other]->value, size);
  // Nobody brings the next value before all have read this one.
  fibers[me]->mask = mask;
  wait(State::kAtExchange);
}

unsigned ballot(unsigned mask, bool predicate) {
  if (!in_fiber) fail("a thread asks others in a launch whose Geometry does not say that they cooperate");
  const size_t me = running, first = me / kWarp * kWarp;
  fibers[me]->mask = mask;
  fibers[me]->predicate = predicate;
  wait(State::kAtExchange);
  unsigned votes = 0;
  for (size_t l = 0; l < kWarp && first + l < count; ++l)
    if ((mask >> l & 1) != 0 && fibers[first + l]->state != State::kDone && fibers[first + l]->predicate)
      votes |= 1u << l;
  fibers[me]->mask = mask;
  wait(State::kAtExchange);
  return votes;
}

void run_grid(const Geometry& g, void (*thread)(void*), void* context) {
  const std::lock_guard<std::mutex> lock(grid_mutex());
  thread_body = thread;
  thread_context = context;
  grid_size = {g.blocks[0], g.blocks[1], g.blocks[2]};
  block_size = {g.threads[0], g.threads[1], g.threads[2]};
  count = static_cast<size_t>(g.threads[0]) * g.threads[1] * g.threads[2];
  if (count > 1024) fail("more than 1024 threads in a block");
  if (g.shared_bytes > 48 << 10) fail("more than 48 KiB of dynamic shared memory");
  // A byte pattern in which forgotten initialisation shows.
  shared_bytes.assign(g.shared_bytes + 16, 0xcd);
  for (unsigned z = 0; z < grid_size.z; ++z)
    for (unsigned y = 0; y < grid_size.y; ++y)
      for (unsigned x = 0; x < grid_size.x; ++x) {
        block_index = {x, y, z};
        if (g.cooperates) {
          run_block();
          continue;
        }
        for (size_t i = 0; i < count; ++i) {
          running = i;
          set_thread_index(i);
          thread(context);
        }
      }
}

}  // namespace torchpp::cuda::emulation
