// SPDX-License-Identifier: BSD-3-Clause
#include "src/dispatch/conversions.h"

#include <torchpp/dispatch/boxing.h>

#include <new>

namespace torchpp::detail {

namespace {

template <class T>
constexpr const char* schema_name(bool optional) {
  const auto name = [optional](const char* plain, const char* with_none) { return optional ? with_none : plain; };
  if constexpr (std::is_same_v<T, Tensor>) return name("Tensor", "Tensor?");
  else if constexpr (std::is_same_v<T, ArrayRef<Tensor>> || std::is_same_v<T, std::vector<Tensor>>)
    return name("Tensor[]", "Tensor[]?");
  else if constexpr (std::is_same_v<T, Scalar>) return name("Scalar", "Scalar?");
  else if constexpr (std::is_same_v<T, bool>) return name("bool", "bool?");
  else if constexpr (std::is_same_v<T, double>) return name("float", "float?");
  else if constexpr (std::is_integral_v<T>) return name("int", "int?");
  else if constexpr (std::is_same_v<T, IntArrayRef> || std::is_same_v<T, std::vector<int64_t>>)
    return name("int[]", "int[]?");
  else if constexpr (std::is_same_v<T, OptionalArrayRef<int64_t>>) return "int[]?";
  else if constexpr (std::is_same_v<T, ArrayRef<double>> || std::is_same_v<T, std::vector<double>>)
    return name("float[]", "float[]?");
  else if constexpr (std::is_same_v<T, std::array<bool, 2>>) return name("bool[2]", "bool[2]?");
  else if constexpr (std::is_same_v<T, std::array<bool, 3>>) return name("bool[3]", "bool[3]?");
  else if constexpr (std::is_same_v<T, std::array<bool, 4>>) return name("bool[4]", "bool[4]?");
  else if constexpr (std::is_same_v<T, ScalarType>) return name("ScalarType", "ScalarType?");
  else if constexpr (std::is_same_v<T, Layout>) return name("Layout", "Layout?");
  else if constexpr (std::is_same_v<T, MemoryFormat>) return name("MemoryFormat", "MemoryFormat?");
  else if constexpr (std::is_same_v<T, Device>) return name("Device", "Device?");
  else if constexpr (std::is_same_v<T, Generator>) return name("Generator", "Generator?");
  else return name("str", "str?");
}

template <class T>
constexpr Conversion conversion_of(const char* name, uint8_t values = 1) {
  static_assert(sizeof(T) <= sizeof(ObjectMemory) && alignof(T) <= alignof(ObjectMemory), "ObjectMemory is too small");
  void (*construct)(void*) = nullptr;
  void (*destroy)(void*) = nullptr;
  if constexpr (std::is_default_constructible_v<T>) construct = [](void* memory) { new (memory) T(); };
  if constexpr (!std::is_trivially_destructible_v<T>) destroy = [](void* object) { static_cast<T*>(object)->~T(); };
  return {name,
          values,
          construct,
          [](void* memory, const IValue* v) { new (memory) T(Boxing<T>::get(v)); },
          [](void* object, const IValue* v) { *static_cast<T*>(object) = Boxing<T>::get(v); },
          [](Stack& stack, const void* object) { Boxing<T>::push(stack, *static_cast<const T*>(object)); },
          destroy};
}

template <class... T>
const Conversion& conversion_among(Kind kind, Types<T...>) {
  static constexpr Conversion kConversions[] = {conversion_of<T>(schema_name<T>(false))...};
  static constexpr Conversion kOptionals[] = {conversion_of<std::optional<T>>(schema_name<T>(true))...};
  static constexpr Conversion kOptions = conversion_of<TensorOptions>("TensorOptions", 4);
  if (kind == kOptionsKind) return kOptions;
  return ((kind & kOptionalKind) != 0 ? kOptionals : kConversions)[kind & ~kOptionalKind];
}

}  // namespace

const Conversion& conversion(Kind kind) { return conversion_among(kind, BoxedTypes()); }

}  // namespace torchpp::detail
