// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Saving and loading of tensors, modules and optimizers.
///
/// save and load have libtorch's names and arguments and write safetensors, the library's own format, whatever the
/// file is called: a module's tensors under the names that Python's state_dict gives them.

#include <torchpp/serialize/archive.h>
#include <torchpp/serialize/safetensors.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp {

/// A tensor by itself, under the name "0".
TORCHPP_API serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const Tensor& tensor);
TORCHPP_API serialize::InputArchive& operator>>(serialize::InputArchive& archive, Tensor& tensor);

namespace serialize {

/// Throws Error unless the archive holds every tensor of `expected`, in the same shape; the message lists all that are
/// missing or differ. Further tensors in the archive are not an error.
TORCHPP_API void check_holds(InputArchive& archive, const OutputArchive& expected);

}  // namespace serialize

namespace detail {

template <class T, class = void>
struct is_streamed : std::false_type {};
template <class T>
struct is_streamed<T, std::void_t<decltype(std::declval<serialize::OutputArchive&>() << std::declval<const T&>())>>
    : std::true_type {};

// Whether T is a module or leads to one (a holder, a shared pointer).
template <class T, class = void>
struct is_module : std::false_type {};
template <class T>
struct is_module<T, std::void_t<decltype(std::declval<const T&>().is_serializable())>> : std::true_type {};
template <class T, class = void>
struct leads_to_module : std::false_type {};
template <class T>
struct leads_to_module<T, std::void_t<decltype(std::declval<const T&>()->is_serializable())>> : std::true_type {};

template <class T>
void write_to(serialize::OutputArchive& archive, const T& value) {
  if constexpr (is_streamed<T>::value) archive << value;
  else value.save(archive);
}

template <class T>
void read_from(serialize::InputArchive& archive, T& value) {
  if constexpr (is_module<T>::value || leads_to_module<T>::value) {
    serialize::OutputArchive expected;
    write_to(expected, value);
    serialize::check_holds(archive, expected);
  }
  if constexpr (is_streamed<T>::value) archive >> value;
  else value.load(archive);
}

TORCHPP_API void write_list(serialize::OutputArchive& archive, const std::vector<Tensor>& tensors);
TORCHPP_API void read_list(serialize::InputArchive& archive, std::vector<Tensor>& tensors);

}  // namespace detail

/// Saves a module, optimizer or tensor, or whatever has `save(OutputArchive&) const`. `to` is what
/// OutputArchive::save_to takes: a path, a stream, or a function that takes bytes. A path gets the file complete or not
/// at all.   Source: libtorch 1.13 torch::save; format: safetensors.
template <class Value, class... To>
void save(const Value& value, To&&... to) {
  serialize::OutputArchive archive;
  detail::write_to(archive, value);
  archive.save_to(std::forward<To>(to)...);
}
/// Several tensors, under the names "0", "1", ...
template <class... To>
void save(const std::vector<Tensor>& tensors, To&&... to) {
  serialize::OutputArchive archive;
  detail::write_list(archive, tensors);
  archive.save_to(std::forward<To>(to)...);
}

/// Loads what save wrote, or any safetensors file with the right names, into a module, optimizer or tensor. `from` is
/// what InputArchive::load_from takes: a path, a stream, bytes, or functions; then optionally a device. The values are
/// copied; load_mapped looks at the file instead.
/// A module's tensors must all be there in their shapes, else Error lists those that are not and nothing is changed;
/// what the file holds beside them is passed over.   Source: libtorch 1.13 torch::load, which does not look at shapes.
template <class Value, class... From>
void load(Value& value, From&&... from) {
  serialize::InputArchive archive;
  archive.load_from(std::forward<From>(from)...);
  detail::read_from(archive, value);
}
/// Several tensors, which are added behind those that the vector holds.
template <class... From>
void load(std::vector<Tensor>& tensors, From&&... from) {
  serialize::InputArchive archive;
  archive.load_from(std::forward<From>(from)...);
  detail::read_list(archive, tensors);
}

/// As load, of a safetensors file alone: a static program that calls this one holds no readers of other formats. With
/// options.map the values look at the file, as after load_mapped.
/// Throws as load and load_safetensors(path) do.
template <class Value, class = std::enable_if_t<!std::is_base_of_v<LoadSafetensorsOptions, Value>>>
void load_safetensors(const std::string& path, Value& value, const LoadSafetensorsOptions& options = {}) {
  serialize::InputArchive archive = serialize::open_safetensors(path, options);
  if constexpr (std::is_same_v<Value, std::vector<Tensor>>) detail::read_list(archive, value);
  else detail::read_from(archive, value);
}

/// As load, but the tensors look at a mapping of the file: see InputArchive::load_mapped for what this gains, and what
/// happens to the program when the file is written to or cut short.
template <class Value>
void load_mapped(Value& value, const std::string& filename, optional<Device> device = nullopt) {
  serialize::InputArchive archive;
  archive.load_mapped(filename, device);
  if constexpr (std::is_same_v<Value, std::vector<Tensor>>) detail::read_list(archive, value);
  else detail::read_from(archive, value);
}

}  // namespace torchpp
