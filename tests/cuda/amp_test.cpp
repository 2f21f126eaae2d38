// SPDX-License-Identifier: BSD-3-Clause
// Mixed precision on a CUDA device: the dtype of each listed operator's result in float16 regions, and the scaling of
// losses. Origin of the classes: libtorch 1.13.1, autocast_mode.cpp.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <limits>

#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaAmp : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(17);
  }
};

Tensor f(IntArrayRef sizes) { return rand(sizes).to(kCUDA); }
Tensor h(IntArrayRef sizes) { return rand(sizes).to(kHalf).to(kCUDA); }
Tensor d(IntArrayRef sizes) { return rand(sizes, kDouble).to(kCUDA); }
Tensor zeros_of(IntArrayRef sizes) { return zeros(sizes, TensorOptions(kLong).device(kCUDA)); }

struct Case {
  const char* name;
  ScalarType dtype;
  Tensor (*call)();
};

const Case kCases[] = {
    // Cast to float16
    {"linear", kHalf,
     [] {
       return linear(f({2, 3}), f({4, 3}), f({4}));
     }},
    {"matmul", kHalf,
     [] {
       return matmul(f({2, 3}), h({3, 4}));
     }},
    {"mm", kHalf,
     [] {
       return mm(f({2, 3}), f({3, 4}));
     }},
    {"mv", kHalf,
     [] {
       return mv(f({2, 3}), f({3}));
     }},
    {"bmm", kHalf,
     [] {
       return bmm(f({1, 2, 3}), f({1, 3, 4}));
     }},
    {"addmm", kHalf,
     [] {
       return addmm(f({2, 4}), f({2, 3}), f({3, 4}));
     }},
    {"addmv", kHalf,
     [] {
       return addmv(f({2}), f({2, 3}), f({3}));
     }},
    {"baddbmm", kHalf,
     [] {
       return baddbmm(f({1, 2, 4}), f({1, 2, 3}), f({1, 3, 4}));
     }},
    {"addr", kHalf,
     [] {
       return addr(f({2, 3}), f({2}), f({3}));
     }},
    {"einsum", kHalf,
     [] {
       return einsum("ij,jk->ik", {f({2, 3}), f({3, 4})});
     }},
    {"prelu", kHalf,
     [] {
       return prelu(f({2, 3}), f({3}));
     }},
    // Cast to float32
    {"exp", kFloat, [] { return h({3}).exp(); }},
    {"log", kFloat, [] { return h({3}).log(); }},
    {"pow.Tensor_Scalar", kFloat, [] { return h({3}).pow(2); }},
    {"pow.Tensor_Tensor", kFloat, [] { return pow(h({3}), h({3})); }},
    {"pow.Scalar", kFloat, [] { return pow(2, h({3})); }},
    {"reciprocal", kFloat, [] { return h({3}).reciprocal(); }},
    {"softplus", kFloat, [] { return softplus(h({3})); }},
    {"layer_norm", kFloat,
     [] {
       return layer_norm(h({2, 3}), {3});
     }},
    {"mse_loss", kFloat, [] { return mse_loss(h({3}), h({3})); }},
    {"nll_loss", kFloat,
     [] {
       return nll_loss(h({2, 3}), zeros_of({2}));
     }},
    {"binary_cross_entropy_with_logits", kFloat, [] { return binary_cross_entropy_with_logits(h({3}), h({3})); }},
    {"cosine_similarity", kFloat,
     [] {
       return cosine_similarity(h({2, 3}), h({2, 3}));
     }},
    {"logsumexp", kFloat, [] { return logsumexp(h({3}), 0); }},
    // Float32 as their dtype, where none is given
    {"sum", kFloat, [] { return h({3}).sum(); }},
    {"sum.dim_IntList", kFloat,
     [] {
       return h({3, 2}).sum(1);
     }},
    {"sum with a dtype", kHalf, [] { return h({3}).sum(kHalf); }},
    {"sum of integers", kLong, [] { return zeros_of({3}).sum(); }},
    {"softmax.int", kFloat,
     [] {
       return softmax(h({2, 3}), 1);
     }},
    {"log_softmax.int", kFloat,
     [] {
       return log_softmax(h({2, 3}), 1);
     }},
    {"cumsum", kFloat, [] { return h({3}).cumsum(0); }},
    {"prod", kFloat, [] { return h({3}).prod(); }},
    {"sum of double", kDouble, [] { return d({3}).sum(); }},
    {"norm.Scalar", kFloat, [] { return h({3}).norm(); }},
    {"norm.ScalarOpt_dim", kFloat,
     [] {
       return h({3, 2}).norm(2, IntArrayRef({1}));
     }},
    // Promoted
    {"addcmul", kFloat, [] { return addcmul(h({3}), f({3}), h({3})); }},
    {"addcdiv of float16", kHalf, [] { return addcdiv(h({3}), h({3}), h({3}) + 1); }},
    {"atan2", kFloat, [] { return atan2(h({3}), f({3})); }},
    {"dot", kFloat, [] { return dot(h({3}), f({3})); }},
    {"tensordot", kFloat,
     [] {
       return tensordot(h({2, 3}), f({3, 4}), {1}, {0});
     }},
    // In the dtype of the input
    {"linear of double", kDouble,
     [] {
       return linear(d({2, 3}), d({4, 3}));
     }},
    {"relu", kHalf, [] { return h({3}).relu(); }},
    {"add", kFloat, [] { return h({3}) + f({3}); }},
    {"exp_", kHalf, [] { return h({3}).exp_(); }},
};

TEST_F(CudaAmp, DtypesAreThoseOfLibtorch) {
  const amp::autocast on(kCUDA);
  ASSERT_TRUE(autocast::is_enabled());
  for (const Case& c : kCases) {
    try {
      EXPECT_EQ(c.call().scalar_type(), c.dtype) << c.name;
    } catch (const Error& e) {
      ADD_FAILURE() << c.name << ": " << e.what();
    }
  }
}

TEST_F(CudaAmp, RecurrentNetsRunUnderAutocast) {
  const amp::autocast on(kCUDA);
  nn::LSTM lstm(3, 4);
  nn::GRU gru(3, 4);
  nn::RNN rnn(3, 4);
  lstm->to(kCUDA);
  gru->to(kCUDA);
  rnn->to(kCUDA);
  const Tensor x = f({2, 1, 3});
  EXPECT_EQ(std::get<0>(lstm->forward(x)).scalar_type(), kHalf);
  EXPECT_EQ(std::get<0>(gru->forward(x)).scalar_type(), kHalf);
  EXPECT_EQ(std::get<0>(rnn->forward(x)).scalar_type(), kHalf);
  nn::LSTMCell cell(3, 4);
  cell->to(kCUDA);
  EXPECT_EQ(std::get<0>(cell->forward(f({2, 3}))).scalar_type(), kHalf);
}

TEST_F(CudaAmp, TensorsOfTheCpuAreLeftAlone) {
  const amp::autocast on(kCUDA);
  EXPECT_EQ(linear(rand({2, 3}), rand({4, 3})).scalar_type(), kFloat);
  EXPECT_EQ(rand({3}).to(kBFloat16).exp().scalar_type(), kBFloat16);
  const amp::autocast on_both(kCPU);
  EXPECT_EQ(linear(rand({2, 3}), rand({4, 3})).scalar_type(), kBFloat16);
  EXPECT_EQ(linear(f({2, 3}), f({4, 3})).scalar_type(), kHalf);
}

TEST_F(CudaAmp, BinaryCrossEntropyIsBanned) {
  const Tensor p = f({3});
  EXPECT_NO_THROW(binary_cross_entropy(p, p));
  const amp::autocast on(kCUDA);
  EXPECT_THROW(binary_cross_entropy(p, p), Error);
}

TEST_F(CudaAmp, BFloat16IsAskedForByName) {
  const amp::autocast on(kCUDA, kBFloat16);
  EXPECT_EQ(linear(f({2, 3}), f({4, 3})).scalar_type(), kBFloat16);
}

TEST_F(CudaAmp, UnscaleAndUpdateAsOnTheCpu) {
  std::vector<Tensor> host, device;
  for (int64_t i = 0; i < 60; ++i) host.push_back(randn({1 + i % 7, 3}));
  for (const ScalarType t : {kDouble, kHalf, kBFloat16}) host.push_back(randn({5000}).to(t));
  host.push_back(randn({9001}));
  host.push_back(randn({0}));
  host.push_back(randn({33}).narrow(0, 1, 32));
  for (const Tensor& t : host) device.push_back(t.to(kCUDA));
  const Tensor strided = randn({4, 6}).to(kCUDA).narrow(1, 1, 3), strided_host = strided.to(kCPU);
  host.push_back(strided_host);
  device.push_back(strided);

  const Tensor inverse = full({1}, 1.f / 3), found = zeros({1});
  const Tensor there = inverse.to(kCUDA), found_there = zeros({1}).to(kCUDA);
  _amp_foreach_non_finite_check_and_unscale_(host, found, inverse);
  _amp_foreach_non_finite_check_and_unscale_(device, found_there, there);
  EXPECT_EQ(found_there.item<float>(), 0);
  for (size_t i = 0; i < host.size(); ++i) EXPECT_TRUE(device[i].to(kCPU).equal(host[i])) << i;
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    for (const size_t i : {size_t{0}, size_t{60}, size_t{61}, size_t{62}, size_t{63}, host.size() - 1}) {
      const Tensor at = device[i].dim() == 2 ? device[i][0][0] : device[i][device[i].numel() - 1];
      const Tensor kept = at.clone();
      at.fill_(bad);
      const Tensor flag = zeros({1}).to(kCUDA);
      _amp_foreach_non_finite_check_and_unscale_(device, flag, ones({1}).to(kCUDA));
      EXPECT_EQ(flag.item<float>(), 1) << i;
      at.copy_(kept);
    }

  Tensor scale = full({1}, 8.f).to(kCUDA);
  const Tensor tracker = zeros({1}, kInt).to(kCUDA), fine = zeros({1}).to(kCUDA);
  const float expected[] = {8, 8, 16, 16};
  for (const float e : expected) {
    _amp_update_scale_(scale, tracker, fine, 2, 0.5, 3);
    EXPECT_EQ(scale.item<float>(), e);
  }
  _amp_update_scale_(scale, tracker, ones({1}).to(kCUDA), 2, 0.5, 3);
  EXPECT_EQ(scale.item<float>(), 8);
  EXPECT_EQ(tracker.item<int>(), 0);
}

TEST_F(CudaAmp, AScalerSkipsStepsAndBacksOff) {
  const Tensor w = zeros({3}).to(kCUDA).requires_grad_(), on_host = zeros({1}).requires_grad_();
  optim::SGD sgd({optim::OptimizerParamGroup({w}), optim::OptimizerParamGroup({on_host})}, optim::SGDOptions(1));
  amp::GradScaler scaler(amp::GradScalerOptions().init_scale(4).growth_interval(1));
  const auto step = [&](double grad) {
    sgd.zero_grad();
    scaler.scale(w.sum() * grad).backward();
    scaler.scale(on_host.sum() * 2).backward();
    scaler.step(sgd);
    scaler.update();
    return std::make_pair(w[0].item<float>(), on_host[0].item<float>());
  };
  EXPECT_EQ(step(1), std::make_pair(-1.f, -2.f));
  EXPECT_EQ(scaler.get_scale(), 8);
  EXPECT_EQ(step(std::numeric_limits<double>::infinity()), std::make_pair(-1.f, -2.f));
  EXPECT_EQ(scaler.get_scale(), 4);
  EXPECT_EQ(step(1), std::make_pair(-2.f, -4.f));
}

TEST_F(CudaAmp, AStepInFloat16Learns) {
  const Tensor x = randn({32, 4}), target = x.matmul(full({4, 1}, 0.5)).to(kCUDA), there = x.to(kCUDA);
  nn::Linear net(4, 1);
  net->to(kCUDA);
  optim::SGD sgd(net->parameters(), optim::SGDOptions(0.1));
  amp::GradScaler scaler;
  float first = 0, last = 0;
  for (int i = 0; i < 30; ++i) {
    sgd.zero_grad();
    Tensor loss;
    {
      const amp::autocast on(kCUDA);
      loss = nn::functional::mse_loss(net->forward(there), target);
    }
    scaler.scale(loss).backward();
    EXPECT_EQ(net->weight.grad().scalar_type(), kFloat);
    scaler.step(sgd);
    scaler.update();
    last = loss.item<float>();
    if (i == 0) first = last;
  }
  EXPECT_LT(last, 0.05f * first);
}

}  // namespace
}  // namespace torchpp
