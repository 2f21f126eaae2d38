// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/elementwise.h"

#include <algorithm>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/generated/creation.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"

namespace torchpp {

void fail_dtype(const char* op, ScalarType dtype) {
  TORCHPP_FAIL_KIND(kNotImplemented, "\"", op, "\" not implemented for '", toString(dtype), "'");
}

void store_number(const Scalar& value, ScalarType dtype, void* to) {
  switch (dtype) {
#define TORCHPP_STORE(type, name)       \
  case ScalarType::name: {              \
    const type v = value.to<type>();    \
    __builtin_memcpy(to, &v, sizeof v); \
    return;                             \
  }
    TORCHPP_STORE(uint8_t, Byte)
    TORCHPP_STORE(int8_t, Char)
    TORCHPP_STORE(int16_t, Short)
    TORCHPP_STORE(int, Int)
    TORCHPP_STORE(int64_t, Long)
    TORCHPP_STORE(Half, Half)
    TORCHPP_STORE(float, Float)
    TORCHPP_STORE(double, Double)
    TORCHPP_STORE(ComplexFloat, ComplexFloat)
    TORCHPP_STORE(ComplexDouble, ComplexDouble)
    TORCHPP_STORE(bool, Bool)
    TORCHPP_STORE(BFloat16, BFloat16)
#undef TORCHPP_STORE
    case ScalarType::ComplexHalf: {
      const ComplexDouble z = value.toComplexDouble();
      const Half parts[2] = {Half(static_cast<float>(z.real())), Half(static_cast<float>(z.imag()))};
      __builtin_memcpy(to, parts, sizeof parts);
      return;
    }
    default: fail_dtype("store", dtype);
  }
}

namespace {

// Rules of conversion are those of backends/math/convert.h.
int64_t truncated(double x, bool wide) {
  if (wide) return x >= -0x1p63 && x < 0x1p63 ? static_cast<int64_t>(x) : INT64_MIN;
  return x >= -0x1p31 && x < 0x1p31 ? static_cast<int64_t>(x) : INT32_MIN;
}

}  // namespace

void cast_number(const Scalar& value, ScalarType dtype, void* to) {
  if (isComplexType(dtype) && dtype != kComplexFloat) return store_number(value, dtype, to);
  if (dtype == kBool) return store_number(value, dtype, to);
  const bool integral = value.isIntegral(true);
  const ComplexDouble z = integral ? ComplexDouble() : value.toComplexDouble();
  const int64_t i = integral                      ? value.toLong()
                    : isIntegralType(dtype, true) ? truncated(z.real(), dtype == kLong || dtype == kByte)
                                                  : 0;
  const double d = integral ? static_cast<double>(i) : z.real();
  const float f = integral ? static_cast<float>(i) : static_cast<float>(d);
  const auto write = [&](auto element) { __builtin_memcpy(to, &element, sizeof element); };
  switch (dtype) {
    case ScalarType::Byte: return write(static_cast<uint8_t>(i));
    case ScalarType::Char: return write(static_cast<int8_t>(i));
    case ScalarType::Short: return write(static_cast<int16_t>(i));
    case ScalarType::Int: return write(static_cast<int32_t>(i));
    case ScalarType::Long: return write(i);
    case ScalarType::Half: return write(Half(f));
    case ScalarType::BFloat16: return write(BFloat16(f));
    case ScalarType::Float: return write(f);
    case ScalarType::Double: return write(d);
    case ScalarType::ComplexFloat: return write(ComplexFloat(f, static_cast<float>(z.imag())));
    default: fail_dtype("store", dtype);
  }
}

Scalar load_number(ScalarType dtype, const void* from) {
  switch (dtype) {
#define TORCHPP_LOAD(type, name)          \
  case ScalarType::name: {                \
    type v;                               \
    __builtin_memcpy(&v, from, sizeof v); \
    return Scalar(v);                     \
  }
    TORCHPP_LOAD(uint8_t, Byte)
    TORCHPP_LOAD(int8_t, Char)
    TORCHPP_LOAD(int16_t, Short)
    TORCHPP_LOAD(int, Int)
    TORCHPP_LOAD(int64_t, Long)
    TORCHPP_LOAD(Half, Half)
    TORCHPP_LOAD(float, Float)
    TORCHPP_LOAD(double, Double)
    TORCHPP_LOAD(ComplexFloat, ComplexFloat)
    TORCHPP_LOAD(ComplexDouble, ComplexDouble)
    TORCHPP_LOAD(bool, Bool)
    TORCHPP_LOAD(BFloat16, BFloat16)
#undef TORCHPP_LOAD
    case ScalarType::ComplexHalf: {
      Half parts[2];
      __builtin_memcpy(parts, from, sizeof parts);
      return Scalar(ComplexDouble(static_cast<float>(parts[0]), static_cast<float>(parts[1])));
    }
    default: fail_dtype("load", dtype);
  }
}

DimVector broadcast_inputs(const TensorBase* const* inputs, int count) {
  DimVector shape(inputs[0]->body().sizes());
  for (int i = 1; i < count; ++i)
    if (inputs[i]->body().sizes() != IntArrayRef(shape)) shape = broadcast_sizes(shape, inputs[i]->sizes());
  return shape;
}

ScalarType promoted_dtype(const TensorBase* const* inputs, int count) {
  const ScalarType first = inputs[0]->scalar_type();
  int same = 0;
  while (same < count && inputs[same]->scalar_type() == first && !inputs[same]->body().is_wrapped_number()) ++same;
  if (same == count) return first;
  ResultType r;
  for (int i = 0; i < count; ++i) r.add(*inputs[i]);
  return r.get();
}

namespace {

Device common_device(const char* op, const TensorBase* const* inputs, int count) {
  Device device = inputs[0]->device();
  for (int i = 0; i < count; ++i) {
    const Device d = inputs[i]->device();
    if (d == device) continue;
    // A number may stay on the CPU.
    if (inputs[i]->dim() == 0 && d.is_cpu()) continue;
    if (device.is_cpu()) {
      bool numbers = true;
      for (int j = 0; j < i; ++j) numbers = numbers && inputs[j]->dim() == 0;
      if (numbers) {
        device = d;
        continue;
      }
    }
    TORCHPP_FAIL_KIND(kError, op, ": Expected all tensors to be on the same device, but found at least two devices, ",
                      device, " and ", d);
  }
  return device;
}

// Whether every pair of dimensions is told apart by the first input, which has them in row-major order.
bool is_row_major(IntArrayRef shape, const TensorBase& first) {
  if (first.sizes() != shape) return false;
  const IntArrayRef strides = first.strides();
  for (size_t d = 1; d < strides.size(); ++d)
    if (strides[d] == 0 || strides[d - 1] <= strides[d]) return false;
  return true;
}

// Strides of tensors of one shape that lie alike; false where they do not.
bool common_strides(IntArrayRef shape, const TensorBase* const* inputs, int count, DimVector& strides) {
  bool contiguous = true, channels_last = shape.size() == 4, alike = true;
  for (int i = 0; i < count; ++i) {
    const TensorBase& in = *inputs[i];
    if (in.sizes() != shape) return false;
    contiguous = contiguous && in.is_contiguous();
    channels_last = channels_last && in.is_contiguous(MemoryFormat::ChannelsLast);
    alike = alike && in.is_non_overlapping_and_dense() && in.strides() == inputs[0]->strides();
  }
  if (contiguous) strides = contiguous_strides(shape);
  else if (channels_last) strides = dense_strides(shape, MemoryFormat::ChannelsLast);
  else if (alike) strides = inputs[0]->strides();
  return contiguous || channels_last || alike;
}

}  // namespace

DimVector elementwise_strides(IntArrayRef shape, const TensorBase* const* inputs, int count) {
  if (is_row_major(shape, *inputs[0])) return contiguous_strides(shape);
  DimVector strides;
  if (common_strides(shape, inputs, count, strides)) return strides;

  const auto stride_of = [&](const TensorBase& t, size_t d) {
    const size_t missing = shape.size() - t.sizes().size();
    if (d < missing || (t.sizes()[d - missing] == 1 && shape[d] != 1)) return int64_t{0};
    return t.strides()[d - missing];
  };
  DimVector order;
  const bool moved = order_dimensions(order, shape.size(), [&](size_t a, size_t b) {
    for (int k = 0; k < count; ++k) {
      const int64_t x = stride_of(*inputs[k], a), y = stride_of(*inputs[k], b);
      if (x == 0 || y == 0) continue;
      if (x != y) return x < y ? -1 : 1;
      if (shape[a] > shape[b]) return 1;
    }
    return 0;
  });
  if (!moved) return contiguous_strides(shape);
  strides.resize(shape.size());
  int64_t step = 1;
  for (const int64_t d : order) {
    strides[static_cast<size_t>(d)] = step;
    step *= shape[static_cast<size_t>(d)];
  }
  return strides;
}

bool number_for(const TensorImpl& tensor, const TensorImpl& number, char* to) {
  if (!number.is_wrapped_number() || !number.device().is_cpu() || number.is_conj() || tensor.dim() == 0 ||
      tensor.numel() == 0)
    return false;
  const ScalarType t = tensor.dtype(), n = number.dtype();
  const bool fits =
      isComplexType(t) || (isFloatingType(t) && !isComplexType(n)) || (isIntegralType(t) && isIntegralType(n, true));
  if (!fits) return false;
  if (t == kFloat && n == kDouble) {
    const float value = static_cast<float>(*static_cast<const double*>(number.data()));
    __builtin_memcpy(to, &value, sizeof value);
  } else {
    cast_number(load_number(n, number.data()), t, to);
  }
  return true;
}

void promote_elementwise(ElementwisePlan& plan, const char* op, const TensorBase* const* inputs, int count,
                         ElementwiseRule rule, int plain) {
  plan.device = common_device(op, inputs, count);
  ScalarType compute = promoted_dtype(inputs + plain, count - plain);
  if (rule == ElementwiseRule::kFloat && isIntegralType(compute, true)) compute = get_default_dtype();
  if (rule == ElementwiseRule::kBits && !isIntegralType(compute, true)) fail_dtype(op, compute);
  plan.compute = compute;
}

void plan_elementwise(ElementwisePlan& plan, const char* op, Out out, const TensorBase* const* inputs, int count,
                      ElementwiseRule rule, int plain, int layout) {
  const Device device = plan.device;
  const ScalarType compute = plan.compute, type = elementwise_result_dtype(rule, compute);
  const DimVector shape(plan.iterator.shape());
  if (!out.functional()) {
    const Tensor& to = out.tensor();
    check_can_cast(type, to.scalar_type());
    TORCHPP_CHECK(to.device() == device || to.dim() != 0 || device.is_cpu(), op, ": out is on ", to.device(),
                  ", expected ", device);
    bool resizable = out.is_out();  // an input that is the destination itself counts as one in place
    for (int i = 0; i < count; ++i) resizable = resizable && inputs[i]->impl() != to.impl();
    TORCHPP_CHECK(resizable || to.sizes() == IntArrayRef(shape), "output with shape ", to.sizes(),
                  " doesn't match the broadcast shape ", shape);
    check_no_internal_overlap(to);
    for (int i = 0; i < count; ++i) check_no_partial_overlap(to, *inputs[i]);
  }

  // Inputs as the loops read them. One that is converted counts as it lies then, also for the strides of the result.
  const TensorBase* read[Iterator::kMaxOperands];
  bool as_number[Iterator::kMaxOperands] = {};
  for (int i = 0; i < count; ++i) {
    const TensorBase& in = *inputs[i];
    read[i] = &in;
    const bool plain_bits = !in.is_conj() && !in.is_neg();
    if ((i < plain || in.scalar_type() == compute) && plain_bits && in.device() == device) continue;
    if (in.dim() == 0 && in.is_cpu() && plain_bits) {
      const ScalarType read_as = i < plain ? in.scalar_type() : compute;
      cast_number(load_number(in.scalar_type(), in.impl()->data()), read_as, plan.numbers[i]);
      as_number[i] = true;
    } else {
      plan.converted[i] = op::to_copy(static_cast<const Tensor&>(in),
                                      TensorOptions(i < plain ? in.scalar_type() : compute).device(device), false,
                                      MemoryFormat::Preserve);
      read[i] = &plan.converted[i];
    }
  }

  const auto strides = [&] {
    if (layout != kLayoutLastFirst) return elementwise_strides(shape, read, layout == kLayoutOfAll ? count : layout);
    const TensorBase* reversed[Iterator::kMaxOperands];
    std::reverse_copy(read, read + count, reversed);
    return elementwise_strides(shape, reversed, count);
  };
  if (out.functional()) {
    plan.result = Tensor(make_tensor_strided(shape, strides(), type, device));
  } else {
    const Tensor& to = out.tensor();
    const bool fits = to.sizes() == IntArrayRef(shape);
    bool direct = to.scalar_type() == type && !to.is_conj() && !to.is_neg();
    for (int i = 0; i < count; ++i)
      direct = direct && !(fits ? would_overwrite(to, *read[i]) : is_overwritten(out, *read[i]));
    if (direct && !fits) resize_output_strided(to, shape, strides());
    if (direct) {
      plan.result = to;
    } else {
      plan.result = Tensor(make_tensor_strided(shape, strides(), type, device));
      plan.destination = to;
    }
  }

  if (TORCHPP_UNLIKELY(device.is_meta())) return;  // no memory to walk: the iterator stays empty
  plan.iterator.add(plan.result);
  for (int i = 0; i < count; ++i) {
    if (as_number[i]) plan.iterator.add_value(plan.numbers[i]);
    else plan.iterator.add(*read[i]);
  }
  plan.iterator.build();
}

Tensor finish_elementwise(ElementwisePlan& plan, Out out) {
  if (out.functional()) return std::move(plan.result);
  if (plan.destination.defined()) {
    // Only now, because an input may be in the destination's memory.
    resize_output_strided(plan.destination, plan.result.sizes(), plan.result.strides());
    op::copy(Out::in_place(plan.destination), plan.destination, plan.result, false);
  } else {
    bump_version(out.tensor());
  }
  return Tensor();
}

}  // namespace torchpp
