// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The padding of a convolution by name.

#include <string_view>
#include <type_traits>

namespace torchpp {

/// Names a padding: "same" (as many outputs as inputs; stride 1 only) or "valid" (none). An argument of functions: it
/// does not keep the text. A std::string_view in its place would make a padding of 0 ambiguous, which is a null pointer
/// to text, too.
class PaddingName {
 public:
  template <class Text, std::enable_if_t<std::is_convertible_v<const Text&, std::string_view>, int> = 0>
  PaddingName(const Text& name) : name_(name) {}       // NOLINT: implicit
  operator std::string_view() const { return name_; }  // NOLINT: implicit

 private:
  std::string_view name_;
};

}  // namespace torchpp
