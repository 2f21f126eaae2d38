// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What a format of tensor files is made of. To add one: a file that defines its `open_x` as below, declared
/// here, and a line of the table in tensor_file.cpp.

#include <torchpp/core/callable.h>
#include <torchpp/serialize/tensor_file.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/serialize/file.h"
#include "src/serialize/zip.h"

namespace torchpp::serialize {

/// An open file of one format.
class TensorSource {
 public:
  virtual ~TensorSource();
  /// Tensor `index` of `tensors`, on the CPU, contiguous, of its dtype and shape.
  virtual Tensor load(size_t index) = 0;
  /// Adds that tensor to `to` and, where several are read at once, some of those behind it, none of an undefined dtype.
  virtual void load_some(size_t index, std::vector<Tensor>& to) { to.push_back(load(index)); }
  /// Throws FileError if the file was written to since it was opened.
  virtual void finish() = 0;

  std::vector<TensorInfo> tensors;
  Metadata metadata;
};

/// A file whose format is being looked for.
class SourceFile {
 public:
  /// The file at a path, through a mapping if `map` and if that can be.
  SourceFile(const std::string& path, bool map);
  /// Bytes in memory.
  SourceFile(Block block, const std::string& name);

  const std::string& path() const { return path_; }
  /// Whether path() leads to the file.
  bool has_path() const { return has_path_; }
  bool is_mapped() const { return map_; }
  /// With which errors begin: load 'PATH'.
  const std::string& subject() const { return subject_; }
  /// The file's first bytes, up to 64 KiB of them.
  std::string_view start() const { return start_; }
  uint64_t size() const { return size_; }
  bool starts_with(std::string_view bytes) const { return start_.compare(0, bytes.size(), bytes) == 0; }

  /// The bytes; only for a format that has recognised the file as its own, before which it may look at them.
  RandomInput& input() { return *in_; }
  std::unique_ptr<RandomInput> take_input() { return std::move(in_); }
  /// The zip archive that the file is; null if it does not begin as one does. Of its deflated entries, all together may
  /// become 1 GiB. The first call opens it, and throws FileError if it is damaged; input() is gone from then on.
  ZipReader* zip();
  std::unique_ptr<ZipReader> take_zip() { return std::move(zip_); }

 private:
  void read_start();

  std::string path_, subject_, start_;
  std::unique_ptr<RandomInput> in_;
  std::unique_ptr<ZipReader> zip_;
  uint64_t size_ = 0;
  bool has_path_ = false, map_ = false;
};

// Each gives null, and takes nothing, if the file does not begin as those of its format do; FileError if it begins so
// but is damaged.
using OpenTensorSource = std::unique_ptr<TensorSource> (*)(SourceFile& file);
std::unique_ptr<TensorSource> open_safetensors(SourceFile& file);
std::unique_ptr<TensorSource> open_safetensors_index(SourceFile& file);
std::unique_ptr<TensorSource> open_npy(SourceFile& file);
std::unique_ptr<TensorSource> open_npz(SourceFile& file);
std::unique_ptr<TensorSource> open_pt(SourceFile& file);
std::unique_ptr<TensorSource> open_gguf(SourceFile& file);
std::unique_ptr<TensorSource> open_csv(SourceFile& file);

/// The names of the files beside it that an index of safetensors files names, each once in its order; none if the file
/// at the path is no such index. Throws FileError for a damaged one.
std::vector<std::string> safetensors_index_files(const std::string& path);

/// A part of a RandomInput, read from its beginning to its end. The other must outlive it.
class RangeInput final : public Input {
 public:
  RangeInput(RandomInput& in, uint64_t offset, uint64_t size) : Input(size), in_(in), offset_(offset) {}
  void read(char* to, size_t n) override {
    in_.read_at(offset_, to, n);
    offset_ += n;
  }
  void skip(uint64_t n) override { offset_ += n; }

 private:
  RandomInput& in_;
  uint64_t offset_;
};

/// A contiguous tensor of bytes that a file holds as memory does: over the mapping where there is one and the elements
/// are aligned in it, else read into memory of its own. The extent must be within the file. For bools, FileError, which
/// begins with `subject`, if a byte is neither 0 nor 1.
Tensor load_stored(RandomInput& in, uint64_t offset, const TensorInfo& info, const std::string& subject);

}  // namespace torchpp::serialize
