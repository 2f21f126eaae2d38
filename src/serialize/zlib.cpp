// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/zlib.h"

#include "src/core/shared_library.h"

namespace torchpp::serialize {

const Zlib& zlib() {
  static const torchpp::detail::LibraryTable<Zlib>& table = torchpp::detail::open_table<Zlib>(
      "zlib", {"libz.so.1", "libz.so"},
      "install Debian's package zlib1g, with which gzip files are read and PNG files written",
      [](torchpp::detail::SharedLibrary& library, Zlib& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
        TORCHPP_ZLIB_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
        if (!library) return;
        const auto major = static_cast<size_t>(functions.zlibVersion()[0] - '0');
        library.check_major(major, major, ZLIB_VERNUM >> 12);
      });
  return torchpp::detail::usable(table);
}

}  // namespace torchpp::serialize
