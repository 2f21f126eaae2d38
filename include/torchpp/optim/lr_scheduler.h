// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Changing the learning rate while training.

#include <torchpp/optim/optimizer.h>

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

 protected:
  virtual void fields(FieldVisitor& visitor);
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
  const unsigned step_size_;
  const double gamma_;
};

}  // namespace torchpp::optim
