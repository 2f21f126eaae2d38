// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/hub.h>

#include <string>

#include "src/hub/manifest.h"
#include "src/hub/source.h"

namespace torchpp::hub {

/// A source whose manifest is at hand.
struct Opened {
  Source source;
  std::string folder;
  bool is_cached;  // in the cache, where files have been compared with the manifest when they came
  Manifest manifest;
};

/// Throws as the public functions do. `may_download` is false for those who want only what is there: FileError then.
Opened open_source(const std::string& source, const HubOptions& options, bool may_download = true);

/// Where a file of the manifest is or is to be.
std::string path_of(const Opened& opened, const FileInfo& file, const HubOptions& options);
/// The same, after it was downloaded if need be; a file of the file system is compared with the manifest.
std::string fetch_file(const Opened& opened, const FileInfo& file, const HubOptions& options);

/// The same of an entry's weights, and before them of the parts of an index. The entry must have weights.
std::string fetch_weights(const Opened& opened, const EntryInfo& entry, const HubOptions& options);

/// What is wrong with a file; empty if nothing is.
std::string fault_of(const std::string& path, const FileInfo& file);

}  // namespace torchpp::hub
