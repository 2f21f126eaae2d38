// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>

namespace torchpp::tests {
namespace {

namespace init = nn::init;

// The first values of a tensor, and the sum of all.
struct Stored {
  const char* name;
  std::vector<float> first;
  float sum;
};

void expect_values(const Tensor& tensor, const Stored& stored, const char* what) {
  const Tensor flat = tensor.detach().contiguous();
  for (size_t i = 0; i < stored.first.size(); ++i)
    EXPECT_NEAR(flat.data_ptr<float>()[i], stored.first[i], 2e-6) << what << " " << stored.name << " at " << i;
  EXPECT_NEAR(flat.sum().item<float>(), stored.sum, 2e-5) << what << " " << stored.name;
}

template <class Holder>
void expect_module(Holder (*make)(), const char* what, const std::vector<Stored>& stored) {
  manual_seed(0);
  const auto parameters = make()->named_parameters();
  ASSERT_EQ(parameters.size(), stored.size()) << what;
  for (size_t i = 0; i < stored.size(); ++i) {
    EXPECT_EQ(parameters[i].key(), stored[i].name);
    expect_values(*parameters[i], stored[i], what);
  }
}

// Values: libtorch 1.13.1, C++, after torch::manual_seed(0).
TEST(Init, ModulesStartAsLibtorch) {
  expect_module<nn::Linear>([] { return nn::Linear(5, 1); }, "Linear(5, 1)",
                            {{"weight", {-0.0033482078f, 0.239904866f, -0.36807698f, -0.329121947f}, -0.632888556f},
                             {"bias", {0.119923614f}, 0.119923614f}});
  expect_module<nn::Linear>([] { return nn::Linear(40, 20); }, "Linear(40, 20)",
                            {{"weight", {-0.00118377025f, 0.0848191753f, -0.130134866f, -0.116362177f}, -0.79968822f},
                             {"bias", {0.0703389347f, -0.0675836951f, 0.126048967f, -0.110945381f}, 0.301906049f}});
  expect_module<nn::Bilinear>([] { return nn::Bilinear(2, 3, 4); }, "Bilinear(2, 3, 4)",
                              {{"weight", {-0.00529398117f, 0.379322886f, -0.581980765f, -0.520387471f}, -0.75773406f},
                               {"bias", {-0.113973841f, 0.074821867f, 0.640268385f, -0.65596199f}, -0.0548455715f}});
  expect_module<nn::Conv2d>([] { return nn::Conv2d(1, 2, 3); }, "Conv2d(1, 2, 3)",
                            {{"weight", {-0.0024956069f, 0.17881453f, -0.274348378f, -0.245313019f}, -0.564770043f},
                             {"bias", {-0.225980371f, -0.145154282f}, -0.371134639f}});
  expect_module<nn::Conv1d>([] { return nn::Conv1d(4, 2, 3); }, "Conv1d(4, 2, 3)",
                            {{"weight", {-0.00216125883f, 0.154857919f, -0.237592667f, -0.212447301f}, -0.309343517f},
                             {"bias", {-0.0465296283f, 0.0305458996f}, -0.0159837287f}});
  expect_module<nn::ConvTranspose2d>(
      [] { return nn::ConvTranspose2d(2, 3, 2); }, "ConvTranspose2d(2, 3, 2)",
      {{"weight", {-0.00216125883f, 0.154857919f, -0.237592667f, -0.212447301f}, -0.309343517f},
       {"bias", {-0.0465296283f, 0.0305458996f, 0.261388451f}, 0.24540472f}});
  expect_module<nn::Embedding>(
      [] { return nn::Embedding(3, 4); }, "Embedding(3, 4)",
      {{"weight", {1.54099607f, -0.293428898f, -2.17878938f, 0.568431258f, -1.08452237f}, -3.14173555f}});
  expect_module<nn::Embedding>(
      [] { return nn::Embedding(nn::EmbeddingOptions(3, 4).padding_idx(1)); }, "Embedding with padding",
      {{"weight", {1.54099607f, -0.293428898f, -2.17878938f, 0.568431258f, 0, 0}, -1.89999092f}});
  expect_module<nn::Sequential>(
      [] {  // in the order in which g++ evaluated the arguments where the values come from
        const nn::Linear last(2, 1), first(3, 2);
        return nn::Sequential(first, nn::BatchNorm1d(2), nn::PReLU(), last);
      },
      "Sequential",
      {{"0.weight", {-0.424894601f, -0.222368971f, 0.154820725f}, -0.0973434597f},
       {"0.bias", {0.152774125f, -0.174482793f}, -0.0217086673f},
       {"1.weight", {1, 1}, 2},
       {"1.bias", {0, 0}, 0},
       {"2.weight", {0.25f}, 0.25f},
       {"3.weight", {-0.00529398117f, 0.379322886f}, 0.374028891f},
       {"3.bias", {-0.581980765f}, -0.581980765f}});
}

// Values: the same program, one call after the other.
TEST(Init, FunctionsDrawAsLibtorch) {
  manual_seed(0);
  const auto expect = [](const Tensor& t, std::vector<float> first, const char* what) {
    for (size_t i = 0; i < first.size(); ++i)
      EXPECT_NEAR(t.contiguous().data_ptr<float>()[i], first[i], 6e-5) << what << " at " << i;
  };
  expect(init::xavier_normal_(empty({4, 5})), {-0.5307f, -0.5432f, -0.1181f, -0.2045f, 0.2823f}, "xavier_normal_");
  expect(init::kaiming_normal_(empty({4, 5, 2}), 0.2, kFanOut, kReLU), {0.2198f, 0.0562f, 0.3204f, 0.2206f, -0.1079f},
         "kaiming_normal_");
  expect(init::xavier_uniform_(empty({4, 5}), 2.0), {1.1690f, 0.6106f, -1.6162f, -1.0593f, 0.8154f}, "xavier_uniform_");
  expect(init::sparse_(empty({4, 2}), 0.5, 0.1), {-0.1505f, -0.0661f, 0, 0.0037f, 0, 0, 0.1893f, 0}, "sparse_");
  // PyTorch 1.13.1, Python, seed 0.
  manual_seed(0);
  expect(init::trunc_normal_(empty({5})), {-0.0090f, 0.6935f, -1.2415f, -1.0417f, -0.4784f}, "trunc_normal_");
  expect(init::trunc_normal_(empty({3}), 1, 2, 0, 0.5), {0.3223f, 0.2509f, 0.4502f}, "trunc_normal_");
}

TEST(Init, Patterns) {
  EXPECT_TRUE(init::eye_(empty({2, 3})).equal(tensor({1.f, 0.f, 0.f, 0.f, 1.f, 0.f}).view({2, 3})));
  // PyTorch 1.13.1, Python: dirac_(empty(4, 2, 3), groups=2).
  Tensor dirac = zeros({24});
  for (const int64_t i : {1, 10, 13, 22}) dirac[i] = 1;
  EXPECT_TRUE(init::dirac_(empty({4, 2, 3}), 2).view({-1}).equal(dirac));
  Tensor weight = empty({2, 2}).requires_grad_();
  init::constant_(weight, 3);
  EXPECT_TRUE(weight.requires_grad());
  EXPECT_TRUE(weight.is_leaf());
  EXPECT_EQ(weight.sum().item<float>(), 12);
  EXPECT_EQ(init::ones_(empty({3})).sum().item<float>(), 3);
}

TEST(Init, Gains) {
  EXPECT_DOUBLE_EQ(init::calculate_gain(kLinear), 1);
  EXPECT_DOUBLE_EQ(init::calculate_gain(kConv2D), 1);
  EXPECT_DOUBLE_EQ(init::calculate_gain(kSigmoid), 1);
  EXPECT_DOUBLE_EQ(init::calculate_gain(kTanh), 5.0 / 3);
  EXPECT_DOUBLE_EQ(init::calculate_gain(kReLU), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(init::calculate_gain(kLeakyReLU), std::sqrt(2 / (1 + 0.0001)));
  EXPECT_DOUBLE_EQ(init::calculate_gain(kLeakyReLU, 0.5), std::sqrt(2 / 1.25));
  EXPECT_DOUBLE_EQ(init::calculate_gain(kSELU), 0.75);
  EXPECT_EQ(init::_calculate_fan_in_and_fan_out(empty({4, 3, 2, 5})), (std::tuple<int64_t, int64_t>{30, 40}));
  EXPECT_THROW(init::_calculate_fan_in_and_fan_out(empty({4})), Error);
}

// libtorch 1.13.1, F::gumbel_softmax after manual_seed(7): the noise is drawn in the order of memory.
TEST(Init, GumbelSoftmaxOfTransposedLogits) {
  namespace F = nn::functional;
  const Tensor logits = (arange(6.) / 7).view({2, 3}).t();
  manual_seed(7);
  const Tensor soft = F::gumbel_softmax(logits, F::GumbelSoftmaxFuncOptions().dim(-1));
  EXPECT_TRUE(
      soft.allclose(tensor({{0.680069089, 0.319930911}, {0.838986874, 0.161013126}, {0.375642419, 0.624357641}})));
  EXPECT_EQ(soft.strides(), IntArrayRef({2, 1}));
  manual_seed(7);
  const Tensor hard = F::gumbel_softmax(logits, F::GumbelSoftmaxFuncOptions().dim(0).hard(true));
  EXPECT_TRUE(hard.equal(tensor({{0., 1.}, {1., 0.}, {0., 0.}})));
  EXPECT_EQ(hard.strides(), IntArrayRef({1, 3}));
}

// Values: PyTorch 1.13.1, Python, seed 0, one call after the other.
TEST(Init, RandomFunctionsDrawAsPyTorch) {
  namespace F = nn::functional;
  const auto expect = [](const Tensor& got, std::vector<float> values, const char* what) {
    for (size_t i = 0; i < values.size(); ++i)
      EXPECT_NEAR(got.contiguous().data_ptr<float>()[i], values[i], 6e-5) << what << " at " << i;
  };
  manual_seed(0);
  const auto train = F::RReLUFuncOptions().training(true);
  expect(F::rrelu(tensor({-1.f, 2.f, -3.f, -4.f}), train), {-0.3271f, 2, -0.8174f, -0.8828f}, "rrelu");
  expect(F::rrelu(tensor({-1., 2., -3., -4.}, kDouble), train).to(kFloat), {-0.3168f, 2, -0.7781f, -1.1593f},
         "rrelu, double");
  manual_seed(0);
  expect(F::dropout(ones({8})), {0, 0, 2, 0, 0, 0, 2, 2}, "dropout");
  expect(F::dropout2d(ones({2, 3, 1, 1})), {0, 2, 2, 2, 2, 0}, "dropout2d");
  expect(F::alpha_dropout(ones({4}), F::AlphaDropoutFuncOptions().training(true)), {1.6656f, 1.6656f, 1.6656f, 1.6656f},
         "alpha_dropout");
  expect(F::feature_alpha_dropout(ones({1, 4, 2}), F::FeatureAlphaDropoutFuncOptions().training(true)),
         {-0.7792f, -0.7792f, -0.7792f, -0.7792f, 1.6656f, 1.6656f, -0.7792f, -0.7792f}, "feature_alpha_dropout");
  manual_seed(0);
  expect(F::gumbel_softmax(ones({2, 3})), {0.1047f, 0.2984f, 0.5969f, 0.1974f, 0.4831f, 0.3195f}, "gumbel_softmax");
}

}  // namespace
}  // namespace torchpp::tests
