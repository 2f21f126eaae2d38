// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/json_value.h"

#include <torchpp/core/device.h>
#include <torchpp/core/error.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

constexpr size_t kMostDepth = 64;

void append_double(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += str(R"({"double":")", std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf", "\"}");
    return;
  }
  // Not std::to_chars, whose tables are 170 KB of a static program.
  char text[64];
  const char* const end = nlohmann::detail::to_chars(text, text + sizeof text, value);
  out.append(text, static_cast<size_t>(end - text));
}

void append_value(std::string& out, const IValue& value);

template <class List, class Append>
void append_list(std::string& out, const List& list, const Append& append) {
  out += '[';
  bool first = true;
  for (const auto& element : list) {
    if (!first) out += ',';
    first = false;
    append(element);
  }
  out += ']';
}
void append_values(std::string& out, const IValue::List& list) {
  append_list(out, list, [&](const IValue& element) { append_value(out, element); });
}

void append_value(std::string& out, const IValue& value) {
  switch (value.tag()) {
    case IValue::Tag::kNone: out += "null"; return;
    case IValue::Tag::kBool: out += value.toBool() ? "true" : "false"; return;
    case IValue::Tag::kInt: out += str(value.toInt()); return;
    case IValue::Tag::kDouble: return append_double(out, value.toDouble());
    case IValue::Tag::kComplexDouble:
      out += R"({"complex":[)";
      append_double(out, value.toComplexDouble().real());
      out += ',';
      append_double(out, value.toComplexDouble().imag());
      out += "]}";
      return;
    case IValue::Tag::kString: return append_json(out, value.toStringRef());
    case IValue::Tag::kDevice:
      out += R"({"device":)";
      append_json(out, to_string(value.toDevice()));
      out += '}';
      return;
    case IValue::Tag::kIntList: return append_list(out, value.toIntVector(), [&](int64_t i) { out += str(i); });
    case IValue::Tag::kDoubleList:
      return append_list(out, value.toDoubleVector(), [&](double d) { append_double(out, d); });
    case IValue::Tag::kBoolList:
      return append_list(out, value.toBoolVector(), [&](bool b) { out += b ? "true" : "false"; });
    case IValue::Tag::kScalarList:
      return append_list(out, value.toScalarVector(), [&](const Scalar& s) { append_value(out, IValue(s)); });
    case IValue::Tag::kGenericList: return append_values(out, value.toListRef());
    case IValue::Tag::kTuple:
      out += R"({"tuple":)";
      append_values(out, value.toTupleRef());
      out += '}';
      return;
    case IValue::Tag::kGenericDict:
      out += R"({"dict":)";
      append_list(out, value.toGenericDictRef(), [&](const std::pair<IValue, IValue>& item) {
        append_values(out, {item.first, item.second});
      });
      out += '}';
      return;
    default:
      TORCHPP_FAIL_KIND(kNotImplemented, "save: got a value of type ", value.type_name(),
                        ", expected none, bool, int, float, complex, str, Device, or lists, tuples and "
                        "dictionaries of them");
  }
}

bool all_are(const IValue::List& list, IValue::Tag tag) {
  for (const IValue& element : list)
    if (element.tag() != tag) return false;
  return !list.empty();
}

// The kind of list that holds its elements.
IValue as_list(IValue::List list) {
  if (all_are(list, IValue::Tag::kInt)) {
    std::vector<int64_t> ints;
    for (const IValue& element : list) ints.push_back(element.toInt());
    return ints;
  }
  if (all_are(list, IValue::Tag::kDouble)) {
    std::vector<double> doubles;
    for (const IValue& element : list) doubles.push_back(element.toDouble());
    return doubles;
  }
  if (all_are(list, IValue::Tag::kBool)) {
    std::vector<bool> bools;
    for (const IValue& element : list) bools.push_back(element.toBool());
    return bools;
  }
  return list;
}

// The elements of any list.
IValue::List elements_of(const IValue& value) {
  IValue::List list;
  if (value.isIntList()) list.assign(value.toIntVector().begin(), value.toIntVector().end());
  else if (value.isDoubleList()) list.assign(value.toDoubleVector().begin(), value.toDoubleVector().end());
  else if (value.isBoolList())
    for (const bool b : value.toBoolVector()) list.emplace_back(b);
  else list = value.toListRef();
  return list;
}

// Builds the value as the parser meets its pieces.
class ValueReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  ValueReader(const std::string& subject, const Callable<Tensor(size_t)>& tensor)
      : subject_(subject), tensor_(tensor) {}

  IValue result;

  bool null() override { return add(IValue()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > INT64_MAX) fail(str("the number ", value), "at most 2^63 - 1");
    return add(static_cast<int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { fail("binary data", "JSON"); }

  bool start_object(size_t) override { return open(true); }
  bool key(string_t& name) override {
    if (!open_.back().name.empty() || name.empty()) fail("an object of several names", "one of a single name");
    open_.back().name = std::move(name);
    return true;
  }
  bool end_object() override {
    Open object = std::move(open_.back());
    open_.pop_back();
    if (object.elements.size() != 1) fail("an object without a name", "one of a single name");
    return add(of_kind(object.name, object.elements[0]));
  }
  bool start_array(size_t) override { return open(false); }
  bool end_array() override {
    IValue::List elements = std::move(open_.back().elements);
    open_.pop_back();
    return add(as_list(std::move(elements)));
  }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) override {
    TORCHPP_FAIL_KIND(kFile, subject_, ": no JSON: ", error.what());
  }

 private:
  struct Open {
    bool object;
    std::string name;
    IValue::List elements;
  };

  [[noreturn]] void fail(const std::string& got, const char* expected) const {
    TORCHPP_FAIL_KIND(kFile, subject_, ": got ", got, ", expected ", expected);
  }
  bool open(bool object) {
    if (open_.size() == kMostDepth) fail(str("lists more than ", kMostDepth, " deep"), "at most that many");
    open_.push_back({object, "", {}});
    return true;
  }
  bool add(IValue value) {
    if (open_.empty()) result = std::move(value);
    else open_.back().elements.push_back(std::move(value));
    return true;
  }

  IValue of_kind(const std::string& kind, const IValue& value) const {
    try {
      if (kind == "double") return special_double(value.toStringRef());
      if (kind == "complex") {
        const std::vector<double>& parts = value.toDoubleVector();
        if (parts.size() == 2) return ComplexDouble(parts[0], parts[1]);
      }
      if (kind == "device") return Device(value.toStringRef());
      if (kind == "tuple") return IValue(elements_of(value), IValue::Tag::kTuple);
      if (kind == "dict") return dictionary(elements_of(value));
      if (kind == "tensors") return tensors(value.toInt());
    } catch (const FileError&) {
      throw;
    } catch (const Error& error) {
      TORCHPP_FAIL_KIND(kFile, subject_, ": ", shown(kind), ": ", error.what_without_backtrace());
    }
    fail("an object " + shown(kind),
         "one of double, complex, device, tuple, dict, tensors, with a value that it can have");
  }
  IValue special_double(const std::string& name) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (name == "inf") return infinity;
    if (name == "-inf") return -infinity;
    if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
    fail("the double " + shown(name), "inf, -inf or nan");
  }
  IValue dictionary(const IValue::List& items) const {
    IValue::Dict dict;
    for (const IValue& item : items) {
      IValue::List pair = elements_of(item);
      if (pair.size() != 2) fail(str("a list of ", pair.size(), " in a dictionary"), "key and value");
      dict.emplace_back(std::move(pair[0]), std::move(pair[1]));
    }
    return dict;
  }
  IValue tensors(int64_t count) const {
    std::vector<Tensor> list;
    for (int64_t i = 0; i < count; ++i) {
      list.push_back(tensor_(static_cast<size_t>(i)));
      if (!list.back().defined()) fail(str("no tensor ", i, " of a list"), "it");
    }
    return list;
  }

  const std::string& subject_;
  const Callable<Tensor(size_t)>& tensor_;
  std::vector<Open> open_;
};

}  // namespace

std::string format_value(const IValue& value) {
  if (value.isTensorList()) return str(R"({"tensors":)", value.toTensorVector().size(), "}");
  std::string out;
  append_value(out, value);
  return out;
}

IValue parse_value(const std::string& json, const std::string& subject, const Callable<Tensor(size_t)>& tensor) {
  ValueReader reader(subject, tensor);
  nlohmann::json::sax_parse(json.data(), json.data() + json.size(), &reader);
  return std::move(reader.result);
}

}  // namespace torchpp::serialize
