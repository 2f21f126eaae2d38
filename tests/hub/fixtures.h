// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/hub.h>
#include <torchpp/nn/modules/activation.h>
#include <torchpp/nn/modules/container.h>
#include <torchpp/nn/modules/linear.h>
#include <torchpp/serialize/stream.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "src/serialize/crc32.h"

namespace torchpp::test {

inline std::string read_bytes(const std::string& path) { return serialize::open_file(path).read_all(); }
inline void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

using Files = std::vector<std::pair<std::string, std::string>>;

/// A zip archive of files that are stored as they are.
inline std::string zip_of(const Files& files) {
  std::string zip, list;
  const auto put = [](std::string& to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
  };
  for (const auto& [name, content] : files) {
    const uint64_t at = zip.size();
    std::string common;
    put(common, 20, 2);     // version needed
    put(common, 0x800, 2);  // UTF-8
    put(common, 0, 2);
    put(common, 0x00210000, 4);  // a time
    put(common, serialize::crc32(0, content.data(), content.size()), 4);
    put(common, content.size(), 4);
    put(common, content.size(), 4);
    put(common, name.size(), 2);
    put(common, 0, 2);
    zip += "PK\x03\x04" + common + name + content;
    list += std::string("PK\x01\x02\x14\0", 6) + common;
    put(list, 0, 2);  // comment
    put(list, 0, 2);  // disk
    put(list, 0, 2);  // internal attributes
    put(list, 0, 4);  // external attributes
    put(list, at, 4);
    list += name;
  }
  const uint64_t at = zip.size();
  zip += list + std::string("PK\x05\x06\0\0\0\0", 8);
  put(zip, files.size(), 2);
  put(zip, files.size(), 2);
  put(zip, list.size(), 4);
  put(zip, at, 4);
  put(zip, 0, 2);
  return zip;
}

inline nn::Sequential make_mlp() { return nn::Sequential(nn::Linear(4, 3), nn::ReLU(), nn::Linear(3, 2)); }

/// The files of a folder with the entry "mlp", whose weights are the net's.
inline Files publish_mlp(const std::string& folder, const nn::Sequential& net) {
  hub::publish(folder, "mlp", *net, hub::EntryOptions().description("A net.").license("MIT").input("float (N, 4)"));
  Files files;
  for (const char* name : {"hub.json", "mlp.json", "mlp.safetensors"})
    files.emplace_back(name, read_bytes(folder + "/" + name));
  return files;
}

}  // namespace torchpp::test
