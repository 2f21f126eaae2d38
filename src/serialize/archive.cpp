// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/serialize/archive.h>

#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/dispatch/ivalue.h>

#include <unordered_set>

#include "src/serialize/json_value.h"

namespace torchpp::serialize {

Writer::~Writer() = default;

void Writer::write_value(const std::string& key, const IValue&, FormatValue) {
  TORCHPP_FAIL_KIND(kNotImplemented, "save: '", key, "' is no tensor, and this format holds tensors only");
}

Reader::~Reader() = default;

bool Reader::read_value(const std::string&, IValue&, ParseValue) { return false; }

struct OutputArchive::Entries {
  struct NamedValue {
    std::string key;
    Tensor tensor;
    IValue value;  // when the entry is no tensor
    bool is_tensor;
    bool is_buffer;
    FormatValue format;  // null for tensors
  };

  void add(NamedValue entry) {
    TORCHPP_CHECK(!entry.key.empty(), "save: a name must not be empty");
    TORCHPP_CHECK(names.insert(entry.key).second, "save: '", entry.key, "' was already written to this archive");
    list.push_back(std::move(entry));
  }

  std::vector<NamedValue> list;
  std::unordered_set<std::string> names;
};

OutputArchive::OutputArchive() : entries_(new Entries) {}
OutputArchive::OutputArchive(OutputArchive&&) noexcept = default;
OutputArchive& OutputArchive::operator=(OutputArchive&&) noexcept = default;
OutputArchive::~OutputArchive() = default;

void OutputArchive::write(const std::string& key, const Tensor& tensor, bool is_buffer) {
  TORCHPP_CHECK(tensor.defined(), "save: tensor '", key, "' is undefined");
  entries_->add({key, tensor, IValue(), true, is_buffer, nullptr});
}

void OutputArchive::write(const std::string& key, const IValue& value) {
  if (value.isTensor()) write(key, value.toTensor());
  else entries_->add({key, Tensor(), value, false, false, &format_value});
}

void OutputArchive::write(const std::string& key, const OutputArchive& nested_archive) {
  for (const auto& entry : nested_archive.entries_->list) {
    auto copy = entry;
    copy.key = key + "." + entry.key;
    entries_->add(std::move(copy));
  }
}

void OutputArchive::write_to(Writer& writer) const {
  for (const auto& entry : entries_->list) {
    if (entry.is_tensor) writer.write(entry.key, entry.tensor, entry.is_buffer);
    else writer.write_value(entry.key, entry.value, entry.format);
  }
}

InputArchive::InputArchive() = default;
InputArchive::InputArchive(std::shared_ptr<Reader> reader) { look_at(std::move(reader)); }
InputArchive::InputArchive(InputArchive&&) noexcept = default;
InputArchive& InputArchive::operator=(InputArchive&&) noexcept = default;
InputArchive::~InputArchive() = default;
void InputArchive::look_at(std::shared_ptr<Reader> reader) { reader_ = std::move(reader); }

bool InputArchive::try_read(const std::string& key, Tensor& tensor, bool /*is_buffer*/) {
  Tensor found;
  if (!reader_ || !reader()->read(prefix_ + key, found)) return false;
  if (tensor.defined()) {
    NoGradGuard no_grad;
    tensor.set_data(found);
  } else {
    tensor = std::move(found);
  }
  return true;
}

bool InputArchive::try_read(const std::string& key, IValue& value) {
  if (!reader_) return false;
  if (reader()->read_value(prefix_ + key, value, &parse_value)) return true;
  Tensor tensor;
  if (!reader()->read(prefix_ + key, tensor)) return false;
  value = tensor;
  return true;
}

bool InputArchive::try_read(const std::string& key, InputArchive& archive) {
  if (!reader_) return false;
  const std::string below = prefix_ + key + ".";
  for (const auto& name : reader()->keys()) {
    if (name.compare(0, below.size(), below) != 0) continue;
    archive = nested(key);
    return true;
  }
  return false;
}

void InputArchive::read(const std::string& key, Tensor& tensor, bool is_buffer) {
  TORCHPP_CHECK(try_read(key, tensor, is_buffer), "No such serialized tensor '", prefix_, key, "'");
}

void InputArchive::read(const std::string& key, IValue& value) {
  TORCHPP_CHECK(try_read(key, value), "No such serialized value '", prefix_, key, "'");
}

void InputArchive::read(const std::string& key, InputArchive& archive) {
  TORCHPP_CHECK(try_read(key, archive), "No such serialized submodule: '", prefix_, key, "'");
}

std::vector<std::string> InputArchive::keys() {
  std::vector<std::string> names;
  if (!reader_) return names;
  std::unordered_set<std::string> seen;
  for (const auto& name : reader()->keys()) {
    if (name.compare(0, prefix_.size(), prefix_) != 0) continue;
    const std::string first = name.substr(prefix_.size(), name.find('.', prefix_.size()) - prefix_.size());
    if (seen.insert(first).second) names.push_back(first);
  }
  return names;
}

InputArchive InputArchive::nested(const std::string& key) const {
  InputArchive archive;
  archive.reader_ = reader_;
  archive.prefix_ = prefix_ + key + ".";
  return archive;
}

}  // namespace torchpp::serialize
