// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file zlib, opened on first use: a program that reads and writes nothing compressed neither loads nor requires it.

#include <zlib.h>

namespace torchpp::serialize {

// Every function that is called. The table's members have the functions' names and types.
#define TORCHPP_ZLIB_FUNCTIONS(X) \
  X(compress2)                    \
  X(compressBound)                \
  X(inflate)                      \
  X(inflateEnd)                   \
  X(inflateInit2_)                \
  X(inflateReset)                 \
  X(zlibVersion)

struct Zlib {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_ZLIB_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};

/// The library's functions. Throws Error that says what is missing.
const Zlib& zlib();

}  // namespace torchpp::serialize
