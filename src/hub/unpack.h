// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/serialize/archive_options.h>

#include <string>

namespace torchpp::hub {

/// Unpacks an archive into an empty folder, and returns the folder that holds its files: that one, or the single folder
/// in it around all of them. `name` says by its ending how the archive is made, and begins the errors.
///
/// Regular files only, none executable; links and devices are passed over. Throws FileError, and leaves what is
/// there to the caller, for a name that check_relative refuses, for two names that differ in letters' case alone (one
/// file on some systems), for a file where another has a folder, and beyond the limits, of which max_bytes is that of
/// all files together. Names that differ in how accents are composed are different names here. Where the file system
/// takes them for the same, as macOS does, the second file is refused, too: each is made anew, never opened.
std::string unpack(const std::string& archive, const std::string& name, const std::string& folder,
                   const serialize::ArchiveOptions& options);

}  // namespace torchpp::hub
