// SPDX-License-Identifier: BSD-3-Clause
// The dtype of each listed operator's result on the CPU. Origin of the table: Python's torch 1.13.1,
// torch.autocast('cpu').
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

namespace F = nn::functional;

Tensor f(IntArrayRef sizes) { return rand(sizes); }
Tensor b(IntArrayRef sizes) { return rand(sizes).to(kBFloat16); }
Tensor h(IntArrayRef sizes) { return rand(sizes).to(kHalf); }
Tensor d(IntArrayRef sizes) { return rand(sizes, kDouble); }
Tensor zeros_of(IntArrayRef sizes) { return zeros(sizes, kLong); }
Tensor numbers(std::vector<int64_t> values) { return tensor(values); }

struct Case {
  const char* name;
  ScalarType dtype;
  Tensor (*call)();
};

const Case kCases[] = {
    // Cast to bfloat16
    {"linear", kBFloat16,
     [] {
       return linear(f({2, 3}), f({4, 3}), f({4}));
     }},
    {"matmul, mixed", kBFloat16,
     [] {
       return matmul(f({2, 3}), b({3, 4}));
     }},
    {"matmul of float16", kBFloat16,
     [] {
       return matmul(h({2, 3}), h({3, 4}));
     }},
    {"matmul of a vector", kBFloat16,
     [] {
       return matmul(f({2, 3}), f({3}));
     }},
    {"mm", kBFloat16,
     [] {
       return mm(f({2, 3}), f({3, 4}));
     }},
    {"bmm", kBFloat16,
     [] {
       return bmm(f({1, 2, 3}), f({1, 3, 4}));
     }},
    {"baddbmm", kBFloat16,
     [] {
       return baddbmm(f({1, 2, 4}), f({1, 2, 3}), f({1, 3, 4}));
     }},
    {"addmm", kBFloat16,
     [] {
       return addmm(f({2, 4}), f({2, 3}), f({3, 4}));
     }},
    {"addbmm", kBFloat16,
     [] {
       return addbmm(f({2, 4}), f({1, 2, 3}), f({1, 3, 4}));
     }},
    {"conv1d", kBFloat16,
     [] {
       return conv1d(f({1, 2, 5}), f({3, 2, 3}));
     }},
    {"conv2d", kBFloat16,
     [] {
       return conv2d(f({1, 2, 5, 5}), f({3, 2, 3, 3}));
     }},
    {"conv2d.padding", kBFloat16,
     [] {
       return conv2d(f({1, 2, 5, 5}), f({3, 2, 3, 3}), {}, IntArrayRef({1, 1}), "same", IntArrayRef({1, 1}), 1);
     }},
    {"conv3d", kBFloat16,
     [] {
       return conv3d(f({1, 2, 5, 5, 5}), f({3, 2, 3, 3, 3}));
     }},
    {"conv_tbc", kBFloat16,
     [] {
       return conv_tbc(f({5, 1, 2}), f({3, 2, 4}), f({4}));
     }},
    // Composed of those
    {"einsum", kBFloat16,
     [] {
       return einsum("ij,jk->ik", {f({2, 3}), f({3, 4})});
     }},
    {"chain_matmul", kBFloat16,
     [] {
       return chain_matmul({f({2, 3}), f({3, 4}), f({4, 5})});
     }},
    {"tensordot", kBFloat16,
     [] {
       return tensordot(f({2, 3}), f({3, 4}), {1}, {0});
     }},
    {"inner", kBFloat16,
     [] {
       return inner(f({2, 3}), f({4, 3}));
     }},
    {"RNN", kBFloat16,
     [] {
       return std::get<0>(nn::RNN(3, 4)->forward(f({2, 1, 3})));
     }},
    {"LSTM", kFloat,
     [] {
       return std::get<0>(nn::LSTM(3, 4)->forward(f({2, 1, 3})));
     }},
    {"LSTM with projections", kBFloat16,
     [] {
       return std::get<0>(nn::LSTM(nn::LSTMOptions(3, 4).proj_size(2))->forward(f({2, 1, 3})));
     }},
    {"LSTM of bfloat16", kBFloat16,
     [] {
       return std::get<0>(nn::LSTM(3, 4)->forward(b({2, 1, 3})));
     }},
    {"GRU of bfloat16", kBFloat16,
     [] {
       return std::get<0>(nn::GRU(3, 4)->forward(b({2, 1, 3})));
     }},
    {"GRU", kFloat,
     [] {
       return std::get<0>(nn::GRU(3, 4)->forward(f({2, 1, 3})));
     }},
    {"LSTMCell", kFloat,
     [] {
       return std::get<0>(nn::LSTMCell(3, 4)->forward(f({2, 3})));
     }},
    {"GRUCell", kFloat,
     [] {
       return nn::GRUCell(3, 4)->forward(f({2, 3}));
     }},
    {"MultiheadAttention", kBFloat16,
     [] {
       return std::get<0>(nn::MultiheadAttention(4, 2)->forward(f({2, 1, 4}), f({2, 1, 4}), f({2, 1, 4})));
     }},
    {"TransformerEncoderLayer", kFloat,
     [] {
       return nn::TransformerEncoderLayer(4, 2)->forward(f({2, 1, 4}));
     }},
    // Cast to float32
    {"conv_transpose1d", kFloat,
     [] {
       return conv_transpose1d(b({1, 2, 5}), b({2, 3, 3}));
     }},
    {"conv_transpose2d", kFloat,
     [] {
       return conv_transpose2d(b({1, 2, 5, 5}), b({2, 3, 3, 3}));
     }},
    {"conv_transpose3d", kFloat,
     [] {
       return conv_transpose3d(b({1, 2, 5, 5, 5}), b({2, 3, 3, 3, 3}));
     }},
    {"avg_pool3d", kFloat,
     [] {
       return avg_pool3d(b({1, 2, 4, 4, 4}), 2);
     }},
    {"max_pool3d", kFloat,
     [] {
       return max_pool3d(b({1, 2, 4, 4, 4}), 2);
     }},
    {"adaptive_avg_pool3d", kFloat,
     [] {
       return adaptive_avg_pool3d(b({1, 2, 4, 4, 4}), 2);
     }},
    {"adaptive_max_pool3d", kFloat,
     [] {
       return std::get<0>(adaptive_max_pool3d(b({1, 2, 4, 4, 4}), {2, 2, 2}));
     }},
    {"reflection_pad1d", kFloat,
     [] {
       return reflection_pad1d(b({1, 2, 4}), {1, 1});
     }},
    {"replication_pad2d", kFloat,
     [] {
       return replication_pad2d(b({1, 2, 4, 4}), {1, 1, 1, 1});
     }},
    {"F::pad", kFloat,
     [] {
       return F::pad(b({1, 2, 4}), F::PadFuncOptions({1, 1}).mode(kReflect));
     }},
    {"grid_sampler", kFloat,
     [] {
       return grid_sampler(b({1, 1, 4, 4}), b({1, 2, 2, 2}), 0, 0, false);
     }},
    {"grid_sampler_2d", kFloat,
     [] {
       return grid_sampler_2d(b({1, 1, 4, 4}), b({1, 2, 2, 2}), 0, 0, false);
     }},
    {"prod", kFloat, [] { return prod(b({3})); }},
    {"prod.dim_int", kFloat,
     [] {
       return prod(b({3, 2}), 1);
     }},
    {"quantile", kFloat, [] { return quantile(b({3}), 0.5); }},
    {"nanquantile", kFloat, [] { return nanquantile(b({3}), 0.5); }},
    {"cdist", kFloat,
     [] {
       return cdist(b({2, 3}), b({4, 3}));
     }},
    {"trace", kFloat,
     [] {
       return trace(b({3, 3}));
     }},
    {"polar", kComplexFloat, [] { return polar(b({2}), b({2})); }},
    {"mse_loss", kFloat, [] { return mse_loss(b({3}), b({3})); }},
    {"l1_loss", kFloat, [] { return l1_loss(b({3}), b({3})); }},
    {"smooth_l1_loss", kFloat, [] { return smooth_l1_loss(b({3}), b({3})); }},
    {"huber_loss", kFloat, [] { return huber_loss(b({3}), b({3})); }},
    {"nll_loss", kFloat,
     [] {
       return nll_loss(b({2, 3}), zeros_of({2}));
     }},
    {"nll_loss2d", kFloat,
     [] {
       return nll_loss2d(b({2, 3, 1, 1}), zeros_of({2, 1, 1}));
     }},
    {"cross_entropy_loss", kFloat,
     [] {
       return cross_entropy_loss(b({2, 3}), zeros_of({2}));
     }},
    {"kl_div", kFloat,
     [] {
       return kl_div(b({2, 3}), b({2, 3}));
     }},
    {"poisson_nll_loss", kFloat, [] { return poisson_nll_loss(b({3}), b({3}), true, false, 1e-8, 1); }},
    {"soft_margin_loss", kFloat, [] { return soft_margin_loss(b({3}), b({3})); }},
    {"margin_ranking_loss", kFloat, [] { return margin_ranking_loss(b({3}), b({3}), b({3})); }},
    {"triplet_margin_loss", kFloat,
     [] {
       return triplet_margin_loss(b({2, 3}), b({2, 3}), b({2, 3}));
     }},
    {"multi_margin_loss", kFloat,
     [] {
       return multi_margin_loss(b({2, 3}), zeros_of({2}));
     }},
    {"multilabel_margin_loss", kFloat,
     [] {
       return multilabel_margin_loss(b({2, 3}), zeros_of({2, 3}));
     }},
    {"cosine_embedding_loss", kFloat,
     [] {
       return cosine_embedding_loss(b({2, 3}), b({2, 3}), ones({2}));
     }},
    {"hinge_embedding_loss", kFloat, [] { return hinge_embedding_loss(b({3}), ones({3})); }},
    {"ctc_loss", kFloat,
     [] {
       return ctc_loss(b({4, 1, 3}).log_softmax(-1), ones({1, 2}, kLong), numbers({4}), numbers({2}));
     }},
    {"binary_cross_entropy", kFloat, [] { return binary_cross_entropy(b({3}), b({3})); }},
    {"binary_cross_entropy_with_logits", kFloat, [] { return binary_cross_entropy_with_logits(b({3}), b({3})); }},
    {"F::mse_loss", kFloat, [] { return F::mse_loss(b({3}), b({3})); }},
    {"F::cross_entropy", kFloat,
     [] {
       return F::cross_entropy(b({2, 3}), zeros_of({2}));
     }},
    // Promoted
    {"stack", kFloat,
     [] {
       return stack({f({2}), b({2})});
     }},
    {"stack of bfloat16", kBFloat16,
     [] {
       return stack({b({2}), b({2})});
     }},
    {"cat", kFloat,
     [] {
       return cat({f({2}), b({2})});
     }},
    {"cat of bfloat16", kBFloat16,
     [] {
       return cat({b({2}), b({2})});
     }},
    {"cat of float16", kHalf,
     [] {
       return cat({h({2}), h({2})});
     }},
    {"index_copy", kFloat,
     [] {
       return index_copy(b({3, 2}), 0, numbers({0}), f({1, 2}));
     }},
    // In the dtype of the input
    {"linear of double", kDouble,
     [] {
       return linear(d({2, 3}), d({4, 3}));
     }},
    {"mv", kFloat,
     [] {
       return mv(f({2, 3}), f({3}));
     }},
    {"dot", kFloat, [] { return dot(f({3}), f({3})); }},
    {"addmv", kFloat,
     [] {
       return addmv(f({2}), f({2, 3}), f({3}));
     }},
    {"bilinear", kFloat,
     [] {
       return bilinear(f({2, 3}), f({2, 4}), f({5, 3, 4}));
     }},
    {"prelu", kFloat,
     [] {
       return prelu(f({2, 3}), f({3}));
     }},
    {"add", kFloat, [] { return f({3}) + b({3}); }},
    {"avg_pool2d", kBFloat16,
     [] {
       return avg_pool2d(b({1, 2, 4, 4}), 2);
     }},
    {"max_pool2d", kBFloat16,
     [] {
       return max_pool2d(b({1, 2, 4, 4}), 2);
     }},
    {"softmax", kBFloat16,
     [] {
       return softmax(b({2, 3}), 1);
     }},
    {"layer_norm", kBFloat16,
     [] {
       return layer_norm(b({2, 3}), {3});
     }},
    {"sum", kBFloat16, [] { return b({3}).sum(); }},
    {"exp", kBFloat16, [] { return b({3}).exp(); }},
    {"norm", kBFloat16, [] { return b({3}).norm(); }},
    {"cumsum", kBFloat16, [] { return b({3}).cumsum(0); }},
    {"pow", kBFloat16, [] { return b({3}).pow(2); }},
    {"gelu", kBFloat16, [] { return gelu(b({3})); }},
    {"cosine_similarity", kBFloat16,
     [] {
       return cosine_similarity(b({2, 3}), b({2, 3}));
     }},
    {"batch_norm", kBFloat16,
     [] {
       return batch_norm(b({4, 3}), zeros({3}), ones({3}), zeros({3}), ones({3}), true, 0.1, 1e-5, false);
     }},
    {"F::interpolate", kBFloat16,
     [] {
       return F::interpolate(b({1, 1, 2, 2}), F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2}));
     }},
    // With a destination, in the dtype of that
    {"mm_out", kFloat,
     [] {
       Tensor out = empty({2, 4});
       return mm_out(out, f({2, 3}), f({3, 4}));
     }},
    {"addmm_", kFloat,
     [] {
       return f({2, 4}).addmm_(f({2, 3}), f({3, 4}));
     }},
};

TEST(AutocastDtypes, AreThoseOfLibtorchOnTheCpu) {
  manual_seed(1);
  const amp::autocast on(kCPU);
  for (const Case& c : kCases) {
    try {
      EXPECT_EQ(c.call().scalar_type(), c.dtype) << c.name;
    } catch (const Error& e) {
      ADD_FAILURE() << c.name << ": " << e.what();
    }
  }
}

TEST(AutocastDtypes, PromotionRefusesOtherSixteenBitFloats) {
  const amp::autocast on(kCPU);
  test::expect_error([] { stack({h({2}), h({2})}); }, "Unexpected floating ScalarType");
  test::expect_error([] { index_copy(h({3, 2}), 0, numbers({0}), h({1, 2})); }, "Unexpected floating ScalarType");
}

TEST(AutocastDtypes, DoubleIsNotConverted) {
  const amp::autocast on(kCPU);
  EXPECT_ANY_THROW(mm(d({2, 2}), f({2, 2})));  // as in libtorch, which expects BFloat16
  EXPECT_EQ(stack({d({2}), d({2})}).scalar_type(), kDouble);
}

}  // namespace
}  // namespace torchpp
