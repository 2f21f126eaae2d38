// SPDX-License-Identifier: BSD-3-Clause
// Multi-head attention and transformers. Numbers are those of libtorch 1.13.1's C++ front end.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <limits>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

namespace F = nn::functional;
using nn::AnyModule;
using nn::MultiheadAttention;
using nn::MultiheadAttentionOptions;

// sin(0.37 i) at element i.
Tensor ramp(IntArrayRef sizes) { return arange(empty(sizes).numel()).to(kFloat).mul(0.37).sin().reshape(sizes); }
void fill(nn::Module& module) {
  const NoGradGuard no_grad;
  for (Tensor& t : module.parameters()) t.copy_(ramp(t.sizes()));
}
void expect_near(const Tensor& got, const std::vector<float>& expected) {
  ASSERT_EQ(got.numel(), static_cast<int64_t>(expected.size()));
  const Tensor flat = got.contiguous().flatten();
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(flat[static_cast<int64_t>(i)].item<float>(), expected[i], 2e-5) << "element " << i;
}
Tensor padding() { return tensor({0, 0, 1, 0, 0, 0}).to(kBool).view({2, 3}); }
// Whether the call is refused in words with these among them.
template <class G>
void expect_refused(const G& call, const char* phrase) {
  const std::string message = test::error_of(call);
  EXPECT_NE(message.find(phrase), std::string::npos) << message;
}
MultiheadAttention with_everything() {
  MultiheadAttention m(MultiheadAttentionOptions(4, 2).kdim(3).vdim(3).add_bias_kv(true).add_zero_attn(true));
  fill(*m);
  m->eval();
  return m;
}

TEST(MultiheadAttention, InitialValuesAreLibtorchs) {
  manual_seed(1);
  MultiheadAttention m(4, 2);
  EXPECT_NEAR(m->in_proj_weight.sum().item<double>(), 0.972012758, 1e-5);
  EXPECT_NEAR(m->out_proj->weight.sum().item<double>(), 0.233273983, 1e-5);
  EXPECT_TRUE(m->in_proj_bias.eq(0).all().item<bool>() && m->out_proj->bias.eq(0).all().item<bool>());
  manual_seed(1);
  MultiheadAttention other(MultiheadAttentionOptions(4, 2).kdim(3).vdim(3).add_bias_kv(true));
  EXPECT_EQ(other->named_parameters().keys(),
            (std::vector<std::string>{"q_proj_weight", "k_proj_weight", "v_proj_weight", "in_proj_bias", "bias_k",
                                      "bias_v", "out_proj.weight", "out_proj.bias"}));
  EXPECT_NEAR(other->k_proj_weight.sum().item<double>(), 1.61570311, 1e-5);
  EXPECT_NEAR(other->bias_v.sum().item<double>(), 0.525849402, 1e-5);
}

TEST(MultiheadAttention, MasksBiasesAndWeights) {
  MultiheadAttention m = with_everything();
  const Tensor q = ramp({2, 2, 4}), k = ramp({3, 2, 3}), v = ramp({3, 2, 3}) * 2;
  const Tensor mask = tensor({0.f, 1.f, -1.f, 0.5f, 0.f, 0.f}).view({2, 3});
  const auto [y, weights] = m(q, k, v, padding(), true, mask);
  EXPECT_EQ(y.sizes(), IntArrayRef({2, 2, 4}));
  EXPECT_EQ(weights.sizes(), IntArrayRef({2, 2, 5}));
  expect_near(y, {0.321426, 3.54542, 0.9302237, -2.241694, 0.7510715, 7.475159, 1.21321, -6.120116, -0.09432936,
                  1.185144, 0.9179587, 0.1163586, -0.590633, -2.375515, 0.7685606, 3.649924});
  expect_near(weights, {0.2121187, 0.5844071,   0,         0.07151376, 0.1319605,  0.1647547,  0.2129491,
                        0,         0.3779106,   0.2443856, 0.8251657,  0.03164057, 0.01133212, 0.0261459,
                        0.1057157, 0.005769306, 0.5891762, 0.09326117, 0.1758582,  0.1359351});
  const auto [z, by_head] = m(q, k, v, Tensor(), true, Tensor(), /*average_attn_weights=*/false);
  EXPECT_EQ(by_head.sizes(), IntArrayRef({2, 2, 2, 5}));
  expect_near(z, {0.3396074, 3.183298, 0.8463737, -1.894778, 0.696959, 7.44007, 1.260959, -6.076366, -1.025351,
                  -2.740023, 1.137177, 4.081279, -0.582378, -2.377097, 0.7600186, 3.649958});
  expect_near(by_head, {0.4358456,    0.541512,     0.001046771,  0.01312913,   0.008466526,  0.0362066,  0.03943301,
                        0.4467661,    0.2241547,    0.2534397,    0.2273742,    0.1711787,    0.1477658,  0.1561614,
                        0.29752,      0.111354,     0.2904321,    0.2598942,    0.2982528,    0.04006683, 0.999777,
                        1.523627e-05, 8.766705e-05, 8.313878e-05, 3.680742e-05, 3.203953e-05, 0.5016486,  0.09831684,
                        0.1354967,    0.2645058,    0.651233,     0.0232899,    0.06158703,   0.05226546, 0.2116246,
                        0.006998111,  0.6797864,    0.08860801,   0.2172041,    0.007403305});
  EXPECT_FALSE(std::get<1>(m(q, k, v, Tensor(), false)).defined());
}

// A mask of bool, of uint8 and of minus infinities, for all heads or for each, block the same keys.
TEST(MultiheadAttention, KindsOfMasks) {
  MultiheadAttention m(4, 2);
  fill(*m);
  const Tensor x = ramp({3, 2, 4});
  const Tensor blocked = ones({3, 3}, kBool).triu(1);
  const auto with = [&](const Tensor& mask) { return std::get<0>(m(x, x, x, Tensor(), true, mask)); };
  const Tensor expected = with(blocked);
  EXPECT_FALSE(expected.allclose(with(Tensor())));
  EXPECT_TRUE(expected.allclose(with(nn::TransformerImpl::generate_square_subsequent_mask(3))));
  EXPECT_TRUE(expected.allclose(with(blocked.to(kByte))));
  EXPECT_TRUE(expected.allclose(with(blocked.expand({4, 3, 3}))));
  const Tensor as_floats = zeros({2, 3}).masked_fill(padding(), -std::numeric_limits<double>::infinity());
  const Tensor padded = std::get<0>(m(x, x, x, padding()));
  EXPECT_FALSE(padded.allclose(with(Tensor())));
  EXPECT_TRUE(padded.allclose(std::get<0>(m(x, x, x, as_floats))));
  EXPECT_TRUE(padded.allclose(std::get<0>(m(x, x, x, padding().to(kByte)))));
}

// Without weights, attention runs in blocks: results and gradients are those of the other way, for masks of every kind
// together with biases and zeros that are further keys, and with dropout's draws. A query that sees nothing gives NaN
// both ways; which gradients are NaN then depends on how a mask of bool is applied.
TEST(MultiheadAttention, WithoutWeightsIsTheSame) {
  const Tensor q = ramp({5, 2, 4}).to(kDouble), k = ramp({3, 2, 3}).to(kDouble), v = k * 2;
  const Tensor numbers = ramp({5, 3}).to(kDouble), bools = numbers > 0.5, by_head = ramp({4, 5, 3}).to(kDouble);
  const Tensor some = padding(), other = ramp({2, 3}).to(kDouble);
  for (const bool further : {false, true})
    for (const double dropout : {0., 0.4})
      for (const Tensor& mask : {Tensor(), numbers, bools, by_head, by_head > 0.5})
        for (const Tensor& hidden : {Tensor(), some, other}) {
          MultiheadAttention m(
              MultiheadAttentionOptions(4, 2).kdim(3).vdim(3).dropout(dropout).add_bias_kv(further).add_zero_attn(
                  further));
          fill(*m);
          m->to(kDouble);
          const auto run = [&](bool need_weights) {
            manual_seed(5);
            const Tensor y = std::get<0>(m(q, k, v, hidden, need_weights, mask));
            autograd::variable_list all = autograd::grad({y}, m->parameters(), {ramp(y.sizes()).to(kDouble)});
            all.push_back(y);
            return all;
          };
          const autograd::variable_list blocks = run(false), matrices = run(true);
          for (size_t i = matrices.back().isnan().any().item<bool>() ? blocks.size() - 1 : 0; i < blocks.size(); ++i)
            EXPECT_TRUE(blocks[i].allclose(matrices[i], 1e-9, 1e-12, true)) << i << " " << further << " " << dropout;
        }
}

// A sample without a key to see: its results and gradients are NaN, those of its neighbour are what they are alone.
TEST(MultiheadAttention, QueriesWithoutKeysAreNaNAlone) {
  const float inf = std::numeric_limits<float>::infinity();
  for (const bool need_weights : {false, true}) {
    MultiheadAttention m(4, 2);
    fill(*m);
    const Tensor both = ramp({3, 2, 4}).requires_grad_(), first = both.detach().narrow(1, 0, 1).requires_grad_();
    const Tensor unseen = tensor({0, 0, 0, 1, 1, 1}).to(kBool).view({2, 3});
    const Tensor y = std::get<0>(m->forward(both, both, both, unseen, need_weights));
    const Tensor alone = std::get<0>(m->forward(first, first, first, {}, need_weights));
    EXPECT_TRUE(allclose(y.select(1, 0), alone.select(1, 0)));
    EXPECT_TRUE(y.select(1, 1).isnan().all().item<bool>());
    y.select(1, 0).sum().backward();
    alone.sum().backward();
    EXPECT_TRUE(allclose(both.grad().select(1, 0), first.grad().select(1, 0)));
    EXPECT_TRUE(both.grad().select(1, 1).isnan().all().item<bool>());
    const Tensor row = tensor({0.f, 0.f, 0.f, -inf, -inf, -inf, 0.f, 0.f, 0.f}).view({3, 3});
    const Tensor rows = std::get<0>(m->forward(both, both, both, {}, need_weights, row));
    EXPECT_TRUE(rows.isnan().any(-1).any(-1).equal(tensor({0, 1, 0}).to(kBool)));
  }
}

TEST(MultiheadAttention, BatchFirstAndWithoutBatch) {
  MultiheadAttention m(4, 2), first(MultiheadAttentionOptions(4, 2).batch_first(true));
  fill(*m), fill(*first);
  const Tensor q = ramp({3, 2, 4}), k = ramp({5, 2, 4}) * 2;
  const auto [y, weights] = m(q, k, k);
  const auto [turned, same_weights] = first(q.transpose(0, 1), k.transpose(0, 1), k.transpose(0, 1));
  EXPECT_TRUE(turned.transpose(0, 1).allclose(y));
  EXPECT_TRUE(same_weights.allclose(weights));
  const auto [one, one_weights] = m(q.select(1, 0), k.select(1, 0), k.select(1, 0));
  EXPECT_EQ(one.sizes(), IntArrayRef({3, 4}));
  EXPECT_TRUE(one.allclose(y.select(1, 0)));
  EXPECT_TRUE(one_weights.allclose(weights[0]));
}

TEST(MultiheadAttention, Errors) {
  expect_refused([&] { (void)MultiheadAttention(3, 2); }, "embed_dim must be divisible by num_heads");
  MultiheadAttention m(4, 2);
  const Tensor x = ones({2, 2, 4});
  expect_refused([&] { (void)m(ones({2, 2, 6}), x, x); }, "query has 6 features, expected embed_dim = 4");
  expect_refused([&] { (void)m(x, ones({3, 2, 4}), x); }, "key has size [3, 2, 4], value [2, 2, 4]");
  expect_refused([&] { (void)m(ones({2, 3, 4}), x, x); }, "query has a batch of 3, key of 2");
  expect_refused(
      [&] {
        (void)m(x, x, x, Tensor(), true, ones({3, 2}));
      },
      "The size of the 2D attn_mask is not correct");
  expect_refused(
      [&] {
        (void)m(x, x, x, Tensor(), true, ones({3, 2, 2}));
      },
      "The size of the 3D attn_mask is not correct");
  expect_refused(
      [&] {
        (void)m(x, x, x, Tensor(), true, ones({1, 1, 2, 2}));
      },
      "attn_mask's dimension 4 is not supported");
  expect_refused(
      [&] {
        (void)m(x, x, x, Tensor(), true, ones({2, 2}, kInt));
      },
      "Only float, byte, and bool types are supported for attn_mask, not Int");
  expect_refused([&] { (void)m(x, x, x, ones({3, 2}, kBool)); }, "key_padding_mask has size [3, 2], expected [2, 2]");
}

TEST(Transformer, IsLibtorchs) {
  manual_seed(3);
  nn::Transformer m(nn::TransformerOptions(4, 2, 2, 1).dim_feedforward(6));
  const auto sum_of = [&](const char* name) { return m->named_parameters()[name].sum().item<double>(); };
  EXPECT_NEAR(sum_of("encoder.layers.0.self_attn.in_proj_weight"), -2.04685903, 1e-5);
  EXPECT_NEAR(sum_of("encoder.layers.1.linear2.weight"), -0.799407959, 1e-5);
  EXPECT_NEAR(sum_of("encoder.layers.1.linear2.bias"), -1.16518354, 1e-5);
  EXPECT_NEAR(sum_of("decoder.layers.0.multihead_attn.out_proj.weight"), -0.193118393, 1e-5);
  EXPECT_NEAR(sum_of("decoder.layers.0.linear1.bias"), 0.5778808, 1e-5);
  EXPECT_EQ(m->parameters().size(), 46u);

  m->eval();
  fill(*m);
  const Tensor src = ramp({3, 2, 4}), tgt = ramp({2, 2, 4}) * 2;
  expect_near(m(src, tgt), {0, 0.2043421, 0.1818867, 2.438521, 0, 0.2032002, 0.1836453, 2.438846, 0, 0.207964,
                            0.1757457, 2.437384, 0, 0.2076072, 0.1764635, 2.437511});
  const auto later = nn::TransformerImpl::generate_square_subsequent_mask;
  expect_near(m(src, tgt, later(3), later(2), Tensor(), padding(), Tensor(), padding()),
              {0, 0.2043421, 0.1818867, 2.438521, 0, 0.2032002, 0.1836452, 2.438846, 0, 0.207964, 0.1757457, 2.437384,
               0, 0.2076072, 0.1764635, 2.437511});
}

TEST(Transformer, LayersOfAStackAreEqualAndApart) {
  nn::TransformerEncoderLayer layer(nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(6));
  nn::TransformerEncoder stack(layer, 2);
  auto &a = stack->layers->at<nn::TransformerEncoderLayerImpl>(0),
       &b = stack->layers->at<nn::TransformerEncoderLayerImpl>(1);
  EXPECT_TRUE(a.linear1->weight.equal(b.linear1->weight));
  EXPECT_FALSE(a.linear1->weight.is_alias_of(b.linear1->weight));
  stack->reset_parameters();
  EXPECT_FALSE(a.linear1->weight.equal(b.linear1->weight));
  expect_refused(
      [&] {
        (void)nn::TransformerEncoder(layer, 0)(ones({1, 1, 4}));
      },
      "should have at least one encoder layer");
}

// Before and behind: the module's own formula with LayerNorm in the other place. The layer's attention gives no weights
// and so rounds otherwise than one that does: in doubles, the tolerance leaves room for that near 0.
TEST(Transformer, NormFirst) {
  const auto options = nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(6).dropout(0).norm_first(true);
  nn::TransformerEncoderLayer m(options);
  fill(*m);
  m->to(kDouble);
  const Tensor x = ramp({3, 2, 4}).to(kDouble), a = m->norm1(x);
  const Tensor y = x + std::get<0>(m->self_attn(a, a, a));
  EXPECT_TRUE(m(x).allclose(y + m->linear2(m->linear1(m->norm2(y)).relu())));
}

TEST(Transformer, AnyActivationAndCustomParts) {
  nn::TransformerEncoderLayer gelus(
      nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(6).dropout(0).activation(kGELU));
  nn::TransformerEncoderLayer own(nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(6).dropout(0).activation(
      [](const Tensor& t) { return gelu(t); }));
  fill(*gelus), fill(*own);
  const Tensor x = ramp({3, 2, 4});
  EXPECT_TRUE(gelus(x).equal(own(x)));
  const auto relu_options = nn::TransformerEncoderLayerOptions(4, 2).dim_feedforward(6).dropout(0);
  nn::TransformerEncoder encoder(nn::TransformerEncoderOptions(relu_options, 3));
  nn::Transformer m(
      nn::TransformerOptions(4, 2, 1, 1).dim_feedforward(6).dropout(0).custom_encoder(AnyModule(encoder)));
  EXPECT_EQ(m->encoder.get<nn::TransformerEncoder>()->layers->size(), 3u);
  EXPECT_EQ(m(x, x).sizes(), x.sizes());
}

TEST(Transformer, BatchFirst) {
  const auto options = nn::TransformerOptions(4, 2, 1, 1).dim_feedforward(6).dropout(0);
  nn::Transformer m(options), first(nn::TransformerOptions(options).batch_first(true));
  fill(*m), fill(*first);
  const Tensor src = ramp({3, 2, 4}), tgt = ramp({5, 2, 4});
  EXPECT_TRUE(first(src.transpose(0, 1), tgt.transpose(0, 1)).transpose(0, 1).allclose(m(src, tgt), 1e-4, 1e-5));
}

TEST(Transformer, Errors) {
  nn::Transformer m(nn::TransformerOptions(4, 2, 1, 1));
  expect_refused(
      [&] {
        (void)m(ones({3, 2, 4}), ones({2, 3, 4}));
      },
      "src and tgt should have equal batch size (at dim 1), but got 2 and 3");
  expect_refused(
      [&] {
        (void)m(ones({3, 2, 5}), ones({2, 2, 5}));
      },
      "src and tgt should have same feature size as d_model");
  expect_refused([&] { (void)nn::TransformerImpl::generate_square_subsequent_mask(-1); },
                 "Input size must be non-negative");
}

}  // namespace
}  // namespace torchpp
