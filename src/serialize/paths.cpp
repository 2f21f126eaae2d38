// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/paths.h"

#include <sys/stat.h>
#include <torchpp/core/error.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace torchpp::serialize {
namespace {

// Calls f with each part between slashes, until it returns false.
template <class F>
void for_each_part(const std::string& path, const F& f) {
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = path.find('/', begin);
    if (end == std::string::npos) end = path.size();
    if (!f(path.substr(begin, end - begin))) return;
    begin = end + 1;
  }
}

}  // namespace

std::string path_in_archive(const std::string& archive, const std::string& name) {
  std::string path = archive;
  for_each_part(name, [&](const std::string& part) {
    if (!part.empty() && part != ".") path += "/" + part;
    return true;
  });
  return path;
}

std::string normal_path(const std::string& path) {
  std::string normal;
  for_each_part(path, [&](const std::string& part) {
    if (part == "..") normal.resize(normal.empty() ? 0 : normal.rfind('/'));
    else if (!part.empty() && part != ".") normal += "/" + part;
    return true;
  });
  return normal.empty() ? "/" : normal;
}

bool goes_up(const std::string& path) {
  bool found = false;
  for_each_part(path, [&](const std::string& part) {
    found = part == "..";
    return !found;
  });
  return found;
}

void make_folder_of(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    TORCHPP_CHECK_FILE(::mkdir(folder.c_str(), 0777) == 0 || errno == EEXIST || errno == EISDIR, "make the folder '",
                       folder, "': ", std::strerror(errno));
  }
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string extension(const std::string& path) {
  const std::string name = file_name(path);
  const size_t first = name.find_first_not_of('.');
  const size_t dot = name.rfind('.');
  return dot == std::string::npos || first == std::string::npos || dot < first ? "" : name.substr(dot + 1);
}

}  // namespace torchpp::serialize
