// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Archives: modules and optimizers write themselves to them and read themselves from them, independent of the
/// file format.
///
/// An OutputArchive collects names and values; a Writer turns them into a file. An InputArchive looks at a Reader
/// through a prefix. A format is a Writer and a Reader; a program carries the formats that it names. Names of nested
/// archives are joined by dots ("layers.0.weight").

#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>
#include <torchpp/tensor.h>

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchpp {

class IValue;

namespace serialize {

/// A value as JSON, and back, for formats that have no form of their own for values: see safetensors.h. Archives pass
/// them to formats, so that only programs that write or read values link them.
using FormatValue = std::string (*)(const IValue& value);
/// `tensor` gives number i of a list of tensors. Errors begin with `subject`.
using ParseValue = IValue (*)(const std::string& json, const std::string& subject,
                              const Callable<Tensor(size_t)>& tensor);

/// Takes the values of an archive, in the order in which they were written. A format's own class derives from it.
class TORCHPP_API Writer {
 public:
  virtual ~Writer();
  /// `is_buffer` tells state that is not trained (running statistics) from parameters.
  virtual void write(const std::string& key, const Tensor& tensor, bool is_buffer) = 0;
  /// A value that is no tensor. Formats that hold tensors alone throw NotImplementedError, which is the default.
  virtual void write_value(const std::string& key, const IValue& value, FormatValue format);
};

/// Gives back what a Writer took, by full name, in any order.
class TORCHPP_API Reader {
 public:
  virtual ~Reader();
  /// Assigns the named tensor to `tensor`; returns false, and changes nothing, if there is none.
  virtual bool read(const std::string& key, Tensor& tensor) = 0;
  /// Like read(), for values that are not tensors. The default implementation has none.
  virtual bool read_value(const std::string& key, IValue& value, ParseValue parse);
  /// Full names of all tensors and values, in the file's order.
  virtual std::vector<std::string> keys() = 0;
};

/// Collects what is to be saved. Tensors are held by reference: values changed before save_to are saved as changed.
/// Source of the interface: libtorch 1.13.
class TORCHPP_API OutputArchive final {
 public:
  OutputArchive();
  OutputArchive(OutputArchive&&) noexcept;
  OutputArchive& operator=(OutputArchive&&) noexcept;
  OutputArchive(const OutputArchive&) = delete;
  OutputArchive& operator=(const OutputArchive&) = delete;
  ~OutputArchive();

  /// A name may be written once; Error otherwise. `is_buffer` tells state that is not trained from parameters.
  void write(const std::string& key, const Tensor& tensor, bool is_buffer = false);
  void write(const std::string& key, const IValue& value);
  /// Everything of the nested archive under `key.`.
  void write(const std::string& key, const OutputArchive& nested_archive);

  /// Hands everything to a format.
  void write_to(Writer& writer) const;
  /// Saves in the library's own format, safetensors; see serialize.h for others.
  void save_to(const std::string& filename) const;
  void save_to(std::ostream& stream) const;
  void save_to(const Callable<size_t(const void*, size_t)>& func) const;

  template <class... Ts>
  void operator()(Ts&&... ts) {
    write(std::forward<Ts>(ts)...);
  }

 private:
  struct Entries;
  torchpp::detail::Owned<Entries> entries_;
};

/// Looks up what was saved. Copies of the reader are shared by nested archives, which see the names below theirs.
/// Source of the interface: libtorch 1.13.
class TORCHPP_API InputArchive final {
 public:
  /// An archive that holds nothing until load_from.
  InputArchive();
  /// An archive over a format's reader.
  explicit InputArchive(std::shared_ptr<Reader> reader);
  InputArchive(InputArchive&&) noexcept;
  InputArchive& operator=(InputArchive&&) noexcept;
  InputArchive(const InputArchive&) = delete;
  InputArchive& operator=(const InputArchive&) = delete;
  ~InputArchive();

  /// Reads a tensor; false if there is none of the name. A tensor that was defined keeps its identity and gradient
  /// and takes over the data, dtype and device of what was read (as set_data).
  bool try_read(const std::string& key, Tensor& tensor, bool is_buffer = false);
  /// Reads a value; one that is a tensor too.
  bool try_read(const std::string& key, IValue& value);
  /// Makes `archive` an archive of the names that begin with `key.`; returns false if there are none.
  bool try_read(const std::string& key, InputArchive& archive);
  /// As try_read, but what is missing is an Error that gives the full name.
  void read(const std::string& key, Tensor& tensor, bool is_buffer = false);
  void read(const std::string& key, IValue& value);
  void read(const std::string& key, InputArchive& archive);

  /// Opens a file or bytes in any format that the library reads, recognised by content. With a device, tensors are
  /// moved there.
  void load_from(const std::string& filename, optional<Device> device = nullopt);
  /// As load_from, but the tensors look at a mapping of the file instead of a copy: nothing is read before it is used,
  /// and processes that load the same file share its memory. Only for files that nobody writes to as long as a tensor
  /// of the archive lives: what is written into the file changes tensors, and when it is cut short, reading a tensor
  /// ends the program with SIGBUS. Replacing or removing the file, as save does, is harmless.
  void load_mapped(const std::string& filename, optional<Device> device = nullopt);
  void load_from(std::istream& stream, optional<Device> device = nullopt);
  void load_from(const char* data, size_t size, optional<Device> device = nullopt);
  void load_from(const Callable<size_t(uint64_t pos, void* buf, size_t nbytes)>& read_func,
                 const Callable<size_t()>& size_func, optional<Device> device = nullopt);

  /// The names directly below this archive: of tensors and values, and of nested archives, each once.
  std::vector<std::string> keys();
  /// The archive of the names below `key.`, which may be none.
  InputArchive nested(const std::string& key) const;
  /// The prefix of this archive's names in the reader: "" or "layers.0.".
  const std::string& prefix() const { return prefix_; }

  template <class... Ts>
  void operator()(Ts&&... ts) {
    read(std::forward<Ts>(ts)...);
  }

 private:
  void look_at(std::shared_ptr<Reader> reader);
  Reader* reader() const noexcept { return static_cast<Reader*>(reader_.get()); }

  std::shared_ptr<void> reader_;  // of a Reader; std::shared_ptr of it would cost every including file compile time
  std::string prefix_;
};

}  // namespace serialize
}  // namespace torchpp
