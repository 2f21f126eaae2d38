// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Text files and records, taken apart.

#include <torchpp/core/arg.h>
#include <torchpp/core/dtype.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/stage.h>
#include <torchpp/data/stream.h>
#include <torchpp/dispatch/ivalue.h>

#include <map>
#include <string>
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
TORCHPP_API StagePtr<Text> lines_to_paragraphs(StagePtr<Text> lines, const std::string& joiner);
TORCHPP_API StagePtr<PathAnd<Row>> parse_csv(StagePtr<File> files, const CsvOptions& options);
TORCHPP_API StagePtr<PathAnd<NamedRow>> parse_csv_as_dict(StagePtr<File> files, const CsvOptions& options);
TORCHPP_API StagePtr<PathAnd<IValue>> parse_json_files(StagePtr<File> files);
TORCHPP_API StagePtr<PathAnd<IValue>> parse_json_lines(StagePtr<File> files, int64_t max_line_bytes);
TORCHPP_API StagePtr<Features> load_from_tfrecord(StagePtr<File> files, const TfRecordOptions& options);
}  // namespace detail

}  // namespace torchpp::data
