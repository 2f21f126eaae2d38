// SPDX-License-Identifier: BSD-3-Clause
// The archive's view of a file of PyTorch.
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include <unordered_map>

#include "src/serialize/pt.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

// A list or dictionary that stands at many places is listed at each, so that a small file could name very many.
constexpr size_t kMostNameBytes = size_t{1} << 24;

bool is_container(const IValue& value) { return value.isGenericDict() || value.isList() || value.isTuple(); }

const IValue::List* elements_of(const IValue& value) {
  if (value.tag() == IValue::Tag::kGenericList) return &value.toListRef();
  if (value.isTuple()) return &value.toTupleRef();
  return nullptr;
}

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

  void add_leaf(const std::string& name, const IValue& value) {
    name_bytes += name.size() + 1;
    TORCHPP_CHECK_FILE(name_bytes < kMostNameBytes, subject, ": got names of values of more than ", kMostNameBytes,
                       " bytes when those of nested dictionaries are joined by dots");
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
  const ScalarType dtype = found->isInt()      ? kLong
                           : found->isBool()   ? kBool
                           : found->isDouble() ? kDouble
                                               : kComplexDouble;
  tensor = full({}, found->toScalar(), TensorOptions(dtype));
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
