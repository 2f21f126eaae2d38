// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/dtype.h>
#include <torchpp/serialize/safetensors.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torchpp::serialize {

class Input;

/// One tensor of a file; `begin` and `end` count bytes from where the header ends.
struct SafetensorsEntry {
  std::string name;
  ScalarType dtype = ScalarType::Undefined;
  std::vector<int64_t> shape;
  uint64_t begin = 0;
  uint64_t end = 0;
};

/// Takes the tensors of a header as they are read, so that nobody holds them twice: small tensors take more memory as
/// entries than in the file.
class SafetensorsSink {
 public:
  virtual ~SafetensorsSink();
  /// Called once, before the first tensor: where the data begin in the file, and that there will be no more than
  /// `most` tensors, and mostly fewer; memory that is reserved and not used costs none.
  virtual void begin(uint64_t data_offset, size_t most) = 0;
  /// The shape fits the extent, which is within the data; all tensors so far take no more bytes than the data.
  virtual void add(SafetensorsEntry&& entry) = 0;
  /// Of the tensor that was added as number i.
  virtual const std::string& name(size_t i) const = 0;
  virtual uint64_t nbytes(size_t i) const = 0;
};

struct SafetensorsHeader {
  Metadata metadata;
  size_t size = 0;               // of the header with its length; where the data begin
  std::vector<uint64_t> begins;  // of the tensors, in the order in which they were added
};

/// Bytes of the number at the start of a file, that of the header's bytes after it.
constexpr size_t kSafetensorsLengthBytes = 8;

/// Reads, takes apart and checks a header, which is all of `in` that stands before the data: afterwards the extents
/// cover the rest exactly, and names are unique. Of the text nothing is kept. Throws FileError, which begins with
/// `name`.
SafetensorsHeader read_safetensors_header(Input& in, const std::string& name, SafetensorsSink& sink);
/// The places of tensors in the order of their data.
std::vector<uint32_t> in_order_of_data(const SafetensorsHeader& header, const SafetensorsSink& sink);

/// Length and JSON of a header, padded so that data after it are aligned to 64 bytes. Throws ValueError for a text that
/// is not UTF-8.
std::string format_safetensors_header(const std::vector<SafetensorsEntry>& entries, const Metadata& metadata);

/// "F32", ...; null for a dtype that is not saved.
const char* safetensors_dtype(ScalarType dtype);

/// Throws FileError, which begins with `file`, if a byte of a tensor of bools is neither 0 nor 1.
void check_bools(const char* data, size_t size, const std::string& tensor, const std::string& file);

/// Throws ValueError if the text is not UTF-8.
void check_utf8(std::string_view text);
/// Appends the text as JSON. Throws ValueError if it is not UTF-8.
void append_json(std::string& out, const std::string& text);

/// A name from a file, formatted for a message: in quotes, control characters replaced, truncated when long.
std::string shown(const std::string& name);

}  // namespace torchpp::serialize
