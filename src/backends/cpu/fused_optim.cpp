// SPDX-License-Identifier: BSD-3-Clause

// Steps of optimizers over lists of parameters: the whole list is one piece of work, cut into chunks of a fixed length,
// so that many small tensors cost little more than their memory and one large one uses all threads.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/math/loss_scale.h"
#include "src/backends/math/optim.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/foreach.h"
#include "src/ops/generated/optim.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/loss_scale.h"
#include "src/ops/operand.h"
#include "src/ops/parameter_list.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

constexpr CopyKernels kCopyKernels = {&cpu::copy, &cpu::to_copy};
static_assert(ParameterList::kMaxLists == math::kMaxLists);

constexpr int64_t kChunk = 16384;

enum class Order { kForward, kBackward };

// Calls f(tensor, first, count) for the chunks of each tensor; `length(i)` is its number of elements. A pass behind
// another over the same tensors that goes backward, thread by thread, finds in the cache what the other left there.
template <class Length, class F>
void for_chunks(size_t tensors, const Length& length, const F& f, Order order = Order::kForward) {
  int64_t total = 0;
  for (size_t i = 0; i < tensors; ++i) total += length(i);
  const auto one = [&](size_t i, int64_t chunk) {
    const int64_t first = chunk * kChunk, left = length(i) - first;
    f(i, first, left < kChunk ? left : kChunk);
  };
  if (total <= 2 * kChunk) {
    for (size_t i = 0; i < tensors; ++i)
      for (int64_t c = 0; c * kChunk < length(i); ++c) one(i, c);
    return;
  }
  std::vector<int64_t> ends(tensors);  // chunks up to and with tensor i
  int64_t chunks = 0;
  for (size_t i = 0; i < tensors; ++i) ends[i] = chunks += (length(i) + kChunk - 1) / kChunk;
  const int64_t grain = 1 + 2 * kChunk * chunks / total;  // small tensors: several chunks make one piece
  parallel_for(0, chunks, grain, [&](int64_t begin, int64_t end) {
    const auto tensor_of = [&](int64_t chunk) {
      return static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), chunk) - ends.begin());
    };
    const auto first_of = [&](size_t i) { return i == 0 ? 0 : ends[i - 1]; };
    if (order == Order::kForward) {
      size_t i = tensor_of(begin);
      for (int64_t c = begin; c < end; ++c) {
        while (ends[i] <= c) ++i;
        one(i, c - first_of(i));
      }
    } else {
      size_t i = tensor_of(end - 1);
      for (int64_t c = end - 1; c >= begin; --c) {
        while (first_of(i) > c) --i;
        one(i, c - first_of(i));
      }
    }
  });
}

void* advance(void* p, int64_t bytes) { return p == nullptr ? nullptr : static_cast<char*>(p) + bytes; }

// The kernel of an optimizer step's operator.
template <class Step>
struct OptimizerStep {
  const LoopTable<OptimizerFn>& loops;

  void operator()(const TensorList (&lists)[math::kListCount<Step>], std::initializer_list<ArrayRef<double>> given,
                  const Step& step) const {
    if constexpr (Step::kNumbers > 0) check_given(Step::kName, lists[0], Step::kGiven, given);
    ParameterList list(Step::kName, lists, math::used_lists<Step>(step.flags()), kCopyKernels);
    const OptimizerFn f32 = select(loops, kFloat), f64 = select(loops, kDouble);
    double numbers_of_first[math::kMaxNumbers];  // most parameters were stepped as often as the first
    if (list.size() != 0) math::numbers_of(step, given, 0, numbers_of_first);
    for_chunks(
        list.size(), [&](size_t i) { return list[i].n; },
        [&](size_t i, int64_t first, int64_t count) {
          const ParameterList::Arrays& e = list[i];
          const int64_t offset = first * (e.is_double ? 8 : 4);
          void* data[math::kListCount<Step>];
          for (int r = 0; r < math::kListCount<Step>; ++r) data[r] = advance(e.data[r], offset);
          const double* numbers = numbers_of_first;
          double own_numbers[math::kMaxNumbers];
          if (!math::same_given(given, i, 0)) {
            math::numbers_of(step, given, i, own_numbers);
            numbers = own_numbers;
          }
          (e.is_double ? f64 : f32)(data, count, &step, numbers);
        });
    list.finish();
  }
};

// Whether x * 1 is 0 for denormal numbers x, as the thread can ask the processor for.
bool flushes_denormals() {
  volatile float denormal = 0x1p-140f;
  return denormal * 1 == 0;
}

Tensor without_gaps(const Tensor& t) {
  const Tensor r = resolved(t);
  return r.is_non_overlapping_and_dense() ? r : cpu::clone(r, MemoryFormat::Contiguous);
}

}  // namespace

#define TORCHPP_OPTIMIZER_STEP(name, Step, parameters, arguments) \
  void name parameters { OptimizerStep<math::Step>{name##_loops} arguments; }
#include "src/backends/math/optim.def"

Tensor foreach_norm_squared(TensorList tensors) {
  ScalarType result = tensors.empty() ? kFloat : toRealValueType(tensors[0].scalar_type());
  std::vector<Tensor> flat;
  std::vector<int64_t> first_part(tensors.size());
  flat.reserve(tensors.size());
  int64_t parts = 0;
  for (const Tensor& t : tensors) {
    if (!isDifferentiableType(t.scalar_type())) fail_dtype("foreach_norm_squared", t.scalar_type());
    result = promote_types(result, toRealValueType(t.scalar_type()));
    flat.push_back(without_gaps(t));
    first_part[flat.size() - 1] = parts;
    parts += (t.numel() * (t.is_complex() ? 2 : 1) + kChunk - 1) / kChunk;
  }
  if (isReducedFloatingType(result)) result = kFloat;
  if (!tensors.empty() && tensors[0].is_meta()) return Tensor(make_tensor({}, result, tensors[0].device()));
  std::vector<double> sums(static_cast<size_t>(parts));
  for_chunks(
      flat.size(), [&](size_t i) { return flat[i].numel() * (flat[i].is_complex() ? 2 : 1); },
      [&](size_t i, int64_t first, int64_t count) {
        const ScalarType part = toRealValueType(flat[i].scalar_type());
        const int64_t size = static_cast<int64_t>(elementSize(part));
        alignas(8) char sum[8];
        select(sum_squares_loops, part)(sum, static_cast<const char*>(flat[i].impl()->data()) + first * size, size,
                                        count);
        double& to = sums[static_cast<size_t>(first_part[i] + first / kChunk)];
        if (part == kDouble) __builtin_memcpy(&to, sum, sizeof to);
        else to = static_cast<double>(*reinterpret_cast<const float*>(sum));
      });
  double total = 0;
  for (double s : sums) total += s;
  Tensor value(make_tensor({}, result, kCPU));
  if (result == kDouble) *static_cast<double*>(value.impl()->data()) = total;
  else *static_cast<float*>(value.impl()->data()) = static_cast<float>(total);
  return value;
}

void amp_unscale(TensorList self, const Tensor& found_inf, const Tensor& inv_scale) {
  check_amp_unscale(self, found_inf, inv_scale);
  if (found_inf.is_meta()) return;
  const float factor = *static_cast<const float*>(inv_scale.impl()->data());
  std::vector<Tensor> flat;
  flat.reserve(self.size());
  for (const Tensor& t : self)
    flat.push_back(t.is_non_overlapping_and_dense() ? t : cpu::clone(t, MemoryFormat::Contiguous));
  std::atomic<bool> not_finite{false};
  for_chunks(
      flat.size(), [&](size_t i) { return flat[i].numel(); },
      [&](size_t i, int64_t first, int64_t count) {
        bool found = false;
        char* const data =
            static_cast<char*>(flat[i].impl()->data()) + first * static_cast<int64_t>(flat[i].itemsize());
        select(unscale_loops, flat[i].scalar_type())(data, factor, count, &found);
        if (found) not_finite.store(true, std::memory_order_relaxed);
      });
  for (size_t i = 0; i < self.size(); ++i) {
    if (!flat[i].is_same(self[i])) cpu::copy(Out::in_place(self[i]), self[i], flat[i], false);
    else bump_version(self[i]);
  }
  if (!not_finite.load(std::memory_order_relaxed)) return;
  *static_cast<float*>(found_inf.impl()->data()) = 1;
  bump_version(found_inf);
}

Tensor amp_update_scale(const Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf,
                        double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval) {
  check_amp_update_scale(self, growth_tracker, found_inf);
  if (self.is_meta()) return self;
  math::update_scale(static_cast<float*>(self.impl()->data()), static_cast<int32_t*>(growth_tracker.impl()->data()),
                     *static_cast<const float*>(found_inf.impl()->data()), scale_growth_factor, scale_backoff_factor,
                     growth_interval);
  bump_version(self);
  bump_version(growth_tracker);
  return self;
}

void foreach_zero(TensorList self) {
  std::vector<const Tensor*> flat;
  flat.reserve(self.size());
  for (const Tensor& t : self) {
    check_writable(t);
    // Zeros may be written twice, but not through a copy, as those of a lazy negation are.
    if (t.is_neg() || t.is_conj()) check_no_internal_overlap(t);
  }
  for (const Tensor& t : self) {
    if (t.is_non_overlapping_and_dense() && !t.is_meta()) flat.push_back(&t);
    else cpu::fill(Out::in_place(t), t, 0);
  }
  for_chunks(
      flat.size(), [&](size_t i) { return flat[i]->numel(); },
      [&](size_t i, int64_t first, int64_t count) {
        const size_t size = flat[i]->itemsize();
        char* const to = static_cast<char*>(flat[i]->impl()->data()) + static_cast<size_t>(first) * size;
        __builtin_memset(to, 0, static_cast<size_t>(count) * size);
      });
  for (const Tensor* t : flat) bump_version(*t);
}

void foreach_mul(TensorList self, const Tensor& scalar) {
  TORCHPP_CHECK(scalar.numel() == 1, "foreach_mul: scalar has ", scalar.numel(), " elements, expected one");
  if (scalar.is_complex()) fail_dtype("foreach_mul", scalar.scalar_type());
  if (scalar.is_meta()) {
    for (const Tensor& t : self) cpu::mul(Out::in_place(t), t, scalar);
    return;
  }
  double f64 = load_number(scalar.scalar_type(), scalar.impl()->data()).toDouble();
  float f32 = static_cast<float>(f64);
  std::vector<const Tensor*> flat;
  flat.reserve(self.size());
  for (const Tensor& t : self) {
    check_writable(t);
    const ScalarType part = toRealValueType(t.scalar_type());
    if (t.is_non_overlapping_and_dense() && (part == kFloat || part == kDouble)) flat.push_back(&t);
    else cpu::mul(Out::in_place(t), t, scalar);
  }
  // x * 1 is x: the usual factor of gradients that need no clipping counts as a write, and leaves the memory alone.
  if (f64 != 1 || flushes_denormals()) {
    for_chunks(
        flat.size(), [&](size_t i) { return flat[i]->numel() * (flat[i]->is_complex() ? 2 : 1); },
        [&](size_t i, int64_t first, int64_t count) {
          const bool is_double = toRealValueType(flat[i]->scalar_type()) == kDouble;
          const int64_t size = is_double ? 8 : 4;
          char* const x = static_cast<char*>(flat[i]->impl()->data()) + first * size;
          char* const data[] = {x, x, is_double ? reinterpret_cast<char*>(&f64) : reinterpret_cast<char*>(&f32)};
          const int64_t strides[] = {size, size, 0};
          select(mul_loops, is_double ? kDouble : kFloat)(data, strides, count, nullptr);
        },
        Order::kBackward);  // the norm of the gradients has just been taken
  }
  for (const Tensor* t : flat) bump_version(*t);
}

}  // namespace torchpp::cpu
