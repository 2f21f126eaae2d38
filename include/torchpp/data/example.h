// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/tensor.h>

#include <utility>

namespace torchpp::data {

/// One item of a dataset: the data and what a model is to say about it.
/// Source: libtorch 1.13.
template <class Data = Tensor, class Target = Tensor>
struct Example {
  using DataType = Data;
  using TargetType = Target;

  Example() = default;
  Example(Data data, Target target) : data(std::move(data)), target(std::move(target)) {}

  Data data;
  Target target;
};

namespace example {
/// The target type of an item that has none.
using NoTarget = void;
}  // namespace example

/// An item without a target, which converts to its data.
template <class Data>
struct Example<Data, example::NoTarget> {
  using DataType = Data;
  using TargetType = example::NoTarget;

  Example() = default;
  Example(Data data) : data(std::move(data)) {}  // NOLINT: implicit, as in libtorch

  operator Data&() { return data; }              // NOLINT: implicit, as in libtorch
  operator const Data&() const { return data; }  // NOLINT: implicit, as in libtorch

  Data data;
};

using TensorExample = Example<Tensor, example::NoTarget>;

}  // namespace torchpp::data
