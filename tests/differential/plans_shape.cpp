// SPDX-License-Identifier: BSD-3-Clause
// Arguments of operators that change shapes, make views, or write to parts of a tensor.
#include <algorithm>
#include <numeric>

#include "tests/differential/plan.h"

namespace differential {
namespace {

using Domain = OperatorTraits::Domain;

void same_shape(Plan& p) {
  for (const char* name : {"self", "other"}) p.set_sizes(name, p.shape);
}

// ---------------------------------------------------------------- joining and repeating

void joined(Plan& p) {
  const std::string name = p.schema.name;
  const bool stacked = name == "stack";
  p.limit_rank(0, 4);
  const int64_t dim = p.dim(p.rank() + (stacked ? 1 : 0));
  p.set("dim", dim);
  // The dimension in which the parts may differ.
  const int64_t joint = name == "hstack" || name == "column_stack" ? std::min<int64_t>(1, p.rank() - 1)
                        : name == "vstack"                         ? (p.rank() > 1 ? 0 : -1)
                        : name == "dstack"                         ? 2
                                                                   : -1;
  std::vector<Wish> list(static_cast<size_t>(p.random.between(1, 4)));
  for (Wish& w : list) {
    w.sizes = p.shape;
    if (joint >= 0 && joint < p.rank()) (*w.sizes)[static_cast<size_t>(joint)] = p.size();
  }
  p["tensors"].list = list;
}

void of_vectors(Plan& p) {
  std::vector<Wish> list(static_cast<size_t>(p.random.between(1, 3)));
  for (Wish& w : list) w.sizes = p.schema.name == "block_diag" ? p.sizes(p.random.between(0, 2)) : Sizes{p.size()};
  if (p.schema.name == "meshgrid" && p.random.chance(0.2)) (*list[0].sizes).clear();
  p["tensors"].list = list;
  p.set("indexing", p.random.chance(0.5) ? "ij" : "xy");
  p.set_sizes("self", {p.random.between(0, 6)});
  p.set("r", p.random.between(0, 3));
  p["r"].most_wrong = 10;  // the number of tuples is about a power of r
}

void repeated(Plan& p) {
  p.limit_rank(0, 3);
  Sizes counts(static_cast<size_t>(p.rank() + p.random.between(0, 2)));
  for (int64_t& n : counts) n = p.random.between(p.random.chance(0.1) ? 0 : 1, 3);
  p.set_sizes("self", p.shape);
  p.set("repeats", counts);
  p.set("dims", counts);
}

void repeat_interleave(Plan& p) {
  const bool whole = p.random.chance(0.3) || p.rank() == 0;
  const int64_t dim = p.dim(p.rank());
  const int64_t n = whole ? count_of(p.shape) : p.shape[at(dim, p.rank())];
  p.set_sizes("self", p.shape);
  if (whole) p.absent("dim");
  else p.set("dim", dim);
  p.absent("output_size");
  if (p.schema.overload == "self_int") p.set("repeats", p.random.between(0, 3));
  else p.set_index("repeats", {p.random.chance(0.2) ? 1 : n}, 4);
}

void turned(Plan& p) {
  const std::string name = p.schema.name;
  p.limit_rank(name == "flipud" || name == "roll" || name == "flip" ? 1 : 2, 4);
  p.set_sizes("self", p.shape);
  if (name == "rot90") {
    const int64_t a = p.dim(p.rank()), b = p.random.between(1, p.rank() - 1);
    p.set("dims", Sizes{a, (static_cast<int64_t>(at(a, p.rank())) + b) % p.rank()});
  }
  if (name != "roll") return;
  Sizes shifts, dims;
  for (int64_t d = 0; d < p.rank(); ++d) {
    if (p.random.chance(0.5)) continue;
    shifts.push_back(p.random.between(-4, 4));
    dims.push_back(p.random.chance(0.3) ? d - p.rank() : d);
  }
  if (dims.empty()) shifts = {p.random.between(-4, 4)};
  p.set("shifts", shifts);
  p.set("dims", dims);
}

void diagonals(Plan& p) {
  const std::string name = p.schema.name;
  if (name == "diag") p.shape = p.sizes(p.random.between(1, 2));
  if (name == "linalg_diagonal") p.limit_rank(2, 5);
  p.set_sizes("self", p.shape);
  p.set_sizes("A", p.shape);
  const int64_t rank = p.rank() + (name == "diag_embed" ? 1 : 0);
  if (name == "diag_embed" || name == "linalg_diagonal") {
    const int64_t a = p.dim(rank), b = (static_cast<int64_t>(at(a, rank)) + p.random.between(1, rank - 1)) % rank;
    p.set("dim1", a);
    p.set("dim2", b);
  }
  p.set("offset", p.random.between(-3, 3));
  p.set("diagonal", p.random.between(-3, 3));
}

void one_hot(Plan& p) {
  const bool counted = p.random.chance(0.5);
  p.set_index("self", p.shape, 5);
  p.set("num_classes", counted ? p.random.between(5, 8) : int64_t{-1});
}

void sum_to_size(Plan& p) {
  Sizes size = p.shape;
  for (int64_t& n : size)
    if (p.random.chance(0.4)) n = 1;
  size.erase(size.begin(), size.begin() + (p.random.chance(0.3) ? p.random.between(0, p.rank()) : 0));
  p.set_sizes("self", p.shape);
  p.set("size", size);
}

// ---------------------------------------------------------------- parts

void select_scatter(Plan& p) {
  p.limit_rank(1, 5);
  const int64_t dim = p.dim(p.rank()), n = p.shape[at(dim, p.rank())];
  Sizes src = p.shape;
  src.erase(src.begin() + static_cast<int64_t>(at(dim, p.rank())));
  p.set_sizes("self", p.shape);
  p.set_sizes("src", src);
  p.set("dim", dim);
  p.set("index", p.random.between(-n, n - 1));
}

void slice_scatter(Plan& p) {
  p.limit_rank(1, 5);
  const int64_t dim = p.dim(p.rank()), n = p.shape[at(dim, p.rank())], step = p.random.between(1, 3);
  const int64_t start = p.random.between(0, n), end = p.random.between(start, n + 2);
  Sizes src = p.shape;
  src[at(dim, p.rank())] = (std::min(end, n) - start + step - 1) / step;
  p.set_sizes("self", p.shape);
  p.set_sizes("src", src);
  p.set("dim", dim);
  p.set("step", step);
  p.set("start", start > 0 && start < n && p.random.chance(0.3) ? start - n : start);
  p.set("end", end);
  if (start == 0 && p.random.chance(0.5)) p.absent("start");
  if (end >= n && p.random.chance(0.5)) p.absent("end");
}

void diagonal_scatter(Plan& p) {
  p.limit_rank(2, 4);
  const int64_t rank = p.rank(), a = p.dim(rank);
  const int64_t b = (static_cast<int64_t>(at(a, rank)) + p.random.between(1, rank - 1)) % rank;
  const int64_t offset = p.random.between(-2, 2);
  const int64_t rows = p.shape[at(a, rank)], columns = p.shape[at(b, rank)];
  Sizes src;
  for (int64_t d = 0; d < rank; ++d)
    if (d != static_cast<int64_t>(at(a, rank)) && d != b) src.push_back(p.shape[static_cast<size_t>(d)]);
  src.push_back(
      std::max<int64_t>(std::min(rows + std::min<int64_t>(offset, 0), columns - std::max<int64_t>(offset, 0)), 0));
  p.set_sizes("self", p.shape);
  p.set_sizes("src", src);
  p.set("offset", offset);
  p.set("dim1", a);
  p.set("dim2", b);
}

void as_strided_scatter(Plan& p) {
  p.limit_rank(1, 4);
  p.set_sizes("self", p.shape);
  int64_t room = count_of(p.shape) - 1;
  Sizes size, stride;
  const int64_t rank = p.random.between(0, 3);
  // Dense enough for elements that do not share memory.
  for (int64_t d = 0, step = 1; d < rank; ++d) {
    size.insert(size.begin(), std::min<int64_t>(p.size(), std::max<int64_t>(room, 0) / step + 1));
    stride.insert(stride.begin(), step);
    room -= std::max<int64_t>(size[0] - 1, 0) * step;
    step *= std::max<int64_t>(size[0], 1);
  }
  p.set_sizes("src", size);
  p.set("size", size);
  p.set("stride", stride);
  if (p.random.chance(0.5)) p.set("storage_offset", p.random.between(0, std::max<int64_t>(room, 0)));
  else p.absent("storage_offset");
}

// ---------------------------------------------------------------- views

// A shape with as many elements: neighbouring dimensions joined, others divided.
void reshape(Plan& p) {
  p.set_sizes("self", p.shape);
  Sizes to;
  for (const int64_t n : p.shape) {
    if (!to.empty() && p.random.chance(0.35)) to.back() *= n;
    else to.push_back(n);
    if (p.random.chance(0.1)) to.push_back(1);
  }
  p.set_sizes("other", to);
  if (!to.empty() && p.random.chance(0.3)) to[static_cast<size_t>(p.random.between(0, int64_t(to.size()) - 1))] = -1;
  p.set("shape", to);
  p.set("size", to);
  const int64_t start = p.random.between(0, std::max<int64_t>(p.rank() - 1, 0));
  p.set("start_dim", start);
  p.set("end_dim", p.random.between(start, std::max<int64_t>(p.rank() - 1, 0)));
}

void unflatten(Plan& p) {
  p.limit_rank(1, 4);
  const int64_t dim = p.dim(p.rank());
  Sizes sizes{p.random.between(1, 3), p.random.between(1, 3)};
  p.shape[at(dim, p.rank())] = sizes[0] * sizes[1];
  if (p.random.chance(0.3)) sizes[static_cast<size_t>(p.random.between(0, 1))] = -1;
  p.set_sizes("self", p.shape);
  p.set("dim", dim);
  p.set("sizes", sizes);
}

void unflatten_dense(Plan& p) {
  std::vector<Wish> list(static_cast<size_t>(p.random.between(1, 3)));
  int64_t count = 0;
  for (Wish& w : list) {
    w.sizes = p.sizes(p.random.between(0, 3));
    count += count_of(*w.sizes);
  }
  p["tensors"].list = list;
  p.set_sizes("flat", {count});
}

void two_dims(Plan& p) {
  for (const char* name : {"dim0", "dim1", "axis0", "axis1", "source", "destination"}) p.set(name, p.dim(p.rank()));
  p.set_sizes("self", p.shape);
  if (p.schema.overload != "intlist") return;
  Sizes order(p.shape.size());
  std::iota(order.begin(), order.end(), 0);
  const auto mixed = [&] {
    Sizes s = order;
    for (size_t d = s.size(); d > 1; --d)
      std::swap(s[d - 1], s[static_cast<size_t>(p.random.between(0, static_cast<int64_t>(d) - 1))]);
    return s;
  };
  Sizes source = mixed(), destination = mixed();
  const auto count = static_cast<size_t>(p.random.between(0, p.rank()));
  source.resize(count);
  destination.resize(count);
  p.set("source", source);
  p.set("destination", destination);
}

void matrices(Plan& p) {
  if (p.schema.base() == "t" || p.schema.base() == "matrix_H") p.limit_rank(p.schema.base() == "t" ? 0 : 2, 2);
  else p.limit_rank(2, 5);
  p.set_sizes("self", p.shape);
}

void expanded(Plan& p) {
  Sizes from = p.shape;
  for (int64_t& n : from)
    if (p.random.chance(0.4)) n = 1;
  from.erase(from.begin(), from.begin() + (p.random.chance(0.3) ? p.random.between(0, p.rank()) : 0));
  p.set_sizes("self", from);
  p.set_sizes("other", p.shape);
  p.set("size", p.shape);
}

void parts(Plan& p) {
  const std::string name = p.schema.name;
  const bool narrow = name == "narrow";
  p.limit_rank(name == "dsplit" ? 3 : name == "vsplit" ? 2 : 1, 5);
  const bool named = name == "hsplit" || name == "vsplit" || name == "dsplit";
  const int64_t axis = name == "dsplit" ? 2 : name == "hsplit" && p.rank() > 1 ? 1 : 0;
  const int64_t dim = named ? axis : p.dim(p.rank()), n = p.shape[at(dim, p.rank())];
  p.set_sizes("self", p.shape);
  p.set("dim", dim);
  const int64_t start = p.random.between(0, n), length = p.random.between(0, n - start);
  if (p.schema.overload == "Tensor" && narrow) {
    p.set_index("start", {}, 2);
    p["start"].values = {static_cast<double>(start)};
  } else {
    p.set("start", start);
  }
  p.set("length", length);
  p.set("chunks", p.random.between(1, 5));
  int64_t sections = p.random.between(1, 4);
  if (named && p.random.chance(0.95))
    while (n % sections != 0) --sections;
  p.set("sections", sections);
  Sizes indices(static_cast<size_t>(p.random.between(0, 3))), split;
  for (int64_t& i : indices) i = p.random.between(-n, n + 1);
  for (int64_t rest = n; rest > 0; rest -= split.back()) split.push_back(p.random.between(0, rest));
  p.set("indices", indices);
  if (p.schema.overload.compare(0, 6, "Tensor") == 0) p.set("split_size", p.random.between(1, 4));
  else p.set("split_size", split);
  p.set("split_sizes", split);
  p.set_index("tensor_indices_or_sections", p.random.chance(0.5) ? Sizes{} : Sizes{2}, 5);
  p["tensor_indices_or_sections"].low = 1;
}

void complex_parts(Plan& p) {
  if (p.random.chance(0.95)) p.set_dtype("self", p.random.chance(0.5) ? DType::kComplexFloat : DType::kComplexDouble);
}

// ---------------------------------------------------------------- windows of length, triangles

void lengths(Plan& p) {
  for (const char* name : {"window_length", "row", "col", "n", "m"}) p.set(name, p.random.between(0, 12));
  p.set("offset", p.random.between(-4, 4));
  p.absent("layout");
  if (p.schema.name.find("_indices") == std::string::npos) {
    p["dtype"].dtypes = {DType::kFloat, DType::kDouble, DType::kHalf, DType::kBFloat16};
  } else if (p.random.chance(0.95)) {
    p["dtype"].dtypes = {DType::kLong, DType::kInt};
  }
}

void rising_range(Plan& p) {
  const bool up = p.random.chance(0.5);
  p.absent("layout");
  p.set_range("start", up ? -9 : 2, up ? 2 : 9);
  p.set_range("end", up ? 3 : -9, up ? 20 : 1);
  p.set_range("step", up ? 1 : -3, up ? 3 : -0.7);
  if (p.schema.name == "logspace") {
    p.set_range("start", -3, 3);
    p.set_range("end", -3, 3);
    p.set_range("base", 0.5, 4);
    p.set("steps", p.random.between(0, 20));
  }
  if (p.schema.name == "range" && p.schema.text.find("step") == std::string::npos) p.set_range("end", 10, 20);
}

// ---------------------------------------------------------------- differences along a dimension

void difference(Plan& p) {
  p.limit_rank(1, 4);
  const int64_t dim = p.dim(p.rank());
  p.set_sizes("self", p.shape);
  p.set("dim", dim);
  p.set("n", p.random.between(0, 3));
  for (const char* name : {"prepend", "append"}) {
    Sizes s = p.shape;
    s[at(dim, p.rank())] = p.random.between(1, 2);
    p.set_sizes(name, s);
    if (p.random.chance(0.5)) p.absent(name);
  }
}

void trapezoid(Plan& p) {
  p.limit_rank(1, 4);
  const int64_t dim = p.dim(p.rank());
  p.set_sizes("y", p.shape);
  p.set_sizes("x", p.random.chance(0.5) ? p.shape : Sizes{p.shape[at(dim, p.rank())]});
  p.set("dim", dim);
}

void gradient(Plan& p) {
  p.limit_rank(1, 3);
  const int64_t order = p.random.between(1, 2);
  for (int64_t& n : p.shape) n = std::max<int64_t>(n, order + 1);
  p.set_sizes("self", p.shape);
  p.set("edge_order", order);
  Sizes dims;
  std::vector<Wish> points;
  for (int64_t d = 0; d < p.rank(); ++d) {
    if (p.schema.overload == "tensorarray" && p.random.chance(0.4)) continue;
    dims.push_back(d);
    Wish w;
    w.sizes = Sizes{p.shape[static_cast<size_t>(d)]};
    for (int64_t i = 0; i < (*w.sizes)[0]; ++i) w.values.push_back(static_cast<double>(i * 2 + p.random.between(0, 1)));
    points.push_back(w);
  }
  if (p.schema.overload == "tensorarrayint" && p.random.chance(0.5)) {
    const int64_t d = p.random.between(0, p.rank() - 1);
    points = {points[static_cast<size_t>(d)]};
    p.set("dim", d);
  } else if (p.schema.overload == "tensorarrayint") {
    p.absent("dim");
  } else if (p.schema.overload == "tensorarray") {
    p.set("dim", dims);
  }
  if (p.schema.overload.compare(0, 6, "tensor") == 0) p["spacing"].list = points;
  else p.set_range("spacing", 0.5, 3);
}

}  // namespace

PlanRows shape_rows() {
  return {
      {"equal allclose isclose is_same_size", Domain::kAny, 0, same_shape},
      {"stack hstack vstack dstack column_stack row_stack", Domain::kAny, 0, joined},
      {"block_diag meshgrid cartesian_prod combinations", Domain::kAny, 0, of_vectors},
      {"repeat tile", Domain::kAny, 0, repeated},
      {"repeat_interleave", Domain::kAny, 0, repeat_interleave},
      {"flip fliplr flipud roll rot90", Domain::kAny, 0, turned},
      {"diag diagflat diag_embed linalg_diagonal", Domain::kAny, 0, diagonals},
      {"one_hot", Domain::kAny, 0, one_hot},
      {"sum_to_size", Domain::kFloatingOrComplex, kSums, sum_to_size},
      {"select_scatter", Domain::kAny, 0, select_scatter},
      {"slice_scatter", Domain::kAny, 0, slice_scatter},
      {"diagonal_scatter", Domain::kAny, 0, diagonal_scatter},
      {"as_strided_scatter", Domain::kAny, 0, as_strided_scatter},

      {"reshape reshape_as view_as _unsafe_view flatten", Domain::kAny, 0, reshape},
      {"unflatten", Domain::kAny, 0, unflatten},
      {"unflatten_dense_tensors", Domain::kAny, 0, unflatten_dense},
      {"swapdims swapaxes movedim moveaxis", Domain::kAny, 0, two_dims},
      {"t mT mH adjoint matrix_H", Domain::kAny, 0, matrices},
      {"expand_as broadcast_to", Domain::kAny, 0, expanded},
      {"narrow split chunk tensor_split unsafe_chunk unsafe_split unsafe_split_with_sizes hsplit vsplit dsplit",
       Domain::kAny, 0, parts},
      {"imag", Domain::kAny, 0, complex_parts},

      {"bartlett_window blackman_window hann_window hamming_window kaiser_window", Domain::kAny, kSums, lengths},
      {"tril_indices triu_indices eye", Domain::kAny, 0, lengths},
      {"range logspace", Domain::kAny, kSums, rising_range},

      {"diff", Domain::kNumber, 0, difference},
      {"trapezoid trapz cumulative_trapezoid", Domain::kFloatingOrComplex, kSums | kCancels, trapezoid},
      {"gradient", Domain::kFloatingOrComplex, kSums | kCancels, gradient},
  };
}

}  // namespace differential
