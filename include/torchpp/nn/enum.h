// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Named choices of options: each is a type of its own, so that an option takes only those that make sense for
/// it: `std::variant<enumtype::kNone, enumtype::kMean>`. The constants `torchpp::kMean`, ... are values of these types.

#include <torchpp/core/error.h>
#include <torchpp/core/reduction.h>

#include <string>
#include <variant>

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

/// The name of the choice that a variant holds: "kMean".
template <class V>
std::string get_enum_name(const V& choice) {
  return std::visit([](const auto& c) { return std::string(c.name); }, choice);
}

/// The same as a reduction; Error if it is none.
template <class V>
Reduction::Reduction reduction_get_enum(const V& choice) {
  if (std::holds_alternative<kNone>(choice)) return Reduction::None;
  if (std::holds_alternative<kMean>(choice)) return Reduction::Mean;
  if (std::holds_alternative<kSum>(choice)) return Reduction::Sum;
  TORCHPP_FAIL_KIND(kError, get_enum_name(choice), " is not a valid value for reduction");
}
}  // namespace enumtype

#define TORCHPP_ENUM_VALUE(name) inline constexpr enumtype::k##name k##name{};
TORCHPP_ENUMS(TORCHPP_ENUM_VALUE)
#undef TORCHPP_ENUM_VALUE
#undef TORCHPP_ENUMS

}  // namespace torchpp
