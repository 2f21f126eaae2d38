// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/hub.h>

#include <string>
#include <vector>

namespace torchpp::hub {

constexpr const char* kManifestName = "hub.json";
constexpr size_t kMostManifestBytes = size_t{1} << 24;
/// Of a document of nn::to_json.
constexpr int64_t kMostModuleBytes = int64_t{1} << 26;
/// Of an index of weights; no index that TensorFile reads names more files.
constexpr size_t kMostParts = 512;

struct Entry {
  EntryInfo info;
  Arguments arguments;
};
struct Manifest {
  std::vector<Entry> entries;

  /// Throws ValueError, which begins with "hub: '<source>'" and says which there are.
  const Entry& find(const std::string& entry, const std::string& source) const;
};

/// Takes a manifest apart. Throws FileError, which begins with `subject` and says where in the document what was got.
/// `is_draft`: files may lack lengths and hashes, which are 0 and empty then.
Manifest parse_manifest(const std::string& text, const std::string& subject, bool is_draft = false);

/// Throws FileError, which begins with `subject`, unless the path leads to a file below the folder that it is relative
/// to, on every system: no absolute path, no "..", no control characters, no backslash or colon, no name of the
/// cache's.
void check_relative(const std::string& path, const std::string& subject);

}  // namespace torchpp::hub
