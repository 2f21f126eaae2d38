// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>

#include <algorithm>
#include <limits>

#include "src/serialize/decompress.h"
#include "src/serialize/zlib.h"

namespace torchpp::serialize {
namespace {

constexpr int kGzipOnly = 16;  // added to the window's bits: the file's checksum and length are compared, too

// Not libarchive's filter, which does not compare the checksum and takes a file that is cut for an empty one.
class GzipDecoder final : public Decoder {
 public:
  GzipDecoder() {
    TORCHPP_CHECK(zlib_.inflateInit2_(&state_, MAX_WBITS + kGzipOnly, ZLIB_VERSION, sizeof state_) == Z_OK,
                  "zlib: could not be initialised");
  }
  ~GzipDecoder() override { zlib_.inflateEnd(&state_); }

  Step decode(const char* in, size_t in_size, char* out, size_t out_size) override {
    constexpr size_t kMost = std::numeric_limits<uInt>::max();
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
    const uInt in_given = state_.avail_in = static_cast<uInt>(std::min(in_size, kMost));
    state_.next_out = reinterpret_cast<Bytef*>(out);
    const uInt out_given = state_.avail_out = static_cast<uInt>(std::min(out_size, kMost));
    const int result = zlib_.inflate(&state_, Z_NO_FLUSH);
    Step step{in_given - state_.avail_in, out_given - state_.avail_out, result == Z_STREAM_END};
    if (result == Z_NEED_DICT) step.error = "a dictionary is needed";
    else if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
      step.error = state_.msg != nullptr ? state_.msg : "unknown error";
    return step;
  }
  void restart() override { zlib_.inflateReset(&state_); }

 private:
  const Zlib& zlib_ = zlib();
  z_stream state_{};
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder() { return std::make_unique<GzipDecoder>(); }

}  // namespace torchpp::serialize
