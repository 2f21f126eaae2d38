// SPDX-License-Identifier: BSD-3-Clause
// Schedules of the learning rate over 1,000 epochs. The stored values are those of torch.optim.lr_scheduler and
// torch.optim.swa_utils of libtorch 1.13.1 (Debian).
#include <gtest/gtest.h>
#include <torchpp/core/log.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/dispatch/verbose.h>
#include <torchpp/ops/creation.h>
#include <torchpp/optim/adagrad.h>
#include <torchpp/optim/adam.h>
#include <torchpp/optim/schedulers.h>
#include <torchpp/optim/sgd.h>
#include <torchpp/serialize.h>

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "tests/support/error_of.h"

namespace torchpp::optim {
namespace {

using test::error_of;

constexpr int kEpochs[] = {0, 1, 2, 7, 31, 100, 500, 999, 1000};
constexpr size_t kStored = std::size(kEpochs);

Tensor parameter() { return ones({1}).set_requires_grad(true); }
template <class O, class Options>
std::vector<OptimizerParamGroup> two_groups(Options second) {
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{parameter()});
  groups.emplace_back(std::vector<Tensor>{parameter()}, std::make_unique<Options>(second.lr(.4)));
  return groups;
}
SGD sgd() { return SGD(two_groups<SGD>(SGDOptions(.4).momentum(.9)), SGDOptions(.1).momentum(.9)); }
Adam adam() { return Adam(two_groups<Adam>(AdamOptions()), AdamOptions(.1)); }

double rate_of(const Optimizer& o, size_t group) { return o.param_groups()[group].options().get_lr(); }
double momentum_of(const SGD& o) { return static_cast<const SGDOptions&>(o.param_groups()[1].options()).momentum(); }
double momentum_of(const Adam& o) {
  return std::get<0>(static_cast<const AdamOptions&>(o.param_groups()[1].options()).betas());
}

// The rates of both groups at kEpochs, the sums of (epoch % 7 + 1) * rate over all epochs, and the second group's
// momentum.
struct Trace {
  double first[kStored], second[kStored], sums[2], momentum[kStored];
};

void expect_near(double got, double expected, int epoch) {
  EXPECT_NEAR(got, expected, 1e-12 * std::max(1.0, std::fabs(expected))) << "epoch " << epoch;
}

template <class O, class S>
void expect_trace(const char* name, O& optimizer, S& scheduler, const Trace& trace, bool momentum = false) {
  SCOPED_TRACE(name);
  double sums[2] = {0, 0};
  size_t k = 0;
  for (int epoch = 0; epoch <= 1000; ++epoch) {
    if (epoch > 0) {
      optimizer.step();
      scheduler.step();
    }
    for (size_t g = 0; g < 2; ++g) sums[g] += (epoch % 7 + 1) * rate_of(optimizer, g);
    if (epoch != kEpochs[k]) continue;
    expect_near(rate_of(optimizer, 0), trace.first[k], epoch);
    expect_near(rate_of(optimizer, 1), trace.second[k], epoch);
    if (momentum) expect_near(momentum_of(optimizer), trace.momentum[k], epoch);
    ++k;
  }
  EXPECT_EQ(k, kStored);
  for (size_t g = 0; g < 2; ++g) EXPECT_NEAR(sums[g], trace.sums[g], 1e-12 * 1000);
}

TEST(Schedulers, RatesOfPyTorch) {
  {
    auto o = sgd();
    auto s = LambdaLR(o, std::vector<LRFunction>{[](int64_t e) { return std::pow(.99, e); },
                                                 [](int64_t e) { return 1.0 / static_cast<double>(1 + e); }});
    expect_trace("LambdaLR", o, s,
                 {{0.1, 0.099, 0.09801, 0.093206534790699, 0.07323033696543975, 0.03660323412732292,
                   0.0006570483042414604, 4.360732061682613e-06, 4.317124741065786e-06},
                  {0.4, 0.2, 0.13333333333333333, 0.05, 0.0125, 0.0039603960396039604, 0.0007984031936127744, 0.0004,
                   0.0003996003996003996},
                  {39.59632800012446, 10.423596507627023},
                  {}});
  }
  {
    auto o = sgd();
    auto s = MultiplicativeLR(o, [](int64_t e) { return e % 2 != 0 ? .999 : 1.0005; });
    expect_trace("MultiplicativeLR", o, s,
                 {{0.1, 0.0999, 0.09994995, 0.09975007521239992, 0.09915262268204478, 0.09752794198340124,
                   0.0882358958818348, 0.07781682480829573, 0.07785573322069987},
                  {0.4, 0.3996, 0.3997998, 0.3990003008495997, 0.3966104907281791, 0.39011176793360497,
                   0.3529435835273392, 0.3112672992331829, 0.3114229328827995},
                  {354.00012697386614, 1416.0005078954646},
                  {}});
  }
  {
    auto o = sgd();
    auto s = MultiStepLR(o, {30, 2, 80, 80, 700}, .3);
    expect_trace("MultiStepLR", o, s,
                 {{0.1, 0.1, 0.03, 0.03, 0.009, 0.00081, 0.00081, 0.00024299999999999997, 0.00024299999999999997},
                  {0.4, 0.4, 0.12, 0.12, 0.036, 0.00324, 0.00324, 0.0009719999999999999, 0.0009719999999999999},
                  {7.75723200000013, 31.02892800000052},
                  {}});
  }
  {
    auto o = sgd();
    auto s = ConstantLR(o, .25, 40);
    expect_trace("ConstantLR", o, s,
                 {{0.025, 0.025, 0.025, 0.025, 0.025, 0.1, 0.1, 0.1, 0.1},
                  {0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.4, 0.4, 0.4},
                  {388.77499999999975, 1555.099999999999},
                  {}});
  }
  {
    auto o = sgd();
    auto s = LinearLR(o, .1, .9, 300);
    expect_trace(
        "LinearLR", o, s,
        {{0.010000000000000002, 0.010266666666666669, 0.010533333333333336, 0.011866666666666668, 0.01826666666666666,
          0.036666666666666674, 0.09000000000000019, 0.09000000000000019, 0.09000000000000019},
         {0.04000000000000001, 0.041066666666666675, 0.04213333333333334, 0.04746666666666667, 0.07306666666666664,
          0.1466666666666667, 0.36000000000000076, 0.36000000000000076, 0.36000000000000076},
         {312.5210666666672, 1250.0842666666688},
         {}});
  }
  {
    auto o = sgd();
    auto s = ExponentialLR(o, .995);
    expect_trace("ExponentialLR", o, s,
                 {{0.1, 0.0995, 0.09900250000000001, 0.09655206468094843, 0.08560822709551225, 0.06057704364907282,
                   0.008157186144027846, 0.0006687405606866303, 0.0006653968578831972},
                  {0.4, 0.398, 0.39601000000000003, 0.3862082587237937, 0.342432908382049, 0.24230817459629128,
                   0.03262874457611138, 0.002674962242746521, 0.0026615874315327887},
                  {79.07200401795293, 316.28801607181174},
                  {}});
  }
  {
    auto o = sgd();
    auto s = PolynomialLR(o, 600, 1.7);
    expect_trace("PolynomialLR", o, s,
                 {{0.1, 0.09971683197200568, 0.09943399466505394, 0.09802477476217603, 0.09137633335970989,
                   0.07334860891939297, 0.004754916276138071, 0.0, 0.0},
                  {0.4, 0.3988673278880227, 0.39773597866021576, 0.3920990990487041, 0.36550533343883956,
                   0.2933944356775719, 0.019019665104552285, 0.0, 0.0},
                  {88.68841231346444, 354.75364925385776},
                  {}});
  }
  {
    auto o = sgd();
    auto s = CosineAnnealingLR(o, 90, .01);
    expect_trace("CosineAnnealingLR", o, s,
                 {{0.1, 0.09997258721585932, 0.0998903822616921, 0.09866330768241985, 0.07612622032536508,
                   0.012713832064634157, 0.06281416799500214, 0.012202456766718066, 0.012713832064634067},
                  {0.4, 0.3998812112687237, 0.39952498980066575, 0.39420766662381934, 0.2965469547432487,
                   0.021759938946747777, 0.23886139464500758, 0.01954397932244483, 0.021759938946747465},
                  {218.11355015820382, 811.6920506855395},
                  {}});
  }
  {
    auto o = sgd();
    auto s = CosineAnnealingWarmRestarts(o, 13, 2, .005);
    expect_trace("CosineAnnealingWarmRestarts", o, s,
                 {{0.1, 0.09861973632773748, 0.09455916121852748, 0.04677450768787216, 0.025516924530270105,
                   0.09825536304975703, 0.08781537657078721, 0.08944451404832532, 0.08933151785977064},
                  {0.4, 0.3942610089416453, 0.37737756506650894, 0.17869400564957374, 0.09030721252059676,
                   0.39274598320688453, 0.34933761837327315, 0.3561114005167211, 0.35564157425904636},
                  {242.66124082777316, 945.7388434417943},
                  {}});
  }
  {
    auto o = sgd();
    auto s = CosineAnnealingWarmRestarts(o, 50);
    expect_trace("CosineAnnealingWarmRestarts 1", o, s,
                 {{0.1, 0.09990133642141358, 0.0996057350657239, 0.09524135262330098, 0.03159377236576612, 0.1, 0.1,
                   9.866357858642206e-05, 0.1},
                  {0.4, 0.3996053456856543, 0.3984229402628956, 0.3809654104932039, 0.12637508946306447, 0.4, 0.4,
                   0.00039465431434568824, 0.4},
                  {204.8011900018584, 819.2047600074336},
                  {}});
  }
  {
    auto o = sgd();
    auto s = CyclicLR(o, CyclicLROptions(.01, .2).max_lr({.2, .5}).step_size_up(30).step_size_down(70));
    expect_trace("CyclicLR", o, s,
                 {{0.01, 0.01633333333333334, 0.022666666666666682, 0.05433333333333338, 0.1972857142857143, 0.01, 0.01,
                   0.012714285714285657, 0.01},
                  {0.01, 0.026333333333333347, 0.0426666666666667, 0.12433333333333343, 0.493, 0.01, 0.01,
                   0.016999999999999852, 0.01},
                  {420.0653333333333, 1020.1053333333342},
                  {0.9, 0.8966666666666667, 0.8933333333333333, 0.8766666666666667, 0.8014285714285715, 0.9, 0.9,
                   0.8985714285714286, 0.9}},
                 true);
  }
  {
    auto o = sgd();
    auto s = CyclicLR(o, CyclicLROptions(.01, .2)
                             .max_lr({.2, .5})
                             .step_size_up(40)
                             .mode("triangular2")
                             .base_momentum({.7})
                             .max_momentum({.95}));
    expect_trace("CyclicLR 2", o, s,
                 {{0.01, 0.014749999999999984, 0.01949999999999997, 0.04324999999999997, 0.15725, 0.0575, 0.011484375,
                   0.010045227050781251, 0.01004638671875},
                  {0.01, 0.022249999999999957, 0.03449999999999991, 0.0957499999999999, 0.38975, 0.1325, 0.013828125,
                   0.01011663818359375, 0.01011962890625},
                  {100.85054022216791, 196.8671826782224},
                  {0.95, 0.94375, 0.9375, 0.90625, 0.75625, 0.8875, 0.948046875, 0.9499404907226562, 0.94993896484375}},
                 true);
  }
  {
    auto o = sgd();
    auto s = CyclicLR(o, CyclicLROptions(.01, .2).max_lr({.2, .5}).step_size_up(20).mode("exp_range").gamma(.999));
    expect_trace("CyclicLR exp", o, s,
                 {{0.01, 0.019490499999999966, 0.02896201900000002, 0.07603589417482612, 0.09288887585329286,
                   0.1819105079516047, 0.1252119995236251, 0.01349660313846242, 0.01},
                  {0.01, 0.034475499999999916, 0.05890204900000005, 0.18030309550349896, 0.223766048253229,
                   0.4533481520857174, 0.3071256829819805, 0.019017555462350448, 0.01},
                  {280.20062081784147, 659.4016010565374},
                  {0.9, 0.895005, 0.89001999, 0.8652442662237757, 0.856374275866688, 0.8095207852886291,
                   0.8393621055138816, 0.898159682558704, 0.9}},
                 true);
  }
  {
    auto o = sgd();
    auto s = OneCycleLR(o, OneCycleLROptions(.5).max_lr({.5, 1}).total_steps(1001));
    expect_trace("OneCycleLR", o, s,
                 {{0.020000000000000018, 0.020013220977628643, 0.020052882453895804, 0.020647542453707424,
                   0.03259376749498477, 0.14050941100766795, 0.40543426916342823, 4.512713995436774e-06, 2e-06},
                  {0.040000000000000036, 0.040026441955257286, 0.04010576490779161, 0.04129508490741485,
                   0.06518753498996954, 0.2810188220153359, 0.8108685383268565, 9.025427990873549e-06, 4e-06},
                  {1011.9349086849604, 2023.8698173699208},
                  {0.95, 0.9499972456296607, 0.949988982822105, 0.9498650953221442, 0.9473762984385448,
                   0.9248938727067358, 0.8689132218202016, 0.9499994974551907, 0.95}},
                 true);
  }
  {
    auto o = adam();
    auto s = OneCycleLR(o, OneCycleLROptions(.7)
                               .epochs(11)
                               .steps_per_epoch(91)
                               .pct_start(.4)
                               .anneal_strategy("linear")
                               .three_phase(true)
                               .div_factor(10)
                               .final_div_factor(100));
    expect_trace(
        "OneCycleLR 3", o, s,
        {{0.06999999999999999, 0.07157736604907361, 0.07315473209814721, 0.08104156234351527, 0.11889834752128191,
          0.22773660490736103, 0.5413169754631948, 0.0010444333996023902, 0.0007000000000000062},
         {0.06999999999999999, 0.07157736604907361, 0.07315473209814721, 0.08104156234351527, 0.11889834752128191,
          0.22773660490736103, 0.5413169754631948, 0.0010444333996023902, 0.0007000000000000062},
         {1258.4631069867198, 1258.4631069867198},
         {0.95, 0.9497496244366549, 0.9494992488733099, 0.9482473710565849, 0.9422383575363044, 0.9249624436654982,
          0.8751877816725088, 0.95, 0.95}},
        true);
  }
  {
    auto o = sgd();
    auto s = SWALR(o, {.05, .01}, 200);
    expect_trace("SWALR", o, s,
                 {{0.1, 0.09999691581204152, 0.09998766400914329, 0.0998490238863795, 0.09709414075221735, 0.075, 0.05,
                   0.05, 0.05},
                  {0.4, 0.39997594333392383, 0.39990377927131765, 0.3988223863137601, 0.3773342978672953,
                   0.2049999999999999, 0.01, 0.01, 0.01},
                  {220.09999382977537, 195.25995187224825},
                  {}});
  }
  {
    auto o = sgd();
    auto s = SWALR(o, .05, 35, "linear");
    expect_trace("SWALR linear", o, s,
                 {{0.1, 0.09857142857142857, 0.09714285714285716, 0.09000000000000002, 0.05571428571428573, 0.05, 0.05,
                   0.05, 0.05},
                  {0.4, 0.39, 0.38, 0.33000000000000007, 0.09000000000000001, 0.05, 0.05, 0.05, 0.05},
                  {203.5999999999999, 223.99999999999997},
                  {}});
  }
}

TEST(Schedulers, SeveralAsPyTorch) {
  {
    auto o = sgd();
    SequentialLR s(o,
                   std::vector<std::shared_ptr<EpochScheduler>>{std::make_shared<ConstantLR>(o, .1, 20),
                                                                std::make_shared<CosineAnnealingLR>(o, 300),
                                                                std::make_shared<ExponentialLR>(o, .99)},
                   std::vector<int64_t>{50, 400});
    expect_trace(
        "SequentialLR", o, s,
        {{0.010000000000000002, 0.010000000000000002, 0.010000000000000002, 0.010000000000000002, 0.10000000000000002,
          0.09330127018922195, 0.03660323412732295, 0.0002429302314455628, 0.00024050092913110717},
         {0.04000000000000001, 0.04000000000000001, 0.04000000000000001, 0.04000000000000001, 0.4000000000000001,
          0.3732050807568878, 0.1464129365092918, 0.0009717209257822512, 0.0009620037165244287},
         {113.11601036913765, 452.4640414765506},
         {}});
  }
  {
    auto o = sgd();
    SequentialLR s(
        o,
        std::vector<std::shared_ptr<EpochScheduler>>{std::make_shared<LinearLR>(o, .1, 1, 20),
                                                     std::make_shared<CosineAnnealingWarmRestarts>(o, 17, 2)},
        std::vector<int64_t>{25});
    expect_trace(
        "SequentialLR 2", o, s,
        {{0.010000000000000002, 0.014500000000000002, 0.019000000000000003, 0.04150000000000001, 0.07228691778882693,
          0.07228691778882693, 0.00875012627008488, 0.007641858176712241, 0.0074891432135193005},
         {0.04000000000000001, 0.05800000000000001, 0.07600000000000001, 0.16600000000000004, 0.2891476711553077,
          0.2891476711553077, 0.03500050508033952, 0.030567432706848963, 0.029956572854077202},
         {219.8694925023754, 879.4779700095016},
         {}});
  }
  {
    auto o = sgd();
    ChainedScheduler s({std::make_shared<ConstantLR>(o, .1, 20), std::make_shared<ExponentialLR>(o, .998),
                        std::make_shared<MultiStepLR>(o, std::vector<int64_t>{300, 600}, .5)});
    expect_trace(
        "ChainedScheduler", o, s,
        {{0.010000000000000002, 0.009980000000000003, 0.009960040000000003, 0.009860837205593288, 0.0939824538049636,
          0.08185668046884281, 0.018375562742857957, 0.003383379820808708, 0.0033766130611670906},
         {0.04000000000000001, 0.03992000000000001, 0.03984016000000001, 0.03944334882237315, 0.3759298152198544,
          0.32742672187537125, 0.07350225097143183, 0.013533519283234832, 0.013506452244668362},
         {116.21270668065077, 464.8508267226031},
         {}});
  }
}

struct Plateau {
  double first, second;
  int64_t bad;
  double best;
};
template <class F>
void expect_plateau(const ReduceLROnPlateauOptions& options, const F& metric, const std::vector<Plateau>& expected) {
  auto o = sgd();
  ReduceLROnPlateau s(o, options);
  size_t k = 0;
  for (int epoch = 0; epoch < 1000; ++epoch) {
    s.step(metric(epoch));
    if (epoch != kEpochs[k]) continue;
    expect_near(rate_of(o, 0), expected[k].first, epoch);
    expect_near(rate_of(o, 1), expected[k].second, epoch);
    EXPECT_EQ(s.num_bad_epochs(), expected[k].bad) << epoch;
    EXPECT_NEAR(s.best(), expected[k].best, 1e-12) << epoch;
    ++k;
  }
  EXPECT_EQ(k, expected.size());
}

TEST(Schedulers, PlateausAsPyTorch) {
  expect_plateau(ReduceLROnPlateauOptions().factor(.5).patience(4).threshold(1e-2).cooldown(3).min_lr({1e-3, 1e-2}),
                 [](int e) { return 1 / (1 + e / 50.0) + 0.01 * (e * 7 % 5); },
                 {{0.1, 0.4, 0, 1.0},
                  {0.1, 0.4, 1, 1.0},
                  {0.1, 0.4, 2, 1.0},
                  {0.1, 0.4, 2, 0.9090909090909091},
                  {0.1, 0.4, 1, 0.625},
                  {0.1, 0.4, 0, 0.3333333333333333},
                  {0.0015625, 0.01, 0, 0.09174311926605504},
                  {0.001, 0.01, 1, 0.04807692307692307}});
  expect_plateau(ReduceLROnPlateauOptions().mode("max").threshold_mode("abs").patience(2),
                 [](int e) { return std::log(1 + e % 200); },
                 {{0.1, 0.4, 0, 0.0},
                  {0.1, 0.4, 0, 0.6931471805599453},
                  {0.1, 0.4, 0, 1.0986122886681098},
                  {0.1, 0.4, 0, 2.0794415416798357},
                  {0.1, 0.4, 0, 3.4657359027997265},
                  {0.1, 0.4, 0, 4.61512051684126},
                  {1.0000000000000005e-08, 4.000000000000002e-09, 1, 5.298317366548036},
                  {1.0000000000000005e-08, 4.000000000000002e-09, 2, 5.298317366548036}});
}

TEST(Schedulers, WarmRestartsAtPartsOfEpochs) {
  auto o = sgd();
  CosineAnnealingWarmRestarts s(o, 5, 2, .01);
  const double epochs[] = {0.5, 4.75, 5.25, 14.5, 15, 36.2, 2},
               rates[] = {0.09779754323328192, 0.010554024673218806, 0.09986128001799077, 0.010554024673218806, 0.1,
                          0.0998002884071386,  0.06890576474687264};
  for (size_t i = 0; i < std::size(epochs); ++i) {
    s.step(epochs[i]);
    EXPECT_NEAR(rate_of(o, 0), rates[i], 1e-12) << epochs[i];
  }
  s.step();
  EXPECT_NEAR(rate_of(o, 0), 0.04109423525312737, 1e-12);
  EXPECT_EQ(s.last_epoch(), 3);
  EXPECT_EQ(s.get_last_lr(), (std::vector<double>{rate_of(o, 0), rate_of(o, 1)}));
}

// Optimizer and scheduler that load what others saved go on as those do.
template <class S, class Make>
void expect_round_trip(const Make& make) {
  auto o = sgd(), p = sgd();
  S s = make(o);
  for (int n = 0; n < 23; ++n) s.step();
  S t = make(p);
  serialize::OutputArchive saved;
  serialize::OutputArchive of_optimizer, of_scheduler;
  o.save(of_optimizer);
  s.save(of_scheduler);
  saved.write("optimizer", of_optimizer);
  saved.write("scheduler", of_scheduler);
  std::stringstream file;
  saved.save_to(file);
  serialize::InputArchive loaded;
  loaded.load_from(file);
  auto from_optimizer = loaded.nested("optimizer"), from_scheduler = loaded.nested("scheduler");
  p.load(from_optimizer);
  t.load(from_scheduler);
  for (int n = 0; n < 50; ++n) {
    s.step();
    t.step();
    EXPECT_EQ(rate_of(o, 0), rate_of(p, 0)) << n;
    EXPECT_EQ(rate_of(o, 1), rate_of(p, 1)) << n;
    EXPECT_EQ(momentum_of(o), momentum_of(p)) << n;
  }
}

TEST(Schedulers, RoundTrip) {
  expect_round_trip<CosineAnnealingWarmRestarts>([](Optimizer& o) { return CosineAnnealingWarmRestarts(o, 5, 2); });
  expect_round_trip<CyclicLR>([](Optimizer& o) { return CyclicLR(o, CyclicLROptions(.1, .3).step_size_up(7)); });
  expect_round_trip<StepLR>([](Optimizer& o) { return StepLR(o, 7, .5); });
  expect_round_trip<SequentialLR>([](Optimizer& o) {
    return SequentialLR(
        o, {std::make_shared<LinearLR>(o, .1, 1, 12), std::make_shared<CosineAnnealingWarmRestarts>(o, 5)}, {10});
  });
  expect_round_trip<ChainedScheduler>([](Optimizer& o) {
    return ChainedScheduler({std::make_shared<StepLR>(o, 7, .5), std::make_shared<CosineAnnealingWarmRestarts>(o, 5)});
  });
}

// An archive that is not a scheduler's changes nothing.
template <class S, class Make>
void expect_atomic_load(const Make& make, const std::string& wrong, const Tensor& value, const char* phrase) {
  SCOPED_TRACE(wrong);
  auto o = sgd(), p = sgd();
  S s = make(o), t = make(p);
  for (int n = 0; n < 5; ++n) s.step();
  serialize::OutputArchive saved, changed;
  s.save(saved);
  serialize::SafetensorsWriter writer;
  saved.write_to(writer);
  bool found = false;
  for (const auto& [name, tensor] : writer.tensors()) {
    found = found || name == wrong;
    if (name != wrong) changed.write(name, tensor);
    else if (value.defined()) changed.write(name, value);
  }
  EXPECT_TRUE(found);
  std::stringstream file, before, after;
  changed.save_to(file);
  serialize::InputArchive archive;
  archive.load_from(file);
  const auto written = [&](std::ostream& stream) {
    serialize::OutputArchive out;
    t.save(out);
    out.save_to(stream);
  };
  written(before);
  const std::string message = error_of([&] { t.load(archive); });
  EXPECT_NE(message.find(phrase), std::string::npos) << message;
  written(after);
  EXPECT_EQ(after.str(), before.str());
}

TEST(Schedulers, WrongArchivesChangeNothing) {
  const auto cosine = [](Optimizer& o) { return CosineAnnealingWarmRestarts(o, 5, 2); };
  expect_atomic_load<CosineAnnealingWarmRestarts>(cosine, "T_cur", Tensor(), "No such serialized tensor 'T_cur'");
  expect_atomic_load<CosineAnnealingWarmRestarts>(cosine, "T_cur", ones({2}),
                                                  "field 'T_cur' got a tensor of sizes [2]");
  expect_atomic_load<CosineAnnealingWarmRestarts>(cosine, "_last_lr", ones({3}),
                                                  "field '_last_lr' got sizes [3] and dtype Float, expected [2]");
  expect_atomic_load<CosineAnnealingWarmRestarts>(cosine, "base_lrs", ones({2}, kLong), "and dtype Long");
  expect_atomic_load<CosineAnnealingWarmRestarts>(cosine, "_step_count", -ones({}, kLong),
                                                  "field '_step_count' got -1, expected a count");
  expect_atomic_load<StepLR>([](Optimizer& o) { return StepLR(o, 7, .5); }, "_step_count", Tensor(),
                             "No such serialized tensor '_step_count'");
  const auto several = [](Optimizer& o) {
    return SequentialLR(o, {std::make_shared<LinearLR>(o, .1, 1, 12), std::make_shared<ExponentialLR>(o, .5)}, {10});
  };
  expect_atomic_load<SequentialLR>(several, "_schedulers.1._last_lr", Tensor(),
                                   "the archive has no field '_schedulers.1._last_lr'");
  const auto chained = [](Optimizer& o) {
    return ChainedScheduler({std::make_shared<ExponentialLR>(o, .5), std::make_shared<StepLR>(o, 3)});
  };
  expect_atomic_load<ChainedScheduler>(chained, "_schedulers.1._step_count", Tensor(),
                                       "No such serialized tensor '_schedulers.1._step_count'");
  auto o = sgd();
  ReduceLROnPlateau plateau(o);
  plateau.step(3);
  serialize::OutputArchive best;
  best.write("best", zeros({}, kDouble));
  std::stringstream file;
  best.save_to(file);
  serialize::InputArchive archive;
  archive.load_from(file);
  EXPECT_NE(error_of([&] { plateau.load(archive); }).find("num_bad_epochs"), std::string::npos);
  EXPECT_EQ(plateau.best(), 3);
}

// Python's warning, once for each scheduler.
TEST(Schedulers, WarnWhenTheSchedulerStepsFirst) {
  const auto count = [](const auto& run) {
    int warnings = 0;
    set_warning_handler(
        [](void* counted, const char* message, const char*, int) {
          if (std::string(message).find("lr_scheduler.step()") != std::string::npos) ++*static_cast<int*>(counted);
        },
        &warnings);
    run();
    set_warning_handler(nullptr);
    return warnings;
  };
  EXPECT_EQ(count([] {
              auto o = sgd();
              ExponentialLR s(o, .5);
              s.step();
              s.step();
              o.step();
              s.step();
            }),
            1);
  EXPECT_EQ(count([] {
              auto o = sgd();
              ExponentialLR s(o, .5);
              for (int n = 0; n < 3; ++n) {
                o.step();
                s.step();
              }
              ConstantLR later(o);
              o.step();
              later.step();
              StepLR as_libtorch(o, 3);
              as_libtorch.step();
            }),
            0);
  // A class of the program's own may not count its steps.
  struct Own : Optimizer {
    using Optimizer::Optimizer;
    Tensor step(LossClosure) override { return {}; }
    std::unique_ptr<OptimizerParamState> make_state() const override { return nullptr; }
  };
  EXPECT_EQ(count([] {
              Own o(std::vector<Tensor>{parameter()}, std::make_unique<SGDOptions>(.1));
              ExponentialLR s(o, .5);
              s.step();
              s.step();
            }),
            0);
}

TEST(Schedulers, Errors) {
  auto o = sgd(), other = sgd();
  SGD plain({parameter()}, SGDOptions(.1));
  Adam with_betas({parameter()});
  Adagrad without({parameter()});
  const auto expect = [](const std::string& got, const char* phrase) {
    EXPECT_NE(got.find(phrase), std::string::npos) << "got: " << got << "\nexpected: " << phrase;
  };
  expect(error_of([&] { LinearLR(o, 0); }), "Starting multiplicative factor expected to be greater than 0");
  expect(error_of([&] { LinearLR(o, .5, 2); }), "Ending multiplicative factor expected to be between 0 and 1");
  expect(error_of([&] { ConstantLR(o, 2); }), "Constant multiplicative factor expected to be between 0 and 1");
  expect(error_of([&] { CosineAnnealingLR(o, 0); }), "expected a positive number");
  expect(error_of([&] { CosineAnnealingWarmRestarts(o, 0); }), "Expected positive integer T_0, but got 0");
  expect(error_of([&] { CosineAnnealingWarmRestarts(o, 1, 0); }), "Expected integer T_mult >= 1, but got 0");
  expect(error_of([&] { CosineAnnealingWarmRestarts(o, 1).step(-1.0); }), "Expected non-negative epoch, but got -1");
  expect(error_of([&] { CyclicLR(with_betas, CyclicLROptions(.1, .2)); }), "optimizer must support momentum");
  expect(error_of([&] {
           CyclicLR(o, CyclicLROptions(.1, .2).base_lr({.1, .2, .3}));
         }),
         "expected 2 values for base_lr, got 3");
  expect(error_of([&] { CyclicLR(o, CyclicLROptions(.1, .2).mode("x")); }), "mode 'x' is invalid and scale_fn is none");
  expect(error_of([&] { OneCycleLR(o, .1); }), "You must define either total_steps OR (epochs AND steps_per_epoch)");
  expect(error_of([&] { OneCycleLR(o, OneCycleLROptions(.1).total_steps(3).pct_start(2)); }),
         "Expected float between 0 and 1 pct_start, but got 2");
  expect(error_of([&] { OneCycleLR(o, OneCycleLROptions(.1).total_steps(3).anneal_strategy("x")); }),
         "anneal_strategy must be one of 'cos' or 'linear', instead got x");
  expect(error_of([&] { OneCycleLR(without, OneCycleLROptions(.1).total_steps(3)); }),
         "optimizer must support momentum");
  OneCycleLR one(o, OneCycleLROptions(.1).total_steps(3));
  for (int n = 0; n < 3; ++n) one.step();
  expect(error_of([&] { one.step(); }), "Tried to step 5 times. The specified number of total steps is 3");
  expect(error_of([&] { LambdaLR(o, std::vector<LRFunction>(3, [](int64_t) { return 1.0; })); }),
         "Expected 2 lr_lambdas, but got 3");
  expect(error_of([&] { SWALR(o, .1, -1); }), "anneal_epochs must be equal or greater than 0, got -1");
  expect(error_of([&] { SWALR(o, .1, 1, "x"); }), "'cos' or 'linear', instead got x");
  expect(error_of([&] { SequentialLR(o, {std::make_shared<ConstantLR>(o)}, {3}); }),
         "expects number of schedulers provided to be one more");
  expect(error_of([&] { SequentialLR(o, {std::make_shared<ConstantLR>(other)}, {}); }),
         "expects all schedulers to belong to the same optimizer");
  expect(error_of([&] { ReduceLROnPlateau(o, ReduceLROnPlateauOptions().factor(1)); }), "Factor should be < 1.0");
  expect(error_of([&] { ReduceLROnPlateau(o, ReduceLROnPlateauOptions().mode("x")); }), "mode x is unknown!");
  expect(error_of([&] { ReduceLROnPlateau(o, ReduceLROnPlateauOptions().threshold_mode("x")); }),
         "threshold mode x is unknown!");
  ConstantLR scheduler(plain);
  auto grown = sgd();
  CyclicLR cycles(grown, CyclicLROptions(.1, .2));
  OneCycleLR one_cycle(grown, OneCycleLROptions(.1).total_steps(9));
  ReduceLROnPlateau plateau(grown);
  const double momentum = momentum_of(grown);
  grown.add_param_group(OptimizerParamGroup({parameter()}));
  expect(error_of([&] { cycles.step(); }), "the optimizer has 3 groups, expected the 2");
  expect(error_of([&] { one_cycle.step(); }), "the optimizer has 3 groups, expected the 2");
  expect(error_of([&] { plateau.step(1); }), "the optimizer has 3 groups, expected the 2");
  EXPECT_EQ(momentum_of(grown), momentum);
  plain.add_param_group(OptimizerParamGroup({parameter()}));
  expect(error_of([&] { scheduler.step(); }), "the optimizer has 2 groups, expected the 1");
}

// ---- Python's dictionaries: values of scheduler.state_dict() and of the steps that follow, of libtorch 1.13.1

SGD one_group() { return SGD({parameter()}, SGDOptions(1).momentum(.9)); }
SGD groups_of_one_and_half() {
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{parameter()});
  groups.emplace_back(std::vector<Tensor>{parameter()}, std::make_unique<SGDOptions>(SGDOptions(.5).momentum(.9)));
  return SGD(std::move(groups), SGDOptions(1).momentum(.9));
}
template <class S>
void step_thrice(SGD& o, S& s) {
  for (int i = 0; i < 3; ++i) {
    o.step();
    if constexpr (std::is_same_v<S, ReduceLROnPlateau>) s.step(1.0);
    else s.step();
  }
}

const IValue& entry(const IValue& dict, const std::string& name) {
  for (const auto& [key, value] : dict.toGenericDictRef())
    if (key.toStringRef() == name) return value;
  throw std::runtime_error("no entry " + name);
}
double number(const IValue& v) { return v.isInt() ? static_cast<double>(v.toInt()) : v.toDouble(); }

// After three steps a schedule's dictionary has Python's entries (numbers alone); one that was made with other numbers
// and loads them goes on as Python's does.
template <class S>
void expect_dict(const char* name, SGD& o, S& s, SGD& other_o, S& other,
                 const std::vector<std::pair<std::string, double>>& entries, const std::vector<double>& next) {
  SCOPED_TRACE(name);
  step_thrice(o, s);
  const IValue dict = s.state_dict();
  for (const auto& [key, value] : entries) EXPECT_EQ(number(entry(dict, key)), value) << key;
  other.load_state_dict(dict);
  for (size_t g = 0; g < 2; ++g) other_o.param_groups()[g].options().set_lr(rate_of(o, g));
  step_thrice(other_o, other);
  for (size_t g = 0; g < 2; ++g) EXPECT_NEAR(rate_of(other_o, g), next[g], 1e-15);
}

TEST(Schedulers, ExchangeStateWithPython) {
  const std::pair<std::string, double> epoch{"last_epoch", 3}, steps{"_step_count", 4};
#define EXPECT_DICT(S, made, other, entries, next)                                                              \
  do {                                                                                                          \
    SGD a = groups_of_one_and_half(), b = groups_of_one_and_half();                                             \
    S s made, t other;                                                                                          \
    expect_dict(#S, a, s, b, t, std::vector<std::pair<std::string, double>> entries, std::vector<double> next); \
  } while (false)
  EXPECT_DICT(MultiStepLR, (a, {4, 2, 2}, .5), (b, {9}), ({epoch, steps, {"gamma", .5}}), ({.125, .0625}));
  EXPECT_DICT(ConstantLR, (a), (b, .5, 9), ({epoch, steps, {"factor", 1.0 / 3}, {"total_iters", 5}}), ({1.0, .5}));
  EXPECT_DICT(LinearLR, (a), (b, .5, .7, 9), ({epoch, steps, {"start_factor", 1.0 / 3}, {"end_factor", 1}}),
              ({1.0000000000000002, .5000000000000001}));
  EXPECT_DICT(ExponentialLR, (a, .5), (b, .3), ({epoch, steps, {"gamma", .5}}), ({.015625, .0078125}));
  EXPECT_DICT(PolynomialLR, (a, 8, 2.), (b), ({epoch, steps, {"total_iters", 8}, {"power", 2}}),
              ({.06250000000000003, .031250000000000014}));
  EXPECT_DICT(CosineAnnealingLR, (a, 10, .1), (b, 7), ({epoch, steps, {"T_max", 10}, {"eta_min", .1}}),
              ({.41094235253127376, .2381966011250106}));
  EXPECT_DICT(CosineAnnealingWarmRestarts, (a, 3, 2), (b, 5, 1, .1),
              ({epoch, {"T_0", 3}, {"T_i", 6}, {"T_mult", 2}, {"eta_min", 0}, {"T_cur", 0}}), ({.5, .25}));
  EXPECT_DICT(CyclicLR, (a, CyclicLROptions(.1, 1).step_size_up(4)), (b, CyclicLROptions(.2, 2).step_size_up(7)),
              ({epoch, steps, {"total_size", 8}, {"step_ratio", .5}}), ({.55, .55}));
  EXPECT_DICT(OneCycleLR, (a, OneCycleLROptions(1).total_steps(12)), (b, OneCycleLROptions(1).total_steps(20)),
              ({epoch, steps, {"total_steps", 12}}), ({.6473789976951033, .6473789976951033}));
  EXPECT_DICT(SWALR, (a, .05, 6), (b, .05, 9), ({epoch, steps, {"anneal_epochs", 6}}), ({.05, .05}));
  EXPECT_DICT(ReduceLROnPlateau, (a, ReduceLROnPlateauOptions().patience(1)), (b, ReduceLROnPlateauOptions()),
              ({epoch, {"patience", 1}, {"best", 1}, {"num_bad_epochs", 0}, {"cooldown_counter", 0}}), ({.01, .005}));
#undef EXPECT_DICT
}

TEST(Schedulers, ExchangeListsWithPython) {
  SGD a = groups_of_one_and_half();
  MultiStepLR m(a, {4, 2, 2}, .5);
  const IValue milestones = entry(m.state_dict(), "milestones");  // a Counter: {2: 2, 4: 1}
  ASSERT_TRUE(milestones.isGenericDict());
  ASSERT_EQ(milestones.toGenericDictRef().size(), 2U);
  EXPECT_EQ(milestones.toGenericDictRef()[0].first.toInt(), 2);
  EXPECT_EQ(milestones.toGenericDictRef()[0].second.toInt(), 2);
  EXPECT_EQ(entry(m.state_dict(), "base_lrs").toDoubleVector(), (std::vector<double>{1, .5}));
  EXPECT_EQ(entry(m.state_dict(), "_last_lr").toDoubleVector(), (std::vector<double>{1, .5}));
  LambdaLR l(a, [](int64_t) { return 1.0; });
  ASSERT_EQ(entry(l.state_dict(), "lr_lambdas").toListRef().size(), 2U);
  EXPECT_TRUE(entry(l.state_dict(), "lr_lambdas").toListRef()[0].isNone());

  // Schedules of schedules, whose dictionaries stand in a list.
  const auto sequence = [](SGD& o, double gamma) {
    std::vector<std::shared_ptr<EpochScheduler>> parts{std::make_shared<ConstantLR>(o, .1, 2),
                                                       std::make_shared<ExponentialLR>(o, gamma)};
    return SequentialLR(o, std::move(parts), {2});
  };
  SGD b = groups_of_one_and_half(), c = groups_of_one_and_half();
  SequentialLR s = sequence(b, .9), t = sequence(c, .4);
  step_thrice(b, s);
  const IValue dict = s.state_dict();
  EXPECT_EQ(entry(dict, "_milestones").toIntVector(), (std::vector<int64_t>{2}));
  EXPECT_EQ(number(entry(dict, "last_epoch")), 3);
  EXPECT_EQ(number(entry(entry(dict, "_schedulers").toListRef()[1], "gamma")), .9);
  EXPECT_EQ(number(entry(entry(dict, "_schedulers").toListRef()[1], "last_epoch")), 1);
  t.load_state_dict(dict);
  for (size_t g = 0; g < 2; ++g) c.param_groups()[g].options().set_lr(rate_of(b, g));
  step_thrice(c, t);
  EXPECT_NEAR(rate_of(c, 0), .6561000000000001, 1e-15);
  EXPECT_NEAR(rate_of(c, 1), .32805000000000006, 1e-15);
}

TEST(Schedulers, RefuseDictionariesThatDoNotFit) {
  SGD o = groups_of_one_and_half();
  ExponentialLR s(o, .5);
  EXPECT_NE(error_of([&] { s.load_state_dict(IValue(1)); }).find("expected a dictionary"), std::string::npos);
  const auto load = [&](IValue::Dict dict) { return error_of([&] { s.load_state_dict(std::move(dict)); }); };
  EXPECT_NE(load({{"last_epoch", 7}, {"base_lrs", std::vector<double>{1}}}).find("got 1 numbers, expected 2"),
            std::string::npos);
  EXPECT_NE(load({{"last_epoch", 7}, {"gamma", "x"}}).find("expected a number"), std::string::npos);
  EXPECT_NE(load({{"last_epoch", -7}}).find("expected an epoch"), std::string::npos);
  EXPECT_EQ(s.last_epoch(), 0);
  s.load_state_dict(IValue::Dict{{"last_epoch", 7}, {"verbose", false}});
  EXPECT_EQ(s.last_epoch(), 7);
}

TEST(Schedulers, GoOnAfterALastEpoch) {
  const auto rates = [](auto make) {
    SGD o = one_group();
    EXPECT_NE(error_of([&] { make(o); }).find("param 'initial_lr' is not specified in param_groups[0] when resuming"),
              std::string::npos);
    o.param_groups()[0].set_initial_lr(2);
    auto s = make(o);
    std::vector<double> got{rate_of(o, 0)};
    for (int i = 0; i < 3; ++i) o.step(), s.step(), got.push_back(rate_of(o, 0));
    EXPECT_EQ(s.last_epoch(), 8);
    return got;
  };
  const auto expect = [](const std::vector<double>& got, const std::vector<double>& python) {
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(got[i], python[i], 1e-14) << i;
  };
  expect(rates([](SGD& o) {
           return LambdaLR(
               o, [](int64_t e) { return 1.0 / static_cast<double>(1 + e); }, 4);
         }),
         {.3333333333333333, .2857142857142857, .25, .2222222222222222});
  expect(rates([](SGD& o) { return MultiStepLR(o, {6, 5}, .5, 4); }), {.5, .25, .25, .25});
  expect(rates([](SGD& o) { return ConstantLR(o, 1.0 / 3, 6, 4); }), {1, 3, 3, 3});
  expect(rates([](SGD& o) { return LinearLR(o, 1.0 / 3, 1, 8, 4); }), {1.125, 1.25, 1.375, 1.5});
  expect(rates([](SGD& o) { return ExponentialLR(o, .5, 4); }), {.5, .25, .125, .0625});
  expect(rates([](SGD& o) { return PolynomialLR(o, 8, 2, 4); }), {.5625, .25, .0625, 0});
  expect(rates([](SGD& o) { return CosineAnnealingLR(o, 10, .1, 4); }),
         {1.05, .7564338553438, .4916040103221506, .28143385534380005});
  expect(rates([](SGD& o) { return CosineAnnealingWarmRestarts(o, 3, 2, 0, 4); }),
         {1.5, 1, .5000000000000002, .1339745962155613});
  expect(rates([](SGD& o) { return OneCycleLR(o, OneCycleLROptions(1).total_steps(12).last_epoch(4)); }),
         {.811745653949763, .6473789976951033, .46263710266697505, .28306099820869923});
  expect(rates([](SGD& o) { return SWALR(o, .05, 6, "cos", 4); }), {1, .9363620667976085, .7625, .525});
}

TEST(Schedulers, WriteTheirRatesWhenTheyAreVerbose) {
  std::string lines;
  set_verbose_handler([](void* to, const char* line) { *static_cast<std::string*>(to) += str(line, "\n"); }, &lines);
  {
    SGD o = one_group();
    ExponentialLR s(o, .5, -1, /*verbose=*/true);
    o.step(), s.step(), s.step(7);
  }
  {
    SGD o = one_group();
    CosineAnnealingWarmRestarts s(o, 3, 1, 0, -1, true);
    o.step(), s.step(1.5), s.step(2.0);
  }
  {
    SGD o = groups_of_one_and_half();
    ReduceLROnPlateau s(o, ReduceLROnPlateauOptions().patience(0).verbose(true));
    s.step(1), s.step(1);
  }
  set_verbose_handler(nullptr);
  EXPECT_EQ(lines,
            "Adjusting learning rate of group 0 to 1.0000e+00.\n"
            "Adjusting learning rate of group 0 to 5.0000e-01.\n"
            "Epoch 00007: adjusting learning rate of group 0 to 7.8125e-03.\n"
            "Epoch 00000: adjusting learning rate of group 0 to 1.0000e+00.\n"
            "Epoch 1.50: adjusting learning rate of group 0 to 5.0000e-01.\n"
            "Epoch 00002: adjusting learning rate of group 0 to 2.5000e-01.\n"
            "Epoch 00002: reducing learning rate of group 0 to 1.0000e-01.\n"
            "Epoch 00002: reducing learning rate of group 1 to 5.0000e-02.\n");
}

}  // namespace
}  // namespace torchpp::optim
