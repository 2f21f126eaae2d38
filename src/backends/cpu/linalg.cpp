// SPDX-License-Identifier: BSD-3-Clause
// The CPU's kernels of ops/table/linalg.ops: tensors become a MatrixProduct.

#include <torchpp/core/grad_mode.h>
#include <torchpp/core/parallel.h>

#include "src/backends/cpu/complex_product.h"
#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/linalg_product.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/view.h"
#include "src/ops/iterator.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

// Describes the last two dimensions as a matrix, and the one before them as the batch.
MatrixRef matrix(const TensorBase& t) {
  const IntArrayRef strides = t.strides();
  const size_t d = strides.size();
  return {t.impl()->data(), strides[d - 2], strides[d - 1], d == 3 ? strides[0] : 0};
}
MatrixRef transposed(const MatrixRef& a) { return {a.data, a.col, a.row, a.batch}; }

// The product of matrices or batches of them, without conj and neg bits, dense at `to`.
MatrixProduct product_of(const TensorBase& a, const TensorBase& b, void* to) {
  const size_t d = a.sizes().size();
  MatrixProduct q;
  q.dtype = a.scalar_type();
  q.m = a.sizes()[d - 2], q.k = a.sizes()[d - 1], q.n = b.sizes()[d - 1];
  q.a = matrix(a), q.b = matrix(b);
  q.c = to, q.c_row = q.n, q.c_batch = q.m * q.n;
  if (d == 3) q.batch = a.sizes()[0];
  return q;
}
// The product of a matrix and a vector. The result is a row: x^T a^T.
MatrixProduct product_with_vector(const TensorBase& a, const TensorBase& x, void* to) {
  MatrixProduct q;
  q.dtype = a.scalar_type();
  q.m = 1, q.n = a.sizes()[0], q.k = a.sizes()[1];
  q.a = {x.impl()->data(), 0, x.strides()[0], 0};
  q.b = transposed(matrix(a));
  q.c = to, q.c_row = q.n;
  return q;
}

// Runs the product, also of matrices without an inner dimension, whose sums are zero.
void run(const MatrixProduct& q) {
  if (TORCHPP_LIKELY(q.k != 0 || q.add || q.bias != nullptr)) return multiply(q);
  const size_t nbytes = static_cast<size_t>(q.batch * q.m * q.n) * elementSize(q.dtype);
  if (nbytes != 0) __builtin_memset(q.c, 0, nbytes);
}

// Whether the tensor can be added within the product, to each row of n elements.
bool is_row(const Tensor& t, int64_t n) {
  return t.dim() == 1 && t.numel() == n && (n == 1 || t.strides()[0] == 1) && !t.is_conj() && !t.is_neg();
}

// beta self + alpha (the product)
void add_product(const AddProductPlan& plan, MatrixProduct q, const Tensor& self) {
  const Tensor& to = plan.result();
  const bool in_place = to.is_same(self), row = q.batch == 1 && is_row(self, q.n);
  if (plan.alpha_is_one && (plan.beta_is_zero || (plan.beta_is_one && (in_place || row)))) {
    if (plan.beta_is_one && in_place) q.add = true;
    else if (plan.beta_is_one) q.bias = self.impl()->data();
    return run(q);
  }
  const Tensor sum = plan.fresh ? to : Tensor(make_tensor(to.sizes(), to.scalar_type(), kCPU));
  q.c = sum.impl()->data();
  run(q);
  // A product without terms is 0, also times infinity: BLAS, as libtorch, leaves it out.
  if (!plan.alpha_is_one && q.k != 0) op::mul(Out::in_place(sum), sum, wrapped_number(plan.alpha));
  if (!plan.beta_is_zero) op::add(Out::in_place(sum), sum, self, plan.beta);
  if (!plan.fresh) copy_values(to, sum);
}

}  // namespace

// Matrices of floating numbers that lie in memory as they are.
Tensor mm_direct(Out out, const Tensor& self, const Tensor& mat2) {
  const TensorImpl &a = self.body(), &b = mat2.body();
  const ScalarType dtype = a.dtype();
  const bool takes = out.functional() && (dtype == kFloat || dtype == kDouble) && b.dtype() == dtype &&
                     a.sizes().size() == 2 && b.sizes().size() == 2 && a.sizes()[1] == b.sizes()[0] &&
                     a.sizes()[1] != 0 && a.device().is_cpu() && b.device().is_cpu() && !a.is_neg() && !b.is_neg();
  if (TORCHPP_UNLIKELY(!takes)) return Structured<&rule::mm, &mm>::call(out, self, mat2);
  const int64_t sizes[2] = {a.sizes()[0], b.sizes()[1]};
  Tensor result(make_tensor(sizes, dtype, Device(kCPU)));
  multiply(product_of(self, mat2, result.impl()->data()));
  return result;
}

void mm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2) {
  Tensor keep_a, keep_b;
  run(product_of(resolved(self, keep_a), resolved(mat2, keep_b), plan.result().impl()->data()));
}
void mm_unrounded(const ProductPlan& plan, const Tensor& self, const Tensor& mat2) {
  Tensor keep_a, keep_b;
  const Tensor& to = plan.result();
  const MatrixProduct q = product_of(resolved(self, keep_a), resolved(mat2, keep_b), to.impl()->data());
  if (to.scalar_type() == q.dtype) run(q);
  else if (q.k != 0) multiply_to_float(q);
  else if (to.numel() != 0) __builtin_memset(q.c, 0, to.nbytes());
}
void bmm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2) { mm(plan, self, mat2); }

void matmul_of_batches(const ProductPlan& plan, const Tensor& self, const Tensor& mat2) {
  Tensor keep_a, keep_b;
  const Tensor &a = resolved(self, keep_a), &b = resolved(mat2, keep_b), &to = plan.result();
  MatrixProduct q = product_of(a, b, to.impl()->data());
  if (to.numel() == 0) return;
  if (q.k == 0) {
    q.batch = to.numel() / (q.m * q.n);
    return run(q);
  }
  // Dimensions that both operands step through as one are merged.
  DimVector sizes, a_strides, b_strides;
  for (size_t d = 0; d + 2 < a.sizes().size(); ++d) {
    const int64_t n = a.sizes()[d], a_step = a.strides()[d], b_step = b.strides()[d];
    if (!sizes.empty() && a_strides.back() == n * a_step && b_strides.back() == n * b_step) {
      sizes.back() *= n, a_strides.back() = a_step, b_strides.back() = b_step;
    } else if (n != 1 || d + 3 == a.sizes().size()) {
      sizes.push_back(n), a_strides.push_back(a_step), b_strides.push_back(b_step);
    }
  }
  multiply_batches(q, sizes, a_strides, b_strides);
}

void mv(const ProductPlan& plan, const Tensor& self, const Tensor& vec) {
  Tensor keep_a, keep_x;
  run(product_with_vector(resolved(self, keep_a), resolved(vec, keep_x), plan.result().impl()->data()));
}

void dot(const ProductPlan& plan, const Tensor& self, const Tensor& other) {
  Tensor keep_a, keep_b;
  if (self.is_complex() && !self.is_neg() && !other.is_neg()) {
    const auto vector = [](const Tensor& t) -> ComplexVector {
      return {t.impl()->data(), t.strides()[0], t.is_conj()};
    };
    return dot_complex(self.scalar_type(), self.numel(), vector(self), vector(other), plan.result().impl()->data());
  }
  const Tensor &a = resolved(self, keep_a), &b = resolved(other, keep_b);
  dot_product(a.scalar_type(), a.numel(), a.impl()->data(), a.strides()[0], b.impl()->data(), b.strides()[0],
              plan.result().impl()->data());
}

void addmm(const AddProductPlan& plan, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar&,
           const Scalar&) {
  Tensor keep_a, keep_b;
  add_product(plan, product_of(resolved(mat1, keep_a), resolved(mat2, keep_b), plan.result().impl()->data()), self);
}
void addmv(const AddProductPlan& plan, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar&,
           const Scalar&) {
  Tensor keep_a, keep_x;
  add_product(plan, product_with_vector(resolved(mat, keep_a), resolved(vec, keep_x), plan.result().impl()->data()),
              self);
}
void baddbmm(const AddProductPlan& plan, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
             const Scalar& beta, const Scalar& alpha) {
  addmm(plan, self, batch1, batch2, beta, alpha);
}

namespace {

// result (dense, of the sizes of linear) = input weight^T + bias, where the bias is undefined or a row
void multiply_rows(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& result) {
  Tensor keep_x, keep_w;
  const Tensor *x = &resolved(input, keep_x), &w = resolved(weight, keep_w);
  const size_t d = x->sizes().size();
  // Rows one step apart: what is contiguous, and every matrix and vector.
  if (d > 2 && !x->is_contiguous()) {
    keep_x = x->contiguous();
    x = &keep_x;
  }
  MatrixProduct q;
  q.dtype = w.scalar_type();
  q.k = w.sizes()[1], q.n = w.sizes()[0], q.m = q.n == 0 ? 0 : result.numel() / q.n;
  q.a = {x->impl()->data(), d == 1 ? 0 : d == 2 ? x->strides()[0] : q.k, x->strides()[d - 1], 0};
  q.b = transposed(matrix(w));
  // In training they are written before the next call.
  if (!GradMode::is_enabled() && w.is_same(weight)) q.b_id = w.storage()->contents_number();
  q.c = result.impl()->data(), q.c_row = q.n;
  if (bias.defined()) q.bias = bias.impl()->data();
  run(q);
}

}  // namespace

// A bias, where there is one, that can be added within the product.
Tensor linear_direct(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  const TensorImpl &x = input.body(), &w = weight.body();
  const ScalarType dtype = w.dtype();
  const size_t d = x.sizes().size();
  const bool takes = out.functional() && isFloatingType(dtype) && x.dtype() == dtype && w.sizes().size() == 2 &&
                     d != 0 && x.sizes()[d - 1] == w.sizes()[1] && x.device().is_cpu() && w.device().is_cpu() &&
                     (!bias.defined() || (bias.scalar_type() == dtype && bias.is_cpu() && is_row(bias, w.sizes()[0])));
  if (TORCHPP_UNLIKELY(!takes)) return Structured<&rule::linear, &linear>::call(out, input, weight, bias);
  DimVector sizes(x.sizes());
  sizes.back() = w.sizes()[0];
  Tensor result(make_tensor(sizes, dtype, Device(kCPU)));
  multiply_rows(input, weight, bias, result);
  return result;
}

void linear(const LinearPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  const Tensor& to = plan.result();
  if (plan.composed.defined()) return copy_values(to, plan.composed);
  if (!bias.defined() || is_row(bias, weight.sizes()[0])) return multiply_rows(input, weight, bias, to);
  const Tensor sum = plan.fresh ? to : Tensor(make_tensor(to.sizes(), to.scalar_type(), kCPU));
  multiply_rows(input, weight, Tensor(), sum);
  op::add(Out::in_place(sum), sum, bias, 1);
  if (!plan.fresh) copy_values(to, sum);
}

namespace {

// a b - c d; of 16-bit floats in float.
template <class T>
T difference_of_products(T a, T b, T c, T d) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b) -
                          static_cast<uint64_t>(c) * static_cast<uint64_t>(d));
  else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
    return T(static_cast<float>(a) * static_cast<float>(b) - static_cast<float>(c) * static_cast<float>(d));
  else return a * b - c * d;
}

}  // namespace

void linalg_cross(const CrossPlan& plan, const Tensor& self, const Tensor& other, int64_t) {
  Tensor keep_a, keep_b;
  const Tensor &a = resolved(self, keep_a), &b = resolved(other, keep_b), &to = plan.result();
  if (to.numel() == 0) return;
  const int64_t dim = static_cast<int64_t>(plan.dim);
  const Tensor first_to = op::select(to, dim, 0), first_a = op::select(a, dim, 0), first_b = op::select(b, dim, 0);
  Iterator it(first_to.sizes());
  it.add(first_to);
  it.add(first_a);
  it.add(first_b);
  it.build();
  visit_dtype(to.dtype(), "cross", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const int64_t to_step = to.strides()[plan.dim], a_step = a.strides()[plan.dim], b_step = b.strides()[plan.dim];
    parallel_for(0, it.numel(), 1 << 13, [&](int64_t begin, int64_t end) {
      it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) {
        for (int64_t i = 0; i < n; ++i) {
          T* r = reinterpret_cast<T*>(data[0] + i * strides[0]);
          const T* x = reinterpret_cast<const T*>(data[1] + i * strides[1]);
          const T* y = reinterpret_cast<const T*>(data[2] + i * strides[2]);
          const T x0 = x[0], x1 = x[a_step], x2 = x[2 * a_step], y0 = y[0], y1 = y[b_step], y2 = y[2 * b_step];
          r[0] = difference_of_products(x1, y2, x2, y1);
          r[to_step] = difference_of_products(x2, y0, x0, y2);
          r[2 * to_step] = difference_of_products(x0, y1, x1, y0);
        }
      });
    });
  });
}

}  // namespace torchpp::cpu
