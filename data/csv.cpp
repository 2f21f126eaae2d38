// SPDX-License-Identifier: BSD-3-Clause
#include "data/csv.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <utility>

namespace torchpp::data {

CsvReader::CsvReader(Stream stream, const CsvOptions& options) : stream_(std::move(stream)), options_(options) {
  TORCHPP_CHECK_VALUE(options.skip_lines() >= 0, "parse_csv: skip_lines got ", options.skip_lines(),
                      ", expected 0 or more");
  TORCHPP_CHECK_VALUE(options.delimiter() != options.quote() && options.delimiter() != '\n' &&
                          options.delimiter() != '\r' && options.delimiter() != 0,
                      "parse_csv: the delimiter is the quote or ends a row, expected another character");
  field_ends_ = {options.delimiter(), '\n', '\r'};
  quoted_ends_ = {options.quote()};
  if (options.escape() != 0) {
    field_ends_ += options.escape();
    quoted_ends_ += options.escape();
  }
  for (int64_t i = 0; i < options.skip_lines() && fill(); ++i) at_ = text_.size();
}

// Goes to the next line; false at the end. Of a line that is too long, each piece is an error.
bool CsvReader::fill() {
  at_ = 0;
  text_.clear();
  const size_t most = static_cast<size_t>(options_.max_row_bytes());
  row_bytes_ = std::min(row_bytes_, most);
  try {
    if (!stream_.read_line(text_, most - row_bytes_)) return false;
  } catch (...) {
    text_.clear();
    throw;
  }
  row_bytes_ += text_.size();
  if (++line_ == 1 && text_.compare(0, 3, "\xef\xbb\xbf") == 0) at_ = 3;
  return true;
}

void CsvReader::fail(const char* what) const {
  TORCHPP_FAIL_KIND(kFile, "read '", stream_.name(), "' line ", row_line_, ": ", what);
}

// Appends text up to the next character of `ends`.
void CsvReader::append_run(std::string& field, const std::string& ends) {
  const size_t end = std::min(text_.find_first_of(ends, at_), text_.size());
  field.append(text_, at_, end - at_);
  at_ = end;
}

bool CsvReader::next(Row& row) {
  row.clear();
  std::string field;
  row_bytes_ = text_.size() - at_;
  At at = At::kRowStart;
  const auto end_field = [&] {
    row.push_back(std::move(field));
    field.clear();
  };
  for (;;) {
    if (at_ == text_.size() && !fill()) {
      if (at == At::kRowStart) return false;
      if (at == At::kQuoted && options_.strict()) fail("the last field's quote is not closed");
      end_field();
      return true;
    }
    if (at == At::kRowStart) row_line_ = line_;

    if (at == At::kQuoted) {
      append_run(field, quoted_ends_);
      if (at_ == text_.size()) continue;
      const char c = text_[at_++];
      if (options_.escape() != 0 && c == options_.escape()) {
        if (at_ < text_.size() || fill()) field += text_[at_++];
      } else if (c == options_.quote() && options_.quote() != 0) {
        at = At::kBehindQuote;
      } else {
        field += c;
      }
      continue;
    }

    const char c = text_[at_];
    if (c == '\n' || c == '\r') {
      ++at_;
      if (c == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
      if (at != At::kRowStart) end_field();
      return true;
    }
    if (c == options_.delimiter()) {
      ++at_;
      end_field();
      at = At::kFieldStart;
      continue;
    }
    if (options_.escape() != 0 && c == options_.escape()) {
      ++at_;
      if (at_ < text_.size() || fill()) field += text_[at_++];
      at = At::kField;
      continue;
    }
    switch (at) {
      case At::kRowStart:
      case At::kFieldStart:
        if (c == ' ' && options_.skip_initial_space()) {
          ++at_;
          at = At::kFieldStart;
        } else if (c == options_.quote() && options_.quote() != 0) {
          ++at_;
          at = At::kQuoted;
        } else {
          at = At::kField;
        }
        break;
      case At::kBehindQuote:
        if (c == options_.quote() && options_.double_quote()) {
          ++at_;
          field += c;
          at = At::kQuoted;
        } else {
          if (options_.strict()) {
            at_ = text_.size();
            fail("got text behind a closing quote, expected a delimiter or the row's end");
          }
          at = At::kField;
        }
        break;
      default: append_run(field, field_ends_);
    }
  }
}

}  // namespace torchpp::data
