// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/thread_pool.h"

#include <torchpp/core/error.h>
#include <torchpp/core/export.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#endif
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <thread>
#include <utility>

namespace torchpp {
namespace detail {
namespace {

// How long a thread polls for work, or for the end of a region, before it sleeps. Longer spins win nothing and lose
// much where other programs want the processors (1 ms instead of 50 us: 4.2 ms instead of 0.2 ms for a pair of regions,
// median).
constexpr std::chrono::microseconds kSpin{50};
constexpr int kPollsPerClockRead = 16;

constexpr int kMaxWorkers = 0x7fff;  // as many seats as the gate can count
constexpr int64_t kMaxPartials = 4096;

// How long workers stay after the last thread that used the pool has ended.
constexpr int kAbandonedSeconds = 1;

struct Local {
  int32_t thread_num;
  bool in_region;
  bool uses_pool;  // is counted in Pool::users_
};
__thread Local local __attribute__((tls_model("initial-exec")));

class LocalGuard {
 public:
  LocalGuard(int thread_num, bool in_region) : saved_(local) { set(thread_num, in_region); }
  ~LocalGuard() { set(saved_.thread_num, saved_.in_region); }
  LocalGuard(const LocalGuard&) = delete;
  LocalGuard& operator=(const LocalGuard&) = delete;

 private:
  static void set(int thread_num, bool in_region) {
    local.thread_num = thread_num;
    local.in_region = in_region;
  }
  Local saved_;
};

inline void pause_cpu() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");  // yield is a no-op on most cores
#endif
}

template <class Ready>
bool spin_until(const Ready& ready) {
  if (ready()) return true;
  std::chrono::steady_clock::time_point deadline{};
  for (;;) {
    for (int i = 0; i < kPollsPerClockRead; ++i) {
      pause_cpu();
      if (ready()) return true;
    }
    const auto now = std::chrono::steady_clock::now();
    if (deadline == std::chrono::steady_clock::time_point{}) deadline = now + kSpin;
    if (now >= deadline) return false;
  }
}

// park sleeps while word holds expected (and may return early), at most so many seconds unless they are 0, and returns
// whether that time has run out; unpark wakes up to count threads that sleep on word. A thread that changes the word
// and then calls unpark never loses the wake-up.
#if defined(__linux__) && !defined(TORCHPP_PARK_ON_CONDITION)
bool park(std::atomic<uint32_t>& word, uint32_t expected, int seconds = 0) {
  const timespec time{seconds, 0};
  return syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, seconds > 0 ? &time : nullptr, nullptr, 0) != 0 &&
         errno == ETIMEDOUT;
}
void unpark(std::atomic<uint32_t>& word, int count) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}
void reset_parking() {}
#else
pthread_mutex_t park_mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t park_condition = PTHREAD_COND_INITIALIZER;
bool park(std::atomic<uint32_t>& word, uint32_t expected, int seconds = 0) {
  timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += seconds;
  bool late = false;
  pthread_mutex_lock(&park_mutex);
  while (!late && word.load(std::memory_order_acquire) == expected) {
    if (seconds > 0) late = pthread_cond_timedwait(&park_condition, &park_mutex, &end) == ETIMEDOUT;
    else pthread_cond_wait(&park_condition, &park_mutex);
  }
  pthread_mutex_unlock(&park_mutex);
  return late;
}
void unpark(std::atomic<uint32_t>&, int) {
  pthread_mutex_lock(&park_mutex);
  pthread_mutex_unlock(&park_mutex);
  pthread_cond_broadcast(&park_condition);
}
void reset_parking() {
  park_mutex = PTHREAD_MUTEX_INITIALIZER;
  park_condition = PTHREAD_COND_INITIALIZER;
}
#endif

// Rounding, flush-to-zero and exception masks; not the sticky flags, which are results.
#if defined(__x86_64__) || defined(__i386__)
constexpr unsigned kStickyFlags = 0x3f;
uint64_t fp_control() { return _mm_getcsr() & ~kStickyFlags; }
void set_fp_control(uint64_t control) {
  const unsigned now = _mm_getcsr();
  if ((now & ~kStickyFlags) != control) _mm_setcsr((now & kStickyFlags) | static_cast<unsigned>(control));
}
#elif defined(__aarch64__)
uint64_t fp_control() {
  uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control;
}
void set_fp_control(uint64_t control) {
  if (fp_control() != control) asm volatile("msr fpcr, %0" ::"r"(control));
}
#else
uint64_t fp_control() { return 0; }
void set_fp_control(uint64_t) {}
#endif

int available_processors() {
#if defined(__linux__)
  // The process's first thread, not the calling one: a thread that was pinned must not decide for all. The set grows
  // until the kernel's fits.
  for (int cpus = CPU_SETSIZE; cpus <= (1 << 20); cpus *= 2) {
    cpu_set_t* set = CPU_ALLOC(cpus);
    if (set == nullptr) break;
    const size_t size = CPU_ALLOC_SIZE(cpus);
    const int found = sched_getaffinity(getpid(), size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (found > 0) return found;
  }
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// A positive number, alone or first in a list (OMP_NUM_THREADS may give one per nesting level); otherwise 0.
int number_from_environment(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return 0;
  char* rest = nullptr;
  const long value = std::strtol(text, &rest, 10);
  while (*rest == ' ') ++rest;
  const bool well_formed = rest != text && (*rest == '\0' || *rest == ',');
  return well_formed && value > 0 && value <= INT_MAX ? static_cast<int>(value) : 0;
}

// 0: not asked for yet.
std::atomic<int> num_threads{0};
std::atomic<int> num_interop_threads{0};

TORCHPP_COLD int default_num_threads() {
  int wanted = number_from_environment("TORCHPP_NUM_THREADS");
  if (wanted == 0) wanted = number_from_environment("OMP_NUM_THREADS");
  if (wanted == 0) wanted = available_processors();
  int set_meanwhile = 0;
  return num_threads.compare_exchange_strong(set_meanwhile, wanted) ? wanted : set_meanwhile;
}

inline int current_num_threads() {
  const int threads = num_threads.load(std::memory_order_relaxed);
  return TORCHPP_LIKELY(threads > 0) ? threads : default_num_threads();
}

// The gate says who may touch a region, in one word: free seats, workers inside, and whether the caller sleeps until
// the last of them has left. A worker enters by turning a free seat into a worker inside, so a worker that is late
// (asleep, descheduled) never delays the caller, which waits for the workers inside only. A worker that takes a seat
// also owns the first slice of the seat's block, which saves one transfer of a cache line; further slices are claimed
// from the block's counter, then from those of other blocks, and last the slices of seats that no worker took. No
// region number is needed: entering is valid for whatever region is open at that moment.
constexpr uint32_t kInside = 1;
constexpr uint32_t kInsideMask = 0xffff;
constexpr uint32_t kSeatShift = 16;
constexpr uint32_t kSeat = 1u << kSeatShift;
constexpr uint32_t kSeatMask = static_cast<uint32_t>(kMaxWorkers) << kSeatShift;
constexpr uint32_t kCallerSleeps = 1u << 31;

constexpr int64_t kMaxBlocks = 64;

// Slices that follow each other form a block for each seat, so that a thread meets in its cache what it left there in
// the region before (3 x 3 convolution of four images with 64 channels at 56 x 56, 32 slices on two threads: 0.96 of
// the time of slices that alternate between the threads). Seats beyond the last block share the blocks.
struct Region {
  SliceFn fn;
  void* ctx;
  int64_t count;
  int64_t seats;   // the caller's included, at most count
  int64_t blocks;  // min(seats, kMaxBlocks)
  uint64_t fp_control;
  RegionState state;

  int64_t first(int64_t block) const { return count / blocks * block + std::min(block, count % blocks); }
  int64_t slice_of_seat(int64_t seat) const { return first(seat % blocks) + seat / blocks; }
  // The slices from here to the end of the block belong to no seat.
  int64_t first_counted(int64_t block) const { return first(block) + (seats - block + blocks - 1) / blocks; }
};

// Constant-initialised, never destroyed: workers are detached and may outlive main. region_ is written only by the
// holder of `occupied_`, while the gate is shut and no worker is inside.
//
// Workers live as long as a thread that has used the pool. A program whose main ends by pthread_exit would otherwise
// never end: workers take no signals, so nothing could even terminate it.
class Pool {
 public:
  // Runs the slices here and on up to `threads` - 1 workers; in order on this thread if another caller has the pool.
  void run(int64_t count, int threads, SliceFn fn, void* ctx);
  // Ends surplus workers after the number of threads was lowered.
  void trim();
  // In the child of fork(): the workers, the other users and whoever occupied the pool do not exist here.
  void forget_workers();

 private:
  static void* worker_main(void* pool);
  static bool start_worker(Pool* pool);
  void add_workers(int wanted);
  void add_user();
  static void remove_user(void* pool);
  int wait_for_seat();
  int take_seat(uint32_t entering);
  bool retire(int wanted);
  void work(int64_t seat);
  int64_t next_slice(int64_t& block);
  void leave();
  void wait_for_workers();

  alignas(64) std::atomic<bool> occupied_{false};
  bool fork_handler_installed_ = false;
  // A worker that enters has just fetched the gate's cache line, and with it most of the region (all of it where lines
  // are fetched in pairs).
  alignas(128) std::atomic<uint32_t> gate_{0};
  std::atomic<uint32_t> finished_{0};  // what a sleeping caller waits on
  Region region_{};
  struct alignas(64) Counter {
    std::atomic<int64_t> next{0};
  };
  Counter counters_[kMaxBlocks];  // of the slices of each block that are claimed
  std::atomic<bool> failed_{false};
  std::exception_ptr* error_ = nullptr;
  alignas(64) std::atomic<uint32_t> wake_ups_{0};  // what sleeping workers wait on
  std::atomic<int> sleepers_{0};
  std::atomic<int> workers_{0};
  std::atomic<int> users_{0};                   // living threads that have used the pool
  std::atomic<int> worker_limit_{kMaxWorkers};  // lowered when the system refuses a thread
};

Pool pool;

void Pool::run(int64_t count, int threads, SliceFn fn, void* ctx) {
  LocalGuard guard(0, true);
  if (TORCHPP_UNLIKELY(!local.uses_pool)) add_user();
  if (occupied_.exchange(true, std::memory_order_acquire)) {
    for (int64_t slice = 0; slice < count; ++slice) fn(ctx, slice);
    return;
  }

  std::exception_ptr error;
  const int seats = static_cast<int>(std::min<int64_t>({count - 1, threads - 1, kMaxWorkers}));
  const int64_t blocks = std::min<int64_t>(seats + 1, kMaxBlocks);
  region_ = Region{fn, ctx, count, seats + 1, blocks, fp_control(), capture_region_state()};
  if (seats + 1 < count)
    for (int64_t block = 0; block < blocks; ++block)
      counters_[block].next.store(region_.first_counted(block), std::memory_order_relaxed);
  failed_.store(false, std::memory_order_relaxed);
  error_ = &error;
  if (TORCHPP_UNLIKELY(workers_.load(std::memory_order_relaxed) < seats)) add_workers(seats);

  // Opening the gate and then looking for sleepers, against announcing sleep and then looking at the gate
  // (wait_for_seat): all four accesses must be sequentially consistent, or both sides look too early and the wake-up is
  // lost.
  gate_.store(static_cast<uint32_t>(seats) << kSeatShift, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) > 0) {
    wake_ups_.fetch_add(1, std::memory_order_release);
    unpark(wake_ups_, seats);
  }
  work(0);
  wait_for_workers();
  occupied_.store(false, std::memory_order_release);
  if (TORCHPP_UNLIKELY(error != nullptr)) std::rethrow_exception(std::move(error));
}

void Pool::work(int64_t seat) {
  const Region& region = region_;
  int64_t block = seat % region.blocks, slice = region.slice_of_seat(seat);
  try {
    do {
      region.fn(region.ctx, slice);
    } while ((slice = next_slice(block)) != 0);
  } catch (...) {
    if (!failed_.exchange(true, std::memory_order_relaxed)) *error_ = std::current_exception();
    for (Counter& counter : counters_) counter.next.store(region.count, std::memory_order_relaxed);
    gate_.fetch_and(~kSeatMask, std::memory_order_relaxed);
  }
}

// A slice of the block, or of the next one that has any left, which becomes the block. 0 if none is left; slice 0
// itself is the caller's.
int64_t Pool::next_slice(int64_t& block) {
  const Region& region = region_;
  if (region.seats < region.count) {
    for (int64_t visited = 0; visited < region.blocks; ++visited) {
      std::atomic<int64_t>& next = counters_[block].next;
      const int64_t end = region.first(block + 1);
      if (next.load(std::memory_order_relaxed) < end) {
        const int64_t slice = next.fetch_add(1, std::memory_order_relaxed);
        if (slice < end) return slice;
      }
      if (++block == region.blocks) block = 0;
    }
  }
  const int seat = take_seat(0);
  return seat != 0 ? region.slice_of_seat(seat) : 0;
}

// All seats are taken by now.
void Pool::wait_for_workers() {
  const auto all_left = [this] { return (gate_.load(std::memory_order_acquire) & kInsideMask) == 0; };
  if (spin_until(all_left)) return;
  for (;;) {
    const uint32_t seen = finished_.load(std::memory_order_acquire);
    if ((gate_.fetch_or(kCallerSleeps, std::memory_order_acq_rel) & kInsideMask) == 0) return;
    park(finished_, seen);
  }
}

// The seat taken, from 1, or 0 if there is none. Workers that come in for it pass kInside.
int Pool::take_seat(uint32_t entering) {
  uint32_t gate = gate_.load(std::memory_order_relaxed);
  while ((gate & kSeatMask) != 0) {
    if (gate_.compare_exchange_weak(gate, gate - kSeat + entering, std::memory_order_acquire,
                                    std::memory_order_relaxed)) {
      return static_cast<int>((gate & kSeatMask) >> kSeatShift);
    }
  }
  return 0;
}

void Pool::leave() {
  const uint32_t before = gate_.fetch_sub(kInside, std::memory_order_acq_rel);
  if (before == (kCallerSleeps | kInside)) {
    finished_.fetch_add(1, std::memory_order_release);
    unpark(finished_, 1);
  }
}

// Ends this worker's membership if there are more workers than wanted.
bool Pool::retire(int wanted) {
  int workers = workers_.load(std::memory_order_relaxed);
  while (workers > wanted) {
    if (workers_.compare_exchange_weak(workers, workers - 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

// 0 tells the worker to end.
int Pool::wait_for_seat() {
  bool abandoned_for_long = false;
  for (;;) {
    int seat = 0;
    if (spin_until([&] { return (seat = take_seat(kInside)) != 0; })) return seat;
    const uint32_t seen = wake_ups_.load(std::memory_order_acquire);
    const bool abandoned = users_.load(std::memory_order_acquire) == 0;
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    bool retired = false;
    if ((gate_.load(std::memory_order_seq_cst) & kSeatMask) == 0) {
      retired = retire(abandoned && abandoned_for_long ? 0 : current_num_threads() - 1);
      if (!retired) abandoned_for_long = park(wake_ups_, seen, abandoned ? kAbandonedSeconds : 0);
    }
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
    if (retired) return 0;
  }
}

void* Pool::worker_main(void* self) {
  Pool& pool = *static_cast<Pool*>(self);
  local.in_region = true;
  while (const int seat = pool.wait_for_seat()) {
    local.thread_num = seat;
    install_region_state(pool.region_.state);
    set_fp_control(pool.region_.fp_control);
    pool.work(seat);
    pool.leave();
  }
  return nullptr;
}

bool Pool::start_worker(Pool* pool) {
  // The application's signals go to the application's threads; faults and profiling stay with the thread they concern.
  sigset_t blocked, previous;
  sigfillset(&blocked);
  for (const int kept : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF}) sigdelset(&blocked, kept);
  pthread_sigmask(SIG_SETMASK, &blocked, &previous);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, &worker_main, pool) == 0;
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  return started;
}

TORCHPP_COLD void Pool::add_workers(int wanted) {
  if (!fork_handler_installed_) {
    fork_handler_installed_ = pthread_atfork(nullptr, nullptr, [] { detail::pool.forget_workers(); }) == 0;
  }
  wanted = std::min(wanted, worker_limit_.load(std::memory_order_relaxed));
  for (int have = workers_.load(std::memory_order_relaxed); have < wanted; ++have) {
    workers_.fetch_add(1, std::memory_order_relaxed);
    if (!start_worker(this)) {
      workers_.fetch_sub(1, std::memory_order_relaxed);
      worker_limit_.store(have, std::memory_order_relaxed);
      return;
    }
  }
}

pthread_once_t user_key_once = PTHREAD_ONCE_INIT;
pthread_key_t user_key;
bool has_user_key = false;

// A key of its own, because the C++ runtime's destructors of a thread also run when main returns, where the pool may
// still be used by destructors of static objects.
TORCHPP_COLD void Pool::add_user() {
  pthread_once(&user_key_once, [] { has_user_key = pthread_key_create(&user_key, &remove_user) == 0; });
  local.uses_pool = true;
  users_.fetch_add(1, std::memory_order_release);
  if (has_user_key) pthread_setspecific(user_key, this);
}

void Pool::remove_user(void* self) {
  Pool& pool = *static_cast<Pool*>(self);
  local.uses_pool = false;
  if (pool.users_.fetch_sub(1, std::memory_order_release) != 1) return;
  pool.wake_ups_.fetch_add(1, std::memory_order_release);
  unpark(pool.wake_ups_, INT_MAX);
}

void Pool::trim() {
  worker_limit_.store(kMaxWorkers, std::memory_order_relaxed);
  if (workers_.load(std::memory_order_relaxed) < current_num_threads()) return;
  wake_ups_.fetch_add(1, std::memory_order_release);
  unpark(wake_ups_, INT_MAX);
}

void Pool::forget_workers() {
  reset_parking();
  gate_.store(0, std::memory_order_relaxed);
  sleepers_.store(0, std::memory_order_relaxed);
  workers_.store(0, std::memory_order_relaxed);
  users_.store(local.uses_pool ? 1 : 0, std::memory_order_relaxed);
  worker_limit_.store(kMaxWorkers, std::memory_order_relaxed);
  occupied_.store(false, std::memory_order_relaxed);
}

struct RangeTask {
  int64_t begin;
  int64_t end;
  int64_t chunk_size;
  RangeFn fn;
  void* ctx;

  void run(int64_t chunk) const {
    const int64_t first = begin + chunk * chunk_size;
    fn(ctx, first, end - first > chunk_size ? first + chunk_size : end);
  }
};

int64_t div_up(int64_t a, int64_t b) { return (a - 1) / b + 1; }

}  // namespace

void run_slices(int64_t count, SliceFn fn, void* ctx) {
  if (count > 1 && !local.in_region) {
    const int threads = current_num_threads();
    if (threads > 1) {
      pool.run(count, threads, fn, ctx);
      return;
    }
  }
  LocalGuard guard(0, local.in_region);
  for (int64_t slice = 0; slice < count; ++slice) fn(ctx, slice);
}

void parallel_for(int64_t begin, int64_t end, int64_t grain_size, RangeFn fn, void* ctx) {
  TORCHPP_CHECK(grain_size >= 0, "parallel_for: grain_size got ", grain_size, ", expected 0 or more");
  const int64_t range = end - begin;
  if (range > grain_size && range > 1 && !local.in_region) {
    const int threads = current_num_threads();
    if (threads > 1) {
      const int64_t pieces = std::min<int64_t>(threads, div_up(range, std::max<int64_t>(grain_size, 1)));
      const RangeTask task{begin, end, div_up(range, pieces), fn, ctx};
      // The chunk's number, not the thread's seat: each number is used once, as where every thread runs one chunk.
      const auto run_chunk = [&task](int64_t chunk) {
        local.thread_num = static_cast<int32_t>(chunk);
        task.run(chunk);
      };
      run_slices(div_up(range, task.chunk_size), run_chunk);
      return;
    }
  }
  LocalGuard guard(0, local.in_region);
  fn(ctx, begin, end);
}

void parallel_chunks(int64_t begin, int64_t end, int64_t chunk_size, RangeFn fn, void* ctx) {
  const RangeTask task{begin, end, chunk_size, fn, ctx};
  run_slices(div_up(end - begin, chunk_size), [&task](int64_t chunk) { task.run(chunk); });
}

int64_t reduce_chunk_size(int64_t range, int64_t grain_size) {
  TORCHPP_CHECK(grain_size >= 0, "parallel_reduce: grain_size got ", grain_size, ", expected 0 or more");
  return std::max({grain_size, div_up(range, kMaxPartials), int64_t{1}});
}

}  // namespace detail

void set_num_threads(int num_threads) {
  TORCHPP_CHECK(num_threads >= 1, "set_num_threads: number of threads got ", num_threads, ", expected 1 or more");
  detail::num_threads.store(num_threads);
  detail::pool.trim();
}

int get_num_threads() { return detail::current_num_threads(); }

void set_num_interop_threads(int num_threads) {
  TORCHPP_CHECK(num_threads >= 1, "set_num_interop_threads: number of threads got ", num_threads,
                ", expected 1 or more");
  detail::num_interop_threads.store(num_threads, std::memory_order_relaxed);
}

int get_num_interop_threads() {
  const int threads = detail::num_interop_threads.load(std::memory_order_relaxed);
  return threads > 0 ? threads : detail::available_processors();
}

bool in_parallel_region() { return detail::local.in_region; }

int get_thread_num() { return detail::local.thread_num; }

}  // namespace torchpp
