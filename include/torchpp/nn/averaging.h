// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Averages of a model's weights over the course of a training, and the batch statistics of the averaged model.
/// Source: PyTorch 1.13, torch.optim.swa_utils.

#include <torchpp/core/callable.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/module.h>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::nn {

/// The new average, from the one so far, the model's value (on the same device) and how many values the average so far
/// is of, which is at least 1.
using AverageFunction = Callable<Tensor(const Tensor& averaged, const Tensor& current, int64_t num_averaged)>;

/// averaged + (current - averaged) / (num_averaged + 1): the mean of all values.   Source: Izmailov et al. 2018.
TORCHPP_API Tensor mean_average(const Tensor& averaged, const Tensor& current, int64_t num_averaged);
/// decay * averaged + (1 - decay) * current: the exponential moving average. ValueError unless 0 <= decay <= 1.
TORCHPP_API AverageFunction ema_average(double decay = 0.999);

/// What averaged models of all classes share.
class TORCHPP_API AveragedModelBase : public Module {
 public:
  /// Takes the model's values into the average; the first ones are copied. The model has the class and sizes of the one
  /// that this was made of: Error, before anything changes, if it has not as many parameters (and with use_buffers,
  /// buffers) of the same sizes.
  void update_parameters(const Module& model);
  /// How many models the average is of: an int64 buffer of no dimensions.
  Tensor n_averaged;

 protected:
  AveragedModelBase(AverageFunction average, bool use_buffers, optional<Device> device);
  // The module that has the averages; called by the constructor of the class derived from this one.
  void set_averaged(std::shared_ptr<Module> module);

 private:
  AverageFunction average_;
  bool use_buffers_;
  std::shared_ptr<Module> averaged_;
};

/// A deep copy of a model, `module`, whose parameters are averages; with use_buffers its buffers are too, else they
/// stay those of the copy. It is called as the model is. Names of its state: "module.<name>" and "n_averaged".
template <class Holder>
class AveragedModelImpl : public AveragedModelBase {
 public:
  explicit AveragedModelImpl(const Holder& model, AverageFunction average = &mean_average, bool use_buffers = false,
                             optional<Device> device = nullopt)
      : AveragedModelBase(std::move(average), use_buffers, device),
        module(std::dynamic_pointer_cast<typename Holder::ContainedType>(model->clone(device))) {
    set_averaged(module.ptr());
  }
  template <class... Args>
  auto forward(Args&&... args) -> decltype(std::declval<Holder&>()(std::forward<Args>(args)...)) {
    return module(std::forward<Args>(args)...);
  }

  Holder module;
};
/// `AveragedModel<Net> averaged(net)`; `averaged->update_parameters(*net)`; `averaged(input)`.
template <class Holder>
using AveragedModel = ModuleHolder<AveragedModelImpl<Holder>>;

namespace detail {

/// For its lifetime the BatchNorm modules of a model collect the mean of the statistics of all batches that they see;
/// afterwards they have their momenta and the model its mode again.
class TORCHPP_API BatchNormStatistics {
 public:
  explicit BatchNormStatistics(Module& model);
  BatchNormStatistics(const BatchNormStatistics&) = delete;
  BatchNormStatistics& operator=(const BatchNormStatistics&) = delete;
  ~BatchNormStatistics();
  /// Whether the model has any.
  bool empty() const { return momenta_.empty(); }

 private:
  Module& model_;
  bool was_training_;
  std::vector<std::pair<optional<double>*, optional<double>>> momenta_;
};

template <class Batch, class = void>
inline constexpr bool is_tuple_like = false;
template <class Batch>
inline constexpr bool is_tuple_like<Batch, std::void_t<decltype(std::tuple_size<Batch>::value)>> = true;
// The data of a batch: a tensor, the first element of a tuple, pair or list, or the `data` of an example.
template <class Batch>
Tensor data_of(const Batch& batch) {
  if constexpr (std::is_convertible_v<const Batch&, Tensor>) return batch;
  else if constexpr (is_tuple_like<Batch>) return std::get<0>(batch);
  else if constexpr (std::is_same_v<Batch, std::vector<Tensor>>) return batch.at(0);
  else return batch.data;
}

}  // namespace detail

/// Replaces the running statistics of a model's BatchNorm modules by those of the loader's batches, which go through
/// the model once, in training mode and without gradients; with a device, they are moved there. A model without
/// BatchNorm is not called. `loader`: any range of tensors, or of tuples, lists or examples, whose first tensor counts.
template <class Loader, class Holder>
void update_bn(Loader&& loader, Holder& model, optional<Device> device = nullopt) {
  const NoGradGuard no_grad;
  const detail::BatchNormStatistics statistics(*model);
  if (statistics.empty()) return;
  for (auto&& batch : loader) {
    const Tensor data = detail::data_of<std::decay_t<decltype(batch)>>(batch);
    model(device ? data.to(*device) : data);
  }
}

}  // namespace torchpp::nn
