// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/amp/grad_scaler.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/foreach.h>
#include <torchpp/serialize/archive.h>

#include <utility>

namespace torchpp::amp {
namespace {

constexpr const char* kScale = "scale";
constexpr const char* kGrowthFactor = "growth_factor";
constexpr const char* kBackoffFactor = "backoff_factor";
constexpr const char* kGrowthInterval = "growth_interval";
constexpr const char* kGrowthTracker = "_growth_tracker";

void check_factors(double growth_factor, double backoff_factor) {
  TORCHPP_CHECK(growth_factor > 1, "The growth factor must be > 1.0: got ", growth_factor);
  TORCHPP_CHECK(backoff_factor < 1, "The backoff factor must be < 1.0: got ", backoff_factor);
}

// Gradients of one device.
struct DeviceGradients {
  Device device;
  std::vector<Tensor> list;
};

std::vector<DeviceGradients> gradients_of(optim::Optimizer& optimizer) {
  std::vector<DeviceGradients> devices;
  for (const optim::OptimizerParamGroup& group : optimizer.param_groups()) {
    for (const Tensor& parameter : group.params()) {
      const Tensor& grad = parameter.grad();
      if (!grad.defined()) continue;
      TORCHPP_CHECK_VALUE(grad.scalar_type() != kHalf,
                          "Attempting to unscale FP16 gradients: keep parameters in float32, and let autocast convert "
                          "them");
      auto at = devices.begin();
      while (at != devices.end() && at->device != grad.device()) ++at;
      if (at == devices.end()) at = devices.insert(at, {grad.device(), {}});
      at->list.push_back(grad.is_sparse() ? grad._values() : grad);
    }
  }
  return devices;
}

}  // namespace

GradScaler::GradScaler(GradScalerOptions options) : options_(options), init_scale_(options.init_scale()) {
  if (is_enabled()) check_factors(get_growth_factor(), get_backoff_factor());
}
GradScaler::GradScaler(GradScaler&&) noexcept = default;
GradScaler& GradScaler::operator=(GradScaler&&) noexcept = default;
GradScaler::~GradScaler() = default;

Tensor GradScaler::scale(const Tensor& output) {
  if (!is_enabled()) return output;
  TORCHPP_CHECK(output.defined(), "GradScaler.scale: got an undefined tensor");
  TORCHPP_CHECK(output.is_cpu() || output.is_cuda(), "GradScaler.scale: got an output on ", output.device(),
                ", expected one on the CPU or a CUDA device");
  if (!scale_.defined()) {
    scale_ = torchpp::full({1}, init_scale_, TensorOptions(kFloat).device(output.device()));
    growth_tracker_ = torchpp::full({1}, init_growth_tracker_, TensorOptions(kInt).device(output.device()));
  }
  return output * scale_.to(output.device(), kFloat, /*non_blocking=*/true);
}

std::vector<Tensor> GradScaler::scale(const std::vector<Tensor>& outputs) {
  std::vector<Tensor> scaled;
  scaled.reserve(outputs.size());
  for (const Tensor& output : outputs) scaled.push_back(scale(output));
  return scaled;
}

void GradScaler::check_scale(const char* method) const {
  TORCHPP_CHECK(scale_.defined(), "Attempted ", method,
                " but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier "
                "in the iteration.");
}

GradScaler::Progress& GradScaler::progress_of(const optim::Optimizer& optimizer) {
  for (Progress& p : progress_)
    if (p.optimizer == &optimizer) return p;
  progress_.push_back({&optimizer, Stage::kReady, {}});
  return progress_.back();
}

void GradScaler::unscale(optim::Optimizer& optimizer, Progress& progress) const {
  const NoGradGuard no_grad;
  const std::vector<DeviceGradients> devices = gradients_of(optimizer);  // throws before anything is changed
  // In double: the reciprocal of a scale below the normal floats is none that a float division finds.
  const Tensor inverse = scale_.to(kDouble).reciprocal().to(kFloat);
  for (const DeviceGradients& gradients : devices) {
    const TensorOptions on_device = TensorOptions(kFloat).device(gradients.device);
    Tensor found_inf = torchpp::zeros({1}, on_device);
    torchpp::_amp_foreach_non_finite_check_and_unscale_(gradients.list, found_inf,
                                                        inverse.to(gradients.device, kFloat, /*non_blocking=*/true));
    progress.found_inf.push_back(std::move(found_inf));
  }
  progress.stage = Stage::kUnscaled;
}

void GradScaler::unscale_(optim::Optimizer& optimizer) {
  if (!is_enabled()) return;
  check_scale("unscale_");
  Progress& progress = progress_of(optimizer);
  TORCHPP_CHECK(progress.stage != Stage::kUnscaled,
                "unscale_() has already been called on this optimizer since the last update().");
  TORCHPP_CHECK(progress.stage != Stage::kStepped, "unscale_() is being called after step().");
  unscale(optimizer, progress);
}

Tensor GradScaler::step(optim::Optimizer& optimizer, optim::Optimizer::LossClosure closure) {
  if (!is_enabled()) return optimizer.step(std::move(closure));
  TORCHPP_CHECK(!closure, "Closure use is not currently supported if GradScaler is enabled.");
  check_scale("step");
  Progress& progress = progress_of(optimizer);
  TORCHPP_CHECK(progress.stage != Stage::kStepped, "step() has already been called since the last update().");
  if (progress.stage == Stage::kReady) unscale(optimizer, progress);
  TORCHPP_CHECK(!progress.found_inf.empty(),
                "No inf checks were recorded for this optimizer: none of its parameters "
                "has a gradient.");
  bool finite = true;
  for (const Tensor& found : progress.found_inf) finite = found.item<float>() == 0 && finite;
  Tensor result;
  if (finite) result = optimizer.step();
  progress.stage = Stage::kStepped;
  return result;
}

void GradScaler::update() {
  if (!is_enabled()) return;
  check_scale("update");
  const NoGradGuard no_grad;
  Tensor found;
  for (const Progress& progress : progress_) {
    for (const Tensor& of_device : progress.found_inf) {
      const Tensor here = of_device.to(scale_.device(), kFloat, /*non_blocking=*/true);
      found = found.defined() ? found + here : here;
    }
  }
  TORCHPP_CHECK(found.defined(), "No inf checks were recorded prior to update.");
  torchpp::_amp_update_scale_(scale_, growth_tracker_, found, get_growth_factor(), get_backoff_factor(),
                              get_growth_interval());
  progress_.clear();
}

void GradScaler::update(double new_scale) {
  if (!is_enabled()) return;
  check_scale("update");
  scale_.fill_(new_scale);
  progress_.clear();
}

void GradScaler::update(const Tensor& new_scale) {
  if (!is_enabled()) return;
  check_scale("update");
  TORCHPP_CHECK(
      new_scale.defined() && new_scale.scalar_type() == kFloat && new_scale.numel() == 1 && !new_scale.requires_grad(),
      "GradScaler.update: new_scale should be a float or a 1-element float tensor with requires_grad=False.");
  scale_.copy_(new_scale.reshape({1}));
  progress_.clear();
}

double GradScaler::get_scale() const {
  return !is_enabled() ? 1.0 : scale_.defined() ? static_cast<double>(scale_.item<float>()) : init_scale_;
}

int64_t GradScaler::growth_tracker() const {
  return growth_tracker_.defined() ? growth_tracker_.item<int>() : init_growth_tracker_;
}

void GradScaler::set_state(double scale, double growth_factor, double backoff_factor, int64_t growth_interval,
                           int64_t tracker) {
  init_scale_ = scale;
  if (scale_.defined()) scale_.fill_(scale);
  options_.growth_factor(growth_factor).backoff_factor(backoff_factor).growth_interval(growth_interval);
  init_growth_tracker_ = tracker;
  if (growth_tracker_.defined()) growth_tracker_.fill_(tracker);
}

IValue::Dict GradScaler::state_dict() const {
  if (!is_enabled()) return {};
  return {{kScale, get_scale()},
          {kGrowthFactor, get_growth_factor()},
          {kBackoffFactor, get_backoff_factor()},
          {kGrowthInterval, get_growth_interval()},
          {kGrowthTracker, growth_tracker()}};
}

void GradScaler::load_state_dict(const IValue::Dict& state) {
  if (!is_enabled()) return;
  TORCHPP_CHECK(!state.empty(),
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler.");
  const auto entry = [&state](const char* name) {
    for (const auto& [key, value] : state)
      if (key.isString() && key.toStringRef() == name) return value.toScalar();
    TORCHPP_FAIL_KIND(kError, "GradScaler.load_state_dict: there is no entry '", name, "'");
  };
  const double scale = entry(kScale).toDouble(), growth = entry(kGrowthFactor).toDouble(),
               backoff = entry(kBackoffFactor).toDouble();
  const int64_t interval = entry(kGrowthInterval).toLong(), tracker = entry(kGrowthTracker).toLong();
  set_state(scale, growth, backoff, interval, tracker);
}

void GradScaler::save(serialize::OutputArchive& archive) const {
  for (const auto& [key, value] : state_dict())
    archive.write(key.toStringRef(), torchpp::scalar_tensor(value.toScalar(), value.isInt() ? kLong : kDouble));
}

void GradScaler::load(serialize::InputArchive& archive) {
  if (!is_enabled()) return;
  const auto entry = [&archive](const char* name) {
    Tensor value;
    archive.read(name, value);
    return value.item();
  };
  const double scale = entry(kScale).toDouble(), growth = entry(kGrowthFactor).toDouble(),
               backoff = entry(kBackoffFactor).toDouble();
  const int64_t interval = entry(kGrowthInterval).toLong(), tracker = entry(kGrowthTracker).toLong();
  set_state(scale, growth, backoff, interval, tracker);
}

}  // namespace torchpp::amp
