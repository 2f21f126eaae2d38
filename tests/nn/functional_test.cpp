// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>

#include "tests/support/error_of.h"

namespace torchpp::tests {
namespace {

namespace F = nn::functional;

// 1.5 sin(1.3 i + 0.5), i the position: numbers of both signs, without ties.
Tensor r(IntArrayRef sizes) {
  Tensor t = empty(sizes, kDouble);
  for (int64_t i = 0; i < t.numel(); ++i) t.data_ptr<double>()[i] = 1.5 * std::sin(1.3 * static_cast<double>(i) + 0.5);
  return t;
}

struct Case {
  const char* name;
  Tensor (*compute)();
  std::vector<int64_t> sizes;
  std::vector<double> values;
};

#define target r({4, 3}).slice(0, 2).gt(0).to(kDouble)
#define classes tensor({2, 0})
#define signs tensor({1.0, -1.0}, kDouble)

// Values: PyTorch 1.13.1 (Python, float64) of the same expressions.
const std::vector<Case>& cases() {
  // clang-format off
  static const Case rows[] = {
      {"bilinear", [] { return F::bilinear(r({2, 3}), r({2, 2}), r({2, 3, 2}), r({2})); }, {2, 2}, {-0.302028109, -0.667434431, 0.508153204, -1.33824622}},
      {"pixel_shuffle", [] { return F::pixel_shuffle(r({1, 4, 1, 2}), 2); }, {1, 1, 2, 4}, {0.719138308, 0.0623709936, 1.46077145, -1.42740311, -0.826028314, 1.35325775, 0.985479898, -0.261490172}},
      {"pixel_unshuffle", [] { return F::pixel_unshuffle(r({1, 2, 4}), 2); }, {4, 1, 2}, {0.719138308, 0.0623709936, 1.46077145, -1.42740311, -0.826028314, 1.35325775, 0.985479898, -0.261490172}},
      {"channel_shuffle", [] { return F::channel_shuffle(r({1, 4, 1, 2}), 2); }, {1, 4, 1, 2}, {0.719138308, 1.46077145, -0.826028314, 0.985479898, 0.0623709936, -1.42740311, 1.35325775, -0.261490172}},
      {"interpolate nearest", [] { return F::interpolate(r({1, 1, 2, 3}), F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 1.5})); }, {1, 1, 4, 4}, {0.719138308, 0.719138308, 1.46077145, 0.0623709936, 0.719138308, 0.719138308, 1.46077145, 0.0623709936, -1.42740311, -1.42740311, -0.826028314, 0.985479898, -1.42740311, -1.42740311, -0.826028314, 0.985479898}},
      {"interpolate nearest exact", [] { return F::interpolate(r({1, 1, 5}), F::InterpolateFuncOptions().size(std::vector<int64_t>{3}).mode(kNearestExact).align_corners(false)); }, {1, 1, 3}, {0.719138308, 0.0623709936, -0.826028314}},
      {"interpolate nearest 3d", [] { return F::interpolate(r({1, 1, 1, 2, 2}), F::InterpolateFuncOptions().size(std::vector<int64_t>{2, 1, 3})); }, {1, 1, 2, 1, 3}, {0.719138308, 0.719138308, 1.46077145, 0.719138308, 0.719138308, 1.46077145}},
      {"interpolate linear", [] { return F::interpolate(r({1, 2, 3}), F::InterpolateFuncOptions().size(std::vector<int64_t>{5}).mode(kLinear).align_corners(true)); }, {1, 2, 5}, {0.719138308, 1.08995488, 1.46077145, 0.76157122, 0.0623709936, -1.42740311, -1.12671571, -0.826028314, 0.0797257921, 0.985479898}},
      {"interpolate bilinear", [] { return F::interpolate(r({1, 1, 2, 3}), F::InterpolateFuncOptions().scale_factor(std::vector<double>{1.6, 2}).mode(kBilinear).align_corners(false)); }, {1, 1, 3, 6}, {0.719138308, 0.904546593, 1.27536316, 1.11117133, 0.411971107, 0.0623709936, -0.219973563, -0.0499060343, 0.290229023, 0.461780198, 0.464747492, 0.466231139, -1.42740311, -1.27705941, -0.976372013, -0.373151261, 0.532602845, 0.985479898}},
      {"interpolate bilinear recomputed", [] { return F::interpolate(r({1, 1, 2, 3}), F::InterpolateFuncOptions().scale_factor(std::vector<double>{1.6, 2}).mode(kBilinear).align_corners(false).recompute_scale_factor(true)); }, {1, 1, 3, 6}, {0.719138308, 0.904546593, 1.27536316, 1.11117133, 0.411971107, 0.0623709936, -0.354132401, -0.18625641, 0.149495574, 0.369010036, 0.472286976, 0.523925446, -1.42740311, -1.27705941, -0.976372013, -0.373151261, 0.532602845, 0.985479898}},
      {"interpolate bicubic", [] { return F::interpolate(r({1, 1, 2, 3}), F::InterpolateFuncOptions().size(std::vector<int64_t>{3, 2}).mode(kBicubic).align_corners(false)); }, {1, 1, 3, 2}, {1.13521311, 0.38869509, -0.209256444, 0.500735644, -1.553726, 0.612776198}},
      {"interpolate trilinear", [] { return F::interpolate(r({1, 1, 2, 2, 2}), F::InterpolateFuncOptions().size(std::vector<int64_t>{1, 2, 3}).mode(kTrilinear).align_corners(false)); }, {1, 1, 1, 2, 3}, {-0.053445003, 0.584840335, 1.22312567, 0.707814372, -0.0683161346, -0.844446641}},
      {"interpolate antialias", [] { return F::interpolate(r({1, 1, 4, 3}), F::InterpolateFuncOptions().size(std::vector<int64_t>{2, 2}).mode(kBilinear).align_corners(false).antialias(true)); }, {1, 1, 2, 2}, {0.0191166855, 0.235360878, 0.198594377, 0.112238367}},
      {"interpolate bicubic antialias", [] { return F::interpolate(r({1, 1, 4, 3}), F::InterpolateFuncOptions().size(std::vector<int64_t>{2, 2}).mode(kBicubic).align_corners(false).antialias(true)); }, {1, 1, 2, 2}, {-0.0192698427, 0.257114213, 0.224898685, 0.0846377627}},
      {"interpolate area", [] { return F::interpolate(r({1, 1, 4, 3}), F::InterpolateFuncOptions().size(std::vector<int64_t>{2, 2}).mode(kArea)); }, {1, 1, 2, 2}, {-0.0183804176, 0.420648506, 0.440025074, 0.158352547}},
      {"interpolate area 1d", [] { return F::interpolate(r({1, 1, 4}), F::InterpolateFuncOptions().size(std::vector<int64_t>{3}).mode(kArea)); }, {1, 1, 3}, {1.08995488, 0.76157122, -0.682516059}},
      {"interpolate area 3d", [] { return F::interpolate(r({1, 1, 3, 2, 3}), F::InterpolateFuncOptions().size(std::vector<int64_t>{2, 1, 2}).mode(kArea)); }, {1, 1, 2, 1, 2}, {0.210822328, 0.289500527, 0.252944484, -0.122604001}},
      {"affine_grid", [] { return F::affine_grid(r({1, 2, 3}), {1, 1, 2, 2}); }, {1, 2, 2, 2}, {-1.02758388, 2.11219561, -0.308445576, 0.6847925, 0.433187563, 1.2861673, 1.15232587, -0.141235814}},
      {"affine_grid 3d", [] { return F::affine_grid(r({1, 3, 4}), {1, 1, 1, 2, 1}, true); }, {1, 1, 2, 1, 3}, {-2.88817456, -1.24697007, 1.71972202, 0.0333683355, 0.723989726, 0.645034178}},
      {"grid_sample", [] { return F::grid_sample(r({1, 2, 3, 3}), r({1, 2, 1, 2}) * 0.4, F::GridSampleFuncOptions().align_corners(false)); }, {1, 2, 2, 1}, {-0.700459962, 1.09739562, 0.0355015069, 0.824887353}},
      {"grid_sample nearest border", [] { return F::grid_sample(r({1, 2, 3, 3}), r({1, 2, 1, 2}), F::GridSampleFuncOptions().mode(kNearest).padding_mode(kBorder).align_corners(true)); }, {1, 2, 2, 1}, {-1.49315438, 1.46077145, -0.857888483, 1.20567664}},
      {"grid_sample bicubic reflection", [] { return F::grid_sample(r({1, 1, 3, 3}), r({1, 3, 1, 2}), F::GridSampleFuncOptions().mode(kBicubic).padding_mode(kReflection).align_corners(false)); }, {1, 1, 3, 1}, {-1.09349156, 1.14950689, 2.15051628}},
      {"grid_sample 3d", [] { return F::grid_sample(r({1, 1, 2, 2, 2}), r({1, 1, 1, 2, 3}), F::GridSampleFuncOptions().padding_mode(kReflection).align_corners(false)); }, {1, 1, 1, 1, 2}, {-0.771727493, -0.826028314}},
      {"unfold", [] { return F::unfold(r({1, 1, 3, 3}), F::UnfoldFuncOptions({2, 2}).padding(1).stride(2)); }, {1, 4, 4}, {0, 0, 0, -0.826028314, 0, 0, -1.42740311, 0.985479898, 0, 1.46077145, 0, -0.261490172, 0.719138308, 0.0623709936, 1.35325775, -1.49315438}},
      {"fold", [] { return F::fold(r({1, 4, 4}), F::FoldFuncOptions({3, 3}, {2, 2})); }, {1, 1, 3, 3}, {0.719138308, 0.634743132, 0.985479898, -1.43078339, -1.18459641, -1.75047924, 1.20567664, 0.958879562, 1.36941788}},
      {"fold unbatched", [] { return F::fold(r({4, 2}), F::FoldFuncOptions({3, 5}, {2, 2}).dilation({1, 2}).stride(2)); }, {1, 3, 5}, {0.719138308, 0, 1.52314244, 0, -1.42740311, -0.826028314, 0, 2.33873765, 0, -0.261490172, 0, 0, 0, 0, 0}},
      {"pad constant", [] { return F::pad(r({2, 3}), F::PadFuncOptions({1, 2, 1, 0}).value(7)); }, {3, 6}, {7, 7, 7, 7, 7, 7, 7, 0.719138308, 1.46077145, 0.0623709936, 7, 7, 7, -1.42740311, -0.826028314, 0.985479898, 7, 7}},
      {"pad constant crop", [] { return F::pad(r({3, 4}), F::PadFuncOptions({-1, 1, 0, -2})); }, {1, 4}, {1.46077145, 0.0623709936, -1.42740311, 0}},
      {"pad reflect", [] { return F::pad(r({1, 2, 3}), F::PadFuncOptions({2, 1}).mode(kReflect)); }, {1, 2, 6}, {0.0623709936, 1.46077145, 0.719138308, 1.46077145, 0.0623709936, 1.46077145, 0.985479898, -0.826028314, -1.42740311, -0.826028314, 0.985479898, -0.826028314}},
      {"pad reflect 2d", [] { return F::pad(r({1, 2, 3}), F::PadFuncOptions({1, 1, 1, 0}).mode(kReflect)); }, {1, 3, 5}, {-0.826028314, -1.42740311, -0.826028314, 0.985479898, -0.826028314, 1.46077145, 0.719138308, 1.46077145, 0.0623709936, 1.46077145, -0.826028314, -1.42740311, -0.826028314, 0.985479898, -0.826028314}},
      {"pad replicate", [] { return F::pad(r({1, 2, 3}), F::PadFuncOptions({2, 1}).mode(kReplicate)); }, {1, 2, 6}, {0.719138308, 0.719138308, 0.719138308, 1.46077145, 0.0623709936, 0.0623709936, -1.42740311, -1.42740311, -1.42740311, -0.826028314, 0.985479898, 0.985479898}},
      {"pad circular", [] { return F::pad(r({1, 1, 2, 3}), F::PadFuncOptions({2, 1, 1, 0}).mode(kCircular)); }, {1, 1, 3, 6}, {-0.826028314, 0.985479898, -1.42740311, -0.826028314, 0.985479898, -1.42740311, 1.46077145, 0.0623709936, 0.719138308, 1.46077145, 0.0623709936, 0.719138308, -0.826028314, 0.985479898, -1.42740311, -0.826028314, 0.985479898, -1.42740311}},
      {"lp_pool1d", [] { return F::lp_pool1d(r({1, 2, 5}), F::LPPool1dFuncOptions(2, 2).stride(1)); }, {1, 2, 4}, {1.62819321, 1.46210238, 1.42876512, 1.64918235, 1.67406009, 1.37829012, 1.51587833, 1.58689902}},
      {"lp_pool2d", [] { return F::lp_pool2d(r({1, 1, 3, 3}), F::LPPool2dFuncOptions(2, 2).stride(1)); }, {1, 1, 2, 2}, {2.317502, 1.94710985, 2.14929897, 1.98780797}},
      {"local_response_norm", [] { return F::local_response_norm(r({1, 4, 2}), F::LocalResponseNormFuncOptions(3).alpha(0.5).beta(0.6).k(2)); }, {1, 4, 2}, {0.46250744, 0.805796787, 0.0388563928, -0.760313744, -0.48612755, 0.566955648, 0.796536456, -0.16413024}},
      {"local_response_norm even", [] { return F::local_response_norm(r({1, 3, 1, 2}), F::LocalResponseNormFuncOptions(2).alpha(0.5)); }, {1, 3, 1, 2}, {0.656460076, 1.06005215, 0.0568981532, -0.835356692, -0.733539348, 0.647093402}},
      {"normalize", [] { return F::normalize(r({2, 3})); }, {2, 3}, {0.441355022, 0.896515743, 0.0382787998, -0.742978424, -0.429956478, 0.512952715}},
      {"normalize p", [] { return F::normalize(r({2, 3}), F::NormalizeFuncOptions().p(1).dim(0)); }, {2, 3}, {0.335021864, 0.638784152, 0.0595227758, -0.664978136, -0.361215848, 0.940477224}},
      {"softsign", [] { return F::softsign(r({4})); }, {4}, {0.418313236, 0.593623373, 0.05870924, -0.58803711}},
      {"tanhshrink", [] { return F::tanhshrink(r({4})); }, {4}, {0.102763041, 0.562969122, 8.07516649e-05, -0.536269928}},
      {"softmin", [] { return F::softmin(r({2, 3}), 1); }, {2, 3}, {0.293695829, 0.139897708, 0.566406462, 0.610644369, 0.334668318, 0.0546873124}},
      {"rrelu eval", [] { return F::rrelu(r({5})); }, {5}, {0.719138308, 1.46077145, 0.0623709936, -0.327113213, -0.189298155}},
      {"hardswish", [] { return F::hardswish(r({4})); }, {4}, {0.445762472, 1.08602793, 0.0318338536, -0.374121615}},
      {"hardsigmoid", [] { return F::hardsigmoid(r({4})); }, {4}, {0.619856385, 0.743461908, 0.510395166, 0.262099482}},
      {"glu", [] { return F::glu(r({2, 4})); }, {2, 2}, {0.370778863, 0.282664581, -0.656413081, 0.428681219}},
      {"prelu", [] { return F::prelu(r({1, 2, 2}), r({2})); }, {1, 2, 2}, {0.719138308, 1.46077145, 0.0623709936, -2.08510971}},
      {"cosine_similarity", [] { return F::cosine_similarity(r({2, 3}), r({4, 3}).slice(0, 2)); }, {2}, {0.150430419, 0.275009739}},
      {"cosine_similarity eps", [] { return F::cosine_similarity(r({2, 3}), r({4, 3}).slice(0, 2), F::CosineSimilarityFuncOptions().eps(4)); }, {2}, {0.0311295369, 0.0585183248}},
      {"pairwise_distance", [] { return F::pairwise_distance(r({2, 3}), r({4, 3}).slice(0, 2), F::PairwiseDistanceFuncOptions().p(3).keepdim(true)); }, {2, 1}, {2.0898518, 2.08770219}},
      {"l1_loss", [] { return F::l1_loss(r({2, 3}), target, kSum); }, {}, {5.07195566}},
      {"mse_loss", [] { return F::mse_loss(r({2, 3}), target); }, {}, {1.26478275}},
      {"smooth_l1_loss", [] { return F::smooth_l1_loss(r({2, 3}), target, F::SmoothL1LossFuncOptions(kNone).beta(0.5)); }, {2, 3}, {0.0788832901, 1.21077145, 0.00389014085, 1.17740311, 1.57602831, 0.00021083336}},
      {"huber_loss", [] { return F::huber_loss(r({2, 3}), target, F::HuberLossFuncOptions(kNone).delta(0.5)); }, {2, 3}, {0.039441645, 0.605385723, 0.00194507042, 0.588701555, 0.788014157, 0.00010541668}},
      {"kl_div batchmean", [] { return F::kl_div(r({2, 3}).log_softmax(1), r({4, 3}).slice(0, 2).softmax(1), kBatchMean); }, {}, {0.463962137}},
      {"kl_div log", [] { return F::kl_div(r({2, 3}), r({4, 3}).slice(0, 2), F::KLDivFuncOptions(kSum).log_target(true)); }, {}, {8.72487093}},
      {"binary_cross_entropy", [] { return F::binary_cross_entropy(r({2, 3}).sigmoid(), target, F::BinaryCrossEntropyFuncOptions().weight(r({3}))); }, {}, {0.780133207}},
      {"binary_cross_entropy_with_logits", [] { return F::binary_cross_entropy_with_logits(r({2, 3}), target, F::BinaryCrossEntropyWithLogitsFuncOptions().pos_weight(r({3}))); }, {}, {0.775262234}},
      {"nll_loss", [] { return F::nll_loss(r({2, 3}), classes, F::NLLLossFuncOptions().weight(r({3}).abs())); }, {}, {1.30850665}},
      {"cross_entropy", [] { return F::cross_entropy(r({2, 3}), classes, F::CrossEntropyFuncOptions().label_smoothing(0.1)); }, {}, {2.20603575}},
      {"cross_entropy ignore", [] { return F::cross_entropy(r({2, 3}), classes, F::CrossEntropyFuncOptions().ignore_index(2).reduction(kNone)); }, {2}, {0, 2.63839513}},
      {"hinge_embedding_loss", [] { return F::hinge_embedding_loss(r({2}), signs, F::HingeEmbeddingLossFuncOptions().margin(2)); }, {}, {0.629183431}},
      {"multi_margin_loss", [] { return F::multi_margin_loss(r({2, 3}), classes, F::MultiMarginLossFuncOptions().p(2).margin(0.5).reduction(kNone)); }, {2}, {1.64734497, 3.23263796}},
      {"soft_margin_loss", [] { return F::soft_margin_loss(r({2}), signs, kNone); }, {2}, {0.396876241, 1.66945673}},
      {"multilabel_soft_margin_loss", [] { return F::multilabel_soft_margin_loss(r({2, 3}), target, F::MultilabelSoftMarginLossFuncOptions().weight(r({3})).reduction(kNone)); }, {2}, {0.923103767, 0.637162648}},
      {"cosine_embedding_loss", [] { return F::cosine_embedding_loss(r({2, 3}), r({4, 3}).slice(0, 2), signs, F::CosineEmbeddingLossFuncOptions().margin(-0.9).reduction(kNone)); }, {2}, {0.849569581, 1.17500974}},
      {"margin_ranking_loss", [] { return F::margin_ranking_loss(r({2}), r({4}).slice(0, 2), signs, F::MarginRankingLossFuncOptions().margin(3).reduction(kNone)); }, {2}, {2.34323269, 5.88817456}},
      {"triplet_margin_loss", [] { return F::triplet_margin_loss(r({2, 3}), r({4, 3}).slice(0, 2), r({6, 3}).slice(0, 4), F::TripletMarginLossFuncOptions().margin(2).swap(true).reduction(kNone)); }, {2}, {1.79245457, 1.42314065}},
      {"triplet_margin_with_distance_loss", [] { return F::triplet_margin_with_distance_loss(r({2, 3}), r({4, 3}).slice(0, 2), r({6, 3}).slice(0, 4), F::TripletMarginWithDistanceLossFuncOptions().swap(true).reduction(kNone)); }, {2}, {0.792454571, 0.423140652}},
      {"poisson_nll_loss", [] { return F::poisson_nll_loss(r({4}), r({8}).slice(0, 4).abs() * 2, F::PoissonNLLLossFuncOptions().full(true).reduction(kNone)); }, {4}, {1.2118659, 2.05473677, 2.3005778, 0.986434958}},
      {"gaussian_nll_loss", [] { return F::gaussian_nll_loss(r({2, 2}), r({4, 2}).slice(0, 2), r({2}).abs(), F::GaussianNLLLossFuncOptions().full(true).reduction(kNone)); }, {2, 2}, {2.41408824, 0.911152146, 1.67880053, 1.57370687}},
      {"conv2d groups", [] { return F::conv2d(r({1, 2, 3, 3}), r({2, 1, 2, 2}), F::Conv2dFuncOptions().bias(r({2})).groups(2).stride({1, 2}).padding({1, 0})); }, {1, 2, 4, 1}, {-1.32111803, 4.46019827, -1.05634461, 1.31034042, 0.418334026, 2.70659718, 2.0699611, 1.27184424}},
      {"conv1d same", [] { return F::conv1d(r({1, 1, 5}), r({1, 1, 2}), F::Conv1dFuncOptions().padding(kSame)); }, {1, 1, 5}, {2.65101312, 1.14160647, -2.04025634, -2.23313883, -0.594028604}},
      {"conv_transpose1d", [] { return F::conv_transpose1d(r({1, 2, 3}), r({2, 1, 2}), F::ConvTranspose1dFuncOptions().stride(2).output_padding(1)); }, {1, 1, 7}, {0.428131356, 3.08797635, 0.998976499, 3.3129286, 0.106318731, -1.31556731, 0}},
      {"batch_norm", [] { return F::batch_norm(r({2, 2, 2}), r({2}), r({2}).abs(), F::BatchNormFuncOptions().weight(r({2})).eps(0.1)); }, {2, 2, 2}, {3.65350201e-17, 0.589281671, -1.63509945, -3.37703882, -1.22774768, 0.211627837, -0.125711905, -2.01377868}},
      {"instance_norm", [] { return F::instance_norm(r({2, 2, 2})); }, {2, 2, 2}, {-0.99996364, 0.99996364, 0.999990989, -0.999990989, -0.999993905, 0.999993905, 0.99999233, -0.99999233}},
      {"layer_norm", [] { return F::layer_norm(r({2, 3}), F::LayerNormFuncOptions({3}).weight(r({3}))); }, {2, 3}, {-0.0356118878, 1.82411662, -0.0747962254, -0.7045721, -0.574576881, 0.0856405441}},
      {"group_norm", [] { return F::group_norm(r({1, 4, 2}), F::GroupNormFuncOptions(2).bias(r({4}))); }, {1, 4, 2}, {1.20365983, 1.90083493, 1.32789632, -0.0725715794, -1.21854557, 0.818970606, -0.257140828, -2.07334844}},
      {"adaptive_avg_pool2d", [] { return F::adaptive_avg_pool2d(r({1, 3, 4}), F::AdaptiveAvgPool2dFuncOptions({2, nullopt})); }, {1, 2, 4}, {-0.053445003, 1.22312567, 0.707814372, -0.844446641, -1.15959135, 0.224067987, 1.2794672, 0.460443965}},
      {"avg_pool2d", [] { return F::avg_pool2d(r({1, 3, 3}), F::AvgPool2dFuncOptions(2).stride(1).padding(1).divisor_override(3)); }, {1, 4, 4}, {0.239712769, 0.726636585, 0.507714147, 0.0207903312, -0.236088268, -0.0245072235, 0.560864675, 0.349283631, -0.0247151201, -0.387221282, -0.531730989, -0.169224827, 0.451085917, 0.363922526, -0.584881517, -0.497718127}},
      {"embedding max_norm", [] { return F::embedding(classes, r({3, 2}), F::EmbeddingFuncOptions().max_norm(1.0)); }, {2, 2}, {-0.642382449, 0.766384129, 0.441678702, 0.897173228}},
  };
  // clang-format on
  static const auto& all = *new std::vector<Case>(std::begin(rows), std::end(rows));
  return all;
}
#undef target
#undef classes
#undef signs

class Functional : public testing::TestWithParam<size_t> {};

TEST_P(Functional, EqualsStoredValues) {
  const Case& row = cases()[GetParam()];
  const Tensor got = row.compute().contiguous();
  ASSERT_EQ(got.sizes(), IntArrayRef(row.sizes)) << row.name;
  ASSERT_EQ(got.scalar_type(), kDouble) << row.name;
  for (size_t i = 0; i < row.values.size(); ++i)
    EXPECT_NEAR(got.data_ptr<double>()[i], row.values[i], 1e-7) << row.name << " at " << i;
}

INSTANTIATE_TEST_SUITE_P(All, Functional, testing::Range(size_t{0}, cases().size()));

bool begins(const std::string& text, const std::string& part) { return text.compare(0, part.size(), part) == 0; }

// Texts: libtorch 1.13.1 up to the values that ours add.
TEST(Errors, OfModules) {
  const auto expect = [](const std::string& text, const char* part) { EXPECT_TRUE(begins(text, part)) << text; };
  expect(test::error_of([] { nn::Conv2d(nn::Conv2dOptions(3, 4, 3).groups(2)); }),
         "in_channels must be divisible by groups");
  expect(test::error_of([] { nn::Conv2d(nn::Conv2dOptions(4, 3, 3).groups(2)); }),
         "out_channels must be divisible by groups");
  expect(test::error_of([] { nn::Conv2d(nn::Conv2dOptions(4, 4, 3).padding(kSame).stride(2)); }),
         "padding='same' is not supported for strided convolutions");
  expect(test::error_of([] { nn::Dropout(nn::DropoutOptions(1.5)); }),
         "dropout probability has to be between 0 and 1, but got 1.5");
  expect(test::error_of([] { nn::BatchNorm1d(2)->forward(ones({2})); }), "expected 2D or 3D input (got 1D input)");
  expect(test::error_of([] { nn::BatchNorm2d(2)->forward(ones({2})); }), "expected 4D input (got 1D input)");
  expect(test::error_of([] { nn::InstanceNorm1d(2)->forward(ones({2})); }), "expected 2D or 3D input (got 1D input)");
  expect(test::error_of([] {
           nn::BatchNorm1d(2)->forward(ones({1, 2}));
         }),
         "Expected more than 1 value per channel when training, got input size [1, 2]");
  expect(test::error_of([] { nn::Embedding(nn::EmbeddingOptions(3, 4).padding_idx(3)); }),
         "Padding_idx must be within num_embeddings");
  expect(test::error_of([] {
           nn::Embedding(nn::EmbeddingOptions(3, 4)._weight(ones({2, 2})));
         }),
         "Shape of _weight does not match num_embeddings and embedding_dim");
  expect(test::error_of([] {
           nn::ConvTranspose2d(nn::ConvTranspose2dOptions(4, 4, 3).padding_mode(kReflect))->forward(ones({1, 4, 5, 5}));
         }),
         "Only `zeros` padding mode is supported for ConvTranspose2d");
  expect(test::error_of([] {
           nn::ConvTranspose2d(nn::ConvTranspose2dOptions(4, 4, 3).stride(2))
               ->forward(ones({1, 4, 5, 5}), std::vector<int64_t>{20, 20});
         }),
         "requested an output size of [20, 20], but valid sizes range from [11, 11] to [12, 12]");
  expect(test::error_of([] {
           F::pad(ones({1, 2, 3}), F::PadFuncOptions({3, 0}).mode(kReflect));
         }),
         "Argument #4: Padding size should be less than the corresponding input dimension");
}

TEST(ConvTranspose, OutputSize) {
  nn::ConvTranspose2d conv(nn::ConvTranspose2dOptions(1, 1, 3).stride(2));
  const std::vector<int64_t> size = {12, 11};
  EXPECT_EQ(conv->forward(ones({1, 1, 5, 5}), IntArrayRef(size)).sizes(), IntArrayRef({1, 1, 12, 11}));
  EXPECT_EQ(conv(ones({1, 1, 5, 5})).sizes(), IntArrayRef({1, 1, 11, 11}));
}

TEST(BatchNorm, RunningStatistics) {
  // PyTorch 1.13.1, Python: BatchNorm1d(2), momentum 0.1 and None, on [[0, 1], [2, 3], [4, 5]] twice.
  const Tensor x = arange(6, kFloat).view({3, 2});
  for (const bool cumulative : {false, true}) {
    nn::BatchNorm1dOptions options(2);
    if (cumulative) options.momentum(nullopt);
    nn::BatchNorm1d norm(options);
    norm(x);
    norm(x + 6);
    EXPECT_EQ(norm->num_batches_tracked.item<int64_t>(), 2);
    EXPECT_NEAR(norm->running_mean[0].item<float>(), cumulative ? 5.0 : 0.98, 1e-5);
    EXPECT_NEAR(norm->running_var[1].item<float>(), cumulative ? 4.0 : 1.57, 1e-5);
    norm->eval();
    norm(x);
    EXPECT_EQ(norm->num_batches_tracked.item<int64_t>(), 2);
  }
}

TEST(Embedding, PaddingRowHasNoGradient) {
  nn::Embedding table(nn::EmbeddingOptions(3, 2).padding_idx(-2));
  EXPECT_EQ(*table->options.padding_idx(), 1);
  EXPECT_EQ(table->weight[1].abs().sum().item<float>(), 0);
  table(tensor({0, 1, 1})).sum().backward();
  EXPECT_EQ(table->weight.grad()[1].sum().item<float>(), 0);
  EXPECT_EQ(table->weight.grad()[0].sum().item<float>(), 2);
  const Tensor given = ones({2, 2});
  nn::Embedding frozen = nn::Embedding::from_pretrained(given);
  EXPECT_FALSE(frozen->weight.requires_grad());
  EXPECT_EQ(frozen->weight.data_ptr(), given.data_ptr());
}

TEST(Utils, ClipGradNorm) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double norm_type : {2.0, 1.0, 3.0, inf}) {
    Tensor a = zeros({3}).requires_grad_(), b = zeros({2, 2}).requires_grad_(), none = zeros({1}).requires_grad_();
    (a * tensor({1.0, -2.0, 3.0}, kFloat)).sum().backward();
    (b * 4).sum().backward();
    double expected = 0;
    for (const double g : {1.0, 2.0, 3.0, 4.0, 4.0, 4.0, 4.0})
      expected = std::isinf(norm_type) ? std::max(expected, g) : expected + std::pow(g, norm_type);
    if (!std::isinf(norm_type)) expected = std::pow(expected, 1 / norm_type);
    EXPECT_NEAR(nn::utils::clip_grad_norm_({a, b, none}, 2.0, norm_type), expected, 1e-4);
    EXPECT_NEAR(b.grad()[0][0].item<float>(), 4 * 2.0 / (expected + 1e-6), 1e-5);
    EXPECT_NEAR(a.grad()[1].item<float>(), -2 * 2.0 / (expected + 1e-6), 1e-5);
    // Within the limit nothing changes.
    const Tensor before = a.grad().clone();
    nn::utils::clip_grad_norm_({a, b}, 100, norm_type);
    EXPECT_TRUE(a.grad().equal(before));
  }
  Tensor a = zeros({1}).requires_grad_();
  EXPECT_EQ(nn::utils::clip_grad_norm_(a, 1), 0);
  (a * std::numeric_limits<float>::infinity()).sum().backward();
  EXPECT_TRUE(begins(test::error_of([&] { nn::utils::clip_grad_norm_(a, 1, 2, true); }),
                     "The total norm of order 2 for gradients from `parameters` is non-finite"));
  EXPECT_TRUE(std::isinf(a.grad().item<float>()));
}

TEST(Utils, MixedDtypesClip) {
  Tensor a = zeros({1}).requires_grad_(), b = zeros({1}, kDouble).requires_grad_();
  (a * 3).sum().backward();
  (b * 4).sum().backward();
  EXPECT_NEAR(nn::utils::clip_grad_norm_({a, b}, 1), 5, 1e-5);
  EXPECT_NEAR(b.grad().item<double>(), 0.8, 1e-5);
}

TEST(Utils, ClipGradValueAndVectors) {
  nn::Linear l(2, 2);
  (l(ones({1, 2})) * 5).sum().backward();
  nn::utils::clip_grad_value_(l->parameters(), 2);
  EXPECT_EQ(l->weight.grad().max().item<float>(), 2);
  const Tensor vector = nn::utils::parameters_to_vector(l->parameters());
  EXPECT_EQ(vector.sizes(), IntArrayRef({6}));
  nn::utils::vector_to_parameters(arange(6, kFloat), l->parameters());
  EXPECT_EQ(l->bias[1].item<float>(), 5);
  EXPECT_EQ(l->weight[1][0].item<float>(), 2);
  EXPECT_NE(test::error_of([&] { nn::utils::vector_to_parameters(ones({5}), l->parameters()); }), "");
}

// libtorch 1.13.1 gave the shapes, masks and errors of the tests below.
TEST(Shuffles, WithoutElements) {
  for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{
           {0, 4, 2, 2}, {2, 0, 2, 2}, {2, 4, 0, 2}, {2, 4, 2, 0}, {4, 0, 0}, {0, 2, 4, 2, 2}}) {
    SCOPED_TRACE(str(IntArrayRef(sizes)));
    const Tensor x = zeros(sizes).requires_grad_();
    const Tensor up = F::pixel_shuffle(x, 2);
    EXPECT_EQ(up.size(-3), x.size(-3) / 4);
    EXPECT_EQ(up.size(-1), x.size(-1) * 2);
    up.sum().backward();
    EXPECT_EQ(x.grad().sizes(), x.sizes());
    EXPECT_EQ(F::pixel_unshuffle(x, 2).size(-3), x.size(-3) * 4);
    if (x.size(1) % 2 == 0) {
      EXPECT_EQ(F::channel_shuffle(x, 2).sizes(), x.sizes());
    }
  }
  EXPECT_EQ(F::bilinear(ones({2}), ones({2}), ones({0, 2, 2})).sizes(), IntArrayRef({0}));
  EXPECT_EQ(F::local_response_norm(zeros({0, 3, 4}), 2).sizes(), IntArrayRef({0, 3, 4}));
}

// Values, places and errors of the tests below: libtorch 1.13.1, C++.
class Pooling : public testing::Test {
 protected:
  static Tensor volume() { return arange(120, kFloat).sin().view({1, 1, 4, 5, 6}); }
  static void expect(const Tensor& got, IntArrayRef sizes, const std::vector<double>& values) {
    ASSERT_EQ(got.sizes(), sizes);
    const Tensor all = got.to(kDouble).contiguous();
    for (size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(all.data_ptr<double>()[i], values[i], 1e-5) << "at " << i;
  }
  static void expect(const std::tuple<Tensor, Tensor>& got, IntArrayRef sizes, const std::vector<double>& values,
                     const std::vector<double>& places) {
    expect(std::get<0>(got), sizes, values);
    expect(std::get<1>(got), sizes, places);
    EXPECT_EQ(std::get<1>(got).scalar_type(), kLong);
  }
};

TEST_F(Pooling, OfVolumes) {
  const auto averages = F::AvgPool3dFuncOptions({2, 3, 3}).padding({0, 1, 1});
  expect(F::avg_pool3d(volume(), F::AvgPool3dFuncOptions(averages).count_include_pad(false)), {1, 1, 2, 2, 2},
         {-0.226043, 0.436397, -0.565358, 0.508664, 0.0262725, -0.328548, 0.441319, -0.504463});
  expect(F::avg_pool3d(volume(), F::AvgPool3dFuncOptions(averages).divisor_override(4)), {1, 1, 2, 2, 2},
         {-0.452086, 1.30919, -1.69607, 2.28899, 0.0525451, -0.985644, 1.32396, -2.27008});
  nn::MaxPool3d max(nn::MaxPool3dOptions({2, 3, 2}).dilation({1, 1, 2}).ceil_mode(true));
  const std::vector<double> maxima = {0.990607, 0.990607, 0.901788, 0.912945, 0.992873, 0.992873,
                                      0.994827, 0.920026, 0.920026, 0.926818, 0.313229, 0.313229};
  expect(max->forward_with_indices(volume()), {1, 1, 2, 2, 3}, maxima,
         {14, 14, 46, 20, 58, 58, 102, 64, 64, 108, 82, 82});
  expect(F::max_pool3d(volume(), max->options), {1, 1, 2, 2, 3}, maxima);
}

TEST_F(Pooling, Adaptive) {
  expect(F::adaptive_avg_pool3d(volume(), F::AdaptiveAvgPool3dFuncOptions({2, 3, nullopt})), {1, 1, 2, 3, 6},
         {-0.564806, 0.11272,    0.686613,  0.629236,  -0.00665696, -0.63643,  -0.707255, -0.200339,  0.490768,
          0.730665,  0.298792,   -0.407789, -0.745902, -0.483996,   0.222894,  0.724856,  0.560389,   -0.119298,
          0.386556,  -0.334011,  -0.747489, -0.47373,  0.235575,    0.728293,  0.607747,  -0.0261776, -0.636035,
          -0.661125, -0.0783795, 0.576428,  0.739742,  0.285497,    -0.431232, -0.751489, -0.38083,   0.339962});
  expect(nn::AdaptiveMaxPool3d(nn::AdaptiveMaxPool3dOptions({2, nullopt, 1}))->forward_with_indices(volume()),
         {1, 1, 2, 5, 1},
         {0.999912, 0.989358, 0.990607, 0.986628, 0.992873, 0.920026, 0.983588, 0.99952, 0.968364, 0.945435},
         {33, 8, 14, 52, 58, 64, 96, 77, 83, 115});
  const auto planes = F::adaptive_max_pool2d(volume()[0], F::AdaptiveMaxPool2dFuncOptions({nullopt, 2}));
  EXPECT_EQ(planes.sizes(), IntArrayRef({1, 4, 5, 2}));
  EXPECT_NEAR(planes.sum().item<double>(), 23.9527, 1e-4);
  expect(nn::AdaptiveMaxPool1d(4)->forward_with_indices(volume()[0][0][0].slice(0, 0, 2).unsqueeze(0)), {1, 2, 4},
         {0.841471, 0.909297, 0.14112, -0.756802, 0.656987, 0.989358, 0.412118, -0.544021}, {1, 2, 3, 4, 1, 2, 3, 4});
}

TEST_F(Pooling, Unpooling) {
  const auto [lines, line_places] =
      F::max_pool1d_with_indices(volume()[0][0][0].slice(0, 0, 2).unsqueeze(0), F::MaxPool1dFuncOptions(2));
  nn::MaxUnpool1d of_lines(2);
  const std::vector<double> unpooled = {0, 0.841471, 0.909297, 0, -0.756802, 0, 0,
                                        0, 0.656987, 0.989358, 0, -0.544021, 0, 0};
  for (const std::vector<int64_t>& size : {std::vector<int64_t>{1, 2, 7}, std::vector<int64_t>{7}}) {
    expect(of_lines->forward(lines, line_places, size), {1, 2, 7}, unpooled);
    expect(of_lines->forward(lines[0], line_places[0], size), {2, 7}, unpooled);
  }
  const auto [volumes, places] =
      F::max_pool3d_with_indices(arange(16, kFloat).view({1, 1, 2, 2, 4}), F::MaxPool3dFuncOptions({2, 1, 2}));
  const std::vector<double> filled = {0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 11, 0, 13, 0, 15};
  expect(F::max_unpool3d(volumes, places, F::MaxUnpool3dFuncOptions({2, 1, 2})), {1, 1, 2, 2, 4}, filled);
  expect(F::max_unpool3d(volumes[0], places[0], F::MaxUnpool3dFuncOptions({2, 1, 2})), {1, 2, 2, 4}, filled);
}

TEST_F(Pooling, UnpoolingRefusesSizes) {
  const auto [x, places] =
      F::max_pool2d_with_indices(arange(1, 17, kFloat).view({1, 1, 4, 4}), F::MaxPool2dFuncOptions(2));
  nn::AnyModule unpool(nn::MaxUnpool2d(2));
  expect(unpool.forward<Tensor>(x, places), {1, 1, 4, 4}, {0, 0, 0, 0, 0, 6, 0, 8, 0, 0, 0, 0, 0, 14, 0, 16});
  using Sizes = optional<std::vector<int64_t>>;
  const Sizes larger(std::vector<int64_t>{1, 1, 5, 5});
  expect(unpool.forward<Tensor>(x, places, larger), {1, 1, 5, 5}, {0, 0, 0, 0, 0, 6, 0, 8, 0, 0, 0, 0, 0, 14, 0, 16});
  const auto error = [&, &x = x, &places = places](std::vector<int64_t> size) {
    return test::error_of([&] { F::max_unpool2d(x, places, F::MaxUnpool2dFuncOptions(2).output_size(size)); });
  };
  const auto wrong_length = "output_size should be a sequence containing 2 or 4 elements, but it has a length of '";
  EXPECT_TRUE(begins(error({4}), wrong_length)) << error({4});
  EXPECT_TRUE(begins(error({4, 4, 4}), wrong_length)) << error({4, 4, 4});
  EXPECT_TRUE(begins(error({1, 1, 5, 7}), "invalid output_size [5, 7] (dim 1 must be between 2 and 6)"));
  EXPECT_TRUE(begins(error({1, 4}), "invalid output_size [1, 4] (dim 0 must be between 2 and 6)"));
}

TEST_F(Pooling, Fractional) {
  const Tensor samples = tensor({0.2, 0.5, 0.8}, kFloat).view({1, 1, 3});
  nn::FractionalMaxPool3d of_volumes(nn::FractionalMaxPool3dOptions(2)
                                         .output_ratio(ExpandingArray<3, double>({0.5, 0.5, 0.34}))
                                         ._random_samples(samples));
  ASSERT_EQ(of_volumes->named_buffers().keys(), std::vector<std::string>{"_random_samples"});
  expect(of_volumes->forward_with_indices(volume()), {1, 1, 2, 2, 2},
         {0.841471, 0.745113, 0.149877, 0.992873, 0.983588, 0.951055, 0.945435, 0.968364},
         {1, 40, 19, 58, 96, 71, 115, 83});
  const Tensor of_planes = tensor({0.2, 0.8, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9}, kFloat).view({1, 4, 2});
  const auto options = F::FractionalMaxPool2dFuncOptions({2, 3}).output_size(ExpandingArray<2>({3, 2}));
  expect(F::fractional_max_pool2d_with_indices(volume()[0],
                                               F::FractionalMaxPool2dFuncOptions(options)._random_samples(of_planes)),
         {1, 4, 3, 2}, {0.989358, 0.412118, 0.990607,  0.650288, 0.912945,   0.956376, 0.551427, 0.999912,
                        0.296369, 0.963795, -0.262375, 0.992873, -0.0265512, 0.951055, 0.513978, 0.99952,
                        0.73319,  0.968364, 0.983588,  0.683262, 0.994827,   0.452026, 0.945435, -0.0971819},
         {8, 9, 14, 15, 20, 27, 2, 3, 8, 9, 20, 28, 6, 11, 18, 17, 24, 23, 6, 5, 12, 11, 25, 23});
  // Drawn anew by each call, as libtorch draws them.
  manual_seed(7);
  const auto drawn = F::fractional_max_pool2d_with_indices(arange(36, kFloat).view({1, 1, 6, 6}),
                                                           F::FractionalMaxPool2dFuncOptions(2).output_size(3));
  expect(std::get<1>(drawn), {1, 1, 3, 3}, {7, 9, 11, 19, 21, 23, 31, 33, 35});
  // Of both the size counts, in the functions.
  expect(F::fractional_max_pool2d(arange(1, 17, kFloat).view({1, 1, 4, 4}),
                                  F::FractionalMaxPool2dFuncOptions(2).output_size(3).output_ratio(0.5)._random_samples(
                                      full({1, 1, 2}, 0.5))),
         {1, 1, 3, 3}, {6, 7, 8, 10, 11, 12, 14, 15, 16});
}

TEST_F(Pooling, FractionalRefusesOptions) {
  const auto expect_error = [](const std::string& text, const char* part) { EXPECT_TRUE(begins(text, part)) << text; };
  using O2 = nn::FractionalMaxPool2dOptions;
  using O3 = nn::FractionalMaxPool3dOptions;
  expect_error(test::error_of([] { nn::FractionalMaxPool2d m(2); }),
               "FractionalMaxPool2d requires specifying either an output size, or a pooling ratio");
  expect_error(test::error_of([] { nn::FractionalMaxPool3d m(2); }),
               "FractionalMaxPool3d requires specifying either an output size, or a pooling ratio");
  expect_error(test::error_of([] { nn::FractionalMaxPool3d m(O3(2).output_size(2).output_ratio(0.5)); }),
               "only one of output_size and output_ratio may be specified");
  expect_error(test::error_of([] {
                 nn::FractionalMaxPool2d m(O2(2).output_ratio(ExpandingArray<2, double>({0.5, 1.0})));
               }),
               "output_ratio must be between 0 and 1 (got [0.5, 1])");
  expect_error(test::error_of([] {
                 nn::FractionalMaxPool3d m(O3(2).output_ratio(ExpandingArray<3, double>({0.5, 0.0, 0.25})));
               }),
               "output_ratio must be between 0 and 1 (got [0.5, 0, 0.25])");
  expect_error(test::error_of([] {
                 F::fractional_max_pool2d(ones({1, 4, 4}), O2(2));
               }),
               "fractional_max_pool2d requires specifying either an output_size or an output_ratio");
  expect_error(test::error_of([] {
                 F::fractional_max_pool3d(ones({1, 4, 4, 4}), O3(2));
               }),
               "fractional_max_pool3d requires specifying either an output_size or an output_ratio");
}

TEST(Interpolate, RefusesWhatDoesNotFit) {
  using O = F::InterpolateFuncOptions;
  const std::vector<int64_t> two{2, 2};
  const Tensor image = r({1, 1, 3, 3});
  const auto error = [](const Tensor& x, const O& options) {
    return test::error_of([&] { F::interpolate(x, options); });
  };
  EXPECT_NE(error(image, O()).find("either size or scale_factor should be defined"), std::string::npos);
  EXPECT_NE(error(image, O().size(two).scale_factor(std::vector<double>{2, 2}))
                .find("only one of size or scale_factor should be defined"),
            std::string::npos);
  EXPECT_NE(error(image, O().scale_factor(std::vector<double>{2})).find("scale_factor shape must match input shape"),
            std::string::npos);
  EXPECT_NE(error(image, O().size(two).align_corners(true)).find("align_corners option can only be set with"),
            std::string::npos);
  EXPECT_NE(error(image, O().size(two).antialias(true)).find("Anti-alias option is only supported for bilinear"),
            std::string::npos);
  EXPECT_NE(error(image, O().size(two).mode(kLinear).align_corners(false)).find("mode needs 3D input"),
            std::string::npos);
  EXPECT_NE(error(r({3, 3}), O().size(two)).find("Only 3D, 4D and 5D input Tensors supported (got 2D)"),
            std::string::npos);
}

TEST(GridSample, RefusesWhatDoesNotFit) {
  EXPECT_NE(test::error_of([] {
              F::affine_grid(r({1, 2, 2}), {1, 1, 2, 2});
            }).find("Expected a batch of 2D affine matrices of shape Nx2x3"),
            std::string::npos);
  EXPECT_NE(test::error_of([] {
              F::affine_grid(r({1, 2, 3}), {1, 1, 0, 2});
            }).find("Expected non-zero, positive output size"),
            std::string::npos);
  EXPECT_NE(test::error_of([] {
              F::affine_grid(ones({1, 2, 3}, kLong), {1, 1, 2, 2});
            }).find("Expected theta to have floating point type"),
            std::string::npos);
  EXPECT_NE(test::error_of([] {
              F::fold(r({4}), F::FoldFuncOptions({3, 3}, {2, 2}));
            }).find("(got 1D)"),
            std::string::npos);
  EXPECT_NE(test::error_of([] {
              F::unfold(r({1, 3, 3}), F::UnfoldFuncOptions(2));
            }).find("(got 3D)"),
            std::string::npos);
}

TEST(Pad, CircularCropsFirst) {
  const Tensor x = tensor({-8.0, 7.0, 5.0}, kDouble).view({1, 1, 3});
  const auto pad = [&](std::vector<int64_t> amounts) {
    return F::pad(x, F::PadFuncOptions(amounts).mode(kCircular)).flatten();
  };
  EXPECT_TRUE(pad({-1, 1}).equal(tensor({7.0, 5.0, 7.0}, kDouble)));
  EXPECT_TRUE(pad({3, 0}).equal(tensor({-8.0, 7.0, 5.0, -8.0, 7.0, 5.0}, kDouble)));
  EXPECT_EQ(F::pad(ones({1, 1, 1}), F::PadFuncOptions({-1, 0}).mode(kCircular)).numel(), 0);
  EXPECT_NE(test::error_of([&] { pad({4, 0}); }).find("wrapping around more than once"), std::string::npos);
  EXPECT_NE(test::error_of([&] { pad({-3, 3}); }).find("wrapping around more than once"), std::string::npos);
}

TEST(Dropout, WholeChannelsWithoutABatch) {
  const Tensor kept = tensor({2.0, 2.0, 2.0, 2.0, 0.0, 0.0}, kDouble).view({3, 2});
  for (bool inplace : {false, true}) {
    manual_seed(7);
    Tensor x = ones({3, 2}, kDouble);
    Tensor y = F::dropout2d(x, F::Dropout2dFuncOptions().training(true).inplace(inplace));
    EXPECT_TRUE(y.equal(kept));
    EXPECT_EQ(y.is_same(x), inplace);
    manual_seed(7);
    EXPECT_TRUE(
        F::dropout3d(ones({3, 2}, kDouble), F::Dropout3dFuncOptions().training(true).inplace(inplace)).equal(kept));
  }
  // For other ranks than 4 (5), dimension 0 is the channels.
  const auto o = F::DropoutFuncOptions().training(true);
  for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{{40}, {40, 3, 2}, {40, 3, 2, 2, 2}}) {
    const Tensor y = F::dropout2d(ones(sizes), o).reshape({40, -1});
    EXPECT_TRUE(y.eq(y.narrow(1, 0, 1)).all().item<bool>());
    EXPECT_TRUE(y.eq(0).any().item<bool>() && y.eq(2).any().item<bool>());
  }
  const Tensor volume = F::dropout3d(ones({30, 3, 2, 2}), o).reshape({30, -1});
  EXPECT_TRUE(volume.eq(volume.narrow(1, 0, 1)).all().item<bool>());
  const Tensor batch = F::dropout3d(ones({2, 30, 3, 2, 2}), o).reshape({60, -1});
  EXPECT_TRUE(batch.eq(batch.narrow(1, 0, 1)).all().item<bool>() && batch.eq(0).any().item<bool>());
  // These two modules do not work in place.
  for (const bool feature : {false, true}) {
    const Tensor x = ones({4, 3});
    if (feature) nn::FeatureAlphaDropout(nn::FeatureAlphaDropoutOptions().inplace(true))->forward(x);
    else nn::AlphaDropout(nn::AlphaDropoutOptions().inplace(true))->forward(x);
    EXPECT_TRUE(x.equal(ones({4, 3})));
  }
}

TEST(RReLU, PositiveInputsAndInPlace) {
  const Tensor x = tensor({1.0, 2.0}, kDouble);
  EXPECT_TRUE(F::rrelu(x, F::RReLUFuncOptions().training(true)).equal(x));
  EXPECT_EQ(F::rrelu(zeros({0}), F::RReLUFuncOptions().training(true)).numel(), 0);
  EXPECT_NE(test::error_of([&] { F::rrelu(x, F::RReLUFuncOptions().lower(0.5).upper(0.1)); }), "");
  for (bool training : {false, true})
    for (bool inplace : {false, true}) {
      const Tensor leaf = tensor({1.0, -2.0}, kDouble).requires_grad_();
      manual_seed(5);
      const Tensor y =
          F::rrelu(leaf * 1, F::RReLUFuncOptions().lower(0.25).upper(0.25).training(training).inplace(inplace));
      EXPECT_TRUE(y.detach().equal(tensor({1.0, -0.5}, kDouble)));
      const Tensor d = autograd::grad({y.sum()}, {leaf}, {}, true, true)[0];
      EXPECT_TRUE(d.detach().equal(tensor({1.0, 0.25}, kDouble)));
      EXPECT_TRUE(autograd::grad({d.sum()}, {leaf})[0].equal(zeros({2}, kDouble)));
    }
}

TEST(PReLU, SecondDerivativeIsZeroNotMissing) {
  const Tensor x = tensor({1.0, -2.0}, kDouble).requires_grad_(), w = tensor({0.25}, kDouble);
  const Tensor d = autograd::grad({prelu(x, w).sum()}, {x}, {}, true, true)[0];
  EXPECT_TRUE(autograd::grad({d.sum()}, {x})[0].equal(zeros({2}, kDouble)));
  for (const auto& f :
       {+[](const Tensor& t) { return relu(t); }, +[](const Tensor& t) { return hardtanh(t, -1, 1); },
        +[](const Tensor& t) { return threshold(t, 0.1, 2); }, +[](const Tensor& t) { return leaky_relu(t); }}) {
    const Tensor first = autograd::grad({f(x).sum()}, {x}, {}, true, true)[0];
    EXPECT_TRUE(autograd::grad({first.sum()}, {x})[0].equal(zeros({2}, kDouble)));
  }
}

TEST(Errors, OfOptions) {
  const auto fails = [](const char* phrase, const std::function<void()>& f) {
    EXPECT_NE(test::error_of(f).find(phrase), std::string::npos) << phrase << "; got: " << test::error_of(f);
  };
  fails("max_val must be greater than min_val", [] { nn::Hardtanh(nn::HardtanhOptions().min_val(1).max_val(1)); });
  fails("max_val must be greater than min_val", [] { nn::Hardtanh(nn::HardtanhOptions().min_val(1).max_val(0)); });
  EXPECT_TRUE(F::hardtanh(zeros({2}), F::HardtanhFuncOptions().min_val(1).max_val(1)).equal(ones({2})));
  fails("only p == 1 and p == 2 supported", [] { nn::MultiMarginLoss(nn::MultiMarginLossOptions().p(3)); });
  fails("weight", [] { nn::MultiMarginLoss(nn::MultiMarginLossOptions().weight(ones({2, 2}))); });
}

// The result of a division, too, may be changed in place: backward does not read it.
TEST(Normalize, ResultsMayBeChangedInPlace) {
  const Tensor x = ones({2, 3}).requires_grad_();
  for (const auto& f : {+[](const Tensor& t) { return F::normalize(t); },
                        +[](const Tensor& t) { return F::softsign(t); }, +[](const Tensor& t) { return 2 / t; }}) {
    const Tensor y = f(x);
    y.mul_(3);
    y.sum().backward();
  }
  EXPECT_TRUE(x.grad().defined());
}

}  // namespace
}  // namespace torchpp::tests
