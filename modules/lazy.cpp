// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/lazy.h>
#include <torchpp/ops/creation.h>

#include <sstream>

#include "modules/module_private.h"

namespace torchpp::nn {

namespace {

Tensor without_elements(bool there) { return there ? torchpp::empty({0}) : Tensor(); }

// Gives a tensor that others hold sizes, and values that are still to be set.
void materialize(const Tensor& tensor, IntArrayRef sizes) {
  if (tensor.defined()) tensor.set_data(tensor.detach().new_empty(sizes));
}

// As the class that the module is going to be, with another name.
template <class Base>
void print_as_lazy(std::ostream& stream, const Base& module, bool lazy) {
  if (!lazy) return module.Base::pretty_print(stream);
  std::ostringstream text;
  module.Base::pretty_print(text);
  constexpr char kNamespace[] = "torch::nn::";
  stream << kNamespace << "Lazy" << text.str().substr(sizeof kNamespace - 1);
}

}  // namespace

LazyModule::~LazyModule() = default;

// ---- linear

LazyLinearImpl::LazyLinearImpl(int64_t out_features) : LazyLinearImpl(LinearOptions(0, out_features)) {}
LazyLinearImpl::LazyLinearImpl(const LinearOptions& options_) : LinearImpl(detail::Deferred(), options_) {
  LazyLinearImpl::reset();
}

void LazyLinearImpl::reset() {
  options.in_features(0);
  weight = register_parameter("weight", without_elements(true));
  bias = register_parameter("bias", without_elements(options.bias()), options.bias());
}

void LazyLinearImpl::pretty_print(std::ostream& stream) const {
  print_as_lazy<LinearImpl>(stream, *this, has_uninitialized_params());
}

bool LazyLinearImpl::has_uninitialized_params() const { return weight.dim() != 2; }

void LazyLinearImpl::initialize_parameters(const Tensor& input) {
  if (!has_uninitialized_params()) return;
  TORCHPP_CHECK(input.dim() > 0, "Expected at least 1D input to LazyLinear, but got input of size: ", input.sizes());
  options.in_features(input.size(-1));
  materialize(weight, {options.out_features(), options.in_features()});
  materialize(bias, {options.out_features()});
  reset_parameters();
}

Tensor LazyLinearImpl::forward(const Tensor& input) {
  if (TORCHPP_UNLIKELY(has_uninitialized_params())) initialize_parameters(input);
  return LinearImpl::forward(input);
}

void LazyLinearImpl::adopt_sizes() {
  if (!has_uninitialized_params()) options.in_features(weight.size(1));
}

TORCHPP_DEFINE_CLONE(LazyLinearImpl)

// ---- convolution

template <class Base, size_t D, class Options>
LazyConvBase<Base, D, Options>::LazyConvBase(Options options_) : Base(detail::Deferred(), std::move(options_)) {
  LazyConvBase::reset();
}

template <class Base, size_t D, class Options>
void LazyConvBase<Base, D, Options>::reset() {
  this->options.in_channels(0);
  this->check_options();
  this->set_padding();
  this->weight = this->register_parameter("weight", without_elements(true));
  this->bias = this->register_parameter("bias", without_elements(this->options.bias()), this->options.bias());
}

template <class Base, size_t D, class Options>
void LazyConvBase<Base, D, Options>::pretty_print(std::ostream& stream) const {
  print_as_lazy<Base>(stream, *this, has_uninitialized_params());
}

template <class Base, size_t D, class Options>
bool LazyConvBase<Base, D, Options>::has_uninitialized_params() const {
  return this->weight.dim() != static_cast<int64_t>(D) + 2;
}

template <class Base, size_t D, class Options>
void LazyConvBase<Base, D, Options>::initialize_parameters(const Tensor& input) {
  if (!has_uninitialized_params()) return;
  constexpr auto kSample = static_cast<int64_t>(D) + 1;
  TORCHPP_CHECK(input.dim() == kSample || input.dim() == kSample + 1, "Expected ", kSample, "D (unbatched) or ",
                kSample + 1, "D (batched) input to Lazy", this->options.transposed() ? "ConvTranspose" : "Conv", D,
                "d, but got input of size: ", input.sizes());
  const int64_t channels = input.size(input.dim() - kSample);
  TORCHPP_CHECK(channels % this->options.groups() == 0, "in_channels must be divisible by groups: got ", channels,
                " and ", this->options.groups());
  this->options.in_channels(channels);
  materialize(this->weight, this->weight_sizes());
  materialize(this->bias, {this->options.out_channels()});
  this->reset_parameters();
}

template <class Base, size_t D, class Options>
void LazyConvBase<Base, D, Options>::adopt_sizes() {
  if (has_uninitialized_params()) return;
  const int64_t groups = this->options.groups();
  this->options.in_channels(this->options.transposed() ? this->weight.size(0) : this->weight.size(1) * groups);
}

template <class Base, size_t D>
Tensor LazyConvModule<Base, D>::forward(const Tensor& input) {
  if (TORCHPP_UNLIKELY(this->has_uninitialized_params())) this->initialize_parameters(input);
  return Base::forward(input);
}

template <class Base, size_t D>
Tensor LazyConvTransposeModule<Base, D>::forward(const Tensor& input, const optional<IntArrayRef>& output_size) {
  if (TORCHPP_UNLIKELY(this->has_uninitialized_params())) this->initialize_parameters(input);
  return Base::forward(input, output_size);
}

// ---- normalisation

template <class Base, size_t D, class Options>
LazyNormModule<Base, D, Options>::LazyNormModule(const Options& options_) : Base(detail::Deferred(), options_) {
  LazyNormModule::reset();
}

template <class Base, size_t D, class Options>
void LazyNormModule<Base, D, Options>::reset() {
  this->options.num_features(0);
  const bool affine = this->options.affine(), track = this->options.track_running_stats();
  this->weight = this->register_parameter("weight", without_elements(affine), affine);
  this->bias = this->register_parameter("bias", without_elements(affine), affine);
  this->running_mean = this->register_buffer("running_mean", without_elements(track));
  this->running_var = this->register_buffer("running_var", without_elements(track));
  this->num_batches_tracked =
      this->register_buffer("num_batches_tracked", track ? torchpp::zeros({}, kLong) : Tensor());
}

template <class Base, size_t D, class Options>
void LazyNormModule<Base, D, Options>::pretty_print(std::ostream& stream) const {
  print_as_lazy<Base>(stream, *this, has_uninitialized_params());
}

template <class Base, size_t D, class Options>
bool LazyNormModule<Base, D, Options>::has_uninitialized_params() const {
  return this->options.num_features() == 0;
}

template <class Base, size_t D, class Options>
void LazyNormModule<Base, D, Options>::initialize_parameters(const Tensor& input) {
  if (!has_uninitialized_params()) return;
  // Instance norm takes single samples, batch norm batches without positions.
  constexpr bool kTakesSamples = std::is_same_v<Options, InstanceNormOptions>;
  const int64_t channels = kTakesSamples && input.dim() == static_cast<int64_t>(D) + 1 ? 0 : 1;
  TORCHPP_CHECK(input.dim() > channels,
                "Expected at least 2D input to a lazy normalisation, but got input of size: ", input.sizes());
  this->options.num_features(input.size(channels));
  for (const Tensor& tensor : {this->weight, this->bias, this->running_mean, this->running_var})
    materialize(tensor, {this->options.num_features()});
  this->reset_parameters();
}

template <class Base, size_t D, class Options>
Tensor LazyNormModule<Base, D, Options>::forward(const Tensor& input) {
  if (TORCHPP_UNLIKELY(has_uninitialized_params())) initialize_parameters(input);
  return Base::forward(input);
}

template <class Base, size_t D, class Options>
void LazyNormModule<Base, D, Options>::adopt_sizes() {
  for (const Tensor& tensor : {this->weight, this->running_mean})
    if (tensor.defined()) this->options.num_features(tensor.numel());
}

#define TORCHPP_DEFINE_LAZY_CLONE(Parameters, ...)                                   \
  template <Parameters>                                                              \
  std::shared_ptr<Module> __VA_ARGS__::clone(const optional<Device>& device) const { \
    return detail::Cloning::clone(*this, device);                                    \
  }                                                                                  \
  template <Parameters>                                                              \
  void __VA_ARGS__::clone_(Module& other, const optional<Device>& device) {          \
    detail::Cloning::assign(*this, other, device);                                   \
  }
#define TORCHPP_TWO class Base, size_t D
#define TORCHPP_THREE class Base, size_t D, class Options
TORCHPP_DEFINE_LAZY_CLONE(TORCHPP_TWO, LazyConvModule<Base, D>)
TORCHPP_DEFINE_LAZY_CLONE(TORCHPP_TWO, LazyConvTransposeModule<Base, D>)
TORCHPP_DEFINE_LAZY_CLONE(TORCHPP_THREE, LazyNormModule<Base, D, Options>)

#define TORCHPP_LAZY(D)                                                             \
  template class LazyConvBase<Conv##D##dImpl, D, ConvOptions<D>>;                   \
  template class LazyConvModule<Conv##D##dImpl, D>;                                 \
  template class LazyConvBase<ConvTranspose##D##dImpl, D, ConvTransposeOptions<D>>; \
  template class LazyConvTransposeModule<ConvTranspose##D##dImpl, D>;               \
  template class LazyNormModule<BatchNorm##D##dImpl, D, BatchNormOptions>;          \
  template class LazyNormModule<InstanceNorm##D##dImpl, D, InstanceNormOptions>;
TORCHPP_LAZY(1)
TORCHPP_LAZY(2)
TORCHPP_LAZY(3)

}  // namespace torchpp::nn
