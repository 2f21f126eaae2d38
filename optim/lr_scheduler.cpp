// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/optim/lr_scheduler.h>

#include "optim/stock.h"

namespace torchpp::optim {

LRScheduler::~LRScheduler() = default;

void LRScheduler::step() {
  const std::vector<double> lrs = get_lrs();
  std::vector<OptimizerParamGroup>& groups = optimizer_.param_groups();
  TORCHPP_CHECK(lrs.size() == groups.size(), "Number of learning rates not equal to the number of param groups: got ",
                lrs.size(), ", expected ", groups.size());
  for (size_t g = 0; g < groups.size(); ++g) groups[g].options().set_lr(lrs[g]);
  ++step_count_;
}

void LRScheduler::fields(FieldVisitor& v) {
  int64_t count = step_count_;
  v.field("_step_count", count);
  step_count_ = static_cast<unsigned>(count);
}
void LRScheduler::save(serialize::OutputArchive& archive) const {
  save_fields(archive, [this](FieldVisitor& v) { const_cast<LRScheduler*>(this)->fields(v); });
}
void LRScheduler::load(serialize::InputArchive& archive) {
  load_schedule(archive, [this](FieldVisitor& v) { fields(v); });
}

void LRScheduler::numbers(FieldVisitor&) {}
IValue LRScheduler::state_dict() const {
  return schedule_dict([this](FieldVisitor& v) {
    auto& self = const_cast<LRScheduler&>(*this);
    self.fields(v), self.numbers(v);
  });
}
void LRScheduler::load_state_dict(const IValue& state_dict) {
  load_schedule_dict(state_dict, [this](FieldVisitor& v) { fields(v), numbers(v); });
}

std::vector<double> LRScheduler::get_current_lrs() const {
  std::vector<double> lrs;
  for (const OptimizerParamGroup& group : optimizer_.param_groups()) lrs.push_back(group.options().get_lr());
  return lrs;
}

StepLR::StepLR(Optimizer& optimizer, unsigned step_size, double gamma)
    : LRScheduler(optimizer), step_size_(step_size), gamma_(gamma) {
  TORCHPP_CHECK_VALUE(step_size > 0, "StepLR: step_size got 0, expected a positive number");
}

std::vector<double> StepLR::get_lrs() {
  std::vector<double> lrs = get_current_lrs();
  if (step_count_ != 0 && step_count_ % step_size_ == 0)
    for (double& lr : lrs) lr *= gamma_;
  return lrs;
}

void StepLR::numbers(FieldVisitor& v) {
  int64_t size = step_size_;
  v.field("step_size", size);
  TORCHPP_CHECK_VALUE(size > 0 && size <= UINT32_MAX, "StepLR: step_size got ", size, ", expected a positive number");
  step_size_ = static_cast<unsigned>(size);
  v.field("gamma", gamma_);
}

}  // namespace torchpp::optim
