// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file safetensors, the library's own file format: a JSON header of names, dtypes, shapes and extents, then the
/// bytes. Python's `safetensors` package, and much beside it, reads and writes the same files.
///
/// Dtypes: F64 F32 F16 BF16 I64 I32 I16 I8 U8 BOOL; C64 for complex of floats, which readers of the format know since
/// its version 0.7; C128 and C32 for complex of doubles and of halves, which are this library's own names. A reader
/// that does not know the dtype of a tensor refuses the file. Complex numbers are stored as real part, imaginary part.
/// Layout: https://github.com/huggingface/safetensors#format

#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>
#include <torchpp/serialize/archive.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchpp {

/// Names with tensors, in order.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;
/// The metadata of a file: pairs of name and text, in order.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// The content of a safetensors file, in the order of its header.
struct Safetensors {
  NamedTensors tensors;
  Metadata metadata;

  /// The tensor of that name, or null.
  TORCHPP_API const Tensor* find(const std::string& name) const;
};

struct LoadSafetensorsOptions {
  /// Tensors look at a private mapping of the file instead of a copy: nothing is read before it is used, what is not
  /// written to is shared with other processes, and writing to a tensor does not change the file. Only for files that
  /// nobody writes to as long as such a tensor lives: what is written into the file changes tensors, and when it is cut
  /// short, reading a tensor ends the program with SIGBUS. Replacing or removing the file, as save does, is harmless. A
  /// file that cannot be mapped is read.
  bool map = false;
  /// Tensors are moved there; none: they stay on the CPU.
  optional<Device> device;
};

/// Reads a file, each tensor into memory of its own. Every length, dtype, shape and extent is checked against the
/// file's size before it is used; the extents must cover the file's data exactly, without overlap.
/// Throws FileError, which names the file and says what was got and expected; also when the file is written to or cut
/// short while it is read.
TORCHPP_API Safetensors load_safetensors(const std::string& path, const LoadSafetensorsOptions& options = {});
/// Loads from memory, which is copied; `name` is used in errors in place of the path.
TORCHPP_API Safetensors parse_safetensors(const void* data, size_t size, const std::string& name = "memory");

/// Writes a file that appears under `path` complete or not at all: it is written beside it, flushed to the disk, and
/// renamed; on an error what was there before stays. Where `path` is a symbolic link, this is done where the link
/// leads. A file that is replaced must be one that the caller may write to; the new one has its permissions, and its
/// owner and group as far as the system lets the caller give files away; other hard links keep the old contents.
/// Tensors of any strides, dtype and device; their values are copied out.
/// Throws FileError; ValueError for a name that stands twice, is no UTF-8 or is `__metadata__`; TypeError for a layout
/// other than strided.
TORCHPP_API void save_safetensors(const std::string& path, const NamedTensors& tensors, const Metadata& metadata = {});
/// Tensors and values of an archive, that is of a module or an optimizer that wrote itself to it.
TORCHPP_API void save_safetensors(const std::string& path, const serialize::OutputArchive& archive,
                                  const Metadata& metadata = {});
/// Anything that writes itself to an archive: a module, an optimizer.
template <class T, class = decltype(std::declval<const T&>().save(std::declval<serialize::OutputArchive&>()))>
void save_safetensors(const std::string& path, const T& value, const Metadata& metadata = {}) {
  serialize::OutputArchive archive;
  value.save(archive);
  save_safetensors(path, archive, metadata);
}

namespace serialize {

/// An archive's view of a file's tensors.
class TORCHPP_API SafetensorsReader final : public Reader {
 public:
  explicit SafetensorsReader(Safetensors file);
  SafetensorsReader(const SafetensorsReader&) = delete;
  SafetensorsReader& operator=(const SafetensorsReader&) = delete;
  ~SafetensorsReader() override;
  bool read(const std::string& key, Tensor& tensor) override;
  bool read_value(const std::string& key, IValue& value, ParseValue parse) override;
  std::vector<std::string> keys() override;

 private:
  struct Index;
  Safetensors file_;
  torchpp::detail::Owned<Index> index_;
};

/// The file as an archive.   Throws as load_safetensors does.
TORCHPP_API InputArchive open_safetensors(const std::string& path, const LoadSafetensorsOptions& options = {});

/// Collects an archive's tensors; they are held by reference until they are saved. Values that are no tensors become
/// metadata, JSON under "value:<name>"; those of a list of tensors are stored as "<name>.0", "<name>.1", ...
/// Values: none, bool, int, double, complex, string, device, and lists, tuples and dictionaries of these.
class TORCHPP_API SafetensorsWriter final : public Writer {
 public:
  SafetensorsWriter();
  ~SafetensorsWriter() override;
  void write(const std::string& key, const Tensor& tensor, bool is_buffer) override;
  /// Throws NotImplementedError for values of other types.
  void write_value(const std::string& key, const IValue& value, FormatValue format) override;
  const NamedTensors& tensors() const { return tensors_; }
  const Metadata& metadata() const { return metadata_; }

 private:
  NamedTensors tensors_;
  Metadata metadata_;
};

}  // namespace serialize
}  // namespace torchpp
