// SPDX-License-Identifier: BSD-3-Clause
// Archives that libtorch's torch::load reads: TorchScript's files, in which modules have attributes and no methods.
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>

#include <map>
#include <memory>

#include "src/serialize/pt.h"
#include "src/serialize/pt_pickler.h"
#include "src/serialize/zip.h"

namespace torchpp::serialize {
namespace {

constexpr char kVersion[] = "3\n";             // of the operators that the file needs, which are none
constexpr char kConstants[] = "\x80\x02).";    // the pickle of an empty tuple
constexpr char kOptimizerVersion[] = "1.5.0";  // of the layout of optimizers
constexpr char kNew = '\x81', kMark = '(', kEmptyTuple = ')', kEmptyDict = '}', kSetItems = 'u', kBuild = 'b';

// A module of the archive: attributes that are values, and modules.
struct Node {
  struct Attribute {
    std::string name;
    IValue value;
    std::unique_ptr<Node> node;  // null for values
    bool is_buffer = false;
  };

  // The module of that name, which is made if there is none.
  Node& child(const std::string& name) {
    const auto found = places.find(name);
    if (found == places.end()) {
      add(name, IValue(), false).node = std::make_unique<Node>();
    } else {
      TORCHPP_CHECK_VALUE(attributes[found->second].node, "save: '", name, "' is a value and holds others");
    }
    return *attributes[places[name]].node;
  }
  Attribute& add(const std::string& name, IValue value, bool is_buffer) {
    TORCHPP_CHECK_VALUE(places.emplace(name, attributes.size()).second, "save: '", name, "' is written twice");
    attributes.push_back({name, std::move(value), nullptr, is_buffer});
    return attributes.back();
  }

  std::vector<Attribute> attributes;
  std::map<std::string, size_t> places;
};

// Puts an archive's values where the dots of their names lead.
class TreeWriter final : public Writer {
 public:
  void write(const std::string& key, const Tensor& tensor, bool is_buffer) override { add(key, tensor, is_buffer); }
  void write_value(const std::string& key, const IValue& value, FormatValue) override { add(key, value, false); }
  std::unique_ptr<Node> root = std::make_unique<Node>();

 private:
  void add(const std::string& key, const IValue& value, bool is_buffer) {
    Node* node = root.get();
    size_t begin = 0;
    for (size_t dot; (dot = key.find('.', begin)) != std::string::npos; begin = dot + 1)
      node = &node->child(key.substr(begin, dot - begin));
    node->add(key.substr(begin), value, is_buffer);
  }
};

// libtorch keeps an optimizer's numbers as numbers, which this library's archives have as tensors of no dimension.
IValue number_of(const IValue& value) {
  if (!value.isTensor() || value.toTensor().dim() != 0) return value;
  const Tensor tensor = value.toTensor();
  switch (tensor.scalar_type()) {
    case torchpp::kDouble: return tensor.item().toDouble();
    case torchpp::kLong: return tensor.item().toLong();
    case torchpp::kBool: return tensor.item().toBool();
    default: return value;
  }
}

Tensor count_tensor(int64_t count) { return torchpp::full({}, count, TensorOptions(torchpp::kLong)); }

// {"state": {i: ...}, "param_groups": {g: {options..., "num_params": n}}} as libtorch has it; see LibtorchOptimizer in
// pt_reader.cpp for that.
std::unique_ptr<Node> optimizer_tree(Node& from) {
  auto root = std::make_unique<Node>();
  root->add("pytorch_version", kOptimizerVersion, false);
  Node& states = root->child("state");
  for (Node::Attribute& state : from.child("state").attributes)
    for (const Node::Attribute& field : state.node->attributes)
      states.child(state.name).add(field.name, number_of(field.value), false);
  Node& groups = root->child("param_groups");
  const auto& saved = from.child("param_groups").attributes;
  groups.add("param_groups/size", count_tensor(static_cast<int64_t>(saved.size())), false);
  int64_t parameter = 0;
  for (const Node::Attribute& group : saved) {
    Node& to = groups.child("param_groups/" + group.name);
    IValue::List betas;
    for (const Node::Attribute& option : group.node->attributes) {
      const IValue value = number_of(option.value);
      if (option.name == "num_params") {
        const int64_t count = value.toInt();
        to.add("params/size", count_tensor(count), false);
        for (int64_t j = 0; j < count; ++j) to.add(str("params/", j), std::to_string(parameter++), false);
      } else if (option.name == "beta1" || option.name == "beta2") {
        betas.push_back(value);
      } else {
        to.child("options").add(option.name, value, false);
      }
    }
    if (betas.size() == 2) to.child("options").add("betas", IValue(std::move(betas), IValue::Tag::kTuple), false);
  }
  return root;
}

bool is_optimizer(const Node& root) {
  const auto groups = root.places.find("param_groups");
  if (groups == root.places.end() || !root.attributes[groups->second].node) return false;
  const Node& node = *root.attributes[groups->second].node;
  return !node.attributes.empty() && node.attributes[0].node &&
         node.attributes[0].node->places.count("num_params") != 0;
}

// Writes a module's pickle and the text of its class.
class LibtorchWriter {
 public:
  explicit LibtorchWriter(ZipWriter& zip) : zip_(zip), pickler_(PickleReader::kLibtorch) {}

  void write(const Node& root) {
    module(root);
    const std::string& pickle = pickler_.finish();
    pickler_.write_storages(zip_, "archive/data/");
    zip_.add("archive/data.pkl", pickle.data(), pickle.size());
    for (const auto& [name, text] : code_) zip_.add(name, text.data(), text.size());
    zip_.add("archive/constants.pkl", kConstants, sizeof kConstants - 1);
    zip_.add("archive/version", kVersion, sizeof kVersion - 1);
  }

 private:
  // Returns the module's class.
  std::string module(const Node& node) {
    const size_t number = count_++;
    // The first class has the plain name, the others one that tells them apart.
    const std::string mangled = number == 0 ? "" : str("___torch_mangle_", number - 1);
    const std::string space = number == 0 ? "__torch__" : "__torch__." + mangled;
    pickler_.new_global(space + "\nModule");
    pickler_.op(kEmptyTuple);
    pickler_.op(kNew);
    pickler_.op(kEmptyDict);
    pickler_.op(kMark);
    std::string parameters, buffers, types;
    for (const Node::Attribute& attribute : node.attributes) {
      TORCHPP_CHECK_VALUE(attribute.name.find_first_of("\"\\\n") == std::string::npos, "save: got the name ",
                          attribute.name, ", expected one without quotes, \\ and line ends");
      pickler_.text(attribute.name);
      std::string type;
      if (attribute.node) {
        type = module(*attribute.node);
      } else if (attribute.value.isTensor()) {
        type = "Tensor";
        (attribute.is_buffer ? buffers : parameters) += "\"" + attribute.name + "\", ";
        pickler_.tensor(attribute.value.toTensor(), attribute.value.toTensor().requires_grad());
      } else {
        type = type_of(attribute.name, attribute.value);
        pickler_.value(attribute.value);
      }
      types += "  __annotations__[\"" + attribute.name + "\"] = " + type + "\n";
    }
    pickler_.op(kSetItems);
    pickler_.op(kBuild);
    code_.emplace_back("archive/code/__torch__" + (number == 0 ? "" : "/" + mangled) + ".py",
                       "class Module(Module):\n  __parameters__ = [" + parameters + "]\n  __buffers__ = [" + buffers +
                           "]\n  __annotations__ = []\n" + types);
    return space + ".Module";
  }

  static std::string type_of(const std::string& name, const IValue& value) {
    using Tag = IValue::Tag;
    switch (value.tag()) {
      case Tag::kNone: return "NoneType";
      case Tag::kInt: return "int";
      case Tag::kDouble: return "float";
      case Tag::kBool: return "bool";
      case Tag::kString: return "str";
      case Tag::kComplexDouble: return "complex";
      case Tag::kDevice: return "Device";
      case Tag::kIntList: return "List[int]";
      case Tag::kDoubleList: return "List[float]";
      case Tag::kBoolList: return "List[bool]";
      case Tag::kTensorList: return "List[Tensor]";
      case Tag::kTuple: {
        std::string types;
        for (const IValue& item : value.toTupleRef()) types += (types.empty() ? "" : ", ") + type_of(name, item);
        return "Tuple[" + (types.empty() ? "()" : types) + "]";
      }
      default: break;
    }
    TORCHPP_FAIL_KIND(kType, "save: '", name, "' got a value of type ", value.type_name(),
                      ", which an archive of libtorch does not hold");
  }

  ZipWriter& zip_;
  PtPickler pickler_;
  std::vector<std::pair<std::string, std::string>> code_;  // names of entries and their text
  size_t count_ = 0;
};

}  // namespace
}  // namespace torchpp::serialize

namespace torchpp {

void save_libtorch(const std::string& path, const serialize::OutputArchive& archive) {
  serialize::TreeWriter tree;
  archive.write_to(tree);
  if (serialize::is_optimizer(*tree.root)) tree.root = serialize::optimizer_tree(*tree.root);
  serialize::OutputFile file(path);
  serialize::ZipWriter zip([&](const void* data, size_t size) { file.write(data, size); });
  serialize::LibtorchWriter(zip).write(*tree.root);
  zip.finish();
  file.commit();
}

}  // namespace torchpp
