// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/normalization.h>
#include <torchpp/nn/modules/padding.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/pooling.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

namespace {

// Training needs more than one value per channel.
void check_values(const Tensor& input) {
  TORCHPP_CHECK(input.dim() >= 2, "batch_norm: input has ", input.dim(), " dimensions, expected at least 2");
  int64_t count = input.size(0);
  for (int64_t d = 2; d < input.dim(); ++d) count *= input.size(d);
  TORCHPP_CHECK(count != 1, "Expected more than 1 value per channel when training, got input size ", input.sizes());
}

Tensor batch_norm_checked(const Tensor& input, const Tensor& mean, const Tensor& var, const Tensor& weight,
                          const Tensor& bias, bool training, double momentum, double eps) {
  if (training) check_values(input);
  return torchpp::batch_norm(input, weight, bias, mean, var, training, momentum, eps);
}

}  // namespace

Tensor batch_norm(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                  const BatchNormFuncOptions& o) {
  TORCHPP_CHECK(o.momentum(), "batch_norm: momentum must be given; the running average needs a module");
  return batch_norm_checked(input, running_mean, running_var, o.weight(), o.bias(), o.training(), *o.momentum(),
                            o.eps());
}

Tensor instance_norm(const Tensor& input, const InstanceNormFuncOptions& o) {
  return torchpp::instance_norm(input, o.weight(), o.bias(), o.running_mean(), o.running_var(), o.use_input_stats(),
                                o.momentum(), o.eps());
}

Tensor layer_norm(const Tensor& input, const LayerNormFuncOptions& o) {
  return torchpp::layer_norm(input, o.normalized_shape(), o.weight(), o.bias(), o.eps());
}

Tensor group_norm(const Tensor& input, const GroupNormFuncOptions& o) {
  return torchpp::group_norm(input, o.num_groups(), o.weight(), o.bias(), o.eps());
}

namespace {

// The mean of x^2 over channels [c - before, c + after]: windows on planes of channels by positions.
Tensor mean_squares(const Tensor& input, int64_t before, int64_t after) {
  int64_t positions = 1;
  for (int64_t d = 2; d < input.dim(); ++d) positions *= input.size(d);
  const Tensor squares = input.mul(input).reshape({input.size(0), 1, input.size(1), positions});
  const Tensor padded = pad(squares, PadFuncOptions({0, 0, before, after}));
  return torchpp::avg_pool2d(padded, {before + after + 1, 1}, 1).reshape(input.sizes());
}

}  // namespace

Tensor local_response_norm(const Tensor& input, const LocalResponseNormFuncOptions& o) {
  TORCHPP_CHECK(input.dim() >= 3, "Expected 3D or higher dimensionality input (got ", input.dim(), " dimensions)");
  const Tensor means = mean_squares(input, o.size() / 2, (o.size() - 1) / 2);
  return input.div(means.mul(o.alpha()).add(o.k()).pow(o.beta()));
}

Tensor normalize(const Tensor& input, const NormalizeFuncOptions& o) {
  const Tensor norm = input.norm(Scalar(o.p()), {o.dim()}, /*keepdim=*/true).clamp_min(o.eps());
  if (!o.out()) return input.div(norm.expand_as(input));
  Tensor out = *o.out();
  return div_out(out, input, norm.expand_as(input));
}

}  // namespace functional

namespace {

// 2 + D dimensions; 1-d modules take (N, C) too, and instance norm takes inputs without a batch.
template <size_t D>
void check_rank(const Tensor& input, int64_t least, int64_t most) {
  if (TORCHPP_LIKELY(input.dim() >= least && input.dim() <= most)) return;
  if (least == most) TORCHPP_FAIL_KIND(kError, "expected ", least, "D input (got ", input.dim(), "D input)");
  TORCHPP_FAIL_KIND(kError, "expected ", least, "D or ", most, "D input (got ", input.dim(), "D input)");
}

void print_momentum(std::ostream& stream, const optional<double>& momentum) {
  if (momentum) print(stream, *momentum);
  else print(stream, "None");
}

}  // namespace

template <size_t D, class Options>
NormBase<D, Options>::NormBase(const Options& options_) : options(options_) {
  NormBase::reset();
}

template <size_t D, class Options>
void NormBase<D, Options>::reset() {
  const auto absent_unless = [&](bool there) { return there ? torchpp::empty({options.num_features()}) : Tensor(); };
  weight = this->register_parameter("weight", absent_unless(options.affine()), options.affine());
  bias = this->register_parameter("bias", absent_unless(options.affine()), options.affine());
  const bool track = options.track_running_stats();
  running_mean = this->register_buffer("running_mean", absent_unless(track));
  running_var = this->register_buffer("running_var", absent_unless(track));
  num_batches_tracked = this->register_buffer("num_batches_tracked", track ? torchpp::zeros({}, kLong) : Tensor());
  reset_parameters();
}

template <size_t D, class Options>
void NormBase<D, Options>::reset_running_stats() {
  if (!options.track_running_stats()) return;
  NoGradGuard no_grad;
  running_mean.zero_();
  running_var.fill_(1);
  num_batches_tracked.zero_();
}

template <size_t D, class Options>
void NormBase<D, Options>::reset_parameters() {
  reset_running_stats();
  if (!options.affine()) return;
  init::ones_(weight);
  init::zeros_(bias);
}

template <size_t D, class Options>
void NormBase<D, Options>::pretty_print(std::ostream& stream) const {
  constexpr bool batch = std::is_same_v<Options, BatchNormOptions>;
  print(stream, batch ? "torch::nn::BatchNorm" : "torch::nn::InstanceNorm", D, "d(", options.num_features(),
        ", eps=", options.eps(), ", momentum=");
  print_momentum(stream, options.momentum());
  print(stream, ", affine=", options.affine(), ", track_running_stats=", options.track_running_stats(), ")");
}

template <size_t D, class Options>
int64_t NormBase<D, Options>::state_version() const {
  return 2;
}

template <size_t D, class Options>
bool NormBase<D, Options>::may_be_missing(const std::string& name) const {
  return name == "num_batches_tracked";
}

template <size_t D>
BatchNormModule<D>::BatchNormModule(const BatchNormOptions& options_) : NormBase<D, BatchNormOptions>(options_) {}

template <size_t D>
Tensor BatchNormModule<D>::forward(const Tensor& input) {
  check_rank<D>(input, D == 1 ? 2 : D + 2, D + 2);
  return normalize(input);
}

template <size_t D>
Tensor BatchNormModule<D>::normalize(const Tensor& input) {
  const auto& o = this->options;
  const bool training = this->is_training();
  double momentum = o.momentum().value_or(0);
  if (training && this->num_batches_tracked.defined()) {
    NoGradGuard no_grad;
    this->num_batches_tracked.add_(1);
    if (!o.momentum()) momentum = 1.0 / this->num_batches_tracked.template item<double>();
  }
  return functional::batch_norm_checked(input, this->running_mean, this->running_var, this->weight, this->bias,
                                        training || !o.track_running_stats(), momentum, o.eps());
}

template <size_t D>
InstanceNormModule<D>::InstanceNormModule(const InstanceNormOptions& options_)
    : NormBase<D, InstanceNormOptions>(options_) {}

template <size_t D>
Tensor InstanceNormModule<D>::forward(const Tensor& input) {
  check_rank<D>(input, D + 1, D + 2);
  return normalize(input);
}

template <size_t D>
Tensor InstanceNormModule<D>::normalize(const Tensor& input) {
  const auto& o = this->options;
  const auto options = functional::InstanceNormFuncOptions()
                           .running_mean(this->running_mean)
                           .running_var(this->running_var)
                           .weight(this->weight)
                           .bias(this->bias)
                           .use_input_stats(this->is_training() || !o.track_running_stats())
                           .momentum(o.momentum())
                           .eps(o.eps());
  if (input.dim() == static_cast<int64_t>(D) + 2) return functional::instance_norm(input, options);
  return functional::instance_norm(input.unsqueeze(0), options).squeeze(0);
}

LayerNormImpl::LayerNormImpl(std::vector<int64_t> normalized_shape)
    : LayerNormImpl(LayerNormOptions(std::move(normalized_shape))) {}
LayerNormImpl::LayerNormImpl(const LayerNormOptions& options_) : options(options_) { LayerNormImpl::reset(); }

void LayerNormImpl::reset() {
  const bool affine = options.elementwise_affine();
  const auto make = [&] { return affine ? torchpp::empty(options.normalized_shape()) : Tensor(); };
  weight = register_parameter("weight", make(), affine);
  bias = register_parameter("bias", make(), affine);
  reset_parameters();
}

void LayerNormImpl::reset_parameters() {
  if (!options.elementwise_affine()) return;
  init::ones_(weight);
  init::zeros_(bias);
}

void LayerNormImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::LayerNorm(", IntArrayRef(options.normalized_shape()), ", eps=", options.eps(),
        ", elementwise_affine=", options.elementwise_affine(), ")");
}

Tensor LayerNormImpl::forward(const Tensor& input) {
  return torchpp::layer_norm(input, options.normalized_shape(), weight, bias, options.eps());
}

GroupNormImpl::GroupNormImpl(int64_t num_groups, int64_t num_channels)
    : GroupNormImpl(GroupNormOptions(num_groups, num_channels)) {}
GroupNormImpl::GroupNormImpl(const GroupNormOptions& options_) : options(options_) { GroupNormImpl::reset(); }

void GroupNormImpl::reset() {
  TORCHPP_CHECK(options.num_groups() > 0 && options.num_channels() % options.num_groups() == 0,
                "num_channels must be divisible by num_groups: got ", options.num_channels(), " and ",
                options.num_groups());
  const bool affine = options.affine();
  const auto make = [&] { return affine ? torchpp::empty({options.num_channels()}) : Tensor(); };
  weight = register_parameter("weight", make(), affine);
  bias = register_parameter("bias", make(), affine);
  reset_parameters();
}

void GroupNormImpl::reset_parameters() {
  if (!options.affine()) return;
  init::ones_(weight);
  init::zeros_(bias);
}

void GroupNormImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::GroupNorm(", options.num_groups(), ", ", options.num_channels(), ", eps=", options.eps(),
        ", affine=", options.affine(), ")");
}

Tensor GroupNormImpl::forward(const Tensor& input) {
  return torchpp::group_norm(input, options.num_groups(), weight, bias, options.eps());
}

void LocalResponseNormImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::LocalResponseNorm(", options.size(), ", alpha=", options.alpha(), ", beta=", options.beta(),
        ", k=", options.k(), ")");
}
void CrossMapLRN2dImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::CrossMapLRN2d(", options.size(), ", alpha=", options.alpha(), ", beta=", options.beta(),
        ", k=", options.k(), ")");
}
Tensor CrossMapLRN2dImpl::forward(const Tensor& input) {
  TORCHPP_CHECK(input.dim() == 4, "CrossMapLRN2d: Expected input to be 4D, got ", input.dim(), "D instead.");
  const int64_t around = (options.size() - 1) / 2, window = 2 * around + 1;
  const double scale = options.alpha() * static_cast<double>(window) / static_cast<double>(options.size());
  Tensor means = functional::mean_squares(input, around, around);
  // libtorch's running sum keeps the first channel where windows do not begin at it any more.
  const int64_t kept = input.size(1) - around - 1;
  if (kept > 0) {
    const Tensor first = input.narrow(1, 0, 1).pow(2).div(window).repeat({1, kept, 1, 1});
    means = means.add(functional::pad(first, functional::PadFuncOptions({0, 0, 0, 0, around + 1, 0})));
  }
  return input.mul(means.mul(scale).add(options.k()).pow(-options.beta()));
}
Tensor LocalResponseNormImpl::forward(const Tensor& input) { return functional::local_response_norm(input, options); }

#define TORCHPP_NORM_MODULE(Name, D, Kind)   \
  template class NormBase<D, Kind##Options>; \
  template class Kind##Module<D>;            \
  TORCHPP_DEFINE_CLONE(Name##Impl)
TORCHPP_NORM_MODULE(BatchNorm1d, 1, BatchNorm)
TORCHPP_NORM_MODULE(BatchNorm2d, 2, BatchNorm)
TORCHPP_NORM_MODULE(BatchNorm3d, 3, BatchNorm)
TORCHPP_NORM_MODULE(InstanceNorm1d, 1, InstanceNorm)
TORCHPP_NORM_MODULE(InstanceNorm2d, 2, InstanceNorm)
TORCHPP_NORM_MODULE(InstanceNorm3d, 3, InstanceNorm)
#undef TORCHPP_NORM_MODULE
TORCHPP_DEFINE_CLONE(LayerNormImpl)
TORCHPP_DEFINE_CLONE(GroupNormImpl)
TORCHPP_DEFINE_STATELESS(CrossMapLRN2dImpl, CrossMapLRN2dOptions)
TORCHPP_DEFINE_STATELESS(LocalResponseNormImpl, LocalResponseNormOptions)

}  // namespace torchpp::nn
