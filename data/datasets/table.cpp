// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/table.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <set>
#include <system_error>
#include <type_traits>
#include <utility>

#include "data/csv.h"

namespace torchpp::data::datasets {

Column::Column(std::string name, ColumnType type) : name_(std::move(name)), type_(type) {}
TableOptions::TableOptions() : missing_values_{"", "NA", "N/A", "NaN", "nan", "null", "?"} {}

namespace {

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// A number that is all of the text.
template <class T>
bool parse(const std::string& text, T& value) {
  const char *begin = text.data(), *end = begin + text.size();
  if (begin != end && *begin == '+') ++begin;
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end && begin != end;
}

// A column while its file is read.
struct Draft {
  Column known;
  Missing missing;
  std::vector<std::string> fields;
  std::vector<bool> is_missing;
};

class TableReader {
 public:
  TableReader(Stream stream, const TableOptions& options)
      : name_(stream.name()), options_(options), csv_(std::move(stream), options.csv()) {}

  std::vector<Draft> read() {
    Row row;
    while (csv_.next(row)) {
      if (row.empty()) continue;
      if (drafts_.empty()) {
        begin(row);
        if (options_.header()) continue;
      }
      TORCHPP_CHECK_FILE(row.size() == drafts_.size(), "read '", name_, "' line ", csv_.line(), ": got ", row.size(),
                         " fields, expected ", drafts_.size(), " as in the first row");
      add(row);
    }
    return std::move(drafts_);
  }
  /// The line of each row, for errors.
  const std::vector<int64_t>& lines() const { return lines_; }

 private:
  void begin(const Row& row) {
    std::vector<Column> known = options_.columns();
    std::set<std::string> names;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string name = options_.header() ? trimmed(row[i]) : std::to_string(i);
      TORCHPP_CHECK_FILE(names.insert(name).second, "read '", name_, "' line ", csv_.line(), ": got two columns '",
                         name, "', expected different names");
      const auto found =
          std::find_if(known.begin(), known.end(), [&name](const Column& c) { return c.name() == name; });
      Column column = found == known.end() ? Column(name, ColumnType::kInfer) : *found;
      const Missing missing = column.missing().value_or(options_.missing());
      drafts_.push_back({std::move(column), missing, {}, {}});
    }
    for (const Column& column : known)
      TORCHPP_CHECK_VALUE(names.count(column.name()) > 0, "read '", name_, "': there is no column '", column.name(),
                          "'");
  }

  bool is_missing(const std::string& field) const {
    const std::vector<std::string>& values = options_.missing_values();
    return std::find(values.begin(), values.end(), field) != values.end();
  }

  void add(Row& row) {
    for (std::string& field : row) field = trimmed(field);
    for (size_t i = 0; i < row.size(); ++i) {
      if (drafts_[i].known.type() == ColumnType::kSkip || !is_missing(row[i])) continue;
      if (drafts_[i].missing == Missing::kDropRow) return;
      TORCHPP_CHECK_FILE(drafts_[i].missing == Missing::kFill, "read '", name_, "' line ", csv_.line(), ": column '",
                         drafts_[i].known.name(), "' has no value");
    }
    for (size_t i = 0; i < row.size(); ++i) {
      Draft& draft = drafts_[i];
      if (draft.known.type() == ColumnType::kSkip) continue;
      draft.is_missing.push_back(is_missing(row[i]));
      draft.fields.push_back(std::move(row[i]));
    }
    lines_.push_back(csv_.line());
  }

  std::string name_;
  const TableOptions& options_;
  CsvReader csv_;
  std::vector<Draft> drafts_;
  std::vector<int64_t> lines_;
};

template <class T>
bool all_parse(const Draft& draft) {
  T value;
  for (size_t i = 0; i < draft.fields.size(); ++i)
    if (!draft.is_missing[i] && !parse(draft.fields[i], value)) return false;
  return true;
}

ColumnType type_of(const Draft& draft) {
  if (draft.known.type() != ColumnType::kInfer) return draft.known.type();
  if (all_parse<int64_t>(draft)) return ColumnType::kInteger;
  return all_parse<double>(draft) ? ColumnType::kFloat : ColumnType::kCategory;
}

std::vector<std::string> categories_of(const Draft& draft) {
  if (!draft.known.categories().empty()) return draft.known.categories();
  std::set<std::string> texts;
  for (size_t i = 0; i < draft.fields.size(); ++i)
    if (!draft.is_missing[i]) texts.insert(draft.fields[i]);
  return {texts.begin(), texts.end()};
}

// The fields as numbers: `value(field, number)` says whether the field is one.
template <class T, class F>
Tensor numbers(const Draft& draft, T fill, const std::string& file, const std::vector<int64_t>& lines,
               const char* expected, const F& value) {
  Tensor column = empty({static_cast<int64_t>(draft.fields.size())}, std::is_same_v<T, float> ? kFloat : kLong);
  T* to = column.data_ptr<T>();
  for (size_t i = 0; i < draft.fields.size(); ++i) {
    to[i] = fill;
    TORCHPP_CHECK_FILE(draft.is_missing[i] || value(draft.fields[i], to[i]), "read '", file, "' line ", lines[i],
                       ": column '", draft.known.name(), "' has '", draft.fields[i], "', expected ", expected);
  }
  return column;
}

Tensor column_of(const Draft& draft, ColumnType type, const std::vector<std::string>& categories,
                 const std::string& file, const std::vector<int64_t>& lines) {
  if (type == ColumnType::kFloat) {
    const double fill = draft.known.fill().value_or(std::numeric_limits<double>::quiet_NaN());
    return numbers(draft, static_cast<float>(fill), file, lines, "a number", [](const std::string& field, float& to) {
      double value = 0;
      if (!parse(field, value)) return false;
      to = static_cast<float>(value);
      return true;
    });
  }
  const auto fill = static_cast<int64_t>(draft.known.fill().value_or(-1));
  if (type == ColumnType::kInteger) return numbers(draft, fill, file, lines, "an integer", &parse<int64_t>);
  // Pairs of category and number, sorted by category.
  std::vector<std::pair<std::string, int64_t>> index;
  for (const std::string& category : categories) index.emplace_back(category, static_cast<int64_t>(index.size()));
  std::sort(index.begin(), index.end());
  return numbers(draft, fill, file, lines, "one of the categories", [&](const std::string& field, int64_t& to) {
    const auto found = std::lower_bound(index.begin(), index.end(), std::make_pair(field, int64_t{-1}));
    if (found == index.end() || found->first != field) return false;
    to = found->second;
    return true;
  });
}

}  // namespace

Table Table::read(const std::string& path, const TableOptions& options) { return read(open_file(path), options); }

Table Table::read(Stream stream, const TableOptions& options) {
  const std::string file = stream.name();
  TableReader reader(std::move(stream), options);
  Table table;
  for (const Draft& draft : reader.read()) {
    const ColumnType type = type_of(draft);
    if (type == ColumnType::kSkip) continue;
    table.names_.push_back(draft.known.name());
    table.categories_.push_back(type == ColumnType::kCategory ? categories_of(draft) : std::vector<std::string>());
    table.columns_.push_back(column_of(draft, type, table.categories_.back(), file, reader.lines()));
  }
  table.rows_ = reader.lines().size();
  return table;
}

size_t Table::place_of(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  TORCHPP_CHECK_VALUE(found != names_.end(), "Table: there is no column '", name, "'");
  return static_cast<size_t>(found - names_.begin());
}
const Tensor& Table::column(const std::string& name) const { return columns_[place_of(name)]; }
const std::vector<std::string>& Table::categories(const std::string& name) const { return categories_[place_of(name)]; }
Tensor Table::matrix(const std::vector<std::string>& names) const {
  TORCHPP_CHECK_VALUE(!names.empty(), "Table: matrix() got no columns, expected at least one");
  std::vector<Tensor> columns;
  columns.reserve(names.size());
  for (const std::string& name : names) columns.push_back(column(name).to(kFloat));
  return stack(columns, 1);
}

namespace {

std::vector<std::string> all_but(const std::vector<std::string>& names, const std::string& target) {
  std::vector<std::string> others;
  std::remove_copy(names.begin(), names.end(), std::back_inserter(others), target);
  return others;
}

}  // namespace

TableDataset::TableDataset(const Table& table, const std::string& target)
    : TableDataset(table, all_but(table.names(), target), target) {}
TableDataset::TableDataset(const Table& table, const std::vector<std::string>& data, const std::string& target)
    : features_(table.matrix(data)), targets_(table.column(target)) {}

Example<> TableDataset::get(size_t index) {
  return {features_[static_cast<int64_t>(index)], targets_[static_cast<int64_t>(index)]};
}
optional<size_t> TableDataset::size() const { return static_cast<size_t>(targets_.size(0)); }

}  // namespace torchpp::data::datasets
