// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Tables of a file of comma-separated values, as tensors.
///
///     auto table = Table::read("houses.csv", TableOptions().columns({Column("price", ColumnType::kFloat),
///                                                                    Column("id", ColumnType::kSkip)}));
///     auto houses = TableDataset(table, "price");  // examples: the other columns, and the price

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/datasets/base.h>
#include <torchpp/data/parse.h>
#include <torchpp/data/stream.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data::datasets {

/// What a column holds. kInfer: kInteger if all its fields are integers, else kFloat if all are numbers, else
/// kCategory. A category's number is its place among the column's sorted different texts. kSkip: not in the table.
enum class ColumnType : uint8_t { kInfer, kInteger, kFloat, kCategory, kSkip };
/// What becomes of a field without a value: an error, the column's fill value, or the row is left out.
enum class Missing : uint8_t { kError, kFill, kDropRow };

/// What is known of a column before it is read.
struct TORCHPP_API Column {
  Column(std::string name, ColumnType type);

  TORCHPP_ARG(std::string, name);
  TORCHPP_ARG(ColumnType, type);
  /// As in TableOptions, for this column.
  TORCHPP_ARG(optional<Missing>, missing);
  /// In the place of missing values; default NaN in columns of floats and -1 in others.
  TORCHPP_ARG(optional<double>, fill);
  /// The texts that are categories, in their order, as another table's column has them; others are an error.
  TORCHPP_ARG(std::vector<std::string>, categories);
};

/// How a table is read.
struct TORCHPP_API TableOptions {
  TableOptions();

  TORCHPP_ARG(CsvOptions, csv);
  /// Whether the first row has the columns' names; else these are "0", "1", ...
  TORCHPP_ARG(bool, header) = true;
  /// Columns of which something is known.
  TORCHPP_ARG(std::vector<Column>, columns);
  /// Fields that have no value. Blanks around a field do not count.
  TORCHPP_ARG(std::vector<std::string>, missing_values);
  TORCHPP_ARG(Missing, missing) = Missing::kError;
};

/// Columns of the same length, each of one dtype.
class TORCHPP_API Table {
 public:
  /// Throws FileError, naming file and line, for a row of another length than the first, a field that is not of its
  /// column's type and a missing value that is an error; ValueError for a column of the options that there is not.
  static Table read(const std::string& path, const TableOptions& options = TableOptions());
  static Table read(Stream stream, const TableOptions& options = TableOptions());

  size_t rows() const noexcept { return rows_; }
  /// The columns' names, in their order.
  const std::vector<std::string>& names() const noexcept { return names_; }
  /// (rows): int64 for integers and categories, float32 for floats. Throws ValueError if there is no such column.
  const Tensor& column(const std::string& name) const;
  /// The texts that the numbers of a column of categories stand for; empty for others.
  const std::vector<std::string>& categories(const std::string& name) const;
  /// (rows, names.size()), float32: columns side by side.
  Tensor matrix(const std::vector<std::string>& names) const;

 private:
  size_t place_of(const std::string& name) const;

  size_t rows_ = 0;
  std::vector<std::string> names_;
  std::vector<Tensor> columns_;
  std::vector<std::vector<std::string>> categories_;
};

/// The rows of a table: the target is one column's value, the data (F) are those of the other columns as float32.
class TORCHPP_API TableDataset : public Dataset<TableDataset> {
 public:
  TableDataset(const Table& table, const std::string& target);
  /// With the columns that are data, in their order.
  TableDataset(const Table& table, const std::vector<std::string>& data, const std::string& target);

  Example<> get(size_t index) override;
  optional<size_t> size() const override;

  /// (N, F) and (N).
  const Tensor& features() const { return features_; }
  const Tensor& targets() const { return targets_; }

 private:
  Tensor features_, targets_;
};

}  // namespace torchpp::data::datasets
