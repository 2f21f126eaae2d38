// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/fold.h>
#include <torchpp/ops/image.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

Tensor fold(const Tensor& input, const FoldFuncOptions& o) {
  TORCHPP_CHECK(input.dim() == 2 || input.dim() == 3,
                "Input Error: Only unbatched (2D) or batched (3D) input Tensors are supported (got ", input.dim(),
                "D)");
  return col2im(input, o.output_size(), o.kernel_size(), o.dilation(), o.padding(), o.stride());
}
Tensor unfold(const Tensor& input, const UnfoldFuncOptions& o) {
  TORCHPP_CHECK(input.dim() == 4, "Input Error: Only 4D input Tensors are supported (got ", input.dim(), "D)");
  return im2col(input, o.kernel_size(), o.dilation(), o.padding(), o.stride());
}

}  // namespace functional

FoldImpl::FoldImpl(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size)
    : FoldImpl(FoldOptions(output_size, kernel_size)) {}
void FoldImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Fold(output_size=", options.output_size(), ", kernel_size=", options.kernel_size(),
        ", dilation=", options.dilation(), ", padding=", options.padding(), ", stride=", options.stride(), ")");
}
Tensor FoldImpl::forward(const Tensor& input) { return functional::fold(input, options); }

UnfoldImpl::UnfoldImpl(ExpandingArray<2> kernel_size) : UnfoldImpl(UnfoldOptions(kernel_size)) {}
void UnfoldImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Unfold(kernel_size=", options.kernel_size(), ", dilation=", options.dilation(),
        ", padding=", options.padding(), ", stride=", options.stride(), ")");
}
Tensor UnfoldImpl::forward(const Tensor& input) { return functional::unfold(input, options); }

TORCHPP_DEFINE_STATELESS(FoldImpl, FoldOptions)
TORCHPP_DEFINE_STATELESS(UnfoldImpl, UnfoldOptions)

}  // namespace torchpp::nn
