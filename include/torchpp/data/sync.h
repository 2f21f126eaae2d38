// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Stages about devices and processes: pin_memory, fullsync.

#include <torchpp/data/detail/pin_memory.h>
#include <torchpp/data/link.h>
#include <torchpp/data/map.h>
#include <torchpp/data/pipe.h>

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace torchpp::data {

namespace detail {
template <class A, class B>
void pin_memory(std::pair<A, B>& pair) {
  pin_memory(pair.first);
  pin_memory(pair.second);
}
template <class... Ts>
void pin_memory(std::tuple<Ts...>& row) {
  std::apply([](Ts&... column) { (pin_memory(column), ...); }, row);
}
template <class K, class T>
void pin_memory(std::map<K, T>& row) {
  for (auto& entry : row) pin_memory(entry.second);
}
struct Pin {
  template <class T>
  T operator()(T item) const {
    pin_memory(item);
    return item;
  }
};
}  // namespace detail

/// Copies the items' tensors (members of pairs, tuples, lists, maps and Examples, too) into memory from which a CUDA
/// device reads without waiting; without such a device it warns once and does nothing.
///
///     auto batches = std::move(samples).batch(64).collate().pin_memory().prefetch(2);
///
/// Source: torchdata pin_memory.
template <class T>
auto Pipe<T>::pin_memory() && {
  using S = MapStage<T, detail::Pin>;
  return std::move(*this).template then<S>(detail::Pin(), "pin_memory");
}

template <class T, class F>
class FullSyncStage final : public Link<T, T> {
 public:
  FullSyncStage(StagePtr<T> source, F all_have) : Link<T, T>(std::move(source)), all_have_(std::move(all_have)) {}

  optional<T> next() override {
    if (ended_) return nullopt;
    optional<T> item = this->take();
    if (all_have_(item.has_value())) return item;
    ended_ = true;
    return nullopt;
  }
  void reset(const Epoch& epoch) override {
    Link<T, T>::reset(epoch);
    ended_ = false;
  }
  State state() const override { return Link<T, T>::state().set("ended", ended_); }
  void load_state(const State& state) override {
    Link<T, T>::load_state(state);
    ended_ = state.at("ended").to_bool();
  }
  const char* name() const override { return "fullsync"; }

 private:
  F all_have_;
  bool ended_ = false;
};

/// Ends the epoch of all processes at the shortest shard, so that none waits in a collective operation for one that has
/// ended. all_have(bool) tells the others whether this process has an item, and returns whether all have: the minimum
/// over a process group, say.
///
///     auto batches = std::move(samples).shard().batch(64).fullsync([&](bool mine) { return group.all(mine); });
///
/// Source: torchdata 0.5 fullsync, whose process group is a function here.
template <class T>
template <class F>
auto Pipe<T>::fullsync(F all_have) && {
  return std::move(*this).template then<FullSyncStage<T, F>>(std::move(all_have));
}

}  // namespace torchpp::data
