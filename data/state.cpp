// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/state.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "src/serialize/json.h"

namespace torchpp::data {

using serialize::Json;

struct State::Tree {
  std::string text;
  std::vector<State> list;
  std::vector<std::pair<std::string, State>> members;
};

namespace {

const char* name_of(State::Kind kind) {
  switch (kind) {
    case State::Kind::kNull: return "null";
    case State::Kind::kBool: return "a bool";
    case State::Kind::kInt: return "an integer";
    case State::Kind::kDouble: return "a double";
    case State::Kind::kText: return "a text";
    case State::Kind::kList: return "a list";
    case State::Kind::kObject: return "an object";
  }
  return "";
}

// A double is told from an integer by a point or an exponent; one that JSON has no number for is {"double": "inf"}.
constexpr const char* kDoubleName = "double";

}  // namespace

State::State() noexcept : tree_(nullptr) {}
State::State(bool value) noexcept : kind_(Kind::kBool), bool_(value) {}
State::State(int value) noexcept : State(int64_t{value}) {}
State::State(int64_t value) noexcept : kind_(Kind::kInt), int_(value) {}
State::State(uint64_t value) : State(static_cast<int64_t>(value)) {}
State::State(double value) noexcept : kind_(Kind::kDouble), double_(value) {}
State::State(std::string value) : tree_(new Tree{std::move(value), {}, {}}) { kind_ = Kind::kText; }
State::State(const char* value) : State(std::string(value)) {}
State::State(std::vector<State> list) : tree_(new Tree{{}, std::move(list), {}}) { kind_ = Kind::kList; }

State::State(const State& o) : kind_(o.kind_), int_(o.int_) {
  if (kind_ == Kind::kBool) bool_ = o.bool_;
  if (kind_ >= Kind::kText) tree_ = new Tree(*o.tree_);
}
State::State(State&& o) noexcept : kind_(o.kind_), int_(0) {
  switch (kind_) {
    case Kind::kNull: break;
    case Kind::kBool: bool_ = o.bool_; break;
    case Kind::kInt: int_ = o.int_; break;
    case Kind::kDouble: double_ = o.double_; break;
    default: tree_ = o.tree_;
  }
  o.kind_ = Kind::kNull;
}
State& State::operator=(const State& o) { return *this = State(o); }
State& State::operator=(State&& o) noexcept {
  if (this != &o) {
    this->~State();
    new (this) State(static_cast<State&&>(o));
  }
  return *this;
}
State::~State() {
  if (kind_ >= Kind::kText) delete tree_;
}

void State::need(Kind kind, const char* what) const {
  TORCHPP_CHECK(kind_ == kind, "data state: got ", name_of(kind_), ", expected ", what);
}

State& State::set(const char* name, State value) & {
  if (kind_ == Kind::kNull) {
    tree_ = new Tree;
    kind_ = Kind::kObject;
  }
  need(Kind::kObject, "an object");
  for (auto& [n, v] : tree_->members)
    if (n == name) {
      v = std::move(value);
      return *this;
    }
  tree_->members.emplace_back(name, std::move(value));
  return *this;
}
State&& State::set(const char* name, State value) && { return std::move(set(name, std::move(value))); }

const State& State::at(const char* name) const {
  need(Kind::kObject, "an object");
  for (const auto& [n, v] : tree_->members)
    if (n == name) return v;
  TORCHPP_CHECK(false, "data state: got no member '", name, "' in ", to_json());
}
bool State::has(const char* name) const noexcept {
  if (kind_ != Kind::kObject) return false;
  for (const auto& member : tree_->members)
    if (member.first == name) return true;
  return false;
}

bool State::to_bool() const {
  need(Kind::kBool, "a bool");
  return bool_;
}
int64_t State::to_int() const {
  need(Kind::kInt, "an integer");
  return int_;
}
uint64_t State::to_uint64() const { return static_cast<uint64_t>(to_int()); }
double State::to_double() const {
  if (kind_ == Kind::kInt) return static_cast<double>(int_);
  need(Kind::kDouble, "a double");
  return double_;
}
const std::string& State::to_text() const {
  need(Kind::kText, "a text");
  return tree_->text;
}
const std::vector<State>& State::to_list() const {
  need(Kind::kList, "a list");
  return tree_->list;
}

// Beside State's members because it reads them; nothing of the JSON library is in the header.
struct StateJson {
  static Json write(const State& state) {
    switch (state.kind()) {
      case State::Kind::kNull: return nullptr;
      case State::Kind::kBool: return state.to_bool();
      case State::Kind::kInt: return state.to_int();
      case State::Kind::kDouble: {
        Json number = serialize::json_of_number(state.to_double());
        if (number.is_number()) return number;
        return Json{{kDoubleName, std::move(number)}};
      }
      case State::Kind::kText: return state.to_text();
      case State::Kind::kList: {
        Json list = Json::array();
        for (const State& value : state.to_list()) list.push_back(write(value));
        return list;
      }
      case State::Kind::kObject: {
        Json object = Json::object();
        for (const auto& [name, value] : state.tree_->members) object[name] = write(value);
        return object;
      }
    }
    return nullptr;
  }

  static State read(const Json& json) {
    if (json.is_null()) return {};
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_integer()) return json.get<int64_t>();
    if (json.is_number()) return json.get<double>();
    if (json.is_string()) return json.get<std::string>();
    if (json.is_array()) {
      std::vector<State> list;
      for (const Json& value : json) list.push_back(read(value));
      return list;
    }
    double number = 0;
    if (json.size() == 1 && json.contains(kDoubleName) && json.at(kDoubleName).is_string() &&
        serialize::read_json_number(json.at(kDoubleName), number))
      return number;
    State object;
    object.tree_ = new State::Tree;
    object.kind_ = State::Kind::kObject;
    for (const auto& [name, value] : json.items()) object.set(name.c_str(), read(value));
    return object;
  }
};

std::string State::to_json() const {
  try {
    return StateJson::write(*this).dump();
  } catch (const Json::exception&) {
    TORCHPP_CHECK_VALUE(false, "data state: got a text that is not UTF-8, which JSON cannot hold");
  }
}
State State::from_json(const std::string& text) { return StateJson::read(serialize::parse_json(text, "data state")); }

bool operator==(const State& a, const State& b) {
  if (a.kind_ != b.kind_) return false;
  switch (a.kind_) {
    case State::Kind::kNull: return true;
    case State::Kind::kBool: return a.bool_ == b.bool_;
    case State::Kind::kInt: return a.int_ == b.int_;
    case State::Kind::kDouble: return a.double_ == b.double_ || (std::isnan(a.double_) && std::isnan(b.double_));
    case State::Kind::kText: return a.tree_->text == b.tree_->text;
    case State::Kind::kList: return a.tree_->list == b.tree_->list;
    case State::Kind::kObject: return a.tree_->members == b.tree_->members;
  }
  return false;
}

}  // namespace torchpp::data
