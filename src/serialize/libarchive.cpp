// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/libarchive.h"

#include "src/core/shared_library.h"

namespace torchpp::serialize {

const Libarchive& libarchive() {
  static const torchpp::detail::LibraryTable<Libarchive>& table = torchpp::detail::open_table<Libarchive>(
      "libarchive", {"libarchive.so.13", "libarchive.so"},
      "install Debian's package libarchive13, with which archives are read",
      [](torchpp::detail::SharedLibrary& library, Libarchive& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
        TORCHPP_LIBARCHIVE_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
        if (!library) return;
        const auto version = static_cast<size_t>(functions.archive_version_number());
        library.check_major(version, version / 1000000, ARCHIVE_VERSION_NUMBER / 1000000);
      });
  return torchpp::detail::usable(table);
}

}  // namespace torchpp::serialize
