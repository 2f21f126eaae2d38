// SPDX-License-Identifier: BSD-3-Clause
// What PyTorch 1.13.1's Python front end has beyond libtorch's C++ one. Its numbers, with parameters sin(0.7 * i +
// 0.3).
#include <gtest/gtest.h>
#include <torchpp/nn/modules/adaptive.h>
#include <torchpp/torchpp.h>

#include <sstream>

#include "tests/support/error_of.h"

namespace torchpp::tests {
namespace {

namespace F = nn::functional;
namespace utils = nn::utils;

void fill(nn::Module& module) {
  const NoGradGuard no_grad;
  for (const Tensor& p : module.parameters())
    p.copy_(arange(p.numel(), kFloat).mul(0.7).add(0.3).sin().reshape(p.sizes()));
}

void expect_values(const Tensor& got, const std::vector<float>& expected, double tolerance = 1e-5) {
  ASSERT_EQ(got.numel(), static_cast<int64_t>(expected.size()));
  EXPECT_TRUE(got.detach().flatten().allclose(tensor(expected), tolerance, tolerance)) << got;
}

TEST(InPlaceFunctions, ChangeTheirInput) {
  const auto expect_in_place = [](auto in_place, const Tensor& expected) {
    Tensor x = arange(-3, 3, kFloat);
    const Tensor y = in_place(x);
    EXPECT_TRUE(y.is_same(x));
    EXPECT_TRUE(x.allclose(expected)) << x;
  };
  const Tensor x = arange(-3, 3, kFloat);
  expect_in_place([](const Tensor& t) { return F::elu_(t, F::ELUFuncOptions().alpha(2)); }, elu(x, 2));
  expect_in_place([](const Tensor& t) { return F::selu_(t); }, selu(x));
  expect_in_place([](const Tensor& t) { return F::celu_(t, F::CELUFuncOptions().alpha(2)); }, celu(x, 2));
  expect_in_place([](const Tensor& t) { return F::hardtanh_(t, F::HardtanhFuncOptions().max_val(2)); }, x.clamp(-1, 2));
  expect_in_place([](const Tensor& t) { return F::leaky_relu_(t); }, leaky_relu(x, 0.01));
  expect_in_place([](const Tensor& t) { return F::relu_(t); }, x.clamp_min(0));
  expect_in_place([](const Tensor& t) { return F::rrelu_(t); }, leaky_relu(x, (1. / 8 + 1. / 3) / 2));
  expect_in_place([](const Tensor& t) { return F::threshold_(t, F::ThresholdFuncOptions(1, 7)); }, threshold(x, 1, 7));
  expect_in_place([](Tensor t) { return nn::SiLU(true)(t); }, silu(x));
  expect_in_place([](Tensor t) { return nn::Mish(true)(t); }, mish(x));
}

TEST(DeprecatedFunctions, AreTheNewOnes) {
  const Tensor x = arange(4, kFloat).reshape({1, 1, 2, 2});
  EXPECT_TRUE(F::sigmoid(x).equal(x.sigmoid()) && F::tanh(x).equal(x.tanh()));
  const auto twice = nn::UpsamplingOptions().scale_factor(std::vector<double>{2, 2});
  expect_values(F::upsample_bilinear(x, twice), {0.f, 1.f / 3, 2.f / 3, 1.f, 2.f / 3, 1.f, 4.f / 3, 5.f / 3, 4.f / 3,
                                                 5.f / 3, 2.f, 7.f / 3, 2.f, 7.f / 3, 8.f / 3, 3.f});
  expect_values(F::upsample_nearest(x, twice), {0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3});
  EXPECT_TRUE(F::upsample(x, F::InterpolateFuncOptions().size(std::vector<int64_t>{4, 4}))
                  .equal(F::upsample_nearest(x, twice)));
  EXPECT_TRUE(F::native_channel_shuffle(ones({1, 4, 2}), 2).equal(ones({1, 4, 2})));
  const Tensor tbc = randn({5, 2, 3}), weight = randn({2, 3, 4}), bias = randn({4});
  EXPECT_TRUE(F::conv_tbc(tbc, weight, bias, 1)
                  .allclose(conv1d(tbc.permute({1, 2, 0}), weight.permute({2, 1, 0}), bias, 1, 1).permute({2, 0, 1}),
                            1e-4, 1e-5));
}

TEST(CrossMapLRN2d, AsPython) {
  const Tensor x = arange(24, kFloat).reshape({1, 4, 2, 3}) / 10;
  const auto options = [](int64_t size) { return nn::CrossMapLRN2dOptions(size).alpha(0.1).beta(0.5).k(2); };
  expect_values(nn::CrossMapLRN2d(options(4))(x).flatten().slice(0, 0, 24, 5),
                {0.0f, 0.35037070512771606f, 0.6912185549736023f, 1.0138375759124756f, 1.3639886379241943f});
  expect_values(nn::CrossMapLRN2d(options(3))(x).flatten().slice(0, 0, 24, 5),
                {0.0f, 0.34932878613471985f, 0.6861557960510254f, 0.9995558261871338f, 1.3483996391296387f});
  EXPECT_THROW(nn::CrossMapLRN2d(3)(ones({2, 3, 4})), Error);
}

TEST(Orthogonal, AsPython) {
  manual_seed(5);
  expect_values(nn::init::orthogonal_(empty({2, 3}), 2.0),
                {-1.018876314163208f, -1.2638534307479858f, -1.168146014213562f, -0.02592962421476841f,
                 -1.3460814952850342f, 1.4789835214614868f});
  expect_values(nn::init::orthogonal_(empty({4, 2})),
                {-0.8493105173110962f, -0.5125566124916077f, 0.3824608623981476f, -0.5866205096244812f,
                 -0.3379746973514557f, 0.4500778615474701f, 0.13479070365428925f, -0.43656837940216064f});
  expect_values(nn::init::orthogonal_(empty({2, 2, 2})),
                {0.5208703279495239f, 0.4366958439350128f, -0.4434524476528168f, 0.5842437148094177f,
                 0.31499555706977844f, -0.6321981549263f, -0.6429067850112915f, -0.29626697301864624f});
  const Tensor q = nn::init::orthogonal_(empty({30, 20}, kDouble));
  EXPECT_TRUE(q.t().mm(q).allclose(eye(20, kDouble), 1e-12, 1e-12));
  EXPECT_THROW(nn::init::orthogonal_(empty({3})), Error);
}

TEST(AdaptiveLogSoftmax, AsPython) {
  nn::AdaptiveLogSoftmaxWithLoss m(nn::AdaptiveLogSoftmaxWithLossOptions(8, 20, {4, 10}).div_value(2.).head_bias(true));
  fill(*m);
  std::ostringstream printed;
  printed << *m;
  EXPECT_EQ(printed.str(), R"(torch::nn::AdaptiveLogSoftmaxWithLoss(
  (head): torch::nn::Linear(in_features=8, out_features=6, bias=true)
  (tail): torch::nn::ModuleList(
    (0): torch::nn::Sequential(
      (0): torch::nn::Linear(in_features=8, out_features=4, bias=false)
      (1): torch::nn::Linear(in_features=4, out_features=6, bias=false)
    )
    (1): torch::nn::Sequential(
      (0): torch::nn::Linear(in_features=8, out_features=2, bias=false)
      (1): torch::nn::Linear(in_features=2, out_features=10, bias=false)
    )
  )
))");
  EXPECT_EQ(m->state_dict().keys(),
            (std::vector<std::string>{"head.weight", "head.bias", "tail.0.0.weight", "tail.0.1.weight",
                                      "tail.1.0.weight", "tail.1.1.weight"}));
  const Tensor x = (arange(24, kFloat).reshape({3, 8}) - 12) / 10, target = tensor({1, 7, 15});
  const nn::ASMoutput out = m->forward(x, target);
  expect_values(out.output, {-2.900567054748535f, -5.80853796005249f, -6.3180389404296875f});
  EXPECT_NEAR(out.loss, 5.009047985076904, 1e-5);
  expect_values(
      m->log_prob(x)[1],
      {-3.5589966773986816f, -2.484541416168213f,  -1.5231668949127197f, -1.1096242666244507f, -4.094666004180908f,
       -4.6630120277404785f, -2.7252182960510254f, -5.80853796005249f,   -1.9359867572784424f, -6.150274753570557f,
       -6.016230583190918f,  -6.718000888824463f,  -4.80686616897583f,   -3.455435276031494f,  -4.907172679901123f,
       -6.75209903717041f,   -5.927515506744385f,  -3.8022842407226562f, -3.9044294357299805f, -6.064382553100586f});
  EXPECT_TRUE(m->predict(x).equal(tensor({3, 3, 3})));
  out.output.neg().mean().backward();
  expect_values(m->head->bias.grad(), {0.02710934728384018f, -0.2509884238243103f, 0.21959230303764343f,
                                       0.3162330389022827f, -0.09560710936784744f, -0.21633918583393097f});
  expect_values(m->get_parameter("tail.1.0.weight").grad()[0],
                {-0.15708382427692413f, -0.19635477662086487f, -0.2356257438659668f, -0.27489668130874634f,
                 -0.31416764855384827f, -0.3534385859966278f, -0.39270955324172974f, -0.43198052048683167f});
  const nn::ASMoutput single = m->forward(x[1], target[1]);
  EXPECT_EQ(single.output.dim(), 0);
  EXPECT_NEAR(single.output.item<float>(), -5.80853796005249f, 1e-5);
  // Rows whose cluster decides: the most probable class of all.
  const Tensor wide = randn({50, 8}) * 20;
  EXPECT_TRUE(m->predict(wide).equal(m->log_prob(wide).argmax(1)));
  EXPECT_THROW(m->forward(x, tensor({1, 7, 20})), Error);
  EXPECT_THROW(nn::AdaptiveLogSoftmaxWithLoss(8, 20, std::vector<int64_t>{10, 4}), ValueError);
  EXPECT_THROW(nn::AdaptiveLogSoftmaxWithLoss(8, 20, std::vector<int64_t>{4, 20}), ValueError);
  auto copy = std::dynamic_pointer_cast<nn::AdaptiveLogSoftmaxWithLossImpl>(m->clone());
  EXPECT_TRUE(copy->log_prob(x).equal(m->log_prob(x)));
}

TEST(Fusion, ConvolutionAndLinearWithBatchNorm) {
  nn::Conv1d conv(nn::Conv1dOptions(2, 3, 2).bias(false));
  nn::BatchNorm1d norm(3);
  fill(*conv);
  fill(*norm);
  norm->running_mean.copy_(tensor({0.1f, 0.2f, 0.3f}));
  norm->running_var.copy_(tensor({1.f, 2.f, 3.f}));
  EXPECT_THROW(utils::fuse_conv_bn_eval(conv, norm), Error) << "in training";
  conv->eval();
  norm->eval();
  nn::Conv1d fused = utils::fuse_conv_bn_eval(conv, norm);
  expect_values(fused->weight,
                {0.08733175694942474f, 0.24867042899131775f, 0.2930555045604706f, 0.19961203634738922f,
                 0.024740897119045258f, -0.36406049132347107f, -0.5816385746002197f, -0.5256627798080444f,
                 -0.21405814588069916f, 0.17836889624595642f, 0.4869064688682556f, 0.5664441585540771f});
  expect_values(fused->bias, {0.26596835255622864f, 0.7224692702293396f, 0.8199036717414856f});
  EXPECT_EQ(fused->named_parameters().keys(), (std::vector<std::string>{"weight", "bias"}));
  EXPECT_FALSE(conv->bias.defined());
  const Tensor x = randn({2, 2, 6});
  EXPECT_TRUE(fused(x).allclose(norm(conv(x)), 1e-4, 1e-5));
  EXPECT_EQ(fused->clone()->parameters().size(), 2u);

  nn::ConvTranspose1d transposed(2, 3, 2);
  transposed->eval();
  EXPECT_TRUE(utils::fuse_conv_bn_eval(transposed, norm, true)(x).allclose(norm(transposed(x)), 1e-4, 1e-5));
  nn::BatchNorm1d plain(nn::BatchNormOptions(3).affine(false));
  plain->eval();
  EXPECT_TRUE(utils::fuse_conv_bn_eval(conv, plain)(x).allclose(plain(conv(x)), 1e-4, 1e-5));
  nn::Linear linear(2, 3);
  linear->eval();
  const Tensor rows = randn({4, 2});
  EXPECT_TRUE(utils::fuse_linear_bn_eval(linear, norm)(rows).allclose(norm(linear(rows)), 1e-4, 1e-5));
}

TEST(SkipInit, DrawsNoNumbers) {
  manual_seed(8);
  const Tensor expected = rand({3});
  manual_seed(8);
  const auto linear = utils::skip_init<nn::Linear>(3, 4);
  const auto lstm = utils::skip_init<nn::LSTM>(3, 4);
  EXPECT_EQ(linear->weight.sizes(), IntArrayRef({4, 3}));
  EXPECT_TRUE(linear->weight.requires_grad());
  EXPECT_TRUE(rand({3}).equal(expected));
  manual_seed(8);
  nn::Linear ordinary(3, 4);
  EXPECT_FALSE(rand({3}).equal(expected)) << "afterwards modules have initial values again";
}

TEST(Utils, FormatsPrefixesAndSequences) {
  nn::Sequential net(nn::Conv2d(3, 4, 3), nn::Conv1d(3, 4, 3));
  utils::convert_conv2d_weight_memory_format(*net, MemoryFormat::ChannelsLast);
  EXPECT_TRUE(net->parameters()[0].is_contiguous(MemoryFormat::ChannelsLast));
  EXPECT_TRUE(net->parameters()[2].is_contiguous());

  nn::StateDict state = {{"module.a", ones({1})}, {"b", ones({2})}, {"module.c.module.d", ones({3})}};
  utils::consume_prefix_in_state_dict_if_present(state, "module.");
  EXPECT_EQ(state.keys(), (std::vector<std::string>{"a", "b", "c.module.d"}));

  const std::vector<Tensor> sequences = {randn({2, 3}), randn({4, 3}), randn({1, 3})};
  const auto unpacked = utils::rnn::unpack_sequence(utils::rnn::pack_sequence(sequences, /*enforce_sorted=*/false));
  const auto unpadded = utils::rnn::unpad_sequence(utils::rnn::pad_sequence(sequences), tensor({2, 4, 1}));
  ASSERT_EQ(unpacked.size(), 3u);
  for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(unpacked[i].equal(sequences[i]) && unpadded[i].equal(sequences[i]));
  EXPECT_THROW(utils::rnn::unpad_sequence(ones({4, 3}), tensor({2})), Error);

  nn::ParameterDict dict;
  dict->insert("a", ones({2}).set_requires_grad(true));
  const auto copy = dict->copy();
  EXPECT_TRUE(copy->get("a").is_same(dict->get("a")));
  const auto keys = nn::ParameterDictImpl::fromkeys({"x", "y"}, zeros({1}));
  EXPECT_EQ(keys->keys(), (std::vector<std::string>{"x", "y"}));
}

// Python's: the gradients are those of the last operator, here of addmm(bias, input, weight.t()).
TEST(LegacyBackwardHook, SeesTheLastOperator) {
  nn::Sequential net(nn::Linear(3, 2), nn::ReLU());
  std::vector<Tensor> inputs, outputs;
  auto handle = (*net)[1]->register_backward_hook(
      [&](nn::Module&, std::vector<Tensor>& grad_input, const std::vector<Tensor>& grad_output) {
        inputs = grad_input;
        outputs = grad_output;
        grad_input[0] = grad_input[0] * 2;
      });
  const Tensor x = ones({1, 3}).set_requires_grad(true), y = net(x);
  y.sum().backward();
  ASSERT_EQ(outputs.size(), 1u);
  EXPECT_TRUE(outputs[0].equal(ones({1, 2})));
  ASSERT_EQ(inputs.size(), 1u);
  const Tensor passed = y.detach().gt(0).to(kFloat);
  EXPECT_TRUE(inputs[0].equal(passed));
  EXPECT_TRUE(x.grad().allclose((passed * 2).mm((*net)[0]->as<nn::Linear>()->weight.detach())));
  EXPECT_THROW(
      (*net)[1]->register_full_backward_hook([](nn::Module&, std::vector<Tensor>&, const std::vector<Tensor>&) {}),
      Error);
  handle.remove();
  outputs.clear();
  net(x).sum().backward();
  EXPECT_TRUE(outputs.empty());
}

// The same for all modules: here the addmm of Linear and the relu, in the order of backward.
TEST(LegacyBackwardHook, OfAllModules) {
  nn::Sequential net(nn::Linear(3, 2), nn::ReLU());
  std::vector<std::string> called;
  auto handle = nn::register_module_backward_hook(
      [&](nn::Module& module, std::vector<Tensor>&, const std::vector<Tensor>&) { called.push_back(module.name()); });
  const auto full = [](nn::Module&, std::vector<Tensor>&, const std::vector<Tensor>&) {};
  EXPECT_EQ(test::error_of([&] { nn::register_module_full_backward_hook(full); }),
            "Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only "
            "one of them.");
  net->at<nn::ReLUImpl>(1).register_full_backward_hook(full);
  (*net)[0]->as<nn::Linear>()->weight.set_requires_grad(true);
  net->forward(ones({1, 3}).set_requires_grad(true)).sum().backward();
  EXPECT_EQ(called.size(), 2u);
  handle.remove();
  nn::register_module_full_backward_hook(full).remove();
  called.clear();
  net->forward(ones({1, 3})).sum().backward();
  EXPECT_TRUE(called.empty());
}

}  // namespace
}  // namespace torchpp::tests
