// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/signature.h>

#include <algorithm>
#include <typeinfo>

#include "src/dispatch/conversions.h"

namespace torchpp::detail {

namespace {

template <class... T>
const std::type_info& type_of(Kind kind, Types<T...>) {
  static constexpr const std::type_info* kTypes[] = {&typeid(T)...};
  static constexpr const std::type_info* kOptionals[] = {&typeid(std::optional<T>)...};
  if (kind == kOptionsKind) return typeid(TensorOptions);
  if (kind == kOutKind) return typeid(Out);
  return *(kind % 2 == 0 ? kTypes : kOptionals)[kind / 2];
}

std::string to_string(PassedType t) {
  const std::string name = type_name(type_of(t.kind, BoxedTypes()));
  switch (t.by) {
    case PassedType::By::kValue: return name;
    case PassedType::By::kConstReference: return "const " + name + "&";
    case PassedType::By::kReference: return name + "&";
    case PassedType::By::kRvalueReference: return name + "&&";
  }
  return name;
}

template <class Get>
std::string join_types(size_t count, Get&& get) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + to_string(get(i));
  return text;
}

}  // namespace

bool operator==(const Signature& a, const Signature& b) {
  return a.result_count == b.result_count && a.argument_count == b.argument_count && a.tuple == b.tuple &&
         std::equal(a.types, a.types + a.result_count + a.argument_count, b.types);
}

std::string to_string(const Signature& s) {
  const std::string results = join_types(s.result_count, [&](size_t i) { return s.result(i); });
  const std::string arguments = join_types(s.argument_count, [&](size_t i) { return s.argument(i); });
  return (s.tuple ? "std::tuple<" + results + ">" : results.empty() ? "void" : results) + " (" + arguments + ")";
}

NaturalSignature::NaturalSignature(const Signature& whole, Out::Form form) {
  const PassedType tensor = {KindOf<Tensor>::value, PassedType::By::kReference};
  const PassedType* const arguments = whole.types + whole.result_count;
  const PassedType* const end = arguments + whole.argument_count;
  if (!whole.has_out() || form == Out::Form::kFunctional) {
    results_ = whole.result_count;
    types_.assign(whole.types, arguments);
    types_.insert(types_.end(), arguments + (whole.has_out() ? 1 : 0), end);
  } else if (form == Out::Form::kInPlace) {  // self, the first argument behind Out, is the destination
    results_ = 1;
    types_.assign(2, tensor);
    types_.insert(types_.end(), arguments + 2, end);
  } else {
    results_ = whole.result_count;
    types_.assign(results_, tensor);
    types_.insert(types_.end(), arguments + 1, end);
    types_.insert(types_.end(), results_, tensor);
  }
  signature_ = {nullptr,
                types_.data(),
                static_cast<uint8_t>(results_),
                static_cast<uint8_t>(types_.size() - results_),
                whole.value_count,
                whole.tuple && results_ == whole.result_count};
}

}  // namespace torchpp::detail
