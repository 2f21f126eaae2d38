// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/linalg_rules.h"

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

}  // namespace

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

DimVector mm_rule(const TensorBase& self, const TensorBase& mat2) {
  TORCHPP_CHECK(self.dim() == 2, "self must be a matrix");
  TORCHPP_CHECK(mat2.dim() == 2, "mat2 must be a matrix");
  check_inner(self.sizes()[0], self.sizes()[1], mat2, false);
  check_dtypes("m1 and m2", self, mat2);
  return {self.sizes()[0], mat2.sizes()[1]};
}

DimVector bmm_rule(const TensorBase& self, const TensorBase& mat2) {
  TORCHPP_CHECK(self.dim() == 3, "batch1 must be a 3D tensor");
  TORCHPP_CHECK(mat2.dim() == 3, "batch2 must be a 3D tensor");
  const IntArrayRef a = self.sizes(), b = mat2.sizes();
  TORCHPP_CHECK(a[0] == b[0] && a[2] == b[1], "Expected size for first two dimensions of batch2 tensor to be: [", a[0],
                ", ", a[2], "] but got: [", b[0], ", ", b[1], "].");
  check_dtypes("m1 and m2", self, mat2);
  return {a[0], a[1], b[2]};
}

DimVector mv_rule(const TensorBase& self, const TensorBase& vec) {
  TORCHPP_CHECK(self.dim() == 2 && vec.dim() == 1, "vector + matrix @ vector expected, got 1, ", self.dim(), ", ",
                vec.dim());
  const IntArrayRef a = self.sizes();
  TORCHPP_CHECK(a[1] == vec.sizes()[0], "size mismatch, got ", a[0], ", ", a[0], "x", a[1], ",", vec.sizes()[0]);
  check_dtypes("matrix and vector", self, vec);
  return {a[0]};
}

void dot_rule(const TensorBase& self, const TensorBase& other) {
  TORCHPP_CHECK(self.dim() == 1 && other.dim() == 1, "1D tensors expected, but got ", self.dim(), "D and ", other.dim(),
                "D tensors");
  TORCHPP_CHECK(self.scalar_type() == other.scalar_type(), "dot : expected both vectors to have same dtype, but found ",
                self.scalar_type(), " and ", other.scalar_type());
  TORCHPP_CHECK(self.numel() == other.numel(), "inconsistent tensor size, expected tensor ", self.sizes(), " and src ",
                other.sizes(), " to have the same number of elements, but got ", self.numel(), " and ", other.numel(),
                " elements respectively");
}

DimVector addmm_rule(const TensorBase& self, const TensorBase& mat1, const TensorBase& mat2) {
  TORCHPP_CHECK(mat1.dim() == 2, "mat1 must be a matrix, got ", mat1.dim(), "-D tensor");
  TORCHPP_CHECK(mat2.dim() == 2, "mat2 must be a matrix, got ", mat2.dim(), "-D tensor");
  check_inner(mat1.sizes()[0], mat1.sizes()[1], mat2, false);
  TORCHPP_CHECK(self.scalar_type() == mat2.scalar_type() && mat1.scalar_type() == mat2.scalar_type(),
                "self and mat2 must have the same dtype, but got ", self.scalar_type(), ", ", mat1.scalar_type(),
                " and ", mat2.scalar_type());
  const DimVector sizes = {mat1.sizes()[0], mat2.sizes()[1]};
  check_expands(self, sizes);
  return sizes;
}

DimVector baddbmm_rule(const TensorBase& self, const TensorBase& batch1, const TensorBase& batch2) {
  const DimVector sizes = bmm_rule(batch1, batch2);
  check_dtypes("input and batch2", self, batch2);
  check_expands(self, sizes);
  return sizes;
}

DimVector linear_rule(const TensorBase& input, const TensorBase& weight, const TensorBase& bias) {
  TORCHPP_CHECK(weight.dim() == 2, "linear: weight must be a matrix, got ", weight.dim(), "-D tensor");
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
  DimVector sizes(x);
  sizes.back() = weight.sizes()[0];
  if (bias.defined() && (bias.dim() != 1 || bias.sizes()[0] != sizes.back())) check_expands(bias, sizes);
  return sizes;
}

}  // namespace torchpp
