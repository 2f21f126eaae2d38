// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/pooling.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/pooling.h>

#include "src/ops/forward.h"
#include "src/ops/generated/pooling.h"
#include "src/ops/pooling_rules.h"
#include "src/ops/structured.h"

namespace torchpp {

namespace op {

inline namespace T_of_T_is_is_is_is_b {
TORCHPP_CONSTINIT decltype(op::max_pool1d) max_pool1d(decltype(op::max_pool1d)::AllBackends(),
    "max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> Tensor",
    &composite::max_pool1d, &composite::max_pool1d, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_T_is_is_is_is_b {
TORCHPP_CONSTINIT decltype(op::max_pool1d_with_indices) max_pool1d_with_indices(decltype(op::max_pool1d_with_indices)::AllBackends(),
    "max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)",
    &composite::max_pool1d_with_indices, &composite::max_pool1d_with_indices, OpTraits{false, false, false, true, true});
}
inline namespace T_of_T_is_is_is_is_b {
TORCHPP_CONSTINIT decltype(op::max_pool2d) max_pool2d(
    "max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> Tensor",
    &Structured<&rule::max_pool2d, &cpu::pool_maxima>::functional, &derivative::max_pool2d, OpTraits{false, false, true, false, false, Batching::kSamples});
}
inline namespace TT_of_out_T_is_is_is_is_b {
TORCHPP_CONSTINIT decltype(op::max_pool2d_with_indices) max_pool2d_with_indices(
    "max_pool2d_with_indices|:out:indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)",
    &Structured<&rule::max_pool2d_with_indices, &cpu::pool_maxima_with_indices>::call, &derivative::max_pool2d_with_indices, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T_is_is_is_is_b_T {
TORCHPP_CONSTINIT decltype(op::max_pool2d_with_indices_backward) max_pool2d_with_indices_backward(
    "max_pool2d_with_indices_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor",
    &Structured<&rule::max_pool2d_with_indices_backward, &cpu::pool_maxima_gradient>::call, &derivative::max_pool2d_with_indices_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_is_is_is_is_b {
TORCHPP_CONSTINIT decltype(op::max_pool3d) max_pool3d(decltype(op::max_pool3d)::AllBackends(),
    "max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> Tensor",
    &composite::max_pool3d, &composite::max_pool3d, OpTraits{false, false, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace TT_of_out_T_is_is_is_is_b {
TORCHPP_CONSTINIT decltype(op::max_pool3d_with_indices) max_pool3d_with_indices(
    "max_pool3d_with_indices|:out:indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)",
    &Structured<&rule::max_pool3d_with_indices, &cpu::pool_maxima_with_indices>::call, &derivative::max_pool3d_with_indices, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T_is_is_is_is_b_T {
TORCHPP_CONSTINIT decltype(op::max_pool3d_with_indices_backward) max_pool3d_with_indices_backward(
    "max_pool3d_with_indices_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] padding, int[3] dilation, bool ceil_mode, Tensor indices) -> Tensor",
    &Structured<&rule::max_pool3d_with_indices_backward, &cpu::pool_maxima_gradient>::call, &derivative::max_pool3d_with_indices_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_is_is_is_b_b {
TORCHPP_CONSTINIT decltype(op::avg_pool1d) avg_pool1d(decltype(op::avg_pool1d)::AllBackends(),
    "avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, bool ceil_mode=False, bool count_include_pad=True) -> Tensor",
    &composite::avg_pool1d, &composite::avg_pool1d, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_is_is_is_b_b_io {
TORCHPP_CONSTINIT decltype(op::avg_pool2d) avg_pool2d(
    "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
    &Structured<&rule::avg_pool2d, &cpu::pool_averages>::call, &derivative::avg_pool2d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T_is_is_is_b_b_io {
TORCHPP_CONSTINIT decltype(op::avg_pool2d_backward) avg_pool2d_backward(
    "avg_pool2d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
    &Structured<&rule::avg_pool2d_backward, &cpu::pool_averages_gradient>::call, &derivative::avg_pool2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is_is_is_b_b_io {
TORCHPP_CONSTINIT decltype(op::avg_pool3d) avg_pool3d(
    "avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
    &Structured<&rule::avg_pool3d, &cpu::pool_averages>::call, &derivative::avg_pool3d, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is_is_is_b_b_io {
TORCHPP_CONSTINIT decltype(op::avg_pool3d_backward) avg_pool3d_backward(
    "avg_pool3d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
    &Structured<&rule::avg_pool3d_backward, &cpu::pool_averages_gradient>::call, &derivative::avg_pool3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_avg_pool1d) adaptive_avg_pool1d(decltype(op::adaptive_avg_pool1d)::AllBackends(),
    "adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor",
    &composite::adaptive_avg_pool1d, &composite::adaptive_avg_pool1d, OpTraits{false, false, false, true, true});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_avg_pool2d_any) adaptive_avg_pool2d_any(decltype(op::adaptive_avg_pool2d_any)::AllBackends(),
    "adaptive_avg_pool2d(Tensor self, int[2] output_size) -> Tensor",
    &composite::adaptive_avg_pool2d_any, &composite::adaptive_avg_pool2d_any, OpTraits{false, true, false, true, true});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_avg_pool2d) adaptive_avg_pool2d(
    "_adaptive_avg_pool2d(Tensor self, int[2] output_size) -> Tensor",
    &Structured<&rule::adaptive_avg_pool2d, &cpu::adaptive_averages>::call, &derivative::adaptive_avg_pool2d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::adaptive_avg_pool2d_backward) adaptive_avg_pool2d_backward(
    "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor",
    &Structured<&rule::adaptive_avg_pool2d_backward, &cpu::adaptive_averages_gradient>::call, &derivative::adaptive_avg_pool2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_avg_pool3d_any) adaptive_avg_pool3d_any(decltype(op::adaptive_avg_pool3d_any)::AllBackends(),
    "adaptive_avg_pool3d(Tensor self, int[3] output_size) -> Tensor",
    &composite::adaptive_avg_pool3d_any, &composite::adaptive_avg_pool3d_any, OpTraits{false, true, false, true, true, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_avg_pool3d) adaptive_avg_pool3d(
    "_adaptive_avg_pool3d(Tensor self, int[3] output_size) -> Tensor",
    &Structured<&rule::adaptive_avg_pool3d, &cpu::adaptive_averages>::call, &derivative::adaptive_avg_pool3d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T {
TORCHPP_CONSTINIT decltype(op::adaptive_avg_pool3d_backward) adaptive_avg_pool3d_backward(
    "_adaptive_avg_pool3d_backward(Tensor grad_output, Tensor self) -> Tensor",
    &Structured<&rule::adaptive_avg_pool3d_backward, &cpu::adaptive_averages_gradient>::call, &derivative::adaptive_avg_pool3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace TT_of_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_max_pool1d) adaptive_max_pool1d(decltype(op::adaptive_max_pool1d)::AllBackends(),
    "adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)",
    &composite::adaptive_max_pool1d, &composite::adaptive_max_pool1d, OpTraits{false, false, false, true, true});
}
inline namespace TT_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_max_pool2d) adaptive_max_pool2d(
    "adaptive_max_pool2d|:out:indices(Tensor self, int[2] output_size) -> (Tensor, Tensor)",
    &Structured<&rule::adaptive_max_pool2d, &cpu::adaptive_maxima>::call, &derivative::adaptive_max_pool2d, OpTraits{false, true, true, false, false, Batching::kSamples});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::adaptive_max_pool2d_backward) adaptive_max_pool2d_backward(
    "adaptive_max_pool2d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Tensor indices) -> Tensor",
    &Structured<&rule::adaptive_max_pool2d_backward, &cpu::indexed_gradient>::call, &derivative::adaptive_max_pool2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace TT_of_out_T_is {
TORCHPP_CONSTINIT decltype(op::adaptive_max_pool3d) adaptive_max_pool3d(
    "adaptive_max_pool3d|:out:indices(Tensor self, int[3] output_size) -> (Tensor, Tensor)",
    &Structured<&rule::adaptive_max_pool3d, &cpu::adaptive_maxima>::call, &derivative::adaptive_max_pool3d, OpTraits{false, true, true, false, false, Batching::kSamples, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_T {
TORCHPP_CONSTINIT decltype(op::adaptive_max_pool3d_backward) adaptive_max_pool3d_backward(
    "adaptive_max_pool3d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, Tensor indices) -> Tensor",
    &Structured<&rule::adaptive_max_pool3d_backward, &cpu::indexed_gradient>::call, &derivative::adaptive_max_pool3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace TT_of_out_T_is_is_T {
TORCHPP_CONSTINIT decltype(op::fractional_max_pool2d) fractional_max_pool2d(
    "fractional_max_pool2d|output:output:indices(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples) -> (Tensor, Tensor)",
    &Structured<&rule::fractional_max_pool2d, &cpu::fractional_maxima>::call, &derivative::fractional_max_pool2d, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is_is_T {
TORCHPP_CONSTINIT decltype(op::fractional_max_pool2d_backward) fractional_max_pool2d_backward(
    "fractional_max_pool2d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] output_size, Tensor indices) -> Tensor",
    &Structured<&rule::fractional_max_pool2d_backward, &cpu::indexed_gradient>::call, &derivative::fractional_max_pool2d_backward, OpTraits{false, true, true, false, false});
}
inline namespace TT_of_out_T_is_is_T {
TORCHPP_CONSTINIT decltype(op::fractional_max_pool3d) fractional_max_pool3d(
    "fractional_max_pool3d|output:output:indices(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples) -> (Tensor, Tensor)",
    &Structured<&rule::fractional_max_pool3d, &cpu::fractional_maxima>::call, &derivative::fractional_max_pool3d, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is_is_T {
TORCHPP_CONSTINIT decltype(op::fractional_max_pool3d_backward) fractional_max_pool3d_backward(
    "fractional_max_pool3d_backward|grad_input:grad_input(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] output_size, Tensor indices) -> Tensor",
    &Structured<&rule::fractional_max_pool3d_backward, &cpu::indexed_gradient>::call, &derivative::fractional_max_pool3d_backward, OpTraits{false, true, true, false, false});
}
inline namespace T_of_out_T_T_is {
TORCHPP_CONSTINIT decltype(op::max_unpool2d) max_unpool2d(
    "max_unpool2d(Tensor self, Tensor indices, int[2] output_size) -> Tensor",
    &Structured<&rule::max_unpool2d, &cpu::unpool>::call, &derivative::max_unpool2d, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}
inline namespace T_of_out_T_T_is_is_is {
TORCHPP_CONSTINIT decltype(op::max_unpool3d) max_unpool3d(
    "max_unpool3d(Tensor self, Tensor indices, int[3] output_size, int[3] stride, int[3] padding) -> Tensor",
    &Structured<&rule::max_unpool3d, &cpu::unpool>::call, &derivative::max_unpool3d, OpTraits{false, true, true, false, false, Batching::kEach, Autocast::kFp32, Autocast::kNone});
}

}  // namespace op

Tensor max_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  return detail::modes_listen()
      ? op::max_pool1d.call_cold(self, kernel_size, stride, padding, dilation, ceil_mode)
      : composite::max_pool1d(self, kernel_size, stride, padding, dilation, ceil_mode);
}
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return detail::modes_listen()
      ? op::max_pool1d_with_indices.call_cold(self, kernel_size, stride, padding, dilation, ceil_mode)
      : composite::max_pool1d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode);
}
Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  return op::max_pool2d(self, kernel_size, stride, padding, dilation, ceil_mode);
}
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return op::max_pool2d_with_indices(Out(), self, kernel_size, stride, padding, dilation, ceil_mode);
}
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         IntArrayRef kernel_size, IntArrayRef stride,
                                                         IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  const Tensor* const outs[] = {&out, &indices};
  op::max_pool2d_with_indices(Out::to(outs), self, kernel_size, stride, padding, dilation, ceil_mode);
  return {out, indices};
}
Tensor max_pool2d_with_indices_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices) {
  return op::max_pool2d_with_indices_backward(Out(), grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
}
Tensor& max_pool2d_with_indices_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                             IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                             IntArrayRef dilation, bool ceil_mode, const Tensor& indices) {
  op::max_pool2d_with_indices_backward(Out::to(grad_input), grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
  return grad_input;
}
Tensor max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  return detail::modes_listen()
      ? op::max_pool3d.call_cold(self, kernel_size, stride, padding, dilation, ceil_mode)
      : composite::max_pool3d(self, kernel_size, stride, padding, dilation, ceil_mode);
}
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return op::max_pool3d_with_indices(Out(), self, kernel_size, stride, padding, dilation, ceil_mode);
}
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         IntArrayRef kernel_size, IntArrayRef stride,
                                                         IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  const Tensor* const outs[] = {&out, &indices};
  op::max_pool3d_with_indices(Out::to(outs), self, kernel_size, stride, padding, dilation, ceil_mode);
  return {out, indices};
}
Tensor max_pool3d_with_indices_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                        IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                        const Tensor& indices) {
  return op::max_pool3d_with_indices_backward(Out(), grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
}
Tensor& max_pool3d_with_indices_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                             IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                                             IntArrayRef dilation, bool ceil_mode, const Tensor& indices) {
  op::max_pool3d_with_indices_backward(Out::to(grad_input), grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices);
  return grad_input;
}
Tensor avg_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                  bool count_include_pad) {
  return detail::modes_listen()
      ? op::avg_pool1d.call_cold(self, kernel_size, stride, padding, ceil_mode, count_include_pad)
      : composite::avg_pool1d(self, kernel_size, stride, padding, ceil_mode, count_include_pad);
}
Tensor avg_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                  bool count_include_pad, optional<int64_t> divisor_override) {
  return op::avg_pool2d(Out(), self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}
Tensor& avg_pool2d_out(Tensor& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                       IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                       optional<int64_t> divisor_override) {
  op::avg_pool2d(Out::to(out), self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
  return out;
}
Tensor avg_pool2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                           IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           optional<int64_t> divisor_override) {
  return op::avg_pool2d_backward(Out(), grad_output, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}
Tensor& avg_pool2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                                bool count_include_pad, optional<int64_t> divisor_override) {
  op::avg_pool2d_backward(Out::to(grad_input), grad_output, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
  return grad_input;
}
Tensor avg_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                  bool count_include_pad, optional<int64_t> divisor_override) {
  return op::avg_pool3d(Out(), self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}
Tensor& avg_pool3d_out(Tensor& out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                       IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                       optional<int64_t> divisor_override) {
  op::avg_pool3d(Out::to(out), self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
  return out;
}
Tensor avg_pool3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                           IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                           optional<int64_t> divisor_override) {
  return op::avg_pool3d_backward(Out(), grad_output, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
}
Tensor& avg_pool3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                                bool count_include_pad, optional<int64_t> divisor_override) {
  op::avg_pool3d_backward(Out::to(grad_input), grad_output, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
  return grad_input;
}
Tensor adaptive_avg_pool1d(const Tensor& self, IntArrayRef output_size) {
  return detail::modes_listen()
      ? op::adaptive_avg_pool1d.call_cold(self, output_size)
      : composite::adaptive_avg_pool1d(self, output_size);
}
Tensor adaptive_avg_pool2d(const Tensor& self, IntArrayRef output_size) {
  return detail::modes_listen()
      ? op::adaptive_avg_pool2d_any.call_cold(Out(), self, output_size)
      : composite::adaptive_avg_pool2d_any(Out(), self, output_size);
}
Tensor& adaptive_avg_pool2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size) {
  detail::modes_listen()
      ? op::adaptive_avg_pool2d_any.call_cold(Out::to(out), self, output_size)
      : composite::adaptive_avg_pool2d_any(Out::to(out), self, output_size);
  return out;
}
Tensor _adaptive_avg_pool2d(const Tensor& self, IntArrayRef output_size) {
  return op::adaptive_avg_pool2d(Out(), self, output_size);
}
Tensor& _adaptive_avg_pool2d_out(Tensor& out, const Tensor& self, IntArrayRef output_size) {
  op::adaptive_avg_pool2d(Out::to(out), self, output_size);
  return out;
}
Tensor _adaptive_avg_pool2d_backward(const Tensor& grad_output, const Tensor& self) {
  return op::adaptive_avg_pool2d_backward(Out(), grad_output, self);
}
Tensor& _adaptive_avg_pool2d_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& self) {
  op::adaptive_avg_pool2d_backward(Out::to(out), grad_output, self);
  return out;
}
Tensor adaptive_avg_pool3d(const Tensor& self, IntArrayRef output_size) {
  return detail::modes_listen()
      ? op::adaptive_avg_pool3d_any.call_cold(Out(), self, output_size)
      : composite::adaptive_avg_pool3d_any(Out(), self, output_size);
}
Tensor& adaptive_avg_pool3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size) {
  detail::modes_listen()
      ? op::adaptive_avg_pool3d_any.call_cold(Out::to(out), self, output_size)
      : composite::adaptive_avg_pool3d_any(Out::to(out), self, output_size);
  return out;
}
Tensor _adaptive_avg_pool3d(const Tensor& self, IntArrayRef output_size) {
  return op::adaptive_avg_pool3d(Out(), self, output_size);
}
Tensor& _adaptive_avg_pool3d_out(Tensor& out, const Tensor& self, IntArrayRef output_size) {
  op::adaptive_avg_pool3d(Out::to(out), self, output_size);
  return out;
}
Tensor _adaptive_avg_pool3d_backward(const Tensor& grad_output, const Tensor& self) {
  return op::adaptive_avg_pool3d_backward(Out(), grad_output, self);
}
Tensor& _adaptive_avg_pool3d_backward_out(Tensor& out, const Tensor& grad_output, const Tensor& self) {
  op::adaptive_avg_pool3d_backward(Out::to(out), grad_output, self);
  return out;
}
std::tuple<Tensor, Tensor> adaptive_max_pool1d(const Tensor& self, IntArrayRef output_size) {
  return detail::modes_listen()
      ? op::adaptive_max_pool1d.call_cold(self, output_size)
      : composite::adaptive_max_pool1d(self, output_size);
}
std::tuple<Tensor, Tensor> adaptive_max_pool2d(const Tensor& self, IntArrayRef output_size) {
  return op::adaptive_max_pool2d(Out(), self, output_size);
}
std::tuple<Tensor&, Tensor&> adaptive_max_pool2d_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                     IntArrayRef output_size) {
  const Tensor* const outs[] = {&out, &indices};
  op::adaptive_max_pool2d(Out::to(outs), self, output_size);
  return {out, indices};
}
Tensor adaptive_max_pool2d_backward(const Tensor& grad_output, const Tensor& self, const Tensor& indices) {
  return op::adaptive_max_pool2d_backward(Out(), grad_output, self, indices);
}
Tensor& adaptive_max_pool2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                         const Tensor& indices) {
  op::adaptive_max_pool2d_backward(Out::to(grad_input), grad_output, self, indices);
  return grad_input;
}
std::tuple<Tensor, Tensor> adaptive_max_pool3d(const Tensor& self, IntArrayRef output_size) {
  return op::adaptive_max_pool3d(Out(), self, output_size);
}
std::tuple<Tensor&, Tensor&> adaptive_max_pool3d_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                     IntArrayRef output_size) {
  const Tensor* const outs[] = {&out, &indices};
  op::adaptive_max_pool3d(Out::to(outs), self, output_size);
  return {out, indices};
}
Tensor adaptive_max_pool3d_backward(const Tensor& grad_output, const Tensor& self, const Tensor& indices) {
  return op::adaptive_max_pool3d_backward(Out(), grad_output, self, indices);
}
Tensor& adaptive_max_pool3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                         const Tensor& indices) {
  op::adaptive_max_pool3d_backward(Out::to(grad_input), grad_output, self, indices);
  return grad_input;
}
std::tuple<Tensor, Tensor> fractional_max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                                                 const Tensor& random_samples) {
  return op::fractional_max_pool2d(Out(), self, kernel_size, output_size, random_samples);
}
std::tuple<Tensor&, Tensor&> fractional_max_pool2d_out(Tensor& output, Tensor& indices, const Tensor& self,
                                                       IntArrayRef kernel_size, IntArrayRef output_size,
                                                       const Tensor& random_samples) {
  const Tensor* const outs[] = {&output, &indices};
  op::fractional_max_pool2d(Out::to(outs), self, kernel_size, output_size, random_samples);
  return {output, indices};
}
Tensor fractional_max_pool2d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                      IntArrayRef output_size, const Tensor& indices) {
  return op::fractional_max_pool2d_backward(Out(), grad_output, self, kernel_size, output_size, indices);
}
Tensor& fractional_max_pool2d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                           IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices) {
  op::fractional_max_pool2d_backward(Out::to(grad_input), grad_output, self, kernel_size, output_size, indices);
  return grad_input;
}
std::tuple<Tensor, Tensor> fractional_max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                                                 const Tensor& random_samples) {
  return op::fractional_max_pool3d(Out(), self, kernel_size, output_size, random_samples);
}
std::tuple<Tensor&, Tensor&> fractional_max_pool3d_out(Tensor& output, Tensor& indices, const Tensor& self,
                                                       IntArrayRef kernel_size, IntArrayRef output_size,
                                                       const Tensor& random_samples) {
  const Tensor* const outs[] = {&output, &indices};
  op::fractional_max_pool3d(Out::to(outs), self, kernel_size, output_size, random_samples);
  return {output, indices};
}
Tensor fractional_max_pool3d_backward(const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size,
                                      IntArrayRef output_size, const Tensor& indices) {
  return op::fractional_max_pool3d_backward(Out(), grad_output, self, kernel_size, output_size, indices);
}
Tensor& fractional_max_pool3d_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& self,
                                           IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices) {
  op::fractional_max_pool3d_backward(Out::to(grad_input), grad_output, self, kernel_size, output_size, indices);
  return grad_input;
}
Tensor max_unpool2d(const Tensor& self, const Tensor& indices, IntArrayRef output_size) {
  return op::max_unpool2d(Out(), self, indices, output_size);
}
Tensor& max_unpool2d_out(Tensor& out, const Tensor& self, const Tensor& indices, IntArrayRef output_size) {
  op::max_unpool2d(Out::to(out), self, indices, output_size);
  return out;
}
Tensor max_unpool3d(const Tensor& self, const Tensor& indices, IntArrayRef output_size, IntArrayRef stride,
                    IntArrayRef padding) {
  return op::max_unpool3d(Out(), self, indices, output_size, stride, padding);
}
Tensor& max_unpool3d_out(Tensor& out, const Tensor& self, const Tensor& indices, IntArrayRef output_size,
                         IntArrayRef stride, IntArrayRef padding) {
  op::max_unpool3d(Out::to(out), self, indices, output_size, stride, padding);
  return out;
}

namespace kernels {

TORCHPP_API void set_max_pool2d(DispatchKey key, Tensor (*kernel)(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode)) { op::max_pool2d.set_kernel(key, kernel); }
TORCHPP_API void set_max_pool2d_with_indices(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode)) { op::max_pool2d_with_indices.set_kernel(key, kernel); }
TORCHPP_API void set_max_pool2d_with_indices_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices)) { op::max_pool2d_with_indices_backward.set_kernel(key, kernel); }
TORCHPP_API void set_max_pool3d_with_indices(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode)) { op::max_pool3d_with_indices.set_kernel(key, kernel); }
TORCHPP_API void set_max_pool3d_with_indices_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode, const Tensor& indices)) { op::max_pool3d_with_indices_backward.set_kernel(key, kernel); }
TORCHPP_API void set_avg_pool2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override)) { op::avg_pool2d.set_kernel(key, kernel); }
TORCHPP_API void set_avg_pool2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override)) { op::avg_pool2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_avg_pool3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override)) { op::avg_pool3d.set_kernel(key, kernel); }
TORCHPP_API void set_avg_pool3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad, optional<int64_t> divisor_override)) { op::avg_pool3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_avg_pool2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size)) { op::adaptive_avg_pool2d.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_avg_pool2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self)) { op::adaptive_avg_pool2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_avg_pool3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, IntArrayRef output_size)) { op::adaptive_avg_pool3d.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_avg_pool3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self)) { op::adaptive_avg_pool3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_max_pool2d(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, IntArrayRef output_size)) { op::adaptive_max_pool2d.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_max_pool2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& indices)) { op::adaptive_max_pool2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_max_pool3d(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, IntArrayRef output_size)) { op::adaptive_max_pool3d.set_kernel(key, kernel); }
TORCHPP_API void set_adaptive_max_pool3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, const Tensor& indices)) { op::adaptive_max_pool3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_fractional_max_pool2d(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& random_samples)) { op::fractional_max_pool2d.set_kernel(key, kernel); }
TORCHPP_API void set_fractional_max_pool2d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices)) { op::fractional_max_pool2d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_fractional_max_pool3d(DispatchKey key, std::tuple<Tensor, Tensor> (*kernel)(Out out, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& random_samples)) { op::fractional_max_pool3d.set_kernel(key, kernel); }
TORCHPP_API void set_fractional_max_pool3d_backward(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& grad_output, const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size, const Tensor& indices)) { op::fractional_max_pool3d_backward.set_kernel(key, kernel); }
TORCHPP_API void set_max_unpool2d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& indices, IntArrayRef output_size)) { op::max_unpool2d.set_kernel(key, kernel); }
TORCHPP_API void set_max_unpool3d(DispatchKey key, Tensor (*kernel)(Out out, const Tensor& self, const Tensor& indices, IntArrayRef output_size, IntArrayRef stride, IntArrayRef padding)) { op::max_unpool3d.set_kernel(key, kernel); }

}  // namespace kernels

}  // namespace torchpp
