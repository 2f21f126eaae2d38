// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/detail/monitor.h>

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace torchpp::data::detail {

struct Monitor::State {
  std::mutex mutex;
  std::condition_variable changed;
};

Monitor::Monitor() : state_(new State) {}
Monitor::~Monitor() = default;

Monitor::Lock::Lock(Monitor& monitor) : monitor_(monitor) { monitor_.state_->mutex.lock(); }
Monitor::Lock::~Lock() { monitor_.state_->mutex.unlock(); }

void Monitor::Lock::wait() {
  std::unique_lock<std::mutex> held(monitor_.state_->mutex, std::adopt_lock);
  monitor_.state_->changed.wait(held);
  held.release();
}
void Monitor::Lock::notify_all() noexcept { monitor_.state_->changed.notify_all(); }

struct Threads::State {
  std::vector<std::thread> threads;
};

Threads::Threads() : state_(new State) {}
Threads::~Threads() { join(); }

void Threads::start(Callable<void()> body) {
  try {
    state_->threads.emplace_back(std::move(body));
  } catch (const std::system_error& e) {
    TORCHPP_FAIL_KIND(kError, "data: the system gave no thread for worker ", state_->threads.size(), ": ", e.what());
  }
}
size_t Threads::count() const noexcept { return state_->threads.size(); }
void Threads::join() {
  for (std::thread& thread : state_->threads) thread.join();
  state_->threads.clear();
}

}  // namespace torchpp::data::detail
