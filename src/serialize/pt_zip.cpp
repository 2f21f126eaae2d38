// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/pt_zip.h"

#include <torchpp/core/error.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/ops/creation.h>

#include <algorithm>

#include "src/serialize/pt.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

// Of the first entry, as PyTorch's own reader has it; with its slash.
std::string folder_of(const ZipReader& zip) {
  const std::string_view first = zip.entries()[0].name;
  const size_t slash = first.find('/');
  return std::string(first.substr(0, slash == std::string_view::npos ? 0 : slash + 1));
}

}  // namespace

bool is_pt(const ZipReader& zip) {
  if (zip.entries().empty()) return false;
  return zip.find(folder_of(zip) + "data.pkl") != nullptr;
}

Tensor new_bytes(uint64_t nbytes) { return empty({static_cast<int64_t>(nbytes)}, kByte); }

Storage finish_storage(const Tensor& bytes, const PtStorage& storage, bool is_big_endian, const std::string& name,
                       const optional<Device>& device) {
  const size_t nbytes = bytes.nbytes();
  if (nbytes > 0) {
    void* data = bytes.impl()->data();
    if (is_big_endian) swap_byte_order(data, nbytes, storage.dtype);
    TORCHPP_CHECK_FILE(storage.dtype != kBool || are_bools(data, nbytes), name, ": storage ",
                       shown(std::string(storage.key)), " got bools that are neither 0 nor 1");
  }
  if (storage.quantized != nullptr) return bytes.impl()->storage();  // floats are made of it first
  return (device && !device->is_cpu() ? bytes.to(*device) : bytes).impl()->storage();
}

PtZip::PtZip(ZipReader& zip, const LoadPtOptions& options) : zip_(zip), options_(options) {
  TORCHPP_CHECK_FILE(!zip.entries().empty(), zip.name(), ": got an archive without entries");
  const std::string folder = folder_of(zip);
  pickle_ = zip.find(folder + "data.pkl");
  TORCHPP_CHECK_FILE(pickle_ != nullptr, zip.name(), ": got a zip archive without the entry ",
                     shown(folder + "data.pkl"), ", which PyTorch's files have");
  TORCHPP_CHECK_FILE(pickle_->size <= most_bytes_for(zip.file_size()), zip.name(), ": got a pickle of ", pickle_->size,
                     " bytes in a file of ", zip.file_size());
  if (const ZipEntry* order = zip.find(folder + "byteorder")) {
    const std::string text = order->size <= 16 ? zip.read(*order) : "";
    TORCHPP_CHECK_FILE(text == "little" || text == "big", zip.name(), ": byteorder got ", shown(text),
                       ", expected little or big");
    is_big_endian_ = text == "big";
  }
  path_ = folder + "data/";
  folder_size_ = path_.size();
}

uint32_t PtZip::find(const PtStorage& storage) {
  path_.replace(folder_size_, std::string::npos, storage.key);
  const ZipEntry* entry = zip_.find(path_);
  TORCHPP_CHECK_FILE(entry != nullptr, zip_.name(), ": the archive has no entry ", shown(path_), " for a storage of ",
                     storage.numel, " of ", storage.dtype);
  TORCHPP_CHECK_FILE(entry->size == storage.nbytes(), zip_.name(), ": entry ", shown(path_), " got ", entry->size,
                     " bytes, expected ", storage.nbytes(), " for ", storage.numel, " of ", storage.dtype);
  return static_cast<uint32_t>(entry - zip_.entries().data());
}

Storage PtZip::load(uint32_t place, ScalarType dtype) {
  const ZipEntry& entry = zip_.entries()[place];
  return load(entry, {entry.name.substr(folder_size_), dtype, entry.size / elementSize(dtype), nullptr});
}

Storage PtZip::load(const ZipEntry& entry, const PtStorage& storage) {
  if (const Storage mapped = map_entry(entry, storage)) return mapped;
  const Tensor bytes = new_bytes(entry.size);
  zip_.read(entry, bytes.impl()->data());
  return finish_storage(bytes, storage, is_big_endian_, zip_.name(), options_.device);
}

// The storage where it is in memory; none if it must be copied.
Storage PtZip::map_entry(const ZipEntry& entry, const PtStorage& storage) {
  if (!options_.map || is_big_endian_ || entry.size == 0) return Storage();
  const std::shared_ptr<char> data = zip_.view(entry, options_.check_mapped);
  if (!data || reinterpret_cast<uintptr_t>(data.get()) % elementSize(storage.dtype) != 0) return Storage();
  const Tensor bytes = from_blob(
      data.get(), {static_cast<int64_t>(entry.size)}, [data](void*) {}, kByte);
  return finish_storage(bytes, storage, false, zip_.name(), options_.device);
}

}  // namespace torchpp::serialize
