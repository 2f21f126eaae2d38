// SPDX-License-Identifier: BSD-3-Clause
#include "src/autograd/successor.h"

#include <atomic>
#include <iterator>
#include <mutex>
#include <unordered_map>

namespace torchpp::autograd {

namespace {

using WeakTensor = weak_intrusive_ptr<TensorImpl>;

// The key is the address of `parameter`, which no other tensor gets while the entry stands.
struct Succession {
  WeakTensor parameter, successor;
};
struct Successions {
  std::mutex mutex;
  std::unordered_map<const TensorImpl*, Succession> entries;
};
Successions& successions() {
  static Successions* const all = new Successions;  // optimizers may outlive static objects
  return *all;
}
std::atomic<uint64_t> changes{0};

WeakTensor weak(const Tensor& t) {
  return t.defined() ? WeakTensor(intrusive_ptr<TensorImpl>::share(t.impl())) : WeakTensor();
}

}  // namespace

void set_successor(const Tensor& parameter, const Tensor& successor) {
  if (successor.defined()) {
    const Tensor gradient = parameter.grad();
    // A copy: the accumulator of `parameter` may have lent the gradient its memory.
    if (gradient.defined() && gradient.sizes() == successor.sizes())
      successor.mutable_grad() = gradient.detach().clone();
  }
  parameter.mutable_grad().reset();
  Successions& all = successions();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (auto at = all.entries.begin(); at != all.entries.end();)
    at = at->second.parameter.expired() ? all.entries.erase(at) : std::next(at);
  all.entries[parameter.impl()] = {weak(parameter), weak(successor)};
  ++changes;
}

void end_succession(const Tensor& parameter) {
  Successions& all = successions();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.entries.erase(parameter.impl());
  ++changes;
}

Tensor trained_for(const Tensor& tensor) {
  Successions& all = successions();
  const std::lock_guard<std::mutex> lock(all.mutex);
  Tensor trained = tensor;
  for (auto at = all.entries.find(trained.impl()); at != all.entries.end(); at = all.entries.find(trained.impl())) {
    intrusive_ptr<TensorImpl> next = at->second.successor.lock();
    if (next.get() == nullptr) return Tensor();
    trained = Tensor(std::move(next));
  }
  return trained;
}

uint64_t succession_number() noexcept { return changes.load(std::memory_order_acquire); }

}  // namespace torchpp::autograd
