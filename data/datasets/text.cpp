// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/text.h>
#include <torchpp/ops/tensor_literal.h>

#include <algorithm>
#include <set>
#include <utility>

#include "data/datasets/bytes.h"

namespace torchpp::data::datasets {
namespace {

// The bytes of the character that begins at `at`: 1 where it is none.
size_t character_length(const std::string& text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  const size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  if (at + length > text.size()) return 1;
  for (size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return 1;
  return length;
}

// Calls f(unit, where it begins) for each unit.
template <class F>
void for_units(const std::string& text, TextUnit unit, const F& f) {
  const char* ends = unit == TextUnit::kWords ? " \t\r\n" : "\n";
  for (size_t at = 0; at < text.size();) {
    if (unit == TextUnit::kCharacters) {
      const size_t length = character_length(text, at);
      f(text.substr(at, length), at);
      at += length;
      continue;
    }
    const size_t end = std::min(text.find_first_of(ends, at), text.size());
    if (unit == TextUnit::kLines) {
      const size_t cut = end > at && text[end - 1] == '\r' ? end - 1 : end;
      f(text.substr(at, cut - at), at);
    } else if (end > at) {
      f(text.substr(at, end - at), at);
    }
    at = end + 1;
  }
}

}  // namespace

TextCorpus::TextCorpus(const std::string& path, const TextCorpusOptions& options)
    : TextCorpus(open_plain_or_gzip(path), options) {}

TextCorpus::TextCorpus(Stream stream, const TextCorpusOptions& options)
    : unit_(options.unit()), vocabulary_(options.vocabulary()) {
  TORCHPP_CHECK_VALUE(options.max_bytes() >= 0, "TextCorpus: max_bytes got ", options.max_bytes(),
                      ", expected 0 or more");
  const std::string name = stream.name(), text = stream.read_all(static_cast<size_t>(options.max_bytes()));
  if (vocabulary_.empty()) {
    std::set<std::string> units;
    for_units(text, unit_, [&](std::string unit, size_t) { units.insert(std::move(unit)); });
    vocabulary_.assign(units.begin(), units.end());
  }
  for (const std::string& unit : vocabulary_)
    TORCHPP_CHECK_VALUE(numbers_.emplace(unit, static_cast<int64_t>(numbers_.size())).second,
                        "TextCorpus: the vocabulary has '", unit, "' twice");
  if (!options.unknown().empty()) {
    const auto found = numbers_.find(options.unknown());
    TORCHPP_CHECK_VALUE(found != numbers_.end(), "TextCorpus: the vocabulary does not have '", options.unknown(),
                        "', which is to stand for unknown units");
    unknown_ = found->second;
  }
  ids_ = tensor(numbers_of(text, name));
}

std::vector<int64_t> TextCorpus::numbers_of(const std::string& text, const std::string& name) const {
  std::vector<int64_t> ids;
  for_units(text, unit_, [&](const std::string& unit, size_t at) {
    const auto found = numbers_.find(unit);
    TORCHPP_CHECK_FILE(found != numbers_.end() || unknown_, "read '", name, "' line ",
                       1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'), ": '", unit,
                       "' is not in the vocabulary");
    ids.push_back(found != numbers_.end() ? found->second : *unknown_);
  });
  return ids;
}

Tensor TextCorpus::encode(const std::string& text) const { return tensor(numbers_of(text, "text")); }

std::string TextCorpus::decode(const Tensor& ids) const {
  TORCHPP_CHECK_TYPE(ids.scalar_type() == kLong, "TextCorpus: decode() got ", ids.scalar_type(), ", expected Long");
  const Tensor list = ids.cpu().contiguous();
  const auto* p = list.data_ptr<int64_t>();
  const auto count = static_cast<int64_t>(vocabulary_.size());
  std::string text;
  for (int64_t i = 0; i < list.numel(); ++i) {
    TORCHPP_CHECK_INDEX(p[i] >= 0 && p[i] < count, "TextCorpus: decode() got ", p[i], ", expected 0 to ", count - 1);
    if (i > 0 && unit_ != TextUnit::kCharacters) text += unit_ == TextUnit::kWords ? ' ' : '\n';
    text += vocabulary_[static_cast<size_t>(p[i])];
  }
  return text;
}

TextWindows::TextWindows(Tensor ids, size_t length, size_t step)
    : ids_(std::move(ids)),
      length_(static_cast<int64_t>(length)),
      step_(step == 0 ? length_ : static_cast<int64_t>(step)) {
  TORCHPP_CHECK_VALUE(ids_.dim() == 1, "TextWindows: ids got sizes ", ids_.sizes(), ", expected a list");
  TORCHPP_CHECK_VALUE(length_ > 0 && step_ > 0, "TextWindows: length got ", length, ", step ", step,
                      ", expected at least 1");
}
Example<> TextWindows::get(size_t index) {
  TORCHPP_CHECK_INDEX(index < *size(), "TextWindows: index got ", index, ", expected less than ", *size());
  const int64_t begin = static_cast<int64_t>(index) * step_;
  return {ids_.slice(0, begin, begin + length_), ids_.slice(0, begin + 1, begin + 1 + length_)};
}
optional<size_t> TextWindows::size() const {
  const int64_t last = ids_.size(0) - 1 - length_;  // where the last piece may begin
  return last < 0 ? 0 : static_cast<size_t>(last / step_ + 1);
}

}  // namespace torchpp::data::datasets
