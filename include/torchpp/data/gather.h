// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/stage.h>

#include <cstdint>
#include <exception>
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
      if (!item_) {
        if (!group_) start_ = position_;
        item_ = take();
        if (!item_) break;
      }
      if (!add_(group_, *item_)) {
        base_ = checkpoint_;
        start_ = position_ - 1;
        break;
      }
      item_ = nullopt;
    }
    optional<Out> group = std::move(group_);
    group_ = nullopt;
    return group;
  }
  void reset(const Epoch& epoch) override {
    source_->reset(epoch);
    restart();
  }
  // A state of the source from before the group that comes next, and how many items are to be passed over from there.
  State state() const override {
    const bool between = !group_ && !item_;
    State state = state_of(*this, between ? source_->state() : base_.state);
    state.set("again", between ? int64_t{0} : start_ - base_.position);
    return state;
  }
  void load_state(const State& state) override {
    const int64_t again = state.at("again").to_int();
    source_->load_state(source_of(*this, state));
    restart();
    for (int64_t i = 0; i < again; ++i) {
      try {
        take();
      } catch (const std::exception&) {  // as it was then
      }
    }
  }
  const char* name() const override { return name_; }

 private:
  struct Checkpoint {
    State state;
    int64_t position = 0;
  };
  static constexpr int64_t kBetweenCheckpoints = 32;

  void restart() {
    group_ = nullopt;
    item_ = nullopt;
    position_ = start_ = 0;
    has_checkpoint_ = false;
  }
  optional<In> take() {
    if (!has_checkpoint_ || position_ - checkpoint_.position >= kBetweenCheckpoints) {
      checkpoint_ = {source_->state(), position_};
      has_checkpoint_ = true;
      if (!group_) base_ = checkpoint_;
    }
    ++position_;
    return source_->next();
  }

  const char* name_;
  StagePtr<In> source_;
  Add add_;
  optional<Out> group_;
  optional<In> item_;             // begins the next group
  int64_t position_ = 0;          // items taken of the source since the epoch's begin or the last state
  int64_t start_ = 0;             // position of the present group's first item
  Checkpoint checkpoint_, base_;  // the last one; the last one before the group
  bool has_checkpoint_ = false;
};

}  // namespace torchpp::data::detail
