// SPDX-License-Identifier: BSD-3-Clause
// Behaviour that PyTorch 1.0 settled, a test each; answers are those of PyTorch 1.13.1. Numbers are those of the list
// of features. Not here are those whose operators do not exist yet: sparse tensors (1.0-18, 1.0-33), process groups
// (1.0-19), decompositions (1.0-26, 1.0-34, 1.0-35).
#include <gtest/gtest.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/core/log.h>
#include <torchpp/core/memory.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

using test::error_of;

const double kInfinity = std::numeric_limits<double>::infinity();
const float kNaN = std::numeric_limits<float>::quiet_NaN();

bool mentions(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

TEST(Seeds, F1_0_14_IndexingANumberThrows) {
  const Tensor number = tensor(1.f);
  EXPECT_TRUE(mentions(error_of([&] { number[0]; }), "cannot be applied to a 0-dim tensor"));
  const std::string message = error_of([&] { number.index({0}); });
  EXPECT_TRUE(mentions(message, "invalid index of a 0-dim tensor") && mentions(message, "item<T>()")) << message;
  EXPECT_THROW(number[0], IndexError);
  EXPECT_EQ(number.item<float>(), 1);
}

// The formats of Lua's time are no archives, and the error says what is expected.
TEST(Seeds, F1_0_15_LegacyFilesAreRefused) {
  const char torch7[] = "\x04\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00V 1\x10\x00\x00\x00torch.FloatTensor";
  std::vector<Tensor> tensors;
  const std::string message = error_of([&] { load(tensors, torch7, sizeof torch7 - 1); });
  EXPECT_NE(message, "");
  EXPECT_TRUE(tensors.empty());
}

TEST(Seeds, F1_0_16_MaskedScatter) {
  const Tensor mask = tensor({true, false, true});
  Tensor t = zeros({2, 3});
  EXPECT_TRUE(equal(t.masked_scatter_(mask, arange(1.f, 9.f)), tensor({{1.f, 0.f, 2.f}, {3.f, 0.f, 4.f}})));
  Tensor kept = zeros({2, 3});
  EXPECT_TRUE(mentions(error_of([&] { kept.masked_scatter_(mask, arange(1.f, 4.f)); }),
                       "Number of elements of source < number of ones in mask"));
  EXPECT_FALSE(has_op("masked_copy_"));
}

TEST(Seeds, F1_0_17_ResultsWithoutElementsKeepTheirShape) {
  EXPECT_EQ(nonzero(zeros({2, 3})).sizes(), IntArrayRef({0, 2}));
  EXPECT_EQ(nonzero(tensor(1.f)).sizes(), IntArrayRef({1, 0}));
  EXPECT_EQ(nonzero(tensor(0.f)).sizes(), IntArrayRef({0, 0}));
  EXPECT_EQ(nonzero(zeros({0, 4})).sizes(), IntArrayRef({0, 2}));
}

TEST(Seeds, F1_0_20_MixedExpressionsAreTensors) {
  const Tensor t = ones({2});
  static_assert(std::is_same_v<decltype(t + 1), Tensor> && std::is_same_v<decltype(1.5 + t), Tensor>);
  static_assert(std::is_same_v<decltype(2 * t), Tensor> && std::is_same_v<decltype(t / Scalar(2)), Tensor>);
  static_assert(std::is_same_v<decltype(1 - t), Tensor> && std::is_same_v<decltype(t > 0.5), Tensor>);
  EXPECT_TRUE(equal(1 - t, zeros({2})));
  EXPECT_TRUE(equal(1.0 / (t + 1), full({2}, 0.5)));
}

TEST(Seeds, F1_0_21_HostViewsOfOtherDevicesThrow) {
  const Tensor t = empty({2, 2}, kMeta);
  EXPECT_TRUE(mentions(error_of([&] { t.accessor<float, 2>(); }), "accessor: the tensor lies on meta"));
  EXPECT_THROW(t.item<float>(), Error);
  EXPECT_THROW(t.cpu(), NotImplementedError);
}

TEST(Seeds, F1_0_22_RandintIsLong) {
  EXPECT_EQ(randint(5, {2}).scalar_type(), kLong);
  EXPECT_EQ(randint(1, 5, {2}).scalar_type(), kLong);
  EXPECT_EQ(randint(5, {2}, kFloat).scalar_type(), kFloat);
}

TEST(Seeds, F1_0_23_ACopyOfATensorHasNoHistory) {
  const Tensor x = ones({2}).requires_grad_(), y = x * 2;
  std::vector<std::string> warnings;
  set_warning_handler([](void* context, const char* text, const char*,
                         int) { static_cast<std::vector<std::string>*>(context)->push_back(text); },
                      &warnings);
  const Tensor copy = tensor(y);
  set_warning_handler(nullptr);
  EXPECT_FALSE(copy.requires_grad());
  EXPECT_EQ(copy.grad_fn(), nullptr);
  EXPECT_FALSE(copy.is_alias_of(y));
  EXPECT_TRUE(equal(copy, y));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(mentions(warnings[0], "clone().detach()"));
}

TEST(Seeds, F1_0_24_MultilabelSoftMarginLossIsPerSample) {
  namespace F = nn::functional;
  const Tensor input = zeros({3, 4}), target = ones({3, 4});
  EXPECT_EQ(
      F::multilabel_soft_margin_loss(input, target, F::MultilabelSoftMarginLossFuncOptions().reduction(kNone)).sizes(),
      IntArrayRef({3}));
  EXPECT_EQ(nn::MultiLabelSoftMarginLoss(nn::MultiLabelSoftMarginLossOptions().reduction(kNone))(input, target).sizes(),
            IntArrayRef({3}));
}

TEST(Seeds, F1_0_25_HalfStaysHalf) {
  const Tensor number = tensor(1.f).to(kHalf), nothing = zeros({0}, kHalf);
  EXPECT_EQ((number * ones({2}, kInt)).scalar_type(), kHalf);
  EXPECT_EQ((nothing * ones({1}, kLong)).scalar_type(), kHalf);
  // Dimensions count more than a number, a floating dtype more than that.
  EXPECT_EQ((ones({2}, kHalf) * tensor(1., kDouble)).scalar_type(), kHalf);
  EXPECT_EQ((ones({2}, kInt) * 1.5).scalar_type(), kFloat);
  EXPECT_EQ((ones({2}, kChar) * tensor(1, kLong)).scalar_type(), kChar);
  // Origin: torch.promote_types, rows and columns in this order.
  const ScalarType dtypes[] = {kBool, kByte,     kChar,  kShort,  kInt,          kLong,
                               kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble};
  const char* const table[] = {"?BbhilegfdFD", "BBhhilegfdFD", "bhbhilegfdFD", "hhhhilegfdFD",
                               "iiiiilegfdFD", "llllllegfdFD", "eeeeeeeffdFD", "ggggggfgfdFD",
                               "fffffffffdFD", "ddddddddddDD", "FFFFFFFFFDFD", "DDDDDDDDDDDD"};
  const std::string letters = "?BbhilegfdFD";
  for (size_t i = 0; i < 12; ++i)
    for (size_t k = 0; k < 12; ++k)
      EXPECT_EQ(promote_types(dtypes[i], dtypes[k]), dtypes[letters.find(table[i][k])])
          << toString(dtypes[i]) << ' ' << toString(dtypes[k]);
  EXPECT_TRUE(can_cast(kDouble, kFloat) && can_cast(kFloat, kHalf) && can_cast(kInt, kByte) && can_cast(kBool, kInt));
  EXPECT_FALSE(can_cast(kFloat, kLong) || can_cast(kComplexFloat, kDouble) || can_cast(kInt, kBool));
}

TEST(Seeds, F1_0_27_TheMeanIsOfElements) {
  namespace F = nn::functional;
  const Tensor x = zeros({2, 2}), y = tensor({{1.f, 2.f}, {3.f, 4.f}});
  EXPECT_EQ(F::mse_loss(x, y).item<float>(), 7.5f);
  EXPECT_EQ(F::mse_loss(x, y, F::MSELossFuncOptions().reduction(kMean)).item<float>(), 7.5f);
  EXPECT_EQ(F::mse_loss(x, y, F::MSELossFuncOptions().reduction(kSum)).item<float>(), 30);
}

TEST(Seeds, F1_0_28_TensorsWithoutElements) {
  EXPECT_EQ(zeros({0, 2, 4, 0}).sum(1).sizes(), IntArrayRef({0, 4, 0}));
  EXPECT_TRUE(equal(mm(zeros({2, 0}), zeros({0, 3})), zeros({2, 3})));
  EXPECT_EQ(zeros({0}).prod().item<float>(), 1);
  EXPECT_EQ(zeros({0}).sum().item<float>(), 0);
  EXPECT_TRUE(equal(cat({zeros({0}), ones({2, 2})}), ones({2, 2})));
  EXPECT_TRUE(mentions(error_of([] { zeros({0, 3}).max(0); }), "Expected reduction dim 0 to have non-zero size"));
  EXPECT_EQ(std::get<0>(zeros({0, 3}).max(1)).sizes(), IntArrayRef({0}));
  EXPECT_TRUE(mentions(error_of([] { zeros({0, 3}).max(); }), "Expected reduction dim to be specified"));
}

TEST(Seeds, F1_0_29_Argsort) {
  const Tensor x = tensor({2.f, kNaN, 1.f});
  EXPECT_TRUE(equal(x.argsort(), tensor({2, 0, 1})));
  EXPECT_TRUE(equal(x.argsort(-1, true), tensor({1, 0, 2})));
  EXPECT_EQ(x.argsort().scalar_type(), kLong);
  // Equal elements stay in their order.
  const Tensor same = arange(1000).remainder(3), order = same.argsort(true, 0, false);
  const Tensor sorted = same.index_select(0, order);
  const Tensor within =
      (order.slice(0, 1) > order.slice(0, 0, 999)).logical_or(sorted.slice(0, 1) > sorted.slice(0, 0, 999));
  EXPECT_TRUE(within.all().item<bool>());
}

TEST(Seeds, F1_0_30_Pdist) {
  const Tensor x = tensor({{0.f, 0.f}, {3.f, 4.f}, {3.f, 0.f}});
  EXPECT_TRUE(equal(pdist(x, 0), tensor({2.f, 1.f, 1.f})));
  EXPECT_TRUE(equal(pdist(x, 1), tensor({7.f, 3.f, 4.f})));
  EXPECT_TRUE(equal(pdist(x), tensor({5.f, 3.f, 4.f})));
  EXPECT_TRUE(equal(pdist(x, kInfinity), tensor({4.f, 3.f, 4.f})));
  EXPECT_TRUE(pdist(x).is_contiguous());
  const Tensor zero = zeros({3, 2}).requires_grad_();
  for (const double p : {0.0, 1.0, 1.5, 2.0, 3.0, kInfinity}) {
    zero.mutable_grad() = Tensor();
    pdist(zero, p).sum().backward();
    EXPECT_TRUE(equal(zero.grad(), zeros({3, 2}))) << p;
  }
}

TEST(Seeds, F1_0_31_Tensordot) {
  const Tensor a = arange(24.f).view({2, 3, 4}), b = arange(24.f).view({3, 4, 2});
  const Tensor expected = tensor({{1012.f, 1078.f}, {2596.f, 2806.f}});
  EXPECT_TRUE(equal(tensordot(a, b, {1, 2}, {0, 1}), expected));
  EXPECT_TRUE(equal(einsum("ijk,jkl->il", {a, b}), expected));
  EXPECT_TRUE(equal(tensordot(arange(6.f).view({2, 3}), arange(6.f).view({3, 2}), {1}, {0}),
                    tensor({{10.f, 13.f}, {28.f, 40.f}})));
}

TEST(Seeds, F1_0_32_BroadcastTensorsAreViews) {
  const Tensor a = zeros({3, 1}), b = zeros({4});
  const std::vector<Tensor> views = broadcast_tensors({a, b});
  EXPECT_EQ(views[0].sizes(), IntArrayRef({3, 4}));
  EXPECT_EQ(views[0].strides(), IntArrayRef({1, 0}));
  EXPECT_EQ(views[1].strides(), IntArrayRef({0, 1}));
  EXPECT_TRUE(views[0].is_alias_of(a) && views[1].is_alias_of(b));
}

TEST(Seeds, F1_0_36_Celu) {
  const Tensor x = tensor({-2.f, -0.5f, 0.f, 1.5f}), y = nn::CELU(nn::CELUOptions().alpha(1.5))(x);
  for (int64_t i = 0; i < 4; ++i) {
    const double v = x[i].item<double>();
    EXPECT_NEAR(y[i].item<double>(), std::fmax(0, v) + std::fmin(0, 1.5 * (std::exp(v / 1.5) - 1)), 1e-6);
  }
  const auto f = [](const autograd::variable_list& in) -> autograd::variable_list { return {celu(in[0], 1.5)}; };
  EXPECT_TRUE(autograd::gradcheck(f, {tensor({-2., -0.5, 0.3, 1.5}, kDouble).requires_grad_()}));
}

// All paths of a short input that spell the target: labels without repetitions, then without blanks.
double sum_over_paths(const Tensor& log_probs, const std::vector<int64_t>& target) {
  const int64_t steps = log_probs.size(0), classes = log_probs.size(1);
  double sum = 0;
  for (int64_t number = 0; number < static_cast<int64_t>(std::pow(classes, steps)); ++number) {
    std::vector<int64_t> spelled;
    double log_prob = 0;
    int64_t before = -1, rest = number;
    for (int64_t step = 0; step < steps; ++step, rest /= classes) {
      const int64_t label = rest % classes;
      log_prob += log_probs[step][label].item<double>();
      if (label != before && label != 0) spelled.push_back(label);
      before = label;
    }
    if (spelled == target) sum += std::exp(log_prob);
  }
  return sum;
}

TEST(Seeds, F1_0_37_CtcLoss) {
  manual_seed(5);
  const Tensor log_probs = randn({4, 2, 3}, kDouble).log_softmax(-1);
  const double first = -std::log(sum_over_paths(log_probs.select(1, 0), {1, 2})),
               second = -std::log(sum_over_paths(log_probs.select(1, 1), {2, 2}));
  const Tensor inputs = tensor({4, 4}), lengths = tensor({2, 2});
  const Tensor rows = tensor({{1, 2}, {2, 2}}), joined = tensor({1, 2, 2, 2});
  for (const Tensor& targets : {rows, joined}) {
    nn::CTCLoss each(nn::CTCLossOptions().reduction(kNone)), mean;
    const Tensor losses = each(log_probs, targets, inputs, lengths);
    EXPECT_NEAR(losses[0].item<double>(), first, 1e-12);
    EXPECT_NEAR(losses[1].item<double>(), second, 1e-12);
    EXPECT_NEAR(mean(log_probs, targets, inputs, lengths).item<double>(), (first + second) / 4, 1e-12);
  }
  // Four labels and a blank between two of them do not fit into four steps.
  const Tensor target = tensor({{1, 1, 2, 2}});
  const auto too_long = [&](bool zero_infinity) {
    nn::CTCLoss loss(nn::CTCLossOptions().reduction(kNone).zero_infinity(zero_infinity));
    return loss(log_probs.narrow(1, 0, 1), target, tensor({4}), tensor({4})).item<double>();
  };
  EXPECT_EQ(too_long(false), kInfinity);
  EXPECT_EQ(too_long(true), 0);
}

TEST(Seeds, F1_0_38_DiagEmbed) {
  EXPECT_TRUE(equal(diag_embed(tensor({1.f, 2.f}), 1), tensor({{0.f, 1.f, 0.f}, {0.f, 0.f, 2.f}, {0.f, 0.f, 0.f}})));
  EXPECT_EQ(diag_embed(zeros({2, 3})).sizes(), IntArrayRef({2, 3, 3}));
  EXPECT_EQ(diag_embed(zeros({2, 3}), 0, 0, 2).sizes(), IntArrayRef({3, 2, 3}));
}

TEST(Seeds, F1_0_39_Roll) {
  const Tensor x = arange(6).view({2, 3});
  EXPECT_TRUE(equal(roll(x, 1), tensor({{5, 0, 1}, {2, 3, 4}})));
  EXPECT_TRUE(equal(roll(x, {1, 1}, {0, 1}), tensor({{5, 3, 4}, {2, 0, 1}})));
  EXPECT_TRUE(equal(roll(x, -1, 1), tensor({{1, 2, 0}, {4, 5, 3}})));
}

// The order with the fewest multiplications never makes the matrix of n x n elements.
TEST(Seeds, F1_0_40_ChainMatmulTakesTheCheapestOrder) {
  const int64_t n = 4000;
  const Tensor column = ones({n, 1}), row = ones({1, n});
  memory::reset_peak();
  const uint64_t before = memory::stats().peak_allocated_bytes;
  const Tensor product = chain_matmul({column, row, column});
  EXPECT_LT(memory::stats().peak_allocated_bytes - before, static_cast<uint64_t>(n) * n * 4);
  EXPECT_TRUE(equal(product, full({n, 1}, static_cast<double>(n))));
  const Tensor a = arange(6.f).view({2, 3}), b = arange(12.f).view({3, 4}), c = arange(4.f).view({4, 1});
  EXPECT_TRUE(equal(chain_matmul({a, b, c}), a.mm(b).mm(c)));
  EXPECT_TRUE(mentions(error_of([] { chain_matmul({ones({2})}); }), "Tensor dimension is 1, expected 2 instead."));
}

TEST(Seeds, F1_0_41_FinfoAndIinfo) {
  struct Row {
    ScalarType dtype;
    int bits;
    double eps, max, tiny, resolution;
  };
  // Origin: torch.finfo.
  constexpr Row kRows[] = {{kHalf, 16, 0x1p-10, 0x1.ffcp+15, 0x1p-14, 1e-3},
                           {kBFloat16, 16, 0x1p-7, 0x1.fep+127, 0x1p-126, 1e-2},
                           {kFloat, 32, 0x1p-23, 0x1.fffffep+127, 0x1p-126, 1e-6},
                           {kDouble, 64, 0x1p-52, 0x1.fffffffffffffp+1023, 0x1p-1022, 1e-15},
                           {kComplexFloat, 32, 0x1p-23, 0x1.fffffep+127, 0x1p-126, 1e-6},
                           {kComplexDouble, 64, 0x1p-52, 0x1.fffffffffffffp+1023, 0x1p-1022, 1e-15}};
  for (const Row& row : kRows) {
    SCOPED_TRACE(toString(row.dtype));
    const finfo info(row.dtype);
    EXPECT_EQ(info.bits, row.bits);
    EXPECT_EQ(info.eps, row.eps);
    EXPECT_EQ(info.max, row.max);
    EXPECT_EQ(info.min, -row.max);
    EXPECT_EQ(info.tiny, row.tiny);
    EXPECT_EQ(info.smallest_normal, row.tiny);
    EXPECT_EQ(info.resolution, row.resolution);
  }
  static_assert(finfo(kHalf).eps == 0x1p-10 && finfo().bits == 32);
  static_assert(iinfo(kByte).max == 255 && iinfo(kByte).min == 0 && iinfo(kChar).min == -128);
  static_assert(iinfo(kShort).max == 32767 && iinfo(kInt).max == 2147483647 && iinfo(kInt).bits == 32);
  static_assert(iinfo(kLong).max == INT64_MAX && iinfo(kLong).min == INT64_MIN);
  EXPECT_TRUE(mentions(error_of([] { (void)finfo(kInt); }), "requires a floating point input type"));
  EXPECT_TRUE(mentions(error_of([] { (void)iinfo(kFloat); }), "requires an integer input type"));
  EXPECT_TRUE(mentions(error_of([] { (void)iinfo(kBool); }), "not supported by iinfo"));
}

}  // namespace
}  // namespace torchpp
