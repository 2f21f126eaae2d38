// SPDX-License-Identifier: BSD-3-Clause
// The state of schedules as Python's dictionaries.
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/ops/tensor_literal.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

#include "optim/stock.h"

namespace torchpp::optim {
namespace {

using Dict = IValue::Dict;

// "_schedulers.<i>.<name>" is field `name` of the dictionary i of the list `_schedulers`.
constexpr char kNested[] = "_schedulers.";
// Of steps, the constructor's included, of which the first one makes epoch 0.
const std::string_view kStepCount = "_step_count";

std::string name_of(const char* path) {
  const char* const dot = std::strrchr(path, '.');
  return dot == nullptr ? path : dot + 1;
}

const IValue* find(const Dict& dict, const std::string& name) {
  for (const auto& [key, value] : dict)
    if (key.isString() && key.toStringRef() == name) return &value;
  return nullptr;
}
void put(Dict& dict, const std::string& name, IValue value) { dict.emplace_back(IValue(name), std::move(value)); }

std::vector<double> doubles_of(const Tensor& t) {
  const Tensor in_order = t.to(kCPU, kDouble).contiguous();
  const double* const first = in_order.const_data_ptr<double>();
  return std::vector<double>(first, first + in_order.numel());
}

class Write final : public FieldVisitor {
 public:
  void field(const char* path, double& value) override { add(path, value); }
  void field(const char* path, int64_t& value) override {
    add(path, value);
    const std::string name = path;
    if (name_of(path) == kStepCount)
      add((name.substr(0, name.size() - kStepCount.size()) + "last_epoch").c_str(), value - 1);
  }
  void field(const char* path, bool& value) override { add(path, value); }
  void field(const char* path, Tensor& value) override {
    const std::vector<double> list = doubles_of(value);
    const std::vector<int64_t> integers(list.begin(), list.end());
    const std::string name = name_of(path);
    if (name == "_milestones") return add(path, IValue(integers));
    if (name == "lr_lambdas") return add(path, IValue(IValue::List(list.size())));
    if (name != "milestones") return add(path, IValue(list));
    Dict counts;  // Python's Counter
    for (const int64_t milestone : integers) {
      if (counts.empty() || counts.back().first.toInt() != milestone) counts.emplace_back(milestone, 0);
      counts.back().second = counts.back().second.toInt() + 1;
    }
    add(path, IValue(counts));
  }
  void flat(const char* path, Tensor& value) override { field(path, value); }

  IValue dict() {
    if (nested_.empty()) return own_;
    IValue::List list;
    for (auto& [index, writer] : nested_) list.push_back(writer.dict());
    put(own_, "_schedulers", IValue(list));
    return own_;
  }

 private:
  void add(const char* path, IValue value) {
    const size_t length = std::strlen(kNested);
    if (std::strncmp(path, kNested, length) == 0) {
      char* rest = nullptr;
      const unsigned long index = std::strtoul(path + length, &rest, 10);
      return nested_[index].add(rest + 1, std::move(value));
    }
    put(own_, path, std::move(value));
  }
  Dict own_;
  std::map<unsigned long, Write> nested_;
};

class Read final : public FieldVisitor {
 public:
  Read(const IValue& dict, bool keep) : dict_(dict), keep_(keep) {}
  void field(const char* path, double& value) override {
    if (const IValue* found = get(path)) assign(value, number_of(*found, path));
  }
  void field(const char* path, int64_t& value) override {
    const std::string name = path;
    const bool steps = name_of(path) == kStepCount;
    const IValue* const found =
        steps ? get((name.substr(0, name.size() - kStepCount.size()) + "last_epoch").c_str()) : get(path);
    if (found == nullptr) return;
    const double number = number_of(*found, path) + (steps ? 1 : 0);
    TORCHPP_CHECK(!steps || (number >= 0 && number <= UINT32_MAX), "load_state_dict: 'last_epoch' got ", number - 1,
                  ", expected an epoch, or -1");
    TORCHPP_CHECK(number >= -9e15 && number <= 9e15 && number == static_cast<double>(static_cast<int64_t>(number)),
                  "load_state_dict: '", path, "' got ", number, ", expected an integer");
    assign(value, static_cast<int64_t>(number));
  }
  void field(const char* path, bool& value) override {
    if (const IValue* found = get(path)) assign(value, number_of(*found, path) != 0);
  }
  void field(const char* path, Tensor& value) override {
    const std::string name = name_of(path);
    const IValue* const found = get(path);
    if (found == nullptr || name == "lr_lambdas") return;
    const std::vector<double> list = list_of(*found, path);
    // The numbers of each group, whose count stays; milestones are of any number.
    TORCHPP_CHECK(name == "milestones" || static_cast<int64_t>(list.size()) == value.numel(), "load_state_dict: '",
                  path, "' got ", list.size(), " numbers, expected ", value.numel());
    if (keep_) value = torchpp::tensor(list, TensorOptions(kDouble));
  }
  void flat(const char* path, Tensor& value) override { field(path, value); }

 private:
  template <class T>
  void assign(T& value, T read) const {
    if (keep_) value = read;
  }
  const IValue* get(const char* path) const {
    const IValue* dict = &dict_;
    const size_t length = std::strlen(kNested);
    while (std::strncmp(path, kNested, length) == 0) {
      const IValue* const list = find(dict->toGenericDictRef(), "_schedulers");
      char* rest = nullptr;
      const unsigned long index = std::strtoul(path + length, &rest, 10);
      if (list == nullptr) return nullptr;
      TORCHPP_CHECK(index < list->toListRef().size(), "load_state_dict: '_schedulers' got ", list->toListRef().size(),
                    " dictionaries, expected more than ", index);
      dict = &list->toListRef()[index];
      path = rest + 1;
    }
    return find(dict->toGenericDictRef(), path);
  }
  static double number_of(const IValue& value, const char* path) {
    TORCHPP_CHECK(value.isScalar() && !value.isComplexDouble(), "load_state_dict: '", path, "' got ", value.type_name(),
                  ", expected a number");
    return value.isDouble() ? value.toDouble()
           : value.isBool() ? (value.toBool() ? 1 : 0)
                            : static_cast<double>(value.toInt());
  }
  static std::vector<double> list_of(const IValue& value, const char* path) {
    if (value.isDoubleList()) return value.toDoubleVector();
    std::vector<double> list;
    if (value.isIntList()) {
      for (const int64_t i : value.toIntVector()) list.push_back(static_cast<double>(i));
    } else if (value.isGenericDict()) {
      for (const auto& [milestone, count] : value.toGenericDictRef()) {
        const double key =
            milestone.isString() ? std::strtod(milestone.toStringRef().c_str(), nullptr) : number_of(milestone, path);
        list.insert(list.end(), static_cast<size_t>(std::clamp(number_of(count, path), 0.0, 1e6)), key);
      }
      std::sort(list.begin(), list.end());
    } else {
      for (const IValue& element : value.toListRef()) list.push_back(number_of(element, path));
    }
    return list;
  }
  const IValue& dict_;
  bool keep_;
};

}  // namespace

IValue schedule_dict(const Callable<void(FieldVisitor&)>& visit) {
  Write write;
  visit(write);
  return write.dict();
}
void load_schedule_dict(const IValue& dict, const Callable<void(FieldVisitor&)>& visit) {
  TORCHPP_CHECK(dict.isGenericDict(), "load_state_dict: got ", dict.type_name(), ", expected a dictionary");
  Read check(dict, false);
  visit(check);
  Read read(dict, true);
  visit(read);
}

}  // namespace torchpp::optim
