// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Files of the operating system: read, or looked at through a mapping, and written so that they appear whole or not at
// all.

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace torchpp::serialize {

/// Bytes of a known number, read once from the first to the last.
class Input {
 public:
  explicit Input(uint64_t size) : size_(size) {}
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  virtual ~Input();

  uint64_t size() const { return size_; }
  /// The next n bytes, of those that are left. Throws FileError if they cannot be had.
  virtual void read(char* to, size_t n) = 0;
  /// Passes over the next n bytes, of those that are left.
  virtual void skip(uint64_t n);
  /// To be called after the last byte. Throws FileError if the bytes may be of different states of the source.
  virtual void finish();

 private:
  uint64_t size_;
};

/// An open file descriptor, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  int release() noexcept {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }

 private:
  int fd_;
};

/// A regular file. Small pieces are read through a buffer, so that a call of the system serves many of them; large ones
/// straight to where they belong. Throws FileError, also when the file is shorter than it was when it was opened, and
/// in finish() when it was written to since.
class FileInput final : public Input {
 public:
  explicit FileInput(const std::string& path);
  ~FileInput() override;

  void read(char* to, size_t n) override;
  void skip(uint64_t n) override;
  void finish() override;

 private:
  struct Opened;
  FileInput(const std::string& path, Opened opened);
  void read_next(char* to, size_t n);

  std::string path_;
  Descriptor fd_;
  struct stat status_;  // when it was opened
  uint64_t done_ = 0;   // bytes of the file that were read or passed over
  std::unique_ptr<char[]> buffer_;
  size_t begin_ = 0, end_ = 0;  // what of the buffer is still to be given out
};

/// Bytes in memory that somebody else owns.
class MemoryInput final : public Input {
 public:
  MemoryInput(const void* data, size_t size) : Input(size), next_(static_cast<const char*>(data)) {}
  void read(char* to, size_t n) override;
  void skip(uint64_t n) override { next_ += n; }

 private:
  const char* next_;
};

/// Bytes in memory, and the owner that keeps them alive.
struct Block {
  std::shared_ptr<char> data;
  size_t size = 0;
};

/// Bytes of a known number that are read in any order.
class RandomInput {
 public:
  explicit RandomInput(uint64_t size) : size_(size) {}
  RandomInput(const RandomInput&) = delete;
  RandomInput& operator=(const RandomInput&) = delete;
  virtual ~RandomInput();

  uint64_t size() const { return size_; }
  /// The n bytes from `offset` on, which are within the size. Throws FileError if they cannot be had.
  virtual void read_at(uint64_t offset, void* to, size_t n) = 0;
  /// Whether several threads may call read_at at once.
  virtual bool is_concurrent() const { return false; }
  /// All bytes, if they are in memory; else a block without data.
  virtual Block block() const { return {}; }
  /// To be called after the last byte was read. Throws FileError if the bytes may be of different states of the source.
  virtual void finish() {}

 private:
  uint64_t size_;
};

/// A regular file. Throws FileError, also when the file is shorter than it was when it was opened, and in finish() when
/// it was written to since.
class RandomFile final : public RandomInput {
 public:
  explicit RandomFile(const std::string& path);
  ~RandomFile() override;
  void read_at(uint64_t offset, void* to, size_t n) override;
  bool is_concurrent() const override { return true; }
  void finish() override;

 private:
  struct Opened;
  RandomFile(const std::string& path, Opened opened);

  std::string path_;
  Descriptor fd_;
  struct stat status_;  // when it was opened
};

/// Bytes in memory.
class RandomMemory final : public RandomInput {
 public:
  explicit RandomMemory(Block block) : RandomInput(block.size), block_(std::move(block)) {}
  void read_at(uint64_t offset, void* to, size_t n) override;
  bool is_concurrent() const override { return true; }
  Block block() const override { return block_; }

 private:
  Block block_;
};

/// A private mapping of a regular file: pages that are written to become the process's own, and the others show what
/// the file holds at that time. Without data where the file is empty or the file system cannot map. Throws FileError.
Block map_file(const std::string& path);

/// A file under construction. Its bytes go to a temporary file beside the one that `path` leads to, which takes its
/// place in commit() and is removed if there is none. A file that the caller may not write to is not replaced; of one
/// that is replaced, permissions are kept, and the owner and the group as far as the system lets the caller give files
/// away. Throws FileError.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(const void* data, size_t size);
  /// Returns when the file would survive a loss of power.
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;
  void create_temporary(mode_t mode);
  void keep_status(const struct stat& old) const;

  std::string path_;
  Descriptor folder_;      // where the file is to be
  std::string name_;       // its name there
  std::string temporary_;  // that of the temporary file; empty while there is none
  Descriptor fd_;
};

}  // namespace torchpp::serialize
