// SPDX-License-Identifier: BSD-3-Clause
// L-BFGS on Rosenbrock's function of five numbers. The stored values are those of Python's torch.optim.LBFGS of
// libtorch 1.13.1 (Debian), in double.
#include <gtest/gtest.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>
#include <torchpp/optim/lbfgs.h>
#include <torchpp/serialize.h>

#include <sstream>

#include "tests/optim/training.h"
#include "tests/support/error_of.h"

namespace torchpp::optim {
namespace {

using test::error_of;

struct Rosenbrock {
  Tensor a = test::parameter({-1.2, 1, 0.5}), b = test::parameter({0.25, -1.5}).detach().view({2, 1});
  int calls = 0;

  Rosenbrock() { b.set_requires_grad(true); }
  Tensor operator()() {
    ++calls;
    for (const Tensor& p : {a, b}) p.mutable_grad() = Tensor();
    const Tensor x = cat({a, b.reshape(-1)}), low = x.slice(0, 0, 4), high = x.slice(0, 1, 5);
    const Tensor loss = (100 * (high - low * low).pow(2) + (1 - low).pow(2)).sum();
    loss.backward();
    return loss;
  }
};

struct After {
  double loss, a0, a2, b1;
  int64_t calls, iterations;
};

void expect_steps(const char* name, const LBFGSOptions& options, const std::vector<After>& expected) {
  SCOPED_TRACE(name);
  Rosenbrock f;
  LBFGS optimizer({f.a, f.b}, options);
  for (const After& after : expected) {
    const Tensor loss = optimizer.step([&] { return f(); });
    const auto& state = static_cast<const LBFGSParamState&>(*optimizer.state().find(f.a));
    EXPECT_NEAR(loss.item<double>(), after.loss, 1e-8 * after.loss);
    EXPECT_NEAR(f.a.data_ptr<double>()[0], after.a0, 1e-8);
    EXPECT_NEAR(f.a.data_ptr<double>()[2], after.a2, 1e-8);
    EXPECT_NEAR(f.b.data_ptr<double>()[1], after.b1, 1e-8);
    EXPECT_EQ(state.func_evals(), after.calls);
    EXPECT_EQ(state.n_iter(), after.iterations);
    EXPECT_EQ(f.calls, after.calls);
  }
}

TEST(Lbfgs, StepsAsPyTorch) {
  expect_steps("plain", LBFGSOptions(.5).max_iter(5),
               {{294.153125, -0.857032203172457, 0.4661620977491542, -0.041468142548006445, 5, 5},
                {6.49259138309179, -0.8042836877369961, 0.4344095478784543, 0.033943647393707546, 10, 10},
                {4.366223846909461, -0.8049164568724719, 0.45268014751081026, 0.045791172763977775, 15, 15},
                {4.336422980910182, -0.8865469561564072, 0.6604827267785023, 0.16414306074685478, 20, 20},
                {4.1452496676713455, -0.9157259631551729, 0.7121496717064217, 0.25607928625156867, 25, 25}});
  expect_steps("history of two", LBFGSOptions(.1).max_iter(7).history_size(2),
               {{294.153125, -1.038359691711431, 0.5203514783054838, -0.7555188667558492, 7, 7},
                {81.74865726152863, -0.9623873784163488, 0.5453420232600337, -0.2765769942590683, 14, 14},
                {19.39548811300076, -0.9093538599897633, 0.5568102411817077, -0.061586058025870104, 21, 21},
                {7.154055352459963, -0.8861307610546357, 0.56955644220102, 0.03750252233821851, 28, 28},
                {4.747040122331579, -0.8758358189835612, 0.5816078895574439, 0.08730157953245882, 35, 35}});
  expect_steps("line search", LBFGSOptions().line_search_fn("strong_wolfe").max_iter(6),
               {{294.153125, -0.7778876997054658, 0.35657957617290115, 0.01707276869349266, 7, 5},
                {4.551385545204168, -0.8620627433146796, 0.5718984210962131, 0.08793058205226315, 15, 10},
                {4.261761472954938, -0.9042606240343263, 0.680068901536351, 0.194684747834792, 23, 13},
                {4.089777531619254, -0.9480263385509122, 0.8316668306965429, 0.47676749954023157, 30, 18},
                {3.9401846980188204, -0.9620350063430784, 0.8806440636325708, 0.6048630567686838, 37, 24}});
  expect_steps("line search, bounded calls",
               LBFGSOptions(.1).line_search_fn("strong_wolfe").max_iter(10).max_eval(8).history_size(3),
               {{294.153125, -0.8065330266597976, 0.5151074716486876, -0.3734786384249025, 8, 5},
                {22.786781734428033, -0.798315963743761, 0.454814947677088, -0.16101684526683807, 16, 12},
                {8.45647119510518, -0.7924714071256627, 0.4275767446132018, -0.05790936504853323, 24, 19},
                {5.240081978313093, -0.7921018154558381, 0.4198525009113911, -0.009499746224477617, 32, 26},
                {4.562209620608479, -0.7937400454195215, 0.42151976152540616, 0.015295778578293073, 40, 33}});
}

// Each tolerance ends the iterations where PyTorch's does: on sum(scale (x - 1)^4) + (x0 x1 - 1/2)^2.
TEST(Lbfgs, TolerancesEndTheIterations) {
  struct Row {
    LBFGSOptions options;
    int64_t calls, iterations;
    double x0, x1, x2;
  };
  const auto slow = [] { return LBFGSOptions(0.1).max_iter(50); };
  const auto wolfe = [] { return LBFGSOptions(1).max_iter(50).line_search_fn("strong_wolfe"); };
  const Row rows[] = {
      {slow(), 50, 50, 1.442421464292481, 0.4134959994911906, 0.7090860050584471},
      {slow().tolerance_grad(1000), 2, 1, 1.4986895616809761, -1.9014460009037506, 0.5001355625847266},
      {slow().tolerance_change(0.5), 2, 1, 1.4986895616809761, -1.9014460009037506, 0.5001355625847266},
      {wolfe().tolerance_grad(0.01), 17, 16, 0.6732473446207956, 0.8616627567416034, 0.9268269359823653},
      {wolfe().tolerance_change(0.001), 14, 14, 0.6836495893255111, 0.8502504661492856, 0.8624911603204232}};
  for (const Row& row : rows) {
    SCOPED_TRACE(&row - rows);
    const Tensor x = test::parameter({1.5, -2, 0.5}), scale = test::parameter({1, 10, 3}).detach();
    LBFGS optimizer({x}, row.options);
    optimizer.step([&] {
      x.mutable_grad() = Tensor();
      const Tensor loss = (scale * (x - 1).pow(4)).sum() + (x[0] * x[1] - 0.5).pow(2);
      loss.backward();
      return loss;
    });
    const auto& state = static_cast<const LBFGSParamState&>(*optimizer.state().find(x));
    EXPECT_EQ(state.func_evals(), row.calls);
    EXPECT_EQ(state.n_iter(), row.iterations);
    EXPECT_NEAR(x.data_ptr<double>()[0], row.x0, 1e-8);
    EXPECT_NEAR(x.data_ptr<double>()[1], row.x1, 1e-8);
    EXPECT_NEAR(x.data_ptr<double>()[2], row.x2, 1e-8);
  }
}

TEST(Lbfgs, EndsWhereTheGradientIsZero) {
  const Tensor p = test::parameter({1, 2});
  LBFGS optimizer({p});
  int calls = 0;
  const auto closure = [&] {
    ++calls;
    p.mutable_grad() = zeros({2}, kDouble);
    return zeros({}, kDouble);
  };
  optimizer.step(closure);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(static_cast<const LBFGSParamState&>(*optimizer.state().find(p)).n_iter(), 0);
}

// A parameter that the loss does not depend on has no gradient, and stays.
TEST(Lbfgs, ParameterWithoutGradient) {
  const Tensor p = test::parameter({1, 2}), q = test::parameter({3});
  LBFGS optimizer({p, q});
  optimizer.step([&] {
    p.mutable_grad() = Tensor();
    const Tensor loss = (p * p).sum();
    loss.backward();
    return loss;
  });
  EXPECT_NEAR(p.abs().max().item<double>(), 0, 1e-6);
  EXPECT_EQ(q.item<double>(), 3);
}

TEST(Lbfgs, RoundTripGoesOnWithTheSameBits) {
  Rosenbrock f, g;
  const LBFGSOptions options = LBFGSOptions(.5).max_iter(4).line_search_fn("strong_wolfe").max_eval(30);
  LBFGS saved({f.a, f.b}, options), loaded({g.a, g.b}, LBFGSOptions(.1));
  for (int n = 0; n < 3; ++n) saved.step([&] { return f(); });
  std::stringstream file;
  save(saved, file);
  load(loaded, file);
  g.a.detach().copy_(f.a.detach());
  g.b.detach().copy_(f.b.detach());
  for (int n = 0; n < 2; ++n) {
    saved.step([&] { return f(); });
    loaded.step([&] { return g(); });
  }
  EXPECT_TRUE(f.a.equal(g.a));
  EXPECT_TRUE(f.b.equal(g.b));

  // States of other sizes are refused, and nothing changes.
  std::stringstream again;
  LBFGS alone({f.a}, options);
  alone.step([&] { return f(); });
  save(alone, again);
  LBFGS shorter({test::parameter({1, 2})}, LBFGSOptions(.1));
  EXPECT_NE(error_of([&] { load(shorter, again); }).find("expected a last size of 2"), std::string::npos);
  EXPECT_TRUE(shorter.state().empty());
}

TEST(Lbfgs, Errors) {
  const Tensor p = test::parameter({1}), q = test::parameter({1});
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<Tensor>{p});
  groups.emplace_back(std::vector<Tensor>{q});
  EXPECT_NE(error_of([&] { LBFGS{groups}; }).find("LBFGS doesn't support per-parameter options"), std::string::npos);
  std::vector<OptimizerParamGroup> none;
  none.emplace_back(std::vector<Tensor>());
  EXPECT_NE(error_of([&] { LBFGS(none).step([] { return zeros({}); }); }).find("a group without parameters"),
            std::string::npos);
  LBFGS optimizer({p});
  EXPECT_NE(error_of([&] { optimizer.step(nullptr); }).find("requires a closure"), std::string::npos);
  optimizer.add_param_group(OptimizerParamGroup({q}));
  EXPECT_NE(error_of([&] { optimizer.step([] { return zeros({}); }); }).find("parameter groups"), std::string::npos);
  EXPECT_NE(error_of([&] { LBFGS({p}, LBFGSOptions().line_search_fn("x")); }).find("only 'strong_wolfe' is supported"),
            std::string::npos);
}

// A closure that throws while a line is searched leaves the parameters where the last step ended.
TEST(Lbfgs, AClosureThatThrowsMovesNothing) {
  Rosenbrock f;
  LBFGS optimizer({f.a, f.b}, LBFGSOptions().line_search_fn("strong_wolfe"));
  const Tensor a = f.a.detach().clone(), b = f.b.detach().clone();
  for (const int call : {2, 3}) {
    f.calls = 0;
    EXPECT_EQ(error_of([&] {
                optimizer.step([&] {
                  const Tensor loss = f();
                  if (f.calls == call) throw ValueError("closure");
                  return loss;
                });
              }),
              "closure");
    EXPECT_TRUE(f.a.equal(a) && f.b.equal(b)) << "call " << call;
  }
}

}  // namespace
}  // namespace torchpp::optim
