// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/creation.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/creation.h>

#include "src/ops/forward.h"
#include "src/ops/generated/creation.h"

namespace torchpp {

namespace composite {

Tensor ones_out(IntArrayRef size, const Tensor& out) {
  return detail::modes_listen()
      ? op::full_out.call_cold(size, Scalar(1), out)
      : composite::full_out(size, Scalar(1), out);
}
Tensor ones_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::modes_listen()
      ? op::full_like.call_cold(self, Scalar(1), options, memory_format)
      : composite::full_like(self, Scalar(1), options, memory_format);
}
Tensor ones_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out) {
  return detail::modes_listen()
      ? op::full_like_out.call_cold(self, Scalar(1), memory_format, out)
      : composite::full_like_out(self, Scalar(1), memory_format, out);
}
Tensor randint_like(const Tensor& self, int64_t high, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::modes_listen()
      ? op::randint_like_low_dtype.call_cold(self, 0, high, options, memory_format)
      : composite::randint_like_low_dtype(self, 0, high, options, memory_format);
}
Tensor randint_like_out(const Tensor& self, int64_t high, optional<MemoryFormat> memory_format, const Tensor& out) {
  return detail::modes_listen()
      ? op::randint_like_low_dtype_out.call_cold(self, 0, high, memory_format, out)
      : composite::randint_like_low_dtype_out(self, 0, high, memory_format, out);
}
Tensor new_ones(const Tensor& self, IntArrayRef size, TensorOptions options) {
  return detail::modes_listen()
      ? op::new_full.call_cold(self, size, Scalar(1), options)
      : composite::new_full(self, size, Scalar(1), options);
}
Tensor new_ones_out(const Tensor& self, IntArrayRef size, const Tensor& out) {
  return detail::modes_listen()
      ? op::new_full_out.call_cold(self, size, Scalar(1), out)
      : composite::new_full_out(self, size, Scalar(1), out);
}
Tensor arange_end(const Scalar& end, TensorOptions options) { return op::arange(Scalar(0), end, Scalar(1), options); }
Tensor arange_start(const Scalar& start, const Scalar& end, TensorOptions options) {
  return op::arange(start, end, Scalar(1), options);
}
Tensor arange_out(const Scalar& end, const Tensor& out) {
  return detail::modes_listen()
      ? op::arange_start_out.call_cold(Scalar(0), end, Scalar(1), out)
      : composite::arange_start_out(Scalar(0), end, Scalar(1), out);
}
Tensor range(const Scalar& start, const Scalar& end, TensorOptions options) {
  return detail::modes_listen()
      ? op::range_step.call_cold(start, end, Scalar(1), options)
      : composite::range_step(start, end, Scalar(1), options);
}
Tensor range_out_(const Scalar& start, const Scalar& end, const Tensor& out) {
  return detail::modes_listen()
      ? op::range_step_out.call_cold(start, end, Scalar(1), out)
      : composite::range_step_out(start, end, Scalar(1), out);
}
Tensor bartlett_window_default(int64_t window_length, TensorOptions options) {
  return detail::modes_listen()
      ? op::bartlett_window.call_cold(window_length, true, options)
      : composite::bartlett_window(window_length, true, options);
}
Tensor bartlett_window_out(int64_t window_length, const Tensor& out) {
  return detail::modes_listen()
      ? op::bartlett_window_periodic_out.call_cold(window_length, true, out)
      : composite::bartlett_window_periodic_out(window_length, true, out);
}
Tensor blackman_window_default(int64_t window_length, TensorOptions options) {
  return detail::modes_listen()
      ? op::blackman_window.call_cold(window_length, true, options)
      : composite::blackman_window(window_length, true, options);
}
Tensor blackman_window_out(int64_t window_length, const Tensor& out) {
  return detail::modes_listen()
      ? op::blackman_window_periodic_out.call_cold(window_length, true, out)
      : composite::blackman_window_periodic_out(window_length, true, out);
}
Tensor hann_window_default(int64_t window_length, TensorOptions options) {
  return detail::modes_listen()
      ? op::hann_window.call_cold(window_length, true, options)
      : composite::hann_window(window_length, true, options);
}
Tensor hann_window_out(int64_t window_length, const Tensor& out) {
  return detail::modes_listen()
      ? op::hann_window_periodic_out.call_cold(window_length, true, out)
      : composite::hann_window_periodic_out(window_length, true, out);
}
Tensor hamming_window_default(int64_t window_length, TensorOptions options) {
  return detail::modes_listen()
      ? op::hamming_window_periodic.call_cold(window_length, true, options)
      : composite::hamming_window_periodic(window_length, true, options);
}
Tensor hamming_window_out(int64_t window_length, const Tensor& out) {
  return detail::modes_listen()
      ? op::hamming_window_periodic_out.call_cold(window_length, true, out)
      : composite::hamming_window_periodic_out(window_length, true, out);
}
Tensor hamming_window_periodic(int64_t window_length, bool periodic, TensorOptions options) {
  return detail::modes_listen()
      ? op::hamming_window.call_cold(window_length, periodic, 0.54, 0.46, options)
      : composite::hamming_window(window_length, periodic, 0.54, 0.46, options);
}
Tensor hamming_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out) {
  return detail::modes_listen()
      ? op::hamming_window_beta_out.call_cold(window_length, periodic, 0.54, 0.46, out)
      : composite::hamming_window_beta_out(window_length, periodic, 0.54, 0.46, out);
}
Tensor hamming_window_periodic_alpha(int64_t window_length, bool periodic, double alpha, TensorOptions options) {
  return detail::modes_listen()
      ? op::hamming_window.call_cold(window_length, periodic, alpha, 0.46, options)
      : composite::hamming_window(window_length, periodic, alpha, 0.46, options);
}
Tensor hamming_window_periodic_alpha_out(int64_t window_length, bool periodic, double alpha, const Tensor& out) {
  return detail::modes_listen()
      ? op::hamming_window_beta_out.call_cold(window_length, periodic, alpha, 0.46, out)
      : composite::hamming_window_beta_out(window_length, periodic, alpha, 0.46, out);
}
Tensor kaiser_window_default(int64_t window_length, TensorOptions options) {
  return detail::modes_listen()
      ? op::kaiser_window.call_cold(window_length, true, 12, options)
      : composite::kaiser_window(window_length, true, 12, options);
}
Tensor kaiser_window_out(int64_t window_length, const Tensor& out) {
  return detail::modes_listen()
      ? op::kaiser_window_beta_out.call_cold(window_length, true, 12, out)
      : composite::kaiser_window_beta_out(window_length, true, 12, out);
}
Tensor kaiser_window_periodic(int64_t window_length, bool periodic, TensorOptions options) {
  return detail::modes_listen()
      ? op::kaiser_window.call_cold(window_length, periodic, 12, options)
      : composite::kaiser_window(window_length, periodic, 12, options);
}
Tensor kaiser_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out) {
  return detail::modes_listen()
      ? op::kaiser_window_beta_out.call_cold(window_length, periodic, 12, out)
      : composite::kaiser_window_beta_out(window_length, periodic, 12, out);
}
Tensor rand_out(IntArrayRef size, const Tensor& out) {
  return detail::modes_listen()
      ? op::rand_generator_out.call_cold(size, Generator(), out)
      : composite::rand_generator_out(size, Generator(), out);
}
Tensor randn_out(IntArrayRef size, const Tensor& out) {
  return detail::modes_listen()
      ? op::randn_generator_out.call_cold(size, Generator(), out)
      : composite::randn_generator_out(size, Generator(), out);
}
Tensor randint(int64_t high, IntArrayRef size, TensorOptions options) {
  return detail::modes_listen()
      ? op::randint_low_generator.call_cold(0, high, size, Generator(), options)
      : composite::randint_low_generator(0, high, size, Generator(), options);
}
Tensor randint_generator(int64_t high, IntArrayRef size, const Generator& generator, TensorOptions options) {
  return detail::modes_listen()
      ? op::randint_low_generator.call_cold(0, high, size, generator, options)
      : composite::randint_low_generator(0, high, size, generator, options);
}
Tensor randint_low(int64_t low, int64_t high, IntArrayRef size, TensorOptions options) {
  return detail::modes_listen()
      ? op::randint_low_generator.call_cold(low, high, size, Generator(), options)
      : composite::randint_low_generator(low, high, size, Generator(), options);
}
Tensor randint_out(int64_t high, IntArrayRef size, const Tensor& out) {
  return detail::modes_listen()
      ? op::randint_low_generator_out.call_cold(0, high, size, Generator(), out)
      : composite::randint_low_generator_out(0, high, size, Generator(), out);
}
Tensor randint_generator_out(int64_t high, IntArrayRef size, const Generator& generator, const Tensor& out) {
  return detail::modes_listen()
      ? op::randint_low_generator_out.call_cold(0, high, size, generator, out)
      : composite::randint_low_generator_out(0, high, size, generator, out);
}
Tensor randint_low_out(int64_t low, int64_t high, IntArrayRef size, const Tensor& out) {
  return detail::modes_listen()
      ? op::randint_low_generator_out.call_cold(low, high, size, Generator(), out)
      : composite::randint_low_generator_out(low, high, size, Generator(), out);
}
Tensor randperm_default(int64_t n, TensorOptions options) { return op::randperm(n, Generator(), options); }
Tensor randperm_out(int64_t n, const Tensor& out) {
  return detail::modes_listen()
      ? op::randperm_generator_out.call_cold(n, Generator(), out)
      : composite::randperm_generator_out(n, Generator(), out);
}
Tensor type_as(const Tensor& self, const Tensor& other) {
  return detail::modes_listen()
      ? op::to_other.call_cold(self, other, false, false, nullopt)
      : composite::to_other(self, other, false, false, nullopt);
}

}  // namespace composite

namespace op {

inline namespace T_of_is_p_fo {
TORCHPP_CONSTINIT decltype(op::empty) empty(decltype(op::empty)::AllBackends(),
    "empty.memory_format(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &every_backend::empty, nullptr, OpTraits{false, false, false, true, false});
}
inline namespace T_of_is_fo_T {
TORCHPP_CONSTINIT decltype(op::empty_out) empty_out(decltype(op::empty_out)::AllBackends(),
    "empty.out(int[] size, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::empty_out, &composite::empty_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_is_p {
TORCHPP_CONSTINIT decltype(op::empty_strided) empty_strided(decltype(op::empty_strided)::AllBackends(),
    "empty_strided(int[] size, int[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &every_backend::empty_strided, nullptr, OpTraits{false, false, false, true, false});
}
inline namespace T_of_is_is_T {
TORCHPP_CONSTINIT decltype(op::empty_strided_out) empty_strided_out(decltype(op::empty_strided_out)::AllBackends(),
    "empty_strided.out(int[] size, int[] stride, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::empty_strided_out, &composite::empty_strided_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_p {
TORCHPP_CONSTINIT decltype(op::zeros) zeros(decltype(op::zeros)::AllBackends(),
    "zeros(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::zeros, &composite::zeros, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_T {
TORCHPP_CONSTINIT decltype(op::zeros_out) zeros_out(decltype(op::zeros_out)::AllBackends(),
    "zeros.out(int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::zeros_out, &composite::zeros_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_p {
TORCHPP_CONSTINIT decltype(op::ones) ones(decltype(op::ones)::AllBackends(),
    "ones(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::ones, &composite::ones, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_T {
TORCHPP_CONSTINIT decltype(op::ones_out) ones_out(decltype(op::ones_out)::AllBackends(),
    "ones.out(int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::ones_out, &composite::ones_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_S_p {
TORCHPP_CONSTINIT decltype(op::full) full(decltype(op::full)::AllBackends(),
    "full(int[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::full, &composite::full, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_S_T {
TORCHPP_CONSTINIT decltype(op::full_out) full_out(decltype(op::full_out)::AllBackends(),
    "full.out(int[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::full_out, &composite::full_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_p {
TORCHPP_CONSTINIT decltype(op::scalar_tensor) scalar_tensor(decltype(op::scalar_tensor)::AllBackends(),
    "scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::scalar_tensor, &composite::scalar_tensor, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_T {
TORCHPP_CONSTINIT decltype(op::scalar_tensor_out) scalar_tensor_out(decltype(op::scalar_tensor_out)::AllBackends(),
    "scalar_tensor.out(Scalar s, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::scalar_tensor_out, &composite::scalar_tensor_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_p_fo {
TORCHPP_CONSTINIT decltype(op::empty_like) empty_like(decltype(op::empty_like)::AllBackends(),
    "empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::empty_like, &composite::empty_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_fo_T {
TORCHPP_CONSTINIT decltype(op::empty_like_out) empty_like_out(decltype(op::empty_like_out)::AllBackends(),
    "empty_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::empty_like_out, &composite::empty_like_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_p_fo {
TORCHPP_CONSTINIT decltype(op::zeros_like) zeros_like(decltype(op::zeros_like)::AllBackends(),
    "zeros_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::zeros_like, &composite::zeros_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_fo_T {
TORCHPP_CONSTINIT decltype(op::zeros_like_out) zeros_like_out(decltype(op::zeros_like_out)::AllBackends(),
    "zeros_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::zeros_like_out, &composite::zeros_like_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_p_fo {
TORCHPP_CONSTINIT decltype(op::ones_like) ones_like(decltype(op::ones_like)::AllBackends(),
    "ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::ones_like, &composite::ones_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_fo_T {
TORCHPP_CONSTINIT decltype(op::ones_like_out) ones_like_out(decltype(op::ones_like_out)::AllBackends(),
    "ones_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::ones_like_out, &composite::ones_like_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_S_p_fo {
TORCHPP_CONSTINIT decltype(op::full_like) full_like(decltype(op::full_like)::AllBackends(),
    "full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::full_like, &composite::full_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_S_fo_T {
TORCHPP_CONSTINIT decltype(op::full_like_out) full_like_out(decltype(op::full_like_out)::AllBackends(),
    "full_like.out(Tensor self, Scalar fill_value, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::full_like_out, &composite::full_like_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_p_fo {
TORCHPP_CONSTINIT decltype(op::rand_like) rand_like(decltype(op::rand_like)::AllBackends(),
    "rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::rand_like, &composite::rand_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_fo_T {
TORCHPP_CONSTINIT decltype(op::rand_like_out) rand_like_out(decltype(op::rand_like_out)::AllBackends(),
    "rand_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::rand_like_out, &composite::rand_like_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_p_fo {
TORCHPP_CONSTINIT decltype(op::randn_like) randn_like(decltype(op::randn_like)::AllBackends(),
    "randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::randn_like, &composite::randn_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_fo_T {
TORCHPP_CONSTINIT decltype(op::randn_like_out) randn_like_out(decltype(op::randn_like_out)::AllBackends(),
    "randn_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::randn_like_out, &composite::randn_like_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_p_fo {
TORCHPP_CONSTINIT decltype(op::randint_like) randint_like(decltype(op::randint_like)::AllBackends(),
    "randint_like(Tensor self, int high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::randint_like, &composite::randint_like, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_fo_T {
TORCHPP_CONSTINIT decltype(op::randint_like_out) randint_like_out(decltype(op::randint_like_out)::AllBackends(),
    "randint_like.out(Tensor self, int high, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::randint_like_out, &composite::randint_like_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i_p_fo {
TORCHPP_CONSTINIT decltype(op::randint_like_low_dtype) randint_like_low_dtype(decltype(op::randint_like_low_dtype)::AllBackends(),
    "randint_like.low_dtype(Tensor self, int low, int high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    &composite::randint_like_low_dtype, &composite::randint_like_low_dtype, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_i_i_fo_T {
TORCHPP_CONSTINIT decltype(op::randint_like_low_dtype_out) randint_like_low_dtype_out(decltype(op::randint_like_low_dtype_out)::AllBackends(),
    "randint_like.low_dtype_out(Tensor self, int low, int high, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::randint_like_low_dtype_out, &composite::randint_like_low_dtype_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_p {
TORCHPP_CONSTINIT decltype(op::new_empty) new_empty(decltype(op::new_empty)::AllBackends(),
    "new_empty(Tensor self, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::new_empty, &composite::new_empty, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_T {
TORCHPP_CONSTINIT decltype(op::new_empty_out) new_empty_out(decltype(op::new_empty_out)::AllBackends(),
    "new_empty.out(Tensor self, int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::new_empty_out, &composite::new_empty_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_is_p {
TORCHPP_CONSTINIT decltype(op::new_empty_strided) new_empty_strided(decltype(op::new_empty_strided)::AllBackends(),
    "new_empty_strided(Tensor self, int[] size, int[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::new_empty_strided, &composite::new_empty_strided, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_is_T {
TORCHPP_CONSTINIT decltype(op::new_empty_strided_out) new_empty_strided_out(decltype(op::new_empty_strided_out)::AllBackends(),
    "new_empty_strided.out(Tensor self, int[] size, int[] stride, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::new_empty_strided_out, &composite::new_empty_strided_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_p {
TORCHPP_CONSTINIT decltype(op::new_zeros) new_zeros(decltype(op::new_zeros)::AllBackends(),
    "new_zeros(Tensor self, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::new_zeros, &composite::new_zeros, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_T {
TORCHPP_CONSTINIT decltype(op::new_zeros_out) new_zeros_out(decltype(op::new_zeros_out)::AllBackends(),
    "new_zeros.out(Tensor self, int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::new_zeros_out, &composite::new_zeros_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_p {
TORCHPP_CONSTINIT decltype(op::new_ones) new_ones(decltype(op::new_ones)::AllBackends(),
    "new_ones(Tensor self, int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::new_ones, &composite::new_ones, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_T {
TORCHPP_CONSTINIT decltype(op::new_ones_out) new_ones_out(decltype(op::new_ones_out)::AllBackends(),
    "new_ones.out(Tensor self, int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::new_ones_out, &composite::new_ones_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_S_p {
TORCHPP_CONSTINIT decltype(op::new_full) new_full(decltype(op::new_full)::AllBackends(),
    "new_full(Tensor self, int[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::new_full, &composite::new_full, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_S_T {
TORCHPP_CONSTINIT decltype(op::new_full_out) new_full_out(decltype(op::new_full_out)::AllBackends(),
    "new_full.out(Tensor self, int[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::new_full_out, &composite::new_full_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_p {
TORCHPP_CONSTINIT decltype(op::arange_end) arange_end(decltype(op::arange_end)::AllBackends(),
    "arange(Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::arange_end, &composite::arange_end, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_p {
TORCHPP_CONSTINIT decltype(op::arange_start) arange_start(decltype(op::arange_start)::AllBackends(),
    "arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::arange_start, &composite::arange_start, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_S_p {
TORCHPP_CONSTINIT decltype(op::arange) arange(
    "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &cpu::arange, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace T_of_S_T {
TORCHPP_CONSTINIT decltype(op::arange_out) arange_out(decltype(op::arange_out)::AllBackends(),
    "arange.out(Scalar end, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::arange_out, &composite::arange_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_S_T {
TORCHPP_CONSTINIT decltype(op::arange_start_out) arange_start_out(decltype(op::arange_start_out)::AllBackends(),
    "arange.start_out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::arange_start_out, &composite::arange_start_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_S_p {
TORCHPP_CONSTINIT decltype(op::range_step) range_step(decltype(op::range_step)::AllBackends(),
    "range.step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::range_step, &composite::range_step, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_p {
TORCHPP_CONSTINIT decltype(op::range) range(decltype(op::range)::AllBackends(),
    "range(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::range, &composite::range, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_S_T {
TORCHPP_CONSTINIT decltype(op::range_step_out) range_step_out(decltype(op::range_step_out)::AllBackends(),
    "range.out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::range_step_out, &composite::range_step_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_T {
TORCHPP_CONSTINIT decltype(op::range_out_) range_out_(decltype(op::range_out_)::AllBackends(),
    "range.out_(Scalar start, Scalar end, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::range_out_, &composite::range_out_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_i_p {
TORCHPP_CONSTINIT decltype(op::linspace) linspace(
    "linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &cpu::linspace, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace T_of_S_S_i_T {
TORCHPP_CONSTINIT decltype(op::linspace_out) linspace_out(decltype(op::linspace_out)::AllBackends(),
    "linspace.out(Scalar start, Scalar end, int steps, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::linspace_out, &composite::linspace_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_p {
TORCHPP_CONSTINIT decltype(op::eye) eye(decltype(op::eye)::AllBackends(),
    "eye(int n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::eye, &composite::eye, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_p {
TORCHPP_CONSTINIT decltype(op::eye_m) eye_m(decltype(op::eye_m)::AllBackends(),
    "eye.m(int n, int m, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::eye_m, &composite::eye_m, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_T {
TORCHPP_CONSTINIT decltype(op::eye_out) eye_out(decltype(op::eye_out)::AllBackends(),
    "eye.out(int n, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::eye_out, &composite::eye_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_T {
TORCHPP_CONSTINIT decltype(op::eye_m_out) eye_m_out(decltype(op::eye_m_out)::AllBackends(),
    "eye.m_out(int n, int m, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::eye_m_out, &composite::eye_m_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_i_p {
TORCHPP_CONSTINIT decltype(op::tril_indices) tril_indices(decltype(op::tril_indices)::AllBackends(),
    "tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::tril_indices, &composite::tril_indices, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_i_T {
TORCHPP_CONSTINIT decltype(op::tril_indices_out) tril_indices_out(decltype(op::tril_indices_out)::AllBackends(),
    "tril_indices.out(int row, int col, int offset=0, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::tril_indices_out, &composite::tril_indices_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_i_p {
TORCHPP_CONSTINIT decltype(op::triu_indices) triu_indices(decltype(op::triu_indices)::AllBackends(),
    "triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::triu_indices, &composite::triu_indices, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_i_T {
TORCHPP_CONSTINIT decltype(op::triu_indices_out) triu_indices_out(decltype(op::triu_indices_out)::AllBackends(),
    "triu_indices.out(int row, int col, int offset=0, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::triu_indices_out, &composite::triu_indices_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_i_d_p {
TORCHPP_CONSTINIT decltype(op::logspace) logspace(decltype(op::logspace)::AllBackends(),
    "logspace(Scalar start, Scalar end, int steps, float base=10.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::logspace, &composite::logspace, OpTraits{false, false, false, true, true});
}
inline namespace T_of_S_S_i_d_T {
TORCHPP_CONSTINIT decltype(op::logspace_out) logspace_out(decltype(op::logspace_out)::AllBackends(),
    "logspace.out(Scalar start, Scalar end, int steps, float base=10.0, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::logspace_out, &composite::logspace_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_p {
TORCHPP_CONSTINIT decltype(op::bartlett_window_default) bartlett_window_default(decltype(op::bartlett_window_default)::AllBackends(),
    "bartlett_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::bartlett_window_default, &composite::bartlett_window_default, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_T {
TORCHPP_CONSTINIT decltype(op::bartlett_window_out) bartlett_window_out(decltype(op::bartlett_window_out)::AllBackends(),
    "bartlett_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::bartlett_window_out, &composite::bartlett_window_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_p {
TORCHPP_CONSTINIT decltype(op::bartlett_window) bartlett_window(decltype(op::bartlett_window)::AllBackends(),
    "bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::bartlett_window, &composite::bartlett_window, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_T {
TORCHPP_CONSTINIT decltype(op::bartlett_window_periodic_out) bartlett_window_periodic_out(decltype(op::bartlett_window_periodic_out)::AllBackends(),
    "bartlett_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::bartlett_window_periodic_out, &composite::bartlett_window_periodic_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_p {
TORCHPP_CONSTINIT decltype(op::blackman_window_default) blackman_window_default(decltype(op::blackman_window_default)::AllBackends(),
    "blackman_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::blackman_window_default, &composite::blackman_window_default, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_T {
TORCHPP_CONSTINIT decltype(op::blackman_window_out) blackman_window_out(decltype(op::blackman_window_out)::AllBackends(),
    "blackman_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::blackman_window_out, &composite::blackman_window_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_p {
TORCHPP_CONSTINIT decltype(op::blackman_window) blackman_window(decltype(op::blackman_window)::AllBackends(),
    "blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::blackman_window, &composite::blackman_window, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_T {
TORCHPP_CONSTINIT decltype(op::blackman_window_periodic_out) blackman_window_periodic_out(decltype(op::blackman_window_periodic_out)::AllBackends(),
    "blackman_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::blackman_window_periodic_out, &composite::blackman_window_periodic_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_p {
TORCHPP_CONSTINIT decltype(op::hann_window_default) hann_window_default(decltype(op::hann_window_default)::AllBackends(),
    "hann_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::hann_window_default, &composite::hann_window_default, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_T {
TORCHPP_CONSTINIT decltype(op::hann_window_out) hann_window_out(decltype(op::hann_window_out)::AllBackends(),
    "hann_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::hann_window_out, &composite::hann_window_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_p {
TORCHPP_CONSTINIT decltype(op::hann_window) hann_window(decltype(op::hann_window)::AllBackends(),
    "hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::hann_window, &composite::hann_window, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_T {
TORCHPP_CONSTINIT decltype(op::hann_window_periodic_out) hann_window_periodic_out(decltype(op::hann_window_periodic_out)::AllBackends(),
    "hann_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::hann_window_periodic_out, &composite::hann_window_periodic_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_p {
TORCHPP_CONSTINIT decltype(op::hamming_window_default) hamming_window_default(decltype(op::hamming_window_default)::AllBackends(),
    "hamming_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::hamming_window_default, &composite::hamming_window_default, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_T {
TORCHPP_CONSTINIT decltype(op::hamming_window_out) hamming_window_out(decltype(op::hamming_window_out)::AllBackends(),
    "hamming_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::hamming_window_out, &composite::hamming_window_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_p {
TORCHPP_CONSTINIT decltype(op::hamming_window_periodic) hamming_window_periodic(decltype(op::hamming_window_periodic)::AllBackends(),
    "hamming_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::hamming_window_periodic, &composite::hamming_window_periodic, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_T {
TORCHPP_CONSTINIT decltype(op::hamming_window_periodic_out) hamming_window_periodic_out(decltype(op::hamming_window_periodic_out)::AllBackends(),
    "hamming_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::hamming_window_periodic_out, &composite::hamming_window_periodic_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_d_p {
TORCHPP_CONSTINIT decltype(op::hamming_window_periodic_alpha) hamming_window_periodic_alpha(decltype(op::hamming_window_periodic_alpha)::AllBackends(),
    "hamming_window.periodic_alpha(int window_length, bool periodic, float alpha, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::hamming_window_periodic_alpha, &composite::hamming_window_periodic_alpha, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_d_T {
TORCHPP_CONSTINIT decltype(op::hamming_window_periodic_alpha_out) hamming_window_periodic_alpha_out(decltype(op::hamming_window_periodic_alpha_out)::AllBackends(),
    "hamming_window.periodic_alpha_out(int window_length, bool periodic, float alpha, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::hamming_window_periodic_alpha_out, &composite::hamming_window_periodic_alpha_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_d_d_p {
TORCHPP_CONSTINIT decltype(op::hamming_window) hamming_window(decltype(op::hamming_window)::AllBackends(),
    "hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::hamming_window, &composite::hamming_window, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_d_d_T {
TORCHPP_CONSTINIT decltype(op::hamming_window_beta_out) hamming_window_beta_out(decltype(op::hamming_window_beta_out)::AllBackends(),
    "hamming_window.periodic_alpha_beta_out(int window_length, bool periodic, float alpha, float beta, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::hamming_window_beta_out, &composite::hamming_window_beta_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_p {
TORCHPP_CONSTINIT decltype(op::kaiser_window_default) kaiser_window_default(decltype(op::kaiser_window_default)::AllBackends(),
    "kaiser_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::kaiser_window_default, &composite::kaiser_window_default, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_T {
TORCHPP_CONSTINIT decltype(op::kaiser_window_out) kaiser_window_out(decltype(op::kaiser_window_out)::AllBackends(),
    "kaiser_window.out(int window_length, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::kaiser_window_out, &composite::kaiser_window_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_p {
TORCHPP_CONSTINIT decltype(op::kaiser_window_periodic) kaiser_window_periodic(decltype(op::kaiser_window_periodic)::AllBackends(),
    "kaiser_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::kaiser_window_periodic, &composite::kaiser_window_periodic, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_T {
TORCHPP_CONSTINIT decltype(op::kaiser_window_periodic_out) kaiser_window_periodic_out(decltype(op::kaiser_window_periodic_out)::AllBackends(),
    "kaiser_window.periodic_out(int window_length, bool periodic, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::kaiser_window_periodic_out, &composite::kaiser_window_periodic_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_d_p {
TORCHPP_CONSTINIT decltype(op::kaiser_window) kaiser_window(decltype(op::kaiser_window)::AllBackends(),
    "kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::kaiser_window, &composite::kaiser_window, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_b_d_T {
TORCHPP_CONSTINIT decltype(op::kaiser_window_beta_out) kaiser_window_beta_out(decltype(op::kaiser_window_beta_out)::AllBackends(),
    "kaiser_window.beta_out(int window_length, bool periodic, float beta, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::kaiser_window_beta_out, &composite::kaiser_window_beta_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_p {
TORCHPP_CONSTINIT decltype(op::rand) rand(decltype(op::rand)::AllBackends(),
    "rand(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::rand, &composite::rand, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_g_p {
TORCHPP_CONSTINIT decltype(op::rand_generator) rand_generator(decltype(op::rand_generator)::AllBackends(),
    "rand.generator(int[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::rand_generator, &composite::rand_generator, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_T {
TORCHPP_CONSTINIT decltype(op::rand_out) rand_out(decltype(op::rand_out)::AllBackends(),
    "rand.out(int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::rand_out, &composite::rand_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_g_T {
TORCHPP_CONSTINIT decltype(op::rand_generator_out) rand_generator_out(decltype(op::rand_generator_out)::AllBackends(),
    "rand.generator_out(int[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!)",
    &composite::rand_generator_out, &composite::rand_generator_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_p {
TORCHPP_CONSTINIT decltype(op::randn) randn(decltype(op::randn)::AllBackends(),
    "randn(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::randn, &composite::randn, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_g_p {
TORCHPP_CONSTINIT decltype(op::randn_generator) randn_generator(decltype(op::randn_generator)::AllBackends(),
    "randn.generator(int[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::randn_generator, &composite::randn_generator, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_T {
TORCHPP_CONSTINIT decltype(op::randn_out) randn_out(decltype(op::randn_out)::AllBackends(),
    "randn.out(int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::randn_out, &composite::randn_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_is_g_T {
TORCHPP_CONSTINIT decltype(op::randn_generator_out) randn_generator_out(decltype(op::randn_generator_out)::AllBackends(),
    "randn.generator_out(int[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!)",
    &composite::randn_generator_out, &composite::randn_generator_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_is_p {
TORCHPP_CONSTINIT decltype(op::randint) randint(decltype(op::randint)::AllBackends(),
    "randint(int high, int[] size, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::randint, &composite::randint, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_is_g_p {
TORCHPP_CONSTINIT decltype(op::randint_generator) randint_generator(decltype(op::randint_generator)::AllBackends(),
    "randint.generator(int high, int[] size, *, Generator? generator, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::randint_generator, &composite::randint_generator, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_is_p {
TORCHPP_CONSTINIT decltype(op::randint_low) randint_low(decltype(op::randint_low)::AllBackends(),
    "randint.low(int low, int high, int[] size, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::randint_low, &composite::randint_low, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_is_g_p {
TORCHPP_CONSTINIT decltype(op::randint_low_generator) randint_low_generator(decltype(op::randint_low_generator)::AllBackends(),
    "randint.low_generator(int low, int high, int[] size, *, Generator? generator, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::randint_low_generator, &composite::randint_low_generator, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_is_T {
TORCHPP_CONSTINIT decltype(op::randint_out) randint_out(decltype(op::randint_out)::AllBackends(),
    "randint.out(int high, int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::randint_out, &composite::randint_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_is_g_T {
TORCHPP_CONSTINIT decltype(op::randint_generator_out) randint_generator_out(decltype(op::randint_generator_out)::AllBackends(),
    "randint.generator_out(int high, int[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!)",
    &composite::randint_generator_out, &composite::randint_generator_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_is_T {
TORCHPP_CONSTINIT decltype(op::randint_low_out) randint_low_out(decltype(op::randint_low_out)::AllBackends(),
    "randint.low_out(int low, int high, int[] size, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::randint_low_out, &composite::randint_low_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_i_is_g_T {
TORCHPP_CONSTINIT decltype(op::randint_low_generator_out) randint_low_generator_out(decltype(op::randint_low_generator_out)::AllBackends(),
    "randint.low_generator_out(int low, int high, int[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!)",
    &composite::randint_low_generator_out, &composite::randint_low_generator_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_p {
TORCHPP_CONSTINIT decltype(op::randperm_default) randperm_default(decltype(op::randperm_default)::AllBackends(),
    "randperm(int n, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &composite::randperm_default, &composite::randperm_default, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_g_p {
TORCHPP_CONSTINIT decltype(op::randperm) randperm(
    "randperm.generator(int n, *, Generator? generator, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    &cpu::randperm, nullptr, OpTraits{false, false, true, false, false});
}
inline namespace T_of_i_T {
TORCHPP_CONSTINIT decltype(op::randperm_out) randperm_out(decltype(op::randperm_out)::AllBackends(),
    "randperm.out(int n, *, Tensor(a!) out) -> Tensor(a!)",
    &composite::randperm_out, &composite::randperm_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_i_g_T {
TORCHPP_CONSTINIT decltype(op::randperm_generator_out) randperm_generator_out(decltype(op::randperm_generator_out)::AllBackends(),
    "randperm.generator_out(int n, *, Generator? generator, Tensor(a!) out) -> Tensor(a!)",
    &composite::randperm_generator_out, &composite::randperm_generator_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T_b {
TORCHPP_CONSTINIT decltype(op::copy) copy(
    "copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor",
    &cpu::copy, &derivative::copy, OpTraits{true, true, true, true, false});
}
inline namespace T_of_out_T_S {
TORCHPP_CONSTINIT decltype(op::fill) fill(
    "fill.Scalar(Tensor self, Scalar value) -> Tensor",
    &cpu::fill, &derivative::fill, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::fill_tensor) fill_tensor(
    "fill.Tensor(Tensor self, Tensor value) -> Tensor",
    &cpu::fill_tensor, &derivative::fill_tensor, OpTraits{true, true, true, false, false});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::zero) zero(decltype(op::zero)::AllBackends(),
    "zero(Tensor self) -> Tensor",
    &composite::zero, &composite::zero, OpTraits{true, true, false, true, true});
}
inline namespace T_of_T_S_b {
TORCHPP_CONSTINIT decltype(op::fill_diagonal_) fill_diagonal_(decltype(op::fill_diagonal_)::AllBackends(),
    "fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False) -> Tensor(a!)",
    &composite::fill_diagonal_, &composite::fill_diagonal_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_fo {
TORCHPP_CONSTINIT decltype(op::clone) clone(
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    &cpu::clone, &derivative::clone, OpTraits{false, false, true, false, false});
}
inline namespace T_of_T_fo_T {
TORCHPP_CONSTINIT decltype(op::clone_out) clone_out(decltype(op::clone_out)::AllBackends(),
    "clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::clone_out, &composite::clone_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_f {
TORCHPP_CONSTINIT decltype(op::contiguous) contiguous(decltype(op::contiguous)::AllBackends(),
    "contiguous(Tensor(a) self, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a)",
    &composite::contiguous, &composite::contiguous, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_p_b_fo {
TORCHPP_CONSTINIT decltype(op::to_copy) to_copy(
    "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor",
    &cpu::to_copy, &derivative::to_copy, OpTraits{false, false, true, true, false});
}
inline namespace T_of_T_b_fo_T {
TORCHPP_CONSTINIT decltype(op::_to_copy_out) _to_copy_out(decltype(op::_to_copy_out)::AllBackends(),
    "_to_copy.out(Tensor self, *, bool non_blocking=False, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
    &composite::_to_copy_out, &composite::_to_copy_out, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_p_b_b_fo {
TORCHPP_CONSTINIT decltype(op::to_dtype_layout) to_dtype_layout(decltype(op::to_dtype_layout)::AllBackends(),
    "to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)",
    &composite::to_dtype_layout, &composite::to_dtype_layout, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_v_t_b_b_fo {
TORCHPP_CONSTINIT decltype(op::to_device) to_device(decltype(op::to_device)::AllBackends(),
    "to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)",
    &composite::to_device, &composite::to_device, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_t_b_b_fo {
TORCHPP_CONSTINIT decltype(op::to_dtype) to_dtype(decltype(op::to_dtype)::AllBackends(),
    "to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)",
    &composite::to_dtype, &composite::to_dtype, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T_b_b_fo {
TORCHPP_CONSTINIT decltype(op::to_other) to_other(decltype(op::to_other)::AllBackends(),
    "to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)",
    &composite::to_other, &composite::to_other, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_T {
TORCHPP_CONSTINIT decltype(op::type_as) type_as(decltype(op::type_as)::AllBackends(),
    "type_as(Tensor self, Tensor other) -> Tensor",
    &composite::type_as, &composite::type_as, OpTraits{false, false, false, true, true});
}
inline namespace S_of_T {
TORCHPP_CONSTINIT decltype(op::only_element) only_element(decltype(op::only_element)::AllBackends(),
    "item(Tensor self) -> Scalar",
    &composite::only_element, &composite::only_element, OpTraits{false, false, false, true, true});
}
inline namespace S_of_T {
TORCHPP_CONSTINIT decltype(op::item) item(
    "_local_scalar_dense(Tensor self) -> Scalar",
    &cpu::item, nullptr, OpTraits{false, false, false, false, false});
}
inline namespace b_of_T_vo {
TORCHPP_CONSTINIT decltype(op::is_pinned) is_pinned(decltype(op::is_pinned)::AllBackends(),
    "is_pinned(Tensor self, Device? device=None) -> bool",
    &composite::is_pinned, &composite::is_pinned, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_vo {
TORCHPP_CONSTINIT decltype(op::pin_memory) pin_memory(decltype(op::pin_memory)::AllBackends(),
    "pin_memory(Tensor(a) self, Device? device=None) -> Tensor(a)",
    &composite::pin_memory, &composite::pin_memory, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_is_fo {
TORCHPP_CONSTINIT decltype(op::resize) resize(decltype(op::resize)::AllBackends(),
    "resize(Tensor self, int[] size, *, MemoryFormat? memory_format=None) -> Tensor",
    &composite::resize, &composite::resize, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_is_fo {
TORCHPP_CONSTINIT decltype(op::resize_) resize_(decltype(op::resize_)::AllBackends(),
    "resize_(Tensor(a!) self, int[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)",
    &composite::resize_, &composite::resize_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_T_fo {
TORCHPP_CONSTINIT decltype(op::resize_as) resize_as(decltype(op::resize_as)::AllBackends(),
    "resize_as(Tensor self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor",
    &composite::resize_as, &composite::resize_as, OpTraits{false, true, false, true, true});
}
inline namespace T_of_T_T_fo {
TORCHPP_CONSTINIT decltype(op::resize_as_) resize_as_(decltype(op::resize_as_)::AllBackends(),
    "resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!)",
    &composite::resize_as_, &composite::resize_as_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T {
TORCHPP_CONSTINIT decltype(op::set_empty) set_empty(decltype(op::set_empty)::AllBackends(),
    "set(Tensor self) -> Tensor",
    &composite::set_empty, &composite::set_empty, OpTraits{true, true, false, true, true});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::set_source_Tensor) set_source_Tensor(decltype(op::set_source_Tensor)::AllBackends(),
    "set.source_Tensor(Tensor self, Tensor source) -> Tensor",
    &composite::set_source_Tensor, &composite::set_source_Tensor, OpTraits{true, true, false, true, true});
}
inline namespace T_of_T_T_i_is_is {
TORCHPP_CONSTINIT decltype(op::set_part) set_part(decltype(op::set_part)::AllBackends(),
    "set_.source_Tensor_storage_offset(Tensor(a!) self, Tensor source, int storage_offset, int[] size, int[] stride=[]) -> Tensor(a!)",
    &composite::set_part, &composite::set_part, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::detach) detach(decltype(op::detach)::AllBackends(),
    "detach(Tensor(a) self) -> Tensor(a)",
    &composite::detach, &composite::detach, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::detach_) detach_(decltype(op::detach_)::AllBackends(),
    "detach_(Tensor(a!) self) -> Tensor(a!)",
    &composite::detach_, &composite::detach_, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T {
TORCHPP_CONSTINIT decltype(op::data) data(decltype(op::data)::AllBackends(),
    "data(Tensor self) -> Tensor",
    &composite::data, &composite::data, OpTraits{false, false, false, true, true});
}
inline namespace void_of_T_T {
TORCHPP_CONSTINIT decltype(op::set_data) set_data(decltype(op::set_data)::AllBackends(),
    "set_data(Tensor(a!) self, Tensor new_data) -> ()",
    &composite::set_data, &composite::set_data, OpTraits{false, false, false, true, true});
}

}  // namespace op

Tensor empty(IntArrayRef size, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(op::empty(size, options, memory_format), options);
}
Tensor& empty_out(Tensor& out, IntArrayRef size, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::empty_out.call_cold(size, memory_format, out)
      : composite::empty_out(size, memory_format, out);
  return out;
}
Tensor empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options) {
  return detail::with_requires_grad(op::empty_strided(size, stride, options), options);
}
Tensor& empty_strided_out(Tensor& out, IntArrayRef size, IntArrayRef stride) {
  detail::modes_listen()
      ? op::empty_strided_out.call_cold(size, stride, out)
      : composite::empty_strided_out(size, stride, out);
  return out;
}
Tensor zeros(IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::zeros.call_cold(size, options)
      : composite::zeros(size, options), options);
}
Tensor& zeros_out(Tensor& out, IntArrayRef size) {
  detail::modes_listen() ? op::zeros_out.call_cold(size, out) : composite::zeros_out(size, out);
  return out;
}
Tensor ones(IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::ones.call_cold(size, options)
      : composite::ones(size, options), options);
}
Tensor& ones_out(Tensor& out, IntArrayRef size) {
  detail::modes_listen() ? op::ones_out.call_cold(size, out) : composite::ones_out(size, out);
  return out;
}
Tensor full(IntArrayRef size, const Scalar& fill_value, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::full.call_cold(size, fill_value, options)
      : composite::full(size, fill_value, options), options);
}
Tensor& full_out(Tensor& out, IntArrayRef size, const Scalar& fill_value) {
  detail::modes_listen()
      ? op::full_out.call_cold(size, fill_value, out)
      : composite::full_out(size, fill_value, out);
  return out;
}
Tensor scalar_tensor(const Scalar& s, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::scalar_tensor.call_cold(s, options)
      : composite::scalar_tensor(s, options), options);
}
Tensor& scalar_tensor_out(Tensor& out, const Scalar& s) {
  detail::modes_listen() ? op::scalar_tensor_out.call_cold(s, out) : composite::scalar_tensor_out(s, out);
  return out;
}
Tensor empty_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::empty_like.call_cold(self, options, memory_format)
      : composite::empty_like(self, options, memory_format), options);
}
Tensor& empty_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::empty_like_out.call_cold(self, memory_format, out)
      : composite::empty_like_out(self, memory_format, out);
  return out;
}
Tensor zeros_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::zeros_like.call_cold(self, options, memory_format)
      : composite::zeros_like(self, options, memory_format), options);
}
Tensor& zeros_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::zeros_like_out.call_cold(self, memory_format, out)
      : composite::zeros_like_out(self, memory_format, out);
  return out;
}
Tensor ones_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::ones_like.call_cold(self, options, memory_format)
      : composite::ones_like(self, options, memory_format), options);
}
Tensor& ones_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::ones_like_out.call_cold(self, memory_format, out)
      : composite::ones_like_out(self, memory_format, out);
  return out;
}
Tensor full_like(const Tensor& self, const Scalar& fill_value, TensorOptions options,
                 optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::full_like.call_cold(self, fill_value, options, memory_format)
      : composite::full_like(self, fill_value, options, memory_format), options);
}
Tensor& full_like_out(Tensor& out, const Tensor& self, const Scalar& fill_value, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::full_like_out.call_cold(self, fill_value, memory_format, out)
      : composite::full_like_out(self, fill_value, memory_format, out);
  return out;
}
Tensor rand_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::rand_like.call_cold(self, options, memory_format)
      : composite::rand_like(self, options, memory_format), options);
}
Tensor& rand_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::rand_like_out.call_cold(self, memory_format, out)
      : composite::rand_like_out(self, memory_format, out);
  return out;
}
Tensor randn_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randn_like.call_cold(self, options, memory_format)
      : composite::randn_like(self, options, memory_format), options);
}
Tensor& randn_like_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::randn_like_out.call_cold(self, memory_format, out)
      : composite::randn_like_out(self, memory_format, out);
  return out;
}
Tensor randint_like(const Tensor& self, int64_t high, TensorOptions options, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randint_like.call_cold(self, high, options, memory_format)
      : composite::randint_like(self, high, options, memory_format), options);
}
Tensor& randint_like_out(Tensor& out, const Tensor& self, int64_t high, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::randint_like_out.call_cold(self, high, memory_format, out)
      : composite::randint_like_out(self, high, memory_format, out);
  return out;
}
Tensor randint_like(const Tensor& self, int64_t low, int64_t high, TensorOptions options,
                    optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randint_like_low_dtype.call_cold(self, low, high, options, memory_format)
      : composite::randint_like_low_dtype(self, low, high, options, memory_format), options);
}
Tensor& randint_like_out(Tensor& out, const Tensor& self, int64_t low, int64_t high,
                         optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::randint_like_low_dtype_out.call_cold(self, low, high, memory_format, out)
      : composite::randint_like_low_dtype_out(self, low, high, memory_format, out);
  return out;
}
Tensor Tensor::new_empty(IntArrayRef size, TensorOptions options) const {
  return detail::modes_listen()
      ? op::new_empty.call_cold(*this, size, options)
      : composite::new_empty(*this, size, options);
}
Tensor& new_empty_out(Tensor& out, const Tensor& self, IntArrayRef size) {
  detail::modes_listen()
      ? op::new_empty_out.call_cold(self, size, out)
      : composite::new_empty_out(self, size, out);
  return out;
}
Tensor Tensor::new_empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options) const {
  return detail::modes_listen()
      ? op::new_empty_strided.call_cold(*this, size, stride, options)
      : composite::new_empty_strided(*this, size, stride, options);
}
Tensor& new_empty_strided_out(Tensor& out, const Tensor& self, IntArrayRef size, IntArrayRef stride) {
  detail::modes_listen()
      ? op::new_empty_strided_out.call_cold(self, size, stride, out)
      : composite::new_empty_strided_out(self, size, stride, out);
  return out;
}
Tensor Tensor::new_zeros(IntArrayRef size, TensorOptions options) const {
  return detail::modes_listen()
      ? op::new_zeros.call_cold(*this, size, options)
      : composite::new_zeros(*this, size, options);
}
Tensor& new_zeros_out(Tensor& out, const Tensor& self, IntArrayRef size) {
  detail::modes_listen()
      ? op::new_zeros_out.call_cold(self, size, out)
      : composite::new_zeros_out(self, size, out);
  return out;
}
Tensor Tensor::new_ones(IntArrayRef size, TensorOptions options) const {
  return detail::modes_listen()
      ? op::new_ones.call_cold(*this, size, options)
      : composite::new_ones(*this, size, options);
}
Tensor& new_ones_out(Tensor& out, const Tensor& self, IntArrayRef size) {
  detail::modes_listen()
      ? op::new_ones_out.call_cold(self, size, out)
      : composite::new_ones_out(self, size, out);
  return out;
}
Tensor Tensor::new_full(IntArrayRef size, const Scalar& fill_value, TensorOptions options) const {
  return detail::modes_listen()
      ? op::new_full.call_cold(*this, size, fill_value, options)
      : composite::new_full(*this, size, fill_value, options);
}
Tensor& new_full_out(Tensor& out, const Tensor& self, IntArrayRef size, const Scalar& fill_value) {
  detail::modes_listen()
      ? op::new_full_out.call_cold(self, size, fill_value, out)
      : composite::new_full_out(self, size, fill_value, out);
  return out;
}
Tensor arange(const Scalar& end, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::arange_end.call_cold(end, options)
      : composite::arange_end(end, options), options);
}
Tensor arange(const Scalar& start, const Scalar& end, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::arange_start.call_cold(start, end, options)
      : composite::arange_start(start, end, options), options);
}
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options) {
  return detail::with_requires_grad(op::arange(start, end, step, options), options);
}
Tensor& arange_out(Tensor& out, const Scalar& end) {
  detail::modes_listen() ? op::arange_out.call_cold(end, out) : composite::arange_out(end, out);
  return out;
}
Tensor& arange_out(Tensor& out, const Scalar& start, const Scalar& end, const Scalar& step) {
  detail::modes_listen()
      ? op::arange_start_out.call_cold(start, end, step, out)
      : composite::arange_start_out(start, end, step, out);
  return out;
}
Tensor range(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::range_step.call_cold(start, end, step, options)
      : composite::range_step(start, end, step, options), options);
}
Tensor range(const Scalar& start, const Scalar& end, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::range.call_cold(start, end, options)
      : composite::range(start, end, options), options);
}
Tensor& range_out(Tensor& out, const Scalar& start, const Scalar& end, const Scalar& step) {
  detail::modes_listen()
      ? op::range_step_out.call_cold(start, end, step, out)
      : composite::range_step_out(start, end, step, out);
  return out;
}
Tensor& range_out(Tensor& out, const Scalar& start, const Scalar& end) {
  detail::modes_listen()
      ? op::range_out_.call_cold(start, end, out)
      : composite::range_out_(start, end, out);
  return out;
}
Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options) {
  return detail::with_requires_grad(op::linspace(start, end, steps, options), options);
}
Tensor& linspace_out(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps) {
  detail::modes_listen()
      ? op::linspace_out.call_cold(start, end, steps, out)
      : composite::linspace_out(start, end, steps, out);
  return out;
}
Tensor eye(int64_t n, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::eye.call_cold(n, options)
      : composite::eye(n, options), options);
}
Tensor eye(int64_t n, int64_t m, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::eye_m.call_cold(n, m, options)
      : composite::eye_m(n, m, options), options);
}
Tensor& eye_out(Tensor& out, int64_t n) {
  detail::modes_listen() ? op::eye_out.call_cold(n, out) : composite::eye_out(n, out);
  return out;
}
Tensor& eye_out(Tensor& out, int64_t n, int64_t m) {
  detail::modes_listen() ? op::eye_m_out.call_cold(n, m, out) : composite::eye_m_out(n, m, out);
  return out;
}
Tensor tril_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::tril_indices.call_cold(row, col, offset, options)
      : composite::tril_indices(row, col, offset, options), options);
}
Tensor& tril_indices_out(Tensor& out, int64_t row, int64_t col, int64_t offset) {
  detail::modes_listen()
      ? op::tril_indices_out.call_cold(row, col, offset, out)
      : composite::tril_indices_out(row, col, offset, out);
  return out;
}
Tensor triu_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::triu_indices.call_cold(row, col, offset, options)
      : composite::triu_indices(row, col, offset, options), options);
}
Tensor& triu_indices_out(Tensor& out, int64_t row, int64_t col, int64_t offset) {
  detail::modes_listen()
      ? op::triu_indices_out.call_cold(row, col, offset, out)
      : composite::triu_indices_out(row, col, offset, out);
  return out;
}
Tensor logspace(const Scalar& start, const Scalar& end, int64_t steps, double base, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::logspace.call_cold(start, end, steps, base, options)
      : composite::logspace(start, end, steps, base, options), options);
}
Tensor& logspace_out(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps, double base) {
  detail::modes_listen()
      ? op::logspace_out.call_cold(start, end, steps, base, out)
      : composite::logspace_out(start, end, steps, base, out);
  return out;
}
Tensor bartlett_window(int64_t window_length, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::bartlett_window_default.call_cold(window_length, options)
      : composite::bartlett_window_default(window_length, options), options);
}
Tensor& bartlett_window_out(Tensor& out, int64_t window_length) {
  detail::modes_listen()
      ? op::bartlett_window_out.call_cold(window_length, out)
      : composite::bartlett_window_out(window_length, out);
  return out;
}
Tensor bartlett_window(int64_t window_length, bool periodic, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::bartlett_window.call_cold(window_length, periodic, options)
      : composite::bartlett_window(window_length, periodic, options), options);
}
Tensor& bartlett_window_out(Tensor& out, int64_t window_length, bool periodic) {
  detail::modes_listen()
      ? op::bartlett_window_periodic_out.call_cold(window_length, periodic, out)
      : composite::bartlett_window_periodic_out(window_length, periodic, out);
  return out;
}
Tensor blackman_window(int64_t window_length, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::blackman_window_default.call_cold(window_length, options)
      : composite::blackman_window_default(window_length, options), options);
}
Tensor& blackman_window_out(Tensor& out, int64_t window_length) {
  detail::modes_listen()
      ? op::blackman_window_out.call_cold(window_length, out)
      : composite::blackman_window_out(window_length, out);
  return out;
}
Tensor blackman_window(int64_t window_length, bool periodic, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::blackman_window.call_cold(window_length, periodic, options)
      : composite::blackman_window(window_length, periodic, options), options);
}
Tensor& blackman_window_out(Tensor& out, int64_t window_length, bool periodic) {
  detail::modes_listen()
      ? op::blackman_window_periodic_out.call_cold(window_length, periodic, out)
      : composite::blackman_window_periodic_out(window_length, periodic, out);
  return out;
}
Tensor hann_window(int64_t window_length, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::hann_window_default.call_cold(window_length, options)
      : composite::hann_window_default(window_length, options), options);
}
Tensor& hann_window_out(Tensor& out, int64_t window_length) {
  detail::modes_listen()
      ? op::hann_window_out.call_cold(window_length, out)
      : composite::hann_window_out(window_length, out);
  return out;
}
Tensor hann_window(int64_t window_length, bool periodic, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::hann_window.call_cold(window_length, periodic, options)
      : composite::hann_window(window_length, periodic, options), options);
}
Tensor& hann_window_out(Tensor& out, int64_t window_length, bool periodic) {
  detail::modes_listen()
      ? op::hann_window_periodic_out.call_cold(window_length, periodic, out)
      : composite::hann_window_periodic_out(window_length, periodic, out);
  return out;
}
Tensor hamming_window(int64_t window_length, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::hamming_window_default.call_cold(window_length, options)
      : composite::hamming_window_default(window_length, options), options);
}
Tensor& hamming_window_out(Tensor& out, int64_t window_length) {
  detail::modes_listen()
      ? op::hamming_window_out.call_cold(window_length, out)
      : composite::hamming_window_out(window_length, out);
  return out;
}
Tensor hamming_window(int64_t window_length, bool periodic, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::hamming_window_periodic.call_cold(window_length, periodic, options)
      : composite::hamming_window_periodic(window_length, periodic, options), options);
}
Tensor& hamming_window_out(Tensor& out, int64_t window_length, bool periodic) {
  detail::modes_listen()
      ? op::hamming_window_periodic_out.call_cold(window_length, periodic, out)
      : composite::hamming_window_periodic_out(window_length, periodic, out);
  return out;
}
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::hamming_window_periodic_alpha.call_cold(window_length, periodic, alpha, options)
      : composite::hamming_window_periodic_alpha(window_length, periodic, alpha, options), options);
}
Tensor& hamming_window_out(Tensor& out, int64_t window_length, bool periodic, double alpha) {
  detail::modes_listen()
      ? op::hamming_window_periodic_alpha_out.call_cold(window_length, periodic, alpha, out)
      : composite::hamming_window_periodic_alpha_out(window_length, periodic, alpha, out);
  return out;
}
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, double beta, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::hamming_window.call_cold(window_length, periodic, alpha, beta, options)
      : composite::hamming_window(window_length, periodic, alpha, beta, options), options);
}
Tensor& hamming_window_out(Tensor& out, int64_t window_length, bool periodic, double alpha, double beta) {
  detail::modes_listen()
      ? op::hamming_window_beta_out.call_cold(window_length, periodic, alpha, beta, out)
      : composite::hamming_window_beta_out(window_length, periodic, alpha, beta, out);
  return out;
}
Tensor kaiser_window(int64_t window_length, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::kaiser_window_default.call_cold(window_length, options)
      : composite::kaiser_window_default(window_length, options), options);
}
Tensor& kaiser_window_out(Tensor& out, int64_t window_length) {
  detail::modes_listen()
      ? op::kaiser_window_out.call_cold(window_length, out)
      : composite::kaiser_window_out(window_length, out);
  return out;
}
Tensor kaiser_window(int64_t window_length, bool periodic, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::kaiser_window_periodic.call_cold(window_length, periodic, options)
      : composite::kaiser_window_periodic(window_length, periodic, options), options);
}
Tensor& kaiser_window_out(Tensor& out, int64_t window_length, bool periodic) {
  detail::modes_listen()
      ? op::kaiser_window_periodic_out.call_cold(window_length, periodic, out)
      : composite::kaiser_window_periodic_out(window_length, periodic, out);
  return out;
}
Tensor kaiser_window(int64_t window_length, bool periodic, double beta, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::kaiser_window.call_cold(window_length, periodic, beta, options)
      : composite::kaiser_window(window_length, periodic, beta, options), options);
}
Tensor& kaiser_window_out(Tensor& out, int64_t window_length, bool periodic, double beta) {
  detail::modes_listen()
      ? op::kaiser_window_beta_out.call_cold(window_length, periodic, beta, out)
      : composite::kaiser_window_beta_out(window_length, periodic, beta, out);
  return out;
}
Tensor rand(IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::rand.call_cold(size, options)
      : composite::rand(size, options), options);
}
Tensor rand(IntArrayRef size, const optional<Generator>& generator, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::rand_generator.call_cold(size, or_undefined(generator), options)
      : composite::rand_generator(size, or_undefined(generator), options), options);
}
Tensor& rand_out(Tensor& out, IntArrayRef size) {
  detail::modes_listen() ? op::rand_out.call_cold(size, out) : composite::rand_out(size, out);
  return out;
}
Tensor& rand_out(Tensor& out, IntArrayRef size, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::rand_generator_out.call_cold(size, or_undefined(generator), out)
      : composite::rand_generator_out(size, or_undefined(generator), out);
  return out;
}
Tensor randn(IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randn.call_cold(size, options)
      : composite::randn(size, options), options);
}
Tensor randn(IntArrayRef size, const optional<Generator>& generator, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randn_generator.call_cold(size, or_undefined(generator), options)
      : composite::randn_generator(size, or_undefined(generator), options), options);
}
Tensor& randn_out(Tensor& out, IntArrayRef size) {
  detail::modes_listen() ? op::randn_out.call_cold(size, out) : composite::randn_out(size, out);
  return out;
}
Tensor& randn_out(Tensor& out, IntArrayRef size, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::randn_generator_out.call_cold(size, or_undefined(generator), out)
      : composite::randn_generator_out(size, or_undefined(generator), out);
  return out;
}
Tensor randint(int64_t high, IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randint.call_cold(high, size, options)
      : composite::randint(high, size, options), options);
}
Tensor randint(int64_t high, IntArrayRef size, const optional<Generator>& generator, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randint_generator.call_cold(high, size, or_undefined(generator), options)
      : composite::randint_generator(high, size, or_undefined(generator), options), options);
}
Tensor randint(int64_t low, int64_t high, IntArrayRef size, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randint_low.call_cold(low, high, size, options)
      : composite::randint_low(low, high, size, options), options);
}
Tensor randint(int64_t low, int64_t high, IntArrayRef size, const optional<Generator>& generator,
               TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randint_low_generator.call_cold(low, high, size, or_undefined(generator), options)
      : composite::randint_low_generator(low, high, size, or_undefined(generator), options), options);
}
Tensor& randint_out(Tensor& out, int64_t high, IntArrayRef size) {
  detail::modes_listen()
      ? op::randint_out.call_cold(high, size, out)
      : composite::randint_out(high, size, out);
  return out;
}
Tensor& randint_out(Tensor& out, int64_t high, IntArrayRef size, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::randint_generator_out.call_cold(high, size, or_undefined(generator), out)
      : composite::randint_generator_out(high, size, or_undefined(generator), out);
  return out;
}
Tensor& randint_out(Tensor& out, int64_t low, int64_t high, IntArrayRef size) {
  detail::modes_listen()
      ? op::randint_low_out.call_cold(low, high, size, out)
      : composite::randint_low_out(low, high, size, out);
  return out;
}
Tensor& randint_out(Tensor& out, int64_t low, int64_t high, IntArrayRef size, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::randint_low_generator_out.call_cold(low, high, size, or_undefined(generator), out)
      : composite::randint_low_generator_out(low, high, size, or_undefined(generator), out);
  return out;
}
Tensor randperm(int64_t n, TensorOptions options) {
  return detail::with_requires_grad(detail::modes_listen()
      ? op::randperm_default.call_cold(n, options)
      : composite::randperm_default(n, options), options);
}
Tensor randperm(int64_t n, const optional<Generator>& generator, TensorOptions options) {
  return detail::with_requires_grad(op::randperm(n, or_undefined(generator), options), options);
}
Tensor& randperm_out(Tensor& out, int64_t n) {
  detail::modes_listen() ? op::randperm_out.call_cold(n, out) : composite::randperm_out(n, out);
  return out;
}
Tensor& randperm_out(Tensor& out, int64_t n, const optional<Generator>& generator) {
  detail::modes_listen()
      ? op::randperm_generator_out.call_cold(n, or_undefined(generator), out)
      : composite::randperm_generator_out(n, or_undefined(generator), out);
  return out;
}
Tensor& Tensor::copy_(const Tensor& src, bool non_blocking) const {
  op::copy(Out::in_place(*this), *this, src, non_blocking);
  return writable(*this);
}
Tensor copy(const Tensor& self, const Tensor& src, bool non_blocking) {
  return op::copy(Out(), self, src, non_blocking);
}
Tensor& copy_out(Tensor& out, const Tensor& self, const Tensor& src, bool non_blocking) {
  op::copy(Out::to(out), self, src, non_blocking);
  return out;
}
Tensor& Tensor::fill_(const Scalar& value) const {
  op::fill(Out::in_place(*this), *this, value);
  return writable(*this);
}
Tensor fill(const Tensor& self, const Scalar& value) { return op::fill(Out(), self, value); }
Tensor& fill_(Tensor& self, const Scalar& value) {
  op::fill(Out::in_place(self), self, value);
  return self;
}
Tensor& fill_out(Tensor& out, const Tensor& self, const Scalar& value) {
  op::fill(Out::to(out), self, value);
  return out;
}
Tensor& Tensor::fill_(const Tensor& value) const {
  op::fill_tensor(Out::in_place(*this), *this, value);
  return writable(*this);
}
Tensor fill(const Tensor& self, const Tensor& value) { return op::fill_tensor(Out(), self, value); }
Tensor& fill_(Tensor& self, const Tensor& value) {
  op::fill_tensor(Out::in_place(self), self, value);
  return self;
}
Tensor& fill_out(Tensor& out, const Tensor& self, const Tensor& value) {
  op::fill_tensor(Out::to(out), self, value);
  return out;
}
Tensor& Tensor::zero_() const {
  detail::modes_listen()
      ? op::zero.call_cold(Out::in_place(*this), *this)
      : composite::zero(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor zero(const Tensor& self) {
  return detail::modes_listen() ? op::zero.call_cold(Out(), self) : composite::zero(Out(), self);
}
Tensor& zero_(Tensor& self) {
  detail::modes_listen()
      ? op::zero.call_cold(Out::in_place(self), self)
      : composite::zero(Out::in_place(self), self);
  return self;
}
Tensor& zero_out(Tensor& out, const Tensor& self) {
  detail::modes_listen() ? op::zero.call_cold(Out::to(out), self) : composite::zero(Out::to(out), self);
  return out;
}
Tensor& Tensor::fill_diagonal_(const Scalar& fill_value, bool wrap) const {
  detail::modes_listen()
      ? op::fill_diagonal_.call_cold(*this, fill_value, wrap)
      : composite::fill_diagonal_(*this, fill_value, wrap);
  return writable(*this);
}
Tensor Tensor::clone(optional<MemoryFormat> memory_format) const { return op::clone(*this, memory_format); }
Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format) { return op::clone(self, memory_format); }
Tensor& clone_out(Tensor& out, const Tensor& self, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::clone_out.call_cold(self, memory_format, out)
      : composite::clone_out(self, memory_format, out);
  return out;
}
Tensor Tensor::contiguous(MemoryFormat memory_format) const {
  return detail::modes_listen()
      ? op::contiguous.call_cold(*this, memory_format)
      : composite::contiguous(*this, memory_format);
}
Tensor _to_copy(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format) {
  return detail::with_requires_grad(op::to_copy(self, options, non_blocking, memory_format), options);
}
Tensor& _to_copy_out(Tensor& out, const Tensor& self, bool non_blocking, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::_to_copy_out.call_cold(self, non_blocking, memory_format, out)
      : composite::_to_copy_out(self, non_blocking, memory_format, out);
  return out;
}
Tensor Tensor::to(TensorOptions options, bool non_blocking, bool copy, optional<MemoryFormat> memory_format) const {
  return detail::modes_listen()
      ? op::to_dtype_layout.call_cold(*this, options, non_blocking, copy, memory_format)
      : composite::to_dtype_layout(*this, options, non_blocking, copy, memory_format);
}
Tensor Tensor::to(Device device, ScalarType dtype, bool non_blocking, bool copy,
                  optional<MemoryFormat> memory_format) const {
  return detail::modes_listen()
      ? op::to_device.call_cold(*this, device, dtype, non_blocking, copy, memory_format)
      : composite::to_device(*this, device, dtype, non_blocking, copy, memory_format);
}
Tensor Tensor::to(ScalarType dtype, bool non_blocking, bool copy, optional<MemoryFormat> memory_format) const {
  return detail::modes_listen()
      ? op::to_dtype.call_cold(*this, dtype, non_blocking, copy, memory_format)
      : composite::to_dtype(*this, dtype, non_blocking, copy, memory_format);
}
Tensor Tensor::to(const Tensor& other, bool non_blocking, bool copy, optional<MemoryFormat> memory_format) const {
  return detail::modes_listen()
      ? op::to_other.call_cold(*this, other, non_blocking, copy, memory_format)
      : composite::to_other(*this, other, non_blocking, copy, memory_format);
}
Tensor Tensor::type_as(const Tensor& other) const {
  return detail::modes_listen() ? op::type_as.call_cold(*this, other) : composite::type_as(*this, other);
}
Scalar Tensor::item() const {
  return detail::modes_listen() ? op::only_element.call_cold(*this) : composite::only_element(*this);
}
Scalar _local_scalar_dense(const Tensor& self) { return op::item(self); }
bool Tensor::is_pinned(optional<Device> device) const {
  return detail::modes_listen() ? op::is_pinned.call_cold(*this, device) : composite::is_pinned(*this, device);
}
Tensor Tensor::pin_memory(optional<Device> device) const {
  return detail::modes_listen() ? op::pin_memory.call_cold(*this, device) : composite::pin_memory(*this, device);
}
Tensor resize(const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format) {
  return detail::modes_listen()
      ? op::resize.call_cold(Out(), self, size, memory_format)
      : composite::resize(Out(), self, size, memory_format);
}
Tensor& resize_out(Tensor& out, const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::resize.call_cold(Out::to(out), self, size, memory_format)
      : composite::resize(Out::to(out), self, size, memory_format);
  return out;
}
Tensor& Tensor::resize_(IntArrayRef size, optional<MemoryFormat> memory_format) const {
  detail::modes_listen()
      ? op::resize_.call_cold(*this, size, memory_format)
      : composite::resize_(*this, size, memory_format);
  return writable(*this);
}
Tensor resize_as(const Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format) {
  return detail::modes_listen()
      ? op::resize_as.call_cold(Out(), self, the_template, memory_format)
      : composite::resize_as(Out(), self, the_template, memory_format);
}
Tensor& resize_as_out(Tensor& out, const Tensor& self, const Tensor& the_template,
                      optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::resize_as.call_cold(Out::to(out), self, the_template, memory_format)
      : composite::resize_as(Out::to(out), self, the_template, memory_format);
  return out;
}
Tensor& Tensor::resize_as_(const Tensor& the_template, optional<MemoryFormat> memory_format) const {
  detail::modes_listen()
      ? op::resize_as_.call_cold(*this, the_template, memory_format)
      : composite::resize_as_(*this, the_template, memory_format);
  return writable(*this);
}
Tensor& resize_as_(Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format) {
  detail::modes_listen()
      ? op::resize_as_.call_cold(self, the_template, memory_format)
      : composite::resize_as_(self, the_template, memory_format);
  return self;
}
Tensor& Tensor::set_() const {
  detail::modes_listen()
      ? op::set_empty.call_cold(Out::in_place(*this), *this)
      : composite::set_empty(Out::in_place(*this), *this);
  return writable(*this);
}
Tensor set(const Tensor& self) {
  return detail::modes_listen() ? op::set_empty.call_cold(Out(), self) : composite::set_empty(Out(), self);
}
Tensor& set_out(Tensor& out, const Tensor& self) {
  detail::modes_listen()
      ? op::set_empty.call_cold(Out::to(out), self)
      : composite::set_empty(Out::to(out), self);
  return out;
}
Tensor& Tensor::set_(const Tensor& source) const {
  detail::modes_listen()
      ? op::set_source_Tensor.call_cold(Out::in_place(*this), *this, source)
      : composite::set_source_Tensor(Out::in_place(*this), *this, source);
  return writable(*this);
}
Tensor set(const Tensor& self, const Tensor& source) {
  return detail::modes_listen()
      ? op::set_source_Tensor.call_cold(Out(), self, source)
      : composite::set_source_Tensor(Out(), self, source);
}
Tensor& set_out(Tensor& out, const Tensor& self, const Tensor& source) {
  detail::modes_listen()
      ? op::set_source_Tensor.call_cold(Out::to(out), self, source)
      : composite::set_source_Tensor(Out::to(out), self, source);
  return out;
}
Tensor& Tensor::set_(const Tensor& source, int64_t storage_offset, IntArrayRef size, IntArrayRef stride) const {
  detail::modes_listen()
      ? op::set_part.call_cold(*this, source, storage_offset, size, stride)
      : composite::set_part(*this, source, storage_offset, size, stride);
  return writable(*this);
}
Tensor Tensor::detach() const {
  return detail::modes_listen() ? op::detach.call_cold(*this) : composite::detach(*this);
}
Tensor detach(const Tensor& self) {
  return detail::modes_listen() ? op::detach.call_cold(self) : composite::detach(self);
}
Tensor& Tensor::detach_() const {
  detail::modes_listen() ? op::detach_.call_cold(*this) : composite::detach_(*this);
  return writable(*this);
}
Tensor& detach_(Tensor& self) {
  detail::modes_listen() ? op::detach_.call_cold(self) : composite::detach_(self);
  return self;
}
Tensor Tensor::data() const { return detail::modes_listen() ? op::data.call_cold(*this) : composite::data(*this); }
void Tensor::set_data(const Tensor& new_data) const {
  return detail::modes_listen() ? op::set_data.call_cold(*this, new_data) : composite::set_data(*this, new_data);
}

namespace kernels {

TORCHPP_API void set_arange(DispatchKey key, Tensor (*kernel)(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options)) { op::arange.set_kernel(key, kernel); }
TORCHPP_API void set_linspace(DispatchKey key, Tensor (*kernel)(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options)) { op::linspace.set_kernel(key, kernel); }
TORCHPP_API void set_randperm(DispatchKey key, Tensor (*kernel)(int64_t n, const Generator& generator, TensorOptions options)) { op::randperm.set_kernel(key, kernel); }
TORCHPP_API void set_copy(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& src, bool non_blocking)) { op::copy.set_kernel(key, kernel); }
TORCHPP_API void set_fill(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Scalar& value)) { op::fill.set_kernel(key, kernel); }
TORCHPP_API void set_fill_tensor(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& value)) { op::fill_tensor.set_kernel(key, kernel); }
TORCHPP_API void set_clone(DispatchKey key, Tensor (*kernel)(const Tensor& self, optional<MemoryFormat> memory_format)) { op::clone.set_kernel(key, kernel); }
TORCHPP_API void set_to_copy(DispatchKey key, Tensor (*kernel)(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format)) { op::to_copy.set_kernel(key, kernel); }
TORCHPP_API void set_item(DispatchKey key, Scalar (*kernel)(const Tensor& self)) { op::item.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
