// SPDX-License-Identifier: BSD-3-Clause
// GradScaler on the CPU: its rule, its states, its errors. Origin: the sources of Python's torch 1.13.1.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using amp::GradScaler;
using amp::GradScalerOptions;
using test::expect_error;

constexpr double kInf = std::numeric_limits<double>::infinity();

// One parameter of one element with SGD at a rate of 1.
struct Training {
  explicit Training(double value = 0) : w(full({1}, value).requires_grad_()), sgd({w}, optim::SGDOptions(1)) {}
  // The gradient of the loss is `grad`.
  void backward(GradScaler& scaler, double grad) {
    sgd.zero_grad();
    scaler.scale(w.sum() * grad).backward();
  }
  Tensor w;
  optim::SGD sgd;
};

GradScaler with(double init_scale, int64_t interval = 2000) {
  return GradScaler(GradScalerOptions().init_scale(init_scale).growth_interval(interval));
}

TEST(GradScaler, Defaults) {
  const GradScaler scaler;
  EXPECT_TRUE(scaler.is_enabled());
  EXPECT_EQ(scaler.get_scale(), 65536);
  EXPECT_EQ(scaler.get_growth_factor(), 2);
  EXPECT_EQ(scaler.get_backoff_factor(), 0.5);
  EXPECT_EQ(scaler.get_growth_interval(), 2000);
  expect_error([] { GradScaler(GradScalerOptions().growth_factor(1)); }, "The growth factor must be > 1.0");
  expect_error([] { GradScaler(GradScalerOptions().backoff_factor(1)); }, "The backoff factor must be < 1.0");
}

TEST(GradScaler, ScalesAndStepsAlongTheTrueGradient) {
  GradScaler scaler = with(8);
  const Tensor scaled = scaler.scale(ones({}));
  EXPECT_EQ(scaled.sizes(), IntArrayRef({1}));
  EXPECT_EQ(scaled.item<float>(), 8);
  const std::vector<Tensor> several = scaler.scale({ones({2}), ones({}, kDouble)});
  EXPECT_EQ(several[0][1].item<float>(), 8);
  EXPECT_EQ(several[1].item<double>(), 8);

  Training t;
  t.backward(scaler, 3);
  EXPECT_EQ(t.w.grad().item<float>(), 24);
  scaler.step(t.sgd);
  scaler.update();
  EXPECT_EQ(t.w.grad().item<float>(), 3);
  EXPECT_EQ(t.w.item<float>(), -3);
}

// The rule, written down once more: skipped steps back off, `interval` good ones in a row grow.
TEST(GradScaler, FollowsTheRuleOverFiveHundredSteps) {
  for (const int64_t interval : {1, 3, 10}) {
    GradScaler scaler = with(1024, interval);
    Training t;
    double scale = 1024, w = 0;
    int64_t good = 0;
    uint32_t random = 12345;
    int skipped = 0;
    for (int i = 0; i < 500; ++i) {
      random = random * 1664525u + 1013904223u;
      const bool bad = (random >> 24) % 5 == 0;
      const bool nan = (random >> 16 & 1) != 0;
      t.backward(scaler, bad ? (nan ? std::nan("") : (random >> 17 & 1) != 0 ? kInf : -kInf) : 0.25);
      scaler.step(t.sgd);
      scaler.update();
      if (bad) {
        scale *= 0.5;
        good = 0;
        ++skipped;
      } else {
        w -= 0.25;
        if (++good == interval) scale = static_cast<float>(scale) * 2, good = 0;
      }
      // The scale itself may overflow, after which every step is skipped: libtorch does not guard that either.
      if (scale > 1e30) {
        scaler.update(1024.0);
        scale = 1024;
      }
      ASSERT_EQ(scaler.get_scale(), scale) << i;
      ASSERT_EQ(t.w.item<float>(), static_cast<float>(w)) << i;
    }
    EXPECT_GT(skipped, 50);
  }
}

TEST(GradScaler, GradientsMayBeClippedOnceTheyAreUnscaled) {
  GradScaler scaler = with(128);
  Training t;
  t.backward(scaler, 3);
  scaler.unscale_(t.sgd);
  EXPECT_EQ(t.w.grad().item<float>(), 3);
  nn::utils::clip_grad_norm_({t.w}, 1.0);
  scaler.step(t.sgd);
  scaler.update();
  EXPECT_NEAR(t.w.item<float>(), -1, 1e-5);
}

TEST(GradScaler, GradientsAccumulateUnderOneScale) {
  GradScaler scaler = with(16);
  Training t;
  for (int i = 0; i < 3; ++i) scaler.scale(t.w.sum() * 2).backward();
  scaler.step(t.sgd);
  scaler.update();
  EXPECT_EQ(t.w.item<float>(), -6);
}

TEST(GradScaler, OptimizersAreSkippedOneByOne) {
  GradScaler scaler = with(64, 1);
  Training a, b;
  a.backward(scaler, kInf);
  b.backward(scaler, 1);
  scaler.step(a.sgd);
  scaler.step(b.sgd);
  scaler.update();
  EXPECT_EQ(a.w.item<float>(), 0);
  EXPECT_EQ(b.w.item<float>(), -1);
  EXPECT_EQ(scaler.get_scale(), 32);
  a.backward(scaler, 1);
  b.backward(scaler, 1);
  scaler.step(a.sgd);
  scaler.step(b.sgd);
  scaler.update();
  EXPECT_EQ(scaler.get_scale(), 64);
}

TEST(GradScaler, UnwantedOrdersAreErrors) {
  Training t;
  GradScaler fresh;
  expect_error([&] { fresh.unscale_(t.sgd); }, "Attempted unscale_ but _scale is None");
  expect_error([&] { fresh.step(t.sgd); }, "Attempted step but _scale is None");
  expect_error([&] { fresh.update(); }, "Attempted update but _scale is None");
  expect_error([&] { fresh.update(2.0); }, "Attempted update but _scale is None");

  GradScaler scaler = with(4);
  scaler.scale(ones({}));
  expect_error([&] { scaler.update(); }, "No inf checks were recorded prior to update");
  expect_error([&] { scaler.step(t.sgd); }, "No inf checks were recorded for this optimizer");
  scaler.update(4.0);
  t.backward(scaler, 1);
  expect_error([&] { scaler.step(t.sgd, [] { return Tensor(); }); }, "Closure use is not currently supported");
  scaler.unscale_(t.sgd);
  expect_error([&] { scaler.unscale_(t.sgd); }, "unscale_() has already been called");
  scaler.step(t.sgd);
  expect_error([&] { scaler.step(t.sgd); }, "step() has already been called");
  expect_error([&] { scaler.unscale_(t.sgd); }, "unscale_() is being called after step()");
  scaler.update();
  expect_error([&] { scaler.update(); }, "No inf checks were recorded prior to update");
  EXPECT_EQ(t.w.item<float>(), -1);

  expect_error([&] { scaler.scale(ones({1}, TensorOptions().device(kMeta))); }, "expected one on the CPU");
  expect_error([&] { scaler.scale(Tensor()); }, "undefined");
}

TEST(GradScaler, RefusesGradientsOfHalf) {
  GradScaler scaler = with(4);
  const Tensor w = ones({2}, kHalf).requires_grad_();
  optim::SGD sgd({w}, optim::SGDOptions(1));
  scaler.scale(w.sum()).sum().backward();
  const Tensor before = w.grad().clone();
  EXPECT_THROW(scaler.unscale_(sgd), ValueError);
  expect_error([&] { scaler.step(sgd); }, "Attempting to unscale FP16 gradients");
  EXPECT_TRUE(w.grad().equal(before));
}

TEST(GradScaler, TakesSparseGradients) {
  GradScaler scaler = with(8);
  const Tensor table = ones({4, 2}).requires_grad_();
  optim::SGD sgd({table}, optim::SGDOptions(1));
  const Tensor index = tensor({1, 3, 1});
  scaler.scale(embedding(table, index, -1, false, true).sum()).backward();
  ASSERT_TRUE(table.grad().is_sparse());
  scaler.unscale_(sgd);
  EXPECT_TRUE(table.grad().is_sparse());
  EXPECT_EQ(table.grad().to_dense()[1][0].item<float>(), 2);
  scaler.step(sgd);
  scaler.update();
  EXPECT_EQ(table[1][0].item<float>(), -1);
  EXPECT_EQ(table[3][1].item<float>(), 0);
  EXPECT_EQ(table[0][0].item<float>(), 1);
  // A value that is not finite among those of one index.
  sgd.zero_grad(true);
  scaler.scale((embedding(table, index, -1, false, true) * tensor({1., 1., kInf}).to(kFloat).view({3, 1})).sum())
      .backward();
  scaler.step(sgd);
  scaler.update();
  EXPECT_EQ(scaler.get_scale(), 4);
  EXPECT_EQ(table[1][0].item<float>(), -1);
}

TEST(GradScaler, TheScaleCanBeSet) {
  GradScaler scaler = with(4);
  scaler.scale(ones({}));
  scaler.update(32.0);
  EXPECT_EQ(scaler.get_scale(), 32);
  scaler.update(full({1}, 16.f));
  EXPECT_EQ(scaler.get_scale(), 16);
  expect_error([&] { scaler.update(ones({1}, kDouble)); }, "new_scale should be a float or a 1-element");
  expect_error([&] { scaler.update(ones({2})); }, "new_scale should be a float or a 1-element");
  expect_error([&] { scaler.update(ones({1}).requires_grad_()); }, "new_scale should be a float or a 1-element");
  scaler.set_growth_factor(3);
  scaler.set_backoff_factor(0.25);
  scaler.set_growth_interval(1);
  Training t;
  t.backward(scaler, 1);
  scaler.step(t.sgd);
  scaler.update();
  EXPECT_EQ(scaler.get_scale(), 48);
  t.backward(scaler, kInf);
  scaler.step(t.sgd);
  scaler.update();
  EXPECT_EQ(scaler.get_scale(), 12);
}

TEST(GradScaler, ADisabledOneDoesNothing) {
  GradScaler scaler(GradScalerOptions().enabled(false).growth_factor(0));
  const Tensor x = ones({2});
  EXPECT_TRUE(scaler.scale(x).is_same(x));
  EXPECT_EQ(scaler.get_scale(), 1);
  Training t;
  t.w.sum().backward();
  scaler.unscale_(t.sgd);
  EXPECT_EQ(scaler.step(t.sgd, [] { return full({}, 5.f); }).item<float>(), 5);
  EXPECT_EQ(t.w.item<float>(), -1);
  scaler.update();
  scaler.update(2.0);
  EXPECT_TRUE(scaler.state_dict().empty());
  scaler.load_state_dict({});
}

TEST(GradScaler, StateIsSavedUnderPythonsNames) {
  GradScaler scaler(GradScalerOptions().init_scale(8).growth_interval(5).growth_factor(4).backoff_factor(0.125));
  Training t;
  for (int i = 0; i < 2; ++i) {
    t.backward(scaler, 1);
    scaler.step(t.sgd);
    scaler.update();
  }
  std::string names;
  for (const auto& [key, value] : scaler.state_dict()) names += key.toStringRef() + " " + str(value.toScalar()) + ", ";
  EXPECT_EQ(names, "scale 8, growth_factor 4, backoff_factor 0.125, growth_interval 5, _growth_tracker 2, ");

  GradScaler fresh, used = with(2);
  used.scale(ones({}));
  for (GradScaler* to : {&fresh, &used}) {
    to->load_state_dict(scaler.state_dict());
    EXPECT_EQ(to->get_scale(), 8);
    EXPECT_EQ(to->get_growth_interval(), 5);
    Training other;
    for (int i = 0; i < 3; ++i) {
      other.backward(*to, 1);
      to->step(other.sgd);
      to->update();
    }
    EXPECT_EQ(to->get_scale(), 32);  // the fifth good step, of which two came before
  }
  expect_error([&] { fresh.load_state_dict({}); }, "The source state dict is empty");
  expect_error([&] { fresh.load_state_dict({{"scale", 2.0}}); }, "there is no entry 'growth_factor'");
  EXPECT_EQ(fresh.get_scale(), 32);
}

TEST(GradScaler, IsSavedToArchives) {
  GradScaler scaler = with(8, 7);
  Training t;
  t.backward(scaler, 1);
  scaler.step(t.sgd);
  scaler.update();
  std::stringstream stream;
  {
    serialize::OutputArchive archive;
    scaler.save(archive);
    archive.save_to(stream);
  }
  GradScaler other;
  serialize::InputArchive archive;
  archive.load_from(stream);
  other.load(archive);
  EXPECT_EQ(other.get_scale(), 8);
  EXPECT_EQ(other.get_growth_interval(), 7);
  for (size_t i = 0; i < 5; ++i)
    EXPECT_EQ(str(other.state_dict()[i].second.toScalar()), str(scaler.state_dict()[i].second.toScalar()));
}

TEST(GradScaler, TrainsUnderAutocast) {
  manual_seed(9);
  const Tensor x = randn({64, 4}), target = x.matmul(full({4, 1}, 0.5));
  nn::Linear net(4, 1);
  optim::SGD sgd(net->parameters(), optim::SGDOptions(0.1));
  GradScaler scaler;
  double last = 0;
  for (int i = 0; i < 100; ++i) {
    sgd.zero_grad();
    Tensor loss;
    {
      const amp::autocast on(kCPU);
      loss = nn::functional::mse_loss(net->forward(x), target);
    }
    scaler.scale(loss).backward();
    scaler.step(sgd);
    scaler.update();
    last = loss.item<float>();
  }
  EXPECT_LT(last, 1e-3);
}

}  // namespace
}  // namespace torchpp
