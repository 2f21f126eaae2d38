// SPDX-License-Identifier: BSD-3-Clause
// Optimizers over 1,000 steps. The stored values are those of torch::optim of libtorch 1.13.1 (Debian), in double.
#include <gtest/gtest.h>
#include <torchpp/ops/creation.h>
#include <torchpp/optim/adagrad.h>
#include <torchpp/optim/adam.h>
#include <torchpp/optim/lr_scheduler.h>
#include <torchpp/optim/rmsprop.h>
#include <torchpp/optim/sgd.h>

#include <cmath>

#include "tests/optim/training.h"

namespace torchpp::optim {
namespace {

constexpr int kStored[] = {1, 10, 100, 1000};
// For each group the weighted sum of its parameter after these steps.
struct Trajectory {
  double first, second;
};

// Two groups, the second with options of its own, and StepLR.
template <class O, class Options>
void expect_trajectory(const char* name, const Options& first, const Options& second, unsigned step_size, double gamma,
                       const Trajectory (&expected)[std::size(kStored)]) {
  SCOPED_TRACE(name);
  const Tensor a = test::parameter({1, -2, 0.5}), b = test::parameter({0.25, -1.5});
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{a});
  groups.emplace_back(std::vector<Tensor>{b}, std::make_unique<Options>(second));
  O optimizer(std::move(groups), first);
  StepLR scheduler(optimizer, step_size, gamma);
  size_t stored = 0;
  for (int n = 1; n <= kStored[std::size(kStored) - 1]; ++n) {
    test::set_gradient(a, n, 3);
    test::set_gradient(b, n, 5);
    optimizer.step();
    scheduler.step();
    if (n != kStored[stored]) continue;
    EXPECT_NEAR(test::weighted_sum(a), expected[stored].first, 1e-12) << "after step " << n;
    EXPECT_NEAR(test::weighted_sum(b), expected[stored].second, 1e-12) << "after step " << n;
    ++stored;
  }
}

TEST(Trajectories, Sgd) {
  expect_trajectory<SGD>("plain", SGDOptions(.1), SGDOptions(.2), 100, .7,
                         {{-1.1799999999999997, -2.4100000000000001},
                          {-1.4914524815715082, -1.5069916549377247},
                          {-0.11765398907206177, -0.32146017801060139},
                          {0.0054746182501235908, -0.014165995403763008}});
  expect_trajectory<SGD>("momentum", SGDOptions(.02).momentum(.9).weight_decay(.01),
                         SGDOptions(.03).momentum(.5).dampening(.3), 300, .5,
                         {{-1.4357000000000002, -2.6990000000000003},
                          {-1.3009268737577493, -2.3945185950970598},
                          {-0.11694150822511554, -0.83284380161344451},
                          {-0.020283104519240161, -0.012854068805070337}});
  expect_trajectory<SGD>("Nesterov", SGDOptions(.02).momentum(.9).nesterov(true),
                         SGDOptions(.03).momentum(.8).nesterov(true).weight_decay(.1), 7, .99,
                         {{-1.3784000000000001, -2.6433499999999999},
                          {-1.3311634963976937, -1.6466371466150267},
                          {-0.091240987580043689, -0.12722459389975049},
                          {-0.023994584977433467, -0.032133047126614411}});
}

TEST(Trajectories, Adam) {
  expect_trajectory<Adam>("plain", AdamOptions(.01), AdamOptions(.02).betas({.8, .99}).eps(1e-6), 100, .7,
                          {{-1.4400000018228438, -2.6900001238092197},
                           {-1.4433996871042056, -2.4906222784265717},
                           {-1.1997956979746252, -1.1712161867207471},
                           {-0.54507374590789293, -0.13202286775953909}});
  expect_trajectory<Adam>("amsgrad", AdamOptions(.01).amsgrad(true), AdamOptions(.02).weight_decay(.1).amsgrad(true),
                          100, .9,
                          {{-1.4400000018228438, -2.6900000011978613},
                           {-1.4433996871042056, -2.4610238220556431},
                           {-1.199826233012141, -0.90327413623780706},
                           {-0.1373672287604579, -0.0027280940769438197}});
  expect_trajectory<AdamW>("decoupled decay", AdamWOptions(.01), AdamWOptions(.02).weight_decay(.1).amsgrad(true), 100,
                           .9,
                           {{-1.4398500018228435, -2.6845000012380948},
                            {-1.4419557453236855, -2.4329032143204024},
                            {-1.186760489286885, -0.89037620581124444},
                            {-0.12725222735916025, -0.0032385238740126727}});
}

TEST(Trajectories, RMSprop) {
  expect_trajectory<RMSprop>("plain", RMSpropOptions(.01), RMSpropOptions(.02).alpha(.9).weight_decay(.1).eps(1e-4),
                             100, .9,
                             {{-0.90000018228431222, -2.5603830254508195},
                              {-1.5013970863644848, -2.341929982035674},
                              {-0.92656482598036904, -0.95618067821537089},
                              {-0.087617429782161388, -0.080110963310906627}});
  expect_trajectory<RMSprop>("centered, momentum", RMSpropOptions(.01).centered(true),
                             RMSpropOptions(.002).momentum(.9).centered(true), 100, .9,
                             {{-0.89697749497003998, -2.689697743590457},
                              {-1.4984225984489903, -2.1534830105479585},
                              {-0.85856852210469981, -0.36852013498890479},
                              {-0.073157878169090945, -0.0095037839146589458}});
  expect_trajectory<RMSprop>("momentum", RMSpropOptions(.001).momentum(.5), RMSpropOptions(.002).momentum(.9), 100, .9,
                             {{-1.4400000182284312, -2.6900000123809495},
                              {-1.4829057859313279, -2.1594313793930828},
                              {-1.4002861201706902, -0.39470144245894861},
                              {-1.0112756079114538, -0.0096435895859656}});
}

TEST(Trajectories, Adagrad) {
  expect_trajectory<Adagrad>("decay", AdagradOptions(.1),
                             AdagradOptions(.2).lr_decay(.01).weight_decay(.1).initial_accumulator_value(.5).eps(1e-3),
                             100, .9,
                             {{-0.90000000018228477, -2.1511946729338032},
                              {-1.4993697957873704, -1.6965795188710107},
                              {-0.97447735421488468, -0.62213336960574261},
                              {-0.30987789942321786, -0.24957591570146528}});
}

// A parameter whose first gradient comes later starts its momentum buffer then, beside others that go on.
TEST(Trajectories, SgdParameterWithALateFirstGradient) {
  const Tensor a = test::parameter({1, -2, 0.5}), b = test::parameter({0.25, -1.5});
  SGD optimizer({a, b}, SGDOptions(.1).momentum(.9).dampening(.5));
  for (int n = 1; n <= 4; ++n) {
    test::set_gradient(a, n, 3);
    if (n > 2) test::set_gradient(b, n, 5);
    optimizer.step();
    EXPECT_EQ(optimizer.state().size(), n > 2 ? 2U : 1U);
  }
  EXPECT_NEAR(test::weighted_sum(a), -0.76886274250000008, 1e-12);
  EXPECT_NEAR(test::weighted_sum(b), -2.3445499999999995, 1e-12);
}

}  // namespace
}  // namespace torchpp::optim
