// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/safetensors_header.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "src/serialize/file.h"

namespace torchpp::serialize {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the format is little-endian, and its bytes are mapped");

namespace {

// The format's own bound.
constexpr uint64_t kMostHeaderBytes = 100'000'000;
constexpr size_t kMostDims = 64;
constexpr size_t kAlignment = 64;
// An entry's with its comma: "":{"dtype":"I8","shape":[],"data_offsets":[0,0]},
constexpr size_t kLeastEntryBytes = 50;

constexpr char kMetadataKey[] = "__metadata__";
constexpr const char* kFields[] = {"dtype", "shape", "data_offsets"};  // of an entry

struct DtypeName {
  const char* name;
  ScalarType dtype;
};
// C128 and C32 are this library's: the format has one complex dtype, C64, since version 0.7. Readers that do not know a
// name refuse the file.
constexpr DtypeName kDtypes[] = {
    {"F64", kDouble},       {"F32", kFloat},          {"F16", kHalf},       {"BF16", kBFloat16}, {"I64", kLong},
    {"I32", kInt},          {"I16", kShort},          {"I8", kChar},        {"U8", kByte},       {"BOOL", kBool},
    {"C64", kComplexFloat}, {"C128", kComplexDouble}, {"C32", kComplexHalf}};

// All names, as messages list them.
std::string dtype_names() {
  std::string names;
  for (const DtypeName& d : kDtypes) names += str(names.empty() ? "" : " ", d.name);
  return names;
}

// Finds a name that count names have twice: by sorted places, which take less memory than a set of names.
template <class NameOf>
void check_unique(size_t count, const NameOf& name, const char* what, const std::string& file) {
  std::vector<uint32_t> order(count);
  for (uint32_t i = 0; i < count; ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return name(a) < name(b); });
  for (size_t i = 1; i < count; ++i)
    TORCHPP_CHECK_FILE(name(order[i]) != name(order[i - 1]), file, ": ", what, shown(name(order[i])),
                       " twice, expected it once");
}

void check_names(const SafetensorsHeader& header, const SafetensorsSink& sink, const std::string& file) {
  const auto tensor = [&](uint32_t i) -> const std::string& { return sink.name(i); };
  const auto key = [&](uint32_t i) -> const std::string& { return header.metadata[i].first; };
  check_unique(header.begins.size(), tensor, "the header got the tensor name ", file);
  check_unique(header.metadata.size(), key, "__metadata__ got the key ", file);
}

void check_coverage(const SafetensorsHeader& header, const SafetensorsSink& sink, uint64_t data_size,
                    const std::string& file) {
  uint64_t covered = 0;
  for (const uint32_t i : in_order_of_data(header, sink)) {
    const uint64_t begin = header.begins[i];
    TORCHPP_CHECK_FILE(begin == covered, file, ": tensor ", shown(sink.name(i)), " data_offsets begin at ", begin,
                       ", expected ", covered, ", where the data before it end");
    covered += sink.nbytes(i);
  }
  TORCHPP_CHECK_FILE(covered == data_size, file, ": got ", data_size, " bytes of data, expected the ", covered,
                     " that the header describes");
}

// Takes the header apart as the parser meets its pieces: no tree is built, and what does not belong where it stands
// ends the work at once, so that depth and size of the JSON are bounded by what a header can be.
class HeaderReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  HeaderReader(SafetensorsHeader& header, SafetensorsSink& sink, uint64_t data_size, const std::string& file)
      : header_(header), sink_(sink), data_size_(data_size), file_(file) {}

  bool null() override { unexpected("null"); }
  bool boolean(bool) override { unexpected("a truth value"); }
  bool number_integer(number_integer_t) override { unexpected("a negative number"); }
  bool number_float(number_float_t, const string_t& text) override { unexpected(text.c_str()); }
  bool binary(binary_t&) override { unexpected("binary data"); }

  bool number_unsigned(number_unsigned_t value) override {
    if (at_ != At::kShape && at_ != At::kOffsets) unexpected("a number");
    const bool shape = at_ == At::kShape;
    if (numbers_.size() == (shape ? kMostDims : 2))
      fail("got more than ", numbers_.size(), " numbers in ", shape ? "shape" : "data_offsets",
           ", expected at most that many");
    numbers_.push_back(value);
    return true;
  }

  bool string(string_t& value) override {
    if (at_ == At::kMetadata) {
      header_.metadata.emplace_back(std::move(key_), std::move(value));
    } else if (at_ == At::kEntry && key_ == "dtype") {
      const auto* known =
          std::find_if(std::begin(kDtypes), std::end(kDtypes), [&](const DtypeName& d) { return value == d.name; });
      if (known == std::end(kDtypes)) fail("dtype got ", shown(value), ", expected one of ", dtype_names());
      entry_.dtype = known->dtype;
    } else {
      unexpected("a text");
    }
    return true;
  }

  bool start_object(size_t) override {
    if (at_ == At::kStart) {
      at_ = At::kRoot;
    } else if (at_ == At::kRoot) {
      at_ = key_ == kMetadataKey ? At::kMetadata : At::kEntry;
      entry_ = SafetensorsEntry();
      entry_.name = key_;
      std::fill(std::begin(has_), std::end(has_), false);
    } else {
      unexpected("an object");
    }
    return true;
  }

  bool key(string_t& value) override {
    key_ = std::move(value);
    if (at_ == At::kRoot && key_ == kMetadataKey) check_once(has_metadata_, "the tensor name ");
    if (at_ != At::kEntry) return true;
    const auto* known = std::find(std::begin(kFields), std::end(kFields), key_);
    if (known == std::end(kFields)) fail("got the key ", shown(key_), ", expected dtype, shape and data_offsets");
    check_once(has_[known - kFields], "the key ");
    return true;
  }

  bool end_object() override {
    if (at_ == At::kEntry) finish_entry();
    at_ = at_ == At::kRoot ? At::kStart : At::kRoot;
    return true;
  }

  bool start_array(size_t) override {
    if (at_ != At::kEntry || key_ == "dtype") unexpected("a list");
    at_ = key_ == "shape" ? At::kShape : At::kOffsets;
    numbers_.clear();
    return true;
  }

  bool end_array() override {
    if (at_ == At::kShape) {
      entry_.shape.reserve(numbers_.size());
      for (uint64_t n : numbers_) {
        if (n > INT64_MAX) fail("shape got a dimension of ", n, ", expected at most 2^63 - 1");
        entry_.shape.push_back(static_cast<int64_t>(n));
      }
    } else {
      if (numbers_.size() != 2) fail("data_offsets got ", numbers_.size(), " numbers, expected 2");
      entry_.begin = numbers_[0];
      entry_.end = numbers_[1];
    }
    at_ = At::kEntry;
    return true;
  }

  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) override {
    TORCHPP_FAIL_KIND(kFile, file_, ": the header is no JSON: ", error.what());
  }

 private:
  enum class At : char { kStart, kRoot, kMetadata, kEntry, kShape, kOffsets };

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    TORCHPP_FAIL_KIND(kFile, file_, ": ", where(), parts...);
  }

  std::string where() const {
    if (at_ == At::kStart || at_ == At::kRoot) return "the header ";
    if (at_ == At::kMetadata) return "__metadata__ ";
    return "tensor " + shown(entry_.name) + " ";
  }

  [[noreturn]] void unexpected(const char* got) const {
    static constexpr const char* kExpected[] = {"an object",
                                                "an object for each name",
                                                "a text for each name",
                                                "a text for dtype, lists for shape and data_offsets",
                                                "sizes, whole numbers from 0",
                                                "offsets, whole numbers from 0"};
    fail("got ", shown(got), key_.empty() ? "" : " at ", key_.empty() ? "" : shown(key_), ", expected ",
         kExpected[static_cast<int>(at_)]);
  }

  void check_once(bool& was_there, const char* what) const {
    if (was_there) fail("got ", what, shown(key_), " twice, expected it once");
    was_there = true;
  }

  void finish_entry() {
    for (size_t i = 0; i < std::size(kFields); ++i)
      if (!has_[i]) fail("has no ", kFields[i], ", expected dtype, shape and data_offsets");
    // Sizes of 1 take the place of zeros, so that strides, which skip zeros, cannot overflow either.
    int64_t bytes = static_cast<int64_t>(elementSize(entry_.dtype));
    bool empty = false;
    for (int64_t n : entry_.shape) {
      empty |= n == 0;
      if (__builtin_mul_overflow(bytes, std::max<int64_t>(n, 1), &bytes))
        fail("shape got ", IntArrayRef(entry_.shape), ", expected less than 2^63 bytes");
    }
    if (empty) bytes = 0;
    if (entry_.begin > entry_.end || entry_.end > data_size_)
      fail("data_offsets got [", entry_.begin, ", ", entry_.end, "], expected them in order within the ", data_size_,
           " bytes of data");
    if (entry_.end - entry_.begin != static_cast<uint64_t>(bytes))
      fail("got ", entry_.end - entry_.begin, " bytes of data, expected ", bytes, " for ",
           safetensors_dtype(entry_.dtype), " of shape ", IntArrayRef(entry_.shape));
    header_.begins.push_back(entry_.begin);
    sink_.add(std::move(entry_));
    // What the sink makes of overlapping tensors must not exceed the file. These are sure to overlap.
    given_ += static_cast<uint64_t>(bytes);
    if (given_ > data_size_) check_coverage(header_, sink_, data_size_, file_);
  }

  SafetensorsHeader& header_;
  SafetensorsSink& sink_;
  uint64_t data_size_;
  uint64_t given_ = 0;  // bytes of all tensors so far
  const std::string& file_;
  At at_ = At::kStart;
  std::string key_;
  SafetensorsEntry entry_;
  std::vector<uint64_t> numbers_;
  bool has_metadata_ = false;
  bool has_[std::size(kFields)] = {};  // the present entry
};

}  // namespace

namespace {

// The bytes of the character at p, which is none of ASCII; 0 if it is none at all.
size_t utf8_size(const unsigned char* p, const unsigned char* end) {
  // The second byte's range excludes overlong forms, surrogates and what lies above U+10FFFF (Unicode, table 3-7).
  const int more = *p >= 0xC2 && *p <= 0xDF ? 1 : (*p & 0xF0) == 0xE0 ? 2 : *p >= 0xF0 && *p <= 0xF4 ? 3 : 0;
  const unsigned char low = *p == 0xE0 ? 0xA0 : *p == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = *p == 0xED ? 0x9F : *p == 0xF4 ? 0x8F : 0xBF;
  bool valid = more > 0 && end - p > more && p[1] >= low && p[1] <= high;
  for (int i = 2; valid && i <= more; ++i) valid = (p[i] & 0xC0) == 0x80;
  return valid ? static_cast<size_t>(more) + 1 : 0;
}

}  // namespace

void check_utf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  for (const auto* const end = p + text.size(); p < end;) {
    const size_t size = *p < 0x80 ? 1 : utf8_size(p, end);
    TORCHPP_CHECK_VALUE(size > 0, "save: got the text ", shown(std::string(text)), ", expected UTF-8");
    p += size;
  }
}

void append_json(std::string& out, const std::string& text) {
  static const char kHex[] = "0123456789abcdef";
  check_utf8(text);
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

std::string shown(const std::string& name) {
  constexpr size_t kShown = 80;
  std::string out = "'";
  for (size_t i = 0; i < std::min(name.size(), kShown); ++i)
    out += static_cast<unsigned char>(name[i]) < 0x20 || name[i] == 0x7f ? '?' : name[i];
  return out + (name.size() > kShown ? "...'" : "'");
}

const char* safetensors_dtype(ScalarType dtype) {
  for (const DtypeName& d : kDtypes)
    if (d.dtype == dtype) return d.name;
  return nullptr;
}

void check_bools(const char* data, size_t size, const std::string& tensor, const std::string& file) {
  // Another byte is undefined behaviour in C++, and files are not to be trusted.
  const char* const end = data + size;
  const char* const bad = std::find_if(data, end, [](char c) { return (c & ~1) != 0; });
  TORCHPP_CHECK_FILE(bad == end, file, ": tensor ", shown(tensor), " element ", bad - data, " got the byte ",
                     static_cast<int>(static_cast<unsigned char>(*bad)), ", expected 0 or 1 for BOOL");
}

SafetensorsSink::~SafetensorsSink() = default;

std::vector<uint32_t> in_order_of_data(const SafetensorsHeader& header, const SafetensorsSink& sink) {
  std::vector<uint32_t> order(header.begins.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto is_before = [&](uint32_t a, uint32_t b) {
    return header.begins[a] != header.begins[b] ? header.begins[a] < header.begins[b] : sink.nbytes(a) < sink.nbytes(b);
  };
  // They are mostly written in the header's order.
  if (!std::is_sorted(order.begin(), order.end(), is_before)) std::sort(order.begin(), order.end(), is_before);
  return order;
}

namespace {

// The number of the header's bytes, from the first bytes of a file.
size_t header_length(const char* start, uint64_t size, const std::string& name) {
  TORCHPP_CHECK_FILE(size < 4 || std::memcmp(start, "PK\3\4", 4) != 0, name,
                     ": got a zip archive, as torch.save writes it, expected a safetensors file");
  TORCHPP_CHECK_FILE(size >= kSafetensorsLengthBytes, name, ": got ", size,
                     " bytes, expected a safetensors file, which has at least ", kSafetensorsLengthBytes);
  uint64_t length;
  std::memcpy(&length, start, kSafetensorsLengthBytes);
  TORCHPP_CHECK_FILE(length <= size - kSafetensorsLengthBytes, name, ": got a header length of ", length,
                     ", expected at most the ", size - kSafetensorsLengthBytes,
                     " bytes that follow it; the file is cut short, or no safetensors file");
  TORCHPP_CHECK_FILE(length <= kMostHeaderBytes, name, ": got a header length of ", length, ", expected at most ",
                     kMostHeaderBytes);
  return static_cast<size_t>(length);
}

// The next bytes of an input through a buffer, one by one.
class InputBytes {
 public:
  InputBytes(Input& in, size_t size) : in_(in), left_(size), buffer_(new char[std::min(size, kBufferBytes)]) {}
  bool at_end() const { return next_ == end_ && left_ == 0; }
  // Not at the end.
  char current() {
    if (next_ == end_) fill();
    return *next_;
  }
  void advance() { ++next_; }

 private:
  static constexpr size_t kBufferBytes = size_t{1} << 16;

  void fill() {
    const size_t some = std::min(left_, kBufferBytes);
    in_.read(buffer_.get(), some);
    left_ -= some;
    next_ = buffer_.get();
    end_ = next_ + some;
  }

  Input& in_;
  size_t left_;  // bytes that are not in the buffer yet
  std::unique_ptr<char[]> buffer_;
  const char* next_ = nullptr;
  const char* end_ = nullptr;
};

// The bytes as an iterator, which the parser takes.
struct ByteIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  InputBytes* bytes = nullptr;  // null: behind the last byte

  char operator*() const { return bytes->current(); }
  ByteIterator& operator++() {
    bytes->advance();
    return *this;
  }
  bool operator==(const ByteIterator& o) const { return bytes == o.bytes || (o.bytes == nullptr && bytes->at_end()); }
  bool operator!=(const ByteIterator& o) const { return !(*this == o); }
};

}  // namespace

SafetensorsHeader read_safetensors_header(Input& in, const std::string& name, SafetensorsSink& sink) {
  char start[kSafetensorsLengthBytes];
  in.read(start, static_cast<size_t>(std::min<uint64_t>(in.size(), sizeof start)));
  const size_t length = header_length(start, in.size(), name);
  InputBytes bytes(in, length);
  TORCHPP_CHECK_FILE(length > 0 && bytes.current() == '{', name,
                     ": got a header that does not begin with '{', expected a "
                     "safetensors file");
  SafetensorsHeader header;
  header.size = kSafetensorsLengthBytes + length;
  header.begins.reserve(length / kLeastEntryBytes);
  sink.begin(header.size, length / kLeastEntryBytes);
  const uint64_t data_size = in.size() - header.size;
  HeaderReader reader(header, sink, data_size, name);
  nlohmann::json::sax_parse(ByteIterator{&bytes}, ByteIterator{}, &reader);
  check_names(header, sink, name);
  check_coverage(header, sink, data_size, name);
  return header;
}

std::string format_safetensors_header(const std::vector<SafetensorsEntry>& entries, const Metadata& metadata) {
  std::string out(kSafetensorsLengthBytes, '\0');
  out += '{';
  if (!metadata.empty()) {
    out += "\"__metadata__\":{";
    for (const auto& [key, value] : metadata) {
      append_json(out, key);
      out += ':';
      append_json(out, value);
      out += ',';
    }
    out.back() = '}';
    out += ',';
  }
  for (const SafetensorsEntry& e : entries) {
    append_json(out, e.name);
    out += str(":{\"dtype\":\"", safetensors_dtype(e.dtype), "\",\"shape\":[");
    for (size_t i = 0; i < e.shape.size(); ++i) out += str(i > 0 ? "," : "", e.shape[i]);
    out += str("],\"data_offsets\":[", e.begin, ",", e.end, "]},");
  }
  if (out.back() == ',') out.back() = '}';
  else out += '}';
  out.resize((out.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  const uint64_t length = out.size() - kSafetensorsLengthBytes;
  TORCHPP_CHECK_VALUE(length <= kMostHeaderBytes, "save: names and shapes got ", length,
                      " bytes of header, expected at most ", kMostHeaderBytes);
  std::memcpy(out.data(), &length, kSafetensorsLengthBytes);
  return out;
}

}  // namespace torchpp::serialize
