// SPDX-License-Identifier: BSD-3-Clause
#include "tools/generate/loop.h"

#include "tools/generate/row.h"

namespace generate {
namespace {

// The words for groups of real dtypes, and their names in src/backends/math/types.def.
constexpr const char* kGroups[][2] = {{"floats", "FLOATS"},   {"wide_floats", "WIDE"}, {"ints", "INTS"},
                                      {"numbers", "NUMBERS"}, {"bits", "BITS"},        {"ordered", "ORDERED"},
                                      {"bool", "BOOL"}};
constexpr const char* kComplexGroups[][2] = {
    {"complex", "COMPLEX"}, {"complex_wide", "COMPLEX_WIDE"}, {"complex_widest", "COMPLEX_WIDEST"}};
constexpr const char* kForms[][2] = {{"light", "kLight"}, {"divides", "kDivides"}, {"turn", "kTurn"}};

template <size_t kCount>
std::string meaning(const char* const (&words)[kCount][2], const std::string& word) {
  for (const auto& pair : words)
    if (word == pair[0]) return pair[1];
  return {};
}

}  // namespace

void Loop::set_arguments(const std::vector<Argument>& arguments) {
  for (const Argument& a : arguments) {
    const bool is_tensor = a.type == "Tensor" || a.type == "Tensor?";
    if (is_tensor && inputs == 0) gradient = a.name == "grad_output";
    inputs += is_tensor ? 1 : 0;
    scalars = scalars || a.type == "Scalar" || a.type == "Scalar?";
  }
}

std::string Loop::add(const std::string& word) {
  const std::string group = meaning(kGroups, word), kind = meaning(kForms, word);
  const std::string of_complex = meaning(kComplexGroups, word);
  if (!of_complex.empty()) {
    complex = of_complex;
  } else if (!group.empty()) {
    if (types != "NONE") return "loops: got '" + word + "' beside another group of dtypes";
    types = group;
  } else if (!kind.empty()) {
    if (form != "kUsual") return "loops: got '" + word + "' beside another form";
    form = kind;
  } else {
    return "loops: got '" + word +
           "', expected floats, wide_floats, ints, numbers, bits, ordered, bool, complex, complex_wide, "
           "complex_widest, light, divides or turn";
  }
  return {};
}

std::string Loop::mistake() const {
  if (types == "NONE" && complex == "NONE") return "loops: expected a group of dtypes";
  if (inputs < 1 || inputs > 3) return "loops: got " + std::to_string(inputs) + " tensors, expected 1 to 3";
  if ((form == "kLight" || form == "kDivides") && inputs != 2) return "loops: this form is for two tensors";
  if (form == "kTurn" && inputs != 1) return "loops: this form is for one tensor";
  if ((form == "kDivides" || form == "kTurn") && scalars) return "loops: this form takes no numbers";
  return {};
}

std::string Loop::list() const {
  if (gradient || inputs == 3) return "gradient";
  if (inputs == 2) return "binary";
  return types == "FLOATS" ? "unary_floats" : "unary";
}

std::string Loop::text() const {
  return "TORCHPP_LOOP(" + name + ", " + std::to_string(inputs) + ", " + (scalars ? "FromScalars" : "Plain") + ", " +
         form + ", " + types + ", " + complex + ")\n";
}

}  // namespace generate
