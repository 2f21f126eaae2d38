// SPDX-License-Identifier: BSD-3-Clause
// The three containers of PyTorch's files: zip archives, streams of pickles, tar archives.
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <cstring>

#include "src/serialize/pt.h"
#include "src/serialize/pt_unpickler.h"
#include "src/serialize/pt_zip.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

// The pickled integer with which a stream begins: protocol, LONG1 of 10 bytes, end.
constexpr char kStreamMagic[] = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";
constexpr size_t kMagicAt = 4, kMagicBytes = 10;
constexpr int64_t kStreamProtocol = 1001;
constexpr size_t kTarBlock = 512;

// What all three readers know of the file.
struct Source {
  uint64_t size;
  const std::string& name;
  const LoadPtOptions& options;
  QuantizedStorages* quantized;  // where it is told what was quantized; may be null

  // `used` is what is not for values.
  MemoryBudget budget(uint64_t used) const {
    if (options.most_value_bytes != 0) return {options.most_value_bytes, name};
    const uint64_t most = most_bytes_for(size);
    return {most - std::min(used, most), name};
  }
  template <class... Args>
  [[noreturn]] void fail(const Args&... args) const {
    TORCHPP_FAIL_KIND(kFile, name, ": ", args...);
  }
};

PtFile file_of(PtUnpickler& unpickler, Value value, const Source& source) {
  PtFile file;
  file.value = unpickler.to_ivalue(value);
  if (source.quantized != nullptr) *source.quantized = unpickler.quantized_storages();
  if (value.kind != Kind::kDict) return file;
  // {"_metadata": {path: {"version": number}}}
  const auto entry = [&](Value dict, std::string_view name) -> Value {
    if (dict.kind != Kind::kDict) return {};
    for (const auto& [key, item] : unpickler.pairs(dict))
      if (key.kind == Kind::kText && unpickler.text(key) == name) return item;
    return {};
  };
  const Value metadata = entry(unpickler.attributes(value), "_metadata");
  if (metadata.kind != Kind::kDict) return file;
  for (const auto& [path, attributes] : unpickler.pairs(metadata)) {
    const Value version = entry(attributes, "version");
    if (path.kind == Kind::kText && version.kind == Kind::kInt)
      file.versions.emplace_back(unpickler.text(path), version.i);
  }
  return file;
}

// -- zip archives

PtFile read_zip(ZipReader& zip, const LoadPtOptions& options, QuantizedStorages* quantized) {
  const Source source{zip.file_size(), zip.name(), options, quantized};
  PtZip storages(zip, options);
  uint64_t used = zip.directory_bytes();
  for (const ZipEntry& entry : zip.entries()) used += entry.size;  // bounded by the file and by the bound given to zip
  if (used > source.size + most_bytes_for(source.size))
    source.fail("got deflated entries that become ", used, " bytes in a file of ", source.size);
  const std::string bytes = storages.read_pickle();
  MemoryBudget budget = source.budget(used);
  PtUnpickler unpickler(zip.name(), budget, storages);
  unpickler.set_device(options.device);
  size_t at = 0;
  const Value value = unpickler.run(bytes, at);
  if (at != bytes.size()) source.fail("got ", bytes.size() - at, " bytes behind the pickle");
  PtFile file = file_of(unpickler, value, source);
  zip.finish();
  return file;
}

// -- streams of pickles

// Storages whose bytes were read before.
class ReadStorages final : public PtStorages {
 public:
  explicit ReadStorages(std::string name) : name_(std::move(name)) {}
  void add(const std::string& key, Storage storage, uint64_t nbytes) { found_[key] = {std::move(storage), nbytes}; }
  Storage load(const PtStorage& storage) override {
    const auto found = found_.find(std::string(storage.key));
    TORCHPP_CHECK_FILE(found != found_.end() && found->second.nbytes == storage.nbytes(), name_, ": storage ",
                       shown(std::string(storage.key)), " got ", found == found_.end() ? 0 : found->second.nbytes,
                       " bytes, expected ", storage.nbytes(), " for ", storage.numel, " of ", storage.dtype);
    return found->second.storage;
  }

 private:
  struct Found {
    Storage storage;
    uint64_t nbytes = 0;
  };
  std::string name_;
  std::map<std::string, Found> found_;
};

// What precedes the elements in a stream.
struct StreamHead {
  bool is_big_endian = false;
  size_t object_at = 0;  // of the object's pickle
  std::vector<std::string> keys;
  std::map<std::string, PtStorage> storages;  // by key; the views of keys are gone
  uint64_t data_at = 0;
};

Value entry_of(const PtUnpickler& unpickler, Value dict, std::string_view name) {
  if (dict.kind == Kind::kDict)
    for (const auto& [key, value] : unpickler.pairs(dict))
      if (key.kind == Kind::kText && unpickler.text(key) == name) return value;
  return {};
}

StreamHead parse_head(std::string_view bytes, const Source& source) {
  StreamHead head;
  MemoryBudget budget = source.budget(bytes.size());
  PtUnpickler unpickler(source.name, budget, source.size);
  size_t at = 0;
  const Value magic = unpickler.run(bytes, at);
  if (magic.kind != Kind::kLong || unpickler.text(magic) != std::string_view(kStreamMagic + kMagicAt, kMagicBytes))
    source.fail("got a pickle that does not begin as PyTorch's files do; files of other programs are not read");
  const Value protocol = unpickler.run(bytes, at);
  if (protocol.kind != Kind::kInt || protocol.i != kStreamProtocol)
    source.fail("got another protocol than ", kStreamProtocol);
  const Value system = unpickler.run(bytes, at);
  const Value order = entry_of(unpickler, system, "little_endian");
  if (order.kind != Kind::kBool) source.fail("got a file that does not say its byte order");
  head.is_big_endian = order.i == 0;
  head.object_at = at;
  unpickler.run(bytes, at);
  for (const PtStorage& storage : unpickler.named_storages())
    head.storages.emplace(storage.key, PtStorage{{}, storage.dtype, storage.numel, storage.quantized});
  const Value keys = unpickler.run(bytes, at);
  if (keys.kind != Kind::kList) source.fail("got no list of storages behind the object");
  for (const Value& key : unpickler.items(keys)) {
    if (key.kind != Kind::kText) source.fail("got a storage's key that is no text");
    budget.take(96 + unpickler.text(key).size());
    head.keys.emplace_back(unpickler.text(key));
  }
  head.data_at = at;
  return head;
}

PtFile read_stream(RandomInput& in, const Source& source) {
  // Where the pickles end shows only when they are run; mostly they are short against the elements behind them.
  std::string bytes;
  StreamHead head;
  for (uint64_t length = size_t{1} << 18;; length *= 8) {
    const bool is_all = length >= in.size();
    bytes.resize(static_cast<size_t>(is_all ? in.size() : length));
    in.read_at(0, bytes.data(), bytes.size());
    try {
      head = parse_head(bytes, source);
      break;
    } catch (const FileError&) {
      if (is_all) throw;
    }
  }

  std::string(bytes, 0, static_cast<size_t>(head.data_at)).swap(bytes);

  ReadStorages storages(source.name);
  uint64_t at = head.data_at;
  for (const std::string& key : head.keys) {
    const auto found = head.storages.find(key);
    if (found == head.storages.end()) source.fail("got the storage ", shown(key), ", which no tensor has, or twice");
    PtStorage storage = found->second;
    storage.key = key;
    head.storages.erase(found);
    unsigned char count_bytes[8];
    if (in.size() - at < sizeof count_bytes) source.fail("got a file that ends before storage ", shown(key));
    in.read_at(at, count_bytes, sizeof count_bytes);
    at += sizeof count_bytes;
    if (head.is_big_endian) std::reverse(count_bytes, count_bytes + sizeof count_bytes);
    uint64_t count;
    std::memcpy(&count, count_bytes, sizeof count);
    if (count != storage.numel || in.size() - at < storage.nbytes())
      source.fail("storage ", shown(key), " got ", count, " elements and ", in.size() - at,
                  " bytes to the file's end, expected ", storage.numel, " of ", storage.dtype);
    const Tensor data = new_bytes(storage.nbytes());
    in.read_at(at, data.impl()->data(), static_cast<size_t>(storage.nbytes()));
    at += storage.nbytes();
    storages.add(key, finish_storage(data, storage, head.is_big_endian, source.name, source.options.device),
                 storage.nbytes());
  }
  if (!head.storages.empty()) source.fail("got no elements of storage ", shown(head.storages.begin()->first));
  if (at != in.size()) source.fail("got ", in.size() - at, " bytes behind the last storage");

  MemoryBudget budget = source.budget(source.size);
  PtUnpickler unpickler(source.name, budget, storages);
  unpickler.set_device(source.options.device);
  size_t object_at = head.object_at;
  PtFile file = file_of(unpickler, unpickler.run(bytes, object_at), source);
  in.finish();
  return file;
}

// -- tar archives

struct TarMember {
  uint64_t offset = 0, size = 0;
};

uint64_t parse_octal(const char* digits, size_t n, const Source& source) {
  uint64_t number = 0;
  size_t i = 0;
  while (i < n && digits[i] == ' ') ++i;
  for (; i < n && digits[i] != '\0' && digits[i] != ' '; ++i) {
    if (digits[i] < '0' || digits[i] > '7' || number >> 60 != 0) source.fail("a tar header got a number that is none");
    number = number << 3 | static_cast<uint64_t>(digits[i] - '0');
  }
  return number;
}

// Sum of a header's bytes, its own field as blanks.
uint64_t tar_sum(const char* header) {
  uint64_t sum = 0;
  for (size_t i = 0; i < kTarBlock; ++i) sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(header[i]);
  return sum;
}

// The files among an archive's members, by name.
std::map<std::string, TarMember> tar_members(RandomInput& in, const Source& source) {
  std::map<std::string, TarMember> members;
  char header[kTarBlock];
  for (uint64_t at = 0; in.size() - at >= kTarBlock;) {
    in.read_at(at, header, sizeof header);
    at += kTarBlock;
    if (header[0] == '\0') return members;
    if (parse_octal(header + 148, 8, source) != tar_sum(header)) source.fail("a tar header got a wrong checksum");
    const uint64_t size = parse_octal(header + 124, 12, source);
    if (size > in.size() - at) source.fail("a tar member got ", size, " bytes, expected at most ", in.size() - at);
    const char type = header[156];
    std::string name(header, strnlen(header, 100));
    if (name.compare(0, 2, "./") == 0) name.erase(0, 2);
    if ((type == '0' || type == '\0') && !members.emplace(name, TarMember{at, size}).second)
      source.fail("got two tar members of the name ", shown(name));
    if (members.size() > 16)
      source.fail("got a tar archive of more than 16 files, expected sys_info, storages, tensors and pickle");
    at += std::min((size + kTarBlock - 1) / kTarBlock * kTarBlock, in.size() - at);
  }
  return members;
}

class TarReader {
 public:
  TarReader(RandomInput& in, const Source& source)
      : in_(in),
        source_(source),
        members_(tar_members(in, source)),
        budget_(source.budget(2 * source.size)),
        unpickler_(source.name, budget_, source.size) {}

  PtFile read() {
    const std::string storages = bytes_of("storages"), tensors = bytes_of("tensors"), pickle = bytes_of("pickle");
    const std::string system = members_.count("sys_info") != 0 ? bytes_of("sys_info") : "";
    if (!system.empty()) {
      size_t at = 0;
      const Value order = entry_of(unpickler_, unpickler_.run(system, at), "little_endian");
      is_big_endian_ = order.kind == Kind::kBool && order.i == 0;
    }
    read_storages(storages);
    read_tensors(tensors);
    ReadStorages none(source_.name);
    PtUnpickler object(source_.name, budget_, none);
    object.set_tensors(std::move(tensors_));
    size_t at = 0;
    PtFile file = file_of(object, object.run(pickle, at), source_);
    in_.finish();
    return file;
  }

 private:
  struct Part {
    Storage storage;
    ScalarType dtype = ScalarType::Undefined;
    int64_t offset = 0, numel = 0;
  };

  std::string bytes_of(const char* name) {
    const auto found = members_.find(name);
    if (found == members_.end()) source_.fail("got a tar archive without ", name);
    std::string bytes(static_cast<size_t>(found->second.size), '\0');
    in_.read_at(found->second.offset, bytes.data(), bytes.size());
    return bytes;
  }

  int64_t count_of(Value value, const char* what) const {
    if (value.kind != Kind::kInt || value.i < 0) source_.fail(what, " got no count");
    return value.i;
  }
  // An int or text, as a text.
  std::string key_of(Value value) const {
    if (value.kind == Kind::kInt) return std::to_string(value.i);
    if (value.kind != Kind::kText) source_.fail("got a key that is neither an int nor a text");
    return std::string(unpickler_.text(value));
  }
  ArrayRef<Value> parts_of(Value tuple, size_t n) const {
    if (tuple.kind != Kind::kTuple || unpickler_.items(tuple).size() != n)
      source_.fail("got another record than one of ", n, " parts in a tar archive");
    return unpickler_.items(tuple);
  }
  int64_t number(const std::string& bytes, size_t& at, size_t size) const {
    if (bytes.size() - at < size) source_.fail("got a tar member that is cut short");
    unsigned char raw[8] = {};
    std::memcpy(raw, bytes.data() + at, size);
    at += size;
    if (is_big_endian_) std::reverse(raw, raw + size);
    uint64_t value;
    std::memcpy(&value, raw, sizeof value);
    return size == 4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
  }

  void read_storages(const std::string& bytes) {
    size_t at = 0;
    const int64_t count = count_of(unpickler_.run(bytes, at), "storages");
    for (int64_t i = 0; i < count; ++i) {
      const ArrayRef<Value> parts = parts_of(unpickler_.run(bytes, at), 3);
      const ScalarType dtype = unpickler_.dtype_of(parts[2]);
      const int64_t numel = number(bytes, at, 8);
      uint64_t nbytes;
      if (numel < 0 || __builtin_mul_overflow(static_cast<uint64_t>(numel), elementSize(dtype), &nbytes) ||
          nbytes > bytes.size() - at)
        source_.fail("storage ", i, " got ", numel, " elements, expected at most the ", bytes.size() - at,
                     " bytes that follow");
      const Tensor data = new_bytes(nbytes);
      if (nbytes > 0) std::memcpy(data.impl()->data(), bytes.data() + at, static_cast<size_t>(nbytes));
      at += static_cast<size_t>(nbytes);
      const std::string key = key_of(parts[0]);
      const PtStorage storage{key, dtype, static_cast<uint64_t>(numel), nullptr};
      add(key, {finish_storage(data, storage, is_big_endian_, source_.name, source_.options.device), dtype, 0, numel});
    }
    if (at == bytes.size()) return;
    const Value views = unpickler_.run(bytes, at);
    if (views.kind != Kind::kList) source_.fail("got no list of views behind the storages");
    for (const Value& view : unpickler_.items(views)) {
      const ArrayRef<Value> parts = parts_of(view, 4);
      const auto root = storages_.find(key_of(parts[1]));
      if (root == storages_.end()) source_.fail("got a view of a storage that is not there");
      Part part = root->second;
      const int64_t offset = count_of(parts[2], "a view's offset"), numel = count_of(parts[3], "a view's numel");
      if (offset > part.numel || numel > part.numel - offset)
        source_.fail("got a view of ", numel, " elements at ", offset, " of a storage of ", part.numel);
      part.offset += offset;
      part.numel = numel;
      add(key_of(parts[0]), part);
    }
  }
  void add(const std::string& key, Part part) {
    budget_.take(256 + key.size());
    if (!storages_.emplace(key, std::move(part)).second) source_.fail("got the storage ", shown(key), " twice");
  }

  void read_tensors(const std::string& bytes) {
    size_t at = 0;
    const int64_t count = count_of(unpickler_.run(bytes, at), "tensors");
    for (int64_t i = 0; i < count; ++i) {
      const ArrayRef<Value> parts = parts_of(unpickler_.run(bytes, at), 3);
      const auto found = storages_.find(key_of(parts[1]));
      if (found == storages_.end()) source_.fail("tensor ", i, " got a storage that is not there");
      const Part& part = found->second;
      const int64_t ndim = number(bytes, at, 4);
      number(bytes, at, 4);  // the upper half of the number that it was once
      if (ndim < 0 || ndim > 64) source_.fail("tensor ", i, " got ", ndim, " dimensions, expected 0 to 64");
      std::vector<int64_t> sizes(static_cast<size_t>(ndim)), strides(sizes.size());
      for (int64_t& size : sizes) size = number(bytes, at, 8);
      for (int64_t& stride : strides) stride = number(bytes, at, 8);
      const int64_t offset = number(bytes, at, 8);
      int64_t numel, span;
      if (!span_of(sizes, strides, numel, span) || offset < 0 || offset > part.numel || span > part.numel - offset)
        source_.fail("tensor ", i, " of sizes ", IntArrayRef(sizes), " and strides ", IntArrayRef(strides), " at ",
                     offset, " needs more elements than the ", part.numel, " of its storage");
      budget_.take(1024);
      const std::string key = key_of(parts[0]);
      if (!tensors_.emplace(key, tensor_over(part.storage, part.dtype, sizes, strides, part.offset + offset)).second)
        source_.fail("got the tensor ", shown(key), " twice");
    }
  }

  RandomInput& in_;
  const Source& source_;
  std::map<std::string, TarMember> members_;
  MemoryBudget budget_;
  PtUnpickler unpickler_;
  bool is_big_endian_ = false;
  std::map<std::string, Part> storages_;
  std::map<std::string, Tensor> tensors_;
};

bool starts_zip(const char* start, size_t size) {
  return size >= 4 && (std::memcmp(start, "PK\3\4", 4) == 0 || std::memcmp(start, "PK\5\6", 4) == 0);
}
bool starts_pickle(const char* start, size_t size) {
  // The long integer of the beginning, or a frame around it. A header of safetensors is never as long as this says.
  return size >= 4 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5 &&
         ((start[2] == '\x8a' && start[3] == '\x0a') || start[2] == '\x95');
}
// "ustar" is not in the oldest headers, but their checksum is.
bool starts_tar(const char* start, size_t size) {
  if (size < kTarBlock || start[0] == '\0') return false;
  uint64_t sum = 0;
  for (size_t i = 148; i < 155 && start[i] >= '0' && start[i] <= '7'; ++i)
    sum = sum << 3 | static_cast<uint64_t>(start[i] - '0');
  return sum == tar_sum(start);
}

}  // namespace

bool is_pt(const char* start, size_t size) noexcept {
  return starts_zip(start, size) || starts_pickle(start, size) || starts_tar(start, size);
}

PtFile read_pt(ZipReader& zip, const LoadPtOptions& options, QuantizedStorages* quantized) {
  const NoGradGuard no_grad;
  return read_zip(zip, options, quantized);
}

PtFile read_pt(std::unique_ptr<RandomInput> in, const std::string& name, const LoadPtOptions& options,
               QuantizedStorages* quantized) {
  const NoGradGuard no_grad;
  char start[kPtStartBytes];
  const auto size = static_cast<size_t>(std::min<uint64_t>(in->size(), sizeof start));
  in->read_at(0, start, size);
  if (starts_zip(start, size)) {
    const uint64_t most_inflated = most_bytes_for(in->size()) - in->size();
    ZipReader zip(std::move(in), name, most_inflated);
    return read_zip(zip, options, quantized);
  }
  const Source source{in->size(), name, options, quantized};
  if (starts_pickle(start, size)) return read_stream(*in, source);
  if (starts_tar(start, size)) return TarReader(*in, source).read();
  source.fail("got ", in->size(),
              " bytes that begin neither as a zip archive nor as a pickle nor as a tar archive does");
}

}  // namespace torchpp::serialize
