// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How C++ types of arguments and results become values on the stack of a boxed call, and come back.

#include <torchpp/dispatch/ivalue.h>
#include <torchpp/tensor.h>

#include <array>
#include <new>

namespace torchpp {
namespace detail {

/// `get(value)` is the conversion to a T that is no argument of an operator of the library: lists, dictionaries and
/// tuples, specialised in torchpp/ops/list.h and dict.h. Incomplete for types that no IValue holds.
template <class T>
struct FromValue;

/// Conversion between a T and kCount values on the stack. `put` writes to values that are None. `get` throws TypeError
/// for values of another type; a view such as IntArrayRef then refers to the memory of the value.
template <class T>
struct Boxing {
  static constexpr size_t kCount = 1;
  static void put(IValue* none, const T& v) { new (none) IValue(v); }
  static T get(const IValue* v) {
    if constexpr (std::is_same_v<T, Tensor>) return v->toTensor();
    else if constexpr (std::is_same_v<T, Scalar>) return v->toScalar();
    else if constexpr (std::is_same_v<T, bool>) return v->toBool();
    else if constexpr (std::is_same_v<T, double>) return v->toDouble();
    else if constexpr (std::is_integral_v<T> || std::is_same_v<T, ScalarType> || std::is_same_v<T, Layout> ||
                       std::is_same_v<T, MemoryFormat>)
      return static_cast<T>(v->toInt());
    else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) return v->toStringRef();
    else if constexpr (std::is_same_v<T, IntArrayRef> || std::is_same_v<T, std::vector<int64_t>>)
      return v->toIntVector();
    else if constexpr (std::is_same_v<T, ArrayRef<double>> || std::is_same_v<T, std::vector<double>>)
      return v->toDoubleVector();
    else if constexpr (std::is_same_v<T, ArrayRef<Scalar>>) return v->toScalarVector();
    else if constexpr (std::is_same_v<T, ArrayRef<Tensor>> || std::is_same_v<T, std::vector<Tensor>>)
      return v->toTensorVector();
    else if constexpr (std::is_same_v<T, Device>) return v->toDevice();
    else if constexpr (std::is_same_v<T, Generator>) return v->isNone() ? Generator() : v->toGenerator();
    else if constexpr (std::is_same_v<T, OptionalArrayRef<int64_t>>)
      return v->isNone() ? T() : T(IntArrayRef(v->toIntVector()));
    else if constexpr (std::is_same_v<T, IValue>) return *v;
    else return FromValue<T>::get(*v);
  }
};
template <class T>
struct Boxing<optional<T>> {
  static constexpr size_t kCount = 1;
  static void put(IValue* none, const optional<T>& v) {
    if (v) Boxing<T>::put(none, *v);
  }
  static optional<T> get(const IValue* v) {
    if (v->isNone()) return nullopt;
    return Boxing<T>::get(v);
  }
};
TORCHPP_API void put_bools(IValue* none, const bool* values, size_t count);
TORCHPP_API void get_bools(const IValue* v, bool* values, size_t count);
template <size_t n>
struct Boxing<std::array<bool, n>> {
  static constexpr size_t kCount = 1;
  static void put(IValue* none, const std::array<bool, n>& v) { put_bools(none, v.data(), n); }
  static std::array<bool, n> get(const IValue* v) {
    std::array<bool, n> a{};
    get_bools(v, a.data(), n);
    return a;
  }
};
template <>
struct Boxing<TensorOptions> {  // dtype, layout, device, pin_memory, as schemas have them
  static constexpr size_t kCount = 4;
  TORCHPP_API static void put(IValue* none, const TensorOptions& o);
  TORCHPP_API static TensorOptions get(const IValue* v);
};
// For tuples of types that are one value each.
template <class... T>
struct Boxing<std::tuple<T...>> {
  static constexpr size_t kCount = sizeof...(T);
  static std::tuple<T...> get(const IValue* v) { return get(v, std::index_sequence_for<T...>()); }

 private:
  template <size_t... i>
  static std::tuple<T...> get(const IValue* v, std::index_sequence<i...>) {
    return std::tuple<T...>(Boxing<T>::get(v + i)...);
  }
};

TORCHPP_API const IValue::Tuple& tuple_of(const IValue& v, size_t size);  ///< TypeError for another size
template <class T>
constexpr bool kIsTuple = false;
template <class... T>
constexpr bool kIsTuple<std::tuple<T...>> = true;
template <class... T>
struct FromValue<std::tuple<T...>> {
  static std::tuple<T...> get(const IValue& v) {
    return get(tuple_of(v, sizeof...(T)), std::index_sequence_for<T...>());
  }

 private:
  template <size_t... i>
  static std::tuple<T...> get(const IValue::List& elements, std::index_sequence<i...>) {
    return std::tuple<T...>(elements[i].template to<T>()...);
  }
};
template <class T>
struct FromValue<intrusive_ptr<T>> {
  static intrusive_ptr<T> get(const IValue& v) { return v.toCustomClass<T>(); }
};

/// Appends the values of `v` to the stack.
template <class T>
void push(Stack& stack, const T& v) {
  stack.resize(stack.size() + Boxing<T>::kCount);
  Boxing<T>::put(stack.data() + stack.size() - Boxing<T>::kCount, v);
}

}  // namespace detail

template <class T>
T IValue::to() const {
  if constexpr (detail::kIsTuple<T>) {
    return detail::FromValue<T>::get(*this);
  } else {
    static_assert(detail::Boxing<T>::kCount == 1, "this type is several values");
    return detail::Boxing<T>::get(this);
  }
}

}  // namespace torchpp
