// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/schema.h"

#include <cctype>
#include <cstdlib>
#include <map>
#include <stdexcept>

namespace differential {
namespace {

using Kind = Parameter::Kind;

const std::map<std::string, Kind>& kinds() {
  static const std::map<std::string, Kind>& table =
      *new std::map<std::string, Kind>{{"Tensor", Kind::kTensor},         {"int", Kind::kInt},
                                       {"float", Kind::kFloat},           {"bool", Kind::kBool},
                                       {"Scalar", Kind::kScalar},         {"str", Kind::kString},
                                       {"ScalarType", Kind::kScalarType}, {"Layout", Kind::kLayout},
                                       {"Device", Kind::kDevice},         {"MemoryFormat", Kind::kFormat},
                                       {"Generator", Kind::kGenerator}};
  return table;
}

// "Tensor(a!)? weight=None", "int[2] padding=0", "Tensor?[] indices".
Parameter parse_parameter(const std::string& text) {
  Parameter p;
  size_t i = 0;
  while (i < text.size() && (isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_')) ++i;
  const auto kind = kinds().find(text.substr(0, i));
  if (kind == kinds().end()) throw std::invalid_argument("schema: type of '" + text + "'");
  p.kind = kind->second;
  bool question = false;
  for (; i < text.size() && text[i] != ' '; ++i) {
    if (text[i] == '(') {
      const size_t end = text.find(')', i);
      p.written = text.substr(i, end - i).find('!') != std::string::npos;
      i = end;
    } else if (text[i] == '?') {
      question = true;
    } else if (text[i] == '[') {
      p.list = true;
      p.optional_elements = question;
      question = false;
      p.list_size = atoi(text.c_str() + i + 1);
      i = text.find(']', i);
    }
  }
  p.optional = question;
  const size_t equals = text.find('=', i);
  p.name = text.substr(i + 1, equals == std::string::npos ? equals : equals - i - 1);
  if (equals != std::string::npos) p.default_value = text.substr(equals + 1);
  return p;
}

}  // namespace

Schema parse_schema(const std::string& text) {
  Schema s;
  s.text = text;
  size_t open = text.find('(');
  if (open == std::string::npos) throw std::invalid_argument("schema: no parameters in '" + text + "'");
  s.name = text.substr(0, open);
  if (s.name.compare(0, 6, "aten::") == 0) s.name.erase(0, 6);
  if (const size_t dot = s.name.find('.'); dot != std::string::npos) {
    s.overload = s.name.substr(dot + 1);
    s.name.resize(dot);
  }
  int depth = 0;
  bool keyword = false;
  std::string part;
  for (size_t i = open + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (depth == 0 && (c == ',' || c == ')')) {
      if (part == "*") {
        keyword = true;
      } else if (!part.empty()) {
        s.parameters.push_back(parse_parameter(part));
        s.parameters.back().keyword = keyword;
      }
      part.clear();
      if (c == ')') break;
      continue;
    }
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c != ' ' || !part.empty()) part += c;
  }
  return s;
}

std::string Schema::base() const {
  const std::string one = on_lists() ? name.substr(9) : name;
  const bool in_place = one.size() > 1 && one.back() == '_' && one[one.size() - 2] != '_';
  return in_place ? one.substr(0, one.size() - 1) : one;
}

Schema::Form Schema::form() const {
  if (!parameters.empty() && parameters.back().written && parameters.back().keyword) return Form::kOut;
  return !parameters.empty() && parameters.front().written ? Form::kInPlace : Form::kFunctional;
}

}  // namespace differential
