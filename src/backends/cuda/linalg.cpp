// SPDX-License-Identifier: BSD-3-Clause
// Kernels of ops/table/linalg.ops: tensors become a Product.
#include "src/backends/cuda/linalg.h"

#include <torchpp/core/error.h>
#include <torchpp/ops/pointwise.h>

#include <algorithm>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/vendor.h"
#include "src/core/view.h"
#include "src/dispatch/verbose.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

// A matrix as the library takes it: rows of unit step `ld` apart, or such rows transposed.
struct Matrix {
  const void* data;
  int64_t ld, batch;
  bool transposed;
  Tensor keep;  // of a copy
};

// The layout of a matrix by its sizes and strides; false when neither stride is 1.
bool find_layout(Matrix& x, int64_t rows, int64_t columns, int64_t row, int64_t column) {
  x.transposed = false;
  x.ld = rows <= 1 ? std::max<int64_t>(1, columns) : row;
  if ((column == 1 || columns <= 1) && x.ld >= std::max<int64_t>(1, columns)) return true;
  x.transposed = true;
  x.ld = columns <= 1 ? std::max<int64_t>(1, rows) : column;
  return (row == 1 || rows <= 1) && x.ld >= std::max<int64_t>(1, rows);
}

// Describes the last two dimensions as a matrix, and the one before them as the batch.
Matrix matrix(const Tensor& source) {
  Matrix x{};
  const Tensor& t = resolved(source, x.keep);
  const size_t d = t.sizes().size();
  const int64_t rows = t.sizes()[d - 2], columns = t.sizes()[d - 1];
  x.data = t.impl()->data();
  x.batch = d == 3 ? t.strides()[0] : 0;
  if (find_layout(x, rows, columns, t.strides()[d - 2], t.strides()[d - 1])) return x;
  x.keep = t.contiguous();
  x.data = x.keep.impl()->data();
  x.batch = d == 3 ? rows * columns : 0;
  find_layout(x, rows, columns, columns, 1);
  return x;
}
// A vector as a matrix of one row.
Matrix row(const Tensor& source) {
  Matrix x{};
  const Tensor& t = resolved(source, x.keep);
  const int64_t n = t.sizes()[0];
  x.data = t.impl()->data();
  if (find_layout(x, 1, n, n, t.strides()[0])) return x;
  x.keep = t.contiguous();
  x.data = x.keep.impl()->data();
  find_layout(x, 1, n, n, 1);
  return x;
}

void set(double (&to)[2], const Scalar& value, ScalarType dtype) {
  if (!isComplexType(dtype)) {
    to[0] = value.toDouble(), to[1] = 0;
    return;
  }
  const auto number = value.toComplexDouble();
  to[0] = number.real(), to[1] = number.imag();
}

constexpr const char* kBias = "bias within the product";  // for the log
// Why the library cannot add it to every row of the product, or null.
const char* reason_against_bias(const Tensor& t, const Product& p) {
  constexpr int64_t kMost = 65535 * 32;  // versions before CUDA 12 fault beyond
  if (t.dim() != 1 || t.numel() != p.n || t.strides()[0] != 1) return "what is added is not a dense row";
  // libtorch does not ask it to, either.
  if (p.n <= 1 || p.k <= 1) return "one column or one term";
  if (p.m >= kMost || p.n >= kMost || p.k >= kMost) return "more than 2097119 rows, columns or terms";
  if (t.is_complex() || t.is_neg()) return "what is added is complex or a lazy negation";
  // Leaves it few algorithms, or none.
  if (reinterpret_cast<uintptr_t>(t.impl()->data()) % 16 != 0) return "the address is not a multiple of 16";
  return nullptr;
}
void tell_refusal(const char* what, const char* reason) {
  if (TORCHPP_UNLIKELY(verbose_level() > 0)) verbose::refused(what, reason);
}
bool is_bias(const Tensor& t, const Product& p) {
  const char* reason = reason_against_bias(t, p);
  if (reason != nullptr) tell_refusal(kBias, reason);
  return reason == nullptr;
}

// to (dense) = alpha a b + beta to + bias. False where there is a bias and the library has no algorithm with one.
bool run(const OnDevice& on, Product& p, const Matrix& a, const Matrix& b, void* to) {
  p.a = a.data, p.lda = a.ld, p.stride_a = a.batch, p.transpose_a = a.transposed;
  p.b = b.data, p.ldb = b.ld, p.stride_b = b.batch, p.transpose_b = b.transposed;
  p.d = to, p.ldd = std::max<int64_t>(1, p.n), p.stride_d = p.m * p.n;
  if (p.m == 0 || p.n == 0 || p.batch == 0) return true;
  if (p.bias != nullptr) {
    if (TORCHPP_LIKELY(multiply(p, on.stream()))) return true;
    tell_refusal(kBias, "no algorithm");
    p.bias = nullptr;
    return false;
  }
  if (p.k > 0) {
    multiply_matrices(on, p);
    return true;
  }
  // A sum of nothing is one term that is zero, also times infinity.
  const int64_t longest = std::max(p.m, p.n);
  const Tensor zeros(make_tensor(longest, p.dtype, Device(kCUDA, on.device())));
  check(driver().fill(zeros.impl()->data(), 0, zeros.nbytes(), on.stream()), "cudaMemsetAsync");
  set(p.alpha, 0, p.dtype);
  p.k = 1;
  p.a = p.b = zeros.impl()->data();
  p.transpose_a = p.transpose_b = false;
  p.lda = 1, p.ldb = p.n, p.stride_a = p.stride_b = 0;
  multiply_matrices(on, p);
  return true;
}

Product product_of(const Tensor& mat1, const Tensor& mat2) {
  const IntArrayRef x = mat1.sizes(), y = mat2.sizes();
  Product p;
  p.dtype = mat1.scalar_type();
  p.m = x[x.size() - 2], p.k = x[x.size() - 1], p.n = y[y.size() - 1];
  if (x.size() == 3) p.batch = x[0];
  return p;
}

void plain_product(const ProductPlan& plan, const Tensor& mat1, const Tensor& mat2) {
  const OnDevice on(mat1);
  Product p = product_of(mat1, mat2);
  run(on, p, matrix(mat1), matrix(mat2), plan.result().impl()->data());
}

// p is the product of a and b; its result is beta self + alpha (a b).
void add_product(const OnDevice& on, const AddProductPlan& plan, Product p, const Matrix& a, const Matrix& b,
                 const Tensor& self) {
  const Tensor& to = plan.result();
  void* data = to.impl()->data();
  set(p.alpha, plan.alpha, p.dtype);
  const bool in_place = to.is_same(self);
  if (plan.beta_is_one && !in_place && p.batch == 1 && is_bias(self, p)) {
    p.bias = self.impl()->data();
    if (run(on, p, a, b, data)) return;
  }
  if (!plan.beta_is_zero) {
    set(p.beta, plan.beta, p.dtype);
    // The product is added to the destination's values, so the addend is copied there first.
    if (!in_place) copy_values(to, self);
  }
  run(on, p, a, b, data);
}

// A matrix times a vector as a product whose result is a row: x^T a^T.
struct VectorProduct {
  explicit VectorProduct(const Tensor& mat, const Tensor& vec) : a(row(vec)), b(matrix(mat)) {
    b.transposed = !b.transposed;
    p.dtype = mat.scalar_type();
    p.m = 1, p.n = mat.sizes()[0], p.k = mat.sizes()[1];
  }
  Product p;
  Matrix a, b;
};

void add_matrices(const AddProductPlan& plan, const Tensor& self, const Tensor& mat1, const Tensor& mat2) {
  const OnDevice on(mat1);
  add_product(on, plan, product_of(mat1, mat2), matrix(mat1), matrix(mat2), self);
}

}  // namespace

// As many matrices at once as the library has an algorithm for: some versions have none for more than 65535.
void multiply_matrices(const OnDevice& on, Product p) {
  if (TORCHPP_LIKELY(multiply(p, on.stream()))) return;
  TORCHPP_CHECK_NOT_IMPLEMENTED(p.batch > 1, "product of matrices: cuBLASLt has no algorithm for (", p.m, ", ", p.k,
                                ") and (", p.k, ", ", p.n, "), rows ", p.lda, " and ", p.ldb, " elements apart, ",
                                toString(p.dtype));
  tell_refusal("cublaslt", "no algorithm for so many matrices");
  Product rest = p;
  p.batch /= 2;
  rest.batch -= p.batch;
  const int64_t step = p.batch * static_cast<int64_t>(elementSize(p.dtype));
  rest.a = static_cast<const char*>(p.a) + step * p.stride_a;
  rest.b = static_cast<const char*>(p.b) + step * p.stride_b;
  rest.d = static_cast<char*>(p.d) + step * p.stride_d;
  multiply_matrices(on, p);
  multiply_matrices(on, rest);
}

void mm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2) { plain_product(plan, self, mat2); }
void bmm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2) { plain_product(plan, self, mat2); }

void mv(const ProductPlan& plan, const Tensor& self, const Tensor& vec) {
  const OnDevice on(self);
  VectorProduct v(self, vec);
  run(on, v.p, v.a, v.b, plan.result().impl()->data());
}

void dot(const ProductPlan& plan, const Tensor& self, const Tensor& other) {
  const OnDevice on(self);
  Tensor keep_a, keep_b;
  const Tensor &a = resolved(self, keep_a), &b = resolved(other, keep_b);
  dot_product(on, a.scalar_type(), a.numel(), a.impl()->data(), a.strides()[0], b.impl()->data(), b.strides()[0],
              plan.result().impl()->data());
}

void addmm(const AddProductPlan& plan, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar&,
           const Scalar&) {
  add_matrices(plan, self, mat1, mat2);
}
void addmv(const AddProductPlan& plan, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar&,
           const Scalar&) {
  const OnDevice on(mat);
  const VectorProduct v(mat, vec);
  add_product(on, plan, v.p, v.a, v.b, self);
}
void baddbmm(const AddProductPlan& plan, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar&,
             const Scalar&) {
  add_matrices(plan, self, batch1, batch2);
}

void linear(const LinearPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  const Tensor& to = plan.result();
  const OnDevice on(input);
  if (plan.composed.defined()) return copy_values(to, plan.composed);
  // Rows one step apart: what is contiguous, and every matrix and vector.
  const size_t d = input.sizes().size();
  Matrix x{};
  if (d == 1) {
    x = row(input);
  } else if (d == 2) {
    x = matrix(input);
  } else {
    const Tensor& t = resolved(input, x.keep);
    if (!t.is_contiguous()) x.keep = t.contiguous();
    x.data = (x.keep.defined() ? x.keep : input).impl()->data();
    x.ld = std::max<int64_t>(1, weight.sizes()[1]);
  }
  Matrix w = matrix(weight);
  w.transposed = !w.transposed;
  Product p;
  p.dtype = weight.scalar_type();
  p.k = weight.sizes()[1], p.n = weight.sizes()[0], p.m = p.n == 0 ? 0 : to.numel() / p.n;
  if (bias.defined()) {
    if (is_bias(bias, p)) {
      p.bias = bias.impl()->data();
      if (run(on, p, x, w, to.impl()->data())) return;
    }
    p.beta[0] = 1;
    copy_values(to, bias);
  }
  run(on, p, x, w, to.impl()->data());
}

void linalg_cross(const CrossPlan& plan, const Tensor& self, const Tensor& other, int64_t) {
  const int64_t dim = static_cast<int64_t>(plan.dim);
  const auto part = [dim](const Tensor& t, int64_t i) { return t.select(dim, i % 3); };
  for (int64_t i = 0; i < 3; ++i) {
    Tensor to = part(plan.result(), i);
    to.impl()->detach_version_counter();  // the driver counts the write
    torchpp::mul_out(to, part(self, i + 1), part(other, i + 2));
    to.addcmul_(part(self, i + 2), part(other, i + 1), -1);
  }
}

}  // namespace torchpp::cuda
