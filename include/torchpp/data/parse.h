// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Text files and records, taken apart.

#include <torchpp/core/arg.h>
#include <torchpp/core/dtype.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>
#include <torchpp/dispatch/ivalue.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data {

struct ReadLinesOptions {
  /// Lines that are passed over at the start of each file.
  TORCHPP_ARG(int64_t, skip_lines) = 0;
  /// Takes the newline off, and a carriage return before it.
  TORCHPP_ARG(bool, strip_newline) = true;
  /// Bytes of a line; beyond it FileError.
  TORCHPP_ARG(int64_t, max_line_bytes) = int64_t{1} << 30;
};

/// How a file of rows is written. The defaults are those of RFC 4180 and of Python's csv module; .delimiter('\t') reads
/// files of tab-separated values.
struct CsvOptions {
  TORCHPP_ARG(char, delimiter) = ',';
  /// Around fields with delimiters, newlines and quotes in them; 0: there are no quotes.
  TORCHPP_ARG(char, quote) = '"';
  /// A quote within quotes is written twice. Else it is written behind `escape`.
  TORCHPP_ARG(bool, double_quote) = true;
  /// Takes the meaning from the character behind it; 0: there is none.
  TORCHPP_ARG(char, escape) = 0;
  /// Blanks behind a delimiter are no part of the field.
  TORCHPP_ARG(bool, skip_initial_space) = false;
  /// Throws FileError for text behind a closing quote and for a quote that is not closed, else they are part of the
  /// field.
  TORCHPP_ARG(bool, strict) = false;
  /// Lines that are passed over at the start of each file.
  TORCHPP_ARG(int64_t, skip_lines) = 0;
  /// Bytes of a row; beyond it FileError, since a quote that is not closed would else read the whole file.
  TORCHPP_ARG(int64_t, max_row_bytes) = int64_t{1} << 24;
};

/// The fields of a row.
using Row = std::vector<std::string>;
/// The fields of a row by the names in the file's first row.
using NamedRow = std::map<std::string, std::string>;

/// What a feature of an example is expected to be.
struct FeatureSpec {
  /// Of a tensor, or of the nested lists of texts; one size may be -1. Empty sizes are one number or one text.
  TORCHPP_ARG(optional<std::vector<int64_t>>, shape);
  /// Of a tensor; none leaves float32 and int64, as they are stored.
  TORCHPP_ARG(optional<ScalarType>, dtype);
};

using FeatureSpecs = std::map<std::string, FeatureSpec>;

struct TfRecordOptions {
  /// The features that are wanted, all of which each example must have; none: whatever there is.
  TORCHPP_ARG(optional<FeatureSpecs>, spec);
  /// Bytes of a record; beyond it FileError.
  TORCHPP_ARG(int64_t, max_record_bytes) = int64_t{1} << 31;
};

/// An example's features by name: tensors (float32 or int64), lists of texts, for a feature list a list of either (with
/// a spec that has a dtype, one tensor), none for a feature without a value.
using Features = std::map<std::string, IValue>;

namespace detail {
TORCHPP_API StagePtr<Text> readlines(StagePtr<File> files, const ReadLinesOptions& options);
TORCHPP_API StagePtr<std::string> readlines_without_path(StagePtr<File> files, const ReadLinesOptions& options);
TORCHPP_API StagePtr<Text> lines_to_paragraphs(StagePtr<Text> lines, const std::string& joiner);
TORCHPP_API StagePtr<Row> parse_csv(StagePtr<File> files, const CsvOptions& options);
TORCHPP_API StagePtr<PathAnd<Row>> parse_csv_with_path(StagePtr<File> files, const CsvOptions& options);
TORCHPP_API StagePtr<NamedRow> parse_csv_as_dict(StagePtr<File> files, const CsvOptions& options);
TORCHPP_API StagePtr<PathAnd<NamedRow>> parse_csv_as_dict_with_path(StagePtr<File> files, const CsvOptions& options);
TORCHPP_API StagePtr<PathAnd<IValue>> parse_json_files(StagePtr<File> files);
TORCHPP_API StagePtr<PathAnd<IValue>> parse_json_lines(StagePtr<File> files, int64_t max_line_bytes);
TORCHPP_API StagePtr<Features> load_from_tfrecord(StagePtr<File> files, const TfRecordOptions& options);
}  // namespace detail

/// The lines of each file: (path, line).
///
///     auto lines = data::list_files("texts").open_files().readlines(ReadLinesOptions().skip_lines(1));
///
/// Source: torchdata 0.3 LineReader; the bytes are not decoded.
template <class T>
template <class... Options>
auto Pipe<T>::readlines(const Options&... options) && {
  return Pipe<Text>(detail::readlines(std::move(*this).take(), ReadLinesOptions(options...)));
}

/// As readlines(), the lines alone: torchdata's return_path=False.
template <class T>
template <class... Options>
auto Pipe<T>::readlines_without_path(const Options&... options) && {
  return Pipe<std::string>(detail::readlines_without_path(std::move(*this).take(), ReadLinesOptions(options...)));
}

/// Lines of one path, joined up to an empty line or the next path: (path, paragraph).
///
///     auto paragraphs = data::list_files("texts").open_files().readlines().lines_to_paragraphs(" ");
///
/// Source: torchdata 0.3 ParagraphAggregator.
template <class T>
auto Pipe<T>::lines_to_paragraphs(const char* joiner) && {
  return Pipe<Text>(detail::lines_to_paragraphs(std::move(*this).take(), joiner));
}

/// The rows of each file of comma-separated values, or of tab-separated ones with CsvOptions().delimiter('\t').
///
///     auto rows = data::list_files("tables").open_files().parse_csv(CsvOptions().skip_lines(1));
///
/// Throws FileError for a row that is too long and, if asked to, for a malformed one; the row is left out.
/// Source: torchdata 0.3 CSVParser.
template <class T>
template <class... Options>
auto Pipe<T>::parse_csv(const Options&... options) && {
  return Pipe<Row>(detail::parse_csv(std::move(*this).take(), CsvOptions(options...)));
}

/// As parse_csv(), with the file: (path, row). torchdata's return_path=True.
template <class T>
template <class... Options>
auto Pipe<T>::parse_csv_with_path(const Options&... options) && {
  return Pipe<PathAnd<Row>>(detail::parse_csv_with_path(std::move(*this).take(), CsvOptions(options...)));
}

/// The rows behind each file's first one, by the names in that; rows without fields are left out.
///
///     auto people = data::list_files("people").open_files().parse_csv_as_dict();
///
/// Throws FileError also for a row with another number of fields than the first one; the row is left out.
/// Source: torchdata 0.3 CSVDictParser.
template <class T>
template <class... Options>
auto Pipe<T>::parse_csv_as_dict(const Options&... options) && {
  return Pipe<NamedRow>(detail::parse_csv_as_dict(std::move(*this).take(), CsvOptions(options...)));
}

/// As parse_csv_as_dict(), with the file: (path, row). torchdata's return_path=True.
template <class T>
template <class... Options>
auto Pipe<T>::parse_csv_as_dict_with_path(const Options&... options) && {
  return Pipe<PathAnd<NamedRow>>(detail::parse_csv_as_dict_with_path(std::move(*this).take(), CsvOptions(options...)));
}

/// The value of each JSON file: (path, value). Objects are dictionaries, whose names are in the file's order; lists are
/// lists of values; integers beyond 64 bits are doubles.
///
///     auto values = data::list_files("labels").open_files().parse_json_files();
///
/// Throws FileError for what is no JSON, and for values more than 256 deep. Source: torchdata 0.3 JsonParser.
template <class T>
auto Pipe<T>::parse_json_files() && {
  return Pipe<PathAnd<IValue>>(detail::parse_json_files(std::move(*this).take()));
}

/// As parse_json_files(), of files with a value on each line: (path, value). Empty lines are left out, and after an
/// error the line.
///
///     auto values = data::list_files("logs").open_files().parse_json_lines();
///
template <class T>
auto Pipe<T>::parse_json_lines(int64_t max_line_bytes) && {
  return Pipe<PathAnd<IValue>>(detail::parse_json_lines(std::move(*this).take(), max_line_bytes));
}

/// The examples (tf.train.Example, tf.train.SequenceExample) in each TFRecord file.
///
///     auto examples = data::list_files("train").open_files().load_from_tfrecord();
///     for (auto& example : examples) use(example["label"].toTensor());
///
/// Throws FileError for records and examples that are damaged, and for those without a feature of the spec.
/// Source: torchdata 0.4 TFRecordLoader; here the checksums are compared, too.
template <class T>
template <class... Options>
auto Pipe<T>::load_from_tfrecord(const Options&... options) && {
  return Pipe<Features>(detail::load_from_tfrecord(std::move(*this).take(), TfRecordOptions(options...)));
}

}  // namespace torchpp::data
