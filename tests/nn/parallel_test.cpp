// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/cuda.h>
#include <torchpp/nn/parallel/data_parallel.h>
#include <torchpp/torchpp.h>

namespace torchpp::tests {
namespace {

namespace parallel = nn::parallel;
const std::vector<Device> kTwice = {Device(kCPU), Device(kCPU)};

TEST(Parallel, ReplicasSendGradientsToTheModule) {
  nn::Linear l(3, 2);
  auto replicas = parallel::replicate(l, kTwice);
  ASSERT_EQ(replicas.size(), 2u);
  EXPECT_NE(replicas[0].ptr(), l.ptr());
  EXPECT_TRUE(replicas[0]->weight.equal(l->weight));
  replicas[0](ones({1, 3})).sum().backward();
  replicas[1](ones({1, 3}) * 2).sum().backward();
  EXPECT_TRUE(l->weight.grad().equal(full({2, 3}, 3.f))) << l->weight.grad();
}

TEST(Parallel, DataParallelIsThePlainCall) {
  nn::Sequential net(nn::Linear(3, 4), nn::Tanh(), nn::Linear(4, 2));
  const Tensor x = randn({5, 3});
  const Tensor expected = net(x);
  expected.pow(2).sum().backward();
  std::vector<Tensor> grads;
  for (const Tensor& p : net->parameters()) grads.push_back(p.grad().clone());
  net->zero_grad(true);
  const Tensor y = parallel::data_parallel(net, x, kTwice);
  EXPECT_TRUE(y.allclose(expected, 1e-5, 1e-6));
  y.pow(2).sum().backward();
  for (size_t i = 0; i < grads.size(); ++i)
    EXPECT_TRUE(net->parameters()[i].grad().allclose(grads[i], 1e-4, 1e-5)) << i;
  EXPECT_TRUE(parallel::data_parallel(net, x.narrow(0, 0, 1), kTwice).allclose(expected.narrow(0, 0, 1), 1e-5, 1e-6))
      << "fewer samples than devices";
  EXPECT_TRUE(parallel::data_parallel(net, x, std::vector<Device>{Device(kCPU)}).allclose(expected));
}

TEST(Parallel, ReplicasComputeTheirParameters) {
  nn::Linear l = nn::utils::weight_norm(nn::Linear(3, 2));
  const Tensor x = randn({4, 3}), expected = l(x);
  const Tensor y = parallel::data_parallel(l, x, kTwice);
  EXPECT_TRUE(y.allclose(expected, 1e-5, 1e-6));
  y.sum().backward();
  EXPECT_TRUE(l->get_parameter("weight_g").grad().defined());
}

TEST(Parallel, NeedsADevice) {
  if (cuda::is_available()) GTEST_SKIP() << "there is a CUDA device";
  EXPECT_THROW(parallel::data_parallel(nn::Linear(3, 2), ones({1, 3})), Error);
  EXPECT_THROW(parallel::data_parallel(nn::Linear(3, 2), ones({1, 3}), std::vector<Device>()), Error);
}

TEST(Parallel, ApplyThrowsWhatAModuleThrows) {
  std::vector<nn::Linear> modules = {nn::Linear(3, 2), nn::Linear(4, 2)};
  EXPECT_THROW(parallel::parallel_apply(modules, {ones({1, 3}), ones({1, 3})}), Error);
  const NoGradGuard no_grad;
  const auto outputs = parallel::parallel_apply(modules, {ones({1, 3}), ones({1, 4})});
  EXPECT_FALSE(outputs[0].requires_grad()) << "the gradient mode is the caller's";
  EXPECT_EQ(outputs[1].sizes(), IntArrayRef({1, 2}));
  EXPECT_THROW(parallel::parallel_apply(modules, {ones({1, 3})}), Error);
}

}  // namespace
}  // namespace torchpp::tests
