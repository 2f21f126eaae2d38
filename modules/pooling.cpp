// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/pooling.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pooling.h>

#include <sstream>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

namespace {

// The sizes asked for; those left open are the input's.
template <size_t D>
std::array<int64_t, D> given_or_kept(const Tensor& input, const ExpandingArrayWithOptionalElem<D>& output_size) {
  std::array<int64_t, D> sizes;
  for (size_t d = 0; d < D; ++d) {
    const optional<int64_t>& size = (*output_size)[d];
    sizes[d] = size ? *size : input.size(static_cast<int64_t>(d) - static_cast<int64_t>(D));
  }
  return sizes;
}

// The sizes of what max_unpool gives. libtorch's C++ functions refuse lists of D sizes, which Python's take.
template <size_t D>
std::vector<int64_t> unpooled_size(const Tensor& input, const MaxUnpoolFuncOptions<D>& o) {
  std::vector<int64_t> size(D);
  for (size_t d = 0; d < D; ++d) {
    const int64_t pooled = input.size(static_cast<int64_t>(d) - static_cast<int64_t>(D));
    size[d] = (pooled - 1) * (*o.stride())[d] + (*o.kernel_size())[d] - 2 * (*o.padding())[d];
  }
  if (!o.output_size()) return size;
  IntArrayRef given = *o.output_size();
  if (given.size() == D + 2) given = given.slice(2);
  TORCHPP_CHECK(given.size() == D, "output_size should be a sequence containing ", D, " or ", D + 2,
                " elements, but it has a length of '", given.size(), "'");
  for (size_t d = 0; d < D; ++d) {
    const int64_t least = size[d] - (*o.stride())[d], most = size[d] + (*o.stride())[d];
    TORCHPP_CHECK(least <= given[d] && given[d] <= most, "invalid output_size ", given, " (dim ", d,
                  " must be between ", least, " and ", most, ")");
  }
  return given.vec();
}

template <size_t D>
std::tuple<Tensor, Tensor> fractional_maxima(const Tensor& input, const FractionalMaxPoolOptions<D>& o) {
  TORCHPP_CHECK(o.output_size() || o.output_ratio(), "fractional_max_pool", D,
                "d requires specifying either an output_size or an output_ratio");
  constexpr auto dims = static_cast<int64_t>(D);
  std::array<int64_t, D> size;
  for (size_t d = 0; d < D; ++d) {
    const auto length = static_cast<double>(input.size(static_cast<int64_t>(d) - dims));
    size[d] = o.output_size() ? (**o.output_size())[d] : static_cast<int64_t>(length * (**o.output_ratio())[d]);
  }
  Tensor samples = o._random_samples();
  if (!samples.defined()) {
    const int64_t n = input.dim() == dims + 1 ? 1 : input.size(0);
    samples =
        torchpp::rand({n, input.size(-dims - 1), dims}, TensorOptions(input.scalar_type()).device(input.device()));
  }
  if constexpr (D == 2) return torchpp::fractional_max_pool2d(input, o.kernel_size(), size, samples);
  else return torchpp::fractional_max_pool3d(input, o.kernel_size(), size, samples);
}

}  // namespace

Tensor avg_pool1d(const Tensor& input, const AvgPool1dFuncOptions& o) {
  TORCHPP_CHECK(!o.divisor_override(), "avg_pool1d: divisor_override is not supported");
  return torchpp::avg_pool1d(input, o.kernel_size(), o.stride(), o.padding(), o.ceil_mode(), o.count_include_pad());
}

Tensor avg_pool2d(const Tensor& input, const AvgPool2dFuncOptions& o) {
  return torchpp::avg_pool2d(input, o.kernel_size(), o.stride(), o.padding(), o.ceil_mode(), o.count_include_pad(),
                             o.divisor_override());
}

Tensor avg_pool3d(const Tensor& input, const AvgPool3dFuncOptions& o) {
  return torchpp::avg_pool3d(input, o.kernel_size(), o.stride(), o.padding(), o.ceil_mode(), o.count_include_pad(),
                             o.divisor_override());
}

Tensor max_pool1d(const Tensor& input, const MaxPool1dFuncOptions& o) {
  return torchpp::max_pool1d(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

Tensor max_pool2d(const Tensor& input, const MaxPool2dFuncOptions& o) {
  return torchpp::max_pool2d(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

Tensor max_pool3d(const Tensor& input, const MaxPool3dFuncOptions& o) {
  return torchpp::max_pool3d(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& input, const MaxPool1dFuncOptions& o) {
  return torchpp::max_pool1d_with_indices(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& input, const MaxPool2dFuncOptions& o) {
  return torchpp::max_pool2d_with_indices(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& input, const MaxPool3dFuncOptions& o) {
  return torchpp::max_pool3d_with_indices(input, o.kernel_size(), o.stride(), o.padding(), o.dilation(), o.ceil_mode());
}

Tensor adaptive_avg_pool1d(const Tensor& input, const AdaptiveAvgPool1dFuncOptions& o) {
  return torchpp::adaptive_avg_pool1d(input, o.output_size());
}

Tensor adaptive_avg_pool2d(const Tensor& input, const AdaptiveAvgPool2dFuncOptions& o) {
  return torchpp::adaptive_avg_pool2d(input, given_or_kept(input, o.output_size()));
}

Tensor adaptive_avg_pool3d(const Tensor& input, const AdaptiveAvgPool3dFuncOptions& o) {
  return torchpp::adaptive_avg_pool3d(input, given_or_kept(input, o.output_size()));
}

Tensor adaptive_max_pool1d(const Tensor& input, const AdaptiveMaxPool1dFuncOptions& o) {
  return std::get<0>(adaptive_max_pool1d_with_indices(input, o));
}

Tensor adaptive_max_pool2d(const Tensor& input, const AdaptiveMaxPool2dFuncOptions& o) {
  return std::get<0>(adaptive_max_pool2d_with_indices(input, o));
}

Tensor adaptive_max_pool3d(const Tensor& input, const AdaptiveMaxPool3dFuncOptions& o) {
  return std::get<0>(adaptive_max_pool3d_with_indices(input, o));
}

std::tuple<Tensor, Tensor> adaptive_max_pool1d_with_indices(const Tensor& input,
                                                            const AdaptiveMaxPool1dFuncOptions& o) {
  return torchpp::adaptive_max_pool1d(input, o.output_size());
}

std::tuple<Tensor, Tensor> adaptive_max_pool2d_with_indices(const Tensor& input,
                                                            const AdaptiveMaxPool2dFuncOptions& o) {
  return torchpp::adaptive_max_pool2d(input, given_or_kept(input, o.output_size()));
}

std::tuple<Tensor, Tensor> adaptive_max_pool3d_with_indices(const Tensor& input,
                                                            const AdaptiveMaxPool3dFuncOptions& o) {
  return torchpp::adaptive_max_pool3d(input, given_or_kept(input, o.output_size()));
}

// As planes of one column.
Tensor max_unpool1d(const Tensor& input, const Tensor& indices, const MaxUnpool1dFuncOptions& o) {
  return torchpp::max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), {unpooled_size(input, o)[0], 1}).squeeze(-1);
}

Tensor max_unpool2d(const Tensor& input, const Tensor& indices, const MaxUnpool2dFuncOptions& o) {
  return torchpp::max_unpool2d(input, indices, unpooled_size(input, o));
}

Tensor max_unpool3d(const Tensor& input, const Tensor& indices, const MaxUnpool3dFuncOptions& o) {
  return torchpp::max_unpool3d(input, indices, unpooled_size(input, o), o.stride(), o.padding());
}

Tensor fractional_max_pool2d(const Tensor& input, const FractionalMaxPool2dFuncOptions& o) {
  return std::get<0>(fractional_maxima(input, o));
}

Tensor fractional_max_pool3d(const Tensor& input, const FractionalMaxPool3dFuncOptions& o) {
  return std::get<0>(fractional_maxima(input, o));
}

std::tuple<Tensor, Tensor> fractional_max_pool2d_with_indices(const Tensor& input,
                                                              const FractionalMaxPool2dFuncOptions& o) {
  return fractional_maxima(input, o);
}

std::tuple<Tensor, Tensor> fractional_max_pool3d_with_indices(const Tensor& input,
                                                              const FractionalMaxPool3dFuncOptions& o) {
  return fractional_maxima(input, o);
}

namespace {

// From the windows' means of x^p: their sums, negative ones taken by sign, to the power 1 / p.
Tensor norm_from_means(const Tensor& means, double count, double p) {
  return means.sign().mul(means.abs().relu()).mul(count).pow(1.0 / p);
}

}  // namespace

Tensor lp_pool1d(const Tensor& input, const LPPool1dFuncOptions& o) {
  const Tensor means = torchpp::avg_pool1d(input.pow(o.norm_type()), o.kernel_size(), o.stride(), 0, o.ceil_mode());
  return norm_from_means(means, static_cast<double>((*o.kernel_size())[0]), o.norm_type());
}

Tensor lp_pool2d(const Tensor& input, const LPPool2dFuncOptions& o) {
  const Tensor means = torchpp::avg_pool2d(input.pow(o.norm_type()), o.kernel_size(), o.stride(), 0, o.ceil_mode());
  return norm_from_means(means, static_cast<double>((*o.kernel_size())[0] * (*o.kernel_size())[1]), o.norm_type());
}

}  // namespace functional

// forward and forward_with_indices of modules that are options alone.
#define TORCHPP_POOL_FORWARD(Name, function) \
  Tensor Name##Impl::forward(const Tensor& input) { return functional::function(input, options); }
#define TORCHPP_POOL_FORWARD_WITH_INDICES(Name, function)                            \
  TORCHPP_POOL_FORWARD(Name, function)                                               \
  std::tuple<Tensor, Tensor> Name##Impl::forward_with_indices(const Tensor& input) { \
    return functional::function##_with_indices(input, options);                      \
  }
TORCHPP_POOL_FORWARD(AvgPool1d, avg_pool1d)
TORCHPP_POOL_FORWARD(AvgPool2d, avg_pool2d)
TORCHPP_POOL_FORWARD(AvgPool3d, avg_pool3d)
TORCHPP_POOL_FORWARD_WITH_INDICES(MaxPool1d, max_pool1d)
TORCHPP_POOL_FORWARD_WITH_INDICES(MaxPool2d, max_pool2d)
TORCHPP_POOL_FORWARD_WITH_INDICES(MaxPool3d, max_pool3d)
TORCHPP_POOL_FORWARD(AdaptiveAvgPool1d, adaptive_avg_pool1d)
TORCHPP_POOL_FORWARD(AdaptiveAvgPool2d, adaptive_avg_pool2d)
TORCHPP_POOL_FORWARD(AdaptiveAvgPool3d, adaptive_avg_pool3d)
TORCHPP_POOL_FORWARD_WITH_INDICES(AdaptiveMaxPool1d, adaptive_max_pool1d)
TORCHPP_POOL_FORWARD_WITH_INDICES(AdaptiveMaxPool2d, adaptive_max_pool2d)
TORCHPP_POOL_FORWARD_WITH_INDICES(AdaptiveMaxPool3d, adaptive_max_pool3d)
TORCHPP_POOL_FORWARD(LPPool1d, lp_pool1d)
TORCHPP_POOL_FORWARD(LPPool2d, lp_pool2d)
#undef TORCHPP_POOL_FORWARD_WITH_INDICES
#undef TORCHPP_POOL_FORWARD

namespace {

template <size_t D>
functional::MaxUnpoolFuncOptions<D> for_function(const MaxUnpoolOptions<D>& o,
                                                 const optional<std::vector<int64_t>>& output_size) {
  return functional::MaxUnpoolFuncOptions<D>(o.kernel_size())
      .stride(o.stride())
      .padding(o.padding())
      .output_size(output_size);
}

template <size_t D>
void check(const FractionalMaxPoolOptions<D>& o) {
  TORCHPP_CHECK(o.output_size() || o.output_ratio(), "FractionalMaxPool", D,
                "d requires specifying either an output size, or a pooling ratio");
  TORCHPP_CHECK(!o.output_size() || !o.output_ratio(), "only one of output_size and output_ratio may be specified");
  if (!o.output_ratio()) return;
  std::ostringstream got;
  got << *o.output_ratio();
  for (const double ratio : **o.output_ratio())
    TORCHPP_CHECK(0 < ratio && ratio < 1, "output_ratio must be between 0 and 1 (got ", got.str(), ")");
}

}  // namespace

#define TORCHPP_DEFINE_UNPOOL(Name, D, function)                                         \
  Name##Impl::Name##Impl(ExpandingArray<D> size) : Name##Impl(Name##Options(size)) {}    \
  TORCHPP_DEFINE_STATELESS(Name##Impl, Name##Options)                                    \
  Tensor Name##Impl::forward(const Tensor& input, const Tensor& indices,                 \
                             const optional<std::vector<int64_t>>& output_size) {        \
    return functional::function(input, indices, for_function(options, output_size));     \
  }                                                                                      \
  std::vector<std::pair<unsigned, AnyValue>> Name##Impl::_forward_default_args() const { \
    return {{2, AnyValue(optional<std::vector<int64_t>>())}};                            \
  }
TORCHPP_DEFINE_UNPOOL(MaxUnpool1d, 1, max_unpool1d)
TORCHPP_DEFINE_UNPOOL(MaxUnpool2d, 2, max_unpool2d)
TORCHPP_DEFINE_UNPOOL(MaxUnpool3d, 3, max_unpool3d)
#undef TORCHPP_DEFINE_UNPOOL

// The buffer counts, which moves with the module; the option is its first value, and a tensor of its own, as what moves
// or clones the module gives the buffer other data.
#define TORCHPP_DEFINE_FRACTIONAL(Name, D, function)                                                            \
  Name##Impl::Name##Impl(ExpandingArray<D> size) : Name##Impl(Name##Options(size)) {}                           \
  Name##Impl::Name##Impl(const Name##Options& options_) : options(options_) { Name##Impl::reset(); }            \
  void Name##Impl::reset() {                                                                                    \
    check(options);                                                                                             \
    const Tensor& given = options._random_samples();                                                            \
    _random_samples = register_buffer("_random_samples", given.defined() ? given.detach() : Tensor());          \
  }                                                                                                             \
  std::tuple<Tensor, Tensor> Name##Impl::forward_with_indices(const Tensor& input) {                            \
    return functional::function##_with_indices(input, Name##Options(options)._random_samples(_random_samples)); \
  }                                                                                                             \
  Tensor Name##Impl::forward(const Tensor& input) { return std::get<0>(forward_with_indices(input)); }          \
  void Name##Impl::pretty_print(std::ostream& stream) const { print(stream, "torch::nn::" #Name "()"); }        \
  TORCHPP_DEFINE_CLONE(Name##Impl)
TORCHPP_DEFINE_FRACTIONAL(FractionalMaxPool2d, 2, fractional_max_pool2d)
TORCHPP_DEFINE_FRACTIONAL(FractionalMaxPool3d, 3, fractional_max_pool3d)
#undef TORCHPP_DEFINE_FRACTIONAL

namespace {

template <size_t D>
void print_options(std::ostream& stream, const AvgPoolOptions<D>& o) {
  print(stream, "torch::nn::AvgPool", D, "d(kernel_size=", o.kernel_size(), ", stride=", o.stride(),
        ", padding=", o.padding(), ")");
}
template <size_t D>
void print_options(std::ostream& stream, const MaxPoolOptions<D>& o) {
  print(stream, "torch::nn::MaxPool", D, "d(kernel_size=", o.kernel_size(), ", stride=", o.stride(),
        ", padding=", o.padding(), ", dilation=", o.dilation(), ", ceil_mode=", o.ceil_mode(), ")");
}
template <size_t D>
void print_options(std::ostream& stream, const MaxUnpoolOptions<D>& o) {
  print(stream, "torch::nn::MaxUnpool", D, "d(kernel_size=", o.kernel_size(), ", stride=", o.stride(),
        ", padding=", o.padding(), ")");
}
template <size_t D>
void print_options(std::ostream& stream, const LPPoolOptions<D>& o) {
  print(stream, "torch::nn::LPPool", D, "d(norm_type=", o.norm_type(), ", kernel_size=", o.kernel_size(),
        ", stride=", o.stride(), ", ceil_mode=", o.ceil_mode(), ")");
}

}  // namespace

#define TORCHPP_POOL_PRINT(Name) \
  void Name##Impl::pretty_print(std::ostream& stream) const { print_options(stream, options); }
TORCHPP_POOL_PRINT(AvgPool1d)
TORCHPP_POOL_PRINT(AvgPool2d)
TORCHPP_POOL_PRINT(AvgPool3d)
TORCHPP_POOL_PRINT(MaxPool1d)
TORCHPP_POOL_PRINT(MaxPool2d)
TORCHPP_POOL_PRINT(MaxPool3d)
TORCHPP_POOL_PRINT(MaxUnpool1d)
TORCHPP_POOL_PRINT(MaxUnpool2d)
TORCHPP_POOL_PRINT(MaxUnpool3d)
TORCHPP_POOL_PRINT(LPPool1d)
TORCHPP_POOL_PRINT(LPPool2d)
#undef TORCHPP_POOL_PRINT
#define TORCHPP_ADAPTIVE_PRINT(Name)                                                \
  void Name##Impl::pretty_print(std::ostream& stream) const {                       \
    print(stream, "torch::nn::" #Name "(output_size=", options.output_size(), ")"); \
  }
TORCHPP_ADAPTIVE_PRINT(AdaptiveAvgPool1d)
TORCHPP_ADAPTIVE_PRINT(AdaptiveAvgPool2d)
TORCHPP_ADAPTIVE_PRINT(AdaptiveAvgPool3d)
TORCHPP_ADAPTIVE_PRINT(AdaptiveMaxPool1d)
TORCHPP_ADAPTIVE_PRINT(AdaptiveMaxPool2d)
TORCHPP_ADAPTIVE_PRINT(AdaptiveMaxPool3d)
#undef TORCHPP_ADAPTIVE_PRINT

#define TORCHPP_DEFINE_POOL(Name, Size)                                  \
  Name##Impl::Name##Impl(Size size) : Name##Impl(Name##Options(size)) {} \
  TORCHPP_DEFINE_STATELESS(Name##Impl, Name##Options)
TORCHPP_DEFINE_POOL(AvgPool1d, ExpandingArray<1>)
TORCHPP_DEFINE_POOL(AvgPool2d, ExpandingArray<2>)
TORCHPP_DEFINE_POOL(AvgPool3d, ExpandingArray<3>)
TORCHPP_DEFINE_POOL(MaxPool1d, ExpandingArray<1>)
TORCHPP_DEFINE_POOL(MaxPool2d, ExpandingArray<2>)
TORCHPP_DEFINE_POOL(MaxPool3d, ExpandingArray<3>)
TORCHPP_DEFINE_POOL(AdaptiveAvgPool1d, ExpandingArray<1>)
TORCHPP_DEFINE_POOL(AdaptiveAvgPool2d, ExpandingArrayWithOptionalElem<2>)
TORCHPP_DEFINE_POOL(AdaptiveAvgPool3d, ExpandingArrayWithOptionalElem<3>)
TORCHPP_DEFINE_POOL(AdaptiveMaxPool1d, ExpandingArray<1>)
TORCHPP_DEFINE_POOL(AdaptiveMaxPool2d, ExpandingArrayWithOptionalElem<2>)
TORCHPP_DEFINE_POOL(AdaptiveMaxPool3d, ExpandingArrayWithOptionalElem<3>)
#undef TORCHPP_DEFINE_POOL
LPPool1dImpl::LPPool1dImpl(double norm_type, ExpandingArray<1> kernel_size)
    : LPPool1dImpl(LPPool1dOptions(norm_type, kernel_size)) {}
TORCHPP_DEFINE_STATELESS(LPPool1dImpl, LPPool1dOptions)
LPPool2dImpl::LPPool2dImpl(double norm_type, ExpandingArray<2> kernel_size)
    : LPPool2dImpl(LPPool2dOptions(norm_type, kernel_size)) {}
TORCHPP_DEFINE_STATELESS(LPPool2dImpl, LPPool2dOptions)

}  // namespace torchpp::nn
