// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/elementwise.h"

#include <torchpp/core/parallel.h>

#include <atomic>

#include "src/core/view.h"

namespace torchpp::cpu {
namespace {

[[noreturn]] TORCHPP_COLD void fail_zero_division(const char* op) {
  TORCHPP_FAIL_KIND(kError, op, ": ZeroDivisionError, integer division by zero");
}

[[noreturn]] TORCHPP_COLD void fail_no_loop(const char* op, ScalarType dtype) {
  fail_dtype((std::string(op) + "_cpu").c_str(), dtype);
}

// Common case: every operand lies flat in the same order and has the dtype of the loop, so nothing has to be planned.
bool flat_alike(const TensorImpl& a, const TensorImpl& b) {
  return a.dtype() == b.dtype() && a.sizes() == b.sizes() && a.is_contiguous() && b.is_contiguous() && !b.is_conj() &&
         !b.is_neg() && b.device().is_cpu();
}

ScalarType result_dtype(ElementwiseRule rule, ScalarType t) {
  return rule == ElementwiseRule::kBool ? kBool : rule == ElementwiseRule::kAbs ? toRealValueType(t) : t;
}

// Whether the rule computes in dtype t itself.
bool computes_in(ElementwiseRule rule, ScalarType t) {
  return rule == ElementwiseRule::kFloat  ? !isIntegralType(t, true)
         : rule == ElementwiseRule::kBits ? isIntegralType(t, true)
                                          : true;
}

int run_flat(LoopFn loop, char* const* data, const int64_t* strides, int operands, int64_t n, const Scalars* scalars) {
  if (n <= kElementwiseGrain) return loop(data, strides, n, scalars);
  std::atomic<int> status{0};
  parallel_for(0, n, kElementwiseGrain, [&](int64_t begin, int64_t end) {
    char* at[Iterator::kMaxOperands];
    for (int k = 0; k < operands; ++k) at[k] = data[k] + begin * strides[k];
    const int s = loop(at, strides, end - begin, scalars);
    if (s != 0) status.store(s, std::memory_order_relaxed);
  });
  return status.load(std::memory_order_relaxed);
}

// A number as the right operand of a tensor that decides the dtype alone: stored as an element of that dtype.
bool number_for(const TensorImpl& tensor, const TensorImpl& number, char* to) {
  if (!number.is_wrapped_number() || number.is_conj() || tensor.dim() == 0) return false;
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

template <int kInputs>
Tensor elementwise(const char* op, Out out, const TensorBase* const (&inputs)[kInputs], ElementwiseRule rule,
                   const LoopTable<LoopFn>& loops, const Scalars* scalars) {
  const TensorImpl& first = *inputs[0]->impl();
  bool flat = first.is_contiguous() && first.device().is_cpu() && !first.is_conj() && !first.is_neg() &&
              !first.is_wrapped_number() && computes_in(rule, first.dtype());
  alignas(16) char number[16];
  const bool has_number = kInputs == 2 && flat && number_for(first, *inputs[kInputs - 1]->impl(), number);
  for (int i = 1; i < kInputs && !has_number; ++i) flat = flat && flat_alike(first, *inputs[i]->impl());
  if (TORCHPP_LIKELY(flat)) {
    const ScalarType type = result_dtype(rule, first.dtype());
    Tensor result;
    if (out.functional()) result = Tensor(make_tensor_like(first, type));
    else if (out.is_in_place() && out.tensor().impl() == &first && type == first.dtype()) result = out.tensor();
    if (TORCHPP_LIKELY(result.defined())) {
      const LoopFn loop = select(loops, first.dtype());
      if (TORCHPP_UNLIKELY(loop == nullptr)) fail_no_loop(op, first.dtype());
      char* data[kInputs + 1] = {static_cast<char*>(result.impl()->data())};
      int64_t strides[kInputs + 1] = {static_cast<int64_t>(elementSize(type))};
      for (int i = 0; i < kInputs; ++i) {
        data[i + 1] = static_cast<char*>(inputs[i]->impl()->data());
        strides[i + 1] = static_cast<int64_t>(elementSize(first.dtype()));
      }
      if (has_number) {
        data[kInputs] = number;
        strides[kInputs] = 0;
      }
      if (TORCHPP_UNLIKELY(run_flat(loop, data, strides, kInputs + 1, first.numel(), scalars) != 0))
        fail_zero_division(op);
      if (out.functional()) return result;
      bump_version(result);
      return Tensor();
    }
  }
  ElementwisePlan plan(broadcast_inputs(inputs, kInputs));
  plan_elementwise(plan, op, out, inputs, kInputs, rule);
  const LoopFn loop = select(loops, plan.compute);
  if (TORCHPP_UNLIKELY(loop == nullptr)) fail_no_loop(op, plan.compute);
  run_loop(plan.iterator, loop, scalars, op);
  return finish_elementwise(plan, out);
}

}  // namespace

void run_loop(const Iterator& iterator, LoopFn loop, const Scalars* scalars, const char* op) {
  std::atomic<int> status{0};
  parallel_for(0, iterator.numel(), kElementwiseGrain, [&](int64_t begin, int64_t end) {
    iterator.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) {
      const int s = loop(data, strides, n, scalars);
      if (TORCHPP_UNLIKELY(s != 0)) status.store(s, std::memory_order_relaxed);
    });
  });
  if (TORCHPP_UNLIKELY(status.load(std::memory_order_relaxed) != 0)) fail_zero_division(op);
}

Tensor unary(const char* op, Out out, const TensorBase& a, ElementwiseRule rule, const LoopTable<LoopFn>& loops,
             const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a};
  return elementwise(op, out, inputs, rule, loops, scalars);
}

Tensor binary(const char* op, Out out, const TensorBase& a, const TensorBase& b, ElementwiseRule rule,
              const LoopTable<LoopFn>& loops, const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a, &b};
  return elementwise(op, out, inputs, rule, loops, scalars);
}

Tensor ternary(const char* op, Out out, const TensorBase& a, const TensorBase& b, const TensorBase& c,
               ElementwiseRule rule, const LoopTable<LoopFn>& loops, const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a, &b, &c};
  return elementwise(op, out, inputs, rule, loops, scalars);
}

Scalars make_scalars(const Scalar& a, const Scalar& b, const Scalar& c) {
  Scalars s{};
  const Scalar* values[] = {&a, &b, &c};
  for (int k = 0; k < 3; ++k) {
    if (values[k]->isComplex()) continue;  // complex loops read re and im as two numbers; their callers fill them
    s.f[k] = values[k]->toDouble();
    s.i[k] = values[k]->isFloatingPoint() ? static_cast<int64_t>(s.f[k]) : values[k]->toLong();
  }
  return s;
}

}  // namespace torchpp::cpu
