// SPDX-License-Identifier: BSD-3-Clause
#include "audio/samples.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace torchpp::audio {
namespace {

// ITU-T G.711. A byte holds a sign, three bits of exponent and four of mantissa, some of them inverted.
constexpr int kUlawBias = 0x84;

int decode_ulaw(unsigned char byte) {
  const int code = ~byte & 0xFF;
  const int magnitude = (((code & 15) << 3) + kUlawBias) << ((code & 0x70) >> 4);
  return (code & 0x80) != 0 ? kUlawBias - magnitude : magnitude - kUlawBias;
}

int decode_alaw(unsigned char byte) {
  const int code = byte ^ 0x55, exponent = (code & 0x70) >> 4;
  int magnitude = ((code & 15) << 4) + 8;
  if (exponent > 0) magnitude = (magnitude + 0x100) << (exponent - 1);
  return (code & 0x80) != 0 ? magnitude : -magnitude;
}

// The number of the highest bit that is set.
int highest_bit(int value) {
  int bit = 0;
  while (value >> (bit + 1) != 0) ++bit;
  return bit;
}

// Of 14 bits.
unsigned char encode_ulaw(int sample) {
  constexpr int kBias = kUlawBias >> 2, kLargest = 0x1FFF;
  const int magnitude = std::min(std::abs(sample) + kBias, kLargest + kBias);
  const int exponent = std::min(highest_bit(magnitude) - 5, 7);
  const int mantissa = magnitude > kLargest ? 15 : magnitude >> (exponent + 1) & 15;
  return static_cast<unsigned char>((sample < 0 ? 0x7F : 0xFF) ^ (exponent << 4 | mantissa));
}

// Of 13 bits.
unsigned char encode_alaw(int sample) {
  const int magnitude = sample < 0 ? -sample - 1 : sample;
  const int exponent = std::max(highest_bit(magnitude) - 4, 0);
  const int mantissa = magnitude >> std::max(exponent, 1) & 15;
  return static_cast<unsigned char>((sample < 0 ? 0x55 : 0xD5) ^ (exponent << 4 | mantissa));
}

uint64_t little_endian(const unsigned char* from, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= static_cast<uint64_t>(from[i]) << 8 * i;
  return value;
}
void put_little_endian(uint64_t value, unsigned char* to, int bytes) {
  for (int i = 0; i < bytes; ++i) to[i] = static_cast<unsigned char>(value >> 8 * i);
}

// An integer of the given bytes, in the upper bits.
template <int bytes>
int32_t upper_bits(const unsigned char* from) {
  return static_cast<int32_t>(static_cast<uint32_t>(little_endian(from, bytes)) << 8 * (4 - bytes));
}

template <class T>
T bits_as(const unsigned char* from) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  const Bits bits = static_cast<Bits>(little_endian(from, sizeof(T)));
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
void put_bits(T value, unsigned char* to) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  put_little_endian(bits, to, sizeof(T));
}

template <class T, class Decode>
void decode_each(const unsigned char* from, size_t step, size_t count, void* to, size_t stride, const Decode& decode) {
  T* out = static_cast<T*>(to);
  for (size_t i = 0; i < count; ++i) out[i * stride] = decode(from + i * step);
}

// The nearest integer of so many bits; halves go up. Not a number becomes 0.
int64_t rounded(double sample, int bits) {
  const double scale = std::ldexp(1, bits - 1);
  const double value = std::floor(sample * scale + .5);
  if (!(value >= -scale)) return value < -scale ? static_cast<int64_t>(-scale) : 0;
  return static_cast<int64_t>(std::min(value, scale - 1));
}

template <class T>
void encode_each(const SampleFormat& format, const T* from, size_t stride, size_t count, unsigned char* to,
                 size_t step) {
  const auto each = [&](const auto& put) {
    for (size_t i = 0; i < count; ++i) {
      const T value = from[i * stride];
      double sample;
      if constexpr (std::is_same_v<T, float>) sample = value;
      else if constexpr (std::is_same_v<T, uint8_t>) sample = (value - 128) / 128.;
      else sample = std::ldexp(static_cast<double>(value), 1 - static_cast<int>(8 * sizeof(T)));
      put(sample, to + i * step);
    }
  };
  switch (format.encoding) {
    case Encoding::kPcmS:
      return each([&](double sample, unsigned char* out) {
        put_little_endian(static_cast<uint64_t>(rounded(sample, format.bits)), out, format.bits / 8);
      });
    case Encoding::kPcmU:
      return each(
          [](double sample, unsigned char* out) { *out = static_cast<unsigned char>(rounded(sample, 8) + 128); });
    case Encoding::kPcmF:
      if (format.bits == 64) return each([](double sample, unsigned char* out) { put_bits(sample, out); });
      return each([](double sample, unsigned char* out) { put_bits(static_cast<float>(sample), out); });
    case Encoding::kUlaw:
      return each([](double sample, unsigned char* out) { *out = encode_ulaw(static_cast<int>(rounded(sample, 14))); });
    case Encoding::kAlaw:
      return each([](double sample, unsigned char* out) { *out = encode_alaw(static_cast<int>(rounded(sample, 13))); });
  }
}

}  // namespace

bool is_sample_format(const SampleFormat& format) {
  switch (format.encoding) {
    case Encoding::kPcmS: return format.bits == 16 || format.bits == 24 || format.bits == 32;
    case Encoding::kPcmF: return format.bits == 32 || format.bits == 64;
    case Encoding::kPcmU:
    case Encoding::kUlaw:
    case Encoding::kAlaw: return format.bits == 8;
  }
  return false;
}

ScalarType dtype_of(const SampleFormat& format, bool normalize) {
  if (normalize) return kFloat;
  switch (format.encoding) {
    case Encoding::kPcmS: return format.bits == 16 ? kShort : kInt;
    case Encoding::kPcmU: return kByte;
    case Encoding::kPcmF: return format.bits == 64 ? kDouble : kFloat;
    case Encoding::kUlaw:
    case Encoding::kAlaw: break;
  }
  return kFloat;
}

void decode_samples(const SampleFormat& format, bool normalize, const unsigned char* from, size_t step, size_t count,
                    void* to, size_t stride) {
  using Bytes = const unsigned char*;
  const auto floats = [&](const auto& decode) { decode_each<float>(from, step, count, to, stride, decode); };
  const auto ints = [&](const auto& decode) { decode_each<int32_t>(from, step, count, to, stride, decode); };
  constexpr float kOf16 = 1.f / (1 << 15), kOf32 = kOf16 / (1 << 16);
  switch (format.encoding) {
    case Encoding::kPcmU:
      if (normalize) return floats([](Bytes p) { return static_cast<float>(*p - 128) / 128; });
      return decode_each<uint8_t>(from, step, count, to, stride, [](Bytes p) { return *p; });
    case Encoding::kPcmS:
      if (format.bits == 16) {
        const auto decode = [](Bytes p) { return static_cast<int16_t>(little_endian(p, 2)); };
        if (normalize) return floats([&](Bytes p) { return decode(p) * kOf16; });
        return decode_each<int16_t>(from, step, count, to, stride, decode);
      }
      if (format.bits == 24) {
        if (normalize) return floats([](Bytes p) { return static_cast<float>(upper_bits<3>(p)) * kOf32; });
        return ints(upper_bits<3>);
      }
      if (normalize) return floats([](Bytes p) { return static_cast<float>(upper_bits<4>(p)) * kOf32; });
      return ints(upper_bits<4>);
    case Encoding::kPcmF:
      if (format.bits == 32) return floats(bits_as<float>);
      if (normalize) return floats([](Bytes p) { return static_cast<float>(bits_as<double>(p)); });
      return decode_each<double>(from, step, count, to, stride, bits_as<double>);
    case Encoding::kUlaw: return floats([](Bytes p) { return static_cast<float>(decode_ulaw(*p)) * kOf16; });
    case Encoding::kAlaw: return floats([](Bytes p) { return static_cast<float>(decode_alaw(*p)) * kOf16; });
  }
}

void encode_samples(const SampleFormat& format, ScalarType dtype, const void* from, size_t stride, size_t count,
                    unsigned char* to, size_t step) {
  switch (dtype) {
    case kFloat: return encode_each(format, static_cast<const float*>(from), stride, count, to, step);
    case kInt: return encode_each(format, static_cast<const int32_t*>(from), stride, count, to, step);
    case kShort: return encode_each(format, static_cast<const int16_t*>(from), stride, count, to, step);
    case kByte: return encode_each(format, static_cast<const uint8_t*>(from), stride, count, to, step);
    default: TORCHPP_INTERNAL_ASSERT(false);
  }
}

}  // namespace torchpp::audio
