// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace torchpp::serialize {

/// A member's path: the archive's, a slash, and the name without empty parts and parts ".", which change nothing. Parts
/// ".." stay, for those to see who make files of names.
std::string path_in_archive(const std::string& archive, const std::string& name);
/// An absolute path without parts ".", ".." and empty ones, by its text alone: links are not followed.
std::string normal_path(const std::string& path);
/// Whether a part of the path is "..".
bool goes_up(const std::string& path);
/// Makes the folder that the path's file is to be in, and those around it. Throws FileError.
void make_folder_of(const std::string& path);
/// What is behind the last slash.
std::string file_name(const std::string& path);
/// What is behind the last dot of the file's name, without it; empty if there is none, or if the name begins with it.
std::string extension(const std::string& path);

}  // namespace torchpp::serialize
