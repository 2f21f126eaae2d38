// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/data/detail/monitor.h>
#include <torchpp/data/workers.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace torchpp::data::detail {

Job::~Job() = default;
Result::~Result() = default;

Delivered::Delivered(const State& state) : next(state.at("next").to_int()) {
  for (const State& index : state.at("beyond").to_list()) beyond_.push_back(index.to_int());
}
State Delivered::to_state() const {
  return State().set("next", next).set("beyond", std::vector<State>(beyond_.begin(), beyond_.end()));
}
bool Delivered::had(int64_t index) const noexcept {
  return index < next || std::binary_search(beyond_.begin(), beyond_.end(), index);
}
void Delivered::add(int64_t index) {
  beyond_.insert(std::upper_bound(beyond_.begin(), beyond_.end(), index), index);
  const auto gap =
      std::find_if(beyond_.begin(), beyond_.end(), [this](int64_t i) { return i == next ? ++next, false : true; });
  beyond_.erase(beyond_.begin(), gap);
}

struct Crew::Shared {
  Shared(Take t, Callable<int64_t()> f, Work w, int64_t most, bool in_order, int64_t threads_in_all, Delivered had)
      : take(std::move(t)),
        failed(std::move(f)),
        work(std::move(w)),
        bound(most),
        ordered(in_order),
        records_gradients(GradMode::is_enabled()),
        working(threads_in_all),
        delivered(std::move(had)) {}

  Take take;
  Callable<int64_t()> failed;
  Work work;
  const int64_t bound;
  const bool ordered, records_gradients;

  std::mutex source;       // held while the source is used; taken before `queue` where both are
  int64_t sequence = 0;    // of the next item that is taken; guarded by `source`
  bool exhausted = false;  // guarded by `source`

  std::mutex queue;  // guards what follows
  std::condition_variable room, filled;
  std::map<int64_t, std::unique_ptr<Result>> results;  // by sequence
  int64_t taken = 0;                                   // or about to be, and not delivered
  int64_t due = 0;                                     // the sequence of the next result, if ordered
  int64_t working;                                     // threads that may still add results
  bool stopped = false;
  Delivered delivered;

  Threads threads;  // ends first

  void run() {
    const AutoGradMode mode(records_gradients);
    while (wait_for_room()) {
      int64_t number = 0;
      std::unique_ptr<Job> job;
      std::unique_ptr<Result> result;
      {
        const std::lock_guard<std::mutex> lock(source);
        if (exhausted || is_stopped()) break;
        try {
          job.reset(take(oldest()));
          if (job == nullptr) {
            exhausted = true;
            break;
          }
        } catch (...) {
          result = failure(failed());
        }
        number = sequence++;
      }
      if (job != nullptr) {
        try {
          result.reset(work(*job));
          result->index = job->index;
        } catch (...) {
          result = failure(job->index);
        }
      }
      const std::lock_guard<std::mutex> lock(queue);
      results.emplace(number, std::move(result));
      filled.notify_one();
    }
    const std::lock_guard<std::mutex> lock(queue);
    --working;
    room.notify_all();
    filled.notify_all();
  }

  static std::unique_ptr<Result> failure(int64_t index) {
    auto result = std::make_unique<Result>();
    result->index = index;
    result->error = std::current_exception();
    return result;
  }
  // Counts the item that the thread is about to take; false if it is to end.
  bool wait_for_room() {
    std::unique_lock<std::mutex> lock(queue);
    room.wait(lock, [this] { return stopped || taken < bound; });
    ++taken;
    return !stopped;
  }
  bool is_stopped() {
    const std::lock_guard<std::mutex> lock(queue);
    return stopped;
  }
  int64_t oldest() {
    const std::lock_guard<std::mutex> lock(queue);
    return delivered.next;
  }
};

Crew::Crew(int64_t workers, int64_t bound, bool ordered, Delivered delivered, Take take, Callable<int64_t()> failed,
           Work work)
    : shared_(new Shared(std::move(take), std::move(failed), std::move(work), bound, ordered, workers,
                         std::move(delivered))) {
  try {
    for (int64_t i = 0; i < workers; ++i) shared_->threads.start([shared = shared_.get()] { shared->run(); });
  } catch (...) {
    stop();
    throw;
  }
}
Crew::~Crew() { stop(); }

Result* Crew::next() {
  Shared& s = *shared_;
  std::unique_lock<std::mutex> lock(s.queue);
  s.filled.wait(lock, [&s] {
    return s.working == 0 || (!s.results.empty() && (!s.ordered || s.results.begin()->first == s.due));
  });
  if (s.results.empty()) return nullptr;
  std::unique_ptr<Result> result = std::move(s.results.begin()->second);
  s.results.erase(s.results.begin());
  ++s.due;
  --s.taken;
  s.delivered.add(result->index);
  s.room.notify_one();
  return result.release();
}

Delivered Crew::stop() {
  {
    const std::lock_guard<std::mutex> lock(shared_->queue);
    shared_->stopped = true;
    shared_->room.notify_all();
  }
  shared_->threads.join();
  return shared_->delivered;
}

Crew::SourceLock::SourceLock(const Crew& crew) : crew_(crew) { crew_.shared_->source.lock(); }
Crew::SourceLock::~SourceLock() { crew_.shared_->source.unlock(); }
// Read by the consumer alone, which is the thread that changes it.
const Delivered& Crew::delivered() const noexcept { return shared_->delivered; }

}  // namespace torchpp::data::detail
