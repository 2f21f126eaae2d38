// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/array_ref.h>
#include <torchpp/core/callable.h>
#include <torchpp/data/example.h>
#include <torchpp/data/transforms/base.h>

#include <utility>

namespace torchpp::data::transforms {

/// A function of the data of examples; the target is passed on.   Source: libtorch 1.13.
template <class Target = Tensor>
class TensorTransform : public Transform<Example<Tensor, Target>, Example<Tensor, Target>> {
 public:
  using E = Example<Tensor, Target>;
  using typename Transform<E, E>::InputType;
  using typename Transform<E, E>::OutputType;

  virtual Tensor operator()(Tensor input) = 0;

  OutputType apply(InputType input) override {
    input.data = (*this)(std::move(input.data));
    return input;
  }
};

/// A TensorTransform by any function.   Source: libtorch 1.13.
template <class Target = Tensor>
class TensorLambda : public TensorTransform<Target> {
 public:
  using FunctionType = Callable<Tensor(Tensor)>;

  explicit TensorLambda(FunctionType function) : function_(std::move(function)) {}

  Tensor operator()(Tensor input) override { return function_(std::move(input)); }

 private:
  FunctionType function_;
};

namespace detail {
/// The values as a tensor (C, 1, 1) of float32.
TORCHPP_API Tensor per_channel(ArrayRef<double> values);
/// (input - mean) / stddev.
TORCHPP_API Tensor normalize(Tensor input, const Tensor& mean, const Tensor& stddev);
}  // namespace detail

/// (input - mean) / stddev, with a value for each channel or one for all.
/// Shapes: input (C, ...) such that (C, 1, 1) broadcasts.   Source: libtorch 1.13.
template <class Target = Tensor>
struct Normalize : TensorTransform<Target> {
  Normalize(ArrayRef<double> mean, ArrayRef<double> stddev)
      : mean(detail::per_channel(mean)), stddev(detail::per_channel(stddev)) {}

  Tensor operator()(Tensor input) override { return detail::normalize(std::move(input), mean, stddev); }

  Tensor mean, stddev;
};

}  // namespace torchpp::data::transforms
