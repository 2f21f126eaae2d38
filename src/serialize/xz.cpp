// SPDX-License-Identifier: BSD-3-Clause
#include <lzma.h>
#include <torchpp/core/error.h>

#include "src/core/shared_library.h"
#include "src/serialize/decompress.h"

namespace torchpp::serialize {
namespace {

#define TORCHPP_LZMA_FUNCTIONS(X) X(lzma_auto_decoder) X(lzma_code) X(lzma_end) X(lzma_version_number)
struct Lzma {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_LZMA_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};
const Lzma& lzma() {
  static const torchpp::detail::LibraryTable<Lzma>& table = torchpp::detail::open_table<Lzma>(
      "liblzma", {"liblzma.so.5", "liblzma.so"}, "install Debian's package liblzma5, with which xz files are read",
      [](torchpp::detail::SharedLibrary& library, Lzma& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
        TORCHPP_LZMA_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
        if (!library) return;
        const size_t version = functions.lzma_version_number();
        library.check_major(version, version / 10000000, LZMA_VERSION_MAJOR);
      });
  return torchpp::detail::usable(table);
}

// A file says how much its decoder needs. `xz -9` needs 65 MiB.
constexpr uint64_t kMostMemory = uint64_t{1} << 29;

class XzDecoder final : public Decoder {
 public:
  XzDecoder() { begin(); }
  ~XzDecoder() override { lzma_.lzma_end(&state_); }

  Step decode(const char* in, size_t in_size, char* out, size_t out_size) override {
    state_.next_in = reinterpret_cast<const uint8_t*>(in);
    state_.avail_in = in_size;
    state_.next_out = reinterpret_cast<uint8_t*>(out);
    state_.avail_out = out_size;
    const lzma_ret result = lzma_.lzma_code(&state_, LZMA_RUN);
    Step step{in_size - state_.avail_in, out_size - state_.avail_out, result == LZMA_STREAM_END};
    switch (result) {
      case LZMA_OK:
      case LZMA_STREAM_END:
      case LZMA_BUF_ERROR: break;
      case LZMA_FORMAT_ERROR: step.error = "it does not begin as such a file does"; break;
      case LZMA_MEM_ERROR: step.error = "out of memory"; break;
      case LZMA_MEMLIMIT_ERROR: step.error = "more than 512 MiB would be needed to decode it"; break;
      case LZMA_OPTIONS_ERROR: step.error = "it uses an unknown option"; break;
      default: step.error = "the data are damaged"; break;
    }
    return step;
  }
  void restart() override {
    lzma_.lzma_end(&state_);
    state_ = LZMA_STREAM_INIT;
    begin();
  }

 private:
  void begin() {
    TORCHPP_CHECK(lzma_.lzma_auto_decoder(&state_, kMostMemory, 0) == LZMA_OK, "liblzma: could not be initialised");
  }

  const Lzma& lzma_ = lzma();
  lzma_stream state_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<Decoder> make_xz_decoder() { return std::make_unique<XzDecoder>(); }

}  // namespace torchpp::serialize
