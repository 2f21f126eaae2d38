// SPDX-License-Identifier: BSD-3-Clause
// The inference path of attention and transformers. Stored values are those of PyTorch 1.13.1's fast path on the CPU.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "tests/support/error_of.h"
#include "tests/support/log.h"

namespace torchpp {
namespace {

using nested::nested_tensor;
using nn::MultiheadAttention;
using nn::MultiheadAttentionOptions;
using nn::NotFast;
using nn::TransformerEncoder;
using nn::TransformerEncoderLayer;
using nn::TransformerEncoderLayerOptions;
using nn::TransformerEncoderOptions;

// sin(0.37 i) at element i.
Tensor ramp(IntArrayRef sizes) { return arange(empty(sizes).numel()).to(kFloat).mul(0.37).sin().reshape(sizes); }
template <class Module>
Module ready(Module module) {
  const NoGradGuard no_grad;
  for (Tensor& t : module->parameters()) t.copy_(ramp(t.sizes()));
  module->eval();
  return module;
}
Tensor bools(std::vector<int> values, IntArrayRef sizes) { return tensor(values).to(kBool).view(sizes); }
void expect_near(const Tensor& got, const Tensor& expected, double tolerance = 1e-5) {
  ASSERT_EQ(got.sizes(), expected.sizes());
  EXPECT_TRUE(got.to(kDouble).allclose(expected.to(kDouble), tolerance, tolerance, true)) << got << '\n' << expected;
}
void expect_values(const Tensor& got, const std::vector<double>& expected) {
  expect_near(got, tensor(expected, kDouble).view(got.sizes()), 3e-5);
}

TransformerEncoderLayerOptions small() {
  return TransformerEncoderLayerOptions(4, 2).dim_feedforward(6).batch_first(true);
}
const Tensor& two_of_three() {
  static const Tensor& mask = *new Tensor(bools({0, 0, 1, 0, 0, 0}, {2, 3}));
  return mask;
}

TEST(FastPath, LayersAreLibtorchs) {
  const NoGradGuard no_grad;
  struct Case {
    bool norm_first, gelu;
    std::vector<double> plain, padded;
  };
  const Case cases[] = {
      {false,
       false,
       {0., 0.114396, -0.160237, 2.00565, 0., 0.106857, -0.153498, 1.98935, 0., 0.109601, -0.140245, 2.05957,
        0., 0.113843, -0.14746,  2.05404, 0., 0.132127, -0.192632, 1.95648, 0., 0.107913, -0.155196, 1.98801},
       {0., 0.114023, -0.159383, 2.00728, 0., 0.106865, -0.153492, 1.98943, 0., 0.104548, -0.149702, 1.99256,
        0., 0.113843, -0.14746,  2.05404, 0., 0.132127, -0.192632, 1.95648, 0., 0.107913, -0.155196, 1.98801}},
      {false,
       true,
       {0., 0.107227, -0.149298, 2.01162, 0., 0.095803, -0.136721, 1.99664, 0., 0.102595, -0.128439, 2.06746,
        0., 0.108758, -0.138913, 2.06027, 0., 0.112528, -0.165026, 1.96864, 0., 0.09658,  -0.138056, 1.99545},
       {0., 0.107138, -0.148845, 2.01309, 0., 0.095831, -0.136745, 1.99671, 0., 0.094124, -0.133756, 1.99951,
        0., 0.108758, -0.138913, 2.06027, 0., 0.112528, -0.165026, 1.96864, 0., 0.09658,  -0.138056, 1.99545}},
      {true,
       false,
       {3.66366, 1.12506,  -0.061023, 9.4236,  4.97698, 2.42668,   -0.136808, 6.0067,
        3.973,   1.19078,  -1.31644,  4.49572, 2.5919,  -0.301252, -1.5321,   7.88609,
        3.29738, 0.694074, -0.369907, 9.37804, 4.62981, 2.01962,   0.201843,  8.40872},
       {3.63922, 1.10438,  -0.040303, 9.46293, 4.8648,  2.54436,   -0.002596, 6.08295,
        3.84722, 1.38943,  -1.14546,  4.39134, 2.5919,  -0.301252, -1.5321,   7.88609,
        3.29738, 0.694074, -0.369906, 9.37804, 4.62981, 2.01962,   0.201844,  8.40872}},
      {true,
       true,
       {3.42748, 1.08674,  0.221488,  9.12034, 4.67908, 2.3727,    0.22636,  5.62157,
        3.63355, 1.13045,  -0.904036, 4.05741, 2.3514,  -0.340727, -1.24387, 7.57706,
        3.06824, 0.657666, -0.096746, 9.08417, 4.35158, 1.96932,   0.540885, 8.04907},
       {3.40414, 1.06636,  0.240753,  9.16113, 4.56115, 2.4877,    0.369563, 5.68963,
        3.52397, 1.33198,  -0.752745, 3.97395, 2.3514,  -0.340727, -1.24387, 7.57706,
        3.06824, 0.657666, -0.096745, 9.08417, 4.35158, 1.96932,   0.540885, 8.04907}},
  };
  const Tensor x = ramp({2, 3, 4});
  for (const Case& c : cases) {
    auto options = small().norm_first(c.norm_first);
    if (c.gelu) options.activation(kGELU);
    TransformerEncoderLayer layer = ready(TransformerEncoderLayer(options));
    ASSERT_EQ(layer->why_not_fast(x), NotFast::kNothing);
    expect_values(layer(x), c.plain);
    expect_values(layer(x, Tensor(), two_of_three()), c.padded);
  }
}

TEST(FastPath, EncodersAreLibtorchs) {
  const NoGradGuard no_grad;
  TransformerEncoder encoder = ready(TransformerEncoder(TransformerEncoderOptions(small(), 2)));
  const Tensor x = ramp({2, 4, 4}), mask = bools({0, 0, 1, 1, 0, 0, 0, 1}, {2, 4});
  ASSERT_EQ(encoder->why_not_fast(x, Tensor(), mask), NotFast::kNothing);
  const std::vector<double> expected = {0., 0.122351, -0.166588, 2.02327, 0., 0.122207, -0.166429, 2.02316,
                                        0., 0.,       0.,        0.,      0., 0.122467, -0.16667,  2.02355,
                                        0., 0.122297, -0.166463, 2.0235,  0., 0.122074, -0.16628,  2.02307};
  const Tensor y = encoder(x, Tensor(), mask);
  EXPECT_EQ(y.sizes(), x.sizes());  // libtorch's is as long as the longest sequence
  expect_values(y.narrow(1, 0, 3), expected);
  EXPECT_EQ(y.select(1, 3).abs().max().item<float>(), 0);
  const Tensor nested = nested_tensor({x[0].narrow(0, 0, 2), x[1].narrow(0, 0, 3)});
  expect_values(encoder(nested).to_padded_tensor(0), expected);
  TransformerEncoder normed = ready(TransformerEncoder(
      TransformerEncoderOptions(small(), 2).norm(nn::AnyModule(nn::LayerNorm(nn::LayerNormOptions({4}))))));
  const Tensor valid = mask.logical_not().unsqueeze(2), of_padded = normed(x, Tensor(), mask);
  expect_near(normed(nested).to_padded_tensor(0, x.sizes()), of_padded * valid);
  const Tensor bias = normed->norm.ptr<nn::LayerNormImpl>()->bias;
  expect_near(of_padded.select(1, 3), bias.expand({2, 4}));  // the norm of zeros
  TransformerEncoderLayer layer = ready(TransformerEncoderLayer(small()));
  expect_values(layer(nested).to_padded_tensor(0),
                {0., 0.114023, -0.159383, 2.00728, 0., 0.106865, -0.153492, 1.98943, 0., 0.,      0.,        0.,
                 0., 0.118355, -0.167624, 1.99548, 0., 0.107904, -0.155208, 1.98789, 0., 0.10496, -0.162171, 1.91852});
}

TEST(FastPath, AttentionIsLibtorchs) {
  const NoGradGuard no_grad;
  MultiheadAttention m = ready(MultiheadAttention(MultiheadAttentionOptions(4, 2).batch_first(true)));
  const Tensor x = ramp({2, 3, 4});
  ASSERT_EQ(m->why_not_fast(x, x, x), NotFast::kNothing);
  const std::vector<double> expected = {-1.53019,  1.00532,   2.32121,  0.550649,  -1.61128, 1.05836,
                                        2.41192,   0.514061,  -0.12513, -0.734884, 0.600575, 1.97883,
                                        -0.567429, -2.25284,  0.767604, 3.52707,   0.597315, 1.75353,
                                        0.329387,  -0.558757, -1.8335,  1.38364,   2.69313,  0.239777};
  auto [y, weights] = m(x, x, x);
  expect_values(y, expected);
  expect_values(weights, {0.33001, 0.637119, 0.03287, 0.122255, 0.876977, 0.000767, 0.042932, 0.042127, 0.914941,
                          0.999879, 0.00012, 1e-06, 0.35983, 0.218755, 0.421415, 1e-05, 0.008306, 0.991684});
  const auto [without, none] = m(x, x, x, Tensor(), false);
  expect_values(without, expected);
  EXPECT_FALSE(none.defined());
  expect_values(std::get<1>(m(x, x, x, Tensor(), true, Tensor(), false)),
                {0.259009, 0.73946,  0.001531, 0.080887, 0.919088, 2.5e-05,  0.081926, 0.082201, 0.835873,
                 0.401011, 0.534779, 0.06421,  0.163624, 0.834866, 0.00151,  0.003937, 0.002053, 0.99401,
                 0.999765, 0.000233, 2e-06,    0.018395, 0.225136, 0.756469, 0.,       0.001542, 0.998458,
                 0.999992, 8e-06,    0.,       0.701266, 0.212374, 0.08636,  1.9e-05,  0.01507,  0.98491});
  std::tie(y, weights) = m(x, x, x, two_of_three());
  expect_values(y, {-1.70787, 0.923134, 2.48399,  0.662357,  -1.61543,  1.0566,   2.41575,  0.516513,
                    -1.81831, 0.812376, 2.57435,  0.7895,    -0.567429, -2.25284, 0.767604, 3.52707,
                    0.597315, 1.75353,  0.329387, -0.558757, -1.8335,   1.38364,  2.69313,  0.239777});
  expect_values(weights, {0.343967, 0.656033, 0., 0.12238, 0.87762, 0., 0.578226, 0.421774, 0., 0.999879, 0.00012,
                          1e-06, 0.35983, 0.218755, 0.421415, 1e-05, 0.008306, 0.991684});
  const Tensor longer = ramp({2, 4, 4}), nested = nested_tensor({longer[0].narrow(0, 0, 2), longer[1].narrow(0, 0, 3)});
  const std::vector<double> of_nested = {-1.70787, 0.923134, 2.48399, 0.662357, -1.61543,  1.0566,  2.41575, 0.516514,
                                         0.,       0.,       0.,      0.,       -0.648725, 1.38649, 1.50887, 0.022168,
                                         -1.82692, 1.38663,  2.68709, 0.235687, -0.209432, 1.33968, 1.06109, -0.01222};
  expect_values(std::get<0>(m(nested, nested, nested, Tensor(), false)).to_padded_tensor(0), of_nested);
  std::tie(y, weights) = m(nested, nested, nested);
  expect_values(y.to_padded_tensor(0), of_nested);
  expect_near(weights,
              tensor({0.3440f, 0.6560f, 0.f, 0.1224f, 0.8776f, 0.f, 0.f, 0.f, 0.f, 0.3026f, 0.4371f, 0.2603f, 0.0083f,
                      0.9903f, 0.0014f, 0.1688f, 0.3359f, 0.4952f})
                  .view({2, 3, 3}),
              1e-4);
  m->train();
  const std::string message = test::error_of([&] { (void)m(nested, nested, nested); });
  EXPECT_NE(message.find("MultiheadAttention does not support NestedTensor outside of its fast path. The fast path was "
                         "not hit because the module is in training mode"),
            std::string::npos)
      << message;
}

TEST(FastPath, OperatorsAreLibtorchs) {
  const Tensor x = ramp({2, 3, 4}), w = ramp({12, 4}), b = ramp({12}), pw = ramp({4, 4}), pb = ramp({4});
  const auto [y, weights] = _native_multi_head_attention(x, x * 2, x * 2, 4, 2, w, b, pw, pb);
  expect_values(y, {-2.10037, 2.40875, 3.14589,   -0.703227, -2.0089,  2.72273,  3.11136,   -1.02347,
                    0.537997, -2.0239, -0.296307, 3.10521,   0.00667,  -4.02708, -0.128244, 5.13887,
                    3.8857,   4.97569, -2.37468,  -4.27128,  -2.54832, 3.25475,  3.74726,   -1.44017});
  expect_values(weights, {0.232953, 0.762474, 0.004574, 0.022338, 0.97766, 2e-06, 0.00472, 0.004746, 0.990534, 1., 0.,
                          0., 0.451992, 0.082091, 0.465918, 0., 0.000118, 0.999882});
  const Tensor q = ramp({2, 2, 2});
  expect_values(_masked_softmax(q, q > 0.5, 2, 2), {0.410569, 0.589431, NAN, NAN, NAN, NAN, NAN, NAN});
  const Tensor s = ramp({1, 2, 2, 2});
  expect_values(_masked_softmax(s, s > 0.5, 1, 2), {1., 1., NAN, NAN, 0., 0., NAN, NAN});
  const auto [tq, tk, tv] = _transform_bias_rescale_qkv(nested_tensor({ramp({1, 12}), ramp({2, 12})}), b, 2);
  expect_values(tq, {0., 0.511401, 0., 0.255701, 0.953587, 1.26671, 0.476794, 0.633355, 0., 0.511401, -0.681036,
                     -0.44804, 0.953587, 1.26671, -0.154404, 0.160131});
  expect_values(tk, {1.99176, 1.92255, 0.995881, 0.961275, 1.59313, 1.04809, 0.796565, 0.524044, 1.99176, 1.92255,
                     0.640627, 0.96809, 1.59313, 1.04809, 1.16453, 1.20335});
  expect_values(tv, {0.361192, -0.374589, 0.180596, -0.187295, -1.05967, -1.60133, -0.529836, -0.800667, 0.361192,
                     -0.374589, 1.0793, 0.809181, -1.05967, -1.60133, 0.429539, -0.00824});
}

// Masks for all scores, which libtorch's operator names but refuses: as the slow path computes them.
TEST(FastPath, MasksOfAllScores) {
  const Tensor x = ramp({2, 3, 4}), later = ones({3, 3}, kBool).triu(1);
  MultiheadAttention m = ready(MultiheadAttention(MultiheadAttentionOptions(4, 2).batch_first(true)));
  const auto [expected, expected_weights] = m(x, x, x, Tensor(), true, later);
  for (bool need_weights : {true, false}) {
    const auto [y, weights] =
        _native_multi_head_attention(x, x, x, 4, 2, m->in_proj_weight, m->in_proj_bias, m->out_proj->weight,
                                     m->out_proj->bias, later, need_weights, true, 0);
    expect_near(y, expected);
    if (need_weights) expect_near(weights, expected_weights);
  }
  const Tensor scores = ramp({2, 2, 3, 3}), padding = two_of_three();
  const double blocked = -std::numeric_limits<double>::infinity();
  expect_near(_masked_softmax(scores, later, 3, 0), scores.masked_fill(later, blocked).softmax(3));
  expect_near(_masked_softmax(scores, padding, nullopt, 1),
              scores.masked_fill(padding.view({2, 1, 1, 3}), blocked).softmax(3));
  // As in libtorch, a mask of padding may have the size of the scores, whatever their number of dimensions.
  const Tensor whole = padding.unsqueeze(1).unsqueeze(1).expand_as(scores).contiguous();
  EXPECT_TRUE(_masked_softmax(scores, whole, 3, 1).equal(_masked_softmax(scores, whole, 3, 2)));
  EXPECT_TRUE(_masked_softmax(scores[0][0], whole[0][0], 1, 1).equal(_masked_softmax(scores[0][0], whole[0][0], 1, 2)));
  EXPECT_THROW(_masked_softmax(scores, later), Error);
  EXPECT_THROW(_masked_softmax(scores, later, 3, 3), Error);
  EXPECT_THROW(_masked_softmax(scores, later, 3, 1), Error);
  EXPECT_THROW(_masked_softmax(scores, scores, 3, 2), Error);
  EXPECT_THROW(_masked_softmax(scores[0], later, 2, 0), Error);
  EXPECT_THROW(_transform_bias_rescale_qkv(x, ramp({12}), 2), Error);
  const Tensor qkv = ramp({2, 3, 12});
  EXPECT_THROW(_transform_bias_rescale_qkv(qkv.to(kInt), ramp({12}).to(kInt), 2), Error);
  EXPECT_THROW(_transform_bias_rescale_qkv(qkv, ramp({12}).to(kDouble), 2), Error);
  const auto [q1, k1, v1] = _transform_bias_rescale_qkv(qkv, ramp({12}), 1);
  for (const Tensor& t : {q1, k1, v1}) EXPECT_FALSE(t.is_view());
  EXPECT_THROW(_native_multi_head_attention(x, x, x, 4, 3, m->in_proj_weight, m->in_proj_bias, m->out_proj->weight,
                                            m->out_proj->bias),
               Error);
}

// The slow path is that of gradients, the same numbers.
TEST(FastPath, FastIsSlow) {
  manual_seed(3);
  for (bool norm_first : {false, true})
    for (bool gelu : {false, true})
      for (ScalarType dtype : {kFloat, kDouble}) {
        auto options =
            TransformerEncoderLayerOptions(32, 4).dim_feedforward(48).batch_first(true).norm_first(norm_first);
        if (gelu) options.activation(kGELU);
        TransformerEncoder encoder(
            TransformerEncoderOptions(options, 3).norm(nn::AnyModule(nn::LayerNorm(nn::LayerNormOptions({32})))));
        encoder->to(dtype);
        encoder->eval();
        for (const Tensor& bias : encoder->parameters())
          if (bias.dim() == 1) {
            const NoGradGuard no_grad;
            bias.normal_(0.5, 0.3);
          }
        const Tensor x = randn({5, 70, 32}, dtype);
        Tensor padding = zeros({5, 70}, kBool);
        const int64_t lengths[] = {70, 33, 33, 1, 12};
        for (int64_t i = 0; i < 5; ++i) padding.select(0, i).narrow(0, lengths[i], 70 - lengths[i]).fill_(true);
        const Tensor gaps = padding.flip(1);
        const auto both = [&](const Tensor& mask, const Tensor& valid) {
          const Tensor slow = encoder(x, Tensor(), mask).detach();
          EXPECT_EQ(encoder->layers->at<nn::TransformerEncoderLayerImpl>(0).why_not_fast(x, Tensor(), mask),
                    NotFast::kGradients);
          const NoGradGuard no_grad;
          EXPECT_EQ(encoder->layers->at<nn::TransformerEncoderLayerImpl>(0).why_not_fast(x, Tensor(), mask),
                    NotFast::kNothing);
          const Tensor keep = valid.defined() ? valid.logical_not().unsqueeze(2) : ones({1}, kBool);
          expect_near(encoder(x, Tensor(), mask) * keep, slow * keep, dtype == kDouble ? 1e-9 : 2e-5);
        };
        both(Tensor(), Tensor());
        both(padding, padding);
        both(gaps, gaps);
      }
}

TEST(FastPath, NestedInputsOfEveryLength) {
  const NoGradGuard no_grad;
  TransformerEncoderLayer layer = ready(TransformerEncoderLayer(small()));
  std::vector<Tensor> parts;
  for (int64_t length : {3, 3, 0, 1, 5, 5, 5}) parts.push_back(ramp({length, 4}) + static_cast<double>(length));
  const std::vector<Tensor> got = layer(nested_tensor(parts)).unbind();
  ASSERT_EQ(got.size(), parts.size());
  for (size_t i = 0; i < parts.size(); ++i) expect_near(got[i], layer(parts[i].unsqueeze(0))[0]);
  EXPECT_EQ(layer(_nested_from_padded(zeros({0, 3, 4}), zeros({0, 2}, kLong))).size(0), 0);
  EXPECT_THROW((void)layer(nested_tensor({ramp({3, 4}), ramp({3, 3})})), Error);
}

TEST(FastPath, GapsOfTheMask) {
  const NoGradGuard no_grad;
  const Tensor x = ramp({2, 4, 4}), gaps = bools({0, 1, 0, 1, 0, 0, 0, 1}, {2, 4});
  const auto options = TransformerEncoderOptions(small(), 2);
  TransformerEncoder checked = ready(TransformerEncoder(options)),
                     unchecked = ready(TransformerEncoder(TransformerEncoderOptions(options).mask_check(false)));
  EXPECT_EQ(checked->why_not_fast(x, Tensor(), gaps), NotFast::kNotLeftAligned);
  EXPECT_EQ(unchecked->why_not_fast(x, Tensor(), gaps), NotFast::kNothing);
  // The first two elements of the first sequence, though the mask names the first and the third.
  expect_near(unchecked(x, Tensor(), gaps), unchecked(x, Tensor(), bools({0, 0, 1, 1, 0, 0, 0, 1}, {2, 4})));
}

TEST(FastPath, LooksAtTheMaskOnce) {
  const NoGradGuard no_grad;
  TransformerEncoder encoder = ready(TransformerEncoder(TransformerEncoderOptions(small(), 2)));
  const Tensor x = ramp({2, 4, 4}), padding = bools({0, 0, 0, 1, 0, 0, 1, 1}, {2, 4});
  test::Log log(1);
  encoder(x, Tensor(), padding);
  const auto calls = [&](const char* name) {
    return std::count_if(log.lines.begin(), log.lines.end(),
                         [&](const std::string& line) { return line.find(name) != std::string::npos; });
  };
  EXPECT_EQ(calls("logical_not"), 1);
  EXPECT_GT(calls("_nested_view_from_buffer"), 0) << "the inference path was taken";
}

TEST(FastPath, HooksAreCalled) {
  const NoGradGuard no_grad;
  TransformerEncoder encoder = ready(TransformerEncoder(TransformerEncoderOptions(small(), 1)));
  const Tensor x = ramp({2, 3, 4}), expected = encoder(x);
  auto& layer = encoder->layers->at<nn::TransformerEncoderLayerImpl>(0);
  int calls = 0;
  auto handle = layer.linear1->register_forward_hook(
      [&](nn::Module&, const std::vector<nn::AnyValue>&, nn::AnyValue&) { ++calls; });
  EXPECT_EQ(layer.why_not_fast(x), NotFast::kHooks);
  EXPECT_EQ(encoder->why_not_fast(x, Tensor(), two_of_three()), NotFast::kHooks);
  expect_near(encoder(x), expected);
  EXPECT_EQ(calls, 1);
}

TEST(FastPath, EveryReason) {
  std::set<NotFast> seen;
  const NoGradGuard no_grad;
  const Tensor x = ramp({2, 3, 4}), mask = two_of_three(), none;
  const Tensor nested = nested_tensor({ramp({2, 4}), ramp({3, 4})});
  const auto expect = [&](NotFast got, NotFast expected) {
    EXPECT_EQ(got, expected);
    seen.insert(got);
  };
  {
    const auto base = MultiheadAttentionOptions(4, 2).batch_first(true);
    const auto attention = [](const MultiheadAttentionOptions& o) { return ready(MultiheadAttention(o)); };
    MultiheadAttention m = attention(base);
    expect(m->why_not_fast(x, x, x), NotFast::kNothing);
    expect(m->why_not_fast(x, x, x, mask), NotFast::kNothing);
    expect(m->why_not_fast(nested, nested, nested), NotFast::kNothing);
    expect(m->why_not_fast(x[0], x[0], x[0]), NotFast::kNotBatched);
    expect(m->why_not_fast(x, x, x.clone()), NotFast::kNotSelfAttention);
    const Tensor other = x.to(kDouble);
    expect(m->why_not_fast(other, other, other), NotFast::kOtherDtype);
    expect(m->why_not_fast(x, x, x, none, ones({3, 3}, kBool)), NotFast::kMask);
    expect(m->why_not_fast(x, x, x, mask.to(kFloat)), NotFast::kMaskDtype);
    expect(m->why_not_fast(nested, nested, nested, mask), NotFast::kNestedWithPadding);
    const auto with = [&](const MultiheadAttentionOptions& o) { return attention(o)->why_not_fast(x, x, x); };
    expect(with(MultiheadAttentionOptions(base).batch_first(false)), NotFast::kNotBatchFirst);
    expect(with(MultiheadAttentionOptions(base).add_bias_kv(true)), NotFast::kBiasKv);
    expect(with(MultiheadAttentionOptions(base).dropout(0.1)), NotFast::kDropout);
    expect(with(MultiheadAttentionOptions(base).add_zero_attn(true)), NotFast::kZeroAttention);
    expect(with(MultiheadAttentionOptions(base).vdim(3)), NotFast::kSeparateProjections);
    expect(with(MultiheadAttentionOptions(base).num_heads(1)), NotFast::kOddHeads);
    expect(with(MultiheadAttentionOptions(base).bias(false)), NotFast::kNothing);
    {
      const Tensor on_meta = x.to(kMeta);
      expect(m->why_not_fast(on_meta, on_meta, on_meta), NotFast::kDevice);
    }
    {
      const amp::autocast guard(kCPU);
      expect(m->why_not_fast(x, x, x), NotFast::kAutocast);
    }
    {
      const AutoGradMode on(true);
      expect(m->why_not_fast(x, x, x), NotFast::kGradients);
    }
    m->train();
    expect(m->why_not_fast(x, x, x), NotFast::kTraining);
  }
  {
    const auto why = [&](const TransformerEncoderLayerOptions& o) {
      return ready(TransformerEncoderLayer(o))->why_not_fast(x);
    };
    TransformerEncoderLayer layer = ready(TransformerEncoderLayer(small()));
    expect(why(small()), NotFast::kNothing);
    expect(why(small().norm_first(true)), NotFast::kNothing);
    expect(why(small().batch_first(false)), NotFast::kNotBatchFirst);
    expect(why(small().activation([](const Tensor& t) { return t.tanh(); })), NotFast::kActivation);
    expect(why(small().nhead(1)), NotFast::kOddHeads);
    expect(layer->why_not_fast(x[0]), NotFast::kNotBatched);
    expect(layer->why_not_fast(x, ones({3, 3}, kBool)), NotFast::kMask);
    expect(layer->why_not_fast(x, none, mask.to(kFloat)), NotFast::kMaskDtype);
    expect(layer->why_not_fast(nested, none, mask), NotFast::kNestedWithPadding);
    layer->norm2->options.eps(1e-3);
    expect(layer->why_not_fast(x), NotFast::kNormEps);
    layer->train();
    expect(layer->why_not_fast(x), NotFast::kTraining);
  }
  {
    const auto options = TransformerEncoderOptions(small(), 2);
    const auto why = [&](const TransformerEncoderOptions& o) {
      return ready(TransformerEncoder(o))->why_not_fast(x, none, mask);
    };
    expect(why(options), NotFast::kNothing);
    expect(why(TransformerEncoderOptions(small(), 0)), NotFast::kNoLayers);
    expect(why(TransformerEncoderOptions(small().norm_first(true), 1)), NotFast::kNormFirst);
    expect(why(TransformerEncoderOptions(options).enable_nested_tensor(false)), NotFast::kNestedDisabled);
    TransformerEncoder encoder = ready(TransformerEncoder(options));
    expect(encoder->why_not_fast(x), NotFast::kNoPadding);
    expect(encoder->why_not_fast(nested), NotFast::kNestedInput);
    expect(encoder->why_not_fast(x, none, mask.flip(1)), NotFast::kNotLeftAligned);
    expect(encoder->why_not_fast(x, ones({3, 3}, kBool), mask), NotFast::kMask);
    expect(encoder->why_not_fast(x, none, mask.to(kFloat)), NotFast::kMaskDtype);
    encoder->layers->at<nn::TransformerEncoderLayerImpl>(1).linear2->register_forward_hook(
        [](nn::Module&, const std::vector<nn::AnyValue>&, nn::AnyValue&) {});
    expect(encoder->why_not_fast(x, none, mask), NotFast::kHooks);
    encoder->layers->push_back(nn::Linear(4, 4));
    TransformerEncoder other = ready(TransformerEncoder(options));
    other->layers->push_back(nn::Linear(4, 4));
    expect(other->why_not_fast(x, none, mask), NotFast::kOtherLayer);
  }
  std::set<std::string> texts;
  for (int i = 0; i <= static_cast<int>(NotFast::kNestedInput); ++i) {
    const auto reason = static_cast<NotFast>(i);
    EXPECT_EQ(seen.count(reason), 1u) << reason << " was not hit";
    EXPECT_TRUE(texts.insert(to_string(reason)).second) << reason << ": the text of another one";
  }
}

}  // namespace
}  // namespace torchpp
