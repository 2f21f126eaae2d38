// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/kernels.h>

#include "src/backends/cuda/generated/creation.h"
#include "src/backends/cuda/generated/decomposition.h"
#include "src/ops/generated/decomposition.h"
#include "src/ops/decomposition_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/foreach.h"
#include "src/backends/cuda/generated/image.h"
#include "src/ops/generated/image.h"
#include "src/ops/image_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/index.h"
#include "src/ops/generated/index.h"
#include "src/ops/index_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/linalg.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/loss.h"
#include "src/ops/generated/loss.h"
#include "src/ops/loss_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/nested.h"
#include "src/backends/cuda/generated/nn.h"
#include "src/ops/generated/nn.h"
#include "src/ops/convolution_rules.h"
#include "src/ops/nn_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/optim.h"
#include "src/backends/cuda/generated/pointwise.h"
#include "src/backends/cuda/generated/pooling.h"
#include "src/ops/generated/pooling.h"
#include "src/ops/pooling_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/random.h"
#include "src/ops/generated/random.h"
#include "src/ops/random_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/reduction.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/search.h"
#include "src/ops/generated/search.h"
#include "src/ops/search_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/sequence.h"
#include "src/ops/generated/sequence.h"
#include "src/ops/sequence_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/shape.h"
#include "src/ops/generated/shape.h"
#include "src/ops/shape_rules.h"
#include "src/ops/structured.h"
#include "src/backends/cuda/generated/sparse.h"
#include "src/backends/cuda/generated/view.h"
#include "src/backends/cuda/backend.h"

namespace torchpp::cuda {

// A row without a kernel does not link, and the linker names it.
void register_kernels() {
  kernels::set_arange(DispatchKey::CUDA, &cuda::arange);
  kernels::set_linspace(DispatchKey::CUDA, &cuda::linspace);
  kernels::set_randperm(DispatchKey::CUDA, &cuda::randperm);
  kernels::set_copy(DispatchKey::CUDA, &cuda::copy);
  kernels::set_fill(DispatchKey::CUDA, &cuda::fill);
  kernels::set_fill_tensor(DispatchKey::CUDA, &cuda::fill_tensor);
  kernels::set_clone(DispatchKey::CUDA, &cuda::clone);
  kernels::set_to_copy(DispatchKey::CUDA, &cuda::to_copy);
  kernels::set_item(DispatchKey::CUDA, &cuda::item);
  kernels::set_foreach_zero(DispatchKey::CUDA, &cuda::foreach_zero);
  kernels::set_amp_unscale(DispatchKey::CUDA, &cuda::amp_unscale);
  kernels::set_amp_update_scale(DispatchKey::CUDA, &cuda::amp_update_scale);
  kernels::set_constant_pad_nd(DispatchKey::CUDA, &Structured<&rule::constant_pad_nd, &cuda::constant_pad_nd>::call);
  kernels::set_circular_pad(DispatchKey::CUDA, &Structured<&rule::circular_pad, &cuda::pad_edges>::call);
  kernels::set_circular_pad_backward(DispatchKey::CUDA, &Structured<&rule::circular_pad_backward, &cuda::pad_edges_gradient>::call);
  kernels::set_reflection_pad1d(DispatchKey::CUDA, &Structured<&rule::reflection_pad1d, &cuda::pad_edges>::call);
  kernels::set_reflection_pad1d_backward(DispatchKey::CUDA, &Structured<&rule::reflection_pad1d_backward, &cuda::pad_edges_gradient>::call);
  kernels::set_reflection_pad2d(DispatchKey::CUDA, &Structured<&rule::reflection_pad2d, &cuda::pad_edges>::call);
  kernels::set_reflection_pad2d_backward(DispatchKey::CUDA, &Structured<&rule::reflection_pad2d_backward, &cuda::pad_edges_gradient>::call);
  kernels::set_reflection_pad3d(DispatchKey::CUDA, &Structured<&rule::reflection_pad3d, &cuda::pad_edges>::call);
  kernels::set_reflection_pad3d_backward(DispatchKey::CUDA, &Structured<&rule::reflection_pad3d_backward, &cuda::pad_edges_gradient>::call);
  kernels::set_replication_pad1d(DispatchKey::CUDA, &Structured<&rule::replication_pad1d, &cuda::pad_edges>::call);
  kernels::set_replication_pad1d_backward(DispatchKey::CUDA, &Structured<&rule::replication_pad1d_backward, &cuda::pad_edges_gradient>::call);
  kernels::set_replication_pad2d(DispatchKey::CUDA, &Structured<&rule::replication_pad2d, &cuda::pad_edges>::call);
  kernels::set_replication_pad2d_backward(DispatchKey::CUDA, &Structured<&rule::replication_pad2d_backward, &cuda::pad_edges_gradient>::call);
  kernels::set_replication_pad3d(DispatchKey::CUDA, &Structured<&rule::replication_pad3d, &cuda::pad_edges>::call);
  kernels::set_replication_pad3d_backward(DispatchKey::CUDA, &Structured<&rule::replication_pad3d_backward, &cuda::pad_edges_gradient>::call);
  kernels::set_upsample_nearest1d(DispatchKey::CUDA, &Structured<&rule::upsample_nearest1d, &cuda::upsample_nearest>::call);
  kernels::set_upsample_nearest1d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_nearest1d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_nearest2d(DispatchKey::CUDA, &Structured<&rule::upsample_nearest2d, &cuda::upsample_nearest>::call);
  kernels::set_upsample_nearest2d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_nearest2d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_nearest3d(DispatchKey::CUDA, &Structured<&rule::upsample_nearest3d, &cuda::upsample_nearest>::call);
  kernels::set_upsample_nearest3d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_nearest3d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_nearest_exact1d(DispatchKey::CUDA, &Structured<&rule::upsample_nearest_exact1d, &cuda::upsample_nearest>::call);
  kernels::set_upsample_nearest_exact1d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_nearest_exact1d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_nearest_exact2d(DispatchKey::CUDA, &Structured<&rule::upsample_nearest_exact2d, &cuda::upsample_nearest>::call);
  kernels::set_upsample_nearest_exact2d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_nearest_exact2d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_nearest_exact3d(DispatchKey::CUDA, &Structured<&rule::upsample_nearest_exact3d, &cuda::upsample_nearest>::call);
  kernels::set_upsample_nearest_exact3d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_nearest_exact3d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_linear1d(DispatchKey::CUDA, &Structured<&rule::upsample_linear1d, &cuda::upsample>::call);
  kernels::set_upsample_linear1d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_linear1d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_bilinear2d(DispatchKey::CUDA, &Structured<&rule::upsample_bilinear2d, &cuda::upsample>::call);
  kernels::set_upsample_bilinear2d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_bilinear2d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_trilinear3d(DispatchKey::CUDA, &Structured<&rule::upsample_trilinear3d, &cuda::upsample>::call);
  kernels::set_upsample_trilinear3d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_trilinear3d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_bicubic2d(DispatchKey::CUDA, &Structured<&rule::upsample_bicubic2d, &cuda::upsample>::call);
  kernels::set_upsample_bicubic2d_backward(DispatchKey::CUDA, &Structured<&rule::upsample_bicubic2d_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_bilinear2d_aa(DispatchKey::CUDA, &Structured<&rule::upsample_bilinear2d_aa, &cuda::upsample>::call);
  kernels::set_upsample_bilinear2d_aa_backward(DispatchKey::CUDA, &Structured<&rule::upsample_bilinear2d_aa_backward, &cuda::upsample_gradient>::call);
  kernels::set_upsample_bicubic2d_aa(DispatchKey::CUDA, &Structured<&rule::upsample_bicubic2d_aa, &cuda::upsample>::call);
  kernels::set_upsample_bicubic2d_aa_backward(DispatchKey::CUDA, &Structured<&rule::upsample_bicubic2d_aa_backward, &cuda::upsample_gradient>::call);
  kernels::set_im2col(DispatchKey::CUDA, &Structured<&rule::im2col, &cuda::im2col>::call);
  kernels::set_col2im(DispatchKey::CUDA, &Structured<&rule::col2im, &cuda::col2im>::call);
  kernels::set_grid_sampler_2d(DispatchKey::CUDA, &Structured<&rule::grid_sampler_2d, &cuda::grid_sampler>::call);
  kernels::set_grid_sampler_2d_backward(DispatchKey::CUDA, &Structured<&rule::grid_sampler_2d_backward, &cuda::grid_sampler_backward>::call);
  kernels::set_grid_sampler_3d(DispatchKey::CUDA, &Structured<&rule::grid_sampler_3d, &cuda::grid_sampler>::call);
  kernels::set_grid_sampler_3d_backward(DispatchKey::CUDA, &Structured<&rule::grid_sampler_3d_backward, &cuda::grid_sampler_backward>::call);
  kernels::set_index(DispatchKey::CUDA, &Structured<&rule::index, &cuda::index>::call);
  kernels::set_index_put(DispatchKey::CUDA, &Structured<&rule::index_put, &cuda::index_put>::call);
  kernels::set_index_select(DispatchKey::CUDA, &Structured<&rule::index_select, &cuda::index_select>::call);
  kernels::set_index_add(DispatchKey::CUDA, &Structured<&rule::index_add, &cuda::index_add>::call);
  kernels::set_index_reduce(DispatchKey::CUDA, &Structured<&rule::index_reduce, &cuda::index_reduce>::call);
  kernels::set_index_copy(DispatchKey::CUDA, &Structured<&rule::index_copy, &cuda::index_copy>::call);
  kernels::set_index_fill(DispatchKey::CUDA, &Structured<&rule::index_fill, &cuda::index_fill>::call);
  kernels::set_gather(DispatchKey::CUDA, &Structured<&rule::gather, &cuda::gather>::call);
  kernels::set_scatter(DispatchKey::CUDA, &Structured<&rule::scatter, &cuda::scatter>::call);
  kernels::set_scatter_value(DispatchKey::CUDA, &Structured<&rule::scatter_value, &cuda::scatter_value>::call);
  kernels::set_scatter_reduce(DispatchKey::CUDA, &Structured<&rule::scatter_reduce, &cuda::scatter_reduce>::call);
  kernels::set_scatter_value_reduce(DispatchKey::CUDA, &Structured<&rule::scatter_value_reduce, &cuda::scatter_value_reduce>::call);
  kernels::set_scatter_add(DispatchKey::CUDA, &Structured<&rule::scatter_add, &cuda::scatter_add>::call);
  kernels::set_scatter_reduce_two(DispatchKey::CUDA, &Structured<&rule::scatter_reduce_two, &cuda::scatter_reduce_two>::call);
  kernels::set_masked_fill(DispatchKey::CUDA, &Structured<&rule::masked_fill, &cuda::masked_fill>::call);
  kernels::set_masked_scatter(DispatchKey::CUDA, &Structured<&rule::masked_scatter, &cuda::masked_scatter>::call);
  kernels::set_masked_select(DispatchKey::CUDA, &cuda::masked_select);
  kernels::set_nonzero(DispatchKey::CUDA, &cuda::nonzero);
  kernels::set_mm(DispatchKey::CUDA, &Structured<&rule::mm, &cuda::mm>::call);
  kernels::set_bmm(DispatchKey::CUDA, &Structured<&rule::bmm, &cuda::bmm>::call);
  kernels::set_mv(DispatchKey::CUDA, &Structured<&rule::mv, &cuda::mv>::call);
  kernels::set_dot(DispatchKey::CUDA, &Structured<&rule::dot, &cuda::dot>::call);
  kernels::set_addmm(DispatchKey::CUDA, &Structured<&rule::addmm, &cuda::addmm>::call);
  kernels::set_addmv(DispatchKey::CUDA, &Structured<&rule::addmv, &cuda::addmv>::call);
  kernels::set_baddbmm(DispatchKey::CUDA, &Structured<&rule::baddbmm, &cuda::baddbmm>::call);
  kernels::set_linear(DispatchKey::CUDA, &Structured<&rule::linear, &cuda::linear>::call);
  kernels::set_linalg_cross(DispatchKey::CUDA, &Structured<&rule::linalg_cross, &cuda::linalg_cross>::call);
  kernels::set_cdist_forward(DispatchKey::CUDA, &Structured<&rule::cdist_forward, &cuda::cdist_forward>::functional);
  kernels::set_cdist_backward(DispatchKey::CUDA, &Structured<&rule::cdist_backward, &cuda::cdist_backward>::functional);
  kernels::set_pdist_forward(DispatchKey::CUDA, &Structured<&rule::pdist_forward, &cuda::pdist_forward>::functional);
  kernels::set_pdist_backward(DispatchKey::CUDA, &Structured<&rule::pdist_backward, &cuda::pdist_backward>::functional);
  kernels::set_mse_loss(DispatchKey::CUDA, &Structured<&rule::mse_loss, &cuda::mse_loss>::call);
  kernels::set_mse_loss_backward(DispatchKey::CUDA, &Structured<&rule::mse_loss_backward, &cuda::mse_loss_backward>::call);
  kernels::set_smooth_l1_loss(DispatchKey::CUDA, &Structured<&rule::smooth_l1_loss, &cuda::smooth_l1_loss>::call);
  kernels::set_smooth_l1_loss_backward(DispatchKey::CUDA, &Structured<&rule::smooth_l1_loss_backward, &cuda::smooth_l1_loss_backward>::call);
  kernels::set_huber_loss(DispatchKey::CUDA, &Structured<&rule::huber_loss, &cuda::huber_loss>::call);
  kernels::set_huber_loss_backward(DispatchKey::CUDA, &Structured<&rule::huber_loss_backward, &cuda::huber_loss_backward>::call);
  kernels::set_binary_cross_entropy(DispatchKey::CUDA, &Structured<&rule::binary_cross_entropy, &cuda::binary_cross_entropy>::call);
  kernels::set_binary_cross_entropy_backward(DispatchKey::CUDA, &Structured<&rule::binary_cross_entropy_backward, &cuda::binary_cross_entropy_backward>::call);
  kernels::set_nll_loss_forward(DispatchKey::CUDA, &Structured<&rule::nll_loss_forward, &cuda::nll_loss_forward>::call);
  kernels::set_nll_loss_backward(DispatchKey::CUDA, &Structured<&rule::nll_loss_backward, &cuda::nll_loss_backward>::call);
  kernels::set_multilabel_margin_loss_forward(DispatchKey::CUDA, &Structured<&rule::multilabel_margin_loss_forward, &cuda::multilabel_margin_loss_forward>::call);
  kernels::set_multilabel_margin_loss_backward(DispatchKey::CUDA, &Structured<&rule::multilabel_margin_loss_backward, &cuda::multilabel_margin_loss_backward>::call);
  kernels::set_convolution(DispatchKey::CUDA, &Structured<&rule::convolution, &cuda::convolution>::call);
  kernels::set_convolution_backward(DispatchKey::CUDA, &Structured<&rule::convolution_backward, &cuda::convolution_backward>::call);
  kernels::set_native_batch_norm(DispatchKey::CUDA, &Structured<&rule::native_batch_norm, &cuda::native_batch_norm>::call);
  kernels::set_native_batch_norm_backward(DispatchKey::CUDA, &Structured<&rule::native_batch_norm_backward, &cuda::native_batch_norm_backward>::call);
  kernels::set_layer_norm(DispatchKey::CUDA, &Structured<&rule::layer_norm, &cuda::layer_norm>::functional);
  kernels::set_native_layer_norm(DispatchKey::CUDA, &Structured<&rule::native_layer_norm, &cuda::native_layer_norm>::call);
  kernels::set_native_layer_norm_backward(DispatchKey::CUDA, &Structured<&rule::native_layer_norm_backward, &cuda::native_layer_norm_backward>::call);
  kernels::set_native_group_norm(DispatchKey::CUDA, &Structured<&rule::native_group_norm, &cuda::native_group_norm>::call);
  kernels::set_native_group_norm_backward(DispatchKey::CUDA, &Structured<&rule::native_group_norm_backward, &cuda::native_group_norm_backward>::call);
  kernels::set_embedding(DispatchKey::CUDA, &Structured<&rule::embedding, &cuda::embedding>::call);
  kernels::set_embedding_dense_backward(DispatchKey::CUDA, &Structured<&rule::embedding_dense_backward, &cuda::embedding_dense_backward>::call);
  kernels::set_embedding_renorm(DispatchKey::CUDA, &Structured<&rule::embedding_renorm, &cuda::embedding_renorm>::call);
  kernels::set_native_dropout(DispatchKey::CUDA, &Structured<&rule::native_dropout, &cuda::native_dropout>::call);
  kernels::set_native_dropout_backward(DispatchKey::CUDA, &Structured<&rule::native_dropout_backward, &cuda::native_dropout_backward>::call);
  kernels::set_fused_sgd(DispatchKey::CUDA, &cuda::fused_sgd);
  kernels::set_fused_adam(DispatchKey::CUDA, &cuda::fused_adam);
  kernels::set_foreach_norm_squared(DispatchKey::CUDA, &cuda::foreach_norm_squared);
  kernels::set_foreach_mul(DispatchKey::CUDA, &cuda::foreach_mul);
  kernels::set_fused_rmsprop(DispatchKey::CUDA, &cuda::fused_rmsprop);
  kernels::set_fused_adagrad(DispatchKey::CUDA, &cuda::fused_adagrad);
  kernels::set_fused_adadelta(DispatchKey::CUDA, &cuda::fused_adadelta);
  kernels::set_fused_adamax(DispatchKey::CUDA, &cuda::fused_adamax);
  kernels::set_fused_asgd(DispatchKey::CUDA, &cuda::fused_asgd);
  kernels::set_fused_nadam(DispatchKey::CUDA, &cuda::fused_nadam);
  kernels::set_fused_radam(DispatchKey::CUDA, &cuda::fused_radam);
  kernels::set_fused_rprop(DispatchKey::CUDA, &cuda::fused_rprop);
  kernels::set_abs(DispatchKey::CUDA, &cuda::abs);
  kernels::set_neg(DispatchKey::CUDA, &cuda::neg);
  kernels::set_exp(DispatchKey::CUDA, &cuda::exp);
  kernels::set_exp2(DispatchKey::CUDA, &cuda::exp2);
  kernels::set_expm1(DispatchKey::CUDA, &cuda::expm1);
  kernels::set_log(DispatchKey::CUDA, &cuda::log);
  kernels::set_log2(DispatchKey::CUDA, &cuda::log2);
  kernels::set_log10(DispatchKey::CUDA, &cuda::log10);
  kernels::set_log1p(DispatchKey::CUDA, &cuda::log1p);
  kernels::set_sqrt(DispatchKey::CUDA, &cuda::sqrt);
  kernels::set_rsqrt(DispatchKey::CUDA, &cuda::rsqrt);
  kernels::set_reciprocal(DispatchKey::CUDA, &cuda::reciprocal);
  kernels::set_sigmoid(DispatchKey::CUDA, &cuda::sigmoid);
  kernels::set_tanh(DispatchKey::CUDA, &cuda::tanh);
  kernels::set_sin(DispatchKey::CUDA, &cuda::sin);
  kernels::set_cos(DispatchKey::CUDA, &cuda::cos);
  kernels::set_tan(DispatchKey::CUDA, &cuda::tan);
  kernels::set_asin(DispatchKey::CUDA, &cuda::asin);
  kernels::set_acos(DispatchKey::CUDA, &cuda::acos);
  kernels::set_atan(DispatchKey::CUDA, &cuda::atan);
  kernels::set_sinh(DispatchKey::CUDA, &cuda::sinh);
  kernels::set_cosh(DispatchKey::CUDA, &cuda::cosh);
  kernels::set_asinh(DispatchKey::CUDA, &cuda::asinh);
  kernels::set_acosh(DispatchKey::CUDA, &cuda::acosh);
  kernels::set_atanh(DispatchKey::CUDA, &cuda::atanh);
  kernels::set_sinc(DispatchKey::CUDA, &cuda::sinc);
  kernels::set_deg2rad(DispatchKey::CUDA, &cuda::deg2rad);
  kernels::set_rad2deg(DispatchKey::CUDA, &cuda::rad2deg);
  kernels::set_angle(DispatchKey::CUDA, &cuda::angle);
  kernels::set_erf(DispatchKey::CUDA, &cuda::erf);
  kernels::set_erfc(DispatchKey::CUDA, &cuda::erfc);
  kernels::set_erfinv(DispatchKey::CUDA, &cuda::erfinv);
  kernels::set_logit(DispatchKey::CUDA, &cuda::logit);
  kernels::set_lgamma(DispatchKey::CUDA, &cuda::lgamma);
  kernels::set_digamma(DispatchKey::CUDA, &cuda::digamma);
  kernels::set_polygamma(DispatchKey::CUDA, &cuda::polygamma);
  kernels::set_i0(DispatchKey::CUDA, &cuda::i0);
  kernels::set_special_i1(DispatchKey::CUDA, &cuda::special_i1);
  kernels::set_floor(DispatchKey::CUDA, &cuda::floor);
  kernels::set_ceil(DispatchKey::CUDA, &cuda::ceil);
  kernels::set_round(DispatchKey::CUDA, &cuda::round);
  kernels::set_round_decimals(DispatchKey::CUDA, &cuda::round_decimals);
  kernels::set_trunc(DispatchKey::CUDA, &cuda::trunc);
  kernels::set_frac(DispatchKey::CUDA, &cuda::frac);
  kernels::set_sign(DispatchKey::CUDA, &cuda::sign);
  kernels::set_sgn(DispatchKey::CUDA, &cuda::sgn);
  kernels::set_frexp(DispatchKey::CUDA, &cuda::frexp);
  kernels::set_nan_to_num(DispatchKey::CUDA, &cuda::nan_to_num);
  kernels::set_logical_not(DispatchKey::CUDA, &cuda::logical_not);
  kernels::set_bitwise_not(DispatchKey::CUDA, &cuda::bitwise_not);
  kernels::set_isnan(DispatchKey::CUDA, &cuda::isnan);
  kernels::set_isinf(DispatchKey::CUDA, &cuda::isinf);
  kernels::set_isfinite(DispatchKey::CUDA, &cuda::isfinite);
  kernels::set_isposinf(DispatchKey::CUDA, &cuda::isposinf);
  kernels::set_isneginf(DispatchKey::CUDA, &cuda::isneginf);
  kernels::set_signbit(DispatchKey::CUDA, &cuda::signbit);
  kernels::set_add(DispatchKey::CUDA, &cuda::add);
  kernels::set_sub(DispatchKey::CUDA, &cuda::sub);
  kernels::set_mul(DispatchKey::CUDA, &cuda::mul);
  kernels::set_div(DispatchKey::CUDA, &cuda::div);
  kernels::set_div_mode(DispatchKey::CUDA, &cuda::div_mode);
  kernels::set_remainder(DispatchKey::CUDA, &cuda::remainder);
  kernels::set_fmod(DispatchKey::CUDA, &cuda::fmod);
  kernels::set_pow(DispatchKey::CUDA, &cuda::pow);
  kernels::set_maximum(DispatchKey::CUDA, &cuda::maximum);
  kernels::set_minimum(DispatchKey::CUDA, &cuda::minimum);
  kernels::set_fmax(DispatchKey::CUDA, &cuda::fmax);
  kernels::set_fmin(DispatchKey::CUDA, &cuda::fmin);
  kernels::set_atan2(DispatchKey::CUDA, &cuda::atan2);
  kernels::set_hypot(DispatchKey::CUDA, &cuda::hypot);
  kernels::set_copysign(DispatchKey::CUDA, &cuda::copysign);
  kernels::set_nextafter(DispatchKey::CUDA, &cuda::nextafter);
  kernels::set_xlogy(DispatchKey::CUDA, &cuda::xlogy);
  kernels::set_logaddexp(DispatchKey::CUDA, &cuda::logaddexp);
  kernels::set_logaddexp2(DispatchKey::CUDA, &cuda::logaddexp2);
  kernels::set_heaviside(DispatchKey::CUDA, &cuda::heaviside);
  kernels::set_igamma(DispatchKey::CUDA, &cuda::igamma);
  kernels::set_igammac(DispatchKey::CUDA, &cuda::igammac);
  kernels::set_standard_gamma_grad(DispatchKey::CUDA, &cuda::standard_gamma_grad);
  kernels::set_dirichlet_grad(DispatchKey::CUDA, &cuda::dirichlet_grad);
  kernels::set_gcd(DispatchKey::CUDA, &cuda::gcd);
  kernels::set_lcm(DispatchKey::CUDA, &cuda::lcm);
  kernels::set_eq(DispatchKey::CUDA, &cuda::eq);
  kernels::set_ne(DispatchKey::CUDA, &cuda::ne);
  kernels::set_lt(DispatchKey::CUDA, &cuda::lt);
  kernels::set_le(DispatchKey::CUDA, &cuda::le);
  kernels::set_gt(DispatchKey::CUDA, &cuda::gt);
  kernels::set_ge(DispatchKey::CUDA, &cuda::ge);
  kernels::set_equal(DispatchKey::CUDA, &cuda::equal);
  kernels::set_logical_and(DispatchKey::CUDA, &cuda::logical_and);
  kernels::set_logical_or(DispatchKey::CUDA, &cuda::logical_or);
  kernels::set_logical_xor(DispatchKey::CUDA, &cuda::logical_xor);
  kernels::set_bitwise_and(DispatchKey::CUDA, &cuda::bitwise_and);
  kernels::set_bitwise_or(DispatchKey::CUDA, &cuda::bitwise_or);
  kernels::set_bitwise_xor(DispatchKey::CUDA, &cuda::bitwise_xor);
  kernels::set_bitwise_left_shift(DispatchKey::CUDA, &cuda::bitwise_left_shift);
  kernels::set_bitwise_right_shift(DispatchKey::CUDA, &cuda::bitwise_right_shift);
  kernels::set_clamp(DispatchKey::CUDA, &cuda::clamp);
  kernels::set_clamp_tensor(DispatchKey::CUDA, &cuda::clamp_tensor);
  kernels::set_addcmul(DispatchKey::CUDA, &cuda::addcmul);
  kernels::set_addcdiv(DispatchKey::CUDA, &cuda::addcdiv);
  kernels::set_lerp(DispatchKey::CUDA, &cuda::lerp);
  kernels::set_lerp_tensor(DispatchKey::CUDA, &cuda::lerp_tensor);
  kernels::set_where(DispatchKey::CUDA, &cuda::where);
  kernels::set_relu(DispatchKey::CUDA, &cuda::relu);
  kernels::set_gelu(DispatchKey::CUDA, &cuda::gelu);
  kernels::set_silu(DispatchKey::CUDA, &cuda::silu);
  kernels::set_mish(DispatchKey::CUDA, &cuda::mish);
  kernels::set_leaky_relu(DispatchKey::CUDA, &cuda::leaky_relu);
  kernels::set_prelu_kernel(DispatchKey::CUDA, &cuda::prelu_kernel);
  kernels::set_elu(DispatchKey::CUDA, &cuda::elu);
  kernels::set_hardtanh(DispatchKey::CUDA, &cuda::hardtanh);
  kernels::set_hardswish(DispatchKey::CUDA, &cuda::hardswish);
  kernels::set_hardsigmoid(DispatchKey::CUDA, &cuda::hardsigmoid);
  kernels::set_hardshrink(DispatchKey::CUDA, &cuda::hardshrink);
  kernels::set_softshrink(DispatchKey::CUDA, &cuda::softshrink);
  kernels::set_softplus(DispatchKey::CUDA, &cuda::softplus);
  kernels::set_threshold(DispatchKey::CUDA, &cuda::threshold);
  kernels::set_sigmoid_backward(DispatchKey::CUDA, &cuda::sigmoid_backward);
  kernels::set_tanh_backward(DispatchKey::CUDA, &cuda::tanh_backward);
  kernels::set_logit_backward(DispatchKey::CUDA, &cuda::logit_backward);
  kernels::set_threshold_backward(DispatchKey::CUDA, &cuda::threshold_backward);
  kernels::set_gelu_backward(DispatchKey::CUDA, &cuda::gelu_backward);
  kernels::set_silu_backward(DispatchKey::CUDA, &cuda::silu_backward);
  kernels::set_mish_backward(DispatchKey::CUDA, &cuda::mish_backward);
  kernels::set_leaky_relu_backward(DispatchKey::CUDA, &cuda::leaky_relu_backward);
  kernels::set_elu_backward(DispatchKey::CUDA, &cuda::elu_backward);
  kernels::set_hardtanh_backward(DispatchKey::CUDA, &cuda::hardtanh_backward);
  kernels::set_shrink_backward(DispatchKey::CUDA, &cuda::shrink_backward);
  kernels::set_hardswish_backward(DispatchKey::CUDA, &cuda::hardswish_backward);
  kernels::set_hardsigmoid_backward(DispatchKey::CUDA, &cuda::hardsigmoid_backward);
  kernels::set_softplus_backward(DispatchKey::CUDA, &cuda::softplus_backward);
  kernels::set_max_pool2d(DispatchKey::CUDA, &Structured<&rule::max_pool2d, &cuda::pool_maxima>::functional);
  kernels::set_max_pool2d_with_indices(DispatchKey::CUDA, &Structured<&rule::max_pool2d_with_indices, &cuda::pool_maxima_with_indices>::call);
  kernels::set_max_pool2d_with_indices_backward(DispatchKey::CUDA, &Structured<&rule::max_pool2d_with_indices_backward, &cuda::pool_maxima_gradient>::call);
  kernels::set_max_pool3d_with_indices(DispatchKey::CUDA, &Structured<&rule::max_pool3d_with_indices, &cuda::pool_maxima_with_indices>::call);
  kernels::set_max_pool3d_with_indices_backward(DispatchKey::CUDA, &Structured<&rule::max_pool3d_with_indices_backward, &cuda::pool_maxima_gradient>::call);
  kernels::set_avg_pool2d(DispatchKey::CUDA, &Structured<&rule::avg_pool2d, &cuda::pool_averages>::call);
  kernels::set_avg_pool2d_backward(DispatchKey::CUDA, &Structured<&rule::avg_pool2d_backward, &cuda::pool_averages_gradient>::call);
  kernels::set_avg_pool3d(DispatchKey::CUDA, &Structured<&rule::avg_pool3d, &cuda::pool_averages>::call);
  kernels::set_avg_pool3d_backward(DispatchKey::CUDA, &Structured<&rule::avg_pool3d_backward, &cuda::pool_averages_gradient>::call);
  kernels::set_adaptive_avg_pool2d(DispatchKey::CUDA, &Structured<&rule::adaptive_avg_pool2d, &cuda::adaptive_averages>::call);
  kernels::set_adaptive_avg_pool2d_backward(DispatchKey::CUDA, &Structured<&rule::adaptive_avg_pool2d_backward, &cuda::adaptive_averages_gradient>::call);
  kernels::set_adaptive_avg_pool3d(DispatchKey::CUDA, &Structured<&rule::adaptive_avg_pool3d, &cuda::adaptive_averages>::call);
  kernels::set_adaptive_avg_pool3d_backward(DispatchKey::CUDA, &Structured<&rule::adaptive_avg_pool3d_backward, &cuda::adaptive_averages_gradient>::call);
  kernels::set_adaptive_max_pool2d(DispatchKey::CUDA, &Structured<&rule::adaptive_max_pool2d, &cuda::adaptive_maxima>::call);
  kernels::set_adaptive_max_pool2d_backward(DispatchKey::CUDA, &Structured<&rule::adaptive_max_pool2d_backward, &cuda::indexed_gradient>::call);
  kernels::set_adaptive_max_pool3d(DispatchKey::CUDA, &Structured<&rule::adaptive_max_pool3d, &cuda::adaptive_maxima>::call);
  kernels::set_adaptive_max_pool3d_backward(DispatchKey::CUDA, &Structured<&rule::adaptive_max_pool3d_backward, &cuda::indexed_gradient>::call);
  kernels::set_fractional_max_pool2d(DispatchKey::CUDA, &Structured<&rule::fractional_max_pool2d, &cuda::fractional_maxima>::call);
  kernels::set_fractional_max_pool2d_backward(DispatchKey::CUDA, &Structured<&rule::fractional_max_pool2d_backward, &cuda::indexed_gradient>::call);
  kernels::set_fractional_max_pool3d(DispatchKey::CUDA, &Structured<&rule::fractional_max_pool3d, &cuda::fractional_maxima>::call);
  kernels::set_fractional_max_pool3d_backward(DispatchKey::CUDA, &Structured<&rule::fractional_max_pool3d_backward, &cuda::indexed_gradient>::call);
  kernels::set_max_unpool2d(DispatchKey::CUDA, &Structured<&rule::max_unpool2d, &cuda::unpool>::call);
  kernels::set_max_unpool3d(DispatchKey::CUDA, &Structured<&rule::max_unpool3d, &cuda::unpool>::call);
  kernels::set_uniform(DispatchKey::CUDA, &cuda::uniform);
  kernels::set_normal(DispatchKey::CUDA, &cuda::normal);
  kernels::set_log_normal(DispatchKey::CUDA, &cuda::log_normal);
  kernels::set_exponential(DispatchKey::CUDA, &cuda::exponential);
  kernels::set_cauchy(DispatchKey::CUDA, &cuda::cauchy);
  kernels::set_geometric(DispatchKey::CUDA, &cuda::geometric);
  kernels::set_random(DispatchKey::CUDA, &cuda::random);
  kernels::set_random_from(DispatchKey::CUDA, &cuda::random_from);
  kernels::set_bernoulli_tensor(DispatchKey::CUDA, &cuda::bernoulli_tensor);
  kernels::set_bernoulli_float(DispatchKey::CUDA, &cuda::bernoulli_float);
  kernels::set_poisson(DispatchKey::CUDA, &Structured<&rule::poisson, &cuda::poisson>::call);
  kernels::set_binomial(DispatchKey::CUDA, &Structured<&rule::binomial, &cuda::binomial>::call);
  kernels::set_standard_gamma(DispatchKey::CUDA, &Structured<&rule::standard_gamma, &cuda::standard_gamma>::call);
  kernels::set_multinomial(DispatchKey::CUDA, &Structured<&rule::multinomial, &cuda::multinomial>::call);
  kernels::set_sum(DispatchKey::CUDA, &Structured<&rule::sum, &cuda::sum>::call);
  kernels::set_mean(DispatchKey::CUDA, &Structured<&rule::mean, &cuda::mean>::call);
  kernels::set_nansum(DispatchKey::CUDA, &Structured<&rule::nansum, &cuda::nansum>::call);
  kernels::set_prod(DispatchKey::CUDA, &Structured<&rule::prod, &cuda::prod>::call);
  kernels::set_prod_dim(DispatchKey::CUDA, &Structured<&rule::prod_dim, &cuda::prod_dim>::call);
  kernels::set_amax(DispatchKey::CUDA, &Structured<&rule::amax, &cuda::amax>::call);
  kernels::set_amin(DispatchKey::CUDA, &Structured<&rule::amin, &cuda::amin>::call);
  kernels::set_max(DispatchKey::CUDA, &Structured<&rule::max, &cuda::max>::functional);
  kernels::set_max_dim(DispatchKey::CUDA, &Structured<&rule::max_dim, &cuda::max_dim>::call);
  kernels::set_min(DispatchKey::CUDA, &Structured<&rule::min, &cuda::min>::functional);
  kernels::set_min_dim(DispatchKey::CUDA, &Structured<&rule::min_dim, &cuda::min_dim>::call);
  kernels::set_argmax(DispatchKey::CUDA, &Structured<&rule::argmax, &cuda::argmax>::call);
  kernels::set_argmin(DispatchKey::CUDA, &Structured<&rule::argmin, &cuda::argmin>::call);
  kernels::set_any(DispatchKey::CUDA, &Structured<&rule::any, &cuda::any>::call);
  kernels::set_all(DispatchKey::CUDA, &Structured<&rule::all, &cuda::all>::call);
  kernels::set_var(DispatchKey::CUDA, &Structured<&rule::var, &cuda::var>::call);
  kernels::set_std(DispatchKey::CUDA, &Structured<&rule::std, &cuda::std>::call);
  kernels::set_vector_norm(DispatchKey::CUDA, &Structured<&rule::vector_norm, &cuda::vector_norm>::call);
  kernels::set_cumsum(DispatchKey::CUDA, &Structured<&rule::cumsum, &cuda::cumsum>::call);
  kernels::set_cumprod(DispatchKey::CUDA, &Structured<&rule::cumprod, &cuda::cumprod>::call);
  kernels::set_cummax(DispatchKey::CUDA, &Structured<&rule::cummax, &cuda::cummax>::call);
  kernels::set_cummin(DispatchKey::CUDA, &Structured<&rule::cummin, &cuda::cummin>::call);
  kernels::set_logcumsumexp(DispatchKey::CUDA, &Structured<&rule::logcumsumexp, &cuda::logcumsumexp>::call);
  kernels::set_logsumexp(DispatchKey::CUDA, &Structured<&rule::logsumexp, &cuda::logsumexp>::call);
  kernels::set_softmax(DispatchKey::CUDA, &Structured<&rule::softmax, &cuda::softmax>::call);
  kernels::set_softmax_backward(DispatchKey::CUDA, &Structured<&rule::softmax_backward, &cuda::softmax_backward>::call);
  kernels::set_log_softmax(DispatchKey::CUDA, &Structured<&rule::log_softmax, &cuda::log_softmax>::call);
  kernels::set_log_softmax_backward(DispatchKey::CUDA, &Structured<&rule::log_softmax_backward, &cuda::log_softmax_backward>::call);
  kernels::set_sort(DispatchKey::CUDA, &Structured<&rule::sort, &cuda::sort>::call);
  kernels::set_kthvalue(DispatchKey::CUDA, &Structured<&rule::kthvalue, &cuda::kthvalue>::call);
  kernels::set_topk(DispatchKey::CUDA, &Structured<&rule::topk, &cuda::topk>::call);
  kernels::set_median(DispatchKey::CUDA, &Structured<&rule::median, &cuda::median>::call);
  kernels::set_median_dim(DispatchKey::CUDA, &Structured<&rule::median_dim, &cuda::median_dim>::call);
  kernels::set_nanmedian(DispatchKey::CUDA, &Structured<&rule::nanmedian, &cuda::nanmedian>::call);
  kernels::set_nanmedian_dim(DispatchKey::CUDA, &Structured<&rule::nanmedian_dim, &cuda::nanmedian_dim>::call);
  kernels::set_mode(DispatchKey::CUDA, &Structured<&rule::mode, &cuda::mode>::call);
  kernels::set_searchsorted(DispatchKey::CUDA, &Structured<&rule::searchsorted, &cuda::searchsorted>::call);
  kernels::set_histc(DispatchKey::CUDA, &Structured<&rule::histc, &cuda::histc>::call);
  kernels::set_bincount(DispatchKey::CUDA, &cuda::bincount);
  kernels::set__histogramdd_from_bin_tensors(DispatchKey::CUDA, &Structured<&rule::_histogramdd_from_bin_tensors, &cuda::_histogramdd_from_bin_tensors>::functional);
  kernels::set__unique2(DispatchKey::CUDA, &cuda::_unique2);
  kernels::set_unique_dim(DispatchKey::CUDA, &cuda::unique_dim);
  kernels::set_unique_consecutive(DispatchKey::CUDA, &cuda::unique_consecutive);
  kernels::set_unique_dim_consecutive(DispatchKey::CUDA, &cuda::unique_dim_consecutive);
  kernels::set_recurrent_layer(DispatchKey::CUDA, &Structured<&rule::recurrent_layer, &cuda::recurrent_layer>::functional);
  kernels::set_recurrent_layer_backward(DispatchKey::CUDA, &Structured<&rule::recurrent_layer_backward, &cuda::recurrent_layer_backward>::functional);
  kernels::set_embedding_bag_forward(DispatchKey::CUDA, &Structured<&rule::embedding_bag_forward, &cuda::embedding_bag_forward>::functional);
  kernels::set_embedding_bag_dense_backward(DispatchKey::CUDA, &Structured<&rule::embedding_bag_dense_backward, &cuda::embedding_bag_dense_backward>::functional);
  kernels::set_embedding_bag_per_sample_weights_backward(DispatchKey::CUDA, &Structured<&rule::embedding_bag_per_sample_weights_backward, &cuda::embedding_bag_per_sample_weights_backward>::functional);
  kernels::set_ctc_loss_forward(DispatchKey::CUDA, &Structured<&rule::ctc_loss_forward, &cuda::ctc_loss_forward>::functional);
  kernels::set_ctc_loss_backward(DispatchKey::CUDA, &Structured<&rule::ctc_loss_backward, &cuda::ctc_loss_backward>::functional);
  kernels::set_attention_in_blocks(DispatchKey::CUDA, &Structured<&rule::attention_in_blocks, &cuda::attention_in_blocks>::functional);
  kernels::set_attention_in_blocks_backward(DispatchKey::CUDA, &Structured<&rule::attention_in_blocks_backward, &cuda::attention_in_blocks_backward>::functional);
  kernels::set_cat(DispatchKey::CUDA, &Structured<&rule::cat, &cuda::cat>::call);
  kernels::set_flip(DispatchKey::CUDA, &Structured<&rule::flip, &cuda::flip>::call);
  kernels::set_tril(DispatchKey::CUDA, &Structured<&rule::tril, &cuda::tril>::call);
  kernels::set_triu(DispatchKey::CUDA, &Structured<&rule::triu, &cuda::triu>::call);
  kernels::set_conj_physical(DispatchKey::CUDA, &cuda::conj_physical);
}

}  // namespace torchpp::cuda
