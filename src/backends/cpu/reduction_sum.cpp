// SPDX-License-Identifier: BSD-3-Clause

// Sums, means, products, extremes, truth, norms: one result per group of elements.

#include <cmath>

#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/reduction.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/view.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

// Bytes that are 0 or 1 are added and compared as numbers.
ScalarType as_number(ScalarType t) { return t == kBool ? kByte : t; }
// The accumulator type of min and max.
ScalarType compute_dtype(ScalarType t) { return isReducedFloatingType(t) ? kFloat : t; }
ScalarType sum_accumulator(ScalarType t) { return isIntegralType(t, true) ? kLong : compute_dtype(t); }

template <class Fn>
Fn require(const LoopTable<Fn>& table, ScalarType dtype, const char* op, ScalarType named) {
  const Fn fn = select(table, dtype);
  if (TORCHPP_UNLIKELY(fn == nullptr)) fail_dtype(op, named);
  return fn;
}

Reducer make_reducer(const char* op, const LoopTable<ReduceFn>& rows, const LoopTable<ReduceColumnsFn>& columns,
                     const LoopTable<ReduceRowsFn>& short_rows, const LoopTable<ReduceFn>& join_rows,
                     const LoopTable<ReduceColumnsFn>& join, ScalarType in, ScalarType accumulator, ScalarType result) {
  const ScalarType number = as_number(in);
  Reducer r{};
  r.row = require(rows, number, op, in);
  r.columns = select(columns, number);
  r.rows = select(short_rows, number);
  if (number == kFloat) r.most_in_row = kMostInRow;
  r.join_row = select(join_rows, accumulator);
  r.join = select(join, accumulator);
  r.accumulator = accumulator;
  r.result = result;
  return r;
}

// `strides` of the result, in bytes, for each dimension of the input.
void run(const Tensor& in, uint64_t mask, const Tensor& result, const DimVector& strides, const Reducer& r) {
  run_reduction(ReduceGeometry(in.impl()->data(), in.sizes(), in.strides(), static_cast<int64_t>(in.itemsize()), mask,
                               result.impl()->data(), strides),
                r);
}
void run(const Tensor& in, uint64_t mask, const Tensor& result, const Reducer& r) {
  run(in, mask, result, result_strides(result, in.dim(), mask), r);
}

// -- sums of complex numbers

// One row of pairs of reals to their sum: columns of kLanes numbers, whose results are added in halves. Strided rows
// are gathered.
template <class T>
void add_pairs(void* out, const char* in, int64_t stride, int64_t n) {
  constexpr ScalarType kPart = sizeof(T) == sizeof(float) ? kFloat : kDouble;
  constexpr int64_t kLanes = 16, kSize = 2 * static_cast<int64_t>(sizeof(T)), kGathered = 2048;
  alignas(64) T sums[2 * kLanes], lanes[2 * kLanes] = {}, gathered[2 * kGathered];
  const int64_t most = stride == kSize ? n : kGathered;
  for (int64_t first = 0; first < n; first += most) {
    const int64_t count = n - first < most ? n - first : most, rest = count % kLanes;
    const char* from = in + first * stride;
    if (stride != kSize) {
      char* const data[] = {reinterpret_cast<char*>(gathered), const_cast<char*>(from)};
      const int64_t strides[] = {kSize, stride};
      copy_loop(kSize)(data, strides, count, nullptr);
      from = data[0];
    }
    select(sum_columns_loops, kPart)(sums, from, kLanes * kSize, count / kLanes, 2 * kLanes);
    const T* last = reinterpret_cast<const T*>(from + (count - rest) * kSize);
    for (int64_t i = 0; i < 2 * rest; ++i) sums[i] += last[i];
    for (int64_t i = 0; i < 2 * kLanes; ++i) lanes[i] += sums[i];
  }
  for (int64_t width = kLanes; width > 1; width /= 2)
    for (int64_t i = 0; i < width; ++i) lanes[i] += lanes[i + width];
  for (int64_t i = 0; i < 2; ++i) static_cast<T*>(out)[i] = lanes[i];
}
template <class T>
void add_pair_columns(void* out, const char* in, int64_t row_stride, int64_t rows, int64_t columns) {
  constexpr ScalarType kPart = sizeof(T) == sizeof(float) ? kFloat : kDouble;
  select(sum_columns_loops, kPart)(out, in, row_stride, rows, 2 * columns);
}
// Divides dense complex numbers by a real number.
int divide_pairs(char* const* data, const int64_t* strides, int64_t n, const Scalars*) {
  const int64_t part = strides[0] / 2, steps[] = {part, part, 0};
  return select(div_loops, part == sizeof(float) ? kFloat : kDouble)(data, steps, 2 * n, nullptr);
}
template <class T>
Reducer pair_adder(ScalarType dtype) {
  Reducer r{&add_pairs<T>, &add_pair_columns<T>, &add_pairs<T>, &add_pair_columns<T>, dtype, dtype};
  r.rows = select(sum_rows_loops, dtype);
  r.most_in_row = kMostInRow;
  return r;
}

bool all_dims(uint64_t mask, int64_t rank) { return mask == (rank >= 64 ? ~uint64_t{0} : (uint64_t{1} << rank) - 1); }

// Whether one call of a loop is the whole reduction: of a short, contiguous tensor to one number.
bool is_short_and_flat(const Tensor& self, uint64_t mask, ScalarType result) {
  const TensorImpl& x = *self.impl();
  return x.is_contiguous() && x.numel() <= kReduceGrain && all_dims(mask, x.dim()) && x.dtype() == result &&
         !x.is_neg() && (result == kFloat || result == kDouble) && x.device().is_cpu();
}

// Whether the loops of a sum or product read `own` and give `wanted` without a conversion of the input.
bool accumulates(ScalarType own, ScalarType wanted) {
  return own == wanted || (isIntegralType(own, true) && isIntegralType(wanted)) ||
         (isReducedFloatingType(own) && wanted == kFloat);
}

// Whether nothing has to be planned: the sum or mean of a short, flat tensor without a destination.
bool is_direct(const Out& out, const Tensor& self, uint64_t mask, ScalarType dtype) {
  return out.functional() && is_short_and_flat(self, mask, dtype);
}

Tensor add_up_directly(const Tensor& self, uint64_t mask, bool keepdim, ScalarType dtype, bool mean) {
  const int64_t n = self.numel();
  Tensor result(make_tensor(reduced_sizes(self.sizes(), mask, keepdim), dtype, kCPU));
  void* to = result.impl()->data();
  select(sum_loops, dtype)(to, static_cast<const char*>(self.impl()->data()), static_cast<int64_t>(elementSize(dtype)),
                           n);
  if (mean) {
    if (dtype == kFloat) *static_cast<float*>(to) /= static_cast<float>(n);
    else *static_cast<double*>(to) /= static_cast<double>(n);
  }
  return result;
}

// A sum, divided by the number of added elements if it is a mean.
void add_up(const char* op, const ReductionPlan& plan, const Tensor& self, bool mean) {
  const ScalarType dtype = plan.outputs[0].dtype;
  const uint64_t mask = plan.mask;
  const Tensor in = accumulates(self.scalar_type(), dtype) ? resolved(self) : converted(self, dtype);
  const ScalarType part = toRealValueType(in.scalar_type()), accumulator = sum_accumulator(part);
  Reducer r = dtype == kComplexFloat    ? pair_adder<float>(dtype)
              : dtype == kComplexDouble ? pair_adder<double>(dtype)
                                        : make_reducer(op, sum_loops, sum_columns_loops, sum_rows_loops, sum_loops,
                                                       sum_columns_loops, part, accumulator, toRealValueType(dtype));
  alignas(16) char count[16];
  if (mean) {
    int64_t n = 1;
    for (int64_t d = 0; d < in.dim(); ++d)
      if (mask >> d & 1) n *= in.size(d);
    store_number(Scalar(static_cast<double>(n)), accumulator, count);
    r.finish = isComplexType(r.accumulator) ? &divide_pairs : select(div_loops, accumulator);
    r.operand = count;
  }
  if (dtype == kComplexHalf) run(op::view_as_real(in), mask, op::view_as_real(plan.result()), r);
  else run(in, mask, plan.result(), r);
}

void multiply_up(const ReductionPlan& plan, const Tensor& self) {
  const ScalarType dtype = plan.outputs[0].dtype;
  const Tensor in = accumulates(self.scalar_type(), dtype) ? resolved(self) : converted(self, dtype);
  run(in, plan.mask, plan.result(),
      make_reducer("prod_cpu", prod_loops, prod_columns_loops, prod_rows_loops, prod_loops, prod_columns_loops,
                   in.scalar_type(), sum_accumulator(in.scalar_type()), dtype));
}

// The greatest or least elements. `number` is what the loops read the elements as.
template <bool kMax>
Reducer extreme(const char* op, ScalarType dtype) {
  const ScalarType accumulator = compute_dtype(as_number(dtype));
  if constexpr (kMax)
    return make_reducer(op, max_loops, max_columns_loops, max_rows_loops, max_loops, max_columns_loops, dtype,
                        accumulator, dtype);
  else
    return make_reducer(op, min_loops, min_columns_loops, min_rows_loops, min_loops, min_columns_loops, dtype,
                        accumulator, dtype);
}

template <bool kMax>
void extreme_values(const ReductionPlan& plan, const Tensor& self) {
  run(resolved(self), plan.mask, plan.result(),
      extreme<kMax>(kMax ? "max_values_cpu" : "min_values_cpu", self.scalar_type()));
}

// any is the greatest of truth values, all the least.
template <bool kAny>
void truth(const ReductionPlan& plan, const Tensor& self) {
  Reducer r = extreme<kAny>(kAny ? "any" : "all", kBool);
  r.result = plan.outputs[0].dtype;
  const uint8_t neutral = kAny ? 0 : 1;
  r.neutral = &neutral;
  run(converted(self, kBool), plan.mask, plan.result(), r);
}

}  // namespace

Tensor sum_direct(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  const uint64_t mask = reduced_dims(dim, self.dim(), "sum");
  const ScalarType wanted = sum_dtype(self, dtype, out);
  if (TORCHPP_LIKELY(is_direct(out, self, mask, wanted))) return add_up_directly(self, mask, keepdim, wanted, false);
  return Structured<&rule::sum, &sum>::call(out, self, dim, keepdim, dtype);
}
Tensor mean_direct(Out out, const Tensor& self, OptionalIntArrayRef dim, bool keepdim, optional<ScalarType> dtype) {
  const ScalarType wanted = mean_dtype(self, dtype, out);  // its error comes before that of the dimensions
  const uint64_t mask = reduced_dims(dim, self.dim(), "mean");
  if (TORCHPP_LIKELY(is_direct(out, self, mask, wanted))) return add_up_directly(self, mask, keepdim, wanted, true);
  return Structured<&rule::mean, &mean>::call(out, self, dim, keepdim, dtype);
}
void sum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, bool, optional<ScalarType>) {
  add_up("sum_cpu", plan, self, false);
}
void nansum(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, bool, optional<ScalarType>) {
  if (!self.is_floating_point()) return add_up("nansum_cpu", plan, self, false);
  const ScalarType dtype = plan.outputs[0].dtype;
  const Tensor in = accumulates(self.scalar_type(), dtype) ? resolved(self) : converted(self, dtype);
  Reducer r = make_reducer("nansum_cpu", sum_numbers_loops, sum_numbers_columns_loops, sum_numbers_rows_loops,
                           sum_loops, sum_columns_loops, in.scalar_type(), sum_accumulator(in.scalar_type()), dtype);
  r.most_in_row = kShortRow;  // comparing takes as long as memory only in the widest vectors
  run(in, plan.mask, plan.result(), r);
}
void mean(const ReductionPlan& plan, const Tensor& self, OptionalIntArrayRef, bool, optional<ScalarType>) {
  add_up("mean_cpu", plan, self, true);
}
void prod(const ReductionPlan& plan, const Tensor& self, optional<ScalarType>) { multiply_up(plan, self); }
void prod_dim(const ReductionPlan& plan, const Tensor& self, int64_t, bool, optional<ScalarType>) {
  multiply_up(plan, self);
}

void amax(const ReductionPlan& plan, const Tensor& self, IntArrayRef, bool) { extreme_values<true>(plan, self); }
void amin(const ReductionPlan& plan, const Tensor& self, IntArrayRef, bool) { extreme_values<false>(plan, self); }
void max(const ReductionPlan& plan, const Tensor& self) { extreme_values<true>(plan, self); }
void min(const ReductionPlan& plan, const Tensor& self) { extreme_values<false>(plan, self); }

void any(const ReductionPlan& plan, const Tensor& self, optional<int64_t>, bool) { truth<true>(plan, self); }
void all(const ReductionPlan& plan, const Tensor& self, optional<int64_t>, bool) { truth<false>(plan, self); }

void vector_norm(const ReductionPlan& plan, const Tensor& self, const Scalar& ord, OptionalIntArrayRef, bool,
                 optional<ScalarType> dtype) {
  const ScalarType compute = dtype.value_or(self.scalar_type()), result_dtype = plan.outputs[0].dtype;
  const uint64_t mask = plan.mask;
  const double order = norm_exponent(ord.toDouble(), result_dtype);
  Tensor in = converted(self, compute);
  const ScalarType accumulator = compute_dtype(result_dtype);

  if (order == 2) {
    Reducer r = make_reducer("norm_cpu", sum_squares_loops, sum_squares_columns_loops, sum_squares_rows_loops,
                             sum_loops, sum_columns_loops, result_dtype, accumulator, result_dtype);
    r.finish = select(sqrt_loops, accumulator);
    if (!isComplexType(compute)) return run(in, mask, plan.result(), r);
    DimVector strides = result_strides(plan.result(), in.dim(), mask);
    strides.push_back(0);  // both parts of a number are reduced, too
    run(op::view_as_real(in), mask | uint64_t{1} << in.dim(), plan.result(), strides, r);
    return;
  }
  if (order == 0) {  // how many are not zero
    run(converted(in, kBool), mask, plan.result(),
        make_reducer("norm_cpu", sum_loops, sum_columns_loops, sum_rows_loops, sum_loops, sum_columns_loops, kBool,
                     kLong, result_dtype));
    return;
  }

  in = cpu::abs(Out(), in);
  Reducer r{};
  alignas(16) char inverse[16];
  if (order == static_cast<double>(INFINITY)) {
    r = extreme<true>("norm_cpu", result_dtype);
  } else if (order == -static_cast<double>(INFINITY)) {
    r = extreme<false>("norm_cpu", result_dtype);
  } else {
    if (order != 1) in = cpu::pow(Out(), converted(in, accumulator), wrapped_number(Scalar(order)));
    r = make_reducer("norm_cpu", sum_loops, sum_columns_loops, sum_rows_loops, sum_loops, sum_columns_loops,
                     in.scalar_type(), accumulator, result_dtype);
    if (order != 1) {
      store_number(Scalar(norm_exponent(1 / order, result_dtype)), accumulator, inverse);
      r.finish = select(pow_loops, accumulator);
      r.operand = inverse;
    }
  }
  run(in, mask, plan.result(), r);
}

}  // namespace torchpp::cpu
