// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/linalg.h>

#include "src/core/shape.h"
#include "src/ops/history.h"
#include "src/ops/ops.h"

namespace torchpp {

Tensor Tensor::mm(const Tensor& mat2) const { return op::mm(Out(), *this, mat2); }
Tensor Tensor::bmm(const Tensor& mat2) const { return op::bmm(Out(), *this, mat2); }
Tensor Tensor::mv(const Tensor& vec) const { return op::mv(Out(), *this, vec); }
Tensor Tensor::dot(const Tensor& other) const { return op::dot(Out(), *this, other); }
Tensor Tensor::addmm(const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha) const {
  return op::addmm(Out(), *this, mat1, mat2, beta, alpha);
}
Tensor& Tensor::addmm_(const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha) const {
  op::addmm(Out::in_place(*this), *this, mat1, mat2, beta, alpha);
  return const_cast<Tensor&>(*this);
}
Tensor Tensor::baddbmm(const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha) const {
  return op::baddbmm(Out(), *this, batch1, batch2, beta, alpha);
}

Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  op::mm(Out::to(out), self, mat2);
  return out;
}
Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2) {
  op::bmm(Out::to(out), self, mat2);
  return out;
}
Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec) {
  op::mv(Out::to(out), self, vec);
  return out;
}
Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& other) {
  op::dot(Out::to(out), self, other);
  return out;
}
Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                  const Scalar& alpha) {
  op::addmm(Out::to(out), self, mat1, mat2, beta, alpha);
  return out;
}
Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
                    const Scalar& alpha) {
  op::baddbmm(Out::to(out), self, batch1, batch2, beta, alpha);
  return out;
}

Tensor Tensor::outer(const Tensor& vec2) const {
  TORCHPP_CHECK(dim() == 1, "outer: Expected 1-D argument self, but got ", dim(), "-D");
  TORCHPP_CHECK(vec2.dim() == 1, "outer: Expected 1-D argument vec2, but got ", vec2.dim(), "-D");
  return unsqueeze(1).mul(vec2);
}

// As a product of matrices with one column.
Tensor Tensor::addmv(const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha) const {
  if (detail::asks_autograd(*this) || detail::asks_autograd(mat) || detail::asks_autograd(vec))
    return derivative::addmv(*this, mat, vec, beta, alpha);
  TORCHPP_CHECK(mat.dim() == 2 && vec.dim() == 1 && dim() <= 1, "vector + matrix @ vector expected, got ", dim(), ", ",
                mat.dim(), ", ", vec.dim());
  TORCHPP_CHECK(mat.size(1) == vec.size(0) && (numel() == mat.size(0) || numel() == 1), "size mismatch, got ",
                dim() == 0 ? 1 : size(0), ", ", mat.size(0), "x", mat.size(1), ",", vec.size(0));
  const Tensor column = dim() == 0 ? *this : unsqueeze(1);
  return op::unsafe_view(column.addmm(mat, vec.unsqueeze(1), beta, alpha), mat.size(0));
}

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

Tensor Tensor::matmul(const Tensor& other) const {
  const int64_t a = dim(), b = other.dim();
  TORCHPP_CHECK(a != 0 && b != 0, "both arguments to matmul need to be at least 1D, but they are ", a, "D and ", b,
                "D");
  if (a == 2 && b == 2) return mm(other);
  if (a == 1 && b == 1) return dot(other);
  if (a == 2 && b == 1) return mv(other);
  if (a == 1 && b == 2) return op::unsafe_view(unsqueeze(0).mm(other), other.size(1));
  if (b <= 2) return matmul_folded(*this, other);
  // A vector times matrices: (B A^T)^T, which folds.
  if (a == 1) return matmul_folded(other.mT(), *this);
  return matmul_batched(*this, other);
}
Tensor& matmul_out(Tensor& out, const Tensor& self, const Tensor& other) {
  if (self.dim() == 2 && other.dim() == 2) return mm_out(out, self, other);
  detail::assign(Out::to(out), self.matmul(other));
  return out;
}

Tensor linear(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias) {
  if (TORCHPP_LIKELY(weight.dim() == 2))
    return bias ? op::linear(input, weight, *bias) : op::linear(input, weight, Tensor());
  const Tensor product = input.matmul(weight);
  return bias && bias->defined() ? product.add(*bias) : product;
}

}  // namespace torchpp
