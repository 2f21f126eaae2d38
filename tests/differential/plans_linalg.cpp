// SPDX-License-Identifier: BSD-3-Clause
// Arguments of products, distances and losses.
#include <algorithm>

#include "tests/differential/plan.h"

namespace differential {
namespace {

using Domain = OperatorTraits::Domain;

// ---------------------------------------------------------------- products

void integral_factors(Plan& p) {
  if (!is_integral(p.dtype) || p.random.chance(0.2)) return;
  p["alpha"].value = Argument::of_int(p.random.between(-2, 3));
  p["beta"].value = Argument::of_int(p.random.between(-2, 3));
}

// The addend of a product: of its shape, or one that broadcasts to it.
Sizes addend(Plan& p, Sizes full) {
  if (p.in_place() || p.random.chance(0.7)) return full;
  for (int64_t& s : full)
    if (p.random.chance(0.4)) s = 1;
  if (p.random.chance(0.3)) full.erase(full.begin());
  return full;
}

void sum_of_products(Plan& p) {
  const int64_t b = p.size(), n = p.size(), k = p.size(), m = p.size();
  const std::string name = p.schema.base();
  if (name == "addbmm") {
    p.set_sizes("self", addend(p, {n, m}));
    p.set_sizes("batch1", {b, n, k});
    p.set_sizes("batch2", {b, k, m});
  } else if (name == "addr") {
    p.set_sizes("self", addend(p, {n, m}));
    p.set_sizes("vec1", {n});
    p.set_sizes("vec2", {m});
  } else {
    p.set_sizes("self", addend(p, {n}));
    p.set_sizes("mat", {n, m});
    p.set_sizes("vec", {m});
  }
  integral_factors(p);
}

void matmul(Plan& p) {
  const int64_t n = p.size(), k = p.size(), m = p.size();
  const Sizes batch = p.sizes(p.random.between(0, 2));
  Sizes self = batch, other = batch;
  for (Sizes* s : {&self, &other})
    for (int64_t& d : *s)
      if (p.random.chance(0.15)) d = 1;
  if (p.random.chance(0.3)) self.clear();
  else if (p.random.chance(0.3)) other.clear();
  if (self.empty() && p.random.chance(0.3)) self = {k};
  else self.insert(self.end(), {n, k});
  if (other.empty() && p.random.chance(0.3)) other = {k};
  else other.insert(other.end(), {k, m});
  p.set_sizes("self", self);
  p.set_sizes("other", other);
}

void vectors(Plan& p) {
  const int64_t n = p.size(), m = p.size();
  p.set_sizes("self", {n});
  p.set_sizes("vec2", {m});
  for (const char* name : {"other", "tensor"}) p.set_sizes(name, {n});
}

void inner(Plan& p) {
  const int64_t n = p.size();
  for (const char* name : {"self", "other"}) {
    Sizes s = p.sizes(p.random.between(0, 2));
    s.push_back(n);
    p.set_sizes(name, p.random.chance(0.05) ? Sizes{} : s);
  }
}

void tensordot(Plan& p) {
  p.limit_rank(0, 4);
  Sizes other, dims_self, dims_other;
  std::vector<int64_t> order;
  for (int64_t d = 0; d < p.rank(); ++d) order.push_back(d);
  for (size_t d = order.size(); d > 1; --d)
    std::swap(order[d - 1], order[static_cast<size_t>(p.random.between(0, static_cast<int64_t>(d) - 1))]);
  for (const int64_t d : order) {
    if (p.random.chance(0.5)) continue;
    if (p.random.chance(0.4)) other.push_back(p.size());
    dims_self.push_back(p.random.chance(0.3) ? d - p.rank() : d);
    dims_other.push_back(static_cast<int64_t>(other.size()));
    other.push_back(p.random.chance(0.05) ? 1 : p.shape[static_cast<size_t>(d)]);
  }
  if (p.random.chance(0.4)) other.push_back(p.size());
  p.set_sizes("self", p.shape);
  p.set_sizes("other", other);
  p.set("dims_self", dims_self);
  p.set("dims_other", dims_other);
}

// An equation of up to three operands with up to four letters: repeated ones, ellipses, with and without "->".
void einsum(Plan& p) {
  const std::string letters = "ijkL";
  Sizes of_letter = p.sizes(4);
  const Sizes dots = p.sizes(p.random.between(0, 2));
  std::string equation, used;
  std::vector<Wish> list;
  bool any_dots = false;
  const int64_t operands = p.random.between(1, 3);
  for (int64_t i = 0; i < operands; ++i) {
    if (i > 0) equation += p.random.chance(0.1) ? " , " : ",";
    Sizes sizes;
    const bool has_dots = p.random.chance(0.2);
    const int64_t rank = p.random.between(has_dots || i > 0 ? 0 : 1, 3), place = p.random.between(0, rank);
    for (int64_t d = 0; d <= rank; ++d) {
      if (has_dots && d == place) {
        equation += "...";
        any_dots = true;
        const auto dropped = p.random.chance(0.2) ? p.random.between(0, static_cast<int64_t>(dots.size())) : 0;
        for (size_t k = static_cast<size_t>(dropped); k < dots.size(); ++k)
          sizes.push_back(p.random.chance(0.15) ? 1 : dots[k]);
      }
      if (d == rank) break;
      const auto letter = static_cast<size_t>(p.random.between(0, 3));
      equation += letters[letter];
      if (used.find(letters[letter]) == std::string::npos) used += letters[letter];
      sizes.push_back(p.random.chance(0.05) ? 1 : of_letter[letter]);
    }
    Wish w;
    w.sizes = sizes;
    list.push_back(w);
  }
  if (p.random.chance(0.75)) {
    equation += "->";
    if (any_dots && p.random.chance(0.9)) equation += "...";
    for (const char c : used)
      if (p.random.chance(0.5)) equation += c;
  }
  p.set("equation", equation.c_str());
  p["tensors"].list = list;
  p.absent("path");
}

void kron(Plan& p) {
  p.set_sizes("self", p.sizes(p.random.between(0, 3)));
  p.set_sizes("other", p.sizes(p.random.between(0, 3)));
}

void chain_matmul(Plan& p) {
  std::vector<Wish> list(static_cast<size_t>(p.random.between(1, 4)));
  int64_t n = p.size();
  for (Wish& w : list) {
    const int64_t m = p.size();
    w.sizes = Sizes{n, m};
    n = m;
  }
  p["matrices"].list = list;
}

void multi_dot(Plan& p) {
  std::vector<Wish> list(static_cast<size_t>(p.random.between(2, 4)));
  int64_t n = p.size();
  for (Wish& w : list) {
    const int64_t m = p.size();
    w.sizes = Sizes{n, m};
    n = m;
  }
  if (p.random.chance(0.3)) list.front().sizes->erase(list.front().sizes->begin());
  if (p.random.chance(0.3)) list.back().sizes->pop_back();
  p["tensors"].list = list;
}

void cross(Plan& p) {
  p.limit_rank(1, 4);
  const int64_t dim = p.dim(p.rank());
  p.shape[at(dim, p.rank())] = 3;
  const bool same = p.random.chance(0.8);
  Sizes other = p.shape;
  if (!same)
    for (size_t d = 0; d < other.size(); ++d)
      if (d != at(dim, p.rank()) && p.random.chance(0.3)) other[d] = 1;
  p.set_sizes("self", p.shape);
  p.set_sizes("other", other);
  if (p.schema.name == "cross" && p.random.chance(0.3)) p.absent("dim");
  else p.set("dim", dim);
}

void matrix(Plan& p) {
  p.set_sizes("self", {p.size(), p.size()});
  if (p.schema.name == "trace") return;
  p.set_sizes("x", {p.size()});
  p.set("N", p.random.between(0, 5));
}

void covariance(Plan& p) {
  const int64_t n = p.random.between(1, 6);
  p.set_sizes("self", p.random.chance(0.25) ? Sizes{n} : Sizes{p.random.between(1, 4), n});
  p.set_sizes("fweights", {n});
  p["fweights"].dtypes = {DType::kLong, DType::kLong, DType::kInt};
  p.set_range("fweights", 0, 4);
  p.set_sizes("aweights", {n});
  p.set_dtype("aweights", is_integral(p.dtype) || is_complex(p.dtype) ? DType::kDouble : p.dtype);
  p.set_range("aweights", 0, 3);
}

// Matrices that are far from singular, which would multiply the roundings of an order of operations, or all whose
// elements are 0 or NaN.
void set_regular(Plan& p, const char* name, int64_t n) {
  const double all[] = {0, NAN};
  if (p.random.chance(0.1)) {
    const double x = all[p.random.between(0, 1)];
    return p.set_range(name, x, x);
  }
  p.set_range(name, -1, 1);
  p[name].diagonal = static_cast<double>(n) + 1;
}

// Systems and matrices of decompositions. Differences of libtorch's results are those of LAPACK's order of operations,
// so that matrices are small and their elements moderate.
void matrices(Plan& p) {
  p.moderate = p.uniform = true;
  const int64_t m = p.size(), n = p.size(), k = p.size();
  const Sizes batch = p.sizes(p.random.one_of<int64_t>({0, 0, 1, 2}));
  const auto of = [&](std::initializer_list<int64_t> last) {
    Sizes s = batch;
    s.insert(s.end(), last);
    return s;
  };
  const std::string name = p.schema.base();
  if (name.find("solve") != std::string::npos) {
    const bool left = p.random.chance(0.7);
    p.set("left", left);
    for (const char* a : {"self", "A"}) {
      p.set_sizes(a, of({n, n}));
      set_regular(p, a, n);
    }
    p.set_sizes("B", left ? of({n, k}) : of({k, n}));
    if (left && name != "linalg_solve_triangular" && p.random.chance(0.3)) p.set_sizes("B", of({n}));
  } else if (name.find("exp") != std::string::npos) {
    p.set_sizes("self", of({n, n}));
    p.set_range("self", -2, 2);  // squaring multiplies the roundings of greater ones
  } else if (name == "orgqr" || name == "linalg_householder_product") {
    const int64_t least = std::min(m, n), most = std::max(m, n), count = p.random.between(0, least);
    for (const char* v : {"self", "input"}) p.set_sizes(v, of({most, least}));
    for (const char* tau : {"tau", "input2"}) p.set_sizes(tau, of({count}));
  } else {
    for (const char* a : {"self", "A"}) {
      p.set_sizes(a, of({m, n}));
      set_regular(p, a, std::max(m, n));
    }
    p.set("mode", p.random.one_of<const char*>({"reduced", "reduced", "complete", "r"}));
  }
}

void renorm(Plan& p) {
  p.limit_rank(2, 4);
  p.set_sizes("self", p.shape);
  p.set("dim", p.dim(p.rank()));
  p.set_range("p", 0.5, 4);
  p.set_range("maxnorm", 0, 5);
}

// ---------------------------------------------------------------- distances

double order_of_norm(Plan& p) { return p.random.one_of({2.0, 2.0, 1.0, 0.0, 3.0, 1.5, 0.5, double{INFINITY}}); }

void distance(Plan& p) {
  const int64_t n = p.size(), m = p.size(), d = p.size();
  const Sizes batch = p.sizes(p.random.one_of<int64_t>({0, 0, 0, 1, 2}));
  const auto of = [&](int64_t rows, int64_t columns) {
    Sizes s = batch;
    s.insert(s.end(), {rows, columns});
    return s;
  };
  p.set_sizes("x1", of(n, d));
  p.set_sizes("x2", of(m, d));
  p.set_sizes("grad", of(n, m));
  p.set_sizes("cdist", of(n, m));
  p.set_range("cdist", 0.1, 5);
  p.set("p", order_of_norm(p));
  p.set("compute_mode", p.random.between(0, 2));
  if (p.random.chance(0.4)) p.absent("compute_mode");
}

void distances_of_pairs(Plan& p) {
  const int64_t n = p.size();
  p.set_sizes("self", {n, p.size()});
  p.set_sizes("grad", {n * (n - 1) / 2});
  p.set_sizes("pdist", {n * (n - 1) / 2});
  p.set_range("pdist", 0.1, 5);
  p.set("p", order_of_norm(p));
}

void pairwise(Plan& p) {
  p.limit_rank(1, 4);
  p.set("p", order_of_norm(p));
  p.set("eps", p.random.one_of({1e-6, 1e-8, 1e-2}));
  p.set("dim", p.dim(p.rank()));
}

void norm_except_dim(Plan& p) {
  p.limit_rank(1, 4);
  p.set_sizes("v", p.shape);
  p.set("pow", p.random.between(1, 3));
  p.set("dim", p.random.one_of<int64_t>({-1, 0, p.rank() - 1}));
}

// ---------------------------------------------------------------- losses

void set_reduction(Plan& p, const Sizes& unreduced) {
  const int64_t reduction = p.random.between(0, 2);
  p.set("reduction", reduction);
  p.set_sizes("grad_output", reduction == 0 ? unreduced : Sizes{});
}

void loss_of_three(Plan& p) {
  for (const char* name : {"input1", "input2", "target", "anchor", "positive", "negative"}) p.set_sizes(name, p.shape);
  p.set("margin", p.random.one_of({1.0, 0.0, 0.5}));
  p.set("p", p.random.one_of({2.0, 1.0, 3.0}));
  p.set("eps", p.random.one_of({1e-6, 1e-2}));
  set_reduction(p, p.shape);
}

void cosine_embedding(Plan& p) {
  const int64_t n = p.size(), d = p.size();
  const bool batched = p.random.chance(0.8);
  for (const char* name : {"input1", "input2"}) p.set_sizes(name, batched ? Sizes{n, d} : Sizes{d});
  p.set_sizes("target", batched ? Sizes{n} : Sizes{});
  const int64_t count = batched ? n : 1;
  for (int64_t i = 0; i < count; ++i) p["target"].values.push_back(p.random.chance(0.5) ? 1 : -1);
  p.set("margin", p.random.one_of({0.0, 0.5}));
  set_reduction(p, batched ? Sizes{n} : Sizes{});
}

void multi_margin(Plan& p) {
  const int64_t n = p.random.between(1, 4), classes = p.random.between(1, 5);
  const bool batched = p.random.chance(0.8);
  p.set_sizes("self", batched ? Sizes{n, classes} : Sizes{classes});
  p.set_index("target", batched ? Sizes{n} : Sizes{}, classes);
  p.set_sizes("weight", {classes});
  p.set_dtype("weight", p.dtype);
  p.constant({"weight"});
  p["p"].value = Argument::of_int(p.random.between(1, 2));
  p.set_range("margin", 0, 2);
  set_reduction(p, batched ? Sizes{n} : Sizes{});
}

void multilabel_margin(Plan& p) {
  const int64_t n = p.random.between(1, 4), classes = p.random.between(1, 5);
  const bool batched = p.random.chance(0.8);
  const Sizes shape = batched ? Sizes{n, classes} : Sizes{classes};
  for (const char* name : {"self", "is_target"}) p.set_sizes(name, shape);
  p.set_index("target", shape, classes);
  p["target"].low = -1;
  for (int64_t i = 0; i < count_of(shape); ++i) p["is_target"].values.push_back(double(p.random.between(0, 1)));
  p.set_dtype("is_target", p.dtype);
  p.constant({"is_target"});
  set_reduction(p, batched ? Sizes{n} : Sizes{});
}

void nll_loss_of_images(Plan& p) {
  const int64_t n = p.random.between(1, 3), classes = p.random.between(1, 5);
  Sizes self{n, classes}, target{n};
  const bool flat = p.schema.name != "nll_loss2d" && p.random.chance(0.5);
  for (int d = 0; d < 2 && !flat; ++d) {
    self.push_back(p.random.between(1, 4));
    target.push_back(self.back());
  }
  p.set_sizes("self", self);
  const bool probabilities = p.schema.name == "cross_entropy_loss" && p.random.chance(0.35);
  if (probabilities) {
    p.set_sizes("target", self);
    p.set_range("target", 0, 1);
  } else {
    p.set_index("target", target, classes);
  }
  p.set_sizes("weight", {classes});
  p.set_dtype("weight", p.dtype);
  p.constant({"weight"});
  p.set("reduction", p.random.between(0, 2));
  p.set("ignore_index", probabilities ? int64_t{-100} : p.random.one_of<int64_t>({-100, 0, 1}));
  p.set("label_smoothing", p.random.one_of({0.0, 0.0, 0.1, 0.5, 1.0}));
}

void loss_of_two(Plan& p) {
  for (const char* name : {"self", "input", "target", "weight"}) p.set_sizes(name, p.shape);
  p.set_sizes("pos_weight", p.shape.empty() ? Sizes{} : Sizes{p.shape.back()});
  p.set("margin", p.random.one_of({1.0, 0.5, 2.0}));
  p.set("eps", p.random.one_of({1e-8, 1e-2}));
  if (p.schema.name == "kl_div") p.set_range("target", 0, 1);
  if (p.schema.name == "poisson_nll_loss") {
    p.set_range("input", -2, 3);
    p.set_range("target", 0, 5);
  }
  if (p.schema.name == "soft_margin_loss" || p.schema.name == "hinge_embedding_loss")
    for (int64_t i = 0; i < count_of(p.shape); ++i) p["target"].values.push_back(p.random.chance(0.5) ? 1 : -1);
  p.constant({"weight", "pos_weight"});
  set_reduction(p, p.shape);
}

}  // namespace

PlanRows linalg_rows() {
  return {
      {"addbmm addmv", Domain::kFloatingOrComplex, kSums, sum_of_products},
      {"addr", Domain::kAny, kSums, sum_of_products},
      {"matmul linalg_matmul", Domain::kFloatingOrComplex, kSums, matmul},
      {"vdot dot", Domain::kFloatingOrComplex, kSums, vectors},
      {"outer ger", Domain::kAny, kSums, vectors},
      {"inner", Domain::kFloatingOrComplex, kSums, inner},
      {"tensordot", Domain::kFloatingOrComplex, kSums, tensordot},
      {"einsum", Domain::kFloatingOrComplex, kSums, einsum},
      {"kron", Domain::kAny, 0, kron},
      {"chain_matmul", Domain::kFloatingOrComplex, kSums, chain_matmul},
      {"linalg_multi_dot", Domain::kFloatingOrComplex, kSums, multi_dot},
      {"cross linalg_cross", Domain::kFloatingOrComplex, kSums | kCancels, cross},
      {"trace", Domain::kAny, kSums, matrix},
      {"vander", Domain::kAny, kSums, matrix},
      {"cov corrcoef", Domain::kFloatingOrComplex, kSums | kCancels, covariance},
      {"renorm", Domain::kFloatingOrComplex, kSums, renorm},
      {"geqrf linalg_householder_product orgqr linalg_qr qr linalg_solve_triangular _linalg_solve_ex linalg_solve_ex "
       "linalg_solve linalg_matrix_exp matrix_exp",
       Domain::kFloatingOrComplex, kSums | kCancels, matrices},
      {"linalg_vecdot", Domain::kFloatingOrComplex, kSums, nullptr},
      {"cdist _cdist_forward _cdist_backward _euclidean_dist", Domain::kFloating, kSums | kCancels, distance},
      {"pdist _pdist_forward _pdist_backward", Domain::kFloating, kSums | kCancels, distances_of_pairs},
      {"pairwise_distance cosine_similarity", Domain::kFloatingOrComplex, kSums | kCancels, pairwise},
      {"norm_except_dim", Domain::kFloatingOrComplex, kSums, norm_except_dim},

      {"margin_ranking_loss triplet_margin_loss", Domain::kFloating, kSums | kCancels, loss_of_three},
      {"cosine_embedding_loss", Domain::kFloating, kSums | kCancels, cosine_embedding},
      {"multi_margin_loss", Domain::kFloating, kSums, multi_margin},
      {"multilabel_margin_loss multilabel_margin_loss_forward multilabel_margin_loss_backward", Domain::kFloating,
       kSums, multilabel_margin},
      {"nll_loss2d nll_loss_nd cross_entropy_loss", Domain::kFloating, kSums, nll_loss_of_images},
      {"soft_margin_loss kl_div hinge_embedding_loss poisson_nll_loss l1_loss binary_cross_entropy_with_logits",
       Domain::kFloating, kSums | kCancels, loss_of_two},
  };
}

}  // namespace differential
