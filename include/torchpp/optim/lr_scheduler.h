// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Changing the learning rate while training.

#include <torchpp/optim/optimizer.h>

namespace torchpp {
class IValue;
}

namespace torchpp::optim {

/// Sets the learning rates of an optimizer's groups at every step(). The optimizer must outlive it.
class TORCHPP_API LRScheduler {
 public:
  explicit LRScheduler(Optimizer& optimizer) : optimizer_(optimizer) {}
  virtual ~LRScheduler();
  void step();
  Optimizer& optimizer() const { return optimizer_; }
  /// How far the schedule is. The rates themselves are saved with the optimizer.
  void save(serialize::OutputArchive& archive) const;
  void load(serialize::InputArchive& archive);

  /// What Python's scheduler.state_dict() returns, of PyTorch 1.13: a dictionary of how far the schedule is and of the
  /// numbers that it was made with, under Python's names. Left out are what Python makes anew or cannot save: functions
  /// (`lr_lambdas` are None), `mode` and `_schedule_phases`. Include <torchpp/dispatch/ivalue.h> for the type.
  IValue state_dict() const;
  /// Takes over what state_dict() of a schedule of this class returned, here or in Python; entries that the dictionary
  /// does not have, or the class does not know, change nothing. Throws Error, and changes nothing, for an entry of the
  /// wrong type or length. The rates themselves are the optimizer's.
  void load_state_dict(const IValue& state_dict);

 protected:
  /// Visits how far the schedule is, which save() keeps.
  virtual void fields(FieldVisitor& visitor);
  /// Visits the numbers that the schedule was made with, under Python's names.
  virtual void numbers(FieldVisitor& visitor);
  /// The rates for step number step_count_, one per group.
  virtual std::vector<double> get_lrs() = 0;
  std::vector<double> get_current_lrs() const;

  unsigned step_count_ = 0;

 private:
  friend class ChainedScheduler;
  Optimizer& optimizer_;
};

/// Multiplies the rates by gamma every step_size steps.
class TORCHPP_API StepLR : public LRScheduler {
 public:
  StepLR(Optimizer& optimizer, unsigned step_size, double gamma = 0.1);

 private:
  std::vector<double> get_lrs() override;
  void numbers(FieldVisitor& visitor) override;
  unsigned step_size_;
  double gamma_;
};

}  // namespace torchpp::optim
