// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/generated/linalg.h"
#include "src/core/shape.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/view.h"
#include "src/ops/linalg_rules.h"
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
    return t.expand(sizes).reshape({count, rows, columns});
  };
  const Tensor product = expanded(a, n, k).bmm(expanded(b, kb, m));
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

}  // namespace composite
}  // namespace torchpp
