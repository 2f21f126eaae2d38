// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/archives.h>

#include <utility>

#include "data/stages.h"
#include "src/serialize/decompress.h"
#include "src/serialize/file_archive.h"
#include "src/serialize/paths.h"

namespace torchpp::data {
namespace {

StagePtr<File> load_from_archive(const char* name, serialize::ArchiveFormat format, StagePtr<File> files,
                                 const ArchiveOptions& options) {
  return expand<File, File>(name, std::move(files), [format, options](File file) {
    return [archive = serialize::FileArchive(std::move(file.first), std::move(file.second), format,
                                             options)]() mutable { return archive.next(); };
  });
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Also takes the ending off the path.
StagePtr<File> load_compressed(const char* name, serialize::Compression compression, std::vector<std::string> endings,
                               StagePtr<File> files, const ArchiveOptions& options) {
  return convert<File, File>(name, std::move(files), [=](File file) {
    std::string path = file.first;
    for (const std::string& ending : endings) {
      if (!ends_with(path, ending)) continue;
      path.resize(path.size() - ending.size());
      break;
    }
    Stream stream = serialize::decompressed(std::move(file.second), compression, options, file.first);
    return File(std::move(path), std::move(stream));
  });
}

struct Ending {
  const char* ending;
  FileType type;
};
constexpr Ending kEndings[] = {{".gz", FileType::kGzip},    {".tgz", FileType::kGzip},  {".bz2", FileType::kBzip2},
                               {".tbz2", FileType::kBzip2}, {".xz", FileType::kXz},     {".txz", FileType::kXz},
                               {".lzma", FileType::kXz},    {".zst", FileType::kZstd},  {".tzst", FileType::kZstd},
                               {".tar", FileType::kPlain},  {".zip", FileType::kPlain}, {".rar", FileType::kPlain}};

FileType type_of(const File& file) {
  for (const Ending& known : kEndings)
    if (ends_with(file.first, known.ending)) return known.type;
  Stream stream = file.second;
  const optional<serialize::Compression> found = serialize::compression_of_bytes(stream.peek(8));
  TORCHPP_CHECK_FILE(found.has_value(), "decompress: '", file.first, "': got a name and bytes of no known type, ",
                     "expected .gz, .bz2, .xz, .lzma, .zst, .tar, .zip, .rar or the bytes of such a file");
  switch (*found) {
    case serialize::Compression::kGzip: return FileType::kGzip;
    case serialize::Compression::kBzip2: return FileType::kBzip2;
    case serialize::Compression::kXz: return FileType::kXz;
    case serialize::Compression::kZstd: break;
  }
  return FileType::kZstd;
}

serialize::Compression compression_of(FileType type) {
  switch (type) {
    case FileType::kGzip: return serialize::Compression::kGzip;
    case FileType::kBzip2: return serialize::Compression::kBzip2;
    case FileType::kXz: return serialize::Compression::kXz;
    default: return serialize::Compression::kZstd;
  }
}

}  // namespace

namespace detail {

StagePtr<File> load_from_tar(StagePtr<File> files, const ArchiveOptions& options) {
  return load_from_archive("load_from_tar", serialize::ArchiveFormat::kTar, std::move(files), options);
}
StagePtr<File> load_from_zip(StagePtr<File> files, const ArchiveOptions& options) {
  return load_from_archive("load_from_zip", serialize::ArchiveFormat::kZip, std::move(files), options);
}
StagePtr<File> load_from_rar(StagePtr<File> files, const ArchiveOptions& options) {
  return load_from_archive("load_from_rar", serialize::ArchiveFormat::kRar, std::move(files), options);
}
StagePtr<File> load_from_gz(StagePtr<File> files, const ArchiveOptions& options) {
  return load_compressed("load_from_gz", serialize::Compression::kGzip, {".gz"}, std::move(files), options);
}
StagePtr<File> load_from_bz2(StagePtr<File> files, const ArchiveOptions& options) {
  return load_compressed("load_from_bz2", serialize::Compression::kBzip2, {".bz2"}, std::move(files), options);
}
StagePtr<File> load_from_xz(StagePtr<File> files, const ArchiveOptions& options) {
  return load_compressed("load_from_xz", serialize::Compression::kXz, {".xz", ".lzma"}, std::move(files), options);
}
StagePtr<File> load_from_zstd(StagePtr<File> files, const ArchiveOptions& options) {
  return load_compressed("load_from_zstd", serialize::Compression::kZstd, {".zst"}, std::move(files), options);
}

StagePtr<File> decompress(StagePtr<File> files, const DecompressOptions& options) {
  return convert<File, File>("decompress", std::move(files), [options](File file) {
    const FileType found = options.file_type() ? *options.file_type() : type_of(file);
    if (found == FileType::kPlain) return file;
    Stream stream = serialize::decompressed(std::move(file.second), compression_of(found), options, file.first);
    return File(std::move(file.first), std::move(stream));
  });
}

}  // namespace detail
}  // namespace torchpp::data
