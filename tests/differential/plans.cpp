// SPDX-License-Identifier: BSD-3-Clause
// What arguments of each operator make sense together. Operators without a row take tensors that broadcast to one
// shape.
#include "tests/differential/plan.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>

namespace differential {

Sizes Plan::sizes(int64_t rank) {
  Sizes s(static_cast<size_t>(rank));
  for (int64_t& n : s) n = size();
  return s;
}

int64_t Plan::dim(int64_t rank) {
  const int64_t d = random.between(0, std::max<int64_t>(rank, 1) - 1);
  return random.chance(0.35) ? d - std::max<int64_t>(rank, 1) : d;
}

void Plan::limit_rank(int64_t low, int64_t high) {
  while (rank() < low) shape.push_back(size());
  if (rank() > high) shape.resize(static_cast<size_t>(high));
}

void Plan::set_index(const std::string& name, Sizes v, int64_t end, bool negative) {
  Wish& w = wishes[name];
  w.sizes = std::move(v);
  w.dtypes = {DType::kLong};
  w.low = static_cast<double>(negative ? -end : 0);
  w.high = static_cast<double>(end);
}

namespace {

using Domain = OperatorTraits::Domain;

const std::vector<DType> kRealFloating{DType::kFloat, DType::kDouble, DType::kHalf, DType::kBFloat16};

// ---------------------------------------------------------------- element-wise

void pow(Plan& p) {
  if (p.random.chance(0.5) && p.dtype != DType::kBool) p.set_range("self", 0, 4);
  if (is_integral(p.dtype) && p.random.chance(0.7)) p.set_range("other", 0, 6);
}

void clamp(Plan& p) {
  if (p.random.chance(0.95)) {
    if (p.random.chance(0.3)) p.absent("min");
    else if (p.random.chance(0.3)) p.absent("max");
    else p["min"].low = p["max"].low = -5, p["min"].high = 1, p["max"].high = 6;
  }
}

void where(Plan& p) {
  p["condition"].dtypes = {DType::kBool, DType::kBool, DType::kBool, DType::kByte};
  p["condition"].low = 0, p["condition"].high = 2;
}

// Gradients of activations, which take tensors of one shape.
void gradient_of_activation(Plan& p) {
  for (const Parameter& q : p.schema.parameters)
    if (q.is_tensor() && !q.written) p.set_sizes(q.name, p.shape);
  if (p.schema.name == "elu_backward") p.set_range("self_or_result", -0.9, 3);
  if (p.schema.name == "tanh_backward" || p.schema.name == "sigmoid_backward") p.set_range("output", -1, 1);
}

void floating_parameters(Plan& p) {
  for (const Parameter& q : p.schema.parameters)
    if (q.kind == Parameter::Kind::kScalar && p.random.chance(0.6)) p.set_range(q.name, 0, 3);
  if (p.schema.base() == "hardtanh") {
    p.set_range("min_val", -3, 0.5);
    p.set_range("max_val", 0.5, 3);
  }
}

// ---------------------------------------------------------------- reductions

void reduction(Plan& p) {
  if (p.random.chance(0.3)) p.set("dim", std::vector<int64_t>{});
}

void extremum(Plan& p) {
  for (int64_t& n : p.shape) n = std::max<int64_t>(n, p.random.chance(0.9) ? 1 : 0);
}

void norm(Plan& p) {
  reduction(p);
  if (p.random.chance(0.7)) {
    const double orders[] = {0, 1, 2, 2, 3, INFINITY, -INFINITY, -1, 0.5, -2};
    p.set("ord", orders[p.random.between(0, 9)]);
  }
  if (p.random.chance(0.7)) p.absent("dtype");
}

void sort_like(Plan& p) {
  const int64_t rank = p.rank(), dim = p.dim(rank);
  p.set("dim", dim);
  const int64_t n = rank == 0 ? 1 : p.shape[at(dim, rank)];
  p.set("k", p.random.between(0, n));
}

void softmax(Plan& p) {
  p.set("half_to_float", p.random.chance(0.02));
  p.absent("dtype");
}

void softmax_backward(Plan& p) {
  p.set_sizes("grad_output", p.shape);
  p.set_sizes("output", p.shape);
  p["output"].low = -2, p["output"].high = 0.9;
  p["input_dtype"].dtypes = {p.dtype};
}

// ---------------------------------------------------------------- creation

void created(Plan& p) {
  if (p.random.chance(0.9)) p.absent("layout");
  p["dtype"].dtypes = {};
}

void arange(Plan& p) {
  created(p);
  const bool up = p.random.chance(0.5);
  p.set_range("start", up ? -9 : 2, up ? 2 : 9);
  p.set_range("end", up ? 0 : -9, up ? 20 : 4);
  p.set_range("step", up ? 0.3 : -3, up ? 3 : -0.3);
}

void linspace(Plan& p) {
  created(p);
  p.set_range("start", -20, 20);
  p.set_range("end", -20, 20);
  p.set("steps", p.random.between(p.random.chance(0.05) ? -1 : 0, 40));
}

void of_size(Plan& p) {
  created(p);
  p.set("size", p.shape);
  Sizes stride(p.shape.size());
  for (int64_t& s : stride) s = p.random.between(0, 6);
  p.set("stride", stride);
}

void count(Plan& p) {
  created(p);
  p.set("n", p.random.between(p.random.chance(0.05) ? -1 : 0, 40));
}

void between_limits(Plan& p) {
  created(p);
  p.set("low", p.random.between(p.dtype == DType::kByte || p.dtype == DType::kBool ? 0 : -4, 3));
  p.set("high", p.random.between(p.random.chance(0.05) ? 0 : 4, 20));
  if (p.dtype == DType::kBool && p.random.chance(0.9)) p.set("low", int64_t{0}), p.set("high", int64_t{2});
}

void one_element(Plan& p) {
  if (p.random.chance(0.85)) p.shape = Sizes(static_cast<size_t>(p.random.between(0, 3)), 1);
  p.set_sizes("self", p.shape);
}

void matrices(Plan& p) {
  if (p.random.chance(0.95)) p.limit_rank(2, 5);
  p.set_sizes("self", p.shape);
}

void cat(Plan& p) {
  p.limit_rank(1, 5);
  const int64_t dim = p.dim(p.rank());
  p.set("dim", dim);
  std::vector<Wish> list(p.random.between(1, 4));
  for (Wish& w : list) {
    w.sizes = p.shape;
    (*w.sizes)[at(dim, p.rank())] = p.size();
    if (p.random.chance(0.05)) w.sizes = Sizes{0};
  }
  p["tensors"].list = list;
}

// The weight is one number or one for each channel.
void prelu(Plan& p) {
  p.limit_rank(1, 5);
  const int64_t channels = p.rank() < 2 ? 1 : p.shape[1];
  p.set_sizes("self", p.shape);
  p.set_sizes("weight", {p.random.chance(0.4) ? 1 : channels});
  if (p.random.chance(0.95)) p["self"].dtypes = p["weight"].dtypes = {p.dtype};
}

void fill_diagonal(Plan& p) {
  if (p.random.chance(0.97)) p.limit_rank(2, 4);
  if (p.rank() > 2 && p.random.chance(0.95)) p.shape = Sizes(p.shape.size(), p.shape[0]);
  p.set_sizes("self", p.shape);
}

void complex_numbers(Plan& p) {
  if (p.random.chance(0.9)) p.dtype = p.random.one_of({DType::kComplexFloat, DType::kComplexDouble});
}

void softshrink(Plan& p) {
  if (p.random.chance(0.9)) p.set_range("lambd", 0, 2);
}

void fill(Plan& p) {
  if (p.random.chance(0.95)) p.set_sizes("value", {});
}

void copy(Plan& p) {
  if (p.schema.form() == Schema::Form::kFunctional) p.set_sizes("self", p.shape);
}

// ---------------------------------------------------------------- index

// A list of indices: long tensors that broadcast together, masks, and None.
void index(Plan& p) {
  p.limit_rank(1, 4);
  for (int64_t& n : p.shape) n = p.random.chance(0.95) ? std::max<int64_t>(n, 1) : n;
  p.set_sizes("self", p.shape);
  const Sizes common = p.sizes(p.random.between(0, 3));
  std::vector<Wish> list;
  size_t d = 0;
  bool mask = false;
  while (d < p.shape.size() && (list.empty() || p.random.chance(0.6))) {
    Wish w;
    if (p.random.chance(0.25)) {
      w.absent = true;
      ++d;
    } else if (!mask && p.random.chance(0.15)) {  // one mask: the counts of several would have to agree
      mask = true;
      const auto rank = static_cast<size_t>(p.random.between(1, static_cast<int64_t>(p.shape.size() - d)));
      w.sizes = Sizes(p.shape.begin() + static_cast<int64_t>(d), p.shape.begin() + static_cast<int64_t>(d + rank));
      w.dtypes = {DType::kBool, DType::kBool, DType::kByte};
      w.low = 0, w.high = 2;
      d += rank;
      list.push_back(w);
      break;
    } else {
      w.sizes = common;
      for (int64_t& n : *w.sizes)
        if (p.random.chance(0.1)) n = 1;
      w.dtypes = {DType::kLong};
      w.low = static_cast<double>(-p.shape[d]);
      w.high = static_cast<double>(p.shape[d]);
      ++d;
    }
    list.push_back(w);
  }
  if (mask)  // beside a mask, whose count is not known here, others of one element
    for (Wish& w : list)
      if (w.sizes && w.dtypes.size() == 1) w.sizes = Sizes(p.random.between(0, 1), 1);
  p["indices"].list = list;
  p.set_sizes("values", p.random.chance(0.5) ? Sizes{} : Sizes{1});
  if (!mask && p.random.chance(0.5)) {
    // The result's shape: dimensions of the indices in place of those indexed, or first when these are apart.
    Sizes values;
    std::vector<size_t> indexed;
    for (size_t i = 0; i < list.size(); ++i)
      if (!list[i].absent) indexed.push_back(i);
    const bool apart = !indexed.empty() && indexed.back() - indexed.front() + 1 != indexed.size();
    if (apart) values = common;
    for (size_t i = 0; i < p.shape.size(); ++i) {
      const bool is_indexed = i < list.size() && !list[i].absent;
      if (is_indexed && !apart && i == indexed.front()) values.insert(values.end(), common.begin(), common.end());
      if (!is_indexed) values.push_back(p.shape[i]);
    }
    p.set_sizes("values", values);
  }
  if (p.random.chance(0.95)) p["values"].dtypes = {p.dtype};
}

void index_one_dim(Plan& p) {
  const int64_t rank = p.rank(), dim = p.dim(rank);
  p.set_sizes("self", p.shape);
  p.set("dim", dim);
  const int64_t n = rank == 0 ? 1 : p.shape[at(dim, rank)];
  const bool distinct = p.schema.base() == "index_copy";
  p.set("reduce", p.random.one_of({"prod", "mean", "amax", "amin"}));
  const int64_t count = rank == 0 ? 1 : distinct ? p.random.between(0, n) : n == 0 ? 0 : p.size();
  p.set_index("index", p.random.chance(0.1) && count == 1 ? Sizes{} : Sizes{count}, n,
              p.schema.base() == "index_fill" && p.random.chance(0.2));
  if (p.random.chance(0.2)) p.set_dtype("index", DType::kInt);
  if (distinct)
    for (int64_t i = 0; i < count; ++i)
      p["index"].values.push_back(static_cast<double>((i * (n % 2 == 1 ? 2 : 1) + 1) % std::max<int64_t>(n, 1)));
  Sizes source = p.shape;
  if (rank > 0) source[at(dim, rank)] = count;
  p.set_sizes("source", source);
  p.set_sizes("value", {});
  if (p.random.chance(0.97)) p["source"].dtypes = p["value"].dtypes = p["self"].dtypes = {p.dtype};
}

void gather(Plan& p) {
  const int64_t rank = p.rank(), dim = p.dim(rank);
  p.set_sizes("self", p.shape);
  p.set("dim", dim);
  Sizes index = p.shape;
  const bool is_gather = p.schema.base() == "gather";
  for (size_t d = 0; d < index.size(); ++d)
    index[d] = d == at(dim, rank) && is_gather && index[d] > 0
                   ? p.size()
                   : p.random.between(std::min<int64_t>(index[d], 1), index[d]);
  const int64_t n = rank == 0 ? 1 : p.shape[at(dim, rank)];
  p.set_index("index", index, n);
  if (p.schema.base() == "scatter") {
    // Distinct along the dimension: of equal indices either element may win.
    const int64_t shift = p.random.between(0, 4), total = count_of(index);
    int64_t inner = 1;
    for (size_t d = at(dim, rank) + 1; d < index.size(); ++d) inner *= index[d];
    for (int64_t i = 0; i < total && rank > 0; ++i)
      p["index"].values.push_back(static_cast<double>((i / inner % index[at(dim, rank)] + shift) % n));
  }
  Sizes source = index;
  for (int64_t& s : source) s += p.random.chance(0.2) ? 1 : 0;
  p.set_sizes("src", source);
  if (p.random.chance(0.97)) p["src"].dtypes = {p.dtype};
  if (p.schema.base() == "scatter_reduce") p.set("reduce", p.random.one_of({"sum", "prod", "mean", "amax", "amin"}));
}

// Positions among all elements. Those that are put are distinct, as of equal ones either element may win.
void take(Plan& p) {
  const int64_t n = count_of(p.shape);
  const bool put = p.schema.base() == "put";
  Sizes index = p.sizes(p.random.between(0, 2));
  if (n == 0 || (put && count_of(index) > n)) index = {0};
  p.set_sizes("self", p.shape);
  p.set_index("index", index, n, true);
  if (put)
    for (int64_t i = 0; i < count_of(index); ++i) p["index"].values.push_back(static_cast<double>(n - 1 - i));
  p.set_sizes("source", index);
  if (p.random.chance(0.97)) p["self"].dtypes = p["source"].dtypes = {p.dtype};
}

void take_along_dim(Plan& p) {
  p.limit_rank(1, 4);
  const int64_t dim = p.dim(p.rank()), n = p.shape[at(dim, p.rank())];
  Sizes index = p.shape;
  for (int64_t& s : index)
    if (p.random.chance(0.15)) s = 1;
  if (n > 0) index[at(dim, p.rank())] = p.size();
  p.set_sizes("self", p.shape);
  p.set_index("indices", index, n);
  p.set("dim", dim);
  if (p.random.chance(0.15)) {
    p.absent("dim");
    p.set_index("indices", {count_of(p.shape) == 0 ? 0 : p.size()}, count_of(p.shape));
  }
}

// Lengths of segments, which together have the elements of one dimension.
void segment_reduce(Plan& p) {
  p.limit_rank(1, 4);
  const int64_t axis = p.random.between(0, std::min<int64_t>(p.rank() - 1, 1)), count = p.random.between(1, 4);
  Sizes sizes(p.shape.begin(), p.shape.begin() + axis);
  sizes.push_back(count);
  const int64_t rows = count_of(sizes) / count, n = p.shape[static_cast<size_t>(axis)];
  const bool by_offsets = p.random.chance(0.35);
  std::vector<double> lengths, offsets;
  for (int64_t r = 0; r < rows; ++r) {
    int64_t rest = n;
    for (int64_t i = 0; i < count; ++i) {
      offsets.push_back(static_cast<double>(n - rest));
      const int64_t length = i + 1 == count ? rest : p.random.between(0, rest);
      lengths.push_back(static_cast<double>(length));
      rest -= length;
    }
    offsets.push_back(static_cast<double>(n));
  }
  p.set_sizes("data", p.shape);
  p.set_index("lengths", sizes, 3);
  p["lengths"].values = lengths;
  ++sizes.back();
  p.set_index("offsets", sizes, 3);
  p["offsets"].values = offsets;
  p.absent(by_offsets ? "lengths" : "offsets");
  p[by_offsets ? "offsets" : "lengths"].present = true;
  p.absent("indices");
  p.set("axis", axis);
  p.set("reduce", p.random.one_of({"max", "mean", "min", "sum", "prod"}));
}

void masked(Plan& p) {
  p["mask"].dtypes = {DType::kBool, DType::kBool, DType::kBool, DType::kBool, DType::kByte};
  p["mask"].low = 0, p["mask"].high = 2;
  if (p.random.chance(0.95)) p.set_sizes("value", {});
  if (p.random.chance(0.6)) p.set_dtype("value", p.dtype);
  if (p.schema.base() != "masked_scatter") return;
  const int64_t count = count_of(p.shape);
  p.set_sizes("source", {p.random.chance(0.2) ? count / 2 : count + p.random.between(0, 2)});
  if (p.random.chance(0.97)) p["source"].dtypes = p["self"].dtypes = {p.dtype};
}

// ---------------------------------------------------------------- linear algebra

void products(Plan& p) {
  const std::string name = p.schema.base();
  const int64_t b = p.size(), n = p.size(), k = p.size(), m = p.random.chance(0.1) ? p.random.between(5, 40) : p.size();
  const auto addend = [&](Sizes full) {
    if (!p.in_place() && p.random.chance(0.3)) {
      for (int64_t& s : full)
        if (p.random.chance(0.4)) s = 1;
      if (p.random.chance(0.3)) full.erase(full.begin());
    }
    return full;
  };
  if (name == "mm") p.set_sizes("self", {n, k}), p.set_sizes("mat2", {k, m});
  if (name == "bmm") p.set_sizes("self", {b, n, k}), p.set_sizes("mat2", {b, k, m});
  if (name == "mv") p.set_sizes("self", {n, k}), p.set_sizes("vec", {k});
  if (name == "addmm") p.set_sizes("self", addend({n, m})), p.set_sizes("mat1", {n, k}), p.set_sizes("mat2", {k, m});
  if (name == "baddbmm")
    p.set_sizes("self", addend({b, n, m})), p.set_sizes("batch1", {b, n, k}), p.set_sizes("batch2", {b, k, m});
  if (name == "linear") {
    Sizes input = p.sizes(p.random.between(0, 3));
    input.push_back(k);
    p.set_sizes("input", input);
    p.set_sizes("weight", p.random.chance(0.05) ? Sizes{k} : Sizes{m, k});
    p.set_sizes("bias", {m});
  }
  if (is_integral(p.dtype)) {
    if (p.random.chance(0.8)) p["alpha"].value = Argument::of_int(p.random.between(-2, 3));
    if (p.random.chance(0.8)) p["beta"].value = Argument::of_int(p.random.between(-2, 3));
  }
}

// Dropout draws other numbers in each run.
void attention(Plan& p) {
  const int64_t queries = p.size(), keys = p.size(), features = p.size();
  const Sizes batch = p.sizes(p.random.between(0, 2));
  const auto matrices = [&](int64_t rows, int64_t columns) {
    Sizes s = batch;
    s.insert(s.end(), {rows, columns});
    return s;
  };
  p.set_sizes("query", matrices(queries, features));
  p.set_sizes("key", matrices(keys, features));
  p.set_sizes("value", matrices(keys, p.size()));
  p.set_sizes("attn_mask", p.random.chance(0.5) ? Sizes{queries, keys} : matrices(queries, keys));
  p["attn_mask"].dtypes = {p.dtype, DType::kBool};
  p.constant({"attn_mask"});
  const bool causal = p.random.chance(0.3);
  if (causal || p.random.chance(0.3)) p.absent("attn_mask");
  p.set("is_causal", causal);
  p.set("dropout_p", 0.0);
  p.moderate = true;
}

// ---------------------------------------------------------------- losses

void loss(Plan& p) {
  for (const char* name : {"self", "target"}) p.set_sizes(name, p.shape);
  const std::string base = p.schema.base();
  if (base.compare(0, 20, "binary_cross_entropy") == 0) {
    p.set_range("self", 0, 1);
    p.set_range("target", 0, 1);
    p.set_sizes("weight", p.shape);
    p.constant({"weight"});
  }
  const int64_t reduction = p.random.between(0, 2);
  p.set("reduction", reduction);
  p.set_sizes("grad_output", reduction == 0 ? p.shape : Sizes{});
  p.set("beta", p.random.one_of({1.0, 0.5, 2.0, 0.0}));
  p.set("delta", p.random.one_of({1.0, 0.5, 2.0, 1e-3}));
}

void nll_loss(Plan& p) {
  const int64_t batch = p.size(), classes = p.random.between(1, 5);
  const bool batched = p.random.chance(0.85);
  p.shape = batched ? Sizes{batch, classes} : Sizes{classes};
  p.set_sizes("self", p.shape);
  p.set_index("target", batched ? Sizes{batch} : Sizes{}, classes);
  p.set_sizes("weight", {classes});
  p.set_dtype("weight", p.dtype);
  const int64_t reduction = p.random.between(0, 2);
  p.set("reduction", reduction);
  p.set("ignore_index", p.random.one_of<int64_t>({-100, 0, 1}));
  p.set_sizes("grad_output", reduction == 0 && batched ? Sizes{batch} : Sizes{});
  p.set_sizes("total_weight", {});
  p.set_range("total_weight", 1, 4);
  p.constant({"weight", "total_weight"});
}

// ---------------------------------------------------------------- networks

void convolution(Plan& p) {
  // convolution is of any rank and direction, conv2d and conv_transpose2d say theirs.
  const std::string base = p.schema.base();
  const bool named = base.back() == 'd' && isdigit(static_cast<unsigned char>(base[base.size() - 2]));
  const int64_t any_rank = p.random.between(1, 3), spatial = named ? base[base.size() - 2] - '0' : any_rank;
  const int64_t groups = p.random.one_of<int64_t>({1, 1, 1, 2, 3});
  const int64_t in = groups * p.random.between(1, 3), out = groups * p.random.between(1, 3), batch = p.size();
  const bool drawn = p.random.chance(0.3), transposed = named ? base.compare(0, 14, "conv_transpose") == 0 : drawn;
  Sizes input{batch, in}, weight{transposed ? in : out, (transposed ? out : in) / groups}, output{batch, out};
  Sizes stride, padding, dilation, output_padding;
  for (int64_t d = 0; d < spatial; ++d) {
    const int64_t k = p.random.between(1, 3);
    weight.push_back(k);
    stride.push_back(p.random.between(1, 2));
    padding.push_back(p.random.between(0, 2));
    dilation.push_back(p.random.between(1, 2));
    output_padding.push_back(transposed && stride.back() > 1 ? p.random.between(0, 1) : 0);
    const int64_t reach = dilation.back() * (k - 1) + 1;
    input.push_back(p.random.between(std::max<int64_t>(1, transposed ? 2 * padding.back() : reach), 7));
    output.push_back(transposed
                         ? (input.back() - 1) * stride.back() - 2 * padding.back() + reach + output_padding.back()
                         : (input.back() + 2 * padding.back() - reach) / stride.back() + 1);
  }
  p.set_sizes("input", input);
  p.set_sizes("weight", weight);
  p.set_sizes("bias", {out});
  p.set_sizes("grad_output", output);
  p.set("stride", stride);
  if (p.schema.overload == "padding") p.set("padding", p.random.chance(0.5) ? "same" : "valid");
  else p.set("padding", padding);
  p.set("dilation", dilation);
  p.set("output_padding", output_padding);
  p.set("transposed", transposed);
  p.set("groups", groups);
}

// The spatial dimensions that the name of an operator says.
int dims_of_images(const Plan& p) { return p.schema.base().find("3d") == std::string::npos ? 2 : 3; }
int64_t volume(const Sizes& sizes, int dims) {
  return std::accumulate(sizes.end() - dims, sizes.end(), int64_t{1}, std::multiplies<>());
}

void pooling(Plan& p) {
  const int64_t channels = p.size();
  const int dims = dims_of_images(p);
  p.shape = p.random.chance(0.25) ? Sizes{channels} : Sizes{p.size(), channels};
  Sizes kernel, stride, padding, dilation, pooled = p.shape;
  const bool ceil = p.random.chance(0.3), is_max = p.schema.base().compare(0, 3, "max") == 0;
  for (int d = 0; d < dims; ++d) {
    kernel.push_back(p.random.between(1, 3));
    stride.push_back(p.random.between(1, 3));
    padding.push_back(p.random.between(0, kernel.back() / 2));
    dilation.push_back(is_max ? p.random.between(1, 2) : 1);
    const int64_t reach = dilation.back() * (kernel.back() - 1) + 1;
    p.shape.push_back(p.random.between(reach, 8));
    const int64_t span = p.shape.back() + 2 * padding.back() - reach;
    int64_t n = (span + (ceil ? stride.back() - 1 : 0)) / stride.back() + 1;
    if (ceil && (n - 1) * stride.back() >= p.shape.back() + padding.back()) --n;
    pooled.push_back(n);
  }
  p.set_sizes("self", p.shape);
  p.set_sizes("grad_output", pooled);
  p.set_index("indices", pooled, volume(p.shape, dims));
  p.set("kernel_size", kernel);
  p.set("stride", p.random.chance(0.2) && p.schema.base().find("backward") == std::string::npos ? Sizes{} : stride);
  p.set("padding", padding);
  p.set("dilation", dilation);
  p.set("ceil_mode", ceil);
  if (p.random.chance(0.8)) p.absent("divisor_override");
}

void adaptive_pooling(Plan& p) {
  const int dims = dims_of_images(p);
  p.limit_rank(dims + 1, dims + 2);
  const auto spatial = p.shape.end() - dims;
  std::for_each(spatial, p.shape.end(), [&](int64_t& n) { n = p.random.between(1, 7); });
  Sizes output;
  for (int d = 0; d < dims; ++d) output.push_back(p.random.between(1, 5));
  p.set_sizes("self", p.shape);
  p.set("output_size", output);
  Sizes pooled = p.shape;
  std::copy(output.begin(), output.end(), pooled.end() - dims);
  p.set_sizes("grad_output", pooled);
  p.set_index("indices", pooled, volume(p.shape, dims));
}

void fractional_pooling(Plan& p) {
  const int dims = dims_of_images(p);
  p.limit_rank(dims + 1, dims + 2);
  Sizes kernel, output, pooled = p.shape;
  for (int d = 0; d < dims; ++d) {
    const size_t at = p.shape.size() - static_cast<size_t>(dims - d);
    p.shape[at] = p.random.between(2, 8);
    kernel.push_back(p.random.between(1, 2));
    output.push_back(p.random.between(1, p.shape[at] - kernel.back() + 1));
    pooled[at] = output.back();
  }
  p.set_sizes("self", p.shape);
  p.set("kernel_size", kernel);
  p.set("output_size", output);
  p.set_sizes("grad_output", pooled);
  p.set_index("indices", pooled, volume(p.shape, dims));
  const bool batch = p.rank() == dims + 2;
  p.set_sizes("random_samples", {batch ? p.shape[0] : 1, p.shape[batch ? 1 : 0], dims});
  p.set_range("random_samples", 0, 0.999);
  p.constant({"random_samples"});
}

void unpooling(Plan& p) {
  const int dims = dims_of_images(p);
  p.limit_rank(dims + 1, dims + 2);
  for (int d = 1; d <= dims; ++d) p.shape[p.shape.size() - static_cast<size_t>(d)] = p.random.between(1, 4);
  Sizes output;
  for (int d = 0; d < dims; ++d) output.push_back(p.random.between(2, 8));
  p.set_sizes("self", p.shape);
  p.set_index("indices", p.shape, volume(output, dims));
  p.set("output_size", output);
  p.set("stride", Sizes(static_cast<size_t>(dims), 1));
  p.set("padding", Sizes(static_cast<size_t>(dims), 0));
}

void batch_norm(Plan& p) {
  p.limit_rank(2, 5);
  const int64_t channels = p.shape[1];
  for (const char* name : {"input", "grad_out"}) p.set_sizes(name, p.shape);
  for (const char* name : {"weight", "bias", "running_mean", "running_var", "save_mean", "save_invstd"}) {
    p.set_sizes(name, {channels});
    if (p.random.chance(0.95)) p.set_dtype(name, p.dtype);
  }
  for (const char* name : {"running_var", "save_invstd"}) p.set_range(name, 0.1, 3);
  const bool training = p.random.chance(0.6);
  p.set("training", training);
  p.set("train", training);
  // Arguments that the mode does not use may be undefined.
  if (!training || p.random.chance(0.5)) p["running_mean"].present = p["running_var"].present = true;
  else p.absent("running_mean"), p.absent("running_var");
  if (training || p.random.chance(0.5)) p["save_mean"].present = p["save_invstd"].present = true;
  p.constant({"running_mean", "running_var", "save_mean", "save_invstd"});
  p.set("momentum", 0.1);
  p.set("eps", p.random.one_of({1e-5, 1e-2}));
}

void layer_norm(Plan& p) {
  p.limit_rank(1, 5);
  const int64_t kept = p.random.between(0, p.rank() - 1);
  const Sizes normalized(p.shape.begin() + kept, p.shape.end());
  Sizes rows(p.shape.begin(), p.shape.begin() + kept);
  rows.resize(p.shape.size(), 1);
  p.set("normalized_shape", normalized);
  for (const char* name : {"input", "grad_out"}) p.set_sizes(name, p.shape);
  for (const char* name : {"weight", "bias"}) {
    p.set_sizes(name, normalized);
    p.set_dtype(name, p.dtype);
  }
  for (const char* name : {"mean", "rstd"}) {
    p.set_sizes(name, rows);
    p.set_dtype(name, p.dtype);
  }
  p.set_range("rstd", 0.1, 3);
  p.constant({"mean", "rstd"});
  p.set("eps", p.random.one_of({1e-5, 1e-2}));
}

void embedding(Plan& p) {
  const int64_t count = p.random.between(1, 6), width = p.size();
  const Sizes indices = p.sizes(p.schema.base() == "embedding_renorm" ? 1 : p.random.between(0, 3));
  for (const char* name : {"weight", "self"}) p.set_sizes(name, {count, width});
  p.set_index("indices", indices, count);
  if (p.random.chance(0.2)) p.set_dtype("indices", DType::kInt);
  Sizes gradient = indices;
  gradient.push_back(width);
  p.set_sizes("grad_output", gradient);
  p.set("num_weights", count);
  p.set("padding_idx", p.random.between(-1, count - 1));
  p.set("sparse", p.random.chance(0.02));
  p.set("max_norm", p.random.one_of({1.0, 0.5, 3.0}));
  p.set("norm_type", p.random.one_of({2.0, 1.0, 3.0}));
}

// ---------------------------------------------------------------- random numbers

void distribution(Plan& p) {
  const std::string base = p.schema.base();
  if (base == "bernoulli") {
    p.set_range("p", 0, 1);
    if (p.schema.overload.empty() || p.schema.overload == "out") p.set_range("self", 0, 1);
    if (p.schema.overload.compare(0, 6, "Tensor") == 0 && p.random.chance(0.9))
      p["p"].dtypes = {DType::kFloat, DType::kDouble};
  }
  if (base == "geometric") p.set_range("p", 0.05, 0.95);
  if (base == "native_dropout") p.set_range("p", 0, 1);
  if (base == "cauchy" || base == "normal" || base == "normal_functional" || base == "log_normal") {
    for (const char* name : {"sigma", "std"}) p.set_range(name, 0.1, 2);
    for (const char* name : {"median", "mean"}) p.set_range(name, -2, 2);
  }
  if (base == "exponential") p.set_range("lambd", 0.1, 3);
  if (base == "uniform") {
    p.set_range("from", -2, 1);
    p.set_range("to", 1, 3);
  }
  if (base == "random") {
    p.set("from", p.random.between(p.dtype == DType::kByte ? 0 : -5, 5));
    p.set("to", p.random.between(6, 100));
    if (p.dtype == DType::kBool) {
      p.set("from", int64_t{0});
      p.set("to", p.random.between(1, 2));
    }
  }
}

// ---------------------------------------------------------------- views

void as_strided(Plan& p) {
  p.limit_rank(1, 5);
  p.set_sizes("self", p.shape);
  int64_t room = count_of(p.shape) - 1;
  Sizes size, stride;
  const int64_t rank = p.random.between(0, 3);
  for (int64_t d = 0; d < rank; ++d) {
    size.push_back(p.size());
    stride.push_back(size.back() > 1 ? p.random.between(0, std::max<int64_t>(room, 0) / (size.back() - 1)) : 1);
    room -= std::max<int64_t>(size.back() - 1, 0) * stride.back();
  }
  p.set("size", size);
  p.set("stride", stride);
  if (p.random.chance(0.5)) p.set("storage_offset", p.random.between(0, std::max<int64_t>(room, 0)));
  else p.absent("storage_offset");
}

void two_dims(Plan& p) {
  p.limit_rank(p.schema.base() == "diagonal" ? 2 : 0, 5);
  const int64_t rank = p.rank(), a = p.dim(rank), b = p.dim(rank);
  p.set_sizes("self", p.shape);
  for (const char* name : {"dim1", "dim0"}) p.set(name, a);
  const bool differ = at(a, rank) != at(b, rank) || rank < 2;
  p.set(p.schema.base() == "diagonal" ? "dim2" : "dim1", differ ? b : (b < 0 ? b + rank : b) == 0 ? 1 : 0);
  p.set("offset", p.random.between(-3, 3));
}

void expand(Plan& p) {
  Sizes from = p.shape;
  for (int64_t& n : from)
    if (p.random.chance(0.4)) n = 1;
  const auto dropped = p.random.between(0, p.random.chance(0.5) ? static_cast<int64_t>(from.size()) : 0);
  from.erase(from.begin(), from.begin() + dropped);
  Sizes to = p.shape;
  for (size_t d = static_cast<size_t>(dropped); d < to.size(); ++d)
    if (p.random.chance(0.15)) to[d] = -1;
  p.set_sizes("self", from);
  p.set("size", to);
}

void permute(Plan& p) {
  p.set_sizes("self", p.shape);
  Sizes dims(p.shape.size());
  std::iota(dims.begin(), dims.end(), 0);
  for (size_t d = dims.size(); d > 1; --d)
    std::swap(dims[d - 1], dims[p.random.between(0, static_cast<int64_t>(d) - 1)]);
  for (int64_t& d : dims)
    if (p.random.chance(0.2)) d -= p.rank();
  p.set("dims", dims);
}

void along_dim(Plan& p) {
  p.limit_rank(p.schema.base() == "unfold" || p.schema.base() == "squeeze" ? 0 : 1, 5);
  const int64_t rank = p.rank(), dim = p.dim(rank), n = rank == 0 ? 1 : p.shape[at(dim, rank)];
  p.set_sizes("self", p.shape);
  p.set("dim", dim);
  p.set("dimension", dim);
  p.set("index", p.random.between(-n, n - 1));
  if (p.random.chance(0.6)) p.set("start", p.random.between(-n - 1, n + 1));
  if (p.random.chance(0.6)) p.set("end", p.random.between(-n - 1, n + 1));
  p.set("step", p.random.between(1, 3));
  p.set("size", p.random.between(0, n));
  Sizes split;
  for (int64_t rest = n; rest > 0; rest -= split.back()) split.push_back(p.random.between(0, rest));
  p.set("split_sizes", split);
}

void unsqueeze(Plan& p) { p.set("dim", p.dim(p.rank() + 1)); }

// A shape with the same number of elements: neighbouring dimensions joined, others divided.
void view(Plan& p) {
  p.set_sizes("self", p.shape);
  Sizes to;
  for (const int64_t n : p.shape) {
    if (!to.empty() && p.random.chance(0.35)) to.back() *= n;
    else if (n == 4 && p.random.chance(0.5)) to.insert(to.end(), {2, 2});
    else to.push_back(n);
    if (p.random.chance(0.1)) to.push_back(1);
  }
  if (!to.empty() && p.random.chance(0.3)) to[p.random.between(0, static_cast<int64_t>(to.size()) - 1)] = -1;
  p.set("size", to);
}

void view_dtype(Plan& p) {
  p.limit_rank(1, 5);
  if (p.random.chance(0.8)) p.shape.back() = p.random.one_of<int64_t>({2, 4, 8, 16});
  p.set_sizes("self", p.shape);
}

void real_view(Plan& p) {
  p.dtype = p.random.one_of({DType::kComplexFloat, DType::kComplexDouble});
  p.set_dtype("self", p.dtype);
}

void complex_view(Plan& p) {
  p.limit_rank(1, 4);
  if (p.random.chance(0.95)) p.shape.back() = 2;
  p.dtype = p.random.one_of({DType::kFloat, DType::kDouble, DType::kDouble, DType::kHalf});
  p.set_dtype("self", p.dtype);
  p.set_sizes("self", p.shape);
}

// ---------------------------------------------------------------- the table

PlanRows general_rows() {
  return {
      {"pow", Domain::kAny, 0, pow},
      {"clamp clip", Domain::kNumber, 0, clamp},
      {"where", Domain::kAny, 0, where},
      {"maximum minimum remainder fmod floor_divide relu floor ceil round trunc fix frac sign lt le gt ge less "
       "less_equal greater greater_equal",
       Domain::kNumber, 0, nullptr},
      {"add sub rsub subtract addcmul", Domain::kAny, kCancels, nullptr},
      {"mul multiply div divide true_divide eq ne not_equal neg negative abs absolute sgn", Domain::kAny, 0, nullptr},
      {"lerp", Domain::kFloatingOrComplex, kCancels, nullptr},
      {"addcdiv reciprocal rsqrt sqrt exp expm1 log log2 log10 log1p sigmoid tanh sin cos tan asin acos atan sinh "
       "cosh silu arcsin arccos arctan special_expit special_expm1 special_log1p",
       Domain::kFloatingOrComplex, 0, nullptr},
      {"erf erfc exp2 atan2 hardswish hardsigmoid hardshrink arctan2 special_erf special_erfc special_exp2",
       Domain::kFloating, 0, nullptr},
      {"acosh asinh atanh arccosh arcsinh arctanh sinc special_sinc angle float_power ldexp",
       Domain::kFloatingOrComplex, 0, nullptr},
      {"deg2rad rad2deg i0 special_i0 special_i1 hypot copysign nextafter xlogy special_xlogy frexp polar complex",
       Domain::kFloating, 0, nullptr},
      {"logit special_logit lgamma special_gammaln digamma special_digamma special_psi polygamma special_polygamma "
       "mvlgamma special_multigammaln igamma igammac special_gammainc special_gammaincc logaddexp logaddexp2",
       Domain::kFloating, kCancels, nullptr},
      {"fmax fmin heaviside nan_to_num isposinf isneginf signbit", Domain::kNumber, 0, nullptr},
      {"gcd lcm bitwise_left_shift bitwise_right_shift", Domain::kIntegral, 0, nullptr},
      {"mish gelu log_sigmoid selu glu", Domain::kFloating, kCancels, nullptr},
      {"prelu", Domain::kFloating, kCancels, prelu},
      {"softshrink", Domain::kFloating, 0, softshrink},
      {"leaky_relu hardtanh threshold", Domain::kFloating, 0, floating_parameters},
      {"elu celu softplus", Domain::kFloating, kCancels, floating_parameters},
      {"bitwise_not bitwise_and bitwise_or bitwise_xor", Domain::kIntegral, 0, nullptr},
      {"sigmoid_backward tanh_backward threshold_backward gelu_backward silu_backward leaky_relu_backward elu_backward "
       "hardtanh_backward softplus_backward hardswish_backward hardsigmoid_backward mish_backward logit_backward",
       Domain::kFloating, kCancels, gradient_of_activation},

      {"sum prod mean logsumexp special_logsumexp var std var_mean std_mean cumsum", Domain::kFloatingOrComplex, kSums,
       reduction},
      {"linalg_vector_norm", Domain::kFloatingOrComplex, kSums, norm},
      {"norm frobenius_norm", Domain::kFloatingOrComplex, kSums, nullptr},
      {"amax amin max min argmax argmin", Domain::kNumber, 0, extremum},
      {"all any", Domain::kAny, 0, nullptr},
      {"sort msort argsort topk", Domain::kNumber, 0, sort_like},
      {"_softmax _log_softmax softmax log_softmax special_softmax special_log_softmax", Domain::kFloating, kSums,
       softmax},
      {"_softmax_backward_data _log_softmax_backward_data", Domain::kFloating, kSums, softmax_backward},

      {"arange", Domain::kAny, kSums, arange},
      {"linspace", Domain::kAny, kSums, linspace},
      {"empty empty_strided new_empty new_empty_strided", Domain::kAny, kUninitialised, of_size},
      {"empty_like resize resize_as set", Domain::kAny, kUninitialised, nullptr},
      {"randperm", Domain::kAny, kRandom, count},
      {"rand randn rand_like randn_like", Domain::kAny, kRandom, nullptr},
      {"randint randint_like", Domain::kAny, kRandom, between_limits},
      {"_local_scalar_dense item is_nonzero", Domain::kAny, 0, one_element},
      {"_conj", Domain::kAny, 0, complex_numbers},
      {"fill_diagonal", Domain::kAny, 0, fill_diagonal},
      {"tril triu", Domain::kAny, 0, matrices},
      {"cat", Domain::kAny, 0, cat},
      {"fill", Domain::kAny, 0, fill},
      {"copy", Domain::kAny, 0, copy},

      {"index index_put", Domain::kAny, 0, index},
      {"index_select index_copy index_fill", Domain::kAny, 0, index_one_dim},
      {"index_add index_reduce", Domain::kAny, kSums, index_one_dim},
      {"gather scatter", Domain::kAny, 0, gather},
      {"scatter_add scatter_reduce", Domain::kAny, kSums, gather},
      {"masked_fill masked_select masked_scatter", Domain::kAny, 0, masked},
      {"take put", Domain::kAny, 0, take},
      {"take_along_dim", Domain::kAny, 0, take_along_dim},
      {"segment_reduce", Domain::kFloating, kSums, segment_reduce},

      {"mm bmm mv addmm baddbmm linear", Domain::kFloatingOrComplex, kSums, products},
      {"_scaled_dot_product_attention _scaled_dot_product_attention_forward _scaled_dot_product_attention_math",
       Domain::kFloating, kSums, attention},

      {"mse_loss smooth_l1_loss huber_loss binary_cross_entropy mse_loss_backward smooth_l1_loss_backward "
       "huber_loss_backward binary_cross_entropy_backward",
       Domain::kFloating, kSums, loss},
      {"nll_loss nll_loss_forward nll_loss_backward", Domain::kFloating, kSums, nll_loss},

      {"convolution convolution_backward conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d",
       Domain::kFloatingOrComplex, kSums, convolution},
      {"max_pool2d max_pool2d_with_indices max_pool2d_with_indices_backward avg_pool2d avg_pool2d_backward max_pool3d "
       "max_pool3d_with_indices max_pool3d_with_indices_backward avg_pool3d avg_pool3d_backward",
       Domain::kFloating, kSums, pooling},
      {"_adaptive_avg_pool2d _adaptive_avg_pool2d_backward adaptive_avg_pool3d _adaptive_avg_pool3d "
       "_adaptive_avg_pool3d_backward adaptive_max_pool2d adaptive_max_pool2d_backward adaptive_max_pool3d "
       "adaptive_max_pool3d_backward",
       Domain::kFloating, kSums, adaptive_pooling},
      {"fractional_max_pool2d fractional_max_pool2d_backward fractional_max_pool3d fractional_max_pool3d_backward",
       Domain::kFloating, kSums, fractional_pooling},
      {"max_unpool2d max_unpool3d", Domain::kFloating, 0, unpooling},
      {"native_batch_norm native_batch_norm_backward", Domain::kFloating, kSums, batch_norm},
      {"layer_norm native_layer_norm native_layer_norm_backward", Domain::kFloating, kSums, layer_norm},
      {"embedding embedding_dense_backward embedding_renorm", Domain::kFloating, kSums, embedding},
      {"native_dropout dropout alpha_dropout", Domain::kFloating, kRandom, distribution},

      {"bernoulli cauchy exponential geometric log_normal normal normal_functional uniform", Domain::kFloating, kRandom,
       distribution},
      {"random", Domain::kAny, kRandom, distribution},

      {"as_strided", Domain::kAny, 0, as_strided},
      {"diagonal transpose", Domain::kAny, 0, two_dims},
      {"expand", Domain::kAny, 0, expand},
      {"permute", Domain::kAny, 0, permute},
      {"select slice split_with_sizes squeeze unbind unfold", Domain::kAny, 0, along_dim},
      {"unsqueeze", Domain::kAny, 0, unsqueeze},
      {"view", Domain::kAny, 0, view},
      {"view_as_real", Domain::kAny, 0, real_view},
      {"view_as_complex", Domain::kAny, 0, complex_view},
  };
}

}  // namespace

void plan_lists(Plan& p) {
  const std::vector<Wish> elements(static_cast<size_t>(p.random.between(1, 3)));
  for (const Parameter& q : p.schema.parameters)
    if (q.list && p.random.chance(0.98)) p[q.name].list = elements;
}

const OperatorTraits& traits_of(const std::string& base_name) {
  static const std::map<std::string, OperatorTraits>& table = *[] {
    auto* all = new std::map<std::string, OperatorTraits>;
    for (const PlanRows& rows : {general_rows(), image_rows(), linalg_rows(), nested_rows(), nn_rows(), search_rows(),
                                 sequence_rows(), shape_rows()})
      for (const PlanRow& row : rows) {
        std::istringstream names(row.operators);
        for (std::string name; names >> name;) {
          OperatorTraits& t = (*all)[name];
          t.domain = row.domain;
          t.sums = (row.kinds & kSums) != 0;
          t.cancels = (row.kinds & kCancels) != 0;
          t.random = (row.kinds & kRandom) != 0;
          t.uninitialised = (row.kinds & kUninitialised) != 0;
          if (row.plan != nullptr) t.plan = row.plan;
        }
      }
    // view.dtype and view take other arguments under one name.
    (*all)["view"].plan = [](Plan& p) { p.schema.overload == "dtype" ? view_dtype(p) : view(p); };
    return all;
  }();
  static const OperatorTraits& usual = *new OperatorTraits;
  const auto found = table.find(base_name);
  return found == table.end() ? usual : found->second;
}

}  // namespace differential
