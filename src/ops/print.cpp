// SPDX-License-Identifier: BSD-3-Clause
// Tensors as text, as PyTorch 1.13's C++ front end writes them: elements as double, one format for a vector, a matrix
// or each matrix of a larger tensor, at most 80 columns, then type and sizes. That front end prints complex numbers
// without their imaginary parts; here both parts are written as PyTorch's Python front end writes them.

#include <torchpp/ops/print.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "src/core/shape.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/loss.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/optim.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/random.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/nested.h"
#include "src/ops/sparse.h"

namespace torchpp {

std::atomic<std::vector<Tensor> (*)(const Tensor&)> unbind_nested{nullptr};

namespace {

// Puts the stream's format back.
class SavedFormat {
 public:
  explicit SavedFormat(std::ostream& out) : out_(out), flags_(out.flags()), precision_(out.precision()) {}
  ~SavedFormat() {
    out_.flags(flags_);
    out_.precision(precision_);
  }
  SavedFormat(const SavedFormat&) = delete;
  SavedFormat& operator=(const SavedFormat&) = delete;

 private:
  std::ostream& out_;
  std::ios_base::fmtflags flags_;
  std::streamsize precision_;
};

// How the elements of one block are written: divided by a scale, each in `width` columns.
struct Format {
  double scale = 1;
  int64_t width = 0;
};

// Decimal digits before the point.
int64_t digits(double magnitude) {
  return magnitude != 0 ? static_cast<int64_t>(std::floor(std::log10(magnitude))) + 1 : 1;
}

Format fixed_with(std::ostream& out, int64_t width, double scale = 1) {
  out << std::fixed << std::setprecision(4);
  return {scale, width};
}
Format scientific_with(std::ostream& out, int64_t width) {
  out << std::scientific << std::setprecision(4);
  return {1, width};
}

// Chooses the format of n elements and sets the stream up for it. Infinite and NaN elements have no say. Two details
// are libtorch's: the largest magnitude is that of the first finite element unless a positive one is larger, so that a
// larger negative element is written wider than its column; and the format of whole numbers keeps the precision that an
// earlier matrix of the same tensor has set.
Format choose_format(std::ostream& out, const double* values, int64_t n) {
  bool whole = true, any = false;
  double least = 0, most = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (!std::isfinite(values[i])) continue;
    const double magnitude = std::fabs(values[i]);
    whole = whole && values[i] == std::ceil(values[i]);
    least = !any || magnitude < least ? magnitude : least;
    most = !any ? magnitude : std::max(values[i], most);
    any = true;
  }
  const int64_t low = any ? digits(least) : 1, high = any ? digits(most) : 1;
  if (whole) {
    if (high > 9) return scientific_with(out, 11);
    out << std::defaultfloat;
    return {1, high + 1};
  }
  if (high - low > 4) return scientific_with(out, std::abs(high) > 99 || std::abs(low) > 99 ? 12 : 11);
  if (high > 5 || high < 0) return fixed_with(out, 7, std::pow(10.0, static_cast<double>(high - 1)));
  return fixed_with(out, high == 0 ? 7 : high + 6);
}

void print_scale(std::ostream& out, double scale) {
  const SavedFormat saved(out);
  out << std::defaultfloat << scale << " *\n";
}

// How one of the two parts of complex numbers is written.
struct PartFormat {
  bool whole = true, scientific = false;

  // Of n numbers, of which every second one is looked at.
  PartFormat(const double* values, int64_t n) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double value = values[2 * i], magnitude = std::fabs(value);
      if (!std::isfinite(value) || value == 0) continue;
      whole = whole && value == std::ceil(value);
      least = std::min(least, magnitude), most = std::max(most, magnitude);
    }
    if (most > 0) scientific = most / least > 1000 || most > 1e8 || (!whole && least < 1e-4);
  }
  std::string text(double value) const {
    char buffer[400];  // a whole double has up to 309 digits
    const char* const format = scientific ? "%.4e" : whole ? "%.0f" : "%.4f";
    std::snprintf(buffer, sizeof buffer, format, value);
    return std::string(buffer) + (whole && !scientific && std::isfinite(value) ? "." : "");
  }
};

// Elements that are written in one format.
struct Block {
  const double* values = nullptr;  // of real numbers
  std::vector<std::string> texts;  // of complex numbers
  double scale = 1;
  int64_t width = 0;

  void write(std::ostream& out, int64_t i) const {
    out << std::setw(static_cast<int>(width));
    if (values != nullptr) out << values[i] / scale;
    else out << texts[static_cast<size_t>(i)];
  }
};

// The elements of a dense tensor as double; of complex numbers both parts, one after the other.
struct Elements {
  const double* data;
  bool complex;

  // Chooses the format of n elements and sets the stream up for it.
  Block block(std::ostream& out, int64_t first, int64_t n) const {
    Block b;
    if (!complex) {
      const Format f = choose_format(out, data + first, n);
      b.values = data + first, b.scale = f.scale, b.width = f.width;
      return b;
    }
    const double* from = data + 2 * first;
    const PartFormat real(from, n), imaginary(from + 1, n);
    size_t width = 0;
    for (int64_t i = 0; i < n; ++i) {
      const std::string part = imaginary.text(from[2 * i + 1]);
      b.texts.push_back(real.text(from[2 * i]) + (part[0] == '-' ? "" : "+") + part + 'j');
      width = std::max(width, b.texts.back().size());
    }
    b.width = static_cast<int64_t>(width);
    return b;
  }
};

void print_vector(std::ostream& out, const Elements& elements, int64_t n) {
  const Block block = elements.block(out, 0, n);
  if (block.scale != 1) print_scale(out, block.scale);
  for (int64_t i = 0; i < n; ++i) {
    block.write(out, i);
    out << '\n';
  }
}

void print_indent(std::ostream& out, int64_t indent) {
  for (int64_t i = 0; i < indent; ++i) out << ' ';
}

// The matrix that starts at the element `start`.
void print_matrix(std::ostream& out, const Elements& elements, int64_t start, int64_t rows, int64_t columns,
                  int64_t indent, int64_t line_width) {
  const Block block = elements.block(out, start, rows * columns);
  const int64_t fit = (line_width - indent) / (block.width + 1), per_line = fit > 1 ? fit : 1;
  print_indent(out, indent);
  for (int64_t first = 0; first < columns; first += per_line) {
    const int64_t last = first + per_line < columns ? first + per_line : columns;
    if (per_line < columns) {
      if (first != 0) out << '\n';
      out << "Columns " << first + 1 << " to " << last;
      print_indent(out, indent);
    }
    if (block.scale != 1) {
      print_scale(out, block.scale);
      print_indent(out, indent);
    }
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = first; c < last; ++c) {
        block.write(out, r * columns + c);
        out << (c + 1 < last ? ' ' : '\n');
      }
      if (r + 1 == rows) break;
      print_indent(out, indent);
      if (block.scale != 1) out << ' ';
    }
  }
}

// Each matrix of the last two dimensions under its indices, the first of which runs fastest.
void print_matrices(std::ostream& out, const Elements& elements, IntArrayRef sizes, int64_t line_width) {
  const size_t leading = sizes.size() - 2;
  const int64_t rows = sizes[leading], columns = sizes[leading + 1];
  const DimVector strides = contiguous_strides(sizes);
  DimVector at(leading);
  for (bool first = true, more = true; more; first = false) {
    if (!first) out << '\n';
    int64_t offset = 0;
    out << '(';
    for (size_t d = 0; d < leading; ++d) {
      out << at[d] + 1 << ',';
      offset += at[d] * strides[d];
    }
    out << ".,.) = \n";
    print_matrix(out, elements, offset, rows, columns, 1, line_width);
    more = false;
    for (size_t d = 0; d < leading && !more; ++d) {
      more = ++at[d] < sizes[d];
      if (!more) at[d] = 0;
    }
  }
}

}  // namespace

std::string Tensor::toString() const {
  if (!defined()) return "UndefinedType";
  return str(is_sparse() ? "Sparse" : "", type().toString());
}

std::ostream& print(std::ostream& out, const Tensor& tensor, int64_t line_width) {
  if (!tensor.defined()) return out << "[ Tensor (undefined) ]";
  if (tensor.is_nested()) {
    out << "nested_tensor([";
    const char* before = "\n";
    for (const Tensor& constituent : unbind_nested.load(std::memory_order_acquire)(tensor.detach())) {
      print(out << before, constituent, line_width);
      before = ",\n";
    }
    return out << "\n])";
  }
  if (tensor.is_sparse()) {
    const SparseImpl& sparse = sparse_impl_of("print", tensor);
    print(out << "[ " << tensor.toString() << "{}\nindices:\n", sparse.indices(), kPrintLineWidth);
    print(out << "\nvalues:\n", sparse.values(), kPrintLineWidth);
    return out << "\nsize:\n" << tensor.sizes() << "\n]";
  }
  const SavedFormat saved(out);
  const bool complex = tensor.is_complex();
  const Tensor values =
      tensor.detach().to(Device(kCPU), complex ? kComplexDouble : kDouble).resolve_conj().contiguous();
  const Elements elements = {static_cast<const double*>(values.data_ptr()), complex};
  const IntArrayRef sizes = tensor.sizes();
  out << std::defaultfloat;
  if (sizes.empty() && complex) {
    out << elements.block(out, 0, 1).texts[0] << '\n';
  } else if (sizes.empty()) {
    out << elements.data[0] << '\n';
  } else if (tensor.numel() > 0) {
    if (sizes.size() == 1) print_vector(out, elements, sizes[0]);
    else if (sizes.size() == 2) print_matrix(out, elements, 0, sizes[0], sizes[1], 0, line_width);
    else print_matrices(out, elements, sizes, line_width);
  }
  out << "[ " << tensor.toString() << '{';
  for (size_t i = 0; i < sizes.size(); ++i) out << (i > 0 ? "," : "") << sizes[i];
  return out << "} ]";
}

std::ostream& operator<<(std::ostream& out, const Tensor& tensor) { return print(out, tensor, kPrintLineWidth); }

void print(const Tensor& tensor, int64_t line_width) {
  std::ostringstream text;
  print(text, tensor, line_width);
  std::fputs(text.str().c_str(), stdout);
}

void Tensor::print() const {
  const std::string text = defined() ? str('[', toString(), ' ', sizes(), "]\n") : "[UndefinedTensor]\n";
  std::fputs(text.c_str(), stdout);
}

}  // namespace torchpp
