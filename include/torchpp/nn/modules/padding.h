// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Padding: options, functions, modules. Amounts are given last dimension first: {left, right, top, bottom,
/// front, back}; negative ones crop. Source: libtorch 1.13.

#include <torchpp/nn/enum.h>
#include <torchpp/nn/expanding_array.h>
#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

/// Mirrored at the edge, which is not repeated; less than the size.
template <size_t D>
struct ReflectionPadOptions {
  ReflectionPadOptions(ExpandingArray<D * 2> padding) : padding_(padding) {}  // NOLINT: implicit
  TORCHPP_ARG(ExpandingArray<D * 2>, padding);
};
using ReflectionPad1dOptions = ReflectionPadOptions<1>;
using ReflectionPad2dOptions = ReflectionPadOptions<2>;
using ReflectionPad3dOptions = ReflectionPadOptions<3>;
/// The edge's value again and again.
template <size_t D>
struct ReplicationPadOptions {
  ReplicationPadOptions(ExpandingArray<D * 2> padding) : padding_(padding) {}  // NOLINT: implicit
  TORCHPP_ARG(ExpandingArray<D * 2>, padding);
};
using ReplicationPad1dOptions = ReplicationPadOptions<1>;
using ReplicationPad2dOptions = ReplicationPadOptions<2>;
using ReplicationPad3dOptions = ReplicationPadOptions<3>;
struct TORCHPP_API ZeroPad2dOptions {
  ZeroPad2dOptions(ExpandingArray<4> padding) : padding_(padding) {}  // NOLINT: implicit
  TORCHPP_ARG(ExpandingArray<4>, padding);
};
template <size_t D>
struct ConstantPadOptions {
  ConstantPadOptions(ExpandingArray<D * 2> padding, double value) : padding_(padding), value_(value) {}
  TORCHPP_ARG(ExpandingArray<D * 2>, padding);
  TORCHPP_ARG(double, value);
};
using ConstantPad1dOptions = ConstantPadOptions<1>;
using ConstantPad2dOptions = ConstantPadOptions<2>;
using ConstantPad3dOptions = ConstantPadOptions<3>;

namespace functional {

struct TORCHPP_API PadFuncOptions {
  using mode_t = EnumChoice<enumtype::kConstant, enumtype::kReflect, enumtype::kReplicate, enumtype::kCircular>;
  PadFuncOptions(std::vector<int64_t> pad) : pad_(std::move(pad)) {}  // NOLINT: implicit
  TORCHPP_ARG(std::vector<int64_t>, pad);
  TORCHPP_ARG(mode_t, mode) = kConstant;
  TORCHPP_ARG(double, value) = 0;
};
/// Pads the last pad.size() / 2 dimensions. Modes other than kConstant pad one to three of them, and leave one or two
/// before them (channels; batch and channels).
TORCHPP_API Tensor pad(const Tensor& input, const PadFuncOptions& options);

}  // namespace functional

#define TORCHPP_PAD_MODULE(Name, D)                                   \
  class TORCHPP_API Name##Impl : public StockModule {                 \
    TORCHPP_STATELESS(Name##Impl, Name##Options);                     \
    Name##Impl(ExpandingArray<2 * D> padding); /* NOLINT: implicit */ \
    Tensor forward(const Tensor& input);                              \
  };                                                                  \
  using Name = ModuleHolder<Name##Impl>
TORCHPP_PAD_MODULE(ReflectionPad1d, 1);
TORCHPP_PAD_MODULE(ReflectionPad2d, 2);
TORCHPP_PAD_MODULE(ReflectionPad3d, 3);
TORCHPP_PAD_MODULE(ReplicationPad1d, 1);
TORCHPP_PAD_MODULE(ReplicationPad2d, 2);
TORCHPP_PAD_MODULE(ReplicationPad3d, 3);
TORCHPP_PAD_MODULE(ZeroPad2d, 2);
#undef TORCHPP_PAD_MODULE

#define TORCHPP_CONSTANT_PAD_MODULE(Name, D)                 \
  class TORCHPP_API Name##Impl : public StockModule {        \
    TORCHPP_STATELESS(Name##Impl, Name##Options);            \
    Name##Impl(ExpandingArray<2 * D> padding, double value); \
    Tensor forward(const Tensor& input);                     \
  };                                                         \
  using Name = ModuleHolder<Name##Impl>
TORCHPP_CONSTANT_PAD_MODULE(ConstantPad1d, 1);
TORCHPP_CONSTANT_PAD_MODULE(ConstantPad2d, 2);
TORCHPP_CONSTANT_PAD_MODULE(ConstantPad3d, 3);
#undef TORCHPP_CONSTANT_PAD_MODULE

}  // namespace nn
}  // namespace torchpp
