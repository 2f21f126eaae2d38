// SPDX-License-Identifier: BSD-3-Clause
#include <bzlib.h>
#include <torchpp/core/error.h>

#include <algorithm>
#include <limits>

#include "src/core/shared_library.h"
#include "src/serialize/decompress.h"

namespace torchpp::serialize {
namespace {

#define TORCHPP_BZIP2_FUNCTIONS(X) X(BZ2_bzDecompress) X(BZ2_bzDecompressEnd) X(BZ2_bzDecompressInit)
struct Bzip2 {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_BZIP2_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};
const Bzip2& bzip2() {
  static const torchpp::detail::LibraryTable<Bzip2>& table =
      torchpp::detail::open_table<Bzip2>("libbz2", {"libbz2.so.1.0", "libbz2.so.1", "libbz2.so"},
                                         "install Debian's package libbz2-1.0, with which bzip2 files are read",
                                         [](torchpp::detail::SharedLibrary& library, Bzip2& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
                                           TORCHPP_BZIP2_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
                                         });
  return torchpp::detail::usable(table);
}

class Bzip2Decoder final : public Decoder {
 public:
  Bzip2Decoder() { begin(); }
  ~Bzip2Decoder() override { bzip2_.BZ2_bzDecompressEnd(&state_); }

  Step decode(const char* in, size_t in_size, char* out, size_t out_size) override {
    constexpr size_t kMost = std::numeric_limits<unsigned>::max();
    state_.next_in = const_cast<char*>(in);
    const unsigned in_given = state_.avail_in = static_cast<unsigned>(std::min(in_size, kMost));
    state_.next_out = out;
    const unsigned out_given = state_.avail_out = static_cast<unsigned>(std::min(out_size, kMost));
    const int result = bzip2_.BZ2_bzDecompress(&state_);
    Step step{in_given - state_.avail_in, out_given - state_.avail_out, result == BZ_STREAM_END};
    switch (result) {
      case BZ_OK:
      case BZ_STREAM_END: break;
      case BZ_DATA_ERROR_MAGIC: step.error = "it does not begin as such a file does"; break;
      case BZ_MEM_ERROR: step.error = "out of memory"; break;
      default: step.error = "the data do not have their checksum"; break;
    }
    return step;
  }
  void restart() override {
    bzip2_.BZ2_bzDecompressEnd(&state_);
    state_ = {};
    begin();
  }

 private:
  void begin() {
    TORCHPP_CHECK(bzip2_.BZ2_bzDecompressInit(&state_, 0, 0) == BZ_OK, "libbz2: could not be initialised");
  }

  const Bzip2& bzip2_ = bzip2();
  bz_stream state_{};
};

}  // namespace

std::unique_ptr<Decoder> make_bzip2_decoder() { return std::make_unique<Bzip2Decoder>(); }

}  // namespace torchpp::serialize
