// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/reduction_rules.h"

#include <cmath>

#include "src/core/view.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp {

DimVector reduced_sizes(IntArrayRef sizes, uint64_t reduced, bool keepdim) {
  DimVector left;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (!(reduced >> d & 1)) left.push_back(sizes[d]);
    else if (keepdim) left.push_back(1);
  }
  return left;
}

ScalarType sum_dtype(const TensorBase& self, std::optional<ScalarType> dtype, const Out& out) {
  if (dtype) return *dtype;
  if (out.is_out()) return out.tensor().scalar_type();
  const ScalarType own = self.scalar_type();
  return isIntegralType(own, true) ? kLong : own;
}

ScalarType mean_dtype(const TensorBase& self, std::optional<ScalarType> dtype, const Out& out) {
  const ScalarType asked = dtype.value_or(self.scalar_type());
  TORCHPP_CHECK(isDifferentiableType(asked), "mean(): could not infer output dtype. ", dtype ? "Optional" : "Input",
                " dtype must be either a floating point or complex dtype. Got: ", asked);
  return dtype || !out.is_out() ? asked : out.tensor().scalar_type();
}

ScalarType scan_dtype(const TensorBase& self, std::optional<ScalarType> dtype, const Out& out) {
  return !dtype && out.is_in_place() ? self.scalar_type() : sum_dtype(self, dtype, out);
}

ScalarType any_dtype(const char* op, const TensorBase& self, const Out& out) {
  if (!out.is_out()) return self.scalar_type() == kByte ? kByte : kBool;
  const ScalarType to = out.tensor().scalar_type();
  TORCHPP_CHECK(to == kBool || to == kByte, op, " only supports bool tensor for result, got: ", to);
  return to;
}

ScalarType var_dtype(const TensorBase& self) {
  TORCHPP_CHECK(isDifferentiableType(self.scalar_type()), "std and var only support floating point and complex dtypes");
  return toRealValueType(self.scalar_type());
}

ScalarType norm_dtype(const TensorBase& self, std::optional<ScalarType> dtype) {
  const ScalarType own = self.scalar_type();
  TORCHPP_CHECK(isDifferentiableType(own),
                "linalg.vector_norm: Expected a floating point or complex tensor as input. Got ", own);
  if (!dtype) return own;
  TORCHPP_CHECK(isDifferentiableType(*dtype), "linalg.vector_norm: dtype should be floating point or complex, but got ",
                *dtype);
  TORCHPP_CHECK(isComplexType(own) == isComplexType(*dtype), "linalg.vector_norm: dtype should be ",
                isComplexType(own) ? "complex" : "real", " for ", isComplexType(own) ? "complex" : "real",
                " inputs, but got ", *dtype);
  TORCHPP_CHECK(promote_types(own, *dtype) == *dtype, "linalg.vector_norm: the dtype of the input (", own,
                ") should be convertible without narrowing to the specified dtype (", *dtype, ")");
  return *dtype;
}

void check_nonempty(const char* op, const TensorBase& self, uint64_t reduced, bool dims_given) {
  if (self.numel() != 0) return;
  if (!dims_given)
    TORCHPP_FAIL_KIND(kIndex, op, "(): Expected reduction dim to be specified for input.numel() == 0. ",
                      "Specify the reduction dim with the 'dim' argument.");
  for (int64_t d = 0; d < self.dim(); ++d)
    TORCHPP_CHECK_INDEX(!(reduced >> d & 1) || self.sizes()[static_cast<size_t>(d)] != 0, op,
                        "(): Expected reduction dim ", d, " to have non-zero size.");
}

void check_extreme_out(const TensorBase& self, const Out& out) {
  if (!out.is_out()) return;
  TORCHPP_CHECK(out.tensor().scalar_type() == self.scalar_type(),
                "Expected the dtype for input and out to match, but got ", self.scalar_type(),
                " for input's dtype and ", out.tensor().scalar_type(), " for out's dtype.");
}

void check_ordered(const char* op, const TensorBase& self) {
  TORCHPP_CHECK(!isComplexType(self.scalar_type()), op, "(): does not support complex input");
}

TensorPair extreme_results(const char* op, const Tensor& self, uint64_t reduced, bool keepdim) {
  check_nonempty(op, self, reduced, true);
  check_ordered(op, self);
  const DimVector sizes = reduced_sizes(self.sizes(), reduced, keepdim);
  return {Tensor(make_tensor(sizes, self.scalar_type(), self.device())),
          Tensor(make_tensor(sizes, kLong, self.device()))};
}

Tensor row_of(const Tensor& t) {
  const Tensor in = dense(t);
  const int64_t n = in.numel(), one = 1;
  return Tensor(make_view(in, IntArrayRef(n), IntArrayRef(one), in.storage_offset()));
}

void check_norm_nonempty(const TensorBase& self, double order, OptionalIntArrayRef dims, uint64_t reduced) {
  if (self.numel() != 0 || (order >= 0 && order != static_cast<double>(INFINITY))) return;
  const std::string name = order < 0 && order != static_cast<double>(-INFINITY) ? to_string(Scalar(order))
                           : order < 0                                          ? "-inf"
                                                                                : "inf";
  TORCHPP_CHECK(dims.has_value() && !dims->empty(), "linalg.vector_norm cannot compute the ", name,
                " norm on an empty tensor because the operation does not have an identity");
  for (int64_t d = 0; d < self.dim(); ++d)
    TORCHPP_CHECK(!(reduced >> d & 1) || self.sizes()[static_cast<size_t>(d)] != 0,
                  "linalg.vector_norm cannot compute the ", name, " norm on the dimension ", d,
                  " because this dimension is empty and the operation does not have an identity");
}

ScalarType softmax_dtype(const char* op, const TensorBase& self, bool half_to_float) {
  const ScalarType own = self.scalar_type();
  TORCHPP_CHECK_NOT_IMPLEMENTED(isFloatingType(own), "\"", op, "\" not implemented for '", own, "'");
  TORCHPP_CHECK(!half_to_float || own == kHalf, op, ": conversion is supported for Half type only, got ", own);
  return half_to_float ? kFloat : own;
}

ScalarType softmax_backward_dtype(const char* op, const TensorBase& grad, const TensorBase& output) {
  TORCHPP_CHECK(grad.sizes() == output.sizes(), op, ": grad_output has sizes ", grad.sizes(),
                ", expected those of output, ", output.sizes());
  TORCHPP_CHECK(grad.scalar_type() == output.scalar_type(), op, ": grad_output is ", grad.scalar_type(),
                ", expected the dtype of output, ", output.scalar_type());
  return softmax_dtype(op, output, false);
}

ScalarType logsumexp_dtype(const TensorBase& self) {
  const ScalarType own = self.scalar_type();
  TORCHPP_CHECK(!isComplexType(own), "logsumexp(): Expected floating point type for result tensor, but got: ", own);
  return isIntegralType(own, true) ? get_default_dtype() : own;
}

int64_t check_topk(const TensorBase& self, int64_t k, int64_t dim) {
  const int64_t n = self.dim() == 0 ? 1 : self.size(dim);
  TORCHPP_CHECK(k >= 0 && k <= n, "topk: selected index k out of range: got ", k, ", expected at most ", n);
  return n;
}

void check_sort_length(const char* op, int64_t n) {
  TORCHPP_CHECK(n <= int64_t{UINT32_MAX}, op, ": got a dimension of ", n, " elements, expected less than 2^32");
}

Result::Result(const Out& out, const TensorBase& self, IntArrayRef sizes, ScalarType dtype, bool exact) : out_(out) {
  if (!out.functional()) {
    const Tensor& to = out.tensor();
    if (exact)
      TORCHPP_CHECK(to.scalar_type() == dtype, "Expected out tensor to have dtype ", dtype, ", but got ",
                    to.scalar_type(), " instead");
    else check_can_cast(dtype, to.scalar_type());
    TORCHPP_CHECK(to.device() == self.device(), "Expected out tensor on device ", self.device(), ", but got ",
                  to.device());
    const bool shares = to.has_storage() && self.has_storage() && to.is_alias_of(self);
    if (!shares) {
      if (to.sizes() != sizes) resize_output(out, sizes, dtype, to.device());
      check_no_internal_overlap(to);
    }
    if (!shares && to.scalar_type() == dtype && !to.is_conj() && !to.is_neg()) {
      tensor_ = to;
      return;
    }
  }
  tensor_ = Tensor(make_tensor(sizes, dtype, self.device()));
}

Tensor Result::finish() {
  if (out_.functional()) return std::move(tensor_);
  const Tensor& to = out_.tensor();
  if (tensor_.is_same(to)) {
    bump_version(to);
  } else {
    if (to.sizes() != tensor_.sizes()) resize_output(out_, tensor_.sizes(), tensor_.scalar_type(), to.device());
    op::copy(Out::in_place(to), to, tensor_, false);
  }
  return Tensor();
}

}  // namespace torchpp
