// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/reduction_rules.h"

#include <cmath>

#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
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

ScalarType sum_dtype(const TensorBase& self, optional<ScalarType> dtype, const Out& out) {
  if (dtype) return *dtype;
  if (out.is_out()) return out.tensor().scalar_type();
  const ScalarType own = self.scalar_type();
  return isIntegralType(own, true) ? kLong : own;
}

ScalarType mean_dtype(const TensorBase& self, optional<ScalarType> dtype, const Out& out) {
  const ScalarType asked = dtype.value_or(self.scalar_type());
  TORCHPP_CHECK(isDifferentiableType(asked), "mean(): could not infer output dtype. ", dtype ? "Optional" : "Input",
                " dtype must be either a floating point or complex dtype. Got: ", asked);
  if (dtype || !out.is_out()) return asked;
  const ScalarType to = out.tensor().scalar_type();
  if (isIntegralType(to, true)) check_can_cast(get_default_dtype(), to);
  return to;
}

ScalarType norm_dtype(const TensorBase& self, optional<ScalarType> dtype) {
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

Tensor SelectionPlan::with_dim() const { return keepdim ? result() : result().unsqueeze(dim); }

Tensor row_of(const Tensor& t) {
  const Tensor in = dense(t);
  const int64_t n = in.numel(), one = 1;
  return Tensor(make_view(in, IntArrayRef(n), IntArrayRef(one), in.storage_offset()));
}

ScalarType softmax_dtype(const char* op, const TensorBase& self, bool half_to_float) {
  const ScalarType own = self.scalar_type();
  TORCHPP_CHECK_NOT_IMPLEMENTED(isFloatingType(own), "\"", op, "\" not implemented for '", own, "'");
  TORCHPP_CHECK(!half_to_float || own == kHalf, op, ": conversion is supported for Half type only, got ", own);
  return half_to_float ? kFloat : own;
}

namespace {

ScalarType scan_dtype(const TensorBase& self, optional<ScalarType> dtype, const Out& out) {
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

ScalarType softmax_backward_dtype(const char* op, const TensorBase& grad, const TensorBase& output) {
  TORCHPP_CHECK(grad.sizes() == output.sizes(), op, ": grad_output has sizes ", grad.sizes(),
                ", expected those of output, ", output.sizes());
  TORCHPP_CHECK(grad.scalar_type() == output.scalar_type(), op, ": grad_output is ", grad.scalar_type(),
                ", expected the dtype of output, ", output.scalar_type());
  return softmax_dtype(op, output, false);
}

ScalarType logsumexp_dtype(const TensorBase& self, const Out& out) {
  const ScalarType own = self.scalar_type(), to = out.is_out() ? out.tensor().scalar_type() : own;
  TORCHPP_CHECK(
      !isComplexType(own) && (!out.is_out() || isFloatingType(to)),
      "logsumexp(): Expected floating point type for result tensor, but got: ", isComplexType(own) ? own : to);
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

// Throws "max_values_cpu" not implemented for 'ComplexFloat'.
void refuse_dtype(const char* loop, const TensorBase& self) {
  fail_dtype(str(loop, self.is_cuda() ? "_cuda" : "_cpu").c_str(), self.scalar_type());
}

ReductionPlan reduction(const Tensor& self, uint64_t mask, bool keepdim, ScalarType dtype,
                        OutDtype out_dtype = OutDtype::kExact) {
  ReductionPlan p;
  p.mask = mask;
  p.outputs[0].sizes = reduced_sizes(self.sizes(), mask, keepdim);
  p.outputs[0].dtype = dtype;
  p.outputs[0].out_dtype = out_dtype;
  return p;
}

LinePlan lines(const Tensor& like, int64_t dim, ScalarType dtype) {
  LinePlan p;
  p.dim = dim;
  p.outputs[0].sizes = like.sizes();
  p.outputs[0].dtype = dtype;
  return p;
}

SelectionPlan selection(const Tensor& self, int64_t dim, int64_t k, DimVector sizes) {
  SelectionPlan p;
  p.dim = dim;
  p.k = k;
  p.outputs[0].sizes = sizes;
  p.outputs[0].dtype = self.scalar_type();
  p.outputs[1].sizes = std::move(sizes);
  p.outputs[1].dtype = kLong;
  // Kernels walk both by the same offsets.
  p.outputs[0].dense = p.outputs[1].dense = true;
  return p;
}

ReductionPlan extreme_values(const char* op, const char* loop, const Out& out, const Tensor& self, IntArrayRef dims,
                             bool keepdim) {
  const uint64_t mask = reduced_dims(dims, self.dim(), op);
  check_nonempty(op, self, mask, !dims.empty());
  if (isComplexType(self.scalar_type())) refuse_dtype(loop, self);
  check_extreme_out(self, out);
  return reduction(self, mask, keepdim, self.scalar_type());
}

ReductionPlan extreme_value(const char* op, const char* loop, const Tensor& self) {
  const uint64_t mask = reduced_dims(nullopt, self.dim(), op);
  check_nonempty(op, self, mask, false);
  if (isComplexType(self.scalar_type())) fail_dtype(loop, self.scalar_type());
  return reduction(self, mask, false, self.scalar_type());
}

SelectionPlan extreme_with_index(const char* op, const Tensor& self, int64_t dim, bool keepdim) {
  const uint64_t mask = dim_bit(dim, self.dim());
  check_nonempty(op, self, mask, true);
  check_ordered(op, self);
  return selection(self, wrap_dim(dim, self.dim()), 1, reduced_sizes(self.sizes(), mask, keepdim));
}

LinePlan scan_lines(const char* loop, const Out& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  const int64_t d = wrap_dim(dim, self.dim());
  const ScalarType wanted = scan_dtype(self, dtype, out);
  if (wanted == kBool && self.numel() > 0) fail_dtype(str(loop, self.is_cuda() ? "_cuda" : "_cpu").c_str(), wanted);
  if (out.is_out() && self.scalar_type() == wanted) check_no_partial_overlap(out.tensor(), self);
  return lines(self, d, wanted);
}

SelectionPlan running_extremes(const char* op, const Tensor& self, int64_t dim) {
  const int64_t d = wrap_dim(dim, self.dim());
  if (isComplexType(self.scalar_type())) refuse_dtype(op, self);
  return selection(self, d, self.dim() == 0 ? 1 : self.size(d), self.sizes());
}

ReductionPlan arg_extreme(const char* op, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  const uint64_t mask = reduced_dim(dim, self.dim(), op);
  check_nonempty(op, self, mask, dim.has_value());
  if (isComplexType(self.scalar_type()) || self.scalar_type() == kBool) refuse_dtype(op, self);
  ReductionPlan p = reduction(self, mask, keepdim, kLong);
  p.outputs[0].dense = true;
  return p;
}

ReductionPlan truth(const char* op, const Out& out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  const ScalarType dtype = any_dtype(op, self, out);
  return reduction(self, reduced_dim(dim, self.dim(), op), keepdim, dtype);
}

ReductionPlan variance(const char* op, const Tensor& self, OptionalIntArrayRef dim, bool keepdim) {
  const ScalarType dtype = var_dtype(self);
  return reduction(self, reduced_dims(dim, self.dim(), op), keepdim, dtype, OutDtype::kCastable);
}

LinePlan softmax_lines(const char* op, const Tensor& self, int64_t dim, bool half_to_float) {
  const int64_t d = wrap_dim(dim, self.dim());
  LinePlan p = lines(self, d, softmax_dtype(op, self, half_to_float));
  p.outputs[0].dense = true;
  return p;
}

LinePlan softmax_backward_lines(const char* op, const Tensor& grad, const Tensor& output, int64_t dim,
                                ScalarType input_dtype) {
  const int64_t d = wrap_dim(dim, output.dim());
  softmax_backward_dtype(op, grad, output);
  LinePlan p = lines(output, d, input_dtype);
  p.outputs[0].dense = true;
  // A line is read before it is written.
  if (grad.scalar_type() == input_dtype) p.outputs[0].self = &grad;
  return p;
}

}  // namespace

// Parameters that a rule does not need have no name.
namespace rule {

ReductionPlan sum(const Out& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                  optional<ScalarType> dtype) {
  return reduction(self, reduced_dims(dim, self.dim(), "sum"), keepdim, sum_dtype(self, dtype, out));
}
ReductionPlan nansum(const Out& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                     optional<ScalarType> dtype) {
  TORCHPP_CHECK(!isComplexType(self.scalar_type()), "nansum does not support complex inputs");
  const ScalarType wanted = sum_dtype(self, dtype, out);
  if (isFloatingType(self.scalar_type()) && !isFloatingType(wanted))
    fail_dtype(self.is_cuda() ? "nansum_cuda" : "nansum_cpu", wanted);
  return reduction(self, reduced_dims(dim, self.dim(), "nansum"), keepdim, wanted);
}
ReductionPlan mean(const Out& out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                   optional<ScalarType> dtype) {
  const ScalarType wanted = mean_dtype(self, dtype, out);  // its error comes before that of the dimensions
  return reduction(self, reduced_dims(dim, self.dim(), "mean"), keepdim, wanted);
}
ReductionPlan prod(const Out& out, const Tensor& self, optional<ScalarType> dtype) {
  return reduction(self, reduced_dims(nullopt, self.dim(), "prod"), false, sum_dtype(self, dtype, out));
}
ReductionPlan prod_dim(const Out& out, const Tensor& self, int64_t dim, bool keepdim, optional<ScalarType> dtype) {
  return reduction(self, dim_bit(dim, self.dim()), keepdim, sum_dtype(self, dtype, out));
}
ReductionPlan amax(const Out& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_values("amax", "max_values", out, self, dim, keepdim);
}
ReductionPlan amin(const Out& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_values("amin", "min_values", out, self, dim, keepdim);
}
ReductionPlan max(const Out&, const Tensor& self) { return extreme_value("max", "max_all", self); }
ReductionPlan min(const Out&, const Tensor& self) { return extreme_value("min", "min_all", self); }
SelectionPlan max_dim(const Out&, const Tensor& self, int64_t dim, bool keepdim) {
  return extreme_with_index("max", self, dim, keepdim);
}
SelectionPlan min_dim(const Out&, const Tensor& self, int64_t dim, bool keepdim) {
  return extreme_with_index("min", self, dim, keepdim);
}
ReductionPlan argmax(const Out&, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  return arg_extreme("argmax", self, dim, keepdim);
}
ReductionPlan argmin(const Out&, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  return arg_extreme("argmin", self, dim, keepdim);
}
ReductionPlan any(const Out& out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  return truth("any", out, self, dim, keepdim);
}
ReductionPlan all(const Out& out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  return truth("all", out, self, dim, keepdim);
}
ReductionPlan var(const Out&, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t>, bool keepdim) {
  return variance("var", self, dim, keepdim);
}
ReductionPlan std(const Out&, const Tensor& self, OptionalIntArrayRef dim, optional<int64_t>, bool keepdim) {
  return variance("std", self, dim, keepdim);
}
ReductionPlan vector_norm(const Out&, const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim,
                          optional<ScalarType> dtype) {
  const ScalarType compute = norm_dtype(self, dtype);
  const uint64_t mask = reduced_dims(dim, self.dim(), "linalg.vector_norm");
  check_norm_nonempty(self, ord.toDouble(), dim, mask);
  return reduction(self, mask, keepdim, toRealValueType(compute));
}
ReductionPlan logsumexp(const Out& out, const Tensor& self, IntArrayRef dim, bool keepdim) {
  const uint64_t mask = reduced_dims(dim, self.dim(), "logsumexp");
  ReductionPlan p = reduction(self, mask, keepdim, logsumexp_dtype(self, out), OutDtype::kCastable);
  p.outputs[0].dense = true;
  return p;
}
LinePlan cumsum(const Out& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return scan_lines("cumsum_out", out, self, dim, dtype);
}
LinePlan cumprod(const Out& out, const Tensor& self, int64_t dim, optional<ScalarType> dtype) {
  return scan_lines("cumprod_out", out, self, dim, dtype);
}
LinePlan logcumsumexp(const Out& out, const Tensor& self, int64_t dim) {
  const int64_t d = wrap_dim(dim, self.dim());
  if (!isFloatingType(self.scalar_type())) refuse_dtype("logcumsumexp_out", self);
  if (out.is_out() && out.tensor().scalar_type() == self.scalar_type()) check_no_partial_overlap(out.tensor(), self);
  return lines(self, d, self.scalar_type());
}
SelectionPlan cummax(const Out&, const Tensor& self, int64_t dim) { return running_extremes("cummax", self, dim); }
SelectionPlan cummin(const Out&, const Tensor& self, int64_t dim) { return running_extremes("cummin", self, dim); }
LinePlan softmax(const Out&, const Tensor& self, int64_t dim, bool half_to_float) {
  return softmax_lines("softmax_kernel_impl", self, dim, half_to_float);
}
LinePlan log_softmax(const Out&, const Tensor& self, int64_t dim, bool half_to_float) {
  return softmax_lines("log_softmax_kernel_impl", self, dim, half_to_float);
}
LinePlan softmax_backward(const Out&, const Tensor& grad_output, const Tensor& output, int64_t dim,
                          ScalarType input_dtype) {
  return softmax_backward_lines("softmax_backward_data", grad_output, output, dim, input_dtype);
}
LinePlan log_softmax_backward(const Out&, const Tensor& grad_output, const Tensor& output, int64_t dim,
                              ScalarType input_dtype) {
  return softmax_backward_lines("log_softmax_backward_data", grad_output, output, dim, input_dtype);
}
SelectionPlan sort(const Out&, const Tensor& self, optional<bool>, int64_t dim, bool) {
  const int64_t d = wrap_dim(dim, self.dim()), n = self.dim() == 0 ? 1 : self.size(d);
  check_sort_length("sort", n);
  if (isComplexType(self.scalar_type())) refuse_dtype("sort", self);
  SelectionPlan p = selection(self, d, n, self.sizes());
  if (!self.body().is_plain()) p.outputs[0].strides = p.outputs[1].strides = strides_like(self);
  return p;
}
SelectionPlan kthvalue(const Out&, const Tensor& self, int64_t k, int64_t dim, bool keepdim) {
  const int64_t d = wrap_dim(dim, self.dim()), n = self.dim() == 0 ? 1 : self.size(d);
  check_nonempty("kthvalue", self, dim_bit(dim, self.dim()), true);
  TORCHPP_CHECK(k >= 1 && k <= n, "kthvalue(): selected number k out of range for dimension ", d, ": got ", k,
                ", expected 1 to ", n);
  check_sort_length("kthvalue", n);
  if (isComplexType(self.scalar_type()) || self.scalar_type() == kBool) refuse_dtype("kthvalue", self);
  SelectionPlan p = selection(self, d, k, reduced_sizes(self.sizes(), dim_bit(dim, self.dim()), keepdim));
  p.keepdim = keepdim || self.dim() == 0;
  return p;
}
SelectionPlan topk(const Out&, const Tensor& self, int64_t k, int64_t dim, bool, bool) {
  const int64_t d = wrap_dim(dim, self.dim()), n = check_topk(self, k, d);
  check_sort_length("topk", n);
  if (isComplexType(self.scalar_type()) || self.scalar_type() == kBool) refuse_dtype("topk", self);
  DimVector sizes(self.sizes());
  if (!sizes.empty()) sizes[static_cast<size_t>(d)] = k;
  return selection(self, d, self.dim() == 0 ? 1 : k, std::move(sizes));
}

}  // namespace rule

}  // namespace torchpp
