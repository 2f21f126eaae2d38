// SPDX-License-Identifier: BSD-3-Clause
// Backward calls over several devices: one thread per device, and the calling thread for the CPU's nodes.

#include <unistd.h>

#include <thread>

#include "src/autograd/engine.h"

namespace torchpp::autograd::engine {
namespace {

constexpr int kMaxDevices = 64;

struct Worker {
  Device device;
  ReadyQueue queue;
};

// Never destroyed: workers run until the process ends.
struct Workers {
  std::mutex mutex;
  std::vector<Worker*> list;
  pid_t pid = 0;
};
Workers& workers() {
  static Workers& all = *new Workers;
  return all;
}
__thread Worker* this_worker __attribute__((tls_model("initial-exec")));

// Runs a node of a shared task. After the last one, a ReadyNode without a task wakes the thread that waits for the
// task.
void run_ready(const ReadyNode& ready) {
  BackwardTask& task = *ready.task;
  bool failed;
  {
    const std::lock_guard<std::mutex> lock(task.mutex);
    failed = task.error != nullptr;
  }
  if (!failed) {
    try {
      evaluate(task, ready.state, nullptr);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(task.mutex);
      if (!task.error) task.error = std::current_exception();
    }
  }
  const std::lock_guard<std::mutex> lock(task.mutex);
  if (--task.outstanding == 0) task.local->push({nullptr, 0, INT32_MAX, 0});
}

void run_worker(Worker* worker) {
  this_worker = worker;
  if (const DeviceHooks* hooks = hooks_of(worker->device); hooks->enter_thread != nullptr)
    hooks->enter_thread(worker->device);
  for (;;) {
    const ReadyNode ready = worker->queue.pop();
    if (ready.task == nullptr) continue;  // a task ended for which run_shared() waited on this thread
    const TaskScope restore(*ready.task);
    torchpp::detail::install_region_state(ready.task->region);
    // The depth of backward calls that the node makes counts from the task, not from this thread.
    thread_state.backward_depth = static_cast<uint8_t>(ready.task->depth + 1);
    const TaskScope scope(*ready.task);
    const LocalCallbacks::Scope listening(ready.task->listeners);
    run_ready(ready);
  }
}

}  // namespace

ReadyQueue& queue_of(Device device) {
  Workers& all = workers();
  const std::lock_guard<std::mutex> lock(all.mutex);
  TORCHPP_CHECK(all.list.empty() || all.pid == getpid(),
                "Unable to handle autograd's threading in combination with fork-based multiprocessing: backward used "
                "the threads of ",
                device, " before fork()");
  for (Worker* w : all.list)
    if (w->device == device) return w->queue;
  TORCHPP_CHECK(all.list.size() < kMaxDevices, "backward: got more than ", kMaxDevices, " devices");
  auto* w = new Worker{device, {}};
  all.pid = getpid();
  std::thread(run_worker, w).detach();
  all.list.push_back(w);
  return w->queue;
}

void run_shared(BackwardTask& task, const std::vector<uint32_t>& first) {
  ReadyQueue own;
  // A worker that waits for a nested task also runs its device's nodes meanwhile: otherwise two workers could wait for
  // each other.
  task.local = this_worker != nullptr ? &this_worker->queue : &own;
  task.region = torchpp::detail::capture_region_state();
  task.listeners = LocalCallbacks::of_this_thread();
  {
    const std::lock_guard<std::mutex> lock(task.mutex);
    for (uint32_t at : first) dispatch(task, at, nullptr);
  }
  for (bool done = first.empty(); !done;) {
    const ReadyNode ready = task.local->pop();
    if (ready.task != nullptr) {
      const TaskScope scope(*ready.task);
      run_ready(ready);
    }
    const std::lock_guard<std::mutex> lock(task.mutex);
    done = task.outstanding == 0;
  }
  if (task.error) std::rethrow_exception(task.error);
}

void finish_devices(BackwardTask& task) {
  std::vector<Device> seen;
  std::vector<std::pair<DeviceIndex, void*>> ordered;
  for (NodeState& s : task.table.states()) {
    const Device device = device_of(*s.fn);
    const DeviceHooks* hooks = hooks_of(device);
    if (hooks == nullptr) continue;
    if (hooks->stream != nullptr) {
      void *const used = NodeAccess::stream(*s.fn), *const callers = hooks->stream(device.index());
      const std::pair<DeviceIndex, void*> key(device.index(), used);
      if (used != callers && std::find(ordered.begin(), ordered.end(), key) == ordered.end()) {
        ordered.push_back(key);
        hooks->order(device.index(), used, callers);
      }
    }
    if (hooks->finish == nullptr || std::find(seen.begin(), seen.end(), device) != seen.end()) continue;
    seen.push_back(device);
    hooks->finish(device);
  }
}

}  // namespace torchpp::autograd::engine
