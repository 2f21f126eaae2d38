// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>

#include <algorithm>
#include <unordered_set>

#include "src/serialize/pt.h"
#include "src/serialize/pt_pickler.h"
#include "src/serialize/safetensors_header.h"
#include "src/serialize/zip.h"

namespace torchpp {
namespace serialize {
namespace {

constexpr char kFolder[] = "archive/";
constexpr char kVersion[] = "3\n";  // that of torch.save in PyTorch 1.13

// Gives the archive's bytes to `write`.
void write_pt(PtPickler& pickler, const ZipWriter::Write& write) {
  ZipWriter zip(write);
  const std::string folder = kFolder;
  const std::string& pickle = pickler.finish();
  zip.add(folder + "data.pkl", pickle.data(), pickle.size());
  pickler.write_storages(zip, folder + "data/");
  zip.add(folder + "version", kVersion, sizeof kVersion - 1);
  zip.finish();
}

void save_pickler(const std::string& path, PtPickler& pickler) {
  OutputFile file(path);
  write_pt(pickler, [&](const void* data, size_t size) { file.write(data, size); });
  file.commit();
}

// Collects an archive's values by name.
class Collector final : public Writer {
 public:
  void write(const std::string& key, const Tensor& tensor, bool /*is_buffer*/) override {
    items.emplace_back(key, tensor.detach());
  }
  void write_value(const std::string& key, const IValue& value, FormatValue) override {
    items.emplace_back(key, value);
  }
  std::vector<std::pair<std::string, IValue>> items;
};

// An int that a name stands for; -1 if it is none.
int64_t index_of(const std::string& name) {
  if (name.empty() || name.size() > 9 || name.find_first_not_of("0123456789") != std::string::npos) return -1;
  return std::stoll(name);
}

// "state.0.exp_avg" in its parts; the last holds the rest.
std::vector<std::string> split(const std::string& name) {
  const size_t first = name.find('.');
  const size_t second = first == std::string::npos ? first : name.find('.', first + 1);
  if (second == std::string::npos) return {};
  return {name.substr(0, first), name.substr(first + 1, second - first - 1), name.substr(second + 1)};
}

// Whether the names are those of an optimizer's state_dict().
bool is_optimizer(const std::vector<std::pair<std::string, IValue>>& items) {
  bool has_params = false;
  for (const auto& item : items) {
    const std::vector<std::string> parts = split(item.first);
    if (parts.empty() || index_of(parts[1]) < 0 || (parts[0] != "state" && parts[0] != "param_groups")) return false;
    has_params |= parts[0] == "param_groups" && parts[2] == "params";
  }
  return has_params;
}

// {"state": {0: {...}}, "param_groups": [{...}]}
IValue optimizer_value(const std::vector<std::pair<std::string, IValue>>& items) {
  std::vector<std::pair<int64_t, IValue::Dict>> states, groups;
  for (const auto& [name, value] : items) {
    const std::vector<std::string> parts = split(name);
    auto& of = parts[0] == "state" ? states : groups;
    const int64_t index = index_of(parts[1]);
    // The names of one parameter or group follow each other.
    if (of.empty() || of.back().first != index) of.emplace_back(index, IValue::Dict());
    of.back().second.emplace_back(parts[2], value);
  }
  IValue::Dict state;
  for (auto& [index, values] : states) state.emplace_back(index, std::move(values));
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  IValue::List list;
  for (auto& group : groups) list.emplace_back(std::move(group.second));
  IValue::Dict all;
  all.emplace_back("state", std::move(state));
  all.emplace_back("param_groups", std::move(list));
  return all;
}

}  // namespace
}  // namespace serialize

void save_pt(const std::string& path, const IValue& value,
             const std::vector<std::pair<std::string, int64_t>>& versions) {
  serialize::PtPickler pickler(serialize::PickleReader::kPython);
  if (versions.empty()) pickler.value(value);
  else pickler.state_dict(value.toGenericDictRef(), versions);
  serialize::save_pickler(path, pickler);
}

void save_pt(const std::string& path, const NamedTensors& tensors,
             const std::vector<std::pair<std::string, int64_t>>& versions) {
  std::unordered_set<std::string> names;
  IValue::Dict items;
  for (const auto& [name, tensor] : tensors) {
    TORCHPP_CHECK_VALUE(names.insert(name).second, "save: got the tensor name ", serialize::shown(name),
                        " twice, expected it once");
    items.emplace_back(name, tensor);
  }
  serialize::PtPickler pickler(serialize::PickleReader::kPython);
  pickler.state_dict(items, versions);
  serialize::save_pickler(path, pickler);
}

void save_pt(const std::string& path, const serialize::OutputArchive& archive) {
  serialize::Collector collector;
  archive.write_to(collector);
  if (serialize::is_optimizer(collector.items)) return save_pt(path, serialize::optimizer_value(collector.items));
  IValue::Dict items;
  for (auto& [name, value] : collector.items) items.emplace_back(name, std::move(value));
  serialize::PtPickler pickler(serialize::PickleReader::kPython);
  pickler.state_dict(items, {});
  serialize::save_pickler(path, pickler);
}

std::vector<char> pickle_save(const IValue& value) {
  serialize::PtPickler pickler(serialize::PickleReader::kLibtorch);
  pickler.value(value);
  std::vector<char> bytes;
  bytes.reserve(pickler.storages_size() + 1024);
  serialize::write_pt(pickler, [&](const void* data, size_t size) {
    const char* from = static_cast<const char*>(data);
    bytes.insert(bytes.end(), from, from + size);
  });
  return bytes;
}

}  // namespace torchpp
