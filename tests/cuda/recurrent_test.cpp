// SPDX-License-Identifier: BSD-3-Clause
// Recurrent layers on CUDA against the CPU: all cells, directions, lengths, sizes around those of warps and blocks.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <limits>

#include "src/ops/sequence_rules.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/support/log.h"

namespace torchpp {
namespace {

class CudaRecurrent : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(1);
  }
};

struct Problem {
  RecurrentMode mode;
  int64_t hidden, projected;  // 0: not projected
  std::vector<int64_t> batch_sizes;
  bool reverse, bias;

  bool is_lstm() const { return mode == RecurrentMode::kLstm; }
  int64_t state() const { return projected != 0 ? projected : hidden; }
  int64_t width() const { return gates_of(mode) * hidden; }
  int64_t rows() const {
    int64_t n = 0;
    for (int64_t b : batch_sizes) n += b;
    return n;
  }
  std::string str() const {
    return torchpp::str("mode ", static_cast<int64_t>(mode), ", hidden ", hidden, ", projected ", projected,
                        ", steps of ", IntArrayRef(batch_sizes), reverse ? ", reverse" : "", bias ? ", bias" : "");
  }
};

using Forward = std::tuple<Tensor, Tensor, Tensor, Tensor>;
using Gradients = std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor, Tensor>;

// Numbers that the dtype has, in the one in which the CPU computes.
struct Inputs {
  Tensor gates, hx, cx, w_hh, b_hh, w_hr, dy, dh, dc;

  Inputs(const Problem& p, ScalarType dtype) {
    const int64_t batch = p.batch_sizes[0];
    const ScalarType on_cpu = dtype == kDouble ? kDouble : kFloat;
    const auto make = [&](IntArrayRef sizes, double scale) {
      return randn(sizes, on_cpu).mul_(scale).to(dtype).to(on_cpu);
    };
    const double weights = 1 / std::sqrt(static_cast<double>(p.hidden));
    gates = make({p.rows(), p.width()}, 1), hx = make({batch, p.state()}, 0.5);
    w_hh = make({p.width(), p.state()}, weights);
    if (p.is_lstm()) cx = make({batch, p.hidden}, 0.5), dc = make({batch, p.hidden}, 1);
    if (p.bias) b_hh = make({p.width()}, 0.5);
    if (p.projected != 0) w_hr = make({p.projected, p.hidden}, weights);
    dy = make({p.rows(), p.state()}, 1), dh = make({batch, p.state()}, 1);
  }
  // On the device, in the dtype; every other tensor at an odd address.
  Inputs on(ScalarType dtype) const {
    Inputs to = *this;
    bool odd = false;
    for (Tensor* t : {&to.gates, &to.hx, &to.cx, &to.w_hh, &to.b_hh, &to.w_hr, &to.dy, &to.dh, &to.dc}) {
      if (!t->defined()) continue;
      const Tensor memory = empty({t->numel() + 1}, TensorOptions(dtype).device(kCUDA));
      const Tensor place = memory.narrow(0, odd ? 1 : 0, t->numel()).view(t->sizes());
      place.copy_(*t);
      *t = place, odd = !odd;
    }
    return to;
  }
  Forward forward(const Problem& p, bool keep) const {
    return op::recurrent_layer(gates, hx, cx, w_hh, b_hh, w_hr, p.batch_sizes, static_cast<int64_t>(p.mode), p.reverse,
                               keep);
  }
  Gradients backward(const Problem& p, const Tensor& saved, int64_t wanted) const {
    return op::recurrent_layer_backward(saved, hx, cx, w_hh, w_hr, dy, dh, dc, p.batch_sizes,
                                        static_cast<int64_t>(p.mode), p.reverse, wanted);
  }
};

template <size_t... I, class T>
void expect_all(const T& got, const T& expected, ScalarType dtype, double times, std::index_sequence<I...>) {
  const auto one = [&](size_t i, const Tensor& x, const Tensor& y) {
    SCOPED_TRACE(str("result ", i));
    expect_close(x, y.defined() ? y.to(dtype) : y, times);
  };
  (one(I, std::get<I>(got), std::get<I>(expected)), ...);
}
template <class T>
void expect_all(const T& got, const T& expected, ScalarType dtype, double times = 4) {
  expect_all(got, expected, dtype, times, std::make_index_sequence<std::tuple_size_v<T>>());
}

void check(const Problem& p, ScalarType dtype) {
  SCOPED_TRACE(p.str());
  SCOPED_TRACE(dtype);
  const Inputs host(p, dtype), device = host.on(dtype);
  const Forward expected = host.forward(p, true), got = device.forward(p, true), unkept = device.forward(p, false);
  expect_all(got, expected, dtype);
  EXPECT_TRUE(equal(std::get<0>(unkept), std::get<0>(got)) && equal(std::get<1>(unkept), std::get<1>(got)));
  EXPECT_FALSE(std::get<3>(unkept).defined());
  // Of the same saved numbers.
  const Tensor saved = std::get<3>(expected).to(dtype).to(host.gates.scalar_type());
  const Gradients gradients = host.backward(p, saved, 63);
  expect_all(device.backward(p, saved.to(dtype).to(Device(kCUDA)), 63), gradients, dtype);
  // What is not wanted does not change the rest.
  const Gradients fewer = device.backward(p, saved.to(dtype).to(Device(kCUDA)), 0);
  expect_close(std::get<0>(fewer), std::get<0>(gradients).to(dtype), 4);
  EXPECT_FALSE(std::get<3>(fewer).defined() || std::get<4>(fewer).defined() || std::get<5>(fewer).defined());
}

constexpr RecurrentMode kModes[] = {RecurrentMode::kRelu, RecurrentMode::kTanh, RecurrentMode::kLstm,
                                    RecurrentMode::kGru};

TEST_F(CudaRecurrent, CellsOfAllSizes) {
  for (RecurrentMode mode : kModes)
    for (int64_t hidden : {1, 31, 64, 257})
      for (bool reverse : {false, true}) check({mode, hidden, 0, {5, 5, 3, 1}, reverse, hidden != 31}, kFloat);
}

TEST_F(CudaRecurrent, Dtypes) {
  for (ScalarType dtype : {kDouble, kHalf, kBFloat16})
    for (RecurrentMode mode : kModes)
      for (bool reverse : {false, true}) {
        check({mode, 33, 0, {7, 4, 4}, reverse, !reverse}, dtype);
        if (mode == RecurrentMode::kLstm) check({mode, 33, 9, {7, 4, 4}, reverse, reverse}, dtype);
      }
}

TEST_F(CudaRecurrent, ProjectedStates) {
  for (int64_t projected : {1, 40, 150})  // fewer features than the cell has, and more
    for (bool reverse : {false, true})
      check({RecurrentMode::kLstm, 130, projected, {3, 3, 2, 2}, reverse, true}, kFloat);
}

TEST_F(CudaRecurrent, OneSequenceOneStepAndNone) {
  for (RecurrentMode mode : kModes)
    for (bool reverse : {false, true}) {
      check({mode, 20, 0, {1, 1, 1, 1, 1}, reverse, true}, kFloat);
      check({mode, 20, 0, {6}, reverse, true}, kFloat);
      check({mode, 20, 0, {4, 2, 0, 0}, reverse, true}, kFloat);
      check({mode, 20, 0, {0, 0}, reverse, true}, kFloat);
    }
  check({RecurrentMode::kLstm, 20, 6, {0}, false, true}, kFloat);
}

TEST_F(CudaRecurrent, GradientsThatAreNotGiven) {
  for (RecurrentMode mode : kModes) {
    const Problem p{mode, 12, 0, {3, 2, 2}, false, true};
    Inputs host(p, kFloat);
    const Tensor saved = std::get<3>(host.forward(p, true));
    for (Tensor Inputs::*one : {&Inputs::dy, &Inputs::dh, &Inputs::dc}) {
      Inputs rest = host;
      rest.*one = Tensor();
      expect_all(rest.on(kFloat).backward(p, saved.to(Device(kCUDA)), 63), rest.backward(p, saved, 63), kFloat);
    }
  }
}

TEST_F(CudaRecurrent, NaNAndInfinity) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  for (RecurrentMode mode : kModes) {
    const Problem p{mode, 4, 0, {3, 3}, false, true};
    Inputs host(p, kFloat);
    host.gates.select(0, 0).fill_(nan);  // one sequence each: NaN do not spread to others
    host.gates.select(0, 1).fill_(mode == RecurrentMode::kRelu ? 1e30f : inf);
    host.gates.select(0, 2).fill_(-inf);
    const Forward got = host.on(kFloat).forward(p, true);
    expect_all(got, host.forward(p, true), kFloat);
    EXPECT_TRUE(std::get<0>(got).cpu().isnan().select(0, 0).all().item<bool>());
  }
}

// A network of the device's in the dtype and one of the CPU's in its numbers give the same results and gradients.
template <class Net>
void check_network(Net& host, Net& device, const Tensor& x, ScalarType dtype, double times) {
  device->to(Device(kCUDA), dtype);
  const ScalarType on_cpu = x.scalar_type();
  {
    const NoGradGuard none;
    const auto from = device->parameters();
    auto to = host->parameters();
    ASSERT_EQ(from.size(), to.size());
    for (size_t i = 0; i < from.size(); ++i) to[i].copy_(from[i]);
  }
  const Tensor a = x.detach().clone().requires_grad_(true);
  const Tensor b = x.detach().to(dtype).to(Device(kCUDA)).requires_grad_(true);
  const Tensor ya = std::get<0>(host->forward(a)), yb = std::get<0>(device->forward(b));
  expect_close(yb, ya.to(dtype), times);
  const Tensor by = randn(ya.sizes(), on_cpu);
  (ya * by).sum().backward();
  (yb * by.to(dtype).to(Device(kCUDA))).sum().backward();
  expect_close(b.grad(), a.grad().to(dtype), times);
  const auto pa = host->parameters(), pb = device->parameters();
  for (size_t i = 0; i < pa.size(); ++i) expect_close(pb[i].grad(), pa[i].grad().to(dtype), times);
}

TEST_F(CudaRecurrent, NetworksOfTwoLayersAndDirections) {
  for (ScalarType dtype : {kFloat, kHalf}) {
    SCOPED_TRACE(dtype);
    const Tensor x = randn({6, 3, 5}).to(dtype).to(kFloat);
    const double times = dtype == kHalf ? 8 : 4;
    nn::LSTM lstm(nn::LSTMOptions(5, 8).num_layers(2).bidirectional(true)),
        other(nn::LSTMOptions(5, 8).num_layers(2).bidirectional(true));
    check_network(lstm, other, x, dtype, times);
    nn::LSTM projected(nn::LSTMOptions(5, 8).proj_size(3).num_layers(2)),
        other_projected(nn::LSTMOptions(5, 8).proj_size(3).num_layers(2));
    check_network(projected, other_projected, x, dtype, times);
    nn::GRU gru(nn::GRUOptions(5, 8).num_layers(2).bidirectional(true)),
        other_gru(nn::GRUOptions(5, 8).num_layers(2).bidirectional(true));
    check_network(gru, other_gru, x, dtype, times);
    nn::RNN rnn(nn::RNNOptions(5, 8).num_layers(2).bidirectional(true)),
        other_rnn(nn::RNNOptions(5, 8).num_layers(2).bidirectional(true));
    check_network(rnn, other_rnn, x, dtype, times);
  }
}

TEST_F(CudaRecurrent, SecondDerivatives) {
  for (RecurrentMode mode : kModes) {
    const Problem p{mode, 5, 0, {3, 2}, false, true};
    const Inputs host(p, kDouble), device = host.on(kDouble);
    const auto second = [&](const Inputs& of) {
      Inputs in = of;
      std::vector<Tensor> leaves;
      for (Tensor* t : {&in.gates, &in.hx, &in.cx, &in.w_hh, &in.b_hh})
        if (t->defined()) *t = t->detach().requires_grad_(true), leaves.push_back(*t);
      const Tensor y = std::get<0>(in.forward(p, false));
      const auto first = autograd::grad({(y * y * y).sum()}, leaves, {}, true, true);
      Tensor total = first[0].mul(first[0]).sum();
      for (size_t i = 1; i < first.size(); ++i)
        if (first[i].defined()) total = total + first[i].mul(first[i]).sum();
      return autograd::grad({total}, leaves, {}, false, false, true);
    };
    const auto expected = second(host), got = second(device);
    for (size_t i = 0; i < expected.size(); ++i) expect_close(got[i], expected[i], 100);
  }
}

// A step is a product and a kernel, and no operators.
TEST_F(CudaRecurrent, NetworksRunTheLayersKernel) {
  for (ScalarType dtype : {kFloat, kHalf}) {
    nn::LSTM lstm(3, 4);
    lstm->to(Device(kCUDA), dtype);
    const Tensor x = ones({5, 2, 3}, TensorOptions(dtype).device(kCUDA));
    test::Log log(1);
    lstm->forward(x);
    EXPECT_NE(log.find("_recurrent_layer").find("recurrent cell"), std::string::npos);
    EXPECT_EQ(log.find("torchpp, sigmoid"), "");
  }
}

}  // namespace
}  // namespace torchpp
