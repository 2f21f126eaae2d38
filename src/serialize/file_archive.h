// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/serialize/archive_options.h>
#include <torchpp/serialize/stream.h>

#include <memory>
#include <string>
#include <utility>

namespace torchpp::serialize {

enum class ArchiveFormat : unsigned char { kTar, kZip, kRar };

/// The regular files of an archive, one after the other in its order; links, folders and devices are passed over.
///
/// A member's stream reads from the archive while the archive stands at the member. When the archive goes on and
/// somebody still holds the stream, the bytes that are left are read into memory first, so that streams can be batched,
/// shuffled and handed to other threads; who reads each member before he asks for the next never has more than a buffer
/// in memory.
///
/// What an archive claims is not believed: see ArchiveOptions. Names are those in the archive, whatever they are; they
/// are put behind the archive's path, and nothing is ever written to them.
class FileArchive {
 public:
  /// Tar archives may be compressed. `path` begins the members' paths, and the errors.
  FileArchive(std::string path, Stream stream, ArchiveFormat format, const ArchiveOptions& options);

  /// The next file with its path, none at the end. Throws FileError; the archive is at its end then.
  optional<std::pair<std::string, Stream>> next();
  /// The name of the file that next() gave last as it is in the archive, whatever it is.
  const std::string& member_name() const;
  /// Goes over the next n files without reading them.
  void skip(int64_t n);

 private:
  struct Body;
  class Member;
  std::shared_ptr<Body> body_;
};

}  // namespace torchpp::serialize
