// SPDX-License-Identifier: BSD-3-Clause
// Optimizers over 1,000 steps. The stored values are those of libtorch 1.13.1 (Debian), in double: of torch::optim, or
// of Python's torch.optim for what the C++ front end lacks.
#include <gtest/gtest.h>
#include <torchpp/ops/creation.h>
#include <torchpp/optim/adadelta.h>
#include <torchpp/optim/adagrad.h>
#include <torchpp/optim/adam.h>
#include <torchpp/optim/adamax.h>
#include <torchpp/optim/asgd.h>
#include <torchpp/optim/lr_scheduler.h>
#include <torchpp/optim/nadam.h>
#include <torchpp/optim/radam.h>
#include <torchpp/optim/rmsprop.h>
#include <torchpp/optim/rprop.h>
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
  expect_trajectory<SGD>("maximize", SGDOptions(.001).momentum(.5).maximize(true),
                         SGDOptions(.002).weight_decay(.9).momentum(.8).nesterov(true).maximize(true), 100, .5,
                         {{-1.5032000000000003, -2.74721},
                          {-1.5031687799007651, -2.6400813132817396},
                          {-1.5855013351776566, -1.5094605939106982},
                          {-1.6824967295364397, -0.8204815302033379}});
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
  expect_trajectory<Adam>("maximize", AdamOptions(.001).maximize(true),
                          AdamOptions(.002).amsgrad(true).weight_decay(.9).maximize(true), 100, .5,
                          {{-1.5059999998177154, -2.7480000000234432},
                           {-1.5058001158987988, -2.7211520671979534},
                           {-1.5255000785997175, -2.4684483316367487},
                           {-1.5478717681557077, -2.202721242442994}});
  expect_trajectory<AdamW>("maximize, decoupled decay", AdamWOptions(.001).maximize(true),
                           AdamWOptions(.002).amsgrad(true).weight_decay(.1).maximize(true), 100, .5,
                           {{-1.505984999817716, -2.7554499998761908},
                            {-1.505649564970375, -2.7715574401473178},
                            {-1.523990946794889, -2.9134040596411097},
                            {-1.544842243265073, -3.0806637439893807}});
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
  expect_trajectory<RMSprop>("maximize", RMSpropOptions(.001).maximize(true),
                             RMSpropOptions(.002).momentum(.5).maximize(true), 100, .5,
                             {{-1.5599999817715688, -2.8099999876190505},
                              {-1.5018323518736936, -2.9810203912078164},
                              {-1.5432713389223693, -3.6928984058030228},
                              {-1.56005992431011, -4.264200985728504}});
}

TEST(Trajectories, Adagrad) {
  expect_trajectory<Adagrad>("decay", AdagradOptions(.1),
                             AdagradOptions(.2).lr_decay(.01).weight_decay(.1).initial_accumulator_value(.5).eps(1e-3),
                             100, .9,
                             {{-0.90000000018228477, -2.1511946729338032},
                              {-1.4993697957873704, -1.6965795188710107},
                              {-0.97447735421488468, -0.62213336960574261},
                              {-0.30987789942321786, -0.24957591570146528}});
  expect_trajectory<Adagrad>("maximize", AdagradOptions(.01).maximize(true),
                             AdagradOptions(.02).lr_decay(.1).maximize(true), 100, .5,
                             {{-1.5599999999817713, -2.809999999987619},
                              {-1.5020158227048097, -2.846939336607659},
                              {-1.540666004325412, -2.9103601695810304},
                              {-1.5523181274393907, -2.9185030789868556}});
}

TEST(Trajectories, Adadelta) {
  expect_trajectory<Adadelta>("decay", AdadeltaOptions(), AdadeltaOptions(.5).rho(.8).eps(1e-4).weight_decay(.1), 100,
                              .9,
                              {{-1.4810274466887137, -2.7165034911168706},
                               {-1.5220338150154133, -2.6414438729308856},
                               {-1.5100748797483643, -1.7144217717031975},
                               {-1.0486125752690993, -0.05380458604777765}});
  expect_trajectory<Adadelta>("maximize", AdadeltaOptions(.5).maximize(true),
                              AdadeltaOptions(.1).rho(.95).maximize(true), 100, .5,
                              {{-1.5094862766556432, -2.751341572851323},
                               {-1.488914659290661, -2.7536116757618334},
                               {-1.4842098363846743, -2.7865817511413167},
                               {-1.4824200895458708, -2.8263297460793986}});
}

TEST(Trajectories, Adamax) {
  expect_trajectory<Adamax>("decay", AdamaxOptions(.01), AdamaxOptions(.02).betas({.8, .99}).eps(1e-4).weight_decay(.1),
                            100, .9,
                            {{-1.4400000018228438, -2.6900119754123906},
                             {-1.4352380963257616, -2.547193593866416},
                             {-1.321437920376788, -1.512179371918571},
                             {-0.4575725044395649, -0.02355400361555719}});
  expect_trajectory<Adamax>("maximize", AdamaxOptions(.001).maximize(true), AdamaxOptions(.002).maximize(true), 100, .5,
                            {{-1.5059999998177154, -2.755999999876191},
                             {-1.5065660524563627, -2.768728970603868},
                             {-1.516875198452272, -2.86877985289833},
                             {-1.5292943906062793, -2.9851730827649976}});
}

TEST(Trajectories, Asgd) {
  expect_trajectory<ASGD>("decay", ASGDOptions(.1).t0(50), ASGDOptions(.05).lambd(.01).alpha(.5).t0(0).weight_decay(.1),
                          100, .9,
                          {{-1.1799849952314048, -2.649874998508021},
                           {-1.4913235865529557, -2.23069882962101},
                           {-0.11764763514397462, -0.43592367428419104},
                           {-0.0007131418271331749, -0.04314746918524307}});
  expect_trajectory<ASGD>("maximize", ASGDOptions(.001).t0(3).maximize(true),
                          ASGDOptions(.002).weight_decay(.9).lambd(.1).maximize(true), 100, .5,
                          {{-1.5031998501519848, -2.7478999999002554},
                           {-1.5005031150992054, -2.7122479645349076},
                           {-1.5430997791891665, -2.3895318903624294},
                           {-1.5918950067433637, -2.076708861265077}});
}

// PyTorch keeps step size and share of the average in float32.
TEST(Trajectories, AsgdAverages) {
  const Tensor a = test::parameter({1, -2, 0.5});
  ASGD optimizer({a}, ASGDOptions(.1).t0(3));
  for (int n = 1; n <= 8; ++n) {
    test::set_gradient(a, n, 3);
    optimizer.step();
  }
  const auto& state = static_cast<const ASGDParamState&>(*optimizer.state().find(a));
  EXPECT_EQ(state.eta(), 0.0999940037727356);
  EXPECT_EQ(state.mu(), 0.20000000298023224);
  const double expected[] = {0.8456876816411295, -1.7084937901061696, 0.4034418307971406};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(state.ax().data_ptr<double>()[i], expected[i], 1e-14);
}

TEST(Trajectories, NAdam) {
  expect_trajectory<NAdam>("decay", NAdamOptions(.01),
                           NAdamOptions(.02).betas({.8, .99}).eps(1e-4).weight_decay(.1).momentum_decay(.1), 100, .9,
                           {{-1.437028130960253, -2.6848373160936028},
                            {-1.504287784757791, -2.52732702676398},
                            {-1.2362939101711978, -1.0281749814427652},
                            {-0.14833679558909574, -0.013852575773909005}});
}

TEST(Trajectories, RAdam) {
  expect_trajectory<RAdam>("decay", RAdamOptions(.01), RAdamOptions(.02).betas({.8, .99}).eps(1e-4).weight_decay(.1),
                           100, .9,
                           {{-1.4680000000000004, -2.7105},
                            {-1.4585644630433052, -2.6047372906383415},
                            {-1.4263142060839107, -1.7514197837594652},
                            {-0.7125263098094217, -0.00953516692534782}});
}

TEST(Trajectories, Rprop) {
  expect_trajectory<Rprop>("minimize", RpropOptions(.01), RpropOptions(.02).etas({.6, 1.1}).step_sizes({1e-3, .5}), 100,
                           .9,
                           {{-1.4399999999999997, -2.69},
                            {-1.3597843999999997, -2.60960096},
                            {-1.2268662554878107, -2.459533984984507},
                            {-1.2262889913339354, -1.4279779849845171}});
  expect_trajectory<Rprop>("maximize", RpropOptions(.0001).step_sizes({1e-6, .01}).maximize(true),
                           RpropOptions(.0002).etas({.4, 1.3}).step_sizes({1e-5, .02}).maximize(true), 100, .9,
                           {{-1.5006000000000002, -2.7506},
                            {-1.5014021559999995, -2.7511119072000003},
                            {-1.5026471168670485, -2.7525943509440056},
                            {-1.5029819248670555, -2.767655570944065}});
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
