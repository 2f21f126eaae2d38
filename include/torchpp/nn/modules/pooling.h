// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pooling: options, functions, modules. Source: libtorch 1.13.
///
/// Input (N, C, L), (N, C, H, W) or (N, C, D, H, W), or without N. The stride is the kernel's size unless it is set.
/// What is "with indices" also gives where each greatest element was within its channel's plane or volume (int64).

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
using AvgPool3dOptions = AvgPoolOptions<3>;
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
using MaxPool3dOptions = MaxPoolOptions<3>;
/// Means over windows that give this output size; nullopt keeps a dimension's size.
template <class output_size_t>
struct AdaptiveAvgPoolOptions {
  AdaptiveAvgPoolOptions(output_size_t output_size) : output_size_(output_size) {}  // NOLINT: implicit
  TORCHPP_ARG(output_size_t, output_size);
};
using AdaptiveAvgPool1dOptions = AdaptiveAvgPoolOptions<ExpandingArray<1>>;
using AdaptiveAvgPool2dOptions = AdaptiveAvgPoolOptions<ExpandingArrayWithOptionalElem<2>>;
using AdaptiveAvgPool3dOptions = AdaptiveAvgPoolOptions<ExpandingArrayWithOptionalElem<3>>;
/// Greatest elements of the same windows.
template <class output_size_t>
struct AdaptiveMaxPoolOptions {
  AdaptiveMaxPoolOptions(output_size_t output_size) : output_size_(output_size) {}  // NOLINT: implicit
  TORCHPP_ARG(output_size_t, output_size);
};
using AdaptiveMaxPool1dOptions = AdaptiveMaxPoolOptions<ExpandingArray<1>>;
using AdaptiveMaxPool2dOptions = AdaptiveMaxPoolOptions<ExpandingArrayWithOptionalElem<2>>;
using AdaptiveMaxPool3dOptions = AdaptiveMaxPoolOptions<ExpandingArrayWithOptionalElem<3>>;
/// The way back from max pooling of windows that do not overlap: what was greatest at its place, zeros elsewhere.
template <size_t D>
struct MaxUnpoolOptions {
  MaxUnpoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}  // NOLINT
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride);
  TORCHPP_ARG(ExpandingArray<D>, padding) = 0;
};
using MaxUnpool1dOptions = MaxUnpoolOptions<1>;
using MaxUnpool2dOptions = MaxUnpoolOptions<2>;
using MaxUnpool3dOptions = MaxUnpoolOptions<3>;
/// Greatest of each of output_size windows at random distances; output_ratio, between 0 and 1, gives that size as part
/// of the input's. _random_samples (N, C, D), in [0, 1): where the windows of each channel lie; drawn anew by each call
/// if undefined. Source: B. Graham, Fractional max-pooling (2014).
template <size_t D>
struct FractionalMaxPoolOptions {
  FractionalMaxPoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size) {}  // NOLINT: implicit
  using ExpandingArrayDouble = ExpandingArray<D, double>;
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(optional<ExpandingArray<D>>, output_size) = nullopt;
  TORCHPP_ARG(optional<ExpandingArrayDouble>, output_ratio) = nullopt;
  TORCHPP_ARG(Tensor, _random_samples) = Tensor();
};
using FractionalMaxPool2dOptions = FractionalMaxPoolOptions<2>;
using FractionalMaxPool3dOptions = FractionalMaxPoolOptions<3>;
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
using AvgPool3dFuncOptions = AvgPool3dOptions;
using MaxPool1dFuncOptions = MaxPool1dOptions;
using MaxPool2dFuncOptions = MaxPool2dOptions;
using MaxPool3dFuncOptions = MaxPool3dOptions;
using AdaptiveAvgPool1dFuncOptions = AdaptiveAvgPool1dOptions;
using AdaptiveAvgPool2dFuncOptions = AdaptiveAvgPool2dOptions;
using AdaptiveAvgPool3dFuncOptions = AdaptiveAvgPool3dOptions;
using AdaptiveMaxPool1dFuncOptions = AdaptiveMaxPool1dOptions;
using AdaptiveMaxPool2dFuncOptions = AdaptiveMaxPool2dOptions;
using AdaptiveMaxPool3dFuncOptions = AdaptiveMaxPool3dOptions;
using FractionalMaxPool2dFuncOptions = FractionalMaxPool2dOptions;
using FractionalMaxPool3dFuncOptions = FractionalMaxPool3dOptions;
/// output_size: sizes of the D last dimensions, or of all D + 2, whose two first ones are not used.
template <size_t D>
struct MaxUnpoolFuncOptions {
  MaxUnpoolFuncOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}  // NOLINT
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride);
  TORCHPP_ARG(ExpandingArray<D>, padding) = 0;
  TORCHPP_ARG(optional<std::vector<int64_t>>, output_size) = nullopt;
};
using MaxUnpool1dFuncOptions = MaxUnpoolFuncOptions<1>;
using MaxUnpool2dFuncOptions = MaxUnpoolFuncOptions<2>;
using MaxUnpool3dFuncOptions = MaxUnpoolFuncOptions<3>;
using LPPool1dFuncOptions = LPPool1dOptions;
using LPPool2dFuncOptions = LPPool2dOptions;

TORCHPP_API Tensor avg_pool1d(const Tensor& input, const AvgPool1dFuncOptions& options);
TORCHPP_API Tensor avg_pool2d(const Tensor& input, const AvgPool2dFuncOptions& options);
TORCHPP_API Tensor avg_pool3d(const Tensor& input, const AvgPool3dFuncOptions& options);
TORCHPP_API Tensor max_pool1d(const Tensor& input, const MaxPool1dFuncOptions& options);
TORCHPP_API Tensor max_pool2d(const Tensor& input, const MaxPool2dFuncOptions& options);
TORCHPP_API Tensor max_pool3d(const Tensor& input, const MaxPool3dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& input,
                                                               const MaxPool1dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& input,
                                                               const MaxPool2dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& input,
                                                               const MaxPool3dFuncOptions& options);
TORCHPP_API Tensor adaptive_avg_pool1d(const Tensor& input, const AdaptiveAvgPool1dFuncOptions& options);
TORCHPP_API Tensor adaptive_avg_pool2d(const Tensor& input, const AdaptiveAvgPool2dFuncOptions& options);
TORCHPP_API Tensor adaptive_avg_pool3d(const Tensor& input, const AdaptiveAvgPool3dFuncOptions& options);
TORCHPP_API Tensor adaptive_max_pool1d(const Tensor& input, const AdaptiveMaxPool1dFuncOptions& options);
TORCHPP_API Tensor adaptive_max_pool2d(const Tensor& input, const AdaptiveMaxPool2dFuncOptions& options);
TORCHPP_API Tensor adaptive_max_pool3d(const Tensor& input, const AdaptiveMaxPool3dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> adaptive_max_pool1d_with_indices(const Tensor& input,
                                                                        const AdaptiveMaxPool1dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> adaptive_max_pool2d_with_indices(const Tensor& input,
                                                                        const AdaptiveMaxPool2dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> adaptive_max_pool3d_with_indices(const Tensor& input,
                                                                        const AdaptiveMaxPool3dFuncOptions& options);
/// indices: where in the result the elements of input go, of its shape; as pooling with indices gives them. Throws
/// Error unless each size lies within a stride of (input size - 1) * stride + kernel_size - 2 * padding, the default.
TORCHPP_API Tensor max_unpool1d(const Tensor& input, const Tensor& indices, const MaxUnpool1dFuncOptions& options);
TORCHPP_API Tensor max_unpool2d(const Tensor& input, const Tensor& indices, const MaxUnpool2dFuncOptions& options);
TORCHPP_API Tensor max_unpool3d(const Tensor& input, const Tensor& indices, const MaxUnpool3dFuncOptions& options);
/// Throws Error without a size and a ratio; with both, the size counts.
TORCHPP_API Tensor fractional_max_pool2d(const Tensor& input, const FractionalMaxPool2dFuncOptions& options);
TORCHPP_API Tensor fractional_max_pool3d(const Tensor& input, const FractionalMaxPool3dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> fractional_max_pool2d_with_indices(
    const Tensor& input, const FractionalMaxPool2dFuncOptions& options);
TORCHPP_API std::tuple<Tensor, Tensor> fractional_max_pool3d_with_indices(
    const Tensor& input, const FractionalMaxPool3dFuncOptions& options);
TORCHPP_API Tensor lp_pool1d(const Tensor& input, const LPPool1dFuncOptions& options);
TORCHPP_API Tensor lp_pool2d(const Tensor& input, const LPPool2dFuncOptions& options);

}  // namespace functional

#define TORCHPP_POOL_MODULE(Name, Size, ...)          \
  class TORCHPP_API Name##Impl : public StockModule { \
    TORCHPP_STATELESS(Name##Impl, Name##Options);     \
    Name##Impl(Size size); /* NOLINT: implicit */     \
    Tensor forward(const Tensor& input);              \
    __VA_ARGS__                                       \
  };                                                  \
  using Name = ModuleHolder<Name##Impl>
TORCHPP_POOL_MODULE(AvgPool1d, ExpandingArray<1>);
TORCHPP_POOL_MODULE(AvgPool2d, ExpandingArray<2>);
TORCHPP_POOL_MODULE(AvgPool3d, ExpandingArray<3>);
TORCHPP_POOL_MODULE(MaxPool1d, ExpandingArray<1>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
TORCHPP_POOL_MODULE(MaxPool2d, ExpandingArray<2>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
TORCHPP_POOL_MODULE(MaxPool3d, ExpandingArray<3>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
TORCHPP_POOL_MODULE(AdaptiveAvgPool1d, ExpandingArray<1>);
TORCHPP_POOL_MODULE(AdaptiveAvgPool2d, ExpandingArrayWithOptionalElem<2>);
TORCHPP_POOL_MODULE(AdaptiveAvgPool3d, ExpandingArrayWithOptionalElem<3>);
TORCHPP_POOL_MODULE(AdaptiveMaxPool1d, ExpandingArray<1>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
TORCHPP_POOL_MODULE(AdaptiveMaxPool2d, ExpandingArrayWithOptionalElem<2>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
TORCHPP_POOL_MODULE(AdaptiveMaxPool3d, ExpandingArrayWithOptionalElem<3>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input););
/// Throws Error unless exactly one of size and ratio is given, and for ratios that are not between 0 and 1.
TORCHPP_POOL_MODULE(FractionalMaxPool2d, ExpandingArray<2>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input);
                    Tensor _random_samples;);
TORCHPP_POOL_MODULE(FractionalMaxPool3d, ExpandingArray<3>,
                    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor& input);
                    Tensor _random_samples;);
#undef TORCHPP_POOL_MODULE

#define TORCHPP_UNPOOL_MODULE(Name, Size)                                              \
  class TORCHPP_API Name##Impl : public StockModule {                                  \
    TORCHPP_STATELESS(Name##Impl, Name##Options);                                      \
    Name##Impl(Size size); /* NOLINT: implicit */                                      \
    Tensor forward(const Tensor& input, const Tensor& indices,                         \
                   const optional<std::vector<int64_t>>& output_size = nullopt);       \
                                                                                       \
   protected:                                                                          \
    std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override; \
  };                                                                                   \
  using Name = ModuleHolder<Name##Impl>
TORCHPP_UNPOOL_MODULE(MaxUnpool1d, ExpandingArray<1>);
TORCHPP_UNPOOL_MODULE(MaxUnpool2d, ExpandingArray<2>);
TORCHPP_UNPOOL_MODULE(MaxUnpool3d, ExpandingArray<3>);
#undef TORCHPP_UNPOOL_MODULE

class TORCHPP_API LPPool1dImpl : public StockModule {
  TORCHPP_STATELESS(LPPool1dImpl, LPPool1dOptions);
  LPPool1dImpl(double norm_type, ExpandingArray<1> kernel_size);
  Tensor forward(const Tensor& input);
};
using LPPool1d = ModuleHolder<LPPool1dImpl>;

class TORCHPP_API LPPool2dImpl : public StockModule {
  TORCHPP_STATELESS(LPPool2dImpl, LPPool2dOptions);
  LPPool2dImpl(double norm_type, ExpandingArray<2> kernel_size);
  Tensor forward(const Tensor& input);
};
using LPPool2d = ModuleHolder<LPPool2dImpl>;

}  // namespace nn
}  // namespace torchpp
