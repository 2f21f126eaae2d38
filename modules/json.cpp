// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/json.h>
#include <torchpp/nn/modules/container.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/tensor_literal.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "modules/json_fields.h"

namespace torchpp::nn {

void fail_json(const std::string& path, const std::string& got, const std::string& expected) {
  TORCHPP_FAIL_KIND(kFile, "from_json: at ", path.empty() ? "the document" : path, ": got ", got, ", expected ",
                    expected);
}

void fail_to_json(const std::string& path, const std::string& what) {
  TORCHPP_FAIL_KIND(kType, "to_json: ", path.empty() ? "the module" : "module '" + path + "'", ": ", what,
                    ", expected a module of the library with options that are data");
}

void ElementBudget::spend(double elements, const std::string& path) {
  spent_ += elements;
  if (spent_ <= most_) return;
  fail_json(path, str("parameters of about ", spent_, " elements up to here"),
            str("at most ", most_, ", the caller's max_elements"));
}

// ---- options

Fields::Fields(const Json& options, std::string path, ElementBudget& budget)
    : from_(&options), path_(std::move(path)), budget_(&budget) {
  if (!options.is_object()) fail_json(path_, serialize::shown(options), "an object of options");
}

const Json* Fields::find(const char* name) {
  used_.emplace_back(name);
  const auto found = from_->find(name);
  return found == from_->end() ? nullptr : &*found;
}

void Fields::require(const char* name) const {
  if (reading() && !from_->contains(name)) fail_json(path_, str("no '", name, "'"), "it, which has no default");
}

bool Fields::has_text(const char* name, bool otherwise) const {
  if (!reading()) return otherwise;
  const auto found = from_->find(name);
  return found != from_->end() && found->is_string();
}

void Fields::elements(double count) const {
  if (reading()) budget_->spend(count, path_);
}

void Fields::check_all_used() const {
  for (const auto& item : from_->items()) {
    if (std::find(used_.begin(), used_.end(), item.key()) != used_.end()) continue;
    std::string names;
    for (const std::string& name : used_) names += str(names.empty() ? "" : ", ", name);
    fail_json(path_, "an option " + serialize::shown(Json(item.key())), names.empty() ? "none" : "one of " + names);
  }
}

namespace {

// The module whose option is written, and where one that is read stands.
struct Place {
  std::string path;
  ElementBudget* budget;
  std::string child(const std::string& name) const { return path.empty() ? name : path + "." + name; }
};

void write(Json& json, const char*, const Place&, bool value) { json = value; }
void write(Json& json, const char*, const Place&, int64_t value) { json = value; }
void write(Json& json, const char*, const Place&, double value) { json = serialize::json_of_number(value); }
void write(Json& json, const char*, const Place&, const std::string& value) { json = value; }

void read(const Json& json, const Place& at, bool& value) {
  if (!json.is_boolean()) fail_json(at.path, serialize::shown(json), "true or false");
  value = json.get<bool>();
}
void read(const Json& json, const Place& at, int64_t& value) {
  if (!json.is_number_integer() || (json.is_number_unsigned() && json.get<uint64_t>() > INT64_MAX))
    fail_json(at.path, serialize::shown(json), "an integer of 64 bits");
  value = json.get<int64_t>();
}
void read(const Json& json, const Place& at, double& value) {
  if (!serialize::read_json_number(json, value)) fail_json(at.path, serialize::shown(json), "a number");
}
void read(const Json& json, const Place& at, std::string& value) {
  if (!json.is_string()) fail_json(at.path, serialize::shown(json), "a text");
  value = json.get<std::string>();
}

template <class T>
void write(Json& json, const char* name, const Place& at, const std::vector<T>& values) {
  json = Json::array();
  for (const T& value : values) {
    json.emplace_back();
    write(json.back(), name, at, value);
  }
}
template <class T>
void read(const Json& json, const Place& at, std::vector<T>& values) {
  if (!json.is_array()) fail_json(at.path, serialize::shown(json), "a list");
  values.assign(json.size(), T{});
  for (size_t i = 0; i < values.size(); ++i) read(json[i], {str(at.path, "/", i), at.budget}, values[i]);
}

template <class T>
void write(Json& json, const char* name, const Place& at, const optional<T>& value) {
  if (value) write(json, name, at, *value);
  else json = nullptr;
}
template <class T>
void read(const Json& json, const Place& at, optional<T>& value) {
  value = nullopt;
  if (json.is_null()) return;
  T given{};
  read(json, at, given);
  value = std::move(given);
}

// As many values as an array has.
template <class T>
struct Array {
  T* values;
  size_t count;
};
template <class T>
void write(Json& json, const char* name, const Place& at, const Array<T>& array) {
  write(json, name, at, std::vector<std::remove_const_t<T>>(array.values, array.values + array.count));
}
template <class T>
void read(const Json& json, const Place& at, Array<T>& array) {
  if (!json.is_array()) {  // one for all
    T single{};
    read(json, at, single);
    std::fill(array.values, array.values + array.count, single);
    return;
  }
  if (json.size() != array.count) fail_json(at.path, str("a list of ", json.size()), str("one of ", array.count));
  for (size_t i = 0; i < array.count; ++i) read(json[i], {str(at.path, "/", i), at.budget}, array.values[i]);
}

// An array, or null.
template <class T>
struct OptionalArray {
  bool& given;
  Array<T> array;
};
template <class T>
void write(Json& json, const char* name, const Place& at, const OptionalArray<T>& value) {
  if (value.given) write(json, name, at, value.array);
  else json = nullptr;
}
template <class T>
void read(const Json& json, const Place& at, OptionalArray<T>& value) {
  value.given = !json.is_null();
  if (value.given) read(json, at, value.array);
}

struct Choice {
  const char* const* names;
  size_t count;
  size_t* index;
};
void write(Json& json, const char*, const Place&, const Choice& choice) { json = choice.names[*choice.index]; }
void read(const Json& json, const Place& at, Choice& choice) {
  std::string all;
  for (size_t i = 0; i < choice.count; ++i) {
    if (json == choice.names[i]) return void(*choice.index = i);
    all += str(all.empty() ? "" : ", ", '"', choice.names[i], '"');
  }
  fail_json(at.path, serialize::shown(json), "one of " + all);
}

// The options of a part of a document, which must be there.
const Json& part(const Json& json, const std::string& path, const char* name) {
  if (!json.is_object()) fail_json(path, serialize::shown(json), "an object");
  const auto found = json.find(name);
  if (found == json.end()) fail_json(path, "no '" + std::string(name) + "'", "it");
  return *found;
}

// What a part of a document may have beside its name.
void check_names(const Json& json, const std::string& path, std::initializer_list<const char*> names) {
  for (const auto& item : json.items()) {
    const auto is_name = [&](const char* name) { return item.key() == name; };
    if (is_name("name") || std::any_of(names.begin(), names.end(), is_name)) continue;
    std::string all = "name";
    for (const char* name : names) all += str(", ", name);
    fail_json(path, "the name " + serialize::shown(Json(item.key())), "one of " + all);
  }
}

// Sizes of at most 64 dimensions, none negative; spends their product.
std::vector<int64_t> read_sizes(const Json& json, const std::string& path, ElementBudget& budget) {
  Json all = Json::object();
  all["sizes"] = part(json, path, "sizes");
  std::vector<int64_t> sizes;
  Fields(static_cast<const Json&>(all), path, budget).field("sizes", sizes);
  constexpr size_t kMostDims = 64;
  double elements = 1;
  for (int64_t size : sizes) elements *= static_cast<double>(size);
  if (sizes.size() > kMostDims || std::any_of(sizes.begin(), sizes.end(), [](int64_t size) { return size < 0; }))
    fail_json(path + "/sizes", serialize::shown(all["sizes"]), "at most 64 sizes, none of them negative");
  budget.spend(elements + 1, path);
  return sizes;
}

ScalarType read_floating_dtype(const Json& json, const std::string& path) {
  const Json& name = part(json, path, "dtype");
  for (const ScalarType dtype : {kHalf, kBFloat16, kFloat, kDouble, kComplexHalf, kComplexFloat, kComplexDouble})
    if (name == toString(dtype)) return dtype;
  fail_json(path + "/dtype", serialize::shown(name), "the name of a floating dtype, as \"Float\"");
}

}  // namespace

namespace {

void write(Json& json, const char* name, const Place& at, const Tensor& value) {
  if (!value.defined()) return void(json = nullptr);
  if (!value.is_floating_point()) fail_to_json(at.path, str(name, " is a tensor of ", value.scalar_type()));
  const Tensor values = value.detach().to(kCPU, kDouble).contiguous();
  json = {{"dtype", toString(value.scalar_type())}, {"sizes", value.sizes().vec()}};
  write(json["data"], name, at, Array<const double>{values.data_ptr<double>(), static_cast<size_t>(values.numel())});
}
void read(const Json& json, const Place& at, Tensor& value) {
  if (json.is_null()) return value.reset();
  const std::vector<int64_t> sizes = read_sizes(json, at.path, *at.budget);
  const ScalarType dtype = read_floating_dtype(json, at.path);
  check_names(json, at.path, {"dtype", "sizes", "data"});
  std::vector<double> numbers;
  read(part(json, at.path, "data"), {at.path + "/data", at.budget}, numbers);
  int64_t elements = 1;
  for (int64_t size : sizes) elements *= size;
  if (static_cast<int64_t>(numbers.size()) != elements)
    fail_json(at.path + "/data", str("a list of ", numbers.size()), str("one of ", elements, ", as sizes say"));
  value = torchpp::tensor(numbers, TensorOptions(kDouble)).to(dtype).view(sizes);
}

void write(Json& json, const char* name, const Place& at, const AnyModule& value) {
  if (value.is_empty()) json = nullptr;
  else json = module_to_json(*value.ptr(), at.child(name));
}
void read(const Json& json, const Place& at, AnyModule& value) {
  value = AnyModule();
  if (json.is_null()) return;
  value = module_from_json(json, at.path, *at.budget).any;
  if (value.is_empty())
    fail_json(at.path + "/type", serialize::shown(json["type"]), "a module with a forward of fixed types");
}

template <class Contained>
void write(Json& json, const char* name, const Place& at, const ModuleHolder<Contained>& value) {
  json = module_to_json(*value, at.child(name));
}
template <class Layer, std::enable_if_t<detail::is_module_holder<Layer>, int> = 0>
void read(const Json& json, const Place& at, Layer& value) {
  const std::shared_ptr<Module> module = module_from_json(json, at.path, *at.budget).module;
  auto layer = std::dynamic_pointer_cast<typename Layer::ContainedType>(module);
  if (layer == nullptr)
    fail_json(at.path + "/type", serialize::shown(json["type"]),
              torchpp::detail::type_name(typeid(typename Layer::ContainedType)));
  value = Layer(std::move(layer));
}

constexpr const char* kActivationNames[] = {enumtype::kReLU::name, enumtype::kGELU::name};
void write(Json& json, const char* name, const Place& at, const TransformerActivation& value) {
  if (value.named() == nullptr) fail_to_json(at.path, str(name, " is a function"));
  json = kActivationNames[value.named()->index()];
}
void read(const Json& json, const Place& at, TransformerActivation& value) {
  size_t index = 0;
  Choice choice{kActivationNames, std::size(kActivationNames), &index};
  read(json, at, choice);
  if (index == 0) value = kReLU;
  else value = kGELU;
}

}  // namespace

template <class T>
void Fields::visit(const char* name, T& value) {
  if (!reading()) write((*to_)[name], name, {path_, nullptr}, value);
  else if (const Json* found = find(name)) read(*found, {path_ + "/" + name, budget_}, value);
}
void Fields::field(const char* name, bool& value) { visit(name, value); }
void Fields::field(const char* name, SparseGradient& value) {
  bool on = value;
  visit(name, on);
  value = on;
}
void Fields::field(const char* name, int64_t& value) { visit(name, value); }
void Fields::field(const char* name, double& value) { visit(name, value); }
void Fields::field(const char* name, std::string& value) { visit(name, value); }
void Fields::field(const char* name, optional<bool>& value) { visit(name, value); }
void Fields::field(const char* name, optional<int64_t>& value) { visit(name, value); }
void Fields::field(const char* name, optional<double>& value) { visit(name, value); }
void Fields::field(const char* name, std::vector<int64_t>& value) { visit(name, value); }
void Fields::field(const char* name, optional<std::vector<int64_t>>& value) { visit(name, value); }
void Fields::field(const char* name, optional<std::vector<double>>& value) { visit(name, value); }
void Fields::field(const char* name, Tensor& value) { visit(name, value); }
void Fields::field(const char* name, AnyModule& value) { visit(name, value); }
void Fields::field(const char* name, TransformerEncoderLayer& value) { visit(name, value); }
void Fields::field(const char* name, TransformerDecoderLayer& value) { visit(name, value); }
void Fields::field(const char* name, TransformerActivation& value) { visit(name, value); }
void Fields::array(const char* name, int64_t* values, size_t count) {
  Array<int64_t> all{values, count};
  visit(name, all);
}
void Fields::array(const char* name, optional<int64_t>* values, size_t count) {
  Array<optional<int64_t>> all{values, count};
  visit(name, all);
}
void Fields::optional_array(const char* name, bool& given, int64_t* values, size_t count) {
  OptionalArray<int64_t> all{given, {values, count}};
  visit(name, all);
}
void Fields::optional_array(const char* name, bool& given, double* values, size_t count) {
  OptionalArray<double> all{given, {values, count}};
  visit(name, all);
}
void Fields::choice(const char* name, const char* const* names, size_t count, size_t& index) {
  Choice all{names, count, &index};
  visit(name, all);
}

// ---- modules

namespace {

// "name" of an entry of a list, which falls back to its position where `positions`.
std::string read_name(const Json& json, const std::string& path, size_t index, bool positions) {
  if (positions && json.is_object() && !json.contains("name")) return std::to_string(index);
  const Json& name = part(json, path, "name");
  if (!name.is_string()) fail_json(path + "/name", serialize::shown(name), "a text");
  return name.get<std::string>();
}

// What stands in a container's list: `read(name, entry, path)`.
template <class Read>
void read_list(const Json& json, const std::string& path, const char* list, bool positions, const Read& read) {
  const Json& entries = part(json, path, list);
  const std::string below = path + "/" + list;
  if (!entries.is_array()) fail_json(below, serialize::shown(entries), "a list");
  for (size_t i = 0; i < entries.size(); ++i) {
    const std::string at = below + "/" + std::to_string(i);
    read(read_name(entries[i], at, i, positions), entries[i], at);
  }
}

void write_modules(const Module& container, const std::string& path, bool positions, Json& json) {
  json["modules"] = Json::array();
  size_t index = 0;
  for (const auto& child : container.named_children()) {
    Json entry = Json::object();
    if (!positions || child.key() != std::to_string(index)) entry["name"] = child.key();
    entry.update(module_to_json(*child.value(), path.empty() ? child.key() : path + "." + child.key()));
    json["modules"].push_back(std::move(entry));
    ++index;
  }
}

void write_parameters(const Module& container, bool positions, Json& json) {
  json["parameters"] = Json::array();
  for (const auto& parameter : container.named_parameters(/*recurse=*/false)) {
    Json entry = Json::object();
    if (!positions) entry["name"] = parameter.key();
    entry["dtype"] = toString(parameter->scalar_type());
    entry["sizes"] = parameter->sizes().vec();
    entry["requires_grad"] = parameter->requires_grad();
    json["parameters"].push_back(std::move(entry));
  }
}

Tensor read_parameter(const Json& json, const std::string& path, ElementBudget& budget) {
  const std::vector<int64_t> sizes = read_sizes(json, path, budget);
  bool requires_grad = true;
  Fields(json, path, budget).field("requires_grad", requires_grad);
  check_names(json, path, {"dtype", "sizes", "requires_grad"});
  return torchpp::zeros(sizes, TensorOptions(read_floating_dtype(json, path))).set_requires_grad(requires_grad);
}

struct Container {
  const char* name;
  const std::type_info* type;
  const char* list;  // the name of its list in the document
  bool positions;    // whether an entry without a name is called by its position
  JsonModule (*make)(const Json& json, const std::string& path, const Container& self, ElementBudget& budget);
};

JsonModule make_sequential(const Json& json, const std::string& path, const Container& self, ElementBudget& budget) {
  auto all = std::make_shared<SequentialImpl>();
  read_list(json, path, self.list, self.positions, [&](std::string name, const Json& entry, const std::string& at) {
    AnyModule module = module_from_json(entry, at, budget).any;
    if (module.is_empty())
      fail_json(at + "/type", serialize::shown(entry["type"]), "a class that a Sequential can call");
    all->push_back(std::move(name), std::move(module));
  });
  return {all, AnyModule()};
}
JsonModule make_module_list(const Json& json, const std::string& path, const Container& self, ElementBudget& budget) {
  auto all = std::make_shared<ModuleListImpl>();
  read_list(json, path, self.list, self.positions, [&](const std::string&, const Json& entry, const std::string& at) {
    all->push_back(module_from_json(entry, at, budget).module);
  });
  return {all, AnyModule()};
}
JsonModule make_module_dict(const Json& json, const std::string& path, const Container& self, ElementBudget& budget) {
  auto all = std::make_shared<ModuleDictImpl>();
  read_list(json, path, self.list, self.positions,
            [&](const std::string& name, const Json& entry, const std::string& at) {
              if (all->contains(name)) fail_json(at + "/name", serialize::shown(entry["name"]), "each name once");
              all->insert(name, module_from_json(entry, at, budget).module);
            });
  return {all, AnyModule()};
}
JsonModule make_parameter_list(const Json& json, const std::string& path, const Container& self,
                               ElementBudget& budget) {
  auto all = std::make_shared<ParameterListImpl>();
  read_list(json, path, self.list, self.positions, [&](const std::string&, const Json& entry, const std::string& at) {
    all->append(read_parameter(entry, at, budget));
  });
  return {all, AnyModule()};
}
JsonModule make_parameter_dict(const Json& json, const std::string& path, const Container& self,
                               ElementBudget& budget) {
  auto all = std::make_shared<ParameterDictImpl>();
  read_list(json, path, self.list, self.positions, [&](std::string name, const Json& entry, const std::string& at) {
    all->insert(std::move(name), read_parameter(entry, at, budget));
  });
  return {all, AnyModule()};
}

const Container kContainers[] = {
    {"Sequential", &typeid(SequentialImpl), "modules", true, &make_sequential},
    {"ModuleList", &typeid(ModuleListImpl), "modules", true, &make_module_list},
    {"ModuleDict", &typeid(ModuleDictImpl), "modules", false, &make_module_dict},
    {"ParameterList", &typeid(ParameterListImpl), "parameters", true, &make_parameter_list},
    {"ParameterDict", &typeid(ParameterDictImpl), "parameters", false, &make_parameter_dict},
};

JsonModule make(const std::string& type, const Json& json, const std::string& path, ElementBudget& budget) {
  for (const Container& container : kContainers)
    if (type == container.name) {
      check_names(json, path, {"type", container.list});
      return container.make(json, path, container, budget);
    }
  const JsonClass* const found =
      std::find_if(begin_json_classes(), end_json_classes(), [&](const JsonClass& c) { return type == c.name; });
  if (found == end_json_classes())
    fail_json(path + "/type", serialize::shown(json["type"]),
              "the name of a module class of the library, as \"Linear\"");
  check_names(json, path, {"type", "options"});
  const Json none = Json::object();
  const auto options = json.find("options");
  Fields fields(options == json.end() ? none : *options, path + "/options", budget);
  return found->make(fields);
}

}  // namespace

Json module_to_json(const Module& module, const std::string& path) {
  for (const Container& container : kContainers) {
    if (typeid(module) != *container.type) continue;
    Json json = {{"type", container.name}};
    if (std::string(container.list) == "modules") write_modules(module, path, container.positions, json);
    else write_parameters(module, container.positions, json);
    return json;
  }
  for (const JsonClass* c = begin_json_classes(); c != end_json_classes(); ++c) {
    if (typeid(module) != *c->type) continue;
    Json json = {{"type", c->name}};
    Json options = Json::object();
    Fields fields(options, path);
    c->write(module, fields);
    if (!options.empty()) json["options"] = std::move(options);
    return json;
  }
  fail_to_json(path, "got class " + torchpp::detail::type_name(typeid(module)));
}

JsonModule module_from_json(const Json& json, const std::string& path, ElementBudget& budget) {
  const Json& type = part(json, path, "type");
  if (!type.is_string()) fail_json(path + "/type", serialize::shown(type), "a text");
  try {
    return make(type.get<std::string>(), json, path, budget);
  } catch (const FileError&) {
    throw;  // it says where
  } catch (const OutOfMemoryError&) {
    throw;
  } catch (const Error& error) {
    TORCHPP_FAIL_KIND(kFile, "from_json: at ", path.empty() ? "the document" : path, ": ", type.get<std::string>(),
                      " refuses its options: ", error.what_without_backtrace());
  }
}

std::string to_json(const Module& module, int indent) {
  return module_to_json(module, "").dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::shared_ptr<Module> from_json(const std::string& text, int64_t max_elements) {
  ElementBudget budget(max_elements);
  return module_from_json(serialize::parse_json(text, "from_json"), "", budget).module;
}

void detail::fail_json_type(const Module& got, const std::type_info& expected) {
  fail_json("/type", got.name(), torchpp::detail::type_name(expected));
}

}  // namespace torchpp::nn
