// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The zip archives of PyTorch's files: a pickle, and an entry for each storage.

#include <torchpp/core/optional.h>
#include <torchpp/serialize/pt.h>

#include <string>
#include <string_view>

#include "src/serialize/pt_unpickler.h"
#include "src/serialize/zip.h"

namespace torchpp::serialize {

/// Bound of the memory for reading a file of PyTorch, without what the objects of tensors take.
constexpr uint64_t most_bytes_for(uint64_t file_size) {
  constexpr uint64_t kSpareBytes = 1 << 19;  // beside which the reader has buffers of its own
  return 2 * file_size + kSpareBytes;
}

/// Memory of a tensor of bytes, in which nothing was written yet.
Tensor new_bytes(uint64_t nbytes);
/// Makes bytes of a file elements of a storage: in the machine's order, bools that are bools, on the device. `name`
/// begins errors.
Storage finish_storage(const Tensor& bytes, const PtStorage& storage, bool is_big_endian, const std::string& name,
                       const optional<Device>& device);

/// An archive's storages, which are found by their keys and read one by one. Errors begin with the archive's name.
class PtZip final : public PtStorages, public PtPlaces {
 public:
  /// The archive must outlive it.
  PtZip(ZipReader& zip, const LoadPtOptions& options);

  size_t pickle_bytes() const { return static_cast<size_t>(pickle_->size); }
  std::string read_pickle() { return zip_.read(*pickle_); }
  /// The place of the storage's entry, which has its size, among the archive's.
  uint32_t find(const PtStorage& storage) override;
  /// The memory of a storage of ordinary elements at a place that was found.
  Storage load(uint32_t place, ScalarType dtype);
  Storage load(const PtStorage& storage) override { return load(zip_.entries()[find(storage)], storage); }

 private:
  Storage load(const ZipEntry& entry, const PtStorage& storage);
  Storage map_entry(const ZipEntry& entry, const PtStorage& storage);

  ZipReader& zip_;
  std::string path_;  // of the last entry, which begins with the folder
  size_t folder_size_;
  const ZipEntry* pickle_;
  bool is_big_endian_ = false;
  LoadPtOptions options_;
};

}  // namespace torchpp::serialize
