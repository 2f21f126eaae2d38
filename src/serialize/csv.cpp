// SPDX-License-Identifier: BSD-3-Clause
// Text files of a table of numbers: values separated by commas, semicolons, tabs or blanks, a row per line. Lines that
// are empty or begin with # are passed over; the first of the others may name the columns. The table is one tensor,
// "values", of two dimensions: int64 if all its numbers are, else double.
#include <torchpp/serialize/csv.h>

#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/half.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "src/serialize/safetensors_header.h"
#include "src/serialize/tensor_file.h"

namespace torchpp::serialize {
namespace {

constexpr char kName[] = "values";
constexpr size_t kMostColumnsBytes = size_t{1} << 20;  // of a line that names the columns

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool is_passed_over(std::string_view line) {
  line = trimmed(line);
  return line.empty() || line[0] == '#';
}

// The separator of a line: of the three that a line has, the first; else a blank, which stands for any number of them.
char separator_of(std::string_view line) {
  for (const char c : {',', ';', '\t'})
    if (line.find(c) != std::string_view::npos) return c;
  return ' ';
}

// Takes the next cell off the line; false after the last.
bool take_cell(std::string_view& line, char separator, std::string_view& cell) {
  if (line.data() == nullptr) return false;
  const size_t end = separator == ' ' ? line.find_first_of(" \t") : line.find(separator);
  cell = trimmed(line.substr(0, end));
  if (end == std::string_view::npos) line = {};
  else line = line.substr(end + 1);
  if (separator == ' ' && line.data() != nullptr)
    line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  return true;
}

template <class T>
bool parse(std::string_view cell, T& value) {
  if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') cell.remove_prefix(1);
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return error == std::errc() && stop == cell.data() + cell.size();
}

// A number too large or too small for a double is none.
bool is_number(std::string_view cell) {
  double value;
  return parse(cell, value);
}

bool are_numbers(std::string_view line) {
  const char separator = separator_of(line);
  line = trimmed(line);
  for (std::string_view cell; take_cell(line, separator, cell);)
    if (!is_number(cell)) return false;
  return true;
}

// Calls f(line) for every line that is not passed over.
template <class F>
void for_each_line(RandomInput& in, const F& f) {
  constexpr size_t kPiece = size_t{1} << 16;
  std::string line;  // what of a line stood in earlier pieces
  const std::unique_ptr<char[]> piece(new char[kPiece]);
  for (uint64_t offset = 0; offset < in.size();) {
    const auto n = static_cast<size_t>(std::min<uint64_t>(in.size() - offset, kPiece));
    in.read_at(offset, piece.get(), n);
    offset += n;
    std::string_view rest(piece.get(), n);
    for (size_t end; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1)) {
      std::string_view whole = rest.substr(0, end);
      if (!line.empty()) {
        line += whole;
        whole = line;
      }
      if (!is_passed_over(whole)) f(whole);
      line.clear();
    }
    line += rest;
  }
  if (!is_passed_over(line)) f(std::string_view(line));
}

class CsvSource final : public TensorSource {
 public:
  explicit CsvSource(SourceFile& file) : subject_(file.subject()) {
    int64_t rows = 0;
    bool is_integral = true;
    for_each_line(file.input(), [&](std::string_view line) {
      if (columns_ == 0) {
        separator_ = separator_of(line);
        if (!are_numbers(line)) return name_columns(line);
      }
      read_row(line, rows++, [&](std::string_view cell) {
        int64_t whole;
        is_integral = is_integral && parse(cell, whole);
      });
    });
    tensors.push_back({kName, is_integral ? kLong : kDouble, {rows, columns_}, file.size(), "text"});
    in_ = file.take_input();
  }

  Tensor load(size_t /*index*/) override {
    const TensorInfo& info = tensors[0];
    Tensor tensor = empty(info.shape, info.dtype);
    if (info.dtype == kLong) fill(static_cast<int64_t*>(tensor.impl()->data()));
    else fill(static_cast<double*>(tensor.impl()->data()));
    return tensor;
  }
  void finish() override { in_->finish(); }

 private:
  void name_columns(std::string_view line) {
    TORCHPP_CHECK_FILE(!has_names_ && line.size() <= kMostColumnsBytes, subject_, ": row 0 got ",
                       shown(std::string(line)), ", expected numbers");
    has_names_ = true;
    metadata.emplace_back("columns", std::string(trimmed(line)));
  }

  // Calls f(cell) for each number of a row, of which there are as many as in the row before.
  template <class F>
  void read_row(std::string_view line, int64_t row, const F& f) {
    line = trimmed(line);
    int64_t column = 0;
    for (std::string_view cell; take_cell(line, separator_, cell); ++column) {
      TORCHPP_CHECK_FILE(is_number(cell), subject_, ": row ", row, " column ", column, " got ",
                         shown(std::string(cell.substr(0, 100))), ", expected a number");
      f(cell);
    }
    if (columns_ == 0) columns_ = column;
    TORCHPP_CHECK_FILE(column == columns_, subject_, ": row ", row, " got ", column, " numbers, expected ", columns_,
                       " as in the row before");
  }

  template <class T>
  void fill(T* to) {
    const T* const end = to + tensors[0].numel();
    bool is_first = has_names_;
    int64_t row = 0;
    for_each_line(*in_, [&](std::string_view line) {
      if (is_first) {
        is_first = false;
        return;
      }
      // A file that was changed meanwhile may hold more.
      read_row(line, row++, [&](std::string_view cell) {
        TORCHPP_CHECK_FILE(to < end && parse(cell, *to), subject_, ": the file was written to while it was read");
        ++to;
      });
    });
    TORCHPP_CHECK_FILE(to == end, subject_, ": the file was written to while it was read");
  }

  std::unique_ptr<RandomInput> in_;
  std::string subject_;
  char separator_ = ',';
  bool has_names_ = false;
  int64_t columns_ = 0;
};

}  // namespace

std::unique_ptr<TensorSource> open_csv(SourceFile& file) {
  // Text, of which one of the first two lines is numbers alone.
  std::string_view start = file.start();
  const auto is_text = [](char c) {
    return c == '\t' || c == '\r' || c == '\n' || static_cast<unsigned char>(c) >= ' ';
  };
  if (!std::all_of(start.begin(), start.end(), is_text)) return nullptr;
  const bool is_whole = start.size() == file.size();
  for (int lines = 0; lines < 2 && !start.empty();) {
    const size_t end = start.find('\n');
    std::string_view line = start.substr(0, end);
    // Of a line that goes on behind the start, the last cell is not whole.
    if (end == std::string_view::npos && !is_whole) line = line.substr(0, line.find_last_of(",;\t "));
    start.remove_prefix(end == std::string_view::npos ? start.size() : end + 1);
    if (is_passed_over(line)) continue;
    if (are_numbers(line)) return std::make_unique<CsvSource>(file);
    ++lines;
  }
  return nullptr;
}

namespace {

template <class T>
void append_shortest(std::string& to, T value) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  to.append(digits, end);
}

void append_number(std::string& to, int64_t value) { append_shortest(to, value); }
template <class T>
void append_float(std::string& to, T value) {
  const size_t begin = to.size();
  append_shortest(to, value);
  if (!std::is_same_v<T, double> && value == value) {
    // The digits are read as a double, which must not round to a neighbour.
    double read;
    std::from_chars(to.data() + begin, to.data() + to.size(), read);
    if (static_cast<T>(read) != value) {
      to.resize(begin);
      append_shortest(to, static_cast<double>(value));
    }
  }
  if (to.find_first_not_of("-0123456789", begin) == std::string::npos) to += ".0";
}
void append_number(std::string& to, double value) { append_float(to, value); }
void append_number(std::string& to, float value) { append_float(to, value); }

// Calls f with a function that gives element i as it is written.
template <class F>
void with_numbers(const Tensor& tensor, const F& f) {
  const auto as = [&](auto element, auto number) {
    const auto* const data = static_cast<const decltype(element)*>(tensor.impl()->data());
    f([data](int64_t i) { return static_cast<decltype(number)>(data[i]); });
  };
  switch (tensor.scalar_type()) {
    case kDouble: return as(double(), double());
    case kFloat: return as(float(), float());
    case kHalf: return as(Half(), float());
    case kBFloat16: return as(BFloat16(), float());
    case kLong: return as(int64_t(), int64_t());
    case kInt: return as(int32_t(), int64_t());
    case kShort: return as(int16_t(), int64_t());
    case kChar: return as(int8_t(), int64_t());
    case kByte: return as(uint8_t(), int64_t());
    case kBool: return as(bool(), int64_t());
    default:
      TORCHPP_FAIL_KIND(kType, "save_csv: got a tensor of ", tensor.scalar_type(),
                        ", expected a floating or integral one or Bool");
  }
}

std::string line_of_names(const std::vector<std::string>& names, int64_t columns) {
  std::string line;
  if (names.empty()) return line;
  TORCHPP_CHECK_VALUE(static_cast<int64_t>(names.size()) == columns, "save_csv: got ", names.size(),
                      " names of columns, expected ", columns);
  for (const std::string& name : names) {
    TORCHPP_CHECK_VALUE(name.find_first_of(",;\t\r\n") == std::string::npos, "save_csv: the column name ", shown(name),
                        " got a separator");
    if (&name != &names[0]) line += ',';
    line += name;
  }
  TORCHPP_CHECK_VALUE(!is_passed_over(line) && !are_numbers(line) && line.size() <= kMostColumnsBytes,
                      "save_csv: got the column names ", shown(line.substr(0, 200)),
                      ", expected names that are not empty, no comment and not all numbers, of at most ",
                      kMostColumnsBytes, " bytes");
  return line += '\n';
}

}  // namespace
}  // namespace torchpp::serialize

namespace torchpp {

void save_csv(const std::string& path, const Tensor& tensor, const std::vector<std::string>& columns) {
  TORCHPP_CHECK_VALUE(tensor.defined(), "save_csv: got an undefined tensor");
  TORCHPP_CHECK_TYPE(!tensor.is_nested() && tensor.layout() == kStrided && !tensor.is_meta(),
                     "save_csv: got a tensor without dense values, expected one with");
  TORCHPP_CHECK_VALUE(tensor.dim() <= 2 && tensor.numel() > 0, "save_csv: got a tensor of shape ", tensor.sizes(),
                      ", expected (rows, columns), (rows) or () with elements");
  const NoGradGuard no_grad;
  const Tensor values = tensor.detach().cpu().contiguous().resolve_conj().resolve_neg();
  const int64_t width = values.dim() == 2 ? values.size(1) : 1;
  std::string text = serialize::line_of_names(columns, width);
  serialize::with_numbers(values, [&](const auto& number) {
    constexpr size_t kPiece = size_t{1} << 16;
    serialize::OutputFile file(path);
    for (int64_t i = 0; i < values.numel(); ++i) {
      serialize::append_number(text, number(i));
      text += (i + 1) % width == 0 ? '\n' : ',';
      if (text.size() < kPiece) continue;
      file.write(text.data(), text.size());
      text.clear();
    }
    file.write(text.data(), text.size());
    file.commit();
  });
}

}  // namespace torchpp
