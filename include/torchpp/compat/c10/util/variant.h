// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c10/util/overloaded.h>
#include <torchpp/nn/modules/conv.h>

#include <variant>

namespace c10 {
using std::get;
using std::get_if;
using std::holds_alternative;
using std::in_place;
using std::in_place_t;
using std::monostate;
using std::variant;
using std::variant_size;
using std::visit;
// An option's EnumChoice is asked as libtorch's variant of the same kinds.
using torchpp::enumtype::get_if;
using torchpp::enumtype::holds_alternative;
using torchpp::enumtype::visit;
/// Error if another kind is chosen.
template <class Kind, class Choice>
constexpr auto get(const Choice& choice) -> decltype(*choice.template get_if<Kind>()) {
  const auto* value = choice.template get_if<Kind>();
  TORCHPP_CHECK(value != nullptr, "get: another kind is chosen");
  return *value;
}
template <class F, size_t D>
decltype(auto) visit(F&& function, const torchpp::nn::detail::ConvPadding<D>& padding) {
  using torchpp::enumtype::kSame;
  using torchpp::enumtype::kValid;
  if (const auto* amounts = padding.template get_if<torchpp::ExpandingArray<D>>()) return function(*amounts);
  return padding.template get_if<kSame>() != nullptr ? function(kSame()) : function(kValid());
}
}  // namespace c10
