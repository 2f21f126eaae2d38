// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "src/core/shape.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/shape.h"
#include "src/ops/result.h"

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

Tensor conv_tbc(Out out, const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad) {
  TORCHPP_CHECK(self.dim() == 3, "Input must have 3 dims: time, batch, in_channel");
  TORCHPP_CHECK(weight.dim() == 3, "Weight tensor must have 3 dims: kernel_width, in_channels, out_channels.");
  TORCHPP_CHECK(bias.dim() == 1, "Bias must be 1-D");
  TORCHPP_CHECK(self.size(2) == weight.size(1), "Input dim 2 (input channels) is not == dim 1 in the weight tensor");
  TORCHPP_CHECK(weight.size(2) == bias.size(0), "Bias size must equal dim 2 in the weight tensor (output channels).");
  // One product per place in the kernel, of all steps that it meets: no element is moved.
  const int64_t steps = self.size(0), kernel = weight.size(0), length = steps + 2 * pad - kernel + 1;
  TORCHPP_CHECK(length >= 0, "conv_tbc: the kernel has ", kernel, " steps, the padded input ", steps + 2 * pad);
  Tensor y = bias.to(self.scalar_type()).expand({length, self.size(1), weight.size(2)}).clone(MemoryFormat::Contiguous);
  for (int64_t k = 0; k < kernel; ++k) {
    const int64_t first = std::max<int64_t>(0, pad - k), last = std::min(length, steps + pad - k);  // of the result
    if (first >= last) continue;
    const Tensor rows = self.narrow(0, first + k - pad, last - first).matmul(weight.select(0, k));
    y = first == 0 && last == length ? y + rows
                                     : op::cat(Out(),
                                               {y.narrow(0, 0, first), y.narrow(0, first, last - first) + rows,
                                                y.narrow(0, last, length - last)},
                                               0);
  }
  return finish_composite("conv_tbc", out, std::move(y));
}

Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias) {
  TORCHPP_CHECK(input1.dim() == input2.dim(), "bilinear(): input dimensions do not match: got ", input1.dim(), " and ",
                input2.dim());
  TORCHPP_CHECK(input1.dim() >= 1 && weight.dim() == 3, "bilinear(): weight has ", weight.dim(),
                " dimensions, expected 3");
  for (int64_t d = 0; d + 1 < input1.dim(); ++d)
    TORCHPP_CHECK(input1.size(d) == input2.size(d), "bilinear(): input batch dimensions do not match at dim ", d,
                  ": got ", input1.size(d), " and ", input2.size(d));
  TORCHPP_CHECK(input1.size(-1) == weight.size(1), "bilinear(): input1 size does not match weight size: got ",
                input1.size(-1), " but expected ", weight.size(1));
  TORCHPP_CHECK(input2.size(-1) == weight.size(2), "bilinear(): input2 size does not match weight size: got ",
                input2.size(-1), " but expected ", weight.size(2));
  TORCHPP_CHECK(!bias.defined() || bias.size(0) == weight.size(0),
                "bilinear(): bias size does not match weight size: got ", bias.defined() ? bias.size(0) : 0,
                " but expected ", weight.size(0));
  const int64_t out = weight.size(0), in1 = weight.size(1), in2 = weight.size(2);
  DimVector sizes(input1.sizes());
  sizes.back() = 1;
  const int64_t rows = multiply_integers(sizes);
  sizes.back() = out;
  // libtorch's is one operator, which the CPU's autocast leaves alone; the products here are no calls for it.
  const ExcludeKeys below(DispatchKey::Autocast);
  // (rows, in1) @ (in1, out * in2), and each row's (out, in2) with its (in2).
  const Tensor by_in1 = weight.permute({1, 0, 2}).reshape({in1, out * in2});
  const Tensor first = input1.reshape({rows, in1}).mm(by_in1).view({rows, out, in2});
  const Tensor result = first.bmm(input2.reshape({rows, in2, 1})).reshape(sizes);
  return bias.defined() ? result.add(bias) : result;
}

}  // namespace torchpp::composite
