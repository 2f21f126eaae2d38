// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pooling.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct AdaptivePoolIndicesPlan;
struct AdaptivePoolPlan;
struct FractionalPoolPlan;
struct IndexedPoolPlan;
struct PoolIndicesPlan;
struct PoolPlan;

namespace op {

inline namespace T_of_T_is_is_is_is_b { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool)> max_pool1d; }
inline namespace TT_of_T_is_is_is_is_b { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool)> max_pool1d_with_indices; }
inline namespace T_of_T_is_is_is_is_b { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool)> max_pool2d; }
inline namespace TT_of_out_T_is_is_is_is_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool)> max_pool2d_with_indices; }
inline namespace T_of_out_T_T_is_is_is_is_b_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool, const Tensor&)> max_pool2d_with_indices_backward; }
inline namespace T_of_T_is_is_is_is_b { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool)> max_pool3d; }
inline namespace TT_of_out_T_is_is_is_is_b { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool)> max_pool3d_with_indices; }
inline namespace T_of_out_T_T_is_is_is_is_b_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool, const Tensor&)> max_pool3d_with_indices_backward; }
inline namespace T_of_T_is_is_is_b_b { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, bool, bool)> avg_pool1d; }
inline namespace T_of_out_T_is_is_is_b_b_io { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, bool, bool, optional<int64_t>)> avg_pool2d; }
inline namespace T_of_out_T_T_is_is_is_b_b_io { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, bool, bool, optional<int64_t>)> avg_pool2d_backward; }
inline namespace T_of_out_T_is_is_is_b_b_io { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, bool, bool, optional<int64_t>)> avg_pool3d; }
inline namespace T_of_out_T_T_is_is_is_b_b_io { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef, bool, bool, optional<int64_t>)> avg_pool3d_backward; }
inline namespace T_of_T_is { extern OwnOp<Tensor(const Tensor&, IntArrayRef)> adaptive_avg_pool1d; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> adaptive_avg_pool2d_any; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> adaptive_avg_pool2d; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> adaptive_avg_pool2d_backward; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> adaptive_avg_pool3d_any; }
inline namespace T_of_out_T_is { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef)> adaptive_avg_pool3d; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> adaptive_avg_pool3d_backward; }
inline namespace TT_of_T_is { extern OwnOp<std::tuple<Tensor, Tensor>(const Tensor&, IntArrayRef)> adaptive_max_pool1d; }
inline namespace TT_of_out_T_is { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, IntArrayRef)> adaptive_max_pool2d; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> adaptive_max_pool2d_backward; }
inline namespace TT_of_out_T_is { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, IntArrayRef)> adaptive_max_pool3d; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> adaptive_max_pool3d_backward; }
inline namespace TT_of_out_T_is_is_T { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, IntArrayRef, IntArrayRef, const Tensor&)> fractional_max_pool2d; }
inline namespace T_of_out_T_T_is_is_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, const Tensor&)> fractional_max_pool2d_backward; }
inline namespace TT_of_out_T_is_is_T { extern OwnOp<std::tuple<Tensor, Tensor>(Out, const Tensor&, IntArrayRef, IntArrayRef, const Tensor&)> fractional_max_pool3d; }
inline namespace T_of_out_T_T_is_is_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, const Tensor&)> fractional_max_pool3d_backward; }
inline namespace T_of_out_T_T_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef)> max_unpool2d; }
inline namespace T_of_out_T_T_is_is_is { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef)> max_unpool3d; }

}  // namespace op

namespace cpu {

void pool_maxima(const PoolPlan& plan, const Tensor& self);
void pool_maxima_with_indices(const PoolIndicesPlan& plan, const Tensor& self);
void pool_maxima_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
void pool_averages(const PoolPlan& plan, const Tensor& self);
void pool_averages_gradient(const PoolPlan& plan, const Tensor& grad_output, const Tensor& self);
void adaptive_averages(const AdaptivePoolPlan& plan, const Tensor& self);
void adaptive_averages_gradient(const AdaptivePoolPlan& plan, const Tensor& grad_output, const Tensor& self);
void adaptive_maxima(const AdaptivePoolIndicesPlan& plan, const Tensor& self);
void indexed_gradient(const IndexedPoolPlan& plan, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
void fractional_maxima(const FractionalPoolPlan& plan, const Tensor& self, const Tensor& random_samples);
void unpool(const IndexedPoolPlan& plan, const Tensor& self, const Tensor& indices);

}  // namespace cpu

namespace rule {

TORCHPP_API PoolPlan max_pool2d(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
TORCHPP_API PoolIndicesPlan max_pool2d_with_indices(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
TORCHPP_API PoolPlan max_pool2d_with_indices_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
TORCHPP_API PoolIndicesPlan max_pool3d_with_indices(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
TORCHPP_API PoolPlan max_pool3d_with_indices_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
TORCHPP_API PoolPlan avg_pool2d(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
TORCHPP_API PoolPlan avg_pool2d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
TORCHPP_API PoolPlan avg_pool3d(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
TORCHPP_API PoolPlan avg_pool3d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
TORCHPP_API AdaptivePoolPlan adaptive_avg_pool2d(const Out& out, const Tensor& self, IntArrayRef output_size);
TORCHPP_API AdaptivePoolPlan adaptive_avg_pool2d_backward(const Out& out, const Tensor& grad_output, const Tensor& self);
TORCHPP_API AdaptivePoolPlan adaptive_avg_pool3d(const Out& out, const Tensor& self, IntArrayRef output_size);
TORCHPP_API AdaptivePoolPlan adaptive_avg_pool3d_backward(const Out& out, const Tensor& grad_output, const Tensor& self);
TORCHPP_API AdaptivePoolIndicesPlan adaptive_max_pool2d(const Out& out, const Tensor& self, IntArrayRef output_size);
TORCHPP_API IndexedPoolPlan adaptive_max_pool2d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
TORCHPP_API AdaptivePoolIndicesPlan adaptive_max_pool3d(const Out& out, const Tensor& self, IntArrayRef output_size);
TORCHPP_API IndexedPoolPlan adaptive_max_pool3d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
TORCHPP_API FractionalPoolPlan fractional_max_pool2d(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& random_samples);
TORCHPP_API IndexedPoolPlan fractional_max_pool2d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices);
TORCHPP_API FractionalPoolPlan fractional_max_pool3d(const Out& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& random_samples);
TORCHPP_API IndexedPoolPlan fractional_max_pool3d_backward(const Out& out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices);
TORCHPP_API IndexedPoolPlan max_unpool2d(const Out& out, const Tensor& self, const Tensor& indices, IntArrayRef output_size);
TORCHPP_API IndexedPoolPlan max_unpool3d(const Out& out, const Tensor& self, const Tensor& indices, IntArrayRef output_size, IntArrayRef stride, IntArrayRef padding);

}  // namespace rule

namespace composite {

Tensor max_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
Tensor max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
Tensor avg_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad);
Tensor adaptive_avg_pool1d(const Tensor& self, IntArrayRef output_size);
Tensor adaptive_avg_pool2d_any(Out out, const Tensor& self, IntArrayRef output_size);
Tensor adaptive_avg_pool3d_any(Out out, const Tensor& self, IntArrayRef output_size);
std::tuple<Tensor, Tensor> adaptive_max_pool1d(const Tensor& self, IntArrayRef output_size);

}  // namespace composite

namespace derivative {

Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
std::tuple<Tensor, Tensor> max_pool2d_with_indices(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
Tensor max_pool2d_with_indices_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
std::tuple<Tensor, Tensor> max_pool3d_with_indices(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);
Tensor max_pool3d_with_indices_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices);
Tensor avg_pool2d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
Tensor avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
Tensor avg_pool3d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
Tensor avg_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override);
Tensor adaptive_avg_pool2d(Out out, const Tensor& self, IntArrayRef output_size);
Tensor adaptive_avg_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self);
Tensor adaptive_avg_pool3d(Out out, const Tensor& self, IntArrayRef output_size);
Tensor adaptive_avg_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self);
std::tuple<Tensor, Tensor> adaptive_max_pool2d(Out out, const Tensor& self, IntArrayRef output_size);
Tensor adaptive_max_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
std::tuple<Tensor, Tensor> adaptive_max_pool3d(Out out, const Tensor& self, IntArrayRef output_size);
Tensor adaptive_max_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& indices);
std::tuple<Tensor, Tensor> fractional_max_pool2d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& random_samples);
Tensor fractional_max_pool2d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices);
std::tuple<Tensor, Tensor> fractional_max_pool3d(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& random_samples);
Tensor fractional_max_pool3d_backward(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices);
Tensor max_unpool2d(Out out, const Tensor& self, const Tensor& indices, IntArrayRef output_size);
Tensor max_unpool3d(Out out, const Tensor& self, const Tensor& indices, IntArrayRef output_size, IntArrayRef stride, IntArrayRef padding);

}  // namespace derivative

}  // namespace torchpp
