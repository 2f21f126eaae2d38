// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/parse.h>
#include <torchpp/data/stream.h>

#include <string>

namespace torchpp::data {

/// The rows of a stream. A row ends with \n, \r\n or \r outside quotes; an empty line is a row without fields. A byte
/// order mark at the start is passed over.
class CsvReader {
 public:
  CsvReader(Stream stream, const CsvOptions& options);

  /// Stores the next row; false at the end. Throws FileError that names the stream and the line; the row is passed over
  /// then.
  bool next(Row& row);
  /// The line with which the last row began, from 1 on.
  int64_t line() const { return row_line_; }

 private:
  enum class At : unsigned char { kRowStart, kFieldStart, kField, kQuoted, kBehindQuote };

  bool fill();
  [[noreturn]] void fail(const char* what) const;
  void append_run(std::string& field, const std::string& ends);

  Stream stream_;
  CsvOptions options_;
  std::string field_ends_, quoted_ends_;  // the characters that are more than text
  std::string text_;                      // the line that is being read
  size_t at_ = 0;
  int64_t line_ = 0, row_line_ = 0;
  size_t row_bytes_ = 0;
};

}  // namespace torchpp::data
