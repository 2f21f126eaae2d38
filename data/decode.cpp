// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/decode.h>
#include <torchpp/serialize/safetensors.h>
#include <torchpp/tensor.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "data/json_text.h"
#include "data/stages.h"
#include "src/serialize/names.h"
#include "src/serialize/npy.h"
#include "src/serialize/paths.h"

namespace torchpp::data {
namespace {

// A decimal number with blanks around it, as Python's int() takes it.
optional<IValue> integer(const std::string& bytes) {
  constexpr const char* kBlanks = " \t\r\n\v\f";
  size_t begin = bytes.find_first_not_of(kBlanks);
  if (begin == std::string::npos) return nullopt;
  const size_t end = bytes.find_last_not_of(kBlanks) + 1;
  if (bytes[begin] == '+' && begin + 1 < end && bytes[begin + 1] != '-') ++begin;
  int64_t value = 0;
  const auto result = std::from_chars(bytes.data() + begin, bytes.data() + end, value);
  if (result.ec != std::errc() || result.ptr != bytes.data() + end) return nullopt;
  return IValue(value);
}

optional<IValue> decode_basic(const std::string& key, const std::string& bytes) {
  if (serialize::is_one_of(key, {"txt", "text", "transcript"})) return IValue(bytes);
  if (serialize::is_one_of(key, {"cls", "cls2", "class", "count", "index", "inx", "id"})) return integer(bytes);
  if (serialize::is_one_of(key, {"json", "jsn"})) return parse_json_text(bytes, "routed_decode");
  if (key == "safetensors") {
    IValue::Dict tensors;
    for (auto& item : parse_safetensors(bytes.data(), bytes.size(), "routed_decode").tensors)
      tensors.emplace_back(item.first, item.second);
    return IValue(std::move(tensors));
  }
  if (key == "npy") {
    serialize::MemoryInput in(bytes.data(), bytes.size());
    return IValue(serialize::read_npy(in, "routed_decode"));
  }
  return nullopt;
}

}  // namespace

DecodeHandler basic_handler() { return &decode_basic; }

DecodeHandler extension_handler(const std::string& extensions, Callable<IValue(const std::string& bytes)> decode) {
  std::vector<std::string> known;
  for (size_t begin = 0; begin < extensions.size();) {
    const size_t end = std::min(extensions.find(' ', begin), extensions.size());
    if (end > begin) known.push_back(serialize::small_letters(extensions.substr(begin, end - begin)));
    begin = end + 1;
  }
  return [known, decode = std::move(decode)](const std::string& key, const std::string& bytes) -> optional<IValue> {
    if (std::find(known.begin(), known.end(), serialize::small_letters(key)) == known.end()) return nullopt;
    return decode(bytes);
  };
}

std::string extension_of(const std::string& path) { return serialize::extension(path); }

namespace detail {

StagePtr<PathAnd<IValue>> routed_decode(StagePtr<File> files, Decoding decoding) {
  return convert<File, PathAnd<IValue>>("routed_decode", std::move(files), [decoding = std::move(decoding)](File file) {
    std::string bytes = file.second.read_all();
    file.second.close();
    const std::string key = decoding.key_fn ? decoding.key_fn(file.first) : serialize::extension(file.first);
    for (const DecodeHandler& handler : decoding.handlers) {
      optional<IValue> value = handler(key, bytes);
      if (value) return PathAnd<IValue>(std::move(file.first), std::move(*value));
    }
    return PathAnd<IValue>(std::move(file.first), IValue(std::move(bytes)));
  });
}

}  // namespace detail
}  // namespace torchpp::data
