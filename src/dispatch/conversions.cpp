// SPDX-License-Identifier: BSD-3-Clause
#include "src/dispatch/conversions.h"

#include <torchpp/dispatch/op.h>

#include <new>

namespace torchpp::detail {

namespace {

// The name of a type in schemas.
template <class T>
constexpr std::string_view schema_name() {
  if constexpr (std::is_same_v<T, Tensor>) return "Tensor";
  else if constexpr (std::is_same_v<T, ArrayRef<Tensor>> || std::is_same_v<T, std::vector<Tensor>>) return "Tensor[]";
  else if constexpr (std::is_same_v<T, Scalar>) return "Scalar";
  else if constexpr (std::is_same_v<T, bool>) return "bool";
  else if constexpr (std::is_same_v<T, double>) return "float";
  else if constexpr (std::is_integral_v<T>) return "int";
  else if constexpr (std::is_same_v<T, IntArrayRef> || std::is_same_v<T, std::vector<int64_t>>) return "int[]";
  else if constexpr (std::is_same_v<T, OptionalArrayRef<int64_t>>) return "int[]?";
  else if constexpr (std::is_same_v<T, ArrayRef<double>> || std::is_same_v<T, std::vector<double>>) return "float[]";
  else if constexpr (std::is_same_v<T, std::array<bool, 2>>) return "bool[2]";
  else if constexpr (std::is_same_v<T, std::array<bool, 3>>) return "bool[3]";
  else if constexpr (std::is_same_v<T, std::array<bool, 4>>) return "bool[4]";
  else if constexpr (std::is_same_v<T, ScalarType>) return "ScalarType";
  else if constexpr (std::is_same_v<T, Layout>) return "Layout";
  else if constexpr (std::is_same_v<T, MemoryFormat>) return "MemoryFormat";
  else if constexpr (std::is_same_v<T, Device>) return "Device";
  else if constexpr (std::is_same_v<T, Generator>) return "Generator";
  else return "str";
}

template <class T>
void take(Step step, void* object, IValue* values) {
  switch (step) {
    case Step::kConstruct:
      if constexpr (std::is_default_constructible_v<T>) new (object) T();
      break;
    case Step::kUnpack: new (object) T(Boxing<T>::get(values)); break;
    case Step::kPut: Boxing<T>::put(values, *static_cast<const T*>(object)); break;
  }
}

template <class T>
constexpr Conversion conversion_of(std::string_view name, bool optional = false) {
  static_assert(sizeof(T) <= sizeof(ObjectMemory) && alignof(T) <= alignof(ObjectMemory), "ObjectMemory is too small");
  Conversion c{};
  for (size_t i = 0; i < name.size(); ++i) c.name[i] = name[i];
  if (optional && name.back() != '?') c.name[name.size()] = '?';
  c.take = &take<T>;
  if constexpr (!std::is_trivially_destructible_v<T>) c.destroy = [](void* object) { static_cast<T*>(object)->~T(); };
  if constexpr (kBringsKeys<T>) c.keys = [](const void* object) { return keys_of_any(*static_cast<const T*>(object)); };
  return c;
}

template <class... T>
constexpr std::array<Conversion, kKinds> all_conversions(Types<T...>) {
  std::array<Conversion, kKinds> all{};
  ((all[KindOf<T>::value] = conversion_of<T>(schema_name<T>()),
    all[KindOf<std::optional<T>>::value] = conversion_of<std::optional<T>>(schema_name<T>(), true)),
   ...);
  all[kOptionsKind] = conversion_of<TensorOptions>("TensorOptions");
  return all;
}

}  // namespace

constexpr std::array<Conversion, kKinds> conversions = all_conversions(BoxedTypes());

}  // namespace torchpp::detail
