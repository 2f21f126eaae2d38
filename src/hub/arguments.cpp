// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/hub/arguments.h>

#include <map>
#include <mutex>

#include "src/hub/factories.h"

namespace torchpp::hub {
namespace {

struct Factories {
  std::mutex mutex;
  std::map<std::string, Factory> by_name;
};
Factories& factories() {
  static Factories& all = *new Factories;
  return all;
}

[[noreturn]] void fail_type(const std::string& name, const char* expected) {
  TORCHPP_FAIL_KIND(kType, "hub: argument '", name, "' got a value of another type, expected ", expected);
}

}  // namespace

Arguments::Arguments(std::initializer_list<std::pair<std::string, IValue>> values) {
  for (const auto& [name, value] : values) set(name, value);
}

void Arguments::set(const std::string& name, IValue value) {
  for (Argument& known : values_)
    if (known.name == name) {
      known.value = std::move(value);
      return;
    }
  values_.push_back({name, std::move(value)});
}

const Arguments::Argument* Arguments::find(const std::string& name) const {
  for (const Argument& known : values_)
    if (known.name == name) {
      known.is_used = true;
      return &known;
    }
  return nullptr;
}

int64_t Arguments::integer(const std::string& name, int64_t otherwise) const {
  const Argument* const found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->value.isInt()) fail_type(name, "an integer");
  return found->value.toInt();
}
double Arguments::number(const std::string& name, double otherwise) const {
  const Argument* const found = find(name);
  if (found == nullptr) return otherwise;
  if (found->value.isInt()) return static_cast<double>(found->value.toInt());
  if (!found->value.isDouble()) fail_type(name, "a number");
  return found->value.toDouble();
}
bool Arguments::boolean(const std::string& name, bool otherwise) const {
  const Argument* const found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->value.isBool()) fail_type(name, "true or false");
  return found->value.toBool();
}
std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
  const Argument* const found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->value.isString()) fail_type(name, "a text");
  return found->value.toStringRef();
}
IValue Arguments::value(const std::string& name) const {
  const Argument* const found = find(name);
  return found == nullptr ? IValue() : found->value;
}

void Arguments::update(const Arguments& others) {
  for (const Argument& other : others.values_) set(other.name, other.value);
}

void Arguments::check_all_used(const std::string& subject) const {
  for (const Argument& known : values_)
    TORCHPP_CHECK_VALUE(known.is_used, subject, ": got the argument '", known.name,
                        "', which the factory does not ask for");
}

void register_factory(const std::string& name, const Factory& factory) {
  Factories& all = factories();
  const std::lock_guard<std::mutex> lock(all.mutex);
  TORCHPP_CHECK_VALUE(!name.empty() && all.by_name.emplace(name, factory).second, "register_factory: got the name '",
                      name, "', expected one that no other factory has");
}

Factory find_factory(const std::string& name, const std::string& subject) {
  Factories& all = factories();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.by_name.find(name);
  if (found != all.by_name.end()) return found->second;
  std::string names;
  for (const auto& known : all.by_name) names += (names.empty() ? "" : ", ") + known.first;
  TORCHPP_FAIL_KIND(kValue, subject, ": got the factory '", name, "', expected one that the program has registered (",
                    names.empty() ? "there are none" : names, "); see hub::register_factory");
}

}  // namespace torchpp::hub
