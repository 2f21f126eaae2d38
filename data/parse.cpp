// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/gather.h>
#include <torchpp/data/parse.h>

#include <type_traits>
#include <utility>

#include "data/csv.h"
#include "data/json_text.h"
#include "data/stages.h"
#include "data/tfrecord.h"

namespace torchpp::data::detail {
namespace {

void strip_newline(std::string& line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
}

// The rows of a file by the names in its first row that is not empty; rows without fields are passed over.
class NamedRows {
 public:
  NamedRows(const File& file, const CsvOptions& options) : path_(file.first), reader_(file.second, options) {}

  optional<NamedRow> operator()() {
    Row row;
    while (names_.empty()) {
      if (!reader_.next(row)) return nullopt;
      names_ = row;
    }
    do {
      if (!reader_.next(row)) return nullopt;
    } while (row.empty());
    TORCHPP_CHECK_FILE(row.size() == names_.size(), "read '", path_, "' line ", reader_.line(), ": got ", row.size(),
                       " fields, expected ", names_.size(), " as in the first row");
    NamedRow named;
    for (size_t i = 0; i < row.size(); ++i) named[names_[i]] = std::move(row[i]);
    return named;
  }

 private:
  std::string path_;
  CsvReader reader_;
  Row names_;
};

// What a stage gives: the item alone, or behind the path.
template <class Out, class Item>
Out with_path(const std::string& path, Item item) {
  if constexpr (std::is_same_v<Out, Item>) return item;
  else return Out(path, std::move(item));
}

template <class Out>
StagePtr<Out> read_lines(const char* name, StagePtr<File> files, const ReadLinesOptions& options) {
  TORCHPP_CHECK_VALUE(options.skip_lines() >= 0, name, ": skip_lines got ", options.skip_lines(),
                      ", expected 0 or more");
  return expand<File, Out>(name, std::move(files), [options](File file) {
    std::string skipped;
    for (int64_t i = 0; i < options.skip_lines() && file.second.read_line(skipped); ++i) {
    }
    return [file = std::move(file), options]() mutable -> optional<Out> {
      std::string line;
      if (!file.second.read_line(line, static_cast<size_t>(options.max_line_bytes()))) return nullopt;
      if (options.strip_newline()) strip_newline(line);
      return with_path<Out>(file.first, std::move(line));
    };
  });
}

template <class Out>
StagePtr<Out> csv_rows(const char* name, StagePtr<File> files, const CsvOptions& options) {
  return expand<File, Out>(name, std::move(files), [options](const File& file) {
    return [path = file.first, reader = CsvReader(file.second, options)]() mutable -> optional<Out> {
      Row row;
      if (!reader.next(row)) return nullopt;
      return with_path<Out>(path, std::move(row));
    };
  });
}

template <class Out>
StagePtr<Out> named_csv_rows(const char* name, StagePtr<File> files, const CsvOptions& options) {
  return expand<File, Out>(name, std::move(files), [options](const File& file) {
    return [path = file.first, rows = NamedRows(file, options)]() mutable -> optional<Out> {
      optional<NamedRow> row = rows();
      if (!row) return nullopt;
      return with_path<Out>(path, std::move(*row));
    };
  });
}

}  // namespace

StagePtr<Text> readlines(StagePtr<File> files, const ReadLinesOptions& options) {
  return read_lines<Text>("readlines", std::move(files), options);
}
StagePtr<std::string> readlines_without_path(StagePtr<File> files, const ReadLinesOptions& options) {
  return read_lines<std::string>("readlines_without_path", std::move(files), options);
}

StagePtr<Text> lines_to_paragraphs(StagePtr<Text> lines, const std::string& joiner) {
  return StagePtr<Text>(new GatherStage<Text, Text>(
      "lines_to_paragraphs", std::move(lines), [joiner](optional<Text>& paragraph, Text& line) {
        if (paragraph && (line.second.empty() || line.first != paragraph->first)) return false;
        if (line.second.empty()) return true;
        if (paragraph) paragraph->second += joiner + line.second;
        else paragraph = std::move(line);
        return true;
      }));
}

StagePtr<Row> parse_csv(StagePtr<File> files, const CsvOptions& options) {
  return csv_rows<Row>("parse_csv", std::move(files), options);
}
StagePtr<PathAnd<Row>> parse_csv_with_path(StagePtr<File> files, const CsvOptions& options) {
  return csv_rows<PathAnd<Row>>("parse_csv_with_path", std::move(files), options);
}
StagePtr<NamedRow> parse_csv_as_dict(StagePtr<File> files, const CsvOptions& options) {
  return named_csv_rows<NamedRow>("parse_csv_as_dict", std::move(files), options);
}
StagePtr<PathAnd<NamedRow>> parse_csv_as_dict_with_path(StagePtr<File> files, const CsvOptions& options) {
  return named_csv_rows<PathAnd<NamedRow>>("parse_csv_as_dict_with_path", std::move(files), options);
}

StagePtr<PathAnd<IValue>> parse_json_files(StagePtr<File> files) {
  return convert<File, PathAnd<IValue>>("parse_json_files", std::move(files), [](File file) {
    IValue value = parse_json_text(file.second.read_all(), str("read '", file.first, "'"));
    return PathAnd<IValue>(std::move(file.first), std::move(value));
  });
}

StagePtr<PathAnd<IValue>> parse_json_lines(StagePtr<File> files, int64_t max_line_bytes) {
  return expand<File, PathAnd<IValue>>("parse_json_lines", std::move(files), [max_line_bytes](File file) {
    return [file = std::move(file), max_line_bytes, number = 0]() mutable -> optional<PathAnd<IValue>> {
      std::string line;
      do {
        ++number;
        if (!file.second.read_line(line, static_cast<size_t>(max_line_bytes))) return nullopt;
      } while (line.find_first_not_of(" \t\r\n") == std::string::npos);
      return PathAnd<IValue>(file.first, parse_json_text(line, str("read '", file.first, "' line ", number)));
    };
  });
}

StagePtr<Features> load_from_tfrecord(StagePtr<File> files, const TfRecordOptions& options) {
  return expand<File, Features>("load_from_tfrecord", std::move(files), [options](const File& file) {
    return [path = file.first, options, reader = TfRecordReader(file.second, options.max_record_bytes()),
            number = 0]() mutable -> optional<Features> {
      std::string record;
      if (!reader.next(record)) return nullopt;
      return parse_example(record, options, str("read '", path, "' record ", number++));
    };
  });
}

}  // namespace torchpp::data::detail
