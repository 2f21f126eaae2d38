// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Files of PyTorch, made for tests.

#include <string>
#include <utility>
#include <vector>

#include "src/serialize/zip.h"

namespace torchpp::test {

/// An archive of this pickle and these storages.
inline std::string pt_archive(const std::string& pickle,
                              const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string bytes;
  serialize::ZipWriter zip([&](const void* data, size_t n) { bytes.append(static_cast<const char*>(data), n); });
  zip.add("a/data.pkl", pickle.data(), pickle.size());
  for (const auto& [name, data] : entries) zip.add("a/" + name, data.data(), data.size());
  zip.finish();
  return bytes;
}

/// The pickle of a tensor of three elements in storage "0".
inline std::string pt_pickle(const std::string& type) {
  return "\x80\x02"
         "ctorch._utils\n_rebuild_tensor_v2\n((U\7storagectorch\n" +
         type +
         "\nU\1"
         "0U\3cpuK\3tQ" +
         std::string("K\0", 2) + "K\3\x85K\1\x85\x89NtR.";
}

}  // namespace torchpp::test
