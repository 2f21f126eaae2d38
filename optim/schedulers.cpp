// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/optim/schedulers.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "optim/stock.h"
#include "src/dispatch/verbose.h"

namespace torchpp::optim {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Finds a number of options by its name; null where they have none.
double* number_of(OptimizerOptions& options, const char* name) {
  class Find final : public FieldVisitor {
   public:
    explicit Find(std::string n) : name(std::move(n)) {}
    void field(const char* n, double& value) override {
      if (name == n) found = &value;
    }
    void field(const char*, int64_t&) override {}
    void field(const char*, bool&) override {}
    void field(const char*, Tensor&) override {}
    void flat(const char*, Tensor&) override {}
    std::string name;
    double* found = nullptr;
  } find(name);
  options.fields(find);
  return find.found;
}

// One number for each group, from one for all of them or one for each.
std::vector<double> per_group(const Optimizer& optimizer, const char* name, std::vector<double> numbers) {
  const size_t groups = optimizer.param_groups().size();
  if (numbers.size() == 1) numbers.resize(groups, numbers[0]);
  TORCHPP_CHECK_VALUE(numbers.size() == groups, "expected ", groups, " values for ", name, ", got ", numbers.size());
  return numbers;
}
std::vector<LRFunction> per_group(const Optimizer& optimizer, std::vector<LRFunction> functions) {
  const size_t groups = optimizer.param_groups().size();
  TORCHPP_CHECK_VALUE(functions.size() == groups, "Expected ", groups, " lr_lambdas, but got ", functions.size());
  return functions;
}
std::vector<LRFunction> for_all(const Optimizer& optimizer, const LRFunction& function) {
  return std::vector<LRFunction>(optimizer.param_groups().size(), function);
}

void list_field(FieldVisitor& v, const char* name, std::vector<double>& list) {
  Tensor t = torchpp::tensor(list, TensorOptions(kDouble));
  v.field(name, t);
  list.clear();
  const Tensor in_order = t.to(kCPU, kDouble).contiguous();
  for (int64_t i = 0; i < in_order.numel(); ++i) list.push_back(in_order.data_ptr<double>()[i]);
}

double cosine(double from, double to, double part) { return to + (from - to) / 2 * (1 + std::cos(kPi * part)); }
double straight(double from, double to, double part) { return (to - from) * part + from; }

}  // namespace

// ---- the base

EpochScheduler::EpochScheduler(Optimizer& optimizer, int64_t last_epoch, bool verbose)
    : LRScheduler(optimizer), first_step_(last_epoch + 1), verbose_(verbose), step_calls_(optimizer.step_calls()) {
  TORCHPP_CHECK_VALUE(last_epoch >= -1 && last_epoch < UINT32_MAX, "scheduler: last_epoch got ", last_epoch,
                      ", expected an epoch, or -1");
  step_count_ = static_cast<unsigned>(first_step_);
  std::vector<OptimizerParamGroup>& groups = optimizer.param_groups();
  for (size_t g = 0; g < groups.size(); ++g) {
    TORCHPP_CHECK_VALUE(last_epoch == -1 || groups[g].initial_lr(),
                        "param 'initial_lr' is not specified in param_groups[", g, "] when resuming an optimizer");
    if (!groups[g].initial_lr()) groups[g].set_initial_lr(groups[g].options().get_lr());
    base_lrs_.push_back(*groups[g].initial_lr());
  }
}

namespace {

// "Epoch 00002: reducing learning rate of group 0 to 1.0000e-01." Epochs that are no integers have two decimals.
void write_rate(const char* what, const optional<double>& epoch, size_t group, double lr) {
  char text[128];
  const bool whole = epoch && *epoch == std::floor(*epoch);
  if (!epoch) std::snprintf(text, sizeof text, "%c%s", what[0] - 'a' + 'A', what + 1);
  else std::snprintf(text, sizeof text, whole ? "Epoch %05.0f: %s" : "Epoch %.2f: %s", *epoch, what);
  char rate[64];
  std::snprintf(rate, sizeof rate, " learning rate of group %zu to %.4e.", group, lr);
  verbose::write(str(text, rate));
}

}  // namespace

std::vector<double> EpochScheduler::get_lrs() {
  const size_t groups = optimizer().param_groups().size();
  TORCHPP_CHECK(groups == base_lrs_.size(), "scheduler: the optimizer has ", groups, " groups, expected the ",
                base_lrs_.size(), " that it had when the scheduler was made");
  const auto epoch = static_cast<int64_t>(step_count_);
  if (step_count_ == 1 && step_calls_ >= 0 && optimizer().step_calls() == step_calls_)
    TORCHPP_WARN(
        "Detected call of `lr_scheduler.step()` before `optimizer.step()`: call them in the opposite order, or the "
        "first "
        "value of the learning rate schedule is skipped");
  const bool jumps = std::exchange(jumps_, false);
  last_lrs_ = jumps ? lrs_at(epoch) : next_lrs(epoch);
  const optional<double> shown = std::exchange(shown_epoch_, nullopt);
  for (size_t g = 0; verbose_ && g < groups; ++g) write_rate("adjusting", shown, g, last_lrs_[g]);
  return last_lrs_;
}
std::vector<double> EpochScheduler::lrs_at(int64_t epoch) { return next_lrs(epoch); }

std::vector<double> EpochScheduler::for_groups(const Callable<double(double base, double lr, size_t group)>& f) const {
  std::vector<double> lrs = get_current_lrs();
  for (size_t g = 0; g < lrs.size(); ++g) lrs[g] = f(base_lrs_[g], lrs[g], g);
  return lrs;
}

void EpochScheduler::step(int64_t epoch) {
  TORCHPP_CHECK_VALUE(epoch >= 0 && epoch < UINT32_MAX, "scheduler: step got epoch ", epoch, ", expected 0 or more");
  step_count_ = static_cast<unsigned>(epoch);
  jumps_ = true;
  if (!shown_epoch_) shown_epoch_ = static_cast<double>(epoch);
  step();
}
void EpochScheduler::undo_first_step() { --step_count_; }

void EpochScheduler::fields(FieldVisitor& v) {
  LRScheduler::fields(v);
  list_field(v, "base_lrs", base_lrs_);
  list_field(v, "_last_lr", last_lrs_);
}

// ---- functions of the epoch

LambdaLR::LambdaLR(Optimizer& optimizer, LRFunction lr_lambda, int64_t last_epoch, bool verbose)
    : LambdaLR(optimizer, for_all(optimizer, lr_lambda), last_epoch, verbose) {}
LambdaLR::LambdaLR(Optimizer& optimizer, std::vector<LRFunction> lr_lambdas, int64_t last_epoch, bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose), lambdas_(per_group(optimizer, std::move(lr_lambdas))) {
  step();
}
std::vector<double> LambdaLR::next_lrs(int64_t epoch) {
  return for_groups([&](double base, double, size_t group) { return base * lambdas_[group](epoch); });
}

MultiplicativeLR::MultiplicativeLR(Optimizer& optimizer, LRFunction lr_lambda, int64_t last_epoch, bool verbose)
    : MultiplicativeLR(optimizer, for_all(optimizer, lr_lambda), last_epoch, verbose) {}
MultiplicativeLR::MultiplicativeLR(Optimizer& optimizer, std::vector<LRFunction> lr_lambdas, int64_t last_epoch,
                                   bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose), lambdas_(per_group(optimizer, std::move(lr_lambdas))) {
  step();
}
std::vector<double> MultiplicativeLR::next_lrs(int64_t epoch) {
  return for_groups([&](double, double lr, size_t group) { return epoch > 0 ? lr * lambdas_[group](epoch) : lr; });
}

MultiStepLR::MultiStepLR(Optimizer& optimizer, std::vector<int64_t> milestones, double gamma, int64_t last_epoch,
                         bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose), milestones_(std::move(milestones)), gamma_(gamma) {
  std::sort(milestones_.begin(), milestones_.end());
  step();
}
std::vector<double> MultiStepLR::next_lrs(int64_t epoch) {
  const auto times = std::count(milestones_.begin(), milestones_.end(), epoch);
  const double factor = times == 0 ? 1 : std::pow(gamma_, times);
  return for_groups([&](double, double lr, size_t) { return lr * factor; });
}
std::vector<double> MultiStepLR::lrs_at(int64_t epoch) {
  const auto times = std::upper_bound(milestones_.begin(), milestones_.end(), epoch) - milestones_.begin();
  return for_groups([&](double base, double, size_t) { return base * std::pow(gamma_, times); });
}

ConstantLR::ConstantLR(Optimizer& optimizer, double factor, int64_t total_iters, int64_t last_epoch, bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose), factor_(factor), total_iters_(total_iters) {
  TORCHPP_CHECK_VALUE(factor >= 0 && factor <= 1, "Constant multiplicative factor expected to be between 0 and 1, got ",
                      factor);
  step();
}
std::vector<double> ConstantLR::next_lrs(int64_t epoch) {
  const double change = epoch == 0 ? factor_ : epoch == total_iters_ ? 1 / factor_ : 1;
  return for_groups([&](double, double lr, size_t) { return lr * change; });
}
std::vector<double> ConstantLR::lrs_at(int64_t epoch) {
  return for_groups([&](double base, double, size_t) { return epoch >= total_iters_ ? base : base * factor_; });
}

LinearLR::LinearLR(Optimizer& optimizer, double start_factor, double end_factor, int64_t total_iters,
                   int64_t last_epoch, bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose),
      start_factor_(start_factor),
      end_factor_(end_factor),
      total_iters_(total_iters) {
  TORCHPP_CHECK_VALUE(start_factor > 0 && start_factor <= 1,
                      "Starting multiplicative factor expected to be greater than 0 and at most 1, got ", start_factor);
  TORCHPP_CHECK_VALUE(end_factor >= 0 && end_factor <= 1,
                      "Ending multiplicative factor expected to be between 0 and 1, got ", end_factor);
  step();
}
std::vector<double> LinearLR::next_lrs(int64_t epoch) {
  const double rise = end_factor_ - start_factor_, total = static_cast<double>(total_iters_);
  const double change = epoch == 0 ? start_factor_
                        : epoch > total_iters_
                            ? 1
                            : 1 + rise / (total * start_factor_ + static_cast<double>(epoch - 1) * rise);
  return for_groups([&](double, double lr, size_t) { return lr * change; });
}
std::vector<double> LinearLR::lrs_at(int64_t epoch) {
  const double part = static_cast<double>(std::min(epoch, total_iters_)) / static_cast<double>(total_iters_);
  return for_groups(
      [&](double base, double, size_t) { return base * (start_factor_ + (end_factor_ - start_factor_) * part); });
}

ExponentialLR::ExponentialLR(Optimizer& optimizer, double gamma, int64_t last_epoch, bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose), gamma_(gamma) {
  step();
}
std::vector<double> ExponentialLR::next_lrs(int64_t epoch) {
  return for_groups([&](double, double lr, size_t) { return epoch == 0 ? lr : lr * gamma_; });
}
std::vector<double> ExponentialLR::lrs_at(int64_t epoch) {
  return for_groups([&](double base, double, size_t) { return base * std::pow(gamma_, epoch); });
}

PolynomialLR::PolynomialLR(Optimizer& optimizer, int64_t total_iters, double power, int64_t last_epoch, bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose), total_iters_(total_iters), power_(power) {
  step();
}
std::vector<double> PolynomialLR::next_lrs(int64_t epoch) {
  const double total = static_cast<double>(total_iters_), e = static_cast<double>(epoch);
  const double change =
      epoch == 0 || epoch > total_iters_ ? 1 : std::pow((1 - e / total) / (1 - (e - 1) / total), power_);
  return for_groups([&](double, double lr, size_t) { return lr * change; });
}
std::vector<double> PolynomialLR::lrs_at(int64_t epoch) {
  const double part = static_cast<double>(std::min(epoch, total_iters_)) / static_cast<double>(total_iters_);
  return for_groups([&](double base, double, size_t) { return base * std::pow(1 - part, power_); });
}

CosineAnnealingLR::CosineAnnealingLR(Optimizer& optimizer, int64_t T_max, double eta_min, int64_t last_epoch,
                                     bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose), T_max_(T_max), eta_min_(eta_min) {
  TORCHPP_CHECK_VALUE(T_max > 0, "CosineAnnealingLR: T_max got ", T_max, ", expected a positive number");
  step();
}
std::vector<double> CosineAnnealingLR::next_lrs(int64_t epoch) {
  if (epoch > 0 && get_last_lr().empty()) return lrs_at(epoch);  // of a training that goes on
  const auto swing = [&](int64_t e) {
    return 1 + std::cos(kPi * static_cast<double>(e) / static_cast<double>(T_max_));
  };
  return for_groups([&](double base, double lr, size_t) {
    if (epoch == 0) return lr;
    // After eta_min, from where a factor leads nowhere.
    if ((epoch - 1 - T_max_) % (2 * T_max_) == 0) return lr + (base - eta_min_) * (2 - swing(1)) / 2;
    return swing(epoch) / swing(epoch - 1) * (lr - eta_min_) + eta_min_;
  });
}
std::vector<double> CosineAnnealingLR::lrs_at(int64_t epoch) {
  const double part = static_cast<double>(epoch) / static_cast<double>(T_max_);
  return for_groups([&](double base, double, size_t) { return cosine(base, eta_min_, part); });
}

CosineAnnealingWarmRestarts::CosineAnnealingWarmRestarts(Optimizer& optimizer, int64_t T_0, int64_t T_mult,
                                                         double eta_min, int64_t last_epoch, bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose),
      T_0_(T_0),
      T_mult_(T_mult),
      eta_min_(eta_min),
      T_i_(static_cast<double>(T_0)),
      T_cur_(static_cast<double>(last_epoch)) {
  TORCHPP_CHECK_VALUE(T_0 > 0, "Expected positive integer T_0, but got ", T_0);
  TORCHPP_CHECK_VALUE(T_mult >= 1, "Expected integer T_mult >= 1, but got ", T_mult);
  EpochScheduler::step();
}
std::vector<double> CosineAnnealingWarmRestarts::current() const {
  return for_groups([&](double base, double, size_t) { return cosine(base, eta_min_, T_cur_ / T_i_); });
}
std::vector<double> CosineAnnealingWarmRestarts::next_lrs(int64_t epoch) {
  shown_epoch_ = static_cast<double>(epoch);
  if (epoch == 0) go_to(0);
  else if (++T_cur_ >= T_i_) {
    T_cur_ -= T_i_;
    T_i_ *= static_cast<double>(T_mult_);
  }
  return current();
}
void CosineAnnealingWarmRestarts::go_to(double epoch) {
  const double first = static_cast<double>(T_0_), factor = static_cast<double>(T_mult_);
  T_i_ = first;
  T_cur_ = epoch;
  if (epoch < first) return;
  if (T_mult_ == 1) {
    T_cur_ = std::fmod(epoch, first);
    return;
  }
  const double cycle = std::floor(std::log(epoch / first * (factor - 1) + 1) / std::log(factor));
  T_cur_ = epoch - first * (std::pow(factor, cycle) - 1) / (factor - 1);
  T_i_ = first * std::pow(factor, cycle);
}
std::vector<double> CosineAnnealingWarmRestarts::lrs_at(int64_t epoch) {
  const double part = std::exchange(target_, -1.0);
  go_to(part < 0 ? static_cast<double>(epoch) : part);
  return current();
}
void CosineAnnealingWarmRestarts::step(double epoch) {
  TORCHPP_CHECK_VALUE(epoch >= 0, "Expected non-negative epoch, but got ", epoch);
  target_ = epoch;
  shown_epoch_ = epoch;
  EpochScheduler::step(static_cast<int64_t>(epoch));
}
void CosineAnnealingWarmRestarts::fields(FieldVisitor& v) {
  EpochScheduler::fields(v);
  v.field("T_i", T_i_);
  v.field("T_cur", T_cur_);
}

// ---- cycles

namespace {

// A new cycle begins at base_lr, whatever rates the groups have. A training that is resumed keeps its rates until the
// next step().
Optimizer& begin_at(Optimizer& optimizer, const CyclicLROptions& options) {
  if (options.last_epoch() != -1) return optimizer;
  const std::vector<double> lrs = per_group(optimizer, "base_lr", options.base_lr());
  for (size_t g = 0; g < lrs.size(); ++g) optimizer.param_groups()[g].options().set_lr(lrs[g]);
  return optimizer;
}

}  // namespace

CyclicLROptions::CyclicLROptions(double base_lr, double max_lr)
    : base_lr_({base_lr}),
      max_lr_({max_lr}),
      mode_("triangular"),
      scale_mode_("cycle"),
      base_momentum_({0.8}),
      max_momentum_({0.9}) {}

CyclicLR::CyclicLR(Optimizer& optimizer, CyclicLROptions options)
    : EpochScheduler(begin_at(optimizer, options), options.last_epoch(), options.verbose()),
      options_(std::move(options)) {
  CyclicLROptions& o = options_;
  o.base_lr(per_group(optimizer, "base_lr", o.base_lr()));
  o.max_lr(per_group(optimizer, "max_lr", o.max_lr()));
  o.base_momentum(per_group(optimizer, "base_momentum", o.base_momentum()));
  o.max_momentum(per_group(optimizer, "max_momentum", o.max_momentum()));
  TORCHPP_CHECK_VALUE(o.step_size_up() > 0 && o.step_size_down().value_or(1) > 0,
                      "CyclicLR: step_size_up and step_size_down must be positive");
  TORCHPP_CHECK_VALUE(o.mode() == "triangular" || o.mode() == "triangular2" || o.mode() == "exp_range" || o.scale_fn(),
                      "CyclicLR: mode '", o.mode(), "' is invalid and scale_fn is none");
  TORCHPP_CHECK_VALUE(o.scale_mode() == "cycle" || o.scale_mode() == "iterations", "CyclicLR: scale_mode got '",
                      o.scale_mode(), "', expected 'cycle' or 'iterations'");
  if (!o.scale_fn()) {
    const double gamma = o.gamma();
    o.scale_mode(o.mode() == "exp_range" ? "iterations" : "cycle");
    if (o.mode() == "triangular") o.scale_fn([](double) { return 1.0; });
    else if (o.mode() == "triangular2") o.scale_fn([](double cycle) { return 1 / std::pow(2.0, cycle - 1); });
    else o.scale_fn([gamma](double iteration) { return std::pow(gamma, iteration); });
  }
  for (OptimizerParamGroup& group : optimizer.param_groups())
    TORCHPP_CHECK_VALUE(!o.cycle_momentum() || number_of(group.options(), "momentum") != nullptr,
                        "optimizer must support momentum with `cycle_momentum` option enabled");
  base_lrs_ = o.base_lr();
  step();
}

std::vector<double> CyclicLR::next_lrs(int64_t epoch) {
  const CyclicLROptions& o = options_;
  const auto up = static_cast<double>(o.step_size_up());
  const double total = up + static_cast<double>(o.step_size_down().value_or(o.step_size_up()));
  const double cycles = static_cast<double>(epoch) / total, cycle = std::floor(1 + cycles), x = 1 + cycles - cycle;
  const double height = x <= up / total ? x / (up / total) : (x - 1) / (up / total - 1);
  const double scale = height * o.scale_fn()(o.scale_mode() == "cycle" ? cycle : static_cast<double>(epoch));
  if (o.cycle_momentum()) {
    std::vector<OptimizerParamGroup>& groups = optimizer().param_groups();
    for (size_t g = 0; g < groups.size(); ++g)
      *number_of(groups[g].options(), "momentum") =
          o.max_momentum()[g] - (o.max_momentum()[g] - o.base_momentum()[g]) * scale;
  }
  return for_groups([&](double base, double, size_t group) { return base + (o.max_lr()[group] - base) * scale; });
}

namespace {

// What OneCycleLR cycles: the momentum, or the decay of Adam's first moment.
double* momentum_of(OptimizerOptions& options) {
  double* const momentum = number_of(options, "momentum");
  return momentum != nullptr ? momentum : number_of(options, "beta1");
}

}  // namespace

OneCycleLROptions::OneCycleLROptions(double max_lr)
    : max_lr_({max_lr}), anneal_strategy_("cos"), base_momentum_({0.85}), max_momentum_({0.95}) {}

OneCycleLR::OneCycleLR(Optimizer& optimizer, OneCycleLROptions options)
    : EpochScheduler(optimizer, options.last_epoch(), options.verbose()), options_(std::move(options)) {
  OneCycleLROptions& o = options_;
  total_steps_ = o.total_steps() != 0 ? o.total_steps() : o.epochs() * o.steps_per_epoch();
  TORCHPP_CHECK_VALUE(total_steps_ > 0, "You must define either total_steps OR (epochs AND steps_per_epoch), got ",
                      o.total_steps(), ", ", o.epochs(), " and ", o.steps_per_epoch());
  TORCHPP_CHECK_VALUE(o.pct_start() >= 0 && o.pct_start() <= 1, "Expected float between 0 and 1 pct_start, but got ",
                      o.pct_start());
  TORCHPP_CHECK_VALUE(o.anneal_strategy() == "cos" || o.anneal_strategy() == "linear",
                      "anneal_strategy must be one of 'cos' or 'linear', instead got ", o.anneal_strategy());
  o.max_lr(per_group(optimizer, "max_lr", o.max_lr()));
  o.base_momentum(per_group(optimizer, "base_momentum", o.base_momentum()));
  o.max_momentum(per_group(optimizer, "max_momentum", o.max_momentum()));
  for (OptimizerParamGroup& group : optimizer.param_groups())
    TORCHPP_CHECK_VALUE(!o.cycle_momentum() || momentum_of(group.options()) != nullptr,
                        "optimizer must support momentum with `cycle_momentum` option enabled");
  for (size_t g = 0; g < base_lrs_.size(); ++g) {
    base_lrs_[g] = o.max_lr()[g] / o.div_factor();
    optimizer.param_groups()[g].set_initial_lr(base_lrs_[g]);
  }
  step();
}

std::vector<double> OneCycleLR::next_lrs(int64_t epoch) {
  const OneCycleLROptions& o = options_;
  TORCHPP_CHECK_VALUE(epoch <= total_steps_, "Tried to step ", epoch + 1,
                      " times. The specified number of total steps is ", total_steps_);
  // The phases go from one of these to the next, of rate and momentum.
  enum Level { kFirst, kMost, kLast };
  struct Phase {
    double end;
    Level from, to, momentum_from, momentum_to;
  };
  const auto total = static_cast<double>(total_steps_);
  const double rise = o.pct_start() * total - 1;
  const std::vector<Phase> phases =
      o.three_phase()
          ? std::vector<Phase>{{rise, kFirst, kMost, kMost, kFirst},
                               {2 * o.pct_start() * total - 2, kMost, kFirst, kFirst, kMost},
                               {total - 1, kFirst, kLast, kMost, kMost}}
          : std::vector<Phase>{{rise, kFirst, kMost, kMost, kFirst}, {total - 1, kMost, kLast, kFirst, kMost}};
  const auto at = static_cast<double>(epoch);
  double start = 0;
  size_t k = 0;
  for (; k + 1 < phases.size() && at > phases[k].end; ++k) start = phases[k].end;
  const Phase& phase = phases[k];
  const double part = (at - start) / (phase.end - start);
  const auto anneal = o.anneal_strategy() == "cos" ? cosine : straight;
  if (o.cycle_momentum()) {
    std::vector<OptimizerParamGroup>& groups = optimizer().param_groups();
    for (size_t g = 0; g < groups.size(); ++g) {
      const auto momentum = [&](Level l) { return l == kMost ? o.max_momentum()[g] : o.base_momentum()[g]; };
      *momentum_of(groups[g].options()) = anneal(momentum(phase.momentum_from), momentum(phase.momentum_to), part);
    }
  }
  return for_groups([&](double base, double, size_t group) {
    const auto rate = [&](Level l) {
      return l == kMost ? o.max_lr()[group] : l == kFirst ? base : base / o.final_div_factor();
    };
    return anneal(rate(phase.from), rate(phase.to), part);
  });
}

SWALR::SWALR(Optimizer& optimizer, std::vector<double> swa_lr, int64_t anneal_epochs, std::string strategy,
             int64_t last_epoch, bool verbose)
    : EpochScheduler(optimizer, last_epoch, verbose),
      swa_lrs_(per_group(optimizer, "swa_lr", std::move(swa_lr))),
      anneal_epochs_(anneal_epochs),
      linear_(strategy == "linear") {
  TORCHPP_CHECK_VALUE(linear_ || strategy == "cos", "anneal_strategy must by one of 'cos' or 'linear', instead got ",
                      strategy);
  TORCHPP_CHECK_VALUE(anneal_epochs >= 0, "anneal_epochs must be equal or greater than 0, got ", anneal_epochs);
  step();
}
SWALR::SWALR(Optimizer& optimizer, double swa_lr, int64_t anneal_epochs, std::string strategy, int64_t last_epoch,
             bool verbose)
    : SWALR(optimizer, std::vector<double>{swa_lr}, anneal_epochs, std::move(strategy), last_epoch, verbose) {}

std::vector<double> SWALR::next_lrs(int64_t epoch) {
  epoch -= first_step_;  // Python's SWALR counts its own steps
  if (anneal_epochs_ == 0) epoch = std::max<int64_t>(epoch, 1);
  const auto share = [&](int64_t e) {
    const double t = static_cast<double>(e) / static_cast<double>(std::max<int64_t>(1, anneal_epochs_));
    return linear_ ? std::min(std::max(t, 0.0), 1.0) : (1 - std::cos(kPi * std::min(std::max(t, 0.0), 1.0))) / 2;
  };
  const double before = share(epoch - 1), now = share(epoch);
  return for_groups([&](double, double lr, size_t group) {
    const double last = swa_lrs_[group];
    // The rate at the start, from which the one of the epoch before was interpolated.
    const double first = before == 1 ? last : (lr - before * last) / (1 - before);
    return last * now + first * (1 - now);
  });
}

// ---- several schedules

namespace {

// The fields of scheduler i are called "_schedulers.i.<name>".
class Nested final : public FieldVisitor {
 public:
  Nested(FieldVisitor& to, size_t i) : to_(to), prefix_(str("_schedulers.", i, ".")) {}
  void field(const char* name, double& value) override { to_.field((prefix_ + name).c_str(), value); }
  void field(const char* name, int64_t& value) override { to_.field((prefix_ + name).c_str(), value); }
  void field(const char* name, bool& value) override { to_.field((prefix_ + name).c_str(), value); }
  void field(const char* name, Tensor& value) override { to_.field((prefix_ + name).c_str(), value); }
  void flat(const char* name, Tensor& value) override { to_.flat((prefix_ + name).c_str(), value); }

 private:
  FieldVisitor& to_;
  std::string prefix_;
};

}  // namespace

SequentialLR::SequentialLR(Optimizer& optimizer, std::vector<std::shared_ptr<EpochScheduler>> schedulers,
                           std::vector<int64_t> milestones)
    : EpochScheduler(optimizer), schedulers_(std::move(schedulers)), milestones_(std::move(milestones)) {
  TORCHPP_CHECK_VALUE(!schedulers_.empty() && milestones_.size() + 1 == schedulers_.size(),
                      "Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                      "milestone points, but got number of schedulers ",
                      schedulers_.size(), " and the number of milestones to be equal to ", milestones_.size());
  for (const auto& scheduler : schedulers_)
    TORCHPP_CHECK_VALUE(&scheduler->optimizer() == &optimizer,
                        "Sequential Schedulers expects all schedulers to belong to the same optimizer");
  for (OptimizerParamGroup& group : optimizer.param_groups()) group.options().set_lr(*group.initial_lr());
  for (const auto& scheduler : schedulers_) scheduler->undo_first_step();
  step();
}
std::vector<double> SequentialLR::next_lrs(int64_t epoch) {
  const auto next = std::upper_bound(milestones_.begin(), milestones_.end(), epoch);
  EpochScheduler& scheduler = *schedulers_[static_cast<size_t>(next - milestones_.begin())];
  if (next != milestones_.begin() && *(next - 1) == epoch) scheduler.step(int64_t{0});
  else scheduler.step();
  return get_current_lrs();
}
void SequentialLR::fields(FieldVisitor& v) {
  EpochScheduler::fields(v);
  for (size_t i = 0; i < schedulers_.size(); ++i) {
    Nested nested(v, i);
    schedulers_[i]->fields(nested);
  }
}

ChainedScheduler::ChainedScheduler(std::vector<std::shared_ptr<LRScheduler>> schedulers)
    : schedulers_(std::move(schedulers)) {
  for (const auto& scheduler : schedulers_)
    TORCHPP_CHECK_VALUE(&scheduler->optimizer() == &schedulers_[0]->optimizer(),
                        "ChainedScheduler expects all schedulers to belong to the same optimizer");
}
void ChainedScheduler::step() {
  for (const auto& scheduler : schedulers_) scheduler->step();
}
void ChainedScheduler::fields(FieldVisitor& v) {
  for (size_t i = 0; i < schedulers_.size(); ++i) {
    Nested nested(v, i);
    schedulers_[i]->fields(nested);
  }
}
void ChainedScheduler::save(serialize::OutputArchive& archive) const {
  save_fields(archive, [this](FieldVisitor& v) { const_cast<ChainedScheduler*>(this)->fields(v); });
}
void ChainedScheduler::load(serialize::InputArchive& archive) {
  load_schedule(archive, [this](FieldVisitor& v) { fields(v); });
}

// ---- by a metric

namespace {

void check_modes(const ReduceLROnPlateauOptions& o) {
  TORCHPP_CHECK_VALUE(o.mode() == "min" || o.mode() == "max", "mode ", o.mode(), " is unknown!");
  TORCHPP_CHECK_VALUE(o.threshold_mode() == "rel" || o.threshold_mode() == "abs", "threshold mode ", o.threshold_mode(),
                      " is unknown!");
}

}  // namespace

ReduceLROnPlateauOptions::ReduceLROnPlateauOptions() : mode_("min"), threshold_mode_("rel"), min_lr_({0.0}) {}

ReduceLROnPlateau::ReduceLROnPlateau(Optimizer& optimizer, ReduceLROnPlateauOptions options)
    : optimizer_(optimizer), options_(std::move(options)), best_(options_.mode() == "min" ? HUGE_VAL : -HUGE_VAL) {
  const ReduceLROnPlateauOptions& o = options_;
  TORCHPP_CHECK_VALUE(o.factor() < 1, "Factor should be < 1.0, got ", o.factor());
  check_modes(o);
  options_.min_lr(per_group(optimizer, "min_lr", options_.min_lr()));
}

bool ReduceLROnPlateau::is_better(double metric) const {
  const bool falls = options_.mode() == "min", relative = options_.threshold_mode() == "rel";
  const double margin = falls ? -options_.threshold() : options_.threshold();
  const double bound = relative ? best_ * (1 + margin) : best_ + margin;
  return falls ? metric < bound : metric > bound;
}

void ReduceLROnPlateau::step(double metric) {
  std::vector<OptimizerParamGroup>& groups = optimizer_.param_groups();
  TORCHPP_CHECK(groups.size() == options_.min_lr().size(), "scheduler: the optimizer has ", groups.size(),
                " groups, expected the ", options_.min_lr().size(), " that it had when the scheduler was made");
  ++last_epoch_;
  if (is_better(metric)) {
    best_ = metric;
    num_bad_epochs_ = 0;
  } else {
    ++num_bad_epochs_;
  }
  if (cooldown_counter_ > 0) {
    --cooldown_counter_;
    num_bad_epochs_ = 0;
  }
  if (num_bad_epochs_ <= options_.patience()) return;
  for (size_t g = 0; g < groups.size(); ++g) {
    const double old = groups[g].options().get_lr(), lr = std::max(old * options_.factor(), options_.min_lr()[g]);
    if (old - lr <= options_.eps()) continue;
    groups[g].options().set_lr(lr);
    if (options_.verbose()) write_rate("reducing", static_cast<double>(last_epoch_), g, lr);
  }
  cooldown_counter_ = options_.cooldown();
  num_bad_epochs_ = 0;
}

void ReduceLROnPlateau::fields(FieldVisitor& v) {
  v.field("best", best_);
  v.field("num_bad_epochs", num_bad_epochs_);
  v.field("cooldown_counter", cooldown_counter_);
  v.field("last_epoch", last_epoch_);
}
void ReduceLROnPlateau::save(serialize::OutputArchive& archive) const {
  save_fields(archive, [this](FieldVisitor& v) { const_cast<ReduceLROnPlateau*>(this)->fields(v); });
}
void ReduceLROnPlateau::load(serialize::InputArchive& archive) {
  load_schedule(archive, [this](FieldVisitor& v) { fields(v); });
}

// ---- the numbers that schedules were made with

void LambdaLR::numbers(FieldVisitor& v) {
  std::vector<double> functions(lambdas_.size());
  list_field(v, "lr_lambdas", functions);
}
void MultiplicativeLR::numbers(FieldVisitor& v) {
  std::vector<double> functions(lambdas_.size());
  list_field(v, "lr_lambdas", functions);
}
void MultiStepLR::numbers(FieldVisitor& v) {
  std::vector<double> milestones(milestones_.begin(), milestones_.end());
  list_field(v, "milestones", milestones);
  milestones_.assign(milestones.begin(), milestones.end());
  v.field("gamma", gamma_);
}
void ConstantLR::numbers(FieldVisitor& v) {
  v.field("factor", factor_);
  v.field("total_iters", total_iters_);
}
void LinearLR::numbers(FieldVisitor& v) {
  v.field("start_factor", start_factor_);
  v.field("end_factor", end_factor_);
  v.field("total_iters", total_iters_);
}
void ExponentialLR::numbers(FieldVisitor& v) { v.field("gamma", gamma_); }
void PolynomialLR::numbers(FieldVisitor& v) {
  v.field("total_iters", total_iters_);
  v.field("power", power_);
}
void CosineAnnealingLR::numbers(FieldVisitor& v) {
  v.field("T_max", T_max_);
  v.field("eta_min", eta_min_);
}
void CosineAnnealingWarmRestarts::numbers(FieldVisitor& v) {
  v.field("T_0", T_0_);
  v.field("T_mult", T_mult_);
  v.field("eta_min", eta_min_);
}
void CyclicLR::numbers(FieldVisitor& v) {
  CyclicLROptions& o = options_;
  const auto up = static_cast<double>(o.step_size_up());
  double total = up + static_cast<double>(o.step_size_down().value_or(o.step_size_up())), part = up / total;
  v.field("total_size", total);
  v.field("step_ratio", part);
  o.step_size_up(std::llround(total * part)).step_size_down(std::llround(total * (1 - part)));
  list_field(v, "max_lrs", o.max_lr());
  v.field("cycle_momentum", o.cycle_momentum());
  list_field(v, "base_momentums", o.base_momentum());
  list_field(v, "max_momentums", o.max_momentum());
}
void OneCycleLR::numbers(FieldVisitor& v) {
  v.field("total_steps", total_steps_);
  v.field("cycle_momentum", options_.cycle_momentum());
}
void SWALR::numbers(FieldVisitor& v) { v.field("anneal_epochs", anneal_epochs_); }
void SequentialLR::numbers(FieldVisitor& v) {
  std::vector<double> milestones(milestones_.begin(), milestones_.end());
  list_field(v, "_milestones", milestones);
  milestones_.assign(milestones.begin(), milestones.end());
  for (size_t i = 0; i < schedulers_.size(); ++i) {
    Nested nested(v, i);
    schedulers_[i]->numbers(nested);
  }
}

void ChainedScheduler::visit_all(FieldVisitor& v) {
  fields(v);
  for (size_t i = 0; i < schedulers_.size(); ++i) {
    Nested nested(v, i);
    schedulers_[i]->numbers(nested);
  }
}
IValue ChainedScheduler::state_dict() const {
  return schedule_dict([this](FieldVisitor& v) { const_cast<ChainedScheduler*>(this)->visit_all(v); });
}
void ChainedScheduler::load_state_dict(const IValue& state_dict) {
  load_schedule_dict(state_dict, [this](FieldVisitor& v) { visit_all(v); });
}

void ReduceLROnPlateau::visit_all(FieldVisitor& v) {
  fields(v);
  v.field("factor", options_.factor());
  v.field("patience", options_.patience());
  v.field("cooldown", options_.cooldown());
  v.field("threshold", options_.threshold());
  v.field("eps", options_.eps());
  list_field(v, "min_lrs", options_.min_lr());
}
IValue ReduceLROnPlateau::state_dict() const {
  IValue::Dict dict =
      schedule_dict([this](FieldVisitor& v) { const_cast<ReduceLROnPlateau*>(this)->visit_all(v); }).toGenericDictRef();
  dict.emplace_back("mode", options_.mode());
  dict.emplace_back("threshold_mode", options_.threshold_mode());
  return dict;
}
void ReduceLROnPlateau::load_state_dict(const IValue& state_dict) {
  ReduceLROnPlateauOptions loaded = options_;
  if (state_dict.isGenericDict())
    for (const auto& [name, value] : state_dict.toGenericDictRef()) {
      if (name.toStringRef() == "mode") loaded.mode(value.toStringRef());
      if (name.toStringRef() == "threshold_mode") loaded.threshold_mode(value.toStringRef());
    }
  check_modes(loaded);
  load_schedule_dict(state_dict, [this](FieldVisitor& v) { visit_all(v); });
  options_.mode(loaded.mode()).threshold_mode(loaded.threshold_mode());
}

}  // namespace torchpp::optim
