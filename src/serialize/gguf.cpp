// SPDX-License-Identifier: BSD-3-Clause
// GGUF, the format of llama.cpp's models, versions 2 and 3, little-endian. Quantized tensors are loaded as floats.
// Layout: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <cstring>

#include "src/serialize/gguf_blocks.h"
#include "src/serialize/safetensors_header.h"
#include "src/serialize/tensor_file.h"

namespace torchpp::serialize {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers of the format are little-endian");

constexpr size_t kMostDims = 4;                  // the format's own bound
constexpr uint64_t kMostNameBytes = 1 << 16;     // the format asks for at most 64 bytes of a tensor's name
constexpr uint64_t kMostMetadataText = 1 << 12;  // of a value that is kept as text
constexpr uint64_t kMostAlignment = uint64_t{1} << 20;
constexpr int kMostNestedArrays = 4;

// ---- how elements are stored

// As they are in memory.
struct PlainType {
  uint32_t id;
  const char* name;
  ScalarType dtype;
};
constexpr PlainType kPlainTypes[] = {
    {0, "F32", kFloat}, {1, "F16", kHalf},  {24, "I8", kChar},    {25, "I16", kShort},
    {26, "I32", kInt},  {27, "I64", kLong}, {28, "F64", kDouble}, {30, "BF16", kBFloat16},
};

// ---- the header

// Reads what stands before the data from the left to the right.
class HeaderReader {
 public:
  HeaderReader(RandomInput& in, const std::string& subject)
      : in_(in), subject_(subject), buffer_(new char[kBufferBytes]) {}

  uint64_t position() const { return position_; }
  uint64_t left() const { return in_.size() - position_; }

  template <class... Args>
  [[noreturn]] void fail(const Args&... args) const {
    TORCHPP_FAIL_KIND(kFile, subject_, ": ", args...);
  }

  void read(void* to, size_t n, const char* what) {
    if (n > left()) fail("got ", left(), " bytes for ", what, " at byte ", position_, ", expected ", n);
    auto* next = static_cast<char*>(to);
    while (n > 0) {
      if (position_ < begin_ || position_ >= begin_ + size_) {
        begin_ = position_;
        size_ = static_cast<size_t>(std::min<uint64_t>(left(), kBufferBytes));
        in_.read_at(begin_, buffer_.get(), size_);
      }
      const auto at = static_cast<size_t>(position_ - begin_);
      const size_t some = std::min(n, size_ - at);
      std::memcpy(next, buffer_.get() + at, some);
      next += some;
      n -= some;
      position_ += some;
    }
  }
  void skip(uint64_t n, const char* what) {
    if (n > left()) fail("got ", left(), " bytes for ", what, " at byte ", position_, ", expected ", n);
    position_ += n;
  }
  template <class T>
  T number(const char* what) {
    T value;
    read(&value, sizeof value, what);
    return value;
  }
  std::string text(uint64_t most, const char* what) {
    const auto size = number<uint64_t>(what);
    if (size > most) fail("got ", size, " bytes of ", what, ", expected at most ", most);
    std::string value(static_cast<size_t>(std::min(size, left())), '\0');
    read(value.data(), static_cast<size_t>(size), what);
    return value;
  }

 private:
  static constexpr size_t kBufferBytes = size_t{1} << 16;

  RandomInput& in_;
  const std::string& subject_;
  std::unique_ptr<char[]> buffer_;
  uint64_t begin_ = 0;  // of the buffer's bytes
  size_t size_ = 0;
  uint64_t position_ = 0;
};

// The types of values of metadata.
enum : uint32_t { kU8, kI8, kU16, kI16, kU32, kI32, kF32, kTruth, kText, kArray, kU64, kI64, kF64 };

size_t size_of(uint32_t type) {
  constexpr size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  return type < std::size(kSizes) ? kSizes[type] : 0;
}

// A number or truth value, as text.
std::string number_text(HeaderReader& in, uint32_t type, const std::string& key) {
  switch (type) {
    case kU8: return str(static_cast<int>(in.number<uint8_t>("a value")));
    case kI8: return str(static_cast<int>(in.number<int8_t>("a value")));
    case kU16: return str(in.number<uint16_t>("a value"));
    case kI16: return str(in.number<int16_t>("a value"));
    case kU32: return str(in.number<uint32_t>("a value"));
    case kI32: return str(in.number<int32_t>("a value"));
    case kF32: return str(in.number<float>("a value"));
    case kTruth: return in.number<uint8_t>("a value") != 0 ? "true" : "false";
    case kU64: return str(in.number<uint64_t>("a value"));
    case kI64: return str(in.number<int64_t>("a value"));
    case kF64: return str(in.number<double>("a value"));
    default: in.fail("value ", shown(key), " got type ", type, ", expected one of 0 to ", static_cast<uint32_t>(kF64));
  }
}

// A text, of which what is too long is left out.
std::string text_value(HeaderReader& in) {
  const auto size = in.number<uint64_t>("a text's length");
  if (size > in.left()) in.fail("got ", in.left(), " bytes for a text, expected ", size);
  std::string text(static_cast<size_t>(std::min(size, kMostMetadataText)), '\0');
  in.read(text.data(), text.size(), "a text");
  in.skip(size - text.size(), "a text");
  if (size > text.size()) text += "...";
  return text;
}

// Lists, of which vocabularies have 100,000s of elements, become what they are lists of. Short ones of numbers are
// kept.
std::string array_text(HeaderReader& in, const std::string& key, int depth) {
  constexpr uint64_t kMostShown = 16;
  if (depth == kMostNestedArrays) in.fail("value ", shown(key), " got lists ", depth, " deep, expected fewer");
  const auto type = in.number<uint32_t>("a list's type");
  const auto count = in.number<uint64_t>("a list's length");
  if (const size_t size = size_of(type); size > 0) {
    if (count > in.left() / size)
      in.fail("value ", shown(key), " got a list of ", count, " values, of which the file cannot hold so many");
    if (count > kMostShown) {
      in.skip(count * size, "a list");
      return str("[", count, " numbers]");
    }
    std::string text = "[";
    for (uint64_t i = 0; i < count; ++i) text += str(i > 0 ? ", " : "", number_text(in, type, key));
    return text + "]";
  }
  if (type != kText && type != kArray)
    in.fail("value ", shown(key), " got a list of type ", type, ", expected one of 0 to ", static_cast<uint32_t>(kF64));
  // Each element takes 8 bytes or more, so that the loop ends with the file.
  for (uint64_t i = 0; i < count; ++i) {
    if (type == kText) in.skip(in.number<uint64_t>("a text's length"), "a text");
    else array_text(in, key, depth + 1);
  }
  return str("[", count, type == kText ? " texts]" : " lists]");
}

class GgufSource final : public TensorSource {
 public:
  explicit GgufSource(SourceFile& file) : subject_(file.subject()) {
    HeaderReader in(file.input(), subject_);
    in.skip(4, "the magic number");
    const auto version = in.number<uint32_t>("the version");
    if (version != 2 && version != 3) in.fail("got version ", version, " of GGUF, expected 2 or 3, little-endian");
    const auto tensor_count = in.number<uint64_t>("the number of tensors");
    const auto value_count = in.number<uint64_t>("the number of values");
    // A value takes 13 bytes or more, a tensor 24.
    if (tensor_count > in.left() / 24 || value_count > in.left() / 13)
      in.fail("got ", tensor_count, " tensors and ", value_count, " values, of which the file's ", file.size(),
              " bytes cannot hold so many");
    read_metadata(in, value_count);
    read_tensors(in, tensor_count);
    const uint64_t begin = (in.position() + alignment_ - 1) / alignment_ * alignment_;
    place(begin, file.size());
    in_ = file.take_input();
  }

  Tensor load(size_t index) override {
    const Place& place = places_[index];
    const TensorInfo& info = tensors[index];
    if (place.blocks == nullptr) return load_stored(*in_, place.offset, info, subject_);
    Tensor tensor = empty(info.shape, info.dtype);
    auto* to = static_cast<float*>(tensor.impl()->data());
    // In pieces, so that the quantized bytes take no memory to speak of.
    constexpr size_t kPieceBlocks = 1024;
    const size_t block_bytes = place.blocks->bytes;
    const std::unique_ptr<char[]> piece(new char[kPieceBlocks * block_bytes]);
    size_t left = static_cast<size_t>(info.nbytes) / block_bytes;
    for (uint64_t offset = place.offset; left > 0;) {
      const size_t blocks = std::min(left, kPieceBlocks);
      in_->read_at(offset, piece.get(), blocks * block_bytes);
      place.blocks->dequantize(piece.get(), blocks, to);
      offset += blocks * block_bytes;
      to += blocks * place.blocks->elements;
      left -= blocks;
    }
    return tensor;
  }
  void finish() override { in_->finish(); }

 private:
  struct Place {
    const BlockType* blocks;  // null for a plain type
    uint64_t offset;          // at first from where the data begin, then in the file
  };

  void read_metadata(HeaderReader& in, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i) {
      std::string key = in.text(kMostNameBytes, "a key");
      const auto type = in.number<uint32_t>("a value's type");
      std::string value = type == kText    ? text_value(in)
                          : type == kArray ? array_text(in, key, 0)
                                           : number_text(in, type, key);
      if (key == "general.alignment") set_alignment(in, type, value);
      metadata.emplace_back(std::move(key), std::move(value));
    }
  }
  void set_alignment(HeaderReader& in, uint32_t type, const std::string& value) {
    if (type == kU32) alignment_ = std::strtoull(value.c_str(), nullptr, 10);
    if (type != kU32 || alignment_ == 0 || alignment_ % 8 != 0 || alignment_ > kMostAlignment)
      in.fail("general.alignment got ", shown(value), ", expected a multiple of 8 up to ", kMostAlignment);
  }

  void read_tensors(HeaderReader& in, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i) {
      TensorInfo info;
      info.name = in.text(kMostNameBytes, "a tensor's name");
      const auto dims = in.number<uint32_t>("a tensor's dimensions");
      if (dims > kMostDims)
        in.fail("tensor ", shown(info.name), " got ", dims, " dimensions, expected at most ", kMostDims);
      for (uint32_t d = 0; d < dims; ++d) {
        const auto size = in.number<uint64_t>("a tensor's shape");
        if (size > INT64_MAX)
          in.fail("tensor ", shown(info.name), " got the size ", size, ", expected at most 2^63 - 1");
        info.shape.push_back(static_cast<int64_t>(size));
      }
      std::reverse(info.shape.begin(), info.shape.end());  // the first one changes fastest in the file
      const auto id = in.number<uint32_t>("a tensor's type");
      const auto* const plain = std::find_if(std::begin(kPlainTypes), std::end(kPlainTypes),
                                             [&](const PlainType& known) { return known.id == id; });
      const bool is_plain = plain != std::end(kPlainTypes);
      const BlockType* const blocks = is_plain ? nullptr : block_type(id);
      if (!is_plain && blocks == nullptr)
        in.fail("tensor ", shown(info.name), " got type ", id, ", expected a known one");
      const auto offset = in.number<uint64_t>("a tensor's offset");
      if (is_plain) {
        info.dtype = plain->dtype;
        info.nbytes = bytes_of(in, info, plain->name, 1, static_cast<uint32_t>(elementSize(plain->dtype)));
      } else {
        if (blocks->dequantize != nullptr) info.dtype = kFloat;
        info.stored_as = blocks->name;
        info.nbytes = bytes_of(in, info, blocks->name, blocks->elements, blocks->bytes);
      }
      if (offset % alignment_ != 0)
        in.fail("tensor ", shown(info.name), " got the offset ", offset, ", expected a multiple of ", alignment_);
      places_.push_back({blocks, offset});
      tensors.push_back(std::move(info));
    }
  }

  static uint64_t bytes_of(HeaderReader& in, const TensorInfo& info, const char* type, uint32_t block_elements,
                           uint32_t block_bytes) {
    // Sizes of 1 take the place of zeros, so that strides, which skip zeros, cannot overflow either.
    int64_t elements = 1;
    bool is_empty = false;
    for (const int64_t n : info.shape) {
      is_empty |= n == 0;
      if (__builtin_mul_overflow(elements, std::max<int64_t>(n, 1), &elements) || elements > INT64_MAX / 16)
        in.fail("tensor ", shown(info.name), " got the shape ", IntArrayRef(info.shape),
                ", whose elements cannot be counted");
    }
    if (is_empty) return 0;
    // Blocks do not go beyond a row.
    const int64_t row = info.shape.empty() ? 1 : info.shape.back();
    if (row % block_elements != 0)
      in.fail("tensor ", shown(info.name), " of type ", type, " got rows of ", row,
              " elements, expected a multiple of ", block_elements);
    return static_cast<uint64_t>(elements) / block_elements * block_bytes;
  }

  // Every tensor is within the data, and none overlaps another.
  void place(uint64_t begin, uint64_t file_size) {
    std::vector<size_t> order(tensors.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return places_[a].offset != places_[b].offset ? places_[a].offset < places_[b].offset
                                                    : tensors[a].nbytes < tensors[b].nbytes;
    });
    const uint64_t data_size = file_size > begin ? file_size - begin : 0;
    uint64_t end = 0;
    for (const size_t i : order) {
      Place& place = places_[i];
      const TensorInfo& info = tensors[i];
      if (info.nbytes > 0 && (place.offset > data_size || info.nbytes > data_size - place.offset))
        TORCHPP_FAIL_KIND(kFile, subject_, ": tensor ", shown(info.name), " got ", info.nbytes, " bytes at ",
                          place.offset, ", expected them within the ", data_size, " bytes of data");
      TORCHPP_CHECK_FILE(info.nbytes == 0 || place.offset >= end, subject_, ": tensor ", shown(info.name), " got ",
                         info.nbytes, " bytes at ", place.offset, ", which overlap those of another");
      if (info.nbytes > 0) end = place.offset + info.nbytes;
      place.offset = info.nbytes > 0 ? begin + place.offset : 0;
    }
  }

  std::unique_ptr<RandomInput> in_;
  std::string subject_;
  uint64_t alignment_ = 32;
  std::vector<Place> places_;
};

}  // namespace

std::unique_ptr<TensorSource> open_gguf(SourceFile& file) {
  if (!file.starts_with("GGUF")) return nullptr;
  return std::make_unique<GgufSource>(file);
}

}  // namespace torchpp::serialize
