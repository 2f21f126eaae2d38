// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/json.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

constexpr size_t kMostDepth = 256, kMostNames = 256;
constexpr size_t kMostShownBytes = 80;

// What the parser tells of while it reads.
class Limits {
 public:
  explicit Limits(const std::string& subject) : subject_(subject) {}

  bool operator()(Json::parse_event_t event, Json& parsed) {
    switch (event) {
      case Json::parse_event_t::object_start:
      case Json::parse_event_t::array_start:
        TORCHPP_CHECK_FILE(names_.size() < kMostDepth, subject_, ": got lists or objects more than ", kMostDepth,
                           " deep, expected at most that many");
        names_.emplace_back();
        break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end: names_.pop_back(); break;
      case Json::parse_event_t::key: add(parsed.get_ref<const std::string&>()); break;
      default: break;
    }
    return true;
  }

 private:
  void add(const std::string& name) {
    std::vector<std::string>& names = names_.back();
    TORCHPP_CHECK_FILE(std::find(names.begin(), names.end(), name) == names.end(), subject_, ": got the name ",
                       shown(name), " twice in an object, expected it once");
    TORCHPP_CHECK_FILE(names.size() < kMostNames, subject_, ": got an object of more than ", kMostNames,
                       " names, expected at most that many");
    names.push_back(name);
  }

  const std::string& subject_;
  std::vector<std::vector<std::string>> names_;  // of the objects that are open; of lists none
};

}  // namespace

Json parse_json(const std::string& text, const std::string& subject) {
  Limits limits(subject);
  try {
    return Json::parse(text, [&](int, Json::parse_event_t event, Json& parsed) { return limits(event, parsed); });
  } catch (const Json::exception& error) {
    TORCHPP_FAIL_KIND(kFile, subject, ": no JSON: ", error.what());
  }
}

std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kMostShownBytes) text = text.substr(0, kMostShownBytes) + "...";
  return text;
}

Json json_of_number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

bool read_json_number(const Json& value, double& number) {
  if (value.is_number()) {
    number = value.get<double>();
    return true;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (value == "inf") number = infinity;
  else if (value == "-inf") number = -infinity;
  else if (value == "nan") number = std::numeric_limits<double>::quiet_NaN();
  else return false;
  return true;
}

}  // namespace torchpp::serialize
