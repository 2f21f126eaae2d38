// SPDX-License-Identifier: BSD-3-Clause
// Kernels over tables of tensors.
#include "src/backends/cuda/optim.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"
#include "src/backends/math/loss_scale.h"

namespace torchpp::cuda {
namespace {

constexpr int kThreads = 256;

Geometry geometry_of(const TensorTable& table) { return spread(table.blocks * kThreads, 1, kThreads); }

// The tensor that the block works on.
__device__ __forceinline__ int entry_of(const TensorTable& table, int64_t block) {
  int first = 0, last = table.count - 1;
  while (first < last) {
    const int middle = (first + last + 1) / 2;
    if (table.at[middle].first_block <= block) first = middle;
    else last = middle - 1;
  }
  return first;
}

// F: kRoles tensors, of which those in the bits kRead are read and those in kWritten written, the others not touched;
// apply(f.bind(entry), values) computes one element of each.
template <class M, class F>
__global__ void tensors_kernel(const __grid_constant__ TensorTable table, const F f) {
  constexpr int kRoles = F::kRoles, kCount = kVector<M>;
  using C = Compute<M>;
  const TableEntry& entry = table.at[entry_of(table, blockIdx.x)];
  const int64_t begin = (blockIdx.x - entry.first_block) * kTensorChunk, left = entry.n - begin;
  const int count = static_cast<int>(left < kTensorChunk ? left : kTensorChunk);
  M* data[kRoles];
  bool aligned = true;
#pragma unroll
  for (int r = 0; r < kRoles; ++r) {
    if (((F::kRead | F::kWritten) >> r & 1) == 0) continue;
    data[r] = static_cast<M*>(entry.data[r]) + begin;
    aligned = aligned && reinterpret_cast<uintptr_t>(data[r]) % 16 == 0;
  }
  const auto step = f.bind(entry);
  const int in_packs = aligned ? count / kCount * kCount : 0;
  for (int i = static_cast<int>(threadIdx.x) * kCount; i < in_packs; i += kThreads * kCount) {
    Pack<M, kCount> packs[kRoles];
#pragma unroll
    for (int r = 0; r < kRoles; ++r)
      if ((F::kRead >> r & 1) != 0) packs[r] = *reinterpret_cast<const Pack<M, kCount>*>(data[r] + i);
#pragma unroll
    for (int k = 0; k < kCount; ++k) {
      C values[kRoles];
#pragma unroll
      for (int r = 0; r < kRoles; ++r) values[r] = (F::kRead >> r & 1) != 0 ? widen(packs[r].at[k]) : C(0);
      F::apply(step, values);
#pragma unroll
      for (int r = 0; r < kRoles; ++r)
        if ((F::kWritten >> r & 1) != 0) packs[r].at[k] = narrow<M>(values[r]);
    }
#pragma unroll
    for (int r = 0; r < kRoles; ++r)
      if ((F::kWritten >> r & 1) != 0) *reinterpret_cast<Pack<M, kCount>*>(data[r] + i) = packs[r];
  }
  for (int i = in_packs + static_cast<int>(threadIdx.x); i < count; i += kThreads) {
    C values[kRoles];
#pragma unroll
    for (int r = 0; r < kRoles; ++r) values[r] = (F::kRead >> r & 1) != 0 ? widen(data[r][i]) : C(0);
    F::apply(step, values);
#pragma unroll
    for (int r = 0; r < kRoles; ++r)
      if ((F::kWritten >> r & 1) != 0) data[r][i] = narrow<M>(values[r]);
  }
}

template <class M, class F>
void run(const char* name, const OnDevice& on, const TensorTable& table, const F& f) {
  launch(name, &tensors_kernel<M, F>, geometry_of(table), on.stream(), table, f);
}

// -- optimizer steps

template <class Step, class T, unsigned kFlags>
struct StepOf {
  static constexpr int kRoles = math::kListCount<Step>;
  static constexpr unsigned kRead = math::read_lists<Step>(kFlags), kWritten = math::written_lists<Step>(kFlags);
  using Element = typename Step::template Element<T, kFlags>;
  Element element;
  __device__ __forceinline__ Element bind(const TableEntry& entry) const {
    Element own = element;
    if constexpr (Step::kNumbers > 0) own.set_numbers(entry.numbers);
    return own;
  }
  static __device__ __forceinline__ void apply(const Element& element, T (&values)[kRoles]) {
    apply(element, values, math::ListIndices<Step>());
  }
  template <int... kList>
  static __device__ __forceinline__ void apply(const Element& element, T (&values)[kRoles], math::Indices<kList...>) {
    element(values[kList]...);
  }
};

template <class T, class Step>
void run_step(const OnDevice& on, const TensorTable& table, const Step& step) {
  math::with_flags<Step>(step.flags(), [&](auto flags) {
    using Run = StepOf<Step, T, decltype(flags)::value>;
    run<T>(Step::kName, on, table, Run{typename Run::Element(step)});
  });
}

// -- zeros

struct Clear {
  static constexpr int kRoles = 1;
  static constexpr unsigned kRead = 0, kWritten = 1;
  __device__ __forceinline__ int bind(const TableEntry&) const { return 0; }
  static __device__ __forceinline__ void apply(int, uint8_t (&v)[1]) { v[0] = 0; }
};

// -- products with a number

template <class M>
struct MultiplyBy {
  static constexpr int kRoles = 1;
  static constexpr unsigned kRead = 1, kWritten = 1;
  const double* scalar;
  double value;
  __device__ __forceinline__ Compute<M> bind(const TableEntry&) const {
    // A factor of the tensors' type.
    return widen(narrow<M>(static_cast<Compute<M>>(scalar != nullptr ? *scalar : value)));
  }
  static __device__ __forceinline__ void apply(Compute<M> factor, Compute<M> (&v)[1]) { v[0] *= factor; }
};

// -- gradients of a scaled loss

template <class M>
struct Unscale {
  using C = Compute<M>;
  static constexpr int kRoles = 1;
  static constexpr unsigned kRead = 1, kWritten = 1;
  const float* factor;
  float* found_inf;

  struct Bound {
    C factor;
    float* found_inf;
  };
  __device__ __forceinline__ Bound bind(const TableEntry&) const { return {static_cast<C>(*factor), found_inf}; }
  static __device__ __forceinline__ void apply(const Bound& bound, C (&v)[1]) {
    if (!(v[0] - v[0] == C(0))) *bound.found_inf = 1;  // several threads may write the same
    v[0] *= bound.factor;
  }
};

__global__ void update_scale_kernel(float* scale, int32_t* tracker, const float* found_inf, double growth_factor,
                                    double backoff_factor, int64_t interval) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    math::update_scale(scale, tracker, *found_inf, growth_factor, backoff_factor, interval);
}

// -- sums of squares

template <class M>
__global__ void sum_squares_kernel(const __grid_constant__ TensorTable table, double* partial) {
  constexpr int kCount = kVector<M>;
  using C = Compute<M>;
  const TableEntry& entry = table.at[entry_of(table, blockIdx.x)];
  const int64_t begin = (blockIdx.x - entry.first_block) * kTensorChunk, left = entry.n - begin;
  const int count = static_cast<int>(left < kTensorChunk ? left : kTensorChunk);
  const M* data = static_cast<const M*>(entry.data[0]) + begin;
  const int in_packs = reinterpret_cast<uintptr_t>(data) % 16 == 0 ? count / kCount * kCount : 0;
  C sum(0);
  for (int i = static_cast<int>(threadIdx.x) * kCount; i < in_packs; i += kThreads * kCount) {
    const auto pack = *reinterpret_cast<const Pack<M, kCount>*>(data + i);
#pragma unroll
    for (int k = 0; k < kCount; ++k) sum = multiply_add(widen(pack.at[k]), widen(pack.at[k]), sum);
  }
  for (int i = in_packs + static_cast<int>(threadIdx.x); i < count; i += kThreads)
    sum = multiply_add(widen(data[i]), widen(data[i]), sum);
  __shared__ double scratch[kWarp];
  const double total = sum_block(static_cast<double>(sum), scratch);
  if (threadIdx.x == 0) partial[table.base + blockIdx.x] = total;
}

constexpr int kTotalThreads = 1024;

template <class T>
__global__ void __launch_bounds__(kTotalThreads) total_kernel(const double* partial, int64_t count, T* to) {
  double sum = 0;
  for (int64_t i = threadIdx.x; i < count; i += blockDim.x) sum += partial[i];
  __shared__ double scratch[kWarp];
  sum = sum_block(sum, scratch);
  if (threadIdx.x == 0) *to = static_cast<T>(sum);
}

}  // namespace

template <class Step>
void launch_step(const OnDevice& on, ScalarType dtype, const TensorTable& table, const Step& step) {
  if (dtype == kDouble) run_step<double>(on, table, step);
  else run_step<float>(on, table, step);
}
#define TORCHPP_OPTIMIZER_STEP(name, Step, parameters, arguments) \
  template void launch_step(const OnDevice&, ScalarType, const TensorTable&, const math::Step&);
#include "src/backends/math/optim.def"

void launch_clear(const OnDevice& on, const TensorTable& table) { run<uint8_t>("foreach_zero", on, table, Clear{}); }

void launch_multiply(const OnDevice& on, ScalarType dtype, const TensorTable& table, const double* scalar,
                     double value) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    run<M>("foreach_mul", on, table, MultiplyBy<M>{scalar, value});
  });
}

void launch_unscale(const OnDevice& on, ScalarType dtype, const TensorTable& table, const float* factor,
                    float* found_inf) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    run<M>("amp_unscale", on, table, Unscale<M>{factor, found_inf});
  });
}

void launch_update_scale(const OnDevice& on, float* scale, int32_t* tracker, const float* found_inf,
                         double growth_factor, double backoff_factor, int64_t interval) {
  launch("amp_update_scale", &update_scale_kernel, spread(1, 1, 1), on.stream(), scale, tracker, found_inf,
         growth_factor, backoff_factor, interval);
}

void launch_sum_squares(const OnDevice& on, ScalarType dtype, const TensorTable& table, double* partial) {
  visit_floats(dtype, [&](auto tag) {
    Geometry g = geometry_of(table);
    g.cooperates = true;
    launch("foreach_norm_squared", &sum_squares_kernel<typename decltype(tag)::Memory>, g, on.stream(), table, partial);
  });
}

void launch_total(const OnDevice& on, ScalarType dtype, const double* partial, int64_t count, void* to) {
  const Geometry g = per_row(1, count, kTotalThreads);
  if (dtype == kDouble)
    launch("foreach_norm_squared", &total_kernel<double>, g, on.stream(), partial, count, static_cast<double*>(to));
  else launch("foreach_norm_squared", &total_kernel<float>, g, on.stream(), partial, count, static_cast<float*>(to));
}

}  // namespace torchpp::cuda
