// SPDX-License-Identifier: BSD-3-Clause
// The random operators: whatever the tensor's strides, its elements are drawn in the order of its memory, as libtorch
// draws them.

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/random.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/iterator.h"
#include "src/ops/ops.h"
#include "src/ops/random_rules.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

Tensor destination(const Out& out, const Tensor& self) {
  if (out.functional()) return make_like(self, self.dtype(), self.device(), std::nullopt);
  if (out.is_out()) return resize_output(out, self.sizes(), self.dtype(), self.device());
  check_no_internal_overlap(out.tensor());
  return out.tensor();
}

Tensor finish(const Out& out, const Tensor& result) {
  if (out.functional()) return result;
  bump_version(result);
  return Tensor();
}

// Writes dense values to the tensor in the order of its memory.
void scatter_in_memory_order(const Tensor& to, const void* values) {
  Iterator it(to.sizes());
  it.add(to);
  it.build();
  const int64_t itemsize = static_cast<int64_t>(to.itemsize());
  const LoopFn loop = copy_loop(itemsize);
  const char* next = static_cast<const char*>(values);
  it.rows(0, it.numel(), [&](char* const* data, const int64_t* strides, int64_t n) {
    char* at[2] = {data[0], const_cast<char*>(next)};
    const int64_t steps[2] = {strides[0], itemsize};
    loop(at, steps, n, nullptr);
    next += n * itemsize;
  });
}

// Calls fill(pointer, n) with memory that takes the tensor's elements in the order of its memory.
template <class T, class Fill>
void fill_in_memory_order(const Tensor& to, const Fill& fill) {
  if (to.is_meta()) return;
  const int64_t n = to.numel();
  if (to.is_non_overlapping_and_dense()) return fill(static_cast<T*>(to.impl()->data()), n);
  const Tensor values(make_tensor({n}, to.dtype(), to.device()));
  fill(static_cast<T*>(values.impl()->data()), n);
  scatter_in_memory_order(to, values.impl()->data());
}

// A complex number has a part at each place of a real one.
Tensor as_real(const Tensor& t) { return t.is_complex() ? every_backend::view_as_real(t) : t; }

}  // namespace

Tensor uniform(Out out, const Tensor& self, double from, double to, const Generator& generator) {
  const Tensor result = destination(out, self), real = as_real(result);
  visit_floating(real.dtype(), "check_uniform_bounds", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(real, [&](T* p, int64_t n) { fill_uniform<T>(generator, p, n, from, to); });
  });
  return finish(out, result);
}

Tensor normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  check_normal(std);
  const Tensor result = destination(out, self), real = as_real(result);
  // The variance of a complex number is shared by its parts; the mean is real.
  if (result.is_complex()) std /= 1.4142135623730951;
  visit_floating(real.dtype(), "normal_kernel_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (real.is_contiguous() && !real.is_meta())
      return fill_normal<T>(generator, static_cast<T*>(real.impl()->data()), real.numel(),
                            result.is_complex() ? 0 : mean, std);
    fill_in_memory_order<T>(
        real, [&](T* p, int64_t n) { fill_normal_serial<T>(generator, p, n, result.is_complex() ? 0 : mean, std); });
  });
  if (result.is_complex() && mean != 0) {
    const Tensor part = every_backend::select(real, -1, 0);
    op::add(Out::in_place(part), part, wrapped_number(mean), 1);
  }
  return finish(out, result);
}

Tensor random(Out out, const Tensor& self, std::optional<int64_t> from, std::optional<int64_t> to,
              const Generator& generator) {
  const Tensor result = destination(out, self);
  const auto fill = [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* p, int64_t n) {
      if (from || to) fill_random<T>(generator, p, n, from.value_or(0), to);
      else fill_random<T>(generator, p, n);
    });
  };
  if (result.dtype() == kBool) fill(TypeTag<bool>());
  else visit_real(result.dtype(), "random_", fill);
  return finish(out, result);
}

Tensor bernoulli_float(Out out, const Tensor& self, double p, const Generator& generator) {
  const Tensor result = destination(out, self);
  const auto fill = [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* at, int64_t n) { fill_bernoulli<T>(generator, at, n, p); });
  };
  if (result.dtype() == kBool) fill(TypeTag<bool>());
  else visit_real(result.dtype(), "bernoulli_scalar_cpu_", fill);
  return finish(out, result);
}

namespace {

template <class T>
void bernoulli_with(const Tensor& result, const Tensor& p, const Generator& generator) {
  if (result.is_meta()) return;
  const int64_t n = result.numel();
  T* to = static_cast<T*>(result.impl()->data());
  const void* from = p.impl()->data();
  switch (p.dtype()) {
    case kFloat: return fill_bernoulli<T, float>(generator, to, n, static_cast<const float*>(from));
    case kDouble: return fill_bernoulli<T, double>(generator, to, n, static_cast<const double*>(from));
    case kBFloat16: return fill_bernoulli<T, BFloat16>(generator, to, n, static_cast<const BFloat16*>(from));
    default: TORCHPP_FAIL_KIND(kNotImplemented, "\"bernoulli_tensor_cpu_p_\" not implemented for '", p.dtype(), "'");
  }
}

}  // namespace

Tensor bernoulli_tensor(Out out, const Tensor& self, const Tensor& p, const Generator& generator) {
  const Tensor result = destination(out, self);
  const Tensor expanded = every_backend::expand(p, self.sizes(), false);
  const Tensor dense = expanded.is_contiguous() ? expanded : clone(expanded, MemoryFormat::Contiguous);
  const Tensor drawn = result.is_contiguous() ? result : Tensor(make_tensor(self.sizes(), self.dtype(), self.device()));
  const auto fill = [&](auto tag) { bernoulli_with<typename decltype(tag)::type>(drawn, dense, generator); };
  if (result.dtype() == kBool) fill(TypeTag<bool>());
  else visit_real(result.dtype(), "bernoulli_tensor_cpu_self_", fill);
  if (!drawn.is_same(result)) copy_values(result, drawn);
  return finish(out, result);
}

Tensor exponential(Out out, const Tensor& self, double lambd, const Generator& generator) {
  const Tensor result = destination(out, self);
  visit_floating(result.dtype(), "exponential_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* p, int64_t n) { fill_exponential<T>(generator, p, n, lambd); });
  });
  return finish(out, result);
}

Tensor geometric(Out out, const Tensor& self, double p, const Generator& generator) {
  const Tensor result = destination(out, self);
  visit_real(result.dtype(), "geometric_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* at, int64_t n) { fill_geometric<T>(generator, at, n, p); });
  });
  return finish(out, result);
}

Tensor cauchy(Out out, const Tensor& self, double median, double sigma, const Generator& generator) {
  const Tensor result = destination(out, self);
  visit_floating(result.dtype(), "cauchy_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* p, int64_t n) { fill_cauchy<T>(generator, p, n, median, sigma); });
  });
  return finish(out, result);
}

Tensor log_normal(Out out, const Tensor& self, double mean, double std, const Generator& generator) {
  const Tensor result = destination(out, self);
  visit_floating(result.dtype(), "log_normal_cpu", [&](auto tag) {
    using T = typename decltype(tag)::type;
    fill_in_memory_order<T>(result, [&](T* p, int64_t n) { fill_log_normal<T>(generator, p, n, mean, std); });
  });
  return finish(out, result);
}

}  // namespace torchpp::cpu
