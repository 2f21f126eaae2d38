// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolutions: options, functions, modules. Source: libtorch 1.13.
///
/// N batch, C channels, L length, H height, W width, D depth. Input (N, C_in, L | H, W | D, H, W) or without N; weights
/// (C_out, C_in / groups, kernel), of transposed ones (C_in, C_out / groups, kernel).

#include <torchpp/nn/enum.h>
#include <torchpp/nn/expanding_array.h>
#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

namespace detail {

using conv_padding_mode_t = EnumChoice<enumtype::kZeros, enumtype::kReflect, enumtype::kReplicate, enumtype::kCircular>;
/// Amounts, or kValid (none), or kSame (so that sizes stay; an odd total pads more on the right; strides must be 1).
/// What is chosen is asked as of an EnumChoice: `enumtype::get_if<ExpandingArray<2>>(&padding)`.
template <size_t D>
class ConvPadding {
 public:
  ConvPadding(const ExpandingArray<D>& amounts) : amounts_(amounts) {}  // NOLINT: implicit
  template <class T, std::enable_if_t<std::is_convertible_v<const T&, ExpandingArray<D>>, int> = 0>
  ConvPadding(const T& amounts) : amounts_(amounts) {}                       // NOLINT: implicit
  ConvPadding(enumtype::kValid kind) noexcept : kind_(kind), amounts_(0) {}  // NOLINT: implicit
  ConvPadding(enumtype::kSame kind) noexcept : kind_(kind), amounts_(0) {}   // NOLINT: implicit
  size_t index() const noexcept { return kind_.index(); }
  template <class Kind>
  const Kind* get_if() const noexcept {
    if constexpr (std::is_same_v<Kind, ExpandingArray<D>>) return kind_.index() == 0 ? &amounts_ : nullptr;
    else return kind_.template get_if<Kind>();
  }

 private:
  EnumChoice<ExpandingArray<D>, enumtype::kValid, enumtype::kSame> kind_;
  ExpandingArray<D> amounts_;
};
template <size_t D>
using conv_padding_t = ConvPadding<D>;

/// The options of convolutions and of transposed ones, as their modules hold them.
template <size_t D>
struct ConvNdOptions {
  using padding_t = conv_padding_t<D>;
  ConvNdOptions(int64_t in_channels, int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  TORCHPP_ARG(int64_t, in_channels);
  TORCHPP_ARG(int64_t, out_channels);
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride) = 1;
  TORCHPP_ARG(padding_t, padding) = ExpandingArray<D>(0);
  TORCHPP_ARG(ExpandingArray<D>, dilation) = 1;
  TORCHPP_ARG(bool, transposed) = false;
  TORCHPP_ARG(ExpandingArray<D>, output_padding) = 0;
  TORCHPP_ARG(int64_t, groups) = 1;
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(conv_padding_mode_t, padding_mode) = kZeros;
};

}  // namespace detail

template <size_t D>
struct ConvOptions {
  using padding_mode_t = detail::conv_padding_mode_t;
  using padding_t = detail::conv_padding_t<D>;
  ConvOptions(int64_t in_channels, int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  operator detail::ConvNdOptions<D>() const {  // NOLINT: implicit
    return detail::ConvNdOptions<D>(in_channels(), out_channels(), kernel_size())
        .stride(stride())
        .padding(padding())
        .dilation(dilation())
        .groups(groups())
        .bias(bias())
        .padding_mode(padding_mode());
  }
  TORCHPP_ARG(int64_t, in_channels);
  TORCHPP_ARG(int64_t, out_channels);
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride) = 1;
  TORCHPP_ARG(padding_t, padding) = ExpandingArray<D>(0);

 public:
  ConvOptions& padding(std::initializer_list<int64_t> amounts) { return padding(ExpandingArray<D>(amounts)); }
  ConvOptions& padding(int64_t amount) { return padding(ExpandingArray<D>(amount)); }
  TORCHPP_ARG(ExpandingArray<D>, dilation) = 1;
  TORCHPP_ARG(int64_t, groups) = 1;
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(padding_mode_t, padding_mode) = kZeros;
};
using Conv1dOptions = ConvOptions<1>;
using Conv2dOptions = ConvOptions<2>;
using Conv3dOptions = ConvOptions<3>;

template <size_t D>
struct ConvTransposeOptions {
  using padding_mode_t = detail::conv_padding_mode_t;
  ConvTransposeOptions(int64_t in_channels, int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  operator detail::ConvNdOptions<D>() const {  // NOLINT: implicit
    return detail::ConvNdOptions<D>(in_channels(), out_channels(), kernel_size())
        .stride(stride())
        .padding(padding())
        .output_padding(output_padding())
        .dilation(dilation())
        .groups(groups())
        .bias(bias())
        .padding_mode(padding_mode())
        .transposed(true);
  }
  TORCHPP_ARG(int64_t, in_channels);
  TORCHPP_ARG(int64_t, out_channels);
  TORCHPP_ARG(ExpandingArray<D>, kernel_size);
  TORCHPP_ARG(ExpandingArray<D>, stride) = 1;
  TORCHPP_ARG(ExpandingArray<D>, padding) = 0;
  TORCHPP_ARG(ExpandingArray<D>, output_padding) = 0;
  TORCHPP_ARG(int64_t, groups) = 1;
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(ExpandingArray<D>, dilation) = 1;
  TORCHPP_ARG(padding_mode_t, padding_mode) = kZeros;
};
using ConvTranspose1dOptions = ConvTransposeOptions<1>;
using ConvTranspose2dOptions = ConvTransposeOptions<2>;
using ConvTranspose3dOptions = ConvTransposeOptions<3>;

namespace functional {

template <size_t D>
struct ConvFuncOptions {
  using padding_t = nn::detail::conv_padding_t<D>;
  TORCHPP_ARG(Tensor, bias);
  TORCHPP_ARG(ExpandingArray<D>, stride) = 1;
  TORCHPP_ARG(padding_t, padding) = ExpandingArray<D>(0);

 public:
  ConvFuncOptions& padding(std::initializer_list<int64_t> amounts) { return padding(ExpandingArray<D>(amounts)); }
  ConvFuncOptions& padding(int64_t amount) { return padding(ExpandingArray<D>(amount)); }
  TORCHPP_ARG(ExpandingArray<D>, dilation) = 1;
  TORCHPP_ARG(int64_t, groups) = 1;
};
using Conv1dFuncOptions = ConvFuncOptions<1>;
using Conv2dFuncOptions = ConvFuncOptions<2>;
using Conv3dFuncOptions = ConvFuncOptions<3>;

template <size_t D>
struct ConvTransposeFuncOptions {
  TORCHPP_ARG(Tensor, bias);
  TORCHPP_ARG(ExpandingArray<D>, stride) = 1;
  TORCHPP_ARG(ExpandingArray<D>, padding) = 0;
  TORCHPP_ARG(ExpandingArray<D>, output_padding) = 0;
  TORCHPP_ARG(int64_t, groups) = 1;
  TORCHPP_ARG(ExpandingArray<D>, dilation) = 1;
};
using ConvTranspose1dFuncOptions = ConvTransposeFuncOptions<1>;
using ConvTranspose2dFuncOptions = ConvTransposeFuncOptions<2>;
using ConvTranspose3dFuncOptions = ConvTransposeFuncOptions<3>;

TORCHPP_API Tensor conv1d(const Tensor& input, const Tensor& weight, const Conv1dFuncOptions& options = {});
TORCHPP_API Tensor conv2d(const Tensor& input, const Tensor& weight, const Conv2dFuncOptions& options = {});
TORCHPP_API Tensor conv3d(const Tensor& input, const Tensor& weight, const Conv3dFuncOptions& options = {});
TORCHPP_API Tensor conv_transpose1d(const Tensor& input, const Tensor& weight,
                                    const ConvTranspose1dFuncOptions& options = {});
TORCHPP_API Tensor conv_transpose2d(const Tensor& input, const Tensor& weight,
                                    const ConvTranspose2dFuncOptions& options = {});
TORCHPP_API Tensor conv_transpose3d(const Tensor& input, const Tensor& weight,
                                    const ConvTranspose3dFuncOptions& options = {});
/// A 1-d convolution of (L, N, C_in) with a weight (kernel, C_in, C_out) and a bias (C_out), as torchpp::conv_tbc.
TORCHPP_API Tensor conv_tbc(const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t pad = 0);

}  // namespace functional

/// What convolutions of D dimensions have in common. Initial values: kaiming_uniform with a = sqrt(5), bias within
/// 1 / sqrt(fan_in). Error if groups does not divide both channel numbers.
template <size_t D>
class TORCHPP_API ConvNdBase : public StockModule {
 public:
  explicit ConvNdBase(detail::ConvNdOptions<D> options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;

  detail::ConvNdOptions<D> options;
  Tensor weight;
  Tensor bias;  ///< (out_channels), or undefined

 protected:
  ConvNdBase(detail::Deferred, detail::ConvNdOptions<D> options_);
  void check_options() const;
  void set_padding();
  std::vector<int64_t> weight_sizes() const;

  // What padding modes other than kZeros add before the convolution: last dimension first, before and after.
  std::vector<int64_t> _reversed_padding_repeated_twice;
};

template <size_t D>
class TORCHPP_API ConvModule : public ConvNdBase<D> {
 public:
  ConvModule(int64_t in_channels, int64_t out_channels, ExpandingArray<D> kernel_size)
      : ConvModule(ConvOptions<D>(in_channels, out_channels, kernel_size)) {}
  explicit ConvModule(ConvOptions<D> options_);
  Tensor forward(const Tensor& input);

 protected:
  ConvModule(detail::Deferred, ConvOptions<D> options_);
};

template <size_t D>
class TORCHPP_API ConvTransposeModule : public ConvNdBase<D> {
 public:
  ConvTransposeModule(int64_t in_channels, int64_t out_channels, ExpandingArray<D> kernel_size)
      : ConvTransposeModule(ConvTransposeOptions<D>(in_channels, out_channels, kernel_size)) {}
  explicit ConvTransposeModule(ConvTransposeOptions<D> options_);
  /// Several output sizes have the same convolution; without `output_size`, output_padding chooses.
  Tensor forward(const Tensor& input, const optional<IntArrayRef>& output_size = nullopt);

 protected:
  ConvTransposeModule(detail::Deferred, ConvTransposeOptions<D> options_);
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};

#define TORCHPP_CONV_BASES(D)                      \
  extern template class TORCHPP_API ConvNdBase<D>; \
  extern template class TORCHPP_API ConvModule<D>; \
  extern template class TORCHPP_API ConvTransposeModule<D>
TORCHPP_CONV_BASES(1);
TORCHPP_CONV_BASES(2);
TORCHPP_CONV_BASES(3);
#undef TORCHPP_CONV_BASES

#define TORCHPP_CONV_MODULE(Name, D, Base)        \
  class TORCHPP_API Name##Impl : public Base<D> { \
    TORCHPP_DECLARE_CLONE;                        \
                                                  \
   public:                                        \
    using Base<D>::Base;                          \
  };                                              \
  using Name = ModuleHolder<Name##Impl>
TORCHPP_CONV_MODULE(Conv1d, 1, ConvModule);
TORCHPP_CONV_MODULE(Conv2d, 2, ConvModule);
TORCHPP_CONV_MODULE(Conv3d, 3, ConvModule);
TORCHPP_CONV_MODULE(ConvTranspose1d, 1, ConvTransposeModule);
TORCHPP_CONV_MODULE(ConvTranspose2d, 2, ConvTransposeModule);
TORCHPP_CONV_MODULE(ConvTranspose3d, 3, ConvTransposeModule);
#undef TORCHPP_CONV_MODULE

}  // namespace nn
}  // namespace torchpp
