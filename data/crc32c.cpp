// SPDX-License-Identifier: BSD-3-Clause
#include "data/crc32c.h"

#include <array>

namespace torchpp::data {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // of Castagnoli, its bits in reverse order

// table[k][b] is what the byte b contributes when k bytes follow it.
using Tables = std::array<std::array<uint32_t, 256>, 8>;
constexpr Tables make_tables() {
  Tables tables{};
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t crc = b;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    tables[0][b] = crc;
  }
  for (size_t k = 1; k < 8; ++k)
    for (size_t b = 0; b < 256; ++b) tables[k][b] = (tables[k - 1][b] >> 8) ^ tables[0][tables[k - 1][b] & 255];
  return tables;
}
constexpr Tables kTables = make_tables();

}  // namespace

uint32_t crc32c(const char* data, size_t size) noexcept {
  const auto* bytes = reinterpret_cast<const unsigned char*>(data);
  uint32_t crc = 0xFFFFFFFF;
  // Eight bytes at a time ("slicing by 8", Kounavis and Berry 2005), in any byte order of the machine.
  for (; size >= 8; size -= 8, bytes += 8) {
    crc ^= bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 | static_cast<uint32_t>(bytes[2]) << 16 |
           static_cast<uint32_t>(bytes[3]) << 24;
    crc = kTables[7][crc & 255] ^ kTables[6][crc >> 8 & 255] ^ kTables[5][crc >> 16 & 255] ^ kTables[4][crc >> 24] ^
          kTables[3][bytes[4]] ^ kTables[2][bytes[5]] ^ kTables[1][bytes[6]] ^ kTables[0][bytes[7]];
  }
  for (; size > 0; --size, ++bytes) crc = (crc >> 8) ^ kTables[0][(crc ^ *bytes) & 255];
  return ~crc;
}

}  // namespace torchpp::data
