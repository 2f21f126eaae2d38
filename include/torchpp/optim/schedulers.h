// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The schedules of the learning rate that Python's torch.optim.lr_scheduler has.
///
/// The constructor sets the rates of epoch 0, each step() those of the next epoch. (StepLR and schedulers that derive
/// from LRScheduler alone set them at the first step(), as in libtorch's C++.) step() is called after the optimizer's;
/// calling it first is warned of, because then the first rates are never used. Most compute a rate from the one before,
/// so that a program may change it in between. A schedule begins with the rates that the optimizer had before its first
/// scheduler was made; several on one optimizer begin with the same.
///
/// With last_epoch, the epoch of the last step of a training that goes on, a schedule begins after it: the groups need
/// an initial_lr, and keep their rates until the constructor has set those of the next epoch. A `verbose` schedule
/// writes each rate that it sets, in Python's words, to where set_verbose_handler() sends lines.

#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/optim/lr_scheduler.h>

#include <memory>

namespace torchpp::optim {

/// The base of these schedules.
class TORCHPP_API EpochScheduler : public LRScheduler {
 public:
  using LRScheduler::step;
  /// Goes to an epoch, where the rates follow from the first ones if there is a formula.
  void step(int64_t epoch);
  /// The epoch that the rates are of.
  int64_t last_epoch() const { return static_cast<int64_t>(step_count_) - 1; }
  /// The rates that were set last, one per group.
  const std::vector<double>& get_last_lr() const { return last_lrs_; }

 protected:
  /// Notes the groups' first rates. The constructor of the class that is made ends with a call of step().
  explicit EpochScheduler(Optimizer& optimizer, int64_t last_epoch = -1, bool verbose = false);

  std::vector<double> get_lrs() final;
  /// The rates of `epoch`, from those of the epoch before, which the groups have.
  virtual std::vector<double> next_lrs(int64_t epoch) = 0;
  /// The rates of `epoch` from the first ones alone, where there is a formula; else next_lrs().
  virtual std::vector<double> lrs_at(int64_t epoch);
  /// f(first rate, rate, group) for all groups.
  std::vector<double> for_groups(const Callable<double(double base, double lr, size_t group)>& f) const;
  void fields(FieldVisitor& visitor) override;

  std::vector<double> base_lrs_;
  optional<double> shown_epoch_;  // that a verbose schedule names beside the next rates
  int64_t first_step_;            // step_count_ of the constructor's step

 private:
  friend class SequentialLR;
  // Forgets the step that the constructor made.
  void undo_first_step();

  bool jumps_ = false;
  bool verbose_;
  int64_t step_calls_;  // of the optimizer when this was made
  std::vector<double> last_lrs_;
};

using LRFunction = Callable<double(int64_t epoch)>;

/// lr = base * f(epoch). One function for all groups, or one for each.
class TORCHPP_API LambdaLR : public EpochScheduler {
 public:
  LambdaLR(Optimizer& optimizer, LRFunction lr_lambda, int64_t last_epoch = -1, bool verbose = false);
  LambdaLR(Optimizer& optimizer, std::vector<LRFunction> lr_lambdas, int64_t last_epoch = -1, bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<LRFunction> lambdas_;
};

/// lr <- lr * f(epoch) from epoch 1 on.
class TORCHPP_API MultiplicativeLR : public EpochScheduler {
 public:
  MultiplicativeLR(Optimizer& optimizer, LRFunction lr_lambda, int64_t last_epoch = -1, bool verbose = false);
  MultiplicativeLR(Optimizer& optimizer, std::vector<LRFunction> lr_lambdas, int64_t last_epoch = -1,
                   bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<LRFunction> lambdas_;
};

/// lr <- lr * gamma at each milestone, and gamma^n at one that is listed n times.
class TORCHPP_API MultiStepLR : public EpochScheduler {
 public:
  MultiStepLR(Optimizer& optimizer, std::vector<int64_t> milestones, double gamma = 0.1, int64_t last_epoch = -1,
              bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> lrs_at(int64_t epoch) override;
  std::vector<int64_t> milestones_;
  double gamma_;
};

/// lr = base * factor before epoch total_iters, base from then on. 0 <= factor <= 1.
class TORCHPP_API ConstantLR : public EpochScheduler {
 public:
  explicit ConstantLR(Optimizer& optimizer, double factor = 1.0 / 3, int64_t total_iters = 5, int64_t last_epoch = -1,
                      bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> lrs_at(int64_t epoch) override;
  double factor_;
  int64_t total_iters_;
};

/// The factor of the base rate goes from start_factor to end_factor in total_iters epochs of equal steps.
/// 0 < start_factor <= 1, 0 <= end_factor <= 1.
class TORCHPP_API LinearLR : public EpochScheduler {
 public:
  explicit LinearLR(Optimizer& optimizer, double start_factor = 1.0 / 3, double end_factor = 1, int64_t total_iters = 5,
                    int64_t last_epoch = -1, bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> lrs_at(int64_t epoch) override;
  double start_factor_, end_factor_;
  int64_t total_iters_;
};

/// lr <- lr * gamma in every epoch.
class TORCHPP_API ExponentialLR : public EpochScheduler {
 public:
  ExponentialLR(Optimizer& optimizer, double gamma, int64_t last_epoch = -1, bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> lrs_at(int64_t epoch) override;
  double gamma_;
};

/// lr = base * (1 - epoch / total_iters)^power, 0 from epoch total_iters on.
class TORCHPP_API PolynomialLR : public EpochScheduler {
 public:
  explicit PolynomialLR(Optimizer& optimizer, int64_t total_iters = 5, double power = 1, int64_t last_epoch = -1,
                        bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> lrs_at(int64_t epoch) override;
  int64_t total_iters_;
  double power_;
};

/// lr = eta_min + (base - eta_min) * (1 + cos(pi * epoch / T_max)) / 2.   Source: Loshchilov and Hutter 2017.
class TORCHPP_API CosineAnnealingLR : public EpochScheduler {
 public:
  CosineAnnealingLR(Optimizer& optimizer, int64_t T_max, double eta_min = 0, int64_t last_epoch = -1,
                    bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> lrs_at(int64_t epoch) override;
  int64_t T_max_;
  double eta_min_;
};

/// CosineAnnealingLR that begins again after T_0 epochs, then after T_mult times as many, and so on.
class TORCHPP_API CosineAnnealingWarmRestarts : public EpochScheduler {
 public:
  CosineAnnealingWarmRestarts(Optimizer& optimizer, int64_t T_0, int64_t T_mult = 1, double eta_min = 0,
                              int64_t last_epoch = -1, bool verbose = false);
  using LRScheduler::step;
  /// Sets the rates of an epoch, which may be a part of one: epoch + batch / batches.
  void step(double epoch);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> lrs_at(int64_t epoch) override;
  std::vector<double> current() const;
  void go_to(double epoch);
  void fields(FieldVisitor& visitor) override;
  int64_t T_0_, T_mult_;
  double eta_min_, T_i_, T_cur_ = -1;
  double target_ = -1;  // the epoch of step(epoch), else negative
};

/// Options of CyclicLR.
struct TORCHPP_API CyclicLROptions {
  CyclicLROptions(double base_lr, double max_lr);
  TORCHPP_ARG(std::vector<double>, base_lr);  ///< of all groups, or of each
  TORCHPP_ARG(std::vector<double>, max_lr);
  TORCHPP_ARG(int64_t, step_size_up) = 2000;
  TORCHPP_ARG(optional<int64_t>, step_size_down) = nullopt;  ///< step_size_up
  TORCHPP_ARG(std::string, mode);                        ///< "triangular" (the default), "triangular2", or "exp_range"
  TORCHPP_ARG(double, gamma) = 1;                        ///< of exp_range
  TORCHPP_ARG(Callable<double(double)>, scale_fn) = {};  ///< the mode's, if there is none
  TORCHPP_ARG(std::string, scale_mode);  ///< what scale_fn is given: "cycle" (the default), or "iterations"
  TORCHPP_ARG(bool, cycle_momentum) = true;
  TORCHPP_ARG(std::vector<double>, base_momentum);  ///< 0.8
  TORCHPP_ARG(std::vector<double>, max_momentum);   ///< 0.9
  TORCHPP_ARG(int64_t, last_epoch) = -1;
  TORCHPP_ARG(bool, verbose) = false;
};

/// The rate goes from base_lr to max_lr and back, again and again; step() is called after every batch. The momentum
/// goes the other way. The heights of the cycles stay (triangular), are halved (triangular2), or fall with
/// gamma^iterations (exp_range).   Source: Smith 2017.
class TORCHPP_API CyclicLR : public EpochScheduler {
 public:
  CyclicLR(Optimizer& optimizer, CyclicLROptions options);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  CyclicLROptions options_;
};

/// Options of OneCycleLR.
struct TORCHPP_API OneCycleLROptions {
  OneCycleLROptions(double max_lr);          // NOLINT: implicit, as those of optimizers
  TORCHPP_ARG(std::vector<double>, max_lr);  ///< of all groups, or of each
  TORCHPP_ARG(int64_t, total_steps) = 0;     ///< epochs * steps_per_epoch, if 0
  TORCHPP_ARG(int64_t, epochs) = 0;
  TORCHPP_ARG(int64_t, steps_per_epoch) = 0;
  TORCHPP_ARG(double, pct_start) = 0.3;       ///< part of the steps in which the rate rises
  TORCHPP_ARG(std::string, anneal_strategy);  ///< "cos" (the default), or "linear"
  TORCHPP_ARG(bool, cycle_momentum) = true;
  TORCHPP_ARG(std::vector<double>, base_momentum);  ///< 0.85
  TORCHPP_ARG(std::vector<double>, max_momentum);   ///< 0.95
  TORCHPP_ARG(double, div_factor) = 25;             ///< the first rate is max_lr / div_factor
  TORCHPP_ARG(double, final_div_factor) = 1e4;      ///< the last one is the first one / final_div_factor
  TORCHPP_ARG(bool, three_phase) = false;           ///< the rate first falls to the first one as fast as it rose
  TORCHPP_ARG(int64_t, last_epoch) = -1;
  TORCHPP_ARG(bool, verbose) = false;
};

/// The rate rises to max_lr and falls far below the first one; step() is called after every batch, total_steps - 1
/// times. The momentum, or beta1, goes the other way.   Source: Smith and Topin 2018.
class TORCHPP_API OneCycleLR : public EpochScheduler {
 public:
  OneCycleLR(Optimizer& optimizer, OneCycleLROptions options);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  OneCycleLROptions options_;
  int64_t total_steps_;
};

/// Interpolates from the rates that it finds to swa_lr in anneal_epochs epochs, and stays there. For the averaging of
/// weights.   Source: Izmailov et al. 2018.
class TORCHPP_API SWALR : public EpochScheduler {
 public:
  /// strategy: "cos" or "linear". swa_lr: of all groups, or of each.
  SWALR(Optimizer& optimizer, std::vector<double> swa_lr, int64_t anneal_epochs = 10, std::string strategy = "cos",
        int64_t last_epoch = -1, bool verbose = false);
  SWALR(Optimizer& optimizer, double swa_lr, int64_t anneal_epochs = 10, std::string strategy = "cos",
        int64_t last_epoch = -1, bool verbose = false);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  std::vector<double> swa_lrs_;
  int64_t anneal_epochs_;
  bool linear_;
};

/// Several schedules one after another: schedulers[i + 1] begins at epoch milestones[i] with its own epoch 0.
class TORCHPP_API SequentialLR : public EpochScheduler {
 public:
  SequentialLR(Optimizer& optimizer, std::vector<std::shared_ptr<EpochScheduler>> schedulers,
               std::vector<int64_t> milestones);

 private:
  std::vector<double> next_lrs(int64_t epoch) override;
  void numbers(FieldVisitor& visitor) override;
  void fields(FieldVisitor& visitor) override;
  std::vector<std::shared_ptr<EpochScheduler>> schedulers_;
  std::vector<int64_t> milestones_;
};

/// Several schedules at once: each multiplies, or sets, the rates that those before it leave.
class TORCHPP_API ChainedScheduler {
 public:
  explicit ChainedScheduler(std::vector<std::shared_ptr<LRScheduler>> schedulers);
  void step();
  /// How far the schedules are, as "_schedulers.<i>.<field>".
  void save(serialize::OutputArchive& archive) const;
  void load(serialize::InputArchive& archive);
  /// As those of LRScheduler; `_schedulers` lists the dictionaries of the schedules.
  IValue state_dict() const;
  void load_state_dict(const IValue& state_dict);

 private:
  void fields(FieldVisitor& visitor);
  void visit_all(FieldVisitor& visitor);
  std::vector<std::shared_ptr<LRScheduler>> schedulers_;
};

/// Options of ReduceLROnPlateau.
struct TORCHPP_API ReduceLROnPlateauOptions {
  ReduceLROnPlateauOptions();
  TORCHPP_ARG(std::string, mode);            ///< "min" (the default): the metric is to fall; "max": to rise
  TORCHPP_ARG(double, factor) = 0.1;         ///< less than 1
  TORCHPP_ARG(int64_t, patience) = 10;       ///< epochs without an improvement that are let pass
  TORCHPP_ARG(double, threshold) = 1e-4;     ///< the least improvement that counts
  TORCHPP_ARG(std::string, threshold_mode);  ///< "rel" (the default): a part of the best metric; "abs": of its own unit
  TORCHPP_ARG(int64_t, cooldown) = 0;        ///< epochs after a reduction that do not count
  TORCHPP_ARG(std::vector<double>, min_lr);  ///< 0; of all groups, or of each
  TORCHPP_ARG(double, eps) = 1e-8;           ///< a rate that would change by no more is kept
  TORCHPP_ARG(bool, verbose) = false;        ///< writes each change, as verbose schedules do
};

/// Multiplies the rates by a factor when a metric has stopped to improve.
class TORCHPP_API ReduceLROnPlateau {
 public:
  explicit ReduceLROnPlateau(Optimizer& optimizer, ReduceLROnPlateauOptions options = {});
  /// Ends an epoch with this metric.
  void step(double metric);
  double best() const { return best_; }
  int64_t num_bad_epochs() const { return num_bad_epochs_; }
  void save(serialize::OutputArchive& archive) const;
  void load(serialize::InputArchive& archive);
  /// As those of LRScheduler. The dictionary also has `mode` and `threshold_mode`.
  IValue state_dict() const;
  void load_state_dict(const IValue& state_dict);

 private:
  bool is_better(double metric) const;
  void fields(FieldVisitor& visitor);
  void visit_all(FieldVisitor& visitor);
  Optimizer& optimizer_;
  ReduceLROnPlateauOptions options_;
  double best_;
  int64_t num_bad_epochs_ = 0, cooldown_counter_ = 0, last_epoch_ = 0;
};

}  // namespace torchpp::optim
