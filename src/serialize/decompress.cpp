// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/decompress.h"

#include <torchpp/core/error.h>

#include <string_view>
#include <utility>

#include "src/serialize/budget.h"

namespace torchpp::serialize {
namespace {

constexpr size_t kInputBytes = size_t{1} << 16;

std::unique_ptr<Decoder> make_decoder(Compression compression) {
  switch (compression) {
    case Compression::kGzip: return make_gzip_decoder();
    case Compression::kBzip2: return make_bzip2_decoder();
    case Compression::kXz: return make_xz_decoder();
    case Compression::kZstd: break;
  }
  return make_zstd_decoder();
}

class DecodingSource final : public ByteSource {
 public:
  DecodingSource(Stream in, Compression compression, const ArchiveOptions& options, std::string name)
      : in_(std::move(in)),
        compression_(compression),
        decoder_(make_decoder(compression)),
        budget_(options, std::move(name)),
        input_(new char[kInputBytes]) {}

  size_t read(char* to, size_t n) override {
    while (!finished_) {
      if (begin_ == end_) refill();
      const bool is_starved = begin_ == end_;
      if (between_) {
        // Zeros may follow the last file, from tapes and other devices that are written in blocks.
        while (begin_ < end_ && input_[begin_] == '\0') ++begin_;
        if (begin_ < end_) {
          decoder_->restart();
          between_ = false;
        } else {
          finished_ = is_starved;
        }
        continue;
      }
      const Decoder::Step step = decoder_->decode(input_.get() + begin_, end_ - begin_, to, n);
      if (step.error != nullptr) fail(step.error);
      begin_ += step.taken;
      between_ = step.is_end;
      if (step.given > 0) {
        given_ += step.given;
        budget_.gave(step.given, given_);
        return step.given;
      }
      if (is_starved && !between_) fail("the file ends too early");
    }
    return 0;
  }

  bool seek(int64_t position) override {
    if (position != 0 || !in_.rewind()) return false;
    decoder_ = make_decoder(compression_);
    begin_ = end_ = 0;
    given_ = 0;
    between_ = finished_ = false;
    return true;
  }

 private:
  void refill() {
    begin_ = 0;
    end_ = in_.read(input_.get(), kInputBytes);
    budget_.took(end_);
  }
  [[noreturn]] void fail(const char* why) const {
    TORCHPP_FAIL_KIND(kFile, "read '", budget_.name(), "': no valid ", to_string(compression_), " data: ", why);
  }

  Stream in_;
  Compression compression_;
  std::unique_ptr<Decoder> decoder_;
  Budget budget_;
  std::unique_ptr<char[]> input_;
  size_t begin_ = 0, end_ = 0;  // what of the input is still to be decoded
  uint64_t given_ = 0;
  bool between_ = false;  // a compressed file has ended, and none has begun since
  bool finished_ = false;
};

}  // namespace

Decoder::~Decoder() = default;

const char* to_string(Compression compression) {
  switch (compression) {
    case Compression::kGzip: return "gzip";
    case Compression::kBzip2: return "bzip2";
    case Compression::kXz: return "xz";
    case Compression::kZstd: break;
  }
  return "zstd";
}

optional<Compression> compression_of_bytes(const std::string& start) {
  const auto begins = [&](std::string_view magic) { return start.compare(0, magic.size(), magic) == 0; };
  if (begins("\x1f\x8b")) return Compression::kGzip;
  if (begins("BZh")) return Compression::kBzip2;
  if (begins(std::string_view("\xfd"
                              "7zXZ\0",
                              6)))
    return Compression::kXz;
  if (begins("\x28\xb5\x2f\xfd")) return Compression::kZstd;
  return nullopt;
}

Stream decompressed(Stream in, Compression compression, const ArchiveOptions& options, std::string name) {
  auto source = std::make_shared<DecodingSource>(std::move(in), compression, options, name);
  return Stream(std::move(name), std::move(source));
}

}  // namespace torchpp::serialize
