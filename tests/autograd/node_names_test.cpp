// SPDX-License-Identifier: BSD-3-Clause
// What grad_fn()->name() says after every differentiable operator, method and overload: libtorch 1.13.1's answers of
// the C++ front end ("-": no grad_fn). Where a function is a composition here and one operator there, or the other way
// round, its last node has another name; those are listed apart, so that a change is noticed.
#include <torchpp/nn.h>
#include <torchpp/torchpp.h>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

namespace F = nn::functional;

std::string name_of(const Tensor& t) { return t.grad_fn() ? t.grad_fn()->name() : "-"; }

Tensor randoms(IntArrayRef sizes) { return rand(sizes, kDouble).requires_grad_(); }

struct Operands {
  Tensor x = (arange(1., 7., kDouble).view({2, 3}) / 7).detach().requires_grad_();
  Tensor m = randoms({3, 2}), sq = randoms({3, 3}), v3 = randoms({3}), v2 = randoms({2}), b3 = randoms({3, 3, 3});
  Tensor c = tensor({true, false, true, true, false, false}).view({2, 3}), i2 = tensor({0, 1});
  Tensor g2 = zeros({2, 3}, kLong), i4 = zeros({2, 4, 4}, kLong), s0 = tensor(2., kDouble).requires_grad_();
  Tensor z = randn({2, 3}, kComplexDouble).requires_grad_(), x2 = randoms({3, 2}), w1 = randoms({1});
  Tensor x3 = randoms({2, 3, 4}), x4 = randoms({2, 3, 4, 4}), x5 = randoms({2, 3, 4, 4, 4});
  Tensor cw1 = randoms({3, 3, 2}), cw2 = randoms({3, 3, 2, 2}), cw3 = randoms({3, 3, 2, 2, 2});
  Tensor n3 = zeros({3}, kDouble), p3 = ones({3}, kDouble), p4 = randoms({1, 4, 2, 2}), f1 = ones({1});
  Tensor xf = rand({2, 3}).requires_grad_(), x4f = rand({2, 3, 4, 4}).requires_grad_(),
         x0 = rand({2, 2}).requires_grad_();
  Tensor kept;
  // Results that may be written in place.
  Tensor y() { return x * 1; }
  Tensor& yy() { return kept = x * 1; }
};

#define ROW(name, ...) EXPECT_EQ(name_of(__VA_ARGS__), name) << #__VA_ARGS__
#define OTHER(ours, libtorch, ...) EXPECT_EQ(name_of(__VA_ARGS__), ours) << #__VA_ARGS__ << ", in libtorch " libtorch

struct NodeNames : ::testing::Test, Operands {};

TEST_F(NodeNames, Part1) {
  ROW("AddBackward0", x + x);
  ROW("AddBackward1", x + 2);
  ROW("AddBackward1", 2 + x);
  ROW("AddBackward1", x.add(2, 3));
  ROW("SubBackward0", x - x);
  ROW("SubBackward1", x - 2);
  ROW("SubBackward0", 2 - x);
  ROW("RsubBackward0", rsub(x, x));
  ROW("RsubBackward1", rsub(x, 2));
  ROW("MulBackward0", x * x);
  ROW("MulBackward1", x * 2);
  ROW("MulBackward1", 2 * x);
  ROW("DivBackward0", x / x);
  ROW("DivBackward1", x / 2);
  ROW("DivBackward0", 2 / x);
  ROW("RemainderBackward1", x % x);
  ROW("RemainderBackward0", x % 2);
  ROW("RemainderBackward1", 2 % x);
  ROW("NegBackward0", -x);
  ROW("DivBackward2", x.div(x, "floor"));
  ROW("DivBackward3", x.div(2, "floor"));
  ROW("DivBackward2", x.div(x, "trunc"));
  ROW("DivBackward3", x.div(2, "trunc"));
  ROW("RemainderBackward1", x.remainder(x));
  ROW("RemainderBackward0", x.remainder(2));
  ROW("FmodBackward1", x.fmod(x));
  ROW("FmodBackward0", x.fmod(2));
  ROW("PowBackward1", x.pow(x));
  ROW("PowBackward0", x.pow(2));
  ROW("PowBackward0", x.pow(0.5));
  ROW("PowBackward2", pow(2, x));
  ROW("PowBackward0", x.square());
  ROW("AbsBackward0", x.abs());
  ROW("NegBackward0", x.neg());
  ROW("ExpBackward0", x.exp());
  ROW("Exp2Backward0", x.exp2());
  ROW("Expm1Backward0", x.expm1());
  ROW("LogBackward0", x.log());
  ROW("Log2Backward0", x.log2());
  ROW("Log10Backward0", x.log10());
  ROW("Log1PBackward0", x.log1p());
  ROW("SqrtBackward0", x.sqrt());
  ROW("RsqrtBackward0", x.rsqrt());
  ROW("ReciprocalBackward0", x.reciprocal());
  ROW("SigmoidBackward0", x.sigmoid());
  ROW("TanhBackward0", x.tanh());
  ROW("SinBackward0", x.sin());
  ROW("CosBackward0", x.cos());
  ROW("TanBackward0", x.tan());
  ROW("AsinBackward0", x.asin());
  ROW("AcosBackward0", x.acos());
  ROW("AtanBackward0", x.atan());
  ROW("SinhBackward0", x.sinh());
  ROW("CoshBackward0", x.cosh());
  ROW("ErfBackward0", x.erf());
  ROW("ErfcBackward0", x.erfc());
  ROW("FloorBackward0", x.floor());
  ROW("CeilBackward0", x.ceil());
  ROW("RoundBackward0", x.round());
  ROW("TruncBackward0", x.trunc());
}

TEST_F(NodeNames, Part2) {
  ROW("FracBackward0", x.frac());
  ROW("SignBackward0", x.sign());
  ROW("SgnBackward0", x.sgn());
  ROW("ReluBackward0", x.relu());
  ROW("SiluBackward0", silu(x));
  ROW("MaximumBackward0", maximum(x, x));
  ROW("MinimumBackward0", minimum(x, x));
  ROW("MaximumBackward0", max(x, x));
  ROW("MinimumBackward0", min(x, x));
  ROW("Atan2Backward0", x.atan2(x));
  ROW("ClampBackward1", x.clamp(0, 1));
  ROW("ClampMinBackward0", x.clamp_min(0));
  ROW("ClampMaxBackward0", x.clamp_max(0));
  ROW("ClampBackward0", x.clamp(optional<Tensor>(x), optional<Tensor>(x)));
  ROW("ClampBackward0", x.clamp(optional<Tensor>(x)));
  ROW("AddcmulBackward0", x.addcmul(x, x));
  ROW("AddcdivBackward0", x.addcdiv(x, x));
  ROW("LerpBackward0", x.lerp(x, 0.5));
  ROW("LerpBackward1", x.lerp(x, x));
  ROW("WhereBackward0", where(c, x, x));
  ROW("WhereBackward0", where(c, x, 2));
  ROW("WhereBackward0", where(c, 2, x));
  ROW("WhereBackward0", x.where(c, x));
  ROW("GeluBackward0", gelu(x));
  ROW("GeluBackward0", gelu(x, "tanh"));
  ROW("LeakyReluBackward0", leaky_relu(x));
  ROW("EluBackward0", elu(x));
  ROW("EluBackward0", selu(x));
  ROW("CeluBackward0", celu(x));
  ROW("HardtanhBackward0", hardtanh(x));
  ROW("HardtanhBackward0", relu6(x));
  ROW("SoftplusBackward0", softplus(x));
  ROW("HardswishBackward0", hardswish(x));
  ROW("HardsigmoidBackward0", hardsigmoid(x));
  ROW("MishBackward0", mish(x));
  ROW("ThresholdBackward0", threshold(x, 0.1, 2));
  ROW("HardshrinkBackward0", x.hardshrink());
  ROW("SoftshrinkBackward0", softshrink(x));
  ROW("LogSigmoidBackward0", log_sigmoid(x));
  ROW("DivBackward0", F::softsign(x));
  ROW("SubBackward0", F::tanhshrink(x));
  ROW("SoftmaxBackward0", F::softmin(x, 1));
  ROW("SiluBackward0", F::silu(x));
  ROW("EluBackward0", F::elu(x));
  ROW("HardtanhBackward0", F::relu6(x));
  ROW("LogSigmoidBackward0", F::logsigmoid(x));
  ROW("DivBackward0", F::normalize(x));
  ROW("SumBackward1", F::cosine_similarity(x, x));
  ROW("NormBackward1", F::pairwise_distance(x, x));
  ROW("SumBackward0", x.sum());
  ROW("SumBackward1", x.sum(0));
  ROW("MeanBackward0", x.mean());
  ROW("MeanBackward1", x.mean(0));
  ROW("ProdBackward0", x.prod());
  ROW("ProdBackward1", x.prod(0));
  ROW("MaxBackward1", x.max());
  ROW("MinBackward1", x.min());
  ROW("MaxBackward0", std::get<0>(x.max(0)));
  ROW("MinBackward0", std::get<0>(x.min(0)));
  ROW("AmaxBackward0", x.amax(0));
}

TEST_F(NodeNames, Part3) {
  ROW("AminBackward0", x.amin(0));
  ROW("VarBackward0", x.var());
  ROW("VarBackward0", x.var(IntArrayRef({0})));
  ROW("StdBackward0", x.std());
  ROW("StdBackward0", x.std(IntArrayRef({0})));
  ROW("NormBackward0", x.norm());
  ROW("NormBackward0", x.norm(3));
  ROW("NormBackward1", x.norm(2, 0));
  ROW("NormBackward1", x.norm(2, IntArrayRef({0}), true));
  ROW("NormBackward2", norm(x, 2, kDouble));
  ROW("LinalgVectorNormBackward0", linalg_vector_norm(x));
  ROW("CumsumBackward0", x.cumsum(0));
  ROW("LogsumexpBackward0", x.logsumexp(0));
  ROW("SoftmaxBackward0", x.softmax(0));
  ROW("LogSoftmaxBackward0", x.log_softmax(0));
  ROW("SortBackward0", std::get<0>(x.sort()));
  ROW("SortBackward1", std::get<0>(x.sort(optional<bool>(true), 0, true)));
  ROW("SortBackward0", msort(x));
  ROW("TopkBackward0", std::get<0>(x.topk(1)));
  ROW("MmBackward0", x.matmul(m));
  ROW("MmBackward0", x.mm(m));
  ROW("MvBackward0", x.mv(v3));
  ROW("MvBackward0", x.matmul(v3));
  ROW("DotBackward0", v3.dot(v3));
  ROW("DotBackward0", v3.matmul(v3));
  ROW("MulBackward0", v3.outer(v3));
  ROW("BmmBackward0", b3.bmm(b3));
  ROW("AddmmBackward0", x.addmm(x, sq));
  ROW("AddmvBackward0", v2.addmv(x, v3));
  ROW("BaddbmmBackward0", b3.baddbmm(b3, b3));
  ROW("MmBackward0", linear(x, sq));
  ROW("AddmmBackward0", linear(x, sq, v3));
  ROW("AddmmBackward0", F::linear(x, sq, v3));
  ROW("AddBackward0", F::bilinear(x, x, b3, v3));
  ROW("ViewBackward0", x.view({6}));
  ROW("ViewBackward0", x.view_as(x));
  ROW("ReshapeAliasBackward0", x.reshape({6}));
  ROW("ReshapeAliasBackward0", x.reshape_as(x));
  ROW("ReshapeAliasBackward0", x.flatten());
  ROW("ViewBackward0", x.unflatten(1, {3, 1}));
  ROW("SqueezeBackward0", x.squeeze());
  ROW("SqueezeBackward1", x.squeeze(0));
  ROW("UnsqueezeBackward0", x.unsqueeze(0));
  ROW("TransposeBackward0", x.transpose(0, 1));
  ROW("TBackward0", x.t());
  ROW("TransposeBackward0", x.mT());
  ROW("TBackward0", v3.t());
  ROW("TransposeBackward0", x.swapaxes(0, 1));
  ROW("TransposeBackward0", x.swapdims(0, 1));
  ROW("TransposeBackward0", adjoint(x));
  ROW("PermuteBackward0", x.permute({1, 0}));
  ROW("PermuteBackward0", x.movedim(0, 1));
  ROW("PermuteBackward0", moveaxis(x, 0, 1));
  ROW("ExpandBackward0", x.expand({4, 2, 3}));
  ROW("ExpandBackward0", x.expand_as(x));
  ROW("ExpandBackward0", x.broadcast_to({4, 2, 3}));
  ROW("SliceBackward0", x.narrow(0, 0, 1));
  ROW("SelectBackward0", x.select(0, 1));
  ROW("SelectBackward0", x[0]);
  ROW("SliceBackward0", x.slice(0, 0, 1));
}

TEST_F(NodeNames, Part4) {
  ROW("SplitBackward0", x.split(1)[0]);
  ROW("SplitWithSizesBackward0", x.split(IntArrayRef({1, 1}))[0]);
  ROW("SplitWithSizesBackward0", x.split_with_sizes({1, 1})[0]);
  ROW("SplitBackward0", x.chunk(2)[0]);
  ROW("SplitBackward0", x.chunk(3, 1)[0]);
  ROW("UnbindBackward0", x.unbind()[0]);
  ROW("AsStridedBackward0", x.as_strided({2}, {1}));
  ROW("DiagonalBackward0", sq.diagonal());
  ROW("UnfoldBackward0", x.unfold(1, 2, 1));
  ROW("AliasBackward0", x.alias());
  ROW("RepeatBackward0", x.repeat({2, 2}));
  ROW("RepeatBackward0", tile(x, {2, 2}));
  ROW("FlipBackward0", x.flip({0}));
  ROW("FlipBackward0", fliplr(x));
  ROW("FlipBackward0", flipud(x));
  ROW("RollBackward0", roll(x, 1));
  ROW("RollBackward0", roll(x, 1, 0));
  ROW("Rot90Backward0", rot90(x));
  ROW("TrilBackward0", x.tril());
  ROW("TriuBackward0", x.triu());
  ROW("DiagBackward0", diag(sq));
  ROW("DiagBackward0", diag(v3));
  ROW("DiagEmbedBackward0", diag_embed(x));
  ROW("SumBackward1", x.sum_to_size({1, 3}));
  ROW("CatBackward0", cat({x, x}));
  ROW("CatBackward0", concat({x, x}));
  ROW("StackBackward0", stack({x, x}));
  ROW("CatBackward0", hstack({x, x}));
  ROW("CatBackward0", vstack({x, x}));
  ROW("CatBackward0", dstack({x, x}));
  ROW("CatBackward0", column_stack({x, x}));
  ROW("ExpandBackward0", meshgrid({v3, v3}, "ij")[0]);
  ROW("StackBackward0", cartesian_prod({v3, v3}));
  ROW("-", x.conj());
  ROW("ConjBackward0", z.conj());
  ROW("ConjPhysicalBackward0", z.conj_physical());
  ROW("CloneBackward0", z.conj().resolve_conj());
  ROW("AbsBackward0", z.abs());
  ROW("ViewAsRealBackward0", view_as_real(z));
  ROW("ViewAsComplexBackward0", view_as_complex(x2));
  ROW("SelectBackward0", real(z));
  ROW("SelectBackward0", imag(z));
  ROW("NegViewBackward0", x._neg_view());
  ROW("ToCopyBackward0", z.to(kComplexFloat));
  ROW("IndexBackward0", x.index({i2}));
  ROW("SliceBackward0", x.index({indexing::Slice(0, 1)}));
  ROW("SliceBackward0", x.index({indexing::Slice(0, 2, 2)}));
  ROW("UnsqueezeBackward0", x.index({indexing::None}));
  ROW("SelectBackward0", x.index({0}));
  ROW("SelectBackward0", x.index({indexing::Ellipsis, 0}));
  ROW("IndexBackward0", x.index({c}));
  ROW("IndexSelectBackward0", x.index_select(0, i2));
  ROW("IndexAddBackward0", x.index_add(0, i2, x));
  ROW("IndexCopyBackward0", index_copy(x, 0, i2, x));
  ROW("IndexFillBackward0", index_fill(x, 0, i2, 2));
  ROW("GatherBackward0", x.gather(0, g2));
  ROW("ScatterBackward0", x.scatter(0, g2, x));
  ROW("ScatterBackward1", x.scatter(0, g2, 2));
  ROW("ScatterAddBackward0", x.scatter_add(0, g2, x));
  ROW("MaskedFillBackward0", x.masked_fill(c, 2));
}

TEST_F(NodeNames, Part5) {
  ROW("MaskedFillBackward1", x.masked_fill(c, s0));
  ROW("MaskedSelectBackward0", x.masked_select(c));
  ROW("IndexPutBackward0", index_put(x, {i2}, x));
  ROW("GatherBackward0", take_along_dim(x, g2, 0));
  ROW("CloneBackward0", x.clone());
  ROW("-", x.contiguous());
  ROW("CloneBackward0", x.t().contiguous());
  ROW("ToCopyBackward0", x.to(kFloat));
  ROW("-", x.to(x));
  ROW("ToCopyBackward0", x.to(kDouble, false, true));
  ROW("ToCopyBackward0", x.type_as(f1));
  ROW("-", x.cpu());
  ROW("ToCopyBackward0", x.toType(kFloat));
  ROW("AddBackward0", x.detach() + x);
  ROW("BernoulliBackward0", bernoulli(x));
  ROW("-", dropout(x, 0.5, false));
  ROW("MulBackward0", feature_dropout(x4, 0.5, true));
  ROW("AddBackward0", alpha_dropout(x, 0.5, true));
  ROW("AddBackward0", feature_alpha_dropout(x4, 0.5, true));
  ROW("NativeDropoutBackward0", std::get<0>(native_dropout(x, 0.5, true)));
  ROW("MulBackward0", F::dropout2d(x4, F::Dropout2dFuncOptions().p(0.5)));
  ROW("-", F::alpha_dropout(x));
  ROW("ConvolutionBackward0", conv1d(x3, cw1));
  ROW("ConvolutionBackward0", conv1d(x3, cw1, v3));
  ROW("ConvolutionBackward0", conv2d(x4, cw2));
  ROW("ConvolutionBackward0", conv2d(x4, cw2, v3));
  ROW("ConvolutionBackward0", conv3d(x5, cw3));
  ROW("ConvolutionBackward0", conv_transpose1d(x3, cw1));
  ROW("ConvolutionBackward0", conv_transpose2d(x4, cw2));
  ROW("ConvolutionBackward0", conv_transpose3d(x5, cw3));
  ROW("ConvolutionBackward0", F::conv2d(x4, cw2, F::Conv2dFuncOptions().padding(1)));
  OTHER("UnsafeViewBackward0", "SqueezeBackward1", max_pool1d(x3, 2));
  ROW("MaxPool2DWithIndicesBackward0", max_pool2d(x4, 2));
  ROW("MaxPool2DWithIndicesBackward0", std::get<0>(max_pool2d_with_indices(x4, 2)));
  ROW("SqueezeBackward1", std::get<0>(max_pool1d_with_indices(x3, 2)));
  ROW("SqueezeBackward1", avg_pool1d(x3, 2));
  ROW("AvgPool2DBackward0", avg_pool2d(x4, 2));
  ROW("SqueezeBackward1", adaptive_avg_pool1d(x3, 2));
  ROW("NativeBatchNormBackward0", batch_norm(x4, v3, v3, n3, p3, true, 0.1, 1e-5, false));
  ROW("NativeBatchNormBackward0", batch_norm(x4, v3, v3, n3, p3, false, 0.1, 1e-5, false));
  ROW("NativeBatchNormBackward0", std::get<0>(native_batch_norm(x4, v3, v3, n3, p3, true, 0.1, 1e-5)));
  ROW("NativeLayerNormBackward0", layer_norm(x, {3}));
  ROW("NativeLayerNormBackward0", layer_norm(x, {3}, v3, v3));
  ROW("NativeLayerNormBackward0", std::get<0>(native_layer_norm(x, {3}, v3, v3, 1e-5)));
  ROW("ViewBackward0", instance_norm(x4, {}, {}, {}, {}, true, 0.1, 1e-5, false));
  ROW("DivBackward0", F::local_response_norm(x4, F::LocalResponseNormFuncOptions(2)));
  ROW("EmbeddingBackward0", embedding(x, i2));
  ROW("EmbeddingBackward0", F::embedding(i2, x));
  ROW("MseLossBackward0", F::mse_loss(x, x));
  ROW("MeanBackward0", F::l1_loss(x, x));
  ROW("SmoothL1LossBackward0", F::smooth_l1_loss(x, x));
  ROW("HuberLossBackward0", F::huber_loss(x, x));
  ROW("BinaryCrossEntropyBackward0", F::binary_cross_entropy(x.sigmoid(), x.detach()));
  ROW("NllLossBackward0", F::cross_entropy(x, i2));
  ROW("NllLossBackward0", F::nll_loss(x, i2));
  ROW("MeanBackward0", F::kl_div(x, x));
  ROW("MeanBackward0", F::hinge_embedding_loss(x, x.detach()));
  ROW("MeanBackward0", F::poisson_nll_loss(x, x.detach()));
  ROW("MeanBackward0", F::margin_ranking_loss(v3, v3, v3.detach()));
  ROW("MeanBackward0", F::triplet_margin_loss(x, x, x));
}

TEST_F(NodeNames, Part6) {
  ROW("MeanBackward0", F::cosine_embedding_loss(x, x, v2.detach()));
  ROW("MeanBackward0", F::multilabel_soft_margin_loss(x, x.detach()));
  ROW("MulBackward0", F::one_hot(i2) * x0);
  ROW("AddmmBackward0", nn::Linear(3, 2)(xf));
  ROW("MmBackward0", nn::Linear(nn::LinearOptions(3, 2).bias(false))(xf));
  ROW("ConvolutionBackward0", nn::Conv2d(3, 2, 1)(x4f));
  ROW("NativeBatchNormBackward0", nn::BatchNorm2d(3)(x4f));
  ROW("NativeLayerNormBackward0", nn::LayerNorm(nn::LayerNormOptions({3}))(xf));
  ROW("ViewBackward0", nn::InstanceNorm2d(3)(x4f));
  ROW("EmbeddingBackward0", nn::Embedding(4, 3)(i2));
  ROW("ReluBackward0", nn::ReLU()(x));
  ROW("LeakyReluBackward0", nn::LeakyReLU()(x));
  ROW("SoftmaxBackward0", nn::Softmax(1)(x));
  ROW("LogSoftmaxBackward0", nn::LogSoftmax(1)(x));
  ROW("GeluBackward0", nn::GELU()(x));
  ROW("ReshapeAliasBackward0", nn::Flatten()(x4));
  ROW("MaxPool2DWithIndicesBackward0", nn::MaxPool2d(2)(x4));
  ROW("AvgPool2DBackward0", nn::AvgPool2d(2)(x4));
  ROW("NllLossBackward0", nn::CrossEntropyLoss()(x, i2));
  ROW("MseLossBackward0", nn::MSELoss()(x, x));
  ROW("AddBackward0", nn::Bilinear(3, 3, 2)(xf, xf));
  ROW("MulBackward1", nn::Identity()(x * 1));
  ROW("ViewBackward0", nn::Unflatten(nn::UnflattenOptions(1, {3, 1}))(x));
  ROW("AddBackward0", y().add_(y()));
  ROW("AddBackward1", y().add_(2));
  ROW("SubBackward1", y().sub_(2));
  ROW("MulBackward0", y().mul_(y()));
  ROW("MulBackward1", y().mul_(2));
  ROW("DivBackward1", y().div_(2));
  ROW("DivBackward2", y().div_(y(), "floor"));
  ROW("PowBackward0", y().pow_(2));
  ROW("PowBackward1", y().pow_(y()));
  ROW("RemainderBackward0", y().remainder_(2));
  ROW("FmodBackward0", y().fmod_(2));
  ROW("ClampBackward1", y().clamp_(0, 1));
  ROW("ClampMinBackward0", y().clamp_min_(0));
  ROW("ClampMaxBackward0", y().clamp_max_(0));
  ROW("ExpBackward0", y().exp_());
  ROW("ReluBackward0", y().relu_());
  ROW("NegBackward0", y().neg_());
  ROW("LerpBackward0", y().lerp_(x, 0.5));
  ROW("LerpBackward1", y().lerp_(x, x));
  ROW("AddcmulBackward0", y().addcmul_(x, x));
  ROW("AddcdivBackward0", y().addcdiv_(x, x));
  ROW("torch::autograd::CopyBackwards", y().copy_(x));
  ROW("FillBackward2", y().fill_(2));
  ROW("FillBackward3", y().fill_(s0));
  ROW("ZeroBackward0", y().zero_());
  ROW("MaskedFillBackward0", y().masked_fill_(c, 2));
  ROW("MaskedFillBackward1", y().masked_fill_(c, s0));
  ROW("IndexPutBackward0", y().index_put_({i2}, x));
  ROW("IndexAddBackward0", y().index_add_(0, i2, x));
  ROW("IndexCopyBackward0", y().index_copy_(0, i2, x));
  ROW("IndexFillBackward0", y().index_fill_(0, i2, 2));
  ROW("ScatterBackward0", y().scatter_(0, g2, x));
  ROW("ScatterBackward1", y().scatter_(0, g2, 2));
  ROW("ScatterAddBackward0", y().scatter_add_(0, g2, x));
  ROW("UniformBackward0", y().uniform_());
  ROW("NormalBackward0", y().normal_());
  ROW("BernoulliBackward2", y().bernoulli_(0.5));
}

TEST_F(NodeNames, Part7) {
  ROW("BernoulliBackward1", y().bernoulli_(x.detach()));
  ROW("ExponentialBackward0", y().exponential_());
  ROW("GeometricBackward0", y().geometric_(0.5));
  ROW("CauchyBackward0", y().cauchy_());
  ROW("LogNormalBackward0", y().log_normal_());
  ROW("RandomBackward2", y().random_());
  ROW("AddmmBackward0", y().addmm_(x, sq));
  ROW("SqueezeBackward2", y().squeeze_());
  ROW("SqueezeBackward3", y().squeeze_(0));
  ROW("UnsqueezeBackward1", y().unsqueeze_(0));
  ROW("TBackward1", y().t_());
  ROW("TransposeBackward1", y().transpose_(0, 1));
  ROW("AsStridedBackward1", y().as_strided_({2}, {1}));
  ROW("TransposeBackward1", y().swapaxes_(0, 1));
  ROW("LeakyReluBackward1", leaky_relu_(yy()));
  ROW("EluBackward1", elu_(yy()));
  ROW("EluBackward1", selu_(yy()));
  ROW("CeluBackward1", celu_(yy()));
  ROW("HardtanhBackward0", hardtanh_(yy()));
  ROW("HardtanhBackward0", relu6_(yy()));
  ROW("ThresholdBackward1", threshold_(yy(), 0, 1));
  ROW("MulBackward0", dropout_(yy(), 0.5, true));
  ROW("AsStridedBackward0", y().t().mul_(2));
  ROW("SigmoidBackward0", y().sigmoid_());
  ROW("TanhBackward0", y().tanh_());
  ROW("SqrtBackward0", y().sqrt_());
  ROW("AbsBackward0", y().abs_());
  ROW("RoundBackward0", y().round_());
  ROW("RandomBackward1", y().random_(5));
  ROW("RandomBackward0", y().random_(1, 5));
  ROW("SumBackward1", x.sum(IntArrayRef({})));
  ROW("MulBackward1", 2 / x * 1);
  ROW("AdaptiveAvgPool2DBackward0", adaptive_avg_pool2d(x4, {2, 2}));
  ROW("HardtanhBackward0", hardtanh_(yy(), 0, 1));
  ROW("NormBackward1", x.norm(2, IntArrayRef({0}), false));
  ROW("NormBackward3", norm(x, 2, IntArrayRef({0}), true, kDouble));
  ROW("HardswishBackward0", hardswish_(yy()));
  ROW("HardsigmoidBackward0", hardsigmoid_(yy()));
  ROW("SiluBackward0", silu_(yy()));
  ROW("DivBackward3", y().div_(2, "floor"));
  ROW("SubBackward0", y().sub_(x));
  ROW("Atan2Backward0", y().atan2_(x));
  ROW("RemainderBackward1", y().remainder_(x));
  ROW("FmodBackward1", y().fmod_(x));
  ROW("AddmvBackward0", addmv(v2, x, v3));
  ROW("NormBackward0", frobenius_norm(x));
  ROW("SplitBackward0", x.split(2, 1)[1]);
  ROW("UnbindBackward0", x.unbind(1)[2]);
}

struct NodeNamesOfCompositions : ::testing::Test, Operands {};

TEST_F(NodeNamesOfCompositions, Part1) {
  OTHER("DivBackward2", "torch::autograd::NotImplemented", x.floor_divide(x));
  OTHER("DivBackward3", "torch::autograd::NotImplemented", x.floor_divide(2));
  OTHER("ClampMinBackward0", "ClampBackward1", x.clamp(optional<Scalar>(0)));
  ROW("PreluBackward0", x.prelu(w1));
  OTHER("VarBackward0", "VarMeanBackward0", std::get<0>(var_mean(x)));
  OTHER("MeanBackward0", "VarMeanBackward0", std::get<1>(var_mean(x)));
  OTHER("StdBackward0", "StdMeanBackward0", std::get<0>(std_mean(x)));
  OTHER("MeanBackward0", "StdMeanBackward0", std::get<1>(std_mean(x)));
  OTHER("VarBackward0", "VarMeanBackward0", std::get<0>(var_mean(x, IntArrayRef({0}))));
  OTHER("NormBackward1", "SqrtBackward0", frobenius_norm(x, IntArrayRef({0, 1})));
  OTHER("UnsafeViewBackward0", "SqueezeBackward3", v3.matmul(m));
  ROW("UnsafeViewBackward0", b3.matmul(b3));
  ROW("UnsafeViewBackward0", b3.matmul(sq));
  ROW("UnsafeViewBackward0", b3.matmul(v3));
  OTHER("MmBackward0", "UnsafeViewBackward0", linear(b3, sq));
  OTHER("AddmmBackward0", "ViewBackward0", linear(b3, sq, v3));
  OTHER("AddmmBackward0", "AddBackward0", linear(v3, sq, v3));
  ROW("UnsafeViewBackward0", m.t().reshape({6}));
  ROW("UnsafeViewBackward0", x.t().reshape({6}));
  ROW("UnsafeViewBackward0", x.t().flatten());
  ROW("ViewBackward0", x.ravel());
  OTHER("UnsafeViewBackward0", "IndexSelectBackward0", repeat_interleave(x, 2));
  OTHER("UnsafeViewBackward0", "IndexSelectBackward0", repeat_interleave(x, 2, 0));
  OTHER("torch::autograd::CopySlices", "BlockDiagBackward0", block_diag({x, x}));
  ROW("-", broadcast_tensors({x, v3})[0]);
  OTHER("NativeDropoutBackward0", "MulBackward0", dropout(x, 0.5, true));
  OTHER("NativeDropoutBackward0", "MulBackward0", F::dropout(x, F::DropoutFuncOptions().p(0.5)));
  ROW("NativeGroupNormBackward0", group_norm(x4, 1));
  ROW("NativeGroupNormBackward0", group_norm(x4, 3, v3, v3));
  OTHER("MeanBackward0", "BinaryCrossEntropyWithLogitsBackward0", F::binary_cross_entropy_with_logits(x, x.detach()));
  OTHER("NegBackward0", "DivBackward1", F::cross_entropy(x, x.detach()));
  OTHER("NllLossBackward0", "NllLoss2DBackward0", F::nll_loss(x4, i4));
  OTHER("MeanBackward0", "SoftMarginLossBackward0", F::soft_margin_loss(x, x.detach()));
  OTHER("MeanBackward0", "MultiMarginLossBackward0", F::multi_margin_loss(x, i2));
  ROW("ConstantPadNdBackward0", constant_pad_nd(x4, {1, 1}));
  ROW("UpsampleNearest2DBackward0", upsample_nearest2d(x4, {2, 2}));
  ROW("UpsampleNearestExact2DBackward0", _upsample_nearest_exact2d(x4, {2, 2}));
  ROW("UpsampleBilinear2DBackward0", upsample_bilinear2d(x4, {2, 2}, false));
  ROW("UpsampleBicubic2DBackward0", upsample_bicubic2d(x4, {2, 2}, false));
  ROW("UpsampleBilinear2DAaBackward0", _upsample_bilinear2d_aa(x4, {2, 2}, false));
  ROW("Im2ColBackward0", im2col(x4, {1, 1}, {1, 1}, {0, 0}, {1, 1}));
  ROW("ConstantPadNdBackward0", F::pad(x4, F::PadFuncOptions({1, 1})));
  ROW("ReflectionPad2DBackward0", F::pad(x4, F::PadFuncOptions({1, 1, 1, 1}).mode(kReflect)));
  ROW("ReplicationPad2DBackward0", F::pad(x4, F::PadFuncOptions({1, 1, 1, 1}).mode(kReplicate)));
  OTHER("CircularPadBackward0", "torch::autograd::CopySlices",
        F::pad(x4, F::PadFuncOptions({1, 1, 1, 1}).mode(kCircular)));
  ROW("PixelShuffleBackward0", F::pixel_shuffle(p4, F::PixelShuffleFuncOptions(2)));
  ROW("PixelUnshuffleBackward0", F::pixel_unshuffle(x4, F::PixelUnshuffleFuncOptions(2)));
  ROW("NativeGroupNormBackward0", nn::GroupNorm(1, 3)(x4f));
  OTHER("NativeDropoutBackward0", "MulBackward0", nn::Dropout(0.5)(x));
  OTHER("AdaptiveAvgPool2DBackward0", "MeanBackward1", nn::AdaptiveAvgPool2d(1)(x4));
  ROW("PreluBackward0", nn::PReLU()(xf));
  OTHER("BernoulliBackward2", "-", x.bernoulli(0.5));
  OTHER("SplitWithSizesBackward0", "SliceBackward0", tensor_split(x, 2, 1)[0]);
}

// Source: libtorch 1.13.1, whose operators have overloads for numbers. There is no edge for one.
TEST(NodeEdges, NoneForNumbers) {
  const Tensor a = ones({2}).requires_grad_(), b = ones({2}).requires_grad_();
  for (const Tensor& y : {a * b, a + b, a - b, a / b, a.pow(b), a * tensor(2.f), div(a, b, "floor")})
    EXPECT_EQ(y.grad_fn()->num_outputs(), 2U) << y.grad_fn()->name();
  for (const Tensor& y : {a * 2, 2 * a, a + 2, a - 2, a / 2, a.pow(2), add(a, 2, 3), div(a, 2, "floor")}) {
    ASSERT_EQ(y.grad_fn()->num_outputs(), 1U) << y.grad_fn()->name();
    EXPECT_EQ(y.grad_fn()->next_edges().size(), 1U);
    EXPECT_EQ(y.grad_fn()->next_edge(0).function, autograd::grad_accumulator(a));
    EXPECT_EQ(autograd::grad({y.sum()}, {a}, {}, false, true)[0].sizes(), a.sizes());
  }
}

TEST(TensorName, IsWhatTheProgramGave) {
  const Tensor x = ones({2}), leaf = ones({2}).requires_grad_();
  EXPECT_EQ(x.name(), "");
  autograd::set_name(x, "x");
  autograd::set_name(leaf, "leaf");
  EXPECT_EQ(x.name(), "x");
  EXPECT_FALSE(x.requires_grad());
  EXPECT_EQ(x.detach().name(), "");
  leaf.register_hook([](const Tensor& g) { return g * 2; });
  (leaf * x).sum().backward();
  EXPECT_EQ(leaf.name(), "leaf");
  EXPECT_EQ(leaf.grad()[0].item<float>(), 2);
}

// The number of a node's overload is no part of an operator's name in messages.
TEST(NodeNamesInMessages, HaveNoNumber) {
  const Tensor x = ones({2}).requires_grad_();
  EXPECT_ERROR(x.add_(2), "add: a leaf Variable that requires grad");
  EXPECT_ERROR(x.copy_(ones({2})), "copy: a leaf Variable that requires grad");
  Tensor out = empty({2});
  EXPECT_ERROR(mul_out(out, x, 2), "mul(): functions with out=... arguments");
}

}  // namespace
}  // namespace torchpp
