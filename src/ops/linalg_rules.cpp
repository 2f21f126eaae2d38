// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/linalg_rules.h"

#include "src/ops/elementwise.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/view.h"
#include "src/ops/result.h"

namespace torchpp {

std::string plain_name(ScalarType dtype) {
  switch (dtype) {
    case kByte: return "unsigned char";
    case kChar: return "signed char";
    case kLong: return "long int";
    case kShort: return "short int";
    case kHalf: return "c10::Half";
    case kBFloat16: return "c10::BFloat16";
    case kComplexFloat: return "c10::complex<float>";
    case kComplexDouble: return "c10::complex<double>";
    default: break;
  }
  std::string name = toString(dtype);
  name[0] = static_cast<char>(name[0] | 0x20);
  return name;
}

void check_expands(const TensorBase& t, IntArrayRef sizes) {
  const IntArrayRef from = t.sizes();
  TORCHPP_CHECK(from.size() <= sizes.size(), "expand: the number of sizes provided (", sizes.size(),
                ") must be greater or equal to the number of dimensions in the tensor (", from.size(), ")");
  const size_t skip = sizes.size() - from.size();
  for (size_t d = from.size(); d-- > 0;)
    TORCHPP_CHECK(from[d] == sizes[skip + d] || from[d] == 1, "The expanded size of the tensor (", sizes[skip + d],
                  ") must match the existing size (", from[d], ") at non-singleton dimension ", skip + d,
                  ".  Target sizes: ", sizes, ".  Tensor sizes: ", from);
}

namespace {

void check_dtypes(const char* what, const TensorBase& a, const TensorBase& b) {
  TORCHPP_CHECK(a.scalar_type() == b.scalar_type(), "expected ", what,
                " to have the same dtype, but got: ", plain_name(a.scalar_type()), " != ", plain_name(b.scalar_type()),
                " (expected scalar type ", a.scalar_type(), " but found ", b.scalar_type(), ")");
}

void check_inner(int64_t rows, int64_t inner, const TensorBase& mat2, bool transposed) {
  const int64_t k = mat2.sizes()[transposed ? 1 : 0], n = mat2.sizes()[transposed ? 0 : 1];
  TORCHPP_CHECK(inner == k, "mat1 and mat2 shapes cannot be multiplied (", rows, "x", inner, " and ", k, "x", n, ")");
}

// Refuses dtypes of which the backend has no products; the names are those of libtorch's loops.
void check_product_dtype(const char* cpu, const char* cuda, const TensorBase& t) {
  const ScalarType dtype = t.scalar_type();
  const bool fits = t.is_cuda() ? isFloatingType(dtype) || dtype == kComplexFloat || dtype == kComplexDouble
                                : dtype != kBool && !isQIntType(dtype) && dtype != kComplexHalf;
  if (TORCHPP_UNLIKELY(!fits)) fail_dtype(t.is_cuda() ? cuda : cpu, dtype);
}

void set_vector(Output& o, int64_t n, ScalarType dtype) {
  o.sizes.push_back(n);
  o.dtype = dtype;
  o.dense = true;
}
void set_matrix(Output& o, int64_t rows, int64_t columns, ScalarType dtype) {
  o.sizes.push_back(rows);
  set_vector(o, columns, dtype);
}
void set_batch(Output& o, const TensorBase& batch1, const TensorBase& batch2) {
  const IntArrayRef a = batch1.sizes();
  o.sizes.push_back(a[0]);
  set_matrix(o, a[1], batch2.sizes()[2], batch1.scalar_type());
}

void check_batches(const TensorBase& batch1, const TensorBase& batch2) {
  TORCHPP_CHECK(batch1.dim() == 3, "batch1 must be a 3D tensor");
  TORCHPP_CHECK(batch2.dim() == 3, "batch2 must be a 3D tensor");
  const IntArrayRef a = batch1.sizes(), b = batch2.sizes();
  TORCHPP_CHECK(a[0] == b[0] && a[2] == b[1], "Expected size for first two dimensions of batch2 tensor to be: [", a[0],
                ", ", a[2], "] but got: [", b[0], ", ", b[1], "].");
  check_dtypes("m1 and m2", batch1, batch2);
}

void check_addend_dtype(const TensorBase& self, const TensorBase& mat1, const TensorBase& mat2) {
  TORCHPP_CHECK(self.scalar_type() == mat2.scalar_type() && mat1.scalar_type() == mat2.scalar_type(),
                "self and mat2 must have the same dtype, but got ", self.scalar_type(), ", ", mat1.scalar_type(),
                " and ", mat2.scalar_type());
}

// The number as the dtype holds it. Throws where it holds none.
Scalar scale_of(const Scalar& value, ScalarType dtype) {
  alignas(16) char bits[16];
  store_number(value, dtype, bits);
  return isIntegralType(dtype, true) ? load_number(dtype, bits) : value;
}

// After the sizes of the product are set. The kernels add in place where self is the destination.
void set_sum(AddProductPlan& p, const char* cuda, const Out& out, const Tensor& self, const Scalar& beta,
             const Scalar& alpha) {
  Output& o = p.outputs[0];
  p.fresh = out.functional();
  check_product_dtype("addmm_impl_cpu_", cuda, self);
  p.alpha_is_one = alpha.equal(1);
  p.beta_is_zero = beta.equal(0);
  p.beta_is_one = !p.beta_is_zero && beta.equal(1);
  p.alpha = p.alpha_is_one ? alpha : scale_of(alpha, o.dtype);
  p.beta = p.beta_is_zero || p.beta_is_one ? beta : scale_of(beta, o.dtype);
  const bool whole = self.sizes() == IntArrayRef(o.sizes);
  if (whole) o.self = &self;
  if (TORCHPP_LIKELY(p.fresh || p.beta_is_zero || !is_overwritten(out, self))) return;
  check_no_partial_overlap(out.tensor(), whole ? self : every_backend::expand(self, o.sizes, false));
}

}  // namespace

namespace rule {

ProductPlan mm(const Out&, const Tensor& self, const Tensor& mat2) {
  TORCHPP_CHECK(self.dim() == 2, "self must be a matrix");
  TORCHPP_CHECK(mat2.dim() == 2, "mat2 must be a matrix");
  check_inner(self.sizes()[0], self.sizes()[1], mat2, false);
  check_dtypes("m1 and m2", self, mat2);
  check_product_dtype("addmm_impl_cpu_", "addmm_cuda", self);
  ProductPlan p;
  set_matrix(p.outputs[0], self.sizes()[0], mat2.sizes()[1], self.scalar_type());
  return p;
}

ProductPlan mm_unrounded(const Out& out, const Tensor& self, const Tensor& mat2) {
  ProductPlan p = mm(out, self, mat2);
  if (isReducedFloatingType(self.scalar_type())) p.outputs[0].dtype = kFloat;
  return p;
}

ProductPlan bmm(const Out&, const Tensor& self, const Tensor& mat2) {
  check_batches(self, mat2);
  check_product_dtype("addmm_impl_cpu_", "baddbmm_cuda", self);
  ProductPlan p;
  set_batch(p.outputs[0], self, mat2);
  return p;
}

ProductPlan matmul_of_batches(const Out&, const Tensor& self, const Tensor& mat2) {
  const IntArrayRef a = self.sizes(), b = mat2.sizes();
  const size_t d = a.size();
  TORCHPP_CHECK(d >= 3 && b.size() == d && a.slice(0, d - 2) == b.slice(0, d - 2) && a[d - 1] == b[d - 2],
                "_matmul_of_batches: self has sizes ", a, " and mat2 ", b, ", expected (*, n, k) and (*, k, m)");
  check_dtypes("m1 and m2", self, mat2);
  TORCHPP_CHECK(self.scalar_type() == kFloat || self.scalar_type() == kDouble, "_matmul_of_batches: self is of ",
                self.scalar_type(), ", expected Float or Double");
  ProductPlan p;
  p.outputs[0].sizes.assign(a.slice(0, d - 2));
  set_matrix(p.outputs[0], a[d - 2], b[d - 1], self.scalar_type());
  return p;
}

ProductPlan mv(const Out&, const Tensor& self, const Tensor& vec) {
  TORCHPP_CHECK(self.dim() == 2 && vec.dim() == 1, "vector + matrix @ vector expected, got 1, ", self.dim(), ", ",
                vec.dim());
  const IntArrayRef a = self.sizes();
  TORCHPP_CHECK(a[1] == vec.sizes()[0], "size mismatch, got ", a[0], ", ", a[0], "x", a[1], ",", vec.sizes()[0]);
  check_dtypes("matrix and vector", self, vec);
  check_product_dtype("addmm_impl_cpu_", "addmv_impl_cuda", self);
  ProductPlan p;
  set_vector(p.outputs[0], a[0], self.scalar_type());
  return p;
}

ProductPlan dot(const Out&, const Tensor& self, const Tensor& other) {
  TORCHPP_CHECK(self.dim() == 1 && other.dim() == 1, "1D tensors expected, but got ", self.dim(), "D and ", other.dim(),
                "D tensors");
  TORCHPP_CHECK(self.scalar_type() == other.scalar_type(), "dot : expected both vectors to have same dtype, but found ",
                self.scalar_type(), " and ", other.scalar_type());
  TORCHPP_CHECK(self.numel() == other.numel(), "inconsistent tensor size, expected tensor ", self.sizes(), " and src ",
                other.sizes(), " to have the same number of elements, but got ", self.numel(), " and ", other.numel(),
                " elements respectively");
  check_product_dtype("dot", "dot", self);
  ProductPlan p;
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[0].dense = true;
  return p;
}

AddProductPlan addmm(const Out& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                     const Scalar& alpha) {
  TORCHPP_CHECK(mat1.dim() == 2, "mat1 must be a matrix, got ", mat1.dim(), "-D tensor");
  TORCHPP_CHECK(mat2.dim() == 2, "mat2 must be a matrix, got ", mat2.dim(), "-D tensor");
  check_inner(mat1.sizes()[0], mat1.sizes()[1], mat2, false);
  check_addend_dtype(self, mat1, mat2);
  AddProductPlan p;
  set_matrix(p.outputs[0], mat1.sizes()[0], mat2.sizes()[1], mat1.scalar_type());
  check_expands(self, p.outputs[0].sizes);
  set_sum(p, "addmm_cuda", out, self, beta, alpha);
  return p;
}

AddProductPlan addmv(const Out& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta,
                     const Scalar& alpha) {
  TORCHPP_CHECK(mat.dim() == 2 && vec.dim() == 1 && self.dim() <= 1, "vector + matrix @ vector expected, got ",
                self.dim(), ", ", mat.dim(), ", ", vec.dim());
  TORCHPP_CHECK(mat.size(1) == vec.size(0) && (self.numel() == mat.size(0) || self.numel() == 1), "size mismatch, got ",
                self.dim() == 0 ? 1 : self.size(0), ", ", mat.size(0), "x", mat.size(1), ",", vec.size(0));
  check_addend_dtype(self, mat, vec);
  AddProductPlan p;
  set_vector(p.outputs[0], mat.sizes()[0], mat.scalar_type());
  set_sum(p, "addmv_impl_cuda", out, self, beta, alpha);
  return p;
}

AddProductPlan baddbmm(const Out& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                       const Scalar& beta, const Scalar& alpha) {
  check_batches(batch1, batch2);
  check_dtypes("input and batch2", self, batch2);
  AddProductPlan p;
  set_batch(p.outputs[0], batch1, batch2);
  check_expands(self, p.outputs[0].sizes);
  set_sum(p, "baddbmm_cuda", out, self, beta, alpha);
  return p;
}

LinearPlan linear(const Out& out, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  LinearPlan p;
  p.fresh = out.functional();
  Output& o = p.outputs[0];
  o.dense = true;
  if (TORCHPP_UNLIKELY(weight.dim() != 2)) {
    p.composed = linear_by_matmul(Out(), input, weight, bias);
    o.sizes.assign(p.composed.sizes());
    o.dtype = p.composed.scalar_type();
    return p;
  }
  TORCHPP_CHECK(input.dim() >= 1, "both arguments to matmul need to be at least 1D, but they are ", input.dim(),
                "D and ", weight.dim(), "D");
  const IntArrayRef x = input.sizes();
  const int64_t inner = x[x.size() - 1];
  if (TORCHPP_UNLIKELY(inner != weight.sizes()[1]))
    check_inner(multiply_integers(x.slice(0, x.size() - 1)), inner, weight, true);
  TORCHPP_CHECK(
      input.scalar_type() == weight.scalar_type() && (!bias.defined() || bias.scalar_type() == weight.scalar_type()),
      "linear: self and mat2 must have the same dtype, but input is ", input.scalar_type(), ", weight ",
      weight.scalar_type(), " and bias ", (bias.defined() ? bias : weight).scalar_type());
  o.sizes.assign(x);
  o.sizes.back() = weight.sizes()[0];
  o.dtype = weight.scalar_type();
  if (bias.defined() && (bias.dim() != 1 || bias.sizes()[0] != o.sizes.back())) check_expands(bias, o.sizes);
  check_product_dtype("addmm_impl_cpu_", "addmm_cuda", input);
  if (bias.defined() && TORCHPP_UNLIKELY(!p.fresh) && is_overwritten(out, bias))
    check_no_partial_overlap(out.tensor(), x.size() == 2 ? every_backend::expand(bias, o.sizes, false) : bias);
  return p;
}

CrossPlan linalg_cross(const Out&, const Tensor& self, const Tensor& other, int64_t dim) {
  TORCHPP_CHECK(self.dim() == other.dim(), "linalg.cross: inputs must have the same number of dimensions.");
  CrossPlan p;
  p.dim = static_cast<size_t>(wrap_existing_dim(dim, self.dim()));
  TORCHPP_CHECK(self.sizes()[p.dim] == 3 && other.sizes()[p.dim] == 3, "linalg.cross: inputs dimension ", dim,
                " must have length 3. Got ", self.sizes()[p.dim], " and ", other.sizes()[p.dim]);
  TORCHPP_CHECK(self.dtype() == other.dtype(), "linalg.cross: expected scalar type ", self.dtype(), " but found ",
                other.dtype());
  TORCHPP_CHECK_NOT_IMPLEMENTED(self.dtype() != kBool && self.dtype() != kComplexHalf,
                                "\"cross\" not implemented for '", self.dtype(), "'");
  Output& o = p.outputs[0];
  o.sizes = broadcast_sizes(self.sizes(), other.sizes());
  o.dtype = self.scalar_type();
  return p;
}

}  // namespace rule
namespace rule {
namespace {

void check_distances(const char* op, const Tensor& t, double p) {
  if (!isFloatingType(t.scalar_type())) fail_dtype(op, t.scalar_type());
  TORCHPP_CHECK(p >= 0, op, " only supports non-negative p values");
}

// Rows of x1 and x2, which have the same leading dimensions.
DistancesPlan pairs_of(const Tensor& x1, const Tensor& x2, double p) {
  check_distances("cdist", x1, p);
  TORCHPP_CHECK(x1.scalar_type() == x2.scalar_type(), "expected scalar type ", x1.scalar_type(), " but found ",
                x2.scalar_type());
  TORCHPP_CHECK(x1.dim() >= 2, "cdist only supports at least 2D tensors, X1 got: ", x1.dim(), "D");
  TORCHPP_CHECK(x2.dim() == x1.dim(), "cdist only supports at least 2D tensors, X2 got: ", x2.dim(), "D");
  const size_t last = x1.sizes().size() - 1;
  TORCHPP_CHECK(x1.size(-1) == x2.size(-1), "X1 and X2 must have the same number of columns. X1: ", x1.size(-1),
                " X2: ", x2.size(-1));
  TORCHPP_CHECK(x1.sizes().slice(0, last - 1) == x2.sizes().slice(0, last - 1),
                "cdist: the leading dimensions of X1 and X2 differ: ", x1.sizes(), " and ", x2.sizes());
  DistancesPlan plan;
  plan.batch = multiply_integers(x1.sizes().slice(0, last - 1));
  plan.rows1 = x1.size(-2), plan.rows2 = x2.size(-2), plan.width = x1.size(-1);
  Output& o = plan.outputs[0];
  o.dtype = x1.scalar_type();
  o.dense = true;
  return plan;
}

DistancesPlan pairs_within(const Tensor& self, double p) {
  check_distances("pdist", self, p);
  TORCHPP_CHECK(self.dim() == 2, "pdist only supports 2D tensors, got: ", self.dim(), "D");
  DistancesPlan plan;
  plan.batch = 1, plan.rows1 = plan.rows2 = self.size(0), plan.width = self.size(1);
  plan.outputs[0].dtype = self.scalar_type();
  plan.outputs[0].dense = true;
  return plan;
}

}  // namespace

DistancesPlan cdist_forward(const Out&, const Tensor& x1, const Tensor& x2, double p, optional<int64_t> mode) {
  DistancesPlan plan = pairs_of(x1, x2, p);
  TORCHPP_CHECK(!mode || (*mode >= 0 && *mode <= 2), "possible modes: 0, 1, 2, but was: ", mode.value_or(0));
  plan.outputs[0].sizes = x1.sizes();
  plan.outputs[0].sizes.back() = plan.rows2;
  return plan;
}
DistancesPlan cdist_backward(const Out&, const Tensor& grad, const Tensor& x1, const Tensor& x2, double p,
                             const Tensor& cdist) {
  DistancesPlan plan = pairs_of(x1, x2, p);
  DimVector pairs(x1.sizes());
  pairs.back() = plan.rows2;
  TORCHPP_CHECK(grad.sizes() == IntArrayRef(pairs) && cdist.sizes() == IntArrayRef(pairs), "_cdist_backward: grad has ",
                grad.sizes(), " and cdist ", cdist.sizes(), ", expected ", pairs);
  TORCHPP_CHECK(grad.scalar_type() == x1.scalar_type() && cdist.scalar_type() == x1.scalar_type(),
                "_cdist_backward: the arguments have different dtypes");
  plan.outputs[0].sizes = x1.sizes();
  return plan;
}
DistancesPlan pdist_forward(const Out&, const Tensor& self, double p) {
  DistancesPlan plan = pairs_within(self, p);
  plan.outputs[0].sizes = {plan.rows1 * (plan.rows1 - 1) / 2};
  return plan;
}
DistancesPlan pdist_backward(const Out&, const Tensor& grad, const Tensor& self, double p, const Tensor& pdist) {
  DistancesPlan plan = pairs_within(self, p);
  const int64_t pairs = plan.rows1 * (plan.rows1 - 1) / 2;
  TORCHPP_CHECK(grad.numel() == pairs && pdist.numel() == pairs, "_pdist_backward: grad has ", grad.sizes(),
                " and pdist ", pdist.sizes(), ", expected ", pairs, " elements");
  TORCHPP_CHECK(grad.scalar_type() == self.scalar_type() && pdist.scalar_type() == self.scalar_type(),
                "_pdist_backward: the arguments have different dtypes");
  plan.outputs[0].sizes = self.sizes();
  return plan;
}

}  // namespace rule

}  // namespace torchpp
