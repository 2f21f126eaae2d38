// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files of named tensors of any format that the library reads, one interface for all.
///
/// A file is opened by what it holds, not by its name:
///
///     safetensors        one file
///     safetensors index  of a model whose safetensors files are several (model.safetensors.index.json)
///     npz, npy           of NumPy; an array without a name is "arr_0"
///     pt                 PyTorch's .pt and .pth; names as PtReader's. All tensors are read when the file is opened if
///                        it is older than PyTorch 1.6, or holds other objects than dense tensors, numbers and texts
///     gguf               versions 2 and 3; quantized tensors, of all types but Q8_1 and IQ, are loaded as floats
///     csv                a table of numbers, which is one tensor, "values": int64 if all are, else double
///
/// Opening reads names, dtypes and shapes (and all of a table, whose shape shows at its end); a tensor's data are read
/// when it is loaded:
///
///     TensorFile file = TensorFile::open("model.safetensors");
///     for (const TensorInfo& tensor : file.tensors()) std::cout << tensor.name << '\n';
///     Tensor weight = file.load("layers.0.weight", {kCUDA, kHalf});

#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>
#include <torchpp/serialize/safetensors.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace torchpp {

/// What a file says of one of its tensors.
struct TensorInfo {
  std::string name;
  /// The dtype that loading gives; Undefined if the library has none for what is stored, and loading is an error.
  ScalarType dtype = ScalarType::Undefined;
  std::vector<int64_t> shape;
  uint64_t nbytes = 0;  ///< that the data take in the file
  /// How the elements are stored, if not as a dense tensor of `dtype`: "Q4_0", "qint8 per channel", "sparse COO".
  std::string stored_as;

  /// The number of elements.
  TORCHPP_API int64_t numel() const;
};

struct TensorFileOptions {
  /// Tensors look at a private mapping of the file instead of a copy, where the format stores them as they are in
  /// memory; see LoadSafetensorsOptions::map for what this gains and when it must not be used.
  bool map = false;
};

/// How a tensor is loaded. None: as it is stored, on the CPU.
struct LoadTensorOptions {
  LoadTensorOptions() = default;
  LoadTensorOptions(optional<Device> to, optional<ScalarType> as = nullopt)  // NOLINT: implicit, {kCUDA, kHalf}
      : device(to), dtype(as) {}

  optional<Device> device;
  optional<ScalarType> dtype;  ///< to which elements are converted
};

/// An open file of tensors. Every length, dtype, shape and extent is checked against the file's size before it is used.
/// Opening takes memory for names and shapes, at most twice the file and 1 MB where a tensor has the bytes of four
/// floats or more; loading takes that of the tensor. Greater than the file may be tensors of deflated zip archives, all
/// together up to 1 GiB, those of .pt files that repeat their elements with strides of 0, to the same bound, quantized
/// ones of GGUF, and those of tables, of which each number takes 8 bytes. Errors are FileErrors that name the file and
/// say what was got and expected; so is a file that is written to or cut short while it is open and not mapped. One
/// thread at a time may use it.
class TORCHPP_API TensorFile {
 public:
  /// Recognises the format and reads names, dtypes and shapes. Throws FileError, for a file of no known format too.
  static TensorFile open(const std::string& path, const TensorFileOptions& options = {});
  /// Opens bytes in memory, which are copied; `name` is used in errors in place of the path. An index of several files
  /// is refused, because it is known by a path alone where they are.
  static TensorFile parse(const void* data, size_t size, const std::string& name = "memory");

  TensorFile(TensorFile&&) noexcept;
  TensorFile& operator=(TensorFile&&) noexcept;
  TensorFile(const TensorFile&) = delete;
  TensorFile& operator=(const TensorFile&) = delete;
  ~TensorFile();

  /// The format's name, as in the list above.
  const char* format() const;
  /// As it was given to open, or the name that was given to parse.
  const std::string& path() const;
  /// In the file's order. Names are unique.
  const std::vector<TensorInfo>& tensors() const;
  /// What the file says beside its tensors.
  const Metadata& metadata() const;

  /// The position of the tensor in tensors(); none if the file has none of this name.
  optional<size_t> find(const std::string& name) const;
  /// Reads one tensor, contiguous or, from PyTorch's files alone, sparse, into memory of its own or, if the file is
  /// mapped, over the mapping. ValueError if there is none of this name.
  Tensor load(const std::string& name, const LoadTensorOptions& options = {});
  /// The tensor at this position in tensors(). IndexError if there are not so many.
  Tensor load(size_t index, const LoadTensorOptions& options = {});
  /// All of them, in the file's order.
  NamedTensors load_all(const LoadTensorOptions& options = {});

 private:
  struct State;
  explicit TensorFile(torchpp::detail::Owned<State> state);

  torchpp::detail::Owned<State> state_;
};

}  // namespace torchpp
