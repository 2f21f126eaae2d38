// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Zip archives: stored and deflated entries, with zip64. Nothing of an archive is believed: every extent is
/// checked against the file and against the neighbours before it is used, and every byte against its entry's CRC.
/// Format: PKWARE's APPNOTE.TXT 6.3.10.

#include <torchpp/core/callable.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/serialize/file.h"

namespace torchpp::serialize {

/// One file of an archive, as the archive's directory has it.
struct ZipEntry {
  std::string_view name;  ///< within the reader's memory; any bytes but NUL
  uint64_t size = 0;      ///< of the entry's bytes
  uint64_t stored_size = 0;
  uint64_t header_offset = 0;
  uint64_t limit = 0;  ///< where the next entry or the directory begins
  uint32_t crc = 0;
  bool deflated = false;
};

/// Reads an archive. Errors are FileErrors that begin with `name`. Refused are archives of several parts; entries that
/// are encrypted, compressed by anything but deflate, or called alike; entries that overlap one another or the
/// directory; directories whose sizes and counts contradict each other; and deflated entries that claim to become more
/// than deflate can make of them. Not to be used by two threads at once.
class ZipReader {
 public:
  /// `most_inflated` bounds the sum of the sizes of all deflated entries.
  ZipReader(std::unique_ptr<RandomInput> in, std::string name, uint64_t most_inflated);
  ~ZipReader();
  ZipReader(const ZipReader&) = delete;
  ZipReader& operator=(const ZipReader&) = delete;

  /// In the directory's order.
  const std::vector<ZipEntry>& entries() const { return entries_; }
  /// The entry of that name, or null. Fastest in the directory's order.
  const ZipEntry* find(std::string_view name) const;

  /// Reads all bytes of an entry to `to`, which has room for entry.size of them; throws if their CRC is wrong.
  void read(const ZipEntry& entry, void* to);
  std::string read(const ZipEntry& entry);
  /// The bytes of an entry one after the other. Their CRC is compared in finish(), which is to be called after the last
  /// byte. The reader must outlive it.
  std::unique_ptr<Input> open(const ZipEntry& entry);
  /// Whether threads may read what open() gave for the entry and for others like it at once.
  bool is_concurrent(const ZipEntry& entry) const;
  /// The bytes of a stored entry where they stand in memory, of which `check` compares the CRC; null if they are
  /// deflated or not in memory.
  std::shared_ptr<char> view(const ZipEntry& entry, bool check = false);
  /// To be called after the last entry that is read: throws if the file was written to meanwhile.
  void finish() { in_->finish(); }

  const std::string& name() const { return name_; }
  uint64_t file_size() const { return in_->size(); }
  /// What the directory takes of memory.
  uint64_t directory_bytes() const { return name_bytes_ + entries_.size() * (sizeof(ZipEntry) + sizeof(Place)) + 64; }

 private:
  friend class ZipEntryInput;
  struct End;
  End find_end();
  void read_directory(const End& end, uint64_t most_inflated);
  ZipEntry parse_entry(const char*& next, const char* end) const;
  void check_extents(uint64_t directory_offset);
  uint64_t data_offset(const ZipEntry& entry);
  uint32_t read_in_parallel(uint64_t offset, char* to, size_t n);
  void check_crc(const ZipEntry& entry, uint32_t crc) const;
  const char* peek(uint64_t offset, size_t n, size_t ahead);
  void fetch(uint64_t offset, void* to, size_t n, size_t ahead);
  template <class... Args>
  [[noreturn]] void fail(const Args&... args) const;

  std::unique_ptr<RandomInput> in_;
  std::string name_;
  std::unique_ptr<char[]> names_;  // of all entries, one after the other
  uint64_t name_bytes_ = 0;
  std::vector<ZipEntry> entries_;
  struct Place {
    uint32_t hash, entry;
  };
  std::vector<Place> by_name_;  // by the hash of the name, then by the name
  mutable size_t next_ = 0;     // the entry behind the one that was found last
  Block memory_;                // the file, if it is in memory
  // Else bytes of the file from window_begin_ on, with which small entries are read.
  std::unique_ptr<char[]> window_;
  uint64_t window_begin_ = 0;
  size_t window_size_ = 0;
};

/// Writes an archive of stored entries, each with its bytes at a multiple of `alignment` from the beginning. Equal
/// entries give equal archives: no times are written.
class ZipWriter {
 public:
  /// Takes the archive's bytes, piece by piece.
  using Write = Callable<void(const void* data, size_t size)>;
  explicit ZipWriter(Write write, size_t alignment = 64) : write_(std::move(write)), alignment_(alignment) {}

  /// Throws ValueError for a name that is empty, longer than 65535 bytes or was added before.
  void add(std::string name, const void* data, size_t size);
  /// Writes the directory. To be called once, after the last entry.
  void finish();

 private:
  struct Entry {
    std::string name;
    uint64_t size;
    uint64_t offset;
    uint32_t crc;
  };
  void put();

  Write write_;
  size_t alignment_;
  std::deque<Entry> entries_;
  std::unordered_set<std::string_view> names_;  // of entries_
  std::string bytes_;                           // of headers, to be written
  uint64_t offset_ = 0;
};

}  // namespace torchpp::serialize
