// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>

#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaOptim : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(13);
  }
};

using Tensors = std::vector<Tensor>;

// More tensors than one launch takes, more elements than one block, of every dtype and layout.
Tensors parameters() {
  Tensors list;
  for (int64_t i = 0; i < 60; ++i) list.push_back(randn({1 + i % 7, 3}));
  list.push_back(randn({9001}));
  list.push_back(randn({4096}, kDouble));
  list.push_back(randn({130}, kDouble));
  list.push_back(randn({0}));
  list.push_back(randn({}));
  list.push_back(randn({5, 4}).t());
  list.push_back(randn({4, 6}).narrow(1, 1, 3));
  list.push_back(randn({33}).narrow(0, 1, 32));  // not aligned
  list.push_back(randn({70}).to(kHalf));
  list.push_back(randn({71}).to(kBFloat16));
  list.push_back(randn({12}, kComplexFloat));
  return list;
}
Tensors like(const Tensors& list, bool positive = false) {
  Tensors result;
  for (const Tensor& t : list) {
    const Tensor r = randn(t.sizes(), t.is_complex() ? kComplexFloat : kFloat).to(t.dtype());
    result.push_back(positive && !t.is_complex() ? r.abs() : positive ? (r * r.conj()) : r);
  }
  return result;
}
Tensors copies(const Tensors& list) {
  Tensors result;
  for (const Tensor& t : list) {
    const Tensor to = t.is_non_overlapping_and_dense()
                          ? empty_strided(t.sizes(), t.strides(), t.options())
                          : empty({t.size(0), 2 * t.size(1)}, t.options()).narrow(1, 1, t.size(1));
    to.copy_(t);
    result.push_back(to);
  }
  return result;
}
Tensors there(const Tensors& list) {
  Tensors result;
  for (const Tensor& t : list) result.push_back(on_device(t));
  return result;
}
void expect_close(const Tensors& got, const Tensors& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    SCOPED_TRACE(i);
    torchpp::expect_close(got[i], expected[i], 4);
  }
}

TEST_F(CudaOptim, Sgd) {
  for (const double momentum : {0.0, 0.9})
    for (const double decay : {0.0, 0.1})
      for (const bool nesterov : {false, true})
        for (const bool first : {false, true}) {
          if (momentum == 0 && (nesterov || first)) continue;
          SCOPED_TRACE(testing::Message() << momentum << " " << decay << " " << nesterov << " " << first);
          const Tensors params = parameters(), grads = like(params), buffers = like(params);
          const Tensors p = there(params), g = there(grads), b = there(buffers), q = copies(params),
                        c = copies(buffers);
          const int64_t version = p[3]._version(), gradient = g[3]._version();
          op::fused_sgd(p, g, b, 0.1, momentum, 0.2, decay, nesterov, first, first);
          op::fused_sgd(q, grads, c, 0.1, momentum, 0.2, decay, nesterov, first, first);
          expect_close(p, q);
          if (momentum != 0) expect_close(b, c);
          EXPECT_EQ(p[3]._version(), version + 1);
          EXPECT_EQ(g[3]._version(), gradient);
        }
}

TEST_F(CudaOptim, Adam) {
  for (const bool amsgrad : {false, true})
    for (const double decay : {0.0, 0.1})
      for (const bool decoupled : {false, true}) {
        SCOPED_TRACE(testing::Message() << amsgrad << " " << decay << " " << decoupled);
        const Tensors params = parameters(), grads = like(params), m = like(params), v = like(params, true),
                      most = like(params, true);
        std::vector<double> steps;
        for (size_t i = 0; i < params.size(); ++i) steps.push_back(static_cast<double>(1 + i % 3));
        const Tensors p = there(params), g = there(grads), pm = there(m), pv = there(v), pmost = there(most);
        const Tensors q = copies(params), qm = copies(m), qv = copies(v), qmost = copies(most);
        const Tensors none;
        op::fused_adam(p, g, pm, pv, amsgrad ? pmost : none, steps, 0.01, 0.9, 0.99, decay, 1e-3, amsgrad, decoupled,
                       decoupled);
        op::fused_adam(q, grads, qm, qv, amsgrad ? qmost : none, steps, 0.01, 0.9, 0.99, decay, 1e-3, amsgrad,
                       decoupled, decoupled);
        expect_close(p, q);
        expect_close(pm, qm);
        expect_close(pv, qv);
        if (amsgrad) expect_close(pmost, qmost);
      }
}

TEST_F(CudaOptim, RMSprop) {
  for (const bool centered : {false, true})
    for (const double momentum : {0.0, 0.9})
      for (const double decay : {0.0, 0.1}) {
        SCOPED_TRACE(testing::Message() << centered << " " << momentum << " " << decay);
        // Averages of zero, so that no centered variance is negative.
        const Tensors params = parameters(), grads = like(params), squares = like(params, true),
                      averages = like(params), buffers = like(params);
        for (size_t i = 0; i < params.size(); ++i) averages[i].mul_(0), squares[i].add_(1);
        const Tensors p = there(params), g = there(grads), s = there(squares), a = there(averages), b = there(buffers);
        const Tensors q = copies(params), t = copies(squares), c = copies(averages), d = copies(buffers);
        op::fused_rmsprop(p, g, s, a, b, 0.01, 0.9, 1e-3, decay, momentum, centered, false);
        op::fused_rmsprop(q, grads, t, c, d, 0.01, 0.9, 1e-3, decay, momentum, centered, false);
        expect_close(p, q);
        expect_close(s, t);
        expect_close(a, c);
        expect_close(b, d);
      }
}

TEST_F(CudaOptim, Adagrad) {
  for (const double decay : {0.0, 0.1}) {
    const Tensors params = parameters(), grads = like(params), sums = like(params, true);
    std::vector<double> steps;
    for (size_t i = 0; i < params.size(); ++i) steps.push_back(static_cast<double>(1 + i % 3));
    const Tensors p = there(params), g = there(grads), s = there(sums), q = copies(params), t = copies(sums);
    op::fused_adagrad(p, g, s, steps, 0.1, 0.5, decay, 1e-3, false);
    op::fused_adagrad(q, grads, t, steps, 0.1, 0.5, decay, 1e-3, false);
    expect_close(p, q);
    expect_close(s, t);
  }
}

// Steps with two states: run(params, grads, first, second, decay), the states drawn at random, or not negative.
template <class Run>
void expect_step(const char* name, bool first_positive, bool second_positive, const Run& run) {
  for (const double decay : {0.0, 0.1}) {
    SCOPED_TRACE(testing::Message() << name << " " << decay);
    const Tensors params = parameters(), grads = like(params), first = like(params, first_positive),
                  second = like(params, second_positive);
    const Tensors p = there(params), g = there(grads), a = there(first), b = there(second);
    const Tensors q = copies(params), c = copies(first), d = copies(second);
    run(p, g, a, b, decay);
    run(q, grads, c, d, decay);
    expect_close(p, q);
    expect_close(a, c);
    expect_close(b, d);
  }
}
// One number for each parameter, of which some differ.
std::vector<double> numbers(std::initializer_list<double> of) {
  std::vector<double> all;
  for (size_t i = 0; i < parameters().size(); ++i) all.push_back(of.begin()[i % of.size()]);
  return all;
}

TEST_F(CudaOptim, OtherSteps) {
  const std::vector<double> steps = numbers({1, 2, 3}), few = numbers({3, 9});
  expect_step("Adadelta", true, true, [](auto& p, auto& g, auto& a, auto& b, double decay) {
    op::fused_adadelta(p, g, a, b, 0.1, 0.9, 1e-3, decay, decay != 0);
  });
  expect_step("Adamax", false, true, [&](auto& p, auto& g, auto& a, auto& b, double decay) {
    op::fused_adamax(p, g, a, b, steps, 0.1, 0.9, 0.99, decay, 1e-3, decay != 0);
  });
  expect_step("Asgd", false, false, [&](auto& p, auto& g, auto& a, auto&, double decay) {
    op::fused_asgd(p, g, a, numbers({0.1, 0.2}), numbers({1, 0.25, 0.5}), 0.01, decay, decay != 0);
  });
  expect_step("NAdam", false, true, [&](auto& p, auto& g, auto& a, auto& b, double decay) {
    op::fused_nadam(p, g, a, b, numbers({0.1, 0.2}), numbers({-0.1, -0.2}), numbers({-0.2, -0.3}), 0.9, 0.99, decay,
                    1e-3);
  });
  expect_step("RAdam", false, true, [&](auto& p, auto& g, auto& a, auto& b, double decay) {
    op::fused_radam(p, g, a, b, few, 0.1, 0.9, 0.99, decay, 1e-3);
  });
  expect_step("Rprop", false, true, [](auto& p, auto& g, auto& a, auto& b, double decay) {
    op::fused_rprop(p, g, a, b, 0.5, 1.2, 0.1, 1.5, decay != 0);
  });
}

TEST_F(CudaOptim, NormSquared) {
  const Tensors list = parameters();
  Tensors single, wide;
  for (const Tensor& t : list) (t.scalar_type() == kDouble ? wide : single).push_back(t);
  torchpp::expect_close(op::foreach_norm_squared(there(single)), op::foreach_norm_squared(single));
  torchpp::expect_close(op::foreach_norm_squared(there(wide)), op::foreach_norm_squared(wide));
  // Of float and double tensors: the result is double, the sums of the float tensors are rounded to float.
  const Tensor both = op::foreach_norm_squared(there(list));
  EXPECT_EQ(both.scalar_type(), kDouble);
  torchpp::expect_close(both.to(kFloat), op::foreach_norm_squared(list).to(kFloat));
  const Tensors empties = {randn({0}), randn({2, 0})};
  EXPECT_EQ(op::foreach_norm_squared(there(empties)).item<float>(), 0.f);
  // Repeated calls give the same bits.
  EXPECT_EQ(op::foreach_norm_squared(there(single)).item<float>(),
            op::foreach_norm_squared(there(single)).item<float>());
}

TEST_F(CudaOptim, Multiply) {
  const Tensors list = parameters();
  const Tensor factor = full({}, 0.3, kFloat);
  for (const bool on_host : {false, true}) {
    const Tensors p = there(list), q = copies(list);
    const int64_t version = p[3]._version();
    op::foreach_mul(p, on_host ? factor : on_device(factor));
    op::foreach_mul(q, factor);
    expect_close(p, q);
    EXPECT_EQ(p[3]._version(), version + 1);
  }
}

TEST_F(CudaOptim, Zero) {
  Tensors list = there(parameters());
  list.push_back(on_device(ones({6, 4})).slice(1, 0, 4, 2));
  list.push_back(on_device(ones({5}, kHalf)));
  list.push_back(on_device(ones({3}, kBool)));
  const Tensor around = on_device(ones({9}, kChar));
  list.push_back(around.slice(0, 1, 8));  // seven bytes at no multiple of 16
  const int64_t version = list[3]._version();
  op::foreach_zero(list);
  for (const Tensor& t : list) EXPECT_TRUE(equal(t.cpu(), zeros_like(t.cpu()))) << t.toString();
  EXPECT_EQ(list[3]._version(), version + 1);
  EXPECT_EQ(around.cpu().sum().item<int64_t>(), 2);
}

// The formulas of SGD and Adam(W) as their papers and libtorch have them, in double.
TEST_F(CudaOptim, Formulas) {
  const Tensor p = randn({5000}, kDouble), g = randn({5000}, kDouble), a = randn({5000}, kDouble),
               b = rand({5000}, kDouble);
  const auto at = [](const Tensor& t, int64_t i) { return t.data_ptr<double>()[i]; };

  const Tensor sp = on_device(p), sg = on_device(g), sa = on_device(a);
  op::fused_sgd(Tensors{sp}, Tensors{sg}, Tensors{sa}, 0.1, 0.9, 0.2, 0.3, true, false, false);
  const Tensor sgd = sp.cpu(), buffer = sa.cpu();
  const Tensor ap = on_device(p), ag = on_device(g), aa = on_device(a), ab = on_device(b);
  op::fused_adam(Tensors{ap}, Tensors{ag}, Tensors{aa}, Tensors{ab}, Tensors{}, 3, 0.1, 0.9, 0.99, 0.3, 1e-4, false,
                 true, true);
  const Tensor adam = ap.cpu();
  for (int64_t i = 0; i < 5000; ++i) {
    const double gradient = at(g, i) + 0.3 * at(p, i), moment = 0.9 * at(a, i) + (1 - 0.2) * gradient;
    EXPECT_NEAR(at(buffer, i), moment, 1e-13);
    EXPECT_NEAR(at(sgd, i), at(p, i) - 0.1 * (gradient + 0.9 * moment), 1e-13);
    const double m = 0.9 * at(a, i) - 0.1 * at(g, i), v = 0.99 * at(b, i) + 0.01 * at(g, i) * at(g, i);
    const double root = std::sqrt(v / (1 - std::pow(0.99, 3))) + 1e-4;
    EXPECT_NEAR(at(adam, i), at(p, i) * (1 - 0.1 * 0.3) - 0.1 * m / (1 - std::pow(0.9, 3)) / root, 1e-10);
  }
}

TEST_F(CudaOptim, TwoDevices) {
  if (cuda::device_count() < 2) GTEST_SKIP() << "one device";
  const Tensor a = ones({3}).to(Device(kCUDA, 0)), b = ones({4}).to(Device(kCUDA, 1));
  const Tensor ga = full({3}, 2.0, kFloat).to(Device(kCUDA, 0)), gb = full({4}, 3.0, kFloat).to(Device(kCUDA, 1));
  op::fused_sgd(Tensors{a, b}, Tensors{ga, gb}, Tensors{}, 0.5, 0, 0, 0, false, false, false);
  EXPECT_EQ(a.cpu().sum().item<float>(), 0.f);
  EXPECT_EQ(b.cpu().sum().item<float>(), -2.f);
  op::foreach_mul(Tensors{ga, gb}, full({}, 2.0, kFloat).to(Device(kCUDA, 1)));
  EXPECT_EQ(ga.cpu().sum().item<float>(), 12.f);
  EXPECT_EQ(gb.cpu().sum().item<float>(), 24.f);
}

TEST_F(CudaOptim, Errors) {
  const auto says = [](const auto& call, const char* text) {
    try {
      call();
      ADD_FAILURE() << "no error instead of " << text;
    } catch (const std::exception& e) {
      EXPECT_NE(std::string(e.what()).find(text), std::string::npos) << e.what() << " instead of " << text;
    }
  };
  const Tensors p = {on_device(ones({3}))}, longs = {on_device(ones({3}, kLong))}, host = {ones({3})}, none;
  const auto sgd = [&](const Tensors& params, const Tensors& grads) {
    op::fused_sgd(params, grads, none, 0.5, 0, 0, 0, false, false, false);
  };
  says([&] { sgd(p, host); }, "gradient of parameter 0 is on cpu, expected cuda:0");
  says([&] { sgd(p, {on_device(ones({2}))}); }, "gradient of parameter 0 has sizes [2], expected [3]");
  says([&] { sgd(p, none); }, "got 1 parameters and 0 gradients");
  says([&] { sgd({p[0], host[0]}, {p[0], host[0]}); }, "got one on cpu among others on CUDA devices");
  says(
      [&] {
        op::foreach_mul(Tensors{p[0], host[0]}, p[0].select(0, 0));
      },
      "got one on cpu among others on CUDA devices");
  says([&] { op::foreach_norm_squared(Tensors{p[0], host[0]}); }, "found at least two devices");
  says([&] { sgd(longs, longs); }, "not implemented for 'Long'");
  says([&] { op::foreach_mul(p, on_device(ones({2}))); }, "scalar has 2 elements, expected one");
  const std::vector<double> steps;
  says([&] { op::fused_adam(p, p, p, p, none, steps, 0.1, 0.9, 0.9, 0, 0, false, false, false); },
       "got 1 parameters and 0 steps");
}

}  // namespace
}  // namespace torchpp
