// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <zstd.h>

#include "src/core/shared_library.h"
#include "src/serialize/decompress.h"

namespace torchpp::serialize {
namespace {

#define TORCHPP_ZSTD_FUNCTIONS(X) \
  X(ZSTD_createDCtx)              \
  X(ZSTD_decompressStream) X(ZSTD_freeDCtx) X(ZSTD_getErrorName) X(ZSTD_isError) X(ZSTD_versionNumber)
struct Zstd {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_ZSTD_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};
const Zstd& zstd() {
  static const torchpp::detail::LibraryTable<Zstd>& table = torchpp::detail::open_table<Zstd>(
      "libzstd", {"libzstd.so.1", "libzstd.so"}, "install Debian's package libzstd1, with which zstd files are read",
      [](torchpp::detail::SharedLibrary& library, Zstd& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
        TORCHPP_ZSTD_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
        if (!library) return;
        const size_t version = functions.ZSTD_versionNumber();
        library.check_major(version, version / 10000, ZSTD_VERSION_MAJOR);
      });
  return torchpp::detail::usable(table);
}

// The library itself refuses windows of more than 128 MiB.
class ZstdDecoder final : public Decoder {
 public:
  ZstdDecoder() : context_(zstd_.ZSTD_createDCtx()) {
    TORCHPP_CHECK(context_ != nullptr, "libzstd: could not be initialised");
  }
  ~ZstdDecoder() override { zstd_.ZSTD_freeDCtx(context_); }

  Step decode(const char* in, size_t in_size, char* out, size_t out_size) override {
    ZSTD_inBuffer input{in, in_size, 0};
    ZSTD_outBuffer output{out, out_size, 0};
    const size_t result = zstd_.ZSTD_decompressStream(context_, &output, &input);
    Step step{input.pos, output.pos, result == 0};
    if (zstd_.ZSTD_isError(result) != 0) step.error = zstd_.ZSTD_getErrorName(result);
    return step;
  }
  void restart() override {}  // after a frame the context expects another

 private:
  const Zstd& zstd_ = zstd();
  ZSTD_DCtx* context_;
};

}  // namespace

std::unique_ptr<Decoder> make_zstd_decoder() { return std::make_unique<ZstdDecoder>(); }

}  // namespace torchpp::serialize
