// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Named choices of options: each is a type of its own, so that an option takes only those that make sense for
/// it: `EnumChoice<enumtype::kNone, enumtype::kMean>`. The constants `torchpp::kMean`, ... are values of these types.

#include <torchpp/core/error.h>
#include <torchpp/core/reduction.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace torchpp {

// One line of names after the other.
// clang-format off
#define TORCHPP_ENUMS(ENUM) \
  ENUM(Linear) ENUM(Conv1D) ENUM(Conv2D) ENUM(Conv3D) ENUM(ConvTranspose1D) ENUM(ConvTranspose2D) \
  ENUM(ConvTranspose3D) ENUM(Sigmoid) ENUM(Tanh) ENUM(ReLU) ENUM(GELU) ENUM(SiLU) ENUM(Mish) ENUM(LeakyReLU) \
  ENUM(SELU) ENUM(FanIn) ENUM(FanOut) ENUM(Constant) ENUM(Reflect) ENUM(Replicate) ENUM(Circular) ENUM(Nearest) \
  ENUM(Bilinear) ENUM(Bicubic) ENUM(Trilinear) ENUM(Area) ENUM(NearestExact) ENUM(Sum) ENUM(Mean) ENUM(Max) \
  ENUM(None) ENUM(BatchMean) ENUM(Zeros) ENUM(Border) ENUM(Reflection) ENUM(RNN_TANH) ENUM(RNN_RELU) ENUM(LSTM) \
  ENUM(GRU) ENUM(Valid) ENUM(Same)
// clang-format on

namespace enumtype {
#define TORCHPP_ENUM_TYPE(name_)                    \
  struct k##name_ {                                 \
    static constexpr const char* name = "k" #name_; \
  };
TORCHPP_ENUMS(TORCHPP_ENUM_TYPE)
#undef TORCHPP_ENUM_TYPE

}  // namespace enumtype

namespace detail {
template <class Kind>
inline constexpr Kind enum_value{};
}  // namespace detail

/// One of the kinds, each a type in enumtype; the first unless told otherwise. It is asked as a std::variant of the
/// kinds would be, but with the functions in enumtype: with a std::variant for each option, compiling the headers took
/// an eighth longer.
template <class... Kinds>
class EnumChoice {
 public:
  constexpr EnumChoice() noexcept = default;
  template <class Kind, std::enable_if_t<(std::is_same_v<Kind, Kinds> || ...), int> = 0>
  constexpr EnumChoice(Kind) noexcept : index_(index_of<Kind>()) {}  // NOLINT: implicit

  /// The position of what is chosen among the kinds.
  constexpr size_t index() const noexcept { return index_; }
  /// The value of the kind, or null if another is chosen.
  template <class Kind>
  constexpr const Kind* get_if() const noexcept {
    return index_ == index_of<Kind>() ? &detail::enum_value<Kind> : nullptr;
  }
  /// Calls the function with the value that is chosen.
  template <class F>
  constexpr decltype(auto) visit(F&& function) const {
    return visit_from<std::common_type_t<decltype(function(Kinds{}))...>, Kinds...>(index_, function);
  }

 private:
  template <class Result, class First, class... Rest, class F>
  static constexpr Result visit_from(size_t index, F& function) {
    if constexpr (sizeof...(Rest) > 0)
      if (index > 0) return visit_from<Result, Rest...>(index - 1, function);
    return function(First{});
  }
  template <class Kind>
  static constexpr unsigned char index_of() noexcept {
    static_assert((std::is_same_v<Kind, Kinds> || ...), "The option has no such choice");
    unsigned char index = 0;
    bool found = false;
    ((found = found || std::is_same_v<Kind, Kinds>, index = static_cast<unsigned char>(found ? index : index + 1)),
     ...);
    return index;
  }

  unsigned char index_ = 0;
};

namespace enumtype {
/// What std::get_if, std::holds_alternative and std::visit are to a std::variant.
template <class Kind, class Choice>
constexpr auto get_if(const Choice* choice) noexcept -> decltype(choice->template get_if<Kind>()) {
  return choice == nullptr ? nullptr : choice->template get_if<Kind>();
}
template <class Kind, class Choice>
constexpr auto holds_alternative(const Choice& choice) noexcept -> decltype(choice.template get_if<Kind>() != nullptr) {
  return choice.template get_if<Kind>() != nullptr;
}
template <class F, class... Kinds>
constexpr decltype(auto) visit(F&& function, const EnumChoice<Kinds...>& choice) {
  return choice.visit(function);
}

/// The name of what is chosen, by an EnumChoice or a std::variant: "kMean".
template <class V>
std::string get_enum_name(const V& choice) {
  return visit([](const auto& c) { return std::string(c.name); }, choice);
}

/// What is chosen as a reduction; Error if it is none.
template <class V>
Reduction::Reduction reduction_get_enum(const V& choice) {
  if (holds_alternative<kNone>(choice)) return Reduction::None;
  if (holds_alternative<kMean>(choice)) return Reduction::Mean;
  if (holds_alternative<kSum>(choice)) return Reduction::Sum;
  TORCHPP_FAIL_KIND(kError, get_enum_name(choice), " is not a valid value for reduction");
}
}  // namespace enumtype

#define TORCHPP_ENUM_VALUE(name) inline constexpr enumtype::k##name k##name{};
TORCHPP_ENUMS(TORCHPP_ENUM_VALUE)
#undef TORCHPP_ENUM_VALUE
#undef TORCHPP_ENUMS

}  // namespace torchpp
