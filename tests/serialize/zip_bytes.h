// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Zip archives made by hand, with entries that the library's writer does not write: deflated ones, and lies.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/serialize/crc32.h"
#include "src/serialize/zlib.h"

namespace torchpp::test {

template <class T>
void put(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// One entry of a hand-made archive; what is not changed is right.
struct Part {
  std::string name, data;
  uint16_t method = 0, flags = 0;
  uint32_t size = static_cast<uint32_t>(data.size()), stored_size = static_cast<uint32_t>(data.size());
  uint32_t crc = serialize::crc32(0, data.data(), data.size());
  std::string extra;        // in the directory
  std::string local_extra;  // before the data
  std::string local_name = name;
  int64_t offset = -1;  // -1: the true one
  std::string descriptor;
  bool open_header = false;  // the header before the data has neither sizes nor CRC
};

/// What follows the entries.
struct Tail {
  int64_t count = -1, size = -1, offset = -1;  // -1: the true ones
  std::string comment, before;                 // `before` stands between the directory and the end record
};

/// The bytes of an archive of these entries, with zip's limits and no zip64.
inline std::string hand_made(std::vector<Part> parts, const Tail& tail = {}) {
  std::string bytes, directory;
  for (Part& part : parts) {
    const auto offset = part.offset < 0 ? static_cast<uint32_t>(bytes.size()) : static_cast<uint32_t>(part.offset);
    for (int central = 0; central < 2; ++central) {
      std::string& to = central ? directory : bytes;
      const bool open = part.open_header && !central;
      const std::string& extra = central ? part.extra : part.local_extra;
      const std::string& name = central ? part.name : part.local_name;
      put<uint32_t>(to, central ? 0x02014b50 : 0x04034b50);
      if (central) put<uint16_t>(to, 20);
      put<uint16_t>(to, 20);
      put<uint16_t>(to, part.flags);
      put<uint16_t>(to, part.method);
      put<uint32_t>(to, 0);
      put<uint32_t>(to, open ? 0 : part.crc);
      put<uint32_t>(to, open ? 0 : part.stored_size);
      put<uint32_t>(to, open ? 0 : part.size);
      put<uint16_t>(to, static_cast<uint16_t>(name.size()));
      put<uint16_t>(to, static_cast<uint16_t>(extra.size()));
      if (central) {
        to += std::string(10, '\0');
        put<uint32_t>(to, offset);
      }
      to += name + extra;
      if (!central) to += part.data + part.descriptor;
    }
  }
  const auto begin = static_cast<int64_t>(bytes.size());
  const auto size = static_cast<int64_t>(directory.size());
  bytes += directory + tail.before;
  put<uint32_t>(bytes, 0x06054b50);
  put<uint32_t>(bytes, 0);
  const auto count = tail.count < 0 ? static_cast<int64_t>(parts.size()) : tail.count;
  put<uint16_t>(bytes, static_cast<uint16_t>(count));
  put<uint16_t>(bytes, static_cast<uint16_t>(count));
  put<uint32_t>(bytes, static_cast<uint32_t>(tail.size < 0 ? size : tail.size));
  put<uint32_t>(bytes, static_cast<uint32_t>(tail.offset < 0 ? begin : tail.offset));
  put<uint16_t>(bytes, static_cast<uint16_t>(tail.comment.size()));
  return bytes + tail.comment;
}

inline Part part_of(const std::string& name, const std::string& data) {
  Part part;
  part.name = part.local_name = name;
  part.data = data;
  part.size = part.stored_size = static_cast<uint32_t>(data.size());
  part.crc = serialize::crc32(0, data.data(), data.size());
  return part;
}

inline Part deflated(const std::string& name, const std::string& data) {
  Part part = part_of(name, data);
  uLongf size = serialize::zlib().compressBound(static_cast<uLong>(data.size()));
  std::string packed(size, '\0');
  EXPECT_EQ(
      serialize::zlib().compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                                  reinterpret_cast<const Bytef*>(data.data()), static_cast<uLong>(data.size()), 9),
      Z_OK);
  part.data = packed.substr(2, size - 6);  // without zlib's header and check
  part.stored_size = static_cast<uint32_t>(part.data.size());
  part.method = 8;
  return part;
}

}  // namespace torchpp::test
