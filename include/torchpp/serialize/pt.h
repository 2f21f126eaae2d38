// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files of PyTorch, .pt and .pth: what Python's torch.save writes, and what libtorch's torch::save and
/// pickle_save write.
///
/// Read are the zip archives of PyTorch 1.6 and later, the streams of pickles before, and the tar archives before
/// those: tensors, parameters, state dictionaries of modules and optimizers, and numbers, texts, lists, tuples and
/// dictionaries of these. Nothing in a file is run: a pickle can name only what tensors and their containers are made
/// of, and a file that names anything else is refused by an error that gives the name. Every count and extent is
/// checked against the file before memory is taken, and every byte that is read against its CRC where the format has
/// one.
///
/// Quantized tensors, of all dtypes and schemes of PyTorch 1.13, are read as floats, since the library has no dtypes
/// for them: each element is (q - zero_point) * scale as PyTorch's dequantize() computes it, to the bit. Those that
/// shared memory and have the same scales and zero points share it again; TensorFile and `torchpp inspect` tell how
/// they were stored. Scales that are not finite and above 0, zero points beyond the dtype, and numbers of them that are
/// not those of the channels are FileErrors.
///
/// Sparse tensors of torch.sparse_coo are read and written as such. PyTorch 1.13 does not write whether one is
/// coalesced; it is then if its indices rise. Matrices of torch.sparse_csr are read as torch.sparse_coo, since the
/// library has no compressed layouts; their indices, 16 bytes for each element, count as what loading takes. Archives
/// and TensorFile read them, too, but in a program that is linked statically only if its kernels of sparse tensors are
/// there, with which programs that use none would be larger: once it has called load_pt or has made a sparse tensor or
/// a SparseGradient(true). Until then they are FileErrors.
///
/// Not supported: whole modules and other Python objects, storages of quantized elements by themselves, batches of
/// matrices of torch.sparse_csr, and sparse tensors in the other compressed layouts, which PyTorch 1.13 cannot save.

#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/serialize/archive.h>
#include <torchpp/serialize/safetensors.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchpp {

/// The content of a file. A dict or OrderedDict is a dictionary, in the file's order; a set a list; bytes a text;
/// a dtype or layout an int as IValue(dtype) is; a torch.Size a list of ints; an object of TorchScript the dictionary
/// of its attributes. Tensors that shared memory share it again, and a list or dictionary that stood at two places is
/// the same at both. A tensor requires grad if it did.
struct PtFile {
  IValue value;
  /// What a module's state dictionary has in Python as `_metadata`: the version of each module by its path; what else
  /// it holds is left out. Empty for other values. See nn::StateDict::versions.
  std::vector<std::pair<std::string, int64_t>> versions;
};

struct LoadPtOptions {
  /// Tensors look at a private mapping of the file instead of a copy where the file has their elements aligned; see
  /// LoadSafetensorsOptions::map for what this gains, and for what happens when the file is written to or cut short.
  /// Their bytes are not compared with their CRC, because nothing is read before it is used, unless check_mapped.
  bool map = false;
  /// The bytes that tensors look at in a mapping are read once by all threads and compared with their CRC, which takes
  /// less time than to copy them. FileError if they differ.
  bool check_mapped = false;
  /// Tensors are moved there; none: all are on the CPU, wherever they were saved from.
  optional<Device> device;
  /// Bound of the memory for everything but the tensors' elements, in bytes. 0: what is needed for loading takes at
  /// most twice the file, 1 MB, 512 bytes for the objects of each tensor, which are what is loaded, and 4 bytes for
  /// each quantized element. To be raised for files that hold long lists of numbers.
  uint64_t most_value_bytes = 0;
};

/// Reads a file. Throws FileError, which names the file and says what was got and expected; also when the file is
/// written to or cut short while it is read.
TORCHPP_API PtFile load_pt(const std::string& path, const LoadPtOptions& options = {});
/// Loads from memory, which is copied; `name` is used in errors in place of the path.
TORCHPP_API PtFile parse_pt(const void* data, size_t size, const std::string& name = "memory");

/// Writes a value so that Python's torch.load reads it: tensors, numbers, texts, devices, none, and lists, tuples and
/// dictionaries of these. Memory that tensors share is written once. Tensors of other devices are written as tensors of
/// the CPU. `versions` become the `_metadata` of the value, which then must be a dictionary and is written as an
/// OrderedDict. The file appears under `path` complete or not at all; see save_safetensors.
/// Throws FileError; TypeError for a value, dtype or layout that has no form in such files.
TORCHPP_API void save_pt(const std::string& path, const IValue& value,
                         const std::vector<std::pair<std::string, int64_t>>& versions = {});
/// Named tensors as a dictionary, which Python's modules load by load_state_dict.
TORCHPP_API void save_pt(const std::string& path, const NamedTensors& tensors,
                         const std::vector<std::pair<std::string, int64_t>>& versions = {});
/// What an archive holds, as nested dictionaries: "layers.0.weight" of a module is one name, as in Python's state
/// dictionaries; an optimizer's state_dict() becomes what Python's load_state_dict takes.
TORCHPP_API void save_pt(const std::string& path, const serialize::OutputArchive& archive);
/// Anything that writes itself to an archive: a module, an optimizer's state_dict().
template <class T, class = decltype(std::declval<const T&>().save(std::declval<serialize::OutputArchive&>()))>
void save_pt(const std::string& path, const T& value) {
  serialize::OutputArchive archive;
  value.save(archive);
  save_pt(path, archive);
}

/// Writes an archive that libtorch's torch::load reads into a module, an optimizer or a tensor of the same kind: what
/// libtorch's torch::save would have written. Throws FileError; TypeError and ValueError for what has no form in it.
/// Not for LBFGS, whose state libtorch keeps otherwise.
TORCHPP_API void save_libtorch(const std::string& path, const serialize::OutputArchive& archive);
/// Anything that writes itself to an archive: a module, an optimizer.
template <class T, class = decltype(std::declval<const T&>().save(std::declval<serialize::OutputArchive&>()))>
void save_libtorch(const std::string& path, const T& value) {
  serialize::OutputArchive archive;
  value.save(archive);
  save_libtorch(path, archive);
}

/// The value that pickle_save, or Python's torch.save, wrote.   Source: libtorch 1.13, which reads no others.
TORCHPP_API IValue pickle_load(const std::vector<char>& data);
/// The bytes of a file that Python's torch.load and libtorch's pickle_load read.   Source: libtorch 1.13.
TORCHPP_API std::vector<char> pickle_save(const IValue& value);

namespace serialize {

/// An archive's view of a file. Names of nested dictionaries, lists and objects are joined by dots: a checkpoint
/// {"state_dict": {"layers.0.weight": ...}, "epoch": 3} has the names "state_dict.layers.0.weight" and "epoch", and
/// archive.nested("state_dict") is that of the module. Numbers are values, and 0-dim tensors to those who read tensors.
/// An optimizer that libtorch saved has the names that this library's optimizers read.
class TORCHPP_API PtReader final : public Reader {
 public:
  /// `name` begins errors.
  explicit PtReader(PtFile file, const std::string& name = "load");
  PtReader(const PtReader&) = delete;
  PtReader& operator=(const PtReader&) = delete;
  ~PtReader() override;
  bool read(const std::string& key, Tensor& tensor) override;
  bool read_value(const std::string& key, IValue& value, ParseValue parse) override;
  std::vector<std::string> keys() override;

 private:
  struct Index;
  torchpp::detail::Owned<Index> index_;
};

}  // namespace serialize
}  // namespace torchpp
