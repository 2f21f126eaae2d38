// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/safetensors.h"

#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "src/serialize/safetensors_header.h"

namespace torchpp {
namespace serialize {
namespace {

// A tensor over memory that the owner keeps alive.
Tensor tensor_over(const SafetensorsEntry& entry, char* data, const std::shared_ptr<char>& owner) {
  const size_t nbytes = static_cast<size_t>(entry.end - entry.begin);
  // A file need not align its data to the element, which loads and stores of the element do.
  if (nbytes == 0 || reinterpret_cast<uintptr_t>(data) % elementSize(entry.dtype) != 0) {
    Tensor t = empty(entry.shape, entry.dtype);
    if (nbytes > 0) std::memcpy(t.impl()->data(), data, nbytes);
    return t;
  }
  return from_blob(
      data, entry.shape, [owner](void*) {}, entry.dtype);
}

// The tensors of a header: over the block that the file is, if there is one, else with memory of their own, in which
// nothing was written yet.
class TensorsOfFile final : public SafetensorsSink {
 public:
  TensorsOfFile(NamedTensors& tensors, const Block& block) : tensors_(tensors), block_(block) {}
  void begin(uint64_t data_offset, size_t most) override {
    data_offset_ = data_offset;
    tensors_.reserve(most);
  }
  void add(SafetensorsEntry&& entry) override {
    char* const stored = block_.data ? block_.data.get() + data_offset_ + entry.begin : nullptr;
    Tensor tensor =
        stored != nullptr ? tensor_over(entry, stored, block_.data) : empty(entry.shape, TensorOptions(entry.dtype));
    tensors_.emplace_back(std::move(entry.name), std::move(tensor));
  }
  const std::string& name(size_t i) const override { return tensors_[i].first; }
  uint64_t nbytes(size_t i) const override { return tensors_[i].second.nbytes(); }

 private:
  NamedTensors& tensors_;
  const Block& block_;
  uint64_t data_offset_ = 0;
};

// From an input, or from the same bytes in memory that the tensors are to look at.
Safetensors read_tensors(Input& in, const Block& block, const std::string& name, optional<Device> device) {
  Safetensors file;
  TensorsOfFile sink(file.tensors, block);
  SafetensorsHeader header = read_safetensors_header(in, name, sink);
  file.metadata = std::move(header.metadata);
  // The data may be in another order than the names.
  for (const uint32_t i : in_order_of_data(header, sink)) {
    auto& [tensor_name, tensor] = file.tensors[i];
    const size_t nbytes = tensor.nbytes();
    if (nbytes > 0) {
      char* const data = static_cast<char*>(tensor.impl()->data());
      if (!block.data) in.read(data, nbytes);
      if (tensor.scalar_type() == kBool) check_bools(data, nbytes, tensor_name, name);
    }
    if (device && !device->is_cpu()) tensor = tensor.to(*device);
  }
  if (!block.data) in.finish();
  return file;
}

}  // namespace

Safetensors read_safetensors(Input& in, const std::string& name, optional<Device> device) {
  return read_tensors(in, {}, name, device);
}

Safetensors read_safetensors(const std::string& path, bool map, optional<Device> device) {
  const std::string name = "load '" + path + "'";
  if (const Block block = map ? map_file(path) : Block(); block.data) {
    MemoryInput in(block.data.get(), block.size);
    return read_tensors(in, block, name, device);
  }
  FileInput in(path);
  return read_safetensors(in, name, device);
}

Safetensors read_safetensors(const char* data, size_t size, const std::string& name, optional<Device> device) {
  MemoryInput in(data, size);
  return read_safetensors(in, "load '" + name + "'", device);
}

void write_safetensors(const NamedTensors& tensors, const Metadata& metadata,
                       const Callable<void(const void*, size_t)>& write) {
  std::unordered_set<std::string> names;
  for (const auto& [name, tensor] : tensors) {
    TORCHPP_CHECK_VALUE(name != "__metadata__",
                        "save: a tensor got the name '__metadata__', which the format reserves");
    TORCHPP_CHECK_VALUE(names.insert(name).second, "save: got the tensor name ", shown(name),
                        " twice, expected it once");
    TORCHPP_CHECK_VALUE(tensor.defined(), "save: tensor ", shown(name), " is undefined");
    TORCHPP_CHECK_TYPE(!tensor.is_nested(), "save: tensor ", shown(name),
                       " is nested; save its values() and sizes, or to_padded_tensor()");
    TORCHPP_CHECK_TYPE(tensor.layout() == kStrided, "save: tensor ", shown(name), " got layout ", tensor.layout(),
                       ", expected ", kStrided, ", which alone safetensors can hold; save_pt writes sparse tensors");
    TORCHPP_CHECK_TYPE(safetensors_dtype(tensor.scalar_type()) != nullptr, "save: tensor ", shown(name), " got dtype ",
                       tensor.scalar_type(), ", expected a floating, complex or integral one or Bool");
  }
  names.clear();
  for (const auto& item : metadata)
    TORCHPP_CHECK_VALUE(names.insert(item.first).second, "save: got the metadata name ", shown(item.first),
                        " twice, expected it once");

  // The header keeps the caller's order. The data stand from wide elements to narrow ones, so that without any gap,
  // which the format forbids, each is aligned to its element.
  std::vector<size_t> order(tensors.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return tensors[a].second.itemsize() > tensors[b].second.itemsize(); });
  std::vector<SafetensorsEntry> entries(tensors.size());
  uint64_t offset = 0;
  for (size_t i : order) {
    const Tensor& t = tensors[i].second;
    entries[i] = {tensors[i].first, t.scalar_type(), t.sizes().vec(), offset, offset + t.nbytes()};
    offset += t.nbytes();
  }

  const std::string text = format_safetensors_header(entries, metadata);
  write(text.data(), text.size());
  const NoGradGuard no_grad;
  for (size_t i : order) {
    const Tensor t = tensors[i].second.detach().cpu().contiguous().resolve_conj().resolve_neg();
    if (t.nbytes() > 0) write(t.impl()->data(), t.nbytes());
  }
}

namespace {

constexpr char kValuePrefix[] = "value:";

// The name of a value, from its name in the metadata; null for what is no value.
const char* value_name(const std::string& metadata_name) {
  constexpr size_t length = sizeof kValuePrefix - 1;
  return metadata_name.compare(0, length, kValuePrefix) == 0 ? metadata_name.c_str() + length : nullptr;
}

}  // namespace

struct SafetensorsReader::Index {
  std::unordered_map<std::string, size_t> position;        // of tensors
  std::unordered_map<std::string, size_t> value_position;  // of values, in the metadata
};

SafetensorsReader::SafetensorsReader(Safetensors file) : file_(std::move(file)), index_(new Index) {
  for (size_t i = 0; i < file_.tensors.size(); ++i) index_->position.emplace(file_.tensors[i].first, i);
  for (size_t i = 0; i < file_.metadata.size(); ++i)
    if (const char* name = value_name(file_.metadata[i].first)) index_->value_position.emplace(name, i);
}

SafetensorsReader::~SafetensorsReader() = default;

bool SafetensorsReader::read(const std::string& key, Tensor& tensor) {
  const auto found = index_->position.find(key);
  if (found == index_->position.end()) return false;
  tensor = file_.tensors[found->second].second;
  return true;
}

bool SafetensorsReader::read_value(const std::string& key, IValue& value, ParseValue parse) {
  const auto found = index_->value_position.find(key);
  if (found == index_->value_position.end()) return false;
  value = parse(file_.metadata[found->second].second, "load: value " + shown(key), [&](size_t i) {
    Tensor tensor;
    read(str(key, ".", i), tensor);
    return tensor;
  });
  return true;
}

std::vector<std::string> SafetensorsReader::keys() {
  std::vector<std::string> names;
  names.reserve(file_.tensors.size() + index_->value_position.size());
  for (const auto& item : file_.tensors) names.push_back(item.first);
  for (const auto& item : file_.metadata)
    if (const char* name = value_name(item.first)) names.emplace_back(name);
  return names;
}

SafetensorsWriter::SafetensorsWriter() = default;
SafetensorsWriter::~SafetensorsWriter() = default;

void SafetensorsWriter::write(const std::string& key, const Tensor& tensor, bool /*is_buffer*/) {
  tensors_.emplace_back(key, tensor);
}

void SafetensorsWriter::write_value(const std::string& key, const IValue& value, FormatValue format) {
  metadata_.emplace_back(kValuePrefix + key, format(value));
  if (!value.isTensorList()) return;
  size_t i = 0;
  for (const Tensor& tensor : value.toTensorVector()) tensors_.emplace_back(str(key, ".", i++), tensor);
}

InputArchive open_safetensors(const std::string& path, const LoadSafetensorsOptions& options) {
  return InputArchive(std::make_shared<SafetensorsReader>(load_safetensors(path, options)));
}

}  // namespace serialize

const Tensor* Safetensors::find(const std::string& name) const {
  for (const auto& item : tensors)
    if (item.first == name) return &item.second;
  return nullptr;
}

Safetensors load_safetensors(const std::string& path, const LoadSafetensorsOptions& options) {
  return serialize::read_safetensors(path, options.map, options.device);
}

Safetensors parse_safetensors(const void* data, size_t size, const std::string& name) {
  return serialize::read_safetensors(static_cast<const char*>(data), size, name, nullopt);
}

void save_safetensors(const std::string& path, const NamedTensors& tensors, const Metadata& metadata) {
  serialize::OutputFile file(path);
  serialize::write_safetensors(tensors, metadata, [&](const void* data, size_t size) { file.write(data, size); });
  file.commit();
}

void save_safetensors(const std::string& path, const serialize::OutputArchive& archive, const Metadata& metadata) {
  serialize::SafetensorsWriter writer;
  archive.write_to(writer);
  Metadata all = writer.metadata();
  all.insert(all.end(), metadata.begin(), metadata.end());
  save_safetensors(path, writer.tensors(), all);
}

}  // namespace torchpp
