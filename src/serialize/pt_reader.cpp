// SPDX-License-Identifier: BSD-3-Clause
// The archive's view of a file of PyTorch.
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/ops/creation.h>

#include <cstring>
#include <unordered_map>

#include "src/serialize/pt.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

bool is_container(const IValue& value) { return value.isGenericDict() || value.isList() || value.isTuple(); }

const IValue::List* elements_of(const IValue& value) {
  if (value.tag() == IValue::Tag::kGenericList) return &value.toListRef();
  if (value.isTuple()) return &value.toTupleRef();
  return nullptr;
}

const IValue* entry_of(const IValue& dict, std::string_view name) {
  if (dict.isGenericDict())
    for (const auto& [key, value] : dict.toGenericDictRef())
      if (key.isString() && key.toStringRef() == name) return &value;
  return nullptr;
}

// A libtorch optimizer's archive in the names of this library's. There, states are named by the addresses that the
// parameters had: {"state": {"0x55..": {...}}, "param_groups": {"param_groups/size": n, "param_groups/0":
// {"params/size": m, "params/0": "0x55..", "options": {...}}}}; here by the parameters' numbers.
class LibtorchOptimizer {
 public:
  LibtorchOptimizer(const IValue& file, const std::string& subject) : file_(file), subject_(subject) {}

  static bool is_one(const IValue& file) {
    const IValue* groups = entry_of(file, "param_groups");
    return groups != nullptr && entry_of(*groups, "param_groups/size") != nullptr;
  }

  IValue convert() {
    const Entries file = entries_of(file_), groups = entries_of(get(file, "param_groups"));
    IValue::Dict list;
    const int64_t count = count_of(get(groups, "param_groups/size"));
    for (int64_t g = 0; g < count; ++g) list.emplace_back(g, group(get(groups, str("param_groups/", g))));
    IValue::Dict states;
    const IValue& named = get(file, "state");
    TORCHPP_CHECK_FILE(named.isGenericDict(), subject_, ": got states that are no dictionary");
    for (const auto& [key, state] : named.toGenericDictRef()) {
      const auto found = key.isString() ? numbers_.find(key.toStringRef()) : numbers_.end();
      TORCHPP_CHECK_FILE(found != numbers_.end(), subject_, ": got the state of a parameter that no group has");
      states.emplace_back(found->second, state);
    }
    IValue::Dict all;
    all.emplace_back("state", std::move(states));
    all.emplace_back("param_groups", std::move(list));
    return all;
  }

 private:
  // The texts of a dictionary with their values; comparing IValues would link the operators that compare tensors.
  using Entries = std::unordered_map<std::string, IValue>;
  Entries entries_of(const IValue& dict) const {
    TORCHPP_CHECK_FILE(dict.isGenericDict(), subject_, ": got an optimizer of libtorch with a ", dict.type_name(),
                       ", expected a dictionary");
    Entries entries;
    for (const auto& [key, value] : dict.toGenericDictRef())
      if (key.isString()) entries.emplace(key.toStringRef(), value);
    return entries;
  }
  const IValue& get(const Entries& entries, const std::string& name) const {
    const auto found = entries.find(name);
    TORCHPP_CHECK_FILE(found != entries.end(), subject_, ": got an optimizer of libtorch without ", shown(name));
    return found->second;
  }
  int64_t count_of(const IValue& value) const {
    TORCHPP_CHECK_FILE(value.isTensor() && value.toTensor().numel() == 1 && value.toTensor().scalar_type() == kLong,
                       subject_, ": got an optimizer of libtorch with a count that is none");
    return *value.toTensor().cpu().data_ptr<int64_t>();
  }

  IValue group(const IValue& saved) {
    const Entries group = entries_of(saved);
    IValue::Dict values;
    const IValue& options = get(group, "options");
    TORCHPP_CHECK_FILE(options.isGenericDict(), subject_, ": got options that are no dictionary");
    for (const auto& [key, value] : options.toGenericDictRef()) {
      if (key.isString() && key.toStringRef() == "betas" && value.isTuple() && value.toTupleRef().size() == 2) {
        values.emplace_back("beta1", value.toTupleRef()[0]);
        values.emplace_back("beta2", value.toTupleRef()[1]);
      } else {
        values.emplace_back(key, value);
      }
    }
    const int64_t count = count_of(get(group, "params/size"));
    for (int64_t j = 0; j < count; ++j) {
      const IValue& name = get(group, str("params/", j));
      TORCHPP_CHECK_FILE(name.isString() && numbers_.emplace(name.toStringRef(), numbers_.size()).second, subject_,
                         ": got an optimizer of libtorch with a parameter that has no name of its own");
    }
    values.emplace_back("num_params", count);
    return values;
  }

  const IValue& file_;
  const std::string& subject_;
  std::unordered_map<std::string, size_t> numbers_;  // of parameters, by their names
};

}  // namespace

struct PtReader::Index {
  explicit Index(std::string subject) : subject(std::move(subject)) {}

  // A list of numbers and texts is a value; one that holds tensors or containers has names for its elements.
  static bool is_value(const IValue& value) {
    if (value.isTensorList() || value.isGenericDict()) return false;
    const IValue::List* elements = elements_of(value);
    if (elements == nullptr) return true;
    for (const IValue& element : *elements)
      if (element.isTensor() || is_container(element)) return false;
    return true;
  }

  void add(const std::string& name, const IValue& value) {
    if (is_value(value)) return add_leaf(name, value);
    count(name);  // a container without elements is found at many places, too
    const std::string below = name.empty() ? "" : name + ".";
    if (value.isGenericDict()) {
      for (const auto& [key, item] : value.toGenericDictRef())
        add(below + (key.isInt() ? std::to_string(key.toInt()) : key.toStringRef()), item);
    } else if (value.isTensorList()) {
      size_t i = 0;
      for (const Tensor& tensor : value.toTensorVector()) add_leaf(below + std::to_string(i++), tensor);
    } else {
      size_t i = 0;
      for (const IValue& item : *elements_of(value)) add(below + std::to_string(i++), item);
    }
  }

  void count(const std::string& name) {
    name_bytes += name.size() + 1;
    TORCHPP_CHECK_FILE(name_bytes < kMostPtNameBytes, subject, ": got names of values of more than ", kMostPtNameBytes,
                       " bytes when those of nested dictionaries are joined by dots");
  }

  void add_leaf(const std::string& name, const IValue& value) {
    count(name);
    TORCHPP_CHECK_FILE(position.emplace(name, names.size()).second, subject, ": got the name ", shown(name),
                       " twice when names of nested dictionaries are joined by dots");
    names.push_back(name);
    values.push_back(value);
  }

  const IValue* find(const std::string& name) const {
    const auto found = position.find(name);
    return found == position.end() ? nullptr : &values[found->second];
  }

  std::string subject;
  size_t name_bytes = 0;
  std::vector<std::string> names;
  std::vector<IValue> values;
  std::unordered_map<std::string, size_t> position;
};

PtReader::PtReader(PtFile file, const std::string& name) : index_(new Index(name)) {
  if (LibtorchOptimizer::is_one(file.value)) file.value = LibtorchOptimizer(file.value, name).convert();
  // One value by itself has the name that save gives a tensor.
  index_->add(Index::is_value(file.value) ? "0" : "", file.value);
}
PtReader::~PtReader() = default;

bool PtReader::read(const std::string& key, Tensor& tensor) {
  const IValue* found = index_->find(key);
  if (found == nullptr) return false;
  if (found->isTensor()) {
    const NoGradGuard no_grad;
    tensor = found->toTensor().detach();
    return true;
  }
  if (!found->isScalar()) return false;
  const auto number = [](auto value, ScalarType dtype) {
    const Tensor t = empty({}, TensorOptions(dtype));
    std::memcpy(t.impl()->data(), &value, sizeof value);
    return t;
  };
  if (found->isInt()) tensor = number(found->toInt(), kLong);
  else if (found->isBool()) tensor = number(found->toBool(), kBool);
  else if (found->isDouble()) tensor = number(found->toDouble(), kDouble);
  else tensor = number(found->toComplexDouble(), kComplexDouble);
  return true;
}

bool PtReader::read_value(const std::string& key, IValue& value, ParseValue) {
  const IValue* found = index_->find(key);
  if (found == nullptr || found->isTensor()) return false;
  // Python's lists of ints have no type of their own.
  if (const IValue::List* elements = found->tag() == IValue::Tag::kGenericList ? &found->toListRef() : nullptr;
      elements != nullptr && !elements->empty()) {
    std::vector<int64_t> numbers;
    for (const IValue& element : *elements)
      if (element.isInt()) numbers.push_back(element.toInt());
    if (numbers.size() == elements->size()) {
      value = IValue(std::move(numbers));
      return true;
    }
  }
  value = *found;
  return true;
}

std::vector<std::string> PtReader::keys() { return index_->names; }

}  // namespace torchpp::serialize
