// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/data/archives.h>
#include <torchpp/data/stream.h>

#include <memory>
#include <string>

namespace torchpp::data {

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
class Archive {
 public:
  /// Tar archives may be compressed. `path` begins the members' paths, and the errors.
  Archive(std::string path, Stream stream, ArchiveFormat format, const ArchiveOptions& options);

  /// The next file, none at the end. Throws FileError; the archive is at its end then.
  optional<File> next();
  /// Goes over the next n files without reading them.
  void skip(int64_t n);

 private:
  struct Body;
  class Member;
  std::shared_ptr<Body> body_;
};

}  // namespace torchpp::data
