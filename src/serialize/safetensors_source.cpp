// SPDX-License-Identifier: BSD-3-Clause
// Safetensors files as files of tensors: one of them, or the index of several.
#include <torchpp/core/error.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "src/serialize/json.h"
#include "src/serialize/safetensors_header.h"
#include "src/serialize/tensor_file.h"

namespace torchpp::serialize {
namespace {

class SafetensorsSource final : public TensorSource {
 public:
  explicit SafetensorsSource(SourceFile& file) : subject_(file.subject()) {
    RangeInput range(file.input(), 0, file.size());
    Sink sink(*this);
    SafetensorsHeader header = read_safetensors_header(range, subject_, sink);
    metadata = std::move(header.metadata);
    begins_ = std::move(header.begins);
    in_ = file.take_input();
  }

  Tensor load(size_t index) override {
    return load_stored(*in_, data_offset_ + begins_[index], tensors[index], subject_);
  }
  void finish() override { in_->finish(); }

 private:
  class Sink final : public SafetensorsSink {
   public:
    explicit Sink(SafetensorsSource& source) : source_(source) {}
    void begin(uint64_t data_offset, size_t most) override {
      source_.data_offset_ = data_offset;
      source_.tensors.reserve(most);
    }
    void add(SafetensorsEntry&& entry) override {
      source_.tensors.push_back(
          {std::move(entry.name), entry.dtype, std::move(entry.shape), entry.end - entry.begin, {}});
    }
    const std::string& name(size_t i) const override { return source_.tensors[i].name; }
    uint64_t nbytes(size_t i) const override { return source_.tensors[i].nbytes; }

   private:
    SafetensorsSource& source_;
  };

  std::unique_ptr<RandomInput> in_;
  std::string subject_;
  uint64_t data_offset_ = 0;
  std::vector<uint64_t> begins_;  // behind the header
};

// ---- the index of several files

// The largest models have some 200 files. Each is held open.
constexpr size_t kMostFiles = 512;
constexpr size_t kMostIndexBytes = 100'000'000;  // the bound of a safetensors header

// Takes "weight_map" and the texts and numbers of "metadata" out of the index as the parser meets them: no tree is
// built, and nothing may be nested deeper.
class IndexReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit IndexReader(const std::string& subject) : subject_(subject) {}

  Metadata metadata;
  std::vector<std::pair<std::string, std::string>> weights;  // tensor, file
  bool has_weights = false;

  bool null() override { return value("null"); }
  bool boolean(bool b) override { return value(b ? "true" : "false"); }
  bool number_integer(number_integer_t n) override { return value(std::to_string(n)); }
  bool number_unsigned(number_unsigned_t n) override { return value(std::to_string(n)); }
  bool number_float(number_float_t, const string_t& text) override { return value(text); }
  bool binary(binary_t&) override { fail("binary data"); }
  bool string(string_t& text) override {
    if (at_ == At::kWeights) weights.emplace_back(std::move(key_), std::move(text));
    else if (at_ == At::kMetadata) metadata.emplace_back(std::move(key_), std::move(text));
    else if (at_ != At::kRoot) fail("a text");
    return true;
  }
  bool start_object(size_t) override {
    if (at_ == At::kStart) at_ = At::kRoot;
    else if (at_ == At::kRoot && key_ == "weight_map") at_ = At::kWeights, has_weights = true;
    else if (at_ == At::kRoot && key_ == "metadata") at_ = At::kMetadata;
    else fail("an object");
    return true;
  }
  bool key(string_t& text) override {
    key_ = std::move(text);
    if (at_ == At::kRoot && key_ == "weight_map" && has_weights)
      TORCHPP_FAIL_KIND(kFile, subject_, ": got the key 'weight_map' twice");
    return true;
  }
  bool end_object() override {
    at_ = at_ == At::kRoot ? At::kStart : At::kRoot;
    return true;
  }
  bool start_array(size_t) override { fail("a list"); }
  bool end_array() override { return true; }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) override {
    TORCHPP_FAIL_KIND(kFile, subject_, ": the index is no JSON: ", error.what());
  }

 private:
  enum class At : char { kStart, kRoot, kMetadata, kWeights };

  bool value(const std::string& text) {
    if (at_ == At::kMetadata) metadata.emplace_back(std::move(key_), text);
    else if (at_ != At::kRoot) fail(text.c_str());
    return true;
  }
  [[noreturn]] void fail(const char* got) const {
    TORCHPP_FAIL_KIND(kFile, subject_, ": the index got ", shown(std::string(got)), key_.empty() ? "" : " at ",
                      key_.empty() ? "" : shown(key_),
                      ", expected an object of weight_map, a file's name for each tensor, and metadata");
  }

  const std::string& subject_;
  At at_ = At::kStart;
  std::string key_;
};

class IndexSource final : public TensorSource {
 public:
  IndexSource(SourceFile& file, IndexReader index) : in_(file.take_input()) {
    metadata = std::move(index.metadata);
    const std::string& path = file.path();
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    std::unordered_map<std::string, size_t> opened;
    tensors.reserve(index.weights.size());
    places_.reserve(index.weights.size());
    for (auto& [name, part] : index.weights) {
      const auto [found, is_new] = opened.emplace(part, parts_.size());
      if (is_new) open_part(folder, part, file);
      const auto& positions = positions_[found->second];
      const auto position = positions.find(name);
      TORCHPP_CHECK_FILE(position != positions.end(), file.subject(), ": the index says that tensor ", shown(name),
                         " is in ", shown(part), ", where there is none of this name");
      places_.emplace_back(found->second, position->second);
      tensors.push_back(parts_[found->second]->tensors[position->second]);
    }
    check_all_named(file.subject(), index.weights);
    positions_.clear();
  }

  Tensor load(size_t index) override {
    const auto [part, position] = places_[index];
    Tensor tensor = parts_[part]->load(position);
    parts_[part]->finish();
    return tensor;
  }
  void finish() override { in_->finish(); }

 private:
  void open_part(const std::string& folder, const std::string& part, const SourceFile& file) {
    // A name that leads elsewhere would have the index, which comes from others, choose what is read.
    TORCHPP_CHECK_FILE(!part.empty() && part != "." && part != ".." && part.find('/') == std::string::npos &&
                           part.find('\0') == std::string::npos,
                       file.subject(), ": the index got the file name ", shown(part),
                       ", expected that of a file beside it");
    TORCHPP_CHECK_FILE(parts_.size() < kMostFiles, file.subject(), ": the index got more than ", kMostFiles, " files");
    SourceFile opened(folder + part, file.is_mapped());
    std::unique_ptr<TensorSource> source = open_safetensors(opened);
    TORCHPP_CHECK_FILE(source, opened.subject(), ": got a file that does not begin as a safetensors file does");
    auto& positions = positions_.emplace_back();
    for (size_t i = 0; i < source->tensors.size(); ++i) positions.emplace(source->tensors[i].name, i);
    parts_.push_back(std::move(source));
  }
  // A tensor that stands in a file but not in the index would be lost without a word.
  void check_all_named(const std::string& subject, const std::vector<std::pair<std::string, std::string>>& weights) {
    size_t count = 0;
    for (const auto& part : parts_) count += part->tensors.size();
    TORCHPP_CHECK_FILE(count == weights.size(), subject, ": the index names ", weights.size(),
                       " tensors, expected the ", count, " of its ", parts_.size(), " files");
  }

  std::unique_ptr<RandomInput> in_;
  std::vector<std::unique_ptr<TensorSource>> parts_;
  std::vector<std::unordered_map<std::string, size_t>> positions_;  // in each part, while the index is read
  std::vector<std::pair<size_t, size_t>> places_;                   // part, position there
};

}  // namespace

std::unique_ptr<TensorSource> open_safetensors(SourceFile& file) {
  const std::string_view start = file.start();
  if (start.size() <= kSafetensorsLengthBytes || start[kSafetensorsLengthBytes] != '{') return nullptr;
  return std::make_unique<SafetensorsSource>(file);
}

namespace {

// What the index says; false if the file does not begin as JSON does.
bool read_index(SourceFile& file, IndexReader& index) {
  const size_t first = file.start().find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || file.start()[first] != '{') return false;
  TORCHPP_CHECK_FILE(file.size() <= kMostIndexBytes, file.subject(), ": got an index of ", file.size(),
                     " bytes, expected at most ", kMostIndexBytes);
  std::string json(static_cast<size_t>(file.size()), '\0');
  file.input().read_at(0, json.data(), json.size());
  nlohmann::json::sax_parse(json, &index);
  TORCHPP_CHECK_FILE(index.has_weights, file.subject(),
                     ": got JSON without a weight_map, expected the index of a model's safetensors files");
  return true;
}

}  // namespace

std::unique_ptr<TensorSource> open_safetensors_index(SourceFile& file) {
  IndexReader index(file.subject());
  if (!read_index(file, index)) return nullptr;
  TORCHPP_CHECK_FILE(file.has_path(), file.subject(),
                     ": got an index of safetensors files in memory, expected it beside these in a folder");
  return std::make_unique<IndexSource>(file, std::move(index));
}

std::vector<std::string> safetensors_index_files(const std::string& path) {
  SourceFile file(path, /*map=*/true);
  IndexReader index(file.subject());
  std::vector<std::string> names;
  if (!read_index(file, index)) return names;
  std::unordered_set<std::string> seen;
  for (auto& [tensor, name] : index.weights)
    if (seen.insert(name).second) names.push_back(std::move(name));
  return names;
}

}  // namespace torchpp::serialize
