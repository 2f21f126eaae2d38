// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/elementwise.h"

#include "src/core/view.h"
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

namespace {

ScalarType promoted(const TensorBase* const* inputs, int count) {
  bool same = true;
  for (int i = 1; i < count; ++i) same = same && inputs[i]->scalar_type() == inputs[0]->scalar_type();
  bool number = false;
  for (int i = 0; i < count; ++i) number = number || inputs[i]->impl()->is_wrapped_number();
  if (same && !number) return inputs[0]->scalar_type();
  ResultType r;
  for (int i = 0; i < count; ++i) r.add(*inputs[i]);
  return r.get();
}

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

// Strides of a new result: the order of dimensions of the first input that has the full shape and a dense order of its
// own.
DimVector result_strides(IntArrayRef shape, const TensorBase* const* inputs, int count) {
  for (int i = 0; i < count; ++i) {
    if (inputs[i]->sizes() != shape || inputs[i]->is_contiguous()) continue;
    if (inputs[i]->is_non_overlapping_and_dense()) return DimVector(inputs[i]->strides());
    // Gaps or broadcast dimensions: the same order of dimensions, dense.
    IntArrayRef from = inputs[i]->strides();
    DimVector order(shape.size());
    for (size_t d = 0; d < shape.size(); ++d) order[d] = static_cast<int64_t>(shape.size() - 1 - d);
    for (size_t a = 1; a < shape.size(); ++a)
      for (size_t b = a; b > 0; --b) {
        const int64_t x = from[static_cast<size_t>(order[b])], y = from[static_cast<size_t>(order[b - 1])];
        if (x == 0 || y == 0 || x >= y) break;
        std::swap(order[b], order[b - 1]);
      }
    DimVector strides(shape.size());
    int64_t step = 1;
    for (int64_t d : order) {
      strides[static_cast<size_t>(d)] = step;
      step *= shape[static_cast<size_t>(d)] > 1 ? shape[static_cast<size_t>(d)] : 1;
    }
    return strides;
  }
  return contiguous_strides(shape);
}

}  // namespace

bool number_for(const TensorImpl& tensor, const TensorImpl& number, char* to) {
  if (!number.is_wrapped_number() || !number.device().is_cpu() || number.is_conj() || tensor.dim() == 0) return false;
  const ScalarType t = tensor.dtype(), n = number.dtype();
  const bool fits =
      isComplexType(t) || (isFloatingType(t) && !isComplexType(n)) || (isIntegralType(t) && isIntegralType(n, true));
  if (!fits) return false;
  if (t == kFloat && n == kDouble) {
    const float value = static_cast<float>(*static_cast<const double*>(number.data()));
    __builtin_memcpy(to, &value, sizeof value);
  } else {
    store_number(load_number(n, number.data()), t, to);
  }
  return true;
}

void plan_elementwise(ElementwisePlan& plan, const char* op, Out out, const TensorBase* const* inputs, int count,
                      ElementwiseRule rule, int plain) {
  const Device device = common_device(op, inputs, count);
  ScalarType compute = promoted(inputs + plain, count - plain);
  if (rule == ElementwiseRule::kFloat && isIntegralType(compute, true)) compute = get_default_dtype();
  if (rule == ElementwiseRule::kBits && !isIntegralType(compute, true)) fail_dtype(op, compute);
  const ScalarType type = elementwise_result_dtype(rule, compute);
  const DimVector shape(plan.iterator.shape());
  plan.compute = compute;

  if (out.functional()) {
    plan.result = Tensor(make_tensor_strided(shape, result_strides(shape, inputs, count), type, device));
  } else {
    const Tensor& to = out.tensor();
    check_can_cast(type, to.scalar_type());
    TORCHPP_CHECK(to.device() == device || to.dim() != 0 || device.is_cpu(), op, ": out is on ", to.device(),
                  ", expected ", device);
    if (out.is_in_place())
      TORCHPP_CHECK(to.sizes() == IntArrayRef(shape), "output with shape ", to.sizes(),
                    " doesn't match the broadcast shape ", shape);
    else resize_output(to, shape);
    check_no_internal_overlap(to);
    for (int i = 0; i < count; ++i) check_no_partial_overlap(to, *inputs[i]);
    if (to.scalar_type() == type && !to.is_conj() && !to.is_neg()) {
      plan.result = to;
    } else {
      plan.result = Tensor(make_tensor_strided(shape, result_strides(shape, inputs, count), type, device));
      plan.destination = to;
    }
  }

  if (TORCHPP_UNLIKELY(device.is_meta())) return;  // no memory to walk: the iterator stays empty
  plan.iterator.add(plan.result);
  for (int i = 0; i < count; ++i) {
    const TensorBase& in = *inputs[i];
    const bool as_is =
        (i < plain || in.scalar_type() == compute) && !in.is_conj() && !in.is_neg() && in.device() == device;
    if (as_is) {
      plan.iterator.add(in);
    } else if (in.dim() == 0 && in.is_cpu() && !in.is_conj() && !in.is_neg()) {
      store_number(load_number(in.scalar_type(), in.impl()->data()), compute, plan.numbers[i]);
      plan.iterator.add_value(plan.numbers[i]);
    } else {
      plan.converted[i] = op::to_copy(static_cast<const Tensor&>(in),
                                      TensorOptions(i < plain ? in.scalar_type() : compute).device(device), false,
                                      MemoryFormat::Preserve);
      plan.iterator.add(plan.converted[i]);
    }
  }
  plan.iterator.build();
}

Tensor finish_elementwise(ElementwisePlan& plan, Out out) {
  if (out.functional()) return std::move(plan.result);
  if (plan.destination.defined()) op::copy(Out::in_place(plan.destination), plan.destination, plan.result, false);
  else bump_version(out.tensor());
  return Tensor();
}

}  // namespace torchpp
