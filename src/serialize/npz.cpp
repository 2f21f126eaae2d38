// SPDX-License-Identifier: BSD-3-Clause
// NumPy's files as files of tensors: .npy of one array, .npz, which is a zip archive of these.
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize/numpy.h>

#include <atomic>
#include <cstring>

#include "src/serialize/npy.h"
#include "src/serialize/safetensors_header.h"
#include "src/serialize/tensor_file.h"

namespace torchpp {
namespace serialize {
namespace {

constexpr char kExtension[] = ".npy";
constexpr size_t kExtensionBytes = sizeof kExtension - 1;
constexpr char kOnlyName[] = "arr_0";  // as numpy.savez calls the first array without a name

TensorInfo info_of(NpyHeader header, std::string name) {
  TensorInfo info{std::move(name), header.dtype, std::move(header.shape), header.nbytes, {}};
  if (header.swapped || header.dtype == ScalarType::Undefined) info.stored_as = std::move(header.descr);
  return info;
}

// Whether the data are in the file as they are in memory. NumPy's bools may be other bytes than 0 and 1.
bool is_plain(const NpyHeader& header) {
  return !header.fortran_order && !header.swapped && header.dtype != kBool && header.dtype != ScalarType::Undefined;
}

class NpySource final : public TensorSource {
 public:
  explicit NpySource(SourceFile& file) : subject_(file.subject()) {
    RangeInput range(file.input(), 0, file.size());
    const NpyHeader header = read_npy_header(range, subject_);
    data_offset_ = header.size;
    is_plain_ = is_plain(header);
    tensors.push_back(info_of(header, kOnlyName));
    in_ = file.take_input();
  }
  Tensor load(size_t /*index*/) override {
    if (is_plain_) return load_stored(*in_, data_offset_, tensors[0], subject_);
    RangeInput range(*in_, 0, in_->size());
    return read_npy(range, subject_);
  }
  void finish() override { in_->finish(); }

 private:
  std::unique_ptr<RandomInput> in_;
  std::string subject_;
  uint64_t data_offset_ = 0;
  bool is_plain_ = false;
};

class NpzSource final : public TensorSource {
 public:
  explicit NpzSource(SourceFile& file) : is_mapped_(file.is_mapped()), zip_(file.take_zip()) {
    tensors.reserve(zip_->entries().size());
    headers_.reserve(zip_->entries().size());
    for (const ZipEntry& entry : zip_->entries()) {
      const std::unique_ptr<Input> in = zip_->open(entry);
      const NpyHeader header = read_npy_header(*in, entry_subject(entry));
      headers_.push_back(is_plain(header) ? header.size : 0);
      tensors.push_back(info_of(header, std::string(entry.name.substr(0, entry.name.size() - kExtensionBytes))));
      if (entry.deflated) tensors.back().nbytes = entry.stored_size;
    }
  }

  Tensor load(size_t index) override {
    const ZipEntry& entry = zip_->entries()[index];
    const TensorInfo& info = tensors[index];
    if (is_mapped_ && headers_[index] > 0 && info.nbytes > 0)
      if (const std::shared_ptr<char> bytes = zip_->view(entry)) {
        char* const data = bytes.get() + headers_[index];
        if (reinterpret_cast<uintptr_t>(data) % elementSize(info.dtype) == 0)
          return from_blob(
              data, info.shape, [bytes](void*) {}, info.dtype);
      }
    const std::unique_ptr<Input> in = zip_->open(entry);
    return read_npy(*in, entry_subject(entry));
  }

  // Arrays that are inflated are shared out to the threads, each of which takes the next.
  void load_some(size_t index, std::vector<Tensor>& to) override {
    const auto most = static_cast<size_t>(get_num_threads()) * 4;
    std::vector<std::unique_ptr<Input>> inputs;
    for (size_t i = index; i < tensors.size() && inputs.size() < most && is_inflated_alone(i); ++i)
      inputs.push_back(zip_->open(zip_->entries()[i]));
    if (inputs.size() < 2) return to.push_back(load(index));
    const size_t first = to.size();
    to.resize(first + inputs.size());
    std::atomic<size_t> next{0};
    parallel_for(0, static_cast<int64_t>(inputs.size()), 1, [&](int64_t, int64_t) {
      for (size_t i; (i = next.fetch_add(1)) < inputs.size(); inputs[i].reset())
        to[first + i] = read_npy(*inputs[i], entry_subject(zip_->entries()[index + i]));
    });
  }
  void finish() override { zip_->finish(); }

 private:
  // Whether other threads may read and inflate other arrays meanwhile.
  bool is_inflated_alone(size_t i) const {
    const ZipEntry& entry = zip_->entries()[i];
    return entry.deflated && zip_->is_concurrent(entry) && tensors[i].dtype != ScalarType::Undefined;
  }
  std::string entry_subject(const ZipEntry& entry) const {
    return zip_->name() + ": entry " + shown(std::string(entry.name));
  }

  bool is_mapped_;
  std::unique_ptr<ZipReader> zip_;
  std::vector<size_t> headers_;  // bytes before the data of each entry; 0 where they cannot be looked at in place
};

bool is_array(std::string_view name) {
  return name.size() >= kExtensionBytes && name.substr(name.size() - kExtensionBytes) == kExtension;
}

}  // namespace

std::unique_ptr<TensorSource> open_npy(SourceFile& file) {
  if (!file.starts_with("\x93NUMPY")) return nullptr;
  return std::make_unique<NpySource>(file);
}

std::unique_ptr<TensorSource> open_npz(SourceFile& file) {
  const ZipReader* const zip = file.zip();
  if (zip == nullptr) return nullptr;
  for (const ZipEntry& entry : zip->entries())
    if (!is_array(entry.name)) return nullptr;
  return std::make_unique<NpzSource>(file);
}

namespace {

// The values as they are written.
Tensor plain(const Tensor& tensor) {
  const NoGradGuard no_grad;
  return tensor.detach().cpu().contiguous().resolve_conj().resolve_neg();
}

}  // namespace
}  // namespace serialize

void save_npy(const std::string& path, const Tensor& tensor) {
  const std::string header = serialize::format_npy_header(tensor, "0");
  const Tensor values = serialize::plain(tensor);
  serialize::OutputFile file(path);
  file.write(header.data(), header.size());
  if (values.nbytes() > 0) file.write(values.impl()->data(), values.nbytes());
  file.commit();
}

void save_npz(const std::string& path, const NamedTensors& tensors) {
  // Everything that can be refused is refused before the first byte.
  for (const auto& [name, tensor] : tensors) {
    TORCHPP_CHECK_VALUE(!name.empty(), "save: a tensor got an empty name");
    serialize::format_npy_header(tensor, name);
  }
  serialize::OutputFile file(path);
  serialize::ZipWriter zip([&](const void* data, size_t size) { file.write(data, size); });
  for (const auto& [name, tensor] : tensors) {
    std::string entry = serialize::format_npy_header(tensor, name);
    const Tensor values = serialize::plain(tensor);
    if (values.nbytes() > 0) entry.append(static_cast<const char*>(values.impl()->data()), values.nbytes());
    zip.add(name + serialize::kExtension, entry.data(), entry.size());
  }
  zip.finish();
  file.commit();
}

}  // namespace torchpp
