// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/averaging.h>
#include <torchpp/nn/modules/normalization.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>

namespace torchpp::nn {

Tensor mean_average(const Tensor& averaged, const Tensor& current, int64_t num_averaged) {
  return averaged + (current - averaged) / static_cast<double>(num_averaged + 1);
}

AverageFunction ema_average(double decay) {
  TORCHPP_CHECK_VALUE(decay >= 0 && decay <= 1, "ema_average: decay got ", decay,
                      ", expected at least 0 and at most 1");
  return [decay](const Tensor& averaged, const Tensor& current, int64_t) {
    return decay * averaged + (1 - decay) * current;
  };
}

AveragedModelBase::AveragedModelBase(AverageFunction average, bool use_buffers, optional<Device> device)
    : average_(std::move(average)), use_buffers_(use_buffers) {
  n_averaged = torchpp::zeros({}, TensorOptions(kLong).device(device.value_or(kCPU)));
}

void AveragedModelBase::set_averaged(std::shared_ptr<Module> module) {
  averaged_ = register_module("module", std::move(module));
  n_averaged = register_buffer("n_averaged", n_averaged);
}

namespace {

std::vector<Tensor> values_of(const Module& module, bool with_buffers) {
  std::vector<Tensor> values = module.parameters();
  if (with_buffers)
    for (const Tensor& buffer : module.buffers()) values.push_back(buffer);
  return values;
}

}  // namespace

void AveragedModelBase::update_parameters(const Module& model) {
  const NoGradGuard no_grad;
  const std::vector<Tensor> averages = values_of(*averaged_, use_buffers_), values = values_of(model, use_buffers_);
  TORCHPP_CHECK(averages.size() == values.size(), "update_parameters: the model has ", values.size(),
                " parameters and buffers, expected ", averages.size());
  for (size_t i = 0; i < values.size(); ++i)
    TORCHPP_CHECK(averages[i].sizes() == values[i].sizes(), "update_parameters: parameter or buffer ", i, " got sizes ",
                  values[i].sizes(), ", expected ", averages[i].sizes());
  const int64_t count = n_averaged.item().toLong();
  for (size_t i = 0; i < values.size(); ++i) {
    Tensor average = averages[i];
    const Tensor value = values[i].detach().to(average.device());
    average.copy_(count == 0 ? value : average_(average.detach(), value, count));
  }
  n_averaged.add_(1);
}

namespace {

template <size_t D>
void reset_statistics(Module& module, std::vector<std::pair<optional<double>*, optional<double>>>& momenta) {
  auto* const norm = dynamic_cast<NormBase<D, BatchNormOptions>*>(&module);
  if (norm == nullptr || !norm->running_mean.defined()) return;
  momenta.emplace_back(&norm->options.momentum(), norm->options.momentum());
  norm->reset_running_stats();
  norm->options.momentum(nullopt);
}

}  // namespace

detail::BatchNormStatistics::BatchNormStatistics(Module& model) : model_(model), was_training_(model.is_training()) {
  model.apply([this](Module& module) {
    reset_statistics<1>(module, momenta_);
    reset_statistics<2>(module, momenta_);
    reset_statistics<3>(module, momenta_);
  });
  if (!momenta_.empty()) model.train();
}

detail::BatchNormStatistics::~BatchNormStatistics() {
  for (const auto& [momentum, value] : momenta_) *momentum = value;
  if (!momenta_.empty()) model_.train(was_training_);
}

}  // namespace torchpp::nn
