// SPDX-License-Identifier: BSD-3-Clause
// What needs the types of arguments and results complete; dispatch only names and numbers them.
#include <torchpp/dispatch/op.h>
#include <torchpp/ops/boxing.h>

#include <algorithm>
#include <typeinfo>
#include <vector>

#include "src/dispatch/conversions.h"

namespace torchpp::detail {

DispatchKeySet keys_of_list(const TensorList& list) {
  DispatchKeySet keys;
  for (const Tensor& t : list) keys = keys | keys_of(t);
  return keys;
}

void put_bools(IValue* none, const bool* values, size_t count) {
  new (none) IValue(std::vector<bool>(values, values + count));
}
void get_bools(const IValue* v, bool* values, size_t count) {
  const std::vector<bool>& list = v->toBoolVector();
  TORCHPP_CHECK_TYPE(list.size() == count, "IValue: got bool[", list.size(), "], expected bool[", count, "]");
  std::copy(list.begin(), list.end(), values);
}

const IValue::Tuple& tuple_of(const IValue& v, size_t size) {
  const IValue::Tuple& tuple = v.toTupleRef();
  TORCHPP_CHECK_TYPE(tuple.size() == size, "IValue: got a tuple of ", tuple.size(), " elements, expected ", size);
  return tuple;
}

void Boxing<TensorOptions>::put(IValue* none, const TensorOptions& o) {
  Boxing<optional<ScalarType>>::put(none, o.dtype_opt());
  Boxing<optional<Layout>>::put(none + 1, o.layout_opt());
  Boxing<optional<Device>>::put(none + 2, o.device_opt());
  Boxing<optional<bool>>::put(none + 3, o.pinned_memory_opt());
}

TensorOptions Boxing<TensorOptions>::get(const IValue* v) {
  TensorOptions o;
  if (!v[0].isNone()) o = o.dtype(Boxing<ScalarType>::get(v));
  if (!v[1].isNone()) o = o.layout(Boxing<Layout>::get(v + 1));
  if (!v[2].isNone()) o = o.device(Boxing<Device>::get(v + 2));
  if (!v[3].isNone()) o = o.pinned_memory(Boxing<bool>::get(v + 3));
  return o;
}

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
  else if constexpr (std::is_same_v<T, ArrayRef<Scalar>>) return "Scalar[]";
  else if constexpr (std::is_same_v<T, std::array<bool, 2>>) return "bool[2]";
  else if constexpr (std::is_same_v<T, std::array<bool, 3>>) return "bool[3]";
  else if constexpr (std::is_same_v<T, std::array<bool, 4>>) return "bool[4]";
  else if constexpr (std::is_same_v<T, ScalarType>) return "ScalarType";
  else if constexpr (std::is_same_v<T, Layout>) return "Layout";
  else if constexpr (std::is_same_v<T, MemoryFormat>) return "MemoryFormat";
  else if constexpr (std::is_same_v<T, Device>) return "Device";
  else if constexpr (std::is_same_v<T, Generator>) return "Generator";
  else if constexpr (std::is_same_v<T, IValue>) return "Any";
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
    all[KindOf<optional<T>>::value] = conversion_of<optional<T>>(schema_name<T>(), true)),
   ...);
  all[kOptionsKind] = conversion_of<TensorOptions>("TensorOptions");
  return all;
}

template <class... T>
const std::type_info& type_of(Kind kind, Types<T...>) {
  static constexpr const std::type_info* kTypes[] = {&typeid(T)...};
  static constexpr const std::type_info* kOptionals[] = {&typeid(optional<T>)...};
  if (kind == kOptionsKind) return typeid(TensorOptions);
  if (kind == kOutKind) return typeid(Out);
  return kind % 2 == 0 ? *kTypes[kind / 2] : *kOptionals[kind / 2];
}

std::string to_string(PassedType t) {
  constexpr const char* kAfter[] = {"", "&", "&", "&&"};  // by PassedType::By
  return (t.by == PassedType::By::kConstReference ? "const " : "") + type_name(type_of(t.kind, BoxedTypes())) +
         kAfter[static_cast<int>(t.by)];
}

template <class Get>
std::string join_types(size_t count, Get&& get) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + to_string(get(i));
  return text;
}

}  // namespace

constexpr std::array<Conversion, kKinds> conversions = all_conversions(BoxedTypes());

std::string to_string(const Signature& s) {
  const std::string results = join_types(s.result_count, [&](size_t i) { return s.result(i); });
  const std::string arguments = join_types(s.argument_count, [&](size_t i) { return s.argument(i); });
  return (s.tuple ? "std::tuple<" + results + ">" : results.empty() ? "void" : results) + " (" + arguments + ")";
}

}  // namespace torchpp::detail
