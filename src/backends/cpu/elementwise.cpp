// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/elementwise.h"

#include "src/ops/plain_call.h"

namespace torchpp::cpu {

void fail_zero_division(const char* op) {
  TORCHPP_FAIL_KIND(kError, op, ": ZeroDivisionError, integer division by zero");
}

namespace {

[[noreturn]] TORCHPP_COLD void fail_no_loop(const char* op, ScalarType dtype) {
  fail_dtype((std::string(op) + "_cpu").c_str(), dtype);
}

template <class T>
bool has_zero(const char* at, int64_t stride, int64_t n) {
  for (int64_t i = 0; i < n; ++i, at += stride)
    if (*reinterpret_cast<const T*>(at) == 0) return true;
  return false;
}

// The loops report a zero divisor before they write a block, but after other blocks. So that a destination is not
// changed by the error, the divisors of a call of several blocks are looked through first. A single one fails in all.
TORCHPP_NOINLINE void check_divisors(const char* op, const TensorBase& dividend, const TensorBase& divisor,
                                     ScalarType compute) {
  if (!isIntegralType(compute, false) || divisor.numel() <= 1 || dividend.numel() == 0) return;
  Iterator it(divisor.sizes());
  it.add(divisor);
  it.build();
  bool found = false;
  it.rows(0, it.numel(), [&](char* const* data, const int64_t* strides, int64_t n) {
    switch (divisor.itemsize()) {
      case 1: found = found || has_zero<uint8_t>(data[0], strides[0], n); break;
      case 2: found = found || has_zero<uint16_t>(data[0], strides[0], n); break;
      case 4: found = found || has_zero<uint32_t>(data[0], strides[0], n); break;
      default: found = found || has_zero<uint64_t>(data[0], strides[0], n);
    }
  });
  if (found) fail_zero_division(op);
}

// The loop of a PlainCall, which writes elements of `itemsize` bytes to `to`. `number` is the last input or null.
template <int kInputs>
TORCHPP_INLINE void run_plain(const char* op, char* to, int64_t itemsize, const TensorBase* const (&inputs)[kInputs],
                              char* number, const LoopTable<LoopFn>& loops, const Scalars* scalars) {
  const TensorImpl& first = *inputs[0]->impl();
  const LoopFn loop = select(loops, first.dtype());
  if (TORCHPP_UNLIKELY(loop == nullptr)) fail_no_loop(op, first.dtype());
  const int64_t read = static_cast<int64_t>(first.itemsize());
  char* data[kInputs + 1] = {to};
  int64_t strides[kInputs + 1] = {itemsize};
  for (int i = 0; i < kInputs; ++i) {
    data[i + 1] = static_cast<char*>(inputs[i]->impl()->data());
    strides[i + 1] = read;
  }
  if (number != nullptr) {
    data[kInputs] = number;
    strides[kInputs] = 0;
  }
  const int64_t n = first.numel();
  const int status = TORCHPP_LIKELY(n <= kElementwiseGrain) ? loop(data, strides, n, scalars)
                                                            : run_split(loop, data, strides, kInputs + 1, n, scalars);
  if (TORCHPP_UNLIKELY(status != 0)) fail_zero_division(op);
}

template <int kInputs>
TORCHPP_NOINLINE Tensor planned(const char* op, Out out, const TensorBase* const (&inputs)[kInputs],
                                ElementwiseRule rule, const LoopTable<LoopFn>& loops, const Scalars* scalars,
                                int layout) {
  ElementwisePlan plan(broadcast_inputs(inputs, kInputs));
  promote_elementwise(plan, op, inputs, kInputs, rule);
  const LoopFn loop = select(loops, plan.compute);
  if (TORCHPP_UNLIKELY(loop == nullptr)) fail_no_loop(op, plan.compute);
  if (kInputs == 2 && loops.divides && !out.functional()) check_divisors(op, *inputs[0], *inputs[1], plan.compute);
  plan_elementwise(plan, op, out, inputs, kInputs, rule, 0, layout);
  run_loop(plan.iterator, loop, scalars, op);
  return finish_elementwise(plan, out);
}

template <int kInputs>
inline Tensor elementwise(const char* op, Out out, const TensorBase* const (&inputs)[kInputs], ElementwiseRule rule,
                          const LoopTable<LoopFn>& loops, const Scalars* scalars, int layout = kLayoutOfAll) {
  alignas(16) char storage[16];
  const PlainCall<kInputs> call(kCPU, inputs, rule, storage);
  if (TORCHPP_LIKELY(call)) {
    char* const number = call.has_number() ? storage : nullptr;
    if (TORCHPP_LIKELY(out.functional())) {
      Tensor result(make_tensor_like(*inputs[0]->impl(), call.dtype()));
      run_plain(op, static_cast<char*>(result.impl()->storage()->data()),
                static_cast<int64_t>(elementSize(call.dtype())), inputs, number, loops, scalars);
      return result;
    }
    if (call.writes_first(out, inputs)) {
      if (kInputs == 2 && TORCHPP_UNLIKELY(loops.divides) && inputs[0]->numel() > kElementwiseGrain)
        check_divisors(op, *inputs[0], *inputs[1], call.dtype());
      const TensorImpl& to = *out.tensor().impl();
      run_plain(op, static_cast<char*>(to.data()), static_cast<int64_t>(to.itemsize()), inputs, number, loops, scalars);
      bump_version(out.tensor());
      return Tensor();
    }
  }
  return planned(op, out, inputs, rule, loops, scalars, layout);
}

}  // namespace

Tensor unary(const char* op, Out out, const TensorBase& a, ElementwiseRule rule, const LoopTable<LoopFn>& loops,
             const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a};
  return elementwise(op, out, inputs, rule, loops, scalars);
}

Tensor binary(const char* op, Out out, const TensorBase& a, const TensorBase& b, ElementwiseRule rule,
              const LoopTable<LoopFn>& loops, const Scalars* scalars, int layout) {
  const TensorBase* const inputs[] = {&a, &b};
  return elementwise(op, out, inputs, rule, loops, scalars, layout);
}

Tensor ternary(const char* op, Out out, const TensorBase& a, const TensorBase& b, const TensorBase& c,
               ElementwiseRule rule, const LoopTable<LoopFn>& loops, const Scalars* scalars) {
  const TensorBase* const inputs[] = {&a, &b, &c};
  return elementwise(op, out, inputs, rule, loops, scalars);
}

}  // namespace torchpp::cpu
