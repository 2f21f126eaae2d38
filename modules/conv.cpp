// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/padding.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/nn.h>

#include <cmath>

#include "modules/print.h"

namespace torchpp::nn {

namespace {

// torchpp::conv1d/2d/3d by dimension.
template <size_t D, class Padding>
Tensor convolve(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                const Padding& padding, IntArrayRef dilation, int64_t groups) {
  if constexpr (D == 1) return torchpp::conv1d(input, weight, bias, stride, padding, dilation, groups);
  else if constexpr (D == 2) return torchpp::conv2d(input, weight, bias, stride, padding, dilation, groups);
  else return torchpp::conv3d(input, weight, bias, stride, padding, dilation, groups);
}

template <size_t D>
Tensor convolve(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                const detail::conv_padding_t<D>& padding, IntArrayRef dilation, int64_t groups) {
  if (const auto* amounts = enumtype::get_if<ExpandingArray<D>>(&padding))
    return convolve<D>(input, weight, bias, stride, static_cast<IntArrayRef>(*amounts), dilation, groups);
  const PaddingName name =
      enumtype::holds_alternative<enumtype::kSame>(padding) ? PaddingName("same") : PaddingName("valid");
  return convolve<D>(input, weight, bias, stride, name, dilation, groups);
}

template <size_t D>
Tensor convolve_transposed(const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                           IntArrayRef padding, IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  if constexpr (D == 1)
    return torchpp::conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation);
  else if constexpr (D == 2)
    return torchpp::conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation);
  else return torchpp::conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation);
}

// The output_padding that gives this output size.
template <size_t D>
std::vector<int64_t> output_padding_for(const Tensor& input, IntArrayRef output_size,
                                        const detail::ConvNdOptions<D>& options) {
  const auto rank = static_cast<int64_t>(D);
  const bool whole = static_cast<int64_t>(output_size.size()) == input.dim();
  TORCHPP_CHECK(whole || output_size.size() == D, "output_size must have ", D, " or ", input.dim(), " elements (got ",
                output_size.size(), ")");
  const auto& padding = **enumtype::get_if<ExpandingArray<D>>(&options.padding());
  std::vector<int64_t> result(D), least(D), most(D);
  bool fits = true;
  for (size_t d = 0; d < D; ++d) {
    const int64_t size = output_size[output_size.size() - D + d];
    const int64_t stride = (*options.stride())[d];
    least[d] = (input.size(input.dim() - rank + static_cast<int64_t>(d)) - 1) * stride - 2 * padding[d] +
               (*options.dilation())[d] * ((*options.kernel_size())[d] - 1) + 1;
    most[d] = least[d] + stride - 1;
    result[d] = size - least[d];
    fits = fits && size >= least[d] && size <= most[d];
  }
  TORCHPP_CHECK(fits, "requested an output size of ", output_size, ", but valid sizes range from ", IntArrayRef(least),
                " to ", IntArrayRef(most), " (for an input of ", input.sizes(), ")");
  return result;
}

}  // namespace

namespace functional {

Tensor conv1d(const Tensor& input, const Tensor& weight, const Conv1dFuncOptions& o) {
  return convolve<1>(input, weight, o.bias(), o.stride(), o.padding(), o.dilation(), o.groups());
}
Tensor conv2d(const Tensor& input, const Tensor& weight, const Conv2dFuncOptions& o) {
  return convolve<2>(input, weight, o.bias(), o.stride(), o.padding(), o.dilation(), o.groups());
}
Tensor conv3d(const Tensor& input, const Tensor& weight, const Conv3dFuncOptions& o) {
  return convolve<3>(input, weight, o.bias(), o.stride(), o.padding(), o.dilation(), o.groups());
}
Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const ConvTranspose1dFuncOptions& o) {
  return convolve_transposed<1>(input, weight, o.bias(), o.stride(), o.padding(), o.output_padding(), o.groups(),
                                o.dilation());
}
Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const ConvTranspose2dFuncOptions& o) {
  return convolve_transposed<2>(input, weight, o.bias(), o.stride(), o.padding(), o.output_padding(), o.groups(),
                                o.dilation());
}
Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const ConvTranspose3dFuncOptions& o) {
  return convolve_transposed<3>(input, weight, o.bias(), o.stride(), o.padding(), o.output_padding(), o.groups(),
                                o.dilation());
}
Tensor conv_tbc(const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t pad) {
  return torchpp::conv_tbc(input, weight, bias, pad);
}

}  // namespace functional

template <size_t D>
ConvNdBase<D>::ConvNdBase(detail::ConvNdOptions<D> options_) : options(std::move(options_)) {
  ConvNdBase::reset();
}

template <size_t D>
ConvNdBase<D>::ConvNdBase(detail::Deferred, detail::ConvNdOptions<D> options_) : options(std::move(options_)) {}

template <size_t D>
void ConvNdBase<D>::check_options() const {
  TORCHPP_CHECK(options.groups() > 0, "groups must be positive, got ", options.groups());
  TORCHPP_CHECK(options.in_channels() % options.groups() == 0, "in_channels must be divisible by groups: got ",
                options.in_channels(), " and ", options.groups());
  TORCHPP_CHECK(options.out_channels() % options.groups() == 0, "out_channels must be divisible by groups: got ",
                options.out_channels(), " and ", options.groups());
}

template <size_t D>
void ConvNdBase<D>::set_padding() {
  _reversed_padding_repeated_twice.assign(2 * D, 0);
  const auto* amounts = enumtype::get_if<ExpandingArray<D>>(&options.padding());
  const bool same = enumtype::holds_alternative<enumtype::kSame>(options.padding());
  for (size_t d = 0; d < D; ++d) {
    int64_t before = amounts ? (**amounts)[d] : 0, after = before;
    if (same) {
      TORCHPP_CHECK((*options.stride())[d] == 1, "padding='same' is not supported for strided convolutions");
      const int64_t dilation = (*options.dilation())[d];
      int64_t total = 0;
      TORCHPP_CHECK(!__builtin_mul_overflow(dilation, (*options.kernel_size())[d] - 1, &total),
                    "padding='same': got a dilation of ", dilation, ", which is too large for the kernel");
      before = total / 2;
      after = total - before;
    }
    _reversed_padding_repeated_twice[2 * (D - 1 - d)] = before;
    _reversed_padding_repeated_twice[2 * (D - 1 - d) + 1] = after;
  }
}

template <size_t D>
std::vector<int64_t> ConvNdBase<D>::weight_sizes() const {
  const int64_t in = options.in_channels(), out = options.out_channels(), groups = options.groups();
  std::vector<int64_t> sizes =
      options.transposed() ? std::vector<int64_t>{in, out / groups} : std::vector<int64_t>{out, in / groups};
  sizes.insert(sizes.end(), options.kernel_size()->begin(), options.kernel_size()->end());
  return sizes;
}

template <size_t D>
void ConvNdBase<D>::reset() {
  check_options();
  set_padding();
  weight = this->register_parameter("weight", torchpp::empty(weight_sizes()));
  bias = this->register_parameter("bias", options.bias() ? torchpp::empty({options.out_channels()}) : Tensor(),
                                  options.bias());
  reset_parameters();
}

template <size_t D>
void ConvNdBase<D>::reset_parameters() {
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  if (!bias.defined()) return;
  const double bound = 1 / std::sqrt(static_cast<double>(std::get<0>(init::_calculate_fan_in_and_fan_out(weight))));
  init::uniform_(bias, -bound, bound);
}

template <size_t D>
void ConvNdBase<D>::pretty_print(std::ostream& stream) const {
  print(stream, options.transposed() ? "torch::nn::ConvTranspose" : "torch::nn::Conv", D, "d(", options.in_channels(),
        ", ", options.out_channels(), ", kernel_size=", options.kernel_size(), ", stride=", options.stride());
  const auto print_unless = [&](const char* name, const ExpandingArray<D>& values, int64_t usual) {
    if (*values != *ExpandingArray<D>(usual)) print(stream, name, values);
  };
  if (const auto* amounts = enumtype::get_if<ExpandingArray<D>>(&options.padding()))
    print_unless(", padding=", *amounts, 0);
  else
    print(stream,
          enumtype::holds_alternative<enumtype::kSame>(options.padding()) ? ", padding='same'" : ", padding='valid'");
  print_unless(", dilation=", options.dilation(), 1);
  print_unless(", output_padding=", options.output_padding(), 0);
  if (options.groups() != 1) print(stream, ", groups=", options.groups());
  if (!options.bias()) print(stream, ", bias=false");
  if (!enumtype::holds_alternative<enumtype::kZeros>(options.padding_mode()))
    print(stream, ", padding_mode=", enumtype::get_enum_name(options.padding_mode()));
  print(stream, ")");
}

template <size_t D>
ConvModule<D>::ConvModule(ConvOptions<D> options_) : ConvNdBase<D>(options_) {}

template <size_t D>
ConvModule<D>::ConvModule(detail::Deferred tag, ConvOptions<D> options_) : ConvNdBase<D>(tag, options_) {}

template <size_t D>
Tensor ConvModule<D>::forward(const Tensor& input) {
  const auto& o = this->options;
  if (TORCHPP_LIKELY(enumtype::holds_alternative<enumtype::kZeros>(o.padding_mode())))
    return convolve<D>(input, this->weight, this->bias, o.stride(), o.padding(), o.dilation(), o.groups());
  functional::PadFuncOptions pad(this->_reversed_padding_repeated_twice);
  if (enumtype::holds_alternative<enumtype::kReflect>(o.padding_mode())) pad.mode(kReflect);
  else if (enumtype::holds_alternative<enumtype::kReplicate>(o.padding_mode())) pad.mode(kReplicate);
  else pad.mode(kCircular);
  return convolve<D>(functional::pad(input, pad), this->weight, this->bias, o.stride(), IntArrayRef(0), o.dilation(),
                     o.groups());
}

template <size_t D>
ConvTransposeModule<D>::ConvTransposeModule(ConvTransposeOptions<D> options_) : ConvNdBase<D>(options_) {}

template <size_t D>
ConvTransposeModule<D>::ConvTransposeModule(detail::Deferred tag, ConvTransposeOptions<D> options_)
    : ConvNdBase<D>(tag, options_) {}

template <size_t D>
std::vector<std::pair<unsigned, AnyValue>> ConvTransposeModule<D>::_forward_default_args() const {
  return {{1, AnyValue(optional<IntArrayRef>())}};
}

template <size_t D>
Tensor ConvTransposeModule<D>::forward(const Tensor& input, const optional<IntArrayRef>& output_size) {
  const auto& o = this->options;
  TORCHPP_CHECK(enumtype::holds_alternative<enumtype::kZeros>(o.padding_mode()),
                "Only `zeros` padding mode is supported for ConvTranspose", D, "d");
  const IntArrayRef padding = *enumtype::get_if<ExpandingArray<D>>(&o.padding());
  std::vector<int64_t> chosen;
  IntArrayRef output_padding = o.output_padding();
  if (output_size) {
    chosen = output_padding_for<D>(input, *output_size, o);
    output_padding = chosen;
  }
  return convolve_transposed<D>(input, this->weight, this->bias, o.stride(), padding, output_padding, o.groups(),
                                o.dilation());
}

#define TORCHPP_CONV_BASES(D)   \
  template class ConvNdBase<D>; \
  template class ConvModule<D>; \
  template class ConvTransposeModule<D>;
TORCHPP_CONV_BASES(1)
TORCHPP_CONV_BASES(2)
TORCHPP_CONV_BASES(3)
#undef TORCHPP_CONV_BASES
TORCHPP_DEFINE_CLONE(Conv1dImpl)
TORCHPP_DEFINE_CLONE(Conv2dImpl)
TORCHPP_DEFINE_CLONE(Conv3dImpl)
TORCHPP_DEFINE_CLONE(ConvTranspose1dImpl)
TORCHPP_DEFINE_CLONE(ConvTranspose2dImpl)
TORCHPP_DEFINE_CLONE(ConvTranspose3dImpl)

}  // namespace torchpp::nn
