// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/rewind.h>
#include <torchpp/data/stage.h>

#include <cstdint>
#include <utility>

namespace torchpp::data::detail {

/// Makes one item of items that come one after the other and belong together.
template <class In, class Out>
class GatherStage final : public Stage<Out> {
 public:
  /// Puts an item into the group, which is absent at first. False, with the item as it was, if the item begins the next
  /// group.
  using Add = Callable<bool(optional<Out>& group, In& item)>;

  GatherStage(const char* name, StagePtr<In> source, Add add)
      : name_(name), source_(std::move(source)), add_(std::move(add)) {}

  optional<Out> next() override {
    for (;;) {
      if (!item_ && !take()) continue;
      if (!item_) {
        start_ = source_.taken();
        break;
      }
      if (!add_(group_, *item_)) {
        start_ = source_.taken() - 1;
        break;
      }
      item_ = nullopt;
    }
    source_.release(start_);
    optional<Out> group = std::move(group_);
    group_ = nullopt;
    return group;
  }
  void reset(const Epoch& epoch) override {
    source_.reset(epoch);
    forget();
  }
  State state() const override { return state_of(*this, source_.state(start_)).set("taken", source_.taken()); }
  void load_state(const State& state) override {
    source_.load_state(source_of(*this, state));
    forget();
    reported_ = state.at("taken").to_int();
  }
  const char* name() const override { return name_; }

 private:
  // False for an item that failed before the state was taken that was loaded: its error is known.
  bool take() {
    try {
      item_ = source_.next();
      return true;
    } catch (...) {
      if (source_.taken() > reported_) throw;
      return false;
    }
  }
  void forget() {
    group_ = nullopt;
    item_ = nullopt;
    start_ = source_.taken();
    reported_ = 0;
  }

  const char* name_;
  Rewind<In> source_;
  Add add_;
  optional<Out> group_;
  optional<In> item_;     // begins the next group
  int64_t start_ = 0;     // index of the first item of the group that comes next
  int64_t reported_ = 0;  // errors of items before this one were thrown
};

}  // namespace torchpp::data::detail
