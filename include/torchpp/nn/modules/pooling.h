// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pooling: options, functions, modules. Source: libtorch 1.13.
///
/// Input (N, C, L) or (N, C, H, W), or without N. The stride is the kernel's size unless it is set.

#include <torchpp/nn/expanding_array.h>
#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

/// Mean of each window. With count_include_pad the padding counts; divisor_override divides instead of the number.
template <size_t D>
struct AvgPoolOptions {
  AvgPoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}  // NOLINT
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride);
  TORCHPP_ARG(ExpandingArray<D>, padding) = 0;
  TORCHPP_ARG(bool, ceil_mode) = false;
  TORCHPP_ARG(bool, count_include_pad) = true;
  TORCHPP_ARG(optional<int64_t>, divisor_override) = nullopt;
};
using AvgPool1dOptions = AvgPoolOptions<1>;
using AvgPool2dOptions = AvgPoolOptions<2>;
/// Greatest of each window; padding never wins.
template <size_t D>
struct MaxPoolOptions {
  MaxPoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}  // NOLINT
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride);
  TORCHPP_ARG(ExpandingArray<D>, padding) = 0;
  TORCHPP_ARG(ExpandingArray<D>, dilation) = 1;
  TORCHPP_ARG(bool, ceil_mode) = false;
};
using MaxPool1dOptions = MaxPoolOptions<1>;
using MaxPool2dOptions = MaxPoolOptions<2>;
/// Means over windows that give this output size; nullopt keeps a dimension's size.
template <class output_size_t>
struct AdaptiveAvgPoolOptions {
  AdaptiveAvgPoolOptions(output_size_t output_size) : output_size_(output_size) {}  // NOLINT: implicit
  TORCHPP_ARG(output_size_t, output_size);
};
using AdaptiveAvgPool1dOptions = AdaptiveAvgPoolOptions<ExpandingArray<1>>;
using AdaptiveAvgPool2dOptions = AdaptiveAvgPoolOptions<ExpandingArrayWithOptionalElem<2>>;
/// (sum of x^p over each window)^(1/p), of non-negative sums only: sign(s) * relu(|s|).
template <size_t D>
struct LPPoolOptions {
  LPPoolOptions(double norm_type, ExpandingArray<D> kernel_size)
      : norm_type_(norm_type), kernel_size_(kernel_size), stride_(kernel_size) {}
  TORCHPP_ARG(double, norm_type);
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride);
  TORCHPP_ARG(bool, ceil_mode) = false;
};
using LPPool1dOptions = LPPoolOptions<1>;
using LPPool2dOptions = LPPoolOptions<2>;

namespace functional {

using AvgPool1dFuncOptions = AvgPool1dOptions;
using AvgPool2dFuncOptions = AvgPool2dOptions;
using MaxPool1dFuncOptions = MaxPool1dOptions;
using MaxPool2dFuncOptions = MaxPool2dOptions;
using AdaptiveAvgPool1dFuncOptions = AdaptiveAvgPool1dOptions;
using AdaptiveAvgPool2dFuncOptions = AdaptiveAvgPool2dOptions;
using LPPool1dFuncOptions = LPPool1dOptions;
using LPPool2dFuncOptions = LPPool2dOptions;

TORCHPP_API Tensor avg_pool1d(const Tensor& input, const AvgPool1dFuncOptions& options);
TORCHPP_API Tensor avg_pool2d(const Tensor& input, const AvgPool2dFuncOptions& options);
TORCHPP_API Tensor max_pool1d(const Tensor& input, const MaxPool1dFuncOptions& options);
TORCHPP_API Tensor max_pool2d(const Tensor& input, const MaxPool2dFuncOptions& options);
/// With the position of each greatest element within its channel's plane.
TORCHPP_API std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& input,
                                                               const MaxPool1dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& input,
                                                               const MaxPool2dFuncOptions& options);
TORCHPP_API Tensor adaptive_avg_pool1d(const Tensor& input, const AdaptiveAvgPool1dFuncOptions& options);
TORCHPP_API Tensor adaptive_avg_pool2d(const Tensor& input, const AdaptiveAvgPool2dFuncOptions& options);
TORCHPP_API Tensor lp_pool1d(const Tensor& input, const LPPool1dFuncOptions& options);
TORCHPP_API Tensor lp_pool2d(const Tensor& input, const LPPool2dFuncOptions& options);

}  // namespace functional

#define TORCHPP_POOL_MODULE(Name, Size, ...)                                \
  class TORCHPP_API Name##Impl : public StockModule {                       \
    TORCHPP_STATELESS(Name##Impl, Name##Options);                           \
    Name##Impl(Size size) : Name##Impl(Name##Options(size)) {} /* NOLINT */ \
    Tensor forward(const Tensor& input);                                    \
    __VA_ARGS__                                                             \
  };                                                                        \
  TORCHPP_MODULE(Name)
TORCHPP_POOL_MODULE(AvgPool1d, ExpandingArray<1>);
TORCHPP_POOL_MODULE(AvgPool2d, ExpandingArray<2>);
TORCHPP_POOL_MODULE(MaxPool1d, ExpandingArray<1>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
TORCHPP_POOL_MODULE(MaxPool2d, ExpandingArray<2>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
TORCHPP_POOL_MODULE(AdaptiveAvgPool1d, ExpandingArray<1>);
TORCHPP_POOL_MODULE(AdaptiveAvgPool2d, ExpandingArrayWithOptionalElem<2>);
#undef TORCHPP_POOL_MODULE

class TORCHPP_API LPPool1dImpl : public StockModule {
  TORCHPP_STATELESS(LPPool1dImpl, LPPool1dOptions);
  LPPool1dImpl(double norm_type, ExpandingArray<1> kernel_size)
      : LPPool1dImpl(LPPool1dOptions(norm_type, kernel_size)) {}
  Tensor forward(const Tensor& input);
};
TORCHPP_MODULE(LPPool1d);

class TORCHPP_API LPPool2dImpl : public StockModule {
  TORCHPP_STATELESS(LPPool2dImpl, LPPool2dOptions);
  LPPool2dImpl(double norm_type, ExpandingArray<2> kernel_size)
      : LPPool2dImpl(LPPool2dOptions(norm_type, kernel_size)) {}
  Tensor forward(const Tensor& input);
};
TORCHPP_MODULE(LPPool2d);

}  // namespace nn
}  // namespace torchpp
