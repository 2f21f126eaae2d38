// SPDX-License-Identifier: BSD-3-Clause
// Rows of text files.
#include "data/csv.h"

#include <gtest/gtest.h>

#include "tests/support/expect_error.h"

namespace {

using namespace torchpp;
using data::CsvOptions;
using data::CsvReader;
using data::Row;
using test::expect_error;

std::vector<Row> rows_of(const std::string& text, const CsvOptions& options = {}) {
  CsvReader reader(data::memory_stream(text, "x.csv"), options);
  std::vector<Row> rows;
  Row row;
  while (reader.next(row)) rows.push_back(row);
  return rows;
}

// What Python 3.11's csv.reader gives with these options.
TEST(Csv, RowsOfPython) {
  const struct {
    const char* name;
    const char* text;
    CsvOptions options;
    std::vector<Row> rows;
  } cases[] = {
      {"plain", "a,b,c\r\n1,2,3\n", CsvOptions(), {{"a", "b", "c"}, {"1", "2", "3"}}},
      {"last line without newline", "a,b\n1,", CsvOptions(), {{"a", "b"}, {"1", ""}}},
      {"empty lines", "\n\na\n\n", CsvOptions(), {{}, {}, {"a"}, {}}},
      {"quotes",
       "\"a,b\",\"c \"\"d\"\" e\",f\"g\n\"multi\nline\",x\n",
       CsvOptions(),
       {{"a,b", "c \"d\" e", "f\"g"}, {"multi\nline", "x"}}},
      {"text behind quotes", "\"a\"b,c\n", CsvOptions(), {{"ab", "c"}}},
      {"open quote", "\"a,b\nc", CsvOptions(), {{"a,b\nc"}}},
      {"blanks", "a, b,  \"c\"\n", CsvOptions(), {{"a", " b", "  \"c\""}}},
      {"skip blanks", "a, b,  \"c\"\n", CsvOptions().skip_initial_space(true), {{"a", "b", "c"}}},
      {"tabs", "a\tb,c\t\"d\te\"\n", CsvOptions().delimiter('\t'), {{"a", "b,c", "d\te"}}},
      {"escape", "a\\,b,c\\\\d,\"x\\\"y\"\n", CsvOptions().escape('\\').double_quote(false), {{"a,b", "c\\d", "x\"y"}}},
      {"single quotes", "'a,b',\"c\"\n", CsvOptions().quote('\''), {{"a,b", "\"c\""}}},
      {"no quotes", "\"a\",b\"c\n", CsvOptions().quote(0), {{"\"a\"", "b\"c"}}},
      {"empty fields", ",,\n\"\",\"\"\n", CsvOptions(), {{"", "", ""}, {"", ""}}},
      {"carriage returns", "a,b\r\n\"c\r\nd\",e\r\n", CsvOptions(), {{"a", "b"}, {"c\r\nd", "e"}}},
      {"utf-8", "ä,ö\n\"ß,€\"\n", CsvOptions(), {{"ä", "ö"}, {"ß,€"}}},
  };
  for (const auto& c : cases) EXPECT_EQ(rows_of(c.text, c.options), c.rows) << c.name;
}

TEST(Csv, LinesMarksAndEnds) {
  EXPECT_EQ(rows_of("\xef\xbb\xbfname,x\n"), (std::vector<Row>{{"name", "x"}}));
  EXPECT_EQ(rows_of("# about\r\n# more\na,b\n", CsvOptions().skip_lines(2)), (std::vector<Row>{{"a", "b"}}));
  EXPECT_EQ(rows_of("a\n", CsvOptions().skip_lines(5)), std::vector<Row>());
  EXPECT_EQ(rows_of(""), std::vector<Row>());
  EXPECT_EQ(rows_of("a,b\rc\rd"), (std::vector<Row>{{"a", "b"}, {"c"}, {"d"}})) << "the ends of old files";

  CsvReader reader(data::memory_stream("a\n\"b\nc\"\nd\n"), {});
  std::vector<int64_t> lines;
  Row row;
  while (reader.next(row)) lines.push_back(reader.line());
  EXPECT_EQ(lines, (std::vector<int64_t>{1, 2, 4}));
}

TEST(Csv, ErrorsSayWhereAndTheNextRowIsRead) {
  CsvReader reader(data::memory_stream("a,b\n\"x\"y,z\nc\n\"open", "x.csv"), CsvOptions().strict(true));
  Row row;
  EXPECT_TRUE(reader.next(row));
  expect_error([&] { reader.next(row); }, "read 'x.csv' line 2: got text behind a closing quote");
  EXPECT_TRUE(reader.next(row));
  EXPECT_EQ(row, Row{"c"});
  expect_error([&] { reader.next(row); }, "read 'x.csv' line 4: the last field's quote is not closed");
  EXPECT_FALSE(reader.next(row));

  expect_error([] { rows_of("a", CsvOptions().skip_lines(-1)); }, "skip_lines got -1, expected 0 or more");
  expect_error([] { rows_of("a", CsvOptions().delimiter('"')); }, "the delimiter is the quote");
}

TEST(Csv, ARowHasALimit) {
  const CsvOptions options = CsvOptions().max_row_bytes(10);
  EXPECT_EQ(rows_of("a\n123456789\nb\n123456789\n", options).size(), 4u);
  expect_error([&] { rows_of("a\n1234567890\n", options); }, "read 'x.csv': got a line of more than");
  // A quote that is not closed does not read the whole file.
  CsvReader reader(data::memory_stream("\"one\ntwo\nthree\nfour\nfive\n", "x.csv"), options);
  Row row;
  expect_error([&] { reader.next(row); }, "read 'x.csv': got a line of more than");
  EXPECT_TRUE(reader.next(row));
}

}  // namespace
