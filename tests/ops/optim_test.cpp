// SPDX-License-Identifier: BSD-3-Clause
// Steps of optimizers over lists. The expected numbers are those of torch.optim 1.13.1 in double after three steps.
#include <gtest/gtest.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/ops/ops.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace torchpp {
namespace {

Tensor sample(IntArrayRef sizes, int64_t seed) {
  const Tensor d = empty(sizes, kDouble);
  for (int64_t i = 0; i < d.numel(); ++i)
    d.data_ptr<double>()[i] = static_cast<double>((i * 37 + seed * 11) % 101 - 50) / 8;
  return d;
}

struct Options {
  bool adam;
  double lr, momentum = 0, dampening = 0, weight_decay = 0;
  bool nesterov = false, maximize = false;
  double beta1 = 0.9, beta2 = 0.999, eps = 1e-8;
  bool amsgrad = false, decoupled = false;
};

// Memory of another order than the sizes tell, or of a dtype that the loops do not have.
enum class Layout { kPlain, kGaps, kTransposed };

struct Model {
  std::vector<Tensor> params, states[3];

  Model(ScalarType dtype, Layout layout) {
    params = {place(sample({3, 4}, 1), dtype, layout), place(sample({5}, 2), dtype, layout)};
    for (auto& s : states)
      s = {place(zeros({3, 4}, kDouble), dtype, layout), place(zeros({5}, kDouble), dtype, Layout::kPlain)};
  }
  static Tensor place(const Tensor& t, ScalarType dtype, Layout layout) {
    if (layout == Layout::kGaps) {
      const Tensor wide = zeros({t.size(0), t.dim() == 2 ? 8 : 2}, dtype);
      const Tensor part = t.dim() == 2 ? wide.slice(1, 0, 8, 2) : wide.select(1, 1);
      part.copy_(t);
      return part;
    }
    if (layout == Layout::kTransposed && t.dim() == 2) return t.to(dtype).t().contiguous().t();
    return t.to(dtype).clone();
  }
  void step(const Options& o, int64_t t, ScalarType dtype) {
    const std::vector<Tensor> grads = {sample({3, 4}, 20 + (t - 1) * 2).to(dtype),
                                       sample({5}, 21 + (t - 1) * 2).to(dtype)};
    const std::vector<double> steps(2, static_cast<double>(t));
    if (o.adam)
      op::fused_adam(params, grads, states[0], states[1], states[2], steps, o.lr, o.beta1, o.beta2, o.weight_decay,
                     o.eps, o.amsgrad, o.maximize, o.decoupled);
    else
      op::fused_sgd(params, grads, states[0], o.lr, o.momentum, o.dampening, o.weight_decay, o.nesterov, o.maximize,
                    t == 1);
  }
};

struct Case {
  Options options;
  double sum, first, second;
};
const Case kCases[] = {
    {{false, 0.1}, -5.7125000000000012, 55.8671875, 7.8515624999999982},
    {{false, 0.1, 0.9}, -4.3546249999999995, 63.475421874999995, 15.700828124999996},
    {{false, 0.1, 0.9, 0.3, 0.2}, -3.6369856100000009, 53.616622525000004, 13.865264251250004},
    {{false, 0.1, 0.9, 0, 0.1, true}, -4.0828105145000002, 72.041903184140637, 19.022952032437502},
    {{false, 0.1, 0.5, 0, 0.1, false, true}, -6.1186229999999986, 21.402907421875, -6.3899952499999984},
    {{true, 0.01}, -5.7209752572325225, 41.664500500914677, 2.7936285512524766},
    {{true, 0.01, 0, 0, 0.3, false, false, 0.9, 0.999, 1e-8, true},
     -5.7107556015896215,
     41.570873104334964,
     2.7910223054088892},
    {{true, 0.01, 0, 0, 0, false, true, 0.5, 0.9, 1e-3}, -5.7573973418659916, 41.232898426773382, 2.4151808470751508},
    {{true, 0.01, 0, 0, 0.3, false, false, 0.9, 0.999, 1e-8, false, true},
     -5.6695292112398139,
     41.292324579136746,
     2.7697137434213115},
    {{true, 0.01, 0, 0, 0.1, false, false, 0.9, 0.999, 1e-8, true, true},
     -5.703795509013049,
     41.540210971782059,
     2.7856412843920815},
};

TEST(Optim, TrajectoriesOfTorch) {
  for (const auto& [dtype, tolerance] : {std::pair{kDouble, 1e-12}, {kFloat, 2e-5}, {kHalf, 6e-2}, {kBFloat16, 5e-1}})
    for (const Layout layout : {Layout::kPlain, Layout::kGaps, Layout::kTransposed})
      for (const Case& c : kCases) {
        SCOPED_TRACE(std::string(toString(dtype)) + " layout " + std::to_string(static_cast<int>(layout)) + " case " +
                     std::to_string(&c - kCases));
        Model m(dtype, layout);
        for (int64_t t = 1; t <= 3; ++t) m.step(c.options, t, dtype);
        EXPECT_NEAR(m.params[0].to(kDouble).sum().item<double>(), c.sum, tolerance * 10);
        EXPECT_NEAR((m.params[0].to(kDouble) * sample({3, 4}, 9)).sum().item<double>(), c.first, tolerance * 60);
        EXPECT_NEAR((m.params[1].to(kDouble) * sample({5}, 9)).sum().item<double>(), c.second, tolerance * 60);
      }
}

TEST(Optim, CountsEachWriteOnce) {
  for (const Layout layout : {Layout::kPlain, Layout::kGaps}) {
    Model m(kFloat, layout);
    const auto before = m.params[0]._version();
    m.step(kCases[1].options, 1, kFloat);
    EXPECT_EQ(m.params[0]._version(), before + 1);
  }
}

TEST(Optim, ManyTensorsOnAnyNumberOfThreads) {
  const auto run = [] {
    std::vector<Tensor> params, grads, buffers;
    for (int64_t i = 0; i < 40; ++i) {
      const int64_t n = i == 7 ? 100003 : i * 13;
      params.push_back(sample({n}, i).to(kFloat));
      grads.push_back(sample({n}, i + 1).to(kFloat));
      buffers.push_back(zeros({n}, kFloat));
    }
    op::fused_sgd(params, grads, buffers, 0.1, 0.9, 0, 0.01, false, false, true);
    for (size_t i = 0; i < params.size(); ++i) {  // p - lr (g + decay p)
      const Tensor p = sample(params[i].sizes(), static_cast<int64_t>(i)),
                   g = sample(params[i].sizes(), static_cast<int64_t>(i) + 1);
      if (p.numel() > 0) {
        EXPECT_LT((params[i].to(kDouble) - (p - 0.1 * (g + 0.01 * p))).abs().max().item<double>(), 1e-6) << i;
      }
    }
    const Tensor squares = op::foreach_norm_squared(grads);
    op::foreach_mul(grads, full({}, 0.5, kFloat));
    for (size_t i = 0; i < grads.size(); ++i)
      EXPECT_TRUE(grads[i].equal(sample(grads[i].sizes(), static_cast<int64_t>(i) + 1).to(kFloat) * 0.5)) << i;
    return std::pair(squares.item<double>(), op::foreach_norm_squared(grads).item<double>());
  };
  double expected = 0;
  for (int64_t i = 0; i < 40; ++i) {
    const Tensor g = sample({i == 7 ? 100003 : i * 13}, i + 1);
    expected += (g * g).sum().item<double>();
  }
  const int before = get_num_threads();
  set_num_threads(1);
  const auto one = run();
  EXPECT_NEAR(one.first, expected, 1e-6 * expected);
  EXPECT_EQ(one.second, one.first / 4);
  for (int n : {2, 4, 8}) {
    set_num_threads(n);
    EXPECT_EQ(run(), one);
  }
  set_num_threads(before);
}

// A factor of 1 is a write that leaves the bits alone; flushing denormal numbers is what a product does, too.
TEST(Optim, MulByOne) {
  const float least = std::numeric_limits<float>::denorm_min();
  for (const Tensor& one : {ones({}, kFloat), ones({}, kDouble)}) {
    const Tensor t = full({40000}, least, kFloat), d = sample({70}, 3), h = sample({9}, 4).to(kHalf),
                 none = zeros({0}, kFloat), gaps = sample({6, 4}, 1).slice(1, 0, 4, 2);
    t[0].fill_(-0.0f);
    t[1].fill_(std::numeric_limits<float>::quiet_NaN());
    const std::vector<Tensor> list = {t, d, h, none, gaps};
    std::vector<Tensor> before;
    std::vector<int64_t> versions;
    for (const Tensor& x : list) before.push_back(x.clone()), versions.push_back(x._version());
    op::foreach_mul(list, one);
    for (size_t i = 0; i < list.size(); ++i) {
      EXPECT_TRUE(list[i].allclose(before[i], 0, 0, true)) << i;
      EXPECT_EQ(list[i]._version(), versions[i] + 1) << i;
    }
    EXPECT_TRUE(std::signbit(t[0].item<float>()));
#if defined(__SSE2__)
    const unsigned control = _mm_getcsr();
    _mm_setcsr(control | 0x8040);  // denormal results and operands are 0
    op::foreach_mul(list, one);
    _mm_setcsr(control);
    EXPECT_EQ(t[2].item<float>(), 0);
    EXPECT_EQ(t[39999].item<float>(), 0);
#endif
  }
}

// Adam divides the root of the second moment by the same number everywhere, which is done without a division: the
// quotients are those of a division. With a gradient of 0, halved moments and no eps the parameter becomes
// minus_step * 1 / (root / root2).
TEST(Optim, AdamDividesExactly) {
  const auto check = [](auto zero, ScalarType dtype) {
    using T = decltype(zero);
    constexpr int64_t kCount = 200000;
    const Tensor squares = empty({kCount}, dtype);
    T* const of = squares.data_ptr<T>();
    uint64_t bits = 1;
    for (int64_t i = 0; i < kCount; ++i) {
      bits = bits * 6364136223846793005u + 1442695040888963407u;
      of[i] = std::ldexp(static_cast<T>(bits >> 11), static_cast<int>(bits % 120) - 100);
    }
    const T special[] = {T(0),
                         std::numeric_limits<T>::denorm_min(),
                         std::numeric_limits<T>::min(),
                         std::numeric_limits<T>::max(),
                         std::numeric_limits<T>::infinity(),
                         std::numeric_limits<T>::quiet_NaN()};
    std::copy(std::begin(special), std::end(special), of);
    for (const double steps : {1., 2., 3., 10., 100., 1000., 100000.}) {
      const double beta2 = 0.999, lr = 0.25;
      const Tensor p = zeros({kCount}, dtype), grad = zeros({kCount}, dtype), average = full({kCount}, 2, dtype),
                   square = squares.clone();
      op::fused_adam(p, grad, average, square, TensorList(), ArrayRef<double>(steps), lr, 0.5, beta2, 0, 0, false,
                     false, true);
      const T root2 = static_cast<T>(std::sqrt(1 - std::pow(beta2, steps))),
              step = static_cast<T>(-(lr / (1 - std::pow(0.5, steps))));
      int wrong = 0;
      for (int64_t i = 0; i < kCount; ++i) {
        const volatile T quotient = std::sqrt(square.data_ptr<T>()[i]) / root2;
        const volatile T expected = step / quotient;
        const T got = p.data_ptr<T>()[i];
        wrong += !(got == expected || (got != got && expected != expected));
      }
      EXPECT_EQ(wrong, 0) << toString(dtype) << " step " << steps;
    }
  };
  check(0.f, kFloat);
  check(0., kDouble);
}

TEST(Optim, Zero) {
  const Tensor all = sample({6, 4}, 1).to(kFloat), columns = all.slice(1, 0, 4, 2), long_one = ones({100003}, kFloat);
  const std::vector<Tensor> list = {
      columns,          ones({3, 5}).t(),          ones({7}, kHalf), ones({}, kLong),      zeros({0}),
      ones({2}, kBool), ones({3}, kComplexDouble), long_one,         ones({1}).expand({4})};
  const int64_t version = long_one._version(), of_view = all._version();
  const Tensor others = all.slice(1, 1, 4, 2).clone();
  op::foreach_zero(list);
  for (const Tensor& t : list) EXPECT_TRUE(equal(t, zeros_like(t))) << t.toString();
  EXPECT_TRUE(equal(all.slice(1, 1, 4, 2), others)) << "columns between";
  EXPECT_EQ(long_one._version(), version + 1);
  EXPECT_EQ(all._version(), of_view + 1);
}

TEST(Optim, ListsOfOtherLayouts) {
  const Tensor x = sample({6, 4}, 1).to(kFloat), gaps = x.slice(1, 0, 4, 2), half = x.to(kHalf);
  const double all = (x * x).sum().item<double>(), some = (gaps * gaps).sum().item<double>();
  const std::vector<Tensor> list = {x.t(), gaps, half};
  EXPECT_NEAR(op::foreach_norm_squared(list).item<double>(), 2 * all + some, 1e-3);
  op::foreach_mul(TensorList(gaps), full({}, 2.0, kFloat));
  EXPECT_NEAR((x * x).sum().item<double>(), all + 3 * some, 1e-3);
  Tensor broken = zeros({5}, kFloat);
  EXPECT_THROW(op::fused_sgd(TensorList(x), TensorList(broken), {}, 0.1, 0, 0, 0, false, false, false), Error);
  EXPECT_THROW(op::fused_sgd(TensorList(x), TensorList(x), {}, 0.1, 0.9, 0, 0, false, false, false), Error)
      << "momentum without buffers";
}

}  // namespace
}  // namespace torchpp
