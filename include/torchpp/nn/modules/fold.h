// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Windows as columns, and their sums: options, functions, modules. Source: libtorch 1.13.

#include <torchpp/nn/expanding_array.h>
#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

struct TORCHPP_API FoldOptions {
  FoldOptions(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size)
      : output_size_(output_size), kernel_size_(kernel_size) {}
  TORCHPP_ARG(ExpandingArray<2>, output_size);
  TORCHPP_ARG(ExpandingArray<2>, kernel_size);
  TORCHPP_ARG(ExpandingArray<2>, dilation) = 1;
  TORCHPP_ARG(ExpandingArray<2>, padding) = 0;
  TORCHPP_ARG(ExpandingArray<2>, stride) = 1;
};
struct TORCHPP_API UnfoldOptions {
  UnfoldOptions(ExpandingArray<2> kernel_size) : kernel_size_(kernel_size) {}  // NOLINT: implicit
  TORCHPP_ARG(ExpandingArray<2>, kernel_size);
  TORCHPP_ARG(ExpandingArray<2>, dilation) = 1;
  TORCHPP_ARG(ExpandingArray<2>, padding) = 0;
  TORCHPP_ARG(ExpandingArray<2>, stride) = 1;
};

namespace functional {

using FoldFuncOptions = FoldOptions;
using UnfoldFuncOptions = UnfoldOptions;

/// Images whose windows sum up to the columns: (N, C kh kw, windows) to (N, C, H, W), or both without N.
TORCHPP_API Tensor fold(const Tensor& input, const FoldFuncOptions& options);
/// The windows of images (N, C, H, W) as columns (N, C kh kw, windows).
TORCHPP_API Tensor unfold(const Tensor& input, const UnfoldFuncOptions& options);

}  // namespace functional

class TORCHPP_API FoldImpl : public StockModule {
  TORCHPP_STATELESS(FoldImpl, FoldOptions);
  FoldImpl(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size);
  Tensor forward(const Tensor& input);
};
using Fold = ModuleHolder<FoldImpl>;

class TORCHPP_API UnfoldImpl : public StockModule {
  TORCHPP_STATELESS(UnfoldImpl, UnfoldOptions);
  UnfoldImpl(ExpandingArray<2> kernel_size);  // NOLINT: implicit
  Tensor forward(const Tensor& input);
};
using Unfold = ModuleHolder<UnfoldImpl>;

}  // namespace nn
}  // namespace torchpp
