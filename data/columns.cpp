// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/data/columns.h>

namespace torchpp::data::detail {

size_t column_of(const char* stage, int64_t column, size_t size) {
  const auto columns = static_cast<int64_t>(size);
  TORCHPP_CHECK_INDEX(column >= -columns && column < columns, stage, ": got column ", column, ", expected one of ",
                      columns);
  return static_cast<size_t>(column < 0 ? column + columns : column);
}

void check_slice(int64_t step) { TORCHPP_CHECK_VALUE(step != 0, "slice: got step 0, expected another number"); }

std::vector<size_t> slice_columns(int64_t start, optional<int64_t> stop, int64_t step, size_t size) {
  const auto columns = static_cast<int64_t>(size);
  // Beyond the ends is at the ends; a step backwards ends before the first column.
  const int64_t least = step > 0 ? 0 : -1, most = step > 0 ? columns : columns - 1;
  const auto clamped = [&](int64_t at) { return std::min(std::max(at < 0 ? at + columns : at, least), most); };
  const int64_t first = clamped(start), end = stop ? clamped(*stop) : step > 0 ? columns : -1;
  std::vector<size_t> chosen;
  for (int64_t i = first; step > 0 ? i < end : i > end; i += step) chosen.push_back(static_cast<size_t>(i));
  return chosen;
}

void warn_repeated_columns(int64_t count) {
  if (count > 0) TORCHPP_WARN("flatten: ", count, " keys of a row came more than once; the first value of each stays");
}

void fail_missing_column(const char* stage, const std::string& key) {
  TORCHPP_FAIL_KIND(kIndex, stage, ": got a row without the column '", key, "', expected one with it");
}

}  // namespace torchpp::data::detail
