// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/shape.h"
#include "src/ops/generated/nn.h"

namespace torchpp::composite {
namespace {

void check_rank(const char* op, int64_t dims, const Tensor& input) {
  TORCHPP_CHECK(input.dim() == dims + 1 || input.dim() == dims + 2, "Expected ", dims + 1, "D (unbatched) or ",
                dims + 2, "D (batched) input to ", op, ", but got input of size: ", input.sizes());
}

Tensor conv(const char* op, int64_t dims, const Tensor& input, const Tensor& weight, const Tensor& bias,
            IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups, bool transposed = false,
            IntArrayRef output_padding = {}) {
  check_rank(op, dims, input);
  if (TORCHPP_LIKELY(input.dim() == dims + 2))
    return op::convolution(Out(), input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  return op::convolution(Out(), input.unsqueeze(0), weight, bias, stride, padding, dilation, transposed, output_padding,
                         groups)
      .squeeze(0);
}

// "same" pads by dilation * (kernel - 1) in all; if that is odd, the larger part is on the right. Padding the larger
// part on both sides gives one result too many, the first.
Tensor conv_named(const char* op, int64_t dims, const Tensor& input, const Tensor& weight, const Tensor& bias,
                  IntArrayRef stride, std::string_view padding, IntArrayRef dilation, int64_t groups) {
  if (padding == "valid") return conv(op, dims, input, weight, bias, stride, 0, dilation, groups);
  TORCHPP_CHECK(padding == "same", "Invalid padding string: '", std::string(padding), "'");
  check_rank(op, dims, input);
  TORCHPP_CHECK(weight.dim() == dims + 2, "Expected ", dims + 2, "-dimensional weight for ", op,
                ", but got weight of size ", weight.sizes());
  for (int64_t s : stride) TORCHPP_CHECK(s == 1, "padding='same' is not supported for strided convolutions");
  TORCHPP_CHECK(dilation.size() == 1 || dilation.size() == static_cast<size_t>(dims),
                "expected dilation to be a single integer value or a list of ", dims,
                " values to match the convolution dimensions, but got dilation=", dilation);
  DimVector both(static_cast<size_t>(dims));
  bool odd[3] = {};
  for (size_t d = 0; d < both.size(); ++d) {
    const int64_t total = dilation[dilation.size() == 1 ? 0 : d] * (weight.size(static_cast<int64_t>(d) + 2) - 1);
    both[d] = (total + 1) / 2;
    odd[d] = total % 2 != 0;
  }
  Tensor result = conv(op, dims, input, weight, bias, stride, both, dilation, groups);
  if (!odd[0] && !odd[1] && !odd[2]) return result;
  const MemoryFormat format = result.suggest_memory_format();
  for (int64_t d = 0; d < dims; ++d)
    if (odd[d]) result = result.narrow(d - dims, 1, input.size(d - dims));
  return result.contiguous(format);
}

}  // namespace

#define TORCHPP_CONV(dims, op, op_transposed, object_transposed)                                                     \
  Tensor op(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride, IntArrayRef padding,  \
            IntArrayRef dilation, int64_t groups) {                                                                  \
    return conv(#op, dims, input, weight, bias, stride, padding, dilation, groups);                                  \
  }                                                                                                                  \
  Tensor op##_padding(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,             \
                      std::string_view padding, IntArrayRef dilation, int64_t groups) {                              \
    return conv_named(#op, dims, input, weight, bias, stride, padding, dilation, groups);                            \
  }                                                                                                                  \
  Tensor object_transposed(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,        \
                           IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {  \
    return conv(#op_transposed, dims, input, weight, bias, stride, padding, dilation, groups, true, output_padding); \
  }
TORCHPP_CONV(1, conv1d, conv_transpose1d, conv_transpose1d)
TORCHPP_CONV(2, conv2d, conv_transpose2d, conv_transpose2d_input)
TORCHPP_CONV(3, conv3d, conv_transpose3d, conv_transpose3d_input)
#undef TORCHPP_CONV

}  // namespace torchpp::composite
