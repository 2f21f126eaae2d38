// SPDX-License-Identifier: BSD-3-Clause
// Learning rates over 1,000 steps. The stored values are those of torch::optim::StepLR of libtorch 1.13.1 (Debian).
#include <gtest/gtest.h>
#include <torchpp/ops/creation.h>
#include <torchpp/optim/lr_scheduler.h>
#include <torchpp/optim/sgd.h>

#include <cmath>

#include "tests/support/error_of.h"

namespace torchpp::optim {
namespace {

constexpr int kSteps = 1000;

Tensor parameter() { return ones({1}).set_requires_grad(true); }
double rate_of(const Optimizer& optimizer, size_t group = 0) {
  return optimizer.param_groups()[group].options().get_lr();
}
void expect_rate(double got, double expected, int step) {
  EXPECT_NEAR(got, expected, 1e-12 * expected) << "after step " << step;
}

constexpr int kStored[] = {1, 2, 8, 31, 100, 500, 999, 1000};
struct Trace {
  double lr;
  unsigned step_size;
  double gamma;
  double rates[std::size(kStored)];
};
const Trace kTraces[] = {
    {0.1,
     30,
     0.1,
     {0.1, 0.1, 0.1, 0.010000000000000002, 1.0000000000000003e-4, 1.000000000000001e-17, 1.0000000000000019e-34,
      1.0000000000000019e-34}},
    {0.05,
     7,
     0.9,
     {0.05, 0.05, 0.045000000000000005, 0.032805000000000008, 0.011438396227480507, 2.8196043669800925e-05,
      1.5900337572586406e-08, 1.5900337572586406e-08}},
    {1e-3,
     1,
     0.999,
     {1e-3, 9.990000000000001e-4, 9.9302096503497885e-4, 9.704309672630857e-4, 9.056978449586675e-4,
      6.0698593079197658e-4, 3.6843192017940187e-4, 3.6806348825922246e-4}},
    {0.3, 250, 0.5, {0.3, 0.3, 0.3, 0.3, 0.3, 0.15, 0.0375, 0.0375}},
    {1e-4,
     3,
     1.01,
     {1e-4, 1e-4, 1.0201000000000001e-4, 1.1046221254112047e-4, 1.3886900853164082e-4, 5.2161256914744789e-4,
      2.7207967229260135e-3, 2.7480046901552737e-3}},
};

// The first call of step() keeps the rate: the rate after n calls is lr gamma^floor((n - 1) / step_size).
TEST(StepLR, RatesOfLibtorch) {
  for (const Trace& trace : kTraces) {
    SCOPED_TRACE(testing::Message() << trace.lr << " " << trace.step_size << " " << trace.gamma);
    SGD optimizer({parameter()}, SGDOptions(trace.lr));
    StepLR scheduler(optimizer, trace.step_size, trace.gamma);
    EXPECT_EQ(rate_of(optimizer), trace.lr);
    size_t stored = 0;
    for (int n = 1; n <= kSteps; ++n) {
      scheduler.step();
      const int decays = (n - 1) / static_cast<int>(trace.step_size);
      expect_rate(rate_of(optimizer), trace.lr * std::pow(trace.gamma, decays), n);
      if (n == kStored[stored]) expect_rate(rate_of(optimizer), trace.rates[stored++], n);
    }
    EXPECT_EQ(stored, std::size(kStored));
  }
}

TEST(StepLR, EachGroupDecaysFromItsOwnRate) {
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{parameter()});
  groups.emplace_back(std::vector<Tensor>{parameter()}, std::make_unique<SGDOptions>(0.4));
  SGD optimizer(std::move(groups), SGDOptions(0.1));
  StepLR scheduler(optimizer, 10, 0.5);
  for (int n = 1; n <= kSteps; ++n) {
    scheduler.step();
    expect_rate(rate_of(optimizer, 0), 0.1 * std::pow(0.5, (n - 1) / 10), n);
    expect_rate(rate_of(optimizer, 1), 0.4 * std::pow(0.5, (n - 1) / 10), n);
  }
}

// The rate that a step finds is what it multiplies, so a program may set it in between.
TEST(StepLR, GoesOnFromARateThatTheProgramSets) {
  SGD optimizer({parameter()}, SGDOptions(1));
  StepLR scheduler(optimizer, 2);
  for (int n = 1; n <= 3; ++n) scheduler.step();
  EXPECT_DOUBLE_EQ(rate_of(optimizer), 0.1);
  optimizer.param_groups()[0].options().set_lr(5);
  for (int n = 4; n <= 5; ++n) scheduler.step();
  EXPECT_DOUBLE_EQ(rate_of(optimizer), 0.5);
}

TEST(StepLR, RefusesAStepSizeOfZero) {
  SGD optimizer({parameter()}, SGDOptions(0.1));
  EXPECT_THROW(StepLR(optimizer, 0), ValueError);
}

// A schedule of a program's own: lr / (1 + n) for each group.
class Inverse : public LRScheduler {
 public:
  Inverse(Optimizer& optimizer, double lr, size_t rates) : LRScheduler(optimizer), lr_(lr), rates_(rates) {}

 private:
  std::vector<double> get_lrs() override { return std::vector<double>(rates_, lr_ / (1 + step_count_)); }
  double lr_;
  size_t rates_;
};

TEST(LRScheduler, CountsItsSteps) {
  SGD optimizer({parameter()}, SGDOptions(1));
  Inverse scheduler(optimizer, 1, 1);
  for (int n = 1; n <= kSteps; ++n) {
    scheduler.step();
    EXPECT_EQ(rate_of(optimizer), 1.0 / n);
  }
}

TEST(LRScheduler, WantsOneRatePerGroup) {
  SGD optimizer({parameter()}, SGDOptions(1));
  Inverse scheduler(optimizer, 1, 2);
  EXPECT_NE(test::error_of([&] {
              scheduler.step();
            }).find("Number of learning rates not equal to the number of param groups: got 2, expected 1"),
            std::string::npos);
  EXPECT_EQ(rate_of(optimizer), 1);
}

}  // namespace
}  // namespace torchpp::optim
