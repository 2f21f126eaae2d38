// SPDX-License-Identifier: BSD-3-Clause
#include "data/json_text.h"

#include <torchpp/core/error.h>

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace torchpp::data {
namespace {

constexpr size_t kMostDepth = 256;

using Json = nlohmann::json;

// Builds the value while the parser reads.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(const std::string& subject) : subject_(subject) {}

  IValue result() { return std::move(result_); }

  bool null() override { return add(IValue()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<int64_t>::max()))
      return add(static_cast<double>(value));
    return add(static_cast<int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // not in JSON
  bool start_object(size_t) override { return start(true); }
  bool start_array(size_t) override { return start(false); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t& value) override {
    Open& open = open_.back();
    const auto inserted = open.places.emplace(value, open.entries.size());
    open.place = inserted.first->second;
    if (inserted.second) open.entries.emplace_back(IValue(std::move(value)), IValue());
    return true;
  }
  bool parse_error(size_t, const std::string&, const Json::exception& error) override {
    TORCHPP_FAIL_KIND(kFile, subject_, ": no JSON: ", error.what());
  }

 private:
  // A list or an object whose end has not come.
  struct Open {
    bool is_object;
    IValue::List items;
    IValue::Dict entries;
    std::map<std::string, size_t> places;  // of the names in `entries`
    size_t place = 0;                      // of the name that is next to get its value
  };

  bool add(IValue value) {
    if (open_.empty()) result_ = std::move(value);
    else if (open_.back().is_object) open_.back().entries[open_.back().place].second = std::move(value);
    else open_.back().items.push_back(std::move(value));
    return true;
  }
  bool start(bool is_object) {
    TORCHPP_CHECK_FILE(open_.size() < kMostDepth, subject_, ": got lists or objects more than ", kMostDepth,
                       " deep, expected at most that many");
    open_.push_back({is_object, {}, {}, {}});
    return true;
  }
  bool end() {
    Open open = std::move(open_.back());
    open_.pop_back();
    return add(open.is_object ? IValue(std::move(open.entries)) : IValue(std::move(open.items)));
  }

  const std::string& subject_;
  std::vector<Open> open_;
  IValue result_;
};

}  // namespace

IValue parse_json_text(const std::string& text, const std::string& subject) {
  Builder builder(subject);
  Json::sax_parse(text, &builder);
  return builder.result();
}

}  // namespace torchpp::data
