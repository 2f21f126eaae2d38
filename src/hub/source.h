// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace torchpp::hub {

/// A source's text, taken apart.
struct Source {
  enum class Kind : unsigned char { kFolder, kArchive, kManifestUrl, kArchiveUrl, kRepository };

  Kind kind;
  std::string text;              // as it was given
  std::string place;             // a path or a URL
  std::string owner, name, ref;  // of a repository; ref is empty if there is none

  bool is_remote() const { return kind > Kind::kArchive; }
  /// The line of the list of trust.
  std::string trust_key() const;
  /// The name of the folder in the cache; of a repository, with that ref. Not of a folder, nor of an archive of the
  /// file system.
  std::string folder_name(const std::string& ref) const;
  /// Whether a folder's marker names this source, with whatever ref if the source has none.
  bool is_named_by(const std::string& marker) const;
  /// What the marker of a folder says.
  std::string marker(const std::string& ref) const;
};

/// Throws ValueError for a text that is no source.
Source parse_source(const std::string& text);

/// Whether a path or URL has the name of an archive that can be unpacked.
bool has_archive_name(const std::string& path);

/// Throws Error unless the source needs no trust or has it.
void check_trust(const Source& source, const std::string& dir, bool consent);

}  // namespace torchpp::hub
