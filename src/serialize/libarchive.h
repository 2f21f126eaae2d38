// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file libarchive, opened on first use.

#include <archive.h>
#include <archive_entry.h>

namespace torchpp::serialize {

// Every function that is called. The table's members have the functions' names and types.
#define TORCHPP_LIBARCHIVE_FUNCTIONS(X) \
  X(archive_entry_filetype)             \
  X(archive_entry_hardlink)             \
  X(archive_entry_pathname)             \
  X(archive_entry_pathname_utf8)        \
  X(archive_entry_size)                 \
  X(archive_entry_size_is_set)          \
  X(archive_error_string)               \
  X(archive_read_append_callback_data)  \
  X(archive_read_data)                  \
  X(archive_read_free)                  \
  X(archive_read_new)                   \
  X(archive_read_next_header)           \
  X(archive_read_open1)                 \
  X(archive_read_set_read_callback)     \
  X(archive_read_set_seek_callback)     \
  X(archive_read_set_skip_callback)     \
  X(archive_read_support_format_gnutar) \
  X(archive_read_support_format_rar)    \
  X(archive_read_support_format_rar5)   \
  X(archive_read_support_format_tar)    \
  X(archive_read_support_format_zip)    \
  X(archive_version_number)

struct Libarchive {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_LIBARCHIVE_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};

/// The library's functions. Throws Error that says what is missing.
const Libarchive& libarchive();

}  // namespace torchpp::serialize
