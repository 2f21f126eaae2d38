// SPDX-License-Identifier: BSD-3-Clause

// Optimizer steps over contiguous arrays, one pass instead of one per op.

#include "src/backends/cpu/isa/optim_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/math/optim.h"

namespace torchpp::cpu {
namespace {

template <class Step, class T, unsigned kFlags, int... kList>
void run_step(void* const* data, int64_t n, const Step& step, const double* numbers, math::Indices<kList...>) {
  constexpr unsigned kRead = math::read_lists<Step>(kFlags), kWritten = math::written_lists<Step>(kFlags);
  typename Step::template Element<T, kFlags> element(step);
  if constexpr (Step::kNumbers > 0) element.set_numbers(numbers);
  T* const arrays[] = {static_cast<T*>(data[kList])...};
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    T values[] = {(kRead >> kList & 1) != 0 ? arrays[kList][i] : T(0)...};
    element(values[kList]...);
    (((kWritten >> kList & 1) != 0 ? static_cast<void>(arrays[kList][i] = values[kList]) : static_cast<void>(0)), ...);
  }
}

template <class T, class Step>
void run_step(void* const* data, int64_t n, const Step& step, const double* numbers) {
  math::with_flags<Step>(step.flags(), [&](auto flags) {
    run_step<Step, T, decltype(flags)::value>(data, n, step, numbers, math::ListIndices<Step>());
  });
}

}  // namespace

#define STEP(name, Step, T)                                                                            \
  void TORCHPP_SET_NAME(name)(void* const* data, int64_t n, const void* step, const double* numbers);  \
  void TORCHPP_SET_NAME(name)(void* const* data, int64_t n, const void* step, const double* numbers) { \
    run_step<T>(data, n, *static_cast<const Step*>(step), numbers);                                    \
  }
#define TORCHPP_OPTIMIZER_STEP(name, Step, parameters, arguments) \
  STEP(name##_f32, math::Step, float)                             \
  STEP(name##_f64, math::Step, double)
#include "src/backends/math/optim.def"

}  // namespace torchpp::cpu
