// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/webdataset.h>

namespace torchpp::data::detail {

void fail_missing_file(const std::string& key, const std::string& extension) {
  TORCHPP_FAIL_KIND(kIndex, "webdataset: sample '", key, "' has no file ", extension);
}

std::pair<std::string, std::string> split_sample_path(const std::string& path) {
  const size_t name = path.rfind('/') + 1;
  const size_t dot = path.find('.', name);
  if (dot == std::string::npos) return {path, ""};
  return {path.substr(0, dot), path.substr(dot)};
}

}  // namespace torchpp::data::detail
