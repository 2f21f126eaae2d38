// SPDX-License-Identifier: BSD-3-Clause
// Which operators automatic mixed precision converts the arguments of: the lists of libtorch 1.13.1
// (aten/src/ATen/autocast_mode.cpp), CUDA's and the CPU's, whole.
#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>

#include <map>
#include <set>
#include <sstream>

namespace torchpp {
namespace {

struct Class {
  Autocast value;
  const char* names;
};

constexpr Class kCuda[] = {
    {Autocast::kLower,
     "_convolution _convolution.deprecated _thnn_fused_gru_cell _thnn_fused_lstm_cell addbmm addmm addmv addr baddbmm "
     "bmm chain_matmul conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d.input conv_transpose3d.input "
     "convolution cudnn_convolution cudnn_convolution_transpose einsum gru_cell linalg_multi_dot linear lstm_cell "
     "matmul mm mv prelu rnn_relu_cell rnn_tanh_cell"},
    {Autocast::kFp32,
     "acos asin binary_cross_entropy_with_logits cdist cosh cosine_embedding_loss cosine_similarity dist "
     "erfinv exp expm1 frobenius_norm frobenius_norm.dim group_norm hinge_embedding_loss huber_loss "
     "kl_div l1_loss layer_norm log log10 log1p log2 logsumexp margin_ranking_loss mse_loss "
     "multi_margin_loss multilabel_margin_loss native_layer_norm nll_loss nll_loss2d nuclear_norm "
     "nuclear_norm.dim pdist poisson_nll_loss pow.Scalar pow.Tensor_Scalar pow.Tensor_Tensor reciprocal "
     "renorm rsqrt sinh smooth_l1_loss soft_margin_loss softplus tan triplet_margin_loss"},
    {Autocast::kFp32Dtype,
     "cumprod cumprod.dimname cumsum cumsum.dimname log_softmax.Dimname log_softmax.int prod prod.dim_Dimname "
     "prod.dim_int softmax.Dimname softmax.int sum sum.dim_DimnameList sum.dim_IntList"},
    {Autocast::kFp32Overload, "norm.Scalar norm.ScalarOpt_dim norm.names_ScalarOpt_dim"},
    {Autocast::kPromote, "addcdiv addcmul atan2 bilinear cross dot grid_sampler index_put scatter_add tensordot"},
    {Autocast::kBanned, "binary_cross_entropy"},
};
// Without `cat`, whose registration has no effect there: under autocast two float16 tensors give float16 (measured),
// which a promotion refuses.
constexpr Class kCpu[] = {
    {Autocast::kLower,
     "_convolution.deprecated addbmm addmm baddbmm bmm conv1d conv1d.padding conv2d conv2d.padding conv3d "
     "conv3d.padding conv_tbc linear matmul mm"},
    {Autocast::kFp32,
     "_grid_sampler_2d_cpu_fallback _lu_with_info adaptive_avg_pool3d adaptive_max_pool3d avg_pool3d "
     "binary_cross_entropy binary_cross_entropy_with_logits cdist cholesky cholesky_inverse cholesky_solve "
     "conv_transpose1d conv_transpose2d.input conv_transpose3d.input cosine_embedding_loss cross_entropy_loss "
     "ctc_loss.IntList ctc_loss.Tensor fake_quantize_per_tensor_affine fft_fft fft_fft2 fft_fftn fft_hfft fft_ifft "
     "fft_ifft2 fft_ifftn fft_ihfft fft_irfft fft_irfft2 fft_irfftn fft_rfft fft_rfft2 fft_rfftn fractional_max_pool2d "
     "fractional_max_pool3d geqrf grid_sampler grid_sampler_2d grid_sampler_3d hinge_embedding_loss huber_loss inverse "
     "kl_div l1_loss linalg_cholesky linalg_cholesky_ex linalg_cond linalg_cond.p_str linalg_eig linalg_eigh "
     "linalg_eigvals linalg_eigvalsh linalg_householder_product linalg_inv linalg_inv_ex linalg_lstsq "
     "linalg_matrix_norm linalg_matrix_norm.str_ord linalg_matrix_rank linalg_matrix_rank.atol_rtol_float "
     "linalg_matrix_rank.atol_rtol_tensor linalg_matrix_rank.tol_tensor linalg_qr linalg_solve linalg_svd "
     "linalg_svdvals linalg_tensorinv linalg_tensorsolve lu_solve margin_ranking_loss max_pool3d max_unpool2d "
     "max_unpool3d mse_loss multi_margin_loss multilabel_margin_loss multilabel_margin_loss_forward nanquantile "
     "nanquantile.scalar nll_loss nll_loss2d orgqr ormqr pinverse poisson_nll_loss polar prod prod.dim_Dimname "
     "prod.dim_int qr quantile quantile.scalar reflection_pad1d reflection_pad2d replication_pad1d replication_pad2d "
     "replication_pad3d smooth_l1_loss soft_margin_loss stft stft.center svd symeig trace triangular_solve "
     "triplet_margin_loss view_as_complex"},
    {Autocast::kPromote, "index_copy index_copy.dimname stack"},
};
// Operators of this library alone: blocks of attention stand for two products; recurrent nets for _cudnn_rnn, which
// libtorch registers apart from its lists, and which gets all of its floating arguments in the lower dtype.
constexpr Class kOwnCpu[] = {{Autocast::kLower, "_attention_in_blocks"}};
constexpr Class kOwnCuda[] = {
    {Autocast::kLower,
     "_attention_in_blocks gru.data gru.input lstm.data lstm.input rnn_relu.data rnn_relu.input rnn_tanh.data "
     "rnn_tanh.input"}};

// Names of the lists above that have no operator here yet. One that gets an operator has to leave this list.
constexpr const char* kLater =
    "_convolution _convolution.deprecated _grid_sampler_2d_cpu_fallback _lu_with_info _thnn_fused_gru_cell "
    "_thnn_fused_lstm_cell cholesky cholesky_inverse cholesky_solve cudnn_convolution cudnn_convolution_transpose "
    "cumprod.dimname cumsum.dimname fake_quantize_per_tensor_affine fft_fft fft_fft2 fft_fftn fft_hfft fft_ifft "
    "fft_ifft2 fft_ifftn fft_ihfft fft_irfft fft_irfft2 fft_irfftn fft_rfft fft_rfft2 fft_rfftn "
    "index_copy.dimname inverse linalg_cholesky linalg_cholesky_ex linalg_cond linalg_cond.p_str linalg_eig "
    "linalg_eigh linalg_eigvals linalg_eigvalsh linalg_inv linalg_inv_ex linalg_lstsq "
    "linalg_matrix_norm linalg_matrix_norm.str_ord linalg_matrix_rank linalg_matrix_rank.atol_rtol_float "
    "linalg_matrix_rank.atol_rtol_tensor linalg_matrix_rank.tol_tensor "
    "linalg_svd linalg_svdvals linalg_tensorinv linalg_tensorsolve log_softmax.Dimname lu_solve "
    "norm.names_ScalarOpt_dim nuclear_norm nuclear_norm.dim ormqr pinverse prod.dim_Dimname softmax.Dimname "
    "stft stft.center sum.dim_DimnameList svd symeig triangular_solve";

using Classes = std::map<std::string, Autocast>;

template <size_t n>
void add(Classes& to, const Class (&classes)[n]) {
  for (const Class& c : classes) {
    std::istringstream names(c.names);
    for (std::string name; names >> name;) EXPECT_TRUE(to.emplace(name, c.value).second) << name << " stands twice";
  }
}

TEST(AutocastClasses, EveryOperatorHasTheClassOfLibtorch) {
  Classes cuda, cpu;
  add(cuda, kCuda);
  add(cpu, kCpu);
  add(cpu, kOwnCpu);
  add(cuda, kOwnCuda);
  const auto expected = [](const Classes& classes, const std::string& name) {
    const auto at = classes.find(name);
    return at == classes.end() ? Autocast::kNone : at->second;
  };
  std::set<std::string> seen;
  for (const std::string& full : list_ops()) {
    const OperatorHandle handle = find_op(full).handle();
    if (full.compare(0, 6, "aten::") != 0 || handle.form != Out::Form::kFunctional) continue;
    const std::string name = full.substr(6);
    const OpTraits& traits = handle.op->traits();
    EXPECT_EQ(traits.autocast_cpu, expected(cpu, name)) << name;
    EXPECT_EQ(traits.autocast_cuda, expected(cuda, name)) << name;
    seen.insert(name);
  }
  std::set<std::string> later;
  std::istringstream names(kLater);
  for (std::string name; names >> name;) later.insert(name);
  for (const Classes* classes : {&cuda, &cpu})
    for (const auto& [name, value] : *classes)
      EXPECT_NE(seen.count(name), later.count(name))
          << name
          << (seen.count(name) != 0 ? " has an operator now: take it out of kLater"
                                    : " has no operator, and does not stand in kLater");
}

}  // namespace
}  // namespace torchpp
