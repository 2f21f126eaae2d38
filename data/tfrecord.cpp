// SPDX-License-Identifier: BSD-3-Clause
#include "data/tfrecord.h"

#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>
#include <torchpp/tensor.h>

#include <cstring>
#include <utility>
#include <vector>

#include "data/crc32c.h"

namespace torchpp::data {
namespace {

constexpr size_t kLengthBytes = 8, kCrcBytes = 4;

template <class T>
T little_endian(const char* bytes) {
  T value = 0;
  for (size_t i = sizeof(T); i-- > 0;) value = static_cast<T>(value << 8 | static_cast<unsigned char>(bytes[i]));
  return value;
}

// Checksums are stored rotated and with a constant added, since a checksum of bytes that hold their checksum says
// little. Source: TensorFlow's description of the TFRecord format.
uint32_t masked_crc(const char* data, size_t size) {
  const uint32_t crc = crc32c(data, size);
  return (crc >> 15 | crc << 17) + 0xa282ead8U;
}

// Protocol Buffers' encoding: fields with a number and a wire type. Source: protobuf.dev/programming-guides/encoding.
class Wire {
 public:
  enum Type : unsigned { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  Wire(std::string_view bytes, const std::string& subject) : left_(bytes), subject_(subject) {}

  bool is_done() const { return left_.empty(); }
  // Reads the next field's number and type.
  void next_field() {
    const uint64_t tag = varint();
    number_ = tag >> 3;
    type_ = static_cast<unsigned>(tag & 7);
  }
  uint64_t number() const { return number_; }
  bool is(uint64_t number, Type type) const { return number_ == number && type_ == type; }
  std::string_view bytes() {
    const uint64_t n = varint();
    return take(n);
  }
  uint64_t varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      value |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    fail("a number has more than 10 bytes");
  }
  float fixed_float() {
    const uint32_t bits = little_endian<uint32_t>(take(sizeof(float)).data());
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  void skip() {
    switch (type_) {
      case kVarint: varint(); break;
      case kFixed64: take(8); break;
      case kBytes: bytes(); break;
      case kFixed32: take(4); break;
      default: fail("a field has an unknown type");
    }
  }
  [[noreturn]] void fail(const char* what) const { TORCHPP_FAIL_KIND(kFile, subject_, ": no valid example: ", what); }

 private:
  std::string_view take(uint64_t n) {
    if (n > left_.size()) fail("a field ends behind the record");
    const std::string_view taken = left_.substr(0, static_cast<size_t>(n));
    left_.remove_prefix(static_cast<size_t>(n));
    return taken;
  }

  std::string_view left_;
  const std::string& subject_;
  uint64_t number_ = 0;
  unsigned type_ = 0;
};

// message Feature: one of the three kinds of lists.
class Feature {
 public:
  enum Kind : uint64_t { kNone = 0, kTexts = 1, kFloats = 2, kInts = 3 };

  Feature() = default;

  void read(std::string_view bytes, const std::string& subject) {
    Wire wire(bytes, subject);
    while (!wire.is_done()) {
      wire.next_field();
      const uint64_t kind = wire.number();
      if (!wire.is(kind, Wire::kBytes) || kind < kTexts || kind > kInts) {
        wire.skip();
        continue;
      }
      if (kind_ != kind) *this = Feature(static_cast<Kind>(kind));  // of several kinds, the last one counts
      read_list(wire.bytes(), subject);
    }
  }

  IValue value() const {
    switch (kind_) {
      case kTexts: {
        IValue::List texts;
        for (const std::string_view text : texts_) texts.emplace_back(text);
        return IValue(std::move(texts));
      }
      case kFloats: return tensor_of(floats_, kFloat);
      case kInts: return tensor_of(ints_, kLong);
      default: return IValue();
    }
  }

 private:
  explicit Feature(Kind kind) : kind_(kind) {}

  template <class T>
  static Tensor tensor_of(const std::vector<T>& values, ScalarType dtype) {
    Tensor tensor = empty({static_cast<int64_t>(values.size())}, dtype);
    if (!values.empty()) std::memcpy(tensor.data_ptr(), values.data(), values.size() * sizeof(T));
    return tensor;
  }
  // BytesList, FloatList, Int64List: field 1, repeated; numbers are packed or not.
  void read_list(std::string_view bytes, const std::string& subject) {
    Wire wire(bytes, subject);
    while (!wire.is_done()) {
      wire.next_field();
      if (kind_ == kTexts && wire.is(1, Wire::kBytes)) {
        texts_.push_back(wire.bytes());
      } else if (kind_ == kFloats && wire.is(1, Wire::kBytes)) {
        Wire packed(wire.bytes(), subject);
        while (!packed.is_done()) floats_.push_back(packed.fixed_float());
      } else if (kind_ == kFloats && wire.is(1, Wire::kFixed32)) {
        floats_.push_back(wire.fixed_float());
      } else if (kind_ == kInts && wire.is(1, Wire::kBytes)) {
        Wire packed(wire.bytes(), subject);
        while (!packed.is_done()) ints_.push_back(static_cast<int64_t>(packed.varint()));
      } else if (kind_ == kInts && wire.is(1, Wire::kVarint)) {
        ints_.push_back(static_cast<int64_t>(wire.varint()));
      } else {
        wire.skip();
      }
    }
  }

  Kind kind_ = kNone;
  std::vector<std::string_view> texts_;
  std::vector<float> floats_;
  std::vector<int64_t> ints_;
};

// A map<string, message> is a repeated field 1 of messages with the key as field 1 and the value as field 2.
template <class F>
void read_map(std::string_view bytes, const std::string& subject, const F& entry) {
  Wire wire(bytes, subject);
  while (!wire.is_done()) {
    wire.next_field();
    if (!wire.is(1, Wire::kBytes)) {
      wire.skip();
      continue;
    }
    Wire pair(wire.bytes(), subject);
    std::string_view key, value;
    while (!pair.is_done()) {
      pair.next_field();
      if (pair.is(1, Wire::kBytes)) key = pair.bytes();
      else if (pair.is(2, Wire::kBytes)) value = pair.bytes();
      else pair.skip();
    }
    entry(std::string(key), value);
  }
}

// Texts in nested lists.
IValue reshaped(const IValue::List& texts, size_t begin, size_t count, const std::vector<int64_t>& shape, size_t dim) {
  if (dim == shape.size()) return texts[begin];
  const auto n = static_cast<size_t>(shape[dim]);
  IValue::List list;
  for (size_t i = 0; i < n; ++i) list.push_back(reshaped(texts, begin + i * (count / n), count / n, shape, dim + 1));
  return IValue(std::move(list));
}

IValue reshaped(const IValue::List& texts, std::vector<int64_t> shape, const std::string& subject) {
  const auto count = static_cast<int64_t>(texts.size());
  int64_t product = 1, unknown = -1;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == -1 && unknown < 0) {
      unknown = static_cast<int64_t>(d);
      continue;
    }
    TORCHPP_CHECK_VALUE(shape[d] >= 0, subject, ": the spec's shape got ", IntArrayRef(shape),
                        ", expected sizes and at most one -1");
    if (__builtin_mul_overflow(product, shape[d], &product)) product = INT64_MAX;
  }
  if (unknown >= 0 && product > 0) {
    shape[static_cast<size_t>(unknown)] = count / product;
    product *= count / product;
  }
  TORCHPP_CHECK_FILE(product == count && (unknown < 0 || count > 0), subject, ": got ", count,
                     " texts, expected the shape ", IntArrayRef(shape));
  return reshaped(texts, 0, texts.size(), shape, 0);
}

IValue with_spec(IValue value, const FeatureSpec* spec, const std::string& subject) {
  if (spec == nullptr) return value;
  if (value.isTensor()) {
    Tensor tensor = value.toTensor();
    if (spec->shape()) {
      try {
        tensor = tensor.reshape(*spec->shape());
      } catch (const Error& error) {
        TORCHPP_FAIL_KIND(kFile, subject, ": got a feature of shape ", tensor.sizes(), ": ", error.msg());
      }
    }
    return spec->dtype() ? tensor.to(*spec->dtype()) : tensor;
  }
  if (spec->shape() && value.isList()) return reshaped(value.toListRef(), *spec->shape(), subject);
  return value;
}

// The spec of a feature; false if nobody wants the feature.
bool find_spec(const TfRecordOptions& options, const std::string& name, const FeatureSpec*& spec) {
  spec = nullptr;
  if (!options.spec()) return true;
  const auto found = options.spec()->find(name);
  if (found == options.spec()->end()) return false;
  spec = &found->second;
  return true;
}

IValue feature_of(std::string_view bytes, const std::string& subject) {
  Feature feature;
  feature.read(bytes, subject);
  return feature.value();
}

// message FeatureList: field 1, repeated. With a spec that has a dtype, its tensors are stacked.
IValue feature_list_of(std::string_view bytes, const FeatureSpec* spec, const std::string& subject) {
  IValue::List list;
  Wire wire(bytes, subject);
  while (!wire.is_done()) {
    wire.next_field();
    if (wire.is(1, Wire::kBytes)) list.push_back(feature_of(wire.bytes(), subject));
    else wire.skip();
  }
  if (spec == nullptr || !spec->dtype()) return IValue(std::move(list));

  std::vector<Tensor> tensors;
  for (const IValue& value : list) {
    TORCHPP_CHECK_FILE(value.isTensor(), subject, ": got a list with features that are no numbers, expected tensors");
    tensors.push_back(value.toTensor());
    TORCHPP_CHECK_FILE(tensors.back().sizes() == tensors[0].sizes() && tensors.back().dtype() == tensors[0].dtype(),
                       subject, ": got features of different sizes or types, expected those of one tensor");
  }
  TORCHPP_CHECK_FILE(!tensors.empty(), subject, ": got an empty list of features, expected a tensor");
  return with_spec(stack(tensors), spec, subject);
}

}  // namespace

TfRecordReader::TfRecordReader(Stream stream, int64_t max_record_bytes)
    : stream_(std::move(stream)), most_(static_cast<uint64_t>(max_record_bytes)) {
  TORCHPP_CHECK_VALUE(max_record_bytes >= 0, "load_from_tfrecord: max_record_bytes got ", max_record_bytes,
                      ", expected 0 or more");
}

void TfRecordReader::fail(const std::string& what) {
  const std::string name = stream_.name();
  stream_.close();
  TORCHPP_FAIL_KIND(kFile, "read '", name, "' record ", count_, ": ", what);
}

bool TfRecordReader::next(std::string& record) {
  const std::string head = stream_.read(kLengthBytes + kCrcBytes);
  if (head.empty()) return false;
  if (head.size() < kLengthBytes + kCrcBytes)
    fail(str("got ", head.size(), " bytes of a length and its checksum, expected ", kLengthBytes + kCrcBytes));
  const auto length = little_endian<uint64_t>(head.data());
  if (little_endian<uint32_t>(head.data() + kLengthBytes) != masked_crc(head.data(), kLengthBytes))
    fail("the length does not have its checksum");
  if (length > most_)
    fail(str("got a record of ", length, " bytes, expected at most ", most_,
             "; TfRecordOptions::max_record_bytes permits more"));
  record = stream_.read(static_cast<size_t>(length));
  const std::string tail = stream_.read(kCrcBytes);
  if (tail.size() < kCrcBytes) fail(str("the file ends within a record of ", length, " bytes"));
  if (little_endian<uint32_t>(tail.data()) != masked_crc(record.data(), record.size()))
    fail("the record does not have its checksum");
  ++count_;
  return true;
}

Features parse_example(std::string_view bytes, const TfRecordOptions& options, const std::string& subject) {
  Features features, lists;
  Wire wire(bytes, subject);
  while (!wire.is_done()) {
    wire.next_field();
    const bool is_list = wire.is(2, Wire::kBytes);  // SequenceExample.feature_lists
    if (!is_list && !wire.is(1, Wire::kBytes)) {    // Example.features, SequenceExample.context
      wire.skip();
      continue;
    }
    read_map(wire.bytes(), subject, [&](const std::string& name, std::string_view value) {
      const FeatureSpec* spec;
      if (!find_spec(options, name, spec)) return;
      const std::string where = str(subject, " '", name, "'");
      if (is_list) lists[name] = feature_list_of(value, spec, where);
      else features[name] = with_spec(feature_of(value, where), spec, where);
    });
  }
  for (auto& item : lists) {
    TORCHPP_CHECK_FILE(features.count(item.first) == 0, subject, ": got '", item.first,
                       "' both as a feature and as a feature list, expected it once");
    features[item.first] = std::move(item.second);
  }
  if (options.spec())
    for (const auto& item : *options.spec())
      TORCHPP_CHECK_FILE(features.count(item.first) > 0, subject, ": got no feature '", item.first,
                         "', which the spec names");
  return features;
}

}  // namespace torchpp::data
