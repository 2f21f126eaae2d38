// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of ops/table/linalg.def: tensors in, MatrixProduct out.

#include <torchpp/core/grad_mode.h>

#include "src/backends/cpu/linalg_product.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

#include "src/ops/product_target.inc"

// Describes the last two dimensions as a matrix, and the one before them as the batch.
MatrixRef matrix(const TensorBase& t) {
  const IntArrayRef strides = t.strides();
  const size_t d = strides.size();
  return {t.impl()->data(), strides[d - 2], strides[d - 1], d == 3 ? strides[0] : 0};
}
MatrixRef transposed(const MatrixRef& a) { return {a.data, a.col, a.row, a.batch}; }

void check_dtype(ScalarType dtype) {
  if (TORCHPP_UNLIKELY(dtype == kBool || isQIntType(dtype) || dtype == kComplexHalf))
    fail_dtype("addmm_impl_cpu_", dtype);
}

// `to` may be null for an empty tensor.
void clear(void* to, size_t nbytes) {
  if (nbytes != 0) __builtin_memset(to, 0, nbytes);
}

// to (dense, of these sizes) = a b
void product(const Tensor& mat1, const Tensor& mat2, void* to, bool add = false, const void* bias = nullptr) {
  Tensor keep_a, keep_b;
  const Tensor &a = resolved(mat1, keep_a), &b = resolved(mat2, keep_b);
  const size_t d = a.sizes().size();
  MatrixProduct q;
  q.dtype = a.scalar_type();
  q.m = a.sizes()[d - 2], q.k = a.sizes()[d - 1], q.n = b.sizes()[d - 1];
  q.a = matrix(a), q.b = matrix(b);
  q.c = to, q.c_row = q.n, q.c_batch = q.m * q.n;
  q.add = add, q.bias = bias;
  if (d == 3) q.batch = a.sizes()[0];
  if (q.k == 0 && !add && bias == nullptr) clear(to, static_cast<size_t>(q.batch * q.c_batch) * a.itemsize());
  else multiply(q);
}

// The number as the dtype holds it: those that scale integers are integers. Throws where it holds none.
Scalar scale_of(const Scalar& value, ScalarType dtype) {
  if (value.equal(0) || value.equal(1)) return value;
  alignas(16) char bits[16];
  store_number(value, dtype, bits);
  return isIntegralType(dtype, true) ? load_number(dtype, bits) : value;
}

// beta self + alpha (mat1 mat2), of matrices or batches of them
Tensor add_product(Out out, IntArrayRef sizes, const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                   const Scalar& beta, const Scalar& alpha) {
  check_dtype(mat1.scalar_type());
  const Scalar factor = scale_of(alpha, mat1.scalar_type()), own = scale_of(beta, mat1.scalar_type());
  Target target(out, sizes, mat1.scalar_type(), {&mat1, &mat2});
  if (mat1.is_meta()) return target.finish();
  const bool plain = alpha.equal(1), none = beta.equal(0), whole = beta.equal(1);
  const bool same = target.is_direct() && target.tensor().is_same(self);
  if (plain && none) {
    product(mat1, mat2, target.data());
  } else if (plain && whole && same) {
    product(mat1, mat2, target.data(), true);
  } else if (plain && whole && !(target.is_direct() && self.is_alias_of(target.tensor())) && self.dim() == 1 &&
             sizes.size() == 2 && self.numel() == sizes[1] && self.is_contiguous() && !self.is_conj() &&
             !self.is_neg()) {
    product(mat1, mat2, target.data(), false, self.impl()->data());
  } else {
    Tensor sum(make_tensor(sizes, mat1.scalar_type(), kCPU));
    product(mat1, mat2, sum.impl()->data());
    if (!plain) op::mul(Out::in_place(sum), sum, wrapped_number(factor));
    if (!none) op::add(Out::in_place(sum), sum, self, own);
    if (out.functional()) return sum;
    op::copy(Out::in_place(out.tensor()), out.tensor(), sum, false);
    return Tensor();
  }
  return target.finish();
}

}  // namespace

Tensor mm(Out out, const Tensor& self, const Tensor& mat2) {
  const DimVector sizes = mm_rule(self, mat2);
  check_dtype(self.scalar_type());
  Target target(out, sizes, self.scalar_type(), {&self, &mat2});
  if (self.is_meta()) return target.finish();
  product(self, mat2, target.data());
  return target.finish();
}

Tensor bmm(Out out, const Tensor& self, const Tensor& mat2) {
  const DimVector sizes = bmm_rule(self, mat2);
  check_dtype(self.scalar_type());
  Target target(out, sizes, self.scalar_type(), {&self, &mat2});
  if (self.is_meta()) return target.finish();
  product(self, mat2, target.data());
  return target.finish();
}

Tensor mv(Out out, const Tensor& self, const Tensor& vec) {
  const DimVector sizes = mv_rule(self, vec);
  check_dtype(self.scalar_type());
  Target target(out, sizes, self.scalar_type(), {&self, &vec});
  if (self.is_meta()) return target.finish();
  Tensor keep_a, keep_x;
  const Tensor &a = resolved(self, keep_a), &x = resolved(vec, keep_x);
  // The result is a row: x^T a^T.
  MatrixProduct q;
  q.dtype = a.scalar_type();
  q.m = 1, q.n = sizes[0], q.k = a.sizes()[1];
  q.a = {x.impl()->data(), 0, x.strides()[0], 0};
  q.b = transposed(matrix(a));
  q.c = target.data(), q.c_row = q.n;
  if (q.k == 0) clear(q.c, static_cast<size_t>(q.n) * a.itemsize());
  else multiply(q);
  return target.finish();
}

Tensor dot(Out out, const Tensor& self, const Tensor& other) {
  dot_rule(self, other);
  const ScalarType dtype = self.scalar_type();
  if (TORCHPP_UNLIKELY(dtype == kBool || isQIntType(dtype) || dtype == kComplexHalf)) fail_dtype("dot", dtype);
  Target target(out, {}, dtype, {&self, &other});
  if (self.is_meta()) return target.finish();
  Tensor keep_a, keep_b;
  const Tensor &a = resolved(self, keep_a), &b = resolved(other, keep_b);
  dot_product(dtype, a.numel(), a.impl()->data(), a.strides()[0], b.impl()->data(), b.strides()[0], target.data());
  return target.finish();
}

Tensor addmm(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
             const Scalar& alpha) {
  return add_product(out, addmm_rule(self, mat1, mat2), self, mat1, mat2, beta, alpha);
}
Tensor baddbmm(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
               const Scalar& alpha) {
  return add_product(out, baddbmm_rule(self, batch1, batch2), self, batch1, batch2, beta, alpha);
}

namespace {

// Whether the bias can be added within the product, to each row of n elements.
bool is_row(const Tensor& bias, int64_t n) {
  return bias.defined() && bias.dim() == 1 && bias.numel() == n && (n == 1 || bias.strides()[0] == 1) &&
         !bias.is_conj() && !bias.is_neg();
}

// result (dense, of the sizes of linear) = input weight^T + bias
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
  const bool fused = is_row(bias, q.n);
  if (fused) q.bias = bias.impl()->data();
  if (q.k == 0 && !fused) clear(q.c, result.nbytes());
  else multiply(q);
  if (bias.defined() && !fused) op::add(Out::in_place(result), result, bias, 1);
}

}  // namespace

Tensor linear(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  if (TORCHPP_UNLIKELY(weight.dim() != 2)) return linear_by_matmul(out, input, weight, bias);
  const DimVector sizes = linear_rule(input, weight, bias);
  check_dtype(input.scalar_type());
  if (TORCHPP_LIKELY(out.functional())) {
    Tensor result(make_tensor(sizes, weight.scalar_type(), weight.device()));
    if (TORCHPP_LIKELY(!result.is_meta())) multiply_rows(input, weight, bias, result);
    return result;
  }
  if (bias.defined() && !is_row(bias, weight.sizes()[0])) return finish_kernel(out, linear(Out(), input, weight, bias));
  Target target(out, sizes, weight.scalar_type(), {&input, &weight, bias.defined() ? &bias : &weight});
  if (!target.tensor().is_meta()) multiply_rows(input, weight, bias, target.tensor());
  return target.finish();
}

}  // namespace torchpp::cpu
