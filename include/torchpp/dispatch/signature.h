// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The C++ signature of a kernel as constant data, so that one function can make the boxed calls of all
/// operators.

#include <torchpp/core/generator.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/scalar.h>
#include <torchpp/dispatch/out.h>

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace torchpp {

class IValue;

namespace detail {

template <class... T>
struct Types {};

/// The types of arguments and results that boxed calls can convert; optional of each is allowed too. An integer
/// type that is not listed is treated as the listed one of the same size and signedness.
using BoxedTypes = Types<Tensor, ArrayRef<Tensor>, std::vector<Tensor>, Scalar, bool, int8_t, int16_t, int32_t, int64_t,
                         uint8_t, uint16_t, uint32_t, uint64_t, double, IntArrayRef, std::vector<int64_t>,
                         OptionalArrayRef<int64_t>, ArrayRef<double>, std::vector<double>, ArrayRef<Scalar>,
                         std::array<bool, 2>, std::array<bool, 3>, std::array<bool, 4>, ScalarType, Layout,
                         MemoryFormat, Device, Generator, std::string, std::string_view, IValue>;

/// Number of a type of arguments and results: 2 i for the type at index i of BoxedTypes, 2 i + 1 for its optional.
/// The last two numbers are for types that are not one value on the stack.
using Kind = uint8_t;
template <class... T>
constexpr size_t count(Types<T...>) {
  return sizeof...(T);
}
constexpr Kind kOptionsKind = 2 * count(BoxedTypes());  ///< TensorOptions: dtype, layout, device, pin_memory
constexpr Kind kOutKind =
    kOptionsKind + 1;  ///< Out: its tensors are values of their own, see OperatorHandle::call_boxed
constexpr size_t kKinds = kOutKind + 1;

template <class T, class... Listed>
constexpr size_t index_among(Types<Listed...>) {
  size_t index = 0;
  (void)((std::is_same_v<T, Listed> || (++index, false)) || ...);
  return index;
}

/// The integer type of BoxedTypes that has T's size and sign; other types themselves.
template <class T, bool integer = std::is_integral_v<T> && !std::is_same_v<T, bool>>
struct BoxedAs {
  using type = T;
};
template <class T>
struct BoxedAs<T, true> {
  template <class S, class U>
  using Pick = std::conditional_t<std::is_signed_v<T>, S, U>;
  using type = std::conditional_t<
      sizeof(T) == 8, Pick<int64_t, uint64_t>,
      std::conditional_t<sizeof(T) == 4, Pick<int32_t, uint32_t>,
                         std::conditional_t<sizeof(T) == 2, Pick<int16_t, uint16_t>, Pick<int8_t, uint8_t>>>>;
};

/// Whether a T is an IValue with an interface of its own and nothing else, such as List and Dict: kernels take it where
/// the boxed call has an IValue, and `T::view(value)` checks the value's type.
template <class T>
constexpr bool kIsValueView = false;

template <class T>
struct KindOf {
  static constexpr Kind value =
      2 * index_among<std::conditional_t<kIsValueView<T>, IValue, typename BoxedAs<T>::type>>(BoxedTypes());
  static_assert(value < kOptionsKind, "no value on the stack of a boxed call holds this type");
};
template <class T>
struct KindOf<optional<T>> {
  static constexpr Kind value = KindOf<T>::value + 1;
};
template <>
struct KindOf<TensorOptions> {
  static constexpr Kind value = kOptionsKind;
};
template <>
struct KindOf<Out> {
  static constexpr Kind value = kOutKind;
};

/// The type of an argument or result, and how it is passed.
struct PassedType {
  enum class By : uint8_t { kValue, kConstReference, kReference, kRvalueReference };
  Kind kind;
  By by;
  friend constexpr bool operator==(PassedType a, PassedType b) { return a.kind == b.kind && a.by == b.by; }
};

template <class T>
using bare_t = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T>
constexpr PassedType passed_type() {
  using By = PassedType::By;
  return {KindOf<bare_t<T>>::value, std::is_rvalue_reference_v<T>                 ? By::kRvalueReference
                                    : !std::is_lvalue_reference_v<T>              ? By::kValue
                                    : std::is_const_v<std::remove_reference_t<T>> ? By::kConstReference
                                                                                  : By::kReference};
}

/// A result type as a list of results: none for void, the elements of a std::tuple, or the type itself.
template <class R>
struct ResultsOf {
  using Elements = Types<R>;
  static constexpr size_t kCount = 1;
  static constexpr bool kReferences = false;
  static constexpr std::array<void*, 1> addresses(R& result) { return {&result}; }
  static void store(void* const* results, R&& result) { *static_cast<R*>(results[0]) = std::move(result); }
};
template <class R>
struct ResultsOf<R&> {
  using Elements = Types<R&>;
  static constexpr size_t kCount = 1;
  static constexpr bool kReferences = true;
};
template <>
struct ResultsOf<void> {
  using Elements = Types<>;
  static constexpr size_t kCount = 0;
  static constexpr bool kReferences = false;
};
template <class... E>
struct ResultsOf<std::tuple<E...>> {
  using Elements = Types<E...>;
  static constexpr size_t kCount = sizeof...(E);
  static constexpr bool kReferences = (std::is_reference_v<E> || ...);
  static std::array<void*, sizeof...(E)> addresses(std::tuple<E...>& result) {
    return std::apply([](E&... e) { return std::array<void*, sizeof...(E)>{&e...}; }, result);
  }
  static void store(void* const* results, std::tuple<E...>&& result) {
    std::apply([&](E&... e) { ((*static_cast<E*>(*results++) = std::move(e)), ...); }, result);
  }
};

/// Upper limit for the objects of a boxed call: its arguments, destinations and results.
constexpr size_t kMostObjects = 64;

/// Number of values on the stack for one object.
constexpr size_t values_of(Kind kind) { return kind == kOptionsKind ? 4 : kind == kOutKind ? 0 : 1; }

/// Describes a C++ function type.
struct Signature {
  /// Calls a kernel of this signature with the arguments at the given addresses, and assigns its results to the objects
  /// at the given addresses. Results that are references are discarded, because they refer to arguments.
  void (*invoke)(void (*kernel)(), void* const* arguments, void* const* results);
  const PassedType* types;  ///< of the results, then of the arguments
  uint8_t result_count;
  uint8_t argument_count;
  uint8_t value_count;  ///< number of values on the stack for the arguments, without destinations
  bool tuple;           ///< whether the results come in a std::tuple

  constexpr PassedType result(size_t i) const { return types[i]; }
  constexpr PassedType argument(size_t i) const { return types[result_count + i]; }
  constexpr bool has_out() const { return argument_count != 0 && argument(0).kind == kOutKind; }
};
TORCHPP_API bool operator==(const Signature& a, const Signature& b);
/// In C++ syntax: "torchpp::Tensor (const torchpp::Tensor&, double)". Defined in src/ops.
TORCHPP_API std::string to_string(const Signature& signature);

/// The argument at an address, as a kernel takes it that has value views among its arguments.
template <class A>
A passed(void* address) {
  if constexpr (kIsValueView<bare_t<A>>) return static_cast<A>(bare_t<A>::view(*static_cast<IValue*>(address)));
  else return static_cast<A>(*static_cast<bare_t<A>*>(address));
}

template <class S>
struct SignatureOf;
template <class R, class... A>
struct SignatureOf<R(A...)> {
  template <size_t... i>
  static void invoke_with(void (*kernel)(), void* const* arguments, void* const* results, std::index_sequence<i...>) {
    const auto typed = reinterpret_cast<R (*)(A...)>(kernel);
    if constexpr ((kIsValueView<bare_t<A>> || ...)) {
      if constexpr (std::is_void_v<R> || ResultsOf<R>::kReferences) typed(passed<A>(arguments[i])...);
      else ResultsOf<R>::store(results, typed(passed<A>(arguments[i])...));
    } else if constexpr (std::is_void_v<R> || ResultsOf<R>::kReferences)
      typed(static_cast<A>(*static_cast<bare_t<A>*>(arguments[i]))...);
    else ResultsOf<R>::store(results, typed(static_cast<A>(*static_cast<bare_t<A>*>(arguments[i]))...));
    (void)arguments, (void)results;
  }
  static void invoke(void (*kernel)(), void* const* arguments, void* const* results) {
    invoke_with(kernel, arguments, results, std::index_sequence_for<A...>());
  }
  template <class... E>
  static constexpr std::array<PassedType, sizeof...(E) + sizeof...(A)> list(Types<E...>) {
    return {{passed_type<E>()..., passed_type<A>()...}};
  }
  static_assert(sizeof...(A) + 2 * ResultsOf<R>::kCount <= kMostObjects,
                "more arguments and results than a boxed call has room for");
  static constexpr auto kTypes = list(typename ResultsOf<R>::Elements());
  static constexpr Signature value = {&invoke,
                                      kTypes.data(),
                                      ResultsOf<R>::kCount,
                                      sizeof...(A),
                                      (values_of(KindOf<bare_t<A>>::value) + ... + 0),
                                      !std::is_void_v<R> && !std::is_same_v<typename ResultsOf<R>::Elements, Types<R>>};
};

}  // namespace detail
}  // namespace torchpp
