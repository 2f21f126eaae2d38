// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/decomposition_rules.h"

#include <algorithm>

#include "src/ops/elementwise.h"
#include "src/ops/generated/decomposition.h"

namespace torchpp {

DimVector column_strides(IntArrayRef sizes) {
  DimVector strides(sizes.size());
  const size_t rows = sizes.size() - 2;
  strides[rows] = 1;
  strides[rows + 1] = std::max<int64_t>(sizes[rows], 1);
  int64_t next = strides[rows + 1] * std::max<int64_t>(sizes[rows + 1], 1);
  for (size_t d = rows; d-- > 0;) {
    strides[d] = next;
    next *= std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

void check_square(const char* op, const TensorBase& a) {
  TORCHPP_CHECK(a.dim() >= 2, op, ": The input tensor A must have at least 2 dimensions.");
  TORCHPP_CHECK(a.size(-1) == a.size(-2), op, ": A must be batches of square matrices, but they are ", a.size(-2),
                " by ", a.size(-1), " matrices");
}

bool is_vector_of(const TensorBase& a, const TensorBase& b) {
  const IntArrayRef sizes = a.sizes();
  return b.dim() == 1 || (b.dim() + 1 == a.dim() && b.sizes() == sizes.slice(0, sizes.size() - 1));
}

void check_solved(const char* op, const Tensor& info) {
  if (info.is_meta() || info.numel() == 0) return;
  const Tensor on_cpu = info.cpu().contiguous();
  const int* begin = on_cpu.data_ptr<int>();
  const int* end = begin + on_cpu.numel();
  const int* bad = std::find_if(begin, end, [](int i) { return i != 0; });
  if (bad == end) return;
  const std::string which = info.dim() == 0 ? "" : str("(Batch element ", bad - begin, "): ");
  TORCHPP_FAIL_KIND(kLinAlg, op, ": ", which, "The solver failed because the input matrix is singular.");
}

namespace {

// Decompositions have the dtypes of LAPACK; the name is that of libtorch's loops.
void check_dtype(const char* kernel, const TensorBase& t) {
  const ScalarType dtype = t.scalar_type();
  if (dtype != kFloat && dtype != kDouble && dtype != kComplexFloat && dtype != kComplexDouble)
    fail_dtype(kernel, dtype);
}

void set_columns(Output& o, IntArrayRef sizes, ScalarType dtype) {
  o.sizes = sizes;
  o.strides = column_strides(sizes);
  o.dtype = dtype;
  o.dense = true;
}

DimVector batches(IntArrayRef sizes) { return DimVector(sizes.slice(0, sizes.size() - 2)); }
// These batches of matrices.
DimVector matrices(DimVector batches, int64_t rows, int64_t columns) {
  batches.push_back(rows);
  batches.push_back(columns);
  return batches;
}

void check_equation(const char* op, const TensorBase& a, const TensorBase& b) {
  TORCHPP_CHECK(a.scalar_type() == b.scalar_type(), op,
                ": Expected A and B to have the same dtype, but found A of type ", a.dtype(), " and B of type ",
                b.dtype(), " instead");
}
void check_fits(const char* op, int64_t n, int64_t rows, int64_t columns, bool left) {
  TORCHPP_CHECK((left ? rows : columns) == n, op, ": Incompatible shapes of A and B for the equation ",
                left ? "AX = B" : "XA = B", " (", n, "x", n, " and ", rows, "x", columns, ")");
}

}  // namespace

namespace rule {

GeqrfPlan geqrf(const Out&, const Tensor& self) {
  TORCHPP_CHECK(self.dim() >= 2, "torch.geqrf: input must have at least 2 dimensions.");
  check_dtype("geqrf_cpu", self);
  GeqrfPlan p;
  set_columns(p.outputs[0], self.sizes(), self.scalar_type());
  Output& tau = p.outputs[1];
  tau.sizes = batches(self.sizes());
  tau.sizes.push_back(std::min(self.size(-2), self.size(-1)));
  tau.dtype = self.scalar_type();
  tau.dense = true;
  for (Output& o : p.outputs) o.out_dtype = OutDtype::kCastable;
  return p;
}

TriangularPlan linalg_solve_triangular(const Out&, const Tensor& self, const Tensor& B, bool, bool left, bool) {
  const char* const op = "linalg.solve_triangular";
  check_square(op, self);
  TORCHPP_CHECK(B.dim() >= 2, op, ": The input tensor B must have at least 2 dimensions.");
  check_equation(op, self, B);
  check_fits(op, self.size(-1), B.size(-2), B.size(-1), left);
  check_dtype("triangular_solve_cpu", self);
  TriangularPlan p;
  const DimVector outer = broadcast_sizes(batches(self.sizes()), batches(B.sizes()));
  p.a_sizes = matrices(outer, self.size(-2), self.size(-1));
  set_columns(p.outputs[0], matrices(outer, B.size(-2), B.size(-1)), self.scalar_type());
  return p;
}

SolvePlan solve_factored(const Out&, const Tensor& A, const Tensor& B, bool left, bool) {
  const char* const op = "linalg.solve";
  TORCHPP_CHECK(isFloatingType(A.scalar_type()) || isComplexType(A.scalar_type()), op,
                ": Expected a floating point or complex tensor as input. Got ", A.dtype());
  check_square(op, A);
  check_equation(op, A, B);
  SolvePlan p;
  p.is_vector = is_vector_of(A, B);
  TORCHPP_CHECK(p.is_vector || B.dim() >= 2, op, ": The input tensor B must have at least 2 dimensions.");
  const int64_t n = A.size(-1), rows = B.size(p.is_vector ? -1 : -2), columns = p.is_vector ? 1 : B.size(-1);
  check_fits(op, n, rows, columns, left);
  check_dtype("lu_cpu", A);

  DimVector b_outer(B.sizes());
  b_outer.resize(b_outer.size() - (p.is_vector ? 1 : 2));
  const DimVector outer = broadcast_sizes(batches(A.sizes()), b_outer);
  p.x_sizes = matrices(outer, rows, columns);
  Output& x = p.outputs[0];
  x.sizes = p.is_vector ? DimVector(IntArrayRef(p.x_sizes).slice(0, p.x_sizes.size() - 1)) : p.x_sizes;
  // As in libtorch: vectors of a batch are the columns of one matrix, and systems X A = B have their rows side by side.
  if (left && x.sizes.size() >= 2) x.strides = column_strides(x.sizes);
  x.dtype = A.scalar_type();
  x.dense = true;
  set_columns(p.outputs[1], A.sizes(), A.scalar_type());
  for (size_t i : {2, 3}) {
    p.outputs[i].sizes = DimVector(A.sizes().slice(0, A.sizes().size() - (i - 1)));
    p.outputs[i].dtype = kInt;
    p.outputs[i].dense = true;
  }
  return p;
}

LuSolvePlan lu_solve(const Out&, const Tensor& LU, const Tensor& pivots, const Tensor& B, bool) {
  const char* const op = "_lu_solve";
  check_square(op, LU);
  check_dtype("lu_solve_cpu", LU);
  TORCHPP_CHECK(B.dim() >= 2, op, ": The input tensor B must have at least 2 dimensions.");
  check_equation(op, LU, B);
  TORCHPP_CHECK(
      IntArrayRef(broadcast_sizes(batches(LU.sizes()), batches(B.sizes()))) == IntArrayRef(batches(B.sizes())), op,
      ": LU of size ", LU.sizes(), " has other batches than B of size ", B.sizes());
  check_fits(op, LU.size(-1), B.size(-2), B.size(-1), true);
  TORCHPP_CHECK(pivots.scalar_type() == kInt && pivots.sizes() == LU.sizes().slice(0, LU.sizes().size() - 1), op,
                ": expected pivots of Int and of size ", LU.sizes().slice(0, LU.sizes().size() - 1), ", got ",
                pivots.dtype(), " of size ", pivots.sizes());
  LuSolvePlan p;
  set_columns(p.outputs[0], B.sizes(), B.scalar_type());
  return p;
}

}  // namespace rule
}  // namespace torchpp
