// SPDX-License-Identifier: BSD-3-Clause
// Which operators automatic mixed precision converts the arguments of, against the lists of libtorch 1.13.1
// (aten/src/ATen/autocast_mode.cpp), CUDA's and the CPU's. Of the names that have no operator here yet nothing is
// asked.
#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>

#include <map>
#include <sstream>

namespace torchpp {
namespace {

struct Class {
  Autocast value;
  const char* names;
};

constexpr Class kCuda[] = {
    {Autocast::kLower,
     "addbmm addmm addmv addr baddbmm bmm chain_matmul conv1d conv2d conv3d conv_tbc conv_transpose1d "
     "conv_transpose2d.input conv_transpose3d.input convolution einsum gru_cell linalg_multi_dot linear "
     "lstm_cell matmul mm mv prelu rnn_relu_cell rnn_tanh_cell"},
    {Autocast::kFp32,
     "acos asin binary_cross_entropy_with_logits cdist cosh cosine_embedding_loss cosine_similarity dist "
     "erfinv exp expm1 frobenius_norm frobenius_norm.dim group_norm hinge_embedding_loss huber_loss "
     "kl_div l1_loss layer_norm log log10 log1p log2 logsumexp margin_ranking_loss mse_loss "
     "multi_margin_loss multilabel_margin_loss native_layer_norm nll_loss nll_loss2d nuclear_norm "
     "nuclear_norm.dim pdist poisson_nll_loss pow.Scalar pow.Tensor_Scalar pow.Tensor_Tensor reciprocal "
     "renorm rsqrt sinh smooth_l1_loss soft_margin_loss softplus tan triplet_margin_loss"},
    {Autocast::kFp32Dtype, "cumprod cumsum log_softmax.int prod prod.dim_int softmax.int sum sum.dim_IntList"},
    {Autocast::kFp32Overload, "norm.Scalar norm.ScalarOpt_dim"},
    {Autocast::kPromote, "addcdiv addcmul atan2 bilinear cross dot grid_sampler index_put scatter_add tensordot"},
    {Autocast::kBanned, "binary_cross_entropy"},
};
constexpr Class kCpu[] = {
    {Autocast::kLower,
     "addbmm addmm baddbmm bmm conv1d conv1d.padding conv2d conv2d.padding conv3d conv3d.padding conv_tbc linear "
     "matmul mm "
     "_attention_in_blocks"},  // stands for two products
    {Autocast::kFp32,
     "adaptive_avg_pool3d avg_pool3d binary_cross_entropy binary_cross_entropy_with_logits cdist cholesky "
     "conv_transpose1d conv_transpose2d.input conv_transpose3d.input cosine_embedding_loss "
     "cross_entropy_loss ctc_loss.IntList ctc_loss.Tensor grid_sampler hinge_embedding_loss huber_loss kl_div l1_loss "
     "margin_ranking_loss mse_loss multi_margin_loss multilabel_margin_loss multilabel_margin_loss_forward nanquantile "
     "nanquantile.scalar "
     "nll_loss "
     "nll_loss2d poisson_nll_loss polar prod prod.dim_int quantile quantile.scalar smooth_l1_loss soft_margin_loss "
     "trace "
     "triplet_margin_loss view_as_complex"},
    {Autocast::kPromote, "cat index_copy stack"},
};

template <size_t n>
std::map<std::string, Autocast> by_name(const Class (&classes)[n]) {
  std::map<std::string, Autocast> found;
  for (const Class& c : classes) {
    std::istringstream names(c.names);
    for (std::string name; names >> name;) found[name] = c.value;
  }
  return found;
}

TEST(Autocast, EveryOperatorHasTheClassOfLibtorch) {
  const std::map<std::string, Autocast> cuda = by_name(kCuda), cpu = by_name(kCpu);
  const auto expected = [](const std::map<std::string, Autocast>& classes, const std::string& name) {
    const auto at = classes.find(name);
    return at == classes.end() ? Autocast::kNone : at->second;
  };
  size_t with_class = 0;
  for (const std::string& full : list_ops()) {
    const OperatorHandle handle = find_op(full).handle();
    if (full.compare(0, 6, "aten::") != 0 || handle.form != Out::Form::kFunctional) continue;
    const std::string name = full.substr(6);
    const OpTraits& traits = handle.op->traits();
    EXPECT_EQ(traits.autocast_cpu, expected(cpu, name)) << name;
    EXPECT_EQ(traits.autocast_cuda, expected(cuda, name)) << name;
    with_class += traits.autocast_cpu != Autocast::kNone || traits.autocast_cuda != Autocast::kNone ? 1 : 0;
  }
  EXPECT_GE(with_class, 79u);
}

}  // namespace
}  // namespace torchpp
