// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Scaling of losses, so that small gradients do not vanish in float16.

#include <torchpp/core/arg.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/optim/optimizer.h>

namespace torchpp::amp {

struct TORCHPP_API GradScalerOptions {
  TORCHPP_ARG(double, init_scale) = 65536;
  TORCHPP_ARG(double, growth_factor) = 2;     ///< above 1: of the scale after growth_interval steps without infinities
  TORCHPP_ARG(double, backoff_factor) = 0.5;  ///< below 1: of the scale after a step with one
  TORCHPP_ARG(int64_t, growth_interval) = 2000;
  TORCHPP_ARG(bool, enabled) = true;  ///< otherwise scale() returns its input, step() steps, the rest does nothing
};

/// Multiplies losses by a scale, divides the gradients by it again, leaves out steps whose gradients are not finite,
/// and adjusts the scale: lower after such a step, higher after many others. In each iteration: scale() every loss and
/// go backward from the result, unscale_() where gradients are to be clipped, step() every optimizer, then one
/// update().
///
/// For losses and parameters on the CPU and on CUDA devices. Only step() waits for a device. Not thread-safe.
/// Source: libtorch 1.13 (torch.cuda.amp.GradScaler).
class TORCHPP_API GradScaler {
 public:
  /// Throws Error for factors out of range.
  explicit GradScaler(GradScalerOptions options = {});
  GradScaler(GradScaler&&) noexcept;
  GradScaler& operator=(GradScaler&&) noexcept;
  ~GradScaler();

  /// The output times the scale, of size (1) at least. The first call creates the scale, on the output's device.
  Tensor scale(const Tensor& output);
  std::vector<Tensor> scale(const std::vector<Tensor>& outputs);

  /// Divides the gradients of the optimizer's parameters by the scale and notes whether all are finite. step() does it
  /// where it was not called. Throws Error before the first scale(), when called twice or after step() since the last
  /// update(), and for float16 gradients, ValueError.
  void unscale_(optim::Optimizer& optimizer);

  /// optimizer.step(), left out where a gradient is not finite: the result is then undefined. Throws Error with a
  /// closure, when called twice since the last update(), before the first scale(), and where there was no gradient.
  Tensor step(optim::Optimizer& optimizer, optim::Optimizer::LossClosure closure = nullptr);

  /// Adjusts the scale to what the steps since the last update found. Throws Error where there were none.
  void update();
  /// Sets the scale; the tensor is a float one of one element, which does not require grad.
  void update(double new_scale);
  void update(const Tensor& new_scale);

  /// The scale: 1 when disabled, init_scale before the first scale(). Waits for the device.
  double get_scale() const;
  double get_growth_factor() const { return options_.growth_factor(); }
  void set_growth_factor(double factor) { options_.growth_factor(factor); }
  double get_backoff_factor() const { return options_.backoff_factor(); }
  void set_backoff_factor(double factor) { options_.backoff_factor(factor); }
  int64_t get_growth_interval() const { return options_.growth_interval(); }
  void set_growth_interval(int64_t interval) { options_.growth_interval(interval); }
  bool is_enabled() const { return options_.enabled(); }

  /// Under Python's names: scale, growth_factor, backoff_factor, growth_interval, _growth_tracker. Empty when disabled.
  /// Call it between update() and scale().
  IValue::Dict state_dict() const;
  /// Does nothing when disabled. Throws Error for an empty dictionary or one that lacks an entry, and changes nothing.
  void load_state_dict(const IValue::Dict& state);
  void save(serialize::OutputArchive& archive) const;
  void load(serialize::InputArchive& archive);

 private:
  enum class Stage : uint8_t { kReady, kUnscaled, kStepped };
  // What is known of an optimizer since the last update.
  struct Progress {
    const optim::Optimizer* optimizer;
    Stage stage = Stage::kReady;
    std::vector<Tensor> found_inf;  // one per device that has gradients
  };

  Progress& progress_of(const optim::Optimizer& optimizer);
  void check_scale(const char* method) const;
  int64_t growth_tracker() const;
  void unscale(optim::Optimizer& optimizer, Progress& progress) const;
  void set_state(double scale, double growth_factor, double backoff_factor, int64_t growth_interval, int64_t tracker);

  GradScalerOptions options_;
  double init_scale_;
  int64_t init_growth_tracker_ = 0;
  Tensor scale_, growth_tracker_;  // undefined before the first scale()
  std::vector<Progress> progress_;
};

}  // namespace torchpp::amp
