// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/generated/linalg.h"

#include <torchpp/core/log.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <algorithm>

#include "src/core/shape.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/loop_scalars.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"

namespace torchpp {

Tensor linear_by_matmul(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  TORCHPP_CHECK(weight.dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", weight.dim(), "D");
  const Tensor product = input.matmul(weight);
  if (bias.defined()) product.add_(bias);  // which must broadcast to the sizes of the product
  check_out_dtype(out, product.scalar_type());
  return finish_composite("linear", out, product);
}

namespace composite {
namespace {

// (.., n, k) times (k, m) or (k): the leading dimensions are rows of one product.
Tensor matmul_folded(const Tensor& self, const Tensor& other) {
  DimVector sizes(self.sizes());
  const int64_t k = sizes.back();
  sizes.resize(sizes.size() - 1);
  // A reshape needs to know the number of rows: of no elements nothing follows.
  const Tensor rows = self.reshape({multiply_integers(sizes), k});
  if (other.dim() == 1) return op::unsafe_view(rows.mv(other), sizes);
  sizes.push_back(other.size(1));
  return op::unsafe_view(rows.mm(other), sizes);
}

Tensor matmul_batched(const Tensor& self, const Tensor& other) {
  const Tensor a = self.dim() == 1 ? self.unsqueeze(0) : self, b = other.dim() == 1 ? other.unsqueeze(1) : other;
  const IntArrayRef sa = a.sizes(), sb = b.sizes();
  const int64_t n = sa[sa.size() - 2], k = sa[sa.size() - 1], kb = sb[sb.size() - 2], m = sb[sb.size() - 1];
  DimVector batch = broadcast_sizes(sa.slice(0, sa.size() - 2), sb.slice(0, sb.size() - 2));
  const int64_t count = multiply_integers(batch);
  const auto expanded = [&](const Tensor& t, int64_t rows, int64_t columns) {
    DimVector sizes(batch);
    sizes.push_back(rows);
    sizes.push_back(columns);
    return t.expand(sizes);
  };
  const Tensor all_a = expanded(a, n, k), all_b = expanded(b, kb, m);
  // For bmm() a batch whose dimensions do not merge into one is copied, as the heads of attention would be.
  const auto merges = [&](const Tensor& t) {
    DimVector strides;
    return view_strides(t.sizes(), t.strides(), {count, t.sizes()[t.sizes().size() - 2], t.sizes().back()}, strides);
  };
  const ScalarType dtype = a.scalar_type();
  const bool fits =
      a.is_cpu() && b.is_cpu() && (dtype == kFloat || dtype == kDouble) && b.scalar_type() == dtype && k == kb;
  const Tensor product = fits && !(merges(all_a) && merges(all_b))
                             ? op::matmul_of_batches(all_a, all_b)
                             : all_a.reshape({count, n, k}).bmm(all_b.reshape({count, kb, m}));
  if (self.dim() > 1) batch.push_back(n);
  if (other.dim() > 1) batch.push_back(m);
  return op::unsafe_view(product, batch);
}

}  // namespace

Tensor matmul(Out out, const Tensor& self, const Tensor& other) {
  const int64_t a = self.dim(), b = other.dim();
  TORCHPP_CHECK(a != 0 && b != 0, "both arguments to matmul need to be at least 1D, but they are ", a, "D and ", b,
                "D");
  if (a == 2 && b == 2) return op::mm(out, self, other);
  if (a == 1 && b == 1) return op::dot(out, self, other);
  if (a == 2 && b == 1) return op::mv(out, self, other);
  if (TORCHPP_UNLIKELY(self.is_nested() || other.is_nested())) return op::matmul(out, self, other);
  Tensor product;
  if (a == 1 && b == 2) product = op::unsafe_view(self.unsqueeze(0).mm(other), other.size(1));
  else if (b <= 2) product = matmul_folded(self, other);
  // A vector times matrices: (B A^T)^T, which folds.
  else if (a == 1) product = matmul_folded(other.mT(), self);
  else product = matmul_batched(self, other);
  if (TORCHPP_LIKELY(out.functional())) return product;
  check_out_dtype(out, product.scalar_type());
  return finish_composite("matmul", out, std::move(product));
}

Tensor outer(Out out, const Tensor& self, const Tensor& vec2) {
  TORCHPP_CHECK(self.dim() == 1, "outer: Expected 1-D argument self, but got ", self.dim(), "-D");
  TORCHPP_CHECK(vec2.dim() == 1, "outer: Expected 1-D argument vec2, but got ", vec2.dim(), "-D");
  return op::mul(out, self.unsqueeze(1), vec2);
}

Tensor vdot(Out out, const Tensor& self, const Tensor& other) {
  return op::dot(out, self.is_complex() ? self.conj() : self, other);
}

Tensor inner(Out out, const Tensor& self, const Tensor& other) {
  if (self.dim() == 0 || other.dim() == 0) return op::mul(out, self, other);
  TORCHPP_CHECK(self.size(-1) == other.size(-1), "inner() the last dimension must match on both input tensors but got ",
                "shapes ", self.sizes(), " and ", other.sizes());
  return tensordot(out, self, other, -1, -1);
}

Tensor addbmm(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
              const Scalar& alpha) {
  TORCHPP_CHECK(batch1.dim() == 3, "batch1 must be a 3D tensor, got ", batch1.dim(), "D");
  TORCHPP_CHECK(batch2.dim() == 3, "batch2 must be a 3D tensor, got ", batch2.dim(), "D");
  const int64_t count = batch1.size(0), n = batch1.size(1), k = batch1.size(2), m = batch2.size(2);
  TORCHPP_CHECK(count == batch2.size(0), "batch1 and batch2 must have same number of batches, got ", count, " and ",
                batch2.size(0));
  TORCHPP_CHECK(k == batch2.size(1), "Incompatible matrix sizes for bmm (", n, "x", k, " and ", batch2.size(1), "x", m,
                ")");
  // One product: the sum over the batch is a sum over more columns.
  return op::addmm(out, self, batch1.transpose(0, 1).reshape({n, count * k}), batch2.reshape({count * k, m}), beta,
                   alpha);
}

namespace {

// Where an integer is computed, a factor is one, too.
void check_factor(const char* name, const Scalar& factor, ScalarType dtype) {
  TORCHPP_CHECK(!isIntegralType(dtype, true) || factor.isIntegral(true), "For integral input tensors, argument ", name,
                " must not be a floating point number.");
  if (dtype != kBool) factor_of(dtype, factor);  // throws where the dtype holds no such number
}

}  // namespace

Tensor addr(Out out, const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta,
            const Scalar& alpha) {
  TORCHPP_CHECK(vec1.dim() == 1, "addr: Expected 1-D argument vec1, but got ", vec1.dim(), "-D");
  TORCHPP_CHECK(vec2.dim() == 1, "addr: Expected 1-D argument vec2, but got ", vec2.dim(), "-D");
  ResultType type;
  for (const Tensor* t : {&self, &vec1, &vec2}) type.add(*t);
  const ScalarType dtype = type.get();
  check_factor("beta", beta, dtype);
  check_factor("alpha", alpha, dtype);
  for (const Scalar* factor : {&beta, &alpha})
    TORCHPP_CHECK(!factor->isBoolean() || dtype == kBool, "Boolean ", factor == &beta ? "beta" : "alpha",
                  " only supported for Boolean results.");
  const DimVector sizes = {vec1.size(0), vec2.size(0)};
  check_expands(self, sizes);
  TORCHPP_CHECK(!out.is_in_place() || self.dim() == 2, "2D tensor expected, got ", self.dim(), "D tensor for input");
  const Tensor column = vec1.unsqueeze(1);
  const bool keeps = !beta.equal(0);
  if (dtype == kBool) {
    const Tensor product =
        op::bitwise_and(Out(), op::bitwise_and(Out(), column, vec2), torchpp::full({}, alpha, column.options()));
    // Through a result of its own, because destinations that require grad are refused, as of all other dtypes.
    const Tensor result = keeps ? op::bitwise_or(Out(), self, product) : product;
    if (out.is_out() && !out.tensor().requires_grad())
      resize_output_strided(out.tensor(), result.sizes(), result.strides());
    return finish_composite("addr", out, result);
  }
  // The derivative of an in-place operation takes its first argument for what is written over.
  const bool apart = out.is_in_place() && !beta.equal(1);
  if (apart) check_can_cast(dtype, self.scalar_type());
  const Out to = apart ? Out() : out;
  if (!keeps) {
    const Tensor product = op::mul(to, column.to(dtype) * alpha, vec2);
    return apart ? finish_composite("addr", out, product) : product;
  }
  const Tensor addend = (beta.equal(1) ? self : self.to(dtype) * beta).to(dtype);
  const Tensor sum = op::addcmul(to, addend, column.to(dtype), vec2.to(dtype), alpha);
  return apart ? finish_composite("addr", out, sum) : sum;
}

Tensor kron(Out out, const Tensor& self, const Tensor& other) {
  const size_t rank = static_cast<size_t>(std::max(self.dim(), other.dim()));
  DimVector of_self, of_other, sizes;
  const auto size = [rank](const Tensor& t, size_t d) {
    const size_t missing = rank - t.sizes().size();
    return d < missing ? 1 : t.sizes()[d - missing];
  };
  for (size_t d = 0; d < rank; ++d) {
    of_self.push_back(size(self, d));
    of_self.push_back(1);
    of_other.push_back(1);
    of_other.push_back(size(other, d));
    sizes.push_back(multiply_sizes("kron", size(self, d), size(other, d)));
  }
  Tensor a = self.reshape(of_self), b = other.reshape(of_other);
  // Rows of the product that are as short as those of `other` cost more to begin than to compute. Where repeating the
  // elements of both is a small part of the work, they are repeated along the rows of the product first; if the rows
  // are very short, where it is half of the work, too (256 x 256 by 4 x 4: 0.33 of the time without).
  constexpr int64_t kShort = 64, kVeryShort = 16, kManyRows = 8, kTwoRows = 2;
  const int64_t repeats = rank == 0 ? 1 : of_other.back(), times = rank == 0 ? 1 : of_self[2 * rank - 2];
  if (times > 1 && repeats > 1 && repeats < kShort && self.numel() >= kManyRows * times &&
      other.numel() >= (repeats < kVeryShort ? kTwoRows : kManyRows) * repeats) {
    const auto spread = [&](const Tensor& t, DimVector of) {
      of[2 * rank - 2] = times, of[2 * rank - 1] = repeats;
      const Tensor all = op::expand(t, of, false);
      of.resize(2 * rank - 1);
      of.back() = times * repeats;
      return all.reshape(of);
    };
    a = spread(a, of_self);
    b = spread(b, of_other);
  }
  const Tensor product = op::mul(Out(), a, b);
  if (!out.functional()) check_can_cast(product.scalar_type(), out.tensor().scalar_type());
  return finish_composite("kron", out, op::unsafe_view(product.contiguous(), sizes));
}

namespace {

// The product of the matrices from first to last, divided where `cut` says.
Tensor chain_product(TensorList matrices, const std::vector<size_t>& cut, size_t first, size_t last) {
  if (first == last) return matrices[first];
  const size_t at = cut[first * matrices.size() + last];
  return chain_product(matrices, cut, first, at).mm(chain_product(matrices, cut, at + 1, last));
}

}  // namespace

Tensor linalg_multi_dot(Out out, TensorList tensors) {
  const size_t n = tensors.size();
  TORCHPP_CHECK(n >= 2, "multi_dot(): expected at least 2 tensors but got ", n);
  const Tensor &first = tensors.front(), &last = tensors.back();
  TORCHPP_CHECK(first.dim() == 1 || first.dim() == 2, "multi_dot(): the first tensor must be 1D or 2D but got ",
                first.dim(), "D");
  TORCHPP_CHECK(last.dim() == 1 || last.dim() == 2, "multi_dot(): the last tensor must be 1D or 2D but got ",
                last.dim(), "D");
  if (!out.functional()) {
    TORCHPP_CHECK(out.tensor().dtype() == first.dtype(), "multi_dot(): expected out tensor to have dtype ",
                  first.dtype(), " but got ", out.tensor().dtype());
    TORCHPP_CHECK(out.tensor().device() == first.device(), "multi_dot(): expected out tensor to be on device ",
                  first.device(), " but got ", out.tensor().device());
  }
  // A vector that comes first is a row, one that comes last a column.
  std::vector<Tensor> matrices = tensors.vec();
  if (first.dim() == 1) matrices.front() = first.unsqueeze(0);
  if (last.dim() == 1) matrices.back() = last.unsqueeze(1);
  std::vector<double> sizes = {static_cast<double>(matrices[0].size(0))};
  for (size_t i = 0; i < n; ++i) {
    TORCHPP_CHECK(matrices[i].dim() == 2, "multi_dot(): tensor ", i, " must be 2D but got ", matrices[i].dim(), "D");
    TORCHPP_CHECK(matrices[i].dtype() == first.dtype(),
                  "multi_dot(): all tensors must have be the same dtype but tensor 0 is ", first.dtype(),
                  " and tensor ", i, " ", matrices[i].dtype());
    TORCHPP_CHECK(matrices[i].device() == first.device(),
                  "multi_dot(): all tensors must be on the same device but tensor 0 is on ", first.device(),
                  " and tensor ", i, " on ", matrices[i].device());
    TORCHPP_CHECK(i == 0 || matrices[i - 1].size(1) == matrices[i].size(0), "multi_dot(): tensors ", i - 1, " and ", i,
                  " with shapes ", tensors[i - 1].sizes(), " and ", tensors[i].sizes(), " cannot be multiplied");
    sizes.push_back(static_cast<double>(matrices[i].size(1)));
  }
  // The least number of multiplications from i to j, by rising length. Source: Cormen et al., chapter 15.2.
  std::vector<double> least(n * n, 0);
  std::vector<size_t> cut(n * n, 0);
  for (size_t length = 2; length <= n; ++length)
    for (size_t i = 0; i + length <= n; ++i) {
      const size_t j = i + length - 1;
      for (size_t k = i; k < j; ++k) {
        const double cost = least[i * n + k] + least[(k + 1) * n + j] + sizes[i] * sizes[k + 1] * sizes[j + 1];
        if (k > i && cost >= least[i * n + j]) continue;
        least[i * n + j] = cost;
        cut[i * n + j] = k;
      }
    }
  const size_t at = cut[n - 1];
  const Tensor left = chain_product(matrices, cut, 0, at), right = chain_product(matrices, cut, at + 1, n - 1);
  if (first.dim() == 2 && last.dim() == 2) return op::mm(out, left, right);
  DimVector of_result;
  if (first.dim() == 2) of_result.push_back(first.size(0));
  if (last.dim() == 2) of_result.push_back(last.size(1));
  return finish_composite("linalg_multi_dot", out, op::mm(Out(), left, right).view(of_result));
}

Tensor chain_matmul(Out out, TensorList matrices) {
  TORCHPP_CHECK(!matrices.empty(), "chain_matmul(): Expected one or more matrices");
  for (const Tensor& matrix : matrices)
    TORCHPP_CHECK(matrix.dim() == 2, "Tensor dimension is ", matrix.dim(), ", expected 2 instead.");
  if (matrices.size() == 1) return finish_composite("chain_matmul", out, op::clone(matrices[0], nullopt));
  return linalg_multi_dot(out, matrices);
}

Tensor cross(Out out, const Tensor& self, const Tensor& other, optional<int64_t> dim) {
  int64_t at = dim.value_or(0);
  if (!dim) {
    while (at < self.dim() && self.size(at) != 3) ++at;
    TORCHPP_CHECK(at < self.dim(), "no dimension of size 3 in input");
  }
  return op::linalg_cross(out, self, other, at);
}

Tensor trace(Out out, const Tensor& self) {
  TORCHPP_CHECK(self.dim() == 2, "trace: expected a matrix, but got tensor with dim ", self.dim());
  return finish_composite("trace", out, self.diagonal().sum());
}

Tensor vander(const Tensor& x, optional<int64_t> N, bool increasing) {
  TORCHPP_CHECK(x.dim() == 1, "x must be a one-dimensional tensor.");
  const int64_t n = N.value_or(x.numel());
  TORCHPP_CHECK(n >= 0, "N must be non-negative.");
  // Integers and truths are powers in int64.
  const Tensor base = isIntegralType(x.scalar_type(), true) ? x.to(kLong) : x;
  if (n == 0) return base.new_empty({base.numel(), 0});
  // Each power from the one before: general powers take longer.
  const Tensor column = base.unsqueeze(1);
  const Tensor powers = torchpp::cat({torchpp::ones_like(column), column.expand({-1, n - 1})}, 1).cumprod(1);
  return increasing ? powers : powers.flip({1});
}

namespace {

Tensor checked_weights(const char* name, const Tensor& weights, int64_t observations) {
  TORCHPP_CHECK(weights.dim() <= 1, "cov(): expected ", name, " to have one or fewer dimensions but got ", name,
                " with ", weights.dim(), " dimensions");
  TORCHPP_CHECK(weights.numel() == observations, "cov(): expected ", name,
                " to have the same numel as there are observations in the input but got ", weights.numel(),
                " != ", observations);
  TORCHPP_CHECK(observations == 0 || weights.is_meta() || weights.min().item().toDouble() >= 0, "cov(): ", name,
                " cannot be negative");
  return weights;
}

}  // namespace

Tensor cov(const Tensor& self, int64_t correction, const Tensor& fweights, const Tensor& aweights) {
  TORCHPP_CHECK(self.dim() <= 2, "cov(): expected input to have two or fewer dimensions but got an input with ",
                self.dim(), " dimensions");
  TORCHPP_CHECK(self.dtype() != kBool, "cov(): bool dtype is not supported for input");
  const Tensor x = self.dim() < 2 ? self.view({1, -1}) : self;
  const int64_t observations = x.size(1);
  Tensor weights;
  if (fweights.defined()) {
    TORCHPP_CHECK(isIntegralType(fweights.scalar_type(), false), "cov(): expected fweights to have integral dtype but ",
                  "got fweights with ", fweights.dtype(), " dtype");
    weights = checked_weights("fweights", fweights, observations);
  }
  if (aweights.defined()) {
    TORCHPP_CHECK(aweights.is_floating_point(), "cov(): expected aweights to have floating point dtype but got ",
                  "aweights with ", aweights.dtype(), " dtype");
    const Tensor of_all = checked_weights("aweights", aweights, observations);
    weights = weights.defined() ? weights * of_all : of_all;
  }
  const Tensor sum = weights.defined() ? weights.sum() : torchpp::scalar_tensor(observations, x.options().dtype(kLong));
  TORCHPP_CHECK(!weights.defined() || sum.is_meta() || sum.item().toDouble() != 0,
                "cov(): weights sum to zero, can't be normalized");
  const Tensor mean = (weights.defined() ? x * weights : x).sum(IntArrayRef(1), true) / sum;
  // What the sums are divided by: weights other than counts scale the correction, too.
  Tensor divisor = sum - correction;
  if (aweights.defined() && correction != 0) divisor = sum - correction * (weights * aweights).sum() / sum;
  if (!divisor.is_meta() && divisor.item().toDouble() <= 0) {
    TORCHPP_WARN(
        "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.");
    divisor = torchpp::zeros_like(divisor);  // not -0
  }
  const Tensor centred = x - mean;
  const Tensor weighted = weights.defined() ? centred * weights : centred;
  return centred.mm(weighted.mT().conj().to(centred.scalar_type())).div(divisor).squeeze();
}

Tensor corrcoef(const Tensor& self) {
  TORCHPP_CHECK(self.dim() <= 2, "corrcoef(): expected input to have two or fewer dimensions but got an input with ",
                self.dim(), " dimensions");
  const Tensor c = self.cov();
  if (c.dim() == 0) return c / c;  // one variable: 1, or NaN
  const Tensor variances = c.diagonal(), deviation = (c.is_complex() ? torchpp::real(variances) : variances).sqrt();
  const Tensor scaled = c / deviation.unsqueeze(1) / deviation;
  // Rounding may leave [-1, 1].
  if (!c.is_complex()) return scaled.clamp(-1, 1);
  return torchpp::view_as_complex(torchpp::view_as_real(scaled).clamp(-1, 1));
}

Tensor renorm(Out out, const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm) {
  TORCHPP_CHECK(!p.isComplex(), "renorm: p must be real-valued");
  TORCHPP_CHECK(p.toDouble() > 0, "renorm: non-positive-norm not supported");
  TORCHPP_CHECK(!maxnorm.isComplex(), "renorm: maxnorm must be real-valued");
  TORCHPP_CHECK(maxnorm.toDouble() >= 0, "renorm: expected maxnorm to be >= 0 but got ", maxnorm.toDouble());
  TORCHPP_CHECK(self.dim() > 1, "renorm: input needs at least 2 dimensions, got ", self.dim(), " dimensions");
  const int64_t at = wrap_dim(dim, self.dim());
  DimVector others;
  for (int64_t d = 0; d < self.dim(); ++d)
    if (d != at) others.push_back(d);
  check_out_dtype(out, self.scalar_type());
  const bool narrow = self.dtype() == kHalf || self.dtype() == kBFloat16;
  // The norm's derivative needs what an in-place call writes over.
  const Tensor x = out.is_in_place() && detail::asks_autograd(self) ? op::clone(self, nullopt) : self;
  const Tensor norm =
      torchpp::linalg_vector_norm(x, p, IntArrayRef(others), true, narrow ? optional<ScalarType>(kFloat) : nullopt);
  // Rounded to the tensor's dtype, as libtorch 1.13 has it.
  const Tensor factor = op::where(Out(), norm > maxnorm, maxnorm / (norm + 1e-7), torchpp::ones({}, norm.options()))
                            .to(self.scalar_type());
  const Tensor from = out.functional() ? self.contiguous() : x;  // a new result is in row-major order
  if (!x.is_same(self)) return finish_composite("renorm", out, from * factor);
  return op::mul(out, from, factor);
}

Tensor linalg_vecdot(Out out, const Tensor& x, const Tensor& y, int64_t dim) {
  TORCHPP_CHECK(x.is_floating_point() || x.is_complex(),
                "linalg.vecdot: Expected a floating point or complex tensor as input. Got ", x.dtype());
  TORCHPP_CHECK(x.dtype() == y.dtype(), "linalg.vecdot: Expected x and y to have the same dtype, but found x of type ",
                x.dtype(), " and y of type ", y.dtype(), " instead");
  if (!out.functional())
    TORCHPP_CHECK(out.tensor().dtype() == x.dtype(), "linalg.vecdot: Expected out of dtype", x.dtype(), " but found ",
                  out.tensor().dtype());
  return op::sum(out, (x.is_complex() ? x.conj() : x) * y, OptionalIntArrayRef(IntArrayRef(dim)), false, nullopt);
}

}  // namespace composite
}  // namespace torchpp
