// SPDX-License-Identifier: BSD-3-Clause
#include "idx.h"

#include <torchpp/core/array_ref.h>
#include <torchpp/core/error.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace mnist {
namespace {

constexpr int kUnsignedByte = 0x08;
constexpr int kMostDims = 8;
constexpr int64_t kMostBytes = int64_t{1} << 31;

// A file read through zlib, which passes plain ones through.
class Stream {
 public:
  explicit Stream(const std::string& path) : path_(path), file_(gzopen(path.c_str(), "rbe"), &gzclose_r) {
    TORCHPP_CHECK_FILE(file_ != nullptr, "open '", path, "': ", std::strerror(errno));
  }

  /// Up to `size` bytes; fewer only at the end of the file.
  size_t read(uint8_t* to, size_t size) {
    size_t done = 0;
    while (done < size) {
      const int n = gzread(file_.get(), to + done, static_cast<unsigned>(std::min<size_t>(size - done, 1 << 20)));
      int code = Z_OK;
      const char* why = gzerror(file_.get(), &code);
      TORCHPP_CHECK_FILE(n >= 0 && (code == Z_OK || code == Z_STREAM_END), "read '", path_,
                         "': ", code == Z_ERRNO ? std::strerror(errno) : why);
      if (n == 0) break;
      done += static_cast<size_t>(n);
    }
    return done;
  }

  /// The next `count` bytes, which the file must have.
  void read_all(uint8_t* to, size_t count, const char* what) {
    const size_t got = read(to, count);
    TORCHPP_CHECK_FILE(got == count, "read '", path_, "': got ", got, " bytes of ", what, ", expected ", count);
  }

 private:
  const std::string& path_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

}  // namespace

ByteArray read_idx(const std::string& path) {
  Stream stream(path);
  uint8_t magic[4];
  stream.read_all(magic, sizeof magic, "magic number");
  TORCHPP_CHECK_FILE(magic[0] == 0 && magic[1] == 0, "read '", path, "': got a file that begins with ", int{magic[0]},
                     ", ", int{magic[1]}, ", expected 0, 0 as IDX files do");
  TORCHPP_CHECK_FILE(magic[2] == kUnsignedByte, "read '", path, "': got IDX type ", int{magic[2]}, ", expected ",
                     kUnsignedByte, ", unsigned bytes");
  TORCHPP_CHECK_FILE(magic[3] >= 1 && magic[3] <= kMostDims, "read '", path, "': got ", int{magic[3]},
                     " dimensions, expected 1 to ", kMostDims);
  ByteArray array;
  int64_t bytes = 1;
  for (int d = 0; d < magic[3]; ++d) {
    uint8_t size[4];
    stream.read_all(size, sizeof size, "a size");
    array.sizes.push_back(int64_t{size[0]} << 24 | int64_t{size[1]} << 16 | int64_t{size[2]} << 8 | int64_t{size[3]});
    bytes *= array.sizes.back();
    TORCHPP_CHECK_FILE(bytes <= kMostBytes, "read '", path, "': sizes got more than ", kMostBytes, " bytes in all");
  }
  // In growing pieces: memory is taken for what the file has, not for what it promises.
  for (size_t piece = size_t{1} << 20; array.data.size() < static_cast<size_t>(bytes); piece *= 2) {
    const size_t before = array.data.size();
    array.data.resize(std::min(before + piece, static_cast<size_t>(bytes)));
    const size_t got = before + stream.read(array.data.data() + before, array.data.size() - before);
    TORCHPP_CHECK_FILE(got == array.data.size(), "read '", path, "': got ", got, " bytes of data, expected ", bytes);
  }
  uint8_t more;
  TORCHPP_CHECK_FILE(stream.read(&more, 1) == 0, "read '", path, "': got more data, expected the ", bytes,
                     " bytes of its sizes");
  return array;
}

Digits read_digits(const std::string& images_path, const std::string& labels_path) {
  ByteArray images = read_idx(images_path), labels = read_idx(labels_path);
  TORCHPP_CHECK_FILE(images.sizes.size() == 3 && images.sizes[1] == Digits::kSide && images.sizes[2] == Digits::kSide,
                     "read '", images_path, "': got sizes ", torchpp::IntArrayRef(images.sizes),
                     ", expected [count, 28, 28]");
  TORCHPP_CHECK_FILE(labels.sizes.size() == 1 && labels.sizes[0] == images.sizes[0], "read '", labels_path,
                     "': got sizes ", torchpp::IntArrayRef(labels.sizes), ", expected one label for each of the ",
                     images.sizes[0], " images");
  for (uint8_t label : labels.data)
    TORCHPP_CHECK_FILE(label <= 9, "read '", labels_path, "': got label ", int{label}, ", expected 0 to 9");
  return {std::move(images.data), std::move(labels.data)};
}

std::string plain_or_gz(const std::string& path) {
  if (::access(path.c_str(), R_OK) == 0) return path;
  if (::access((path + ".gz").c_str(), R_OK) == 0) return path + ".gz";
  return "";
}

}  // namespace mnist
