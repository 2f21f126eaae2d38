// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How optimizers of programs written for libtorch save and load themselves.

#include <c10/util/C++17.h>
#include <c10/util/Exception.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/list.h>
#include <torchpp/optim/optimizer.h>
#include <torchpp/serialize/archive.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace torchpp::optim {

/// The groups with their options, and the states, of classes whose serialize() writes and reads them.
template <class ParamState, class Options>
void serialize(serialize::OutputArchive& archive, const Optimizer& optimizer) {
  archive.write("pytorch_version", IValue("1.5.0"));  // by which clients tell this layout from earlier ones
  optimizer.Optimizer::save(archive);
}
template <class ParamState, class Options>
void serialize(serialize::InputArchive& archive, Optimizer& optimizer) {
  optimizer.Optimizer::load(archive,
                            []() -> std::unique_ptr<OptimizerParamState> { return std::make_unique<ParamState>(); });
}

/// A number, and a list of numbers or tensors, under names below `key`.
inline void serialize(serialize::OutputArchive& archive, const std::string& key, const int64_t& value) {
  archive.write(key, IValue(value));
}
inline void serialize(serialize::InputArchive& archive, const std::string& key, int64_t& value) {
  IValue read;
  archive.read(key, read);
  value = read.toInt();
}
template <class Buffers>
void serialize(serialize::OutputArchive& archive, const std::string& key, const Buffers& buffers) {
  archive.write(key + "/size", torchpp::tensor(static_cast<int64_t>(buffers.size())));
  for (size_t i = 0; i < buffers.size(); ++i) archive.write(key + "/" + std::to_string(i), Tensor(buffers[i]), true);
}
template <class Buffers>
void serialize(serialize::InputArchive& archive, const std::string& key, Buffers& buffers) {
  Tensor size;
  archive.read(key + "/size", size);
  buffers.clear();
  for (int64_t i = 0; i < size.item<int64_t>(); ++i) {
    buffers.emplace_back();
    archive.read(key + "/" + std::to_string(i), buffers.back(), true);
  }
}
inline void serialize(serialize::OutputArchive& archive, const std::string& key, const std::vector<int64_t>& steps) {
  serialize(archive, key, std::vector<Tensor>(1, torchpp::tensor(steps)));
}
inline void serialize(serialize::InputArchive& archive, const std::string& key, std::vector<int64_t>& steps) {
  std::vector<Tensor> read;
  serialize(archive, key, read);
  const Tensor numbers = read.at(0).contiguous();
  steps.assign(numbers.data_ptr<int64_t>(), numbers.data_ptr<int64_t>() + numbers.numel());
}

template <class T>
List<T> deque_to_list(const std::deque<T>& values) {
  List<T> list;
  for (const T& value : values) list.push_back(value);
  return list;
}
template <class T>
std::deque<T> list_to_deque(const List<T>& list) {
  std::deque<T> values;
  for (const T& value : list) values.push_back(value);
  return values;
}

}  // namespace torchpp::optim

// What serialize() of options and states is made of. An undefined tensor is not written.
#define _TORCH_OPTIM_SERIALIZE(name) torch::optim::serialize(archive, #name, self.name)
#define _TORCH_OPTIM_SERIALIZE_WITH_TEMPLATE_ARG(OptimizerName) \
  torch::optim::serialize<OptimizerName##ParamState, OptimizerName##Options>(archive, self)
#define _TORCH_OPTIM_SERIALIZE_TORCH_ARG(name)                                           \
  {                                                                                      \
    auto ivalue = torch::IValue(name());                                                 \
    if (!ivalue.isTensor() || ivalue.toTensor().defined()) archive.write(#name, ivalue); \
  }
#define _TORCH_OPTIM_SERIALIZE_TORCH_ARG_DEQUE(name) \
  { archive.write(#name, torch::IValue(torch::optim::deque_to_list(name()))); }
#define _TORCH_OPTIM_DESERIALIZE_TORCH_ARG(T, name)                                                     \
  {                                                                                                     \
    torch::IValue ivalue;                                                                               \
    if (archive.try_read(#name, ivalue)) name(ivalue.to<T>());                                          \
    else TORCH_INTERNAL_ASSERT((std::is_base_of<torch::Tensor, T>::value), "nothing is called " #name); \
  }
#define _TORCH_OPTIM_DESERIALIZE_TORCH_ARG_OPTIONAL(T, name)           \
  {                                                                    \
    torch::IValue ivalue;                                              \
    if (archive.try_read(#name, ivalue)) name(ivalue.toOptional<T>()); \
  }
#define _TORCH_OPTIM_DESERIALIZE_TORCH_ARG_DEQUE(T, name)                       \
  {                                                                             \
    torch::IValue ivalue;                                                       \
    archive.read(#name, ivalue);                                                \
    name(torch::optim::list_to_deque(ivalue.to<torch::List<T::value_type>>())); \
  }
