// SPDX-License-Identifier: BSD-3-Clause
// Distances between vectors.

#include "src/core/shape.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/promotion.h"

namespace torchpp {

namespace every_backend {

// |a|^2 - 2 a . b + |b|^2 as one product of rows with two more elements.
Tensor euclidean_dist(const Tensor& x1, const Tensor& x2) {
  for (const Tensor* x : {&x1, &x2})
    TORCHPP_CHECK(isFloatingType(x->scalar_type()), "result type Float can't be cast to the desired output type ",
                  x->scalar_type());
  const auto squares = [](const Tensor& x) { return (x * x).sum(IntArrayRef(-1), true); };
  const Tensor n1 = squares(x1), n2 = squares(x2);
  const Tensor a = op::cat(Out(), {x1.mul(Scalar(-2)), n1, n1.new_ones(n1.sizes())}, -1),
               b = op::cat(Out(), {x2, n2.new_ones(n2.sizes()), n2}, -1);
  return a.matmul(b.mT()).clamp_min_(0).sqrt_();
}

}  // namespace every_backend

namespace composite {

Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p, double eps, bool keepdim) {
  return x1.sub(x2).add(eps).norm(Scalar(p), {-1}, keepdim);
}

// Each vector is scaled by its own length, as in libtorch 1.13: products of lengths could overflow.
Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, int64_t dim, double eps) {
  const ScalarType dtype = result_type(x1, x2);
  TORCHPP_CHECK(isFloatingType(dtype), "expected common dtype to be floating point, yet common dtype is ", dtype);
  const DimVector sizes = broadcast_sizes(x1.sizes(), x2.sizes());
  const auto unit = [&](const Tensor& given) {
    const Tensor x = given.to(dtype).expand(sizes);
    return x.div(x.norm(Scalar(2), {dim}, /*keepdim=*/true).clamp_min(eps));
  };
  return unit(x1).mul(unit(x2)).sum(IntArrayRef(dim));
}

Tensor cdist(const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode) {
  TORCHPP_CHECK(x1.dim() >= 2, "cdist only supports at least 2D tensors, X1 got: ", x1.dim(), "D");
  TORCHPP_CHECK(x2.dim() >= 2, "cdist only supports at least 2D tensors, X2 got: ", x2.dim(), "D");
  TORCHPP_CHECK(x1.size(-1) == x2.size(-1), "X1 and X2 must have the same number of columns. X1: ", x1.size(-1),
                " X2: ", x2.size(-1));
  TORCHPP_CHECK(isFloatingType(x1.scalar_type()),
                "cdist only supports floating-point dtypes, X1 got: ", x1.scalar_type());
  TORCHPP_CHECK(isFloatingType(x2.scalar_type()),
                "cdist only supports floating-point dtypes, X2 got: ", x2.scalar_type());
  TORCHPP_CHECK(p >= 0, "cdist only supports non-negative p values");
  const int64_t mode = compute_mode.value_or(0);
  TORCHPP_CHECK(mode >= 0 && mode <= 2, mode, " is not a valid value for compute_mode");
  TORCHPP_CHECK(x1.scalar_type() == x2.scalar_type(), "expected scalar type ", x1.scalar_type(), " but found ",
                x2.scalar_type());
  const auto leading = [](const Tensor& x) { return x.sizes().slice(0, x.sizes().size() - 2); };
  const DimVector batch = broadcast_sizes(leading(x1), leading(x2));
  const auto expanded = [&](const Tensor& x) {
    DimVector sizes(batch);
    sizes.push_back(x.size(-2));
    sizes.push_back(x.size(-1));
    return x.sizes() == IntArrayRef(sizes) ? x : x.expand(sizes);
  };
  const Tensor a = expanded(x1), b = expanded(x2);
  const bool product = p == 2 && mode != 2 && (mode == 1 || a.size(-2) > 25 || b.size(-2) > 25);
  if (product && a.numel() != 0 && b.numel() != 0) return op::euclidean_dist(a, b);
  return op::cdist_forward(a, b, p, compute_mode);
}

Tensor pdist(const Tensor& self, double p) {
  TORCHPP_CHECK(self.dim() == 2, "pdist only supports 2D tensors, got: ", self.dim(), "D");
  TORCHPP_CHECK(isFloatingType(self.scalar_type()), "pdist only supports floating-point dtypes");
  TORCHPP_CHECK(p >= 0, "pdist only supports non-negative p values");
  return op::pdist_forward(self.contiguous(), p);
}

Tensor norm_except_dim(const Tensor& v, int64_t pow, int64_t dim) {
  if (dim == -1) return v.norm(Scalar(pow));
  DimVector sizes(static_cast<size_t>(v.dim()), 1);
  const int64_t n = v.size(dim);
  if (dim == 0) {
    sizes[0] = n;
    return v.reshape({n, -1}).norm(Scalar(pow), {1}, false).view(sizes);
  }
  if (dim == v.dim() - 1) {
    sizes.back() = n;
    return v.reshape({-1, n}).norm(Scalar(pow), {0}, false).view(sizes);
  }
  return op::norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim);
}

}  // namespace composite
}  // namespace torchpp
