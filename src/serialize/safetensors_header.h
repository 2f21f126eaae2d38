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

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;
  Metadata metadata;
  size_t size = 0;  // of the header with its length; where the data begin
};

/// Bytes of the number at the start of a file, that of the header's bytes after it.
constexpr size_t kSafetensorsLengthBytes = 8;

/// The number of the header's bytes, from the first kSafetensorsLengthBytes of a file of `size` bytes, or from all of a
/// shorter one. Throws FileError, which begins with `name`, when the file does not begin as a safetensors file does.
size_t safetensors_header_length(const char* start, uint64_t size, const std::string& name);
/// Takes apart and checks a header of that length: afterwards every entry's shape fits its extent, and the extents
/// cover the rest of the file's `size` bytes exactly. Throws FileError, which begins with `name`.
SafetensorsHeader parse_safetensors_header(const char* json, size_t length, uint64_t size, const std::string& name);

/// Reads a header, which is all that stands before the data, and does both. Of the text nothing is kept.
SafetensorsHeader read_safetensors_header(Input& in, const std::string& name);

/// Length and JSON of a header, padded so that data after it are aligned to 64 bytes. Throws ValueError for a text that
/// is not UTF-8.
std::string format_safetensors_header(const SafetensorsHeader& header);

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
