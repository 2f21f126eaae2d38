// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Archives and compressed files.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>
#include <torchpp/serialize/archive_options.h>

#include <cstdint>
#include <utility>

namespace torchpp::data {

using serialize::ArchiveOptions;

/// How a file is compressed; kPlain is not at all, or an archive that says itself how. kXz is for .lzma, too.
enum class FileType : unsigned char { kPlain, kGzip, kBzip2, kXz, kZstd };

struct DecompressOptions : ArchiveOptions {
  DecompressOptions() = default;
  explicit DecompressOptions(FileType type) : file_type_(type) {}
  /// None: by the file's name, or its bytes.
  TORCHPP_ARG(optional<FileType>, file_type);
};

namespace detail {
TORCHPP_API StagePtr<File> load_from_tar(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_zip(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_rar(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_gz(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_bz2(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_xz(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> load_from_zstd(StagePtr<File> files, const ArchiveOptions& options);
TORCHPP_API StagePtr<File> decompress(StagePtr<File> files, const DecompressOptions& options);
}  // namespace detail

/// The regular files of each tar archive, in the archive's order: (path of the archive / name in it, stream). The
/// archive may be compressed with gzip, bzip2, xz or zstd. A stream can be kept: when the archive goes on, what is left
/// of it is read into memory.
///
///     auto files = data::list_files("train", ListFilesOptions().masks({"*.tar"})).open_files().load_from_tar();
///
/// Throws FileError for a damaged archive and beyond a limit (ArchiveOptions). Source: torchdata 0.3 TarArchiveLoader.
/// Other than there, parts ".." of a name are kept, and absolute names stand behind the archive's path.
template <class T>
template <class... Options>
auto Pipe<T>::load_from_tar(const Options&... options) && {
  return Pipe<File>(detail::load_from_tar(std::move(*this).take(), ArchiveOptions(options...)));
}

/// As load_from_tar(), of zip archives. A stream that can go back, such as a file, is read by the list at its end.
///
///     auto files = data::list_files("train", ListFilesOptions().masks({"*.zip"})).open_files().load_from_zip();
///
/// Source: torchdata 0.3 ZipArchiveLoader.
template <class T>
template <class... Options>
auto Pipe<T>::load_from_zip(const Options&... options) && {
  return Pipe<File>(detail::load_from_zip(std::move(*this).take(), ArchiveOptions(options...)));
}

/// As load_from_tar(), of rar archives, with libarchive. Source: torchdata 0.3 RarArchiveLoader.
///
///     auto files = data::list_files("train", ListFilesOptions().masks({"*.rar"})).open_files().load_from_rar();
///
template <class T>
template <class... Options>
auto Pipe<T>::load_from_rar(const Options&... options) && {
  return Pipe<File>(detail::load_from_rar(std::move(*this).take(), ArchiveOptions(options...)));
}

/// The decompressed bytes of each gzip file, under its path without ".gz".
///
///     auto lines = data::list_files("logs").open_files().load_from_gz().readlines();
///
/// Throws FileError for what is damaged, also from the functions of the stream, and beyond a limit.
template <class T>
template <class... Options>
auto Pipe<T>::load_from_gz(const Options&... options) && {
  return Pipe<File>(detail::load_from_gz(std::move(*this).take(), ArchiveOptions(options...)));
}

/// As load_from_gz(), of bzip2 files: ".bz2". Source: torchdata 0.4 Bz2FileLoader.
template <class T>
template <class... Options>
auto Pipe<T>::load_from_bz2(const Options&... options) && {
  return Pipe<File>(detail::load_from_bz2(std::move(*this).take(), ArchiveOptions(options...)));
}

/// As load_from_gz(), of xz files and those of the older format: ".xz", ".lzma". Source: torchdata 0.3 XzFileLoader.
template <class T>
template <class... Options>
auto Pipe<T>::load_from_xz(const Options&... options) && {
  return Pipe<File>(detail::load_from_xz(std::move(*this).take(), ArchiveOptions(options...)));
}

/// As load_from_gz(), of zstd files: ".zst".
template <class T>
template <class... Options>
auto Pipe<T>::load_from_zstd(const Options&... options) && {
  return Pipe<File>(detail::load_from_zstd(std::move(*this).take(), ArchiveOptions(options...)));
}

/// The decompressed bytes of each file, under its path. How it is compressed says DecompressOptions::file_type, or the
/// end of its name, or its first bytes. Archives stay as they are, tar archives without what is around them.
///
///     auto files = data::list_files("mixed").open_files().decompress();
///
/// Throws FileError for files of no known type. Source: torchdata 0.3 Decompressor.
template <class T>
template <class... Options>
auto Pipe<T>::decompress(const Options&... options) && {
  return Pipe<File>(detail::decompress(std::move(*this).take(), DecompressOptions(options...)));
}

/// decompress() by its older name. Source: torchdata 0.3.
template <class T>
template <class... Options>
auto Pipe<T>::extract(const Options&... options) && {
  return std::move(*this).decompress(options...);
}

/// load_from_tar() by its older name. Source: torchdata 0.3.
template <class T>
template <class... Options>
auto Pipe<T>::read_from_tar(const Options&... options) && {
  return std::move(*this).load_from_tar(options...);
}

/// load_from_zip() by its older name. Source: torchdata 0.3.
template <class T>
template <class... Options>
auto Pipe<T>::read_from_zip(const Options&... options) && {
  return std::move(*this).load_from_zip(options...);
}

/// load_from_xz() by its older name. Source: torchdata 0.3.
template <class T>
template <class... Options>
auto Pipe<T>::read_from_xz(const Options&... options) && {
  return std::move(*this).load_from_xz(options...);
}

}  // namespace torchpp::data
