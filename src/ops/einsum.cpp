// SPDX-License-Identifier: BSD-3-Clause
// Sums of products by subscripts, as products of matrices in batches.

#include <array>

#include "src/core/shape.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/view.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

constexpr int kLetters = 52, kEllipsis = kLetters;

int label_of(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' : c - 'a' + 26; }
char letter_of(int label) { return static_cast<char>(label < 26 ? 'A' + label : 'a' + label - 26); }
bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// The subscripts of the operands and of the result.
struct Equation {
  std::vector<std::vector<int>> operands;
  std::vector<int> output;
  bool has_output = false;
};

void check_subscript(char c, size_t at) {
  TORCHPP_CHECK(is_letter(c), "einsum(): invalid subscript given at index ", at,
                " in the equation string, subscripts must be in [a-zA-Z]");
}

void read_operands(std::string_view text, size_t count, Equation& e) {
  bool ellipsis = false;
  e.operands.emplace_back();
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t operand = e.operands.size() - 1;
    if (text[i] == ' ') continue;
    if (text[i] == ',') {
      ellipsis = false;
      e.operands.emplace_back();
      TORCHPP_CHECK(operand + 1 < count, "einsum(): fewer operands were provided than specified in the equation");
    } else if (text[i] == '.') {
      TORCHPP_CHECK(!ellipsis, "einsum(): found '.' for operand ", operand, " for which an ellipsis was already found");
      TORCHPP_CHECK(text.substr(i, 3) == "...", "einsum(): found '.' for operand ", operand,
                    " that is not part of any ellipsis");
      ellipsis = true;
      i += 2;
      e.operands.back().push_back(kEllipsis);
    } else {
      check_subscript(text[i], i);
      e.operands.back().push_back(label_of(text[i]));
    }
  }
  TORCHPP_CHECK(e.operands.size() == count, "einsum(): more operands were provided than specified in the equation");
}

void read_output(std::string_view text, size_t start, Equation& e) {
  std::array<bool, kLetters + 1> seen{};
  for (size_t i = start; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (text[i] == '.') {
      TORCHPP_CHECK(!seen[kEllipsis], "einsum(): found '.' for output but an ellipsis (...) was already found");
      TORCHPP_CHECK(text.substr(i, 3) == "...",
                    "einsum(): found '.' for output that is not part of any ellipsis (...)");
      i += 2;
      seen[kEllipsis] = true;
      e.output.push_back(kEllipsis);
      continue;
    }
    check_subscript(text[i], i);
    const int label = label_of(text[i]);
    TORCHPP_CHECK(!seen[static_cast<size_t>(label)], "einsum(): output subscript ", text[i],
                  " appears more than once in the output");
    bool known = false;
    for (const std::vector<int>& operand : e.operands)
      for (const int other : operand) known = known || other == label;
    TORCHPP_CHECK(known, "einsum(): output subscript ", text[i],
                  " does not appear in the equation for any input operand");
    seen[static_cast<size_t>(label)] = true;
    e.output.push_back(label);
  }
}

// Without an arrow: the ellipsis, then the letters that occur once.
void infer_output(Equation& e) {
  std::array<int, kLetters + 1> times{};
  for (const std::vector<int>& operand : e.operands)
    for (const int label : operand) ++times[static_cast<size_t>(label)];
  if (times[kEllipsis] > 0) e.output.push_back(kEllipsis);
  for (int label = 0; label < kLetters; ++label)
    if (times[static_cast<size_t>(label)] == 1) e.output.push_back(label);
}

Equation read_equation(std::string_view text, size_t operands) {
  Equation e;
  const size_t arrow = text.find("->");
  e.has_output = arrow != std::string_view::npos;
  read_operands(text.substr(0, arrow), operands, e);
  if (e.has_output) read_output(text, arrow + 2, e);
  else infer_output(e);
  return e;
}

// Where each label and the dimensions of the ellipsis lie in the common order: those of the result, then those that
// are summed.
struct DimOrder {
  std::array<int64_t, kLetters> place;
  int64_t ellipsis = 0;       // the first of its dimensions
  int64_t ellipsis_dims = 0;  // how many
  int64_t kept = 0;           // dimensions of the result
  int64_t rank = 0;
};

int64_t dims_of_ellipsis(const Equation& e, TensorList operands) {
  int64_t most = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    bool ellipsis = false;
    for (const int label : e.operands[i]) ellipsis = ellipsis || label == kEllipsis;
    const int64_t labels = static_cast<int64_t>(e.operands[i].size()) - (ellipsis ? 1 : 0), dims = operands[i].dim();
    if (ellipsis)
      TORCHPP_CHECK(labels <= dims, "einsum(): the number of subscripts in the equation (", labels,
                    ") is more than the number of dimensions (", dims, ") for operand ", i);
    else
      TORCHPP_CHECK(labels == dims, "einsum(): the number of subscripts in the equation (", labels,
                    ") does not match the number of dimensions (", dims, ") for operand ", i,
                    " and no ellipsis was given");
    if (ellipsis && dims - labels > most) most = dims - labels;
  }
  return most;
}

DimOrder order_of(const Equation& e, int64_t ellipsis_dims) {
  DimOrder l;
  l.place.fill(-1);
  l.ellipsis = -1;
  l.ellipsis_dims = ellipsis_dims;
  const auto put = [&l](int label) {
    if (label == kEllipsis) {
      l.ellipsis = l.rank;
      l.rank += l.ellipsis_dims;
    } else {
      l.place[static_cast<size_t>(label)] = l.rank++;
    }
  };
  for (const int label : e.output) put(label);
  l.kept = l.rank;
  if (l.ellipsis < 0) put(kEllipsis);
  std::array<bool, kLetters> used{};
  for (const std::vector<int>& operand : e.operands)
    for (const int label : operand)
      if (label != kEllipsis) used[static_cast<size_t>(label)] = true;
  for (int label = 0; label < kLetters; ++label)
    if (used[static_cast<size_t>(label)] && l.place[static_cast<size_t>(label)] < 0) put(label);
  return l;
}

// The sizes that the operands seen so far give, for the check that they broadcast.
struct Sizes {
  std::array<int64_t, kLetters> of_label;
  DimVector of_ellipsis;
};

void check_sizes(const Equation& e, size_t i, const Tensor& operand, Sizes& sizes) {
  int64_t d = 0;
  const int64_t dims = operand.dim() - (static_cast<int64_t>(e.operands[i].size()) - 1);
  for (const int label : e.operands[i]) {
    if (label == kEllipsis) {
      for (int64_t k = 0; k < dims; ++k, ++d) {
        const size_t at = sizes.of_ellipsis.size() - static_cast<size_t>(dims - k);
        int64_t& seen = sizes.of_ellipsis[at];
        const int64_t size = operand.size(d);
        TORCHPP_CHECK(seen == size || seen == 1 || size == 1, "einsum(): dimension ", at,
                      " covered by ellipsis in operand ", i, " has size ", size,
                      " which does not broadcast with previously seen ellipsis with size ", seen,
                      " for the respective dimension");
        if (seen == 1) seen = size;
      }
      continue;
    }
    int64_t& seen = sizes.of_label[static_cast<size_t>(label)];
    const int64_t size = operand.size(d++);
    TORCHPP_CHECK(seen == size || seen == 1 || size == 1, "einsum(): subscript ", letter_of(label), " has size ", size,
                  " for operand ", i, " which does not broadcast with previously seen size ", seen);
    if (seen == 1) seen = size;
  }
}

// The operand with the dimensions of the common order, of size 1 where it has none; of a repeated subscript the
// diagonal.
Tensor arranged(const Equation& e, const DimOrder& l, size_t i, const Tensor& operand) {
  Tensor t = operand;
  DimVector source(static_cast<size_t>(l.rank), -1);  // the dimension of t for each place
  const int64_t dims = operand.dim() - (static_cast<int64_t>(e.operands[i].size()) - 1);
  int64_t d = 0;
  for (const int label : e.operands[i]) {
    if (label == kEllipsis) {
      for (int64_t k = 0; k < dims; ++k) source[static_cast<size_t>(l.ellipsis + l.ellipsis_dims - dims + k)] = d++;
      continue;
    }
    int64_t& place = source[static_cast<size_t>(l.place[static_cast<size_t>(label)])];
    if (place < 0) {
      place = d++;
      continue;
    }
    TORCHPP_CHECK(t.size(place) == t.size(d), "einsum(): subscript ", letter_of(label), " is repeated for operand ", i,
                  " but the sizes don't match, ", t.size(d), " != ", t.size(place));
    t = t.diagonal(0, place, d).movedim(-1, place);
  }
  DimVector order;
  for (int64_t& at : source) {
    if (at < 0) {
      t = op::unsqueeze(t, -1);
      at = t.dim() - 1;
    }
    order.push_back(at);
  }
  return op::permute(t, order);
}

// Sums of products over the dimensions in `summed`, which stay with size 1: a product of matrices for each element of
// the dimensions that both operands have.
Tensor contract(Tensor a, Tensor b, const std::vector<bool>& summed) {
  const size_t rank = static_cast<size_t>(a.dim());
  bool any = false;
  DimVector both, of_a, of_b, joined;
  int64_t both_size = 1, a_size = 1, b_size = 1, sum_size = 1;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t d = static_cast<int64_t>(i), in_a = a.size(d), in_b = b.size(d);
    if (summed[i]) {
      any = true;
      if (in_a != 1 && in_b != 1) sum_size *= in_a;
      else if (in_a != 1) a = a.sum(IntArrayRef(d), true);
      else if (in_b != 1) b = b.sum(IntArrayRef(d), true);
      joined.push_back(d);
    } else if (in_a != 1 && in_b != 1) {
      both.push_back(d);
      both_size *= in_a;
    } else if (in_a != 1) {
      of_a.push_back(d);
      a_size *= in_a;
    } else {
      of_b.push_back(d);
      b_size *= in_b;
    }
  }
  if (!any) return a.mul(b);
  DimVector sizes, back(rank), a_order, b_order;
  const auto add = [](DimVector& to, const DimVector& dims) {
    for (const int64_t d : dims) to.push_back(d);
  };
  for (const DimVector* part : {&both, &of_a, &joined, &of_b}) {
    for (const int64_t d : *part) {
      back[static_cast<size_t>(d)] = static_cast<int64_t>(sizes.size());
      sizes.push_back(part == &joined ? 1 : part == &of_b ? b.size(d) : a.size(d));
    }
    add(a_order, *part);
  }
  for (const DimVector* part : {&both, &joined, &of_b, &of_a}) add(b_order, *part);
  const Tensor left = op::permute(a, a_order).reshape({both_size, a_size, sum_size});
  const Tensor right = op::permute(b, b_order).reshape({both_size, sum_size, b_size});
  return op::permute(left.bmm(right).view(sizes), back);
}

}  // namespace

namespace composite {

Tensor tensordot(Out out, const Tensor& self, const Tensor& other, IntArrayRef dims_self, IntArrayRef dims_other) {
  TORCHPP_CHECK(dims_self.size() == dims_other.size(), "both dimension lists should have same length");
  Tensor a = self, b = other;
  DimVector a_order, b_order, sizes;
  std::vector<bool> a_summed(static_cast<size_t>(self.dim())), b_summed(static_cast<size_t>(other.dim()));
  int64_t sum_size = 1, a_size = 1, b_size = 1;
  const auto note = [](std::vector<bool>& summed, int64_t d) {
    TORCHPP_CHECK(!summed[static_cast<size_t>(d)], "dim ", d, " appears multiple times in the list of dims");
    summed[static_cast<size_t>(d)] = true;
  };
  DimVector a_dims, b_dims;
  for (size_t i = 0; i < dims_self.size(); ++i) {
    a_dims.push_back(wrap_dim(dims_self[i], self.dim()));
    b_dims.push_back(wrap_dim(dims_other[i], other.dim()));
    const int64_t d = a_dims[i], e = b_dims[i], in_a = a.size(d), in_b = b.size(e);
    if (in_b == 1) a = a.sum(IntArrayRef(d), true);
    else if (in_a == 1) b = b.sum(IntArrayRef(e), true);
    else
      TORCHPP_CHECK(in_a == in_b, "contracted dimensions need to match, but first has size ", in_a, " in dim ", d,
                    " and second has size ", in_b, " in dim ", e);
    if (in_a != 1 && in_b != 1) sum_size *= in_a;
  }
  for (const int64_t d : a_dims) note(a_summed, d);
  for (const int64_t d : b_dims) note(b_summed, d);
  for (int64_t d = 0; d < a.dim(); ++d) {
    if (a_summed[static_cast<size_t>(d)]) continue;
    a_order.push_back(d);
    a_size *= a.size(d);
    sizes.push_back(a.size(d));
  }
  for (const int64_t d : a_dims) a_order.push_back(d);
  for (const int64_t d : b_dims) b_order.push_back(d);
  for (int64_t d = 0; d < b.dim(); ++d) {
    if (b_summed[static_cast<size_t>(d)]) continue;
    b_order.push_back(d);
    b_size *= b.size(d);
    sizes.push_back(b.size(d));
  }
  const Tensor product =
      op::permute(a, a_order).reshape({a_size, sum_size}).mm(op::permute(b, b_order).reshape({sum_size, b_size}));
  if (!out.functional())
    TORCHPP_CHECK(out.tensor().dtype() == product.dtype(), "tensordot: Expected the output tensor to have dtype ",
                  product.dtype(), ", but got an output tensor with dtype ", out.tensor().dtype());
  return finish_composite("tensordot", out, product.reshape(sizes));
}

Tensor einsum(std::string_view equation, TensorList tensors, OptionalIntArrayRef path) {
  TORCHPP_CHECK(!tensors.empty(), "einsum(): must provide at least one operand");
  const Equation e = read_equation(equation, tensors.size());
  const DimOrder l = order_of(e, dims_of_ellipsis(e, tensors));
  if (path)
    TORCHPP_CHECK(path->size() == (tensors.size() == 1 ? 1 : 2 * (tensors.size() - 1)),
                  "einsum(): expected contraction path given in path parameter to have size ",
                  tensors.size() == 1 ? 1 : 2 * (tensors.size() - 1), " but got ", path->size());
  Sizes sizes;
  sizes.of_label.fill(1);
  sizes.of_ellipsis = DimVector(static_cast<size_t>(l.ellipsis_dims), 1);
  std::vector<Tensor> operands;
  for (size_t i = 0; i < tensors.size(); ++i) {
    operands.push_back(arranged(e, l, i, tensors[i]));
    check_sizes(e, i, tensors[i], sizes);
  }
  for (size_t step = 0; operands.size() > 1; ++step) {
    size_t i = 0, j = 1;
    if (path) {
      const int64_t n = static_cast<int64_t>(operands.size());
      int64_t first = (*path)[2 * step], second = (*path)[2 * step + 1];
      TORCHPP_CHECK(first >= 0 && first < n && second >= 0 && second < n, "einsum(): invalid contraction (", first,
                    ", ", second, ") operand index is out of bounds");
      TORCHPP_CHECK(first != second, "einsum(): invalid contraction (", first, ", ", second,
                    ") cannot contract an operand with itself");
      i = static_cast<size_t>(first < second ? first : second);
      j = static_cast<size_t>(first < second ? second : first);
    }
    const Tensor a = operands[i], b = operands[j];
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
    // A dimension is summed as soon as no other operand has it.
    std::vector<bool> summed(static_cast<size_t>(l.rank));
    for (int64_t d = l.kept; d < l.rank; ++d) {
      bool needed = a.size(d) == 1 && b.size(d) == 1;
      for (const Tensor& other : operands) needed = needed || other.size(d) != 1;
      summed[static_cast<size_t>(d)] = !needed;
    }
    const Tensor result = contract(a, b, summed);
    // From left to right the result goes on as the first operand; a path counts it as the last one.
    operands.insert(path ? operands.end() : operands.begin(), result);
  }
  Tensor result = operands[0];
  DimVector rest;  // summed already, unless there was nothing to contract
  for (int64_t d = l.kept; d < l.rank; ++d) rest.push_back(d);
  if (tensors.size() == 1) return rest.empty() ? result : result.sum(IntArrayRef(rest));
  while (result.dim() > l.kept) result = op::squeeze_dim(result, -1);
  return result;
}

}  // namespace composite
}  // namespace torchpp
