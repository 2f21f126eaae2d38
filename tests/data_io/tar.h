// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::test {

/// A tar archive (ustar) of files with these names and contents. With `claimed`, each file's header says that it has so
/// many bytes.
inline std::string tar_of(const std::vector<std::pair<std::string, std::string>>& files, uint64_t claimed = 0) {
  std::string tar;
  for (const auto& file : files) {
    std::string header(512, '\0');
    const auto put = [&](size_t at, const std::string& text) { header.replace(at, text.size(), text); };
    const auto octal = [](uint64_t value, int digits) {
      char text[32];
      std::snprintf(text, sizeof text, "%0*llo", digits, static_cast<unsigned long long>(value));
      return std::string(text);
    };
    put(0, file.first);
    put(100, octal(0644, 7));
    put(124, octal(claimed != 0 ? claimed : file.second.size(), 11));
    put(136, octal(0, 11));
    put(156, "0");
    put(257, std::string("ustar\00000", 8));
    put(148, "        ");
    uint64_t sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    put(148, octal(sum, 6) + std::string("\0 ", 2));
    tar += header + file.second;
    tar.resize((tar.size() + 511) / 512 * 512);
  }
  return tar + std::string(1024, '\0');
}

}  // namespace torchpp::test
