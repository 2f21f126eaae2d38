// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/creation.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

namespace op {

inline namespace T_of_is_p_fo { extern OwnOp<Tensor(IntArrayRef, TensorOptions, optional<MemoryFormat>)> empty; }
inline namespace T_of_is_fo_T { extern OwnOp<Tensor(IntArrayRef, optional<MemoryFormat>, const Tensor&)> empty_out; }
inline namespace T_of_is_is_p { extern OwnOp<Tensor(IntArrayRef, IntArrayRef, TensorOptions)> empty_strided; }
inline namespace T_of_is_is_T { extern OwnOp<Tensor(IntArrayRef, IntArrayRef, const Tensor&)> empty_strided_out; }
inline namespace T_of_is_p { extern OwnOp<Tensor(IntArrayRef, TensorOptions)> zeros; }
inline namespace T_of_is_T { extern OwnOp<Tensor(IntArrayRef, const Tensor&)> zeros_out; }
inline namespace T_of_is_p { extern OwnOp<Tensor(IntArrayRef, TensorOptions)> ones; }
inline namespace T_of_is_T { extern OwnOp<Tensor(IntArrayRef, const Tensor&)> ones_out; }
inline namespace T_of_is_S_p { extern OwnOp<Tensor(IntArrayRef, const Scalar&, TensorOptions)> full; }
inline namespace T_of_is_S_T { extern OwnOp<Tensor(IntArrayRef, const Scalar&, const Tensor&)> full_out; }
inline namespace T_of_S_p { extern OwnOp<Tensor(const Scalar&, TensorOptions)> scalar_tensor; }
inline namespace T_of_S_T { extern OwnOp<Tensor(const Scalar&, const Tensor&)> scalar_tensor_out; }
inline namespace T_of_T_p_fo { extern OwnOp<Tensor(const Tensor&, TensorOptions, optional<MemoryFormat>)> empty_like; }
inline namespace T_of_T_fo_T { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>, const Tensor&)> empty_like_out; }
inline namespace T_of_T_p_fo { extern OwnOp<Tensor(const Tensor&, TensorOptions, optional<MemoryFormat>)> zeros_like; }
inline namespace T_of_T_fo_T { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>, const Tensor&)> zeros_like_out; }
inline namespace T_of_T_p_fo { extern OwnOp<Tensor(const Tensor&, TensorOptions, optional<MemoryFormat>)> ones_like; }
inline namespace T_of_T_fo_T { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>, const Tensor&)> ones_like_out; }
inline namespace T_of_T_S_p_fo { extern OwnOp<Tensor(const Tensor&, const Scalar&, TensorOptions, optional<MemoryFormat>)> full_like; }
inline namespace T_of_T_S_fo_T { extern OwnOp<Tensor(const Tensor&, const Scalar&, optional<MemoryFormat>, const Tensor&)> full_like_out; }
inline namespace T_of_T_p_fo { extern OwnOp<Tensor(const Tensor&, TensorOptions, optional<MemoryFormat>)> rand_like; }
inline namespace T_of_T_fo_T { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>, const Tensor&)> rand_like_out; }
inline namespace T_of_T_p_fo { extern OwnOp<Tensor(const Tensor&, TensorOptions, optional<MemoryFormat>)> randn_like; }
inline namespace T_of_T_fo_T { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>, const Tensor&)> randn_like_out; }
inline namespace T_of_T_i_p_fo { extern OwnOp<Tensor(const Tensor&, int64_t, TensorOptions, optional<MemoryFormat>)> randint_like; }
inline namespace T_of_T_i_fo_T { extern OwnOp<Tensor(const Tensor&, int64_t, optional<MemoryFormat>, const Tensor&)> randint_like_out; }
inline namespace T_of_T_i_i_p_fo { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t, TensorOptions, optional<MemoryFormat>)> randint_like_low_dtype; }
inline namespace T_of_T_i_i_fo_T { extern OwnOp<Tensor(const Tensor&, int64_t, int64_t, optional<MemoryFormat>, const Tensor&)> randint_like_low_dtype_out; }
inline namespace T_of_T_is_p { extern OwnOp<Tensor(const Tensor&, IntArrayRef, TensorOptions)> new_empty; }
inline namespace T_of_T_is_T { extern OwnOp<Tensor(const Tensor&, IntArrayRef, const Tensor&)> new_empty_out; }
inline namespace T_of_T_is_is_p { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, TensorOptions)> new_empty_strided; }
inline namespace T_of_T_is_is_T { extern OwnOp<Tensor(const Tensor&, IntArrayRef, IntArrayRef, const Tensor&)> new_empty_strided_out; }
inline namespace T_of_T_is_p { extern OwnOp<Tensor(const Tensor&, IntArrayRef, TensorOptions)> new_zeros; }
inline namespace T_of_T_is_T { extern OwnOp<Tensor(const Tensor&, IntArrayRef, const Tensor&)> new_zeros_out; }
inline namespace T_of_T_is_p { extern OwnOp<Tensor(const Tensor&, IntArrayRef, TensorOptions)> new_ones; }
inline namespace T_of_T_is_T { extern OwnOp<Tensor(const Tensor&, IntArrayRef, const Tensor&)> new_ones_out; }
inline namespace T_of_T_is_S_p { extern OwnOp<Tensor(const Tensor&, IntArrayRef, const Scalar&, TensorOptions)> new_full; }
inline namespace T_of_T_is_S_T { extern OwnOp<Tensor(const Tensor&, IntArrayRef, const Scalar&, const Tensor&)> new_full_out; }
inline namespace T_of_S_p { extern OwnOp<Tensor(const Scalar&, TensorOptions)> arange_end; }
inline namespace T_of_S_S_p { extern OwnOp<Tensor(const Scalar&, const Scalar&, TensorOptions)> arange_start; }
inline namespace T_of_S_S_S_p { extern OwnOp<Tensor(const Scalar&, const Scalar&, const Scalar&, TensorOptions)> arange; }
inline namespace T_of_S_T { extern OwnOp<Tensor(const Scalar&, const Tensor&)> arange_out; }
inline namespace T_of_S_S_S_T { extern OwnOp<Tensor(const Scalar&, const Scalar&, const Scalar&, const Tensor&)> arange_start_out; }
inline namespace T_of_S_S_S_p { extern OwnOp<Tensor(const Scalar&, const Scalar&, const Scalar&, TensorOptions)> range_step; }
inline namespace T_of_S_S_p { extern OwnOp<Tensor(const Scalar&, const Scalar&, TensorOptions)> range; }
inline namespace T_of_S_S_S_T { extern OwnOp<Tensor(const Scalar&, const Scalar&, const Scalar&, const Tensor&)> range_step_out; }
inline namespace T_of_S_S_T { extern OwnOp<Tensor(const Scalar&, const Scalar&, const Tensor&)> range_out_; }
inline namespace T_of_S_S_i_p { extern OwnOp<Tensor(const Scalar&, const Scalar&, int64_t, TensorOptions)> linspace; }
inline namespace T_of_S_S_i_T { extern OwnOp<Tensor(const Scalar&, const Scalar&, int64_t, const Tensor&)> linspace_out; }
inline namespace T_of_i_p { extern OwnOp<Tensor(int64_t, TensorOptions)> eye; }
inline namespace T_of_i_i_p { extern OwnOp<Tensor(int64_t, int64_t, TensorOptions)> eye_m; }
inline namespace T_of_i_T { extern OwnOp<Tensor(int64_t, const Tensor&)> eye_out; }
inline namespace T_of_i_i_T { extern OwnOp<Tensor(int64_t, int64_t, const Tensor&)> eye_m_out; }
inline namespace T_of_i_i_i_p { extern OwnOp<Tensor(int64_t, int64_t, int64_t, TensorOptions)> tril_indices; }
inline namespace T_of_i_i_i_T { extern OwnOp<Tensor(int64_t, int64_t, int64_t, const Tensor&)> tril_indices_out; }
inline namespace T_of_i_i_i_p { extern OwnOp<Tensor(int64_t, int64_t, int64_t, TensorOptions)> triu_indices; }
inline namespace T_of_i_i_i_T { extern OwnOp<Tensor(int64_t, int64_t, int64_t, const Tensor&)> triu_indices_out; }
inline namespace T_of_S_S_i_d_p { extern OwnOp<Tensor(const Scalar&, const Scalar&, int64_t, double, TensorOptions)> logspace; }
inline namespace T_of_S_S_i_d_T { extern OwnOp<Tensor(const Scalar&, const Scalar&, int64_t, double, const Tensor&)> logspace_out; }
inline namespace T_of_i_p { extern OwnOp<Tensor(int64_t, TensorOptions)> bartlett_window_default; }
inline namespace T_of_i_T { extern OwnOp<Tensor(int64_t, const Tensor&)> bartlett_window_out; }
inline namespace T_of_i_b_p { extern OwnOp<Tensor(int64_t, bool, TensorOptions)> bartlett_window; }
inline namespace T_of_i_b_T { extern OwnOp<Tensor(int64_t, bool, const Tensor&)> bartlett_window_periodic_out; }
inline namespace T_of_i_p { extern OwnOp<Tensor(int64_t, TensorOptions)> blackman_window_default; }
inline namespace T_of_i_T { extern OwnOp<Tensor(int64_t, const Tensor&)> blackman_window_out; }
inline namespace T_of_i_b_p { extern OwnOp<Tensor(int64_t, bool, TensorOptions)> blackman_window; }
inline namespace T_of_i_b_T { extern OwnOp<Tensor(int64_t, bool, const Tensor&)> blackman_window_periodic_out; }
inline namespace T_of_i_p { extern OwnOp<Tensor(int64_t, TensorOptions)> hann_window_default; }
inline namespace T_of_i_T { extern OwnOp<Tensor(int64_t, const Tensor&)> hann_window_out; }
inline namespace T_of_i_b_p { extern OwnOp<Tensor(int64_t, bool, TensorOptions)> hann_window; }
inline namespace T_of_i_b_T { extern OwnOp<Tensor(int64_t, bool, const Tensor&)> hann_window_periodic_out; }
inline namespace T_of_i_p { extern OwnOp<Tensor(int64_t, TensorOptions)> hamming_window_default; }
inline namespace T_of_i_T { extern OwnOp<Tensor(int64_t, const Tensor&)> hamming_window_out; }
inline namespace T_of_i_b_p { extern OwnOp<Tensor(int64_t, bool, TensorOptions)> hamming_window_periodic; }
inline namespace T_of_i_b_T { extern OwnOp<Tensor(int64_t, bool, const Tensor&)> hamming_window_periodic_out; }
inline namespace T_of_i_b_d_p { extern OwnOp<Tensor(int64_t, bool, double, TensorOptions)> hamming_window_periodic_alpha; }
inline namespace T_of_i_b_d_T { extern OwnOp<Tensor(int64_t, bool, double, const Tensor&)> hamming_window_periodic_alpha_out; }
inline namespace T_of_i_b_d_d_p { extern OwnOp<Tensor(int64_t, bool, double, double, TensorOptions)> hamming_window; }
inline namespace T_of_i_b_d_d_T { extern OwnOp<Tensor(int64_t, bool, double, double, const Tensor&)> hamming_window_beta_out; }
inline namespace T_of_i_p { extern OwnOp<Tensor(int64_t, TensorOptions)> kaiser_window_default; }
inline namespace T_of_i_T { extern OwnOp<Tensor(int64_t, const Tensor&)> kaiser_window_out; }
inline namespace T_of_i_b_p { extern OwnOp<Tensor(int64_t, bool, TensorOptions)> kaiser_window_periodic; }
inline namespace T_of_i_b_T { extern OwnOp<Tensor(int64_t, bool, const Tensor&)> kaiser_window_periodic_out; }
inline namespace T_of_i_b_d_p { extern OwnOp<Tensor(int64_t, bool, double, TensorOptions)> kaiser_window; }
inline namespace T_of_i_b_d_T { extern OwnOp<Tensor(int64_t, bool, double, const Tensor&)> kaiser_window_beta_out; }
inline namespace T_of_is_p { extern OwnOp<Tensor(IntArrayRef, TensorOptions)> rand; }
inline namespace T_of_is_g_p { extern OwnOp<Tensor(IntArrayRef, const Generator&, TensorOptions)> rand_generator; }
inline namespace T_of_is_T { extern OwnOp<Tensor(IntArrayRef, const Tensor&)> rand_out; }
inline namespace T_of_is_g_T { extern OwnOp<Tensor(IntArrayRef, const Generator&, const Tensor&)> rand_generator_out; }
inline namespace T_of_is_p { extern OwnOp<Tensor(IntArrayRef, TensorOptions)> randn; }
inline namespace T_of_is_g_p { extern OwnOp<Tensor(IntArrayRef, const Generator&, TensorOptions)> randn_generator; }
inline namespace T_of_is_T { extern OwnOp<Tensor(IntArrayRef, const Tensor&)> randn_out; }
inline namespace T_of_is_g_T { extern OwnOp<Tensor(IntArrayRef, const Generator&, const Tensor&)> randn_generator_out; }
inline namespace T_of_i_is_p { extern OwnOp<Tensor(int64_t, IntArrayRef, TensorOptions)> randint; }
inline namespace T_of_i_is_g_p { extern OwnOp<Tensor(int64_t, IntArrayRef, const Generator&, TensorOptions)> randint_generator; }
inline namespace T_of_i_i_is_p { extern OwnOp<Tensor(int64_t, int64_t, IntArrayRef, TensorOptions)> randint_low; }
inline namespace T_of_i_i_is_g_p { extern OwnOp<Tensor(int64_t, int64_t, IntArrayRef, const Generator&, TensorOptions)> randint_low_generator; }
inline namespace T_of_i_is_T { extern OwnOp<Tensor(int64_t, IntArrayRef, const Tensor&)> randint_out; }
inline namespace T_of_i_is_g_T { extern OwnOp<Tensor(int64_t, IntArrayRef, const Generator&, const Tensor&)> randint_generator_out; }
inline namespace T_of_i_i_is_T { extern OwnOp<Tensor(int64_t, int64_t, IntArrayRef, const Tensor&)> randint_low_out; }
inline namespace T_of_i_i_is_g_T { extern OwnOp<Tensor(int64_t, int64_t, IntArrayRef, const Generator&, const Tensor&)> randint_low_generator_out; }
inline namespace T_of_i_p { extern OwnOp<Tensor(int64_t, TensorOptions)> randperm_default; }
inline namespace T_of_i_g_p { extern OwnOp<Tensor(int64_t, const Generator&, TensorOptions)> randperm; }
inline namespace T_of_i_T { extern OwnOp<Tensor(int64_t, const Tensor&)> randperm_out; }
inline namespace T_of_i_g_T { extern OwnOp<Tensor(int64_t, const Generator&, const Tensor&)> randperm_generator_out; }
inline namespace T_of_out_T_T_b { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, bool)> copy; }
inline namespace T_of_out_T_S { extern OwnOp<Tensor(Out, const Tensor&, const Scalar&)> fill; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> fill_tensor; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> zero; }
inline namespace T_of_T_S_b { extern OwnOp<Tensor(const Tensor&, const Scalar&, bool)> fill_diagonal_; }
inline namespace T_of_T_fo { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>)> clone; }
inline namespace T_of_T_fo_T { extern OwnOp<Tensor(const Tensor&, optional<MemoryFormat>, const Tensor&)> clone_out; }
inline namespace T_of_T_f { extern OwnOp<Tensor(const Tensor&, MemoryFormat)> contiguous; }
inline namespace T_of_T_p_b_fo { extern OwnOp<Tensor(const Tensor&, TensorOptions, bool, optional<MemoryFormat>)> to_copy; }
inline namespace T_of_T_b_fo_T { extern OwnOp<Tensor(const Tensor&, bool, optional<MemoryFormat>, const Tensor&)> _to_copy_out; }
inline namespace T_of_T_p_b_b_fo { extern OwnOp<Tensor(const Tensor&, TensorOptions, bool, bool, optional<MemoryFormat>)> to_dtype_layout; }
inline namespace T_of_T_v_t_b_b_fo { extern OwnOp<Tensor(const Tensor&, Device, ScalarType, bool, bool, optional<MemoryFormat>)> to_device; }
inline namespace T_of_T_t_b_b_fo { extern OwnOp<Tensor(const Tensor&, ScalarType, bool, bool, optional<MemoryFormat>)> to_dtype; }
inline namespace T_of_T_T_b_b_fo { extern OwnOp<Tensor(const Tensor&, const Tensor&, bool, bool, optional<MemoryFormat>)> to_other; }
inline namespace T_of_T_T { extern OwnOp<Tensor(const Tensor&, const Tensor&)> type_as; }
inline namespace S_of_T { extern OwnOp<Scalar(const Tensor&)> only_element; }
inline namespace S_of_T { extern OwnOp<Scalar(const Tensor&)> item; }
inline namespace b_of_T_vo { extern OwnOp<bool(const Tensor&, optional<Device>)> is_pinned; }
inline namespace T_of_T_vo { extern OwnOp<Tensor(const Tensor&, optional<Device>)> pin_memory; }
inline namespace T_of_out_T_is_fo { extern OwnOp<Tensor(Out, const Tensor&, IntArrayRef, optional<MemoryFormat>)> resize; }
inline namespace T_of_T_is_fo { extern OwnOp<Tensor(const Tensor&, IntArrayRef, optional<MemoryFormat>)> resize_; }
inline namespace T_of_out_T_T_fo { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, optional<MemoryFormat>)> resize_as; }
inline namespace T_of_T_T_fo { extern OwnOp<Tensor(const Tensor&, const Tensor&, optional<MemoryFormat>)> resize_as_; }
inline namespace T_of_out_T { extern OwnOp<Tensor(Out, const Tensor&)> set_empty; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> set_source_Tensor; }
inline namespace T_of_T_T_i_is_is { extern OwnOp<Tensor(const Tensor&, const Tensor&, int64_t, IntArrayRef, IntArrayRef)> set_part; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> detach; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> detach_; }
inline namespace T_of_T { extern OwnOp<Tensor(const Tensor&)> data; }
inline namespace void_of_T_T { extern OwnOp<void(const Tensor&, const Tensor&)> set_data; }

}  // namespace op

namespace cpu {

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options);
Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options);
Tensor randperm(int64_t n, const Generator& generator, TensorOptions options);
Tensor copy(Out out, const Tensor& self, const Tensor& src, bool non_blocking);
Tensor fill(Out out, const Tensor& self, const Scalar& value);
Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value);
Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format);
Tensor to_copy(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format);
Scalar item(const Tensor& self);

}  // namespace cpu

namespace every_backend {

Tensor empty(IntArrayRef size, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options);

}  // namespace every_backend

namespace composite {

Tensor empty_out(IntArrayRef size, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor empty_strided_out(IntArrayRef size, IntArrayRef stride, const Tensor& out);
Tensor zeros(IntArrayRef size, TensorOptions options);
Tensor zeros_out(IntArrayRef size, const Tensor& out);
Tensor ones(IntArrayRef size, TensorOptions options);
Tensor ones_out(IntArrayRef size, const Tensor& out);
Tensor full(IntArrayRef size, const Scalar& fill_value, TensorOptions options);
Tensor full_out(IntArrayRef size, const Scalar& fill_value, const Tensor& out);
Tensor scalar_tensor(const Scalar& s, TensorOptions options);
Tensor scalar_tensor_out(const Scalar& s, const Tensor& out);
Tensor empty_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor empty_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor zeros_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor zeros_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor ones_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor ones_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor full_like(const Tensor& self, const Scalar& fill_value, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor full_like_out(const Tensor& self, const Scalar& fill_value, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor rand_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor rand_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor randn_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor randn_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor randint_like(const Tensor& self, int64_t high, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor randint_like_out(const Tensor& self, int64_t high, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor randint_like_low_dtype(const Tensor& self, int64_t low, int64_t high, TensorOptions options, optional<MemoryFormat> memory_format);
Tensor randint_like_low_dtype_out(const Tensor& self, int64_t low, int64_t high, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor new_empty(const Tensor& self, IntArrayRef size, TensorOptions options);
Tensor new_empty_out(const Tensor& self, IntArrayRef size, const Tensor& out);
Tensor new_empty_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, TensorOptions options);
Tensor new_empty_strided_out(const Tensor& self, IntArrayRef size, IntArrayRef stride, const Tensor& out);
Tensor new_zeros(const Tensor& self, IntArrayRef size, TensorOptions options);
Tensor new_zeros_out(const Tensor& self, IntArrayRef size, const Tensor& out);
Tensor new_ones(const Tensor& self, IntArrayRef size, TensorOptions options);
Tensor new_ones_out(const Tensor& self, IntArrayRef size, const Tensor& out);
Tensor new_full(const Tensor& self, IntArrayRef size, const Scalar& fill_value, TensorOptions options);
Tensor new_full_out(const Tensor& self, IntArrayRef size, const Scalar& fill_value, const Tensor& out);
Tensor arange_end(const Scalar& end, TensorOptions options);
Tensor arange_start(const Scalar& start, const Scalar& end, TensorOptions options);
Tensor arange_out(const Scalar& end, const Tensor& out);
Tensor arange_start_out(const Scalar& start, const Scalar& end, const Scalar& step, const Tensor& out);
Tensor range_step(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options);
Tensor range(const Scalar& start, const Scalar& end, TensorOptions options);
Tensor range_step_out(const Scalar& start, const Scalar& end, const Scalar& step, const Tensor& out);
Tensor range_out_(const Scalar& start, const Scalar& end, const Tensor& out);
Tensor linspace_out(const Scalar& start, const Scalar& end, int64_t steps, const Tensor& out);
Tensor eye(int64_t n, TensorOptions options);
Tensor eye_m(int64_t n, int64_t m, TensorOptions options);
Tensor eye_out(int64_t n, const Tensor& out);
Tensor eye_m_out(int64_t n, int64_t m, const Tensor& out);
Tensor tril_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options);
Tensor tril_indices_out(int64_t row, int64_t col, int64_t offset, const Tensor& out);
Tensor triu_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options);
Tensor triu_indices_out(int64_t row, int64_t col, int64_t offset, const Tensor& out);
Tensor logspace(const Scalar& start, const Scalar& end, int64_t steps, double base, TensorOptions options);
Tensor logspace_out(const Scalar& start, const Scalar& end, int64_t steps, double base, const Tensor& out);
Tensor bartlett_window_default(int64_t window_length, TensorOptions options);
Tensor bartlett_window_out(int64_t window_length, const Tensor& out);
Tensor bartlett_window(int64_t window_length, bool periodic, TensorOptions options);
Tensor bartlett_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out);
Tensor blackman_window_default(int64_t window_length, TensorOptions options);
Tensor blackman_window_out(int64_t window_length, const Tensor& out);
Tensor blackman_window(int64_t window_length, bool periodic, TensorOptions options);
Tensor blackman_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out);
Tensor hann_window_default(int64_t window_length, TensorOptions options);
Tensor hann_window_out(int64_t window_length, const Tensor& out);
Tensor hann_window(int64_t window_length, bool periodic, TensorOptions options);
Tensor hann_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out);
Tensor hamming_window_default(int64_t window_length, TensorOptions options);
Tensor hamming_window_out(int64_t window_length, const Tensor& out);
Tensor hamming_window_periodic(int64_t window_length, bool periodic, TensorOptions options);
Tensor hamming_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out);
Tensor hamming_window_periodic_alpha(int64_t window_length, bool periodic, double alpha, TensorOptions options);
Tensor hamming_window_periodic_alpha_out(int64_t window_length, bool periodic, double alpha, const Tensor& out);
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, double beta, TensorOptions options);
Tensor hamming_window_beta_out(int64_t window_length, bool periodic, double alpha, double beta, const Tensor& out);
Tensor kaiser_window_default(int64_t window_length, TensorOptions options);
Tensor kaiser_window_out(int64_t window_length, const Tensor& out);
Tensor kaiser_window_periodic(int64_t window_length, bool periodic, TensorOptions options);
Tensor kaiser_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out);
Tensor kaiser_window(int64_t window_length, bool periodic, double beta, TensorOptions options);
Tensor kaiser_window_beta_out(int64_t window_length, bool periodic, double beta, const Tensor& out);
Tensor rand(IntArrayRef size, TensorOptions options);
Tensor rand_generator(IntArrayRef size, const Generator& generator, TensorOptions options);
Tensor rand_out(IntArrayRef size, const Tensor& out);
Tensor rand_generator_out(IntArrayRef size, const Generator& generator, const Tensor& out);
Tensor randn(IntArrayRef size, TensorOptions options);
Tensor randn_generator(IntArrayRef size, const Generator& generator, TensorOptions options);
Tensor randn_out(IntArrayRef size, const Tensor& out);
Tensor randn_generator_out(IntArrayRef size, const Generator& generator, const Tensor& out);
Tensor randint(int64_t high, IntArrayRef size, TensorOptions options);
Tensor randint_generator(int64_t high, IntArrayRef size, const Generator& generator, TensorOptions options);
Tensor randint_low(int64_t low, int64_t high, IntArrayRef size, TensorOptions options);
Tensor randint_low_generator(int64_t low, int64_t high, IntArrayRef size, const Generator& generator, TensorOptions options);
Tensor randint_out(int64_t high, IntArrayRef size, const Tensor& out);
Tensor randint_generator_out(int64_t high, IntArrayRef size, const Generator& generator, const Tensor& out);
Tensor randint_low_out(int64_t low, int64_t high, IntArrayRef size, const Tensor& out);
Tensor randint_low_generator_out(int64_t low, int64_t high, IntArrayRef size, const Generator& generator, const Tensor& out);
Tensor randperm_default(int64_t n, TensorOptions options);
Tensor randperm_out(int64_t n, const Tensor& out);
Tensor randperm_generator_out(int64_t n, const Generator& generator, const Tensor& out);
Tensor zero(Out out, const Tensor& self);
Tensor fill_diagonal_(const Tensor& self, const Scalar& fill_value, bool wrap);
Tensor clone_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor contiguous(const Tensor& self, MemoryFormat memory_format);
Tensor _to_copy_out(const Tensor& self, bool non_blocking, optional<MemoryFormat> memory_format, const Tensor& out);
Tensor to_dtype_layout(const Tensor& self, TensorOptions options, bool non_blocking, bool copy, optional<MemoryFormat> memory_format);
Tensor to_device(const Tensor& self, Device device, ScalarType dtype, bool non_blocking, bool copy, optional<MemoryFormat> memory_format);
Tensor to_dtype(const Tensor& self, ScalarType dtype, bool non_blocking, bool copy, optional<MemoryFormat> memory_format);
Tensor to_other(const Tensor& self, const Tensor& other, bool non_blocking, bool copy, optional<MemoryFormat> memory_format);
Tensor type_as(const Tensor& self, const Tensor& other);
Scalar only_element(const Tensor& self);
bool is_pinned(const Tensor& self, optional<Device> device);
Tensor pin_memory(const Tensor& self, optional<Device> device);
Tensor resize(Out out, const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format);
Tensor resize_(const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format);
Tensor resize_as(Out out, const Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format);
Tensor resize_as_(const Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format);
Tensor set_empty(Out out, const Tensor& self);
Tensor set_source_Tensor(Out out, const Tensor& self, const Tensor& source);
Tensor set_part(const Tensor& self, const Tensor& source, int64_t storage_offset, IntArrayRef size, IntArrayRef stride);
Tensor detach(const Tensor& self);
Tensor detach_(const Tensor& self);
Tensor data(const Tensor& self);
void set_data(const Tensor& self, const Tensor& new_data);

}  // namespace composite

namespace derivative {

Tensor copy(Out out, const Tensor& self, const Tensor& src, bool non_blocking);
Tensor fill(Out out, const Tensor& self, const Scalar& value);
Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value);
Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format);
Tensor to_copy(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format);

}  // namespace derivative

}  // namespace torchpp
