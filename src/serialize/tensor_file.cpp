// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/tensor_file.h"

#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "src/serialize/safetensors_header.h"

namespace torchpp {
namespace serialize {
namespace {

// The formats in the order in which they are asked whether a file is theirs.
constexpr struct {
  const char* name;
  OpenTensorSource open;
} kFormats[] = {
    {"safetensors index", open_safetensors_index},
    {"safetensors", open_safetensors},
    {"npz", open_npz},
    {"npy", open_npy},
    {"pt", open_pt},
    {"gguf", open_gguf},
    {"csv", open_csv},  // the one format that nothing marks, so it is the last
};

constexpr size_t kStartBytes = size_t{1} << 16;
constexpr uint64_t kMostInflated = uint64_t{1} << 30;

std::string format_names() {
  std::string names;
  for (const auto& format : kFormats) names += str(names.empty() ? "" : ", ", format.name);
  return names;
}

std::unique_ptr<RandomInput> open_input(const std::string& path, bool map) {
  if (map)
    if (Block block = map_file(path); block.data) return std::make_unique<RandomMemory>(std::move(block));
  return std::make_unique<RandomFile>(path);
}

}  // namespace

TensorSource::~TensorSource() = default;

SourceFile::SourceFile(const std::string& path, bool map)
    : path_(path), subject_("load '" + path + "'"), in_(open_input(path, map)), has_path_(true), map_(map) {
  read_start();
}

SourceFile::SourceFile(Block block, const std::string& name)
    : path_(name), subject_("load '" + name + "'"), in_(new RandomMemory(std::move(block))) {
  read_start();
}

void SourceFile::read_start() {
  size_ = in_->size();
  start_.resize(static_cast<size_t>(std::min<uint64_t>(size_, kStartBytes)));
  in_->read_at(0, start_.data(), start_.size());
}

ZipReader* SourceFile::zip() {
  if (!zip_ && (starts_with("PK\3\4") || starts_with("PK\5\6")))
    zip_ = std::make_unique<ZipReader>(take_input(), subject_, kMostInflated);
  return zip_.get();
}

Tensor load_stored(RandomInput& in, uint64_t offset, const TensorInfo& info, const std::string& subject) {
  const auto nbytes = static_cast<size_t>(info.nbytes);
  const Block block = in.block();
  char* const stored = block.data ? block.data.get() + offset : nullptr;
  Tensor tensor;
  if (stored != nullptr && nbytes > 0 && reinterpret_cast<uintptr_t>(stored) % elementSize(info.dtype) == 0) {
    tensor = from_blob(
        stored, info.shape, [owner = block.data](void*) {}, info.dtype);
  } else {
    tensor = empty(info.shape, info.dtype);
    if (nbytes > 0) in.read_at(offset, tensor.impl()->data(), nbytes);
  }
  if (info.dtype == kBool) check_bools(static_cast<const char*>(tensor.impl()->data()), nbytes, info.name, subject);
  return tensor;
}

}  // namespace serialize

int64_t TensorInfo::numel() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<int64_t>());
}

namespace {

Tensor converted(const Tensor& tensor, const LoadTensorOptions& options) {
  if (!options.device && !options.dtype) return tensor;
  return tensor.to(options.device.value_or(kCPU), options.dtype.value_or(tensor.scalar_type()));
}

}  // namespace

struct TensorFile::State {
  explicit State(serialize::SourceFile file);
  // Throws NotImplementedError for a tensor of an undefined dtype.
  void check_supported(const TensorInfo& info) const;

  std::string path;
  const char* format = nullptr;
  std::unique_ptr<serialize::TensorSource> source;
  std::vector<uint32_t> by_name;  // positions of the tensors
};

TensorFile::State::State(serialize::SourceFile file) : path(file.path()) {
  for (const auto& known : serialize::kFormats) {
    source = known.open(file);
    format = known.name;
    if (source) break;
  }
  TORCHPP_CHECK_FILE(source, file.subject(), ": got ", file.size(), " bytes that begin with ",
                     serialize::shown(std::string(file.start().substr(0, 16))),
                     ", expected a file of a known format: ", serialize::format_names());
  source->finish();
  by_name.resize(source->tensors.size());
  std::iota(by_name.begin(), by_name.end(), 0U);
  const auto& tensors = source->tensors;
  std::sort(by_name.begin(), by_name.end(), [&](uint32_t a, uint32_t b) { return tensors[a].name < tensors[b].name; });
  for (size_t i = 1; i < by_name.size(); ++i)
    TORCHPP_CHECK_FILE(tensors[by_name[i]].name != tensors[by_name[i - 1]].name, file.subject(),
                       ": got the tensor name ", serialize::shown(tensors[by_name[i]].name),
                       " twice, expected it once");
}

TensorFile::TensorFile(torchpp::detail::Owned<State> state) : state_(std::move(state)) {}
TensorFile::TensorFile(TensorFile&&) noexcept = default;
TensorFile& TensorFile::operator=(TensorFile&&) noexcept = default;
TensorFile::~TensorFile() = default;

TensorFile TensorFile::open(const std::string& path, const TensorFileOptions& options) {
  return TensorFile(torchpp::detail::Owned<State>(new State(serialize::SourceFile(path, options.map))));
}

TensorFile TensorFile::parse(const void* data, size_t size, const std::string& name) {
  serialize::Block block{std::shared_ptr<char>(new char[size], std::default_delete<char[]>()), size};
  if (size > 0) std::memcpy(block.data.get(), data, size);
  return TensorFile(torchpp::detail::Owned<State>(new State(serialize::SourceFile(std::move(block), name))));
}

const char* TensorFile::format() const { return state_->format; }
const std::string& TensorFile::path() const { return state_->path; }
const std::vector<TensorInfo>& TensorFile::tensors() const { return state_->source->tensors; }
const Metadata& TensorFile::metadata() const { return state_->source->metadata; }

optional<size_t> TensorFile::find(const std::string& name) const {
  const auto& tensors = state_->source->tensors;
  const auto found = std::lower_bound(state_->by_name.begin(), state_->by_name.end(), name,
                                      [&](uint32_t i, const std::string& text) { return tensors[i].name < text; });
  if (found == state_->by_name.end() || tensors[*found].name != name) return nullopt;
  return size_t{*found};
}

Tensor TensorFile::load(const std::string& name, const LoadTensorOptions& options) {
  const optional<size_t> index = find(name);
  TORCHPP_CHECK_VALUE(index.has_value(), "load '", path(), "': got the tensor name ", serialize::shown(name),
                      ", expected one of the ", tensors().size(), " of the file", tensors().empty() ? "" : ", as ",
                      tensors().empty() ? "" : serialize::shown(tensors()[0].name));
  return load(*index, options);
}

void TensorFile::State::check_supported(const TensorInfo& info) const {
  TORCHPP_CHECK_NOT_IMPLEMENTED(info.dtype != ScalarType::Undefined, "load '", path, "': tensor ",
                                serialize::shown(info.name), " is stored as ", info.stored_as,
                                ", which is not supported");
}

Tensor TensorFile::load(size_t index, const LoadTensorOptions& options) {
  TORCHPP_CHECK_INDEX(index < tensors().size(), "load '", path(), "': got the tensor number ", index,
                      ", expected one below ", tensors().size());
  state_->check_supported(tensors()[index]);
  const Tensor tensor = state_->source->load(index);
  state_->source->finish();
  return converted(tensor, options);
}

NamedTensors TensorFile::load_all(const LoadTensorOptions& options) {
  NamedTensors all;
  all.reserve(tensors().size());
  std::vector<Tensor> loaded;
  while (all.size() < tensors().size()) {
    state_->check_supported(tensors()[all.size()]);
    state_->source->load_some(all.size(), loaded);
    state_->source->finish();
    for (Tensor& tensor : loaded)
      all.emplace_back(tensors()[all.size()].name, converted(std::exchange(tensor, {}), options));
    loaded.clear();
  }
  return all;
}

}  // namespace torchpp
